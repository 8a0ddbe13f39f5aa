"""§7.1-7.2, §7.7 Combat: choosing areas, rounds, air and surface actions, the end of a round.

The North Sea stands for the Atlantic theatre (ATO), where the Allies fire first, and the Coral Sea or the Marshalls for
the Pacific (PTO), where the Axis does.  A game played from these positions ends with its one turn.
"""

import pytest

from aw_env.games.admirals_war.records.terms import NOBODY, Action, Decision, Event, Phase, Power, Side
from tests.positions import battle, names, read_again

ACTIONS = {"air": Action.AIR, "surface": Action.SURFACE}


def determined(game):
    """The type of action of each round so far."""
    return [Action(action) for _, action, _, _, _ in game.events(Event.ACTION_DETERMINED)]


def totals(game):
    """The rolls for the type of action so far, as (side, total after modifiers)."""
    return [(Side(side), total) for _, side, _, total, _ in game.events(Event.ACTION_ROLL)]


def rounds(game):
    """How many rounds have begun so far."""
    return len(game.events(Event.ROUND_BEGINS))


# --- §7.1: selecting an area ---------------------------------------------------------------------------


def scattered_ships():
    """Ships alone in three areas of each theatre."""
    return (
        battle("north_sea")
        .with_units("Hood")
        .with_units("Bismarck", place="mid_atlantic")
        .with_units("Renown", place="south_atlantic")
        .with_units("Yamato", place="marianas")
        .with_units("Astoria", place="coral_sea")
        .with_units("Chicago", place="marshalls")
    )


@pytest.mark.rule("7.1", "7.11")
@pytest.mark.parametrize("players", [2, 4])
def test_british_and_germans_select_areas_in_the_atlantic_japanese_and_americans_in_the_pacific_in_nationality_order(
    players,
):
    game = scattered_ships().start(players=players)
    asked = []
    while not game.over:
        asked.append((game.power, game.choices))
        game.choose(sorted(game.choices)[0])
    assert asked == [
        (Power.BRITISH, {"north_sea", "mid_atlantic", "south_atlantic"}),
        (Power.JAPANESE, {"marianas", "coral_sea", "marshalls"}),
        (Power.AMERICAN, {"marianas", "marshalls"}),
        (Power.GERMAN, {"north_sea", "south_atlantic"}),
        (Power.BRITISH, {"south_atlantic"}),
        (Power.JAPANESE, {"marshalls"}),
    ]


@pytest.mark.rule("7.0", "7.1")
def test_combat_once_started_goes_on_until_finished_before_another_area_is_selected():
    game = battle("north_sea").with_units("Hood", "Bismarck").with_units("Yamato", place="marianas").start()
    game.lay(*[1] * 8).choose("north_sea", "surface", "surface", "Bismarck", "Hood")
    assert game.decision == Decision.RETREAT  # and no other area is selected before one side is gone
    game.choose("remain", "retreat", "no_pursuit", "germany")
    assert (game.decision, game.choices) == (Decision.COMBAT_AREA, {"marianas"})


@pytest.mark.rule("7.1")
def test_a_power_with_no_area_left_in_its_theatre_is_skipped():
    game = battle("north_sea").with_units("Hood").with_units("Renown", place="mid_atlantic").start()
    game.choose("north_sea")
    assert (game.power, game.choices) == (Power.GERMAN, {"mid_atlantic"})


@pytest.mark.rule("7.1")
def test_selection_goes_on_after_the_power_that_selected_last():
    game = battle("marianas").with_units("Yamato").with_units("Astoria", place="coral_sea")
    game = game.with_units("Iowa", place="marshalls").start()
    assert game.power == Power.JAPANESE  # the British have no area to select
    game.choose("coral_sea")
    assert game.power == Power.AMERICAN
    game.choose("marshalls")
    assert game.power == Power.JAPANESE


@pytest.mark.rule("7.1")
def test_combat_in_each_area_begins_afresh():
    position = battle("north_sea").with_units("Norfolk", "Admiral Hipper")
    game = position.with_units("RAF", "Suffolk", "Prinz Eugen", place="bay_of_biscay").start()
    game.choose("north_sea", "air", "air", "remain", "remain", "air", "air", "retreat", "remain", "no_pursuit")
    game.choose("england", "bay_of_biscay", "surface", "surface")
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "RAF")  # nobody has retreated here (§7.24)
    game.lay(1, 1).choose("england", "Prinz Eugen", "Suffolk")
    assert game.decision == Decision.RETREAT
    numbers = [(names().places[area].id, number) for _, area, _, number, _ in game.events(Event.ROUND_BEGINS)]
    assert numbers == [("north_sea", 1), ("north_sea", 2), ("bay_of_biscay", 1)]


@pytest.mark.rule("7.12")
def test_only_areas_with_units_may_be_selected_whosever_they_are():
    game = battle("north_sea").with_units("Bismarck").with_units("Hood", place="mid_atlantic").start()
    assert game.power == Power.BRITISH
    assert game.choices == {"north_sea", "mid_atlantic"}


@pytest.mark.rule("7.1", "14.26")
def test_a_file_of_a_position_says_where_combat_is_over(tmp_path):
    position = battle("north_sea", turn=5, last_turn=5).with_units("u_boat_1").with_units("Hood", place="mid_atlantic")
    game = position.start(dice=[6]).choose("north_sea")
    scored = [row[1:3] for row in game.events(Event.TRADE_POINTS)]
    assert scored == [(0, -1)], "the U-boat has attacked merchants, once"
    read = read_again(game, tmp_path)
    assert (read.decision, read.choices) == (Decision.COMBAT_AREA, {"mid_atlantic"})
    assert read.points(0) == -1


@pytest.mark.rule("7.13")
def test_a_side_alone_in_an_area_may_raid_and_land_but_fights_no_round():
    position = battle("marshalls", turn=5, last_turn=5).with_units("Enterprise", "1st Marines")
    game = position.with_units("Nagato", place="truk").start().choose("marshalls")
    assert (game.decision, game.subject) == (Decision.AIR_RAID, "Enterprise")
    game.choose("hold")
    assert (game.decision, game.subject, game.phase) == (Decision.LANDING, "1st Marines", Phase.COMBAT)
    assert rounds(game) == 0


@pytest.mark.rule("7.13")
def test_no_combat_takes_place_where_one_side_has_only_ships_that_neither_raid_nor_land():
    game = battle("north_sea").with_units("Hood", "Norfolk").start()
    game.choose("north_sea")
    assert game.over
    assert rounds(game) == 0


@pytest.mark.rule("7.14")
def test_opposing_units_fight_until_one_side_is_left_whose_carriers_but_not_aircraft_then_raid():
    position = battle("marshalls", turn=5, last_turn=5).with_units("Enterprise", "7AF", "1st Marines", "Oi")
    game = position.with_units("Nagato", place="truk").start().choose("marshalls", "hold").lay(1, 1, 1, 1, 1, 1)
    game.choose("air", "air", "Oi", "Oi", "remain", "remain", "stay")
    assert rounds(game) == 2
    game.lay(6, 1, 1, 1, 1, 1, 1).choose("air", "air", "Oi", "hold")  # the hit scores 1, more than her armor of 0
    assert game.unit("Oi").place == "out_of_play"
    game.choose("stay")  # the 1st Marines, at the end of the last round
    assert (game.decision, game.subject) == (Decision.AIR_RAID, "Enterprise")
    game.choose("hold")
    assert (game.decision, game.subject, game.phase) == (Decision.LANDING, "1st Marines", Phase.COMBAT)


# --- §7.2: the round, air against surface --------------------------------------------------------------


@pytest.mark.rule("7.2")
def test_rounds_are_repeated_until_a_side_is_eliminated():
    game = battle("north_sea").with_units("Norfolk", "Suffolk", "Admiral Hipper").start(dice=[1, 1, 1])
    game.choose("north_sea", "surface", "surface", "Admiral Hipper", "Admiral Hipper", "Norfolk", "remain", "remain")
    assert rounds(game) == 2
    game.lay(6, 3, 1, 1).choose("surface", "surface", "Admiral Hipper", "Admiral Hipper", "Norfolk")
    assert game.unit("Admiral Hipper").place == "out_of_play"
    assert game.over and rounds(game) == 2 and game.dice_left == 0


@pytest.mark.rule("7.2")
def test_rounds_are_repeated_until_a_side_retreats():
    game = battle("north_sea").with_units("Norfolk", "Admiral Hipper").start(dice=[1, 1])
    game.choose("north_sea", "surface", "surface", "Admiral Hipper", "Norfolk", "retreat", "remain", "no_pursuit")
    game.choose("england")
    assert game.over and rounds(game) == 1


@pytest.mark.rule("7.2")
def test_each_unit_that_can_fires_exactly_once_in_a_round():
    game = battle("north_sea").with_units("Norfolk", "Suffolk", "Admiral Hipper").start(dice=[1, 1, 1])
    game.choose("north_sea", "surface", "surface", "Admiral Hipper", "Admiral Hipper", "Suffolk")
    assert [(attacker, dice) for attacker, _, dice, _ in game.attacks()] == [
        ("Suffolk", [1]), ("Norfolk", [1]), ("Admiral Hipper", [1]),
    ]  # fmt: skip
    assert game.decision == Decision.RETREAT


@pytest.mark.rule("7.21")
def test_an_air_action_is_fought_with_airstrikes_and_a_surface_action_with_guns():
    position = battle("coral_sea").with_units("Enterprise", "Astoria", "Akagi", "Tone")
    air = position.start(dice=[1] * 8).choose("coral_sea", "air", "air", "Enterprise", "Akagi")
    assert [(attacker, len(dice)) for attacker, _, dice, _ in air.attacks()] == [("Akagi", 4), ("Enterprise", 4)]
    surface = position.start(dice=[1] * 4).choose("coral_sea", "surface", "surface", "silent", "fire")
    surface.choose("Astoria", "Astoria", "Tone")
    assert {attacker: len(dice) for attacker, _, dice, _ in surface.attacks()} == {"Akagi": 1, "Tone": 1, "Astoria": 1}


@pytest.mark.rule("7.22")
@pytest.mark.parametrize("wanted", ["air", "surface"])
def test_sides_that_agree_fight_that_type_of_action_without_a_roll(wanted):
    game = battle("coral_sea").with_units("Enterprise", "Akagi").start().choose("coral_sea", wanted, wanted)
    assert determined(game) == [ACTIONS[wanted]]
    assert totals(game) == [] and game.dice_rolled == 0


@pytest.mark.rule("7.22")
@pytest.mark.parametrize(("dice", "winner"), [([5, 2], "air"), ([2, 5], "surface")])
def test_sides_that_disagree_roll_and_the_higher_roll_decides(dice, winner):
    game = battle("north_sea").with_units("Ark Royal", "Hood", "Bismarck").start(dice=dice)
    game.choose("north_sea", "air", "surface")
    assert determined(game) == [ACTIONS[winner]] and game.dice_left == 0


@pytest.mark.rule("7.22")
def test_the_first_choice_stays_secret_until_the_second_is_made():
    game = battle("north_sea").with_units("Hood", "Bismarck").start()
    game.choose("north_sea", "air")
    assert (game.decision, game.side, game.choices) == (Decision.ACTION_TYPE, Side.AXIS, {"air", "surface"})
    assert game.events(Event.ACTION_CHOSEN) == []
    game.choose("air")
    assert [(side, action) for _, side, action, _, _ in game.events(Event.ACTION_CHOSEN)] == [
        (Side.ALLIES, Action.AIR), (Side.AXIS, Action.AIR),
    ]  # fmt: skip


@pytest.mark.rule("7.221")
@pytest.mark.parametrize(
    ("area", "units", "first", "second"),
    [
        ("north_sea", ["Hood", "Iowa", "Bismarck", "Yamato"], Power.BRITISH, Power.GERMAN),
        ("north_sea", ["Hood", "Iowa", "Littorio", "Yamato"], Power.BRITISH, Power.GERMAN),
        ("north_sea", ["Iowa", "Yamato"], Power.AMERICAN, Power.JAPANESE),
        ("coral_sea", ["Hood", "Iowa", "Bismarck", "Yamato"], Power.JAPANESE, Power.AMERICAN),
        ("coral_sea", ["Hood", "Bismarck"], Power.GERMAN, Power.BRITISH),
    ],
)
def test_british_or_germans_decide_for_their_side_in_the_atlantic_americans_or_japanese_in_the_pacific(
    area, units, first, second
):
    game = battle(area).with_units(*units).start().choose(area)
    assert (game.decision, game.power) == (Decision.ACTION_TYPE, first)
    game.choose("air")
    assert (game.decision, game.power) == (Decision.ACTION_TYPE, second)


@pytest.mark.rule("7.222")
def test_wanting_a_surface_action_adds_one_in_the_atlantic_and_an_air_action_does_not():
    game = battle("north_sea").with_units("Ark Royal", "Bismarck").start(dice=[3, 3])
    game.choose("north_sea", "air", "surface")
    assert totals(game) == [(Side.ALLIES, 3), (Side.AXIS, 4)]
    assert determined(game) == [Action.SURFACE]


@pytest.mark.rule("7.222")
def test_wanting_an_air_action_adds_one_in_the_pacific_and_a_surface_action_does_not():
    game = battle("coral_sea").with_units("Enterprise", "Yamato").start(dice=[3, 3])
    game.choose("coral_sea", "surface", "air")
    assert totals(game) == [(Side.AXIS, 3), (Side.ALLIES, 4)]
    assert determined(game) == [Action.AIR]


@pytest.mark.rule("7.223")
@pytest.mark.parametrize(
    ("flag", "expected"),
    [("allies", [(Side.ALLIES, 5), (Side.AXIS, 4)]), ("axis", [(Side.ALLIES, 4), (Side.AXIS, 5)]), (None, None)],
)
def test_the_side_that_controlled_the_area_on_the_turn_before_adds_one(flag, expected):
    game = battle("north_sea", flag=flag).with_units("Ark Royal", "Bismarck").start(dice=[4, 3])
    game.choose("north_sea", "air", "surface")
    assert totals(game) == (expected or [(Side.ALLIES, 4), (Side.AXIS, 4)])


@pytest.mark.rule("7.224")
@pytest.mark.parametrize(("aircraft", "bonus"), [([], 0), (["7AF"], 1), (["7AF", "5AF"], 1)])
def test_having_at_least_one_land_based_air_unit_adds_one(aircraft, bonus):
    game = battle("coral_sea").with_units("Iowa", "Yamato", *aircraft).start(dice=[4, 4])
    game.choose("coral_sea", "surface", "air")
    assert totals(game) == [(Side.AXIS, 4), (Side.ALLIES, 5 + bonus)]


@pytest.mark.rule("7.224")
def test_aircraft_of_the_enemy_add_nothing():
    game = battle("coral_sea").with_units("Iowa", "Yamato", "24AF").start(dice=[4, 4])
    game.choose("coral_sea", "air", "surface")
    assert totals(game) == [(Side.AXIS, 6), (Side.ALLIES, 4)]


@pytest.mark.rule("7.225")
def test_the_three_modifiers_are_cumulative():
    game = battle("coral_sea", flag="allies").with_units("Enterprise", "7AF", "Yamato").start(dice=[6, 3])
    game.choose("coral_sea", "surface", "air")
    assert totals(game) == [(Side.AXIS, 6), (Side.ALLIES, 6)]


@pytest.mark.rule("7.226")
def test_a_tie_after_modification_gives_an_air_action_followed_by_a_surface_action_in_the_same_round():
    game = battle("north_sea").with_units("Ark Royal", "Norfolk", "Bismarck").start(dice=[4, 3])
    game.choose("north_sea", "air", "surface")
    assert determined(game) == [Action.COMBINED]
    game.lay(1, 1, 1)
    assert (game.decision, game.subject) == (Decision.AIR_TARGET, "Ark Royal")
    game.choose("Bismarck")
    assert (game.decision, game.subject) == (Decision.SURFACE_TARGET, "Norfolk")  # no retreat in between
    game.lay(1, 1, 1, 1, 1).choose("Bismarck", "Norfolk")
    assert game.decision == Decision.RETREAT and rounds(game) == 1


@pytest.mark.rule("7.226", "7.54")
def test_a_unit_sunk_in_the_air_part_of_a_combined_round_does_not_fight_in_the_surface_part():
    game = battle("north_sea").with_units("Ark Royal", "Norfolk", "Admiral Hipper", "Prinz Eugen").start(dice=[4, 3])
    game.choose("north_sea", "air", "surface").lay(6, 1, 1, 3).choose("Prinz Eugen")
    assert game.unit("Prinz Eugen").place == "out_of_play"
    assert game.choices == {"Admiral Hipper"}
    game.lay(1, 1).choose("Admiral Hipper", "Norfolk")
    assert game.decision == Decision.RETREAT and game.dice_left == 0


@pytest.mark.rule("7.54")
def test_a_ship_disabled_in_the_air_part_is_gone_before_the_surface_part():
    game = battle("north_sea").with_units("Ark Royal", "Norfolk", "Admiral Hipper", "Prinz Eugen").start(dice=[4, 3])
    game.choose("north_sea", "air", "surface").lay(5, 1, 1).choose("Prinz Eugen")
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Prinz Eugen")
    game.choose("germany")
    assert (game.subject, game.choices) == ("Norfolk", {"Admiral Hipper"})


@pytest.mark.rule("7.54")
def test_damage_of_the_air_part_counts_in_the_surface_part():
    game = battle("north_sea").with_units("Ark Royal", "Norfolk", "Bismarck").start(dice=[4, 3])
    game.choose("north_sea", "air", "surface").lay(6, 1, 1, 2).choose("Bismarck")  # 2 - 1 = 1 point
    game.lay(1, 5, 1, 1, 1).choose("Bismarck", "Norfolk")  # without her bonus a 5 only disables
    assert game.unit("Norfolk").damage == 0 and game.unit("Norfolk").disabled


@pytest.mark.rule("7.54")
def test_a_combined_round_without_a_shot_at_the_end_of_its_air_part_still_has_its_surface_part():
    game = battle("north_sea").with_units("Norfolk", "Admiral Hipper").start(dice=[4, 3])
    game.choose("north_sea", "air", "surface")
    assert (game.decision, game.subject) == (Decision.SURFACE_TARGET, "Norfolk")


@pytest.mark.rule("7.23")
def test_the_type_of_action_is_determined_anew_for_every_round():
    game = battle("north_sea").with_units("Norfolk", "Admiral Hipper").start(dice=[1, 1])
    game.choose("north_sea", "surface", "surface", "Admiral Hipper", "Norfolk", "remain", "remain")
    assert (game.decision, game.side, game.choices) == (Decision.ACTION_TYPE, Side.ALLIES, {"air", "surface"})
    game.choose("air", "air")
    assert determined(game) == [Action.SURFACE, Action.AIR]


@pytest.mark.rule("7.231")
def test_during_a_retreat_the_type_of_action_is_determined_for_each_pursued_group():
    game = battle("north_sea").with_units("Norfolk", "Suffolk", "Admiral Hipper", "Prinz Eugen").start(dice=[1] * 4)
    game.choose("north_sea", "surface", "surface").choose("Prinz Eugen", "Prinz Eugen", "Norfolk", "Norfolk")
    game.choose("retreat", "remain")
    game.choose_for(norfolk="new_group").choose_for(admiral_hipper="Suffolk", prinz_eugen="Norfolk")
    game.choose("surface", "surface").lay(1, 1).choose("Admiral Hipper", "Suffolk")
    game.until(Decision.ACTION_TYPE, prefer=("no_pursuit", "england"))
    game.choose("air", "air")
    groups = [group for _, _, group, _, _ in game.events(Event.ROUND_BEGINS)]
    assert groups[0] == NOBODY and len(set(groups)) == 3
    assert determined(game) == [Action.SURFACE, Action.SURFACE, Action.AIR]


@pytest.mark.rule("7.232")
def test_a_side_may_choose_an_action_in_which_it_cannot_attack():
    game = battle("north_sea").with_units("Norfolk", "Bismarck").start().choose("north_sea")
    assert game.choices == {"air", "surface"}  # neither side has an airstrike
    game.choose("air", "air")
    assert determined(game) == [Action.AIR]
    assert game.decision == Decision.RETREAT and game.attacks() == []


def crippled_carriers():
    """The example of §17.22: crippled carriers without guns face each other."""
    return battle("coral_sea").with_units("Ryujo", "Zuiho", damage=1).with_units("Ranger", damage=2)


@pytest.mark.rule("7.232", "17.22")
def test_combat_ends_without_a_victor_after_three_rounds_in_a_row_in_which_nobody_could_attack():
    game = crippled_carriers().start().choose("coral_sea")
    for _ in range(2):
        game.choose("air", "surface").until(Decision.RETREAT).choose("remain", "remain")
    game.choose("air", "air")
    assert game.over and rounds(game) == 3
    assert len(game.events(Event.STALEMATE)) == 1
    assert {game.unit(name).place for name in ("Ryujo", "Zuiho", "Ranger")} == {"coral_sea"}
    assert game.flag("coral_sea") is None


@pytest.mark.rule("7.232")
def test_a_round_in_which_somebody_could_attack_begins_the_count_anew():
    game = battle("north_sea").with_units("Norfolk", "Admiral Hipper").start().choose("north_sea")
    for _ in range(2):
        game.choose("air", "air", "remain", "remain")
    game.lay(1, 1).choose("surface", "surface", "Admiral Hipper", "Norfolk", "remain", "remain")
    for _ in range(2):
        game.choose("air", "air", "remain", "remain")
    game.choose("air", "air")
    assert game.over and rounds(game) == 6


@pytest.mark.rule("7.22", "7.232")
def test_a_side_that_cannot_win_does_not_end_the_combat_by_winning_the_roll_for_air_actions():
    game = battle("coral_sea").with_units("Takao", "Iowa").start(dice=[6, 1] * 3).choose("coral_sea")
    for _ in range(3):
        game.choose("air", "surface", "remain", "remain")  # the Iowa asks for a gunnery battle
    assert determined(game) == [Action.AIR] * 3 and game.attacks() == []
    assert game.events(Event.STALEMATE) == [] and game.decision == Decision.ACTION_TYPE


@pytest.mark.rule("7.22", "8.3")
def test_a_pursued_group_does_not_escape_by_winning_the_roll_for_air_actions():
    game = battle("coral_sea").with_units("Pennsylvania", "Takao").start().choose("coral_sea", "air", "air")
    game.choose("remain", "retreat", "Pennsylvania").lay(1, 6, 1, 6, 1, 6)
    for _ in range(3):
        game.choose("surface", "air", "Pennsylvania")
    assert game.events(Event.ESCAPES) == [] and game.decision == Decision.ACTION_TYPE


@pytest.mark.rule("7.31", "7.232")
def test_holding_fire_does_not_end_a_combat_and_is_allowed_for_two_rounds_only():
    game = battle("coral_sea").with_units("Ranger", "Takao").start().choose("coral_sea")
    for _ in range(2):
        game.choose("air", "air", "hold", "remain", "remain")
    game.choose("air", "air")
    assert (game.subject, game.choices) == ("Ranger", {"Takao"})
    game.lay(1, 1, 1).choose("Takao", "remain", "remain")
    assert game.events(Event.STALEMATE) == []
    game.choose("air", "air")
    assert game.choices == {"Takao", "hold"}


@pytest.mark.rule("7.32", "7.232")
def test_carriers_may_keep_their_guns_silent_for_two_rounds_only_if_nobody_else_fires():
    game = battle("coral_sea").with_units("Enterprise", "Akagi").start().choose("coral_sea")
    for _ in range(2):
        game.choose("surface", "surface", "silent", "silent", "remain", "remain")
    game.choose("surface", "surface")
    assert (game.subject, game.choices) == ("Enterprise", {"fire"})
    game.lay(1, 1).choose("fire", "fire", "Enterprise", "Akagi", "remain", "remain", "surface", "surface")
    assert (game.subject, game.choices) == ("Enterprise", {"fire", "silent"})


def hold_twice(game):
    """Two air actions in the Coral Sea in which all who could attack hold their fire."""
    game.choose("coral_sea")
    for _ in range(2):
        game.choose("air", "air").until(Decision.RETREAT, prefer=["hold"]).choose("remain", "remain")
    return game


@pytest.mark.rule("7.32", "7.232")
@pytest.mark.parametrize("others", [["Takao"], ["Astoria"]])
def test_a_carrier_may_stay_silent_as_long_as_a_ship_with_guns_of_either_side_will_fire(others):
    game = hold_twice(battle("coral_sea").with_units("Enterprise", "Akagi", *others).start())
    game.choose("surface", "surface")
    assert (game.subject, game.choices) == ("Enterprise", {"fire", "silent"})
    assert game.choose("silent").choices == {"fire", "silent"}, "and so may the other"


@pytest.mark.rule("7.32", "7.63")
@pytest.mark.parametrize(("other", "damage"), [("Takao", 2), ("7AF", 0)])
def test_not_if_no_such_ship_can_fire(other, damage):
    position = battle("coral_sea").with_units("Enterprise", "Akagi").with_units(other, damage=damage)
    game = hold_twice(position.start()).choose("surface", "surface").until(Decision.CARRIER_FIRE)
    assert (game.subject, game.choices) == ("Enterprise", {"fire"})


def combined_after_two_held_rounds(*units, dice):
    """The first attacker's choices in the air part of a combined round after two rounds of held fire."""
    game = hold_twice(battle("coral_sea").with_units(*units).start()).lay(*dice).choose("surface", "air")
    assert (game.decision, game.record["action"]) == (Decision.AIR_TARGET, Action.COMBINED)
    return game.choices


@pytest.mark.rule("7.31", "7.226")
def test_in_a_combined_round_aircraft_may_be_held_back_if_ships_with_guns_will_fire_after_them():
    assert combined_after_two_held_rounds("Ranger", "Takao", dice=[4, 3]) == {"Takao", "hold"}
    assert combined_after_two_held_rounds("Ranger", "Akagi", dice=[4, 3]) == {"Ranger"}, "carriers alone"
    without_target = combined_after_two_held_rounds("Astoria", "24AF", dice=[3, 3])
    assert without_target == {"Astoria"}, "she has nothing to fire at"
    game = hold_twice(battle("coral_sea").with_units("Ranger", "Takao").start()).choose("air", "air")
    assert game.choices == {"Takao"}, "in an air action alone nobody else will fire"


@pytest.mark.rule("7.31", "8.31")
def test_ships_with_guns_of_another_pursuit_do_not_let_pursuers_hold_their_fire():
    game = battle("coral_sea").with_units("Ranger", "Astoria", "Zuiho").with_units("Takao", damage=1).start()
    game.choose("coral_sea", "air", "air", "hold", "hold", "retreat", "remain")
    game.until(Decision.PURSUIT, prefer=["new_group"]).choose("Zuiho", "Takao")
    for _ in range(2):
        game.choose("air", "air", "hold", "hold", "Zuiho")
    game.lay(4, 3).choose("surface", "air")
    assert game.choices == {"Ranger"}


@pytest.mark.rule("7.232")
def test_held_fire_and_rounds_without_attackers_together_do_not_end_a_combat():
    game = battle("coral_sea").with_units("Ranger").with_units("Takao", damage=2).start().choose("coral_sea")
    game.choose("surface", "surface", "remain", "remain", "surface", "surface", "remain", "remain")
    game.choose("air", "air", "hold", "remain", "remain")  # Ranger could attack
    assert (game.decision, rounds(game)) == (Decision.ACTION_TYPE, 4)
    game.choose("surface", "surface", "remain", "remain", "surface", "surface", "remain", "remain")
    game.choose("surface", "surface")
    assert game.over and rounds(game) == 6


@pytest.mark.rule("7.232", "8.35")
def test_a_pursued_group_escapes_after_three_rounds_in_a_row_in_which_nobody_could_attack():
    game = battle("north_sea").with_units("Norfolk", "Admiral Hipper").start(dice=[1, 1])
    game.choose("north_sea", "surface", "surface", "Admiral Hipper", "Norfolk", "retreat", "remain", "Norfolk")
    for _ in range(2):
        game.choose("air", "air", "Norfolk")
    game.choose("air", "air")
    assert len(game.events(Event.ESCAPES)) == 1
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Norfolk")


@pytest.mark.rule("7.232", "8.3")
def test_holding_fire_does_not_shake_off_pursuers():
    game = battle("coral_sea").with_units("Ranger", "Tone").start(dice=[1, 1, 1])
    game.choose("coral_sea", "air", "air", "Tone", "remain", "retreat", "Ranger")
    for _ in range(2):
        game.choose("air", "air", "hold", "Ranger")
    game.lay(1, 1, 1).choose("air", "air", "Tone")
    assert game.events(Event.ESCAPES) == [] and game.decision == Decision.PURSUIT


@pytest.mark.rule("7.24")
def test_a_surface_action_sends_all_aircraft_home_before_targets_are_named():
    game = battle("north_sea").with_units("RAF", "Norfolk", "Luftwaffe", "Bismarck").start()
    game.until(Decision.ACTION_TYPE, prefer=("north_sea", "hold")).choose("surface", "surface")
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "RAF")
    game.choose("england")
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Luftwaffe")
    game.choose("germany")
    assert (game.decision, game.subject) == (Decision.SURFACE_TARGET, "Norfolk")


@pytest.mark.rule("7.24")
def test_a_surface_action_won_by_the_roll_sends_aircraft_home_too():
    game = battle("north_sea").with_units("RAF", "Norfolk", "Bismarck").start(dice=[1, 6])
    game.choose("north_sea", "air", "surface")
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "RAF")


@pytest.mark.rule("7.24")
def test_aircraft_sent_home_do_not_come_back_for_a_later_air_action():
    game = battle("north_sea").with_units("RAF", "Ark Royal", "Norfolk", "Bismarck").start(dice=[1] * 5)
    game.choose("north_sea", "surface", "surface", "england", "Bismarck", "Norfolk", "remain", "remain")
    game.lay(1, 1, 1).choose("air", "air")
    assert (game.decision, game.subject) == (Decision.AIR_TARGET, "Ark Royal")
    game.choose("Bismarck")
    assert game.decision == Decision.RETREAT
    assert game.unit("RAF").place == "england" and game.unit("RAF").committed


@pytest.mark.rule("7.24")
def test_a_combined_round_does_not_send_aircraft_home():
    game = battle("north_sea").with_units("RAF", "Norfolk", "Bismarck").start(dice=[3, 3])
    game.choose("north_sea", "air", "surface")
    assert determined(game) == [Action.COMBINED]
    game.lay(1, 1, 1, 1, 1, 1, 1).choose("Bismarck", "Bismarck", "Norfolk")
    assert game.decision == Decision.RETREAT and game.unit("RAF").place == "north_sea"


@pytest.mark.rule("7.24")
def test_once_the_enemy_retreats_a_surface_action_leaves_aircraft_at_sea_where_they_count_for_control():
    game = battle("north_sea").with_units("RAF", "Norfolk", "Admiral Hipper").start(dice=[1, 1])
    game.choose("north_sea", "air", "air", "Admiral Hipper", "remain", "retreat", "Admiral Hipper")
    game.lay(1, 6, 3).choose("surface", "surface", "Admiral Hipper", "Norfolk")
    assert determined(game)[-1] == Action.SURFACE
    assert game.unit("Norfolk").place == "out_of_play"
    game.choose("germany")
    assert game.over and game.unit("RAF").place == "north_sea"
    assert game.flag("north_sea") == "allies"


# --- §7.7: the end of a round --------------------------------------------------------------------------


def landing_force():
    """Both sides have ships and an amphibious unit in the Marshalls."""
    return battle("marshalls", turn=5, last_turn=5).with_units("Iowa", "1st Marines", "Yamato", "Kure")


@pytest.mark.rule("7.7")
def test_after_each_round_retreats_are_declared_and_then_amphibious_units_land():
    game = landing_force().start().choose("marshalls", "air", "air")
    asked = []
    while rounds(game) == 1:
        asked.append((game.decision, game.side))
        game.choose("remain" if game.decision == Decision.RETREAT else "stay")
    assert asked == [
        (Decision.RETREAT, Side.AXIS), (Decision.RETREAT, Side.ALLIES),
        (Decision.LANDING, Side.AXIS), (Decision.LANDING, Side.ALLIES),
    ]  # fmt: skip


@pytest.mark.rule("7.7")
def test_after_a_combined_round_these_steps_come_once_after_both_actions():
    game = landing_force().start(dice=[3, 4]).choose("marshalls", "air", "surface").lay(*[1] * 11)
    asked = []
    while rounds(game) == 1:
        asked.append(game.decision)
        game.choose(sorted(game.choices & {"Iowa", "Yamato", "remain", "stay"})[0])
    assert asked == [Decision.SURFACE_TARGET] * 2 + [Decision.RETREAT] * 2 + [Decision.LANDING] * 2


@pytest.mark.rule("7.72")
def test_each_side_declares_and_if_exactly_one_retreats_the_other_may_pursue():
    game = battle("north_sea").with_units("Norfolk", "Admiral Hipper").start(dice=[1, 1])
    game.choose("north_sea", "surface", "surface", "Admiral Hipper", "Norfolk")
    assert (game.side, game.choices) == (Side.ALLIES, {"retreat", "remain"})
    game.choose("remain")
    assert (game.side, game.choices) == (Side.AXIS, {"retreat", "remain"})
    game.choose("retreat")
    assert (game.decision, game.subject) == (Decision.PURSUIT, "Norfolk")
    assert game.choices == {"Admiral Hipper", "no_pursuit"}


@pytest.mark.rule("7.72")
def test_if_both_sides_retreat_nobody_pursues_and_all_go_home():
    game = battle("north_sea").with_units("Norfolk", "Admiral Hipper").start(dice=[1, 1])
    game.choose("north_sea", "surface", "surface", "Admiral Hipper", "Norfolk", "retreat", "retreat")
    assert game.decision == Decision.RETURN_TO_BASE
    game.choose_for(norfolk="england", admiral_hipper="germany")
    assert game.over and rounds(game) == 1


@pytest.mark.rule("7.73")
def test_units_that_have_retreated_may_not_land_and_the_side_that_stays_may():
    game = landing_force().start().choose("marshalls", "air", "air", "remain", "retreat")
    landing_sides = set()
    while not game.over:
        if game.decision == Decision.LANDING:
            landing_sides.add(game.side)
        game.choose(sorted(game.choices & {"stay", "pearl_harbor", "no_pursuit", "hold", "Iowa"} or game.choices)[0])
    assert landing_sides == {Side.AXIS}


@pytest.mark.rule("7.73", "5.53")
def test_after_the_last_round_too_the_victor_may_land_before_the_raids():
    position = battle("marshalls", turn=5, last_turn=5).with_units("Enterprise", "1st Marines", "Oi")
    game = (
        position.with_units("Nagato", place="truk").start(dice=[6, 1, 1, 1, 1]).choose("marshalls", "air", "air", "Oi")
    )
    assert (game.decision, game.subject) == (Decision.LANDING, "1st Marines")
    game.choose("kwajalein")
    assert game.owner("kwajalein") == "american"
    assert (game.decision, game.choices) == (Decision.AIR_RAID, {"truk", "maloelap", "hold"})


@pytest.mark.rule("7.74")
def test_rounds_are_repeated_until_there_is_a_victor_whose_carriers_may_then_raid():
    position = (
        battle("marshalls", turn=5, last_turn=5).with_units("Enterprise", "Oi").with_units("Nagato", place="truk")
    )
    game = position.start(dice=[1] * 4).choose("marshalls", "air", "air", "Oi", "remain", "remain")
    assert (game.decision, rounds(game)) == (Decision.ACTION_TYPE, 2)
    game.lay(6, 1, 1, 1, 1).choose("air", "air", "Oi")
    assert (game.decision, game.subject) == (Decision.AIR_RAID, "Enterprise")
    assert game.choices == {"truk", "kwajalein", "maloelap", "hold"}


@pytest.mark.rule("7.74", "9.1")
def test_without_a_victor_nobody_raids():
    game = battle("marshalls", turn=5, last_turn=5).with_units("Ranger", "Ryujo").start().choose("marshalls")
    for _ in range(2):
        game.choose("surface", "surface", "remain", "remain")  # neither carrier has guns
    game.choose("surface", "surface")
    assert game.over  # Ranger was not asked for a raid
    assert game.unit("Ranger").place == game.unit("Ryujo").place == "marshalls"


@pytest.mark.rule("7.71", "7.72")
def test_raiding_submarines_attack_at_the_end_of_a_round_before_retreats_are_declared():
    position = battle("mid_atlantic").with_units("Hood").with_units("Bismarck").with_units("u_boat_1", raiding=True)
    game = position.start(dice=[1] * 9).choose("mid_atlantic", "surface", "surface", "Bismarck", "Hood")
    assert (game.decision, game.subject, game.choices) == (Decision.SUBMARINE_TARGET, "U-boat 1", {"Hood", "hold"})
    game.choose("hold")
    assert game.decision == Decision.RETREAT
