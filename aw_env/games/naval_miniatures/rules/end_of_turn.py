"""Phase I: repairs, claims, cargo, smoke, the next turn (EOT, OBJ, MR-37)."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.sets import bit, has
from aw_env.core.engine.stack import SUBJECT, ask, pop, top
from aw_env.games.naval_miniatures.records.terms import (
    FIRST_UNIT_ACTION,
    NEIGHBORS,
    NOBODY,
    NOWHERE,
    OBJECTIVES,
    ROWS,
    SECTORS,
    Decision,
    Effect,
    Event,
    Option,
    Terrain,
)
from aw_env.games.naval_miniatures.rules.dice import passes
from aw_env.games.naval_miniatures.rules.losses import cripple
from aw_env.games.naval_miniatures.rules.units import (
    called,
    effect_of,
    first_of,
    is_ship,
    leave_the_map,
    on_map,
    side_of,
    spend,
    usable,
)

# --- repairs (AB.damage_control, AB.repair) --------------------------------------------------------------


@rule
def repair(book, game, events):
    """Damage control and repair ships roll in roster order."""
    for n in range(game.units):
        unit = int(game.roster[n])
        k = usable(book, game, unit, Effect.MEND_ITSELF)
        if k >= 0 and game.damage[unit] > 0 and on_map(game, unit):
            if mend(book, game, unit, int(book.least[game.card[unit], k]), events):
                spend(book, game, unit, k)
        other = int(game.mending[unit])
        if other != NOBODY and game.damage[other] > 0 and on_map(game, unit) and game.place[other] == game.place[unit]:
            k = effect_of(book, game, unit, Effect.MEND_ANOTHER)
            mend(book, game, other, int(book.least[game.card[unit], k]), events)


@rule
def mend(book, game, unit, least, events):
    """A die; this or more gives back one hull point."""
    if not passes(game, Event.MENDED, unit, least, events):
        return False
    game.damage[unit] -= 1
    cripple(book, game, unit, events)
    return True


# --- claims (OBJ, MR-36) ---------------------------------------------------------------------------------


@rule
def claim(book, game, events):
    """A side claims each objective where it has a ship and the enemy none in or beside the sector."""
    for k in range(OBJECTIVES):
        sector = int(book.objective[game.zone, k])
        if sector != NOWHERE and not has(game.claimed, k) and book.objective_points > 0:
            for side in range(2):
                if game.no_claims[side] == 0 and holds(book, game, side, sector):
                    game.claimed |= bit(k)
                    game.score[side] += book.objective_points
                    game.eventful = 1
                    note(events, Event.CLAIMED, side, sector, book.objective_points)


@rule
def holds(book, game, side, sector):
    """Whether a side controls a sector (OBJ.1, OBJ.2)."""
    return has_claimant(book, game, side, sector) and not is_disputed(book, game, 1 - side, sector)


@rule
def has_claimant(book, game, side, sector):
    """Whether a side has a ship in a sector that may claim it (AB.no_sea_control)."""
    for unit in range(first_of(side), first_of(side) + game.fleet[side]):
        if game.place[unit] == sector and is_ship(book, game, unit):
            if usable(book, game, unit, Effect.NO_CLAIM) < 0:
                return True
    return False


@rule
def is_disputed(book, game, enemy, sector):
    """Whether the enemy has a ship in a sector or beside it."""
    for unit in range(first_of(enemy), first_of(enemy) + game.fleet[enemy]):
        if on_map(game, unit) and is_ship(book, game, unit) and book.range[game.place[unit], sector] <= 1:
            return True
    return False


# --- cargo (AB.vital_cargo, MR-50) -----------------------------------------------------------------------


@rule
def land_cargo(book, game):
    """One ship of a side may land its cargo each turn."""
    side = top(game)[SUBJECT]
    for unit in range(first_of(side), first_of(side) + game.fleet[side]):
        if can_land(book, game, unit):
            return ask(book, game, Decision.CARGO, side, NOBODY)
    pop(game)
    return False


@rule
def can_land(book, game, unit):
    """Whether it has cargo and is beside an island in the enemy's half of the map."""
    if usable(book, game, unit, Effect.CARGO) < 0 or not on_map(game, unit):
        return False
    for k in range(NEIGHBORS):
        sector = int(book.near[game.place[unit], k])
        if sector != NOWHERE and book.terrain[game.zone, sector] == Terrain.ISLAND:
            if book.ahead[1 - side_of(unit), sector] < ROWS // 2:
                return True
    return False


@rule
def mask_cargo(book, game, mask):
    """One of them, or none."""
    side = int(game.power)
    for unit in range(first_of(side), first_of(side) + game.fleet[side]):
        if can_land(book, game, unit):
            mask[FIRST_UNIT_ACTION + unit] = 1
    mask[Option.DECLINE] = 1


@rule
def take_cargo(book, game, action, events):
    """Its side scores, and it leaves the game, which is no loss."""
    pop(game)
    if action == Option.DECLINE:
        return
    unit = action - FIRST_UNIT_ACTION
    points = int(book.amount[game.card[unit], effect_of(book, game, unit, Effect.CARGO)])
    game.score[game.power] += points
    game.eventful = 1
    note(events, Event.CARGO, called(game, unit), points, 0)
    leave_the_map(game, unit)


# --- the next turn ---------------------------------------------------------------------------------------


@rule
def clear_turn(game, events):
    """Smoke of last turn goes, and what was said for this turn; a turn without an event is counted (EOT.3)."""
    if game.smokes > 0:
        for sector in range(SECTORS):
            if 0 < game.smoke[sector] <= game.turn:
                game.smoke[sector] = 0
                game.smokes -= 1
    game.faster[:] = 0
    game.mended[:] = 0
    game.mending[:] = NOBODY
    game.marks[:] = 0
    game.lent[:] = 0
    game.no_claims[0] = game.no_claims[1] = 0
    game.quiet_turns = 0 if game.eventful == 1 else game.quiet_turns + 1
    game.eventful = 0
    note(events, Event.SCORE, game.score[0], game.score[1], 0)
