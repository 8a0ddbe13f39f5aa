"""What learners of War at Sea read and say (`aw_agents.scopes`)."""

from functools import cache

import numpy as np

from aw_agents.scopes import UNUSED, Scope, Vocabulary, action_names
from aw_env import war_at_sea_v0
from aw_env.core.ruleset import Ruleset
from aw_env.games.war_at_sea.game import NAME
from aw_env.games.war_at_sea.printed.load import shipped_names
from aw_env.games.war_at_sea.records.terms import OPTIONS, UNITS, Option


@cache
def vocabulary() -> Vocabulary:
    """What learners of this game can read and say."""
    names = shipped_names()
    actions = action_names(
        option=([option.name.lower() for option in Option], OPTIONS),
        place=([place.id for place in names.places], len(names.places)),
        unit=([unit.id for unit in names.units], UNITS),
    )
    return Vocabulary(NAME, war_at_sea_v0, actions)


def scope_of(rules: Ruleset) -> Scope:
    """Everything but the room that is left for more units and options: its scenarios use the whole board."""
    known = vocabulary()
    return Scope(known, _used(known.columns), _used(known.actions))


def _used(names: list[str]) -> np.ndarray:
    return np.array([k for k, name in enumerate(names) if UNUSED not in name])
