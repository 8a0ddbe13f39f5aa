"""What a seat may know of a game, for people and for players that reason: what is alike in every game.

A game's own view says what its phases, decisions, units and places are, and adds what does not follow from its
declarations.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import IntEnum
from functools import cached_property
from typing import Any, ClassVar, Generic, Self, TypeVar

import numpy as np

from aw_env.core.declare.decisions import NOTHING, PLACE, UNIT, Decisions
from aw_env.core.declare.fields import YES_OR_NO, Book, Declaration, Values, leave_out
from aw_env.core.engine.compiling import records
from aw_env.core.engine.layout import readable
from aw_env.core.seen.interpreted import interpreted

PRINTED = "printed_"
"""What stands before the name of a field of the book, where a unit now has something else by that name."""


class _ReadOnce:
    """A record that never changes, with its fields as attributes: each is read from it once, which takes long."""

    def __init__(self, record: np.void) -> None:
        self._record = record

    def __getattr__(self, name: str) -> Any:
        value = self._record[name]
        setattr(self, name, value)
        return value


Made = TypeVar("Made")


class _Made(Mapping[int, Made]):
    """What each of some numbers stands for, made when it is first asked for: many questions are about one unit."""

    def __init__(self, numbers: Sequence[int], make: Callable[[int], Made]) -> None:
        self._numbers, self._make = dict.fromkeys(numbers), make
        self._made: dict[int, Made] = {}

    def __getitem__(self, number: int) -> Made:
        if number not in self._made:
            if number not in self._numbers:
                raise KeyError(number)
            self._made[number] = self._make(number)
        return self._made[number]

    def __contains__(self, number: object) -> bool:
        return number in self._numbers

    def __iter__(self) -> Iterator[int]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)


class Counter:
    """A unit in a view: its name, and every field that the record and the book declare of a unit.

    What is declared as yes or no is a bool, a member of an enumeration is that member, other numbers are int;
    `printed_attack` is the field `attack` of the book.  A game's own class adds what follows from these.
    """

    def __init__(self, view: "GameView", number: int) -> None:
        self.view, self.number = view, number

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        value = self.__dict__[name] = self.view.values_of_units(name)[self.number]
        return value

    def __eq__(self, other: object) -> bool:
        """The same unit, to which the same has happened."""
        return isinstance(other, Counter) and self.number == other.number and self._state() == other._state()

    def __hash__(self) -> int:
        return hash(self.number)

    def _state(self) -> dict[str, Any]:
        return {name: self.view.values_of_units(name)[self.number] for name in self.view.fields_of_units}

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.id!r} in {self.place!r})"

    @property
    def label(self) -> Any:
        """It in words: a `core.printed.names.UnitName`."""
        return self.view.names.units[self.number]

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

    @property
    def place_number(self) -> int:
        """Number of its place, -1 where the observer does not see it."""
        return self.view.values_of_units("place")[self.number]

    @property
    def place(self) -> str | None:
        """Id of its place; None where the observer does not see it."""
        return None if self.place_number < 0 else self.view.names.places[self.place_number].id


def told_by(rule: Callable[..., Any], kind: Callable[[int], Any] = int) -> Any:
    """A property of units: what a rule says of one, `rule(book, game, unit)`.  kind: bool where that is yes or no."""
    return property(lambda unit: kind(unit.view.by_rule(rule, unit.number)))


AnyPhase = TypeVar("AnyPhase", bound=IntEnum)
AnyDecision = TypeVar("AnyDecision", bound=Decisions)
AnyUnit = TypeVar("AnyUnit", bound=Counter)
AnyPlace = TypeVar("AnyPlace")


def copied(games: np.ndarray) -> np.ndarray:
    """A copy of `games[0]`, as an array of one record that rules can read."""
    copy = records(games.dtype, 1)
    copy.view(np.uint8, np.ndarray)[:] = games[:1].view(np.uint8, np.ndarray)
    return copy


class GameView(Generic[AnyPhase, AnyDecision, AnyUnit, AnyPlace]):
    """What a seat may know of a game; seat None: everything but the dice to come.

    A view is a snapshot: it does not change as the game goes on.  It knows nothing of the dice to come, and the view of
    a seat nothing that is secret from it.

    Every field of the record, or else of the book, that is one number or a row of them is an attribute, as `Counter`
    has it, but None where a number means no member of its enumeration.

    scenario: the scenario that is played.  games: an array whose first record is the game; it is copied.
    """

    state: ClassVar[Declaration]
    """The fields of the record."""
    printed: ClassVar[Book]
    """The fields of the book."""
    cards: ClassVar[str] = ""
    """The field of the record that says which row of the book is a unit's, where the book tells of sorts of units, of
    which a game may have several each; "" where it tells of units."""
    counters: type[AnyUnit]
    phases: type[AnyPhase]
    decisions_asked: type[AnyDecision]

    def __init__(self, scenario: Any, games: np.ndarray, seat: int | None = None) -> None:
        self.scenario = scenario
        self.names = scenario.names
        self.observer = seat
        self._games = self.seen_by(scenario.books, games, seat)
        self.record: Any = self._games[0]
        """The record as the observer may see it."""
        self._book = scenario.books[0]
        self._units: dict[str, list[Any]] = {}

    def __getattr__(self, name: str) -> Any:
        for declared, record in ((self.state, "record"), (self.printed, "_book")):
            if name in declared.fields and len(declared[name].shape) < 2 and record in self.__dict__:
                numbers = declared.read(self.__dict__[record], name)
                told = _in_words(declared[name].values, numbers.ravel().tolist(), or_none=True)
                return tuple(told) if numbers.shape else told[0]
        raise AttributeError(f"no {name} is declared of the game")

    @classmethod
    def of(cls, scenario: Any, game: Any) -> Self:
        """The view of a game given as a view, an array of games (the first is meant) or a record."""
        if isinstance(game, cls):
            return game
        return cls(scenario, game if game.ndim else np.array([game], game.dtype))

    @classmethod
    def blindfolded(cls, books: np.ndarray, games: np.ndarray, seat: int | None) -> np.ndarray:
        """A copy of `games[0]` without what a seat may not see, but for fields that are secret by themselves."""
        seen = copied(games)
        if seat is not None:
            cls.conceal(books, seen, seat)
        return seen

    @classmethod
    def seen_by(cls, books: np.ndarray, games: np.ndarray, seat: int | None) -> np.ndarray:
        """A copy of `games[0]` with what a seat may see of it; the dice to come nobody may."""
        seen = cls.blindfolded(books, games, seat)
        side = None if seat is None else cls.side_of_seat(seat)
        leave_out(cls.state, seen[0], seat, side, books[0]["seat_of_power"], cls.owners(books))
        return seen

    @staticmethod
    def owners(books: np.ndarray) -> np.ndarray | None:
        """The side of each unit, where a field of it is seen by that alone."""
        return None

    @staticmethod
    def side_of_seat(seat: int) -> int:
        """The side that a seat plays for."""
        return seat

    @staticmethod
    def conceal(books: np.ndarray, games: np.ndarray, seat: int) -> None:
        """Take from `games[0]`, a copy, what a seat may not see; fields that are secret by themselves follow after."""

    def to_scenario(self) -> str:
        """The position as a scenario file (TOML): `env(scenario="position.toml")` begins there, at the start of the
        present phase; what has been done within the phase, and the dice, are not part of it."""
        raise NotImplementedError

    def plays(self, option: int) -> bool:
        """Whether an optional rule is in play."""
        return bool(int(self._book["options"]) >> option & 1)

    @cached_property
    def _plain(self) -> tuple[Any, Any]:
        """Book and record as rules take them in Python."""
        return _ReadOnce(self.scenario.books[0]), readable(self._games)[0]

    def by_rule(self, rule: Callable[..., Any], *given: int) -> int:
        """What a rule says of the position: `rule(book, game, *given)`."""
        return int(self.told_by_rule(rule, *given))

    def told_by_rule(self, rule: Callable[..., Any], *given: int) -> Any:
        """The same, as the rule says it: a chance, or several numbers."""
        return interpreted(rule)(*self._plain, *given)

    # --- the units -----------------------------------------------------------------------------------------

    @cached_property
    def units_by_number(self) -> Mapping[int, AnyUnit]:
        """Every unit in the game, by number, in roster order."""
        roster = self.record["roster"][: self.record["units"]].tolist()
        return _Made(roster, lambda number: self.counters(self, number))

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

    def units_in(self, place: str) -> list[AnyUnit]:
        """The units in a place.  Raises LookupError for an unknown one."""
        number = self.names.place_number(place)
        return [unit for unit in self.units if unit.place_number == number]

    def absence(self, known: Any) -> str:
        """How to say that a printed unit or place, by its name, takes no part in this game."""
        return "is not in this game"

    @property
    def fields_of_units(self) -> list[str]:
        """The names of the fields that the record declares of a unit."""
        return [field.name for field in self.state if field.shape == self.state["place"].shape]

    def values_of_units(self, name: str) -> list[Any]:
        """A field of every unit by number, as `Counter` has it.  Raises AttributeError for none that is declared."""
        if name not in self._units:
            self._units[name] = self._values_of_units(name)
        return self._units[name]

    def _values_of_units(self, name: str) -> list[Any]:
        whole = self.state["place"].shape
        for declared, record, field in (
            (self.state, self.record, name),
            (self.printed, self._book, name.removeprefix(PRINTED)),
        ):
            if field in declared.fields and declared[field].shape == whole:
                return _in_words(declared[field].values, declared.read(record, field).tolist())
        field = name.removeprefix(PRINTED)
        if self.cards and field in self.printed.fields:
            if self.printed[field].shape[:1] == (self.state[self.cards].values.greatest + 1,):
                values = self.printed.read(self._book, field)[self.field(self.cards)]
                return _in_words(self.printed[field].values, values.tolist())
        raise AttributeError(f"no {name} is declared of a unit")

    def field(self, name: str) -> np.ndarray:
        """A field of the record by its name, as int64; 0 where the observer may not see it."""
        return self.state.read(self.record, name)

    # --- the map -------------------------------------------------------------------------------------------

    @property
    def areas(self) -> tuple[Any, ...]:
        """The places that units move between: all there are, where a game does not say otherwise."""
        return self.names.places

    @property
    def ports(self) -> tuple[Any, ...]:
        """Its ports: none, where a game does not say otherwise."""
        return ()

    def resolved(self, area: str) -> bool:
        """Whether combat in a place is over for this turn: where a game does not say otherwise, it never is."""
        return False

    # --- the game as a whole ---------------------------------------------------------------------------

    @property
    def turn(self) -> int:
        """Number of the turn."""
        return int(self.record["turn"])

    @property
    def phase(self) -> AnyPhase:
        """The phase of the turn."""
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
    def fought(self) -> int:
        """Number of the sea area in which combat is being resolved, -1 for none."""
        return int(self.record["area"]) if "area" in self.state.fields else -1

    # --- the decision ----------------------------------------------------------------------------------

    @property
    def decision(self) -> AnyDecision:
        """The pending decision."""
        return self.decisions_asked.numbered(self.record["decision"])

    @property
    def seat(self) -> int:
        """The seat to act, -1 when the game is over."""
        return int(self.record["seat"])

    @property
    def subject(self) -> AnyUnit | AnyPlace | None:
        """The unit or the place that the decision is about."""
        number = int(self.record["subject"])
        if self.decision.about == NOTHING or number < 0:
            return None
        return self.names.places[number] if self.decision.about == PLACE else self.units_by_number[number]

    def as_asked(self) -> Self:
        """What the seat to act may know of the game."""
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


def _in_words(values: Values, numbers: list[int], or_none: bool = False) -> list[Any]:
    """Numbers as Python has what they stand for.  or_none: None for one that is no member of its enumeration, which
    else stays a number."""
    if values == YES_OR_NO:
        return list(map(bool, numbers))
    if values.members is not None:
        members = {int(member): member for member in values.members}
        return [members.get(number, None if or_none else number) for number in numbers]
    return numbers
