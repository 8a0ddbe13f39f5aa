"""Surprise of aircraft that strike a task force at sea on a map of hexes (20.5241C, 23.7 as the rulings have it)."""

from aw_env.core.engine.compiling import rule
from aw_env.games.world_at_war.rules.damage import is_sound
from aw_env.games.world_at_war.rules.ranges import enemy_of
from aw_env.games.world_at_war.rules.seaways import is_on_hexes

FOUND = 2
"""Where `game.detected` says how often a side has found the enemy (see `searches`)."""
NO_ALARM, FEWER_GUNS, BETTER_AIM, FEWER_IN_THE_AIR, CRITICAL = 1, 2, 3, 4, 7
"""Levels from which on patrols gain nothing, air defense is one less, the strike one better (20.51), the first squadron
that patrols does not meet it, and damage may be critical (20.5241C)."""


@rule
def surprise(book, game, side):
    """The level of surprise of a strike by a side: how often it has found the enemy beyond what it has been found
    itself (AR-28)."""
    if not is_on_hexes(book):
        return 0
    return max(0, int(game.detected[FOUND + side]) - max(0, int(game.detected[FOUND + enemy_of(side)])))


@rule
def surprised_patrols(book, game, side):
    """Squadrons of the enemy's that do not meet the strike of a side: from one to four."""
    level = min(surprise(book, game, side), CRITICAL)
    return max(0, level - FEWER_IN_THE_AIR + 1)


@rule
def is_damaged_by(book, game, ship, hits):
    """Whether so many hits on a ship that is sound damage her (20.5211A)."""
    return is_sound(game, ship) and hits > 0 and int(game.hits[ship]) + int(hits) >= int(book.factors[ship]) - 1
