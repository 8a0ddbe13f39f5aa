"""What the officer reckons with: the strength of ships, and of the sides in an area."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.sets import has
from aw_env.games.war_at_sea.records.terms import AREAS, FIRST_PORT, Kind
from aw_env.games.war_at_sea.rules.counters import airstrike, attack, in_port, is_vessel
from aw_env.games.war_at_sea.rules.surface import in_battle


@rule
def worth(book, game, doctrine, unit):
    """What a vessel is worth in combat: its shots, what it can take, and its aircraft."""
    if not is_vessel(book, unit):
        return 0.0
    hit_points = float(book.defense[unit]) + 1.0 - float(game.damage[unit])
    return doctrine.guns * attack(book, game, unit) + hit_points + doctrine.aircraft * airstrike(book, game, unit)


@rule
def strength_in(book, game, doctrine, side, area):
    """The worth of a side's vessels in an area and of those that try to reach it; and its aircraft over it."""
    total = doctrine.land_based if game.marker[side] == area else 0.0
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.side[unit] == side and (game.place[unit] == area or game.bound_for[unit] == area):
            total += worth(book, game, doctrine, unit)
    return total


@rule
def threat_to(book, game, doctrine, side, area):
    """The worth of a side's vessels in ports that border an area: what may still come there."""
    total = 0.0
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.side[unit] == side and in_port(game, unit) and is_vessel(book, unit):
            if has(book.waters[unit], area) and has(book.touches[game.place[unit] - FIRST_PORT], area):
                total += worth(book, game, doctrine, unit)
    return total


@rule
def strength_in_battle(book, game, doctrine, side):
    """The worth of a side's vessels in the battle under way."""
    total = 0.0
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.side[unit] == side and in_battle(book, game, unit):
            total += worth(book, game, doctrine, unit)
    return total


@rule
def vessels_at(book, game, side, place):
    """How many vessels of a side are in a place."""
    count = 0
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.place[unit] == place and game.side[unit] == side and is_vessel(book, unit):
            count += 1
    return count


@rule
def convoy_at_stake(book, game, area):
    """Points that a convoy in an area may still earn, 0 without one."""
    for k in range(game.units):
        unit = int(game.roster[k])
        if 0 <= game.place[unit] < AREAS and game.place[unit] == area and book.kind[unit] == Kind.CONVOY:
            return float(book.convoy_points[area])
    return 0.0
