"""§20 Turn 0: what Italy's neutrality forbids (§20.4), what Japan may not do (§20.5), when neutrality ends."""

from aw_env.core.engine.compiling import optional, rule
from aw_env.core.engine.events import note
from aw_env.games.admirals_war.records.terms import Event, Nation, OptionalRule
from aw_env.games.admirals_war.rules.options.reserve import plays

TURN_0 = 0
"""The turn that the rule adds (§20.0)."""


@optional(otherwise=False)
@rule
def is_played(book, game):
    """Whether turn 0 is being played."""
    return plays(book, OptionalRule.TURN_0) and game.turn == TURN_0


@optional(otherwise=False)
@rule
def is_neutral(book, game, unit):
    """A unit of Italy while it is neutral: it neither moves nor attacks, and is not attacked (§20.4)."""
    return game.italy_neutral == 1 and book.nation[unit] == Nation.ITALIAN


@optional(otherwise=False)
@rule
def is_neutral_ground(book, game, port):
    """A place of Italy while it is neutral: nobody else uses it, and nobody attacks it (§20.4)."""
    return game.italy_neutral == 1 and (int(book.italian_places) >> int(port)) & 1 == 1


@optional(otherwise=False)
@rule
def scores_nothing(book, game, area):
    """Either half of the Mediterranean, while Italy is neutral (§20.4): they meet in Taranto (§2.35)."""
    return game.italy_neutral == 1 and (int(book.touches[book.italy_falls_with]) >> int(area)) & 1 == 1


@rule
def go_to_war(game, events):
    """Italy is neutral no longer: because it wants to, or because turn 0 is over (§20.4)."""
    if game.italy_neutral == 1:
        game.italy_neutral = 0
        note(events, Event.ITALY_AT_WAR, 0, 0, 0)
