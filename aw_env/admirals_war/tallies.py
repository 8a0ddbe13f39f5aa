"""What each unit adds to the columns of its place in an observation, packed four columns to a word.

Every decision of every game counts all the units: adding words instead of columns makes that several times as fast.
A column of a word has 16 bits, and no sum of factors comes near filling them.  An undamaged unit is packed here, once,
into the book; what damage takes off is subtracted where the unit is counted (`observation.lost_factors`).
"""

import numpy as np

from aw_env.admirals_war.columns import WORD, Columns, Force, Port
from aw_env.admirals_war.terms import Kind
from aw_env.core.compiling import rule

BITS = 16
"""Bits of a column."""


@rule
def in_column(column, value):
    """A value as it stands in its word."""
    return value << (BITS * (column % WORD))


def packed(table: type[Columns], values: dict[Columns, int]) -> np.ndarray:
    """The columns of a table as int64 words, from the values of some of them, none of them negative."""
    words = np.zeros(len(table) // WORD, np.int64)
    for column, value in values.items():
        words[column // WORD] += value << (BITS * (column % WORD))
    return words


def pack_tallies(book: np.void) -> None:
    """Fill the book's tallies from its counters."""
    for unit in np.flatnonzero(book["kind"]).tolist():
        for raiding in (0, 1):
            book["tally_at_sea"][unit, raiding] = packed(Force, _at_sea(book, unit, raiding))
        book["tally_in_port"][unit] = packed(Port, _in_port(book, unit))[Port.SHIPS // WORD :]


def _at_sea(book: np.void, unit: int, raiding: int) -> dict[Columns, int]:
    kind, airstrike = book["kind"][unit], int(book["airstrike"][unit])
    if kind == Kind.SHIP:
        return {
            Force.RAIDING if raiding else Force.PATROLLING: 1,
            Force.GUNNERY: int(book["gunnery"][unit]),
            Force.HIT_POINTS: int(book["armor"][unit]) + 1,
            Force.CARRIER_AIRSTRIKE: airstrike,
            Force.ASW: 0 if raiding else 3 if book["carrier"][unit] else 1,
        }
    if kind == Kind.LBA:
        return {Force.LBA_AIRSTRIKE: airstrike, Force.ASW: airstrike}
    if kind == Kind.AMPHIBIOUS:
        return {Force.AMPHIBIOUS: 1, Force.ASW: 3}
    if kind == Kind.SUBMARINE:
        return {Force.RAIDING_SUBMARINES if raiding else Force.SUBMARINES: 1}
    return {Force.HILFSKREUZERS if kind == Kind.HILFSKREUZER else Force.SUPPORT: 1}


def _in_port(book: np.void, unit: int) -> dict[Columns, int]:
    kind = book["kind"][unit]
    if kind == Kind.SHIP:
        return {Port.SHIPS: 1, Port.CARRIERS: int(book["carrier"][unit]), Port.GUNNERY: int(book["gunnery"][unit])}
    return {Port.LBA if kind == Kind.LBA else Port.AMPHIBIOUS if kind == Kind.AMPHIBIOUS else Port.OTHERS: 1}

