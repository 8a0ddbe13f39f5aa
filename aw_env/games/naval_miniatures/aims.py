"""What the rules say of one attack or one move, for words."""

from typing import NamedTuple

from aw_env.core.seen.interpreted import interpreted
from aw_env.games.naval_miniatures.records.book import PRINTED
from aw_env.games.naval_miniatures.records.terms import Effect, Weapon
from aw_env.games.naval_miniatures.rules import attacks, dice, results, sight, stacking, units
from aw_env.games.naval_miniatures.view import UnitView, View

MOST_APART = PRINTED["range"].values.greatest
"""Sectors from one corner of the map to the other."""


class Aim(NamedTuple):
    """An attack of a unit at another.  sectors: from one to the other.  dice: 0 for none at that range.  penalty: on
    each.  sees, fits, certain, forced_away, second: what `attacks` says of it.  negates, conceals, survives: the least
    dice that save the target, 0 for no die.  hit: damage of a hit.  left: damage that destroys the target.  flaw:
    natural 6s that destroy it, 0 for no number."""

    sectors: int
    dice: int
    penalty: int
    sees: int
    fits: int
    certain: int
    forced_away: int
    second: int
    negates: int
    conceals: int
    survives: int
    hit: int
    left: int
    flaw: int


def aim(unit: UnitView, weapon: int, target: UnitView) -> Aim:
    """That of a unit at another; both are on the map."""
    view, one, other = unit.view, unit.number, target.number
    here, there = unit.place_number, target.place_number
    negates, flawed = _effect(target, Effect.NEGATE), _effect(target, Effect.FLAW)
    hit = 1
    if weapon == Weapon.TORPEDO:
        more, less = _amount(unit, Effect.TORPEDO_DAMAGE), _amount(target, Effect.TORPEDO_DEFENSE)
        hit = max(0, results.TORPEDO_HIT + more - less)
    conceals = results.CONCEALED_CLOSE if there == here else results.CONCEALED
    applies = negates >= 0 and view.by_rule(dice.works_against, other, negates, weapon, one)
    is_flaw = flawed >= 0 and interpreted(units.is_among)(target.by[flawed], unit.kind)
    return Aim(
        sectors=view.by_rule(units.distance, one, other),
        dice=view.by_rule(dice.dice_at, one, weapon, other),
        penalty=view.by_rule(dice.penalty, one, weapon, other),
        sees=view.by_rule(sight.sees, here, there),
        fits=view.by_rule(attacks.fits, one, weapon, other),
        certain=view.by_rule(units.is_certain_to_go, other),
        forced_away=view.by_rule(attacks.is_forced_away, one, weapon, other),
        second=view.by_rule(attacks.is_second_target, one, weapon, other),
        negates=target.least[negates] if applies else 0,
        conceals=conceals if view.by_rule(sight.is_concealed, there) else 0,
        survives=_amount(target, Effect.SURVIVE, "least"),
        hit=hit,
        left=target.hull_left - target.hit,
        flaw=target.amount[flawed] if is_flaw else 0,
    )


def _effect(unit: UnitView, effect: Effect) -> int:
    """Which of the effects on its card is this one, -1 for none."""
    return unit.view.by_rule(units.effect_of, unit.number, effect)


def _amount(unit: UnitView, effect: Effect, field: str = "amount") -> int:
    """What its card says of an effect, 0 where it has none."""
    k = _effect(unit, effect)
    return int(getattr(unit, field)[k]) if k >= 0 else 0


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
