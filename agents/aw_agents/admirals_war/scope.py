"""What a learner reads and says: the columns and actions that a scenario can use, by name.

A scenario uses a part of the map and of the counters.  A network over that part alone learns several times as fast,
and its checkpoint names every column and action, so that it is never read as something else.
"""

from dataclasses import dataclass

import numpy as np

from aw_env.admirals_war.observation import columns
from aw_env.admirals_war.printed.load import shipped_names
from aw_env.admirals_war.records.terms import AREAS, FIRST_BOX, FIRST_PORT, FIRST_UNIT_ACTION, OPTIONS, UNITS, Option
from aw_env.admirals_war.rules.war_entry import RAID_FORCE
from aw_env.core.rules import Ruleset

LAYOUT = "summary"
"""The layout of the observation that learned agents read."""


@dataclass(frozen=True)
class Scope:
    """Columns of the observation and actions of the vocabulary, by number; `column_names` and `action_names` say
    what they are."""

    columns: np.ndarray
    actions: np.ndarray
    column_names: tuple[str, ...]
    action_names: tuple[str, ...]

    @property
    def scale(self) -> np.ndarray:
        """float32 `(columns,)`: brings the columns to about unit size."""
        return columns.scale(LAYOUT)[self.columns]

    @property
    def output_of_action(self) -> np.ndarray:
        """int64 `(ACTIONS,)`: position of an action in `actions`, -1 where it is not among them."""
        positions = np.full(FIRST_UNIT_ACTION + UNITS, -1)
        positions[self.actions] = np.arange(self.actions.size)
        return positions


@dataclass(frozen=True)
class RowScope:
    """Columns within a row of candidates, by number; `column_names` say what they are."""

    columns: np.ndarray
    column_names: tuple[str, ...]

    @property
    def scale(self) -> np.ndarray:
        """float32 `(columns,)`: brings the columns to about unit size."""
        return columns.scale(columns.CANDIDATES)[columns.FIRST_CANDIDATE + self.columns]


def all_column_names(layout: str = LAYOUT) -> list[str]:
    """Every column of a layout by name."""
    names = shipped_names()
    places = [f"unused_{k}" if place is None else place.id for k, place in enumerate(names.places[:FIRST_BOX])]
    units = [unit.id for unit in names.units] + [f"unused_{k}" for k in range(len(names.units), UNITS)]
    return [name for name, _, _ in columns.described(layout, places, units)]


def all_row_names() -> list[str]:
    """Every column of a candidate by name."""
    first, _, width = columns.tables(columns.CANDIDATES)[columns.CANDIDATES]
    names = all_column_names(columns.CANDIDATES)[first : first + width]
    return [name.removeprefix("candidate/0/") for name in names]


def all_action_names() -> list[str]:
    """Every action by name: an option, a place or a unit."""
    names = shipped_names()
    options = [f"option/{option.name.lower()}" for option in Option]
    options += [f"option/unused_{k}" for k in range(len(options), OPTIONS)]
    places = [f"place/unused_{k}" if place is None else f"place/{place.id}" for k, place in enumerate(names.places)]
    units = [f"unit/{unit.id}" for unit in names.units]
    units += [f"unit/unused_{k}" for k in range(len(names.units), UNITS)]
    return options + places + units


def scope_of(rules: Ruleset) -> Scope:
    """What the games of a scenario can use: its areas, ports, and the units in it or that may be drawn into it."""
    book, template = rules.scenario.books[0], rules.scenario.templates[0]
    areas = [area for area in range(AREAS) if int(book["open_areas"]) >> area & 1]
    ports = [port for port in range(FIRST_BOX - FIRST_PORT) if int(book["open_ports"]) >> port & 1]
    in_play = set(template["roster"][: template["units"]].tolist()) | set(np.flatnonzero(book["draw_pool"]).tolist())
    units = sorted(in_play)
    tables = columns.tables(LAYOUT)
    rows = {"areas": areas, "ports": ports, "units": units}
    wanted: list[int] = []
    for table, (first, count, width) in tables.items():
        for row in rows.get(table, range(count)):
            wanted += range(first + row * width, first + (row + 1) * width)
    actions = list(range(len(Option))) + [OPTIONS + area for area in areas]
    actions += [OPTIONS + FIRST_PORT + port for port in ports]
    if template["hostilities"] == 0 and int(book["raid_base"]) in ports:  # the raid force is still to be formed (§4.6)
        actions.append(OPTIONS + RAID_FORCE)
    actions += [FIRST_UNIT_ACTION + unit for unit in units]
    return _scope(np.array(wanted), np.array(actions))


def _scope(columns_wanted: np.ndarray, actions: np.ndarray) -> Scope:
    column_names, action_names = all_column_names(), all_action_names()
    return Scope(
        columns_wanted,
        actions,
        tuple(column_names[k] for k in columns_wanted),
        tuple(action_names[k] for k in actions),
    )


def row_scope() -> RowScope:
    """All of a candidate but the numbers of its action and option, which are no quantities."""
    names = all_row_names()
    wanted = [k for k in range(len(names)) if k not in (columns.Choice.ACTION, columns.Choice.OPTION)]
    return RowScope(np.array(wanted), tuple(names[k] for k in wanted))


def row_scope_named(column_names: list[str]) -> RowScope:
    """That of a checkpoint, found again by its names.  Raises LookupError for a name that there is not."""
    return RowScope(_find(column_names, all_row_names(), "column of a candidate"), tuple(column_names))


def scope_named(column_names: list[str], action_names: list[str]) -> Scope:
    """The scope of a checkpoint, found again by its names.  Raises LookupError for a name that there is not."""
    found_columns = _find(column_names, all_column_names(), "column of the observation")
    found_actions = _find(action_names, all_action_names(), "action")
    return Scope(found_columns, found_actions, tuple(column_names), tuple(action_names))


def _find(wanted: list[str], known: list[str], what: str) -> np.ndarray:
    number = {name: k for k, name in enumerate(known)}
    missing = [name for name in wanted if name not in number]
    if missing:
        more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
        raise LookupError(f"there is no {what} {missing[0]!r}{more}")
    return np.array([number[name] for name in wanted])
