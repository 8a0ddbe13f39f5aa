"""The layout "candidates" (`core.seen.candidates`): behind the summary, a row of `columns` for each legal action."""

import numpy as np

from aw_env.core.engine.compiling import rule, rule_with_arrays
from aw_env.core.engine.sets import has
from aw_env.core.seen.candidates import Rules, entry_points, sizes
from aw_env.games.admirals_war.observation.columns import (
    AREA_WIDTH,
    FIRST_AREA,
    FIRST_FORCE,
    FIRST_PARTY,
    FIRST_STRENGTH,
    LAYOUT,
    STRENGTH_WIDTH,
    Choice,
    Force,
    Party,
    Strength,
)
from aw_env.games.admirals_war.observation.facts import subject_unit
from aw_env.games.admirals_war.observation.odds import (
    air_attack,
    chance_of_speed_roll,
    chance_standing,
    gun_attack,
    shots_at,
    tenths,
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
from aw_env.games.admirals_war.observation.written import WRITING
from aw_env.games.admirals_war.records import terms
from aw_env.games.admirals_war.records.terms import (
    AREAS,
    FIRST_BOX,
    FIRST_PLACE_ACTION,
    FIRST_PORT,
    FIRST_UNIT_ACTION,
    NOBODY,
    NOWHERE,
    Decision,
    PortKind,
)
from aw_env.games.admirals_war.rules.amphibious import may_invade
from aw_env.games.admirals_war.rules.bonuses import air_bonus, sound_gunnery_bonus
from aw_env.games.admirals_war.rules.counters import airstrike, gunnery, open_to, touched
from aw_env.games.admirals_war.rules.movement import PATROLLING_AREAS, RAIDING_AREAS
from aw_env.games.admirals_war.rules.retreat import group_speed, retreats_in
from aw_env.games.admirals_war.rules.war_entry import declares_war, meet_in_peace

SHOWN = tuple(int(Sum[column.name]) for column in Strength)
"""The sums of `strength` that a row shows, in the order of its columns."""
FACES = 6.0


def _set(*members):
    """A set of options or kinds of decisions, a bit each."""
    return sum(1 << member for member in members)


ENTERING = _set(Decision.PATROL_ORDER, Decision.RAID_ORDER, Decision.AIR_ORDER, Decision.AMPHIBIOUS_ORDER)
"""Decisions in which a unit enters a sea area."""
SETTLING = _set(Decision.RETURN_TO_BASE, Decision.ARRIVAL, Decision.TRANSFER_PLACE, Decision.LILA_PLACE)
"""Decisions about where a unit is to be on the next turn."""
AIMING_BY_AIR = _set(Decision.AIR_TARGET, Decision.STRIKE_TARGET, Decision.NAMING)
AIMING = AIMING_BY_AIR | _set(Decision.SURFACE_TARGET)
"""Decisions in which an attacker names its target."""
FORMING = _set(Decision.JOIN_GROUP, Decision.PURSUIT)
"""Decisions about groups of units that retreat."""


@rule_with_arrays
def add_up(book, game, mask):
    """What both sides may expect to have in each sea area, what they have in the combat, and the areas that the unit
    which sails enters without a roll, as a set."""
    mine = int(game.seat) & 1
    seas = np.zeros((AREAS, 3, SUMS))
    if game.area == NOWHERE or names_a_place(mask):  # else nothing is said of any sea but the combat's
        seas = forces(book, game, mine, subject_unit(game), NEXT_TURN if has(SETTLING, game.decision) else THIS_TURN)
    return seas, battle_forces(book, game, mine, game.decision == Decision.PURSUIT), enters_surely(book, game)


@rule
def write_row(book, game, action, place, areas, unit, sums, observation, row):
    """What there is to take where the action leads, who is there, and the unit."""
    seas, battle, surely = sums
    mine = int(game.seat) & 1
    if is_place(action) and action < FIRST_PLACE_ACTION + AREAS:
        write_entry(book, game, action - FIRST_PLACE_ACTION, surely, row)
    if 0 <= place < AREAS:
        write_area(book, game, place, mine, observation, row)
    elif FIRST_PORT <= place < FIRST_BOX:
        write_port(book, game, place - FIRST_PORT, mine, row)
    if game.area != NOWHERE and not is_place(action):
        add_strength(battle, row)
    else:
        for area in range(book.areas):
            if has(areas, area):
                add_strength(seas[area], row)
    if unit != NOBODY:
        write_party(book, game, unit, FIRST_PARTY, row)
        if has(AIMING, game.decision) and unit != game.subject:
            write_target(book, game, int(game.subject), unit, row)
        if has(FORMING, game.decision) and unit != game.subject:
            write_group(book, game, int(game.group[unit]), row)


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
def areas_beside(book, game, port):
    """The areas that a port or base touches, as a set."""
    return touched(book, game, port) & int(book.open_areas)


@rule
def write_area(book, game, area, mine, observation, row):
    """What there is to take in a sea area."""
    row[Choice.LANDING_FORCES] = observation[FIRST_AREA + area * AREA_WIDTH + FIRST_FORCE + Force.AMPHIBIOUS]
    for port in range(book.ports):
        if has(touched(book, game, port), area) and has(book.open_ports, port):
            add_prize(book, game, port, mine, row)


@rule
def write_port(book, game, port, mine, row):
    """A port or base."""
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


# --- the unit ------------------------------------------------------------------------------------------


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


# --- a row for each legal action -----------------------------------------------------------------------

write_choice = WRITING(Choice, "action, row")
write_party = WRITING(Party, "book, game, unit, first, row")
RULES = Rules(add_up, write_choice, write_row, areas_beside, cover, take_off_cover)
show_candidates, write_candidates = entry_points(__name__, RULES, sizes(LAYOUT, terms))
