"""§13 Amphibious units: going to sea, combat, landing, invading, coming back."""

import pytest

from aw_env.games.admirals_war.records.terms import Decision, Event
from tests.positions import Position, battle, movement


def going_to_sea(**keys):
    """A position at the start of step 5.34."""
    return movement("amphibious", **keys)


def end_of_turn(**keys):
    """A position at step 5.71, after all combat."""
    return movement("invasion", **keys)


# --- §13.1: moving -------------------------------------------------------------------------------------


@pytest.mark.rule("13.1", "6.41")
def test_amphibious_units_enter_one_or_two_areas_and_never_roll():
    game = going_to_sea().with_units("1st Marines", place="pearl_harbor").start()
    one = {"hawaiian_islands"}
    two = {"marshalls", "french_polynesia", "central_pacific", "gulf_of_alaska"}
    assert game.choices == one | two | {"stay"}
    game.choose("marshalls").until()
    assert not game.events(Event.SPEED_ROLL)
    assert game.unit("1st Marines").place == "marshalls"


@pytest.mark.rule("13.1", "6.3")
def test_an_enemy_flag_stops_an_amphibious_unit_in_the_first_area():
    for side, further in (("axis", False), ("allies", True)):
        position = going_to_sea().flag("hawaiian_islands", side).with_units("1st Marines", place="pearl_harbor")
        assert ("marshalls" in position.start().choices) == further


@pytest.mark.rule("13.1", "2.51")
def test_like_ships_they_count_an_enemy_held_gibraltar_as_an_area_more():
    for owner, allowed in (("british", True), ("german", False)):
        game = going_to_sea().owned("gibraltar", owner).with_units("Tiger", place="toulon").start()
        assert ("south_atlantic" in game.choices) == allowed
        assert "east_med" in game.choices


@pytest.mark.rule("13.1", "5.34")
def test_each_player_moves_all_his_amphibious_units_in_nationality_order():
    game = (
        going_to_sea()
        .with_units("1st Marines", "2nd Marines", place="pearl_harbor")
        .with_units("Kure", "Sasebo", place="yokosuka")
        .with_units("Tiger", place="england")
        .start()
    )
    asked = []
    while game.decision == Decision.AMPHIBIOUS_ORDER:
        asked.append(game.subject)
        game.choose("stay")
    assert asked == ["Tiger", "Kure", "Sasebo", "1st Marines", "2nd Marines"]
    assert game.unit("Kure").committed, "each has had its orders for the turn"


@pytest.mark.rule("13.1", "7.52")
def test_a_unit_that_is_disabled_or_has_had_its_orders_is_not_asked():
    for state in ({"disabled": True}, {"committed": True}):
        game = going_to_sea().with_units("1st Marines", place="pearl_harbor", **state).start()
        assert game.over


@pytest.mark.rule("13.1")
def test_a_landed_unit_may_go_to_sea_again_on_a_later_turn():
    game = end_of_turn(last_turn=2).with_units("1st Marines", place="hawaiian_islands").start()
    game.choose("johnston").until(Decision.AMPHIBIOUS_ORDER)
    assert "marshalls" in game.choices


# --- §13.2: combat -------------------------------------------------------------------------------------


@pytest.mark.rule("13.2")
def test_amphibious_units_do_not_attack_but_may_be_attacked_in_an_air_action():
    game = battle("bismarck_sea").with_units("1st Marines").with_units("Akagi", "Kure").start(dice=[6, 1, 1, 1, 3])
    game.choose("bismarck_sea", "air", "air")
    assert game.subject == "Akagi"
    assert game.choices == {"1st Marines", "hold"}
    game.choose("1st Marines")
    assert game.unit("1st Marines").place == "returning"
    assert [attacker for _, attacker, *_ in game.events(Event.ATTACK)] == [game.unit("Akagi").number]


@pytest.mark.rule("13.2", "7.323")
def test_in_a_surface_action_they_may_be_attacked_only_if_all_ships_with_them_are():
    position = battle("bismarck_sea").with_units("1st Marines", "Astoria", "Enterprise")
    game = position.with_units("Atago", "Maya", "Tone").start().choose("bismarck_sea", "surface", "surface")
    game.until(Decision.SURFACE_TARGET, prefer=["silent"])
    assert game.choices == {"Astoria", "Enterprise", "1st Marines"}, "three attackers can attack all three"
    game.choose("Astoria")
    assert game.choices == {"Astoria", "Enterprise", "1st Marines"}
    game.choose("Astoria")
    assert game.choices == {"Astoria", "Enterprise"}, "one attacker cannot attack both carrier and marines"


@pytest.mark.rule("13.2", "7.323")
def test_two_attackers_cannot_reach_amphibious_units_behind_two_ships():
    position = battle("bismarck_sea").with_units("1st Marines", "Astoria", "Enterprise").with_units("Atago", "Maya")
    game = position.start().choose("bismarck_sea", "surface", "surface")
    game.until(Decision.SURFACE_TARGET, prefer=["silent"])
    assert game.choices == {"Astoria", "Enterprise"}


# --- §13.3: landing ------------------------------------------------------------------------------------


@pytest.mark.rule("13.3")
def test_a_unit_may_land_on_any_base_or_on_a_friendly_port_that_touches_its_area():
    position = end_of_turn().owned("lae", "japanese").owned("guadalcanal", "uncontrolled")
    position.with_units("1st Marines", place="bismarck_sea")
    assert position.start().choices == {"lae", "guadalcanal", "stay"}, "not the enemy port Truk"
    position.owned("truk", "british").owned("lae", "american")
    assert position.start().choices == {"lae", "guadalcanal", "truk", "stay"}


@pytest.mark.rule("13.3", "16.41")
def test_a_unit_may_not_land_on_a_base_that_is_not_active_yet():
    game = end_of_turn().with_units("Tiger", place="west_med").start()
    assert game.choices == {"gibraltar", "malta", "toulon", "tripoli", "stay"}, "Spezia activates when Taranto falls"


@pytest.mark.rule("13.3", "5.1")
def test_landings_in_combat_go_by_the_order_of_the_theatre():
    position = battle("bismarck_sea").with_units("1st Marines", "Tiger").with_units("Kure")
    game = position.start().choose("bismarck_sea", "air", "air", "remain", "remain")
    asked = []
    while game.decision == Decision.LANDING and len(asked) < 3:
        asked.append(game.subject)
        game.choose("stay")
    assert asked == ["Kure", "Tiger", "1st Marines"]


@pytest.mark.rule("13.3", "13.33")
def test_landings_at_the_end_of_the_turn_go_by_nationality_order():
    game = (
        end_of_turn()
        .with_units("1st Marines", "Tiger", place="hawaiian_islands")
        .with_units("Kure", place="home_islands")
        .with_units("2nd Marines", place="west_med", controller="german")
        .start()
    )
    asked = []
    while game.decision == Decision.LANDING:
        asked.append(game.subject)
        game.choose("stay")
    assert asked == ["Tiger", "Kure", "1st Marines", "2nd Marines"]


@pytest.mark.rule("13.31", "7.73")
def test_after_each_round_a_unit_may_land_or_stay():
    game = battle("bismarck_sea").with_units("Astoria").with_units("Kure").start()
    for number in (1, 2):
        game.until(Decision.LANDING, prefer=["remain", "air"])
        assert game.record["combat_round"] == number
        assert game.choices == {"lae", "guadalcanal", "truk", "stay"}
        game.choose("stay")
        assert game.decision == Decision.ACTION_TYPE


@pytest.mark.rule("13.31", "5.61")
def test_after_the_last_round_too_a_unit_may_land_before_the_air_raids():
    position = battle("bismarck_sea").owned("guadalcanal", "american").with_units("Astoria", place="guadalcanal")
    position.with_units("Shokaku", "Kure").with_units("Houston")
    game = position.start(dice=[6, 1, 1, 1, 6]).choose("bismarck_sea", "air", "air", "Houston")
    assert game.unit("Houston").place == "out_of_play"
    assert (game.decision, game.subject) == (Decision.LANDING, "Kure")
    game.choose("guadalcanal")
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Astoria")


@pytest.mark.rule("13.32", "5.62")
def test_after_all_combat_units_may_land_when_the_air_raids_are_over():
    game = battle("bismarck_sea").owned("guadalcanal", "american").with_units("Astoria", place="guadalcanal")
    game = game.with_units("Shokaku", "Kure").start(dice=[6, 1, 1, 1, 5]).choose("bismarck_sea")
    assert (game.decision, game.subject) == (Decision.AIR_RAID, "Shokaku")
    game.choose("guadalcanal", "Astoria")
    assert game.unit("Astoria").place == "out_of_play", "raided before the landing could drive it away"
    assert (game.decision, game.subject) == (Decision.LANDING, "Kure")


@pytest.mark.rule("13.32", "7.13")
def test_units_alone_in_an_area_may_land_when_it_is_selected_for_combat():
    game = battle("bismarck_sea").with_units("Kure").start().choose("bismarck_sea")
    game.choose("guadalcanal")
    assert game.owner("guadalcanal") == "japanese"


@pytest.mark.rule("13.33", "5.71")
def test_at_the_end_of_the_turn_a_unit_lands_or_returns_to_base():
    game = end_of_turn(last_turn=2).with_units("1st Marines", place="hawaiian_islands").start()
    assert game.choices == {"pearl_harbor", "johnston", "stay"}
    game.choose("stay")
    assert game.decision == Decision.RETURN_TO_BASE
    assert {"pearl_harbor", "johnston", "samoa"} <= game.choices
    assert "stay" not in game.choices


@pytest.mark.rule("13.31", "8.2")
def test_the_side_that_stays_may_land_in_the_round_in_which_the_other_retreats():
    game = battle("bismarck_sea").with_units("Astoria").with_units("Kure", "Atago").start()
    game.choose("bismarck_sea", "air", "air", "remain", "retreat", "Astoria")
    assert (game.decision, game.subject) == (Decision.LANDING, "Kure"), "after retreat and pursuit are declared (§5.5)"
    game.choose("stay").until(Decision.LANDING, prefer=["air", "Astoria"])
    assert game.record["combat_round"] == 2, "and after every round of the pursuit"


# --- §13.4: invading -----------------------------------------------------------------------------------


@pytest.mark.rule("13.4")
def test_a_unit_that_was_disabled_returns_to_base_and_cannot_invade():
    game = battle("bismarck_sea").with_units("Enterprise").with_units("Kure", "Atago").start(dice=[1, 1, 4, 1])
    game.choose("bismarck_sea", "air", "air", "Kure")
    assert game.unit("Kure").disabled, "a red 4 counts as 5"
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Kure")
    game.choose("truk").until(prefer=["remain", "air", "hold"])
    assert game.unit("Kure").place == "truk"
    assert "Kure" not in asked_to_land(game)


@pytest.mark.rule("13.4")
def test_a_unit_that_retreated_returns_to_base_and_cannot_invade():
    game = battle("bismarck_sea").with_units("Astoria").with_units("Kure").start()
    game.choose("bismarck_sea", "air", "air", "retreat", "remain", "no_pursuit")
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Kure")
    assert game.choices >= {"truk"}
    assert not game.choices & {"guadalcanal", "lae"}


@pytest.mark.rule("13.4", "8.22")
def test_a_pursued_unit_may_not_land_after_the_rounds_of_its_pursuit():
    game = battle("bismarck_sea").with_units("Astoria").with_units("Kure").start()
    game.choose("bismarck_sea", "air", "air", "retreat", "remain", "Kure", "air", "air")
    assert (game.decision, game.subject) == (Decision.PURSUIT, "Astoria")


def asked_to_land(game):
    """Names of the units that have landed or invaded."""
    return {unit for _, unit, *_ in game.events(Event.LANDED, Event.INVADED)}


@pytest.mark.rule("13.41", "13.45")
def test_an_invader_is_spent_and_the_base_changes_hands():
    for owner in ("american", "uncontrolled"):
        game = end_of_turn().owned("guadalcanal", owner).with_units("Kure", place="coral_sea").start()
        game.choose("guadalcanal")
        assert game.unit("Kure").place == "returning", "an uncontrolled base costs the unit too"
        assert game.owner("guadalcanal") == "japanese"


@pytest.mark.rule("13.3", "13.41")
def test_landing_on_a_friendly_place_costs_nothing():
    game = end_of_turn().with_units("1st Marines", place="hawaiian_islands").start().choose("johnston")
    assert game.unit("1st Marines").place == "johnston"
    assert game.owner("johnston") == "american"


@pytest.mark.rule("13.41")
def test_ships_and_air_units_do_not_defend_a_base():
    position = end_of_turn().owned("guadalcanal", "american").with_units("5AF", "Astoria", place="guadalcanal")
    game = position.with_units("Kure", place="coral_sea").start().choose("guadalcanal")
    assert game.owner("guadalcanal") == "japanese"


@pytest.mark.rule("13.42")
def test_damage_does_not_affect_invading_or_defending():
    position = end_of_turn().owned("guadalcanal", "american").with_units("Kure", place="coral_sea", damage=2)
    assert position.start().choose("guadalcanal").owner("guadalcanal") == "japanese"
    position.with_units("1st Marines", place="guadalcanal", damage=2)
    assert position.start().choose("guadalcanal").owner("guadalcanal") == "american"


@pytest.mark.rule("13.43")
def test_a_landed_unit_falls_with_the_invader_and_the_base_holds():
    position = end_of_turn().owned("guadalcanal", "american").with_units("1st Marines", "7AF", place="guadalcanal")
    game = position.with_units("Kure", place="coral_sea").start().choose("guadalcanal")
    assert game.unit("Kure").place == "returning"
    assert game.unit("1st Marines").place == "returning"
    assert game.owner("guadalcanal") == "american"
    assert game.unit("7AF").place == "guadalcanal"
    assert game.events(Event.INVADED)[0][3] == game.unit("1st Marines").number


@pytest.mark.rule("13.43")
def test_the_owner_chooses_which_of_several_defenders_falls():
    position = end_of_turn().owned("guadalcanal", "american")
    position.with_units("1st Marines", "2nd Marines", place="guadalcanal").with_units("3rd Marines", place="australia")
    game = position.with_units("Kure", place="coral_sea").start()
    game.choose("guadalcanal")
    assert (game.decision, game.subject) == (Decision.GARRISON_LOSS, "guadalcanal")
    assert game.power.name == "AMERICAN"
    assert game.choices == {"1st Marines", "2nd Marines"}
    game.choose("1st Marines")
    assert game.unit("1st Marines").place == "returning"
    assert game.unit("2nd Marines").place == "guadalcanal"
    assert game.owner("guadalcanal") == "american"
    assert game.over, "only one of them falls"


@pytest.mark.rule("13.43", "7.221")
@pytest.mark.parametrize(("base", "sea", "chooses"), [("guadalcanal", "coral_sea", 2), ("malta", "west_med", 0)])
@pytest.mark.parametrize("defenders", [("Tiger", "1st Marines"), ("Tiger", "1st Marines", "2nd Marines")])
@pytest.mark.parametrize("players", [2, 4])
def test_of_a_mixed_garrison_the_player_who_leads_in_the_theatre_chooses(base, sea, chooses, defenders, players):
    position = end_of_turn().owned(base, "american").with_units(*defenders, place=base)
    game = position.with_units("Kure", place=sea).start(players=players).choose(base)
    assert (game.decision, game.power, game.choices) == (Decision.GARRISON_LOSS, chooses, set(defenders))
    assert int(game.record["seat"]) == (chooses if players == 4 else 0)
    game.choose("Tiger")
    assert game.unit("Tiger").place == "returning" and game.unit("1st Marines").place == base


@pytest.mark.rule("13.43", "7.221")
def test_of_a_garrison_of_one_player_he_chooses_also_where_his_partner_leads():
    position = end_of_turn().owned("malta", "british").with_units("1st Marines", "2nd Marines", place="malta")
    game = position.with_units("Kure", place="west_med").start().choose("malta")
    assert (game.decision, game.power.name) == (Decision.GARRISON_LOSS, "AMERICAN")


@pytest.mark.rule("13.44")
def test_printed_example_three_units_invade_a_base_with_one_defender():
    position = end_of_turn().owned("guadalcanal", "american").with_units("1st Marines", place="guadalcanal")
    game = position.with_units("Yokosuka", "Kure", "Sasebo", place="coral_sea").start()
    game.choose("guadalcanal")
    assert game.unit("Yokosuka").place == "returning", "one falls with the defender"
    assert game.unit("1st Marines").place == "returning"
    assert game.owner("guadalcanal") == "american"
    game.choose("guadalcanal")
    assert game.unit("Kure").place == "returning", "one is lost in converting the base"
    assert game.owner("guadalcanal") == "japanese"
    game.choose("guadalcanal")
    assert game.unit("Sasebo").place == "guadalcanal", "and the third lands safely"


@pytest.mark.rule("13.46", "13.33")
def test_a_base_may_be_captured_and_captured_right_back():
    position = end_of_turn().owned("guadalcanal", "american").with_units("Kure", "1st Marines", place="coral_sea")
    game = position.start().choose("guadalcanal")
    assert game.owner("guadalcanal") == "japanese"
    game.choose("guadalcanal")
    assert game.owner("guadalcanal") == "american"
    assert [event[3] for event in game.events(Event.CAPTURED)] == [0, 0]
    assert [event[2] for event in game.events(Event.CAPTURED)] == [1, 2]


# --- §13.5: coming back --------------------------------------------------------------------------------


@pytest.mark.rule("13.51")
def test_a_unit_lost_in_an_invasion_returns_two_turns_later_at_a_friendly_port():
    position = end_of_turn(last_turn=3).with_units("Kure", place="coral_sea", damage=1)
    game = position.start().choose("guadalcanal").until(Decision.ARRIVAL)
    assert (game.subject, int(game.record["turn"])) == ("Kure", 3)
    assert game.choices == {"yokosuka", "truk", "saigon"}, "ports, not bases"
    game.choose("truk")
    assert game.unit("Kure").place == "truk"
    assert game.unit("Kure").damage == 0


def arrival(unit, **keys):
    """The places where a lost unit may come back."""
    position = Position("reinforcements", turn=5, last_turn=5, **keys).with_units(unit, place="returning", due=5)
    return position.start().until(Decision.ARRIVAL).choices


@pytest.mark.rule("13.51", "12.61")
def test_axis_amphibious_units_come_back_only_in_their_native_theatre():
    owners = {"trincomalee": "german", "gibraltar": "japanese"}
    assert arrival("Kure", owners=owners) == {"yokosuka", "truk", "saigon", "trincomalee"}, "a partner's port too"
    assert arrival("Fsjr", owners=owners) == {"germany", "taranto", "brest", "toulon", "gibraltar"}


@pytest.mark.rule("13.51")
def test_allied_amphibious_units_come_back_in_any_friendly_port():
    assert {"england", "suez", "singapore", "pearl_harbor", "usa"} <= arrival("1st Marines") & arrival("Tiger")


@pytest.mark.rule("13.51")
def test_a_unit_lost_in_combat_returns_two_turns_later():
    position = battle("bismarck_sea", last_turn=3).with_units("1st Marines", damage=2).with_units("Akagi")
    game = position.start(dice=[6, 1, 1, 1, 1]).choose("bismarck_sea", "air", "air", "1st Marines")
    assert game.unit("1st Marines").place == "returning"
    game.until(Decision.ARRIVAL, prefer=["truk"])
    assert (game.subject, int(game.record["turn"])) == ("1st Marines", 3)
    assert "pearl_harbor" in game.choices


def marines_that_return_on(turn):
    """A US amphibious unit with two sides, lost two turns before, back in Pearl Harbor."""
    position = Position("reinforcements", turn=turn, last_turn=turn)
    game = position.with_units("us_1st_marines", place="returning", due=turn).start()
    return game.until(Decision.ARRIVAL).choose("pearl_harbor")


@pytest.mark.rule("13.52")
def test_two_sided_marines_return_with_the_other_side_up_from_turn_eight():
    assert not marines_that_return_on(7).unit("us_1st_marines").reversed
    assert marines_that_return_on(8).unit("us_1st_marines").reversed


@pytest.mark.rule("13.52")
def test_the_other_side_of_the_marines_takes_a_third_point_of_damage():
    for reversed_side, damage in ((False, 2), (True, 3)):
        position = battle("hawaiian_islands", turn=8, last_turn=8)
        position.with_units("us_1st_marines", reversed=reversed_side).with_units("Takao", raiding=True)
        for last, lost in ((damage, False), (damage + 1, True)):
            game = position.start(dice=[6, last]).choose("hawaiian_islands", "surface", "surface", "1st Marines")
            assert (game.unit("us_1st_marines").place != "hawaiian_islands") == lost


# --- §13.6: paratroops ---------------------------------------------------------------------------------

SPENT = "returning"


def over_malta(*air_units, garrison=()):
    """The paratroops, and air units, over the Western Mediterranean when combat begins; units at Malta."""
    position = battle("west_med", turn=3, last_turn=5).with_units("Fsjr", *air_units)
    return position.with_units(*garrison, place="malta")


@pytest.mark.rule("13.6")
def test_printed_example_paratroops_take_malta_from_germany():
    position = movement("land_based_air", turn=3, last_turn=5).with_units("Fsjr", place="germany")
    game = position.with_units("Norfolk", place="malta").start()
    assert (game.decision, game.power.name) == (Decision.AIR_UNIT, "GERMAN")
    game.choose("Fsjr", "west_med")
    assert (game.unit("Fsjr").place, game.decision) == ("west_med", Decision.COMBAT_AREA)
    game.choose("west_med")
    assert (game.decision, game.subject) == (Decision.STRIKE_ORDER, "Fsjr")
    game.choose("malta")
    assert (game.owner("malta"), game.unit("Fsjr").place, game.unit("Fsjr").due) == ("german", SPENT, 5)
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Norfolk"), "Malta is evacuated"
    assert "malta" not in game.choices


@pytest.mark.rule("13.6", "13.43")
def test_printed_example_a_garrison_on_malta_falls_with_the_paratroops():
    game = over_malta(garrison=["Tiger"]).start().choose("west_med", "malta")
    assert (game.owner("malta"), game.unit("Fsjr").place, game.unit("Tiger").place) == ("british", SPENT, SPENT)


@pytest.mark.rule("13.6", "12.42")
@pytest.mark.parametrize(("shots", "owner"), [([6, 6], "german"), ([6, 1], "british")])
def test_printed_example_air_units_attack_first_in_the_hope_of_clearing_the_way(shots, owner):
    position = over_malta("Stuka").with_units("Tiger", place="malta", damage=1)
    game = position.start(dice=shots + [1]).choose("west_med").choose_for(fsjr="malta", stuka="malta")
    assert (game.decision, game.subject, game.unit("Fsjr").place) == (Decision.STRIKE_TARGET, "Stuka", "west_med")
    game.choose("Tiger").until(Decision.COMBAT_AREA, Decision.AIR_UNIT, prefer=["taranto", "stay"])
    assert (game.unit("Tiger").place, game.unit("Fsjr").place, game.owner("malta")) == (SPENT, SPENT, owner)


@pytest.mark.rule("13.6", "5.33")
def test_paratroops_take_one_placement_turn_and_do_not_move_with_amphibious_units():
    position = movement("land_based_air").with_units("Fsjr", "Luftwaffe", place="germany")
    game = position.with_units("RAF", "RAAF", place="england").start()
    order = []
    while game.decision in (Decision.AIR_UNIT, Decision.AIR_ORDER):
        if game.decision == Decision.AIR_UNIT:
            order.append(game.power.name)
        game.until(Decision.AIR_ORDER).choose("stay")
    assert order == ["BRITISH", "GERMAN", "BRITISH", "GERMAN"]
    assert game.over, "nobody is asked to sail"


@pytest.mark.rule("13.6", "12.121")
def test_paratroops_reach_what_a_german_air_unit_reaches():
    position = movement("land_based_air").with_units("Fsjr", "Luftwaffe", place="germany")
    areas = {unit: position.start().choose(unit).choices for unit in ("Fsjr", "Luftwaffe")}
    assert areas["Fsjr"] == areas["Luftwaffe"]
    assert {"north_sea", "west_med", "east_med"} < areas["Fsjr"] and "transfer" not in areas["Fsjr"]


@pytest.mark.rule("13.6")
def test_paratroops_attack_only_bases_that_the_enemy_holds():
    game = over_malta().start().choose("west_med")
    assert game.choices == {"malta", "hold"}, "Gibraltar and Toulon are ports"
    position = over_malta().owned("malta", "german")
    assert position.start().choose("west_med").decision != Decision.STRIKE_ORDER
    position = over_malta().owned("malta", "uncontrolled")
    assert position.start().choose("west_med").decision != Decision.STRIKE_ORDER


@pytest.mark.rule("13.6", "5.74")
def test_paratroops_that_do_not_attack_go_home_at_the_end_of_the_turn_and_do_not_land_from_the_sea():
    game = over_malta().start().choose("west_med", "hold")
    assert (game.decision, game.subject, game.phase.name) == (Decision.RETURN_TO_BASE, "Fsjr", "RETURN")
    game.choose("tripoli")
    assert game.unit("Fsjr").place == "tripoli"


@pytest.mark.rule("13.6", "13.43")
def test_paratroops_defend_a_base_like_any_amphibious_unit():
    position = Position("invasion", "west_med").with_units("Tiger").with_units("Fsjr", place="tripoli")
    game = position.start().choose("tripoli")
    assert (game.owner("tripoli"), game.unit("Fsjr").place, game.unit("Tiger").place) == ("german", SPENT, SPENT)


@pytest.mark.rule("13.6", "7.323")
def test_paratroops_that_wait_over_an_area_may_be_attacked_like_an_amphibious_unit():
    game = over_malta().with_units("Ark Royal").start(dice=[6, 1, 3]).choose("west_med", "hold", "air", "air")
    assert game.choices == {"Fsjr", "hold"}
    assert game.choose("Fsjr").unit("Fsjr").place == SPENT


@pytest.mark.rule("13.6", "7.24")
def test_a_surface_round_does_not_send_waiting_paratroops_home():
    game = over_malta("Luftwaffe").with_units("Hood").start(dice=[1] * 20)
    game.choose("west_med").until(Decision.ACTION_TYPE, prefer=["hold"]).choose("surface", "surface")
    game.until(Decision.SURFACE_TARGET, prefer=["taranto"])
    assert (game.unit("Luftwaffe").place, game.unit("Fsjr").place) == ("taranto", "west_med")
    assert game.choices == {"Fsjr"}


@pytest.mark.rule("13.6", "13.51")
def test_spent_paratroops_return_at_an_axis_port_of_the_atlantic():
    game = over_malta().start().choose("west_med", "malta").until(Decision.ARRIVAL)
    assert int(game.record["turn"]) == 5
    assert "germany" in game.choices and "yokosuka" not in game.choices
