"""What more than one part of an observation asks of a position."""

from aw_env.core.declare.decisions import PLACE
from aw_env.core.engine.compiling import rule
from aw_env.core.engine.sets import has
from aw_env.core.engine.stack import STAGE, top
from aw_env.core.seen.writing import sign
from aw_env.games.war_at_sea.records.terms import FIRST_PORT, NOBODY, Decision
from aw_env.games.war_at_sea.rules.airstrikes import factors
from aw_env.games.war_at_sea.rules.counters import is_active

ABOUT_A_PLACE = sum(1 << decision for decision in Decision.on(PLACE))
"""Decisions about a place, as a set."""


@rule
def is_about_a_place(decision):
    """Whether a decision is about a place."""
    return has(ABOUT_A_PLACE, decision)


@rule
def subject_unit(game):
    """The unit that the decision is about, or NOBODY."""
    return NOBODY if is_about_a_place(game.decision) else int(game.subject)


@rule
def is_in_use(book, game, place):
    """Whether a place is a sea area, or a port that may be used on this turn."""
    return place < FIRST_PORT or is_active(book, game, place - FIRST_PORT)


@rule
def strikes_left(book, game):
    """Airstrike factors of the side that names targets from the air, which it has not used yet (10.2)."""
    if game.decision != Decision.AIR_TARGET:
        return 0
    return int(factors(book, game, game.power, game.subject) - top(game)[STAGE])


@rule
def aircraft(book, game, side, place):
    """Factors of a side's land-based aircraft in a place (9.1)."""
    return int(book.marker_strength) if game.marker[side] == place else 0


@rule
def owner(book, game, port, mine):
    """1 for a port of mine that is in use, -1 for one of theirs."""
    return sign(book.port_side[port], mine) if is_active(book, game, port) else 0


@rule
def repairs(book, game, port):
    """Damage points that a port repairs on this turn (13.2)."""
    return int(book.repair_points[port]) if is_active(book, game, port) and game.turn >= book.repairs_from[port] else 0


@rule
def bonus(book, game, unit):
    """What is added to a unit's dice in surface combat now (11.5)."""
    return int(book.bonus[unit]) if game.damage[unit] == 0 else 0


@rule
def hit_points(book, game, unit):
    """Damage points that would sink a unit (7.4), less those that are pending."""
    return int(book.defense[unit]) + 1 - int(game.damage[unit]) - int(game.pending_damage[unit])
