"""What the games of a ladder say of its players' strengths.

Strengths are natural logarithms of odds (`aw_env.core.strengths`); `ELO` makes rating points of them.
"""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from aw_agents.ladder.file import Played, Settings
from aw_env.core.strengths import PRECISION, Belief, likeliest


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
