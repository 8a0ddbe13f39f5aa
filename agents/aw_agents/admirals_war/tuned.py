"""`tuned`: the staff officer with doctrines that a search has found (`aw_agents.training.tuning`), by war and side."""

import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import tomli_w

from aw_agents.admirals_war.officer.doctrine import NUMBERS, SIDES, STANDING, of_numbers
from aw_agents.admirals_war.play import ScriptedPlayer
from aw_env.admirals_war.records.terms import Side, Victory

SHIPPED = Path(__file__).parent / "tuned.toml"
WARS = {Victory.THEATRES: "campaign", Victory.ATLANTIC_TRACK: "atlantic", Victory.PACIFIC_TRACK: "pacific",
        Victory.HOLD_THE_AREA: "engagement"}  # fmt: skip
MIDWAY = "midway"


class DoctrineError(ValueError):
    """A file of doctrines that cannot be used: names the file, the key and what is legal."""


def war_of(books: np.ndarray) -> str:
    """What is fought in the scenario of `books`, as the files of doctrines name it.  Raids on ports score at Midway
    alone (M.2)."""
    return MIDWAY if (books["raid_vp"] > 0).any() else WARS[Victory(int(books["victory"][0]))]


class TunedPlayer(ScriptedPlayer):
    """The staff officer with the doctrines of a file; in wars of which the file says nothing it plays as `scripted`.

    Raises DoctrineError.
    """

    def __init__(self, path: Path = SHIPPED) -> None:
        super().__init__(STANDING, "tuned")
        self._by_war = read(path)

    @classmethod
    def made_with(cls, path: str = str(SHIPPED)) -> "TunedPlayer":
        """The player with the doctrines of a file, as typed after its name.  Raises DoctrineError."""
        return cls(Path(path))

    def doctrines_in(self, books: np.ndarray) -> np.ndarray:
        """Its doctrines in the war of `books`."""
        return self._by_war.get(war_of(books), STANDING)


def read(path: Path) -> dict[str, np.ndarray]:
    """The doctrines of a file by war, `(1, sides)` each.  Raises DoctrineError."""
    try:
        tables = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise DoctrineError(f"{path}: there is no such file of doctrines") from None
    except (OSError, ValueError) as error:
        raise DoctrineError(f"{path}: {error}") from None
    wars = [*WARS.values(), MIDWAY]
    return {_known(path, "", war, wars): _of_war(path, war, sides) for war, sides in tables.items()}


def _of_war(path: Path, war: str, tables: Any) -> np.ndarray:
    values = np.tile([number.standing for number in NUMBERS], (1, SIDES, 1))
    position = {number.name: k for k, number in enumerate(NUMBERS)}
    sides = {side.name.lower(): int(side) for side in Side}
    for side, numbers in _table(path, war, tables).items():
        of_side = sides[_known(path, f"{war}.", side, [*sides])]
        for name, value in _table(path, f"{war}.{side}", numbers).items():
            k = position[_known(path, f"{war}.{side}.", name, [*position])]
            number = NUMBERS[k]
            if type(value) not in (int, float) or not number.least <= value <= number.most:
                raise DoctrineError(
                    f"{path}: {war}.{side}.{name}: from {number.least} to {number.most} (given: {value})"
                )
            values[0, of_side, k] = value
    return of_numbers(values)


def _known(path: Path, where: str, name: str, known: list[str]) -> str:
    if name not in known:
        raise DoctrineError(f"{path}: {where}{name}: there are {', '.join(known)}")
    return name


def _table(path: Path, where: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise DoctrineError(f"{path}: {where}: a table was expected")
    return value


def as_text(war: str, values: np.ndarray) -> str:
    """The file of the doctrines of one war.  values: float64 `(sides, len(NUMBERS))`."""
    names = [number.name for number in NUMBERS]
    rounded = [[float(f"{value:.4g}") for value in of_side] for of_side in values]
    sides = {side.name.lower(): dict(zip(names, rounded[side], strict=True)) for side in Side}
    return tomli_w.dumps({war: sides})
