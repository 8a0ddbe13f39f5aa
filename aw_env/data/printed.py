"""What is printed on the boards, counters and charts: the models of the files in `configs/admirals_war`."""

import csv
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from aw_env.admirals_war.terms import AREAS, FIRST_BOX, FIRST_PORT, PORTS, UNITS, Box
from aw_env.data.errors import ConfigError, first_finding, in_words, key_path, unknown

Value = TypeVar("Value")
Code = Literal["R", "Ri", "V", "Vr", "W", "E"]
Confidence = Literal["H", "M", "L"]
TheatreName = Literal["atlantic", "pacific"]
FlagName = Literal["allies", "axis", "none"]
FlagNation = Literal["british", "german", "us", "japanese"]
OwnerName = Literal[
    "british", "french", "us", "german", "italian", "japanese", "russian", "neutral", "uncontrolled", "inactive"
]
NationName = Literal[
    "british", "australian", "dutch", "greek", "russian", "japanese", "us", "french", "german", "italian"
]
KindName = Literal["ship", "lba", "amphibious", "submarine", "oiler", "hilfskreuzer", "hunter_killer"]


class Table(BaseModel):
    """A table of a configuration file: unknown keys are errors, and nothing changes once it is read."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Sourced(Table, Generic[Value]):
    """A printed value with its provenance: a code, how sure it is, and the rule, publication or reasoning behind it."""

    value: Value
    provenance: Code
    confidence: Confidence
    source: str


class Provenance(Table):
    """Where the plain values of a key come from."""

    provenance: Code
    confidence: Confidence
    source: str


VictoryPoints = Annotated[int, Field(ge=0, le=9)]
Points = Annotated[int, Field(ge=0, le=99)]


class Area(Table):
    """A sea area (§2.2)."""

    name: str
    aliases: list[str] = []
    theatre: TheatreName
    allied_flag: Sourced[FlagNation]
    allied_vp: Sourced[VictoryPoints]
    axis_flag: Sourced[FlagNation]
    axis_vp: Sourced[VictoryPoints]
    start_flag: Sourced[FlagName]


class Link(Table):
    """Two sea areas that border on each other."""

    between: tuple[str, str] = Field(strict=False)
    provenance: Code
    confidence: Confidence
    source: str


class ChokePoint(Table):
    """A crossing that an enemy can hinder (§2.5)."""

    name: str
    between: tuple[str, str] = Field(strict=False)
    held_by: list[str] = Field(min_length=1)
    effect: Literal["extra_area", "closed"]
    rule: str
    note: str = ""
    provenance: Code
    confidence: Confidence
    source: str


class Touch(Table):
    """A sea area that a port or base is part of (§2.35)."""

    area: str
    provenance: Code
    confidence: Confidence
    source: str


class RepairSchedule(Table):
    """Repair points that grow from the turn on which the war in the Pacific begins (§11.12)."""

    first: Points
    next: Points
    step: Points
    most: Points
    if_lost_at: str
    provenance: Code
    confidence: Confidence
    source: str


class Port(Table):
    """A port, a base or the neutral port (§2.3)."""

    name: str
    theatre: TheatreName
    kind: Sourced[Literal["port", "base", "neutral"]]
    owner: Sourced[OwnerName]
    touches: list[Touch] = Field(min_length=1)
    repair: Sourced[Points]
    repair_only_for: Sourced[Literal["allies", "axis"]] | None = None
    repair_schedule: RepairSchedule | None = None
    leads_to: Sourced[list[str]] | None = None
    returns_from: Sourced[list[str]] | None = None
    shielded_by: Sourced[str] | None = None
    capturable: bool
    active_from: Annotated[int, Field(ge=0, le=11)] | Literal["never"]
    lba_allowed: bool
    note: str = ""

    @property
    def repairs(self) -> bool:
        """Whether it repairs damage on some turn of the game (§9.351, §11.1)."""
        return self.repair.value > 0 or self.repair_schedule is not None


class Special(Table):
    """A rule about single places that no number holds."""

    places: list[str]
    rule: str
    effect: str
    provenance: Code
    confidence: Confidence
    source: str


class HoldingBox(Table):
    """A holding box; its id is a member of `terms.Box` in lower case."""

    name: str
    use: str
    rule: str


class PrintedItem(Table):
    """Something else that the board prints."""

    item: str
    rule: str


class Board(Table):
    """`board.toml`."""

    provenance_codes: dict[Code, str]
    confidence_codes: dict[Confidence, str]
    default_provenance: dict[str, Provenance]
    sources: dict[str, str]
    areas: dict[str, Area] = Field(min_length=1)
    links: list[Link]
    choke_points: dict[str, ChokePoint]
    ports: dict[str, Port] = Field(min_length=1)
    special: dict[str, Special]
    boxes: dict[str, HoldingBox]
    printed: list[PrintedItem]


def _cell(text: object) -> object:
    """An empty cell holds no value."""
    return None if text == "" else text


def _number(text: object) -> object:
    """A cell of digits as the number it means."""
    return int(text) if isinstance(text, str) and text.removeprefix("-").isdigit() else _cell(text)


def _yes_or_no(text: object) -> object:
    """The words yes and no as true and false."""
    if text not in ("yes", "no"):
        raise ValueError(f'must be yes or no, is "{text}"')
    return text == "yes"


def _words(text: object) -> object:
    """A cell of words as a list of them."""
    return str(text).split()


Factor = Annotated[int, BeforeValidator(_number), Field(ge=0, le=9)]
Turn = Annotated[int, BeforeValidator(_number), Field(ge=0, le=11)]
OptionalFactor = Annotated[Annotated[int, Field(ge=0, le=9)] | None, BeforeValidator(_number)]
OptionalTurn = Annotated[Annotated[int, Field(ge=0, le=11)] | None, BeforeValidator(_number)]
OptionalRule = Annotated[Annotated[int, Field(ge=20, le=38)] | None, BeforeValidator(_number)]
YesNo = Annotated[bool, BeforeValidator(_yes_or_no)]
Words = Annotated[list[str], BeforeValidator(_words)]
UnitCode = Literal["R", "W", "V", "E"]


class Unit(Table):
    """A row of `units.csv`: one counter.  An empty cell means that the counter has no such factor."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9_]+$")]
    name: Annotated[str, Field(min_length=1)]
    nation: NationName
    kind: KindName
    type: str
    ship_class: str
    gunnery: OptionalFactor
    gunnery_bonus: YesNo
    armor: OptionalFactor
    armor_bonus: YesNo
    speed: OptionalFactor
    airstrike: Factor
    air_bonus: YesNo
    raider_side: YesNo
    arrives_turn: Turn
    arrives_at: Words
    set_up_letter: str
    leaves_turn: OptionalTurn
    status: Literal["core", "optional", "replacement", "speculative"]
    optional_rule: OptionalRule
    replaces: str
    pair: str
    reverse_armor: OptionalFactor
    asw_bonus: OptionalFactor
    type_xxi: YesNo
    turn_if_option_20: OptionalTurn
    on_turn_zero: YesNo
    overhaul: Factor
    theatre: Annotated[TheatreName | None, BeforeValidator(_cell)]
    presence: Literal["certain", "probable", "estimated", "speculative"]
    presence_provenance: UnitCode
    factors_provenance: UnitCode
    arrival_provenance: UnitCode
    confidence: Literal["high", "medium", "low"]
    sources: str
    note: str

    @property
    def carrier(self) -> bool:
        """A ship with aircraft symbols (§3.16)."""
        return self.kind == "ship" and self.airstrike > 0


@dataclass(frozen=True)
class Printed:
    """Everything printed that a game is made of, read from one folder and found consistent."""

    folder: Path
    board: Board
    units: tuple[Unit, ...]

    @property
    def area_numbers(self) -> dict[str, int]:
        """Number of each sea area: its order in `board.toml`."""
        return {id: number for number, id in enumerate(self.board.areas)}

    @property
    def port_numbers(self) -> dict[str, int]:
        """Number of each port and base, not counted among the places: its order in `board.toml`."""
        return {id: number for number, id in enumerate(self.board.ports)}

    @property
    def box_numbers(self) -> dict[str, int]:
        """Number of each holding box, not counted among the places."""
        return {box.name.lower(): int(box) for box in Box}

    @property
    def place_numbers(self) -> dict[str, int]:
        """Number of each place: sea areas, ports and bases, holding boxes."""
        return (
            self.area_numbers
            | {id: FIRST_PORT + number for id, number in self.port_numbers.items()}
            | {id: FIRST_BOX + number for id, number in self.box_numbers.items()}
        )

    @property
    def unit_numbers(self) -> dict[str, int]:
        """Number of each unit: its row in `units.csv`."""
        return {unit.id: number for number, unit in enumerate(self.units)}


def read_toml(file: Path) -> dict[str, Any]:
    """The tables of a TOML file.

    Raises ConfigError when the file is missing or is no TOML, with the line.
    """
    try:
        with open(file, "rb") as stream:
            return tomllib.load(stream)
    except FileNotFoundError:
        raise ConfigError(file, "", f"no such file in {file.parent}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(file, "", f"not readable as TOML: {error}") from None


def check_tables(file: Path, tables: dict[str, Any], model: type[Table]) -> Any:
    """The tables of a file as its model.  Raises ConfigError that names the path of keys."""
    try:
        return model.model_validate(tables)
    except ValidationError as error:
        finding = first_finding(error)
        raise ConfigError(file, key_path(finding["loc"]), in_words(finding, model)) from None


def read_units(file: Path) -> tuple[Unit, ...]:
    """The rows of `units.csv`.  Raises ConfigError that names row (the header is row 1), unit and column."""
    try:
        with open(file, newline="", encoding="utf-8-sig") as stream:
            rows = list(csv.reader(stream, strict=True))
    except FileNotFoundError:
        raise ConfigError(file, "", f"no such file in {file.parent}") from None
    except (csv.Error, UnicodeDecodeError) as error:
        raise ConfigError(file, "", f"not readable as comma-separated values: {error}") from None
    columns = list(Unit.model_fields)
    header = rows[0] if rows else []
    for column in header:
        if column not in columns:
            raise ConfigError(file, f'row 1, column "{column}"', unknown(column, "column", columns))
    for column in columns:
        if header.count(column) != 1:
            raise ConfigError(file, "row 1", f'column "{column}" must stand there once')
    units = [_read_row(file, number, header, row) for number, row in enumerate(rows[1:], start=2) if any(row)]
    if len(units) > UNITS:
        raise ConfigError(file, "", f"{len(units)} units; a record has room for {UNITS}")
    return tuple(units)


def _read_row(file: Path, number: int, header: list[str], row: list[str]) -> Unit:
    where = f"row {number} ({row[header.index('id')] if len(row) > header.index('id') else '?'})"
    if len(row) != len(header):
        raise ConfigError(file, where, f"has {len(row)} cells, the header has {len(header)}")
    try:
        return Unit.model_validate(dict(zip(header, (cell.strip() for cell in row), strict=True)))
    except ValidationError as error:
        finding = first_finding(error)
        raise ConfigError(file, f"{where}, column {finding['loc'][0]}", in_words(finding, Unit)) from None


def read_printed(folder: Path) -> Printed:
    """Boards and counters of a folder, each file by itself and all references between them checked.

    Raises ConfigError.
    """
    file = folder / "board.toml"
    printed = Printed(folder, check_tables(file, read_toml(file), Board), read_units(folder / "units.csv"))
    _check_board(file, printed)
    _check_units(folder / "units.csv", printed)
    return printed


def _check_board(file: Path, printed: Printed) -> None:
    board = printed.board
    areas, ports = board.areas, board.ports

    def must_be_area(where: str, id: str) -> None:
        if id not in areas:
            raise ConfigError(file, f'{where} "{id}"', unknown(id, "sea area", areas))

    def must_be_port(where: str, id: str) -> None:
        if id not in ports:
            raise ConfigError(file, f'{where} "{id}"', unknown(id, "port or base", ports))

    for things, room, what in ((areas, AREAS, "sea areas"), (ports, PORTS, "ports and bases")):
        if len(things) > room:
            raise ConfigError(file, "", f"{len(things)} {what}; a record has room for {room}")
    for id in areas:
        if id in ports or id in printed.box_numbers:
            raise ConfigError(file, f"areas.{id}", "another place has the same id")
    for id in ports:
        if id in printed.box_numbers:
            raise ConfigError(file, f"ports.{id}", "a holding box has the same id")
    if set(board.boxes) != set(printed.box_numbers):
        wrong = sorted(set(board.boxes) ^ set(printed.box_numbers))[0]
        raise ConfigError(file, f"boxes.{wrong}", f"the boxes must be exactly {', '.join(printed.box_numbers)}")
    seen: dict[frozenset[str], str] = {}
    crossings = [(f"links[{number}]", link.between) for number, link in enumerate(board.links, start=1)]
    crossings += [(f"choke_points.{id}", choke.between) for id, choke in board.choke_points.items()]
    for where, between in crossings:
        for id in between:
            must_be_area(f"{where} between", id)
        pair = frozenset(between)
        if len(pair) == 1:
            raise ConfigError(file, where, f"an area cannot border on itself ({between[0]})")
        if pair in seen:
            raise ConfigError(file, where, f"{between[0]} and {between[1]} are already joined by {seen[pair]}")
        seen[pair] = where
    for id, choke in board.choke_points.items():
        for port in choke.held_by:
            must_be_port(f"choke_points.{id} held_by", port)
    for id, port in ports.items():
        touched = [touch.area for touch in port.touches]
        for area in touched:
            must_be_area(f"ports.{id} touches", area)
        if len(set(touched)) < len(touched):
            raise ConfigError(file, f"ports.{id} touches", "names a sea area twice")
        for key in ("leads_to", "returns_from"):
            for area in getattr(port, key).value if getattr(port, key) else ():
                must_be_area(f"ports.{id} {key}", area)
        if port.shielded_by:
            must_be_port(f"ports.{id} shielded_by", port.shielded_by.value)
        if port.repair_schedule:
            must_be_port(f"ports.{id} repair_schedule.if_lost_at", port.repair_schedule.if_lost_at)
        if port.kind.value != "port" and port.repairs:
            raise ConfigError(file, f"ports.{id} repair", "only ports repair damage (§2.33, §2.342)")
    for id, special in board.special.items():
        for place in special.places:
            if place not in areas and place not in ports:
                raise ConfigError(file, f'special.{id} places "{place}"', unknown(place, "place", [*areas, *ports]))


def _check_units(file: Path, printed: Printed) -> None:
    seen: dict[str, int] = {}
    for number, unit in enumerate(printed.units, start=2):
        where = f"row {number} ({unit.id})"
        if unit.id in seen:
            raise ConfigError(file, f"{where}, column id", f"row {seen[unit.id]} has the same id")
        seen[unit.id] = number
        for place in unit.arrives_at:
            if place not in printed.place_numbers:
                problem = unknown(place, "place", printed.place_numbers)
                raise ConfigError(file, f'{where}, column arrives_at "{place}"', problem)
        if unit.kind in ("lba", "hunter_killer", "submarine") and unit.speed:
            raise ConfigError(file, f"{where}, column speed", f"a {unit.kind} has no speed factor")
        for factor in ("gunnery", "armor", "speed"):
            if unit.kind == "ship" and getattr(unit, factor) is None:
                raise ConfigError(file, f"{where}, column {factor}", "a ship has this factor; write 0 if it is 0")
        if (unit.kind == "lba") != (unit.theatre is not None):
            raise ConfigError(file, f"{where}, column theatre", "is for land-based air units, and each of them has one")
        if unit.kind in ("lba", "oiler", "hilfskreuzer") and unit.raider_side:
            raise ConfigError(file, f"{where}, column raider_side", f"a {unit.kind} has no raider side (§3.1)")
        for bonus, factor in (("gunnery_bonus", unit.gunnery), ("air_bonus", unit.airstrike)):
            if getattr(unit, bonus) and not factor:
                raise ConfigError(file, f"{where}, column {bonus}", "there is no factor that the bonus could belong to")
        if unit.optional_rule is None and unit.status in ("optional", "replacement"):
            raise ConfigError(file, f"{where}, column optional_rule", f"a counter marked {unit.status} needs one")
