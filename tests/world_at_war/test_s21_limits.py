"""Ports and supply, and the limits of what sails, redeploys and is in port (21.1, 21.3, 21.5395)."""

import numpy as np
import pytest

from aw_env.games.world_at_war.printed.packing import pack_legs
from aw_env.games.world_at_war.records.kinds import (
    NOBODY,
    NOWHERE,
    Condition,
    Event,
    Option,
    Phase,
    Side,
)
from aw_env.games.world_at_war.records.record import ACTIONS, FIRST_PLACE, FIRST_UNIT
from aw_env.games.world_at_war.rules import (
    island_forces,
    ports,
    redeployment,
)
from tests.world_at_war.positions import Sea, number
from tests.world_at_war.test_s21_island_raids import raiding

# --- ports and supply (21.12, 21.3612) -------------------------------------------------------------------------------


@pytest.mark.rule("21.121", "21.122")
def test_what_a_port_costs_is_paid_by_who_builds_it():
    sea = Sea("night_express", turn=2, research=[6, 7], brps=[30, 25], ports_built=[0, 1], built_now=0)
    before = int(sea.game.ports[number("bougainville")])
    sea.call(ports.build_port, Side.AXIS, "bougainville")
    assert sea.game.research.tolist() == [6, 4] and sea.game.brps.tolist() == [30, 15]
    assert sea.game.ports_built.tolist() == [0, 2] and sea.game.built_now == 1
    assert sea.game.ports[number("bougainville")] == before + 1


@pytest.mark.rule("21.121", "21.122")
@pytest.mark.parametrize("change, may", [
    ({}, True), ({"research": [9, 2]}, False), ({"research": [2, 3]}, True), ({"brps": [99, 9]}, False),
    ({"brps": [0, 10]}, True), ({"ports_built": [0, 2]}, False), ({"ports_built": [2, 1]}, True),
    ({"built_now": 1}, False),
])  # fmt: skip
def test_when_a_side_may_build_a_port(change, may):
    sea = Sea("night_express", turn=2, **{"research": [9, 9], "brps": [99, 99], "ports_built": [0, 0], **change})
    mask = np.zeros(ACTIONS, np.int8)
    sea.call(ports.allow_ports, Side.AXIS, mask)
    assert (mask.sum() > 0) == may and not mask[:FIRST_PLACE].any()


@pytest.mark.rule("21.3612", "21.5392D")
@pytest.mark.parametrize("change, supplied", [
    ({}, {"truk", "rabaul", "guadalcanal"}),
    ({"unsupplied": "rabaul"}, {"truk", "rabaul"}),  # who is declined supply passes none on
    ({"unsupplied": "truk"}, {"truk"}),
    ({"no_port": "rabaul"}, {"truk", "rabaul"}),
    ({"enemy": "truk"}, set()),
    ({"far": "truk"}, set()),
])  # fmt: skip
def test_supply_goes_on_from_port_to_port_of_the_owner(change, supplied):
    """From the box of Japan over Truk and Rabaul to Guadalcanal, ten hexes each."""
    sea = Sea("night_express", turn=2)
    way = [number(place) for place in ("japan_box", "truk", "rabaul", "guadalcanal")]
    sea.game.control[:], sea.game.unsupplied[:], sea.game.ports[:] = NOBODY, 0, 0
    sea.book.base_changes[:], sea.book.hexes[:], sea.book.port_range[:] = 0, 99, 20
    sea.game.control[way], sea.game.ports[way[1:3]] = Side.AXIS, 1
    for one, other in zip(way[:-1], way[1:], strict=True):
        sea.book.hexes[one, other] = sea.book.hexes[other, one] = 10
    for name, value in change.items():
        if name == "unsupplied":
            sea.game.unsupplied[number(value)] = 1
        elif name == "no_port":
            sea.game.ports[number(value)], sea.book.place_kind[number(value)] = 0, sea.book.place_kind[way[3]]
        elif name == "enemy":
            sea.game.control[number(value)] = Side.ALLIES
        else:
            sea.book.hexes[way[0], number(value)] = 11
    pack_legs(sea.book)
    sea.call(ports.trace_supply)
    names = ("truk", "rabaul", "guadalcanal")
    assert {place for place in names if not sea.game.cut_off[number(place)]} == supplied


# --- the limits of what sails (21.5395, 21.313) ----------------------------------------------------------------------


@pytest.mark.rule("21.5395E", "21.313")
@pytest.mark.parametrize(
    "carrier, with_her, others, may",
    [
        ("zuiho", (), 2, True),
        ("zuiho", (), 1, False),
        ("zuiho", ("ryujo",), 4, True),
        ("zuiho", ("ryujo",), 3, False),
        ("zuiho", ("ryujo", "hiyo"), 9, False),  # two carriers at most
    ],
)
def test_a_carrier_joins_for_as_many_factors_of_others(carrier, with_her, others, may):
    sea = raiding("new_georgia", night=0).ship(*with_her, place="rabaul", force=1).ship(carrier, place="rabaul")
    sea.ship("rabaul_flotilla_1", place="rabaul", strength=9, force=others)
    assert bool(sea.call(island_forces.may_join, carrier, Side.AXIS, 0)) == may


@pytest.mark.rule("21.5395C")
@pytest.mark.parametrize("ports_near, with_her, may", [(1, (), True), (0, (), False), (1, ("zuikaku",), False),
                                                       (2, ("zuikaku",), True), (2, ("zuiho",), True)])  # fmt: skip
def test_a_fleet_carrier_joins_for_each_port_within_five_hexes(ports_near, with_her, may):
    """Light carriers need none."""
    sea = raiding("guadalcanal", night=0).ship(*with_her, place="rabaul", force=1).ship("shokaku", place="rabaul")
    sea.ship("rabaul_flotilla_1", place="rabaul", strength=9, force=9)
    sea.book.hexes[:, sea.game.raiding] = 6
    for port in ("rabaul", "kavieng")[:ports_near]:
        sea.book.hexes[number(port), sea.game.raiding] = 5
    assert bool(sea.call(island_forces.may_join, "shokaku", Side.AXIS, 0)) == may


@pytest.mark.rule("21.5395D")
@pytest.mark.parametrize("ship, free, may", [
    ("rabaul_flotilla_1", 3, True), ("rabaul_flotilla_1", 2, False), ("japanese_cruiser_1", 1, True),
    ("japanese_cruiser_1", 0, False),
])  # fmt: skip
def test_destroyers_join_by_three_and_one_with_a_cruiser(ship, free, may):
    sea = raiding().ship(ship, place="rabaul", strength=3)
    assert bool(sea.call(island_forces.may_join, ship, Side.AXIS, free)) == may
    sea.game.force[number(ship)] = 3 if ship.startswith("rabaul") else 1
    assert not sea.call(island_forces.may_join, ship, Side.AXIS, free)


@pytest.mark.rule("21.5392D")
def test_an_island_is_left_without_supply_or_the_turn_goes_on():
    sea = Sea("night_express", turn=2, phase=Phase.SUPPLY, step=3, cursor=3, unsupplied=0)
    sea.call(ports.take_decline, FIRST_PLACE + number("palau"))
    assert sea.game.unsupplied[number("palau")] == 1 and sea.game.unsupplied.sum() == 1
    assert sea.events[1].tolist()[:2] == [Event.DECLINED, number("palau")] and sea.game.phase == Phase.SUPPLY
    sea.call(ports.take_decline, Option.DONE)
    assert (sea.game.phase, sea.game.step, sea.game.cursor) == (Phase.MOVEMENT, 0, NOBODY)


# --- ships that redeploy or are too many (21.3612, 21.72D, 21.112) ---------------------------------------------------


@pytest.mark.rule("21.72D")
def test_a_unit_that_has_redeployed_is_in_its_new_base_as_it_was():
    for used in (0, 1):
        sea = Sea(turn=5, moving=Side.ALLIES, subject=number("hood"), cursor=3)
        sea.ship("hood", place="scapa_flow", inverted=used)
        sea.call(redeployment.take_new_base, FIRST_PLACE + number("britain"))
        assert sea.of("hood", "place") == number("britain") and sea.of("hood", "redeployed") == 1
        assert sea.of("hood", "inverted") == used and sea.game.cursor == NOBODY
        assert sea.events[1].tolist()[:3] == [Event.CHANGES_BASE, number("hood"), number("britain")]


@pytest.mark.rule("21.3612")
def test_units_that_have_redeployed_are_counted_by_side():
    sea = Sea(turn=5).ship("hood", "renown", place="scapa_flow", redeployed=1).ship("nelson", place="scapa_flow")
    sea.ship("scharnhorst", place="bergen", redeployed=1)
    assert sea.call(redeployment.has_redeployed, Side.ALLIES) == 2
    assert sea.call(redeployment.has_redeployed, Side.AXIS) == 1


@pytest.mark.rule("21.112")
@pytest.mark.parametrize("factors, is_too_many", [(47, False), (48, True)])
def test_a_port_with_more_than_fifty_factors_is_overstacked(factors, is_too_many):
    """Hood has three factors; who waits for repair does not count, nor is the port of the enemy the mover's concern."""
    sea = Sea(turn=5, moving=Side.ALLIES).ship("hood", place="scapa_flow")
    sea.ship("nelson", place="scapa_flow", condition=1, repair=1)
    sea.ship("home_destroyers", place="scapa_flow", strength=factors)
    assert sea.call(redeployment.overstacked_port) == (number("scapa_flow") if is_too_many else NOWHERE)
    sea.game.moving = Side.AXIS
    assert sea.call(redeployment.overstacked_port) == NOWHERE


@pytest.mark.rule("21.112")
def test_any_unit_that_counts_may_be_eliminated():
    sea = Sea(turn=5, subject=number("scapa_flow")).ship("hood", place="scapa_flow").ship("renown", place="britain")
    sea.ship("nelson", place="scapa_flow", condition=1, repair=1).ship(
        "home_destroyers", place="scapa_flow", strength=2
    )
    sea.ship("scapa_destroyers", place="scapa_flow", strength=0)
    allowed = np.flatnonzero(sea.mask(redeployment.mask_overstacked)) - FIRST_UNIT
    assert {*allowed.tolist()} == {number("hood"), number("home_destroyers")}
    sea.call(redeployment.take_overstacked, FIRST_UNIT + number("home_destroyers"))
    assert sea.of("home_destroyers", "strength") == 1
    assert sea.mask(redeployment.mask_overstacked)[FIRST_UNIT + number("home_destroyers")], "the last factor may be too"
    sea.call(redeployment.take_overstacked, FIRST_UNIT + number("hood"))
    assert sea.condition("hood") == Condition.LOST


@pytest.mark.rule("21.3612", "21.214E")
@pytest.mark.parametrize("sw_box, reached", [(False, True), (True, False)])
def test_units_redeploy_from_port_to_port_and_over_no_sw_box(sw_box, reached):
    """From Scapa Flow over Gibraltar, or an SW box in its place, to Suez."""
    sea = Sea(turn=5, moving=Side.ALLIES).ship("hood", place="scapa_flow")
    sea.book.base_changes[:] = 0
    between = number("atlantic_sw" if sw_box else "gibraltar")
    sea.book.base_changes[number("scapa_flow")] = 1 << between
    sea.book.base_changes[between] = 1 << number("suez")
    there = int(sea.call(redeployment.within_reach, "hood"))
    assert there >> between & 1 and bool(there >> number("suez") & 1) == reached
    sea.game.control[between] = Side.AXIS
    assert int(sea.call(redeployment.within_reach, "hood")) == 1 << number("scapa_flow")
