"""Who meets whom next: those whose games tell most about the ratings, each from every seat."""

from itertools import combinations

import numpy as np

from aw_agents.ladder.ratings import Belief
from aw_env.core.strengths import chances

VOLLEY = 8
"""Rounds that are planned at a time.  The next are planned when these are over, so that who meets whom does not depend
on how many processes or machines play them."""
MOST_COMPARED = 20_000
"""Rounds that are compared to choose one; of more, so many drawn by lot."""


def volley(
    belief: Belief, sides: list[list[int]], rng: np.random.Generator, rounds: int = VOLLEY
) -> list[list[tuple[int, ...]]]:
    """The rounds that are played next, each chosen as if those before it had been played.

    sides: the seats that win together.  rng: of what is equally worth playing.  Returns of each round its games, by
    seat the numbers of the players: everybody sits at every seat once, the sides staying together.  Raises ValueError
    for fewer players than seats.
    """
    seats = sum(map(len, sides))
    if len(belief.mean) < seats:
        raise ValueError(f"a ladder for {seats} takes {seats} players or more, not {len(belief.mean)}")
    chosen = []
    for _ in range(rounds):
        possible = rng.permutation(orders(len(belief.mean), seats), axis=0)[:MOST_COMPARED]
        order = possible[np.argmax(gains(belief, possible, sides))]
        belief = after(belief, order, sides)
        players = tuple(order.tolist())
        chosen.append([players[turned:] + players[:turned] for turned in range(seats)])
    return chosen


def orders(players: int, seats: int) -> np.ndarray:
    """int `(rounds, seats)`: every round that there may be, as the first of its games; who is whose neighbour matters,
    who begins does not."""
    sets = np.array(list(combinations(range(players), seats)))
    if seats == 2:
        return sets
    return np.concatenate([sets[:, arranged] for arranged in ([0, 1, 2, 3], [0, 2, 1, 3], [0, 1, 3, 2])])


def gains(belief: Belief, orders: np.ndarray, sides: list[list[int]]) -> np.ndarray:
    """float `(rounds,)`: bits that each round is expected to tell, half the logarithm of by how much it shrinks the
    volume in which the strengths lie."""
    known = told(belief.mean[orders], sides)
    unsure = belief.covariance[orders[:, :, None], orders[:, None, :]]
    return 0.5 * np.linalg.slogdet(np.eye(orders.shape[1]) + known @ unsure)[1] / np.log(2)


def told(strength: np.ndarray, sides: list[list[int]]) -> np.ndarray:
    """Fisher's information in a round, float `(rounds, seats, seats)`, for strengths by seat `(rounds, seats)`."""
    seats = strength.shape[1]
    members = np.array([[float(seat in side) for seat in range(seats)] for side in sides])
    chance = chances(strength @ members.T)
    expected = chance @ members
    whole = np.einsum("rs,sp,sq->rpq", chance, members, members)
    return seats * (whole - expected[:, :, None] * expected[:, None, :])


def after(belief: Belief, order: np.ndarray, sides: list[list[int]]) -> Belief:
    """What will be known after a round, whoever wins it: as much surer as its games make it, with the same means."""
    known = told(belief.mean[order][None], sides)[0]
    towards = belief.covariance[:, order]
    shrunk = towards @ np.linalg.solve(np.eye(len(order)) + known @ towards[order], known @ towards.T)
    return Belief(belief.mean, belief.covariance - shrunk)
