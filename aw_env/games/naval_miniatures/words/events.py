"""Events in words: the running account of what happened, with its dice."""

from typing import Any

from aw_env.core.config.folder import configs_folder
from aw_env.core.rooms.phrases import told_in
from aw_env.core.said.events import EventRow, Named
from aw_env.core.said.luck import By, Chance, Roller
from aw_env.core.said.naming import place_name
from aw_env.games.naval_miniatures.printed.fleets import called
from aw_env.games.naval_miniatures.records.terms import ASHORE, CALLED, FLEET, NOBODY, NOWHERE, Event, Weapon
from aw_env.games.naval_miniatures.rules.dice import SUCCESS, TWO
from aw_env.games.naval_miniatures.words.wording import PHASES, WEAPONS
from aw_env.naval.sides import side_does
from aw_env.naval.words import SIDE, phase


def _unit_name(scenario: Any, told: int) -> str:
    """The name of a unit as events tell of it (`records.terms.CALLED`); of a base that is no carrier, the airbase."""
    if told in (NOWHERE, ASHORE):
        return "the land airbase"
    number, card = divmod(told, CALLED)
    return called(scenario.printed, card, number // FLEET, number % FLEET).name


NAMED = {
    "side": SIDE,
    "unit": Named(_unit_name),
    "sector": Named(place_name),
    "carrier or none": Named(lambda scenario, told: "" if told == NOWHERE else _unit_name(scenario, told)),
    "sector or none": Named(lambda scenario, sector: "" if sector == NOWHERE else place_name(scenario, sector)),
    "card": Named(lambda scenario, card: scenario.printed.card(card).name),
    "weapon": Named(lambda scenario, weapon: WEAPONS[Weapon(weapon)]),
    "zone": Named(lambda scenario, zone: scenario.printed.zones.name(zone)),
}
"""What numbers of events are, as `events.toml` calls it."""


def _negated(scenario: Any, row: EventRow) -> str:
    if row.c == NOBODY:
        return "{0} is {b:lost from sight: a complete miss|not concealed}{rolled}."
    ability = list(scenario.printed.abilities.values())[row.c].name
    return f"{{0}} {{b:escapes|does not escape}} by {ability}{{rolled}}."


def _deployed(scenario: Any, row: EventRow) -> str:
    if row.b != NOWHERE:
        return "{0} starts in {1}."
    return "{0} is based ashore." if row.c == NOWHERE else "{0} is based aboard {2}."


def _lost(scenario: Any, row: EventRow) -> str:
    return "{0} is lost" + _points(row)


def _given_up(scenario: Any, row: EventRow) -> str:
    return "{0} is given up" + _points(row)


def _points(row: EventRow) -> str:
    """What a loss scores, where it scores anything (CV.7)."""
    return ": {b:point}." if row.b else "."


def _pressed(scenario: Any, row: EventRow) -> str:
    ends = "is shot down" if row.b < 0 else "presses the attack" if row.b else "fails to press the attack"
    return f"{{0}} {ends}{{rolled}}."


def _over(scenario: Any, row: EventRow) -> str:
    return side_does(row.a < 0, "win") + " the battle." if row.a else "The battle is drawn."


def _successes(shown: int, weapon: int) -> int:
    """What a die counts (ATT.2), before anything is taken from it: a torpedo's 6 is one hit (RES.16)."""
    if weapon == Weapon.TORPEDO:
        return int(shown == TWO)
    return int(shown >= SUCCESS) + int(shown == TWO)


FIRE = Chance("successes", _successes, Roller(By.A, CALLED * FLEET))
EVENTS = told_in(
    configs_folder() / "naval_miniatures" / "events.toml",
    Event,
    NAMED,
    words={
        Event.PHASE: phase(PHASES),
        Event.DEPLOYED: _deployed,
        Event.LENT: lambda scenario, row: "{0} lends {1} " + ("a die." if row.c == 1 else "{c} dice."),
        Event.NEGATED: _negated,
        Event.PRESSES: _pressed,
        Event.LOST: _lost,
        Event.ELIMINATED: _given_up,
        Event.GAME_OVER: _over,
    },
    luck={Event.ATTACK: FIRE, Event.REROLLED: FIRE},
)
