"""The entry points through which policies that compare candidates play, and officers whom they correct."""

from aw_agents.candidate_play import entry_points
from aw_agents.naval_miniatures.officer.officer import choose
from aw_env.games.naval_miniatures.observation.candidates import show_candidates
from aw_env.games.naval_miniatures.observation.columns import LAYOUT
from aw_env.games.naval_miniatures.play import RULES
from aw_env.games.naval_miniatures.records import terms

show_to_a_network, play_candidates, play_corrected = entry_points(
    __name__, RULES.play, choose, show_candidates, terms, LAYOUT
)
