"""The battle that is being resolved: both lines, who aims at whom, and the chances of what is aimed."""

from aw_env.core.said.speech import Battle, InLine
from aw_env.games.war_at_sea.records.terms import Decision
from aw_env.games.war_at_sea.view import UnitView, View
from aw_env.games.war_at_sea.words.wording import unit_phrase
from aw_env.naval import odds
from aw_env.naval.sides import SIDES, stakes


def battle(view: View) -> Battle | None:
    """The surface combat that is fought, or is to be, as the view knows it; None where none is."""
    here = [unit for unit in view.units if unit.in_battle]
    if view.area is None or not here:
        return None
    return Battle(
        area=view.area.id,
        title=f"{view.area.name}: {stakes(view, view.area.id)}",
        round=view.round,
        action="pursuit" if view.battle_group else "",
        lines=tuple(_in_line(view, here, unit) for unit in here),
    )


def _in_line(view: View, here: list[UnitView], unit: UnitView) -> InLine:
    aiming = view.decision == Decision.SURFACE_TARGET
    shots = [
        (other.attack, bool(other.bonus))
        for other in here
        if aiming and other.target == unit.number and other.side == view.seat
    ]
    sinks, disables = odds.chances(max(1, unit.hit_points), shots, 0, True)
    target = view.units_by_number.get(unit.target) if unit.target is not None else None
    return InLine(
        id=unit.id,
        name=unit.name,
        words=unit_phrase(unit),
        side=SIDES[unit.side],
        raiding=False,
        aims_at=target.id if target is not None else None,
        damage=unit.pending_damage,
        shots=sum(dice for dice, _ in shots),
        sinks=round(sinks, 3),
        disables=round(disables, 3),
    )
