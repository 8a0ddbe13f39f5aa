"""Decisions, answers, events, odds and the end of a battle in words."""

from itertools import product

import numpy as np
import pytest

from aw_env import naval_miniatures_v0
from aw_env.games.naval_miniatures.game import ruleset
from aw_env.games.naval_miniatures.records.terms import (
    FIRST_SECTOR_ACTION,
    FIRST_UNIT_ACTION,
    UNITS,
    Decision,
    Event,
    Option,
    Weapon,
)
from aw_env.games.naval_miniatures.words import odds, score, wording
from aw_env.games.naval_miniatures.words.events import EVENTS
from aw_env.games.naval_miniatures.words.words import DECISIONS
from aw_env.table.rulebook import titles
from tests.naval_miniatures.outcomes import distribution
from tests.naval_miniatures.positions import battle, scenario
from tests.naval_miniatures.test_view import seen

SPEECH = ruleset("river_plate").speech()


def why_not(game, name):
    """What stands in the way of a unit or a sector."""
    view = seen(game, {"allies": 0, "axis": 1}[game.who])
    if len(name) == 2:
        return SPEECH.understanding.why_not(view, FIRST_SECTOR_ACTION + view.names.place_number(name))
    return SPEECH.understanding.why_not(view, FIRST_UNIT_ACTION + view.unit(name).number)


def note(game, name):
    """What there is to know of a choice."""
    view = seen(game, {"allies": 0, "axis": 1}[game.who])
    return SPEECH.words.note(None, view, game.action(name), True)


def told(game):
    """What has come with the latest answer, in words."""
    scenario = ruleset("river_plate").scenario
    return [SPEECH.events.happening(scenario, row).words for row in game.events[1 : game.events[0, 0] + 1]]


# --- tables ------------------------------------------------------------------------------------------------------


def test_every_decision_option_and_event_has_words():
    assert DECISIONS.keys() == set(Decision) and wording.TERMS.options.keys() == set(Option)
    assert EVENTS.keys() == set(Event) - {Event.NONE}


def test_every_rule_that_is_named_is_one():
    known = titles("naval_miniatures")
    named = {rule for asked in DECISIONS.values() for rule in asked.rules}
    assert named <= known.keys()


def test_a_ship_that_can_only_lay_smoke_says_so_when_she_is_chosen():
    far = battle("surface_attack", {"hms_javelin": "a1"}, {"koln": "k7"}).begin()
    near = battle("surface_attack", {"hms_javelin": "d4", "hms_ajax": "d4"}, {"koln": "d5"}).begin()
    assert note(far, "hms_javelin") == "it has no target, and lays smoke"
    assert note(near, "hms_javelin") == note(near, "hms_ajax") == ""


# --- whole battles -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "options"), [("random", ()), ("standard", ()), ("convoy", ()), ("random", ["exercise"])]
)
def test_every_choice_typed_as_printed_is_that_choice(name, options):
    game, rng = naval_miniatures_v0.game(name, options=options, seed=6), np.random.default_rng(6)
    for _ in range(250):
        if game.ended:
            break
        for action, words in game.actions():
            assert game.action_named(words) == action
            assert game.rules.speech().words.note(game, game.view(game.seat), action, True) is not None
        assert game.describe() and all(words for *_, words in game.events())
        game.apply(int(rng.choice(game.legal_actions())))


# --- obstacles ---------------------------------------------------------------------------------------------------


def test_why_a_unit_is_no_target():
    axis = {"bismarck": "e6", "koln": "k1", "u_510": "d3", "scharnhorst": "e3", "fw_200_kondor": "d4"}
    game = battle("surface_attack", {"hms_hood": "e4", "hms_ajax": "a1"}, axis, terrain={"island": ["e5"]}).begin()
    game.choose("hms_hood", "main")
    assert why_not(game, "bismarck") == "the island in E5 is between"
    assert why_not(game, "koln") == "it is out of range: 6 sectors"
    assert why_not(game, "u_510") == "main guns cannot attack a submarine"
    assert why_not(game, "fw_200_kondor") == "main guns cannot attack a patrol bomber"
    assert why_not(game, "hms_ajax") == "it is on your own side"
    assert why_not(game, "scharnhorst") == ""


@pytest.mark.parametrize(
    ("terrain", "smoke", "says"),
    [
        ({"squall": ["e5"]}, [], "the squall in E5 is between"),
        ({}, ["e5"], "the smoke in E5 is between"),
        ({"island": ["e6"]}, [], "there is no sight into or out of the island sector E6"),
    ],
)
def test_what_is_in_the_line_of_sight(terrain, smoke, says):
    axis = {"bismarck": "e6", "koln": "e4"}
    game = battle("surface_attack", {"hms_hood": "e4"}, axis, terrain=terrain, smoke=smoke).begin()
    assert why_not(game.choose("hms_hood", "main"), "bismarck") == says


@pytest.mark.rule("LOS.4", "LOS.11")
def test_the_island_that_is_named_is_that_whose_land_is_in_the_line():
    """In the strait the line crosses the water of F5 and the land of F6."""
    game = battle("surface_attack", {"hms_hood": "d4"}, {"bismarck": "g7", "koln": "d5"}, zone=3).begin()
    assert why_not(game.choose("hms_hood", "main"), "bismarck") == "the island in F6 is between"


def test_an_aborted_aircraft_is_no_target():
    axis = (("fw_200_kondor", "d4"), ("fw_200_kondor", "d4"))
    allies = (("hms_hood", "d4"), ("hms_ajax", "d4"))
    game = battle("air_defense", allies, axis).begin(dice=[5, 5, 5, 5] + [1] * 20)
    game.choose("hms_hood", "fw_200_kondor", "hms_ajax")
    assert why_not(game, "fw_200_kondor") == "it is aborted already"


def test_why_a_unit_does_not_act():
    allies = {"hms_ark_royal": "a1", "sea_hurricane_mk_1b": "airbase", "hms_ajax": "d4"}
    game = battle("torpedo_attack", allies, {"bismarck": "d4"}).begin()
    assert why_not(game, "hms_ark_royal") == "it has no torpedoes"
    assert why_not(game, "sea_hurricane_mk_1b") == "it is ashore"
    assert why_not(game, "bismarck") == "it is the enemy's"
    game = battle("sea_movement", allies, {"bismarck": "k1"}).begin()
    assert why_not(game, "sea_hurricane_mk_1b") == "aircraft do not move in this phase"
    assert why_not(game.choose("hms_ajax", "d5"), "hms_ajax") == "it has moved already"


@pytest.mark.rule("DMG.4", "RES.12")
def test_why_an_aborted_fighter_does_not_act():
    """In the phase in which it is aborted it still shoots, once; after that it does nothing."""
    allies, axis = (("f4f_wildcat", "d4"), ("f4f_wildcat", "a1"), ("hms_ajax", "d4")), {"a6m2_zeke": "d4"}
    units = {"f4f_wildcat": {"aborted": 1}, "f4f_wildcat#2": {"aborted": 1}}
    game = battle("air_defense", allies, axis, units=units).begin(dice=[1] * 20)
    game.choose("f4f_wildcat", "a6m2_zeke")
    assert why_not(game, "f4f_wildcat") == "it has acted in this phase"
    assert why_not(game, "f4f_wildcat_2") == "it has nothing to attack in this phase"
    units = {"f4f_wildcat": {"aborted": 1}}
    game = battle("air_attack", allies, {"koln": "d4", "jintsu": "a1"}, units=units).begin()
    assert why_not(game, "f4f_wildcat") == "it is aborted"


@pytest.mark.rule("AB.repair")
def test_why_ships_under_repair_do_not_fire():
    axis = {"nordmark": "d4", "koln": "d4", "scharnhorst": "d5"}
    game = battle("surface_attack", {"hms_ajax": "d4"}, axis, first="axis", units={"koln": {"mended": 1, "damage": 1}})
    game.templates[0]["mending"][game.unit("nordmark")] = game.unit("koln")
    game.begin()
    for ship in ("nordmark", "koln"):
        assert why_not(game, ship) == "it repairs a ship, or is under repair, and fires no guns"


def test_why_a_sector_is_out_of_reach():
    allies = (("hms_ajax", "d4"), ("hms_ajax", "c4"), ("hms_exeter", "c4"))
    game = battle("sea_movement", allies, {"bismarck": "k1"}, terrain={"island": ["d5"], "shoal": ["d3"]}).begin()
    game.choose("hms_ajax")
    assert why_not(game, "d5") == "ships and submarines do not enter an island sector"
    assert why_not(game, "d3") == "ships and submarines do not enter a shoal sector"
    assert why_not(game, "c4") == "there is no room for another of its type"
    assert why_not(game, "h4") == "it is 4 sectors away; the speed is 2"
    assert why_not(game, "d4") == "it is there already"


def test_of_a_sector_it_is_said_what_is_in_the_way_where_sectors_are_asked_for():
    axis = {"koln": "d5", "bolzano": "d4"}
    game = battle("surface_attack", {"hms_ajax": "d4"}, axis, terrain={"island": ["d3"]}).begin()
    game.choose("hms_ajax", "main")
    assert game.asked == "target" and why_not(game, "d3") == why_not(game, "d4") == ""


@pytest.mark.rule("AB.lead_the_attack", "STK.1")
def test_who_leads_the_attack_is_told_that_the_way_may_be_blocked():
    game = scenario("denmark_strait").begin(seed=1).play_to("lead", "axis")
    assert why_not(game, "f1") == "it is too far away, or the way there is blocked"


@pytest.mark.rule("TOR.2", "AB.submerged_shot", "ATT.6")
@pytest.mark.parametrize(("card", "target", "says"), [
    ("uss_barb", "u_510", "torpedoes attack a submarine in their own sector alone"),
    ("pt_boat", "u_510", "torpedoes cannot attack a submarine"),
])  # fmt: skip
def test_why_a_submarine_is_no_target_of_torpedoes(card, target, says):
    axis = {target: "d5", "koln": "d4"}
    game = battle("torpedo_attack", {card: "d4"}, axis).begin().choose(card)
    assert why_not(game, target) == says


def test_an_auxiliary_is_no_target_of_antiair_guns():
    axis = {"nordmark": "d4", "a6m2_zeke": "d4"}
    game = battle("air_defense", {"hms_ajax": "d4"}, axis).begin().choose("hms_ajax")
    assert why_not(game, "nordmark") == "antiair guns cannot attack an auxiliary"


# --- odds --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("penalty", "torpedo"), [(0, False), (1, False), (2, False), (3, False), (0, True)])
@pytest.mark.parametrize("dice", [1, 2, 4])
def test_chances_are_those_of_all_throws(dice, penalty, torpedo):
    counted = {}
    for throw in product(range(1, 7), repeat=dice):
        sixes = throw.count(6)
        ones = 0 if torpedo else sum(die != 6 and die - penalty >= 4 for die in throw)
        outcome = (sixes * (1 if torpedo else 2) + ones, sixes)
        counted[outcome] = counted.get(outcome, 0) + 1
    found = {(successes, sixes): chance for successes, sixes, chance in distribution(dice, penalty, torpedo)}
    assert found == pytest.approx({outcome: number / 6**dice for outcome, number in counted.items()})


def test_a_target_shows_its_odds():
    game = battle("torpedo_attack", {"hms_ajax": "d4"}, {"koln": "d5", "bismarck": "d4"}).begin()
    game.choose("hms_ajax")
    assert note(game, "bismarck") == "2 dice: 31% hit, 0% destroyed"
    assert note(game, "koln") == "range 1, 2 dice: 31% hit, 3% destroyed"


def test_a_weapon_shows_the_dice_on_the_card():
    game = battle("surface_attack", {"hms_hood": "d4"}, {"koln": "d5"}).begin().choose("hms_hood")
    hood = seen(game).unit("hms_hood")
    assert note(game, "main") == "/".join(str(hood.dice(Weapon.MAIN, sectors)) for sectors in range(4)) + " dice"


def test_odds_count_pending_damage_concealment_and_penalties():
    units = {"hms_ajax": {"damage": 2, "crippled": 1}, "koln": {"damage": 1, "hit": 1}}
    game = battle("surface_attack", {"hms_ajax": "d4"}, {"koln": "d4"}, units=units, terrain={"squall": ["d4"]}).begin()
    view = seen(game.choose("hms_ajax", "main"), 0)
    found = odds.odds(view.unit("hms_ajax"), view.weapon, view.unit("koln"))
    dice, armor = found.aim.dice, view.unit("koln").armor
    enough = sum(chance for successes, _, chance in distribution(dice, 1, False) if successes >= armor)
    assert found.aim.penalty == 1 and found.hits == pytest.approx(enough * 5 / 6)
    assert found.hits == pytest.approx(found.destroys)


# --- the account -------------------------------------------------------------------------------------------------


def test_an_attack_in_words():
    game = battle("torpedo_attack", {"hms_ajax": "d4"}, (("koln", "d5"), ("koln", "d4"))).begin()
    game.lay(6, 2, *[1] * 20)
    game.choose("hms_ajax", "koln#2")
    assert told(game)[:2] == ["HMS Ajax attacks Köln (2) with torpedoes: [6 2]", "Köln (2) is hit: 2 hull points."]


@pytest.mark.rule("LND.4")
@pytest.mark.parametrize(("escort", "says"), [(-1, "is given up: 13 points."), (0, "is given up.")])
def test_an_aircraft_that_is_given_up_in_words(escort, says):
    """Nothing has destroyed it; of a convoy nothing is scored (CV.7)."""
    axis = [("koln", "k1"), ("b5n2_kate", "d4"), *[("d3a_val", "airbase")] * 5]
    game = battle("air_return", {"hms_ajax": "a1"}, axis, escort=escort, convoy_limit=3).begin()
    assert f'B5N2 "Kate" {says}' in told(game.choose("land_base", "b5n2_kate"))


def test_a_bought_card_in_words():
    game = scenario("standard").begin(seed=1).choose("uss_atlanta")
    assert told(game) == ["The Allies buy USS Atlanta (CL 51), 88 points left."]


@pytest.mark.parametrize(
    ("book", "says"),
    [
        (
            {"last_turn": 5},
            "The last turn is over; points of the units left: Allies 13, Axis 53. Score: Allies 0, Axis 0.",
        ),
        (
            {"quiet_limit": 1, "last_turn": 30},
            "Nothing has happened for too long; points of the units left: Allies 13,",
        ),
        ({"win_at": 0}, "Score: Allies 0, Axis 0."),
    ],
)
def test_why_a_battle_has_ended(book, says):
    game = battle("end_of_turn", {"hms_ajax": "a1"}, {"bismarck": "k1"}, **book).begin()
    assert game.over and score.why(seen(game)).startswith(says)


def test_a_side_without_units_has_lost():
    game = battle("torpedo_attack", {"hms_ajax": "d4"}, {"type_13_subchaser": "d4"}).begin()
    game.lay(6, 6)
    game.choose("hms_ajax", "type_13_subchaser")
    assert game.over and score.why(seen(game)) == "The Axis has no units left. Score: Allies 4, Axis 0."


@pytest.mark.rule("WIN.5", "EOT.2")
def test_a_side_that_loses_its_last_unit_has_lost_with_enough_points_too():
    """The score is looked at at the end of a turn, which does not come any more."""
    game = battle("torpedo_attack", {"hms_ajax": "d4"}, {"type_13_subchaser": "d4"})
    game.templates[0]["score"] = [0, 160]
    game.begin().lay(6, 6)
    game.choose("hms_ajax", "type_13_subchaser")
    assert game["result"] == 1 and score.why(seen(game)) == "The Axis has no units left. Score: Allies 4, Axis 160."


def test_no_name_is_that_of_a_place_in_a_fleet():
    view = naval_miniatures_v0.game("random", seed=3).view()
    assert all("unit" not in view.names.units[unit.number].id for unit in view.units)
    assert len(view.names.units) == UNITS + 64
