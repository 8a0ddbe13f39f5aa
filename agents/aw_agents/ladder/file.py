"""The file of a ladder: players, and games that are planned, being played or over.  SQLite keeps it whole.

A game is claimed in one transaction and its result is written in another, so that a process may be killed at any
moment and two may play on one file.  What a file holds is checked when it is opened.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from filelock import FileLock, Timeout
from pydantic import ConfigDict, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass

from aw_agents.arena.manner import Manner
from aw_env.core.arguments import whole_number
from aw_env.core.config.errors import first_finding, key_path
from aw_env.core.engine.ledger import seed_of_game
from aw_env.core.limits import Name, NameOrPath, Names, Players
from aw_env.core.ruleset import Ruleset
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
REMARKS = """
CREATE TABLE IF NOT EXISTS remarks (
    game INTEGER NOT NULL REFERENCES games,
    seat INTEGER NOT NULL,
    seconds REAL NOT NULL,           -- that the player has used
    failure TEXT,                    -- why it has lost the game; NULL where it did not fail
    PRIMARY KEY (game, seat)
) WITHOUT ROWID
"""
"""A table that is there once there is something to tell."""
WRONG = {
    "players that are not numbered from 0, each with a name": """
        SELECT 1 FROM players WHERE typeof(name) != 'text' OR typeof(number) != 'integer'
        OR number NOT BETWEEN 0 AND (SELECT count(*) FROM players) - 1""",
    "games with invalid numbers": """
        SELECT 1 FROM games WHERE typeof(number) != 'integer' OR number < 0 OR typeof(round) != 'integer' OR round < 0
        OR typeof(slot) NOT IN ('integer', 'null') OR typeof(decisions) NOT IN ('integer', 'null') OR decisions < 0""",
    "seats of unknown games or players": """
        SELECT 1 FROM seats WHERE typeof(seat) != 'integer' OR seat NOT BETWEEN 0 AND :seats - 1
        OR game NOT IN (SELECT number FROM games) OR player NOT IN (SELECT number FROM players)""",
    "games with the wrong number of seats": """
        SELECT 1 FROM games WHERE (SELECT count(*) FROM seats WHERE game = number) != :seats""",
    "points that no game can give": """
        SELECT 1 FROM seats WHERE typeof(points) NOT IN ('real', 'integer', 'null') OR points NOT BETWEEN 0 AND 1""",
    "games that are only half recorded": """
        SELECT 1 FROM games JOIN seats ON game = number WHERE (decisions IS NULL) != (points IS NULL)""",
}
"""What a ladder cannot hold, each with what finds it."""
WRONG_REMARKS = {
    "remarks on games that are not over": """
        SELECT 1 FROM remarks WHERE game NOT IN (SELECT number FROM games WHERE decisions IS NOT NULL)
        OR typeof(seat) != 'integer' OR seat NOT BETWEEN 0 AND :seats - 1
        OR typeof(seconds) != 'real' OR typeof(failure) NOT IN ('text', 'null')""",
}


class WrongLadder(ValueError):
    """The file is no ladder, or not for what is to be played."""


@dataclass(frozen=True, config=ConfigDict(strict=True, extra="forbid"))
class Settings:
    """What a ladder plays, from its first game to its last.

    game: by its name (`aw_env.games`).  players: 2 or 4.  victory: "team" or "individual".  seed: of all its dice.
    manner: how each game is played.
    """

    scenario: NameOrPath
    players: Players = 2
    victory: Name = "team"
    options: Names = ()
    seed: int = 0
    game: Name = FIRST
    manner: Manner = Manner()

    def rules(self) -> Ruleset:
        """Raises ValueError for a scenario that is not so played."""
        return named(self.game).ruleset(self.scenario, self.options, players=self.players, victory=self.victory)


_SETTINGS = TypeAdapter(Settings)


class Seating(NamedTuple):
    """A game that is to be played: its number, the seed of its dice, and the numbers of the players by seat."""

    number: int
    seed: int
    players: tuple[int, ...]


class Remark(NamedTuple):
    """What is told of a player in a game: the seconds that it has used, and why it has lost it, if it failed."""

    game: int
    seat: int
    seconds: float
    failure: str | None


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
            raise WrongLadder(f"{path}: there is no such ladder; `aw-env ladder add` creates one")
        self._database = Database(self.path)
        found = self._database.rows("SELECT format, settings, book FROM ladder LIMIT 1")
        if not found or found[0][0] != FORMAT:
            raise WrongLadder(f"{path}: not a ladder of format {FORMAT}")
        _, said, self._book = found[0]
        self.settings = self._checked(said)
        for what, finds in (WRONG | (WRONG_REMARKS if self._has_remarks else {})).items():
            if self._database.rows(f"{finds} LIMIT 1", {"seats": self.settings.players}):
                raise WrongLadder(f"{path}: this ladder holds {what}")

    def _checked(self, said: Any) -> Settings:
        """The settings that the file holds.  Raises WrongLadder."""
        try:
            settings = _SETTINGS.validate_json(said if isinstance(said, str) else "")
            whole_number("seed", settings.seed, 0, MOST_SEED)
        except ValidationError as error:
            finding = first_finding(error)
            where = key_path(finding["loc"]) or "as a whole"
            raise WrongLadder(f"{self.path}: its settings are wrong: {where[:100]}: {finding['msg'][:200]}") from None
        except ValueError as error:
            raise WrongLadder(f"{self.path}: its settings are wrong: {error}") from None
        return settings

    @staticmethod
    def is_begun(path: Path) -> bool:
        """Whether a file holds anything: what a beginning leaves that a full disk, or a kill, has broken off does not.
        Raises WrongLadder for a file of something else."""
        if not path.is_file():
            return False
        with closing(Database(path)) as database:
            return not database.is_empty()

    @classmethod
    def begin(cls, path: str | Path, settings: Settings) -> "Ladder":
        """A new ladder without players, or the one that the file holds if it plays the same.  Raises WrongLadder, and
        ValueError for settings that cannot be."""
        whole_number("seed", settings.seed, 0, MOST_SEED)
        book = settings.rules().scenario.digest
        path = Path(path)
        with closing(Database(path)) as database:
            database.change("PRAGMA journal_mode = WAL")
            with database.transaction():
                if database.is_empty():
                    for statement in TABLES.split(";\n"):
                        database.change(statement)
                    said = _SETTINGS.dump_json(settings).decode()
                    database.change("INSERT INTO ladder VALUES (?, ?, ?)", (FORMAT, said, book))
        found = cls(path)
        if found.settings != settings:
            differ = [key for key, value in asdict(settings).items() if asdict(found.settings)[key] != value]
            told = ", ".join(f"{key}={asdict(found.settings)[key]!r}" for key in differ)
            raise WrongLadder(f"{path} is a ladder with {told}: create another for other games")
        return found

    @cached_property
    def rules(self) -> Ruleset:
        """What is played.  Raises WrongLadder when the printed material is no longer that of the games in the file."""
        rules = self.settings.rules()
        if rules.scenario.digest != self._book:
            raise WrongLadder(
                f"{self.path}: its games were played with different printed material; create another ladder"
            )
        return rules

    # --- players ---------------------------------------------------------------------------------------

    @property
    def players(self) -> list[str]:
        """Their names; a player's number is its place here."""
        return [name for (name,) in self._database.rows("SELECT name FROM players ORDER BY number")]

    def add(self, names: Sequence[str]) -> list[str]:
        """Add those players that are not in it yet, and say which."""
        with self._database.transaction() as database:
            known = self.players
            new = [name for name in dict.fromkeys(names) if name not in known]
            database.change_each("INSERT INTO players VALUES (?, ?)", enumerate(new, start=len(known)))
        return new

    # --- games -----------------------------------------------------------------------------------------

    def slot(self) -> "Slot":
        """A place among those that play.  Its last holder must be dead: what that one has claimed is open again."""
        slot = Slot(self.path)
        with self._database.transaction() as database:
            database.change("UPDATE games SET slot = NULL WHERE slot = ? AND decisions IS NULL", (slot.number,))
        return slot

    def claim(self, slot: "Slot", plan: Plan) -> Seating | None:
        """A game for the process that holds a slot: one that is open, or the first of what is then planned.  None where
        all that is planned is being played by others."""
        with self._database.transaction() as database:
            if not self.is_open:
                self._add_rounds(plan())
            claimed = "SELECT number, slot FROM games WHERE decisions IS NULL ORDER BY number"
            for number, holder in database.rows(claimed):
                if holder is None or (holder != slot.number and slot.is_free(holder)):
                    database.change("UPDATE games SET slot = ? WHERE number = ?", (slot.number, number))
                    return self.seating(number)
        return None

    @property
    def is_open(self) -> bool:
        """Whether a game is planned or being played."""
        return bool(self._database.rows("SELECT 1 FROM games WHERE decisions IS NULL LIMIT 1"))

    def _add_rounds(self, rounds: Sequence[Sequence[tuple[int, ...]]]) -> None:
        last = "SELECT coalesce(max(number), -1), coalesce(max(round), -1) FROM games"
        ((number, begun),) = self._database.rows(last)
        for played, games in enumerate(rounds, start=begun + 1):
            for players in games:
                number += 1
                self._database.change("INSERT INTO games VALUES (?, ?, NULL, NULL)", (number, played))
                seated = [(number, seat, player) for seat, player in enumerate(players)]
                self._database.change_each("INSERT INTO seats VALUES (?, ?, ?, NULL)", seated)

    def seating(self, number: int) -> Seating:
        """Who plays a game, and with which dice."""
        ((played,),) = self._database.rows("SELECT round FROM games WHERE number = ?", (number,))
        seated = self._database.rows("SELECT player FROM seats WHERE game = ? ORDER BY seat", (number,))
        seed = int(seed_of_game(self.settings.seed, played))
        return Seating(number, seed, tuple(player for (player,) in seated))

    def finish(
        self, number: int, points: Sequence[float], decisions: int, remarks: Sequence[tuple[float, str | None]] = ()
    ) -> None:
        """Write down a game that is over, once; it was claimed.  remarks: by seat the seconds used, and why it has
        failed, if it has."""
        with self._database.transaction() as database:
            ended = "UPDATE games SET decisions = ? WHERE number = ? AND decisions IS NULL"
            if database.change(ended, (decisions, number)):
                scored = [(float(own), number, seat) for seat, own in enumerate(points)]
                database.change_each("UPDATE seats SET points = ? WHERE game = ? AND seat = ?", scored)
                if remarks:
                    database.change(REMARKS)
                    told = [(number, seat, *remark) for seat, remark in enumerate(remarks)]
                    database.change_each("INSERT INTO remarks VALUES (?, ?, ?, ?)", told)

    def played(self, after: int = -1) -> list[Played]:
        """The games that are over, of those with greater numbers, in their order."""
        rows = self._database.rows(
            "SELECT game, player, points FROM seats WHERE points IS NOT NULL AND game > ? ORDER BY game, seat", (after,)
        )
        seats = self.settings.players
        games = [rows[first : first + seats] for first in range(0, len(rows), seats)]
        return [Played(one[0][0], tuple(row[1] for row in one), tuple(row[2] for row in one)) for one in games]

    @property
    def rounds(self) -> int:
        """How many are over or under way."""
        return int(self._database.rows("SELECT coalesce(max(round), -1) + 1 FROM games")[0][0])

    @property
    def _has_remarks(self) -> bool:
        return bool(self._database.rows("SELECT 1 FROM sqlite_master WHERE name = 'remarks'"))

    def remarks(self) -> list[Remark]:
        """What is told of the players of the games, in their order."""
        asked = "SELECT game, seat, seconds, failure FROM remarks ORDER BY game, seat"
        return [Remark(*row) for row in self._database.rows(asked)] if self._has_remarks else []

    def decisions(self, number: int) -> int:
        """How many there were in a game that is over."""
        return int(self._database.rows("SELECT decisions FROM games WHERE number = ?", (number,))[0][0])


class Database:
    """The file's tables.  Transactions are ours to begin.  With a log beside the file a game need not wait for the
    disk: a process that dies loses nothing, a machine that does may lose its latest games, whole ones.

    Whatever SQLite finds wrong with the file is a WrongLadder.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        with self._clearly():
            self._connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
            self._connection.execute("PRAGMA synchronous = NORMAL")

    @contextmanager
    def _clearly(self) -> Iterator[None]:
        try:
            yield
        except (
            sqlite3.OperationalError,
            sqlite3.Warning,
        ) as error:  # locked, read-only, full; tables that are not there
            raise WrongLadder(f"{self._path}: this ladder cannot be used: {error}") from None
        except (sqlite3.Error, OverflowError) as error:
            raise WrongLadder(f"{self._path}: not a ladder ({error})") from None

    def rows(self, asked: str, given: Sequence[Any] | dict[str, Any] = ()) -> list[tuple]:
        """What a query finds."""
        with self._clearly():
            return self._connection.execute(asked, given).fetchall()

    def is_empty(self) -> bool:
        """Whether there are no tables."""
        return not self.rows("SELECT 1 FROM sqlite_master LIMIT 1")

    def change(self, statement: str, given: Sequence[Any] = ()) -> int:
        """How many rows a statement changes."""
        with self._clearly():
            return self._connection.execute(statement, given).rowcount

    def change_each(self, statement: str, given: Iterable[Sequence[Any]]) -> None:
        """The same statement for each of some values."""
        with self._clearly():
            self._connection.executemany(statement, given)

    @contextmanager
    def transaction(self) -> Iterator["Database"]:
        """All that is changed in it, or nothing."""
        self.change("BEGIN IMMEDIATE")
        try:
            yield self
            self.change("COMMIT")
        except BaseException:
            if self._connection.in_transaction:  # a full disk has ended it already
                self.change("ROLLBACK")
            raise

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()


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
