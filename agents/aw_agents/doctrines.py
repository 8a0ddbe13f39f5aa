"""Doctrines: the numbers in the rules of thumb of a game's staff officer, as one record, and the files that hold them.

Entry points in which an officer plays are handed an array of doctrines, a row for each game or for all and a column for
each side, so that thousands of games with doctrines of their own are played in one call.
"""

from collections.abc import Iterator
from enum import IntEnum
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import tomli_w

from aw_env.core.config.tables import toml_in
from aw_env.core.engine.compiling import records

SIDES = ("allies", "axis")
"""The sides of the wars, as files name them, in the order of a doctrine's columns."""


class DoctrineError(ValueError):
    """A file of doctrines that cannot be used: names the file, the key and what is legal."""


class Number(NamedTuple):
    """A number of the doctrine."""

    name: str
    standing: float
    """What `scripted` takes for it."""
    least: float
    most: float
    """Between these a search looks for a better one."""
    meaning: str
    much: float = 0.0
    """A change of it that counts much; 0: the whole range."""


class Table(NamedTuple):
    """Weights that a training finds, all of which are 0 in the doctrine of `scripted`: rows and columns are named, and
    rules read `doctrine.NAME[row, column]`."""

    name: str
    rows: type[IntEnum]
    columns: type[IntEnum]
    much: float
    """A weight that changes much: a search looks between ten times as much above and below 0."""
    meaning: str

    @property
    def numbers(self) -> tuple[Number, ...]:
        """Its weights, as numbers of the doctrine that are called "table.row.column"."""
        names = [f"{self.name}.{row.name}.{column.name}".lower() for row in self.rows for column in self.columns]
        return tuple(Number(name, 0.0, -10 * self.much, 10 * self.much, self.meaning, self.much) for name in names)


JUDGES = "judges"
"""The field of a doctrine with tables that is 1 where any weight is not 0: rules need not look at them otherwise."""


class Doctrines:
    """The doctrines that a game's officer can have.

    numbers: what they consist of.  wars: what may be fought in the game, as files of doctrines name it.  sides: the
    names of both sides.  tables: of weights, beside the numbers.
    """

    def __init__(
        self,
        numbers: tuple[Number, ...],
        wars: tuple[str, ...],
        sides: tuple[str, str] = SIDES,
        tables: tuple[Table, ...] = (),
    ) -> None:
        self.numbers = numbers + tuple(number for table in tables for number in table.numbers)
        self.wars, self.sides, self.tables = wars, sides, tables
        self._plain = len(numbers)
        fields: list[Any] = [(number.name, np.float64) for number in numbers]
        fields += [(table.name, np.float64, (len(table.rows), len(table.columns))) for table in tables]
        self.dtype = np.dtype(fields + [(JUDGES, np.float64)] if tables else fields)
        self.standing_numbers = np.array([number.standing for number in self.numbers])
        self.standing = self.of_numbers(np.tile(self.standing_numbers, (1, len(self.sides), 1)))
        """`(1, sides)`: the doctrine of `scripted`, the same for both."""

    def of_numbers(self, values: np.ndarray) -> np.ndarray:
        """Doctrines of the numbers in the last axis of float64 `(n, sides, numbers)`, in their order: `(n, sides)`."""
        made = records(self.dtype, len(values) * len(self.sides)).reshape(len(values), len(self.sides))
        fields = made.view(np.float64).reshape(*values.shape[:2], -1)
        fields[..., : values.shape[-1]] = values
        if self.tables:
            made[JUDGES] = (values[..., self._plain :] != 0.0).any(-1)
        return made

    def numbers_of(self, doctrines: np.ndarray) -> np.ndarray:
        """The numbers of doctrines `(n, sides)`, in their order: float64 `(n, sides, numbers)`."""
        return doctrines.view(np.float64).reshape(*doctrines.shape, -1)[..., : len(self.numbers)]

    def read(self, path: Path) -> dict[str, np.ndarray]:
        """The doctrines of a file by war, `(1, sides)` each.  Raises DoctrineError."""
        return self.of_tables(str(path), read_tables(path))

    def of_tables(self, where: str, tables: dict[str, Any]) -> dict[str, np.ndarray]:
        """The same of what stands in a file.  where: how errors call it.  Raises DoctrineError."""
        return {_known(where, "", war, self.wars): self._of_war(where, war, sides) for war, sides in tables.items()}

    def _of_war(self, path: str, war: str, tables: Any) -> np.ndarray:
        values = np.tile(self.standing_numbers, (1, len(self.sides), 1))
        position = {number.name: k for k, number in enumerate(self.numbers)}
        for side, numbers in _table(path, war, tables).items():
            of_side = self.sides.index(_known(path, f"{war}.", side, self.sides))
            for name, value in _flat(_table(path, f"{war}.{side}", numbers)):
                k = position[_known(path, f"{war}.{side}.", name, (*position,))]
                number = self.numbers[k]
                if type(value) not in (int, float) or not number.least <= value <= number.most:
                    raise DoctrineError(
                        f"{path}: {war}.{side}.{name}: from {number.least} to {number.most} (given: {value})"
                    )
                values[0, of_side, k] = value
        return self.of_numbers(values)

    def as_text(self, war: str, values: np.ndarray) -> str:
        """The file of the doctrines of one war.  values: float64 `(sides, numbers)`.  Weights of 0 are left out."""
        return tomli_w.dumps({war: {side: self._as_table(values[k]) for k, side in enumerate(self.sides)}})

    def _as_table(self, values: np.ndarray) -> dict[str, Any]:
        """The numbers of a side, those of tables in tables of their own."""
        top: dict[str, Any] = {}
        for number, value in zip(self.numbers, values, strict=True):
            *tables, name = number.name.split(".")
            if value != 0.0 or not tables:
                inner = top
                for table in tables:
                    inner = inner.setdefault(table, {})
                inner[name] = float(f"{value:.4g}")
        return top


def read_tables(path: Path) -> dict[str, Any]:
    """What stands in a file of doctrines, by war and side.  Raises DoctrineError."""
    try:
        return toml_in(path)
    except FileNotFoundError:
        raise DoctrineError(f"{path}: there is no such file of doctrines") from None
    except (OSError, ValueError) as error:
        raise DoctrineError(f"{path}: {error}") from None


def _flat(tables: dict[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """The values of tables within tables, by their names with dots."""
    for name, value in tables.items():
        if isinstance(value, dict) and value:
            yield from _flat(value, f"{before}{name}.")
        else:
            yield f"{before}{name}", value


def _known(path: str, where: str, name: str, known: tuple[str, ...]) -> str:
    if name not in known:
        raise DoctrineError(f"{path}: {where}{name}: choose from {', '.join(known)}")
    return name


def _table(path: str, where: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise DoctrineError(f"{path}: {where}: a table was expected")
    return value
