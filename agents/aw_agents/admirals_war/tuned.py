"""`tuned`: the staff officer with doctrines that a search has found (`aw_agents.training.tuning`), by war and side."""

from pathlib import Path

import numpy as np

from aw_agents import house
from aw_agents.admirals_war.play import STAFF
from aw_env.games.admirals_war.records.terms import Victory

SHIPPED = Path(__file__).parent / "tuned.toml"
WAR_OF_VICTORY = {Victory.THEATRES: "campaign", Victory.ATLANTIC_TRACK: "atlantic", Victory.PACIFIC_TRACK: "pacific",
                  Victory.HOLD_THE_AREA: "engagement"}  # fmt: skip
MIDWAY = "midway"


def war_of(books: np.ndarray) -> str:
    """What is fought in the scenario of `books`, as the files of doctrines name it.  Raids on ports score at Midway
    alone (M.2)."""
    return MIDWAY if (books["raid_vp"] > 0).any() else WAR_OF_VICTORY[Victory(int(books["victory"][0]))]


class TunedPlayer(house.TunedPlayer):
    """`tuned` of Admirals' War."""

    staff = STAFF
    tuned = house.Tuned(SHIPPED, war_of)
