"""The layout "candidates": behind the summary, a row of `columns` for each legal action, in the order of the actions.

A row holds what anybody who knows the rules can read off the board and add up: no opinion of the move.  What is added
up over all units is added up once a decision, and the rows look it up.  All this stands apart from the summary, so that
games that do not ask for it do not compile it.
"""

import numpy as np

from aw_env.core.declare.decisions import Mark
from aw_env.core.engine.compiling import compiled, rule, rule_with_arrays
from aw_env.core.engine.ledger import SKIP
from aw_env.core.engine.rows import clear_rows
from aw_env.core.engine.sets import bit, has
from aw_env.games.admirals_war.observation.columns import (
    AREA_WIDTH,
    CANDIDATE_WIDTH,
    FIRST_AREA,
    FIRST_CANDIDATE,
    FIRST_FORCE,
    FIRST_HARBOUR,
    FIRST_PARTY,
    FIRST_PORT_ROW,
    FIRST_SEA,
    FIRST_STRENGTH,
    MOST_CANDIDATES,
    PORT_WIDTH,
    STRENGTH_WIDTH,
    Choice,
    Force,
    Party,
    Strength,
)
from aw_env.games.admirals_war.observation.facts import subject_is_place, subject_is_unit
from aw_env.games.admirals_war.observation.odds import (
    air_attack,
    chance_of_speed_roll,
    chance_standing,
    gun_attack,
    hit_points,
    shots_at,
    toughness,
)
from aw_env.games.admirals_war.observation.strength import (
    NEXT_TURN,
    SUMS,
    THIS_TURN,
    Sum,
    battle_forces,
    forces,
    without_a_roll,
)
from aw_env.games.admirals_war.observation.visible import cover, take_off_cover
from aw_env.games.admirals_war.records.terms import (
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
    PortKind,
)
from aw_env.games.admirals_war.rules.amphibious import may_invade
from aw_env.games.admirals_war.rules.bonuses import air_bonus, sound_gunnery_bonus
from aw_env.games.admirals_war.rules.control import counts_for_control
from aw_env.games.admirals_war.rules.counters import airstrike, gunnery, open_to, side, speed, touched
from aw_env.games.admirals_war.rules.movement import PATROLLING_AREAS, RAIDING_AREAS
from aw_env.games.admirals_war.rules.retreat import group_speed, retreats_in
from aw_env.games.admirals_war.rules.war_entry import declares_war, meet_in_peace

SHOWN = tuple(int(Sum[column.name]) for column in Strength)
"""The sums of `strength` that a row shows, in the order of its columns."""
FACES = 6.0


def _set(*members):
    """A set of options or kinds of decisions, a bit each."""
    return sum(1 << member for member in members)


IDLE = _set(*Option.those(Mark.IDLE))
"""Options that leave things as they are."""
ENTERING = _set(Decision.PATROL_ORDER, Decision.RAID_ORDER, Decision.AIR_ORDER, Decision.AMPHIBIOUS_ORDER)
"""Decisions in which a unit enters a sea area."""
SETTLING = _set(Decision.RETURN_TO_BASE, Decision.ARRIVAL, Decision.TRANSFER_PLACE, Decision.LILA_PLACE)
"""Decisions about where a unit is to be on the next turn."""
AIMING_BY_AIR = _set(Decision.AIR_TARGET, Decision.STRIKE_TARGET, Decision.NAMING)
AIMING = AIMING_BY_AIR | _set(Decision.SURFACE_TARGET)
"""Decisions in which an attacker names its target."""
FORMING = _set(Decision.JOIN_GROUP, Decision.PURSUIT)
"""Decisions about groups of units that retreat."""


@compiled
def write_candidates(books, games, first, last, actions, ledger, masks, observations):
    """Write the candidates of `games[first:last]` behind their summaries, for the seats that are asked.

    The arrays are those of `engine.advance`; the games that it was told to `SKIP` are left alone here as well.
    """
    for i in range(first, last):
        if actions[i] != SKIP:
            show_candidates(books[0], games[i], masks[i], observations[i], ledger[i])


@rule_with_arrays
def show_candidates(book, game, mask, observation, line):
    """Write the candidates of one game, for the seat that is asked; `line` goes with the row (`updating.SIGHT`)."""
    cover(book, game, line)
    write_rows(book, game, mask, observation)
    take_off_cover(book, game, line)


@rule_with_arrays
def write_rows(book, game, mask, observation):
    """Write a row for each legal action of a record in which nothing is hidden from the seat that is asked."""
    clear_rows(observation, FIRST_CANDIDATE, MOST_CANDIDATES, CANDIDATE_WIDTH)
    if game.over != 0:
        return
    mine = int(game.seat) & 1
    seas = np.zeros((AREAS, 3, SUMS))
    if game.area == NOWHERE or names_a_place(mask):  # else nothing is said of any sea but the combat's
        seas = forces(book, game, mine, subject_unit(game), NEXT_TURN if has(SETTLING, game.decision) else THIS_TURN)
    battle = battle_forces(book, game, mine, game.decision == Decision.PURSUIT)
    surely = enters_surely(book, game)
    number = 0
    for action in range(ACTIONS):
        if mask[action] == 1 and number < MOST_CANDIDATES:
            row = observation[FIRST_CANDIDATE + number * CANDIDATE_WIDTH :]
            write_choice(action, row)
            if FIRST_PLACE_ACTION <= action < FIRST_PLACE_ACTION + AREAS:
                write_entry(book, game, action - FIRST_PLACE_ACTION, surely, row)
            areas = write_place(book, game, place_of(game, action), mine, observation, row)
            if game.area != NOWHERE and not is_place(action):
                add_strength(battle, row)
            else:
                for area in range(book.areas):
                    if has(areas, area):
                        add_strength(seas[area], row)
            unit = unit_of(game, action)
            if unit != NOBODY:
                write_unit(book, game, unit, mine, row)
            number += 1


# --- what an action names ------------------------------------------------------------------------------


@rule
def is_place(action):
    """Whether an action names a sea area, a port, a base or a box."""
    return FIRST_PLACE_ACTION <= action < FIRST_UNIT_ACTION


@rule
def names_a_place(mask):
    """Whether any legal action does."""
    for action in range(FIRST_PLACE_ACTION, FIRST_UNIT_ACTION):
        if mask[action] == 1:
            return True
    return False


@rule
def subject_unit(game):
    """The unit that the decision is about, or NOBODY."""
    return int(game.subject) if subject_is_unit(game) else NOBODY


@rule
def unit_of(game, action):
    """The unit that an action names, or else the one that the decision is about, or NOBODY."""
    return int(action) - FIRST_UNIT_ACTION if action >= FIRST_UNIT_ACTION else subject_unit(game)


@rule
def place_of(game, action):
    """The place that an action names, or else that of its unit, of the combat, or of the decision; NOWHERE for none."""
    if is_place(action):
        return int(action) - FIRST_PLACE_ACTION
    unit = unit_of(game, action)
    if unit != NOBODY:
        return int(game.place[unit])
    if game.area != NOWHERE:
        return int(game.area)
    return int(game.subject) if subject_is_place(game.decision) else NOWHERE


@rule
def write_choice(action, row):
    """What kind of action it is."""
    row[Choice.ACTION] = 1 + action
    if action < FIRST_PLACE_ACTION:
        row[Choice.OPTION] = 1 + action
        row[Choice.IDLE] = has(IDLE, action)
    row[Choice.NAMES_AREA] = FIRST_PLACE_ACTION <= action < FIRST_PLACE_ACTION + FIRST_PORT
    row[Choice.NAMES_PORT] = FIRST_PLACE_ACTION + FIRST_PORT <= action < FIRST_PLACE_ACTION + FIRST_BOX
    row[Choice.NAMES_BOX] = FIRST_PLACE_ACTION + FIRST_BOX <= action < FIRST_UNIT_ACTION
    row[Choice.NAMES_UNIT] = action >= FIRST_UNIT_ACTION


# --- the place -----------------------------------------------------------------------------------------


@rule
def enters_surely(book, game):
    """The areas that the unit which sails enters without a roll, as a set; for all others every area."""
    if game.decision == Decision.PATROL_ORDER:
        return without_a_roll(book, game, int(game.subject), PATROLLING_AREAS)
    if game.decision == Decision.RAID_ORDER:
        return without_a_roll(book, game, int(game.subject), RAIDING_AREAS)
    return int(book.open_areas)


@rule
def write_entry(book, game, area, surely, row):
    """What it takes to enter a sea area, and what it may begin."""
    row[Choice.AT_PEACE] = meet_in_peace(book, game, area)
    if has(ENTERING, game.decision):
        unit = int(game.subject)
        row[Choice.ARRIVES] = 6 if has(surely, area) else int(FACES * chance_of_speed_roll(book, game, unit) + 0.5)
        row[Choice.BREAKS_PEACE] = declares_war(game, unit, area)


@rule
def write_place(book, game, place, mine, observation, row):
    """What the summary says of a place, and what there is to take.  Gives the sea areas meant, as a set:
    itself, or those that a port or base touches."""
    areas = 0
    if 0 <= place < AREAS:
        areas = bit(place)
        row[Choice.LANDING_FORCES] = observation[FIRST_AREA + place * AREA_WIDTH + FIRST_FORCE + Force.AMPHIBIOUS]
        for port in range(book.ports):
            if has(touched(book, game, port), place) and has(book.open_ports, port):
                add_prize(book, game, port, mine, row)
    elif FIRST_PORT <= place < FIRST_BOX:
        areas = touched(book, game, place - FIRST_PORT) & int(book.open_areas)
        write_port(book, game, place - FIRST_PORT, mine, observation, row)
    for area in range(book.areas):
        if has(areas, area):
            for k in range(FIRST_FORCE):  # what holds for the area itself
                row[FIRST_SEA + k] += observation[FIRST_AREA + area * AREA_WIDTH + k]
    return areas


@rule
def write_port(book, game, port, mine, observation, row):
    """A port or base."""
    for k in range(PORT_WIDTH):
        row[FIRST_HARBOUR + k] = observation[FIRST_PORT_ROW + port * PORT_WIDTH + k]
    row[Choice.BASE] = book.port_kind[port] == PortKind.BASE
    row[Choice.NEUTRAL] = book.port_kind[port] == PortKind.NEUTRAL
    add_prize(book, game, port, mine, row)
    for k in range(game.units_here):
        row[Choice.SENT] += int(game.raid_place[game.here[k]] == FIRST_PORT + port)


@rule
def add_prize(book, game, port, mine, row):
    """What a port or base is to landings and raids of either side."""
    if may_invade(book, game, port, mine):
        row[Choice.LANDING_PLACES] += 1
        row[Choice.LANDING_POINTS] += book.place_vp[port]
    row[Choice.THEIR_LANDING_PLACES] += int(may_invade(book, game, port, 1 - mine))
    if open_to(book, game, port, 1 - mine) and not has(game.raided[port], game.power):
        row[Choice.RAID_POINTS] += book.raid_vp[port, game.power]


@rule
def add_strength(sums, row):
    """`Strength` of both sides: `sums` of mine and of theirs."""
    for k in range(STRENGTH_WIDTH):
        row[FIRST_STRENGTH + k] += tenths(sums[0, SHOWN[k]])
        row[FIRST_STRENGTH + STRENGTH_WIDTH + k] += tenths(sums[1, SHOWN[k]])


@rule
def tenths(value):
    """A whole number of tenths."""
    return int(10.0 * value + 0.5)


# --- the unit ------------------------------------------------------------------------------------------


@rule
def write_unit(book, game, unit, mine, row):
    """`Party`: the unit that is named or moves."""
    row[FIRST_PARTY + Party.MINE] = side(game, unit) == mine
    row[FIRST_PARTY + Party.CARRIER] = book.carrier[unit]
    row[FIRST_PARTY + Party.LBA] = book.kind[unit] == Kind.LBA
    row[FIRST_PARTY + Party.AMPHIBIOUS] = book.kind[unit] == Kind.AMPHIBIOUS
    row[FIRST_PARTY + Party.SUBMARINE] = book.kind[unit] == Kind.SUBMARINE
    row[FIRST_PARTY + Party.AIR] = tenths(air_attack(book, game, unit))
    row[FIRST_PARTY + Party.GUNS] = tenths(gun_attack(book, game, unit))
    row[FIRST_PARTY + Party.HIT_POINTS] = int(hit_points(book, game, unit))
    row[FIRST_PARTY + Party.TOUGHNESS] = tenths(toughness(book, game, unit))
    row[FIRST_PARTY + Party.DAMAGE] = game.damage[unit]
    row[FIRST_PARTY + Party.SPEED] = speed(book, game, unit)
    row[FIRST_PARTY + Party.CONTROLS] = counts_for_control(book, game, unit)
    if has(AIMING, game.decision) and unit != game.subject:
        write_target(book, game, int(game.subject), unit, row)
    if has(FORMING, game.decision) and unit != game.subject:
        write_group(book, game, int(game.group[unit]), row)


@rule
def write_target(book, game, attacker, target, row):
    """A unit that an attacker may name."""
    air = has(AIMING_BY_AIR, game.decision)
    dice = float(airstrike(book, game, attacker)) if air else float(gunnery(book, game, attacker))
    bonus = float(air_bonus(book, game, attacker) if air else sound_gunnery_bonus(book, game, attacker))
    before = shots_at(book, game, target, air)
    standing = chance_standing(book, game, target, before, bonus)
    falls = standing - chance_standing(book, game, target, before + dice, bonus)
    row[FIRST_PARTY + Party.AIMED_AT] = tenths(before)
    row[FIRST_PARTY + Party.STANDS] = int(100.0 * standing + 0.5)
    row[FIRST_PARTY + Party.FALLS] = int(100.0 * falls + 0.5)


@rule
def write_group(book, game, group, row):
    """The group of a unit that may be joined or pursued."""
    row[FIRST_PARTY + Party.GROUP_SPEED] = group_speed(book, game, group)
    shots = 0.0
    for k in range(game.units_here):
        unit = int(game.here[k])
        if retreats_in(game, unit, group):
            shots += air_attack(book, game, unit) + gun_attack(book, game, unit)
    row[FIRST_PARTY + Party.GROUP_SHOTS] = tenths(shots)
