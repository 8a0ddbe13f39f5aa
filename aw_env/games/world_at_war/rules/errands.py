"""What ships are out for on a map of hexes."""

from aw_env.core.engine.compiling import rule
from aw_env.games.world_at_war.records.kinds import Convoy


@rule
def has_cargo(game):
    """Whether those that are met carry or protect something."""
    return Convoy.NONE < game.convoy < Convoy.PATROL or is_invasion(game)


@rule
def may_be_aided_by_patrols(game):
    """Whether patrols may come to the aid of those that are met: of others that patrol and of ships that change base
    they do not, for all these sail at one time (21.4182A, E); nor of displaced ones (H)."""
    return has_cargo(game) or game.convoy == Convoy.CARRIERS


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
