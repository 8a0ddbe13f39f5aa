"""The record of a game as a seat may see it: the one place that says what hidden submarines (§26) keep from the others.

Whatever a seat is told is told of this record: observations, infos, views, and through them words, scenario files and
pictures.  Events that it may not hear of are whispered (`core.engine.events`).
"""

from aw_env.core.engine.compiling import optional, rule
from aw_env.core.engine.stack import CURSOR, SUBJECT, top
from aw_env.core.seen.hiding import blindfolds
from aw_env.games.admirals_war.records.state import STATE
from aw_env.games.admirals_war.records.terms import NOBODY, POWERS, Decision, Phase
from aw_env.games.admirals_war.rules.asw import equal_loss, next_loss
from aw_env.games.admirals_war.rules.options.hidden_submarines import HIDING, are_hidden, is_hidden

REFEREE = POWERS
"""In place of a seat: who sees everything, from the side of the Allies."""
hide = HIDING.hide
cover, take_off_cover = optional()(HIDING.cover), optional()(HIDING.take_off_cover)


@rule
def is_kept_from(book, game, seat):
    """Whether submarines are hidden from a seat."""
    return are_hidden(book) and seat != REFEREE


@optional()
@rule
def conceal(book, game, seat):
    """Take from a copy of the record what a seat may not see: which submarines of the other side are where, on which
    side, and what is asked about them; and what could tell how often it was asked."""
    mine = int(seat) & 1
    if is_secret(book, game) and game.power & 1 != mine:
        conceal_question(game)
    hide(book, game, mine)
    for depth in range(game.depth, len(game.frames)):
        forget_frame(game, depth)
    game.decisions = 0
    game.forced = 0


blindfold, as_seen = blindfolds(__name__, STATE, is_kept_from, conceal)


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
