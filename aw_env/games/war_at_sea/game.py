"""War at Sea as the faces of `core` want it: a `Ruleset` of each scenario."""

from aw_env.core.printed.scenarios import Scenario
from aw_env.core.ruleset import Rulesets, turns_of
from aw_env.games.war_at_sea.printed import load
from aw_env.games.war_at_sea.records.terms import Side
from aw_env.naval.terms import DIE

NAME = "war_at_sea_v0"
EVENT_ROWS = 512
"""Events that a buffer holds between two decisions."""
POINT_REWARD_A_TURN = 0.1
"""With `reward="victory_points"`: ten points in each turn of the game weigh as much as winning it."""


def point_reward(scenario: Scenario) -> float:
    """That of a point of control."""
    return POINT_REWARD_A_TURN / turns_of(scenario)


ruleset = Rulesets(NAME, __name__.rpartition(".")[0], load.scenario, Side, EVENT_ROWS, DIE, point_reward)
"""The rules of a scenario."""
