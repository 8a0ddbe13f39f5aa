"""Playing on for every seat, for a search (`aw_agents.rollouts`)."""

from aw_agents.naval_miniatures.candidate_play import show_to_a_network
from aw_agents.naval_miniatures.officer.officer import choose
from aw_agents.rollouts import TO_THE_END, Pilot, Searchable, entry_points
from aw_agents.worth import worth_by
from aw_env.games.naval_miniatures.observation.columns import LAYOUT
from aw_env.games.naval_miniatures.play import RULES
from aw_env.games.naval_miniatures.records import terms
from aw_env.games.naval_miniatures.records.terms import ACTIONS, Decision

PILOT = Pilot(
    RULES.take, RULES.fill_mask, choose, show_to_a_network, RULES.redraw_secrets,
    worth_by(__name__, RULES.margin, RULES.write),
)  # fmt: skip
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
