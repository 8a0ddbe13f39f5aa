"""Names of the units and places of a game: from numbers to words and back."""

from dataclasses import dataclass
from typing import Literal

from aw_env.core.seen.view import Numbered
from aw_env.games.war_at_sea.printed.material import BOX_IDS, Printed
from aw_env.games.war_at_sea.records.terms import FIRST_BOX, FIRST_PORT

BOX_NAMES = ("Out of play", "Turn chart")


@dataclass(frozen=True)
class UnitName:
    """A counter in words.  `number` is its row in `units.csv`, from 0, and its index in the fields of a record."""

    number: int
    id: str
    name: str
    nation: str
    kind: str
    type: str


@dataclass(frozen=True)
class PlaceName:
    """A place in words.  `number` counts sea areas, ports and holding boxes as `terms` does."""

    number: int
    id: str
    name: str
    kind: Literal["area", "port", "box"]
    aliases: tuple[str, ...] = ()


class Names(Numbered):
    """Names of everything printed: a UnitName for each counter and a PlaceName for each place, by number."""

    def __init__(self, printed: Printed) -> None:
        super().__init__(printed.unit_numbers, printed.place_numbers)
        self.units = tuple(
            UnitName(number, unit.id, unit.name, unit.nation, unit.kind, unit.type)
            for number, unit in enumerate(printed.units)
        )
        board = printed.board
        areas = [
            PlaceName(number, id, area.name, "area", tuple(area.aliases))
            for number, (id, area) in enumerate(board.areas.items())
        ]
        ports = [
            PlaceName(number, id, port.name, "port", tuple(port.aliases))
            for number, (id, port) in enumerate(board.ports.items(), FIRST_PORT)
        ]
        named = zip(BOX_IDS, BOX_NAMES, strict=True)
        boxes = [PlaceName(number, id, name, "box") for number, (id, name) in enumerate(named, FIRST_BOX)]
        self.places = (*areas, *ports, *boxes)

    def place(self, number: int) -> PlaceName:
        """A place by its number."""
        return self.places[number]
