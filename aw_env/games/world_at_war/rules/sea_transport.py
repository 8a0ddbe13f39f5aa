"""Troops that destroyers carry from the Atlantic U.S. box to Britain (21.43)."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.sets import has
from aw_env.core.engine.stack import ask
from aw_env.games.world_at_war.records.kinds import (
    NOBODY,
    Aboard,
    Cargo,
    Convoy,
    Decision,
    Event,
    Front,
    Kind,
    Nation,
    Option,
    Phase,
    PlaceKind,
    Side,
)
from aw_env.games.world_at_war.records.record import FIRST_UNIT
from aw_env.games.world_at_war.rules.cargo import DESTROYERS_A_FACTOR, FACTORS_A_TRANSPORT
from aw_env.games.world_at_war.rules.convoys import set_out
from aw_env.games.world_at_war.rules.rows import detach
from aw_env.games.world_at_war.rules.transports import allow_counts, load, may_sail
from aw_env.games.world_at_war.rules.units import units_of


@rule
def may_carry(book, game, row):
    """Destroyers of the western front and of the Atlantic U.S. box that have not been used (21.433A, 21.435A), and have
    time for the way there and back; those of the US once it is at war."""
    if book.kind[row] != Kind.DD or book.side[row] != Side.ALLIES or game.strength[row] == 0:
        return False
    if game.inverted[row] == 1 or game.carrying[row] > 0 or (book.nation[row] == Nation.US and game.turn < book.us_war):
        return False
    place = int(game.place[row])
    return has(book.fronts[place], Front.WESTERN) and book.place_kind[place] != PlaceKind.SW_BOX


@rule
def most_troops(book, game):
    """Factors that can be carried: two destroyers for each (21.434B), and a transport for five (21.434C)."""
    if game.turn < book.troops_from:
        return 0
    destroyers = 0
    for row in units_of(game):
        if may_carry(book, game, row):
            destroyers += int(game.strength[row])
    return min(int(book.sea_transport), destroyers // DESTROYERS_A_FACTOR, FACTORS_A_TRANSPORT * may_sail(game))


@rule
def transport_troops(book, game, events):
    """How many factors sail, then with which destroyers; True when asked."""
    if game.troops == 0:
        if most_troops(book, game) > 0:
            return ask(book, game, Decision.TROOPS, Side.ALLIES, NOBODY)
        leave_out(game)
        return False
    if destroyers_wanted(game) > 0:
        return ask(book, game, Decision.CARRY, Side.ALLIES, NOBODY)
    set_out(game, Convoy.SEA_TRANSPORT.value, events)
    return False


@rule
def leave_out(game):
    """No troops sail."""
    game.phase, game.step, game.cursor = Phase.SUPPLY_AGAIN.value, 0, 0


@rule
def mask_troops(book, game, mask):
    allow_counts(mask, most_troops(book, game))


@rule
def take_troops(game, action):
    """So many factors sail, with a transport for every five."""
    factors = action - Option.COUNT_0
    if factors == 0:
        leave_out(game)
        return
    game.troops = factors
    load(game, Cargo.TROOPS.value, (factors + FACTORS_A_TRANSPORT - 1) // FACTORS_A_TRANSPORT)


@rule
def destroyers_wanted(game):
    """Destroyers that are still to be named."""
    wanted = DESTROYERS_A_FACTOR * int(game.troops)
    for row in units_of(game):
        wanted -= int(game.carrying[row])
    return wanted


@rule
def mask_carry(book, game, mask):
    for row in units_of(game):
        mask[FIRST_UNIT + row] = int(may_carry(book, game, row))


@rule
def take_carry(book, game, action, events):
    carry(book, game, action - FIRST_UNIT, destroyers_wanted(game), Aboard.TROOPS.value, events)


@rule
def carry(book, game, row, wanted, aboard, events):
    """As many of a row as are wanted carry (20.91); aboard: what."""
    part = detach(book, game, row, min(wanted, int(game.strength[row])), events)
    game.carrying[part] = min(wanted, int(game.strength[part]))
    note(events, Event.CARRIES, part, game.carrying[part], aboard)
