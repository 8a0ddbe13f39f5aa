"""§20.4 Whether Italy goes to war on turn 0, and what its units then do at once."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note, note_die
from aw_env.core.engine.marks import marked
from aw_env.core.engine.stack import STAGE, ask, pop, push, top
from aw_env.games.admirals_war.records.state import RAIDING
from aw_env.games.admirals_war.records.steps import Step
from aw_env.games.admirals_war.records.terms import NOBODY, Decision, Event, Kind, Nation, Option, Phase, Power, Side
from aw_env.games.admirals_war.rules.counters import at_sea, side
from aw_env.games.admirals_war.rules.options.turn_zero import go_to_war, scores_nothing
from aw_env.naval.dice import roll_die

ROLLING, ASKING, SAILING, FLYING, DONE = range(5)
"""Stages of the step: the dice, the decision, then patrollers and air units of Italy."""


@rule
def watching(book, game):
    """Allied patrolling ships and air units in both halves of the Mediterranean (§20.4)."""
    count = 0
    for k in range(game.units):
        unit = int(game.roster[k])
        if (
            side(game, unit) != Side.ALLIES
            or not at_sea(game, unit)
            or not scores_nothing(book, game, game.place[unit])
        ):
            continue
        patrols = book.kind[unit] == Kind.SHIP and marked(game, unit, RAIDING) == 0
        if patrols or book.kind[unit] == Kind.LBA:
            count += 1
    return count


@rule
def choosing(book, game, events):
    """Two dice, once all air units are placed; if they reach the number of Allies, Italy may go to war (§20.4).  Then
    its ships sail, and its air units fly, as they would have before."""
    frame = top(game)
    if frame[STAGE] == ROLLING:
        frame[STAGE] = ASKING if may_go_to_war(book, game, events) else DONE
    if frame[STAGE] == ASKING:
        return ask(book, game, Decision.ITALIAN_WAR, Power.GERMAN, NOBODY)
    if frame[STAGE] == SAILING:
        frame[STAGE] = FLYING
        push(game, Step.PATROLLING, Power.GERMAN)
    elif frame[STAGE] == FLYING:
        frame[STAGE] = DONE
        push(game, Step.LAND_BASED_AIR, NOBODY)
    else:
        pop(game)
    return False


@rule
def may_go_to_war(book, game, events):
    """The roll is made whether Italy wants war or not (§20.4)."""
    allies = watching(book, game)
    first = roll_die(game)
    second = roll_die(game)
    passed = first + second >= allies
    note(events, Event.ITALY_ROLLS, allies, 1 if passed else 0, 0)
    note_die(events, first)
    note_die(events, second)
    return passed


@rule
def take_italian_war(game, action, events):
    """Italy is at war from now on, or neutral until the end of the turn."""
    frame = top(game)
    frame[STAGE] = DONE
    if action == Option.YES:
        frame[STAGE] = SAILING
        go_to_war(game, events)


@rule
def may_patrol_now(book, game, unit):
    """In the ordinary step all units; when Italy has gone to war after it, those of Italy (§20.4)."""
    return game.phase == Phase.PATROLLING or book.nation[unit] == Nation.ITALIAN
