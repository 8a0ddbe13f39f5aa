"""The generic half of a game's pictures."""
