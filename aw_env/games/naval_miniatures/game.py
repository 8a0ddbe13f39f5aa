"""Naval Miniatures as the faces of `core` want it: a `Ruleset` of each scenario."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from aw_env.core.arguments import check_scenario, found_again
from aw_env.core.ruleset import Ruleset, made
from aw_env.games.naval_miniatures.printed import load
from aw_env.games.naval_miniatures.records.terms import NOBODY, Side
from aw_env.naval.dice import DIE

NAME = "naval_miniatures_v0"
SEATS = tuple(side.name.lower() for side in Side)
"""Names of the agents, in the order of their seats."""
EVENT_ROWS = 512
"""Events that a buffer holds between two decisions."""
CONVOY_REWARD = 0.3
"""With `reward="victory_points"`: for a convoy ship off the map or sunk; as many points as win are worth 1."""


def ruleset(scenario: str | Path, options: Sequence[str] = ()) -> Ruleset:
    """The rules of a scenario, by its name or the path of its file.  options: such as "historical" and "year=1942".
    Raises ConfigError (a ValueError)."""
    check_scenario(scenario, options)
    return made(_rules, scenario, tuple(options))


def _rules(name_or_path: str | Path, options: tuple[str, ...]) -> Ruleset:
    scenario = load.scenario(name_or_path, options)
    book = scenario.books[0]
    return Ruleset(
        name=NAME,
        package=__name__.rpartition(".")[0],
        scenario=scenario,
        seats=SEATS,
        sides=tuple(Side),
        options=tuple(scenario.file.in_play),
        point_reward=1 / int(book["win_at"]) if book["escort"] == NOBODY else CONVOY_REWARD,
        event_rows=EVENT_ROWS,
        die=DIE,
        made_by=partial(ruleset, found_again(name_or_path), options),
    )
