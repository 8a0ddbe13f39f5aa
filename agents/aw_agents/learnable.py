"""What learning needs of a game: its officer, and the compiled functions with which a learned player plays it.

Each game's package has a module `learning` with its `Learnable`; a training finds it through the ruleset.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from aw_agents.doctrines import Doctrines
from aw_agents.scopes import Scope, Vocabulary
from aw_env.core.ruleset import Ruleset


@dataclass(frozen=True)
class Learnable:
    """A game as learners see it."""

    officer: Callable[..., Any]
    """`officer(doctrines, name)`: the staff officer as a compiled player."""
    doctrines: Doctrines
    """What doctrines it can have."""
    tuned: Path
    """The file of those that tunings have found."""
    war_of: Callable[[np.ndarray], str]
    """`war_of(books)`: which of the doctrines' wars is fought."""
    decide_all: Callable[..., None]
    """Compiled: `decide_all(books, games, masks, actions, doctrines)`: the officer's answers to what games wait for."""
    vocabulary: Callable[[], Vocabulary]
    """What its learners can read and say."""
    scope_of: Callable[[Ruleset], Scope]
    """What the games of a scenario can use of it."""
    play_candidates: Callable[..., None]
    """Compiled: `play_candidates(books, games, first, last, plays, greedy, generators, network, sights)`: a policy that
    compares candidates plays."""
    write_candidates: Callable[..., None]
    """Compiled: `Ruleset.complete` of the layout "candidates"."""
    observe: Callable[..., None]
    """Compiled: `Ruleset.observe`."""
    summary: int
    """The number by which `observe` knows the layout "summary"."""
    sight: np.dtype
    """What is kept beside a row of observations (`observation.updating`)."""


def learnable(ruleset_name: str) -> Learnable:
    """That of a game, by the name of its rulesets."""
    return import_module(f"aw_agents.{ruleset_name.removesuffix('_v0')}.learning").LEARNABLE
