"""§38 Italian naval buildup: the carrier Aquila and the battleship Impero."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note, note_die
from aw_env.games.admirals_war.records.terms import Event, OptionalRule, Role
from aw_env.games.admirals_war.rules.options.reserve import awaited, call_up, discard, in_reserve, plays
from aw_env.naval.dice import roll_die

FIRST_ROLL_ON = 2
"""Turn of the first rolls (§38.2)."""


@rule
def complete_ships(book, game, events):
    """Before the Italian reinforcements a die for each ship that is not complete; once Taranto has fallen there are
    none (§38.1, §38.2)."""
    for role in (Role.AQUILA, Role.IMPERO):
        ship = int(book.role[role])
        if game.surrender_turn > 0:
            if in_reserve(game, ship) or awaited(game, ship):
                discard(game, ship, events)
        elif (
            plays(book, OptionalRule.ITALIAN_NAVAL_BUILDUP_2) and game.turn >= FIRST_ROLL_ON and in_reserve(game, ship)
        ):
            roll_for_completion(game, ship, events)


@rule
def roll_for_completion(game, ship, events):
    """1 on turn 2, and one more on each turn after it (§38.2)."""
    die = roll_die(game)
    complete = die < game.turn
    note(events, Event.COMPLETION, ship, complete, 0)
    note_die(events, die)
    if complete:
        call_up(game, ship, game.turn, events)
