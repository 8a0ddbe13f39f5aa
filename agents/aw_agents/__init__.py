"""Players of the games of `aw_env`: `load("random")`, `load("scripted")`, `load("search:64")`,
`load("search:200ms")`, `load("path/to/search.toml")` or `load("path/to/checkpoint")`.

All are compiled players (`aw_env.core.players.CompiledPlayer`), learned ones batch policies too (`BatchPolicy`); all of
them answer one game at a time as well (`Agent`).
"""

from aw_env.core.players import load

__all__ = ["NAMES", "load"]

NAMES = ("random", "scripted")
"""Players that need no file, and that every training meets."""
