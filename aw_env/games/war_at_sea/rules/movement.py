"""6: movement, and ships that fail to go two areas."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note_die
from aw_env.core.engine.marks import mark, marked
from aw_env.core.engine.sets import bit, has
from aw_env.core.engine.stack import CURSOR, STAGE, SUBJECT, ask, pop, push, top
from aw_env.games.war_at_sea.records.state import MAY_SAIL, MOVED, REFUELLED, RELEASED
from aw_env.games.war_at_sea.records.steps import Step
from aw_env.games.war_at_sea.records.terms import (
    AREAS,
    FIRST_PLACE_ACTION,
    FIRST_PORT,
    NOWHERE,
    PORTS,
    Decision,
    Event,
    Kind,
    Option,
    Side,
)
from aw_env.games.war_at_sea.rules.counters import (
    allow_areas,
    allow_ports,
    at_sea,
    bases,
    in_port,
    is_active,
    is_vessel,
    put,
    speed,
    tell,
    waters,
)
from aw_env.naval.dice import roll_die

ASKING, ROLLING, FAILING = 0, 1, 2
MOST_DIE, LEAST_DIE = 6, 1

# --- 6.1-6.3: orders -----------------------------------------------------------------------------------


@rule
def give_orders(book, game, events):
    """A side moves ship by ship; when all have their orders, those that try two areas roll (6.3, 6.4); when all dice
    have been seen, ports are chosen for those that failed (L.5)."""
    frame = top(game)
    of_side = frame[SUBJECT]
    while frame[STAGE] <= FAILING:
        while frame[CURSOR] < game.units:
            unit = int(game.roster[frame[CURSOR]])
            if game.side[unit] == of_side and is_vessel(book, unit):
                if frame[STAGE] == ASKING:
                    if may_move(book, game, unit):
                        return ask(book, game, Decision.ORDER, of_side, unit)
                elif game.bound_for[unit] != NOWHERE:
                    if frame[STAGE] == FAILING:
                        push(game, Step.RETURN, unit)
                        return False
                    roll_for_speed(book, game, unit, events)
            frame[CURSOR] += 1
        frame[STAGE] += 1
        frame[CURSOR] = 0
    pop(game)
    return False


@rule
def sail_on(book, game, of_side, events):
    """Convoys that stayed at sea go on to their next area, unasked (14.3, H.34)."""
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.side[unit] == of_side and book.kind[unit] == Kind.CONVOY and at_sea(game, unit):
            further = int(book.convoy_next[game.place[unit]])
            if further != NOWHERE and marked(game, unit, MOVED) == 0:
                enter(book, game, unit, further, events)


@rule
def may_move(book, game, unit):
    """Whether a ship may be given an order, its first of the turn: from an active port, if its navy lets it sail (15.2,
    15.3), or after refuelling at sea (16.1)."""
    if marked(game, unit, REFUELLED) == 1:
        return True
    if marked(game, unit, MOVED) == 1 or not in_port(game, unit):
        return False
    if not is_active(book, game, game.place[unit] - FIRST_PORT):
        return False
    if book.by_release[unit] == 1 and marked(game, unit, RELEASED) == 0:
        return False
    return book.sails_on[unit] == 0 or marked(game, unit, MAY_SAIL) == 1


@rule
def mask_order(book, game, mask):
    """Stay in port, or an area that the ship may enter or try to (6.1, 6.2); for ships that have refuelled at sea any
    area, or some ports (16.1, H.44)."""
    unit = game.subject
    if marked(game, unit, REFUELLED) == 1:
        allow_areas(mask, waters(book, game, unit))
        allow_ports(mask, int(book.oiled_ports) & bases(book, game, unit))
        return
    mask[Option.STAY] = 1
    port = int(game.place[unit]) - FIRST_PORT
    areas = areas_beside(book, game, unit, port)
    if book.kind[unit] == Kind.CONVOY:
        areas &= ~areas_with_convoys(book, game)
    else:
        areas |= areas_two_away(book, game, unit, port)
    allow_areas(mask, areas)


@rule
def areas_beside(book, game, unit, port):
    """The areas that border a port and that the ship may enter, as a set (6.1)."""
    return int(book.touches[port]) & waters(book, game, unit)


@rule
def areas_two_away(book, game, unit, port):
    """The areas that it may try to enter through another which the enemy did not control last turn and it may enter
    too (6.2), but none that borders the port (L.2), as a set."""
    beside = areas_beside(book, game, unit, port)
    found = 0
    for area in range(AREAS):
        if has(beside, area) and game.flag[area] != 1 - game.side[unit]:
            found |= int(book.adjacent[area])
    return found & waters(book, game, unit) & ~int(book.touches[port])


@rule
def areas_with_convoys(book, game):
    """The areas in which there is a convoy: no other may enter (14.1)."""
    areas = 0
    for k in range(game.units):
        unit = int(game.roster[k])
        if book.kind[unit] == Kind.CONVOY and at_sea(game, unit):
            areas |= bit(game.place[unit])
    return areas


@rule
def take_order(book, game, action, events):
    """The ship moves, or will try to when all have their orders."""
    unit = game.subject
    top(game)[CURSOR] += 1
    if action == Option.STAY:
        return
    place = action - FIRST_PLACE_ACTION
    if marked(game, unit, REFUELLED) == 1:
        enter(book, game, unit, place, events)
    elif has(book.touches[game.place[unit] - FIRST_PORT], place):
        enter(book, game, unit, place, events)
    else:
        mark(game, unit, MOVED, 1)
        game.bound_for[unit] = place


@rule
def enter(book, game, unit, place, events):
    """A unit has moved there."""
    put(game, unit, place)
    mark(game, unit, MOVED, 1)
    tell(book, game, Event.MOVED, unit, place, 0, events)


# --- 6.4: two areas ------------------------------------------------------------------------------------


@rule
def roll_for_speed(book, game, unit, events):
    """A die below its speed brings a ship into its second area; none is rolled where it is certain."""
    area, limit = int(game.bound_for[unit]), speed(book, game, unit)
    certain = limit > MOST_DIE or limit <= LEAST_DIE
    die = LEAST_DIE if certain else roll_die(game)
    passed = die < limit
    tell(book, game, Event.SPEED_ROLL, unit, area, int(passed), events)
    if not certain:
        note_die(events, die)
    if passed:
        put(game, unit, area)


@rule
def ports_after_failing(book, game, unit):
    """Back to the port that it left, or to any that borders the second area, as a set (6.4)."""
    ports = bit(game.place[unit] - FIRST_PORT)
    usable = bases(book, game, unit)
    for port in range(PORTS):
        if has(usable, port) and has(book.touches[port], game.bound_for[unit]):
            ports |= bit(port)
    return ports


# --- 6.5: U-boats --------------------------------------------------------------------------------------


@rule
def place_u_boats(book, game):
    """U-boats may be placed in any area (6.5), one after another."""
    frame = top(game)
    while frame[CURSOR] < game.units:
        unit = int(game.roster[frame[CURSOR]])
        if book.kind[unit] == Kind.U_BOAT and in_port(game, unit):
            return ask(book, game, Decision.U_BOAT_ORDER, Side.AXIS.value, unit)
        frame[CURSOR] += 1
    pop(game)
    return False


@rule
def mask_u_boat_order(mask):
    """Any area, or stay at home."""
    mask[Option.STAY] = 1
    for area in range(AREAS):
        mask[FIRST_PLACE_ACTION + area] = 1


@rule
def take_u_boat_order(book, game, action, events):
    """It goes there."""
    top(game)[CURSOR] += 1
    if action != Option.STAY:
        enter(book, game, game.subject, action - FIRST_PLACE_ACTION, events)
