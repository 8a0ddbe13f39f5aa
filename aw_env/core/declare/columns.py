"""Observations as a game declares them: tables of columns, which stand side by side in rows; parts, of such rows, one
for each place, unit or action; layouts, of several parts.

Where each part begins, the names, scales and tables of a layout, and the guide to it (`core.seen.guide`) follow from
this.  An observation is written from the side of the seat that observes: *mine* are the units of its side, *theirs* the
other side's.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from enum import IntEnum
from functools import cache
from types import EllipsisType
from typing import Any, NamedTuple, Self

import numpy as np

SUMMARY, UNIT_TABLES = 0, 1
"""How a row is written: as counts for each place, or as a row for each unit and each place."""
CANDIDATES = "candidates"
"""The layout that has a row for each legal action, behind a summary."""
MOST_CANDIDATES = 48
"""Rows of candidates, where a game has no other number; where more actions are legal the last have none."""

Source = str | Callable[..., Any] | EllipsisType
"""What stands in a column (`core.seen.writing`): an expression of fields, a rule, or ... where the game has a rule that
writes it together with others."""
SIGNED = True


class Columns(IntEnum):
    """A table of columns; a member is written as `NAME = typical size, "meaning", source` and numbered in order.
    Without a source it holds the field of its own name.  signed: `SIGNED`, behind the source, where it is positive for
    my side and negative for theirs; a source that begins with `sign(` says so itself."""

    size: float
    meaning: str
    source: Source
    signed: bool

    def __new__(cls, size: float, meaning: str, source: Source = "", signed: bool = False) -> Self:
        """The next column: a value of about `size` is scaled to about 1."""
        number = len(cls.__members__)
        column = int.__new__(cls, number)
        column._value_ = number
        column.size = size
        column.meaning = meaning
        column.source = source
        column.signed = signed or (isinstance(source, str) and source.startswith("sign("))
        return column


class Column(NamedTuple):
    """A column of a layout."""

    name: str
    size: float
    meaning: str


class Block(NamedTuple):
    """Columns that belong together: a table of them, or, where `table` is None, one for each of several names, with
    where the 1 stands (`one_hot`)."""

    prefix: str
    columns: tuple[Column, ...]
    title: str
    table: type[Columns] | None = None
    source: str = ""


def table(columns: type[Columns], prefix: str = "", title: str = "") -> Block:
    """A table, under a prefix of its columns' names.  title: in the guide; "": what the table says of itself."""
    named = (Column(prefix + column.name.lower(), column.size, column.meaning) for column in columns)
    return Block(prefix, tuple(named), title or " ".join(str(columns.__doc__).split()), columns)


def both_sides(columns: type[Columns], prefix: str = "") -> tuple[Block, Block]:
    """A table for my side, and behind it one for theirs."""
    return table(columns, prefix + "mine/"), table(columns, prefix + "theirs/", "the same for theirs")


def one_hot(prefix: str, names: Iterable[IntEnum | str], title: str, meaning: str, source: str = "") -> Block:
    """A column for each name or member of an enumeration.

    meaning: of a 1, with {} for the name.  source: the number of the column that holds it, none where it is no such
    number; or, if it speaks of `number`, whether the column of that number does.  "": a rule of the game writes it.
    """
    called = [name if isinstance(name, str) else name.name.lower() for name in names]
    columns = tuple(Column(prefix + name, 1, "1: " + meaning.format(name)) for name in called)
    return Block(prefix, columns, title, source=source)


def single(size: float, meaning: str) -> Block:
    """One column that is called as its row is."""
    return Block("", (Column("", size, meaning),), "")


class Row:
    """Blocks of columns side by side.  firsts: the column in which each of them begins."""

    def __init__(self, *blocks: Block) -> None:
        self.blocks = blocks
        self.columns = [column for block in blocks for column in block.columns]
        self.firsts = [sum(len(block.columns) for block in blocks[:k]) for k in range(len(blocks))]
        self.width = len(self.columns)


def places(first: int, last: int) -> tuple[str, ...]:
    """In a declaration, the names of places from one number up to another, which the printed material tells."""
    return tuple(f"{{places[{number}]}}" for number in range(first, last))


def units(count: int) -> tuple[str, ...]:
    """The same for units."""
    return tuple(f"{{units[{number}]}}" for number in range(count))


class Part(NamedTuple):
    """Rows of one kind, one below the other.  names: of the rows.  prefix: before these in the columns' names.  title:
    in the guide."""

    name: str
    row: Row
    names: tuple[str, ...] = ("",)
    prefix: str = ""
    title: str = ""

    @property
    def width(self) -> int:
        """Columns of all its rows."""
        return len(self.names) * self.row.width

    @property
    def columns(self) -> Iterator[Column]:
        """All its columns."""
        for name in self.names:
            for column in self.row.columns:
                yield column._replace(name=f"{self.prefix}{name}/{column.name}".strip("/"))


class Layouts:
    """The layouts of a game's observations, by the name that `observation=` takes.

    general: the part that all of them begin with.  summary, tables: what follows in "summary" and in "units".
    candidate: a row of "candidates", which stand behind a summary; most: how many of them.

    parts: the parts of each, in order.  widths: columns of each.  numbers: how each is written (`SUMMARY`,
    `UNIT_TABLES`).
    """

    def __init__(
        self,
        general: Row,
        summary: Sequence[Part],
        tables: Sequence[Part],
        candidate: Row,
        most: int = MOST_CANDIDATES,
    ) -> None:
        first, rows = Part("general", general), tuple(map(str, range(most)))
        candidates = Part(CANDIDATES, candidate, rows, "candidate/", "Legal actions")
        self.parts = {
            "summary": (first, *summary),
            "units": (first, *tables),
            CANDIDATES: (first, *summary, candidates),
        }
        self.widths = {name: sum(part.width for part in parts) for name, parts in self.parts.items()}
        self.numbers = {"summary": SUMMARY, "units": UNIT_TABLES, CANDIDATES: SUMMARY}
        self.scale = cache(self._scale)

    def firsts(self, layout: str) -> list[int]:
        """The column in which each part begins."""
        return [first for first, _, _ in self.tables(layout).values()]

    def tables(self, layout: str) -> dict[str, tuple[int, int, int]]:
        """The parts of a layout as name: (first column, rows, columns a row), for networks that read tables.  Raises
        ValueError for an unknown layout."""
        check_layout(layout, self.parts)
        found, first = {}, 0
        for part in self.parts[layout]:
            found[part.name] = first, len(part.names), part.row.width
            first += part.width
        return found

    def described(self, layout: str, places: Sequence[str], units: Sequence[str]) -> list[Column]:
        """Every column of a layout, with the ids of places and units.  Raises ValueError for an unknown layout."""
        check_layout(layout, self.parts)
        columns = (column for part in self.parts[layout] for column in part.columns)
        return [column._replace(name=column.name.format(places=places, units=units)) for column in columns]

    def _scale(self, layout: str) -> np.ndarray:
        """float32 `(columns,)`, read-only: an observation times this is of about unit size, for learned agents."""
        check_layout(layout, self.parts)
        sizes = [column.size for part in self.parts[layout] for column in part.columns]
        scale = (1.0 / np.array(sizes)).astype(np.float32)
        scale.flags.writeable = False
        return scale


def check_layout(layout: str, known: Collection[str]) -> None:
    """Raises ValueError for a layout that there is not."""
    if layout not in known:
        raise ValueError(f"observation={layout!r}: choose from {', '.join(map(repr, known))}")
