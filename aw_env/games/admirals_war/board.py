"""The board of Admirals' War as a scene, which the picture, the text and the page are made of."""

from pathlib import Path

from aw_env.core.drawn import scene as drawn
from aw_env.core.drawn.chart import chart_of, map_in
from aw_env.core.drawn.scene import Area, Counter, Fight, Holds, Mark, Port, Scene, Sign, Track, legend_of
from aw_env.core.drawn.silhouettes import Shape
from aw_env.core.said.naming import place_name
from aw_env.games.admirals_war.printed.load import PlaceName, Scenario
from aw_env.games.admirals_war.records.terms import FIRST_BOX, FIRST_PORT, NOWHERE, Box, Kind, Phase, Power, Side
from aw_env.games.admirals_war.rules.tracks import MOST_VICTORY_POINTS
from aw_env.games.admirals_war.view import UnitView, View
from aw_env.games.admirals_war.words import decisions, score, wording
from aw_env.naval import board as naval
from aw_env.naval.sides import ALLIES_AND_AXIS, side_id, standing

MAP = Path(__file__).with_name("map.toml")
"""Where the drawn board has its places."""
NATIONS = {  # the colours of the navies (§3.1)
    "british": "#20743e",
    "japanese": "#be2626",
    "us": "#22529a",
    "german": "#2c2c30",
    "italian": "#74787e",
    "french": "#4a90ce",
}
MINOR_NATION = "#70a668"
FACTORS = "gunnery-armor left-speed-airstrike; * bonus"
POWERS = tuple(
    drawn.Power(power.name.lower(), title, ALLIES_AND_AXIS[power & 1].id) for power, title in wording.POWERS.items()
)
UNCERTAIN_BOXES = (Box.UNCERTAIN_W, Box.UNCERTAIN_X, Box.UNCERTAIN_Y, Box.UNCERTAIN_Z)
"""Where the US groups of uncertain whereabouts wait (§19.34)."""
NOTE = "-2: two damage points.  D: disabled, in port for the turn.  bottom: resting in harbour."
FORCES_NOTE = "2h!: in task force 2, which hides (l: lands, s: searches, p: attacks Pearl Harbor) and is sighted (!)."
HIDDEN_NOTE = "  H: hidden."
_SHAPES = {
    "BB": Shape.BATTLESHIP,
    "BBCV": Shape.HYBRID,
    "BC": Shape.BATTLECRUISER,
    "CB": Shape.BATTLECRUISER,
    "PB": Shape.BATTLECRUISER,
    "CA": Shape.CRUISER,
    "CL": Shape.CRUISER,
    "CV": Shape.CARRIER,
    "CVL": Shape.LIGHT_CARRIER,
    "CVE": Shape.LIGHT_CARRIER,
}
"""Surface ships, by the type that their counters bear; one that is not listed is a cruiser."""
_SHAPES_OF_KINDS = {
    Kind.LBA: Shape.AIRCRAFT,
    Kind.AMPHIBIOUS: Shape.LANDING,
    Kind.SUBMARINE: Shape.SUBMARINE,
    Kind.OILER: Shape.MERCHANT,
    Kind.HILFSKREUZER: Shape.MERCHANT,
    Kind.HUNTER_KILLER: Shape.DESTROYER,
}
"""All others."""
_HOLDS = {Box.OUT_OF_PLAY: Holds.GONE, Box.NOT_YET_ARRIVED: Holds.COMING, Box.RETURNING: Holds.RETURNING}


def scene(scenario: Scenario, view: View) -> Scene:
    """The position as a view has it."""
    lost = {unit.id for side in Side for unit in score.lost(view, side)}
    labels = tuple((port.id, _label(port)) for port in view.ports)
    return naval.scene(
        scenario,
        view,
        wording.PHASES,
        decisions.describe_decision(scenario, view),
        score.why(view) if view.over else "",
        _fight(scenario, view),
        chart=chart_of(map_in(MAP), frozenset(area.id for area in view.areas), labels),
        powers=POWERS,
        areas=tuple(_area(view, area) for area in view.areas),
        ports=tuple(_port(scenario, view, port) for port in view.ports),
        boxes=tuple(_box(view, box) for box in Box),
        units=tuple(_counter(view, unit, unit.id in lost) for unit in view.units),
        tracks=_tracks(view),
        legend=legend_of(
            {unit.nation for unit in view.units},
            NATIONS,
            MINOR_NATION,
            FACTORS,
            (Sign.RAIDING, Sign.BASE, Sign.WORTH, Sign.RAIDED),
            strength="gunnery",
        ),
        notes=_notes(view),
        unseen="Hidden submarines",
    )


def _label(port: PlaceName) -> str:
    """What is written beside a port or base: its name without what stands in brackets."""
    return port.name.split(" (")[0]


def _area(view: View, area: PlaceName) -> Area:
    return Area(
        id=area.id,
        name=area.name,
        control=side_id(view.flag(area.id)),
        points=view.points(area.id),
        fighting=view.area == area.id,
        resolved=view.phase == Phase.COMBAT and view.resolved(area.id),
        region=area.theatre or "",
    )


def _port(scenario: Scenario, view: View, port: PlaceName) -> Port:
    owner, touched = view.owner(port.id), view.touches(port.id)
    raided = view.raided_by(port.id) if scenario.books["raid_vp"].any() else []
    return Port(
        id=port.id,
        name=_label(port),
        control=None if owner is None else ALLIES_AND_AXIS[owner & 1].id,
        owner="nobody" if owner is None else wording.POWERS[owner],
        on=tuple(area.id for area in view.areas if touched >> area.number & 1),
        kind=port.kind,
        worth=int(scenario.books["place_vp"][0, port.number - FIRST_PORT]),
        raided_by=tuple(Power(power).name.lower() for power in raided),
        region=port.theatre or "",
    )


def _box(view: View, box: Box) -> drawn.Box:
    """A box; with where the secret dice have put a US group that has not appeared, which its own seat's view knows
    alone (§23.22)."""
    place = view.names.place(FIRST_BOX + box)
    area = dict(zip(UNCERTAIN_BOXES, view.record["uncertain_at"].tolist(), strict=True)).get(box, NOWHERE)
    note = "" if area == NOWHERE else f"in secret: {place_name(view.scenario, area)}"
    return drawn.Box(place.id, place.name, _HOLDS.get(box, Holds.WAITING), note)


def _counter(view: View, unit: UnitView, lost: bool) -> Counter:
    return naval.counter(
        unit,
        unit.target,
        power=unit.power.name.lower(),
        shape=_SHAPES_OF_KINDS.get(unit.kind) or _SHAPES.get(unit.label.type, Shape.CRUISER),
        type=unit.label.type,
        factors=wording.factors(unit),
        place=unit.place,
        due=unit.due,
        marks=tuple(_marks(unit)),
        card=_card(unit),
        raiding=unit.raiding,
        strength=_gunnery(unit),
        lost=lost,
    )


def _marks(unit: UnitView) -> list[Mark]:
    """What has happened to a unit: "-2", "bottom", "D"; its task force, "2h!"; "H", a submarine that is hidden."""
    damage = "bottom" if unit.on_the_bottom else f"-{unit.damage}"
    force = wording.task_force_mark(unit)
    marks = [Mark(Sign.CRIPPLED if unit.crippled else Sign.DAMAGE, f"{unit.damage}", damage)] if unit.damage else []
    marks += [Mark(Sign.DISABLED, "D", "D")] if unit.disabled else []
    marks += [Mark(Sign.SIGHTED if unit.sighted else Sign.FORCE, force.rstrip("!"), force)] if force else []
    return marks + ([Mark(Sign.HIDDEN, "H", "" if unit.place is None else "H")] if unit.hidden else [])


def _gunnery(unit: UnitView) -> int:
    return unit.gunnery if unit.kind == Kind.SHIP else unit.printed_gunnery


def _card(unit: UnitView) -> tuple[str, ...]:
    """All that a counter says, a line each."""
    factors = {
        "gunnery": _gunnery(unit),
        "airstrike": unit.airstrike,
        "armor left": max(0, unit.armor - unit.damage),
        "speed": unit.speed,
    }
    bonuses = {"gunnery": unit.gunnery_bonus, "airstrike": unit.air_bonus, "armor left": unit.armor_bonus}
    lines = [f"{name} {value}{', bonus' if bonuses.get(name) else ''}" for name, value in factors.items() if value]
    state = {"raiding": unit.raiding, "disabled": unit.disabled, "hidden": unit.hidden, "in battle": unit.in_battle}
    told = ", ".join(name for name, holds in state.items() if holds)
    told_of = filter(None, (wording.condition(unit), told))
    return (f"{unit.label.type}, {wording.POWERS[unit.power]}", *lines, *told_of)


def _tracks(view: View) -> tuple[Track, ...]:
    """The victory point tracks of the theatres in play."""
    return tuple(
        Track(name, f"{name} victory points", lead, standing(lead), MOST_VICTORY_POINTS)
        for name, lead in zip(wording.THEATRES.values(), view.victory_points, strict=True)
        if any(area.theatre == name.lower() for area in view.areas)
    )


def _fight(scenario: Scenario, view: View) -> Fight | None:
    if view.area is None:
        return None
    return Fight(view.area, wording.the_place(scenario, view.names.place_number(view.area)), view.round)


def _notes(view: View) -> tuple[str, ...]:
    """What the marks behind the names of units mean, of those that not every game has where they are used."""
    damage = NOTE + HIDDEN_NOTE if any(unit.hidden for unit in view.units) else NOTE
    return (damage, FORCES_NOTE) if any(unit.task_force for unit in view.units) else (damage,)
