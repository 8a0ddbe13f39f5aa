"""Orders before combat and after it: where ships, aircraft and landing forces go (§5.2-5.35, §9.23, §10, §12-13)."""

from agents.scripted.appraisal import (
    OTHER_BASES,
    Sum,
    add_unit,
    enemy_at_sea_near,
    forces,
    last_turn,
    value_of_base,
    worth,
)
from agents.scripted.odds import chance_of_speed_roll, toughness
from aw_env.admirals_war.amphibious import may_invade
from aw_env.admirals_war.movement import PATROLLING_AREAS, RAIDING_AREAS, areas_within, awaited
from aw_env.admirals_war.terms import (
    ACTIONS,
    AREAS,
    FIRST_PLACE_ACTION,
    FIRST_PORT,
    FIRST_UNIT_ACTION,
    NOWHERE,
    PORTS,
    Kind,
    Option,
    PortKind,
)
from aw_env.admirals_war.units import has, in_port, side
from aw_env.core.compiling import rule_with_arrays

READINESS = 0.95
"""A raider in port sails last and knows more: its best prospect counts nearly in full when it waits."""
IDLE = (
    Option.STAY.value, Option.TURN_RAIDER.value, Option.WAIT.value, Option.DECLINE.value, Option.HOLD.value
)  # fmt: skip
"""Answers that do nothing, in order of preference."""
WAITING = (Option.TURN_RAIDER.value, Option.WAIT.value)
"""Answers that keep a ship ready to raid."""
LEAST_PROSPECT = 0.0
"""Victory points below which a unit stays in port."""


# --- §5.31-5.35: sailing -------------------------------------------------------------------------------


@rule_with_arrays
def gain(book, game, unit, area, controls, sums):
    """Victory points that one more unit of ours is worth in an area.  `sums`: see `appraisal.forces`."""
    of_side = side(game, unit)
    ours, theirs = sums[area, 0], sums[area, 1]
    without = worth(book, game, area, of_side, ours, theirs)
    strengthened = ours.copy()
    add_unit(book, game, unit, controls, strengthened, 1.0)
    return worth(book, game, area, of_side, strengthened, theirs) - without


@rule_with_arrays
def roll_needed(book, game, unit, area, most):
    """Chance to arrive: that of the speed roll if the last area of the move needs one (§6.12, §6.13)."""
    if not in_port(game, unit) or has(areas_within(book, game, unit, most - 1), area):
        return 1.0
    return chance_of_speed_roll(book, game, unit)


@rule_with_arrays
def gain_as_patroller(book, game, unit, area, sums):
    """What a patrol is worth: a patroller that fails its roll is a raider where it is (§6.21)."""
    arrives = roll_needed(book, game, unit, area, PATROLLING_AREAS)
    patrolling = arrives * gain(book, game, unit, area, True, sums) if arrives > 0.0 else 0.0
    if arrives < 1.0 and book.raider_side[unit] == 1:
        patrolling += (1.0 - arrives) * READINESS * gain(book, game, unit, area, False, sums)
    return patrolling


@rule_with_arrays
def gain_as_raider(book, game, unit, area, sums):
    """What a raid is worth: a raider that fails its roll goes home (§6.22)."""
    arrives = roll_needed(book, game, unit, area, RAIDING_AREAS)
    return arrives * gain(book, game, unit, area, False, sums) if arrives > 0.0 else 0.0


@rule_with_arrays
def best_raid(book, game, unit, sums):
    """The best prospect of a ship that waits in port as a raider."""
    reach = int(book.free_raid[unit]) if awaited(book, game, unit) else areas_within(book, game, unit, RAIDING_AREAS)
    best = 0.0
    for area in range(book.areas):
        if has(reach, area):
            best = max(best, gain_as_raider(book, game, unit, area, sums))
    return best


@rule_with_arrays
def patrol_order(book, game, mask):
    """Where a ship is worth most: on patrol in an area, or waiting in port as a raider (§5.31)."""
    unit = int(game.subject)
    sums = forces(book, game, side(game, unit), unit)
    choice, best = idle(mask), LEAST_PROSPECT
    for area in range(AREAS):
        if mask[FIRST_PLACE_ACTION + area] == 1:
            prospect = gain_as_patroller(book, game, unit, area, sums)
            if prospect > best:
                choice, best = FIRST_PLACE_ACTION + area, prospect
    for option in WAITING:
        if mask[option] == 1 and READINESS * best_raid(book, game, unit, sums) >= best:
            choice = option
    return choice


@rule_with_arrays
def raid_order(book, game, mask):
    """Where a raider is worth most (§5.35)."""
    unit = int(game.subject)
    sums = forces(book, game, side(game, unit), unit)
    choice, best = idle(mask), LEAST_PROSPECT
    for area in range(AREAS):
        if mask[FIRST_PLACE_ACTION + area] == 1:
            prospect = gain_as_raider(book, game, unit, area, sums)
            if prospect > best:
                choice, best = FIRST_PLACE_ACTION + area, prospect
    return choice


@rule_with_arrays
def air_order(book, game, mask):
    """Where an air unit is worth most (§12.1)."""
    unit = int(game.subject)
    sums = forces(book, game, side(game, unit), unit)
    choice, best = idle(mask), LEAST_PROSPECT
    for area in range(AREAS):
        if mask[FIRST_PLACE_ACTION + area] == 1:
            prospect = gain(book, game, unit, area, True, sums)
            if prospect > best:
                choice, best = FIRST_PLACE_ACTION + area, prospect
    return choice


@rule_with_arrays
def amphibious_order(book, game, mask):
    """Where a landing force is worth most: where a base can be taken that nobody else is sent to (§5.34)."""
    unit = int(game.subject)
    sums = forces(book, game, side(game, unit), unit)
    for area in range(AREAS):
        sums[area, 0, Sum.LANDINGS] = float(landing_forces_at(book, game, area, side(game, unit)))
    choice, best = idle(mask), LEAST_PROSPECT
    for area in range(AREAS):
        if mask[FIRST_PLACE_ACTION + area] == 1:
            prospect = gain(book, game, unit, area, False, sums)
            if prospect > best:
                choice, best = FIRST_PLACE_ACTION + area, prospect
    return choice


@rule_with_arrays
def landing_forces_at(book, game, area, of_side):
    """Amphibious units of a side that are at sea in an area."""
    count = 0
    for k in range(game.units):
        unit = int(game.roster[k])
        if book.kind[unit] == Kind.AMPHIBIOUS and game.place[unit] == area and side(game, unit) == of_side:
            count += 1
    return count


@rule_with_arrays
def idle(mask):
    """The answer that does nothing, or else the first that is legal."""
    for option in IDLE:
        if mask[option] == 1:
            return option
    return first_legal(mask)


@rule_with_arrays
def first_legal(mask):
    """Any legal answer: the first."""
    for action in range(ACTIONS):
        if mask[action] == 1:
            return action
    return 0


@rule_with_arrays
def air_unit(book, mask):
    """The air unit to commit next: the weakest, so that the strongest sees most of the enemy's orders (§12.11)."""
    choice, least = first_legal(mask), 1000
    for unit in range(ACTIONS - FIRST_UNIT_ACTION):
        if mask[FIRST_UNIT_ACTION + unit] == 1 and book.airstrike[unit] < least:
            choice, least = FIRST_UNIT_ACTION + unit, int(book.airstrike[unit])
    return choice


# --- §13.3: going ashore -------------------------------------------------------------------------------


@rule_with_arrays
def landing(book, game, mask):
    """The base that is worth most; a friendly shore if the sea is lost; else wait for the battle (§13.3)."""
    unit = int(game.subject)
    of_side = side(game, unit)
    choice, best = idle(mask), 0.0
    for port in range(PORTS):
        if mask[FIRST_PLACE_ACTION + FIRST_PORT + port] == 1 and may_invade(book, game, port, of_side):
            value = value_of_base(book, game, port, of_side)
            if value > best and not (last_turn(book, game) and value <= OTHER_BASES):
                choice, best = FIRST_PLACE_ACTION + FIRST_PORT + port, value
    return choice


# --- §10, §2.73: bases ---------------------------------------------------------------------------------


@rule_with_arrays
def base(book, game, mask):
    """A port or base for a unit: repairs for the damaged, garrisons where points are at stake, out of harm's way."""
    unit = int(game.subject)
    of_side = side(game, unit)
    choice, best = first_legal(mask), -1000.0
    for port in range(PORTS):
        if mask[FIRST_PLACE_ACTION + FIRST_PORT + port] == 0:
            continue
        value = -0.1 * enemy_at_sea_near(book, game, port, of_side)
        if book.port_kind[port] == PortKind.NEUTRAL:
            value -= 5.0
        if book.kind[unit] == Kind.AMPHIBIOUS:
            value += 2.0 * float(book.place_vp[port])
        elif book.kind[unit] == Kind.SHIP:
            value += 1.0 if book.port_kind[port] == PortKind.PORT else 0.0
            value += float(book.repairs[port]) * float(game.damage[unit])
        if value > best:
            choice, best = FIRST_PLACE_ACTION + FIRST_PORT + port, value
    return choice


# --- §9.23, §12.4: attacks on places -------------------------------------------------------------------


@rule_with_arrays
def prey(book, game, port, attacker):
    """What is worth attacking in a port or base: big targets first (§9.3, §12.4)."""
    value = 0.0
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.place[unit] == FIRST_PORT + port and side(game, unit) != side(game, attacker):
            value = max(value, 0.1 + 0.02 * toughness(book, game, unit) + 0.1 * float(book.carrier[unit]))
    return value


@rule_with_arrays
def air_raid(book, game, mask):
    """One carrier for each place that scores when it is raided, the others where the prey is (§9.23, M.2)."""
    unit = int(game.subject)
    power = int(game.controller[unit])
    choice, best = first_legal(mask), -1.0
    for port in range(PORTS):
        if mask[FIRST_PLACE_ACTION + FIRST_PORT + port] == 0:
            continue
        value = prey(book, game, port, unit)
        if not has(game.raided[port], power) and not assigned_to(game, FIRST_PORT + port):
            value += 10.0 * float(book.raid_vp[port, power])
        if value > best:
            choice, best = FIRST_PLACE_ACTION + FIRST_PORT + port, value
    return choice


@rule_with_arrays
def assigned_to(game, place):
    """Whether a unit here has been sent against a place already."""
    for k in range(game.units_here):
        if game.raid_place[game.here[k]] == place:
            return True
    return False


@rule_with_arrays
def strike_order(book, game, mask):
    """Aircraft that control their area, or have an enemy there, stay; others attack the best prey (§12.4)."""
    unit = int(game.subject)
    of_side = side(game, unit)
    area = int(game.area)
    needed = area != NOWHERE and (book.vp[area, of_side] > 0 or enemy_here(game, of_side))
    choice, best = idle(mask), 0.0
    for port in range(PORTS):
        if not needed and mask[FIRST_PLACE_ACTION + FIRST_PORT + port] == 1:
            value = prey(book, game, port, unit)
            if value > best:
                choice, best = FIRST_PLACE_ACTION + FIRST_PORT + port, value
    return choice


@rule_with_arrays
def enemy_here(game, of_side):
    """Whether the enemy has units in the area being resolved."""
    for k in range(game.units_here):
        if side(game, game.here[k]) != of_side:
            return True
    return False


# --- §7.1: the order of battles ------------------------------------------------------------------------


@rule_with_arrays
def combat_area(book, game, mask):
    """First the area where most is at stake for us."""
    of_side = int(game.power) & 1
    sums = forces(book, game, of_side, NOWHERE)
    choice, best = first_legal(mask), -1000.0
    for area in range(AREAS):
        if mask[FIRST_PLACE_ACTION + area] == 1:
            value = worth(book, game, area, of_side, sums[area, 0], sums[area, 1])
            if value > best:
                choice, best = FIRST_PLACE_ACTION + area, value
    return choice
