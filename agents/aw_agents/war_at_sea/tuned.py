"""`tuned`: the staff officer with doctrines that a search has found (`aw_agents.training.tuning`), by war and side."""

from pathlib import Path

import numpy as np

from aw_agents.war_at_sea.officer.doctrine import DOCTRINES, STANDING
from aw_agents.war_at_sea.play import ScriptedPlayer
from aw_env.war_at_sea.records.terms import TURNS

SHIPPED = Path(__file__).parent / "tuned.toml"


def war_of(books: np.ndarray) -> str:
    """What is fought in the scenario of `books`, as the files of doctrines name it: the whole war, or a part of it
    like Barents."""
    return "war_at_sea" if books["last_turn"][0] == TURNS else "barents"


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
