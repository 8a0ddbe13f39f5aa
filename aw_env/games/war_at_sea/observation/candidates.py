"""The layout "candidates": behind the summary, a row of `columns` for each legal action, in the order of the actions.

A row holds what anybody who knows the rules can read off the board and add up: no opinion of the move.  What is added
up over all units is added up once a decision, and the rows look it up.  All this stands apart from the summary, so that
games that do not ask for it do not compile it.
"""

import numpy as np

from aw_env.core.declare.decisions import Mark
from aw_env.core.engine.compiling import compiled, rule, rule_with_arrays
from aw_env.core.engine.ledger import SKIP
from aw_env.core.engine.marks import marked
from aw_env.core.engine.rows import clear_rows
from aw_env.core.engine.sets import bit, has
from aw_env.games.war_at_sea.observation.columns import (
    AREA_WIDTH,
    CANDIDATE_WIDTH,
    FIRST_AREA,
    FIRST_CANDIDATE,
    FIRST_FORCE,
    FIRST_HARBOUR,
    FIRST_MOORING,
    FIRST_PARTY,
    FIRST_SEA,
    FIRST_STRENGTH,
    MOST_CANDIDATES,
    PORT_WIDTH,
    STRENGTH_WIDTH,
    Choice,
    Party,
    Strength,
)
from aw_env.games.war_at_sea.observation.general import is_about_a_place
from aw_env.games.war_at_sea.observation.visible import as_seen, is_kept_from
from aw_env.games.war_at_sea.records.state import DISENGAGED, MOVED, REFUELLED
from aw_env.games.war_at_sea.records.terms import (
    ACTIONS,
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
IDLE = sum(1 << option for option in Option.those(Mark.IDLE))
"""Options that leave things as they are, as a set."""
TENTHS_OF_A_HIT = 35
"""Damage points of a hit on average, in tenths (7.3)."""


@compiled
def write_candidates(books, games, first, last, actions, ledger, masks, observations):
    """Write the candidates of `games[first:last]` behind their summaries, for the seats that are asked.

    The arrays are those of `engine.advance`; the games that it was told to `SKIP` are left alone here as well.
    """
    for i in range(first, last):
        if actions[i] != SKIP:
            show_candidates(books[0], games[i], masks[i], observations[i])


@rule_with_arrays
def show_candidates(book, game, mask, observation):
    """Write the candidates of one game, for the seat that is asked, from what it may see (19.3)."""
    clear_rows(observation, FIRST_CANDIDATE, MOST_CANDIDATES, CANDIDATE_WIDTH)
    if game.over != 0:
        return
    if is_kept_from(book, game, game.seat):
        write_rows(book, as_seen(book, game)[0], mask, observation)
    else:
        write_rows(book, game, mask, observation)


@rule_with_arrays
def write_rows(book, game, mask, observation):
    """Write a row for each legal action of a record in which nothing is hidden from the seat that is asked."""
    sums = np.zeros((AREAS + 1, 2, STRENGTH_WIDTH), np.int64)
    subject = subject_unit(game)
    add_up(book, game, subject, sums)
    number = 0
    for action in range(ACTIONS):
        if mask[action] == 1 and number < MOST_CANDIDATES:
            row = observation[FIRST_CANDIDATE + number * CANDIDATE_WIDTH :]
            write_choice(action, row)
            write_place(book, game, place_of(game, subject, action), is_place(action), sums, observation, row)
            if is_area(action) and game.decision == Decision.ORDER:
                row[Choice.ARRIVES] = faces_to_enter(book, game, subject, action - FIRST_PLACE_ACTION)
            unit = action - FIRST_UNIT_ACTION if action >= FIRST_UNIT_ACTION else subject
            if unit != NOBODY:
                write_unit(book, game, unit, row)
                if unit != subject:
                    write_target(book, game, subject, unit, row)
            number += 1


# --- what an action names ------------------------------------------------------------------------------


@rule
def is_place(action):
    """Whether an action names a place."""
    return FIRST_PLACE_ACTION <= action < FIRST_UNIT_ACTION


@rule
def is_area(action):
    """Whether it names a sea area."""
    return FIRST_PLACE_ACTION <= action < FIRST_PLACE_ACTION + AREAS


@rule
def subject_unit(game):
    """The unit that the decision is about, or NOBODY."""
    return NOBODY if is_about_a_place(game.decision) else int(game.subject)


@rule
def place_of(game, subject, action):
    """The place that an action names, or else that of its unit, of the combat, or of the decision; NOWHERE for none."""
    if is_place(action):
        return int(action) - FIRST_PLACE_ACTION
    unit = int(action) - FIRST_UNIT_ACTION if action >= FIRST_UNIT_ACTION else subject
    if unit != NOBODY:
        return int(game.place[unit])
    if game.area != NOWHERE:
        return int(game.area)
    return int(game.subject) if is_about_a_place(game.decision) else NOWHERE


@rule
def write_choice(action, row):
    """What kind of action it is."""
    row[Choice.ACTION] = 1 + action
    if action < FIRST_PLACE_ACTION:
        row[Choice.OPTION] = 1 + action
        row[Choice.IDLE] = has(IDLE, action)
    row[Choice.NAMES_AREA] = is_area(action)
    row[Choice.NAMES_PORT] = is_place(action) and not is_area(action)
    row[Choice.NAMES_UNIT] = action >= FIRST_UNIT_ACTION


# --- the place -----------------------------------------------------------------------------------------


@rule
def faces_to_enter(book, game, unit, area):
    """Faces of a die with which a ship enters an area (6.4): all of them for one beside its port."""
    if marked(game, unit, REFUELLED) == 1 or has(book.touches[game.place[unit] - FIRST_PORT], area):
        return MOST_DIE
    return min(MOST_DIE, max(0, speed(book, game, unit) - LEAST_DIE))


@rule
def write_place(book, game, place, named, sums, observation, row):
    """What the summary says of a place, and what both sides have there: in the battle under way, in the area, or in the
    areas that a port borders."""
    areas = 0
    if 0 <= place < AREAS:
        areas = bit(place)
    elif FIRST_PORT <= place < FIRST_BOX:
        areas = int(book.touches[place - FIRST_PORT])
        for k in range(PORT_WIDTH):
            row[FIRST_MOORING + k] = observation[FIRST_HARBOUR + (place - FIRST_PORT) * PORT_WIDTH + k]
    for area in range(AREAS):
        if has(areas, area):
            for k in range(FIRST_FORCE):  # what holds for the area itself
                row[FIRST_SEA + k] += observation[FIRST_AREA + area * AREA_WIDTH + k]
            row[Choice.CONVOY_POINTS] += convoy_points(book, game, area)
            row[Choice.ASW_DICE] += asw_dice(book, game, area)
            if game.area == NOWHERE or named:
                add_strength(game, sums[area], row)
    if game.area != NOWHERE and not named:
        add_strength(game, sums[HERE], row)


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
    for k in range(STRENGTH_WIDTH):
        row[FIRST_STRENGTH + k] += sums[mine, k]
        row[FIRST_STRENGTH + STRENGTH_WIDTH + k] += sums[1 - mine, k]


# --- what both sides have ------------------------------------------------------------------------------


@rule
def add_up(book, game, subject, sums):
    """Fill `sums`, int64 `(AREAS + 1, sides, STRENGTH_WIDTH)` of 0: what each side has in each sea area, and in the
    battle under way."""
    for side in range(2):
        if 0 <= game.marker[side] < AREAS:
            sums[game.marker[side], side, Strength.AIRSTRIKE] += book.marker_strength
    for k in range(game.units):
        unit = int(game.roster[k])
        place = int(game.place[unit])
        if unit == subject or not 0 <= place < FIRST_BOX:
            continue
        if place < AREAS:
            if not is_vessel(book, unit):
                sums[place, game.side[unit], Strength.U_BOATS] += 1
            elif marked(game, unit, DISENGAGED) == 0:
                add_vessel(book, game, unit, sums[place, game.side[unit]])
                if game.area == place and in_battle(book, game, unit):
                    add_vessel(book, game, unit, sums[HERE, game.side[unit]])
        elif is_vessel(book, unit):
            add_from_port(book, game, unit, sums)


@rule
def add_vessel(book, game, unit, sums):
    """A vessel that is there."""
    sums[Strength.VESSELS] += 1
    sums[Strength.ATTACK] += attack(book, game, unit)
    sums[Strength.HIT_POINTS] += hit_points(book, game, unit)
    sums[Strength.AIRSTRIKE] += airstrike(book, game, unit)
    sums[Strength.CONVOYS] += int(book.kind[unit] == Kind.CONVOY)


@rule
def add_from_port(book, game, unit, sums):
    """A vessel that tries to reach an area, or may still enter one beside its port."""
    side = int(game.side[unit])
    bound_for = int(game.bound_for[unit])
    if bound_for != NOWHERE:
        sums[bound_for, side, Strength.COMING_ATTACK] += attack(book, game, unit)
        sums[bound_for, side, Strength.COMING_HIT_POINTS] += hit_points(book, game, unit)
    elif marked(game, unit, MOVED) == 0 or game.phase > Phase.AXIS_MOVEMENT:
        near = waters(book, game, unit) & int(book.touches[game.place[unit] - FIRST_PORT])
        for area in range(AREAS):
            if has(near, area):
                sums[area, side, Strength.NEAR_ATTACK] += attack(book, game, unit)
                sums[area, side, Strength.NEAR_HIT_POINTS] += hit_points(book, game, unit)


# --- the unit ------------------------------------------------------------------------------------------


@rule
def hit_points(book, game, unit):
    """Damage points that would sink a unit (7.4), less those that are pending."""
    return int(book.defense[unit]) + 1 - int(game.damage[unit]) - int(game.pending_damage[unit])


@rule
def bonus_of(book, game, unit):
    """What is added to its dice in surface combat (11.5)."""
    return int(book.bonus[unit]) if game.damage[unit] == 0 else 0


@rule
def damage_of(book, game, unit):
    """Damage that the shots of a unit do on average, in tenths (7.1-7.3)."""
    return attack(book, game, unit) * (1 + bonus_of(book, game, unit)) * TENTHS_OF_A_HIT // 6


@rule
def write_unit(book, game, unit, row):
    """`Party`: the unit that is named or moves."""
    row[FIRST_PARTY + Party.MINE] = game.side[unit] == game.seat
    row[FIRST_PARTY + Party.CARRIER] = book.kind[unit] == Kind.CARRIER
    row[FIRST_PARTY + Party.CONVOY] = book.kind[unit] == Kind.CONVOY
    row[FIRST_PARTY + Party.U_BOAT] = book.kind[unit] == Kind.U_BOAT
    row[FIRST_PARTY + Party.ATTACK] = attack(book, game, unit)
    row[FIRST_PARTY + Party.HIT_POINTS] = hit_points(book, game, unit)
    row[FIRST_PARTY + Party.AIRSTRIKE] = airstrike(book, game, unit)
    row[FIRST_PARTY + Party.SPEED] = speed(book, game, unit)
    row[FIRST_PARTY + Party.DAMAGE] = game.damage[unit]
    row[FIRST_PARTY + Party.BONUS] = bonus_of(book, game, unit)


@rule
def write_target(book, game, subject, unit, row):
    """A unit that may be attacked, mended, joined or pursued."""
    row[FIRST_PARTY + Party.ATTACKERS] = game.attackers_on[unit]
    row[FIRST_PARTY + Party.SINKS_AT_ONCE] = min(6, max(0, 7 - hit_points(book, game, unit)))
    if subject != NOBODY:
        row[FIRST_PARTY + Party.DAMAGE_DEALT] = damage_of(book, game, subject)
    damage = 0
    for k in range(game.units):
        other = int(game.roster[k])
        if game.target[other] == unit:
            damage += damage_of(book, game, other)
    row[FIRST_PARTY + Party.AIMED_DAMAGE] = damage
    if game.decision == Decision.JOIN_GROUP or game.decision == Decision.PURSUIT:
        write_group(book, game, int(game.group[unit]), row)


@rule
def write_group(book, game, group, row):
    """The group of a unit that may be joined or pursued (12.1)."""
    row[FIRST_PARTY + Party.GROUP_SPEED] = group_speed(book, game, group)
    shots = 0
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.place[unit] == game.area and game.group[unit] == group and game.side[unit] == game.disengaging:
            shots += attack(book, game, unit)
    row[FIRST_PARTY + Party.GROUP_ATTACK] = shots
