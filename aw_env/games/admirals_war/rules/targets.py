"""§7.3 An action: who attacks, and whom."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.marks import marked
from aw_env.core.engine.stack import CURSOR, SUBJECT, top
from aw_env.games.admirals_war.records.state import FIRING, MOST_ATTACKERS
from aw_env.games.admirals_war.records.terms import FIRST_UNIT_ACTION, NOBODY, Action, Kind, Option
from aw_env.games.admirals_war.rules.counters import STRUCK, airstrike, gunnery, side
from aw_env.games.admirals_war.rules.options.pearl_harbor_tension import may_attack_it
from aw_env.games.admirals_war.rules.options.task_forces import (
    allow_the_port,
    goes_for_the_port,
    holds_anyone,
    in_task_forces,
    is_exposed,
    may_strike,
)
from aw_env.games.admirals_war.rules.participants import in_battle, in_turn


@rule
def is_armed(book, game, unit, action):
    """Whether a unit has aircraft, or guns, for an action of a type."""
    return has_aircraft(book, game, unit) if action == Action.AIR else gunnery(book, game, unit) > 0


@rule
def has_aircraft(book, game, unit):
    """Whether a unit has aircraft to attack with, and at hand (§24.4)."""
    return airstrike(book, game, unit) > 0 and game.raid_place[unit] != STRUCK


@rule
def anyone_could_attack(book, game, action):
    """Whether any unit may attack in an action of a type, and has a target for it (§7.31, §7.32)."""
    for k in range(game.units_here):
        unit = int(game.here[k])
        if in_battle(game, unit) and is_armed(book, game, unit, action) and may_strike(book, game, unit):
            if finds_target(book, game, unit, action):
                return True
    return False


@rule
def fires_guns(book, game, unit):
    """Ships with guns fire in a surface action; carriers only if named (§7.32, §7.321)."""
    return gunnery(book, game, unit) > 0 and (book.carrier[unit] == 0 or marked(game, unit, FIRING) == 1)


@rule
def attacks(book, game, unit):
    """Whether a unit of the battle may or must attack in the action under way (§7.31, §7.32, §29.51, §29.52)."""
    if not may_strike(book, game, unit):
        return False
    if top(game)[SUBJECT] == Action.AIR:
        return has_aircraft(book, game, unit)
    return fires_guns(book, game, unit)


@rule
def finds_target(book, game, unit, action):
    """Whether there is anything that an attacker may attack in an action of a type: at sea, or in Pearl Harbor
    (§23.53)."""
    if action == Action.AIR and goes_for_the_port(book, game, unit):
        return book.carrier[unit] == 1 and holds_anyone(book, game)
    return has_target(book, game, side(game, unit), action)


@rule
def has_target(book, game, of_side, action):
    """Whether the enemy has a unit that may be attacked in an action of a type (§7.31, §7.324)."""
    for k in range(game.units_here):
        unit = int(game.here[k])
        if side(game, unit) != of_side and in_battle(game, unit) and attackable(book, game, unit, action):
            return True
    return False


@rule
def attackable(book, game, unit, action):
    """Everything in an air action; not air units in a surface action (§7.31, §7.324); of task forces those that may be
    attacked (§29.51, §29.52)."""
    return (action == Action.AIR or book.kind[unit] != Kind.LBA) and is_exposed(book, game, unit)


HOLD_LIMIT = 2
"""Rounds without a shot in between in which fire may be held, so that combat always ends."""


@rule
def may_hold_fire(book, game):
    """Whether attackers still have the choice of not attacking (§7.31, §7.32): the end of a combat is forced only where
    nobody else would fire."""
    return game.held_rounds[game.battle_group] < HOLD_LIMIT or others_will_fire(book, game)


@rule
def others_will_fire(book, game):
    """Whether a ship that is no carrier will fire in this round, because her guns have a target (§7.32).  With task
    forces that is known only in the surface action itself."""
    if game.action == Action.AIR or (in_task_forces(book) and top(game)[SUBJECT] == Action.AIR):
        return False
    for k in range(game.units_here):
        unit = int(game.here[k])
        if in_battle(game, unit) and book.carrier[unit] == 0 and gunnery(book, game, unit) > 0:
            if may_strike(book, game, unit) and has_target(book, game, side(game, unit), Action.SURFACE):
                return True
    return False


@rule
def mask_air_target(book, game, mask):
    """Any enemy ship, LBA or amphibious unit in the battle, or hold fire (§7.31), but no kamikaze (§21.1)."""
    of_side = side(game, game.subject)
    to_port = goes_for_the_port(book, game, game.subject)
    if to_port:
        allow_the_port(book, game, mask)
    for k in range(game.units_here):
        unit = int(game.here[k])
        if side(game, unit) != of_side and in_battle(game, unit) and may_attack_it(game, game.subject, unit):
            if not to_port and is_exposed(book, game, unit):
                mask[FIRST_UNIT_ACTION + unit] = 1
    if game.kamikaze[game.subject] == 0 and may_hold_fire(book, game):
        mask[Option.HOLD] = 1


FIRING_SHIP, SILENT_CARRIER, LANDING_FORCE = 0, 1, 2
"""Classes of targets in a surface action: to attack one, every ship of the classes before it must be attacked."""


@rule
def target_class(book, game, unit):
    """Firing ships may be attacked freely (§7.321), silent ones only with all of these (§7.322), amphibious units
    only with every ship (§7.323)."""
    if book.kind[unit] == Kind.AMPHIBIOUS:
        return LANDING_FORCE
    return FIRING_SHIP if fires_guns(book, game, unit) else SILENT_CARRIER


@rule
def mask_surface_target(book, game, mask):
    """The targets from which the side's allocation can still be made whole (§7.321-7.323).

    The allocation so far has attacked some classes; each class attacked obliges the side to attack every ship
    of the classes before it.  A choice is legal if the attackers still to come can meet what it obliges to.
    """
    of_side = side(game, game.subject)
    unattacked_firing = 0
    unattacked_silent = 0
    highest = FIRING_SHIP
    for k in range(game.units_here):
        unit = int(game.here[k])
        if not is_surface_target(book, game, unit, of_side):
            continue
        of_class = target_class(book, game, unit)
        if game.attackers_on[unit] > 0:
            highest = max(highest, of_class)
        elif of_class == FIRING_SHIP:
            unattacked_firing += 1
        elif of_class == SILENT_CARRIER:
            unattacked_silent += 1
    to_come = attackers_to_come(book, game, of_side)
    for k in range(game.units_here):
        unit = int(game.here[k])
        if not is_surface_target(book, game, unit, of_side):
            continue
        of_class = target_class(book, game, unit)
        obliged = 0
        if max(highest, of_class) >= SILENT_CARRIER:
            obliged += unattacked_firing
        if max(highest, of_class) == LANDING_FORCE:
            obliged += unattacked_silent
        if game.attackers_on[unit] == 0 and of_class < max(highest, of_class):
            obliged -= 1
        if obliged <= to_come:
            mask[FIRST_UNIT_ACTION + unit] = 1


@rule
def is_surface_target(book, game, unit, of_side):
    """An enemy of a side in the surface action that may be attacked there."""
    return side(game, unit) != of_side and in_battle(game, unit) and attackable(book, game, unit, Action.SURFACE)


@rule
def attackers_to_come(book, game, of_side):
    """Attackers of the side that choose after the present one."""
    count = 0
    for cursor in range(top(game)[CURSOR] + 1, 2 * game.units_here):
        unit = in_turn(game, of_side, cursor)
        if unit != NOBODY and attacks(book, game, unit):
            count += 1
    return count


@rule
def take_target(game, action):
    """The attacker is assigned to one target, or holds fire (§7.331)."""
    top(game)[CURSOR] += 1
    if action >= FIRST_UNIT_ACTION:
        target = action - FIRST_UNIT_ACTION
        game.target[game.subject] = target
        game.attackers_on[target] = min(int(game.attackers_on[target]) + 1, MOST_ATTACKERS)
