"""Events in words: the running account of what happened, with its dice."""

from typing import Any

from aw_env.core.config.folder import configs_folder
from aw_env.core.rooms.phrases import told_in
from aw_env.core.said.events import EventRow, Named, Teller, Told
from aw_env.core.said.luck import THE_FIRST
from aw_env.core.said.naming import place_name, unit_name
from aw_env.core.said.wording import so_many
from aw_env.games.war_at_sea.records.terms import NOBODY, NOWHERE, Event, Nation, Side
from aw_env.games.war_at_sea.words.wording import PHASES, the_place
from aw_env.naval import luck
from aw_env.naval.sides import side_does, standing
from aw_env.naval.words import SIDE, UNIT, phase

NAMED = {
    "side": SIDE,
    "unit": UNIT,
    "unit or none": Named(lambda scenario, unit: "" if unit == NOBODY else unit_name(scenario, unit)),
    "attacker": Named(lambda scenario, unit: "Aircraft" if unit == NOBODY else unit_name(scenario, unit)),
    "place": Named(place_name, lambda scenario, place, spec: the_place(scenario, place)),
}
"""What numbers of events are, as `events.toml` calls it."""


def _release(scenario: Any, row: EventRow) -> str:
    of_the_us = scenario.books[0]["nation"][row.a] == Nation.US
    return "{0} {b:is|is not} released{rolled}." if of_the_us else "{0} {b:may|may not} sail{rolled}."


def _asw(scenario: Any, row: EventRow) -> str:
    dice = f" with {so_many(row.b, 'die', 'dice')}" if row.b else ", more dice"
    return f"The Allies hunt U-boats in {{0}}{dice}:{{rolled}}"


def _takeover(scenario: Any, row: EventRow) -> str:
    if row.b == NOBODY:
        return "{0} is scuttled{rolled}."
    return f"{{0}} goes to the {'Allies' if row.b == Side.ALLIES else 'Germans'}{{rolled}}."


def _points(scenario: Any, row: EventRow) -> str:
    gained = side_does(row.a < 0, "gain") + f" {so_many(abs(row.a), 'point')}"
    return f"{gained if row.a else 'Nobody gains a point'}: {standing(row.c)}."


def _speed_roll(scenario: Any, row: EventRow) -> str:
    return "{0} {c:reaches|fails to reach} {1}{rolled}" + ("." if row.dice else " (no die needed).")


def _marker(scenario: Any, row: EventRow) -> str:
    at_home = row.b == NOWHERE
    return "{0:keep} the land-based aircraft at home." if at_home else "{0:send} land-based aircraft to {1}."


def _round(scenario: Any, row: EventRow) -> str:
    return "Round {c} in {0}." if row.b == NOBODY else "Round {c}, the pursuit of {1}."


TELLER = Teller(
    Event,
    {Event.NONE: Told("")}
    | told_in(
        configs_folder() / "war_at_sea" / "events.toml",
        Event,
        NAMED,
        words={
            Event.PHASE: phase(PHASES),
            Event.RELEASE_ROLL: _release,
            Event.SPEED_ROLL: _speed_roll,
            Event.MARKER: _marker,
            Event.ASW: _asw,
            Event.ATTACK: lambda scenario, row: "{0} at {1} (+{c}):{rolled}" if row.c else "{0} at {1}:{rolled}",
            Event.ROUND_BEGINS: _round,
            Event.GROUP: lambda scenario, row: "{0} goes alone." if row.a == row.b else "{0} goes with {1}.",
            Event.PURSUES: lambda scenario, row: "{0} does not pursue." if row.b == NOBODY else "{0} pursues {1}.",
            Event.TAKEOVER: _takeover,
            Event.POINTS: _points,
            Event.GAME_OVER: lambda scenario, row: (
                side_does(row.a < 0, "win") + " the game." if row.a else "The game is drawn."
            ),
            Event.U_BOATS_ARRIVE: lambda scenario, row: "A U-boat appears." if row.a == 1 else "{a} U-boats appear.",
        },
        luck={
            Event.ASW: luck.hits("U-boats", roller=THE_FIRST),
            Event.ATTACK: luck.hits(),
            Event.HITS: luck.pips("damage"),
        },
    ),
)
happening = TELLER.happening
"""A row of the event buffer of a scenario as (kind, subjects, dice, words)."""
