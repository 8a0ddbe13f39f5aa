"""Strength: who is where, who may still come this turn, and who will be in reach on the next."""

from enum import IntEnum

import numpy as np

from aw_env.core.engine.compiling import rule, rule_with_arrays
from aw_env.core.engine.marks import marked
from aw_env.core.engine.sets import bit, has
from aw_env.games.admirals_war.observation.odds import air_attack, gun_attack, toughness
from aw_env.games.admirals_war.records.book import NATIONS
from aw_env.games.admirals_war.records.state import COMMITTED, DISABLED, RAIDING, REFUELLED, THEATRE
from aw_env.games.admirals_war.records.terms import AREAS, FIRST_BOX, FIRST_PORT, NOBODY, Box, Kind, Nation, Phase
from aw_env.games.admirals_war.rules.amphibious import MOST_AREAS
from aw_env.games.admirals_war.rules.asw import asw_factors
from aw_env.games.admirals_war.rules.control import counts_for_control
from aw_env.games.admirals_war.rules.counters import (
    airstrike,
    areas_of,
    at_sea,
    gunnery,
    holds_a_place_on,
    in_port,
    is_a_ship,
    on_the_bottom,
    side,
    speed,
    touched,
)
from aw_env.games.admirals_war.rules.land_based_air import areas_in_range, awaits_placement
from aw_env.games.admirals_war.rules.movement import (
    PATROLLING_AREAS,
    RAIDING_AREAS,
    areas_within,
    awaited,
    may_sail,
    neighbours,
    placed_anywhere,
    waters_of,
)
from aw_env.games.admirals_war.rules.war_entry import GUNS_THAT_HOLD_INDONESIA, stays


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
ON_PATROL = (int(Sum.CONTROL), int(Sum.ASW), int(Sum.BATTLESHIPS))
"""What ships add on patrol only."""

SHARE = 0.3
"""Share of the units still in port that is reckoned to come to an area that they can reach."""
FEW_AREAS = 7.0
"""Where a unit can reach more areas than these, the share in each is less."""

VALUE_OF_A_SHIP = 0.1
VALUE_OF_A_SHOT = 0.1
"""Worth of a ship, and of each of its shots, in victory points over the turns to come."""
VALUE_OF_A_RETURNING_UNIT = 0.15
"""The same of units that come back after two turns (§12.6, §13.51, §14.4)."""

PARTIES = 40
"""Room for units that may enter different areas."""

THIS_TURN, NEXT_TURN = 0, 1
"""Which orders are still to be given: those of this turn, or those of the next, when all are home again."""


@rule
def value_of(book, game, unit):
    """What the loss of a unit costs its side while the war goes on."""
    if Kind.LBA <= book.kind[unit] <= Kind.SUBMARINE:
        return VALUE_OF_A_RETURNING_UNIT
    shots = gun_attack(book, game, unit) + 1.5 * air_attack(book, game, unit)
    return VALUE_OF_A_SHIP + VALUE_OF_A_SHOT * shots


@rule
def add_unit(book, game, unit, controls, sums, share):
    """Add a unit, or a share of it, to the sums of its side in an area.  `controls`: it would control the area."""
    kind = book.kind[unit]
    if kind > Kind.AMPHIBIOUS:
        if kind == Kind.HUNTER_KILLER:
            sums[Sum.HUNTERS] += share
        elif kind != Kind.OILER and marked(game, unit, RAIDING) == 0:
            sums[Sum.LURKERS] += share
            if kind == Kind.HILFSKREUZER:
                sums[Sum.MERCHANTMEN] += share
        return
    sums[Sum.AIR] += share * air_attack(book, game, unit)
    sums[Sum.GUNS] += share * gun_attack(book, game, unit)
    sums[Sum.TOUGHNESS] += share * toughness(book, game, unit)
    sums[Sum.VALUE] += share * value_of(book, game, unit)
    sums[Sum.ASW] += share * float(asw_factors(book, unit, 0 if controls else 1))
    if kind == Kind.AMPHIBIOUS:
        sums[Sum.LANDINGS] += share
    elif controls:
        sums[Sum.CONTROL] += share
        if gunnery(book, game, unit) >= GUNS_THAT_HOLD_INDONESIA and book.nation[unit] == Nation.BRITISH:
            sums[Sum.BATTLESHIPS] += share
    if book.carrier[unit] == 1 and airstrike(book, game, unit) > 0:
        sums[Sum.CARRIERS] += share


@rule_with_arrays
def forces(book, game, of_side, without, when):
    """float64 `(AREAS, 3, SUMS)`: the units at sea and a share of those that may still come; or, `when` it is the next
    turn that matters, a share of all.

    Index 1 is 0 for `of_side` and 1 for its enemy; 2 is room for trying out what one unit more would mean.  `without`
    is a unit that is left out.
    """
    sums = np.zeros((AREAS, 3, SUMS))
    known = nothing_known()
    parties = 0
    party = 0
    reach = np.zeros((PARTIES, 3), np.int64)
    strength = np.zeros((PARTIES, SUMS))
    for k in range(game.units):
        unit = int(game.roster[k])
        if unit == without or book.kind[unit] == Kind.OILER or is_out_of_play(game, unit):
            continue
        column = 0 if side(game, unit) == of_side else 1
        if when == THIS_TURN and at_sea(game, unit) and stays_at_sea(game, unit):
            controls = counts_for_control(book, game, unit)
            add_unit(book, game, unit, controls, sums[game.place[unit], column], 1.0)
            continue
        if when == THIS_TURN and game.phase > Phase.RAIDING:
            continue
        if when == THIS_TURN:
            patrols, raids = may_still_enter(book, game, unit, known)
        else:
            patrols, raids = may_enter_next_turn(book, game, unit, known)
        if patrols | raids == 0:
            continue
        if not is_party(reach, party, patrols, raids, column):  # neighbours in the roster mostly sail together
            party = 0
            while party < parties and not is_party(reach, party, patrols, raids, column):
                party += 1
        if party == PARTIES:
            party -= 1
            spread(book, party, reach, strength, sums)
            strength[party] = 0.0
        parties = max(parties, party + 1)
        reach[party, 0] = patrols
        reach[party, 1] = raids
        reach[party, 2] = column
        add_unit(book, game, unit, patrols != 0, strength[party], 1.0)
    for party in range(parties):
        spread(book, party, reach, strength, sums)
    return sums


@rule
def is_out_of_play(game, unit):
    """Sunk, withdrawn, or held back by an optional rule."""
    return game.place[unit] == FIRST_BOX + Box.OUT_OF_PLAY or game.place[unit] == FIRST_BOX + Box.IN_RESERVE


@rule
def is_party(reach, party, patrols, raids, column):
    """Whether a unit belongs to a party: the same side and the same areas."""
    return reach[party, 0] == patrols and reach[party, 1] == raids and reach[party, 2] == column


@rule
def stays_at_sea(game, unit):
    """A unit at sea whose place this turn is settled: not one that is based there and has yet to move (§10.33)."""
    return game.phase > Phase.PATROLLING or marked(game, unit, REFUELLED) == 0 or marked(game, unit, COMMITTED) == 1


@rule
def spread(book, party, reach, strength, sums):
    """Add to each area the share of a party, units of a side that may enter the same areas, which is reckoned there.

    reach: the areas that a party may patrol, those it may raid, and the index of its side; strength: its sums, as
    patrollers if it may patrol at all.
    """
    patrols, raids, column = reach[party, 0], reach[party, 1], reach[party, 2]
    share = SHARE * min(1.0, FEW_AREAS / float(count(patrols | raids)))
    for area in range(book.areas):
        if has(patrols | raids, area):
            for item in range(SUMS):
                sums[area, column, item] += share * strength[party, item]
            if patrols != 0 and not has(patrols, area):
                for item in ON_PATROL:
                    sums[area, column, item] -= share * strength[party, item]


@rule
def count(members):
    """How many areas a set has."""
    found = 0
    for area in range(AREAS):
        found += (int(members) >> area) & 1
    return found


# --- this turn -----------------------------------------------------------------------------------------


@rule
def may_still_enter(book, game, unit, known):
    """Areas that a unit in port may still enter this turn: as one that controls, and as a raider or a landing."""
    nowhere = 0
    if book.kind[unit] == Kind.LBA:
        if game.phase <= Phase.LAND_BASED_AIR and awaits_placement(book, game, unit, game.controller[unit]):
            return reach_by_air(book, game, unit, known), nowhere
        return nowhere, nowhere
    if book.kind[unit] == Kind.AMPHIBIOUS:
        free = marked(game, unit, COMMITTED) == 0 and marked(game, unit, DISABLED) == 0
        ready = game.phase <= Phase.AMPHIBIOUS and free
        return nowhere, areas_within(book, game, unit, MOST_AREAS) if ready and in_port(game, unit) else nowhere
    if awaited(book, game, unit):
        return int(book.free_patrol[unit]) if patrols_to_come(game, unit) else nowhere, int(book.free_raid[unit])
    if not may_sail(book, game, unit):
        return nowhere, nowhere
    patrols = patrols_to_come(game, unit)
    if placed_anywhere(book, unit):
        return waters_of(book, game, unit) if patrols else nowhere, nowhere
    raids = marked(game, unit, RAIDING) == 1 or (patrols and book.raider_side[unit] == 1)
    fast = 1 if speed(book, game, unit) > 4 else 0
    may_patrol = reach_by_sea(book, game, unit, PATROLLING_AREAS - 1 + fast, known) if patrols else nowhere
    may_raid = reach_by_sea(book, game, unit, RAIDING_AREAS - 1 + fast, known) if raids else nowhere
    return may_patrol, may_raid


@rule_with_arrays
def nothing_known():
    """Room to remember what ships and aircraft of a nation can reach from a place: int64 `(places, nations and sides,
    areas entered)`; -1 where it has not been found out."""
    return np.full((FIRST_BOX + 3, 2 * NATIONS, RAIDING_AREAS), -1)


@rule
def kin(book, game, unit):
    """An index for units of one nation and side: they reach alike."""
    return 2 * int(book.nation[unit]) + side(game, unit)


@rule
def reach_by_sea(book, game, unit, most, known):
    """`areas_within`, remembered for the ships of a nation in one place."""
    if book.kind[unit] != Kind.SHIP or game.place[unit] >= FIRST_BOX:
        return areas_within(book, game, unit, most)
    place = int(game.place[unit])
    column = kin(book, game, unit)
    if known[place, column, most - 1] < 0:
        known[place, column, most - 1] = areas_within(book, game, unit, most)
    return int(known[place, column, most - 1])


@rule
def reach_by_air(book, game, unit, known):
    """`areas_in_range`, remembered for the aircraft of a nation and theatre."""
    index = FIRST_BOX + 1 + int(marked(game, unit, THEATRE))
    column = kin(book, game, unit)
    if known[index, column, 0] < 0:
        known[index, column, 0] = areas_in_range(book, game, unit)
    return int(known[index, column, 0])


@rule
def patrols_to_come(game, unit):
    """Whether the patrol order of a ship in port is still to be given (§5.31, nationality order §5.1)."""
    if marked(game, unit, RAIDING) == 1 or game.phase > Phase.PATROLLING:
        return False
    return game.phase < Phase.PATROLLING or game.controller[unit] >= game.power


@rule
def without_a_roll(book, game, unit, most):
    """Areas that a unit enters without a speed roll, as a set: those before the last one of its move (§6.12, §6.13)."""
    if placed_anywhere(book, unit) or not (in_port(game, unit) or at_sea(game, unit)):
        return int(book.open_areas)
    return areas_within(book, game, unit, most - 1)


# --- next turn -----------------------------------------------------------------------------------------


@rule
def may_enter_next_turn(book, game, unit, known):
    """The same from where the unit is now, or where it is about to appear."""
    nowhere = 0
    place = int(game.place[unit])
    of_side = side(game, unit)
    if place == FIRST_BOX + Box.NOT_YET_ARRIVED and book.first_turn <= game.due[unit] <= game.turn:
        areas = 0
        for port in range(book.ports):
            if has(book.arrives_at[unit], port):
                areas |= sailing_range(book, game, FIRST_PORT + port, of_side, known)
    elif place >= FIRST_BOX or place < 0 or (book.kind[unit] == Kind.SHIP and on_the_bottom(book, game, unit)):
        return nowhere, nowhere
    elif book.kind[unit] == Kind.LBA:
        return flying_range(book, game, int(marked(game, unit, THEATRE)), of_side, known), nowhere
    elif placed_anywhere(book, unit):
        return waters_of(book, game, unit), nowhere
    elif place >= FIRST_PORT and game.hostilities == 0 and stays(book, game, unit):
        return nowhere, nowhere
    else:
        areas = sailing_range(book, game, place, of_side, known)
    areas &= waters_of(book, game, unit)
    return (areas, nowhere) if is_a_ship(book, unit) else (nowhere, areas)


@rule
def sailing_range(book, game, place, of_side, known):
    """The areas beside a port, or a sea area itself, and those next to them, as far as flags and choke points let ships
    pass."""
    if known[place, of_side, PATROLLING_AREAS - 1] < 0:
        beside, leads_to = bit(place), 0
        if place >= FIRST_PORT:
            beside = touched(book, game, place - FIRST_PORT) & int(book.open_areas)
            leads_to = int(book.leads_to[place - FIRST_PORT]) & int(book.open_areas)
        known[place, of_side, PATROLLING_AREAS - 1] = beside | leads_to | neighbours(book, game, beside, of_side, 0)
    return int(known[place, of_side, PATROLLING_AREAS - 1])


@rule
def flying_range(book, game, theatre, of_side, known):
    """The areas of a theatre beside which a side has a place for aircraft (§12.12)."""
    if theatre == NOBODY:
        return int(book.open_areas)
    index = FIRST_BOX + 1 + theatre
    if known[index, of_side, 0] < 0:
        areas = areas_of(book, theatre) & int(book.open_areas)
        for area in range(book.areas):
            if has(areas, area) and not holds_a_place_on(book, game, area, of_side, True):
                areas &= ~bit(area)
        known[index, of_side, 0] = areas
    return int(known[index, of_side, 0])


# --- the battle being fought ---------------------------------------------------------------------------


@rule_with_arrays
def battle_forces(book, game, of_side, pursuers_too):
    """float64 `(2, SUMS)`: our side and the enemy in the battle; `pursuers_too` counts the whole area."""
    sums = np.zeros((2, SUMS))
    for k in range(game.units_here):
        unit = int(game.here[k])
        if pursuers_too or game.group[unit] == game.battle_group:
            column = 0 if side(game, unit) == of_side else 1
            add_unit(book, game, unit, counts_for_control(book, game, unit), sums[column], 1.0)
    return sums
