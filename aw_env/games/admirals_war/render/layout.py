"""Where the picture draws things: `layout.toml`, read and cut to the areas that a scenario plays in."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

LAND = "."
MARGIN = 1
"""Cells around the areas in play that the picture still shows."""


@dataclass(frozen=True)
class PortSpot:
    """A port or base on the map: column and row in cells, and the side of the circle on which its name stands."""

    column: float
    row: float
    label: str


@dataclass(frozen=True)
class Layout:
    """The drawn map.

    cells: the id of the sea area of each cell, row by row, "" on land.
    ports: where each port and base stands, by id.
    """

    cells: tuple[tuple[str, ...], ...]
    ports: dict[str, PortSpot]

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        return len(self.cells[0]), len(self.cells)

    def borders(self) -> set[frozenset[str]]:
        """Pairs of areas that share an edge of a cell."""
        rows = list(self.cells)
        pairs = [pair for row in rows for pair in zip(row, row[1:], strict=False)]
        pairs += [pair for above, below in zip(rows, rows[1:], strict=False) for pair in zip(above, below, strict=True)]
        return {frozenset(pair) for pair in pairs if pair[0] != pair[1] and "" not in pair}

    def cut(self, areas: frozenset[str]) -> "Layout":
        """The part of the map around some areas; of the ports, those that stand on it."""
        columns, rows = self.size
        inside = np.array([[id in areas for id in row] for row in self.cells])
        across, down = np.flatnonzero(inside.any(0)), np.flatnonzero(inside.any(1))
        left, right = max(0, across[0] - MARGIN), min(columns, across[-1] + 1 + MARGIN)
        top, bottom = max(0, down[0] - MARGIN), min(rows, down[-1] + 1 + MARGIN)
        ports = {
            id: PortSpot(spot.column - left, spot.row - top, spot.label)
            for id, spot in self.ports.items()
            if left <= spot.column <= right and top <= spot.row <= bottom
        }
        return Layout(tuple(row[left:right] for row in self.cells[top:bottom]), ports)


@cache
def whole_map() -> Layout:
    """The layout of the whole board, from `layout.toml`."""
    with open(Path(__file__).with_name("layout.toml"), "rb") as stream:
        tables = tomllib.load(stream)
    areas = tables["letters"] | {LAND: ""}
    cells = tuple(tuple(areas[letter] for letter in row) for row in tables["map"].split())
    return Layout(cells, {id: PortSpot(*spot) for id, spot in tables["ports"].items()})


@cache
def map_of(areas: frozenset[str]) -> Layout:
    """The part of the map that a scenario with these areas needs."""
    return whole_map().cut(areas)
