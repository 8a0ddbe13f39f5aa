"""Everything printed that the game is made of: ships, board, tables, campaigns and optional rules, read and checked."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from aw_env.core.config.errors import ConfigError
from aw_env.core.config.tables import Cited, Sourced, Table, check_tables, read_toml
from aw_env.core.printed.counters import counter_row, read_counters
from aw_env.core.printed.keys import words_of
from aw_env.core.printed.named import Named, check_names
from aw_env.core.printed.names import Names, PlaceName, UnitName
from aw_env.games.world_at_war.records.kinds import PLACES, TURNS, UNITS, Box, Nation, Switch, Worth
from aw_env.games.world_at_war.records.record import RECORDS

PlaceId = Annotated[str, Named("place")]
SideName = Literal["allies", "axis"]
BoxName = Literal["atlantic", "indian", "pacific"]
Number = Annotated[int, Field(ge=0, le=99)]
Turn = Annotated[int, Field(ge=1, le=TURNS)]
Step = Annotated[list[Number], Field(min_length=2, max_length=2)]
Steps = Sourced[list[Step]]
"""From which turn on a number holds: `[[1, 20], [10, 30]]`."""
Hits = Annotated[list[Annotated[int, Field(ge=0, le=20)]], Field(min_length=11, max_length=11)]
NATIONS, WORTHS, SWITCHES = words_of(Nation), words_of(Worth), words_of(Switch)
SIDE_OF = {"britain": "allies", "us": "allies", "australia": "allies"}
"""The side of each nation: all others are of the Axis."""


class Unit(counter_row(RECORDS.book, codes=("R", "P", "E"), campaign=str)):  # type: ignore[misc]  # made when it runs
    """A row of `units.csv`: a ship, or a row of one-factor ships."""

    @property
    def side(self) -> str:
        """For whom it fights."""
        return SIDE_OF.get(self.nation, "axis")


class Place(Table):
    """A place of the board."""

    name: str
    aliases: list[str] = []
    kind: Literal["port", "box", "sw_box"]
    side: SideName | None = None
    capacity: Sourced[Annotated[int, Field(ge=0, le=999)]]
    opens: Sourced[Turn] | None = None
    base_changes: Sourced[list[PlaceId]] | None = None
    raids_to: Sourced[BoxName] | None = None
    unseen_route: bool = False
    intercepted_from: Sourced[dict[PlaceId, Number]] | None = None
    spotting: Sourced[Number] | None = None
    supply_line: Sourced[BoxName] | None = None


class SWBox(Table):
    """An SW box (20.63)."""

    place: PlaceId
    minimum: Sourced[Number]
    defended_from: Sourced[list[PlaceId]]


class Board(Table):
    """`board.toml`."""

    provenance_codes: dict[str, str]
    places: Annotated[dict[str, Place], Field(max_length=PLACES)]
    sw_boxes: dict[BoxName, SWBox]


class Factors(Table):
    """A row of the Naval Attack Table (20.51)."""

    factors: Step | None = None
    squadrons: Number | None = None
    hits: Hits


class NavalAttack(Cited):
    """The table."""

    rows: list[Factors]


class Harbour(Table):
    """The table of harbour attacks."""

    hits: Sourced[Hits]


class AirDefense(Cited):
    """Squadrons eliminated and aborted: a sequence of pairs, of which each level has eleven from its start on."""

    pairs: list[Annotated[str, Field(pattern=r"^\d/\d$")]]
    starts: Annotated[list[Number], Field(min_length=10, max_length=10)]


class SubmarineWarfare(Table):
    """Hits of submarines and of ASW."""

    transports: Sourced[Hits]
    submarines: Sourced[Hits]


class Tables(Table):
    """`tables.toml`."""

    naval_attack: NavalAttack
    harbour_attack: Harbour
    submarine_warfare: SubmarineWarfare
    air_defense: AirDefense
    air_drm: dict[str, Sourced[Annotated[int, Field(ge=-9, le=9)]]]
    naval_drm: dict[str, Sourced[Annotated[int, Field(ge=-9, le=9)]]]


class Campaign(Table):
    """What sides have from turn to turn in a war, and what is worth points."""

    title: str
    brps: dict[SideName, Steps]
    yards: dict[SideName, Steps]
    us_war: Sourced[Number]
    spotting_from: Sourced[Number]
    air_range: dict[SideName, Sourced[list[Turn]]]
    ultra: dict[SideName, Sourced[list[Turn]]]
    cves_arrive: Sourced[list[Turn]]
    optimum: Sourced[Number]
    transports: dict[BoxName, Sourced[Number]]
    at_large: Sourced[Number]
    unbuilt: Sourced[Number]
    pool_grows: Steps
    harbour_attacks: dict[SideName, Sourced[Number]]
    submarines: Sourced[Number]
    asw: Sourced[Number]
    pool: dict[Literal["submarines", "asw"], Sourced[Number]]
    grants_from: Sourced[Number]
    troops_from: Sourced[Number]
    demand: dict[Literal["oil", "grants", "troops"], Sourced[Number]]
    worth: dict[str, Sourced[Number]]


class OptionalRule(Table):
    """An optional rule in `options.toml`."""

    rule: str
    title: str
    effect: str
    helps: str = ""


class Files(Table):
    """The files that hold tables by name."""

    campaigns: dict[str, Campaign] = {}
    options: dict[str, OptionalRule] = {}


@dataclass(frozen=True)
class Printed:
    """Everything printed.  folder: where it was read."""

    folder: Path
    board: Board
    tables: Tables
    campaigns: dict[str, Campaign]
    options: dict[str, OptionalRule]
    units: tuple[Any, ...]

    @cached_property
    def place_numbers(self) -> dict[str, int]:
        """The number of each place by its id."""
        return {id: number for number, id in enumerate(self.board.places)}

    @cached_property
    def unit_numbers(self) -> dict[str, int]:
        """The number of each unit by its id."""
        return {unit.id: number for number, unit in enumerate(self.units)}

    @cached_property
    def numbers(self) -> dict[str, dict[str, int]]:
        """Of each kind of thing."""
        return {"place": self.place_numbers, "unit": self.unit_numbers}

    @cached_property
    def names(self) -> Names:
        """Units and places in words."""
        units = [UnitName(k, unit.id, unit.name, unit.nation, unit.kind, "") for k, unit in enumerate(self.units)]
        places = [
            PlaceName(k, id, place.name, "area", tuple(place.aliases))
            for k, (id, place) in enumerate(self.board.places.items())
        ]
        return Names(units, [*places, *[None] * (PLACES - len(places))])


def read_printed(folder: Path) -> Printed:
    """What is printed in a folder.  Raises ConfigError."""
    board = check_tables(folder / "board.toml", read_toml(folder / "board.toml"), Board)
    places = {"place": {id: number for number, id in enumerate(board.places)}}
    check_names(folder / "board.toml", board, places)
    tables = check_tables(folder / "tables.toml", read_toml(folder / "tables.toml"), Tables)
    _check_keys(folder / "tables.toml", "naval_drm", tables.naval_drm, NATIONS)
    _check_keys(folder / "tables.toml", "air_drm", tables.air_drm, NATIONS)
    campaigns = _by_name(folder, "campaigns")
    for name, campaign in campaigns.items():
        _check_keys(folder / "campaigns.toml", f"{name}.worth", campaign.worth, WORTHS)
    options = _by_name(folder, "options")
    _check_keys(folder / "options.toml", "options", options, SWITCHES)
    units = read_counters(folder / "units.csv", Unit, UNITS, places)
    for row, unit in enumerate(units, start=2):
        if unit.campaign not in campaigns:
            raise ConfigError(folder / "units.csv", f"row {row} ({unit.id})", f'no campaign "{unit.campaign}"')
    return Printed(folder, board, tables, campaigns, options, units)


def _by_name(folder: Path, name: str) -> dict[str, Any]:
    file = folder / f"{name}.toml"
    return getattr(check_tables(file, {name: read_toml(file)}, Files), name)


def _check_keys(file: Path, where: str, table: dict[str, Any], words: tuple[str, ...]) -> None:
    """Raises ConfigError unless a table has just these keys."""
    if lacking := [word for word in words if word not in table]:
        raise ConfigError(file, where, f"{lacking[0]} is missing")
    if wrong := [key for key in table if key not in words]:
        raise ConfigError(file, f"{where}.{wrong[0]}", f"choose from {', '.join(words)}")


def box_numbers(board: Board) -> dict[str, int]:
    """The number of each SW box that the board has."""
    return {name: Box[name.upper()] for name in board.sw_boxes}
