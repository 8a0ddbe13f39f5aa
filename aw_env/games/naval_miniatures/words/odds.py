"""The chances of an attack, exact but for what is rolled at the end of the phase (AB.determination)."""

from typing import NamedTuple

from aw_env.core.said.wording import so_many
from aw_env.games.naval_miniatures.aims import Aim, aim
from aw_env.games.naval_miniatures.odds import distribution
from aw_env.games.naval_miniatures.records.terms import Weapon
from aw_env.games.naval_miniatures.view import UnitView
from aw_env.naval.terms import FACES
from aw_env.naval.words import percent


class Odds(NamedTuple):
    """What an attack comes to.  expected: successes on average.  hits: the chance that it damages or aborts, or does
    more.  destroys: that the target is sure to go at the end of the phase."""

    aim: Aim
    expected: float
    hits: float
    destroys: float


def odds(unit: UnitView, weapon: int, target: UnitView) -> Odds:
    """The chances of an attack as the position stands, with the dice that have been lent to it."""
    told, torpedo = aim(unit, weapon, target), weapon == Weapon.TORPEDO
    expected = hits = destroys = 0.0
    for successes, sixes, chance in distribution(told.dice, told.penalty, torpedo):
        expected += chance * successes
        flawed = 0 < told.flaw <= sixes
        if successes >= (1 if torpedo else target.armor) or flawed:
            hits += chance
            destroys += chance * _ends(told, target, successes, torpedo, flawed)
    through = (1 - _saves(told.negates)) * (1 - _saves(told.conceals))
    return Odds(told, expected, hits * through, destroys * through)


def _saves(least: int) -> float:
    """The chance of this die or more; 0 for no die."""
    return (FACES + 1 - least) / FACES if least else 0.0


def _ends(told: Aim, target: UnitView, successes: int, torpedo: bool, flawed: bool) -> float:
    """The chance that so many successes make the end of the target certain."""
    if flawed:
        return 1.0
    if torpedo:
        return float(successes * told.hit >= told.left)
    if successes >= target.vital:
        return 1.0 if told.left <= 1 else 1 - _saves(told.survives)
    return float(not target.is_aircraft and told.left <= 1)


def in_words(unit: UnitView, weapon: int, target: UnitView) -> str:
    """The odds beside a target: "range 2, 9 dice: 71% hit, 3% destroyed"."""
    found = odds(unit, weapon, target)
    told = found.aim
    dice = so_many(told.dice, "die", "dice") + (f" at -{told.penalty}" if told.penalty else "")
    word = "aborted" if target.is_aircraft else "hit"
    away = f"range {told.sectors}, " if told.sectors else ""
    return f"{away}{dice}: {percent(found.hits)} {word}, {percent(found.destroys)} destroyed"
