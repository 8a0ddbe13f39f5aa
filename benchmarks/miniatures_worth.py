"""Which units of Naval Miniatures are worth their points: battles between random fleets, and a regression of the result
on the cards and on the numbers and abilities of the cards.

    python -m benchmarks.miniatures_worth                 # 100,000 battles, into docs/miniatures_worth.{csv,png}

Needs the `train` extra (matplotlib).  A card's value is the share of battles, in per cent, that one more of it wins for
its side, all else being equal.  Its worth is that value divided by what its points win when spent on any card.
"""

import argparse
import csv
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from tqdm import tqdm

import aw_agents
from aw_agents.arena.match import played_out
from aw_env.core.streams import replace_unknown_letters
from aw_env.games.naval_miniatures.game import ruleset
from aw_env.games.naval_miniatures.records.terms import CARDS, FLEET, UNITS, Effect

ROOT = Path(__file__).resolve().parent.parent
AT_A_TIME = 1_000
PER_CENT = 100
NORMAL = 1.96
"""Standard errors to either side of an interval of 95 %."""


def battles(games: int, seed: int, player: str) -> tuple[np.ndarray, np.ndarray]:
    """Fleets and results: int16 `(games, 2, CARDS)`, how many of each card the sides had; float64 `(games,)`, 1 where
    the Allies won, 0 where they lost, one half a draw."""
    rules = ruleset("random")
    fleets, results = [], []
    for part in tqdm(range(games // AT_A_TIME), desc="battles", unit="k"):
        players = [aw_agents.load(player, "naval_miniatures") for _ in range(2)]
        match = played_out(rules, players, AT_A_TIME, seed + part)
        fleets.append(cards_of(match.games["card"]))
        results.append((match.score.results + 1) / 2)
    return np.concatenate(fleets), np.concatenate(results)


def cards_of(units: np.ndarray) -> np.ndarray:
    """How many of each card the sides have, of the cards of their units."""
    counts = np.zeros((len(units), 2, CARDS), np.int16)
    for side in range(2):
        of_side = units[:, side * FLEET : (side + 1) * FLEET]
        for card in range(CARDS):
            counts[:, side, card] = (of_side == card).sum(1)
    return counts


def regressed(told: np.ndarray, results: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """What one more of each column adds to the result, in per cent, and its standard error.

    told: `(games, columns)`.
    """
    columns = np.column_stack([np.ones(len(told)), told])
    inverse = np.linalg.pinv(columns.T @ columns)
    found = inverse @ columns.T @ results
    spread = ((results - columns @ found) ** 2).sum() / (len(told) - columns.shape[1])
    return PER_CENT * found[1:], PER_CENT * np.sqrt(np.diag(inverse) * spread)[1:]


def worth_of_cards(fleets: np.ndarray, results: np.ndarray, cost: np.ndarray) -> list[dict[str, float]]:
    """For each card its value, the standard error, and its worth: 1 is a card worth its points."""
    own = fleets[:, 0].sum(0) > 0
    told = np.where(own, fleets[:, 0], -fleets[:, 1])
    value, error = regressed(told, results)
    points = (value * cost).sum() / (cost**2).sum()
    worth, bought = value / (points * cost), (told != 0).sum(0)
    return [{"value": value[k], "error": error[k], "worth": worth[k], "fleets": int(bought[k])} for k in range(CARDS)]


def worth_of_effects(fleets: np.ndarray, results: np.ndarray, books: np.ndarray) -> list[tuple[str, float, float]]:
    """What a unit with each effect adds beside the points that it costs: name, per cent of battles, standard error."""
    effects = [effect for effect in Effect if effect != Effect.NONE]
    of_cards = np.array([[int(books["effects"][0][k]) >> effect & 1 for effect in effects] for k in range(CARDS)])
    told = (fleets[:, 0].astype(int) - fleets[:, 1]) @ np.column_stack([books["cost"][0][:CARDS], of_cards])
    value, error = regressed(told, results)
    return [
        (effect.name.lower(), *pair)
        for effect, pair in zip(effects, zip(value[1:], error[1:], strict=True), strict=True)
    ]


def main() -> None:
    """Play, reckon, write."""
    replace_unknown_letters()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--player", default="scripted")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "miniatures_worth")
    given = parser.parse_args()
    scenario = ruleset("random").scenario
    names, cost = scenario.names.units[UNITS:], scenario.books["cost"][0][:CARDS].astype(float)
    fleets, results = battles(given.games, given.seed, given.player)
    print(f"{len(results)} battles, {given.player} against itself: the Allies win {results.mean():.3f}")
    cards = worth_of_cards(fleets, results, cost)
    with given.out.with_suffix(".csv").open("w", newline="", encoding="utf-8") as file:
        written = csv.writer(file, lineterminator="\n")
        written.writerow(["id", "name", "nation", "cost", "fleets", "value", "low", "high", "worth"])
        for name, points, told in zip(names, cost, cards, strict=True):
            margin = NORMAL * told["error"]
            numbers = [told["value"], told["value"] - margin, told["value"] + margin]
            row = [name.id, name.name, name.nation, int(points), told["fleets"]]
            written.writerow([*row, *(f"{number:.2f}" for number in [*numbers, told["worth"]])])
    for name, value, error in sorted(worth_of_effects(fleets, results, scenario.books), key=lambda told: -told[1]):
        print(f"{name:<16}{value:+6.2f} +- {NORMAL * error:.2f}")
    draw(names, cost, cards, given.out.with_suffix(".png"))


def draw(names: Sequence, cost: np.ndarray, cards: list[dict[str, float]], path: Path) -> None:
    """The cards in the order of their worth, with intervals."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    order = sorted(range(CARDS), key=lambda k: cards[k]["worth"])
    scale = [cards[k]["worth"] / cards[k]["value"] if cards[k]["value"] else 0 for k in order]
    figure, axis = pyplot.subplots(figsize=(8, 12))
    margins = [NORMAL * cards[k]["error"] * abs(factor) for k, factor in zip(order, scale, strict=True)]
    colours = ["tab:blue" if names[k].nation in ALLIED else "tab:red" for k in order]
    axis.barh(range(CARDS), [cards[k]["worth"] for k in order], xerr=margins, color=colours, ecolor="tab:gray")
    axis.set_yticks(range(CARDS), [f"{names[k].name} ({cost[k]:.0f})" for k in order], fontsize=7)
    axis.axvline(1, color="black", linewidth=0.8)
    axis.set_xlabel("worth for its points (1: as much as the points buy on average)")
    axis.margins(y=0.01)
    figure.tight_layout()
    figure.savefig(path, dpi=100)
    pyplot.close(figure)


ALLIED = ("united_states", "united_kingdom", "australia", "france")

if __name__ == "__main__":
    main()
