"""What more than one part of an observation asks of a position."""

from aw_env.core.declare.decisions import NOTHING, PLACE
from aw_env.core.engine.compiling import rule
from aw_env.core.engine.sets import has
from aw_env.core.engine.stack import CURSOR, STAGE, STEP
from aw_env.games.admirals_war.records.steps import Step
from aw_env.games.admirals_war.records.terms import (
    NOBODY,
    NOWHERE,
    UNCONTROLLED,
    Decision,
    PortKind,
)
from aw_env.games.admirals_war.rules.repairs import capacity

ABOUT_A_PLACE = sum(1 << decision for decision in Decision.on(PLACE))
ABOUT_NOTHING = sum(1 << decision for decision in Decision.on(NOTHING))
"""Kinds of decisions, as sets, that are not about a unit."""


@rule
def signed(of_side, mine):
    """1 for my side, -1 for theirs, 0 for nobody."""
    return int(of_side == mine) - int(of_side == 1 - mine)


@rule
def subject_is_unit(game):
    """Whether the decision waited for is about a unit; the others are about a place or nothing."""
    return not has(ABOUT_A_PLACE | ABOUT_NOTHING, game.decision)


@rule
def subject_is_place(decision):
    """Whether a kind of decision is about a place."""
    return has(ABOUT_A_PLACE, decision)


@rule
def aiming_side(game):
    """The side whose attackers are choosing targets, or NOBODY."""
    if (
        game.decision == Decision.AIR_TARGET
        or game.decision == Decision.SURFACE_TARGET
        or game.decision == Decision.STRIKE_TARGET
        or game.decision == Decision.CATAPULT_TARGET
    ):
        return game.power & 1
    return NOBODY


@rule
def held(book, game, port, mine):
    """1 for a place of my side, -1 for theirs, 0 for a neutral port and one that nobody controls (§2.31)."""
    belongs = int(game.owner[port] != UNCONTROLLED) * int(book.port_kind[port] != PortKind.NEUTRAL)
    return belongs * signed(game.owner[port] & 1, mine)


@rule
def repair_points_left(book, game, port):
    """Damage points that a port still takes off this turn (§11.1)."""
    if book.repairs[port] == 0 and book.repairs_for[port] == NOWHERE:
        return 0
    points = capacity(book, game, port)
    for depth in range(game.depth):
        frame = game.frames[depth]
        if frame[STEP] == Step.REPAIRS and frame[CURSOR] == port:
            points -= int(frame[STAGE])
    return points
