"""Writes what a seat sees into a row of int16, and brings a summary up to date."""

from aw_env.core.declare.decisions import UNIT
from aw_env.core.engine.arrays import keep
from aw_env.core.engine.compiling import rule
from aw_env.core.engine.sets import has
from aw_env.core.seen.observing import UNSEEN, OfPlaces, Rows, Sight, change_of_sides, entry_points
from aw_env.core.seen.writing import Writing, in_turn
from aw_env.games.naval_miniatures.observation import columns as c
from aw_env.games.naval_miniatures.records.record import BOOK, STATE
from aw_env.games.naval_miniatures.records.terms import (
    ASHORE,
    FORCE,
    HULL_COUNTED,
    NOBODY,
    NOWHERE,
    OBJECTIVES,
    SECTORS,
    Decision,
    Phase,
    Terrain,
)
from aw_env.games.naval_miniatures.rules.fleets import bought_by, spent_by
from aw_env.games.naval_miniatures.rules.sight import hide_behind_smoke
from aw_env.games.naval_miniatures.rules.units import hull_left, on_map, side_of
from aw_env.games.naval_miniatures.rules.winning import points_left

ABOUT_UNITS = sum(1 << decision for decision in Decision.on(UNIT))
WITH_WEAPON = sum(
    1 << decision for decision in (Decision.BOOST, Decision.EXTRA, Decision.TARGET, Decision.REROLL, Decision.AGAIN)
)
"""Decisions about a unit, and those in which a weapon has been chosen, as sets."""

# --- what columns hold -----------------------------------------------------------------------------------


@rule
def is_unclaimed(book, game, sector):
    """Whether a sector is an objective that nobody has claimed (OBJ)."""
    if game.units == 0 or book.objective_points == 0:  # before there are units there is no battle zone
        return False
    for k in range(OBJECTIVES):
        if book.objective[game.zone, k] == sector:
            return not has(game.claimed, k)
    return False


WRITING = Writing(
    STATE, BOOK, ABOUT_UNITS=ABOUT_UNITS, ASHORE=ASHORE, Phase=Phase, Terrain=Terrain, WITH_WEAPON=WITH_WEAPON,
    bought_by=bought_by, hull_left=hull_left, is_unclaimed=is_unclaimed, points_left=points_left, side_of=side_of,
    spent_by=spent_by,
)  # fmt: skip
SUMMARY, TABLES = c.LAYOUT.tables("summary"), c.LAYOUT.tables("units")
write_general = in_turn(
    "book, game, seat, mine, row",
    WRITING(c.General, "book, game, seat, mine, row"),
    WRITING.one_hots(c.GENERAL, "book, game, seat, mine, row"),
)
write_card = WRITING(c.Card, "book, card, first, row")
write_abilities = WRITING(c.Abilities, "book, card, first, row")
write_now = WRITING(c.Now, "book, game, mine, unit, first, row")
FIRST_ABILITY, FIRST_NOW = c.UNIT_ROW.firsts[1:]
FIRST_ONE_HOT = c.GENERAL.firsts[1]
SUMMARY_SECTORS, _, SECTOR_WIDTH = SUMMARY["sectors"]
_, MINE, THEIRS = c.SECTOR_ROW.firsts
SUMMARY_OUTLOOK, OUTLOOK = SUMMARY["ahead"][0], len(c.Outlook)
SUBJECT, _, UNIT_WIDTH = SUMMARY["subject"]
TABLE_UNITS, TABLE_SECTORS, TABLE_OUTLOOK = (TABLES[name][0] for name in ("units", "sectors", "ahead"))
write_ground = WRITING.rows(SUMMARY["sectors"], c.Sector, "sector")
write_draft = WRITING.rows(SUMMARY["draft"], c.Draft, "card")
write_ground_of_tables = WRITING.rows(TABLES["sectors"], c.Sector, "sector")
write_draft_of_tables = WRITING.rows(TABLES["draft"], c.Draft, "card")

# --- units -----------------------------------------------------------------------------------------------

DAMAGE_FROM, CARD_FROM = 8, 12
"""Bits of how a unit looks: those before are one more than its sector."""


@rule
def look(game, unit):
    """What the counts of sectors depend on: where a unit is, its damage and its card."""
    if not on_map(game, unit):
        return UNSEEN
    return 1 + int(game.place[unit]) | int(game.damage[unit]) << DAMAGE_FROM | int(game.card[unit]) << CARD_FROM


@rule
def count_from(begin, book, unit, looks, times, mine, row):
    """Count a unit in its sector, or with -1 take it off, in rows of sectors from column `begin` on."""
    if looks == UNSEEN:
        return
    sector, damage, card = (looks & 0xFF) - 1, looks >> DAMAGE_FROM & 0xF, looks >> CARD_FROM
    first = begin + sector * SECTOR_WIDTH + (MINE if side_of(unit) == mine else THEIRS)
    for counted in range(len(FORCE)):
        row[first + counted] += times * book.force[card, counted]
    row[first + HULL_COUNTED] -= times * damage


@rule
def count_unit(book, unit, looks, times, mine, row):
    """Count a unit in a summary."""
    count_from(SUMMARY_SECTORS, book, unit, looks, times, mine, row)


@rule
def write_unit(book, game, mine, unit, first, row):
    """The row of a unit: its card, its abilities, what it is now."""
    card = int(game.card[unit])
    write_card(book, card, first, row)
    write_abilities(book, card, first + FIRST_ABILITY, row)
    write_now(book, game, mine, unit, first + FIRST_NOW, row)


# --- sectors ---------------------------------------------------------------------------------------------


@rule
def is_drafting(game):
    """Whether fleets are bought, which changes with the side.  `game` may be a row's memory of it."""
    return game.phase == Phase.FLEETS


@rule
def write_outlook(book, game, mine, begin, row):
    """How sectors lie for the observer and the unit that is asked about, a column of `Outlook` after the other."""
    aheads = row[begin + SECTORS * c.Outlook.AHEAD : begin + SECTORS * c.Outlook.DISTANCE]
    distances = row[begin + SECTORS * c.Outlook.DISTANCE : begin + SECTORS * c.Outlook.IN_SIGHT]
    seen = row[begin + SECTORS * c.Outlook.IN_SIGHT : begin + SECTORS * OUTLOOK]
    keep(aheads, book.ahead[mine])
    here = int(game.place[game.subject]) if game.subject >= 0 else NOWHERE
    if here < 0:
        distances[:] = -1
        seen[:] = 0
        return
    keep(distances, book.range[here])
    keep(seen, book.clear[game.zone, here])
    if game.smokes > 0:
        hide_behind_smoke(book, game, here, seen)


# --- a row for a seat ------------------------------------------------------------------------------------


@rule
def write_tables(book, game, mine, row):
    """A row for each unit and each sector; cards while fleets are bought."""
    write_ground_of_tables(book, game, mine, row)
    write_outlook(book, game, mine, TABLE_OUTLOOK, row)
    write_draft_of_tables(book, game, mine, row)
    for k in range(game.units):
        unit = int(game.roster[k])
        count_from(TABLE_SECTORS, book, unit, look(game, unit), 1, mine, row)
        if game.gone[unit] == 0:
            write_unit(book, game, mine, unit, TABLE_UNITS + unit * UNIT_WIDTH, row)


@rule
def write_asked(book, game, mine, row):
    """What a summary tells of the decision: how sectors lie, and its unit."""
    write_outlook(book, game, mine, SUMMARY_OUTLOOK, row)
    if game.subject != NOBODY and has(ABOUT_UNITS, game.decision):
        write_unit(book, game, mine, int(game.subject), SUBJECT, row)
    else:
        row[SUBJECT : SUBJECT + UNIT_WIDTH] = 0


@rule
def clear(game, row, line):
    """Empty the columns of which one alone is 1: all others are written again."""
    row[FIRST_ONE_HOT:SUMMARY_SECTORS] = 0


@rule
def write_nothing(book, row):
    """Nothing in a row stays as it is."""


SEEN = Sight(
    STATE,
    units=("place", "card", "damage"),
    places=[
        OfPlaces(write_ground, ("zone", "units", "smoke", "claimed")),
        OfPlaces(write_draft, (), is_drafting, ("phase",)),
    ],
    by_turn=False,
)
SIGHT = SEEN.fields
"""What is kept beside a row so that it can be brought up to date."""
ROWS = Rows(
    write_nothing, write_general, look, count_unit, write_asked, write_tables, clear, change_of_sides(c.LAYOUT),
    *SEEN.rules, by_turn=False,
)  # fmt: skip
show, write, observe = entry_points(__name__, ROWS)
