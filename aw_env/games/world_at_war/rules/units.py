"""Which units there are in a game."""

from aw_env.core.engine.compiling import rule
from aw_env.games.world_at_war.records.kinds import Kind


@rule
def units_of(game):
    """The numbers of the units in the game: those of a campaign stand together in `units.csv`."""
    first = int(game.roster[0])
    return range(first, first + int(game.units))


@rule
def cruisers_before(book, game, unit):
    """The cruisers of its nation before one, the nearest first; none before another unit.  Those of a nation stand
    together in `units.csv`."""
    first = unit
    if book.kind[unit] == Kind.CA:
        while first > game.roster[0] and are_cruisers_of_one_nation(book, first - 1, unit):
            first -= 1
    return range(unit - 1, first - 1, -1)


@rule
def are_cruisers_of_one_nation(book, one, other):
    return (book.kind[one] == Kind.CA) & (book.kind[other] == Kind.CA) & (book.nation[one] == book.nation[other])
