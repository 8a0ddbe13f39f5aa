"""What destroyers carry over a map of hexes: supply lines, oil, and troops for Africa (21.42, 21.43, with the lines of
the rulings)."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.sets import has, lowest
from aw_env.core.engine.stack import ask
from aw_env.games.world_at_war.records.kinds import (
    MOST_TROOPS,
    NOBODY,
    NOWHERE,
    PLACES,
    Box,
    Decision,
    Event,
    Kind,
    Option,
    Phase,
    PlaceKind,
    Worth,
)
from aw_env.games.world_at_war.records.record import FIRST_PLACE, FIRST_UNIT
from aw_env.games.world_at_war.rules.africa import foremost, is_in_africa
from aw_env.games.world_at_war.rules.bases import is_open, places_joined
from aw_env.games.world_at_war.rules.cargo import DESTROYERS_A_FACTOR, FACTORS_A_TRANSPORT
from aw_env.games.world_at_war.rules.ranges import FAR, LEGS_MORE, operational_ports
from aw_env.games.world_at_war.rules.rows import MOST_COUNTED
from aw_env.games.world_at_war.rules.sea_transport import carry
from aw_env.games.world_at_war.rules.seaways import BETWEEN_PORTS, RANGE, closed_straits
from aw_env.games.world_at_war.rules.transports import usable
from aw_env.games.world_at_war.rules.units import units_of

LINES, CARRIERS = 0, 1
"""Steps of the supply phase: whether the next line is kept, and by which destroyers."""
DESTROYERS_A_LINE = 3
"""As many as an oil counter takes (21.422, 21.64B)."""


# --- supply lines and oil (21.42) ------------------------------------------------------------------------


@rule
def ask_lines(book, game, events):
    """Line by line whether it is kept, then its destroyers; True when asked."""
    side = int(game.moving)
    if game.step == CARRIERS:
        if destroyers_wanted(book, game) > 0:
            return ask(book, game, Decision.CARRY, side, NOBODY)
        keep_line(book, game, events)
    while game.cursor < PLACES:
        if may_be_kept(book, game, int(game.cursor)):
            return ask(book, game, Decision.SUPPLY_LINE, side, game.cursor)
        game.cursor += 1
    game.phase, game.step, game.cursor = Phase.MOVEMENT.value, 0, NOBODY
    return False


@rule
def end_of_line(book, game, place):
    """Where the supply line from a place of the moving side ends: in Africa in its foremost port; nowhere: in none."""
    end = int(book.line_end[place])
    if end == NOWHERE or not is_open(book, game, place, int(game.moving)):
        return NOWHERE
    if is_in_africa(book, end):
        return foremost(book, game, int(game.moving))
    return end if is_open(book, game, end, int(game.moving)) else NOWHERE


@rule
def may_be_kept(book, game, place):
    """Whether a line can be kept: it touches a port every twenty hexes (21.3612), and there are destroyers."""
    end = end_of_line(book, game, place)
    if end == NOWHERE or game.kept[place] == 1:
        return False
    if not has(places_joined(book, game, int(game.moving), place), end):
        return False
    return destroyers_near(book, game, place) >= DESTROYERS_A_LINE


@rule
def destroyers_near(book, game, place):
    """Destroyers that could sail from a place in its supply line."""
    joined, destroyers = places_joined(book, game, int(game.moving), place), 0
    for row in units_of(game):
        if is_free_to_carry(book, game, row) and has(joined, int(game.place[row])):
            destroyers += int(game.strength[row])
    return destroyers


@rule
def is_free_to_carry(book, game, row):
    """Whether a row is destroyers of the moving side that have not been used (21.31)."""
    if book.kind[row] != Kind.DD or book.side[row] != game.moving or game.place[row] == NOWHERE:
        return False
    return game.strength[row] > 0 and game.inverted[row] == 0 and game.carrying[row] == 0


@rule
def take_line(game, action):
    """Its destroyers are named, or it is not kept."""
    if action == Option.YES:
        game.step = CARRIERS
    else:
        game.cursor += 1


@rule
def keep_line(book, game, events):
    """The line holds, and scores (H); where it ends there is supply until it is wanted anew."""
    side, place = int(game.moving), int(game.cursor)
    release_destroyers(game)
    game.kept[place] = 1
    game.unsupplied[end_of_line(book, game, place)] = 0
    game.points[side] += int(book.worth[Worth.SUPPLY_LINE])
    note(events, Event.SUPPLIED, place, 1, 0)
    game.step = LINES
    game.cursor += 1


@rule
def release_destroyers(game):
    """Destroyers that have carried have been used (21.311)."""
    for row in units_of(game):
        if game.carrying[row] > 0:
            game.inverted[row] = 1
            game.carrying[row] = 0


# --- which destroyers (21.434, 21.435) -------------------------------------------------------------------


@rule
def destroyers_wanted(book, game):
    """Destroyers that are still to be named."""
    wanted = DESTROYERS_A_LINE
    if game.phase == Phase.MOVEMENT:
        wanted = destroyers_a_factor(book, game.cursor) * int(game.troops)
    for row in units_of(game):
        wanted -= int(game.carrying[row])
    return wanted


@rule
def mask_carry(book, game, mask):
    """Destroyers of ports on the way of the line, or within range of the base of embarkation."""
    if game.phase == Phase.MOVEMENT:
        further = measure(book, game, int(game.cursor))
        for row in units_of(game):
            mask[FIRST_UNIT + row] = int(may_carry(book, game, row, int(game.cursor), further))
        return
    joined = places_joined(book, game, int(game.moving), int(game.cursor))
    for row in units_of(game):
        if is_free_to_carry(book, game, row):
            mask[FIRST_UNIT + row] = int(has(joined, int(game.place[row])))


@rule
def take_carry(book, game, action, events):
    carry(book, game, action - FIRST_UNIT, destroyers_wanted(book, game), events)


@rule
def may_carry(book, game, row, base, further):
    """Whether destroyers go from where they are to the base of embarkation and from there on, within forty hexes in all
    (21.435A, B, 21.3614A); further: hexes of the second part."""
    if not is_free_to_carry(book, game, row):
        return False
    return game.place[row] == base or game.way[game.moving, game.place[row]] + further <= RANGE


@rule
def measure(book, game, base):
    """Measure the ways of destroyers to a base of embarkation; the hexes from there to Africa.  Those from a box meet
    what they carry at its port in Africa (H)."""
    side, port = int(game.moving), landing_port(book, game, base)
    measure_ways(book, game, side, port)
    if is_box(book, base):
        return 0
    further = int(game.way[side, base])
    measure_ways(book, game, side, base)
    return further


@rule
def measure_ways(book, game, side, there):
    """The way from each port of a side to a place by water, over ports at most twenty hexes from each other (21.3614):
    in three legs, as many as forty hexes can be divided in with a gain."""
    closed, ports = closed_straits(book, game, side), operational_ports(book, game, side)
    for place in range(PLACES):
        direct = int(book.by_water[closed, place, there])
        game.way[side, place] = direct if direct <= BETWEEN_PORTS else FAR
    for _ in range(LEGS_MORE):
        over = ports
        while over != 0:
            port = lowest(over)
            over &= over - 1
            for place in range(PLACES):
                leg = int(book.by_water[closed, place, port])
                if leg <= BETWEEN_PORTS and leg + int(game.way[side, port]) < game.way[side, place]:
                    game.way[side, place] = leg + int(game.way[side, port])


# --- troops for Africa (21.43) ---------------------------------------------------------------------------


@rule
def transport_troops(book, game, events):
    """Base by base how many factors embark, and on which destroyers; True when asked."""
    side = int(game.moving)
    if game.cursor == NOBODY:
        if bases_of_embarkation(book, game) != 0:
            return ask(book, game, Decision.EMBARK, side, foremost(book, game, side))
        game.phase, game.step, game.cursor = Phase.REDEPLOYMENT.value, 0, 0
        return False
    if game.troops == 0:
        return ask(book, game, Decision.TROOPS, side, NOBODY)
    if destroyers_wanted(book, game) > 0:
        return ask(book, game, Decision.CARRY, side, NOBODY)
    land_troops(book, game, events)
    return False


@rule
def is_box(book, place):
    return book.place_kind[place] == PlaceKind.BOX


@rule
def landing_port(book, game, base):
    """Where troops of a base land: in the foremost port of their side, or from a box in that which it is joined to
    (21.433); nowhere: in none."""
    side = int(game.moving)
    if not is_box(book, base):
        return foremost(book, game, side)
    for place in range(PLACES):
        if has(book.base_changes[base], place) and is_in_africa(book, place) and is_open(book, game, place, side):
            return place
    return NOWHERE


@rule
def destroyers_a_factor(book, base):
    """One, or two from a box (21.434A, B)."""
    return DESTROYERS_A_FACTOR if is_box(book, base) else 1


@rule
def most_troops(book, game, base):
    """Factors that can be carried from a base: for destroyers, from a box for the transports of the Indian Ocean too
    (21.434C), and for what there is room for."""
    waiting = int(game.infantry[base])
    if waiting == 0 or is_in_africa(book, base) or not is_open(book, game, base, int(game.moving)):
        return 0
    port = landing_port(book, game, base)
    if port == NOWHERE:
        return 0
    further, destroyers = measure(book, game, base), 0
    for row in units_of(game):
        if may_carry(book, game, row, base, further):
            destroyers += int(game.strength[row])
    most = min(waiting, destroyers // destroyers_a_factor(book, base), MOST_TROOPS - int(game.infantry[port]))
    return min(most, FACTORS_A_TRANSPORT * usable(game, Box.INDIAN)) if is_box(book, base) else most


@rule
def bases_of_embarkation(book, game):
    """The places from which troops can be carried, as a set."""
    bases = 0
    for place in range(PLACES):
        bases |= int(most_troops(book, game, place) > 0) << place
    return bases


@rule
def mask_embark(book, game, mask):
    mask[Option.DONE] = 1
    bases = bases_of_embarkation(book, game)
    for place in range(PLACES):
        mask[FIRST_PLACE + place] = int(has(bases, place))


@rule
def take_embark(game, action):
    """How many sail from there; or no more do, and the redeployment phase begins."""
    if action == Option.DONE:
        game.phase, game.step, game.cursor = Phase.REDEPLOYMENT.value, 0, 0
    else:
        game.cursor = action - FIRST_PLACE


@rule
def mask_troops(book, game, mask):
    for count in range(1, min(most_troops(book, game, int(game.cursor)), MOST_COUNTED) + 1):
        mask[Option.COUNT_0 + count] = 1


@rule
def take_troops(book, game, action):
    """So many factors sail, from a box with a transport for every five (21.434C)."""
    game.troops = action - Option.COUNT_0
    if is_box(book, game.cursor):
        game.used_transports[Box.INDIAN] += (int(game.troops) + FACTORS_A_TRANSPORT - 1) // FACTORS_A_TRANSPORT


@rule
def land_troops(book, game, events):
    """They are in Africa, and their destroyers back in port, used."""
    base, factors = int(game.cursor), int(game.troops)
    port = landing_port(book, game, base)
    game.infantry[base] -= factors
    game.infantry[port] += factors
    note(events, Event.TROOPS_LAND, port, factors, 0)
    release_destroyers(game)
    game.troops, game.cursor = 0, NOBODY
