"""The same game again, with other dice: who wants it offers it to all who have played, and each takes the seat that is
kept for him under his own key."""

import sqlite3
from typing import Any

from aw_env.table.offers import Setup
from aw_env.web.beginning import ANYONE, new_room
from aw_env.web.messages import Join, Refused
from aw_env.web.messages import Rematch as Wanted
from aw_env.web.room import Room
from aw_env.web.seating import SPECTATORS, seat_entered
from aw_env.web.store import Rematch, digest


def seat_of_asker(room: Room, wanted: Wanted) -> int:
    """The seat of who wants to play again.  Raises Refused for who has none, and before the end."""
    seat = seat_entered(room.seats, room.game.rules.seats, wanted)
    if seat == SPECTATORS:
        raise Refused("foreign", "who looked on cannot ask for the game to be played again")
    if not room.game.ended:
        raise Refused("not_over", "a game is played again once it is over")
    return seat


def is_to_begin(room: Room) -> bool:
    """Whether a new game is to begin for who wants to play again: none is offered, or he played against no person and
    need not wait for anybody's answer."""
    return room.rematch is None or _is_alone(room)


def begin(room: Room, seat: int, wanted: Wanted) -> None:
    """Begin the next game, in which a seat is kept for each person, and keep that it follows.  seat: who wants it.
    Raises Refused."""
    names, players, invited = room.game.rules.seats, {}, {}
    for number, held in enumerate(room.seats):
        name = names[number ^ wanted.swapped]
        players[name] = ANYONE if held.is_persons else held.player
        if held.is_persons:
            known = shown_by(wanted) if number == seat else (held.person, held.token)
            invited[name] = next(key for key in known if key is not None)
    setup = Setup.model_validate(room.setup.model_dump(exclude={"seed", "digest", "dice_known"}))
    seconds = room.clock.seconds if room.clock is not None else None
    try:
        id, _ = new_room(room.store, setup, players, seconds=seconds, invited=invited)
        following = Rematch(id, seat, wanted.swapped)
        room.store.play_again(room.id, following)
    except (sqlite3.Error, OSError) as error:
        raise Refused("not_kept", f"the server cannot keep this, so no game begins: {error}") from error
    room.rematch = following


def shown_by(join: Join) -> tuple[str | None, str | None]:
    """What somebody shows who has a seat kept for him, as digests: the key of the person, or, of a browser that keeps
    none, the token of the seat that he had before."""
    return (digest(join.person), None) if join.person else (None, digest(join.token))


def seat_after(rematch: Rematch, seat: int) -> int:
    """The seat, in the next game, of who had a seat in this one; seats of the two sides alternate."""
    return seat ^ rematch.swapped


def name_of_seat(room: Room, seat: int) -> str:
    """Its name."""
    assert room.rematch is not None, "it is played again"
    return room.game.rules.seats[seat_after(room.rematch, seat)]


def told(room: Room, seat: int) -> dict[str, Any] | None:
    """What a page is told of the next game: who offers it, and which seat there is kept for its own, None for those who
    look on.  Who played against no person has gone there already, and may begin another."""
    if room.rematch is None or (seat != SPECTATORS and _is_alone(room)):
        return None
    by = room.game.rules.seats[room.rematch.seat]
    mine = None if seat == SPECTATORS else name_of_seat(room, seat)
    return {"game": room.rematch.game, "by": by, "seat": mine}


def _is_alone(room: Room) -> bool:
    """Whether one person has played, against the computer."""
    return sum(held.is_persons for held in room.seats) == 1
