"""`tuned`: the staff officer with doctrines that a search has found (`aw_agents.training.tuning`), by war and side."""

from pathlib import Path

import numpy as np

from aw_agents import house
from aw_agents.declared import staffed
from aw_agents.world_at_war.officer.doctrine import HEXES, ISLANDS, RAIDERS
from aw_env.games.world_at_war.records.kinds import Theatre


def war_of(books: np.ndarray) -> str:
    """What is fought in the scenario of `books`, as the files of doctrines name it."""
    return {Theatre.ATLANTIC: RAIDERS, Theatre.PACIFIC: ISLANDS, Theatre.MEDITERRANEAN: HEXES}[books["theatre"][0]]


TUNED = house.Tuned(Path(__file__).parent / "tuned.toml", war_of)


def player(path: str | None = None) -> house.TunedPlayer:
    """The player, with the doctrines of a file, as typed after its name.  Raises DoctrineError."""
    return staffed("world_at_war").tuned.made_with(path)
