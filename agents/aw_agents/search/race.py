"""A race between answers whose worth is only known by trials: who runs on, and who has clearly won."""

import time
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

import numpy as np

from aw_env.core.arguments import MOST_SEED

Trial: TypeAlias = Callable[[np.ndarray, np.ndarray], np.ndarray]
"""`trial(runners, seeds)`: float `(runners, seeds)`, what each of the runners, numbered from 0, is worth with each of
the seeds; with one seed all meet the same luck."""

CERTAINTY = 1.0
"""Standard errors by which a runner must be better than the favourite."""
CLEAR, CLEAR_TRIALS = 3.0, 8
"""Standard errors by which a runner is so much worse than the best that nothing more need be tried, and the trials that
it takes to say so."""
FEWEST_TRIALS, MOST_TRIALS = 2, 1024
PROBES = 4
"""Trials of the favourite that tell how long one takes."""


@dataclass(frozen=True)
class Finish:
    """How a race has ended.  winner: a runner.  values: of each runner what its trials were worth, in their order."""

    winner: int
    values: tuple[np.ndarray, ...]


class Clock:
    """Time that is allowed, in seconds from now."""

    def __init__(self, seconds: float) -> None:
        self._end = time.perf_counter() + seconds
        self._trial = 0.0

    @property
    def left(self) -> float:
        """Seconds."""
        return self._end - time.perf_counter()

    def measure(self, trial: Trial, rng: np.random.Generator) -> None:
        """See how long a trial takes."""
        before = self.left
        trial(np.array([0]), fresh_seeds(PROBES, rng))
        self._trial = (before - self.left) / PROBES

    def allows(self, trials: int) -> bool:
        """Whether so many trials fit into what is left."""
        return trials * self._trial <= self.left

    def race_that_fits(self, runners: int) -> tuple[int, int]:
        """The largest race that fits: how many runners, and trials of the last of them, `FEWEST_TRIALS` or more; (1, 0)
        where none fits.  Rather than to try many answers a few times it tries fewer of them."""
        affordable, each = int(self.left / self._trial), range(FEWEST_TRIALS, MOST_TRIALS + 1)
        fewer = sorted({max(2, runners >> rest) for rest in range(runners.bit_length())}, reverse=True)
        fitting = [(count, bisect_right(each, affordable, key=partial(length, count))) for count in fewer]
        for wanted in (CLEAR_TRIALS, FEWEST_TRIALS):
            for count, number in fitting:
                if number and each[number - 1] >= wanted:
                    return count, each[number - 1]
        return 1, 0


def race(trial: Trial, runners: int, trials: int, rng: np.random.Generator, clock: Clock | None = None) -> Finish:
    """Let two runners or more race: the winner is better than runner 0, the favourite, or else it is the favourite.

    rng: of the seeds.  The worse half drops out again and again, and the last has had `trials` trials; who is clearly
    worse than the best drops out at once.  The best of many has been lucky, so it must be better than the favourite
    with as many fresh seeds as well.  clock: when it has run out, the favourite wins.
    """
    running, values = np.arange(runners), np.zeros((runners, 0))
    shown = list(values)
    seeds = fresh_seeds(trials, rng)
    for reached in stages(runners, trials):
        new = seeds[values.shape[1] : reached]
        if clock is not None and not clock.allows(len(running) * len(new)):
            return Finish(0, tuple(shown))
        values = np.hstack([values, trial(running, new)])
        for runner, seen in zip(running, values, strict=True):
            shown[runner] = seen
        kept = better_half(values)
        running, values = running[kept], values[kept]
        if len(running) == 1 or (len(running) == 2 and is_clear(values[1], values[0])):
            break
    tried = values.shape[1]
    if len(running) == 1 or not is_better(values[1], values[0]) or (clock is not None and not clock.allows(2 * tried)):
        return Finish(0, tuple(shown))
    again = trial(running[:2], fresh_seeds(tried, rng))
    return Finish(int(running[1]) if is_better(again[1], again[0]) else 0, tuple(shown))


def better_half(values: np.ndarray) -> np.ndarray:
    """Who runs on, of runners of these values: the favourite, 0, and the best of the others, the best first, without
    those that are clearly worse than the best of all."""
    best = 1 + np.argsort(-values[1:].mean(1), kind="stable")[: max(1, (len(values) - 1) // 2)]
    leader = max(0, best[0], key=lambda runner: values[runner].mean())
    return np.array([0, *(runner for runner in best if not is_clear(values[leader], values[runner]))])


def stages(runners: int, trials: int) -> list[int]:
    """How many trials each runner that is left has had when the worse half drops out, ascending: twice as many each
    time, and at last all."""
    rounds = max(1, (runners - 1).bit_length())
    return sorted({max(FEWEST_TRIALS, trials >> rest) for rest in range(rounds)})


def length(runners: int, trials: int) -> int:
    """Trials of a whole race, at most: those of its stages, and those of the last two with fresh seeds."""
    total, before = 2 * trials, 0
    for reached in stages(runners, trials):
        total += runners * (reached - before)
        runners, before = max(2, (runners + 1) // 2), reached
    return total


def is_better(values: np.ndarray, others: np.ndarray) -> bool:
    """Whether values are greater than others by more than `CERTAINTY` standard errors of their differences, seed by
    seed."""
    return _leads(values, others, CERTAINTY)


def is_clear(values: np.ndarray, others: np.ndarray) -> bool:
    """Whether they are so much greater, in trials enough, that no more are needed."""
    return len(values) >= CLEAR_TRIALS and _leads(values, others, CLEAR)


def _leads(values: np.ndarray, others: np.ndarray, errors: float) -> bool:
    leads = values - others
    return bool(leads.mean() > errors * leads.std(ddof=1) / np.sqrt(len(leads)))


def fresh_seeds(count: int, rng: np.random.Generator) -> np.ndarray:
    """int64 `(count,)`."""
    return rng.integers(MOST_SEED, size=count)
