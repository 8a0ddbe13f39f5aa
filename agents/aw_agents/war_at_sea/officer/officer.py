"""The officer's answer: the legal action that scores best, the first of those that are equal."""

from aw_agents.officer_play import answers, best_by
from aw_agents.war_at_sea.officer.moves import (
    first_place,
    score_marker,
    score_order,
    score_return,
    score_set_up,
    score_u_boat_order,
)
from aw_agents.war_at_sea.officer.tactics import (
    score_carrier_fire,
    score_disengaging,
    score_joining,
    score_mending,
    score_oiling,
    score_pursuit,
    score_target,
)
from aw_env.core.engine.compiling import rule
from aw_env.games.war_at_sea.observation.visible import as_seen, is_kept_from
from aw_env.games.war_at_sea.records.terms import Decision


@rule
def score_of(book, game, doctrine, action):
    """How good an answer is, among the answers to the same decision."""
    decision = game.decision
    if decision == Decision.ORDER:
        return score_order(book, game, doctrine, action)
    if decision == Decision.SURFACE_TARGET or decision == Decision.AIR_TARGET or decision == Decision.U_BOAT_TARGET:
        return score_target(book, game, doctrine, action)
    if decision == Decision.RETURN:
        return score_return(book, game, doctrine, action)
    if decision == Decision.SET_UP:
        return score_set_up(book, game, action)
    if decision == Decision.REPAIR:
        return score_mending(book, game, doctrine, action)
    if decision == Decision.U_BOAT_ORDER:
        return score_u_boat_order(book, game, doctrine, action)
    if decision == Decision.AIR_MARKER:
        return score_marker(book, game, doctrine, action)
    if decision == Decision.CARRIER_FIRE:
        return score_carrier_fire(doctrine, action)
    if decision == Decision.DISENGAGE:
        return score_disengaging(book, game, doctrine, action)
    if decision == Decision.JOIN_GROUP:
        return score_joining(book, game, action)
    if decision == Decision.PURSUIT:
        return score_pursuit(book, game, doctrine, action)
    if decision == Decision.OILING:
        return score_oiling(book, game, doctrine, action)
    return first_place(action)


best = best_by(__name__, score_of)


@rule
def choose(book, game, doctrine, mask):
    """The officer's answer from what the seat that is asked may know (19.3)."""
    if is_kept_from(book, game, game.seat):
        return best(book, as_seen(book, game, game.seat)[0], doctrine, mask)
    return best(book, game, doctrine, mask)


decide, decide_all = answers(__name__, choose)
