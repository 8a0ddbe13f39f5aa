"""Scenario files: what a game starts from and which rules of its own it has."""

from collections.abc import Collection
from pathlib import Path
from typing import Annotated, Literal, get_args

from pydantic import Field

from aw_env.core.config.errors import ConfigError, unknown
from aw_env.core.config.tables import Table, check_tables, read_toml
from aw_env.core.printed.keys import Keys, table_of
from aw_env.games.admirals_war.printed.kinds import (
    ControlPoints,
    FewPoints,
    FlagName,
    FlagNation,
    KindName,
    NationName,
    OwnerName,
    PowerName,
    TheatreName,
)
from aw_env.games.admirals_war.printed.material import Printed
from aw_env.games.admirals_war.records.state import STATE
from aw_env.games.admirals_war.records.terms import FOREVER, UNITS, Phase

KEYS = Keys(STATE, UNITS)
"""The fields of the record that a file speaks of."""

SideName = Literal["allies", "axis"]
PhaseName = Literal[
    "reinforcements", "patrolling", "land_based_air", "amphibious", "raiding", "combat",
    "invasion", "control", "capture", "return",
]  # fmt: skip
HolderName = Literal["british", "japanese", "american", "german", "uncontrolled"]
MOST_POINTS = 99
Track = Annotated[int, Field(ge=-MOST_POINTS, le=MOST_POINTS)]
Die = Annotated[int, Field(ge=1, le=6)]

assert {phase.name.lower() for phase in Phase} == {*get_args(PhaseName), "over"}


class Tracks(Table):
    """A number for each theatre's track of victory points: the lead of the Allies, negative for the Axis (§2.8)."""

    atlantic: Track = 0
    pacific: Track = 0


class RaidPoints(Table):
    """Victory points to a power for each place that its carriers raid, once a place.

    Either `places`, or `held_by` with `ports` and `bases`: the places that this owner holds when the game starts.
    """

    power: PowerName
    points: FewPoints
    places: list[str] | None = None
    held_by: OwnerName | None = None
    ports: bool = True
    bases: bool = False


class Placement(table_of("UnitKeys", KEYS.of_unit)):  # type: ignore[misc]  # the keys are known when it runs
    """Where a unit is, and in what state: a key for each field of the record that has one."""

    place: str
    expelled: bool = False
    """Its port or base has been taken, and it has yet to leave (§16.21)."""


class FreePlacement(Table):
    """Sea areas where a unit may be put without moving there, as patroller or as raider: from off the map, or, with a
    turn, from its port on that turn (§6.5).

    A list may name areas, theatres ("atlantic"), and flags ("british_flags": the areas with points for that nation);
    the areas of `without` and those that may not be entered are taken out.
    """

    turn: Annotated[int, Field(ge=0, le=11)] | None = None
    patrol: list[str] = []
    raid: list[str] = []
    without: list[str] = []

    def areas(self, names: list[str], printed: Printed, open_areas: Collection[str]) -> list[str]:
        """The areas that one of the lists means."""
        return [
            id
            for id, area in printed.board.areas.items()
            if id in open_areas
            and id not in self.without
            and {id, area.theatre, f"{area.allied_flag.value}_flags", f"{area.axis_flag.value}_flags"} & {*names}
        ]


class Chart(Table):
    """Units that come by the turn chart (§2.72, §2.73): the standard counters of these nations (left out: all), and
    `units` besides, but not those of `without`.  Units whose places are not part of the scenario stay away."""

    nations: list[NationName] | None = None
    units: list[str] = []
    without: list[str] = []


class Draw(Table):
    """What one side draws its fleet from, and how many units."""

    units: list[str] = []
    nations: list[NationName] = []
    kinds: list[KindName] = ["ship"]
    least: FewPoints = 0
    most: FewPoints = 0

    def pool(self, printed: Printed) -> list[str]:
        """The units that the side may draw: those named, and the core counters of the nations and kinds named."""
        matching = [
            unit.id
            for unit in printed.units
            if unit.status == "core" and unit.nation in self.nations and unit.kind in self.kinds
        ]
        return list(dict.fromkeys([*self.units, *matching]))


class Meeting(Table):
    """A chance meeting: one of `areas` is drawn, and the units of both sides in it."""

    areas: list[str] = Field(min_length=1)
    allies: Draw = Draw()
    axis: Draw = Draw()


class ScenarioFile(table_of("GameKeys", KEYS.of_game)):  # type: ignore[misc]  # the keys are known when it runs
    """A scenario file: these keys, and one for each field of the record that has one.  Every key may be left out;
    `docs/data.md` describes them."""

    title: str = ""
    note: str = ""
    house: bool = False
    players: list[Literal[2, 4]] = [2]
    options: list[str] = []
    in_play: list[str] = []
    turn: Annotated[int, Field(ge=0, le=11)] = 1
    last_turn: Annotated[int, Field(ge=0, le=11)] = 10
    begins_at: PhaseName = "reinforcements"
    areas: list[str] | None = None
    places: list[str] | None = None
    flags: dict[str, FlagName] | Literal["printed"] = {}
    owners: dict[str, HolderName] = {}
    hostilities: bool = True
    hostilities_since: Annotated[int, Field(ge=0, le=11)] = 3
    attack: Literal["not_this_turn", "possible", "declared", "half_made"] = "not_this_turn"
    hostilities_on: Annotated[int, Field(ge=0, le=11)] | None = None
    victory: Literal["theatres", "pacific", "atlantic", "hold_the_area"] = "theatres"
    victory_points: Tracks = Tracks()
    handicap: Tracks = Tracks()
    vp: dict[str, ControlPoints] = {}
    place_vp: dict[str, FewPoints] = {}
    raid_vp: list[RaidPoints] = []
    assumed_speed_die: dict[PowerName, Die] = {}
    chart: Chart | None = None
    forces: dict[str, list[str]] = {}
    units: dict[str, str | Placement] = {}
    free_placement: dict[str, FreePlacement] = {}
    meeting: Meeting | None = None
    raided: dict[str, list[PowerName]] = {}
    falls_from: dict[str, Annotated[int, Field(ge=0, le=FOREVER)]] = {}
    more_french: bool = False
    armor_sunk: dict[SideName, Annotated[int, Field(ge=0)]] = {}

    def placements(self) -> dict[str, Placement]:
        """Every unit of `forces` and `units` with its place and state, in the order of the file."""
        placed = {unit: Placement(place=place) for place, units in self.forces.items() for unit in units}
        for unit, placement in self.units.items():
            placed[unit] = Placement(place=placement) if isinstance(placement, str) else placement
        return placed

    def on_chart(self, printed: Printed) -> dict[str, Placement]:
        """The units that come by the turn chart, each waiting for its turn (§2.72, §2.73), and those that optional
        rules hold in reserve.  Counters that may never have been printed stay away."""
        if self.chart is None:
            return {}
        in_use = {*self.open_areas(printed), *self.open_ports(printed), *printed.box_numbers}
        placed, chart = self.placements(), self.chart
        options = [printed.charts.options[id] for id in self.in_play]
        kept = {option.rule: option.counters for option in options}
        coming = {}
        for unit in printed.units:
            of_rule = "arrive" if unit.status == "core" else kept.get(unit.optional_rule or 0, "none")
            known = unit.status == "core" or unit.presence != "speculative"
            wanted = known and of_rule != "none" and (chart.nations is None or unit.nation in chart.nations)
            if unit.id in placed or unit.id in chart.without or not (wanted or unit.id in chart.units):
                continue
            if of_rule == "in_reserve":
                coming[unit.id] = Placement(place="in_reserve")
            elif in_use & {*unit.arrives_at}:
                coming[unit.id] = Placement(place="not_yet_arrived", due=unit.arrives_on(self.in_play))
        return coming

    def all_placements(self, printed: Printed) -> dict[str, Placement]:
        """Every unit of the game, in the form in which it begins: a counter that an optional rule lets begin as another
        waits in reserve (§32.1)."""
        placed = self.placements() | self.on_chart(printed)
        for id in self.in_play:
            for unit, form in printed.charts.options[id].begins_as.items():
                if unit in placed and form not in self.placements():
                    placed[form], placed[unit] = placed[unit], Placement(place="in_reserve")
        return placed

    def open_areas(self, printed: Printed) -> list[str]:
        """The sea areas that may be entered: those named, or all."""
        return list(printed.board.areas) if self.areas is None else self.areas

    def open_ports(self, printed: Printed) -> list[str]:
        """The ports and bases in use: those named, or all that touch an open sea area; those of an optional rule only
        with it."""
        ports, open_areas = printed.board.ports, set(self.open_areas(printed))
        touching = (id for id, port in ports.items() if open_areas & {touch.area for touch in port.touches})
        named = touching if self.places is None else self.places
        return [id for id in named if ports[id].option is None or ports[id].option in self.in_play]


def read_scenario(file: Path, printed: Printed) -> ScenarioFile:
    """A scenario file with all that it names found in the printed material.  Raises ConfigError."""
    scenario: ScenarioFile = check_tables(file, read_toml(file), ScenarioFile)
    _check_rules(file, scenario, printed)
    _check_units(file, scenario, printed)
    return scenario


def _check_rules(file: Path, scenario: ScenarioFile, printed: Printed) -> None:
    areas, ports = printed.board.areas, printed.board.ports
    if scenario.last_turn < scenario.turn:
        raise ConfigError(
            file, "last_turn", f"must be {scenario.turn} (the first turn) or later, is {scenario.last_turn}"
        )
    for key, named in (("options", scenario.options), ("in_play", scenario.in_play)):
        for id in named:
            if id not in printed.charts.options:
                raise ConfigError(file, f'{key} "{id}"', unknown(id, "optional rule", printed.charts.options))
    for id in scenario.areas or ():
        if id not in areas:
            raise ConfigError(file, f'areas "{id}"', unknown(id, "sea area", areas))
    open_areas = set(scenario.open_areas(printed))
    for id in scenario.places or ():
        if id not in ports:
            raise ConfigError(file, f'places "{id}"', unknown(id, "port or base", ports))
        if not open_areas & {touch.area for touch in ports[id].touches}:
            raise ConfigError(file, f'places "{id}"', "touches no sea area of this scenario")
    open_ports = set(scenario.open_ports(printed))
    flags = {} if scenario.flags == "printed" else scenario.flags
    named_areas: list[tuple[str, Collection[str]]] = [("flags", flags), ("vp", scenario.vp)]
    named_areas += [("resolved", scenario.resolved)]
    named_areas += [(f"held_at_start.{side}", held) for side, held in scenario.held_at_start.items()]
    for key, ids in named_areas:
        for id in ids:
            _must_be_open(file, f"{key}.{id}", id, areas, open_areas, "sea area")
    named_ports: list[tuple[str, Collection[str]]] = [("owners", scenario.owners), ("place_vp", scenario.place_vp)]
    named_ports += [("raided", scenario.raided), ("falls_from", scenario.falls_from)]
    named_ports += [("raid_vp places", raid.places or ()) for raid in scenario.raid_vp]
    for key, ids in named_ports:
        for id in ids:
            _must_be_open(file, f"{key}.{id}", id, ports, open_ports, "port or base")
    for raid in scenario.raid_vp:
        if (raid.places is None) == (raid.held_by is None):
            raise ConfigError(file, "raid_vp", "needs either places or held_by")
    if scenario.meeting is not None:
        _check_meeting(file, scenario.meeting, printed, open_areas)


def _must_be_open(file: Path, where: str, id: str, known: dict, in_use: set[str], what: str) -> None:
    if id not in known:
        raise ConfigError(file, where, unknown(id, what, known))
    if id not in in_use:
        raise ConfigError(file, where, f"this {what} is not part of the scenario")


def _check_meeting(file: Path, meeting: Meeting, printed: Printed, open_areas: set[str]) -> None:
    for id in meeting.areas:
        _must_be_open(file, f'meeting.areas "{id}"', id, printed.board.areas, open_areas, "sea area")
    for where, draw in (("meeting.allies", meeting.allies), ("meeting.axis", meeting.axis)):
        for id in draw.units:
            if id not in printed.unit_numbers:
                raise ConfigError(file, f'{where}.units "{id}"', unknown(id, "unit", printed.unit_numbers))
        if draw.least > draw.most:
            raise ConfigError(file, f"{where}.least", f"must be at most {draw.most} (most), is {draw.least}")
        pool = draw.pool(printed)
        if draw.most > len(pool):
            raise ConfigError(
                file, f"{where}.most", f"must be at most {len(pool)} (the units to draw from), is {draw.most}"
            )


def _check_units(file: Path, scenario: ScenarioFile, printed: Printed) -> None:
    numbers, places = printed.unit_numbers, printed.place_numbers
    in_use = {*scenario.open_areas(printed), *scenario.open_ports(printed), *printed.box_numbers}
    placed_in_forces: dict[str, str] = {}
    for place, units in scenario.forces.items():
        for id in units:
            if id in placed_in_forces:
                raise ConfigError(file, f'forces.{place} "{id}"', f"is already at {placed_in_forces[id]}")
            placed_in_forces[id] = place
    for id in scenario.units:
        if id in placed_in_forces:
            raise ConfigError(file, f"units.{id}", f"is already in forces.{placed_in_forces[id]}")
    placed = scenario.placements()
    for id, placement in placed.items():
        where = f"units.{id}" if id in scenario.units else f'forces.{placement.place} "{id}"'
        if id not in numbers:
            raise ConfigError(file, where, unknown(id, "unit", numbers))
        if placement.place not in places:
            shown = f'{where} place "{placement.place}"' if id in scenario.units else f"forces.{placement.place}"
            raise ConfigError(file, shown, unknown(placement.place, "place", places))
        if placement.bound_for is not None and placement.bound_for not in printed.port_numbers:
            problem = unknown(placement.bound_for, "port or base", printed.port_numbers)
            raise ConfigError(file, f'{where} bound_for "{placement.bound_for}"', problem)
        if placement.origin is not None and placement.origin not in places:
            problem = unknown(placement.origin, "place", places)
            raise ConfigError(file, f'{where} origin "{placement.origin}"', problem)
        for named in (placement.place, placement.origin):
            if named is not None and named not in in_use:
                raise ConfigError(file, where, f'"{named}" is not part of the scenario')
        unit = printed.units[numbers[id]]
        if placement.raiding and not unit.raider_side:
            raise ConfigError(file, where, f"{unit.name} has no raider side (§3.1)")
        most = (unit.armor or 0) * (2 if unit.kind == "ship" and placement.place in printed.board.ports else 1)
        damage = placement.damage or 0
        if damage > most and placement.place not in printed.box_numbers:
            problem = f"{unit.name} is lost with more than {most} points of damage there (§7.45, §9.35, §12.23)"
            raise ConfigError(file, f"{where} damage", f"{problem}; it has {damage}")
    if scenario.chart is not None:
        for key in ("units", "without"):
            for id in getattr(scenario.chart, key):
                if id not in numbers:
                    raise ConfigError(file, f'chart.{key} "{id}"', unknown(id, "unit", numbers))
    groups = {*get_args(TheatreName), *(f"{flag}_flags" for flag in get_args(FlagNation))}
    in_the_game = scenario.all_placements(printed)
    for id, free in scenario.free_placement.items():
        if id not in numbers:
            raise ConfigError(file, f"free_placement.{id}", unknown(id, "unit", numbers))
        if id not in in_the_game:
            raise ConfigError(file, f"free_placement.{id}", "the unit is not in the game (forces.not_yet_arrived)")
        for area in {*free.patrol, *free.raid, *free.without} - groups:
            _must_be_open(file, f'free_placement.{id} "{area}"', area, printed.board.areas, in_use, "sea area")
    if scenario.meeting is not None:
        for side, draw in (("allies", scenario.meeting.allies), ("axis", scenario.meeting.axis)):
            for id in draw.pool(printed):
                if id in placed:
                    raise ConfigError(file, f'meeting.{side} "{id}"', "is in the game already and cannot be drawn")
