"""Routes over a map of hexes, and how near to them the enemy's ports lie (21.2, 21.36, with 22.2 as the rulings have
it).

A route runs from one end, `game.origin[HERE]`, to the other, over the places that `game.origin` names from `FIRST_STOP`
on: bases of embarkation (21.435B), or the port over which ships are displaced (21.23E).

While ships are out, `game.way` says of each place of the enemy how many hexes its ships go to the nearest hex of the
route, and under the side that sails how many hexes of the route come before that one.  Both are measured by water, each
through the straits that are open to it: ships come into a closed one but not through it, and so meet others there only
on their own side of it (21.2111).  Places are ports, and hexes of patrols (21.4192).  Once others have met them,
`game.way` says of each place of the side that sails how far it is from there to where they meet.
"""

import numpy as np

from aw_env.core.engine.compiling import rule, rule_with_arrays
from aw_env.core.engine.sets import bit, has, lowest
from aw_env.games.world_at_war.records.kinds import (
    GROUPS,
    HEXES,
    NOWHERE,
    PLACES,
    SIDES_OF_A_HEX,
    STRAITS,
    Convoy,
    PlaceKind,
)
from aw_env.games.world_at_war.rules.damage import is_sound
from aw_env.games.world_at_war.rules.errands import are_displaced
from aw_env.games.world_at_war.rules.island_forces import base_of
from aw_env.games.world_at_war.rules.ranges import FAR, LEGS_MORE, enemy_of, is_supplied, operational_ports
from aw_env.games.world_at_war.rules.seaways import BETWEEN_PORTS, RANGE, closed_straits
from aw_env.games.world_at_war.rules.units import units_of

HERE, THERE, FIRST_STOP = 0, 1, 2
"""Of `game.origin`: the ends of the route, and the first place between them over which it runs."""
WAY = 0
"""Of `game.route`: which way ships that are out go; nowhere: it has not been asked."""
SHORTEST, PAST_AIRCRAFT, PAST_SHIPS = 0, 1, 2
"""Ways (AR-12): the shortest, of these that farthest from enemy ships; that with the fewest hexes within reach of
aircraft of enemy bases; and that farthest from enemy ships; of equal ones the shortest."""
FLOWN, NO_WAY = 3, 9999
"""Hexes that aircraft of bases fly, and a cost that no way has."""


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


@rule
def lay_route(book, game, side, here, there, touches_ports):
    """Lay the route of ships from a place to another, by the way that has been chosen, at first the shortest (AR-12).
    touches_ports: it goes from port to port wherever that is farther than twenty hexes (21.3612, 21.3614); `game.way`
    of the side then says how far it is to its end from each port."""
    game.patrolled = 0
    for place in range(PLACES):
        if is_shunned(book, game, place, enemy_of(side)):
            game.patrolled |= bit(place)
    trace_route(book, game, side, here, there, touches_ports, NOWHERE)


@rule
def touches_ports(game):
    """Whether ships that are out touch a port every twenty hexes: all but those that change base or are displaced
    (21.3612-21.3614)."""
    return game.convoy != Convoy.NONE and not are_displaced(game)


@rule
def is_shunned(book, game, place, enemy):
    """Whether the way that has been chosen leads away from a place of the enemy's: one with ships that can sail, or
    with squadrons that can fly."""
    if game.route[WAY] != PAST_AIRCRAFT:
        return has_ships(book, game, place, enemy)
    is_base = book.lies_in[place] >= 0 and game.control[place] == enemy
    return is_base and is_supplied(book, game, place) and game.airbase[place] > game.flown[place]


@rule_with_arrays
def trace_route(book, game, side, here, there, touches_ports, met_by):
    """The same, away from the places that were watched as the ships set out.  met_by: the place whose ships meet them,
    from whose meeting with them the ways of the side that sails are then measured; nowhere: those of the enemy's.  A
    way that is not the shortest has up to forty hexes (21.3614), twenty from port to port, and begins where troops have
    embarked (H)."""
    route, more = np.zeros(HEXES, np.int64), 0
    if game.route[WAY] > SHORTEST:
        more = max(0, RANGE - trace_legs(book, game, side, here, there, touches_ports, NOWHERE, 0, route))
    trace_legs(book, game, side, here, there, touches_ports, met_by, more, route)


@rule_with_arrays
def trace_legs(book, game, side, here, there, touches_ports, met_by, more, route):
    """The same, so many hexes longer than the shortest way at most.  route: (hexes,), its hexes are written there.
    Returns how many these are beside the first."""
    steps, danger = np.full(HEXES, FAR, np.int64), np.full(HEXES, FAR, np.int64)
    first, waiting = np.zeros(HEXES, np.int64), np.zeros(HEXES, np.int64)
    enemy = enemy_of(side)
    ours, theirs = closed_straits(book, game, side), closed_straits(book, game, enemy)
    hexes = 0
    for place in range(PLACES):
        if has(game.patrolled, place):
            route[hexes] = book.lies_in[place]
            hexes += 1
    spread(book, theirs, route, hexes, danger, first, waiting)
    route[0], hexes = book.lies_in[here], 1
    for stop in range(FIRST_STOP, GROUPS + 1):
        end = end_of_leg(game, stop, there)
        if touches_ports and here != end:
            measure_ways(book, game, side, end)
        while here != end:
            port = next_port(book, game, side, here, end, ours) if touches_ports else end
            steps[:] = FAR
            route[HEXES - 1] = book.lies_in[port]
            reached = spread(book, ours, route[HEXES - 1 :], 1, steps, first, waiting)
            shortest = int(steps[book.lies_in[here]])
            if more > 0 and end_of_leg(game, stop, NOWHERE) == NOWHERE:
                limit = min(shortest + more, BETWEEN_PORTS if touches_ports else RANGE)
                goal, past_aircraft = int(book.lies_in[port]), game.route[WAY] == PAST_AIRCRAFT
                gone = take_detour(book, ours, danger, route[hexes - 1 :], goal, limit, past_aircraft)
                more -= gone - shortest
                hexes += gone
            else:
                look_ahead(book, ours, steps, danger, waiting[:reached], first)
                hexes = follow(book, ours, steps, first, route, hexes)
            here = port
    length = hexes - 1
    steps[:] = FAR
    spread(book, theirs, route, hexes, steps, first, waiting)
    if met_by != NOWHERE:
        route[0] = route[first[book.lies_in[met_by]]]
        steps[:] = FAR
        spread(book, ours, route, 1, steps, first, waiting)
    for place in range(PLACES):
        hex = int(book.lies_in[place])
        if met_by != NOWHERE:
            game.way[side, place] = min(FAR, steps[hex]) if hex >= 0 else FAR
        elif hex >= 0 and is_base_of(book, game, place, enemy):
            game.way[enemy, place] = min(FAR, steps[hex])
            game.way[side, place] = min(FAR, first[hex])
        else:
            game.way[enemy, place] = FAR
    return length


@rule
def end_of_leg(game, stop, there):
    """Where a leg of a route ends: at its next stop, or there."""
    if stop < GROUPS and game.origin[stop] != NOWHERE:
        return int(game.origin[stop])
    return int(there)


@rule_with_arrays
def length_of_way(book, game, side, here, there):
    """Hexes from a place to another over ports at most twenty hexes from each other; `FAR` where there is no way.  The
    ways of the side stay those that were measured before."""
    if here == there:
        return 0
    before = game.way[side].copy()
    measure_ways(book, game, side, there)
    length = int(game.way[side, here])
    game.way[side] = before
    return length


@rule
def is_base_of(book, game, place, side):
    """Whether ships of a side may be in a place: a port of its, or a hex of patrols."""
    return game.control[place] == side or book.place_kind[place] == PlaceKind.SEA


@rule
def has_ships(book, game, place, side):
    """Whether a place lies on the map with ships of a side that can sail."""
    if book.lies_in[place] < 0 or not is_base_of(book, game, place, side):
        return False
    for unit in units_of(game):
        if book.side[unit] == side and base_of(game, unit) == place and is_sound(game, unit):
            if game.inverted[unit] == 0:
                return True
    return False


@rule
def next_port(book, game, side, here, there, closed):
    """Where a route from a place to another goes first: straight there within twenty hexes, or to the port over which
    it is shortest."""
    straight = int(book.by_water[closed, here, there])
    if straight <= BETWEEN_PORTS:
        return there
    found, best = there, FAR
    ports = operational_ports(book, game, side) & ~bit(here)
    while ports != 0:
        port = lowest(ports)
        ports &= ports - 1
        leg = int(book.by_water[closed, here, port])
        if leg <= BETWEEN_PORTS and leg + int(game.way[side, port]) < best:
            found, best = port, leg + int(game.way[side, port])
    return found


@rule
def is_shut(book, closed, hex):
    """Whether a hex is a strait that is closed: ships come into it, but not through it (21.211)."""
    for strait in range(STRAITS):
        if has(closed, strait) and book.strait_hex[strait] == hex:
            return True
    return False


@rule
def is_barred(book, closed, hex, other):
    """Whether a closed strait lies between two hexes."""
    for strait in range(STRAITS):
        if has(closed, strait):
            one, two = int(book.strait_side[strait, 0]), int(book.strait_side[strait, 1])
            if (one == hex and two == other) or (one == other and two == hex):
                return True
    return False


@rule
def spread(book, closed, sources, count, steps, first, waiting):
    """Hexes by water from the nearest of so many sources to each hex, and the number of that source, of those equally
    near the first.  steps: (hexes,), all `FAR`; first: (hexes,); waiting: (hexes,), those reached, the nearest first.
    Returns how many these are."""
    reached, done = 0, 0
    for k in range(count):
        hex = int(sources[k])
        if steps[hex] != 0:
            steps[hex], first[hex] = 0, k
            waiting[reached] = hex
            reached += 1
    while done < reached:
        hex = int(waiting[done])
        done += 1
        if steps[hex] > 0 and is_shut(book, closed, hex):
            continue
        for k in range(SIDES_OF_A_HEX):
            other = int(book.beside[hex, k])
            if other >= 0 and steps[other] == FAR and not is_barred(book, closed, hex, other):
                steps[other], first[other] = steps[hex] + 1, first[hex]
                waiting[reached] = other
                reached += 1
    return reached


@rule
def look_ahead(book, closed, steps, danger, hexes, safest):
    """Of each of these hexes how near its safest shortest way to the end comes to the enemy.  danger: hexes from the
    enemy's ships.  hexes: the nearest to the end first.  safest: (hexes,), is filled."""
    for k in range(len(hexes)):
        hex = int(hexes[k])
        following = next_hex(book, closed, steps, safest, hex) if steps[hex] > 0 else NOWHERE
        safest[hex] = danger[hex] if following == NOWHERE else min(danger[hex], safest[following])


@rule
def next_hex(book, closed, steps, safest, hex):
    """The hex that follows one on its safest shortest way, nowhere: there is none."""
    found = NOWHERE
    for k in range(SIDES_OF_A_HEX):
        other = int(book.beside[hex, k])
        if other >= 0 and steps[other] == steps[hex] - 1 and not is_barred(book, closed, hex, other):
            if steps[other] == 0 or not is_shut(book, closed, other):
                if found == NOWHERE or safest[other] > safest[found]:
                    found = other
    return found


@rule
def follow(book, closed, steps, safest, route, hexes):
    """Add the safest of the shortest ways from the last hex of a route to that from which steps are counted; how many
    hexes it has then."""
    hex = int(route[hexes - 1])
    while 0 < steps[hex] < FAR and hexes < HEXES - 1:
        hex = next_hex(book, closed, steps, safest, hex)
        route[hexes] = hex
        hexes += 1
    return hexes


# --- ways that are not the shortest (AR-12, 21.416B) ---------------------------------------------------------


@rule_with_arrays
def take_detour(book, closed, danger, route, goal, limit, past_aircraft):
    """The best way of at most so many hexes from the first hex of a route to a goal, written behind it; its length.
    past_aircraft: 1: that with the fewest hexes within reach of what is shunned; 0: that which stays farthest from it;
    of equal ones the shortest."""
    cost = np.full((limit + 1, HEXES), NO_WAY, np.int64)
    cost[0, route[0]] = 0
    for gone in range(limit):
        for hex in range(HEXES):
            if cost[gone, hex] < NO_WAY and may_go_on(book, closed, hex, gone):
                for k in range(SIDES_OF_A_HEX):
                    other = int(book.beside[hex, k])
                    if other >= 0 and not is_barred(book, closed, hex, other):
                        more = cost_of(int(cost[gone, hex]), int(danger[other]), past_aircraft)
                        cost[gone + 1, other] = min(cost[gone + 1, other], more)
    length = 0
    for gone in range(limit + 1):
        if cost[gone, goal] < cost[length, goal]:
            length = gone
    here = goal
    for gone in range(length, 0, -1):
        route[gone] = here
        here = came_from(book, closed, cost, danger, here, gone, past_aircraft)
    return length


@rule
def may_go_on(book, closed, hex, gone):
    """Whether ships that have gone so many hexes may leave one: they come into a closed strait but not through it."""
    return gone == 0 or not is_shut(book, closed, hex)


@rule
def cost_of(before, danger, past_aircraft):
    """What a way costs with one hex more that is so far from what is shunned."""
    if past_aircraft:
        return before + int(danger <= FLOWN)
    return max(before, FAR - danger)


@rule
def came_from(book, closed, cost, danger, hex, gone, past_aircraft):
    """The hex before one on the way that costs what it does after so many hexes."""
    for k in range(SIDES_OF_A_HEX):
        other = int(book.beside[hex, k])
        if other >= 0 and cost[gone - 1, other] < NO_WAY and not is_barred(book, closed, hex, other):
            if may_go_on(book, closed, other, gone - 1):
                if cost_of(int(cost[gone - 1, other]), int(danger[hex]), past_aircraft) == cost[gone, hex]:
                    return other
    return NOWHERE


@rule_with_arrays
def ways_that_differ(book, game):
    """The ways that ships that are out may choose beside the shortest: with fewer hexes within reach of aircraft, or
    farther from enemy ships, if these would meet them elsewhere; as a set.  The shortest is laid."""
    enemy = enemy_of(game.moving)
    shortest = game.way[enemy].copy()
    route = np.zeros(HEXES, np.int64)
    found, length = 0, lay_way(book, game, PAST_AIRCRAFT, route)
    fewest, bases = hexes_in_reach(book, game, route[: length + 1]), int(game.patrolled)
    past_aircraft = game.way[enemy].copy()
    length = lay_way(book, game, PAST_SHIPS, route)
    if differ(game.way[enemy], shortest) and differ(game.way[enemy], past_aircraft):
        found |= bit(PAST_SHIPS)
    length = lay_way(book, game, SHORTEST, route)
    game.patrolled, ships = bases, int(game.patrolled)
    if fewest < hexes_in_reach(book, game, route[: length + 1]):
        found |= bit(PAST_AIRCRAFT)
    game.patrolled = ships
    return found


@rule_with_arrays
def lay_way(book, game, way, route):
    """Lay the route of ships that are out by one of their ways, and write its hexes down; their number, less one."""
    game.route[WAY] = way
    side, here, there = int(game.moving), int(game.origin[HERE]), int(game.origin[THERE])
    lay_route(book, game, side, here, there, touches_ports(game))
    more = 0
    if way != SHORTEST:
        more = max(0, RANGE - trace_legs(book, game, side, here, there, touches_ports(game), NOWHERE, 0, route))
    return trace_legs(book, game, side, here, there, touches_ports(game), NOWHERE, more, route)


@rule
def differ(ways, others):
    """Whether any place is farther from one route than from another, or nearer to it."""
    for place in range(PLACES):
        if ways[place] != others[place]:
            return True
    return False


@rule_with_arrays
def hexes_in_reach(book, game, route):
    """How many hexes of a route are within three of the places that are shunned."""
    danger, sources = np.full(HEXES, FAR, np.int64), np.zeros(HEXES, np.int64)
    first, waiting, count = np.zeros(HEXES, np.int64), np.zeros(HEXES, np.int64), 0
    for place in range(PLACES):
        if has(game.patrolled, place):
            sources[count] = book.lies_in[place]
            count += 1
    spread(book, closed_straits(book, game, enemy_of(game.moving)), sources, count, danger, first, waiting)
    found = 0
    for hex in route:
        found += int(danger[hex] <= FLOWN)
    return found
