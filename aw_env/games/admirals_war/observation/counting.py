"""The layout "summary": units counted in the rows of their places."""

from aw_env.core.engine.arrays import add
from aw_env.core.engine.compiling import rule
from aw_env.core.engine.marks import marked
from aw_env.games.admirals_war.observation.columns import (
    AREA_WIDTH,
    AWAY_WIDTH,
    FIRST_AREA,
    FIRST_AWAY,
    FIRST_FLEET,
    FIRST_FORCE,
    FIRST_PORT_ROW,
    FLEET_WIDTH,
    FORCE_WIDTH,
    PORT_WIDTH,
    Away,
    Fleet,
    Force,
    Port,
)
from aw_env.games.admirals_war.records.state import RAIDING
from aw_env.games.admirals_war.records.terms import FIRST_BOX, FIRST_PORT, Box, Kind
from aw_env.games.admirals_war.rules.asw import asw_factors
from aw_env.games.admirals_war.rules.counters import airstrike_after, gunnery_after


@rule
def look(game, unit):
    """All of a unit's state that the counts of its place depend on, in one number that `count_unit` takes apart again.
    `game` may be a row's memory of it."""
    sides = int(marked(game, unit, RAIDING)) << 7 | (int(game.controller[unit]) & 1) << 8
    soon = int(game.due[unit] <= game.turn + 1) << 9
    return (int(game.place[unit]) + 1) | sides | soon | int(game.damage[unit]) << 10


@rule
def count_unit(book, unit, looks, times, mine, observation):
    """Add a unit that looks so to the columns of its place, once or -1 times."""
    place = (looks & 127) - 1
    raiding = looks >> 7 & 1
    theirs = looks >> 8 & 1 ^ mine
    damage = looks >> 10
    if place >= FIRST_BOX:
        soon = looks >> 9 & 1
        count_off_the_map(book, unit, place - FIRST_BOX, damage, soon, theirs, times, observation)
    elif place >= FIRST_PORT:
        first = FIRST_PORT_ROW + (place - FIRST_PORT) * PORT_WIDTH
        count_in_port(book, unit, raiding, damage, first, times * (1 - 2 * theirs), observation)
    elif place >= 0:
        first = FIRST_AREA + place * AREA_WIDTH + FIRST_FORCE + theirs * FORCE_WIDTH
        count_at_sea(book, unit, raiding, damage, first, times, observation)


@rule
def count_off_the_map(book, unit, box, damage, soon, theirs, times, observation):
    """A unit in a holding box of those that come back (`Away`), or in the one of a fleet (`Fleet`)."""
    away = FIRST_AWAY + theirs * AWAY_WIDTH
    if box == Box.LBA_TRANSFER:
        add(observation, away + Away.TRANSFER, times)
    elif box == Box.RETURNING and soon == 0:
        add(observation, away + Away.LATER, times)
    elif box == Box.RETURNING:
        flies = book.kind[unit] == Kind.LBA
        add(observation, away + (Away.AIR_NEXT_TURN if flies else Away.OTHERS_NEXT_TURN), times)
    elif Box.RAID_FORCE <= box <= Box.VICHY_NORTH_AFRICA:
        fleet = FIRST_FLEET + (box - Box.RAID_FORCE) * FLEET_WIDTH
        add(observation, fleet + Fleet.SHIPS, times)
        add(observation, fleet + Fleet.GUNNERY, times * gunnery_after(book, unit, damage))
        add(observation, fleet + Fleet.HIT_POINTS, times * (int(book.armor[unit]) + 1 - damage))
        add(observation, fleet + Fleet.AIRSTRIKE, times * airstrike_after(book, unit, damage))


@rule
def count_in_port(book, unit, raiding, damage, first, times, observation):
    """A unit in the port or base whose `Port` begins in column `first`; negative times for the enemy's."""
    kind = book.kind[unit]
    if kind == Kind.SHIP:
        add(observation, first + Port.SHIPS, times)
        add(observation, first + Port.CARRIERS, times * int(book.carrier[unit]))
        add(observation, first + Port.GUNNERY, times * gunnery_after(book, unit, damage))
        add(observation, first + Port.DAMAGE, times * damage)
        add(observation, first + Port.RAIDING, times * raiding)
    elif kind == Kind.LBA:
        add(observation, first + Port.LBA, times)
    elif kind == Kind.AMPHIBIOUS:
        add(observation, first + Port.AMPHIBIOUS, times)
    else:
        add(observation, first + Port.OTHERS, times)


@rule
def count_at_sea(book, unit, raiding, damage, first, times, observation):
    """A unit in the sea area where its side's `Force` begins in column `first`."""
    kind = book.kind[unit]
    if kind == Kind.SHIP:
        add(observation, first + Force.PATROLLING + raiding, times)
        add(observation, first + Force.GUNNERY, times * gunnery_after(book, unit, damage))
        add(observation, first + Force.HIT_POINTS, times * (int(book.armor[unit]) + 1 - damage))
        add(observation, first + Force.CARRIER_AIRSTRIKE, times * airstrike_after(book, unit, damage))
    elif kind == Kind.LBA:
        add(observation, first + Force.LBA_AIRSTRIKE, times * int(book.airstrike[unit]))
    elif kind == Kind.AMPHIBIOUS:
        add(observation, first + Force.AMPHIBIOUS, times)
    elif kind == Kind.SUBMARINE:
        add(observation, first + Force.SUBMARINES + raiding, times)
    elif kind == Kind.HILFSKREUZER:
        add(observation, first + Force.HILFSKREUZERS, times)
    else:
        add(observation, first + Force.SUPPORT, times)
    add(observation, first + Force.ASW, times * asw_factors(book, unit, raiding))
