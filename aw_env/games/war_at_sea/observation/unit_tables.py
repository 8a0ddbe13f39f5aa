"""The layout "units": a row for each unit and each place, with nothing public left out."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.marks import marked
from aw_env.games.war_at_sea.observation.columns import (
    FIRST_PLACE_ROW,
    FIRST_UNIT_ROW,
    PLACE_ROW_WIDTH,
    UNIT_ROW_WIDTH,
    PlaceRow,
    UnitRow,
)
from aw_env.games.war_at_sea.observation.general import is_about_a_place, sign
from aw_env.games.war_at_sea.observation.summary import aircraft
from aw_env.games.war_at_sea.records.state import (
    DISABLED,
    DISENGAGED,
    FIRING,
    MAY_SAIL,
    MOVED,
    PENDING_DISABLED,
    REFUELLED,
    RELEASED,
    STRUCK,
    TAKEN_OVER,
)
from aw_env.games.war_at_sea.records.terms import AREAS, FIRST_BOX, FIRST_PORT, NOWHERE
from aw_env.games.war_at_sea.rules.counters import airstrike, attack, is_active, speed
from aw_env.games.war_at_sea.rules.surface import in_battle


@rule
def write_unit_tables(book, game, mine, row):
    """All of it."""
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.place[unit] != NOWHERE:
            first = FIRST_UNIT_ROW + unit * UNIT_ROW_WIDTH
            write_counter(book, game, mine, unit, first, row)
            write_condition(game, unit, first, row)
            write_combat(book, game, unit, first, row)
    for place in range(FIRST_BOX):
        write_place(book, game, mine, place, row)


@rule
def write_counter(book, game, mine, unit, first, row):
    """What a unit is, where, and how strong."""
    row[first + UnitRow.SEEN] = 1
    row[first + UnitRow.MINE] = sign(game.side[unit], mine)
    row[first + UnitRow.NATION] = book.nation[unit]
    row[first + UnitRow.KIND] = book.kind[unit]
    row[first + UnitRow.PLACE] = game.place[unit]
    row[first + UnitRow.ATTACK] = attack(book, game, unit)
    row[first + UnitRow.PRINTED_ATTACK] = book.attack[unit]
    row[first + UnitRow.DEFENSE] = book.defense[unit]
    row[first + UnitRow.SPEED] = speed(book, game, unit) if book.speed[unit] > 0 else 0
    row[first + UnitRow.PRINTED_SPEED] = book.speed[unit]
    row[first + UnitRow.AIRSTRIKE] = airstrike(book, game, unit)
    row[first + UnitRow.PRINTED_AIRSTRIKE] = book.airstrike[unit]
    row[first + UnitRow.BONUS] = book.bonus[unit]
    row[first + UnitRow.ARRIVES] = book.arrives_on[unit]


@rule
def write_condition(game, unit, first, row):
    """What has happened to it."""
    row[first + UnitRow.DAMAGE] = game.damage[unit]
    row[first + UnitRow.ORIGIN] = game.origin[unit]
    row[first + UnitRow.BOUND_FOR] = 1 + int(game.bound_for[unit])
    row[first + UnitRow.MOVED] = marked(game, unit, MOVED)
    row[first + UnitRow.MAY_SAIL] = marked(game, unit, MAY_SAIL)
    row[first + UnitRow.RELEASED] = marked(game, unit, RELEASED)
    row[first + UnitRow.REFUELLED] = marked(game, unit, REFUELLED)
    row[first + UnitRow.TAKEN_OVER] = marked(game, unit, TAKEN_OVER)


@rule
def write_combat(book, game, unit, first, row):
    """What it does in combat, and suffers."""
    row[first + UnitRow.PENDING_DAMAGE] = game.pending_damage[unit]
    row[first + UnitRow.PENDING_DISABLED] = marked(game, unit, PENDING_DISABLED)
    row[first + UnitRow.DISABLED] = marked(game, unit, DISABLED)
    row[first + UnitRow.DISENGAGED] = marked(game, unit, DISENGAGED)
    row[first + UnitRow.STRUCK] = marked(game, unit, STRUCK)
    row[first + UnitRow.FIRING] = marked(game, unit, FIRING)
    row[first + UnitRow.IN_BATTLE] = 1 if game.area != NOWHERE and in_battle(book, game, unit) else 0
    row[first + UnitRow.GROUP] = game.group[unit]
    row[first + UnitRow.TARGET] = 1 + int(game.target[unit])
    row[first + UnitRow.ATTACKERS] = game.attackers_on[unit]
    row[first + UnitRow.SUBJECT] = 1 if game.subject == unit and not is_about_a_place(game.decision) else 0


@rule
def write_place(book, game, mine, place, row):
    """An area or a port."""
    first = FIRST_PLACE_ROW + place * PLACE_ROW_WIDTH
    if place < AREAS:
        row[first + PlaceRow.IN_USE] = 1
        row[first + PlaceRow.FLAG] = sign(game.flag[place], mine)
        row[first + PlaceRow.MY_POINTS] = book.points[place, mine]
        row[first + PlaceRow.THEIR_POINTS] = book.points[place, 1 - mine]
        row[first + PlaceRow.RESOLVED] = game.resolved[place]
        row[first + PlaceRow.FOUGHT] = 1 if game.area == place else 0
    elif is_active(book, game, place - FIRST_PORT):
        port = place - FIRST_PORT
        row[first + PlaceRow.IN_USE] = 1
        row[first + PlaceRow.OWNER] = sign(book.port_side[port], mine)
        row[first + PlaceRow.REPAIRS] = book.repair_points[port] if game.turn >= book.repairs_from[port] else 0
    row[first + PlaceRow.MY_AIRCRAFT] = aircraft(book, game, mine, place)
    row[first + PlaceRow.THEIR_AIRCRAFT] = aircraft(book, game, 1 - mine, place)
    row[first + PlaceRow.FACE_DOWN] = game.face_down[place]
    row[first + PlaceRow.SUBJECT] = 1 if game.subject == place and is_about_a_place(game.decision) else 0
