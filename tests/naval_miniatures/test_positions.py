"""Positions in scenario files: read, refused, and written from a battle (OWN.1)."""

import re
import tomllib
from pathlib import Path
from random import Random

import numpy as np
import pytest

from aw_env import naval_miniatures_v0
from aw_env.core.config.errors import ConfigError
from aw_env.core.engine.compiling import records
from aw_env.games.naval_miniatures.play import RULES
from aw_env.games.naval_miniatures.printed import load
from aw_env.games.naval_miniatures.records.record import GAME, STATE
from aw_env.games.naval_miniatures.records.terms import NOBODY, Phase
from aw_env.games.naval_miniatures.soundness import check_soundness
from aw_env.games.naval_miniatures.view import View
from tests.naval_miniatures.positions import Battle
from tests.naval_miniatures.random_games import games as random_games

ROOT = Path(__file__).resolve().parent.parent.parent
POSITION = """
turn = 5
begins_at = "surface_attack"
first_player = "axis"
quiet_turns = 2
claimed = ["h5"]
score = { allies = 12, axis = 50 }
smoke = { c3 = 6 }
no_claims = { axis = true }
zone = 1
units = [
    { card = "hms_ark_royal", place = "a1" },
    { card = "swordfish_mk_ii", base = "hms_ark_royal" },
    { card = "hms_ajax", place = "d4", damage = 2 },
    { card = "swordfish_mk_ii", place = "e5", aborted = true },
    { card = "hms_ajax", place = "gone" },
    { card = "ss_jeremiah_o_brien", place = "d3" },
    { card = "koln", place = "e5", stopped = true, moved = true },
    { card = "fw_200_kondor", base = "airbase", rearming = 4 },
    { card = "z_20_karl_galster", place = "k1" },
    { card = "z_20_karl_galster", place = "gone", damage = 1 },
]
"""
AFLOAT = 'begins_at = "sea_movement"\nfirst_player = "allies"\nzone = 1\n'
PASSING = {"depth", "frames", "decision", "power", "seat", "subject", "decisions", "forced", "ask_forced"}
PASSING |= {"acted", "fired_at_by", "fired_at_by_more", "weapon", "used", "twice", "target", "earlier", "bonus"}
PASSING |= {"sixes", "successes", "generator", "dice_rolled", "scripted", "scripted_used", "script"}
"""Fields of the step that is at work and of the dice."""


def read(folder, text):
    """The scenario of a file with this text."""
    file = folder / "position.toml"
    file.write_text(text, "utf-8")
    return load.scenario(file)


def begun(scenario, **begin):
    """A battle of a scenario at its first question."""
    return Battle(scenario.books, scenario.templates.copy()).begin(**begin)


def differing(one, other):
    """The fields in which two records differ."""
    return {
        field.name for field in STATE if not np.array_equal(STATE.read(one, field.name), STATE.read(other, field.name))
    }


# --- read ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("OWN.1")
def test_a_battle_begins_where_its_file_says(tmp_path):
    game = begun(read(tmp_path, POSITION))
    assert (game["turn"], game.phase, game["first"], game["quiet_turns"]) == (5, "surface_attack", 1, 2)
    assert (game["score"], game["claimed"], game["no_claims"], game["smokes"]) == ([12, 50], 0b100, [0, 1], 1)
    assert (game.asked, game.who) == ("fire_who", "axis"), "she may still fire in spite of a stopped engine"
    assert "koln" in game.legal
    assert game.where("hms_ajax") == "d4" and game.of("hms_ajax", "crippled"), "damage makes her crippled (MR-33)"
    assert game.where("hms_ajax#2") is None and game.of("hms_ajax#2", "gone")
    assert game.where("swordfish_mk_ii") == "hms_ark_royal" and game.where("swordfish_mk_ii#2") == "e5"
    assert game.where("fw_200_kondor") == "airbase" and game.of("fw_200_kondor", "rearming") == 4
    assert game.of("swordfish_mk_ii#2", "aborted") and game.of("koln", "stopped") and game.of("koln", "moved")
    check_soundness(game.books[0], game.templates[0], game.games)


@pytest.mark.rule("OWN.1")
def test_its_units_are_in_roster_order(tmp_path):
    """By card; equal cards as they stand in the file."""
    template = read(tmp_path, POSITION).templates[0]
    assert template["units"] == 10 and template["fleet"].tolist() == [6, 4]
    assert (np.diff(template["card"][:6]) >= 0).all() and (np.diff(template["card"][40:44]) >= 0).all()
    assert template["roster"][:11].tolist() == [*range(6), *range(40, 44), NOBODY]


@pytest.mark.rule("OWN.1")
def test_a_position_is_fought_on_to_its_end(tmp_path):
    assert begun(read(tmp_path, POSITION)).pass_to("game over").over


@pytest.mark.rule("OWN.1", "AB.high_speed_run")
def test_a_run_that_has_been_declared_goes_on_in_a_position_that_is_written(tmp_path):
    """Two sectors and one more, and no objective is claimed."""
    scenario = read(
        tmp_path,
        AFLOAT
        + """turn = 2\nunits = [
        { card = "le_terrible", place = "d4" },
        { card = "koln", place = "k1" },
    ]""",
    )
    game = begun(scenario).choose("use", "le_terrible")
    again = begun(read(tmp_path, View(scenario, game.games, None).to_scenario())).choose("le_terrible")
    assert again["no_claims"][0] == 1 and "d1" in again.legal and again.legal == game.legal


@pytest.mark.rule("OWN.1", "AB.high_speed_run")
def test_a_run_of_an_earlier_turn_is_over_when_another_ship_runs(tmp_path):
    """Once a game, for a turn: in what is written the second ship alone is faster."""
    scenario = read(
        tmp_path,
        AFLOAT
        + """turn = 3\nunits = [
        { card = "le_terrible", place = "d4", spent = ["high_speed_run"] },
        { card = "le_terrible", place = "d5" },
        { card = "koln", place = "k1" },
    ]""",
    )
    game = begun(scenario)
    assert (game.asked, game.subject) == ("run", "le_terrible#2")
    game.choose("use")
    again = begun(read(tmp_path, View(scenario, game.games, None).to_scenario()))
    assert [again.of(ship, "faster") for ship in ("le_terrible", "le_terrible#2")] == [0, 1]


@pytest.mark.rule("OWN.1", "AB.repair", "AB.high_speed_run")
def test_what_units_have_used_and_undertaken(tmp_path):
    """A ship that is repaired does not move, nor does her helper (MR-10, MR-49)."""
    units = """units = [
        { card = "uss_fletcher", place = "a1", damage = 1 },
        { card = "nordmark", side = "axis", place = "k1", mends = "koln_2", spent = ["repair"] },
        { card = "koln", place = "k2" },
        { card = "koln", place = "k1", damage = 1, marks = ["scout_cruiser"] },
        { card = "motor_torpedo_boat", place = "k3" },
    ]"""
    scenario = read(tmp_path, AFLOAT.replace("allies", "axis") + units)
    game = begun(scenario)
    assert game.of("nordmark", "spent") == 1 and game.of("koln#2", "mended") == 1 and game.of("koln#2", "marks") > 0
    assert game.legal == ["end", "motor_torpedo_boat", "koln"] or set(game.legal) == {
        "end",
        "motor_torpedo_boat",
        "koln",
    }
    again = read(tmp_path, View(scenario, game.games, None).to_scenario())
    assert differing(again.templates[0], game.games[0]) <= PASSING


@pytest.mark.rule("OWN.1", "CV.6")
def test_convoy_ships_that_are_off_and_those_that_are_sunk(tmp_path):
    """MR-38: of three that are gone, those that are not off have been sunk."""
    ships = "".join(
        f'{{ card = "convoy_ship", place = "{place}" }},\n' for place in ("gone", "gone", "gone", "j1", "j2")
    )
    units = f'units = [{ships} {{ card = "hms_ajax", place = "a1" }}, {{ card = "koln", place = "k1" }}]\n'
    game = begun(read(tmp_path, f"{AFLOAT}turn = 11\noff = 1\n{units}[convoy]\n"))
    assert (game["off"], game["sunk"], game["fleet"], game["turn"]) == (1, 2, [6, 1], 11) and not game.over


@pytest.mark.rule("OWN.1")
def test_the_position_on_the_page_begins(tmp_path):
    page = (ROOT / "docs" / "naval_miniatures.md").read_text("utf-8")
    (text,) = (block for block in re.findall(r"```toml\n(.*?)```", page, re.DOTALL) if "begins_at" in block)
    game = begun(read(tmp_path, text))
    assert (game["turn"], game.phase, game.where("f4f_wildcat")) == (4, "surface_attack", "uss_enterprise")


@pytest.mark.rule("OWN.1")
def test_a_position_may_have_terrain_of_its_own(tmp_path):
    text = (
        POSITION.replace("zone = 1\n", "").replace('"h5"', '"f1"')
        + '[terrain]\nislands = ["d5"]\nobjectives = ["f1"]\n'
    )
    game = begun(read(tmp_path, text))
    assert game["zone"] == 0 and game["claimed"] == 1


# --- written -------------------------------------------------------------------------------------------------


@pytest.mark.rule("OWN.1")
@pytest.mark.parametrize("name", ["random", "coral_sea", "atlantic_convoy", "house+historical", "random+exercise"])
def test_phases_begin_again_from_what_is_written(tmp_path, name):
    """At the first question of each phase the record is that of the file, but for the dice of slow ships, which are
    rolled again (MR-47); the same question is put."""
    (game,) = random_games(name, [4])
    before, phases = None, set()
    while not game.over and len(phases) < 60:
        now = (int(game.games["turn"][0]), int(game.games["phase"][0]))
        if now != before and now[1] > Phase.SET_UP:
            phases.add(now)
            again = read(tmp_path, View(game.scenario, game.games[:1], None).to_scenario())
            moving = {"faster"} if now[1] == Phase.SEA_MOVEMENT else set()
            assert differing(again.templates[0], game.games[0]) <= PASSING | moving
            started = records(GAME, 1)
            RULES.start(again.books, again.templates, started, 0, 1, game.trial_mask, game.no_events)
            if now[1] < Phase.END_OF_TURN and not moving:
                assert started["decision"] == game.games["decision"][0] and (game.trial_mask == game.mask).all()
        before = now
        game.answer(game.choose())
    assert len(phases) > 5


@pytest.mark.rule("OWN.1")
@pytest.mark.parametrize("name", ["midway", "atlantic_convoy"])
def test_a_position_can_be_written_at_any_time(tmp_path, name):
    """Also in the midst of attacks, and while aircraft of a lost carrier are picked (MR-18)."""
    (game,) = random_games(name, [2])
    draws = Random(2)
    while not game.over:
        if draws.random() < 0.1:
            again = begun(read(tmp_path, View(game.scenario, game.games[:1], None).to_scenario()))
            if not again.over:
                check_soundness(again.books[0], again.templates[0], again.games)
        game.answer(game.choose())


@pytest.mark.rule("OWN.1", "CAR.6")
def test_aircraft_of_a_carrier_that_is_lost_are_ashore_in_what_is_written(tmp_path):
    scenario = read(tmp_path, POSITION)
    game = begun(scenario)
    carrier = game.unit("hms_ark_royal")
    game.games[0]["gone"][carrier], game.games[0]["place"][carrier] = 1, -1
    again = begun(read(tmp_path, View(scenario, game.games, None).to_scenario()))
    assert again.where("swordfish_mk_ii") == "airbase" and again.of("swordfish_mk_ii", "rearming") == 5


@pytest.mark.rule("OWN.1", "FLT.4")
@pytest.mark.parametrize("name", ["standard", "coral_sea", "convoy"])
def test_before_the_first_turn_the_scenario_is_written_as_it_began(tmp_path, name):
    """Neither the fleet that is being bought nor the battle zone of the die is told."""
    (game,) = random_games(name, [1])
    for _ in range(4):
        assert game.games["phase"][0] <= Phase.SET_UP
        again = read(tmp_path, View(game.scenario, game.games[:1], 1).to_scenario())
        assert again.title == game.scenario.title and (again.books == game.scenario.books).all()
        assert (again.templates == game.scenario.templates).all()
        game.answer(game.choose())


@pytest.mark.rule("OWN.1")
def test_options_in_play_are_written(tmp_path):
    game = naval_miniatures_v0.game("coral_sea", ["turns=12", "layout=3"], 1)
    while game.view().phase <= Phase.SET_UP:
        game.apply(game.legal_actions()[0])
    text = game.view().to_scenario()
    told = tomllib.loads(text)
    assert told["zone"] == 3 and told["turns"] == 12 and told["title"].endswith("(position)")
    (tmp_path / "position.toml").write_text(text, "utf-8")
    again = naval_miniatures_v0.game(tmp_path / "position.toml", seed=1)
    assert again.view().phase == game.view().phase and again.view().last_turn == 12
    assert [unit.place for unit in again.view().units] == [unit.place for unit in game.view().units]
    assert tomllib.loads(again.view().to_scenario()) == told


# --- refused -------------------------------------------------------------------------------------------------

AJAX, KOLN = '{ card = "hms_ajax", place = "a1" }', '{ card = "koln", place = "k1" }'
ARK_ROYAL, SWORDFISH = (
    '{ card = "hms_ark_royal", place = "a1" }',
    '{ card = "swordfish_mk_ii", base = "hms_ark_royal" }',
)
WRONG_UNITS = {
    "an unknown card": ([AJAX.replace("ajax", "ajaks")], r'units\[1\].card "hms_ajaks": no such unit; .*"hms_ajax"'),
    "an unknown place": ([AJAX.replace("a1", "b7")], r'units\[1\].place "b7": no such place'),
    "three ships in a sector": ([AJAX] * 3, r"units\[3\].place: .* one too many: there is room for 2"),
    "two submarines in a sector": (
        ['{ card = "uss_barb", place = "a1" }'] * 2,
        r"units\[2\].place: .* one too many: there is room for 1",
    ),
    "a ship on an island": ([AJAX.replace("a1", "d2")], r"units\[1\].place: HMS Ajax .*MAP.1"),
    "nowhere": (['{ card = "hms_ajax" }'], r"units\[1\]: HMS Ajax must be in one place"),
    "in two places": ([ARK_ROYAL, SWORDFISH.replace("base", 'place = "a1", base')], r"units\[2\]: .* one place"),
    "a ship at a base": ([AJAX.replace('place = "a1"', 'base = "airbase"')], r"units\[1\].base: is for aircraft"),
    "no hull left": ([AJAX.replace("}", ", damage = 3 }")], r"units\[1\].damage: HMS Ajax has 3 hull points"),
    "no such carrier": ([AJAX, SWORDFISH], r'units\[2\].base "hms_ark_royal": no such carrier .*airbase'),
    "a cruiser as carrier": (
        [AJAX, SWORDFISH.replace("ark_royal", "ajax")],
        r'units\[2\].base "hms_ajax": no such carrier',
    ),
    "a full carrier": ([ARK_ROYAL, *[SWORDFISH] * 4], r"units\[5\].base: .* one too many: there is room for 3"),
    "a bomber of the land": (
        [ARK_ROYAL, SWORDFISH.replace("swordfish_mk_ii", "pby_catalina")],
        r"units\[2\].base: .*CAR.3",
    ),
    "a full airbase": (
        [ARK_ROYAL, *['{ card = "swordfish_mk_ii", base = "airbase" }'] * 6],
        r"units\[7\].base: .* one too many: there is room for 5",
    ),
    "on a mission": ([ARK_ROYAL, '{ card = "swordfish_mk_ii", place = "a1" }'], r"units\[2\].place: aircraft are on"),
    "rearming in the future": (
        [ARK_ROYAL, SWORDFISH.replace("}", ", rearming = 2 }")],
        r"units\[2\].rearming: a turn to come",
    ),
    "rearming aboard": ([ARK_ROYAL, SWORDFISH.replace("}", ", rearming = 1 }")], r"units\[2\].rearming: .*RET.2"),
    "aborted before it flies": (
        [ARK_ROYAL, SWORDFISH.replace("}", ", aborted = true }")],
        r"units\[2\].aborted: is so from",
    ),
    "spent what she cannot": (
        [AJAX.replace("}", ', spent = ["repair"] }')],
        r'units\[1\].spent "repair": no such ability',
    ),
    "repairs what she cannot": ([AJAX.replace("}", ', mends = "hms_ajax" }')], r"units\[1\].mends: "),
    "repairs herself": (
        [AJAX, '{ card = "nordmark", place = "k2", damage = 1, mends = "nordmark" }'],
        r"units\[2\].mends: Nordmark repairs no such ship",
    ),
    "a fleet too dear": ([AJAX] * 9, r"units of the allies: costs"),
    "a card of the enemy": ([KOLN.replace("}", ', side = "allies" }')], r'units of the allies: "koln"'),
    "no Allies": ([], r"units: each side must have one"),
    "a convoy ship": ([AJAX, '{ card = "convoy_ship", place = "a2" }'], r"units: must have 0 convoy ships"),
}
WRONG_KEYS = {
    "a turn too late": ("turn = 31", r"turn: is 31, after the last turn \(30\)"),
    "no battle zone": ("zone = 2->", r"zone: a position is in a battle zone"),
    "nobody is first": ('first_player = "allies"->', r"first_player: must be there"),
    "an objective that there is not": ('claimed = ["a1"]', r'claimed "a1": is no objective'),
    "smoke for ever": ("smoke = { a1 = 9 }", r"smoke.a1: "),
    "more off than there are": ("off = 1", r"off: more convoy ships"),
    "fleets beside units": ('fleets = "coral_sea"', r"fleets: those of a position are its units"),
    "a position of no phase": ('begins_at = "sea_movement"->', r"first_player: is for a position"),
    "a phase that there is not": ("sea_movement->sea_battle", r"begins_at: "),
}


def wrong(units=(AJAX,), change=""):
    """The text of a file: Allied units in zone 2, and something replaced or added."""
    text = AFLOAT.replace("zone = 1", "zone = 2")
    old, arrow, new = change.partition("->")
    text = text.replace(old, new) if arrow else f"{change}\n{text}"
    return f"{text}units = [{', '.join([*units, KOLN])}]\n"


@pytest.mark.rule("OWN.1")
@pytest.mark.parametrize("case", WRONG_UNITS)
def test_units_that_cannot_be_so_are_refused(tmp_path, case):
    units, said = WRONG_UNITS[case]
    with pytest.raises(ConfigError, match=f"^position.toml {said}"):
        read(tmp_path, wrong(units))


WRONG_MISSIONS = {
    "aborted aboard": (SWORDFISH.replace("}", ", aborted = true }"), r"aborted: Swordfish Mk. II is on no mission"),
    "pressing without the ability": (
        '{ card = "swordfish_mk_ii", place = "a2", aborted = true, pressing = true }',
        r"pressing: .*AB.press_the_attack",
    ),
    "pressing without an abort": (
        '{ card = "sbd_dauntless", place = "a2", pressing = true }',
        r"pressing: .*AB.press_the_attack",
    ),
    "drawing fire without the ability": (
        '{ card = "swordfish_mk_ii", place = "a2", draws_fire = true }',
        r"draws_fire: .*AB.draw_the_cap",
    ),
    "rearming on a mission": ('{ card = "swordfish_mk_ii", place = "a2", rearming = 1 }', r"rearming: .*RET.2"),
}


@pytest.mark.rule("OWN.1", "DMG.4")
@pytest.mark.parametrize("case", WRONG_MISSIONS)
def test_counters_that_an_aircraft_cannot_have_are_refused(tmp_path, case):
    aircraft, said = WRONG_MISSIONS[case]
    with pytest.raises(ConfigError, match=rf"^position.toml units\[2\].{said}"):
        read(tmp_path, wrong([ARK_ROYAL, aircraft], "sea_movement->air_attack"))


@pytest.mark.rule("OWN.1", "RET.4")
@pytest.mark.parametrize(("phase", "refused"), [("initiative", True), ("air_return", False), ("end_of_turn", True)])
def test_aborted_counters_come_off_at_the_end_of_the_air_return(tmp_path, phase, refused):
    text = wrong([ARK_ROYAL, SWORDFISH.replace("}", ", aborted = true }")], f"sea_movement->{phase}")
    if refused:
        with pytest.raises(ConfigError, match=r"units\[2\].aborted: is so from air_defense to air_return alone"):
            read(tmp_path, text)
    else:
        assert begun(read(tmp_path, text)).of("swordfish_mk_ii", "aborted") == 0


@pytest.mark.rule("OWN.1")
@pytest.mark.parametrize("case", WRONG_KEYS)
def test_positions_that_cannot_be_are_refused(tmp_path, case):
    change, said = WRONG_KEYS[case]
    with pytest.raises(ConfigError, match=f"^position.toml {said}"):
        read(tmp_path, wrong(change=change))


@pytest.mark.rule("OWN.1", "STK.1")
def test_a_sector_may_be_as_full_as_an_escort_once_let_it_be(tmp_path):
    """MR-42: those who stay may stay; the escort may be lost."""
    escort, ships = '{ card = "z_20_karl_galster", place = "gone" }', [KOLN] * 2
    assert read(tmp_path, wrong([AJAX, *ships, escort])).templates["fleet"][0].tolist() == [1, 4]
    with pytest.raises(ConfigError, match=r"units\[4\].place: .* one too many: there is room for 2"):
        read(tmp_path, wrong([AJAX, *ships]))
