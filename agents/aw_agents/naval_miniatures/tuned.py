"""`tuned`: the officer with doctrines that a search has found (`aw_agents.training.tuning`)."""

from pathlib import Path

import numpy as np

from aw_agents import house
from aw_agents.naval_miniatures.play import STAFF

SHIPPED = Path(__file__).parent / "tuned.toml"


def war_of(books: np.ndarray) -> str:
    """What is fought: one doctrine serves all scenarios."""
    return "naval_miniatures"


class TunedPlayer(house.TunedPlayer):
    """`tuned` of Naval Miniatures."""

    staff = STAFF
    tuned = house.Tuned(SHIPPED, war_of)
