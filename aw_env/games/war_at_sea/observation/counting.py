"""The layout "summary": units counted in the rows of their places."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.marks import marked
from aw_env.games.war_at_sea.observation import columns as c
from aw_env.games.war_at_sea.records.state import DISENGAGED
from aw_env.games.war_at_sea.records.terms import FIRST_BOX, FIRST_PORT, Kind
from aw_env.games.war_at_sea.rules.counters import airstrike_with, attack_with


@rule
def look(game, unit):
    """All of a unit's state that the counts of its place depend on, in one number that `count_unit` takes apart again.
    `game` may be a row's memory of it."""
    sides = int(game.side[unit]) << 7 | int(marked(game, unit, DISENGAGED)) << 8
    return (int(game.place[unit]) + 1) | sides | int(game.damage[unit]) << 9 | (int(game.bound_for[unit]) + 1) << 16


@rule
def count_unit(book, unit, looks, times, mine, row):
    """Count a unit that looks so in its place, or with `times` -1 take it off again."""
    place = (looks & 127) - 1
    if not 0 <= place < FIRST_BOX:
        return
    theirs = looks >> 7 & 1 ^ mine
    gone = looks >> 8 & 1
    damage = looks >> 9 & 127
    bound_for = (looks >> 16) - 1
    there = 1 if times == 1 else 0
    row[c.FIRST_UNIT + unit * c.EACH_WIDTH + c.Each.PLACE] = there * (1 - 2 * theirs) * (1 + place)
    row[c.FIRST_UNIT + unit * c.EACH_WIDTH + c.Each.HIT_POINTS] = there * (int(book.defense[unit]) + 1 - damage)
    if place >= FIRST_PORT:
        first = c.FIRST_HARBOUR + (place - FIRST_PORT) * c.PORT_WIDTH
        count_in_port(book, unit, first, damage, theirs, times, row)
        if bound_for >= 0:
            row[c.FIRST_AREA + bound_for * c.AREA_WIDTH + c.FIRST_FORCE + theirs * c.FORCE_WIDTH + c.Force.COMING] += (
                times
            )
    else:
        row[c.FIRST_UNIT + unit * c.EACH_WIDTH + c.Each.IN_BATTLE] = 0
        row[c.FIRST_UNIT + unit * c.EACH_WIDTH + c.Each.ATTACKERS] = 0
        first = c.FIRST_AREA + place * c.AREA_WIDTH + c.FIRST_FORCE + theirs * c.FORCE_WIDTH
        count_at_sea(book, unit, first, damage, gone, times, row)


@rule
def count_in_port(book, unit, first, damage, theirs, times, row):
    """The same in the port whose `Port` begins in column `first`."""
    if book.kind[unit] == Kind.U_BOAT:
        row[first + c.Port.U_BOATS] += times * (1 - 2 * theirs)
        return
    row[first + c.Port.MY_VESSELS + theirs] += times
    shots = attack_with(int(book.attack[unit]), int(book.defense[unit]), damage)
    row[first + c.Port.MY_ATTACK + theirs] += times * shots
    row[first + c.Port.DAMAGE] += times * damage


@rule
def count_at_sea(book, unit, first, damage, gone, times, row):
    """The same in the sea area where its side's `Force` begins in column `first`."""
    if book.kind[unit] == Kind.U_BOAT:
        row[first + c.Force.U_BOATS] += times
        return
    if gone == 1:
        row[first + c.Force.GONE] += times
        return
    defense = int(book.defense[unit])
    row[first + c.Force.VESSELS] += times
    row[first + c.Force.ATTACK] += times * attack_with(int(book.attack[unit]), defense, damage)
    row[first + c.Force.HIT_POINTS] += times * (defense + 1 - damage)
    row[first + c.Force.AIRSTRIKE] += times * airstrike_with(int(book.airstrike[unit]), defense, damage)
    row[first + c.Force.DAMAGED] += times if damage > 0 else 0
    row[first + c.Force.CARRIERS] += times if book.kind[unit] == Kind.CARRIER else 0
    row[first + c.Force.CONVOYS] += times if book.kind[unit] == Kind.CONVOY else 0
