"""Phase B: ships and submarines move (SEA, MOV)."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.dice import roll
from aw_env.core.engine.events import note, note_die
from aw_env.core.engine.stack import CURSOR, STAGE, SUBJECT, ask, pop, top
from aw_env.games.naval_miniatures.records.terms import (
    FIRST_SECTOR_ACTION,
    FIRST_UNIT_ACTION,
    NOBODY,
    SECTORS,
    SHIPS,
    Decision,
    Effect,
    Event,
    Option,
)
from aw_env.games.naval_miniatures.rules.reach import allow_reach, has_a_way, speed_of
from aw_env.games.naval_miniatures.rules.stacking import may_enter
from aw_env.games.naval_miniatures.rules.units import (
    called,
    distance,
    effect_of,
    first_of,
    has_card_with,
    is_aircraft,
    is_convoy,
    is_ship,
    is_time_for,
    leave_the_map,
    on_map,
    side_of,
    someone_within,
    spend,
    usable,
    within,
)
from aw_env.games.naval_miniatures.rules.winning import decide_convoy
from aw_env.naval.dice import FACES

# --- what is said before anybody moves (AB.high_speed_run, AB.repair, AB.slow, AB.flank_speed) -------------

RUNS, REPAIRS = range(2)


@rule
def declare(book, game, events):
    """High-speed runs, then repairs, in roster order; then dice and enemies change speeds."""
    frame = top(game)
    side = frame[SUBJECT]
    while frame[STAGE] <= REPAIRS:
        while frame[CURSOR] < game.fleet[side]:
            unit = first_of(side) + frame[CURSOR]
            if frame[STAGE] == RUNS and may_run(book, game, unit):
                return ask(book, game, Decision.RUN, side, unit)
            if frame[STAGE] == REPAIRS and may_repair(book, game, unit):
                return ask(book, game, Decision.REPAIR, side, unit)
            frame[CURSOR] += 1
        frame[CURSOR] = 0
        frame[STAGE] += 1
    for unit in range(first_of(side), first_of(side) + game.fleet[side]):
        game.acted[unit] = game.moved[unit] = 0
        change_speed(book, game, unit, events)
    pop(game)
    return False


@rule
def may_run(book, game, unit):
    """Whether it could still use its high-speed run."""
    return usable(book, game, unit, Effect.RUN) >= 0 and on_map(game, unit)


@rule
def mask_run(mask):
    """Use it, or not."""
    mask[Option.USE] = 1
    mask[Option.DECLINE] = 1


@rule
def take_run(book, game, action, events):
    """One sector more this turn, in which its side claims nothing."""
    unit = int(game.subject)
    top(game)[CURSOR] += 1
    if action == Option.USE:
        k = usable(book, game, unit, Effect.RUN)
        game.faster[unit] += book.amount[game.card[unit], k]
        game.no_claims[side_of(unit)] = 1
        spend(book, game, unit, k)
        note(events, Event.RUNS, called(game, unit), 0, 0)


@rule
def may_repair(book, game, unit):
    """Whether it could still repair a ship beside it."""
    if usable(book, game, unit, Effect.MEND_ANOTHER) < 0 or not on_map(game, unit):
        return False
    side = side_of(unit)
    for other in range(first_of(side), first_of(side) + game.fleet[side]):
        if is_repairable(book, game, unit, other):
            return True
    return False


@rule
def is_repairable(book, game, unit, other):
    """Whether another damaged ship of its side is in its sector (MR-49)."""
    together = other != unit and on_map(game, other) and game.place[other] == game.place[unit]
    return together and game.damage[other] > 0 and game.mended[other] == 0 and is_ship(book, game, other)


@rule
def mask_repair(book, game, mask):
    """A damaged ship of its sector, or none."""
    unit = int(game.subject)
    side = side_of(unit)
    for other in range(first_of(side), first_of(side) + game.fleet[side]):
        if is_repairable(book, game, unit, other):
            mask[FIRST_UNIT_ACTION + other] = 1
    mask[Option.DECLINE] = 1


@rule
def take_repair(book, game, action, events):
    """Neither moves nor uses gunnery this turn."""
    unit = int(game.subject)
    top(game)[CURSOR] += 1
    if action != Option.DECLINE:
        other = action - FIRST_UNIT_ACTION
        game.mending[unit] = other
        game.mended[other] = 1
        spend(book, game, unit, usable(book, game, unit, Effect.MEND_ANOTHER))
        note(events, Event.REPAIRS, called(game, unit), called(game, other), 0)


@rule
def change_speed(book, game, unit, events):
    """A slow ship rolls, and one with enemies near goes at flank speed (MR-47)."""
    card = int(game.card[unit])
    k = usable(book, game, unit, Effect.SLOW)
    if k >= 0 and on_map(game, unit):
        die = roll(game, FACES)
        slower = -1 if die <= book.amount[card, k] else 0
        game.faster[unit] += slower
        note(events, Event.SPEED_ROLL, called(game, unit), slower, 0)
        note_die(events, die)
    k = usable(book, game, unit, Effect.FLANK_SPEED)
    if k >= 0 and on_map(game, unit) and someone_within(book, game, unit, k, int(book.at[card, k])):
        game.faster[unit] += book.amount[card, k]


# --- movement (SEA.1-SEA.3) ------------------------------------------------------------------------------


@rule
def move(book, game, events):
    """The units of a side, one at a time, as many as it likes (SEA.2)."""
    frame = top(game)
    side = frame[SUBJECT]
    if decide_convoy(book, game, events):
        return False
    for unit in range(first_of(side), first_of(side) + game.fleet[side]):
        if may_move(book, game, unit):
            return ask(book, game, Decision.MOVE_WHO, side, NOBODY)
    pop(game)
    return False


@rule
def may_move(book, game, unit):
    """Whether a unit has yet to move and can go anywhere (MOV.1, MOV.3)."""
    if game.acted[unit] == 1 or not on_map(game, unit) or is_aircraft(book, game, unit):
        return False
    if speed_of(book, game, unit) == 0:
        return False
    return has_a_way(book, game, unit) or may_leave(book, game, unit) or may_pursue(book, game, unit)


@rule
def mask_move_who(book, game, mask):
    """The units that may move, or no more of them."""
    side = int(game.power)
    for unit in range(first_of(side), first_of(side) + game.fleet[side]):
        if may_move(book, game, unit):
            mask[FIRST_UNIT_ACTION + unit] = 1
    mask[Option.END] = 1


@rule
def take_move_who(game, action):
    """It moves next, or nobody does."""
    if action == Option.END:
        pop(game)
        return
    game.acted[action - FIRST_UNIT_ACTION] = 1
    top(game)[CURSOR] = action - FIRST_UNIT_ACTION
    top(game)[STAGE] = WHERE


WHO, WHERE, WHOM = range(3)


@rule
def move_on(book, game, events):
    """Who moves, where it goes, and whom it pursues."""
    frame = top(game)
    if frame[STAGE] == WHERE:
        return ask(book, game, Decision.MOVE_TO, frame[SUBJECT], frame[CURSOR])
    if frame[STAGE] == WHOM:
        return ask(book, game, Decision.PURSUE_WHOM, frame[SUBJECT], frame[CURSOR])
    return move(book, game, events)


@rule
def mask_move_to(book, game, mask):
    """Sectors within its speed; off the map for a convoy ship, a pursuit for a pursuit ship."""
    unit = int(game.subject)
    allow_reach(book, game, unit, speed_of(book, game, unit), mask)
    if may_leave(book, game, unit):
        mask[Option.LEAVE] = 1
    if may_pursue(book, game, unit):
        mask[Option.PURSUE] = 1


@rule
def take_move_to(game, action, events):
    """It goes there (MOV.4: the enemy is not in its way)."""
    unit = int(game.subject)
    frame = top(game)
    frame[STAGE] = WHO
    if action == Option.PURSUE:
        frame[STAGE] = WHOM
    elif action == Option.LEAVE:
        leave_the_map(game, unit)
        game.off += 1
        game.eventful = 1
        note(events, Event.LEFT, called(game, unit), 0, 0)
    else:
        put(game, unit, action - FIRST_SECTOR_ACTION, events)


@rule
def put(game, unit, sector, events):
    """It is in another sector now."""
    game.place[unit] = sector
    game.moved[unit] = 1
    note(events, Event.MOVED, called(game, unit), sector, 0)


@rule
def may_leave(book, game, unit):
    """Whether a convoy ship ended the turn before in the far row, and has not moved since (CV.4, MR-13)."""
    if book.escort == NOBODY or not is_convoy(game, unit) or game.turn == 1:
        return False
    return is_in_far_row(book, game, unit)


@rule
def is_in_far_row(book, game, unit):
    """Whether a unit is in the row on the enemy's edge."""
    return on_map(game, unit) and book.ahead[1 - side_of(unit), game.place[unit]] == 0


# --- pursuit (AB.pursuit_ship) ---------------------------------------------------------------------------


@rule
def may_pursue(book, game, unit):
    """Whether it may name an enemy ship of its sector in place of moving: the first player's ships alone."""
    k = effect_of(book, game, unit, Effect.PURSUE)
    if k < 0 or not is_time_for(book, game, unit, k):
        return False
    return has_card_with(book, game, 1 - side_of(unit), SHIPS, game.place[unit])


@rule
def mask_pursue_whom(book, game, mask):
    """The enemy ships of its sector."""
    unit = int(game.subject)
    enemy = 1 - side_of(unit)
    for other in range(first_of(enemy), first_of(enemy) + game.fleet[enemy]):
        if game.place[other] == game.place[unit] and is_ship(book, game, other):
            mask[FIRST_UNIT_ACTION + other] = 1


@rule
def take_pursue_whom(game, action, events):
    """It will follow her."""
    other = action - FIRST_UNIT_ACTION
    game.quarry[game.subject] = other
    top(game)[STAGE] = WHO
    note(events, Event.PURSUES, called(game, game.subject), called(game, other), 0)


@rule
def place_pursuers(book, game, events):
    """When both have moved, pursuers are where the ships are that they named, if these are near (MR-43)."""
    for k in range(game.units):
        unit = int(game.roster[k])
        quarry = int(game.quarry[unit])
        if quarry != NOBODY:
            game.quarry[unit] = NOBODY
            if on_map(game, quarry) and distance(book, game, unit, quarry) > 0:
                reach = int(book.reach[game.card[unit], effect_of(book, game, unit, Effect.PURSUE)])
                if within(book, reach, distance(book, game, unit, quarry)):
                    if may_enter(book, game, unit, game.place[quarry]):
                        put(game, unit, game.place[quarry], events)


# --- hunting submarines (AB.sub_hunter) ------------------------------------------------------------------


@rule
def hunt(book, game):
    """When both have moved, hunters beside enemy submarines may go to them, moved or not."""
    frame = top(game)
    side = frame[SUBJECT]
    while frame[CURSOR] < game.fleet[side]:
        unit = first_of(side) + frame[CURSOR]
        if can_hunt(book, game, unit):
            return ask(book, game, Decision.HUNT, side, unit)
        frame[CURSOR] += 1
    pop(game)
    return False


@rule
def can_hunt(book, game, unit):
    """Whether there is a sector for it to hunt in."""
    if usable(book, game, unit, Effect.HUNT) < 0 or not on_map(game, unit) or speed_of(book, game, unit) == 0:
        return False
    enemy = 1 - side_of(unit)
    for other in range(first_of(enemy), first_of(enemy) + game.fleet[enemy]):
        if on_map(game, other) and has_prey(book, game, unit, game.place[other]):
            return True
    return False


@rule
def has_prey(book, game, unit, sector):
    """Whether another sector in its reach has an enemy submarine, and room for the hunter (MR-43)."""
    k = effect_of(book, game, unit, Effect.HUNT)
    away = int(book.range[game.place[unit], sector])
    if away == 0 or not within(book, int(book.reach[game.card[unit], k]), away):
        return False
    kinds = int(book.at[game.card[unit], k])
    return has_card_with(book, game, 1 - side_of(unit), kinds, sector) and may_enter(book, game, unit, sector)


@rule
def mask_hunt(book, game, mask):
    """Sectors beside it with prey, or stay."""
    unit = int(game.subject)
    for sector in range(SECTORS):
        if has_prey(book, game, unit, sector):
            mask[FIRST_SECTOR_ACTION + sector] = 1
    mask[Option.DECLINE] = 1


@rule
def take_hunt(game, action, events):
    """It goes there, or stays."""
    top(game)[CURSOR] += 1
    if action != Option.DECLINE:
        put(game, int(game.subject), action - FIRST_SECTOR_ACTION, events)


@rule
def end_movement(game):
    """Ships that were stopped may move next turn (MR-51)."""
    game.stopped[:] = 0
