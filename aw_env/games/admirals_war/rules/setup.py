"""§2.7, §4: the first position of a game, the start and the end of a turn, units that return."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.dice import below
from aw_env.core.engine.events import note
from aw_env.core.engine.marks import mark, marked
from aw_env.core.engine.sets import bit, has
from aw_env.core.engine.stack import CURSOR, SUBJECT, ask, pop, push, top
from aw_env.games.admirals_war.records.state import (
    COMMITTED,
    DISABLED,
    HELD,
    PURSUED,
    RAIDING,
    RETREATED,
    REVERSED,
    THEATRE,
    TRADED,
)
from aw_env.games.admirals_war.records.steps import Step
from aw_env.games.admirals_war.records.terms import (
    FIRST_BOX,
    FIRST_PLACE_ACTION,
    FIRST_PORT,
    FIRST_UNIT_ACTION,
    NOBODY,
    NOWHERE,
    UNITS,
    Box,
    Decision,
    Event,
    Kind,
    PortKind,
    Side,
)
from aw_env.games.admirals_war.rules.control import areas_held
from aw_env.games.admirals_war.rules.counters import (
    allow_ports,
    home_theatre,
    lose_without_base,
    may_be_used,
    open_to,
    put,
    side,
    touched,
)
from aw_env.games.admirals_war.rules.movement import waters_of
from aw_env.games.admirals_war.rules.options.german_carriers import fit_out
from aw_env.games.admirals_war.rules.options.peace_in_europe import all_stay

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
    """Units of a power that are due appear: the first turn's are set up (§4.5), later ones arrive by the chart (§2.73)
    or return (§12.6, §13.51, §14.4, §12.123); the owner chooses where there is a choice."""
    frame = top(game)
    while frame[CURSOR] < game.units:
        unit = int(game.roster[frame[CURSOR]])
        if game.controller[unit] == frame[SUBJECT] and is_due(book, game, unit):
            if appears_or_is_lost(book, game, unit, events):
                frame[CURSOR] += 1
                continue
            if arrival_places(book, game, unit) != 0:
                return ask(book, game, Decision.ARRIVAL, frame[SUBJECT], unit)
        frame[CURSOR] += 1
    power = frame[SUBJECT]
    pop(game)
    push(game, Step.WITHDRAWALS, power)
    return False


@rule
def is_due(book, game, unit):
    """A unit whose turn of arrival or return has come; units without one wait for a scenario's own rule (M.4)."""
    box = game.place[unit] - FIRST_BOX
    on_the_chart = box == Box.NOT_YET_ARRIVED and game.due[unit] >= book.first_turn
    waits = box == Box.RETURNING or box == Box.LBA_TRANSFER or on_the_chart
    return waits and game.due[unit] <= game.turn


@rule
def comes_by_the_chart(book, game, unit):
    """Whether a unit must appear where the turn chart says: one that arrives, and a submarine that returns (§14.4)."""
    return game.place[unit] == FIRST_BOX + Box.NOT_YET_ARRIVED or book.kind[unit] == Kind.SUBMARINE


@rule
def appears_or_is_lost(book, game, unit, events):
    """Units of the chart with one place to appear at are put there, those with none are lost (§2.74).  False when
    there is something to choose."""
    if not comes_by_the_chart(book, game, unit):
        return False
    letter = book.appears_in[unit]
    if letter != NOWHERE and (letter < FIRST_BOX or game.hostilities == 0):  # §3.15; groups W-Z before the war (§19.43)
        appear(book, game, unit, letter, events)
        return True
    places = chart_places(book, game, unit)
    if places == 0:
        lose_without_base(book, game, unit, events)
        return True
    for port in range(book.ports):
        if places == bit(port):
            appear(book, game, unit, FIRST_PORT + port, events)
            return True
    return False


@rule
def chart_places(book, game, unit):
    """The ports of the chart that the enemy does not hold, as a set (§2.74); an air unit with a theatre printed on its
    back takes one there if it can (§3.34)."""
    places = 0
    in_theatre = 0
    for port in range(book.ports):
        if has(book.arrives_at[unit], port):
            friendly = open_to(book, game, port, side(game, unit))
            found = port if friendly else int(book.arrive_instead[port])
            if found != NOWHERE and open_to(book, game, found, side(game, unit)):
                places |= bit(found)
                if marked(game, unit, THEATRE) == book.port_theatre[found]:
                    in_theatre |= bit(found)
    return in_theatre if in_theatre != 0 else places


@rule
def arrival_places(book, game, unit):
    """Friendly ports on waters it may enter (§2.54), as a set; Axis units only in their native theatre (§12.6, §12.61,
    §12.62, §13.51); what comes by the chart, only the ports of the chart."""
    if comes_by_the_chart(book, game, unit):
        return chart_places(book, game, unit)
    places = 0
    waters = waters_of(book, game, unit)
    for port in range(book.ports):
        sails = touched(book, game, port) & waters != 0
        if book.port_kind[port] == PortKind.PORT and sails and may_be_used(book, game, port, unit):
            native = book.port_theatre[port] == home_theatre(game.controller[unit])
            if native or side(game, unit) == Side.ALLIES:
                places |= bit(port)
    return places


@rule
def mask_arrival(book, game, mask):
    """§2.73."""
    allow_ports(mask, arrival_places(book, game, game.subject))


@rule
def take_arrival(book, game, action, events):
    """The unit appears there."""
    appear(book, game, game.subject, action - FIRST_PLACE_ACTION, events)
    top(game)[CURSOR] += 1


@rule
def appear(book, game, unit, place, events):
    """A unit appears in a place, undamaged; an air unit that comes back belongs to the theatre of its port (§12.62,
    §12.123)."""
    returns = game.place[unit] != FIRST_BOX + Box.NOT_YET_ARRIVED
    put(game, unit, place)
    game.origin[unit] = place
    if returns and book.kind[unit] == Kind.LBA:
        mark(game, unit, THEATRE, book.port_theatre[place - FIRST_PORT])
    elif returns and game.turn >= REVERSE_SIDES_FROM and book.reverse_armor[unit] > 0:
        mark(game, unit, REVERSED, 1)
    fit_out(book, game, unit)
    note(events, Event.ARRIVED, unit, place, 0)


# --- §2.75: withdrawals --------------------------------------------------------------------------------


@rule
def withdrawals(book, game, events):
    """The units of a power that the chart lists for removal leave the game, or others in their place (§2.75)."""
    frame = top(game)
    while frame[CURSOR] < game.units:
        unit = int(game.roster[frame[CURSOR]])
        if book.leaves_on[unit] == game.turn and game.controller[unit] == frame[SUBJECT]:
            if on_the_board(game, unit):
                withdraw(game, unit, events)
            else:
                substitutes = count_substitutes(book, game, unit)
                if substitutes > 0:
                    return ask(book, game, Decision.WITHDRAWAL, frame[SUBJECT], unit)
                withdraw_next_to_return(book, game, unit, events)
        frame[CURSOR] += 1
    pop(game)
    return False


@rule
def on_the_board(game, unit):
    """A unit in play: on the map, or on its way to the other theatre."""
    return 0 <= game.place[unit] < FIRST_BOX or game.place[unit] == FIRST_BOX + Box.LBA_TRANSFER


@rule
def may_stand_in(book, game, unit, listed):
    """A unit of the exact same type and player; an Italian or Japanese air unit is no German one (§2.75)."""
    return book.unit_type[unit] == book.unit_type[listed] and game.controller[unit] == game.controller[listed]


@rule
def count_substitutes(book, game, listed):
    """Units on the board that may leave in the place of one that is lost."""
    count = 0
    for k in range(game.units):
        unit = int(game.roster[k])
        if on_the_board(game, unit) and may_stand_in(book, game, unit, listed):
            count += 1
    return count


@rule
def mask_withdrawal(book, game, mask):
    """Any of them."""
    for k in range(game.units):
        unit = int(game.roster[k])
        if on_the_board(game, unit) and may_stand_in(book, game, unit, game.subject):
            mask[FIRST_UNIT_ACTION + unit] = 1


@rule
def take_withdrawal(game, action, events):
    """That unit leaves."""
    withdraw(game, action - FIRST_UNIT_ACTION, events)
    top(game)[CURSOR] += 1


@rule
def withdraw_next_to_return(book, game, listed, events):
    """With none on the board, the lost unit that would return first leaves; with none of these either, nobody."""
    first = NOBODY
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.place[unit] == FIRST_BOX + Box.RETURNING and may_stand_in(book, game, unit, listed):
            if first == NOBODY or game.due[unit] < game.due[first]:
                first = unit
    if first != NOBODY:
        withdraw(game, first, events)


@rule
def withdraw(game, unit, events):
    """A unit is out of play for the rest of the game."""
    put(game, unit, FIRST_BOX + Box.OUT_OF_PLAY)
    note(events, Event.WITHDRAWN, unit, 0, 0)


# --- the start and the end of a turn -------------------------------------------------------------------


@rule
def begin_turn(book, game, events):
    """Note where everything stands (§2.343, §16.11)."""
    if game.turn == book.hostilities_on and game.hostilities == 0:
        game.hostilities = 1
        game.hostilities_since = game.turn
        note(events, Event.WAR, NOWHERE, 1, 0)
    for of_side in range(2):
        game.held_at_start[of_side] = areas_held(game, of_side)
    for area in range(game.resolved.size):
        game.resolved[area] = 0
    for track in range(2):
        game.points_at_turn[track] = game.victory_points[track]
    for k in range(game.units):
        game.origin[game.roster[k]] = game.place[game.roster[k]]
    game.unguarded = 0
    game.provocation = game.provoked
    game.provoked = 0


@rule
def clear_markers(book, game):
    """Disabled markers come off and all counters turn front side up, in port or at a base at sea (§7.52, §5.74)."""
    held_again = all_stay(book, game)
    for k in range(game.units):
        unit = int(game.roster[k])
        mark(game, unit, DISABLED, 0)
        mark(game, unit, RETREATED, 0)
        game.bound_for[unit] = NOWHERE
        mark(game, unit, PURSUED, 0)
        mark(game, unit, COMMITTED, 0)
        if not held_again:
            mark(game, unit, HELD, 0)
        mark(game, unit, TRADED, 0)
        mark(game, unit, RAIDING, 0)
