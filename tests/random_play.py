"""Random games in which every invariant is checked after every decision, of any game with a seat a side."""

import hashlib
import sys
from dataclasses import dataclass
from random import Random
from types import ModuleType
from typing import Any

import numpy as np

from aw_env.core.engine.compiling import INTERPRETED, records
from aw_env.core.engine.events import HEADER


@dataclass
class Played:
    """What random games are played with.

    face: the public module.  load: `printed.load`.  engine, terms: modules of the game.  check_soundness: of a record.
    invariants: module of its invariants.  officer: `decide` and the doctrines of its officer.  event_rows: events that
    a buffer holds.  whims: answers that some of the players never give while they have others, so that games differ
    more than chance alone.  most: no game takes more decisions.
    """

    face: ModuleType
    load: ModuleType
    engine: ModuleType
    terms: ModuleType
    check_soundness: Any
    invariants: ModuleType
    officer: tuple[Any, np.ndarray]
    event_rows: int
    whims: list[Any]
    most: int

    def games(self, name, seeds, is_checked=True):
        """Random games of a scenario: "random+year=1942" has an option."""
        name, *options = name.split("+")
        scenario = self.load.scenario(name, options)
        for seed in seeds:
            yield RandomGame(self, scenario, seed, is_checked)

    def new_game(self, name, seed):
        """The same game as the faces play it."""
        name, *options = name.split("+")
        return self.face.game(name, options, seed)

    def by_officer(self, game):
        """The officer's answer in a random game."""
        decide, doctrines = self.officer
        return int(decide(game.books, game.games, 0, game.mask, doctrines))

    def digests(self, name, seeds, is_checked=True):
        """For each game a digest over its record and what may be answered, after every decision."""
        for game in self.games(name, seeds, is_checked):
            total = hashlib.sha256(game.bytes() + game.mask.tobytes())
            while not game.over:
                game.answer(game.choose())
                total.update(game.bytes() + game.mask.tobytes())
            yield total.hexdigest()

    def main(self):
        """Print the digests of as many games of scenarios as the command says: `random 10 standard+year=1942 50`.

        Interpreted, no invariant is checked: they take four times as long as the rules, and hold of the compiled games
        with which these are compared.
        """
        for scenario, count in zip(sys.argv[1::2], sys.argv[2::2], strict=True):
            for found in self.digests(scenario, range(int(count)), is_checked=not INTERPRETED):
                print(found, flush=True)


class RandomGame:
    """A game between random players.  is_checked: whether every invariant is, after every decision."""

    def __init__(self, played, scenario, seed, is_checked=True):
        terms, invariants = played.terms, played.invariants
        self.played, self.scenario, self.seed, self.draws, self.answers = played, scenario, seed, Random(seed), []
        self.is_checked = is_checked
        self.books, self.games = scenario.books, records(scenario.templates.dtype, 2)
        self.mask, self.trial_mask = np.zeros(terms.ACTIONS, np.int8), np.zeros(terms.ACTIONS, np.int8)
        width = terms.EVENT_FIELDS + terms.EVENT_DICE
        self.watches, self.events = records(invariants.WATCH, 1), np.zeros((played.event_rows, width), np.int16)
        self.no_events = np.zeros((1, width), np.int16)
        self.shunned = {int(option) for option in played.whims if self.draws.random() < 0.25}
        legal = played.engine.start(self.books, scenario.templates, self.games, 0, seed, self.mask, self.no_events)
        invariants.begin_watch(self.books, self.games, 0, self.watches, 0)
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
        self.check(self.played.engine.apply(self.books, self.games, 0, action, self.mask, self.events))

    def check(self, legal):
        """What holds after every decision."""
        if not self.is_checked:
            return
        invariants = self.played.invariants
        broken = invariants.check(self.books, self.games, 0, self.watches, 0, self.mask, legal, self.events)
        assert broken == 0, f"{invariants.Broken(broken).name} in {self}"

    def try_every_answer(self):
        """The record can be saved, and every answer that the mask allows leads on to a decision or the end, as is found
        on copies."""
        self.played.check_soundness(self.books[0], self.scenario.templates[0], self.games[:1])
        for action in np.flatnonzero(self.mask):
            self.games[1] = self.games[0]
            legal = self.played.engine.apply(self.books, self.games, 1, action, self.trial_mask, self.no_events)
            assert (legal > 0) != (self.games["over"][1] == 1), f"no way on after {action} in {self}"

    def play(self, try_every=40):
        """Play on to the end; at one in `try_every` decisions every legal answer is tried."""
        while not self.over:
            if self.draws.random() * try_every < 1:
                self.try_every_answer()
            self.answer(self.choose())
            assert len(self.answers) < self.played.most, f"no end in sight: {self}"

    def bytes(self):
        """The record, byte by byte."""
        return self.games[:1].view(np.uint8).tobytes()
