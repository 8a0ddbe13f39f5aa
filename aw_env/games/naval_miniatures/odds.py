"""Chances of an attack, exact (RES.2, ABL.3, RES.16): how many successes its dice come to."""

from functools import cache
from math import comb

import numpy as np

from aw_env.core.engine.compiling import rule
from aw_env.games.naval_miniatures.records.terms import MOST_DICE
from aw_env.games.naval_miniatures.rules.dice import SUCCESS
from aw_env.naval.terms import FACES

MOST_PENALTY = 4
"""Beyond it only natural 6s count, as with it."""
PER_CENT = 100


@cache
def distribution(dice: int, penalty: int, torpedo: bool) -> tuple[tuple[int, int, float], ...]:
    """Each outcome of dice as (successes, natural 6s, chance); with torpedoes a 6 is a hit, otherwise two successes."""
    singles = 0 if torpedo else max(0, FACES - max(SUCCESS + penalty, 1))  # faces below 6 that are one success
    found = []
    for sixes in range(dice + 1):
        for ones in range(dice - sixes + 1) if singles else [0]:
            ways = comb(dice, sixes) * comb(dice - sixes, ones)
            chance = ways * singles**ones * (FACES - 1 - singles) ** (dice - sixes - ones) / FACES**dice
            found.append((sixes * (1 if torpedo else 2) + ones, sixes, chance))
    return tuple(found)


def _table() -> np.ndarray:
    """`chances[penalty, dice, successes]`, in per cent: of so many successes or more; penalty `TORPEDOES` stands for
    torpedoes."""
    exactly = np.zeros((MOST_PENALTY + 2, MOST_DICE + 1, 2 * MOST_DICE + 2))
    for penalty, dice in np.ndindex(exactly.shape[:2]):
        for successes, _, chance in distribution(dice, penalty, penalty == TORPEDOES):
            exactly[penalty, dice, successes] += chance
    return np.round(PER_CENT * exactly[..., ::-1].cumsum(2)[..., ::-1]).astype(np.int16)


TORPEDOES = MOST_PENALTY + 1
CHANCES = _table()


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
