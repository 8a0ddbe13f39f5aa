"""The tests that `constraints.toml` is written in: each takes the printed material and says whether a fact holds."""

import inspect
from collections import Counter
from collections.abc import Callable, Collection
from itertools import chain
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from aw_env.core.config.errors import ConfigError, unknown
from aw_env.core.config.tables import Table, check_tables, read_toml
from aw_env.games.admirals_war.printed.board import Area, Port
from aw_env.games.admirals_war.printed.material import Printed
from aw_env.games.admirals_war.printed.units import Unit

Ids = Collection[str]


class Constraint(Table):
    """What the rulebook says about the data, with tests from `TESTS`."""

    id: str
    rule: str
    text: str
    soft: bool = False
    tests: list[dict[str, Any]] = Field(min_length=1)


class _Constraints(Table):
    constraints: list[Constraint]


def read_constraints(file: Path) -> list[Constraint]:
    """`constraints.toml`.  Raises ConfigError."""
    return check_tables(file, read_toml(file), _Constraints).constraints


def neighbours(printed: Printed) -> dict[str, set[str]]:
    """The sea areas that border on each sea area, choke points open."""
    board = printed.board
    found: dict[str, set[str]] = {id: set() for id in board.areas}
    links = (link.between for link in board.links)
    choke_points = (choke.between for choke in board.choke_points.values())
    for one, other in chain(links, choke_points):
        found[one].add(other)
        found[other].add(one)
    return found


def touched(port: Port) -> set[str]:
    """The sea areas that a port or base touches (§2.35)."""
    return {touch.area for touch in port.touches}


def areas_entered(printed: Printed, first: Ids) -> dict[str, int]:
    """How many sea areas a ship enters to be in each area, when it enters one of `first` first."""
    entered = dict.fromkeys(first, 1)
    queue = list(first)
    around = neighbours(printed)
    for area in queue:
        for next_area in around[area]:
            if next_area not in entered:
                entered[next_area] = entered[area] + 1
                queue.append(next_area)
    return entered


def _bounded(value: int, exactly: int | None, least: int | None, most: int | None) -> bool:
    return exactly in (None, value) and (least is None or value >= least) and (most is None or value <= most)


# --- the board -----------------------------------------------------------------------------------------


def area(
    printed: Printed,
    area: str,
    allied_vp: int | None = None,
    allied_vp_least: int | None = None,
    allied_vp_most: int | None = None,
    axis_vp: int | None = None,
    allied_flag: str | None = None,
    axis_flag: str | None = None,
) -> bool:
    """Victory points and flags of a sea area."""
    found = printed.board.areas[area]
    return (
        _bounded(found.allied_vp.value, allied_vp, allied_vp_least, allied_vp_most)
        and axis_vp in (None, found.axis_vp.value)
        and allied_flag in (None, found.allied_flag.value)
        and axis_flag in (None, found.axis_flag.value)
    )


def highest_vp(printed: Printed, area: str, side: Literal["allied", "axis"]) -> bool:
    """The points of a side for an area are more than any for another area."""
    areas = printed.board.areas
    value = getattr(areas[area], f"{side}_vp").value
    return all(value > max(other.allied_vp.value, other.axis_vp.value) for id, other in areas.items() if id != area)


def start_flag(printed: Printed, area: str, flag: str) -> bool:
    """The flag on a sea area when the game starts."""
    return printed.board.areas[area].start_flag.value == flag


def start_flags(printed: Printed, theatre: str, none_in: list[str] | Literal["all"]) -> bool:
    """The areas of a theatre without a flag at the start are exactly these, or all."""
    areas = {id: area for id, area in printed.board.areas.items() if area.theatre == theatre}
    bare = {id for id, area in areas.items() if area.start_flag.value == "none"}
    return bare == (set(areas) if none_in == "all" else set(none_in))


def neighbours_are(printed: Printed, area: str, exactly: list[str]) -> bool:
    """The neighbours of an area, choke points included, are exactly these."""
    return neighbours(printed)[area] == set(exactly)


def neighbours_in_theatre(printed: Printed, areas: list[str], theatre: str) -> bool:
    """All neighbours of these areas are in one theatre."""
    around = neighbours(printed)
    return all(printed.board.areas[other].theatre == theatre for area in areas for other in around[area])


def choke_point(
    printed: Printed, choke: str, held_by: list[str], effect: str, between: list[str] | None = None
) -> bool:
    """A choke point is there, held from these places, with this effect."""
    found = printed.board.choke_points.get(choke)
    return (
        found is not None
        and set(found.held_by) == set(held_by)
        and found.effect == effect
        and (between is None or set(found.between) == set(between))
    )


def touches(
    printed: Printed,
    port: str,
    exactly: list[str] | None = None,
    only_of: list[str] | None = None,
    all_of: list[str] | None = None,
    any_of: list[str] | None = None,
    none_of: list[str] | None = None,
) -> bool:
    """The sea areas that a place touches (§2.35)."""
    found = touched(printed.board.ports[port])
    return (
        (exactly is None or found == set(exactly))
        and (only_of is None or found <= set(only_of))
        and found >= set(all_of or ())
        and (any_of is None or bool(found & set(any_of)))
        and not found & set(none_of or ())
    )


def port(
    printed: Printed,
    port: str,
    kind: str | None = None,
    owner: str | None = None,
    repair: int | None = None,
    repair_least: int | None = None,
    capturable: bool | None = None,
    active_from: int | None = None,
) -> bool:
    """Values of a port or base."""
    found = printed.board.ports[port]
    return (
        kind in (None, found.kind.value)
        and owner in (None, found.owner.value)
        and _bounded(found.repair.value, repair, repair_least, None)
        and capturable in (None, found.capturable)
        and active_from in (None, found.active_from)
    )


def bases_repair_nothing(printed: Printed) -> bool:
    """No base repairs damage (§2.33)."""
    return not any(port.repairs for port in printed.board.ports.values() if port.kind.value == "base")


def no_base_touches(printed: Printed, area: str) -> bool:
    """No base touches a sea area."""
    ports = printed.board.ports.values()
    return not any(area in touched(port) for port in ports if port.kind.value == "base")


def theatre(printed: Printed, place: str, theatre: str) -> bool:
    """The theatre of a sea area, port or base."""
    places: dict[str, Area | Port] = {**printed.board.areas, **printed.board.ports}
    return places[place].theatre == theatre


def panama_link(printed: Printed, port: str, areas: list[str]) -> bool:
    """Ships go from a port to these areas, and return to it from them (§2.53)."""
    found = printed.board.ports[port]
    return all(link is not None and set(link.value) == set(areas) for link in (found.leads_to, found.returns_from))


def areas_from_port(printed: Printed, port: str, area: str, areas: int) -> bool:
    """A ship from a port enters this many sea areas, the last of them `area`."""
    return areas_entered(printed, touched(printed.board.ports[port])).get(area) == areas


def areas_between(printed: Printed, area: str, port: str, areas: int) -> bool:
    """A ship in a sea area enters this many more to be in one that touches a port."""
    entered = areas_entered(printed, [area])
    return min(entered.get(id, 99) for id in touched(printed.board.ports[port])) - 1 == areas


def connected(printed: Printed, areas: list[str]) -> bool:
    """Each of these areas can be reached from the others without leaving them."""
    around = neighbours(printed)
    seen = {areas[0]}
    queue = [areas[0]]
    for area in queue:
        for other in around[area] & set(areas) - seen:
            seen.add(other)
            queue.append(other)
    return seen == set(areas)


def amphibious_reach(printed: Printed, port: str, target: str) -> bool:
    """An amphibious unit reaches an area that touches the target, first entering none under an Allied flag (§6.3)."""
    board, around = printed.board, neighbours(printed)
    return any(
        (around[first] | {first}) & touched(board.ports[target])
        for first in touched(board.ports[port])
        if board.areas[first].start_flag.value != "allies"
    )


def owners(printed: Printed, counts: dict[str, int]) -> bool:
    """How many places each nation holds at the start."""
    found: Counter[str] = Counter(port.owner.value for port in printed.board.ports.values())
    return all(found[owner] == count for owner, count in counts.items())


def peaceful_turn(printed: Printed, flags_only: int, with_patrolled: dict[str, int]) -> bool:
    """Swing of the Pacific track in a turn of peace: from the start flags, and with one more area patrolled."""
    areas = printed.board.areas.values()
    us = sum(
        area.allied_vp.value for area in areas if area.start_flag.value == "allies" and area.allied_flag.value == "us"
    )
    japan = sum(area.axis_vp.value for area in areas if area.start_flag.value == "axis")
    return us - japan == flags_only and all(
        us - japan + printed.board.areas[id].allied_vp.value == swing for id, swing in with_patrolled.items()
    )


# --- the counters --------------------------------------------------------------------------------------


def _unit(printed: Printed, id: str) -> Unit:
    return printed.units[printed.unit_numbers[id]]


def _agrees(unit: Unit, column: str, expected: Any) -> bool:
    """A column is as expected; "" stands for an empty cell, and `_least` asks for that or more."""
    if column.endswith("_least"):
        return getattr(unit, column.removesuffix("_least")) >= expected
    value = getattr(unit, column)
    return (value is None or value == "") if expected == "" else value == expected


def unit(printed: Printed, unit: str, **columns: Any) -> bool:
    """A unit's columns are as given."""
    return all(_agrees(_unit(printed, unit), column, expected) for column, expected in columns.items())


def units(
    printed: Printed,
    where: dict[str, Any],
    all: dict[str, Any] | None = None,
    least: int | None = None,
    most: int | None = None,
    but: list[str] | None = None,
) -> bool:
    """How many units have these columns, and what all of those have besides; `but` names units left aside."""
    found = _agreeing([unit for unit in printed.units if unit.id not in (but or ())], where)
    return _bounded(len(found), None, least, most) and len(_agreeing(found, all or {})) == len(found)


def _agreeing(units: list[Unit], columns: dict[str, Any]) -> list[Unit]:
    """Those of these units whose columns are as given."""
    for column, expected in columns.items():
        units = [unit for unit in units if _agrees(unit, column, expected)]
    return units


def alike(printed: Printed, pair: str) -> bool:
    """The two counters of a pair have the same factors and arrive together (§4.22)."""
    columns = ("kind", "gunnery", "gunnery_bonus", "armor", "armor_bonus", "speed", "airstrike", "air_bonus")
    found = [unit for unit in printed.units if unit.pair == pair]
    values = {tuple(getattr(unit, column) for column in (*columns, "raider_side", "arrives_turn")) for unit in found}
    return len(found) == 2 and len(values) == 1


def sum_of(printed: Printed, units: list[str], column: str, least: int) -> bool:
    """A column adds up to at least a number."""
    return sum(getattr(_unit(printed, id), column) for id in units) >= least


def arrived(printed: Printed, units: list[str], nation: str, by_turn: int) -> bool:
    """Units of a nation that are there by a turn."""
    return all(_unit(printed, id).nation == nation and _unit(printed, id).arrives_turn <= by_turn for id in units)


TESTS: dict[str, Callable[..., bool]] = {
    function.__name__: function
    for function in (
        area,
        highest_vp,
        start_flag,
        start_flags,
        neighbours_in_theatre,
        choke_point,
        touches,
        port,
        bases_repair_nothing,
        no_base_touches,
        theatre,
        panama_link,
        areas_from_port,
        areas_between,
        connected,
        amphibious_reach,
        owners,
        peaceful_turn,
        unit,
        units,
        alike,
        arrived,
    )
} | {"neighbours": neighbours_are, "sum": sum_of}
"""Every kind of test by the name that `constraints.toml` uses."""


def failing_tests(printed: Printed, constraint: Constraint) -> list[dict[str, Any]]:
    """The tests of a constraint that fail.

    Raises ConfigError for a test that does not exist, or that names something that does not.
    """
    return [
        test for number, test in enumerate(constraint.tests, start=1) if not _holds(printed, constraint, number, test)
    ]


def _holds(printed: Printed, constraint: Constraint, number: int, test: dict[str, Any]) -> bool:
    file, where = printed.folder / "constraints.toml", f"{constraint.id} tests[{number}]"
    name = test.get("test", "")
    if name not in TESTS:
        raise ConfigError(file, f'{where} "{name}"', unknown(name, "kind of test", TESTS))
    arguments = {key: value for key, value in test.items() if key != "test"}
    try:
        inspect.signature(TESTS[name]).bind(printed, **arguments)
    except TypeError as error:
        raise ConfigError(file, where, f"{error}") from None
    try:
        return TESTS[name](printed, **arguments)
    except (KeyError, AttributeError) as error:
        raise ConfigError(file, where, f"names something that does not exist: {error}") from None
