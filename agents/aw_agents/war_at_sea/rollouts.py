"""Playing on for every seat, for a search (`aw_agents.rollouts`)."""

from aw_agents.luck import Occasions, nothing_at_stake, one_front
from aw_agents.rollouts import Pilot, Searchable, entry_points
from aw_agents.war_at_sea.candidate_play import show_to_a_network
from aw_agents.war_at_sea.officer.officer import choose
from aw_agents.worth import worth_by
from aw_env.core.engine.compiling import rule
from aw_env.games.war_at_sea.engine import margin, redraw_secrets, take
from aw_env.games.war_at_sea.observation.columns import LAYOUT
from aw_env.games.war_at_sea.observation.observing import show_to
from aw_env.games.war_at_sea.records import terms
from aw_env.games.war_at_sea.records.terms import ACTIONS, Decision, Option, Side
from aw_env.games.war_at_sea.rules.airstrikes import MARKER_HELD
from aw_env.games.war_at_sea.rules.sequence import fill_mask


@rule
def imagine(book, game, seat):
    """Put in place of what a seat does not know something that may be.  Of choices at the same time the Axis is asked
    second: what the Allies have chosen is drawn, and a view has none (5.5, 12.9)."""
    if seat == Side.AXIS and game.decision == Decision.AIR_MARKER:
        game.marker_choice[Side.ALLIES] = MARKER_HELD
    elif seat == Side.AXIS and game.decision == Decision.DISENGAGE:
        game.intent[Side.ALLIES] = Option.FIGHT_ON
    redraw_secrets(book, game, seat)


@rule
def side_of(game, unit):
    """That of a unit."""
    return game.side[unit]


OCCASIONS = Occasions(side_of, one_front, nothing_at_stake, 1)
PILOT = Pilot(
    take, fill_mask, choose, show_to_a_network, imagine, worth_by(__name__, margin, show_to), occasions=OCCASIONS
)
ENTRIES = entry_points(__name__, PILOT, terms, LAYOUT)
play_to_a_search, roll_out, roll_out_learned, roll_out_corrected = ENTRIES
SEARCHABLE = Searchable(
    actions=ACTIONS,
    kinds=Decision,
    searched=frozenset(
        {
            Decision.ORDER,
            Decision.U_BOAT_ORDER,
            Decision.AIR_MARKER,
            Decision.DISENGAGE,
            Decision.RETURN,
            Decision.OILING,
        }
    ),
    occasions=OCCASIONS,
    **ENTRIES._asdict(),
)
