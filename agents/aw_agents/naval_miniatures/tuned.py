"""`tuned`: the officer with doctrines that a search has found (`aw_agents.training.tuning`)."""

from pathlib import Path

import numpy as np

from aw_agents import house
from aw_agents.declared import staffed
from aw_agents.naval_miniatures.officer.doctrine import DRAFTED, GIVEN
from aw_env.games.naval_miniatures.records.terms import Fleets

SHIPPED, RANDOM_FLEETS = (Path(__file__).parent / name for name in ("tuned.toml", "random_fleets.toml"))


def war_of(books: np.ndarray) -> str:
    """What is fought: with fleets that are bought, or others."""
    return DRAFTED if books["fleets"][0] == Fleets.DRAFTED else GIVEN


TUNED = house.Tuned(SHIPPED, war_of)


def player(path: str | None = None) -> house.TunedPlayer:
    """The player, with the doctrines of a file, as typed after its name.  Raises DoctrineError."""
    return staffed("naval_miniatures").tuned.made_with(path)


def random_fleets() -> house.TunedPlayer:
    """The agent of battles with fleets that are given or drawn: the officer, who has learned to judge sectors
    (`officer.judgement`)."""
    return staffed("naval_miniatures").tuned(RANDOM_FLEETS, "random_fleets")
