"""The battle that is being resolved, for any screen: both lines, who aims at whom, and the chances of what is aimed."""

from collections.abc import Iterable
from dataclasses import dataclass

from aw_env.admirals_war.records.terms import Action, Decision, Kind
from aw_env.admirals_war.render import text
from aw_env.admirals_war.view import UnitView, View
from aw_env.admirals_war.words import wording

FACES = range(1, 7)
"""What a die may show."""
ACTIONS = {Action.NONE: "", Action.AIR: "air action", Action.SURFACE: "surface action", Action.COMBINED: "both actions"}


@dataclass(frozen=True)
class InLine:
    """A unit of the battle.

    words: the counter with its factors.  side: its side's name.  aims_at: id of its target, None for none.
    damage: points that it has been hit for in this action, which take effect at its end.  shots: dice that the side
    which is choosing has aimed at it.  sinks, disables: chances of these that it is lost, or else disabled.
    """

    id: str
    name: str
    words: str
    side: str
    raiding: bool
    aims_at: str | None
    damage: int
    shots: int
    sinks: float
    disables: float


@dataclass(frozen=True)
class Battle:
    """A battle.  title: where, and what the area is worth.  action: the type of action, "" while it is open."""

    area: str
    title: str
    round: int
    action: str
    lines: tuple[InLine, ...]


def battle(view: View) -> Battle | None:
    """The battle that is being resolved, as the view knows it; None where none is."""
    here = [unit for unit in view.units if unit.in_battle]
    if view.area is None or not here:
        return None
    allies, axis = view.points(view.area)
    name = view.names.place(view.names.place_number(view.area)).name
    return Battle(
        area=view.area,
        title=f"{name}: worth {allies}/{axis}, held by {text.holder(view, view.area)}",
        round=view.round,
        action=ACTIONS[view.action],
        lines=tuple(_in_line(view, here, unit) for unit in here),
    )


def _in_line(view: View, here: list[UnitView], unit: UnitView) -> InLine:
    shots = _aimed_at(view, here, unit)
    sinks, disables = chances(unit, shots)
    target = view.units_by_number.get(unit.target) if unit.target is not None else None
    return InLine(
        id=unit.id,
        name=unit.name,
        words=wording.unit_phrase(unit),
        side=wording.SIDES[unit.side],
        raiding=unit.raiding,
        aims_at=target.id if target is not None else None,
        damage=unit.pending_damage,
        shots=sum(dice for dice, _ in shots),
        sinks=round(sinks, 3),
        disables=round(disables, 3),
    )


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
    needed, lowered = max(1, target.armor + 1 - target.damage), int(target.armor_bonus)
    afloat, sunk = {(0, False): 1.0}, 0.0  # chances by damage, short of sinking, and whether disabled
    for dice, bonus in shots:
        for _ in range(dice):
            after: dict[tuple[int, bool], float] = {}
            for (damage, disabled), chance in afloat.items():
                for outcome, share in _one_shot(bonus, lowered, target.kind != Kind.LBA):
                    if outcome is not None and damage + outcome >= needed:
                        sunk += chance * share
                    else:
                        now = (damage + (outcome or 0), disabled or outcome is None)
                        after[now] = after.get(now, 0.0) + chance * share
            afloat = after
    return sunk, sum(chance for (_, disabled), chance in afloat.items() if disabled)


def _one_shot(bonus: bool, lowered: int, may_be_disabled: bool) -> list[tuple[int | None, float]]:
    """What a shot may do, each with its chance: so many damage points, or (None) disable."""
    hits = (1 + bonus) / 6
    disables = 1 / 6 if may_be_disabled else 0.0
    damage = [(max(0, die - lowered), hits / 6) for die in FACES]
    return [(0, 1 - hits - disables), (None, disables), *damage]
