"""The compiled entry points of a game, with arrays and an index: faces play through `advance`, tests and search one
game at a time.  Each carries the whole rules through the compiler, so there are few.

`books` is an array of one book, `templates` of one first position, `games` of games; `events` a buffer as in
`core.engine.events`; `mask` int8 `(actions,)`.  The functions below stand for those of every game: `entry_points` makes
a game's own of them, in which `PLAY` is the game's.
"""

from collections.abc import Callable
from types import FunctionType
from typing import Any, NamedTuple

from aw_env.core.engine import machine
from aw_env.core.engine.code_cache import WRITTEN_IN
from aw_env.core.engine.compiling import compiled, in_python, rule
from aw_env.core.engine.ledger import Play, by_decision, carry_on, fetch_next, play_in_turn
from aw_env.core.engine.masks import clear, count_legal

PLAY: Any = None
"""The rules of the game whose entry points these are (`Play`)."""


class EntryPoints(NamedTuple):
    """The entry points of a game, and the rule `take` for those who write their own."""

    advance: Any
    play_random: Any
    start: Any
    apply: Any
    redraw: Any
    legal_actions: Any
    take: Any


def entry_points(module: str, play: Play) -> EntryPoints:
    """Those of a game.  module: where they belong, on whose sources their compiled code depends."""
    made = [compiled(belonging_to(module, function, PLAY=play)) for function in _COMPILED]
    return EntryPoints(*[*made, rule(belonging_to(module, _take, PLAY=play))])


def belonging_to(module: str, function: Any, **names: Any) -> Callable[..., Any]:
    """A copy of a function that belongs to a module, with what some of the names in it mean there: what stands for the
    functions of every game, made a game's own.  Its compiled code depends too on where it is written, and where those
    are that the names mean."""
    name = function.__name__.removeprefix("_")
    scope = {**function.__globals__, **names, "__name__": module}
    copied = FunctionType(function.__code__.replace(co_name=name), scope, name)
    copied.__module__, copied.__qualname__, copied.__doc__ = module, name, function.__doc__
    meant = [one for value in names.values() for one in (value if isinstance(value, tuple) else (value,))]
    elsewhere = {origin for one in meant for origin in getattr(in_python(one), WRITTEN_IN, ())}
    setattr(copied, WRITTEN_IN, tuple(sorted(elsewhere | {function.__module__})))
    return copied


def _advance(
    books, templates, games, first, last, actions, ledger, masks, observations, rewards, layout, point_reward,
    max_decisions, tasks, events,
):  # fmt: skip
    """Carry `games[first:last]` on by one action each, run on to the next decision, and keep the account.

    actions: int64 `(n,)`, legal, or `PASS`, `START`, `SKIP` or `ASK_AGAIN`.  ledger: `core.ruleset.Ruleset.ledger`,
    `(n,)`, which goes with the rows of observations.  masks: int8 `(n, actions)`.  observations: int16 `(n, columns)`.
    rewards: float32 `(n, seats)`; what each seat earns is added: the outcome, and `point_reward` for each point of the
    margin.  A game of `max_decisions` decisions (0: no limit) is broken off.  tasks: the sum of `CLEAR` (begin with
    rewards and ended set to 0), `RESTART` (start the next game where one ends) and `WRITE` (masks, observations and
    `ledger.seat` for the seat that chooses next).

    Returns the number, counted from 1, of the last game that is stuck and was broken off; 0 when none is.
    """
    stuck, order = 0, by_decision(games, first, last)
    for k in range(order.size):
        i = int(order[k])
        fetch_next(games, order, k, ledger, masks, observations)
        if carry_on(
            PLAY, books, templates, games, i, int(actions[i]), ledger, masks, observations, rewards, layout,
            point_reward, max_decisions, tasks, events,
        ):  # fmt: skip
            stuck = max(stuck, i + 1)
    return stuck


def _play_random(
    books, templates, games, first, last, decisions, ledger, masks, observations, layout, generator, events
):
    """Random legal play for measurements (`core.engine.ledger.play_in_turn`)."""
    return play_in_turn(
        PLAY, books, templates, games, first, last, decisions, ledger, masks, observations, layout, generator, events
    )


def _start(books, templates, games, i, seed, mask, events):
    """Begin game `i` from the scenario's first position with a seed.  Returns the number of legal answers."""
    games[i] = templates[0]
    return machine.begin(PLAY, books[0], games[i], seed, mask, events)


def _apply(books, games, i, action, mask, events):
    """Answer the decision of game `i` with a legal action and run on; `mask` then holds the next legal answers."""
    return machine.take(PLAY, books[0], games[i], action, mask, events)


def _redraw(books, games, i, seat):
    """Draw anew what a seat cannot know of game `i`, with the game's generator."""
    PLAY.redraw(books[0], games[i], seat)


def _legal_actions(books, games, i, mask):
    """Fill the mask of the decision that game `i` waits for.  Returns the number of legal answers."""
    clear(mask)
    if games[i].over == 0:
        PLAY.fill_mask(books[0], games[i], mask)
    return count_legal(mask)


def _take(book, game, action, mask, events):
    """Carry out a legal answer and run on to the next decision.  Returns the number of legal answers there."""
    return machine.take(PLAY, book, game, action, mask, events)


_COMPILED = (_advance, _play_random, _start, _apply, _redraw, _legal_actions)
