"""§34 Alternate ship names: a new ship bears the name of a lost one, or the one that she would have had."""

from aw_env.core.engine.compiling import rule
from aw_env.games.admirals_war.records.terms import NOBODY
from aw_env.games.admirals_war.rules.options.reserve import awaited, in_reserve, is_lost, replace, survives

TURNS_BETWEEN = 2
"""Turns from a loss to the arrival of a ship that takes the name (§34.12)."""


@rule
def choose_names(book, game, events):
    """Before the reinforcements the Enterprise and the Saratoga first (§34.12), then each pair (§34.11)."""
    for k in range(game.units):
        unit = int(game.roster[k])
        if book.namesake[unit] != NOBODY and book.instead_of[unit] == NOBODY and in_reserve(game, unit):
            hand_on(book, game, unit, events)
    for k in range(game.units):
        unit = int(game.roster[k])
        if book.instead_of[unit] != NOBODY and in_reserve(game, unit) and game.turn >= book.named_from[unit]:
            other = int(book.instead_of[unit])
            if awaited(game, other) and survives(game, int(book.namesake[unit])):
                replace(game, other, unit, events)


@rule
def hand_on(book, game, unit, events):
    """The name of a ship lost on an earlier turn goes to the first ship of the class that arrives, in roster order.  A
    loss is known on the turn after it, on which the counter is marked with the turn from which it may be used."""
    if game.due[unit] == 0:
        if is_lost(game, int(book.namesake[unit])):
            game.due[unit] = game.turn - 1 + TURNS_BETWEEN
        return
    if game.turn < game.due[unit]:
        return
    for k in range(game.units):
        ship = int(game.roster[k])
        if book.takes_names[ship] == 1 and awaited(game, ship) and game.due[ship] == game.turn:
            replace(game, ship, unit, events)
            return
