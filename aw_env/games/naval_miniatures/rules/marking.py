"""The start of the air attack phase: enemy ships are marked for others (AB.pinpointer, AB.scout_cruiser,
AB.shadowing)."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.sets import bit, has
from aw_env.core.engine.stack import CURSOR, STAGE, SUBJECT, ask, pop, top
from aw_env.games.naval_miniatures.records.terms import EFFECTS, FIRST_UNIT_ACTION, Decision, Effect, Event, Option
from aw_env.games.naval_miniatures.rules.units import (
    called,
    distance,
    first_of,
    is_among,
    is_left,
    is_time_for,
    kind_of,
    on_map,
    side_of,
    spend,
    within,
)


@rule
def mark_targets(book, game):
    """Units that mark do so in roster order, with each of their abilities; aborted aircraft do not (MR-19)."""
    frame = top(game)
    side = frame[SUBJECT]
    while frame[CURSOR] < game.fleet[side]:
        unit = first_of(side) + frame[CURSOR]
        k = mark_of(book, game, unit, frame[STAGE])
        if k < 0:
            frame[CURSOR] += 1
            frame[STAGE] = 0
        elif can_mark(book, game, unit, k):
            return ask(book, game, Decision.MARK, side, unit)
        else:
            frame[STAGE] += 1
    pop(game)
    return False


@rule
def mark_of(book, game, unit, nth):
    """Which effect of a unit is the first that marks (0), the second (1) and so on: a number below EFFECTS, or -1."""
    card = int(game.card[unit])
    if has(book.effects[card], Effect.MARK):
        for k in range(EFFECTS):
            if book.does[card, k] == Effect.MARK:
                if nth == 0:
                    return k
                nth -= 1
    return -1


@rule
def can_mark(book, game, unit, k):
    """Whether it has an enemy ship to mark."""
    if not on_map(game, unit) or game.aborted[unit] == 1:
        return False
    if not is_left(book, game, unit, k) or not is_time_for(book, game, unit, k):
        return False
    enemy = 1 - side_of(unit)
    for target in range(first_of(enemy), first_of(enemy) + game.fleet[enemy]):
        if may_mark(book, game, unit, k, target):
            return True
    return False


@rule
def may_mark(book, game, unit, k, target):
    """Whether an enemy unit is one that it marks, within its reach."""
    if not on_map(game, target) or not is_among(int(book.at[game.card[unit], k]), kind_of(book, game, target)):
        return False
    return within(book, int(book.reach[game.card[unit], k]), distance(book, game, unit, target))


@rule
def mask_mark(book, game, mask):
    """Such ships, or none."""
    unit = int(game.subject)
    k = mark_of(book, game, unit, top(game)[STAGE])
    enemy = 1 - side_of(unit)
    for target in range(first_of(enemy), first_of(enemy) + game.fleet[enemy]):
        if may_mark(book, game, unit, k, target):
            mask[FIRST_UNIT_ACTION + target] = 1
    mask[Option.DECLINE] = 1


@rule
def take_mark(book, game, action, events):
    """She is marked to the end of the turn."""
    unit = int(game.subject)
    k = mark_of(book, game, unit, top(game)[STAGE])
    top(game)[STAGE] += 1
    if action != Option.DECLINE:
        target = action - FIRST_UNIT_ACTION
        game.marks[target] |= bit(book.mark[game.card[unit], k])
        spend(book, game, unit, k)
        note(events, Event.MARKED, called(game, unit), called(game, target), 0)
