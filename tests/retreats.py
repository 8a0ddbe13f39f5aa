"""Battles up to a retreat, for the tests of it."""

from aw_env.games.admirals_war.records.terms import Decision

BRITISH_AND_AMERICANS = ("Norfolk", "Augusta")


def after_a_quiet_round(position, dice=()):
    """Combat up to the first declaration; nobody has fired."""
    return position.start(dice=dice).until(Decision.RETREAT, prefer=("air", "hold"))


def in_flight(position, retreating, dice=()):
    """The same, and then one side retreats while the other remains."""
    game = after_a_quiet_round(position, dice)
    for _ in range(2):
        game.choose("retreat" if game.side == retreating else "remain")
    return game


def four_seats(book, game):
    """Each power has a seat of its own."""
    book["seats"] = 4
    book["seat_of_power"] = [0, 1, 2, 3]
