"""Games are found by entry point: nothing that every game has names one, and a package of others can bring one."""

import os
import pickle
import re
import subprocess
import sys
from dataclasses import replace
from inspect import signature
from pathlib import Path

import pytest

from aw_agents.learnable import learnable
from aw_env import admirals_war_v0, games, war_at_sea_v0
from aw_env.core.faces.doors import Doors
from aw_env.core.packages import offered
from aw_env.core.playable import Playable, Setting
from aw_env.games.war_at_sea.game import ruleset

ROOT = Path(__file__).resolve().parent.parent
NAMES = re.compile("|".join(name.replace("_", "_?") for name in games.names()), re.IGNORECASE)
OWN = re.compile(
    r"aw_env/({0})_v0\.py|aw_env/games/({0})/|agents/aw_agents/({0})/".format("|".join(games.names())),
)
"""Where a game may be named."""
METADATA = {
    "aw_env.games": {"cold_sea": "others.cold_sea_v0:GAME", "broken": "others.broken_v0:GAME"},
    "aw_env.players.cold_sea": {
        "random": "aw_agents.war_at_sea.play:RandomPlayer",
        "scripted": "aw_agents.war_at_sea.play:ScriptedPlayer",
        "tuned": "aw_agents.war_at_sea.tuned:TunedPlayer.made_with",
        "search": "aw_agents.search.player:of_cold_sea",
    },
    "aw_agents.learnable": {"cold_sea": "aw_agents.war_at_sea.learning:LEARNABLE"},
    "aw_agents.searchable": {"cold_sea": "aw_agents.war_at_sea.rollouts:SEARCHABLE"},
}
"""What a package of others offers: the shipped game's rules under another name, and a game that cannot be loaded."""
SOURCES = {
    "__init__.py": "",
    "cold_sea_v0.py": """
from dataclasses import replace
from aw_env import war_at_sea_v0
from aw_env.core.faces.doors import Doors
from aw_env.games.war_at_sea.observation.columns import LAYOUT
from aw_env.games.war_at_sea.records.terms import PLACES, UNITS
from others.cold_sea.game import ruleset
GAME = replace(war_at_sea_v0.GAME, name="cold_sea", title="Cold Sea", module=__name__, package="others.cold_sea",
               scenario="barents", players="cold_sea")
DOORS = Doors(GAME, ruleset, LAYOUT, lambda: ruleset("barents").scenario.names, PLACES, UNITS)
game, env, single_agent_env, gymnasium_vec_env = DOORS.game, DOORS.env, DOORS.single_agent_env, DOORS.gymnasium_vec_env
""",
    "cold_sea/__init__.py": "",
    "cold_sea/game.py": """
from dataclasses import replace
from functools import partial
from aw_env.games.war_at_sea import game
def ruleset(scenario, options=()):
    made_by = partial(ruleset, scenario, options)
    return replace(game.ruleset(scenario, options), name="cold_sea_v0", made_by=made_by)
""",
    "broken_v0.py": "import a_module_that_is_not_there",
}


def test_what_every_game_has_names_none():
    files = [*(ROOT / "aw_env").rglob("*.py"), *(ROOT / "agents").rglob("*.py"), ROOT / "train.py"]
    common = [file for file in files if not OWN.match(file.relative_to(ROOT).as_posix())]
    assert len(common) > 100 and len(files) - len(common) > 100
    found = [
        f"{file.relative_to(ROOT)}:{number}: {line.strip()}"
        for file in common
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)
        if NAMES.search(line)
    ]
    assert found == []


@pytest.mark.parametrize("game", games.names())
def test_learners_can_name_every_action_and_column_of_a_game(game):
    known, face = learnable(games.rulesets_of(game)).vocabulary(), games.named(game).face
    assert len(known.actions) == len(set(known.actions)) == face.n_actions
    assert known.columns == face.observation_columns("summary")


@pytest.fixture
def others(tmp_path):
    """A folder with the package of others."""
    for name, text in SOURCES.items():
        file = tmp_path / "others" / name
        file.parent.mkdir(exist_ok=True, parents=True)
        file.write_text(text)
    metadata = tmp_path / "others-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: others\nVersion: 1.0\n")
    groups = ("\n".join([f"[{group}]", *map(" = ".join, offered.items())]) for group, offered in METADATA.items())
    (metadata / "entry_points.txt").write_text("\n".join(groups))
    return tmp_path


def run(others, program, *arguments):
    paths = map(str, (others, ROOT, ROOT / "agents"))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "AW_ENV_GAMES": str(others)}
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, cwd=others, timeout=500)


def command(others, *arguments):
    return run(others, "import sys; sys.argv[0] = 'aw-env'; from aw_env.cli import main; main()", *arguments)


@pytest.mark.parametrize("name", games.names())
def test_a_game_that_is_told_of_without_its_rules_is_the_one_of_its_public_face(name):
    assert name in offered(games.WITHOUT_RULES)
    known = games.named(name)
    assert known is known.face.GAME
    assert known.room("offered").names() and known.room("engine").advance


def test_a_game_of_others_is_found_by_its_name_and_by_that_of_its_rulesets(others):
    done = run(
        others,
        """
import pickle, gymnasium, pettingzoo
import aw_env
from aw_env import games
from aw_agents.learnable import learnable
from aw_agents import load
print(games.names())
known = games.named("cold_sea")
print(known.title, [one.name for one in known.scenarios()], games.playing("cold_sea_v0") is known)
game = known.face.game(seed=3)
game.apply(game.legal_actions()[0])
again = known.face.game(seed=4)
again.restore(game.save())
third = pickle.loads(pickle.dumps(game))
print(game.rules.name, again.describe() == third.describe() == game.describe())
print(gymnasium.make("others/ColdSea-v0", opponent="random").unwrapped.rules.name)
print(pettingzoo.make("aec", "others/ColdSea-v0").unwrapped.rules.name)
print(load("search:2", known.players).plays, learnable("cold_sea_v0").play_summaries)
""",
    )
    assert done.stdout.splitlines() == [
        "('admirals_war', 'broken', 'cold_sea', 'naval_miniatures', 'war_at_sea', 'world_at_war')",
        "Cold Sea ['war_at_sea', 'barents'] True",
        "cold_sea_v0 True",
        "cold_sea_v0",
        "cold_sea_v0",
        "cold_sea_v0 None",
    ], done.stderr


def test_a_game_of_others_is_recorded_as_a_data_set(others, monkeypatch):
    pytest.importorskip("minari")
    pytest.importorskip("h5py")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(others / "datasets"))
    told = command(others, "record", "random", "--game", "cold_sea", "--games", "1", "--minari", "sea/cold-v0")
    assert told.returncode == 0 and "sea/cold-v0: 2 episodes" in told.stdout, told.stderr
    reading = "import minari\nprint(minari.load_dataset('sea/cold-v0').recover_environment().unwrapped.rules.name)"
    assert run(others, reading).stdout == "cold_sea_v0\n"


def test_commands_take_a_game_of_others_and_a_broken_one_is_one_clear_line(others):
    told = command(others, "watch", "--game", "cold_sea", "--seed", "3")
    assert told.returncode == 0 and "Barents" in told.stdout, told.stderr
    ranked = command(others, "arena", "random", "scripted", "--game", "cold_sea", "--games", "4")
    assert ranked.returncode == 0 and "scripted" in ranked.stdout, ranked.stderr
    assert "cold_sea" in command(others, "watch", "--help").stdout
    for name, words in (
        ("broken", "broken of the package others cannot be loaded: ModuleNotFoundError"),
        ("warm_sea", "--game warm_sea: choose from admirals_war, broken, cold_sea, naval_miniatures,"),
    ):
        done = command(others, "watch", "--game", name)
        assert done.returncode == 1 and "Traceback" not in done.stderr
        assert words in " ".join(done.stderr.split())


def test_the_web_table_offers_a_game_of_others_and_tells_of_a_broken_one_once(others):
    pytest.importorskip("starlette")
    done = run(
        others,
        """
from pathlib import Path
from starlette.testclient import TestClient
from aw_env.web.safety import Limits
from aw_env.web.server import app
from aw_env.web.store import Store
with TestClient(app(Store(Path("games.sqlite3")), ["testserver"], Limits())) as client:
    for _ in range(2):
        told = client.get("/api/scenarios").json()["scenarios"]
    print(sorted({(one["game"], one["game_title"], *one["players"]) for one in told})[1])
""",
    )
    offered = ("cold_sea", "Cold Sea", "person", "anyone", "random", "scripted", "search", "tuned")
    assert done.stdout == f"{offered}\n", done.stderr
    assert done.stderr.count("the game broken of the package others cannot be loaded: ModuleNotFoundError") == 1


# --- the functions of a public face ---------------------------------------------------------------------------------


def test_a_games_own_settings_stand_where_it_says():
    names = {name: [*signature(getattr(admirals_war_v0, name)).parameters] for name in ("game", "raw_env", "vec_env")}
    assert names["game"][:3] == ["scenario", "players", "options"] and names["game"][-1] == "victory"
    assert names["raw_env"][-2:] == ["victory", "dtype"]
    assert names["vec_env"][:5] == ["num_envs", "scenario", "seed", "players", "options"]
    assert not {"players", "victory", "more", "own"} & {*signature(war_at_sea_v0.vec_env).parameters}
    assert admirals_war_v0.game(
        "campaign", 4, (), 1, "summary", "outcome", None, False, "individual"
    ).rules.settings == {"victory": "individual"}
    assert "2 or 4" in admirals_war_v0.game.__doc__ and "besides:" not in war_at_sea_v0.game.__doc__


def test_functions_are_those_of_their_module():
    for face in (admirals_war_v0, war_at_sea_v0):
        for name in ("env", "vec_env", "rllib_env"):
            function = getattr(face, name)
            assert (function.__module__, function.__qualname__) == (face.__name__, name)
            assert pickle.loads(pickle.dumps(function)) is function


def test_an_argument_that_there_is_not_is_told_with_the_function():
    with pytest.raises(TypeError, match=r"vec_env\(\) got an unexpected keyword argument 'sceanrio'"):
        war_at_sea_v0.vec_env(2, sceanrio="barents")
    with pytest.raises(TypeError, match=r"game\(\) got an unexpected keyword argument 'players'"):
        war_at_sea_v0.game("barents", players=2)
    with pytest.raises(TypeError, match=r"one_seat_vec_env\(\) missing a required argument: 'num_envs'"):
        war_at_sea_v0.one_seat_vec_env()


def test_a_setting_reaches_the_rulesets():
    asked = []

    def remembered(scenario, options, weather):
        asked.append((scenario, options, weather))
        return ruleset(scenario, options)

    weather = Setting("weather", "fair", "options", "fair or foul.")
    known = replace(war_at_sea_v0.GAME, module=__name__, scenario="barents", settings=(weather,))
    doors = Doors(known, remembered, None, None, 0, 0)
    doors.game(), doors.game("war_at_sea", "foul"), doors.raw_env(weather="foul")
    assert asked == [("barents", (), "fair"), ("war_at_sea", (), "foul"), ("barents", (), "foul")]


def test_a_game_that_knows_a_setting_only_as_it_usually_is_says_so():
    assert isinstance(war_at_sea_v0.GAME, Playable)
    assert war_at_sea_v0.GAME.ruleset("barents", players=2, victory="team").players == 2
    with pytest.raises(ValueError, match="players=4: War at Sea knows 2 only"):
        war_at_sea_v0.GAME.ruleset("barents", players=4)


@pytest.mark.parametrize("name", games.names())
def test_every_option_says_what_it_does_in_a_sentence(name):
    options = {option for scenario in games.named(name).scenarios() for option in scenario.options}
    assert options and [option.name for option in options if not re.fullmatch(r"\S+( \S+){3,}\.", option.effect)] == []
