"""The compiled entry point through which the players of the house and policies over summaries play, one for all, since
each carries the whole rules through the compiler.  It stands for that of every game
(`aw_env.core.engine.entry_points.belonging_to`)."""

from types import ModuleType
from typing import Any

import numpy as np

from aw_agents.house import RANDOM, SCRIPTED
from aw_agents.networks import network
from aw_agents.officer_play import sizes
from aw_env.core.declare.columns import SUMMARY
from aw_env.core.engine.compiling import compiled
from aw_env.core.engine.entry_points import belonging_to
from aw_env.core.engine.ledger import Play
from aw_env.core.engine.machine import take
from aw_env.core.engine.masks import random_legal

LEARNED, LEARNED_GREEDY = SCRIPTED + 1, SCRIPTED + 2
NO_NETWORK = network.of_nothing()
PLAY: Any = None
"""The rules of the game."""
CHOOSE: Any = None
"""`choose(book, game, doctrine, mask)`: its officer's answer."""
SHOW_TO: Any = None
"""`show_to(book, game, seat, layout, observation)`: what a seat sees."""
ACTIONS = EVENT = WIDTH = 0
"""Sizes of its vocabulary, of an event and of a summary."""


def entry_point(module: str, play: Play, choose: Any, show_to: Any, terms: ModuleType, width: int) -> Any:
    """That of a game.  module: where it belongs.  terms: of the game's records.  width: of a summary."""
    names = {"PLAY": play, "CHOOSE": choose, "SHOW_TO": show_to, **sizes(terms), "WIDTH": width}
    return compiled(belonging_to(module, _play, **names))


def _play(books, games, first, last, plays, player, generators, weights, doctrines):
    """Answer for `games[first:last]` every decision of a seat held (`core.players.CompiledPlayer.play`).

    player: `RANDOM`, `SCRIPTED`, `LEARNED` (draws from its policy) or `LEARNED_GREEDY` (its likeliest action).
    generators: int64 `(len(games), 4)`, a generator a game for players that draw.  weights: `network.Network`.
    doctrines: of the officer, `(k, sides)`; game i is played with row `i % k`.
    """
    mask = np.zeros(ACTIONS, np.int8)
    unheard = np.zeros((1, EVENT), np.int16)
    observation = np.zeros(WIDTH, np.int16)
    for i in range(first, last):
        book, game = books[0], games[i]
        if game.over != 0 or plays[i, game.seat] == 0:
            continue
        mask[:] = 0
        PLAY.fill_mask(book, game, mask)
        while game.over == 0 and plays[i, game.seat] == 1:
            if player == RANDOM:
                action = random_legal(mask, generators[i])
            elif player == SCRIPTED:
                action = CHOOSE(book, game, doctrines[i % doctrines.shape[0], PLAY.sides[game.seat]], mask)
            else:
                SHOW_TO(book, game, game.seat, SUMMARY, observation)
                logits = network.logits(weights, observation, mask)
                if player == LEARNED_GREEDY:
                    action = network.likeliest(logits)
                else:
                    action = network.drawn(logits, generators[i])
            take(PLAY, book, game, action, mask, unheard)
