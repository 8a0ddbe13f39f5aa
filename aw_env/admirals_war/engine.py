"""The compiled entry points: everything outside the engine plays through these, with arrays and an index.

`books` is an array of one book, `templates` of one first position, `games` of games; `events` a buffer as
in `core.events`; `mask` int8[ACTIONS].
"""

from aw_env.admirals_war.records.steps import Step, push
from aw_env.admirals_war.records.terms import Event
from aw_env.admirals_war.rules.sequence import answer, fill_mask, run
from aw_env.admirals_war.rules.setup import draw_meeting
from aw_env.core.engine.compiling import compiled, rule
from aw_env.core.engine.dice import seed_generator
from aw_env.core.engine.events import note
from aw_env.core.engine.masks import clear, count_legal


@rule
def begin(book, game, seed, mask, events):
    """Play a fresh copy of the first position up to the first decision.  Returns the number of legal answers."""
    seed_generator(game.generator, seed)
    if book.draw_areas != 0:
        draw_meeting(book, game)
    note(events, Event.TURN, game.turn, 0, 0)
    push(game, Step.TURN, game.phase)
    return run(book, game, mask, events)


@rule
def take(book, game, action, mask, events):
    """Carry out a legal answer and run on to the next decision.  Returns the number of legal answers there."""
    answer(book, game, action, events)
    game.decisions += 1
    return run(book, game, mask, events)


@compiled
def start(books, templates, games, i, seed, mask, events):
    """Begin game `i` from the scenario's first position with a seed.  Returns the number of legal answers."""
    games[i] = templates[0]
    return begin(books[0], games[i], seed, mask, events)


@compiled
def apply(books, games, i, action, mask, events):
    """Answer the decision of game `i` with a legal action and run on; `mask` then holds the next legal answers."""
    return take(books[0], games[i], action, mask, events)


@compiled
def legal_actions(books, games, i, mask):
    """Fill the mask of the decision that game `i` waits for.  Returns the number of legal answers."""
    clear(mask)
    if games[i].over == 0:
        fill_mask(books[0], games[i], mask)
    return count_legal(mask)
