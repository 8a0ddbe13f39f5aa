"""§11 Repairs: what each port repairs on a turn, and on which ships the points are spent; §36.3, overhauls."""

from aw_env.admirals_war.records.marks import marked
from aw_env.admirals_war.records.state import COMMITTED, RAIDING
from aw_env.admirals_war.records.steps import Step
from aw_env.admirals_war.records.terms import (
    FIRST_PORT,
    FIRST_UNIT_ACTION,
    NOWHERE,
    UNCONTROLLED,
    Decision,
    Event,
    Kind,
    Option,
)
from aw_env.admirals_war.rules.counters import bit, has, in_port, may_be_used, open_to
from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.stack import CURSOR, STAGE, SUBJECT, ask, pop, push, top

# --- §11.1: capacity -----------------------------------------------------------------------------------

ON_THE_TURN, ON_THE_NEXT, MORE_A_TURN, AT_MOST = range(4)
"""Columns of `repair_schedule`: points from the turn on which hostilities begin (§11.12)."""


@rule
def capacity(book, game, port):
    """Damage points that a port removes this turn (§11.1), for the side that held it first alone, or in Brest and
    Toulon for the Axis (§11.14)."""
    if not open_to(book, game, port, book.repair_side[port]):
        return 0
    if book.repairs_for[port] != NOWHERE and is_lost(book, game, book.repairs_for[port]):
        return int(book.repair_points[port]) + grown_points(book, game, book.repairs_for[port])
    return int(book.repair_points[port]) + grown_points(book, game, port)


@rule
def grown_points(book, game, port):
    """Points that grow turn by turn since Japan attacked; before that there are none (§11.12)."""
    if game.hostilities == 0:
        return 0
    turns = int(game.turn) - int(game.hostilities_since)
    if turns <= 0:
        return int(book.repair_schedule[port, ON_THE_TURN])
    grown = int(book.repair_schedule[port, ON_THE_NEXT]) + (turns - 1) * int(book.repair_schedule[port, MORE_A_TURN])
    return min(int(book.repair_schedule[port, AT_MOST]), grown)


@rule
def is_lost(book, game, port):
    """Whether the enemy holds a port (§11.12)."""
    return game.owner[port] != UNCONTROLLED and (game.owner[port] & 1) != book.repair_side[port]


@rule
def is_a_shipyard(book, game, port):
    """Whether the side that holds a place repairs there on some turn: its ships may rest on the bottom (§9.351)."""
    if game.owner[port] == UNCONTROLLED or (game.owner[port] & 1) != book.repair_side[port]:
        return False
    replaces = book.repairs_for[port]
    return book.repairs[port] == 1 or (replaces != NOWHERE and is_lost(book, game, replaces))


# --- §11.2, §5.32: repairing ---------------------------------------------------------------------------


@rule
def repairing(book, game, events):
    """Port by port, whoever holds it spends its points one by one (§5.32, §11.15, §11.16); what is left is lost
    (§11.17)."""
    frame = top(game)
    waiting = ports_with_work(book, game, frame[SUBJECT])
    while frame[CURSOR] < book.ports:
        port = frame[CURSOR]
        if has(waiting, port) and frame[STAGE] < capacity(book, game, port):
            return ask(book, game, Decision.REPAIR, frame[SUBJECT], FIRST_PORT + port)
        frame[CURSOR] += 1
        frame[STAGE] = 0
    pop(game)
    return False


@rule
def ports_with_work(book, game, power):
    """Ports that a power holds and in which a ship may be repaired, as a set."""
    ports = 0
    for k in range(game.units):
        unit = int(game.roster[k])
        if may_be_repaired(book, game, unit) and game.owner[game.place[unit] - FIRST_PORT] == power:
            ports |= bit(game.place[unit] - FIRST_PORT)
    return ports


@rule
def may_be_repaired(book, game, unit):
    """A ship with damage or an overhaul marker (§36.31) that stayed in port with its patrolling side up (§11.21,
    §11.23), where it may base: before Japan attacks that keeps the US to its own and Free French ships (§11.11)."""
    return (
        int(game.damage[unit]) + int(game.overhaul[unit]) > 0
        and book.kind[unit] == Kind.SHIP
        and in_port(game, unit)
        and marked(game, unit, RAIDING) == 0
        and marked(game, unit, COMMITTED) == 0
        and may_be_used(book, game, game.place[unit] - FIRST_PORT, unit)
    )


@rule
def mask_repair(book, game, mask):
    """Any such ship in the port, or no more repairs there."""
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.place[unit] == game.subject and may_be_repaired(book, game, unit):
            mask[FIRST_UNIT_ACTION + unit] = 1
    mask[Option.HOLD] = 1


@rule
def take_repair(book, game, action, events):
    """One point comes off (§11.1), of which kind its owner says (§36.31); or the power is done with this port."""
    frame = top(game)
    if action == Option.HOLD:
        frame[STAGE] = capacity(book, game, frame[CURSOR])
        return
    unit = action - FIRST_UNIT_ACTION
    frame[STAGE] += 1
    if game.damage[unit] > 0 and game.overhaul[unit] > 0:
        push(game, Step.MENDING, unit)
    else:
        mend(game, unit, game.overhaul[unit] > 0, events)


@rule
def mend(game, unit, overhaul, events):
    """Take a point of overhaul or of damage off a ship."""
    if overhaul:
        game.overhaul[unit] -= 1
        note(events, Event.OVERHAULED, unit, game.place[unit], game.overhaul[unit])
    else:
        game.damage[unit] -= 1
        note(events, Event.REPAIRED, unit, game.place[unit], game.damage[unit])


# --- §36.3: damage or overhaul -------------------------------------------------------------------------


@rule
def mending(book, game):
    """The owner of a ship with both says which point comes off (§36.31)."""
    unit = top(game)[SUBJECT]
    return ask(book, game, Decision.MENDING, game.controller[unit], unit)


@rule
def mask_mending(mask):
    """Either."""
    mask[Option.DAMAGE] = 1
    mask[Option.OVERHAUL] = 1


@rule
def take_mending(game, action, events):
    """It comes off."""
    unit = top(game)[SUBJECT]
    pop(game)
    mend(game, unit, action == Option.OVERHAUL, events)
