"""What learners of Naval Miniatures read and say (`aw_agents.scopes`)."""

from functools import cache

import numpy as np

from aw_agents.scopes import UNUSED, Scope, Vocabulary, vocabulary_of
from aw_env import naval_miniatures_v0
from aw_env.core.ruleset import Ruleset
from aw_env.games.naval_miniatures.game import NAME
from aw_env.games.naval_miniatures.printed.load import shipped_names
from aw_env.games.naval_miniatures.records import terms


@cache
def vocabulary() -> Vocabulary:
    """What learners of this game can read and say."""
    return vocabulary_of(NAME, naval_miniatures_v0, shipped_names(), terms)


def scope_of(rules: Ruleset) -> Scope:
    """Everything but the room that is left for more options: fleets of every scenario are of all cards."""
    known = vocabulary()
    return Scope(known, _used(known.columns), _used(known.actions))


def _used(names: list[str]) -> np.ndarray:
    return np.array([k for k, name in enumerate(names) if UNUSED not in name])
