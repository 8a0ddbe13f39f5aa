"""What ships are out for on a map of hexes."""

from aw_env.core.engine.compiling import rule
from aw_env.games.world_at_war.records.kinds import Convoy


@rule
def has_cargo(game):
    """Whether those that are met carry or protect something."""
    return Convoy.NONE < game.convoy < Convoy.PATROL or is_invasion(game)


@rule
def is_supply(game):
    """Whether those that are out keep a supply line, before combat or after it (21.42, 21.56)."""
    return game.convoy == Convoy.SUPPLY or game.convoy == Convoy.SUPPLY_AGAIN


@rule
def is_invasion(game):
    """Whether they invade, or prepare to (21.51)."""
    return game.convoy == Convoy.INVASION


@rule
def are_displaced(game):
    """Whether those that are out are displaced ships (21.232)."""
    if game.convoy == Convoy.DISPLACED or game.convoy == Convoy.DISPLACED_AFTER:
        return True
    return game.convoy == Convoy.DISPLACED_BY_INVASION
