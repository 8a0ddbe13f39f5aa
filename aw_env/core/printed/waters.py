"""Cells of water on a map, and the ways between them, which land bars and straits may close."""

from collections.abc import Iterable, Sequence

import numpy as np

from aw_env.core.printed.cells import Cells

FAR = 99
"""Cells of a way where there is none, or none that is shorter."""


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
        beside = without(self.beside, barred).astype(np.float32)
        steps = np.full((len(starts), len(beside)), FAR, np.int8)
        reached = np.eye(len(beside), dtype=bool)[list(starts)]
        steps[reached], arrived = 0, reached
        for step in range(1, FAR):
            arrived = (arrived @ beside > 0) & (steps == FAR)
            steps[arrived] = step
            arrived[:, list(shut)] = False
        return steps


def without(beside: np.ndarray, pairs: Iterable[tuple[int, int]]) -> np.ndarray:
    """What lies beside what, but for these pairs."""
    left = beside.copy()
    for one, other in pairs:
        left[one, other] = left[other, one] = False
    return left
