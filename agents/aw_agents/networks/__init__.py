"""Learned policies as compiled code: they know no game."""
