"""Learn what luck is worth in rollouts, so that searches can subtract it.

    python -m aw_agents.training.luck SCENARIO --decisions 300
    python -m aw_agents.training.luck SCENARIO --game GAME

Rolls out decisions from games of `tuned` against itself many times, as searches do, and fits the results, by least
squares within each decision, to what the dice gave each side.  Keeps the weights where searches find them
(`learned.luck`), and shows how much less the rollouts of one half of the decisions spread with the weights learned from
the other half.
"""

import argparse

import numpy as np
from tqdm import tqdm

from aw_agents.learnable import learnable
from aw_agents.learned import luck
from aw_agents.search.player import Search
from aw_agents.search.race import fresh_seeds
from aw_agents.search.searchable import searchable
from aw_agents.search.settings import SearchSettings
from aw_env.core.faces.game import Game
from aw_env.core.players import load
from aw_env.core.ruleset import Ruleset
from aw_env.games import FIRST, named, names, playing

SEED = 41
"""Of the games."""
LEAST, LEAST_WORTH = 2.0, 1e-4
"""Standard errors that a worth must have, and what it must be, or it counts nothing."""
SHARE = 0.1
"""Of the decisions that a search would compare answers to."""


def rollouts_of(search: Search, rules: Ruleset, decisions: int, each: int) -> tuple[np.ndarray, np.ndarray]:
    """Values, `(decisions, each)`, for the first side, and luck, `(decisions, each, sums, 2)`, of rollouts of the
    officer's answers."""
    officer, rng = load("tuned", playing(rules.name).players), np.random.default_rng(SEED)
    current, values, lucks = Game(rules, SEED), [], []
    with tqdm(total=decisions, unit="decision") as bar:
        while bar.n < decisions:
            if current.over:
                current = Game(rules, SEED + 1 + bar.n)
            view = current.view(current.seat)
            seen = {"observation": current.observe(current.seat), "action_mask": current.action_mask}
            answer = int(officer.act(view, seen, current.info_for(current.seat)))
            if search.kinds >> view.decision & 1 and rng.random() < SHARE:
                actions, games = np.full(each, answer), view.record.reshape(1)
                value, given = search.with_luck(rules.scenario.books, games, actions, fresh_seeds(each, rng))
                values.append(value * rules.sign(current.seat))
                lucks.append(given)
                bar.update()
            current.apply(answer)
    return np.array(values), np.array(lucks)


def fitted(values: np.ndarray, lucks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """What luck is worth, `(sums, 2)`, from the differences within each decision, and its standard errors."""
    decisions, each = values.shape
    signed = lucks * np.array([1.0, -1.0])
    known = (signed - signed.mean(1, keepdims=True)).reshape(decisions * each, -1)
    wanted = (values - values.mean(1, keepdims=True)).ravel()
    inverse = np.linalg.pinv(known.T @ known)
    found = inverse @ known.T @ wanted
    left = wanted - known @ found
    errors = np.sqrt(left @ left / (decisions * (each - 1)) * np.maximum(np.diag(inverse), 0))
    return found.reshape(lucks.shape[2:]), errors.reshape(lucks.shape[2:])


def spread(values: np.ndarray) -> float:
    """The standard deviation of rollouts of one decision."""
    return float(np.sqrt(values.var(1, ddof=1).mean()))


def main(arguments: list[str] | None = None) -> None:
    """Measure a war, keep what luck is worth in it, and say what that is good for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenario")
    parser.add_argument("--game", choices=names(), default=FIRST)
    parser.add_argument("--decisions", type=int, default=300)
    parser.add_argument("--rollouts", type=int, default=64, help="rollouts of each decision")
    given = parser.parse_args(arguments)
    rules = named(given.game).ruleset(given.scenario)
    counted, war = (
        luck.sums(rules.name, searchable(rules.name).occasions),
        learnable(rules.name).war_of(rules.scenario.books),
    )
    values, lucks = rollouts_of(Search(SearchSettings(), rules.name), rules, given.decisions, given.rollouts)
    half = given.decisions // 2
    taught = luck.worth_of(lucks[half:].reshape(-1, *lucks.shape[2:]), fitted(values[:half], lucks[:half])[0], 0)
    before, after = spread(values[half:]), spread(values[half:] - taught.reshape(values[half:].shape))
    worth, errors = fitted(values, lucks)
    kept = [row for row in luck.rows(rules.name) if row[0] != war]
    for k, what in enumerate(counted):
        for side in range(2):
            print(f"{what}, side {side}: {worth[k, side]:.4f} ± {errors[k, side]:.4f}")
            if abs(worth[k, side]) > max(LEAST * errors[k, side], LEAST_WORTH):
                kept.append([war, what, str(side), f"{worth[k, side]:.5f}"])
    luck.keep(rules.name, kept)
    print(f"{war}: standard deviation of a rollout {before:.3f}, {after:.3f} with luck off")


if __name__ == "__main__":
    main()
