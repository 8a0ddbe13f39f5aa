"""Sides, places and counters in words, for everything that is written for people: our own words throughout."""

from aw_env.games.war_at_sea.printed.load import Scenario
from aw_env.games.war_at_sea.records.terms import Kind, Phase
from aw_env.games.war_at_sea.view import UnitView

PHASES = {
    Phase.REINFORCEMENTS: "Reinforcements",
    Phase.ALLIED_MOVEMENT: "The Allies move",
    Phase.AXIS_MOVEMENT: "The Axis moves",
    Phase.AIR_MARKERS: "Land-based aircraft",
    Phase.COMBAT: "Combat",
    Phase.CONTROL: "Control of the sea areas",
    Phase.RETURN: "Return to port",
    Phase.OVER: "The game is over",
}
_WITHOUT_ARTICLE = ("England", "Malta", "Leningrad", "Russia", "Germany", "France", "Italy")


def unit_name(scenario: Scenario, unit: int) -> str:
    """Name of a counter."""
    return scenario.names.units[unit].name


def place_name(scenario: Scenario, place: int) -> str:
    """Name of a sea area, port or box; "nowhere" for a counter that is not in the game."""
    return scenario.names.places[place].name if place >= 0 else "nowhere"


def the_place(scenario: Scenario, place: int) -> str:
    """A place in the middle of a sentence: "the Barents Sea", "Malta"."""
    name = place_name(scenario, place)
    return name if name in _WITHOUT_ARTICLE else f"the {name}"


def factors(unit: UnitView) -> str:
    """What a counter can do now, as printed counters say it: attack-defense left-speed, for carriers -airstrike."""
    if unit.kind == Kind.U_BOAT:
        return f"{unit.attack}-{unit.defense}"
    ship = f"{unit.attack}-{unit.defense - unit.damage}-{unit.speed}"
    return f"{ship}-{unit.airstrike}" if unit.kind == Kind.CARRIER else ship


def unit_phrase(unit: UnitView) -> str:
    """A counter with its type, factors and damage: "Hood (BC 4-2-5, 2 damage)"."""
    damage = f", {unit.damage} damage" if unit.damage else ""
    return f"{unit.name} ({unit.label.type} {factors(unit)}{damage})"


def points(count: int) -> str:
    """Points of control: "1 point", "3 points"."""
    return f"{count} point{'' if count == 1 else 's'}"
