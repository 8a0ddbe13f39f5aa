"""Chances of an attack, exact (RES.2, ABL.3, RES.16): how many dice come to at least so many successes."""

import numpy as np

from aw_env.core.engine.compiling import rule
from aw_env.games.naval_miniatures.records.terms import MOST_DICE

MOST_PENALTY = 4
"""Beyond it only natural 6s count, as with it."""
PER_CENT = 100


def _table() -> np.ndarray:
    """`chances[penalty, dice, successes]`, in per cent: of so many successes or more; penalty MOST_PENALTY + 1 stands
    for torpedoes, of which a 6 is one hit."""
    chances = np.zeros((MOST_PENALTY + 2, MOST_DICE + 1, 2 * MOST_DICE + 2))
    for row in range(MOST_PENALTY + 2):
        if row > MOST_PENALTY:
            one = np.array([5, 1, 0]) / 6
        else:
            singles = max(0, 2 - row)
            one = np.array([5 - singles, singles, 1]) / 6
        exactly = np.zeros(2 * MOST_DICE + 3)
        exactly[0] = 1
        for dice in range(MOST_DICE + 1):
            at_least = exactly[::-1].cumsum()[::-1]
            chances[row, dice] = at_least[: chances.shape[2]]
            exactly = np.convolve(exactly, one)[: len(exactly)]
    return np.round(PER_CENT * chances).astype(np.int16)


CHANCES = _table()
TORPEDOES = MOST_PENALTY + 1


@rule
def chance(row, dice, successes):
    """Per cent for so many successes or more of dice with a penalty, or of torpedoes (`TORPEDOES`)."""
    if successes <= 0:
        return PER_CENT
    if successes >= CHANCES.shape[2]:
        return 0
    return int(CHANCES[row, dice, successes])


@rule
def expected(row, dice):
    """Successes on average, in tenths: (3 - penalty, at least 1, and one more for a 6) sixths a die; a torpedo hit is
    one sixth."""
    if row == TORPEDOES:
        return 10 * dice // 6
    return 10 * dice * (max(0, 2 - row) + 2) // 6
