"""Scenarios that a game keeps in files beside its printed material, with its optional rules: what its rooms `offered`
and `printed.check` are where it writes none."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from aw_env.core.config.errors import ConfigError
from aw_env.core.config.report import Report, values_of
from aw_env.core.declare.fields import Declaration
from aw_env.core.offers import OptionOffered, ScenarioOffered
from aw_env.core.printed.bids import Bidding, evened
from aw_env.core.printed.choices import Takes, chosen, word_of, words_with
from aw_env.core.printed.counters import values_of_units
from aw_env.core.printed.names import Names
from aw_env.core.printed.scenarios import (
    Scenario,
    Shelf,
    Vocabulary,
    known_scenarios,
    scenario_file,
    scenario_of,
    wrong_scenarios,
)
from aw_env.core.rooms.scenario import write_told


class Checked(NamedTuple):
    """What a check of the printed material tells of it, each a function of that.

    counted: what is counted besides scenarios, by what it is called.  sourced: the files whose values say where they
    come from, beside those of units.  rows: the rows of each file of units.  factors: its columns that are shown as the
    factors of a unit.  arrival: when and where a unit comes, in words.
    """

    counted: Callable[[Any], Mapping[str, Collection[Any]]]
    sourced: Callable[[Any], Mapping[str, Any]]
    factors: Sequence[str]
    arrival: Callable[[Any], str]
    rows: Callable[[Any], Mapping[str, Sequence[Any]]] = lambda printed: {"units.csv": printed.units}


@dataclass(frozen=True)
class ScenarioShelf:
    """The scenarios of a game that has a seat for each side (`core.rooms.game.Shelved`).

    shelf: its printed material, with an `OptionalRule` for each name in `options`.  read: `(path, printed)`, a scenario
    file with `title`, `note` and `in_play`.  pack: `(printed, file)`, an array of one book and one of one first
    position.  state, sides, vocabulary: of its records.  checked: see there.  first: the scenarios that are named
    before the others.  takes: what optional rules take; None: nothing.  verify: `(path, file, printed)`, of a file with
    the optional rules that are in play.  put_in_play: `(path, file, words, printed)`, a file with the optional rules
    that it and these words name, checked with them; None: they are added to its `in_play`.  names_of: `(printed,
    file)`, the units and places of a scenario in words.  part: `(printed, file)`, what `pack`, `verify` and `names_of`
    take as printed, where a scenario has a board and units of its own.  bidding: how bids even out a scenario, None
    where the game knows none.  `read`, `verify` and `put_in_play` raise ConfigError."""

    shelf: Shelf[Any]
    read: Callable[[Path, Any], Any]
    pack: Callable[[Any, Any], tuple[np.ndarray, np.ndarray]]
    state: Declaration
    sides: type[IntEnum]
    vocabulary: Vocabulary
    checked: Checked
    first: Sequence[str] = ()
    takes: Mapping[str, Takes] | None = None
    verify: Callable[[Path, Any, Any], None] = lambda path, file, printed: None
    put_in_play: Callable[[Path, Any, Collection[str], Any], Any] | None = None
    names_of: Callable[[Any, Any], Names] = lambda printed, file: printed.names
    part: Callable[[Any, Any], Any] = lambda printed, file: printed
    bidding: Bidding | None = None

    @property
    def words(self) -> Names:
        """The units and places in words."""
        return self.shelf.names()

    def names(self) -> list[str]:
        """The names of the scenarios."""
        known = known_scenarios(self.shelf.shipped())
        return [*self.first, *(name for name in known if name not in self.first)]

    def offer(self, scenario: str) -> ScenarioOffered:
        """What can be chosen of a scenario, by its name or the path of its file: the optional rules that it admits.
        Raises ConfigError."""
        printed = self.shelf.shipped()
        path = scenario_file(scenario, printed)
        file = self._ready(path, (), printed)
        seats = tuple(side.name.lower() for side in self.sides)
        options, valued = (
            tuple(option for option in offered if self._admits(path, option.name, printed))
            for offered in (self._options(printed), self._with_values(printed))
        )
        bids = self.bidding.offered(file) if self.bidding is not None else None
        return ScenarioOffered(
            path.stem, file.title or path.stem, file.note, {len(seats): seats}, False, options, valued, bids
        )

    def _takes(self, printed: Any) -> Mapping[str, Takes]:
        return dict.fromkeys(printed.options, Takes()) if self.takes is None else self.takes

    def _options(self, printed: Any) -> Iterator[OptionOffered]:
        """The optional rules that are chosen or not: one with a usual value once for each of its values."""
        for name, takes in self._takes(printed).items():
            rule, words = printed.options[name], words_with(name, takes)
            for word in words:
                title, others = rule.titles.get(word, rule.title), tuple(other for other in words if other != word)
                yield OptionOffered(word, title, rule.effect, rule.rule, rule.helps, excludes=others)

    def _with_values(self, printed: Any) -> Iterator[OptionOffered]:
        for name, takes in self._takes(printed).items():
            if takes.example:
                rule = printed.options[name]
                yield OptionOffered(word_of(name, takes.example), rule.title, rule.effect, rule.rule)

    def _admits(self, path: Path, word: str, printed: Any) -> bool:
        try:
            self._ready(path, [word], printed)
        except ConfigError:
            return False
        return True

    def _ready(self, path: Path, words: Collection[str], printed: Any) -> Any:
        """A file with optional rules in play."""
        file = self.read(path, printed)
        if self.put_in_play is not None:
            return self.put_in_play(path, file, words, printed)
        in_play = chosen(path, "options", [*file.in_play, *words], self._takes(printed), "optional rule")
        file = file.model_copy(update={"in_play": [*in_play]})
        self.verify(path, file, self.part(printed, file))
        return file

    def ready(
        self, scenario: str | Path, options: Collection[str] = (), printed: Any = None, bid: float = 0, **begins: Any
    ) -> Scenario:
        """A scenario ready to play, by its name or the path of a TOML file, with optional rules and a bid.

        printed: what is printed, where that is not the game's own.  begins: what fields of the first position hold.
        Raises ConfigError for an unknown scenario (with the known ones), a wrong file, or an option that there is not
        or that the scenario does not admit; ValueError for a field that there is not, a number that it cannot have, or
        a bid that the scenario does not know."""
        printed = self.shelf.shipped() if printed is None else printed
        path = scenario_file(scenario, printed)
        file = evened(self.bidding, self._ready(path, options, printed), bid)
        return self.packed(path, file, printed, **begins)

    def packed(self, path: Path, file: Any, printed: Any, **begins: Any) -> Scenario:
        """The same of a file that has been read, with the optional rules that are in play.  Raises ValueError."""
        printed = self.part(printed, file)
        books, games = self.pack(printed, file)
        write_told(self.state, games, begins)
        ready = scenario_of(path, file, printed, books, games, self.vocabulary)
        return replace(ready, names=self.names_of(printed, file))

    @cached_property
    def check(self) -> Callable[..., Report]:
        """`check(folder)`: everything about the printed material in a folder as a Report (`Shelf.check`)."""
        return self.shelf.check(self._find)

    def _find(self, report: Report, printed: Any) -> None:
        report.problems += wrong_scenarios(printed, lambda path, printed: self._ready(path, (), printed))
        counted = {**self.checked.counted(printed), "scenarios": known_scenarios(printed)}
        report.counts = {what: len(things) for what, things in counted.items()}
        for file, table in self.checked.sourced(printed).items():
            report.take_values(file, list(values_of(table)))
        for file, rows in self.checked.rows(printed).items():
            report.take_values(file, list(values_of_units(rows, "name", self.checked.factors, self.checked.arrival)))
