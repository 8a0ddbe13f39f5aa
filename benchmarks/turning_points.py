"""Do the turning points of an analysis hold when they are measured again?

    python -m benchmarks.turning_points --scenario midway --games 4

Analyses games of `tuned` against itself (`aw_env.table.analysis`) and measures each reported turning point again with
200 other seeds of the dice.  It holds if at least half of the difference is found again.
"""

import argparse

from tqdm import tqdm

from aw_env.core.faces.game import Game
from aw_env.core.players import load
from aw_env.games import FIRST, named, names
from aw_env.table import analysis
from benchmarks.luck_worth import play

DICE = 200
SECONDS = 60.0
"""For the analysis of a game."""


def main() -> None:
    """Measure, and say it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=names(), default=FIRST)
    parser.add_argument("--scenario")
    parser.add_argument("--games", type=int, default=4)
    given = parser.parse_args()
    playable, held, told = named(given.game), 0, 0
    rules, player = playable.ruleset(given.scenario or playable.scenario), load("tuned", playable.players)
    for seed in tqdm(range(given.games), unit="game"):
        game = Game(rules, seed)
        play(game, player)
        positions, measure = analysis.Positions(game), analysis.Measure(game)
        for turn in analysis.analysed(game, SECONDS).turns:
            fresh = range(10**7 + seed, 10**7 + seed + DICE)
            before, after = (measure.of(positions[turn.number + k], fresh).mean() for k in range(2))
            told += 1
            held += bool((after - before) / (turn.after - turn.before) >= 0.5)
    print(f"{rules.scenario.name}: of {told} turning points {held} hold")


if __name__ == "__main__":
    main()
