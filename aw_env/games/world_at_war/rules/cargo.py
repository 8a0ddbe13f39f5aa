"""Transports and destroyers that carry cargo, under fire (20.56-20.59)."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.games.world_at_war.records.kinds import NOBODY, Box, Cargo, Event, Nation, Side, Worth
from aw_env.games.world_at_war.rules.damage import (
    NATIONS,
    TRANSPORTS,
    hits_of,
    lose_strength,
    natural,
    note_two,
    share_losses,
    two_dice,
)
from aw_env.games.world_at_war.rules.units import units_of

FACTORS_A_TRANSPORT, DESTROYERS_A_FACTOR = 5, 2
"""What a transport carries (20.64C), and how many destroyers a factor takes to or from a box (21.434B)."""
DESTROYERS_A_LINE = 3
"""As many as an oil counter takes (21.422, 21.64B)."""


@rule
def transports_in_convoy(game):
    """Transports of the convoy, whatever they do."""
    count = 0
    for cargo in range(len(game.laden)):
        count += int(game.laden[cargo])
    return count


@rule
def fire_at_cargo(book, game, factors, drm, events):
    """One attack on the ships that carry cargo, which are screened and do not fire (20.58A); they are at work, and so
    easier to hit (22.552B)."""
    dice = two_dice(game)
    hits = hits_of(book, factors, natural(dice) + drm - int(book.drm[Nation.BRITAIN]) + 1)
    note(events, Event.CARGO_ATTACKED, factors, hits, 0)
    note_two(events, dice)
    lose_carriers(book, game, hits, events)


@rule
def lose_carriers(book, game, hits, events):
    """Hits are shared by the transports and the destroyers of each nation; then cargo is lost (20.59)."""
    lose_laden_destroyers(book, game, hits, events)
    lose_transports(book, game, int(game.shares[TRANSPORTS]), events)
    lose_troops(game)


@rule
def lose_laden_destroyers(book, game, hits, events):
    """Hits are shared by the destroyers of each nation that carry cargo, and by the transports of a convoy, which lose
    `game.shares` (20.57)."""
    for kind in range(NATIONS):
        game.kinds[kind] = 0
    for row in units_of(game):
        game.kinds[book.nation[row]] += int(game.carrying[row])
    game.kinds[TRANSPORTS] = transports_in_convoy(game)
    share_losses(book, game, hits)
    for nation in range(NATIONS):
        for _ in range(game.shares[nation]):
            row = row_that_carries(book, game, nation)
            game.carrying[row] -= 1
            game.force[row] -= int(game.force[row] > 0)
            game.force_seen[row] = min(game.force_seen[row], game.force[row])
            lose_strength(book, game, row, events)


@rule
def laden_destroyers(book, game, side):
    """Destroyers with cargo in the force of a side."""
    factors = 0
    for row in units_of(game):
        if book.side[row] == side and game.force[row] > 0:
            factors += int(game.carrying[row])
    return factors


@rule
def drm_of_laden(book, game, side):
    """The lowest modifier of the nations of these."""
    lowest = 99
    for row in units_of(game):
        if book.side[row] == side and game.force[row] > 0 and game.carrying[row] > 0:
            lowest = min(lowest, int(book.drm[book.nation[row]]))
    return lowest


@rule
def fire_at_laden(book, game, factors, modifier, side, ship, events):
    """One attack of a side on the enemy's destroyers with cargo, as a group (20.58A).  ship: who fires; nobody: the
    light ships."""
    dice = two_dice(game)
    hits = hits_of(book, factors, natural(dice) + modifier - drm_of_laden(book, game, 1 - side))
    if ship == NOBODY:
        note(events, Event.LIGHT_FIRE_ON_LIGHT, side, factors, hits)
    else:
        note(events, Event.FIRES_ON_LIGHT, ship, 1 - side, hits)
    note_two(events, dice)
    lose_laden_destroyers(book, game, hits, events)


@rule
def row_that_carries(book, game, nation):
    """The row of a nation whose destroyers carry most troops."""
    found, most = NOBODY, 0
    for row in units_of(game):
        if book.nation[row] == nation and game.carrying[row] > most:
            found, most = row, int(game.carrying[row])
    return found


@rule
def lose_transports(book, game, count, events):
    """So many transports of the convoy are sunk, with what they carry: the owner loses first what is worth least.
    Those beyond the undamaged ones had been damaged before (20.636B)."""
    if count == 0:
        return
    undamaged = min(count, int(game.transports[Box.ATLANTIC]) - int(game.new_transports[Box.ATLANTIC]))
    game.transports[Box.ATLANTIC] -= undamaged
    game.damaged[Box.ATLANTIC] -= count - undamaged
    game.damaged_now[Box.ATLANTIC] -= count - undamaged
    game.used_transports[Box.ATLANTIC] -= count
    game.unbuilt += count
    game.points[Side.AXIS] += count * int(book.worth[Worth.TRANSPORT])
    note(events, Event.CARGO_LOST, count, 0, 0)
    for _ in range(count):
        cargo = least_cargo(game)
        game.laden[cargo] -= 1
        if cargo == Cargo.GRANT:
            fail_grants(book, game, 1, events)


@rule
def least_cargo(game):
    """What is carried and worth least: oil, then the supply line, then BRPs; troops are never with these."""
    for cargo in (Cargo.OIL.value, Cargo.LINE.value, Cargo.GRANT.value):
        if game.laden[cargo] > 0:
            return cargo
    return Cargo.TROOPS.value


@rule
def fail_grants(book, game, count, events):
    """BRPs that have been sent and do not arrive score for the Axis (H)."""
    if count > 0:
        game.points[Side.AXIS] += count * int(book.worth[Worth.SUPPLY_LINE])
        note(events, Event.GRANTS_FAIL, count, 0, 0)


@rule
def lose_troops(game):
    """Troops are lost for which there are not destroyers and transports enough, and no others (20.59)."""
    destroyers = 0
    for row in units_of(game):
        destroyers += int(game.carrying[row])
    room = min(destroyers // DESTROYERS_A_FACTOR, FACTORS_A_TRANSPORT * int(game.laden[Cargo.TROOPS]))
    game.troops = min(int(game.troops), room)
