"""What is built, repaired and raised (20.621, 20.5212E, 20.5224B)."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.sets import has
from aw_env.games.world_at_war.records.kinds import (
    NOWHERE,
    Box,
    Condition,
    Event,
    Option,
    Phase,
    Side,
    Switch,
    Theatre,
)
from aw_env.games.world_at_war.records.record import FIRST_PLACE, FIRST_UNIT
from aw_env.games.world_at_war.rules.bases import is_overstacked
from aw_env.games.world_at_war.rules.damage import is_in_sw_box, is_of_one_factor
from aw_env.games.world_at_war.rules.ports import allow_ports, build_port, supply_over_new_port
from aw_env.games.world_at_war.rules.raids import brps_pledged
from aw_env.games.world_at_war.rules.units import units_of

TRANSPORT_BRPS, REPAIR_TURNS = 3, 2


@rule
def mask_build(book, game, mask):
    """A transport for a point and three BRPs, as the pool has any (20.621); a point mends a ship or raises one."""
    side = int(game.moving)
    mask[Option.DONE] = 1
    if book.theatre == Theatre.PACIFIC:
        allow_ports(book, game, side, mask)
    if game.yards[side] == 0:
        return
    pledged = brps_pledged(book, game) if side == Side.AXIS else 0
    if game.brps[side] >= TRANSPORT_BRPS + pledged:
        mask[Option.TRANSPORT] = int((game.unbuilt if side == Side.ALLIES else game.merchants_unbuilt) > 0)
        if has(book.options, Switch.SUBMARINE_WARFARE):
            there = game.submarines if side == Side.AXIS else game.asw
            if int(there[Box.ATLANTIC]) + int(there[Box.INDIAN]) < book.pool[side]:
                mask[Option.SUBMARINE if side == Side.AXIS else Option.ASW] = 1
    for unit in units_of(game):
        if needs_yard(book, game, unit, side):
            mask[FIRST_UNIT + unit] = 1


@rule
def needs_yard(book, game, unit, side):
    """Whether a ship of a side is in port, damaged or sunk there, and no yard works on her (20.523A)."""
    if book.side[unit] != side or is_of_one_factor(book, unit) or game.place[unit] == NOWHERE:
        return False
    if is_in_sw_box(book, game, unit):
        return False
    return game.repair[unit] == 0 and game.condition[unit] != Condition.SOUND


@rule
def take_build(book, game, action, events):
    """Done; or a point is spent."""
    side = int(game.moving)
    if action == Option.DONE:
        if game.built_now == 1:
            supply_over_new_port(book, game)
        supplies = side == Side.ALLIES or book.theatre != Theatre.ATLANTIC
        game.phase = Phase.SUPPLY.value if supplies else Phase.MOVEMENT.value
        game.step = game.cursor = 0
        return
    if FIRST_PLACE <= action < FIRST_UNIT:
        build_port(game, side, action - FIRST_PLACE, events)
        return
    game.yards[side] -= 1
    if action == Option.TRANSPORT:
        build_transport(game, side, events)
        return
    if action == Option.SUBMARINE or action == Option.ASW:
        build_for_sw(game, side, events)
        return
    unit = action - FIRST_UNIT
    if game.condition[unit] == Condition.SUNK_IN_PORT:
        game.condition[unit] = Condition.DAMAGED.value
        note(events, Event.RAISED, unit, 0, 0)
    else:
        game.repair[unit] = REPAIR_TURNS
        note(events, Event.IN_REPAIR, unit, 0, 0)


@rule
def build_transport(game, side, events):
    """A transport for a point and three BRPs (20.621): of the Allies, to be placed in an SW box; those of Japan sail in
    the Pacific (20.63)."""
    game.brps[side] -= TRANSPORT_BRPS
    if side == Side.ALLIES:
        game.unbuilt -= 1
        game.step = 1
    else:
        game.merchants_unbuilt -= 1
        game.merchants += 1
    note(events, Event.BUILT, 0, side, 0)


@rule
def build_for_sw(game, side, events):
    """A submarine or an ASW factor for a point and three BRPs (20.76, 20.84); they are based in the Atlantic SW box."""
    game.brps[side] -= TRANSPORT_BRPS
    if side == Side.AXIS:
        game.submarines[Box.ATLANTIC] += 1
        game.new_submarines[Box.ATLANTIC] += 1
    else:
        game.asw[Box.ATLANTIC] += 1
    note(events, Event.BUILT, int(side == Side.AXIS) + 1, 0, 0)


@rule
def repair_ships(book, game, events):
    """Ships in repair come a turn nearer to being sound, at the start of their side's turn (20.5212E).  One that is too
    many for its port is of no use this turn (21.112)."""
    for unit in units_of(game):
        if game.repair[unit] > 0 and book.side[unit] == game.moving:
            game.repair[unit] -= 1
            if game.repair[unit] == 0:
                game.condition[unit] = Condition.SOUND.value
                game.hits[unit] = 0
                game.inverted[unit] = int(is_overstacked(book, game, int(game.place[unit])))
                note(events, Event.REPAIRED, unit, 0, 0)
