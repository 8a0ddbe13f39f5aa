"""The standings of a ladder, and how far each player can be exploited by those who are in it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from rich.table import Table

from aw_agents.ladder.file import Ladder, Played
from aw_agents.ladder.ratings import Ratings, sides_of
from aw_env.core.strengths import wilson


@dataclass(frozen=True)
class Answer:
    """The best answer to a player that is known: who scores most against it, surely.  points: what this rival scores,
    the mean over `games`, and `low` and `high` of Wilson's 95 % interval."""

    rival: str
    points: float
    low: float
    high: float
    games: int


@dataclass(frozen=True)
class Standing:
    """A player's place.  rating: on the scale of Elo, the mean of all players being 0, and half of its 95 % interval.
    games, points: by the name of the seat how many games there, and the mean of what they brought, NaN without games.
    answer: None before the first game."""

    player: str
    rating: float
    within: float
    games: dict[str, int]
    points: dict[str, float]
    answer: Answer | None


@dataclass(frozen=True)
class Standings:
    """What a ladder has shown; prints itself with rich.

    standings: best first.  players: in the order in which they were added.  points, meetings: `(players, players)`,
    what the row scores against the column where they are enemies, NaN if they have not met, and in how many games.
    """

    title: str
    seats: tuple[str, ...]
    games: int
    players: tuple[str, ...]
    standings: tuple[Standing, ...]
    points: np.ndarray
    meetings: np.ndarray

    def __rich__(self) -> Table:
        shown = Table(title=self.title)
        shown.add_column("player", overflow="fold")  # folders often differ in their last letters alone
        for heading in ("rating [95%]", "games", *(f"as {seat}" for seat in self.seats)):
            shown.add_column(heading, justify="right")
        shown.add_column("best answer to it [95%]", justify="right", overflow="fold")
        for standing in self.standings:
            shown.add_row(*cells(standing, self.seats))
        return shown


def cells(standing: Standing, seats: tuple[str, ...]) -> tuple[str, ...]:
    """A line of the table: player, rating, games, points by seat, best answer."""
    answer = standing.answer
    told = f"{answer.rival} {answer.points:.3f} [{answer.low:.3f}, {answer.high:.3f}]" if answer else ""
    return (
        standing.player,
        f"{standing.rating:+.0f} ± {standing.within:.0f}",
        str(sum(standing.games.values())),
        *(f"{standing.points[seat]:.3f}" if standing.games[seat] else "" for seat in seats),
        told,
    )


def standings_of(ladder: Ladder, without: Sequence[str] = ()) -> Standings:
    """The standings from all games that are over, or from those alone in which some players did not play: does the
    order of the others hang on them?  Raises ValueError for a ladder without players, and for who is not on it."""
    names, settings = ladder.players, ladder.settings
    if not names:
        raise ValueError(f"{ladder.path}: nobody is on this ladder yet; `aw-env ladder add` adds players")
    if strangers := [name for name in without if name not in names]:
        raise ValueError(f"{ladder.path}: {strangers[0]!r} is not on this ladder; its players are {', '.join(names)}")
    left_out = {names.index(name) for name in without}
    games = [game for game in ladder.played() if left_out.isdisjoint(game.players)]
    rules = f" with {', '.join(settings.options)}" if settings.options else ""
    alone = f", without {', '.join(without)}" if without else ""
    seated = f", four players ({settings.victory})" if settings.players > 2 else ""
    title = f"{settings.scenario}{rules}{seated}{alone}: {len(games)} games"
    return standings_from(games, names, ladder.rules.seats, sides_of(settings), title, left_out)


def standings_from(
    games: Sequence[Played],
    names: Sequence[str],
    seats: Sequence[str],
    sides: list[list[int]],
    title: str,
    left_out: Collection[int] = (),
) -> Standings:
    """The standings of players from games between them.  sides: the seats that win together.  left_out: numbers of
    players that have no place."""
    ratings = Ratings(sides)
    ratings.see(games)
    rating, within = ratings.belief(len(names)).ratings()
    count, mean = _by_seat(games, len(names), len(seats))
    points, meetings = against(games, len(names), sides)
    places = [
        Standing(
            player=name,
            rating=float(rating[k]),
            within=float(within[k]),
            games={seat: int(count[k, s]) for s, seat in enumerate(seats)},
            points={seat: float(mean[k, s]) for s, seat in enumerate(seats)},
            answer=best_answer(k, names, points, meetings),
        )
        for k, name in enumerate(names)
        if k not in left_out
    ]
    places.sort(key=lambda standing: -standing.rating)
    return Standings(title, tuple(seats), len(games), tuple(names), tuple(places), points, meetings)


def _by_seat(games: Sequence[Played], players: int, seats: int) -> tuple[np.ndarray, np.ndarray]:
    """`(players, seats)`: how many games, and the mean of their points."""
    count, total = np.zeros((players, seats), int), np.zeros((players, seats))
    for game in games:
        for seat, player in enumerate(game.players):
            count[player, seat] += 1
            total[player, seat] += game.points[seat]
    with np.errstate(invalid="ignore"):
        return count, total / count


def against(games: Sequence[Played], players: int, sides: list[list[int]]) -> tuple[np.ndarray, np.ndarray]:
    """What each player scores against each other as an enemy, and in how many games: more points than the other is 1,
    as many one half."""
    total, count = np.zeros((players, players)), np.zeros((players, players), int)
    enemies = [(one, other) for own in sides for theirs in sides if own != theirs for one in own for other in theirs]
    for game in games:
        for one, other in enemies:
            pair = game.players[one], game.players[other]
            total[pair] += (1 + np.sign(game.points[one] - game.points[other])) / 2
            count[pair] += 1
    with np.errstate(invalid="ignore"):
        return total / count, count


def best_answer(player: int, names: Sequence[str], points: np.ndarray, meetings: np.ndarray) -> Answer | None:
    """The rival whose score against a player is the highest that is sure: that with the highest lower bound, for the
    highest mean of many has been lucky."""
    answers = [
        Answer(name, float(points[rival, player]), *wilson(float(points[rival, player]), int(met)), int(met))
        for rival, name in enumerate(names)
        if (met := meetings[rival, player])
    ]
    return max(answers, key=lambda answer: answer.low, default=None)
