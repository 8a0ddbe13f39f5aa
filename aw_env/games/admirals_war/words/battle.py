"""The battle that is being resolved: both lines, who aims at whom, and the chances of what is aimed."""

from collections.abc import Iterable

from aw_env.core.said.speech import Battle, InLine
from aw_env.games.admirals_war.records.terms import Action, Decision, Kind
from aw_env.games.admirals_war.view import UnitView, View
from aw_env.games.admirals_war.words.wording import unit_phrase
from aw_env.naval import odds, words

ACTIONS = {Action.NONE: "", Action.AIR: "air action", Action.SURFACE: "surface action", Action.COMBINED: "both actions"}


def battle(view: View) -> Battle | None:
    """The battle that is being resolved, as the view knows it; None where none is."""

    def line(here: list[UnitView], unit: UnitView) -> InLine:
        shots = _aimed_at(view, here, unit)
        return words.in_line(view, unit, unit_phrase(unit), shots, chances(unit, shots), unit.raiding)

    return words.battle(view, ACTIONS[view.action], line)


def _aimed_at(view: View, here: list[UnitView], target: UnitView) -> list[tuple[int, bool]]:
    """Dice of each attacker that has chosen a target and not fired yet, and whether it has a bonus on them."""
    if view.decision not in (Decision.AIR_TARGET, Decision.SURFACE_TARGET) or view.power is None:
        return []
    attackers = [unit for unit in here if unit.target == target.number and unit.side == view.power & 1]
    if view.decision == Decision.AIR_TARGET:
        return [(unit.airstrike, unit.air_bonus) for unit in attackers]
    return [(unit.gunnery, unit.gunnery_bonus) for unit in attackers]


def chances(target: UnitView, shots: Iterable[tuple[int, bool]]) -> tuple[float, float]:
    """Chances that a target at sea is sunk by shots, and that it is only disabled (§7.43-7.46, §3.14).

    shots: dice of each attacker, and whether it has a bonus of one on them.
    """
    needed = max(1, target.armor + 1 - target.damage)
    return odds.chances(needed, shots, int(target.armor_bonus), target.kind != Kind.LBA)
