"""A round robin: every pair meets on both sides; ratings with confidence intervals."""

import warnings
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Group
from rich.table import Table
from rich.text import Text

from aw_agents.arena.hosts import Alone, Hosts, MatchTask, play_all
from aw_agents.arena.match import Score
from aw_env.core.arguments import MOST_SEED, whole_number
from aw_env.core.faces.batch import MOST_GAMES
from aw_env.core.players import load, unprepared
from aw_env.core.strengths import ELO, likeliest
from aw_env.games import FIRST, named

RESAMPLES = 500
"""Resamples of the games for the intervals."""
LONGEST_NAME = 16
"""Letters of a player's name that a narrow table does not break."""


@dataclass(frozen=True)
class Standing:
    """A player's place.  points: a win counts 1, a draw one half, the mean over all its games, and the same on each
    side by name.  rating: Bradley-Terry strength on the scale of Elo, the mean of all players being 0; `low` and `high`
    bound its 95% interval."""

    player: str
    rating: float
    low: float
    high: float
    games: int
    points: float
    by_side: dict[str, float]


@dataclass(frozen=True)
class RoundRobin:
    """The result of a round robin; prints itself with rich.

    standings: best first.  points: `(players, players)` in the order of `players`, what the row scores against the
    column; the diagonal is NaN.  forfeits: by player and reason, how many games it has lost because it failed.
    """

    scenario: str
    players: tuple[str, ...]
    games_a_pair: int
    standings: tuple[Standing, ...]
    points: np.ndarray
    forfeits: Mapping[tuple[str, str], int] = field(default_factory=dict)

    def __rich__(self) -> Group:
        """The standings, and where more than two have played, what each scores against each."""
        sides = list(self.standings[0].by_side)
        ranked = Table(title=f"{self.scenario}: {self.games_a_pair} games a pair, half of them on either side")
        ranked.add_column("player", overflow="fold", min_width=self._width)
        for heading in ("rating [95%]", "games", "points", *(f"as {side}" for side in sides)):
            ranked.add_column(heading, justify="right")
        for standing in self.standings:
            ranked.add_row(
                standing.player,
                f"{standing.rating:+.0f} [{standing.low:+.0f}, {standing.high:+.0f}]",
                str(standing.games),
                f"{standing.points:.3f}",
                *(f"{standing.by_side[side]:.3f}" for side in sides),
            )
        pairs = [self._pairs()] if len(self.players) > 2 else []
        failed = [
            Text(f"{player} forfeited {games} {'game' if games == 1 else 'games'}: {reason}")
            for (player, reason), games in sorted(self.forfeits.items())
        ]
        return Group(ranked, *pairs, *failed)

    @property
    def _width(self) -> int:
        return min(LONGEST_NAME, max(map(len, self.players)))

    def _pairs(self) -> Table:
        shown = Table(title="points of the row against the column")
        shown.add_column("", justify="right")
        shown.add_column("player", overflow="fold", min_width=self._width)
        best_first = [self.players.index(standing.player) for standing in self.standings]
        for number, _ in enumerate(best_first, 1):  # names would be broken where many have played
            shown.add_column(f"{number}", justify="right")
        for number, one in enumerate(best_first, 1):
            row = ("" if np.isnan(points) else f"{points:.3f}" for points in self.points[one, best_first])
            shown.add_row(f"{number}", self.players[one], *row)
        return shown


def _player(given: str | Path | Any, game: str) -> Any:
    """A player as it is, or by its name.  Raises ValueError, also for a class of players."""
    if isinstance(given, type):
        raise ValueError(f"{given.__name__} is a class: give a player of it, {given.__name__}()")
    return load(given, game) if isinstance(given, str | Path) else given


def round_robin(
    players: Sequence[str | Any],
    scenario: str | Path | None = None,
    games: int = 200,
    seed: int = 0,
    options: Sequence[str] = (),
    hosts: Hosts | None = None,
    game: str = FIRST,
) -> RoundRobin:
    """Let every pair of players meet in `games` games, half of them on either side.

    players: names or checkpoints that `core.players.load` knows, or players of any shape of `aw_env.core.players`.
    scenario: None means the game's usual one.  options: optional rules.  hosts: where matches are played, if not
    here; players are then names.  game: which is played, by its name in `aw_env.games`.  Games with the same number
    start with the same dice in every pairing.  Warns of an odd number, of which the last game is not played, and of a
    player that has not learned the scenario.
    Raises ValueError for fewer than two players, fewer than two games, or a scenario that is not for two seats, and
    PlayerFailed.
    """
    if isinstance(players, str):
        raise ValueError(f"players={players!r}: a list of players, as in players=[{players!r}, 'random']")
    if len(players) < 2:
        raise ValueError(f"a round robin takes two players or more, not {len(players)}")
    games = whole_number("games", games, 2, 2 * MOST_GAMES)
    seed = whole_number("seed", seed, 0, MOST_SEED)
    known = named(game)
    scenario = scenario or known.scenario
    rules = known.ruleset(scenario, options)
    if len(rules.seats) != 2:
        raise ValueError(f"scenario {scenario!r} has {len(rules.seats)} seats; a round robin is for two")
    found = [_player(player, known.players) for player in players]
    for warning in filter(None, (unprepared(player, scenario) for player in found)):
        warnings.warn(warning, stacklevel=2)
    names = _names(found)
    half = games // 2
    if games % 2:
        warnings.warn(f"{games} games cannot be half on either side: {2 * half} are played", stacklevel=2)
    seated = found if hosts is None else [str(player) for player in players]
    pairs = [pair for one, other in combinations(range(len(found)), 2) for pair in ((one, other), (other, one))]
    tasks = [MatchTask((first, second), (seated[first], seated[second]), half, seed) for first, second in pairs]
    outcomes = play_all(hosts or Alone(rules), tasks)
    cells = {pair: outcomes[pair].score for pair in pairs}
    return RoundRobin(
        scenario=str(scenario),
        players=names,
        games_a_pair=2 * half,
        standings=_standings(names, rules.seats, cells, np.random.default_rng(seed)),
        points=_points(len(names), cells),
        forfeits=Counter(
            (names[pair[forfeit.seat]], forfeit.reason) for pair in pairs for forfeit in outcomes[pair].forfeits
        ),
    )


def _names(players: Sequence[Any]) -> tuple[str, ...]:
    """One name each: a learned agent's is that of its experiment; namesakes are numbered."""
    plain = [str(getattr(one, "name", type(one).__name__)) for one in players]
    number = [plain[: k + 1].count(name) for k, name in enumerate(plain)]
    return tuple(f"{name} ({number[k]})" if plain.count(name) > 1 else name for k, name in enumerate(plain))


def _points(count: int, cells: dict[tuple[int, int], Score]) -> np.ndarray:
    """What the row scores against the column, over both sides."""
    points = np.full((count, count), np.nan)
    for one, other in combinations(range(count), 2):
        points[one, other] = (cells[one, other].points + 1 - cells[other, one].points) / 2
        points[other, one] = 1 - points[one, other]
    return points


def _standings(
    names: tuple[str, ...], seats: tuple[str, ...], cells: dict[tuple[int, int], Score], rng: np.random.Generator
) -> tuple[Standing, ...]:
    ratings = fit(_wins(len(names), cells))
    resampled = np.array([fit(_wins(len(names), _resampled(cells, rng))) for _ in range(RESAMPLES)])
    low, high = np.percentile(resampled, (2.5, 97.5), axis=0)
    standings = []
    for k, name in enumerate(names):
        as_first = [score.points for (first, _), score in cells.items() if first == k]
        as_second = [1 - score.points for (_, second), score in cells.items() if second == k]
        games = sum(len(score.results) for pair, score in cells.items() if k in pair)
        by_side = {seats[0]: float(np.mean(as_first)), seats[1]: float(np.mean(as_second))}
        points = float(np.mean(as_first + as_second))
        standings.append(Standing(name, float(ratings[k]), float(low[k]), float(high[k]), games, points, by_side))
    return tuple(sorted(standings, key=lambda standing: -standing.rating))


def _resampled(cells: dict[tuple[int, int], Score], rng: np.random.Generator) -> dict[tuple[int, int], Score]:
    """The same matches with games drawn from those played, with repetition."""
    drawn = {}
    for pair, score in cells.items():
        chosen = rng.integers(len(score.results), size=len(score.results))
        drawn[pair] = Score(score.results[chosen], score.margins[chosen], score.decisions[chosen])
    return drawn


def _wins(count: int, cells: dict[tuple[int, int], Score]) -> np.ndarray:
    """Wins of the row over the column, draws as halves."""
    wins = np.zeros((count, count))
    for (first, second), score in cells.items():
        points = float((score.results + 1).sum() / 2)
        wins[first, second] += points
        wins[second, first] += len(score.results) - points
    return wins


def fit(wins: np.ndarray) -> np.ndarray:
    """Bradley-Terry ratings on the scale of Elo from `wins[row, column]`, their mean 0.

    One drawn game more for each pair keeps the ratings finite where a player has won every game.
    """
    pairs = np.array(list(combinations(range(len(wins)), 2)))
    points = np.stack([wins[*pairs.T], wins.T[*pairs.T]], axis=1) + 0.5
    return ELO * likeliest(pairs[:, :, None], points, len(wins), precision=0)[0]
