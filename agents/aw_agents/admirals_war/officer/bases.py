"""Bases: where units are set up and go home to, and which ships are repaired (§2.72, §2.73, §10, §11)."""

import numpy as np

from aw_agents.admirals_war.officer.appraisal import enemy_at_sea_near, future, gain, last_turn, value_of_base
from aw_agents.admirals_war.officer.orders import first_legal
from aw_env.core.engine.compiling import rule, rule_with_arrays
from aw_env.core.engine.sets import has
from aw_env.games.admirals_war.observation.strength import (
    NEXT_TURN,
    flying_range,
    forces,
    nothing_known,
    sailing_range,
    value_of,
)
from aw_env.games.admirals_war.records.terms import (
    AREAS,
    FIRST_PLACE_ACTION,
    FIRST_PORT,
    FIRST_UNIT_ACTION,
    PORTS,
    UNITS,
    Decision,
    Kind,
    Option,
    PortKind,
    Power,
)
from aw_env.games.admirals_war.rules.amphibious import may_invade
from aw_env.games.admirals_war.rules.counters import crippled, side, speed, touched
from aw_env.games.admirals_war.rules.movement import placed_anywhere, waters_of
from aw_env.games.admirals_war.rules.repairs import capacity

AMONG_NEUTRALS = 5.0
"""What the neutral port costs: it must be left, or paid for (§2.343)."""


@rule_with_arrays
def base(book, game, doctrine, mask):
    """A port or base for a unit: repairs for the damaged, near to where it will be needed, out of harm's way."""
    unit = int(game.subject)
    ahead = future(book, game, doctrine)
    prospects = np.zeros(AREAS)
    if ahead > 0.0 and not placed_anywhere(book, unit):
        look_ahead(book, game, doctrine, unit, prospects)
    known = nothing_known()
    choice, best = first_legal(mask), -1000.0
    for port in range(PORTS):
        if mask[FIRST_PLACE_ACTION + FIRST_PORT + port] == 0:
            continue
        value = safety(book, game, doctrine, unit, port)
        if ahead > 0.0:
            value += usefulness(book, game, doctrine, unit, port) + prospect_from(
                book, game, doctrine, unit, port, prospects, known
            )
        if value > best:
            choice, best = FIRST_PLACE_ACTION + FIRST_PORT + port, value
    return choice


@rule
def safety(book, game, doctrine, unit, port):
    """Out of harm's way, in a port rather than a base, and not among neutrals; a garrison where points are at stake."""
    value = -doctrine.danger * enemy_at_sea_near(book, game, port, side(game, unit))
    if book.port_kind[port] == PortKind.NEUTRAL:
        value -= AMONG_NEUTRALS
    if book.kind[unit] == Kind.AMPHIBIOUS:
        value += doctrine.garrison_of_points * float(book.place_vp[port])
    elif book.kind[unit] == Kind.SHIP and last_turn(book, game):
        value += 1.0 if book.port_kind[port] == PortKind.PORT else 0.0
        value += float(book.repairs[port]) * float(game.damage[unit])
    elif book.kind[unit] == Kind.SHIP and book.port_kind[port] == PortKind.PORT:
        value += doctrine.in_port
    return value


@rule
def usefulness(book, game, doctrine, unit, port):
    """Repairs for the damaged, a garrison for a threatened base, and for Japan in peace its ships together."""
    of_side = side(game, unit)
    value = 0.0
    if book.kind[unit] == Kind.AMPHIBIOUS:
        if may_invade(book, game, port, 1 - of_side) and not garrisoned(book, game, port, of_side):
            value += doctrine.garrison * value_of_base(book, game, doctrine, port, 1 - of_side)
    elif book.kind[unit] == Kind.SHIP and game.damage[unit] > 0:
        value += doctrine.dock * float(min(int(game.damage[unit]), capacity(book, game, port)))
    if game.hostilities == 0 and game.controller[unit] == Power.JAPANESE and port == book.raid_base:
        value += doctrine.keep_together
    return value


@rule_with_arrays
def look_ahead(book, game, doctrine, unit, prospects):
    """What the unit would be worth next turn in each area, with what both sides then have in reach."""
    sums = forces(book, game, side(game, unit), unit, NEXT_TURN)
    controls = book.kind[unit] == Kind.SHIP or book.kind[unit] == Kind.LBA
    waters = waters_of(book, game, unit)
    for area in range(book.areas):
        if has(waters, area):
            prospects[area] = max(0.0, gain(book, game, doctrine, unit, area, controls, sums))


@rule
def prospect_from(book, game, doctrine, unit, port, prospects, known):
    """The best prospect within reach of a port, and a part of the others."""
    if book.kind[unit] == Kind.LBA:
        reach = flying_range(book, game, int(book.port_theatre[port]), side(game, unit), known)
        beside = reach
    elif placed_anywhere(book, unit):
        return 0.0
    else:
        reach = sailing_range(book, game, FIRST_PORT + port, side(game, unit), known)
        beside = touched(book, game, port)
    best, total = 0.0, 0.0
    for area in range(book.areas):
        if has(reach, area):
            value = prospects[area] * (1.0 if has(beside, area) else doctrine.second_area)
            best = max(best, value)
            total += value
    return best + doctrine.second_best * (total - best)


@rule
def garrisoned(book, game, port, of_side):
    """Whether a side has an amphibious unit ashore in a place."""
    for k in range(game.units):
        unit = int(game.roster[k])
        if book.kind[unit] == Kind.AMPHIBIOUS and game.place[unit] == FIRST_PORT + port and side(game, unit) == of_side:
            return True
    return False


@rule
def repair(book, game, mask):
    """A point to the ship that is worth most for each point of damage; cripples have lost most (§11.15)."""
    choice, best = Option.HOLD.value, 0.0
    for unit in range(UNITS):
        if mask[FIRST_UNIT_ACTION + unit] == 1 and int(game.damage[unit]) + int(game.overhaul[unit]) > 0:
            worth = value_of_whole(book, unit) / float(1 + game.damage[unit])
            if crippled(book, game, unit):
                worth *= 1.2
            if worth > best:
                choice, best = FIRST_UNIT_ACTION + unit, worth
    return choice


@rule
def mending(mask):
    """Damage first: it slows the ship as much as an overhaul marker, and weakens her besides.  No ship is converted
    (§35.1): she would lose more guns than she gains aircraft."""
    return Option.DAMAGE.value if mask[Option.DAMAGE] == 1 else Option.OVERHAUL.value


@rule
def declaration(decision):
    """The new carrier and cruiser are worth a U-boat each (§33.2), and so neither is scrapped; the Deutschland keeps
    her name, for a cruiser more (§32.4)."""
    return Option.YES.value if decision == Decision.BUILDING else Option.NO.value


@rule
def value_of_whole(book, unit):
    """What a ship is worth when nothing is broken."""
    return 0.1 + 0.1 * float(book.gunnery[unit]) + 0.15 * float(book.airstrike[unit])


@rule
def most_valuable(book, game, mask):
    """The ship that can do most where she is sent, the fast and the sound first (§21.22)."""
    choice, best = Option.HOLD.value, -1000.0
    for unit in range(UNITS):
        if mask[FIRST_UNIT_ACTION + unit] == 1:
            value = value_of(book, game, unit) - 0.2 * float(game.damage[unit]) + 0.05 * float(speed(book, game, unit))
            if value > best:
                choice, best = FIRST_UNIT_ACTION + unit, value
    return choice


@rule
def least_valuable(book, game, mask):
    """The unit that is missed least, of those that may be given up (§2.75, §13.43, §14.241)."""
    choice, least = first_legal(mask), 1000.0
    for unit in range(UNITS):
        if mask[FIRST_UNIT_ACTION + unit] == 1:
            value = value_of(book, game, unit) - 0.1 * float(game.damage[unit])
            value += 0.01 * float(book.speed[unit]) + 0.1 * float(book.type_xxi[unit])
            if value < least:
                choice, least = FIRST_UNIT_ACTION + unit, value
    return choice
