"""15.7: the takeover of the Italian fleet."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note, note_die
from aw_env.core.engine.marks import mark, marked
from aw_env.games.war_at_sea.records.state import TAKEN_OVER
from aw_env.games.war_at_sea.records.terms import NOBODY, Event, Kind, Side
from aw_env.games.war_at_sea.rules.counters import in_play, put, remove
from aw_env.naval.dice import roll_die


@rule
def take_over(book, game, events):
    """As turn 8 begins, before its reinforcements (15.7, 5.1): unless the Axis has held the Mediterranean long enough,
    every Italian ship rolls: Allied, scuttled or German."""
    if game.turn != book.takeover_turn or game.held_turns >= book.takeover_held:
        return
    for k in range(game.units):
        unit = int(game.roster[k])
        italian = book.nation[unit] == book.takeover_nation and book.kind[unit] != Kind.U_BOAT
        if italian and in_play(game, unit) and marked(game, unit, TAKEN_OVER) == 0:
            take_over_ship(book, game, unit, events)


@rule
def take_over_ship(book, game, unit, events):
    """One ship: an Allied one lies in Malta if it lay in Italy (6.7); damage stays."""
    die = roll_die(game)
    new_side = Side.AXIS.value
    if die <= book.takeover_dice[0]:
        new_side = Side.ALLIES.value
    elif die <= book.takeover_dice[1]:
        new_side = NOBODY
    note(events, Event.TAKEOVER, unit, new_side, 0)
    note_die(events, die)
    if new_side == NOBODY:
        remove(game, unit)
        return
    mark(game, unit, TAKEN_OVER, 1)
    game.side[unit] = new_side
    if new_side == Side.ALLIES and game.place[unit] == book.takeover_from:
        put(game, unit, book.takeover_to)


@rule
def count_held_turns(book, game):
    """Turns in a row that the Axis has held the Mediterranean; enough of them are never forgotten (15.7)."""
    if game.held_turns >= book.takeover_held:
        return
    game.held_turns = game.held_turns + 1 if game.flag[book.takeover_area] == Side.AXIS else 0
