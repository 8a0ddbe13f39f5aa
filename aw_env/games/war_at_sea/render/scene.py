"""The board as plain data, for a page that draws it: places with their shapes, counters, the track, a legend.

It is made of a view and holds nothing else, so it shows a seat what the seat may know.  Lengths are in pixels of the
map, from its upper left corner; sides and phases are named in small letters.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from aw_env.core.config.tables import read_toml
from aw_env.core.drawn import outlines
from aw_env.core.drawn.colour import hexed
from aw_env.core.said.wording import capital
from aw_env.games.war_at_sea.printed.load import PlaceName, Scenario
from aw_env.games.war_at_sea.records.terms import FIRST_BOX, FIRST_PORT, Box, Kind, Phase, Side
from aw_env.games.war_at_sea.render.picture import COLORS
from aw_env.games.war_at_sea.view import UnitView, View
from aw_env.games.war_at_sea.words import narrate, wording
from aw_env.naval.sides import SIDES, standing

Data = dict[str, Any]
COLOURS = {Side.ALLIES: (30, 84, 158), Side.AXIS: (184, 38, 34)}
"""Colours of the sides."""
_NAMES = {"us": "US"}
"""Names of nations that are no word."""


@dataclass(frozen=True)
class Map:
    """`map.toml`.  cell: pixels of a cell.  rooms: [left, top, width, height]; ports: [column, row, side of the name];
    both in cells."""

    cell: int
    cells: outlines.Cells
    rooms: dict[str, list[float]]
    ports: dict[str, tuple[float, float, str]]


@cache
def drawn_map() -> Map:
    """Where the drawn board has its places."""
    table = read_toml(Path(__file__).with_name("map.toml"))
    areas = table["letters"] | {".": ""}
    cells = tuple(tuple(areas[letter] for letter in row) for row in table["map"].split())
    return Map(table["cell"], cells, table["rooms"], table["ports"])


def scene(scenario: Scenario, view: View) -> Data:
    """The position as a dict of JSON's types, with the keys that the scene of any game has (`Ruleset.scene`)."""
    drawn = drawn_map()
    subject = narrate.subject_unit(view)
    return {
        "title": scenario.title,
        "turn": view.turn,
        "last_turn": view.last_turn,
        "phase": view.phase.name.lower(),
        "phase_words": wording.PHASES[view.phase],
        "asked": narrate.describe_decision(scenario, view),
        "subject": None if subject is None else subject.id,
        "size": [len(drawn.cells[0]) * drawn.cell, len(drawn.cells) * drawn.cell],
        "waters": [],
        "areas": [_area(view, drawn, area) for area in view.areas],
        "ports": [_port(scenario, view, drawn, port) for port in view.ports],
        "boxes": [{"id": place.id, "name": place.name} for place in (view.names.place(FIRST_BOX + box) for box in Box)],
        "units": [_unit(scenario, unit) for unit in view.units],
        "tracks": [{"name": "Points of control", "lead": view.lead, "words": standing(view.lead)}],
        "legend": _legend(view),
    }


def _area(view: View, drawn: Map, area: PlaceName) -> Data:
    fighting = view.area is not None and view.area.id == area.id
    return {
        "id": area.id,
        "name": area.name + _aircraft(view, area),
        "path": outlines.paths(drawn.cells, drawn.cell)[area.id],
        "room": [round(length * drawn.cell) for length in drawn.rooms[area.id]],
        "control": _side(view.flag(area.id)),
        "points": list(view.points(area.id)),
        "fighting": fighting,
        "resolved": view.phase == Phase.COMBAT and view.resolved(area.id) and not fighting,
    }


def _port(scenario: Scenario, view: View, drawn: Map, port: PlaceName) -> Data:
    column, row, label = drawn.ports[port.id]
    owner = int(scenario.books[0]["port_side"][port.number - FIRST_PORT])
    hidden = view.face_down(port.id)
    notes = [f"{hidden} face down"] if hidden else []
    notes += [] if view.is_active(port.id) else ["not in use"]
    side = _side(Side(owner)) if owner in list(Side) else None
    return {
        "id": port.id,
        "name": port.name + _aircraft(view, port) + (f" ({', '.join(notes)})" if notes else ""),
        "kind": "port",
        "at": [round(column * drawn.cell), round(row * drawn.cell)],
        "label": label,
        "control": side,
        "power": side,
        "worth": 0,
        "raided_by": [],
    }


def _aircraft(view: View, place: PlaceName) -> str:
    """Whose land-based aircraft are over a place."""
    sides = [SIDES[side] for side in Side if view.marker(side) == place]
    return f", aircraft of the {' and the '.join(sides)}" if sides else ""


def _unit(scenario: Scenario, unit: UnitView) -> Data:
    """A counter: what stands on it, where it is (`place`, `due`: the turn on which it comes), what has happened to it,
    and `card`, all of it in words."""
    target = None if unit.target is None else scenario.names.units[unit.target]
    return {
        "id": unit.id,
        "name": unit.name,
        "nation": unit.nation,
        "side": _side(unit.side),
        "power": _side(unit.side),
        "kind": "submarine" if unit.kind == Kind.U_BOAT else unit.kind.name.lower(),
        "class": unit.label.type,
        "carrier": unit.carrier,
        "factors": wording.factors(unit),
        "place": unit.place,
        "due": int(scenario.books[0]["arrives_on"][unit.number]),
        "damage": unit.damage,
        "crippled": unit.damage >= unit.defense,
        "disabled": unit.disabled,
        "raiding": False,
        "hidden": False,
        "task_force": "",
        "in_battle": unit.in_battle,
        "target": None if target is None else target.id,
        "card": _card(scenario, unit),
    }


def _card(scenario: Scenario, unit: UnitView) -> list[str]:
    """All that a counter says, a line each."""
    factors = {"attack": unit.attack, "airstrike": unit.airstrike, "defense": unit.defense, "speed": unit.speed}
    lines = [f"{name} {value}" for name, value in factors.items() if value]
    lines += [f"{unit.damage} damage, {unit.hit_points} more sink her"] if unit.damage else []
    lines += ["adds one to each die"] if unit.bonus else []
    bound = [f"bound for {wording.the_place(scenario, unit.bound_for)}"] if unit.bound_for >= 0 else []
    state = {"disabled": unit.disabled, "has disengaged": unit.disengaged, "in battle": unit.in_battle}
    told = ", ".join([*(name for name, holds in state.items() if holds), *bound])
    nation = _NAMES.get(unit.nation, capital(unit.nation))
    return [f"{unit.label.type}, {nation}", *lines, *filter(None, (told,))]


def _legend(view: View) -> Data:
    """The colours and names of the nations whose counters are in the game, the colours of the sides, and what factors
    stand for."""
    nations = sorted({unit.nation for unit in view.units})
    return {
        "nations": {nation: hexed(COLORS[nation]) for nation in nations},
        "names": {nation: _NAMES.get(nation, capital(nation)) for nation in nations},
        "sides": {side.name.lower(): hexed(COLOURS[side]) for side in Side},
        "factors": "attack-defense left-speed-airstrike",
    }


def _side(side: Side | None) -> str | None:
    return None if side is None else side.name.lower()
