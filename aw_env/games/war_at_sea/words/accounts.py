"""Events in words: the running account of what happened, with its dice."""

from collections.abc import Callable
from typing import Any

from aw_env.core.said.accounts import EventRow, Teller
from aw_env.games.war_at_sea.printed.load import Scenario
from aw_env.games.war_at_sea.records.terms import NOBODY, NOWHERE, Event, Nation, Phase, Side
from aw_env.games.war_at_sea.words.wording import PHASES, place_name, points, the_place, unit_name
from aw_env.naval.sides import SIDES, side_does, standing

AIRCRAFT = "Aircraft"


def _attacker(scenario: Scenario, unit: int) -> str:
    return AIRCRAFT if unit == NOBODY else unit_name(scenario, unit)


def _maybe_unit(scenario: Scenario, unit: int) -> str:
    return "" if unit == NOBODY else unit_name(scenario, unit)


def _side(scenario: Scenario, side: int) -> str:
    return "nobody" if side == NOBODY else SIDES[Side(side)]


_SUBJECTS: dict[Event, tuple[Callable[[Any, int], str], ...]] = {
    Event.NONE: (),
    Event.TURN: (),
    Event.PHASE: (),
    Event.ARRIVED: (unit_name, place_name),
    Event.RELEASE_ROLL: (unit_name,),
    Event.MOVED: (unit_name, place_name),
    Event.SPEED_ROLL: (unit_name, place_name),
    Event.RETURNED: (unit_name, place_name),
    Event.REPAIRED: (unit_name, place_name),
    Event.MARKER: (_side, place_name),
    Event.PENALTY: (_side,),
    Event.COMBAT_BEGINS: (place_name,),
    Event.ASW: (place_name,),
    Event.ATTACK: (_attacker, unit_name),
    Event.HITS: (_attacker, unit_name),
    Event.DISABLED: (unit_name,),
    Event.SUNK: (unit_name,),
    Event.ROUND_BEGINS: (place_name, _maybe_unit),
    Event.CARRIER_NAMED: (unit_name,),
    Event.DISENGAGES: (_side, place_name),
    Event.GROUP: (unit_name, unit_name),
    Event.PURSUES: (unit_name, _maybe_unit),
    Event.ESCAPES: (unit_name,),
    Event.STALEMATE: (place_name,),
    Event.CONTROL: (place_name, _side),
    Event.OILING: (unit_name,),
    Event.CONVOY_SCORES: (unit_name, place_name),
    Event.NO_PORT: (unit_name,),
    Event.INTERNED: (unit_name,),
    Event.TAKEOVER: (unit_name, _side),
    Event.POINTS: (),
    Event.GAME_OVER: (),
    Event.U_BOATS_ARRIVE: (),
    Event.STRIKE_BEGINS: (place_name, _side),
}


def _release(scenario: Scenario, row: EventRow) -> str:
    nation = scenario.books[0]["nation"][row.a]
    yes, no = ("is released", "is not released") if nation == Nation.US else ("may sail", "may not sail")
    return f"{unit_name(scenario, row.a)} {yes if row.b else no}{row.rolled}."


def _speed_roll(scenario: Scenario, row: EventRow) -> str:
    result = "reaches" if row.c else "fails to reach"
    certain = "" if row.dice else " (no die needed)"
    return f"{unit_name(scenario, row.a)} {result} {the_place(scenario, row.b)}{row.rolled}{certain}."


def _marker(scenario: Scenario, row: EventRow) -> str:
    if row.b == NOWHERE:
        return f"{side_does(row.a, 'keep')} the land-based aircraft at home."
    return f"{side_does(row.a, 'send')} land-based aircraft to {the_place(scenario, row.b)}."


def _asw(scenario: Scenario, row: EventRow) -> str:
    dice = f" with {row.b} {'die' if row.b == 1 else 'dice'}" if row.b else ", more dice"
    return f"The Allies hunt U-boats in {the_place(scenario, row.a)}{dice}:{row.rolled}"


def _attack(scenario: Scenario, row: EventRow) -> str:
    bonus = f" (+{row.c})" if row.c else ""
    return f"{_attacker(scenario, row.a)} at {unit_name(scenario, row.b)}{bonus}:{row.rolled}"


def _hits(scenario: Scenario, row: EventRow) -> str:
    hits = "1 hit" if row.c == 1 else f"{row.c} hits"
    return f"{hits} on {unit_name(scenario, row.b)}, damage {sum(row.dice)}{row.rolled}."


def _round(scenario: Scenario, row: EventRow) -> str:
    if row.b == NOBODY:
        return f"Round {row.c} in {the_place(scenario, row.a)}."
    return f"Round {row.c}, the pursuit of {unit_name(scenario, row.b)}."


def _pursues(scenario: Scenario, row: EventRow) -> str:
    name = unit_name(scenario, row.a)
    return f"{name} does not pursue." if row.b == NOBODY else f"{name} pursues {unit_name(scenario, row.b)}."


def _group(scenario: Scenario, row: EventRow) -> str:
    name = unit_name(scenario, row.a)
    return f"{name} goes alone." if row.a == row.b else f"{name} goes with {unit_name(scenario, row.b)}."


def _oiling(scenario: Scenario, row: EventRow) -> str:
    result = "finds an oiler and stays at sea" if row.b else "finds no oiler"
    return f"{unit_name(scenario, row.a)} {result}{row.rolled}."


def _takeover(scenario: Scenario, row: EventRow) -> str:
    result = "is scuttled" if row.b == NOBODY else f"goes to the {'Allies' if row.b == Side.ALLIES else 'Germans'}"
    return f"{unit_name(scenario, row.a)} {result}{row.rolled}."


def _points(scenario: Scenario, row: EventRow) -> str:
    gained = f"{side_does(row.a < 0, 'gain')} {points(abs(row.a))}" if row.a else "Nobody gains a point"
    return f"{gained}: {standing(row.c)}."


def _over(scenario: Scenario, row: EventRow) -> str:
    return "The game is drawn." if row.a == 0 else f"{side_does(row.a < 0, 'win')} the game."


def _penalty(scenario: Scenario, row: EventRow) -> str:
    return f"{side_does(row.a, 'pay')} {points(row.b)} for ships that stay in the Neutral Port."


def _strike(scenario: Scenario, row: EventRow) -> str:
    return f"{side_does(row.b, 'strike')} from the air in {the_place(scenario, row.a)}, {row.c} factors."


def _unit_and_place(words: str) -> Callable[[Scenario, EventRow], str]:
    """An account of a unit and a place."""
    return lambda scenario, row: words.format(
        unit=unit_name(scenario, row.a), place=the_place(scenario, row.b), count=row.c, points=points(row.c)
    )


def _unit(words: str) -> Callable[[Scenario, EventRow], str]:
    return lambda scenario, row: words.format(unit=unit_name(scenario, row.a))


def _place(words: str) -> Callable[[Scenario, EventRow], str]:
    return lambda scenario, row: words.format(place=the_place(scenario, row.a))


_ACCOUNTS: dict[Event, Callable[[Scenario, EventRow], str]] = {
    Event.NONE: lambda scenario, row: "",
    Event.TURN: lambda scenario, row: f"Turn {row.a}.",
    Event.PHASE: lambda scenario, row: f"{PHASES[Phase(row.a)]}.",
    Event.ARRIVED: _unit_and_place("{unit} appears in {place}."),
    Event.RELEASE_ROLL: _release,
    Event.MOVED: _unit_and_place("{unit} moves to {place}."),
    Event.SPEED_ROLL: _speed_roll,
    Event.RETURNED: _unit_and_place("{unit} goes to {place}."),
    Event.REPAIRED: _unit_and_place("{unit} is mended by a point in {place}, damage left: {count}."),
    Event.MARKER: _marker,
    Event.PENALTY: _penalty,
    Event.COMBAT_BEGINS: _place("Combat in {place}."),
    Event.ASW: _asw,
    Event.ATTACK: _attack,
    Event.HITS: _hits,
    Event.DISABLED: _unit("{unit} is disabled."),
    Event.SUNK: _unit("{unit} is sunk."),
    Event.ROUND_BEGINS: _round,
    Event.CARRIER_NAMED: lambda s, row: f"{unit_name(s, row.a)} {'fires' if row.b else 'keeps silent'} in this round.",
    Event.DISENGAGES: lambda s, row: f"{side_does(row.a, 'disengage')} from {the_place(s, row.b)}.",
    Event.GROUP: _group,
    Event.PURSUES: _pursues,
    Event.ESCAPES: _unit("The group of {unit} escapes."),
    Event.STALEMATE: _place("Nobody fires any more: both sides leave {place}."),
    Event.CONTROL: lambda s, row: f"{side_does(row.b, 'control')} {the_place(s, row.a)}.",
    Event.OILING: _oiling,
    Event.CONVOY_SCORES: _unit_and_place("{unit} reaches {place}: {points} for the Allies."),
    Event.NO_PORT: _unit("{unit} has no port to go to and is lost."),
    Event.INTERNED: _unit("{unit} is interned with her port."),
    Event.TAKEOVER: _takeover,
    Event.POINTS: _points,
    Event.GAME_OVER: _over,
    Event.U_BOATS_ARRIVE: lambda s, row: "A U-boat appears." if row.a == 1 else f"{row.a} U-boats appear.",
    Event.STRIKE_BEGINS: _strike,
}

happening = Teller(Event, _SUBJECTS, _ACCOUNTS).happening
"""A row of the event buffer of a scenario as (kind, subjects, dice, words)."""
