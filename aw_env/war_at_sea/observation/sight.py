"""The record of a game as a seat may see it: the one place that says what British ships that lie face down (19.3) keep
from the Axis.  Choices that both sides make at the same time are in no observation, and `View` leaves them out.
"""

import numpy as np

from aw_env.core.engine.compiling import compiled, rule, rule_with_arrays
from aw_env.core.engine.dice import below
from aw_env.core.engine.stack import CURSOR, SUBJECT
from aw_env.war_at_sea.records.state import GAME
from aw_env.war_at_sea.records.terms import FIRST_BOX, NOBODY, NOWHERE, Decision, Side
from aw_env.war_at_sea.rules.counters import lies_face_down, may_lie_face_down

REFEREE = 2
"""In place of a seat: who sees everything, from the side of the Allies."""
SEEN = np.dtype((np.record, GAME))
"""A record that rules can read, compiled or interpreted."""


@compiled
def blindfold(books, games, i, seat):
    """Take from game `i`, which is a copy, what a seat may not see."""
    if is_kept_from(books[0], games[i], seat):
        conceal(books[0], games[i])


@rule_with_arrays
def as_seen(book, game):
    """An array of one record: a copy of the game as the Axis may see it."""
    seen = np.empty(1, SEEN)
    seen[0] = game
    conceal(book, seen[0])
    return seen


@rule
def is_kept_from(book, game, seat):
    """Whether British ships lie face down for a seat."""
    return seat == Side.AXIS and lies_face_down(book, game)


@rule
def conceal(book, game):
    """Only the number of British ships in each place is seen, and that one of them is being moved."""
    for place in range(FIRST_BOX):
        game.face_down[place] = 0
    for k in range(game.units):
        unit = int(game.roster[k])
        if may_lie_face_down(book, game, unit):
            if 0 <= game.place[unit] < FIRST_BOX:
                game.face_down[game.place[unit]] += 1
            game.place[unit] = NOWHERE
            game.origin[unit] = NOWHERE
            game.bound_for[unit] = NOWHERE
            game.marks[unit] = 0
    if game.seat == Side.ALLIES:
        game.decision = Decision.SECRET_MOVEMENT.value
        game.subject = NOBODY
    for k in range(len(game.frames)):
        game.frames[k, SUBJECT] = 0
        game.frames[k, CURSOR] = 0
    game.dice_rolled = 0
    game.decisions = 0
    game.forced = 0


@rule
def redraw_face_down(book, game, seat):
    """Which British ship lies where is drawn anew for the Axis: those on the map change places at random."""
    if not is_kept_from(book, game, seat):
        return
    seen = 0
    for k in range(game.units):
        unit = int(game.roster[k])
        if may_lie_face_down(book, game, unit) and 0 <= game.place[unit] < FIRST_BOX:
            swap_with(book, game, unit, below(game.generator, seen + 1))
            seen += 1


@rule
def swap_with(book, game, unit, earlier):
    """A ship changes places with one of those before it on the map, or with itself."""
    count = 0
    for k in range(game.units):
        other = int(game.roster[k])
        if may_lie_face_down(book, game, other) and 0 <= game.place[other] < FIRST_BOX:
            if count == earlier:
                place, origin, bound = int(game.place[unit]), int(game.origin[unit]), int(game.bound_for[unit])
                marks = int(game.marks[unit])
                game.place[unit] = game.place[other]
                game.origin[unit] = game.origin[other]
                game.bound_for[unit] = game.bound_for[other]
                game.marks[unit] = game.marks[other]
                game.place[other] = place
                game.origin[other] = origin
                game.bound_for[other] = bound
                game.marks[other] = marks
                return
            count += 1
