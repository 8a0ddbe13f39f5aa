"""The officer's answer: the legal action that scores best, the first of those that are equal."""

from aw_agents.declared import Officer
from aw_agents.naval_miniatures.officer.doctrine import DOCTRINES
from aw_agents.naval_miniatures.officer.fire import (
    score_fire_who,
    score_press,
    score_reroll,
    score_target,
    score_weapon,
)
from aw_agents.naval_miniatures.officer.fleets import score_draft
from aw_agents.naval_miniatures.officer.missions import score_fly_to, score_fly_who
from aw_agents.naval_miniatures.officer.moves import score_deploy, score_lead, score_move_to, score_move_who
from aw_agents.naval_miniatures.officer.prospects import points_of
from aw_agents.naval_miniatures.tuned import TUNED
from aw_agents.officer_play import best_by
from aw_agents.rollouts import TO_THE_END
from aw_env.core.engine.compiling import rule
from aw_env.games.naval_miniatures.records.terms import FIRST_UNIT_ACTION, Decision, Option


@rule
def score_of(book, game, doctrine, action):
    """How good an answer is, among the answers to the same decision."""
    decision = game.decision
    if decision == Decision.MOVE_WHO:
        return score_move_who(book, game, doctrine, action)
    if decision == Decision.MOVE_TO:
        return score_move_to(book, game, doctrine, action)
    if decision == Decision.FIRE_WHO:
        return score_fire_who(book, game, doctrine, action)
    if decision == Decision.WEAPON:
        return score_weapon(book, game, doctrine, action)
    if decision == Decision.TARGET or decision == Decision.AGAIN:
        return score_target(book, game, doctrine, action)
    if decision == Decision.FLY_WHO:
        return score_fly_who(book, game, doctrine, action)
    if decision == Decision.FLY_TO:
        return score_fly_to(book, game, doctrine, action)
    if decision == Decision.DRAFT:
        return score_draft(book, game, doctrine, action)
    if decision == Decision.DEPLOY_SHIP or decision == Decision.DEPLOY_SUBMARINE:
        return score_deploy(book, game, doctrine, action)
    if decision == Decision.LEAD:
        return score_lead(book, game, doctrine, action)
    if decision == Decision.REROLL:
        return score_reroll(book, game, action)
    if decision == Decision.PRESS:
        return score_press(book, game, doctrine, action)
    return score_another(book, game, doctrine, action)


@rule
def score_another(book, game, doctrine, action):
    """The rest: what can be done is done, to the dearest unit; a run alone is kept, and those who may be lost are the
    cheapest."""
    decision = game.decision
    if action < FIRST_UNIT_ACTION:
        if action == Option.DECLINE:
            return 0.5 if decision == Decision.RUN else 0.0
        return 0.4 if action == Option.LAND_BASE or decision == Decision.RUN else 1.0
    worth = 1.0 + points_of(book, game, doctrine, action - FIRST_UNIT_ACTION)
    return -worth if decision == Decision.LOST_CARRIER or decision == Decision.ELIMINATE else worth


choose = best_by(__name__, score_of)
"""The best of the legal actions; of the other side's fleet it asks nothing before both are shown."""
SEARCH = {
    "searched": frozenset(Decision) - {Decision.NONE, Decision.DRAFT},
    "turns": TO_THE_END,
    "value": "lead",
    "point": 0.005,
}
OFFICER = Officer(__name__, choose, DOCTRINES, TUNED, SEARCH, compares_only=True)
