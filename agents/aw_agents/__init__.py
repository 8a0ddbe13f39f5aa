"""Players of the games of `aw_env`: `load("random")`, `load("scripted")`, `load("tuned")`, `load("search:64")`,
`load("search:200ms")`, `load("path/to/search.toml")` or `load("path/to/checkpoint")`.

All are compiled players (`aw_env.core.players.CompiledPlayer`), learned ones batch policies too (`BatchPolicy`); all of
them answer one game at a time as well (`Agent`).
"""

from pathlib import Path
from typing import Any

from aw_env.core import players
from aw_env.games import installed

__all__ = ["NAMES", "SPARRING", "load"]

NAMES = ("random", "scripted")
"""Players that need no file, and that every training is measured against."""
SPARRING = (*NAMES, "tuned")
"""Players that need no file, and that may be in the pool of a training."""


def load(name: str | Path, game: str = "") -> Any:
    """A player by its name or path (`aw_env.core.players.load`).  game: needed only for a name that several games
    offer, if the first is not meant.  Raises ValueError."""
    if not game and name not in players.player_names():
        game = next((other.players for other in installed() if name in players.player_names(other.players)), "")
    return players.load(name, game)
