"""Seas of a map of hexes, with the straits between them that those who hold their shores close."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
from pydantic import Field

from aw_env.core.config.errors import ConfigError
from aw_env.core.config.tables import Cited
from aw_env.core.printed.named import Named
from aw_env.core.printed.waters import Hex, Waters, check_hexes, numbered, waters_of, without

_PLACES = list[Annotated[str, Named("place")]]


class Strait(Cited):
    """A hex, or the way between two, that is not passed while an enemy holds one of these places, or we not one of
    those."""

    hex: str | None = None
    side: Annotated[list[str], Field(min_length=2, max_length=2)] | None = None
    shut_by_enemy: _PLACES = []
    needs: _PLACES = []


class Sea:
    """A sea.  lying: the hex of each place, by its id.  file: that which tells of these and of the straits.

    at: the number of the hex of each place.  waters: their ways.  Raises ConfigError for what lies in no hex.
    """

    def __init__(
        self, file: Path, hexes: Sequence[Hex], lying: Mapping[str, str], straits: Mapping[str, Strait]
    ) -> None:
        self.numbers, self.straits = numbered(hexes), straits
        for id, hex in lying.items():
            check_hexes(file, f"places.{id}.hex", [hex], self.numbers)
        for id, strait in straits.items():
            if (strait.hex is None) == (strait.side is None):
                raise ConfigError(file, f"straits.{id}", "is either a hex, or a side of two")
            check_hexes(file, f"straits.{id}", strait.side or [str(strait.hex)], self.numbers)
        self.at = {id: self.numbers[hex] for id, hex in lying.items()}
        self.waters: Waters = waters_of(hexes)

    def crow(self) -> np.ndarray:
        """Hexes from place to place as the crow flies; int8 (places, places)."""
        return self.waters.ranges[np.ix_([*self.at.values()], [*self.at.values()])]

    def ways(self, closed: int) -> np.ndarray:
        """Hexes from each place to each hex by water with a set of the straits closed, the first not counted; int8
        (places, hexes)."""
        shut = [self.numbers[strait.hex] for strait in self._those(closed) if strait.hex]
        return self.waters.ways([*self.at.values()], shut, self._barred(closed))

    def beside(self, closed: int) -> np.ndarray:
        """Whether ships go from one hex straight to another with a set of the straits closed; bool (hexes, hexes)."""
        return without(self.waters.beside, self._barred(closed))

    def _barred(self, closed: int) -> list[tuple[int, int]]:
        sides = [strait.side for strait in self._those(closed) if strait.side]
        return [(self.numbers[one], self.numbers[other]) for one, other in sides]

    def _those(self, closed: int) -> list[Strait]:
        return [strait for k, strait in enumerate(self.straits.values()) if closed >> k & 1]
