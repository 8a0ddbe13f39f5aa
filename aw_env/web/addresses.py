"""To which addresses persons want letters, and about which games a letter may go.

An address counts once who has it has confirmed it.  About a game a person has one letter at most until it has been at
the table again.
"""

import json
import secrets
import time
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from aw_env.web.lists import LAST_TOUCHED, PERSON
from aw_env.web.messages import Refused
from aw_env.web.names import Transaction

_TABLES = (
    """CREATE TABLE IF NOT EXISTS addresses (
        person TEXT PRIMARY KEY, address TEXT NOT NULL, stop TEXT NOT NULL UNIQUE, confirm TEXT, at REAL NOT NULL
    ) WITHOUT ROWID""",
    """CREATE TABLE IF NOT EXISTS asked_addresses (
        address TEXT PRIMARY KEY, at REAL NOT NULL, unwanted INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID""",
    """CREATE TABLE IF NOT EXISTS visits (
        game TEXT NOT NULL REFERENCES games, seat INTEGER NOT NULL, seen REAL NOT NULL DEFAULT 0,
        mailed REAL NOT NULL DEFAULT 0, PRIMARY KEY (game, seat)
    ) WITHOUT ROWID""",
)
_SEAT_BEFORE = "invited.seat + swapped * (1 - 2 * (invited.seat % 2))"
"""The seat in the game before, of who has one in the next: seats of the two sides alternate."""
_ASKED_AGAIN = f"""SELECT over.id, {_SEAT_BEFORE}, address, stop, over.setup FROM addresses
    JOIN invited ON invited.key = addresses.person
    JOIN rematches ON rematches.next = invited.game JOIN games AS over ON over.id = rematches.game
    JOIN games AS next ON next.id = invited.game
    LEFT JOIN visits ON visits.game = over.id AND visits.seat = {_SEAT_BEFORE}
    WHERE confirm IS NULL AND next.result = '' AND next.begun < ?
    AND next.begun > coalesce(seen, 0) AND coalesce(mailed, 0) <= coalesce(seen, 0) LIMIT ?"""
"""Letters to those for whom a seat is kept in the next game, who have not been at the table of the one before since."""
SECONDS_TO_CONFIRM = 86400
"""An address is asked for its confirmation once in this time, and the letter that asks is good for as long."""


@dataclass(frozen=True)
class Due:
    """A letter that is due to a person who is away.  stop: the token that ends its letters.  again: whether the game is
    over and the person is asked to play it again; else it is its move."""

    game: str
    seat: int
    address: str
    stop: str
    setup: dict[str, Any]
    again: bool = False


class Addresses:
    """The addresses of persons, by digests of their keys.  transaction: of the file in which they are kept.

    is_used: whether letters go out; without them no visits are kept.
    """

    def __init__(self, transaction: Transaction) -> None:
        self.is_used = False
        self._transaction = transaction
        with transaction() as file:
            for table in _TABLES:
                file.execute(table)

    def told(self, person: str) -> dict[str, Any] | None:
        """What a person is told of its own address; None where no letters go out."""
        if not self.is_used:
            return None
        with self._transaction() as file:
            row = file.execute("SELECT address, confirm IS NULL FROM addresses WHERE person = ?", (person,)).fetchone()
        return {"address": row[0], "confirmed": bool(row[1])} if row else {"address": "", "confirmed": False}

    def give(self, person: str, address: str) -> tuple[str, str]:
        """A person gives an address, in place of another: the tokens that confirm it and that end its letters.  Raises
        Refused for one that wants none, or has been asked within a day."""
        confirm, stop, known, now = (
            secrets.token_urlsafe(24),
            secrets.token_urlsafe(24),
            _known(address.lower()),
            time.time(),
        )
        with self._transaction() as file:
            row = file.execute("SELECT at, unwanted FROM asked_addresses WHERE address = ?", (known,)).fetchone()
            if row is not None and row[1]:
                raise Refused("foreign", "who has this address wants no letters from here")
            if row is not None and row[0] > now - SECONDS_TO_CONFIRM:
                raise Refused("too_fast", "this address has been asked today: look for the letter")
            file.execute("DELETE FROM asked_addresses WHERE at < ? AND NOT unwanted", (now - SECONDS_TO_CONFIRM,))
            file.execute("REPLACE INTO asked_addresses VALUES (?, ?, 0)", (known, now))
            file.execute("REPLACE INTO addresses VALUES (?, ?, ?, ?, ?)", (person, address, stop, _known(confirm), now))
        return confirm, stop

    def remove(self, person: str) -> None:
        """A person wants no letters any more."""
        with self._transaction() as file:
            file.execute("DELETE FROM addresses WHERE person = ?", (person,))

    def confirm(self, token: str) -> None:
        """Who has an address confirms it.  Raises Refused for a token that is none, or no longer."""
        wanted = (_known(token), time.time() - SECONDS_TO_CONFIRM)
        with self._transaction() as file:
            done = file.execute("UPDATE addresses SET confirm = NULL WHERE confirm = ? AND at > ?", wanted)
            if not done.rowcount:
                raise Refused("unknown", "this link is good for a day, and once: give the address again")

    def stop(self, token: str) -> None:
        """Who has an address wants no letters any more; if he has never wanted any, he is not asked again.  Raises
        Refused for a token that is none."""
        with self._transaction() as file:
            row = file.execute("SELECT address, confirm FROM addresses WHERE stop = ?", (token,)).fetchone()
            if row is None:
                raise Refused("unknown", "there are no letters to this address any more")
            file.execute("DELETE FROM addresses WHERE stop = ?", (token,))
            if row[1] is not None:
                file.execute("REPLACE INTO asked_addresses VALUES (?, ?, 1)", (_known(row[0].lower()), time.time()))

    # --- letters about games ---------------------------------------------------------------------------------

    def visit(self, game: str, seat: int) -> None:
        """The person of a seat has come to the table, or leaves it: what was done by then it has seen."""
        self._note("seen", game, seat)

    def note_mailed(self, game: str, seat: int) -> None:
        """A letter has gone."""
        self._note("mailed", game, seat)

    def _note(self, what: str, game: str, seat: int) -> None:
        if self.is_used:
            with self._transaction() as file:
                file.execute(
                    f"""INSERT INTO visits (game, seat, {what}) SELECT id, ?, ? FROM games WHERE id = ?
                    ON CONFLICT (game, seat) DO UPDATE SET {what} = excluded.{what}""",
                    (seat, time.time(), game),
                )

    def due(self, seconds: float, most: int) -> list[Due]:
        """Letters that are due, so many of each kind at most: something has been done since the person was at the
        table, nothing for so many seconds now, and no letter has gone since."""
        asked = f"""SELECT games.id, asked.seat, address, stop, setup FROM addresses
            JOIN persons USING (person) JOIN asked ON asked.game = persons.game AND asked.seat = persons.seat
            JOIN games ON games.id = asked.game JOIN seats ON seats.game = asked.game AND seats.seat = asked.seat
            LEFT JOIN visits ON visits.game = asked.game AND visits.seat = asked.seat
            WHERE confirm IS NULL AND result = '' AND seats.player = ? AND {LAST_TOUCHED} < ?
            AND {LAST_TOUCHED} > coalesce(seen, 0) AND coalesce(mailed, 0) <= coalesce(seen, 0) LIMIT ?"""
        with self._transaction() as file:
            rows = file.execute(asked, (PERSON, time.time() - seconds, most)).fetchall()
            again = file.execute(_ASKED_AGAIN, (time.time() - seconds, most)).fetchall()
        moves = [Due(game, seat, to, stop, json.loads(setup)) for game, seat, to, stop, setup in rows]
        return moves + [
            Due(game, seat, to, stop, json.loads(setup), again=True) for game, seat, to, stop, setup in again
        ]


def _known(words: str) -> str:
    """A digest of a token or an address."""
    return sha256(words.encode()).hexdigest()
