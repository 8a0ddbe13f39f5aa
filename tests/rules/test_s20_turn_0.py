"""§20 Turn 0: the order of battle, Norway by itself, the French a turn earlier, a neutral Italy, Japan at peace."""

from functools import cache

import pytest

from aw_env.games.admirals_war.game import ruleset
from aw_env.games.admirals_war.printed.load import ConfigError
from aw_env.games.admirals_war.printed.scenario_text import to_scenario
from aw_env.games.admirals_war.records.limits import check_record
from aw_env.games.admirals_war.records.state import STATE
from aw_env.games.admirals_war.records.terms import Decision, Event, Phase, Power
from aw_env.games.admirals_war.soundness import check_position
from tests.positions import Game, Position, load, names, place_number, printed, unit_number

OPTION = {"in_play": ["turn_0"], "hostilities": False}
NEUTRAL = {"turn": 0, "last_turn": 0, "italy_neutral": True, **OPTION}
NORWAY = {"barents", "north_sea"}


@cache
def campaign(*options):
    """The campaign with optional rules."""
    return load.scenario("campaign", printed(), 2, options)


def from_the_start(*options, scenario="campaign", dice=()):
    """A game of a scenario from its start."""
    loaded = load.scenario(scenario, printed(), 2, options)
    return Game(loaded.books, loaded.templates.copy(), dice, 0, True)


def turn(number, begins_at="patrolling", **keys):
    """A position of a game with the rule."""
    return Position(begins_at, **{"turn": number, "last_turn": number, **OPTION, **keys})


def neutral(begins_at="patrolling", **keys):
    """A position of turn 0 in which Italy has not gone to war."""
    return Position(begins_at, **{**NEUTRAL, **keys})


def saved(game):
    """The game, which could be saved here."""
    check_record(game.games)
    check_position(game.books[0], game.templates[0], game.record)
    return game


def due(scenario, number):
    """Units that wait for a turn."""
    game, waiting = scenario.templates[0], place_number("not_yet_arrived")
    turns = STATE.read(game, "due")
    return {unit.id for unit in names().units if game["place"][unit.number] == waiting and turns[unit.number] == number}


# --- §20.0: one turn more ------------------------------------------------------------------------------


@pytest.mark.rule("20.0")
@pytest.mark.parametrize("scenario", ["campaign", "atlantic"])
def test_the_game_begins_with_turn_zero(scenario):
    game = from_the_start("turn_0", scenario=scenario)
    assert (game.record["turn"], game.books[0]["last_turn"]) == (0, 10)
    assert from_the_start(scenario=scenario).record["turn"] == 1
    after = turn(0, "control", last_turn=1).start().until()
    assert after.over and after.record["turn"] == 1


@pytest.mark.rule("20.0")
@pytest.mark.parametrize("scenario", ["pacific", "midway", "engagement"])
def test_where_there_is_no_first_turn_in_europe_it_is_not_allowed(scenario):
    with pytest.raises(ConfigError, match="does not allow"):
        load.scenario(scenario, printed(), 2, ["turn_0"])


@pytest.mark.rule("20.0")
def test_the_reward_by_turn_follows_with_turn_eleven_there_are_twelve():
    shorter = ruleset("campaign").point_reward * 10
    assert ruleset("campaign", 2, ("turn_0",)).point_reward * 11 == pytest.approx(shorter)
    assert ruleset("campaign", 2, ("turn_0", "turn_11")).point_reward * 12 == pytest.approx(shorter)


@pytest.mark.rule("20.0")
def test_a_position_taken_from_a_game_is_the_same_position(tmp_path):
    game = from_the_start("turn_0")
    game.until(Decision.COMBAT_AREA, prefer=["stay", "no"])
    for wanted in (0, 1):
        while game.record["turn"] < wanted:
            game.choose(game.word(game.mask.argmax()))
        file = tmp_path / f"position_{wanted}.toml"
        file.write_text(to_scenario(names(), game.books[0], game.record), "utf-8")
        again = load.scenario(file, printed())
        assert again.templates[0]["turn"] == wanted
        for field in ("owner", "place", "flag", "italy_neutral", "victory_points", "damage"):
            assert (again.templates[0][field] == game.record[field]).all(), field
        for field in ("touches", "free_turn", "free_patrol", "changes_on", "french_last_turn", "first_turn", "annex"):
            assert (again.books[0][field] == game.books[0][field]).all(), field


@pytest.mark.rule("20.0")
def test_a_file_that_has_the_rule_in_play_says_its_turn_or_begins_with_turn_zero(tmp_path):
    begins = {}
    for said in ("", "turn = 1\n"):
        file = tmp_path / "mine.toml"
        file.write_text(f'options = ["turn_0"]\nin_play = ["turn_0"]\n{said}', "utf-8")
        begins[said] = int(load.scenario(file, printed()).templates[0]["turn"])
    assert begins == {"": 0, "turn = 1\n": 1}


@pytest.mark.rule("6.5", "20.0")
def test_free_placements_are_for_turn_zero():
    """§6.5: pocket battleships and oilers, the Altmark among them (§20.12); later all move normally."""
    game = from_the_start("turn_0")
    asked = {}
    while game.decision != Decision.AIR_UNIT:
        if game.decision == Decision.PATROL_ORDER and game.power == Power.GERMAN:
            asked[names().units[int(game.record["subject"])].id] = game.choices
        game.choose("stay" if "stay" in game.choices else game.word(game.mask.argmax()))
    far = {"cape_of_good_hope", "south_atlantic"}
    free = {unit for unit, choices in asked.items() if far <= choices and not unit.startswith("u_boat")}
    assert free == {"nordmark", "dithmarschen", "ermland", "altmark", "admiral_scheer", "lutzow", "graf_spee"}
    assert "indian_ocean" in asked["altmark"] and "indian_ocean" not in asked["graf_spee"]
    later = turn(1, free_placement={"graf_spee": {"turn": 0, "patrol": ["atlantic"]}})
    assert "south_atlantic" not in later.with_units("graf_spee", place="germany").start().choices


@pytest.mark.rule("10.31", "20.0")
def test_from_turn_one_oilers_move_as_patrolling_ships():
    game = turn(1, free_placement={"altmark": {"turn": 0, "patrol": ["atlantic"]}})
    game = game.with_units("altmark", place="mid_atlantic").start()
    assert "air_gap" in game.choices and "baltic" not in game.choices


@pytest.mark.rule("4.6", "20.0")
def test_the_raid_force_forms_before_turn_zero():
    game = turn(0, "reinforcements").with_units("Akagi", place="yokosuka").start()
    assert (game.decision, game.subject) == (Decision.RAID_FORCE, "Akagi")
    game = turn(1, "reinforcements").with_units("Akagi", place="yokosuka").start()
    assert game.decision == Decision.PATROL_ORDER


# --- §20.1: the order of battle ------------------------------------------------------------------------

ABSENT = {"littorio", "vittorio_veneto", "atlantis", "pinguin", "orion", "thor"}
ADDED = {"courageous", "royal_oak", "altmark", "blucher", "fsjr"}


@pytest.mark.rule("20.11")
def test_units_of_turn_one_are_there_on_turn_zero_but_for_those_that_the_chart_takes_away():
    standard = due(campaign(), 1)
    assert due(campaign("turn_0"), 0) == (standard - ABSENT) | ADDED
    assert due(campaign("turn_0"), 1) == ABSENT | {"richelieu", "jean_bart"}
    for number in range(4, 11):
        assert due(campaign("turn_0"), number) == due(campaign(), number)


@pytest.mark.rule("20.11", "2.73")
def test_those_arrive_on_turn_one_as_reinforcements():
    position = turn(1, "reinforcements").with_units("littorio", "atlantis", place="not_yet_arrived", due=1)
    game = position.start()
    assert (game.unit("littorio").place, game.unit("atlantis").place) == ("taranto", "germany")
    early = turn(0, "reinforcements").with_units("littorio", place="not_yet_arrived", due=1).start()
    assert early.over and early.unit("littorio").place == "not_yet_arrived"


@pytest.mark.rule("20.12")
def test_units_with_a_zero_are_set_up_as_others_of_their_nations():
    position = turn(0, "reinforcements").with_units(*ADDED, place="not_yet_arrived", due=0)
    game = position.start()
    british = {"england", "gibraltar", "suez", "trincomalee", "singapore"}
    for name in ("Royal Oak", "Courageous"):
        assert (game.decision, game.subject, game.choices) == (Decision.ARRIVAL, name, british)
        game.choose("suez")
    assert {game.unit(id).place for id in ("altmark", "blucher", "fsjr")} == {"germany"}


@pytest.mark.rule("20.12")
def test_without_the_rule_they_are_no_part_of_the_game():
    game = campaign().templates[0]
    assert all(game["place"][unit_number(unit)] < 0 for unit in ADDED - {"fsjr"})
    assert "fsjr" in due(campaign(), 3)


@pytest.mark.rule("20.12", "36.2")
def test_the_royal_oak_has_an_overhaul_marker_with_the_other_rule_only():
    oak = unit_number("royal_oak")
    assert campaign("turn_0").templates[0]["overhaul"][oak] == 0
    assert campaign("turn_0", "aging_british_fleet").templates[0]["overhaul"][oak] == 1


# --- §20.2: Norway by itself ---------------------------------------------------------------------------


def flying(unit, place, number=0, **keys):
    """Northern areas that an air unit may be put over."""
    game = turn(number, "land_based_air", **keys).with_units(unit, place=place).start()
    game.choose(unit)
    return game.choices & {"baltic", *NORWAY}


@pytest.mark.rule("20.2", "2.35")
def test_norway_is_apart_and_germany_does_not_touch_the_barents_sea():
    assert flying("Luftwaffe", "germany") == {"baltic", "north_sea"}
    apart = campaign("turn_0").books[0]
    norway = place_number("norway") - place_number("england")
    assert int(apart["open_ports"]) >> norway & 1 == 1
    standard = campaign().books[0]
    assert int(standard["open_ports"]) >> norway & 1 == 0
    game = Position("land_based_air", turn=1, last_turn=1).with_units("Luftwaffe", place="germany").start()
    assert game.choose("Luftwaffe").choices >= {"barents", "baltic", "north_sea"}


@pytest.mark.rule("20.2")
@pytest.mark.parametrize("unit", ["Hood", "Gneisenau"])
def test_neither_side_can_use_it_at_first(unit):
    for area in NORWAY:
        game = turn(0, "return", last_turn=1).with_units(unit, place=area).start()
        assert game.decision == Decision.RETURN_TO_BASE and "norway" not in game.choices
    assert game.owner("norway") is None


@pytest.mark.rule("20.2")
def test_it_does_not_change_hands_by_the_calendar():
    game = turn(0, "control", last_turn=3).start(ask_forced=False).until()
    assert game.over and game.owner("norway") is None


@pytest.mark.rule("20.2", "13.6")
def test_paratroops_may_take_it():
    game = turn(0, "combat", last_turn=1).with_units("Fsjr", place="north_sea").start()
    game.choose("north_sea")
    assert (game.decision, game.choices) == (Decision.STRIKE_ORDER, {"norway", "hold"})
    game.choose("norway")
    assert (game.owner("norway"), game.unit("Fsjr").place) == ("german", "returning")


@pytest.mark.rule("20.2", "16.12")
@pytest.mark.parametrize(("side", "owner"), [("axis", "german"), ("allies", "british")])
def test_control_of_both_its_areas_through_a_turn_takes_it(side, owner):
    flags = dict.fromkeys(NORWAY, side)
    assert turn(1, "capture", flags=flags).start().until().owner("norway") == owner
    assert turn(1, "capture", flags={"barents": side}).start().until().owner("norway") is None


@pytest.mark.rule("20.2", "2.42")
def test_in_german_hands_it_is_a_part_of_germany():
    german = {"owners": {"norway": "german"}}
    assert flying("Luftwaffe", "germany", **german) == {"baltic", "north_sea", "barents"}
    game = turn(0, "return", last_turn=1, **german).with_units("Gneisenau", place="barents").start()
    assert game.choices == {"germany", "neutral_port"}
    game = turn(0, "patrolling", **german).with_units("Gneisenau", place="germany").start()
    assert game.choose("barents").unit("Gneisenau").steps == 0


@pytest.mark.rule("20.2", "9.23")
def test_germany_is_attacked_from_the_barents_sea_only_when_norway_is_a_part_of_it():
    for owner, places in (("german", {"germany", "hold"}), ("uncontrolled", None)):
        position = turn(0, "combat", owners={"norway": owner}).with_units("Ark Royal", place="barents", raiding=True)
        game = position.with_units("Gneisenau", place="germany").start().choose("barents")
        assert game.over if places is None else (game.decision, game.choices) == (Decision.AIR_RAID, places)


@pytest.mark.rule("20.2", "16.31")
def test_then_it_cannot_fall_any_more():
    keys = {"flags": dict.fromkeys(NORWAY, "allies"), "owners": {"norway": "german"}}
    assert turn(1, "capture", **keys).start().until().owner("norway") == "german"
    landing = turn(1, "invasion", **keys).with_units(british_landing_force(), place="barents").start()
    assert "norway" not in landing.choices


def british_landing_force():
    """The id of a British amphibious unit that sails."""
    sailing = (unit for unit in printed().units if unit.kind == "amphibious" and not unit.airborne)
    return next(unit.id for unit in sailing if unit.nation == "british" and unit.status == "core")


@pytest.mark.rule("20.2", "13.3")
def test_the_allies_may_invade_it_and_then_it_is_an_ordinary_base():
    game = turn(1, "invasion").with_units(british_landing_force(), place="north_sea").start()
    assert game.choose("norway").owner("norway") == "british"
    british = {"owners": {"norway": "british"}}
    assert "barents" in flying("RAF", "england", **british)
    assert flying("Luftwaffe", "germany", **british) == {"baltic", "north_sea"}
    game = turn(1, "return", last_turn=2, **british).with_units("Hood", place="barents").start()
    assert "norway" in game.choices


@pytest.mark.rule("20.2", "18.21")
def test_russians_do_not_use_it():
    keys = {"turn": 3, "last_turn": 4, "owners": {"norway": "british"}, **OPTION}
    game = Position("return", **keys).with_units("Marat", place="baltic").start()
    assert game.choices == {"leningrad"}


@pytest.mark.rule("20.2", "16.21")
def test_germany_can_retake_it_and_whoever_is_there_leaves():
    keys = {"flags": dict.fromkeys(NORWAY, "axis"), "owners": {"norway": "british"}}
    position = turn(1, "capture", **keys).with_units("Hood", place="norway")
    position.with_units("Gneisenau", place="barents").with_units("Scharnhorst", place="north_sea")
    game = position.start()
    assert (game.decision, game.subject, game.owner("norway")) == (Decision.RETURN_TO_BASE, "Hood", "german")
    assert saved(game).choices == {"england"}


@pytest.mark.rule("20.2")
def test_a_file_puts_nobody_into_a_part_of_another_port(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(
        'options = ["turn_0"]\nin_play = ["turn_0"]\nturn = 1\nowners = { norway = "german" }\n'
        'units = { gneisenau = "norway" }\n',
        "utf-8",
    )
    with pytest.raises(ConfigError, match="part of another port"):
        load.scenario(file, printed())


# --- §20.3: the French ---------------------------------------------------------------------------------


@pytest.mark.rule("20.3", "18.32")
def test_french_ships_return_at_the_end_of_turn_zero():
    game = turn(0, "return", last_turn=1).with_units("Dunkerque", place="mid_atlantic").start(dice=[6, 6])
    returned = [row for row in game.events(Event.RETURNED) if row[1] == unit_number("Dunkerque")]
    assert names().places[returned[0][2]].id == "brest"
    later = turn(1, "return", last_turn=2).with_units("Dunkerque", place="mid_atlantic").start()
    assert later.decision == Decision.RETURN_TO_BASE


@pytest.mark.rule("20.3", "18.33")
def test_on_turn_one_each_ship_rolls_the_new_ones_too_and_places_change_hands():
    position = turn(0, "control", last_turn=1).with_units("Dunkerque", place="brest")
    position.with_units("Richelieu", place="not_yet_arrived", due=1)
    game = position.start(dice=[6, 6, 1, 1])
    assert [row[1] for row in game.events(Event.TABLE)] == [unit_number("Dunkerque"), unit_number("Richelieu")]
    assert (game.unit("Dunkerque").place, game.unit("Richelieu").place) == ("usa", "brest")
    assert Power(game.unit("Richelieu").controller) == Power.GERMAN
    assert (game.owner("brest"), game.owner("toulon")) == ("german", "german")
    assert (game.owner("diego_suarez"), game.owner("noumea"), game.owner("saigon")) == (None, None, "american")


@pytest.mark.rule("20.3", "18.33")
@pytest.mark.parametrize(("lead", "outcome"), [(0, "german"), (1, "scuttled")])
def test_the_lead_after_turn_zero_counts(lead, outcome):
    position = turn(0, "return", last_turn=1, victory_points={"atlantic": lead}).with_units("Dunkerque", place="brest")
    game = position.start(dice=[1, 2])
    assert game.unit("Dunkerque").place == ("brest" if outcome == "german" else "out_of_play")


@pytest.mark.rule("20.3", "18.35")
def test_french_ships_stay_in_port_on_turn_one_and_move_on_turn_two():
    for number in (1, 2):
        game = turn(number).with_units("Dunkerque", place="toulon", controller="german").start()
        assert game.over == (number == 1)


@pytest.mark.rule("20.3", "18.37")
def test_saigon_becomes_japanese_before_the_reinforcements_of_turn_two():
    position = turn(1, "control", last_turn=2).with_units("Sasebo", place="returning", due=2)
    game = position.start()
    assert (game.decision, game.owner("saigon")) == (Decision.ARRIVAL, "japanese")
    assert "saigon" in game.choices


@pytest.mark.rule("20.3", "18.37")
@pytest.mark.parametrize(("ship", "owner"), [("Exeter", "american"), ("Atago", "japanese")])
def test_saigon_reverts_at_the_end_of_turn_two(ship, owner):
    position = turn(2, "control", flags={"indonesia": "allies"}).with_units(ship, place="indonesia")
    assert position.start().owner("saigon") == owner


@pytest.mark.rule("2.312", "2.322")
def test_what_is_not_french_keeps_its_turn():
    book, standard = campaign("turn_0").books[0], campaign().books[0]
    for place in ("addu_atoll", "leningrad", "murmansk"):
        port = place_number(place) - place_number("england")
        assert book["changes_on"][port] == standard["changes_on"][port]
        assert book["active_from"][port] == standard["active_from"][port] == 3


# --- §20.4: the Italians -------------------------------------------------------------------------------

ITALIANS = ("Zara", "Andrea Doria", "mas_10", "Regia Aeronautica")


@pytest.mark.rule("20.4")
def test_a_neutral_italy_does_not_move():
    position = neutral().with_units(*ITALIANS, place="taranto").with_units("Gneisenau", place="germany")
    position.with_units("Hood", "RAF", *GUARDS, place="east_med")
    game = position.start(dice=[1, 1])
    asked = set()
    while not game.over:
        asked.add(game.subject)
        game.choose(game.word(game.mask.argmax()))
    assert "Gneisenau" in asked and not asked & {names().units[unit_number(unit)].name for unit in ITALIANS}


GUARDS = ("Warspite", "Malaya", "Ark Royal", "Kent")
"""British ships that watch Italy."""


@pytest.mark.rule("20.4", "12.122")
def test_nobody_attacks_or_uses_its_places():
    position = neutral("combat").with_units("Ark Royal", place="east_med", raiding=True)
    game = position.with_units("RAF", place="east_med").with_units("Zara", place="taranto").start()
    game.choose("east_med")
    assert game.decision not in (Decision.AIR_RAID, Decision.STRIKE_ORDER)
    game = neutral("return", last_turn=1).with_units("Gneisenau", place="west_med").start()
    assert not {"taranto", "tripoli"} & game.choices
    for is_neutral in (True, False):
        game = neutral("land_based_air", italy_neutral=is_neutral).with_units("Luftwaffe", place="germany").start()
        assert ({"west_med", "east_med"} <= game.choose("Luftwaffe").choices) != is_neutral
    landing = neutral("invasion").with_units(british_landing_force(), place="west_med").start()
    assert "tripoli" not in landing.choices


@pytest.mark.rule("20.4", "17.21")
def test_neither_half_of_the_mediterranean_scores():
    places = {"west_med": "Hood", "east_med": "Warspite"}
    for is_neutral, points in ((True, 0), (False, 2)):
        position = neutral("control", italy_neutral=is_neutral)
        for area, ship in places.items():
            position.with_units(ship, place=area)
        game = position.start()
        assert (game.flag("west_med"), game.flag("east_med"), game.points(0)) == ("allies", "allies", points)


def air_placed(*ships, dice, **keys):
    """Turn 0 when the last air unit has been placed, with four Allies that watch Italy and others that do not count."""
    position = neutral("land_based_air", **keys).with_units("Hood", "Ark Royal", *ships, place="west_med")
    position.with_units("Dunkerque", "RAF", place="east_med", committed=True)
    position.with_units("Kent", place="east_med", raiding=True).with_units("Malaya", place="suez")
    return position.with_units(*ITALIANS, place="taranto").start(dice=dice)


@pytest.mark.rule("20.4")
def test_two_dice_against_the_patrols_and_air_units_of_all_allies():
    game = air_placed(dice=[1, 3])
    assert saved(game).decision == Decision.ITALIAN_WAR and game.power == Power.GERMAN
    assert game.choices == {"yes", "no"}
    assert game.events(Event.ITALY_ROLLS) == [(Event.ITALY_ROLLS, 4, 1, 0, [1, 3])]
    game = air_placed(dice=[1, 2])
    assert game.events(Event.ITALY_ROLLS) == [(Event.ITALY_ROLLS, 4, 0, 0, [1, 2])]
    assert game.decision != Decision.ITALIAN_WAR and game.record["italy_neutral"] == 1


@pytest.mark.rule("20.4", "5.33")
def test_the_dice_are_rolled_when_all_air_units_are_placed():
    game = neutral("land_based_air").with_units("RAF", place="gibraltar").start(dice=[1, 1])
    game.choose("RAF")
    assert not game.events(Event.ITALY_ROLLS)
    game.choose("west_med")
    assert game.events(Event.ITALY_ROLLS) == [(Event.ITALY_ROLLS, 1, 1, 0, [1, 1])]


@pytest.mark.rule("20.4")
def test_it_may_stay_neutral():
    game = air_placed(dice=[6, 6]).choose("no")
    assert game.record["italy_neutral"] == 1 and not game.events(Event.ITALY_AT_WAR)
    game.until()
    assert game.over and game.unit("Zara").place == "taranto"


@pytest.mark.rule("20.4", "5.31")
def test_at_war_its_ships_and_air_units_move_at_once():
    game = air_placed(dice=[6, 6]).choose("yes")
    assert game.events(Event.ITALY_AT_WAR) and game.record["italy_neutral"] == 0
    asked = []
    while game.decision == Decision.PATROL_ORDER:
        asked.append(saved(game).subject)
        game.choose({"Zara": "east_med", "Andrea Doria": "turn_raider", "10 MAS": "west_med"}[game.subject])
    assert asked == ["Andrea Doria", "Zara", "10 MAS"]
    assert saved(game).decision == Decision.AIR_UNIT and game.choices == {"Regia Aeronautica"}
    game.choose("Regia Aeronautica", "east_med")
    assert (game.decision, game.subject, game.phase) == (Decision.RAID_ORDER, "Andrea Doria", Phase.RAIDING)
    game.choose("east_med").until(Decision.COMBAT_AREA)
    assert {"east_med", "west_med"} <= game.choices


@pytest.mark.rule("20.4", "6.12")
def test_its_patrollers_roll_for_speed():
    game = air_placed(dice=[6, 6, 5], owners={"gibraltar": "german"}).choose("yes")
    assert game.subject == "Andrea Doria"
    game.choose("south_atlantic", "stay", "stay")
    assert game.decision == Decision.AIR_UNIT and game.unit("Andrea Doria").raiding, "a 5 is not below her speed"
    assert [(row[1], row[4]) for row in game.events(Event.SPEED_ROLL)] == [(unit_number("Andrea Doria"), [5])]


@pytest.mark.rule("20.4")
def test_nobody_else_has_a_second_placement():
    position = neutral("land_based_air").with_units("Gneisenau", place="germany").with_units("Zara", place="taranto")
    position.with_units("Luftwaffe", place="germany").with_units("Hood", place="england")
    game = position.start(dice=[6, 6]).choose("Luftwaffe", "stay", "yes")
    assert game.subject == "Zara"
    game.choose("stay")
    assert game.over


@pytest.mark.rule("20.4", "11.21")
def test_its_ships_are_not_repaired():
    """When repairs are made it is open whether they will sail."""
    for is_neutral in (True, False):
        position = neutral(italy_neutral=is_neutral).with_units("Zara", place="taranto", damage=1)
        game = position.start(dice=[1, 1]).until(Decision.REPAIR, prefer=["stay"])
        assert game.over == is_neutral


@pytest.mark.rule("20.4")
def test_on_turn_one_italy_is_at_war_without_a_roll():
    game = neutral("control", last_turn=1).with_units("Zara", place="taranto").start()
    assert (game.decision, game.subject, game.record["italy_neutral"]) == (Decision.PATROL_ORDER, "Zara", 0)
    assert game.events(Event.ITALY_AT_WAR) and not game.events(Event.ITALY_ROLLS)


@pytest.mark.rule("20.4", "14.26")
def test_merchants_in_the_mediterranean_count_all_the_same():
    game = neutral("combat").with_units("U-boat 1", place="west_med").start(dice=[6, 6, 6]).choose("west_med")
    assert game.until().points(0) < 0


# --- §20.5: the Pacific --------------------------------------------------------------------------------


@pytest.mark.rule("20.5", "2.8")
def test_the_pacific_track_starts_at_twelve_for_japan():
    assert campaign("turn_0").templates[0]["victory_points"].tolist() == [0, -12]
    assert campaign().templates[0]["victory_points"].tolist() == [0, -8]
    atlantic = load.scenario("atlantic", printed(), 2, ["turn_0"])
    assert atlantic.templates[0]["victory_points"].tolist() == [0, 0]


@pytest.mark.rule("20.5", "19.38")
def test_japan_may_not_attack_on_turn_zero():
    """On turn 1, with nobody spread out, it may."""
    for number in (0, 1):
        position = turn(number, flags={"marianas": "allies"}).with_units("Nagato", place="yokosuka")
        game = position.with_units("Akagi", place="raid_force").start()
        while game.subject != "Nagato":
            game.choose("stay")
        assert ("marianas" in game.choices) == (number == 1)
        game.choose("stay").until(Decision.SAIL_FOR_PEARL_HARBOR, prefer=["stay"])
        assert game.over == (number == 0)


@pytest.mark.rule("20.5", "19.42")
def test_us_rolls_to_move_cannot_succeed():
    game = turn(0).with_units("Texas", place="usa").start()
    assert game.over and game.dice_rolled == 0
    assert game.events(Event.ROLL_TO_MOVE) == [(Event.ROLL_TO_MOVE, unit_number("Texas"), 0, 0, [])]


@pytest.mark.rule("20.5", "2.8")
def test_flags_score_on_turn_zero():
    game = turn(0, "control").with_units("Nagato", place="home_islands").start()
    assert game.over and game.points(1) == -3
