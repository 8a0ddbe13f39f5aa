"""Everything printed that a game is made of: counters, board, turn chart and optional rules, read and checked."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from aw_env.core.config.errors import ConfigError, unknown
from aw_env.core.config.rows import number, read_rows, words
from aw_env.core.config.tables import Confidence, Provenance, Sourced, Table, check_tables, read_toml
from aw_env.games.war_at_sea.records.terms import AREAS, FIRST_BOX, FIRST_PORT, FOREVER, PORTS, TURNS, UNITS, Box

SideName = Literal["allies", "axis"]
NationName = Literal["british", "russian", "us", "german", "italian"]
KindName = Literal["ship", "carrier", "convoy", "u_boat"]
UnitCode = Literal["R", "W", "E"]
OptionName = Literal["lighter_battleships", "u_boats_accumulate", "face_down"]
Factor = Annotated[int, BeforeValidator(number), Field(ge=0, le=9)]
OptionalFactor = Annotated[Annotated[int, Field(ge=0, le=9)] | None, BeforeValidator(number)]
OptionalTurn = Annotated[Annotated[int, Field(ge=1, le=TURNS)] | None, BeforeValidator(number)]
Words = Annotated[list[str], BeforeValidator(words)]
Points = Annotated[int, Field(ge=0, le=9)]
Die = Annotated[int, Field(ge=0, le=6)]
BOX_IDS = tuple(box.name.lower() for box in Box)


class Unit(Table):
    """A row of `units.csv`: one counter."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9_]+$")]
    name: Annotated[str, Field(min_length=1)]
    nation: NationName
    kind: KindName
    type: str
    attack: Factor
    defense: Factor
    speed: OptionalFactor
    airstrike: Factor
    arrives_turn: OptionalTurn
    arrives_at: Words
    presence_provenance: UnitCode
    factors_provenance: UnitCode
    arrival_provenance: UnitCode
    confidence: Literal["high", "medium", "low"]
    sources: str
    note: str


class Area(Table):
    """A sea area (2.1)."""

    name: str
    aliases: list[str] = []
    allies_points: Sourced[Points]
    axis_points: Sourced[Points]
    oiling: bool = False
    allies_return: Sourced[list[str]]
    allies_return_disabled: Sourced[list[str]] | None = None
    axis_return: Sourced[list[str]]
    axis_return_disabled: Sourced[list[str]] | None = None

    def returns(self, side: str, disabled: bool) -> list[str]:
        """The ports to which ships of a side go from here (5.7)."""
        own = getattr(self, f"{side}_return_disabled") if disabled else None
        return (own or getattr(self, f"{side}_return")).value


class Link(Table):
    """Two sea areas that touch."""

    between: Annotated[list[str], Field(min_length=2, max_length=2)]
    source: Provenance


class Port(Table):
    """A port (2.2-2.6)."""

    name: str
    side: Literal["allies", "axis", "neutral"]
    aliases: list[str] = []
    active: Annotated[list[Annotated[int, Field(ge=1, le=FOREVER)]], Field(min_length=2, max_length=2)] = [1, FOREVER]
    touches: Sourced[list[str]]
    repairs: Sourced[Points]
    repairs_from: Sourced[int] | None = None


class NationRules(Table):
    """What the ships of a nation may do (3.1, 6.6, 15, 16)."""

    side: SideName
    waters: list[str]
    cruiser_waters: list[str] | None = None
    bases: list[str]
    sails_on: Die = 0
    released: bool = False
    surface_bonus: Die = 0
    oils: bool = False


class AirMarkers(Table):
    """Land-based air (9)."""

    strength: Sourced[Points]
    allies: Sourced[list[str]]
    axis: Sourced[list[str]]


class UBoats(Table):
    """U-boats (8)."""

    home: str
    most: Sourced[Points]


class Stop(Table):
    """An area on the route of the convoys, and where they score from it."""

    area: str
    port: str
    points: Points


class Convoys(Table):
    """Convoys (14)."""

    refuge: str
    route: list[Stop]
    source: Provenance


class Oilers(Table):
    """Oilers (16)."""

    failed_to: str
    ports: list[str]
    source: Provenance


class Takeover(Table):
    """The takeover of a fleet (15.7)."""

    nation: NationName
    turn: int
    area: str
    held_turns: int
    allied_die: Die
    scuttled_die: Die
    leave: str
    enter: str
    waters: list[str]
    allies_bases: list[str]
    axis_bases: list[str]
    source: Provenance


class Board(Table):
    """`board.toml`."""

    provenance_codes: dict[str, str]
    confidence_codes: dict[Confidence, str]
    default_provenance: dict[str, Provenance]
    sources: dict[str, str]
    areas: Annotated[dict[str, Area], Field(min_length=AREAS, max_length=AREAS)]
    links: list[Link]
    ports: Annotated[dict[str, Port], Field(min_length=PORTS, max_length=PORTS)]
    nations: dict[NationName, NationRules]
    air_markers: AirMarkers
    u_boats: UBoats
    convoys: Convoys
    oilers: Oilers
    takeover: Takeover


class ChartTurn(Table):
    """A turn of the turn chart."""

    new_u_boats: Sourced[Points]
    us_release_die: Sourced[Die] | None = None
    oiling_die: Sourced[Die] | None = None


class TurnChart(Table):
    """`turn_chart.toml`."""

    last_turn: Sourced[Annotated[int, Field(ge=1, le=TURNS)]]
    turns: dict[str, ChartTurn]


class OptionalRule(Table):
    """A rule of `options.toml`."""

    rule: str
    title: str
    defense: dict[str, Points] = {}


class _Options(Table):
    lighter_battleships: OptionalRule
    u_boats_accumulate: OptionalRule
    face_down: OptionalRule


@dataclass(frozen=True)
class Printed:
    """Everything in `configs/war_at_sea`, read from one folder and found consistent."""

    folder: Path
    board: Board
    units: tuple[Unit, ...]
    chart: TurnChart
    options: Mapping[str, OptionalRule]

    @property
    def area_numbers(self) -> dict[str, int]:
        """Number of each sea area: its order in `board.toml`."""
        return {id: number for number, id in enumerate(self.board.areas)}

    @property
    def port_numbers(self) -> dict[str, int]:
        """Number of each port, not counted among the places."""
        return {id: number for number, id in enumerate(self.board.ports)}

    @property
    def place_numbers(self) -> dict[str, int]:
        """Number of each place: sea areas, ports, holding boxes."""
        ports = {id: FIRST_PORT + number for id, number in self.port_numbers.items()}
        return self.area_numbers | ports | {id: FIRST_BOX + number for number, id in enumerate(BOX_IDS)}

    @property
    def unit_numbers(self) -> dict[str, int]:
        """Number of each unit: its row in `units.csv`."""
        return {unit.id: number for number, unit in enumerate(self.units)}


def read_printed(folder: Path) -> Printed:
    """Everything printed in a folder, each file by itself and all references between them checked.

    Raises ConfigError naming file, row and column or path of keys, and what is wrong.
    """
    board = check_tables(folder / "board.toml", read_toml(folder / "board.toml"), Board)
    _check_board(folder / "board.toml", board)
    units = _read_units(folder / "units.csv", board)
    chart = check_tables(folder / "turn_chart.toml", read_toml(folder / "turn_chart.toml"), TurnChart)
    if list(chart.turns) != [str(turn) for turn in range(1, TURNS + 1)]:
        raise ConfigError(folder / "turn_chart.toml", "turns", f"must be 1 to {TURNS} in order, is {list(chart.turns)}")
    return Printed(folder, board, units, chart, _read_options(folder / "options.toml", units))


def _check_board(file: Path, board: Board) -> None:
    """Raises ConfigError for the id of a place that there is not."""

    def known(where: str, ids: Iterable[str], places: Collection[str], what: str) -> None:
        for id in ids:
            if id not in places:
                raise ConfigError(file, f'{where} "{id}"', unknown(id, what, places))

    areas, ports = board.areas, board.ports
    for id, area in areas.items():
        for side in ("allies", "axis"):
            for disabled in (False, True):
                known(f"areas.{id}.{side}_return", area.returns(side, disabled), ports, "port")
    for count, link in enumerate(board.links, start=1):
        known(f"links[{count}].between", link.between, areas, "sea area")
    for id, port in ports.items():
        known(f"ports.{id}.touches", port.touches.value, areas, "sea area")
    for nation, rules in board.nations.items():
        known(f"nations.{nation}.waters", [*rules.waters, *(rules.cruiser_waters or [])], areas, "sea area")
        known(f"nations.{nation}.bases", rules.bases, ports, "port")
    for side in ("allies", "axis"):
        known(f"air_markers.{side}", getattr(board.air_markers, side).value, {**areas, **ports}, "place")
    known("u_boats.home", [board.u_boats.home], ports, "port")
    known("convoys.refuge", [board.convoys.refuge], ports, "port")
    known("convoys.route", [stop.area for stop in board.convoys.route], areas, "sea area")
    known("convoys.route", [stop.port for stop in board.convoys.route], ports, "port")
    known("oilers", [board.oilers.failed_to, *board.oilers.ports], ports, "port")
    takeover = board.takeover
    known("takeover", [takeover.area, *takeover.waters], areas, "sea area")
    bases = [*takeover.allies_bases, *takeover.axis_bases]
    known("takeover", [takeover.leave, takeover.enter, *bases], ports, "port")


def _read_units(file: Path, board: Board) -> tuple[Unit, ...]:
    units = read_rows(file, Unit)
    if len(units) > UNITS:
        raise ConfigError(file, "", f"{len(units)} units; a record has room for {UNITS}")
    seen: dict[str, int] = {}
    for line, unit in enumerate(units, start=2):
        where = f"row {line} ({unit.id})"
        if unit.id in seen:
            raise ConfigError(file, f"{where}, column id", f"row {seen[unit.id]} has the same id")
        seen[unit.id] = line
        for port in unit.arrives_at:
            if port not in board.ports:
                raise ConfigError(file, f'{where}, column arrives_at "{port}"', unknown(port, "port", board.ports))
        if (unit.kind == "u_boat") == (unit.speed is not None):
            raise ConfigError(file, f"{where}, column speed", "every unit but a U-boat has a speed factor")
        if (unit.kind == "u_boat") == (unit.arrives_turn is not None):
            raise ConfigError(file, f"{where}, column arrives_turn", "U-boats, and they alone, have none")
        if (unit.kind == "carrier") != (unit.airstrike > 0):
            raise ConfigError(file, f"{where}, column airstrike", "carriers, and they alone, have an airstrike factor")
    return tuple(units)


def _read_options(file: Path, units: tuple[Unit, ...]) -> Mapping[str, OptionalRule]:
    options = check_tables(file, read_toml(file), _Options)
    rules = {name: getattr(options, name) for name in _Options.model_fields}
    ids = [unit.id for unit in units]
    for name, rule in rules.items():
        for id in rule.defense:
            if id not in ids:
                raise ConfigError(file, f'{name}.defense "{id}"', unknown(id, "unit", ids))
    return rules
