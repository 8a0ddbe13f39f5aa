"""Players that are language models, asked over the chat interface that most servers of them speak."""
