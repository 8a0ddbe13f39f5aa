"""Naval Miniatures as it is declared: its rules, its words and its scenarios."""

from aw_env.core.config.folder import configs_folder
from aw_env.core.playable import Measured
from aw_env.core.printed.scenarios import Scenario
from aw_env.core.rooms.game import Declared
from aw_env.games.naval_miniatures.drawing import DRAWING
from aw_env.games.naval_miniatures.play import RULES
from aw_env.games.naval_miniatures.printed.load import SCENARIOS
from aw_env.games.naval_miniatures.records.terms import NOBODY
from aw_env.games.naval_miniatures.words.words import WORDS

NAME = "naval_miniatures"
EVENT_ROWS = 512
"""Events that a buffer holds between two decisions."""
CONVOY_REWARD = 0.3
"""With `reward="victory_points"`: for a convoy ship off the map or sunk; as many points as win are worth 1."""


def point_reward(scenario: Scenario) -> float:
    """That of a point, or in the convoy scenario of a convoy ship."""
    book = scenario.books[0]
    return 1 / int(book["win_at"]) if book["escort"] == NOBODY else CONVOY_REWARD


MINIATURES = Declared(
    f"aw_env.{NAME}_v0",
    "Naval Miniatures",
    RULES,
    WORDS,
    SCENARIOS,
    DRAWING,
    point_reward=point_reward,
    event_rows=EVENT_ROWS,
    unseen=", and while fleets are bought the other side's",
    package=__name__.rpartition(".")[0],
    scenario="standard",
    warm_up="random",
    measured=Measured(lengths={"standard": 300, "random": 300, "convoy": 300}, chess={"random": 12}),
    rulebook=configs_folder() / NAME / "rules.csv",
    tests=f"tests/{NAME}",
)
ruleset = MINIATURES.ruleset
"""The rules of a scenario.  options: such as "historical" and "year=1942"."""
