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
