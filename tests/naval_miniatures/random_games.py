"""Random games in which every invariant is checked after every decision; run as a program it prints a digest of each,
for comparison.

python -m tests.naval_miniatures.random_games random 10 standard+year=1942 50
"""

from itertools import combinations

from aw_agents.declared import staffed
from aw_agents.naval_miniatures.officer.doctrine import STANDING
from aw_env import naval_miniatures_v0
from aw_env.games.naval_miniatures.game import EVENT_ROWS
from aw_env.games.naval_miniatures.play import RULES
from aw_env.games.naval_miniatures.printed import load
from aw_env.games.naval_miniatures.records import terms
from aw_env.games.naval_miniatures.records.terms import Option
from aw_env.games.naval_miniatures.soundness import check_soundness
from tests.naval_miniatures import invariants
from tests.random_play import Played

TABLES = ("",)
"""What a scenario's name ends in for each number of players."""
OPTIONS = ("historical", "exercise", "year=1942", "points=200", "layout=3", "first=axis", "turns=20", "quiet=4")
PLAYED = Played(
    naval_miniatures_v0,
    load,
    RULES,
    terms,
    check_soundness,
    invariants,
    officer=(staffed("naval_miniatures").decide, STANDING),
    event_rows=EVENT_ROWS,
    whims=[Option.END, Option.DECLINE, Option.USE, Option.LAND_BASE, Option.SMOKE],
    most=65_536,
)
games, new_game, by_officer, digests = PLAYED.games, PLAYED.new_game, PLAYED.by_officer, PLAYED.digests


def option_sets(name):
    """Each option alone, and every two of them."""
    return [chosen for size in (1, 2) for chosen in combinations(OPTIONS, size)]


if __name__ == "__main__":
    PLAYED.main()
