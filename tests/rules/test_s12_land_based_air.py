"""§12 Land-based air units: placement, combat, attacks on places, control, return, the loss of an airbase."""

import pytest

from aw_env.games.admirals_war.records.state import STATE
from aw_env.games.admirals_war.records.terms import NOWHERE, Decision, Event
from tests.positions import battle, movement

RAF_AREAS = {
    "north_sea", "western_approaches", "bay_of_biscay", "south_atlantic", "west_med", "east_med", "eastern_seaboard",
    "caribbean", "cape_of_good_hope",
}  # fmt: skip
"""Areas of the Atlantic that an Allied port or base touches when the game starts."""


def placement(**keys):
    """A position at the start of step 5.33."""
    return movement("land_based_air", **keys)


# --- §12.1: placement ----------------------------------------------------------------------------------


@pytest.mark.rule("12.1")
def test_air_units_are_placed_after_patrolling_ships_and_before_amphibious_units_and_raiders():
    game = movement().with_units("Enterprise", "7AF", "1st Marines", place="pearl_harbor").start()
    asked = []
    for answer in ("turn_raider", "7AF", "hawaiian_islands", "stay", "stay"):
        asked.append(game.decision)
        game.choose(answer)
    assert asked == [
        Decision.PATROL_ORDER,
        Decision.AIR_UNIT,
        Decision.AIR_ORDER,
        Decision.AMPHIBIOUS_ORDER,
        Decision.RAID_ORDER,
    ]


@pytest.mark.rule("12.11")
def test_printed_example_two_german_two_british_eight_american_four_japanese_air_units():
    game = (
        placement()
        .with_units("Stuka", "Luftwaffe", place="germany")
        .with_units("RAF", "RAAF", place="england")
        .with_units("5AF", "7AF", "8AF", "10AF", "11AF", "12AF", "13AF", "14AF", place="pearl_harbor")
        .with_units("21AF", "22AF", "23AF", "24AF", place="yokosuka")
        .start()
    )
    order = ""
    while game.decision == Decision.AIR_UNIT:
        order += game.power.name[0]
        game.until(Decision.AIR_ORDER).choose("stay")
    assert order == "BJAG" + "BJAG" + "JA" + "JA" + "AAAA"


@pytest.mark.rule("12.11")
def test_a_nation_at_its_turn_commits_a_unit_and_may_not_pass():
    game = placement().with_units("RAF", "RAAF", place="england").with_units("24AF", place="truk").start()
    assert game.choices == {"RAF", "RAAF"}
    game.choose("RAF", "stay", "24AF", "marshalls")
    assert game.choices == {"RAAF"}, "a unit that has stayed is committed and not asked again"


@pytest.mark.rule("12.12")
def test_air_units_ignore_distance_and_enemy_flags():
    game = placement().flag("east_med", "axis").with_units("RAF", place="england").start()
    game.choose("RAF", "east_med")
    assert game.unit("RAF").place == "east_med"


@pytest.mark.rule("12.12", "12.121")
def test_air_units_may_be_placed_only_where_their_side_holds_a_place_touching_the_area():
    game = placement().with_units("RAF", place="england").start().choose("RAF")
    assert game.choices == RAF_AREAS | {"stay", "transfer"}


@pytest.mark.rule("12.121")
def test_a_place_of_a_teammate_serves_as_airbase():
    for owner, allowed in (("american", True), ("german", False)):
        position = placement().owned("usa", owner).owned("panama_canal", owner)
        game = position.with_units("RAF", place="england").start().choose("RAF")
        assert ("eastern_seaboard" in game.choices) == allowed


@pytest.mark.rule("12.122")
def test_air_units_never_operate_from_russian_ports():
    position = placement(turn=3, last_turn=3).with_units("RAF", place="england")
    assert "barents" not in position.start().choose("RAF").choices
    position.with_units("Norfolk", place="murmansk")
    assert "barents" not in position.start().choose("RAF").choices


@pytest.mark.rule("12.122", "2.341")
def test_air_units_never_operate_from_the_neutral_port():
    position = placement().owned("gibraltar", "german").with_units("RAF", place="england")
    assert "south_atlantic" not in position.start().choose("RAF").choices


@pytest.mark.rule("12.122")
def test_air_units_never_operate_from_uncontrolled_bases():
    position = placement().with_units("5AF", place="australia")
    assert "bismarck_sea" not in position.start().choose("5AF").choices
    position.owned("lae", "american")
    assert "bismarck_sea" in position.start().choose("5AF").choices


@pytest.mark.rule("12.123")
def test_an_allied_unit_changes_theatre_by_sitting_out_a_turn():
    game = placement(last_turn=2).with_units("RAF", place="england").start()
    game.choose("RAF", "transfer")
    assert game.unit("RAF").place == "lba_transfer"
    assert game.unit("RAF").due == 2
    game.until(Decision.ARRIVAL)
    assert game.record["turn"] == 2
    assert {"england", "trincomalee", "australia"} <= game.choices, "it may appear in either theatre"
    game.choose("trincomalee", "RAF")
    assert {"indian_ocean", "bay_of_bengal"} <= game.choices, "and is placed on the turn it appears"
    assert not game.choices & RAF_AREAS


@pytest.mark.rule("12.123")
def test_where_one_theatre_is_played_there_is_no_other_to_change_to():
    for area, port in (("hawaiian_islands", "pearl_harbor"), ("north_sea", "england")):
        game = placement(areas=[area]).with_units("7AF", place=port, theatre=None).start().choose("7AF")
        assert "transfer" not in game.choices


@pytest.mark.rule("12.123")
def test_without_a_transfer_an_allied_unit_stays_in_its_theatre_even_at_a_port_between_both():
    game = placement().with_units("RAF", place="suez").start().choose("RAF")
    assert "east_med" in game.choices
    assert "arabian_sea" not in game.choices
    game = placement().with_units("RAF", place="suez", theatre="pacific").start().choose("RAF")
    assert "arabian_sea" in game.choices
    assert "east_med" not in game.choices


@pytest.mark.rule("12.123")
def test_the_theatre_of_an_air_unit_is_where_it_is_first_put():
    def without_theatre(book, game):
        STATE.write(game, "theatre", -1)

    game = placement(last_turn=2).with_units("RAF", place="suez").altered(without_theatre).start().choose("RAF")
    assert {"east_med", "arabian_sea"} <= game.choices
    game.choose("arabian_sea").until(Decision.AIR_UNIT, prefer=["suez"]).choose("RAF")
    assert "arabian_sea" in game.choices
    assert "east_med" not in game.choices


@pytest.mark.rule("12.124")
def test_axis_units_never_change_theatre():
    game = (
        placement()
        .owned("suez", "german")
        .with_units("Luftwaffe", "Regia Aeronautica", place="suez")
        .with_units("24AF", place="truk")
        .start()
    )
    game.choose("24AF")
    assert "transfer" not in game.choices
    assert "east_med" not in game.choices, "although a partner holds Suez"
    game.choose("stay")
    for unit in ("Luftwaffe", "Regia Aeronautica"):
        game.choose(unit)
        assert "transfer" not in game.choices
        assert "east_med" in game.choices
        assert "arabian_sea" not in game.choices
        game.choose("stay")


@pytest.mark.rule("12.13")
def test_a_player_places_his_units_in_any_order_the_german_his_own_or_the_italian():
    position = placement().with_units("Luftwaffe", "Stuka", place="germany")
    game = position.with_units("Regia Aeronautica", place="taranto").start()
    assert game.choices == {"Luftwaffe", "Stuka", "Regia Aeronautica"}
    game.choose("Regia Aeronautica", "stay")
    assert game.choices == {"Luftwaffe", "Stuka"}


# --- §12.2: combat -------------------------------------------------------------------------------------


def raf_and_hood_against_bismarck():
    """An air unit and a ship without aircraft against a ship without aircraft, beside England."""
    return battle("western_approaches").with_units("RAF", "Hood").with_units("Bismarck")


@pytest.mark.rule("12.2")
def test_air_units_attack_and_are_attacked_in_air_actions():
    game = (
        battle("bismarck_sea")
        .owned("guadalcanal", "american")
        .with_units("7AF", "Astoria")
        .with_units("24AF", "Atago")
        .start(dice=[1, 1, 1, 1, 1])
    )
    game.choose("bismarck_sea", "air", "air")
    assert (game.decision, game.subject) == (Decision.AIR_TARGET, "24AF")
    assert game.choices == {"7AF", "Astoria", "hold"}
    game.choose("7AF")
    assert (game.decision, game.subject) == (Decision.AIR_TARGET, "7AF")
    assert game.choices == {"24AF", "Atago", "hold"}
    game.choose("Atago")
    assert game.decision == Decision.RETREAT
    assert game.dice_left == 0, "three dice and two: each fires its attack factor"


@pytest.mark.rule("12.2", "7.24")
def test_a_surface_action_sends_air_units_home_before_targets_are_named():
    game = raf_and_hood_against_bismarck().start(dice=[1] * 8)
    game.choose("western_approaches", "surface", "surface")
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "RAF")
    game.choose("england")
    assert game.unit("RAF").committed, "it stays there for the rest of the turn"
    assert game.decision == Decision.SURFACE_TARGET
    game.choose("Bismarck", "Hood").until(Decision.ACTION_TYPE, prefer=["remain"])
    game.choose("air", "air")
    assert game.unit("RAF").place == "england", "a later air action does not bring it back"
    assert game.decision == Decision.RETREAT


@pytest.mark.rule("12.2", "7.24")
def test_a_combined_action_does_not_send_air_units_home():
    game = raf_and_hood_against_bismarck().start(dice=[3, 3, 1, 1])
    game.choose("western_approaches", "air", "surface")
    assert (game.decision, game.subject) == (Decision.AIR_TARGET, "RAF")
    game.choose("Bismarck")
    assert (game.decision, game.subject) == (Decision.SURFACE_TARGET, "Hood"), "the air unit attacks once a round"
    game.choose("Bismarck")
    assert (game.decision, game.subject) == (Decision.SURFACE_TARGET, "Bismarck")
    assert game.choices == {"Hood"}, "and is no target in the surface part"
    game.choose("Hood").until(Decision.ACTION_TYPE, prefer=["remain"])
    assert game.unit("RAF").place == "western_approaches"


@pytest.mark.rule("12.2", "7.24")
def test_after_a_retreat_a_surface_action_leaves_the_air_units_of_the_other_side_in_place():
    game = raf_and_hood_against_bismarck().start(dice=[1, 1])
    game.choose("western_approaches", "air", "air", "Bismarck", "remain", "retreat", "Bismarck")
    assert game.decision == Decision.ACTION_TYPE
    game.choose("surface", "surface")
    assert game.decision == Decision.SURFACE_TARGET
    assert game.unit("RAF").place == "western_approaches"


@pytest.mark.rule("12.2", "7.224")
def test_an_air_unit_that_cannot_pursue_still_adds_one_to_its_sides_die_in_a_pursuit():
    game = raf_and_hood_against_bismarck().start(dice=[1, 1, 4, 4])
    game.choose("western_approaches", "air", "air", "Bismarck", "remain", "retreat", "Bismarck")
    game.choose("surface", "air")
    assert [total for _, _, _, total, _ in game.events(Event.ACTION_ROLL)] == [4 + 1 + 1, 4]


def west_med(attacker, dice):
    """An Axis air unit attacks the Hood in an air action."""
    game = battle("west_med").with_units("Hood").with_units(attacker).start(dice=dice)
    return game.choose("west_med", "air", "air", "Hood")


@pytest.mark.rule("12.21", "3.14")
def test_the_stuka_adds_one_to_its_shots_but_not_to_the_damage():
    assert west_med("Stuka", [5, 1, 2]).unit("Hood").damage == 2


@pytest.mark.rule("12.21", "12.2")
def test_no_other_air_unit_has_a_bonus():
    game = west_med("Luftwaffe", [5, 1])
    assert game.unit("Hood").damage == 0
    assert game.unit("Hood").disabled


@pytest.mark.rule("12.21")
def test_no_bonus_for_other_air_units_against_a_ship_in_port_either():
    for attacker, dice, damage in (("Luftwaffe", [5, 5], 0), ("Stuka", [5, 1, 2], 2)):
        position = battle("west_med").with_units(attacker).with_units("Hood", place="malta")
        game = position.start(dice=dice).choose("west_med", "malta", "Hood")
        assert game.unit("Hood").damage == damage
        assert game.dice_left == 0


@pytest.mark.rule("12.22", "7.43")
def test_shots_at_air_units_get_no_bonus():
    def attacked_by_akagi(target):
        game = battle("hawaiian_islands").with_units(target).with_units("Akagi").start(dice=[5, 5, 5, 5])
        return game.choose("hawaiian_islands", "air", "air", target)

    game = attacked_by_akagi("7AF")
    assert game.unit("7AF").damage == 0
    assert game.dice_left == 0
    game = attacked_by_akagi("Maryland").lay(1, 1, 1, 1)
    assert game.events(Event.HITS), "against a ship the same dice hit"


@pytest.mark.rule("12.22", "12.21")
def test_the_stuka_too_has_no_bonus_against_air_units():
    game = battle("west_med").with_units("RAF", "Stuka").start(dice=[5, 5])
    game.choose("west_med", "air", "air", "hold", "RAF")
    assert game.unit("RAF").damage == 0
    assert game.dice_left == 0


def akagi_hits_7af(damage):
    """Akagi hits the 7AF once, for so many points, on top of one that it has."""
    position = battle("hawaiian_islands").with_units("7AF", damage=1).with_units("Akagi")
    game = position.start(dice=[6, 1, 1, 1, damage, 1, 1])
    return game.choose("hawaiian_islands", "air", "air", "7AF", "Akagi")


@pytest.mark.rule("12.23", "3.32")
def test_an_air_unit_is_destroyed_when_its_damage_exceeds_its_defense_factor():
    assert akagi_hits_7af(3).unit("7AF").place == "hawaiian_islands", "4 points against a defense factor of 4"
    assert akagi_hits_7af(4).unit("7AF").place == "returning", "5 points"


@pytest.mark.rule("12.23")
def test_a_destroyed_air_unit_still_fires_in_that_round():
    game = akagi_hits_7af(4)
    assert game.dice_left == 0
    assert [attacker for _, attacker, *_ in game.events(Event.ATTACK)] == [
        game.unit("Akagi").number,
        game.unit("7AF").number,
    ]


@pytest.mark.rule("12.24")
def test_disabled_results_do_not_affect_air_units():
    game = battle("hawaiian_islands").with_units("7AF").with_units("24AF").start(dice=[5, 5, 5])
    game.choose("hawaiian_islands", "air", "air", "7AF", "hold")
    assert game.decision == Decision.RETREAT
    assert not game.unit("7AF").disabled
    assert game.unit("7AF").place == "hawaiian_islands"


# --- §12.4: attacks on ports and bases -----------------------------------------------------------------


def bismarck_sea(**keys):
    """The US holds Kwajalein, Guadalcanal and Lae and has two air units in the Bismarck Sea."""
    position = battle("bismarck_sea", **keys)
    for base in ("kwajalein", "guadalcanal", "lae"):
        position.owned(base, "american")
    return position.with_units("5AF", "7AF")


@pytest.mark.rule("12.44", "12.43")
def test_printed_example_an_attack_from_the_bismarck_sea_on_truk():
    game = bismarck_sea().with_units("Atago", "Maya", place="truk").start(dice=[6, 1, 2])
    game.choose("bismarck_sea")
    assert (game.decision, game.subject) == (Decision.STRIKE_ORDER, "5AF")
    assert game.choices == {"truk", "hold"}
    game.choose("truk", "hold")
    assert game.choices == {"Atago", "Maya", "hold"}
    game.choose("Atago")
    assert game.unit("Atago").damage == 2, "one attack with two shots, both on the one ship"
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "5AF")
    assert game.choices == {"guadalcanal", "lae"}, "Kwajalein does not border the Bismarck Sea"
    game.choose("lae")
    assert game.unit("7AF").place == "bismarck_sea", "one that holds stays at sea"
    assert game.unit("5AF").raid_place == game.unit("7AF").raid_place == NOWHERE, "their orders are done with"


@pytest.mark.rule("12.44", "12.73")
def test_an_air_unit_back_from_its_attack_may_be_raided_later_in_the_turn():
    game = (
        bismarck_sea()
        .with_units("Atago", place="truk")
        .with_units("Shokaku", place="coral_sea")
        .start(dice=[1, 1, 6, 1, 1, 1, 5])
    )
    game.until(Decision.COMBAT_AREA).choose("bismarck_sea", "truk", "hold", "Atago", "guadalcanal")
    game.until(Decision.AIR_RAID).choose("guadalcanal", "5AF")
    assert game.unit("5AF").place == "returning"


@pytest.mark.rule("12.4")
def test_only_adjacent_enemy_places_with_a_unit_to_attack_are_offered():
    game = (
        bismarck_sea()
        .with_units("Atago", place="truk")
        .with_units("Maya", place="saipan")
        .start()
        .choose("bismarck_sea")
    )
    assert game.choices == {"truk", "hold"}, "not Saipan, which does not touch the area, nor Allied places"
    game = bismarck_sea().with_units("Maya", place="saipan").start().choose("bismarck_sea")
    assert game.decision != Decision.STRIKE_ORDER, "Truk is empty: there is nothing to attack"


@pytest.mark.rule("12.4")
def test_ships_air_units_and_amphibious_units_may_be_attacked_in_a_place():
    game = bismarck_sea().with_units("Atago", "24AF", "Kure", place="truk").start()
    game.choose("bismarck_sea", "truk", "hold")
    assert game.choices == {"Atago", "24AF", "Kure", "hold"}


@pytest.mark.rule("12.4", "2.341")
def test_the_neutral_port_is_not_attacked():
    position = battle("south_atlantic").owned("gibraltar", "german").with_units("Luftwaffe")
    assert position.with_units("Exeter", place="neutral_port").start().choose("south_atlantic").over


@pytest.mark.rule("12.4", "2.44")
def test_addu_atoll_is_not_attacked_before_trincomalee_has_fallen():
    for owner, allowed in (("british", False), ("japanese", True)):
        position = battle("indian_ocean", turn=5, last_turn=5).owned("addu_atoll", "british")
        position.owned("trincomalee", owner).with_units("Hood", place="addu_atoll").with_units("24AF")
        assert ("addu_atoll" in position.start().choose("indian_ocean").choices) == allowed


@pytest.mark.rule("12.4")
def test_only_air_units_attack_places_before_combat():
    game = bismarck_sea().with_units("Enterprise").with_units("Atago", place="truk").start()
    game.choose("bismarck_sea")
    asked = []
    while game.decision == Decision.STRIKE_ORDER:
        asked.append(game.subject)
        game.choose("hold")
    assert asked == ["5AF", "7AF"]


@pytest.mark.rule("12.41")
def test_attacks_on_places_come_before_combat_at_sea():
    game = bismarck_sea().with_units("Maya").with_units("Atago", place="truk").start(dice=[1, 1])
    game.choose("bismarck_sea", "truk", "hold", "Atago", "lae")
    assert game.decision == Decision.ACTION_TYPE
    game.choose("air", "air")
    assert game.subject == "7AF", "the unit that struck is back at its base"
    game.choose("hold")
    assert game.decision == Decision.RETREAT


@pytest.mark.rule("12.42", "9.32")
def test_units_in_the_place_do_not_fire_back_and_there_is_one_round():
    game = bismarck_sea().with_units("24AF", "Akagi", place="truk").start(dice=[1, 1, 1, 1])
    game.choose("bismarck_sea", "truk", "truk", "Akagi", "Akagi")
    assert game.dice_left == 0
    assert {attacker for _, attacker, *_ in game.events(Event.ATTACK)} == {
        game.unit("5AF").number,
        game.unit("7AF").number,
    }
    game.choose("lae", "lae")
    assert game.over


@pytest.mark.rule("12.42", "9.33")
def test_disabled_results_have_no_effect_in_a_place():
    game = bismarck_sea().with_units("Atago", place="truk").start(dice=[5, 5])
    game.choose("bismarck_sea", "truk", "hold", "Atago")
    assert not game.unit("Atago").disabled
    assert game.unit("Atago").damage == 0


@pytest.mark.rule("12.42", "9.34")
def test_a_hit_on_an_amphibious_unit_in_a_place_is_one_point():
    game = bismarck_sea().with_units("Kure", place="truk").start(dice=[6, 6])
    game.choose("bismarck_sea", "truk", "hold", "Kure")
    assert game.dice_left == 0, "no dice for damage"
    assert game.unit("Kure").damage == 2


@pytest.mark.rule("12.42", "9.35")
def test_a_ship_struck_in_port_may_take_twice_its_armor():
    for damage, place in ((4, "truk"), (5, "out_of_play")):
        game = bismarck_sea().with_units("Atago", place="truk").start(dice=[6, 1, damage])
        game.choose("bismarck_sea", "truk", "hold", "Atago")
        assert game.unit("Atago").place == place


@pytest.mark.rule("12.43", "7.332")
def test_all_who_attack_a_place_have_their_targets_before_any_rolls():
    game = bismarck_sea().with_units("Atago", "Maya", place="truk").start()
    game.choose("bismarck_sea", "truk", "truk", "Atago")
    assert (game.decision, game.subject) == (Decision.STRIKE_TARGET, "7AF")
    assert not game.events(Event.ATTACK)


@pytest.mark.rule("12.4")
def test_sides_strike_in_turn_and_the_first_is_back_at_base_when_the_second_strikes():
    game = (
        battle("bismarck_sea")
        .owned("guadalcanal", "american")
        .with_units("Astoria", place="guadalcanal")
        .with_units("Atago", place="truk")
        .with_units("7AF")
        .with_units("24AF")
        .start(dice=[1, 1, 1, 6, 6, 4, 4])
    )
    game.choose("bismarck_sea")
    assert game.subject == "24AF", "in the Pacific the Japanese act first"
    game.choose("guadalcanal", "Astoria", "truk")
    assert (game.decision, game.subject) == (Decision.STRIKE_ORDER, "7AF")
    game.choose("truk", "24AF")
    assert game.unit("24AF").place == "returning"


@pytest.mark.rule("12.4", "9.25")
def test_an_air_units_attack_and_a_carrier_raid_from_the_same_area_are_two_things():
    position = bismarck_sea().with_units("Enterprise").with_units("Atago", place="truk")
    game = position.start(dice=[6, 1, 1, 6, 1, 1, 1, 2])
    game.choose("bismarck_sea", "truk", "hold", "Atago", "lae")
    assert (game.decision, game.subject) == (Decision.AIR_RAID, "Enterprise")
    game.choose("truk", "Atago")
    assert game.unit("Atago").damage == 3


# --- §12.5: control ------------------------------------------------------------------------------------


@pytest.mark.rule("12.5", "17.21")
def test_an_unopposed_air_unit_controls_the_area():
    assert battle("bay_of_biscay").with_units("Luftwaffe").start().until().flag("bay_of_biscay") == "axis"


@pytest.mark.rule("12.5")
def test_a_victorious_air_unit_controls_after_air_and_combined_rounds_only():
    def after(actions, dice):
        position = battle("western_approaches").with_units("RAF").with_units("Bismarck", damage=6, raiding=True)
        game = position.start(dice=dice).choose("western_approaches", *actions)
        return game.until(prefer=["Bismarck", "RAF", "remain", "retreat", "england"]).flag("western_approaches")

    assert after(["air", "air"], [6, 1, 6]) == "allies"
    assert after(["air", "surface"], [3, 3, 6, 1, 6]) == "allies"
    assert after(["surface", "surface"], []) is None


@pytest.mark.rule("12.5")
def test_a_surface_round_after_the_enemy_has_retreated_does_not_cost_control():
    game = raf_and_hood_against_bismarck().start(dice=[1, 1])
    game.choose("western_approaches", "air", "air", "Bismarck", "remain", "retreat", "Bismarck")
    game.choose("surface", "surface", "Bismarck", "Hood").until(prefer=["no_pursuit", "germany"])
    assert game.flag("western_approaches") == "allies"
    assert game.unit("RAF").place == "western_approaches"


# --- §12.6: return of destroyed units ------------------------------------------------------------------


def destroyed(unit, enemy, area, place=None):
    """The unit is destroyed at sea on turn 1, and the game runs on until it appears."""
    position = battle(area, last_turn=4).with_units(unit, damage=3).with_units(enemy)
    game = position.start(dice=[6, 6, 6, 6] * 4)
    game.choose(area).until(Decision.AIR_TARGET, prefer=["air"])
    return game.until(Decision.ARRIVAL, prefer=[unit, "air"])


@pytest.mark.rule("12.6", "12.62")
def test_a_destroyed_allied_unit_returns_undamaged_two_turns_later_at_a_port_of_either_theatre():
    game = destroyed("RAF", "Stuka", "west_med")
    assert (game.subject, int(game.record["turn"])) == ("RAF", 3)
    assert game.unit("RAF").damage == 0
    assert {"england", "gibraltar", "suez", "singapore", "pearl_harbor"} <= game.choices
    assert not game.choices & {"malta", "midway"}, "not at a base"
    assert not game.choices & {"germany", "yokosuka", "murmansk", "neutral_port"}
    game.choose("singapore", "RAF")
    assert "indonesia" in game.choices
    assert "east_med" not in game.choices, "it must remain in the theatre where it appeared"


@pytest.mark.rule("12.61")
def test_a_destroyed_axis_unit_returns_only_in_its_native_theatre():
    game = destroyed("Stuka", "RAF", "west_med")
    assert (game.subject, int(game.record["turn"])) == ("Stuka", 3)
    assert game.choices == {"germany", "taranto", "brest", "toulon"}
    game = destroyed("24AF", "Enterprise", "marshalls")
    assert game.choices == {"yokosuka", "truk", "saigon"}


# --- §12.7: loss of an airbase -------------------------------------------------------------------------


def guadalcanal_contested():
    """The US holds only Guadalcanal on the Bismarck Sea, empty; each side has an amphibious unit at sea there."""
    position = battle("bismarck_sea").owned("guadalcanal", "american").owned("lae", "japanese")
    position.owned("saigon", "japanese").owned("philippines", "japanese")
    return position.with_units("7AF", "1st Marines").with_units("Kure", "Atago")


@pytest.mark.rule("12.7", "13.46")
def test_printed_example_guadalcanal_is_taken_and_retaken_and_the_air_unit_stays_away():
    game = guadalcanal_contested().start()
    game.choose("bismarck_sea", "air", "air", "hold", "remain", "remain")
    assert (game.decision, game.subject) == (Decision.LANDING, "Kure")
    game.choose("guadalcanal")
    assert game.owner("guadalcanal") == "japanese"
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "7AF")
    assert game.choices == {"australia"}, "Guadalcanal and Australia are both part of the Coral Sea"
    game.choose("australia")
    assert (game.decision, game.subject) == (Decision.LANDING, "1st Marines")
    game.choose("guadalcanal")
    assert game.owner("guadalcanal") == "american"
    game.until()
    assert game.unit("7AF").place == "australia"
    assert game.unit("7AF").committed


@pytest.mark.rule("12.71")
def test_an_air_unit_that_has_lost_its_base_flies_to_the_nearest_port_though_a_base_is_nearer():
    game = guadalcanal_contested().start()
    game.choose("bismarck_sea", "air", "air", "hold", "remain", "remain", "guadalcanal")
    assert "port_moresby" not in game.choices
    assert "pearl_harbor" not in game.choices


@pytest.mark.rule("12.71", "16.22")
def test_the_nearest_port_to_a_lost_airbase_is_counted_from_all_waters_of_the_base():
    position = movement("invasion").owned("guadalcanal", "american").with_units("Kure", place="coral_sea")
    position.with_units("7AF", place="bismarck_sea")
    game = position.start().choose("guadalcanal")
    assert (game.subject, game.choices) == ("7AF", {"australia"}), "the unit itself is one area away from Australia"
    far_away = {"samoa", "singapore", "trincomalee"}
    assert position.owned("australia", "japanese").start().choose("guadalcanal").choices == far_away | {"saigon"}


@pytest.mark.rule("12.71", "16.42")
def test_an_italian_air_unit_that_loses_its_airbase_after_taranto_flies_to_spezia():
    owners = {"taranto": "british", "spezia": "german", "tripoli": "german"}
    position = movement("invasion", turn=6, last_turn=6, surrender_turn=6, owners=owners)
    position.with_units("Regia Aeronautica", "Tiger", place="east_med")
    game = position.start().choose("tripoli")
    assert (game.subject, game.choices) == ("Regia Aeronautica", {"spezia"})


@pytest.mark.rule("12.7", "12.71")
def test_an_air_unit_with_another_friendly_place_on_its_area_stays():
    game = guadalcanal_contested().owned("lae", "british").start()
    game.choose("bismarck_sea", "air", "air", "hold", "remain", "remain", "guadalcanal")
    assert game.owner("guadalcanal") == "japanese"
    assert game.decision == Decision.LANDING
    assert game.unit("7AF").place == "bismarck_sea"


@pytest.mark.rule("12.72")
def test_the_loss_of_an_airbase_counts_even_where_combat_is_over():
    game = (
        battle("bismarck_sea")
        .owned("guadalcanal", "american")
        .with_units("7AF")
        .with_units("Kure", place="coral_sea")
        .start()
    )
    game.choose("bismarck_sea", "coral_sea", "guadalcanal")
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "7AF")
    game.choose("australia").until()
    assert game.flag("bismarck_sea") is None


@pytest.mark.rule("12.73")
def test_an_air_unit_that_has_lost_its_base_may_be_raided_where_it_goes():
    game = (
        guadalcanal_contested()
        .with_units("Shokaku", place="coral_sea")
        .start(dice=[6, 1, 1, 1, 5])
        .choose("bismarck_sea", "air", "air", "hold", "remain", "remain", "guadalcanal", "australia")
        .until(Decision.AIR_RAID, prefer=["coral_sea", "stay", "retreat"])
    )
    game.choose("australia", "7AF")
    assert game.unit("7AF").place == "returning"


# --- §12.3: against submarines -------------------------------------------------------------------------


@pytest.mark.rule("12.3", "14.21")
def test_air_units_add_their_attack_factor_to_the_asw_strength():
    def factors(*hunters):
        position = battle("north_sea").with_units(*hunters).with_units("u_boat_1")
        game = position.start(dice=[1] * 6).until(Decision.COMBAT_AREA, prefer=["north_sea"]).choose("north_sea")
        return [strength for _, _, strength, _, _ in game.events(Event.ASW)]

    assert factors("RAF") == [2]
    assert factors("RAF", "Hood") == [3]
    assert factors("RAF", "RAAF", "Norfolk") == [5]
