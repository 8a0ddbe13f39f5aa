"""Sides, places and counters in words, for everything that is written for people: our own words throughout."""

from aw_env.core.config.folder import configs_folder
from aw_env.core.rooms.phrases import terms_in
from aw_env.core.said.naming import place_name
from aw_env.games.war_at_sea.printed.load import Scenario
from aw_env.games.war_at_sea.records.terms import Kind, Option, Phase
from aw_env.games.war_at_sea.view import UnitView

TERMS = terms_in(configs_folder() / "war_at_sea" / "terms.toml", Option, phases=Phase)
PHASES = TERMS.called["phases"]
_WITHOUT_ARTICLE = ("England", "Malta", "Leningrad", "Russia", "Germany", "France", "Italy")


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
