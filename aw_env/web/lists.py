"""Lists of games in the file: the latest, those of a person, and those that wait for one."""

import time
from dataclasses import dataclass

from aw_env.web.names import Transaction

PERSON = "person"
"""Who holds a seat that no player of the computer holds."""
LAST_TOUCHED = "coalesce((SELECT at FROM touched WHERE game = games.id), begun)"
"""When something was last done in a game."""
_LISTED = """games.id, setup, begun, result,
    (SELECT group_concat(player) FROM (SELECT player FROM seats WHERE game = games.id ORDER BY seat)),
    (SELECT count(*) FROM decisions WHERE game = games.id),
    (SELECT group_concat(person) FROM (SELECT coalesce(person, '') AS person FROM seats
        LEFT JOIN persons USING (game, seat) WHERE game = games.id ORDER BY seat))"""
"""The fields of `Listed`."""


@dataclass(frozen=True)
class Listed:
    """A game in the list.  result: in words, "" while it is played.  players: who holds each seat, in order, parted by
    commas.  decisions: how many have been answered.  persons: likewise, digests of the keys of those who have entered
    the seats last, "" for nobody."""

    id: str
    setup: str
    begun: float
    result: str
    players: str
    decisions: int
    persons: str


@dataclass(frozen=True)
class Mine(Listed):
    """A seat that a person has entered, with its game.  seat: its number.  until: when his time runs out.  asked:
    whether he is asked."""

    seat: int
    until: float | None
    asked: bool


@dataclass(frozen=True)
class Offered(Listed):
    """A seat that waits for a person, with its game.  seat: its number.  clock: seconds for a decision.  bid_for:
    whether the sides are bid for first."""

    seat: int
    clock: int | None
    bid_for: bool


class Lists:
    """What is listed.  transaction: of the file in which the games are kept."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction

    def offered(self, most: int, seconds: float) -> list[Offered]:
        """Seats that wait for any person in games in which something was done within so many seconds, the newest
        first."""
        clock = "(SELECT seconds FROM clocks WHERE game = games.id)"
        bid_for = "EXISTS (SELECT 1 FROM side_bids WHERE game = games.id)"
        asked = f"""SELECT {_LISTED}, seats.seat, {clock}, {bid_for} FROM offers JOIN games ON games.id = offers.game
            JOIN seats ON seats.game = games.id AND seats.seat = offers.seat
            LEFT JOIN invited ON invited.game = games.id AND invited.seat = seats.seat
            WHERE result = '' AND seats.player = ? AND key IS NULL AND {LAST_TOUCHED} > ? ORDER BY begun DESC LIMIT ?"""
        with self._transaction() as file:
            rows = file.execute(asked, (PERSON, time.time() - seconds, most)).fetchall()
        return [Offered(*(*listed, bool(bid_for))) for *listed, bid_for in rows]

    def mine(self, person: str, most: int) -> list[Mine]:
        """The seats that a person has entered last, by a digest of his key: those that are asked, then those of other
        games that are played, then of those that are over; each sort beginning with what was last touched."""
        bids = "EXISTS (SELECT 1 FROM side_bids WHERE game = games.id AND seat = seats.seat AND points IS NULL)"
        is_asked = f"(coalesce(asked.seat = seats.seat AND seats.player = ?, FALSE) OR {bids})"
        until = "(SELECT since + seconds FROM clocks WHERE game = games.id AND seat = seats.seat)"
        asked = f"""SELECT {_LISTED}, seats.seat, {until}, {is_asked} AS mine FROM persons
            JOIN games ON games.id = persons.game LEFT JOIN asked ON asked.game = games.id
            JOIN seats ON seats.game = games.id AND seats.seat = persons.seat
            WHERE person = ? ORDER BY result != '', mine DESC, {LAST_TOUCHED} DESC LIMIT ?"""
        with self._transaction() as file:
            rows = file.execute(asked, (PERSON, person, most)).fetchall()
        return [Mine(*(*listed, bool(mine))) for *listed, mine in rows]

    def games(self, most: int) -> list[Listed]:
        """The latest games, the newest first."""
        asked = f"SELECT {_LISTED} FROM games ORDER BY begun DESC LIMIT ?"
        with self._transaction() as file:
            return [Listed(*row) for row in file.execute(asked, (most,))]
