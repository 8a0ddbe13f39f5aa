"""Players of Naval Miniatures that come with the environment, and what learning and search need of it."""
