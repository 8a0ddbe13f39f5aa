"""Writes what a seat sees into a row of int16, and brings a summary up to date."""

import numpy as np

from aw_env.core.declare.columns import SUMMARY
from aw_env.core.declare.decisions import UNIT
from aw_env.core.engine.compiling import compiled, rule
from aw_env.core.engine.sets import has, lowest
from aw_env.core.seen.observing import AT_A_TIME, OfPlaces, Sight
from aw_env.core.seen.writing import Writing
from aw_env.games.naval_miniatures.observation import columns as c
from aw_env.games.naval_miniatures.records.book import BOOK
from aw_env.games.naval_miniatures.records.state import STATE
from aw_env.games.naval_miniatures.records.terms import (
    ASHORE,
    EFFECTS,
    FORCE,
    HULL_COUNTED,
    NOBODY,
    NOWHERE,
    OBJECTIVES,
    SECTORS,
    UNITS,
    Decision,
    Phase,
    Terrain,
)
from aw_env.games.naval_miniatures.rules.fleets import bought_by, spent_by
from aw_env.games.naval_miniatures.rules.sight import hide_behind_smoke, is_concealed
from aw_env.games.naval_miniatures.rules.units import (
    hull_left,
    on_map,
    side_of,
)
from aw_env.games.naval_miniatures.rules.winning import points_left

ABOUT_UNITS = sum(1 << decision for decision in Decision.on(UNIT))
WITH_WEAPON = sum(
    1 << decision for decision in (Decision.BOOST, Decision.EXTRA, Decision.TARGET, Decision.REROLL, Decision.AGAIN)
)
"""Decisions about a unit, and those in which a weapon has been chosen, as sets."""

# --- what columns hold -----------------------------------------------------------------------------------


@rule
def ahead(book, mine, sector):
    """Rows from a side's edge to a sector, -1 for none."""
    return -1 if sector < 0 else abs(int(book.row[sector]) - int(book.home_row[mine]))


@rule
def across_of(book, sector):
    """Half sectors from the left to a sector, -1 for none."""
    return -1 if sector < 0 else int(book.across[sector])


@rule
def worth(book, card, effect):
    """How much of an effect a card has: its amount, or 1; 0 for none."""
    if has(book.effects[card], effect):
        for k in range(EFFECTS):
            if book.does[card, k] == effect:
                return max(1, int(book.amount[card, k]))
    return 0


@rule
def to_spend(book, game, mine):
    """Points that a side may still spend while fleets are bought."""
    return int(book.budget) - spent_by(book, game, mine) if game.phase == Phase.FLEETS else 0


@rule
def to_buy(book, game, mine):
    """Units that it may still buy."""
    return int(book.most_units) - bought_by(game, mine) if game.phase == Phase.FLEETS else 0


WRITING = Writing(
    STATE,
    BOOK,
    ABOUT_UNITS=ABOUT_UNITS,
    ASHORE=ASHORE,
    Phase=Phase,
    Terrain=Terrain,
    WITH_WEAPON=WITH_WEAPON,
    across_of=across_of,
    ahead=ahead,
    hull_left=hull_left,
    points_left=points_left,
    side_of=side_of,
    to_buy=to_buy,
    to_spend=to_spend,
    worth=worth,
)
write_numbers = WRITING(c.General, "book, game, seat, mine, row")
write_one_hots = WRITING.one_hots(c.GENERAL, "book, game, seat, mine, row")
write_card = WRITING(c.Card, "book, card, first, row")
write_abilities = WRITING(c.Abilities, "book, card, first, row")
write_now = WRITING(c.Now, "book, game, seat, mine, unit, first, row")
write_sector = WRITING(c.Sector, "book, game, mine, sector, first, row")
write_draft = WRITING(c.Draft, "book, game, seat, mine, card, first, row")
FIRST_ABILITY, FIRST_NOW = c.UNIT_ROW.firsts[1:]
SECTOR_WIDTH, UNIT_WIDTH = c.SECTOR_ROW.width, c.UNIT_ROW.width
_, MINE, THEIRS = c.SECTOR_ROW.firsts
OUTLOOK = len(c.Outlook)
COUNTS = len(FORCE)
_, SUMMARY_SECTORS, SUMMARY_OUTLOOK, _, _, SUBJECT, SUMMARY_DRAFT = c.LAYOUT.firsts("summary")
SUMMARY_WIDTH = c.WIDTHS["summary"]
_, TABLE_UNITS, TABLE_SECTORS, TABLE_OUTLOOK, _, _, TABLE_DRAFT = c.LAYOUT.firsts("units")
CARDS_SHOWN = c.LAYOUT.tables("summary")["draft"][1]

# --- rows ------------------------------------------------------------------------------------------------


@rule
def write_unit(book, game, seat, mine, unit, first, row):
    """The row of a unit: its card, its abilities, what it is now."""
    card = int(game.card[unit])
    write_card(book, card, first, row)
    write_abilities(book, card, first + FIRST_ABILITY, row)
    write_now(book, game, seat, mine, unit, first + FIRST_NOW, row)


@rule
def write_ground(book, game, mine, begin, row):
    """What sectors are, whoever looks at them."""
    for sector in range(SECTORS):
        write_sector(book, game, mine, sector, begin + sector * SECTOR_WIDTH, row)


@rule
def write_concealment(book, game, begin, row):
    """Which sectors conceal units."""
    for sector in range(SECTORS):
        row[begin + sector * SECTOR_WIDTH + c.Sector.CONCEALED] = int(is_concealed(book, game, sector))


@rule
def write_aheads(book, mine, begin, row):
    """How far from a side's edge sectors are, as they stand in a column of `Outlook`."""
    aheads = row[begin + SECTORS * c.Outlook.AHEAD : begin + SECTORS * c.Outlook.DISTANCE]
    home = int(book.home_row[mine])
    for sector in range(SECTORS):
        aheads[sector] = abs(book.row[sector] - home)


@rule
def write_outlook(book, game, begin, row):
    """How sectors lie for the unit that is asked about, a column of `Outlook` after the other: loops that take many
    sectors a step."""
    here = int(game.place[game.subject]) if game.subject >= 0 else NOWHERE
    distances = row[begin + SECTORS * c.Outlook.DISTANCE : begin + SECTORS * c.Outlook.IN_SIGHT]
    seen = row[begin + SECTORS * c.Outlook.IN_SIGHT : begin + SECTORS * OUTLOOK]
    if here < 0:
        distances[:] = -1
        seen[:] = 0
        return
    for sector in range(SECTORS):
        distances[sector] = book.range[here, sector]
    for sector in range(SECTORS):
        seen[sector] = book.clear[game.zone, here, sector]
    if game.smokes > 0:
        hide_behind_smoke(book, game, here, seen)


@rule
def write_objectives(book, game, begin, row):
    """Which objectives nobody has claimed."""
    for k in range(OBJECTIVES):
        sector = int(book.objective[game.zone, k])
        if sector >= 0:
            left = game.phase != Phase.FLEETS and not has(game.claimed, k) and book.objective_points > 0
            row[begin + sector * SECTOR_WIDTH + c.Sector.OBJECTIVE] = int(left)


@rule
def count_unit(book, seen, unit, mine, begin, times, row):
    """Count a unit in its sector, or with -1 take it off.  seen: the game, or a row's memory of it."""
    first = begin + int(seen.place[unit]) * SECTOR_WIDTH + (MINE if side_of(unit) == mine else THEIRS)
    for counted in range(COUNTS):
        row[first + counted] += times * book.force[seen.card[unit], counted]
    row[first + HULL_COUNTED] -= times * seen.damage[unit]


@rule
def count_units(book, game, mine, begin, row):
    """What is in the sectors."""
    for k in range(game.units):
        unit = int(game.roster[k])
        if on_map(game, unit):
            count_unit(book, game, unit, mine, begin, 1, row)


@rule
def write_sectors(book, game, mine, begin, row):
    """A row for each sector."""
    write_ground(book, game, mine, begin, row)
    write_concealment(book, game, begin, row)
    write_objectives(book, game, begin, row)
    count_units(book, game, mine, begin, row)


@rule
def write_drafts(book, game, seat, mine, begin, row):
    """While fleets are bought, what the observer has of each card: of the other side's he sees nothing (FLT.4)."""
    if game.phase == Phase.FLEETS:
        for card in range(CARDS_SHOWN):
            write_draft(book, game, seat, mine, card, begin + card, row)


@rule
def write_subject(book, game, seat, mine, row):
    """The unit that the decision is about."""
    if game.subject != NOBODY and has(ABOUT_UNITS, game.decision):
        write_unit(book, game, seat, mine, int(game.subject), SUBJECT, row)


@rule
def write(book, game, seat, layout, row):
    """Write what a seat sees into a row, whatever was in it before."""
    row[:] = 0
    mine = seat if seat < 2 else 0
    write_numbers(book, game, seat, mine, row)
    write_one_hots(book, game, seat, mine, row)
    if layout == SUMMARY:
        write_sectors(book, game, mine, SUMMARY_SECTORS, row)
        write_aheads(book, mine, SUMMARY_OUTLOOK, row)
        write_outlook(book, game, SUMMARY_OUTLOOK, row)
        write_subject(book, game, seat, mine, row)
        write_drafts(book, game, seat, mine, SUMMARY_DRAFT, row)
        return
    write_sectors(book, game, mine, TABLE_SECTORS, row)
    write_aheads(book, mine, TABLE_OUTLOOK, row)
    write_outlook(book, game, TABLE_OUTLOOK, row)
    write_drafts(book, game, seat, mine, TABLE_DRAFT, row)
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.gone[unit] == 0:
            write_unit(book, game, seat, mine, unit, TABLE_UNITS + unit * UNIT_WIDTH, row)


# --- brought up to date ----------------------------------------------------------------------------------


@rule
def show(book, game, seat, layout, observation, line):
    """Write what the seat that is asked sees into a row that was last written by this function and goes with `line`.

    In a summary sectors are written only where something has changed.
    """
    if layout != SUMMARY:
        write(book, game, seat, layout, observation)
        return
    observation[:SUMMARY_SECTORS] = 0
    observation[SUBJECT:SUMMARY_WIDTH] = 0
    write_numbers(book, game, seat, seat, observation)
    write_one_hots(book, game, seat, seat, observation)
    bring_counts_up_to_date(book, game, seat, observation, line)
    renew_sectors(book, game, seat, observation, line)
    if line.written == 0 or line.sighted_by != seat:
        write_aheads(book, seat, SUMMARY_OUTLOOK, observation)
    write_outlook(book, game, SUMMARY_OUTLOOK, observation)
    write_subject(book, game, seat, seat, observation)
    write_drafts(book, game, seat, seat, SUMMARY_DRAFT, observation)
    line.written = 1
    line.sighted_by = seat


@rule
def renew_ground(book, game, mine, row):
    """What the sectors of a summary are, whoever is in them; what were objectives in another battle zone are none."""
    write_ground(book, game, mine, SUMMARY_SECTORS, row)
    for sector in range(SECTORS):
        row[SUMMARY_SECTORS + sector * SECTOR_WIDTH + c.Sector.OBJECTIVE] = 0


@rule
def renew_concealment(book, game, mine, row):
    """Which sectors of a summary conceal units."""
    write_concealment(book, game, SUMMARY_SECTORS, row)


@rule
def renew_objectives(book, game, mine, row):
    """Which objectives of a summary are left."""
    write_objectives(book, game, SUMMARY_SECTORS, row)


SEEN = Sight(
    STATE,
    units=("place", "card", "damage"),
    places=(
        OfPlaces(renew_ground, ("zone",)),
        OfPlaces(renew_concealment, ("zone", "smoke")),
        OfPlaces(renew_objectives, ("zone", "phase", "claimed")),
    ),
    by_turn=False,
)
SIGHT = SEEN.fields
"""What is kept beside a row of a summary so that it can be brought up to date."""
_, changes, has_changed, keep_units, renew_sectors = SEEN.rules


@rule
def bring_counts_up_to_date(book, game, mine, row, line):
    """Units that the row tells of otherwise than they are now are taken off where they were, and counted where they
    are."""
    if line.written == 0:
        forget(line)
    elif line.sighted_by != mine:
        change_sides(book, row, line)
    changed = changes(game, line, 0)
    while changed != 0:
        k = lowest(changed)
        changed &= changed - 1
        for unit in range(AT_A_TIME * k, AT_A_TIME * (k + 1)):
            if has_changed(game, unit, line):
                recount(book, game, unit, mine, row, line)
        keep_units(game, line, k)


@rule
def recount(book, game, unit, mine, row, line):
    """Count a unit as it is now and not as it was."""
    if on_map(line, unit):
        count_unit(book, line, unit, mine, SUMMARY_SECTORS, -1, row)
    if on_map(game, unit):
        count_unit(book, game, unit, mine, SUMMARY_SECTORS, 1, row)


@rule
def forget(line):
    """The row tells of no unit."""
    for unit in range(UNITS):
        line.place[unit] = NOWHERE


@rule
def change_sides(book, row, line):
    """What was mine is theirs: the units that were counted change columns, for most sectors hold none."""
    before = int(line.sighted_by)
    eights = line.place.view(np.int64)
    for k in range(eights.size):
        if eights[k] != NOWHERE:  # the word of which each byte is NOWHERE
            for unit in range(AT_A_TIME * k, AT_A_TIME * (k + 1)):
                if on_map(line, unit):
                    count_unit(book, line, unit, before, SUMMARY_SECTORS, -1, row)
                    count_unit(book, line, unit, 1 - before, SUMMARY_SECTORS, 1, row)


@compiled
def observe(books, games, i, seat, layout, observation):
    """Write into `observation`, int16 `(columns,)`, what a seat sees of game `i`."""
    write(books[0], games[i], seat, layout, observation)
