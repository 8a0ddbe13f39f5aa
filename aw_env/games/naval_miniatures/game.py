"""Naval Miniatures as it is declared: its rules, its words and its scenarios."""

from aw_env.core.printed.scenarios import Scenario
from aw_env.core.rooms.game import Declared
from aw_env.games.naval_miniatures.drawing import DRAWING
from aw_env.games.naval_miniatures.play import RULES
from aw_env.games.naval_miniatures.playable import GAME
from aw_env.games.naval_miniatures.printed.load import SCENARIOS
from aw_env.games.naval_miniatures.records.terms import NOBODY
from aw_env.games.naval_miniatures.words.words import WORDS

EVENT_ROWS = 512
"""Events that a buffer holds between two decisions."""
CONVOY_REWARD = 0.3
"""With `reward="victory_points"`: for a convoy ship off the map or sunk; as many points as win are worth 1."""


def point_reward(scenario: Scenario) -> float:
    """That of a point, or in the convoy scenario of a convoy ship."""
    book = scenario.books[0]
    return 1 / int(book["win_at"]) if book["escort"] == NOBODY else CONVOY_REWARD


MINIATURES = Declared(
    GAME.module,
    GAME.title,
    RULES,
    WORDS,
    SCENARIOS,
    DRAWING,
    point_reward=point_reward,
    event_rows=EVENT_ROWS,
    unseen=", and while fleets are bought the other side's",
    game=GAME,
)
ruleset = MINIATURES.ruleset
"""The rules of a scenario.  options: such as "historical" and "year=1942"."""
