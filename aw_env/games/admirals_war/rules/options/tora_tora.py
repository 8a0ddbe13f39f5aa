"""§24 Tora, Tora ... uh-oh: a chain of rolls by which Pearl Harbor may be warned."""

from aw_env.core.engine.compiling import optional, rule
from aw_env.core.engine.events import note, note_die
from aw_env.games.admirals_war.records.terms import NOBODY, Event, OptionalRule
from aw_env.games.admirals_war.rules.counters import surprise_raid
from aw_env.games.admirals_war.rules.options.reserve import plays
from aw_env.naval.dice import roll_die

PASSES = 2
"""The greatest die with which the warning comes a step further (§24.51)."""
ALERT, FLEET_AT_SEA = 3, 4
"""Steps after which the first raid finds nobody surprised (§24.3), and after which the fleet has sailed (§24.4)."""
ROUNDS = 2
"""Rounds for which the Japanese may stay after their raids (§19.76)."""
MOST_ROUNDS_AT_PEARL_HARBOR = ROUNDS + FLEET_AT_SEA - ALERT + 1
"""The same when both raids were lost (§24.62)."""


@optional(otherwise=False)
@rule
def may_be_warned(book, game):
    """Whether the chain is rolled now: the attackers of the first raid on Pearl Harbor have their targets (§24.1)."""
    if not plays(book, OptionalRule.TORA_TORA) or surprise_raid(game) != 1:
        return False
    for k in range(game.units_here):
        if game.target[game.here[k]] != NOBODY:
            return True
    return False


@rule
def roll_for_warning(game, events):
    """A die for each step, until one is too high (§24.1-24.4, §24.51).  Whether the raid is lost."""
    while game.warned < FLEET_AT_SEA:
        die = roll_die(game)
        passed = die <= PASSES
        game.warned += passed
        note(events, Event.WARNING, game.warned, passed, 0)
        note_die(events, die)
        if not passed:
            break
    return game.warned >= ALERT


@rule
def rounds_allowed(game):
    """One more for each raid that was lost (§24.62)."""
    return ROUNDS + max(0, int(game.warned) - ALERT + 1)


@rule
def aircraft_are_away(game, rounds):
    """In the first round of normal combat after all four steps the Japanese carriers cannot attack (§24.4)."""
    return game.warned == FLEET_AT_SEA and rounds == 0
