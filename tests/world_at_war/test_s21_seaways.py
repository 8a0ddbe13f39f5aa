"""The map of the Mediterranean: ways by water, straits, and what ships reach (21.21, 21.22, 21.36)."""

import csv
import tomllib
from collections import Counter, deque
from itertools import combinations

import numpy as np
import pytest

from aw_env.games.world_at_war.printed.load import SCENARIOS, SHELF
from aw_env.games.world_at_war.records.kinds import FLOWN, NOBODY, NOWHERE, PLACES, Condition, Phase, Side
from aw_env.games.world_at_war.rules import (
    africa,
    bases,
    damage,
    displaced,
    pacific,
    passages,
    ranges,
    routes,
    seaways,
    sequence,
)
from aw_env.games.world_at_war.rules.island_forces import base_of, ones_from
from aw_env.games.world_at_war.rules.units import first_out, is_among, is_any_out, ones_out
from tests.world_at_war.sea_of_hexes import NUMBERS, READY, at_sea, held, moving

FOLDER = SHELF.folder / "mediterranean"
BOARD = tomllib.loads((FOLDER / "board.toml").read_text("utf-8"))
PORTS = {id: place["hex"]["value"] for id, place in BOARD["places"].items() if "hex" in place}
STRAITS = [*BOARD["straits"]]
GIBRALTAR, OTRANTO, MESSINA, CANAL = (1 << k for k in range(4))


def enumerated():
    """The hexes of the file, each with those that ships reach from it, by a reading of its own: rows from the north,
    every odd one half a hex to the east."""
    with open(FOLDER / "hexes.csv", newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    at = {(int(row["row"]), int(row["column"])): row["id"] for row in rows}
    land = {frozenset((row["id"], other)) for row in rows for other in row["land"].split()}
    near = {}
    for (row, column), id in at.items():
        half = row % 2
        around = [(row, column - 1), (row, column + 1)]
        around += [(row + step, column - 1 + half + k) for step in (-1, 1) for k in (0, 1)]
        near[id] = {at[hex] for hex in around if hex in at and frozenset((id, at[hex])) not in land}
    return near


NEAR = enumerated()


def ways_of(start, closed):
    """Hexes from one to each, with these straits closed."""
    straits = [BOARD["straits"][name] for name in closed]
    shut = {strait["hex"] for strait in straits if "hex" in strait}
    sides = {frozenset(strait["side"]) for strait in straits if "side" in strait}
    steps, waiting = {start: 0}, deque([start])
    while waiting:
        here = waiting.popleft()
        if here in shut and here != start:
            continue
        for there in NEAR[here]:
            if there not in steps and frozenset((here, there)) not in sides:
                steps[there] = steps[here] + 1
                waiting.append(there)
    return steps


def test_the_sea_is_one_piece_of_286_hexes_with_26_ports_each_in_its_own():
    assert len(NEAR) == 286 and len(ways_of(PORTS["malta"], ())) == 286
    ports = [id for id in PORTS if BOARD["places"][id]["kind"] != "sea"]
    assert len(ports) == 26 and max(Counter(PORTS.values()).values()) == 1
    assert all(here in NEAR[there] for here in NEAR for there in NEAR[here])


@pytest.mark.rule("21.36A", "21.36B")
@pytest.mark.parametrize("closed", range(16))
def test_distances_are_by_water_and_the_first_hex_does_not_count(closed):
    names = [name for k, name in enumerate(STRAITS) if closed >> k & 1]
    for here, hex in PORTS.items():
        steps = ways_of(hex, names)
        for there, end in PORTS.items():
            assert READY.books[0]["by_water"][closed, NUMBERS[here], NUMBERS[there]] == steps.get(end, 99), (
                here,
                there,
            )


@pytest.mark.parametrize("closed", range(16))
def test_the_tables_of_hexes_say_what_that_of_places_does(closed):
    book = READY.books[0]
    assert (book["to_hex"][closed] == book["water"][closed].T).all()
    for hex, places in enumerate(book["flown_from"][closed].tolist()):
        assert places == sum(1 << place for place in range(PLACES) if book["water"][closed, place, hex] <= FLOWN)


@pytest.mark.rule("21.211")
def test_hexes_are_shut_while_their_strait_is_closed():
    shut = READY.books[0]["shut"]
    in_a_hex = [k for k, name in enumerate(STRAITS) if "hex" in BOARD["straits"][name]]
    for closed in range(16):
        assert shut[closed].sum() == sum(closed >> k & 1 for k in in_a_hex) and 0 < len(in_a_hex)
        assert (shut[closed] == np.max([shut[closed & 1 << k] for k in range(4)], axis=0)).all()


def test_no_way_by_water_is_shorter_than_the_crow_flies():
    crow, water = (READY.books[0][name][..., : len(PORTS), : len(PORTS)] for name in ("hexes", "by_water"))
    assert (crow <= water).all() and (crow < water[0]).any()


# --- straits (21.211, 21.212) ------------------------------------------------------------------------------


@pytest.mark.rule("21.211B")
@pytest.mark.parametrize(
    ("side", "changes", "closed"),
    [
        (Side.AXIS, {}, GIBRALTAR | CANAL),
        (Side.ALLIES, {}, OTRANTO | MESSINA),
        (Side.ALLIES, {"brindisi": Side.ALLIES}, OTRANTO | MESSINA),
        (Side.ALLIES, {"brindisi": Side.ALLIES, "durazzo": Side.ALLIES}, MESSINA),
        (Side.AXIS, {"durazzo": Side.ALLIES}, GIBRALTAR | OTRANTO | CANAL),
        (Side.AXIS, {"gibraltar": Side.AXIS}, CANAL),
        (Side.ALLIES, {"gibraltar": Side.AXIS}, GIBRALTAR | OTRANTO | MESSINA),
        (Side.ALLIES, {"gibraltar": -1}, OTRANTO | MESSINA),
    ],
)
def test_a_strait_is_closed_while_an_enemy_holds_a_place_that_closes_it(side, changes, closed):
    assert at_sea(control=held(**changes)).call(seaways.closed_straits, side.value) == closed


@pytest.mark.rule("21.211A")
@pytest.mark.parametrize(
    ("mainland", "island", "is_open"), [(1, 1, True), (1, 0, False), (0, 1, False), (-1, 1, False)]
)
def test_both_sides_of_a_crossing_arrow_are_friendly_and_a_neutral_is_not(mainland, island, is_open):
    sea = at_sea(control=held(taranto=mainland, messina=island))
    assert (sea.call(seaways.closed_straits, Side.AXIS.value) & MESSINA == 0) == is_open


@pytest.mark.rule("21.212")
@pytest.mark.parametrize(("holder", "is_open"), [(Side.ALLIES, True), (Side.AXIS, False), (-1, False)])
def test_the_canal_is_open_to_whom_its_land_is_friendly(holder, is_open):
    sea = at_sea(control=held(port_said=holder))
    assert (sea.call(seaways.closed_straits, Side.ALLIES.value) & CANAL == 0) == is_open


@pytest.mark.rule("21.21")
def test_ships_pass_any_water_along_a_coast_of_the_enemys():
    """From Naples to Tripoli along Sicily and Tunisia, whoever holds them."""
    for holder in (Side.AXIS, Side.ALLIES, -1):
        sea = at_sea(control=held(palermo=holder, cagliari=holder, tunis=holder))
        assert sea.call(seaways.hexes_between, Side.AXIS.value, "naples", "tripoli") == 9


@pytest.mark.rule("21.211")
def test_a_closed_strait_is_entered_and_left_on_the_same_side():
    """Ships come from either side into the hex of Otranto, and from neither into the other sea."""
    hex = BOARD["straits"]["otranto"]["hex"]
    for port in ("taranto", "malta", "brindisi", "durazzo"):
        assert ways_of(PORTS[port], ["otranto"])[hex] == ways_of(PORTS[port], [])[hex]
    sea = at_sea(control=held(durazzo=Side.ALLIES))
    assert sea.call(seaways.hexes_between, Side.AXIS.value, "brindisi", "taranto") == 99
    assert sea.call(seaways.hexes_between, Side.AXIS.value, "taranto", "naples") < 99


# --- what ships reach --------------------------------------------------------------------------------------


@pytest.mark.rule("21.223")
def test_a_new_base_is_within_forty_hexes_and_held_since_the_phase_began():
    sea = at_sea(moving=Side.ALLIES)
    for here, place in combinations(PORTS, 2):
        steps = sea.call(seaways.hexes_between, Side.ALLIES.value, here, place)
        reached = sea.call(bases.places_in_reach, here, 0)
        assert int(reached) >> NUMBERS[place] & 1 == (steps <= 40), (here, place)
    game = moving({"warspite": {"place": "alexandria"}}, Side.ALLIES).choose("warspite")
    assert game.places == {"gibraltar", "malta", "port_said", "haifa", "famagusta"}
    game.choose("malta")
    assert game.of("warspite", "place") == NUMBERS["malta"] and game.of("warspite", "inverted") == 0


@pytest.mark.rule("21.217", "21.217A")
def test_ships_leave_the_map_for_a_box_alone():
    game = moving({"warspite": {"place": "port_said"}, "malaya": {"place": "gibraltar"}}, Side.ALLIES)
    game.choose("warspite")
    assert game.places >= {"india_box", "australia_box", "south_africa_box"}
    assert "britain_box" not in game.places and "atlantic_us_box" not in game.places
    game.choose("india_box", "malaya")
    assert "britain_box" in game.places and "india_box" not in game.places


@pytest.mark.rule("21.3612")
def test_ships_redeploy_as_far_as_they_like_from_port_to_port_within_twenty_hexes():
    sea = at_sea()
    reached = sea.call(bases.places_joined, Side.ALLIES.value, "gibraltar")
    assert reached >> NUMBERS["haifa"] & 1, "by Malta and Alexandria"
    sea.game.control[NUMBERS["malta"]] = -1
    reached = sea.call(bases.places_joined, Side.ALLIES.value, "gibraltar")
    assert not reached >> NUMBERS["alexandria"] & 1 and reached >> NUMBERS["britain_box"] & 1


@pytest.mark.rule("21.36C")
@pytest.mark.parametrize(("side", "turn", "ports"), [(Side.ALLIES, 2, {"piraeus", "suda"}),
                                                     (Side.AXIS, 5, {"piraeus", "suda"})])  # fmt: skip
def test_ports_that_change_hands_as_the_turn_begins_count_and_those_captured_in_it_do_not(side, turn, ports):
    """Greece enters the war, and falls; then the other side's Haifa or Rhodes is captured."""
    sea = at_sea(turn=turn, moving=side)
    for id in ports:
        sea.game.control[NUMBERS[id]] = -1 if side == Side.ALLIES else Side.ALLIES
    sea.call(africa.begin_player_turn)
    assert all(sea.call(ranges.is_operational, id, side.value) for id in ports)
    captured = "rhodes" if side == Side.ALLIES else "haifa"
    sea.call(pacific.take_place, captured, side.value)
    assert sea.game.control[NUMBERS[captured]] == side and not sea.call(ranges.is_operational, captured, side.value)


@pytest.mark.rule("21.36C")
@pytest.mark.parametrize("field", ["taken", "unsupplied"])
def test_ports_that_have_been_captured_this_turn_or_are_not_fully_supplied_lead_no_further(field):
    """Malta is where ships on their way from Gibraltar to Alexandria touch a port; it is reached itself."""
    sea = at_sea()
    sea.game[field][NUMBERS["malta"]] = 1
    reached = sea.call(bases.places_joined, Side.ALLIES.value, "gibraltar")
    assert reached >> NUMBERS["malta"] & 1 and not reached >> NUMBERS["alexandria"] & 1
    assert sea.call(bases.places_joined, Side.ALLIES.value, "malta") >> NUMBERS["alexandria"] & 1


@pytest.mark.rule("21.36C", "21.56", "21.71")
def test_a_port_that_is_supplied_after_combat_alone_leads_no_further_this_turn_though_ships_there_are_ready():
    """The line to Malta has not been kept before; in redeployment Alexandria is too far from Gibraltar."""
    sea = at_sea(moving=Side.ALLIES, phase=Phase.INTERCEPTION).ship("renown", place="malta", inverted=1).dice(3)
    sea.game.unsupplied[NUMBERS["malta"]] = 1
    sea.call(passages.end_line, Phase.SUPPLY_AGAIN.value, "gibraltar", True)
    assert sea.call(ranges.is_supplied, "malta") and not sea.call(ranges.is_operational, "malta", Side.ALLIES.value)
    reached = sea.call(bases.places_joined, Side.ALLIES.value, "gibraltar")
    assert reached >> NUMBERS["malta"] & 1 and not reached >> NUMBERS["alexandria"] & 1
    sea.call(sequence.end_player_turn)
    assert sea.of("renown", "inverted") == 0 and not sea.game.kept[NUMBERS["gibraltar"]]
    assert sea.call(ranges.is_operational, "malta", Side.ALLIES.value)


@pytest.mark.rule("21.3612")
@pytest.mark.parametrize("here, there, port", [
    ("gibraltar", "alexandria", "malta"), ("alexandria", "gibraltar", "malta"), ("gibraltar", "haifa", "malta"),
    ("malta", "haifa", "haifa"), ("gibraltar", "malta", "malta"),
])  # fmt: skip
def test_ships_go_straight_within_twenty_hexes_and_else_to_a_port_on_their_way(here, there, port):
    sea = at_sea()
    sea.call(routes.measure_ways, Side.ALLIES, there)
    closed = sea.call(routes.closed_straits, Side.ALLIES)
    assert sea.call(routes.next_port, Side.ALLIES, here, there, closed) == NUMBERS[port]


@pytest.mark.rule("21.3614", "21.412")
@pytest.mark.parametrize("legs, hexes", [((13, 13, 13), 39), ((13, 13, 21), ranges.FAR), ((5, 1, 9), 15)])
def test_ways_lead_over_two_ports_in_legs_of_twenty_hexes(legs, hexes):
    """From La Spezia over Taranto and Naples to Tobruk."""
    sea, ports = at_sea(), [NUMBERS[id] for id in ("la_spezia", "taranto", "naples", "tobruk")]
    sea.book.by_water[:] = ranges.FAR
    sea.book.by_water[:, ports[3], ports[3]] = 0
    for one, other, leg in zip(ports, ports[1:], legs, strict=False):
        sea.book.by_water[:, one, other] = sea.book.by_water[:, other, one] = leg
    sea.call(routes.measure_ways, Side.AXIS, "tobruk")
    assert sea.game.way[Side.AXIS, ports[0]] == hexes


@pytest.mark.rule("21.362")
def test_fronts_do_not_bound_base_changes():
    game = moving({"malaya": {"place": "gibraltar"}}, Side.ALLIES).choose("malaya")
    assert {"britain_box", "alexandria"} <= game.places


def test_gibraltar_is_of_both_fronts():
    assert READY.printed.board.places["gibraltar"].fronts.value == ["western", "mediterranean"]
    assert READY.books[0]["fronts"][NUMBERS["gibraltar"]] == 0b11


@pytest.mark.rule("21.111")
def test_a_hex_with_two_ports_bases_a_hundred_factors():
    sea = at_sea()
    assert sea.call(bases.room_in, "la_spezia") == 100 and sea.call(bases.room_in, "naples") == 50


# --- displaced ships (21.23) -------------------------------------------------------------------------------


def bereft(ships, place, side, **by):
    """A position in which the other side has just taken a place."""
    sea = at_sea(control=held(**by))
    for id, state in ships.items():
        sea.ship(id, **{"place": place, **state})
    sea.call(pacific.take_place, place, side.value)
    return sea


@pytest.mark.rule("21.23A")
def test_displaced_ships_go_to_the_nearest_port_by_water_the_owner_choosing_among_the_equally_near():
    sea = bereft({"littorio": {}}, "tripoli", Side.ALLIES)
    ways = {id: sea.call(seaways.hexes_between, 1, "tripoli", id) for id in PORTS}
    ours = {id: steps for id, steps in ways.items() if sea.game.control[NUMBERS[id]] == Side.AXIS}
    nearest = {id for id, steps in ours.items() if steps == min(ours.values())}
    unit = sea.number("littorio")
    assert sea.call(pacific.has_choice, unit, sea.call(pacific.nearest_haven, unit)) == (len(nearest) > 1)
    sea.game.subject = unit
    mask = sea.mask(pacific.mask_displace)
    assert {id for id, number in NUMBERS.items() if mask[40 + number]} == nearest


@pytest.mark.rule("21.23B")
def test_those_for_whom_the_nearest_port_has_no_room_go_to_the_next():
    sea = bereft({"littorio": {}}, "tripoli", Side.ALLIES)
    first = sea.call(pacific.nearest_haven, sea.number("littorio"))
    sea.game.strength[sea.number("taranto_destroyers")] = 49
    sea.game.place[sea.number("taranto_destroyers")] = first
    assert sea.call(pacific.nearest_haven, sea.number("littorio")) not in (first, -1)


@pytest.mark.rule("21.23B")
@pytest.mark.parametrize(("filled", "is_asked"), [(42, False), (43, True), (46, True), (47, False)])
def test_where_the_nearest_port_has_room_for_some_their_owner_chooses_which_go_there(filled, is_asked):
    """Two battleships of four factors have left Tripoli; for none there is room beyond forty-six."""
    sea = bereft({"littorio": {}, "roma": {}}, "tripoli", Side.ALLIES)
    unit = sea.number("littorio")
    first = sea.call(pacific.nearest_haven, unit)
    sea.game.strength[sea.number("taranto_destroyers")] = filled
    for other in ("taranto_destroyers", "naples_destroyers"):
        sea.game.place[sea.number(other)] = first
    sea.game.place[sea.number("naples_destroyers")] = -1
    room = sea.call(bases.room_in, first)
    nearest = sea.call(pacific.nearest_haven, unit)
    assert (nearest == first) == (room >= 4)
    assert sea.call(pacific.has_choice, unit, nearest) == (4 <= room < 8) == is_asked
    sea.game.subject = unit
    mask = sea.mask(pacific.mask_displace)
    places = {number for number in NUMBERS.values() if mask[40 + number]}
    assert nearest in places and len(places) == 1 + is_asked
    sea.game.place[unit] = sea.call(pacific.next_haven, unit) if is_asked else nearest
    assert not is_asked or not sea.call(pacific.has_choice, sea.number("roma"), first), "she has room there now"


@pytest.mark.rule("21.23F", "21.23G")
@pytest.mark.parametrize(("condition", "is_lost"), [(Condition.DAMAGED, False), (Condition.SUNK_IN_PORT, True)])
def test_damaged_ships_are_displaced_and_those_sunk_in_port_are_lost(condition, is_lost):
    sea = bereft({"littorio": {"condition": condition}}, "naples", Side.ALLIES, brindisi=-1)
    while sea.game.displacing > 0 and not sea.call(displaced.displace):
        while sea.game.convoy:
            sea.call(passages.sail)
    assert (sea.condition("littorio") == Condition.LOST) == is_lost


def test_the_files_are_checked_and_say_where_their_values_come_from():
    report = SCENARIOS.check()
    assert not report.problems
    assert {"mediterranean/board.toml", "mediterranean/campaigns.toml"} <= {*report.provenance}


def test_who_comes_from_a_place_and_who_is_out_is_the_same_one_by_one_and_eight_at_a_time():
    sea, draws = at_sea(), np.random.default_rng(0)
    units, game = len(sea.game.place), sea.game
    for field, numbers in (("place", [NOWHERE, 0, 3]), ("berth", [NOWHERE, 3]), ("on_patrol", [NOWHERE, 0, 40])):
        game[field][:] = draws.choice(numbers, units)
    for field in ("force", "inverted", "under", "condition"):
        game[field][:] = draws.integers(0, 2, units)

    def told(rule, *given):
        eights = [sea.call(rule, *given, k) for k in range(units // 8)]
        return {unit for unit in range(units) if sea.call(is_among, eights[unit >> 3], unit)}

    side_of = sea.book.side
    for place in (0, 3, 40):
        assert told(ones_from, place) == {unit for unit in range(units) if sea.call(base_of, unit) == place} != set()
        seeming = {unit for unit in range(units) if game.under[unit] > 0 and game.place[unit] == place}
        assert told(routes.seeming_to_be_in, place) == seeming
    for side in Side:
        ours = {unit for unit in range(units) if side_of[unit] == side}
        out = {unit for unit in ours if game.force[unit] > 0}
        ready = {unit for unit in ours if game.inverted[unit] == 0 and sea.call(damage.is_sound, unit)}
        assert told(ones_out, side) == out and told(routes.ready_ones, side) == ready
        assert sea.call(first_out, side) in out and sea.call(is_any_out, side)
        with_ships = sea.call(routes.places_with_ships, side)
        assert all(sea.call(routes.has_ships, place, side) == with_ships >> place & 1 for place in range(PLACES))
    game.force[:] = 0
    assert sea.call(first_out, Side.AXIS) == NOBODY and not sea.call(is_any_out, Side.AXIS)
