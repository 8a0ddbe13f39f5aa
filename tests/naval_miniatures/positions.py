"""Positions that read like the rulebook's examples, and battles fought from them with scripted dice.

    game = battle("surface_attack", allies={"uss_atlanta": "d4"}, axis={"shokaku": "d5"}, first="allies")
    game.begin(dice=[1, 2, 4, 5, 5, 6])
    game.choose("uss_atlanta", "main", "shokaku")

A unit is named by its card, a second one of the card as `card#2`; places are sectors ("d4"), for aircraft also a
carrier of their own or "airbase".  A battle stops at every question, also where one answer is legal, unless it begins
with `ask_forced=False`; then too the ends of steps (`END`) are questions.  Set-up begins with `scenario(...)` instead.
"""

import json
from functools import cache

import numpy as np

from aw_env.core.engine.compiling import records
from aw_env.core.engine.stack import CURSOR, STAGE, STEP, SUBJECT
from aw_env.games.naval_miniatures.play import RULES
from aw_env.games.naval_miniatures.printed import load
from aw_env.games.naval_miniatures.printed.sectors import NAMES as SECTOR_NAMES
from aw_env.games.naval_miniatures.printed.sectors import NUMBERS
from aw_env.games.naval_miniatures.records.record import GAME, STATE
from aw_env.games.naval_miniatures.records.terms import (
    ACTIONS,
    ASHORE,
    CALLED,
    CARDS,
    CONVOY_CARD,
    EVENT_DICE,
    EVENT_FIELDS,
    FIRST_CARD_ACTION,
    FIRST_SECTOR_ACTION,
    FIRST_UNIT_ACTION,
    FLEET,
    NOBODY,
    NOWHERE,
    UNITS,
    Decision,
    Event,
    Option,
    Phase,
    Side,
    Step,
)

NAMES = [unit.id for unit in load.shipped().names.units[UNITS:]]
"""Ids of the cards, by number."""
SIDES = {"allies": Side.ALLIES, "axis": Side.AXIS}
CONVOY_SHIP = "convoy_ship"
ANSWERS = {option.name.lower() for option in Option}


def sector_named(name):
    """The number of a sector, D4 or d4."""
    return NUMBERS[name.lower()]


def name_of(sector):
    """The name of a sector."""
    return SECTOR_NAMES[sector]


def card_numbered(name):
    """The number of a card by its id; of "convoy_ship" too."""
    return CONVOY_CARD if name == CONVOY_SHIP else NAMES.index(name)


def scenario(name="river_plate", *options, printed=None, **book):
    """A battle from its set-up on.  printed: other printed material than the shipped.  book: values of the book that
    are otherwise than in the scenario."""
    made = load.scenario(name, options, printed)
    for field, value in book.items():
        made.books[field][0] = value
    return Battle(made.books, made.templates)


def written(folder, *options, **keys):
    """A battle from its set-up on, of a scenario file with these keys: what its fleets, map and ends are."""
    path = folder / "written.toml"
    path.write_text("".join(f"{key} = {_toml(value)}\n" for key, value in keys.items()), encoding="utf-8")
    return scenario(path, *options)


def _toml(value):
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(part)}" for key, part in value.items()) + " }"
    return json.dumps(value)


def battle(
    phase, allies=(), axis=(), first="allies", turn=5, zone=1, terrain=None, smoke=(), units=None, printed=None, **book
):
    """A battle at the beginning of a phase.

    allies, axis: where each unit is, by card; pairs where a card comes twice.  terrain: sectors by "island", "shoal",
    "squall", which make a zone of its own; else `zone`, the number of the die.  smoke: sectors, with smoke that goes at
    the end of this turn.  units: fields of units by name: `units={"shokaku": {"damage": 1}}`.  printed, book: as
    `scenario`.
    """
    books = load.scenario("river_plate", printed=printed).books if printed else as_shipped().copy()
    templates = records(GAME, 1)
    defaults = {"objective_points": 50, "win_at": 150, "quiet_limit": 8, "last_turn": 30}
    for field, value in {**defaults, **book}.items():
        books[field][0] = value
    game = templates[0]
    STATE.fresh(game)
    game["turn"], game["phase"], game["first"], game["zone"] = turn, Phase[phase.upper()], SIDES[first], zone
    game["deploys_first"] = Side.ALLIES
    if terrain is not None:
        _lay(books, terrain)
        game["zone"] = 0
    for sector in smoke:
        game["smoke"][sector_named(sector)] = turn
    game["smokes"] = len(smoke)
    _muster(game, dict(enumerate((allies, axis))))
    fought = Battle(books, templates)
    fought.place(dict(enumerate((allies, axis))))
    for name, fields in (units or {}).items():
        for field, value in fields.items():
            game[field][fought.unit(name)] = value
    frame = game["frames"][0]
    frame[STEP], frame[SUBJECT], frame[CURSOR], frame[STAGE] = Step.TURN, Phase[phase.upper()], 0, 0
    game["depth"] = 1
    return fought


@cache
def as_shipped():
    """The book of River Plate, packed once."""
    return load.scenario("river_plate").books


def _lay(books, terrain):
    from aw_env.games.naval_miniatures.printed import sectors
    from aw_env.games.naval_miniatures.records.terms import Terrain

    zone = np.zeros(72, np.int8)
    for kind, names in terrain.items():
        if kind != "objectives":
            zone[[sector_named(name) for name in names]] = Terrain[kind.upper()]
    books["terrain"][0][0] = zone
    books["clear"][0][0] = sectors.clear(zone)
    objectives = [sector_named(name) for name in terrain.get("objectives", ())]
    books["objective"][0][0] = [*objectives, NOWHERE, NOWHERE, NOWHERE][:3]


def _pairs(units):
    return list(units.items()) if isinstance(units, dict) else list(units)


def _muster(game, fleets):
    count = 0
    for side, units in fleets.items():
        for k, (name, _) in enumerate(_pairs(units)):
            unit = side * FLEET + k
            game["card"][unit] = card_numbered(name.partition("#")[0])
            game["roster"][count] = unit
            count += 1
        game["fleet"][side] = len(_pairs(units))
    game["units"] = count


ALONE = (
    *("runs", "speed_roll", "moved", "left", "flies", "draws_fire", "negated", "damaged", "destroyed", "aborted"),
    *("survives", "stopped", "presses", "smoke", "endures", "lost", "crippled", "carrier_lost_roll", "eliminated"),
    *("mended", "cargo"),
)
PAIRED = ("repairs", "pursues", "marked", "lent", "attack", "rerolled", "missed", "returned")
UNITS_TOLD = {Event[name.upper()]: (0,) for name in ALONE} | {Event[name.upper()]: (0, 1) for name in PAIRED}
UNITS_TOLD[Event.DEPLOYED] = (0, 2)
"""Which numbers of an event are units."""


MOST_DECISIONS = 2000
"""More than any battle under test has."""


class Battle:
    """A battle under test, one question at a time."""

    def __init__(self, books, templates):
        self.books, self.templates = books, templates
        self.games = templates
        self.events = np.zeros((2000, EVENT_FIELDS + EVENT_DICE), np.int32)
        self.mask = np.zeros(ACTIONS, np.int8)
        self.told = []

    # --- before it begins ------------------------------------------------------------------------------

    def place(self, fleets):
        """Put the units of a template where they are."""
        game = self.templates[0]
        for side, units in fleets.items():
            for k, (_, where) in enumerate(_pairs(units)):
                unit = side * FLEET + k
                if where == "airbase":
                    game["based_on"][unit] = ASHORE
                elif where in NAMES or "#" in where:
                    game["based_on"][unit] = self.unit(where)
                else:
                    game["place"][unit] = sector_named(where)

    def begin(self, dice=(), seed=0, ask_forced=True):
        """Play up to the first question, with dice laid in front of the generator.  Returns itself."""
        template = self.templates[0]
        template["ask_forced"] = ask_forced
        template["script"][: len(dice)] = dice
        template["scripted"] = len(dice)
        self.games = records(GAME, 1)
        self.events[0, 0] = 0
        RULES.start(self.books, self.templates, self.games, 0, seed, self.mask, self.events)
        self._listen()
        return self

    # --- what is asked and answered --------------------------------------------------------------------

    def lay(self, *dice):
        """Lay dice in front of the generator."""
        game = self.games[0]
        game["script"][: len(dice)] = dice
        game["scripted"], game["scripted_used"] = len(dice), 0

    def choose(self, *answers):
        """Answer one question after another; an answer that is not legal is an AssertionError that lists the legal
        ones, and so is a battle that goes round in circles.  Returns itself."""
        for answer in answers:
            action = self.action(answer)
            assert self["decisions"] < MOST_DECISIONS, f"{self.asked} is asked for ever"
            assert self.mask[action], f"{self.asked} {self.subject}: {answer} is not one of {self.legal}"
            self.events[0, 0] = 0
            RULES.apply(self.books, self.games, 0, action, self.mask, self.events)
            self._listen()
        return self

    def end(self, times=1):
        """No more of what is being done."""
        return self.choose(*["end"] * times)

    def pass_to(self, asked):
        """Answer with END, DECLINE or what is legal first until a question comes (by its name) or the game is over."""
        while not self.over and self.asked != asked:
            legal = self.legal
            self.choose("end" if "end" in legal else "decline" if "decline" in legal else legal[0])
        return self

    def play_to(self, asked, who=None, turn=0, phase=None):
        """As `pass_to`, but on to such a question of one side, in a phase, not before a turn; it must come."""
        while not (
            self.asked == asked and who in (None, self.who) and phase in (None, self.phase) and turn <= self["turn"]
        ):
            assert not self.over, f"{asked} of {who} never came"
            legal = self.legal
            self.choose("end" if "end" in legal else "decline" if "decline" in legal else legal[0])
        return self

    def action(self, answer):
        """The number of an answer: an option, a sector, a unit or, in the draft, a card."""
        if answer in ANSWERS:
            return int(Option[answer.upper()])
        if len(answer) == 2 and answer[1].isdigit():
            return FIRST_SECTOR_ACTION + sector_named(answer)
        if self.asked == "draft":
            return FIRST_CARD_ACTION + card_numbered(answer)
        return FIRST_UNIT_ACTION + self.unit(answer)

    @property
    def legal(self):
        """The legal answers, by name."""
        return [self.named(int(action)) for action in np.flatnonzero(self.mask)]

    def named(self, action):
        """An answer by its number."""
        if action < FIRST_SECTOR_ACTION:
            return Option.numbered(action).name.lower()
        if action < FIRST_UNIT_ACTION:
            return name_of(action - FIRST_SECTOR_ACTION).lower()
        if action < FIRST_CARD_ACTION:
            return self.name(action - FIRST_UNIT_ACTION)
        return NAMES[action - FIRST_CARD_ACTION]

    @property
    def asked(self):
        """The name of the question."""
        return Decision.numbered(int(self.games[0]["decision"])).name.lower()

    @property
    def who(self):
        """Who is asked: "allies" or "axis"; None when the battle is over."""
        power = int(self.games[0]["power"])
        return None if power == NOBODY else Side(power).name.lower()

    @property
    def subject(self):
        """The unit that the question is about, by name, or None."""
        subject = int(self.games[0]["subject"])
        return None if subject == NOBODY else self.name(subject)

    # --- what is -----------------------------------------------------------------------------------------

    def name(self, unit):
        """A unit by its number: its card, with `#2` for the second of the card on its side."""
        game = self.games[0]
        card = int(game["card"][unit])
        first = unit // FLEET * FLEET
        before = sum(int(game["card"][other]) == card for other in range(first, unit))
        name = CONVOY_SHIP if card == CARDS else NAMES[card]
        return name if before == 0 else f"{name}#{before + 1}"

    def unit(self, name):
        """The number of a unit by name; of a card on both sides the Allied one, or "axis:card"."""
        side, _, card = name.rpartition(":")
        game = self.games[0]
        numbers = [int(unit) for unit in game["roster"][: int(game["units"])]]
        found = [u for u in numbers if self.name(u) == card and (not side or u // FLEET == SIDES[side])]
        assert found, f"no {name} among {[self.name(unit) for unit in numbers]}"
        return found[0]

    def __getitem__(self, field):
        """A field of the record: `game["score"]`."""
        return self.games[0][field].tolist()

    def of(self, name, field):
        """A field of a unit."""
        return int(self.games[0][field][self.unit(name)])

    def where(self, name):
        """The sector of a unit; for an aircraft at its base the carrier or "airbase"; None: gone."""
        unit = self.unit(name)
        game = self.games[0]
        if int(game["place"][unit]) != NOWHERE:
            return name_of(int(game["place"][unit])).lower()
        base = int(game["based_on"][unit])
        return None if base == NOBODY else "airbase" if base == ASHORE else self.name(base)

    def harm(self, name):
        """Hull points that a unit has lost, or is to lose at the end of the phase."""
        return self.of(name, "damage") + self.of(name, "hit")

    def is_lost(self, name):
        """Whether a unit is gone, or goes at the end of the phase."""
        return bool(self.of(name, "gone") or self.of(name, "doomed"))

    @property
    def over(self):
        """Whether it has ended."""
        assert int(self.games[0]["over"]) < 2, "stuck"
        return bool(self.games[0]["over"])

    @property
    def phase(self):
        """The name of the phase."""
        return Phase(int(self.games[0]["phase"])).name.lower()

    # --- what has happened -------------------------------------------------------------------------------

    def _listen(self):
        assert self.mask.max() <= 1, f"{self.asked}: an answer is legal or not"
        self.told = [self._event(row) for row in self.events[1 : self.events[0, 0] + 1]]

    def _event(self, row):
        event, *numbers = (int(number) for number in row[:4])
        event = Event(event % 256)
        told = [
            self._unit_told(number) if k in UNITS_TOLD.get(event, ()) else number for k, number in enumerate(numbers)
        ]
        return (event.name.lower(), *told, tuple(int(die) for die in row[EVENT_FIELDS : EVENT_FIELDS + row[4]]))

    def _unit_told(self, number):
        """The number of a unit that an event tells of by its card."""
        if number < 0:
            return number
        before, card = divmod(number, CALLED)
        first = before // FLEET * FLEET
        return first + int(np.flatnonzero(self.games[0]["card"][first : first + FLEET] == card)[before % FLEET])

    def happened(self, event):
        """Whether an event of this name came with the latest answer."""
        return any(kind == event for kind, *_ in self.told)

    def dice_of(self, event):
        """The dice of the first such event of the latest answer."""
        return next(dice for kind, _, _, _, dice in self.told if kind == event)
