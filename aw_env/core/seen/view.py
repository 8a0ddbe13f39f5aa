"""What a seat may know of a game, for people and for players that reason: what is alike in every game.

A game's own view says what its phases, decisions, units and places are, and adds its board.
"""

from collections.abc import Mapping
from enum import IntEnum
from typing import Any, ClassVar, Generic, Self, TypeVar

import numpy as np

from aw_env.core.config.errors import did_you_mean
from aw_env.core.declare.decisions import NOTHING, PLACE, UNIT, Decisions
from aw_env.core.declare.fields import Declaration
from aw_env.core.engine.compiling import records

AnyPhase = TypeVar("AnyPhase", bound=IntEnum)
AnyDecision = TypeVar("AnyDecision", bound=Decisions)
AnyUnit = TypeVar("AnyUnit")
AnyPlace = TypeVar("AnyPlace")


class Numbered:
    """Units and places by the ids of the printed material.

    units, places: their numbers by id.
    """

    def __init__(self, units: Mapping[str, int], places: Mapping[str, int]) -> None:
        self._unit_numbers, self._place_numbers = units, places

    def unit_number(self, id: str) -> int:
        """Number of a unit by its id in `units.csv`.  Raises LookupError with the closest ids."""
        return _number(self._unit_numbers, id, "unit")

    def place_number(self, id: str) -> int:
        """Number of a place by its id in `board.toml`.  Raises LookupError with the closest ids."""
        return _number(self._place_numbers, id, "place")


def _number(numbers: Mapping[str, int], id: str, what: str) -> int:
    if id not in numbers:
        raise LookupError(f'no {what} "{id}"{did_you_mean(id, numbers)}')
    return numbers[id]


class Counter:
    """A unit as a view has it, by its label: how it is called."""

    label: Any

    @property
    def id(self) -> str:
        """Its id in `units.csv`."""
        return self.label.id

    @property
    def name(self) -> str:
        """The name on the counter."""
        return self.label.name

    @property
    def nation(self) -> str:
        """Its nation."""
        return self.label.nation


def copied(games: np.ndarray) -> np.ndarray:
    """A copy of `games[0]`, as an array of one record that rules can read."""
    copy = records(games.dtype, 1)
    copy.view(np.uint8, np.ndarray)[:] = games[:1].view(np.uint8, np.ndarray)
    return copy


class GameView(Generic[AnyPhase, AnyDecision, AnyUnit, AnyPlace]):
    """What a seat may know of a game.  record: a copy of the game's, as the seat may see it."""

    state: ClassVar[Declaration]
    """The fields of the record."""
    phases: type[AnyPhase]
    decisions_asked: type[AnyDecision]
    scenario: Any
    names: Any
    """The names of the game's units and places."""
    record: Any
    _book: Any
    _games: np.ndarray

    def __init__(self, scenario: Any, games: np.ndarray, seat: int | None = None) -> None:
        raise NotImplementedError

    @property
    def units_by_number(self) -> Mapping[int, AnyUnit]:
        """Every unit in the game, by number, in roster order."""
        raise NotImplementedError

    @property
    def units(self) -> list[AnyUnit]:
        """Every unit in the game, in roster order."""
        return list(self.units_by_number.values())

    def unit(self, id: str) -> AnyUnit:
        """A unit by its id.  Raises LookupError when there is none, or it is not in this game."""
        number = self.names.unit_number(id)
        if number not in self.units_by_number:
            raise LookupError(f'"{id}" is not in this game')
        return self.units_by_number[number]

    def area_number(self, area: str) -> int:
        """Number of a sea area by its id.  Raises LookupError for what is none."""
        number = self.names.place_number(area)
        if self.names.place(number).kind != "area":
            raise LookupError(f'"{area}" is no sea area')
        return number

    def field(self, name: str) -> np.ndarray:
        """A field of the record by its name (`docs/record.md`), int64; 0 where the observer may not see it."""
        return self.state.read(self.record, name)

    # --- the game as a whole ---------------------------------------------------------------------------

    @property
    def turn(self) -> int:
        """Number of the turn."""
        return int(self.record["turn"])

    @property
    def last_turn(self) -> int:
        """Number of the last turn."""
        return int(self._book["last_turn"])

    @property
    def phase(self) -> AnyPhase:
        """The step of the turn."""
        return self.phases(self.record["phase"])

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.record["over"])

    @property
    def result(self) -> int | None:
        """For the first side: 1 won, 0 drawn, -1 lost; None before the end."""
        return int(self.record["result"]) if self.over else None

    @property
    def decisions(self) -> int:
        """Decisions answered so far."""
        return int(self.record["decisions"])

    # --- the combat that is resolved -----------------------------------------------------------------------

    @property
    def round(self) -> int:
        """Number of the round of combat in the area, 0 before the first."""
        return int(self.record["combat_round"])

    @property
    def battle_group(self) -> int:
        """The group whose pursuit is fought, 0 while nobody breaks off."""
        return int(self.record["battle_group"])

    def resolved(self, area: str) -> bool:
        """Whether combat in a sea area is over for this turn.  Raises LookupError for an unknown one."""
        return bool(self.record["resolved"][self.area_number(area)])

    # --- the decision ----------------------------------------------------------------------------------

    @property
    def decision(self) -> AnyDecision:
        """What is being asked."""
        return self.decisions_asked.numbered(self.record["decision"])

    @property
    def seat(self) -> int:
        """The seat that is asked, -1 when the game is over."""
        return int(self.record["seat"])

    @property
    def subject(self) -> AnyUnit | AnyPlace | None:
        """The unit or the place that the decision is about."""
        number = int(self.record["subject"])
        if self.decision.about == NOTHING or number < 0:
            return None
        return self.names.places[number] if self.decision.about == PLACE else self.units_by_number[number]

    def as_asked(self) -> Self:
        """What the seat that is asked may know of the game."""
        return type(self)(self.scenario, self._games, self.seat)

    @property
    def subject_unit(self) -> AnyUnit | None:
        """The unit that the decision is about, or None when it is about a place or nothing."""
        return self.subject if self.decision.about == UNIT else None  # type: ignore[return-value]

    @property
    def asked_unit(self) -> AnyUnit:
        """The unit that the decision is about.  Raises LookupError when it is about a place or nothing."""
        unit = self.subject_unit
        if unit is None:
            raise LookupError(f"{self.decision.name} is about no unit")
        return unit

    @property
    def asked_place(self) -> AnyPlace:
        """The place that the decision is about.  Raises LookupError when it is about a unit or nothing."""
        subject = self.subject
        if subject is None or self.decision.about != PLACE:
            raise LookupError(f"{self.decision.name} is about no place")
        return subject  # type: ignore[return-value]
