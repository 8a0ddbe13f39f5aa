"""What a tournament has shown: in the terminal, and as a page that needs nothing else."""

from collections import Counter
from dataclasses import dataclass, replace
from html import escape
from os.path import relpath
from pathlib import Path
from urllib.parse import quote

import numpy as np
from rich.console import Group
from rich.table import Table
from rich.text import Text

from aw_agents.ladder.file import Ladder
from aw_agents.ladder.page import page, table
from aw_agents.ladder.replays import Replays
from aw_agents.ladder.standings import Standings, standings_of
from aw_agents.tournament.results import results
from aw_agents.tournament.settings import Tournament


@dataclass(frozen=True)
class Conduct:
    """How an entry has behaved.  seconds: that it has used, in all.  failures: why it has lost games that it did not
    play to their end, and how many."""

    player: str
    games: int
    seconds: float
    failures: Counter[str]

    @property
    def cells(self) -> tuple[str, ...]:
        """A line of the table."""
        each = self.seconds / self.games if self.games else 0.0
        return self.player, f"{each:.2f}", str(self.failures.total())


@dataclass(frozen=True)
class Kept:
    """A game that can be replayed.  seats: who sat at each, and what it brought."""

    number: int
    file: Path
    seats: tuple[str, ...]


@dataclass(frozen=True)
class Report:
    """Prints itself with rich.

    by_seat: `(seats, entries, entries)`, what the row scores at a seat against the column, NaN where they have not met.
    """

    standings: Standings
    conduct: tuple[Conduct, ...]
    by_seat: np.ndarray
    kept: tuple[Kept, ...] = ()

    def __rich__(self) -> Group:
        conduct = Table(title="conduct")
        conduct.add_column("player", overflow="fold")
        for heading in CONDUCT[1:]:
            conduct.add_column(heading, justify="right")
        for one in self.conduct:
            conduct.add_row(*one.cells)
        crosses = [self._cross(seat) for seat in range(len(self.by_seat))]
        return Group(self.standings.__rich__(), *crosses, conduct, *map(Text, self.failures), *self._replays())

    def _replays(self) -> list[Text]:
        if not self.kept:
            return []
        return [Text(f"{len(self.kept)} games are kept, the latest: aw-env replay {self.kept[-1].file}")]

    @property
    def failures(self) -> list[str]:
        """What has gone wrong, in words."""
        told = [(one.player, *counted) for one in self.conduct for counted in one.failures.most_common()]
        return [f"{player} lost {games} {'game' if games == 1 else 'games'}: {why}" for player, why, games in told]

    def _order(self) -> list[int]:
        return [self.standings.players.index(one.player) for one in self.standings.standings]

    def _cross(self, seat: int) -> Table:
        shown = Table(title=self._title(seat))
        shown.add_column("player", overflow="fold")
        for heading in self._heads()[1:]:
            shown.add_column(heading, justify="right", overflow="fold")
        for line in self._lines(seat):
            shown.add_row(*line)
        return shown

    def _title(self, seat: int) -> str:
        return f"points of the row as {self.standings.seats[seat]} against the column"

    def _heads(self) -> list[str]:
        """Places, as names are long and columns many."""
        return ["player", *(str(place) for place in range(1, len(self._order()) + 1))]

    def _lines(self, seat: int) -> list[tuple[str, ...]]:
        order = self._order()
        return [
            (
                f"{place}. {self.standings.players[one]}",
                *("" if np.isnan(points) else f"{points:.3f}" for points in self.by_seat[seat, one, order]),
            )
            for place, one in enumerate(order, 1)
        ]

    def page(self, folder: Path) -> str:
        """HTML.  folder: in which it is to lie."""
        crosses = [
            f"<h2>{self._title(seat).capitalize()}</h2>{table(self._heads(), self._lines(seat))}"
            for seat in range(len(self.by_seat))
        ]
        failures = table(["failures"], [(told,) for told in self.failures]) if self.failures else ""
        conduct = f"<h2>Conduct</h2>{table(CONDUCT, [one.cells for one in self.conduct])}{failures}"
        return page(self.standings, [*crosses, conduct, self._links(folder)])

    def _links(self, folder: Path) -> str:
        """The games that are kept, latest first."""
        if not self.kept:
            return ""
        head = "".join(f"<th>{escape(cell)}</th>" for cell in ("game", *self.standings.seats))
        rows = "".join(
            f'<tr><td><a href="{escape(quote(relpath(one.file, folder)))}">{one.number}</a></td>'
            + "".join(f"<td>{escape(seat)}</td>" for seat in one.seats)
            + "</tr>"
            for one in reversed(self.kept)
        )
        return (
            f"<h2>Replays</h2><p>Each is a record, which <code>aw-env replay FILE</code> tells.</p>"
            f"<table><tr>{head}</tr>{rows}</table>"
        )


CONDUCT = ["player", "seconds a game", "games lost by failing"]


def report(tournament: Tournament, ladder: Ladder, replays: Replays | None = None) -> Report:
    """Of the games that are over.  replays: those that are kept."""
    standings, found = standings_of(ladder), results(ladder)
    number = {name: entry for entry, name in enumerate(standings.players)}
    places = [
        replace(one, rating=found.ratings[number[one.player]], within=found.within[number[one.player]])
        for one in standings.standings
    ]
    title = f"{standings.title}, {tournament.format}"
    standings = replace(standings, title=title, standings=tuple(sorted(places, key=lambda one: -one.rating)))
    kept = () if replays is None else kept_of(ladder, replays)
    return Report(standings, conduct_of(ladder), _by_seat(ladder), kept)


def kept_of(ladder: Ladder, replays: Replays) -> tuple[Kept, ...]:
    """The games that can be replayed, in their order."""
    played, names = {game.number: game for game in ladder.played()}, ladder.players
    failed = {(remark.game, remark.seat) for remark in ladder.remarks() if remark.failure is not None}

    def seats(number: int) -> tuple[str, ...]:
        game = played[number]
        told = zip(game.players, game.points, strict=True)
        return tuple(
            f"{names[player]}: {points:g}{' (failed)' if (number, seat) in failed else ''}"
            for seat, (player, points) in enumerate(told)
        )

    return tuple(Kept(number, replays.file(number), seats(number)) for number in replays.numbers() if number in played)


def conduct_of(ladder: Ladder) -> tuple[Conduct, ...]:
    """Of each entry."""
    played = {game.number: game.players for game in ladder.played()}
    seconds, games = np.zeros(len(ladder.players)), Counter[int]()
    failures = [Counter[str]() for _ in ladder.players]
    for players in played.values():
        games.update(players)
    for remark in ladder.remarks():
        player = played[remark.game][remark.seat]
        seconds[player] += remark.seconds
        if remark.failure is not None:
            failures[player][remark.failure] += 1
    return tuple(
        Conduct(name, games[entry], float(seconds[entry]), failures[entry]) for entry, name in enumerate(ladder.players)
    )


def _by_seat(ladder: Ladder) -> np.ndarray:
    entries, seats = len(ladder.players), len(ladder.rules.seats)
    total, count = np.zeros((2, seats, entries, entries))
    for game in ladder.played():
        for seat, player in enumerate(game.players):
            for rival in {*game.players} - {player}:
                total[seat, player, rival] += game.points[seat]
                count[seat, player, rival] += 1
    with np.errstate(invalid="ignore"):
        return total / count
