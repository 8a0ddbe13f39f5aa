"""What learners of War at Sea read and say (`aw_agents.scopes`)."""

from functools import cache

import numpy as np

from aw_agents.scopes import Scope, Vocabulary
from aw_env import war_at_sea_v0
from aw_env.core.rules import Ruleset
from aw_env.war_at_sea.game import NAME
from aw_env.war_at_sea.printed.load import shipped
from aw_env.war_at_sea.printed.names import Names
from aw_env.war_at_sea.records.terms import OPTIONS, UNITS, Option

UNUSED = "unused"


def action_names() -> list[str]:
    """Every action by name: an option, a place or a unit."""
    names = Names(shipped())
    options = [f"option/{option.name.lower()}" for option in Option]
    options += [f"option/{UNUSED}_{k}" for k in range(len(options), OPTIONS)]
    places = [f"place/{place.id}" for place in names.places]
    units = [f"unit/{unit.id}" for unit in names.units] + [f"unit/{UNUSED}_{k}" for k in range(len(names.units), UNITS)]
    return options + places + units


@cache
def vocabulary() -> Vocabulary:
    """What learners of this game can read and say."""
    return Vocabulary(NAME, war_at_sea_v0, action_names())


def scope_of(rules: Ruleset) -> Scope:
    """Everything but the room that is left for more units and options: its scenarios use the whole board."""
    known = vocabulary()
    return Scope(known, _used(known.columns), _used(known.actions))


def _used(names: list[str]) -> np.ndarray:
    return np.array([k for k, name in enumerate(names) if UNUSED not in name])
