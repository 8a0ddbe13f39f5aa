"""§21 Turn 11: what is over in the Atlantic theatre (§21.2), and kamikaze attacks (§21.1)."""

from aw_env.core.engine.compiling import optional, rule
from aw_env.core.engine.events import note
from aw_env.core.engine.stack import CURSOR, ask, top
from aw_env.games.admirals_war.records.terms import Decision, Event, Kind, Option, OptionalRule, Power, Theatre
from aw_env.games.admirals_war.rules.options.reserve import plays

LAST_TURN_IN_EUROPE = 10
"""Turn with which the war in the Atlantic theatre ends (§21.2)."""

# --- §21.2: the war in Europe is over ------------------------------------------------------------------


@optional(otherwise=False)
@rule
def has_come(book, game):
    """Whether turn 11 is being played."""
    return game.turn > LAST_TURN_IN_EUROPE and plays(book, OptionalRule.TURN_11)


@rule
def is_over(book, game, theatre):
    """Whether a theatre knows no combat, no captures and no victory points any more (§21.2)."""
    return theatre == Theatre.ATLANTIC and has_come(book, game)


@rule
def closed_areas(book, game):
    """The sea areas of such a theatre, as a set."""
    return ~int(book.pacific) if has_come(book, game) else 0


@rule
def stands_aside(book, game, power):
    """Whether a power does nothing any more: the Germans, with the Italians (§21.2)."""
    return power == Power.GERMAN and has_come(book, game)


# --- §21.1: kamikaze attacks ---------------------------------------------------------------------------


@rule
def may_dive(book, game, unit):
    """Japanese carriers and LBA may make kamikaze attacks (§21.1)."""
    flies = book.carrier[unit] == 1 or book.kind[unit] == Kind.LBA
    return flies and game.controller[unit] == Power.JAPANESE


@optional(otherwise=False)
@rule
def ask_for_kamikaze(book, game, unit):
    """Whether this unit makes its attack in the air action that begins as a kamikaze attack (§21.1)."""
    return ask(book, game, Decision.KAMIKAZE, game.controller[unit], unit)


@rule
def take_kamikaze(game, action, events):
    """The announcement is open, and binds the unit in this action (§21.1)."""
    top(game)[CURSOR] += 1
    if action == Option.YES:
        game.kamikaze[game.subject] = 1
        note(events, Event.KAMIKAZE, game.subject, 0, 0)
