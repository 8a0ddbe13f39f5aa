"""Which units there are in a game."""

from aw_env.core.engine.compiling import rule
from aw_env.games.world_at_war.records.kinds import Kind


@rule
def units_of(game):
    """The numbers of the units in the game: those of a campaign stand together in `units.csv`."""
    first = int(game.roster[0])
    return range(first, first + int(game.units))


@rule
def sisters_before(book, game, unit):
    """Cruisers of her nation that come before a cruiser: they have no names, and numbers one after the other.  Other
    ships have none."""
    first = unit
    while first > game.roster[0] and are_sisters(book, first - 1, unit):
        first -= 1
    return range(first, unit)


@rule
def are_sisters(book, other, unit):
    return book.kind[other] == book.kind[unit] == Kind.CA and book.nation[other] == book.nation[unit]
