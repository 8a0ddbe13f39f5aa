"""The charts beside the board: turn record, tables and optional rules."""

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from aw_env.core.config.errors import ConfigError, unknown
from aw_env.core.config.tables import Cited, Provenance, Sourced, Table, check_tables, read_toml
from aw_env.core.offers import OptionOffered
from aw_env.games.admirals_war.printed.board import Board
from aw_env.games.admirals_war.printed.kinds import ControlPoints, NationName, TheatreName
from aw_env.games.admirals_war.printed.units import Unit
from aw_env.games.admirals_war.records import terms
from aw_env.games.admirals_war.records.book import TRANSFERS

DISPOSITIONS = ("italian_surrender", "french_disposition")
"""The tables of who gets a ship whose country leaves the war (§16.41, §18.33), in the order of the book."""
EXPANDED = "french_disposition_expanded"
"""The table that replaces the second of them by agreement (§18.39)."""
SEIZURES = ("operation_lila_north_africa", "operation_lila_toulon", "operation_torch_toulon")
"""Tables 6 and 7 (§22.41, §22.522), in the order of the book."""


class ChartEvent(Table):
    """Something that happens to places or sides on a turn."""

    text: str
    rule: str


class Turn(Table):
    """A turn of the turn record."""

    dates: Sourced[str]
    optional_rule: Annotated[int, Field(ge=20, le=38)] | None = None
    events: list[ChartEvent] = []


class StartingPoints(Table):
    """Where the victory point markers start, and how far they go (§2.8)."""

    atlantic: Sourced[int]
    pacific: Sourced[int]
    most: Sourced[int]


class TurnChart(Table):
    """`turn_chart.toml`."""

    set_up_letters: dict[str, Sourced[str]]
    reinforcement_places: dict[NationName, Sourced[list[str]]]
    reinforcements_instead: dict[str, Sourced[str]] = {}
    victory_points: StartingPoints
    turns: dict[str, Turn]


class DiceRow(Table):
    """A row of a table that dice are rolled on; `least` and `most` are totals, both included."""

    least: int | None = None
    most: int | None = None
    result: str


class Modifier(Table):
    """A change to the total of the dice."""

    change: int
    when: str
    on: Literal["allied_lead", "point_of_axis_lead", "unit"] | None = None
    unit: str | None = None


class DiceTable(Cited):
    """A table that dice are rolled on."""

    name: str
    rule: str
    dice: Literal[1, 2]
    rows: list[DiceRow] = Field(min_length=1)
    modifiers: list[Modifier] = []


class AlternateName(Table):
    """A counter that takes the place of another, from a turn on, while the ship is afloat whose name that one bears
    (§34.11)."""

    instead_of: str
    while_afloat: str
    from_turn: Annotated[int, Field(ge=0, le=11)]


class NameHandedOn(Table):
    """A counter that takes the place of a new ship of a class, to which the name of a lost one goes (§34.12)."""

    lost: str
    to_class: str


class Transfer(Table):
    """Where ships of some nations are sent when the war in Europe is over: the first places that the Allies hold
    (§21.22-21.223)."""

    nations: list[NationName]
    to: Annotated[list[list[str]], Field(max_length=TRANSFERS)]


class Torch(Table):
    """What Torch is about (§22.4, §22.5): the places that the Allies hold then, the sea area in which the French break
    control, and where German ships of Operation Lila go."""

    places: list[str]
    area: str
    lila_to: list[str]


class OptionalRule(Table):
    """An optional rule (§20-38)."""

    rule: Annotated[int, Field(ge=20, le=38)]
    name: str
    advantage: Literal["allies", "axis", "british", "us", "german", "japanese", "undetermined", "none"]
    extent: str = ""
    effect: str
    requires: list[str] = []
    excludes: list[str] = []
    counters: Literal["none", "arrive", "in_reserve"] = "none"
    begins_as: dict[str, str] = {}
    roles: dict[str, str] = {}
    names: dict[str, AlternateName] = {}
    handed_on: dict[str, NameHandedOn] = {}
    transfers: list[Transfer] = []
    torch: Torch | None = None
    first_turn: Annotated[int, Field(ge=0, le=11)] | None = None
    last_turn: Annotated[int, Field(ge=0, le=11)] | None = None
    victory_points: dict[TheatreName, int] = {}
    source: Provenance | None = None
    placed_like: dict[str, str] = {}
    vp: dict[str, ControlPoints] = {}
    vp_source: Provenance | None = None

    def offered(self, id: str) -> OptionOffered:
        """The rule as it may be chosen by its id."""
        helps = f"{self.advantage}, {self.extent}" if self.extent else self.advantage
        needs, excludes = tuple(self.requires), tuple(self.excludes)
        return OptionOffered(id, self.name, self.effect, f"{self.rule}", helps, needs, excludes)


class _Tables(Table):
    tables: dict[str, DiceTable]


class _Options(Table):
    options: dict[str, OptionalRule]


@dataclass(frozen=True)
class Charts:
    """Everything printed beside the board."""

    turn_chart: TurnChart
    tables: dict[str, DiceTable]
    options: dict[str, OptionalRule]


def read_charts(folder: Path, board: Board, units: tuple[Unit, ...]) -> Charts:
    """The charts of a folder, with all that they name found on the board.  Raises ConfigError."""
    chart_file, table_file, option_file = (folder / f"{name}.toml" for name in ("turn_chart", "tables", "options"))
    turn_chart: TurnChart = check_tables(chart_file, read_toml(chart_file), TurnChart)
    _check_turn_chart(chart_file, turn_chart, board)
    for number, unit in enumerate(units, start=2):
        _check_letter(folder / "units.csv", f"row {number} ({unit.id})", unit, turn_chart)
    tables: dict[str, DiceTable] = _named(table_file, _Tables, "tables")
    for id, table in tables.items():
        _check_rows(table_file, id, table)
        _check_modifiers(table_file, id, table, [unit.id for unit in units])
    for id in (*DISPOSITIONS, EXPANDED, *SEIZURES):
        _check_disposition(table_file, id, tables)
    options: dict[str, OptionalRule] = _named(option_file, _Options, "options")
    _check_options(option_file, options, board, units)
    return Charts(turn_chart, tables, options)


def _check_options(file: Path, options: dict[str, OptionalRule], board: Board, units: Collection[Unit]) -> None:
    """Every optional rule is there, in the order of its number; what it names is known."""
    for rule in terms.OptionalRule:
        if rule.name.lower() not in options:
            raise ConfigError(file, rule.name.lower(), "is missing")
    for id, option in options.items():
        if id.upper() not in terms.OptionalRule.__members__:
            raise ConfigError(
                file, id, unknown(id, "optional rule", [rule.name.lower() for rule in terms.OptionalRule])
            )
        for area in option.vp:
            if area not in board.areas:
                raise ConfigError(file, f"{id}.vp.{area}", unknown(area, "sea area", board.areas))
        for transfer in option.transfers:
            for port in (port for places in transfer.to for port in places):
                if port not in board.ports:
                    raise ConfigError(file, f'{id}.transfers "{port}"', unknown(port, "port or base", board.ports))
        if option.torch is not None:
            for port in (*option.torch.places, *option.torch.lila_to):
                if port not in board.ports:
                    raise ConfigError(file, f'{id}.torch "{port}"', unknown(port, "port or base", board.ports))
            if option.torch.area not in board.areas:
                raise ConfigError(file, f"{id}.torch.area", unknown(option.torch.area, "sea area", board.areas))
        for key, others in (("requires", option.requires), ("excludes", option.excludes)):
            for other in others:
                if other not in options:
                    raise ConfigError(file, f'{id}.{key} "{other}"', unknown(other, "optional rule", options))
        _check_counters(file, id, option, {unit.id for unit in units}, {unit.ship_class for unit in units})


def _check_counters(
    file: Path, id: str, option: OptionalRule, known: Collection[str], classes: Collection[str]
) -> None:
    """The counters of which an optional rule speaks are there."""
    roles = [role.name.lower() for role in terms.Role]
    named = [(f"begins_as.{one}", unit) for one, other in option.begins_as.items() for unit in (one, other)]
    for role, unit in option.roles.items():
        if role not in roles:
            raise ConfigError(file, f"{id}.roles.{role}", unknown(role, "role", roles))
        named.append((f"roles.{role}", unit))
    named += [(f"placed_like.{one}", unit) for one, other in option.placed_like.items() for unit in (one, other)]
    for unit, name in option.names.items():
        named += [(f"names.{unit}", one) for one in (unit, name.instead_of, name.while_afloat)]
    for unit, handed in option.handed_on.items():
        named += [(f"handed_on.{unit}", one) for one in (unit, handed.lost)]
        if handed.to_class not in classes:
            raise ConfigError(file, f"{id}.handed_on.{unit} to_class", f"no ship is of class {handed.to_class!r}")
    for where, unit in named:
        if unit not in known:
            raise ConfigError(file, f'{id}.{where} "{unit}"', unknown(unit, "unit", known))


def _named(file: Path, model: type[Table], key: str) -> Any:
    """A file whose top level is a dictionary of one kind of table; errors name its keys without the wrapping."""
    try:
        return getattr(check_tables(file, {key: read_toml(file)}, model), key)
    except ConfigError as error:
        raise ConfigError(file, error.where.removeprefix(f"{key}."), error.problem) from None


def _check_turn_chart(file: Path, chart: TurnChart, board: Board) -> None:
    places = board.place_ids
    for letter, place in chart.set_up_letters.items():
        if place.value not in places:
            raise ConfigError(file, f'set_up_letters.{letter} "{place.value}"', unknown(place.value, "place", places))
    for nation, ids in chart.reinforcement_places.items():
        for id in ids.value:
            if id not in board.ports:
                problem = unknown(id, "port or base", board.ports)
                raise ConfigError(file, f'reinforcement_places.{nation} "{id}"', problem)
    for id, other in chart.reinforcements_instead.items():
        for port in (id, other.value):
            if port not in board.ports:
                problem = unknown(port, "port or base", board.ports)
                raise ConfigError(file, f"reinforcements_instead.{id}", problem)
    turns = [str(turn) for turn in range(12)]
    for turn in (*chart.turns, *turns):
        if turn not in turns:
            raise ConfigError(file, f"turns.{turn}", "the turns are 0 to 11")
        if turn not in chart.turns:
            raise ConfigError(file, f"turns.{turn}", "is missing")


def _check_letter(file: Path, where: str, unit: Unit, chart: TurnChart) -> None:
    letters = chart.set_up_letters
    if unit.set_up_letter and unit.set_up_letter not in letters:
        problem = f"must be one of {', '.join(letters)}, is {unit.set_up_letter}"
        raise ConfigError(file, f"{where}, column set_up_letter", problem)
    if unit.set_up_letter and letters[unit.set_up_letter].value not in unit.arrives_at:
        problem = f"{unit.set_up_letter} means {letters[unit.set_up_letter].value}, which is not in arrives_at (§3.15)"
        raise ConfigError(file, f"{where}, column set_up_letter", problem)


def _check_modifiers(file: Path, id: str, table: DiceTable, units: list[str]) -> None:
    for number, modifier in enumerate(table.modifiers, start=1):
        where = f"{id}.modifiers[{number}]"
        if (modifier.on == "unit") != (modifier.unit is not None):
            raise ConfigError(file, where, 'on = "unit" and unit = "..." belong together')
        if modifier.unit is not None and modifier.unit not in units:
            raise ConfigError(file, f'{where} "{modifier.unit}"', unknown(modifier.unit, "unit", units))


def _check_disposition(file: Path, id: str, tables: dict[str, DiceTable]) -> None:
    """A table of who gets a ship has three rows: German, then scuttled, then the Allies'."""
    if id not in tables:
        raise ConfigError(file, id, "is missing")
    found = tuple(row.result for row in tables[id].rows)
    if found not in (("german", "scuttled", "allied"), ("german", "scuttled", "free_french")):
        raise ConfigError(file, f"{id}.rows", "must be german, scuttled, and allied or free_french, in this order")


def _check_rows(file: Path, id: str, table: DiceTable) -> None:
    """The rows of a table follow on each other without gap or overlap."""
    for number, (row, following) in enumerate(zip(table.rows, table.rows[1:], strict=False), start=1):
        if row.most is None or following.least is None or following.least != row.most + 1:
            raise ConfigError(file, f"{id}.rows[{number + 1}]", f"must begin where row {number} ends")
