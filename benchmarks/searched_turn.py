"""What searching one turn is worth, measured by playing out games in which an officer plays all other turns.

    python -m benchmarks.searched_turn --scenario pacific --positions 400      # resumes where it stopped
    python -m benchmarks.searched_turn --scenario pacific --side allies --turns 5 7 --positions 40 --value lead
    python -m benchmarks.searched_turn --show                                  # show results, without playing

Takes positions at the beginning of a turn from games of `tuned` (or `scripted`) against itself, and lets that officer
play out the war many times from each.  Then one side searches its decisions of the turn, and the officer plays out the
war as often from the result.  The gain is in points a game (win 1, draw ½) and in victory points of the final lead.  It
does not depend on the value that the search uses, and takes far less time to measure than whole games do.

Each position has a line in a CSV file.  Turns and sides alternate, so that the measurement is balanced whenever it is
stopped.  The positions of a turn follow from the seed, and are the same for every search.
"""

import argparse
import time
from collections import defaultdict
from collections.abc import Iterable
from functools import cache, partial
from itertools import product
from pathlib import Path
from typing import NamedTuple

import numpy as np

from aw_agents.admirals_war.officer.officer import decide_all
from aw_agents.admirals_war.play import ScriptedPlayer
from aw_agents.admirals_war.rollouts import play_to_a_search
from aw_agents.admirals_war.tuned import TunedPlayer
from aw_agents.rollouts import NO_ACTION, officers_mind
from aw_agents.search.player import SearchPlayer
from aw_agents.search.settings import SearchSettings
from aw_env.core.engine.compiling import records
from aw_env.core.engine.ledger import reseed
from aw_env.core.faces.batch import VecEnv
from aw_env.core.streams import replace_unknown_letters
from aw_env.games.admirals_war.game import ruleset
from aw_env.games.admirals_war.records.terms import ACTIONS
from benchmarks.campaign_statistics import ROOT
from benchmarks.lines import go_on, whole_lines

EVERY_KIND = (1 << 62) - 1
"""All kinds of decisions, as a set."""
NORMAL = 1.96
OFFICERS = {"tuned": TunedPlayer, "scripted": ScriptedPlayer}
SIDES = ("allies", "axis")
TURNS = range(1, 11)


class Place(NamedTuple):
    """One position of a scenario, and who searches there."""

    scenario: str
    turn: int
    side: str
    number: int


class Line(NamedTuple):
    """What was measured of a position: of the side that searches, points a game and the final lead, before its search
    and after it; and the seconds of processor time that the search took."""

    scenario: str
    turn: int
    side: str
    number: int
    search: str
    points: float
    points_after: float
    lead: float
    lead_after: float
    seconds: float

    @property
    def place(self) -> Place:
        """Where."""
        return Place(*self[:4])


class Experiment:
    """A search in the war of a scenario, which the officer that proposes its answers plays before it and after it."""

    def __init__(self, scenario: str, settings: SearchSettings, playouts: int, seed: int) -> None:
        self.rules, self.search, self.playouts, self.seed = ruleset(scenario), SearchPlayer(settings), playouts, seed
        self.books, self.officer = self.rules.scenario.books, OFFICERS[settings.proposer]()
        self.doctrines = self.officer.doctrines_in(self.books)
        self.mind = officers_mind(self.doctrines)
        self.both = np.ones((1, len(self.rules.seats)), np.int8)

    def line(self, place: Place) -> Line:
        """Measure a position."""
        side = SIDES.index(place.side)
        seed = self.seed + 1_000_000 * (place.number + 1) + 10_000 * place.turn + 5_000 * side
        position = self.position(place.turn, seed)
        before = self.worth(position, side, seed)
        started = time.process_time()
        after = self.worth(self.searched(position, side, seed + 2_000), side, seed + 3_000)
        seconds = time.process_time() - started
        values = (f"{value:.4f}" for value in (before[0], after[0], before[1], after[1], seconds))
        return Line(*place, self.search.name, *map(float, values))

    def position(self, turn: int, seed: int) -> np.ndarray:
        """The record at the beginning of the turn, of a game of the officer.  Raises SystemExit where there is no such
        turn."""
        games, answers = VecEnv(self.rules, 1, seed, num_threads=1), np.zeros(1, np.int64)
        while games.games["turn"][0] < turn:
            decide_all(self.books, *games.unguarded, answers, self.doctrines)
            games.step(answers)
        found = games.unguarded[0][0].copy()
        games.close()
        if found["turn"] != turn:
            raise SystemExit(f"{self.rules.scenario.name} begins after turn {turn}")
        return found

    def worth(self, position: np.ndarray, side: int, seed: int) -> tuple[float, float]:
        """Points a game of the side and its final lead, the officer playing on for both."""
        copies = records(position.dtype, self.playouts)
        copies[:] = position
        for number in range(self.playouts):
            reseed(copies, number, seed + number)
        self.officer.play(self.books, copies, 0, self.playouts, np.repeat(self.both, self.playouts, 0))
        sign = 1 - 2 * side
        lead = copies["victory_points"].sum(1, dtype=float) + self.books["handicap"][0].sum()
        return float((1 + sign * copies["result"].astype(float)).mean() / 2), float(sign * lead.mean())

    def searched(self, position: np.ndarray, side: int, seed: int) -> np.ndarray:
        """The position at the end of the turn, when the side has searched it."""
        game, mask = records(position.dtype, 1), np.zeros(ACTIONS, np.int8)
        game[0] = position
        reseed(game, 0, seed)
        luck = np.random.default_rng(seed)
        answer = play_to_a_search(self.books, game, 0, NO_ACTION, self.both, mask, EVERY_KIND, self.mind)
        while answer != NO_ACTION and game["turn"][0] == position["turn"]:
            own = game["seat"][0] % 2 == side
            if own and self.search.kinds >> int(game["decision"][0]) & 1:
                answer = self.search.choose(self.books, game, mask, answer, luck)
            answer = play_to_a_search(self.books, game, 0, answer, self.both, mask, EVERY_KIND, self.mind)
        return game[0]


@cache
def experiment(scenario: str, settings: str, playouts: int, seed: int) -> Experiment:
    """One of a kind in each process.  settings: of the search, as JSON."""
    return Experiment(scenario, SearchSettings.model_validate_json(settings), playouts, seed)


def measured(place: Place, settings: str, playouts: int, seed: int) -> Line:
    """The line of a position."""
    return experiment(place.scenario, settings, playouts, seed).line(place)


def lines_of(path: Path) -> list[Line]:
    """What the file holds."""
    return [Line(row[0], int(row[1]), row[2], int(row[3]), row[4], *map(float, row[5:])) for row in whole_lines(path)]


def gain_and_error(gains: list[float]) -> str:
    """Their mean, and half of its 95 % interval."""
    return f"{np.mean(gains):+.3f} ± {NORMAL * np.std(gains, ddof=1) / np.sqrt(len(gains)):.3f}"


def told(lines: Iterable[Line], title: str) -> str:
    """What so many positions say, on a line of a table."""
    lines = list(lines)
    before, after = (np.mean([line[k] for line in lines]) for k in (5, 6))
    points = gain_and_error([line.points_after - line.points for line in lines])
    lead = gain_and_error([line.lead_after - line.lead for line in lines])
    seconds = np.mean([line.seconds for line in lines])
    return f"| {title} | {len(lines)} | {before:.3f}, {after:.3f} | {points} | {lead} | {seconds:.1f} |"


def table(lines: list[Line]) -> str:
    """A line for each scenario and search, and one for each side of it."""
    by_search: dict[tuple[str, str], list[Line]] = defaultdict(list)
    for line in lines:
        by_search[line.scenario, line.search].append(line)
    rows = [
        "| | positions | points before, after | gain in points | in the final lead | seconds of search |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for (scenario, search), of_search in by_search.items():
        rows.append(told(of_search, f"{scenario}, {search}"))
        rows += [
            told(own, f"{side}") for side in SIDES if len(own := [line for line in of_search if line.side == side]) > 1
        ]
    return "\n".join(rows)


def main() -> None:
    """Measure, and print the gain."""
    replace_unknown_letters()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenario", default="pacific")
    parser.add_argument("--side", choices=SIDES, nargs="*", default=SIDES, help="who searches (both in turn)")
    parser.add_argument("--turns", type=int, nargs="*", choices=TURNS, default=TURNS[1:], help="(2 to 10)")
    parser.add_argument("--positions", type=int, default=400, help="positions of all sides and turns together")
    parser.add_argument("--playouts", type=int, default=16)
    parser.add_argument("--rollouts", type=int, default=16)
    parser.add_argument("--candidates", type=int, default=4)
    parser.add_argument("--horizon", type=int, default=1, help="turns to the end of a rollout (1)")
    parser.add_argument("--value", default="shipped", help="as in the settings of a search")
    parser.add_argument("--officer", choices=OFFICERS, default="tuned", help="who plays everything else (tuned)")
    parser.add_argument("--ranker", default="", help="as in the settings of a search")
    parser.add_argument("--searched", nargs="*", help="kinds of decisions to search (the game's usual ones)")
    parser.add_argument("--name", default="", help="name of the search in the file (its settings)")
    parser.add_argument("--seed", type=int, default=9_001)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--results", type=Path, default=ROOT / "docs" / "searched_turns.csv")
    parser.add_argument("--show", action="store_true", help="show the results in the file, without playing")
    given = parser.parse_args()
    if not given.show:
        settings = SearchSettings(
            name=given.name or called(given), rollouts=given.rollouts, candidates=given.candidates, turns=given.horizon,
            value=given.value, proposer=given.officer, policy=given.officer, ranker=given.ranker,
            searched=given.searched,
        )  # fmt: skip
        cases = [*product(given.turns, given.side)]
        places = [
            Place(given.scenario, turn, side, number)
            for number in range(-(-given.positions // len(cases)))
            for turn, side in cases
        ]
        measure(places[: given.positions], settings, given.playouts, given.seed, given.processes, given.results)
    print(table(lines_of(given.results)))


def called(given: argparse.Namespace) -> str:
    """A search, by its settings."""
    words = [f"{given.rollouts} of {given.candidates}"]
    words += [f"ranked by {given.ranker}"] if given.ranker else []
    words += [f"{given.officer} playing"] if given.officer != "tuned" else []
    words += [f"{given.horizon} turns"] if given.horizon != 1 else []
    words += [f"by {given.value}"] if given.value != "shipped" else []
    return "; ".join(words + (given.searched or []))


def measure(
    places: list[Place], settings: SearchSettings, playouts: int, seed: int, processes: int, path: Path
) -> None:
    """Add to the file what it does not say yet of these positions."""
    said = {line.place for line in lines_of(path) if line.search == settings.called}
    line = partial(measured, settings=settings.model_dump_json(), playouts=playouts, seed=seed)
    go_on(path, Line._fields, places, said, line, processes, "position")


if __name__ == "__main__":
    main()
