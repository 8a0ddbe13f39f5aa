"""The batch, the single seat and the Stable-Baselines3 faces."""

import os
import subprocess
import sys
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env as gymnasium_check

from aw_env import admirals_war_v0
from aw_env.core.engine.compiling import compiled, records
from aw_env.core.engine.ledger import by_decision, random_actions, seed_random
from aw_env.core.errors import IllegalAction
from aw_env.games.admirals_war.game import ruleset
from tests.opponents import CompiledLikeRandom, FirstLegalPolicy, RandomAgent


def draw_actions(masks, draws):
    """A random legal action in each row."""
    return np.array([draws.choice(np.flatnonzero(mask)) for mask in masks])


@compiled
def put_in_order(games, first, last, order):
    """`by_decision`, for Python."""
    found = by_decision(games, first, last)
    for k in range(found.size):
        order[k] = found[k]


# --- the batch -----------------------------------------------------------------------------------------


def test_games_are_carried_on_by_the_kind_of_decision_that_they_wait_for():
    games, order = records(np.dtype([("decision", "i4")]), 9), np.zeros(8, np.int64)
    games["decision"] = 3, 0, 70, 3, 63, 6, 0, 3, 1  # 70 is not told from 6
    put_in_order(games, 1, 9, order)
    assert order.tolist() == [1, 6, 8, 3, 7, 2, 5, 4]


@pytest.mark.parametrize("scenario, players", [("campaign", 2), ("campaign", 4), ("atlantic", 4), ("pacific", 2)])
def test_a_batch_of_campaigns_plays_the_same_games_as_single_ones(scenario, players):
    batch = admirals_war_v0.vec_env(2, scenario, seed=7, players=players, reward="victory_points")
    seeds = [admirals_war_v0.game_seed(7, i) for i in range(2)]
    games = [admirals_war_v0.game(scenario, players, seed=seed, reward="victory_points") for seed in seeds]
    for _ in range(900):
        actions = batch.random_actions()
        rewards, _ = batch.step(actions)
        for i, game in enumerate(games):
            game.apply(actions[i])
            assert rewards[i].tolist() == game.rewards.tolist()
            assert batch.seats[i] == game.seat and (batch.action_masks[i] == game.action_mask).all()
            assert (batch.observations[i] == game.observe(game.seat)).all()


@pytest.mark.parametrize("scenario, reward", [("midway", "outcome"), ("engagement", "victory_points")])
def test_a_batch_plays_the_same_games_as_single_ones(scenario, reward):
    batch = admirals_war_v0.vec_env(4, scenario, seed=11, reward=reward)
    games = [admirals_war_v0.game(scenario, seed=admirals_war_v0.game_seed(11, i), reward=reward) for i in range(4)]
    played = np.zeros(4, int)
    draws = np.random.default_rng(0)
    for _ in range(400):
        for i, game in enumerate(games):
            assert batch.seats[i] == game.seat
            assert (batch.action_masks[i] == game.action_mask).all()
            assert (batch.observations[i] == game.observe(game.seat)).all()
        actions = draw_actions(batch.action_masks, draws)
        rewards, ended = batch.step(actions)
        for i, game in enumerate(games):
            game.apply(actions[i])
            assert rewards[i].tolist() == game.rewards.tolist()
            assert ended[i] == game.ended
            if game.ended:
                assert (batch.results[i], batch.margins[i], batch.lengths[i]) == (
                    game.result,
                    game.margin,
                    game.decisions,
                )
                played[i] += 1
                game.reset(admirals_war_v0.game_seed(11, i + 4 * int(played[i])))
    assert played.min() > 0


def test_the_number_of_threads_changes_nothing():
    batches = [admirals_war_v0.vec_env(256, "engagement", seed=3, num_threads=threads) for threads in (1, 3)]
    draws = np.random.default_rng(0)
    for _ in range(60):
        actions = draw_actions(batches[0].action_masks, draws)
        for batch in batches:
            batch.step(actions)
        assert (batches[0].games.view(np.uint8) == batches[1].games.view(np.uint8)).all()
        assert (batches[0].observations == batches[1].observations).all()
        assert (batches[0].rewards == batches[1].rewards).all()


def test_arrays_are_rewritten_in_place():
    batch = admirals_war_v0.vec_env(2, seed=0)
    names = ("observations", "action_masks", "rewards", "ended")
    arrays = [getattr(batch, name) for name in names]
    batch.step(batch.action_masks.argmax(1))
    assert all(np.shares_memory(getattr(batch, name), array) for name, array in zip(names, arrays, strict=True))
    assert batch.observations.dtype == np.int16 and batch.action_masks.dtype == np.int8


def test_an_illegal_action_in_a_batch_names_the_game_and_changes_nothing():
    batch = admirals_war_v0.vec_env(3, seed=0)
    actions = batch.action_masks.argmax(1)
    before = batch.games.tobytes()
    for wrong in (431, -1, 9999):
        actions[2] = wrong
        with pytest.raises(IllegalAction, match=rf"game 2: action {wrong} by .* Legal: \d+ \("):
            batch.step(actions)
        assert batch.games.tobytes() == before


@pytest.mark.parametrize("actions", [np.zeros(2, int), np.zeros(3), np.zeros((3, 1), int)])
def test_actions_of_another_shape_or_type_are_refused(actions):
    with pytest.raises(ValueError, match=r"integers of shape \(3,\)"):
        admirals_war_v0.vec_env(3, seed=0).step(actions)


def test_max_decisions_in_a_batch():
    batch = admirals_war_v0.vec_env(2, seed=0, max_decisions=3)
    for step in range(6):
        _, ended = batch.step(batch.action_masks.argmax(1))
        assert ended.tolist() == [step % 3 == 2] * 2
    assert batch.truncated.all()


def test_a_player_inside_the_call():
    rules = ruleset("engagement")
    batch = admirals_war_v0.vec_env(5, "engagement", seed=0, compiled_players={"axis": CompiledLikeRandom(rules)})
    draws = np.random.default_rng(0)
    finished = 0
    for _ in range(150):
        assert (batch.seats == 0).all() and (batch.action_masks.sum(1) > 1).all()
        rewards, ended = batch.step(draw_actions(batch.action_masks, draws))
        assert (rewards[ended, 0] == batch.results[ended]).all()
        assert (rewards[~ended] == 0).all()
        finished += ended.sum()
    assert finished > 5


def test_players_must_leave_a_seat():
    player = CompiledLikeRandom(ruleset("midway"))
    with pytest.raises(ValueError, match="at least one seat"):
        admirals_war_v0.vec_env(2, compiled_players={"axis": player, "allies": player})
    with pytest.raises(ValueError, match="no seat 'neutral'"):
        admirals_war_v0.vec_env(2, compiled_players={"neutral": player})


# --- one seat ------------------------------------------------------------------------------------------


def test_one_seat_earns_everything_since_its_last_decision():
    opponents = [CompiledLikeRandom(ruleset("engagement")), FirstLegalPolicy(), RandomAgent()]
    batch = admirals_war_v0.one_seat_vec_env(12, opponents, scenario="engagement", seed=5, keep_last_observations=True)
    draws = np.random.default_rng(0)
    met, sides = set(), set()
    for _ in range(120):
        assert (batch.seats == batch.learner).all()
        before = batch.learner.copy()
        earned, ended = batch.step(draw_actions(batch.action_masks, draws))
        sign = np.where(before == 0, 1, -1)
        assert (earned[ended] == (sign * batch.results)[ended]).all()
        assert (earned[~ended] == 0).all()
        assert (batch.final_seats[ended] == before[ended]).all()
        assert sorted(batch.last_observations) == np.flatnonzero(ended).tolist()
        met.update(batch.final_opponents[ended].tolist())
        sides.update(before[ended].tolist())
    assert met == {0, 1, 2} and sides == {0, 1}


def test_agents_are_shown_their_own_seat():
    agent = RandomAgent()
    batch = admirals_war_v0.one_seat_vec_env(2, [agent], side="axis", scenario="engagement", seed=5)
    draws = np.random.default_rng(0)
    for _ in range(30):
        batch.step(draw_actions(batch.action_masks, draws))
    assert agent.seen
    for view, observation, info in agent.seen:
        assert view.observer == view.seat == 0
        assert observation["action_mask"].sum() > 1 and info["decision"] == view.decision


def test_opponents_change_between_games_only():
    first, second = FirstLegalPolicy(), FirstLegalPolicy()
    batch = admirals_war_v0.one_seat_vec_env(4, [first], scenario="engagement", seed=5, side="allies")
    draws = np.random.default_rng(0)
    batch.step(draw_actions(batch.action_masks, draws))
    batch.set_opponents([second])
    old, running = first.calls, np.ones(4, bool)
    while running.any():
        _, ended = batch.step(draw_actions(batch.action_masks, draws))
        assert (batch.opponent[running & ~ended] == 0).all()
        running &= ~ended
    assert first.calls > old and second.calls > 0
    assert (batch.opponent == 1).all()


def test_who_plays_no_more_makes_room_for_others():
    """A training's past selves come and go; a batch keeps those alone that are in its pool or at a game."""
    batch = admirals_war_v0.one_seat_vec_env(4, [FirstLegalPolicy()], scenario="engagement", seed=5)
    draws, numbers, last = np.random.default_rng(0), set(), None
    for _ in range(12):
        last = FirstLegalPolicy()
        batch.set_opponents([last])
        finished = np.zeros(4, int)
        while (finished < 2).any():  # two games each: nobody sits with an older one
            finished += batch.step(draw_actions(batch.action_masks, draws))[1]
        numbers |= set(batch.opponent.tolist())
        assert all(batch.opponent_numbered(number) is last for number in batch.opponent.tolist())
    assert len(numbers) <= 3


def test_who_is_no_player_changes_nothing():
    batch = admirals_war_v0.one_seat_vec_env(4, [FirstLegalPolicy()], scenario="engagement", seed=5)
    with pytest.raises(TypeError, match="is not a player"):
        batch.set_opponents([RandomAgent(), object()])
    draws = np.random.default_rng(0)
    for _ in range(200):
        batch.step(draw_actions(batch.action_masks, draws))
    assert (batch.opponent == 0).all()


@pytest.mark.parametrize("weights", [[1], [1, -1], [0, 0]])
def test_wrong_weights(weights):
    with pytest.raises(ValueError, match="weights"):
        admirals_war_v0.one_seat_vec_env(2, [FirstLegalPolicy(), FirstLegalPolicy()], weights)


# --- Gymnasium -----------------------------------------------------------------------------------------


GAMES = [("engagement", 2), ("campaign", 2), ("campaign", 4), ("atlantic", 2), ("pacific", 4)]
"""Scenarios with their numbers of players."""


@pytest.mark.parametrize("scenario, players", GAMES)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_gymnasium_checker(scenario, players):
    env = admirals_war_v0.single_agent_env(
        opponent=RandomAgent(), scenario=scenario, players=players, on_illegal="random"
    )
    gymnasium_check(env, skip_render_check=True)


def test_registered_with_gymnasium():
    env = gymnasium.make("aw_env/AdmiralsWar-v0", side="axis", opponent=FirstLegalPolicy(), scenario="engagement")
    observation, info = env.reset(seed=3)
    assert info["seat"] == 1 and env.observation_space.contains(observation)


@pytest.mark.parametrize("kind", [RandomAgent, FirstLegalPolicy, lambda: CompiledLikeRandom(ruleset("engagement"))])
def test_single_agent_games_end_with_the_result(kind):
    env = admirals_war_v0.single_agent_env(side="axis", opponent=kind(), scenario="engagement")
    draws = np.random.default_rng(0)
    for seed in range(5):
        env.reset(seed=seed)
        terminated = False
        while not terminated:
            assert env.action_masks().dtype == bool and env.game.seat == 1
            _, reward, terminated, truncated, info = env.step(int(draws.choice(np.flatnonzero(env.action_masks()))))
            assert not truncated
        assert reward == info["result"] == -env.game.result
        assert not env.action_masks().any()


def test_sides_take_turns():
    env = admirals_war_v0.single_agent_env(opponent=FirstLegalPolicy(), scenario="engagement")
    assert [env.reset()[1]["seat"] for _ in range(4)] == [0, 1] * 2
    assert env.reset(options={"side": "axis"})[1]["seat"] == 1


@pytest.mark.parametrize("face", ["single_agent_env", "one_seat_vec_env", "gymnasium_vec_env", "sb3_vec_env"])
def test_with_a_seed_for_each_game_both_seats_come_up(face):
    if face == "sb3_vec_env":
        pytest.importorskip("stable_baselines3")
    settings = {"side": "both", "scenario": "engagement"}
    if face == "single_agent_env":
        env = admirals_war_v0.single_agent_env(opponent=FirstLegalPolicy(), **settings)
        seats = [[env.reset(seed=seed)[1]["seat"] for seed in seeds] for seeds in (range(40), range(40), SPREAD)]
    else:
        opponents = [FirstLegalPolicy()] if face == "one_seat_vec_env" else FirstLegalPolicy()
        env = getattr(admirals_war_v0, face)(1, opponents, **settings)

        def seat(seed):
            (env.seed(seed), env.reset()) if face == "sb3_vec_env" else env.reset(seed=seed)
            return int(getattr(env, "batch", env).learner[0])

        seats = [[seat(seed) for seed in seeds] for seeds in (range(40), range(40), SPREAD)]
    assert seats[0] == seats[1] and all(12 <= sum(drawn) <= 28 for drawn in seats)


SPREAD = range(0, 40 * 1024, 1024)
"""Seeds as those who count in other steps give them."""


def test_a_seat_that_is_asked_nothing():
    settings = {"side": "german", "scenario": "pacific", "players": 4}
    env = admirals_war_v0.single_agent_env(opponent=FirstLegalPolicy(), **settings)
    env.reset(seed=1)
    assert env.game.ended and not env.action_masks().any()
    _, reward, terminated, _, info = env.step(0)
    assert terminated and reward == info["result"]
    with pytest.raises(IllegalAction, match="over"):
        env.step(0)
    with pytest.raises(ValueError, match="asked nothing in 100 games"):
        admirals_war_v0.one_seat_vec_env(1, ["random"], **settings)


def test_what_an_illegal_action_does():
    for on_illegal in ("raise", "lose", "random"):
        env = admirals_war_v0.single_agent_env(
            side="allies", opponent=FirstLegalPolicy(), scenario="engagement", on_illegal=on_illegal
        )
        env.reset(seed=0)
        illegal = int(np.flatnonzero(~env.action_masks())[0])
        if on_illegal == "raise":
            with pytest.raises(IllegalAction):
                env.step(illegal)
            continue
        decisions = env.game.decisions
        _, reward, terminated, _, info = env.step(illegal)
        if on_illegal == "lose":
            assert (reward, terminated, info["illegal"]) == (-1.0, True, True)
            with pytest.raises(IllegalAction):
                env.step(illegal)
        else:
            assert env.game.decisions > decisions and not terminated


def test_infos_of_one_seat_are_numbers_with_a_mask_to_sample_with():
    env = gymnasium.make("aw_env/AdmiralsWar-v0", side="axis", opponent=FirstLegalPolicy(), scenario="engagement")
    _, info = env.reset(seed=3)
    own, ended = env.unwrapped, False
    while not ended:
        mask = info["action_mask"]
        assert mask.dtype == np.int8 and (mask == own.action_masks()).all() and mask is not own.game._mask
        assert {type(info[name]) for name in ("turn", "phase", "decision", "subject", "seat")} == {np.int64}
        assert "result" not in info and "margin" not in info
        assert own.info_in_words(info)["decision"] == own.view().decision.name.lower()
        assert own.info_in_words()["seat"] == "axis" and own.describe()
        _, _, ended, _, info = env.step(env.action_space.sample(mask=mask))
    assert info["result"] in (-1, 0, 1) and info["action_mask"].sum() == 0


def test_a_truncated_game_has_no_result():
    env = admirals_war_v0.single_agent_env(opponent=FirstLegalPolicy(), scenario="engagement", max_decisions=4)
    env.reset(seed=3)
    truncated = False
    while not truncated:
        _, _, terminated, truncated, info = env.step(int(env.action_masks().argmax()))
        assert not terminated
    assert "result" not in info and type(info["margin"]) is np.int64


@pytest.mark.parametrize("env", ["single", "vector", "sb3"])
def test_an_option_of_reset_that_is_not_obeyed_is_refused(env):
    pytest.importorskip("stable_baselines3")
    settings = {"scenario": "engagement"}
    if env == "single":
        made = admirals_war_v0.single_agent_env(opponent=FirstLegalPolicy(), **settings)
        made.reset(seed=0)
        before, reset = made.game.save(), lambda **options: made.reset(options=options)
        wrong, state = {"sides": "axis"}, made.game.save
    else:
        made = {"vector": admirals_war_v0.gymnasium_vec_env, "sb3": admirals_war_v0.sb3_vec_env}[env](
            2, FirstLegalPolicy(), seed=0, **settings
        )

        def reset(**options):
            return made.reset(options=options) if env == "vector" else (made.set_options(options), made.reset())

        wrong, state = {"dice": [1]}, made.batch.games.tobytes
        before = state()
    with pytest.raises(ValueError, match=f"no option '{next(iter(wrong))}'; choose from .*'side'"):
        reset(**wrong)
    with pytest.raises(ValueError, match="'axis' and 'both'"):
        reset(side="neutral")
    assert state() == before
    reset(side="axis")


@pytest.mark.parametrize("face", ["raw_env", "single_agent_env", "gymnasium_vec_env", "rllib_env", "sb3_vec_env"])
@pytest.mark.parametrize("options", [5, True, 0, "dice", ["dice"]])
def test_options_of_reset_that_are_no_dict_are_one_clear_error(face, options):
    settings = {"scenario": "engagement"}
    if face == "raw_env":
        made = admirals_war_v0.raw_env(**settings)
    elif face == "single_agent_env":
        made = admirals_war_v0.single_agent_env(opponent="random", **settings)
    else:
        pytest.importorskip("stable_baselines3")
        made = getattr(admirals_war_v0, face)(2, "random", **settings)
    with pytest.raises(ValueError, match="^options=.*must be a dict"):
        if face == "sb3_vec_env":
            made.set_options(options)
            made.reset()
        else:
            made.reset(options=options)
    if face == "sb3_vec_env":
        made.set_options(None)
        made.reset()
    else:
        made.reset(options=None)


@pytest.mark.parametrize("dice", [5, [7], "6", [6.5]])
def test_what_are_no_dice_is_one_clear_error(dice):
    env = admirals_war_v0.raw_env(scenario="engagement")
    env.reset(seed=1)
    before = env.save()
    with pytest.raises(ValueError, match="from 1 to 6"):
        env.reset(seed=2, options={"dice": dice})
    with pytest.raises(ValueError, match="from 1 to 6"):
        env.script_dice(dice)
    assert env.save() == before
    env.reset(seed=1, options={"dice": None})
    assert env.save() == before


# --- Gymnasium, many games -----------------------------------------------------------------------------


def test_make_vec_is_the_batch():
    games = gymnasium.make_vec(
        "aw_env/AdmiralsWar-v0",
        num_envs=256,
        vectorization_mode="vector_entry_point",
        scenario="engagement",
        opponent=FirstLegalPolicy(),
    )
    assert isinstance(games, gymnasium.vector.VectorEnv) and games.num_envs == 256
    assert games.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.SAME_STEP
    observations, infos = games.reset(seed=3)
    assert games.observation_space.contains(observations)
    again, _ = games.reset(seed=3)
    assert (again == observations).all() and not np.shares_memory(again, observations)
    actions = games.action_space.sample(mask=tuple(infos["action_mask"]))
    assert infos["action_mask"].dtype == np.int8
    assert infos["action_mask"][np.arange(256), actions].all() and games.action_space.contains(actions)
    assert set(infos["seat"].tolist()) == {0, 1}
    games.close()


def test_the_vector_environment_plays_the_games_of_the_batch_and_tells_of_their_ends():
    arguments = {"scenario": "engagement", "seed": 5, "max_decisions": 14}
    games = admirals_war_v0.gymnasium_vec_env(12, [FirstLegalPolicy(), RandomAgent()], **arguments)
    batch = admirals_war_v0.one_seat_vec_env(12, [FirstLegalPolicy(), RandomAgent()], dtype="float32", **arguments)
    observations, infos = games.reset(seed=5)
    draws, ends = np.random.default_rng(0), {"terminated": 0, "truncated": 0}
    for _ in range(150):
        assert (observations == batch.observations).all() and (infos["action_mask"] == batch.action_masks).all()
        for name, array in batch.rules.infos(batch.games).items():
            assert (infos[name] == array).all() and infos[f"_{name}"].all()
        each = [batch.rules.informer(batch.games[i : i + 1])() for i in range(12)]
        assert infos["subject"].tolist() == [info["subject"] for info in each]
        seats, seen = infos["seat"], observations
        actions = draw_actions(infos["action_mask"], draws)
        observations, rewards, terminations, truncations, infos = games.step(actions)
        earned, ended = batch.step(actions)
        assert (rewards == earned).all() and rewards.dtype == np.float64
        assert ((terminations | truncations) == ended).all() and not (terminations & truncations).any()
        assert ("final_info" in infos) == ("final_obs" in infos) == ended.any()
        if not ended.any():
            continue
        final = infos["final_info"]
        assert (infos["_final_info"] == ended).all() and (infos["_final_obs"] == ended).all()
        assert (final["_result"] == terminations).all() and (final["_margin"] == ended).all()
        for i in np.flatnonzero(ended):
            last = infos["final_obs"][i]
            assert last.shape == seen[i].shape and last[0] == seats[i] == final["seat"][i]
            assert final["opponent"][i] == batch.final_opponents[i] and final["length"][i] == batch.lengths[i]
        assert (final["result"][terminations] == rewards[terminations]).all()
        ends["terminated"] += terminations.sum()
        ends["truncated"] += truncations.sum()
    assert min(ends.values()) > 3


def test_sides_of_the_games_that_begin_now_can_be_chosen():
    games = admirals_war_v0.gymnasium_vec_env(4, FirstLegalPolicy(), scenario="engagement", seed=5)
    _, infos = games.reset(options={"side": "axis"})
    assert infos["seat"].tolist() == [1] * 4
    draws, after = np.random.default_rng(0), set()
    while len(after) < 2:
        *_, infos = games.step(draw_actions(infos["action_mask"], draws))
        if "final_info" in infos:
            after.update(infos["seat"][infos["_final_info"]].tolist())
    _, infos = games.reset()
    assert set(infos["seat"].tolist()) == {0, 1}


@pytest.mark.parametrize("face", ["gymnasium_vec_env", "sb3_vec_env"])
def test_a_wrong_keyword_is_named_as_ours(face):
    with pytest.raises(
        TypeError, match=rf"{face}: no argument is named 'scenary' \(did you mean 'scenario'\?\); choose"
    ):
        getattr(admirals_war_v0, face)(2, scenary="midway")
    with pytest.raises(TypeError, match=r"one_seat_vec_env\(\) got an unexpected keyword argument 'scenary'"):
        admirals_war_v0.one_seat_vec_env(2, scenary="midway")


def test_who_names_opponents_as_a_single_game_does_is_told_how_a_batch_calls_them():
    meant = r"'opponent' \(did you mean 'opponents'\?\); choose from num_envs, opponents, "
    with pytest.raises(TypeError, match=meant):
        admirals_war_v0.sb3_vec_env(2, opponent="random")


@pytest.mark.parametrize("wrong", [3, None, ["random", "scripted"]])
@pytest.mark.parametrize("face", ["single_agent_env", "gymnasium_vec_env", "one_seat_vec_env"])
def test_what_is_no_player_is_said_when_the_environment_is_made(face, wrong):
    made = getattr(admirals_war_v0, face)
    arguments = {"opponents": [wrong]} if face == "one_seat_vec_env" else {"opponent": wrong}
    if face == "gymnasium_vec_env" and isinstance(wrong, list):
        return  # there it may be several
    with pytest.raises(ValueError, match=r"a player is an object with act, act_batch or play, or named: not "):
        made(scenario="engagement", **arguments, **({} if face == "single_agent_env" else {"num_envs": 2}))


@pytest.mark.parametrize("wrong", [[0], [0.0] * 4, [4.7] * 4, [[0]] * 4, [True] * 4, None, "0000", [[0] * 4]])
@pytest.mark.parametrize("face", ["vec_env", "one_seat_vec_env", "gymnasium_vec_env", "sb3_vec_env"])
def test_actions_are_checked_alike_in_every_face(face, wrong):
    if face == "sb3_vec_env":
        pytest.importorskip("stable_baselines3")
    players = [] if face == "vec_env" else [[FirstLegalPolicy()]]
    env = getattr(admirals_war_v0, face)(4, *players, scenario="engagement", seed=1)
    games = getattr(env, "batch", env)
    if face != "vec_env":
        env.reset()
    before = games.games.tobytes()
    with pytest.raises(ValueError, match=r"actions: .* must be integers of shape \(4,\)"):
        env.step(wrong if wrong is None or isinstance(wrong, str) else np.array(wrong))
    assert games.games.tobytes() == before
    env.step(games.action_masks.argmax(1))


def test_libraries_find_how_games_start_anew():
    games = admirals_war_v0.gymnasium_vec_env(2, FirstLegalPolicy(), scenario="engagement")
    assert games.autoreset_mode == games.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.SAME_STEP


# --- Stable-Baselines3 ---------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario, players", GAMES)
def test_sb3_checker(scenario, players):
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    env = admirals_war_v0.single_agent_env(
        opponent=FirstLegalPolicy(), scenario=scenario, players=players, on_illegal="random"
    )
    checker.check_env(env, warn=False, skip_render_check=True)


def test_maskable_ppo_learns_on_the_vec_env():
    ppo = pytest.importorskip("sb3_contrib").MaskablePPO
    from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

    env = admirals_war_v0.sb3_vec_env(8, FirstLegalPolicy(), scenario="engagement", seed=0)
    assert is_masking_supported(env)
    masks = get_action_masks(env)
    assert masks.shape == (8, admirals_war_v0.n_actions) and masks.dtype == bool
    model = ppo("MlpPolicy", env, n_steps=32, batch_size=64, n_epochs=1, policy_kwargs={"net_arch": [16]}, seed=0)
    model.learn(512)
    assert len(model.ep_info_buffer) > 0


def test_sb3_infos_of_a_game_that_ended():
    pytest.importorskip("stable_baselines3")
    env = admirals_war_v0.sb3_vec_env(6, FirstLegalPolicy(), scenario="engagement", side="both", seed=2)
    observations = env.reset()
    draws = np.random.default_rng(0)
    ended = 0
    while ended < 12:
        assert observations.base is None or not np.shares_memory(observations, env.batch.observations)
        masks = env.env_method("action_masks")
        observations, rewards, dones, infos = env.step(draw_actions(masks, draws))
        for i in np.flatnonzero(dones):
            info = infos[i]
            assert rewards[i] == info["result"] == info["episode"]["r"]
            last = info["terminal_observation"]
            assert last.shape == observations[i].shape and not (last == observations[i]).all()
            assert last[0] == info["seat"]
            ended += 1
        assert all(infos[i] == {} for i in np.flatnonzero(~dones))


def test_sb3_options_are_obeyed_by_the_next_reset_alone():
    pytest.importorskip("stable_baselines3")
    env = admirals_war_v0.sb3_vec_env(4, FirstLegalPolicy(), scenario="engagement", seed=2)
    env.set_options([{"side": "axis"}, {}, {"side": "allies"}, {"side": "axis"}])
    ever = admirals_war_v0.sb3_vec_env(4, FirstLegalPolicy(), scenario="engagement", seed=2)
    env.reset(), ever.reset()
    assert env.batch.learner.tolist() == [1, ever.batch.learner[1], 0, 1]
    env.reset(), ever.reset()
    assert env.batch.learner.tolist() == ever.batch.learner.tolist()
    env.set_options({"side": "axis"})
    assert env.reset()[:, 0].tolist() == [1] * 4


def dice_of_resets(made, reset):
    """What tells the games apart of three resets without a seed."""
    env, seen = made(), []
    for _ in range(3):
        reset(env)
        seen.append(env.batch.games["generator"].tolist())
    return seen


@pytest.mark.parametrize("face", ["gymnasium_vec_env", "sb3_vec_env"])
def test_a_seed_repeats_whatever_resets_without_one(face):
    pytest.importorskip("stable_baselines3")
    make = getattr(admirals_war_v0, face)

    def seeded():
        return make(2, FirstLegalPolicy(), scenario="engagement", seed=2)

    once = dice_of_resets(seeded, lambda env: env.reset())
    assert once == dice_of_resets(seeded, lambda env: env.reset())
    assert once[0] != once[1] != once[2] != once[0]
    assert once[0] == seeded().batch.games["generator"].tolist()

    def unseeded():
        return make(2, FirstLegalPolicy(), scenario="engagement")

    assert dice_of_resets(unseeded, lambda env: env.reset()) != dice_of_resets(unseeded, lambda env: env.reset())


def test_a_seed_that_sb3_gives_repeats():
    pytest.importorskip("stable_baselines3")

    def made():
        env = admirals_war_v0.sb3_vec_env(2, FirstLegalPolicy(), scenario="engagement")
        env.seed(5)
        return env

    assert dice_of_resets(made, lambda env: env.reset()) == dice_of_resets(made, lambda env: env.reset())


def test_sb3_infos_of_a_truncated_game_have_no_result():
    pytest.importorskip("stable_baselines3")
    env = admirals_war_v0.sb3_vec_env(3, FirstLegalPolicy(), scenario="engagement", seed=2, max_decisions=4)
    env.reset()
    broken_off = np.zeros(0, int)
    while not broken_off.size:
        _, _, dones, infos = env.step(env.batch.action_masks.argmax(1))
        broken_off = np.flatnonzero(dones & env.batch.truncated)
    info = infos[broken_off[0]]
    assert info["TimeLimit.truncated"] and "result" not in info and "margin" in info


def test_maskable_evaluation_needs_no_monitor():
    sb3_contrib = pytest.importorskip("sb3_contrib")
    from sb3_contrib.common.maskable.evaluation import evaluate_policy
    from stable_baselines3.common.vec_env import VecMonitor

    env = admirals_war_v0.sb3_vec_env(4, FirstLegalPolicy(), scenario="engagement", seed=0)
    model = sb3_contrib.MaskablePPO("MlpPolicy", env, policy_kwargs={"net_arch": [8]}, seed=0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rewards, lengths = evaluate_policy(model, env, n_eval_episodes=8, return_episode_rewards=True)
    assert set(rewards) <= {-1.0, 0.0, 1.0} and min(lengths) >= 1
    assert env.env_is_wrapped(VecMonitor) == [False] * 4


# --- what is imported ----------------------------------------------------------------------------------


def test_importing_loads_neither_agents_nor_torch():
    program = (
        "import sys; from aw_env import admirals_war_v0; "
        "print([name for name in ('aw_agents', 'torch', 'stable_baselines3', 'pygame') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# --- without compiling ---------------------------------------------------------------------------------

TRACE_OF_A_BATCH = """
import hashlib
from aw_env import admirals_war_v0
trace = hashlib.sha256()
scenarios = (("midway", "summary", 2), ("engagement", "units", 2), ("campaign", "summary", 2), ("campaign", "units", 4))
for scenario, observation, players in (*scenarios, ("midway", "candidates", 2), ("campaign", "candidates", 2)):
    games = admirals_war_v0.vec_env(2, scenario, 1, players, observation=observation, reward="victory_points")
    for _ in range(60):
        rewards, ended = games.step(games.random_actions())
        for array in (games.observations, games.action_masks, rewards, ended):
            trace.update(array.tobytes())
    trace.update(games.games.tobytes())
print(trace.hexdigest())
"""


@pytest.mark.slow
def test_interpreted_and_compiled_batches_are_the_same():
    traces = set()
    for interpreted in ("0", "1"):
        environment = {**os.environ, "NUMBA_DISABLE_JIT": interpreted, "PYTHONWARNINGS": "error::RuntimeWarning"}
        command = [sys.executable, "-c", TRACE_OF_A_BATCH]
        done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
        traces.add(done.stdout)
    assert len(traces) == 1


def test_random_actions_are_legal_and_each_as_likely_as_the_others():
    rules = ruleset("midway")
    legal = [0, 7, 8, 9, 15, 200, 201, rules.n_actions - 1]  # at the edges of the words in which masks are read
    masks = np.zeros((16_000, rules.n_actions), np.int8)
    masks[:, legal] = 1
    masks[0], actions = 0, np.zeros(16_000, np.int64)
    generator = np.zeros(4, np.int64)
    seed_random(generator, 1)
    random_actions(masks, generator, actions)
    assert actions[0] == -1  # nothing is legal
    drawn, counts = np.unique(actions[1:], return_counts=True)
    assert drawn.tolist() == legal
    assert (abs(counts - 2000) < 6 * np.sqrt(2000)).all()
