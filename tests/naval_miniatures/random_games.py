"""Random games in which every invariant is checked after every decision; run as a program it prints a digest of each,
for comparison.

python -m tests.naval_miniatures.random_games random 10 standard+year=1942 50
"""

import hashlib
import sys
from itertools import combinations
from random import Random

import numpy as np

from aw_agents.naval_miniatures.officer.doctrine import STANDING
from aw_agents.naval_miniatures.officer.officer import decide
from aw_env import naval_miniatures_v0
from aw_env.core.engine.compiling import records
from aw_env.core.engine.events import HEADER
from aw_env.games.naval_miniatures import engine
from aw_env.games.naval_miniatures.game import EVENT_ROWS
from aw_env.games.naval_miniatures.printed import load
from aw_env.games.naval_miniatures.records.state import GAME
from aw_env.games.naval_miniatures.records.terms import ACTIONS, EVENT_DICE, EVENT_FIELDS, Option
from aw_env.games.naval_miniatures.soundness import check_soundness
from tests.naval_miniatures.invariants import WATCH, Broken, begin_watch, check

TABLES = ("",)
"""What a scenario's name ends in for each number of players."""
OPTIONS = ("historical", "exercise", "year=1942", "points=200", "layout=3", "first=axis", "turns=20", "quiet=4")
MOST_DECISIONS = 65_536
"""No game takes more."""
WHIMS = [Option.END, Option.DECLINE, Option.USE, Option.LAND_BASE, Option.SMOKE]
"""Answers that some of the players never give while they have others, so that games differ more than chance alone."""


class RandomGame:
    """A game between random players."""

    def __init__(self, scenario, seed):
        self.scenario, self.seed, self.draws, self.answers = scenario, seed, Random(seed), []
        self.books, self.games = scenario.books, records(GAME, 2)
        self.mask, self.trial_mask = np.zeros(ACTIONS, np.int8), np.zeros(ACTIONS, np.int8)
        self.watches, self.events = records(WATCH, 1), np.zeros((EVENT_ROWS, EVENT_FIELDS + EVENT_DICE), np.int16)
        self.no_events = np.zeros((1, EVENT_FIELDS + EVENT_DICE), np.int16)
        self.shunned = {int(option) for option in WHIMS if self.draws.random() < 0.25}
        legal = engine.start(self.books, scenario.templates, self.games, 0, seed, self.mask, self.no_events)
        begin_watch(self.books, self.games, 0, self.watches, 0)
        self.check(legal)

    def __str__(self):
        return f"{self.scenario.name}, seed {self.seed}, after {len(self.answers)} decisions"

    @property
    def over(self):
        """Whether it has ended."""
        return self.games["over"][0] == 1

    def choose(self):
        """A random legal answer, not one of those shunned if there is another."""
        legal = np.flatnonzero(self.mask).tolist()
        return self.draws.choice([action for action in legal if action not in self.shunned] or legal)

    def answer(self, action):
        """Answer the decision and check."""
        self.answers.append(action)
        self.events[HEADER, 0] = 0
        self.check(engine.apply(self.books, self.games, 0, action, self.mask, self.events))

    def check(self, legal):
        """What holds after every decision."""
        broken = check(self.books, self.games, 0, self.watches, 0, self.mask, legal, self.events)
        assert broken == Broken.NOTHING, f"{Broken(broken).name} in {self}"

    def try_every_answer(self):
        """The record can be saved, and every answer that the mask allows leads on to a decision or the end, as is found
        on copies."""
        check_soundness(self.books[0], self.scenario.templates[0], self.games[:1])
        for action in np.flatnonzero(self.mask):
            self.games[1] = self.games[0]
            legal = engine.apply(self.books, self.games, 1, action, self.trial_mask, self.no_events)
            assert (legal > 0) != (self.games["over"][1] == 1), f"no way on after {action} in {self}"

    def play(self, try_every=40):
        """Play on to the end; at one in `try_every` decisions every legal answer is tried."""
        while not self.over:
            if self.draws.random() * try_every < 1:
                self.try_every_answer()
            self.answer(self.choose())
            assert len(self.answers) < MOST_DECISIONS, f"no end in sight: {self}"

    def bytes(self):
        """The record, byte by byte."""
        return self.games[:1].view(np.uint8).tobytes()


def games(name, seeds):
    """Random games of a scenario: "random+year=1942" has an option."""
    name, *options = name.split("+")
    scenario = load.scenario(name, options)
    for seed in seeds:
        yield RandomGame(scenario, seed)


def new_game(name, seed):
    """The same game as the faces play it."""
    name, *options = name.split("+")
    return naval_miniatures_v0.game(name, options, seed)


def by_officer(game):
    """The officer's answer in a random game."""
    return int(decide(game.books, game.games, 0, game.mask, STANDING))


def option_sets(name):
    """Each option alone, and every two of them."""
    return [chosen for size in (1, 2) for chosen in combinations(OPTIONS, size)]


def digests(name, seeds):
    """For each game a digest over its record after every decision."""
    for game in games(name, seeds):
        total = hashlib.sha256(game.bytes())
        while not game.over:
            game.answer(game.choose())
            total.update(game.bytes())
        yield total.hexdigest()


if __name__ == "__main__":
    for scenario, count in zip(sys.argv[1::2], sys.argv[2::2], strict=True):
        for found in digests(scenario, range(int(count))):
            print(found, flush=True)
