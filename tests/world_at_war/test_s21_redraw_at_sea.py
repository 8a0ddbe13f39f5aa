"""Which ships of the Mediterranean are out unseen is drawn anew as it may be (20.164A, 21.411-21.415)."""

from itertools import product

import pytest

from aw_env.games.world_at_war.records.kinds import NOWHERE, Convoy, Decision, Phase, Side
from aw_env.games.world_at_war.rules import meetings, redraw_at_sea, routes
from tests.world_at_war.sea_of_hexes import NUMBERS, at_sea

ALLIES, AXIS = Side.ALLIES.value, Side.AXIS.value
FLEET = ("littorio", "vittorio_veneto", "roma", "caio_duilio", "conte_di_cavour")
"""Battleships of Taranto, all fast."""
THREE = FLEET[:2] + FLEET[3:4]
HEX = NUMBERS["ionian_sea"]


def fleet(**fields):
    """The fleet in Taranto."""
    return at_sea(**{"moving": ALLIES, "phase": Phase.MOVEMENT, "brps": [20, 20], **fields}).ship(
        *FLEET, place="taranto"
    )


def under_way(sea, hex=HEX):
    """Three of the fleet are under a counter, which the enemy sees in a hex."""
    sea.game.counter_at[AXIS, 0] = hex
    return sea.ship(*THREE, place="taranto", under=1, berth=hex)


def drawn(sea, field, seat=ALLIES, times=40):
    """What is drawn of a field of the fleet, so many times."""
    found = set()
    for _ in range(times):
        sea.call(redraw_at_sea.redraw_at_sea, seat)
        found.add(tuple(sea.of(ship, field) for ship in FLEET))
    return found


def alike(sea, ships=THREE):
    """Ships of the fleet, of ten factors or more, that cost as many BRPs as these do."""
    factors = {ship: int(sea.book.factors[sea.number(ship)]) for ship in FLEET}
    brps, found = (sum(factors[ship] for ship in ships) + 2) // 3, set()
    for chosen in product((0, 1), repeat=len(FLEET)):
        total = sum(factors[ship] for ship, one in zip(FLEET, chosen, strict=True) if one)
        if 10 <= total <= 25 and (total + 2) // 3 == brps:
            found.add(chosen)
    return found


@pytest.mark.rule("20.164A", "21.414A")
def test_a_patrol_under_a_counter_may_be_any_task_force_that_has_cost_as_much():
    sea = under_way(fleet())
    ways = sea.game.way.copy()
    assert len(alike(sea)) > 2 and drawn(sea, "under") == alike(sea)
    assert drawn(sea, "force", times=5) == {(0,) * len(FLEET)} and (sea.game.way == ways).all()
    assert (sea.game.phase, sea.game.moving) == (Phase.MOVEMENT, ALLIES)


@pytest.mark.rule("20.164A")
def test_who_has_sent_a_patrol_knows_its_ships():
    assert drawn(under_way(fleet()), "under", AXIS, 5) == {tuple(int(ship in THREE) for ship in FLEET)}


@pytest.mark.rule("20.164A", "21.415")
def test_ships_that_are_drawn_patrol_where_the_counter_is_and_keep_their_port():
    sea = under_way(fleet())
    for _ in range(10):
        sea.call(redraw_at_sea.redraw_at_sea, ALLIES)
        for ship in FLEET:
            assert sea.of(ship, "berth") == (HEX if sea.of(ship, "under") else NOWHERE)
            assert sea.of(ship, "place") == NUMBERS["taranto"]


@pytest.mark.rule("20.164A")
def test_ships_that_have_been_seen_stay_as_they_are():
    """Roma is out, and has been seen: she is under no counter."""
    sea = under_way(fleet()).ship("roma", place="taranto", force=1, force_seen=1)
    for under, force in zip(drawn(sea, "under", times=10), drawn(sea, "force", times=10), strict=False):
        assert under[2] == 0 and force == (0, 0, 1, 0, 0)


def sailing(convoy=Convoy.PATROL):
    """The three are on their way from Taranto to the hex, unseen, and nobody has met them."""
    sea = under_way(fleet(moving=AXIS)).ship(*THREE, place="taranto", force=1, berth=NUMBERS["taranto"])
    sea.call(meetings.set_out, convoy.value, "taranto", HEX, HEX)
    sea.game.task_force[AXIS] = 1
    return sea


@pytest.mark.rule("20.164A", "21.416C")
def test_a_patrol_on_its_way_may_be_any_task_force_of_its_port_that_has_cost_as_much():
    sea = sailing()
    ways = sea.game.way.copy()
    assert drawn(sea, "force") == alike(sea)
    for ship in FLEET:
        assert sea.of(ship, "under") == sea.of(ship, "force")
        assert sea.of(ship, "berth") == (NUMBERS["taranto"] if sea.of(ship, "force") else NOWHERE)
    assert (sea.game.way == ways).all() and sea.game.phase == Phase.INTERCEPTION


@pytest.mark.rule("20.164A", "20.162A")
def test_while_one_task_force_sails_another_that_patrols_is_drawn_too():
    """Three counters of the four are in play; the second stands for ships that have been seen since."""
    sea, others = sailing(), (*FLEET[2::2], "italian_cruiser_1", "italian_cruiser_2")
    sea.ship(*others, place="taranto", under=3, berth=HEX).game.counter_at[AXIS, 2] = HEX
    for _ in range(5):
        sea.call(redraw_at_sea.redraw_at_sea, ALLIES)
        factors = [0] * 4
        for ship in (*FLEET, *others[2:]):
            factors[sea.of(ship, "under")] += int(sea.book.factors[sea.number(ship)])
        assert factors[1] >= 10 and factors[2] == 0 and factors[3] >= 10


@pytest.mark.rule("20.164A")
def test_while_ships_are_named_that_patrol_any_may_have_been():
    sea = fleet(moving=AXIS, power=AXIS, decision=Decision.PATROL_WITH, cursor=HEX)
    sea.ship("littorio", place="taranto", force=1)
    sea.call(routes.measure_ways, AXIS, "ionian_sea")
    found = drawn(sea, "force")
    assert (0,) * len(FLEET) in found and len(found) > 8
    assert any(force[0] == 0 and sum(force) > 0 for force in found), "not those that have been named"
    assert drawn(sea, "under", times=3) == {(0,) * len(FLEET)}


def looking(power=AXIS):
    """The Allies are out from Malta, and ships of Taranto are named that look for them; or others come to their aid."""
    sea = fleet(power=power, decision=Decision.INTERCEPT, subject=NUMBERS["taranto"])
    sea.ship("renown", place="malta", force=1, force_seen=1)
    sea.call(meetings.set_out, Convoy.NONE.value, "malta", "alexandria", "alexandria")
    return sea.ship("littorio", place="taranto", force=1).ship("andrea_doria", place="naples")


@pytest.mark.rule("20.164A", "21.311")
def test_while_those_are_named_that_look_for_others_they_may_be_any_of_their_port():
    sea = looking()
    found = drawn(sea, "force")
    assert (0,) * len(FLEET) in found and len(found) > 8 and any(sum(force) == 1 for force in found)
    assert sea.of("andrea_doria", "force") == 0 and sea.of("renown", "force") == 1


@pytest.mark.rule("20.164A", "20.252C")
def test_those_that_have_looked_for_others_are_a_task_force_with_as_many_dice():
    """A slow ship would have a die less."""
    sea = looking(ALLIES).ship(*THREE, place="taranto", force=1).ship("andrea_doria", place="taranto")
    sea.book.slow[sea.number("andrea_doria")] = 1
    found = drawn(sea, "force", times=20)
    factors = [int(sea.book.factors[sea.number(ship)]) for ship in FLEET]
    assert len(found) > 2 and all(sum(f * n for f, n in zip(force, factors, strict=True)) >= 10 for force in found)
    assert sea.of("andrea_doria", "force") == 0 and sea.of("renown", "force") == 1
