"""Checks of whole campaigns that take too long for every run: `python -m tests.long_checks --help`.

    python -m tests.long_checks invariants campaign 500
    python -m tests.long_checks --game war_at_sea invariants war_at_sea 5000

What each says is said by a test as well, over fewer games.
"""

import argparse
import os
import subprocess
import sys
import time
from importlib import import_module

import numpy as np
from tqdm import tqdm

from aw_env.games import FIRST
from tests import divided_faces, idle_questions, twins
from tests import peeking as peeking_pairs
from tests.test_orders import play_and_check

PLAYED = {
    "admirals_war": "tests.random_games",
    "war_at_sea": "tests.war_at_sea.random_games",
    "naval_miniatures": "tests.naval_miniatures.random_games",
    "world_at_war": "tests.world_at_war.random_games",
}
"""The module that plays random games of each game; the checks are handed it."""


def invariants(played, name, count):
    """Random games, every invariant after every decision."""
    for game in tqdm(played.games(name, range(count)), total=count):
        game.play(try_every=200)


def scripted(played, name, count):
    """Games of the staff officer against itself, every invariant after every decision."""
    for game in tqdm(played.games(name, range(count)), total=count):
        play_by_officer(played, game)


def play_by_officer(played, game):
    """The rest of a game, all seats played by the staff officer, with every invariant after every decision."""
    game.choose = lambda: played.by_officer(game)
    game.play(try_every=200)


def points(played, name, count):
    """At random points of random games: a game saved and restored, a copy, and a replay of the answers so far are the
    game, and end as it does.  Ten points a game."""

    def new(seed):
        return played.new_game(name, seed)

    for game in tqdm(played.games(name, range(count // 10)), total=count // 10, unit=" ten points"):
        game.play(try_every=1e9)
        answers, ends = game.answers, game.bytes()
        replayed = new(game.seed)
        chosen = set(np.random.default_rng(game.seed).choice(len(answers), 10, replace=False).tolist())
        for at, action in enumerate(answers):
            if at in chosen:
                check_point(replayed, new, game.seed, answers, at, ends)
            replayed.apply(action)


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


def other_process(played, name, count, **environment):
    """The same games in a process with other settings of the compiler are the same after every decision."""
    command = [sys.executable, "-m", played.__name__, name, str(count)]
    with subprocess.Popen(command, env={**os.environ, **environment}, stdout=subprocess.PIPE, text=True) as other:
        pairs = zip(played.digests(name, range(count)), other.stdout, strict=True)
        for seed, (ours, theirs) in enumerate(tqdm(pairs, total=count)):
            assert ours == theirs.strip(), f"{name}, seed {seed}"


def interpreted(played, name, count):
    """Interpreted and compiled games are the same, byte by byte after every decision."""
    other_process(played, name, count, NUMBA_DISABLE_JIT="1")


def bounds(played, name, count):
    """Games in which every index is checked are the same, byte by byte after every decision."""
    other_process(played, name, count, NUMBA_BOUNDSCHECK="1")


def sets(played, name, count):
    """Random games with each optional rule alone, and with random legal sets of them in which every pair that may be
    played together is: for each number of players in turn, every invariant after every decision.  So many a set."""
    for game in games_of_sets(played, name, count):
        game.play(try_every=200)


def scripted_sets(played, name, count):
    """The same sets, played by the staff officer against itself."""
    for game in games_of_sets(played, name, count):
        play_by_officer(played, game)


def games_of_sets(played, name, count):
    """So many games with each set of optional rules, for each number of players in turn, each of another seed."""
    tables = len(played.TABLES)
    for number, chosen in enumerate(tqdm(played.option_sets(name))):
        for players in played.TABLES:
            seeds = range(number * count, (number + 1) * count, tables)
            yield from played.games("+".join([name + players, *chosen]), seeds)


def interpreted_sets(played, name, count):
    """Interpreted and compiled games are the same with so many of the sets, the last of them, a game each, for each
    number of players in turn."""
    for number, chosen in enumerate(played.option_sets(name)[-count:]):
        interpreted(played, "+".join([name + played.TABLES[number % len(played.TABLES)], *chosen]), 1)


def secrets(_, name, count):
    """Pairs of games that differ only in hidden submarines: the seats of the other side are told the same and the same
    dice are rolled, for two and four players in turn and both sides; prints how many decisions were compared a pair."""
    scenario, *options = name.split("+")
    compared = []
    for seed in tqdm(range(count)):
        settings = {"scenario": scenario, "options": tuple(options), "words_at": 1000}
        pair = twins.compare(2 + 2 * (seed % 2), seed, seed // 2 % 2, **settings)
        compared.append(pair.compared)
    print(f"compared a pair: median {np.median(compared):.0f}, least {min(compared)}, in all {sum(compared):,}")


def faces(_, name, count):
    """Pairs of games that differ only in how the American seat divided the faces (§23.2): the other seats are told the
    same and the same dice are rolled, for two and four players in turn; prints how many decisions were compared a
    pair."""
    options = name.split("+")[1:] or divided_faces.TENSION
    compared = [divided_faces.compare(2 + 2 * (seed % 2), seed, options, words_at=100) for seed in tqdm(range(count))]
    print(f"compared a pair: median {np.median(compared):.0f}, least {min(compared)}, in all {sum(compared):,}")


def interruptions(_, name, count):
    """So many steps of a batch of Midway, most of them broken off by an alarm: the games are as those of a batch that
    is not disturbed; prints how many were broken off."""
    subprocess.run([sys.executable, "-c", f"from tests.test_interruptions import main; main({count})"], check=True)


def peeking(_, name, count):
    """Pairs of games that differ only in a secret (§7.22, §23.2, §26), for two and four players in turn: a search gives
    the same answer and says the same of its choices; prints at how many decisions."""
    searched = [peeking_pairs.compare(seed) for seed in tqdm(range(count))]
    print(f"searched {sum(searched):,} decisions, of {np.count_nonzero(searched)} pairs")


def printed(_, name, count):
    """Games of the officer and of random play in turn: each choice of every decision, typed as it is printed, is
    understood as itself."""
    scenario, _, players = name.partition("/")
    for seed in tqdm(range(count)):
        play_and_check(scenario, int(players or 2), ("scripted", "random")[seed % 2], seed // 2, most=10**6)


def questions(played, name, count):
    """Both answers to each question with two of random games are played on, with several dice: no kind of question is
    one whose answer never matters; prints how many of each did not."""
    games = (played.new_game(name, seed) for seed in range(count))
    asked, mattered = idle_questions.count(tqdm(games, total=count))
    for kind, times in asked.most_common():
        print(f"{times - mattered[kind]:7,} of {times:7,}  {kind}")
    never = {kind for kind, times in asked.items() if times >= idle_questions.ENOUGH and not mattered[kind]}
    assert never <= idle_questions.ORDER_ALONE, f"never matters: {sorted(never)}"


OF_EVERY_GAME = (invariants, scripted, points, interpreted, bounds, sets, scripted_sets, interpreted_sets, questions)
OF_THE_FIRST = (secrets, faces, peeking, printed, interruptions)
"""Checks of what only Admirals' War has, or that are made with it: hidden submarines, divided faces, orders by name."""
CHECKS = {check.__name__: check for check in (*OF_EVERY_GAME, *OF_THE_FIRST)}


def main():
    """One check."""
    parser = argparse.ArgumentParser(
        description="Checks of many games.",
        epilog="; ".join(f"{name}: {check.__doc__}" for name, check in CHECKS.items()),
    )
    parser.add_argument("--game", choices=PLAYED, default=FIRST)
    parser.add_argument("check", choices=CHECKS)
    parser.add_argument(
        "scenario", help='for example "campaign", "campaign/4" for four players, "campaign+argus" with an optional rule'
    )
    parser.add_argument("count", type=int)
    given = parser.parse_args()
    check = CHECKS[given.check]
    if given.game != FIRST and check in OF_THE_FIRST:
        parser.error(f"{given.check} is a check of {FIRST} alone")
    begun = time.perf_counter()
    check(import_module(PLAYED[given.game]), given.scenario, given.count)
    print(f"{given.check}: {given.count:,} of {given.scenario}, all well, in {time.perf_counter() - begun:,.0f} s")


if __name__ == "__main__":
    main()
