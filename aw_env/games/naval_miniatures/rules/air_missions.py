"""Phase C: aircraft are sent on missions (AIR, AB.combat_air_patrol, AB.draw_the_cap)."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.dice import roll
from aw_env.core.engine.events import note, note_die
from aw_env.core.engine.sets import bit, has
from aw_env.core.engine.stack import CURSOR, STAGE, SUBJECT, ask, pop, top
from aw_env.games.naval_miniatures.records.terms import (
    AIRCRAFT,
    FIRST_SECTOR_ACTION,
    FIRST_UNIT_ACTION,
    NOBODY,
    SECTORS,
    Decision,
    Effect,
    Event,
    Option,
)
from aw_env.games.naval_miniatures.rules.reach import speed_of
from aw_env.games.naval_miniatures.rules.stacking import has_room, mark_full, may_enter
from aw_env.games.naval_miniatures.rules.units import (
    called,
    effect_of,
    first_of,
    has_card_with,
    is_aircraft,
    is_time_for,
    on_map,
    side_of,
    usable,
    within,
)
from aw_env.naval.dice import FACES


@rule
def fly(book, game):
    """The sides place one aircraft each in turn, the first player first; who has ended waits for the other
    (AIR.2, AIR.3, MR-14)."""
    frame = top(game)
    if frame[CURSOR] > 0:
        unit = frame[CURSOR] - 1
        return ask(book, game, Decision.FLY_TO, side_of(unit), unit)
    for _ in range(2):
        side = frame[SUBJECT]
        if not has(frame[STAGE], side) and can_fly(book, game, side):
            return ask(book, game, Decision.FLY_WHO, side, NOBODY)
        frame[STAGE] |= bit(side)
        frame[SUBJECT] = 1 - side
    pop(game)
    return False


@rule
def is_ready(book, game, unit):
    """Whether an aircraft is at its base without a Rearming counter (AIR.4)."""
    return game.based_on[unit] != NOBODY and game.rearming[unit] == 0


@rule
def can_fly(book, game, side):
    """Whether a side has an aircraft to place."""
    for unit in range(first_of(side), first_of(side) + game.fleet[side]):
        if is_ready(book, game, unit):
            return True
    return False


@rule
def mask_fly_who(book, game, mask):
    """The aircraft that are ready, or no more missions."""
    side = int(game.power)
    for unit in range(first_of(side), first_of(side) + game.fleet[side]):
        if is_ready(book, game, unit):
            mask[FIRST_UNIT_ACTION + unit] = 1
    mask[Option.END] = 1


@rule
def take_fly_who(game, action, events):
    """It flies next, or its side is done."""
    frame = top(game)
    if action == Option.END:
        frame[STAGE] |= bit(game.power)
        frame[SUBJECT] = 1 - game.power
        note(events, Event.NO_MORE_MISSIONS, game.power, 0, 0)
    else:
        frame[CURSOR] = action - FIRST_UNIT_ACTION + 1


@rule
def mask_fly_to(book, game, mask):
    """Any sector with room (AIR.1, STK.4)."""
    for sector in range(SECTORS):
        mask[FIRST_SECTOR_ACTION + sector] = 1
    mark_full(book, game, int(game.subject), 0, mask)


@rule
def take_fly_to(game, action, events):
    """It is there, and its base has room for another; the other side is next."""
    unit = int(game.subject)
    game.place[unit] = action - FIRST_SECTOR_ACTION
    game.based_on[unit] = NOBODY
    note(events, Event.FLIES, called(game, unit), game.place[unit], 0)
    frame = top(game)
    frame[CURSOR] = 0
    frame[SUBJECT] = 1 - side_of(unit)


# --- combat air patrol (AB.combat_air_patrol, MR-44) -----------------------------------------------------


@rule
def patrol(book, game):
    """Fighters over their own carriers go where enemy aircraft are, one after another."""
    frame = top(game)
    side = frame[SUBJECT]
    while frame[CURSOR] < game.fleet[side]:
        unit = first_of(side) + frame[CURSOR]
        if can_patrol(book, game, unit):
            return ask(book, game, Decision.PATROL, side, unit)
        frame[CURSOR] += 1
    pop(game)
    return False


@rule
def can_patrol(book, game, unit):
    """Whether it is beside an own carrier, has no enemy aircraft in its sector, and some to go to."""
    k = effect_of(book, game, unit, Effect.PATROL)
    if k < 0 or not on_map(game, unit) or not is_time_for(book, game, unit, k):
        return False
    if has_card_with(book, game, 1 - side_of(unit), AIRCRAFT, game.place[unit]):
        return False
    enemy = 1 - side_of(unit)
    for other in range(first_of(enemy), first_of(enemy) + game.fleet[enemy]):
        if on_map(game, other) and is_patrolled(book, game, unit, k, game.place[other]):
            return True
    return False


@rule
def is_patrolled(book, game, unit, k, sector):
    """Whether another sector within reach has enemy aircraft, and is open to it."""
    away = int(book.range[game.place[unit], sector])
    if away == 0 or not within(book, int(book.reach[game.card[unit], k]), away):
        return False
    there = has_card_with(book, game, 1 - side_of(unit), int(book.at[game.card[unit], k]), sector)
    return there and may_be_placed(book, game, unit, sector)


@rule
def may_be_placed(book, game, unit, sector):
    """Whether there is room for it; and if it is no aircraft, whether it may move and enter (MR-43)."""
    if is_aircraft(book, game, unit):
        return has_room(book, game, unit, sector)
    return speed_of(book, game, unit) > 0 and may_enter(book, game, unit, sector)


@rule
def mask_patrol(book, game, mask):
    """Such sectors, or stay."""
    unit = int(game.subject)
    k = effect_of(book, game, unit, Effect.PATROL)
    for sector in range(SECTORS):
        if is_patrolled(book, game, unit, k, sector):
            mask[FIRST_SECTOR_ACTION + sector] = 1
    mask[Option.DECLINE] = 1


@rule
def take_patrol(game, action, events):
    """It goes there, or stays."""
    top(game)[CURSOR] += 1
    if action != Option.DECLINE:
        game.place[game.subject] = action - FIRST_SECTOR_ACTION
        note(events, Event.FLIES, called(game, game.subject), game.place[game.subject], 0)


# --- drawing the combat air patrol (AB.draw_the_cap, MR-45) ----------------------------------------------


@rule
def draw_fire(book, game, events):
    """Aircraft that draw enemy fighters of their sector roll whether these must attack them, the first player's
    first."""
    for step in range(2):
        side = game.first if step == 0 else 1 - game.first
        for unit in range(first_of(side), first_of(side) + game.fleet[side]):
            draw_fire_of(book, game, unit, events)


@rule
def draw_fire_of(book, game, unit, events):
    """One aircraft with enemy fighters in its sector rolls."""
    k = usable(book, game, unit, Effect.DRAW_FIRE)
    if k < 0 or not is_aircraft(book, game, unit) or not on_map(game, unit):
        return
    card = int(game.card[unit])
    if has_card_with(book, game, 1 - side_of(unit), int(book.by[card, k]), game.place[unit]):
        die = roll(game, FACES)
        game.draws_fire[unit] = 1 if die >= book.least[card, k] else 0
        note(events, Event.DRAWS_FIRE, called(game, unit), game.draws_fire[unit], 0)
        note_die(events, die)
