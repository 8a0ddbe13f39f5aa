"""What learning needs of a game: its officer, and the compiled functions with which a learned player plays it.

Each game's package has a module `learning` with its `Learnable`; a training finds it through the ruleset.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

from aw_agents.doctrines import Doctrines


@dataclass(frozen=True)
class Learnable:
    """A game as learners see it."""

    officer: Callable[..., Any]
    """`officer(doctrines, name)`: the staff officer as a compiled player."""
    doctrines: Doctrines
    """What doctrines it can have."""
    war_of: Callable[[np.ndarray], str]
    """`war_of(books)`: which of the doctrines' wars is fought."""


def learnable(ruleset_name: str) -> Learnable:
    """That of a game, by the name of its rulesets."""
    return import_module(f"aw_agents.{ruleset_name.removesuffix('_v0')}.learning").LEARNABLE
