"""Questions whose answer does not matter: both answers to each question with two are played on, until the two games
are the same position or a while has passed."""

import zlib
from collections import Counter
from itertools import islice
from random import Random

import numpy as np

DICE = 6
"""So many times each pair is played on, with other dice each time: a miss is no answer without effect."""
A_WHILE = 250
"""Decisions after which two games that still differ are held to differ."""
ENOUGH = 20
"""Questions of a kind that are enough to say that it never matters."""
ORDER_ALONE = {"air_unit: unit or unit"}
"""Kinds that decide in which order the same things are done, and so what the others see before their turn (§12.11)."""


def position(game):
    """What a game has come to, without the count of its questions and without raids that score nothing (M.2)."""
    record, books = game._games[:1].copy(), game.rules.scenario.books
    record["decisions"] = 0
    if "forced" in record.dtype.names:
        record["forced"] = 0
    if "raid_vp" in books.dtype.names and not books["raid_vp"].any():
        record["raided"] = 0
    return record.tobytes()


def played_on(game, action, dice):
    """A copy after an answer and with dice of its own, at each of its decisions: the position.  Asked the same, it
    answers the same."""
    copy = game.clone()
    copy._games["generator"][0] = np.random.default_rng(dice).integers(1, 2**31, copy._games["generator"][0].shape)
    copy.apply(action)
    while not copy.ended:
        yield position(copy)
        legal = copy.legal_actions()
        named = f"{dice} {copy.info()} {legal}"
        copy.apply(int(legal[zlib.crc32(named.encode()) % len(legal)]))
    yield position(copy)


def matters(game, dice):
    """Whether the two answers lead to games that are still different after a while."""
    first, second = (played_on(game, int(action), dice) for action in game.legal_actions())
    return set(islice(first, A_WHILE)).isdisjoint(islice(second, A_WHILE))


def kind_of(game):
    """The decision and what its two answers are: places, units, or options by name."""
    speech, words = game.rules.speech().words, []
    option = type(next(iter(speech.options)))
    for action in game.legal_actions():
        if action < speech.first_place:
            words.append(option(action).name.lower())
        else:
            words.append("place" if action < speech.first_unit else "unit")
    return f"{game.info_in_words()['decision']}: {' or '.join(words)}"


def questions(game, draws):
    """The questions with two answers of a random game, each as its kind and whether the answer matters."""
    while not game.ended:
        legal = game.legal_actions()
        if len(legal) == 2:
            yield kind_of(game), any(matters(game, dice) for dice in range(DICE))
        game.apply(int(draws.choice(legal)))


def count(games):
    """How many questions of each kind random games ask, and how many of them matter."""
    asked, mattered = Counter(), Counter()
    for seed, game in enumerate(games):
        for kind, matters_here in questions(game, Random(seed)):
            asked[kind] += 1
            mattered[kind] += matters_here
    return asked, mattered
