"""Chances of an attack, exact but for what is rolled at the end of the phase (AB.determination): how many successes its
dice come to (RES.2, ABL.3, RES.16), and what these do (RES, MR-25)."""

import numpy as np

from aw_env.core.chances import chances_of, or_more
from aw_env.core.engine.compiling import rule
from aw_env.games.naval_miniatures.records.terms import MOST_DICE, Effect, Weapon
from aw_env.games.naval_miniatures.rules.dice import SUCCESS, TWO, next_against
from aw_env.games.naval_miniatures.rules.results import concealing_die, damage_of_hit, flaw_of
from aw_env.games.naval_miniatures.rules.units import armor_of, hull_left, is_aircraft, vital_of
from aw_env.naval.terms import FACES

MOST_PENALTY = 4
"""Beyond it only natural 6s count, as with it."""
PER_CENT = 100


def worth_of(penalty: int) -> tuple[int, ...]:
    """What each face of a die counts: natural 6s two successes, and those of what the penalty leaves one."""
    return tuple(2 if face == TWO else int(face >= SUCCESS + penalty) for face in range(1, FACES + 1))


TORPEDOES = MOST_PENALTY + 1
"""In place of a penalty: dice of torpedoes, of which a natural 6 hits."""
A_SIX = (0,) * (FACES - 1) + (1,)
_WORTH = [*map(worth_of, range(MOST_PENALTY + 1)), A_SIX]
CHANCES = np.array([or_more(chances_of(worth, MOST_DICE, 2 * MOST_DICE + 2)) for worth in _WORTH])
CHANCES = np.round(PER_CENT * CHANCES).astype(np.int16)
"""`[penalty, dice, successes]`, in per cent: of so many successes or more."""
SIXES = chances_of(A_SIX, MOST_DICE)
"""`[dice, sixes]`: of just so many natural 6s."""
ONES = np.array([or_more(chances_of(worth[:-1], MOST_DICE, MOST_DICE + 2)) for worth in _WORTH[:-1]])
"""`[penalty, dice, ones]`: of so many single successes or more, of dice that do not show a 6."""


@rule
def chance(row, dice, successes):
    """Per cent for so many successes or more of dice with a penalty, or of torpedoes (`TORPEDOES`)."""
    if successes <= 0:
        return PER_CENT
    if successes >= CHANCES.shape[2]:
        return 0
    return int(CHANCES[row, dice, successes])


@rule
def expected(row, dice):
    """Successes on average, in tenths: (3 - penalty, at least 1, and one more for a 6) sixths a die; a torpedo hit is
    one sixth."""
    if row == TORPEDOES:
        return 10 * dice // 6
    return 10 * dice * (max(0, 2 - row) + 2) // 6


# --- what an attack does to a target ---------------------------------------------------------------------


@rule
def outcomes(book, game, unit, weapon, target, dice, taken):
    """The chances that so many dice of an attack, with so much taken from each, hit the target, and that they make its
    end certain; both before any die that negates the attack."""
    left = hull_left(book, game, target) - int(game.hit[target])
    flaw = flaw_of(book, game, unit, weapon, target)
    damage = damage_of_hit(book, game, unit, weapon, target) if weapon == Weapon.TORPEDO else 1
    armor = armor_of(book, game, target)
    vital = max(armor, vital_of(book, game, target))
    sinks = left <= 1 and not is_aircraft(book, game, target)
    broken = 1.0 if sinks else failure(book, game, target, Effect.SURVIVE.value, weapon, unit)
    hits = destroys = 0.0
    for sixes in range(dice + 1):
        hit = end = 0.0
        if 0 < flaw <= sixes:
            hit = end = 1.0
        elif weapon == Weapon.TORPEDO:
            hit = 1.0 if sixes > 0 else 0.0
            end = 1.0 if sixes * damage >= left else 0.0
        else:
            hit = with_ones(taken, dice - sixes, armor - 2 * sixes)
            through = with_ones(taken, dice - sixes, vital - 2 * sixes)
            end = through * broken + (hit - through if sinks else 0.0)
        hits += hit * float(SIXES[dice, sixes])
        destroys += end * float(SIXES[dice, sixes])
    return hits, destroys


@rule
def with_ones(taken, dice, ones):
    """The chance of so many single successes or more, of dice that do not show a 6."""
    return float(ONES[min(MOST_PENALTY, taken), dice, min(max(0, ones), MOST_DICE + 1)])


@rule
def not_negated(book, game, unit, weapon, target):
    """The chance that no die of the target's makes an attack do nothing (MR-25)."""
    least = concealing_die(book, game, unit, target)
    unsaved = failure(book, game, target, Effect.NEGATE.value, weapon, unit)
    return unsaved * below(least) if least > 0 else unsaved


@rule
def failure(book, game, owner, effect, weapon, attacker):
    """The chance that no die of its effects of a sort saves a unit from an attack."""
    fails = 1.0
    k = next_against(book, game, owner, effect, weapon, attacker, -1)
    while k >= 0:
        fails *= below(int(book.least[game.card[owner], k]))
        k = next_against(book, game, owner, effect, weapon, attacker, k)
    return fails


@rule
def below(least):
    """The chance that a die shows less."""
    return max(0, least - 1) / FACES


@rule
def in_per_cent(chance):
    """A chance, rounded."""
    return int(PER_CENT * chance + 0.5)
