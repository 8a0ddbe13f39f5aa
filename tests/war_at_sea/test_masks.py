"""Masks over joint choices: what can be reached through them is what the rules allow, by enumeration."""

from itertools import product

import numpy as np
import pytest

from aw_env.games.war_at_sea.records.terms import FIRST_UNIT_ACTION, Decision, Kind, Option
from tests.war_at_sea.positions import battle

HOLD = None


def reached(game, side):
    """Every allocation of a side that can be reached, as {attacker: target or HOLD}, on copies of the game."""
    if game.decision != Decision.SURFACE_TARGET or game.seat != side:
        return [{}]
    found, attacker, before = [], game.view.asked_unit.number, game.games.copy()
    mask = game.mask.copy()
    for action in game.legal:
        game.games[:], game.mask[:] = before, mask
        game.choose(action)
        target = HOLD if action == Option.HOLD else action - FIRST_UNIT_ACTION
        found += [{attacker: target, **others} for others in reached(game, side)]
    game.games[:], game.mask[:] = before, mask
    return found


def is_allowed(allocation, enemies, silent, closed):
    """Whether a whole allocation keeps 11.6 and 14.8."""
    fired_upon = {target for target in allocation.values() if target is not HOLD}
    if fired_upon & closed:
        return False
    screens = {unit.number for unit in enemies} - silent - closed
    return not fired_upon & silent or screens <= fired_upon


def expected(game, attackers, enemies, silent, closed, must_fire=()):
    """Every allocation that the rules allow."""
    targets = [HOLD, *(unit.number for unit in enemies)]
    found = []
    for chosen in product(targets, repeat=len(attackers)):
        allocation = dict(zip(attackers, chosen, strict=True))
        if any(allocation[unit] is HOLD for unit in must_fire):
            continue
        if is_allowed(allocation, enemies, silent, closed):
            found.append(allocation)
    return found


def same(left, right):
    """Whether two lists of allocations are the same, none of them twice."""
    as_sets = [[tuple(sorted(one.items(), key=lambda pair: pair[0])) for one in side] for side in (left, right)]
    assert len(as_sets[0]) == len(set(as_sets[0]))
    return set(as_sets[0]) == set(as_sets[1])


ALLIES = [("Nelson", "Hood"), ("Nelson", "Hood", "Norfolk"), ("Nelson",), ("Eagle", "Hood", "Norfolk")]
AXIS = [("Bismarck", "Graf Zeppelin"), ("Bismarck", "Tirpitz", "Graf Zeppelin"), ("Graf Zeppelin",)]


@pytest.mark.rule("11.6", "11.2")
@pytest.mark.parametrize("allies", ALLIES)
@pytest.mark.parametrize("axis", AXIS)
@pytest.mark.parametrize("fires", [True, False])
def test_allied_allocations_are_those_of_the_rule(allies, axis, fires):
    game = battle("barents").with_units(*allies, *axis).start(dice=[1] * 60).choose("Barents Sea")
    game.choose_until(Decision.CARRIER_FIRE, int(Option.HOLD)).choose("fire" if fires else "silent")
    enemies = game.view.ships_in("barents", 1)
    silent = {unit.number for unit in enemies if unit.kind == Kind.CARRIER and not fires}
    attackers = [unit.number for unit in game.view.ships_in("barents", 0) if unit.attack > 0]
    assert same(reached(game, 0), expected(game, attackers, enemies, silent, set()))


@pytest.mark.rule("14.8", "11.6")
@pytest.mark.parametrize("damaged", [(), ("Hood",), ("Ark Royal",), ("Hood", "Ark Royal")])
def test_axis_allocations_are_those_of_the_rule(damaged):
    position = battle("barents").with_units("Bismarck", "Tirpitz", "Graf Zeppelin")
    for ship in ("Hood", "Ark Royal", "Convoy 1A"):
        position.with_units(ship, damage=1 if ship in damaged else 0)
    game = position.start(dice=[1] * 60).choose("Barents Sea").choose_until(Decision.CARRIER_FIRE, int(Option.HOLD))
    game.choose("fire", "hold", "hold")
    assert game.seat == 1
    enemies = game.view.ships_in("barents", 0)
    silent = {unit.number for unit in enemies if unit.kind == Kind.CARRIER}
    closed = {unit.number for unit in enemies if unit.kind == Kind.CONVOY and len(damaged) < 2}
    attackers = [unit.number for unit in game.view.ships_in("barents", 1)]
    carrier = next(unit.number for unit in game.view.ships_in("barents", 1) if unit.kind == Kind.CARRIER)
    assert same(reached(game, 1), expected(game, attackers, enemies, silent, closed, must_fire=[carrier]))


@pytest.mark.rule("12.1", "12.8")
def test_every_division_into_groups_can_be_reached():
    game = battle("north_sea").with_units("Nelson", "Hood", "Norfolk", "Repulse", "Scharnhorst").start()
    game.choose("North Sea").choose_until(Decision.DISENGAGE).choose("disengage", "fight on")
    partitions = set()

    def divide():
        if game.decision != Decision.JOIN_GROUP:
            units = game.view.ships_in("north_sea", 0)
            groups = [
                frozenset(unit.number for unit in units if unit.group == group) for group in {u.group for u in units}
            ]
            assert frozenset(groups) not in partitions
            partitions.add(frozenset(groups))
            return
        before, mask = game.games.copy(), game.mask.copy()
        for action in np.flatnonzero(mask).tolist():
            game.games[:], game.mask[:] = before, mask
            game.choose(action)
            divide()
        game.games[:], game.mask[:] = before, mask

    divide()
    assert len(partitions) == 15  # the Bell number of four
