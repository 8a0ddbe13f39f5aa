"""What the wars at sea say alike: of sea areas, sorts of units, losses and battles."""

from collections.abc import Callable, Collection, Iterable, Mapping
from enum import IntEnum
from typing import Any

from aw_env.core.said.events import EventRow, Named
from aw_env.core.said.naming import unit_name
from aw_env.core.said.speech import Battle, InLine
from aw_env.core.said.wording import first_few
from aw_env.naval.sides import SIDES, side_does, stakes

HULLS: dict[str, Callable[[Any], bool]] = {
    "carriers": lambda unit: unit.carrier,
    "battleships": lambda unit: unit.label.type in ("BB", "BC", "PB"),
    "cruisers": lambda unit: unit.label.type in ("CA", "CL"),
}
"""Sorts of units by their types."""
CONDITIONS: dict[str, Callable[[Any], bool]] = {
    "units": lambda unit: True,
    "damaged": lambda unit: unit.damage > 0,
    "sound": lambda unit: unit.damage == 0,
}
"""Sorts of units by what has happened to them."""


def nations(flags: type[IntEnum]) -> dict[str, str]:
    """Nations of the counters by the words for them."""
    return {nation.name.lower(): nation.name.lower() for nation in flags} | {"american": "us"}


def strengths(guns: str) -> dict[str, Callable[[Any], int]]:
    """By what the enemy in a battle outdoes: more dice of the guns (an attribute of units), more airstrike, or more of
    the greater of both."""
    return {
        "outgunned": lambda unit: getattr(unit, guns),
        "outflown": lambda unit: unit.airstrike,
        "outmatched": lambda unit: max(getattr(unit, guns), unit.airstrike),
    }


# --- sea areas and losses --------------------------------------------------------------------------------------


def forces_in(view: Any, area: int) -> str:
    """Who is in a sea area, side by side: "Hood, Norfolk against Bismarck"; of many the first few."""
    units = [unit for unit in view.units if unit.place_number == area]
    sides = [[unit.name for unit in units if unit.side == side] for side in SIDES]
    return " against ".join(first_few(names) for names in sides if names) or "nobody"


def worth(view: Any, area: int) -> str:
    """What a sea area is worth, who controls it and who is there."""
    return f"{stakes(view, view.names.places[area].id)}; {forces_in(view, area)} there"


def held(view: Any, side: int) -> list[str]:
    """The names of the sea areas that a side controls."""
    return [area.name for area in view.areas if view.flag(area.id) == side]


def lost(view: Any, side: int, kinds: Collection[int], gone: int) -> list[Any]:
    """Units of some kinds that fight for a side and have come to the place of what is gone since the game began."""
    begun = view.scenario.templates[0]["place"]
    units = (unit for unit in view.units if unit.side == side and unit.kind in kinds)
    return [unit for unit in units if unit.place_number == gone and begun[unit.number] != gone]


# --- events ----------------------------------------------------------------------------------------------------

UNIT = Named(unit_name)
SIDE = Named(
    lambda scenario, side: SIDES[side] if side in SIDES else "nobody",
    lambda scenario, side, verb: side_does(side, verb) if verb else SIDES[side],
)
"""A side; `{0:retreat}` is what it does, at the beginning of a sentence."""


def phase(words: Mapping[Any, str]) -> Callable[[Any, EventRow], str]:
    """How the event is told that a phase begins, by the words for phases."""
    return lambda scenario, row: f"{words[row.a]}."


# --- battles ---------------------------------------------------------------------------------------------------


def battle(view: Any, action: str, line: Callable[[list[Any], Any], InLine]) -> Battle | None:
    """The battle that is being resolved, as the view knows it; None where none is.

    action: the type of action in words.  line: what there is to know of a unit, of all units in the battle and it.
    """
    here = [unit for unit in view.units if unit.in_battle]
    number = int(view.record["area"])
    if number < 0 or not here:
        return None
    area = view.names.places[number]
    lines = tuple(line(here, unit) for unit in here)
    return Battle(area.id, f"{area.name}: {stakes(view, area.id)}", view.round, action, lines)


def in_line(
    view: Any, unit: Any, words: str, shots: Iterable[tuple[int, bool]], chances: tuple[float, float], raiding: bool
) -> InLine:
    """A unit of a battle.

    words: the counter with its factors.  shots: dice of each attacker that has chosen it, and whether with a bonus.
    chances: that it is sunk, and that it is only disabled.
    """
    target = view.units_by_number.get(unit.target) if unit.target is not None else None
    return InLine(
        id=unit.id,
        name=unit.name,
        words=words,
        side=SIDES[unit.side],
        raiding=raiding,
        aims_at=target.id if target is not None else None,
        damage=unit.pending_damage,
        shots=sum(dice for dice, _ in shots),
        sinks=round(chances[0], 3),
        disables=round(chances[1], 3),
    )


def odds(chances: tuple[float, float], end: str = "sunk") -> str:
    """The chances of what is aimed at a unit: "sunk 31%, disabled 17%".  end: what it is when it is lost."""
    sinks, disables = chances
    return f"{end} {percent(sinks)}" + (f", disabled {percent(disables)}" if disables else "")


def percent(chance: float) -> str:
    """A chance; one that is not quite none is not written as none."""
    return f"{100 * chance:.0f}%" if chance == 0 or chance >= 0.005 else "under 1%"
