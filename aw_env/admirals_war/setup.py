"""§2.7, §4: the first position of a game, the start and the end of a turn, units that return."""

from aw_env.admirals_war.frames import CURSOR, SUBJECT, ask, pop, top
from aw_env.admirals_war.movement import waters_of
from aw_env.admirals_war.terms import (
    FIRST_BOX,
    FIRST_PLACE_ACTION,
    FIRST_PORT,
    NOBODY,
    UNITS,
    Box,
    Decision,
    Event,
    Kind,
    PortKind,
)
from aw_env.admirals_war.units import allow_ports, at_sea, bit, has, may_be_used, put
from aw_env.core.compiling import rule
from aw_env.core.dice import below
from aw_env.core.events import note

REVERSE_SIDES_FROM = 8
"""First turn on which amphibious units come back with their other side up (§13.52)."""

# --- a chance meeting ----------------------------------------------------------------------------------


@rule
def draw_meeting(book, game):
    """Random fleets meet in one sea area (the engagement scenario)."""
    area = draw_area(book, game)
    drawn = game.target  # a free field: 1 where a unit has been drawn
    for unit in range(UNITS):
        drawn[unit] = 0
    for of_side in range(2):
        spread = int(book.draw_most[of_side]) - int(book.draw_least[of_side])
        wanted = int(book.draw_least[of_side]) + below(game.generator, spread + 1)
        left = 0
        for unit in range(UNITS):
            if in_pool(book, unit, of_side):
                left += 1
        for unit in range(UNITS):
            if in_pool(book, unit, of_side):
                if below(game.generator, left) < wanted:
                    drawn[unit] = 1
                    wanted -= 1
                left -= 1
    game.units = 0
    for unit in range(UNITS):
        if drawn[unit] == 1:
            game.place[unit] = area
            game.origin[unit] = area
        if game.place[unit] >= 0:
            game.roster[game.units] = unit
            game.units += 1
        drawn[unit] = NOBODY


@rule
def in_pool(book, unit, of_side):
    """Whether a unit may be drawn for a side."""
    return book.draw_pool[unit] == 1 and book.power[unit] & 1 == of_side


@rule
def draw_area(book, game):
    """One of the areas where fleets may meet."""
    count = 0
    for area in range(book.areas):
        if has(book.draw_areas, area):
            count += 1
    chosen = below(game.generator, count)
    for area in range(book.areas):
        if has(book.draw_areas, area):
            if chosen == 0:
                return area
            chosen -= 1
    return 0


# --- §5.2, §2.73: reinforcements -----------------------------------------------------------------------


@rule
def reinforcements(book, game, events):
    """Units of a power that are due appear, at the owner's choice of place (§2.73, §12.6, §13.51, §12.123)."""
    frame = top(game)
    while frame[CURSOR] < game.units:
        unit = int(game.roster[frame[CURSOR]])
        if game.controller[unit] == frame[SUBJECT] and is_due(game, unit) and arrival_places(book, game, unit) != 0:
            return ask(book, game, Decision.ARRIVAL, frame[SUBJECT], unit)
        frame[CURSOR] += 1
    pop(game)
    return False


@rule
def is_due(game, unit):
    """A unit whose turn of return has come."""
    box = game.place[unit] - FIRST_BOX
    return (box == Box.RETURNING or box == Box.LBA_TRANSFER) and game.due[unit] <= game.turn


@rule
def arrival_places(book, game, unit):
    """Friendly ports on waters it may enter (§2.54), as a set; Axis LBA only in their own theatre (§12.6, §12.61,
    §12.62, §13.51)."""
    places = 0
    waters = waters_of(book, game, unit)
    for port in range(book.ports):
        sails = int(book.touches[port]) & waters != 0
        if book.port_kind[port] == PortKind.PORT and sails and may_be_used(book, game, port, unit):
            bound = book.kind[unit] == Kind.LBA and game.controller[unit] & 1 == 1
            if not bound or game.theatre[unit] == NOBODY or game.theatre[unit] == book.port_theatre[port]:
                places |= bit(port)
    return places


@rule
def mask_arrival(book, game, mask):
    """§2.73."""
    allow_ports(mask, arrival_places(book, game, game.subject))


@rule
def take_arrival(book, game, action, events):
    """The unit appears there, undamaged."""
    unit = game.subject
    place = action - FIRST_PLACE_ACTION
    put(game, unit, place)
    game.origin[unit] = place
    if book.kind[unit] == Kind.LBA:
        game.theatre[unit] = book.port_theatre[place - FIRST_PORT]
    elif game.turn >= REVERSE_SIDES_FROM and book.reverse_armor[unit] > 0:
        game.reversed[unit] = 1
    note(events, Event.ARRIVED, unit, place, 0)
    top(game)[CURSOR] += 1


# --- the start and the end of a turn -------------------------------------------------------------------


@rule
def begin_turn(book, game, events):
    """Places that change hands by themselves do so (§2.312); note where everything stands (§2.343, §16.11)."""
    note(events, Event.TURN, game.turn, 0, 0)
    for port in range(book.ports):
        if book.changes_on[port] == game.turn:
            game.owner[port] = book.changes_to[port]
            note(events, Event.CAPTURED, FIRST_PORT + port, game.owner[port], 0)
    for area in range(game.flag.size):
        game.flag_at_start[area] = game.flag[area]
        game.resolved[area] = 0
    for track in range(2):
        game.points_at_turn[track] = game.victory_points[track]
    for k in range(game.units):
        game.origin[game.roster[k]] = game.place[game.roster[k]]


@rule
def clear_markers(game):
    """Disabled markers come off and counters in port turn front side up (§7.52, §5.74)."""
    for k in range(game.units):
        unit = int(game.roster[k])
        game.disabled[unit] = 0
        game.retreated[unit] = 0
        game.pursued[unit] = 0
        game.committed[unit] = 0
        if not at_sea(game, unit):
            game.raiding[unit] = 0
