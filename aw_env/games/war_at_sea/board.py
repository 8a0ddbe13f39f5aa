"""The board of War at Sea as a scene, which the picture, the text and the page are made of."""

from pathlib import Path

from aw_env.core.drawn.chart import chart_of, map_in
from aw_env.core.drawn.scene import (
    Area,
    Box,
    Counter,
    Fight,
    Holds,
    Mark,
    Port,
    Scene,
    Sign,
    Track,
    legend_of,
    nation_name,
)
from aw_env.core.drawn.silhouettes import Shape
from aw_env.core.printed.names import PlaceName
from aw_env.core.said.naming import place_name
from aw_env.games.war_at_sea.printed.load import Scenario
from aw_env.games.war_at_sea.records.terms import FIRST_BOX, FIRST_PORT, Kind, Phase, Side
from aw_env.games.war_at_sea.view import UnitView, View
from aw_env.games.war_at_sea.words import decisions, score, wording
from aw_env.naval import board as naval
from aw_env.naval.sides import SIDES, holder, side_id, standing

MAP = Path(__file__).with_name("map.toml")
"""Where the drawn board has its places."""
NATIONS = {"british": "#2e6e3e", "russian": "#963c32", "us": "#58803c", "german": "#34446e", "italian": "#5c8cbe"}
FACTORS = "attack-defense left-speed-airstrike"
MOST_POINTS = 40
"""The greatest lead that the track has room for."""
_SHAPES = {
    "BB": Shape.BATTLESHIP,
    "BC": Shape.BATTLECRUISER,
    "PB": Shape.BATTLECRUISER,
    "CA": Shape.CRUISER,
    "CV": Shape.CARRIER,
    "CONVOY": Shape.MERCHANT,
    "SUB": Shape.SUBMARINE,
}
"""Units by the type that their counters bear; one that is not listed is a cruiser."""
_HOLDS = (Holds.GONE, Holds.COMING)
"""What the boxes are for."""


def scene(scenario: Scenario, view: View) -> Scene:
    """The position as a view has it."""
    bid = f", bid {view.bid:+g}" if view.bid else ""
    lost = {unit.id for side in Side for unit in score.lost(view, side)}
    area = view.area
    return naval.scene(
        scenario,
        view,
        wording.PHASES,
        decisions.describe_decision(scenario, view),
        score.why(view) if view.over else "",
        None if area is None else Fight(area.id, wording.the_place(scenario, area.number), view.round),
        chart=chart_of(map_in(MAP), frozenset(known.id for known in view.areas), ()),
        areas=tuple(_area(view, known) for known in view.areas),
        ports=tuple(_port(scenario, view, port) for port in view.ports),
        boxes=tuple(map(_box, view.names.places[FIRST_BOX:], _HOLDS)),
        units=tuple(_counter(scenario, unit, unit.id in lost) for unit in view.units),
        tracks=(Track("Points of control", "Points of control", view.lead, standing(view.lead) + bid, MOST_POINTS),),
        legend=legend_of({unit.nation for unit in view.units}, NATIONS, "", FACTORS, (), strength="attack"),
        notes=("-2: two damage points.  D: disabled.  for ...: bound for.  gone: has disengaged.",),
        unseen="Face down",
    )


def _box(place: PlaceName, holds: Holds) -> Box:
    return Box(place.id, place.name, holds)


def _area(view: View, area: PlaceName) -> Area:
    fighting = view.area == area
    return Area(
        id=area.id,
        name=area.name,
        control=side_id(view.flag(area.id)),
        points=view.points(area.id),
        fighting=fighting,
        resolved=view.phase == Phase.COMBAT and view.resolved(area.id) and not fighting,
        notes=_aircraft(view, area),
    )


def _port(scenario: Scenario, view: View, port: PlaceName) -> Port:
    owner, hidden = int(scenario.books[0]["port_side"][port.number - FIRST_PORT]), view.face_down(port.id)
    side = owner if owner in list(Side) else None
    touched = view.touches(port.id)
    notes = (*([f"{hidden} face down"] if hidden else []), *([] if view.is_active(port.id) else ["not in use"]))
    return Port(
        id=port.id,
        name=port.name,
        control=side_id(side),
        owner=holder(side),
        on=tuple(area.id for area in view.areas if area.number in touched),
        notes=_aircraft(view, port) + notes,
    )


def _aircraft(view: View, place: PlaceName) -> tuple[str, ...]:
    """Whose land-based aircraft are over a place."""
    return tuple(f"aircraft of the {SIDES[side]}" for side in Side if view.marker(side) == place)


def _counter(scenario: Scenario, unit: UnitView, lost: bool) -> Counter:
    return naval.counter(
        unit,
        unit.target,
        shape=_SHAPES.get(unit.label.type, Shape.CRUISER),
        type=unit.label.type,
        factors=wording.factors(unit),
        place=unit.place,
        due=int(scenario.books[0]["arrives_on"][unit.number]),
        marks=tuple(_marks(scenario, unit)),
        card=_card(scenario, unit),
        strength=unit.attack,
        many="U-boat" if unit.kind == Kind.U_BOAT else "",
        lost=lost,
    )


def _marks(scenario: Scenario, unit: UnitView) -> list[Mark]:
    crippled = Sign.CRIPPLED if unit.damage >= unit.defense else Sign.DAMAGE
    marks = [Mark(crippled, f"{unit.damage}", f"-{unit.damage}")] if unit.damage else []
    marks += [Mark(Sign.DISABLED, "D", "D")] if unit.disabled else []
    marks += [Mark(Sign.NOTE, "", f"for {place_name(scenario, unit.bound_for)}")] if unit.bound_for >= 0 else []
    return marks + ([Mark(Sign.NOTE, "", "gone")] if unit.disengaged else [])


def _card(scenario: Scenario, unit: UnitView) -> tuple[str, ...]:
    """All that a counter says, a line each."""
    factors = {"attack": unit.attack, "airstrike": unit.airstrike, "defense": unit.defense, "speed": unit.speed}
    lines = [f"{name} {value}" for name, value in factors.items() if value]
    lines += [f"{unit.damage} damage, {unit.hit_points} more sink her"] if unit.damage else []
    lines += ["adds one to each die"] if unit.bonus else []
    bound = [f"bound for {wording.the_place(scenario, unit.bound_for)}"] if unit.bound_for >= 0 else []
    state = {"disabled": unit.disabled, "has disengaged": unit.disengaged, "in battle": unit.in_battle}
    told = ", ".join([*(name for name, holds in state.items() if holds), *bound])
    return (f"{unit.label.type}, {nation_name(unit.nation)}", *lines, *filter(None, (told,)))
