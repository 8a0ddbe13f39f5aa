"""Tables of columns: the parts of an observation, whose members are named, scaled and explained."""

from collections.abc import Collection, Iterable
from enum import IntEnum
from typing import Self

import numpy as np


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


def check_layout(layout: str, known: Collection[str]) -> None:
    """Raises ValueError for a layout that there is not."""
    if layout not in known:
        raise ValueError(f"observation={layout!r}: there are {', '.join(map(repr, known))}")


def scale_of(sizes: Iterable[float]) -> np.ndarray:
    """float32 `(columns,)`, read-only: what brings columns of typical sizes to about 1."""
    scale = (1.0 / np.array([*sizes])).astype(np.float32)
    scale.flags.writeable = False
    return scale
