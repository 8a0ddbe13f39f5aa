"""What the rules say of one attack or one move, for words."""

from typing import NamedTuple

from aw_env.games.naval_miniatures.records.record import PRINTED
from aw_env.games.naval_miniatures.rules import attacks, dice, sight, stacking, units
from aw_env.games.naval_miniatures.view import UnitView, View

MOST_APART = PRINTED["range"].values.greatest
"""Sectors from one corner of the map to the other."""


class Aim(NamedTuple):
    """An attack of a unit at another.  sectors: from one to the other.  dice: 0 for none at that range.  penalty: on
    each.  sees, fits, certain, forced_away, second: what `attacks` says of it."""

    sectors: int
    dice: int
    penalty: int
    sees: int
    fits: int
    certain: int
    forced_away: int
    second: int


def aim(unit: UnitView, weapon: int, target: UnitView) -> Aim:
    """That of a unit at another; both are on the map."""
    view, one, other = unit.view, unit.number, target.number
    here, there = unit.place_number, target.place_number
    return Aim(
        sectors=view.by_rule(units.distance, one, other),
        dice=view.by_rule(dice.dice_at, one, weapon, other),
        penalty=view.by_rule(dice.penalty, one, weapon, other),
        sees=view.by_rule(sight.sees, here, there),
        fits=view.by_rule(attacks.fits, one, weapon, other),
        certain=view.by_rule(units.is_certain_to_go, other),
        forced_away=view.by_rule(attacks.is_forced_away, one, weapon, other),
        second=view.by_rule(attacks.is_second_target, one, weapon, other),
    )


class Bearings(NamedTuple):
    """What a weapon of a unit bears upon.  reach: the greatest range at which it has dice, -1 for none.  targets: by
    their numbers, enemies within it, each with whether it is in sight."""

    reach: int
    targets: dict[int, bool]


def bearings(unit: UnitView, weapon: int) -> Bearings:
    """Those of a weapon of a unit that is on the map."""
    view, seen = unit.view, {}
    values = [view.by_rule(dice.value_at, unit.number, weapon, sectors) for sectors in range(MOST_APART + 1)]
    for target in (other for other in view.units if other.side != unit.side and other.on_map and not other.aborted):
        told = aim(unit, weapon, target)
        if told.fits and not told.certain and values[told.sectors]:
            seen[target.number] = bool(told.sees)
    return Bearings(max((sectors for sectors, value in enumerate(values) if value), default=-1), seen)


def way(view: View, unit: int, sector: int) -> tuple[bool, bool]:
    """Whether the terrain of a sector lets a unit in, and whether there is room for it."""
    is_open, has_room = (view.by_rule(rule, unit, sector) for rule in (stacking.is_open_to, stacking.has_room))
    return bool(is_open), bool(has_room)
