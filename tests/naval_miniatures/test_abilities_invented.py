"""Abilities that no unit has work from the files alone: a card is given one, and a battle is fought with it (MR-56)."""

import csv
import shutil
from pathlib import Path

import pytest

from aw_env.core.config.errors import ConfigError
from aw_env.games.naval_miniatures.printed import load
from aw_env.games.naval_miniatures.printed.material import read_printed
from aw_env.games.naval_miniatures.records.terms import Decision
from aw_env.games.naval_miniatures.view import View
from aw_env.games.naval_miniatures.words.words import FILLED, WORKED_OUT
from tests.naval_miniatures.positions import battle, scenario
from tests.naval_miniatures.test_words import why_not


@pytest.fixture
def invent(tmp_path):
    """Give cards other abilities than theirs, among them "invented", whose effects are written as in the file."""

    def printed(effects="", **cards):
        folder = Path(
            shutil.copytree(load.SHELF.folder, tmp_path / f"naval_miniatures_{len(list(tmp_path.iterdir()))}")
        )
        if effects:
            with (folder / "abilities.toml").open("a", encoding="utf-8") as file:
                file.write(f'\n[abilities.invented]\nname = "Invented"\neffects = [{effects}]\n')
        with (folder / "units.csv").open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        for row in rows:
            row["abilities"] = cards.get(row["id"], row["abilities"])
        with (folder / "units.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, rows[0], lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
        return read_printed(folder)

    return printed


def attack(game, *answers):
    """An attack whose dice all show 1; how many they are."""
    game.lay(*[1] * 60)
    game.choose(*answers)
    return len(game.dice_of("attack"))


def shot(game, dice, *answers):
    """An attack with these dice and those that follow it."""
    game.lay(*dice)
    return game.choose(*answers)


# --- dice ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("turn", "target", "count"), [(3, "g4m_betty", 8), (2, "g4m_betty", 6), (3, "d3a_val", 6)])
def test_two_antiair_dice_at_patrol_bombers_from_turn_3(invent, turn, target, count):
    picket = '{ does = "dice", weapons = ["antiair"], at = ["patrol_bomber"], amount = 2, turn_from = 3 }'
    printed = invent(picket, hms_ajax="invented")
    game = battle("air_defense", {"hms_ajax": "d4"}, {target: "d4"}, turn=turn, printed=printed).begin()
    assert attack(game, "hms_ajax", target) == count


def test_dice_beside_a_submarine_while_undamaged_with_a_number_on_the_card(invent):
    tender = '{ does = "dice", weapons = ["main"], beside = ["submarine"], only = ["undamaged"], amount = "n" }'
    printed = invent(tender, koln="invented:3")
    counts = []
    for boat, damage in (("d4", 0), ("d3", 0), ("d4", 1)):
        axis = {"koln": "d4", "u_510": boat}
        game = battle("surface_attack", {"hms_ajax": "d5"}, axis, "axis", printed=printed,
                      units={"koln": {"damage": damage}}).begin()  # fmt: skip
        counts.append(attack(game, "koln", "main", "hms_ajax"))
    assert counts == [10, 7, 7]


def test_a_battleship_lends_gunnery_dice_to_cruisers_once_a_game(invent):
    lending = '{ does = "lent_dice", weapons = ["main"], at = ["cruiser"], amount = 2, once = true }'
    printed = invent(lending, kongo="invented")
    game = battle("surface_attack", {"hms_ajax": "d5"}, {"koln": "d4", "kongo": "k1"}, "axis", printed=printed).begin()
    game.choose("koln", "main")
    assert game.asked == "boost" and attack(game, "kongo", "hms_ajax") == 9
    game.play_to("fire_who", "axis", turn=6)
    assert game.choose("koln", "main").asked == "target"


def test_a_submarine_marks_ships_for_the_guns_of_battleships(invent):
    marking = '{ does = "mark", weapons = ["main"], at = ["ships"], by = ["battleship"], amount = 2, reach = 1 }'
    printed = invent(marking, uss_barb="invented")
    allies = {"uss_barb": "d4", "uss_iowa": "d6", "uss_boise": "d6"}
    game = battle("air_attack", allies, {"koln": "d5", "bolzano": "d2"}, printed=printed).begin()
    assert (game.asked, game.subject, set(game.legal)) == ("mark", "uss_barb", {"decline", "koln"})
    game.choose("koln")
    assert attack(game, "uss_iowa", "main", "koln") == 20
    assert attack(game, "end", "uss_boise", "main", "decline", "koln") == 8


def test_a_second_roll_of_antiair_dice(invent):
    printed = invent('{ does = "reroll", weapons = ["antiair"], once = true }', hms_ajax="invented")
    game = battle("air_defense", {"hms_ajax": "d4"}, {"g4m_betty": "d4"}, printed=printed).begin()
    shot(game, [1] * 6 + [6, 6, 1, 1, 1, 1], "hms_ajax", "g4m_betty")
    assert game.asked == "reroll" and game.choose("use").happened("aborted")


def test_a_screen_against_guns(invent):
    printed = invent(
        '{ does = "screen", weapons = ["gunnery"], at = ["carrier"], by = ["cruiser"], amount = 2 }', koln="invented"
    )
    for beside, harm in (("d5", 0), ("d3", 1)):
        axis = {"shokaku": "d5", "koln": beside}
        game = battle("surface_attack", {"uss_atlanta": "d4"}, axis, printed=printed).begin()
        assert shot(game, [5] * 6, "uss_atlanta", "main", "shokaku").harm("shokaku") == harm


def test_stealth_against_guns_of_an_undamaged_ship(invent):
    camouflage = '{ does = "stealth", weapons = ["main"], only = ["undamaged"], amount = 1 }'
    printed = invent(camouflage, shokaku="invented")
    for damage, harm in ((0, 0), (1, 2)):
        game = battle("surface_attack", {"uss_atlanta": "d4"}, {"shokaku": "d5"}, printed=printed,
                      units={"shokaku": {"damage": damage}}).begin()  # fmt: skip
        assert shot(game, [4] * 6, "uss_atlanta", "main", "shokaku").harm("shokaku") == harm


# --- results -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "harm"), [(2, 2), (3, 0)])
def test_a_die_against_torpedoes_of_aircraft(invent, die, harm):
    printed = invent('{ does = "negate", weapons = ["torpedo"], by = ["aircraft"], least = 3 }', koln="invented")
    game = battle("air_attack", {"tbd_devastator": "d4", "hms_ajax": "a1"}, {"koln": "d4"}, printed=printed).begin()
    assert shot(game, [6, 1, die], "tbd_devastator", "torpedo", "koln").harm("koln") == harm


def test_a_flaw_for_torpedoes_of_submarines(invent):
    printed = invent('{ does = "flaw", by = ["submarine"], amount = 1 }', bismarck="invented")
    game = battle("torpedo_attack", {"uss_barb": "d4"}, {"bismarck": "d4", "koln": "k1"}, printed=printed).begin()
    assert shot(game, [6, 1, 1], "uss_barb", "bismarck").is_lost("bismarck")


@pytest.mark.parametrize(("die", "hurt"), [(2, 0), (3, 1)])
def test_another_least_die_of_survivors(invent, die, hurt):
    printed = invent('{ does = "survive", least = 3 }', koln="invented")
    game = battle("surface_attack", {"uss_iowa": "d4"}, {"koln": "d5", "tone": "k1"}, printed=printed).begin()
    shot(game, [6] * 4 + [1] * 14 + [die], "uss_iowa", "main", "koln")
    assert game.is_lost("koln") is not bool(hurt) and game.harm("koln") == hurt


@pytest.mark.rule("AB.press_the_attack")
def test_who_presses_on_has_nothing_but_its_bombs(invent):
    payload = '{ does = "payload", weapons = ["payload"], amount = 4 }'
    printed = invent(payload, sbd_dauntless="press_the_attack invented")
    game = battle("air_defense", {"sbd_dauntless": "d4"}, {"tone": "d4"}, "axis", printed=printed).begin()
    shot(game, [6, 6, 4, 1, 1, 1, 1, 4], "tone", "sbd_dauntless", "use")
    assert game.choose("sbd_dauntless").legal == ["bomb"]


@pytest.mark.rule("AB.lucky_hit", "AB.torpedo_defense")
def test_a_hit_that_does_no_damage_may_be_lucky(invent):
    """MR-51: also if Torpedo Defense leaves no damage."""
    printed = invent(bismarck="torpedo_defense:2")
    game = battle(
        "air_attack", {"swordfish_mk_ii": "d4", "hms_ajax": "a1"}, {"bismarck": "d4"}, printed=printed
    ).begin()
    shot(game, [6, 6, 1, 5], "swordfish_mk_ii", "torpedo", "bismarck")
    assert game.dice_of("stopped") == (5,) and game.harm("bismarck") == 0 and game.of("bismarck", "stopped")


@pytest.mark.rule("AB.torpedo_defense")
def test_no_defense_heals(invent):
    printed = invent(bismarck="torpedo_defense:9")
    game = battle("torpedo_attack", {"uss_barb": "d4"}, {"bismarck": "d4"}, printed=printed).begin()
    assert shot(game, [6, 6, 6], "uss_barb", "bismarck").harm("bismarck") == 0


def test_a_bomb_that_stops_carriers(invent):
    printed = invent('{ does = "stop", weapons = ["bombs"], at = ["carrier"], least = 2 }', sbd_dauntless="invented")
    game = battle("air_attack", {"sbd_dauntless": "d4", "hms_ajax": "a1"}, {"akagi": "d4"}, printed=printed).begin()
    shot(game, [4] * 5 + [1] * 5 + [2], "sbd_dauntless", "bomb", "akagi")
    assert game.harm("akagi") == 1 and game.of("akagi", "stopped")


@pytest.mark.rule("AB.determination")
def test_another_least_die_of_determination(invent):
    printed = invent('{ does = "endure", least = 2 }', kongo="invented")
    game = battle(
        "torpedo_attack", {"uss_barb": "d4"}, {"kongo": "d4"}, printed=printed, units={"kongo": {"damage": 4}}
    )
    assert shot(game.begin(), [6, 1, 1, 2], "uss_barb", "kongo").of("kongo", "damage") == 4
    assert not game.of("kongo", "gone")


# --- weapons and reach ---------------------------------------------------------------------------------------------


def test_two_attacks_with_main_guns(invent):
    printed = invent('{ does = "second_attack", weapons = ["main"], once = true }', koln="invented")
    allies = {"hms_ajax": "d5", "uss_boise": "d5"}
    game = battle("surface_attack", allies, {"koln": "d4"}, "axis", printed=printed).begin()
    attack(game, "koln", "main", "hms_ajax")
    assert game.choose("main").legal == ["uss_boise"] and attack(game, "uss_boise") == 7
    game.play_to("fire_who", "axis", turn=6)
    attack(game, "koln", "main", "hms_ajax")
    assert game.asked != "weapon"


@pytest.mark.rule("AB.antiship_missile")
def test_a_missile_of_two_sectors_and_a_payload_for_a_fighter(invent):
    missile = '{ does = "missile", weapons = ["missile"], reach = 2 }'
    printed = invent(missile + ', { does = "payload", weapons = ["payload"], amount = 4 }', d3a_val="invented")
    game = battle(
        "air_attack", {"hms_ajax": "d6", "uss_boise": "d4"}, {"d3a_val": "d4"}, "axis", printed=printed
    ).begin()
    assert set(game.choose("d3a_val").legal) == {"bomb", "missile", "payload"}
    assert game.choose("missile").legal == ["hms_ajax"] and attack(game, "hms_ajax") == 8


@pytest.mark.rule("AB.alternate_payload")
def test_a_payload_falls_straight_down(invent):
    """Bombs have their dice at range 0, however far another weapon of the aircraft reaches."""
    effects = '{ does = "missile", weapons = ["missile"] }, { does = "payload", weapons = ["payload"], amount = 4 }'
    printed = invent(effects, d3a_val="invented")
    game = battle("air_attack", {"hms_ajax": "d5"}, {"d3a_val": "d4"}, "axis", printed=printed).begin()
    assert game.choose("d3a_val").legal == ["missile"]
    both = {"hms_ajax": "d5", "uss_boise": "d4"}
    game = battle("air_attack", both, {"d3a_val": "d4"}, "axis", printed=printed).begin()
    assert game.choose("d3a_val", "payload").legal == ["uss_boise"]


def test_torpedoes_of_extended_range(invent):
    printed = invent('{ does = "long_range", weapons = ["torpedo"], amount = 4 }', yukikaze="invented")
    game = battle("torpedo_attack", {"hms_ajax": "e5"}, {"yukikaze": "e1"}, "axis", printed=printed).begin()
    assert attack(game, "yukikaze", "hms_ajax") == 1


def test_guns_that_attack_submarines_near_by(invent):
    printed = invent('{ does = "submarines_too", weapons = ["main"], reach = 1 }', koln="invented")
    game = battle(
        "surface_attack", {"uss_barb": "d5", "hms_ajax": "d5"}, {"koln": "d4"}, "axis", printed=printed
    ).begin()
    assert set(game.choose("koln", "main").legal) == {"uss_barb", "hms_ajax"}
    far = battle(
        "surface_attack", {"uss_barb": "d6", "hms_ajax": "d6"}, {"koln": "d4"}, "axis", printed=printed
    ).begin()
    assert far.choose("koln", "main").legal == ["hms_ajax"]


def test_smoke_once_a_game(invent):
    printed = invent('{ does = "smoke", weapons = ["smoke"], once = true }', koln="invented")
    game = battle("surface_attack", {"hms_ajax": "d5"}, {"koln": "d4"}, "axis", printed=printed).begin()
    game.choose("koln", "smoke").play_to("fire_who", "axis", turn=6)
    assert game.choose("koln").legal == ["main"]


@pytest.mark.rule("GLO.6")
def test_what_says_no_reach_reaches_anywhere(invent):
    """An effect whose reach is left out: a missile, a patrol, a pursuit."""
    printed = invent('{ does = "missile", weapons = ["missile"] }', d3a_val="invented")
    game = battle("air_attack", {"hms_ajax": "k7"}, {"d3a_val": "a1"}, "axis", printed=printed).begin()
    assert attack(game, "d3a_val", "missile", "hms_ajax") == 8


def test_a_patrol_without_a_reach_goes_anywhere(invent):
    printed = invent('{ does = "patrol", at = ["aircraft"] }', f4f_wildcat="invented")
    axis = [("d3a_val", "k7"), ("koln", "k1")]
    game = battle("air_missions", {"uss_iowa": "d4", "f4f_wildcat": "a1"}, axis, printed=printed).begin()
    assert set(game.legal) == {"decline", "k7"}


def test_a_pursuit_without_a_reach_follows_anywhere(invent):
    printed = invent('{ does = "pursue", at = ["ships"] }', hms_ajax="invented")
    game = battle("sea_movement", {"hms_ajax": "d4"}, {"bolzano": "d4"}, printed=printed).begin()
    assert game.choose("hms_ajax", "pursue", "bolzano", "bolzano", "d1").where("hms_ajax") == "d1"


# --- movement, bases and the end of the turn -------------------------------------------------------------------------


def row(game):
    """The farthest sector of row E that is an answer."""
    return max(answer for answer in game.legal if len(answer) == 2 and answer[0] == "e")


def test_flank_speed_near_submarines(invent):
    printed = invent('{ does = "flank_speed", at = ["submarine"], amount = 2, reach = 1 }', koln="invented")
    game = battle("sea_movement", {"uss_barb": "d1"}, {"koln": "e1"}, "axis", printed=printed).begin()
    assert row(game.choose("koln")) == "e5"
    game = battle("sea_movement", {"uss_barb": "d2"}, {"koln": "e1"}, "axis", printed=printed).begin()
    assert row(game.choose("koln")) == "e3"


def test_a_run_of_two_sectors_more(invent):
    printed = invent('{ does = "run", amount = 2 }', koln="invented")
    game = battle("sea_movement", {"hms_ajax": "a1"}, {"koln": "e1"}, "axis", printed=printed).begin()
    assert row(game.choose("use", "koln")) == "e5"


def test_a_pursuit_of_the_second_player_over_three_sectors(invent):
    printed = invent('{ does = "pursue", at = ["ships"], reach = 3 }', koln="invented", hms_ajax="flank_speed")
    game = battle("sea_movement", {"hms_ajax": "d4"}, {"koln": "d4"}, "axis", printed=printed).begin()
    assert game.choose("koln", "pursue", "hms_ajax", "hms_ajax", "d1").where("koln") == "d1"
    game = battle("sea_movement", {"hms_ajax": "d4"}, {"koln": "d4"}, "allies", printed=printed).begin()
    assert "pursue" in game.choose("end", "koln").legal


def test_a_patrol_beside_battleships_after_bombers(invent):
    patrol = '{ does = "patrol", at = ["bombers"], beside = ["battleship"], reach = 3 }'
    printed = invent(patrol, f4f_wildcat="invented")
    axis = [("d3a_val", "d1"), ("a6m2_zeke", "d3"), ("koln", "k1")]
    game = battle("air_missions", {"uss_iowa": "d4", "f4f_wildcat": "d4"}, axis, printed=printed).begin()
    assert set(game.legal) == {"decline", "d1"}


def test_an_aircraft_that_draws_the_fire_of_cruisers(invent):
    printed = invent('{ does = "draw_fire", by = ["cruiser"], least = 2 }', pby_catalina="invented")
    allies = {"pby_catalina": "d4", "sbd_dauntless": "d4"}
    game = battle("air_missions", allies, {"koln": "d4", "kongo": "d4"}, "axis", printed=printed).begin([2])
    assert game.choose("koln").legal == ["pby_catalina"]
    game.lay(*[1] * 6)
    game.choose("pby_catalina", "kongo")
    assert set(game.legal) == {"pby_catalina", "sbd_dauntless"}


@pytest.mark.rule("AB.close_escort", "STK.1")
def test_when_a_greater_escort_has_left_three_ships_stay_and_nobody_enters(invent):
    """MR-42."""
    printed = invent('{ does = "crowd", amount = 4 }', z_20_karl_galster="invented")
    axis = {"z_20_karl_galster": "d5", "koln": "d5", "tone": "d5", "kongo": "d4", "myoko": "c5"}
    game = battle("sea_movement", {"hms_ajax": "a1"}, axis, "axis", printed=printed).begin()
    game.choose("kongo", "d5", "z_20_karl_galster", "e5", "myoko")
    assert [game.where(unit) for unit in ("koln", "tone", "kongo")] == ["d5"] * 3 and "d5" not in game.legal


@pytest.mark.rule("AB.damage_control")
def test_damage_control_without_an_end(invent):
    printed = invent('{ does = "mend_itself", least = 2 }', kongo="invented")
    hurt = {"kongo": {"damage": 3}}
    game = battle("end_of_turn", {"hms_ajax": "a1"}, {"kongo": "k1"}, printed=printed, units=hurt).begin([2])
    game.play_to("move_who", "axis")
    while game["turn"] == 6:
        game.lay(6)
        game.choose("end")
    assert game.of("kongo", "damage") == 1


def test_other_cards_may_have_what_they_need_no_number_for(invent):
    printed = invent(f4f_wildcat="loiter", d3a_val="land_based", koln="no_sea_control", tone="shallow_draft")
    game = battle("air_return", {"f4f_wildcat": "d4"}, {"d3a_val": "d4", "akagi": "k1"}, printed=printed).begin()
    game.choose("land_base")
    assert game.of("f4f_wildcat", "rearming") == 0 and game.legal == ["land_base"]
    game = battle("sea_movement", {"koln": "d4"}, {"tone": "d4"}, "axis", terrain={"island": ["d5"]}, printed=printed)
    assert "d5" in game.begin().choose("tone").legal


@pytest.mark.rule("AB.vital_cargo")
def test_another_worth_of_cargo(invent):
    printed = invent(nordmark="vital_cargo:20")
    axis = {"nordmark": "c2", "koln": "k1"}
    game = battle("end_of_turn", {"hms_ajax": "a1"}, axis, zone=2, printed=printed).begin().choose("nordmark")
    assert game["score"] == [0, 20]


# --- conditions that no printed ability of the kind has --------------------------------------------------------------


def test_a_survivor_once_a_game(invent):
    printed = invent('{ does = "survive", least = 2, once = true }', koln="invented")
    game = battle("surface_attack", {"uss_iowa": "d4"}, {"koln": "d5", "tone": "k1"}, printed=printed).begin()
    shot(game, [6] * 4 + [1] * 14 + [6], "uss_iowa", "main", "koln").play_to("fire_who", "allies", turn=6)
    assert game.of("koln", "damage") == 1
    assert not shot(game, [6] * 4 + [1] * 14, "uss_iowa", "main", "koln").happened("survives")


def test_torpedo_defense_of_an_undamaged_ship(invent):
    printed = invent('{ does = "torpedo_defense", only = ["undamaged"], amount = 1 }', kongo="invented")
    for damage, harm in ((0, 1), (1, 3)):
        game = battle("torpedo_attack", {"uss_barb": "d4"}, {"kongo": "d4"}, printed=printed,
                      units={"kongo": {"damage": damage}}).begin()  # fmt: skip
        assert shot(game, [6, 1, 1], "uss_barb", "kongo").harm("kongo") == harm


def test_a_hunt_over_two_sectors_from_turn_3(invent):
    printed = invent('{ does = "hunt", at = ["submarine"], reach = 2, turn_from = 3 }', hms_ajax="invented")
    for turn, where, hunts in ((3, "d6", True), (2, "d6", False), (3, "d1", False)):
        game = battle("sea_movement", {"hms_ajax": "d4"}, {"u_510": where}, turn=turn, printed=printed).begin().end(2)
        assert (game.asked == "hunt") is hunts


def test_a_mark_on_submarines(invent):
    printed = invent('{ does = "mark", weapons = ["asw"], at = ["submarine"], amount = 1 }', pby_catalina="invented")
    game = battle("air_attack", {"pby_catalina": "d4"}, {"u_510": "d4", "koln": "d4"}, printed=printed).begin()
    assert set(game.legal) == {"decline", "u_510"}


# --- once a game -----------------------------------------------------------------------------------------------------


def torpedoed_twice(printed, target, first, second, **fields):
    """Barb hits a ship on two turns, each time with these dice after those of the attack."""
    game = battle("torpedo_attack", {"uss_barb": "d4"}, {target: "d4"}, printed=printed, **fields).begin()
    shot(game, [6, 1, 1, *first], "uss_barb", target).play_to("fire_who", "allies", turn=6)
    return shot(game, [6, 1, 1, *second], "uss_barb", target)


@pytest.mark.rule("AB.lucky_hit")
def test_a_hit_that_stops_once_a_game(invent):
    printed = invent(
        '{ does = "stop", weapons = ["torpedo"], at = ["battleship"], least = 2, once = true }', uss_barb="invented"
    )
    game = torpedoed_twice(printed, "kongo", [2], [])
    assert game.harm("kongo") == 4 and not game.happened("stopped")


@pytest.mark.rule("AB.chase_the_salvoes")
def test_a_miss_once_a_game(invent):
    printed = invent(
        '{ does = "negate", weapons = ["torpedo"], by = ["submarine"], least = 2, once = true }', kongo="invented"
    )
    game = torpedoed_twice(printed, "kongo", [2], [])
    assert game.harm("kongo") == 2 and not game.happened("negated")


@pytest.mark.rule("AB.determination")
def test_determination_once_a_game(invent):
    printed = invent('{ does = "endure", least = 2, once = true }', kongo="invented")
    game = torpedoed_twice(printed, "kongo", [2], [2], units={"kongo": {"damage": 4}})
    assert game.of("kongo", "gone")


@pytest.mark.rule("AB.damage_control")
def test_damage_control_once_a_game(invent):
    printed = invent('{ does = "mend_itself", least = 2, once = true }', kongo="invented")
    hurt = {"kongo": {"damage": 3}}
    game = battle("end_of_turn", {"hms_ajax": "a1"}, {"kongo": "k1"}, printed=printed, units=hurt).begin([2])
    game.play_to("move_who", "axis", turn=7)
    assert game.of("kongo", "damage") == 2


@pytest.mark.rule("AB.high_speed_run")
@pytest.mark.parametrize("answer", ["use", "decline"])
def test_a_run_once_a_game(invent, answer):
    printed = invent('{ does = "run", amount = 2, once = true }', koln="invented")
    game = battle("sea_movement", {"hms_ajax": "a1"}, {"koln": "e1"}, "axis", printed=printed).begin()
    assert (game.choose(answer).pass_to("run").asked == "run") is (answer == "decline")


@pytest.mark.rule("AB.pinpointer")
@pytest.mark.parametrize("answer", ["koln", "decline"])
def test_a_mark_once_a_game(invent, answer):
    marking = '{ does = "mark", weapons = ["main"], at = ["ships"], by = ["battleship"], amount = 2, once = true }'
    allies = {"uss_barb": "d4", "uss_iowa": "a1"}
    game = battle("air_attack", allies, {"koln": "k1"}, printed=invent(marking, uss_barb="invented")).begin()
    assert (game.choose(answer).pass_to("mark").asked == "mark") is (answer == "decline")


# --- two abilities of a kind on one card (MR-24, MR-25, ABL.10) -------------------------------------------------------


@pytest.mark.rule("AB.chase_the_salvoes", "AB.high_speed_evasion")
@pytest.mark.parametrize("written", ["chase_the_salvoes high_speed_evasion", "high_speed_evasion chase_the_salvoes"])
@pytest.mark.parametrize(("saving", "rolled", "lost"), [((5,), [5], False), ((4, 5), [4, 5], False),
                                                        ((4, 4), [4, 4], True)])  # fmt: skip
def test_chase_the_salvoes_then_evasion_until_one_saves(invent, written, saving, rolled, lost):
    printed = invent(koln=written)
    game = battle("surface_attack", {"uss_iowa": "d5"}, {"koln": "d4", "tone": "k1"}, printed=printed).begin()
    shot(game, [6] * 18 + [*saving], "uss_iowa", "main", "koln")
    assert [die for kind, *_, dice in game.told if kind == "negated" for die in dice] == rolled
    assert game.is_lost("koln") is lost


@pytest.mark.rule("AB.high_speed_evasion")
def test_evasion_works_where_chase_the_salvoes_does_not(invent):
    """A cruiser's guns are no salvoes of a battleship."""
    printed = invent(koln="chase_the_salvoes high_speed_evasion")
    game = battle("surface_attack", {"hms_ajax": "d5"}, {"koln": "d4", "tone": "k1"}, printed=printed).begin()
    shot(game, [6] * 7 + [5], "hms_ajax", "main", "koln")
    assert not game.is_lost("koln") and game.harm("koln") == 0


@pytest.mark.rule("ABL.10")
def test_an_ability_with_two_ways_to_save_rolls_once(invent):
    twice = '{ does = "negate", weapons = ["main"], least = 5 }, { does = "negate", by = ["cruiser"], least = 5 }'
    printed = invent(twice, koln="invented")
    game = battle("surface_attack", {"hms_ajax": "d5"}, {"koln": "d4", "tone": "k1"}, printed=printed).begin()
    shot(game, [6] * 7 + [4, 5], "hms_ajax", "main", "koln")
    assert game.is_lost("koln") and game.dice_of("negated") == (4,)


@pytest.mark.rule("AB.survivor", "AB.determination")
def test_a_second_ability_to_survive_and_to_endure_has_its_own_die(invent):
    effects = '{ does = "survive", least = 3 }, { does = "endure", least = 3 }'
    printed = invent(effects, koln="survivor determination invented")
    allies = {"uss_iowa": "d4", "hms_ajax": "a1"}
    game = battle("surface_attack", allies, {"koln": "d5", "tone": "k1"}, printed=printed).begin()
    shot(game, [6] * 18 + [4, 3], "uss_iowa", "main", "koln")
    assert game.harm("koln") == 1 and not game.is_lost("koln")
    game = battle("surface_attack", allies, {"koln": "d5", "tone": "k1"}, printed=printed).begin()
    shot(game, [6] * 18 + [4, 2, 4, 3], "uss_iowa", "main", "koln").play_to("fire_who", "axis", phase="torpedo_attack")
    assert game.of("koln", "damage") == 2 and not game.is_lost("koln")


@pytest.mark.rule("AB.torpedo_defense", "AB.long_lance_torpedoes")
def test_torpedo_damage_and_defense_of_different_names_add_up(invent):
    effects = '{ does = "torpedo_damage", amount = 2 }, { does = "torpedo_defense", amount = 3 }'
    printed = invent(effects, tone="long_lance_torpedoes invented", uss_iowa="torpedo_defense:1 invented")
    allies = {"uss_iowa": "d4", "uss_boise": "d5"}
    for target, harm in (("uss_iowa", 1), ("uss_boise", 5)):
        game = battle("torpedo_attack", allies, {"tone": "d4"}, "axis", printed=printed).begin()
        assert shot(game, [6, 1], "tone", target).told[1][2] == harm


@pytest.mark.rule("AB.lucky_hit")
def test_a_second_ability_that_stops_has_its_own_die(invent):
    printed = invent('{ does = "stop", weapons = ["torpedo"], least = 3 }', uss_barb="lucky_hit invented")
    game = battle("torpedo_attack", {"uss_barb": "d4"}, {"kongo": "d4"}, printed=printed).begin()
    assert shot(game, [6, 1, 1, 4, 3], "uss_barb", "kongo").of("kongo", "stopped")


@pytest.mark.rule("AB.fatal_flaw")
def test_a_second_flaw_is_found_too(invent):
    printed = invent('{ does = "flaw", by = ["cruiser"], amount = 2 }', bismarck="fatal_flaw invented")
    game = battle("surface_attack", {"hms_ajax": "d5"}, {"bismarck": "d4", "koln": "k1"}, printed=printed).begin()
    assert shot(game, [6, 6, 1, 1, 1, 1, 1], "hms_ajax", "main", "bismarck").is_lost("bismarck")


@pytest.mark.rule("AB.antiair_specialist", "AB.audacious_attack")
def test_second_attacks_with_antiair_and_with_torpedoes(invent):
    printed = invent(uss_atlanta="antiair_specialist audacious_attack")
    axis = {"koln": "d4", "tone": "d5", "a6m2_zeke": "d4", "d3a_val": "d4"}
    game = battle("air_defense", {"uss_atlanta": "d4"}, axis, printed=printed).begin()
    attack(game, "uss_atlanta", "a6m2_zeke")
    assert game.asked == "target" and "d3a_val" in game.legal
    game = battle("torpedo_attack", {"uss_atlanta": "d4"}, axis, printed=printed).begin()
    attack(game, "uss_atlanta", "koln")
    assert game.asked == "again" and set(game.legal) == {"decline", "tone"}


@pytest.mark.rule("AB.audacious_attack")
def test_of_two_second_attacks_that_is_used_which_allows_the_target(invent):
    printed = invent('{ does = "second_attack", weapons = ["torpedo"] }', uss_atlanta="audacious_attack invented")
    axis = {"koln": "d4", "kongo": "d4", "tone": "d5"}
    game = battle("torpedo_attack", {"uss_atlanta": "d4"}, axis, printed=printed).begin()
    attack(game, "uss_atlanta", "koln")
    assert set(game.legal) == {"decline", "kongo", "tone"}
    attack(game, "kongo")
    assert game.of("uss_atlanta", "spent") == 0 and game.asked != "again"


@pytest.mark.rule("AAT.3", "AB.bristling_with_guns")
def test_an_aircraft_with_a_second_attack_drops_its_bombs_twice_and_attacks_with_nothing_else(invent):
    """Two targets for one weapon; the one attack of an aircraft is still of one weapon."""
    printed = invent('{ does = "second_attack", weapons = ["bomb"] }', fw_200_kondor="invented antiship_missile")
    allies = {"hms_ajax": "d4", "hms_exeter": "d4", "hms_hood": "d5"}
    game = battle("air_attack", allies, {"fw_200_kondor": "d4"}, "axis", printed=printed).begin()
    attack(game, "fw_200_kondor", "bomb", "hms_ajax")
    assert (game.asked, set(game.legal)) == ("weapon", {"end", "bomb"})
    assert game.choose("bomb").legal == ["hms_exeter"]
    attack(game, "hms_exeter")
    assert game.asked != "weapon"
    game = battle("air_attack", allies, {"fw_200_kondor": "d4"}, "axis", printed=printed).begin()
    attack(game, "fw_200_kondor", "missile", "hms_hood")
    assert game.asked != "weapon", "what has a second attack has not been used"


@pytest.mark.rule("SUR.2", "AB.bristling_with_guns")
def test_a_ship_with_a_second_asw_attack_fires_no_guns_beside_it(invent):
    printed = invent('{ does = "second_attack", weapons = ["asw"] }', uss_fletcher="invented")
    axis = (("koln", "d4"), ("u_510", "d4"), ("u_510", "d4"))
    game = battle("surface_attack", {"uss_fletcher": "d4"}, axis, printed=printed).begin()
    attack(game, "uss_fletcher", "asw", "u_510")
    assert (game.asked, set(game.legal)) == ("weapon", {"end", "asw"})
    assert game.choose("asw").legal == ["u_510#2"]


@pytest.mark.rule("AB.press_the_attack", "DMG.4")
@pytest.mark.parametrize("presses", ["use", "decline"])
def test_who_presses_its_attack_shoots_at_aircraft_first_like_any_that_are_aborted(invent, presses):
    """What it presses is its bomb attack; in the phase in which it is aborted it still makes its antiair attack."""
    printed = invent(a6m2_zeke="press_the_attack")
    allies = {"hms_ajax": "d4", "f4f_wildcat": "d4"}
    game = battle("air_defense", allies, {"a6m2_zeke": "d4"}, printed=printed).begin()
    shot(game, [6, 6, 6, 1, 1, 1, 6], "hms_ajax", "a6m2_zeke", presses)
    assert (game.who, game.legal) == ("axis", ["end", "a6m2_zeke"])
    shot(game, [4, 4, 4, 4, 4, 4, 1], "a6m2_zeke", "f4f_wildcat")
    assert game.of("f4f_wildcat", "aborted")


@pytest.mark.rule("AB.survivor", "DMG.4")
@pytest.mark.parametrize(("die", "aborted"), [(5, 1), (4, 0)])
def test_an_aircraft_that_survives_is_aborted_in_place_of_being_destroyed(invent, die, aborted):
    """What only hits it aborts it: it does not get damaged."""
    printed = invent(a6m2_zeke="survivor")
    game = battle("air_defense", {"hms_ajax": "d4"}, {"a6m2_zeke": "d4", "koln": "k1"}, printed=printed).begin()
    shot(game, [6, 6, 6, 6, 6, 6, die], "hms_ajax", "a6m2_zeke").pass_to("return_to")
    assert game.of("a6m2_zeke", "gone") == 1 - aborted and game.of("a6m2_zeke", "damage") == 0


@pytest.mark.rule("AB.combat_air_patrol", "MAP.1")
@pytest.mark.parametrize(
    ("terrain", "mended", "asked"), [("squall", 0, True), ("island", 0, False), ("squall", 1, False)]
)
def test_a_ship_that_patrols_obeys_the_terrain_and_stays_where_it_may_not_move(invent, terrain, mended, asked):
    """MR-43."""
    printed = invent('{ does = "patrol", at = ["aircraft"], reach = 2 }', hms_ajax="invented")
    units, terrain = {"hms_ajax": {"mended": mended}}, {terrain: ["d5"]}
    game = battle(
        "air_missions", {"hms_ajax": "d4"}, {"a6m2_zeke": "airbase"}, terrain=terrain, units=units, printed=printed
    )
    game.begin().choose("a6m2_zeke", "d5")
    assert (game.asked == "patrol") == asked


@pytest.mark.rule("AB.combat_air_patrol")
def test_a_patrol_goes_to_another_sector(invent):
    printed = invent('{ does = "patrol", at = ["ships"], reach = 2 }', f4f_wildcat="invented")
    allies, axis = {"f4f_wildcat": "airbase", "hms_ajax": "a1"}, {"koln": "d4", "bolzano": "d5"}
    game = battle("air_missions", allies, axis, printed=printed).begin().choose("f4f_wildcat", "d4")
    assert (game.asked, set(game.legal)) == ("patrol", {"d5", "decline"})


@pytest.mark.rule("AB.lead_the_attack", "MOV.3")
def test_an_aircraft_leads_no_attack(invent):
    printed = invent(f4f_wildcat="lead_the_attack:2")
    assert scenario("coral_sea", printed=printed).begin(seed=1).pass_to("lead").over


@pytest.mark.rule("AB.submerged_shot", "AB.extended_range")
def test_reach_by_two_abilities(invent):
    effects = '{ does = "submarines_too", weapons = ["main"], reach = 1 }, '
    effects += '{ does = "long_range", weapons = ["torpedo"], amount = 4 }'
    printed = invent(effects, koln="extended_range:5 submerged_shot invented")
    game = battle("surface_attack", {"uss_barb": "d5", "hms_ajax": "d5"}, {"koln": "d4"}, "axis", printed=printed)
    assert set(game.begin().choose("koln", "main").legal) == {"uss_barb", "hms_ajax"}
    game = battle("torpedo_attack", {"uss_barb": "d4", "hms_ajax": "d4"}, {"koln": "d4"}, "axis", printed=printed)
    assert set(game.begin().choose("koln").legal) == {"uss_barb", "hms_ajax"}
    game = battle("surface_attack", {"hms_ajax": "e6"}, {"koln": "e1"}, "axis", printed=printed).begin()
    assert game.choose("koln").legal == ["main"]


@pytest.mark.rule("AB.night_fighter")
def test_second_rolls_of_guns_and_of_antiair(invent):
    printed = invent('{ does = "reroll", weapons = ["antiair"] }', yukikaze="night_fighter invented")
    game = battle("air_defense", {"sbd_dauntless": "d4"}, {"yukikaze": "d4"}, "axis", printed=printed).begin()
    attack(game, "yukikaze", "sbd_dauntless")
    assert game.asked == "reroll"


@pytest.mark.rule("AB.pinpointer", "AB.shadowing")
def test_an_aircraft_marks_with_each_of_two_abilities(invent):
    printed = invent(fw_200_kondor="pinpointer shadowing")
    allies = {"uss_atlanta": "d4", "uss_boise": "d5"}
    game = battle("air_attack", allies, {"fw_200_kondor": "d4", "koln": "d4"}, "axis", printed=printed).begin()
    assert (game.asked, game.subject) == ("mark", "fw_200_kondor")
    game.choose("uss_atlanta")
    assert (game.asked, game.subject) == ("mark", "fw_200_kondor")
    game.choose("uss_boise")
    assert game.asked != "mark"
    marks = game.of("uss_atlanta", "marks"), game.of("uss_boise", "marks")
    assert 0 not in marks and marks[0] != marks[1]


def test_a_unit_with_two_marks_says_which_is_asked_about(invent):
    printed = invent('{ does = "mark", by = ["submarine"], amount = 1 }', fw_200_kondor="shadowing invented")
    axis = {"fw_200_kondor": "d4", "koln": "d4"}
    game = battle("air_attack", {"uss_atlanta": "d4"}, axis, "axis", printed=printed).begin()
    for name, sensible in (("Shadowing", False), ("Invented", True)):
        view = View(load.scenario("river_plate", printed=printed), game.games, 1)
        assert FILLED["ability"](view) == f" with {name}"
        assert (WORKED_OUT[Decision.MARK]["sensible"](view) is not None) is sensible  # nobody has a submarine
        game.choose("decline")


@pytest.mark.rule("AB.run_silent", "ABL.3")
@pytest.mark.parametrize(("by", "die", "missed"), [("aircraft", 4, True), ("aircraft", 5, False), ("ships", 5, True)])
def test_stealth_of_two_abilities_adds_up(invent, by, die, missed):
    """A destroyer attacks: one that works against aircraft does not keep the other from working."""
    stealth = f'{{ does = "stealth", weapons = ["asw"], by = ["{by}"], amount = 1 }}'
    printed = invent(stealth, hms_truculent="invented run_silent")
    allies = {"hms_truculent": "d4", "hms_ajax": "a1"}
    game = battle("surface_attack", allies, {"yukikaze": "d4"}, "axis", printed=printed).begin()
    assert shot(game, [die] * 4, "yukikaze", "asw", "hms_truculent").happened("missed") is missed


@pytest.mark.rule("AB.escort", "ABL.10")
@pytest.mark.parametrize(("beside", "die", "missed"), [
    (["f4f_wildcat", "sea_hurricane_mk_1b"], 5, True),
    (["f4f_wildcat", "f4f_wildcat"], 5, False),
    (["sea_hurricane_mk_1b"], 4, True),
])  # fmt: skip
def test_screens_of_different_names_add_up(invent, beside, die, missed):
    """Twice the same does not."""
    screen = '{ does = "screen", weapons = ["antiair"], at = ["bombers"], by = ["fighter"], amount = 1 }'
    printed = invent(screen, sea_hurricane_mk_1b="invented")
    allies = [*((fighter, "d4") for fighter in beside), ("sbd_dauntless", "d4")]
    game = battle("air_defense", allies, {"a6m2_zeke": "d4"}, "axis", printed=printed).begin()
    assert shot(game, [die] * 7, "a6m2_zeke", "sbd_dauntless").happened("missed") is missed


@pytest.mark.rule("ABL.1", "ABL.10")
def test_of_one_ability_the_first_effect_that_works_adds_dice(invent):
    effects = '{ does = "dice", weapons = ["main"], at = ["cruiser"], amount = 2 }, '
    effects += '{ does = "dice", weapons = ["main"], amount = 1 }'
    printed = invent(effects, koln="raider_hunter invented")
    for target, count in (("hms_ajax", 10), ("hms_rodney", 8)):
        game = battle("surface_attack", {target: "d5"}, {"koln": "d4"}, "axis", printed=printed).begin()
        assert attack(game, "koln", "main", target) == count


@pytest.mark.parametrize(
    ("effects", "abilities", "does"),
    [
        ('{ does = "hunt", at = ["submarine"], reach = 2 }', "sub_hunter invented", "hunt"),
        ('{ does = "dice", weapons = ["main"], amount = 1, once = true }', "rapid_fire invented", "dice"),
        (
            '{ does = "press", by = ["ships"], amount = 1, least = 5 }, { does = "press", amount = 0, least = 6 }',
            "invented",
            "press",
        ),
    ],
)
def test_what_is_asked_once_for_a_unit_stands_on_a_card_once(invent, effects, abilities, does):
    with pytest.raises(ConfigError, match=f'have the effect "{does}" 2 times; a card has room for one'):
        invent(effects, koln=abilities)


@pytest.mark.rule("AB.loiter", "RET.2")
@pytest.mark.parametrize(("sector", "rearms"), [("d4", False), ("d5", True)])
def test_loitering_beside_a_carrier_is_that_of_its_mission(invent, sector, rearms):
    printed = invent('{ does = "loiter", beside = ["carrier"] }', sea_hurricane_mk_1b="invented")
    allies = {"hms_ark_royal": "d4", "sea_hurricane_mk_1b": sector}
    game = battle("air_return", allies, {"koln": "k1"}, printed=printed).begin().choose("land_base")
    assert (game.of("sea_hurricane_mk_1b", "rearming") > 0) == rearms


@pytest.mark.rule("AB.flank_speed", "AB.sub_hunter", "AB.combat_air_patrol", "AB.draw_the_cap")
def test_kinds_that_are_left_out_are_all_kinds(invent):
    """Of whom one goes near, hunts, patrols after, or draws the fire."""
    axis = {"u_510": "d5", "koln": "k1"}
    printed = invent('{ does = "flank_speed", amount = 1, reach = 1 }', hms_ajax="invented")
    game = battle("sea_movement", {"hms_ajax": "d4"}, axis, printed=printed).begin()
    assert "g4" in game.choose("hms_ajax").legal
    printed = invent('{ does = "hunt", reach = 2 }', hms_ajax="invented")
    game = battle("sea_movement", {"hms_ajax": "j1"}, axis, printed=printed).begin().pass_to("hunt")
    assert set(game.legal) == {"k1", "decline"}
    printed = invent('{ does = "patrol", reach = 2 }', f4f_wildcat="invented")
    allies = {"f4f_wildcat": "airbase", "hms_ajax": "a1"}
    game = battle("air_missions", allies, axis, printed=printed).begin().choose("f4f_wildcat", "d4")
    assert (game.asked, set(game.legal)) == ("patrol", {"d5", "decline"})
    printed = invent('{ does = "draw_fire", least = 4 }', tbd_devastator="invented")
    allies = {"tbd_devastator": "airbase", "hms_ajax": "a1"}
    game = battle("air_missions", allies, axis, printed=printed).begin([4]).choose("tbd_devastator", "k1")
    assert game.dice_of("draws_fire") == (4,)


@pytest.mark.rule("AB.loiter", "CAR.6", "ABL.7")
@pytest.mark.parametrize(("effect", "rearms"), [("", False), (', beside = ["carrier"]', True)])
def test_an_aircraft_that_loiters_comes_ashore_from_a_lost_carrier_ready(invent, effect, rearms):
    """Aboard it has no mission, and so no company in a sector."""
    printed = invent(f'{{ does = "loiter"{effect} }}', a6m2_zeke="invented")
    axis = {"shoho": "d4", "koln": "k1", "a6m2_zeke": "shoho"}
    game = battle("surface_attack", {"hms_ajax": "d4"}, axis, printed=printed).begin()
    shot(game, [6, 6, 6, 1, 1, 1, 1, 2], "hms_ajax", "main", "shoho").pass_to("lost_carrier")
    game.choose("a6m2_zeke")
    assert game.where("a6m2_zeke") == "airbase" and (game.of("a6m2_zeke", "rearming") > 0) is rearms


@pytest.mark.rule("AB.vital_cargo", "CAR.6")
def test_a_carrier_lands_no_cargo(invent):
    """She would leave the game, and leave her aircraft without a base."""
    with pytest.raises(ConfigError, match="column abilities: have a cargo to land; a carrier's aircraft"):
        invent(hms_ark_royal="vital_cargo:6")


# --- conditions of the target and of the lender (MR-56) ---------------------------------------------------------------


@pytest.mark.rule("AB.rapid_fire")
def test_dice_once_a_game_are_for_the_targets_that_they_say(invent):
    """Declared before the target, which then is one of these."""
    once = '{ does = "dice", weapons = ["main"], at = ["battleship"], amount = 2, once = true }'
    printed = invent(once, koln="invented")
    allies = {"uss_iowa": "d5", "hms_ajax": "d5"}
    game = battle("surface_attack", allies, {"koln": "d4"}, "axis", printed=printed).begin()
    game.choose("koln", "main")
    assert game.asked == "extra" and game.choose("use").legal == ["uss_iowa"]
    assert why_not(game, "hms_ajax") == "the extra dice are not for it"
    assert attack(game, "uss_iowa") == 9
    game = battle("surface_attack", allies, {"koln": "d4"}, "axis", printed=printed).begin()
    game.choose("koln", "main", "decline")
    assert set(game.legal) == set(allies) and attack(game, "hms_ajax") == 7


@pytest.mark.parametrize(
    ("says", "asked"),
    [
        ('at = ["battleship"]', False),
        ('at = ["cruiser"]', True),
        ("reach = 1", True),
        ("reach = 0", False),
        ('only = ["target_damaged"]', False),
        ('only = ["fired_at"]', False),
        ("turn_from = 6", False),
    ],
)
def test_dice_once_a_game_are_asked_about_where_there_is_a_target_for_them(invent, says, asked):
    printed = invent(f'{{ does = "dice", weapons = ["main"], {says}, amount = 2, once = true }}', koln="invented")
    game = battle("surface_attack", {"hms_ajax": "d5"}, {"koln": "d4"}, "axis", printed=printed).begin()
    assert (game.choose("koln", "main").asked == "extra") is asked


@pytest.mark.rule("AB.expert_bomber")
@pytest.mark.parametrize(("carrier", "asked"), [("a1", "target"), ("d6", "boost")])
def test_dice_lent_within_two_sectors(invent, carrier, asked):
    printed = invent(
        '{ does = "lent_dice", weapons = ["bomb"], at = ["dive_bomber"], amount = 2, reach = 2 }',
        uss_enterprise="invented",
    )
    allies = {"uss_enterprise": carrier, "sbd_dauntless": "d4"}
    game = battle("air_attack", allies, {"koln": "d4"}, printed=printed).begin()
    assert game.choose("sbd_dauntless", "bomb").asked == asked


@pytest.mark.parametrize(
    ("effect", "problem"),
    [
        ('does = "negate", at = ["ships"], least = 5', 'at: is not looked at in "negate"'),
        ('does = "reroll", reach = 2', 'reach: is not looked at in "reroll"'),
        ('does = "loiter", amount = 1', 'amount: is not looked at in "loiter"'),
        ('does = "pursue", at = ["carrier"]', 'at: is not looked at in "pursue"'),
        ('does = "payload", weapons = ["bomb"], amount = 2', 'weapons: is not looked at in "payload"'),
        ('does = "lead", amount = 2, turn_from = 2', 'turn_from: is not looked at in "lead"'),
        ('does = "lent_dice", amount = 1, only = ["fired_at"]', 'only: "fired_at" is not looked at in "lent_dice"'),
        ('does = "dice", amount = 1, only = ["other_sector"]', 'only: "other_sector" is not looked at in "dice"'),
    ],
)
def test_what_an_effect_does_not_look_at_is_refused(invent, effect, problem):
    with pytest.raises(ConfigError, match=problem):
        invent(f"{{ {effect} }}", koln="invented")
