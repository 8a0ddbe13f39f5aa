"""How far a ship or submarine gets (SEA.3, MOV, MR-09)."""

from aw_env.core.engine.compiling import rule
from aw_env.games.naval_miniatures.records.terms import FIRST_SECTOR_ACTION, NEIGHBORS, NOBODY, NOWHERE, SECTORS, WIDE
from aw_env.games.naval_miniatures.rules.stacking import mark_closed, mark_full, may_enter

CLOSED = -1
"""In a mask under way: a sector that the unit may not enter."""


@rule
def allow_reach(book, game, unit, sectors, mask):
    """Allow every sector within so many steps, each through sectors that the unit may enter now; its own is none.

    While it searches, the mask holds how many steps lead to a sector, and one more, and CLOSED where it may not enter.
    """
    own = int(game.place[unit])
    mark_closed(book, game, unit, CLOSED, mask)
    mark_full(book, game, unit, CLOSED, mask)
    mask[FIRST_SECTOR_ACTION + own] = 1
    for step in range(1, sectors + 1):
        apart = WIDE * (step - 1)  # sectors are numbered row by row: those that a step joins are no further apart
        for sector in range(max(0, own - apart), min(SECTORS, own + apart + 1)):
            if mask[FIRST_SECTOR_ACTION + sector] == step:
                go_on_from(book, sector, step + 1, mask)
    mask[FIRST_SECTOR_ACTION + own] = 0
    for sector in range(SECTORS):
        mask[FIRST_SECTOR_ACTION + sector] = 1 if mask[FIRST_SECTOR_ACTION + sector] > 0 else 0


@rule
def go_on_from(book, sector, steps, mask):
    """Note which sectors beside one are reached in so many steps, and not in fewer."""
    for k in range(NEIGHBORS):
        beside = int(book.near[sector, k])
        if beside != NOWHERE and mask[FIRST_SECTOR_ACTION + beside] == 0:
            mask[FIRST_SECTOR_ACTION + beside] = steps


@rule
def has_a_way(book, game, unit):
    """Whether there is a sector beside it that it may enter."""
    for k in range(NEIGHBORS):
        beside = int(book.near[game.place[unit], k])
        if beside != NOWHERE and may_enter(book, game, unit, beside):
            return True
    return False


@rule
def speed_of(book, game, unit):
    """Sectors that it may move in this turn (UNIT.6, DMG.6, MR-10); 0 where it may not (AB.lucky_hit,
    AB.repair)."""
    if game.stopped[unit] == 1 or game.mended[unit] == 1 or game.mending[unit] != NOBODY:
        return 0
    return max(1, int(book.speed[game.card[unit]]) - int(game.crippled[unit]) + int(game.faster[unit]))
