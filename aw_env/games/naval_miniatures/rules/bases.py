"""Where aircraft are based: carriers and the land airbase (CAR, LND, HIS.5)."""

from aw_env.core.engine.compiling import rule
from aw_env.games.naval_miniatures.records.terms import (
    ASHORE,
    FIRST_UNIT_ACTION,
    NATIONS,
    NOBODY,
    Effect,
    Nation,
    Option,
)
from aw_env.games.naval_miniatures.rules.fleets import needs_airbase
from aw_env.games.naval_miniatures.rules.units import first_of, is_aircraft, on_map, side_of, usable


@rule
def fits_deck(book, game, unit):
    """Whether it is an aircraft that carriers base at all (CAR.2, CAR.3, AB.land_based)."""
    return is_aircraft(book, game, unit) and not needs_airbase(book, int(game.card[unit]))


@rule
def deck_left(book, game, carrier):
    """Aircraft that a carrier still has room for (UNIT.8); 0 for any other unit and for one that is lost."""
    if not on_map(game, carrier):
        return 0
    left = int(book.capacity[game.card[carrier]])
    side = side_of(carrier)
    for unit in range(first_of(side), first_of(side) + game.fleet[side]):
        if game.based_on[unit] == carrier:
            left -= 1
    return left


@rule
def takes_nation(book, carrier, plane):
    """Whether a carrier's card bases aircraft of a card's nation (HIS.5)."""
    if book.historical == 0 or book.nation[carrier] == book.nation[plane]:
        return True
    return book.nation[carrier] == Nation.UNITED_KINGDOM and book.nation[plane] == Nation.UNITED_STATES


@rule
def may_base(book, game, unit, carrier):
    """Whether an aircraft may be based on a carrier now."""
    if not fits_deck(book, game, unit) or deck_left(book, game, carrier) <= 0:
        return False
    return takes_nation(book, int(game.card[carrier]), int(game.card[unit]))


@rule
def is_waiting(book, game, unit):
    """Whether an aircraft has no base now: it is yet to be based, or on a mission."""
    return game.gone[unit] == 0 and game.based_on[unit] == NOBODY and is_aircraft(book, game, unit)


@rule
def ashore(game, side):
    """Aircraft at a side's airbase."""
    count = 0
    for unit in range(first_of(side), first_of(side) + game.fleet[side]):
        if game.based_on[unit] == ASHORE:
            count += 1
    return count


@rule
def aircraft_left(book, game, side):
    """Aircraft that a side still has, wherever they are."""
    count = 0
    for unit in range(first_of(side), first_of(side) + game.fleet[side]):
        if game.gone[unit] == 0 and is_aircraft(book, game, unit):
            count += 1
    return count


@rule
def too_many(book, game, side):
    """Aircraft that must be given up when all are back, if bases are taken as well as can be (LND.4, MR-17)."""
    if aircraft_left(book, game, side) <= book.airbase:  # all of them would find room ashore
        return 0
    aground = ashore(game, side)
    for unit in range(first_of(side), first_of(side) + game.fleet[side]):
        if is_waiting(book, game, unit) and not fits_deck(book, game, unit):
            aground += 1
    if book.historical == 0:
        aground += max(0, without_deck(book, game, side, NOBODY))
    else:
        american = without_deck(book, game, side, Nation.UNITED_STATES.value)
        british = without_deck(book, game, side, Nation.UNITED_KINGDOM.value)
        for nation in range(NATIONS):
            if nation != Nation.UNITED_STATES:
                aground += max(0, without_deck(book, game, side, nation))
        aground += max(0, american - max(0, -british))
    return max(0, aground - int(book.airbase))


@rule
def without_deck(book, game, side, nation):
    """Waiting aircraft for carriers less the room on them, of one nation or of all; below 0: room is left."""
    without = 0
    for unit in range(first_of(side), first_of(side) + game.fleet[side]):
        if nation == NOBODY or book.nation[game.card[unit]] == nation:
            if is_waiting(book, game, unit) and fits_deck(book, game, unit):
                without += 1
            if book.capacity[game.card[unit]] > 0:
                without -= deck_left(book, game, unit)
    return without


@rule
def allow_bases(book, game, unit, mask):
    """Allow the bases that a waiting aircraft may take without making more of them homeless (SET.8, RET.1, MR-17)."""
    side = side_of(unit)
    before = too_many(book, game, side)
    game.based_on[unit] = ASHORE
    if too_many(book, game, side) == before:
        mask[Option.LAND_BASE] = 1
    game.based_on[unit] = NOBODY
    for carrier in range(first_of(side), first_of(side) + game.fleet[side]):
        if book.capacity[game.card[carrier]] > 0 and may_base(book, game, unit, carrier):
            game.based_on[unit] = carrier
            if too_many(book, game, side) == before:
                mask[FIRST_UNIT_ACTION + carrier] = 1
            game.based_on[unit] = NOBODY


@rule
def put_ashore(book, game, unit):
    """It comes to the airbase, and gets a Rearming counter, unless it loiters (RET.2, CAR.6, AB.loiter)."""
    game.rearming[unit] = game.turn if usable(book, game, unit, Effect.LOITER) < 0 else 0
    game.based_on[unit] = ASHORE


@rule
def take_base(game, unit, action):
    """It is based there."""
    game.based_on[unit] = ASHORE if action == Option.LAND_BASE else action - FIRST_UNIT_ACTION
