"""§7 Combat: choosing areas, rounds, air and surface actions, targets, fire, damage and what it does.

The North Sea stands for the Atlantic theatre (ATO), where the Allies fire first, and the Coral Sea or the Marshalls for
the Pacific (PTO), where the Axis does.  A game played from these positions ends with its one turn.
"""

import pytest

from aw_env.admirals_war.terms import Action, Decision, Event, Phase, Power, Side
from tests.positions import battle, names

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


@pytest.mark.rule("7.1")
def test_british_and_germans_select_areas_in_the_atlantic_japanese_and_americans_in_the_pacific_in_nationality_order():
    game = scattered_ships().start()
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


@pytest.mark.rule("7.1")
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


@pytest.mark.rule("7.13")
def test_a_side_alone_in_an_area_may_raid_and_land_but_fights_no_round():
    game = battle("marshalls", turn=5, last_turn=5).with_units("Enterprise", "1st Marines").start()
    game.choose("marshalls")
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
    game = battle("marshalls", turn=5, last_turn=5).with_units("Enterprise", "7AF", "1st Marines", "Oi").start()
    game.choose("marshalls").lay(1, 1, 1, 1, 1, 1)
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
    assert groups[0] == 0 and len(set(groups)) == 3
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


# --- §7.3: naming targets ------------------------------------------------------------------------------


@pytest.mark.rule("7.3")
def test_the_allies_name_targets_and_fire_first_in_the_atlantic():
    game = battle("north_sea").with_units("Hood", "Bismarck").start(dice=[1] * 8)
    game.choose("north_sea", "surface", "surface", "Bismarck", "Hood")
    assert [attacker for attacker, _, _, _ in game.attacks()] == ["Hood", "Bismarck"]


@pytest.mark.rule("7.3")
def test_the_axis_names_targets_and_fires_first_in_the_pacific():
    game = battle("coral_sea").with_units("Iowa", "Yamato").start(dice=[1] * 11)
    game.choose("coral_sea", "surface", "surface", "Iowa", "Yamato")
    assert [attacker for attacker, _, _, _ in game.attacks()] == ["Yamato", "Iowa"]


@pytest.mark.rule("7.3")
def test_all_nationalities_of_a_side_fight_as_one_force():
    game = battle("north_sea").with_units("Hood", "Iowa", "Bismarck", "Littorio").start()
    game.choose("north_sea", "surface", "surface")
    assert (game.power, game.subject) == (Power.BRITISH, "Hood")
    game.choose("Littorio")
    assert (game.power, game.subject) == (Power.AMERICAN, "Iowa")
    assert game.attacks() == []  # nobody rolls before the whole side has aimed
    game.choose("Bismarck")
    assert [(attacker, target) for attacker, target, _, _ in game.attacks()] == [
        ("Hood", "Littorio"), ("Iowa", "Bismarck"),
    ]  # fmt: skip


@pytest.mark.rule("7.31")
def test_in_an_air_action_only_carriers_and_aircraft_attack():
    game = battle("coral_sea").with_units("Enterprise", "7AF", "Iowa", "1st Marines", "Yamato").start(dice=[1] * 6)
    game.choose("coral_sea", "air", "air", "Yamato", "Yamato")
    assert {attacker for attacker, _, _, _ in game.attacks()} == {"Enterprise", "7AF"}
    assert game.decision == Decision.RETREAT


@pytest.mark.rule("7.31")
def test_in_an_air_action_ships_aircraft_and_amphibious_units_may_all_be_attacked_or_fire_held():
    game = battle("coral_sea").with_units("Akagi", "Enterprise", "Iowa", "7AF", "1st Marines").start()
    game.choose("coral_sea", "air", "air")
    assert game.choices == {"Enterprise", "Iowa", "7AF", "1st Marines", "hold"}


@pytest.mark.rule("7.31")
def test_an_attacker_that_holds_fire_in_an_air_action_rolls_nothing():
    game = battle("coral_sea").with_units("Akagi", "Kaga", "Iowa").start(dice=[1] * 4)
    game.choose("coral_sea", "air", "air", "hold", "Iowa")
    assert [attacker for attacker, _, _, _ in game.attacks()] == ["Kaga"]


@pytest.mark.rule("7.32")
def test_in_a_surface_action_every_ship_with_guns_must_attack():
    game = battle("north_sea").with_units("Norfolk", "Bismarck").start().choose("north_sea", "surface", "surface")
    assert (game.subject, game.choices) == ("Norfolk", {"Bismarck"})  # holding fire is no choice


@pytest.mark.rule("7.32")
def test_ships_without_guns_and_amphibious_units_cannot_attack_in_a_surface_action():
    game = battle("north_sea").with_units("Ark Royal", "Tiger", "Norfolk", "Bismarck").start(dice=[1] * 5)
    game.choose("north_sea", "surface", "surface", "Bismarck", "Norfolk")
    assert [attacker for attacker, _, _, _ in game.attacks()] == ["Norfolk", "Bismarck"]


@pytest.mark.rule("7.32")
@pytest.mark.parametrize(("answer", "attackers"), [("fire", ["Eagle", "Bismarck"]), ("silent", ["Bismarck"])])
def test_a_carrier_fires_her_guns_or_not_at_her_option(answer, attackers):
    game = battle("north_sea").with_units("Eagle", "Bismarck").start(dice=[1] * 5)
    game.choose("north_sea", "surface", "surface")
    assert (game.decision, game.subject, game.choices) == (Decision.CARRIER_FIRE, "Eagle", {"fire", "silent"})
    game.choose(answer).until(Decision.RETREAT, prefer=("Bismarck", "Eagle"))
    assert [attacker for attacker, _, _, _ in game.attacks()] == attackers


@pytest.mark.rule("7.32")
def test_a_carrier_without_guns_is_not_asked_whether_she_fires():
    game = battle("north_sea").with_units("Ark Royal", "Bismarck").start().choose("north_sea", "surface", "surface")
    assert (game.decision, game.subject) == (Decision.SURFACE_TARGET, "Bismarck")


@pytest.mark.rule("7.321")
def test_the_side_that_fires_second_names_its_firing_carriers_before_the_first_side_decides_anything():
    game = battle("coral_sea").with_units("Akagi", "Enterprise", "Hornet").start()
    game.choose("coral_sea", "surface", "surface")
    assert (game.decision, game.subject) == (Decision.CARRIER_FIRE, "Enterprise")
    game.choose("fire")
    assert (game.decision, game.subject) == (Decision.CARRIER_FIRE, "Hornet")
    game.choose("silent")
    assert (game.decision, game.subject) == (Decision.CARRIER_FIRE, "Akagi")
    game.choose("fire")
    assert (game.decision, game.subject) == (Decision.SURFACE_TARGET, "Akagi")


@pytest.mark.rule("7.321")
def test_any_ship_that_fires_may_be_attacked_carriers_too():
    game = battle("coral_sea").with_units("Tone", "Enterprise", "Iowa").start()
    game.choose("coral_sea", "surface", "surface", "fire")
    assert (game.subject, game.choices) == ("Tone", {"Enterprise", "Iowa"})


@pytest.mark.rule("7.321")
def test_a_carrier_not_named_as_firing_cannot_fire_even_if_fired_upon():
    game = battle("coral_sea").with_units("Tone", "Chikuma", "Enterprise", "Astoria").start(dice=[1] * 3)
    game.choose("coral_sea", "surface", "surface", "silent", "Astoria", "Enterprise", "Tone")
    assert [attacker for attacker, _, _, _ in game.attacks()] == ["Tone", "Chikuma", "Astoria"]
    assert game.decision == Decision.RETREAT


@pytest.mark.rule("7.321")
def test_a_named_carrier_must_fire_if_she_has_a_target():
    game = battle("coral_sea").with_units("Akagi", "Iowa").start().choose("coral_sea", "surface", "surface", "fire")
    assert (game.subject, game.choices) == ("Akagi", {"Iowa"})


@pytest.mark.rule("7.322")
def test_a_silent_carrier_may_be_attacked_only_if_every_attacking_enemy_ship_is_attacked():
    game = battle("coral_sea").with_units("Tone", "Chikuma", "Takao", "Enterprise", "Iowa", "Astoria").start()
    game.choose("coral_sea", "surface", "surface", "silent")
    assert (game.subject, game.choices) == ("Takao", {"Enterprise", "Iowa", "Astoria"})
    game.choose("Enterprise")
    assert (game.subject, game.choices) == ("Tone", {"Iowa", "Astoria"})  # two ships left, two attackers
    game.choose("Iowa")
    assert (game.subject, game.choices) == ("Chikuma", {"Astoria"})


@pytest.mark.rule("7.322")
def test_a_silent_carrier_is_out_of_reach_of_too_few_attackers():
    game = battle("coral_sea").with_units("Tone", "Chikuma", "Enterprise", "Iowa", "Astoria").start()
    game.choose("coral_sea", "surface", "surface", "silent")
    assert game.choices == {"Iowa", "Astoria"}
    game.choose("Iowa")
    assert game.choices == {"Iowa", "Astoria"}  # both on one ship is allowed


@pytest.mark.rule("7.322")
def test_a_silent_carrier_alone_may_be_attacked_freely():
    game = battle("coral_sea").with_units("Astoria", "Ryujo").start().choose("coral_sea", "surface", "surface")
    assert (game.subject, game.choices) == ("Astoria", {"Ryujo"})


@pytest.mark.rule("7.322", "7.63")
def test_a_crippled_cruiser_without_guns_is_attacked_like_a_silent_carrier():
    crippled = battle("coral_sea").with_units("Tone").with_units("Astoria", damage=1).with_units("Iowa")
    game = crippled.start().choose("coral_sea", "surface", "surface")
    assert (game.subject, game.choices) == ("Tone", {"Iowa"})
    game = crippled.with_units("Chikuma").start().choose("coral_sea", "surface", "surface")
    assert (game.subject, game.choices) == ("Tone", {"Iowa", "Astoria"})


@pytest.mark.rule("7.322")
def test_attacks_on_every_ship_count_for_the_side_as_a_whole_across_nationalities():
    game = battle("coral_sea").with_units("Norfolk", "Astoria", "Akagi", "Tone").start()
    game.choose("coral_sea", "surface", "surface", "silent", "Norfolk", "Akagi")
    assert (game.power, game.subject, game.choices) == (Power.AMERICAN, "Astoria", {"Tone"})


@pytest.mark.rule("7.323")
def test_an_amphibious_unit_may_be_attacked_only_if_every_enemy_ship_is_attacked_silent_carriers_included():
    three = battle("coral_sea").with_units("Tone", "Chikuma", "Takao", "Enterprise", "Iowa", "1st Marines").start()
    three.choose("coral_sea", "surface", "surface", "silent")
    assert (three.subject, three.choices) == ("Takao", {"Enterprise", "Iowa", "1st Marines"})
    three.choose("1st Marines")
    assert (three.subject, three.choices) == ("Tone", {"Enterprise", "Iowa"})
    three.choose("Iowa")
    assert (three.subject, three.choices) == ("Chikuma", {"Enterprise"})
    two = battle("coral_sea").with_units("Tone", "Chikuma", "Enterprise", "Iowa", "1st Marines").start()
    two.choose("coral_sea", "surface", "surface", "silent")
    assert (two.subject, two.choices) == ("Tone", {"Enterprise", "Iowa"})


@pytest.mark.rule("7.323")
def test_amphibious_units_without_ships_may_be_attacked_freely():
    game = battle("coral_sea").with_units("Tone", "1st Marines", "2nd Marines").start()
    game.choose("coral_sea", "surface", "surface")
    assert game.choices == {"1st Marines", "2nd Marines"}


@pytest.mark.rule("7.324")
def test_aircraft_may_not_be_attacked_in_the_surface_part_of_a_combined_round():
    game = battle("north_sea").with_units("RAF", "Norfolk", "Bismarck").start(dice=[3, 3])
    game.choose("north_sea", "air", "surface", "hold")
    game.lay(1).choose("Bismarck")
    assert (game.subject, game.choices) == ("Bismarck", {"Norfolk"})


@pytest.mark.rule("7.324")
def test_a_force_of_aircraft_alone_leaves_a_surface_part_without_targets():
    game = battle("north_sea").with_units("RAF", "Bismarck").start(dice=[3, 3]).choose("north_sea", "air", "surface")
    game.lay(1, 1).choose("Bismarck")
    assert game.decision == Decision.RETREAT and len(game.attacks()) == 1


@pytest.mark.rule("7.33")
def test_units_in_adjacent_ports_neither_attack_nor_are_attacked():
    game = battle("coral_sea").with_units("Akagi", "Iowa").with_units("Enterprise", place="australia").start()
    game.lay(1, 1, 1, 1).choose("coral_sea", "air", "air")
    assert game.choices == {"Iowa", "hold"}
    game.choose("Iowa")
    assert game.decision == Decision.RETREAT and len(game.attacks()) == 1


@pytest.mark.rule("7.33")
def test_oilers_hilfskreuzers_and_submarines_may_not_be_attacked_in_normal_combat():
    game = battle("north_sea").with_units("Ark Royal", "Norfolk", "Bismarck", "Nordmark", "Pinguin", "U-boat 1").start()
    game.until(Decision.ACTION_TYPE, prefer=("north_sea",)).choose("air", "air")
    assert game.choices == {"Bismarck", "hold"}
    game.choose("hold", "remain", "remain", "surface", "surface")
    assert (game.subject, game.choices) == ("Norfolk", {"Bismarck"})


@pytest.mark.rule("7.331")
def test_each_attacker_uses_its_whole_attack_on_one_target():
    game = battle("north_sea").with_units("Hood", "Bismarck", "Prinz Eugen").start(dice=[1] * 9)
    game.choose("north_sea", "surface", "surface", "Prinz Eugen", "Hood", "Hood")
    assert game.attacks()[0] == ("Hood", "Prinz Eugen", [1, 1, 1, 1], [])
    assert [attacker for attacker, _, _, _ in game.attacks()].count("Hood") == 1


@pytest.mark.rule("7.331")
@pytest.mark.parametrize("targets", [("Bismarck", "Bismarck"), ("Bismarck", "Prinz Eugen")])
def test_attackers_may_combine_against_one_target_or_take_different_ones(targets):
    game = battle("north_sea").with_units("Hood", "Renown", "Bismarck", "Prinz Eugen").start(dice=[1] * 7)
    game.choose("north_sea", "surface", "surface", *targets)
    assert tuple(target for _, target, _, _ in game.attacks()) == targets


@pytest.mark.rule("7.332")
def test_no_die_is_rolled_before_all_attackers_of_the_side_have_targets():
    game = battle("north_sea").with_units("Hood", "Renown", "Bismarck").start(dice=[1] * 11)
    game.choose("north_sea", "surface", "surface", "Bismarck")
    assert game.dice_left == 11
    game.choose("Bismarck")
    assert game.dice_left == 4


@pytest.mark.rule("7.332")
def test_an_attacker_keeps_a_target_that_an_earlier_attacker_has_already_sunk():
    game = battle("north_sea").with_units("Norfolk", "Suffolk", "Trento", "Trieste").start(dice=[6, 6, 6, 1])
    game.choose("north_sea", "surface", "surface", "Trento", "Trento")
    assert game.attacks() == [("Suffolk", "Trento", [6], [6]), ("Norfolk", "Trento", [6], [1])]


# --- §7.4: procedure -----------------------------------------------------------------------------------


@pytest.mark.rule("7.4", "7.41")
def test_in_an_air_action_each_attacker_rolls_a_die_for_each_airstrike_factor_and_guns_do_not_fire():
    game = battle("coral_sea").with_units("Enterprise", "Independence", "7AF", "Iowa", "Yamato").start(dice=[1] * 8)
    game.choose("coral_sea", "air", "air", "Yamato", "Yamato", "Yamato")
    assert [(attacker, len(dice)) for attacker, _, dice, _ in game.attacks()] == [
        ("Enterprise", 4), ("Independence", 2), ("7AF", 2),
    ]  # fmt: skip


@pytest.mark.rule("7.42")
def test_in_a_surface_action_each_ship_rolls_a_die_for_each_gunnery_factor():
    game = battle("north_sea").with_units("Nelson", "Hood", "Renown", "Norfolk", "Eagle", "Bismarck").start()
    game.lay(*[1] * 14).choose("north_sea", "surface", "surface", "fire", *["Bismarck"] * 5)
    assert {attacker: len(dice) for attacker, _, dice, _ in game.attacks()} == {
        "Nelson": 5, "Hood": 4, "Renown": 3, "Norfolk": 1, "Eagle": 1,
    }  # fmt: skip


@pytest.mark.rule("7.42")
def test_aircraft_are_ignored_in_the_surface_part_of_a_combined_round():
    game = battle("coral_sea").with_units("24AF", "Tone", "7AF", "Astoria").start(dice=[2, 3])
    game.choose("coral_sea", "air", "surface", "hold", "hold").lay(1, 1).choose("Astoria", "Tone")
    assert {attacker for attacker, _, _, _ in game.attacks()} == {"Tone", "Astoria"}


@pytest.mark.rule("7.43", "3.14")
def test_the_attack_bonus_adds_one_to_each_roll_to_hit_but_not_to_damage():
    game = battle("north_sea").with_units("King George V", "Scharnhorst").start(dice=[1] * 4)
    game.choose("north_sea", "surface", "surface", "Scharnhorst").lay(5, 3, 3, 2).choose("King George V")
    assert game.attacks()[-1] == ("Scharnhorst", "King George V", [5, 3, 3], [2])  # 5 + 1 hits
    assert game.unit("King George V").damage == 2


@pytest.mark.rule("7.43", "3.14")
def test_a_factor_without_the_bonus_needs_a_six():
    game = battle("north_sea").with_units("King George V", "Littorio").start(dice=[5, 5, 5, 5])
    game.choose("north_sea", "surface", "surface", "Littorio")
    assert game.attacks() == [("King George V", "Littorio", [5, 5, 5, 5], [])]


@pytest.mark.rule("7.43")
def test_the_bonus_of_an_airstrike_counts_against_amphibious_units():
    game = battle("coral_sea").with_units("Akagi", "1st Marines", "Iowa").start(dice=[5, 1, 1, 1, 2])
    game.choose("coral_sea", "air", "air", "1st Marines")
    assert game.attacks() == [("Akagi", "1st Marines", [5, 1, 1, 1], [2])]
    assert game.unit("1st Marines").damage == 2


@pytest.mark.rule("7.43")
def test_the_bonus_does_not_count_against_aircraft():
    game = battle("coral_sea").with_units("Akagi", "7AF", "Iowa").start(dice=[5, 5, 6, 1, 3])
    game.choose("coral_sea", "air", "air", "7AF", "hold")
    assert game.attacks() == [("Akagi", "7AF", [5, 5, 6, 1], [3])]
    assert game.unit("7AF").damage == 3


@pytest.mark.rule("7.43")
def test_an_airstrike_bonus_does_not_serve_the_guns():
    game = battle("coral_sea").with_units("Akagi", "Iowa").start(dice=[5])
    game.choose("coral_sea", "surface", "surface", "fire", "Iowa")
    assert game.attacks() == [("Akagi", "Iowa", [5], [])]


@pytest.mark.rule("7.44")
@pytest.mark.parametrize("target", ["Iowa", "1st Marines"])
def test_a_five_disables_a_ship_or_an_amphibious_unit(target):
    game = battle("coral_sea").with_units("24AF", "Iowa", "1st Marines").start(dice=[5, 1, 1])
    game.choose("coral_sea", "air", "air", target)
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, target)
    assert game.unit(target).disabled and game.unit(target).damage == 0


@pytest.mark.rule("7.44")
def test_a_four_with_the_bonus_disables():
    game = battle("coral_sea").with_units("Akagi", "Iowa").start(dice=[4, 1, 1, 1])
    game.choose("coral_sea", "air", "air", "Iowa")
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Iowa")


@pytest.mark.rule("7.44")
def test_a_four_without_the_bonus_does_nothing():
    game = battle("coral_sea").with_units("24AF", "Iowa").start(dice=[4, 4, 4])
    game.choose("coral_sea", "air", "air", "Iowa")
    assert game.decision == Decision.RETREAT and not game.unit("Iowa").disabled


@pytest.mark.rule("7.44")
def test_aircraft_ignore_a_five():
    game = battle("coral_sea").with_units("24AF", "7AF", "Iowa").start(dice=[5, 5, 5, 1, 1])
    game.choose("coral_sea", "air", "air", "7AF", "24AF")
    assert game.decision == Decision.RETREAT
    assert game.unit("7AF").place == "coral_sea" and game.unit("7AF").damage == 0


@pytest.mark.rule("7.45")
def test_each_hit_scores_the_points_of_another_die():
    game = battle("north_sea").with_units("Nelson", "Tirpitz", "Littorio").start(dice=[6, 6, 2, 3, 4, 3, 1])
    game.choose("north_sea", "surface", "surface", "Littorio")
    assert game.attacks() == [("Nelson", "Littorio", [6, 6, 2, 3, 4], [3, 1])]
    game.lay(*[1] * 8).choose("Nelson", "Nelson")
    assert game.unit("Littorio").damage == 4


@pytest.mark.rule("7.45")
def test_damage_accumulates_over_rounds():
    game = battle("north_sea").with_units("Norfolk").with_units("Littorio", damage=3).start(dice=[6, 2, 1, 1, 1, 1])
    game.choose("north_sea", "surface", "surface", "Littorio", "Norfolk")
    assert game.unit("Littorio").damage == 5


@pytest.mark.rule("7.45", "3.14")
def test_a_red_armor_factor_takes_one_point_off_each_damage_die_and_never_adds_any():
    game = battle("north_sea").with_units("Nelson", "Tirpitz").start(dice=[6, 6, 6, 1, 1, 3, 1, 2])
    game.choose("north_sea", "surface", "surface", "Tirpitz").lay(1, 1, 1, 1).choose("Nelson")
    assert game.unit("Tirpitz").damage == 2 + 0 + 1


@pytest.mark.rule("7.46")
@pytest.mark.parametrize(("points", "place"), [(4, "north_sea"), (5, "out_of_play")])
def test_a_unit_is_sunk_when_its_damage_exceeds_its_armor(points, place):
    game = battle("north_sea").with_units("Hood", "Norfolk", "Littorio").start(dice=[1] * 5)
    game.choose("north_sea", "surface", "surface", "Littorio", "Littorio").lay(6, 1, 1, 1, points).choose("Hood")
    assert game.unit("Hood").place == place


# --- §7.5: resolving fire ------------------------------------------------------------------------------


@pytest.mark.rule("7.5")
def test_example_bismarck_hit_keeps_her_bonus_and_prinz_eugen_disabled_fires_until_both_sides_have_fired():
    game = (
        battle("north_sea")
        .with_units("Hood", "Prince of Wales")
        .with_units("Bismarck", "Prinz Eugen", raiding=True)
        .start(dice=[1, 2, 6, 3, 5, 1, 5, 2, 3])  # Hood's hit scores 5 - 1 = 4; Prince of Wales rolls a 5
    )
    game.choose("north_sea", "surface", "surface", "Bismarck", "Prinz Eugen")
    game.lay(5, 1, 1, 1, 2, 1).choose("Hood", "Prince of Wales")  # Bismarck's 5 + 1 is a hit for 2 points
    assert game.attacks() == [
        ("Hood", "Bismarck", [1, 2, 6, 3], [5]),
        ("Prince of Wales", "Prinz Eugen", [1, 5, 2, 3], []),
        ("Bismarck", "Hood", [5, 1, 1, 1], [2]),
        ("Prinz Eugen", "Prince of Wales", [1], []),
    ]
    assert game.unit("Bismarck").damage == 4 and game.unit("Hood").damage == 2
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Prinz Eugen")
    game.choose("germany", "remain", "remain", "surface", "surface").lay(*[1] * 8).choose("Bismarck", "Bismarck")
    game.lay(5, 1, 1, 1).choose("Hood")  # the next round Bismarck begins damaged: a 5 only disables
    assert game.attacks()[-1] == ("Bismarck", "Hood", [5, 1, 1, 1], [])
    assert game.unit("Hood").disabled and game.unit("Hood").damage == 2


@pytest.mark.rule("7.5")
def test_a_ship_that_will_sink_fires_back_at_full_strength():
    game = battle("north_sea").with_units("Nelson", "Andrea Doria", "Trento").start(dice=[6, 6, 1, 1, 1, 6, 6])
    game.choose("north_sea", "surface", "surface", "Andrea Doria")
    assert game.unit("Andrea Doria").place == "north_sea"
    game.lay(1, 1, 1, 1, 1).choose("Nelson", "Nelson")
    assert [(attacker, len(dice)) for attacker, _, dice, _ in game.attacks()] == [
        ("Nelson", 5), ("Andrea Doria", 4), ("Trento", 1),
    ]  # fmt: skip
    assert game.unit("Andrea Doria").place == "out_of_play"


@pytest.mark.rule("7.5")
def test_a_carrier_that_will_be_crippled_strikes_back_at_full_strength():
    game = battle("coral_sea").with_units("Akagi", "Enterprise", "Iowa").start(dice=[6, 1, 1, 1, 3])
    game.choose("coral_sea", "air", "air", "Enterprise").lay(1, 1, 1, 1).choose("Akagi")
    assert len(game.attacks()[-1][2]) == 4 and game.unit("Enterprise").damage == 3


@pytest.mark.rule("7.51")
def test_sunk_ships_are_removed_for_good_and_lost_aircraft_and_amphibious_units_until_two_turns_later():
    game = battle("coral_sea", turn=3, last_turn=6).with_units("Akagi", "Kaga", "Soryu", "Iowa", "7AF", "1st Marines")
    game = game.with_units("Astoria").start(dice=[6, 1, 1, 1, 4, 6, 1, 1, 1, 5, 6, 1, 1, 3])
    game.choose("coral_sea", "air", "air", "Astoria", "7AF", "1st Marines", "hold")
    assert game.unit("Astoria").place == "out_of_play"
    assert game.unit("7AF").place == game.unit("1st Marines").place == "returning"
    assert game.unit("7AF").due == game.unit("1st Marines").due == 5


@pytest.mark.rule("7.52")
def test_a_disabled_ship_returns_to_base_and_stays_for_the_turn_and_moves_normally_on_the_next():
    game = battle("north_sea", last_turn=2).with_units("Norfolk", "Suffolk", "Admiral Hipper").start(dice=[1, 1])
    game.choose("north_sea", "surface", "surface", "Admiral Hipper", "Admiral Hipper").lay(4).choose("Norfolk")
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Norfolk")
    game.choose("england")
    assert game.unit("Norfolk").disabled
    game.until(Decision.PATROL_ORDER, prefer=("retreat", "no_pursuit", "england"))
    assert game.record["turn"] == 2 and not game.unit("Norfolk").disabled
    game.until(Decision.RAID_ORDER, prefer=("north_sea",))
    assert game.unit("Norfolk").place == "north_sea"


@pytest.mark.rule("7.52")
def test_a_disabled_ship_in_port_does_not_sail_in_the_turn():
    game = battle("north_sea").with_units("Hood").with_units("Norfolk", place="england", disabled=True)
    game.keys["begins_at"] = "patrolling"
    assert game.start(ask_forced=True).until(Decision.COMBAT_AREA).unit("Norfolk").place == "england"


@pytest.mark.rule("7.53")
def test_a_ship_both_disabled_and_damaged_takes_its_damage_to_port():
    game = battle("north_sea").with_units("Hood", "Littorio").start(dice=[6, 5, 1, 1, 3])
    game.choose("north_sea", "surface", "surface", "Littorio").lay(1, 1, 1, 1).choose("Hood", "germany")
    littorio = game.unit("Littorio")
    assert (littorio.place, littorio.damage, littorio.disabled) == ("germany", 3, True)


@pytest.mark.rule("7.53")
def test_a_ship_both_disabled_and_sunk_is_sunk():
    game = battle("north_sea").with_units("Hood", "Trento", "Littorio").start(dice=[5, 6, 1, 1, 2])
    game.choose("north_sea", "surface", "surface", "Trento").lay(*[1] * 5).choose("Hood", "Hood")
    assert game.unit("Trento").place == "out_of_play"
    assert game.events(Event.DISABLED) == [] and game.decision == Decision.RETREAT


# --- §7.6: effects of damage ---------------------------------------------------------------------------


@pytest.mark.rule("7.62")
@pytest.mark.parametrize(("damage", "slow_enough"), [(0, {3, 2, 1}), (1, {2, 1}), (2, {1}), (3, {1}), (4, {1})])
def test_example_each_point_of_damage_slows_rodney_by_one_but_never_below_one(damage, slow_enough):
    position = battle("north_sea").with_units("Rodney", damage=damage)
    position.with_units("Scharnhorst", damage=4).with_units("Gneisenau", damage=5).with_units("Bismarck", damage=5)
    game = position.start().choose("north_sea", "air", "air", "remain", "retreat", "new_group", "new_group")
    speeds = {"Scharnhorst": 3, "Gneisenau": 2, "Bismarck": 1}  # printed: 7, 7 and 6
    assert (game.decision, game.subject) == (Decision.PURSUIT, "Rodney")
    assert {speeds[group] for group in game.choices - {"no_pursuit"}} == slow_enough


@pytest.mark.rule("7.62")
@pytest.mark.parametrize("damage", [0, 1])
def test_damage_does_not_slow_an_amphibious_unit(damage):
    position = battle("coral_sea").with_units("1st Marines", damage=damage)
    position.with_units("Ise", damage=1).with_units("Fuso", damage=2)  # they make 3 and 2 now
    game = position.start().choose("coral_sea", "air", "air", "remain", "retreat")
    assert (game.subject, game.choices) == ("Fuso", {"no_pursuit"})
    game.choose("no_pursuit")
    assert (game.subject, game.choices) == ("Ise", {"1st Marines", "no_pursuit"})


@pytest.mark.rule("7.61", "7.63")
@pytest.mark.parametrize(("damage", "shots"), [(0, 5), (4, 5), (5, 1)])
def test_example_rodney_fires_with_all_her_guns_until_she_is_crippled_and_then_with_one(damage, shots):
    game = battle("north_sea").with_units("Rodney", damage=damage).with_units("Bismarck").start(dice=[1] * shots)
    game.choose("north_sea", "surface", "surface", "Bismarck")
    assert game.attacks() == [("Rodney", "Bismarck", [1] * shots, [])]


@pytest.mark.rule("7.63")
@pytest.mark.parametrize(
    ("damage", "attacks"),
    [(0, [("Myoko", "Iowa", [5], [2])]), (1, [("Myoko", "Iowa", [5], [])]), (2, [])],
)
def test_example_myoko_loses_her_bonus_with_the_first_point_of_damage_and_her_guns_with_the_second(damage, attacks):
    game = battle("coral_sea").with_units("Myoko", damage=damage).with_units("Iowa").start(dice=[5, 2])
    game.choose("coral_sea", "surface", "surface", "Iowa" if attacks else "Myoko")
    assert game.attacks()[: len(attacks)] == attacks
    assert [attacker for attacker, _, _, _ in game.attacks()] == ["Myoko"] * len(attacks) + ["Iowa"] * (not attacks)


@pytest.mark.rule("7.63")
def test_a_ship_without_guns_that_is_crippled_still_has_none():
    game = battle("north_sea").with_units("Ark Royal", damage=2).with_units("Norfolk", "Bismarck").start()
    game.choose("north_sea", "surface", "surface")
    assert (game.decision, game.subject) == (Decision.SURFACE_TARGET, "Norfolk")


@pytest.mark.rule("7.61")
def test_an_undamaged_ship_without_armor_is_not_crippled():
    game = battle("coral_sea").with_units("Oi", "Hosho", "Iowa").start(dice=[1, 1])
    game.choose("coral_sea", "air", "air", "Iowa")
    assert [attacker for attacker, _, _, _ in game.attacks()] == ["Hosho"]
    game.lay(1).choose("remain", "remain", "surface", "surface", "Iowa")
    assert game.attacks()[-1][0] == "Oi"


@pytest.mark.rule("7.64")
@pytest.mark.parametrize(("damage", "shots"), [(0, 4), (2, 4), (3, 0)])
def test_a_carrier_strikes_with_all_her_aircraft_until_she_is_crippled_and_then_with_none(damage, shots):
    game = battle("coral_sea").with_units("Akagi", damage=damage).with_units("Iowa").start(dice=[1] * shots)
    game.choose("coral_sea", "air", "air").until(Decision.RETREAT, prefer=("Iowa",))
    assert [len(dice) for _, _, dice, _ in game.attacks()] == [shots] * (shots > 0)


@pytest.mark.rule("7.64")
def test_damage_does_not_take_the_airstrike_bonus_of_a_carrier_or_an_air_unit():
    game = battle("coral_sea").with_units("Akagi", damage=2).with_units("Iowa").start(dice=[5, 1, 1, 1, 2])
    game.choose("coral_sea", "air", "air", "Iowa")
    assert game.attacks() == [("Akagi", "Iowa", [5, 1, 1, 1], [2])]
    game = battle("north_sea").with_units("Stuka", damage=2).with_units("Hood").start().choose("north_sea")
    game.until(Decision.ACTION_TYPE, prefer=("hold",)).lay(5, 1, 2).choose("air", "air", "Hood")
    assert game.attacks() == [("Stuka", "Hood", [5, 1], [2])]


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
    game = position.start(dice=[6, 1, 1, 1, 1]).choose("marshalls", "air", "air", "Oi")
    assert (game.decision, game.subject) == (Decision.LANDING, "1st Marines")
    game.choose("kwajalein")
    assert game.owner("kwajalein") == "american"
    assert (game.decision, game.choices) == (Decision.AIR_RAID, {"truk", "maloelap", "hold"})


@pytest.mark.rule("7.74")
def test_rounds_are_repeated_until_there_is_a_victor_whose_carriers_may_then_raid():
    game = battle("marshalls", turn=5, last_turn=5).with_units("Enterprise", "Oi").start(dice=[1] * 4)
    game.choose("marshalls", "air", "air", "Oi", "remain", "remain")
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
