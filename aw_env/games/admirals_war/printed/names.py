"""Names of the units and places of a game: from numbers to words and back."""

from dataclasses import dataclass
from typing import Literal

from aw_env.core.seen.view import Numbered
from aw_env.games.admirals_war.printed.material import Printed
from aw_env.games.admirals_war.records.terms import FIRST_BOX, FIRST_PORT, PLACES


@dataclass(frozen=True)
class UnitName:
    """A counter in words.  `number` is its row in `units.csv`, from 0, and its index in the fields of a record."""

    number: int
    id: str
    name: str
    nation: str
    kind: str
    type: str
    ship_class: str
    status: str


@dataclass(frozen=True)
class PlaceName:
    """A place in words.  `number` counts sea areas, ports and bases, and holding boxes as `terms` does."""

    number: int
    id: str
    name: str
    kind: Literal["area", "port", "base", "neutral", "box"]
    theatre: Literal["atlantic", "pacific"] | None
    aliases: tuple[str, ...] = ()


class Names(Numbered):
    """Names of everything printed.

    units: a UnitName for each counter, by number.
    places: a PlaceName for each place by number, `PLACES` long, None where the board has no such place.
    """

    def __init__(self, printed: Printed) -> None:
        super().__init__(printed.unit_numbers, printed.place_numbers)
        self.printed = printed
        self.units = tuple(
            UnitName(number, unit.id, unit.name, unit.nation, unit.kind, unit.type, unit.ship_class, unit.status)
            for number, unit in enumerate(printed.units)
        )
        places: list[PlaceName | None] = [None] * PLACES
        for number, (id, area) in enumerate(printed.board.areas.items()):
            places[number] = PlaceName(number, id, area.name, "area", area.theatre, tuple(area.aliases))
        for number, (id, port) in enumerate(printed.board.ports.items(), start=FIRST_PORT):
            places[number] = PlaceName(number, id, port.name, port.kind.value, port.theatre)
        for id, box in printed.box_numbers.items():
            number = FIRST_BOX + box
            places[number] = PlaceName(number, id, printed.board.boxes[id].name, "box", None)
        self.places = tuple(places)

    @property
    def place_ids(self) -> list[str]:
        """Id of each place by number, "" where the board has no such place."""
        return ["" if place is None else place.id for place in self.places]

    def place(self, number: int) -> PlaceName:
        """A place by its number.  Raises LookupError where the board has no such place."""
        place = self.places[number]
        if place is None:
            raise LookupError(f"there is no place {number}")
        return place
