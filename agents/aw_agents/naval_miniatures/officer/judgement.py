"""What a training adds to the officer's judgement of sectors: tables of weights, which say by what a sector is better
for a unit that moves or starts there.

A table has a column for each `Feature`, what there is to say of a sector, and a row for each circumstance (`Moving`,
`Starting`), what there is to say of the unit and its moment; a sector gains the sum of all their products.
"""

from enum import IntEnum

import numpy as np

from aw_agents.naval_miniatures.officer.prospects import (
    best_guns,
    best_torpedoes,
    gain_with,
    is_fighter_of_ships,
    points_of,
    risk_in,
)
from aw_env.core.engine.compiling import rule, rule_with_arrays
from aw_env.core.engine.sets import has
from aw_env.games.naval_miniatures.records.terms import NOWHERE, OBJECTIVES, Effect, Weapon
from aw_env.games.naval_miniatures.rules.dice import value_at
from aw_env.games.naval_miniatures.rules.reach import speed_of
from aw_env.games.naval_miniatures.rules.units import first_of, is_aircraft, is_ship, on_map, side_of, usable


class Feature(IntEnum):
    """Of a sector, for a unit that would be there.  An objective is one that nobody has claimed."""

    GUNS = 0  # tens of points that its guns can win from there
    TORPEDOES = 1  # the same of its torpedoes
    RISK = 2  # of what enemies can do to it from where they are
    THREAT = 3  # of what they can when they have moved, if they have yet to
    COMPANY = 4  # threes of own ships within two sectors
    CROWD = 5  # pairs of own ships in the sector
    BESIDE_ENEMIES = 6  # threes of enemies in or beside it
    NEAR_ENEMIES = 7  # threes of enemies within three sectors
    ENEMY_AWAY = 8  # sixes of sectors to the next enemy
    ON_GOAL = 9  # it is an objective
    DISPUTED = 10  # with an enemy ship in or beside it
    SHARED = 11  # with another own ship on it
    CONTESTED = 12  # pairs of enemy ships that may yet come to dispute it
    DENIES = 13  # it is in or beside an objective on which an enemy ship is
    DENIES_ALONE = 14  # and no other own ship is
    GUARDS = 15  # it is in or beside one to which an enemy ship may yet come
    GOAL_AWAY = 16  # fours of sectors to the next objective
    FREE_AWAY = 17  # to the next without an own ship
    HELD_AWAY = 18  # to the next with an enemy ship
    STAYS = 19  # it is there already
    AHEAD = 20  # tens of rows from its own edge
    OFF_CENTRE = 21  # how far from the middle: 1 at the edge
    BESIDE_GOAL = 22  # in or beside an objective
    GOAL_IN_REACH = 23  # or so near that it can be beside it next turn
    CLAIMS = 24  # it claims an objective for sure
    WINS = 25  # which wins the battle
    SAVES = 26  # it keeps the enemy from a claim that would
    CLOSE = 27  # an enemy is within two sectors


class Moving(IntEnum):
    """Circumstances of a move."""

    ALWAYS = 0
    FIRST = 1  # the enemy moves after it (INI.5)
    FIGHTER = 2  # the ship fights with its guns
    POINTS = 3  # twenties of points that it costs
    LEAD = 4  # fifties of points of lead
    SUBMARINE = 5


class Starting(IntEnum):
    """Circumstances of where a unit starts."""

    ALWAYS = 0
    POINTS = 1  # twenties of points that it costs
    FIGHTER = 2  # the ship fights with its guns


class Goal(IntEnum):
    """What is noted of an objective."""

    IS_OPEN = 0  # it can still be claimed
    OWN = 1  # other own ships on it
    OWN_BESIDE = 2  # and on or beside it
    THEIRS = 3  # enemy ships on it
    DISPUTING = 4  # on or beside it
    COMING = 5  # and as many as can be there when they have moved


FEATURES, OF_A_MOVE, OF_A_START, NOTES = len(Feature), len(Moving), len(Starting), len(Goal)
"""How many there are."""
FARTHEST = 8
"""Sectors, where there is no such objective."""
NO_ENEMY = 12
"""Sectors, where there is no enemy."""
MIDDLE = 6
"""Half sectors from the left to the middle of the map."""
A_LEAD = 50.0
"""Points of lead, an objective and a ship or so."""


@rule_with_arrays
def weigh_for_a_move(book, game, doctrine, unit, goals, weights):
    """What counts for a unit that moves: `goals` int64 `(OBJECTIVES, NOTES)` and `weights` float64 `(FEATURES,)` are
    written.  Without tables nothing is."""
    if doctrine.judges == 0.0:
        return
    side = side_of(unit)
    circumstances = np.zeros(OF_A_MOVE)
    circumstances[Moving.ALWAYS] = 1.0
    circumstances[Moving.FIRST] = float(int(game.first == side))
    circumstances[Moving.FIGHTER] = float(int(is_fighter_of_ships(book, game, unit)))
    circumstances[Moving.POINTS] = book.cost[game.card[unit]] / 20.0
    circumstances[Moving.LEAD] = (int(game.score[side]) - int(game.score[1 - side])) / A_LEAD
    circumstances[Moving.SUBMARINE] = float(int(not is_ship(book, game, unit)))
    look_at_goals(book, game, unit, goals)
    weights[:] = 0.0
    for k in range(OF_A_MOVE):
        for feature in range(FEATURES):
            weights[feature] += circumstances[k] * doctrine.moving[k, feature]


@rule_with_arrays
def weigh_for_a_start(book, game, doctrine, unit, goals, weights):
    """The same for a unit that starts."""
    if doctrine.judges == 0.0:
        return
    circumstances = np.zeros(OF_A_START)
    circumstances[Starting.ALWAYS] = 1.0
    circumstances[Starting.POINTS] = book.cost[game.card[unit]] / 20.0
    circumstances[Starting.FIGHTER] = float(int(is_fighter_of_ships(book, game, unit)))
    look_at_goals(book, game, unit, goals)
    weights[:] = 0.0
    for k in range(OF_A_START):
        for feature in range(FEATURES):
            weights[feature] += circumstances[k] * doctrine.starting[k, feature]


@rule_with_arrays
def judged(book, game, doctrine, unit, sector, goals, weights):
    """What the tables add to a sector."""
    if doctrine.judges == 0.0:
        return 0.0
    seen = np.zeros(FEATURES)
    look_at_weapons(book, game, doctrine, unit, sector, seen)
    look_at_enemies(book, game, doctrine, unit, sector, seen)
    look_at_own(book, game, unit, sector, seen)
    look_for_goals(book, game, unit, sector, goals, seen)
    look_around(book, game, unit, sector, seen)
    total = 0.0
    for feature in range(FEATURES):
        total += weights[feature] * seen[feature]
    return total


# --- what there is to say of a sector ----------------------------------------------------------------------


@rule
def look_at_weapons(book, game, doctrine, unit, sector, seen):
    """What can be done from there, and to it."""
    seen[Feature.GUNS] = best_guns(book, game, doctrine, unit, sector) / 10.0
    seen[Feature.TORPEDOES] = best_torpedoes(book, game, doctrine, unit, sector) / 10.0
    seen[Feature.RISK] = risk_in(book, game, doctrine, unit, sector) / 10.0


@rule
def look_at_enemies(book, game, doctrine, unit, sector, seen):
    """How near enemies are, and what those can do that have yet to move."""
    side = side_of(unit)
    enemy = 1 - side
    in_fear = game.first == side and is_ship(book, game, unit)
    beside = near = 0
    nearest, threat = NO_ENEMY, 0.0
    for other in range(first_of(enemy), first_of(enemy) + game.fleet[enemy]):
        if on_map(game, other) and not is_aircraft(book, game, other):
            away = int(book.range[game.place[other], sector])
            beside += away <= 1
            near += away <= 3
            nearest = min(nearest, away)
            if in_fear:
                threat += threat_of(book, game, doctrine, other, max(0, away - speed_of(book, game, other)), unit)
    seen[Feature.THREAT] = min(threat, points_of(book, game, doctrine, unit)) / 10.0
    seen[Feature.BESIDE_ENEMIES] = beside / 3.0
    seen[Feature.NEAR_ENEMIES] = near / 3.0
    seen[Feature.ENEMY_AWAY] = nearest / 6.0
    seen[Feature.CLOSE] = float(int(nearest <= 2))


@rule
def threat_of(book, game, doctrine, other, away, unit):
    """What an enemy can do to a ship at a range, seen or not."""
    guns = value_at(book, game, other, Weapon.MAIN.value, away)
    torpedoes = value_at(book, game, other, Weapon.TORPEDO.value, away)
    fired = gain_with(book, game, doctrine, Weapon.MAIN.value, guns, int(game.crippled[other]), unit)
    return fired + gain_with(book, game, doctrine, Weapon.TORPEDO.value, torpedoes, 0, unit)


@rule
def look_at_own(book, game, unit, sector, seen):
    """Who of its side is there."""
    side = side_of(unit)
    company = crowd = 0
    for other in range(first_of(side), first_of(side) + game.fleet[side]):
        if other != unit and on_map(game, other) and is_ship(book, game, other):
            away = int(book.range[game.place[other], sector])
            company += away <= 2
            crowd += away == 0
    seen[Feature.COMPANY] = company / 3.0
    seen[Feature.CROWD] = crowd / 2.0


@rule
def look_at_goals(book, game, unit, goals):
    """Note who is at the objectives."""
    goals[:] = 0
    if book.objective_points > 0:
        for k in range(OBJECTIVES):
            if book.objective[game.zone, k] != NOWHERE and not has(game.claimed, k):
                look_at_goal(book, game, unit, int(book.objective[game.zone, k]), goals[k])


@rule
def look_at_goal(book, game, unit, sector, goal):
    """The same of one of them."""
    side = side_of(unit)
    goal[Goal.IS_OPEN] = 1
    for other in range(first_of(side), first_of(side) + game.fleet[side]):
        if other != unit and on_map(game, other) and is_ship(book, game, other):
            goal[Goal.OWN] += game.place[other] == sector
            goal[Goal.OWN_BESIDE] += book.range[game.place[other], sector] <= 1
    for other in range(first_of(1 - side), first_of(1 - side) + game.fleet[1 - side]):
        if on_map(game, other) and is_ship(book, game, other):
            away = int(book.range[game.place[other], sector])
            goal[Goal.THEIRS] += away == 0
            goal[Goal.DISPUTING] += away <= 1
            goal[Goal.COMING] += away <= 1 + speed_of(book, game, other)


@rule
def look_for_goals(book, game, unit, sector, goals, seen):
    """How a sector lies to the objectives."""
    near = free = held = FARTHEST
    for k in range(OBJECTIVES):
        if goals[k, Goal.IS_OPEN] == 1:
            away = int(book.range[sector, book.objective[game.zone, k]])
            near = min(near, away)
            if goals[k, Goal.OWN] == 0:
                free = min(free, away)
            if goals[k, Goal.THEIRS] > 0:
                held = min(held, away)
            if away == 0:
                look_on_a_goal(book, game, unit, goals[k], seen)
            if away <= 1:
                look_beside_a_goal(book, game, unit, goals[k], seen)
    seen[Feature.GOAL_AWAY] = near / 4.0
    seen[Feature.FREE_AWAY] = free / 4.0
    seen[Feature.HELD_AWAY] = held / 4.0
    seen[Feature.BESIDE_GOAL] = float(int(near <= 1))
    seen[Feature.GOAL_IN_REACH] = float(int(near <= 1 + speed_of(book, game, unit)))


@rule
def look_on_a_goal(book, game, unit, goal, seen):
    """It is an objective: whether it can be claimed (OBJ.1, OBJ.2)."""
    side = side_of(unit)
    coming = int(goal[Goal.COMING]) if game.first == side else 0
    seen[Feature.ON_GOAL] = 1.0
    seen[Feature.DISPUTED] = float(int(goal[Goal.DISPUTING] > 0))
    seen[Feature.SHARED] = float(int(goal[Goal.OWN] > 0))
    seen[Feature.CONTESTED] = coming / 2.0
    if goal[Goal.DISPUTING] == 0 and coming == 0 and usable(book, game, unit, Effect.NO_CLAIM) < 0:
        seen[Feature.CLAIMS] = 1.0
        seen[Feature.WINS] = float(int(game.score[side] + book.objective_points >= book.win_at))


@rule
def look_beside_a_goal(book, game, unit, goal, seen):
    """It is an objective, or beside one: whether the enemy is kept from it."""
    side = side_of(unit)
    if goal[Goal.THEIRS] > 0:
        seen[Feature.DENIES] = 1.0
        if goal[Goal.OWN_BESIDE] == 0:
            seen[Feature.DENIES_ALONE] = 1.0
            seen[Feature.SAVES] = float(int(game.score[1 - side] + book.objective_points >= book.win_at))
    elif game.first == side and goal[Goal.COMING] > 0:
        seen[Feature.GUARDS] = 1.0


@rule
def look_around(book, game, unit, sector, seen):
    """Where on the map it is."""
    seen[Feature.STAYS] = float(int(sector == game.place[unit]))
    seen[Feature.AHEAD] = book.ahead[side_of(unit), sector] / 10.0
    seen[Feature.OFF_CENTRE] = abs(int(book.across[sector]) - MIDDLE) / MIDDLE
