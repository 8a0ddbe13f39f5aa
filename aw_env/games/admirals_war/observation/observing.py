"""Writes what a seat sees into a row of int16, and brings it up to date."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.sets import has
from aw_env.core.seen.observing import OfPlaces, Rows, Sight, change_of_sides, entry_points
from aw_env.games.admirals_war.observation.columns import (
    FIRST_BATTLE,
    FIRST_RULE,
    FIRST_UNIT,
    GENERAL,
    GENERAL_WIDTH,
    LAYOUT,
    SUMMARY_WIDTH,
    Area,
    Port,
)
from aw_env.games.admirals_war.observation.counting import count_unit, look
from aw_env.games.admirals_war.observation.general import write_general
from aw_env.games.admirals_war.observation.unit_tables import write_tables
from aw_env.games.admirals_war.observation.units_that_matter import show_units
from aw_env.games.admirals_war.observation.visible import as_seen, cover, is_kept_from, take_off_cover
from aw_env.games.admirals_war.observation.written import WRITING
from aw_env.games.admirals_war.records.state import STATE
from aw_env.games.admirals_war.records.terms import Decision
from aw_env.games.admirals_war.rules.options.hidden_submarines import HIDING

SUMMARY = LAYOUT.tables("summary")
POINTS = {"MY_POINTS", "THEIR_POINTS"}
write_points = WRITING.rows(SUMMARY["areas"], Area, "area", where="has(open_areas, area)", like=POINTS)
write_areas = WRITING.rows(SUMMARY["areas"], Area, "area", where="has(open_areas, area)", like={"FLAG", "COMBAT"})
write_ports = WRITING.rows(SUMMARY["ports"], Port, "port", where="has(open_ports, port)")


@rule
def is_open_area(book, area):
    """Whether a sea area has a part in the game."""
    return has(book.open_areas, area)


@rule
def is_open_port(book, port):
    """Whether a port or base has."""
    return has(book.open_ports, port)


@rule
def repairs_now(game):
    """Whether a port is repairing, which changes by the point; `game` may be a row's memory of it."""
    return game.decision == Decision.REPAIR or game.decision == Decision.MENDING


@rule
def clear(game, row, line):
    """Empty the general part, but for the rules in play, and the columns of units."""
    row[:FIRST_RULE] = 0
    row[FIRST_BATTLE:GENERAL_WIDTH] = 0
    row[FIRST_UNIT:SUMMARY_WIDTH] = 0


SEEN = Sight(
    STATE,
    units=("place", "controller", "damage", "due", "raiding"),
    places=[
        OfPlaces(write_points, ("italy_neutral",)),
        OfPlaces(write_areas, ("area", "flag", "resolved")),
        OfPlaces(write_ports, ("hostilities", "held_at_start", "owner", "raided"), repairs_now, ("decision",)),
    ],
    hiding=HIDING,
)
SIGHT = SEEN.fields
"""What is kept beside a row so that it can be brought up to date."""
ROWS = Rows(
    WRITING.fixed(GENERAL), write_general, look, count_unit, show_units, write_tables, clear,
    change_of_sides(LAYOUT, areas=is_open_area, ports=is_open_port), *SEEN.rules, cover, take_off_cover, is_kept_from,
    as_seen,
)  # fmt: skip
show, show_to, observe = entry_points(__name__, ROWS)
