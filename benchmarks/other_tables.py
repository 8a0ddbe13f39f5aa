"""How an agent does at tables for which it was not trained: four players, and optional rules.

    python -m benchmarks.other_tables campaign --games 100        # with another, two seats against two officers
    python -m benchmarks.other_tables campaign --sets 50 --games 4

Shows the agent's points a game (win 1, draw ½) against `scripted`, and beside them those of `scripted` in its place
with the same seeds.  --sets draws that many sets of optional rules, the first with as many rules as may be played
together; the games of all sets are counted together.
"""

import argparse
from collections.abc import Iterator

import numpy as np

from aw_agents.arena.match import Score, play_match
from aw_agents.training.results import Line, line
from aw_env.core.players import load
from aw_env.core.ruleset import Ruleset
from aw_env.core.streams import replace_unknown_letters
from aw_env.games.admirals_war.game import ruleset
from tests.option_sets import is_legal, option_sets, playable

OFFICER = "scripted"


def largest_set(scenario: str) -> tuple[str, ...]:
    """As many optional rules as may be played together, taken in their order until none can be added."""
    chosen: set[str] = set()
    while added := next((id for id in playable(scenario) if id not in chosen and is_legal(chosen | {id})), None):
        chosen.add(added)
    return tuple(id for id in playable(scenario) if id in chosen)


def tables(scenario: str, sets: int) -> Iterator[Ruleset]:
    """The rules of the tables that are measured: one of four players, or those of the sets of optional rules."""
    if not sets:
        yield ruleset(scenario, players=4)
        return
    drawn = [chosen for chosen in option_sets(scenario) if len(chosen) > 1]
    for chosen in [largest_set(scenario), *drawn[: sets - 1]]:
        yield ruleset(scenario, options=chosen)


def of_side(rules: Ruleset, name: str, side: int, games: int, seed: int) -> Score:
    """Games of `name` at all seats of a side against officers, from its side."""
    players = [load(name if of == side else OFFICER) for of in rules.sides]
    return play_match(rules, players, games, seed).of_seat(side)


def together(scores: list[Score]) -> Score:
    """All these games as those of one match."""
    return Score(*(np.concatenate(arrays) for arrays in zip(*(vars(score).values() for score in scores), strict=True)))


def shown(entry: Line) -> str:
    """A line in words."""
    points = f"{entry.points:.3f} [{entry.low:.3f}, {entry.high:.3f}]"
    return f"{entry.agent:>10} as {entry.side:<7} {entry.won} / {entry.drawn} / {entry.lost}   {points}"


def main() -> None:
    """Play, and print the table."""
    replace_unknown_letters()
    parser = argparse.ArgumentParser(description="How an agent does at tables for which it was not trained.")
    parser.add_argument("agent", help="name of the agent, or the folder of its run")
    parser.add_argument("--scenario", default="campaign")
    parser.add_argument("--sets", type=int, default=0, help="sets of optional rules (none: a table of four players)")
    parser.add_argument("--games", type=int, default=50, help="games for each side and table (50)")
    parser.add_argument("--seed", type=int, default=8_001)
    given = parser.parse_args()
    scores: dict[tuple[str, int], list[Score]] = {
        (name, side): [] for name in (given.agent, OFFICER) for side in (0, 1)
    }
    for number, rules in enumerate(tables(given.scenario, given.sets)):
        for (name, side), played in scores.items():
            played.append(of_side(rules, name, side, given.games, given.seed + number))
        if given.sets and number == 0:
            told = [f"{name} {np.mean([played[0].points for (of, _), played in scores.items() if of == name]):.3f}"
                    for name in (given.agent, OFFICER)]  # fmt: skip
            print(f"with {len(rules.options)} rules in play, {2 * given.games} games: {', '.join(told)}")
    for (name, side), played in scores.items():
        print(shown(line(("Allies", "Axis")[side], name, OFFICER, together(played))))
    for name in (given.agent, OFFICER):
        of_both = together([score for side in (0, 1) for score in scores[name, side]])
        print(shown(line("both", name, OFFICER, of_both)))


if __name__ == "__main__":
    main()
