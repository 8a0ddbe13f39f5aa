"""Checks of whole campaigns that take too long for every run: `python -m tests.long_checks --help`.

What each says is said by a test as well, over fewer games.
"""

import argparse
import os
import subprocess
import sys

import numpy as np
from tqdm import tqdm

from aw_agents.admirals_war.officer.doctrine import STANDING
from aw_agents.admirals_war.officer.officer import decide
from aw_env import admirals_war_v0
from tests import twins
from tests.option_sets import option_sets
from tests.random_games import digests, games
from tests.test_orders import play_and_check


def invariants(name, count):
    """Random games, every invariant after every decision."""
    for game in tqdm(games(name, range(count)), total=count):
        game.play(try_every=200)


def scripted(name, count):
    """Games of the staff officer against itself, every invariant after every decision."""
    for game in tqdm(games(name, range(count)), total=count):
        play_by_officer(game)


def play_by_officer(game):
    """The rest of a game, all seats played by the staff officer, with every invariant after every decision."""
    game.choose = lambda: int(decide(game.books, game.games, 0, game.mask, STANDING))
    game.play(try_every=200)


def points(name, count):
    """At random points of random games: a game saved and restored, a copy, and a replay of the answers so far are the
    game, and end as it does.  Ten points a game."""
    scenario, *options = name.split("+")
    scenario, _, players = scenario.partition("/")

    def new(seed):
        return admirals_war_v0.game(scenario, int(players or 2), options, seed=seed)

    for game in tqdm(games(name, range(count // 10)), total=count // 10, unit=" ten points"):
        game.play(try_every=1e9)
        answers, ends = game.answers, game.bytes()
        played = new(game.seed)
        chosen = set(np.random.default_rng(game.seed).choice(len(answers), 10, replace=False).tolist())
        for at, action in enumerate(answers):
            if at in chosen:
                check_point(played, new, game.seed, answers, at, ends)
            played.apply(action)


def check_point(played, new, seed, answers, at, ends):
    """Three ways to the position after `answers[:at]`; each goes on to the same end."""
    restored, copy, replayed = new(seed + 1), played.clone(), new(seed)
    restored.restore(played.save())
    for action in answers[:at]:
        replayed.apply(action)
    for other in (restored, copy, replayed):
        assert other.save() == played.save(), f"seed {seed}, decision {at}"
        for action in answers[at:]:
            other.apply(action)
        assert other._games[:1].view(np.uint8).tobytes() == ends, f"seed {seed}, decision {at}"


def other_process(name, count, **environment):
    """The same games in a process with other settings of the compiler are the same after every decision."""
    command = [sys.executable, "-m", "tests.random_games", name, str(count)]
    with subprocess.Popen(command, env={**os.environ, **environment}, stdout=subprocess.PIPE, text=True) as other:
        pairs = zip(digests(name, range(count)), other.stdout, strict=True)
        for seed, (ours, theirs) in enumerate(tqdm(pairs, total=count)):
            assert ours == theirs.strip(), f"{name}, seed {seed}"


def interpreted(name, count):
    """Interpreted and compiled games are the same, byte by byte after every decision."""
    other_process(name, count, NUMBA_DISABLE_JIT="1")


def bounds(name, count):
    """Games in which every index is checked are the same, byte by byte after every decision."""
    other_process(name, count, NUMBA_BOUNDSCHECK="1")


def sets(name, count):
    """Random games with each optional rule alone, and with random legal sets of them in which every pair that may be
    played together is: for two and four players in turn, every invariant after every decision.  So many games a set."""
    for game in games_of_sets(name, count):
        game.play(try_every=200)


def scripted_sets(name, count):
    """The same sets, played by the staff officer against itself."""
    for game in games_of_sets(name, count):
        play_by_officer(game)


def games_of_sets(name, count):
    """So many games with each set of optional rules, for two and four players in turn, each with a seed of its own."""
    for number, chosen in enumerate(tqdm(option_sets(name))):
        for players in ("", "/4"):
            yield from games("+".join([name + players, *chosen]), range(number * count, (number + 1) * count, 2))


def interpreted_sets(name, count):
    """Interpreted and compiled games are the same with so many of the random sets, a game each, for two and four
    players in turn."""
    for number, chosen in enumerate(option_sets(name)[-count:]):
        interpreted("+".join([name + ("", "/4")[number % 2], *chosen]), 1)


def secrets(name, count):
    """Pairs of games that differ only in hidden submarines: the seats of the other side are told the same and the same
    dice are rolled, for two and four players in turn and both sides; prints how many decisions were compared a pair."""
    scenario, *options = name.split("+")
    compared = []
    for seed in tqdm(range(count)):
        settings = {"scenario": scenario, "options": tuple(options), "words_at": 1000}
        pair = twins.compare(2 + 2 * (seed % 2), seed, seed // 2 % 2, **settings)
        compared.append(pair.compared)
    print(f"compared a pair: median {np.median(compared):.0f}, least {min(compared)}, in all {sum(compared):,}")


def printed(name, count):
    """Games of the officer and of random play in turn: each choice of every decision, typed as it is printed, is
    understood as itself."""
    scenario, _, players = name.partition("/")
    for seed in tqdm(range(count)):
        play_and_check(scenario, int(players or 2), ("scripted", "random")[seed % 2], seed // 2, most=10**6)


ALL = (invariants, scripted, points, interpreted, bounds, sets, scripted_sets, interpreted_sets, secrets, printed)
CHECKS = {check.__name__: check for check in ALL}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description="Checks of many games.",
        epilog="; ".join(f"{name}: {check.__doc__}" for name, check in CHECKS.items()),
    )
    parser.add_argument("check", choices=CHECKS)
    parser.add_argument(
        "scenario", help='for example "campaign", "campaign/4" for four players, "campaign+argus" with an optional rule'
    )
    parser.add_argument("count", type=int)
    given = parser.parse_args()
    CHECKS[given.check](given.scenario, given.count)
    print(f"{given.check}: {given.count:,} of {given.scenario}, all well")
