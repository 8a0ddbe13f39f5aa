"""The officer: a player by rule of thumb, compiled with the rules."""
