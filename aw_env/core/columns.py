"""Tables of columns: the parts of an observation, whose members are named, scaled and explained."""

from enum import IntEnum
from typing import Self


class Columns(IntEnum):
    """A table of columns; a member is written as `NAME = typical size, "meaning"` and numbered in order."""

    size: float
    meaning: str

    def __new__(cls, size: float, meaning: str) -> Self:
        """The next column: a value of about `size` is scaled to about 1."""
        number = len(cls.__members__)
        column = int.__new__(cls, number)
        column._value_ = number
        column.size = size
        column.meaning = meaning
        return column


def named(prefix: str, columns: type[Columns]) -> list[tuple[str, float, str]]:
    """The columns of a table as (name, typical size, meaning)."""
    return [(prefix + column.name.lower(), column.size, column.meaning) for column in columns]
