"""Sides that are bid for: before the game begins each of two persons says in secret what he would give to play the side
of the first seat, below 0 what he wants for it.  Who gives more plays it, and the other side has so many points; of two
that give the same, each stays where he sits if the seed is even, which the proof of the dice shows.
"""

import sqlite3
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from aw_env.core.ruleset import Ruleset
from aw_env.table.ending import bid_in_words
from aw_env.web.beginning import bids_for_first_side, looked_at, seat_asked
from aw_env.web.messages import BidForSide, Refused
from aw_env.web.room import Room
from aw_env.web.seating import SPECTATORS
from aw_env.web.store import Seat, Settled


def bid(room: Room, seat: int, message: BidForSide) -> bool:
    """The person of a seat bids, which is kept; the last bid settles the sides.  Whether the persons have changed
    seats. Raises Refused: nothing has changed then."""
    if seat == SPECTATORS:
        raise Refused("foreign", "who looks on bids for nothing")
    if room.store.has_obeyed(room.id, seat, message.id):
        raise Refused("doubled", "this message has been obeyed before")
    if room.is_settled or room.bids[seat] is not None:
        raise Refused("late", "your bid is in already" if not room.is_settled else "the sides are settled")
    try:
        bids_for_first_side(room.setup).check(message.points)
    except ValueError as error:
        raise Refused("impossible", str(error)) from None
    bids = tuple(message.points if number == seat else other for number, other in enumerate(room.bids))
    known = [points for points in bids if points is not None]
    try:
        if len(known) == len(bids):
            return _settle(room, seat, known, message)
        room.store.bid(room.id, seat, bids, message.id)
        room.bids = bids
        return False
    except (sqlite3.Error, OSError) as error:
        raise Refused("not_kept", f"the server cannot keep this, so you have not bid: {error}") from error


def _settle(room: Room, seat: int, bids: Sequence[float], message: BidForSide) -> bool:
    """The last bid, of a seat, settles the sides; whether the persons have changed seats."""
    changes_seats = bids[1] > bids[0] or (bids[1] == bids[0] and room.setup.seed % 2 == 1)
    setup = room.setup.model_copy(update={"bid": 0.0 - max(bids), "digest": ""})
    game = setup.begin()
    setup = setup.model_copy(update={"digest": game.rules.scenario.digest})
    seats = [*room.seats]
    if changes_seats:
        first, second = seats
        seats = [_with_person_of(second, first), _with_person_of(first, second)]
    clock = looked_at(replace(room.clock), game, seats) if room.clock is not None else None
    settled = Settled(setup.model_dump_json(), seats, seat_asked(game), clock, changes_seats)
    room.store.settle(room.id, seat, bids, message.id, settled)
    room.read()
    return changes_seats


def _with_person_of(other: Seat, seat: Seat) -> Seat:
    """A seat that the person of another has now."""
    return replace(seat, token=other.token, person=other.person, offered=other.offered)


def told(room: Room, seat: int) -> dict[str, Any] | None:
    """What a page is told while sides are bid for: what may be bid for which side, the bid of its own seat, and who has
    yet to bid; None where all is settled."""
    if room.is_settled:
        return None
    rules, may = room.game.rules, seat != SPECTATORS
    mine = room.bids[seat] if may else None
    waits = [name for name, given in zip(rules.seats, room.bids, strict=True) if given is None]
    return asdict(bids_for_first_side(room.setup)) | {"side": _first(rules), "mine": mine, "may": may, "waits": waits}


def in_words(room: Room) -> list[str]:
    """With what bid a game is played, and what was bid for the sides."""
    rules = room.game.rules
    words = [f"Played {bid_in_words(rules)}."] if rules.bid else []
    if room.bids and room.is_settled:
        first, second = room.bids
        words.append(f"For the {_first(rules)} {first:+g} was bid by who plays them, {second:+g} by the other.")
    return words


def _first(rules: Ruleset) -> str:
    return rules.speech().sides[0].title
