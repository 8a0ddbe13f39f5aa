"""The layout "summary": what there is in each area and port, and a few columns for each unit."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.marks import marked
from aw_env.war_at_sea.observation.columns import (
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
from aw_env.war_at_sea.observation.general import sign
from aw_env.war_at_sea.records.state import DISENGAGED
from aw_env.war_at_sea.records.terms import AREAS, FIRST_BOX, FIRST_PORT, NOWHERE, PORTS, Kind
from aw_env.war_at_sea.rules.counters import airstrike, attack, is_active
from aw_env.war_at_sea.rules.surface import in_battle


@rule
def write_summary(book, game, mine, row):
    """All of it."""
    for area in range(AREAS):
        write_area(book, game, mine, area, row)
    for port in range(PORTS):
        write_port(book, game, mine, port, row)
    for k in range(game.units):
        unit = int(game.roster[k])
        if 0 <= game.place[unit] < FIRST_BOX:
            write_unit(book, game, mine, unit, row)


@rule
def aircraft(book, game, side, place):
    """Factors of a side's land-based aircraft in a place."""
    return int(book.marker_strength) if game.marker[side] == place else 0


@rule
def write_area(book, game, mine, area, row):
    """A sea area without its units."""
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
    """A port without its units."""
    first = FIRST_HARBOUR + port * PORT_WIDTH
    if is_active(book, game, port):
        row[first + Port.OWNER] = sign(book.port_side[port], mine)
        row[first + Port.REPAIRS] = book.repair_points[port] if game.turn >= book.repairs_from[port] else 0
    row[first + Port.MY_AIRCRAFT] = aircraft(book, game, mine, FIRST_PORT + port)
    row[first + Port.THEIR_AIRCRAFT] = aircraft(book, game, 1 - mine, FIRST_PORT + port)
    row[first + Port.FACE_DOWN] = game.face_down[FIRST_PORT + port]


@rule
def write_unit(book, game, mine, unit, row):
    """A unit on the map, where it is and by itself."""
    place = int(game.place[unit])
    whose = sign(game.side[unit], mine)
    first = FIRST_UNIT + unit * EACH_WIDTH
    row[first + Each.PLACE] = whose * (1 + place)
    row[first + Each.HIT_POINTS] = book.defense[unit] + 1 - int(game.damage[unit])
    if place >= FIRST_PORT:
        count_in_port(book, game, whose, unit, place - FIRST_PORT, row)
        if game.bound_for[unit] != NOWHERE:
            bound = FIRST_AREA + int(game.bound_for[unit]) * AREA_WIDTH + FIRST_FORCE
            row[bound + (0 if whose == 1 else FORCE_WIDTH) + Force.COMING] += 1
        return
    count_at_sea(book, game, whose, unit, place, row)
    if place == game.area and in_battle(book, game, unit):
        row[first + Each.IN_BATTLE] = whose
    row[first + Each.ATTACKERS] = game.attackers_on[unit] if game.disengaging < 0 else game.group[unit]


@rule
def count_in_port(book, game, whose, unit, port, row):
    """One more in a port."""
    first = FIRST_HARBOUR + port * PORT_WIDTH
    if book.kind[unit] == Kind.U_BOAT:
        row[first + Port.U_BOATS] += whose
        return
    row[first + (Port.MY_VESSELS if whose == 1 else Port.THEIR_VESSELS)] += 1
    row[first + (Port.MY_ATTACK if whose == 1 else Port.THEIR_ATTACK)] += attack(book, game, unit)
    row[first + Port.DAMAGE] += game.damage[unit]


@rule
def count_at_sea(book, game, whose, unit, area, row):
    """One more in a sea area."""
    first = FIRST_AREA + area * AREA_WIDTH + FIRST_FORCE + (0 if whose == 1 else FORCE_WIDTH)
    if book.kind[unit] == Kind.U_BOAT:
        row[first + Force.U_BOATS] += 1
        return
    if marked(game, unit, DISENGAGED) == 1:
        row[first + Force.GONE] += 1
        return
    row[first + Force.VESSELS] += 1
    row[first + Force.ATTACK] += attack(book, game, unit)
    row[first + Force.HIT_POINTS] += book.defense[unit] + 1 - int(game.damage[unit])
    row[first + Force.AIRSTRIKE] += airstrike(book, game, unit)
    row[first + Force.DAMAGED] += 1 if game.damage[unit] > 0 else 0
    row[first + Force.CARRIERS] += 1 if book.kind[unit] == Kind.CARRIER else 0
    row[first + Force.CONVOYS] += 1 if book.kind[unit] == Kind.CONVOY else 0
