"""Ports and distances among the islands of the Pacific (21.36)."""

from aw_env.core.engine.compiling import rule
from aw_env.games.world_at_war.records.kinds import NOWHERE, PLACES, PlaceKind, Side
from aw_env.games.world_at_war.rules.bases import is_open, is_port
from aw_env.games.world_at_war.rules.units import units_of

MISSION, LEG, NEAR = 20, 10, 5
"""Hexes of a mission and of each of its legs from port to port (21.3614), and those within which a fleet carrier or a
large battleship needs a port (21.5395C)."""
FAR = 99
LEGS_MORE = 2
"""Legs beside the last one: three of up to ten hexes are as many as twenty hexes can be divided in with a gain."""


@rule
def is_supplied(book, game, place):
    """Whether the owner of a place supplies it fully: unless he declines to (21.5392D)."""
    return game.control[place] >= 0 and game.cut_off[place] == 0 and game.unsupplied[place] == 0


@rule
def is_operational(book, game, place, side):
    """Whether a place is a port of a side's that counts for ranges: supplied, and held since the player turn began
    (21.36C)."""
    if not is_port(book, game, place) or not is_open(book, game, place, side):
        return False
    return is_supplied(book, game, place) and game.taken[place] == 0


@rule
def serves(book, game, place, side):
    """Whether a place serves ships that raid or oppose a raid: an operational port, or for those that oppose one the
    hex of a patrol (21.5395C)."""
    return is_operational(book, game, place, side) or (side != game.moving and is_patrolled(book, game, place, side))


@rule
def is_patrolled(book, game, hex, side):
    """Whether ships of a side patrol off a place."""
    for unit in units_of(game):
        if game.on_patrol[unit] == hex and book.side[unit] == side and game.place[unit] != NOWHERE:
            return True
    return False


@rule
def longest_leg(book, place, other):
    """Hexes that a leg between two places may have (21.3614); Port Moresby reaches but five (21.3617)."""
    return min(LEG, int(book.port_range[place]), int(book.port_range[other]))


@rule
def is_within_a_leg(book, place, other):
    return book.hexes[place, other] <= longest_leg(book, place, other)


@rule
def ports_within(book, game, side, hex, limit):
    """Operational ports of a side within so many hexes of a hex (21.5395C)."""
    count = 0
    for place in range(PLACES):
        if book.hexes[place, hex] <= min(limit, int(book.port_range[place])):
            count += int(serves(book, game, place, side))
    return count


@rule
def measure_ways(book, game, side, hex):
    """The way from each base of a side to a hex: over ports at most ten hexes from each other (21.3614).  Boxes are
    bases as well, but from the Pacific U.S. box no raid is met (21.15C)."""
    for place in range(PLACES):
        game.way[side, place] = FAR
        if is_within_a_leg(book, place, hex) and serves(book, game, place, side):
            game.way[side, place] = book.hexes[place, hex]
    for _ in range(LEGS_MORE):
        for place in range(PLACES):
            if is_base(book, game, place, side):
                for port in range(PLACES):
                    further = int(book.hexes[place, port]) + int(game.way[side, port])
                    if further < game.way[side, place] and is_operational(book, game, port, side):
                        if is_within_a_leg(book, place, port):
                            game.way[side, place] = further


@rule
def is_base(book, game, place, side):
    """Whether missions begin in a place: an operational port, or a box that appears on the board (21.16)."""
    if is_operational(book, game, place, side):
        return True
    return book.place_kind[place] == PlaceKind.BOX and is_open(book, game, place, side)


@rule
def is_in_reach(game, side, place):
    """Whether ships of a base may come to the hex (21.5395C)."""
    return place != NOWHERE and game.way[side, place] <= MISSION


@rule
def enemy_of(side):
    """The other side."""
    return Side.ALLIES.value if side == Side.AXIS else Side.AXIS.value
