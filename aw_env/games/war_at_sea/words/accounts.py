"""Events in words: the running account of what happened, with its dice."""

from typing import Any

from aw_env.core.said.events import EventRow, Named, Teller, Told
from aw_env.core.said.luck import THE_FIRST
from aw_env.core.said.naming import place_name, unit_name
from aw_env.core.said.wording import so_many
from aw_env.games.war_at_sea.records.terms import NOBODY, NOWHERE, Event, Nation, Side
from aw_env.games.war_at_sea.words.wording import PHASES, the_place
from aw_env.naval import luck
from aw_env.naval.sides import side_does, standing
from aw_env.naval.words import SIDE, UNIT, phase

PLACE = Named(place_name, lambda scenario, place, spec: the_place(scenario, place))
ATTACKER = Named(lambda scenario, unit: "Aircraft" if unit == NOBODY else unit_name(scenario, unit))
MAYBE_UNIT = Named(lambda scenario, unit: "" if unit == NOBODY else unit_name(scenario, unit))


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


TELLER = Teller(
    Event,
    {
        Event.NONE: Told(""),
        Event.TURN: Told("Turn {a}."),
        Event.PHASE: phase(PHASES),
        Event.ARRIVED: Told("{0} appears in {1}.", (UNIT, PLACE)),
        Event.RELEASE_ROLL: Told(_release, (UNIT,), dice="whether {0} may sail"),
        Event.MOVED: Told("{0} moves to {1}.", (UNIT, PLACE)),
        Event.SPEED_ROLL: Told(
            lambda scenario, row: (
                "{0} {c:reaches|fails to reach} {1}{rolled}" + ("." if row.dice else " (no die needed).")
            ),
            (UNIT, PLACE),
            dice="the speed of {0} for {1}",
        ),
        Event.RETURNED: Told("{0} goes to {1}.", (UNIT, PLACE)),
        Event.REPAIRED: Told("{0} is mended by a point in {1}, damage left: {c}.", (UNIT, PLACE)),
        Event.MARKER: Told(
            lambda scenario, row: (
                "{0:keep} the land-based aircraft at home."
                if row.b == NOWHERE
                else "{0:send} land-based aircraft to {1}."
            ),
            (SIDE, PLACE),
            reveals=True,
        ),
        Event.PENALTY: Told("{0:pay} {b:point} for ships that stay in the Neutral Port.", (SIDE,)),
        Event.COMBAT_BEGINS: Told("Combat in {0}.", (PLACE,)),
        Event.ASW: Told(_asw, (PLACE,), dice="hunting U-boats in {0}", luck=luck.hits("U-boats", roller=THE_FIRST)),
        Event.ATTACK: Told(
            lambda scenario, row: "{0} at {1} (+{c}):{rolled}" if row.c else "{0} at {1}:{rolled}",
            (ATTACKER, UNIT),
            dice="{0}, firing at {1}",
            luck=luck.hits(),
        ),
        Event.HITS: Told(
            "{c:hit} on {1}, damage {sum}{rolled}.",
            (ATTACKER, UNIT),
            dice="the damage of {0} to {1}",
            luck=luck.pips("damage"),
        ),
        Event.DISABLED: Told("{0} is disabled.", (UNIT,)),
        Event.SUNK: Told("{0} is sunk.", (UNIT,)),
        Event.ROUND_BEGINS: Told(
            lambda scenario, row: "Round {c} in {0}." if row.b == NOBODY else "Round {c}, the pursuit of {1}.",
            (PLACE, MAYBE_UNIT),
        ),
        Event.CARRIER_NAMED: Told("{0} {b:fires|keeps silent} in this round.", (UNIT,)),
        Event.DISENGAGES: Told("{0:disengage} from {1}.", (SIDE, PLACE), reveals=True),
        Event.GROUP: Told(
            lambda scenario, row: "{0} goes alone." if row.a == row.b else "{0} goes with {1}.", (UNIT, UNIT)
        ),
        Event.PURSUES: Told(
            lambda scenario, row: "{0} does not pursue." if row.b == NOBODY else "{0} pursues {1}.", (UNIT, MAYBE_UNIT)
        ),
        Event.ESCAPES: Told("The group of {0} escapes.", (UNIT,)),
        Event.STALEMATE: Told("Nobody fires any more: both sides leave {0}.", (PLACE,)),
        Event.CONTROL: Told("{1:control} {0}.", (PLACE, SIDE)),
        Event.OILING: Told(
            "{0} {b:finds an oiler and stays at sea|finds no oiler}{rolled}.",
            (UNIT,),
            dice="whether {0} finds an oiler",
        ),
        Event.CONVOY_SCORES: Told("{0} reaches {1}: {c:point} for the Allies.", (UNIT, PLACE)),
        Event.NO_PORT: Told("{0} has no port to go to and is lost.", (UNIT,)),
        Event.INTERNED: Told("{0} is interned with her port.", (UNIT,)),
        Event.TAKEOVER: Told(_takeover, (UNIT, SIDE), dice="what becomes of {0}"),
        Event.POINTS: Told(_points),
        Event.GAME_OVER: Told(
            lambda scenario, row: side_does(row.a < 0, "win") + " the game." if row.a else "The game is drawn."
        ),
        Event.U_BOATS_ARRIVE: Told(lambda scenario, row: "A U-boat appears." if row.a == 1 else "{a} U-boats appear."),
        Event.STRIKE_BEGINS: Told("{1:strike} from the air in {0}, {c} factors.", (PLACE, SIDE)),
    },
)
happening = TELLER.happening
"""A row of the event buffer of a scenario as (kind, subjects, dice, words)."""
