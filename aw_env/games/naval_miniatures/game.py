"""Naval Miniatures as the faces of `core` want it: a `Ruleset` of each scenario."""

from aw_env.core.printed.scenarios import Scenario
from aw_env.core.ruleset import Rulesets
from aw_env.games.naval_miniatures.printed import load
from aw_env.games.naval_miniatures.records.terms import NOBODY, Side
from aw_env.naval.dice import DIE

NAME = "naval_miniatures_v0"
EVENT_ROWS = 512
"""Events that a buffer holds between two decisions."""
CONVOY_REWARD = 0.3
"""With `reward="victory_points"`: for a convoy ship off the map or sunk; as many points as win are worth 1."""


def point_reward(scenario: Scenario) -> float:
    """That of a point, or in the convoy scenario of a convoy ship."""
    book = scenario.books[0]
    return 1 / int(book["win_at"]) if book["escort"] == NOBODY else CONVOY_REWARD


ruleset = Rulesets(NAME, __name__.rpartition(".")[0], load.scenario, Side, EVENT_ROWS, DIE, point_reward)
"""The rules of a scenario.  options: such as "historical" and "year=1942"."""
