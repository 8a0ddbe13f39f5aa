"""How the board of Naval Miniatures is drawn: what it has besides places and units."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from aw_env.core.drawn.scene import (
    Box,
    Ground,
    Holds,
    Legend,
    Mark,
    Ring,
    Sight,
    Sign,
    Track,
    legend_of,
)
from aw_env.core.drawn.silhouettes import Shape
from aw_env.core.printed.names import PlaceName
from aw_env.core.rooms.board import Drawing
from aw_env.core.said.wording import so_many
from aw_env.games.naval_miniatures.aims import bearings
from aw_env.games.naval_miniatures.records.terms import MAP, RANGES, Decision, Kind, Phase, Side, Terrain, Weapon
from aw_env.games.naval_miniatures.view import UnitView, View
from aw_env.games.naval_miniatures.words import wording
from aw_env.naval.sides import ALLIES_AND_AXIS

NATIONS = {
    "united_states": "#58803c",
    "united_kingdom": "#2e6e3e",
    "australia": "#8a7a2c",
    "france": "#3c6ab4",
    "germany": "#34446e",
    "italy": "#5c8cbe",
    "japan": "#a8443a",
}
NEUTRAL = "#6c6c6c"
"""Colour of convoy ships."""
_SHAPES = {
    Kind.BATTLESHIP: Shape.BATTLESHIP,
    Kind.CARRIER: Shape.CARRIER,
    Kind.CRUISER: Shape.CRUISER,
    Kind.DESTROYER: Shape.DESTROYER,
    Kind.TORPEDO_BOAT: Shape.TORPEDO_BOAT,
    Kind.AUXILIARY: Shape.MERCHANT,
    Kind.SUBMARINE: Shape.SUBMARINE,
    Kind.PATROL_BOMBER: Shape.AIRCRAFT,
    Kind.DIVE_BOMBER: Shape.AIRCRAFT,
    Kind.TORPEDO_BOMBER: Shape.AIRCRAFT,
    Kind.FIGHTER: Shape.AIRCRAFT,
}
_GROUNDS = {Terrain.ISLAND: Ground.ISLAND, Terrain.SHOAL: Ground.SHOAL, Terrain.SQUALL: Ground.SQUALL}
MARKS = "-2: two hull points lost.  C: crippled.  A: aborted.  +1: lost at the end of the phase."
_FIRES = (Decision.TARGET, Decision.AGAIN)
_WAITING, _GONE = "waiting", "gone"
_AIRBASE, _ABOARD = "airbase_", "aboard_"
"""Ids of the boxes, the last two before that of a side or of a carrier."""


def _rings(view: View, unit: UnitView, reach: int) -> Iterator[Ring]:
    """Ranges 1 to 3 around a unit, and as far as its fire reaches."""
    for distance in range(0 if reach == 0 else 1, max(RANGES, reach + 1)):
        within = (sector.id for sector in view.areas if view.range(unit.place_number, sector.number) <= distance)
        yield Ring(distance, tuple(within), distance == reach)


def _bearings(view: View) -> dict[str, Any]:
    """Rings and lines of sight around the unit that is asked where it moves or what it fires at: those of the weapon
    that it fires, or of its first one."""
    unit = view.subject_unit
    if view.decision not in (Decision.MOVE_TO, Decision.WEAPON, *_FIRES) or unit is None or not unit.on_map:
        return {}
    weapon = view.weapon if view.decision in _FIRES else next(iter(unit.weapons), Weapon.MAIN)
    reach, targets = bearings(unit, weapon)
    seen = {view.units_by_number[target].place: clear for target, clear in targets.items()}
    sights = (Sight(str(unit.place), str(place), clear) for place, clear in seen.items() if place != unit.place)
    return {"rings": tuple(_rings(view, unit, reach)), "sights": tuple(sights)}


def _legend(view: View) -> Legend:
    nations, meaning = {unit.nation for unit in view.units}, "armor/vital armor hull left-speed"
    legend = legend_of(nations, NATIONS, NEUTRAL, meaning, (Sign.RANGE,), strength="points")
    return replace(legend, marks=(Sign.DAMAGE,))


def _notes(view: View) -> list[str]:
    """What the view knows of fleets that are being bought."""
    bought = ((ALLIES_AND_AXIS[side].title, wording.bought(view, side)) for side in Side)
    return [f"{title}, bought so far: {cards}" for title, cards in bought if cards]


def _ground(view: View, sector: PlaceName) -> Ground | None:
    """What fills a sector."""
    usual = Ground.SMOKE if view.smoke(sector.id) else None
    return usual if view.phase == Phase.FLEETS else _GROUNDS.get(view.terrain(sector.id), usual)


def _boxes(view: View) -> list[Box]:
    """Airbases, carriers with aircraft aboard, and who is not on the map."""
    boxes = [Box(f"{_AIRBASE}{side.id}", f"{adjective} airbase") for side, adjective in
             zip(ALLIES_AND_AXIS, ("Allied", "Axis"), strict=True)]  # fmt: skip
    for unit in view.units:
        if unit.capacity and unit.on_map:
            boxes.append(Box(f"{_ABOARD}{unit.id}", f"Aboard {unit.name}"))
    return [*boxes, Box(_WAITING, "Yet to deploy"), Box(_GONE, "Out of play", Holds.GONE)]


def _place(unit: UnitView) -> str | None:
    """Where its counter lies."""
    if unit.on_map:
        return unit.place
    if unit.gone:
        return _GONE
    if unit.carrier is not None:
        return f"{_ABOARD}{unit.carrier.id}"
    return f"{_AIRBASE}{ALLIES_AND_AXIS[unit.side].id}" if unit.ashore else _WAITING


def _track(view: View) -> Track:
    """The points, or in the convoy scenario the convoy ships."""
    if view.escort is not None:
        lead, limit = (view.off - view.sunk) * (1 if view.escort == Side.ALLIES else -1), view.convoy_limit
        return Track("Convoy", "Convoy ships", lead, f"{view.off} off the map, {view.sunk} lost; {limit} decide", limit)
    allies, axis = view.score
    words = f"Allies {allies}, Axis {axis}; {view.win_at} win"
    return Track("Score", "Score", allies - axis, words, max(1, view.win_at))


def _aimed_at(unit: UnitView) -> str | None:
    """The unit at which it may roll again."""
    view = unit.view
    attacks = view.decision == Decision.REROLL and unit is view.subject_unit
    return view.units_by_number[view.target].id if attacks else None


def _marks(unit: UnitView) -> list[Mark]:
    marks = [Mark(Sign.DAMAGE, f"{unit.damage}", f"-{unit.damage}")] if unit.damage else []
    marks += [Mark(Sign.CRIPPLED, "C", "C")] if unit.crippled else []
    marks += [Mark(Sign.DISABLED, "A", "A")] if unit.aborted else []
    marks += [Mark(Sign.CRIPPLED, "X", "destroyed")] if unit.doomed else []
    marks += [Mark(Sign.DAMAGE, f"+{unit.hit}"[:3], f"+{unit.hit}")] if unit.hit and not unit.doomed else []
    return marks + ([Mark(Sign.NOTE, "", "rearming")] if unit.rearming and unit.ashore else [])


def _card(unit: UnitView) -> tuple[str, ...]:
    """All that a card says, and what has happened to the unit, a line each."""
    row, abilities = unit.view.scenario.printed.card(unit.card), unit.view.scenario.printed.abilities
    lines = [f"{wording.KINDS[unit.kind]}, {row.nation.replace('_', ' ')}, {so_many(row.cost, 'point')}"]
    lines.append(f"armor {unit.armor}, vital armor {unit.vital}, hull {unit.hull_left} of {unit.hull}")
    if not unit.is_aircraft:
        lines[-1] += f", speed {unit.speed}"
    lines += [f"flagship {unit.flagship}"] if unit.flagship else []
    lines += [f"bases {unit.capacity} aircraft"] if unit.capacity else []
    for weapon in unit.weapons:
        lines.append(f"{wording.WEAPONS[weapon]} {wording.dice_of(unit, weapon)}")
    lines += [f"{abilities[id].name}{f' {n}' if n else ''}: {abilities[id].what}" for id, n in unit.abilities.items()]
    state = wording.state(unit)
    return (*lines, *([", ".join(state)] if state else []))


DRAWING = Drawing(
    shifted=MAP.rows,
    factors=lambda unit: f"{unit.armor}/{unit.vital}" + ("" if unit.is_aircraft else f" {unit.hull_left}-{unit.speed}"),
    lost=lambda unit: unit.gone,
    strength=lambda unit: unit.view.scenario.printed.card(unit.card).cost,
    shown=(),
    notes=lambda view, sector: tuple(wording.features(view, sector.id)),
    place=lambda view, sector: {"ground": _ground(view, sector)},
    unit=lambda unit: {
        "nation": unit.nation,
        "shape": _SHAPES[unit.kind],
        "type": wording.CODES[unit.kind],
        "place": _place(unit),
        "marks": tuple(_marks(unit)),
        "target": _aimed_at(unit),
        "card": _card(unit),
    },
    scene=lambda view: {
        "phase_words": wording.PHASES[view.phase],
        "boxes": tuple(_boxes(view)),
        "tracks": (_track(view),),
        "legend": _legend(view),
        "notes": (*_notes(view), MARKS),
        "losses": "lost, or off the map",
        "area": "sector",
        **_bearings(view),
    },
)
