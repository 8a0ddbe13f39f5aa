"""§37.1 The die that Italian ships roll before a round: whether they go."""

from aw_env.core.engine.compiling import optional, rule
from aw_env.core.engine.events import note, note_die
from aw_env.games.admirals_war.records.terms import Event, Kind, OptionalRule, Side
from aw_env.games.admirals_war.rules.minor_navies import fights_for_italy
from aw_env.games.admirals_war.rules.options.reserve import plays
from aw_env.games.admirals_war.rules.participants import in_battle
from aw_env.naval.dice import roll_die


@optional(otherwise=False)
@rule
def italians_go(book, game, events):
    """A die for the Italian ships in the round that comes: up to its number they go (§37.1)."""
    if not italians_roll(book, game):
        return False
    number = int(game.line_rounds[game.battle_group]) + 1
    die = roll_die(game)
    note(events, Event.WAVERING, number, die <= number, 0)
    note_die(events, die)
    return die <= number


@rule
def italians_roll(book, game):
    """Whether an Italian ship would take part in the round, on a side that does not retreat."""
    if not plays(book, OptionalRule.ITALIAN_INEFFECTIVENESS) or game.retreating == Side.AXIS:
        return False
    for k in range(game.units_here):
        unit = int(game.here[k])
        if book.kind[unit] == Kind.SHIP and in_battle(game, unit) and fights_for_italy(book, game, unit):
            return True
    return False
