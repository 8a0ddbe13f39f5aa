"""The battle that is being resolved: both lines, who aims at whom, and the chances of what is aimed."""

from collections.abc import Iterable

from aw_env.core.said.decisions import Sensible
from aw_env.core.said.speech import Battle, InLine
from aw_env.games.admirals_war.records.terms import Action, Decision, Kind, Option
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


def odds_at(view: View, target: UnitView) -> str:
    """The chances at a target, were the unit that is asked to attack it: of its dice and of those that aim already."""
    unit = view.asked_unit
    air = view.decision == Decision.AIR_TARGET
    own = (unit.airstrike, unit.air_bonus) if air else (unit.gunnery, unit.gunnery_bonus)
    shots = [*_aimed_at(view, [one for one in view.units if one.in_battle], target), own]
    return words.odds(chances(target, shots), "lost" if target.kind == Kind.LBA else "sunk")


def chances(target: UnitView, shots: Iterable[tuple[int, bool]]) -> tuple[float, float]:
    """Chances that a target at sea is sunk by shots, and that it is only disabled (§7.43-7.46, §3.14).

    shots: dice of each attacker, and whether it has a bonus of one on them.
    """
    needed = max(1, target.armor + 1 - target.damage)
    return odds.chances(needed, shots, int(target.armor_bonus), target.kind != Kind.LBA)


# --- rounds in which a side can do nothing ------------------------------------------------------------------

ANSWERS = {Action.AIR: Option.AIR, Action.SURFACE: Option.SURFACE}


def sensible_type(view: View) -> Sensible | None:
    """The type of action in which the enemy cannot attack, where no unit of the side that is asked can attack in either
    (§7.22, §7.232).  With task forces nobody knows who will attack (§29.5)."""
    here = [unit for unit in view.units if unit.in_battle]
    side = view.power & 1 if view.power is not None else None
    if side is None or any(unit.task_force for unit in here):
        return None
    own, enemies = [unit for unit in here if unit.side == side], [unit for unit in here if unit.side != side]
    quiet = [action for action in ANSWERS if not could_attack(enemies, own, action)]
    if not quiet or any(could_attack(own, enemies, action) for action in ANSWERS):
        return None
    return Sensible(ANSWERS[quiet[0]], f"none of your units in {view.names.place(view.fought).name} can attack")


def could_attack(attackers: Iterable[UnitView], targets: Iterable[UnitView], action: Action) -> bool:
    """Whether any of them has aircraft, or guns and a ship to fire at, for an action of a type (§7.31, §7.32)."""
    if action == Action.AIR:
        return any(unit.airstrike for unit in attackers)
    return any(unit.gunnery for unit in attackers) and any(unit.kind != Kind.LBA for unit in targets)
