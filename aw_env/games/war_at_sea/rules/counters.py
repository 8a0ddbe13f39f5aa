"""3, 7: units, their factors now, where they are and where they may be."""

from aw_env.core.engine.arrays import where_both, where_equal
from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note, whisper
from aw_env.core.engine.marks import mark, marked
from aw_env.core.engine.sets import allow_all, bit, first_of, has, is_empty, without_first
from aw_env.games.war_at_sea.records.state import DISABLED, DISENGAGED, FIRING, PENDING_DISABLED, REFUELLED, TAKEN_OVER
from aw_env.games.war_at_sea.records.terms import (
    AREAS,
    FIRST_BOX,
    FIRST_PLACE_ACTION,
    FIRST_PORT,
    NEUTRAL,
    NOBODY,
    NOWHERE,
    PORTS,
    Box,
    Event,
    Kind,
    Nation,
    OptionalRule,
    Phase,
    Side,
)

GONE = FIRST_BOX + Box.OUT_OF_PLAY
"""Where units are that have left the game."""

# --- sets ----------------------------------------------------------------------------------------------


@rule
def plays(book, option):
    """Whether an optional rule is in play (19)."""
    return has(book.options, option)


@rule
def allow_areas(mask, areas):
    """Every area of a set may be chosen."""
    allow_all(mask, FIRST_PLACE_ACTION, areas, AREAS)


@rule
def allow_ports(mask, ports):
    """Every port of a set may be chosen."""
    allow_all(mask, FIRST_PLACE_ACTION + FIRST_PORT, ports, PORTS)


# --- units ---------------------------------------------------------------------------------------------


@rule
def units_in(game, place):
    """The units in a place, as a set.

    there = units_in(game, place)
    while not is_empty(there):
        unit = first_of(there)
        ...
        there = without_first(there)
    """
    return where_equal(game.place, place)


@rule
def units_of(game, of_side, place):
    """The units of a side in a place, as a set."""
    return where_both(game.place, place, game.side, of_side)


@rule
def is_vessel(book, unit):
    """Whether a unit is a surface vessel: a ship, a carrier or a convoy (1.3)."""
    return book.kind[unit] != Kind.U_BOAT


@rule
def at_sea(game, unit):
    """Whether a unit is in a sea area."""
    return 0 <= game.place[unit] < AREAS


@rule
def in_port(game, unit):
    """Whether a unit is in a port."""
    return FIRST_PORT <= game.place[unit] < FIRST_BOX


@rule
def in_play(game, unit):
    """Whether a unit is on the map."""
    return 0 <= game.place[unit] < FIRST_BOX


@rule
def attack_with(printed, defense, damage):
    """Shots in surface combat with so much damage: one once it equals the defense factor, but 0 stays 0 (7.6)."""
    return min(printed, 1) if damage >= defense else printed


@rule
def airstrike_with(printed, defense, damage):
    """The airstrike factor that is left with so much damage: none once it equals the defense factor (7.6, H.19)."""
    return 0 if damage >= defense else printed


@rule
def speed_with(printed, damage):
    """One less for each point of damage, never below 1 (7.5)."""
    return max(1, printed - damage)


@rule
def attack(book, game, unit):
    """Shots in surface combat now (7.6)."""
    return attack_with(int(book.attack[unit]), int(book.defense[unit]), int(game.damage[unit]))


@rule
def airstrike(book, game, unit):
    """Airstrike factor now (7.6)."""
    return airstrike_with(int(book.airstrike[unit]), int(book.defense[unit]), int(game.damage[unit]))


@rule
def speed(book, game, unit):
    """Speed now (7.5)."""
    return speed_with(int(book.speed[unit]), int(game.damage[unit]))


@rule
def waters(book, game, unit):
    """The areas that a unit may enter, as a set; ships that changed hands lose the limits of their nation (H.42)."""
    if marked(game, unit, TAKEN_OVER) == 1:
        return int(book.taken_waters[game.side[unit]])
    return int(book.waters[unit])


@rule
def bases(book, game, unit):
    """The active ports that a unit may use, as a set (6.7)."""
    known = int(book.bases[unit])
    if marked(game, unit, TAKEN_OVER) == 1:
        known = int(book.taken_bases[game.side[unit]])
    return known & active_ports(book, game)


@rule
def has_vessel(book, game, of_side, area):
    """Whether a side has a surface vessel in an area that has not disengaged there."""
    there = units_of(game, of_side, area)
    while not is_empty(there):
        unit = first_of(there)
        if is_vessel(book, unit) and marked(game, unit, DISENGAGED) == 0:
            return True
        there = without_first(there)
    return False


# --- ports ---------------------------------------------------------------------------------------------


@rule
def is_active(book, game, port):
    """Whether a port is in use on this turn (2.4, 2.5)."""
    return book.active_from[port] <= game.turn <= book.active_to[port]


@rule
def active_ports(book, game):
    """The ports in use on this turn, as a set."""
    ports = 0
    for port in range(PORTS):
        if is_active(book, game, port):
            ports |= bit(port)
    return ports


@rule
def lies_in_neutral_port(book, game, unit):
    """Whether a unit is in the Neutral Port (17)."""
    return in_port(game, unit) and book.port_side[game.place[unit] - FIRST_PORT] == NEUTRAL


# --- what happens to units -----------------------------------------------------------------------------


@rule
def put(game, unit, place):
    """A unit is now there.  A disabled marker comes off in port (7.2)."""
    game.place[unit] = place
    game.bound_for[unit] = NOWHERE
    mark(game, unit, DISABLED, 0)
    mark(game, unit, REFUELLED, 0)


@rule
def remove(game, unit):
    """A unit leaves the game."""
    put(game, unit, GONE)
    game.damage[unit] = 0
    cease_fire(game, unit)


@rule
def cease_fire(game, unit):
    """What a unit aims at and suffers is settled."""
    game.target[unit] = NOBODY
    game.attackers_on[unit] = 0
    game.pending_damage[unit] = 0
    mark(game, unit, PENDING_DISABLED, 0)
    mark(game, unit, FIRING, 0)


@rule
def sink(game, unit, events):
    """A unit is sunk."""
    note(events, Event.SUNK, unit, 0, 0)
    remove(game, unit)


@rule
def lies_face_down(book, game):
    """Whether the British ships still lie face down: on turn 1 until the Axis has moved (19.3)."""
    return plays(book, OptionalRule.FACE_DOWN) and game.turn == 1 and game.phase < Phase.AIR_MARKERS


@rule
def may_lie_face_down(book, game, unit):
    """A British ship on the map or on its way there (19.3)."""
    return book.nation[unit] == Nation.BRITISH and is_vessel(book, unit) and book.arrives_on[unit] <= game.turn


@rule
def tell(book, game, event, unit, place, more, events):
    """Note what a unit does; of one that lies face down only the Allies hear (19.3)."""
    if lies_face_down(book, game) and may_lie_face_down(book, game, unit):
        whisper(events, Side.ALLIES.value, event, unit, place, more)
    else:
        note(events, event, unit, place, more)
