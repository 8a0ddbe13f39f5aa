"""War at Sea as the faces of `core` want it: a `Ruleset` of each scenario."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from aw_env.core.arguments import check_scenario, found_again
from aw_env.core.ruleset import Ruleset, made, turns_of
from aw_env.games.war_at_sea.printed import load
from aw_env.games.war_at_sea.records.terms import Side
from aw_env.naval.dice import DIE

NAME = "war_at_sea_v0"
SEATS = tuple(side.name.lower() for side in Side)
"""Names of the agents, in the order of their seats."""
EVENT_ROWS = 512
"""Events that a buffer holds between two decisions."""
POINT_REWARD_A_TURN = 0.1
"""With `reward="victory_points"`: ten points in each turn of the game weigh as much as winning it."""


def ruleset(scenario: str | Path, options: Sequence[str] = ()) -> Ruleset:
    """The rules of a scenario, by its name or the path of its file.  Raises ConfigError (a ValueError)."""
    check_scenario(scenario, options)
    return made(_rules, scenario, tuple(options))


def _rules(name_or_path: str | Path, options: tuple[str, ...]) -> Ruleset:
    scenario = load.scenario(name_or_path, options)
    return Ruleset(
        name=NAME,
        package=__name__.rpartition(".")[0],
        scenario=scenario,
        seats=SEATS,
        sides=tuple(Side),
        options=tuple(scenario.file.in_play),
        point_reward=POINT_REWARD_A_TURN / turns_of(scenario),
        event_rows=EVENT_ROWS,
        die=DIE,
        made_by=partial(ruleset, found_again(name_or_path), options),
    )
