"""What a seat may know of a game whose places are all of one kind, and whose sides have a seat each."""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

import numpy as np

from aw_env.core.declare.decisions import Mark
from aw_env.core.declare.fields import names_of
from aw_env.core.rooms.records import Records
from aw_env.core.seen.view import Counter, GameView


class PlainView(GameView[Any, Any, Any, Any]):
    """What a seat may know of a game, or (seat None) everything but the dice to come."""

    @cached_property
    def units_by_number(self) -> Mapping[int, Any]:
        """Every unit in the game, by number; none where the game has no units."""
        return super().units_by_number if "roster" in self.state.fields else {}

    @staticmethod
    def owners(books: np.ndarray) -> np.ndarray | None:
        """The side of each unit."""
        return books[0]["side"] if "side" in names_of(books.dtype) else None

    @classmethod
    def conceal(cls, books: np.ndarray, games: np.ndarray, seat: int) -> None:
        """While an answer is secret: how often anybody has answered so far."""
        if games["decision"][0] in cls.decisions_asked.those(Mark.SECRET):
            games["decisions"] = games["forced"] = 0

    @property
    def areas(self) -> tuple[Any, ...]:
        """The places that there are."""
        return tuple(place for place in self.names.places if place is not None)

    def at(self, place: str, name: str) -> int:
        """A field that has a number for each place.  Raises LookupError for a place that there is not."""
        return int(self.field(name)[self.names.place_number(place)])


def view_of(
    records: Records,
    counter: type[Counter] = Counter,
    to_scenario: Callable[[Any, np.void], str] | None = None,
) -> type[PlainView]:
    """The view of a game.  counter: a unit as it has it.  to_scenario: `to_scenario(scenario, record)`, the position as
    a scenario file."""
    own: dict[str, Any] = {
        "state": records.state,
        "printed": records.book,
        "counters": counter,
        "phases": records.phases,
        "decisions_asked": records.decisions,
    }
    if to_scenario is not None:
        own["to_scenario"] = lambda view: to_scenario(view.scenario, view.record)
    return type("View", (PlainView,), own)
