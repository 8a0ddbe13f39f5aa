"""What ships and troops of the Mediterranean may not do in a turn, and what needs no ships (21.1, 21.2, 21.43)."""

import csv

import pytest

from aw_env.games.world_at_war.printed.load import SHELF
from aw_env.games.world_at_war.records.kinds import Decision, Event, Ground, Option, Phase, Side
from aw_env.games.world_at_war.records.record import FIRST_PLACE
from aw_env.games.world_at_war.rules import displaced, embarkation, pacific, passages, routes
from tests.world_at_war.positions import playing
from tests.world_at_war.sea_of_hexes import FILE, NUMBERS, READY, at_sea, by_place, held, moving, troops
from tests.world_at_war.test_s21_passages import may_embark

NAPLES = {"naples_destroyers": {"place": "naples", "strength": 4}}
TWO_ROWS = NAPLES | {"taranto_destroyers": {"place": "naples", "strength": 8}}


def embarking(ships, side=Side.AXIS, **fields):
    """Sea transport, from the first question on."""
    return moving(ships, side, step=3, **fields)


# --- where ships go (21.1322, 21.213, 21.321) --------------------------------------------------------------


@pytest.mark.rule("21.213")
def test_no_way_by_water_leads_over_a_river():
    with open(SHELF.folder / "mediterranean" / "hexes.csv", newline="") as stream:
        kinds = {row["kind"] for row in csv.DictReader(stream)}
    assert kinds == {"sea", "coastal"}


@pytest.mark.rule("21.1322")
def test_ships_of_gibraltar_go_to_either_of_its_fronts():
    game = moving({"renown": {"place": "gibraltar"}}, Side.ALLIES).choose("renown")
    assert {"britain_box", "malta"} <= game.places
    assert int(READY.books[0]["fronts"][NUMBERS["gibraltar"]]) == 0b011


@pytest.mark.rule("21.321")
def test_a_ship_leaves_its_base_once_a_phase_and_not_to_come_back():
    game = moving({"littorio": {"place": "naples"}, "roma": {"place": "naples"}}).choose("littorio")
    assert "naples" not in game.places
    game.choose("palermo")
    assert game.units == {"roma"}


# --- supply without ships (21.421A) ------------------------------------------------------------------------


@pytest.mark.rule("21.421A")
@pytest.mark.parametrize("port", ["haifa", "famagusta", "alexandria"])
def test_ports_of_egypt_s_shore_supply_each_other_without_ships(port):
    ships = {"malaya": {"place": port, "inverted": 1}}
    game = playing(Phase.START, ships, scenario=FILE, moving=Side.ALLIES, turn=3)
    assert game.of("malaya", "inverted") == 0


@pytest.mark.rule("21.421A")
def test_what_an_enemy_line_ends_in_waits_for_no_supply():
    """Piraeus supplies Taranto with oil while it is the Axis's; in Allied hands it changes nothing there."""
    control = held(piraeus=Side.ALLIES)
    game = playing(Phase.START, {}, scenario=FILE, moving=Side.ALLIES, turn=3, control=control)
    unsupplied = game.record["unsupplied"]
    assert unsupplied[NUMBERS["malta"]] == 1 and unsupplied[NUMBERS["taranto"]] == 0


# --- troops (21.225, 21.435, 21.436C, 21.437C) -------------------------------------------------------------


@pytest.mark.rule("21.225")
def test_bases_are_changed_before_troops_sail():
    game = moving(NAPLES, infantry=troops(naples=4, tobruk=4))
    assert game.asked == Decision.BASE_CHANGE
    assert game.choose(Option.DONE).asked == Decision.EMBARK


@pytest.mark.rule("21.435G")
def test_troops_that_have_landed_are_not_carried_on():
    game = embarking(TWO_ROWS, infantry=troops(naples=4, tobruk=4))
    game.choose("naples", Option.COUNT_4, "naples_destroyers")
    assert game.record["infantry"][NUMBERS["tobruk"]] == 8
    assert not may_embark(game)


@pytest.mark.rule("21.435I")
@pytest.mark.parametrize(("there", "most"), [(4, 4), (17, 3), (20, 0)])
def test_no_more_land_than_may_stay(there, most):
    game = embarking(NAPLES, infantry=troops(naples=4, tobruk=there))
    if most == 0:
        assert not may_embark(game)
    else:
        assert max(game.choose("naples").options) == Option.COUNT_0 + most


@pytest.mark.rule("21.3614A")
@pytest.mark.parametrize(("legs", "may"), [((20,), True), ((20, 20), True), ((20, 1, 20), False), ((21,), False)])
def test_infantry_is_carried_forty_hexes_from_its_hex_of_origin(legs, may):
    """Over ports at most twenty hexes apart, also by destroyers that lie where it embarks; troops are infantry here."""
    way = ("gibraltar", "malta", "haifa")[: len(legs)] + ("alexandria",)
    here = ("gibraltar_destroyers",)
    sea = at_sea(moving=Side.ALLIES, step=3, infantry=troops(gibraltar=2, alexandria=5)).ship(
        *here, place="gibraltar", strength=5
    )
    sea.book.by_water[:] = 99
    for one, other, hexes in zip(way[:-1], way[1:], legs, strict=True):
        sea.book.by_water[:, NUMBERS[one], NUMBERS[other]] = sea.book.by_water[:, NUMBERS[other], NUMBERS[one]] = hexes
    sea.book.by_water[:, range(48), range(48)] = 0
    further = sea.call(embarkation.measure, "gibraltar", "alexandria")
    assert bool(sea.call(embarkation.may_carry, *here, "gibraltar", further)) == may
    assert (sea.call(passages.most_carried, "gibraltar", Ground.INFANTRY, "alexandria") > 0) == may


@pytest.mark.rule("21.437C")
@pytest.mark.parametrize("unsupplied", [0, 1])
def test_troops_that_are_partly_supplied_do_not_sail(unsupplied):
    ships = {"gibraltar_destroyers": {"place": "malta", "strength": 2}}
    waits = by_place("unsupplied", malta=unsupplied)
    game = embarking(ships, Side.ALLIES, infantry=troops(malta=2, alexandria=3), unsupplied=waits)
    assert may_embark(game) == (unsupplied == 0)


@pytest.mark.rule("21.436C")
def test_troops_that_come_back_are_free_to_sail_with_others():
    ships = TWO_ROWS | {"littorio": {"place": "naples"}, "renown": {"place": "malta"}}
    dice = (6, 6, 6, 6, 6, 1, 1, 1, 1)
    game = embarking(ships, dice=dice, infantry=troops(naples=4, tobruk=4))
    game.choose("naples", Option.COUNT_4, "naples_destroyers", "littorio", Option.DONE, "renown", Option.DONE)
    game.choose(Option.DONE, Option.DONE)
    while game.asked != Decision.WITHDRAW:
        game.choose(Option.HOLD)
    while game.seat_asked != Side.AXIS:
        game.choose(Option.NO)
    game.choose(Option.YES)
    assert game.record["infantry"][NUMBERS["naples"]] == 4
    assert game.asked == Decision.EMBARK and game.places == {"naples"}


# --- displaced from two fronts (21.23C) --------------------------------------------------------------------


@pytest.mark.rule("21.23C")
def test_ships_displaced_from_gibraltar_choose_their_front():
    fallen = held(gibraltar=Side.AXIS, oran=Side.ALLIES, algiers=Side.ALLIES)
    sea = at_sea(control=fallen, turn=12, displacing=1).ship("renown", place="gibraltar")
    assert sea.call(displaced.displace)
    sea.game.subject = sea.number("renown")
    mask = sea.mask(pacific.mask_displace)
    chosen = {id for id, number in NUMBERS.items() if mask[FIRST_PLACE + number]}
    assert chosen == {"britain_box", "oran"}, "the nearest of each"
    sea.call(displaced.take_displace, FIRST_PLACE + NUMBERS["britain_box"])
    assert sea.of("renown", "place") == NUMBERS["britain_box"] and sea.told == [Event.DISPLACED]


@pytest.mark.rule("21.23A", "21.23C")
def test_ships_displaced_from_one_front_choose_among_the_equally_near_alone():
    sea = at_sea(control=held(tobruk=Side.ALLIES), displacing=1, moving=Side.AXIS).ship("littorio", place="tobruk")
    sea.call(displaced.displace)
    sea.game.subject = sea.number("littorio")
    mask = sea.mask(pacific.mask_displace)
    sea.call(routes.measure_ways, Side.AXIS.value, "tobruk")
    ways = {n: int(sea.game.way[Side.AXIS, n]) for n in NUMBERS.values() if sea.game.control[n] == Side.AXIS}
    nearest = min(way for number, way in ways.items() if number != NUMBERS["tobruk"])
    assert {n for n in ways if mask[FIRST_PLACE + n]} == {n for n, way in ways.items() if way == nearest}
