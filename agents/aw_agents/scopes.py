"""What a learner reads and says: the columns and actions that a scenario can use, by name.

A scenario uses a part of the map and of the counters.  A network over that part alone learns several times as fast,
and its checkpoint names every column and action, so that it is never read as something else.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import Any

import numpy as np

from aw_env.core.playable import Playable
from aw_env.core.printed.names import Names
from aw_env.core.ruleset import Ruleset

LAYOUT = "summary"
"""The layout of the observation that learned agents read."""
CANDIDATES = "candidates"
"""The layout of those that compare the legal actions: a summary, and a row for each."""
NO_QUANTITIES = ("action", "option")
"""Columns of a row that are not read: they are numbers of something."""
UNIT = "unit/"
"""How the names of actions begin that are units."""
UNUSED = "unused"
"""In the names of room that is left for more."""


def action_names(**kinds: tuple[Iterable[str | None], int]) -> list[str]:
    """Every action of a vocabulary by name, such as "unit/hood".  kinds: of each the names in order, None where there
    is none, and the room that it has."""
    found: list[str] = []
    for kind, (names, room) in kinds.items():
        filled = [*names]
        filled += [None] * (room - len(filled))
        found += [f"{kind}/{UNUSED}_{k}" if name is None else f"{kind}/{name}" for k, name in enumerate(filled)]
    return found


def vocabulary_of(ruleset_name: str, face: ModuleType, names: Names, terms: Any) -> "Vocabulary":
    """What learners of a game can read and say.  names: of its places and units.  terms: of its records."""
    actions = action_names(
        option=([option.name.lower() for option in terms.Option], terms.OPTIONS),
        place=([None if place is None else place.id for place in names.places], len(names.places)),
        unit=([unit.id for unit in names.units], terms.UNITS),
    )
    return Vocabulary(ruleset_name, face, actions)


class WholeGame:
    """What learners read and say of a game of which every scenario uses all but the room that is left for more."""

    def __init__(self, game: Playable) -> None:
        self._game = game

    @cached_property
    def _known(self) -> "Vocabulary":
        game = self._game
        name = game.module.rpartition(".")[2]
        return vocabulary_of(name, game.face, game.room("offered").words, game.room("records.terms"))

    def vocabulary(self) -> "Vocabulary":
        """All that there is."""
        return self._known

    def scope_of(self, rules: Ruleset) -> "Scope":
        """What the games of a scenario can use."""
        columns, actions = (
            np.array([k for k, name in enumerate(names) if UNUSED not in name])
            for names in (self._known.columns, self._known.actions)
        )
        return Scope(self._known, columns, actions)


class Vocabulary:
    """The names of everything that learners of a game can read and say.

    face: the game's public module, which names the columns of its observations.  actions: every action by name.
    """

    def __init__(self, ruleset_name: str, face: ModuleType, actions: list[str]) -> None:
        self.ruleset_name = ruleset_name
        self.actions = actions
        self.units = [name.removeprefix(UNIT) for name in actions if name.startswith(UNIT)]
        """By number, as records have them."""
        self.columns: list[str] = face.observation_columns(LAYOUT)
        self.scale: np.ndarray = face.observation_scale(LAYOUT)
        self.table: tuple[int, int, int] = face.observation_tables(CANDIDATES)[CANDIDATES]
        """Of the rows of candidates the first column, their number and their width."""
        first, rows, width = self.table
        self.observation_width = first + rows * width
        row = slice(first, first + width)
        self.row_columns = [name.removeprefix("candidate/0/") for name in face.observation_columns(CANDIDATES)[row]]
        self.row_scale: np.ndarray = face.observation_scale(CANDIDATES)[row]

    def row_scope(self) -> "RowScope":
        """All of a candidate but the numbers of its action and option, which are no quantities."""
        return RowScope(self, np.array([k for k, name in enumerate(self.row_columns) if name not in NO_QUANTITIES]))

    def row_scope_named(self, column_names: list[str]) -> "RowScope":
        """That of a checkpoint, found again by its names.  Raises LookupError for a name that there is not."""
        return RowScope(self, _find(column_names, self.row_columns, "column of a candidate"))

    def scope_named(self, column_names: list[str], action_names: list[str]) -> "Scope":
        """The scope of a checkpoint, found again by its names.  Raises LookupError for a name that there is not."""
        columns = _find(column_names, self.columns, "column of the observation")
        return Scope(self, columns, _find(action_names, self.actions, "action"))


@dataclass(frozen=True)
class Scope:
    """Columns of the summary and actions of the vocabulary, by number."""

    vocabulary: Vocabulary
    columns: np.ndarray
    actions: np.ndarray

    @cached_property
    def column_names(self) -> tuple[str, ...]:
        """What the columns are."""
        return tuple(self.vocabulary.columns[k] for k in self.columns)

    @cached_property
    def action_names(self) -> tuple[str, ...]:
        """What the actions are."""
        return tuple(self.vocabulary.actions[k] for k in self.actions)

    @property
    def scale(self) -> np.ndarray:
        """float32 `(columns,)`: brings the columns to about unit size."""
        return self.vocabulary.scale[self.columns]

    @property
    def output_of_action(self) -> np.ndarray:
        """int64 `(all actions,)`: position of an action in `actions`, -1 where it is not among them."""
        positions = np.full(len(self.vocabulary.actions), -1)
        positions[self.actions] = np.arange(self.actions.size)
        return positions


@dataclass(frozen=True)
class RowScope:
    """Columns within a row of candidates, by number."""

    vocabulary: Vocabulary
    columns: np.ndarray

    @cached_property
    def column_names(self) -> tuple[str, ...]:
        """What the columns are."""
        return tuple(self.vocabulary.row_columns[k] for k in self.columns)

    @property
    def scale(self) -> np.ndarray:
        """float32 `(columns,)`: brings the columns to about unit size."""
        return self.vocabulary.row_scale[self.columns]


def _find(wanted: list[str], known: list[str], what: str) -> np.ndarray:
    number = {name: k for k, name in enumerate(known)}
    missing = [name for name in wanted if name not in number]
    if missing:
        more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
        raise LookupError(f"there is no {what} {missing[0]!r}{more}")
    return np.array([number[name] for name in wanted])
