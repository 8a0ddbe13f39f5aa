"""Orders before combat: where ships, aircraft and landing forces go (§5.31-5.36, §9.23, §12-13)."""

from aw_agents.admirals_war.officer.appraisal import future, gain, last_turn, value_of_base, worth
from aw_agents.admirals_war.officer.war import breaks_the_peace, joins_raid_force, wants_war
from aw_env.core.engine.compiling import rule, rule_with_arrays
from aw_env.core.engine.sets import has
from aw_env.games.admirals_war.observation.odds import chance_of_speed_roll, toughness
from aw_env.games.admirals_war.observation.strength import THIS_TURN, Sum, forces, without_a_roll
from aw_env.games.admirals_war.records.terms import (
    ACTIONS,
    AREAS,
    FIRST_PLACE_ACTION,
    FIRST_PORT,
    FIRST_UNIT_ACTION,
    NOWHERE,
    PORTS,
    Kind,
    Option,
)
from aw_env.games.admirals_war.rules.amphibious import may_invade
from aw_env.games.admirals_war.rules.counters import at_sea, side, touched
from aw_env.games.admirals_war.rules.movement import PATROLLING_AREAS, RAIDING_AREAS, areas_within, awaited
from aw_env.games.admirals_war.rules.repairs import capacity, is_laid_up
from aw_env.games.admirals_war.rules.war_entry import RAID_FORCE, in_raid_force

IDLE = (
    Option.STAY.value, Option.TURN_RAIDER.value, Option.WAIT.value, Option.DECLINE.value, Option.HOLD.value
)  # fmt: skip
"""Answers that do nothing, in order of preference."""
WAITING = (Option.TURN_RAIDER.value, Option.WAIT.value)
"""Answers that keep a ship ready to raid."""


# --- §5.31-5.35: sailing -------------------------------------------------------------------------------


@rule
def gain_as_patroller(book, game, doctrine, unit, area, surely, sums):
    """What a patrol is worth: a patroller that fails its roll is a raider where it is (§6.21).  surely: the areas that
    need no roll."""
    arrives = 1.0 if has(surely, area) else chance_of_speed_roll(book, game, unit)
    patrolling = arrives * gain(book, game, doctrine, unit, area, True, sums) if arrives > 0.0 else 0.0
    if arrives < 1.0 and book.raider_side[unit] == 1:
        patrolling += (1.0 - arrives) * doctrine.readiness * gain(book, game, doctrine, unit, area, False, sums)
    return patrolling


@rule
def gain_as_raider(book, game, doctrine, unit, area, surely, sums):
    """What a raid is worth: a raider that fails its roll goes home (§6.22)."""
    arrives = 1.0 if has(surely, area) else chance_of_speed_roll(book, game, unit)
    return arrives * gain(book, game, doctrine, unit, area, False, sums) if arrives > 0.0 else 0.0


@rule
def best_raid(book, game, doctrine, unit, sums):
    """The best prospect of a ship that waits in port as a raider."""
    reach = int(book.free_raid[unit]) if awaited(book, game, unit) else areas_within(book, game, unit, RAIDING_AREAS)
    surely = without_a_roll(book, game, unit, RAIDING_AREAS)
    best = 0.0
    for area in range(book.areas):
        if has(reach, area) and not breaks_the_peace(book, game, doctrine, unit, area):
            best = max(best, gain_as_raider(book, game, doctrine, unit, area, surely, sums))
    return best


@rule_with_arrays
def patrol_order(book, game, doctrine, mask):
    """Where a unit is worth most: on patrol in an area, or waiting in port as a raider, or in dock (§5.31, §14.1)."""
    unit = int(game.subject)
    if mask[FIRST_PLACE_ACTION + RAID_FORCE] == 1 and joins_raid_force(book, game, doctrine, unit):
        return FIRST_PLACE_ACTION + RAID_FORCE
    if in_raid_force(game, unit):
        if wants_war(book, game, doctrine):
            return Option.STAY.value
        return FIRST_PLACE_ACTION + FIRST_PORT + int(book.raid_base)
    sums = forces(book, game, side(game, unit), unit, THIS_TURN)
    surely = without_a_roll(book, game, unit, PATROLLING_AREAS)
    choice, best = idle(mask), staying(book, game, doctrine, unit, sums)
    for area in range(AREAS):
        if mask[FIRST_PLACE_ACTION + area] == 1 and not breaks_the_peace(book, game, doctrine, unit, area):
            prospect = gain_as_patroller(book, game, doctrine, unit, area, surely, sums)
            if prospect > best:
                choice, best = FIRST_PLACE_ACTION + area, prospect
    for option in WAITING:
        if mask[option] == 1 and doctrine.readiness * best_raid(book, game, doctrine, unit, sums) >= best:
            choice = option
    return choice


@rule
def staying(book, game, doctrine, unit, sums):
    """What it is worth to stay: repairs in port (§11.2), or the area where the ship is based at sea (§10.33)."""
    if at_sea(game, unit):
        return gain(book, game, doctrine, unit, int(game.place[unit]), True, sums)
    broken = int(game.damage[unit]) + int(game.overhaul[unit])
    if broken == 0 or not is_laid_up(book, game, unit):
        return doctrine.least_patrol
    points = min(broken, capacity(book, game, game.place[unit] - FIRST_PORT))
    return doctrine.repair * float(points) * future(book, game, doctrine)


@rule_with_arrays
def raid_order(book, game, doctrine, mask):
    """Where a raider is worth most (§5.35)."""
    unit = int(game.subject)
    sums = forces(book, game, side(game, unit), unit, THIS_TURN)
    surely = without_a_roll(book, game, unit, RAIDING_AREAS)
    choice, best = idle(mask), doctrine.least_raid
    if at_sea(game, unit):
        best = gain(book, game, doctrine, unit, int(game.place[unit]), False, sums)
    for area in range(AREAS):
        if mask[FIRST_PLACE_ACTION + area] == 1 and not breaks_the_peace(book, game, doctrine, unit, area):
            prospect = gain_as_raider(book, game, doctrine, unit, area, surely, sums)
            if prospect > best:
                choice, best = FIRST_PLACE_ACTION + area, prospect
    return choice


@rule_with_arrays
def air_order(book, game, doctrine, mask):
    """Where an air unit, or the paratroops, are worth most (§12.1, §13.6)."""
    unit = int(game.subject)
    sums = forces(book, game, side(game, unit), unit, THIS_TURN)
    choice, best = idle(mask), doctrine.least_flight
    for area in range(AREAS):
        if mask[FIRST_PLACE_ACTION + area] == 1 and not breaks_the_peace(book, game, doctrine, unit, area):
            prospect = gain(book, game, doctrine, unit, area, True, sums)
            if prospect > best:
                choice, best = FIRST_PLACE_ACTION + area, prospect
    return choice


@rule_with_arrays
def amphibious_order(book, game, doctrine, mask):
    """Where a landing force is worth most: where a base can be taken that nobody else is sent to (§5.34)."""
    unit = int(game.subject)
    sums = forces(book, game, side(game, unit), unit, THIS_TURN)
    for area in range(AREAS):
        sums[area, 0, Sum.LANDINGS] = float(landing_forces_at(book, game, area, side(game, unit)))
    choice, best = idle(mask), doctrine.least_landing
    for area in range(AREAS):
        if mask[FIRST_PLACE_ACTION + area] == 1 and not breaks_the_peace(book, game, doctrine, unit, area):
            if has_landing_place(book, game, area, side(game, unit)):
                prospect = gain(book, game, doctrine, unit, area, False, sums)
                if prospect > best:
                    choice, best = FIRST_PLACE_ACTION + area, prospect
    return choice


@rule
def has_landing_place(book, game, area, of_side):
    """Whether a side may invade a base on an area (§13.3)."""
    for port in range(book.ports):
        if (
            has(touched(book, game, port), area)
            and has(book.open_ports, port)
            and may_invade(book, game, port, of_side)
        ):
            return True
    return False


@rule
def landing_forces_at(book, game, area, of_side):
    """Amphibious units of a side that are at sea in an area."""
    count = 0
    for k in range(game.units):
        unit = int(game.roster[k])
        if book.kind[unit] == Kind.AMPHIBIOUS and game.place[unit] == area and side(game, unit) == of_side:
            count += 1
    return count


@rule
def idle(mask):
    """The answer that does nothing, or else the first that is legal."""
    for option in IDLE:
        if mask[option] == 1:
            return option
    return first_legal(mask)


@rule
def first_legal(mask):
    """Any legal answer: the first."""
    for action in range(ACTIONS):
        if mask[action] == 1:
            return action
    return 0


@rule
def air_unit(book, mask):
    """The air unit to commit next: the weakest, so that the strongest sees most of the enemy's orders (§12.11)."""
    choice, least = first_legal(mask), 1000
    for unit in range(ACTIONS - FIRST_UNIT_ACTION):
        if mask[FIRST_UNIT_ACTION + unit] == 1 and book.airstrike[unit] < least:
            choice, least = FIRST_UNIT_ACTION + unit, int(book.airstrike[unit])
    return choice


# --- §13.3: going ashore -------------------------------------------------------------------------------


@rule
def landing(book, game, doctrine, mask):
    """The base that is worth most; a friendly shore if the sea is lost; else wait for the battle (§13.3)."""
    unit = int(game.subject)
    of_side = side(game, unit)
    choice, best = idle(mask), 0.0
    for port in range(PORTS):
        if mask[FIRST_PLACE_ACTION + FIRST_PORT + port] == 1 and may_invade(book, game, port, of_side):
            value = value_of_base(book, game, doctrine, port, of_side)
            if value > best and not (last_turn(book, game) and value <= doctrine.other_bases):
                choice, best = FIRST_PLACE_ACTION + FIRST_PORT + port, value
    return choice


# --- §9.23, §12.4: attacks on places -------------------------------------------------------------------


@rule
def prey(book, game, port, attacker):
    """What is worth attacking in a port or base: big targets first (§9.3, §12.4)."""
    value = 0.0
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.place[unit] == FIRST_PORT + port and side(game, unit) != side(game, attacker):
            value = max(value, 0.1 + 0.02 * toughness(book, game, unit) + 0.1 * float(book.carrier[unit]))
    return value


@rule
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


@rule
def assigned_to(game, place):
    """Whether a unit here has been sent against a place already."""
    for k in range(game.units_here):
        if game.raid_place[game.here[k]] == place:
            return True
    return False


@rule
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


@rule
def enemy_here(game, of_side):
    """Whether the enemy has units in the area being resolved."""
    for k in range(game.units_here):
        if side(game, game.here[k]) != of_side:
            return True
    return False


# --- §7.1: the order of battles ------------------------------------------------------------------------


@rule_with_arrays
def combat_area(book, game, doctrine, mask):
    """First the area where most is at stake for us."""
    of_side = int(game.power) & 1
    sums = forces(book, game, of_side, NOWHERE, THIS_TURN)
    choice, best = first_legal(mask), -1000.0
    for area in range(AREAS):
        if mask[FIRST_PLACE_ACTION + area] == 1:
            value = worth(book, game, doctrine, area, of_side, sums[area, 0], sums[area, 1])
            if value > best:
                choice, best = FIRST_PLACE_ACTION + area, value
    return choice
