"""Players of the games of `aw_env`: `load("random")`, `load("scripted")`, `load("tuned")`, `load("search:64")`,
`load("search:200ms")`, `load("path/to/search.toml")` or `load("path/to/checkpoint")`.

All are compiled players (`aw_env.core.players.CompiledPlayer`), learned ones batch policies too (`BatchPolicy`); all of
them answer one game at a time as well (`Agent`).
"""

from aw_env.core.players import load

__all__ = ["NAMES", "SPARRING", "load"]

NAMES = ("random", "scripted")
"""Players that need no file, and that every training is measured against."""
SPARRING = (*NAMES, "tuned")
"""Players that need no file, and that may be in the pool of a training."""
