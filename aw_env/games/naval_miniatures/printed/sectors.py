"""The map as numbers: sectors and their names, what lies beside what, ranges, and what the lines of sight meet.

A sector is a square two half sectors wide; rows A, C, E, G, I and K have seven, the rows between them six, shifted by
half a sector: the half-sectors that this leaves at the sides are out of play (SET.10, house MR-01).  Everything is
measured in half sectors from the centre of A1, so that centres are whole numbers and so is all that decides on sight.
"""

from fractions import Fraction
from functools import cache

import numpy as np

from aw_env.core.config.errors import shown
from aw_env.core.engine.sets import IN_WORD, WORD_SHIFT, words_for
from aw_env.games.naval_miniatures.records.terms import NARROW, NEIGHBORS, NOWHERE, ROWS, SECTORS, WIDE, Terrain

ISLAND_RADIUS = Fraction(2, 5)
"""Radius of the land of an island, in sectors (house): the rest of its sector is water (LOS.4)."""


# --- sectors and their names ---------------------------------------------------------------------------------


def columns_in(row: int) -> int:
    """How many sectors a row has (SET.10)."""
    return NARROW if row % 2 else WIDE


_PLACES = tuple((row, column) for row in range(ROWS) for column in range(columns_in(row)))
"""Row and column of each sector: they are numbered in reading order."""
_SECTORS = {place: sector for sector, place in enumerate(_PLACES)}
_ROW_NAMES = "ABCDEFGHIJK"
_ROWS = {letter: row for row, letter in enumerate(_ROW_NAMES)}
_NAMES = tuple(f"{_ROW_NAMES[row]}{column + 1}" for row, column in _PLACES)
_NAMED = {name.lower(): sector for sector, name in enumerate(_NAMES)}
assert len(_PLACES) == SECTORS and len(_ROWS) == ROWS


def row_of(sector: int) -> int:
    """The row of a sector: 0 is A."""
    return _PLACES[_known(sector)][0]


def column_of(sector: int) -> int:
    """The place of a sector in its row, from 0."""
    return _PLACES[_known(sector)][1]


def across_of(sector: int) -> int:
    """How far the centre of a sector lies to the right of that of A1, in half sectors."""
    row, column = _PLACES[_known(sector)]
    return 2 * column + row % 2


def sector_at(row: int, column: int) -> int:
    """The sector at a place of a row, both from 0.  Raises LookupError where there is none."""
    if (row, column) not in _SECTORS:
        raise LookupError(f"there is no sector at row {row}, column {column}{_likely(row)}")
    return _SECTORS[row, column]


def sector_named(name: str) -> int:
    """The sector of a name such as "d5".  Raises LookupError with the names that its row has."""
    if name.lower() not in _NAMED:
        raise LookupError(f"no sector {shown(name)}{_likely(_ROWS.get(name[:1].upper(), NOWHERE))}")
    return _NAMED[name.lower()]


def name_of(sector: int) -> str:
    """The name of a sector: the letter of its row and its place there, from 1."""
    return _NAMES[_known(sector)]


def _known(sector: int) -> int:
    """The sector itself.  Raises LookupError for what is none: NOWHERE is no sector at the end of the map."""
    if not 0 <= sector < SECTORS:
        raise LookupError(f"there is no sector {sector}")
    return sector


def _likely(row: int) -> str:
    """What may have been meant, to end the message about a sector that there is not."""
    if not 0 <= row < ROWS:
        return f"; rows are {_ROW_NAMES[0]} to {_ROW_NAMES[-1]}, sectors {_NAMES[0]} to {_NAMES[-1]}"
    return f"; row {_ROW_NAMES[row]} has {_ROW_NAMES[row]}1 to {_ROW_NAMES[row]}{columns_in(row)}"


# --- distances -----------------------------------------------------------------------------------------------


@cache
def ranges() -> np.ndarray:
    """Sectors from each sector to each other, int8 (SECTORS, SECTORS); the attacker's own is not counted (RNG.2).

    A step to the next row also goes half a sector across; only what is then left across takes steps of its own.
    """
    across, down = np.abs(_between())
    rows = down // 2
    return _fixed(rows + np.maximum(across - rows, 0) // 2, np.int8)


@cache
def neighbors() -> np.ndarray:
    """The sectors beside each sector in reading order, then NOWHERE; int8 (SECTORS, NEIGHBORS) (GLO.1)."""
    beside = np.full((SECTORS, NEIGHBORS), NOWHERE)
    for sector, row in enumerate(ranges()):
        found = np.flatnonzero(row == 1)
        beside[sector, : found.size] = found
    return _fixed(beside, np.int8)


def _between() -> np.ndarray:
    """From the centre of each sector to that of each other: half sectors to the right, then down."""
    centres = np.array([[across_of(sector), 2 * row_of(sector)] for sector in range(SECTORS)]).T
    return centres[:, None, :] - centres[:, :, None]


def _fixed(numbers: np.ndarray, kept: type) -> np.ndarray:
    """A table of a given type that nobody changes: it is made once for all scenarios."""
    table: np.ndarray = numbers.astype(kept)
    table.flags.writeable = False
    return table


# --- sight ---------------------------------------------------------------------------------------------------
#
# Tables of triples: from the centre of the first sector to that of the second there is a line (LOS.2), of which the
# third sector lies off by so much.  The ends of a line are never third sectors (GLO.5).


@cache
def crossed() -> np.ndarray:
    """The third sectors of which a line cuts the open square, as sets of words, int64 (SECTORS, SECTORS, words)."""
    words = np.zeros((SECTORS, SECTORS, words_for(SECTORS)), np.int64)
    cut = _squares().astype(np.int64)
    for third in range(SECTORS):
        words[:, :, third >> WORD_SHIFT] |= cut[:, :, third] << (third & IN_WORD)
    return _fixed(words, np.int64)


def clear(terrain: np.ndarray, radius: Fraction = ISLAND_RADIUS) -> np.ndarray:
    """1 for each two sectors between which nothing printed blocks the line of sight, int8 (SECTORS, SECTORS).

    terrain: Terrain of each sector.  radius: of the land of islands, in sectors; exact, below 1.
    """
    islands, weather = np.asarray(terrain) == Terrain.ISLAND, np.asarray(terrain) == Terrain.SQUALL
    blocked = _discs(radius)[:, :, islands].any(axis=2)  # LOS.4
    blocked |= _squares()[:, :, weather].any(axis=2)  # MAP.4, LOS.5; shoals block nothing (MAP.2)
    blocked |= islands[:, None] | islands[None, :]  # LOS.8: in an island sector, no sight in or out ...
    np.fill_diagonal(blocked, False)  # ... but all see whoever is in their own sector (MR-28, MR-29)
    return (~blocked).astype(np.int8)


@cache
def _squares() -> np.ndarray:
    """Whether each line cuts the open square of each third sector, which fog fills (MAP.4).

    It does not where one of the directions of a side of the square or of the line itself parts the two; to run along a
    side or through a corner is to be parted (LOS.3).
    """
    (line_x, line_y), (third_x, third_y) = _lines_and_thirds()
    level = np.abs(2 * third_x - line_x) < 2 + np.abs(line_x)
    upright = np.abs(2 * third_y - line_y) < 2 + np.abs(line_y)
    along = np.abs(line_x * third_y - line_y * third_x) < np.abs(line_x) + np.abs(line_y)
    return _without_ends(level & upright & along)


@cache
def _discs(radius: Fraction) -> np.ndarray:
    """Whether each line cuts the open disc of this radius in sectors around the centre of each third sector (LOS.4).

    The centre must lie beside the line, not beyond an end, and nearer than the radius; touching is no cut (LOS.3).
    """
    (line_x, line_y), (third_x, third_y) = _lines_and_thirds()
    off, ahead = line_x * third_y - line_y * third_x, line_x * third_x + line_y * third_y
    length = line_x**2 + line_y**2
    return _without_ends((0 < ahead) & (ahead < length) & (off**2 < _first_not_cut(radius, length)))


def _first_not_cut(radius: Fraction, length: np.ndarray) -> np.ndarray:
    """The least square of a cross product that is not within a radius in sectors of lines of these squared lengths."""
    area = 4 * Fraction(radius) ** 2  # a sector is two half sectors
    return np.array([-(-area.numerator * n // area.denominator) for n in range(int(length.max()) + 1)])[length]


def _lines_and_thirds() -> tuple[np.ndarray, np.ndarray]:
    """(x, y) from the first to the second sector of each triple, and from the first to the third."""
    between = _between()
    return between[:, :, :, None], between[:, :, None, :]


def _without_ends(cut: np.ndarray) -> np.ndarray:
    """The triples without those whose third sector is one of the first two (GLO.5)."""
    ends = np.eye(SECTORS, dtype=bool)
    return _fixed(cut & ~ends[:, None, :] & ~ends[None, :, :], np.bool_)
