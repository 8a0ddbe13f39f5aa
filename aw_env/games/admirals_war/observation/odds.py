"""What dice are worth: the chance that shots remove a unit from a battle (§7.4, §3.14)."""

from aw_env.core.engine.compiling import rule
from aw_env.games.admirals_war.records.terms import Kind
from aw_env.games.admirals_war.rules.bonuses import air_bonus, armor_bonus, gunnery_bonus
from aw_env.games.admirals_war.rules.counters import airstrike, armor, gunnery, side
from aw_env.games.admirals_war.rules.movement import dice_that_pass

MEAN_DAMAGE = 3.5
"""Damage points of a hit, on average (§7.45)."""
SINGLE = 1.0 / 6.0
"""Chance of one face of a die."""
NEVER_REMOVED = 12.0
"""Shots that a unit is reckoned to stand if hardly anything removes it."""


@rule
def hit_points(book, game, unit):
    """Damage points that would sink a unit at sea, never fewer than one (§7.46)."""
    return max(1.0, float(armor(book, game, unit)) + 1.0 - float(game.damage[unit]) - float(game.pending_damage[unit]))


@rule
def chance_one_hit_sinks(book, game, target, points):
    """Chance that the damage die of one hit reaches so many points (§7.45, §3.14)."""
    wanted = points + float(armor_bonus(book, game, target))
    return min(1.0, max(0.0, (7.0 - wanted) / 6.0))


@rule
def chance_a_shot_removes(book, game, target, points, bonus):
    """Chance that one shot sinks or disables a target with so many hit points left (§7.43-7.45).

    Land-based air is never disabled, and nobody has a bonus against it (§7.43, §12.24).
    """
    if book.kind[target] == Kind.LBA:
        return SINGLE * chance_one_hit_sinks(book, game, target, points)
    return SINGLE + SINGLE * (1.0 + bonus) * chance_one_hit_sinks(book, game, target, points)


@rule
def toughness(book, game, unit):
    """Shots without bonus that it takes to remove a unit, about."""
    points = hit_points(book, game, unit)
    chance = chance_a_shot_removes(book, game, unit, points, 0.0)
    if points > 6.0 or book.kind[unit] == Kind.LBA:  # hits add up where one alone does not sink
        chance += SINGLE * min(1.0, MEAN_DAMAGE / points) * 0.5
    return min(NEVER_REMOVED, 1.0 / max(0.05, chance))


@rule
def air_attack(book, game, unit):
    """Shots in an air action; those with a bonus hit twice as often and disable as often."""
    return float(airstrike(book, game, unit)) * (1.0 + 0.5 * float(air_bonus(book, game, unit)))


@rule
def gun_attack(book, game, unit):
    """Shots in a surface action, counted alike."""
    return float(gunnery(book, game, unit)) * (1.0 + 0.5 * float(gunnery_bonus(book, game, unit)))


@rule
def chance_of_speed_roll(book, game, unit):
    """Chance that a unit passes a speed roll (§6.2)."""
    return dice_that_pass(book, game, unit) / 6.0


@rule
def shots_at(book, game, target, air):
    """Shots of the attackers that name a target already (§7.332)."""
    shots = 0.0
    for k in range(game.units_here):
        unit = int(game.here[k])
        if game.target[unit] == target and side(game, unit) != side(game, target):
            shots += air_attack(book, game, unit) if air else gun_attack(book, game, unit)
    return shots


@rule
def chance_standing(book, game, target, shots, bonus):
    """Chance that a target is still in the battle after so many shots, of which hits add up."""
    points = hit_points(book, game, target)
    damage = shots * SINGLE * (1.0 + bonus) * MEAN_DAMAGE
    left = max(1.0, points - 0.5 * damage)
    return (1.0 - chance_a_shot_removes(book, game, target, left, bonus)) ** shots


@rule
def tenths(value):
    """A whole number of tenths."""
    return int(10.0 * value + 0.5)
