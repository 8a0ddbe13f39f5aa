"""Ports that are built on islands (21.12), and the supply of islands (21.3612, 21.5392D)."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.sets import bit, has, lowest
from aw_env.core.engine.stack import ask
from aw_env.games.world_at_war.records.kinds import (
    NOBODY,
    NOWHERE,
    PLACES,
    Decision,
    Event,
    Option,
    Phase,
    PlaceKind,
    Side,
)
from aw_env.games.world_at_war.records.record import FIRST_PLACE
from aw_env.games.world_at_war.rules.bases import home_of, is_haven, is_open, is_port
from aw_env.games.world_at_war.rules.ranges import enemy_of, is_served, is_supplied, operational_ports
from aw_env.games.world_at_war.rules.units import units_of

RESEARCH, BRPS, A_YEAR = 3, 10, 2
"""What a port costs, and how many are built a year (21.121)."""


@rule
def allow_ports(book, game, side, mask):
    """Islands on which a side may build a port now: one a turn, two a year (21.121, 21.122)."""
    if game.research[side] < RESEARCH or game.brps[side] < BRPS or game.ports_built[side] >= A_YEAR:
        return
    for place in range(PLACES):
        if game.built_now == 0 and may_have_port(book, game, place, side):
            mask[FIRST_PLACE + place] = 1


@rule
def may_have_port(book, game, place, side):
    """A supplied one-hex island of a group, held since the player turn began, without a port (21.121C)."""
    if book.group_of[place] < 0 or book.one_hex[place] == 0 or is_port(book, game, place):
        return False
    return is_open(book, game, place, side) and is_supplied(book, game, place) and game.taken[place] == 0


@rule
def build_port(game, side, place, events):
    """A port, which may be used at once (21.124)."""
    game.research[side] -= RESEARCH
    game.brps[side] -= BRPS
    game.ports_built[side] += 1
    game.built_now = 1
    game.ports[place] += 1
    note(events, Event.PORT_BUILT, place, side, 0)


# --- supply (21.3612, 30.3) ------------------------------------------------------------------------------


@rule
def trace_supply(book, game):
    """Which places are fully supplied: from a box over ports that are at most ten hexes from each other (21.3612)."""
    cut_off = 0
    for place in range(PLACES):
        cut_off |= int((book.place_kind[place] != PlaceKind.BOX) & (game.control[place] >= 0)) << place
    of_axis, of_allies = owned_by(game, Side.AXIS), owned_by(game, Side.ALLIES)
    waiting = ~cut_off & bit(PLACES) - 1
    while waiting != 0:
        port = lowest(waiting)
        waiting &= waiting - 1
        if is_haven(book, game, port) and game.unsupplied[port] == 0:
            of_the_owner = of_axis if has(of_axis, port) else of_allies if has(of_allies, port) else 0
            reached = cut_off & supplied_from(book, port) & of_the_owner
            cut_off &= ~reached
            waiting |= reached
    for place in range(PLACES):
        game.cut_off[place] = int(has(cut_off, place))


@rule
def supply_over_new_port(book, game):
    """Initial supply determination follows construction: over a port that has just been built supply goes on at once
    (21.124), and units that lacked it as the turn began, but for new ones, can be used (21.71)."""
    lacking = 0
    for place in range(PLACES):
        lacking |= int(game.cut_off[place] == 1) << place
    trace_supply(book, game)
    for unit in units_of(game):
        home, is_new = home_of(game, unit), book.arrives[unit] == game.turn
        if book.side[unit] == game.moving and home != NOWHERE and has(lacking, home) and not is_new:
            if is_supplied(book, game, home):
                game.inverted[unit] = game.spent[unit] = 0


@rule
def is_reached_by_supply(book, game, place, side):
    """Whether a supply line of a side leads on to a place from a port or box that has one (21.3612)."""
    for port in range(PLACES):
        if game.control[port] == side and port != place and has(supplied_from(book, port), place):
            if is_haven(book, game, port) and is_supplied(book, game, port):
                return True
    return False


@rule
def supplied_from(book, port):
    """The places to which a supply line goes on from a port or box, as a set."""
    return int(book.legs[port]) | int(book.base_changes[port])


@rule
def owned_by(game, side):
    """The places of a side, as a set."""
    places = 0
    for place in range(PLACES):
        places |= int(game.control[place] == side) << place
    return places


@rule
def ask_supply(book, game):
    """The owner of islands may decline to supply some (21.5392D)."""
    return ask(book, game, Decision.DECLINE, int(game.moving), NOBODY)


@rule
def mask_decline(book, game, mask):
    """Supplied islands of groups that the enemy may raid, also those that lie further off: the raiding hex may be any
    of them (21.5392B, D)."""
    enemy = enemy_of(game.power)
    mask[Option.DONE] = 1
    groups = groups_in_range(book, game, enemy)
    for place in range(PLACES):
        if is_raiding_hex(book, game, place, enemy):
            mask[FIRST_PLACE + place] = int(has(groups, book.group_of[place]))


# --- the groups that may be raided (21.5392) -------------------------------------------------------------


@rule
def is_raiding_hex(book, game, place, side):
    """Whether a place is a supplied island of the enemy's of a raider (21.5392B)."""
    return book.group_of[place] >= 0 and game.control[place] == enemy_of(side) and is_supplied(book, game, place)


@rule
def groups_in_range(book, game, side):
    """The groups of which a supplied enemy island is within ten hexes of an operational port of a raider's, and not of
    the hex of a patrol, which serves who opposes raids (21.5392A, 21.5395C), as a set."""
    groups, ports = 0, operational_ports(book, game, side)
    for place in range(PLACES):
        if is_raiding_hex(book, game, place, side) and is_served(book, ports, place):
            groups |= bit(book.group_of[place])
    return groups


@rule
def take_decline(book, game, action, events):
    """An island is left without supply until its owner's next turn, and those to which supply goes on over its port
    alone are too (21.36C, 21.3612); or the turn goes on."""
    if action == Option.DONE:
        game.phase, game.step, game.cursor = Phase.MOVEMENT.value, 0, NOBODY
        return
    game.unsupplied[action - FIRST_PLACE] = 1
    trace_supply(book, game)
    note(events, Event.DECLINED, action - FIRST_PLACE, 0, 0)
