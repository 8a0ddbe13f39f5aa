"""What the games of a tournament say of its entries' strengths, and how sure that is.

The games of a meeting share their dice, so that what varies is not the game but the meeting: the covariance of the
strengths is Huber's, by meetings.
"""

from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from aw_agents.ladder.file import Ladder, Played
from aw_agents.ladder.ratings import Ratings, sides_of
from aw_env.core.strengths import ELO, Z, chances


@dataclass(frozen=True)
class Results:
    """strengths: float `(entries,)`, natural logarithms of odds, their mean 0.  known: Fisher's information of them.
    varied: the sum over meetings of the squares of what was better than expected.  Both float `(entries, entries)`."""

    strengths: np.ndarray
    known: np.ndarray
    varied: np.ndarray

    @property
    def ratings(self) -> np.ndarray:
        """On the scale of Elo."""
        return ELO * self.strengths

    @property
    def within(self) -> np.ndarray:
        """float `(entries,)`: half of the 95 % intervals of the ratings."""
        among = np.eye(len(self.strengths)) - 1 / len(self.strengths)
        return ELO * Z * np.array([self._spread(one) for one in among])

    def lead(self, one: int, other: int) -> float:
        """By how many standard deviations one entry is before another."""
        directions = np.eye(len(self.strengths))
        apart = directions[one] - directions[other]
        return float(apart @ self.strengths / self._spread(apart))

    def _spread(self, direction: np.ndarray) -> float:
        """The standard deviation of a sum of strengths.  One more meeting is counted that was a whole game better than
        expected: who has won all of a few meetings is not sure to win the next."""
        towards = np.linalg.solve(self.known, direction)
        return float(np.sqrt(towards @ (self.varied + np.outer(direction, direction)) @ towards))


def results(ladder: Ladder) -> Results:
    """Of the games that are over."""
    entries, sides = len(ladder.players), sides_of(ladder.settings)
    ratings, by_meeting = Ratings(sides_of(ladder.settings)), meetings_of(ladder)
    ratings.see([game for meeting in by_meeting for game in meeting])
    belief = ratings.belief(entries)
    better = np.zeros((len(by_meeting), entries))
    for row, meeting in zip(better, by_meeting, strict=True):
        for game in meeting:
            members = np.array([np.eye(entries)[[game.players[seat] for seat in side]].sum(0) for side in sides])
            points = np.array([game.points[side[0]] for side in sides])
            row += (points / points.sum() - chances(members @ belief.mean)) @ members
    return Results(belief.mean - belief.mean.mean(), np.linalg.inv(belief.covariance), better.T @ better)


def meetings_of(ladder: Ladder) -> list[list[Played]]:
    """The games that are over, by meeting; each throws dice of its own."""
    by_meeting: dict[int, list[Played]] = defaultdict(list)
    for game in ladder.played():
        by_meeting[ladder.seating(game.number).seed].append(game)
    return list(by_meeting.values())
