"""The water of a map: its hexes in a file, and the ways between them, which land bars and straits may close."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Literal

import numpy as np
from pydantic import BeforeValidator, Field

from aw_env.core.config.errors import ConfigError
from aw_env.core.config.rows import number, read_rows, words
from aw_env.core.config.tables import Table
from aw_env.core.printed.cells import Cells

FAR = 99
"""Cells of a way where there is none, or none that is shorter."""
MOST_ROWS = 26
"""Of a map of `Cells`, each of which has a letter."""


class Waters:
    """Cells of water.  at: the row and the place in it of each, on a map of `Cells` whose rows all begin at 0.  barred:
    pairs of cells that touch each other with land between them.

    ranges: cells from each to each other as the crow flies, its own not counted.  beside: whether ships go from one
    straight to the other; bool (cells, cells).
    """

    def __init__(self, at: Sequence[tuple[int, int]], barred: Iterable[tuple[int, int]] = ()) -> None:
        height, width = (max(of_cells) + 1 for of_cells in zip(*at, strict=True))
        numbers = [row * width + column for row, column in at]
        self.ranges = Cells([width] * height).ranges[np.ix_(numbers, numbers)]
        self.beside = without(self.ranges == 1, barred)

    def ways(
        self, starts: Sequence[int], shut: Sequence[int] = (), barred: Iterable[tuple[int, int]] = ()
    ) -> np.ndarray:
        """Cells from each start to each cell by water, the start not counted, at most `FAR`; int8 (starts, cells).

        shut: cells that ships enter or leave, but do not pass.  barred: more pairs with no way between them.
        """
        beside = without(self.beside, barred)
        cells = len(beside)
        around = listed(beside, none=cells)
        steps = np.full((cells, len(starts)), FAR, np.int8)
        arrived = np.zeros((cells + 1, len(starts)), bool)  # the last for where nothing lies
        arrived[list(starts), range(len(starts))] = True
        steps[arrived[:cells]], step = 0, 0
        while arrived.any() and step < FAR:
            step += 1
            reached = np.bitwise_or.reduce(np.packbits(arrived, axis=1)[around], axis=1)  # a bit for each start
            arrived[:cells] = np.unpackbits(reached, axis=1, count=len(starts)) & (steps == FAR)
            steps[arrived[:cells]] = step
            arrived[list(shut)] = False
        return steps.T


def listed(beside: np.ndarray, none: int) -> np.ndarray:
    """The cells beside each cell, in order, then `none`; (cells, most)."""
    counts = beside.sum(axis=1)
    table = np.full((len(beside), max(1, counts.max())), none)
    table[np.arange(table.shape[1]) < counts[:, None]] = np.nonzero(beside)[1]
    return table


def without(beside: np.ndarray, pairs: Iterable[tuple[int, int]]) -> np.ndarray:
    """What lies beside what, but for these pairs."""
    left = beside.copy()
    for one, other in pairs:
        left[one, other] = left[other, one] = False
    return left


# --- hexes in a file -----------------------------------------------------------------------------------------


class Hex(Table):
    """A row of `hexes.csv`.  land: hexes that touch it, but between which and it lies land; told of one of the two."""

    id: str
    row: Annotated[int, BeforeValidator(number), Field(ge=0, lt=MOST_ROWS)]
    column: Annotated[int, BeforeValidator(number), Field(ge=0, le=99)]
    kind: Literal["sea", "coastal"]
    land: Annotated[list[str], BeforeValidator(words)]


def read_hexes(file: Path) -> tuple[Hex, ...]:
    """The hexes of a file.  Raises ConfigError."""
    hexes = tuple(read_rows(file, Hex))
    known = numbered(hexes)
    if len(known) < len(hexes) or len({(hex.row, hex.column) for hex in hexes}) < len(hexes):
        raise ConfigError(file, "id", "two hexes are the same")
    for hex in hexes:
        check_hexes(file, f"{hex.id}, column land", hex.land, known)
    return hexes


def check_hexes(file: Path, where: str, ids: Iterable[str], known: dict[str, int]) -> None:
    """Raises ConfigError for the first of these hexes that is none."""
    for id in ids:
        if id not in known:
            raise ConfigError(file, where, f'no hex "{id}" in hexes.csv')


def numbered(hexes: Iterable[Hex]) -> dict[str, int]:
    """The number of each hex by its id."""
    return {hex.id: number for number, hex in enumerate(hexes)}


def waters_of(hexes: Sequence[Hex]) -> Waters:
    """Their waters."""
    numbers = numbered(hexes)
    land = [(numbers[hex.id], numbers[other]) for hex in hexes for other in hex.land]
    return Waters([(hex.row, hex.column) for hex in hexes], land)
