"""Everything printed that the game is made of: ships, board, tables, campaigns and optional rules, read and checked."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from aw_env.core.config.errors import ConfigError
from aw_env.core.config.tables import Cited, Sourced, Table, check_tables, read_toml
from aw_env.core.printed.choices import OptionalRule
from aw_env.core.printed.counters import counter_row, read_counters
from aw_env.core.printed.keys import one_among, table_of, words_of
from aw_env.core.printed.named import Named, Numbers, check_names
from aw_env.core.printed.names import Names, PlaceName, UnitName
from aw_env.core.printed.waters import read_hexes
from aw_env.games.world_at_war.records.kinds import (
    HEXES,
    ISLAND_GROUPS,
    PLACES,
    STRAITS,
    TURNS,
    UNITS,
    Front,
    Nation,
    Switch,
    Theatre,
    Worth,
)
from aw_env.games.world_at_war.records.record import RECORDS
from aw_env.naval.seas import Sea, Strait

UnitId = Annotated[str, Named("unit")]
PlaceId = Annotated[str, Named("place")]
CampaignName = Annotated[str, Named("campaign")]
SideName = Literal["allies", "axis"]
BoxName = Literal["atlantic", "indian", "pacific"]
FrontName = Literal["western", "mediterranean", "southeast_asian", "eastern"]
SEVERAL = {"destroyers", "carriers"}
"""Words in the names of units that are several ships."""
IN_LETTERS = ("ca", "dd", "cve")
"""Kinds of units that players call by these letters."""
Number = Annotated[int, Field(ge=0, le=99)]
Turn = Annotated[int, Field(ge=1, le=TURNS)]
Step = Annotated[list[Number], Field(min_length=2, max_length=2)]
Steps = Sourced[list[Step]]
"""From which turn on a number holds: `[[1, 20], [10, 30]]`."""
Hits = Annotated[list[Annotated[int, Field(ge=0, le=20)]], Field(min_length=11, max_length=11)]
Modifier = Annotated[int, Field(ge=-9, le=9)]
Result = Literal["A", "a", "Ex", "Ex-1", "Ex-2", "d", "D"]
"""Of ground combat, in the order of `GroundResult`."""
NATIONS = words_of(Nation)
NationName = one_among(NATIONS)
WorthName = one_among(words_of(Worth))
TheatreName = one_among(words_of(Theatre))
Cube = Annotated[list[Annotated[int, Field(ge=-99, le=99)]], Field(min_length=3, max_length=3)]
"""Where a hex lies, in cube coordinates."""
SIDE_OF = {"britain": "allies", "us": "allies", "australia": "allies"}
"""The side of each nation: all others are of the Axis."""


class Unit(counter_row(RECORDS.book, codes=("R", "P", "E"), campaign=CampaignName)):  # type: ignore[misc]  # made when it runs
    """A row of `units.csv`: a ship, or a row of one-factor ships."""

    @property
    def side(self) -> str:
        """For whom it fights."""
        return SIDE_OF.get(self.nation, "axis")


class Place(Table):
    """A place of the board."""

    name: str
    aliases: list[str] = []
    campaign: CampaignName = "raiders"
    kind: Literal["port", "box", "sw_box", "island", "sea"]
    side: SideName | None = None
    capacity: Sourced[Annotated[int, Field(ge=0, le=999)]]
    opens: Sourced[Turn] | None = None
    base_changes: Sourced[list[PlaceId]] | None = None
    raids_to: Sourced[BoxName] | None = None
    unseen_route: bool = False
    intercepted_from: Sourced[dict[PlaceId, Number]] | None = None
    spotting: Sourced[Number] | None = None
    supply_line: Sourced[BoxName] | None = None
    cube: Sourced[Cube] | None = None
    appears_at: Sourced[dict[PlaceId, Number]] | None = None
    group: Sourced[Annotated[str, Named("island group")]] | None = None
    islands: Sourced[Number] | None = None
    one_hex: bool = False
    without_missions: bool = False
    in_pacific_theatre: bool = False
    beaches_apart: bool = False
    beach: Sourced[Turn] | None = None
    range: Sourced[Number] | None = None
    fronts: Sourced[list[FrontName]] | None = None
    lane: Sourced[Number] | None = None
    line_end: Sourced[PlaceId] | None = None
    lost_from: Sourced[Turn] | None = None
    harbour_defense: Sourced[Number] | None = None
    terrain: Sourced[Annotated[int, Field(ge=0, le=9)]] | None = None
    hex: Sourced[str] | None = None
    front: Sourced[Annotated[int, Field(ge=1, le=9)]] | None = None
    holds: Sourced[Annotated[int, Field(ge=1, le=9)]] | None = None
    falls: Sourced[Turn] | None = None


class SWBox(Table):
    """An SW box (20.63)."""

    place: PlaceId
    minimum: Sourced[Number]
    squadrons: Sourced[Number] | None = None
    defended_from: Sourced[list[PlaceId]]


class IslandGroup(Table):
    """A Pacific island group (4.74)."""

    name: str


class Board(Table):
    """`board.toml`."""

    provenance_codes: dict[str, str]
    places: Annotated[dict[str, Place], Field(max_length=PLACES)]
    sw_boxes: dict[BoxName, SWBox]
    groups: Annotated[dict[str, IslandGroup], Field(max_length=ISLAND_GROUPS)]
    map: Cited | None = None
    straits: Annotated[dict[str, Strait], Field(max_length=STRAITS)] = {}


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


class AirCombat(Cited):
    """Squadrons eliminated and aborted by so many others: as for air defense."""

    pairs: list[Annotated[str, Field(pattern=r"^\d/\d+$")]]
    starts: Annotated[list[Number], Field(min_length=20, max_length=20)]


class SubmarineWarfare(Table):
    """Hits of submarines and of ASW."""

    transports: Sourced[Hits]
    submarines: Sourced[Hits]


class Torpedoes(Table):
    """An attack of a submarine on ships."""

    hits: Sourced[Annotated[list[Annotated[int, Field(ge=-1, le=9)]], Field(min_length=11, max_length=11)]]


class GroundCombat(Cited):
    """Results of a die of 1 to 6 at odds of 1:1, 2:1 and so on."""

    rows: Annotated[list[Annotated[list[Result], Field(min_length=6, max_length=6)]], Field(min_length=5, max_length=5)]


class Modifiers(table_of("ByNation", **dict.fromkeys(NATIONS, (Sourced[Modifier], ...)))):  # type: ignore[misc]
    """A die roll modifier of each nation."""


class TaskForces(table_of("ByNation", **dict.fromkeys(NATIONS, (Sourced[Number], ...)))):  # type: ignore[misc]
    """The task force counters of each nation."""


class Tables(Table):
    """`tables.toml`."""

    naval_attack: NavalAttack
    harbour_attack: Harbour
    submarine_warfare: SubmarineWarfare
    air_defense: AirDefense
    torpedoes: Torpedoes
    air_combat: AirCombat
    air_drm: Modifiers
    task_forces: TaskForces
    naval_drm: Modifiers
    ground_combat: GroundCombat


class Troops(Table):
    """Ground units of a side: what each is worth, and how many come where and when."""

    factors: Sourced[Annotated[int, Field(ge=1, le=9)]]
    ctl: Sourced[Annotated[int, Field(ge=0, le=9)]]
    arrive: dict[PlaceId, Steps]


class Landings(Table):
    """Ground units with the option `landings`."""

    garrison: Sourced[Annotated[int, Field(ge=0, le=9)]]
    infantry: dict[SideName, Troops]
    marines: dict[SideName, Troops]


class Pacific(Table):
    """What a campaign among islands has besides."""

    merchants: Sourced[Number]
    cards: dict[SideName, Steps]
    research: dict[SideName, Steps]
    advanced_submarines: dict[SideName, Sourced[Number]]
    boats: dict[PlaceId, Sourced[Number]]
    squadrons: dict[SideName, dict[PlaceId, Steps]]
    falls: dict[PlaceId, Sourced[Turn]]
    raider_ports: Sourced[list[PlaceId]]
    held_by_raiders: Sourced[list[PlaceId]]
    instead: Sourced[PlaceId]
    landings: Landings


class Objective(Table):
    """A place that is invaded with the option `landings`: factors of its garrison, and points for taking it."""

    garrison: Sourced[Annotated[int, Field(ge=0, le=9)]]
    worth: Sourced[Number]


class Campaign(Table):
    """What sides have from turn to turn in a war, and what is worth points.  What a campaign has nothing of is left
    out."""

    title: str
    theatre: TheatreName = "atlantic"  # type: ignore[valid-type]  # made when it runs
    brps: dict[SideName, Steps]
    yards: dict[SideName, Steps]
    us_war: Sourced[Number] | None = None
    air_drm_rises: dict[NationName, Sourced[Turn]] = {}  # type: ignore[valid-type]  # the words are known when it runs
    spotting_from: Sourced[Number] | None = None
    air_range: dict[SideName, Sourced[list[Turn]]] = {}
    ultra: dict[SideName, Sourced[list[Turn]]] = {}
    cves_arrive: Sourced[list[Turn]] | None = None
    winters: Sourced[list[Turn]] | None = None
    optimum: Sourced[Number]
    transports: dict[BoxName, Sourced[Number]]
    at_large: Sourced[Number] | None = None
    unbuilt: Sourced[Number]
    pool_grows: Steps | None = None
    harbour_attacks: dict[SideName, Sourced[Number]] = {}
    submarines: Sourced[Number] | None = None
    asw: Sourced[Number] | None = None
    pool: dict[Literal["submarines", "asw"], Sourced[Number]] = {}
    grants_from: Sourced[Number] | None = None
    troops_from: Sourced[Number] | None = None
    sea_transport: Sourced[Number] | None = None
    redeployments: Sourced[Number] | None = None
    southern_brps: Steps | None = None
    demand: dict[Literal["oil", "grants", "troops"], Sourced[Number]] = {}
    worth: dict[WorthName, Sourced[Number]]  # type: ignore[valid-type]  # the words are known when it runs
    pacific: Pacific | None = None
    ground: dict[SideName, Troops] = {}
    invasions: dict[PlaceId, Objective] = {}
    squadrons: dict[SideName, dict[PlaceId, Steps]] = {}
    boats: dict[PlaceId, Sourced[Number]] = {}


class Rule(OptionalRule):
    """A rule of `options.toml`.  theatres: those of the campaigns that know it.  brings: units that arrive with it
    alone."""

    effect: str
    theatres: list[TheatreName]  # type: ignore[valid-type]  # made when it runs
    brings: list[UnitId] = []


class Campaigns(Table):
    """`campaigns.toml`."""

    campaigns: dict[str, Campaign]


class Options(table_of("Options", **dict.fromkeys(words_of(Switch), (Rule, ...)))):  # type: ignore[misc]
    """`options.toml`: what there is to know of each optional rule."""


@dataclass(frozen=True)
class Printed:
    """Everything printed.  folder: where it was read.  wars: campaigns that have a board and units of their own."""

    folder: Path
    board: Board
    tables: Tables
    campaigns: dict[str, Campaign]
    options: dict[str, Rule]
    units: tuple[Any, ...]
    sea: Sea | None = None
    wars: Mapping[str, "Printed"] = field(default_factory=dict)

    def of(self, campaign: str) -> "Printed":
        """That with which a campaign is played."""
        return self.wars.get(campaign, self)

    @cached_property
    def place_numbers(self) -> dict[str, int]:
        """The number of each place by its id."""
        return {id: number for number, id in enumerate(self.board.places)}

    @cached_property
    def unit_numbers(self) -> dict[str, int]:
        """The number of each unit by its id."""
        return {unit.id: number for number, unit in enumerate(self.units)}

    @cached_property
    def numbers(self) -> Numbers:
        """Of each kind of thing."""
        return {"unit": self.unit_numbers, **_numbers(self.board, self.campaigns)}

    @cached_property
    def names(self) -> Names:
        """Units and places in words."""
        return self.names_of(self.campaigns)

    def names_of(self, campaigns: Collection[str]) -> Names:
        """Units, and the places of campaigns, in words."""
        units = [_named(k, unit) for k, unit in enumerate(self.units)]
        places = [
            PlaceName(k, id, place.name, "area", tuple(place.aliases)) if place.campaign in campaigns else None
            for k, (id, place) in enumerate(self.board.places.items())
        ]
        return Names(units, [*places, *[None] * (PLACES - len(places))])


def _numbers(board: Board, campaigns: Iterable[str]) -> Numbers:
    """Of the things of the board, and of campaigns and fronts."""
    named: dict[str, Iterable[str]] = {"place": board.places, "island group": board.groups}
    named |= {"campaign": campaigns, "front": words_of(Front)}
    return {things: {id: number for number, id in enumerate(ids)} for things, ids in named.items()}


def _named(number: int, unit: Unit) -> UnitName:
    """What a unit is called; its type are the letters by which players call its kind."""
    letters, several = unit.kind.upper() if unit.kind in IN_LETTERS else "", bool(SEVERAL & {*unit.name.split()})
    return UnitName(number, unit.id, unit.name, unit.nation, unit.kind, letters, plural=several)


def read_printed(folder: Path) -> Printed:
    """What is printed in a folder, and in those of wars on a map of hexes within it.  Raises ConfigError."""
    option_file = folder / "options.toml"
    tables = check_tables(folder / "tables.toml", read_toml(folder / "tables.toml"), Tables)
    options = check_tables(option_file, read_toml(option_file), Options)
    printed = _read_war(folder, tables, dict(options))
    check_names(option_file, options, printed.numbers)
    bare = {name: rule.model_copy(update={"brings": []}) for name, rule in printed.options.items()}
    wars: dict[str, Printed] = {}
    for file in sorted(folder.glob("*/hexes.csv")):
        war, hexes = _read_war(file.parent, tables, bare), read_hexes(file)
        if len(hexes) > HEXES:
            raise ConfigError(file, "id", f"there is room for {HEXES} hexes, and these are {len(hexes)}")
        lying = {id: place.hex.value for id, place in war.board.places.items() if place.hex}
        sea = Sea(file.with_name("board.toml"), hexes, lying, war.board.straits)
        wars |= dict.fromkeys(war.campaigns, replace(war, sea=sea))
    return replace(printed, wars=wars)


def _read_war(folder: Path, tables: Tables, options: dict[str, Rule]) -> Printed:
    """Board, campaigns and units in a folder."""
    board_file, campaign_file, unit_file = (folder / name for name in ("board.toml", "campaigns.toml", "units.csv"))
    board = check_tables(board_file, read_toml(board_file), Board)
    named = check_tables(campaign_file, {"campaigns": read_toml(campaign_file)}, Campaigns)
    numbers = _numbers(board, named.campaigns)
    check_names(board_file, board, numbers)
    check_names(campaign_file, named, numbers)
    units = read_counters(unit_file, Unit, UNITS, numbers)
    together = [name for name, _ in groupby(unit.campaign for unit in units)]
    if len(together) > len({*together}):
        raise ConfigError(unit_file, "campaign", "the units of a campaign must stand together")
    return Printed(folder, board, tables, named.campaigns, options, units)
