"""Games in a file of SQLite: every decision is there before it is acknowledged, so that none is lost or doubled.

A server has its file alone: a lock beside it is held as long as it is served, and a game is kept only where it stands
in the file as the server has read it.
"""

import json
import sqlite3
import sys
import threading
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from aw_env.web.addresses import Addresses
from aw_env.web.clock import Clock, now
from aw_env.web.lists import LAST_TOUCHED, PERSON, Lists
from aw_env.web.names import Names
from aw_env.web.ratings import Counted, Ratings

_TABLES = """
CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY, setup TEXT NOT NULL, begun REAL NOT NULL, orders TEXT NOT NULL DEFAULT '{}',
    standing TEXT NOT NULL DEFAULT '{}', result TEXT NOT NULL DEFAULT ''
);
CREATE TABLE IF NOT EXISTS seats (
    game TEXT NOT NULL REFERENCES games, seat INTEGER NOT NULL, token TEXT, player TEXT NOT NULL,
    changes INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (game, seat)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS decisions (
    game TEXT NOT NULL REFERENCES games, number INTEGER NOT NULL, action INTEGER NOT NULL, PRIMARY KEY (game, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS snapshots (game TEXT PRIMARY KEY REFERENCES games, kept TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS messages (
    game TEXT NOT NULL REFERENCES games, seat INTEGER NOT NULL, id TEXT NOT NULL, PRIMARY KEY (game, seat, id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS touched (game TEXT PRIMARY KEY REFERENCES games, at REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS talk (
    game TEXT NOT NULL REFERENCES games, number INTEGER NOT NULL, seat INTEGER NOT NULL, words TEXT NOT NULL,
    at REAL NOT NULL, PRIMARY KEY (game, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS speakers (
    game TEXT NOT NULL REFERENCES games, number INTEGER NOT NULL, person TEXT NOT NULL, PRIMARY KEY (game, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS persons (
    game TEXT NOT NULL REFERENCES games, seat INTEGER NOT NULL, person TEXT NOT NULL, PRIMARY KEY (game, seat)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS games_of_persons ON persons (person);
CREATE TABLE IF NOT EXISTS offers (
    game TEXT NOT NULL REFERENCES games, seat INTEGER NOT NULL, PRIMARY KEY (game, seat)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS invited (
    game TEXT NOT NULL REFERENCES games, seat INTEGER NOT NULL, key TEXT NOT NULL, PRIMARY KEY (game, seat)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS rematches (
    game TEXT PRIMARY KEY REFERENCES games, next TEXT NOT NULL, seat INTEGER NOT NULL, swapped INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS asked (game TEXT PRIMARY KEY REFERENCES games, seat INTEGER) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS clocks (
    game TEXT PRIMARY KEY REFERENCES games, seconds INTEGER NOT NULL, seat INTEGER, decisions INTEGER NOT NULL,
    since REAL NOT NULL, lost TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS served (one INTEGER PRIMARY KEY, at REAL NOT NULL);
CREATE TABLE IF NOT EXISTS side_bids (
    game TEXT NOT NULL REFERENCES games, seat INTEGER NOT NULL, points REAL, PRIMARY KEY (game, seat)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS handed_over (
    game TEXT NOT NULL REFERENCES games, after INTEGER NOT NULL, seat INTEGER NOT NULL, player TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS handed_over_in_games ON handed_over (game);
CREATE TABLE IF NOT EXISTS salts (game TEXT PRIMARY KEY REFERENCES games, salt TEXT NOT NULL) WITHOUT ROWID;
"""
_PARTS = (
    *("messages", "snapshots", "decisions", "seats", "touched", "salts", "talk", "speakers", "persons", "asked"),
    *("clocks", "offers", "visits", "side_bids", "handed_over", "invited", "rematches"),
)
"""Tables of what belongs to games."""
MOST_TALK = 100
"""Lines of talk that are kept of a game, the latest."""


class StoreInUse(OSError):
    """Another server has the file."""


class KeptOtherwise(Exception):
    """A game does not stand in the file as it was read: somebody else has written it."""


@dataclass
class Seat:
    """A seat of a game.

    token: a digest of the token that its person has, None if it was never a person's.  player: `PERSON`, or the name of
    the player of the computer that answers.  changes: how often something has been changed from this seat.  person: a
    digest of the key of the person who has entered it last.  offered: whether whoever comes first may have it.
    invited: a digest of the key with which alone it can be taken then, None where anybody may.
    """

    token: str | None
    player: str
    changes: int = 0
    person: str | None = None
    offered: bool = False
    invited: str | None = None

    @property
    def is_persons(self) -> bool:
        """Whether a person has had it from the beginning, or has taken it."""
        return self.token is not None and not self.offered

    @property
    def is_open(self) -> bool:
        """Whether it waits for a person to take it."""
        return self.offered and self.player == PERSON


@dataclass(frozen=True)
class HandedOver:
    """Somebody else holds a seat from then on.  after: how many decisions.  player: as in `Seat`."""

    after: int
    seat: int
    player: str


@dataclass(frozen=True)
class Rematch:
    """A game is played again.  game: the id of the next one.  seat: who has offered it.  swapped: whether the sides
    have changed hands."""

    game: str
    seat: int
    swapped: bool


@dataclass
class Kept:
    """What is kept of a game.  setup: `table.offers.Setup` as JSON; orders, standing: by the name of the seat;
    snapshots: what can still be taken back (`table.session.KeptSnapshot`).  salt: that of the commitment to the seed
    (`web.proof`), "" where there is none.  asked: the seat that is asked, None once the game is over.
    clock: None where it is played without.  counted: what it counts for the ratings, None where it does not, or not
    yet.  bids: what the person of each seat has bid for the sides (`web.bidding`), None for who has yet to bid; ()
    where they are not bid for.  handed_over: when seats have changed hands; where it is to be kept, only what is
    new.  rematch: how it is played again, None where it is not."""

    setup: str
    seats: list[Seat]
    history: list[int]
    orders: dict[str, Any]
    standing: dict[str, Any]
    result: str = ""
    snapshots: Sequence[Any] = ()
    salt: str = ""
    asked: int | None = None
    clock: Clock | None = None
    counted: Counted | None = None
    bids: tuple[float | None, ...] = ()
    handed_over: Sequence[HandedOver] = ()
    rematch: Rematch | None = None


@dataclass(frozen=True)
class Settled:
    """What has been settled by bids for the sides.  setup: as JSON.  seats, asked, clock: as they are now.
    change_seats: whether the persons have changed seats."""

    setup: str
    seats: Sequence[Seat]
    asked: int | None
    clock: Clock | None
    change_seats: bool


@dataclass(frozen=True)
class Said:
    """A line of talk.  number: from 1 on.  seat: who has said it.  at: when, in seconds since 1970.  person: a
    digest of the key of the person who had entered the seat last."""

    number: int
    seat: int
    words: str
    at: float
    person: str | None = None


def digest(token: str) -> str:
    """What is kept of a token: who reads the file cannot take a seat."""
    return sha256(token.encode()).hexdigest()


class Store:
    """The file.  path: where it is; ":memory:" keeps nothing beyond the process.  Raises sqlite3.Error, and StoreInUse
    (an OSError) while another server has it."""

    def __init__(self, path: str | Path) -> None:
        self._held = None if path == ":memory:" else _held(Path(path))
        self._lock = threading.Lock()
        self._connection = sqlite3.connect(path, check_same_thread=False, isolation_level="IMMEDIATE")
        self._connection.execute("PRAGMA journal_mode=WAL")
        self._connection.execute("PRAGMA synchronous=FULL")
        self._connection.execute("PRAGMA foreign_keys=ON")
        self._connection.executescript(_TABLES)
        self.names = Names(self.transaction)
        self.lists = Lists(self.transaction)
        self.addresses = Addresses(self.transaction)
        self.ratings = Ratings(self.transaction)

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """The file, for what is kept as a whole or not at all, and by nobody else meanwhile."""
        with self._lock, self._connection as file:
            yield file

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._connection.close()
        if self._held is not None:
            self._held.release()

    def add(self, id: str, kept: Kept) -> None:
        """Keep a new game."""
        with self._lock, self._connection as file:
            begun = (id, kept.setup, time.time(), kept.result)
            file.execute("INSERT INTO games (id, setup, begun, result) VALUES (?, ?, ?, ?)", begun)
            rows = [(id, number, seat.token, seat.player) for number, seat in enumerate(kept.seats)]
            file.executemany("INSERT INTO seats (game, seat, token, player) VALUES (?, ?, ?, ?)", rows)
            offers = [(id, number) for number, seat in enumerate(kept.seats) if seat.offered]
            file.executemany("INSERT INTO offers VALUES (?, ?)", offers)
            invited = [(id, number, seat.invited) for number, seat in enumerate(kept.seats) if seat.invited is not None]
            file.executemany("INSERT INTO invited VALUES (?, ?, ?)", invited)
            if kept.salt:
                file.execute("INSERT INTO salts VALUES (?, ?)", (id, kept.salt))
            file.execute("INSERT INTO asked VALUES (?, ?)", (id, kept.asked))
            self._write_clock(file, id, kept.clock)
            self._write_history(file, id, 0, kept.history)
            self._write_bids(file, id, kept.bids)

    def keep(self, id: str, kept: Kept, same: int, before: Sequence[int], message: tuple[int, str] | None) -> None:
        """Keep a game as it stands, in one transaction.

        same: how many decisions at the beginning are kept already and have not changed.  before: the changes of each
        seat when it was last read or kept.  message: seat and id of the message that has changed it.  Raises
        KeptOtherwise, and sqlite3.IntegrityError for a message that was kept before.
        """
        with self._lock, self._connection as file:
            file.execute("BEGIN IMMEDIATE")
            changes = file.execute("SELECT changes FROM seats WHERE game = ? ORDER BY seat", (id,))
            if [count for (count,) in changes] != list(before):
                raise KeptOtherwise("somebody else has written this game")
            if message is not None:
                file.execute("INSERT INTO messages VALUES (?, ?, ?)", (id, *message))
            self._write_history(file, id, same, kept.history)
            file.execute(
                "UPDATE games SET orders = ?, standing = ?, result = ? WHERE id = ?",
                (json.dumps(kept.orders), json.dumps(kept.standing), kept.result, id),
            )
            file.execute("REPLACE INTO snapshots VALUES (?, ?)", (id, json.dumps(kept.snapshots)))
            file.execute("REPLACE INTO touched VALUES (?, ?)", (id, time.time()))
            file.execute("REPLACE INTO asked VALUES (?, ?)", (id, kept.asked))
            if kept.counted is not None:
                self.ratings.note(file, id, kept.counted)
            self._write_clock(file, id, kept.clock)
            handed_over = [(id, one.after, one.seat, one.player) for one in kept.handed_over]
            file.executemany("INSERT INTO handed_over VALUES (?, ?, ?, ?)", handed_over)
            rows = [(seat.player, seat.changes, id, number) for number, seat in enumerate(kept.seats)]
            file.executemany("UPDATE seats SET player = ?, changes = ? WHERE game = ? AND seat = ?", rows)

    @staticmethod
    def _write_history(file: sqlite3.Connection, id: str, same: int, history: Sequence[int]) -> None:
        file.execute("DELETE FROM decisions WHERE game = ? AND number >= ?", (id, same))
        rows = [(id, number, history[number]) for number in range(same, len(history))]
        file.executemany("INSERT INTO decisions VALUES (?, ?, ?)", rows)

    @staticmethod
    def _write_bids(file: sqlite3.Connection, id: str, bids: Sequence[float | None]) -> None:
        rows = [(id, number, points) for number, points in enumerate(bids)]
        file.executemany("REPLACE INTO side_bids VALUES (?, ?, ?)", rows)

    @staticmethod
    def _write_clock(file: sqlite3.Connection, id: str, clock: Clock | None) -> None:
        if clock is not None:
            kept = (clock.seconds, clock.seat, clock.decisions, clock.since, json.dumps(clock.lost))
            file.execute("REPLACE INTO clocks VALUES (?, ?, ?, ?, ?, ?)", (id, *kept))

    @staticmethod
    def _read_clock(file: sqlite3.Connection, id: str) -> Clock | None:
        asked = "SELECT seconds, seat, decisions, since, lost FROM clocks WHERE game = ?"
        row = file.execute(asked, (id,)).fetchone()
        return None if row is None else Clock(*(*row[:4], json.loads(row[4])))

    def begin_to_serve(self) -> None:
        """Clocks have not run while nobody served the games."""
        with self._lock, self._connection as file:
            row = file.execute("SELECT at FROM served").fetchone()
            down = max(0.0, now() - row[0]) if row is not None else 0.0
            file.execute("UPDATE clocks SET since = max(since, min(?, since + ?))", (now(), down))

    def look_at_clocks(self, most: int) -> list[str]:
        """Games in which somebody's time has run out, so many at most; that the games are served now is kept."""
        with self._lock, self._connection as file:
            if file.execute("SELECT 1 FROM clocks WHERE seat IS NOT NULL").fetchone() is None:
                return []
            file.execute("REPLACE INTO served VALUES (1, ?)", (now(),))
            asked = "SELECT game FROM clocks WHERE seat IS NOT NULL AND since + seconds < ? ORDER BY since LIMIT ?"
            return [id for (id,) in file.execute(asked, (now(), most))]

    def stop_clock(self, id: str) -> None:
        """The time of nobody runs in a game until somebody answers."""
        with self._lock, self._connection as file:
            file.execute("UPDATE clocks SET seat = NULL WHERE game = ?", (id,))

    def read(self, id: str) -> Kept | None:
        """A game; None where there is none."""
        with self._lock, self._connection as file:
            row = file.execute("SELECT setup, orders, standing, result FROM games WHERE id = ?", (id,)).fetchone()
            if row is None:
                return None
            person = "(SELECT person FROM persons WHERE game = seats.game AND seat = seats.seat)"
            offered = "EXISTS (SELECT 1 FROM offers WHERE game = seats.game AND seat = seats.seat)"
            invited = "(SELECT key FROM invited WHERE game = seats.game AND seat = seats.seat)"
            fields = f"token, player, changes, {person}, {offered}, {invited}"
            asked = f"SELECT {fields} FROM seats WHERE game = ? ORDER BY seat"
            seats = file.execute(asked, (id,))
            decisions = file.execute("SELECT action FROM decisions WHERE game = ? ORDER BY number", (id,))
            snapshots = file.execute("SELECT kept FROM snapshots WHERE game = ?", (id,)).fetchone() or ("[]",)
            bids = "SELECT points FROM side_bids WHERE game = ? ORDER BY seat"
            handed_over = "SELECT after, seat, player FROM handed_over WHERE game = ? ORDER BY rowid"
            again = file.execute("SELECT next, seat, swapped FROM rematches WHERE game = ?", (id,)).fetchone()
            salt = file.execute("SELECT salt FROM salts WHERE game = ?", (id,)).fetchone() or ("",)
            return Kept(
                setup=row[0],
                seats=[Seat(held, who, count, key, bool(open), only) for held, who, count, key, open, only in seats],
                history=[action for (action,) in decisions],
                orders=json.loads(row[1]),
                standing=json.loads(row[2]),
                result=row[3],
                snapshots=json.loads(snapshots[0]),
                salt=salt[0],
                clock=self._read_clock(file, id),
                bids=tuple(points for (points,) in file.execute(bids, (id,))),
                handed_over=[HandedOver(*row) for row in file.execute(handed_over, (id,))],
                rematch=Rematch(again[0], again[1], bool(again[2])) if again is not None else None,
            )

    def play_again(self, id: str, rematch: Rematch) -> None:
        """Keep how a game is played again."""
        with self._lock, self._connection as file:
            row = (id, rematch.game, rematch.seat, rematch.swapped)
            file.execute("REPLACE INTO rematches VALUES (?, ?, ?, ?)", row)

    def has_obeyed(self, id: str, seat: int, message: str) -> bool:
        """Whether a message of a seat has been obeyed before."""
        with self._lock, self._connection as file:
            asked = "SELECT 1 FROM messages WHERE game = ? AND seat = ? AND id = ?"
            return file.execute(asked, (id, seat, message)).fetchone() is not None

    def say(self, id: str, said: Said, message: str) -> None:
        """Keep a line of talk, in one transaction.  message: the id of the message that has brought it.  Raises
        sqlite3.IntegrityError for a message that was kept before."""
        with self._lock, self._connection as file:
            file.execute("INSERT INTO messages VALUES (?, ?, ?)", (id, said.seat, message))
            file.execute("INSERT INTO talk VALUES (?, ?, ?, ?, ?)", (id, said.number, said.seat, said.words, said.at))
            if said.person is not None:
                file.execute("INSERT INTO speakers VALUES (?, ?, ?)", (id, said.number, said.person))
            for table in ("talk", "speakers"):
                file.execute(f"DELETE FROM {table} WHERE game = ? AND number <= ?", (id, said.number - MOST_TALK))
            file.execute("REPLACE INTO touched VALUES (?, ?)", (id, time.time()))

    def talk(self, id: str) -> list[Said]:
        """What has been said in a game lately."""
        asked = """SELECT number, seat, words, at, person FROM talk LEFT JOIN speakers USING (game, number)
            WHERE game = ? ORDER BY number"""
        with self._lock, self._connection as file:
            return [Said(*row) for row in file.execute(asked, (id,))]

    def enter(self, id: str, seat: int, person: str) -> None:
        """Keep who has entered a seat.  person: a digest of his key."""
        with self._lock, self._connection as file:
            file.execute("REPLACE INTO persons VALUES (?, ?, ?)", (id, seat, person))

    def take(self, id: str, number: int, seat: Seat, clock: Clock | None) -> None:
        """Keep that somebody has taken a seat that was offered, in one transaction.  seat, clock: as they are then."""
        with self._lock, self._connection as file:
            for table in ("offers", "invited"):
                file.execute(f"DELETE FROM {table} WHERE game = ? AND seat = ?", (id, number))
            file.execute("UPDATE seats SET token = ? WHERE game = ? AND seat = ?", (seat.token, id, number))
            if seat.person is not None:
                file.execute("REPLACE INTO persons VALUES (?, ?, ?)", (id, number, seat.person))
            file.execute("REPLACE INTO touched VALUES (?, ?)", (id, time.time()))
            self._write_clock(file, id, clock)

    def bid(self, id: str, seat: int, bids: Sequence[float | None], message: str) -> None:
        """Keep what has been bid for the sides, in one transaction.  message: the id of that which the seat has
        sent."""
        with self._lock, self._connection as file:
            self._note_bid(file, id, seat, bids, message)

    def _note_bid(
        self, file: sqlite3.Connection, id: str, seat: int, bids: Sequence[float | None], message: str
    ) -> None:
        file.execute("INSERT INTO messages VALUES (?, ?, ?)", (id, seat, message))
        self._write_bids(file, id, bids)
        file.execute("REPLACE INTO touched VALUES (?, ?)", (id, time.time()))

    def settle(self, id: str, seat: int, bids: Sequence[float | None], message: str, settled: Settled) -> None:
        """The same of the last bid, which settles the sides."""
        with self._lock, self._connection as file:
            self._note_bid(file, id, seat, bids, message)
            file.execute("UPDATE games SET setup = ? WHERE id = ?", (settled.setup, id))
            file.execute("REPLACE INTO asked VALUES (?, ?)", (id, settled.asked))
            self._write_clock(file, id, settled.clock)
            if settled.change_seats:
                self._change_seats(file, id, settled.seats)
                self._write_bids(file, id, bids[::-1])

    @staticmethod
    def _change_seats(file: sqlite3.Connection, id: str, seats: Sequence[Seat]) -> None:
        """The persons of two seats have changed them, with all that they have said."""
        tokens = [(seat.token, id, number) for number, seat in enumerate(seats)]
        file.executemany("UPDATE seats SET token = ? WHERE game = ? AND seat = ?", tokens)
        for table in ("messages", "talk"):
            file.execute(f"UPDATE {table} SET seat = 1 - seat WHERE game = ?", (id,))
        for table in ("persons", "visits", "offers"):
            file.execute(f"DELETE FROM {table} WHERE game = ?", (id,))
        persons = [(id, number, seat.person) for number, seat in enumerate(seats) if seat.person is not None]
        file.executemany("INSERT INTO persons VALUES (?, ?, ?)", persons)
        offers = [(id, number) for number, seat in enumerate(seats) if seat.offered]
        file.executemany("INSERT INTO offers VALUES (?, ?)", offers)

    def count_running(self, seconds: float) -> int:
        """How many games are not over, of those in which something was done within so many seconds."""
        asked = f"SELECT COUNT(*) FROM games WHERE result = '' AND {LAST_TOUCHED} > ?"
        with self._lock, self._connection as file:
            return file.execute(asked, (time.time() - seconds,)).fetchone()[0]

    def clear(self, seconds: float, but: Collection[str] = (), most: int = sys.maxsize) -> int:
        """Remove the games, over or not, in which nothing was done for so many seconds, but those of some ids; how
        many, so many at most."""
        asked = f"SELECT id FROM games WHERE {LAST_TOUCHED} < ?"
        with self._lock, self._connection as file:
            file.execute("BEGIN IMMEDIATE")
            found = (id for (id,) in file.execute(asked, (time.time() - seconds,)) if id not in but)
            old = [(id,) for id in islice(found, most)]
            for table in _PARTS:
                file.executemany(f"DELETE FROM {table} WHERE game = ?", old)
            file.executemany("DELETE FROM games WHERE id = ?", old)
            return len(old)


def _held(path: Path) -> FileLock:
    """The lock beside a file, which the system lets go when the process dies.  Raises StoreInUse."""
    path = path.resolve()
    lock = FileLock(path.with_name(f"{path.name}.lock"), is_singleton=False, thread_local=False)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise StoreInUse(f"{path}: another server has this file of games; stop it, or give --games another") from None
    return lock
