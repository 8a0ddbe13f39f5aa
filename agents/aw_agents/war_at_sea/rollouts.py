"""Playing on for every seat, for a search: entry points apart from `play`, so that who meets no search does not compile
them."""

import numpy as np

from aw_agents.rollouts import POINT, Pilot, Searchable, answer_until, play_on
from aw_agents.war_at_sea.officer.officer import choose
from aw_env.core.engine.compiling import compiled, rule
from aw_env.war_at_sea.engine import margin, redraw_secrets, take
from aw_env.war_at_sea.records.terms import ACTIONS, EVENT_DICE, EVENT_FIELDS, Decision, Option, Side
from aw_env.war_at_sea.rules.airstrikes import MARKER_HELD
from aw_env.war_at_sea.rules.sequence import fill_mask


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
def worth(book, game, seat):
    """What the war is worth to a seat: won or lost, if it is over, and its lead in points of control (1.1)."""
    result = int(game.result) if game.over == 1 else 0
    return (1 - 2 * seat) * (result + POINT * margin(book, game))


PILOT = Pilot(take, fill_mask, choose, imagine, worth)


@compiled
def play_to_a_search(books, games, i, action, plays, mask, kinds, doctrines):
    """See `aw_agents.rollouts.answer_until`."""
    unheard = np.zeros((1, EVENT_FIELDS + EVENT_DICE), np.int16)
    return answer_until(PILOT, books, games, i, action, plays, mask, kinds, doctrines, unheard)


@compiled
def roll_out(books, copies, seat, actions, seeds, values, turns, policy, doctrines):
    """See `aw_agents.rollouts.play_on`."""
    mask = np.zeros(ACTIONS, np.int8)
    unheard = np.zeros((1, EVENT_FIELDS + EVENT_DICE), np.int16)
    play_on(PILOT, books, copies, seat, actions, seeds, values, turns, policy, doctrines, mask, unheard)


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
)
