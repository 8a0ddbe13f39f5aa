"""Where ships, U-boats and aircraft go."""

from aw_agents.war_at_sea.officer.strength import convoy_at_stake, strength_in, threat_to, vessels_at, worth
from aw_env.core.engine.compiling import rule
from aw_env.core.engine.marks import marked
from aw_env.core.engine.sets import has
from aw_env.games.war_at_sea.records.state import REFUELLED
from aw_env.games.war_at_sea.records.terms import AREAS, FIRST_BOX, FIRST_PLACE_ACTION, FIRST_PORT, Kind, Option, Side
from aw_env.games.war_at_sea.rules.counters import speed
from aw_env.games.war_at_sea.rules.u_boats import asw_dice

CLOSED = -100.0
"""Worse than anything."""


@rule
def chance(mine, theirs, steepness):
    """The chance of control with so much strength against so much."""
    if mine <= 0.0:
        return 0.0
    return 1.0 / (1.0 + (theirs / mine) ** steepness)


@rule
def score_order(book, game, doctrine, action):
    """What an order adds to the points that the side may expect."""
    unit = game.subject
    port = int(game.place[unit]) - FIRST_PORT
    if action == Option.STAY:
        mends = book.repair_points[port] > 0
        return doctrine.least_gain + (doctrine.mending * game.damage[unit] if mends else 0.0)
    place = action - FIRST_PLACE_ACTION
    if book.kind[unit] == Kind.CONVOY:
        return 1.0
    if place >= AREAS:
        return 0.0
    gain = gain_in(book, game, doctrine, unit, place)
    if marked(game, unit, REFUELLED) == 0 and not has(book.touches[port], place):
        gain *= min(1.0, (speed(book, game, unit) - 1) / 6.0)
    return gain


@rule
def gain_in(book, game, doctrine, unit, area):
    """The points that a ship adds to what its side may expect in an area, less what it risks there."""
    side = int(game.side[unit])
    mine = strength_in(book, game, doctrine, side, area)
    theirs = strength_in(book, game, doctrine, 1 - side, area)
    if side == Side.ALLIES:
        theirs += doctrine.threat * threat_to(book, game, doctrine, 1, area)
    own = worth(book, game, doctrine, unit)
    stakes = float(book.points[area, side]) + doctrine.denial * float(book.points[area, 1 - side])
    stakes += doctrine.convoys * convoy_at_stake(book, game, area)
    better = chance(mine + own, theirs, doctrine.steepness) - chance(mine, theirs, doctrine.steepness)
    risk = doctrine.risk * (1.0 + doctrine.risk_ahead * (book.last_turn - game.turn))
    return stakes * better - risk * own * theirs / (mine + own + theirs + 1.0)


@rule
def score_u_boat_order(book, game, doctrine, action):
    """U-boats go where they deny the Allies an area, past few ships that hunt them."""
    if action == Option.STAY:
        return 0.0
    area = action - FIRST_PLACE_ACTION
    dice = asw_dice(book, game, area)
    if dice == 0:
        return 0.01
    survives = (5.0 / 6.0) ** (doctrine.boat_caution * dice)
    return (doctrine.boat_anywhere + book.points[area, 0]) * survives


@rule
def score_marker(book, game, doctrine, action):
    """Aircraft go where most of them find a target, at sea before port."""
    if action == Option.HOLD:
        return 0.0
    place = action - FIRST_PLACE_ACTION
    targets = min(int(book.marker_strength), vessels_at(book, game, 1 - int(game.power), place))
    if place >= AREAS:
        return float(targets)
    points = float(book.points[place, 0]) + float(book.points[place, 1])
    return targets * (doctrine.strike_at_sea + doctrine.strike_points * points)


@rule
def score_return(book, game, doctrine, action):
    """Damaged ships go where they are mended, others where most of the sea is near; convoys on to Russia."""
    if action == Option.STAY:
        return 10.0 if game.turn < book.last_turn else CLOSED
    port = action - FIRST_PLACE_ACTION - FIRST_PORT
    if book.active_to[port] <= game.turn:
        return CLOSED
    near = 0.0
    for area in range(AREAS):
        if has(book.touches[port], area):
            points = float(book.points[area, 0]) + float(book.points[area, 1])
            near += 1.0 + doctrine.mooring_points * points
    return near + doctrine.mooring * float(book.repair_points[port]) * min(2, int(game.damage[game.subject]))


@rule
def score_set_up(book, game, action):
    """Ships are set up where most of the sea is near."""
    port = action - FIRST_PLACE_ACTION - FIRST_PORT
    near = 0
    for area in range(AREAS):
        near += 1 if has(book.touches[port], area) else 0
    return float(near)


@rule
def first_place(action):
    """Places are taken in the order in which they are numbered."""
    return float(FIRST_BOX - action)
