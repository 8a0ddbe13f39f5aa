"""The battle that is being resolved: both lines, who aims at whom, and the chances of what is aimed."""

from aw_env.core.said.speech import Battle, InLine
from aw_env.games.war_at_sea.records.terms import Decision
from aw_env.games.war_at_sea.view import UnitView, View
from aw_env.games.war_at_sea.words.wording import unit_phrase
from aw_env.naval import odds, words


def battle(view: View) -> Battle | None:
    """The surface combat that is fought, or is to be, as the view knows it; None where none is."""

    def line(here: list[UnitView], unit: UnitView) -> InLine:
        aimed = [other for other in here if other.target == unit.number and other.side == view.seat]
        aiming = view.decision == Decision.SURFACE_TARGET
        shots = [(other.attack, bool(other.bonus)) for other in aimed if aiming]
        chances = odds.chances(max(1, unit.hit_points), shots, 0, True)
        return words.in_line(view, unit, unit_phrase(unit), shots, chances, raiding=False)

    return words.battle(view, "pursuit" if view.battle_group else "", line)


def odds_at(view: View, target: UnitView) -> str:
    """The chances at a target, were the ship that is asked to fire at it: of her dice and of those that aim already
    (11.2, 11.5)."""
    aimed = [unit for unit in view.units if unit.in_battle and unit.target == target.number and unit.side == view.seat]
    shots = [(unit.attack, bool(unit.bonus)) for unit in (*aimed, view.asked_unit)]
    return words.odds(odds.chances(max(1, target.hit_points), shots, 0, True))


def odds_of_a_strike(view: View, target: UnitView) -> str:
    """The chances of the die at a ship that is struck from the air (10.2); in port a 5 does nothing (10.3)."""
    return words.odds(odds.chances(max(1, target.hit_points), [(1, False)], 0, target.at_sea))
