"""The entry point through which policies that compare candidates play: apart from `play`, so that who meets none of
them does not compile it."""

import numpy as np

from aw_agents.networks.candidate_network import chosen
from aw_env.core.declare.columns import SUMMARY
from aw_env.core.engine.compiling import compiled, rule
from aw_env.games.war_at_sea.engine import take
from aw_env.games.war_at_sea.observation.candidates import show_candidates
from aw_env.games.war_at_sea.observation.columns import CANDIDATES_WIDTH
from aw_env.games.war_at_sea.observation.observing import show
from aw_env.games.war_at_sea.records.terms import ACTIONS, EVENT_DICE, EVENT_FIELDS
from aw_env.games.war_at_sea.rules.sequence import fill_mask


@rule
def show_to_a_network(book, game, mask, observation, sight):
    """Write what the seat that is asked sees, in the layout "candidates", into a row that was last written by this
    function and goes with `sight`."""
    show(book, game, game.seat, SUMMARY, observation, sight)
    show_candidates(book, game, mask, observation, sight)


@compiled
def play_candidates(books, games, first, last, plays, greedy, generators, weights, sights):
    """Answer for `games[first:last]` every decision of a seat held (`core.players.CompiledPlayer.play`).

    greedy: its likeliest action, else one drawn from its policy, with `generators`, int64 `(len(games), 4)`.
    weights: `candidate_network.CandidateNetwork`.  sights: room for a line of `observation.observing.SIGHT`, and
    one that stays empty.
    """
    mask = np.zeros(ACTIONS, np.int8)
    unheard = np.zeros((1, EVENT_FIELDS + EVENT_DICE), np.int16)
    observation = np.zeros(CANDIDATES_WIDTH, np.int16)
    for i in range(first, last):
        book, game = books[0], games[i]
        if game.over != 0 or plays[i, game.seat] == 0:
            continue
        mask[:] = 0
        fill_mask(book, game, mask)
        observation[:] = 0
        sights[0] = sights[1]
        while game.over == 0 and plays[i, game.seat] == 1:
            show_to_a_network(book, game, mask, observation, sights[0])
            generator = generators[0 if greedy else i]
            take(book, game, chosen(weights, observation, mask, greedy, generator), mask, unheard)
