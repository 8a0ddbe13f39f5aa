"""Whether the units of a scenario file are where units of their kind and nation can be."""

from pathlib import Path

import numpy as np

from aw_env.core.config.errors import ConfigError
from aw_env.games.admirals_war.printed.material import Printed
from aw_env.games.admirals_war.printed.scenario import Placement, ScenarioFile
from aw_env.games.admirals_war.records.state import STATE
from aw_env.games.admirals_war.records.terms import (
    AREAS,
    FIRST_BOX,
    FIRST_PORT,
    NOBODY,
    UNCONTROLLED,
    Box,
    Kind,
    Nation,
    OptionalRule,
    PortKind,
    Power,
    Side,
)

SHIPS = (Kind.SHIP, Kind.OILER, Kind.HILFSKREUZER)
"""Kinds that may lie in the neutral port (§2.341)."""
COME_BACK = (Kind.LBA, Kind.AMPHIBIOUS, Kind.SUBMARINE)
"""Kinds that return after they are lost (§12.6, §13.5, §14.4)."""
WATERS = {
    Kind.SUBMARINE: "14.12-14.14",
    Kind.HUNTER_KILLER: "14.22",
    Kind.HILFSKREUZER: "15.1",
}
"""Kinds that keep to a part of the board, and the rules that say so."""


def check_placements(file: Path, scenario: ScenarioFile, printed: Printed, book: np.void, game: np.void) -> None:
    """Raises ConfigError that names the unit's key, the place and the rule, for the first unit that cannot be where the
    file puts it.  book, game: what has been packed from the file."""
    for id, placement in scenario.placements().items():
        number, place = printed.unit_numbers[id], printed.place_numbers[placement.place]
        if place < AREAS:
            problem = _at_sea(book, game, number, place)
        elif place < FIRST_BOX:
            problem = _in_port(book, game, number, place - FIRST_PORT, placement)
        else:
            problem = _in_box(book, game, number, Box(place - FIRST_BOX))
        if STATE.read(game, "hidden")[number]:
            problem = problem or _hidden(book, number, place)
        if placement.expelled and not in_lost_place(book, game, number):
            problem = "is expelled from a place that its side holds (§16.21)"
        if problem:
            where = f"units.{id}" if id in scenario.units else f'forces.{placement.place} "{id}"'
            raise ConfigError(file, where, f'{printed.units[number].name} in "{placement.place}": {problem}')


def in_lost_place(book: np.void, game: np.void, unit: int) -> bool:
    """Whether a unit is in a port or base that its side does not hold, and that is not the neutral port."""
    port = int(game["place"][unit]) - FIRST_PORT
    if not 0 <= port < book["ports"] or in_neutral_port(book, game, unit):
        return False
    owner = int(game["owner"][port])
    return owner == UNCONTROLLED or owner & 1 != int(game["controller"][unit]) & 1


def in_neutral_port(book: np.void, game: np.void, unit: int) -> bool:
    """Whether a unit is in the neutral port (§2.34)."""
    port = int(game["place"][unit]) - FIRST_PORT
    return bool(0 <= port < book["ports"] and book["port_kind"][port] == PortKind.NEUTRAL)


def _has(areas: np.integer, area: int) -> bool:
    return bool(int(areas) >> area & 1)


def _own_waters(book: np.void, game: np.void, unit: int) -> int:
    """The sea areas that are open to the unit's nation (§2.54), as a set."""
    if int(game["controller"][unit]) & 1 == Side.AXIS:
        return -1
    return int(book["allied_waters"][book["nation"][unit]])


def _at_sea(book: np.void, game: np.void, unit: int, area: int) -> str:
    kind = Kind(int(book["kind"][unit]))
    if not _has(book["waters"][unit], area):
        return f"it keeps to other sea areas (§{WATERS.get(kind, '2.54')})"
    if not _own_waters(book, game, unit) >> area & 1:
        return "its nation's units do not enter this sea area (§2.54)"
    theatre = int(STATE.read(game, "theatre")[unit])
    if kind == Kind.LBA and theatre not in (NOBODY, int(book["area_theatre"][area])):
        return "it belongs to the other theatre (§12.123, §12.124)"
    return ""


def _in_port(book: np.void, game: np.void, unit: int, port: int, placement: Placement) -> str:
    kind = Kind(int(book["kind"][unit]))
    if book["port_kind"][port] == PortKind.NEUTRAL:
        return "" if kind in SHIPS else "only ships may use the neutral port (§2.341)"
    if kind == Kind.LBA and not book["lba_allowed"][port]:
        return "land-based air units may not operate from there (§12.122)"
    if in_lost_place(book, game, unit) and not placement.expelled:
        return "its side does not hold this place (§2.36)"
    if port == book["annex"] and game["owner"][port] == game["owner"][book["annexed_to"]]:
        return "the place is a part of another port (§20.2)"
    if book["active_from"][port] > game["turn"] and not placement.expelled:
        return "the place is not yet in use on this turn (§2.312, §2.322)"
    if not int(book["touches"][port]) & _own_waters(book, game, unit):
        return "its nation's units do not enter the waters of this place (§2.54)"
    return ""


def _hidden(book: np.void, unit: int, place: int) -> str:
    if not int(book["options"]) >> OptionalRule.HIDDEN_SUBMARINES & 1:
        return "nothing is hidden without the optional rule hidden_submarines (§26)"
    if book["kind"][unit] != Kind.SUBMARINE or place >= FIRST_BOX:
        return "only submarines in play are hidden (§26)"
    return ""


def _in_box(book: np.void, game: np.void, unit: int, box: Box) -> str:
    kind, power = Kind(int(book["kind"][unit])), int(game["controller"][unit])
    if box == Box.RETURNING and kind not in COME_BACK:
        return "units of this kind do not return (§7.51)"
    if box == Box.LBA_TRANSFER and (kind != Kind.LBA or power & 1 == Side.AXIS):
        return "only Allied air units change theatres (§12.123, §12.124)"
    if box == Box.RAID_FORCE and (kind != Kind.SHIP or power != Power.JAPANESE):
        return "only Japanese ships are in the raid force (§4.6)"
    if Box.UNCERTAIN_W <= box <= Box.UNCERTAIN_Z and book["nation"][unit] != Nation.US:
        return "only US groups are of uncertain whereabouts (§3.15)"
    return ""
