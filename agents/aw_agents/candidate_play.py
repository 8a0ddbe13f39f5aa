"""The compiled entry points through which policies that compare candidates play, and officers whom they correct: apart
from that of the house, so that who meets none of them does not compile them.  They stand for those of every game, and
each has its own (`core.engine.entry_points.belonging_to`)."""

from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from aw_agents.networks.candidate_network import chosen
from aw_agents.networks.corrections import put_right
from aw_agents.officer_play import sizes
from aw_env.core.declare.columns import CANDIDATES, SUMMARY, Layouts
from aw_env.core.engine.compiling import compiled, rule
from aw_env.core.engine.entry_points import belonging_to
from aw_env.core.engine.ledger import Play
from aw_env.core.engine.machine import take

PLAY: Any = None
"""The rules of the game."""
CHOOSE: Any = None
"""`choose(book, game, doctrine, mask)`: its officer's answer."""
SHOW_CANDIDATES: Any = None
SHOW_TO_A_NETWORK: Any = None
"""`show_candidates(book, game, mask, observation, line)`, and `_show_to_a_network` with it."""
ACTIONS = EVENT = WIDTH = 0
"""Sizes of its vocabulary, of an event and of an observation."""


class EntryPoints(NamedTuple):
    """Those of a game."""

    show_to_a_network: Any
    """The rule `show_to_a_network(book, game, mask, observation, sight)`."""
    play_candidates: Any
    """`Learnable.play_candidates`."""
    play_corrected: Any
    """`Learnable.play_corrected`."""


def entry_points(
    module: str, play: Play, choose: Any, show_candidates: Any, terms: ModuleType, layouts: Layouts
) -> EntryPoints:
    """Those of a game.  module: where they belong.  show_candidates: `core.seen.candidates.show` of the game.  terms:
    of its records."""
    show = rule(belonging_to(module, _show_to_a_network, PLAY=play, SHOW_CANDIDATES=show_candidates))
    names = {"PLAY": play, "SHOW_TO_A_NETWORK": show, **sizes(terms), "WIDTH": layouts.widths[CANDIDATES]}
    return EntryPoints(
        show,
        compiled(belonging_to(module, _play_candidates, **names)),
        compiled(belonging_to(module, _play_corrected, CHOOSE=choose, **names)),
    )


def _show_to_a_network(book, game, mask, observation, sight):
    """Write what the seat that is asked sees, in the layout "candidates", into a row that was last written by this
    function and goes with `sight`."""
    PLAY.show(book, game, game.seat, SUMMARY, observation, sight)
    SHOW_CANDIDATES(book, game, mask, observation, sight)


def _play_candidates(books, games, first, last, plays, greedy, generators, weights, sights):
    """Answer for `games[first:last]` every decision of a seat held (`core.players.CompiledPlayer.play`).

    greedy: its likeliest action, else one drawn from its policy, with `generators`, int64 `(len(games), 4)`.
    weights: `candidate_network.CandidateNetwork`.  sights: room for a line of the engine's `SIGHT`, and one that stays
    empty.
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
        observation[:] = 0
        sights[0] = sights[1]
        while game.over == 0 and plays[i, game.seat] == 1:
            SHOW_TO_A_NETWORK(book, game, mask, observation, sights[0])
            generator = generators[0 if greedy else i]
            take(PLAY, book, game, chosen(weights, observation, mask, greedy, generator), mask, unheard)


def _play_corrected(books, games, first, last, plays, doctrines, corrections, sights):
    """The same as an officer with such `doctrines`, `(k, sides)`, whom `corrections` (`corrections.Corrections`) put
    right; game i is played with row `i % k`."""
    mask = np.zeros(ACTIONS, np.int8)
    unheard = np.zeros((1, EVENT), np.int16)
    observation = np.zeros(WIDTH, np.int16)
    for i in range(first, last):
        book, game = books[0], games[i]
        if game.over != 0 or plays[i, game.seat] == 0:
            continue
        mask[:] = 0
        PLAY.fill_mask(book, game, mask)
        observation[:] = 0
        sights[0] = sights[1]
        while game.over == 0 and plays[i, game.seat] == 1:
            action = CHOOSE(book, game, doctrines[i % doctrines.shape[0], PLAY.sides[game.seat]], mask)
            action = put_right(corrections, SHOW_TO_A_NETWORK, book, game, mask, observation, sights[0], action)
            take(PLAY, book, game, action, mask, unheard)
