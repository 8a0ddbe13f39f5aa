"""Public arrays of a batch overwritten, odd actions, and odd arguments, in one process that must live on."""

import contextlib
from functools import cache
from random import Random

import numpy as np

from aw_env import admirals_war_v0
from aw_env.core.errors import IllegalAction
from tests.fuzz.outcome import ACCEPTED, REFUSED, Changed
from tests.fuzz.values import odd_value

PUBLIC = (
    "games", "observations", "action_masks", "seats", "results", "margins", "lengths", "numbers", "rewards", "ended",
    "earned", "learner", "opponent", "final_seats", "final_opponents",
)  # fmt: skip


@cache
def batch_of(number):
    """One of the batches that are attacked."""
    settings = {"scenario": "engagement", "seed": 1, "num_threads": 1}
    if number == 0:
        return admirals_war_v0.vec_env(32, **settings)
    if number == 1:
        return admirals_war_v0.vec_env(16, scenario="campaign", seed=2, num_threads=1)
    return admirals_war_v0.one_seat_vec_env(16, ("random",), **settings)


def state(batch):
    """All that a refused call must leave as it was."""
    games, masks = batch.unguarded
    return games.tobytes(), masks.tobytes(), batch.observations.tobytes(), batch.seats.tobytes(), batch.seed


def scribble(batch, draws):
    """Write into public arrays in every way that Python offers but for lifting their guard."""
    for _ in range(draws.randint(1, 4)):
        array = getattr(batch, draws.choice([name for name in PUBLIC if hasattr(batch, name)]))
        flat = array.view(np.uint8) if array.dtype.names is None and array.flags.c_contiguous else array
        with contextlib.suppress(ValueError, TypeError, AttributeError, IndexError):
            how = draws.randrange(6)
            if how == 0:
                flat[:] = draws.randrange(256)
            elif how == 1:
                array[draws.randrange(len(array))] = 1
            elif how == 2:
                array.shape = (array.size,)
            elif how == 3:
                array.fill(127)
            elif how == 4:
                array.sort()
            else:
                np.copyto(array, 99)
    with contextlib.suppress(AttributeError, TypeError):
        setattr(batch, draws.choice(PUBLIC), np.zeros(3))


def odd_actions(batch, draws):
    """Actions, most of them wrong."""
    legal = batch.action_masks.argmax(1)
    how = draws.randrange(8)
    if how == 0:
        return legal
    if how == 1:
        return legal.astype(draws.choice([np.float32, np.int8, np.uint64, np.complex64, object, np.bool_]))
    if how == 2:
        wrong = np.arange(legal.size) == draws.randrange(legal.size)
        return np.where(wrong, draws.choice([-1, -2, -3, -4, 9999]), legal)
    if how == 3:
        return legal[: draws.randrange(legal.size)]
    if how == 4:
        return odd_value(draws)
    if how == 5:
        return np.full(legal.size, 2**64 - 1, np.uint64)
    if how == 6:
        return legal[::-1]
    return np.random.default_rng(draws.randrange(99)).integers(0, 432, legal.size)


def attack(number):
    """Scribble, then step with odd actions; the batch goes on in any case."""
    draws = Random(f"array {number}")
    batch = batch_of(number % 3)
    scribble(batch, draws)
    actions, before = odd_actions(batch, draws), state(batch)
    outcome = ACCEPTED
    try:
        batch.step(actions)
    except (IllegalAction, ValueError):
        if state(batch) != before:
            raise Changed("step") from None
        outcome = REFUSED
    batch.step(batch.action_masks.argmax(1))
    assert (batch.action_masks.sum(1) > 0).all() and (batch.seats >= 0).all()
    return outcome


def attack_arguments(number):
    """Odd arguments of the constructors and of `reset`."""
    draws = Random(f"argument {number}")
    name = draws.choice(["seed", "max_decisions", "num_envs", "num_threads", "observation", "reward", "reset", "dice"])
    value = odd_value(draws)
    if name in ("reset", "dice"):
        return _attack_reset(draws, name, value)
    maker = admirals_war_v0.vec_env if name.startswith("num") else draws.choice(
        [admirals_war_v0.vec_env, admirals_war_v0.game]
    )  # fmt: skip
    given = {"scenario": "engagement", name: value}
    if maker is admirals_war_v0.vec_env:
        given = {"num_envs": 4, "num_threads": 1} | given
    if name == "num_envs" and isinstance(value, int) and not isinstance(value, bool) and 1000 < value < 2**21:
        return REFUSED
    try:
        maker(**given)
    except ValueError as error:
        assert name in str(error)
        return REFUSED
    return ACCEPTED


@cache
def game():
    """A game in play."""
    found = admirals_war_v0.game("midway", seed=3)
    for _ in range(6):
        found.apply(found.legal_actions()[0])
    return found


def _attack_reset(draws, name, value):
    kept, batch = game(), batch_of(0)
    before, batch_before = (kept.save(), kept.seed), state(batch)
    try:
        if name == "dice":
            kept.reset(5, value if isinstance(value, list | str | dict) else [value])
        elif draws.random() < 0.5:
            kept.reset(value)
        else:
            batch.reset(value)
    except ValueError:
        if (kept.save(), kept.seed) != before or state(batch) != batch_before:
            raise Changed("reset") from None
        return REFUSED
    kept.restore(before[0])
    return ACCEPTED
