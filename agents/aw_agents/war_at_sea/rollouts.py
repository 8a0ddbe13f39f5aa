"""Playing on for every seat, for a search: entry points apart from `play`, so that who meets no search does not compile
them."""

import numpy as np

from aw_agents.networks.valuation import expected, is_learned
from aw_agents.rollouts import Pilot, Searchable, answer_until, networks_answer, officers_answer, play_on
from aw_agents.war_at_sea.candidate_play import show_to_a_network
from aw_agents.war_at_sea.officer.officer import choose
from aw_env.core.declare.columns import SUMMARY
from aw_env.core.engine.compiling import compiled, rule, rule_with_arrays
from aw_env.games.war_at_sea.engine import margin, redraw_secrets, take
from aw_env.games.war_at_sea.observation.columns import SUMMARY_WIDTH
from aw_env.games.war_at_sea.observation.observing import show_to
from aw_env.games.war_at_sea.records.terms import ACTIONS, EVENT_DICE, EVENT_FIELDS, Decision, Option, Side
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


@rule_with_arrays
def worth(book, game, seat, valuation, observation):
    """What the war is worth to a seat: won or lost, and its lead in points of control (1.1); before its end what a
    valuation expects, if there is one."""
    if game.over == 0 and is_learned(valuation):
        show_to(book, game, seat, SUMMARY, observation)
        return expected(valuation, observation)
    result = int(game.result) if game.over == 1 else 0
    return (1 - 2 * seat) * (result + valuation.point[0] * margin(book, game))


PILOT = Pilot(take, fill_mask, choose, show_to_a_network, imagine, worth)


@compiled
def play_to_a_search(books, games, i, action, plays, mask, kinds, mind):
    """See `aw_agents.rollouts.answer_until`."""
    unheard = np.zeros((1, EVENT_FIELDS + EVENT_DICE), np.int16)
    return answer_until(PILOT, books, games, i, action, plays, mask, kinds, mind, unheard)


@compiled
def roll_out(books, copies, seat, actions, seeds, values, turns, mind, valuation):
    """See `aw_agents.rollouts.play_on`; by an `OfficersMind`."""
    mask, observation = np.zeros(ACTIONS, np.int8), np.zeros(SUMMARY_WIDTH, np.int16)
    unheard = np.zeros((1, EVENT_FIELDS + EVENT_DICE), np.int16)
    play_on(
        PILOT, officers_answer, books, copies, seat, actions, seeds, values, turns, mind, valuation, mask, observation,
        unheard,
    )  # fmt: skip


@compiled
def roll_out_learned(books, copies, seat, actions, seeds, values, turns, mind, valuation):
    """See `aw_agents.rollouts.play_on`; by a `NetworksMind`."""
    mask, observation = np.zeros(ACTIONS, np.int8), np.zeros(SUMMARY_WIDTH, np.int16)
    unheard = np.zeros((1, EVENT_FIELDS + EVENT_DICE), np.int16)
    play_on(
        PILOT, networks_answer, books, copies, seat, actions, seeds, values, turns, mind, valuation, mask, observation,
        unheard,
    )  # fmt: skip


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
    play_to_a_search=play_to_a_search,
    roll_out=roll_out,
    roll_out_learned=roll_out_learned,
)
