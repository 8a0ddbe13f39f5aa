"""5.7, 6.4, 7.2, 14, 16, 17: oilers, and where ships go when they leave the sea."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note, note_die
from aw_env.core.engine.marks import mark, marked
from aw_env.core.engine.sets import bit, first_of, has, is_empty, without_first
from aw_env.core.engine.stack import CURSOR, SUBJECT, ask, pop, push, top
from aw_env.games.war_at_sea.records.state import DISABLED, DISENGAGED, REFUELLED
from aw_env.games.war_at_sea.records.steps import Step
from aw_env.games.war_at_sea.records.terms import (
    FIRST_PLACE_ACTION,
    FIRST_PORT,
    NEUTRAL,
    NOWHERE,
    PORTS,
    Decision,
    Event,
    Kind,
    Option,
    Side,
)
from aw_env.games.war_at_sea.rules.counters import (
    allow_ports,
    at_sea,
    bases,
    in_port,
    is_active,
    lies_in_neutral_port,
    put,
    remove,
    tell,
    units_of,
)
from aw_env.games.war_at_sea.rules.movement import ports_after_failing
from aw_env.naval.dice import roll_die

# --- one unit ------------------------------------------------------------------------------------------


@rule
def go_to_port(book, game, events):
    """A unit goes to port; one that has nowhere to go is lost (H.1)."""
    unit = top(game)[SUBJECT]
    if ports_for(book, game, unit) == 0:
        note(events, Event.NO_PORT, unit, 0, 0)
        remove(game, unit)
        pop(game)
        return False
    return ask(book, game, Decision.RETURN, game.side[unit], unit)


@rule
def ports_for(book, game, unit):
    """The ports where a unit may go now, as a set: after a failed roll (6.4), a convoy by its own rules (14), or as the
    area prints it (5.7)."""
    if game.bound_for[unit] != NOWHERE:
        return ports_after_failing(book, game, unit)
    disabled = marked(game, unit, DISABLED)
    area = int(game.place[unit])
    if book.kind[unit] == Kind.CONVOY:
        port = int(book.convoy_refuge) if disabled == 1 else int(book.convoy_port[area])
        return bit(port - FIRST_PORT)
    return int(book.returns[area, game.side[unit], disabled]) & bases(book, game, unit)


@rule
def mask_return(book, game, mask):
    """These ports; a convoy may stay at sea if it can go on to another area (14.3)."""
    unit = game.subject
    allow_ports(mask, ports_for(book, game, unit))
    if book.kind[unit] == Kind.CONVOY and marked(game, unit, DISABLED) == 0:
        if book.convoy_next[game.place[unit]] != NOWHERE:
            mask[Option.STAY] = 1


@rule
def take_return(book, game, action, events):
    """It is there now; a convoy that reaches the port it was bound for scores, once (14.4-14.6)."""
    unit = game.subject
    pop(game)
    if action == Option.STAY:
        return
    place = action - FIRST_PLACE_ACTION
    area = int(game.place[unit])
    delivered = book.kind[unit] == Kind.CONVOY and marked(game, unit, DISABLED) == 0
    put(game, unit, place)
    if not delivered:
        tell(book, game, Event.RETURNED, unit, place, 0, events)
        return
    points = int(book.convoy_points[area])
    game.scored += points
    note(events, Event.CONVOY_SCORES, unit, place, points)
    remove(game, unit)


# --- 16: oilers ----------------------------------------------------------------------------------------


@rule
def refuel(book, game):
    """German ships in the Atlantic may try to stay at sea, one after another (16.1, H.46)."""
    frame = top(game)
    while frame[CURSOR] < game.units:
        unit = int(game.roster[frame[CURSOR]])
        if may_refuel(book, game, unit):
            return ask(book, game, Decision.OILING, game.side[unit], unit)
        frame[CURSOR] += 1
    pop(game)
    return False


@rule
def may_refuel(book, game, unit):
    """A German surface ship in an area with oilers that has not disengaged (H.11, L.7)."""
    if book.oils[unit] == 0 or not at_sea(game, unit) or book.oiling_die[game.turn] == 0:
        return False
    return has(book.oiling_areas, game.place[unit]) and marked(game, unit, DISENGAGED) == 0


@rule
def mask_oiling(mask):
    """Try, or go to port."""
    mask[Option.YES] = 1
    mask[Option.NO] = 1


@rule
def take_oiling(book, game, action, events):
    """A die decides (16.2): at sea until it is placed next turn, or in the Neutral Port."""
    unit = game.subject
    top(game)[CURSOR] += 1
    if action == Option.NO:
        return
    die = roll_die(game)
    stays = die <= book.oiling_die[game.turn]
    note(events, Event.OILING, unit, 1 if stays else 0, 0)
    note_die(events, die)
    if stays:
        mark(game, unit, REFUELLED, 1)
    else:
        put(game, unit, book.oilers_failed_to)
        note(events, Event.RETURNED, unit, book.oilers_failed_to, 0)


# --- 5.7: everyone -------------------------------------------------------------------------------------


@rule
def all_go_home(book, game):
    """Every vessel of a side that is still at sea goes to port; after the last turn only convoys, which may score."""
    frame = top(game)
    while frame[CURSOR] < game.units:
        unit = int(game.roster[frame[CURSOR]])
        frame[CURSOR] += 1
        if game.side[unit] != frame[SUBJECT] or not at_sea(game, unit) or marked(game, unit, REFUELLED) == 1:
            continue
        if book.kind[unit] == Kind.U_BOAT:
            put(game, unit, book.u_boat_home)
        elif game.turn < book.last_turn or book.kind[unit] == Kind.CONVOY:
            push(game, Step.RETURN, unit)
            return False
    pop(game)
    return False


# --- 17.2, H.8: ports that cost or close ---------------------------------------------------------------


@rule
def pays_for_neutral_port(book, game, unit):
    """Whether it began the turn in the Neutral Port and is still there."""
    return game.origin[unit] == game.place[unit] and lies_in_neutral_port(book, game, unit)


@rule
def ships_that_pay_in(book, game, of_side, port):
    """How many ships of a side in a port do so."""
    ships = 0
    there = units_of(game, of_side, FIRST_PORT + port)
    while not is_empty(there):
        ships += 1 if pays_for_neutral_port(book, game, first_of(there)) else 0
        there = without_first(there)
    return ships


@rule
def pay_for_neutral_port(book, game, events):
    """Ships that began the turn in the Neutral Port and are still there cost their side a point each (17.2)."""
    for of_side in range(2):
        ships = 0
        for port in range(PORTS):
            if book.port_side[port] == NEUTRAL:
                ships += ships_that_pay_in(book, game, of_side, port)
        if ships > 0:
            note(events, Event.PENALTY, of_side, ships, 0)
            game.scored += ships if of_side == Side.AXIS else -ships


@rule
def close_ports(book, game, events):
    """Ships in a port on its last turn are lost with it (H.8)."""
    closing = closing_ports(book, game)
    if closing == 0:
        return
    for k in range(game.units):
        unit = int(game.roster[k])
        if in_port(game, unit) and has(closing, game.place[unit] - FIRST_PORT):
            note(events, Event.INTERNED, unit, 0, 0)
            remove(game, unit)


@rule
def closing_ports(book, game):
    """The ports whose last turn it is, as a set."""
    ports = 0
    for port in range(PORTS):
        if is_active(book, game, port) and book.active_to[port] == game.turn:
            ports |= bit(port)
    return ports
