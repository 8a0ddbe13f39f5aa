"""Writes what a seat sees into a row of int16, and brings a summary up to date."""

from aw_env.core.declare.columns import SUMMARY
from aw_env.core.declare.decisions import UNIT
from aw_env.core.engine.compiling import compiled, rule
from aw_env.core.engine.sets import has
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
from aw_env.games.naval_miniatures.rules.sight import is_concealed, sees
from aw_env.games.naval_miniatures.rules.units import (
    hull_left,
    on_map,
    side_of,
)
from aw_env.games.naval_miniatures.rules.winning import points_left

SIGHT = [("written", "i4"), ("zone", "i4"), ("smoky", "i4"), ("counted", "i4"), ("places", "i1", UNITS)]
"""What is kept beside a row of a summary so that it can be brought up to date: of which battle zone the ground was
written, whether there was smoke, and the sectors of the units that were counted."""
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
write_sector = WRITING(c.Sector, "book, game, seat, mine, sector, first, row")
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
def write_ground(book, game, seat, mine, begin, row):
    """What sectors are, whoever looks at them."""
    for sector in range(SECTORS):
        write_sector(book, game, seat, mine, sector, begin + sector * SECTOR_WIDTH, row)


@rule
def write_concealment(book, game, begin, row):
    """Which sectors conceal units."""
    for sector in range(SECTORS):
        row[begin + sector * SECTOR_WIDTH + c.Sector.CONCEALED] = int(is_concealed(book, game, sector))


@rule
def write_outlook(book, game, mine, begin, row):
    """How sectors lie for a side and the unit that is asked about, a column of `Outlook` after the other; smoke apart,
    that stands in tables."""
    here = int(game.place[game.subject]) if game.subject >= 0 else NOWHERE
    aheads = row[begin + SECTORS * c.Outlook.AHEAD : begin + SECTORS * c.Outlook.DISTANCE]
    distances = row[begin + SECTORS * c.Outlook.DISTANCE : begin + SECTORS * c.Outlook.IN_SIGHT]
    seen = row[begin + SECTORS * c.Outlook.IN_SIGHT : begin + SECTORS * OUTLOOK]
    home = int(book.home_row[mine])
    for sector in range(SECTORS):
        aheads[sector] = abs(book.row[sector] - home)
    if here < 0:
        distances[:] = -1
        seen[:] = 0
        return
    for sector in range(SECTORS):
        distances[sector] = book.range[here, sector]
    for sector in range(SECTORS):
        seen[sector] = book.clear[game.zone, here, sector]
    if game.smokes > 0:
        for sector in range(SECTORS):
            seen[sector] = int(sees(book, game, here, sector))


@rule
def write_objectives(book, game, begin, row):
    """Which objectives nobody has claimed."""
    for k in range(OBJECTIVES):
        sector = int(book.objective[game.zone, k])
        if sector >= 0:
            left = game.phase != Phase.FLEETS and not has(game.claimed, k) and book.objective_points > 0
            row[begin + sector * SECTOR_WIDTH + c.Sector.OBJECTIVE] = int(left)


@rule
def count_units(book, game, mine, begin, row):
    """What is in the sectors."""
    for k in range(game.units):
        unit = int(game.roster[k])
        if on_map(game, unit):
            first = begin + int(game.place[unit]) * SECTOR_WIDTH + (MINE if side_of(unit) == mine else THEIRS)
            card = int(game.card[unit])
            for counted in range(COUNTS):
                row[first + counted] += book.force[card, counted]
            row[first + HULL_COUNTED] -= game.damage[unit]


@rule
def write_sectors(book, game, seat, mine, begin, row):
    """A row for each sector."""
    write_ground(book, game, seat, mine, begin, row)
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
        write_sectors(book, game, seat, mine, SUMMARY_SECTORS, row)
        write_outlook(book, game, mine, SUMMARY_OUTLOOK, row)
        write_subject(book, game, seat, mine, row)
        write_drafts(book, game, seat, mine, SUMMARY_DRAFT, row)
        return
    write_sectors(book, game, seat, mine, TABLE_SECTORS, row)
    write_outlook(book, game, mine, TABLE_OUTLOOK, row)
    write_drafts(book, game, seat, mine, TABLE_DRAFT, row)
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.gone[unit] == 0:
            write_unit(book, game, seat, mine, unit, TABLE_UNITS + unit * UNIT_WIDTH, row)


# --- brought up to date ----------------------------------------------------------------------------------


@rule
def show(book, game, seat, layout, observation, line):
    """Write what the seat that is asked sees into a row that was last written by this function and goes with `line`.

    In a summary the ground is written once, and what is in sectors only where something is or was.
    """
    if layout != SUMMARY:
        write(book, game, seat, layout, observation)
        return
    observation[:SUMMARY_SECTORS] = 0
    observation[SUBJECT:SUMMARY_WIDTH] = 0
    write_numbers(book, game, seat, seat, observation)
    write_one_hots(book, game, seat, seat, observation)
    bring_sectors_up_to_date(book, game, seat, observation, line)
    write_outlook(book, game, seat, SUMMARY_OUTLOOK, observation)
    write_subject(book, game, seat, seat, observation)
    write_drafts(book, game, seat, seat, SUMMARY_DRAFT, observation)


@rule
def bring_sectors_up_to_date(book, game, seat, row, line):
    """Write what has changed of the sectors."""
    anew = line.written == 0 or line.zone != game.zone
    if anew:
        row[SUMMARY_SECTORS:SUMMARY_OUTLOOK] = 0
        write_ground(book, game, seat, seat, SUMMARY_SECTORS, row)
    else:
        for k in range(line.counted):
            clear_counts(row, SUMMARY_SECTORS + int(line.places[k]) * SECTOR_WIDTH)
    if anew or game.smokes > 0 or line.smoky == 1:
        write_concealment(book, game, SUMMARY_SECTORS, row)
    write_objectives(book, game, SUMMARY_SECTORS, row)
    count_units(book, game, seat, SUMMARY_SECTORS, row)
    remember(game, line)


@rule
def remember(game, line):
    """Of what the row tells."""
    line.written = 1
    line.zone = game.zone
    line.smoky = int(game.smokes > 0)
    line.counted = 0
    for k in range(game.units):
        place = int(game.place[game.roster[k]])
        if place != NOWHERE:
            line.places[line.counted] = place
            line.counted += 1


@rule
def clear_counts(row, first):
    """Nothing is in a sector."""
    for k in range(MINE, SECTOR_WIDTH):
        row[first + k] = 0


@compiled
def observe(books, games, i, seat, layout, observation):
    """Write into `observation`, int16 `(columns,)`, what a seat sees of game `i`."""
    write(books[0], games[i], seat, layout, observation)
