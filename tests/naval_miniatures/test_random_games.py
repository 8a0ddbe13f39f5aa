"""Random battles by the hundred, in which every invariant holds after every decision."""

import os
import subprocess
import sys

import pytest

from aw_env.core.engine.compiling import INTERPRETED
from tests.naval_miniatures.random_games import by_officer, digests, games, new_game

SCENARIOS = ["standard", "random", "house", "convoy", "random+historical+year=1943", "standard+exercise", "leyte"]


@pytest.mark.parametrize("name", SCENARIOS)
def test_random_battles_keep_every_invariant(name):
    for game in games(name, range(20)):
        game.play()


@pytest.mark.parametrize("name", ["random", "convoy", "leyte"])
def test_battles_of_the_officer_keep_every_invariant(name):
    for game in games(name, range(10)):
        while not game.over:
            game.answer(by_officer(game))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "count"), [("random", 1000), ("standard", 300), ("convoy", 200), ("major_500", 60)])
def test_many_random_battles_keep_every_invariant(name, count):
    for game in games(name, range(1_000_000, 1_000_000 + count)):
        game.play()


@pytest.mark.parametrize("name", ["standard", "convoy"])
def test_a_seed_and_its_answers_replay_a_battle(name):
    for game in games(name, range(2)):
        game.play()
        replayed = new_game(name, game.seed)
        for action in game.answers:
            assert not replayed.ended
            replayed.apply(action)
        assert replayed.ended and replayed.result == game.games["result"][0]
        assert replayed.dice_rolled == game.games["dice_rolled"][0]


@pytest.mark.skipif(INTERPRETED, reason="needs the compiler")
def test_interpreted_battles_are_the_same():
    interpreted = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-m", "tests.naval_miniatures.random_games", "random", "2", "standard", "1"]
    found = subprocess.run(command, env=interpreted, capture_output=True, text=True, check=True)
    assert found.stdout.split() == [*digests("random", range(2)), *digests("standard", range(1))]
