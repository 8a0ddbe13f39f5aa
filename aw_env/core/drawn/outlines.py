"""The outlines of the sea areas: the edges of their cells with rounded corners and a little swell.

Neighbours share their border point for point, since each stretch of it between two corners at which three areas (or
land) meet is bent by itself, in the same way from either end.
"""

from functools import lru_cache
from itertools import pairwise
from math import sin

import numpy as np

Point = tuple[float, float]
"""Columns and rows, in cells."""
Corner = tuple[int, int]
"""A corner of a cell, as its column and row."""


Cells = tuple[tuple[str, ...], ...]
"""The id of the sea area of each cell of a map, row by row, "" on land."""


@lru_cache(maxsize=8)
def outlines(map: Cells) -> dict[str, list[list[Point]]]:
    """The closed lines around each sea area on a map, in cells; one inside another cuts an island out.

    What meets the frame of the map goes on beyond it.
    """
    cells, fixed = _padded(map)
    drawn = sorted(set(cells.ravel().tolist()) - {""})
    return {area: [_bent(loop, fixed) for loop in _loops(cells == area)] for area in drawn}


@lru_cache(maxsize=64)
def around(map: Cells, areas: frozenset[str]) -> list[list[Point]]:
    """The closed lines around several sea areas together, in cells, on the borders of these."""
    cells, fixed = _padded(map)
    return [_bent(loop, fixed) for loop in _loops(np.isin(cells, list(areas)))]


@lru_cache(maxsize=8)
def _padded(map: Cells) -> tuple[np.ndarray, set[Corner]]:
    """The cells with one more on every side, and the corners that stay where they are."""
    cells = np.pad(np.array(map), 1, mode="edge")
    return cells, _meeting_points(cells)


def islands(map: Cells) -> list[list[Point]]:
    """The closed lines around land that lies within one sea area, in cells."""
    return [line for around in outlines(map).values() for line in around if _turns_left(line)]


def _turns_left(line: list[Point]) -> bool:
    """Whether a line goes around what is not on its right hand."""
    return sum(x * next_y - next_x * y for (x, y), (next_x, next_y) in pairwise([*line, line[0]])) < 0


def _meeting_points(cells: np.ndarray) -> set[Corner]:
    """Corners at which more than two areas, or land, meet."""
    around = np.stack([cells[:-1, :-1], cells[:-1, 1:], cells[1:, :-1], cells[1:, 1:]], -1)
    rows, columns = around.shape[:2]
    return {
        (column + 1, row + 1)
        for row in range(rows)
        for column in range(columns)
        if len(set(around[row, column].tolist())) > 2
    }


def _loops(inside: np.ndarray) -> list[list[Corner]]:
    """The corners passed when walking around a set of cells, which are on the right hand, loop by loop."""
    filled = np.pad(inside, 1)
    onward: dict[Corner, list[Corner]] = {}
    for row, column in np.argwhere(inside).tolist():
        for start, end, (down, across) in (
            ((column, row), (column + 1, row), (-1, 0)),
            ((column + 1, row), (column + 1, row + 1), (0, 1)),
            ((column + 1, row + 1), (column, row + 1), (1, 0)),
            ((column, row + 1), (column, row), (0, -1)),
        ):
            if not filled[row + 1 + down, column + 1 + across]:
                onward.setdefault(start, []).append(end)
    loops = []
    while onward:
        corner = next(iter(onward))
        loop = []
        while corner in onward:
            loop.append(corner)
            ends = onward[corner]
            end = ends.pop()
            if not ends:
                del onward[corner]
            corner = end
        loops.append(loop)
    return loops


def _bent(loop: list[Corner], fixed: set[Corner]) -> list[Point]:
    """A loop with its corners cut, but for those that stay where they are, in cells of the layout."""
    points: list[Point] = []
    for number, corner in enumerate(loop):
        before, after = loop[number - 1], loop[(number + 1) % len(loop)]
        if corner in fixed:
            points.append(_swell(corner))
        else:
            points += [_swell(_towards(corner, before)), _swell(_towards(corner, after))]
    return points


def _towards(corner: Corner, other: Corner) -> Point:
    """The point where a corner is cut, on the way to the next."""
    return 0.7 * corner[0] + 0.3 * other[0], 0.7 * corner[1] + 0.3 * other[1]


def _swell(point: Point) -> Point:
    """A point of the padded cells, moved a little so that no line is quite straight, in cells of the layout."""
    x, y = point[0] - 1, point[1] - 1
    across = 0.16 * sin(y / 1.1 + 2) + 0.06 * sin(y / 0.41)
    down = 0.16 * sin(x / 1.3) + 0.06 * sin(x / 0.37 + 1)
    return round(x - across, 3), round(y - down, 3)


def path(line: list[Point], cell: int) -> str:
    """A closed line as an SVG path, for cells of so many pixels."""
    return "M" + " ".join(f"{round(x * cell)},{round(y * cell)}" for x, y in line) + "Z"


@lru_cache(maxsize=8)
def paths(map: Cells, cell: int) -> dict[str, str]:
    """The outline of each sea area on a map as an SVG path."""
    return {area: "".join(path(line, cell) for line in around) for area, around in outlines(map).items()}
