"""What an agent is worth: matches against the fixed opponents from both sides, and the table that shows them."""

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from rich.table import Table

from aw_agents.arena.match import Score, play_match
from aw_env.core.ruleset import Ruleset
from aw_env.core.strengths import Z, wilson


@dataclass(frozen=True)
class Line:
    """One match of the table: `games` games of an agent on a side against an opponent."""

    side: str
    agent: str
    opponent: str
    games: int
    won: int
    drawn: int
    lost: int
    points: float
    """A win counts 1, a draw one half: the mean."""
    low: float
    high: float
    """Wilson's 95% interval of `points`."""
    margin: float
    """Mean lead at the end: victory points, or armor factors sunk in an engagement."""
    margin_error: float | None
    """Half the width of its 95% interval; None where a single game says nothing of it."""

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)


def line(side: str, agent: str, opponent: str, score: Score) -> Line:
    """A match in numbers, from the agent's side."""
    games = len(score.results)
    low, high = wilson(score.points, games)
    return Line(
        side, agent, opponent, games,
        won=int((score.results > 0).sum()),
        drawn=int((score.results == 0).sum()),
        lost=int((score.results < 0).sum()),
        points=score.points,
        low=low,
        high=high,
        margin=float(score.margins.mean()),
        margin_error=float(Z * score.margins.std(ddof=1) / np.sqrt(games)) if games > 1 else None,
    )  # fmt: skip


def measure(rules: Ruleset, name: str, agent: Any, opponent: str, other: Any, seat: int, games: int, seed: int) -> Line:
    """A match of `agent`, called `name`, at a seat against `other`, called `opponent`."""
    players = [agent, other] if seat == 0 else [other, agent]
    return line(rules.seats[seat], name, opponent, play_match(rules, players, games, seed).of_seat(seat))


def evaluate(rules: Ruleset, name: str, agent: Any, opponents: dict[str, Any], games: int, seed: int) -> list[Line]:
    """`agent` from each side against each of the opponents, by their names."""
    return [
        measure(rules, name, agent, opponent, other, seat, games, seed)
        for seat in range(2)
        for opponent, other in opponents.items()
    ]


def yardsticks(rules: Ruleset, opponents: dict[str, Any], games: int, seed: int) -> list[Line]:
    """What each opponent scores on each side against itself."""
    return [
        measure(rules, name, player, name, player, seat, games, seed)
        for seat in range(2)
        for name, player in opponents.items()
    ]


def average(lines: list[Line], opponent: str) -> tuple[float, float, float]:
    """Points against an opponent over both sides, with Wilson's 95% interval."""
    points = float(np.mean([entry.points for entry in lines if entry.opponent == opponent]))
    games = sum(entry.games for entry in lines if entry.opponent == opponent)
    return points, *wilson(points, games)


def overall(lines: list[Line]) -> float:
    """Points averaged over all opponents and both sides."""
    return float(np.mean([entry.points for entry in lines]))


def table(title: str, lines: list[Line], fixed: list[Line]) -> Table:
    """The lines, each beside what its opponent scores on that side against itself."""
    shown = Table(title=title)
    for heading in ("side", "opponent"):
        shown.add_column(heading)
    for heading in ("won", "drawn", "lost", "points [95%]", "margin", "opponent's own", "its margin"):
        shown.add_column(heading, justify="right")
    own = {(entry.side, entry.opponent): entry for entry in fixed}
    for entry in lines:
        beside = own[entry.side, entry.opponent]
        shown.add_row(
            entry.side, entry.opponent, str(entry.won), str(entry.drawn), str(entry.lost), _interval(entry),
            _margin(entry), _interval(beside), _margin(beside),
        )  # fmt: skip
    shown.add_section()
    for opponent in dict.fromkeys(entry.opponent for entry in lines):
        points, low, high = average(lines, opponent)
        shown.add_row("average", opponent, "", "", "", f"{points:.3f} [{low:.3f}, {high:.3f}]", "", "0.500", "")
    return shown


def _interval(entry: Line) -> str:
    return f"{entry.points:.3f} [{entry.low:.3f}, {entry.high:.3f}]"


def _margin(entry: Line) -> str:
    error = "" if entry.margin_error is None else f" ± {entry.margin_error:.2f}"
    return f"{entry.margin:+.2f}{error}"
