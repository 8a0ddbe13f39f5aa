"""What the rules say of one attack or one move, for words: asked seldom, so compiled apart from the game."""

from typing import Any, NamedTuple

import numpy as np

from aw_env.core.engine.compiling import compiled, records
from aw_env.games.naval_miniatures.records.terms import ROWS, UNITS, Effect, Weapon
from aw_env.games.naval_miniatures.rules import attacks, dice, results, sight, stacking, units


class Aim(NamedTuple):
    """An attack of a unit at another.  sectors: from one to the other.  dice: 0 for none at that range.  penalty: on
    each.  sees, fits, certain, forced_away, second: what `attacks` says of it.  negates, conceals, survives: the least
    dice that save the target, 0 for no die.  hit: damage of a hit.  left: damage that destroys the target.  flaw:
    natural 6s that destroy it, 0 for no number."""

    sectors: int
    dice: int
    penalty: int
    sees: int
    fits: int
    certain: int
    forced_away: int
    second: int
    negates: int
    conceals: int
    survives: int
    hit: int
    left: int
    flaw: int


AIM = np.dtype([(field, np.int64) for field in Aim._fields])


@compiled
def _aim(books: Any, games: Any, i: int, unit: int, weapon: int, target: int, aims: Any) -> None:
    """Fill `aims`, an array of one `AIM`."""
    book, game, told = books[0], games[i], aims[0]
    card, place = int(game.card[target]), int(game.place[target])
    told.sectors = units.distance(book, game, unit, target)
    told.dice = dice.dice_at(book, game, unit, weapon, target)
    told.penalty = dice.penalty(book, game, unit, weapon, target)
    told.sees = sight.sees(book, game, int(game.place[unit]), place)
    told.fits = attacks.fits(book, game, unit, weapon, target)
    told.certain = units.is_certain_to_go(book, game, target)
    told.forced_away = attacks.is_forced_away(book, game, unit, weapon, target)
    told.second = attacks.is_second_target(book, game, unit, weapon, target)
    k = units.effect_of(book, game, target, Effect.NEGATE)
    if k >= 0 and dice.works_against(book, game, target, k, weapon, unit):
        told.negates = book.least[card, k]
    if sight.is_concealed(book, game, place):
        told.conceals = results.CONCEALED_CLOSE if place == game.place[unit] else results.CONCEALED
    k = units.effect_of(book, game, target, Effect.SURVIVE)
    if k >= 0:
        told.survives = book.least[card, k]
    told.hit = 1
    if weapon == Weapon.TORPEDO:
        k = units.effect_of(book, game, unit, Effect.TORPEDO_DAMAGE)
        more = int(book.amount[game.card[unit], k]) if k >= 0 else 0
        k = units.effect_of(book, game, target, Effect.TORPEDO_DEFENSE)
        defended = int(book.amount[card, k]) if k >= 0 else 0
        told.hit = max(0, results.TORPEDO_HIT + more - defended)
    told.left = units.hull_left(book, game, target) - int(game.hit[target])
    k = units.effect_of(book, game, target, Effect.FLAW)
    if k >= 0 and units.is_among(int(book.by[card, k]), units.kind_of(book, game, unit)):
        told.flaw = book.amount[card, k]


@compiled
def _way(books: Any, games: Any, i: int, unit: int, sector: int, told: Any) -> None:
    """Fill `told`, int64 (2,): whether the terrain of a sector lets a unit in, and whether there is room for it."""
    book, game = books[0], games[i]
    told[0] = stacking.is_open_to(book, game, unit, sector)
    told[1] = stacking.has_room(book, game, unit, sector)


@compiled
def _bearings(books: Any, games: Any, i: int, unit: int, weapon: int, values: Any, seen: Any) -> None:
    """Fill `values`, int64 (ROWS,), with the dice of a weapon at each range, and `seen`, int64 (UNITS,), with 2 for
    each target in range and sight, 1 for one that is out of sight."""
    book, game = books[0], games[i]
    for sectors in range(ROWS):
        values[sectors] = dice.value_at(book, game, unit, weapon, sectors)
    enemy = 1 - units.side_of(unit)
    for target in range(units.first_of(enemy), units.first_of(enemy) + game.fleet[enemy]):
        if units.on_map(game, target) and game.aborted[target] == 0 and attacks.fits(book, game, unit, weapon, target):
            if not units.is_certain_to_go(book, game, target):
                if dice.value_at(book, game, unit, weapon, units.distance(book, game, unit, target)) > 0:
                    seen[target] = 1 + sight.sees(book, game, int(game.place[unit]), int(game.place[target]))


class Bearings(NamedTuple):
    """What a weapon of a unit bears upon.  reach: the greatest range at which it has dice, -1 for none.  targets: by
    their numbers, enemies within it, each with whether it is in sight."""

    reach: int
    targets: dict[int, bool]


def bearings(view: Any, unit: int, weapon: int) -> Bearings:
    """Those of a weapon of a unit that is on the map."""
    values, seen = np.zeros(ROWS, np.int64), np.zeros(UNITS, np.int64)
    _bearings(view.scenario.books, view.arrays, 0, unit, weapon, values, seen)
    reach = max(np.flatnonzero(values).tolist(), default=-1)
    return Bearings(reach, {target: bool(seen[target] == 2) for target in np.flatnonzero(seen).tolist()})


def aim(view: Any, unit: int, weapon: int, target: int) -> Aim:
    """That of a unit at another, by their numbers; both are on the map."""
    aims = records(AIM, 1)
    _aim(view.scenario.books, view.arrays, 0, unit, weapon, target, aims)
    return Aim(*aims.tolist()[0])


def way(view: Any, unit: int, sector: int) -> tuple[bool, bool]:
    """Whether the terrain of a sector lets a unit in, and whether there is room for it."""
    told = np.zeros(2, np.int64)
    _way(view.scenario.books, view.arrays, 0, unit, sector, told)
    return bool(told[0]), bool(told[1])
