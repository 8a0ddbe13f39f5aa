"""The sea of a war that is fought on a map of hexes: read and checked, and packed as the ways between its places."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BeforeValidator, Field

from aw_env.core.config.errors import ConfigError
from aw_env.core.config.rows import number, read_rows, words
from aw_env.core.config.tables import Cited, Table
from aw_env.core.printed.named import Named
from aw_env.core.printed.packing import bits
from aw_env.core.printed.waters import FAR, Waters
from aw_env.games.world_at_war.records.kinds import STRAITS

_ROW = Annotated[int, BeforeValidator(number), Field(ge=0, le=25)]
_PLACES = list[Annotated[str, Named("place")]]


class Hex(Table):
    """A row of `hexes.csv`."""

    id: str
    row: _ROW
    column: Annotated[int, BeforeValidator(number), Field(ge=0, le=99)]
    kind: Literal["sea", "coastal"]
    land: Annotated[list[str], BeforeValidator(words)]


class Strait(Cited):
    """A hex, or the way between two, that is not passed while an enemy holds one of these places, or we not one of
    those (21.211, 21.212)."""

    hex: str | None = None
    side: Annotated[list[str], Field(min_length=2, max_length=2)] | None = None
    shut_by_enemy: _PLACES = []
    needs: _PLACES = []


def read_hexes(file: Path, board: Any, board_file: Path) -> tuple[Hex, ...]:
    """The hexes of a file, of which a board names some.  Raises ConfigError."""
    hexes = tuple(read_rows(file, Hex))
    known = {hex.id for hex in hexes}
    if len(known) < len(hexes) or len({(hex.row, hex.column) for hex in hexes}) < len(hexes):
        raise ConfigError(file, "id", "two hexes are the same")
    named = [(file, f"{hex.id}, column land", other) for hex in hexes for other in hex.land]
    named += [(board_file, f"places.{id}.hex", place.hex.value) for id, place in board.places.items() if place.hex]
    for id, strait in board.straits.items():
        if (strait.hex is None) == (strait.side is None):
            raise ConfigError(board_file, f"straits.{id}", "is either a hex, or a side of two")
        named += [(board_file, f"straits.{id}", hex) for hex in strait.side or [strait.hex]]
    for where, key, hex in named:
        if hex not in known:
            raise ConfigError(where, key, f'no hex "{hex}" in {file.name}')
    return hexes


def waters_of(hexes: Sequence[Hex], numbers: dict[str, int]) -> Waters:
    """Their waters."""
    land = [(numbers[hex.id], numbers[other]) for hex in hexes for other in hex.land]
    return Waters([(hex.row, hex.column) for hex in hexes], land)


def pack_sea(printed: Any, book: np.void) -> None:
    """Write how far it is between places as the crow flies and by water, whichever straits are closed, and by what they
    are."""
    numbers = {hex.id: k for k, hex in enumerate(printed.hexes)}
    waters, straits = waters_of(printed.hexes, numbers), [*printed.board.straits.values()]
    lying = {id: numbers[place.hex.value] for id, place in printed.board.places.items() if place.hex}
    places, at = np.ix_(*[[printed.place_numbers[id] for id in lying]] * 2), [*lying.values()]
    book["hexes"], book["by_water"] = FAR, FAR
    book["hexes"][places] = waters.ranges[np.ix_(at, at)]
    for closed in range(1 << STRAITS):
        those = [strait for k, strait in enumerate(straits) if closed >> k & 1]
        shut = [numbers[strait.hex] for strait in those if strait.hex]
        barred = [tuple(numbers[hex] for hex in strait.side) for strait in those if strait.side]
        book["by_water"][closed][places] = waters.ways(at, shut, barred)[:, at]
    for k, strait in enumerate(straits):
        book["shut_by_enemy"][k] = bits(printed.place_numbers, strait.shut_by_enemy)
        book["open_if_held"][k] = bits(printed.place_numbers, strait.needs)
