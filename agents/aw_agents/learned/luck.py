"""What luck is worth in the rollouts of a search, by war: tables that come with the package beside the valuations
(`aw_agents.training.luck` makes them)."""

import csv
from functools import cache
from pathlib import Path

import numpy as np

from aw_agents.learned.valuations import FOLDER
from aw_agents.luck import Chances, Occasions, chances_of, sums_of
from aw_env.core.saves import write_file
from aw_env.games import playing

COLUMNS = ("war", "what", "side", "worth")


@cache
def chances(plays: str) -> Chances:
    """What dice decide in a game, by the name of its rulesets."""
    return chances_of(playing(plays).room("speech").SPEECH.events)


@cache
def sums(plays: str, occasions: Occasions) -> tuple[str, ...]:
    """What is counted in a game."""
    return sums_of(playing(plays).room("speech").SPEECH.events, occasions)


@cache
def weights(plays: str, occasions: Occasions) -> dict[str, np.ndarray]:
    """By war, float64 `(sums, 2)`: what one more of each is worth to the side that rolls, a game won being 1."""
    found: dict[str, np.ndarray] = {}
    counted = sums(plays, occasions)
    for war, what, side, worth in rows(plays):
        found.setdefault(war, np.zeros((len(counted), 2)))[counted.index(what), int(side)] = float(worth)
    return found


def _file(plays: str) -> Path:
    return FOLDER / playing(plays).name / "luck.csv"


def rows(plays: str) -> list[list[str]]:
    """The table of a game: war, what is counted, side, worth."""
    if not _file(plays).exists():
        return []
    with _file(plays).open(encoding="utf-8", newline="") as lines:
        return list(csv.reader(lines))[1:]


def keep(plays: str, lines: list[list[str]]) -> None:
    """Write a table in place of that of a game.  Raises OSError."""
    write_file(_file(plays), "\n".join(",".join(row) for row in (COLUMNS, *sorted(lines))) + "\n")


def worth_of(lucks: np.ndarray, weights: np.ndarray, side: int) -> np.ndarray:
    """float64 `(n,)`: what the luck of rollouts, `(n, sums, 2)`, has been worth to a side."""
    signs = np.array([1.0, -1.0]) if side == 0 else np.array([-1.0, 1.0])
    return (lucks * weights * signs).sum((1, 2))
