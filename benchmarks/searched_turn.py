"""What searching one turn is worth, `tuned` playing before it and after it, by games that are played out.

    python -m benchmarks.searched_turn --scenario pacific --side allies --turn 5 --positions 20

From each of some positions at the beginning of the turn, met in games of `tuned` against itself, the war is played out
many times by `tuned`; then one side searches its decisions of the turn, and from where that leads the war is played out
as often.  The gain is in points a game (win 1, draw ½): it owes nothing to the value that the search goes by, and is
measured far sooner than by whole games.
"""

import argparse
import time

import numpy as np

from aw_agents.admirals_war.officer.officer import decide_all
from aw_agents.admirals_war.rollouts import play_to_a_search
from aw_agents.admirals_war.tuned import TunedPlayer
from aw_agents.rollouts import NO_ACTION
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
ORDERS = ["patrol_order", "air_order", "amphibious_order", "raid_order"]


class Experiment:
    """One side of one scenario, at one turn."""

    def __init__(self, rules: Ruleset, side: int, turn: int, search: SearchPlayer, playouts: int) -> None:
        self.rules, self.side, self.turn, self.search, self.playouts = rules, side, turn, search, playouts
        self.books, self.tuned = rules.scenario.books, TunedPlayer()
        self.doctrines = self.tuned.doctrines_in(self.books)
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
        answer = play_to_a_search(self.books, game, 0, NO_ACTION, self.both, mask, EVERY_KIND, self.doctrines)
        while answer != NO_ACTION and game["turn"][0] == self.turn:
            own = game["seat"][0] % 2 == self.side
            if own and self.search.kinds >> int(game["decision"][0]) & 1:
                answer = self.search.choose(self.books, game, mask, answer, luck)
            answer = play_to_a_search(self.books, game, 0, answer, self.both, mask, EVERY_KIND, self.doctrines)
        return game[0]


def main() -> None:
    """Measure, and print the gain."""
    parser = argparse.ArgumentParser(description="What searching one turn is worth.")
    parser.add_argument("--scenario", default="pacific")
    parser.add_argument("--side", choices=("allies", "axis"), default="allies")
    parser.add_argument("--turn", type=int, default=5)
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--playouts", type=int, default=32)
    parser.add_argument("--rollouts", type=int, default=16)
    parser.add_argument("--candidates", type=int, default=4)
    parser.add_argument("--searched", nargs="*", default=ORDERS, help="kinds of decisions")
    parser.add_argument("--seed", type=int, default=9_001)
    given = parser.parse_args()
    settings = SearchSettings(
        rollouts=given.rollouts, proposer="tuned", policy="tuned", candidates=given.candidates, searched=given.searched
    )
    side = ("allies", "axis").index(given.side)
    experiment = Experiment(ruleset(given.scenario), side, given.turn, SearchPlayer(settings), given.playouts)
    plain, gains, spent = [], [], 0.0
    for number, position in enumerate(experiment.positions(given.positions, given.seed)):
        seed = given.seed + 100_000 * (number + 1)
        plain.append(experiment.worth(position, seed))
        started = time.process_time()
        after = experiment.searched(position, seed + 50_000)
        spent += time.process_time() - started
        gains.append(experiment.worth(after, seed + 60_000) - plain[-1])
    error = NORMAL * np.std(gains, ddof=1) / np.sqrt(len(gains))
    print(
        f"{given.scenario}, {given.side}, turn {given.turn}, {len(gains)} positions: {np.mean(plain):.3f} "
        f"-> {np.mean(plain) + np.mean(gains):.3f}, gain {np.mean(gains):+.3f} ± {error:.3f}, "
        f"{spent / len(gains):.1f} s of search a position"
    )


if __name__ == "__main__":
    main()
