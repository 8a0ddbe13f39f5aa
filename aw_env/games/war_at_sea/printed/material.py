"""Everything printed that a game is made of: counters, board, turn chart and optional rules, read and checked."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from aw_env.core.config.errors import ConfigError
from aw_env.core.config.tables import Confidence, Provenance, Sourced, Table, check_tables, read_toml
from aw_env.core.printed.choices import OptionalRule
from aw_env.core.printed.counters import counter_row, numbered, read_counters
from aw_env.core.printed.keys import words_of
from aw_env.core.printed.named import Named, check_names
from aw_env.games.war_at_sea.records.book import PRINTED
from aw_env.games.war_at_sea.records.terms import AREAS, FIRST_BOX, FIRST_PORT, FOREVER, PORTS, TURNS, UNITS, Box
from aw_env.naval.printed import PrintedWar

SideName = Literal["allies", "axis"]
NationName = Literal["british", "russian", "us", "german", "italian"]
OptionName = Literal["lighter_battleships", "u_boats_accumulate", "face_down"]
AreaId = Annotated[str, Named("sea area")]
PortId = Annotated[str, Named("port")]
PlaceId = Annotated[str, Named("place")]
UnitId = Annotated[str, Named("unit")]
Points = Annotated[int, Field(ge=0, le=9)]
Die = Annotated[int, Field(ge=0, le=6)]


class Unit(counter_row(PRINTED, codes=("R", "W", "E"), type=str)):  # type: ignore[misc]  # made when it runs
    """A row of `units.csv`: one counter."""


class Area(Table):
    """A sea area (2.1)."""

    name: str
    aliases: list[str] = []
    allies_points: Sourced[Points]
    axis_points: Sourced[Points]
    oiling: bool = False
    allies_return: Sourced[list[PortId]]
    allies_return_disabled: Sourced[list[PortId]] | None = None
    axis_return: Sourced[list[PortId]]
    axis_return_disabled: Sourced[list[PortId]] | None = None

    def returns(self, side: str, disabled: bool) -> list[str]:
        """The ports to which ships of a side go from here (5.7)."""
        own = getattr(self, f"{side}_return_disabled") if disabled else None
        return (own or getattr(self, f"{side}_return")).value


class Link(Table):
    """Two sea areas that touch."""

    between: Annotated[list[AreaId], Field(min_length=2, max_length=2)]
    source: Provenance


class Port(Table):
    """A port (2.2-2.6)."""

    name: str
    side: Literal["allies", "axis", "neutral"]
    aliases: list[str] = []
    active: Annotated[list[Annotated[int, Field(ge=1, le=FOREVER)]], Field(min_length=2, max_length=2)] = [1, FOREVER]
    touches: Sourced[list[AreaId]]
    repairs: Sourced[Points]
    repairs_from: Sourced[int] | None = None


class NationRules(Table):
    """What the ships of a nation may do (3.1, 6.6, 15, 16)."""

    side: SideName
    waters: list[AreaId]
    cruiser_waters: list[AreaId] | None = None
    bases: list[PortId]
    sails_on: Die = 0
    released: bool = False
    surface_bonus: Die = 0
    oils: bool = False


class AirMarkers(Table):
    """Land-based air (9)."""

    strength: Sourced[Points]
    allies: Sourced[list[PlaceId]]
    axis: Sourced[list[PlaceId]]


class UBoats(Table):
    """U-boats (8)."""

    home: PortId
    most: Sourced[Points]


class Stop(Table):
    """An area on the route of the convoys, and where they score from it."""

    area: AreaId
    port: PortId
    points: Points


class Convoys(Table):
    """Convoys (14)."""

    refuge: PortId
    route: list[Stop]
    source: Provenance


class Oilers(Table):
    """Oilers (16)."""

    failed_to: PortId
    ports: list[PortId]
    source: Provenance


class Takeover(Table):
    """The takeover of a fleet (15.7)."""

    nation: NationName
    turn: int
    area: AreaId
    held_turns: int
    allied_die: Die
    scuttled_die: Die
    leave: PortId
    enter: PortId
    waters: list[AreaId]
    allies_bases: list[PortId]
    axis_bases: list[PortId]
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


class Rule(OptionalRule):
    """A rule of `options.toml`.  defense: what it makes of that of units."""

    helps: str
    defense: dict[UnitId, Points] = {}


class _Options(Table):
    lighter_battleships: Rule
    u_boats_accumulate: Rule
    face_down: Rule


@dataclass(frozen=True)
class Printed(PrintedWar):
    """Everything in `configs/war_at_sea`, read from one folder and found consistent."""

    first_port, first_box, box_ids = FIRST_PORT, FIRST_BOX, words_of(Box)
    box_names = ("Out of play", "Turn chart")

    chart: TurnChart
    options: Mapping[str, Rule]


def read_printed(folder: Path) -> Printed:
    """Everything printed in a folder, each file by itself and all references between them checked.

    Raises ConfigError naming file, row and column or path of keys, and what is wrong.
    """
    board_file, unit_file, chart_file, option_file = (
        folder / name for name in ("board.toml", "units.csv", "turn_chart.toml", "options.toml")
    )
    board: Board = check_tables(board_file, read_toml(board_file), Board)
    chart: TurnChart = check_tables(chart_file, read_toml(chart_file), TurnChart)
    options: _Options = check_tables(option_file, read_toml(option_file), _Options)
    numbers = Printed(folder, board, (), chart, {}).numbers
    on_the_map = {**numbers["sea area"], **numbers["port"]}
    check_names(board_file, board, {**numbers, "place": on_the_map})
    units = read_counters(unit_file, Unit, UNITS, numbers)
    _check_units(unit_file, units, board)
    if list(chart.turns) != [str(turn) for turn in range(1, TURNS + 1)]:
        raise ConfigError(chart_file, "turns", f"must be 1 to {TURNS} in order, is {list(chart.turns)}")
    printed = Printed(folder, board, units, chart, dict(options))
    check_names(option_file, options, printed.numbers)
    return printed


def _check_units(file: Path, units: tuple[Unit, ...], board: Board) -> None:
    """Raises ConfigError for a unit without what its kind has, or with more."""
    for where, unit in numbered(units):
        if unit.nation not in board.nations:
            raise ConfigError(file, f"{where}, column nation", "board.toml does not say what its ships may do")
        if (unit.kind == "u_boat") == (unit.speed is not None):
            raise ConfigError(file, f"{where}, column speed", "every unit but a U-boat has a speed factor")
        if (unit.kind == "u_boat") == (unit.arrives_turn is not None):
            raise ConfigError(file, f"{where}, column arrives_turn", "U-boats, and they alone, have none")
        if (unit.kind == "carrier") != (unit.airstrike > 0):
            raise ConfigError(file, f"{where}, column airstrike", "carriers, and they alone, have an airstrike factor")
