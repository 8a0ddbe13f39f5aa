"""Rows of destroyers that are broken down and combined (20.91-20.93)."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.games.world_at_war.records.kinds import NOBODY, NOWHERE, UNITS, Condition, Event, Kind, Option, Theatre
from aw_env.games.world_at_war.rules.task_forces import lies_at_a_counter
from aw_env.games.world_at_war.rules.units import units_of

MOST_COUNTED = 9
"""The largest part that can be named; the whole row can always."""


@rule
def spare_row(book, game, row):
    """A row of the same nation in which there is nothing, nobody: there is none."""
    for other in units_of(game):
        if book.kind[other] == Kind.DD and book.nation[other] == book.nation[row] and book.factors[other] > 0:
            if game.strength[other] == 0 and game.place[other] == NOWHERE and book.arrives[other] <= game.turn:
                return other
    return NOBODY


@rule
def can_be_parted(book, game, row):
    """Whether a part of a row may move."""
    if book.theatre == Theatre.PACIFIC or book.kind[row] != Kind.DD:  # of the others every factor has its own mark
        return False
    return game.strength[row] > 1 and spare_row(book, game, row) != NOBODY


@rule
def mask_part(game, mask):
    """How many factors, or all."""
    mask[Option.ALL] = 1
    for count in range(1, min(int(game.strength[game.subject]), MOST_COUNTED + 1)):
        mask[Option.COUNT_0 + count] = 1


@rule
def detach(book, game, row, factors, events):
    """So many factors of a row become a row of their own, those that are not used first; the row of these factors.
    Where there is no spare one, it is the whole row."""
    if factors >= game.strength[row]:
        return row
    part = spare_row(book, game, row)
    if part == NOBODY:
        return row
    whole = int(game.strength[row])
    used = min(int(game.spent[row]), whole)
    used_in_part = max(0, factors - (whole - used))
    game.strength[part], game.strength[row] = factors, whole - factors
    game.place[part], game.condition[part] = int(game.place[row]), Condition.SOUND.value
    game.inverted[part], game.moved[part] = int(game.inverted[row]), int(game.moved[row])
    game.redeployed[part], game.spent[part] = int(game.redeployed[row]), used_in_part
    game.spent[row] = used - used_in_part
    game.inverted[row] |= int(game.spent[row] == game.strength[row])
    game.on_patrol[part], game.against[part] = NOWHERE, int(game.against[row])  # not as whoever was sunk of that number
    note(events, Event.SPLITS, row, part, factors)
    return part


@rule
def combine(book, game, side, events):
    """Destroyers of a nation in one place are one row again at the end of their player turn (20.93)."""
    for row in units_of(game):
        if is_row_of(book, game, row, side):
            for other in range(row + 1, UNITS):
                if is_row_of(book, game, other, side) and are_one(book, game, row, other):
                    note(events, Event.COMBINES, other, row, game.strength[other])
                    game.strength[row] += game.strength[other]
                    game.spent[row] += game.spent[other]
                    game.strength[other] = game.inverted[other] = game.spent[other] = 0
                    game.place[other] = NOWHERE


@rule
def is_row_of(book, game, row, side):
    """Whether a unit is destroyers of a side that are in play."""
    return book.side[row] == side and book.kind[row] == Kind.DD and game.place[row] != NOWHERE


@rule
def are_one(book, game, row, other):
    """Whether two rows are of one nation, in one place, and both used or neither; on a map of hexes no more than nine
    factors, which can be out together, and none where a counter may hide one (20.164A)."""
    if book.theatre == Theatre.MEDITERRANEAN and game.strength[row] + game.strength[other] > MOST_COUNTED:
        return False
    if book.nation[row] != book.nation[other] or game.place[row] != game.place[other]:
        return False
    if lies_at_a_counter(game, int(book.side[row]), int(game.place[row])):
        return False
    return game.inverted[row] == game.inverted[other]
