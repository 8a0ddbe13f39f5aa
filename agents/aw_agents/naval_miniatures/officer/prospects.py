"""What the officer reckons with: chances of attacks, and what they are worth."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.sets import has
from aw_env.games.naval_miniatures.odds import MOST_PENALTY, TORPEDOES, chance
from aw_env.games.naval_miniatures.records.terms import OBJECTIVES, Effect, Weapon
from aw_env.games.naval_miniatures.rules.dice import dice_at, penalty, value_at
from aw_env.games.naval_miniatures.rules.results import TORPEDO_HIT
from aw_env.games.naval_miniatures.rules.sight import sees
from aw_env.games.naval_miniatures.rules.units import (
    armor_of,
    first_of,
    hull_left,
    is_aircraft,
    is_convoy,
    is_ship,
    is_submarine,
    on_map,
    side_of,
    vital_of,
)


@rule
def points_of(book, game, doctrine, unit):
    """What a unit is worth."""
    return doctrine.convoy if is_convoy(game, unit) else float(book.cost[game.card[unit]])


@rule
def gain_with(book, game, doctrine, weapon, dice, taken, target):
    """Points that an attack of so many dice wins on average."""
    if dice <= 0:
        return 0.0
    worth = points_of(book, game, doctrine, target)
    worth += doctrine.menace * int(book.attack[game.card[target], Weapon.MAIN, 0])
    left = max(1, hull_left(book, game, target) - int(game.hit[target]))
    if weapon == Weapon.TORPEDO:
        hit = chance(TORPEDOES, dice, 1) / 100.0
        sinks = chance(TORPEDOES, dice, (left + TORPEDO_HIT - 1) // TORPEDO_HIT) / 100.0
        return worth * (sinks + doctrine.damage * (hit - sinks) * min(1.0, TORPEDO_HIT / left))
    hit = chance(taken, dice, armor_of(book, game, target)) / 100.0
    if is_aircraft(book, game, target):
        destroys = chance(taken, dice, vital_of(book, game, target)) / 100.0
        return worth * (destroys + doctrine.abort * (hit - destroys))
    destroys = hit if left == 1 else chance(taken, dice, vital_of(book, game, target)) / 100.0
    return worth * (destroys + doctrine.damage * (hit - destroys) / left)


@rule
def gain_at(book, game, doctrine, unit, weapon, target):
    """The same of the attack that a unit can make now."""
    taken = min(MOST_PENALTY, penalty(book, game, unit, weapon, target))
    return gain_with(book, game, doctrine, weapon, dice_at(book, game, unit, weapon, target), taken, target)


@rule
def gain_from(book, game, doctrine, unit, weapon, sector, target):
    """The same from another sector, by the attack value alone."""
    dice = value_at(book, game, unit, weapon, int(book.range[sector, game.place[target]]))
    if dice == 0 or not sees(book, game, sector, int(game.place[target])):
        return 0.0
    return gain_with(book, game, doctrine, weapon, dice, int(game.crippled[unit]), target)


@rule
def best_from(book, game, doctrine, unit, sector):
    """The best that a ship or submarine can do from a sector with guns, torpedoes or depth charges."""
    guns = best_guns(book, game, doctrine, unit, sector)
    return doctrine.guns * guns + doctrine.torpedoes * best_torpedoes(book, game, doctrine, unit, sector)


@rule
def best_guns(book, game, doctrine, unit, sector):
    """The same with guns or depth charges."""
    enemy = 1 - side_of(unit)
    most = 0.0
    for target in range(first_of(enemy), first_of(enemy) + game.fleet[enemy]):
        if on_map(game, target) and is_ship(book, game, target):
            most = max(most, gain_from(book, game, doctrine, unit, Weapon.MAIN.value, sector, target))
        elif on_map(game, target) and is_submarine(book, game, target):
            most = max(most, gain_from(book, game, doctrine, unit, Weapon.ASW.value, sector, target))
    return most


@rule
def best_torpedoes(book, game, doctrine, unit, sector):
    """The same with torpedoes."""
    enemy = 1 - side_of(unit)
    most = 0.0
    for target in range(first_of(enemy), first_of(enemy) + game.fleet[enemy]):
        if on_map(game, target) and is_ship(book, game, target):
            most = max(most, gain_from(book, game, doctrine, unit, Weapon.TORPEDO.value, sector, target))
    return most


@rule
def risk_in(book, game, doctrine, unit, sector):
    """What enemy ships and submarines can do to a unit in a sector from where they are."""
    enemy = 1 - side_of(unit)
    ship = is_ship(book, game, unit)
    risk = 0.0
    for other in range(first_of(enemy), first_of(enemy) + game.fleet[enemy]):
        if on_map(game, other) and not is_aircraft(book, game, other):
            risk += risk_from(book, game, doctrine, unit, ship, sector, other)
    return min(risk, points_of(book, game, doctrine, unit))


@rule
def risk_from(book, game, doctrine, unit, ship, sector, other):
    """The same of one of them."""
    here = int(game.place[other])
    if not sees(book, game, here, sector):
        return 0.0
    away = int(book.range[here, sector])
    taken = int(game.crippled[other])
    if not ship:
        dice = value_at(book, game, other, Weapon.ASW.value, away)
        return gain_with(book, game, doctrine, Weapon.ASW.value, dice, taken, unit)
    dice = value_at(book, game, other, Weapon.MAIN.value, away)
    torpedoes = value_at(book, game, other, Weapon.TORPEDO.value, away)
    fired = gain_with(book, game, doctrine, Weapon.MAIN.value, dice, taken, unit)
    return fired + gain_with(book, game, doctrine, Weapon.TORPEDO.value, torpedoes, 0, unit)


@rule
def to_objective(book, game, sector):
    """Sectors to the next objective that nobody has claimed; -1: there is none."""
    nearest = -1
    if book.objective_points > 0:
        for k in range(OBJECTIVES):
            goal = int(book.objective[game.zone, k])
            if goal >= 0 and not has(game.claimed, k) and (nearest < 0 or book.range[sector, goal] < nearest):
                nearest = int(book.range[sector, goal])
    return nearest


@rule
def to_enemy(book, game, side, sector):
    """Sectors to the next enemy ship or submarine; -1: there is none."""
    nearest = -1
    for other in range(first_of(1 - side), first_of(1 - side) + game.fleet[1 - side]):
        if on_map(game, other) and not is_aircraft(book, game, other):
            away = int(book.range[sector, game.place[other]])
            nearest = away if nearest < 0 else min(nearest, away)
    return nearest


@rule
def is_fighter_of_ships(book, game, unit):
    """Whether a ship fights with its guns: it is no carrier and no cargo ship."""
    strong = int(book.attack[game.card[unit], Weapon.MAIN, 1])
    return strong > 0 and book.capacity[game.card[unit]] == 0 and not has(book.effects[game.card[unit]], Effect.CARGO)
