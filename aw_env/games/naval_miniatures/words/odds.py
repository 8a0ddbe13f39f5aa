"""The chances of an attack, exact but for what is rolled at the end of the phase (AB.determination)."""

from typing import NamedTuple

from aw_env.core.said.wording import so_many
from aw_env.games.naval_miniatures.aims import Aim, aim
from aw_env.games.naval_miniatures.odds import not_negated, outcomes
from aw_env.games.naval_miniatures.view import UnitView
from aw_env.naval.words import percent


class Odds(NamedTuple):
    """What an attack comes to.  hits: the chance that it damages or aborts, or does more.  destroys: that the target is
    sure to go at the end of the phase."""

    aim: Aim
    hits: float
    destroys: float


def odds(unit: UnitView, weapon: int, target: UnitView) -> Odds:
    """The chances of an attack as the position stands, with the dice that have been lent to it."""
    told, attack = aim(unit, weapon, target), (unit.number, weapon, target.number)
    hits, destroys = unit.view.told_by_rule(outcomes, *attack, told.dice, told.penalty)
    through = unit.view.told_by_rule(not_negated, *attack)
    return Odds(told, hits * through, destroys * through)


def in_words(unit: UnitView, weapon: int, target: UnitView) -> str:
    """The odds beside a target: "range 2, 9 dice: 71% hit, 3% destroyed"."""
    found = odds(unit, weapon, target)
    told = found.aim
    dice = so_many(told.dice, "die", "dice") + (f" at -{told.penalty}" if told.penalty else "")
    word = "aborted" if target.is_aircraft else "hit"
    away = f"range {told.sectors}, " if told.sectors else ""
    return f"{away}{dice}: {percent(found.hits)} {word}, {percent(found.destroys)} destroyed"
