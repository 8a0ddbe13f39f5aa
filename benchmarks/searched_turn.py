"""What searching one turn is worth, `tuned` playing before it and after it, by games that are played out.

    python -m benchmarks.searched_turn --scenario pacific --positions 400
    python -m benchmarks.searched_turn --scenario pacific --side allies --turns 5 7 --positions 40 --value lead

From each of some positions at the beginning of a turn, met in games of `tuned` against itself, the war is played out
many times by `tuned`; then one side searches its decisions of the turn, and from where that leads the war is played out
as often.  The gain is in points a game (win 1, draw ½): it owes nothing to the value that the search goes by, and is
measured far sooner than by whole games.
"""

import argparse
import time
from collections import defaultdict
from itertools import product

import numpy as np

from aw_agents.admirals_war.officer.officer import decide_all
from aw_agents.admirals_war.rollouts import play_to_a_search
from aw_agents.admirals_war.tuned import TunedPlayer
from aw_agents.rollouts import NO_ACTION, OFFICERS, OfficersMind
from aw_agents.search.player import SearchPlayer
from aw_agents.search.settings import SearchSettings
from aw_env.admirals_war.game import ruleset
from aw_env.admirals_war.records.terms import ACTIONS
from aw_env.core.engine.compiling import records
from aw_env.core.engine.ledger import reseed
from aw_env.core.faces.batch import VecEnv
from aw_env.core.rules import Ruleset

EVERY_KIND = (1 << 62) - 1
"""All kinds of decisions, as a set."""
NORMAL = 1.96
SIDES = ("allies", "axis")


class Experiment:
    """One side of one scenario, at one turn."""

    def __init__(self, rules: Ruleset, side: int, turn: int, search: SearchPlayer, playouts: int) -> None:
        self.rules, self.side, self.turn, self.search, self.playouts = rules, side, turn, search, playouts
        self.books, self.tuned = rules.scenario.books, TunedPlayer()
        self.doctrines = self.tuned.doctrines_in(self.books)
        self.mind = OfficersMind(OFFICERS, self.doctrines)
        self.both = np.ones((1, len(rules.seats)), np.int8)

    def positions(self, count: int, seed: int) -> np.ndarray:
        """Records at the beginning of the turn, one of each of so many games."""
        games, found = (
            VecEnv(self.rules, count, seed, num_threads=1),
            records(self.rules.scenario.templates.dtype, count),
        )
        missing, answers = np.ones(count, bool), np.zeros(count, np.int64)
        while missing.any():
            there = missing & (games.games["turn"] >= self.turn)
            found[there] = games.unguarded[0][there]
            missing &= ~there
            decide_all(self.books, *games.unguarded, answers, self.doctrines)
            games.step(answers)
        games.close()
        if (found["turn"] != self.turn).any():
            raise SystemExit(f"{self.rules.scenario.name} begins after turn {self.turn}")
        return found

    def worth(self, position: np.ndarray, seed: int) -> float:
        """Points a game of the side, `tuned` playing on for both."""
        copies = records(position.dtype, self.playouts)
        copies[:] = position
        for number in range(self.playouts):
            reseed(copies, number, seed + number)
        self.tuned.play(self.books, copies, 0, self.playouts, np.repeat(self.both, self.playouts, 0))
        sign = 1 - 2 * self.side
        return float((1 + sign * copies["result"].astype(float)).mean() / 2)

    def searched(self, position: np.ndarray, seed: int) -> np.ndarray:
        """The position at the end of the turn, when the side has searched it."""
        game, mask = records(position.dtype, 1), np.zeros(ACTIONS, np.int8)
        game[0] = position
        reseed(game, 0, seed)
        luck = np.random.default_rng(seed)
        answer = play_to_a_search(self.books, game, 0, NO_ACTION, self.both, mask, EVERY_KIND, self.mind)
        while answer != NO_ACTION and game["turn"][0] == self.turn:
            own = game["seat"][0] % 2 == self.side
            if own and self.search.kinds >> int(game["decision"][0]) & 1:
                answer = self.search.choose(self.books, game, mask, answer, luck)
            answer = play_to_a_search(self.books, game, 0, answer, self.both, mask, EVERY_KIND, self.mind)
        return game[0]


def gain_and_error(gains: list[float]) -> str:
    """Their mean, and half of its 95 % interval."""
    return f"{np.mean(gains):+.3f} ± {NORMAL * np.std(gains, ddof=1) / np.sqrt(len(gains)):.3f}"


def main() -> None:
    """Measure, and print the gain."""
    parser = argparse.ArgumentParser(description="What searching one turn is worth.")
    parser.add_argument("--scenario", default="pacific")
    parser.add_argument("--side", choices=SIDES, nargs="*", default=SIDES, help="who searches (both in turn)")
    parser.add_argument("--turns", type=int, nargs="*", default=[*range(2, 11)], help="(2 to 10)")
    parser.add_argument("--positions", type=int, default=400, help="of all sides and turns together")
    parser.add_argument("--playouts", type=int, default=16)
    parser.add_argument("--rollouts", type=int, default=16)
    parser.add_argument("--candidates", type=int, default=4)
    parser.add_argument("--horizon", type=int, default=1, help="turns to the end of a rollout")
    parser.add_argument("--value", default="shipped", help="as in the settings of a search")
    parser.add_argument("--ranker", default="", help="as in the settings of a search")
    parser.add_argument("--searched", nargs="*", help="kinds of decisions (those of the game)")
    parser.add_argument("--seed", type=int, default=9_001)
    given = parser.parse_args()
    settings = SearchSettings(
        rollouts=given.rollouts, candidates=given.candidates, turns=given.horizon, value=given.value,
        ranker=given.ranker, searched=given.searched,
    )  # fmt: skip
    cases = [*product(given.turns, given.side)]
    each = max(2, given.positions // len(cases))
    rules, search = ruleset(given.scenario), SearchPlayer(settings)
    plain: list[float] = []
    gains: dict[tuple[int, str], list[float]] = defaultdict(list)
    spent = 0.0
    for number, (turn, side) in enumerate(cases):
        experiment = Experiment(rules, SIDES.index(side), turn, search, given.playouts)
        for k, position in enumerate(experiment.positions(each, given.seed + number)):
            seed = given.seed + 100_000 * (number * each + k + 1)
            plain.append(experiment.worth(position, seed))
            started = time.process_time()
            after = experiment.searched(position, seed + 50_000)
            spent += time.process_time() - started
            gains[turn, side].append(experiment.worth(after, seed + 60_000) - plain[-1])
        print(f"turn {turn}, {side}: gain {gain_and_error(gains[turn, side])}", flush=True)
    for side in given.side:
        print(f"{side}: gain {gain_and_error([gain for case in cases if case[1] == side for gain in gains[case]])}")
    every = [gain for case in cases for gain in gains[case]]
    print(
        f"{given.scenario}, {len(every)} positions: {np.mean(plain):.3f} -> {np.mean(plain) + np.mean(every):.3f}, "
        f"gain {gain_and_error(every)}, {spent / len(every):.1f} s of search a position"
    )


if __name__ == "__main__":
    main()
