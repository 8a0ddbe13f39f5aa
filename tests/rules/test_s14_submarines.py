"""§14 Submarines: where they go, anti-submarine warfare, merchant shipping, raiding submarines.

A position at the start of combat with one area in it: the area is chosen, anti-submarine warfare is rolled, the
survivors attack merchants, and combat follows.
"""

import pytest

from aw_env.games.admirals_war.records.terms import OF_AXIS, Decision, Event, Power, Side
from tests.positions import Position, battle, movement, names, printed

ATLANTIC = {id for id, area in printed().board.areas.items() if area.theatre == "atlantic"}
PACIFIC = {id for id, area in printed().board.areas.items() if area.theatre == "pacific"}


def hunt(area, *units, dice=(), raiders=(), **keys):
    """The area is chosen and anti-submarine warfare rolled with these dice."""
    position = battle(area, **{"turn": 2, "last_turn": 3, **keys}).with_units(*units)
    return position.with_units(*raiders, raiding=True).start(dice=dice).choose(area)


def asw(game):
    """The anti-submarine rolls so far, as (factors, bonus, dice)."""
    return [(factors, bonus, dice) for _, _, factors, bonus, dice in game.events(Event.ASW)]


def told(game, event):
    """The units of all events of a kind."""
    return [names().units[unit].name for _, unit, _, _, _ in game.events(event)]


def trade(game):
    """The attacks on merchants, as (unit, bonus, dice)."""
    return [(names().units[unit].name, bonus, dice) for _, unit, _, bonus, dice in game.events(Event.TRADE_ATTACK)]


def trade_points(game):
    """Points from merchants, as (theatre, gained by the Allies)."""
    return [(theatre, gained) for _, theatre, gained, _, _ in game.events(Event.TRADE_POINTS)]


# --- §14.1, §6.43, §6.44: movement ---------------------------------------------------------------------


@pytest.mark.rule("14.1", "6.43")
def test_submarines_are_asked_with_the_patrollers_and_cannot_turn_raider_in_port():
    game = movement().with_units("Bismarck", "U-boat 1", place="germany").start()
    assert (game.decision, game.subject, "turn_raider" in game.choices) == (Decision.PATROL_ORDER, "Bismarck", True)
    game.choose("stay")
    assert (game.decision, game.subject, "turn_raider" in game.choices) == (Decision.PATROL_ORDER, "U-boat 1", False)
    game.choose("mid_atlantic")
    assert (game.unit("U-boat 1").place, game.unit("U-boat 1").raiding) == ("mid_atlantic", False)
    assert game.events(Event.SPEED_ROLL) == []


@pytest.mark.rule("14.11", "14.12")
def test_u_boats_go_anywhere_in_the_atlantic_past_all_flags_and_choke_points():
    position = movement(flags=dict.fromkeys(ATLANTIC, "allies"), owners={"suez": "british", "gibraltar": "british"})
    game = position.with_units("U-boat 1", place="germany").start()
    assert game.choices == ATLANTIC | {"stay"}


@pytest.mark.rule("14.13")
def test_the_italian_submarine_goes_to_the_mediterranean_only():
    assert movement().with_units("10 MAS", place="taranto").start().choices == {"west_med", "east_med", "stay"}


@pytest.mark.rule("14.14")
@pytest.mark.parametrize(("submarine", "port"), [("I-boat 1", "yokosuka"), ("US Submarine 1", "pearl_harbor")])
def test_japanese_and_us_submarines_go_anywhere_in_the_pacific(submarine, port):
    assert movement().with_units(submarine, place=port).start().choices == PACIFIC | {"stay"}


@pytest.mark.rule("6.44", "14.22")
def test_hunter_killer_groups_are_placed_with_patrollers_anywhere_in_the_atlantic_but_the_baltic():
    game = movement(flags={"north_sea": "axis"}).with_units("HK Escort Group 1", place="england").start()
    assert (game.decision, game.power) == (Decision.PATROL_ORDER, Power.BRITISH)
    assert game.choices == ATLANTIC - {"baltic"} | {"stay"}


# --- §5.36, §14.1: raider side up ----------------------------------------------------------------------


def at_sea(*placed, **keys):
    """Submarines at sea when raiders begin to move: (area, units...)."""
    position = movement("raiding", **keys)
    for area, *units in placed:
        position.with_units(*units, place=area)
    return position


@pytest.mark.rule("5.36", "14.1")
def test_each_nation_may_turn_one_submarine_an_area_when_all_raiders_have_moved():
    position = at_sea(("north_sea", "U-boat 1", "U-boat 2"), ("air_gap", "U-boat 3"))
    game = position.with_units("Bismarck", place="germany", raiding=True).start()
    assert (game.decision, game.subject) == (Decision.RAID_ORDER, "Bismarck")
    game.choose("stay")
    assert (game.decision, game.subject) == (Decision.INVERSION, "U-boat 1")
    assert game.choices == {"invert", "stay"}
    game.choose("invert")
    assert (game.decision, game.subject) == (Decision.INVERSION, "U-boat 3")
    game.choose("stay")
    assert [int(game.unit(f"U-boat {number}").raiding) for number in (1, 2, 3)] == [1, 0, 0]
    assert game.decision == Decision.COMBAT_AREA


@pytest.mark.rule("5.36")
def test_submarines_turn_in_nationality_order_after_the_last_raider_of_any_power():
    position = at_sea(("marshalls", "I-boat 1", "US Submarine 1"), ("north_sea", "U-boat 1"))
    game = position.with_units("Bismarck", place="germany", raiding=True).start().choose("stay")
    asked = []
    while game.decision == Decision.INVERSION:
        asked.append(game.subject)
        game.choose("invert")
    assert asked == ["I-boat 1", "US Submarine 1", "U-boat 1"]


@pytest.mark.rule("14.1")
def test_germans_and_italians_may_each_turn_one_in_the_same_area():
    game = at_sea(("west_med", "U-boat 1", "U-boat 2", "10 MAS")).start()
    assert game.subject == "U-boat 1"
    game.choose("invert")
    assert (game.decision, game.subject) == (Decision.INVERSION, "10 MAS")
    game.choose("invert")
    assert game.decision == Decision.COMBAT_AREA


@pytest.mark.rule("14.1")
def test_a_nation_that_declines_is_not_asked_about_a_submarine_just_like_it():
    game = at_sea(("north_sea", "U-boat 1", "U-boat 2")).start().choose("stay")
    assert game.decision == Decision.COMBAT_AREA
    game = at_sea(("north_sea", "U-boat 1", "U-boat Type XXI")).start().choose("stay")
    assert (game.decision, game.subject) == (Decision.INVERSION, "U-boat Type XXI")


# --- §14.2: anti-submarine warfare ---------------------------------------------------------------------


@pytest.mark.rule("14.21")
@pytest.mark.parametrize(
    ("hunters", "raiders", "factors"),
    [
        (["Norfolk", "Suffolk"], [], 2),
        (["Hood"], [], 1),
        (["Ark Royal"], [], 3),
        (["Tiger"], [], 3),
        (["RAF"], [], 2),
        (["Ark Royal", "Norfolk", "RAF"], ["Hood", "Victorious"], 6),
    ],
    ids=["cruisers", "battleship", "carrier", "amphibious unit", "aircraft", "raiders count nothing"],
)
def test_asw_strength_of_an_area(hunters, raiders, factors):
    game = hunt("air_gap", *hunters, "U-boat 1", raiders=raiders, dice=[1] * (factors + 1))
    assert asw(game) == [(factors, 0, [1] * factors)]


@pytest.mark.rule("14.21")
def test_units_in_port_do_not_hunt_and_without_strength_no_die_is_rolled():
    game = (
        battle("north_sea", last_turn=2)
        .with_units("U-boat 1")
        .with_units("Hood", "RAF", place="england")
        .start(dice=[1])
    )
    game.choose("north_sea")
    assert asw(game) == []


@pytest.mark.rule("5.42", "14.21")
def test_asw_comes_before_air_strikes_on_places_and_before_combat():
    position = battle("north_sea").with_units("RAF", "U-boat 1", "Prinz Eugen").with_units("Bismarck", place="germany")
    game = position.start(dice=[1, 1, 6]).choose("north_sea")
    assert (game.decision, game.subject) == (Decision.STRIKE_ORDER, "RAF")
    assert asw(game) == [(2, 0, [1, 1])]
    assert trade_points(game) == [(0, -1)]


@pytest.mark.rule("14.21")
def test_each_side_hunts_the_others_submarines_the_side_that_is_first_in_the_theatre_first():
    units = ("Kongo", "I-boat 1", "Portland", "US Submarine 1")
    game = hunt("marianas", *units, dice=[6, 5])
    assert asw(game) == [(1, OF_AXIS, [6]), (1, 0, [5])]
    assert told(game, Event.SUNK) == ["US Submarine 1"]
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "I-boat 1")


@pytest.mark.rule("14.22")
def test_each_hunter_killer_group_adds_one_and_all_go_home_after_the_hunt():
    game = hunt("mid_atlantic", "Norfolk", "HK Escort Group 1", "HK Escort Group 2", "U-boat 1", dice=[3, 1])
    assert asw(game) == [(1, 2, [3])]  # 3 + 2 disables
    assert game.subject == "U-boat 1"
    game.choose("germany")
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "HK Escort Group 1")
    game.choose("england", "england")
    assert game.unit("HK Escort Group 2").place == "england"


@pytest.mark.rule("14.22")
def test_a_hunter_killer_group_alone_rolls_nothing_is_not_attacked_and_does_not_count_for_control():
    game = hunt("mid_atlantic", "HK Escort Group 1", "Prinz Eugen", "U-boat 1", dice=[1], last_turn=2)
    assert asw(game) == []
    game.choose("england")
    assert game.over and game.flag("mid_atlantic") == "axis"


@pytest.mark.rule("14.23")
@pytest.mark.parametrize("area", ["west_med", "east_med"])
def test_hunting_in_the_mediterranean_has_a_bonus_of_one(area):
    game = hunt(area, "Norfolk", "U-boat 1", dice=[5])
    assert asw(game) == [(1, 1, [5])]
    assert told(game, Event.SUNK) == ["U-boat 1"]


@pytest.mark.rule("14.24")
def test_a_six_sinks_a_submarine_and_a_five_sends_one_home_before_it_attacks_merchants():
    game = hunt("air_gap", "Norfolk", "Suffolk", "U-boat 1", "U-boat 2", "U-boat 3", dice=[5, 6, 1])
    assert told(game, Event.SUNK) == ["U-boat 1"]
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "U-boat 2")
    game.choose("germany")
    assert (game.unit("U-boat 2").disabled, game.unit("U-boat 2").place) == (True, "germany")
    assert trade(game) == [("U-boat 3", 1, [1])]


@pytest.mark.rule("14.24")
def test_hits_take_precedence_and_results_beyond_the_last_submarine_are_ignored():
    game = hunt("air_gap", "Norfolk", "Suffolk", "Exeter", "U-boat 1", dice=[5, 6, 6], last_turn=2)
    assert told(game, Event.SUNK) == ["U-boat 1"]
    assert told(game, Event.DISABLED) == []
    assert game.flag("air_gap") == "allies"


@pytest.mark.rule("14.24")
def test_a_hunt_of_more_dice_than_an_event_holds_is_told_in_several():
    ships = ("Ark Royal", "Eagle", "Glorious", "Furious", "Illustrious", "Formidable")
    game = hunt("air_gap", *ships, "U-boat 1", dice=[1] * 17 + [6])
    assert [(factors, len(dice)) for factors, _, dice in asw(game)] == [(18, 15), (0, 3)]
    assert told(game, Event.SUNK) == ["U-boat 1"]


def printed_hunt(*dice):
    """§14.243: Atlantis, Nordmark and two U-boats, one of which is of Type XXI."""
    cruisers = ("Norfolk", "Suffolk", "Exeter", "Kent")[: len(dice)]
    quarry = ("Atlantis", "Nordmark", "U-boat 1", "U-boat Type XXI")
    return hunt("mid_atlantic", *cruisers, *quarry, dice=[*dice, 1, 1, 1])


@pytest.mark.rule("14.241")
def test_printed_example_a_six_and_a_five_sink_the_oiler_and_disable_the_raider():
    game = printed_hunt(6, 5)
    assert told(game, Event.SUNK) == ["Nordmark"]
    assert told(game, Event.DISABLED) == ["Atlantis"]
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Atlantis")


@pytest.mark.rule("14.241", "14.242")
def test_printed_example_two_sixes_and_a_five_sink_both_and_disable_the_normal_u_boat():
    game = printed_hunt(6, 6, 5)
    assert told(game, Event.SUNK) == ["Nordmark", "Atlantis"]
    assert told(game, Event.DISABLED) == ["U-boat 1"]


@pytest.mark.rule("14.243")
def test_printed_example_a_second_five_is_ignored_by_the_type_xxi():
    game = printed_hunt(6, 6, 5, 5).choose("germany")
    assert told(game, Event.SUNK) == ["Nordmark", "Atlantis"]
    assert told(game, Event.DISABLED) == ["U-boat 1"]
    assert game.unit("U-boat Type XXI").place == "mid_atlantic"


@pytest.mark.rule("14.242")
def test_a_type_xxi_is_sunk_after_the_normal_u_boats():
    game = printed_hunt(6, 6, 6)
    assert told(game, Event.SUNK) == ["Nordmark", "Atlantis", "U-boat 1"]
    game = printed_hunt(6, 6, 6, 6)
    assert told(game, Event.SUNK) == ["Nordmark", "Atlantis", "U-boat 1", "U-boat Type XXI"]


@pytest.mark.rule("14.241")
def test_the_owner_chooses_among_unlike_units_whose_turn_is_the_same():
    game = hunt("west_med", "Norfolk", "U-boat 1", "U-boat 2", "10 MAS", dice=[6])
    assert (game.decision, game.power, game.subject) == (Decision.ASW_LOSS, Power.GERMAN, "west_med")
    assert game.choices == {"U-boat 1", "U-boat 2", "10 MAS"}
    game.lay(1, 1).choose("10 MAS")
    assert told(game, Event.SUNK) == ["10 MAS"]
    assert trade(game) == [("U-boat 1", 1, [1]), ("U-boat 2", 1, [1])]


@pytest.mark.rule("14.24")
def test_the_owner_chooses_which_unlike_unit_is_disabled():
    game = hunt("mid_atlantic", "Norfolk", "Atlantis", "Thor", "U-boat 1", dice=[5])
    assert (game.decision, game.choices) == (Decision.ASW_LOSS, {"Atlantis", "Thor"})
    game.lay(1, 1).choose("Thor")
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Thor")


@pytest.mark.rule("14.21", "15.0")
def test_hilfskreuzers_and_oilers_are_hunted_and_do_not_hunt():
    game = hunt("bay_of_bengal", "Atlantis", "US Submarine 1", "I-boat 1", dice=[1, 1, 1])
    assert asw(game) == []


@pytest.mark.rule("14.25", "7.33")
def test_submarines_are_no_targets_in_combat_nor_in_port():
    game = battle("north_sea").with_units("Ark Royal", "Prinz Eugen").with_units("U-boat 1", raiding=True)
    game = game.start().choose("north_sea", "air", "air")
    assert (game.decision, game.choices) == (Decision.AIR_TARGET, {"Prinz Eugen", "hold"})
    position = battle("north_sea").with_units("RAF").with_units("U-boat 1", "Bismarck", place="germany")
    game = position.start().choose("north_sea", "germany")
    assert game.choices == {"Bismarck", "hold"}


@pytest.mark.rule("10.32", "14.241")
def test_oilers_and_hilfskreuzers_are_not_attacked_in_port_either():
    position = battle("north_sea").with_units("RAF").with_units("Nordmark", "Atlantis", place="germany")
    game = position.start().choose("north_sea")
    assert game.over  # the RAF had nothing to strike at
    position = battle("north_sea").with_units("RAF").with_units("Nordmark", "Bismarck", place="germany")
    assert position.start().choose("north_sea", "germany").choices == {"Bismarck", "hold"}


# --- §14.26-14.28: merchant shipping -------------------------------------------------------------------


@pytest.mark.rule("14.26")
def test_each_hit_with_the_bonus_scores_at_once_and_a_disabled_result_does_not():
    game = hunt("north_sea", "Exeter", "Prinz Eugen", "U-boat 1", "U-boat 2", dice=[1, 5, 4])
    assert trade(game) == [("U-boat 1", 1, [5]), ("U-boat 2", 1, [4])]
    assert trade_points(game) == [(0, -1)]
    assert game.points(0) == -1
    assert game.decision == Decision.ACTION_TYPE  # before combat


@pytest.mark.rule("14.26")
def test_printed_example_us_submarines_in_the_marianas_score_two_points_at_most():
    submarines = [f"US Submarine {number}" for number in (1, 2, 3)]
    game = hunt("marianas", *submarines, dice=[6, 6, 6])
    assert trade_points(game) == [(1, 2)]


@pytest.mark.rule("14.26")
def test_printed_example_u_boats_in_the_western_approaches_score_four_points_at_most():
    u_boats = [f"U-boat {number}" for number in range(1, 7)]
    game = hunt("western_approaches", *u_boats, dice=[6] * 6)
    assert trade_points(game) == [(0, -4)]


@pytest.mark.rule("14.26", "2.8")
def test_printed_example_two_points_of_merchants_and_two_of_control_in_the_south_atlantic():
    u_boats = ("U-boat 1", "U-boat 2", "U-boat 3")
    position = (
        battle("south_atlantic").with_units(*u_boats, "Prinz Eugen", "Bismarck").with_units("Exeter", raiding=True)
    )
    game = position.start(dice=[6, 5, 4]).choose("south_atlantic")
    assert trade(game) == [("U-boat 1", 1, [6]), ("U-boat 2", 1, [5]), ("U-boat 3", 1, [4])]
    assert game.points(0) == -2
    game.lay(*[1] * 12).choose("surface", "surface", "Bismarck", "Exeter", "Exeter", "retreat", "remain")
    game.until(Decision.RETURN_TO_BASE, prefer=["no_pursuit"]).choose("neutral_port")
    assert game.over and game.points(0) == -4


@pytest.mark.rule("14.26")
def test_points_go_to_the_track_of_the_submarines_owner_wherever_it_is():
    assert trade_points(hunt("bay_of_bengal", "I-boat 1", dice=[5])) == [(1, -1)]
    assert trade_points(hunt("west_med", "10 MAS", dice=[6])) == [(0, -1)]
    assert trade_points(hunt("indian_ocean", "Atlantis", "Exeter", dice=[1, 6])) == [(0, -1)]


@pytest.mark.rule("14.26")
def test_each_side_has_the_most_of_the_area_to_itself():
    submarines = ("US Submarine 1", "US Submarine 2", "US Submarine 3", "I-boat 1", "I-boat 2")
    game = hunt("marianas", *submarines, dice=[6] * 5)
    assert trade_points(game) == [(1, -2), (1, 2)]


@pytest.mark.rule("14.26", "2.8")
def test_a_lead_of_twenty_nine_does_not_grow():
    game = hunt("north_sea", "U-boat 1", dice=[6], victory_points={"atlantic": -29})
    assert game.points(0) == -29


@pytest.mark.rule("14.27")
def test_in_the_pacific_merchants_are_attacked_only_beside_an_enemy_port_or_base():
    assert trade(hunt("indonesia", "I-boat 1", dice=[1])) == [("I-boat 1", 1, [1])]
    assert trade(hunt("home_islands", "I-boat 1")) == []
    assert trade(hunt("home_islands", "US Submarine 1", dice=[1])) == [("US Submarine 1", 0, [1])]
    assert trade(hunt("indian_ocean", "US Submarine 1")) == []


@pytest.mark.rule("14.27")
def test_the_enemy_place_must_be_there_when_asw_is_resolved():
    owners = {"yokosuka": "american", "okinawa": "american"}
    assert trade(hunt("home_islands", "US Submarine 1", owners=owners)) == []


@pytest.mark.rule("14.27", "14.28")
def test_elsewhere_in_the_pacific_a_submarine_still_denies_control():
    game = hunt("home_islands", "Portland", "I-boat 1", dice=[1], last_turn=2)
    assert trade(game) == []
    assert game.over and game.flag("home_islands") is None


@pytest.mark.rule("14.28")
def test_a_submarine_that_survives_stays_to_the_end_of_the_turn_and_denies_control():
    game = hunt("north_sea", "Exeter", "U-boat 1", dice=[1, 1])
    assert game.decision == Decision.RETURN_TO_BASE
    assert (game.subject, game.flag("north_sea")) == ("Exeter", None)
    game.choose("england")
    assert (game.subject, game.choices) == ("U-boat 1", {"germany", "brest"})


@pytest.mark.rule("14.28", "17.21")
def test_submarines_alone_place_no_flag():
    assert hunt("north_sea", "U-boat 1", dice=[1], last_turn=2).flag("north_sea") is None


@pytest.mark.rule("7.13", "14.26")
def test_submarines_alone_in_an_area_attack_merchants():
    game = battle("north_sea").with_units("U-boat 1").start(dice=[6])
    assert (game.decision, game.choices) == (Decision.COMBAT_AREA, {"north_sea"})
    assert trade_points(game.choose("north_sea")) == [(0, -1)]


# --- §14.3: raiding submarines -------------------------------------------------------------------------


def raid(area, *units, submarines=("U-boat 1",), dice=(), **keys):
    """Raiding submarines beside these units, when the area has been chosen."""
    return hunt(area, *units, raiders=submarines, dice=dice, **keys)


@pytest.mark.rule("14.31", "5.51")
def test_a_raiding_submarine_attacks_after_a_round_and_before_retreats_and_goes_home():
    game = raid("north_sea", "Hood", "Prinz Eugen", dice=[1, 1, 1, 1, 1])
    assert game.decision == Decision.ACTION_TYPE  # not after ASW
    game.choose("surface", "surface", "Prinz Eugen", "Hood")
    assert (game.decision, game.power, game.subject) == (Decision.SUBMARINE_TARGET, Power.GERMAN, "U-boat 1")
    assert game.choices == {"Hood", "hold"}
    game.lay(5, 3).choose("Hood")
    assert game.attacks()[-1] == ("U-boat 1", "Hood", [5], [3])  # 5 + 1 hits
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "U-boat 1")
    game.choose("germany")
    assert game.unit("Hood").damage == 3
    assert game.decision == Decision.RETREAT


@pytest.mark.rule("14.31")
def test_it_attacks_once_a_turn_and_may_wait_for_a_later_round():
    game = raid("north_sea", "Hood", "Prinz Eugen", dice=[1] * 5)
    game.choose("surface", "surface", "Prinz Eugen", "Hood", "hold", "remain", "remain")
    game.lay(*[1] * 5).choose("surface", "surface", "Prinz Eugen", "Hood")
    assert game.decision == Decision.SUBMARINE_TARGET
    game.lay(1).choose("Hood", "germany", "remain", "remain")
    game.lay(*[1] * 5).choose("surface", "surface", "Prinz Eugen", "Hood")
    assert game.decision == Decision.RETREAT


@pytest.mark.rule("14.3")
def test_ships_and_amphibious_units_are_its_targets_and_aircraft_are_not():
    game = raid("north_sea", "Hood", "Tiger", "RAF", "Bismarck", dice=[])
    game.until(Decision.SUBMARINE_TARGET, prefer=["air", "hold"])
    assert game.choices == {"Hood", "Tiger", "hold"}


@pytest.mark.rule("14.3", "10.32")
def test_hilfskreuzers_and_oilers_are_no_targets_of_a_raiding_submarine():
    game = raid("bay_of_bengal", "Atlantis", "Kongo", "Portland", submarines=["US Submarine 1"], dice=[1] * 6)
    game.until(Decision.SUBMARINE_TARGET, prefer=["surface"])
    assert game.choices == {"Kongo", "hold"}


@pytest.mark.rule("14.3", "7.13")
def test_where_its_side_has_nothing_else_a_round_passes_without_fire_and_it_may_attack():
    game = raid("north_sea", "Hood")
    assert (game.decision, game.choices) == (Decision.SUBMARINE_TARGET, {"Hood", "hold"})
    game.lay(5, 2).choose("Hood", "germany")
    assert game.unit("Hood").damage == 2
    assert game.flag("north_sea") == "allies"


@pytest.mark.rule("14.31")
def test_one_that_waits_has_no_other_round_when_nobody_fights():
    game = raid("north_sea", "Hood").choose("hold")
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Hood")


@pytest.mark.rule("14.32")
def test_raiding_submarines_are_immune_to_asw():
    game = hunt("north_sea", "Exeter", raiders=["U-boat 1"], dice=[6])
    assert asw(game) == []
    game = hunt("north_sea", "Exeter", "Kent", "U-boat 2", raiders=["U-boat 1"], dice=[6, 6])
    assert told(game, Event.SUNK) == ["U-boat 2"]


@pytest.mark.rule("14.32", "14.26")
def test_a_raiding_submarine_does_not_attack_merchants():
    assert trade(raid("north_sea", "Hood")) == []


@pytest.mark.rule("14.33")
def test_a_raiding_submarine_does_not_break_control():
    assert raid("north_sea", "Exeter", last_turn=2).choose("hold").flag("north_sea") == "allies"


@pytest.mark.rule("14.34")
def test_its_attack_takes_effect_before_the_next_submarine_attacks():
    game = raid("west_med", "Exeter", submarines=["U-boat 1", "10 MAS"])
    assert game.subject == "U-boat 1"
    game.lay(6, 6).choose("Exeter")
    assert told(game, Event.SUNK) == ["Exeter"]
    game.choose("taranto")
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "10 MAS")  # the end of the turn: no target left


@pytest.mark.rule("14.34")
def test_a_disabled_ship_goes_home_at_once():
    game = raid("north_sea", "Hood", "Prinz Eugen", dice=[1] * 5)
    game.choose("surface", "surface", "Prinz Eugen", "Hood")
    game.lay(4).choose("Hood", "germany")
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Hood")
    game.choose("england")
    assert game.unit("Hood").disabled
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Prinz Eugen")  # left alone: the end of the turn


@pytest.mark.rule("14.31", "5.1")
def test_submarines_attack_in_the_order_of_combat():
    position = battle("marianas").with_units("Kongo", "Portland")
    game = position.with_units("I-boat 1", "US Submarine 1", raiding=True).start(dice=[1] * 4).choose("marianas")
    game.until(Decision.SUBMARINE_TARGET, prefer=["surface"])
    assert game.subject == "I-boat 1"
    game.choose("hold")
    assert (game.decision, game.subject) == (Decision.SUBMARINE_TARGET, "US Submarine 1")


def retreat(side, submarine, *units, shots):
    """A round of misses, then one side retreats."""
    position = battle("north_sea").with_units(*units).with_units(submarine, raiding=True)
    game = position.start(dice=[1] * shots).choose("north_sea")
    game.until(Decision.SUBMARINE_TARGET, prefer=["surface"]).choose("hold")
    return game.choose(*(["retreat", "remain"] if side == Side.ALLIES else ["remain", "retreat"]))


@pytest.mark.rule("14.35")
def test_the_submarine_of_a_side_that_retreats_forfeits_its_attack():
    game = retreat(Side.AXIS, "U-boat 1", "Exeter", "Prinz Eugen", shots=2)
    assert (game.decision, game.subject) == (Decision.PURSUIT, "Exeter")
    game.lay(1, 1).choose("Prinz Eugen", "surface", "surface", "Prinz Eugen", "Exeter")
    assert game.decision == Decision.PURSUIT  # the round is over, and no submarine was asked
    assert game.unit("U-boat 1").place == "north_sea"


@pytest.mark.rule("8.26")
def test_a_raiding_submarine_attacks_any_group_after_a_round_of_a_pursuit():
    game = retreat(Side.ALLIES, "U-boat 1", "Hood", "Exeter", "Prinz Eugen", shots=6)
    game.choose("new_group")
    assert game.subject == "Prinz Eugen"
    game.choose("Hood")
    game.until(Decision.ACTION_TYPE, prefer=["england"])
    game.lay(*[1] * 5).choose("surface", "surface", "Prinz Eugen", "Hood")
    assert (game.decision, game.subject) == (Decision.SUBMARINE_TARGET, "U-boat 1")
    assert game.choices == {"Hood", "hold"}  # Exeter, whom nobody pursues, has escaped
    game.lay(6, 6).choose("Hood", "germany")
    assert told(game, Event.SUNK) == ["Hood"]


@pytest.mark.rule("8.26")
def test_if_nobody_is_pursued_there_is_no_further_round_to_attack_after():
    game = retreat(Side.ALLIES, "U-boat 1", "Exeter", "Prinz Eugen", shots=2).choose("no_pursuit")
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Exeter")
    game.choose("england")
    assert game.over


# --- §14.4: reappearance -------------------------------------------------------------------------------


def arrived(game):
    """The units that have appeared, with the turn."""
    turn, units = None, []
    for event, a, _, _, _ in game.events(Event.TURN, Event.ARRIVED):
        if event == Event.TURN:
            turn = a
        else:
            units.append((turn, names().units[a].name))
    return units


@pytest.mark.rule("14.4")
def test_a_submarine_that_is_sunk_returns_two_turns_later_and_an_oiler_does_not():
    game = hunt("air_gap", "Norfolk", "Suffolk", "Nordmark", "U-boat 1", dice=[6, 6], turn=2, last_turn=5)
    assert (game.unit("Nordmark").place, game.unit("U-boat 1").place) == ("out_of_play", "returning")
    assert game.unit("U-boat 1").due == 4
    game.until(Decision.NONE, prefer=["stay"])
    assert arrived(game) == [(4, "U-boat 1")]


@pytest.mark.rule("14.2")
def test_submarines_return_to_base_when_the_turn_ends_and_start_again_from_there():
    position = Position("return", "mid_atlantic", turn=2, last_turn=3).with_units("U-boat 1")
    game = position.start().choose("germany")
    assert (game.decision, game.subject) == (Decision.PATROL_ORDER, "U-boat 1")


@pytest.mark.rule("2.341", "10.15")
def test_a_disabled_submarine_is_no_ship_and_goes_to_a_port_of_its_own_side():
    game = hunt("south_atlantic", "Norfolk", "U-boat 1", dice=[5])
    assert (game.decision, game.subject, game.unit("U-boat 1").disabled) == (Decision.RETURN_TO_BASE, "U-boat 1", True)
    assert game.choices == {"germany", "brest"}


@pytest.mark.rule("19.11", "14.27")
def test_before_japan_attacks_submarines_in_the_pacific_neither_hunt_nor_are_hunted_nor_attack_merchants():
    game = hunt("indonesia", "Exeter", "Kongo", "I-boat 1", "US Submarine 1", hostilities=False)
    assert asw(game) == trade(game) == []
    assert trade(hunt("north_sea", "U-boat 1", dice=[1], hostilities=False)) == [("U-boat 1", 1, [1])]


@pytest.mark.rule("19.47")
def test_a_us_ship_sunk_by_a_raiding_u_boat_off_the_us_coast_counts_once_for_the_rolls_to_move():
    game = raid("eastern_seaboard", "Portland", hostilities=False).lay(6, 6).choose("Portland")
    assert told(game, Event.SUNK) == ["Portland"]
    assert game.record["provoked"] == 1
    game = raid("eastern_seaboard", "Exeter", hostilities=False).lay(6, 6).choose("Exeter")
    assert game.record["provoked"] == 0
