"""The map as numbers: sectors and their names, what lies beside what, ranges, and what the lines of sight meet.

A sector is a square two half sectors wide; rows A, C, E, G, I and K have seven, the rows between them six, shifted by
half a sector: the half-sectors that this leaves at the sides are out of play (SET.10, house MR-01).  Everything is
measured in half sectors from the centre of A1, so that centres are whole numbers and so is all that decides on sight.
"""

from fractions import Fraction
from functools import cache

import numpy as np

from aw_env.core.engine.layout import IN_WORD, WORD_SHIFT, words_for
from aw_env.core.printed.cells import fixed
from aw_env.games.naval_miniatures.records.terms import MAP, NEIGHBORS, NOWHERE, SECTORS, Terrain

ISLAND_RADIUS = Fraction(2, 5)
"""Radius of the land of an island, in sectors (house): the rest of its sector is water (LOS.4)."""
NAMES, NUMBERS = MAP.names, MAP.numbers
"""The name of each sector, and the number of each by its id."""
NEAR = MAP.beside(NEIGHBORS, NOWHERE)
"""The sectors beside each sector in reading order, then NOWHERE; int8 (SECTORS, NEIGHBORS) (GLO.1)."""


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
    return fixed(words)


def clear(terrain: np.ndarray, radius: Fraction = ISLAND_RADIUS) -> np.ndarray:
    """1 for each two sectors between which nothing printed blocks the line of sight, int8 (SECTORS, SECTORS).

    terrain: Terrain of each sector.  radius: of the land of islands, in sectors; exact, below 1.
    """
    islands, weather = np.asarray(terrain) == Terrain.ISLAND, np.asarray(terrain) == Terrain.SQUALL
    blocked = discs(radius)[:, :, islands].any(axis=2)  # LOS.4
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
def discs(radius: Fraction) -> np.ndarray:
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
    return MAP.between[:, :, :, None], MAP.between[:, :, None, :]


def _without_ends(cut: np.ndarray) -> np.ndarray:
    """The triples without those whose third sector is one of the first two (GLO.5)."""
    ends = np.eye(SECTORS, dtype=bool)
    return fixed(cut & ~ends[:, None, :] & ~ends[None, :, :])
