"""Where troops and squadrons embark on a map of hexes, on whose destroyers, and by which way these come (21.434,
21.435, 21.65)."""

from aw_env.core.engine.arrays import bytes_equal, bytes_of_any, eight_of, sum_of_bytes
from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.sets import has
from aw_env.games.world_at_war.records.kinds import NOWHERE, PLACES, Event, Ground, Kind, PlaceKind
from aw_env.games.world_at_war.rules.africa import foremost, is_in_africa
from aw_env.games.world_at_war.rules.air_cargo import land_squadrons
from aw_env.games.world_at_war.rules.bases import is_open, tied_to_counters
from aw_env.games.world_at_war.rules.cargo import FACTORS_A_TRANSPORT
from aw_env.games.world_at_war.rules.routes import FIRST_STOP, THERE, length_of_way, measure_ways, way_of_squadrons
from aw_env.games.world_at_war.rules.seaways import RANGE, RANGE_OF_SQUADRONS
from aw_env.games.world_at_war.rules.troops import carriers_left
from aw_env.games.world_at_war.rules.units import eights_of, first_of, is_among, ones_of, units_of


@rule
def is_box(book, place):
    return book.place_kind[place] == PlaceKind.BOX


@rule
def is_free_to_carry(book, game, row):
    """Whether a row is destroyers of the moving side that have not been used (21.31)."""
    return is_among(free_to_carry(book, game, row >> 3), row)


@rule
def free_to_carry(book, game, k):
    """1 in the bytes of those of eight units that are such rows; a row of which a part has been used is used as a whole
    (H)."""
    used = eight_of(game.inverted, k) | eight_of(game.carrying, k) | eight_of(game.spent, k)
    there = bytes_of_any(eight_of(game.place, k) ^ NOWHERE) & bytes_of_any(eight_of(game.strength, k))
    ours = ones_of(book, int(game.moving), k) & bytes_equal(eight_of(book.kind, k), Kind.DD)
    return there & ours & ~bytes_of_any(used) & ~tied_to_counters(book, game, k)


@rule
def destroyers_in(book, game, places):
    """Factors of such rows that are in any of these places."""
    destroyers = 0
    for k in eights_of(game):
        left = free_to_carry(book, game, k)
        while left != 0:
            row = first_of(left, k)
            left &= left - 1
            destroyers += int(game.strength[row]) * int(has(places, game.place[row]))
    return destroyers


@rule
def landing_port(book, game, base):
    """Where troops of a base land in sea transport: in the foremost port of their side, or from a box in that which it
    is joined to (21.433); nowhere: in none.  It is a port, never a bridgehead (21.435F)."""
    side = int(game.moving)
    if not is_box(book, base):
        port = foremost(book, game, side)
        return port if port != NOWHERE and book.place_kind[port] == PlaceKind.PORT else NOWHERE
    for place in range(PLACES):
        if has(book.base_changes[base], place) and is_in_africa(book, place) and is_open(book, game, place, side):
            return place
    return NOWHERE


@rule
def transports_for(factors):
    """Transports that go along with so many factors from a box: one for every five (20.64C)."""
    return (int(factors) + FACTORS_A_TRANSPORT - 1) // FACTORS_A_TRANSPORT


@rule
def destroyers_lacking(game, wanted):
    """Of so many destroyers those that are still to be named."""
    return int(wanted) - carriers_left(game)


@rule
def is_embarked(game, place):
    return game.aboard_infantry[place] + game.aboard_marines[place] > 0


@rule
def all_of_kind(game, kind):
    """Factors of a kind that have embarked; those of eight places at a time."""
    aboard = game.aboard_marines if kind == Ground.AIR else game.aboard_infantry
    factors = 0
    for k in range(PLACES >> 3):
        factors += sum_of_bytes(eight_of(aboard, k))
    return factors


@rule
def all_aboard(game):
    """Factors that have embarked."""
    return all_of_kind(game, Ground.INFANTRY) + all_of_kind(game, Ground.AIR)


@rule
def put_aboard(game, base, kind, factors):
    """So many factors of a base go aboard."""
    if kind == Ground.AIR:
        game.aboard_marines[base] = factors
    else:
        game.aboard_infantry[base] = factors


@rule
def starting_port(book, game, first):
    """Where the way of a mission begins whose first base of embarkation is this: in the port of the first destroyers
    that lie at none of its bases, or at that base (21.435B, 21.65A); the way of others to their base is safe, and so is
    that from a box, which lies in no hex (H)."""
    for row in units_of(game):
        place = int(game.place[row])
        if game.carrying[row] > 0 and not is_embarked(game, place) and book.lies_in[place] >= 0:
            return place
    return int(first)


@rule
def may_be_added(book, game, base):
    """Whether a mission may sail by way of one base more: all of its way is within forty hexes (21.3614), that of
    squadrons within twenty (21.3614A); who comes from a box sails alone."""
    if is_box(book, base):
        return False
    if is_embarked(game, base):
        return True
    side, first = int(game.moving), int(game.origin[FIRST_STOP])
    at, hexes = starting_port(book, game, first), 0
    for stop in range(FIRST_STOP, len(game.origin)):
        if game.origin[stop] != NOWHERE:
            hexes += length_of_way(book, game, side, at, int(game.origin[stop]))
            at = int(game.origin[stop])
    hexes += length_of_way(book, game, side, at, base)
    further = length_of_way(book, game, side, base, int(game.origin[THERE]))
    of_squadrons = way_of_squadrons(book, game, base)
    if of_squadrons > 0 and of_squadrons + further > RANGE_OF_SQUADRONS:
        return False
    return hexes + further <= RANGE and game.origin[len(game.origin) - 1] == NOWHERE


@rule
def may_carry(book, game, row, base, further):
    """Whether destroyers go from where they are to the base of embarkation and from there on, within forty hexes in all
    (21.435A, B, 21.3614A); further: hexes of the second part."""
    if not is_free_to_carry(book, game, row):
        return False
    return further + (0 if game.place[row] == base else int(game.way[game.moving, game.place[row]])) <= RANGE


@rule
def measure(book, game, base, port):
    """Measure the ways of destroyers to a base of embarkation; the hexes from there to a port, as far as those back.
    Those from a box meet what they carry at its port in Egypt (H)."""
    side = int(game.moving)
    if is_box(book, base):
        measure_ways(book, game, side, port)
        return 0
    measure_ways(book, game, side, base)
    return int(game.way[side, port])


@rule
def add_stop(game, place):
    """The route runs over one place more, if not already."""
    for stop in range(FIRST_STOP, len(game.origin)):
        if game.origin[stop] == NOWHERE or game.origin[stop] == place:
            game.origin[stop] = place
            return


@rule
def use_destroyers(game):
    """Rows of destroyers that have carried have been used as a whole (H)."""
    for row in units_of(game):
        if game.carrying[row] > 0:
            game.spent[row] = game.strength[row]


@rule
def land(game, port, events):
    """All who are aboard are in their port, and sail nowhere else in this phase (21.435G), nor to invade (21.437D); who
    has redeployed does so no more."""
    land_squadrons(game, port, events)
    factors = all_of_kind(game, Ground.INFANTRY)
    for base in range(PLACES):
        game.infantry[base] -= game.aboard_infantry[base]
        game.aboard_infantry[base] = 0
    game.infantry[port] += factors
    game.tired_infantry[port] += factors
    if factors > 0:
        note(events, Event.TROOPS_LAND, port, factors, 0)
