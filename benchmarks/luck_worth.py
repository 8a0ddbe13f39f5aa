"""What luck is worth: points of margin for each hit, each point of damage, ... more than expected.

    python -m benchmarks.luck_worth --games 400
    python -m benchmarks.luck_worth --game war_at_sea --scenarios barents --games 1000

Plays games of `tuned` against itself and fits the final margin, by least squares, to what the dice gave each side.
A value below twice its standard error or below a hundredth of a point counts as zero.  The table shows how much of the
margin's variance luck explains.  The values are kept in `configs/GAME/luck.csv`, for tables (`aw_env.table.luck`).
"""

import argparse
import csv
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table
from tqdm import tqdm

import aw_agents
from aw_env.core import saves
from aw_env.core.config.folder import configs_folder
from aw_env.core.engine.ledger import seed_of_game
from aw_env.core.faces.game import Game
from aw_env.games import FIRST, named, names
from aw_env.table.luck import luck_of

COLUMNS = ("scenario", "what", "points")
SEED = 37
"""Of the games."""
LEAST = 0.01
"""Points that count."""


def play(game: Game, player: Any) -> None:
    """Play a game to its end, `player` at both seats."""
    while not game.ended:
        seen = {"observation": game.observe(game.seat), "action_mask": game.action_mask}
        game.apply(player.act(game.view(game.seat), seen, game.info()))


def fitted(name: str, scenario: str, games: int) -> tuple[dict[str, tuple[float, float]], float]:
    """What each kind of luck is worth in a scenario and its standard error, and what part of the margin's variance all
    of it explains."""
    rules, player = named(name).ruleset(scenario), aw_agents.load("tuned", named(name).players)
    margins, found = [], []
    for number in tqdm(range(games), desc=scenario, leave=False):
        game = Game(rules, seed_of_game(SEED, number))
        play(game, player)
        luck = luck_of(game)
        assert luck is not None, "the game was played from its seed"
        margins.append(game.margin)
        found.append(luck.more)
    kinds = [*dict.fromkeys(what for more in found for _, what in more)]
    leads = np.array([[more[0, what] - more[1, what] for what in kinds] for more in found])
    known = np.column_stack([leads, np.ones(games)])
    weights, *_ = np.linalg.lstsq(known, np.array(margins), rcond=None)
    left = np.array(margins) - known @ weights
    errors = np.sqrt(left @ left / (games - len(weights)) * np.diag(np.linalg.pinv(known.T @ known)))
    worth = {what: (float(weights[k]), float(errors[k])) for k, what in enumerate(kinds)}
    return worth, float(1 - np.var(left) / np.var(margins))


def main() -> None:
    """Fit, write and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=names(), default=FIRST)
    parser.add_argument("--scenarios", nargs="+", help="scenarios of the game; default: all")
    parser.add_argument("--games", type=int, default=400, help="games of each scenario")
    given = parser.parse_args()
    scenarios = given.scenarios or [one.name for one in named(given.game).scenarios()]
    file = configs_folder() / given.game / "luck.csv"
    kept = []
    if file.exists():
        with file.open(encoding="utf-8", newline="") as lines:
            kept = [line for line in csv.DictReader(lines) if line["scenario"] not in scenarios]
    shown = Table(*COLUMNS, "of the variance")
    for scenario in scenarios:
        worth, explained = fitted(given.game, scenario, given.games)
        for what, (points, error) in worth.items():
            if abs(points) > max(2 * error, LEAST):
                kept.append({"scenario": scenario, "what": what, "points": f"{points:.3f}"})
            shown.add_row(scenario, what, f"{points:.3f} ± {error:.3f}", f"{explained:.2f}")
    lines = [",".join(COLUMNS), *(",".join(line[column] for column in COLUMNS) for line in kept)]
    saves.write_file(file, "\n".join(lines) + "\n")
    Console().print(shown)


if __name__ == "__main__":
    main()
