"""Doctrines: the numbers in the rules of thumb of a game's staff officer, as one record, and the files that hold them.

Entry points in which an officer plays are handed an array of doctrines, a row for each game or for all and a column for
each side, so that thousands of games with doctrines of their own are played in one call.
"""

import tomllib
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import tomli_w

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


class Doctrines:
    """The doctrines that a game's officer can have.

    numbers: what they consist of.  wars: what may be fought in the game, as files of doctrines name it.  sides: the
    names of both sides.
    """

    def __init__(self, numbers: tuple[Number, ...], wars: tuple[str, ...], sides: tuple[str, str] = SIDES) -> None:
        self.numbers, self.wars, self.sides = numbers, wars, sides
        self.dtype = np.dtype([(number.name, np.float64) for number in numbers])
        self.standing_numbers = np.array([number.standing for number in numbers])
        self.standing = self.of_numbers(np.tile(self.standing_numbers, (1, len(self.sides), 1)))
        """`(1, sides)`: the doctrine of `scripted`, the same for both."""

    def of_numbers(self, values: np.ndarray) -> np.ndarray:
        """Doctrines of the numbers in the last axis of float64 `(n, sides, numbers)`, in their order: `(n, sides)`."""
        made = records(self.dtype, len(values) * len(self.sides)).reshape(len(values), len(self.sides))
        made.view(np.float64).reshape(values.shape)[:] = values
        return made

    def read(self, path: Path) -> dict[str, np.ndarray]:
        """The doctrines of a file by war, `(1, sides)` each.  Raises DoctrineError."""
        try:
            tables = tomllib.loads(path.read_text("utf-8"))
        except FileNotFoundError:
            raise DoctrineError(f"{path}: there is no such file of doctrines") from None
        except (OSError, ValueError) as error:
            raise DoctrineError(f"{path}: {error}") from None
        return {_known(path, "", war, self.wars): self._of_war(path, war, sides) for war, sides in tables.items()}

    def _of_war(self, path: Path, war: str, tables: Any) -> np.ndarray:
        values = np.tile(self.standing_numbers, (1, len(self.sides), 1))
        position = {number.name: k for k, number in enumerate(self.numbers)}
        for side, numbers in _table(path, war, tables).items():
            of_side = self.sides.index(_known(path, f"{war}.", side, self.sides))
            for name, value in _table(path, f"{war}.{side}", numbers).items():
                k = position[_known(path, f"{war}.{side}.", name, (*position,))]
                number = self.numbers[k]
                if type(value) not in (int, float) or not number.least <= value <= number.most:
                    raise DoctrineError(
                        f"{path}: {war}.{side}.{name}: from {number.least} to {number.most} (given: {value})"
                    )
                values[0, of_side, k] = value
        return self.of_numbers(values)

    def as_text(self, war: str, values: np.ndarray) -> str:
        """The file of the doctrines of one war.  values: float64 `(sides, numbers)`."""
        names = [number.name for number in self.numbers]
        rounded = [[float(f"{value:.4g}") for value in of_side] for of_side in values]
        return tomli_w.dumps(
            {war: {side: dict(zip(names, rounded[k], strict=True)) for k, side in enumerate(self.sides)}}
        )


def _known(path: Path, where: str, name: str, known: tuple[str, ...]) -> str:
    if name not in known:
        raise DoctrineError(f"{path}: {where}{name}: choose from {', '.join(known)}")
    return name


def _table(path: Path, where: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise DoctrineError(f"{path}: {where}: a table was expected")
    return value
