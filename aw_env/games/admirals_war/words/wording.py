"""Sides, places and counters in words, for everything that is written for people: our own words throughout."""

import re

from aw_env.core.config.folder import configs_folder
from aw_env.core.rooms.phrases import terms_in
from aw_env.core.said.naming import place_name
from aw_env.games.admirals_war.printed.load import Scenario
from aw_env.games.admirals_war.records.terms import Kind, Option, Phase, Power, Theatre
from aw_env.games.admirals_war.view import UnitView

TERMS = terms_in(configs_folder() / "admirals_war" / "terms.toml", Option, phases=Phase, powers=Power, theatres=Theatre)
PHASES, POWERS, THEATRES = (TERMS.called[kind] for kind in ("phases", "powers", "theatres"))
_TAKES_AN_ARTICLE = re.compile(
    r"\b(Sea|Ocean|Bay|Gulf|Cape|Gap|Canal|Port \(|Atlantic|Pacific|Mediterranean|Seaboard|Approaches|USA)|[a-z]s$"
)


def the_place(scenario: Scenario, place: int) -> str:
    """A place in the middle of a sentence: "the Coral Sea", "Indonesia"."""
    name = place_name(scenario, place)
    return f"the {name}" if _TAKES_AN_ARTICLE.search(name) and "'s" not in name else name


def factors(unit: UnitView) -> str:
    """What a counter can do now, as printed counters say it: gunnery-armor left-speed, for carriers -airstrike.

    Air units: attack-defense left; amphibious units: defense left-speed.  A star marks a bonus that counts now.
    """
    armor = f"{max(0, unit.armor - unit.damage)}{_mark(unit.armor_bonus)}"
    airstrike = f"{unit.airstrike}{_mark(unit.air_bonus)}"
    if unit.kind == Kind.LBA:
        return f"{airstrike}-{armor}"
    if unit.kind == Kind.AMPHIBIOUS:
        return f"{armor}-{unit.speed}"
    if unit.kind != Kind.SHIP:
        return f"{unit.printed_gunnery}-{armor}"
    ship = f"{unit.gunnery}{_mark(unit.gunnery_bonus)}-{armor}-{unit.speed}"
    return f"{ship}-{airstrike}" if unit.carrier else ship


def _mark(bonus: bool) -> str:
    return "*" if bonus else ""


def condition(unit: UnitView) -> str:
    """What has happened to a counter: "2 damage, 1 left", "crippled, 3 damage", "on the bottom", "overhaul 2", "Type
    XXI"; "" when sound and as printed."""
    slowed = f"overhaul {unit.overhaul}" if unit.overhaul else ""
    built = "Type XXI" if unit.kind == Kind.SUBMARINE and unit.state["reversed"] else ""
    return ", ".join(text for text in (_damaged(unit), slowed, built) if text)


def _damaged(unit: UnitView) -> str:
    if unit.damage == 0:
        return ""
    if unit.on_the_bottom:
        return f"on the bottom, {unit.damage} damage"
    if unit.crippled:
        return f"crippled, {unit.damage} damage"
    return f"{unit.damage} damage, {unit.armor - unit.damage} left"


def task_force_mark(unit: UnitView) -> str:
    """Its task force in short: "2h!" is in number 2, which hides and is sighted; "" for none (§29)."""
    if unit.task_force == 0:
        return ""
    intention = unit.intention.name[0].lower() if unit.intention else ""
    return f"{unit.task_force}{intention}{'!' if unit.sighted else ''}"


def unit_phrase(unit: UnitView, *more: str) -> str:
    """A counter with its type and factors: "Yorktown (CV 1-2-5-4*, 2 damage, 2 left)"."""
    parts = [f"{unit.label.type} {factors(unit)}", condition(unit), *more]
    return f"{unit.name} ({', '.join(part for part in parts if part)})"
