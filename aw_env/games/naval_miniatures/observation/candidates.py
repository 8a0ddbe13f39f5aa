"""The layout "candidates": behind the summary, a row for each legal action, in the order of the actions."""

from aw_env.core.declare.decisions import Mark
from aw_env.core.engine.compiling import rule
from aw_env.core.engine.sets import has
from aw_env.core.seen.candidates import entry_points_by_row
from aw_env.core.seen.writing import Writing
from aw_env.games.naval_miniatures.observation import columns as c
from aw_env.games.naval_miniatures.observation.observing import (
    OUTLOOK,
    SECTOR_WIDTH,
    SUMMARY_OUTLOOK,
    SUMMARY_SECTORS,
    WITH_WEAPON,
    write_card,
    write_now,
)
from aw_env.games.naval_miniatures.odds import MOST_PENALTY, TORPEDOES, expected, in_per_cent, not_negated, outcomes
from aw_env.games.naval_miniatures.records.record import BOOK, STATE
from aw_env.games.naval_miniatures.records.terms import (
    ACTIONS,
    FIRST_CARD_ACTION,
    FIRST_SECTOR_ACTION,
    FIRST_UNIT_ACTION,
    FORCE,
    NOWHERE,
    OBJECTIVES,
    SECTORS,
    Option,
    Weapon,
)
from aw_env.games.naval_miniatures.rules.dice import dice_at, penalty, value_at
from aw_env.games.naval_miniatures.rules.results import damage_of_hit
from aw_env.games.naval_miniatures.rules.sight import sees
from aw_env.games.naval_miniatures.rules.units import first_of, is_aircraft, is_ship, on_map, side_of

IDLE = sum(1 << option for option in Option.those(Mark.IDLE))
_, OF_SECTOR, _, _, OF_OUTLOOK, OF_CARD, OF_UNIT, OF_MINE_NEAR, OF_THEIRS_NEAR, OF_GOALS = c.CANDIDATE.firsts
COUNTED = tuple(FORCE.index(force) for force in c.NEAR_COUNTED)
GOALS_WITHIN = tuple(int(column.name.rpartition("_")[2]) for column in c.Goals)
write_choice = Writing(
    STATE, BOOK, IDLE=IDLE, SECTOR=FIRST_SECTOR_ACTION, UNIT=FIRST_UNIT_ACTION, CARD=FIRST_CARD_ACTION
)(c.Choice, "action, first, row")


@rule
def write_row(book, game, action, first, row):
    """The row of a legal action, from column `first` on."""
    write_choice(action, first, row)
    seat = int(game.seat)
    sector = NOWHERE
    if action >= FIRST_CARD_ACTION:
        write_card(book, action - FIRST_CARD_ACTION, first + OF_CARD, row)
    elif action >= FIRST_UNIT_ACTION:
        unit = action - FIRST_UNIT_ACTION
        write_card(book, int(game.card[unit]), first + OF_CARD, row)
        write_now(book, game, seat, unit, first + OF_UNIT, row)
        sector = int(game.place[unit])
        if has(WITH_WEAPON, game.decision) and side_of(unit) != seat:
            write_odds(book, game, int(game.subject), unit, first, row)
    elif action >= FIRST_SECTOR_ACTION:
        sector = action - FIRST_SECTOR_ACTION
    if sector != NOWHERE:
        told = SUMMARY_SECTORS + sector * SECTOR_WIDTH
        for k in range(SECTOR_WIDTH):
            row[first + OF_SECTOR + k] = row[told + k]
        for k in range(OUTLOOK):
            row[first + OF_OUTLOOK + k] = row[SUMMARY_OUTLOOK + k * SECTORS + sector]
        write_prospects(book, game, seat, sector, first, row)
        write_near(book, game, seat, sector, first + OF_MINE_NEAR, row)
        write_near(book, game, 1 - seat, sector, first + OF_THEIRS_NEAR, row)


@rule
def write_odds(book, game, unit, target, first, row):
    """What the attack under way would do to a target."""
    weapon = int(game.weapon)
    dice, taken = dice_at(book, game, unit, weapon, target), penalty(book, game, unit, weapon, target)
    hits, destroys = outcomes(book, game, unit, weapon, target, dice, taken)
    row[first + c.Choice.DICE] = dice
    row[first + c.Choice.TO_HIT] = in_per_cent(hits)
    row[first + c.Choice.TO_DESTROY] = in_per_cent(destroys * not_negated(book, game, unit, weapon, target))
    if weapon == Weapon.TORPEDO:
        row[first + c.Choice.EXPECTED] = expected(TORPEDOES, dice * damage_of_hit(book, game, unit, weapon, target))
    else:
        row[first + c.Choice.EXPECTED] = expected(min(MOST_PENALTY, taken), dice)


@rule
def write_prospects(book, game, seat, sector, first, row):
    """What is near a sector: objectives, enemy ships, and their guns."""
    nearest = -1
    for k in range(OBJECTIVES):
        goal = int(book.objective[game.zone, k])
        if goal >= 0 and not has(game.claimed, k):
            away = int(book.range[sector, goal])
            nearest = away if nearest < 0 else min(nearest, away)
            for n in range(len(GOALS_WITHIN)):
                row[first + OF_GOALS + n] += away <= GOALS_WITHIN[n]
    row[first + c.Choice.OBJECTIVE] = nearest
    enemy, bearing = -1, 0
    for other in range(first_of(1 - seat), first_of(1 - seat) + game.fleet[1 - seat]):
        if on_map(game, other) and is_ship(book, game, other):
            away = int(book.range[game.place[other], sector])
            enemy = away if enemy < 0 else min(enemy, away)
            value = value_at(book, game, other, Weapon.MAIN.value, away)
            if value > 0 and sees(book, game, int(game.place[other]), sector):
                bearing += value
    row[first + c.Choice.ENEMY] = enemy
    row[first + c.Choice.BEARING] = bearing


@rule
def write_near(book, game, side, sector, first, row):
    """What ships and submarines of a side are near a sector, as if they were undamaged."""
    for unit in range(first_of(side), first_of(side) + game.fleet[side]):
        if on_map(game, unit) and not is_aircraft(book, game, unit):
            away = book.range[sector, game.place[unit]]
            for n in range(len(c.NEAR)):
                if away <= c.NEAR[n]:
                    for k in range(len(COUNTED)):
                        row[first + k * len(c.NEAR) + n] += book.force[game.card[unit], COUNTED[k]]


show_candidates, write_candidates = entry_points_by_row(__name__, write_row, c.LAYOUT, ACTIONS)
