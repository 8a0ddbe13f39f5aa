"""Squadrons of bases on a map of hexes: in battles at sea, over ships that pass, and attacked in their bases
(21.416, 21.4181, 21.232)."""

import pytest

from aw_env.games.world_at_war.records.kinds import Condition, Convoy, Decision, Event, Nation, Option, Phase, Side
from aw_env.games.world_at_war.records.record import FIRST_PLACE, FIRST_UNIT
from aw_env.games.world_at_war.rules import (
    africa,
    air,
    air_on_hexes,
    air_strikes,
    battle_rounds,
    damage,
    island_raids,
    meetings,
    port_strikes,
)
from aw_env.games.world_at_war.rules.ranges import FAR
from aw_env.games.world_at_war.rules.routes import HERE, PAST_AIRCRAFT
from aw_env.games.world_at_war.rules.troops import MEET, SUPPORT
from tests.world_at_war.sea_of_hexes import NUMBERS, READY, at_sea, moving

ALLIES, AXIS = Side.ALLIES, Side.AXIS


def sailing(convoy=Convoy.PATROL, moving=ALLIES, bases=(), **fields):
    """Illustrious and Renown are out.  bases: hexes to places from where they are met, or from their route, and the
    squadrons there."""
    sea = at_sea(**{"moving": moving, "convoy": convoy, "phase": Phase.INTERCEPTION, "step": MEET, **fields})
    sea.game.raiding, sea.game.way[:] = NUMBERS["ionian_sea"], FAR
    sea.game.origin[HERE] = NUMBERS["malta"]
    for base, (hexes, squadrons) in dict(bases).items():
        sea.game.way[:, NUMBERS[base]], sea.game.airbase[NUMBERS[base]] = hexes, squadrons
    return sea.ship("illustrious", "renown", place="malta", force=1, force_seen=1, squadrons=0).ship(
        "illustrious", place="malta", squadrons=2
    )


def air_table(sea, *results):
    """What squadrons do, by how many fly and the dice: all others nothing."""
    sea.book.air_drm[:], sea.book.air_out[:], sea.book.air_back[:] = 0, 0, 0
    for count, total, out, back in results:
        sea.book.air_out[count, total], sea.book.air_back[count, total] = out, back
    return sea


def at(sea, base, field):
    return int(sea.game[field][NUMBERS[base]])


# --- in battles (21.416D) ----------------------------------------------------------------------------------


@pytest.mark.rule("21.416D")
def test_squadrons_of_both_sides_within_three_hexes_of_where_they_meet_may_join():
    sea = sailing(bases={"palermo": (3, 2), "cagliari": (4, 5), "malta": (1, 3)})
    sea.call(air_on_hexes.call_squadrons)
    assert sea.call(air_on_hexes.ask_squadrons)
    assert (sea.game.decision, sea.game.power) == (Decision.PLANES, ALLIES)
    assert sea.mask(island_raids.mask_planes)[Option.COUNT_0 : Option.COUNT_9 + 1].tolist() == [1] * 4 + [0] * 6
    sea.call(air_on_hexes.take_squadrons, Option.COUNT_1.value)
    assert sea.call(air_on_hexes.ask_squadrons)
    assert (sea.game.decision, sea.game.power) == (Decision.PLANES, AXIS)
    assert sea.mask(island_raids.mask_planes)[Option.COUNT_0 : Option.COUNT_9 + 1].tolist() == [1] * 3 + [0] * 7
    sea.call(air_on_hexes.take_squadrons, Option.COUNT_2.value)
    assert [at(sea, base, "flown") for base in ("palermo", "cagliari", "malta")] == [2, 0, 1]
    assert not sea.call(air_on_hexes.ask_squadrons) and sea.game.step == battle_rounds.ROUND and sea.game.night == 0


@pytest.mark.rule("21.416D")
def test_the_carriers_of_a_patrol_and_of_those_that_meet_it_attack_them():
    """Before anybody strikes ships (22.41B)."""
    sea = sailing(planes=[2, 2], striking=[2, 3], night=0, step=battle_rounds.COUNTERAIR)
    asked = []
    for _ in range(2):
        assert sea.call(battle_rounds.fly)
        asked.append((sea.game.decision, Side(int(sea.game.power))))
        sea.call(air_strikes.take_counterair, Option.COUNT_0.value)
    assert asked == [(Decision.COUNTERAIR, ALLIES), (Decision.COUNTERAIR, AXIS)]
    assert sea.game.step == battle_rounds.COVER


@pytest.mark.rule("21.416D", "21.555D")
def test_a_battle_without_aircraft_is_fought_without_them():
    sea = sailing()
    sea.game.squadrons[:] = 0
    sea.call(air_on_hexes.call_squadrons)
    while sea.game.step != battle_rounds.ROUND:
        assert not sea.call(air_on_hexes.ask_squadrons)
    assert sea.game.night == 1


def test_airmen_are_italian_and_british():
    sea = sailing()
    sea.book.air_drm[:] = 0
    sea.book.air_drm[Nation.ITALY], sea.book.air_drm[Nation.BRITAIN] = 1, 2
    assert [sea.call(air_strikes.air_drm_of, side) for side in (ALLIES, AXIS)] == [2, 1]


def test_after_a_battle_distances_are_to_the_route_again():
    sea = sailing(rounds=2, planes=[1, 1])
    sea.call(meetings.set_out, Convoy.PATROL.value, "malta", "ionian_sea", "ionian_sea")
    ways = sea.game.way.copy()
    sea.game.convoy = Convoy.NONE
    sea.game.way[:], sea.game.rounds, sea.game.step = 7, 2, MEET
    sea.call(meetings.meet)
    assert sea.game.rounds == 0 and (sea.game.way[AXIS] == ways[AXIS]).all()


@pytest.mark.rule("21.2111")
def test_they_fly_through_straits_that_are_open_to_their_side():
    """The Allies sail from Malta to the Ionian Sea, and are met by ships of Messina, whose strait is closed to them."""
    sea = at_sea(moving=ALLIES).ship("renown", "valiant", "nelson", place="malta", force=1)
    sea.call(meetings.set_out, Convoy.PATROL.value, "malta", "ionian_sea", "ionian_sea")
    sea.call(meetings.lay_again, NUMBERS["messina"])
    sea.game.step = air_on_hexes.ENEMY_PLANES
    assert [sea.call(air_strikes.hexes_from, base) for base in ("messina", "palermo")] == [1, 2]


# --- bases that are passed (21.416G, 21.4181A) -------------------------------------------------------------


@pytest.mark.rule("21.416G", "21.4181A")
def test_a_patrol_attacks_each_base_once_on_its_way():
    """Two squadrons attack Palermo, then those left Cagliari; Rhodes lies too far away."""
    sea = sailing(bases={"palermo": (3, 3), "cagliari": (2, 1), "rhodes": (4, 3)})
    sea.call(air_on_hexes.pass_bases)
    assert sea.call(air_on_hexes.ask_overhead) and sea.game.decision == Decision.TARGET
    mask = sea.mask(air_on_hexes.mask_counter)
    assert {base for base in ("palermo", "cagliari", "rhodes") if mask[FIRST_PLACE + NUMBERS[base]]} == {
        "palermo",
        "cagliari",
    }
    air_table(sea, (2, 7, 1, 1), (3, 8, 0, 1)).dice(3, 4, 4, 4)
    sea.call(air_on_hexes.take_counter, FIRST_PLACE + NUMBERS["palermo"])
    assert (at(sea, "palermo", "airbase"), at(sea, "palermo", "flown")) == (2, 1), "one shot down, one turned back"
    assert sea.game.striking[ALLIES] == 1 and sea.of("illustrious", "squadrons") == 2
    assert sea.told[0] == Event.COUNTERS
    mask = sea.mask(air_on_hexes.mask_counter)
    assert not mask[FIRST_PLACE + NUMBERS["palermo"]] and mask[FIRST_PLACE + NUMBERS["cagliari"]]


@pytest.mark.rule("21.416G")
def test_squadrons_that_are_lost_in_the_attack_are_those_of_the_carriers():
    sea = sailing(bases={"palermo": (3, 3)}, striking=[2, 0])
    air_table(sea, (3, 8, 1, 3)).dice(3, 4, 4, 4)
    sea.call(air_on_hexes.take_counter, FIRST_PLACE + NUMBERS["palermo"])
    assert sea.game.striking[ALLIES] == 0 and sea.of("illustrious", "squadrons") == 1
    assert not sea.call(air_on_hexes.can_counter)


@pytest.mark.rule("21.4181A")
@pytest.mark.parametrize("change", ["in its hex", "displaced", "transport", "no carrier"])
def test_nobody_else_attacks_bases_on_the_way(change):
    convoy = {"displaced": Convoy.DISPLACED, "transport": Convoy.SEA_TRANSPORT}.get(change, Convoy.PATROL)
    sea = sailing(convoy, bases={"palermo": (3, 3)})
    if change == "in its hex":
        sea.game.origin[HERE] = sea.game.raiding
    if change == "no carrier":
        sea.game.squadrons[:] = 0
    sea.call(air_on_hexes.pass_bases)
    while sea.game.step >= air_strikes.COUNTERING and not sea.call(air_on_hexes.ask_overhead):
        pass
    assert sea.game.decision != Decision.TARGET


@pytest.mark.rule("21.416G")
def test_what_is_left_in_bases_strikes_the_patrol_once():
    """Of three squadrons one has been turned back: two strike, and the two of Illustrious patrol over the ships."""
    sea = sailing(bases={"palermo": (3, 3)}, step=air_on_hexes.PASSING)
    sea.game.flown[NUMBERS["palermo"]] = 1
    assert sea.call(air_on_hexes.ask_overhead)
    assert (sea.game.decision, sea.game.power) == (Decision.PLANES, AXIS)
    assert sea.mask(island_raids.mask_planes)[Option.COUNT_0 : Option.COUNT_9 + 1].tolist() == [1] * 3 + [0] * 7
    air_table(sea, (2, 7, 0, 0), (2, 9, 1, 0))
    sea.book.shot_down[:] = sea.book.turned_back[:] = sea.book.hits_by_air[:] = 0
    sea.dice(3, 4, 4, 4, 1, 1).call(air_on_hexes.take_squadrons, Option.COUNT_2.value)
    assert at(sea, "palermo", "airbase") == 2 and at(sea, "palermo", "flown") == 2 and sea.game.arrived == 1
    assert sea.call(air_on_hexes.ask_overhead)
    assert (sea.game.decision, sea.game.power) == (Decision.STRIKE_AT, AXIS)
    sea.call(air_strikes.take_strike_at, FIRST_UNIT + sea.number("renown"))
    sea.book.hits_by_air[1, 7 - int(sea.book.drm[Nation.BRITAIN])] = 1
    sea.dice(3, 4)
    assert not sea.call(air_on_hexes.ask_overhead) and sea.of("renown", "hits") == 1
    assert not sea.call(air_on_hexes.ask_overhead) and sea.game.step == SUPPORT
    assert sea.of("renown", "force") == sea.of("illustrious", "force") == 1 and sea.game.line.sum() == 0


@pytest.mark.rule("21.416G")
def test_squadrons_that_stay_may_fly_later():
    sea = sailing(bases={"palermo": (3, 3)}, step=air_on_hexes.PASSING)
    sea.call(air_on_hexes.ask_overhead)
    sea.call(air_on_hexes.take_squadrons, Option.COUNT_0.value)
    assert sea.game.step == SUPPORT and at(sea, "palermo", "flown") == 0


@pytest.mark.rule("21.232C")
@pytest.mark.parametrize("convoy", [Convoy.DISPLACED, Convoy.DISPLACED_AFTER])
@pytest.mark.parametrize(("hexes", "asked"), [(0, True), (3, True), (4, False)])
def test_squadrons_along_their_way_strike_displaced_ships(convoy, hexes, asked):
    sea = sailing(convoy, bases={"palermo": (hexes, 2)})
    sea.call(air_on_hexes.pass_bases)
    assert bool(sea.call(air_on_hexes.ask_overhead)) == asked
    assert (sea.game.decision == Decision.PLANES) == asked and (sea.game.step == SUPPORT) != asked


@pytest.mark.rule("21.221")
@pytest.mark.parametrize(("hexes", "asked"), [(3, True), (4, False)])
def test_squadrons_along_their_way_strike_ships_that_change_base(hexes, asked):
    """Base changes are vulnerable to attack by air units; carriers do not attack bases on their way to another."""
    sea = sailing(Convoy.NONE, bases={"palermo": (hexes, 2)})
    sea.call(air_on_hexes.pass_bases)
    assert bool(sea.call(air_on_hexes.ask_overhead)) == asked
    assert (sea.game.decision == Decision.PLANES) == asked and (sea.game.step == SUPPORT) != asked


@pytest.mark.rule("21.221")
@pytest.mark.parametrize(("way", "struck"), [(Option.DONE, True), (Option.COUNT_0 + PAST_AIRCRAFT, False)])
def test_ships_that_only_aircraft_reach_choose_their_way(way, struck):
    """From Malta to Alexandria the shortest way passes Rhodes, with two squadrons; another does not."""
    aircraft = READY.templates[0]["airbase"] * 0
    aircraft[NUMBERS["rhodes"]] = 2
    game = moving({"renown": {"place": "malta"}}, side=ALLIES, airbase=aircraft)
    game.chooses_ways = True
    game.choose("renown", "alexandria")
    assert game.asked == Decision.COUNTER and game.options == {Option.DONE, Option.COUNT_0 + PAST_AIRCRAFT}
    game.choose(way)
    assert (game.asked == Decision.PLANES and game.seat_asked == AXIS) == struck
    if struck:
        game.choose(Option.COUNT_0)
    assert game.asked == Decision.BASE_CHANGE and game.of("renown", "place") == NUMBERS["alexandria"]


@pytest.mark.rule("21.232C")
def test_displaced_ships_that_are_sunk_from_the_air_do_not_arrive():
    sea = sailing(Convoy.DISPLACED, bases={"palermo": (1, 2)})
    sea.ship("gibraltar_destroyers", place="malta", force=3, force_seen=3, strength=3)
    sea.game.squadrons[:], sea.game.step = 0, air_on_hexes.PASSING
    sea.call(air_on_hexes.ask_overhead)
    sea.book.shot_down[:] = sea.book.turned_back[:] = 0
    sea.book.hits_by_air[:] = 2
    sea.dice(1, 1, 3, 4).call(air_on_hexes.take_squadrons, Option.COUNT_2.value)
    assert sea.call(air_on_hexes.ask_overhead)
    sea.call(air_strikes.take_strike_at, Option.LIGHT.value)
    sea.call(air.take_strike_with, Option.COUNT_2.value)
    while sea.game.step != SUPPORT:
        sea.call(air_on_hexes.ask_overhead)
    assert sea.of("gibraltar_destroyers", "strength") == sea.of("gibraltar_destroyers", "force") == 1


# --- in their bases ----------------------------------------------------------------------------------------


def test_squadrons_come_and_are_ready_as_their_side_moves():
    sea = at_sea(moving=AXIS, turn=4)
    for base in ("palermo", "malta"):
        sea.game.airbase[NUMBERS[base]] = sea.game.flown[NUMBERS[base]] = 1
    sea.call(africa.begin_player_turn)
    coming = int(READY.books[0]["squadrons_arrive"][AXIS, NUMBERS["palermo"], 4])
    assert coming > 0 and at(sea, "palermo", "airbase") == 1 + coming and at(sea, "palermo", "flown") == 0
    assert at(sea, "malta", "airbase") == at(sea, "malta", "flown") == 1


@pytest.mark.rule("21.221")
def test_squadrons_of_the_first_turn_are_there_before_either_side_has_moved():
    """So those of Gibraltar and Alexandria may strike Italian ships that change base on the first turn; nor do they
    come a second time."""
    there = {"palermo": 3, "cagliari": 3, "rhodes": 3, "gibraltar": 3, "alexandria": 3}
    begin = READY.templates[0]["airbase"]
    assert {base: begin[NUMBERS[base]] for base in there} == there and begin.sum() == sum(there.values())
    sea = at_sea(turn=1, airbase=begin)
    for side in (AXIS, ALLIES):
        sea.game.moving = side
        sea.call(africa.begin_player_turn)
    assert sea.game.airbase.tolist() == begin.tolist()


def test_squadrons_of_a_port_meet_those_that_strike_its_ships():
    sea = sailing(Convoy.CARRIERS, striking=[2, 0])
    sea.ship("littorio", place="taranto")
    sea.game.airbase[NUMBERS["taranto"]] = 1
    air_table(sea, (2, 7, 1, 0), (1, 8, 0, 1))
    sea.book.shot_down[:] = sea.book.turned_back[:] = 0
    sea.dice(3, 4, 4, 4, 1, 1).call(port_strikes.take_target, FIRST_PLACE + NUMBERS["taranto"])
    assert sea.game.arrived == 1 and at(sea, "taranto", "airbase") == 0


def test_a_displaced_ship_that_is_sunk_is_in_no_yard_any_more():
    sea = sailing(Convoy.DISPLACED)
    sea.ship("valiant", place="malta", condition=Condition.DAMAGED, repair=1)
    sea.call(damage.sink, "valiant")
    assert sea.of("valiant", "repair") == 0
