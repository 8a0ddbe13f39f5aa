"""A row brought up to date: from one decision to the next few units change, and places seldom."""

import numpy as np

from aw_env.core.declare.columns import SUMMARY
from aw_env.core.engine.arrays import equal, keep
from aw_env.core.engine.compiling import rule
from aw_env.games.admirals_war.observation.columns import (
    FIRST_BATTLE,
    FIRST_RULE,
    FIRST_UNIT,
    GENERAL_WIDTH,
    SUMMARY_WIDTH,
)
from aw_env.games.admirals_war.observation.counting import UNSEEN, change_sides, count_unit, look
from aw_env.games.admirals_war.observation.general import write_general, write_rules_in_play
from aw_env.games.admirals_war.observation.observing import write_row
from aw_env.games.admirals_war.observation.places import write_areas, write_points, write_ports
from aw_env.games.admirals_war.observation.units_that_matter import show_units
from aw_env.games.admirals_war.observation.visible import COVERED, cover, take_off_cover
from aw_env.games.admirals_war.records.state import GAME
from aw_env.games.admirals_war.records.terms import UNITS, Decision

AT_A_TIME = 8
"""Units compared at a time: their places fill a word."""
assert UNITS % AT_A_TIME == 0
SEEN_OF_PLACES = (
    "turn",
    "hostilities",
    "italy_neutral",
    "area",
    "decision",
    "held_at_start",
    "flag",
    "resolved",
    "owner",
    "raided",
)
SEEN_OF_UNITS = ("place", "controller", "damage", "due", "marks")
"""Fields of the record on which the columns of places depend: what is written of the place itself, and the units that
are counted there."""
SIGHT = [
    ("written", "i4"),
    ("sighted_by", "i4"),
    ("changed", "i8", UNITS // AT_A_TIME),
    *[(name, GAME[name]) for name in (*SEEN_OF_PLACES, *SEEN_OF_UNITS)],
    *COVERED,
]
"""What is kept beside a row of the layout "summary" so that it can be brought up to date: whether it was written, the
side it was written for, room for what has changed, these fields as they were then, and room for what is covered.  All 0
goes with a row of 0."""


@rule
def update_observation(book, game, seat, layout, observation, line):
    """Write what `seat`, which is asked, sees into a row that was last written by this function and goes with `line`
    (`SIGHT`).

    From one decision to the next few units change, and places seldom: in a summary only those are written anew, which
    makes it several times as fast.
    """
    cover(book, game, line)
    update_row(book, game, seat, layout, observation, line)
    take_off_cover(book, game, line)


@rule
def update_row(book, game, seat, layout, observation, line):
    """The same for a record in which nothing is hidden from the seat."""
    if layout != SUMMARY:
        write_row(book, game, seat, layout, observation)
        return
    mine = int(seat) & 1
    observation[:FIRST_RULE] = 0
    observation[FIRST_BATTLE:GENERAL_WIDTH] = 0
    observation[FIRST_UNIT:SUMMARY_WIDTH] = 0
    if line.written == 0:
        write_rules_in_play(book, observation)
    write_general(book, game, seat, mine, observation)
    others_turn = line.sighted_by != mine
    if others_turn:
        change_sides(book, observation)
    recount_units(book, game, mine, observation, line)
    anew = others_turn or line.written == 0 or line.turn != game.turn
    if anew or line.italy_neutral != game.italy_neutral:
        write_points(book, game, mine, observation)
    if anew or not areas_as_seen(game, line):
        write_areas(book, game, mine, observation)
        keep_areas(game, line)
    if anew or not ports_as_seen(game, line):
        write_ports(book, game, mine, observation)
        keep_ports(game, line)
    show_units(book, game, mine, observation)
    keep_sight(game, mine, line)


@rule
def recount_units(book, game, mine, observation, line):
    """Units that look other than when the row was written are taken off where they were and counted where they are."""
    if line.written == 0 or line.turn != game.turn:
        for unit in range(UNITS):
            recount_unit(book, game, unit, mine, observation, line)
        return
    note_changes(game, line)
    k = next_change(line, 0)
    while k < UNITS // AT_A_TIME:
        for unit in range(AT_A_TIME * k, AT_A_TIME * (k + 1)):
            if not unit_as_seen(game, unit, line):
                recount_unit(book, game, unit, mine, observation, line)
        k = next_change(line, k + 1)


@rule
def note_changes(game, line):
    """Mark the units of which anything has changed, a word for `AT_A_TIME` of them."""
    places, places_seen = game.place.view(np.int64), line.place.view(np.int64)
    controllers, controllers_seen = game.controller.view(np.int64), line.controller.view(np.int64)
    damages, damages_seen = game.damage.view(np.int64), line.damage.view(np.int64)
    dues, dues_seen = game.due.view(np.int64), line.due.view(np.int64)
    marks, marks_seen = game.marks.view(np.int64), line.marks.view(np.int64)
    for k in range(UNITS // AT_A_TIME):
        line.changed[k] = (
            (places[k] ^ places_seen[k])
            | (controllers[k] ^ controllers_seen[k])
            | (damages[k] ^ damages_seen[k])
            | (dues[k] ^ dues_seen[k])
            | (marks[2 * k] ^ marks_seen[2 * k])
            | (marks[2 * k + 1] ^ marks_seen[2 * k + 1])
        )


@rule
def next_change(line, k):
    """The first word from number `k` on that `note_changes` has marked; the number of words where there is none."""
    for word in range(k, UNITS // AT_A_TIME):
        if line.changed[np.uintp(word)] != 0:
            return word
    return UNITS // AT_A_TIME


@rule
def unit_as_seen(game, unit, line):
    """Whether nothing of a unit has changed."""
    return (
        line.place[unit] == game.place[unit]
        and line.marks[unit] == game.marks[unit]
        and line.controller[unit] == game.controller[unit]
        and line.damage[unit] == game.damage[unit]
        and line.due[unit] == game.due[unit]
    )


@rule
def recount_unit(book, game, unit, mine, observation, line):
    """Count a unit as it looks now and not as it looked."""
    before = look(line, unit, line.turn + 1) if line.written == 1 else UNSEEN
    now = look(game, unit, game.turn + 1)
    if before != now:
        count_unit(book, unit, before, -1, mine, observation)
        count_unit(book, unit, now, 1, mine, observation)
    line.place[unit] = game.place[unit]
    line.controller[unit] = game.controller[unit]
    line.damage[unit] = game.damage[unit]
    line.due[unit] = game.due[unit]
    line.marks[unit] = game.marks[unit]


@rule
def areas_as_seen(game, line):
    """Whether all is as it was of what `write_areas` tells."""
    return (
        line.area == game.area
        and equal(line.flag.view(np.int32), game.flag.view(np.int32))
        and equal(line.resolved.view(np.int32), game.resolved.view(np.int32))
    )


@rule
def ports_as_seen(game, line):
    """Whether all is as it was of what `write_ports` tells; never while a port repairs, which changes by the point."""
    return (
        line.hostilities == game.hostilities
        and not repairs_now(line)
        and not repairs_now(game)
        and equal(line.held_at_start, game.held_at_start)
        and equal(line.owner.view(np.int16), game.owner.view(np.int16))
        and equal(line.raided.view(np.int16), game.raided.view(np.int16))
    )


@rule
def repairs_now(game):
    """Whether a port is repairing; `game` may be a row's memory of it."""
    return game.decision == Decision.REPAIR or game.decision == Decision.MENDING


@rule
def keep_sight(game, mine, line):
    """Keep for whom the row is written, and what changes too often to be asked for in one place."""
    line.written = 1
    line.sighted_by = mine
    line.turn = game.turn
    line.italy_neutral = game.italy_neutral
    line.decision = game.decision


@rule
def keep_areas(game, line):
    """Keep what `areas_as_seen` compares."""
    line.area = game.area
    keep(line.flag, game.flag)
    keep(line.resolved, game.resolved)


@rule
def keep_ports(game, line):
    """Keep what `ports_as_seen` compares, but for the decision."""
    line.hostilities = game.hostilities
    keep(line.held_at_start, game.held_at_start)
    keep(line.owner, game.owner)
    keep(line.raided, game.raided)
