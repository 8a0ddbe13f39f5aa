"""Whole wars of a search against a player that does not search: points, intervals and the cost of a decision.

    python -m benchmarks.searched_war configs/search/campaign.toml tuned --scenario campaign --wars 100   # a side
    python -m benchmarks.searched_war configs/search/pacific.toml tuned --rollouts 32         # in place of the file's
    python -m benchmarks.searched_war --show                         # show the results so far, without playing

Each war is a line of a CSV file, with the sides in turn; wars already in the file are not played again.  The wars with
the same number start with the same dice for both sides.
"""

import argparse
import time
from collections import defaultdict
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import aw_agents
from aw_agents.arena.match import play_match
from aw_agents.search.player import player_of
from aw_agents.search.searchable import searchable
from aw_agents.search.settings import settings_of_file
from aw_env.core.streams import replace_unknown_letters
from aw_env.core.strengths import wilson
from aw_env.games import FIRST, listed, named, rulesets_of
from benchmarks.campaign_statistics import ROOT
from benchmarks.lines import go_on, whole_lines

SIDES = ("allies", "axis")


class War(NamedTuple):
    """One war to be fought: who is at all seats of a side, with how many rollouts (0: as many as the player says), who
    at those of the other, and the seed of the dice."""

    game: str
    scenario: str
    seats: int
    player: str
    rollouts: int
    rival: str
    side: str
    seed: int


class Line(NamedTuple):
    """What became of it: won 1, drawn 0 or lost -1 by the player, its final lead, the decisions of both, and the
    seconds of processor time that the war took."""

    game: str
    scenario: str
    seats: int
    player: str
    rollouts: int
    rival: str
    side: str
    seed: int
    result: int
    margin: int
    decisions: int
    seconds: float

    @property
    def war(self) -> War:
        """Which."""
        return War(*self[:8])


@cache
def loaded(player: str, game: str, rollouts: int = 0) -> Any:
    """A player, once in each process.  rollouts: in place of those of its file of settings."""
    if not rollouts:
        return aw_agents.load(player, named(game).players)
    rulesets = rulesets_of(game)
    settings = settings_of_file(Path(player), searchable(rulesets))
    return player_of(settings.model_copy(update={"rollouts": rollouts, "milliseconds": None}), rulesets)


def fought(war: War) -> Line:
    """The line of a war."""
    own = SIDES.index(war.side)
    rules = named(war.game).ruleset(war.scenario, players=war.seats)
    searching = loaded(war.player, war.game, war.rollouts)
    players = [searching if side == own else loaded(war.rival, war.game) for side in rules.sides]
    started = time.process_time()
    score = play_match(rules, players, 1, war.seed).of_seat(own)
    seconds = time.process_time() - started
    return Line(*war, int(score.results[0]), int(score.margins[0]), int(score.decisions[0]), round(seconds, 3))


def lines_of(path: Path) -> list[Line]:
    """What the file holds."""
    kinds = Line.__annotations__.values()
    return [Line(*(kind(value) for kind, value in zip(kinds, line, strict=True))) for line in whole_lines(path)]


def told(lines: list[Line], title: str) -> str:
    """What so many wars say, on a line of a table."""
    points = float(np.mean([(1 + line.result) / 2 for line in lines]))
    low, high = wilson(points, len(lines))
    seconds = np.mean([line.seconds for line in lines])
    decisions = np.mean([line.decisions for line in lines])
    return f"| {title} | {len(lines)} | {points:.3f} [{low:.3f}, {high:.3f}] | {seconds:.1f} | {decisions:.0f} |"


def table(lines: list[Line]) -> str:
    """A line for each player, rival and scenario, and one for each side of it."""
    by_match: dict[tuple[Any, ...], list[Line]] = defaultdict(list)
    for line in lines:
        by_match[line[:6]].append(line)
    rows = ["| | wars | points | seconds a war | decisions of both |", "| --- | --- | --- | --- | --- |"]
    for (_, scenario, seats, player, rollouts, rival), of_match in by_match.items():
        war = scenario if seats == len(SIDES) else f"{scenario} of {seats} seats"
        searching = f"`{player}` with {rollouts} rollouts" if rollouts else f"`{player}`"
        rows.append(told(of_match, f"{war}, {searching} against `{rival}`"))
        rows += [told(own, side) for side in SIDES if (own := [line for line in of_match if line.side == side])]
    return "\n".join(rows)


def fight(wars: list[War], processes: int, path: Path) -> None:
    """Add to the file those of the wars that it does not hold."""
    go_on(path, Line._fields, wars, {line.war for line in lines_of(path)}, fought, processes, "war")


def main() -> None:
    """Fight the wars, and print the points."""
    replace_unknown_letters()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("player", nargs="?", help="who searches: a name, a folder or a file of settings")
    parser.add_argument("rival", nargs="?", help="its opponent, given in the same way")
    parser.add_argument("--game", default=FIRST, help=f"which game: {listed()}")
    parser.add_argument("--scenario", default="pacific")
    parser.add_argument("--rollouts", type=int, default=0, help="rollouts, in place of those of the player's file")
    parser.add_argument("--seats", type=int, default=2, choices=(2, 4), help="(2); each player has all seats of a side")
    parser.add_argument("--side", choices=SIDES, nargs="*", default=SIDES, help="side of the player (both in turn)")
    parser.add_argument("--wars", type=int, default=100, help="wars from each side (100)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--results", type=Path, default=ROOT / "docs" / "searched_wars.csv")
    parser.add_argument("--show", action="store_true", help="show the results in the file, without playing")
    given = parser.parse_args()
    if not given.show:
        if given.rival is None:
            parser.error("name a player and its rival, or --show")
        numbered = product(range(given.seed, given.seed + given.wars), given.side)
        match = (given.game, given.scenario, given.seats, given.player, given.rollouts, given.rival)
        wars = [War(*match, side, seed) for seed, side in numbered]
        fight(wars, given.processes, given.results)
    print(table(lines_of(given.results)))


if __name__ == "__main__":
    main()
