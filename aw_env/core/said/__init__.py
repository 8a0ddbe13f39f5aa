"""The generic half of a game's words: names, questions, orders, accounts."""
