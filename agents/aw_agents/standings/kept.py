"""What is known of the shipped players: the results of their games, how long they take, and what was trained against
them, in tables beside this file."""

import csv
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from aw_agents.ladder.file import Played
from aw_agents.ladder.standings import Standings, standings_from
from aw_env.core.saves import write_file
from aw_env.games import named

FOLDER = Path(__file__).parent
SIDES = [[0], [1]]
"""Seats that win together: two play."""


class Result(NamedTuple):
    """Games of two players at fixed seats, the first of them having `won`, `drawn` and `lost` so many."""

    game: str
    scenario: str
    first: str
    second: str
    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        """How many."""
        return self.won + self.drawn + self.lost


class Pace(NamedTuple):
    """microseconds: processor time a decision, that of the rules included, in games of a player with itself."""

    game: str
    scenario: str
    player: str
    microseconds: float


class Response(NamedTuple):
    """The points of a best response: a copy of a player that was trained against it alone, with the 95 % interval.
    trained: how long."""

    game: str
    scenario: str
    player: str
    points: float
    low: float
    high: float
    trained: str


def results(folder: Path = FOLDER) -> list[Result]:
    """Of all games."""
    return [
        Result(game, scenario, first, second, int(won), int(drawn), int(lost))
        for game, scenario, first, second, won, drawn, lost in _rows(folder, Result)
    ]


def paces(folder: Path = FOLDER) -> list[Pace]:
    """Of all players."""
    return [
        Pace(game, scenario, player, float(microseconds))
        for game, scenario, player, microseconds in _rows(folder, Pace)
    ]


def responses(folder: Path = FOLDER) -> list[Response]:
    """All that have been trained."""
    return [
        Response(game, scenario, player, float(points), float(low), float(high), trained)
        for game, scenario, player, points, low, high, trained in _rows(folder, Response)
    ]


def _file(folder: Path, kind: Any) -> Path:
    return folder / f"{kind.__name__.lower()}s.csv"


def _rows(folder: Path, kind: Any) -> list[list[str]]:
    with _file(folder, kind).open(encoding="utf-8", newline="") as lines:
        header, *rows = csv.reader(lines)
    if tuple(header) != kind._fields:
        raise ValueError(f"{_file(folder, kind)}: its columns are {', '.join(header)}, not {', '.join(kind._fields)}")
    return rows


def keep(rows: Sequence[Result] | Sequence[Pace], kind: Any, folder: Path = FOLDER) -> None:
    """Write a table in place of that of its kind.  Raises OSError."""
    lines = [",".join(kind._fields), *(",".join(map(str, row)) for row in sorted(rows))]
    write_file(_file(folder, kind), "\n".join(lines) + "\n")


def standings(game: str, scenario: str, folder: Path = FOLDER) -> Standings:
    """Those of the players of a scenario.  Raises ValueError where nobody has played it."""
    rules = named(game).ruleset(scenario)
    found = _standings(game, rules.scenario.name, tuple(rules.seats), folder)
    if found is None:
        known = ", ".join(scenarios(game, folder)) or "no scenario of this game"
        raise ValueError(f"nobody has been measured in {rules.scenario.name}: choose from {known}")
    return found


def scenarios(game: str, folder: Path = FOLDER) -> list[str]:
    """Those of a game that have been played, in the game's order."""
    played = {one.scenario for one in results(folder) if one.game == game}
    return [one.name for one in named(game).scenarios() if one.name in played]


def _standings(game: str, scenario: str, seats: tuple[str, ...], folder: Path) -> Standings | None:
    found = [one for one in results(folder) if (one.game, one.scenario) == (game, scenario)]
    if not found:
        return None
    names = sorted({one.first for one in found} | {one.second for one in found})
    games = [played for one in found for played in _games_of(one, names)]
    return standings_from(games, names, seats, SIDES, f"{scenario}: {len(games)} games")


def _games_of(result: Result, names: Sequence[str]) -> list[Played]:
    seated = names.index(result.first), names.index(result.second)
    points = [(1.0, 0.0)] * result.won + [(0.5, 0.5)] * result.drawn + [(0.0, 1.0)] * result.lost
    return [Played(number, seated, both) for number, both in enumerate(points)]


@cache
def measured(game: str, scenario: str) -> dict[str, float]:
    """The players that have been measured in a scenario of a game, with their ratings: for the entry point
    `aw_env.levels`."""
    found = _standings(game, scenario, ("first", "second"), FOLDER)
    return {one.player: one.rating for one in found.standings} if found else {}
