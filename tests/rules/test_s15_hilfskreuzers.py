"""§15 Hilfskreuzers: movement, merchant shipping, refuelling."""

import pytest

from aw_env.games.admirals_war.printed.scenario_text import to_scenario
from aw_env.games.admirals_war.records.terms import Decision, Event, Power
from tests.positions import Position, battle, movement, names, printed

AREAS = printed().board.areas
MAY_ENTER = {id for id, area in AREAS.items() if area.theatre == "atlantic" or area.allied_flag.value == "british"}


def speed_rolls(game):
    """The speed rolls made so far, as (passed, dice)."""
    return [(passed, dice) for _, _, _, passed, dice in game.events(Event.SPEED_ROLL)]


def trade(game):
    """The attacks on merchants, as (unit, bonus, dice)."""
    return [(names().units[unit].name, bonus, dice) for _, unit, _, bonus, dice in game.events(Event.TRADE_ATTACK)]


def trade_points(game):
    """Points from merchants, as (theatre, gained by the Allies)."""
    return [(theatre, gained) for _, theatre, gained, _, _ in game.events(Event.TRADE_POINTS)]


def combat(area, *units, dice=(), raiders=(), **keys):
    """The area is chosen, with these dice to come."""
    position = battle(area, **{"turn": 3, "last_turn": 4, **keys}).with_units(*units)
    return position.with_units(*raiders, raiding=True).start(dice=dice).choose(area)


# --- §15.0, §15.1: movement ----------------------------------------------------------------------------


@pytest.mark.rule("15.1")
def test_they_move_as_ships_and_always_as_patrollers():
    game = movement(turn=2).with_units("Thor", place="germany").start(dice=[3])
    assert (game.decision, game.power, game.subject) == (Decision.PATROL_ORDER, Power.GERMAN, "Thor")
    assert game.choices == {"north_sea", "baltic", "barents", "air_gap", "stay"}
    game.choose("air_gap")
    assert speed_rolls(game) == [(0, [3])]  # her speed is 3
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Thor")  # no raider side (§6.21)


@pytest.mark.rule("15.1")
def test_outside_the_atlantic_they_enter_only_areas_with_a_british_flag():
    position = movement(turn=4).with_units("Thor", place="indian_ocean", refuelled=True)
    assert position.start().choices == {"cape_of_good_hope", "arabian_sea", "bay_of_bengal", "south_atlantic", "stay"}
    position = movement(turn=4).with_units("Thor", place="arabian_sea", refuelled=True)
    assert position.start().choices <= MAY_ENTER | {"stay"}


@pytest.mark.rule("15.0", "2.343")
def test_like_other_ships_they_may_use_the_neutral_port_and_must_leave_it():
    game = movement("raiding", turn=2).with_units("Thor", place="neutral_port").start()
    assert game.over and game.points(0) == 1


# --- §15.2: victory points -----------------------------------------------------------------------------


@pytest.mark.rule("15.21")
def test_one_that_survives_asw_attacks_merchants_with_one_die_and_no_bonus():
    game = combat("south_atlantic", "Exeter", "Atlantis", "U-boat 1", dice=[1, 5, 5])
    assert trade(game) == [("Atlantis", 0, [5]), ("U-boat 1", 1, [5])]
    assert trade_points(game) == [(0, -1)]


@pytest.mark.rule("15.21", "14.26")
def test_their_points_and_those_of_submarines_come_under_one_limit():
    game = combat("south_atlantic", "Exeter", "Atlantis", "U-boat 1", "U-boat 2", dice=[1, 6, 6, 6])
    assert trade_points(game) == [(0, -2)]


@pytest.mark.rule("15.21")
def test_in_the_pacific_they_attack_british_shipping_whatever_places_are_near():
    places = [
        id for id, port in printed().board.ports.items() if any(touch.area == "indian_ocean" for touch in port.touches)
    ]
    owners = dict.fromkeys(places, "german")
    assert trade(combat("indian_ocean", "Atlantis", "Exeter", dice=[1, 1], owners=owners)) == [("Atlantis", 0, [1])]


@pytest.mark.rule("15.22")
def test_unopposed_they_gain_a_point_at_the_end_of_combat_one_for_the_area():
    game = combat("south_atlantic", "Atlantis", "Pinguin", dice=[1, 1])
    assert trade_points(game) == [(0, -1)]
    assert game.points(0) == -1


@pytest.mark.rule("15.22")
def test_the_automatic_point_comes_on_top_of_the_limit_of_the_area():
    game = combat("cape_of_good_hope", "Atlantis", "U-boat 1", dice=[6, 6])
    assert trade_points(game) == [(0, -1), (0, -1)]


@pytest.mark.rule("15.22")
@pytest.mark.parametrize(
    ("unit", "dice", "raiding", "points"),
    [
        ("Exeter", [1, 1], False, []),
        ("RAF", [1, 1, 1], False, []),
        ("Exeter", [1], True, [(0, -1)]),
        ("Tiger", [1, 1, 1, 1], False, [(0, -1)]),
        ("HK Escort Group 1", [1], False, [(0, -1)]),
    ],
    ids=["patroller", "aircraft", "raider", "amphibious unit", "escort group gone home"],
)
def test_allied_patrollers_and_aircraft_prevent_it_and_other_units_do_not(unit, dice, raiding, points):
    position = battle("south_atlantic").with_units("Atlantis").with_units(unit, raiding=raiding)
    game = position.start(dice=dice).choose("south_atlantic")
    game.until(Decision.NONE, prefer=["england", "stay"])
    assert trade_points(game) == points


@pytest.mark.rule("15.22", "14.28")
def test_a_patrolling_submarine_of_the_allies_prevents_it():
    assert trade_points(combat("bay_of_bengal", "Atlantis", "US Submarine 1", dice=[1] * 2, last_turn=3)) == []


@pytest.mark.rule("15.22")
def test_a_patroller_that_was_driven_off_no_longer_opposes_them():
    game = combat("south_atlantic", "Exeter", "Bismarck", "Atlantis", dice=[1, 1], last_turn=3)
    game.lay(1, 6, 1, 1, 1, 6).choose("surface", "surface", "Bismarck", "Exeter")
    assert trade_points(game) == [(0, -1)]


@pytest.mark.rule("15.22", "17.21")
def test_they_place_no_flag_and_deny_one_to_the_allies():
    assert combat("south_atlantic", "Atlantis", dice=[1], last_turn=3).flag("south_atlantic") is None
    game = combat("south_atlantic", "Exeter", "Atlantis", dice=[1, 1], last_turn=3)
    assert game.over and game.flag("south_atlantic") is None


# --- §15.3: refuelling ---------------------------------------------------------------------------------


@pytest.mark.rule("15.31")
def test_printed_example_atlantis_gains_the_automatic_point_refuels_and_moves_from_the_south_atlantic():
    game = combat("south_atlantic", "Atlantis", dice=[4])
    assert trade(game) == [("Atlantis", 0, [4])]
    assert trade_points(game) == [(0, -1)]
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Atlantis")
    assert "stay" in game.choices
    game.choose("stay")
    assert (game.decision, game.subject) == (Decision.PATROL_ORDER, "Atlantis")
    one_area = {"caribbean", "mid_atlantic", "bay_of_biscay", "cape_of_good_hope"}
    assert one_area | {"west_med", "stay"} < game.choices
    game.choose("bay_of_biscay")
    assert speed_rolls(game) == []


@pytest.mark.rule("15.31", "2.51")
def test_printed_example_into_the_western_med_she_needs_a_speed_roll():
    game = combat("south_atlantic", "Atlantis", dice=[4]).choose("stay")
    game.lay(1).choose("west_med")
    assert speed_rolls(game) == [(1, [1])]
    assert game.unit("Atlantis").place == "west_med"


@pytest.mark.rule("15.31")
def test_one_that_gains_nothing_and_has_no_oiler_returns_to_base():
    game = combat("south_atlantic", "Exeter", "Atlantis", dice=[1, 5]).choose("england")
    assert (game.decision, game.subject, "stay" in game.choices) == (Decision.RETURN_TO_BASE, "Atlantis", False)


@pytest.mark.rule("15.31")
def test_one_that_has_hit_a_merchant_refuels():
    game = combat("south_atlantic", "Exeter", "Atlantis", dice=[1, 6]).choose("england")
    assert (game.decision, game.subject, "stay" in game.choices) == (Decision.RETURN_TO_BASE, "Atlantis", True)


@pytest.mark.rule("15.31", "10.33")
def test_they_refuel_from_an_oiler_too():
    position = Position("return", "south_atlantic", turn=3, last_turn=4).with_units("Atlantis", "Nordmark")
    assert "stay" in position.start().choices


@pytest.mark.rule("15.31", "14.26")
def test_of_several_that_have_hit_the_owner_says_who_gained_the_last_points():
    game = combat("cape_of_good_hope", "Exeter", "Atlantis", "Thor", "U-boat 1", dice=[1, 6, 6, 6])
    assert trade_points(game) == [(0, -1)]
    assert (game.decision, game.power, game.subject) == (Decision.TRADE_RAIDER, Power.GERMAN, "cape_of_good_hope")
    assert game.choices == {"Atlantis", "Thor"}
    game.choose("Thor").until(Decision.RETURN_TO_BASE)
    game.choose("simons_town")
    stays = {}
    while game.decision == Decision.RETURN_TO_BASE:
        stays[game.subject] = "stay" in game.choices
        game.choose("stay" if stays[game.subject] else "brest")
    assert stays == {"Atlantis": False, "Thor": True, "U-boat 1": False}


@pytest.mark.rule("15.31", "14.26")
def test_nothing_is_asked_where_the_area_yields_a_point_for_each_that_has_hit():
    game = combat("south_atlantic", "Exeter", "Atlantis", "Thor", dice=[1, 6, 6])
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Exeter")
    assert trade_points(game) == [(0, -2)]


@pytest.mark.rule("15.31", "14.26")
def test_of_several_just_alike_that_have_hit_the_first_have_gained_the_points():
    game = combat("cape_of_good_hope", "Exeter", "Atlantis", "Pinguin", "Orion", dice=[1, 6, 6, 6]).choose(
        "simons_town"
    )
    stays = {}
    while game.decision == Decision.RETURN_TO_BASE:
        stays[game.subject] = "stay" in game.choices
        game.choose("brest")
    assert stays == {"Atlantis": True, "Pinguin": False, "Orion": False}


@pytest.mark.rule("15.31")
def test_an_automatic_point_refuels_every_one_of_them_in_the_area():
    game = combat("south_atlantic", "Atlantis", "Thor", dice=[1, 1])
    for raider in ("Atlantis", "Thor"):
        assert (game.subject, "stay" in game.choices) == (raider, True)
        game.choose("stay")


@pytest.mark.rule("15.32")
def test_with_no_place_to_go_to_in_the_pacific_they_go_to_the_neutral_port():
    position = Position("return", "arabian_sea", turn=3, last_turn=4, hostilities=False).with_units("Atlantis")
    assert position.start().choices == {"neutral_port"}


@pytest.mark.rule("15.32", "10.1")
def test_with_japan_at_war_they_use_japanese_ports():
    position = Position("return", "arabian_sea", turn=3, last_turn=4).with_units("Atlantis")
    assert position.start().choices == {"yokosuka", "truk", "saigon"}


@pytest.mark.rule("15.31")
def test_a_position_file_keeps_who_has_gained_points_and_who_is_based_at_sea():
    position = Position("return", "south_atlantic", turn=3, last_turn=4).with_units("Atlantis", traded=True)
    assert "stay" in position.start().choices
    again = to_scenario(names(), *(records[0] for records in (position.start().books, position.start().games)))
    assert "traded = true" in again
