"""The board as plain data, for a page that draws it: places with their shapes, counters, tracks, a legend.

It is made of a view and holds nothing else, so it shows a seat what the seat may know.  Lengths are in pixels of the
map, from its upper left corner; sides, powers and phases are named in small letters.
"""

from typing import Any

from aw_env.core.drawn import outlines
from aw_env.core.drawn.colour import hexed
from aw_env.core.said.wording import capital
from aw_env.games.admirals_war.printed.load import PlaceName, Scenario
from aw_env.games.admirals_war.records.terms import FIRST_BOX, Box, Kind, Phase, Side
from aw_env.games.admirals_war.render import drawing
from aw_env.games.admirals_war.render.chart import Chart, chart_of, port_label, port_state
from aw_env.games.admirals_war.view import UnitView, View
from aw_env.games.admirals_war.words import decisions, wording
from aw_env.naval.sides import standing

Data = dict[str, Any]


def scene(scenario: Scenario, view: View) -> Data:
    """The position as a dict of JSON's types, with the keys

    title, turn, last_turn, phase, phase_words, asked (the question in words), subject (id of the unit asked about);
    size: [width, height] of the map; waters: shapes of areas that are not in play;
    areas, ports, boxes: places by `id` and `name`; areas with `path` (an SVG path), `room` ([left, top, width, height]
    free for counters), `control`, `points` ([Allies, Axis]), `fighting`, `resolved`; ports with `at` ([x, y]; None
    beside the map), `label` (side on which the name stands), `kind`, `control`, `power`, `worth`, `raided_by`;
    units: see `_unit`;
    tracks: lead of the Allies by theatre; legend: see `_legend`.
    """
    chart = chart_of(view)
    subject = view.subject_unit
    paths = outlines.paths(chart.layout.cells, chart.cell)
    return {
        "title": scenario.title,
        "turn": view.turn,
        "last_turn": view.last_turn,
        "phase": view.phase.name.lower(),
        "phase_words": wording.PHASES[view.phase],
        "asked": decisions.describe_decision(scenario, view),
        "subject": None if subject is None else subject.id,
        "size": [chart.width, chart.height],
        "waters": [path for id, path in paths.items() if id not in chart.areas],
        "areas": [_area(view, chart, area, paths[area.id]) for area in view.areas],
        "ports": [_port(scenario, view, chart, port) for port in view.ports],
        "boxes": [_box(view, box) for box in Box],
        "units": [_unit(view, unit) for unit in view.units],
        "tracks": _tracks(view),
        "legend": _legend(view),
    }


def _area(view: View, chart: Chart, area: PlaceName, path: str) -> Data:
    room = chart.room[area.id]
    return {
        "id": area.id,
        "name": area.name,
        "path": path,
        "room": [room.left, room.top, room.width, room.height],
        "control": _side(view.flag(area.id)),
        "points": list(view.points(area.id)),
        "fighting": view.area == area.id,
        "resolved": view.phase == Phase.COMBAT and view.resolved(area.id),
    }


def _port(scenario: Scenario, view: View, chart: Chart, port: PlaceName) -> Data:
    spot, state = chart.layout.ports.get(port.id), port_state(scenario, view, port)
    return {
        "id": port.id,
        "name": port_label(port),
        "kind": port.kind,
        "at": None if spot is None else [round(spot.column * chart.cell), round(spot.row * chart.cell)],
        "label": "below" if spot is None else spot.label,
        "control": _side(state.side),
        "power": None if state.power is None else state.power.name.lower(),
        "worth": state.worth,
        "raided_by": [raider.name.lower() for raider in state.raided_by],
    }


def _box(view: View, box: Box) -> Data:
    place = view.names.place(FIRST_BOX + box)
    return {"id": place.id, "name": place.name}


def _unit(view: View, unit: UnitView) -> Data:
    """A counter: what stands on it (name, nation, class, factors), where it is (`place`, `due`: the turn on which it
    comes), what has happened to it, and `card`, all of it in words."""
    target = None if unit.target is None else view.units_by_number.get(unit.target)
    return {
        "id": unit.id,
        "name": unit.name,
        "nation": unit.nation,
        "side": unit.side.name.lower(),
        "power": unit.power.name.lower(),
        "kind": unit.kind.name.lower(),
        "class": unit.label.type,
        "carrier": unit.carrier,
        "factors": wording.factors(unit),
        "place": unit.place,
        "due": unit.due,
        "damage": unit.damage,
        "crippled": unit.crippled,
        "disabled": unit.disabled,
        "raiding": unit.raiding,
        "hidden": unit.hidden,
        "task_force": wording.task_force_mark(unit),
        "in_battle": unit.in_battle,
        "target": None if target is None else target.id,
        "card": _card(unit),
    }


def _card(unit: UnitView) -> list[str]:
    """All that a counter says, a line each."""
    factors = {
        "gunnery": unit.gunnery if unit.kind == Kind.SHIP else unit.printed_gunnery,
        "airstrike": unit.airstrike,
        "armor left": max(0, unit.armor - unit.damage),
        "speed": unit.speed,
    }
    bonuses = {"gunnery": unit.gunnery_bonus, "airstrike": unit.air_bonus, "armor left": unit.armor_bonus}
    lines = [f"{name} {value}{', bonus' if bonuses.get(name) else ''}" for name, value in factors.items() if value]
    state = {"raiding": unit.raiding, "disabled": unit.disabled, "hidden": unit.hidden, "in battle": unit.in_battle}
    told = ", ".join(name for name, holds in state.items() if holds)
    return [f"{unit.label.type}, {wording.POWERS[unit.power]}", *lines, *filter(None, (wording.condition(unit), told))]


def _tracks(view: View) -> list[Data]:
    """The victory point tracks of the theatres in play: the lead of the Allies, and in words."""
    return [
        {"name": track, "lead": lead, "words": standing(lead)}
        for track, lead in zip(wording.THEATRES.values(), view.victory_points, strict=True)
        if any(area.theatre == track.lower() for area in view.areas)
    ]


_NAMES = {"us": "US"}
"""Names of nations that are no word."""


def _legend(view: View) -> Data:
    """The colours and names of the nations whose counters are in the game, the colours of the sides, and what factors
    stand for."""
    nations = sorted({unit.nation for unit in view.units})
    return {
        "nations": {nation: hexed(drawing.nation_colour(nation)) for nation in nations},
        "names": {nation: _NAMES.get(nation, capital(nation)) for nation in nations},
        "sides": {side.name.lower(): hexed(drawing.SIDES[side]) for side in Side},
        "factors": "gunnery-armor left-speed-airstrike; * bonus",
    }


def _side(side: Side | None) -> str | None:
    return None if side is None else side.name.lower()
