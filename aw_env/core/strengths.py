"""Strengths of players from who has won what, and how sure they are.

Sides of one or more players meet, and each wins with a chance that goes with e to the sum of its players' strengths:
for two players that is Bradley and Terry's model, for more Plackett and Luce's, of which only the first place counts.
"""

from dataclasses import dataclass

import numpy as np

ELO = 400 / np.log(10)
"""Rating points for a factor e in the odds of winning."""
Z = 1.96
"""Standard errors to either side in a 95 % interval."""
LONGEST_STEP = 2.0
"""How far one step of `likeliest` goes at most: Newton's would overshoot from afar."""


PRECISION = 0.25
"""One through the variance of a strength of which nothing is known: a drawn game against an average player weighs as
much, and keeps the rating of one who has won every game finite."""


@dataclass(frozen=True)
class Belief:
    """What is known of the strengths.  mean: float `(players,)`.  covariance: float `(players, players)`."""

    mean: np.ndarray
    covariance: np.ndarray

    def ratings(self) -> tuple[np.ndarray, np.ndarray]:
        """Ratings on the scale of Elo, their mean 0, and half of their 95 % intervals: float `(players,)` each."""
        count = len(self.mean)
        centring = np.eye(count) - 1 / count
        spread = np.sqrt(np.diag(centring @ self.covariance @ centring))
        return ELO * (self.mean - self.mean.mean()), ELO * Z * spread


def likeliest(sides: np.ndarray, points: np.ndarray, players: int, precision: float) -> tuple[np.ndarray, np.ndarray]:
    """The likeliest strengths, float `(players,)`, and what is known of them, Fisher's information, float
    `(players, players)`, by Newton's method.

    sides: int `(meetings, sides, size)`, the numbers of the players on each side.  points: float `(meetings, sides)`,
    games that each has won; those that several share count as parts.  precision: of strengths before anything is
    played, one through their variance around 0; with 0 their mean is 0, and each must have won something.
    """
    return likeliest_of(np.eye(players)[sides].sum(2), points, precision)


def likeliest_of(members: np.ndarray, points: np.ndarray, precision: float) -> tuple[np.ndarray, np.ndarray]:
    """The same where sides are not of one size.  members: float `(meetings, sides, players)`, 1 for a player of the
    side; one that has none does not take part, where fewer sides meet than elsewhere."""
    games, players, takes_part = points.sum(1), members.shape[2], members.any(2)
    found = np.zeros(players)
    for _ in range(1000):
        chance = chances(np.where(takes_part, members @ found, -np.inf))
        surplus = np.einsum("ms,msp->p", points - games[:, None] * chance, members) - precision * found
        known = information(members, games, chance) + precision * np.eye(players)
        step = np.linalg.pinv(known, hermitian=True) @ surplus
        step *= min(1.0, LONGEST_STEP / max(np.abs(step).max(), 1e-300))
        found += step
        if np.abs(step).max() < 1e-10:
            break
    return found, known


def chances(strength: np.ndarray) -> np.ndarray:
    """The chance of each of the sides that meet, from their strengths `(..., sides)`."""
    odds = np.exp(strength - strength.max(-1, keepdims=True))
    return odds / odds.sum(-1, keepdims=True)


def information(members: np.ndarray, games: np.ndarray, chance: np.ndarray) -> np.ndarray:
    """What so many games of each meeting tell, `(players, players)`.

    members: `(meetings, sides, players)`, 1 for a player of the side.  chance: `(meetings, sides)`.
    """
    expected = np.einsum("ms,msp->mp", chance, members)
    whole = np.einsum("m,ms,msp,msq->pq", games, chance, members, members, optimize=True)
    return whole - np.einsum("m,mp,mq->pq", games, expected, expected, optimize=True)


def wilson(points: float, games: int) -> tuple[float, float]:
    """Wilson's 95% interval of a share of `games`.  With draws it is a little wider than need be."""
    spread = Z * Z / games
    centre = (points + spread / 2) / (1 + spread)
    half = Z * np.sqrt(points * (1 - points) / games + spread / (4 * games)) / (1 + spread)
    return float(max(0.0, centre - half)), float(min(1.0, centre + half))
