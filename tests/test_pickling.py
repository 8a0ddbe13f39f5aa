"""Everything that holds a game is pickled, copied, forked and spawned, and then goes on exactly like the original."""

import copy
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor

import gymnasium
import numpy as np
import pytest

from aw_env import admirals_war_v0
from aw_env.core.config.errors import ConfigError
from aw_env.core.errors import SaveError
from aw_env.core.players import load
from aw_env.games import named, names
from aw_env.games.admirals_war.game import ruleset
from aw_env.games.admirals_war.printed.load import configs_folder

ENGAGEMENT = {"scenario": "engagement"}
MAKERS = {
    "game": lambda: admirals_war_v0.game("engagement", seed=5, reward="victory_points"),
    "game of four": lambda: admirals_war_v0.game("campaign", 4, seed=5, observation="units", ask_forced=True),
    "raw_env": lambda: admirals_war_v0.raw_env(**ENGAGEMENT, reward="victory_points"),
    "env": lambda: admirals_war_v0.env(**ENGAGEMENT),
    "single_agent_env": lambda: admirals_war_v0.single_agent_env(opponent="random", **ENGAGEMENT),
    "gymnasium.make": lambda: gymnasium.make("aw_env/AdmiralsWar-v0", **ENGAGEMENT),
    "vec_env": lambda: admirals_war_v0.vec_env(8, "engagement", seed=5),
    "vec_env with a player": lambda: admirals_war_v0.vec_env(
        130, "engagement", seed=5, num_threads=2, compiled_players={"axis": load("random")}
    ),
    "one_seat_vec_env": lambda: admirals_war_v0.one_seat_vec_env(
        130, ["random", "scripted"], weights=[1, 2], scenario="engagement", seed=5, num_threads=2
    ),
    "gymnasium.make_vec": lambda: gymnasium.make_vec("aw_env/AdmiralsWar-v0", 8, seed=5, **ENGAGEMENT),
    "sb3_vec_env": lambda: admirals_war_v0.sb3_vec_env(8, "random", scenario="engagement", seed=5),
}
"""Functions that make what holds games, each with the same games every time."""


def begin(held):
    """Begin the games of what has not begun them yet, with a seed."""
    if isinstance(held, gymnasium.Env | gymnasium.vector.VectorEnv) or hasattr(held, "agent_iter"):
        held.reset(seed=5)
    elif not hasattr(held, "apply"):
        held.reset()


def first_legal(masks):
    """The first legal action in each row, and 0 where there is none."""
    return masks.argmax(axis=-1)


def step(held):
    """Play one decision of whatever this is; returns all that it shows."""
    if hasattr(held, "apply"):  # Game
        held.apply(held.legal_actions()[-1])
        if held.ended:
            held.reset(seed=6)
        return [held.save(), held.events(), held.info(), held.rewards.tolist(), held.observe(held.seat)]
    if hasattr(held, "agent_iter"):  # PettingZoo
        observation, reward, termination, truncation, info = held.last()
        held.step(None if termination or truncation else int(first_legal(observation["action_mask"])))
        if not held.agents:
            held.reset(seed=6)
        return [observation, reward, termination, truncation, info, held.agent_selection, held.unwrapped.save()]
    if isinstance(held, gymnasium.Env):
        shown = held.step(int(first_legal(held.unwrapped.action_masks())))
        if shown[2] or shown[3]:
            return [shown, held.reset()]
        return [shown]
    if isinstance(held, gymnasium.vector.VectorEnv):
        return [held.step(first_legal(held.unwrapped.batch.action_masks))]
    if hasattr(held, "batch"):  # Stable-Baselines3: times in its infos differ
        observations, rewards, dones, infos = held.step(first_legal(held.batch.action_masks))
        return [observations, rewards, dones, [info.get("result") for info in infos], held.action_masks()]
    rewards, ended = held.step(first_legal(held.action_masks))
    return [rewards, ended, held.observations, held.action_masks, held.seats, held.games.tobytes()]


def play(held, decisions):
    """What it shows in each of so many decisions, as bytes."""
    return [pickle.dumps([as_lists(shown) for shown in step(held)]) for _ in range(decisions)]


def as_lists(shown):
    """The same without arrays, whose pickles differ where they are views."""
    if isinstance(shown, np.ndarray):
        return shown.tolist()
    if isinstance(shown, dict):
        return {name: as_lists(value) for name, value in shown.items()}
    if isinstance(shown, list | tuple):
        return [as_lists(value) for value in shown]
    return shown


def in_the_middle(name):
    """What holds games, some decisions into them."""
    held = MAKERS[name]()
    begin(held)
    play(held, 30)
    return held


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("copied", [lambda held: pickle.loads(pickle.dumps(held)), copy.deepcopy])
def test_a_copy_goes_on_like_the_original_and_leaves_it_alone(name, copied):
    held, decisions = in_the_middle(name), 50 if "vec_env" in name else 200
    again = copied(held)
    expected = play(held, decisions)
    assert play(again, decisions) == expected


def send_what_follows(pipe, held):
    """In another process: play on, and send what is seen."""
    pipe.send(play(held, 60))


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("method", ["fork", pytest.param("spawn", marks=pytest.mark.slow)])
def test_goes_on_in_another_process(name, method):
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"no {method} on this platform")
    context = multiprocessing.get_context(method)
    held = in_the_middle(name)
    here, there = context.Pipe()
    process = context.Process(target=send_what_follows, args=(there, held), daemon=True)
    process.start()
    try:
        assert here.poll(120), "the other process hangs"
        assert here.recv() == play(held, 60)
    finally:
        process.kill()
        process.join()


def test_a_batch_that_was_closed_plays_on_after_a_reset():
    held, other = (admirals_war_v0.vec_env(130, "engagement", seed=5, num_threads=2) for _ in range(2))
    held.close()
    held.reset(seed=5)
    assert play(held, 5) == play(other, 5)


def test_arrays_that_come_read_only_from_shared_memory_are_made_our_own():
    for name in ("game", "vec_env"):
        held = in_the_middle(name)
        buffers = []
        stream = pickle.dumps(held, protocol=5, buffer_callback=buffers.append)
        again = pickle.loads(stream, buffers=[bytes(buffer) for buffer in buffers])
        assert buffers and play(again, 20) == play(held, 20)


def test_a_pickle_of_other_data_is_refused(tmp_path, monkeypatch):
    scenario = tmp_path / "small.toml"
    shipped = configs_folder() / "admirals_war" / "scenarios" / "engagement.toml"
    scenario.write_text(shipped.read_text())
    game = admirals_war_v0.game(str(scenario), seed=0)
    monkeypatch.chdir(tmp_path)
    kept = pickle.dumps(admirals_war_v0.game("./small.toml", seed=0))
    monkeypatch.chdir("/")
    assert pickle.loads(kept).save() == game.save() and copy.deepcopy(game).rules is game.rules
    scenario.write_text(shipped.read_text().replace("least = 3", "least = 2"))
    with pytest.raises(SaveError, match="other data"):
        pickle.loads(kept)


def test_rules_of_shipped_scenarios_are_shared_by_what_was_pickled():
    rules = ruleset("engagement")
    assert pickle.loads(pickle.dumps(rules)) is rules


@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize("bid", [0, 1])
def test_the_rules_of_every_game_are_pickled_by_what_they_are_made_of(game, bid):
    rules = named(game).ruleset(named(game).scenario, bid=bid)
    assert pickle.loads(pickle.dumps(rules)) is rules and rules.bid == bid


def test_an_error_of_a_file_comes_from_another_process(tmp_path):
    scenario = tmp_path / "broken.toml"
    scenario.write_text("turns = 0\n")
    with pytest.raises(ConfigError) as here:
        ruleset(str(scenario))
    with ProcessPoolExecutor(1) as pool, pytest.raises(ConfigError) as there:
        pool.submit(ruleset, str(scenario)).result(120)
    assert str(there.value) == str(here.value)
    assert (there.value.file, there.value.where) == (here.value.file, here.value.where) == ("broken.toml", "turns")


def test_asynchronous_environments_of_gymnasium():
    def make():
        return gymnasium.make("aw_env/AdmiralsWar-v0", opponent="random", scenario="engagement", on_illegal="random")

    games = gymnasium.vector.AsyncVectorEnv([make] * 2)
    try:
        _, infos = games.reset(seed=3)
        masks = infos["action_mask"]
        assert masks.shape == (2, admirals_war_v0.n_actions)
        results = []
        for _ in range(60):
            *_, infos = games.step(games.action_space.sample(mask=tuple(infos["action_mask"])))
            results += infos.get("result", np.zeros(0)).tolist()
        assert results
    finally:
        games.close()


@pytest.mark.slow
def test_subprocess_environments_of_stable_baselines3():
    vec_env = pytest.importorskip("stable_baselines3.common.vec_env")
    games = vec_env.SubprocVecEnv(
        [lambda: admirals_war_v0.single_agent_env(opponent="random", scenario="engagement")] * 2, start_method="spawn"
    )
    try:
        games.seed(3)
        games.reset()
        ended = 0
        for _ in range(60):
            actions = np.array([first_legal(mask) for mask in games.env_method("action_masks")])
            _, _, dones, _ = games.step(actions)
            ended += dones.sum()
        assert ended
    finally:
        games.close()
