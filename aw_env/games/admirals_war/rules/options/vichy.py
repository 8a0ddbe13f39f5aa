"""§22 French fleet dilemma, what other rules must know of it: ships in the Vichy holding boxes, those that come out of
them to oppose a landing, and how Operation Catapult changes the dice."""

from aw_env.core.engine.compiling import optional, rule
from aw_env.core.engine.events import note
from aw_env.core.engine.marks import mark
from aw_env.core.engine.stack import STAGE, STEP, top
from aw_env.games.admirals_war.records.state import DISABLED, RAIDING, RETREATED
from aw_env.games.admirals_war.records.steps import Step
from aw_env.games.admirals_war.records.terms import (
    FIRST_BOX,
    FIRST_PORT,
    NOWHERE,
    Box,
    Event,
    Nation,
    OptionalRule,
    Power,
)
from aw_env.games.admirals_war.rules.counters import at_sea, put
from aw_env.games.admirals_war.rules.options.reserve import plays

TOULON_BOX = FIRST_BOX + int(Box.VICHY_TOULON)
AFRICA_BOX = FIRST_BOX + int(Box.VICHY_NORTH_AFRICA)
"""The two holding boxes (§22.32)."""
ASKED, AIMING, FIRING, AIMING_BACK, FIRING_BACK, HOMEWARD = range(6)
"""Stages of Operation Catapult (§22.1)."""
NOT_OPPOSED, OPPOSED, PUT_OFF, FOUGHT = range(4)
"""Whether the French have opposed Torch (§22.5): not yet; once; they are doing so now, and the landing is put off; they
have had their round, and it may be tried again."""


@rule
def is_vichy(game, unit):
    """A French ship in one of the holding boxes."""
    return game.place[unit] == TOULON_BOX or game.place[unit] == AFRICA_BOX


@rule
def anyone_in(game, box):
    """Whether there is a ship in a holding box."""
    for k in range(game.units):
        if game.place[game.roster[k]] == box:
            return True
    return False


@rule
def yard_of(book, game, unit):
    """The place whose points may repair a unit: where it lies, and for ships in the Toulon box Toulon (§22.33)."""
    return FIRST_PORT + int(book.french_home) if game.place[unit] == TOULON_BOX else int(game.place[unit])


# --- §22.5: ships that oppose Torch --------------------------------------------------------------------


@rule
def opposes_torch(book, game, unit):
    """A French ship that has come out of North Africa, under temporary German control (§22.511)."""
    return game.torch >= PUT_OFF and book.nation[unit] == Nation.FRENCH and game.controller[unit] == Power.GERMAN


@rule
def box_up(game, unit, box, events):
    """The ship is in a holding box, and nobody's."""
    put(game, unit, box)
    mark(game, unit, RAIDING, 0)
    mark(game, unit, DISABLED, 0)
    mark(game, unit, RETREATED, 0)
    game.bound_for[unit] = NOWHERE
    game.controller[unit] = Power.AMERICAN.value
    note(events, Event.VICHY, unit, box, 0)


@optional()
@rule
def end_opposition(book, game, events):
    """The combat is over: the ships that are left go back to North Africa (§22.512)."""
    if game.torch < PUT_OFF:
        return
    for k in range(game.units):
        unit = int(game.roster[k])
        if opposes_torch(book, game, unit) and at_sea(game, unit):
            box_up(game, unit, AFRICA_BOX, events)
    game.torch = OPPOSED


@rule
def begin_round_of_torch(game):
    """The landing that was put off may be tried after this round (§22.511)."""
    if game.torch == PUT_OFF:
        game.torch = FOUGHT


@rule
def in_last_fight(game):
    """Whether the combat under way is the one before control of the sea decides (§22.512)."""
    return game.frames[1][STEP] == Step.TORCH


# --- §22.1: the dice of Operation Catapult -------------------------------------------------------------


@rule
def catapult_bonus(game):
    """One more on each British shot (§22.12)."""
    frame = top(game)
    return int(frame[STEP] == Step.CATAPULT and frame[STAGE] == FIRING)


@rule
def catapult_mercy(game):
    """One less on each damage die of the French (§22.13)."""
    frame = top(game)
    return int(frame[STEP] == Step.CATAPULT and frame[STAGE] == FIRING_BACK)


@rule
def is_dilemma(book):
    """Whether the optional rule is in play."""
    return plays(book, OptionalRule.FRENCH_FLEET_DILEMMA)
