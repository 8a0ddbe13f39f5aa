"""Where ships and submarines start and move."""

import numpy as np

from aw_agents.naval_miniatures.officer.judgement import (
    A_LEAD,
    FEATURES,
    MIDDLE,
    NOTES,
    judged,
    weigh_for_a_move,
    weigh_for_a_start,
)
from aw_agents.naval_miniatures.officer.prospects import (
    best_from,
    is_fighter_of_ships,
    risk_in,
    to_enemy,
    to_objective,
)
from aw_env.core.engine.compiling import rule, rule_with_arrays
from aw_env.games.naval_miniatures.records.terms import (
    FIRST_SECTOR_ACTION,
    FIRST_UNIT_ACTION,
    OBJECTIVES,
    SECTORS,
    Effect,
    Option,
)
from aw_env.games.naval_miniatures.rules.reach import speed_of
from aw_env.games.naval_miniatures.rules.sea_movement import may_leave
from aw_env.games.naval_miniatures.rules.stacking import may_enter
from aw_env.games.naval_miniatures.rules.units import first_of, is_convoy, is_ship, on_map, side_of, usable

FAR = -100.0
STRIDE = 30.0
"""What a row nearer to the far edge is worth to a convoy ship."""
NEAR = 2
"""Sectors within which ships keep each other company."""


@rule
def standing_in(book, game, doctrine, unit, sector):
    """How good a sector is for a unit."""
    side = side_of(unit)
    if is_convoy(game, unit):
        ahead = abs(int(book.row[sector]) - int(book.home_row[side]))
        return STRIDE * ahead - doctrine.risk * risk_in(book, game, doctrine, unit, sector)
    good = best_from(book, game, doctrine, unit, sector)
    good -= risk_weight(game, doctrine, side) * risk_in(book, game, doctrine, unit, sector)
    if is_ship(book, game, unit):
        good += doctrine.company * company_in(book, game, unit, sector)
    if is_ship(book, game, unit) and usable(book, game, unit, Effect.NO_CLAIM) < 0:
        away = to_objective(book, game, sector)
        if away >= 0:
            good += doctrine.holding if away == 0 else 0.0
            good -= doctrine.objective * away
    if not is_ship(book, game, unit) or is_fighter_of_ships(book, game, unit):
        away = to_enemy(book, game, side, sector)
        good -= doctrine.closing * max(0, away)
    return good


@rule
def risk_weight(game, doctrine, side):
    """What a risk counts: more for a side that leads, if it is prudent."""
    lead = int(game.score[side]) - int(game.score[1 - side])
    return doctrine.risk * max(0.0, 1.0 + doctrine.prudence * lead / A_LEAD)


@rule
def company_in(book, game, unit, sector):
    """How many other ships of its side are near a sector."""
    side = side_of(unit)
    company = 0
    for other in range(first_of(side), first_of(side) + game.fleet[side]):
        if other != unit and on_map(game, other) and is_ship(book, game, other):
            company += book.range[game.place[other], sector] <= NEAR
    return company


@rule_with_arrays
def score_move_who(book, game, doctrine, action):
    """Units move that gain by it, those that gain most first; then no more."""
    if action == Option.END:
        return doctrine.least_gain
    unit = action - FIRST_UNIT_ACTION
    if may_leave(book, game, unit):
        return 1000.0
    goals, weights = np.zeros((OBJECTIVES, NOTES), np.int64), np.zeros(FEATURES)
    weigh_for_a_move(book, game, doctrine, unit, goals, weights)
    here = int(game.place[unit])
    speed = speed_of(book, game, unit)
    most = FAR
    for sector in range(SECTORS):
        if sector != here and book.range[here, sector] <= speed and may_enter(book, game, unit, sector):
            good = standing_in(book, game, doctrine, unit, sector)
            most = max(most, good + judged(book, game, doctrine, unit, sector, goals, weights))
    stays = standing_in(book, game, doctrine, unit, here)
    return most - stays - judged(book, game, doctrine, unit, here, goals, weights)


@rule_with_arrays
def score_move_to(book, game, doctrine, action):
    """The best sector."""
    if action == Option.LEAVE:
        return 1000.0
    if action == Option.PURSUE:
        return FAR
    return after_a_move_to(book, game, doctrine, int(game.subject), action - FIRST_SECTOR_ACTION)


@rule_with_arrays
def after_a_move_to(book, game, doctrine, unit, sector):
    """How good a sector is for a unit, with what has been learned."""
    goals, weights = np.zeros((OBJECTIVES, NOTES), np.int64), np.zeros(FEATURES)
    weigh_for_a_move(book, game, doctrine, unit, goals, weights)
    good = standing_in(book, game, doctrine, unit, sector)
    return good + judged(book, game, doctrine, unit, sector, goals, weights)


@rule_with_arrays
def score_lead(book, game, doctrine, action):
    """The same before the first turn; it may stay."""
    unit = int(game.subject)
    sector = int(game.place[unit]) if action == Option.DECLINE else action - FIRST_SECTOR_ACTION
    return after_a_move_to(book, game, doctrine, unit, sector)


@rule_with_arrays
def score_deploy(book, game, doctrine, action):
    """Near an objective, and not where others of the side are already."""
    unit, sector = int(game.subject), action - FIRST_SECTOR_ACTION
    away = to_objective(book, game, sector)
    crowd = 0
    for k in range(game.units):
        if game.place[game.roster[k]] == sector:
            crowd += 1
    good = -doctrine.goal * max(0, away) - doctrine.spread * crowd
    good -= doctrine.centre * abs(int(book.across[sector]) - MIDDLE)
    good -= doctrine.front * max(0, to_enemy(book, game, side_of(unit), sector))
    good += doctrine.together * company_in(book, game, unit, sector)
    goals, weights = np.zeros((OBJECTIVES, NOTES), np.int64), np.zeros(FEATURES)
    weigh_for_a_start(book, game, doctrine, unit, goals, weights)
    return good + judged(book, game, doctrine, unit, sector, goals, weights)
