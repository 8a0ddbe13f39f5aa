"""The layout "summary": the units in the combat being resolved, in the place in question, and the one that is asked."""

from aw_env.core.engine.arrays import add
from aw_env.core.engine.compiling import optional, rule
from aw_env.games.admirals_war.observation.columns import BATTLE_WIDTH, FIRST_BATTLE, FIRST_UNIT, Battle
from aw_env.games.admirals_war.observation.facts import aiming_side, subject_unit
from aw_env.games.admirals_war.records.terms import FIRST_PORT, NOBODY, NOWHERE, Decision, Intention, Kind
from aw_env.games.admirals_war.rules.counters import airstrike, armor, gunnery, speed
from aw_env.games.admirals_war.rules.options.french_fleet import may_be_aimed_at
from aw_env.games.admirals_war.rules.options.hidden_submarines import is_hidden
from aw_env.games.admirals_war.rules.options.task_forces import (
    goes_for_the_port,
    in_task_forces,
    intention_of,
    is_sighted,
)

EVERY_GROUP = -2
"""In place of the number of a group: all of them."""


@rule
def show_units(book, game, mine, observation):
    """`Battle`, and the own columns of the units in the combat being resolved, in the place in question, and of the one
    that the decision is about."""
    i_aim = aiming_side(game) == mine
    place = place_in_question(book, game)
    if place != NOWHERE:
        for k in range(game.units):
            unit = int(game.roster[k])
            if game.place[unit] == place:
                show_unit(book, game, unit, i_aim, mine, observation)
    if game.decision == Decision.CATAPULT_TARGET:
        for k in range(game.units):
            if may_be_aimed_at(book, game, int(game.roster[k])):
                show_unit(book, game, int(game.roster[k]), i_aim, mine, observation)
    if game.others_here > 0:
        for k in range(game.units):
            unit = int(game.roster[k])
            if game.place[unit] == game.area:
                show_in_battle(book, game, unit, i_aim, mine, observation)
    else:
        for k in range(game.units_here):
            show_in_battle(book, game, int(game.here[k]), i_aim, mine, observation)
        show_hidden_in_battle(book, game, i_aim, mine, observation)
    if game.over == 0 and subject_unit(game) != NOBODY:
        show_unit(book, game, int(game.subject), i_aim, mine, observation)


@rule
def group_in_sight(game):
    """The group of the combat that the decision belongs to: the pursuit that is fought; everyone's while groups are
    formed and pursuers assigned."""
    if game.decision == Decision.JOIN_GROUP or game.decision == Decision.PURSUIT:
        return EVERY_GROUP
    return int(game.battle_group)


@rule
def place_in_question(book, game):
    """The port or base whose units matter now: attacked (§9.24, §12.4, §23.53), invaded (§13.43) or repairing (§11); or
    NOWHERE."""
    if game.decision == Decision.STRIKE_TARGET:
        return int(game.raid_place[game.subject])
    if game.decision == Decision.AIR_TARGET and goes_for_the_port(book, game, game.subject):
        return FIRST_PORT + int(book.raid_target)
    if game.decision == Decision.GARRISON_LOSS or game.decision == Decision.REPAIR:
        return int(game.subject)
    return NOWHERE


@optional()
@rule
def show_hidden_in_battle(book, game, i_aim, mine, observation):
    """My hidden submarines in the area of the combat, which do not count as units that are there (§26)."""
    if game.area == NOWHERE:
        return
    for k in range(book.boats):
        unit = int(book.boat[k])
        if game.place[unit] == game.area and is_hidden(book, game, unit):
            show_in_battle(book, game, unit, i_aim, mine, observation)


@rule
def show_in_battle(book, game, unit, i_aim, mine, observation):
    """A unit in the area of the combat, if it belongs to the group that fights."""
    group = group_in_sight(game)
    if group == EVERY_GROUP or game.group[unit] == group:
        theirs = (int(game.controller[unit]) & 1) ^ mine
        count_in_battle(book, game, unit, FIRST_BATTLE + theirs * BATTLE_WIDTH, observation)
        show_unit(book, game, unit, i_aim, mine, observation)


@rule
def count_in_battle(book, game, unit, first, observation):
    """One more unit in the `Battle` that begins in column `first`."""
    kind = book.kind[unit]
    if kind == Kind.SHIP:
        knots = speed(book, game, unit)
        slowest = int(observation[first + Battle.SLOWEST])
        add(observation, first + Battle.SHIPS, 1)
        add(observation, first + Battle.CARRIERS, book.carrier[unit])
        add(observation, first + Battle.GUNNERY, gunnery(book, game, unit))
        add(observation, first + Battle.AIRSTRIKE, airstrike(book, game, unit))
        add(observation, first + Battle.HIT_POINTS, int(book.armor[unit]) + 1 - int(game.damage[unit]))
        observation[first + Battle.SLOWEST] = knots if slowest == 0 else min(knots, slowest)
        observation[first + Battle.FASTEST] = max(knots, int(observation[first + Battle.FASTEST]))
    elif kind == Kind.LBA:
        add(observation, first + Battle.AIRSTRIKE, book.airstrike[unit])
    elif kind == Kind.AMPHIBIOUS:
        add(observation, first + Battle.AMPHIBIOUS, 1)
    if in_task_forces(book):
        count_in_task_force(game, unit, first, observation)


@rule
def count_in_task_force(game, unit, first, observation):
    """One more unit in a task force, by what it does and whether it is sighted (§29)."""
    intention = intention_of(game, unit)
    if intention == Intention.LANDING:
        add(observation, first + Battle.LANDING, 1)
    elif intention == Intention.HIDING:
        add(observation, first + Battle.HIDING, 1)
    elif intention != Intention.NONE:
        add(observation, first + Battle.SEARCHING, 1)
    add(observation, first + Battle.SIGHTED, is_sighted(game, unit))


@rule
def show_unit(book, game, unit, i_aim, mine, observation):
    """The unit's own column (`columns.UNIT_COLUMN_MEANING`).  i_aim: my side is choosing targets."""
    left = armor(book, game, unit) + 1 - int(game.damage[unit])
    if game.controller[unit] & 1 == mine:
        observation[FIRST_UNIT + unit] = max(1, left - int(game.pending_damage[unit]))
    else:
        if i_aim:
            left -= int(game.attackers_on[unit])
        observation[FIRST_UNIT + unit] = -max(1, left)
