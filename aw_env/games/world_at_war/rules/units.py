"""Which units there are in a game."""

from aw_env.core.engine.compiling import rule


@rule
def units_of(game):
    """The numbers of the units in the game: those of a campaign stand together in `units.csv`."""
    first = int(game.roster[0])
    return range(first, first + int(game.units))


@rule
def units_before(game, unit):
    """Those before one, the nearest first: ships that are alike have numbers one after the other."""
    return range(unit - 1, int(game.roster[0]) - 1, -1)
