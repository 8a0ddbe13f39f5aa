"""The compiled entry point through which the players of the house answer for many games a call; it stands for that of
every game (`core.engine.entry_points.belonging_to`)."""

from types import ModuleType
from typing import Any

import numpy as np

from aw_agents.house import RANDOM
from aw_env.core.engine.compiling import compiled
from aw_env.core.engine.entry_points import belonging_to
from aw_env.core.engine.ledger import Play
from aw_env.core.engine.machine import take
from aw_env.core.engine.masks import random_legal

PLAY: Any = None
"""The rules of the game."""
CHOOSE: Any = None
"""`choose(book, game, doctrine, mask)`: its officer's answer."""
ACTIONS = EVENT = 0
"""Sizes of its vocabulary and of an event."""


def entry_point(module: str, play: Play, choose: Any, terms: ModuleType) -> Any:
    """`house.Staff.play` of a game.  module: where it belongs.  terms: of the game's records."""
    return compiled(belonging_to(module, _play, PLAY=play, CHOOSE=choose, **sizes(terms)))


def sizes(terms: ModuleType) -> dict[str, int]:
    """`ACTIONS` and `EVENT` of a game."""
    return {"ACTIONS": terms.ACTIONS, "EVENT": terms.EVENT_FIELDS + terms.EVENT_DICE}


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
