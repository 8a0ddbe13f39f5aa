"""Ratings of persons from the games of the web table, by the model of the ladder (`core.strengths`).

A game counts once it is over, if nobody could know its dice or was led through it: of two sides, or of players of whom
each plays to win alone.  Who has entered a seat last answers for what becomes of it, also where the computer has played
on: nobody gains by running away.  A player of the computer is another one in each scenario.
"""

import json
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from aw_env.core.faces.game import Game
from aw_env.core.strengths import PRECISION, Belief, likeliest_of
from aw_env.table.offers import Setup
from aw_env.web.names import Transaction

_TABLE = "CREATE TABLE IF NOT EXISTS rated (game TEXT PRIMARY KEY, at REAL NOT NULL, counted TEXT NOT NULL)"
MOST_COUNTED = 1000
"""Games from which ratings are found: the latest."""
SECONDS_KNOWN = 60
"""Ratings are not found anew before."""


@dataclass(frozen=True)
class Player:
    """Who is rated.  person: a digest of the key, "" for a player of the computer.  name: of that player.  game,
    scenario: that it plays."""

    person: str = ""
    name: str = ""
    game: str = ""
    scenario: str = ""


@dataclass(frozen=True)
class Counted:
    """A game that counts.  sides: who has played on each, once for each seat.  points: of each side, 1 together."""

    sides: tuple[tuple[Player, ...], ...]
    points: tuple[float, ...]


@dataclass(frozen=True)
class Rating:
    """A rating on the scale of Elo, the mean of all who are rated being 0.  within: half of its 95 % interval."""

    player: Player
    rating: float
    within: float
    games: int


def counted(setup: Setup, game: Game, seated: Sequence[Player | None]) -> Counted | None:
    """What a game counts; None where it does not.  seated: who answers for each seat, None for nobody known."""
    if game.result is None or setup.dice_known or setup.guided:
        return None
    known = [player for player in seated if player is not None]
    if len(known) < len(seated) or not any(player.person for player in known):
        return None
    is_alone = game.rules.settings.get("victory") == "individual"
    side_of = [*range(len(known))] if is_alone else [*game.rules.sides]
    sides = tuple(tuple(known[seat] for seat, of in enumerate(side_of) if of == side) for side in sorted({*side_of}))
    persons = [player for side in sides for player in {*side} if player.person]
    if len({*persons}) < len(persons):  # somebody against himself
        return None
    return Counted(sides, _shares(game.rewards) if is_alone else ((1 + game.result) / 2, (1 - game.result) / 2))


def _shares(rewards: Sequence[float]) -> tuple[float, ...]:
    """What each has won where one wins alone, or several share it, 1 together.  rewards: +1 for who wins alone, as much
    below 0 for the others together."""
    others = len(rewards) - 1
    return tuple(round((float(reward) * others + 1) / len(rewards), 6) for reward in rewards)


class Ratings:
    """The games that count, and the ratings from them.  transaction: of the file in which they are kept."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction
        self._lock = threading.Lock()
        self._known: tuple[float, list[Rating]] | None = None
        with transaction() as file:
            file.execute(_TABLE)

    def note(self, file: sqlite3.Connection, game: str, counts: Counted) -> None:
        """Keep a game, within the transaction that keeps its end; it counts as it has ended first."""
        sides = [[vars(player) for player in side] for side in counts.sides]
        kept = json.dumps({"sides": sides, "points": counts.points})
        file.execute("INSERT OR IGNORE INTO rated VALUES (?, ?, ?)", (game, time.time(), kept))

    def standings(self) -> list[Rating]:
        """Who is rated, the best first; as it was a minute ago at most."""
        with self._lock:
            if self._known is None or self._known[0] < time.monotonic() - SECONDS_KNOWN:
                self._known = time.monotonic(), ratings_of(self._games())
            return self._known[1]

    def _games(self) -> list[Counted]:
        with self._transaction() as file:
            rows = file.execute("SELECT counted FROM rated ORDER BY at DESC LIMIT ?", (MOST_COUNTED,)).fetchall()
        return [_read(json.loads(kept)) for (kept,) in rows]


def ratings_of(games: Sequence[Counted]) -> list[Rating]:
    """Ratings from games, the best first."""
    played = Counter(player for game in games for player in {player for side in game.sides for player in side})
    numbers = {player: number for number, player in enumerate(played)}
    if not numbers:
        return []
    most = max(len(game.sides) for game in games)
    members, points = np.zeros((len(games), most, len(numbers))), np.zeros((len(games), most))
    for number, game in enumerate(games):
        points[number, : len(game.points)] = game.points
        for side, players in enumerate(game.sides):
            for player in players:
                members[number, side, numbers[player]] += 1
    mean, known = likeliest_of(members, points, PRECISION)
    rating, within = Belief(mean, np.linalg.inv(known)).ratings()
    rated = [Rating(player, float(rating[k]), float(within[k]), played[player]) for player, k in numbers.items()]
    return sorted(rated, key=lambda one: -one.rating)


def _read(kept: dict) -> Counted:
    sides = tuple(tuple(Player(**player) for player in side) for side in kept["sides"])
    return Counted(sides, tuple(kept["points"]))
