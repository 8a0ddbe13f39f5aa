"""Writes what a seat sees into a row of int16, and brings it up to date."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.sets import first_of, is_empty, without_first
from aw_env.core.seen.observing import OfPlaces, Rows, Sight, change_of_sides, entry_points
from aw_env.core.seen.writing import Writing, in_turn, sign
from aw_env.games.war_at_sea.observation import columns as c
from aw_env.games.war_at_sea.observation.counting import count_unit, look
from aw_env.games.war_at_sea.observation.facts import aircraft, is_about_a_place, is_in_use, subject_unit
from aw_env.games.war_at_sea.observation.visible import HIDING, as_seen, cover, is_kept_from, take_off_cover
from aw_env.games.war_at_sea.records.book import BOOK
from aw_env.games.war_at_sea.records.state import STATE
from aw_env.games.war_at_sea.records.terms import AREAS, FIRST_BOX, FIRST_PORT, NOBODY, NOWHERE, TURNS
from aw_env.games.war_at_sea.rules.counters import airstrike, attack, speed, units_in
from aw_env.games.war_at_sea.rules.surface import in_battle

WRITING = Writing(
    STATE, BOOK, aircraft=aircraft, in_battle=in_battle, is_about_a_place=is_about_a_place, is_in_use=is_in_use,
    speed=speed, FIRST_PORT=FIRST_PORT, TURNS=TURNS,
)  # fmt: skip
SUMMARY, TABLES = c.LAYOUT.tables("summary"), c.LAYOUT.tables("units")
write_state = WRITING(c.General, "book, game, seat, mine, row")
write_blocks = WRITING.one_hots(c.GENERAL, "book, game, unit, row")
write_subject = WRITING(c.Subject, "book, game, unit, first, row")
write_areas = WRITING.rows(SUMMARY["areas"], c.Area, "area")
write_ports = WRITING.rows(SUMMARY["ports"], c.Port, "port")
write_tables = in_turn(
    "book, game, mine, row",
    WRITING.rows(TABLES["units"], c.UnitRow, "unit", where="place >= 0"),
    WRITING.rows(TABLES["places"], c.PlaceRow, "area", range(AREAS), like=c.Area),
    WRITING.rows(TABLES["places"], c.PlaceRow, "port", range(FIRST_PORT, FIRST_BOX), like=c.Port),
    WRITING.rows(TABLES["places"], c.PlaceRow, "place", range(FIRST_BOX), like={"IN_USE", "SUBJECT"}),
)


# --- the part that all layouts share -------------------------------------------------------------------


@rule
def write_general(book, game, seat, mine, row):
    """The game as a whole, what the decision is about, the battle under way."""
    write_state(book, game, seat, mine, row)
    unit = subject_unit(game)
    write_blocks(book, game, unit, row)
    if unit != NOBODY:
        write_subject(book, game, unit, c.FIRST_SUBJECT, row)
    if game.area != NOWHERE:
        write_battle(book, game, mine, row)


@rule
def write_battle(book, game, mine, row):
    """Both sides of the battle under way."""
    there = units_in(game, game.area)
    while not is_empty(there):
        unit = first_of(there)
        if in_battle(book, game, unit):
            first = c.FIRST_BATTLE + (0 if game.side[unit] == mine else c.BATTLE_WIDTH)
            fast = speed(book, game, unit)
            slowest = row[first + c.Battle.SLOWEST]
            row[first + c.Battle.VESSELS] += 1
            row[first + c.Battle.ATTACK] += attack(book, game, unit)
            row[first + c.Battle.HIT_POINTS] += book.defense[unit] + 1 - int(game.damage[unit])
            row[first + c.Battle.AIRSTRIKE] += airstrike(book, game, unit)
            row[first + c.Battle.SLOWEST] = fast if slowest == 0 else min(fast, slowest)
            row[first + c.Battle.FASTEST] = max(fast, row[first + c.Battle.FASTEST])
            row[first + c.Battle.AIMED_AT] += 1 if game.attackers_on[unit] > 0 else 0
        there = without_first(there)


# --- units ---------------------------------------------------------------------------------------------


@rule
def write_fighters(book, game, mine, row):
    """What the battle under way adds to the columns of each unit in it."""
    if game.area == NOWHERE:
        return
    there = units_in(game, game.area)
    while not is_empty(there):
        unit = first_of(there)
        first = c.FIRST_UNIT + unit * c.EACH_WIDTH
        row[first + c.Each.IN_BATTLE] = sign(game.side[unit], mine) if in_battle(book, game, unit) else 0
        row[first + c.Each.ATTACKERS] = game.attackers_on[unit] if game.disengaging < 0 else game.group[unit]
        there = without_first(there)


@rule
def clear(game, row, line):
    """Empty the general part, and what `write_fighters` wrote of units that are still in an area where combat is over;
    those that have left it are counted anew without."""
    row[: c.FIRST_RULE] = 0
    row[c.FIRST_SUBJECT : c.GENERAL_WIDTH] = 0
    if line.written == 1 and line.area != game.area and line.area != NOWHERE:
        there = units_in(game, line.area)
        while not is_empty(there):
            unit = first_of(there)
            row[c.FIRST_UNIT + unit * c.EACH_WIDTH + c.Each.IN_BATTLE] = 0
            row[c.FIRST_UNIT + unit * c.EACH_WIDTH + c.Each.ATTACKERS] = 0
            there = without_first(there)


# --- a row for a seat ----------------------------------------------------------------------------------

SEEN = Sight(
    STATE,
    units=("place", "damage", "side", "bound_for", "disengaged"),
    places=[OfPlaces(in_turn("book, game, mine, row", write_areas, write_ports), ("phase", "area", "resolved"))],
    hiding=HIDING,
)
SIGHT = SEEN.fields
"""What is kept beside a row so that it can be brought up to date."""
ROWS = Rows(
    WRITING.fixed(c.GENERAL), write_general, look, count_unit, write_fighters, write_tables, clear,
    change_of_sides(c.LAYOUT), *SEEN.rules, cover, take_off_cover, is_kept_from, as_seen,
)  # fmt: skip
show, show_to, observe = entry_points(__name__, ROWS)
