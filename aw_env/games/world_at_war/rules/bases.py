"""Basing, base changes and attacks on harbours (21.1, 21.22, 21.44)."""

from aw_env.core.engine.arrays import bytes_equal, bytes_of_any, eight_of, sum_of_bytes
from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.sets import allow_all, bit, has, lowest
from aw_env.games.world_at_war.records.kinds import (
    BASE_CHANGE,
    NOBODY,
    NOWHERE,
    PLACES,
    Condition,
    Event,
    Kind,
    Option,
    PlaceKind,
    Side,
    Theatre,
)
from aw_env.games.world_at_war.records.record import FIRST_PLACE, FIRST_UNIT
from aw_env.games.world_at_war.rules.damage import (
    LEAST_ROLL,
    MOST_ROLL,
    NATURAL_TWELVE,
    is_in_sw_box,
    mend_in_port,
    natural,
    note_two,
    take_hits_in_port,
    two_dice,
)
from aw_env.games.world_at_war.rules.seaways import RANGE, closed_straits, hexes_between, is_on_hexes, within_water
from aw_env.games.world_at_war.rules.units import eights_of, first_of, is_among, ones_of, sisters_before, units_of

PORT_CAPACITY = 50
"""Naval factors that a port bases (20.15)."""
ANY_NUMBER = 1 << 30
"""Room in a box."""
HARBOURS, BASES, PARTING, TROOPS, PATROLS, FORMING, COUNTERS, HUNTS = 0, 1, 2, 3, 4, 5, 6, 7
LOADING, AIRLIFT = 10, 11
"""Steps of the movement phase; those of an attack on a submarine follow `HUNTS`.  On a map of hexes `TROOPS` is the
choice of a base and of what embarks there, of which `LOADING`, troops, and `AIRLIFT`, squadrons, are what follows."""
MANY = 25
"""Factors of which few units have more."""
ALL_BITS = 0xFF
"""Those of a byte."""


@rule
def is_open(book, game, place, side):
    """Whether a place is a side's, and in use."""
    return (game.control[place] == side) & (game.turn >= book.opens[place])


@rule
def places_open(book, game, side):
    """The places that are a side's, and in use, as a set."""
    places = 0
    for place in range(PLACES):
        places |= int(is_open(book, game, place, side)) << place
    return places


@rule
def places_joined(book, game, side, here):
    """The places that units of a side reach from another from port to port, each with the next, on a map of hexes also
    with those within twenty by water (21.3612): so those from and to the U.S. box pass a port of the western front, or
    the South Africa box (21.214E).  The ports between are fully supplied and held since the player turn began
    (21.36C)."""
    ports, closed = places_open(book, game, side), closed_straits(book, game, side)
    reached = waiting = bit(here)
    while waiting != 0:
        place = lowest(waiting)
        waiting &= waiting - 1
        is_sw_box = book.place_kind[place] == PlaceKind.SW_BOX
        if place == here or not is_sw_box and is_held_and_supplied(game, place):
            further = next_places(book, closed, place) & ports & ~reached
            reached |= further
            waiting |= further
    return reached


@rule
def is_held_and_supplied(game, place):
    """Whether a place has not changed hands this player turn, and is fully supplied (21.36C)."""
    return game.taken[place] + game.cut_off[place] + game.unsupplied[place] == 0


@rule
def next_places(book, closed, place):
    """The places that units reach from another without a port between, as a set."""
    near = int(book.base_changes[place])
    return near | int(book.near_by_water[closed, place]) if is_on_hexes(book) else near


@rule
def is_port(book, game, place):
    """Whether a place is a port, or a port counter has been built there (21.12)."""
    return (book.place_kind[place] == PlaceKind.PORT) | (game.ports[place] > 0)


@rule
def capacity_of(book, game, place):
    """Naval factors that base in a place: fifty for each port (20.15); 0: any number."""
    return int(book.capacity[place]) + PORT_CAPACITY * int(game.ports[place])


@rule
def home_of(game, unit):
    """Where a unit is based: under a task force counter, where that is."""
    place, berth = int(game.place[unit]), int(game.berth[unit])
    return place if berth == NOWHERE else berth


@rule
def factors_based(book, game, port):
    """Naval factors based in a port, with those for which it keeps room; eight units at a time."""
    factors, have_left = 0, 0
    for k in eights_of(game):
        there, berths = bytes_equal(eight_of(game.place, k), port), eight_of(game.berth, k)
        under_way = bytes_of_any(berths ^ NOWHERE)
        based = there & ~under_way | bytes_equal(berths, port)
        factors += sum_of_bytes(eight_of(game.strength, k) & taking_up_room(game, k) & ALL_BITS * based)
        have_left |= there & ~based
    return factors + factors_out(book, game, port) if have_left != 0 else factors


@rule
def taking_up_room(game, k):
    """All bits of the bytes of those of eight units that take up room: all but ships that wait for repair (21.113), and
    those out with a group, which are inverted once it has chosen its port (21.538B)."""
    waiting, inverted = bytes_of_any(eight_of(game.repair, k)), bytes_of_any(eight_of(game.inverted, k))
    return ~(ALL_BITS * (waiting | bytes_of_any(eight_of(game.in_group, k)) & ~inverted))


@rule
def factors_out(book, game, port):
    """Naval factors for which a port keeps room: of its owner's patrols that have left it under a counter (21.415)."""
    factors = 0
    for k in eights_of(game):
        patrols = bytes_equal(eight_of(game.place, k), port) & bytes_of_any(eight_of(game.under, k))
        strengths = eight_of(game.strength, k) & taking_up_room(game, k)
        while patrols != 0:
            first = lowest(patrols)
            patrols &= patrols - 1
            unit = 8 * k + (first >> 3)
            at_sea = book.place_kind[game.berth[unit]] == PlaceKind.SEA
            factors += int(at_sea and book.side[unit] == game.control[port]) * (strengths >> first & ALL_BITS)
    return factors


@rule
def has_room(book, game, place, factors):
    """Ports base fifty factors each, boxes any number (20.15, 21.114)."""
    return room_in(book, game, place) >= factors


@rule
def room_in(book, game, place):
    """Naval factors for which there is still room: a submarine takes up as much as one (20.14, 20.71)."""
    capacity = capacity_of(book, game, place)
    return ANY_NUMBER if capacity == 0 else capacity - factors_based(book, game, place) - int(game.boats[place])


@rule
def port_with_room(book, game, unit):
    """Where a new unit appears: its place; or, where that is the enemy's or full, the nearest of its side's with room,
    first of those next to it on the board, then of those within a base change, then of all (20.15, 21.112)."""
    place, side = int(book.arrives_at[unit]), int(book.side[unit])
    ports = havens(book, game)
    near = places_in_reach(book, game, place, ports)
    for places in (bit(place), int(book.base_changes[place]), near, ports):
        roomy = those_with_room(book, game, places & places_open(book, game, side), int(book.factors[unit]))
        if roomy != 0:
            return nearest_of(book, roomy, place)
    return place


@rule
def nearest_of(book, places, here):
    """The nearest of some places to another, of the equally near the first."""
    found = lowest(places)
    while places != 0:
        place = lowest(places)
        places &= places - 1
        if book.hexes[here, place] < book.hexes[here, found]:
            found = place
    return found


@rule
def is_overstacked(book, game, place):
    """Whether a port bases more than it has room for (21.112)."""
    return not has_room(book, game, place, 0)


@rule
def allow_ports_with_room(book, game, side, factors, otherwise, mask):
    """Allow the ports of a side on the same ocean with room for so many factors; where there is none, the one left."""
    found = False
    for place in range(PLACES):
        if is_port(book, game, place) and is_open(book, game, place, side):
            if lies_on_ocean_of(book, place, otherwise) and has_room(book, game, place, factors):
                mask[FIRST_PLACE + place] = 1
                found = True
    if not found:
        mask[FIRST_PLACE + otherwise] = 1


@rule
def lies_on_ocean_of(book, place, origin):
    """Whether raiders that left a place, or were at sea in an SW box, can return to another (21.33)."""
    return book.raids_to[origin] < 0 or book.raids_to[place] == book.raids_to[origin]


# --- base changes (21.22) --------------------------------------------------------------------------------


@rule
def may_change_base(book, game, unit, place):
    """Whether a unit may change its base to a place."""
    return has(new_bases(book, game, unit), place)


@rule
def new_bases(book, game, unit):
    """The places to which a unit may change its base, as a set: free ones, within reach, with room (21.223, 21.112)."""
    if game.place[unit] == NOWHERE:
        return 0
    reached = places_in_reach(book, game, int(game.place[unit]), havens(book, game))
    free = reached & places_open(book, game, int(game.moving))
    return those_with_room(book, game, free, int(game.strength[unit]))


@rule
def places_in_reach(book, game, here, havens):
    """The places to which a base change leads from another, as a set (21.223): in the Pacific ports and boxes within
    twenty hexes (21.3613), and on a map of hexes places within forty by water; the Pacific U.S. box is reached only
    from some (21.214B).  havens: see `havens`."""
    places = int(book.base_changes[here])
    if is_on_hexes(book):
        places |= within_water(book, game, int(game.moving), here, RANGE)
    elif has(havens, here):
        places |= (int(book.in_range[here]) | reached_from_jungle(book, game, here)) & havens
    return places & ~bit(here)


@rule
def reached_from_jungle(book, game, here):
    """The places that units of the moving side reach from a port in the jungle over a supplied one of theirs at most
    five hexes from it (21.3617), as a set; nothing from any other, which reaches as far itself."""
    places = 0
    if book.port_range[here] < BASE_CHANGE:
        ports = int(book.in_range[here]) & places_open(book, game, int(game.moving)) & ~bit(here)
        while ports != 0:
            port = lowest(ports)
            ports &= ports - 1
            if is_port(book, game, port) and is_held_and_supplied(game, port):
                for place in range(PLACES):
                    hexes = int(book.hexes[here, port]) + int(book.hexes[port, place])
                    places |= int(hexes <= BASE_CHANGE) << place
    return places


@rule
def is_within_base_change(book, game, side, here, place):
    """Whether that of a side leads from one place to another, by a line between them on the board or from port to
    port."""
    if is_on_hexes(book):
        return hexes_between(book, game, side, here, place) <= RANGE
    if has(book.base_changes[here], place):
        return True
    if book.theatre != Theatre.PACIFIC or not has(book.in_range[here], place):
        return False
    return is_haven(book, game, here) and is_haven(book, game, place)


@rule
def is_haven(book, game, place):
    """Whether ships base in a place: a port or a box."""
    return is_port(book, game, place) | (book.place_kind[place] == PlaceKind.BOX)


@rule
def havens(book, game):
    """These places of the Pacific, as a set."""
    places = 0
    if book.theatre == Theatre.PACIFIC:
        for place in range(PLACES):
            places |= int(is_haven(book, game, place)) << place
    return places


@rule
def is_free_to_move(book, game, unit):
    """Whether a unit of the side that moves has not been used, and is neither damaged nor at sea (21.31, 21.314)."""
    return book.side[unit] == game.moving and is_among(not_used(book, game, unit >> 3), unit)


@rule
def not_used(book, game, k):
    """1 in the bytes of those of eight units, of either side, that are free to move."""
    return ready_to_move(book, game, k) & ~bytes_of_any(eight_of(game.inverted, k))


@rule
def ready_to_move(book, game, k):
    """1 in the bytes of those of eight units that could move if they have not been used."""
    lame = eight_of(game.condition, k) | eight_of(game.moved, k) | eight_of(game.at_sea, k)
    lame |= eight_of(game.on_patrol, k) ^ NOWHERE  # out (21.414B)
    in_play = bytes_of_any(eight_of(game.place, k) ^ NOWHERE) & ~bytes_equal(eight_of(book.kind, k), Kind.CVE)
    return in_play & ~bytes_of_any(lame) & ~tied_to_counters(book, game, k)


@rule
def tied_to_counters(book, game, k):
    """1 in the bytes of those of eight units that do nothing without their task force: on a map of hexes those at sea
    under a counter, and those that are home and have been used; others in port may leave theirs there, and elsewhere go
    with it alone."""
    tied = bytes_of_any(eight_of(game.under, k))
    if is_on_hexes(book):
        tied &= bytes_of_any(eight_of(game.berth, k) ^ eight_of(game.place, k))
        tied |= under_used_counters(book, game, k)
    return tied


@rule
def under_used_counters(book, game, k):
    """1 in the bytes of those of eight units that lie in port, or in a box, under inverted counters: they have been
    used, and it is not said which they are (20.162D)."""
    found = 0
    for side in range(2):
        used = inverted_counters(book, game, side)
        while used != 0:
            found |= bytes_equal(eight_of(game.under, k), lowest(used) + 1) & ones_of(book, side, k)
            used &= used - 1
    return found


@rule
def inverted_counters(book, game, side):
    """The task force counters of a side that are inverted, as a set: `game.counter_moved` says on a map of hexes which
    are."""
    return int(game.counter_moved[side]) if is_on_hexes(book) else int(game.counters_used[side])


@rule
def has_been_used_unseen(book, game, unit):
    """Whether a unit is one of these."""
    return is_among(under_used_counters(book, game, unit >> 3), unit)


@rule
def has_been_used(book, game, unit):
    """Whether a unit has been used (21.311), as all see or under a counter."""
    return game.inverted[unit] == 1 or has_been_used_unseen(book, game, unit)


@rule
def is_tied_to_counter(book, game, unit):
    """Whether a unit is one of these."""
    return is_among(tied_to_counters(book, game, unit >> 3), unit)


@rule
def may_leave_base(book, game, k):
    """1 in the bytes of those of eight units that may change base: those that have not been used, and those that are
    inverted and remain so (21.224), new ones (21.34) and such as lacked supply.  A base change is no operation of 21.31
    (21.32); who has been used in this movement phase does not leave again (21.321)."""
    new = bytes_equal(eight_of(book.arrives, k), game.turn) * int(game.turn > 1)
    inverted = bytes_of_any(eight_of(game.inverted, k))
    ready = ready_to_move(book, game, k) & (new | ~inverted)
    return ready | without_supply(book, game, k) | damaged_at_sea(book, game, k)


@rule
def without_supply(book, game, k):
    """1 in the bytes of those of eight units that are inverted since an earlier turn, for their base is not supplied
    (21.72A)."""
    left, found = ready_to_move(book, game, k) & bytes_of_any(eight_of(game.inverted, k)), 0
    while left != 0:
        base = int(game.place[first_of(left, k)])
        if game.cut_off[base] + game.unsupplied[base] > 0:
            found |= left & ~(left - 1)
        left &= left - 1
    return found


@rule
def damaged_at_sea(book, game, k):
    """1 in the bytes of those of eight units that are damaged in an SW box: they sail to a port, where they are
    repaired (20.523A); a base change is none of the activities of 21.314."""
    left, found = bytes_equal(eight_of(game.condition, k), Condition.DAMAGED), 0
    while left != 0:
        if is_in_sw_box(book, game, first_of(left, k)):
            found |= left & ~(left - 1)
        left &= left - 1
    return found & ~bytes_of_any(eight_of(game.moved, k))


@rule
def mask_base_change(book, game, mask):
    """Units that have somewhere to go; of cruisers that are alike the first."""
    mask[Option.DONE] = 1
    free, ports = places_open(book, game, int(game.moving)), havens(book, game)
    roomy, full = 0, 0  # places of which it is known by now whether they have room for any unit
    for k in eights_of(game):
        mine = ones_of(book, int(game.moving), k)
        left = may_leave_base(book, game, k) & mine if mine != 0 else 0
        while left != 0:
            unit = first_of(left, k)
            left &= left - 1
            if not moves_as_another(book, game, unit):
                reached = places_in_reach(book, game, int(game.place[unit]), ports) & free
                if reached & roomy == 0:
                    roomy, full = look_for_room(book, game, reached & ~full, roomy, full)
                mask[FIRST_UNIT + unit] = int(has_destination(book, game, unit, reached & roomy))


@rule
def places_with_room(book, game, side, factors):
    """The open places of a side with room for so many factors, as a set."""
    return those_with_room(book, game, places_open(book, game, side), factors)


@rule
def those_with_room(book, game, places, factors):
    """Those of a set of places with room for so many factors."""
    left = places
    while left != 0:
        if not has_room(book, game, lowest(left), factors):
            places &= ~bit(lowest(left))
        left &= left - 1
    return places


@rule
def look_for_room(book, game, left, roomy, full):
    """Ask places of a set that have not been asked whether they have room for any unit, as most have that have any,
    until one has.  Those known to have it, roomy, and those known not to, full, with these."""
    while left != 0:
        place = lowest(left)
        left &= left - 1
        if has_room(book, game, place, MANY):
            return roomy | bit(place), full
        full |= bit(place)
    return roomy, full


@rule
def has_destination(book, game, unit, roomy):
    """Whether a unit may change its base to any place; roomy: those in reach that are known to have room for any."""
    return (roomy != 0 and game.strength[unit] <= MANY) or new_bases(book, game, unit) != 0


@rule
def moves_as_another(book, game, unit):
    """Whether a cruiser may change base as another before it in the same place may."""
    for other in sisters_before(book, game, unit):
        alike = game.inverted[other] == game.inverted[unit] and game.condition[other] == game.condition[unit]
        if game.place[other] == game.place[unit] and alike:
            if is_among(may_leave_base(book, game, other >> 3), other):
                return True
    return False


@rule
def mask_destination(book, game, mask):
    allow_all(mask, FIRST_PLACE, new_bases(book, game, int(game.subject)), PLACES)


@rule
def take_destination(book, game, action, events):
    """The unit is in its new base; if it was inverted, it remains so (21.224)."""
    unit, place = int(game.subject), action - FIRST_PLACE
    if inverts(book, int(game.place[unit]), place):
        game.inverted[unit] = 1
    game.place[unit] = place
    game.moved[unit] = 1
    mend_in_port(book, game, unit)
    game.cursor = NOBODY
    note(events, Event.CHANGES_BASE, unit, place, 0)


@rule
def inverts(book, here, place):
    """Whether a unit that goes from box to box, from an SW box to another place, or between theatres, is inverted, but
    for one that goes to an SW box (21.224)."""
    if book.place_kind[here] == PlaceKind.SW_BOX:
        return True
    if book.in_pacific_theatre[here] != book.in_pacific_theatre[place]:
        return book.place_kind[place] != PlaceKind.SW_BOX
    return book.place_kind[here] == PlaceKind.BOX and book.place_kind[place] == PlaceKind.BOX


# --- harbour attacks (21.44) -----------------------------------------------------------------------------


@rule
def mask_harbour(book, game, mask):
    """A named ship in an enemy port (21.443A), or none."""
    mask[Option.DONE] = 1
    for unit in units_of(game):
        if book.side[unit] != game.moving and book.kind[unit] <= Kind.CARRIER and game.place[unit] != NOWHERE:
            if book.place_kind[game.place[unit]] == PlaceKind.PORT:
                mask[FIRST_UNIT + unit] = 1


@rule
def attack_harbour(book, game, ship, events):
    """Resolve a harbour attack on a ship (21.443): less what her port takes from it (21.443B), and with or against it
    the advantage in codebreaking (21.443C)."""
    dice = two_dice(game)
    advantage = int(book.ultra[game.turn] > 0) - int(book.ultra[game.turn] < 0)
    total = natural(dice) - int(book.harbour_defense[game.place[ship]])
    total += advantage if book.side[ship] == Side.AXIS else -advantage
    hits = int(book.hits_in_harbour[min(max(total, LEAST_ROLL), MOST_ROLL)])
    note(events, Event.HARBOUR_ATTACK, ship, hits, 0)
    note_two(events, dice)
    take_hits_in_port(book, game, ship, hits, natural(dice) == NATURAL_TWELVE, events)
