"""§5 The sequence of play: who acts when.

Submarines, anti-submarine warfare and repairs have sections of their own.
"""

import pytest

from aw_env.games.admirals_war.records.terms import Decision, Event, Phase, Power, Side
from tests.positions import Position, battle, movement

ONE_SHIP_EACH = {"Exeter": "england", "Kongo": "yokosuka", "Portland": "pearl_harbor", "Bismarck": "germany"}
NATIONALITY_ORDER = [Power.BRITISH, Power.JAPANESE, Power.AMERICAN, Power.GERMAN]


def asked(game, decision, answer):
    """Everyone asked for a kind of decision in a row, as (power, unit), each answering the same."""
    found = []
    while not game.over and game.decision == decision:
        found.append((game.power, game.subject))
        game.choose(answer)
    return found


def one_ship_each(begins_at="patrolling", **state):
    """A ship of each player in port."""
    position = Position(begins_at)
    for ship, port in ONE_SHIP_EACH.items():
        position.with_units(ship, place=port, **state)
    return position


def phases(game):
    """The steps of the turn so far."""
    return [Phase(phase) for _, phase, _, _, _ in game.events(Event.PHASE)]


# --- §5.1: nationality order ---------------------------------------------------------------------------


@pytest.mark.rule("5.1", "5.31")
def test_british_japanese_american_and_german_move_their_patrollers_in_this_order():
    game = one_ship_each().start()
    assert asked(game, Decision.PATROL_ORDER, "stay") == list(zip(NATIONALITY_ORDER, ONE_SHIP_EACH, strict=True))


@pytest.mark.rule("5.1")
@pytest.mark.parametrize(
    ("unit", "power"),
    [
        ("Dunkerque", Power.AMERICAN), ("Canberra", Power.BRITISH), ("De Ruyter", Power.BRITISH),
        ("lemnos", Power.BRITISH), ("Littorio", Power.GERMAN),
    ],
)  # fmt: skip
def test_minor_navies_move_with_their_great_power(unit, power):
    game = movement().with_units(unit, place="neutral_port").start()
    assert (game.decision, game.power) == (Decision.PATROL_ORDER, power)


@pytest.mark.rule("5.1", "18.33")
def test_a_captured_french_ship_moves_with_the_germans():
    game = movement().with_units("Dunkerque", place="germany", controller="german").start()
    assert (game.power, game.side) == (Power.GERMAN, 1)


@pytest.mark.rule("5.1", "7.3")
@pytest.mark.parametrize(
    ("area", "order"),
    [
        ("north_sea", ["Exeter", "Portland", "Myoko", "Scharnhorst"]),
        ("coral_sea", ["Myoko", "Scharnhorst", "Exeter", "Portland"]),
    ],
)
def test_in_combat_all_units_of_a_side_act_together_in_the_theatres_order(area, order):
    position = battle(area).with_units("Portland", "Exeter", "Scharnhorst", "Myoko")
    game, aiming = position.start(dice=[1] * 6).choose(area, "surface", "surface"), []
    while game.decision == Decision.SURFACE_TARGET:
        aiming.append(game.subject)
        game.choose(sorted(game.choices)[0])
    assert aiming == order


# --- §5.2-5.3: reinforcements and movement -------------------------------------------------------------


@pytest.mark.rule("5.2", "5.75")
def test_the_steps_of_a_turn_follow_each_other_and_the_next_turn_repeats_them():
    game = Position("reinforcements", last_turn=2).with_units("Kongo", place="yokosuka").start().until(prefer=["stay"])
    turn = [
        Phase.REINFORCEMENTS, Phase.PATROLLING, Phase.LAND_BASED_AIR, Phase.AMPHIBIOUS, Phase.RAIDING, Phase.COMBAT,
        Phase.INVASION, Phase.CONTROL, Phase.CAPTURE, Phase.RETURN,
    ]  # fmt: skip
    assert phases(game) == turn + turn[:-1]  # nothing hangs on the last return to base


@pytest.mark.rule("5.31")
def test_a_player_rolls_for_his_patrollers_before_the_next_player_moves():
    game = one_ship_each().start(dice=[6])
    game.choose("stay", "aleutians")
    assert (game.power, game.dice_left) == (Power.AMERICAN, 0)
    assert game.unit("Kongo").raiding


@pytest.mark.rule("5.31")
def test_ships_left_in_port_turn_raider_or_stay_as_they_are():
    game = movement().with_units("Kongo", "Hiei", place="yokosuka").start().choose("turn_raider", "stay")
    assert (game.unit("Kongo").raiding, game.unit("Hiei").raiding) == (True, False)
    assert asked(game, Decision.RAID_ORDER, "stay") == [(Power.JAPANESE, "Kongo")]


@pytest.mark.rule("5.31", "9.35")
@pytest.mark.parametrize(("damage", "sails"), [(3, True), (4, False)])
def test_a_ship_on_the_bottom_does_not_sail(damage, sails):
    game = movement().with_units("Kongo", place="yokosuka", damage=damage).start()
    assert (game.decision == Decision.PATROL_ORDER) == sails


@pytest.mark.rule("5.33", "12.11")
def test_air_units_are_placed_one_at_a_time_in_turn_and_nations_without_any_are_skipped():
    position = movement("land_based_air").with_units("21AF", "22AF", "23AF", place="yokosuka")
    position.with_units("RAF", place="england").with_units("Stuka", "Luftwaffe", place="germany")
    game, order = position.start(), []
    while game.decision == Decision.AIR_UNIT:
        order.append(game.power)
        game.choose(sorted(game.choices)[0], "stay")
    assert order == [
        Power.BRITISH, Power.JAPANESE, Power.GERMAN, Power.JAPANESE, Power.GERMAN, Power.JAPANESE,
    ]  # fmt: skip


@pytest.mark.rule("5.34")
def test_each_player_moves_all_his_amphibious_units_before_the_next():
    position = movement("amphibious").with_units("1st Marines", "2nd Marines", place="pearl_harbor")
    game = position.with_units("Kure", "Sasebo", place="yokosuka").with_units("Tiger", place="england").start()
    assert asked(game, Decision.AMPHIBIOUS_ORDER, "stay") == [
        (Power.BRITISH, "Tiger"),
        (Power.JAPANESE, "Kure"),
        (Power.JAPANESE, "Sasebo"),
        (Power.AMERICAN, "1st Marines"),
        (Power.AMERICAN, "2nd Marines"),
    ]


@pytest.mark.rule("5.34", "7.52")
def test_a_disabled_amphibious_unit_does_not_sail():
    assert movement("amphibious").with_units("Kure", place="yokosuka", disabled=True).start().over


@pytest.mark.rule("5.35", "5.1")
def test_each_player_in_turn_moves_his_raiders():
    game = one_ship_each("raiding", raiding=True).start()
    assert asked(game, Decision.RAID_ORDER, "stay") == list(zip(NATIONALITY_ORDER, ONE_SHIP_EACH, strict=True))


@pytest.mark.rule("5.35", "6.22")
def test_a_raider_that_fails_is_home_before_the_next_player_moves_his_raiders():
    game = one_ship_each("raiding", raiding=True).start(dice=[6])
    game.choose("stay", "gulf_of_alaska")
    assert (game.decision, game.subject, game.dice_left) == (Decision.RETURN_TO_BASE, "Kongo", 0)
    assert game.choose("yokosuka").power == Power.AMERICAN


@pytest.mark.rule("5.35", "5.33")
def test_raiders_move_after_air_and_amphibious_units():
    position = movement().with_units("Kongo", "21AF", "Kure", place="yokosuka")
    game = position.start().choose("turn_raider", "21AF", "stay", "stay")
    assert (game.decision, game.subject) == (Decision.RAID_ORDER, "Kongo")


# --- §5.4: combat --------------------------------------------------------------------------------------


@pytest.mark.rule("5.41", "7.1")
def test_players_take_turns_selecting_areas_each_in_his_own_theatre():
    position = battle("north_sea").with_units("Exeter").with_units("Hood", place="air_gap")
    position.with_units("Bismarck", place="baltic").with_units("Kongo", place="marianas")
    game = position.with_units("Portland", place="coral_sea").start()
    order = []
    while game.decision == Decision.COMBAT_AREA:
        order.append((game.power, len(game.choices)))
        game.choose(sorted(game.choices)[0])
    assert order == [
        (Power.BRITISH, 3),
        (Power.JAPANESE, 2),
        (Power.AMERICAN, 1),
        (Power.GERMAN, 2),
        (Power.BRITISH, 1),
    ]


def pursuit_of_bismarck_with_kongo_waiting():
    """Two rounds of combat in the North Sea while other areas wait."""
    position = battle("north_sea").with_units("Hood", "Bismarck").with_units("Kongo", place="marianas")
    return position.start(dice=[1] * 16).choose("north_sea", "surface", "surface")


@pytest.mark.rule("5.41")
def test_combat_is_fought_to_a_finish_before_another_area_is_selected():
    game = pursuit_of_bismarck_with_kongo_waiting().until(Decision.ACTION_TYPE, prefer=["remain"])
    assert game.subject == "north_sea"
    game.choose("surface", "surface").until(Decision.RETREAT).choose("remain", "retreat")
    game.until(Decision.COMBAT_AREA, prefer=["no_pursuit", "germany"])
    assert (game.power, game.choices) == (Power.JAPANESE, {"marianas"})


@pytest.mark.rule("5.43", "12.41")
def test_aircraft_attack_bases_before_the_first_round_and_go_home():
    position = battle("marshalls").with_units("7AF", "Portland", "Nagato").with_units("Kongo", place="truk")
    game = position.start(dice=[1, 1]).choose("marshalls")
    assert (game.decision, game.subject, game.choices) == (Decision.STRIKE_ORDER, "7AF", {"truk", "hold"})
    game.choose("truk", "Kongo")
    assert (game.decision, game.choices) == (Decision.RETURN_TO_BASE, {"johnston"})
    assert game.choose("johnston").decision == Decision.ACTION_TYPE
    assert game.unit("7AF").place == "johnston"


def two_carriers():
    """A carrier and a battleship on each side in the Pacific, where Japan fires first."""
    return battle("coral_sea").with_units("Akagi", "Nagato", "Yorktown", "Maryland")


def fought(game):
    """The attackers so far, in order."""
    return [attack[0] for attack in game.attacks()]


@pytest.mark.rule("5.44", "7.21")
@pytest.mark.parametrize(
    ("action", "attackers"),
    [("air", ["Akagi", "Yorktown"]), ("surface", ["Nagato", "Maryland"])],
)
def test_a_round_is_one_air_action_or_one_surface_action(action, attackers):
    game = two_carriers().start(dice=[1] * 10).choose("coral_sea", action, action)
    game.until(Decision.RETREAT, prefer=["silent", "Maryland", "Nagato"])
    assert sorted(fought(game)) == sorted(attackers)


@pytest.mark.rule("5.44", "5.49")
def test_now_and_then_an_air_action_and_a_surface_action_are_fought_in_the_same_round():
    game = two_carriers().start(dice=[3, 4] + [1] * 18).choose("coral_sea", "air", "surface")
    game.until(Decision.RETREAT, prefer=["silent", "Maryland", "Nagato"])
    assert fought(game) == ["Akagi", "Yorktown", "Nagato", "Maryland"]
    assert len(game.events(Event.ROUND_BEGINS)) == 1


@pytest.mark.rule("5.45", "7.23")
def test_the_type_of_action_is_determined_for_one_round_only():
    game = two_carriers().start(dice=[1] * 30).choose("coral_sea", "air", "air")
    game.until(Decision.RETREAT, prefer=["hold"]).choose("remain", "remain")
    assert (game.decision, game.choices) == (Decision.ACTION_TYPE, {"air", "surface"})


@pytest.mark.rule("5.45", "7.321")
def test_in_a_surface_action_the_side_that_fires_second_first_names_the_carriers_that_fire():
    game = two_carriers().start().choose("coral_sea", "surface", "surface")
    assert (game.decision, game.subject) == (Decision.CARRIER_FIRE, "Yorktown")
    game.choose("silent")
    assert (game.decision, game.subject) == (Decision.CARRIER_FIRE, "Akagi")


@pytest.mark.rule("5.46", "5.47")
def test_a_side_allocates_all_its_attackers_before_it_rolls_and_the_first_rolls_before_the_second_allocates():
    game = battle("coral_sea").with_units("Nagato", "Mutsu", "Maryland", "Idaho").start(dice=[1] * 19)
    game.choose("coral_sea", "surface", "surface", "Maryland")
    assert (game.subject, fought(game)) == ("Mutsu", [])
    game.choose("Maryland")
    assert (game.subject, fought(game)) == ("Maryland", ["Nagato", "Mutsu"])
    game.choose("Nagato")
    assert fought(game) == ["Nagato", "Mutsu"]
    game.choose("Nagato")
    assert fought(game) == ["Nagato", "Mutsu", "Maryland", "Idaho"]


@pytest.mark.rule("5.46", "5.48")
def test_effects_wait_until_the_second_side_has_fired():
    game = battle("coral_sea").with_units("Nagato", "Maryland").start(dice=[6, 6, 1, 1, 1, 6, 6] + [1] * 5)
    game.choose("coral_sea", "surface", "surface", "Maryland")
    assert (game.subject, game.unit("Maryland").damage, game.unit("Maryland").place) == ("Maryland", 0, "coral_sea")
    game.choose("Nagato")
    assert (fought(game), game.unit("Maryland").place) == (["Nagato", "Maryland"], "out_of_play")


@pytest.mark.rule("5.48", "7.52")
def test_a_disabled_ship_leaves_at_the_end_of_the_action():
    game = battle("coral_sea").with_units("Nagato", "Maryland").start(dice=[5] + [1] * 9)
    game.choose("coral_sea", "surface", "surface", "Maryland")
    assert not game.unit("Maryland").disabled
    game.choose("Nagato")
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Maryland") and game.unit("Maryland").disabled


@pytest.mark.rule("5.49", "7.54")
def test_what_is_destroyed_in_the_air_action_takes_no_part_in_the_surface_action():
    akagi_sinks_maryland = [6, 6, 1, 1, 6, 6]
    game = two_carriers().start(dice=[3, 4] + akagi_sinks_maryland + [1] * 4 + [1] * 5)
    game.choose("coral_sea", "air", "surface", "Maryland").until(Decision.CARRIER_FIRE, prefer=["Nagato"])
    assert game.unit("Maryland").place == "out_of_play"
    game.until(Decision.RETREAT, prefer=["silent"])
    assert fought(game) == ["Akagi", "Yorktown", "Nagato"]


# --- §5.5-5.6: between rounds and after combat ---------------------------------------------------------


@pytest.mark.rule("5.52", "5.53")
def test_after_a_round_both_sides_may_retreat_and_then_troops_that_have_not_retreated_may_land():
    position = battle("coral_sea").with_units("Nagato", "Maryland", "1st Marines", "Kure")
    game = position.start(dice=[1] * 20).choose("coral_sea", "air", "air")
    assert (game.decision, game.power) == (Decision.RETREAT, Power.JAPANESE)
    game.choose("remain")
    assert (game.decision, game.power) == (Decision.RETREAT, Power.AMERICAN)
    game.choose("remain")
    assert asked(game, Decision.LANDING, "stay") == [(Power.JAPANESE, "Kure"), (Power.AMERICAN, "1st Marines")]
    assert game.decision == Decision.ACTION_TYPE


@pytest.mark.rule("5.53", "13.4")
def test_troops_of_the_side_that_retreats_do_not_land_and_the_others_may():
    position = battle("coral_sea").with_units("Nagato", "Maryland", "1st Marines", "Kure")
    game = position.start(dice=[1] * 20).choose("coral_sea", "air", "air", "retreat", "remain")
    landing = set()
    while not game.until(Decision.LANDING).over:
        landing.add(game.subject)
        game.choose("stay")
    assert landing == {"1st Marines"}


@pytest.mark.rule("5.61", "7.74")
def test_rounds_are_repeated_until_only_one_side_is_left():
    first_miss, then_sunk = [1] * 10, [6, 6, 1, 1, 1, 6, 6] + [1] * 5
    game = battle("coral_sea").with_units("Nagato", "Maryland").start(dice=first_miss + then_sunk).choose("coral_sea")
    game.until(prefer=["surface", "remain"])
    assert (len(game.events(Event.ROUND_BEGINS)), game.dice_left) == (2, 0)


@pytest.mark.rule("5.62", "7.14")
def test_the_victors_carriers_raid_then_his_troops_land_then_the_next_area_is_selected():
    position = battle("marshalls").with_units("Akagi", "Kure").with_units("Kongo", place="marianas")
    game = position.with_units("Northampton", place="johnston").start().choose("marshalls")
    assert (game.decision, game.subject, game.choices) == (Decision.AIR_RAID, "Akagi", {"johnston", "hold"})
    game.choose("hold")
    assert (game.decision, game.subject) == (Decision.LANDING, "Kure")
    game.choose("johnston", "pearl_harbor")  # the Northampton leaves
    assert game.owner("johnston") == "japanese"
    assert (game.decision, game.choices) == (Decision.COMBAT_AREA, {"marianas"})


# --- §5.7: the end of the turn -------------------------------------------------------------------------


@pytest.mark.rule("5.71")
def test_at_the_end_of_the_turn_troops_still_at_sea_may_invade_in_nationality_order():
    position = Position("invasion").with_units("1st Marines", place="marshalls")
    game = position.with_units("Kure", "Sasebo", place="central_pacific").start()
    assert (game.power, game.subject) == (Power.JAPANESE, "Kure") and "midway" in game.choices
    game.choose("midway")
    assert game.owner("midway") == "japanese"
    game.choose("stay")
    assert (game.power, game.subject) == (Power.AMERICAN, "1st Marines") and "kwajalein" in game.choices


@pytest.mark.rule("5.72", "2.8")
def test_flags_are_placed_and_points_added_when_all_combat_and_landing_is_over():
    position = battle("marianas").with_units("Kongo", "Kure")
    game = position.start().choose("marianas").until(Decision.LANDING).choose("stay")
    assert (game.decision, game.phase, game.points(1)) == (Decision.LANDING, Phase.INVASION, 0)
    assert game.choose("stay").points(1) == -2


@pytest.mark.rule("5.73", "16.11")
@pytest.mark.parametrize(
    ("before", "now", "owner"),
    [("axis", "axis", "japanese"), ("none", "axis", "american"), ("axis", "none", "american")],
)
def test_a_place_falls_when_enemies_control_all_its_areas_both_before_and_after_flags_are_placed(before, now, owner):
    position = Position("control", flags={"central_pacific": before})
    if now == "axis":
        position.with_units("Kongo", place="central_pacific")
    assert position.start().owner("midway") == owner


@pytest.mark.rule("5.74", "5.1")
def test_each_player_in_turn_returns_all_his_ships_and_units():
    position = Position("return", last_turn=2)
    position.with_units("Bismarck", place="north_sea").with_units("7AF", "Exeter", "Portland", place="coral_sea")
    game = position.with_units("Kongo", "Kure", place="marianas").start()
    order = []
    while game.decision == Decision.RETURN_TO_BASE:
        order.append((game.power, game.subject))
        game.choose(sorted(game.choices)[0])
    assert order == [
        (Power.BRITISH, "Exeter"),
        (Power.JAPANESE, "Kongo"),
        (Power.JAPANESE, "Kure"),
        (Power.AMERICAN, "Portland"),
        (Power.AMERICAN, "7AF"),
        (Power.GERMAN, "Bismarck"),
    ]


@pytest.mark.rule("5.75")
def test_the_next_turn_begins_with_counters_ready_again():
    position = Position("return", last_turn=2).with_units("Kongo", place="marianas", raiding=True, retreated=True)
    position.with_units("Hiei", place="yokosuka", disabled=True).with_units("21AF", place="marianas", committed=True)
    game = position.with_units("Haruna", place="yokosuka", raiding=True).start().choose("yokosuka", "yokosuka")
    assert int(game.record["turn"]) == 2
    ships = ("Kongo", "Hiei", "Haruna")
    assert [(game.unit(ship).raiding, game.unit(ship).disabled, game.unit(ship).retreated) for ship in ships] == [
        (False, False, False)
    ] * 3
    assert [subject for _, subject in asked(game, Decision.PATROL_ORDER, "stay")] == list(ships)
    assert (game.decision, game.choices) == (Decision.AIR_UNIT, {"21AF"})


@pytest.mark.rule("5.75")
def test_combat_of_the_turn_before_is_forgotten():
    game = Position("combat", "marianas", last_turn=2).with_units("Kongo").start()
    game.choose("marianas", "okinawa", "marianas")
    assert (int(game.record["turn"]), game.decision, game.choices) == (2, Decision.COMBAT_AREA, {"marianas"})


@pytest.mark.rule("5.75")
def test_the_game_is_over_after_its_last_turn():
    game = Position("patrolling", last_turn=2).with_units("Kongo", place="yokosuka").start().choose("stay")
    assert not game.over
    assert game.choose("stay").over and game.choices == set()


@pytest.mark.rule("5.1", "7.24")
def test_in_the_pacific_the_axis_aircraft_leave_first():
    game = battle("marianas").with_units("5AF", "New Orleans").with_units("24AF", "Takao").start(ask_forced=False)
    game.until(Decision.ACTION_TYPE, prefer=["hold"]).choose("surface", "surface")
    assert game.decision == Decision.RETURN_TO_BASE
    assert game.side == Side.AXIS


@pytest.mark.rule("5.1", "7.52")
def test_in_the_pacific_disabled_axis_ships_leave_first():
    game = battle("marianas").with_units("New Orleans").with_units("Takao").start(dice=[4, 5], ask_forced=False)
    game.choose("surface", "surface")  # Takao's bonus makes a 5 of her 4
    game.until(Decision.RETURN_TO_BASE)
    assert game.side == Side.AXIS


@pytest.mark.rule("5.61")
def test_a_combat_that_is_over_leaves_nothing_behind_in_the_record():
    position = battle("marianas", last_turn=2).with_units("New Orleans", "Minneapolis").with_units("Takao")
    game = position.start(dice=[1, 1, 1], ask_forced=False).choose("surface", "surface", "New Orleans")
    game.choose("remain", "retreat").until(Decision.PATROL_ORDER)
    for name in ("New Orleans", "Minneapolis", "Takao"):
        unit = game.unit(name)
        assert (unit.group, unit.target, unit.attackers_on, unit.firing, unit.pending_damage) == (0, -1, 0, 0, 0)
    for field, value in (("area", -1), ("retreating", -1), ("battle_group", 0), ("action", 0), ("combat_round", 0)):
        assert game.record[field] == value
    assert game.record["shots_fired"] == game.record["could_attack"] == 0
