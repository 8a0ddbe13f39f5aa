"""Random games in which every invariant is checked after every decision; run as a program it prints a digest of each,
for comparison.

python -m tests.world_at_war.random_games raiders 10 raiders_long+harbour_attack 5
"""

from types import SimpleNamespace

from aw_env import world_at_war_v0
from aw_env.core.rooms.game import EVENT_ROWS
from aw_env.games.world_at_war.game import WAR
from aw_env.games.world_at_war.printed.load import ScenarioShelf
from aw_env.games.world_at_war.records.kinds import Option
from aw_env.games.world_at_war.rules.sequence import RULES
from tests.random_play import Played
from tests.world_at_war import invariants

PLAYED = Played(
    world_at_war_v0,
    SimpleNamespace(scenario=ScenarioShelf().ready),
    RULES,
    WAR.rooms["records.terms"],
    WAR.rooms["soundness"].check_soundness,
    invariants,
    officer=(None, None),
    event_rows=EVENT_ROWS,
    whims=[Option.DONE, Option.NO, Option.YES, Option.HOLD],
    most=6000,
)
games, new_game, digests = PLAYED.games, PLAYED.new_game, PLAYED.digests

if __name__ == "__main__":
    PLAYED.main()
