"""What is told of the ways of ships over a map of hexes, beside their length."""

from typing import Any

import numpy as np

from aw_env.core.engine.compiling import rule_with_arrays
from aw_env.games.world_at_war.records.kinds import HEXES
from aw_env.games.world_at_war.rules.ranges import enemy_of
from aw_env.games.world_at_war.rules.routes import PAST_AIRCRAFT, WAY, hexes_in_reach, note_shunned_by, write_way


@rule_with_arrays
def hexes_near_aircraft(book: Any, game: Any, way: int) -> int:
    """How many hexes of one of the ways of ships that choose are within three of enemy squadrons that can fly (AR-12);
    what has been measured stays."""
    ways, chosen, shunned = game.way.copy(), int(game.route[WAY]), int(game.patrolled)
    route = np.empty(HEXES, np.int16)
    hexes = write_way(book, game, way, route)
    note_shunned_by(book, game, PAST_AIRCRAFT, enemy_of(game.moving))
    near = hexes_in_reach(book, game, route[1:hexes])
    game.way[0], game.way[1] = ways[0], ways[1]
    game.route[WAY], game.patrolled = chosen, shunned
    return near
