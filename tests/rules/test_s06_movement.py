"""§6 Movement: patrols, raiders, speed rolls, and how enemy control stops a ship.

Pearl Harbor touches the Hawaiian Islands alone, Midway the Central Pacific alone.
"""

import pytest

from aw_env.games.admirals_war.records.terms import Decision, Event, Power
from tests.positions import movement, unit_number

BESIDE_HAWAII = {"gulf_of_alaska", "central_pacific", "marshalls", "french_polynesia"}


def speed_rolls(game):
    """The speed rolls made so far, as (passed, dice)."""
    return [(passed, dice) for _, _, _, passed, dice in game.events(Event.SPEED_ROLL)]


def raider(ship, place, **keys):
    """A ship in port with its raiding side up when raiders move."""
    return movement("raiding", **keys).with_units(ship, place=place, raiding=True)


# --- §6.1: moving ships --------------------------------------------------------------------------------


@pytest.mark.rule("6.11", "6.12")
def test_a_patroller_enters_an_area_that_touches_its_port_and_perhaps_one_beside_it():
    game = movement().with_units("Maryland", place="pearl_harbor").start()
    assert (game.decision, game.power, game.subject) == (Decision.PATROL_ORDER, Power.AMERICAN, "Maryland")
    assert game.choices == {"hawaiian_islands"} | BESIDE_HAWAII | {"stay", "turn_raider"}


@pytest.mark.rule("6.12")
def test_a_patroller_enters_its_first_area_without_a_speed_roll_front_side_up():
    game = movement().with_units("Maryland", place="pearl_harbor").start().choose("hawaiian_islands")
    assert speed_rolls(game) == []
    assert (game.unit("Maryland").place, game.unit("Maryland").raiding) == ("hawaiian_islands", False)


@pytest.mark.rule("6.12")
def test_a_patroller_that_passes_its_roll_patrols_the_second_area():
    game = movement().with_units("Maryland", place="pearl_harbor").start(dice=[2]).choose("marshalls")
    assert speed_rolls(game) == [(1, [2])]
    assert (game.unit("Maryland").place, game.unit("Maryland").raiding) == ("marshalls", False)


@pytest.mark.rule("6.12", "6.13")
def test_only_a_ship_that_was_turned_over_in_port_sails_as_a_raider():
    game = movement().with_units("Maryland", "Idaho", place="pearl_harbor").start()
    game.choose("turn_raider", "stay")
    assert (game.decision, game.subject) == (Decision.RAID_ORDER, "Maryland")
    game.choose("hawaiian_islands")
    assert (game.unit("Maryland").place, game.unit("Maryland").raiding) == ("hawaiian_islands", True)
    assert (game.unit("Idaho").place, game.unit("Idaho").raiding) == ("pearl_harbor", False)
    assert game.decision == Decision.COMBAT_AREA


@pytest.mark.rule("6.13")
def test_a_raider_may_go_three_areas_but_not_four():
    game = raider("Maryland", "midway").start()
    one_two = {"central_pacific", "home_islands", "marianas", "marshalls", "hawaiian_islands", "gulf_of_alaska"}
    three = {"indonesia", "aleutians", "bismarck_sea", "french_polynesia"}
    assert game.choices == one_two | three | {"stay"}


@pytest.mark.rule("6.13")
def test_a_raider_enters_two_areas_without_a_roll_and_the_third_with_one():
    game = raider("Maryland", "midway").with_units("Idaho", place="midway", raiding=True).start(dice=[2])
    game.choose("hawaiian_islands", "french_polynesia")
    assert speed_rolls(game) == [(1, [2])]
    assert (game.unit("Maryland").place, game.unit("Maryland").raiding) == ("hawaiian_islands", True)
    assert (game.unit("Idaho").place, game.unit("Idaho").raiding) == ("french_polynesia", True)


# --- §6.2: speed rolls ---------------------------------------------------------------------------------


@pytest.mark.rule("6.2", "3.13")
@pytest.mark.parametrize(("ship", "highest"), [("Maryland", 2), ("Nagato", 3), ("Yamato", 4), ("Kongo", 5)])
def test_a_ship_passes_when_its_speed_exceeds_the_die(ship, highest):
    port, area = ("pearl_harbor", "marshalls") if ship == "Maryland" else ("yokosuka", "aleutians")
    for die in range(1, 7):
        game = movement().with_units(ship, place=port).start(dice=[die]).choose(area)
        assert speed_rolls(game) == [(int(die <= highest), [die])]
        assert game.unit(ship).raiding == (die > highest)


@pytest.mark.rule("6.2", "7.62")
@pytest.mark.parametrize(("die", "raids"), [(3, False), (4, True), (5, True)])
def test_a_damaged_ship_rolls_against_its_current_speed(die, raids):
    game = movement().with_units("Kongo", place="yokosuka", damage=2).start(dice=[die]).choose("aleutians")
    assert game.unit("Kongo").raiding == raids


@pytest.mark.rule("6.21")
def test_a_patroller_that_fails_is_in_the_second_area_as_a_raider():
    game = movement().with_units("Maryland", place="pearl_harbor").start(dice=[3]).choose("marshalls")
    assert speed_rolls(game) == [(0, [3])]
    assert (game.unit("Maryland").place, game.unit("Maryland").raiding) == ("marshalls", True)


def maryland_has_no_raiding_side(book, game):
    """As if the back of her counter were blank."""
    book["raider_side"][unit_number("Maryland")] = 0


@pytest.mark.rule("6.21", "10.21")
def test_a_patroller_without_a_raiding_side_that_fails_goes_home_from_the_second_area():
    position = movement().with_units("Maryland", place="pearl_harbor").altered(maryland_has_no_raiding_side)
    game = position.start(dice=[3])
    assert "turn_raider" not in game.choices
    game.choose("central_pacific")
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Maryland")
    assert "midway" in game.choices and "johnston" not in game.choices
    game.choose("midway")
    assert (game.unit("Maryland").place, game.unit("Maryland").raiding) == ("midway", False)
    assert game.over  # it does not sail again


@pytest.mark.rule("6.22", "10.21")
def test_a_raider_that_fails_goes_home_from_the_third_area():
    game = raider("Maryland", "pearl_harbor").start(dice=[3]).choose("aleutians")
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Maryland")
    assert {"attu_kiska", "dutch_harbor", "pearl_harbor"} < game.choices and "midway" not in game.choices
    game.choose("attu_kiska")
    assert (game.unit("Maryland").place, game.unit("Maryland").raiding) == ("attu_kiska", False)
    assert game.over


@pytest.mark.rule("6.22", "2.34")
def test_a_raider_that_fails_may_go_to_the_neutral_port():
    game = raider("Bismarck", "brest", owners={"brest": "german"}).start(dice=[6]).choose("caribbean")
    assert game.choices == {"brest", "germany", "neutral_port"}


@pytest.mark.rule("6.23")
def test_all_patrollers_of_a_player_move_before_any_of_them_rolls():
    game = movement().with_units("Maryland", "Idaho", place="pearl_harbor").start(dice=[2, 3])
    game.choose("marshalls")
    assert (game.decision, game.subject, speed_rolls(game)) == (Decision.PATROL_ORDER, "Idaho", [])
    game.choose("central_pacific")
    assert speed_rolls(game) == [(1, [2]), (0, [3])]


@pytest.mark.rule("6.23")
def test_all_raiders_of_a_player_move_before_any_of_them_rolls():
    game = raider("Maryland", "pearl_harbor").with_units("Idaho", place="pearl_harbor", raiding=True).start(dice=[2, 2])
    game.choose("coral_sea")
    assert (game.decision, game.subject, speed_rolls(game)) == (Decision.RAID_ORDER, "Idaho", [])
    game.choose("aleutians")
    assert speed_rolls(game) == [(1, [2]), (1, [2])]


@pytest.mark.rule("6.24")
def test_a_ship_slowed_to_one_may_try_and_fails():
    game = movement().with_units("Maryland", place="pearl_harbor", damage=5).start(dice=[1])
    assert BESIDE_HAWAII < game.choices
    game.choose("marshalls")
    assert game.unit("Maryland").raiding


@pytest.mark.rule("6.24")
@pytest.mark.parametrize(("ship", "rolls"), [("Kongo", True), ("Akagi", False), ("Hiryu", False)])
def test_a_speed_of_seven_or_eight_needs_no_roll(ship, rolls):
    game = movement().with_units(ship, place="yokosuka").start(dice=[6]).choose("aleutians")
    assert speed_rolls(game) == ([(0, [6])] if rolls else [(1, [])])
    assert game.dice_left == (0 if rolls else 1)
    assert game.unit(ship).raiding == rolls


@pytest.mark.rule("6.24")
def test_a_fast_ship_slowed_below_seven_rolls_again():
    game = movement().with_units("Akagi", place="yokosuka", damage=1).start(dice=[6]).choose("aleutians")
    assert speed_rolls(game) == [(0, [6])]


# --- §6.3: enemy control -------------------------------------------------------------------------------


@pytest.mark.rule("6.3")
@pytest.mark.parametrize(("flag", "stops"), [("axis", True), ("allies", False), ("none", False)])
def test_a_ship_stops_in_the_first_area_if_the_enemy_controls_it(flag, stops):
    game = movement().with_units("Maryland", place="midway").flag("central_pacific", flag).start()
    assert (game.choices == {"central_pacific", "stay", "turn_raider"}) == stops


@pytest.mark.rule("6.3")
def test_a_raider_may_enter_an_enemy_area_second_but_not_pass_it():
    open_sea = raider("Kongo", "yokosuka").start().choices
    barred = raider("Kongo", "yokosuka").flag("central_pacific", "allies").start().choices
    assert "central_pacific" in barred
    assert open_sea - barred == {"hawaiian_islands"}


@pytest.mark.rule("6.3")
def test_a_ship_may_go_round_an_enemy_area():
    game = raider("Maryland", "pearl_harbor").flag("central_pacific", "axis").start()
    assert "marianas" in game.choices and "home_islands" not in game.choices


@pytest.mark.rule("6.3", "13.1")
def test_an_amphibious_unit_stops_in_an_enemy_area_too():
    game = movement("amphibious").with_units("1st Marines", place="midway").flag("central_pacific", "axis").start()
    assert game.choices == {"central_pacific", "stay"}


# --- §6.4: other units ---------------------------------------------------------------------------------


@pytest.mark.rule("6.41", "13.1")
def test_an_amphibious_unit_moves_one_or_two_areas_and_never_rolls_or_lands_meanwhile():
    game = movement("amphibious").with_units("1st Marines", place="pearl_harbor").start(dice=[6])
    assert game.decision == Decision.AMPHIBIOUS_ORDER
    assert game.choices == {"hawaiian_islands"} | BESIDE_HAWAII | {"stay"}
    game.choose("marshalls")
    assert (game.unit("1st Marines").place, game.dice_left) == ("marshalls", 1)


@pytest.mark.rule("6.42", "12.12")
def test_an_air_unit_is_put_into_any_area_that_touches_a_friendly_place_however_far():
    game = movement("land_based_air").with_units("21AF", place="yokosuka").start().choose("21AF")
    assert game.choices == {
        "home_islands", "marianas", "marshalls", "central_pacific", "bismarck_sea", "french_polynesia", "stay",
    }  # fmt: skip
    game.choose("bismarck_sea")
    assert (game.unit("21AF").place, speed_rolls(game)) == ("bismarck_sea", [])


@pytest.mark.rule("6.43", "5.31")
def test_submarines_are_placed_with_the_patrolling_ships_whatever_the_distance_and_the_flags():
    position = movement().with_units("u_boat_1", "Bismarck", place="germany").with_units("RAF", place="england")
    for area in ("north_sea", "barents", "caribbean"):
        position.flag(area, "allies")
    game = position.start()
    asked = {}
    while game.decision == Decision.PATROL_ORDER:
        asked[game.subject] = game.choices
        game.choose("stay")
    assert (set(asked), game.decision) == ({"U-boat 1", "Bismarck"}, Decision.AIR_UNIT)
    assert {"north_sea", "caribbean", "west_med", "cape_of_good_hope"} < asked["U-boat 1"]


@pytest.mark.rule("6.44", "5.31")
def test_hunter_killer_groups_are_placed_with_the_british_patrollers_wherever_u_boats_may_be():
    position = movement(turn=6, last_turn=6).with_units("hk_group_1", "Hood", place="england")
    position.flag("barents", "axis").with_units("u_boat_1", place="germany").with_units("Kongo", place="yokosuka")
    game = position.start()
    places = {}
    while game.decision == Decision.PATROL_ORDER:
        places[game.subject] = (game.power.name, game.choices - {"stay", "turn_raider"})
        game.choose("stay")
    assert list(places) == ["Hood", "HK Escort Group 1", "Kongo", "U-boat 1"]
    assert places["HK Escort Group 1"][1] == places["U-boat 1"][1] - {"baltic"}, "of the Allies only Russians (2.54)"
