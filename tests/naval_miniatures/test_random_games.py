"""Random battles by the hundred, in which every invariant holds after every decision."""

import os
import subprocess
import sys
from collections import Counter

import numpy as np
import pytest

from aw_env.core.engine.compiling import INTERPRETED
from aw_env.core.engine.events import HEADER, WHISPERED
from aw_env.games.naval_miniatures.printed import load
from aw_env.games.naval_miniatures.records.terms import FLEET, Event, Side
from tests.naval_miniatures.random_games import PLAYED, by_officer, digests, games, new_game
from tests.naval_miniatures.uses import Abilities, CountedGame, drawn_from
from tests.random_play import RandomGame

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


def test_fleets_are_drawn_from_a_few_cards():
    cards, scenario = load.shipped().cards, drawn_from((["hms_hood", "hms_ajax"], ()), "random")
    for seed in range(20):
        game = RandomGame(PLAYED, scenario, seed).games[0]
        fleets = [game["card"][side * FLEET :][: game["fleet"][side]].tolist() for side in Side]
        allies, axis = ({cards[card].id for card in fleet} for fleet in fleets)
        assert allies <= {"hms_hood", "hms_ajax"} and axis.isdisjoint(allies)


@pytest.mark.slow
def test_uses_are_counted_as_events_tell_of_them():
    """Of smoke every use is; of a roll for speed none more than there are."""
    scenario = load.scenario("random")
    abilities = Abilities(scenario.books[0])
    uses, told = np.zeros(len(abilities.names), np.int64), Counter()
    for seed in range(12):
        game = CountedGame(scenario, seed, abilities, uses)
        while not game.over:
            game.answer(game.choose())
            told.update({Event(int(row[0]) % WHISPERED) for row in game.events[1 : game.events[HEADER, 0] + 1]})
    counted = dict(zip(abilities.names, uses.tolist(), strict=True))
    assert counted["lay_smoke_screen"] == told[Event.SMOKE] > 0
    assert 0 < counted["slow"] <= told[Event.SPEED_ROLL]
    assert counted["determination"] <= told[Event.ENDURES]
