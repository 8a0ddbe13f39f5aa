"""The stack of frames that carries a sequence of play from one decision to the next.

The frame on top is at work: it asks a seat, or rolls on, or pushes another step and goes on after it.  A record that
has a stack has the fields `frames`, of shape `(FRAMES, FRAME_FIELDS)`, and `depth`, the frames in use; one that asks
has `decision`, `power`, `seat` and `subject`, and its book `seat_of_power`.
"""

from aw_env.core.engine.compiling import rule, rule_with_arrays
from aw_env.core.engine.layout import CURSOR as CURSOR
from aw_env.core.engine.layout import STAGE as STAGE
from aw_env.core.engine.layout import STEP as STEP
from aw_env.core.engine.layout import SUBJECT as SUBJECT

STUCK = 2
"""`over` of a game from which the rules find no way on.  No play leads there: only a position made by hand, or a fault
of the rules."""


@rule
def push(game, step, subject):
    """Put a new step on top.  Where there is no room for it, which no play leads to, the game is stuck."""
    if game.depth == len(game.frames):
        game.over = STUCK
        return
    frame = game.frames[game.depth]
    frame[STEP] = step
    frame[SUBJECT] = subject
    frame[CURSOR] = 0
    frame[STAGE] = 0
    game.depth += 1


@rule
def pop(game):
    """The step on top is done."""
    game.depth -= 1


@rule_with_arrays
def top(game):
    """The frame at work."""
    return game.frames[game.depth - 1]


@rule
def ask(book, game, decision, power, subject):
    """Wait for a decision of a power's seat.  Always True: the step on top has asked."""
    game.decision = decision
    game.power = power
    game.seat = book.seat_of_power[power]
    game.subject = subject
    return True


@rule
def finish(game, result):
    """The game is over: `result` for the first side, 1 won, 0 drawn, -1 lost.  Nobody is asked any more."""
    game.over = 1
    game.result = result
    game.decision = 0
    game.power = -1
    game.seat = -1
    game.subject = -1
