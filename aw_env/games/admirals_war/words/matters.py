"""What matters in a scenario, for reasons that are told only where they do (`core.said.decisions.Besides`)."""

from collections.abc import Callable
from typing import Any

from aw_env.games.admirals_war.records.terms import Kind, Nation, OptionalRule

Matters = Callable[[Any], bool]


def played_with(*rules: OptionalRule) -> Matters:
    """Whether one of some optional rules is played with."""
    return lambda view: any(int(view.scenario.books[0]["options"]) >> rule & 1 for rule in rules)


def before_the_war(view: Any) -> bool:
    """Whether Japan is not yet at war (§19)."""
    return int(view.record["hostilities"]) == 0


def as_the_war_begins(view: Any) -> bool:
    """Whether Japan is not yet at war, or has attacked this turn (§19.6-19.7)."""
    return before_the_war(view) or int(view.record["hostilities_since"]) == view.turn


def in_the_atlantic(view: Any) -> bool:
    """Whether sea areas of the Atlantic are in the game."""
    return any(area.theatre == "atlantic" for area in view.areas)


def in_the_pacific(view: Any) -> bool:
    """Whether sea areas of the Pacific are in the game."""
    return any(area.theatre == "pacific" for area in view.areas)


def in_both_theatres(view: Any) -> bool:
    """Whether sea areas of both theatres are in the game."""
    return in_the_pacific(view) and in_the_atlantic(view)


def paratroops(view: Any) -> bool:
    """Whether paratroops are in the game (§13.6)."""
    airborne = view.scenario.books[0]["airborne"]
    return any(airborne[unit.number] for unit in view.units)


def with_units(test: Callable[[Any], bool]) -> Matters:
    """Whether units of a sort are in the game."""
    return lambda view: any(test(unit) for unit in view.units)


french = with_units(lambda unit: unit.nation == Nation.FRENCH)
oilers = with_units(lambda unit: unit.kind in (Kind.OILER, Kind.HILFSKREUZER))
