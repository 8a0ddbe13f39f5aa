"""What must hold in every battle after every decision, checked by compiled code.

A `WATCH` follows score and places through the events alone; after each decision the record must say the same.
"""

from enum import IntEnum

import numpy as np

from aw_env.core.engine.compiling import compiled, rule
from aw_env.core.engine.events import HEADER, WHISPERED
from aw_env.core.engine.sets import has
from aw_env.games.naval_miniatures.records.record import FRAMES
from aw_env.games.naval_miniatures.records.terms import (
    ASHORE,
    FLEET,
    NOBODY,
    NOWHERE,
    SECTORS,
    SHIPS,
    UNITS,
    Effect,
    Event,
    Kind,
    Phase,
    Terrain,
)
from tests.one_decision import COMMON, check_decision

FIRST_FLIER = int(Kind.PATROL_BOMBER)
MOST_PLANES = 4
WATCH = np.dtype([("score", "i4", 2), ("time", "i4"), ("gone", "i1", UNITS)], align=True)


Broken = IntEnum(
    "Broken",
    [
        *COMMON,
        "BACK_FROM_THE_DEEP",
        "POINTS",
        "NEITHER_HERE_NOR_THERE",
        "DAMAGE",
        "CRIPPLED",
        "TERRAIN",
        "CROWDED",
        "OVERLOADED",
        "PENDING_ELSEWHERE",
        "NO_AIRCRAFT",
        "FLEET_TOO_DEAR",
        "SMOKE",
    ],
    start=0,
)
"""The invariants; `NOTHING` when all hold."""


@compiled
def begin_watch(books, games, i, watches, w):
    """Take over the score of a battle that has just begun."""
    game, watch = games[i], watches[w]
    watch.score[0], watch.score[1] = game.score[0], game.score[1]
    watch.time = 0
    for unit in range(UNITS):
        watch.gone[unit] = 0


@compiled
def check(books, games, i, watches, w, mask, legal, events):
    """Follow the events of one answer and compare.  Returns a `Broken`."""
    book, game, watch = books[0], games[i], watches[w]
    broken = check_decision(game, watch, mask, legal, events, FRAMES)
    if broken == Broken.NOTHING:
        follow(book, watch, events)
        if watch.score[0] != game.score[0] or watch.score[1] != game.score[1]:
            broken = Broken.POINTS.value
    for k in range(game.units):
        if broken == Broken.NOTHING:
            broken = check_unit(book, game, watch, int(game.roster[k]))
    for side in range(2):
        if broken == Broken.NOTHING:
            broken = check_side(book, game, side)
    return broken


@rule
def follow(book, watch, events):
    """Count the points that events tell of."""
    for row in range(1, events[HEADER, 0] + 1):
        event = int(events[row, 0]) % WHISPERED
        a, b, c = int(events[row, 1]), int(events[row, 2]), int(events[row, 3])
        if event == Event.LOST or event == Event.ELIMINATED:
            watch.score[1 - side_told(a)] += b
        elif event == Event.CLAIMED:
            watch.score[a] += c
        elif event == Event.CARGO:
            watch.score[side_told(a)] += b


@rule
def side_told(number):
    """The side of a unit, by its number in an event."""
    return number // 128 // FLEET


@rule
def check_unit(book, game, watch, unit):
    """One unit: in one place, damaged as it may be, where it may be."""
    card = int(game.card[unit])
    flies = book.kind[card] >= FIRST_FLIER
    if game.gone[unit] == 1:
        watch.gone[unit] = 1
        there = game.place[unit] != NOWHERE or game.based_on[unit] != NOBODY
        return Broken.NEITHER_HERE_NOR_THERE.value if there else Broken.NOTHING.value
    if watch.gone[unit] == 1:
        return Broken.BACK_FROM_THE_DEEP.value
    if game.phase > Phase.SET_UP:
        here = 1 if game.place[unit] != NOWHERE else 0
        based = 1 if game.based_on[unit] != NOBODY else 0
        if here + based != 1 or (based == 1 and not flies):
            return Broken.NEITHER_HERE_NOR_THERE.value
    left = int(book.hull[card]) - int(game.damage[unit])
    if left <= 0:
        return Broken.DAMAGE.value
    if (game.crippled[unit] == 1) != (game.damage[unit] > 0 and left == 1):
        return Broken.CRIPPLED.value
    if flies and (game.damage[unit] > 0 or game.hit[unit] > 0 or game.mended[unit] > 0):
        return Broken.NO_AIRCRAFT.value
    if not flies and (game.aborted[unit] > 0 or game.rearming[unit] > 0 or game.pressing[unit] > 0):
        return Broken.NO_AIRCRAFT.value
    attacks = Phase.AIR_DEFENSE <= game.phase <= Phase.TORPEDO_ATTACK
    if not attacks and (game.hit[unit] > 0 or game.doomed[unit] > 0):
        return Broken.PENDING_ELSEWHERE.value
    if not flies and game.place[unit] != NOWHERE:
        terrain = int(book.terrain[game.zone, game.place[unit]])
        if terrain == Terrain.ISLAND or terrain == Terrain.SHOAL:
            if not has(book.effects[card], Effect.SHALLOW_DRAFT):
                return Broken.TERRAIN.value
    return Broken.NOTHING.value


@rule
def check_side(book, game, side):
    """A side's stacks, bases and cost."""
    crowds = False
    cost = 0
    for unit in range(side * FLEET, side * FLEET + game.fleet[side]):
        cost += int(book.cost[game.card[unit]])
        crowds = crowds or has(book.effects[game.card[unit]], Effect.CROWD)
    if cost > book.budget:
        return Broken.FLEET_TOO_DEAR.value
    ships_limit = max(int(book.ships_a_sector), 3) if crowds else int(book.ships_a_sector)
    for sector in range(SECTORS):
        if (game.smoke[sector] > 0) and game.smoke[sector] < game.turn:
            return Broken.SMOKE.value
        ships = boats = planes = 0
        for unit in range(side * FLEET, side * FLEET + game.fleet[side]):
            if game.place[unit] == sector:
                kind = int(book.kind[game.card[unit]])
                ships += 1 if has(SHIPS, kind) else 0
                boats += 1 if kind == Kind.SUBMARINE else 0
                planes += 1 if kind >= FIRST_FLIER else 0
        if ships > ships_limit or boats > 1 or planes > MOST_PLANES:
            return Broken.CROWDED.value
    return check_bases(book, game, side)


@rule
def check_bases(book, game, side):
    """No carrier holds more than she can, none that is lost holds any outside the phase of her loss; the airbase is
    full at most when a turn begins."""
    ashore = 0
    for unit in range(side * FLEET, side * FLEET + game.fleet[side]):
        aboard = 0
        for plane in range(side * FLEET, side * FLEET + game.fleet[side]):
            aboard += 1 if game.based_on[plane] == unit else 0
        if aboard > book.capacity[game.card[unit]]:
            return Broken.OVERLOADED.value
        if aboard > 0 and game.gone[unit] == 1 and not (Phase.AIR_DEFENSE <= game.phase <= Phase.TORPEDO_ATTACK):
            return Broken.OVERLOADED.value
        ashore += 1 if game.based_on[unit] == ASHORE else 0
    quiet = Phase.INITIATIVE <= game.phase <= Phase.AIR_MISSIONS
    return Broken.OVERLOADED.value if quiet and ashore > book.airbase else Broken.NOTHING.value
