"""A summary brought up to date: from one decision to the next few units change."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.marks import marked
from aw_env.war_at_sea.observation.columns import GENERAL_WIDTH, SUMMARY
from aw_env.war_at_sea.observation.general import sign, write_general
from aw_env.war_at_sea.observation.sight import is_kept_from
from aw_env.war_at_sea.observation.summary import clear_fighters, count_unit, write_fighters, write_places
from aw_env.war_at_sea.observation.writing import show_to
from aw_env.war_at_sea.records.state import DISENGAGED
from aw_env.war_at_sea.records.terms import NOWHERE, UNITS

SIGHT = [
    ("written", "i4"),
    ("sighted_by", "i4"),
    ("fought", "i4"),
    *((name, "i1", UNITS) for name in ("place", "damage", "side", "gone", "bound_for")),
]
"""What is kept beside a row so that it can be brought up to date: whether it was written, the side it was written for,
whether a battle was under way, and of each unit what `summary.count_unit` counted.  All 0 goes with a row of 0."""


@rule
def show(book, game, seat, layout, observation, line):
    """Write what `seat`, which is asked, sees into a row that was last written by this function and goes with `line`
    (`SIGHT`).  In a summary for the same side as before only units that have changed are counted anew."""
    mine = int(seat) & 1
    if layout != SUMMARY or is_kept_from(book, game, seat):
        line.written = 0
        show_to(book, game, seat, layout, observation)
        return
    if line.written == 0 or line.sighted_by != mine:
        show_to(book, game, seat, layout, observation)
        line.written = 1
        line.sighted_by = mine
        for k in range(game.units):
            keep(game, int(game.roster[k]), line)
    else:
        observation[:GENERAL_WIDTH] = 0
        write_general(book, game, seat, observation)
        write_places(book, game, mine, observation)
        for k in range(game.units):
            recount(book, game, mine, int(game.roster[k]), observation, line)
        if line.fought == 1:
            clear_fighters(observation)
        if game.area != NOWHERE:
            write_fighters(book, game, mine, observation)
    line.fought = 0 if game.area == NOWHERE else 1


@rule
def keep(game, unit, line):
    """Note what is counted of a unit."""
    line.place[unit] = game.place[unit]
    line.damage[unit] = game.damage[unit]
    line.side[unit] = game.side[unit]
    line.gone[unit] = marked(game, unit, DISENGAGED)
    line.bound_for[unit] = game.bound_for[unit]


@rule
def recount(book, game, mine, unit, row, line):
    """Count a unit anew if it has changed."""
    same = line.place[unit] == game.place[unit] and line.bound_for[unit] == game.bound_for[unit]
    same = same and line.damage[unit] == game.damage[unit] and line.side[unit] == game.side[unit]
    if same and line.gone[unit] == marked(game, unit, DISENGAGED):
        return
    for times in (-1, 1):
        if times == 1:
            keep(game, unit, line)
        count_unit(
            book, unit, int(line.place[unit]), int(line.damage[unit]), sign(line.side[unit], mine),
            int(line.gone[unit]), int(line.bound_for[unit]), times, row,
        )  # fmt: skip
