"""Whole games of the Mediterranean as far as it is made, on its own map and on one that is made here."""

import csv
import tomllib
from shutil import copytree

import pytest
import tomli_w

import aw_agents
from aw_agents.arena.match import play_match
from aw_env import world_at_war_v0
from aw_env.core.config.errors import ConfigError
from aw_env.games.world_at_war.printed.load import SCENARIOS, SHELF
from aw_env.games.world_at_war.printed.material import read_printed
from aw_env.games.world_at_war.records.record import RECORDS
from tests.random_play import RandomGame
from tests.world_at_war.random_games import PLAYED, games, new_game
from tests.world_at_war.sea_of_hexes import FILE, READY

NAME = FILE


def test_random_games_keep_every_invariant():
    for game in games(NAME, range(40)):
        game.play()


@pytest.mark.parametrize("options", ["counters_in_port", "counters_in_port+landings"])
def test_random_games_with_counters_in_port_keep_every_invariant(options):
    for game in games(f"{NAME}+{options}", range(40)):
        game.play()


@pytest.mark.slow
@pytest.mark.parametrize("name", [NAME, f"{NAME}+counters_in_port"])
def test_many_random_games_keep_every_invariant(name):
    for game in games(name, range(1_000_000, 1_000_400)):
        game.play()


def test_a_seed_and_its_answers_replay_a_game():
    for game in games(NAME, range(2)):
        game.play()
        replayed = new_game(NAME, game.seed)
        for action in game.answers:
            assert not replayed.ended
            replayed.apply(action)
        assert replayed.ended and replayed.result == game.games["result"][0]


def test_seeds_that_once_broke():
    """Ships of two ports formed one force (3, 5), ten destroyers were out in one row (9, 52), and destroyers that had
    been used before they were broken down never were enough (1, 14); destroyers without supply changed base with none
    of their factors, again and again (39)."""
    for game in games(NAME, (1, 3, 5, 9, 14, 39, 52)):
        game.play()


def test_the_officer_beats_random_from_both_sides():
    rules = world_at_war_v0.GAME.ruleset(NAME)
    officer, random = (aw_agents.load(name, "world_at_war") for name in ("scripted", "random"))
    as_allies = play_match(rules, [officer, random], 500, 3).results.mean()
    as_axis = play_match(rules, [random, officer], 500, 3).results.mean()
    assert (1 + as_allies) / 2 >= 0.95 and (1 - as_axis) / 2 >= 0.95, "points of a game"


def test_it_is_offered_with_the_optional_rule_that_it_knows():
    assert "mediterranean" in SCENARIOS.names() and READY.title == "Mediterranean"
    assert [option.name for option in SCENARIOS.offer("mediterranean").options] == ["landings", "counters_in_port"]
    with pytest.raises(ConfigError, match='"carriers": is no optional rule of this campaign .known: landings'):
        SCENARIOS.ready("mediterranean", ("carriers",))


def test_it_is_played_with_the_record_and_the_answers_of_the_other_scenarios():
    assert READY.templates.dtype == SCENARIOS.ready("raiders").templates.dtype and READY.templates.itemsize < 10_000
    game = world_at_war_v0.game(NAME, seed=1)
    assert len(game.action_mask) == RECORDS.actions
    assert {unit.name for unit in game.view().units} >= {"Littorio", "Warspite"}
    assert "Malta" in {place.name for place in game.rules.scenario.names.places if place}


def test_a_save_is_restored():
    game = world_at_war_v0.game(NAME, seed=3)
    for _ in range(60):
        game.apply(int(game.legal_actions()[-1]))
    other = world_at_war_v0.game(NAME, seed=4)
    other.restore(game.save())
    assert other.describe() == game.describe() and (other.action_mask == game.action_mask).all()


# --- a map of forty hexes ----------------------------------------------------------------------------------

SOURCE = {"provenance": "E", "confidence": "L", "source": "made for a test"}
PORTS = {
    "north": {"at": (0, 1), "side": "axis", "line_end": "west"},
    "west": {"at": (4, 1), "side": "axis", "front": 1},
    "middle": {"at": (4, 3), "side": "axis", "front": 2},
    "east": {"at": (4, 6), "side": "allies", "front": 3, "line_end": "island"},
    "island": {"at": (2, 4), "side": "allies"},
}
UNITS = [
    ("cruiser_1", "italy", "ca", 2, "north"),
    ("flotilla", "italy", "dd", 6, "north"),
    ("dreadnought", "britain", "capital", 4, "east"),
    ("escorts", "britain", "dd", 5, "east"),
]


def told(value):
    """A value with where it comes from."""
    return {"value": value, **SOURCE}


def place(id, at, side, **more):
    """A port of the map."""
    values = {key: told(value) for key, value in more.items()}
    hex = told(f"h{at[0]}{at[1]}")
    return {
        "name": id.title(),
        "campaign": "puddle",
        "kind": "port",
        "side": side,
        "capacity": told(50),
        "hex": hex,
        **values,
    }


def board():
    """Five ports, a box behind the eastern one, and a strait between the island and the north."""
    east = {"base_changes": told(["box"])}
    box = {"name": "Box", "campaign": "puddle", "kind": "box", "side": "allies", "capacity": told(0)}
    indian = {"name": "Indian Ocean", "campaign": "puddle", "kind": "sw_box", "side": "allies", "capacity": told(0)}
    return {
        "provenance_codes": {"E": "made for a test"},
        "groups": {},
        "map": SOURCE,
        "straits": {"narrows": {"hex": "h12", "shut_by_enemy": ["north"], **SOURCE}},
        "places": {
            **{id: place(id, **port) | (east if id == "east" else {}) for id, port in PORTS.items()},
            "box": {**box, "base_changes": told(["east"])},
            "indian_sw": indian,
        },
        "sw_boxes": {"indian": {"place": "indian_sw", "minimum": told(0), "defended_from": told([])}},
    }


@pytest.fixture
def puddle(tmp_path):
    """The folder of a war on forty hexes, in the place of the Mediterranean."""
    folder = copytree(SHELF.folder, tmp_path / "world_at_war")
    sea = folder / "mediterranean"
    with open(sea / "hexes.csv", "w", newline="") as stream:
        rows = [(f"h{row}{column}", row, column, "sea", "") for row in range(5) for column in range(8)]
        csv.writer(stream).writerows([("id", "row", "column", "kind", "land"), *rows])
    with open(sea / "units.csv", newline="") as stream:
        columns = next(csv.reader(stream))
    with open(sea / "units.csv", "w", newline="") as stream:
        writer = csv.DictWriter(stream, columns, restval="")
        writer.writeheader()
        for id, nation, kind, factors, at in UNITS:
            usual = dict.fromkeys([column for column in columns if column.endswith("_provenance")], "E")
            usual |= {"campaign": "puddle", "slow": "no", "at_sea": "no", "arrives_turn": 1, "confidence": "low"}
            more = {"id": id, "name": id, "nation": nation, "kind": kind, "factors": factors, "arrives_at": at}
            writer.writerow({**usual, **more})
    campaign = tomllib.loads((sea / "campaigns.toml").read_text("utf-8"))["mediterranean"]
    campaign["ground"]["axis"]["arrive"] = {"north": told([[1, 6], [3, 2]]), "middle": told([[1, 3]])}
    campaign["ground"]["allies"]["arrive"] = {"east": told([[1, 4]]), "box": told([[2, 3]])}
    campaign["squadrons"] = {"axis": {"north": told([[1, 3]])}, "allies": {"east": told([[1, 3]])}}
    campaign["boats"] = {"north": told(1)}
    campaign["invasions"] = {"island": {"garrison": told(1), "worth": told(5)}}
    del campaign["cves_arrive"]
    (sea / "campaigns.toml").write_text(tomli_w.dumps({"puddle": campaign}))
    (sea / "board.toml").write_text(tomli_w.dumps(board()))
    file = folder / "scenarios" / "mediterranean.toml"
    file.write_text(file.read_text().replace('campaign = "mediterranean"', 'campaign = "puddle"'))
    return folder


def ready(folder):
    """Its scenario."""
    return SCENARIOS.ready(folder / "scenarios" / "mediterranean.toml", printed=read_printed(folder))


def test_a_map_of_forty_hexes_takes_the_place_of_the_mediterranean(puddle):
    scenario = ready(puddle)
    assert scenario.books[0]["by_water"][0, 0, 3] == scenario.books[0]["hexes"][0, 3] == 7
    for seed in range(20):
        RandomGame(PLAYED, scenario, seed).play()
    assert not SCENARIOS.check(puddle).problems


@pytest.mark.parametrize(
    ("file", "was", "now", "problem"),
    [
        ("hexes.csv", "h00,0,0,sea,", "h00,0,0,sea,h99", 'no hex "h99" in hexes.csv'),
        ("hexes.csv", "h00,0,0,sea,", "h00,0,1,sea,", "two hexes are the same"),
        ("hexes.csv", "h00,0,0,sea,", "h00,30,0,sea,", "row 2 (h00), column row"),
        ("board.toml", 'value = "h01"', 'value = "h77"', 'no hex "h77" in hexes.csv'),
        ("board.toml", 'hex = "h12"', 'side = ["h12", "h99"]', 'no hex "h99" in hexes.csv'),
        ("board.toml", 'hex = "h12"', "", "is either a hex, or a side of two"),
        ("board.toml", '"north",', '"nirth",', "nirth"),
        ("mediterranean.toml", '"puddle"', '"pool"', 'no "pool"'),
    ],
)
def test_a_wrong_map_gives_one_clear_error(puddle, file, was, now, problem):
    path = puddle / ("scenarios" if file == "mediterranean.toml" else "mediterranean") / file
    text = path.read_text("utf-8")
    assert was in text
    path.write_text(text.replace(was, now, 1))
    with pytest.raises(ConfigError) as error:
        ready(puddle)
    assert problem in str(error.value)
