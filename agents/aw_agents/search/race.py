"""A race between answers whose worth is only known by trials: who runs on, and who has clearly won."""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from aw_env.core.arguments import MOST_SEED

Trial: TypeAlias = Callable[[np.ndarray, np.ndarray], np.ndarray]
"""`trial(runners, seeds)`: float `(runners, seeds)`, what each of the runners, numbered from 0, is worth with each of
the seeds; with one seed all meet the same luck."""

CERTAINTY = 1.0
"""Standard errors by which a runner must be better than the favourite."""
FEWEST_TRIALS = 2


def winner(trial: Trial, runners: int, trials: int, rng: np.random.Generator) -> int:
    """The runner that is better than runner 0, the favourite, or else the favourite.

    rng: of the seeds.  Of two runners or more the worse half drops out again and again, and the last has had `trials`
    trials.  The best of many has been lucky, so it must be better than the favourite with as many fresh seeds as well.
    """
    running, values = np.arange(runners), np.zeros((runners, 0))
    seeds = fresh_seeds(trials, rng)
    for reached in stages(runners, trials):
        values = np.hstack([values, trial(running, seeds[values.shape[1] : reached])])
        left = max(2, (len(running) + 1) // 2)
        best = 1 + np.argsort(-values[1:].mean(1), kind="stable")[: left - 1]
        kept = np.append(0, best)
        running, values = running[kept], values[kept]
    if not is_better(values[1], values[0]):
        return 0
    again = trial(running[:2], fresh_seeds(trials, rng))
    return int(running[1]) if is_better(again[1], again[0]) else 0


def stages(runners: int, trials: int) -> list[int]:
    """How many trials each runner that is left has had when the worse half drops out, ascending: twice as many each
    time, and at last all."""
    rounds = max(1, (runners - 1).bit_length())
    return sorted({max(FEWEST_TRIALS, trials >> rest) for rest in range(rounds)})


def is_better(values: np.ndarray, others: np.ndarray) -> bool:
    """Whether values are greater than others by more than `CERTAINTY` standard errors of their differences, seed by
    seed."""
    leads = values - others
    return bool(leads.mean() > CERTAINTY * leads.std(ddof=1) / np.sqrt(len(leads)))


def fresh_seeds(count: int, rng: np.random.Generator) -> np.ndarray:
    """int64 `(count,)`."""
    return rng.integers(MOST_SEED, size=count)
