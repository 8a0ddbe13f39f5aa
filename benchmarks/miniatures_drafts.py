"""Which fleets a player of Naval Miniatures buys, how its usual fleet does against the house fleets, and how well the
best of many random fleets does against it.  That player plays both sides of every battle.

    python -m benchmarks.miniatures_drafts scripted
"""

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.table import Table
from tqdm import tqdm

import aw_agents
from aw_agents.arena.match import play_match, played_out
from aw_env.core.streams import replace_unknown_letters
from aw_env.games.naval_miniatures.game import ruleset
from aw_env.games.naval_miniatures.records.terms import CARDS, FLEET, UNITS, Side

Fleet = tuple[str, ...]
"""Ids of cards, in order."""
ROUNDS = ((400, 40), (40, 200), (6, 1_000))
"""Of so many fleets at most, with so many battles each, the next round tries the best again."""


def fleets_of(player: str, scenario: str, games: int, seed: int) -> list[tuple[Fleet, Fleet]]:
    """The fleets of both sides in battles of a scenario that the player fights with itself."""
    rules = ruleset(scenario)
    match = played_out(rules, [loaded(player), loaded(player)], games, seed)
    ids = [card.id for card in rules.scenario.names.units[UNITS:]]
    sides = [match.games["card"][:, side * FLEET : (side + 1) * FLEET] for side in Side]
    named = [[tuple(sorted(ids[card] for card in fleet if 0 <= card < CARDS)) for fleet in side] for side in sides]
    return list(zip(*named, strict=True))


def loaded(player: str) -> object:
    return aw_agents.load(player, "naval_miniatures")


def points(player: str, side: Side, fleet: Fleet, other: Fleet, games: int, seed: int) -> float:
    """What a fleet of a side scores, of 1, in battles against one of the other side."""
    allies, axis = (fleet, other) if side == Side.ALLIES else (other, fleet)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "fleets.toml"
        file.write_text(f"fleets = {{ allies = {list(allies)!r}, axis = {list(axis)!r} }}\n".replace("'", '"'), "utf-8")
        rules = ruleset(file)
        results = play_match(rules, [loaded(player), loaded(player)], games, seed).results
    return float((rules.sign(side) * results.mean() + 1) / 2)


def best_against(player: str, side: Side, fleet: Fleet, tried: Sequence[Fleet], seed: int) -> tuple[Fleet, float]:
    """Of the fleets that are tried the one that does best against a fleet of the side, and what it scores in battles
    that were not among those by which it was found."""
    left = list(tried)
    for number, (count, games) in enumerate(ROUNDS):
        scores = {
            other: points(player, side, fleet, other, games, seed + number)
            for other in tqdm(left[:count], desc=f"round {number + 1}", leave=False)
        }
        left = sorted(scores, key=lambda other: scores[other])
    return left[0], 1 - points(player, side, fleet, left[0], ROUNDS[-1][1], seed + len(ROUNDS))


def told(fleet: Fleet) -> str:
    """A fleet in a line."""
    return ", ".join(f"{count} {card}" if count > 1 else card for card, count in Counter(fleet).items())


def main() -> None:
    """Print the tables."""
    replace_unknown_letters()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("player")
    parser.add_argument("--games", type=int, default=200, help="battles to draft (200)")
    parser.add_argument("--battles", type=int, default=500, help="battles against each house fleet (500)")
    parser.add_argument("--fleets", type=int, default=ROUNDS[0][0], help="random fleets tried against it (400)")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    console = Console()
    drafted = fleets_of(given.player, "standard", given.games, given.seed)
    drawn = fleets_of("scripted", "random", given.fleets, given.seed)
    house = sorted({pair for pair in fleets_of("scripted", "house", 400, given.seed)})
    for side in Side:
        bought = Counter(pair[side] for pair in drafted)
        fleet, times = bought.most_common(1)[0]
        console.print(f"{side.name.lower()}: {len(bought)} fleets in {given.games} drafts; {times} times {told(fleet)}")
        table = Table("house fleet of the other side", "the bought fleet scores against it")
        for other in tqdm(sorted({pair[1 - side] for pair in house})):
            score = points(given.player, side, fleet, other, given.battles, given.seed)
            table.add_row(told(other), f"{score:.3f}")
        console.print(table)
        other, score = best_against(given.player, side, fleet, [pair[1 - side] for pair in drawn], given.seed)
        console.print(f"of {len(drawn)} random fleets the best against it scores {score:.3f}: {told(other)}")


if __name__ == "__main__":
    main()
