"""Where aircraft fly."""

from aw_agents.naval_miniatures.officer.prospects import gain_with, points_of
from aw_env.core.engine.compiling import rule
from aw_env.games.naval_miniatures.odds import chance
from aw_env.games.naval_miniatures.records.terms import (
    FIRST_SECTOR_ACTION,
    FIRST_UNIT_ACTION,
    SECTORS,
    Kind,
    Option,
    Weapon,
)
from aw_env.games.naval_miniatures.rules.dice import value_at
from aw_env.games.naval_miniatures.rules.stacking import has_room
from aw_env.games.naval_miniatures.rules.units import (
    first_of,
    is_aircraft,
    is_ship,
    is_submarine,
    kind_of,
    side_of,
)


@rule
def mission_in(book, game, doctrine, unit, sector):
    """What a mission over a sector is worth: what it can attack, less the fire there; for a fighter whom it meets and
    covers."""
    side = side_of(unit)
    worth = 0.0
    fire = 0
    for other in range(first_of(1 - side), first_of(1 - side) + game.fleet[1 - side]):
        if game.place[other] == sector:
            fire += int(book.attack[game.card[other], Weapon.ANTIAIR, 0])
            worth = max(worth, strike(book, game, doctrine, unit, other))
    if kind_of(book, game, unit) == Kind.FIGHTER:
        worth += cover(book, game, doctrine, side, sector)
    card = int(game.card[unit])
    hit = chance(0, min(24, fire), int(book.armor[card])) / 100.0
    lost = chance(0, min(24, fire), int(book.vital[card])) / 100.0
    return worth * (1.0 - doctrine.flak * hit) - doctrine.flak * lost * points_of(book, game, doctrine, unit)


@rule
def strike(book, game, doctrine, unit, target):
    """The best that it can do to a unit in the sector."""
    if is_aircraft(book, game, target):
        dice = value_at(book, game, unit, Weapon.ANTIAIR.value, 0)
        return gain_with(book, game, doctrine, Weapon.ANTIAIR.value, dice, 0, target)
    if is_submarine(book, game, target):
        dice = value_at(book, game, unit, Weapon.ASW.value, 0)
        return gain_with(book, game, doctrine, Weapon.ASW.value, dice, 0, target)
    best = 0.0
    for weapon in (Weapon.MAIN.value, Weapon.BOMB.value, Weapon.TORPEDO.value):
        dice = value_at(book, game, unit, weapon, 0)
        best = max(best, gain_with(book, game, doctrine, weapon, dice, 0, target))
    return best


@rule
def cover(book, game, doctrine, side, sector):
    """What a fighter covers there: bombers on a mission, and ships."""
    covered = 0.0
    for other in range(first_of(side), first_of(side) + game.fleet[side]):
        if game.place[other] == sector:
            if is_ship(book, game, other):
                covered += doctrine.cover * points_of(book, game, doctrine, other) / 50.0
            elif is_aircraft(book, game, other) and kind_of(book, game, other) != Kind.FIGHTER:
                covered += doctrine.escort
    return covered


@rule
def score_fly_who(book, game, doctrine, action):
    """Bombers with a mission before fighters (the latter see where the others go); then no more."""
    if action == Option.END:
        return doctrine.least_mission
    unit = action - FIRST_UNIT_ACTION
    most = -100.0
    for sector in range(SECTORS):
        if has_room(book, game, unit, sector):
            most = max(most, mission_in(book, game, doctrine, unit, sector))
    if most <= doctrine.least_mission:
        return most
    return most if kind_of(book, game, unit) == Kind.FIGHTER else most + 1000.0


@rule
def score_fly_to(book, game, doctrine, action):
    """The best sector for it."""
    return mission_in(book, game, doctrine, int(game.subject), action - FIRST_SECTOR_ACTION)
