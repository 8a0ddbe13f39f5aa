"""What more than one part of an observation asks of a position."""

from aw_env.core.declare.decisions import NOTHING, PLACE
from aw_env.core.engine.compiling import rule
from aw_env.core.engine.sets import has
from aw_env.core.engine.stack import CURSOR, STAGE, STEP, top
from aw_env.core.seen.writing import sign
from aw_env.games.admirals_war.records.steps import Step
from aw_env.games.admirals_war.records.terms import (
    NOBODY,
    NOWHERE,
    UNCONTROLLED,
    Decision,
    PortKind,
)
from aw_env.games.admirals_war.rules.counters import touched
from aw_env.games.admirals_war.rules.options.task_forces import in_task_forces, intention_of, is_sighted
from aw_env.games.admirals_war.rules.repairs import capacity

NOT_ABOUT_A_UNIT = sum(1 << decision for decision in (*Decision.on(PLACE), *Decision.on(NOTHING)))
ABOUT_A_PLACE = sum(1 << decision for decision in Decision.on(PLACE))
"""Kinds of decisions, as sets."""


@rule
def subject_unit(game):
    """The unit that the decision waited for is about, or NOBODY."""
    return NOBODY if has(NOT_ABOUT_A_UNIT, game.decision) else int(game.subject)


@rule
def they_declared_retreat(game, mine):
    """Whether my side is asked whether it retreats, and theirs has just declared that it does (§8.11)."""
    return game.decision == Decision.RETREAT and has(top(game)[STAGE], 1 - mine)


@rule
def task_force_of(book, game, unit):
    """The number of a unit's task force in the round, 0 for none (§29.1)."""
    return int(game.task_force[unit]) if in_task_forces(book) else 0


@rule
def intention_now(book, game, unit):
    """What it does in the round (§29.2)."""
    return intention_of(game, unit) if in_task_forces(book) else 0


@rule
def sighted_now(book, game, unit):
    """Whether the enemy has sighted it (§29.4)."""
    return is_sighted(game, unit) if in_task_forces(book) else 0


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
    return belongs * sign(game.owner[port] & 1, mine)


@rule
def raiders(game, port, mine):
    """1 where carriers of my side alone have raided a place, -1 for theirs."""
    return has_raided(game, port, mine) - has_raided(game, port, 1 - mine)


@rule
def has_raided(game, port, side):
    """Whether carriers of a side have."""
    return int(game.raided[port] & 0b0101 << side != 0)


@rule
def is_surrounded(book, game, port):
    """Whether the enemy of its owner held all the sea areas that a place touches when the turn began (§16.11)."""
    enemy = 1 - (game.owner[port] & 1)
    return game.owner[port] != UNCONTROLLED and touched(book, game, port) & ~int(game.held_at_start[enemy]) == 0


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
