"""Task forces (§29): who fights together, who hides, and when to join a surface action."""

import numpy as np

from aw_agents.admirals_war.officer.appraisal import chance_to_win, last_turn
from aw_env.core.engine.compiling import rule, rule_with_arrays
from aw_env.core.engine.sets import has
from aw_env.games.admirals_war.observation.odds import air_attack, gun_attack, hit_points
from aw_env.games.admirals_war.observation.strength import SUMS, Sum, add_unit, battle_forces
from aw_env.games.admirals_war.records.terms import FIRST_UNIT_ACTION, UNITS, Kind, Option
from aw_env.games.admirals_war.rules.counters import side
from aw_env.games.admirals_war.rules.options.forming import is_of_seat
from aw_env.games.admirals_war.rules.options.task_forces import belongs_to

WEAK = 2.0
"""Hit points with which a damaged ship is kept out of the fight."""
JOIN_ABOVE = 0.5
"""Share of the strength in a surface action from which an unseen task force joins it."""


@rule
def grouping(book, game):
    """All together, but what needs shelter apart (§29.1)."""
    sheltered, fighting = 0, 0
    for k in range(game.units_here):
        unit = int(game.here[k])
        if is_of_seat(book, game, unit, game.power):
            if needs_shelter(book, game, unit):
                sheltered += 1
            else:
                fighting += 1
    return Option.DIVIDE.value if sheltered > 0 and fighting > 0 else Option.TOGETHER.value


@rule
def needs_shelter(book, game, unit):
    """What cannot attack, amphibious units above all, and damaged ships that the next hit would sink."""
    if air_attack(book, game, unit) + gun_attack(book, game, unit) == 0.0:
        return True
    return book.kind[unit] == Kind.SHIP and game.damage[unit] > 0 and hit_points(book, game, unit) <= WEAK


@rule
def join_task_force(book, game, mask):
    """With those that fight, or with those that need shelter."""
    sheltered = needs_shelter(book, game, int(game.subject))
    for unit in range(UNITS):
        if mask[FIRST_UNIT_ACTION + unit] == 1 and needs_shelter(book, game, unit) == sheltered:
            return FIRST_UNIT_ACTION + unit
    return Option.NEW_GROUP.value


@rule_with_arrays
def intention(book, game, doctrine):
    """Those that need shelter hide, and the others search, unless the battle is as good as lost and they will retreat
    (§29.2)."""
    of_side = int(game.power) & 1
    if needs_shelter(book, game, int(game.subject)):
        return Option.HIDE.value
    sums = battle_forces(book, game, of_side, False)
    chance = chance_to_win(doctrine, sums[0], sums[1], int(book.area_theatre[game.area]))
    lost = chance < doctrine.retreat_below and not last_turn(book, game)
    return Option.HIDE.value if lost else Option.SEARCH.value


@rule_with_arrays
def join_action(book, game):
    """Where our guns in the action would be the stronger (§29.52)."""
    of_side = int(game.power) & 1
    sums = np.zeros((2, SUMS))
    for k in range(game.units_here):
        unit = int(game.here[k])
        enemy = side(game, unit) != of_side
        asked = belongs_to(game, unit, of_side, game.task_force[game.subject])
        if asked or has(game.exposed[side(game, unit)], game.task_force[unit]):
            add_unit(book, game, unit, False, sums[1 if enemy else 0], 1.0)
    ours = sums[0, Sum.GUNS] * sums[0, Sum.TOUGHNESS]
    theirs = sums[1, Sum.GUNS] * sums[1, Sum.TOUGHNESS]
    return Option.YES.value if ours >= JOIN_ABOVE * (ours + theirs) else Option.NO.value
