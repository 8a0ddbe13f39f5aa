"""Who meets whom in a tournament, and when its order is certain."""

from collections.abc import Sequence
from statistics import NormalDist

import numpy as np

from aw_agents.ladder.file import Ladder, Played
from aw_agents.ladder.planning import orders
from aw_agents.tournament.results import results
from aw_agents.tournament.settings import Tournament

FEWEST_ROUNDS = 5
"""Before the first look at whether the order is certain: so few games say little of how much they vary."""

Meeting = list[tuple[int, ...]]
"""The games of a meeting, one from every seat: by seat the numbers of the players."""


class Pairing:
    """Plans the next round of a tournament from what is over: that of one that is resumed is the same."""

    def __init__(self, tournament: Tournament, ladder: Ladder) -> None:
        self._tournament, self._ladder = tournament, ladder

    def __call__(self) -> list[Meeting]:
        """The meetings of the next round; none where the tournament is over.  Called when no game is open."""
        begun = self._ladder.rounds // self.meetings
        if begun >= self._tournament.rounds or self.is_certain(begun):
            return []
        if self._tournament.format == "swiss":
            pairs = swiss(self._ladder.played(), len(self._tournament.entries))
        else:
            pairs = [tuple(order) for order in orders(len(self._tournament.entries), self._tournament.players).tolist()]
        return [[pair[turned:] + pair[:turned] for turned in range(len(pair))] for pair in pairs]

    @property
    def meetings(self) -> int:
        """Of a round."""
        entries = len(self._tournament.entries)
        if self._tournament.format == "swiss":
            return entries // 2
        return len(orders(entries, self._tournament.players))

    @property
    def most_games(self) -> int:
        """Of the whole tournament."""
        return self.meetings * self._tournament.players * self._tournament.rounds

    def is_certain(self, rounds: int) -> bool:
        """Whether the order of the first places is certain enough after so many rounds.

        What may go wrong is shared out among the neighbours and among all looks, of which there may be any number: the
        n-th may spend one part in n (n + 1).
        """
        top = min(self._tournament.top, len(self._tournament.entries) - 1)
        if not top or rounds < FEWEST_ROUNDS:
            return False
        look = rounds - FEWEST_ROUNDS + 1
        may_err = (1 - self._tournament.certain) / top / (look * (look + 1))
        found = results(self._ladder)
        best = np.argsort(-found.ratings, kind="stable")
        return all(found.lead(best[place], best[place + 1]) > -NormalDist().inv_cdf(may_err) for place in range(top))


def swiss(games: Sequence[Played], entries: int) -> list[tuple[int, ...]]:
    """The pairs of the next round of a Swiss tournament: neighbours in points who have met least often.  With an odd
    number one of those who have sat out least often, the last in points, sits out, and has half a meeting's points."""
    points, meetings, met = np.zeros(entries), np.zeros(entries), np.zeros((entries, entries), int)
    for game in games:
        first, second = game.players
        points[list(game.players)] += game.points
        meetings[list(game.players)] += 1
        met[first, second] += 1
        met[second, first] += 1
    points += (meetings.max() - meetings) / 2
    waiting = sorted(range(entries), key=lambda entry: (-points[entry], entry))
    if entries % 2:
        waiting.remove(max(waiting, key=lambda entry: (meetings[entry], -points[entry], entry)))
    return _paired(waiting, met)


def _paired(waiting: list[int], met: np.ndarray) -> list[tuple[int, ...]]:
    pairs: list[tuple[int, ...]] = []
    while waiting:
        one = waiting.pop(0)
        other = min(waiting, key=lambda rival: met[one, rival])
        waiting.remove(other)
        pairs.append((one, other))
    return pairs
