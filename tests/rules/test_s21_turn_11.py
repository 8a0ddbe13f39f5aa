"""§21 Turn 11: the end of the war in Europe, ships for the Pacific, kamikaze attacks, richer home waters for Japan."""

import numpy as np
import pytest

from aw_env.games.admirals_war.game import ruleset
from aw_env.games.admirals_war.printed.load import ConfigError
from aw_env.games.admirals_war.printed.scenario_text import to_scenario
from aw_env.games.admirals_war.records.state import STATE
from aw_env.games.admirals_war.records.terms import Decision, Event, Phase, Power
from tests.positions import Position, battle, load, movement, names, place_number, printed, unit_number

OPTION = {"in_play": ["turn_11"]}
LAST = {"turn": 11, "last_turn": 11, **OPTION}


def returning(lead, **keys):
    """Turn 10 before the return to base, with a British lead."""
    keys = {"turn": 10, "last_turn": 11, "victory_points": {"atlantic": lead}, **OPTION, **keys}
    return Position("return", **keys)


def a_landing_force():
    """The id of a British amphibious unit that sails."""
    sailing = (unit for unit in printed().units if unit.kind == "amphibious" and not unit.airborne)
    return next(unit.id for unit in sailing if unit.nation == "british" and unit.status == "core")


def sent(game):
    """Ships that were sent to the Pacific, and to which places."""
    known = names()
    return {known.units[row[1]].name: known.places[row[2]].id for row in game.events(Event.SENT)}


# --- §21.0: one turn more ------------------------------------------------------------------------------


@pytest.mark.rule("21.0")
@pytest.mark.parametrize("scenario", ["campaign", "pacific"])
def test_the_game_has_an_eleventh_turn(scenario):
    assert load.scenario(scenario, printed(), 2, ["turn_11"]).books[0]["last_turn"] == 11
    assert load.scenario(scenario, printed()).books[0]["last_turn"] == 10
    game = Position("control", turn=10, last_turn=11, **OPTION).start().until()
    assert game.over and game.record["turn"] == 11


@pytest.mark.rule("21.0")
def test_a_position_taken_from_a_game_has_the_turn_too(tmp_path):
    loaded = load.scenario("campaign", printed(), 2, ["turn_11"])
    file = tmp_path / "position.toml"
    file.write_text(to_scenario(loaded.names, loaded.books[0], loaded.templates[0]), "utf-8")
    again = load.scenario(file, printed())
    assert again.books[0]["last_turn"] == 11 and (again.books[0]["vp"] == loaded.books[0]["vp"]).all()


@pytest.mark.rule("21.0")
def test_turns_left_and_the_reward_follow():
    longer, shorter = ruleset("campaign", 2, ("turn_11",)), ruleset("campaign")
    assert longer.point_reward * 11 == pytest.approx(shorter.point_reward * 10)
    played = longer.scenario
    assert longer.view(played.templates.copy()).last_turn == 11


@pytest.mark.rule("21.0")
def test_where_there_is_no_pacific_track_it_is_not_allowed():
    for scenario in ("atlantic", "midway", "engagement"):
        with pytest.raises(ConfigError, match="does not allow"):
            load.scenario(scenario, printed(), 2, ["turn_11"])


@pytest.mark.rule("21.0", "2.73")
def test_counters_of_turn_eleven_arrive_if_they_are_more_than_speculation():
    game = load.scenario("campaign", printed(), 2, ["turn_11"]).templates[0]
    waiting = place_number("not_yet_arrived")
    due = STATE.read(game, "due")
    come = {unit.id for unit in names().units if game["place"][unit.number] == waiting and due[unit.number] == 11}
    assert come == {"missouri", "unryu", "amagi"}
    game = load.scenario("campaign", printed()).templates[0]
    assert all(game["place"][unit_number(unit)] < 0 for unit in come)


# --- §21.1: kamikaze attacks ---------------------------------------------------------------------------


def air_action(*units, dice=(), area="coral_sea", **keys):
    """An air action of turn 11, up to the first announcement."""
    game = battle(area, **{**LAST, **keys}).with_units(*units).start(dice=dice).choose(area)
    return game.until(Decision.KAMIKAZE, prefer=["hold", "air"])


@pytest.mark.rule("21.1")
def test_japanese_carriers_and_air_units_are_asked_before_any_target_is_named():
    game = air_action("Akagi", "Nagato", "21AF", "Enterprise", "5AF")
    asked = []
    while game.decision == Decision.KAMIKAZE:
        assert game.power == Power.JAPANESE and game.choices == {"yes", "no"}
        asked.append(game.subject)
        game.choose("yes")
    assert asked == ["Akagi", "21AF"] and game.decision == Decision.AIR_TARGET
    assert [row[1] for row in game.events(Event.KAMIKAZE)] == [unit_number(name) for name in asked]


@pytest.mark.rule("21.1")
@pytest.mark.parametrize("keys", [{"turn": 10}, {"in_play": []}])
def test_only_on_turn_eleven_and_with_the_rule(keys):
    assert air_action("Akagi", "21AF", "Enterprise", **keys).over


@pytest.mark.rule("21.1", "7.64")
def test_a_crippled_carrier_has_no_aircraft_to_do_it():
    game = battle("coral_sea", **LAST).with_units("Akagi", damage=3).with_units("21AF", "Enterprise").start()
    game.choose("coral_sea").until(Decision.KAMIKAZE, prefer=["hold", "air"])
    assert game.subject == "21AF"


@pytest.mark.rule("21.1", "7.226")
def test_it_is_asked_in_the_air_part_of_a_combined_round_and_not_in_its_surface_part():
    game = battle("coral_sea", **LAST).with_units("Akagi", "Pensacola").start(dice=[3, 4])
    game.choose("coral_sea", "air", "surface")
    assert game.decision == Decision.KAMIKAZE, "the favoured air action adds one: a tie"
    game.choose("no").lay(1, 1, 1, 1).choose("Pensacola")
    assert game.until(Decision.KAMIKAZE, Decision.SURFACE_TARGET).decision == Decision.SURFACE_TARGET


@pytest.mark.rule("21.1", "8.31")
def test_it_is_asked_in_a_pursuit():
    game = battle("coral_sea", **LAST).with_units("Akagi", "Pensacola").start()
    game.choose("coral_sea").until(Decision.RETREAT, prefer=["no", "hold", "silent", "air"])
    while game.decision == Decision.RETREAT:
        game.choose("retreat" if game.power == Power.AMERICAN else "remain")
    game.until(Decision.KAMIKAZE, prefer=["Pensacola", "air"])
    assert game.decision == Decision.KAMIKAZE and game.record["battle_group"] > 0


def dice_to_hit(game, attacker):
    """The bonus of an attacker in its last attack."""
    return [row[3] for row in game.events(Event.ATTACK) if row[1] == unit_number(attacker)][-1]


@pytest.mark.rule("21.1", "3.14")
@pytest.mark.parametrize(
    ("attacker", "target", "bonus"),
    [
        ("21AF", "Pensacola", 1),
        ("Akagi", "Pensacola", 2),
        ("Taiho", "Pensacola", 1),
        ("21AF", "5AF", 1),
        ("Akagi", "5AF", 1),
    ],
)
def test_the_attack_bonus(attacker, target, bonus):
    """§12.22: against air units printed bonuses never count."""
    game = air_action(attacker, target).choose("yes").lay(*[1] * 20).choose(target)
    assert dice_to_hit(game, attacker) == bonus


@pytest.mark.rule("21.1", "7.43")
def test_the_bonus_is_for_the_dice_to_hit_and_not_for_damage():
    game = air_action("21AF", "Maryland").choose("yes").lay(5, 1, 1, 2).choose("Maryland")
    assert game.unit("Maryland").damage == 2


@pytest.mark.rule("21.1", "12.6")
def test_an_air_unit_is_eliminated_when_the_action_ends():
    game = air_action("21AF", "Akagi", "Enterprise").choose("no", "yes").lay(*[1] * 12).choose("Enterprise")
    game.choose("Enterprise")
    assert (game.decision, game.subject) == (Decision.AIR_TARGET, "Enterprise")
    assert "21AF" in game.choices, "until then it may be attacked"
    game.choose("21AF")
    assert (game.unit("21AF").place, game.unit("21AF").due) == ("returning", 13)
    assert game.unit("Akagi").place == "coral_sea"


@pytest.mark.rule("21.1", "7.52")
def test_a_carrier_is_disabled_and_goes_home_when_the_action_ends():
    game = air_action("Akagi", "Enterprise").choose("yes").lay(*[1] * 8).choose("Enterprise").choose("Akagi")
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Akagi")
    assert game.unit("Akagi").disabled and game.unit("Akagi").damage == 0
    game.choose("truk")
    assert game.unit("Akagi").place == "truk" and game.record["kamikaze"].sum() == 0


@pytest.mark.rule("21.1", "7.53")
def test_a_carrier_that_is_sunk_in_the_action_is_sunk():
    game = air_action("Akagi", "Enterprise").choose("yes").lay(1, 1, 1, 1, 6, 6, 1, 1, 6, 6)
    game.choose("Enterprise").choose("Akagi")
    assert game.unit("Akagi").place == "out_of_play"


@pytest.mark.rule("21.1")
def test_a_unit_that_has_announced_it_cannot_hold_its_fire():
    game = air_action("Akagi", "21AF", "Enterprise").choose("yes", "no")
    assert game.subject == "Akagi" and game.choices == {"Enterprise"}
    game.choose("Enterprise")
    assert game.subject == "21AF" and game.choices == {"Enterprise", "hold"}


@pytest.mark.rule("21.1")
def test_it_is_asked_again_in_the_next_action():
    game = air_action("Akagi", "Pensacola").choose("no").lay(*[1] * 4).choose("Pensacola")
    game.until(Decision.KAMIKAZE, prefer=["remain", "air"])
    assert (game.decision, game.subject) == (Decision.KAMIKAZE, "Akagi")


@pytest.mark.rule("21.1", "12.42")
def test_an_air_unit_may_do_it_against_a_place():
    position = battle("hawaiian_islands", **LAST).with_units("21AF").with_units("Nevada", place="pearl_harbor")
    position.owned("johnston", "japanese")
    game = position.start(dice=[5, 1, 1, 3]).choose("hawaiian_islands", "pearl_harbor")
    assert (game.decision, game.subject) == (Decision.KAMIKAZE, "21AF")
    game.choose("yes")
    assert game.choices == {"Nevada"}, "it may not hold its fire"
    game.choose("Nevada")
    assert dice_to_hit(game, "21AF") == 1 and game.unit("Nevada").damage == 3
    assert game.unit("21AF").place == "returning"


@pytest.mark.rule("21.1", "9.3")
def test_a_carrier_may_do_it_in_a_raid_and_goes_home_after_it():
    position = battle("hawaiian_islands", **LAST).with_units("Akagi", "Kaga")
    position.with_units("Nevada", place="pearl_harbor").with_units("Essex", place="johnston")
    game = position.start(dice=[4, 1, 1, 1, 3]).choose("hawaiian_islands", "pearl_harbor", "johnston")
    assert (game.decision, game.subject) == (Decision.KAMIKAZE, "Akagi")
    game.choose("yes", "Nevada")
    assert dice_to_hit(game, "Akagi") == 2 and game.unit("Nevada").damage == 3
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Akagi")
    game.choose("yokosuka")
    assert game.unit("Akagi").disabled
    assert (game.decision, game.subject) == (Decision.KAMIKAZE, "Kaga"), "the raid on the other place comes next"
    game.choose("no").choose("hold")
    assert game.unit("Kaga").place == "hawaiian_islands"


@pytest.mark.rule("21.1", "9.24")
def test_nothing_is_announced_in_a_raid_without_a_target():
    position = battle("hawaiian_islands", **LAST).with_units("Akagi").with_units("Nevada", place="johnston")
    game = position.start().choose("hawaiian_islands", "pearl_harbor")
    assert game.over and game.unit("Akagi").place == "hawaiian_islands"


@pytest.mark.rule("21.1", "19.7")
def test_the_surprise_raids_know_no_kamikaze():
    position = movement("raiding", hostilities=False, attack="declared", **LAST)
    position.with_units("Akagi", place="raid_force").with_units("Nevada", place="pearl_harbor")
    game = position.start().until(Decision.KAMIKAZE, Decision.STRIKE_TARGET)
    assert game.decision == Decision.STRIKE_TARGET


# --- §21.2: the war in the Atlantic theatre is over ----------------------------------------------------


@pytest.mark.rule("21.2", "7.12")
def test_there_is_no_combat_in_the_atlantic_theatre():
    game = Position("combat", **LAST).with_units("Hood", "Bismarck", place="north_sea").start()
    assert game.over and not game.events(Event.COMBAT_BEGINS)
    game = Position("combat", **{**LAST, "turn": 10}).with_units("Hood", "Bismarck", place="north_sea").start()
    assert game.decision == Decision.COMBAT_AREA


@pytest.mark.rule("21.2", "9.23")
def test_a_port_of_that_theatre_is_not_attacked_from_the_pacific():
    position = battle("arabian_sea", **LAST).with_units("Akagi").with_units("Hood", place="suez")
    game = position.with_units("Exeter", place="diego_suarez").owned("diego_suarez", "british").start()
    assert game.choose("arabian_sea").choices == {"diego_suarez", "hold"}


@pytest.mark.rule("21.2", "16.11")
@pytest.mark.parametrize(("turn", "owner"), [(10, "german"), (11, "british")])
def test_nothing_is_captured_there(turn, owner):
    position = Position("capture", **{**LAST, "turn": turn}).flag("west_med", "axis").flag("east_med", "axis")
    assert position.start().until().owner("malta") == owner


@pytest.mark.rule("21.2", "13.3")
def test_nothing_lands_there():
    for turn, asked in ((10, True), (11, False)):
        position = Position("invasion", **{**LAST, "turn": turn}).with_units(a_landing_force(), place="west_med")
        assert (position.start().decision == Decision.LANDING) == asked


@pytest.mark.rule("21.2", "2.8")
def test_its_areas_score_on_neither_track_and_its_track_is_frozen():
    position = Position("control", **LAST, victory_points={"atlantic": 3})
    position.with_units("Hood", place="north_sea").with_units("Pensacola", place="caribbean")
    position.with_units("Exeter", place="indian_ocean").with_units("Nagato", place="arabian_sea")
    game = position.with_units("Bismarck", place="barents").start()
    assert (game.points(0), game.points(1)) == (3, -1), "Japan alone scores, in the Arabian Sea"
    assert [row[1:3] for row in game.events(Event.VICTORY_POINTS)] == [(1, -1)]


@pytest.mark.rule("21.2", "2.21")
def test_what_areas_score_can_be_seen():
    """§21.2: the Caribbean is in the Atlantic theatre, the Arabian Sea scores on its track for the Allies."""
    played = ruleset("campaign", 2, ("turn_11",))
    games = played.scenario.templates.copy()
    areas = ("north_sea", "caribbean", "arabian_sea", "indonesia")
    assert [played.view(games).points(area) for area in areas] == [(1, 3), (1, 1), (1, 1), (1, 4)]
    games["turn"] = 11
    assert [played.view(games).points(area) for area in areas] == [(0, 0), (0, 0), (0, 1), (1, 4)]


@pytest.mark.rule("21.2", "17.13")
def test_its_flags_stay_as_they_are():
    position = Position("control", **LAST).flag("north_sea", "axis").with_units("Hood", place="north_sea")
    assert position.start().flag("north_sea") == "axis"


@pytest.mark.rule("21.2", "14.26")
def test_the_track_is_frozen_for_merchants_in_the_pacific_too():
    """Nobody is left to do it in play: U-boats leave when the turn begins."""
    for turn, points in ((10, -1), (11, 0)):
        position = battle("indian_ocean", **{**LAST, "turn": turn, "last_turn": turn}).with_units("u_boat_1")
        game = position.start(dice=[6, 1]).choose("indian_ocean").until()
        assert game.events(Event.TRADE_ATTACK) and game.points(0) == points


@pytest.mark.rule("21.2", "2.343")
@pytest.mark.parametrize(("turn", "points"), [(10, 1), (11, 0)])
def test_the_neutral_port_costs_nothing(turn, points):
    position = movement("raiding", **{**LAST, "turn": turn, "last_turn": turn})
    game = position.with_units("Bismarck", place="neutral_port").start().until(prefer=["stay"])
    assert game.points(0) == points


@pytest.mark.rule("21.2")
def test_the_german_player_has_no_decision():
    position = Position("reinforcements", **LAST)
    position.with_units("Bismarck", "u_boat_1", "Roma", place="germany", damage=0)
    position.with_units("u_boat_2", place="returning", due=11)
    position.with_units("Tirpitz", place="germany", damage=2).with_units("Nagato", place="yokosuka")
    game = position.start(players=4)
    while not game.over:
        assert game.power != Power.GERMAN
        game.choose("stay")
    assert game.unit("Tirpitz").damage == 2, "nor are repairs made"


@pytest.mark.rule("21.2", "10.3")
def test_what_the_germans_have_in_the_pacific_leaves():
    position = returning(0).with_units("Nordmark", place="indian_ocean").with_units("Bismarck", place="germany")
    game = position.with_units("Nagato", place="yokosuka").start().until(prefer=["stay"])
    assert game.unit("Nordmark").place == "out_of_play"
    assert (game.unit("Bismarck").place, game.unit("Nagato").place) == ("germany", "yokosuka")


@pytest.mark.rule("21.2", "16.43")
def test_italy_rolls_no_more():
    keys = {"surrender_turn": 8, "owners": {"taranto": "british", "spezia": "german"}}
    for turn, rolls in ((9, 1), (10, 0)):
        position = Position("return", turn=turn, last_turn=turn + 1, **OPTION, **keys)
        game = position.with_units("Littorio", place="spezia").start(dice=[1] * 2)
        assert len(game.until(prefer=["stay"]).events(Event.TABLE)) == rolls


@pytest.mark.rule("21.2", "1.4")
@pytest.mark.parametrize(("atlantic", "result"), [(2, 1), (-1, -1)])
def test_the_atlantic_counts_as_it_was_frozen(atlantic, result):
    game = Position("control", **LAST, victory_points={"atlantic": atlantic}).start().until()
    assert game.over and game.record["result"] == result


# --- §21.21: no British lead ---------------------------------------------------------------------------


def who_may_sail(game):
    """Names of ships that are asked for an order to patrol on turn 11."""
    asked = []
    while not game.over:
        if game.decision == Decision.PATROL_ORDER:
            assert game.record["turn"] == 11
            asked.append(game.subject)
        game.choose("stay" if "stay" in game.choices else min(game.choices))
    return asked


@pytest.mark.rule("21.21")
@pytest.mark.parametrize("lead", [0, -3])
def test_without_a_british_lead_all_units_in_the_atlantic_theatre_stay_there(lead):
    position = returning(lead).with_units("Hood", place="suez").with_units("Pensacola", place="panama_canal")
    position.with_units("Rodney", place="north_sea").with_units("Exeter", place="diego_suarez")
    position.owned("diego_suarez", "british").with_units("Nagato", place="yokosuka")
    game = position.with_units("Bismarck", place="germany").start()
    assert not sent(game) and game.decision == Decision.RETURN_TO_BASE, "the Rodney returns to base as ever"
    assert who_may_sail(game) == ["Exeter", "Nagato"]


@pytest.mark.rule("21.21")
def test_who_returns_from_the_pacific_to_suez_or_panama_is_free_to_move():
    position = returning(0).with_units("Hood", place="arabian_sea").with_units("Rodney", place="east_med")
    game = position.start().until(Decision.PATROL_ORDER, prefer=["suez"])
    assert (game.unit("Hood").place, game.unit("Rodney").place) == ("suez", "suez")
    assert game.subject == "Hood" and who_may_sail(game) == ["Hood"]


@pytest.mark.rule("21.21", "12.123")
def test_what_arrives_later_is_free_to_move():
    position = returning(-1).with_units("missouri", place="not_yet_arrived", due=11)
    game = position.with_units("8AF", place="lba_transfer", due=11).start()
    game.until(Decision.PATROL_ORDER, prefer=["usa"])
    assert game.subject == "Missouri" and not game.unit("8AF").held


@pytest.mark.rule("21.21")
def test_air_and_amphibious_units_stay_too():
    marines = a_landing_force()
    position = returning(0).with_units("RAF", place="england").with_units(marines, place="suez")
    game = position.start().until(prefer=["stay"])
    assert game.over and game.unit(marines).place == "suez" and game.unit("RAF").place == "england"
    assert game.record["decisions"] == 0


@pytest.mark.rule("21.21", "18.22")
def test_nobody_who_stays_rolls_to_move():
    position = returning(0).with_units("Marat", place="leningrad")
    assert not position.start().until().events(Event.ROLL_TO_MOVE)
    assert returning(1).with_units("Marat", place="leningrad").start().until().events(Event.ROLL_TO_MOVE)


@pytest.mark.rule("21.21", "16.44")
def test_who_has_not_been_let_out_of_a_pacific_port_on_turn_ten_rolls_again():
    position = Position("patrolling", **{**LAST, "turn": 10})
    game = position.with_units("Littorio", place="trincomalee", controller="british").start(dice=[4, 5])
    assert [row[2] for row in game.events(Event.ROLL_TO_MOVE)] == [0, 1]
    assert (game.decision, game.subject, game.record["turn"]) == (Decision.PATROL_ORDER, "Littorio", 11)


# --- §21.22: a British lead ----------------------------------------------------------------------------


@pytest.mark.rule("21.22")
def test_the_british_send_a_ship_for_each_point():
    position = returning(2).with_units("Hood", "Rodney", place="england").with_units("Pensacola", place="usa")
    game = position.with_units("Nelson", place="mid_atlantic", damage=2, raiding=True).start(players=4)
    assert (game.decision, game.power, game.subject) == (Decision.TRANSFER, Power.BRITISH, None)
    assert game.choices == {"Hood", "Rodney", "Pensacola", "Nelson", "hold"}, "American ships are his to send too"
    game.choose("Nelson")
    assert (game.decision, game.choices) == (Decision.TRANSFER, {"Hood", "Rodney", "Pensacola", "hold"})
    game.choose("Pensacola")
    assert sent(game) == {"Nelson": "trincomalee", "Pensacola": "pearl_harbor"}
    assert game.unit("Nelson").place == "trincomalee" and game.unit("Nelson").damage == 2
    assert not game.unit("Nelson").raiding and game.decision != Decision.TRANSFER


@pytest.mark.rule("21.22")
def test_he_may_send_fewer():
    game = returning(3).with_units("Hood", "Rodney", place="england").start().choose("hold")
    assert game.decision != Decision.TRANSFER and not sent(game)


@pytest.mark.rule("21.22")
def test_it_is_done_before_anyone_returns_and_after_places_have_fallen():
    position = Position("capture", turn=10, last_turn=11, victory_points={"atlantic": 1}, **OPTION)
    game = position.with_units("Hood", place="mid_atlantic").with_units("Nagato", place="coral_sea").start()
    assert game.decision == Decision.TRANSFER and game.phase == Phase.RETURN


@pytest.mark.rule("21.22")
def test_no_other_units_and_no_ships_of_other_allies():
    marines = a_landing_force()
    position = returning(9).with_units("RAF", marines, "Hood", place="england").with_units("Marat", place="leningrad")
    position.with_units("Rodney", place="trincomalee").with_units("Warspite", place="england", damage=6)
    position.with_units("Littorio", place="suez", controller="british").with_units("Bismarck", place="germany")
    assert position.start().choices == {"Hood", "hold"}, "a ship on the bottom does not go either"


@pytest.mark.rule("21.22")
def test_disabled_ships_may_be_sent_and_move_on_turn_eleven():
    game = returning(1).with_units("Hood", place="england", disabled=True).start().choose("Hood")
    game.until(Decision.PATROL_ORDER)
    assert (game.subject, game.unit("Hood").place) == ("Hood", "trincomalee")


@pytest.mark.rule("21.22")
def test_the_others_move_normally():
    position = returning(1).with_units("Hood", place="north_sea").with_units("Pensacola", place="panama_canal")
    game = position.with_units("RAF", place="england").start().choose("hold").until(Decision.PATROL_ORDER)
    assert game.subject == "Hood" and "western_approaches" in game.choices
    game.choose("stay")
    assert game.subject == "Pensacola" and "hawaiian_islands" in game.choices


@pytest.mark.rule("21.22")
def test_with_a_lead_and_no_ship_nobody_is_asked():
    game = returning(5).with_units("Exeter", place="trincomalee").start()
    assert game.decision == Decision.PATROL_ORDER


@pytest.mark.rule("21.22")
@pytest.mark.parametrize("keys", [{"in_play": []}, {"turn": 9}])
def test_only_at_the_end_of_turn_ten(keys):
    game = returning(3, **keys).with_units("Hood", place="england").start()
    assert game.decision != Decision.TRANSFER


@pytest.mark.rule("21.221")
def test_with_trincomalee_lost_they_go_to_addu_atoll_or_diego_suarez():
    position = returning(2).with_units("Hood", "Rodney", place="england").owned("trincomalee", "japanese")
    game = position.owned("diego_suarez", "british").start().choose("Hood")
    assert (game.decision, game.subject) == (Decision.TRANSFER_PLACE, "Hood")
    assert game.choices == {"addu_atoll", "diego_suarez"}
    game.choose("diego_suarez").choose("Rodney", "addu_atoll")
    assert sent(game) == {"Hood": "diego_suarez", "Rodney": "addu_atoll"}


@pytest.mark.rule("21.221")
@pytest.mark.parametrize(
    ("addu_atoll", "place"), [("british", "addu_atoll"), ("japanese", "suez"), ("uncontrolled", "suez")]
)
def test_with_one_of_them_or_none_there_is_no_choice(addu_atoll, place):
    position = returning(1).with_units("Hood", place="england").owned("trincomalee", "japanese")
    game = position.owned("diego_suarez", "uncontrolled").owned("addu_atoll", addu_atoll).start().choose("Hood")
    assert sent(game) == {"Hood": place}


@pytest.mark.rule("21.222")
def test_with_pearl_harbor_lost_american_ships_go_to_panama():
    position = returning(1).with_units("Pensacola", place="usa").owned("pearl_harbor", "japanese")
    assert sent(position.start().choose("Pensacola")) == {"Pensacola": "panama_canal"}


@pytest.mark.rule("21.222")
def test_without_a_place_a_ship_is_not_sent():
    position = returning(1).with_units("Pensacola", place="usa").owned("pearl_harbor", "japanese")
    game = position.owned("panama_canal", "german").with_units("Hood", place="england").start()
    assert game.choices == {"Hood", "hold"}


@pytest.mark.rule("21.223")
def test_free_french_ships_count_as_american():
    position = returning(2).with_units("Richelieu", place="usa")
    game = position.with_units("Dunkerque", place="germany", controller="german").start()
    assert game.choices == {"Richelieu", "hold"}
    assert sent(game.choose("Richelieu")) == {"Richelieu": "pearl_harbor"}


# --- §21.3: richer waters ------------------------------------------------------------------------------


@pytest.mark.rule("21.3")
@pytest.mark.parametrize("turn", [1, 5, 11])
def test_indonesia_and_the_home_islands_are_worth_four_to_japan_on_all_turns(turn):
    position = Position("control", turn=turn, last_turn=11, **OPTION)
    game = position.with_units("Nagato", place="indonesia").with_units("Mutsu", place="home_islands").start()
    assert [row[2] for row in game.events(Event.VICTORY_POINTS)] == [-8]
    position = Position("control", turn=turn, last_turn=11)
    game = position.with_units("Nagato", place="indonesia").with_units("Mutsu", place="home_islands").start()
    assert [row[2] for row in game.events(Event.VICTORY_POINTS)] == [-6]


@pytest.mark.rule("21.3", "14.26")
def test_so_much_submarines_may_gain_there():
    vp = load.scenario("campaign", printed(), 2, ["turn_11"]).books[0]["vp"]
    areas = [place_number(area) for area in ("indonesia", "home_islands")]
    assert vp[areas].max(axis=1).tolist() == [4, 4]
    assert np.count_nonzero(vp != load.scenario("campaign", printed()).books[0]["vp"]) == 2
