"""Submarines and those who hunt them (§14, §19.46)."""

from aw_agents.admirals_war.officer.appraisal import future, gain
from aw_env.core.engine.compiling import rule, rule_with_arrays
from aw_env.core.engine.marks import marked
from aw_env.games.admirals_war.observation.odds import chance_a_shot_removes, hit_points
from aw_env.games.admirals_war.observation.strength import THIS_TURN, forces, value_of
from aw_env.games.admirals_war.records.state import RAIDING
from aw_env.games.admirals_war.records.terms import FIRST_UNIT_ACTION, UNITS, Kind, Option, Power
from aw_env.games.admirals_war.rules.asw import asw_factors
from aw_env.games.admirals_war.rules.bonuses import gunnery_bonus
from aw_env.games.admirals_war.rules.counters import at_sea, side


@rule_with_arrays
def inversion(book, game, doctrine):
    """Raider side up where a big ship is worth more than merchants, the denial of the area, and the risk (§14.1)."""
    unit = int(game.subject)
    sums = forces(book, game, side(game, unit), unit, THIS_TURN)
    patrolling = gain(book, game, doctrine, unit, int(game.place[unit]), False, sums)
    prey = 0.0
    for k in range(game.units):
        target = int(game.roster[k])
        if game.place[target] == game.place[unit] and side(game, target) != side(game, unit):
            prey = max(prey, hunt_value(book, game, doctrine, unit, target))
    return Option.INVERT.value if prey > patrolling else Option.STAY.value


@rule
def hunt_value(book, game, doctrine, unit, target):
    """What an attack of a submarine on a ship is worth (§14.31)."""
    if book.kind[target] != Kind.SHIP and book.kind[target] != Kind.AMPHIBIOUS:
        return 0.0
    points = hit_points(book, game, target)
    chance = chance_a_shot_removes(book, game, target, points, float(gunnery_bonus(book, game, unit)))
    value = value_of(book, game, target) * max(doctrine.submarine_target, future(book, game, doctrine))
    return value * (1.0 - (1.0 - chance) ** float(book.gunnery[unit]))


@rule
def submarine_target(book, game, doctrine, mask):
    """The ship whose loss would hurt most, at the first opportunity (§14.31)."""
    choice, best = Option.HOLD.value, 0.0
    for target in range(UNITS):
        if mask[FIRST_UNIT_ACTION + target] == 1:
            value = hunt_value(book, game, doctrine, int(game.subject), target)
            if value > best:
                choice, best = FIRST_UNIT_ACTION + target, value
    return choice


@rule
def hunting_navy(book, game):
    """The navy with more dice in the area hunts (§19.46)."""
    american, british = 0, 0
    for k in range(game.units):
        unit = int(game.roster[k])
        if at_sea(game, unit) and game.place[unit] == game.subject:
            if game.controller[unit] == Power.AMERICAN:
                american += asw_factors(book, unit, marked(game, unit, RAIDING))
            elif game.controller[unit] == Power.BRITISH:
                british += asw_factors(book, unit, marked(game, unit, RAIDING))
    return Option.AMERICAN.value if american > british else Option.BRITISH.value
