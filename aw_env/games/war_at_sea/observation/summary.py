"""The layout "summary": what there is in each area and port, and a few columns for each unit."""

from aw_env.core.engine.arrays import swap, turn_sign
from aw_env.core.engine.compiling import rule
from aw_env.core.engine.marks import marked
from aw_env.games.war_at_sea.observation.columns import (
    AREA_WIDTH,
    EACH_WIDTH,
    FIRST_AREA,
    FIRST_FORCE,
    FIRST_HARBOUR,
    FIRST_UNIT,
    FORCE_WIDTH,
    PORT_WIDTH,
    Area,
    Each,
    Force,
    Port,
)
from aw_env.games.war_at_sea.observation.general import sign
from aw_env.games.war_at_sea.records.state import DISENGAGED
from aw_env.games.war_at_sea.records.terms import AREAS, FIRST_BOX, FIRST_PORT, NOWHERE, PORTS, UNITS, Kind
from aw_env.games.war_at_sea.rules.counters import airstrike_with, attack_with, first_in, is_active, next_in
from aw_env.games.war_at_sea.rules.surface import in_battle


@rule
def write_summary(book, game, mine, row):
    """All of it, into a row of 0."""
    write_places(book, game, mine, row)
    for k in range(game.units):
        unit = int(game.roster[k])
        gone = marked(game, unit, DISENGAGED)
        place, bound_for = int(game.place[unit]), int(game.bound_for[unit])
        count_unit(book, unit, place, int(game.damage[unit]), sign(game.side[unit], mine), gone, bound_for, 1, row)
    if game.area != NOWHERE:
        write_fighters(book, game, mine, row)


# --- places without their units ------------------------------------------------------------------------


@rule
def write_places(book, game, mine, row):
    """Every column of areas and ports that is not about units there."""
    for area in range(AREAS):
        write_area(book, game, mine, area, row)
    for port in range(PORTS):
        write_port(book, game, mine, port, row)


@rule
def aircraft(book, game, side, place):
    """Factors of a side's land-based aircraft in a place."""
    return int(book.marker_strength) if game.marker[side] == place else 0


@rule
def write_area(book, game, mine, area, row):
    """A sea area."""
    first = FIRST_AREA + area * AREA_WIDTH
    row[first + Area.FLAG] = sign(game.flag[area], mine)
    row[first + Area.MY_POINTS] = book.points[area, mine]
    row[first + Area.THEIR_POINTS] = book.points[area, 1 - mine]
    row[first + Area.RESOLVED] = game.resolved[area]
    row[first + Area.FOUGHT] = 1 if game.area == area else 0
    row[first + Area.MY_AIRCRAFT] = aircraft(book, game, mine, area)
    row[first + Area.THEIR_AIRCRAFT] = aircraft(book, game, 1 - mine, area)
    row[first + Area.FACE_DOWN] = game.face_down[area]


@rule
def write_port(book, game, mine, port, row):
    """A port."""
    first = FIRST_HARBOUR + port * PORT_WIDTH
    active = is_active(book, game, port)
    repairs = active and game.turn >= book.repairs_from[port]
    row[first + Port.OWNER] = sign(book.port_side[port], mine) if active else 0
    row[first + Port.REPAIRS] = book.repair_points[port] if repairs else 0
    row[first + Port.MY_AIRCRAFT] = aircraft(book, game, mine, FIRST_PORT + port)
    row[first + Port.THEIR_AIRCRAFT] = aircraft(book, game, 1 - mine, FIRST_PORT + port)
    row[first + Port.FACE_DOWN] = game.face_down[FIRST_PORT + port]


# --- units ---------------------------------------------------------------------------------------------


@rule
def count_unit(book, unit, place, damage, whose, gone, bound_for, times, row):
    """Count a unit in its place, or with `times` -1 take it off again.  What is counted depends on these values alone,
    so that a row can be brought up to date (`updating`).  whose: 1 mine, -1 theirs; gone: 1 if it has disengaged."""
    if not 0 <= place < FIRST_BOX:
        return
    there = 1 if times == 1 else 0
    row[FIRST_UNIT + unit * EACH_WIDTH + Each.PLACE] = there * whose * (1 + place)
    row[FIRST_UNIT + unit * EACH_WIDTH + Each.HIT_POINTS] = there * (int(book.defense[unit]) + 1 - damage)
    if place >= FIRST_PORT:
        count_in_port(book, unit, place - FIRST_PORT, damage, whose, times, row)
        if bound_for != NOWHERE:
            bound = FIRST_AREA + bound_for * AREA_WIDTH + FIRST_FORCE
            row[bound + (0 if whose == 1 else FORCE_WIDTH) + Force.COMING] += times
    else:
        row[FIRST_UNIT + unit * EACH_WIDTH + Each.IN_BATTLE] = 0
        row[FIRST_UNIT + unit * EACH_WIDTH + Each.ATTACKERS] = 0
        count_at_sea(book, unit, place, damage, whose, gone, times, row)


@rule
def count_in_port(book, unit, port, damage, whose, times, row):
    """The same in a port."""
    first = FIRST_HARBOUR + port * PORT_WIDTH
    if book.kind[unit] == Kind.U_BOAT:
        row[first + Port.U_BOATS] += times * whose
        return
    row[first + (Port.MY_VESSELS if whose == 1 else Port.THEIR_VESSELS)] += times
    shots = attack_with(int(book.attack[unit]), int(book.defense[unit]), damage)
    row[first + (Port.MY_ATTACK if whose == 1 else Port.THEIR_ATTACK)] += times * shots
    row[first + Port.DAMAGE] += times * damage


@rule
def count_at_sea(book, unit, area, damage, whose, gone, times, row):
    """The same in a sea area."""
    first = FIRST_AREA + area * AREA_WIDTH + FIRST_FORCE + (0 if whose == 1 else FORCE_WIDTH)
    if book.kind[unit] == Kind.U_BOAT:
        row[first + Force.U_BOATS] += times
        return
    if gone == 1:
        row[first + Force.GONE] += times
        return
    defense = int(book.defense[unit])
    row[first + Force.VESSELS] += times
    row[first + Force.ATTACK] += times * attack_with(int(book.attack[unit]), defense, damage)
    row[first + Force.HIT_POINTS] += times * (defense + 1 - damage)
    row[first + Force.AIRSTRIKE] += times * airstrike_with(int(book.airstrike[unit]), defense, damage)
    row[first + Force.DAMAGED] += times if damage > 0 else 0
    row[first + Force.CARRIERS] += times if book.kind[unit] == Kind.CARRIER else 0
    row[first + Force.CONVOYS] += times if book.kind[unit] == Kind.CONVOY else 0


@rule
def write_fighters(book, game, mine, row):
    """What the battle under way adds to the columns of each unit in it."""
    unit = first_in(game, game.area)
    while unit < UNITS:
        first = FIRST_UNIT + unit * EACH_WIDTH
        row[first + Each.IN_BATTLE] = sign(game.side[unit], mine) if in_battle(book, game, unit) else 0
        row[first + Each.ATTACKERS] = game.attackers_on[unit] if game.disengaging < 0 else game.group[unit]
        unit = next_in(game, game.area, unit)


@rule
def clear_fighters(game, area, row):
    """None of it for the units that are in an area; those that have left it are counted anew without."""
    unit = first_in(game, area)
    while unit < UNITS:
        row[FIRST_UNIT + unit * EACH_WIDTH + Each.IN_BATTLE] = 0
        row[FIRST_UNIT + unit * EACH_WIDTH + Each.ATTACKERS] = 0
        unit = next_in(game, area, unit)


# --- the other side ------------------------------------------------------------------------------------


@rule
def change_sides(row):
    """What is mine becomes theirs in all that follows the general part."""
    for area in range(AREAS):
        first = FIRST_AREA + area * AREA_WIDTH
        turn_sign(row, first + Area.FLAG)
        swap(row, first + Area.MY_POINTS, 1)
        swap(row, first + Area.MY_AIRCRAFT, 1)
        swap(row, first + FIRST_FORCE, FORCE_WIDTH)
    for port in range(PORTS):
        first = FIRST_HARBOUR + port * PORT_WIDTH
        turn_sign(row, first + Port.OWNER)
        swap(row, first + Port.MY_VESSELS, 1)
        swap(row, first + Port.MY_ATTACK, 1)
        turn_sign(row, first + Port.U_BOATS)
        swap(row, first + Port.MY_AIRCRAFT, 1)
    for unit in range(UNITS):
        turn_sign(row, FIRST_UNIT + unit * EACH_WIDTH + Each.PLACE)
        turn_sign(row, FIRST_UNIT + unit * EACH_WIDTH + Each.IN_BATTLE)
