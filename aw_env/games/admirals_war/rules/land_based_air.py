"""§12 Land-based air units: placement one at a time, and attacks on ports and bases before combat; the paratroops of
§13.6 fly with them."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.marks import mark, marked
from aw_env.core.engine.sets import bit, has
from aw_env.core.engine.stack import CURSOR, STAGE, SUBJECT, ask, pop, push, top
from aw_env.games.admirals_war.records.state import COMMITTED, DISABLED, THEATRE
from aw_env.games.admirals_war.records.steps import Homing, Step
from aw_env.games.admirals_war.records.terms import (
    BOTH_THEATRES,
    FIRST_BOX,
    FIRST_PLACE_ACTION,
    FIRST_PORT,
    FIRST_UNIT_ACTION,
    NOBODY,
    NOWHERE,
    POWERS,
    Box,
    Decision,
    Event,
    Option,
    Side,
)
from aw_env.games.admirals_war.rules.air_raids import HELD, STRUCK, holds_raid_target
from aw_env.games.admirals_war.rules.amphibious import drop_places
from aw_env.games.admirals_war.rules.counters import (
    allow_areas,
    allow_ports,
    combat_order,
    holds_a_place_on,
    hostile_to,
    in_port,
    is_placed_from_the_air,
    put,
    send_home,
    side,
    touched,
)
from aw_env.games.admirals_war.rules.war_entry import enters, may_move, peace_waters

# --- §5.33, §12.1: placement ---------------------------------------------------------------------------


COMMITTING, PLACING = range(2)
"""Stages: which unit is next, and where it goes."""


@rule
def placing(book, game, events):
    """Nations take turns committing one air unit at a time; one that has run out is skipped (§12.11)."""
    frame = top(game)
    if frame[STAGE] == PLACING:
        return ask(book, game, Decision.AIR_ORDER, game.controller[frame[SUBJECT]], frame[SUBJECT])
    for _ in range(POWERS):
        power = frame[CURSOR] % POWERS
        for k in range(game.units):
            if awaits_placement(book, game, game.roster[k], power):
                return ask(book, game, Decision.AIR_UNIT, power, NOBODY)
        frame[CURSOR] += 1
    pop(game)
    return False


@rule
def awaits_placement(book, game, unit, power):
    """An air unit of a power, or its paratroops (§13.6), that has not been committed this turn."""
    return (
        is_placed_from_the_air(book, unit)
        and game.controller[unit] == power
        and marked(game, unit, COMMITTED) == 0
        and marked(game, unit, DISABLED) == 0
        and in_port(game, unit)
        and may_move(book, game, unit)
    )


@rule
def mask_air_unit(book, game, mask):
    """The units in any order their owner likes (§12.13)."""
    for k in range(game.units):
        unit = int(game.roster[k])
        if awaits_placement(book, game, unit, game.power):
            mask[FIRST_UNIT_ACTION + unit] = 1


@rule
def take_air_unit(book, game, action, events):
    """This unit is committed next."""
    frame = top(game)
    frame[SUBJECT] = action - FIRST_UNIT_ACTION
    frame[STAGE] = PLACING


@rule
def mask_air_order(book, game, mask):
    """Any area of its theatre that touches a friendly place (§12.12), off-board transfer (§12.123), or stay."""
    unit = game.subject
    allow_areas(mask, areas_in_range(book, game, unit))
    mask[Option.STAY] = 1
    if side(game, unit) == Side.ALLIES and both_theatres_open(book):
        mask[Option.TRANSFER] = 1


@rule
def areas_in_range(book, game, unit):
    """Areas with a friendly port or base for aircraft, whatever the distance (§12.12, §12.121, §12.122)."""
    areas = 0
    waters = peace_waters(book, game, unit)
    for area in range(book.areas):
        in_theatre = marked(game, unit, THEATRE) == NOBODY or marked(game, unit, THEATRE) == book.area_theatre[area]
        if has(waters, area) and in_theatre and holds_a_place_on(book, game, area, side(game, unit), True):
            areas |= bit(area)
    return areas


@rule
def both_theatres_open(book):
    """Whether the scenario plays in both theatres."""
    found = 0
    for area in range(book.areas):
        if has(book.open_areas, area):
            found |= bit(book.area_theatre[area])
    return found == BOTH_THEATRES


@rule
def take_air_order(book, game, action, events):
    """The unit flies to an area, leaves for the other theatre, or stays."""
    frame = top(game)
    unit = game.subject
    mark(game, unit, COMMITTED, 1)
    frame[STAGE] = COMMITTING
    frame[CURSOR] += 1
    if action == Option.TRANSFER:
        put(game, unit, FIRST_BOX + Box.LBA_TRANSFER)
        game.due[unit] = game.turn + 1
        note(events, Event.TRANSFERRED, unit, 0, 0)
    elif action >= FIRST_PLACE_ACTION:
        area = action - FIRST_PLACE_ACTION
        enters(book, game, unit, area, events)
        put(game, unit, area)
        mark(game, unit, THEATRE, book.area_theatre[area])
        note(events, Event.MOVED, unit, area, 0)


# --- §5.43, §12.4: attacks on ports and bases ----------------------------------------------------------

ORDERING, ATTACKING, DROPPING = range(3)


@rule
def strikes(book, game, events):
    """Power by power, LBA in the area may attack adjacent enemy places and return at once (§12.4); paratroops that were
    sent with them land when the air units have attacked (§13.6)."""
    frame = top(game)
    while frame[CURSOR] < POWERS:
        power = combat_order(book.area_theatre[game.area], frame[CURSOR])
        for k in range(game.units_here):
            unit = int(game.here[k])
            if game.controller[unit] != power:
                continue
            if game.raid_place[unit] == STRUCK:
                game.raid_place[unit] = NOWHERE
                send_home(game, unit, game.area, Homing.STRIKE)
                return False
            if frame[STAGE] == ORDERING and may_strike(book, game, unit):
                return ask(book, game, Decision.STRIKE_ORDER, power, unit)
            if frame[STAGE] != ORDERING and game.raid_place[unit] >= FIRST_PORT:
                if frame[STAGE] == DROPPING:
                    push(game, Step.PARATROOPS, unit)
                    return False
                if book.airborne[unit] == 0:
                    push(game, Step.RAID, game.raid_place[unit])
                    return False
        frame[STAGE] += 1
        if frame[STAGE] > DROPPING:
            frame[STAGE] = ORDERING
            frame[CURSOR] += 1
    for k in range(game.units_here):
        game.raid_place[game.here[k]] = NOWHERE
    pop(game)
    return False


@rule
def may_strike(book, game, unit):
    """An air unit, or paratroops, not asked yet, with an enemy place in reach to attack."""
    return (
        is_placed_from_the_air(book, unit) and game.raid_place[unit] == NOWHERE and attack_places(book, game, unit) != 0
    )


@rule
def attack_places(book, game, unit):
    """Where a unit may attack: the paratroops enemy bases (§13.6), LBA places that hold a target (§12.4)."""
    return drop_places(book, game, unit) if book.airborne[unit] == 1 else strike_places(book, game, unit)


@rule
def strike_places(book, game, unit):
    """Enemy ports and bases touching the area, as a set, that hold ships, LBA or amphibious units (§12.4)."""
    places = 0
    for port in range(book.ports):
        if has(touched(book, game, port), game.area) and hostile_to(book, game, port, side(game, unit)):
            if holds_raid_target(book, game, FIRST_PORT + port, unit):
                places |= bit(port)
    return places


@rule
def mask_strike_order(book, game, mask):
    """An adjacent enemy place, or none (§12.4, §13.6)."""
    allow_ports(mask, attack_places(book, game, game.subject))
    mask[Option.HOLD] = 1


@rule
def take_strike_order(book, game, action, events):
    """The unit flies against a place, or holds."""
    unit = game.subject
    if action == Option.HOLD:
        game.raid_place[unit] = HELD
    else:
        game.raid_place[unit] = action - FIRST_PLACE_ACTION
        note(events, Event.STRIKES, unit, game.raid_place[unit], 0)
