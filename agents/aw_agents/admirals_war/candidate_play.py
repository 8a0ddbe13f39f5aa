"""The entry points through which policies that compare candidates play, and officers whom they correct."""

from aw_agents.admirals_war.officer.officer import choose
from aw_agents.candidate_play import entry_points
from aw_env.games.admirals_war.engine import PLAY
from aw_env.games.admirals_war.observation.candidates import show_candidates
from aw_env.games.admirals_war.observation.columns import LAYOUT
from aw_env.games.admirals_war.records import terms

show_to_a_network, play_candidates, play_corrected = entry_points(
    __name__, PLAY, choose, show_candidates, terms, LAYOUT
)
