"""Outcomes of dice one by one, beside which the odds of the game are held."""

from math import comb

from aw_env.games.naval_miniatures.rules.dice import SUCCESS
from aw_env.naval.terms import FACES


def distribution(dice: int, penalty: int, torpedo: bool) -> list[tuple[int, int, float]]:
    """Each outcome of dice as (successes, natural 6s, chance); with torpedoes a 6 is a hit, otherwise two successes."""
    singles = 0 if torpedo else max(0, FACES - max(SUCCESS + penalty, 1))
    found = []
    for sixes in range(dice + 1):
        for ones in range(dice - sixes + 1) if singles else [0]:
            ways = comb(dice, sixes) * comb(dice - sixes, ones)
            chance = ways * singles**ones * (FACES - 1 - singles) ** (dice - sixes - ones) / FACES**dice
            found.append((sixes * (1 if torpedo else 2) + ones, sixes, chance))
    return found
