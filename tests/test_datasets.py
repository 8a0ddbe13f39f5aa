"""Data sets of Minari (`aw-env record`): what is recorded is what was played, whole or not at all."""

import json
import sys
from pathlib import Path
from types import SimpleNamespace

import gymnasium
import numpy as np
import pytest
from typer.testing import CliRunner

from aw_env import admirals_war_v0, games, war_at_sea_v0
from aw_env.cli.app import app
from aw_env.core.errors import PlayerFailed
from aw_env.core.players import load
from aw_env.recording import read_record
from tests.opponents import FirstLegalPolicy

NAME = "house/tiny-v0"
PARTS = ("observations", "actions", "rewards", "terminations", "truncations", "infos")


@pytest.fixture
def minari(tmp_path, monkeypatch):
    """Minari, with an empty folder of data sets."""
    found = pytest.importorskip("minari")
    pytest.importorskip("h5py")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "datasets"))
    return found


def record(*arguments, name=NAME):
    """What `aw-env record` says; it must end well."""
    done = CliRunner().invoke(app, ["record", *map(str, arguments), "--minari", name])
    assert done.exit_code == 0, done.output
    return done.output


def folder():
    """The folder of the data set."""
    from minari.storage import get_dataset_path

    return get_dataset_path(NAME)


def contents():
    """The files of the data set and their bytes."""
    return {file.relative_to(folder()): file.read_bytes() for file in folder().rglob("*") if file.is_file()}


def recording(*players, count=3, **more):
    """A recording of the engagement by players that are no commands' names."""
    from aw_env.cli.record import env_of
    from aw_env.table.datasets import Recording

    settings = {"scenario": "engagement", **more}
    env = env_of(games.named("admirals_war"), "random", **settings)
    return Recording(NAME, env, "engagement", players, ["someone"] * len(players), count)


# --- what is recorded ----------------------------------------------------------------------------------


def replayed(face, number, **settings):
    """What each seat sees, may do, does and earns in a recorded game, played action by action."""
    played = read_record(folder() / "games.jsonl", number)
    layout = settings.get("observation", "summary")
    game = face.game(played.scenario, options=played.options, seed=played.seed, **settings)
    seats = {}
    for action, words in played.actions:
        asked = seats.setdefault(game.seat, {"seen": [], "legal": [], "chosen": [], "earned": []})
        assert dict(game.actions())[action] == words
        asked["seen"].append(np.clip(game.observe(game.seat) * face.observation_scale(layout), -20, 20))
        asked["legal"].append(game.action_mask)
        asked["chosen"].append(action)
        asked["earned"].append(0.0)
        game.apply(action)
        for seat, met in seats.items():
            met["earned"][-1] += game.rewards[seat]
    assert game.over
    for seat, met in seats.items():
        met["seen"].append(np.clip(game.observe(seat) * face.observation_scale(layout), -20, 20))
        met["legal"].append(np.zeros_like(game.action_mask))
    return played.seed, seats


@pytest.mark.parametrize(
    "face, arguments, settings",
    [
        (admirals_war_v0, ["scripted", "-s", "midway"], {}),
        (admirals_war_v0, ["random", "-s", "engagement", "--observation", "candidates"], {"observation": "candidates"}),
        (war_at_sea_v0, ["scripted", "random", "--reward", "victory_points"], {"reward": "victory_points"}),
    ],
    ids=["midway", "candidates", "war_at_sea"],
)
def test_a_data_set_is_the_games_played_again_action_by_action(minari, face, arguments, settings):
    record(*arguments, "--games", 2, "--seed", 5, "--game", face.GAME.name)
    episodes = iter(minari.load_dataset(NAME).iterate_episodes())
    metadata = iter(minari.load_dataset(NAME).storage.get_episode_metadata(range(9)))
    for number in (1, 2):
        seed, seats = replayed(face, number, **settings)
        assert seed == face.game_seed(5, number - 1)
        for seat, met in sorted(seats.items()):
            episode, of_it = next(episodes), next(metadata)
            assert episode.observations["observation"].dtype == np.float32
            np.testing.assert_allclose(episode.observations["observation"], met["seen"], rtol=1e-6)
            assert (episode.observations["action_mask"] == met["legal"]).all()
            assert episode.actions.tolist() == met["chosen"]
            np.testing.assert_allclose(episode.rewards, met["earned"], atol=1e-6)
            assert set(episode.infos["seat"]) == {seat}
            assert of_it["seed"] == seed and of_it["total_steps"] == len(episode) == len(met["chosen"])
            assert episode.terminations.tolist() == [False] * (len(episode) - 1) + [True]
            assert not episode.truncations.any()
    assert next(episodes, None) is None


@pytest.mark.parametrize("dtype", ["float32", "int16"])
@pytest.mark.parametrize("game, scenario", [("admirals_war", "engagement"), ("war_at_sea", "barents")])
def test_the_environment_that_a_data_set_recovers_plays_its_episodes(minari, game, scenario, dtype):
    record("scripted", "-s", scenario, "--games", 2, "--dtype", dtype, "--game", game)
    data = minari.load_dataset(NAME)
    env = data.recover_environment()
    assert env.observation_space == data.observation_space and env.action_space == data.action_space
    sides = set()
    for episode, of_it in zip(data, data.storage.get_episode_metadata(data.episode_indices), strict=True):
        seen, info = env.reset(seed=of_it["seed"], options=of_it["options"])
        sides.add(of_it["options"]["side"])
        for number in range(len(episode) + 1):
            for part, row in seen.items():
                assert (row == episode.observations[part][number]).all() and row.dtype == episode.observations[
                    part
                ].dtype
            assert env.observation_space.contains(seen)
            assert all(info[key] == episode.infos[key][number] for key in episode.infos if key != "player")
            if number < len(episode):
                seen, reward, terminated, truncated, info = env.step(episode.actions[number])
                assert (reward, terminated, truncated) == (
                    episode.rewards[number], episode.terminations[number], episode.truncations[number],
                )  # fmt: skip
        assert terminated
    assert len(sides) == 2


@pytest.mark.parametrize("who", ["random", "scripted", "tuned", "engagement", "search:2"])
def test_every_kind_of_player_is_recorded(minari, who):
    said = record(who, "-s", "engagement", "--games", 2)
    data = minari.load_dataset(NAME)
    assert data.total_episodes == 4 and f"{NAME}: 4 episodes, {data.total_steps:,} decisions" in said
    assert data.storage.metadata["aw_env"]["players"] == [who]
    for episode in data:
        assert np.take_along_axis(episode.observations["action_mask"][:-1], episode.actions[:, None], 1).all()


def test_players_change_seats_from_game_to_game(minari):
    record("random", "scripted", "-s", "engagement", "--games", 3)
    sat = [(episode.infos["seat"][0], episode.infos["player"][0]) for episode in minari.load_dataset(NAME)]
    assert sat == [(0, 0), (1, 1), (0, 1), (1, 0), (0, 0), (1, 1)]


def test_a_game_that_is_broken_off_is_truncated(minari):
    data = recording(FirstLegalPolicy(), max_decisions=4).write()
    assert data.total_steps == 12 and all(episode.truncations[-1] for episode in data)
    assert not any(episode.terminations.any() or episode.truncations[:-1].any() for episode in data)


def test_each_seat_of_four_has_episodes(minari):
    from aw_env.cli.record import env_of
    from aw_env.table.datasets import Recording

    env = env_of(games.named("admirals_war"), "random", scenario="pacific", players=4, max_decisions=400)
    data = Recording(NAME, env, "pacific", [load("random")], ["random"], 1).write()
    asked = [of_it["options"]["side"] for of_it in data.storage.get_episode_metadata(data.episode_indices)]
    assert asked == [seat for seat in env.within.rules.seats if seat in asked] and len(asked) > 1
    assert data.total_steps == 400


def test_a_data_set_says_what_it_is_of(minari):
    record("scripted", "--games", 1, "--seed", 9, "--code", "https://example.org/code")
    metadata = minari.load_dataset(NAME).storage.metadata
    told = metadata["aw_env"]
    assert (told["game"], told["scenario"], told["options"]) == ("admirals_war_v0", "midway", [])
    assert (told["seed"], told["games"], told["seats"]) == (9, 1, ["allies", "axis"])
    assert (told["observation"], told["dtype"], told["reward"]) == ("summary", "float32", "outcome")
    assert told["columns"] == admirals_war_v0.observation_columns()
    assert len(told["actions"]) == admirals_war_v0.n_actions
    assert metadata["requirements"] == [f"aw_env=={told['version']}"]
    assert metadata["code_permalink"] == "https://example.org/code"
    assert metadata["description"] == "Midway, played by scripted; seed 9" and metadata["dataset_size"] > 0


@pytest.mark.parametrize("face, scenario", [(admirals_war_v0, "midway"), (war_at_sea_v0, "war_at_sea")])
def test_the_names_of_actions_fit_their_words(minari, face, scenario):
    from aw_env.core.faces.minari import action_names

    game = face.game(scenario, seed=1)
    names, asked = action_names(game.rules), {"option": 0, "place": 0, "unit": 0}
    while not game.ended:
        for action, words in game.actions():
            kind, name = names[action].split("/")
            asked[kind] += 1
            thing = {"place": game.rules.scenario.names.places, "unit": game.rules.scenario.names.units}.get(kind)
            if thing is not None:
                (called,) = [one.name for one in thing if one is not None and one.id == name]
                assert called.lower().split(" (")[0] in words.lower() or kind == "place"
        game.apply(game.legal_actions()[-1])
    assert min(asked.values()) > 0


# --- seeds, and what is broken off -----------------------------------------------------------------------


def test_a_seed_repeats_a_data_set_byte_for_byte(minari, tmp_path, monkeypatch):
    made = []
    for number, seed in enumerate((3, 3, 4)):
        monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / str(number)))
        record("random", "search:2", "-s", "engagement", "--games", 2, "--seed", seed)
        made.append(contents())
    assert made[0] == made[1] and len(made[0]) == 3
    assert all(made[0][file] != made[2][file] for file in made[0])


class Breaks:
    """Answers at random so many times, and then raises."""

    name = "someone"

    def __init__(self, answers, error):
        self.answers, self.error = answers, error
        self.random = load("random")

    def begin(self, num_games, seed):
        self.random.begin(num_games, seed)

    def act(self, view, observation, info):
        self.answers -= 1
        if self.answers < 0:
            raise self.error
        return self.random.act(view, observation, info)


def stopping_after(games):
    """What is called after each game: it lets so many pass, and then interrupts."""
    left = iter(range(games))

    def told():
        if next(left, None) is None:
            raise KeyboardInterrupt

    return told


@pytest.mark.parametrize("error, raised", [(KeyboardInterrupt(), KeyboardInterrupt), (OSError("ill"), PlayerFailed)])
def test_what_is_broken_off_leaves_no_data_set_and_is_gone_on_with(minari, error, raised):
    recording(load("random")).write()
    at_once = contents()
    minari.delete_dataset(NAME)
    lengths = [len(json.loads(line)["actions"]) for line in at_once[Path("games.jsonl")].splitlines()]

    player = Breaks(sum(lengths[:2]) + 3, error)
    begun = recording(player)
    with pytest.raises(raised):
        begun.write()
    assert not folder().exists() and minari.list_local_datasets() == {} and begun.kept() == 2
    with (begun.aside / "games.jsonl").open("a") as file:
        file.write('{"game": "half a line of a proc')

    again = Breaks(lengths[2], error)
    told = []
    recording(again).write(told=lambda: told.append(1))
    assert again.answers == 0 and len(told) == 3
    assert contents() == at_once
    assert not begun.aside.exists()


def test_a_recording_of_other_games_is_not_gone_on_with(minari):
    begun = recording(Breaks(0, KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        begun.write()
    other = recording(load("random"), dtype="int16")
    with pytest.raises(ValueError, match="of house/tiny-v0 is of other games .dtype float32.*--force"):
        other.write()
    data = other.write(replace=True)
    assert data[0].observations["observation"].dtype == np.int16


def test_a_disk_that_fills_up_is_one_clear_line_and_the_recording_is_gone_on_with(minari, monkeypatch):
    record("random", "--games", "3", "--scenario", "engagement")
    at_once = contents()
    minari.delete_dataset(NAME)
    room = iter([1 << 30, 1 << 30, 1 << 10])
    with monkeypatch.context() as full:
        full.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=next(room)))
        told = complaint("random", "--games", "3", "--scenario", "engagement", "--minari", NAME)
    assert f"{NAME.replace('/', '__')}/whole: no space left on device; 2 of 3 games are kept in" in told
    record("random", "--games", "3", "--scenario", "engagement")
    assert contents() == at_once


def test_fewer_games_end_a_recording(minari):
    begun = recording(load("random"))
    with pytest.raises(KeyboardInterrupt):
        begun.write(told=stopping_after(1))
    assert begun.kept() == 2
    recording(Breaks(0, ValueError("not asked")), count=1).write()
    assert minari.load_dataset(NAME).total_episodes == 2 and contents()[Path("games.jsonl")].count(b"\n") == 1


def test_games_that_other_rules_have_kept_are_one_clear_error(minari):
    begun = recording(load("random"))
    with pytest.raises(KeyboardInterrupt):
        begun.write(told=stopping_after(0))
    file = begun.aside / "games.jsonl"
    kept = json.loads(file.read_text())
    file.write_text(json.dumps(kept | {"actions": kept["actions"][:4]}) + "\n")
    with pytest.raises(ValueError, match="ends before the game does"):
        begun.write()
    kept["actions"][2][0] = kept["actions"][2][0] + 1
    file.write_text(json.dumps(kept) + "\n")
    with pytest.raises(ValueError, match="action 3 of the record"):
        begun.write()


def test_two_processes_do_not_record_one_data_set(minari):
    from filelock import FileLock

    begun = recording(load("random"))
    begun.aside.mkdir(parents=True)
    with FileLock(begun.aside / "lock"), pytest.raises(ValueError, match="another process records house/tiny-v0"):
        begun.write()
    begun.write()


# --- errors ----------------------------------------------------------------------------------------------


def complaint(*arguments):
    """The one line in which a command ends that does not end well."""
    done = CliRunner().invoke(app, ["record", *map(str, arguments)])
    assert done.exit_code == 1 and isinstance(done.exception, SystemExit)
    lines = [line for line in done.output.splitlines() if line.strip()]
    assert lines[-1].startswith("aw-env: ") and "Traceback" not in done.output
    return lines[-1]


@pytest.mark.parametrize(
    "arguments, says",
    [
        (("nobody", "--minari", NAME), "there is no player 'nobody'"),
        (("random", "--minari", NAME, "-s", "nix"), "no such scenario"),
        (
            ("random", "--minari", "tiny"),
            "'tiny' names no data set: letters, digits, - and _ (at least two before a /), and a version",
        ),
        (("random", "--minari", "t/tiny-v0"), "names no data set"),
        (("random", "--minari", "../tiny-v0"), "names no data set"),
        (("random", "--minari", NAME, "--games", 0), "games=0: must be a whole number from 1"),
        (("random", "--minari", NAME, "--seed", -1), "seed=-1"),
        (("random", "--minari", NAME, "--observation", "nix"), "observation='nix': choose from 'summary'"),
        (("random", "--minari", NAME, "--dtype", "int8"), "dtype='int8'"),
        (("random", "--minari", NAME, "--reward", "nix"), "reward='nix'"),
        (("random", "--minari", NAME, "--option", "nix"), "nix"),
        (("random", "--minari", NAME, "--game", "chess"), "--game chess: choose from"),
    ],
)
def test_a_wrong_argument_ends_with_one_clear_line_and_leaves_nothing(minari, tmp_path, arguments, says):
    assert says in complaint(*arguments)
    assert [file for file in (tmp_path / "datasets").rglob("*") if file.is_file()] == []


def test_a_data_set_is_replaced_by_force_alone(minari):
    record("random", "-s", "engagement", "--games", 1)
    before = contents()
    assert "there is a data set house/tiny-v0" in complaint("scripted", "--minari", NAME, "--games", 1)
    assert contents() == before
    record("random", "-s", "engagement", "--games", 1, "--seed", 2, "--force")
    assert contents() != before and minari.load_dataset(NAME).total_episodes == 2
    record("random", "-s", "engagement", "--games", 1, "--force")
    assert contents() == before


def test_a_folder_of_other_data_sets_is_never_replaced(minari):
    record("random", "-s", "engagement", "--games", 1, name="house-v1/tiny-v0")
    assert "there is a data set house-v1" in complaint("random", "--minari", "house-v1", "--force")
    assert list(minari.list_local_datasets()) == ["house-v1/tiny-v0"]


def test_a_player_that_plays_inside_the_engine_alone_is_refused(minari):
    class Inside:
        name = "inside"

    with pytest.raises(ValueError, match="inside plays inside the engine alone"):
        recording(Inside())


def test_an_interrupted_command_says_how_to_go_on(minari, monkeypatch):
    monkeypatch.setattr("aw_env.cli.app.player", lambda *_: Breaks(0, KeyboardInterrupt()))
    done = CliRunner().invoke(app, ["record", "someone", "-s", "engagement", "--minari", NAME, "--games", "5"])
    assert done.exit_code != 0
    assert "0 of 5 games are kept in" in done.output and "the same command continues with them" in done.output


def test_without_minari_the_extra_is_named(monkeypatch):
    for module in ("aw_env.cli.record", "aw_env.table.datasets", "aw_env.core.faces.minari"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.setitem(sys.modules, "minari", None)
    assert "data sets need the extra `data` (pip install 'aw_env[data]')" in complaint("random", "--minari", NAME)


def test_help_teaches_with_examples():
    text = " ".join(CliRunner().invoke(app, ["record", "--help"]).output.split())
    assert "aw-env record scripted --minari midway/scripted-v0" in text and "MINARI_DATASETS_PATH" in text


def test_only_one_seat_of_a_game_is_shown_with_its_mask():
    from aw_env.core.faces.masked import MaskInObservation

    with pytest.raises(TypeError, match="no environment of one seat of a game"):
        MaskInObservation(gymnasium.make("CartPole-v1"))
