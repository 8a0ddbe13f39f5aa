"""How strong the players are, scenario by scenario: what `aw_env.table.levels` offers as levels (`levels.csv`)."""

import csv
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("levels.csv")
"""game, scenario ("" for all of the game's others), player, rating on the Elo scale, and where it has been measured."""


def measured(game: str, scenario: str) -> dict[str, float]:
    """The players that have been measured in a scenario of a game, with their ratings."""
    table = _table()
    return table.get((game, scenario)) or table.get((game, ""), {})


@cache
def _table() -> dict[tuple[str, str], dict[str, float]]:
    found: dict[tuple[str, str], dict[str, float]] = {}
    with FILE.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            found.setdefault((row["game"], row["scenario"]), {})[row["player"]] = float(row["rating"])
    return found
