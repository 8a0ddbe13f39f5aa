"""Playing on a ladder: games are claimed, played here or on a cluster, and written down."""

import sys
import time
from collections.abc import Callable

import numpy as np

from aw_agents.arena.hosts import Alone, Hosts, MatchTask, Outcome, Task
from aw_agents.arena.manner import GameTask, Manner
from aw_agents.ladder.file import Ladder, Plan, Seating
from aw_agents.ladder.planning import volley
from aw_agents.ladder.ratings import Ratings, sides_of
from aw_agents.ladder.replays import Replays

PAUSE = 0.2
"""Seconds between looks at a ladder on which others play all that is planned."""


class Planner:
    """Plans the next rounds of a ladder from all that is over; remembers what it has learned from."""

    def __init__(self, ladder: Ladder) -> None:
        self._ladder = ladder
        self._ratings = Ratings(sides_of(ladder.settings))
        self._seen = -1

    def __call__(self) -> list[list[tuple[int, ...]]]:
        """Called when nothing is open, so that games are seen in their order."""
        games = self._ladder.played(after=self._seen)
        self._ratings.see(games)
        self._seen = max([self._seen, *(game.number for game in games)])
        settings = self._ladder.settings
        rng = np.random.default_rng((settings.seed, self._seen + 1))
        return volley(self._ratings.belief(len(self._ladder.players)), sides_of(settings), rng)


def play(
    ladder: Ladder,
    games: int | None,
    hosts: Hosts | None = None,
    told: Callable[[int], None] = lambda number: None,
    plan: Plan | None = None,
    replays: Replays | None = None,
) -> None:
    """Play so many games, or all that are planned, here or where `hosts` play.

    told: is told the number of each game that is over.  plan: by default a `Planner`; one that has nothing more to be
    played ends it.  replays: where games are kept, if they are to be.

    Raises ValueError for a player that there is not, or too few.
    """
    hosts, plan = hosts or Alone(ladder.rules), plan or Planner(ladder)
    wanted = sys.maxsize if games is None else games
    begun = played = 0
    with ladder.slot() as slot:
        while played < wanted:
            while begun < wanted and hosts.free and (seating := ladder.claim(slot, plan)) is not None:
                hosts.submit(task_of(seating, ladder, recorded=replays is not None))
                begun += 1
            if begun == played:
                if not ladder.is_open and not plan():
                    break
                time.sleep(PAUSE)
                continue
            task, outcome = hosts.next()
            if replays is not None:
                replays.keep(task.key, outcome.record)
            ladder.finish(task.key, outcome.points[0], int(outcome.decisions[0]), remarks_of(outcome))
            played += 1
            told(task.key)


def task_of(seating: Seating, ladder: Ladder, recorded: bool = False) -> Task:
    """A game as a task."""
    names, manner = ladder.players, ladder.settings.manner
    seated = tuple(names[player] for player in seating.players)
    if manner == Manner() and not recorded:
        return MatchTask(seating.number, seated, 1, seating.seed)
    return GameTask(seating.number, seated, seating.seed, manner, ladder.settings.scenario if recorded else "")


def remarks_of(outcome: Outcome) -> list[tuple[float, str | None]]:
    """By seat the seconds that it has used, and why it has failed, if it has; [] where that is not watched."""
    failed = {forfeit.seat: forfeit.reason for forfeit in outcome.forfeits}
    return [(seconds, failed.get(seat)) for seat, seconds in enumerate(outcome.seconds)]


def replays_alike(ladder: Ladder, number: int) -> bool:
    """Whether a game that is over ends as it did when it is played again."""
    hosts = Alone(ladder.rules)
    hosts.submit(task_of(ladder.seating(number), ladder))
    _, outcome = hosts.next()
    (before,) = ladder.played(after=number - 1)[:1]
    return before.points == tuple(outcome.points[0]) and ladder.decisions(number) == outcome.decisions[0]
