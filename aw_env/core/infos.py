"""What a game tells each agent beside its observation: numbers alone, because frameworks make tensors of them."""

from collections.abc import Callable

import numpy as np

FIELDS = ("turn", "phase", "decision", "subject")
"""Fields of a record that an info tells."""


class Infos:
    """The infos of a game's records.

    about_something: bool by the number of a decision: whether it is about a unit or a place.
    """

    def __init__(self, about_something: np.ndarray) -> None:
        self._about_something = about_something

    def informer(self, games: np.ndarray) -> Callable[[], dict[str, int]]:
        """See `core.rules.Ruleset.informer`."""
        turn, phase, decision, subject = (games[field] for field in FIELDS)
        about_something = self._about_something.tolist()

        def info() -> dict[str, int]:
            kind = decision.item(0)
            return {
                "turn": turn.item(0),
                "phase": phase.item(0),
                "decision": kind,
                "subject": subject.item(0) if about_something[kind] else -1,
            }

        return info

    def of_all(self, games: np.ndarray) -> dict[str, np.ndarray]:
        """See `core.rules.Ruleset.infos`."""
        info = {field: np.array(games[field], np.int64) for field in FIELDS}
        info["subject"][~self._about_something[info["decision"]]] = -1
        return info
