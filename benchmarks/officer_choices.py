"""What the staff officer's answers to some decisions are worth: the officer against a copy that answers them at random.

    python -m benchmarks.officer_choices german_carriers --decisions scrapping building
    python -m benchmarks.officer_choices submarine_targeting --decisions submarine_attempt --games 2000

Plays campaigns with optional rules, half of them with each side answering at random, and shows the officer's points a
game (win 1, draw ½) against the copy, with a 95 % interval.
"""

import argparse

import numpy as np
from tqdm import tqdm

from aw_agents.admirals_war.officer.doctrine import STANDING
from aw_agents.admirals_war.officer.officer import decide_all
from aw_agents.arena.match import Match
from aw_env.core.engine.ledger import PASS, SKIP, WRITE
from aw_env.core.streams import replace_unknown_letters
from aw_env.core.strengths import wilson
from aw_env.games.admirals_war.game import ruleset
from aw_env.games.admirals_war.records.terms import Decision, Side

BATCH = 500
"""Campaigns that are played at a time."""


def points(options: tuple[str, ...], decisions: set[int], careless: Side, games: int, seed: int) -> float:
    """Points of the officer in so many campaigns against a side that answers these decisions at random."""
    match = Match(ruleset("campaign", 2, options), [], games, seed, "summary")
    chance, actions, kinds = np.random.default_rng(seed), np.zeros(games, np.int64), np.array(sorted(decisions))
    books = match.rules.scenario.books
    match.advance(np.full(games, PASS), WRITE)
    while match.running.any():
        decide_all(books, match.games, match.masks, actions, STANDING)
        at_random = match.running & np.isin(match.games["decision"], kinds) & (match.games["seat"] == careless)
        for game in np.flatnonzero(at_random):
            actions[game] = chance.choice(np.flatnonzero(match.masks[game]))
        match.advance(np.where(match.running, actions, SKIP), 0)
    results = match.games["result"] if careless == Side.AXIS else -match.games["result"]
    return float(((results + 1) / 2).sum())


def main() -> None:
    """Play and print."""
    replace_unknown_letters()
    known = [decision.name.lower() for decision in Decision if decision != Decision.NONE]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("options", nargs="+", help="optional rules in play")
    parser.add_argument("--decisions", nargs="+", choices=known, metavar="DECISION", required=True)
    parser.add_argument("--games", type=int, default=2000, help="campaigns from each side")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    decisions = {int(Decision[name.upper()]) for name in chosen.decisions}
    total = 0.0
    with tqdm(total=2 * chosen.games, unit="campaign") as bar:
        for careless in Side:
            for first in range(0, chosen.games, BATCH):
                count = min(BATCH, chosen.games - first)
                total += points(tuple(chosen.options), decisions, careless, count, chosen.seed + first)
                bar.update(count)
    share = total / (2 * chosen.games)
    low, high = wilson(share, 2 * chosen.games)
    print(f"{' '.join(chosen.options)}: {' '.join(chosen.decisions)}: {share:.3f} [{low:.3f}, {high:.3f}]")


if __name__ == "__main__":
    main()
