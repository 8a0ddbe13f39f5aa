"""Seats that anyone may take: who comes first has one."""

import sqlite3
from dataclasses import replace

from aw_env.web.beginning import looked_at, new_token
from aw_env.web.messages import Refused
from aw_env.web.room import Room
from aw_env.web.store import digest


def take(room: Room, name: str, person: str | None) -> str:
    """A person, by a digest of the key, takes a seat that is offered, and is kept as its person; the token of the seat.

    Raises Refused: nothing has changed then.
    """
    names = room.game.rules.seats
    if name not in names:
        raise Refused("impossible", f"there is no seat {name!r}: choose from {', '.join(names)}")
    number = names.index(name)
    if not room.seats[number].is_open or room.game.ended:
        raise Refused("taken", f"{name} waits for nobody: somebody else has this seat")
    if person is not None and any(seat.person == person for seat in room.seats):
        raise Refused("impossible", "you have a seat at this table already")
    token = new_token()
    seats = [*room.seats]
    seats[number] = replace(seats[number], token=digest(token), person=person, offered=False)
    clock = looked_at(replace(room.clock), room.game, seats, room.bids) if room.clock is not None else None
    try:
        room.store.take(room.id, number, seats[number], clock)
    except (sqlite3.Error, OSError) as error:
        raise Refused("not_kept", f"the server cannot keep this, so nobody has the seat: {error}") from error
    room.seats[number], room.clock = seats[number], clock
    return token
