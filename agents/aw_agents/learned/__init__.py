"""Learned agents: networks trained by self-play with `train.py`."""

from typing import Any

from aw_agents.learned.checkpoint import CheckpointError

__all__ = ["CheckpointError", "LearnedPlayer"]


def __getattr__(name: str) -> Any:
    """`LearnedPlayer` on demand: the compiled players need `network`, and it needs them."""
    if name == "LearnedPlayer":
        from aw_agents.learned.player import LearnedPlayer

        return LearnedPlayer
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
