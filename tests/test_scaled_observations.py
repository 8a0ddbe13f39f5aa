"""`dtype="float32"`: observations that wrappers of other frameworks can take as they are."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from aw_env import admirals_war_v0, war_at_sea_v0
from aw_env.core.faces.spaces import BOUND
from tests.opponents import FirstLegalPolicy, RandomAgent

GAMES = [(admirals_war_v0, "midway"), (war_at_sea_v0, "barents")]


def scaled(game, observations, layout="summary"):
    """What the whole numbers become."""
    return np.clip(observations * game.observation_scale(layout), -BOUND, BOUND)


def whole_and_real(game, scenario, layout):
    """The same games in a batch of whole numbers and in one of scaled ones."""
    return [
        game.vec_env(150, scenario, seed=1, observation=layout, dtype=dtype, num_threads=2)
        for dtype in ("int16", "float32")
    ]


@pytest.mark.parametrize("layout", ["summary", "units", "candidates"])
@pytest.mark.parametrize("game, scenario", GAMES)
def test_a_batch_is_scaled_and_plays_the_same_games(game, scenario, layout):
    whole, real = whole_and_real(game, scenario, layout)
    for _ in range(60):
        assert real.observations.dtype == np.float32 and not real.observations.flags.writeable
        assert (real.observations == scaled(game, whole.observations, layout)).all()
        whole.step(whole.random_actions()), real.step(real.random_actions())
        assert (whole.games == real.games).all()
    assert (real.observations == scaled(game, whole.observations, layout)).all()


@pytest.mark.slow
@pytest.mark.parametrize("layout", ["summary", "units", "candidates"])
@pytest.mark.parametrize("game, scenario", GAMES)
def test_after_random_play_for_measurements_it_is_scaled_too(game, scenario, layout):
    whole, real = whole_and_real(game, scenario, layout)
    whole.play_random(500), real.play_random(500)
    assert (whole.games == real.games).all()
    assert (real.observations == scaled(game, whole.observations, layout)).all()


@pytest.mark.parametrize("game, scenario", GAMES)
def test_the_faces_of_one_seat_are_scaled_unless_asked_otherwise(game, scenario):
    pytest.importorskip("stable_baselines3")
    single = game.single_agent_env("allies", FirstLegalPolicy(), scenario)
    vector = game.gymnasium_vec_env(3, FirstLegalPolicy(), side="allies", scenario=scenario, seed=4)
    sb3 = game.sb3_vec_env(3, FirstLegalPolicy(), side="allies", scenario=scenario, seed=4)
    seen, _ = single.reset(seed=4)
    assert seen in single.observation_space and seen.dtype == np.float32
    assert (seen == scaled(game, single.game.observe(0))).all()
    seen, _ = vector.reset()
    assert seen in vector.observation_space and (seen == sb3.reset()).all() and seen.dtype == np.float32
    assert seen[0] in sb3.observation_space
    for make in (game.single_agent_env, lambda **given: game.gymnasium_vec_env(2, **given)):
        whole = make(opponent=FirstLegalPolicy(), scenario=scenario, dtype="int16")
        assert whole.reset(seed=4)[0].dtype == np.int16


def test_what_was_last_seen_of_a_game_is_scaled_too():
    games = admirals_war_v0.gymnasium_vec_env(4, FirstLegalPolicy(), scenario="engagement", seed=0)
    _, infos = games.reset()
    while "final_obs" not in infos:
        *_, infos = games.step(infos["action_mask"].argmax(1))
    last = next(seen for seen in infos["final_obs"] if seen is not None)
    assert last.dtype == np.float32 and last in games.single_observation_space


def test_players_are_shown_whole_numbers_whatever_the_caller_sees():
    agent = RandomAgent()
    env = admirals_war_v0.single_agent_env("axis", agent, "engagement", dtype="float32")
    env.reset(seed=0)
    batch = admirals_war_v0.one_seat_vec_env(2, [agent], scenario="engagement", seed=0, dtype="float32")
    for _ in range(20):
        batch.step(batch.random_actions())
    assert {seen["observation"].dtype for _, seen, _ in agent.seen} == {np.dtype(np.int16)}


@pytest.mark.filterwarnings("ignore:.*")
def test_checkers_take_it():
    check_env(admirals_war_v0.single_agent_env("both", FirstLegalPolicy(), "engagement", on_illegal="random"))
    api_test(admirals_war_v0.env(scenario="engagement", dtype="float32"), num_cycles=200)
    seed_test(lambda: admirals_war_v0.env(scenario="engagement", dtype="float32"), num_cycles=100)


@pytest.mark.parametrize("dtype", ["float64", "int8", None, "whole", 3])
def test_another_dtype_is_refused(dtype):
    for make in (admirals_war_v0.raw_env, admirals_war_v0.vec_env, admirals_war_v0.single_agent_env):
        with pytest.raises(ValueError, match=r"dtype=.*: choose from 'int16', 'float32'"):
            make(scenario="engagement", dtype=dtype)
    assert admirals_war_v0.vec_env(1, "engagement", dtype=np.float32).observations.dtype == np.float32


def test_wrappers_that_scale_keep_fractions():
    env = admirals_war_v0.single_agent_env("allies", FirstLegalPolicy(), "midway")
    wrapped = gymnasium.wrappers.RescaleObservation(env, np.float32(0), np.float32(1))
    seen, _ = wrapped.reset(seed=0)
    assert seen.dtype == np.float32 and len(np.unique(seen)) > 15
    assert 0 <= seen.min() and seen.max() <= 1


def test_vec_normalize_keeps_what_the_policy_acted_on():
    pytest.importorskip("sb3_contrib")
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.vec_env import VecNormalize

    games = admirals_war_v0.sb3_vec_env(2, "random", scenario="engagement", seed=1)
    model = MaskablePPO("MlpPolicy", VecNormalize(games), n_steps=16, batch_size=16, n_epochs=1, seed=1, device="cpu")
    seen, forward = [], model.policy.forward

    def spy(observations, *rest, **more):
        seen.append(observations.numpy().copy())
        return forward(observations, *rest, **more)

    model.policy.forward = spy
    model.learn(32)
    by_game = np.stack(seen[:16]).swapaxes(0, 1)
    assert (by_game == model.rollout_buffer.observations.reshape(by_game.shape)).all()
