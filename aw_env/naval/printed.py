"""What the wars' printed boards have alike: sea areas, ports and holding boxes, numbered in this order."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from aw_env.core.printed.named import Numbers
from aw_env.core.printed.names import Names, PlaceName, UnitName


@dataclass(frozen=True)
class PrintedWar:
    """What is printed, read from one folder and found consistent.  board: has `areas` and `ports` by id."""

    first_port: ClassVar[int]
    first_box: ClassVar[int]
    box_ids: ClassVar[tuple[str, ...]]
    box_names: ClassVar[tuple[str, ...]]

    folder: Path
    board: Any
    units: tuple[Any, ...]

    @property
    def area_numbers(self) -> dict[str, int]:
        """Number of each sea area: its order in `board.toml`."""
        return {id: number for number, id in enumerate(self.board.areas)}

    @property
    def port_numbers(self) -> dict[str, int]:
        """Number of each port and base, not counted among the places: its order in `board.toml`."""
        return {id: number for number, id in enumerate(self.board.ports)}

    @property
    def box_numbers(self) -> dict[str, int]:
        """Number of each holding box, not counted among the places."""
        return {id: number for number, id in enumerate(self.box_ids)}

    @property
    def place_numbers(self) -> dict[str, int]:
        """Number of each place: sea areas, ports and bases, holding boxes."""
        ports = {id: self.first_port + number for id, number in self.port_numbers.items()}
        return self.area_numbers | ports | {id: self.first_box + number for id, number in self.box_numbers.items()}

    @cached_property
    def unit_numbers(self) -> dict[str, int]:
        """Number of each unit: its row in `units.csv`."""
        return {unit.id: number for number, unit in enumerate(self.units)}

    @cached_property
    def numbers(self) -> Numbers:
        """All of these by what files call such things."""
        areas, ports, places = self.area_numbers, self.port_numbers, self.place_numbers
        return {"sea area": areas, "port": ports, "port or base": ports, "place": places, "unit": self.unit_numbers}

    @cached_property
    def names(self) -> Names:
        """Names of everything printed, of a war whose boxes have `box_names`."""
        board, number = self.board, self.place_numbers
        named = [(id, area.name, "area", area.aliases) for id, area in board.areas.items()]
        named += [(id, port.name, "port", port.aliases) for id, port in board.ports.items()]
        named += [(id, name, "box", []) for id, name in zip(self.box_ids, self.box_names, strict=True)]
        places = [PlaceName(number[id], id, name, kind, tuple(aliases)) for id, name, kind, aliases in named]
        return Names([UnitName(k, u.id, u.name, u.nation, u.kind, u.type) for k, u in enumerate(self.units)], places)


def adjacency(between: list[Any], areas: dict[str, int]) -> dict[int, int]:
    """The areas that each area borders on, as sets, from the pairs that are linked."""
    found = dict.fromkeys(areas.values(), 0)
    for one, other in ((areas[first], areas[second]) for first, second in between):
        found[one] |= 1 << other
        found[other] |= 1 << one
    return found
