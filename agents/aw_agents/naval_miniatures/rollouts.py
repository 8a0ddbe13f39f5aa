"""Playing on for every seat, for a search (`aw_agents.rollouts`)."""

from aw_agents.naval_miniatures.candidate_play import show_to_a_network
from aw_agents.naval_miniatures.officer.officer import choose
from aw_agents.networks.valuation import expected, is_learned
from aw_agents.rollouts import TO_THE_END, Pilot, Searchable, entry_points
from aw_env.core.declare.columns import SUMMARY
from aw_env.core.engine.compiling import rule, rule_with_arrays
from aw_env.games.naval_miniatures.engine import margin, redraw_secrets, take
from aw_env.games.naval_miniatures.observation.columns import LAYOUT
from aw_env.games.naval_miniatures.observation.observing import write
from aw_env.games.naval_miniatures.records import terms
from aw_env.games.naval_miniatures.records.terms import ACTIONS, Decision
from aw_env.games.naval_miniatures.rules.sequence import fill_mask


@rule_with_arrays
def worth(book, game, seat, valuation, observation):
    """What the battle is worth to a seat: won or lost, and its lead; before its end what a valuation expects, if there
    is one."""
    if game.over == 0 and is_learned(valuation):
        write(book, game, seat, SUMMARY, observation)
        return expected(valuation, observation)
    result = int(game.result) if game.over == 1 else 0
    return (1 - 2 * seat) * (result + valuation.point[0] * margin(book, game))


@rule
def imagine(book, game, seat):
    """Put in place of what a seat does not know something that may be: the other side's fleet while fleets are bought
    (FLT.4)."""
    redraw_secrets(book, game, seat)


PILOT = Pilot(take, fill_mask, choose, show_to_a_network, imagine, worth)
play_to_a_search, roll_out, roll_out_learned, roll_out_corrected = entry_points(__name__, PILOT, terms, LAYOUT)
SEARCHABLE = Searchable(
    actions=ACTIONS,
    kinds=Decision,
    searched=frozenset(Decision) - {Decision.NONE, Decision.DRAFT},
    play_to_a_search=play_to_a_search,
    roll_out=roll_out,
    roll_out_learned=roll_out_learned,
    roll_out_corrected=roll_out_corrected,
    turns=TO_THE_END,
    value="lead",
    point=0.005,
)
