"""Random games in which every invariant is checked after every decision; run as a program it prints a digest of each,
for comparison.

python -m tests.war_at_sea.random_games war_at_sea 10 barents+face_down 50
"""

from itertools import combinations

from aw_agents.war_at_sea.officer.doctrine import STANDING
from aw_agents.war_at_sea.officer.officer import decide
from aw_env import war_at_sea_v0
from aw_env.games.war_at_sea import engine
from aw_env.games.war_at_sea.game import EVENT_ROWS
from aw_env.games.war_at_sea.printed import load
from aw_env.games.war_at_sea.records import terms
from aw_env.games.war_at_sea.records.terms import Option, OptionalRule
from aw_env.games.war_at_sea.soundness import check_soundness
from tests.random_play import Played
from tests.war_at_sea import invariants

TABLES = ("",)
"""What a scenario's name ends in for each number of players."""
PLAYED = Played(
    war_at_sea_v0,
    load,
    engine,
    terms,
    check_soundness,
    invariants,
    officer=(decide, STANDING),
    event_rows=EVENT_ROWS,
    whims=[Option.HOLD, Option.DISENGAGE, Option.FIGHT_ON, Option.STAY, Option.NO_PURSUIT, Option.NEW_GROUP],
    most=2500,
)
games, new_game, by_officer, digests = PLAYED.games, PLAYED.new_game, PLAYED.by_officer, PLAYED.digests


def option_sets(name):
    """Every set of optional rules but the empty one."""
    rules = [rule.name.lower() for rule in OptionalRule]
    return [chosen for size in range(1, len(rules) + 1) for chosen in combinations(rules, size)]


if __name__ == "__main__":
    PLAYED.main()
