"""Ports and distances among the islands of the Pacific (21.36)."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.sets import has, lowest
from aw_env.games.world_at_war.records.kinds import NOWHERE, PLACES, PlaceKind, Side
from aw_env.games.world_at_war.rules.bases import is_held_and_supplied, is_open, is_port
from aw_env.games.world_at_war.rules.units import units_of

MISSION, NEAR = 20, 5
"""Hexes of a mission (21.3614), and those within which a fleet carrier or a large battleship needs a port
(21.5395C)."""
FAR = 99
LEGS_MORE = 2
"""Legs beside the last one: three of up to ten hexes are as many as twenty hexes can be divided in with a gain."""


@rule
def is_supplied(book, game, place):
    """Whether the owner of a place supplies it fully: unless he declines to (21.5392D)."""
    is_reached = (game.control[place] >= 0) & (game.cut_off[place] == 0)
    return is_reached & (game.unsupplied[place] == 0 or is_end_of_kept_line(book, game, place))


@rule
def is_end_of_kept_line(book, game, place):
    """Whether a line is kept to a place on a map of hexes that lacked supply: since combat, for until the player turn
    is over it serves no range (21.36C, 21.56)."""
    for other in range(PLACES):
        if game.kept[other] == 1 and book.line_end[other] == place:
            return True
    return False


@rule
def is_operational(book, game, place, side):
    """Whether a place is a port of a side's that counts for ranges: supplied since before combat, and held since the
    player turn began (21.36C)."""
    return is_port(book, game, place) & is_open(book, game, place, side) & is_held_and_supplied(game, place)


@rule
def operational_ports(book, game, side):
    """These places of a side, as a set."""
    ports = 0
    for place in range(PLACES):
        ports |= int(is_operational(book, game, place, side)) << place
    return ports


@rule
def serving(book, game, side):
    """The places that serve ships which raid or oppose a raid, as a set: operational ports, and for those that oppose
    one the hexes of patrols (21.5395C)."""
    patrolled = 0 if side == game.moving else hexes_patrolled(book, game, side)
    return operational_ports(book, game, side) | patrolled


@rule
def hexes_patrolled(book, game, side):
    """The places off which ships of a side patrol, as a set."""
    hexes = 0
    for unit in units_of(game):
        patrols = (game.on_patrol[unit] != NOWHERE) & (book.side[unit] == side) & (game.place[unit] != NOWHERE)
        hexes |= int(patrols) << max(0, int(game.on_patrol[unit]))
    return hexes


@rule
def is_within_a_leg(book, place, other):
    """Whether a leg leads from a place to another (21.3614); Port Moresby reaches but five hexes (21.3617)."""
    return has(book.legs[place], other)


@rule
def ports_within(book, ports, hex, limit):
    """How many of these places lie within so many hexes of a hex (21.5395C); ports: a set (`serving`)."""
    count = 0
    while ports != 0:
        count += int(serves(book, lowest(ports), hex, limit))
        ports &= ports - 1
    return count


@rule
def serves(book, place, hex, limit):
    return book.hexes[place, hex] <= min(limit, int(book.port_range[place]))


@rule
def is_served(book, ports, hex):
    """Whether one of these places lies within a leg of a hex."""
    return int(book.serve[hex]) & ports != 0


@rule
def measure_ways(book, game, side, hex):
    """The way from each base of a side to a hex: over ports at most ten hexes from each other (21.3614).  Boxes are
    bases as well, but from the Pacific U.S. box no raid is met (21.15C), and so are the hexes of patrols."""
    for place in range(PLACES):
        game.way[side, place] = FAR
    starts = serving(book, game, side)
    near = starts & int(book.legs[hex])
    while near != 0:
        game.way[side, lowest(near)] = book.hexes[lowest(near), hex]
        near &= near - 1
    ports = operational_ports(book, game, side)
    for _ in range(LEGS_MORE):
        bases = starts | open_boxes(book, game, side)
        while bases != 0:
            measure_way_over(book, game, side, lowest(bases), ports & int(book.legs[lowest(bases)]))
            bases &= bases - 1


@rule
def measure_way_over(book, game, side, place, ports):
    """The way from a base over any of these ports, which are a leg away, where it is shorter."""
    while ports != 0:
        port = lowest(ports)
        ports &= ports - 1
        further = int(book.hexes[place, port]) + int(game.way[side, port])
        game.way[side, place] = min(further, int(game.way[side, place]))


@rule
def open_boxes(book, game, side):
    """The boxes of a side that appear on the board, in which missions begin as in an operational port (21.16), as a
    set."""
    boxes = 0
    for place in range(PLACES):
        is_box = book.place_kind[place] == PlaceKind.BOX
        boxes |= int(is_box & is_open(book, game, place, side)) << place
    return boxes


@rule
def is_in_reach(game, side, place):
    """Whether ships of a base may come to the hex (21.5395C)."""
    return place != NOWHERE and game.way[side, place] <= MISSION


@rule
def enemy_of(side):
    """The other side."""
    return Side.ALLIES.value if side == Side.AXIS else Side.AXIS.value
