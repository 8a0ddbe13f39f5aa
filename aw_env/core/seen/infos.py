"""What a game tells each agent beside its observation: numbers alone, because frameworks make tensors of them."""

from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Any

import numpy as np

from aw_env.core.declare.decisions import NOTHING, PLACE, Decisions

Info = dict[str, np.int64]
"""What is told beside an observation."""
NUMBERS = (*map(np.int64, range(1 << 12)), np.int64(-1))
"""All that an info may tell, -1 too, made once: to make a number takes longer than to find it."""
FIELDS = ("turn", "phase", "decision", "subject")
"""Fields of a record that an info tells."""


class Infos:
    """The infos of a game's records, of its decisions and phases."""

    def __init__(self, decisions: type[Decisions], phases: type[IntEnum]) -> None:
        self._decisions, self._phases = decisions, phases
        self._about_something = np.array([decision.about != NOTHING for decision in decisions])

    def informer(self, games: np.ndarray) -> Callable[[], Info]:
        """See `core.ruleset.Ruleset.informer`."""
        turn, phase, decision, subject = (games[field] for field in FIELDS)
        about_something = self._about_something.tolist()

        def info() -> Info:
            kind = decision.item(0)
            return {
                "turn": NUMBERS[turn.item(0)],
                "phase": NUMBERS[phase.item(0)],
                "decision": NUMBERS[kind],
                "subject": NUMBERS[subject.item(0) if about_something[kind] else -1],
            }

        return info

    def of_all(self, games: np.ndarray) -> dict[str, np.ndarray]:
        """See `core.ruleset.Ruleset.infos`."""
        info = {field: np.array(games[field], np.int64) for field in FIELDS}
        info["subject"][~self._about_something[info["decision"]]] = -1
        return info

    def in_words(self, names: Any, info: Mapping[str, Any]) -> dict[str, Any]:
        """See `core.ruleset.Ruleset.info_in_words`.  names: of the game's units and places."""
        decision, subject = self._decisions.numbered(info["decision"]), info["subject"]
        known = names.places if decision.about == PLACE else names.units
        return {
            **info,
            "turn": int(info["turn"]),
            "phase": self._phases(info["phase"]).name.lower(),
            "decision": decision.name.lower(),
            "subject": None if subject < 0 else known[subject].id,
        }
