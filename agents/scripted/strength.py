"""Strength: who is where, who may still come this turn, and who will be in reach on the next."""

from enum import IntEnum

import numpy as np

from agents.scripted.odds import air_attack, gun_attack, toughness
from aw_env.admirals_war.amphibious import MOST_AREAS
from aw_env.admirals_war.control import counts_for_control
from aw_env.admirals_war.land_based_air import areas_in_range, awaits_placement
from aw_env.admirals_war.movement import (
    PATROLLING_AREAS,
    RAIDING_AREAS,
    areas_within,
    awaited,
    may_sail,
    neighbours,
    placed_anywhere,
    waters_of,
)
from aw_env.admirals_war.terms import AREAS, FIRST_BOX, FIRST_PORT, PORTS, Box, Kind, Nation, Phase
from aw_env.admirals_war.units import (
    airstrike,
    areas_of,
    at_sea,
    bit,
    gunnery,
    has,
    holds_a_place_on,
    in_port,
    is_a_ship,
    on_the_bottom,
    side,
    speed,
)
from aw_env.admirals_war.war_entry import GUNS_THAT_HOLD_INDONESIA, stays
from aw_env.core.compiling import rule_with_arrays


class Sum(IntEnum):
    """What is added up for a side in a sea area."""

    AIR = 0  # shots in an air action
    GUNS = 1  # shots in a surface action
    TOUGHNESS = 2  # shots that it takes to remove everyone
    CONTROL = 3  # units that would control the area
    CARRIERS = 4  # carriers with aircraft
    LANDINGS = 5  # amphibious units
    VALUE = 6  # what the loss of everyone would cost
    ASW = 7  # dice in the hunt for submarines (§14.21)
    HUNTERS = 8  # escort groups that improve them (§14.22)
    LURKERS = 9  # patrolling submarines and Hilfskreuzers
    MERCHANTMEN = 10  # the Hilfskreuzers among them
    BATTLESHIPS = 11  # ships whose guns keep an Allied flag in Indonesia (§19.44)
    ALL = 12


SUMS = int(Sum.ALL)

SHARE = 0.3
"""Share of the units still in port that is reckoned to come to an area that they can reach."""
FEW_AREAS = 5.0
"""Where a unit can reach more areas than these, the share in each is less."""

VALUE_OF_A_SHIP = 0.1
VALUE_OF_A_SHOT = 0.1
"""Worth of a ship, and of each of its shots, in victory points over the turns to come."""
VALUE_OF_A_RETURNING_UNIT = 0.15
"""The same of units that come back after two turns (§12.6, §13.51, §14.4)."""

THIS_TURN, NEXT_TURN = 0, 1
"""Which orders are still to be given: those of this turn, or those of the next, when all are home again."""


@rule_with_arrays
def value_of(book, game, unit):
    """What the loss of a unit costs its side while the war goes on."""
    if Kind.LBA <= book.kind[unit] <= Kind.SUBMARINE:
        return VALUE_OF_A_RETURNING_UNIT
    shots = gun_attack(book, game, unit) + 1.5 * air_attack(book, game, unit)
    return VALUE_OF_A_SHIP + VALUE_OF_A_SHOT * shots


@rule_with_arrays
def add_unit(book, game, unit, controls, sums, share):
    """Add a unit, or a share of it, to the sums of its side in an area.  `controls`: it would control the area."""
    kind = book.kind[unit]
    if kind > Kind.AMPHIBIOUS:
        if kind == Kind.HUNTER_KILLER:
            sums[Sum.HUNTERS] += share
        elif kind != Kind.OILER and game.raiding[unit] == 0:
            sums[Sum.LURKERS] += share
            if kind == Kind.HILFSKREUZER:
                sums[Sum.MERCHANTMEN] += share
        return
    sums[Sum.AIR] += share * air_attack(book, game, unit)
    sums[Sum.GUNS] += share * gun_attack(book, game, unit)
    sums[Sum.TOUGHNESS] += share * toughness(book, game, unit)
    sums[Sum.VALUE] += share * value_of(book, game, unit)
    if kind == Kind.AMPHIBIOUS:
        sums[Sum.LANDINGS] += share
        sums[Sum.ASW] += 3.0 * share
    elif controls:
        sums[Sum.CONTROL] += share
        if kind == Kind.LBA:
            sums[Sum.ASW] += share * float(book.airstrike[unit])
        else:
            sums[Sum.ASW] += 3.0 * share if book.carrier[unit] == 1 else share
            if gunnery(book, game, unit) >= GUNS_THAT_HOLD_INDONESIA and book.nation[unit] == Nation.BRITISH:
                sums[Sum.BATTLESHIPS] += share
    if book.carrier[unit] == 1 and airstrike(book, game, unit) > 0:
        sums[Sum.CARRIERS] += share


@rule_with_arrays
def forces(book, game, of_side, without, when):
    """float64 `(AREAS, 2, SUMS)`: the units at sea and a share of those that may still come; or, `when` it is the next
    turn that matters, a share of all.

    Index 1 is 0 for `of_side` and 1 for its enemy.  `without` is a unit that is left out.
    """
    sums = np.zeros((AREAS, 2, SUMS))
    known = np.full((PORTS, 2, RAIDING_AREAS), -1)
    for k in range(game.units):
        unit = int(game.roster[k])
        if unit == without or book.kind[unit] == Kind.OILER:
            continue
        column = 0 if side(game, unit) == of_side else 1
        if when == THIS_TURN and at_sea(game, unit):
            stays_there = game.phase > Phase.PATROLLING or game.refuelled[unit] == 0 or game.committed[unit] == 1
            if stays_there:
                controls = counts_for_control(book, game, unit)
                add_unit(book, game, unit, controls, sums[game.place[unit], column], 1.0)
                continue
        if when == THIS_TURN and game.phase > Phase.RAIDING:
            continue
        if when == THIS_TURN:
            may_patrol, may_raid = may_still_enter(book, game, unit, known)
        else:
            may_patrol, may_raid = may_enter_next_turn(book, game, unit, known)
        reach = may_patrol | may_raid
        if reach != 0:
            share = SHARE * min(1.0, FEW_AREAS / float(count(reach)))
            for area in range(book.areas):
                if has(reach, area):
                    add_unit(book, game, unit, has(may_patrol, area), sums[area, column], share)
    return sums


@rule_with_arrays
def count(members):
    """How many members a set has."""
    found = 0
    while members != 0:
        members &= members - 1
        found += 1
    return found


# --- this turn -----------------------------------------------------------------------------------------


@rule_with_arrays
def may_still_enter(book, game, unit, known):
    """Areas that a unit in port may still enter this turn: as one that controls, and as a raider or a landing."""
    nowhere = 0
    if book.kind[unit] == Kind.LBA:
        if game.phase <= Phase.LAND_BASED_AIR and awaits_placement(book, game, unit, game.controller[unit]):
            return areas_in_range(book, game, unit), nowhere
        return nowhere, nowhere
    if book.kind[unit] == Kind.AMPHIBIOUS:
        ready = game.phase <= Phase.AMPHIBIOUS and game.committed[unit] == 0 and game.disabled[unit] == 0
        return nowhere, areas_within(book, game, unit, MOST_AREAS) if ready and in_port(game, unit) else nowhere
    if awaited(book, game, unit):
        return int(book.free_patrol[unit]) if patrols_to_come(game, unit) else nowhere, int(book.free_raid[unit])
    if not may_sail(book, game, unit):
        return nowhere, nowhere
    patrols = patrols_to_come(game, unit)
    if placed_anywhere(book, unit):
        return waters_of(book, game, unit) if patrols else nowhere, nowhere
    raids = game.raiding[unit] == 1 or (patrols and book.raider_side[unit] == 1)
    fast = 1 if speed(book, game, unit) > 4 else 0
    may_patrol = reach_by_sea(book, game, unit, PATROLLING_AREAS - 1 + fast, known) if patrols else nowhere
    may_raid = reach_by_sea(book, game, unit, RAIDING_AREAS - 1 + fast, known) if raids else nowhere
    return may_patrol, may_raid


@rule_with_arrays
def reach_by_sea(book, game, unit, most, known):
    """`areas_within`, remembered for the ships of a side in one port but for those that are bound to certain waters."""
    if not in_port(game, unit) or book.kind[unit] != Kind.SHIP:
        return areas_within(book, game, unit, most)
    port = game.place[unit] - FIRST_PORT
    column = side(game, unit)
    if book.nation[unit] == Nation.US or book.nation[unit] == Nation.RUSSIAN:
        return areas_within(book, game, unit, most)
    if known[port, column, most - 1] < 0:
        known[port, column, most - 1] = areas_within(book, game, unit, most)
    return int(known[port, column, most - 1])


@rule_with_arrays
def patrols_to_come(game, unit):
    """Whether the patrol order of a ship in port is still to be given (§5.31, nationality order §5.1)."""
    if game.raiding[unit] == 1 or game.phase > Phase.PATROLLING:
        return False
    return game.phase < Phase.PATROLLING or game.controller[unit] >= game.power


# --- next turn -----------------------------------------------------------------------------------------


@rule_with_arrays
def may_enter_next_turn(book, game, unit, known):
    """The same from where the unit is now, or where it is about to appear."""
    nowhere = 0
    place = int(game.place[unit])
    of_side = side(game, unit)
    if place == FIRST_BOX + Box.NOT_YET_ARRIVED and 0 < game.due[unit] <= game.turn:
        areas = 0
        for port in range(book.ports):
            if has(book.arrives_at[unit], port):
                areas |= sailing_range(book, game, port, of_side, known)
    elif place >= FIRST_BOX or place < 0 or (book.kind[unit] == Kind.SHIP and on_the_bottom(book, game, unit)):
        return nowhere, nowhere
    elif book.kind[unit] == Kind.LBA:
        return flying_range(book, game, int(game.theatre[unit]), of_side), nowhere
    elif placed_anywhere(book, unit):
        return waters_of(book, game, unit), nowhere
    elif place >= FIRST_PORT:
        if game.hostilities == 0 and stays(book, game, unit):
            return nowhere, nowhere
        areas = sailing_range(book, game, place - FIRST_PORT, of_side, known)
    else:
        areas = bit(place) | neighbours(book, game, bit(place), of_side, 0)
    areas &= waters_of(book, game, unit)
    return (areas, nowhere) if is_a_ship(book, unit) else (nowhere, areas)


@rule_with_arrays
def sailing_range(book, game, port, of_side, known):
    """The areas beside a port and those next to them, as far as flags and choke points let ships pass."""
    if known[port, of_side, PATROLLING_AREAS - 1] < 0:
        beside = int(book.touches[port]) & int(book.open_areas)
        known[port, of_side, PATROLLING_AREAS - 1] = beside | neighbours(book, game, beside, of_side, 0)
    return int(known[port, of_side, PATROLLING_AREAS - 1])


@rule_with_arrays
def flying_range(book, game, theatre, of_side):
    """The areas of a theatre beside which a side has a place for aircraft (§12.12)."""
    areas = areas_of(book, theatre) & int(book.open_areas)
    for area in range(book.areas):
        if has(areas, area) and not holds_a_place_on(book, game, area, of_side, True):
            areas &= ~bit(area)
    return areas
