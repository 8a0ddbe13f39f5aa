"""Steps that an exception breaks off, games that are closed, and callers that come at the same time."""

import signal
import subprocess
import sys
import threading

import numpy as np
import pytest

from aw_env import admirals_war_v0
from aw_env.core.engine.compiling import INTERPRETED
from aw_env.core.errors import NotReady
from tests.opponents import FirstLegalPolicy

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer that interrupts")


class Alarm(Exception):
    """Breaks off what is going on, as Ctrl-C does."""


@pytest.fixture
def alarm():
    """Sets an alarm that goes off after so many seconds."""

    def ring(*_):
        raise Alarm

    before = signal.signal(signal.SIGALRM, ring)
    yield lambda seconds: signal.setitimer(signal.ITIMER_REAL, seconds)
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


def stepped(step, actions, alarm, seconds):
    """Whether a step was broken off."""
    try:
        try:
            alarm(seconds)
            step(actions)
        finally:
            alarm(0)
        return False
    except Alarm:
        return True


def interrupted_steps(alarm, steps, games=2048):
    """Steps broken off at all sorts of moments, beside a batch that is not disturbed: after each the games are at rest,
    and every game has taken the step or none has.  Returns how many were broken off."""
    disturbed, quiet = (admirals_war_v0.vec_env(games, "midway", seed=3, num_threads=4) for _ in range(2))
    broken = 0
    for number in range(steps):
        actions = disturbed.random_actions().copy()
        if stepped(disturbed.step, actions, alarm, 0.0001 + 0.0001 * (number % 40)):
            broken += 1
            at_rest = disturbed.games.tobytes()
            if at_rest == quiet.games.tobytes():
                continue
            assert disturbed.games.tobytes() == at_rest, "a thread went on"
        quiet.step(actions)
        for array in ("games", "observations", "action_masks", "rewards", "ended", "seats"):
            assert (getattr(disturbed, array) == getattr(quiet, array)).all(), f"{array} after step {number}"
    return broken


@pytest.mark.skipif(INTERPRETED, reason="a step of so many games takes minutes")
def test_after_a_step_that_is_broken_off_all_games_have_taken_it_or_none():
    """The alarm is set in a process of its own: an exception in the midst of anything is not for a test runner."""
    code = "from tests.test_interruptions import main; main(60)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 10 and "Exception ignored" not in done.stderr


def main(steps):
    """Prints how many of so many steps were broken off: `python -m tests.long_checks interruptions midway 600`."""

    def ring(*_):
        raise Alarm

    signal.signal(signal.SIGALRM, ring)
    print(interrupted_steps(lambda seconds: signal.setitimer(signal.ITIMER_REAL, seconds), steps))


class Stops:
    """An opponent that breaks the step off with an exception that is none of its own."""

    stop = False

    def act(self, view, observation, info):
        if self.stop:
            raise KeyboardInterrupt
        return int(observation["action_mask"].argmax())


def state_of(games):
    """All that a step changes."""
    names = ("games", "observations", "action_masks", "learner", "opponent", "numbers")
    return [np.array(getattr(games, name)).tobytes() for name in names] + [games._ledger.tobytes()]


def test_a_batch_whose_opponents_are_asked_one_by_one_is_as_before():
    opponent = Stops()
    games = admirals_war_v0.one_seat_vec_env(8, [opponent], scenario="engagement", seed=1)
    twin = admirals_war_v0.one_seat_vec_env(8, [Stops()], scenario="engagement", seed=1)
    for number in range(60):
        actions, before = games.random_actions().copy(), state_of(games)
        opponent.stop = number % 2 == 0
        try:
            games.step(actions)
        except KeyboardInterrupt:
            assert state_of(games) == before
            opponent.stop = False
            games.step(actions)
        twin.step(actions)
        assert state_of(games) == state_of(twin) and (games.earned == twin.earned).all()


class StopsInAThread(Stops):
    """The same for a compiled player."""

    def begin(self, num_games, seed):
        pass

    def play(self, books, games, first, last, plays):
        if self.stop:
            raise KeyboardInterrupt


@pytest.mark.parametrize("face", ["vec_env", "one_seat_vec_env"])
def test_a_batch_whose_players_are_compiled_must_be_reset(face):
    player = StopsInAThread()
    if face == "vec_env":
        games = admirals_war_v0.vec_env(2, "engagement", seed=1, compiled_players={})
        games._held = [(player, np.zeros((2, 2), np.int8))]
    else:
        games = admirals_war_v0.one_seat_vec_env(2, ["random"], scenario="engagement", seed=1)
        games.set_opponents([player])
        games._opponent[:] = games._number_of(player)
    player.stop = True
    with pytest.raises(KeyboardInterrupt):
        games.step(games.random_actions())
    player.stop = False
    with pytest.raises(NotReady, match="reset"):
        games.step(games.random_actions())
    if face == "vec_env":
        games._held = []
    else:
        games.set_opponents([FirstLegalPolicy()])
    games.reset(seed=1)
    games.step(games.random_actions())


def faces():
    """Every face, as (name, environment, a legal action)."""
    settings = {"scenario": "engagement"}
    raw, env = admirals_war_v0.raw_env(**settings), admirals_war_v0.env(**settings)
    single = admirals_war_v0.single_agent_env(opponent=FirstLegalPolicy(), **settings)
    batch = admirals_war_v0.vec_env(2, seed=0, **settings)
    one_seat = admirals_war_v0.one_seat_vec_env(2, [FirstLegalPolicy()], seed=0, **settings)
    vector = admirals_war_v0.gymnasium_vec_env(2, FirstLegalPolicy(), seed=0, **settings)
    found = [
        (raw, lambda: raw.game.legal_actions()[0]),
        (env, lambda: env.unwrapped.game.legal_actions()[0]),
        (single, lambda: single.game.legal_actions()[0]),
        (batch, lambda: batch.action_masks.argmax(1)),
        (one_seat, lambda: one_seat.action_masks.argmax(1)),
        (vector, lambda: vector.batch.action_masks.argmax(1)),
    ]
    try:
        sb3 = admirals_war_v0.sb3_vec_env(2, FirstLegalPolicy(), seed=0, **settings)
        found.append((sb3, lambda: sb3.batch.action_masks.argmax(1)))
    except ImportError:
        pass
    return found


def test_a_step_after_close_is_refused_in_every_face():
    for env, legal in faces():
        env.reset()
        env.step(legal())
        env.close()
        env.close()
        with pytest.raises(NotReady, match="closed: reset"):
            env.step(legal())
        env.reset()
        env.step(legal())


def test_a_step_before_the_first_reset_is_refused():
    env = admirals_war_v0.single_agent_env(opponent=FirstLegalPolicy(), scenario="engagement")
    with pytest.raises(NotReady, match="no game has begun"):
        env.step(0)


def test_turns_before_the_first_reset_and_after_the_end_are_refused():
    env = admirals_war_v0.raw_env("engagement")
    calls = (env.last, lambda: env.step(0))
    for call in calls:
        with pytest.raises(NotReady, match="no game is being played: reset"):
            call()
    env.reset(seed=0)
    for agent in env.agent_iter():
        ended = env.terminations[agent] or env.truncations[agent]
        env.step(None if ended else env.game.legal_actions()[0])
    for call in calls:
        with pytest.raises(NotReady, match="no game is being played: reset"):
            call()
    env.reset(seed=0)
    env.step(env.game.legal_actions()[0])


@pytest.mark.parametrize("ask", ["observe", "describe", "events", "view"])
def test_an_unknown_agent_is_one_clear_error(ask):
    env = admirals_war_v0.raw_env("engagement")
    env.reset(seed=0)
    with pytest.raises(ValueError, match="agent='nobody': choose from allies, axis"):
        getattr(env, ask)("nobody")


class Waits:
    """A policy that waits in the midst of a step until it is let go."""

    def __init__(self):
        self.is_asked, self.may_go_on = threading.Event(), threading.Event()

    def act_batch(self, observations, action_masks):
        self.is_asked.set()
        assert self.may_go_on.wait(60)
        return action_masks.argmax(axis=1)


def test_a_second_caller_at_the_same_time_gets_a_clear_error():
    policy = Waits()
    policy.may_go_on.set()
    games = admirals_war_v0.one_seat_vec_env(4, [policy], scenario="engagement", seed=0, side="allies")
    policy.is_asked.clear()
    policy.may_go_on.clear()
    actions, failed = games.random_actions().copy(), []

    def first():
        try:
            while not policy.is_asked.is_set():
                games.step(games.action_masks.argmax(1))
        except Exception as error:
            failed.append(error)

    thread = threading.Thread(target=first)
    thread.start()
    assert policy.is_asked.wait(60)
    for call in (lambda: games.step(actions), games.reset, games.close):
        with pytest.raises(NotReady, match="another thread"):
            call()
    policy.may_go_on.set()
    thread.join()
    assert not failed
    games.step(games.random_actions())
