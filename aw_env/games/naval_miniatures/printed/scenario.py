"""Scenario files: fleets, map and ends of a battle, with the options that are in play; read and checked."""

from collections.abc import Collection
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from aw_env.core.config.errors import ConfigError, unknown
from aw_env.core.config.tables import Table, check_tables, read_toml
from aw_env.core.printed.choices import word_of
from aw_env.core.printed.named import check_names
from aw_env.core.printed.scenarios import check_no_position
from aw_env.games.naval_miniatures.printed.fleets import Limits, wrong_with
from aw_env.games.naval_miniatures.printed.material import GivenFleets, Pair, Printed, SideName, Year
from aw_env.games.naval_miniatures.printed.options import chosen
from aw_env.games.naval_miniatures.printed.positions import Position, check_position, fleet_of, stood
from aw_env.games.naval_miniatures.printed.scales import Points, PointsToWin
from aw_env.games.naval_miniatures.printed.zones import BattleZone, Features, Zone
from aw_env.games.naval_miniatures.records.record import LAST_TURN, MOST_POINTS
from aw_env.games.naval_miniatures.records.terms import (
    FLEET,
    HOUSE_FLEETS,
    SECTORS,
    SUBMARINES,
    Fleets,
    Phase,
    Side,
)

Turns = Annotated[int, Field(ge=1, le=LAST_TURN)]
WAYS = tuple(way.name.lower() for way in Fleets if way != Fleets.GIVEN)
"""What `fleets` says where they are not given."""
NOT_IN_CONVOYS = ("objectives", "objective_points", "win_at", "turns", "quiet", "bid")
"""Keys of battles that points or their last turn decide."""
ONLY_THE_CONVOY = "the convoy alone decides the battle"


class Convoy(Table):
    """The convoy (CV): who escorts it, how many ships it has, how many of them decide, and when time is up."""

    escort: SideName = "allies"
    ships: Annotated[int, Field(ge=1, le=FLEET)] = 5
    limit: Annotated[int, Field(ge=1, le=FLEET)] = 3
    last_turn: Turns = 15


class ScenarioFile(Position):
    """A file of `scenarios`: these keys, and those of a position.

    points: what a fleet may cost.  fleets: "drafted", "drawn", "house", the name of a pair of `fleets.toml`, or the
    fleets themselves.  zone: the battle zone by its number; left out: a die.  terrain: a battle zone of the file's own.
    year: that of the battle.  convoy: the convoy of the convoy scenario.  objectives: false for none.  turns, quiet:
    the last turn, and the turns in a row without an event that end a stalemate.  win_at, objective_points: in place of
    what goes with the points of fleets.  first: who deploys first; left out: a die.  ends: "swapped" where the Allies
    have row K.  bid: points of the Allies before the first turn; below 0, of the Axis.  in_play: option words.
    """

    title: str = ""
    note: str = ""
    points: Points = 100
    fleets: str | GivenFleets = "drafted"
    zone: Zone | None = None
    terrain: Features | None = None
    year: Year | None = None
    convoy: Convoy | None = None
    objectives: bool = True
    turns: Turns = 30
    quiet: Turns = 8
    win_at: PointsToWin | None = None
    objective_points: Points | None = None
    first: SideName | None = None
    ends: Literal["usual", "swapped"] = "usual"
    bid: Annotated[int, Field(ge=-MOST_POINTS, le=MOST_POINTS)] = 0
    in_play: list[str] = []

    @property
    def historical(self) -> bool:
        """Whether fleets keep to historical limits (HIS)."""
        return "historical" in self.in_play

    @property
    def last_turn(self) -> int:
        """The last turn (CV.5, EOT.3)."""
        return self.convoy.last_turn if self.convoy else self.turns

    @property
    def exercise(self) -> Side | None:
        """The side of whose cards both fleets are, in a fleet exercise (SIDE.5)."""
        return {"exercise": Side.ALLIES, "exercise=axis": Side.AXIS}.get(
            next((word for word in self.in_play if word.startswith("exercise")), "")
        )


def counts_points(file: ScenarioFile) -> bool:
    """Whether points before the first turn may even it out: not where the convoy alone decides (CV.5), nor in a
    position after that, in whose score they are counted already."""
    return file.convoy is None and file.phase <= Phase.SET_UP


def limits_of(file: ScenarioFile, side: Side, printed: Printed) -> Limits:
    """What a side may bring into a battle."""
    cards_of = side if file.exercise is None else file.exercise
    return Limits(file.points, printed.scales.of(file.points), cards_of, file.year, file.historical)


def house_fleets(file: ScenarioFile, side: Side, printed: Printed) -> list[list[str]]:
    """The house fleets that a side may draw: those that it could buy and that cost all its points."""
    limits = limits_of(file, side, printed)
    fleets = [pair.of(limits.cards_of) for pair in printed.pairs.values()]
    cards = [cards_of(fleet, printed) for fleet in fleets]
    fits = [
        sum(card.cost for card in fleet) == file.points and not wrong_with(fleet, limits, printed) for fleet in cards
    ]
    return [fleet for fleet, fit in zip(fleets, fits, strict=True) if fit]


def cards_of(fleet: list[str], printed: Printed) -> list[Any]:
    """The cards of a fleet."""
    return [printed.cards[printed.numbers["card"][id]] for id in fleet]


# --- reading -------------------------------------------------------------------------------------------------


def read_file(path: Path, printed: Printed) -> ScenarioFile:
    """A scenario file as it is written, with names of what there is.  Raises ConfigError."""
    file: ScenarioFile = check_tables(path, read_toml(path), ScenarioFile)
    check_names(path, file, printed.numbers)
    return file


def ready(path: Path, file: ScenarioFile, words: Collection[str], printed: Printed) -> ScenarioFile:
    """A file with the options that it and `words` put in play, and its fleets by their cards if it names a pair.

    Raises ConfigError for what cannot be played.
    """
    choices = chosen(path, "options", words, printed.scales)
    file = _with_fleets(path, file, printed)
    file = _with_choices(file, chosen(path, "in_play", file.in_play, printed.scales) | choices, printed)
    _check(path, file, printed)
    return file


def _with_fleets(path: Path, file: ScenarioFile, printed: Printed) -> ScenarioFile:
    if file.phase > Phase.SET_UP:
        return _with_units(path, file, printed)
    check_no_position(path, file, Position)
    if isinstance(file.fleets, GivenFleets) or file.fleets in WAYS:
        return file
    if file.fleets not in printed.pairs:
        known = [*WAYS, *printed.pairs]
        raise ConfigError(path, f'fleets "{file.fleets}"', unknown(file.fleets, "pair of fleets", known))
    pair: Pair = printed.pairs[file.fleets]
    zone = pair.zone if file.zone is None and file.terrain is None else file.zone
    year = pair.year if file.year is None else file.year
    fleets = GivenFleets(allies=pair.allies, axis=pair.axis)
    return file.model_copy(update={"fleets": fleets, "zone": zone, "year": year})


def _with_units(path: Path, file: ScenarioFile, printed: Printed) -> ScenarioFile:
    if "fleets" in file.model_fields_set:
        raise ConfigError(path, "fleets", "those of a position are its units")
    units = stood(file, printed).values()
    allies, axis = (fleet_of(side, units) for side in Side)
    if not allies or not axis:
        raise ConfigError(path, "units", "each side must have one")
    return file.model_copy(update={"fleets": GivenFleets.model_construct(allies=allies, axis=axis)})


def _with_choices(file: ScenarioFile, choices: dict[str, Any], printed: Printed) -> ScenarioFile:
    told = {name: value for name, value in choices.items() if name in ScenarioFile.model_fields}
    if "points" in told:
        told |= {"win_at": None, "objective_points": None}
    if "layout" in choices:
        told |= {"zone": choices["layout"], "terrain": None}
    in_play = [word_of(name, choices[name]) for name in printed.options if name in choices]
    return file.model_copy(update={**told, "in_play": in_play})


# --- checks --------------------------------------------------------------------------------------------------


def _check(path: Path, file: ScenarioFile, printed: Printed) -> None:
    problem = printed.scales.wrong(file.points)
    if problem:
        raise ConfigError(path, "points", problem)
    if file.terrain is not None:
        if file.zone is not None:
            raise ConfigError(path, "zone", "the file has a battle zone of its own, terrain")
        file.terrain.check(path, "terrain.")
    if file.convoy is not None:
        _check_convoy(path, file, file.convoy, printed.scales.of(file.points).units)
    if isinstance(file.fleets, GivenFleets):
        _check_given(path, file, file.fleets, printed)
    else:
        _check_choice(path, file, printed)
    if file.phase > Phase.SET_UP:
        check_position(path, file, printed)
    else:
        _check_sectors(path, file, printed)


def _check_convoy(path: Path, file: ScenarioFile, convoy: Convoy, most_units: int) -> None:
    for key in NOT_IN_CONVOYS:
        if key in file.model_fields_set and getattr(file, key) is not None:
            raise ConfigError(path, key, f"{ONLY_THE_CONVOY}; its last turn is convoy.last_turn (CV.5)")
    if file.terrain is not None and file.terrain.objectives:
        raise ConfigError(path, "terrain.objectives", f"{ONLY_THE_CONVOY}; there are no objectives (CV.6)")
    if file.first not in (None, convoy.escort):
        raise ConfigError(path, "first", f"the escort, {convoy.escort}, deploys first (CV.3)")
    if convoy.ships + most_units > FLEET:
        raise ConfigError(path, "convoy.ships", f"with {most_units} units beside them there is room for {FLEET} units")
    if convoy.limit > convoy.ships:
        raise ConfigError(path, "convoy.limit", f"is {convoy.limit}; there are {convoy.ships} ships")


def _check_given(path: Path, file: ScenarioFile, fleets: GivenFleets, printed: Printed) -> None:
    for side in Side:
        problem = wrong_with(cards_of(fleets.of(side), printed), limits_of(file, side, printed), printed)
        if problem:
            key = "units of the " if file.units else "fleets."
            raise ConfigError(path, f"{key}{side.name.lower()}", problem)


def _check_choice(path: Path, file: ScenarioFile, printed: Printed) -> None:
    """Raises ConfigError where a side has nothing to choose from."""
    for side in Side:
        limits, name = limits_of(file, side, printed), side.name.lower()
        if file.fleets == Fleets.HOUSE.name.lower():
            count = len(house_fleets(file, side, printed))
            if not 0 < count <= HOUSE_FLEETS:
                problem = f"{count} house fleets for the {name} cost all of {file.points} points"
                raise ConfigError(path, "fleets", f"{problem}; from 1 to {HOUSE_FLEETS} must")
        elif not any(not wrong_with([card], limits, printed) for card in printed.cards):
            raise ConfigError(path, "fleets", f"the {name} can buy no card")


def _check_sectors(path: Path, file: ScenarioFile, printed: Printed) -> None:
    """Raises ConfigError for a battle zone in which a fleet might find no room to start (SET.5, SET.6, SC.3)."""
    needed = max(_sectors_needed(file, side, printed) for side in Side)
    for key, called, zone in _zones_of(file, printed):
        found = SECTORS - len(zone.islands) - len(zone.shoals)
        if found < needed:
            problem = f"{called}has {found} sectors without islands and shoals; a fleet may need {needed} to start in"
            raise ConfigError(path, key, problem)


def _zones_of(file: ScenarioFile, printed: Printed) -> list[tuple[str, str, Features]]:
    """The battle zones in which a battle may be fought, each with the key that says so, and its name in a sentence."""
    if file.terrain is not None:
        return [("terrain", "", file.terrain)]
    zones: dict[str, BattleZone] = printed.zones.zones if file.convoy is None else printed.zones.convoy_zones
    return [("zone", f"{zone.name} ", zone) for face, zone in zones.items() if file.zone in (None, int(face))]


def _sectors_needed(file: ScenarioFile, side: Side, printed: Printed) -> int:
    """Sectors that the ships, or the submarines, of a side fill; a fleet yet to be chosen may be all of either."""
    scale = printed.scales.of(file.points)
    ships = submarines = scale.units
    if isinstance(file.fleets, GivenFleets):
        types = [card.type for card in cards_of(file.fleets.of(side), printed)]
        ships, submarines = types.count("ship"), types.count("submarine")
    if file.convoy is not None and Side[file.convoy.escort.upper()] == side:
        ships += file.convoy.ships
    return max(-(-ships // scale.ships_a_sector), -(-submarines // SUBMARINES))
