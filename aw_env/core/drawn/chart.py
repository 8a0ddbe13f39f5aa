"""A map drawn in cells, cut to the sea areas in play and scaled to pixels, with the room that is free for counters.

The picture is drawn on it, and so is the page.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path

import numpy as np

from aw_env.core.config.tables import read_toml
from aw_env.core.drawn import outlines
from aw_env.core.drawn.lettering import width_of

LAND = "."
MARGIN = 1
"""Cells around the areas in play that are still shown."""
WIDEST = 2760
"""Pixels across of the widest map."""
LARGEST_CELL, SMALLEST_CELL = 46, 24
TITLE = 46
"""Pixels that an area's name and points take."""


@dataclass(frozen=True)
class Spot:
    """A port on the map: column and row in cells, and the side of the circle on which its name stands."""

    column: float
    row: float
    label: str


@dataclass(frozen=True, eq=False)
class Map:
    """A drawn map.

    cells: the id of the sea area of each cell, row by row, "" on land.  ports: where each port stands, by id.  cell:
    pixels of a cell; 0: as many as there is room for.  rooms: where the name and the counters of each area stand,
    [left, top, width, height] in cells; where none is said the largest room that is free is found.  A map that says how
    large its cells are is drawn whole, others are cut to the areas in play.  squares: the areas row by row, where all
    are squares of one size of which every other row is shifted by half of one.
    """

    cells: outlines.Cells
    ports: dict[str, Spot]
    cell: int
    rooms: dict[str, list[float]]
    squares: tuple[tuple[str, ...], ...] = ()

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        return len(self.cells[0]), len(self.cells)

    def has(self, area: str) -> bool:
        """Whether an area is on the map."""
        return any(area in row for row in self.cells)

    def borders(self) -> set[frozenset[str]]:
        """Pairs of areas that share an edge of a cell."""
        rows = list(self.cells)
        pairs = [pair for row in rows for pair in zip(row, row[1:], strict=False)]
        pairs += [pair for above, below in zip(rows, rows[1:], strict=False) for pair in zip(above, below, strict=True)]
        return {frozenset(pair) for pair in pairs if pair[0] != pair[1] and "" not in pair}

    def cut(self, areas: frozenset[str]) -> "Map":
        """The part of the map around some areas; of the ports, those that stand on it."""
        columns, rows = self.size
        inside = np.array([[id in areas for id in row] for row in self.cells])
        across, down = np.flatnonzero(inside.any(0)), np.flatnonzero(inside.any(1))
        left, right = max(0, across[0] - MARGIN), min(columns, across[-1] + 1 + MARGIN)
        top, bottom = max(0, down[0] - MARGIN), min(rows, down[-1] + 1 + MARGIN)
        ports = {
            id: Spot(spot.column - left, spot.row - top, spot.label)
            for id, spot in self.ports.items()
            if left <= spot.column <= right and top <= spot.row <= bottom
        }
        return Map(tuple(row[left:right] for row in self.cells[top:bottom]), ports, self.cell, self.rooms)


@cache
def map_in(file: Path) -> Map:
    """The map of a TOML file: `map`, a letter a cell; `letters`, the areas that these mean; `ports`, each [column, row,
    side of the name]; and `cell` and `rooms` (see `Map`)."""
    table = read_toml(file)
    areas = table["letters"] | {LAND: ""}
    cells = tuple(tuple(areas[letter] for letter in row) for row in table["map"].split())
    ports = {id: Spot(*spot) for id, spot in table["ports"].items()}
    return Map(cells, ports, table.get("cell", 0), table.get("rooms", {}))


SQUARE = (6, 4)
"""Cells across and down of a place on a map of squares."""
CELL_OF_SQUARES = 56
"""Pixels of a cell there."""


def grid(areas: Sequence[str], columns: int) -> Map:
    """A map of areas, by their ids, that are squares of one size: so many in a row, one row below the other."""
    across, down = SQUARE
    rows = [areas[first : first + columns] for first in range(0, len(areas), columns)] or [()]
    filled = [(*row, *[""] * (columns - len(row))) for row in rows]
    cells = tuple(tuple(area for area in row for _ in range(across)) for row in filled for _ in range(down))
    return Map(cells, {}, CELL_OF_SQUARES, {})


OUT_OF_PLAY = "out of play"
"""What half-squares at the ends of shifted rows are."""
CELL_OF_SHIFTED = 36
"""Pixels of a cell on a map of shifted squares."""


def shifted(rows: tuple[tuple[str, ...], ...]) -> Map:
    """A map of areas, by their ids, that are squares of one size in rows, shorter rows shifted by half a square."""
    across, down = SQUARE
    widest = max(map(len, rows))
    cells: list[tuple[str, ...]] = []
    for row in rows:
        half = (OUT_OF_PLAY,) * ((widest - len(row)) * across // 2)
        cells += [(*half, *(area for area in row for _ in range(across)), *half)] * down
    return Map(tuple(cells), {}, CELL_OF_SHIFTED, {}, rows)


@dataclass(frozen=True)
class Box4:
    """A rectangle in pixels."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """Pixels across."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """Pixels down."""
        return self.bottom - self.top

    def lower(self, by: int) -> "Box4":
        """The same so many pixels further down."""
        return Box4(self.left, self.top + by, self.right, self.bottom + by)


@dataclass(frozen=True, eq=False)
class Chart:
    """A map scaled to pixels.  areas: those in play.  cell: pixels of a cell.  room: for the name and the counters of
    each area."""

    map: Map
    areas: frozenset[str]
    cell: int
    room: dict[str, Box4]

    @property
    def ports(self) -> dict[str, Spot]:
        """Where each port stands, by id."""
        return self.map.ports

    @property
    def width(self) -> int:
        """Pixels across."""
        return self.map.size[0] * self.cell

    @property
    def height(self) -> int:
        """Pixels down."""
        return self.map.size[1] * self.cell

    @cached_property
    def paths(self) -> dict[str, str]:
        """The outline of each sea area of the map as an SVG path."""
        return outlines.paths(self.map.cells, self.cell)

    def around(self, areas: Iterable[str]) -> list[list[outlines.Point]]:
        """The closed lines around several areas together, in pixels."""
        lines = outlines.around(self.map.cells, frozenset(areas))
        return [[(x * self.cell, y * self.cell) for x, y in line] for line in lines]

    def middle(self, area: str) -> tuple[float, float]:
        """The middle of the room of an area, in pixels."""
        room = self.room[area]
        return (room.left + room.right) / 2, (room.top + room.bottom) / 2

    def label(self, line: Sequence[outlines.Point]) -> outlines.Point:
        """Where a sign on a closed line stands: in the middle of its upper end, or of the lower one where the map
        ends above."""
        heights, half = [y for _, y in line], self.cell / 2
        end = min(heights) if min(heights) > half else max(heights)
        across = [x for x, y in line if abs(y - end) < half]
        return (min(across) + max(across)) / 2, end

    def at(self, spot: Spot) -> tuple[int, int]:
        """A spot in pixels."""
        return round(spot.column * self.cell), round(spot.row * self.cell)


@lru_cache(maxsize=8)
def chart_of(map: Map, areas: frozenset[str], ports: tuple[tuple[str, str], ...]) -> Chart:
    """The chart of some areas of a map; ports by id and by the name beside them."""
    if not map.cell:
        map = map.cut(areas)
    chart = Chart(map, areas, map.cell or max(SMALLEST_CELL, min(LARGEST_CELL, WIDEST // map.size[0])), {})
    taken = [box for id, label in ports if id in map.ports for box in port_boxes(chart, id, label)]
    for id in areas:
        chart.room[id] = _printed_room(chart, id) if id in map.rooms else _free_room(chart, id, taken)
    return chart


def _printed_room(chart: Chart, area: str) -> Box4:
    left, top, width, height = (round(length * chart.cell) for length in chart.map.rooms[area])
    return Box4(left, top, left + width, top + height)


PARTS = 4
"""Parts of a cell, across and down, in which room for counters is measured."""
WIDE_ENOUGH = 90
"""Pixels that the room for counters should be wide."""


def _free_room(chart: Chart, area: str, taken: Sequence[Box4]) -> Box4:
    """The largest rectangle in an area that no port or name takes."""
    cells = np.array(chart.map.cells) == area
    free = cells.repeat(PARTS, 0).repeat(PARTS, 1)
    part = chart.cell / PARTS
    for box in taken:
        rows = slice(max(0, int((box.top) / part)), max(0, int((box.bottom) / part) + 1))
        columns = slice(max(0, int(box.left / part)), max(0, int(box.right / part) + 1))
        free[rows, columns] = False
    inset = max(5, chart.cell // 4)
    best, most = Box4(0, 0, chart.cell, chart.cell), 0.0
    first_row, first_column = (int(np.flatnonzero(free.any(axis))[0]) for axis in (1, 0))
    for up, over, low, far in _rectangles(_cropped(free)):
        top, bottom, left, right = up + first_row, low + first_row, over + first_column, far + first_column
        box = Box4(
            round(left * part) + inset,
            round(top * part) + inset,
            min(round(right * part) - inset // 2, chart.width - inset),
            min(round(bottom * part) - inset // 2, chart.height - inset),
        )
        worth = box.width * (box.height - TITLE) * (1.0 if box.width >= WIDE_ENOUGH else 0.2)
        if box.width > 0 and box.height > TITLE and worth > most:
            best, most = box, worth
    return best


def _cropped(free: np.ndarray) -> np.ndarray:
    """The part of a field of bool that holds all that is true."""
    rows, columns = np.flatnonzero(free.any(1)), np.flatnonzero(free.any(0))
    return free[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def _rectangles(free: np.ndarray) -> Iterator[tuple[int, int, int, int]]:
    """(top, left, bottom, right), ends not included, of every rectangle of free parts that cannot be widened."""
    heights = np.zeros(free.shape[1] + 1, int)
    for row in range(free.shape[0]):
        heights[:-1] = np.where(free[row], heights[:-1] + 1, 0)
        open_at: list[tuple[int, int]] = []
        for column, height in enumerate(heights.tolist()):
            left = column
            while open_at and open_at[-1][1] >= height:
                left, taller = open_at.pop()
                yield row + 1 - taller, left, row + 1, column
            if height:
                open_at.append((left, height))


# --- ports ---------------------------------------------------------------------------------------------


def port_radius(chart: Chart) -> int:
    """Pixels from the middle of a port's circle to its rim."""
    return max(9, round(chart.cell * 0.30))


def port_size(chart: Chart) -> int:
    """How high the letters of its name are, in pixels."""
    return 13 if chart.cell >= 40 else 11


def port_boxes(chart: Chart, port: str, label: str) -> tuple[Box4, Box4]:
    """What the circle and the name of a port cover."""
    spot, radius, size = chart.ports[port], port_radius(chart), port_size(chart)
    x, y = chart.at(spot)
    circle = Box4(x - radius - 2, y - radius - 2, x + radius + 2, y + radius + 6)
    wide = width_of(label, size, bold=True) + 4
    away = radius + 6
    if spot.label in ("left", "right"):
        left = x - away - wide if spot.label == "left" else x + away
        top = y - size // 2 - 2
    else:
        left = min(max(2, x - wide // 2), chart.width - wide - 2)
        top = y - away - size if spot.label == "above" else y + away
    return circle, Box4(left, top, left + wide, top + size + 4)
