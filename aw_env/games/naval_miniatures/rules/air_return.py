"""Phase H: aircraft return to their bases (RET, LND)."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.stack import CURSOR, STAGE, SUBJECT, ask, pop, top
from aw_env.games.naval_miniatures.records.terms import (
    ASHORE,
    FIRST_UNIT_ACTION,
    NOBODY,
    NOWHERE,
    Decision,
    Event,
    Option,
)
from aw_env.games.naval_miniatures.rules.bases import allow_bases, ashore, put_ashore, take_base
from aw_env.games.naval_miniatures.rules.losses import lose
from aw_env.games.naval_miniatures.rules.units import called, first_of, is_aircraft, on_map

RETURNING, GIVING_UP = range(2)


@rule
def come_back(book, game):
    """The aircraft of a side in roster order, then those for which there is no room ashore; counters come off."""
    frame = top(game)
    side = frame[SUBJECT]
    if frame[STAGE] == RETURNING:
        while frame[CURSOR] < game.fleet[side]:
            unit = first_of(side) + frame[CURSOR]
            if is_aircraft(book, game, unit) and on_map(game, unit):
                return ask(book, game, Decision.RETURN_TO, side, unit)
            frame[CURSOR] += 1
        frame[STAGE] = GIVING_UP
    if ashore(game, side) > book.airbase:
        return ask(book, game, Decision.ELIMINATE, side, NOBODY)
    for unit in range(first_of(side), first_of(side) + game.fleet[side]):
        game.aborted[unit] = game.pressing[unit] = game.draws_fire[unit] = 0
        if game.rearming[unit] < game.turn:
            game.rearming[unit] = 0
    pop(game)
    return False


@rule
def mask_return(book, game, mask):
    """Carriers with room and the airbase, so that no more than need be are given up (RET.1, MR-16, MR-17)."""
    allow_bases(book, game, int(game.subject), mask)


@rule
def take_return(book, game, action, events):
    """It is there (RET.1, RET.2)."""
    unit = int(game.subject)
    if action == Option.LAND_BASE:
        put_ashore(book, game, unit)
    else:
        take_base(game, unit, action)
    game.place[unit] = NOWHERE
    carrier = NOWHERE if action == Option.LAND_BASE else called(game, action - FIRST_UNIT_ACTION)
    note(events, Event.RETURNED, called(game, unit), carrier, 0)
    top(game)[CURSOR] += 1


@rule
def mask_eliminate(game, mask):
    """Any aircraft ashore (LND.4)."""
    side = int(game.power)
    for unit in range(first_of(side), first_of(side) + game.fleet[side]):
        if game.based_on[unit] == ASHORE:
            mask[FIRST_UNIT_ACTION + unit] = 1


@rule
def take_eliminate(book, game, action, events):
    """It is given up, and scores as one destroyed (MR-17)."""
    lose(book, game, action - FIRST_UNIT_ACTION, Event.ELIMINATED.value, events)
