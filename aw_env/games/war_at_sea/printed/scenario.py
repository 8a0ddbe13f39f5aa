"""Scenario files: where a game begins, and by which optional rules."""

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, field_validator

from aw_env.core.config.errors import ConfigError, unknown
from aw_env.core.config.tables import Table, check_tables, read_toml
from aw_env.games.war_at_sea.printed.material import OptionName, Printed, SideName
from aw_env.games.war_at_sea.records.state import MOST_DAMAGE
from aw_env.games.war_at_sea.records.terms import TURNS, Phase

PhaseName = Literal["reinforcements", "allied_movement", "axis_movement", "air_markers", "combat", "control", "return"]
assert [phase.name.lower() for phase in Phase][:-1] == list(PhaseName.__args__)  # type: ignore[attr-defined]
Turn = Annotated[int, Field(ge=1, le=TURNS)]


class UnitState(Table):
    """Where a unit is when the game begins, and in which state."""

    place: str
    damage: Annotated[int, Field(ge=0, le=MOST_DAMAGE)] = 0
    side: SideName | None = None
    released: bool = False
    refuelled: bool = False
    taken_over: bool = False


class ScenarioFile(Table):
    """A file of `scenarios`.

    Units that are not named wait on the turn chart if they arrive on the first turn or later, and are out of play if
    they arrive earlier; with `only_these_units` all of them are.  bid: points added for the Allies before the result is
    read, in halves.
    """

    title: str = ""
    note: str = ""
    turn: Turn = 1
    last_turn: Turn = TURNS
    begins_at: PhaseName = "reinforcements"
    in_play: list[OptionName] = []
    bid: Annotated[float, Field(ge=-20, le=20, multiple_of=0.5)] = 0.0
    lead: Annotated[int, Field(ge=-200, le=200)] = 0
    held_turns: Annotated[int, Field(ge=0, le=TURNS)] = 0
    flags: dict[str, SideName] = {}
    air_markers: dict[SideName, str] = {}
    only_these_units: bool = False
    units: dict[str, UnitState] = {}

    @field_validator("bid", mode="before")
    @classmethod
    def _whole_points_too(cls, bid: Any) -> Any:
        return float(bid) if type(bid) is int else bid


def known_scenarios(printed: Printed) -> list[str]:
    """The scenarios of the folder, by name."""
    return sorted(file.stem for file in (printed.folder / "scenarios").glob("*.toml"))


def scenario_file(name_or_path: str | Path, printed: Printed) -> Path:
    """The file of a scenario, by its name or its path.  Raises ConfigError that lists the known ones."""
    name = str(name_or_path)
    if isinstance(name_or_path, Path) or name.endswith(".toml"):
        return Path(name_or_path)
    known = known_scenarios(printed)
    if name not in known:
        problem = unknown(name, "scenario", known)
        raise ConfigError(f"{name[:60]}.toml", "", f"{problem} (there are {', '.join(known)}, or the path of a file)")
    return printed.folder / "scenarios" / f"{name}.toml"


def read_scenario(path: Path, printed: Printed) -> ScenarioFile:
    """A scenario file, checked against what is printed.  Raises ConfigError."""
    file = check_tables(path, read_toml(path), ScenarioFile)
    check_scenario(path, file, printed)
    return file


def check_scenario(path: Path, file: ScenarioFile, printed: Printed) -> None:
    """Raises ConfigError for names that there are not, and positions that cannot be."""
    if file.last_turn < file.turn:
        raise ConfigError(path, "last_turn", f"is {file.last_turn}, before the turn on which it begins ({file.turn})")
    for area in file.flags:
        if area not in printed.board.areas:
            raise ConfigError(path, f'flags "{area}"', unknown(area, "sea area", printed.board.areas))
    for side, place in file.air_markers.items():
        allowed = getattr(printed.board.air_markers, side).value
        if place not in allowed:
            raise ConfigError(path, f"air_markers.{side}", f'not "{place}": one of {", ".join(allowed)} (9.2)')
    for id, state in file.units.items():
        if id not in printed.unit_numbers:
            raise ConfigError(path, f'units "{id}"', unknown(id, "unit", printed.unit_numbers))
        if state.place not in printed.place_numbers:
            problem = unknown(state.place, "place", printed.place_numbers)
            raise ConfigError(path, f'units.{id}.place "{state.place}"', problem)
        _check_state(path, f"units.{id}", state, printed.units[printed.unit_numbers[id]], file, printed)


def _check_state(path: Path, where: str, state: UnitState, unit: Any, file: ScenarioFile, printed: Printed) -> None:
    """Raises ConfigError for a unit that cannot be so."""
    option = printed.options["lighter_battleships"]
    lighter = option.defense if "lighter_battleships" in file.in_play else {}
    if state.damage > lighter.get(unit.id, unit.defense):
        raise ConfigError(path, f"{where}.damage", f"more than the defense factor of {unit.name}: it would be sunk")
    at_sea, begins = state.place in printed.board.areas, file.begins_at == "reinforcements"
    if at_sea and begins and not state.refuelled and unit.kind != "convoy":
        raise ConfigError(path, f"{where}.place", "at sea when a turn begins are only convoys and ships that refuelled")
    stays = [stop.area for stop in printed.board.convoys.route]
    if unit.kind == "convoy" and at_sea and state.place not in stays:
        raise ConfigError(path, f"{where}.place", f"convoys are in {' or '.join(stays)}")
    if state.refuelled and not (at_sea and printed.board.nations[unit.nation].oils and unit.kind != "u_boat"):
        raise ConfigError(path, f"{where}.refuelled", "is for German surface ships at sea (16.1)")
    if state.taken_over and unit.nation != printed.board.takeover.nation:
        raise ConfigError(path, f"{where}.taken_over", f"is for {printed.board.takeover.nation} ships (15.7)")
    if state.side is not None and not state.taken_over and state.side != printed.board.nations[unit.nation].side:
        raise ConfigError(path, f"{where}.side", "only ships taken over change sides (15.7)")
