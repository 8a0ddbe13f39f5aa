"""From the beginning to the first decision, and from one decision to the next.  A game's own rules are handed in as a
`Sequence`, or as a `core.engine.ledger.Play`, which has the same rules and more."""

from typing import Any, NamedTuple

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.dice import seed_generator
from aw_env.core.engine.masks import clear, count_legal, first_legal
from aw_env.core.engine.stack import STUCK

MOST_STEPS = 20_000
"""Steps from one decision to the next after which a game is stuck: many times the most that any play needs."""


class Sequence(NamedTuple):
    """The sequence of play of a game."""

    proceed: Any
    """`proceed(book, game, events)`: carry the step on top further; True when it has asked for a decision."""
    fill_mask: Any
    """`fill_mask(book, game, mask)`: mark the legal answers in an empty mask."""
    answer: Any
    """`answer(book, game, action, events)`: carry out a legal answer to the decision that is waited for."""


@rule
def begin(play, book, game, seed, mask, events):
    """Play a fresh copy of the first position up to the first decision.  Returns the number of legal answers."""
    seed_generator(game.generator, seed)
    play.open(book, game, events)
    return run_on(play, book, game, mask, events)


@rule
def take(sequence, book, game, action, mask, events):
    """Carry out a legal answer and run on to the next decision.  Returns the number of legal answers there."""
    sequence.answer(book, game, action, events)
    game.decisions += 1
    return run_on(sequence, book, game, mask, events)


@rule
def run_on(sequence, book, game, mask, events):
    """Run on to the next decision with a choice, or the end.  The mask holds its legal answers; returns how many.

    A decision with one legal answer is taken by the engine and counted, unless `ask_forced` is set.  A game that comes
    to no decision, or to one without an answer, is stuck.
    """
    clear(mask)
    steps = 0
    while game.over == 0:
        steps += 1
        if steps > MOST_STEPS:
            game.over = STUCK
        elif sequence.proceed(book, game, events):
            sequence.fill_mask(book, game, mask)
            legal = count_legal(mask)
            if legal == 0:
                game.over = STUCK
                return 0
            if legal != 1 or game.ask_forced == 1:
                return legal
            action = first_legal(mask)
            mask[action] = 0
            sequence.answer(book, game, action, events)
            game.forced += 1
    return 0
