"""Playing on for every seat, for a search (`aw_agents.rollouts`)."""

from aw_agents.naval_miniatures.candidate_play import show_to_a_network
from aw_agents.naval_miniatures.officer.officer import choose
from aw_agents.rollouts import TO_THE_END, Pilot, Searchable, entry_points
from aw_agents.worth import worth_by
from aw_env.games.naval_miniatures.engine import margin, redraw_secrets, take
from aw_env.games.naval_miniatures.observation.columns import LAYOUT
from aw_env.games.naval_miniatures.observation.observing import write
from aw_env.games.naval_miniatures.records import terms
from aw_env.games.naval_miniatures.records.terms import ACTIONS, Decision
from aw_env.games.naval_miniatures.rules.sequence import fill_mask

PILOT = Pilot(take, fill_mask, choose, show_to_a_network, redraw_secrets, worth_by(__name__, margin, write))
ENTRIES = entry_points(__name__, PILOT, terms, LAYOUT)
play_to_a_search, roll_out, roll_out_learned, roll_out_corrected = ENTRIES
SEARCHABLE = Searchable(
    actions=ACTIONS,
    kinds=Decision,
    searched=frozenset(Decision) - {Decision.NONE, Decision.DRAFT},
    turns=TO_THE_END,
    value="lead",
    point=0.005,
    **ENTRIES._asdict(),
)
