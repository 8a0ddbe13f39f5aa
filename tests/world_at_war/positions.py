"""Positions that read like the rulebook's examples: rules called one by one, and games played on with scripted dice.

sea = Sea().ship("bismarck", place="atlantic_sw")
sea.call(damage.take_hits, "bismarck", 3, 0)

game = playing(Phase.MISSIONS, ships={"scharnhorst": {"place": "bergen"}}, dice=[4])
game.choose("Scharnhorst")
"""

from dataclasses import replace
from functools import cache
from string import Formatter
from types import FunctionType, ModuleType

import numpy as np

from aw_env.core.engine.compiling import in_python
from aw_env.core.engine.events import DICE_COUNT, FIRST_DIE
from aw_env.core.engine.layout import readable
from aw_env.core.faces.game import Game
from aw_env.core.seen.interpreted import interpreted
from aw_env.games.world_at_war.game import WAR
from aw_env.games.world_at_war.printed.load import SCENARIOS
from aw_env.games.world_at_war.records.kinds import (
    NOBODY,
    NOWHERE,
    PLACES,
    UNITS,
    Condition,
    Convoy,
    Decision,
    Event,
    Option,
    Phase,
    Side,
)
from aw_env.games.world_at_war.records.record import FIRST_PLACE, FIRST_UNIT, RECORDS
from aw_env.games.world_at_war.rules import air
from aw_env.games.world_at_war.words.words import EVENTS

as_filed = cache(SCENARIOS.ready)
"""A scenario as its file has it, which is packed once: tests of rules copy it, and change nothing of its own."""
READY = as_filed("raiders")
NAMES = SCENARIOS.words
ROOM_FOR_EVENTS = 64
EMPTY = {name: READY.templates[0][name].copy() for name in ("place", "condition", "strength")}


def number(name, names=NAMES):
    """The number of a unit or a place, by its id."""
    known = names.units if any(unit.id == name for unit in names.units) else [p for p in names.places if p]
    return next(one.number for one in known if one.id == name)


SAY_MORE = {Event.IN_FORCE, Event.FORCE, Event.LANDING_MET, Event.COMBINES, Event.GAME_OVER}
"""Events whose numbers say more than their words."""


def check_events(events):
    """A number of an event that says nothing is 0."""
    for row in events[1 : 1 + events[0, 0]]:
        told = EVENTS[Event(int(row[0]))]
        if isinstance(told.words, str) and row[0] not in SAY_MORE:
            fields = "".join(name or "" for _, name, _, _ in Formatter().parse(told.words))
            unsaid = [row[1 + k] for k, letter in enumerate("abc") if k >= len(told.subjects) and letter not in fields]
            assert not any(unsaid), f"{Event(int(row[0])).name}: {row[1:4].tolist()}"


def dice_of(rows):
    """The dice that events tell."""
    return [int(die) for row in rows for die in row[FIRST_DIE : FIRST_DIE + row[DICE_COUNT]]]


class ByFile:
    """The rules of a file, as Python carries them out."""

    def __init__(self, file):
        self.file = file

    def __getattr__(self, name):
        named = getattr(self.file, name)
        return carried_out(named) if callable(named) else named


@cache
def carried_out(rule):
    """A rule as Python carries it out; the sequence of play calls rules of other files by the file."""
    alone = interpreted(rule)
    if alone is rule:
        return rule
    named = {name: alone.__globals__[name] for name in alone.__code__.co_names if name in alone.__globals__}
    files = {name: ByFile(file) for name, file in named.items() if isinstance(file, ModuleType)}
    return FunctionType(alone.__code__, alone.__globals__ | files, alone.__name__) if files else alone


class Sea:
    """A position whose rules are called one by one, as Python carries them out.  Units that are not named are not in
    play, nor squadrons of bases."""

    def __init__(self, scenario="raiders", **fields):
        ready = as_filed(scenario)
        self.names = ready.names
        self.books = readable(ready.books).copy()
        self.games = readable(ready.templates).copy()
        self.book, self.game = self.books[0], self.games[0]
        self.game.place[:], self.game.airbase[:] = NOWHERE, 0
        self.game.generator[:] = [1, 2, 3, 4]
        self.events = np.zeros((ROOM_FOR_EVENTS, RECORDS.event_columns), np.int64)
        self.told_before = 0
        for name, value in fields.items():
            self.game[name] = value

    def ship(self, *ids, place="atlantic_sw", **state):
        """Put units somewhere, in a state."""
        for id in ids:
            unit = self.number(id)
            self.game.place[unit] = self.number(place)
            for name, value in state.items():
                self.game[name][unit] = value
        return self

    def number(self, id):
        """The number of a unit or a place of the scenario."""
        return number(id, self.names)

    def dice(self, *faces):
        """The dice to come."""
        self.game.script[: len(faces)] = faces
        self.game.scripted, self.game.scripted_used = len(faces), 0
        self.told_before = int(self.events[0, 0])
        return self

    def call(self, rule, *given):
        """What a rule says: it is handed the book, the game and the events that its parameters name, and `given`, in
        which ids stand for units and places."""
        code = in_python(rule).__code__
        taken = code.co_varnames[: code.co_argcount]
        own = {"book": self.book, "game": self.game, "events": self.events}
        rest = iter([self.number(one) if isinstance(one, str) else one for one in given])
        said = carried_out(rule)(*(own[name] if name in own else next(rest) for name in taken))
        check_events(self.events)
        rolled = self.game.script[: self.game.scripted_used].tolist()
        assert rolled == dice_of(self.events[1 + self.told_before : 1 + self.events[0, 0]]), "every die is told"
        return said

    def mask(self, rule):
        """The mask that a rule fills."""
        mask = np.zeros(RECORDS.actions, np.int8)
        code = in_python(rule).__code__
        own = {"book": self.book, "game": self.game, "mask": mask}
        interpreted(rule)(*(own[name] for name in code.co_varnames[: code.co_argcount]))
        return mask

    def of(self, id, field):
        """A field of a unit."""
        return int(self.game[field][self.number(id)])

    def condition(self, id):
        """How a unit is."""
        return Condition(self.of(id, "condition"))

    @property
    def told(self):
        """The events so far."""
        rows = self.events[1 : 1 + self.events[0, 0]]
        return [Event(int(row[0])) for row in rows]


def strike_with_all(sea, action):
    """All aircraft of a carrier in a battle strike one target."""
    sea.game.cursor = NOBODY
    sea.call(air.take_strike, action)
    if sea.game.cursor != NOBODY:
        sea.call(air.take_strike_with, Option.COUNT_0 + int(sea.game.arrived))
    assert not sea.call(air.ask_strikes)


class Playing:
    """A game from a position, played on by words.  Unless it `chooses_ways`, ships go by the shortest unasked."""

    def __init__(self, game):
        self.game = game
        self.chooses_ways = False
        self.before = []

    def __getattr__(self, name):
        return getattr(self.game, name)

    @property
    def record(self):
        """The record of the game."""
        return self.game._games[0]

    @property
    def names(self):
        """Of the scenario's units and places."""
        return self.game.rules.scenario.names

    @property
    def asked(self):
        """What is asked."""
        return Decision(int(self.record["decision"]))

    @property
    def seat_asked(self):
        """Who is asked."""
        return Side(int(self.record["seat"]))

    @property
    def units(self):
        """Ids of the units that may be named."""
        return {self.names.units[action - FIRST_UNIT].id for action in self.legal if action >= FIRST_UNIT}

    @property
    def places(self):
        """Ids of the places that may be named."""
        return {
            self.names.places[action - FIRST_PLACE].id for action in self.legal if FIRST_PLACE <= action < FIRST_UNIT
        }

    @property
    def options(self):
        """The options that may be answered."""
        return {Option(action) for action in self.legal if action < FIRST_PLACE}

    @property
    def legal(self):
        """The legal actions; a mask says 1 of each, and 0 of the others."""
        assert set(self.game.action_mask.tolist()) <= {0, 1}
        return [int(action) for action in self.game.legal_actions()]

    def choose(self, *answers):
        """Answer: an option, or the id of a unit or a place."""
        for answer in answers:
            if isinstance(answer, str):
                known = {unit.id: FIRST_UNIT + unit.number for unit in self.names.units}
                known |= {place.id: FIRST_PLACE + place.number for place in self.names.places if place}
                answer = known[answer]
            self.game.apply(int(answer))
            check_events(self.game._events)
            self.before = []
            while self.is_idle or (not self.chooses_ways and self.asked == Decision.COUNTER and self.is_underway):
                self.before += self.game.events()
                self.game.apply(Option.DONE.value)
        return self

    @property
    def is_idle(self):
        """Whether a patrol, or troops that embark, are asked for where nothing can sail."""
        embarking = self.asked == Decision.EMBARK and self.record["phase"] != Phase.INVASIONS
        return (embarking or self.asked == Decision.PATROL) and self.legal == [Option.DONE]

    @property
    def is_underway(self):
        """Whether ships have set out over a map of hexes, and no displaced ones."""
        displaced = (Convoy.DISPLACED, Convoy.DISPLACED_AFTER, Convoy.DISPLACED_BY_INVASION)
        return self.record["phase"] == Phase.INTERCEPTION and self.record["convoy"] not in displaced

    def of(self, id, field):
        """A field of a unit."""
        return int(self.record[field][number(id, self.names)])

    def box(self, field):
        """A field of the SW boxes."""
        return self.record[field].tolist()

    @property
    def happened(self):
        """Kinds of the events since the last answer of the test's."""
        return [event[0] for event in self.before + self.game.events()]

    def said(self):
        """Their words."""
        return [event[3] for event in self.before + self.game.events()]


def playing(phase, ships=None, dice=(), scenario="raiders", options=(), ask_forced=True, **fields):
    """A game that begins in a phase, with these ships and no others, nor squadrons of bases (None: those of the
    scenario): by id, the fields of each.  It stops at every question, also where one answer is legal, unless it
    `is_idle`."""
    begins, usually = dict(fields, phase=phase), as_filed(scenario, tuple(options))
    if ships is not None:
        usual, arrays = usually.templates[0], {"place": np.full(UNITS, NOWHERE)}
        begins.setdefault("airbase", np.zeros(PLACES))
        for id, state in ships.items():
            for name, value in state.items():
                array = arrays.setdefault(name, usual[name].astype(int).copy())
                array[number(id, usually.names)] = number(value, usually.names) if name == "place" else value
        begins |= arrays
    rules = WAR.ruleset(scenario, options)
    ready = SCENARIOS.ready(scenario, options, **begins)
    game = Game(replace(rules, scenario=ready), 1, ask_forced=ask_forced)
    if dice:
        game.script_dice(list(dice))
    begun = Playing(game)
    while begun.is_idle:
        game.apply(Option.DONE.value)
    return begun
