"""The appraisal: what each sea area, base and battle is worth to a side."""

import math

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.sets import bit, has
from aw_env.games.admirals_war.observation.odds import air_attack
from aw_env.games.admirals_war.observation.strength import SUMS, Sum, add_unit
from aw_env.games.admirals_war.records.terms import NOBODY, UNCONTROLLED, Kind, Phase, Side, Theatre
from aw_env.games.admirals_war.rules.amphibious import may_invade
from aw_env.games.admirals_war.rules.bonuses import asw_bonus_in
from aw_env.games.admirals_war.rules.control import points_of
from aw_env.games.admirals_war.rules.counters import at_sea, open_to, side, touched
from aw_env.games.admirals_war.rules.options.turn_eleven import is_over
from aw_env.games.admirals_war.rules.tracks import MOST_VICTORY_POINTS
from aw_env.games.admirals_war.rules.war_entry import meet_in_peace

LANDING_AT_HAND = 0.5
"""Landing forces below which a base that scores nothing is not thought of."""
TOUGHNESS_OF_A_SHIP = 4.0
"""Shots that it takes to remove one ship, about."""


# --- what is at stake ----------------------------------------------------------------------------------


@rule
def last_turn(book, game):
    """Whether nothing comes after this turn, so that no ship need be saved for it."""
    return game.turn >= book.last_turn


@rule
def future(book, game, doctrine):
    """How much what is saved or lost today counts in the turns to come: 0 on the last turn, 1 early in the war."""
    return min(1.0, max(0.0, float(book.last_turn - game.turn)) / doctrine.turns_ahead)


@rule
def stake(book, game, doctrine, track):
    """What a point on a track is worth: the less, the farther the track has gone beyond turning (§2.8, §1.4)."""
    turns = float(book.last_turn - game.turn) + 1.0
    lead = float(game.victory_points[track] + book.handicap[track]) / (doctrine.swing * turns)
    return 1.0 / (1.0 + lead * lead)


@rule
def points_for(book, game, doctrine, area, of_side):
    """What control of an area is worth to a side; nothing where its lead cannot grow (§2.8).  Until the dice have said
    whether Italy may go to war the Mediterranean counts (§20.4)."""
    undecided = game.italy_neutral == 1 and game.phase <= Phase.LAND_BASED_AIR
    points = int(book.vp[area, of_side]) if undecided else points_of(book, game, area, of_side)
    if points == 0:
        return 0.0
    track = int(book.vp_track[area, of_side])
    lead = int(game.victory_points[track]) if of_side == Side.ALLIES else -int(game.victory_points[track])
    if last_turn(book, game):
        points = min(points, MOST_VICTORY_POINTS - lead)
    return float(points) * stake(book, game, doctrine, track)


# --- the sea -------------------------------------------------------------------------------------------


@rule
def attack_of(doctrine, sums, theatre):
    """Shots of a side in an average round."""
    weight = doctrine.air_in_the_pacific if theatre == Theatre.PACIFIC else doctrine.air_in_the_atlantic
    return weight * sums[Sum.AIR] + (1.0 - weight) * sums[Sum.GUNS]


@rule
def chance_to_win(doctrine, ours, theirs, theatre):
    """Chance that our side is the one left in an area: shots times toughness, against theirs."""
    if theirs[Sum.TOUGHNESS] <= 0.0:
        return 1.0
    if ours[Sum.TOUGHNESS] <= 0.0:
        return 0.0
    strength = attack_of(doctrine, ours, theatre) * ours[Sum.TOUGHNESS] + 1.0
    enemy = attack_of(doctrine, theirs, theatre) * theirs[Sum.TOUGHNESS] + 1.0
    ratio = (strength / enemy) ** doctrine.steepness
    return ratio / (1.0 + ratio)


@rule
def lasting(doctrine, units):
    """Chance that at least one of so many units is still there to control the area."""
    return units / (units + doctrine.holding)


@rule
def escape(doctrine, lurkers, hunters, bonus):
    """Chance that one of so many submarines gets through the hunt (§14.24)."""
    if lurkers <= 0.0:
        return 0.0
    dice = hunters[Sum.ASW] * (1.0 + 0.5 * (hunters[Sum.HUNTERS] + bonus))
    return math.exp(-doctrine.scared_off * dice / max(1.0, lurkers))


@rule
def denied(lurkers, escapes):
    """Chance that any of so many submarines is left to deny the area to the enemy (§14.28)."""
    if lurkers <= 0.0:
        return 0.0
    return min(1.0, lurkers) * (1.0 - (1.0 - escapes) ** max(1.0, lurkers))


@rule
def trade(book, game, doctrine, area, of_side, sums, enemy, escapes):
    """Points that a side's submarines and Hilfskreuzers may take from merchants, at most the area's (§14.26, §15.2)."""
    if sums[Sum.LURKERS] <= 0.0:
        return 0.0
    theatre = int(book.area_theatre[area])
    most = float(max(book.vp[area, 0], book.vp[area, 1]))
    points = min(most, doctrine.trade * escapes * sums[Sum.LURKERS]) if theatre == 0 or game.hostilities == 1 else 0.0
    points += min(1.0, sums[Sum.MERCHANTMEN]) * escapes * (1.0 - lasting(doctrine, enemy[Sum.CONTROL]))
    risk = doctrine.lurker * future(book, game, doctrine) * (1.0 - escapes) * sums[Sum.LURKERS]
    return points * stake(book, game, doctrine, theatre) - risk


@rule
def worth(book, game, doctrine, area, of_side, ours, theirs):
    """Victory points that a side may expect from an area, less the enemy's, with these forces (§2.8, §14, §17, M.2).

    Ships that a battle may cost either side count as far as the war goes on.
    """
    if is_over(book, game, book.area_theatre[area]):
        return 0.0
    chance = chance_to_win(doctrine, ours, theirs, int(book.area_theatre[area]))
    left_to_us, left_to_them = chance, 1.0 - chance
    peace = meet_in_peace(book, game, area)
    if peace:
        left_to_us, left_to_them = chance_of_absence(theirs), chance_of_absence(ours)
    bonus = float(asw_bonus_in(book, game, area))
    our_escape = escape(doctrine, ours[Sum.LURKERS], theirs, bonus)
    their_escape = escape(doctrine, theirs[Sum.LURKERS], ours, bonus)
    control = left_to_us * lasting(doctrine, ours[Sum.CONTROL]) * (1.0 - denied(theirs[Sum.LURKERS], their_escape))
    points = control * points_for(book, game, doctrine, area, of_side)
    control = left_to_them * lasting(doctrine, theirs[Sum.CONTROL]) * (1.0 - denied(ours[Sum.LURKERS], our_escape))
    points -= control * points_for(book, game, doctrine, area, 1 - of_side)
    points += trade(book, game, doctrine, area, of_side, ours, theirs, our_escape)
    points -= trade(book, game, doctrine, area, 1 - of_side, theirs, ours, their_escape)
    if ours[Sum.TOUGHNESS] > 0.0 and theirs[Sum.TOUGHNESS] > 0.0 and not peace:
        saved = chance * theirs[Sum.VALUE] - (1.0 - chance) * ours[Sum.VALUE]
        points += doctrine.losses * future(book, game, doctrine) * saved
    if game.hostilities == 0 and area == book.second_area and game.flag[area] == Side.ALLIES:
        points += guarded_flag(book, game, doctrine, area, of_side, ours, theirs)
    landings = ours[Sum.LANDINGS] + theirs[Sum.LANDINGS]
    carriers = ours[Sum.CARRIERS] + theirs[Sum.CARRIERS]
    if landings + carriers > 0.0:
        for port in range(book.ports):
            if has(touched(book, game, port), area) and has(book.open_ports, port):
                points += worth_of_landing(book, game, doctrine, port, of_side, chance, ours[Sum.LANDINGS])
                points -= worth_of_landing(book, game, doctrine, port, 1 - of_side, 1.0 - chance, theirs[Sum.LANDINGS])
                points += worth_of_raid(book, game, port, of_side, chance, ours[Sum.CARRIERS])
                points -= worth_of_raid(book, game, port, 1 - of_side, 1.0 - chance, theirs[Sum.CARRIERS])
    return points


@rule
def chance_of_absence(sums):
    """Chance that none of the units comes that would share the area in peace, so that nobody controls it (§17.21)."""
    return math.exp(-sums[Sum.TOUGHNESS] / TOUGHNESS_OF_A_SHIP)


@rule
def guarded_flag(book, game, doctrine, area, of_side, ours, theirs):
    """Two battleships keep the flag in Indonesia, and with it the Japanese out in peace (§19.44)."""
    ships = ours[Sum.BATTLESHIPS] if of_side == Side.ALLIES else theirs[Sum.BATTLESHIPS]
    points = min(1.0, 0.5 * ships) * points_for(book, game, doctrine, area, 1)
    return points if of_side == Side.ALLIES else -points


# --- bases ---------------------------------------------------------------------------------------------


@rule
def value_of_base(book, game, doctrine, port, of_side):
    """Victory points that change hands when a side takes a base (M.2); for others what they are worth to aircraft."""
    own = float(book.place_vp[port])
    if own > 0.0:
        return own + own if game.owner[port] != UNCONTROLLED else own
    value = doctrine.other_bases
    if not last_turn(book, game) and book.lba_allowed[port] == 1:
        for area in range(book.areas):
            if has(touched(book, game, port), area):
                if not another_base(book, game, port, area, of_side):
                    value += doctrine.base_for_aircraft * points_for(book, game, doctrine, area, of_side)
                if game.owner[port] != UNCONTROLLED and not another_base(book, game, port, area, 1 - of_side):
                    value += doctrine.base_for_aircraft * points_for(book, game, doctrine, area, 1 - of_side)
    return value


@rule
def another_base(book, game, port, area, of_side):
    """Whether a side has a place for aircraft on an area besides this one."""
    for other in range(book.ports):
        if other != port and has(touched(book, game, other), area) and open_to(book, game, other, of_side):
            if book.lba_allowed[other] == 1:
                return True
    return False


@rule
def worth_of_landing(book, game, doctrine, port, of_side, chance, landings):
    """What a side may expect of landings on a base (§13.3); where the sea is lost it is soon lost again (§16.13)."""
    if book.place_vp[port] == 0 and (landings < LANDING_AT_HAND or last_turn(book, game)):
        return 0.0
    if landings <= 0.0 or not may_invade(book, game, port, of_side):
        return 0.0
    if book.place_vp[port] == 0:
        return value_of_base(book, game, doctrine, port, of_side) * chance * min(1.0, landings)
    ashore = doctrine.landing_in_a_lost_battle + (1.0 - doctrine.landing_in_a_lost_battle) * chance
    return value_of_base(book, game, doctrine, port, of_side) * ashore * min(1.0, landings)


@rule
def worth_of_raid(book, game, port, of_side, chance, carriers):
    """What a side may expect of carrier raids on a place that scores for them (M.2, §9)."""
    if carriers <= 0.0 or not open_to(book, game, port, 1 - of_side):
        return 0.0
    points = 0.0
    for power in range(of_side, 4, 2):
        if not has(game.raided[port], power):
            points += float(book.raid_vp[port, power])
    return points * chance * min(1.0, carriers)


# --- one more unit -------------------------------------------------------------------------------------


@rule
def gain(book, game, doctrine, unit, area, controls, sums):
    """Victory points that one more unit of ours is worth in an area.  `sums`: see `strength.forces`."""
    of_side = side(game, unit)
    ours, theirs, strengthened = sums[area, 0], sums[area, 1], sums[area, 2]
    for item in range(SUMS):
        strengthened[item] = ours[item]
    add_unit(book, game, unit, controls, strengthened, 1.0)
    return worth(book, game, doctrine, area, of_side, strengthened, theirs) - worth(
        book, game, doctrine, area, of_side, ours, theirs
    )


# --- the battle being fought ---------------------------------------------------------------------------


@rule
def land_based_air_here(book, game, of_side):
    """Whether a side has land-based air in the battle (§7.224)."""
    for k in range(game.units_here):
        unit = int(game.here[k])
        if book.kind[unit] == Kind.LBA and side(game, unit) == of_side:
            return True
    return False


@rule
def enemy_at_sea_near(book, game, port, of_side):
    """Enemy shots in the areas that touch a port or base."""
    shots = 0.0
    areas = touched(book, game, port)
    for k in range(game.units):
        unit = int(game.roster[k])
        if at_sea(game, unit) and side(game, unit) != of_side and areas & bit(game.place[unit]) != 0:
            shots += air_attack(book, game, unit)
    return shots


@rule
def favoured_by_theatre(book, area):
    """Whether the theatre's roll favours air action (§7.222)."""
    return area != NOBODY and book.area_theatre[area] == Theatre.PACIFIC
