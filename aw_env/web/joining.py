"""Seats that anyone may take: who comes first has one."""

import sqlite3
from dataclasses import replace

from aw_env.web.beginning import looked_at, new_token
from aw_env.web.messages import Refused
from aw_env.web.room import Room
from aw_env.web.store import digest


def take(room: Room, name: str, person: str | None, shown: str | None = None) -> str:
    """A person, by a digest of the key, takes a seat that is offered, and is kept as its person; the token of the seat.

    shown: a digest of what he shows where the seat is offered to him alone, if it is not the key.  Raises Refused:
    nothing has changed then.
    """
    names = room.game.rules.seats
    if name not in names:
        raise Refused("impossible", f"there is no seat {name!r}: choose from {', '.join(names)}")
    number = names.index(name)
    invited = room.seats[number].invited
    if (not room.seats[number].is_open and invited is None) or room.game.ended:
        raise Refused("taken", f"{name} waits for nobody: somebody else has this seat")
    if invited is not None and invited != (shown or person):
        raise Refused("taken", f"{name} is kept for who has played before")
    if invited is None and person is not None and any(seat.person == person for seat in room.seats):
        raise Refused("impossible", "you have a seat at this table already")
    token = new_token()
    seats = [*room.seats]
    seats[number] = replace(seats[number], token=digest(token), person=person, offered=False, invited=None)
    clock = looked_at(replace(room.clock), room.game, seats, room.bids) if room.clock is not None else None
    try:
        room.store.take(room.id, number, seats[number], clock)
    except (sqlite3.Error, OSError) as error:
        raise Refused("not_kept", f"the server cannot keep this, so nobody has the seat: {error}") from error
    room.seats[number], room.clock = seats[number], clock
    return token
