"""Thousands of random games, in which every invariant of `tests.invariants` holds after every decision.

`midway` and `engagement` are the scenarios; a `melee` is a random position of both theatres that lasts two turns.
"""

import os
import subprocess
import sys

import numpy as np
import pytest

from aw_env import admirals_war_v0
from aw_env.core.engine.compiling import INTERPRETED
from aw_env.games.admirals_war import engine
from aw_env.games.admirals_war.records.terms import AREAS, Decision
from tests.invariants import Broken, begin_watch, check
from tests.random_games import digests, games, melee, scenario

SOME = [("midway", 300), ("engagement", 300), ("melee", 60)]
SOME += [("campaign", 10), ("campaign/4", 10), ("atlantic", 10), ("atlantic/4", 5), ("pacific", 10), ("pacific/4", 5)]
MANY = [("midway", 4000), ("engagement", 4000), ("melee", 800)]
MANY += [("campaign", 80), ("campaign/4", 80), ("atlantic", 50), ("atlantic/4", 30), ("pacific", 50), ("pacific/4", 30)]
SHORT_AND_LONG = [("midway", 20), ("engagement", 20), ("campaign", 1), ("campaign/4", 1)]


def play_all(name, seeds):
    """Play random games to their ends."""
    for game in games(name, seeds):
        game.play()


@pytest.mark.parametrize(("name", "count"), SOME)
def test_random_games_keep_every_invariant(name, count):
    play_all(name, range(count))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "count"), MANY)
def test_many_random_games_keep_every_invariant(name, count):
    """Of hundreds of campaigns: `python -m tests.long_checks invariants campaign 500`."""
    play_all(name, range(1_000_000, 1_000_000 + count))


@pytest.mark.parametrize(("name", "seed"), [("campaign", 705), ("campaign", 1248), ("campaign/4", 1248)])
def test_games_in_which_an_invariant_was_broken_once(name, seed):
    play_all(name, [seed])


def game_of(name, seed):
    """The same scenario as a face of `aw_env` has it."""
    scenario, _, players = name.partition("/")
    return admirals_war_v0.game(scenario, int(players or 2), seed=seed)


@pytest.mark.parametrize(("name", "count"), SHORT_AND_LONG)
def test_a_seed_and_its_answers_replay_a_game(name, count):
    for game in games(name, range(count)):
        game.play()
        replayed = game_of(name, game.seed)
        for action in game.answers:
            assert not replayed.ended
            replayed.apply(action)
        assert replayed.ended and replayed.result == game.games["result"][0]
        assert replayed.dice_rolled == game.games["dice_rolled"][0]


@pytest.mark.parametrize(("name", "count"), [*SHORT_AND_LONG, ("melee", 20)])
def test_a_copy_of_a_game_goes_on_like_the_game(name, count):
    for game in games(name, range(count)):
        game.play()
        answers, ends = game.answers, game.bytes()
        game.start(game.seed)
        for action in answers[: len(answers) // 2]:
            game.answer(action)
        copy = game.games[:1].copy()
        for action in answers[len(answers) // 2 :]:
            engine.apply(game.books, copy, 0, action, game.trial_mask, game.no_events)
        assert copy.view(np.uint8).tobytes() == ends
        assert game.bytes() != ends  # the game itself has not moved


@pytest.mark.parametrize(("name", "count"), SHORT_AND_LONG)
def test_a_game_saved_and_restored_at_any_time_ends_alike(name, count):
    for game in games(name, range(1, count + 1)):
        game.play()
        at = game.seed * len(game.answers) // (count + 1)
        first, second = game_of(name, game.seed), game_of(name, 999)
        for action in game.answers[:at]:
            first.apply(action)
        second.restore(first.save())
        for action in game.answers[at:]:
            first.apply(action)
            second.apply(action)
        assert first.save() == second.save()


def check_against(counts, **environment):
    """Games played with other settings of the compiler are the same, byte by byte after every decision."""
    arguments = [str(argument) for pair in counts.items() for argument in pair]
    command = [sys.executable, "-m", "tests.random_games", *arguments]
    done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [found for name, count in counts.items() for found in digests(name, range(count))]


@pytest.mark.slow
def test_a_hundred_interpreted_games_are_the_compiled_ones():
    """Of whole campaigns: `python -m tests.long_checks interpreted campaign 1`."""
    counts = {"midway": 15, "engagement": 80, "melee": 5, "atlantic/4": 1, "pacific/4": 1}
    check_against(counts, NUMBA_DISABLE_JIT="0" if INTERPRETED else "1")


@pytest.mark.slow
def test_with_bounds_checked_games_are_the_same():
    """Of hundreds of campaigns: `python -m tests.long_checks bounds campaign 500`."""
    check_against(
        {"midway": 100, "engagement": 200, "melee": 50, "campaign": 10, "pacific/4": 5}, NUMBA_BOUNDSCHECK="1"
    )


# --- the invariants themselves -------------------------------------------------------------------------


def spoilt(change):
    """What the checker says of a game of Midway, when combat begins, in which something is changed by hand."""
    for game in games("midway", [3]):
        while game.games["decision"][0] != Decision.COMBAT_AREA:
            game.answer(game.choose())
        begin_watch(game.books, game.games, 0, game.watches, 0)
        game.events[0, 0] = 0
        change(game)
        legal = int(game.mask.sum())
        return Broken(check(game.books, game.games, 0, game.watches, 0, -1, game.mask, legal, game.events))


def unit_at_sea(game):
    return next(unit for unit in game.games["roster"][0] if 0 <= game.games["place"][0, unit] < AREAS)


def empty_mask(game):
    game.mask[:] = 0


def move_a_unit(game):
    game.games["place"][0, unit_at_sea(game)] += 1


def lose_a_unit(game):
    game.games["roster"][0, game.games["units"][0] - 1] = -1


def award_a_point(game):
    game.games["victory_points"][0, 1] += 1


def turn_a_flag(game):
    game.games["flag"][0, scenario("midway")[1]["flag"][0].argmax()] = -1


def damage_beyond_armor(game):
    game.games["damage"][0, unit_at_sea(game)] = 19


def fill_the_stack(game):
    game.games["depth"] = 13


def change_sides(game):
    game.games["seat"] = 1 - game.games["seat"]


@pytest.mark.parametrize(
    ("change", "broken"),
    [
        (empty_mask, Broken.MASK_IS_EMPTY),
        (move_a_unit, Broken.PLACE_WITHOUT_EVENT),
        (lose_a_unit, Broken.ROSTER_CHANGED),
        (award_a_point, Broken.POINTS_WITHOUT_EVENT),
        (turn_a_flag, Broken.FLAG_WITHOUT_EVENT),
        (damage_beyond_armor, Broken.DAMAGE_AT_SEA),
        (fill_the_stack, Broken.STACK_DEPTH),
        (change_sides, Broken.SEAT),
    ],
)
def test_the_checker_notices_what_it_should(change, broken):
    assert spoilt(lambda game: None) == Broken.NOTHING
    assert spoilt(change) == broken


def test_positions_of_a_melee_differ():
    assert melee(1)[1].tobytes() != melee(2)[1].tobytes()
