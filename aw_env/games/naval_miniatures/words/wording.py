"""Phases, weapons, places and units in words, for everything that is written for people: our own words throughout."""

from collections.abc import Iterable
from typing import Any

from aw_env.core.config.folder import configs_folder
from aw_env.core.rooms.phrases import terms_in
from aw_env.core.said.naming import place_name
from aw_env.core.said.wording import all_of
from aw_env.games.naval_miniatures.records.terms import NOWHERE, RANGES, Kind, Option, Phase, Side, Terrain, Weapon
from aw_env.games.naval_miniatures.view import UnitView, View

TERMS = terms_in(configs_folder() / "naval_miniatures" / "terms.toml", Option, phases=Phase, weapons=Weapon)
PHASES, WEAPONS = TERMS.called["phases"], TERMS.called["weapons"]
KINDS = {kind: kind.name.lower().replace("_", " ") for kind in Kind}
CODES = dict(zip(Kind, ("BB", "CV", "CA", "DD", "PT", "AUX", "SS", "PB", "DB", "TB", "F"), strict=True))
"""The letters for them on counters."""
TO_DEPLOY = "not yet deployed"
TERRAIN = {Terrain.ISLAND: "island", Terrain.SHOAL: "shoal", Terrain.SQUALL: "squall"}


def whereabouts(unit: UnitView) -> str:
    """Where a unit is: "in D4", "aboard USS Enterprise", "ashore"."""
    if unit.on_map:
        return f"in {place_name(unit.view, unit.place_number)}"
    if unit.gone:
        return "gone"
    if unit.carrier is not None:
        return f"aboard {unit.carrier.name}"
    return ("ashore, rearming" if unit.rearming else "ashore") if unit.ashore else TO_DEPLOY


def state(unit: UnitView) -> list[str]:
    """What has happened to a unit, and what will at the end of the phase."""
    told = {
        f"{unit.hull_left} of {unit.hull} hull": unit.damage > 0,
        "crippled": unit.crippled,
        f"{unit.hit} more to be lost": unit.hit > 0 and not unit.doomed,
        "to be destroyed": unit.doomed,
        "aborted": unit.aborted,
        "pressing the attack": unit.pressing,
        "may not move": unit.stopped,
        "repairing": unit.mending >= 0,
        "under repair": unit.mended,
    }
    return [words for words, holds in told.items() if holds]


def unit_phrase(unit: UnitView) -> str:
    """A unit, what it is and where: "HMS Ajax (cruiser in D4, 2 of 3 hull)"."""
    if unit.gone:
        return f"{unit.name} ({KINDS[unit.kind]}, gone)"
    comma = "," if whereabouts(unit) == TO_DEPLOY else ""
    return f"{unit.name} ({', '.join([f'{KINDS[unit.kind]}{comma} {whereabouts(unit)}', *state(unit)])})"


def dice_of(unit: UnitView, weapon: int) -> str:
    """The attack values of a weapon on a card from range 0 on: "9/9/8/7"."""
    return _by_range(unit.attack[weapon] if weapon < len(unit.attack) else [])


def _by_range(values: Iterable[int]) -> str:
    return "/".join(f"{value or '-'}" for value in values).rstrip("/-")


FIRST_OF_ALL = {"main": Weapon.MAIN, "bomb": Weapon.BOMB, "torpedo": Weapon.TORPEDO}
"""The weapons of which the first on a card says what it is bought for."""


def card_in_short(card: Any) -> str:
    """What a card that may be bought is worth in battle: "4/9 3-2, main guns 9/9/8/6"."""
    told = f"{card.armor}/{card.vital_armor}" + (f" {card.hull}-{card.speed}" if card.speed else "")
    dice = {weapon: [getattr(card, f"{name}_{far}") for far in range(RANGES)] for name, weapon in FIRST_OF_ALL.items()}
    best = next((f"{WEAPONS[weapon]} {_by_range(values)}" for weapon, values in dice.items() if any(values)), "")
    return ", ".join(filter(None, [told, best, f"bases {card.capacity}" if card.capacity else ""]))


def forces_in(view: View, sector: int) -> str:
    """Who is in a sector, the side of the seat that is asked first: "HMS Ajax against Bismarck"."""
    here = [unit for unit in view.units if unit.place_number == sector]
    sides = (view.seat, 1 - view.seat) if view.seat >= 0 else (0, 1)
    return " against ".join(all_of([unit.name for unit in here if unit.side == side]) for side in sides if side in
                            {unit.side for unit in here})  # fmt: skip


def features(view: View, sector: str) -> list[str]:
    """What there is to know of a sector but for the units in it."""
    terrain = view.terrain(sector) if view.phase > Phase.FLEETS else Terrain.OPEN
    found = [TERRAIN[terrain]] if terrain in TERRAIN else []
    found += ["smoke"] if view.smoke(sector) else []
    return found + ([f"objective {view.objective_points}"] if sector in view.objectives else [])


def sector_in_words(view: View, sector: int) -> str:
    """All that there is to know of a sector."""
    there = forces_in(view, sector) if sector != NOWHERE else ""
    return "; ".join([*features(view, view.names.place(sector).id), *([there] if there else [])])


def bought(view: View, side: int) -> str:
    """The cards that a side has bought, as far as the observer sees them: "2 HMS Ajax, HMS Exeter"."""
    names, counts = {card.id: card.name for card in view.scenario.printed.cards}, view.drafted(Side(side))
    return ", ".join(names[id] if count == 1 else f"{count} {names[id]}" for id, count in counts.items())
