"""Who enters which seat of a game: by the token of the seat, or as the person who has entered it before."""

import logging
import secrets
import sqlite3
from collections.abc import Sequence

from aw_env.table.offers import Setup
from aw_env.web.messages import Join, Refused
from aw_env.web.ratings import Player
from aw_env.web.store import Seat, Store, digest

LOG = logging.getLogger("aw_env.web")
SPECTATORS = -1
"""In place of a seat: who looks on, and is told what every seat may know."""


def seat_of(seats: Sequence[Seat], token: str) -> int:
    """The seat of a token, or SPECTATORS for none.  Raises Refused for a token that opens no seat."""
    if not token:
        return SPECTATORS
    found = digest(token)
    for number, seat in enumerate(seats):
        if seat.token is not None and secrets.compare_digest(seat.token, found):
            return number
    raise Refused("foreign", "this link opens no seat of this game")


def answers_for(seat: Seat, setup: Setup) -> Player | None:
    """Whose game a seat is for the ratings: that of the person who has entered it last, or of the player of the
    computer that has had it from the beginning; None for a person that is not known."""
    if seat.token is None:
        return Player(name=seat.player, game=setup.game, scenario=setup.scenario)
    return Player(person=seat.person) if seat.person is not None else None


def seat_entered(seats: Sequence[Seat], names: Sequence[str], join: Join) -> int:
    """The seat that somebody enters, or SPECTATORS.  Raises Refused for a token that opens no seat."""
    if join.token or not join.person:
        return seat_of(seats, join.token)
    person = digest(join.person)
    for number, (seat, name) in enumerate(zip(seats, names, strict=True)):
        if name == join.seat and seat.person is not None and secrets.compare_digest(seat.person, person):
            return number
    return SPECTATORS


def note_visit(store: Store, game: str, seat: int) -> None:
    """Keep that the person of a seat has come to the table or leaves it; where that cannot be kept, a letter too many
    may go."""
    try:
        store.addresses.visit(game, seat)
    except sqlite3.Error as error:
        LOG.warning("game %s: who has been at the table cannot be kept: %s", game, error)


def note_person(store: Store, game: str, seats: Sequence[Seat], seat: int, person: str) -> None:
    """Keep that a person, by the key, has entered a seat; where that cannot be kept he has entered it all the same."""
    found = digest(person)
    if seats[seat].person == found:
        return
    seats[seat].person = found
    try:
        store.enter(game, seat, found)
    except sqlite3.Error as error:
        LOG.warning("game %s: who has entered a seat cannot be kept: %s", game, error)
