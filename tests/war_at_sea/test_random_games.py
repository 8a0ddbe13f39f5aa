"""Random games by the hundred, in which every invariant holds after every decision."""

import os
import subprocess
import sys

import pytest

from aw_env.core.engine.compiling import INTERPRETED
from tests.war_at_sea.random_games import digests, games, new_game

ALL_OPTIONS = "war_at_sea+lighter_battleships+u_boats_accumulate+face_down"


@pytest.mark.parametrize(("name", "count"), [("barents", 200), ("war_at_sea", 12), (ALL_OPTIONS, 6)])
def test_random_games_keep_every_invariant(name, count):
    for game in games(name, range(count)):
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
        replayed = new_game(name, game.seed)
        for action in game.answers:
            assert not replayed.ended
            replayed.apply(action)
        assert replayed.ended and replayed.result == game.games["result"][0]
        assert replayed.dice_rolled == game.games["dice_rolled"][0]


@pytest.mark.skipif(INTERPRETED, reason="needs the compiler")
def test_interpreted_games_are_the_same():
    interpreted = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-m", "tests.war_at_sea.random_games", "barents", "3", "war_at_sea", "1"]
    found = subprocess.run(command, env=interpreted, capture_output=True, text=True, check=True)
    assert found.stdout.split() == [*digests("barents", range(3)), *digests("war_at_sea", range(1))]
