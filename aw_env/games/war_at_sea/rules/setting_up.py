"""4, 5.1, 8.1, 15.2, 15.3: what appears on a turn, and the dice that let ships sail."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note, note_die
from aw_env.core.engine.marks import mark, marked
from aw_env.core.engine.stack import CURSOR, ask, pop, top
from aw_env.games.war_at_sea.records.state import DISENGAGED, MAY_SAIL, MOVED, RELEASED, STRUCK
from aw_env.games.war_at_sea.records.terms import (
    AREAS,
    FIRST_BOX,
    FIRST_PLACE_ACTION,
    NOWHERE,
    Box,
    Decision,
    Event,
    Kind,
    OptionalRule,
)
from aw_env.games.war_at_sea.rules.counters import allow_ports, in_play, plays, put, tell
from aw_env.naval.dice import roll_die

WAITING = FIRST_BOX + Box.NOT_YET_ARRIVED


@rule
def begin_turn(book, game, events):
    """What was of the turn before is over, and new U-boats come (8.1)."""
    for k in range(game.units):
        unit = int(game.roster[k])
        game.origin[unit] = game.place[unit]
        mark(game, unit, MOVED, 0)
        mark(game, unit, MAY_SAIL, 0)
        mark(game, unit, DISENGAGED, 0)
        mark(game, unit, STRUCK, 0)
    for of_side in range(2):
        game.marker[of_side] = NOWHERE
    for area in range(AREAS):
        game.resolved[area] = 0
    bring_u_boats(book, game, events)


# --- 8.1: U-boats --------------------------------------------------------------------------------------


@rule
def bring_u_boats(book, game, events):
    """New U-boats, and those lost before (H.21), but never more in play than allowed; with 19.2 the rest waits."""
    room = int(book.most_u_boats)
    for k in range(game.units):
        unit = int(game.roster[k])
        if book.kind[unit] == Kind.U_BOAT and in_play(game, unit):
            room -= 1
    coming = int(book.new_u_boats[game.turn]) + int(game.u_boats_waiting)
    arrived = 0
    for k in range(game.units):
        unit = int(game.roster[k])
        if book.kind[unit] == Kind.U_BOAT and not in_play(game, unit) and arrived < min(coming, room):
            put(game, unit, book.u_boat_home)
            arrived += 1
    if arrived > 0:
        note(events, Event.U_BOATS_ARRIVE, arrived, 0, 0)
    game.u_boats_waiting = coming - arrived if plays(book, OptionalRule.U_BOATS_ACCUMULATE) else 0


# --- 4.1-4.6, 5.1: ships -------------------------------------------------------------------------------


@rule
def arrivals(book, game):
    """Ships that appear on this turn; the owner of one with a choice of ports is asked (4.3)."""
    frame = top(game)
    while frame[CURSOR] < game.units:
        unit = int(game.roster[frame[CURSOR]])
        if game.place[unit] == WAITING and book.arrives_on[unit] == game.turn:
            return ask(book, game, Decision.SET_UP, game.side[unit], unit)
        frame[CURSOR] += 1
    pop(game)
    return False


@rule
def mask_set_up(book, game, mask):
    """The ports where the ship may appear."""
    allow_ports(mask, book.arrives_at[game.subject])


@rule
def take_set_up(book, game, action, events):
    """It is there now."""
    put(game, game.subject, action - FIRST_PLACE_ACTION)
    game.origin[game.subject] = game.place[game.subject]
    tell(book, game, Event.ARRIVED, game.subject, game.place[game.subject], 0, events)


# --- 15.2, 15.3: dice to sail --------------------------------------------------------------------------


@rule
def roll_to_sail(book, game, events):
    """US ships roll to be released for good (15.3), then Russian ships to sail this turn (15.2)."""
    least = int(book.release_die[game.turn])
    if least > 0:
        for k in range(game.units):
            unit = int(game.roster[k])
            if book.by_release[unit] == 1 and in_play(game, unit) and marked(game, unit, RELEASED) == 0:
                mark(game, unit, RELEASED, roll_at_least(game, unit, least, events))
    for k in range(game.units):
        unit = int(game.roster[k])
        if book.sails_on[unit] > 0 and in_play(game, unit):
            mark(game, unit, MAY_SAIL, roll_at_least(game, unit, int(book.sails_on[unit]), events))


@rule
def roll_at_least(game, unit, least, events):
    """1 if a die is at least so high."""
    die = roll_die(game)
    passed = 1 if die >= least else 0
    note(events, Event.RELEASE_ROLL, unit, passed, 0)
    note_die(events, die)
    return passed
