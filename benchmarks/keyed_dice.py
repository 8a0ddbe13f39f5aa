"""How much of the noise in the difference of two answers is removed by giving their rollouts the same luck and by
subtracting luck?

    python -m benchmarks.keyed_dice --scenario campaign --decisions 40

Takes decisions of the kinds that a search compares from games of the staff officer against itself, and rolls out its
answer and one other to the end of the turn.  Shows the spread of their difference with common and with separate seeds,
with and without luck, and how many times fewer rollouts each needs.  `--save FILE.npz` keeps the means, and
`--compare FILE.npz` shows how far those of another version are from these, in standard errors (root mean square; about
1 if they differ only by chance).
"""

import argparse
from pathlib import Path

import numpy as np
from tqdm import tqdm

from aw_agents.learned import luck
from aw_agents.search.player import Search
from aw_agents.search.race import fresh_seeds
from aw_agents.search.settings import SearchSettings
from aw_env.core.faces.game import Game
from aw_env.core.players import load
from aw_env.games import FIRST, listed, named


def measured(game: str, scenario: str, decisions: int, rollouts: int, seed: int) -> dict[str, np.ndarray]:
    """Of each decision: `means` of the two answers, their `errors`, and the variance of the difference, with `common`
    seeds and with seeds `apart`, and of both with luck `off`, float `(decisions, 2)` and `(decisions,)`."""
    playable = named(game)
    rules = playable.ruleset(scenario)
    search = Search(SearchSettings(), rules.name)
    officer, rng = load("scripted", playable.players), np.random.default_rng(seed)
    told: dict[str, list] = {
        name: [] for name in ("means", "errors", "common", "apart", "common, luck off", "apart, luck off")
    }
    weights = search.luck_in(rules.scenario.books)
    current = Game(rules)
    current.reset(seed=seed)
    with tqdm(total=decisions, unit="decision") as bar:
        while bar.n < decisions:
            if current.over:
                current.reset(seed=seed + 1 + bar.n)
            view = current.view(current.seat)
            seen = {"observation": current.observe(current.seat), "action_mask": current.action_mask}
            answer = int(officer.act(view, seen, current.info_for(current.seat)))
            others = [other for other in current.legal_actions() if other != answer]
            if others and search.kinds >> view.decision & 1 and rng.random() < 0.05:
                answers = np.array([answer, rng.choice(others)])
                seeds = fresh_seeds(rollouts, rng)
                games = view.record.reshape(1)
                values, lucks = search.with_luck(
                    rules.scenario.books, games, answers.repeat(rollouts), np.tile(seeds, 2)
                )
                first, second = values.reshape(2, rollouts)
                told["means"].append([first.mean(), second.mean()])
                told["errors"].append([first.std() / rollouts**0.5, second.std() / rollouts**0.5])
                told["common"].append((first - second).var())
                told["apart"].append(first.var() + second.var())
                if weights is not None:
                    had = luck.worth_of(lucks, weights, rules.sides[current.seat])
                    first, second = (values - had).reshape(2, rollouts)
                    told["common, luck off"].append((first - second).var())
                    told["apart, luck off"].append(first.var() + second.var())
                bar.update()
            current.apply(answer)
    return {name: np.array(values) for name, values in told.items()}


def main() -> None:
    """Measure, and say it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default=FIRST, help=f"which game: {listed()}")
    parser.add_argument("--scenario")
    parser.add_argument("--decisions", type=int, default=40)
    parser.add_argument("--rollouts", type=int, default=200, help="rollouts of each answer")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--save", type=Path)
    parser.add_argument("--compare", type=Path)
    asked = parser.parse_args()
    scenario = asked.scenario or named(asked.game).scenario
    told = measured(asked.game, scenario, asked.decisions, asked.rollouts, asked.seed)
    apart = told["apart"].mean()
    for how in ("apart", "apart, luck off", "common", "common, luck off"):
        if told[how].size:
            left = told[how].mean()
            print(
                f"{scenario}, {how}: standard deviation of a difference {left**0.5:.3f}, {apart / left:.2f} times fewer"
            )
    if asked.save:
        np.savez(asked.save, means=told["means"], errors=told["errors"])
    if asked.compare:
        before = np.load(asked.compare)
        spread = np.hypot(before["errors"], told["errors"])
        away = ((before["means"] - told["means"]) / spread)[spread > 0]
        print(f"means are {np.sqrt((away**2).mean()):.2f} standard errors from those of {asked.compare}")


if __name__ == "__main__":
    main()
