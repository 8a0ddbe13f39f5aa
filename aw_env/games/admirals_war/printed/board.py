"""`board.toml`: sea areas, links, choke points, ports and bases, holding boxes."""

from collections.abc import Collection
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from aw_env.core.config.errors import ConfigError, unknown
from aw_env.core.config.tables import Cited, Code, Confidence, Provenance, Sourced, Table, check_tables, read_toml
from aw_env.games.admirals_war.printed.kinds import (
    TURN_0,
    FewPoints,
    FlagName,
    FlagNation,
    KindName,
    NationName,
    OwnerName,
    PowerName,
    TheatreName,
)
from aw_env.games.admirals_war.records.book import CHOKES, NARROWINGS
from aw_env.games.admirals_war.records.terms import AREAS, FOREVER, PORTS, Box

BOX_IDS = tuple(box.name.lower() for box in Box)
"""Ids of the holding boxes, in the order of their numbers."""

VictoryPoints = Annotated[int, Field(ge=0, le=9)]


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
    only_allied_nation: Sourced[NationName] | None = None
    asw_bonus: Sourced[VictoryPoints] | None = None


class Link(Cited):
    """Two sea areas that border on each other."""

    between: tuple[str, str] = Field(strict=False)


class ChokePoint(Cited):
    """A crossing that an enemy can hinder (§2.5)."""

    name: str
    between: tuple[str, str] = Field(strict=False)
    held_by: list[str] = Field(min_length=1)
    effect: Literal["extra_area", "closed", "extra_area_or_return"]
    rule: str
    note: str = ""


class Touch(Cited):
    """A sea area that a port or base is part of (§2.35)."""

    area: str


class RepairSchedule(Cited):
    """Repair points that grow from the turn on which the war in the Pacific begins (§11.12)."""

    first: FewPoints
    next: FewPoints
    step: FewPoints
    most: FewPoints
    if_lost_at: str


class ChangeOfHands(Cited):
    """A turn when a place becomes a power's, or nobody's, by itself (§2.312, §16.32, §18.36, §18.37)."""

    turn: Annotated[int, Field(ge=0, le=11)]
    to: PowerName | Literal["uncontrolled"]


class FallsAfter(Cited):
    """Places that the Allies must hold before they can capture this one: from the beginning of the turn on which they
    do, or some turns later, and then for good (§16.32, §16.4, §16.45)."""

    places: list[str] = Field(min_length=1)
    wait: Annotated[int, Field(ge=0, le=11)] = 0
    to_invasion: bool = True


class Port(Table):
    """A port, a base or the neutral port (§2.3)."""

    name: str
    theatre: TheatreName
    option: str | None = None
    kind: Sourced[Literal["port", "base", "neutral"]]
    owner: Sourced[OwnerName]
    touches: list[Touch] = Field(min_length=1)
    repair: Sourced[FewPoints]
    repair_only_for: Sourced[Literal["allies", "axis"]] | None = None
    repair_schedule: RepairSchedule | None = None
    leads_to: Sourced[list[str]] | None = None
    returns_from: Sourced[list[str]] | None = None
    shielded_by: Sourced[str] | None = None
    changes_hands: ChangeOfHands | None = None
    falls_after: FallsAfter | None = None
    opens_with: Sourced[str] | None = None
    french_landing: Sourced[bool] | None = None
    part_of: Sourced[str] | None = None
    brings: Sourced[list[str]] | None = None
    capturable: bool
    active_from: Annotated[int, Field(ge=0, le=11)] | Literal["never"]
    lba_allowed: bool
    note: str = ""

    @property
    def repairs(self) -> bool:
        """Whether it repairs damage on some turn of the game (§9.351, §11.1)."""
        return self.repair.value > 0 or self.repair_schedule is not None

    def change_turn(self, in_play: Collection[str]) -> int:
        """The turn on which it changes hands by itself, with these optional rules; those of the French come one turn
        earlier with turn 0 (§20.3)."""
        if self.changes_hands is None:
            return FOREVER
        earlier = TURN_0 in in_play and self.owner.value == "french"
        return self.changes_hands.turn - (1 if earlier else 0)

    def owner_on(self, turn: int, in_play: Collection[str]) -> str:
        """Who holds it when a game starts on this turn with these optional rules."""
        change = self.changes_hands
        return self.owner.value if change is None or turn < self.change_turn(in_play) else change.to


class BeforeWar(Cited):
    """Whose units of the Allies may base in the places of a power until Japan attacks (§10.12, §10.13)."""

    nations: list[NationName]
    rule: str


class BasingRule(Cited):
    """A rule that narrows where ships return from certain areas (§10.15-10.17)."""

    areas: list[str] = Field(min_length=1)
    powers: list[PowerName] = Field(min_length=1)
    when: Literal["always", "disabled", "before_war"]
    ports: list[str] = Field(min_length=1)
    otherwise: list[str]
    rule: str


class WatersRule(Cited):
    """Where units of some kinds may be (§14.12-14.14, §14.22, §15.1): a theatre, areas, and areas with a flag."""

    kinds: list[KindName] = Field(min_length=1)
    nations: list[NationName] = []
    theatre: TheatreName | None = None
    areas: list[str] = []
    allied_flags: list[FlagNation] = []
    rule: str


class WarEntry(Cited):
    """Areas, places and the air unit that the rules about Japan's attack name (§19)."""

    neutral_waters: list[str]
    watched_from: list[str]
    raid_base: str
    raid_area: str
    raid_target: str
    assumed_patrol: str
    second_area: str
    open_base: str
    guard: str
    rule: str


class PeaceBase(Cited):
    """Where units must return in a theatre, and perhaps remain, until Japan attacks (§19.31-19.37, §19.43)."""

    nations: list[NationName] = Field(min_length=1)
    letters: list[str] = Field(min_length=1)
    theatre: TheatreName
    ports: list[str] = Field(min_length=1)
    remain: bool
    rule: str


class ItalianSurrender(Cited):
    """What the fall of an Italian port leads to (§16.41-16.44)."""

    on_fall_of: str
    refuge: str
    allied_port: str
    allied_power: PowerName
    rule: str


class FrenchFleet(Cited):
    """Where French ships go when France leaves the war (§18.3)."""

    home_ports: list[str] = Field(min_length=1)
    new_ships_at: str
    exile: str
    last_turn: Annotated[int, Field(ge=0, le=11)]
    rule: str


class Special(Cited):
    """A rule about single places that no number holds."""

    places: list[str]
    rule: str
    effect: str


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
    before_war: dict[PowerName, BeforeWar] = {}
    narrowings: dict[str, BasingRule] = {}
    war_entry: WarEntry
    peace_bases: dict[str, PeaceBase] = {}
    italian_surrender: ItalianSurrender
    french_fleet: FrenchFleet
    waters: dict[str, WatersRule] = {}
    special: dict[str, Special]
    boxes: dict[str, HoldingBox]
    printed: list[PrintedItem]

    @property
    def place_ids(self) -> list[str]:
        """Every place: sea areas, ports and bases, holding boxes."""
        return [*self.areas, *self.ports, *BOX_IDS]


def read_board(file: Path) -> Board:
    """The board, with all references inside it checked.  Raises ConfigError that names the path of keys."""
    board: Board = check_tables(file, read_toml(file), Board)
    _check_room_and_ids(file, board)
    _check_crossings(file, board)
    _check_ports(file, board)
    for id, narrowing in board.narrowings.items():
        for area in narrowing.areas:
            _must_be_area(file, board, f"narrowings.{id} areas", area)
        for key in ("ports", "otherwise"):
            for port in getattr(narrowing, key):
                _must_be_port(file, board, f"narrowings.{id} {key}", port)
    for key in ("raid_area", "assumed_patrol", "second_area"):
        _must_be_area(file, board, f"war_entry {key}", getattr(board.war_entry, key))
    for key in ("neutral_waters", "watched_from"):
        for area in getattr(board.war_entry, key):
            _must_be_area(file, board, f"war_entry {key}", area)
    for key in ("raid_base", "raid_target", "open_base"):
        _must_be_port(file, board, f"war_entry {key}", getattr(board.war_entry, key))
    for id, base in board.peace_bases.items():
        for port in base.ports:
            _must_be_port(file, board, f"peace_bases.{id} ports", port)
    _check_minor_navies(file, board)
    for id, rule in board.waters.items():
        for area in rule.areas:
            _must_be_area(file, board, f"waters.{id} areas", area)
    for id, special in board.special.items():
        for place in special.places:
            if place not in board.areas and place not in board.ports:
                known = [*board.areas, *board.ports]
                raise ConfigError(file, f'special.{id} places "{place}"', unknown(place, "place", known))
    return board


def _check_room_and_ids(file: Path, board: Board) -> None:
    for things, room, what in (
        (board.areas, AREAS, "sea areas"),
        (board.ports, PORTS, "ports and bases"),
        (board.choke_points, CHOKES, "choke points"),
        (board.narrowings, NARROWINGS, "narrowings"),
    ):
        if len(things) > room:
            raise ConfigError(file, "", f"{len(things)} {what}; a record has room for {room}")
    for id in board.areas:
        if id in board.ports or id in BOX_IDS:
            raise ConfigError(file, f"areas.{id}", "another place has the same id")
    for id in board.ports:
        if id in BOX_IDS:
            raise ConfigError(file, f"ports.{id}", "a holding box has the same id")
    if set(board.boxes) != set(BOX_IDS):
        wrong = min(set(board.boxes) ^ set(BOX_IDS))
        raise ConfigError(file, f"boxes.{wrong}", f"the boxes must be exactly {', '.join(BOX_IDS)}")


def _check_crossings(file: Path, board: Board) -> None:
    """Links and choke points join two different areas, and no two areas twice."""
    seen: dict[frozenset[str], str] = {}
    crossings = [(f"links[{number}]", link.between) for number, link in enumerate(board.links, start=1)]
    crossings += [(f"choke_points.{id}", choke.between) for id, choke in board.choke_points.items()]
    for where, between in crossings:
        for id in between:
            _must_be_area(file, board, f"{where} between", id)
        pair = frozenset(between)
        if len(pair) == 1:
            raise ConfigError(file, where, f"an area cannot border on itself ({between[0]})")
        if pair in seen:
            raise ConfigError(file, where, f"{between[0]} and {between[1]} are already joined by {seen[pair]}")
        seen[pair] = where
    for id, choke in board.choke_points.items():
        for port in choke.held_by:
            _must_be_port(file, board, f"choke_points.{id} held_by", port)


def _check_ports(file: Path, board: Board) -> None:
    for id, port in board.ports.items():
        touched = [touch.area for touch in port.touches]
        for area in touched:
            _must_be_area(file, board, f"ports.{id} touches", area)
        if len(set(touched)) < len(touched):
            raise ConfigError(file, f"ports.{id} touches", "names a sea area twice")
        for key in ("leads_to", "returns_from", "brings"):
            for area in getattr(port, key).value if getattr(port, key) else ():
                _must_be_area(file, board, f"ports.{id} {key}", area)
        if port.shielded_by:
            _must_be_port(file, board, f"ports.{id} shielded_by", port.shielded_by.value)
        if port.opens_with:
            _must_be_port(file, board, f"ports.{id} opens_with", port.opens_with.value)
        if port.part_of:
            _must_be_port(file, board, f"ports.{id} part_of", port.part_of.value)
        for place in port.falls_after.places if port.falls_after else ():
            _must_be_port(file, board, f"ports.{id} falls_after.places", place)
        if port.repair_schedule:
            _must_be_port(file, board, f"ports.{id} repair_schedule.if_lost_at", port.repair_schedule.if_lost_at)
        if port.kind.value != "port" and port.repairs:
            raise ConfigError(file, f"ports.{id} repair", "only ports repair damage (§2.33, §2.342)")


def _check_minor_navies(file: Path, board: Board) -> None:
    surrender, fleet = board.italian_surrender, board.french_fleet
    for key in ("on_fall_of", "refuge", "allied_port"):
        _must_be_port(file, board, f"italian_surrender.{key}", getattr(surrender, key))
    for key in ("new_ships_at", "exile"):
        _must_be_port(file, board, f"french_fleet.{key}", getattr(fleet, key))
    for port in fleet.home_ports:
        _must_be_port(file, board, "french_fleet.home_ports", port)


def _must_be_area(file: Path, board: Board, where: str, id: str) -> None:
    if id not in board.areas:
        raise ConfigError(file, f'{where} "{id}"', unknown(id, "sea area", board.areas))


def _must_be_port(file: Path, board: Board, where: str, id: str) -> None:
    if id not in board.ports:
        raise ConfigError(file, f'{where} "{id}"', unknown(id, "port or base", board.ports))
