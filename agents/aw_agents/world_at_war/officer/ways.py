"""By which way the officer's ships go over a map of hexes."""

import numpy as np

from aw_agents.world_at_war.officer.meetings import chance, factors_at
from aw_env.core.engine.compiling import rule, rule_with_arrays
from aw_env.games.world_at_war.records.kinds import HEXES, NOWHERE, PLACES, Option
from aw_env.games.world_at_war.rules.meetings import has_interceptors
from aw_env.games.world_at_war.rules.ranges import enemy_of, is_supplied
from aw_env.games.world_at_war.rules.routes import FLOWN, SHORTEST, WAY, lay_way


@rule_with_arrays
def score_way(book, game, doctrine, action):
    """The way on which least of the enemy's is to be expected, unless the shortest is about as good.  The shortest is
    laid again, as it was."""
    if action == Option.DONE:
        return doctrine.detour - expected_on_the_way(book, game, doctrine)
    route = np.zeros(HEXES, np.int64)
    lay_way(book, game, action - Option.COUNT_0, route)
    expected = expected_on_the_way(book, game, doctrine)
    lay_way(book, game, SHORTEST, route)
    game.route[WAY] = NOWHERE
    return -expected


@rule
def expected_on_the_way(book, game, doctrine):
    """Factors of the enemy's ships, as likely as they find ours on the way that is laid, and squadrons that it passes
    within their reach."""
    enemy, expected = enemy_of(game.moving), 0.0
    for place in range(PLACES):
        if has_interceptors(book, game, place):
            expected += chance(book, game, place) * factors_at(book, game, place, enemy)
        if game.control[place] == enemy and is_supplied(book, game, place) and game.way[enemy, place] <= FLOWN:
            expected += doctrine.squadron * float(int(game.airbase[place]) - int(game.flown[place]))
    return expected
