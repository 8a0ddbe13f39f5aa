"""13: repairs."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.marks import marked
from aw_env.core.engine.sets import first_of, is_empty, without_first
from aw_env.core.engine.stack import CURSOR, STAGE, SUBJECT, ask, pop, top
from aw_env.games.war_at_sea.records.state import MOVED, RELEASED
from aw_env.games.war_at_sea.records.terms import FIRST_PORT, FIRST_UNIT_ACTION, PORTS, Decision, Event, Option
from aw_env.games.war_at_sea.rules.counters import is_active, units_in


@rule
def repairing(book, game):
    """Port by port, a side spends the points of its ports one by one (13.2); what is left is lost."""
    frame = top(game)
    while frame[CURSOR] < PORTS:
        port = frame[CURSOR]
        if points_left(book, game, port, frame[STAGE]) > 0 and has_work(book, game, port):
            return ask(book, game, Decision.REPAIR, frame[SUBJECT], FIRST_PORT + port)
        frame[CURSOR] += 1
        frame[STAGE] = 0
    pop(game)
    return False


@rule
def points_left(book, game, port, spent):
    """Points that a port of the side at work still has, if it repairs on this turn (H.29)."""
    if book.port_side[port] != top(game)[SUBJECT] or not is_active(book, game, port):
        return 0
    return int(book.repair_points[port]) - spent if game.turn >= book.repairs_from[port] else 0


@rule
def may_be_repaired(book, game, unit):
    """Whether a ship is damaged and has neither moved nor tried to (13.1); US ships once they are released (15.3)."""
    if game.damage[unit] == 0 or marked(game, unit, MOVED) == 1:
        return False
    return book.by_release[unit] == 0 or marked(game, unit, RELEASED) == 1


@rule
def has_work(book, game, port):
    """Whether there is any in a port."""
    there = units_in(game, FIRST_PORT + port)
    while not is_empty(there):
        unit = first_of(there)
        if may_be_repaired(book, game, unit):
            return True
        there = without_first(there)
    return False


@rule
def mask_repair(book, game, mask):
    """Any such ship, or no more repairs in this port."""
    there = units_in(game, game.subject)
    while not is_empty(there):
        unit = first_of(there)
        if may_be_repaired(book, game, unit):
            mask[FIRST_UNIT_ACTION + unit] = 1
        there = without_first(there)
    mask[Option.HOLD] = 1


@rule
def take_repair(game, action, events):
    """A point of damage is mended, or the side is done with the port."""
    frame = top(game)
    if action == Option.HOLD:
        frame[CURSOR] += 1
        frame[STAGE] = 0
        return
    unit = action - FIRST_UNIT_ACTION
    frame[STAGE] += 1
    game.damage[unit] -= 1
    note(events, Event.REPAIRED, unit, game.subject, game.damage[unit])
