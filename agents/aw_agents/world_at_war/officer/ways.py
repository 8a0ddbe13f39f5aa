"""By which way the officer's ships go over a map of hexes."""

import numpy as np

from aw_agents.world_at_war.officer.meetings import chance, factors_at
from aw_env.core.engine.compiling import rule, rule_with_arrays
from aw_env.core.engine.sets import has
from aw_env.games.world_at_war.records.kinds import FLOWN, HEXES, NOWHERE, PLACES, Convoy, Option
from aw_env.games.world_at_war.rules.bases import places_joined
from aw_env.games.world_at_war.rules.meetings import has_interceptors
from aw_env.games.world_at_war.rules.passages import end_of_line
from aw_env.games.world_at_war.rules.ranges import enemy_of, is_supplied
from aw_env.games.world_at_war.rules.routes import HERE, SHORTEST, THERE, WAY, lay_way


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


@rule
def is_line_worth_it(book, game, doctrine, place):
    """Whether a supply line is kept: enough ships can go along for what is to be expected on its way."""
    escorts, joined = 0.0, places_joined(book, game, int(game.moving), place)
    for port in range(PLACES):
        if has(joined, port):
            escorts = max(escorts, factors_at(book, game, port, int(game.moving)))
    return escorts >= doctrine.line * expected_on_line(book, game, doctrine, place)


@rule_with_arrays
def expected_on_line(book, game, doctrine, place):
    """What is to be expected on the way of a supply line; the record stays as it is."""
    ways, shunned, way = game.way.copy(), int(game.patrolled), int(game.route[WAY])
    game.convoy = Convoy.SUPPLY.value
    game.origin[HERE], game.origin[THERE] = place, end_of_line(book, game, place)
    lay_way(book, game, SHORTEST, np.empty(HEXES, np.int16))
    expected = expected_on_the_way(book, game, doctrine)
    game.convoy = Convoy.NONE.value
    game.origin[HERE] = game.origin[THERE] = NOWHERE
    game.way[0], game.way[1] = ways[0], ways[1]
    game.patrolled, game.route[WAY] = shunned, way
    return expected
