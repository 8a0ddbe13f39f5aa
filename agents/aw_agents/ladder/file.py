"""The file of a ladder: players, and games that are planned, being played or over.  SQLite keeps it whole.

A game is claimed in one transaction and its result is written in another, so that a process may be killed at any
moment and two may play on one file.
"""

import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from filelock import FileLock, Timeout

from aw_env.admirals_war.game import ruleset
from aw_env.admirals_war_v0 import game_seed
from aw_env.core.arguments import whole_number
from aw_env.core.rules import Ruleset
from aw_env.games import FIRST, named

FORMAT = 1
"""Of the file."""
MOST_SEED = 2**31 - 1
PATIENCE = 60.0
"""Seconds to wait for another process that writes."""

TABLES = """
CREATE TABLE ladder (format INTEGER, settings TEXT, book TEXT);
CREATE TABLE players (number INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL);
CREATE TABLE games (
    number INTEGER PRIMARY KEY,
    round INTEGER NOT NULL,          -- games of one round throw the same first dice
    slot INTEGER,                    -- of the process that plays it
    decisions INTEGER                -- NULL until it is over
);
CREATE TABLE seats (
    game INTEGER NOT NULL REFERENCES games,
    seat INTEGER NOT NULL,
    player INTEGER NOT NULL REFERENCES players,
    points REAL,                     -- NULL until the game is over
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;
CREATE INDEX open_games ON games (number) WHERE decisions IS NULL;
"""


class WrongLadder(ValueError):
    """The file is no ladder, or not for what is to be played."""


@dataclass(frozen=True)
class Settings:
    """What a ladder plays, from its first game to its last.

    game: by its name (`aw_env.games`).  players: 2 or 4.  victory: "team" or "individual".  seed: of all its dice.
    """

    scenario: str = "midway"
    players: int = 2
    victory: str = "team"
    options: tuple[str, ...] = ()
    seed: int = 0
    game: str = FIRST

    def rules(self) -> Ruleset:
        """Raises ValueError for a scenario that is not so played."""
        if self.game == FIRST:
            return ruleset(self.scenario, self.players, self.options, self.victory)
        if (self.players, self.victory) != (2, "team"):
            raise ValueError(f"{self.game} is a game for two: --players and --victory are for {FIRST}")
        return named(self.game).ruleset(self.scenario, self.options)


class Seating(NamedTuple):
    """A game that is to be played: its number, the seed of its dice, and the numbers of the players by seat."""

    number: int
    seed: int
    players: tuple[int, ...]


class Played(NamedTuple):
    """A game that is over: its number, and by seat the numbers of the players and the points of each."""

    number: int
    players: tuple[int, ...]
    points: tuple[float, ...]


Plan = Callable[[], Sequence[Sequence[tuple[int, ...]]]]
"""Rounds to be played next: of each its games, by seat the numbers of the players."""


class Ladder:
    """A ladder in a file.

    path: an existing ladder; `Ladder.begin` makes a new one.  Raises WrongLadder for a file that is none, or whose book
    is no longer the one that its scenario has now.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        if not self.path.is_file():
            raise WrongLadder(f"{path}: there is no such ladder; `aw-env ladder add` begins one")
        with _being_a_ladder(self.path):
            self._database = _opened(self.path)
            found = self._database.execute("SELECT format, settings, book FROM ladder").fetchone()
        if found is None or found[0] != FORMAT:
            raise WrongLadder(f"{path}: this is no ladder of format {FORMAT}")
        said = json.loads(found[1])
        self.settings = Settings(**{**said, "options": tuple(said["options"])})
        self._book = found[2]

    @classmethod
    def begin(cls, path: str | Path, settings: Settings) -> "Ladder":
        """A new ladder without players, or the one that the file holds if it plays the same.  Raises WrongLadder, and
        ValueError for settings that cannot be."""
        whole_number("seed", settings.seed, 0, MOST_SEED)
        book = settings.rules().scenario.digest
        path = Path(path)
        with _being_a_ladder(path), closing(_opened(path)) as database:
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("BEGIN IMMEDIATE")
            if not database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                for statement in TABLES.split(";\n"):
                    database.execute(statement)
                said = json.dumps(asdict(settings))
                database.execute("INSERT INTO ladder VALUES (?, ?, ?)", (FORMAT, said, book))
            database.execute("COMMIT")
        found = cls(path)
        if found.settings != settings:
            differ = [key for key, value in asdict(settings).items() if asdict(found.settings)[key] != value]
            told = ", ".join(f"{key}={asdict(found.settings)[key]!r}" for key in differ)
            raise WrongLadder(f"{path} is a ladder with {told}: begin another for other games")
        return found

    @cached_property
    def rules(self) -> Ruleset:
        """What is played.  Raises WrongLadder when the printed material is no longer that of the games in the file."""
        rules = self.settings.rules()
        if rules.scenario.digest != self._book:
            raise WrongLadder(f"{self.path}: its games were played with other printed material; begin another ladder")
        return rules

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """All that is written in it, or nothing."""
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield self._database
        except BaseException:
            self._database.execute("ROLLBACK")
            raise
        self._database.execute("COMMIT")

    # --- players ---------------------------------------------------------------------------------------

    @property
    def players(self) -> list[str]:
        """Their names; a player's number is its place here."""
        return [name for (name,) in self._database.execute("SELECT name FROM players ORDER BY number")]

    def add(self, names: Sequence[str]) -> list[str]:
        """Add those players that are not in it yet, and say which."""
        with self._transaction() as database:
            known = self.players
            new = [name for name in dict.fromkeys(names) if name not in known]
            database.executemany("INSERT INTO players VALUES (?, ?)", enumerate(new, start=len(known)))
        return new

    # --- games -----------------------------------------------------------------------------------------

    def slot(self) -> "Slot":
        """A place among those that play.  Its last holder must be dead: what that one has claimed is open again."""
        slot = Slot(self.path)
        with self._transaction() as database:
            database.execute("UPDATE games SET slot = NULL WHERE slot = ? AND decisions IS NULL", (slot.number,))
        return slot

    def claim(self, slot: "Slot", plan: Plan) -> Seating | None:
        """A game for the process that holds a slot: one that is open, or the first of what is then planned.  None where
        all that is planned is being played by others."""
        with self._transaction() as database:
            if not self._is_open():
                self._add_rounds(plan())
            claimed = "SELECT number, slot FROM games WHERE decisions IS NULL ORDER BY number"
            for number, holder in database.execute(claimed).fetchall():
                if holder is None or (holder != slot.number and slot.is_free(holder)):
                    database.execute("UPDATE games SET slot = ? WHERE number = ?", (slot.number, number))
                    return self.seating(number)
        return None

    def _is_open(self) -> bool:
        return self._database.execute("SELECT 1 FROM games WHERE decisions IS NULL LIMIT 1").fetchone() is not None

    def _add_rounds(self, rounds: Sequence[Sequence[tuple[int, ...]]]) -> None:
        last = "SELECT coalesce(max(number), -1), coalesce(max(round), -1) FROM games"
        number, begun = self._database.execute(last).fetchone()
        for played, games in enumerate(rounds, start=begun + 1):
            for players in games:
                number += 1
                self._database.execute("INSERT INTO games VALUES (?, ?, NULL, NULL)", (number, played))
                seated = [(number, seat, player) for seat, player in enumerate(players)]
                self._database.executemany("INSERT INTO seats VALUES (?, ?, ?, NULL)", seated)

    def seating(self, number: int) -> Seating:
        """Who plays a game, and with which dice."""
        (played,) = self._database.execute("SELECT round FROM games WHERE number = ?", (number,)).fetchone()
        seated = self._database.execute("SELECT player FROM seats WHERE game = ? ORDER BY seat", (number,))
        return Seating(number, game_seed(self.settings.seed, played), tuple(player for (player,) in seated))

    def finish(self, number: int, points: Sequence[float], decisions: int) -> None:
        """Write down a game that is over, once; it was claimed."""
        with self._transaction() as database:
            ended = "UPDATE games SET decisions = ? WHERE number = ? AND decisions IS NULL"
            if database.execute(ended, (decisions, number)).rowcount:
                scored = [(float(own), number, seat) for seat, own in enumerate(points)]
                database.executemany("UPDATE seats SET points = ? WHERE game = ? AND seat = ?", scored)

    def played(self, after: int = -1) -> list[Played]:
        """The games that are over, of those with greater numbers, in their order."""
        rows = self._database.execute(
            "SELECT game, player, points FROM seats WHERE points IS NOT NULL AND game > ? ORDER BY game, seat", (after,)
        ).fetchall()
        seats = self.settings.players
        games = [rows[first : first + seats] for first in range(0, len(rows), seats)]
        return [Played(one[0][0], tuple(row[1] for row in one), tuple(row[2] for row in one)) for one in games]

    def decisions(self, number: int) -> int:
        """How many there were in a game that is over."""
        return int(self._database.execute("SELECT decisions FROM games WHERE number = ?", (number,)).fetchone()[0])


@contextmanager
def _being_a_ladder(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise WrongLadder(f"{path}: this is no ladder ({error})") from None


def _opened(path: Path) -> sqlite3.Connection:
    """Transactions are ours to begin.  With a log beside the file a game need not wait for the disk: a process that
    dies loses nothing, a machine that does may lose its latest games, whole ones."""
    database = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
    database.execute("PRAGMA synchronous = NORMAL")
    return database


class Slot:
    """The place of one process among those that play on a ladder.

    It holds a lock on a file beside the ladder, which the system lets go when the process dies: what was claimed for a
    slot that nobody holds is not being played.  number: from 0, the first that was free.
    """

    def __init__(self, path: Path) -> None:
        self._path = path.resolve()  # by whatever links it was found
        self.number = 0
        while (lock := self._locked(self.number)) is None:
            self.number += 1
        self._lock = lock

    def _locked(self, number: int) -> FileLock | None:
        beside = self._path.with_name(f"{self._path.name}.{number}.lock")
        lock = FileLock(beside, is_singleton=False, thread_local=False)
        try:
            lock.acquire(timeout=0)
        except Timeout:
            return None
        return lock

    def is_free(self, number: int) -> bool:
        """Whether nobody holds a slot."""
        if (lock := self._locked(number)) is None:
            return False
        lock.release()
        return True

    def __enter__(self) -> "Slot":
        return self

    def __exit__(self, *error: object) -> None:
        self._lock.release()
