"""How even War at Sea is between two staff officers, and which estimated data decide it.

    python -m benchmarks.war_at_sea_balance                  # 500 wars a line into docs/war_at_sea_balance.png

Needs the `train` extra (matplotlib).
"""

import argparse
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

import aw_agents
from aw_agents.arena.match import Score, play_match
from aw_env.core.ruleset import Ruleset
from aw_env.core.streams import replace_unknown_letters
from aw_env.core.strengths import wilson
from aw_env.games.war_at_sea.game import ruleset
from aw_env.games.war_at_sea.records.terms import Side

ROOT = Path(__file__).resolve().parent.parent
PUBLISHED_BID = (1.0, 2.5)
"""Points of control that players have bid for the Allies."""
OFFICERS = ("scripted", "tuned")


def changed(rules: Ruleset, change: Callable[[Any], None]) -> Ruleset:
    """The same rules with another book."""
    books = rules.scenario.books.copy()
    books.flags.writeable = True
    change(books[0])
    return replace(rules, scenario=replace(rules.scenario, books=books))  # type: ignore[type-var]


def boats(more: int) -> Callable[[Any], None]:
    """So many more U-boats on each of turns 5 to 8."""

    def change(book: Any) -> None:
        book["new_u_boats"][5:] += more

    return change


def north_sea(more: int) -> Callable[[Any], None]:
    """So many more points for the Axis in the North Sea."""

    def change(book: Any) -> None:
        book["points"][NORTH_SEA, Side.AXIS] += more

    return change


def no_late_convoys(book: Any) -> None:
    """The convoys of turns 6 and 7 do not come."""
    book["arrives_on"][LATE_CONVOYS] = NEVER


def shipyards(factor: int) -> Callable[[Any], None]:
    """The estimated shipyards of the Allies mend so many times as much."""

    def change(book: Any) -> None:
        book["repair_points"][YARDS] *= factor

    return change


NEVER = 99
NAMES = ruleset("war_at_sea").scenario.names
NORTH_SEA = NAMES.place_number("north_sea")
LATE_CONVOYS = [NAMES.unit_number("convoy_4d"), NAMES.unit_number("convoy_5e")]
YARDS = [NAMES.place_number(port) - NAMES.place_number("england") for port in ("usa", "malta", "russia")]
CHANGES: dict[str, Callable[[Any], None]] = {
    "as shipped": lambda book: None,
    "a U-boat fewer on turns 5-8": boats(-1),
    "a U-boat more on turns 5-8": boats(1),
    "North Sea worth 1 more to the Axis": north_sea(1),
    "North Sea worth 1 less to the Axis": north_sea(-1),
    "no convoys on turns 6 and 7": no_late_convoys,
    "no repairs in the USA, Malta, Russia": shipyards(0),
    "twice the repairs there": shipyards(2),
}


def main() -> None:
    """Play, print, draw."""
    replace_unknown_letters()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--picture", type=Path, default=ROOT / "docs" / "war_at_sea_balance.png")
    given = parser.parse_args()
    rules = ruleset("war_at_sea")
    random = aw_agents.load("random", "war_at_sea")
    for name in OFFICERS:
        officer = aw_agents.load(name, "war_at_sea")
        for seat, side in enumerate(rules.seats):
            players = [officer, random] if seat == 0 else [random, officer]
            score = play_match(rules, players, given.games, given.seed).of_seat(seat)
            print(f"{name} against random as {side}: {told(score)}")
    even = {name: between(rules, name, given.games, given.seed) for name in OFFICERS}
    for name, score in even.items():
        print(f"{name} against itself, as allies: {told(score)}")
    for words, change in CHANGES.items():
        print(f"tuned, {words}: {told(between(changed(rules, change), 'tuned', given.games, given.seed))}")
    draw(even, given.picture)
    print(f"drawn: {given.picture}")


def between(rules: Ruleset, name: str, games: int, seed: int) -> Score:
    """An officer against itself, from the side of the Allies."""
    return play_match(rules, [aw_agents.load(name, "war_at_sea") for _ in range(2)], games, seed)


def told(score: Score) -> str:
    """Points with their interval, and the margin, in words."""
    low, high = wilson(score.points, len(score.results))
    won, lost = (score.results > 0).sum(), (score.results < 0).sum()
    middle = np.median(score.margins)
    return f"{score.points:.3f} [{low:.3f}, {high:.3f}], {won} won {lost} lost, lead {middle:+.0f} (median)"


def draw(even: dict[str, Score], path: Path) -> None:
    """The leads of the Allies at the end, beside the published bid."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, len(even), figsize=(11, 3.6), sharey=True, squeeze=False)
    for axis, (name, score) in zip(axes[0], even.items(), strict=True):
        leads = score.margins
        bins = np.arange(3 * (leads.min() // 3), leads.max() + 4, 3) - 1.5
        parts = [leads[leads < 0], leads[leads == 0], leads[leads > 0]]
        axis.hist(parts, bins, stacked=True, color=["tab:red", "tab:gray", "tab:blue"])
        axis.axvspan(-PUBLISHED_BID[1], -PUBLISHED_BID[0], color="tab:green", alpha=0.6, label="what bids make up for")
        axis.set_title(f"{name} against itself: the Allies score {score.points:.2f}")
        axis.set_xlabel("lead of the Allies in points of control")
        axis.legend(fontsize=8)
    axes[0][0].set_ylabel("wars")
    figure.tight_layout()
    figure.savefig(path, dpi=110)
    pyplot.close(figure)


if __name__ == "__main__":
    main()
