"""Writes what a seat sees into a row of int16, and brings it up to date."""

from aw_env.core.engine.compiling import compiled, rule, rule_with_arrays
from aw_env.core.seen import observing
from aw_env.core.seen.observing import OfPlaces, Rows, Sight, change_of_sides
from aw_env.core.seen.writing import Writing, sign
from aw_env.games.war_at_sea.observation import columns as c
from aw_env.games.war_at_sea.observation.counting import count_unit, look
from aw_env.games.war_at_sea.observation.facts import aircraft, is_about_a_place
from aw_env.games.war_at_sea.observation.visible import HIDING, as_seen, cover, is_kept_from, take_off_cover
from aw_env.games.war_at_sea.records.book import BOOK
from aw_env.games.war_at_sea.records.state import STATE
from aw_env.games.war_at_sea.records.terms import (
    AREAS,
    FIRST_BOX,
    FIRST_PORT,
    NOBODY,
    NOWHERE,
    PORTS,
    TURNS,
    UNITS,
    OptionalRule,
)
from aw_env.games.war_at_sea.rules.counters import airstrike, attack, first_in, is_active, next_in, plays, speed
from aw_env.games.war_at_sea.rules.surface import in_battle

RULES = len(OptionalRule)
WRITING = Writing(
    STATE, BOOK, aircraft=aircraft, in_battle=in_battle, is_about_a_place=is_about_a_place, is_active=is_active,
    speed=speed, FIRST_PORT=FIRST_PORT, TURNS=TURNS,
)  # fmt: skip
write_state = WRITING(c.General, "book, game, seat, mine, row")
write_subject = WRITING(c.Subject, "book, game, unit, first, row")
write_area = WRITING(c.Area, "book, game, mine, area, first, row")
write_port = WRITING(c.Port, "book, game, mine, port, first, row")
write_unit = WRITING(c.UnitRow, "book, game, mine, unit, first, row")
write_area_row = WRITING(c.PlaceRow, "book, game, mine, area, first, row", like=c.Area)
write_port_row = WRITING(c.PlaceRow, "book, game, mine, port, first, row", like=c.Port)


# --- the part that all layouts share -------------------------------------------------------------------


@rule
def write_rules(book, row):
    """The optional rules in play (19)."""
    for option in range(RULES):
        row[c.FIRST_RULE + option] = 1 if plays(book, option) else 0


@rule
def write_general(book, game, seat, mine, row):
    """The game as a whole, what the decision is about, the battle under way."""
    write_state(book, game, seat, mine, row)
    row[c.FIRST_PHASE + game.phase] = 1
    row[c.FIRST_DECISION + game.decision] = 1
    if game.subject != NOBODY and is_about_a_place(game.decision):
        row[c.FIRST_SUBJECT_PLACE + game.subject] = 1
    elif game.subject != NOBODY:
        unit = int(game.subject)
        write_subject(book, game, unit, c.FIRST_SUBJECT, row)
        row[c.FIRST_SUBJECT_KIND + book.kind[unit]] = 1
        row[c.FIRST_SUBJECT_NATION + book.nation[unit]] = 1
        row[c.FIRST_SUBJECT_PLACE + game.place[unit]] = 1
    if game.area != NOWHERE:
        write_battle(book, game, mine, row)


@rule
def write_battle(book, game, mine, row):
    """Both sides of the battle under way."""
    unit = first_in(game, game.area)
    while unit < UNITS:
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
        unit = next_in(game, game.area, unit)


# --- places and units ----------------------------------------------------------------------------------


@rule
def write_places(book, game, mine, row):
    """Every column of areas and ports that is not about units there."""
    for area in range(AREAS):
        write_area(book, game, mine, area, c.FIRST_AREA + area * c.AREA_WIDTH, row)
    for port in range(PORTS):
        write_port(book, game, mine, port, c.FIRST_HARBOUR + port * c.PORT_WIDTH, row)


@rule
def write_fighters(book, game, mine, row):
    """What the battle under way adds to the columns of each unit in it."""
    unit = first_in(game, game.area) if game.area != NOWHERE else UNITS
    while unit < UNITS:
        first = c.FIRST_UNIT + unit * c.EACH_WIDTH
        row[first + c.Each.IN_BATTLE] = sign(game.side[unit], mine) if in_battle(book, game, unit) else 0
        row[first + c.Each.ATTACKERS] = game.attackers_on[unit] if game.disengaging < 0 else game.group[unit]
        unit = next_in(game, game.area, unit)


@rule
def clear(game, row, line):
    """Empty the general part, and what `write_fighters` wrote of units that are still in an area where combat is over;
    those that have left it are counted anew without."""
    row[: c.FIRST_RULE] = 0
    row[c.FIRST_SUBJECT : c.GENERAL_WIDTH] = 0
    if line.written == 1 and line.area != game.area and line.area != NOWHERE:
        unit = first_in(game, line.area)
        while unit < UNITS:
            row[c.FIRST_UNIT + unit * c.EACH_WIDTH + c.Each.IN_BATTLE] = 0
            row[c.FIRST_UNIT + unit * c.EACH_WIDTH + c.Each.ATTACKERS] = 0
            unit = next_in(game, line.area, unit)


@rule
def write_tables(book, game, mine, row):
    """The layout "units": a row for each unit and each place, with nothing public left out."""
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.place[unit] != NOWHERE:
            write_unit(book, game, mine, unit, c.FIRST_UNIT_ROW + unit * c.UNIT_ROW_WIDTH, row)
    for place in range(FIRST_BOX):
        first = c.FIRST_PLACE_ROW + place * c.PLACE_ROW_WIDTH
        if place < AREAS:
            write_area_row(book, game, mine, place, first, row)
        else:
            write_port_row(book, game, mine, place - FIRST_PORT, first, row)
        row[first + c.PlaceRow.IN_USE] = place < AREAS or is_active(book, game, place - FIRST_PORT)
        row[first + c.PlaceRow.SUBJECT] = game.subject == place and is_about_a_place(game.decision)


# --- a row for a seat ----------------------------------------------------------------------------------

SEEN = Sight(
    STATE,
    units=("place", "damage", "side", "bound_for", "disengaged"),
    places=[OfPlaces(write_places, ("phase", "area", "resolved"))],
    hiding=HIDING,
)
SIGHT = SEEN.fields
"""What is kept beside a row so that it can be brought up to date."""
ROWS = Rows(
    write_rules, write_general, look, count_unit, write_places, write_fighters, write_tables, clear,
    change_of_sides(c.LAYOUT), SEEN.next_change, SEEN.has_changed, SEEN.keep_units, SEEN.renew_places, cover,
    take_off_cover,
)  # fmt: skip


@rule
def show(book, game, seat, layout, observation, line):
    """Bring a row up to date for the seat that is asked (`core.seen.observing.show`)."""
    observing.show(ROWS, book, game, seat, layout, observation, line)


@rule_with_arrays
def show_to(book, game, seat, layout, observation):
    """Write a row for a seat, from what it may see."""
    if is_kept_from(book, game, seat):
        observing.write(ROWS, book, as_seen(book, game)[0], seat, layout, observation)
    else:
        observing.write(ROWS, book, game, seat, layout, observation)


@compiled
def observe(books, games, i, seat, layout, observation):
    """Write into `observation`, int16 `(columns,)`, what a seat (`visible.REFEREE`: everything) sees of game `i`."""
    show_to(books[0], games[i], seat, layout, observation)
