"""The end of a phase with attacks: damage counts, who is destroyed goes, carriers take aircraft with them
(RES.6, DMG, CAR, MR-32)."""

from aw_env.core.engine.arrays import holds_none
from aw_env.core.engine.compiling import rule
from aw_env.core.engine.dice import roll
from aw_env.core.engine.events import note, note_die
from aw_env.core.engine.stack import CURSOR, STAGE, SUBJECT, ask, pop, push, top
from aw_env.games.naval_miniatures.records.terms import (
    FIRST_UNIT_ACTION,
    NOBODY,
    SECTORS,
    Decision,
    Effect,
    Event,
    Step,
)
from aw_env.games.naval_miniatures.rules.bases import fits_deck, put_ashore
from aw_env.games.naval_miniatures.rules.dice import passes
from aw_env.games.naval_miniatures.rules.units import (
    called,
    first_of,
    hull_left,
    is_certain_to_go,
    is_convoy,
    leave_the_map,
    next_usable,
    on_map,
    side_of,
    spend,
    usable,
)
from aw_env.games.naval_miniatures.rules.winning import decide_convoy, decide_without_units
from aw_env.naval.dice import FACES

REMOVAL, CARRIERS, CLOSING = range(3)


@rule
def settle(book, game, events):
    """Removal and damage, then lost carriers one by one, then smoke and the end of a game without units."""
    frame = top(game)
    if frame[STAGE] == REMOVAL:
        if not (holds_none(game.hit) and holds_none(game.doomed)):
            for k in range(game.units):
                unit = int(game.roster[k])
                if on_map(game, unit):
                    settle_one(book, game, unit, events)
        frame[STAGE] = CLOSING if holds_none(game.doomed) else CARRIERS
    if frame[STAGE] == CARRIERS:
        while frame[CURSOR] < game.units:
            unit = int(game.roster[frame[CURSOR]])
            frame[CURSOR] += 1
            if game.doomed[unit] == 1:
                push(game, Step.CARRIER, unit)
                return False
        frame[STAGE] = CLOSING
    pop(game)
    game.picked[:] = 0
    if not holds_none(game.rising):
        raise_smoke(game)
    if not decide_convoy(book, game, events):
        decide_without_units(book, game, events)
    return False


@rule
def settle_one(book, game, unit, events):
    """A unit with a Destroyed counter, or without hull, goes unless it endures; another takes its damage (DMG.1,
    AB.determination)."""
    if is_certain_to_go(book, game, unit):
        if endures(book, game, unit, events):
            game.hit[unit] = hull_left(book, game, unit) - 1
        else:
            lose(book, game, unit, Event.LOST.value, events)
            game.hit[unit] = 0
            game.doomed[unit] = int(book.capacity[game.card[unit]] > 0)
            return
    if game.hit[unit] > 0:
        game.damage[unit] += game.hit[unit]
        game.eventful = 1
    game.hit[unit] = game.doomed[unit] = 0
    cripple(book, game, unit, events)


@rule
def endures(book, game, unit, events):
    """Whether a die keeps it (AB.determination)."""
    k = usable(book, game, unit, Effect.ENDURE)
    while k >= 0:
        spend(book, game, unit, k)
        if passes(game, Event.ENDURES, unit, int(book.least[game.card[unit], k]), events):
            return True
        k = next_usable(book, game, unit, Effect.ENDURE, k)
    return False


@rule
def cripple(book, game, unit, events):
    """Damaged with one hull point left: crippled; with more: not (DMG.5, MR-33)."""
    crippled = 1 if game.damage[unit] > 0 and hull_left(book, game, unit) == 1 else 0
    if crippled == 1 and game.crippled[unit] == 0:
        note(events, Event.CRIPPLED, called(game, unit), 0, 0)
    game.crippled[unit] = crippled


@rule
def lose(book, game, unit, event, events):
    """It leaves the game, and its enemy scores its cost (WIN.2, DMG.12); of a convoy nothing is scored (CV.7).  event:
    what is told of it."""
    points = 0 if book.escort != NOBODY else int(book.cost[game.card[unit]])
    game.score[1 - side_of(unit)] += points
    game.sunk += 1 if is_convoy(game, unit) else 0
    game.eventful = 1
    note(events, event, called(game, unit), points, 0)
    leave_the_map(game, unit)


@rule
def raise_smoke(game):
    """Smoke laid in the phase rises, and stays to the end of the next turn (MR-27)."""
    for sector in range(SECTORS):
        if game.rising[sector] == 1:
            game.rising[sector] = 0
            if game.smoke[sector] == 0:
                game.smokes += 1
            game.smoke[sector] = game.turn + 1


# --- carriers (CAR.4-CAR.6, MR-18) -----------------------------------------------------------------------


@rule
def lose_carrier(book, game):
    """Her owner picks as many aircraft as she based, each of which may go down with her; then those aboard go
    ashore."""
    frame = top(game)
    carrier = frame[SUBJECT]
    if frame[CURSOR] < book.capacity[game.card[carrier]] and has_pick(book, game, side_of(carrier)):
        return ask(book, game, Decision.LOST_CARRIER, side_of(carrier), carrier)
    game.doomed[carrier] = 0
    side = side_of(carrier)
    for unit in range(first_of(side), first_of(side) + game.fleet[side]):
        if game.based_on[unit] == carrier:
            put_ashore(book, game, unit)
    pop(game)
    return False


@rule
def may_pick(book, game, unit):
    """Whether an aircraft may be rolled for: one that carriers base, flying or not, once a phase."""
    return game.gone[unit] == 0 and game.picked[unit] == 0 and fits_deck(book, game, unit)


@rule
def has_pick(book, game, side):
    """Whether there is one."""
    for unit in range(first_of(side), first_of(side) + game.fleet[side]):
        if may_pick(book, game, unit):
            return True
    return False


@rule
def mask_lost_carrier(book, game, mask):
    """Any of them."""
    side = int(game.power)
    for unit in range(first_of(side), first_of(side) + game.fleet[side]):
        if may_pick(book, game, unit):
            mask[FIRST_UNIT_ACTION + unit] = 1


@rule
def take_lost_carrier(book, game, action, events):
    """A die; on a 1 it goes down with her (CAR.5)."""
    unit = action - FIRST_UNIT_ACTION
    game.picked[unit] = 1
    top(game)[CURSOR] += 1
    die = roll(game, FACES)
    note(events, Event.CARRIER_LOST_ROLL, called(game, unit), 1 if die == 1 else 0, 0)
    note_die(events, die)
    if die == 1:
        lose(book, game, unit, Event.LOST.value, events)
