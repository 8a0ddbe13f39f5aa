"""Scenario files: where a game begins, and by which optional rules; read, and written from a position."""

from functools import partial
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import tomli_w
from pydantic import Field

from aw_env.core.config.errors import ConfigError
from aw_env.core.config.tables import check_tables, read_toml
from aw_env.core.declare.soundness import frames_of
from aw_env.core.engine.layout import STEP, SUBJECT
from aw_env.core.printed.choices import halves
from aw_env.core.printed.keys import Keys, one_among, table_of, words_of
from aw_env.core.printed.named import check_names
from aw_env.core.printed.scenarios import Scenario
from aw_env.games.war_at_sea.printed.material import OptionName, PlaceId, Printed, SideName, UnitId
from aw_env.games.war_at_sea.records.state import STATE
from aw_env.games.war_at_sea.records.steps import Step
from aw_env.games.war_at_sea.records.terms import (
    FIRST_BOX,
    FIRST_PORT,
    NEUTRAL,
    NOWHERE,
    PORTS,
    TURNS,
    UNITS,
    Box,
    Kind,
    Phase,
    Side,
)

KEYS = Keys(STATE, UNITS)
"""The fields of the record that a file speaks of."""
ORIGIN = "origin"
"""The field that says where a unit began the turn: where it is, unless a file says otherwise."""
BEGINS_AT = one_among(words_of(Phase)[:-1]), words_of(Phase)[0]
Turn = Annotated[int, Field(ge=1, le=TURNS)]
MOST_BID = 20
"""Points."""


class UnitState(table_of("UnitKeys", KEYS.of_unit)):  # type: ignore[misc]  # the keys are known when it runs
    """Where a unit is when the game begins, and in which state: a key for each field of the record that has one."""

    place: PlaceId
    origin: PlaceId | None = None
    side: SideName | None = None


class ScenarioFile(table_of("GameKeys", KEYS.of_game, begins_at=BEGINS_AT)):  # type: ignore[misc]  # the keys are known when it runs
    """A file of `scenarios`: these keys, and one for each field of the record that has one.

    Units that are not named wait on the turn chart if they arrive on the first turn or later, and are out of play if
    they arrive earlier; with `only_these_units` all of them are.  bid: points added for the Allies before the result is
    read, in halves.
    """

    title: str = ""
    note: str = ""
    turn: Turn = 1
    last_turn: Turn = TURNS
    in_play: list[OptionName] = []
    bid: halves(-MOST_BID, MOST_BID) = 0.0  # type: ignore[valid-type]  # made when it runs
    only_these_units: bool = False
    units: dict[UnitId, UnitState] = {}


def read_scenario(path: Path, printed: Printed) -> ScenarioFile:
    """A scenario file, checked against what is printed.  Raises ConfigError."""
    file: ScenarioFile = check_tables(path, read_toml(path), ScenarioFile)
    check_scenario(path, file, printed)
    return file


def check_scenario(path: Path, file: ScenarioFile, printed: Printed) -> None:
    """Raises ConfigError for names that there are not, and positions that cannot be."""
    if file.last_turn < file.turn:
        raise ConfigError(path, "last_turn", f"is {file.last_turn}, before the turn on which it begins ({file.turn})")
    for side, place in file.air_markers.items():
        allowed = getattr(printed.board.air_markers, side).value
        if place not in allowed:
            raise ConfigError(path, f"air_markers.{side}", f'not "{place}": one of {", ".join(allowed)} (9.2)')
    check_names(path, file, printed.numbers)
    for id, state in file.units.items():
        _check_state(path, f"units.{id}", state, printed.units[printed.unit_numbers[id]], file, printed)


def _check_state(path: Path, where: str, state: UnitState, unit: Any, file: ScenarioFile, printed: Printed) -> None:
    """Raises ConfigError for a unit that cannot be so."""
    option, nation = printed.options["lighter_battleships"], printed.board.nations[unit.nation]
    lighter = option.defense if "lighter_battleships" in file.in_play else {}
    if (state.damage or 0) > lighter.get(unit.id, unit.defense):
        raise ConfigError(path, f"{where}.damage", f"more than the defense factor of {unit.name}: it would be sunk")
    at_sea, begins = state.place in printed.board.areas, file.begins_at == "reinforcements"
    if at_sea and begins and not state.refuelled and unit.kind != "convoy":
        raise ConfigError(path, f"{where}.place", "at sea when a turn begins are only convoys and ships that refuelled")
    stays = [stop.area for stop in printed.board.convoys.route]
    if unit.kind == "convoy" and at_sea and state.place not in stays:
        raise ConfigError(path, f"{where}.place", f"convoys are in {' or '.join(stays)}")
    if state.refuelled and not (at_sea and nation.oils and unit.kind != "u_boat"):
        raise ConfigError(path, f"{where}.refuelled", "is for German surface ships at sea (16.1)")
    if state.taken_over and unit.nation != printed.board.takeover.nation:
        raise ConfigError(path, f"{where}.taken_over", f"is for {printed.board.takeover.nation} ships (15.7)")
    if state.side is not None and not state.taken_over and state.side != nation.side:
        raise ConfigError(path, f"{where}.side", "only ships taken over change sides (15.7)")


def to_scenario(scenario: Scenario, game: np.void) -> str:
    """The position as TOML, which starts from the same position, at the beginning of its phase.  Ships that lie face
    down are yet to arrive; choices made in secret and the dice to come are not written."""
    book, numbers, places = scenario.books[0], scenario.printed.numbers, scenario.names.places
    units = {}
    for unit in scenario.names.units:
        place = int(game["origin" if _is_new_boat(book, game, unit.number) else "place"][unit.number])
        where = Box.NOT_YET_ARRIVED.name.lower() if place == NOWHERE else places[place].id
        told = KEYS.told_of_unit(game, unit.number, numbers, partial(_usual, book, game, unit.number))
        units[unit.id] = {"place": where, **told}
        if "taken_over" in units[unit.id]:
            units[unit.id]["side"] = Side(int(game["side"][unit.number])).name.lower()
    tables = {
        "title": scenario.title_of_position,
        "turn": int(game["turn"]),
        "last_turn": int(book["last_turn"]),
        "begins_at": Phase(min(int(game["phase"]), Phase.RETURN)).name.lower(),
        "in_play": list(scenario.file.in_play),
        "bid": float(book["bid"]) / 2,
        **KEYS.told(game, numbers),
        "units": units,
    }
    boats = sum(_is_new_boat(book, game, unit.number) for unit in scenario.names.units)
    if boats:
        tables["u_boats_waiting"] = max(0, tables["u_boats_waiting"] + boats - int(book["new_u_boats"][game["turn"]]))
    return tomli_w.dumps(tables | _while_combat_lasts(scenario, game, tables["air_markers"]))


def _is_new_boat(book: np.void, game: np.void, unit: int) -> bool:
    """Whether a U-boat has come with this turn's reinforcements, with which the file begins (8.1)."""
    comes = game["phase"] == Phase.REINFORCEMENTS and book["kind"][unit] == Kind.U_BOAT
    return bool(comes and game["place"][unit] < FIRST_BOX <= game["origin"][unit])


def _while_combat_lasts(scenario: Scenario, game: np.void, markers: dict[str, str]) -> dict[str, Any]:
    """Where combat is over, and which aircraft have still to strike: those over ports strike before all else (5.6)."""
    areas = scenario.printed.area_numbers
    if game["phase"] != Phase.COMBAT:
        return {"resolved": {}}
    over = {id: True for id, number in areas.items() if game["resolved"][number] and number != game["area"]}
    if any(frame[STEP] == Step.STRIKE and frame[SUBJECT] >= FIRST_PORT for frame in frames_of(game)):
        return {"resolved": over}
    return {"resolved": over, "air_markers": {side: place for side, place in markers.items() if place in areas}}


def _usual(book: np.void, game: np.void, unit: int, field: Any) -> int:
    """What a file need not say of a unit: where it began the turn, unless it is in the Neutral Port, for which ships
    have yet to pay (17.2); and when both sides have moved, that it has."""
    moving, port = game["phase"] <= Phase.AXIS_MOVEMENT, int(game["place"][unit]) - FIRST_PORT
    if field.name == ORIGIN:
        in_neutral_port = 0 <= port < PORTS and book["port_side"][port] == NEUTRAL
        return int(game["place" if moving and in_neutral_port else ORIGIN][unit])
    if field.name == "moved" and not moving:
        return int(STATE.read(game, field.name)[unit])
    return int(field.fresh)
