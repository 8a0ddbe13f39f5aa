"""Which cards the officer buys."""

from aw_env.core.engine.compiling import rule
from aw_env.games.naval_miniatures.records.terms import FIRST_CARD_ACTION, Option, Weapon

TYPICAL = 15.0
"""Points of a middling card."""


@rule
def strength_of(book, card):
    """What a card can do and take, by its numbers alone."""
    guns = (
        book.attack[card, Weapon.MAIN, 0] + book.attack[card, Weapon.MAIN, 2] + book.attack[card, Weapon.SECONDARY, 1]
    )
    blows = 3 * int(book.attack[card, Weapon.TORPEDO, 0]) + int(book.attack[card, Weapon.BOMB, 0])
    cover = int(book.attack[card, Weapon.ANTIAIR, 0]) + int(book.attack[card, Weapon.ASW, 0])
    return float(guns) + blows + 0.7 * cover + 0.7 * int(book.armor[card]) * int(book.hull[card])


@rule
def score_draft(book, game, doctrine, action):
    """What is strong for its points, large cards a little before small ones, and not the same again and again."""
    if action == Option.END:
        return -1.0
    card = action - FIRST_CARD_ACTION
    cost = max(1.0, float(book.cost[card]))
    again = max(0.0, 1.0 - doctrine.variety * int(game.drafted[game.power, card]))
    return strength_of(book, card) / cost * (cost / TYPICAL) ** doctrine.size * again
