"""What each optional rule does to the balance: campaigns of the staff officer against itself, with it and without.

    python -m benchmarks.option_balance                          # every rule that can be played, 4,000 campaigns each
    python -m benchmarks.option_balance --games 500 --rules argus pocket_pride
    python -m benchmarks.option_balance --draw                   # draw the results so far, without playing

Each rule's result is added to a CSV file as it comes, replacing an earlier one of the same rule, and the picture shows
all results in the file.  Needs the `train` extra (matplotlib).
"""

import argparse
import csv
import io
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from tqdm import tqdm

from aw_env.core.saves import write_file
from aw_env.core.streams import replace_unknown_letters
from aw_env.games.admirals_war.printed.load import shipped
from aw_env.games.admirals_war.records.terms import OptionalRule, Theatre
from benchmarks.campaign_statistics import ROOT, Wars, fight

NORMAL = 1.96
"""Standard errors to either side of a 95 % interval."""
BATCH = 500
"""Campaigns that are played at a time."""
MEASURES = ("points", "atlantic", "pacific")
"""What a rule may change, as `Effect` has it."""


@dataclass(frozen=True)
class Effect:
    """What a rule changes for the Allies, each as (difference, half of its 95 % interval): points a game (win 1, draw
    ½), and the lead on each track at the end."""

    rule: str
    points: tuple[float, float]
    atlantic: tuple[float, float]
    pacific: tuple[float, float]


def samples(wars: Wars) -> np.ndarray:
    """Float `(3, games)`: points of the Allies, their lead in the Atlantic, their lead in the Pacific."""
    last = wars.leads[:, -1]
    return np.stack([(wars.results + 1) / 2, last[:, Theatre.ATLANTIC], last[:, Theatre.PACIFIC]])


def played(rules: tuple[str, ...], games: int, seed: int, bar: tqdm) -> np.ndarray:
    """The samples of so many campaigns with these optional rules."""
    parts = []
    for first in range(0, games, BATCH):
        count = min(BATCH, games - first)
        parts.append(samples(fight(count, seed + first, options=rules)))
        bar.update(count)
    return np.concatenate(parts, axis=1)


def effect(rule: str, with_it: np.ndarray, without: np.ndarray) -> Effect:
    """The difference of the means, and how sure it is: the two sets of games are independent."""
    difference = with_it.mean(axis=1) - without.mean(axis=1)
    error = np.sqrt(with_it.var(axis=1) / with_it.shape[1] + without.var(axis=1) / without.shape[1])
    return Effect(rule, *((float(d), float(NORMAL * e)) for d, e in zip(difference, error, strict=True)))


def row(found: Effect) -> str:
    """A line of the table."""
    printed = shipped().charts.options[found.rule]
    said = f"{printed.advantage}, {printed.extent}" if printed.extent else printed.advantage
    numbers = [f"{d:+.3f} ± {e:.3f}" for d, e in (found.points,)]
    numbers += [f"{d:+.2f} ± {e:.2f}" for d, e in (found.atlantic, found.pacific)]
    return f"| `{found.rule}` (§{printed.rule}) | {said} | {' | '.join(numbers)} |"


def kept(path: Path) -> dict[str, Effect]:
    """What the file holds, by rule; nothing where there is no file."""
    if not path.exists():
        return {}
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    pairs = {row["rule"]: [(float(row[name]), float(row[f"{name}_within"])) for name in MEASURES] for row in rows}
    return {rule: Effect(rule, *pairs[rule]) for rule in sorted(pairs, key=list(shipped().charts.options).index)}


def keep(path: Path, found: Effect) -> None:
    """Add a result to the file, or put it in place of an earlier one."""
    effects = kept(path) | {found.rule: found}
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["rule", *(column for name in MEASURES for column in (name, f"{name}_within"))])
    for one in effects.values():
        table.writerow([one.rule, *(f"{number:.4f}" for name in MEASURES for number in getattr(one, name))])
    write_file(path, text.getvalue())


HEAD = """| Rule | The rulebook's word | Points of the Allies | Atlantic lead | Pacific lead |
| --- | --- | --- | --- | --- |"""


def draw(effects: list[Effect], path: Path) -> None:
    """A line for each rule and measure, with its interval."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, 3, figsize=(13, 1.5 + 0.3 * len(effects)), sharey=True)
    titles = ("points of the Allies a game", "their lead in the Atlantic", "their lead in the Pacific")
    heights = np.arange(len(effects))[::-1]
    for axis, title, measure in zip(axes, titles, MEASURES, strict=True):
        values = np.array([getattr(one, measure) for one in effects])
        axis.errorbar(values[:, 0], heights, xerr=values[:, 1], fmt="o", color="tab:blue", capsize=3)
        axis.axvline(0, color="black", linewidth=0.8)
        axis.set_title(f"change of {title}", fontsize=10)
        axis.grid(alpha=0.3)
    axes[0].set_yticks(heights, [one.rule for one in effects])
    figure.tight_layout()
    figure.savefig(path, dpi=110)
    pyplot.close(figure)


def measure(rules: list[str], games: int, seed: int, results: Path) -> None:
    """Play, and keep each result."""
    with tqdm(total=games * (1 + len(rules)), unit="campaign") as bar:
        without = played((), games, seed, bar)
        tqdm.write(f"without: points of the Allies, Atlantic and Pacific lead {np.round(without.mean(axis=1), 3)}")
        for number, rule in enumerate(rules, start=1):
            with_it = played((rule,), games, seed + number * 1_000_000, bar)
            found = effect(rule, with_it, without)
            keep(results, found)
            tqdm.write(row(found))


def main() -> None:
    """Play, print, draw."""
    replace_unknown_letters()
    playable = [rule.name.lower() for rule in OptionalRule]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=4000, help="campaigns with each rule, and without any")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--rules", nargs="+", choices=playable, default=playable, metavar="RULE")
    parser.add_argument("--results", type=Path, default=ROOT / "docs" / "option_balance.csv")
    parser.add_argument("--picture", type=Path, default=ROOT / "docs" / "option_balance.png")
    parser.add_argument("--draw", action="store_true", help="print and draw the results in the file, without playing")
    chosen = parser.parse_args()
    if not chosen.draw:
        measure(chosen.rules, chosen.games, chosen.seed, chosen.results)
    effects = list(kept(chosen.results).values())
    print("\n".join([HEAD, *map(row, effects)]))
    draw(effects, chosen.picture)
    print(f"drawn: {chosen.picture}")


if __name__ == "__main__":
    main()
