"""Fields of a game's record and of its book, each declared once.

A declaration says what a field is called, how it is kept, which values it may have, what it means, by which key a
scenario file speaks of it or where it is printed, and who may see it.  The record, the check of a loaded save, the rows
of counters, what is packed, scenario files, views and the documentation follow from it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum, IntEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from aw_env.core.errors import SaveError

WORD_BITS = 16
"""Bits of a word that small fields share."""


class Sight(Enum):
    """Who may see a field."""

    EVERYONE = "everyone"
    UNTIL_ALL_HAVE_CHOSEN = "its side, until both have chosen"
    """A field with a number for each side, 0 while the side has not chosen: secret from the other until both have."""
    ITS_SIDE = "its side alone"
    """A field with numbers for each side, of which the other sees none; what is revealed is told by another field."""
    ITS_OWNER = "the side whose unit it is"
    """A field with a number for each unit, of which a side sees those of its own."""
    ONE_PLAYER = "one player alone"
    """A secret of the seat that plays `Field.player`."""
    UNTABLED = "everyone, in no table"
    """Everybody knows it, and views have it; no column of an observation tells it."""
    NOBODY = "nobody"
    """Not even the seat that is asked: dice to come."""


class ByTurn(Enum):
    """How the numbers of a field by turn, its last axis, follow from what is printed: a list of turns, or of pairs of a
    turn and a number; of a turn alone the number is 1."""

    HOLDS = "a number holds from its turn on"
    COMES = "a number comes on its turn"
    SO_FAR = "what has come by then"


class Values(NamedTuple):
    """Values that a field may have, and what they stand for in words: "" for plain numbers."""

    least: int
    greatest: int
    words: str = ""
    members: type[IntEnum] | None = None
    """The enumeration whose members' names are the words."""

    @property
    def things(self) -> str:
        """What the numbers are numbers of: "port" for a set of ports or the number of one; "" for plain numbers."""
        return self.words.removeprefix("set of ").removesuffix("s")

    @property
    def is_set(self) -> bool:
        """Whether a value is a set, a bit for each thing in it."""
        return self.words.startswith("set of ")


def number(least: int, greatest: int) -> Values:
    """Whole numbers."""
    return Values(least, greatest)


def one_of(members: type[IntEnum], *others: int) -> Values:
    """Members of an enumeration, and numbers that mean none of them."""
    values = [*members, *others]
    return Values(min(values), max(values), "member", members)


def index(count: int, words: str, *others: int) -> Values:
    """Numbers of a list of named things, such as places, and numbers that mean none of them."""
    return Values(min(0, *others, 0), max(count - 1, *others, 0), words)


def subset(count: int, words: str = "") -> Values:
    """A set of the numbers below `count`, a bit for each."""
    return Values(0, (1 << count) - 1, f"set of {words}" if words else "")


YES_OR_NO = Values(0, 1, "yes or no")


class Bits(NamedTuple):
    """Where a small field lies in the word that it shares with others, for the rules that read it."""

    first: int
    mask: int
    least: int


@dataclass(frozen=True)
class Field:
    """One field.

    kept: its NumPy type, or the name of a word of `WORD_BITS` bits that it shares with other small fields.
    values: the values it may have.  shape: how many numbers it holds; () for one.  fresh: what a fresh record holds.
    key: what a scenario file calls it; "" where a position does not depend on it, or other keys tell it.  in_file: the
    values that a file may give it, where these are fewer.  by: what a file names each of several numbers by, where they
    are not of units: a kind of thing ("sea area"), or an enumeration, of which each member has a number where no other
    shape is said.  sight: who may see it; player: whose secret it is; hidden_by: what hides it from the other side, a
    unit at a time (`core.seen.hiding`).  printed: in a book, or in a first position, the path of what is printed, or of
    each number one ("ports.repairs": the key `repairs` of each port); "" where there is more to it.  lacking: the
    number where a file leaves it out; None: none does.  by_turn: how what is printed goes from turn to turn, where it
    does.  used_where: an expression of fields of the book, where not every scenario uses it: where it does not hold the
    field never changes, and observations do not look whether it has.
    """

    name: str
    kept: str
    values: Values
    meaning: str
    shape: tuple[int, ...] = ()
    fresh: int = 0
    key: str = ""
    in_file: Values | None = None
    by: str | type[IntEnum] = ""
    sight: Sight = Sight.EVERYONE
    player: int = -1
    hidden_by: str = ""
    printed: str = ""
    lacking: int | None = None
    by_turn: ByTurn | None = None
    used_where: str = ""

    def __post_init__(self) -> None:
        if isinstance(self.by, type) and not self.shape:
            object.__setattr__(self, "shape", (len(self.by),))

    @property
    def told(self) -> Values:
        """The values that a file may give it."""
        return self.in_file or self.values

    @property
    def is_small(self) -> bool:
        """Whether it shares a word with others."""
        return not re.fullmatch(r"i[1248]", self.kept)


def keyed(name: str, *declared: Any, **more: Any) -> Field:
    """A field that a scenario file calls by its name, declared as a `Field` is."""
    return replace(Field(name, *declared, **more), key=name)


SCRIPTED_DICE = 120
"""Dice that a script has room for."""
MOST_IN_A_BYTE = 127


def dice(faces: int) -> tuple[Field, ...]:
    """The fields of a record that rolls dice of at most so many faces (`core.engine.dice`)."""
    kept, unseen = "i1" if faces <= MOST_IN_A_BYTE else "i2", Sight.NOBODY
    return (
        Field("generator", "i8", number(0, 0xFFFFFFFF), "xoshiro128**: 32-bit words", (4,), sight=unseen),
        Field("dice_rolled", "i4", number(0, 0x7FFFFFFF), "by the generator, since the game began"),
        Field("scripted", "i4", number(0, SCRIPTED_DICE), "dice laid in front of the generator", sight=unseen),
        Field("scripted_used", "i4", number(0, SCRIPTED_DICE), "how many of them have been rolled", sight=unseen),
        Field("script", kept, number(0, faces), "the dice laid", (SCRIPTED_DICE,), sight=unseen),
    )


NONE = -1
"""No player, no unit and no place."""


def course(turns: Values, phases: type[IntEnum], first: str) -> tuple[Field, ...]:
    """The fields of a record that say how far the game is, and how it has ended.  first: the first side."""
    return (
        Field("turn", "i4", turns, "number of the turn"),
        Field("phase", "i4", one_of(phases), "step of the turn"),
        Field("over", "i4", YES_OR_NO, "1 when the game has ended"),
        Field("result", "i4", number(-1, 1), f"for {first}: 1 won, 0 drawn, -1 lost"),
    )


def question(
    decisions: type[IntEnum], powers: Values, seats: Values, subjects: Values, chooser: str
) -> tuple[Field, ...]:
    """The fields of a record that say which decision is waited for, and how many there were.  chooser: what `powers`
    are."""
    count = number(0, 0x7FFFFFFF)
    return (
        Field("decision", "i4", one_of(decisions), "what is asked"),
        Field("power", "i4", powers, chooser, fresh=NONE),
        Field("seat", "i4", seats, "the agent who makes it", fresh=NONE),
        Field("subject", "i4", subjects, "the unit or place it is about", fresh=NONE),
        Field("ask_forced", "i4", YES_OR_NO, "1: also ask decisions that have one legal answer"),
        Field("decisions", "i4", count, "decisions answered by agents"),
        Field("forced", "i4", count, "decisions the engine took because one answer was legal"),
    )


Record = np.void | np.ndarray
"""One record, or an array of them."""


class Declaration:
    """The fields of a record, with its dtype and the access from Python that follows from them.

    fields: in the order in which the documentation tells of them.  The record keeps the widest first, so that no bytes
    are left between fields: these would not be copied.
    """

    def __init__(self, *fields: Field) -> None:
        self.fields = {field.name: field for field in fields}
        if len(self.fields) < len(fields):
            raise ValueError("a field is declared twice")
        self._bits: dict[str, Bits] = {}
        self.dtype = self._laid_out()

    def _laid_out(self) -> np.dtype:
        kept: dict[str, tuple[str, tuple[int, ...]]] = {}
        for field in self:
            if field.is_small:
                self._share_word(field)
                kept.setdefault(field.kept, ("i2", field.shape))
            else:
                kept[field.name] = (field.kept, field.shape)
        widest_first = sorted(kept, key=lambda name: -np.dtype(kept[name][0]).itemsize)
        parts = [(name, *kept[name]) for name in widest_first]
        padding = -np.dtype(parts).itemsize % 8
        laid_out = np.dtype([*parts, ("padding", "i1", (padding,))] if padding else parts, align=True)
        assert laid_out.itemsize == sum(laid_out[name].itemsize for name in names_of(laid_out)), "bytes between fields"
        return laid_out

    def _share_word(self, field: Field) -> None:
        width = (field.values.greatest - field.values.least).bit_length()
        first = sum(bits.mask.bit_length() for name, bits in self._bits.items() if self.fields[name].kept == field.kept)
        if first + width > WORD_BITS:
            raise ValueError(f"no bits are left in {field.kept!r} for {field.name!r}")
        self._bits[field.name] = Bits(first, (1 << width) - 1, field.values.least)

    def __iter__(self) -> Iterator[Field]:
        return iter(self.fields.values())

    def __getitem__(self, name: str) -> Field:
        return self.fields[name]

    def bits(self, name: str) -> Bits:
        """Where a small field lies in its word."""
        return self._bits[name]

    def read(self, record: Record, name: str) -> np.ndarray:
        """The values of a field, as int64: of one record, or of an array of them."""
        if name not in self._bits:
            return np.asarray(record[name], np.int64)
        first, mask, least = self._bits[name]
        return (np.asarray(record[self.fields[name].kept], np.int64) >> first & mask) + least

    def write(self, record: Record, name: str, values: ArrayLike) -> None:
        """Set a field of one record, or of an array of them, whole."""
        if name not in self._bits:
            record[name] = values
            return
        first, mask, least = self._bits[name]
        others = np.asarray(record[self.fields[name].kept], np.int64) & ~(mask << first)
        record[self.fields[name].kept] = signed_word(others | (np.asarray(values, np.int64) - least) << first)

    def write_at(self, record: Record, name: str, position: int | tuple[int, ...], value: int) -> None:
        """Set one of a field's numbers in one record."""
        values = self.read(record, name).copy()
        values[position] = value
        self.write(record, name, values)

    def fresh(self, record: Record) -> None:
        """Make a zeroed record a fresh one."""
        for field in self:
            if field.fresh or field.values.least > 0 or field.name in self._bits:
                self.write(record, field.name, np.full(field.shape, field.fresh) if field.shape else field.fresh)


class Book(Declaration):
    """The fields of a record that never changes in a game, kept in the order in which they are declared."""

    def _laid_out(self) -> np.dtype:
        return np.dtype([(field.name, field.kept, field.shape) for field in self], align=True)


def leave_out(
    declaration: Declaration,
    record: Record,
    seat: int | None,
    side: int | None,
    seat_of_power: np.ndarray,
    owners: np.ndarray | None = None,
) -> None:
    """Take from a record, which is a copy, the fields that a seat of a side (None: nobody's) may not see; the dice to
    come nobody may.  owners: the side of each unit, where a field is seen by that alone."""
    for field in declaration:
        if field.sight == Sight.NOBODY:
            record[field.name] = 0
        elif seat is None:
            continue
        elif field.sight == Sight.UNTIL_ALL_HAVE_CHOSEN and not record[field.name].all():
            record[field.name][np.arange(field.shape[0]) != side] = 0
        elif field.sight == Sight.ITS_SIDE:
            record[field.name][np.arange(field.shape[0]) != side] = field.fresh
        elif field.sight == Sight.ITS_OWNER:
            record[field.name][owners != side] = field.fresh
        elif field.sight == Sight.ONE_PLAYER and seat != seat_of_power[field.player]:
            record[field.name] = field.fresh


def check_values(declaration: Declaration, games: np.ndarray) -> None:
    """Raises SaveError when the record `games[0]`, read from a file, holds a number that its declaration rules out: the
    rules check no bounds, and index with it."""
    for field in declaration:
        check_range(field.name, declaration.read(games, field.name), field.values.least, field.values.greatest)
    if "padding" in names_of(games.dtype):
        check_range("padding", games["padding"], 0, 0)


def check_range(field: str, values: np.ndarray, least: int, greatest: int) -> None:
    """Raises SaveError when one of the values of a field is out of bounds."""
    if values.min() < least or greatest < values.max():
        raise SaveError(f"this save holds an impossible position: {field} must be from {least} to {greatest}")


def names_of(kind: np.dtype) -> tuple[str, ...]:
    """The names of a structured dtype's fields."""
    return kind.names or ()


def signed_word(word: np.ndarray) -> np.ndarray:
    """Words of `WORD_BITS` bits, int64, as an int16 has them."""
    return (word & 0xFFFF ^ 0x8000) - 0x8000
