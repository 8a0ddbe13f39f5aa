"""`tuned`: the staff officer with doctrines that a search has found (`aw_agents.training.tuning`), by war and side."""

from pathlib import Path

import numpy as np

from aw_agents import house
from aw_agents.war_at_sea.play import STAFF
from aw_env.games.war_at_sea.records.terms import TURNS

SHIPPED = Path(__file__).parent / "tuned.toml"


def war_of(books: np.ndarray) -> str:
    """What is fought in the scenario of `books`, as the files of doctrines name it: the whole war, or a part of it
    like Barents."""
    return "war_at_sea" if books["last_turn"][0] == TURNS else "barents"


class TunedPlayer(house.TunedPlayer):
    """`tuned` of War at Sea."""

    staff = STAFF
    tuned = house.Tuned(SHIPPED, war_of)
