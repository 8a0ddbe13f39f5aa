"""What the games of a ladder say of its players' strengths.

Strengths are natural logarithms of odds (`arena.strengths`); `ELO` makes rating points of them.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from aw_agents.arena.strengths import ELO, Z, likeliest
from aw_agents.ladder.file import Played, Settings

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


def sides_of(settings: Settings) -> list[list[int]]:
    """The seats that win and lose together."""
    if settings.victory == "individual":
        return [[seat] for seat in range(settings.players)]
    return [list(range(side, settings.players, 2)) for side in range(2)]


class Ratings:
    """Learns from games, each told once.  Draws count as parts of a win, for which the intervals are a little wider
    than need be.  sides: the seats that win together."""

    def __init__(self, sides: list[list[int]]) -> None:
        self._sides = sides
        self._points: dict[tuple[int, ...], np.ndarray] = defaultdict(lambda: np.zeros(len(self._sides)))

    def see(self, games: Sequence[Played]) -> None:
        """Learn of more games."""
        for game in games:
            points = np.array([game.points[side[0]] for side in self._sides])
            self._points[game.players] += points / points.sum()

    def belief(self, players: int) -> Belief:
        """What is known of so many players, whether they have played or not."""
        if not self._points:
            return Belief(np.zeros(players), np.eye(players) / PRECISION)
        meetings = np.array(list(self._points))[:, self._sides]
        mean, known = likeliest(meetings, np.array(list(self._points.values())), players, PRECISION)
        return Belief(mean, np.linalg.inv(known))
