"""§37 Italian ineffectiveness: before a round Italian units may withdraw, with the Germans beside them or without."""

from aw_env.core.engine.compiling import optional, rule
from aw_env.core.engine.marks import mark
from aw_env.core.engine.sets import bit
from aw_env.core.engine.stack import CURSOR, STAGE, ask, pop, push, top
from aw_env.games.admirals_war.records.state import RETREATED
from aw_env.games.admirals_war.records.steps import Step
from aw_env.games.admirals_war.records.terms import Decision, Power, Side
from aw_env.games.admirals_war.rules.counters import side
from aw_env.games.admirals_war.rules.minor_navies import fights_for_italy
from aw_env.games.admirals_war.rules.options.italian_nerve import italians_go
from aw_env.games.admirals_war.rules.retreat import LEAVING, begin_retreat

ALONE, WITH_THE_GERMANS = 1, 2
"""How the Italians have left a combat."""


@optional(otherwise=False)
@rule
def waver(book, game, events):
    """Before a round in an area from which nobody retreats: if the Italians there must go, they do so first (§37.1)."""
    if not italians_go(book, game, events):
        return False
    push(game, Step.WAVERING, game.area)
    return True


@rule
def leave(book, game, events):
    """The Germans say whether they go too (§37.2); before the first round nobody is pursued (§37.31), later the groups
    may be (§37.32)."""
    frame = top(game)
    if frame[CURSOR] == 0 and others_of_the_axis(book, game):
        return ask(book, game, Decision.RETREAT, Power.GERMAN, game.area)
    alone = frame[STAGE] & bit(Side.AXIS) == 0 and others_of_the_axis(book, game)
    pop(game)
    if game.line_rounds[game.battle_group] == 0:
        withdraw(book, game, alone)
    else:
        begin_retreat(book, game, Side.AXIS, alone, events)
    game.italians_left = ALONE if alone else WITH_THE_GERMANS
    return False


@rule
def others_of_the_axis(book, game):
    """Whether there are units of the Axis that are not Italian."""
    for k in range(game.units_here):
        unit = int(game.here[k])
        if side(game, unit) == Side.AXIS and not fights_for_italy(book, game, unit):
            return True
    return False


@rule
def withdraw(book, game, alone):
    """They go straight home."""
    for k in range(game.units_here):
        unit = int(game.here[k])
        if side(game, unit) == Side.AXIS and (not alone or fights_for_italy(book, game, unit)):
            mark(game, unit, RETREATED, 1)
            game.group[unit] = LEAVING
    push(game, Step.GOING_HOME, LEAVING)
