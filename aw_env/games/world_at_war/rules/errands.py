"""What ships are out for on a map of hexes."""

from aw_env.core.engine.compiling import rule
from aw_env.games.world_at_war.records.kinds import Convoy


@rule
def has_cargo(game):
    """Whether those that are met carry or protect something."""
    return Convoy.NONE < game.convoy < Convoy.PATROL


@rule
def are_displaced(game):
    """Whether those that are out are displaced ships (21.232)."""
    return game.convoy == Convoy.DISPLACED or game.convoy == Convoy.DISPLACED_AFTER
