"""Positions that read like the rulebook's examples, and games played from them with scripted dice.

    game = battle("barents").with_units("Hood", "Bismarck").start(dice=[3, 3])
    game.choose("Bismarck", "Hood")

A game stops at every decision, also where one answer is legal, unless it is started with `ask_forced=False`.
"""

import tomllib
from pathlib import Path

import numpy as np

from aw_env.core.engine.compiling import records
from aw_env.games.war_at_sea import engine
from aw_env.games.war_at_sea.printed import load
from aw_env.games.war_at_sea.printed.scenario import ScenarioFile, to_scenario
from aw_env.games.war_at_sea.records.state import GAME
from aw_env.games.war_at_sea.records.terms import (
    ACTIONS,
    EVENT_DICE,
    EVENT_FIELDS,
    FIRST_PLACE_ACTION,
    FIRST_UNIT_ACTION,
    Decision,
    Option,
)
from aw_env.games.war_at_sea.view import View
from aw_env.games.war_at_sea.words import accounts, decisions


def unit_id(name):
    """The id of a counter by its name or id."""
    return next(unit.id for unit in load.shipped().units if name in (unit.name, unit.id))


class Position:
    """A position being set up.  Keys of a scenario file that are not given keep their defaults."""

    def __init__(self, begins_at, area=None, **keys):
        self.area = area
        self.book = {}
        defaults = {"turn": 4, "only_these_units": True, "units": {}, "flags": {}, "air_markers": {}}
        self.keys = {**defaults, "begins_at": begins_at, **keys}
        self.keys.setdefault("last_turn", self.keys["turn"])

    def with_units(self, *units, place=None, **state):
        """Put units at a place (default: the area of the battle) with `damage`, `released`..."""
        for unit in units:
            self.keys["units"][unit_id(unit)] = {"place": place or self.area, **state}
        return self

    def aircraft(self, side, place):
        """A side's land-based aircraft over a place."""
        self.keys["air_markers"][side] = place
        return self

    def with_book(self, **values):
        """Other printed values, by field of the book."""
        self.book |= values
        return self

    def start(self, dice=(), seed=0, ask_forced=True):
        """Begin the game with dice laid in front of the generator."""
        path, shelf, printed = Path("test.toml"), load.SCENARIOS, load.shipped()
        file = ScenarioFile.model_validate(self.keys)
        shelf.verify(path, file, printed)
        scenario = shelf.packed(path, file, printed)
        for field, value in self.book.items():
            scenario.books[field] = value
        return Game(scenario, dice, seed, ask_forced)


def battle(area, **keys):
    """A position at the start of combat on turn 4."""
    return Position("combat", area, **keys)


class Game:
    """A game under test, one decision at a time."""

    def __init__(self, scenario, dice=(), seed=0, ask_forced=True):
        self.scenario = scenario
        self.games = records(GAME, 1)
        self.mask = np.zeros(ACTIONS, np.int8)
        self.events = np.zeros((512, EVENT_FIELDS + EVENT_DICE), np.int16)
        templates = scenario.templates.copy()
        templates["ask_forced"] = int(ask_forced)
        templates["script"][0, : len(dice)] = dice
        templates["scripted"] = len(dice)
        engine.start(scenario.books, templates, self.games, 0, seed, self.mask, self.events)
        self.told = self._heard()

    def read_again(self, **changes):
        """The game that begins with a file of the position, with other keys."""
        position = Position("reinforcements")
        position.keys = tomllib.loads(to_scenario(self.scenario, self.games[0])) | changes
        return position.start()

    def _heard(self):
        heard = [accounts.happening(self.scenario, row) for row in self.events[1 : 1 + self.events[0, 0]]]
        self.events[0, 0] = 0
        return heard

    def choose(self, *answers):
        """Answer the next decisions, each in words or by the number of an action."""
        for words in answers:
            named = isinstance(words, str)
            action = decisions.action_named(self.scenario, self.games, words, self.legal) if named else words
            assert self.mask[action], f"{words} is not legal: {self.choices}"
            engine.apply(self.scenario.books, self.games, 0, action, self.mask, self.events)
            self.told += self._heard()
        return self

    def choose_until(self, decision, answer=None):
        """Answer quietly (the first legal option, or else the first answer) until a decision comes."""
        while self.decision != decision and not self.over:
            options = [action for action in self.legal if action < FIRST_PLACE_ACTION]
            self.choose(answer if answer in self.legal else (options or self.legal)[0])
        return self

    @property
    def legal(self):
        """The legal answers."""
        assert set(self.mask.tolist()) <= {0, 1}, "a mask is of zeros and ones"
        return np.flatnonzero(self.mask).tolist()

    @property
    def choices(self):
        """The same by name: options, ids of places and units."""
        names, found = self.scenario.names, []
        for action in self.legal:
            if action < FIRST_PLACE_ACTION:
                found.append(Option(action).name.lower())
            elif action < FIRST_UNIT_ACTION:
                found.append(names.places[action - FIRST_PLACE_ACTION].id)
            else:
                found.append(names.units[action - FIRST_UNIT_ACTION].id)
        return set(found)

    @property
    def view(self):
        """Everything about the game."""
        return View(self.scenario, self.games)

    @property
    def decision(self):
        """What is asked."""
        return Decision(self.games["decision"][0])

    @property
    def asks(self):
        """The decision by name, and the id of its subject or None."""
        subject = self.view.subject
        return self.decision.name.lower(), None if subject is None else subject.id

    @property
    def seat(self):
        """Who is asked."""
        return int(self.games["seat"][0])

    @property
    def over(self):
        """Whether the game has ended."""
        return bool(self.games["over"][0])

    @property
    def lead(self):
        """The lead of the Allies."""
        return int(self.games["lead"][0])

    def unit(self, name):
        """A unit now."""
        return self.view.unit(unit_id(name))

    def place(self, name):
        """Id of the place of a unit."""
        return self.unit(name).place

    @property
    def dice_are_used(self):
        """Whether every scripted die was rolled, and no other."""
        return self.games["scripted"][0] == self.games["scripted_used"][0] and self.games["dice_rolled"][0] == 0

    def words(self, *kinds):
        """What has happened, in words; of some kinds alone."""
        return [event.words for event in self.told if not kinds or event.kind in kinds]
