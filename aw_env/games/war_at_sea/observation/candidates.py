"""The layout "candidates" (`core.seen.candidates`): behind the summary, a row of `columns` for each legal action."""

import numpy as np

from aw_env.core.declare.decisions import Mark
from aw_env.core.engine.compiling import rule, rule_with_arrays
from aw_env.core.engine.marks import marked
from aw_env.core.engine.sets import has
from aw_env.core.seen.candidates import Rules, entry_points, sizes
from aw_env.core.seen.writing import Writing
from aw_env.games.war_at_sea.observation import columns as c
from aw_env.games.war_at_sea.observation.facts import bonus, hit_points, subject_unit
from aw_env.games.war_at_sea.observation.visible import cover, take_off_cover
from aw_env.games.war_at_sea.records import terms
from aw_env.games.war_at_sea.records.book import BOOK
from aw_env.games.war_at_sea.records.state import DISENGAGED, MOVED, REFUELLED, STATE
from aw_env.games.war_at_sea.records.terms import (
    AREAS,
    FIRST_BOX,
    FIRST_PLACE_ACTION,
    FIRST_PORT,
    FIRST_UNIT_ACTION,
    NOBODY,
    NOWHERE,
    Decision,
    Kind,
    Option,
    Phase,
)
from aw_env.games.war_at_sea.rules.counters import airstrike, attack, is_vessel, speed, waters
from aw_env.games.war_at_sea.rules.disengaging import group_speed
from aw_env.games.war_at_sea.rules.movement import LEAST_DIE, MOST_DIE
from aw_env.games.war_at_sea.rules.surface import in_battle
from aw_env.games.war_at_sea.rules.u_boats import asw_dice

HERE = AREAS
"""The battle under way, behind the sea areas."""
TENTHS_OF_A_HIT = 35
"""Damage points of a hit on average, in tenths (7.3)."""


@rule
def areas_beside(book, game, port):
    """The areas that a port borders, as a set."""
    return int(book.touches[port])


# --- the place -----------------------------------------------------------------------------------------


@rule
def faces_to_enter(book, game, unit, area):
    """Faces of a die with which a ship enters an area (6.4): all of them for one beside its port."""
    if marked(game, unit, REFUELLED) == 1 or has(book.touches[game.place[unit] - FIRST_PORT], area):
        return MOST_DIE
    return min(MOST_DIE, max(0, speed(book, game, unit) - LEAST_DIE))


@rule
def write_row(book, game, action, place, areas, unit, sums, observation, row):
    """What both sides have where the action leads: in the battle under way, in the area, or in the areas that a port
    borders; and the unit."""
    subject = subject_unit(game)
    in_combat = game.area != NOWHERE and not FIRST_PLACE_ACTION <= action < FIRST_UNIT_ACTION
    for area in range(AREAS):
        if has(areas, area):
            row[c.Choice.CONVOY_POINTS] += convoy_points(book, game, area)
            row[c.Choice.ASW_DICE] += asw_dice(book, game, area)
            if not in_combat:
                add_strength(game, sums[area], row)
    if in_combat:
        add_strength(game, sums[HERE], row)
    if FIRST_PLACE_ACTION <= action < FIRST_PLACE_ACTION + AREAS and game.decision == Decision.ORDER:
        row[c.Choice.ARRIVES] = faces_to_enter(book, game, subject, place)
    if unit != NOBODY:
        write_party(book, game, unit, c.FIRST_PARTY, row)
        if unit != subject:
            write_target(book, game, subject, unit, row)


@rule
def convoy_points(book, game, area):
    """Points that a convoy may still earn from an area: of one that is there, or that is asked where it goes (14)."""
    asked = subject_unit(game)
    if asked != NOBODY and book.kind[asked] == Kind.CONVOY:
        return int(book.convoy_points[area])
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.place[unit] == area and book.kind[unit] == Kind.CONVOY:
            return int(book.convoy_points[area])
    return 0


@rule
def add_strength(game, sums, row):
    """`Strength` of both sides, from that of the seat which is asked."""
    mine = int(game.seat)
    for k in range(c.STRENGTH_WIDTH):
        row[c.FIRST_STRENGTH + k] += sums[mine, k]
        row[c.FIRST_STRENGTH + c.STRENGTH_WIDTH + k] += sums[1 - mine, k]


# --- what both sides have ------------------------------------------------------------------------------


@rule_with_arrays
def add_up(book, game, mask):
    """int64 `(AREAS + 1, sides, STRENGTH_WIDTH)`: what each side has in each sea area, and in the battle under way."""
    sums = np.zeros((AREAS + 1, 2, c.STRENGTH_WIDTH), np.int64)
    subject = subject_unit(game)
    for side in range(2):
        if 0 <= game.marker[side] < AREAS:
            sums[game.marker[side], side, c.Strength.AIRSTRIKE] += book.marker_strength
    for k in range(game.units):
        unit = int(game.roster[k])
        place = int(game.place[unit])
        if unit == subject or not 0 <= place < FIRST_BOX:
            continue
        if place < AREAS:
            if not is_vessel(book, unit):
                sums[place, game.side[unit], c.Strength.U_BOATS] += 1
            elif marked(game, unit, DISENGAGED) == 0:
                add_vessel(book, game, unit, sums[place, game.side[unit]])
                if game.area == place and in_battle(book, game, unit):
                    add_vessel(book, game, unit, sums[HERE, game.side[unit]])
        elif is_vessel(book, unit):
            add_from_port(book, game, unit, sums)
    return sums


@rule
def add_vessel(book, game, unit, sums):
    """A vessel that is there."""
    sums[c.Strength.VESSELS] += 1
    sums[c.Strength.ATTACK] += attack(book, game, unit)
    sums[c.Strength.HIT_POINTS] += hit_points(book, game, unit)
    sums[c.Strength.AIRSTRIKE] += airstrike(book, game, unit)
    sums[c.Strength.CONVOYS] += int(book.kind[unit] == Kind.CONVOY)


@rule
def add_from_port(book, game, unit, sums):
    """A vessel that tries to reach an area, or may still enter one beside its port."""
    side = int(game.side[unit])
    bound_for = int(game.bound_for[unit])
    if bound_for != NOWHERE:
        sums[bound_for, side, c.Strength.COMING_ATTACK] += attack(book, game, unit)
        sums[bound_for, side, c.Strength.COMING_HIT_POINTS] += hit_points(book, game, unit)
    elif marked(game, unit, MOVED) == 0 or game.phase > Phase.AXIS_MOVEMENT:
        near = waters(book, game, unit) & int(book.touches[game.place[unit] - FIRST_PORT])
        for area in range(AREAS):
            if has(near, area):
                sums[area, side, c.Strength.NEAR_ATTACK] += attack(book, game, unit)
                sums[area, side, c.Strength.NEAR_HIT_POINTS] += hit_points(book, game, unit)


# --- the unit ------------------------------------------------------------------------------------------


@rule
def damage_of(book, game, unit):
    """Damage that the shots of a unit do on average, in tenths (7.1-7.3)."""
    return attack(book, game, unit) * (1 + bonus(book, game, unit)) * TENTHS_OF_A_HIT // 6


@rule
def write_target(book, game, subject, unit, row):
    """A unit that may be attacked, mended, joined or pursued."""
    row[c.FIRST_PARTY + c.Party.ATTACKERS] = game.attackers_on[unit]
    row[c.FIRST_PARTY + c.Party.SINKS_AT_ONCE] = min(6, max(0, 7 - hit_points(book, game, unit)))
    if subject != NOBODY:
        row[c.FIRST_PARTY + c.Party.DAMAGE_DEALT] = damage_of(book, game, subject)
    damage = 0
    for k in range(game.units):
        other = int(game.roster[k])
        if game.target[other] == unit:
            damage += damage_of(book, game, other)
    row[c.FIRST_PARTY + c.Party.AIMED_DAMAGE] = damage
    if game.decision == Decision.JOIN_GROUP or game.decision == Decision.PURSUIT:
        write_group(book, game, int(game.group[unit]), row)


@rule
def write_group(book, game, group, row):
    """The group of a unit that may be joined or pursued (12.1)."""
    row[c.FIRST_PARTY + c.Party.GROUP_SPEED] = group_speed(book, game, group)
    shots = 0
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.place[unit] == game.area and game.group[unit] == group and game.side[unit] == game.disengaging:
            shots += attack(book, game, unit)
    row[c.FIRST_PARTY + c.Party.GROUP_ATTACK] = shots


# --- a row for each legal action -----------------------------------------------------------------------

IDLE = sum(1 << option for option in Option.those(Mark.IDLE))
"""Options that leave things as they are, as a set."""
WRITING = Writing(STATE, BOOK, Kind=Kind, PLACE=FIRST_PLACE_ACTION, UNIT=FIRST_UNIT_ACTION, AREAS=AREAS, IDLE=IDLE)
write_choice = WRITING(c.Choice, "action, row")
write_party = WRITING(c.Party, "book, game, unit, first, row")
RULES = Rules(add_up, write_choice, write_row, areas_beside, cover, take_off_cover)
show_candidates, write_candidates = entry_points(__name__, RULES, sizes(c.LAYOUT, terms))
