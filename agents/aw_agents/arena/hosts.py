"""Whoever does tasks: this process, one after the other, or the hosts of a cluster (`cluster.py`)."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np

from aw_agents.arena.match import Forfeit, Score, played_out
from aw_env.core.players import load
from aw_env.core.ruleset import Ruleset
from aw_env.games import playing


class Task(Protocol):
    """Something to be done that ends alike wherever it is done."""

    @property
    def key(self) -> Any:
        """Tells it from others."""

    def done(self, rules: Ruleset, players: "Players") -> Any:
        """Do it, and return what comes of it."""


@dataclass(frozen=True)
class Outcome:
    """A match that is over.  score: see `Score`.  points: float `(games, seats)`, see `Match.points`.  forfeits: games
    that were lost because a player failed.  seconds: by seat, what was used.  record: the game, where it was recorded
    (`aw_env.recording`)."""

    score: Score
    points: np.ndarray
    forfeits: tuple[Forfeit, ...] = ()
    seconds: tuple[float, ...] = ()
    record: str | None = None

    @property
    def decisions(self) -> np.ndarray:
        """int `(games,)`."""
        return self.score.decisions


class MatchTask(NamedTuple):
    """A match to be played.  key: see `Task`.  players: by seat, names or players."""

    key: Any
    players: tuple[Any, ...]
    games: int
    seed: int

    def done(self, rules: Ruleset, players: "Players") -> Outcome:
        """Play it.  Raises ValueError for a player that there is not."""
        match = played_out(rules, players.by_seat(self.players), self.games, self.seed)
        return Outcome(match.score, match.points, tuple(match.forfeits))


class Hosts(Protocol):
    """Whoever does tasks: as many at a time as it has room for, each as it would be done alone."""

    @property
    def free(self) -> int:
        """How many more can be submitted now."""

    def submit(self, task: Task) -> None:
        """Begin a task."""

    def next(self) -> tuple[Any, Any]:
        """Wait for the next task that is done: it, and what came of it."""


def play_all(hosts: Hosts, tasks: Sequence[Task]) -> dict[Any, Any]:
    """Do some tasks and return what came of them by key."""
    waiting = list(tasks)
    outcomes: dict[Any, Any] = {}
    while len(outcomes) < len(tasks):
        while waiting and hosts.free:
            hosts.submit(waiting.pop(0))
        task, outcome = hosts.next()
        outcomes[task.key] = outcome
    return outcomes


class Players:
    """Players of a game by name, each loaded once."""

    def __init__(self, rules: Ruleset) -> None:
        self._game = playing(rules.name).players
        self._loaded: dict[Hashable, Any] = {}

    def by_seat(self, names: tuple[Any, ...]) -> list[Any]:
        """The players of a match; one that sits at several seats is loaded for each.  Raises ValueError."""
        return [self.at(seat, name) if isinstance(name, str) else name for seat, name in enumerate(names)]

    def at(self, seat: int, name: str) -> Any:
        """The player of this name that sits at a seat.  Raises ValueError."""
        if (seat, name) not in self._loaded:
            self._loaded[seat, name] = load(name, self._game)
        return self._loaded[seat, name]


class Alone:
    """Does everything here, a task at a time."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules
        self._players = Players(rules)
        self._waiting: list[Task] = []

    @property
    def free(self) -> int:
        """One, until it has something to do."""
        return 1 - len(self._waiting)

    def submit(self, task: Task) -> None:
        """Keep it until it is asked for."""
        self._waiting.append(task)

    def next(self) -> tuple[Any, Any]:
        """Do it.  Raises ValueError for a player that there is not."""
        task = self._waiting.pop()
        return task, task.done(self._rules, self._players)
