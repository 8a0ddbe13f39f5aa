"""Pairs of games that differ only in how the American seat divided the faces (§23.2): the others must be told the same.

Both games of a pair roll the same dice and get the same answers.  They are compared until the secret is out.
"""

import random

import numpy as np

from aw_env import admirals_war_v0
from aw_env.core.engine.events import DICE_COUNT, FIRST_DIE
from aw_env.games.admirals_war.records.terms import Decision, Power
from aw_env.games.admirals_war.rules.war_entry import ATTACKS
from tests.twins import candidates

TENSION = ["pearl_harbor_tension"]


def played(players, seed, *, until, options=TENSION):
    """A campaign, played at random until a test of it holds."""
    game, chooser = admirals_war_v0.game("campaign", players, options, seed=seed), random.Random(seed)
    while not until(game):
        game.apply(chooser.choice(game.legal_actions()))
    return game, chooser


def other_secret(game, seat):
    """A copy that differs only in what the seat does not know: it will roll the same dice."""
    twin = game.clone()
    dice = twin._games["generator"].copy()
    for attempt in range(1000):
        twin._games["generator"] = np.random.default_rng(attempt).integers(1, 1 << 32, 4)
        game.rules.redraw(game.rules.scenario.books, twin._games, 0, seat)
        twin._games["generator"] = dice
        if twin.save() != game.save():
            return twin
    raise AssertionError("there is no other secret")


MOST_COMPARED = 250
"""Decisions compared at the beginning of a game."""


def told(game, seat, in_words):
    """All that a seat is told now."""
    rows = []
    for layout, number in game.rules.layouts.items():
        row = np.zeros(game.rules.widths[layout], np.int16)
        game.rules.observe(game.rules.scenario.books, game._games, 0, seat, number, row)
        rows.append(row.tobytes())
    view = game.view(seat)
    mine = game.seat == seat
    numbers = rows, view.record.tobytes(), happened(game), game.info(), game.seat, game.dice_rolled
    choices = (game.action_mask.tobytes(), candidates(game)) if mine else ()
    words = [game.describe(), game.events(), game.actions() if mine else [], view.to_scenario()] if in_words else []
    return numbers, choices, words


def happened(game):
    """The events since the last decision, as numbers."""
    rows = game._events[1 : 1 + game._events[0, 0]].tolist()
    return [row[: FIRST_DIE + row[DICE_COUNT]] for row in rows]


def secret(game):
    """Whether something about the groups is still secret."""
    return int(game._games["faces_central"][0]) > 0


def compare(players, seed, options=TENSION, words_at=20):
    """Play a game and its twin alike, from the set-up for a while, then from the day on which Japan goes to war until
    the secret is out.  Words are compared at one in so many decisions: they take a hundred times as long as the rest.
    Returns how many decisions were compared."""
    game, chooser = played(players, seed, options=options, until=lambda game: game.view().decision == Decision.ARRIVAL)
    compared = compare_on(game, chooser, MOST_COMPARED, words_at)
    while not game.ended and game._games["attack"][0] != ATTACKS:
        game.apply(chooser.choice(game.legal_actions()))
    if game.ended or not secret(game):
        return compared
    return compared + compare_on(game, chooser, 10 * MOST_COMPARED, words_at)


def compare_on(game, chooser, most, words_at=20):
    """Play the game and a twin on alike, for so many decisions at most.  Returns how many were compared."""
    seats = range(len(game.rules.seats))
    american = int(game.rules.scenario.books["seat_of_power"][0, Power.AMERICAN])
    others = [seat for seat in seats if seat != american]
    twin = other_secret(game, others[-1])
    for compared in range(most):
        if game.ended or not secret(game) or not secret(twin) or came_into_port(game, twin):
            return compared
        in_words = compared % words_at == 0
        for seat in others:
            same = told(game, seat, in_words) == told(twin, seat, in_words)
            assert same, f"seat {seat} of {len(seats)}, decision {compared}"
        action = chooser.choice(game.legal_actions())
        game.apply(action)
        twin.apply(action)
    return most


def came_into_port(game, twin):
    """Whether a group has openly been put into Pearl Harbor in one game and not in the other."""
    return (game._games["place"] != twin._games["place"]).any()
