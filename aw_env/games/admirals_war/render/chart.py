"""The chart: the layout of a scenario's areas and ports in pixels, with the room that is free for counters.

The picture is drawn on it, and the page of the web table draws on it, too.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from aw_env.games.admirals_war.printed.load import PlaceName, Scenario
from aw_env.games.admirals_war.records.terms import FIRST_PORT, Power, Side
from aw_env.games.admirals_war.render import drawing as d
from aw_env.games.admirals_war.render.layout import Layout, map_of
from aw_env.games.admirals_war.view import View

WIDEST = 2760
"""Pixels across of the widest map."""
LARGEST_CELL, SMALLEST_CELL = 46, 24
TITLE = 46
"""Pixels that an area's name and points take."""


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


@dataclass(frozen=True)
class Chart:
    """A layout scaled to pixels, with room found for the counters of each area."""

    layout: Layout
    areas: frozenset[str]
    cell: int
    room: dict[str, Box4]

    @property
    def width(self) -> int:
        """Pixels across."""
        return self.layout.size[0] * self.cell

    @property
    def height(self) -> int:
        """Pixels down."""
        return self.layout.size[1] * self.cell

    def __hash__(self) -> int:
        return hash((self.areas, self.cell))


def chart_of(view: View) -> Chart:
    """The chart of the areas and ports that a view has."""
    ports = tuple((port.id, port_label(port)) for port in view.ports)
    return _chart(ports, frozenset(area.id for area in view.areas))


@lru_cache(maxsize=8)
def _chart(ports: tuple[tuple[str, str], ...], areas: frozenset[str]) -> Chart:
    """The chart of some areas; ports by id and label."""
    layout = map_of(areas)
    cell = max(SMALLEST_CELL, min(LARGEST_CELL, WIDEST // layout.size[0]))
    chart = Chart(layout, areas, cell, {})
    taken = [box for id, label in ports if id in layout.ports for box in port_boxes(chart, id, label)]
    chart.room.update((id, _room(chart, id, taken)) for id in areas)
    return chart


PARTS = 4
"""Parts of a cell, across and down, in which room for counters is measured."""
WIDE_ENOUGH = 90
"""Pixels that the room for counters should be wide."""


def _room(chart: Chart, area: str, taken: Sequence[Box4]) -> Box4:
    """The largest rectangle in an area that no port or name takes,."""
    cells = np.array(chart.layout.cells) == area
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


def port_label(port: PlaceName) -> str:
    """What is written beside a port or base: its name without what stands in brackets."""
    return port.name.split(" (")[0]


def port_radius(chart: Chart) -> int:
    """Pixels from the middle of a port's circle to its rim."""
    return max(9, round(chart.cell * 0.30))


def port_size(chart: Chart) -> int:
    """How high the letters of its name are, in pixels."""
    return 13 if chart.cell >= 40 else 11


def port_boxes(chart: Chart, port: str, label: str) -> tuple[Box4, Box4]:
    """What the circle and the name of a port or base cover."""
    spot, radius, size = chart.layout.ports[port], port_radius(chart), port_size(chart)
    x, y = round(spot.column * chart.cell), round(spot.row * chart.cell)
    circle = Box4(x - radius - 2, y - radius - 2, x + radius + 2, y + radius + 6)
    wide = d.width_of(label, size, bold=True) + 4
    away = radius + 6
    if spot.label in ("left", "right"):
        left = x - away - wide if spot.label == "left" else x + away
        top = y - size // 2 - 2
    else:
        left = min(max(2, x - wide // 2), chart.width - wide - 2)
        top = y - away - size if spot.label == "above" else y + away
    return circle, Box4(left, top, left + wide, top + size + 4)


@dataclass(frozen=True)
class PortState:
    """What stands at a port or base: its owner's power, None for nobody's; points for holding it; who has raided it."""

    power: Power | None
    worth: int
    raided_by: tuple[Power, ...]

    @property
    def side(self) -> Side | None:
        """The owner's."""
        return None if self.power is None else Side(self.power & 1)


def port_state(scenario: Scenario, view: View, port: PlaceName) -> PortState:
    """What a chart says of a port or base."""
    power = view.owner(port.id)
    raided = view.raided_by(port.id) if scenario.books["raid_vp"].any() else ()
    return PortState(
        power=None if power is None else Power(power),
        worth=int(scenario.books["place_vp"][0, port.number - FIRST_PORT]),
        raided_by=tuple(Power(power) for power in raided),
    )
