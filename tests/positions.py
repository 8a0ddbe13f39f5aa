"""Positions that read like the rulebook's examples, and games played from them with scripted dice.

    game = (
        battle("western_approaches", flag="allies")
        .with_units("Ark Royal", "Norfolk")
        .with_units("Hood", raiding=True)
        .with_units("Bismarck", "Prinz Eugen", raiding=True)
        .start(dice=[3, 3])
    )
    game.choose("air")

A game stops at every decision, also where one answer is legal, unless it is started with `ask_forced=False`.
"""

from functools import cache

import numpy as np

from aw_env.core.declare.decisions import PLACE
from aw_env.core.engine.compiling import records
from aw_env.core.engine.events import hears, number_of
from aw_env.games.admirals_war import engine
from aw_env.games.admirals_war.printed import load
from aw_env.games.admirals_war.printed.names import Names
from aw_env.games.admirals_war.printed.packing import pack_book, pack_game
from aw_env.games.admirals_war.printed.scenario import ScenarioFile
from aw_env.games.admirals_war.printed.scenario_text import to_scenario
from aw_env.games.admirals_war.records.state import GAME, STATE
from aw_env.games.admirals_war.records.terms import (
    ACTIONS,
    EVENT_DICE,
    EVENT_FIELDS,
    FIRST_PLACE_ACTION,
    FIRST_PORT,
    FIRST_UNIT_ACTION,
    NOBODY,
    UNCONTROLLED,
    Decision,
    Event,
    Option,
    Phase,
    Power,
    Side,
)


@cache
def printed():
    """The printed material, read once."""
    return load.printed()


OF_THE_FIRST_POSITION = frozenset(
    ["turn", "begins_at", "chart", "forces", "units", "flags", "owners", "victory_points", "raided", "falls_from"]
)
"""Keys of a scenario file of which the book says nothing."""
_packed = {}


def book_of(file, players, victory):
    """The book of a scenario, packed once for all that differ in their first positions alone."""
    told = file.model_dump_json(exclude=OF_THE_FIRST_POSITION), players, victory
    if told not in _packed:
        _packed[told] = pack_book(printed(), file, players, victory)
    return _packed[told].copy()


@cache
def names():
    """Names of everything printed."""
    return Names(printed())


def unit_number(name):
    """The number of a unit by its name as printed ("Prinz Eugen") or its id."""
    for unit in names().units:
        if name in (unit.name, unit.id) and (name == unit.id or unit.status == "core"):
            return unit.number
    raise LookupError(f"no unit {name!r}")


def place_number(name):
    """The number of a place by its name ("North Sea") or its id."""
    for place in names().places:
        if place is not None and name in (place.name, place.id):
            return place.number
    raise LookupError(f"no place {name!r}")


class Position:
    """A position being set up.  Keys of a scenario file that are not given keep their defaults; flags are none."""

    def __init__(self, begins_at, area=None, **keys):
        self.area = area
        self.keys = {"turn": 1, "last_turn": 1, "begins_at": begins_at, "units": {}, "flags": {}, **keys}
        self.changes = []

    def with_units(self, *units, place=None, **state):
        """Put units at a place (default: the area of the battle) with `damage`, `raiding`, `controller`..."""
        for unit in units:
            place_id = names().places[place_number(place or self.area)].id
            self.keys["units"][names().units[unit_number(unit)].id] = {"place": place_id, **state}
        return self

    def flag(self, area, side):
        """A side's control flag in an area."""
        self.keys["flags"][area] = side
        return self

    def owned(self, place, power):
        """A port or base in a power's hands."""
        self.keys.setdefault("owners", {})[place] = power
        return self

    def altered(self, change):
        """`change(book, game)` on the packed records before the game starts, for what no scenario file says."""
        self.changes.append(change)
        return self

    def start(self, dice=(), seed=0, ask_forced=True, players=2, victory="team"):
        """Begin the game with dice laid in front of the generator."""
        file = ScenarioFile.model_validate(self.keys)
        books, templates = book_of(file, players, victory), pack_game(printed(), file)
        for change in self.changes:
            change(books[0], templates[0])
        return Game(books, templates, dice, seed, ask_forced)


def battle(area, flag=None, **keys):
    """A position at the start of combat, with a control flag in the area from the turn before."""
    position = Position("combat", area, **keys)
    return position.flag(area, flag) if flag else position


def movement(begins_at="patrolling", **keys):
    """A position at the start of a step of movement."""
    return Position(begins_at, **keys)


def from_file(scenario, dice=(), seed=0, ask_forced=True, change=None):
    """A game of a scenario file from its start, after `change(book, game)` on its records."""
    loaded = load.scenario(scenario, printed())
    if change:
        change(loaded.books[0], loaded.templates[0])
    return Game(loaded.books, loaded.templates, dice, seed, ask_forced)


def read_again(game, folder):
    """The game that begins with a file of the position of another."""
    file = folder / "position.toml"
    file.write_text(to_scenario(names(), game.books[0], game.record), "utf-8")
    return from_file(str(file))


class Unit:
    """What a test asks of a unit."""

    def __init__(self, game, name):
        self.game, self.number = game, unit_number(name)

    def __getattr__(self, field):
        value = int(STATE.read(self.game.record, field)[self.number])
        if field in ("raiding", "disabled", "retreated", "pursued", "committed", "reversed", "refuelled"):
            return bool(value)
        return value

    @property
    def place(self):
        """The id of the place where it is, or None."""
        number = int(self.game.record["place"][self.number])
        return None if number < 0 else names().places[number].id


class Game:
    """A game under test."""

    def __init__(self, books, templates, dice, seed, ask_forced):
        self.books, self.games = books, records(GAME, 1)
        self.mask = np.zeros(ACTIONS, np.int8)
        self.buffer = np.zeros((4096, EVENT_FIELDS + EVENT_DICE), np.int16)
        templates[0]["ask_forced"] = int(ask_forced)
        self.templates = templates
        self.lay(*dice, record=templates[0])
        engine.start(self.books, self.templates, self.games, 0, seed, self.mask, self.buffer)

    @property
    def record(self):
        """The record of the game."""
        return self.games[0]

    def lay(self, *dice, record=None):
        """Lay dice in front of the generator, after those already there."""
        record = self.record if record is None else record
        for die in dice:
            record["script"][int(record["scripted"])] = die
            record["scripted"] += 1
        return self

    # --- what is asked

    @property
    def decision(self):
        """The kind of decision that is waited for."""
        return Decision(int(self.record["decision"]))

    @property
    def power(self):
        """Whose decision it is."""
        return Power(int(self.record["power"]))

    @property
    def side(self):
        """The side whose decision it is."""
        return Side(int(self.record["power"]) & 1)

    @property
    def subject(self):
        """The name of the unit that the decision is about (the id of the place for decisions about places)."""
        number = int(self.record["subject"])
        if number == NOBODY:
            return None
        if self.decision in (*Decision.on(PLACE), Decision.COMBAT_AREA):
            return names().places[number].id
        return names().units[number].name

    @property
    def choices(self):
        """The legal answers in words: options in lower case, ids of places, names of units."""
        return {self.word(action) for action in np.flatnonzero(self.mask)}

    @staticmethod
    def word(action):
        """An action in words."""
        if action >= FIRST_UNIT_ACTION:
            return names().units[action - FIRST_UNIT_ACTION].name
        if action >= FIRST_PLACE_ACTION:
            return names().places[action - FIRST_PLACE_ACTION].id
        return Option(action).name.lower()

    # --- answering

    def choose(self, *words):
        """Answer one decision after another; each answer must be legal."""
        for word in words:
            assert self.mask.max() <= 1
            legal = {self.word(action): action for action in np.flatnonzero(self.mask)}
            assert word in legal, f"{self.decision.name} of {self.subject}: {word!r} is not among {sorted(legal)}"
            engine.apply(self.books, self.games, 0, legal[word], self.mask, self.buffer)
        return self

    def choose_for(self, **answers):
        """Answer the decisions about units by their ids with underscores, in whatever order they are asked."""
        waiting = dict(answers)
        while waiting:
            unit = names().units[int(self.record["subject"])].id
            self.choose(waiting.pop(unit))
        return self

    def until(self, *decisions, prefer=()):
        """Answer with the first legal word of `prefer`, else the first legal action, until one of the decisions is
        asked or the game is over."""
        while not self.over and self.decision not in decisions:
            wanted = [word for word in prefer if word in self.choices]
            self.choose(wanted[0] if wanted else self.word(np.flatnonzero(self.mask)[0]))
        return self

    # --- what came of it

    @property
    def over(self):
        """Whether the game has ended."""
        return bool(self.record["over"])

    @property
    def dice_left(self):
        """Scripted dice that have not been rolled."""
        return int(self.record["scripted"] - self.record["scripted_used"])

    @property
    def dice_rolled(self):
        """Dice rolled by the generator, beyond the script."""
        return int(self.record["dice_rolled"])

    def unit(self, name):
        """A unit."""
        return Unit(self, name)

    def flag(self, area):
        """Who controls an area: "allies", "axis" or None."""
        value = int(self.record["flag"][place_number(area)])
        return None if value == NOBODY else Side(value).name.lower()

    def owner(self, place):
        """Who holds a port or base: "british"... or None."""
        value = int(self.record["owner"][place_number(place) - FIRST_PORT])
        return None if value == UNCONTROLLED else Power(value).name.lower()

    def points(self, theatre):
        """The Allied lead on a theatre's track: 0 Atlantic, 1 Pacific."""
        return int(self.record["victory_points"][theatre])

    def attacks(self):
        """Every attack so far, as (attacker, target, dice to hit, dice for damage)."""
        units, told = names().units, []
        for event, attacker, target, _, dice in self.events(Event.ATTACK, Event.HITS):
            if event == Event.ATTACK:
                told.append((units[attacker].name, units[target].name, dice, []))
            else:
                told[-1][3].extend(dice)
        return told

    @property
    def phase(self):
        """The step of the turn."""
        return Phase(int(self.record["phase"]))

    def events(self, *kinds, side=None):
        """What happened since the start, as (event, a, b, c, dice), of some kinds or all; or what a side hears of."""
        rows = self.buffer[1 : 1 + int(self.buffer[0, 0])]
        rows = [row for row in rows if side is None or hears(row, side)]
        told = [(Event(number_of(row)), *(int(x) for x in row[1:4]), [*map(int, row[5 : 5 + row[4]])]) for row in rows]
        return [row for row in told if not kinds or row[0] in kinds]
