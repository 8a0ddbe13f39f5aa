"""Who may be in which sector, and how many of a side (STK, MAP)."""

from aw_env.core.engine.arrays import count_equal
from aw_env.core.engine.compiling import rule
from aw_env.games.naval_miniatures.records.terms import (
    FIRST_SECTOR_ACTION,
    FLEET,
    PLANES,
    SECTORS,
    SUBMARINES,
    Effect,
    Terrain,
)
from aw_env.games.naval_miniatures.rules.units import (
    first_of,
    is_aircraft,
    is_ship,
    side_of,
    usable,
)


@rule
def crowd(book, game, unit):
    """The ships that a sector holds while this unit is in it; 0: no other number than everywhere (AB.close_escort)."""
    k = usable(book, game, unit, Effect.CROWD)
    return 0 if k < 0 else int(book.amount[game.card[unit], k])


@rule
def held(book, game, unit):
    """The units of its type that any sector holds of a side (STK.2, STK.3, STK.4)."""
    if is_ship(book, game, unit):
        return int(book.ships_a_sector)
    return PLANES if is_aircraft(book, game, unit) else SUBMARINES


@rule
def others_in(game, unit, sector):
    """How many other units of its side, of whatever type, are in a sector."""
    there = count_equal(game.place, sector, first_of(side_of(unit)), FLEET)
    return there - int(game.place[unit] == sector)


@rule
def has_room(book, game, unit, sector):
    """Whether a unit may enter a sector as far as others of its side there leave room (STK.1)."""
    limit = held(book, game, unit)
    if others_in(game, unit, sector) < limit:  # of most sectors there is no more to ask
        return True
    ships = is_ship(book, game, unit)
    if ships:
        limit = max(limit, crowd(book, game, unit))
    side = side_of(unit)
    there = 0
    for other in range(first_of(side), first_of(side) + game.fleet[side]):
        if other != unit and game.place[other] == sector and competes(book, game, unit, other):
            there += 1
            if ships:
                limit = max(limit, crowd(book, game, other))
    return there < limit


@rule
def competes(book, game, unit, other):
    """Whether two units take room from each other: ships, submarines or aircraft both (STK.2, STK.3, STK.4)."""
    if is_ship(book, game, unit) or is_ship(book, game, other):
        return is_ship(book, game, unit) and is_ship(book, game, other)
    return is_aircraft(book, game, unit) == is_aircraft(book, game, other)


@rule
def is_shallow(terrain):
    """Whether it is an island, or shoals (MAP.1, MAP.2)."""
    return terrain == Terrain.ISLAND or terrain == Terrain.SHOAL


@rule
def is_open_to(book, game, unit, sector):
    """Whether the terrain of a sector lets a ship or submarine in (MAP.1, MAP.2)."""
    return not is_shallow(book.terrain[game.zone, sector]) or usable(book, game, unit, Effect.SHALLOW_DRAFT) >= 0


@rule
def may_enter(book, game, unit, sector):
    """Whether a ship or submarine may enter a sector now (STK.1, MAP.1)."""
    return is_open_to(book, game, unit, sector) and has_room(book, game, unit, sector)


@rule
def may_start_in(book, game, unit, sector):
    """Whether it may start there: shallow draft or not, on no island and no shoal (SET.7, SC.3)."""
    return not is_shallow(book.terrain[game.zone, sector]) and has_room(book, game, unit, sector)


@rule
def mark_full(book, game, unit, value, mask):
    """Write a value into a mask for every sector in which others of its side leave no room for a unit."""
    side = side_of(unit)
    for other in range(first_of(side), first_of(side) + game.fleet[side]):
        sector = int(game.place[other])
        if other != unit and sector >= 0 and mask[FIRST_SECTOR_ACTION + sector] != value:
            if competes(book, game, unit, other) and not has_room(book, game, unit, sector):
                mask[FIRST_SECTOR_ACTION + sector] = value


@rule
def mark_closed(book, game, unit, value, mask):
    """Write a value into an empty mask for every sector whose terrain keeps a unit out (MAP.1, MAP.2)."""
    if usable(book, game, unit, Effect.SHALLOW_DRAFT) < 0:
        terrain = book.terrain[game.zone]
        for sector in range(SECTORS):
            mask[FIRST_SECTOR_ACTION + sector] = value if is_shallow(terrain[sector]) else 0
