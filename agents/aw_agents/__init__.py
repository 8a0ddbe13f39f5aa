"""Players: `load("random")`, `load("scripted")` or `load("path/to/checkpoint")`."""

from pathlib import Path
from typing import Any

NAMES = ("random", "scripted")
"""Players that need no file."""


def load(name: str | Path) -> Any:
    """A player by name, or a learned one from the folder of its checkpoint.

    `random` and `scripted` are compiled players (`aw_env.core.players.CompiledPlayer`), learned ones batch policies
    (`BatchPolicy`); all of them answer one game at a time too (`Agent`).  Raises ValueError for a name that is
    none, and `aw_agents.learned.CheckpointError` (a ValueError) for a checkpoint that cannot be used.
    """
    from aw_agents.admirals_war.play import RandomPlayer, ScriptedPlayer

    if name == "random":
        return RandomPlayer()
    if name == "scripted":
        return ScriptedPlayer()
    if Path(name).exists():
        from aw_agents.learned import LearnedPlayer

        return LearnedPlayer.load(Path(name))
    raise ValueError(f"there is no agent {str(name)!r}: give {', '.join(NAMES)} or the folder of a checkpoint")
