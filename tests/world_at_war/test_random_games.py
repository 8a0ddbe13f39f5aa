"""Random games by the hundred, in which every invariant holds after every decision."""

import pytest

from tests.world_at_war.random_games import games, new_game

ALL_OPTIONS = "raiders_long+harbour_attack+submarine_warfare+axis_suez+raider_carrier"

LANDINGS = "night_express+landings+carriers"


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("raiders", 200),
        ("raiders_long", 30),
        (ALL_OPTIONS, 30),
        ("night_express", 200),
        ("night_express+pacific_raiders", 60),
        (LANDINGS, 200),
    ],
)
def test_random_games_keep_every_invariant(name, count):
    for game in games(name, range(count)):
        game.play()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("raiders", 1000),
        ("raiders_long", 200),
        (ALL_OPTIONS, 200),
        ("night_express", 3000),
        ("night_express+pacific_raiders", 500),
        (LANDINGS, 2000),
    ],
)
def test_many_random_games_keep_every_invariant(name, count):
    for game in games(name, range(1_000_000, 1_000_000 + count)):
        game.play()


@pytest.mark.parametrize("name", ["raiders", "raiders_long", "night_express", LANDINGS])
def test_a_seed_and_its_answers_replay_a_game(name):
    for game in games(name, range(2)):
        game.play()
        replayed = new_game(name, game.seed)
        for action in game.answers:
            assert not replayed.ended
            replayed.apply(action)
        assert replayed.ended and replayed.result == game.games["result"][0]
        assert replayed.dice_rolled == game.games["dice_rolled"][0]
