"""What learners of War at Sea read and say (`aw_agents.scopes`)."""

from functools import cache

import numpy as np

from aw_agents.scopes import UNUSED, Scope, Vocabulary, vocabulary_of
from aw_env import war_at_sea_v0
from aw_env.core.ruleset import Ruleset
from aw_env.games.war_at_sea.game import NAME
from aw_env.games.war_at_sea.printed.load import shipped_names
from aw_env.games.war_at_sea.records import terms


@cache
def vocabulary() -> Vocabulary:
    """What learners of this game can read and say."""
    return vocabulary_of(NAME, war_at_sea_v0, shipped_names(), terms)


def scope_of(rules: Ruleset) -> Scope:
    """Everything but the room that is left for more units and options: its scenarios use the whole board."""
    known = vocabulary()
    return Scope(known, _used(known.columns), _used(known.actions))


def _used(names: list[str]) -> np.ndarray:
    return np.array([k for k, name in enumerate(names) if UNUSED not in name])
