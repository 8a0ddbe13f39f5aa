"""The players of War at Sea that are compiled with the rules (`aw_env.core.players.CompiledPlayer`)."""

import numpy as np

from aw_agents import house
from aw_agents.house import RANDOM
from aw_agents.war_at_sea.officer.doctrine import DOCTRINES
from aw_agents.war_at_sea.officer.officer import choose, decide
from aw_env.core.engine.compiling import compiled
from aw_env.core.engine.masks import random_legal
from aw_env.games.war_at_sea.engine import take
from aw_env.games.war_at_sea.records.terms import ACTIONS, EVENT_DICE, EVENT_FIELDS
from aw_env.games.war_at_sea.rules.sequence import fill_mask


@compiled
def play(books, games, first, last, plays, player, generators, doctrines):
    """Answer for `games[first:last]` every decision of a seat held (`core.players.CompiledPlayer.play`).

    player: `RANDOM` or `SCRIPTED`.  generators: int64 `(len(games), 4)`, a generator a game for the first.  doctrines:
    of the second, `doctrine.DOCTRINES` `(k, sides)`; game i is played with row `i % k`.
    """
    mask = np.zeros(ACTIONS, np.int8)
    unheard = np.zeros((1, EVENT_FIELDS + EVENT_DICE), np.int16)
    for i in range(first, last):
        book, game = books[0], games[i]
        if game.over != 0 or plays[i, game.seat] == 0:
            continue
        mask[:] = 0
        fill_mask(book, game, mask)
        while game.over == 0 and plays[i, game.seat] == 1:
            if player == RANDOM:
                action = random_legal(mask, generators[i])
            else:
                action = choose(book, game, doctrines[i % doctrines.shape[0], game.seat], mask)
            take(book, game, action, mask, unheard)


STAFF = house.Staff(play, decide, DOCTRINES)


class RandomPlayer(house.RandomPlayer):
    """`random` of War at Sea."""

    staff = STAFF


class ScriptedPlayer(house.ScriptedPlayer):
    """The staff officer of War at Sea (`aw_agents.war_at_sea.officer`)."""

    staff = STAFF
