"""Names of the units and places of a game: from numbers to words and back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from aw_env.core.config.errors import did_you_mean


@dataclass(frozen=True)
class UnitName:
    """A counter in words.  `number` is its row in `units.csv`, from 0, and its index in the fields of a record.
    plural: whether it is spoken of as several, which "fire"."""

    number: int
    id: str
    name: str
    nation: str
    kind: str
    type: str
    aliases: tuple[str, ...] = field(default=(), kw_only=True)
    plural: bool = field(default=False, kw_only=True)


@dataclass(frozen=True)
class PlaceName:
    """A place in words.  `number` is what a record knows it by; `kind` what sort of place it is."""

    number: int
    id: str
    name: str
    kind: str
    aliases: tuple[str, ...] = ()


class Names:
    """Names of everything printed.

    units: a UnitName for each counter, by number; an id that two have is that of the first.  places: a PlaceName for
    each place by number, None where the board has no such place.
    """

    def __init__(self, units: Sequence[Any], places: Sequence[Any]) -> None:
        self.units, self.places = tuple(units), tuple(places)
        self._units = {unit.id: unit.number for unit in reversed(self.units)}
        self._places = {place.id: place.number for place in self.places if place}

    def unit_number(self, id: str) -> int:
        """Number of a unit by its id in `units.csv`.  Raises LookupError with the closest ids."""
        return _number(self._units, id, "unit")

    def place_number(self, id: str) -> int:
        """Number of a place by its id in `board.toml`.  Raises LookupError with the closest ids."""
        return _number(self._places, id, "place")

    def place(self, number: int) -> Any:
        """A place by its number.  Raises LookupError where the board has no such place."""
        place = self.places[number]
        if place is None:
            raise LookupError(f"there is no place {number}")
        return place

    @property
    def place_ids(self) -> list[str]:
        """Id of each place by number, "" where the board has no such place."""
        return ["" if place is None else place.id for place in self.places]


def _number(numbers: Mapping[str, int], id: str, what: str) -> int:
    if id not in numbers:
        raise LookupError(f'no {what} "{id}"{did_you_mean(id, numbers)}')
    return numbers[id]
