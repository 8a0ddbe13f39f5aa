"""The appraisal: who is where, who may still come, and what each sea area is worth to a side."""

from enum import IntEnum

import numpy as np

from agents.scripted.odds import air_attack, gun_attack, toughness
from aw_env.admirals_war.amphibious import MOST_AREAS, may_invade
from aw_env.admirals_war.control import counts_for_control
from aw_env.admirals_war.land_based_air import areas_in_range, awaits_placement
from aw_env.admirals_war.movement import PATROLLING_AREAS, RAIDING_AREAS, areas_within, awaited, may_sail
from aw_env.admirals_war.terms import AREAS, NOBODY, UNCONTROLLED, Kind, Phase, Theatre
from aw_env.admirals_war.units import airstrike, at_sea, bit, fights, has, in_port, open_to, side, speed
from aw_env.core.compiling import rule_with_arrays


class Sum(IntEnum):
    """What is added up for a side in a sea area."""

    AIR = 0  # shots in an air action
    GUNS = 1  # shots in a surface action
    TOUGHNESS = 2  # shots that it takes to remove everyone
    CONTROL = 3  # units that would control the area
    CARRIERS = 4  # carriers with aircraft
    LANDINGS = 5  # amphibious units
    ALL = 6


SUMS = int(Sum.ALL)

WEIGHT_OF_AIR = (0.35, 0.6)
"""How much of the fighting is by air, a theatre: each favours one type of action (§7.222)."""
SHARE_OF_FRIENDS = 0.3
"""Share of our units still in port that is reckoned to come to an area that they can reach."""
SHARE_OF_ENEMIES = 0.3
"""The same of theirs."""
STEEPNESS = 0.9
"""How surely the stronger side wins."""
LANDING_IN_A_LOST_BATTLE = 0.5
"""Chance to get ashore although the battle goes against the landing."""
OTHER_BASES = 0.15
"""What an enemy base is worth, in victory points, that scores none by itself."""


# --- who is where --------------------------------------------------------------------------------------


@rule_with_arrays
def add_unit(book, game, unit, controls, sums, share):
    """Add a unit, or a share of it, to the sums of its side in an area.  `controls`: it would control the area."""
    sums[Sum.AIR] += share * air_attack(book, game, unit)
    sums[Sum.GUNS] += share * gun_attack(book, game, unit)
    sums[Sum.TOUGHNESS] += share * toughness(book, game, unit)
    if controls:
        sums[Sum.CONTROL] += share
    if book.carrier[unit] == 1 and airstrike(book, game, unit) > 0:
        sums[Sum.CARRIERS] += share
    if book.kind[unit] == Kind.AMPHIBIOUS:
        sums[Sum.LANDINGS] += share


@rule_with_arrays
def forces(book, game, of_side, without):
    """float64 `(AREAS, 2, SUMS)`: the units at sea, and a share of those that may still come.

    Index 1 is 0 for `of_side` and 1 for its enemy.  `without` is a unit that is left out.
    """
    sums = np.zeros((AREAS, 2, SUMS))
    for k in range(game.units):
        unit = int(game.roster[k])
        if unit == without or not fights(book, unit):
            continue
        column = 0 if side(game, unit) == of_side else 1
        if at_sea(game, unit):
            controls = counts_for_control(book, game, unit)
            add_unit(book, game, unit, controls, sums[game.place[unit], column], 1.0)
        elif game.phase <= Phase.RAIDING:
            share = SHARE_OF_FRIENDS if column == 0 else SHARE_OF_ENEMIES
            may_patrol, may_raid = may_still_enter(book, game, unit)
            for area in range(book.areas):
                if has(may_patrol | may_raid, area):
                    add_unit(book, game, unit, has(may_patrol, area), sums[area, column], share)
    return sums


@rule_with_arrays
def may_still_enter(book, game, unit):
    """Areas that a unit in port may still enter this turn: as one that controls, and as a raider or a landing."""
    nowhere = 0
    if book.kind[unit] == Kind.LBA:
        if game.phase <= Phase.LAND_BASED_AIR and awaits_placement(book, game, unit, game.controller[unit]):
            return areas_in_range(book, game, unit), nowhere
        return nowhere, nowhere
    if book.kind[unit] == Kind.AMPHIBIOUS:
        ready = game.phase <= Phase.AMPHIBIOUS and game.committed[unit] == 0 and game.disabled[unit] == 0
        return nowhere, areas_within(book, game, unit, MOST_AREAS) if ready and in_port(game, unit) else nowhere
    if awaited(book, game, unit):
        return int(book.free_patrol[unit]) if patrols_to_come(game, unit) else nowhere, int(book.free_raid[unit])
    if not may_sail(book, game, unit):
        return nowhere, nowhere
    patrols = patrols_to_come(game, unit)
    raids = game.raiding[unit] == 1 or (patrols and book.raider_side[unit] == 1)
    fast = 1 if speed(book, game, unit) > 4 else 0
    may_patrol = areas_within(book, game, unit, PATROLLING_AREAS - 1 + fast) if patrols else nowhere
    may_raid = areas_within(book, game, unit, RAIDING_AREAS - 1 + fast) if raids else nowhere
    return may_patrol, may_raid


@rule_with_arrays
def patrols_to_come(game, unit):
    """Whether the patrol order of a ship in port is still to be given (§5.31, nationality order §5.1)."""
    if game.raiding[unit] == 1 or game.phase > Phase.PATROLLING:
        return False
    return game.phase < Phase.PATROLLING or game.controller[unit] >= game.power


# --- what an area is worth -----------------------------------------------------------------------------


@rule_with_arrays
def attack_of(sums, theatre):
    """Shots of a side in an average round."""
    weight = WEIGHT_OF_AIR[theatre]
    return weight * sums[Sum.AIR] + (1.0 - weight) * sums[Sum.GUNS]


@rule_with_arrays
def chance_to_win(ours, theirs, theatre):
    """Chance that our side is the one left in an area: shots times toughness, against theirs."""
    if theirs[Sum.TOUGHNESS] <= 0.0:
        return 1.0
    if ours[Sum.TOUGHNESS] <= 0.0:
        return 0.0
    strength = attack_of(ours, theatre) * ours[Sum.TOUGHNESS] + 1.0
    enemy = attack_of(theirs, theatre) * theirs[Sum.TOUGHNESS] + 1.0
    ratio = (strength / enemy) ** STEEPNESS
    return ratio / (1.0 + ratio)


@rule_with_arrays
def lasting(units):
    """Chance that at least one of so many units is still there to control the area."""
    return units / (units + 0.5)


@rule_with_arrays
def worth(book, game, area, of_side, ours, theirs):
    """Victory points that a side may expect from an area, less the enemy's, with these forces (§2.8, §17, M.2)."""
    chance = chance_to_win(ours, theirs, int(book.area_theatre[area]))
    points = chance * lasting(ours[Sum.CONTROL]) * float(book.vp[area, of_side])
    points -= (1.0 - chance) * lasting(theirs[Sum.CONTROL]) * float(book.vp[area, 1 - of_side])
    for port in range(book.ports):
        if has(book.touches[port], area) and has(book.open_ports, port):
            points += worth_of_landing(book, game, port, of_side, chance, ours[Sum.LANDINGS])
            points -= worth_of_landing(book, game, port, 1 - of_side, 1.0 - chance, theirs[Sum.LANDINGS])
            points += worth_of_raid(book, game, port, of_side, chance, ours[Sum.CARRIERS])
            points -= worth_of_raid(book, game, port, 1 - of_side, 1.0 - chance, theirs[Sum.CARRIERS])
    return points


@rule_with_arrays
def value_of_base(book, game, port, of_side):
    """Victory points that change hands when a side takes a base (M.2); a little for any other."""
    own = float(book.place_vp[port])
    lost_by_enemy = own if game.owner[port] != UNCONTROLLED else 0.0
    return own + lost_by_enemy if own > 0.0 else OTHER_BASES


@rule_with_arrays
def worth_of_landing(book, game, port, of_side, chance, landings):
    """What a side may expect of landings on a base (§13.3)."""
    if landings <= 0.0 or book.place_vp[port] == 0 or not may_invade(book, game, port, of_side):
        return 0.0
    ashore = LANDING_IN_A_LOST_BATTLE + (1.0 - LANDING_IN_A_LOST_BATTLE) * chance
    return value_of_base(book, game, port, of_side) * ashore * min(1.0, landings)


@rule_with_arrays
def worth_of_raid(book, game, port, of_side, chance, carriers):
    """What a side may expect of carrier raids on a place that scores for them (M.2, §9)."""
    if carriers <= 0.0 or not open_to(book, game, port, 1 - of_side):
        return 0.0
    points = 0.0
    for power in range(of_side, 4, 2):
        if not has(game.raided[port], power):
            points += float(book.raid_vp[port, power])
    return points * chance * min(1.0, carriers)


# --- the battle being fought ---------------------------------------------------------------------------


@rule_with_arrays
def battle_forces(book, game, of_side, pursuers_too):
    """float64 `(2, SUMS)`: our side and the enemy in the battle; `pursuers_too` counts the whole area."""
    sums = np.zeros((2, SUMS))
    for k in range(game.units_here):
        unit = int(game.here[k])
        if pursuers_too or game.group[unit] == game.battle_group:
            column = 0 if side(game, unit) == of_side else 1
            add_unit(book, game, unit, counts_for_control(book, game, unit), sums[column], 1.0)
    return sums


@rule_with_arrays
def land_based_air_here(book, game, of_side):
    """Whether a side has land-based air in the battle (§7.224)."""
    for k in range(game.units_here):
        unit = int(game.here[k])
        if book.kind[unit] == Kind.LBA and side(game, unit) == of_side:
            return True
    return False


@rule_with_arrays
def last_turn(book, game):
    """Whether nothing comes after this turn, so that no ship need be saved for it."""
    return game.turn >= book.last_turn


@rule_with_arrays
def enemy_at_sea_near(book, game, port, of_side):
    """Enemy shots in the areas that touch a port or base."""
    shots = 0.0
    areas = int(book.touches[port])
    for k in range(game.units):
        unit = int(game.roster[k])
        if at_sea(game, unit) and side(game, unit) != of_side and areas & bit(game.place[unit]) != 0:
            shots += air_attack(book, game, unit)
    return shots


@rule_with_arrays
def favoured_by_theatre(book, area):
    """Whether the theatre's roll favours air action (§7.222)."""
    return area != NOBODY and book.area_theatre[area] == Theatre.PACIFIC
