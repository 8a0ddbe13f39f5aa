"""Random games by the hundred, in which every invariant holds after every decision."""

import hashlib
import os
import subprocess
import sys

import pytest

from aw_env import war_at_sea_v0
from aw_env.core.engine.compiling import INTERPRETED
from tests.war_at_sea.random_games import games

ALL_OPTIONS = ("lighter_battleships", "u_boats_accumulate", "face_down")


@pytest.mark.parametrize(
    ("name", "count", "options"), [("barents", 200, ()), ("war_at_sea", 12, ()), ("war_at_sea", 6, ALL_OPTIONS)]
)
def test_random_games_keep_every_invariant(name, count, options):
    for game in games(name, range(count), options):
        game.play()


@pytest.mark.slow
@pytest.mark.parametrize(("name", "count"), [("barents", 3000), ("war_at_sea", 100)])
def test_many_random_games_keep_every_invariant(name, count):
    for game in games(name, range(1_000_000, 1_000_000 + count)):
        game.play()


@pytest.mark.parametrize("name", ["barents", "war_at_sea"])
def test_a_seed_and_its_answers_replay_a_game(name):
    for game in games(name, range(2)):
        game.play()
        replayed = war_at_sea_v0.game(name, seed=game.seed)
        for action in game.answers:
            assert not replayed.ended
            replayed.apply(action)
        assert replayed.ended and replayed.result == game.games["result"][0]
        assert replayed.dice_rolled == game.games["dice_rolled"][0]


def digest(name, seed):
    """A digest over the record after every decision of a random game."""
    game = next(games(name, [seed]))
    total = hashlib.sha256(game.bytes())
    while not game.over:
        game.answer(game.choose())
        total.update(game.bytes())
    return total.hexdigest()


@pytest.mark.skipif(INTERPRETED, reason="needs the compiler")
def test_interpreted_games_are_the_same():
    here = "from tests.war_at_sea.test_random_games import digest"
    program = f"{here}; print(digest('barents', 3), digest('war_at_sea', 3))"
    interpreted = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-c", program]
    found = subprocess.run(command, env=interpreted, capture_output=True, text=True, check=True)
    assert found.stdout.split() == [digest("barents", 3), digest("war_at_sea", 3)]
