"""Names of the units and places of a game: what this one says of them besides."""

from dataclasses import dataclass
from typing import Literal

from aw_env.core.printed import names
from aw_env.games.admirals_war.printed.material import Printed
from aw_env.games.admirals_war.records.terms import PLACES


@dataclass(frozen=True)
class UnitName(names.UnitName):
    """A counter in words."""

    ship_class: str
    status: str


@dataclass(frozen=True)
class PlaceName(names.PlaceName):
    """A place in words.  kind: area, port, base, neutral or box."""

    theatre: Literal["atlantic", "pacific"] | None = None


class Names(names.Names):
    """Names of everything printed; `places` is `PLACES` long."""

    def __init__(self, printed: Printed) -> None:
        self.printed = printed
        board, number = printed.board, printed.place_numbers
        places: list[PlaceName | None] = [None] * PLACES
        for id, area in board.areas.items():
            places[number[id]] = PlaceName(number[id], id, area.name, "area", tuple(area.aliases), area.theatre)
        for id, port in board.ports.items():
            places[number[id]] = PlaceName(number[id], id, port.name, port.kind.value, (), port.theatre)
        for id in printed.box_ids:
            places[number[id]] = PlaceName(number[id], id, board.boxes[id].name, "box")
        units = [
            UnitName(k, unit.id, unit.name, unit.nation, unit.kind, unit.type, unit.ship_class, unit.status)
            for k, unit in enumerate(printed.units)
        ]
        super().__init__(units, places)
