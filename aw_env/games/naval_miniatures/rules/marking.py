"""The start of the air attack phase: enemy ships are marked for others (AB.pinpointer, AB.scout_cruiser,
AB.shadowing)."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.sets import bit
from aw_env.core.engine.stack import CURSOR, SUBJECT, ask, pop, top
from aw_env.games.naval_miniatures.records.terms import FIRST_UNIT_ACTION, Decision, Effect, Event, Option
from aw_env.games.naval_miniatures.rules.units import (
    called,
    distance,
    effect_of,
    first_of,
    is_among,
    kind_of,
    on_map,
    side_of,
    spend,
    usable,
    within,
)


@rule
def mark_targets(book, game):
    """Units that mark do so in roster order; aborted aircraft do not (MR-19)."""
    frame = top(game)
    side = frame[SUBJECT]
    while frame[CURSOR] < game.fleet[side]:
        unit = first_of(side) + frame[CURSOR]
        if can_mark(book, game, unit):
            return ask(book, game, Decision.MARK, side, unit)
        frame[CURSOR] += 1
    pop(game)
    return False


@rule
def can_mark(book, game, unit):
    """Whether it has an enemy ship to mark."""
    k = usable(book, game, unit, Effect.MARK)
    if k < 0 or not on_map(game, unit) or game.aborted[unit] == 1:
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
    enemy = 1 - side_of(unit)
    for target in range(first_of(enemy), first_of(enemy) + game.fleet[enemy]):
        if may_mark(book, game, unit, effect_of(book, game, unit, Effect.MARK), target):
            mask[FIRST_UNIT_ACTION + target] = 1
    mask[Option.DECLINE] = 1


@rule
def take_mark(book, game, action, events):
    """She is marked to the end of the turn."""
    unit = int(game.subject)
    top(game)[CURSOR] += 1
    if action != Option.DECLINE:
        target = action - FIRST_UNIT_ACTION
        k = effect_of(book, game, unit, Effect.MARK)
        game.marks[target] |= bit(book.mark[game.card[unit], k])
        spend(book, game, unit, k)
        note(events, Event.MARKED, called(game, unit), called(game, target), 0)
