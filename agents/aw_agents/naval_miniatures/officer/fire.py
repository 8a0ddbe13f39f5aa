"""Whom and with what units attack, and what they use for it."""

from aw_agents.naval_miniatures.officer.prospects import gain_at, gain_with, points_of
from aw_env.core.engine.compiling import rule
from aw_env.games.naval_miniatures.records.terms import (
    FIRST_UNIT_ACTION,
    FIRST_WEAPON_ACTION,
    WEAPONS,
    Option,
    Weapon,
)
from aw_env.games.naval_miniatures.rules.attacks import is_target, may_use
from aw_env.games.naval_miniatures.rules.units import armor_of, first_of, is_ship, side_of

A_LITTLE = 0.01


@rule
def best_with(book, game, doctrine, unit, weapon):
    """The best that it can do with a weapon now."""
    enemy = 1 - side_of(unit)
    best = 0.0
    for target in range(first_of(enemy), first_of(enemy) + game.fleet[enemy]):
        if is_target(book, game, unit, weapon, target):
            best = max(best, A_LITTLE + gain_at(book, game, doctrine, unit, weapon, target))
    return best


@rule
def score_fire_who(book, game, doctrine, action):
    """Whoever can do most attacks first; a smoke screen alone is no reason to act."""
    if action == Option.END:
        return 0.0
    unit = action - FIRST_UNIT_ACTION
    best = -1.0
    for weapon in range(WEAPONS):
        if weapon != Weapon.SMOKE and may_use(book, game, unit, weapon):
            gain = best_with(book, game, doctrine, unit, weapon)
            if gain > 0.0:
                best = max(best, gain)
    return best


@rule
def score_weapon(book, game, doctrine, action):
    """The weapon that does most."""
    if action == Option.END:
        return A_LITTLE / 2.0
    weapon = action - FIRST_WEAPON_ACTION
    return 0.0 if weapon == Weapon.SMOKE else best_with(book, game, doctrine, int(game.subject), weapon)


@rule
def score_target(book, game, doctrine, action):
    """The target that the attack wins most from."""
    if action < FIRST_UNIT_ACTION:
        return 0.0
    target = action - FIRST_UNIT_ACTION
    return A_LITTLE + gain_at(book, game, doctrine, int(game.subject), int(game.weapon), target)


@rule
def score_reroll(book, game, action):
    """An attack that has missed is rolled again."""
    missed = game.successes < armor_of(book, game, int(game.target))
    return 1.0 if (action == Option.USE) == missed else 0.0


@rule
def score_press(book, game, doctrine, action):
    """It presses on where the bombs are worth the chance to lose it."""
    if action == Option.DECLINE:
        return 0.0
    unit = int(game.subject)
    enemy = 1 - side_of(unit)
    best = 0.0
    for target in range(first_of(enemy), first_of(enemy) + game.fleet[enemy]):
        if game.place[target] == game.place[unit] and is_ship(book, game, target):
            dice = int(book.attack[game.card[unit], Weapon.BOMB, 0])
            best = max(best, gain_with(book, game, doctrine, Weapon.BOMB.value, dice, 1, target))
    return best / 2.0 - points_of(book, game, doctrine, unit) / 6.0
