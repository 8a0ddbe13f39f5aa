"""The compiled entry points through which the players of the house answer for many games a call, and their officer for
one or for all; they stand for those of every game (`core.engine.entry_points.belonging_to`)."""

from collections.abc import Sequence
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from aw_agents.house import RANDOM
from aw_env.core.engine.compiling import compiled, rule
from aw_env.core.engine.entry_points import belonging_to
from aw_env.core.engine.ledger import IN_TURN, Play
from aw_env.core.engine.machine import take
from aw_env.core.engine.masks import random_legal

PLAY: Any = None
"""The rules of the game."""
SCORE: Any = None
"""`score(book, game, doctrine, action)`: how good its officer finds an answer, among those to the same decision."""
CHOOSE: Any = None
"""`choose(book, game, doctrine, mask)`: its officer's answer."""
SIDES: Any = IN_TURN
"""Side that each seat plays for."""
ACTIONS = EVENT = 0
"""Sizes of its vocabulary and of an event."""


def best_by(module: str, score: Any) -> Any:
    """The rule `best(book, game, doctrine, mask)` of a game's officer: the answer that scores best.  module: where it
    belongs."""
    return rule(belonging_to(module, _best, SCORE=score))


def entry_point(module: str, play: Play, choose: Any, terms: ModuleType) -> Any:
    """`house.Staff.play` of a game.  module: where it belongs.  terms: of the game's records."""
    return compiled(belonging_to(module, _play, PLAY=play, CHOOSE=choose, **sizes(terms)))


class Answers(NamedTuple):
    """The answers of a game's officer."""

    decide: Any
    """`house.Staff.decide`."""
    decide_all: Any
    """`learnable.Learnable.decide_all`."""


def answers(module: str, choose: Any, sides: Sequence[int] = IN_TURN) -> Answers:
    """Those of a game.  module: where they belong.  sides: that each seat plays for (`core.engine.ledger.Play`)."""
    decide, decide_all = (
        compiled(belonging_to(module, one, CHOOSE=choose, SIDES=sides)) for one in (_decide, _decide_all)
    )
    return Answers(decide, decide_all)


def sizes(terms: ModuleType) -> dict[str, int]:
    """`ACTIONS` and `EVENT` of a game."""
    return {"ACTIONS": terms.ACTIONS, "EVENT": terms.EVENT_FIELDS + terms.EVENT_DICE}


def _best(book, game, doctrine, mask):
    """The legal action that scores best, the first of those that are equal."""
    found, most = -1, 0.0
    for action in range(mask.size):
        if mask[action] == 1:
            score = SCORE(book, game, doctrine, action)
            if found < 0 or score > most:
                found, most = action, score
    return found


def _play(books, games, first, last, plays, player, generators, doctrines):
    """Answer for `games[first:last]` every decision of a seat held (`core.players.CompiledPlayer.play`).

    player: `RANDOM` or `SCRIPTED`.  generators: int64 `(len(games), 4)`, a generator a game for the first.  doctrines:
    of the second, `(k, sides)`; game i is played with row `i % k`.
    """
    mask = np.zeros(ACTIONS, np.int8)
    unheard = np.zeros((1, EVENT), np.int16)
    for i in range(first, last):
        book, game = books[0], games[i]
        if game.over != 0 or plays[i, game.seat] == 0:
            continue
        mask[:] = 0
        PLAY.fill_mask(book, game, mask)
        while game.over == 0 and plays[i, game.seat] == 1:
            if player == RANDOM:
                action = random_legal(mask, generators[i])
            else:
                action = CHOOSE(book, game, doctrines[i % doctrines.shape[0], PLAY.sides[game.seat]], mask)
            take(PLAY, book, game, action, mask, unheard)


def _decide(books, games, i, mask, doctrines):
    """The officer's answer to the decision that game `i` waits for; `mask`, int8 `(ACTIONS,)`, says what is legal.
    doctrines: `(1, sides)`."""
    return CHOOSE(books[0], games[i], doctrines[0, SIDES[games[i].seat]], mask)


def _decide_all(books, games, masks, actions, doctrines):
    """The same for every game: `masks` int8 `(n, ACTIONS)`, `actions` int64 `(n,)` is filled."""
    for i in range(games.size):
        if games[i].over == 0:
            actions[i] = CHOOSE(books[0], games[i], doctrines[0, SIDES[games[i].seat]], masks[i])
