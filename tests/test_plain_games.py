"""A game without optional rules is compiled without them, and is the same game."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from aw_env.core.declare.fields import names_of
from aw_env.core.engine.compiling import INTERPRETED, records
from aw_env.core.engine.whole_program import rules_reached
from aw_env.games.admirals_war.engine import PLAY
from aw_env.games.admirals_war.game import ruleset
from aw_env.games.admirals_war.records.book import BOOK, PLAIN_BOOK
from tests.random_games import RandomGame

ROOT = Path(__file__).resolve().parent.parent
LEFT_OUT = {"launching", "seizing", "dividing", "before_reinforcements", "take_interception"}
"""Rules of §22, §23, §32-§35 and §38.1, some of many."""


def reached(plain):
    return {rule.__name__ for entry in PLAY if entry is not PLAY.sides for rule in rules_reached(entry.py_func, plain)}


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_a_standard_game_compiles_no_optional_rules():
    assert LEFT_OUT <= reached(plain=False)
    assert not LEFT_OUT & reached(plain=True)


@pytest.mark.parametrize(
    "options, plain", [((), True), (("argus",), False), (("turn_0",), False), (("pearl_harbor_tension",), False)]
)
def test_the_book_of_a_game_is_plain_if_it_has_no_optional_rules(options, plain):
    books = ruleset("campaign", options=options).scenario.books
    assert books.dtype.names == (PLAIN_BOOK if plain else BOOK).names


def test_where_italy_is_neutral_by_hand_nothing_is_left_out(tmp_path):
    (tmp_path / "peace.toml").write_text('italy_neutral = true\nunits = { hood = "england" }\n')
    assert ruleset(tmp_path / "peace.toml").scenario.books.dtype.names == BOOK.names


def with_optional_rules_compiled(books):
    """The same book, as one for which the compiler leaves nothing out."""
    whole = records(BOOK, 1)
    for name in names_of(BOOK):
        whole[name] = books[name]
    return whole


@pytest.mark.parametrize("scenario, players", [("campaign", 2), ("campaign", 4), ("midway", 2), ("pacific", 2)])
def test_games_are_the_same_with_the_optional_rules_compiled_and_left_out(scenario, players):
    made = ruleset(scenario, players).scenario
    for seed in range(1 if INTERPRETED else 8):
        game, other = (
            RandomGame(books, made.templates, scenario)
            for books in (made.books, with_optional_rules_compiled(made.books))
        )
        game.start(seed)
        other.start(seed)
        while not game.games[0]["over"]:
            action = game.choose()
            game.answer(action)
            other.answer(action)
            assert game.games[0].tobytes() == other.games[0].tobytes()
            assert np.array_equal(game.events[: game.events[0, 0] + 1], other.events[: other.events[0, 0] + 1])


def test_an_optional_rule_that_does_something_in_a_plain_game_is_found_out_when_it_is_interpreted():
    program = """
from aw_env.core.engine.compiling import optional, rule
from aw_env.core.engine.layout import readable_type
import numpy as np

@optional(otherwise=False)
@rule
def storm(book):
    return book.force > 0

plain, other = (np.zeros(1, readable_type(np.dtype([*mark, ("force", "i8")]))) for mark in ([("plain", "i1")], []))
assert storm(plain[0]) == False
plain["force"] = other["force"] = 1
assert storm(other[0])
storm(plain[0])
"""
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, env={"NUMBA_DISABLE_JIT": "1"}
    )
    assert ran.stderr.rstrip().endswith("AssertionError: storm gives True in a game without optional rules")
