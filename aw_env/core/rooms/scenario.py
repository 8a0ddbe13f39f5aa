"""Scenarios that a game tells in its code: what its book and its first position hold."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from aw_env.core.config.errors import ConfigError, unknown
from aw_env.core.config.report import Problem, Report
from aw_env.core.declare.fields import Declaration
from aw_env.core.engine.layout import records as zeroed
from aw_env.core.offers import ScenarioOffered
from aw_env.core.printed.bids import evened
from aw_env.core.printed.names import Names, PlaceName, UnitName
from aw_env.core.printed.scenarios import Scenario, Vocabulary, digest_of
from aw_env.core.rooms.records import Records

AREA = "area"
"""The kind of all places."""


@dataclass(frozen=True)
class Opening:
    """A scenario.  printed, begins: what the fields of the book and of the first position hold, where that is not what
    a fresh record does.  note: what there is to know of it."""

    title: str
    last_turn: int
    printed: Mapping[str, Any] = field(default_factory=dict)
    begins: Mapping[str, Any] = field(default_factory=dict)
    note: str = ""


class Openings:
    """The scenarios of a game by name; the first is the usual one."""

    def __init__(self, records: Records, openings: Mapping[str, Opening]) -> None:
        self._records, self._openings = records, openings

    @cached_property
    def words(self) -> Names:
        """The units and places in words."""
        places = [PlaceName(k, id_of(name), name, AREA) for k, name in enumerate(self._records.places)]
        units = self._records.units.items()
        return Names([UnitName(k, id_of(n), n, s.name.lower(), "unit", "") for k, (n, s) in enumerate(units)], places)

    def names(self) -> list[str]:
        """The names of the scenarios."""
        return [*self._openings]

    def offer(self, scenario: str) -> ScenarioOffered:
        """What can be chosen of a scenario.  Raises ConfigError for one that there is not."""
        opening, seats = self.opening(scenario), tuple(side.name.lower() for side in self._records.sides)
        return ScenarioOffered(scenario, opening.title, opening.note, {len(seats): seats}, False, ())

    def opening(self, scenario: str) -> Opening:
        """A scenario by its name.  Raises ConfigError."""
        if scenario not in self._openings:
            problem = f"{unknown(scenario, 'scenario', self._openings)} (known: {', '.join(self._openings)})"
            raise ConfigError("scenarios", f'"{scenario}"', problem)
        return self._openings[scenario]

    def ready(self, scenario: str, options: Sequence[str] = (), *, bid: float = 0, **begins: Any) -> Scenario:
        """A scenario ready to play.  options: none, for there are no optional rules.  bid: 0, for such scenarios know
        none.  begins: what fields of the first position hold besides.  Raises ConfigError, ValueError for a field that
        there is not, a number that the field cannot have, or a bid."""
        opening, records = evened(None, self.opening(scenario), bid), self._records
        books, games = zeroed(records.book.dtype, 1), zeroed(records.state.dtype, 1)
        of_book: dict[str, Any] = {"last_turn": opening.last_turn, "seat_of_power": [*records.sides]}
        of_game: dict[str, Any] = {"turn": 1, "phase": min(records.phases)}
        if records.units:
            of_book["side"] = [*records.units.values()]
            of_game |= {"units": len(records.units), "roster": np.arange(len(records.units))}
        fill(records.book, books, {**of_book, **opening.printed})
        fill(records.state, games, {**of_game, **opening.begins, **begins})
        room = records.first_place, len(records.places), len(records.units)
        vocabulary = Vocabulary(room, (records.options, records.decisions))
        places = {id_of(name): k for k, name in enumerate(records.places)}
        named = SimpleNamespace(unit_numbers=map(id_of, records.units), place_numbers=places)
        digest = digest_of(books, games.dtype, vocabulary, named)
        return Scenario(scenario, opening.title, books, games, self.words, digest, None, opening)

    def check(self, folder: Path | None) -> Report:
        """What `aw-env check` finds: scenarios that cannot be made ready.  folder: where it says that it has looked."""
        report = Report(folder or Path("scenarios"))
        for name in self.names():
            try:
                self.ready(name)
            except ValueError as error:
                report.problems.append(Problem("scenarios", name, str(error)))
        counted = {"places": self._records.places, "units": self._records.units, "scenarios": self.names()}
        report.counts = {what: len(things) for what, things in counted.items()}
        return report


def id_of(name: str) -> str:
    """The id of what has a name: "Old Head" is `old_head`."""
    return re.sub(r"\W+", "_", name.lower()).strip("_")


def fill(declared: Declaration, array: np.ndarray, told: Mapping[str, Any]) -> None:
    """Write what is told into a fresh record, `array[0]`.  Raises ValueError for a field that there is not, or a number
    that it cannot have."""
    declared.fresh(array[0])
    write_told(declared, array, told)


def write_told(declared: Declaration, array: np.ndarray, told: Mapping[str, Any]) -> None:
    """The same into a record that is no longer fresh.  Raises ValueError."""
    for name, value in told.items():
        if name not in declared.fields:
            raise ValueError(f"there is no field {name!r}: choose from {', '.join(declared.fields)}")
        values, whole = declared[name].values, np.broadcast_to(np.asarray(value, np.int64), declared[name].shape)
        if whole.min() < values.least or whole.max() > values.greatest:
            raise ValueError(f"{name} = {value!r}: from {values.least} to {values.greatest}")
        declared.write(array[0], name, whole if whole.shape else int(whole))
