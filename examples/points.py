"""What the examples share: how good a policy has become, and how fast it learned."""

from collections.abc import Callable

import numpy as np
from aw_agents.arena import play_match

import aw_agents
from aw_env.admirals_war import game

Act = Callable[[np.ndarray, np.ndarray], np.ndarray]
"""`act(observations, action_masks)`: the action for each row, from int16 `(k, columns)` and int8 `(k, n_actions)`."""


class Policy:
    """A function that answers for many games at once, as a player (`aw_env.core.players.BatchPolicy`)."""

    def __init__(self, act: Act) -> None:
        self.act_batch = act


def report(steps: int, seconds: float, act: Act, games: int, seed: int, scenario: str = "engagement") -> float:
    """Print the steps a second of a training, and the points a game of its policy against `random` over as many games
    from each side (win 1, draw 1/2).  Returns the points."""
    rules = game.rules(scenario)
    policy, opponent = Policy(act), aw_agents.load("random")
    as_first = play_match(rules, [policy, opponent], games, seed).points
    as_second = 1 - play_match(rules, [opponent, policy], games, seed + 1).points
    points = (as_first + as_second) / 2
    first, second = rules.seats
    print(f"{steps:,} steps in {seconds:.0f} s, {steps / seconds:,.0f} a second, learning included")
    print(f"{points:.3f} points a game against random ({as_first:.3f} as {first}, {as_second:.3f} as {second})")
    return points
