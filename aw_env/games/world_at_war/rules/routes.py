"""Routes over a map of hexes, and how near to them the enemy's ports lie (21.2, 21.36, with 22.2 as the rulings have
it).

A route runs from one end, `game.origin[HERE]`, to the other, over the places that `game.origin` names from `FIRST_STOP`
on: bases of embarkation (21.435B), or the port over which ships are displaced (21.23E).

While ships are out, `game.way` says of each place of the enemy how many hexes its ships go to the nearest hex of the
route, and under the side that sails how many hexes of the route come before that one.  Both are measured by water, each
through the straits that are open to it: ships come into a closed one but not through it, and so meet others there only
on their own side of it (21.2111).  Places are ports, and hexes of patrols (21.4192).  Once others have met them,
`game.way` says, under the side that sails, of each place of either how far it is from there to where they meet.
"""

import numpy as np

from aw_env.core.engine.arrays import bytes_equal, bytes_of_any, eight_of
from aw_env.core.engine.compiling import rule, rule_with_arrays
from aw_env.core.engine.sets import bit, lowest
from aw_env.games.world_at_war.records.kinds import (
    BETWEEN_PORTS,
    FLOWN,
    GROUPS,
    HEXES,
    NOWHERE,
    PLACES,
    SIDES_OF_A_HEX,
    Convoy,
    PlaceKind,
)
from aw_env.games.world_at_war.rules.damage import ready_ones
from aw_env.games.world_at_war.rules.errands import are_displaced
from aw_env.games.world_at_war.rules.island_forces import base_of, ones_from
from aw_env.games.world_at_war.rules.ranges import FAR, LEGS_MORE, enemy_of, is_supplied, operational_ports
from aw_env.games.world_at_war.rules.seaways import RANGE, RANGE_OF_SQUADRONS, closed_straits
from aw_env.games.world_at_war.rules.units import eights_of, first_of

HERE, THERE, FIRST_STOP = 0, 1, 2
"""Of `game.origin`: the ends of the route, and the first place between them over which it runs."""
WAY, OFFERED = 0, 1
"""Of `game.route`: which way ships that are out go, nowhere: it has not been asked; and the ways that they may choose
beside the shortest, as a set, while they are asked."""
SHORTEST, PAST_AIRCRAFT, PAST_SHIPS = 0, 1, 2
"""Ways (AR-12): the shortest, of these that farthest from enemy ships; that with the fewest hexes within reach of
aircraft of enemy bases; and that farthest from enemy ships; of equal ones the shortest."""
NO_WAY = 127
"""A cost that no way has."""


@rule
def measure_ways(book, game, side, there):
    """The way from each port of a side to a place by water, over ports at most twenty hexes from each other (21.3614):
    in three legs, as many as forty hexes can be divided in with a gain."""
    forget_ways(game, side)
    measure_leg(book, game, side, closed_straits(book, game, side), there, 0)
    measure_over_ports(book, game, side)


@rule
def forget_ways(game, side):
    """No way is known yet."""
    for place in range(PLACES):
        game.way[side, place] = FAR


@rule
def measure_over_ports(book, game, side):
    """Go on over ports, from those that are a leg away from the goal, or from any of several, as far as three legs: a
    second time only over those from which the way has become shorter since."""
    closed, ports = closed_straits(book, game, side), operational_ports(book, game, side)
    over = ports
    for _ in range(LEGS_MORE):
        once_more = 0
        while over != 0:
            port = lowest(over)
            over &= over - 1
            if game.way[side, port] != FAR:
                shorter = measure_leg(book, game, side, closed, port, int(game.way[side, port])) & ports
                before = bit(port) - 1
                once_more |= shorter & before
                over |= shorter & ~before
        over = once_more


@rule
def measure_leg(book, game, side, closed, port, further):
    """The ways over a port from the places within twenty hexes of it, from where it is so far to the goal, as far as
    these are shorter; the places from which they are, as a set.  It looks at every place, so that it takes many a
    step."""
    shorter = 0
    for place in range(PLACES):
        leg, before = int(book.by_water[closed, port, place]), int(game.way[side, place])
        shortens = (leg <= BETWEEN_PORTS) & (further + leg < before)
        game.way[side, place] = further + leg if shortens else before
        shorter |= int(shortens) << place
    return shorter


@rule
def lay_route(book, game, side, here, there, touches_ports):
    """Lay the route of ships from a place to another, by the way that has been chosen, at first the shortest (AR-12).
    touches_ports: it goes from port to port wherever that is farther than twenty hexes (21.3612, 21.3614); `game.way`
    of the side then says how far it is to its end from each port."""
    note_shunned(book, game, enemy_of(side))
    trace_route(book, game, side, here, there, touches_ports, NOWHERE)


@rule
def note_shunned(book, game, enemy):
    """The places of the enemy's from which the way that has been chosen leads away: those with squadrons that can fly,
    or with ships that can sail."""
    game.patrolled = 0
    if game.route[WAY] == PAST_AIRCRAFT:
        for place in range(PLACES):
            game.patrolled |= int(has_squadrons(book, game, place, enemy)) << place
        return
    game.patrolled = places_with_ships(book, game, enemy)


@rule
def has_squadrons(book, game, place, side):
    """Whether squadrons of a side can fly from a base on the map."""
    is_base = (book.lies_in[place] >= 0) & (game.control[place] == side) & is_supplied(book, game, place)
    return is_base & (game.airbase[place] > game.flown[place])


@rule
def are_near_aircraft(book, game):
    """Whether squadrons of any base of the enemy's reach the route of ships that are out."""
    side = enemy_of(game.moving)
    for place in range(PLACES):
        if game.way[side, place] <= FLOWN and has_squadrons(book, game, place, side):
            return True
    return False


@rule
def touches_ports(game):
    """Whether ships that are out touch a port every twenty hexes: all but those that change base or are displaced
    (21.3612-21.3614)."""
    return game.convoy != Convoy.NONE and not are_displaced(game)


@rule_with_arrays
def trace_route(book, game, side, here, there, touches_ports, met_by):
    """The same, away from the places that were watched as the ships set out.  met_by: the place whose ships meet them,
    from whose meeting with them ways are then measured; nowhere: those of the enemy's, from the route."""
    route = np.empty(HEXES, np.int16)
    hexes = follow_way(book, game, side, here, there, touches_ports, route)
    measure_from(book, game, side, route[:hexes], met_by)


@rule_with_arrays
def hex_of_meeting(book, game, place):
    """The hex in which ships of a place of the enemy's meet those that are out: the first of those of their route that
    are nearest to it, as `measure_from` has counted."""
    side, route = int(game.moving), np.empty(HEXES, np.int16)
    ways = game.way[side].copy()
    here, there = int(game.origin[HERE]), int(game.origin[THERE])
    follow_way(book, game, side, here, there, touches_ports(game), route)
    for base in range(PLACES):
        game.way[side, base] = ways[base]
    return int(route[ways[place]])


@rule_with_arrays
def follow_way(book, game, side, here, there, touches_ports, route):
    """Write down the hexes of the way that has been chosen; how many these are.  route: (hexes,)."""
    legs = np.empty(PLACES, np.int8)
    count, fixed = find_legs(book, game, side, here, there, touches_ports, legs)
    return follow_legs(book, game, side, here, touches_ports, legs[:count], fixed, NO_WAY, route)


@rule
def find_legs(book, game, side, here, there, touches_ports, legs):
    """The places at which the legs of a route end, and how many these are; and how many of them come before troops have
    embarked.  legs: (places,)."""
    closed, count, fixed = closed_straits(book, game, side), 0, 0
    for stop in range(FIRST_STOP, GROUPS + 1):
        end = end_of_leg(game, stop, there)
        if touches_ports and here != end:
            measure_ways(book, game, side, end)
        while here != end:
            here = next_port(book, game, side, here, end, closed) if touches_ports else end
            legs[count] = here
            count += 1
        if end_of_leg(game, stop, NOWHERE) != NOWHERE:
            fixed = count
    return count, fixed


@rule
def measure_danger(book, game, enemy, danger):
    """Hexes by water from the nearest of the places that are shunned to each hex.  danger: (hexes,), all `FAR`."""
    closed, shunned = closed_straits(book, game, enemy), int(game.patrolled)
    while shunned != 0:
        place = lowest(shunned)
        shunned &= shunned - 1
        for hex in range(HEXES):
            danger[hex] = min(danger[hex], book.water[closed, place, hex])


@rule_with_arrays
def follow_legs(book, game, side, here, touches_ports, legs, fixed, below, route):
    """The same over the ends of its legs, of which so many are fixed.  A way that is not the shortest is longer by some
    hexes, has twenty from port to port, and begins where troops have embarked (H); 0: no such way costs less on a leg
    than `below`."""
    danger = np.full(HEXES, FAR, np.int8)
    measure_danger(book, game, enemy_of(side), danger)
    closed, hexes, more = closed_straits(book, game, side), 1, 0
    if game.route[WAY] > SHORTEST:
        more = hexes_more(book, game, closed, here, legs)
    route[0] = book.lies_in[here]
    for k in range(len(legs)):
        port = int(legs[k])
        if more > 0 and k >= fixed:
            shortest = int(book.water[closed, port, route[hexes - 1]])
            limit = min(shortest + more, BETWEEN_PORTS if touches_ports else RANGE)
            past_aircraft = game.route[WAY] == PAST_AIRCRAFT
            gone = take_detour(book, closed, port, danger, route[hexes - 1 :], limit, past_aircraft, below)
            if gone == 0:
                return 0
            more -= gone - shortest
            hexes += gone
        else:
            hexes = follow(book, closed, port, danger, route, hexes)
    return hexes


@rule
def hexes_more(book, game, closed, here, legs):
    """By how many hexes a way over the ends of its legs may be longer than the shortest: up to forty (21.3614), with
    squadrons twenty (21.3614A)."""
    more = max(0, RANGE - length_of_legs(book, closed, here, legs))
    of_squadrons = way_of_squadrons(book, game, int(legs[len(legs) - 1])) if len(legs) > 0 else 0
    return min(more, max(0, RANGE_OF_SQUADRONS - of_squadrons)) if of_squadrons > 0 else more


@rule
def length_of_legs(book, closed, here, legs):
    """Hexes of the shortest way over the ends of its legs."""
    length = 0
    for k in range(len(legs)):
        length += int(book.by_water[closed, here, legs[k]])
        here = int(legs[k])
    return length


@rule_with_arrays
def measure_from(book, game, side, route, met_by):
    """Measure the ways from the hexes of a route, as `trace_route` says; from where ships meet, those from each place
    through the straits that are open to who holds it (21.2111)."""
    enemy, nearest, least = enemy_of(side), np.zeros(PLACES, np.int8), np.empty(PLACES, np.int8)
    theirs = closed_straits(book, game, enemy)
    find_nearest(book, theirs, route, nearest, least)
    if met_by != NOWHERE:
        ours, meeting = closed_straits(book, game, side), int(route[nearest[met_by]])
        for place in range(PLACES):
            closed = theirs if game.control[place] == enemy else ours
            game.way[side, place] = book.to_hex[closed, meeting, place]
        return
    for place in range(PLACES):
        is_met_from = (book.lies_in[place] >= 0) & is_base_of(book, game, place, enemy)
        before = game.way[side, place]
        game.way[enemy, place] = least[place] if is_met_from else FAR
        game.way[side, place] = nearest[place] if is_met_from else before


@rule
def find_nearest(book, closed, route, nearest, least):
    """The number of the hex of a route to which it is nearest from each place, of those equally near the first, and how
    far that is; all places together, which are many a step.  nearest: (places,), all 0; least: (places,)."""
    hex = int(route[0])
    for place in range(PLACES):
        least[place] = book.to_hex[closed, hex, place]
    for k in range(1, len(route)):
        hex = int(route[k])  # once, for all places: the compiler does not know that it stays the same
        for place in range(PLACES):
            far, before = book.to_hex[closed, hex, place], least[place]
            nearest[place] = k if far < before else nearest[place]
            least[place] = min(far, before)


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
def way_of_squadrons(book, game, there):
    """Hexes that squadrons which are aboard sail at most to a place: from the first stop at which any have embarked, by
    the shortest way over those after it (21.3614A); none where none are aboard."""
    at, hexes = NOWHERE, 0
    for stop in range(FIRST_STOP, len(game.origin)):
        place = int(game.origin[stop])
        if place != NOWHERE and (at != NOWHERE or game.aboard_marines[place] > 0):
            hexes += 0 if at == NOWHERE else length_of_way(book, game, int(game.moving), at, place)
            at = place
    return hexes if at == NOWHERE else hexes + length_of_way(book, game, int(game.moving), at, there)


@rule
def is_base_of(book, game, place, side):
    """Whether ships of a side may be in a place: a port of its, or a hex of patrols."""
    return (game.control[place] == side) | (book.place_kind[place] == PlaceKind.SEA)


@rule
def places_with_ships(book, game, side):
    """The places on the map with ships of a side that can sail, as a set; also those that ships under a counter have
    left, in which the enemy takes them for being (20.164A)."""
    left = places = 0
    for k in eights_of(game):
        ready = ready_ones(book, game, side, k)
        while ready != 0:
            unit = first_of(ready, k)
            ready &= ready - 1
            left |= bit(base_of(game, unit))
            if game.under[unit] > 0:
                left |= bit(game.place[unit])
    while left != 0:
        place = lowest(left)
        left &= left - 1
        places |= int((book.lies_in[place] >= 0) & is_base_of(book, game, place, side)) << place
    return places


@rule
def has_ships(book, game, place, side):
    """Whether a place is one of these."""
    if book.lies_in[place] < 0 or not is_base_of(book, game, place, side):
        return False
    for k in eights_of(game):
        ready = ready_ones(book, game, side, k)
        if ready & (ones_from(game, place, k) | seeming_to_be_in(game, place, k)) != 0:
            return True
    return False


@rule
def seeming_to_be_in(game, place, k):
    """1 in the bytes of those of eight units, of either side, that have left a place under a counter, so that the enemy
    takes them for being there: what is asked there is asked as if they were (20.164A)."""
    return bytes_equal(eight_of(game.place, k), place) & bytes_of_any(eight_of(game.under, k))


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


@rule_with_arrays
def follow(book, closed, port, danger, route, hexes):
    """Add the safest of the shortest ways from the last hex of a route to a port: that whose hexes stay farthest from
    what is shunned; how many hexes the route has then.  danger: (hexes,), from what is shunned."""
    ahead, safest = np.empty(HEXES, np.int16), np.full(HEXES, NOWHERE, np.int8)
    ahead[0], reached, done = route[hexes - 1], 1, 0
    while done < reached:
        reached = look_ahead(book, closed, port, danger, ahead, reached, int(ahead[done]), safest)
        done += 1
    for k in range(reached - 1, -1, -1):
        following = next_hex(book, closed, port, safest, int(ahead[k]))
        if following != NOWHERE:
            safest[ahead[k]] = min(danger[ahead[k]], safest[following])
    hex = next_hex(book, closed, port, safest, int(ahead[0]))
    while hex != NOWHERE:
        route[hexes] = hex
        hexes += 1
        hex = next_hex(book, closed, port, safest, hex)
    return hexes


@rule
def look_ahead(book, closed, port, danger, ahead, reached, hex, safest):
    """Note the hexes that may follow one on a shortest way: the last of such a way is as safe as it is itself.  Returns
    how many have been noted.  ahead, safest: (hexes,), are filled."""
    onward = int(book.onward[closed, port, hex])
    while onward != 0:
        other = int(book.beside[closed, hex, lowest(onward)])
        onward &= onward - 1
        if safest[other] == NOWHERE:
            ahead[reached], safest[other] = other, danger[other]
            reached += 1
    return reached


@rule
def next_hex(book, closed, port, safest, hex):
    """The hex that follows one on its safest shortest way, nowhere: there is none."""
    onward, found = int(book.onward[closed, port, hex]), NOWHERE
    while onward != 0:
        other = int(book.beside[closed, hex, lowest(onward)])
        onward &= onward - 1
        if found == NOWHERE or safest[other] > safest[found]:
            found = other
    return found


# --- ways that are not the shortest (AR-12, 21.416B) ---------------------------------------------------------


@rule_with_arrays
def take_detour(book, closed, port, danger, route, limit, past_aircraft, below):
    """The best way of at most so many hexes from the first hex of a route to a port, written behind it; its length, 0
    where none costs less than `below`.  danger: (hexes,), hexes from what is shunned.  past_aircraft: 1: that with the
    fewest hexes within reach of what is shunned; 0: that which stays farthest from it; of equal ones the shortest."""
    cost = np.empty((limit + 1, HEXES), np.int8)  # made ready row by row: few ways are as long as they may be
    least = np.full(HEXES, NO_WAY, np.int8)
    front, ahead = np.zeros(HEXES, np.int16), np.zeros(HEXES, np.int16)
    front[0], reached, length = route[0], 1, 0
    steps, goal = book.water[closed, port], int(book.lies_in[port])
    cost[0] = NO_WAY
    cost[0, route[0]] = least[route[0]] = 0
    least[goal] = below
    bound = cost_of(0, int(danger[goal]), past_aircraft)
    while reached > 0 and length < limit and least[goal] > bound:
        found, reached = reached, 0
        cost[length + 1] = NO_WAY
        for k in range(found):
            hex = int(front[k])
            if may_go_on(book, closed, hex, length):
                reached = go_on(book, closed, steps, danger, cost, least, hex, length, ahead, reached, goal, limit,
                                past_aircraft)  # fmt: skip
        front, ahead = ahead, front
        length += 1
    if least[goal] == below:
        return 0
    while cost[length, goal] != least[goal]:
        length -= 1
    here = goal
    for gone in range(length, 0, -1):
        route[gone] = here
        here = came_from(book, closed, cost, danger, here, gone, past_aircraft)
    return length


@rule
def go_on(book, closed, steps, danger, cost, least, hex, gone, ahead, reached, goal, limit, past_aircraft):
    """Note the hexes to which ships come from one after so many, if they come there at less cost than before and in
    time for the goal; how many have been noted.  cost: (limit + 1, hexes), what the best way to a hex costs that has so
    many; least: (hexes,), of any number; ahead: (hexes,), those that are noted."""
    so_far = int(cost[gone, hex])
    for k in range(SIDES_OF_A_HEX):
        other = int(book.beside[closed, hex, k])
        if other >= 0 and so_far < least[other] and gone + steps[other] < limit:
            more = cost_of(so_far, int(danger[other]), past_aircraft)
            if more < least[other] and more < least[goal]:
                if cost[gone + 1, other] == NO_WAY:
                    ahead[reached] = other
                    reached += 1
                cost[gone + 1, other] = least[other] = more
    return reached


@rule
def may_go_on(book, closed, hex, gone):
    """Whether ships that have gone so many hexes may leave one: they come into a closed strait but not through it."""
    return gone == 0 or book.shut[closed, hex] == 0


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
        other = int(book.beside[closed, hex, k])
        if other >= 0 and cost[gone - 1, other] < NO_WAY:
            if may_go_on(book, closed, other, gone - 1):
                if cost_of(int(cost[gone - 1, other]), int(danger[hex]), past_aircraft) == cost[gone, hex]:
                    return other
    return NOWHERE


@rule_with_arrays
def ways_that_differ(book, game):
    """The ways that ships that are out may choose beside the shortest: with fewer hexes within reach of aircraft, or
    farther from enemy ships, if these would meet them elsewhere; as a set.  The shortest is laid."""
    side, enemy, here, touching = int(game.moving), enemy_of(game.moving), int(game.origin[HERE]), touches_ports(game)
    ways, past_aircraft, found = game.way.copy(), game.way[enemy].copy(), 0
    route, legs = np.empty(HEXES, np.int16), np.empty(PLACES, np.int8)
    count, fixed = find_legs(book, game, side, here, int(game.origin[THERE]), touching, legs)
    legs = legs[:count]
    note_shunned_by(book, game, SHORTEST, enemy)
    hexes = follow_legs(book, game, side, here, touching, legs, fixed, NO_WAY, route)
    ships, apart = int(game.patrolled), least_danger(book, game, route[1:hexes])
    can_be_apart = apart < least_danger(book, game, route[hexes - 1 : hexes])
    note_shunned_by(book, game, PAST_AIRCRAFT, enemy)
    in_reach = hexes_in_reach(book, game, route[1:hexes])
    if in_reach > 0:
        below = in_reach if count == 1 else NO_WAY
        hexes = follow_legs(book, game, side, here, touching, legs, fixed, below, route)
        if hexes > 0 and hexes_in_reach(book, game, route[1:hexes]) < in_reach:
            found = bit(PAST_AIRCRAFT)
            measure_from(book, game, side, route[:hexes], NOWHERE)
            past_aircraft = game.way[enemy].copy()
    if can_be_apart:
        note_shunned_by(book, game, PAST_SHIPS, enemy)
        below = FAR - apart if count == 1 else NO_WAY
        hexes = follow_legs(book, game, side, here, touching, legs, fixed, below, route)
        if hexes > 0 and least_danger(book, game, route[1:hexes]) > apart:
            measure_from(book, game, side, route[:hexes], NOWHERE)
            if differ(game.way[enemy], ways[enemy]) and differ(game.way[enemy], past_aircraft):
                found |= bit(PAST_SHIPS)
    game.way[0], game.way[1] = ways[0], ways[1]
    game.route[WAY], game.patrolled = SHORTEST, ships
    return found


@rule
def lay_way(book, game, way, route):
    """Lay the route of ships that are out by one of their ways, and write its hexes down; how many these are."""
    hexes = write_way(book, game, way, route)
    measure_from(book, game, int(game.moving), route[:hexes], NOWHERE)
    return hexes


@rule
def write_way(book, game, way, route):
    """Write down the hexes of one of their ways, without measuring from it; how many these are."""
    side, here, there = int(game.moving), int(game.origin[HERE]), int(game.origin[THERE])
    note_shunned_by(book, game, way, enemy_of(side))
    return follow_way(book, game, side, here, there, touches_ports(game), route)


@rule_with_arrays
def hexes_of_way(book, game, way):
    """How many hexes one of the ways has of ships that choose; what has been measured stays."""
    ways, chosen, shunned = game.way.copy(), int(game.route[WAY]), int(game.patrolled)
    hexes = write_way(book, game, way, np.empty(HEXES, np.int16))
    game.way[0], game.way[1] = ways[0], ways[1]
    game.route[WAY], game.patrolled = chosen, shunned
    return hexes - 1


@rule
def note_shunned_by(book, game, way, enemy):
    """One of their ways is chosen, and noted from what it leads away."""
    game.route[WAY] = way
    note_shunned(book, game, enemy)


@rule
def differ(ways, others):
    """Whether any place is farther from one route than from another, or nearer to it."""
    for place in range(PLACES):
        if ways[place] != others[place]:
            return True
    return False


@rule
def hexes_in_reach(book, game, route):
    """How many hexes of a route are within three of the places that are shunned."""
    closed, found = closed_straits(book, game, enemy_of(game.moving)), 0
    for k in range(len(route)):
        found += int(int(book.flown_from[closed, route[k]]) & int(game.patrolled) != 0)
    return found


@rule
def least_danger(book, game, route):
    """Hexes by water from the nearest of the places that are shunned to the nearest hex of a route."""
    closed, found, shunned = closed_straits(book, game, enemy_of(game.moving)), FAR, int(game.patrolled)
    while shunned != 0:
        place = lowest(shunned)
        shunned &= shunned - 1
        for k in range(len(route)):
            found = min(found, int(book.water[closed, place, route[k]]))
    return found
