"""Questions and events in words: what is filled in from the position."""

import csv
import random
import re
from io import StringIO
from types import SimpleNamespace

import numpy as np
import pytest
from rich.console import Console

from aw_agents import load
from aw_env import world_at_war_v0
from aw_env.core.config.folder import configs_folder
from aw_env.core.drawn import text
from aw_env.core.said.events import Teller
from aw_env.games.world_at_war.records.kinds import (
    Aim,
    Condition,
    Convoy,
    Decision,
    Event,
    Ground,
    Line,
    Option,
    Phase,
    Side,
    Theatre,
)
from aw_env.games.world_at_war.records.record import FIRST_PLACE, FIRST_UNIT
from aw_env.games.world_at_war.words.events import EVENTS, the_group, where
from aw_env.games.world_at_war.words.words import DECISIONS, FILLED, notes_of
from aw_env.table import choosing
from aw_env.table.table import seen_by
from tests.world_at_war.positions import playing
from tests.world_at_war.sea_of_hexes import NUMBERS, by_place, supplying
from tests.world_at_war.test_s21_convoys import SW_BOX, convoy


@pytest.mark.parametrize(
    ("unit", "changed", "says"),
    [
        ("roma", {}, "it comes on turn "),
        ("warspite", {}, "it is the enemy's"),
        ("littorio", {"place": -1, "condition": Condition.LOST}, "it is lost"),
        ("littorio", {"condition": Condition.DAMAGED}, "it is damaged"),
        ("littorio", {"inverted": 1}, "it has been used this turn"),
    ],
)
def test_why_a_unit_does_not_sail(unit, changed, says):
    game = world_at_war_v0.game("mediterranean", seed=1)
    while game.view().decision != Decision.PROTECT:
        game.apply(game.legal_actions()[0])
    number = next(one.number for one in game.rules.scenario.names.units if one.id == unit)
    for field, value in changed.items():
        game._games[field][0, number] = value
    known = game.rules.speech().understanding
    assert says in known.why_not(game.view(), FIRST_UNIT + number)


@pytest.mark.parametrize(
    ("phase", "moving", "says"),
    [
        (Phase.MISSIONS, Side.AXIS, {"bismarck": "it is new this turn", "scharnhorst": "it has been used this turn"}),
        (Phase.CONVOY, Side.ALLIES, {"scharnhorst": "it has been used"}),
    ],
)
def test_a_ship_that_is_inverted_is_new_or_has_been_used_in_this_turn_or_before(phase, moving, says):
    there = {"place": "brest", "inverted": 1}
    ships = {"bismarck": there, "scharnhorst": there, "gneisenau": {"place": "brest"}, "hood": {"place": "atlantic_sw"}}
    out = {"convoy": Convoy.SUPPLY, "groups": 1, "group": 1, "laden": [9, 0, 0, 0], "transports": [15, 5, 0], "step": 1}
    fields = {"cursor": 0, "brps": [9, 9], **(out if phase == Phase.CONVOY else {})}
    game = playing(phase, ships, turn=7, moving=moving, **fields)
    assert game.seat_asked == Side.AXIS
    known = game.game.rules.speech().understanding
    numbers = {unit.id: unit.number for unit in game.names.units}
    assert {id: known.why_not(game.game.view(), FIRST_UNIT + numbers[id]) for id in says} == says


@pytest.mark.parametrize(
    ("unit", "says"),
    [
        ("ark_royal", "a carrier does not stand in the line"),
        ("scapa_destroyers", "destroyers are always in the line"),
        ("scheer", "it is the enemy's"),
    ],
)
def test_why_a_unit_is_not_screened(unit, says):
    game, chooser = world_at_war_v0.game("raiders", seed=1), random.Random(1)
    while (game.view().decision, game.seat) != (Decision.SCREEN, Side.ALLIES):
        game.apply(chooser.choice(game.legal_actions()))
    number = next(one.number for one in game.rules.scenario.names.units if one.id == unit)
    assert says in game.rules.speech().understanding.why_not(game.view(game.seat), FIRST_UNIT + number)


def test_why_a_sound_unit_is_not_sent_yet():
    ships = ("resolution", "ark_royal", "british_cruiser_5", "british_cruiser_6")
    placed = {"naples_destroyers": {"place": "naples", "strength": 3}, "warspite": {"place": "alexandria"}}
    game = supplying(placed | {id: {"place": "malta"} for id in ships})
    while game.asked == Decision.SUPPLY_LINE and game.record["subject"] != NUMBERS["naples"]:
        game.choose(Option.NO)
    game.choose(Option.YES, "naples_destroyers")
    while game.record["subject"] != NUMBERS["malta"]:
        game.choose(Option.DONE)
    known, reasons = game.game.rules.speech().understanding, {}
    for unit in game.names.units:
        reasons[unit.id] = known.why_not(game.game.view(), FIRST_UNIT + unit.number)
    assert reasons["warspite"] == "only ships of Malta are asked now"
    assert reasons["ark_royal"] == "a carrier needs as many factors of other fast ships, which are named first"
    assert reasons["british_cruiser_6"] == "another cruiser that is no different is among the choices"
    assert not reasons["resolution"]
    game.choose("resolution")
    number = next(unit.number for unit in game.names.units if unit.id == "resolution")
    assert known.why_not(game.game.view(), FIRST_UNIT + number) == "it sails already"


def test_why_a_ship_of_another_power_does_not_protect_a_convoy():
    game = convoy({id: SW_BOX for id in ("hood", "renown", "repulse", "texas", "nelson")}, turn=12)
    game.choose("hood", "renown", "repulse")
    known, numbers = game.game.rules.speech().understanding, {unit.id: unit.number for unit in game.names.units}
    says = known.why_not(game.game.view(), FIRST_UNIT + numbers["texas"])
    assert says == "10 factors that sail together are of one power"
    assert "nelson" in game.units and not known.why_not(game.game.view(), FIRST_UNIT + numbers["nelson"])


@pytest.mark.parametrize(
    ("convoy", "group", "says"),
    [
        (Convoy.NONE, 2, "engage the second group"),
        (Convoy.SUPPLY, 0, "protect the convoy"),
        (Convoy.NONE, 0, "fight"),
    ],
)
def test_ships_that_may_be_screened_are_those_of_the_battle_that_is_fought(convoy, group, says):
    at_sea = SimpleNamespace(books=[{"theatre": Theatre.ATLANTIC}])
    for side, told in ((Side.ALLIES, says), (Side.AXIS, "fight")):
        asked = SimpleNamespace(convoy=convoy, group=group, scenario=at_sea, field={"power": side}.get)
        assert FILLED["fight"](asked) == told


def test_groups_are_counted_as_the_answers_that_name_them():
    assert [the_group(number) for number in (1, 8)] == ["the first group", "the eighth group"]


@pytest.mark.parametrize(
    ("scenario", "place", "words"),
    [
        ("mediterranean", "Sea off Egypt", "in the sea off Egypt."),
        ("mediterranean", "Cape Matapan", "off Cape Matapan."),
        ("mediterranean", "Gulf of Sirte", "in the Gulf of Sirte."),
        ("night_express", "Guadalcanal", "patrols off Guadalcanal."),
    ],
)
def test_ships_patrol_in_a_sea_or_off_a_shore(scenario, place, words):
    scenario = world_at_war_v0.GAME.ruleset(scenario).scenario
    number = next(one.number for one in scenario.names.places if one and one.name == place)
    row = [Event.ON_PATROL, scenario.names.units[-1].number, number, 0, 0, 0, 0, 0, 0]
    assert Teller(Event, EVENTS).happening(scenario, row).words.endswith(words)


@pytest.mark.parametrize(
    ("event", "numbers", "words"),
    [
        (Event.FRONT, (6, 5, 0), "The front in Africa, factors fed: Axis 6, Allies 5."),
        (Event.TROOPS_LOST, (Side.AXIS, Ground.INFANTRY, 0), "The Axis loses a factor of troops."),
        (Event.REINFORCED, (NUMBERS["naples"], Ground.INFANTRY, 4), "4 factors of troops arrive in Naples."),
        (Event.SOUGHT, (NUMBERS["off_malta"], 7, 0), "Ships in the sea off Malta look for them, 7 hexes away."),
        (
            Event.BOAT_SEEKS,
            (NUMBERS["off_malta"], 0, 0),
            "The submarine in the sea off Malta looks for them, in the same hex.",
        ),
        (Event.SOUGHT, (NUMBERS["taranto"], 1, 0), "Ships of Taranto look for them, 1 hex away."),
        (Event.CONVOY_ABORTS, (Convoy.SEA_TRANSPORT, 0, 0), "What it carried does not arrive."),
        (Event.CONVOY_ABORTS, (Convoy.SEA_TRANSPORT, 1, 0), "The squadrons turn back."),
    ],
)
def test_the_log_of_the_mediterranean(event, numbers, words):
    scenario = world_at_war_v0.GAME.ruleset("mediterranean").scenario
    assert Teller(Event, EVENTS).happening(scenario, [event, *numbers, 0, 0, 0, 0, 0]).words == words


def test_a_box_has_an_article():
    game = world_at_war_v0.game("raiders", seed=1)
    scenario, view = game.rules.scenario, game.view()
    box = next(one.number for one in scenario.names.places if one and one.name == "Atlantic SW box")
    hood = next(one for one in view.units if one.name == "Hood")
    row = [Event.CHANGES_BASE, hood.number, box, 0, 0, 0, 0, 0, 0]
    assert Teller(Event, EVENTS).happening(scenario, row).words.endswith(" the Atlantic SW box.")
    to = DECISIONS[Decision.DESTINATION].place
    assert (to(view, box), to(view, hood.place_number)) == ("to the Atlantic SW box", "to Scapa Flow")


@pytest.mark.parametrize("typed", ["to the Atlantic SW box", "to Atlantic SW box", "the Atlantic SW"])
def test_a_box_is_understood_with_its_article_and_without(typed):
    game = world_at_war_v0.game("raiders", seed=1)
    while game.view().decision != Decision.DESTINATION:
        game.apply(game.legal_actions()[-1])
    known, view = game.rules.speech().understanding, game.view()
    box = next(one.number for one in game.rules.scenario.names.places if one and one.name == "Atlantic SW box")
    legal = [FIRST_PLACE + box, *(action for action in game.legal_actions() if action != FIRST_PLACE + box)]
    assert known.action_named(view, legal, typed) == FIRST_PLACE + box


def test_fleets_tell_apart_who_is_not_in_play():
    scene = world_at_war_v0.game("mediterranean", seed=1).rules.scene
    view = world_at_war_v0.game("mediterranean", seed=1).view(Side.AXIS)
    console = Console(record=True, width=100, file=StringIO())
    console.print(*text.fleets(scene(view), "axis"))
    *_, last = [line for line in console.export_text().splitlines() if line.strip()]
    assert last.split("play")[0].strip() == "Not in" and "Roma" in last and "Littorio" not in last


def test_orders_to_several_are_told_of_by_the_choices_there_are():
    game = world_at_war_v0.game("raiders", seed=1)
    while game.view().decision != Decision.AT_SEA:
        game.apply(game.legal_actions()[0])
    assert choosing.example(game) == '"all yes", "UNIT yes", "rest no"'
    while game.view().decision != Decision.BASE_CHANGE:
        game.apply(game.legal_actions()[-1])
    assert "to PLACE" in choosing.example(game)


@pytest.mark.parametrize(("squadrons", "words"), [(1, "by 1 squadron: 1 hit."), (2, "by 2 squadrons: 1 hit.")])
def test_one_squadron_attacks_a_submarine_as_one(squadrons, words):
    scenario = world_at_war_v0.GAME.ruleset("mediterranean").scenario
    place = next(one.number for one in scenario.names.places if one and one.name == "Alboran Sea")
    told = Teller(Event, EVENTS).happening(scenario, [Event.HUNTS_BOAT, place, squadrons, 1, 0, 0, 0, 0, 0]).words
    assert told == f"Attack on the submarine in the Alboran Sea {words}"


def at_question(scenario, decision):
    """A game that has come to a question, the Axis raiding or convoying and all else left as it is."""
    game = world_at_war_v0.game(scenario, seed=9)
    while game.view().decision != decision:
        legal = game.legal_actions()
        quiet = game.rules.speech().understanding.quiet_choice(legal)
        acts = quiet is None or game.view().decision in (Decision.RAID, Decision.FORM, Decision.TARGET, Decision.UNDER)
        game.apply(legal[-1] if acts else quiet)
    return game


@pytest.mark.parametrize(
    ("scenario", "decision", "says", "then"),
    [
        ("night_express", Decision.UNDER, "(0 factors so far. Secret.)", "factors so far. Secret.)"),
        ("night_express", Decision.BUILD, "(2 shipbuilding points, 10 BRPs and 3 research points left.)", ""),
        ("night_express", Decision.FORCE, "(0 of 2 ships, 0 factors so far.)", "(1 of 2 ships, 3 factors so far.)"),
        ("raiders", Decision.INTERCEPT, "(0 factors so far.)", "(1 factor so far.)"),
    ],
)
def test_a_question_says_what_is_left_and_what_is_named_already(scenario, decision, says, then):
    game = at_question(scenario, decision)
    assert says in game.describe()
    if then:
        game.apply(game.legal_actions()[-1])
        assert game.view().decision == decision and says not in game.describe() and then in game.describe()


def test_a_raid_for_which_nobody_sails_is_called_off():
    game = at_question("night_express", Decision.FORCE)
    game.apply(Option.DONE)
    assert [words for *_, words in game.events()] == ["The raid on Funafuti is called off."]


def test_a_supply_line_of_the_mediterranean_is_asked_about_with_its_end():
    destroyers = {"gibraltar_destroyers": {"place": "gibraltar", "strength": 4}}
    game = supplying(destroyers, side=Side.ALLIES)
    assert "the supply line from Gibraltar to Malta" in game.describe()
    raiders = SimpleNamespace(scenario=world_at_war_v0.GAME.ruleset("raiders").scenario)
    asked = DECISIONS[Decision.SUPPLY_LINE].question_for(raiders)
    assert asked == "does a transport keep the supply line from {place}?"


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("ionian_sea", "the Ionian Sea"),
        ("off_malta", "the sea off Malta"),
        ("off_matapan", "Cape Matapan"),
        ("taranto", "Taranto"),
    ],
)
def test_a_place_in_a_sentence(place, words):
    assert where(world_at_war_v0.GAME.ruleset("mediterranean").scenario, NUMBERS[place]) == words


def test_help_names_a_unit_on_the_board_of_the_seat_that_is_asked():
    game = world_at_war_v0.game("mediterranean", seed=1)
    assert "Littorio to Oran" in game.rules.speech().help(game.view(Side.AXIS)).page()  # Roma comes on turn 5


def test_the_board_lists_places():
    game = world_at_war_v0.game("mediterranean", seed=1)
    board = game.rules.draw("ansi", game.view(Side.AXIS))
    assert "Place " in board and "Sea area" not in board


def test_every_event_but_the_first_is_told():
    assert set(EVENTS) == set(Event) - {Event.NONE}


@pytest.mark.parametrize(
    ("event", "unit", "words"),
    [
        (Event.AT_SEA, "graf_spee", "Graf Spee is at sea."),
        (Event.AT_SEA, "scapa_destroyers", "Scapa destroyers are at sea."),
        (Event.IN_REPAIR, "escort_carriers", "Escort carriers go into repair."),
        (Event.IN_REPAIR, "suva_flotilla", "Suva flotilla goes into repair."),
        (Event.CARRIES, "suva_flotilla", "Suva flotilla carries troops with 2 factors."),
    ],
)
def test_several_ships_are_spoken_of_as_several(event, unit, words):
    scenario = world_at_war_v0.GAME.ruleset("raiders").scenario
    number = scenario.printed.unit_numbers[unit]
    assert Teller(Event, EVENTS).happening(scenario, [event, number, 2, 0, 0, 0, 0, 0, 0]).words == words


def rules_of(scenario):
    """The rules that a scenario carries out."""
    with (configs_folder() / "world_at_war" / "rules.csv").open(encoding="utf-8", newline="") as file:
        return {row["rule"] for row in csv.DictReader(file) if scenario in row["scenarios"].split()}


@pytest.mark.parametrize(
    ("scenario", "options", "strange"),
    [
        ("raiders", (), "Mediterranean|Africa|island|Japan|BRP for each three"),
        (
            "night_express",
            ("landings", "carriers"),
            "Mediterranean|Africa|Brest|Bergen|raiders|Atlantic|western",
        ),
        ("mediterranean", (), "Pacific|island|Japan|Brest|Bergen|raider|Atlantic SW|western|U.S. box|the US"),
    ],
    ids=["raiders", "night_express", "mediterranean"],
)
def test_the_rules_behind_choices_are_those_of_the_campaign(scenario, options, strange):
    game, officer, told = world_at_war_v0.game(scenario, options=options, seed=3), load("scripted", "world_at_war"), {}
    words = game.rules.speech().words
    while not game.ended:
        view = game.view(game.seat)
        told.setdefault(view.decision, words.reason(view.decision, view))
        game.apply(officer.act(*seen_by(game)))
    assert len(told) > 10
    for decision, reason in told.items():
        assert reason.words and reason.rules, decision
        assert set(reason.rules) <= rules_of(scenario), decision
        assert not re.findall(strange, reason.words), decision


@pytest.mark.parametrize(
    ("typed", "means"),
    [
        ("2", Option.COUNT_1),
        ("two", Option.COUNT_2),
        ("two transports", Option.COUNT_2),
        ("2 transports", Option.COUNT_2),
        ("3 two transports", Option.COUNT_2),
        ("none", Option.COUNT_0),
        ("1", Option.COUNT_0),
    ],
)
def test_a_number_alone_is_that_of_a_choice_and_no_amount(typed, means):
    """Transports at large: none, one transport, two transports, in the order of the list."""
    game = world_at_war_v0.game("raiders", seed=1)
    assert game.view().decision == Decision.AT_LARGE
    assert [words for _, words in game.actions()][:3] == ["none", "one transport", "two transports"]
    understanding = game.rules.speech().understanding
    assert understanding.action_named(game.view(), game.legal_actions(), typed) == means


@pytest.mark.parametrize(
    ("scenario", "options"),
    [
        ("raiders_long", ("submarine_warfare", "axis_suez")),
        ("night_express", ("landings", "carriers")),
        ("mediterranean", ()),
    ],
)
def test_amounts_stand_in_letters_with_what_they_are_of(scenario, options):
    told = {}
    for seed in range(3):
        game, rng = world_at_war_v0.game(scenario, options=options, seed=seed), np.random.default_rng(seed)
        while not game.ended:
            amounts = [words for action, words in game.actions() if Option.COUNT_1 <= action <= Option.COUNT_9]
            if game.view().decision == Decision.COUNTER:  # ways, and no amounts
                amounts = []
            told.setdefault(game.view().decision, set()).update(amounts)
            game.apply(int(rng.choice(game.legal_actions())))
    assert sum(map(bool, told.values())) >= 4
    several = "(two|three|four|five|six|seven|eight|nine)"
    for words in set().union(*told.values()):
        assert re.fullmatch(f"one [a-zA-Z ]+[a-rt-z]|{several} [a-zA-Z ]+s", words)


def battle_with(scenario, ships, **fields):
    """The battle as it is told of a position at the start in which some ships stand in line."""
    game = world_at_war_v0.game(scenario, seed=1)
    names = game.rules.scenario.names
    units, places = ({one.id: one.number for one in all if one} for all in (names.units, names.places))
    for field, value in fields.items():
        game._games[field][0] = places.get(value, value)
    for id, state in ships.items():
        for field, value in state.items():
            game._games[field][0, units[id]] = units.get(value, value)
    return game.rules.speech().battle(game.view())


@pytest.mark.parametrize(
    ("scenario", "fields", "title"),
    [
        ("raiders", {"group": 2}, "The second group"),
        ("raiders", {"convoy": Convoy.SUPPLY_AGAIN}, "The second convoy to Britain"),
        ("night_express", {"raiding": "guadalcanal"}, "Off Guadalcanal"),
        ("mediterranean", {"convoy": Convoy.SUPPLY, "raiding": "gibraltar"}, "The supply line from Gibraltar"),
        ("mediterranean", {"convoy": Convoy.PATROL, "raiding": "ionian_sea"}, "The patrol in the Ionian Sea"),
        ("mediterranean", {"convoy": Convoy.CARRIERS, "raiding": "off_derna"}, "The carriers in the sea off Derna"),
        ("mediterranean", {"phase": Phase.MISSIONS, "raiding": "taranto"}, "Ships of Taranto"),
    ],
)
def test_a_battle_is_called_by_what_is_fought_over(scenario, fields, title):
    ship = {"raiders": "hood", "night_express": "hiei", "mediterranean": "littorio"}[scenario]
    assert battle_with(scenario, {ship: {"line": Line.CAPITAL}}, **fields).title == title


def test_a_battle_tells_who_stands_in_line_and_who_fires_at_whom():
    ships = {
        "rodney": {"line": Line.SCREENED, "hits": 1},
        "british_cruiser_1": {"line": Line.LIGHT, "aim": Aim.LIGHT, "target": "bismarck"},
        "scapa_destroyers": {"lights": 3, "strength": 8},
        "hood": {"line": Line.CAPITAL, "aim": Aim.PAIRED, "target": "bismarck"},
        "bismarck": {"line": Line.CAPITAL, "aim": Aim.HOLDS},
    }
    told = {unit.words: unit for unit in battle_with("raiders", ships, group=1).lines}
    assert list(told) == [
        "Bismarck (4)",
        "Hood (3)",
        "Scapa destroyers (3 factors)",
        "British cruiser 1 (2)",
        "Rodney (4, 1 hit, screened)",
    ]
    assert {words: unit.aims_at for words, unit in told.items() if unit.aims_at} == {"Hood (3)": "bismarck"}
    assert [unit.side for unit in told.values()] == ["Axis", "Allies", "Allies", "Allies", "Allies"]


@pytest.mark.parametrize("scenario", ["raiders", "night_express", "mediterranean"])
def test_without_ships_in_line_there_is_no_battle(scenario):
    assert battle_with(scenario, {}) is None


@pytest.mark.parametrize(("kept", "lacks"), [({}, True), ({"gibraltar": 1}, False)])
def test_a_place_to_which_a_line_is_kept_after_combat_does_not_lack_supply(kept, lacks):
    game = supplying({"renown": {"place": "malta"}}, Side.ALLIES, unsupplied=by_place("unsupplied", malta=1),
                     kept=by_place("kept", **kept))  # fmt: skip
    malta = next(place for place in game.names.places if place and place.id == "malta")
    assert ("no supply" in notes_of(game.view(), malta)) == lacks
