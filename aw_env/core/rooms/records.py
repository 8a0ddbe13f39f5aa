"""The records of a game and the room of its answers, from its words and from the fields that it has of its own.

RECORDS = Records(
    sides=Side, decisions=Decision, options=Option, events=Event,
    places=("North", "South"), units={"Red": Side.RED, "Blue": Side.BLUE},
    fields=(Field("hull", "i1", number(0, 6), "hits that sink her", (2,)),),
)
"""

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Any

from aw_env.core.declare.decisions import PLACE, UNIT, Decisions, Mark, Options
from aw_env.core.declare.dice import Die
from aw_env.core.declare.fields import YES_OR_NO, Book, Declaration, Field, Sight, dice, index, number, one_of, subset
from aw_env.core.engine.layout import FIRST_DIE

MOST_TURNS = 9999
NOBODY = -1
_COUNT = number(0, 0x7FFFFFFF)
MASK_PART = 8
"""Masks are read so many answers at a time (`core.engine.masks`)."""
MOST_DECISIONS = 64
"""Kinds of decisions: a set of them is one whole number."""
BY_PLACE = "place"
"""What `Field.by` is of a field with a number for each place; of one with a number for each side it is their
enumeration, and of one with a number for each unit nothing."""
SECRETS = (Sight.UNTIL_ALL_HAVE_CHOSEN, Sight.ITS_SIDE, Sight.ITS_OWNER, Sight.ONE_PLAYER)
"""Who may see what a seat may know and another does not."""


class Turn(IntEnum):
    """The phases of a game that has none."""

    PLAY = 0


class Records:
    """What a game is, as its rules and all faces need it.

    sides: whom the seats play for, the first of them the one that `result` speaks of.  decisions, options, events: as
    `core.declare` has them; the first decision and the first event are none.  places, units: their names; of units
    also whose they are.  fields: of the record, beside those that every game has; a game with units has a field `place`
    among them.  printed: of the book.  die: what is rolled.  event_dice: dice that one event has room for.  phases:
    parts of a turn, if it has several; the game begins in the first.  switches: optional rules that there is room for.
    A game that says itself how its records are laid out, with all that every game has, gives a `Declaration` for fields
    and a `Book` for printed; room: for how many options there is, where that is more than they are.

    state, book: the declarations of both records.  options come first in the vocabulary of answers, then the places
    from `first_place` on, then the units from `first_unit` on; `actions`: its size.
    Raises ValueError for another number of sides than two, for more than 64 kinds of decisions, for units that are
    nowhere or in secret places, and for a secret of both sides that has not its numbers for each.
    """

    def __init__(
        self,
        sides: type[IntEnum],
        decisions: type[Decisions],
        options: type[Options],
        events: type[IntEnum],
        places: Sequence[str] = (),
        units: Mapping[str, Any] | None = None,
        fields: Sequence[Field] | Declaration = (),
        printed: Sequence[Field] | Book = (),
        die: Die | None = None,
        event_dice: int = 8,
        phases: type[IntEnum] = Turn,
        switches: int = 1,
        room: int = 0,
    ) -> None:
        self.sides, self.phases, self.decisions, self.options, self.events = sides, phases, decisions, options, events
        self.places, self.units, self.own, self.printed = (
            tuple(places),
            dict(units or {}),
            tuple(fields),
            tuple(printed),
        )
        self.die, self.event_dice, self.switches = die or Die(6), event_dice, switches
        self.event_columns = FIRST_DIE + event_dice
        if len(sides) != 2:
            raise ValueError(f"{len(sides)} sides: a game that is declared has two")
        if len(decisions) > MOST_DECISIONS:
            raise ValueError(f"{len(decisions)} kinds of decisions: {MOST_DECISIONS} are the most, a bit of a set each")
        if self.units and BY_PLACE not in {field.name for field in self.own}:
            raise ValueError("units are somewhere: declare a field `place` of them")
        for field in self.own:
            if field.name == BY_PLACE and field.sight != Sight.EVERYONE:
                raise ValueError("place: where units are is seen by everyone, or the game writes what is seen of them")
            if field.sight == Sight.UNTIL_ALL_HAVE_CHOSEN and not self.by_side(field):
                raise ValueError(f"{field.name}: what is secret until both have chosen is declared `by` the sides")
            if field.sight == Sight.ITS_SIDE and not self.of_sides(field):
                raise ValueError(f"{field.name}: what each side keeps to itself is declared `by` the sides")
            if field.sight == Sight.ITS_OWNER and not self.by_unit(field):
                raise ValueError(f"{field.name}: what a side sees of its own units has a number for each unit")
        self.state, self.book = self._laid_out(fields), self._laid_out_in_book(printed)
        room = max(room, len(options))
        self.first_place = room + -(room + len(self.places) + len(self.units)) % MASK_PART
        self.first_unit = self.first_place + len(self.places)
        self.actions = self.first_unit + len(self.units)

    def _laid_out(self, fields: Sequence[Field] | Declaration) -> Declaration:
        if isinstance(fields, Declaration):
            return fields
        return Declaration(*self._of_every_game(), *self._roster(), *fields, *dice(self.die.faces))

    def _laid_out_in_book(self, printed: Sequence[Field] | Book) -> Book:
        return printed if isinstance(printed, Book) else Book(*self._of_every_book(), *self._sides_of_units(), *printed)

    def _of_every_game(self) -> tuple[Field, ...]:
        side, things = one_of(self.sides, NOBODY), max(len(self.places), len(self.units), 1)
        return (
            Field("turn", "i4", number(0, MOST_TURNS), "number of the turn"),
            Field("phase", "i4", one_of(self.phases), "part of the turn"),
            Field("over", "i4", YES_OR_NO, "1 when the game has ended"),
            Field("result", "i4", number(-1, 1), "for the first side: 1 won, 0 drawn, -1 lost"),
            Field("decision", "i4", one_of(self.decisions), "what is asked"),
            Field("power", "i4", side, "the side whose choice it is", fresh=NOBODY),
            Field("seat", "i4", side, "the agent who makes it", fresh=NOBODY),
            Field("subject", "i4", index(things, "", NOBODY), "the unit or place it is about", fresh=NOBODY),
            Field("ask_forced", "i4", YES_OR_NO, "1: also ask decisions that have one legal answer"),
            Field("decisions", "i4", _COUNT, "decisions answered by agents"),
            Field("forced", "i4", _COUNT, "decisions the engine took because one answer was legal"),
        )

    def _roster(self) -> tuple[Field, ...]:
        if not self.units:
            return ()
        count = len(self.units)
        return (
            Field("units", "i4", number(0, count), "how many units are in the game"),
            Field("roster", "i2", index(count, "unit", NOBODY), "their numbers, ascending", (count,), NOBODY),
        )

    def _of_every_book(self) -> tuple[Field, ...]:
        return (
            Field("seat_of_power", "i4", one_of(self.sides), "the agent who plays a side", (len(self.sides),)),
            Field("last_turn", "i8", number(1, MOST_TURNS), "the last turn"),
            Field("options", "i8", subset(self.switches), "the optional rules in play"),
        )

    def _sides_of_units(self) -> tuple[Field, ...]:
        return (Field("side", "i2", one_of(self.sides), "whose it is", (len(self.units),)),) if self.units else ()

    @property
    def idle(self) -> int:
        """The options that leave things as they are, as a set."""
        return sum(1 << option for option in self.options.those(Mark.IDLE))

    @property
    def has_secrets(self) -> bool:
        """Whether a seat may know what another does not."""
        return any(field.sight in SECRETS for field in self.own)

    @property
    def about_units(self) -> int:
        """The decisions about a unit, as a set."""
        return sum(1 << decision for decision in self.decisions.on(UNIT))

    @property
    def about_places(self) -> int:
        """The decisions about a place, as a set."""
        return sum(1 << decision for decision in self.decisions.on(PLACE))

    def by_unit(self, field: Field) -> bool:
        """Whether a field of the game's own has a number for each unit."""
        return bool(self.units) and not field.by and field.shape == (len(self.units),)

    def by_place(self, field: Field) -> bool:
        """Whether it has one for each place."""
        return field.by == BY_PLACE and field.shape == (len(self.places),)

    def by_side(self, field: Field) -> bool:
        """Whether it has one for each side."""
        return self.of_sides(field) and len(field.shape) == 1

    def of_sides(self, field: Field) -> bool:
        """Whether it has one or several for each side, which come first in its shape."""
        return field.by is self.sides and field.shape[:1] == (len(self.sides),)
