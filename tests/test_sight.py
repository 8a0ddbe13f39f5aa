"""What is kept beside a row: which units have changed, of any number of them."""

from itertools import product
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from aw_env.core.declare.fields import YES_OR_NO, Declaration, Field, number
from aw_env.core.engine.compiling import compiled, records
from aw_env.core.engine.entry_points import belonging_to
from aw_env.core.seen.observing import AT_A_TIME, MOST_WORDS, OfPlaces, Sight
from aw_env.core.seen.writing import Writing

FEW, MANY = 88, 1040
KINDS = ("i1", "i2", "i4")


def declared(units: int, kind: str) -> Declaration:
    """A record of so many units, whose places are numbers of some type."""
    return Declaration(
        Field("phase", "i4", number(0, 9), ""),
        Field("place", kind, number(0, 99), "", (units,)),
        Field("damage", "i1", number(0, 9), "", (units,)),
        Field("gone", "marks", YES_OR_NO, "", (units,)),
        Field("struck", "marks", YES_OR_NO, "", (units,)),
    )


PLACES = OfPlaces(None, ("phase",))
HIDING: Any = SimpleNamespace(fields=[("covered", "i4")])
STATES = {key: declared(*key) for key in product((FEW, MANY), KINDS)}
SIGHTS = {key: Sight(state, ("place", "damage", "gone"), [PLACES], HIDING) for key, state in STATES.items()}


CHANGES: Any = None
"""The rule of a sight."""


def _ask(games, lines, first):
    """The rule, asked from outside."""
    return CHANGES(games[0], lines[0], first)


def _ask_of_word(games, lines, k):
    """Another function for another rule, as compiled code is kept by the name of what is asked."""
    return CHANGES(games[0], lines[0], k)


def _ask_of_few(games, lines, first):
    """And another."""
    return CHANGES(games[0], lines[0], first)


ASKED = {key: compiled(belonging_to(__name__, _ask, CHANGES=sight.changes)) for key, sight in SIGHTS.items()}
OF_WORD = {
    key: compiled(belonging_to(__name__, _ask_of_word, CHANGES=sight.those_of_word)) for key, sight in SIGHTS.items()
}


@pytest.mark.parametrize("units", [FEW, MANY])
@pytest.mark.parametrize("kind", KINDS)
def test_units_of_which_a_field_has_changed_are_found(units: int, kind: str):
    key, draws = (units, kind), np.random.default_rng(0)
    games, lines = records(STATES[key].dtype, 1), records(np.dtype(SIGHTS[key].fields), 1)
    for few in (0, 1, 3, 40):
        changed = draws.permutation(units)[:few]
        for name in ("place", "damage", "marks"):
            games[name] = lines[name] = draws.integers(100, size=units)
        games["marks"] ^= 2  # struck, which does not matter
        for unit, name in zip(changed, ["place", "damage", "marks"] * few, strict=False):
            games[name][0, unit] ^= 1
        words = units // AT_A_TIME
        found = [
            first + k
            for first in range(0, words, MOST_WORDS)
            for k in range(MOST_WORDS)
            if ASKED[key](games, lines, first) >> k & 1
        ]
        assert found == sorted({*(changed // AT_A_TIME)})
        of_words = [OF_WORD[key](games, lines, word).to_bytes(AT_A_TIME, "little") for word in range(words)]
        assert b"".join(of_words) == bytes(int(unit in changed) for unit in range(units))


def test_units_behind_the_last_one_in_the_game_are_not_compared():
    state = declared(FEW, "i1")
    sight = Sight(state, ("place",), [], last="int(game.phase)")
    games, lines = records(state.dtype, 1), records(np.dtype(sight.fields), 1)
    games["place"] += 1
    asked_of_few = compiled(belonging_to(__name__, _ask_of_few, CHANGES=sight.changes))
    for last, words in ((0, 0b1), (7, 0b1), (8, 0b11), (FEW - 1, (1 << FEW // AT_A_TIME) - 1)):
        games["phase"] = last
        assert asked_of_few(games, lines, 0) == words


def test_what_the_record_has_too_is_not_fixed():
    """A number that is printed by turn, and is left of in a game, is written again where it has changed."""
    left, printed = Field("left", "i1", number(0, 9), ""), Field("size", "i1", number(0, 9), "")
    writing = Writing(Declaration(left), Declaration(left, printed).dtype)
    assert [writing.is_fixed(source) for source in ("size + 1", "left", "size + left")] == [True, False, False]
