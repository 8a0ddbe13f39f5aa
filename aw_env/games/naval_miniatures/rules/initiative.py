"""Phase A: who is first and who second (INI)."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.dice import roll
from aw_env.core.engine.events import note, note_die
from aw_env.games.naval_miniatures.records.terms import NOBODY, Event
from aw_env.games.naval_miniatures.rules.units import first_of, on_map
from aw_env.naval.dice import FACES


@rule
def roll_initiative(book, game, events):
    """Two dice and the best flagship bonus each; the higher total, then the higher bonus, wins and is the second player
    of the turn; else both roll again (INI.1-INI.5, MR-41)."""
    winner = NOBODY
    while winner == NOBODY:
        allies, axis = total(book, game, 0, events), total(book, game, 1, events)
        if allies == axis:
            allies, axis = flagship_bonus(book, game, 0), flagship_bonus(book, game, 1)
        if allies != axis:
            winner = 0 if allies > axis else 1
    game.first = 1 - winner
    note(events, Event.FIRST_PLAYER, game.first, 0, 0)


@rule
def total(book, game, side, events):
    """Two dice and the bonus of a side (INI.1)."""
    one = roll(game, FACES)
    other = roll(game, FACES)
    summed = one + other + flagship_bonus(book, game, side)
    note(events, Event.INITIATIVE, side, summed, 0)
    note_die(events, one)
    note_die(events, other)
    return summed


@rule
def flagship_bonus(book, game, side):
    """The best of a side's flagships on the map that are not crippled (UNIT.7, INI.2)."""
    best = 0
    for unit in range(first_of(side), first_of(side) + game.fleet[side]):
        if on_map(game, unit) and game.crippled[unit] == 0:
            best = max(best, int(book.flagship[game.card[unit]]))
    return best
