"""Ways by water on a map of hexes, and the straits that bar them (21.21, 21.211, 21.212, 21.36)."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.sets import lowest
from aw_env.games.world_at_war.records.kinds import PLACES, STRAITS, Theatre

RANGE, RANGE_OF_SQUADRONS = 40, 20
"""Hexes of a base change or a sea transport in Europe, and of air units that are transported (21.3612-21.3614)."""


@rule
def is_on_hexes(book):
    """Whether a war is fought on a map of hexes."""
    return book.theatre == Theatre.MEDITERRANEAN


@rule
def closed_straits(book, game, side):
    """The straits that a side does not pass, as a set: the enemy holds a place that closes it (21.211B), or the side
    does not hold one that it must (21.211A, 21.212)."""
    closed = 0
    for strait in range(STRAITS):
        enemys = number_held(game, int(book.shut_by_enemy[strait]), 1 - side)
        closed |= int(enemys > 0 or not holds_all(game, int(book.open_if_held[strait]), side)) << strait
    return closed


@rule
def number_held(game, places, side):
    """How many of a set of places a side holds."""
    held = 0
    while places != 0:
        held += int(game.control[lowest(places)] == side)
        places &= places - 1
    return held


@rule
def holds_all(game, places, side):
    """Whether a side holds every one of a set of places: control by a neutral is not enough (21.211A)."""
    while places != 0:
        if game.control[lowest(places)] != side:
            return False
        places &= places - 1
    return True


@rule
def hexes_between(book, game, side, here, place):
    """Hexes from a place to another: by water, where a war is fought on hexes (21.36A), the first not counted
    (21.36B)."""
    if is_on_hexes(book):
        return int(book.by_water[closed_straits(book, game, side), here, place])
    return int(book.hexes[here, place])


@rule
def within_water(book, game, side, here, limit):
    """The places that a side's ships reach by water from another within so many hexes, as a set."""
    places, closed = 0, closed_straits(book, game, side)
    for place in range(PLACES):
        is_near = (book.by_water[closed, here, place] <= limit) & (place != here)
        places |= int(is_near) << place
    return places
