"""The record of a game as a seat may see it: the one place that says what hidden submarines (§26) keep from the others.

Whatever a seat is told is told of this record: observations, infos, views, and through them words, scenario files and
pictures.  Events that it may not hear of are whispered (`core.engine.events`).
"""

import numpy as np

from aw_env.core.engine.compiling import compiled, optional, rule, rule_with_arrays
from aw_env.core.engine.stack import CURSOR, SUBJECT, top
from aw_env.games.admirals_war.records.book import BOATS
from aw_env.games.admirals_war.records.state import GAME
from aw_env.games.admirals_war.records.terms import NOBODY, POWERS, Decision, Phase
from aw_env.games.admirals_war.rules.asw import equal_loss, next_loss
from aw_env.games.admirals_war.rules.counters import side
from aw_env.games.admirals_war.rules.options.hidden_submarines import are_hidden, forget_whereabouts, is_hidden

REFEREE = POWERS
"""In place of a seat: who sees everything, from the side of the Allies."""
SEEN = np.dtype((np.record, GAME))
"""A record that rules can read, compiled or interpreted."""


@compiled
def blindfold(books, games, i, seat):
    """Take from game `i`, which is a copy, what a seat may not see of hidden submarines."""
    conceal(books[0], games[i], seat)


@rule_with_arrays
def as_seen(book, game, seat):
    """An array of one record: a copy of the game as a seat may see it."""
    seen = np.empty(1, SEEN)
    seen[0] = game
    conceal(book, seen[0], seat)
    return seen


@optional()
@rule
def conceal(book, game, seat):
    """Take from a copy of the record what a seat may not see: which submarines of the other side are where, on which
    side, and what is asked about them; and what could tell how often it was asked."""
    if not are_hidden(book) or seat == REFEREE:
        return
    mine = int(seat) & 1
    if is_secret(book, game) and game.power & 1 != mine:
        conceal_question(game)
    for k in range(book.boats):
        unit = int(book.boat[k])
        if is_hidden(book, game, unit) and side(game, unit) != mine:
            forget_whereabouts(book, game, unit)
    for depth in range(game.depth, len(game.frames)):
        forget_frame(game, depth)
    game.decisions = 0
    game.forced = 0


COVERED = [
    ("covered", "i4"),
    ("covered_boat", "i2", BOATS),
    ("covered_place", "i1", BOATS),
    ("covered_origin", "i1", BOATS),
    ("covered_marks", "i2", BOATS),
]
"""What `cover` takes away, until `take_off_cover` brings it back."""


@optional()
@rule
def cover(book, game, line):
    """Conceal the submarines that the seat which is asked may not see in the record itself: a copy for every decision
    would take longer than the decision.  Its question is no secret from it."""
    covered, mine = 0, game.seat & 1
    for k in range(book.boats):
        unit = int(book.boat[k])
        if is_hidden(book, game, unit) and side(game, unit) != mine:
            line.covered_boat[covered] = unit
            line.covered_place[covered] = game.place[unit]
            line.covered_origin[covered] = game.origin[unit]
            line.covered_marks[covered] = game.marks[unit]
            covered += 1
            forget_whereabouts(book, game, unit)
    line.covered = covered


@optional()
@rule
def take_off_cover(book, game, line):
    """All is as it was."""
    for k in range(line.covered):
        unit = int(line.covered_boat[k])
        game.place[unit] = line.covered_place[k]
        game.origin[unit] = line.covered_origin[k]
        game.marks[unit] = line.covered_marks[k]


@rule
def is_secret(book, game):
    """Whether the decision waited for is about a hidden submarine, or one may be among its answers."""
    decision = game.decision
    if decision == Decision.ASW_LOSS:
        return may_lose_hidden(book, game)
    about_a_boat = (
        decision == Decision.PATROL_ORDER
        or decision == Decision.INVERSION
        or decision == Decision.SUBMARINE_ATTEMPT
        or decision == Decision.SUBMARINE_TARGET
        or decision == Decision.RETURN_TO_BASE
    )
    return about_a_boat and is_hidden(book, game, int(game.subject))


@rule
def may_lose_hidden(book, game):
    """Whether a hidden submarine is among the units of which ASW takes one (§14.241)."""
    frame = top(game)
    sinking = frame[CURSOR] > 0
    unit = next_loss(book, game, frame[SUBJECT], sinking)
    for k in range(game.units):
        other = int(game.roster[k])
        if is_hidden(book, game, other) and equal_loss(book, game, unit, other, sinking):
            return True
    return False


@rule
def conceal_question(game):
    """Somebody moves, or is busy in combat: no more is told."""
    game.decision = Decision.SECRET_COMBAT.value if game.phase == Phase.COMBAT else Decision.SECRET_MOVEMENT.value
    game.subject = NOBODY
    for depth in range(game.depth):
        forget_frame(game, depth)
    game.depth = 0


@rule
def forget_frame(game, depth):
    """Nothing is left of a frame."""
    for field in range(game.frames.shape[1]):
        game.frames[depth, field] = 0
