"""Players of other seats that raise exceptions or answer illegally: they are named, and the position is as before."""

import numpy as np
import pytest

from aw_env import admirals_war_v0, war_at_sea_v0
from aw_env.core.errors import NotReady, PlayerFailed

GAMES = [(admirals_war_v0, "engagement"), (war_at_sea_v0, "barents")]


class Agent:
    """Answers well until it is told how to fail."""

    name = "the reckless one"
    fails = None

    def act(self, view, observation, info):
        if self.fails is not None:
            return self.fails(observation["action_mask"])
        return int(observation["action_mask"].argmax())


class Policy:
    """The same for many games."""

    name = "the reckless many"
    fails = None

    def act_batch(self, observations, action_masks):
        answers = action_masks.argmax(axis=1)
        if self.fails is None:
            return answers
        failed = self.fails(action_masks[-1])
        return [*answers[:-1], failed] if np.isscalar(failed) else failed


def raises(mask):
    raise ValueError("it broke")


FAILURES = {
    "an exception": (raises, "ValueError: it broke"),
    "an illegal answer": (lambda mask: int(mask.argmin()), "is not legal"),
    "nothing found": (lambda mask: next(iter([])), "StopIteration"),
    "a fraction": (lambda mask: 0.5, ""),
    "nothing": (lambda mask: None, ""),
    "no vocabulary": (lambda mask: 10**6, "is not legal"),
}


@pytest.mark.parametrize("failure", FAILURES)
@pytest.mark.parametrize("shape", [Agent, Policy])
@pytest.mark.parametrize("game, scenario", GAMES)
def test_one_game_is_as_before_the_step(game, scenario, shape, failure):
    fails, words = FAILURES[failure]
    player = shape()
    env = game.single_agent_env(side="axis", opponent=player, scenario=scenario)
    env.reset(seed=3)
    failed = 0
    for _ in range(30):
        action, before = int(env.action_masks().argmax()), env.game.save()
        seen, events = env.game.observe(env.seat), env.game.events()
        player.fails = fails
        try:
            *_, over, _, _ = env.step(action)
        except PlayerFailed as error:
            failed += 1
            assert player.name in str(error) and words in str(error)
            assert env.game.save() == before and (env.game.observe(env.seat) == seen).all()
            assert env.game.events() == events and env.game.seat == env.seat
            player.fails = None
            *_, over, _, _ = env.step(action)
        player.fails = None
        if over:
            env.reset()
    assert failed > 3


@pytest.mark.parametrize("failure", FAILURES)
@pytest.mark.parametrize("shape", [Agent, Policy])
@pytest.mark.parametrize("face", ["one_seat_vec_env", "gymnasium_vec_env", "sb3_vec_env"])
def test_a_batch_is_as_before_the_step(face, shape, failure):
    if face == "sb3_vec_env":
        pytest.importorskip("stable_baselines3")
    fails, words = FAILURES[failure]
    player = shape()
    env = getattr(admirals_war_v0, face)(4, [player, "scripted"], scenario="engagement", seed=1)
    twin = getattr(admirals_war_v0, face)(4, [shape(), "scripted"], scenario="engagement", seed=1)
    games, undisturbed = getattr(env, "batch", env), getattr(twin, "batch", twin)
    if face != "one_seat_vec_env":
        env.reset(), twin.reset()
    failed = 0
    for _ in range(40):
        actions, before = games.random_actions().copy(), games.games.tobytes()
        player.fails = fails
        try:
            env.step(actions)
        except PlayerFailed as error:
            failed += 1
            assert player.name in str(error) and words in str(error)
            assert games.games.tobytes() == before
            player.fails = None
            env.step(actions)
        player.fails = None
        twin.step(actions)
        for array in ("games", "observations", "action_masks", "learner", "opponent", "earned", "ended", "numbers"):
            assert (getattr(games, array) == getattr(undisturbed, array)).all(), array
    assert failed > 3


def test_the_cause_is_told_and_an_exception_of_the_caller_is_not_taken_for_one():
    player = Agent()
    env = admirals_war_v0.single_agent_env(side="axis", opponent=player, scenario="engagement")
    env.reset(seed=3)
    player.fails = raises
    with pytest.raises(PlayerFailed) as caught:
        for _ in range(100):
            env.step(int(env.action_masks().argmax()))
    assert isinstance(caught.value.__cause__, ValueError)
    with pytest.raises(admirals_war_v0.IllegalAction):
        env.step(int(env.action_masks().argmin()))


def test_a_reset_that_a_player_breaks_off_must_be_repeated():
    player = Agent()
    player.fails = raises
    for side in ("allies", "axis"):
        env = admirals_war_v0.single_agent_env(side=side, opponent=player, scenario="engagement")
        try:
            env.reset(seed=3)
        except PlayerFailed:
            with pytest.raises(NotReady, match="reset"):
                env.step(0)
            player.fails = None
            env.reset(seed=3)
            env.step(int(env.action_masks().argmax()))
            return
    raise AssertionError("nobody was asked before the caller")


def test_a_player_that_plays_inside_the_call_is_named_too():
    class Breaks:
        name = "the compiled one"

        def begin(self, num_games, seed):
            pass

        def play(self, books, games, first, last, plays):
            raise RuntimeError("it broke")

    with pytest.raises(PlayerFailed, match="the compiled one failed: RuntimeError: it broke"):
        admirals_war_v0.vec_env(200, "engagement", seed=0, compiled_players={"axis": Breaks()}, num_threads=2)
