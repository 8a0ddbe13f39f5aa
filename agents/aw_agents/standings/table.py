"""The standings as people read them: at the terminal, and as a page."""

from dataclasses import dataclass

from rich.table import Table

from aw_agents.ladder.standings import Standing, Standings
from aw_agents.standings import kept
from aw_env.games import named, names

HEAD = """# Standings

How strong the shipped players are, from games between each two of them from either seat (`aw-env standings`). Ratings
are on the scale of Elo: 400 points for odds of ten to one, the mean of a scenario's players 0. *As* is the mean of the
points from that seat against all others, a draw one half. The time is processor time a decision on a shared machine,
that of the rules included. *Best response* is what a copy of the player scored against it that was trained against it
alone ([how](training_results.md#best-responses)); none has been trained where nothing stands.
"""


@dataclass(frozen=True)
class Row:
    """A player in a scenario; None is what has not been measured."""

    standing: Standing
    microseconds: float | None
    response: kept.Response | None

    def cells(self, seats: tuple[str, ...]) -> list[str]:
        """In the order of `headings`."""
        one, answer = self.standing, self.response
        return [
            one.player,
            f"{one.rating:+.0f} ± {one.within:.0f}",
            *(f"{one.points[seat]:.3f}" for seat in seats),
            "" if self.microseconds is None else _shown(self.microseconds),
            "" if answer is None else f"{answer.points:.3f} [{answer.low:.3f}, {answer.high:.3f}], {answer.trained}",
        ]


@dataclass(frozen=True)
class Shown:
    """The standings of a scenario; prints itself with rich."""

    title: str
    seats: tuple[str, ...]
    rows: tuple[Row, ...]

    @property
    def headings(self) -> list[str]:
        """Of the columns."""
        return ["player", "rating [95%]", *(f"as {seat}" for seat in self.seats), "time", "best response [95%]"]

    def __rich__(self) -> Table:
        shown = Table(title=self.title)
        for heading in self.headings:
            shown.add_column(heading, justify="left" if heading == "player" else "right", overflow="fold")
        for row in self.rows:
            shown.add_row(*row.cells(self.seats))
        return shown

    @property
    def markdown(self) -> str:
        """The same for a page."""
        lines = [self.headings, ["---"] * len(self.headings), *(row.cells(self.seats) for row in self.rows)]
        return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def shown(game: str, scenario: str) -> Shown:
    """The standings of a scenario.  Raises ValueError where nobody has been measured."""
    found: Standings = kept.standings(game, scenario)
    times = {one.player: one.microseconds for one in kept.paces() if (one.game, one.scenario) == (game, scenario)}
    answers = {one.player: one for one in kept.responses() if (one.game, one.scenario) == (game, scenario)}
    rows = [Row(one, times.get(one.player), answers.get(one.player)) for one in found.standings]
    return Shown(found.title, found.seats, tuple(rows))


def page() -> str:
    """All of them, in Markdown."""
    parts = [HEAD]
    for game in names():
        parts += [f"## {named(game).title}", *(_part(shown(game, scenario)) for scenario in kept.scenarios(game))]
    return "\n\n".join(part.strip() for part in parts) + "\n"


def _part(told: Shown) -> str:
    return f"### {told.title}\n\n{told.markdown}"


def _shown(microseconds: float) -> str:
    return f"{microseconds:.1f} µs" if microseconds < 1000 else f"{microseconds / 1000:.1f} ms"
