"""Which units there are in a game."""

from aw_env.core.engine.arrays import bytes_of_any, eight_of
from aw_env.core.engine.compiling import rule
from aw_env.core.engine.sets import lowest
from aw_env.games.world_at_war.records.kinds import NOBODY


@rule
def units_of(game):
    """The numbers of the units in the game: those of a campaign stand together in `units.csv`.  The compiler is told
    that none is negative: then it looks for none from the end, and takes many units a step."""
    first = max(0, int(game.roster[0]))
    return range(first, first + int(game.units))


@rule
def eights_of(game):
    """The words of eight units among which those in the game are; the others in them are nowhere.

    for k in eights_of(game):
        left = sound_ones(game, k)
        while left != 0:
            unit = first_of(left, k)
            left &= left - 1
            ...
    """
    first = max(0, int(game.roster[0]))
    return range(first >> 3, first + int(game.units) + 7 >> 3)


@rule
def ones_of(book, side, k):
    """1 in the bytes of those of eight units that are a side's."""
    return eight_of(book.of_side[side], k)


@rule
def ones_out(book, game, side, k):
    """1 in the bytes of those of eight units that are in the force of a side."""
    return bytes_of_any(eight_of(game.force, k)) & ones_of(book, side, k)


@rule
def is_any_out(book, game, side):
    """Whether any unit is in the force of a side."""
    out = 0
    for k in eights_of(game):
        out |= ones_out(book, game, side, k)
    return out != 0


@rule
def first_out(book, game, side):
    """The first unit of the force of a side, nobody: there is none."""
    for k in eights_of(game):
        out = ones_out(book, game, side, k)
        if out != 0:
            return first_of(out, k)
    return NOBODY


@rule
def first_of(ones, k):
    """The first unit of those of the word `k` whose bytes are 1; there is one."""
    return 8 * k + (lowest(ones) >> 3)


@rule
def is_among(ones, unit):
    """Whether a unit is one of those of its word whose bytes are 1."""
    return ones >> 8 * (int(unit) & 7) & 1 == 1


@rule
def sisters_before(book, game, unit):
    """Cruisers of her nation that come before a cruiser, the nearest first: they have no names, and numbers one after
    the other (`units.csv`).  Other ships have none."""
    return range(unit - 1, unit - 1 - int(book.sisters[unit]), -1)


@rule
def has_twin(book, game, ship):
    """Whether a ship without a name is like another before it: it makes no difference which of them is chosen."""
    for other in sisters_before(book, game, ship):
        if are_alike(game, ship, other):
            return True
    return False


@rule
def are_alike(game, ship, other):
    return (
        game.place[ship] == game.place[other]
        and game.condition[ship] == game.condition[other]
        and game.inverted[ship] == game.inverted[other]
        and game.moved[ship] == game.moved[other]
        and game.redeployed[ship] == game.redeployed[other]
        and game.in_group[ship] == game.in_group[other]
        and game.against[ship] == game.against[other]
        and game.engaged[ship] == game.engaged[other]
        and game.held[ship] == game.held[other]
        and game.repair[ship] == game.repair[other]
        and game.under[ship] == game.under[other]
        and game.on_patrol[ship] == game.on_patrol[other]
    )
