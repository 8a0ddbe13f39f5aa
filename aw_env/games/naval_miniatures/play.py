"""Naval Miniatures compiled: its rules, with how it is seen."""

from aw_env.core.rooms.observing import Observed
from aw_env.core.rooms.rules import Rules
from aw_env.games.naval_miniatures.observation.candidates import show_candidates, write_candidates
from aw_env.games.naval_miniatures.observation.columns import LAYOUT
from aw_env.games.naval_miniatures.observation.observing import SIGHT, observe, show, write
from aw_env.games.naval_miniatures.records.record import RECORDS
from aw_env.games.naval_miniatures.rules import fleets, set_up, winning
from aw_env.games.naval_miniatures.rules.sequence import DECISIONS, STEPS

SEEN = Observed(LAYOUT, SIGHT, show, write, observe, show_candidates, write_candidates)
RULES = Rules(__name__, RECORDS, STEPS, DECISIONS, winning.margin, set_up.open_battle, fleets.redraw_draft, seen=SEEN)
