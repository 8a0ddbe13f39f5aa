"""The players that are compiled with the rules (`aw_env.core.players.CompiledPlayer`): `random`, `scripted`, and the
entry point through which learned ones play."""

import numpy as np

from aw_agents import house
from aw_agents.admirals_war.officer.doctrine import DOCTRINES
from aw_agents.admirals_war.officer.officer import choose, decide
from aw_agents.house import RANDOM, SCRIPTED
from aw_agents.networks import network
from aw_env.core.declare.columns import SUMMARY
from aw_env.core.engine.compiling import compiled
from aw_env.core.engine.masks import random_legal
from aw_env.games.admirals_war.engine import take
from aw_env.games.admirals_war.observation.columns import SUMMARY_WIDTH
from aw_env.games.admirals_war.observation.observing import show_to
from aw_env.games.admirals_war.records.terms import ACTIONS, EVENT_DICE, EVENT_FIELDS
from aw_env.games.admirals_war.rules.sequence import fill_mask

LEARNED, LEARNED_GREEDY = SCRIPTED + 1, SCRIPTED + 2
NO_NETWORK = network.of_nothing()


@compiled
def play(books, games, first, last, plays, player, generators, weights, doctrines):
    """Answer for `games[first:last]` every decision of a seat held (`core.players.CompiledPlayer.play`).

    player: `RANDOM`, `SCRIPTED`, `LEARNED` (draws from its policy) or `LEARNED_GREEDY` (its likeliest action); one
    entry point for all, since each carries the whole rules through the compiler.  generators: int64
    `(len(games), 4)`, a generator a game for players that draw.  weights: `network.Network`.  doctrines: of the
    officer, `doctrine.DOCTRINES` `(k, sides)`; game i is played with row `i % k`.
    """
    mask = np.zeros(ACTIONS, np.int8)
    unheard = np.zeros((1, EVENT_FIELDS + EVENT_DICE), np.int16)
    observation = np.zeros(SUMMARY_WIDTH, np.int16)
    for i in range(first, last):
        book, game = books[0], games[i]
        if game.over != 0 or plays[i, game.seat] == 0:
            continue
        mask[:] = 0
        fill_mask(book, game, mask)
        while game.over == 0 and plays[i, game.seat] == 1:
            if player == RANDOM:
                action = random_legal(mask, generators[i])
            elif player == SCRIPTED:
                action = choose(book, game, doctrines[i % doctrines.shape[0], game.seat & 1], mask)
            else:
                show_to(book, game, game.seat, SUMMARY, observation)
                logits = network.logits(weights, observation, mask)
                if player == LEARNED_GREEDY:
                    action = network.likeliest(logits)
                else:
                    action = network.drawn(logits, generators[i])
            take(book, game, action, mask, unheard)


def _without_network(books, games, first, last, plays, player, generators, doctrines):
    play(books, games, first, last, plays, player, generators, NO_NETWORK, doctrines)


STAFF = house.Staff(_without_network, decide, DOCTRINES)


class RandomPlayer(house.RandomPlayer):
    """`random` of Admirals' War."""

    staff = STAFF


class ScriptedPlayer(house.ScriptedPlayer):
    """The staff officer of Admirals' War (`aw_agents.admirals_war.officer`)."""

    staff = STAFF
