"""A summary brought up to date: from one decision to the next few units change."""

import numpy as np

from aw_env.core.declare.columns import SUMMARY
from aw_env.core.engine.compiling import rule
from aw_env.core.engine.marks import marked
from aw_env.games.war_at_sea.observation.columns import GENERAL_WIDTH
from aw_env.games.war_at_sea.observation.general import sign, write_general
from aw_env.games.war_at_sea.observation.observing import show_to
from aw_env.games.war_at_sea.observation.summary import (
    change_sides,
    clear_fighters,
    count_unit,
    write_fighters,
    write_places,
)
from aw_env.games.war_at_sea.observation.visible import is_kept_from
from aw_env.games.war_at_sea.records.state import DISENGAGED, GAME
from aw_env.games.war_at_sea.records.terms import AREAS, NOWHERE, UNITS

AT_A_TIME = 8
"""Units that are compared at a time: their places fill a word."""
assert UNITS % AT_A_TIME == 0
WORDS = UNITS // AT_A_TIME
GONE = (DISENGAGED.mask << DISENGAGED.first) * 0x0001000100010001
"""In the marks of four units, the one on which their columns depend."""
SEEN_OF_PLACES = ("turn", "phase", "area", "resolved")
SEEN_OF_UNITS = ("place", "damage", "side", "bound_for", "marks")
SIGHT = [
    ("written", "i4"),
    ("sighted_by", "i4"),
    *((name, GAME[name]) for name in (*SEEN_OF_PLACES, *SEEN_OF_UNITS)),
]
"""What is kept beside a row so that it can be brought up to date: whether it was written, the side it was written for,
and fields of the record as they were then: those with which the columns of places change, and of each unit what
`summary.count_unit` counted.  All 0 goes with a row of 0."""


@rule
def show(book, game, seat, layout, observation, line):
    """Write what `seat`, which is asked, sees into a row that was last written by this function and goes with `line`
    (`SIGHT`).  In a summary only what has changed is written."""
    mine = int(seat) & 1
    if layout != SUMMARY or is_kept_from(book, game, seat):
        line.written = 0
        show_to(book, game, seat, layout, observation)
        return
    if line.written == 0:
        show_to(book, game, seat, layout, observation)
        line.written = 1
        for unit in range(UNITS):
            keep_unit(game, unit, line)
        keep_places(game, line)
    else:
        update(book, game, seat, mine, observation, line)
    line.sighted_by = mine


@rule
def update(book, game, seat, mine, observation, line):
    """Write what has changed of a summary."""
    observation[:GENERAL_WIDTH] = 0
    write_general(book, game, seat, observation)
    if line.sighted_by != mine:
        change_sides(observation)
    recount_units(book, game, mine, observation, line)
    if places_changed(game, line):
        if line.area != game.area and line.area != NOWHERE:
            clear_fighters(game, line.area, observation)
        write_places(book, game, mine, observation)
        keep_places(game, line)
    if game.area != NOWHERE:
        write_fighters(book, game, mine, observation)


@rule
def places_changed(game, line):
    """Whether columns of places that are not about units may have changed: flags, aircraft and ports change with the
    phase."""
    changed = line.turn != game.turn or line.phase != game.phase or line.area != game.area
    for area in range(AREAS):
        changed = changed or line.resolved[area] != game.resolved[area]
    return changed


@rule
def keep_places(game, line):
    """Note with what they were written."""
    line.turn = game.turn
    line.phase = game.phase
    line.area = game.area
    for area in range(AREAS):
        line.resolved[area] = game.resolved[area]


@rule
def keep_unit(game, unit, line):
    """Note what is counted of a unit."""
    line.place[unit] = game.place[unit]
    line.damage[unit] = game.damage[unit]
    line.side[unit] = game.side[unit]
    line.bound_for[unit] = game.bound_for[unit]
    line.marks[unit] = game.marks[unit]


@rule
def recount_units(book, game, mine, row, line):
    """Units that look other than when the row was written are taken off where they were and counted where they are."""
    places, places_seen = game.place.view(np.int64), line.place.view(np.int64)
    damages, damages_seen = game.damage.view(np.int64), line.damage.view(np.int64)
    sides, sides_seen = game.side.view(np.int64), line.side.view(np.int64)
    bounds, bounds_seen = game.bound_for.view(np.int64), line.bound_for.view(np.int64)
    marks, marks_seen = game.marks.view(np.int64), line.marks.view(np.int64)
    for k in range(WORDS):
        changed = (
            (places[k] ^ places_seen[k])
            | (damages[k] ^ damages_seen[k])
            | (sides[k] ^ sides_seen[k])
            | (bounds[k] ^ bounds_seen[k])
            | (marks[2 * k] ^ marks_seen[2 * k] | marks[2 * k + 1] ^ marks_seen[2 * k + 1]) & GONE
        )
        if changed != 0:
            for unit in range(AT_A_TIME * k, AT_A_TIME * (k + 1)):
                if not unit_as_seen(game, unit, line):
                    recount(book, game, mine, unit, row, line)


@rule
def unit_as_seen(game, unit, line):
    """Whether nothing has changed of a unit that is counted."""
    return (
        line.place[unit] == game.place[unit]
        and line.damage[unit] == game.damage[unit]
        and line.side[unit] == game.side[unit]
        and line.bound_for[unit] == game.bound_for[unit]
        and marked(line, unit, DISENGAGED) == marked(game, unit, DISENGAGED)
    )


@rule
def recount(book, game, mine, unit, row, line):
    """Take a unit off what it was counted in, and count it anew."""
    for times in (-1, 1):
        if times == 1:
            keep_unit(game, unit, line)
        count_unit(
            book, unit, int(line.place[unit]), int(line.damage[unit]), sign(line.side[unit], mine),
            marked(line, unit, DISENGAGED), int(line.bound_for[unit]), times, row,
        )  # fmt: skip
