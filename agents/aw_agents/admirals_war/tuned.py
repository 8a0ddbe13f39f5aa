"""`tuned`: the staff officer with doctrines that a search has found (`aw_agents.training.tuning`), by war and side."""

from pathlib import Path

import numpy as np

from aw_agents.admirals_war.officer.doctrine import DOCTRINES, STANDING
from aw_agents.admirals_war.play import ScriptedPlayer
from aw_env.admirals_war.records.terms import Victory

SHIPPED = Path(__file__).parent / "tuned.toml"
WAR_OF_VICTORY = {Victory.THEATRES: "campaign", Victory.ATLANTIC_TRACK: "atlantic", Victory.PACIFIC_TRACK: "pacific",
                  Victory.HOLD_THE_AREA: "engagement"}  # fmt: skip
MIDWAY = "midway"


def war_of(books: np.ndarray) -> str:
    """What is fought in the scenario of `books`, as the files of doctrines name it.  Raids on ports score at Midway
    alone (M.2)."""
    return MIDWAY if (books["raid_vp"] > 0).any() else WAR_OF_VICTORY[Victory(int(books["victory"][0]))]


class TunedPlayer(ScriptedPlayer):
    """The staff officer with the doctrines of a file; in wars of which the file says nothing it plays as `scripted`.

    Raises DoctrineError.
    """

    def __init__(self, path: Path = SHIPPED) -> None:
        super().__init__(STANDING, "tuned")
        self._by_war = DOCTRINES.read(path)

    @classmethod
    def made_with(cls, path: str = str(SHIPPED)) -> "TunedPlayer":
        """The player with the doctrines of a file, as typed after its name.  Raises DoctrineError."""
        return cls(Path(path))

    def doctrines_in(self, books: np.ndarray) -> np.ndarray:
        """Its doctrines in the war of `books`."""
        return self._by_war.get(war_of(books), STANDING)
