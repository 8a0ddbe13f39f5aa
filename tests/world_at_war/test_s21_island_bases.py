"""Ports, ranges, boxes, supply, patrols and displaced units among the islands (21.1 to 21.3)."""

import numpy as np
import pytest

from aw_env.games.world_at_war.printed.packing import pack_legs
from aw_env.games.world_at_war.records.kinds import NOWHERE, Condition, Decision, Event, Option, Phase, Side
from aw_env.games.world_at_war.records.record import FIRST_PLACE, FIRST_UNIT
from aw_env.games.world_at_war.rules import (
    bases,
    displaced,
    island_forces,
    island_raids,
    pacific,
    patrols,
    ports,
    ranges,
    redeployment,
    sequence,
    task_forces,
    transports,
    yards,
)
from tests.world_at_war.positions import NAMES, Sea, number, playing
from tests.world_at_war.test_s21_island_raids import RABAUL, hexes_of, raiding

TRUK, NOUMEA = {"place": "truk"}, {"place": "noumea"}


def islands(side=Side.AXIS, **fields):
    """The start of a player turn among the islands."""
    fields = {"turn": 2, "moving": side, "power": side, "research": [6, 6], "brps": [30, 30], **fields}
    return Sea("night_express", **fields)


def sites(sea, side):
    """Where a side may build a port now."""
    return hexes_of(sea, yards.mask_build)


@pytest.mark.rule("21.72B", "21.73A")
def test_a_submarine_that_was_in_a_raid_may_oppose_one_in_the_enemy_s_turn_even_out_of_supply():
    sea = islands(Side.AXIS, phase=Phase.END)
    sea.game.sailed[:] = 0
    sea.game.sailed[[number("rabaul"), number("truk"), number("noumea")]] = 1
    sea.game.unsupplied[number("rabaul")] = 1
    sea.call(sequence.end_player_turn)
    assert sea.game.moving == Side.ALLIES and sea.game.sailed[number("noumea")] == 1
    assert sea.game.sailed[number("rabaul")] == sea.game.sailed[number("truk")] == 0


@pytest.mark.rule("21.71", "21.72A")
@pytest.mark.parametrize("declined, is_cut_off", [(1, 0), (0, 1), (0, 0)])
def test_units_are_uninverted_by_the_supply_of_the_turn_that_begins(declined, is_cut_off):
    """What was declined last turn is supplied again; a port that the enemy has cut off since then is not."""
    sea = islands(Side.AXIS, turn=5, phase=Phase.START)
    sea.ship("japanese_cruiser_1", place="kwajalein", inverted=1, moved=1)
    sea.game.unsupplied[number("kwajalein")] = declined
    if is_cut_off:
        sea.game.control[[number(port) for port in ("truk", "saipan", "rabaul", "kavieng")]] = Side.ALLIES
    sea.call(sequence.start_player_turn)
    assert sea.of("japanese_cruiser_1", "inverted") == is_cut_off and sea.of("japanese_cruiser_1", "moved") == 0


@pytest.mark.rule("21.5392D")
def test_islands_of_a_group_that_may_be_raided_may_be_left_without_supply_those_further_off_too():
    raided = hexes_of(islands(Side.AXIS), island_raids.mask_target)
    assert {"espiritu_santo", "efate"} <= raided  # of which Efate is eleven hexes away
    assert hexes_of(islands(Side.ALLIES), ports.mask_decline) == raided


@pytest.mark.rule("21.214B")
@pytest.mark.parametrize("here, there", [("pearl_harbor", "pacific_us_box"), ("australia_box", "pacific_us_box")])
@pytest.mark.parametrize("returns", [False, True])
def test_ships_and_task_forces_change_base_between_the_us_box_and_pearl_harbor_or_australia(here, there, returns):
    here, there = (there, here) if returns else (here, there)
    sea = islands(Side.ALLIES, turn=3).ship("south_dakota", "indiana", "massachusetts", place=here)
    assert sea.call(bases.may_change_base, "south_dakota", there)
    for ship in ("south_dakota", "indiana", "massachusetts"):
        sea.game.under[number(ship)], sea.game.berth[number(ship)] = 1, number(here)
    sea.game.counter_at[Side.ALLIES, 0] = number(here)
    reached = sea.call(task_forces.bases_for, Side.ALLIES, 1)
    assert reached >> number(there) & 1 and (here != "pacific_us_box" or not reached >> number("suva") & 1)


def task_force_in(here):
    """Three American battleships under a counter, as their side's task forces change base."""
    sea = islands(Side.ALLIES, turn=3, power=Side.ALLIES, subject=number(here), cursor=number(here))
    sea.ship("uss_washington", "indiana", "massachusetts", place=here)
    for ship in ("uss_washington", "indiana", "massachusetts"):
        sea.game.under[number(ship)], sea.game.berth[number(ship)] = 1, number(here)
    sea.game.counter_at[Side.ALLIES, 0] = number(here)
    return sea


@pytest.mark.rule("21.224", "20.162D")
@pytest.mark.parametrize(
    ("here", "there", "inverted"),
    [
        ("pacific_us_box", "australia_box", 1),
        ("australia_box", "pacific_us_box", 1),
        ("pearl_harbor", "pacific_us_box", 0),
        ("townsville", "australia_box", 0),
    ],
)
def test_a_task_force_that_goes_from_box_to_box_is_inverted_until_the_player_turn_ends(here, there, inverted):
    """It is not seen which ships it has."""
    sea = task_force_in(here)
    sea.call(task_forces.take_counter_to, FIRST_PLACE + number(there))
    assert (sea.of("uss_washington", "berth"), sea.of("uss_washington", "inverted")) == (number(there), 0)
    assert sea.game.counters_used.tolist() == [inverted, 0] and sea.told == [Event.COUNTER_MOVES]
    assert sea.call(bases.has_been_used, "uss_washington") == inverted
    sea.call(sequence.end_player_turn)
    assert not sea.game.counters_used.any() and not sea.call(bases.has_been_used, "uss_washington")


@pytest.mark.rule("21.224", "21.5395A")
@pytest.mark.parametrize("goes", [False, True])
def test_ships_of_a_task_force_that_has_gone_from_box_to_box_raid_no_islands_in_the_turn(goes):
    sea = task_force_in("pacific_us_box")
    if goes:
        sea.call(task_forces.take_counter_to, FIRST_PLACE + number("australia_box"))
    sea.game.way[:] = 5
    assert sea.call(island_forces.may_come, "uss_washington", Side.ALLIES) == (not goes)


@pytest.mark.rule("21.224", "20.163")
def test_ships_of_a_task_force_that_has_gone_from_box_to_box_are_inverted_when_they_are_seen():
    sea = task_force_in("pacific_us_box")
    sea.call(task_forces.take_counter_to, FIRST_PLACE + number("australia_box"))
    sea.call(task_forces.show, "uss_washington")
    sea.call(task_forces.break_up, Side.ALLIES)
    for ship in ("uss_washington", "indiana", "massachusetts"):
        assert (sea.of(ship, "place"), sea.of(ship, "inverted")) == (number("australia_box"), 1)
    assert not sea.game.counters_used.any()


@pytest.mark.rule("21.3617")
def test_base_changes_end_in_port_moresby_or_begin_there_by_way_of_a_port_five_hexes_away():
    sea = islands(Side.ALLIES, turn=3).ship("pacific_cruiser_1", place="noumea")
    assert sea.book.hexes[number("noumea"), number("port_moresby")] > 5
    assert sea.call(bases.may_change_base, "pacific_cruiser_1", "port_moresby")
    sea.ship("pacific_cruiser_1", place="port_moresby")
    assert sea.call(bases.may_change_base, "pacific_cruiser_1", "noumea")  # over Townsville
    sea.game.control[number("townsville")] = Side.AXIS
    assert not sea.call(bases.may_change_base, "pacific_cruiser_1", "noumea")


# --- ports that are built (21.12) ------------------------------------------------------------------------


@pytest.mark.rule("21.12")
def test_a_port_counter_is_a_port_of_fifty_factors():
    sea = islands()
    assert not sea.call(bases.is_port, "bougainville")
    sea.game.ports[number("bougainville")] = 1
    assert sea.call(bases.is_port, "bougainville") and sea.call(bases.capacity_of, "bougainville") == 50
    assert sea.call(ranges.is_operational, "bougainville", Side.AXIS)


def full_truk(**fields):
    """Truk bases fifty factors, of which eleven are a task force and three are submarines: no more."""
    sea = islands(turn=3, **fields)
    sea.ship("truk_flotilla_1", place="truk", strength=36)
    hidden = ("kongo", "hiei", "haruna", "japanese_cruiser_1")
    sea.ship(*hidden, place="rabaul")
    for unit in hidden:
        sea.game.under[number(unit)], sea.game.berth[number(unit)] = 1, number("truk")
    sea.game.counter_at[Side.AXIS, 0] = number("truk")
    return sea


@pytest.mark.rule("20.15", "21.112")
def test_new_ships_do_not_come_to_a_port_that_is_full_but_to_the_nearest_with_room():
    sea = full_truk()
    assert sea.call(bases.room_in, "truk") == 0
    sea.call(sequence.arrive, Side.AXIS)
    assert sea.of("musashi", "place") == number("kavieng") and not sea.call(bases.is_overstacked, "truk")


@pytest.mark.rule("20.15")
def test_new_ships_come_to_no_port_that_the_enemy_holds():
    sea = islands(turn=6)
    sea.game.control[number("truk")] = Side.ALLIES
    sea.call(sequence.arrive, Side.AXIS)
    assert sea.of("chitose", "place") == sea.of("chiyoda", "place") == number("kavieng")
    for port in ("rabaul", "kavieng", "lae", "kwajalein", "saipan"):
        sea.game.control[number(port)] = Side.ALLIES
    assert sea.call(bases.port_with_room, "chitose") == number("japan_box")


@pytest.mark.rule("21.112")
def test_of_an_overstacked_port_the_owner_says_what_is_lost_and_a_task_force_that_lacks_it_is_shown():
    sea = full_truk(phase=Phase.END)
    assert not sea.call(sequence.end_player_turn) and sea.game.moving == Side.ALLIES
    sea = full_truk(phase=Phase.END).ship("zuiho", place="truk")
    assert sea.call(sequence.end_player_turn)
    assert (sea.game.decision, sea.game.subject) == (Decision.OVERSTACKED, number("truk"))
    allowed = np.flatnonzero(sea.mask(redeployment.mask_overstacked)) - FIRST_UNIT
    ours = ("kongo", "hiei", "haruna", "japanese_cruiser_1", "truk_flotilla_1", "zuiho")
    assert {*allowed.tolist()} == {number(one) for one in ours}
    sea.call(redeployment.take_overstacked, FIRST_UNIT + number("kongo"))
    assert sea.condition("kongo") == Condition.LOST and sea.told.count(Event.SHOWN) == 4
    assert sea.of("hiei", "place") == number("truk") and sea.game.counter_at[Side.AXIS, 0] == NOWHERE
    assert not sea.call(sequence.end_player_turn) and sea.game.moving == Side.ALLIES


@pytest.mark.rule("21.112")
def test_a_port_counter_bases_what_its_island_could_not():
    sea = islands(turn=3, phase=Phase.END).ship("truk_flotilla_1", place="bougainville", strength=50)
    sea.game.ports[number("bougainville")] = 1
    assert sea.call(redeployment.overstacked_port) == NOWHERE
    sea.game.strength[number("truk_flotilla_1")] = 51
    assert sea.call(redeployment.overstacked_port) == number("bougainville")


@pytest.mark.rule("21.121")
def test_two_ports_a_year_are_built_one_a_turn():
    sea = islands()
    assert "bougainville" in sites(sea, Side.AXIS)
    sea.call(ports.build_port, Side.AXIS, number("bougainville"))
    assert not sites(sea, Side.AXIS) and sea.game.research[Side.AXIS] == 3 and sea.game.brps[Side.AXIS] == 20
    sea.game.built_now, sea.game.ports_built[Side.AXIS] = 0, 2
    assert not sites(sea, Side.AXIS)
    sea.game.turn, sea.game.moving = 4, Side.ALLIES  # a new year
    sea.game.ports_built[Side.ALLIES] = 2
    sea.call(pacific.begin_player_turn)
    assert sea.game.ports_built[Side.ALLIES] == 0 and sea.game.research[Side.ALLIES] == 6
    sea.game.moving = Side.AXIS  # who has no new points
    sea.call(pacific.begin_player_turn)
    assert sea.game.ports_built[Side.AXIS] == 0 and sea.game.research[Side.AXIS] == 3


@pytest.mark.rule("21.121A")
def test_research_points_for_ports_come_from_1942_on():
    sea = islands()
    assert sea.book.research_a_turn[Side.AXIS].nonzero()[0].tolist() == [1]  # turn 1 is Summer 1942
    assert sea.book.research_a_turn[Side.ALLIES].nonzero()[0].tolist() == [1, 4]


@pytest.mark.rule("21.121B")
def test_ports_are_built_in_the_construction_phase_alone():
    game = playing(Phase.CONSTRUCTION, {}, (), "night_express", brps=[30, 30], research=[6, 6])
    assert game.asked == Decision.BUILD and "bougainville" in game.places
    game.choose("bougainville")
    assert game.record["ports"][number("bougainville")] == 1 and "port_built" in game.happened
    later = playing(Phase.MOVEMENT, {}, (), "night_express", brps=[30, 30], research=[6, 6], step=1, cursor=-1)
    assert "bougainville" not in later.places


@pytest.mark.rule("21.121C")
def test_ports_stand_on_supplied_one_hex_islands_of_a_group_held_since_the_turn_began():
    sea = islands()
    there = sites(sea, Side.AXIS)
    assert {"bougainville", "manus", "palau", "tarawa"} <= there
    assert not there & {"rabaul", "lae", "truk", "santa_cruz", "saipan"}  # two hexes, no group, ports, the enemy's
    sea.game.unsupplied[number("palau")] = sea.game.taken[number("tarawa")] = 1
    sea.game.ports[number("manus")] = 1
    assert not sites(sea, Side.AXIS) & {"palau", "tarawa", "manus"}


@pytest.mark.rule("21.122")
def test_a_port_takes_ten_of_the_brps_of_the_turn():
    sea = islands(brps=[9, 9])
    assert not sites(sea, Side.AXIS)
    sea.game.brps[Side.AXIS] = 10
    assert "bougainville" in sites(sea, Side.AXIS)


@pytest.mark.rule("21.123")
def test_ports_stay_and_serve_who_takes_them():
    sea = islands(side=Side.ALLIES)
    sea.game.ports[number("bougainville")] = 1
    sea.call(pacific.take_place, number("bougainville"), Side.ALLIES)
    assert sea.game.ports[number("bougainville")] == 1
    sea.game.taken[:] = 0
    assert sea.call(ranges.is_operational, "bougainville", Side.ALLIES)


@pytest.mark.rule("21.124")
def test_a_port_may_be_used_at_once():
    ships = {"kongo": RABAUL}
    game = playing(Phase.CONSTRUCTION, ships, (), "night_express", brps=[30, 30], research=[6, 6], moving=Side.AXIS)
    game.choose("bougainville", *[Option.DONE] * 4, "kongo")  # nothing more is built, declined, put under a counter
    assert game.asked == Decision.DESTINATION and "bougainville" in game.places


@pytest.mark.rule("21.124", "21.71")
@pytest.mark.parametrize("island, arrives, used", [("guadalcanal", 1, 0), ("guadalcanal", 2, 1), ("manus", 1, 1)])
def test_supply_goes_on_at_once_over_a_port_that_has_just_been_built(island, arrives, used):
    """Initial supply determination follows construction: Noumea, if Japan holds it, is seven hexes from Guadalcanal.
    Ships there can be used then, but not new ones (21.34)."""
    sea = islands().ship("kongo", place="noumea", inverted=1)
    sea.game.control[number("noumea")], sea.book.arrives[number("kongo")] = Side.AXIS, arrives
    sea.call(ports.trace_supply)
    assert not sea.call(ranges.is_supplied, "noumea")
    sea.call(ports.build_port, Side.AXIS, island)
    sea.call(yards.take_build, Option.DONE)
    assert sea.call(ranges.is_supplied, "noumea") == (island == "guadalcanal") and sea.of("kongo", "inverted") == used


@pytest.mark.rule("21.56")
@pytest.mark.parametrize("cut_off", [0, 1])
@pytest.mark.parametrize("island, supplied", [("guadalcanal", 1), ("manus", 1), ("truk", 0)])
def test_an_island_that_is_taken_is_supplied_if_a_line_of_its_new_owner_reaches_it(island, supplied, cut_off):
    """Supply is determined again after combat: Guadalcanal is seven hexes from Noumea, Manus four from Port Moresby."""
    sea = islands(side=Side.ALLIES)
    sea.call(ports.trace_supply)
    sea.game.cut_off[number(island)] = cut_off
    sea.call(pacific.take_place, number(island), Side.ALLIES)
    assert sea.call(ranges.is_supplied, island) == supplied


@pytest.mark.rule("20.633B")
def test_the_us_pays_a_brp_for_each_transport_lacking_in_the_pacific():
    sea = islands(side=Side.ALLIES, brps=[12, 10])
    sea.game.transports[2] = 6
    sea.call(transports.pay_penalty)
    assert sea.game.brps.tolist() == [8, 10]


# --- boxes (21.15, 21.16, 21.214) ------------------------------------------------------------------------


@pytest.mark.rule("21.15", "21.15C")
def test_ships_in_the_pacific_us_box_neither_oppose_raids_nor_patrol():
    sea = raiding("pago_pago", side=Side.AXIS)
    assert not sea.call(ranges.is_in_reach, Side.ALLIES, "pacific_us_box")
    sea = islands(side=Side.ALLIES).ship("south_dakota", place="pacific_us_box")
    sea.call(patrols.begin_patrol, number("upolu"))
    sea.game.subject = number("upolu")
    assert not sea.mask(patrols.mask_patrol_with)[FIRST_UNIT + number("south_dakota")]


@pytest.mark.rule("21.16")
def test_ships_in_the_australia_box_appear_at_townsville_and_noumea():
    sea = raiding("guadalcanal", side=Side.AXIS)
    way = sea.game.way[Side.ALLIES]
    assert sea.book.hexes[number("australia_box"), number("townsville")] == 8
    assert sea.book.hexes[number("australia_box"), number("noumea")] == 10
    assert way[number("australia_box")] == min(8 + way[number("townsville")], 10 + way[number("noumea")])


@pytest.mark.rule("21.214B")
def test_the_pacific_us_box_is_reached_from_australia_and_hawaii_alone():
    sea = islands(side=Side.ALLIES).ship("south_dakota", place="pacific_us_box")
    reached = {p.id for p in NAMES.places if p and sea.call(bases.may_change_base, "south_dakota", p.number)}
    assert reached == {"pearl_harbor", "australia_box"}


# --- ranges (21.36) --------------------------------------------------------------------------------------


@pytest.mark.rule("21.36A", "21.21")
def test_the_way_goes_over_water_whoever_holds_the_islands():
    sea = raiding("guadalcanal")
    before = sea.game.way[Side.ALLIES, number("noumea")]
    for island in ("santa_cruz", "espiritu_santo", "efate"):
        sea.game.control[number(island)] = Side.AXIS
    sea.call(ranges.measure_ways, Side.ALLIES, "guadalcanal")
    assert sea.game.way[Side.ALLIES, number("noumea")] == before == 7


@pytest.mark.rule("21.36B")
def test_the_hex_of_the_base_is_not_counted():
    sea = islands()
    assert sea.book.hexes[number("rabaul"), number("rabaul")] == 0
    assert sea.book.hexes[number("rabaul"), number("kavieng")] == 1  # the next hex is the first


@pytest.mark.rule("21.36C")
def test_ports_count_if_they_are_own_supplied_and_held_since_the_turn_began():
    sea = islands()
    assert sea.call(ranges.is_operational, "rabaul", Side.AXIS)
    assert not sea.call(ranges.is_operational, "rabaul", Side.ALLIES)
    sea.game.unsupplied[number("rabaul")] = 1
    assert not sea.call(ranges.is_operational, "rabaul", Side.AXIS)
    sea.game.taken[number("truk")] = 1
    assert not sea.call(ranges.is_operational, "truk", Side.AXIS)


@pytest.mark.rule("21.361")
def test_limits_are_the_same_for_fleets_and_carriers():
    def reached(ship):
        sea = islands().ship(ship, place="truk")
        return {p.id for p in NAMES.places if p and sea.call(bases.may_change_base, ship, p.number)}

    assert reached("kongo") == reached("shokaku") == reached("truk_flotilla_1") >= {"rabaul", "kwajalein", "saipan"}


@pytest.mark.rule("21.3612")
def test_supply_touches_a_port_every_ten_hexes():
    sea = islands()
    sea.call(ports.trace_supply)
    assert not sea.game.cut_off[number("rabaul")] and not sea.game.cut_off[number("tarawa")]
    for port in ("saipan", "guam"):  # the way from Japan
        sea.game.control[number(port)] = Side.ALLIES
    sea.call(ports.trace_supply)
    assert sea.game.cut_off[number("truk")] and sea.game.cut_off[number("rabaul")]
    assert not sea.game.cut_off[number("noumea")]


@pytest.mark.rule("21.3613", "21.223")
def test_a_base_change_has_twenty_hexes():
    sea = islands(side=Side.ALLIES).ship("south_dakota", place="townsville")
    sea.book.hexes[number("townsville"), number("noumea")] = 20
    pack_legs(sea.book)
    assert sea.call(bases.may_change_base, "south_dakota", number("noumea"))
    sea.book.hexes[number("townsville"), number("noumea")] = 21
    pack_legs(sea.book)
    assert not sea.call(bases.may_change_base, "south_dakota", number("noumea"))


@pytest.mark.rule("21.3617")
def test_port_moresby_reaches_five_hexes():
    sea = raiding("bougainville", side=Side.ALLIES)
    assert sea.book.hexes[number("port_moresby"), number("bougainville")] == 5
    assert sea.call(ranges.is_within_a_leg, number("port_moresby"), number("bougainville"))
    assert not sea.call(ranges.is_within_a_leg, number("port_moresby"), number("guadalcanal"))  # six hexes


# --- islands that are not supplied (21.5392D) ------------------------------------------------------------


@pytest.mark.rule("21.5392D")
def test_islands_may_be_left_without_supply_to_avoid_a_raid():
    game = playing(Phase.SUPPLY, {}, (), "night_express", turn=2, moving=Side.ALLIES)
    assert game.asked == Decision.DECLINE and {"santa_cruz", "espiritu_santo"} <= game.places
    game.choose("santa_cruz")
    assert game.record["unsupplied"][number("santa_cruz")] == 1 and "santa_cruz" not in game.places


@pytest.mark.rule("21.5392D", "21.5392A")
def test_only_islands_of_a_group_within_ten_hexes_of_an_enemy_port_are_asked_about():
    """Also those of the Bismarcks, the first group; Lae is of none, and Truk and Saipan are farther off."""
    sea = islands(power=Side.AXIS)
    asked = hexes_of(sea, ports.mask_decline)
    assert {"rabaul", "kavieng", "manus", "guadalcanal"} <= asked and not asked & {"lae", "truk", "saipan", "noumea"}
    sea.game.unsupplied[number("manus")] = 1
    assert "manus" not in hexes_of(sea, ports.mask_decline)


@pytest.mark.rule("21.5392A", "21.4196")
def test_a_patrol_serves_who_opposes_raids_and_no_raider():
    """Off Santa Cruz the US would be within ten hexes of Tarawa, and from none of its ports."""
    sea = islands(power=Side.AXIS)
    asked = hexes_of(sea, ports.mask_decline)
    sea.ship("pacific_cruiser_1", place="noumea", on_patrol=number("santa_cruz"))
    assert "tarawa" not in asked and hexes_of(sea, ports.mask_decline) == asked


@pytest.mark.rule("21.5392D", "21.36C")
def test_what_is_supplied_over_an_island_that_is_left_without_supply_alone_lacks_it_at_once():
    """Kwajalein is within ten hexes of Truk, and of no other port of Japan's; Rabaul is also of Saipan."""
    sea = islands(phase=Phase.SUPPLY)
    sea.game.ports[number("guadalcanal")], sea.game.control[number("guadalcanal")] = 1, Side.ALLIES
    sea.call(ports.trace_supply)
    sea.ship("kongo", place="kwajalein", inverted=1).ship("hiei", place="rabaul", inverted=1)
    assert "truk" in hexes_of(sea, ports.mask_decline)
    sea.call(ports.take_decline, FIRST_PLACE + number("truk"))
    supplied = {place for place in ("truk", "kwajalein", "majuro", "rabaul", "ponape", "saipan")
                if sea.call(ranges.is_supplied, place)}  # fmt: skip
    assert supplied == {"rabaul", "ponape", "saipan"}
    sea.call(sequence.uninvert, Side.AXIS, True)
    assert sea.of("kongo", "inverted") == 1 and sea.of("hiei", "inverted") == 0


@pytest.mark.rule("21.72A")
def test_ships_in_a_port_without_supply_stay_inverted():
    sea = islands().ship("kongo", place="rabaul", inverted=1).ship("hiei", place="truk", inverted=1)
    sea.game.unsupplied[number("rabaul")] = 1
    sea.call(sequence.uninvert, Side.AXIS, False)
    assert sea.of("kongo", "inverted") == 1 and sea.of("hiei", "inverted") == 0


@pytest.mark.rule("21.224", "21.72A")
@pytest.mark.parametrize("without", [None, "unsupplied", "cut_off"])
def test_ships_that_lack_supply_may_change_base_and_remain_inverted(without):
    sea = islands().ship("kongo", place="rabaul", inverted=1).ship("hiei", place="rabaul", inverted=1, moved=1)
    if without:
        sea.game[without][number("rabaul")] = 1
    mask = sea.mask(bases.mask_base_change)
    assert (mask[FIRST_UNIT + number("kongo")], mask[FIRST_UNIT + number("hiei")]) == (int(bool(without)), 0)
    sea.game.subject = number("kongo")
    sea.call(bases.take_destination, FIRST_PLACE + number("truk"))
    assert sea.of("kongo", "place") == number("truk") and sea.of("kongo", "inverted") == 1


@pytest.mark.rule("21.72D")
def test_who_redeploys_without_supply_may_redeploy_in_the_next_turn_again():
    sea = islands().ship("kongo", place="rabaul", inverted=1, redeployed=1)
    sea.game.unsupplied[number("rabaul")] = 1
    sea.call(sequence.uninvert, Side.AXIS, False)
    assert sea.of("kongo", "inverted") == 1 and sea.of("kongo", "redeployed") == 0


# --- patrols (21.41, 21.4196) ----------------------------------------------------------------------------


def patrolling(ship, hex="bougainville", **more):
    """A ship of Rabaul is asked to patrol off an island; whether she may."""
    sea = islands().ship(ship, place="rabaul", **more)
    sea.call(patrols.begin_patrol, number(hex))
    sea.game.subject = number(hex)
    return bool(sea.mask(patrols.mask_patrol_with)[FIRST_UNIT + number(ship)])


@pytest.mark.rule("20.231A", "20.241A")
def test_destroyers_and_cruisers_patrol():
    assert patrolling("rabaul_flotilla_1") and patrolling("japanese_cruiser_1")


@pytest.mark.rule("20.241A")
def test_of_cruisers_that_are_alike_one_is_asked_about():
    """Those of another nation, or of another port, are not like them."""
    sea = islands(Side.ALLIES)
    for cruiser in ("australian_cruiser_1", "australian_cruiser_2", "pacific_cruiser_1"):
        sea.ship(cruiser, place="noumea")
    sea.call(patrols.begin_patrol, number("guadalcanal"))
    sea.game.subject = number("guadalcanal")
    allowed = sea.mask(patrols.mask_patrol_with)
    cruisers = ("australian_cruiser_1", "australian_cruiser_2", "pacific_cruiser_1")
    assert [int(allowed[FIRST_UNIT + number(name)]) for name in cruisers] == [1, 0, 1]


@pytest.mark.rule("20.251A", "21.32")
def test_capital_ships_patrol_unless_they_have_changed_base():
    assert patrolling("kongo") and not patrolling("kongo", moved=1) and not patrolling("kongo", inverted=1)


@pytest.mark.rule("20.32A", "21.313")
def test_carriers_patrol_with_as_many_factors_of_fast_fleets():
    assert not patrolling("zuiho")
    sea = islands().ship("zuiho", "kongo", place="rabaul")
    sea.game.on_patrol[number("kongo")] = sea.game.subject = number("bougainville")
    sea.call(patrols.begin_patrol, number("bougainville"))
    assert sea.mask(patrols.mask_patrol_with)[FIRST_UNIT + number("zuiho")]


@pytest.mark.rule("21.4196", "21.5395C")
def test_ships_on_patrol_oppose_raids_as_if_their_hex_were_a_port():
    sea = raiding("bougainville", side=Side.ALLIES, night=0).ship("kongo", "shokaku", place="saipan")
    for port in ("rabaul", "kavieng", "truk", "lae"):
        sea.game.control[number(port)] = Side.ALLIES
    sea.call(ranges.measure_ways, Side.AXIS, "bougainville")
    assert not sea.call(ranges.is_in_reach, Side.AXIS, "saipan")
    sea.game.on_patrol[number("kongo")] = number("new_georgia")
    sea.call(ranges.measure_ways, Side.AXIS, "bougainville")
    assert sea.call(ranges.is_in_reach, Side.AXIS, "new_georgia")
    serving = sea.call(ranges.serving, Side.AXIS)
    assert sea.call(ranges.ports_within, serving, number("bougainville"), ranges.NEAR) == 1
    sea.game.moving = Side.AXIS  # it is no port for raids of its own side
    assert sea.call(ranges.ports_within, sea.call(ranges.serving, Side.AXIS), number("guadalcanal"), ranges.NEAR) == 0


@pytest.mark.rule("21.4196")
def test_patrols_last_until_the_next_turn_of_their_side():
    sea = islands().ship("kongo", place="rabaul", on_patrol=number("bougainville"))
    sea.call(patrols.end_patrols, Side.ALLIES)
    assert sea.of("kongo", "on_patrol") == number("bougainville")
    sea.call(patrols.end_patrols, Side.AXIS)
    assert sea.of("kongo", "on_patrol") == NOWHERE


@pytest.mark.rule("21.415", "21.33")
def test_a_patrol_whose_base_is_taken_goes_on_and_comes_home_to_the_nearest_other_port():
    """Bougainville is their base meanwhile: from there Kavieng is nearer than Truk."""
    sea = islands(side=Side.ALLIES).ship("kongo", place="rabaul", on_patrol=number("bougainville"))
    sea.ship("haruna", place="rabaul")
    sea.call(pacific.take_place, "rabaul", Side.ALLIES)
    assert sea.game.displacing == 1 and not sea.call(pacific.is_displaced, "kongo")
    assert sea.of("kongo", "on_patrol") == number("bougainville") and sea.of("kongo", "inverted") == 0
    sea.call(patrols.end_patrols, Side.AXIS)
    assert sea.of("kongo", "place") == number("kavieng") and sea.of("kongo", "on_patrol") == NOWHERE
    assert sea.of("haruna", "place") == number("rabaul"), "it is displaced"


@pytest.mark.rule("21.23D")
@pytest.mark.parametrize(("hexes", "condition"), [(20, Condition.SOUND), (21, Condition.LOST)])
def test_one_that_finds_no_other_within_twenty_hexes_is_lost(hexes, condition):
    sea = islands(side=Side.AXIS).ship("kongo", place="rabaul", on_patrol=number("bougainville"))
    sea.game.control[:] = Side.ALLIES
    sea.game.control[number("truk")] = Side.AXIS
    sea.book.hexes[number("bougainville"), number("truk")] = hexes
    sea.call(patrols.end_patrols, Side.AXIS)
    assert sea.condition("kongo") == condition


@pytest.mark.rule("21.415", "21.33")
def test_a_patrol_that_has_met_a_raid_comes_home_to_another_port_too():
    sea = islands(side=Side.ALLIES).ship("kongo", place="rabaul", on_patrol=number("bougainville"), force=1)
    sea.game.control[number("rabaul")] = Side.ALLIES
    sea.call(island_raids.stand_down, Side.AXIS)
    assert sea.of("kongo", "place") == number("kavieng") and sea.of("kongo", "inverted") == 1


# --- displaced units (21.23) -----------------------------------------------------------------------------


def bereft(*ships, place="kwajalein", near=()):
    """The US takes a port; only the ports named are near."""
    sea = islands(side=Side.ALLIES).ship(*ships, place=place)
    for other in NAMES.places:
        if other and other.id not in near:
            sea.book.hexes[number(place), other.number] = 99
    for port, hexes in near.items() if near else ():
        sea.book.hexes[number(place), number(port)] = hexes
    pack_legs(sea.book)
    sea.call(pacific.take_place, number(place), Side.ALLIES)
    return sea


@pytest.mark.rule("21.23", "21.233")
def test_ships_of_a_port_that_is_taken_go_to_the_nearest_with_room_and_are_inverted():
    sea = bereft("kongo", "hiei", near={"truk": 8, "saipan": 9})
    sea.book.capacity[number("truk")] = 3 + 6  # there is room for both of them, beside three submarines
    assert not sea.call(displaced.displace)
    assert sea.of("kongo", "place") == sea.of("hiei", "place") == number("truk")
    assert sea.of("kongo", "inverted") == 1 and sea.game.displacing == 0


@pytest.mark.rule("21.23B")
@pytest.mark.parametrize(("chosen", "other"), [("truk", "saipan"), ("saipan", "truk")])
def test_where_the_nearest_port_has_room_for_one_of_two_their_owner_chooses_which(chosen, other):
    sea = bereft("kongo", "hiei", near={"truk": 8, "saipan": 9})
    sea.book.capacity[number("truk")] = 3 + 3  # beside three submarines
    assert sea.call(displaced.displace) and sea.game.decision == Decision.DISPLACE and sea.game.power == Side.AXIS
    assert hexes_of(sea, pacific.mask_displace) == {"truk", "saipan"}
    sea.call(displaced.take_displace, FIRST_PLACE + number(chosen))
    assert not sea.call(displaced.displace)
    assert (sea.of("kongo", "place"), sea.of("hiei", "place")) == (number(chosen), number(other))


@pytest.mark.rule("21.23A", "21.23B")
def test_of_two_next_ports_that_are_equally_near_the_owner_chooses_too():
    sea = bereft("kongo", "hiei", near={"truk": 8, "saipan": 9, "rabaul": 9})
    sea.book.capacity[number("truk")] = 3 + 3  # beside three submarines
    assert sea.call(displaced.displace)
    assert hexes_of(sea, pacific.mask_displace) == {"truk", "saipan", "rabaul"}


@pytest.mark.rule("21.23A")
def test_of_two_ports_that_are_equally_near_the_owner_chooses():
    sea = bereft("kongo", near={"truk": 8, "saipan": 8})
    assert sea.call(displaced.displace) and sea.game.decision == Decision.DISPLACE and sea.game.power == Side.AXIS
    assert hexes_of(sea, pacific.mask_displace) == {"truk", "saipan"}
    sea.call(displaced.take_displace, FIRST_PLACE + number("saipan"))
    assert sea.of("kongo", "place") == number("saipan")


@pytest.mark.rule("21.23D")
def test_ships_that_find_no_port_within_twenty_hexes_are_lost():
    sea = bereft("kongo", "rabaul_flotilla_1", near={"truk": 21})
    sea.call(displaced.displace)
    assert sea.condition("kongo") == sea.condition("rabaul_flotilla_1") == Condition.LOST


@pytest.mark.rule("21.231")
def test_displaced_ships_go_to_a_box_that_is_nearest():
    sea = bereft("kongo", near={"japan_box": 7, "truk": 8})
    sea.call(displaced.displace)
    assert sea.of("kongo", "place") == number("japan_box")


@pytest.mark.rule("20.71", "20.14")
@pytest.mark.parametrize("boats", [0, 3])
def test_submarines_take_up_room_in_their_port(boats):
    sea = islands().ship("truk_flotilla_1", place="truk", strength=44).ship("kongo", "hiei", place="rabaul")
    sea.game.boats[number("truk")] = boats
    assert sea.call(bases.room_in, "truk") == 6 - boats
    assert sea.call(bases.may_change_base, "kongo", "truk")
    sea.ship("kongo", place="truk")
    assert sea.call(bases.may_change_base, "hiei", "truk") == (boats == 0)


@pytest.mark.rule("20.71")
def test_submarines_are_based_in_ports():
    sea = islands()
    there = np.flatnonzero(sea.game.boats)
    assert {NAMES.places[place].id for place in there} == {"truk", "townsville"}
    assert all(sea.call(bases.is_port, int(place)) for place in there)
