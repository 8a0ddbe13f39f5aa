"""Two destroyers race across five sectors: a game in one module (`docs/a_new_game.md`).

By turns each either cruises, a sector on a die of 3 or more, or forces her engines, two sectors on a 5 or 6.  Who is
first in the last sector wins; after the last turn who is ahead does.
"""

from enum import IntEnum
from typing import Any

from aw_env.new_game import (
    NOTHING,
    THE_PLACE,
    THE_UNIT,
    UNIT,
    Asked,
    Decisions,
    Declared,
    Drawing,
    Field,
    Opening,
    Options,
    Records,
    Rules,
    Team,
    Told,
    Words,
    ask,
    finish,
    index,
    note,
    note_die,
    number,
    roll,
    rule,
)  # fmt: skip

SECTORS = ("Start", "Shoals", "Narrows", "Bay", "Finish")
Side = IntEnum("Side", {"PORT": 0, "STARBOARD": 1})
Event = IntEnum("Event", {"NONE": 0, "STEAMS": 1})  # a: ship, b: sector; die


class Decision(Decisions):
    NONE = NOTHING, "nothing: the race is over"
    SPEED = UNIT, "a ship: how fast she goes"


class Option(Options):
    CRUISE = "cruise"
    FORCE = "force the engines"


PLACE = Field("place", "i1", index(5, "place"), "where a ship is", (2,))
NEXT = Field("next", "i1", number(0, 1), "whose turn it is")
RECORDS = Records(Side, Decision, Option, Event, SECTORS, {"Dart": Side.PORT, "Fury": Side.STARBOARD}, (PLACE, NEXT))


@rule
def proceed(book, game, events):
    lead = margin(book, game)
    if max(game.place[0], game.place[1]) == 4 or game.turn > book.last_turn:
        finish(game, int(lead > 0) - int(lead < 0))
        return False
    return ask(book, game, Decision.SPEED, game.next, game.next)


@rule
def margin(book, game):
    return int(game.place[0]) - int(game.place[1])


@rule
def mask_speed(mask):
    mask[Option.CRUISE] = mask[Option.FORCE] = 1


@rule
def take_speed(game, action, events):
    ship, die = int(game.next), roll(game, 6)
    way = int(die >= 3) if action == Option.CRUISE else 2 * int(die >= 5)
    game.place[ship] = min(4, int(game.place[ship]) + way)
    note(events, Event.STEAMS, ship, game.place[ship], 0)
    note_die(events, die)
    game.next = 1 - ship
    game.turn += ship


WORDS = Words(
    sides=(
        Team("port", "Port", False, "#b82622", "#f0c8be", "red"),
        Team("starboard", "Starboard", False, "#2e6e3e", "#c8e4c8", "green"),
    ),
    decisions={Decision.SPEED: Asked("{unit} in {where}: cruise, or force the engines?", (), "Both are always legal.")},
    events={Event.STEAMS: Told("{0} is in {1}{rolled}.", (THE_UNIT, THE_PLACE))},
)
RULES = Rules(__name__, RECORDS, proceed, {Decision.SPEED: (mask_speed, take_speed)}, margin)
RACE = Declared(__name__, "A Race", RULES, WORDS, {"race": Opening("A race", 10)}, Drawing(columns=5))
GAME = RACE.game


def __getattr__(name: str) -> Any:
    return getattr(RACE.doors, name)
