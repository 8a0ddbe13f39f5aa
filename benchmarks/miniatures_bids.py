"""Bids for the pairs of house fleets of Naval Miniatures: the points before turn 1, for the Allies or (below 0) the
Axis, with which the officers of both sides win about equally often.

    python -m benchmarks.miniatures_bids             # every pair: without a bid, the bid, and with it

A pair's scenario file holds its bid.
"""

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from rich.console import Console
from rich.table import Table
from tqdm import tqdm

import aw_agents
from aw_agents.arena.match import play_match
from aw_env.core.config.folder import configs_folder
from aw_env.core.streams import replace_unknown_letters
from aw_env.games.naval_miniatures.game import ruleset
from aw_env.games.naval_miniatures.printed.load import shipped
from aw_env.games.naval_miniatures.records.terms import NOBODY


def points_with(text: str, bid: int, games: int, seed: int, player: str) -> float:
    """What the Allies score, of 1, in battles between two of the same player, with a bid in place of the file's."""
    lines = [line for line in text.splitlines() if not line.startswith("bid = ")]
    with TemporaryDirectory() as folder:
        file = Path(folder) / "pair.toml"
        file.write_text("\n".join([f"bid = {bid}", *lines]), "utf-8")
        players = [aw_agents.load(player, "naval_miniatures") for _ in range(2)]
        return float(np.mean(play_match(ruleset(file), players, games, seed).results + 1) / 2)


def fair_bid(text: str, most: int, games: int, seed: int, player: str) -> int:
    """The bid with which the Allies come nearest to a half, by halving what is left between two bids; what they score
    grows with it."""
    least, most = -most, most
    while most - least > 1:
        middle = (least + most) // 2
        if points_with(text, middle, games, seed, player) < 0.5:
            least = middle
        else:
            most = middle
    return min((least, most), key=lambda bid: abs(points_with(text, bid, games, seed, player) - 0.5))


def escorted(pair: str) -> bool:
    """Whether a pair fights for a convoy, which no points decide (CV.6)."""
    return bool(ruleset(pair).scenario.books["escort"][0] != NOBODY)


def main() -> None:
    """Print a line for each pair."""
    replace_unknown_letters()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs", nargs="*", help="the pairs to measure (all but convoys)")
    parser.add_argument("--games", type=int, default=500, help="battles for each bid tried (500)")
    parser.add_argument("--final-games", type=int, default=2_000, help="battles for the printed figures (2000)")
    parser.add_argument("--player", default="scripted", help="who plays both sides (scripted)")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    pairs = given.pairs or [pair for pair in sorted(shipped().pairs) if not escorted(pair)]
    table = Table("pair", "Allies score without a bid", "bid of the Allies", "Allies score with it")
    for pair in tqdm(pairs, unit="pair"):
        text = (configs_folder() / "naval_miniatures" / "scenarios" / f"{pair}.toml").read_text("utf-8")
        most = int(ruleset(pair).scenario.books["win_at"][0])
        bid = fair_bid(text, most, given.games, given.seed, given.player)
        scores = [points_with(text, b, given.final_games, given.seed + 1, given.player) for b in (0, bid)]
        table.add_row(pair, f"{scores[0]:.3f}", f"{bid:+d}", f"{scores[1]:.3f}")
    Console().print(table)


if __name__ == "__main__":
    main()
