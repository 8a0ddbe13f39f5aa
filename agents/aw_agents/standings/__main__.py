"""Play the missing games between the shipped players, and keep their results.

    python -m aw_agents.standings --games 200
    python -m aw_agents.standings --game GAME --scenarios SCENARIO --games 100 --players NAME

Each pair plays `--games` games from either seat, starting with the same dice for both.  In each scenario the players
are those that it has results of, or in a new scenario the officers, `random` and the agents trained for it.  `--anew`
first forgets the results of the players that it names, for example after one of them has changed.  If the command is
stopped or killed, every finished pair is kept; run it again to continue.
"""

import argparse
import time
from itertools import permutations
from pathlib import Path
from typing import Any

from tqdm import tqdm

from aw_agents.arena.match import play_match
from aw_agents.learned import shipped
from aw_agents.standings import kept
from aw_agents.standings.kept import FOLDER, Pace, Result
from aw_env.core.players import load, player_names
from aw_env.core.ruleset import Ruleset
from aw_env.games import named, names

OFFICERS = ("random", "scripted", "tuned")
SEED = 2023
"""Of all matches."""
TIMED = 1.0
"""Seconds of processor time after which the pace of a player is known."""


def players_of(game: str, scenario: str, folder: Path) -> list[str]:
    """Those who have been measured in a scenario, or who are to be."""
    played = [one for one in kept.results(folder) if (one.game, one.scenario) == (game, scenario)]
    if played:
        return sorted({one.first for one in played} | {one.second for one in played})
    known = player_names(named(game).players)
    learned = [name for name in shipped.NAMES if name in known and shipped.shipped(name).trained_for == scenario]
    return [name for name in OFFICERS if name in known] + learned


def forget(game: str, scenario: str, player: str, folder: Path) -> None:
    """All that is known of a player in a scenario."""
    rows = [
        one for one in kept.results(folder) if not (_is_of(one, game, scenario) and player in (one.first, one.second))
    ]
    times = [one for one in kept.paces(folder) if not (_is_of(one, game, scenario) and player == one.player)]
    kept.keep(rows, Result, folder)
    kept.keep(times, Pace, folder)


def _is_of(row: Result | Pace, game: str, scenario: str) -> bool:
    return (row.game, row.scenario) == (game, scenario)


def play(game: str, scenario: str, players: list[str], games: int, folder: Path) -> None:
    """The games of a scenario that are missing, and the times of its players."""
    known = {one[:4]: one for one in kept.results(folder)}
    missing = [
        pair for pair in permutations(players, 2)
        if (game, scenario, *pair) not in known or known[game, scenario, *pair].games < games
    ]  # fmt: skip
    timed = {one[:3] for one in kept.paces(folder)}
    untimed = [player for player in players if (game, scenario, player) not in timed]
    if not missing and not untimed:
        return
    rules, loaded = named(game).ruleset(scenario), {name: load(name, named(game).players) for name in players}
    for first, second in tqdm(missing, desc=scenario, unit="match", leave=False):
        result = result_of(game, rules, (first, second), (loaded[first], loaded[second]), games)
        rest = [one for one in kept.results(folder) if one[:4] != result[:4]]
        kept.keep([*rest, result], Result, folder)
    for player in untimed:
        pace = Pace(game, scenario, player, round(pace_of(rules, loaded[player]), 1))
        kept.keep([*kept.paces(folder), pace], Pace, folder)


def result_of(game: str, rules: Ruleset, called: tuple[str, str], players: tuple[Any, Any], games: int) -> Result:
    """A match."""
    score = play_match(rules, list(players), games, SEED)
    won, drawn, lost = ((score.results == result).sum() for result in (1, 0, -1))
    return Result(game, rules.scenario.name, *called, int(won), int(drawn), int(lost))


def pace_of(rules: Ruleset, player: Any) -> float:
    """Microseconds of processor time a decision in games of a player with itself."""
    play_match(rules, [player, player], 1, SEED)  # what is compiled first does not count
    begun, decisions, seed = time.process_time(), 0, SEED
    while time.process_time() - begun < TIMED:
        seed += 1
        decisions += int(play_match(rules, [player, player], 4, seed).decisions.sum())
    return (time.process_time() - begun) / decisions * 1e6


def main(arguments: list[str] | None = None) -> None:
    """What the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=names(), help="default: all")
    parser.add_argument("--scenarios", nargs="+", help="scenarios of the game; default: all")
    parser.add_argument("--games", type=int, default=200, help="games of each pair, from either seat")
    parser.add_argument("--players", nargs="+", default=[], help="players to measure in addition")
    parser.add_argument("--anew", nargs="+", default=[], help="players whose results to forget first")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="folder of the tables; default: the package's")
    given = parser.parse_args(arguments)
    for game in [given.game] if given.game else names():
        for scenario in given.scenarios or [one.name for one in named(game).scenarios()]:
            for player in given.anew:
                forget(game, scenario, player, given.folder)
            players = dict.fromkeys([*players_of(game, scenario, given.folder), *given.players, *given.anew])
            play(game, scenario, list(players), given.games, given.folder)


if __name__ == "__main__":
    main()
