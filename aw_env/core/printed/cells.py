"""A map of cells in rows, each second row half a cell to the right: of squares laid like bricks, or of hexes that stand
on a point, which have the same neighbors and ranges.

It is measured in half cells from the centre of the first cell, so that all centres are whole numbers.
"""

from collections.abc import Sequence
from functools import cached_property
from string import ascii_uppercase

import numpy as np


class Cells:
    """A map.  widths: how many cells each row has; they are numbered in reading order.

    names: the letter of its row and its place there: "D5".  numbers: of each by its id, the name in small letters.
    row: of each.  across: how far its centre lies to the right of that of the first, in half cells.
    """

    def __init__(self, widths: Sequence[int]) -> None:
        places = [(row, column) for row, width in enumerate(widths) for column in range(width)]
        self.names = [f"{ascii_uppercase[row]}{column + 1}" for row, column in places]
        self.numbers = {name.lower(): cell for cell, name in enumerate(self.names)}
        self.row = [row for row, _ in places]
        self.across = [2 * column + row % 2 for row, column in places]

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """The ids of each row."""
        ids = [*self.numbers]
        return tuple(
            tuple(id for id, at in zip(ids, self.row, strict=True) if at == row) for row in sorted({*self.row})
        )

    @cached_property
    def between(self) -> np.ndarray:
        """From the centre of each cell to that of each other: half cells to the right, then down; (2, cells, cells)."""
        centres = np.array([self.across, [2 * row for row in self.row]])
        return fixed(centres[:, None, :] - centres[:, :, None])

    @cached_property
    def ranges(self) -> np.ndarray:
        """Cells from each to each other, its own not counted, int8 (cells, cells).

        A step to the next row also goes half a cell across; only what is then left across takes steps of its own.
        """
        across, down = np.abs(self.between)
        rows = down // 2
        return fixed((rows + np.maximum(across - rows, 0) // 2).astype(np.int8))

    def beside(self, most: int, none: int) -> np.ndarray:
        """The cells beside each cell in reading order, then `none`; int8 (cells, most)."""
        table = np.full((len(self.names), most), none, np.int8)
        for cell, row in enumerate(self.ranges):
            found = np.flatnonzero(row == 1)
            table[cell, : found.size] = found
        return fixed(table)


def fixed(table: np.ndarray) -> np.ndarray:
    """A table that nobody changes: it is made once for all scenarios."""
    table.flags.writeable = False
    return table
