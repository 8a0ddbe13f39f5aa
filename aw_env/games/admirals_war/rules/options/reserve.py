"""Counters that optional rules bring into play, or put in the place of others."""

from aw_env.core.engine.compiling import optional, rule
from aw_env.core.engine.events import note
from aw_env.games.admirals_war.records.terms import FIRST_BOX, NOBODY, Box, Event


@optional(otherwise=False)
@rule
def plays(book, option):
    """Whether an optional rule is in play."""
    return (int(book.options) >> option) & 1 == 1


@rule
def in_reserve(game, unit):
    """A counter that has not come into play."""
    return unit != NOBODY and game.place[unit] == FIRST_BOX + Box.IN_RESERVE


@rule
def is_lost(game, unit):
    """A counter that is out of play for good."""
    return game.place[unit] == FIRST_BOX + Box.OUT_OF_PLAY


@rule
def awaited(game, unit):
    """A counter that is to arrive by the turn chart."""
    return unit != NOBODY and game.place[unit] == FIRST_BOX + Box.NOT_YET_ARRIVED


@rule
def survives(game, unit):
    """A counter that has been neither lost nor left in reserve."""
    return not is_lost(game, unit) and not in_reserve(game, unit)


@rule
def call_up(game, unit, turn, events):
    """A counter will arrive on a turn as one of the turn chart does (§2.73)."""
    note(events, Event.EXPECTED, unit, turn, 0)
    game.place[unit] = FIRST_BOX + Box.NOT_YET_ARRIVED
    game.due[unit] = turn


@rule
def discard(game, unit, events):
    """A counter leaves the game for good."""
    note(events, Event.WITHDRAWN, unit, 0, 0)
    clear_away(game, unit)


@rule
def clear_away(game, unit):
    """Nothing is left of a counter."""
    game.place[unit] = FIRST_BOX + Box.OUT_OF_PLAY
    game.damage[unit] = 0


@rule
def replace(game, unit, other, events):
    """Another counter takes the place of one outside combat, with all that has happened to it."""
    note(events, Event.REPLACED, unit, other, 0)
    game.place[other] = game.place[unit]
    game.origin[other] = game.origin[unit]
    game.bound_for[other] = game.bound_for[unit]
    game.due[other] = game.due[unit]
    game.controller[other] = game.controller[unit]
    game.damage[other] = game.damage[unit]
    game.marks[other] = game.marks[unit]
    clear_away(game, unit)
