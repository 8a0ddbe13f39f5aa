"""Random games with the invariants on; run as a program it prints a digest of each, for comparison.

python -m tests.random_games midway 10 engagement 50 campaign/4 1 campaign+argus+greek_navy 5
"""

import hashlib
import sys
from functools import cache
from random import Random

import numpy as np

from aw_agents.admirals_war.officer.doctrine import STANDING
from aw_agents.admirals_war.officer.officer import decide
from aw_env import admirals_war_v0
from aw_env.core.engine.compiling import records
from aw_env.games.admirals_war import engine
from aw_env.games.admirals_war.printed import load
from aw_env.games.admirals_war.printed.packing import pack_book, pack_game
from aw_env.games.admirals_war.printed.scenario import ScenarioFile
from aw_env.games.admirals_war.records.limits import check_record
from aw_env.games.admirals_war.records.state import FRAMES, GAME
from aw_env.games.admirals_war.records.terms import (
    ACTIONS,
    AREAS,
    EVENT_DICE,
    EVENT_FIELDS,
    FIRST_BOX,
    FIRST_PORT,
    Option,
)
from aw_env.games.admirals_war.soundness import check_position
from tests.invariants import WATCH, Broken, begin_watch, check
from tests.option_sets import option_sets
from tests.positions import Position, names, printed

__all__ = ["TABLES", "by_officer", "digests", "games", "new_game", "option_sets"]

TABLES = ("", "/4")
"""What a scenario's name ends in for each number of players."""
MOST_DECISIONS = {"campaign": 20_000, "atlantic": 12_000, "pacific": 12_000}
"""No game of ten turns takes more, nor one of twelve with task forces (12,068 have been seen)."""
FEWER_DECISIONS = 3000
"""No game of one or two turns takes more."""
WHIMS = [Option.HOLD, Option.RETREAT, Option.REMAIN, Option.STAY, Option.NO_PURSUIT, Option.SILENT, Option.NEW_GROUP]
"""Answers that some of the players never give while they have others, so that games differ more than chance alone."""
PHASES = ["patrolling", "land_based_air", "amphibious", "raiding", "combat", "combat", "invasion", "control", "return"]
"""Steps of the turn at which a random position begins."""


@cache
def scenario(name):
    """Book and first position of a scenario: "campaign/4" is for four players, "campaign+argus+greek_navy" has two
    optional rules in play."""
    name, *options = name.split("+")
    name, _, players = name.partition("/")
    loaded = load.scenario(name, printed(), int(players or 2), options)
    return loaded.books, loaded.templates


def melee(seed):
    """Book and first position of a random position of both theatres that lasts two turns."""
    draws, known = Random(seed), names()
    areas = [place.id for place in known.places[:AREAS] if place]
    apart = {id for id, port in printed().board.ports.items() if port.option}  # Norway, on turn 0 alone (§20.2)
    ports = [place.id for place in known.places[FIRST_PORT:FIRST_BOX] if place and place.id not in apart]
    turn = draws.randint(3, 8)
    position = Position(draws.choice(PHASES), turn=turn, last_turn=turn + 1)
    crowded = draws.sample(areas, 5)
    for unit in draws.sample([unit for unit in known.units if unit.status == "core"], 60):
        printed_unit = printed().units[unit.number]
        state = {"damage": draws.choice([0, 0, draws.randint(0, printed_unit.armor or 0)])}
        state["raiding"] = printed_unit.raider_side and draws.random() < 0.5
        place = draws.choice(draws.choice([crowded, crowded, areas, ports]))
        position.with_units(unit.id, place=place, **state)
    for area in areas:
        position.flag(area, draws.choice(["none", "allies", "axis"]))
    for port in draws.sample(ports, 6):
        position.owned(port, draws.choice(["british", "japanese", "american", "german"]))
    file = ScenarioFile.model_validate(position.keys)
    return pack_book(printed(), file, 2), pack_game(printed(), file)


class RandomGame:
    """A game between random players, each decision of which is checked; another begins with `start`."""

    def __init__(self, books, templates, name):
        self.books, self.templates, self.name = books, templates, name
        self.games, self.watches = records(GAME, 2), records(WATCH, 2)
        self.mask = np.zeros(ACTIONS, np.int8)
        self.events = np.zeros((1024, EVENT_FIELDS + EVENT_DICE), np.int16)
        self.trial_mask, self.no_events = np.zeros_like(self.mask), np.zeros((1, EVENT_FIELDS + EVENT_DICE), np.int16)

    def start(self, seed):
        """Begin a game; its dice and its players come from the seed."""
        self.seed, self.answers = seed, []
        self.draws = Random(seed)
        self.shunned = {int(option) for option in WHIMS if self.draws.random() < 0.25}
        self.events[0, 0] = 0
        legal = engine.start(self.books, self.templates, self.games, 0, seed, self.mask, self.events)
        begin_watch(self.books, self.games, 0, self.watches, 0)
        self.events[0, 0] = 0
        self._check(-1, legal)

    def _check(self, action, legal):
        broken = check(self.books, self.games, 0, self.watches, 0, action, self.mask, legal, self.events)
        assert broken == Broken.NOTHING, f"{Broken(broken).name} in {self}"

    def __str__(self):
        return f"{self.name}, seed {self.seed}, after decision {len(self.answers)}: {self.answers}"

    def choose(self):
        """A random legal answer, not one of those shunned if there is another."""
        legal = np.flatnonzero(self.mask).tolist()
        liked = [action for action in legal if action not in self.shunned]
        return self.draws.choice(liked or legal)

    def answer(self, action):
        """Answer the decision and check."""
        self.answers.append(action)
        self.events[0, 0] = 0
        legal = engine.apply(self.books, self.games, 0, action, self.mask, self.events)
        self._check(action, legal)

    def try_every_answer(self):
        """The record can be saved, and every answer that the mask allows leads on to a decision or the end, as is found
        on copies of the game."""
        check_record(self.games[:1])
        check_position(self.books[0], self.templates[0], self.games[0])
        for action in np.flatnonzero(self.mask):
            self.games[1] = self.games[0]
            legal = engine.apply(self.books, self.games, 1, action, self.trial_mask, self.no_events)
            assert (legal > 0) != (self.games["over"][1] == 1), f"no way on after {action} in {self}"

    @property
    def over(self):
        """Whether the game has ended."""
        return self.games["over"][0] == 1

    def play(self, try_every=50):
        """Play on to the end; at one in `try_every` decisions every legal answer is tried."""
        while not self.over:
            if self.draws.random() * try_every < 1:
                self.try_every_answer()
            self.answer(self.choose())
            most = MOST_DECISIONS.get(self.name.partition("+")[0].partition("/")[0], FEWER_DECISIONS)
            assert len(self.answers) < most, f"no end in sight: {self}"
        assert self.watches["deepest"][0] < FRAMES, f"the stack is full: {self}"

    def bytes(self):
        """The record, byte by byte."""
        return self.games[:1].view(np.uint8).tobytes()


def games(name, seeds):
    """Random games of a scenario, or `melee`: random positions.  The same object comes again with the next game."""
    game = None if name == "melee" else RandomGame(*scenario(name), name)
    for seed in seeds:
        if name == "melee":
            game = RandomGame(*melee(seed), name)
        game.start(seed)
        yield game


def new_game(name, seed):
    """The same game as the faces play it."""
    name, *options = name.split("+")
    name, _, players = name.partition("/")
    return admirals_war_v0.game(name, int(players or 2), options, seed=seed)


def by_officer(game):
    """The staff officer's answer in a random game."""
    return int(decide(game.books, game.games, 0, game.mask, STANDING))


def digests(name, seeds):
    """For each game a digest over its record after every decision."""
    for game in games(name, seeds):
        total = hashlib.sha256(game.bytes())
        while not game.over:
            game.answer(game.choose())
            total.update(game.bytes())
        yield total.hexdigest()


if __name__ == "__main__":
    for name, count in zip(sys.argv[1::2], sys.argv[2::2], strict=True):
        for found in digests(name, range(int(count))):
            print(found, flush=True)
