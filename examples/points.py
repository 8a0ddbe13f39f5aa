"""What the examples share: how good a policy is, and how fast it learned."""

from collections.abc import Callable

import numpy as np

import aw_agents
from aw_agents.arena import play_match
from aw_env import admirals_war_v0
from aw_env.core.faces.spaces import BOUND
from aw_env.core.strengths import wilson
from aw_env.games.admirals_war import game

Act = Callable[[np.ndarray, np.ndarray], np.ndarray]
"""`act(observations, action_masks)`: the action for each row, from float32 `(k, columns)`, scaled as environments with
`dtype="float32"` scale them, and int8 `(k, n_actions)`."""


class Policy:
    """A function that answers for many games at once, as a player (`aw_env.core.players.BatchPolicy`)."""

    def __init__(self, act: Act) -> None:
        self._act = act
        self._scale = admirals_war_v0.observation_scale()

    def act_batch(self, observations: np.ndarray, action_masks: np.ndarray) -> np.ndarray:
        """Players are shown whole numbers, int16: they are scaled for the function."""
        return self._act(np.clip(observations * self._scale, -BOUND, BOUND), action_masks)


def points(act: Act, games: int, seed: int, scenario: str, opponent: str = "random") -> tuple[float, float]:
    """Points a game against an opponent (win 1, draw 1/2) over so many games from each of the two sides."""
    rules = game.ruleset(scenario)
    policy, other = Policy(act), aw_agents.load(opponent)
    first = play_match(rules, [policy, other], games, seed).points
    second = 1 - play_match(rules, [other, policy], games, seed + 1).points
    return first, second


def interval(sides: tuple[float, float], games: int) -> str:
    """The interval of 95 % of the points a game from both sides.  games: from each side."""
    low, high = wilson(float(np.mean(sides)), 2 * games)
    return f"[{low:.3f}, {high:.3f}]"


def report(steps: int, seconds: float, before: tuple[float, float], after: tuple[float, float]) -> None:
    """Print how fast a training was, and the points of its likeliest actions before and after it."""
    print(f"{steps:,} steps in {seconds:.0f} s: {steps / seconds:,.0f} a second, learning included")
    print(
        f"points a game against random: {np.mean(after):.3f} ({after[0]:.3f} and {after[1]:.3f} from the two sides); "
        f"before training {np.mean(before):.3f}"
    )
