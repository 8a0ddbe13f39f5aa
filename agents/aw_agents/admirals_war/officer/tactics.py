"""Fighting: type of action, targets, carriers' guns, retreat, groups and pursuit (§7-8)."""

import math

from aw_agents.admirals_war.officer.appraisal import (
    chance_to_win,
    favoured_by_theatre,
    land_based_air_here,
    last_turn,
)
from aw_agents.admirals_war.officer.orders import first_legal
from aw_env.core.engine.compiling import rule, rule_with_arrays
from aw_env.core.engine.sets import has
from aw_env.games.admirals_war.observation.odds import (
    air_attack,
    chance_standing,
    gun_attack,
    hit_points,
    shots_at,
)
from aw_env.games.admirals_war.observation.strength import Sum, battle_forces
from aw_env.games.admirals_war.records.terms import FIRST_UNIT_ACTION, UNITS, Decision, Kind, Option, Victory
from aw_env.games.admirals_war.rules.bonuses import air_bonus, sound_gunnery_bonus
from aw_env.games.admirals_war.rules.control import counts_for_control
from aw_env.games.admirals_war.rules.counters import airstrike, gunnery, side, speed, touched
from aw_env.games.admirals_war.rules.participants import in_battle
from aw_env.games.admirals_war.rules.retreat import group_speed

# --- §7.22: air or surface -----------------------------------------------------------------------------


@rule_with_arrays
def action_type(book, game, doctrine):
    """The action in which our share of the shots is greater, leaning to the one that the theatre favours (§7.22)."""
    of_side = int(game.power) & 1
    sums = battle_forces(book, game, of_side, False)
    air = math.log((sums[0, Sum.AIR] + 1.0) / (sums[1, Sum.AIR] + 1.0))
    guns = math.log((sums[0, Sum.GUNS] + 1.0) / (sums[1, Sum.GUNS] + 1.0))
    leaning = doctrine.theatre_leaning if favoured_by_theatre(book, game.area) else -doctrine.theatre_leaning
    if land_based_air_here(book, game, of_side):
        leaning += doctrine.aircraft_leaning
    if land_based_air_here(book, game, 1 - of_side):
        leaning -= doctrine.aircraft_leaning
    return Option.AIR.value if air + leaning >= guns else Option.SURFACE.value


@rule
def carrier_fire(book, game):
    """A silent carrier hides behind ships that fire (§7.322); without such ships, or enemy guns, she may fire."""
    of_side = int(game.power) & 1
    screen = 0
    enemy_guns = 0
    for k in range(game.units_here):
        unit = int(game.here[k])
        if in_battle(game, unit) and gunnery(book, game, unit) > 0:
            if side(game, unit) != of_side:
                enemy_guns += 1
            elif book.carrier[unit] == 0:
                screen += 1
    return Option.FIRE.value if screen == 0 or enemy_guns == 0 else Option.SILENT.value


# --- §7.3, §9.3: targets -------------------------------------------------------------------------------


@rule
def importance(book, game, doctrine, unit, in_place):
    """What it is worth to remove an enemy unit: its shots, its control of the area, a landing that it threatens."""
    if book.kind[unit] == Kind.AMPHIBIOUS:
        return doctrine.target_landing
    value = doctrine.target_at_all + air_attack(book, game, unit) + doctrine.target_guns * gun_attack(book, game, unit)
    if not in_place and counts_for_control(book, game, unit):
        value += doctrine.target_control
    return value


@rule
def target(book, game, doctrine, mask):
    """The target at which our shots change most: worth times the chance to remove it, less what others do (§7.332)."""
    attacker = int(game.subject)
    air = game.decision != Decision.SURFACE_TARGET
    in_place = game.decision == Decision.STRIKE_TARGET
    mine = float(airstrike(book, game, attacker)) if air else float(gunnery(book, game, attacker))
    bonus = float(air_bonus(book, game, attacker) if air else sound_gunnery_bonus(book, game, attacker))
    choice, best = first_legal(mask), -1.0
    for unit in range(UNITS):
        if mask[FIRST_UNIT_ACTION + unit] == 0:
            continue
        before = shots_at(book, game, unit, air)
        standing = chance_standing(book, game, unit, before, bonus)
        removed = standing - chance_standing(book, game, unit, before + mine, bonus)
        value = importance(book, game, doctrine, unit, in_place) * removed
        if game.damage[unit] > 0:
            value *= doctrine.target_damaged
        if value > best:
            choice, best = FIRST_UNIT_ACTION + unit, value
    return choice


@rule
def catapult_target(book, game, doctrine, mask):
    """The target of which guns and aircraft together may remove most, for each point that it has left (§22.12)."""
    choice, best = first_legal(mask), 0.0
    for unit in range(UNITS):
        if mask[FIRST_UNIT_ACTION + unit] == 1:
            left = hit_points(book, game, unit) + 2.0 * float(game.attackers_on[unit])
            value = importance(book, game, doctrine, unit, True) / max(1.0, left)
            if value > best:
                choice, best = FIRST_UNIT_ACTION + unit, value
    return choice


@rule
def interception(book, game, mask):
    """The attacker with most dice to roll (§38.1)."""
    choice, best = Option.HOLD.value, 0
    for unit in range(UNITS):
        if mask[FIRST_UNIT_ACTION + unit] == 1 and airstrike(book, game, unit) > best:
            choice, best = FIRST_UNIT_ACTION + unit, airstrike(book, game, unit)
    return choice


@rule_with_arrays
def kamikaze(book, game, doctrine):
    """Where the aircraft go home anyway it costs nothing on the last turn (§12.44); at sea the unit is given up if
    another is left to control the area, or the battle is as good as lost (§21.1)."""
    unit = int(game.subject)
    if game.raid_place[unit] >= 0:
        return Option.YES.value if book.kind[unit] == Kind.LBA else Option.NO.value
    for k in range(game.units_here):
        other = int(game.here[k])
        if other != unit and side(game, other) == side(game, unit) and in_battle(game, other):
            if game.kamikaze[other] == 0 and counts_for_control(book, game, other):
                return Option.YES.value
    sums = battle_forces(book, game, side(game, unit), False)
    chance = chance_to_win(doctrine, sums[0], sums[1], int(book.area_theatre[game.area]))
    return Option.YES.value if chance < doctrine.retreat_below else Option.NO.value


# --- §8: retreat, groups, pursuit ----------------------------------------------------------------------


@rule_with_arrays
def retreat(book, game, doctrine):
    """Retreat when the battle is as good as lost and there is a later turn to save ships for (§8.1)."""
    of_side = int(game.power) & 1
    sums = battle_forces(book, game, of_side, False)
    chance = chance_to_win(doctrine, sums[0], sums[1], int(book.area_theatre[game.area]))
    least = doctrine.retreat_in_the_end if last_turn(book, game) else doctrine.retreat_below
    return Option.RETREAT.value if chance < least else Option.REMAIN.value


@rule
def join_group(book, game, mask):
    """Ships of one speed keep together, so that the slow do not hold back the fast (§8.22)."""
    unit = int(game.subject)
    knots = speed(book, game, unit)
    choice, best = first_legal(mask), 1000
    for other in range(UNITS):
        if mask[FIRST_UNIT_ACTION + other] == 1:
            slowest = group_speed(book, game, int(game.group[other]))
            if abs(slowest - knots) < best:
                choice, best = FIRST_UNIT_ACTION + other, abs(slowest - knots)
    if best > 0 and mask[Option.NEW_GROUP] == 1:
        return Option.NEW_GROUP.value
    return choice


@rule_with_arrays
def pursuit(book, game, doctrine, mask):
    """Follow the group with most to sink if the pursuit should be won (§8.23).

    Carriers that can score by raiding places stay (§9.22), and on the last turn only sinkings that count are
    worth the risk.
    """
    unit = int(game.subject)
    of_side = side(game, unit)
    sums = battle_forces(book, game, of_side, True)
    chance = chance_to_win(doctrine, sums[0], sums[1], int(book.area_theatre[game.area]))
    pointless = last_turn(book, game) and book.victory != Victory.HOLD_THE_AREA
    if chance < doctrine.pursue_above or pointless or may_score_by_raiding(book, game, unit):
        return Option.NO_PURSUIT.value
    choice, best = Option.NO_PURSUIT.value, 0.0
    for first in range(UNITS):
        if mask[FIRST_UNIT_ACTION + first] == 1:
            value = 0.0
            for k in range(game.units_here):
                other = int(game.here[k])
                if game.group[other] == game.group[first] and side(game, other) != of_side:
                    value += importance(book, game, doctrine, other, False)
            if value > best:
                choice, best = FIRST_UNIT_ACTION + first, value
    return choice


@rule
def may_score_by_raiding(book, game, unit):
    """A carrier in reach of an enemy place whose raid scores (M.2)."""
    if book.carrier[unit] == 0 or airstrike(book, game, unit) == 0:
        return False
    power = int(game.controller[unit])
    for port in range(book.ports):
        if (
            has(touched(book, game, port), game.area)
            and book.raid_vp[port, power] > 0
            and not has(game.raided[port], power)
        ):
            return True
    return False
