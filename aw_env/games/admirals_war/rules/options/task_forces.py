"""§29 Task forces, what other rules must know of them: who may attack and be attacked, land, and how fast they are; and
what they do off Pearl Harbor (§23.5).  `forming` and `sighting` carry a round out."""

from aw_env.core.engine.compiling import optional, rule
from aw_env.core.engine.sets import bit, has
from aw_env.core.engine.stack import STAGE, ask, push, top
from aw_env.games.admirals_war.records.steps import Step
from aw_env.games.admirals_war.records.terms import (
    FIRST_PORT,
    FIRST_UNIT_ACTION,
    FORCES,
    NOBODY,
    Action,
    Intention,
    Kind,
    OptionalRule,
    Side,
)
from aw_env.games.admirals_war.rules.counters import STRUCK, fights, lead_power, side, speed
from aw_env.games.admirals_war.rules.options.reserve import plays
from aw_env.games.admirals_war.rules.war_entry import ATTACKS

UNFORMED, FORMED, SIGHTED, JOINED = range(4)
"""Cursor of a round: what has been done about task forces."""
LANDING_BIT = 2
FROM_LANDING_FORCES = 1 << LANDING_BIT
"""In the stage of landings, beside a bit for each side: only task forces that land may do so (§29.53)."""
PURSUIT_FORCE = 1
"""Number of the one task force that a side has in a pursuit (§29.61)."""


@rule
def in_task_forces(book):
    """Whether the optional rule is in play."""
    return plays(book, OptionalRule.TASK_FORCES)


@rule
def belongs_to(game, unit, of_side, force):
    """Whether a unit in the area is a member of a task force."""
    return game.task_force[unit] == force and side(game, unit) == of_side


@rule
def intention_of(game, unit):
    """What a unit's task force does in the round."""
    return int(game.intention[side(game, unit), game.task_force[unit]])


@rule
def is_sighted(game, unit):
    """Whether the enemy has sighted a unit's task force (§29.4)."""
    return int(has(game.sighted[side(game, unit)], game.task_force[unit]))


@rule
def first_unit(game, of_side, force):
    """The first unit of a task force in roster order, or NOBODY."""
    for k in range(game.units_here):
        if belongs_to(game, int(game.here[k]), of_side, force):
            return int(game.here[k])
    return NOBODY


@rule
def ask_force(book, game, decision, of_side, force):
    """Ask a task force, if there is such a one: the theatre's lead power if it has a unit in it, else its partner
    (§7.221); the subject is the first unit of who is asked."""
    lead = lead_power(book.area_theatre[game.area], of_side)
    subject = NOBODY
    for k in range(game.units_here):
        unit = int(game.here[k])
        if belongs_to(game, unit, of_side, force):
            if subject == NOBODY or (game.controller[subject] != lead and game.controller[unit] == lead):
                subject = unit
    return subject != NOBODY and ask(book, game, decision, game.controller[subject], subject)


# --- a round of combat, and its end --------------------------------------------------------------------


@rule
def begin_round_in_forces(game):
    """A round begins.  In a pursuit each side is one task force, which hides or searches (§29.61); else they are formed
    (§29.1)."""
    forget_intentions(game)
    if game.retreating == NOBODY:
        push(game, Step.TASK_FORCES, game.area)
        return
    for k in range(game.units_here):
        unit = int(game.here[k])
        game.task_force[unit] = PURSUIT_FORCE if game.group[unit] == game.battle_group else 0
    game.intention[game.retreating, PURSUIT_FORCE] = Intention.HIDING.value
    game.intention[1 - game.retreating, PURSUIT_FORCE] = Intention.SEARCHING.value


@rule
def forget_intentions(game):
    """Nothing has been declared, and nobody sighted."""
    for of_side in range(2):
        game.sighted[of_side] = 0
        game.striking[of_side] = 0
        game.exposed[of_side] = 0
        for force in range(FORCES + 1):
            game.intention[of_side, force] = Intention.NONE.value


@optional()
@rule
def forget_task_forces(book, game):
    """The combat is over."""
    if in_task_forces(book):
        forget_intentions(game)


# --- §29.5: what a task force may do and suffer --------------------------------------------------------


@optional(otherwise=True)
@rule
def may_strike(book, game, unit):
    """Whether a unit's task force lets it attack in the action (§29.51, §29.52)."""
    return not in_task_forces(book) or has(game.striking[side(game, unit)], game.task_force[unit])


@optional(otherwise=True)
@rule
def is_exposed(book, game, unit):
    """Whether a unit's task force lets it be attacked in the action (§29.51, §29.52)."""
    return not in_task_forces(book) or has(game.exposed[side(game, unit)], game.task_force[unit])


@rule
def expose(game, action):
    """The action begins.  In the air all but those that hide attack, and those that are sighted may be attacked
    (§29.51); on the surface those that are sighted do both, and those that then join (§29.52)."""
    for of_side in range(2):
        game.exposed[of_side] = int(game.sighted[of_side])
        game.striking[of_side] = int(game.sighted[of_side])
        if action == Action.AIR:
            game.striking[of_side] = those_that(game, of_side, False)


@rule
def suppose_all_sighted(game, action):
    """The same as if every task force had been sighted."""
    for of_side in range(2):
        game.exposed[of_side] = those_that(game, of_side, True)
        game.striking[of_side] = those_that(game, of_side, action != Action.AIR)


@rule
def those_that(game, of_side, hide_too):
    """The task forces of a side, without those that hide or with them, as a set."""
    forces = 0
    for force in range(1, FORCES + 1):
        intention = game.intention[of_side, force]
        if intention != Intention.NONE and (hide_too or intention != Intention.HIDING):
            forces |= bit(force)
    return forces


# --- §29.53, §27.3: landings, and how fast task forces are ---------------------------------------------


@optional(otherwise=False)
@rule
def must_be_landing(book, game):
    """Whether units may land only from task forces that do: while there is an enemy in the area (§29.53)."""
    if not in_task_forces(book):
        return False
    for k in range(1, game.units_here):
        if side(game, int(game.here[k])) != side(game, int(game.here[0])):
            return True
    return False


@rule
def is_kept_at_sea(game, unit):
    """Whether a unit may not land at the end of the round because its task force has not said so (§29.53)."""
    return has(top(game)[STAGE], LANDING_BIT) and intention_of(game, unit) != Intention.LANDING


@optional(otherwise=0)
@rule
def force_speed(book, game, unit):
    """The speed of the slowest ship or amphibious unit in its task force, in a pursuit in its group (§27.3, §29.61)."""
    slowest = speed(book, game, unit)
    for k in range(game.units_here):
        other = int(game.here[k])
        together = game.task_force[other] == game.task_force[unit] and game.task_force[unit] != 0
        if game.retreating != NOBODY:
            together = game.group[other] == game.group[unit] and game.group[unit] > 0
        if together and side(game, other) == side(game, unit) and book.kind[other] != Kind.LBA:
            slowest = min(slowest, speed(book, game, other))
    return slowest


# --- §23.5: Pearl Harbor -------------------------------------------------------------------------------


@rule
def may_go_for_the_port(book, game):
    """Whether this is the battle for Pearl Harbor, with the rules in play by which a task force may attack the port
    (§23.53), before anyone retreats."""
    if game.attack != ATTACKS or not plays(book, OptionalRule.PEARL_HARBOR_TENSION):
        return False
    return in_task_forces(book) and game.retreating == NOBODY


@optional(otherwise=False)
@rule
def goes_for_the_port(book, game, unit):
    """Whether a unit's task force attacks Pearl Harbor, and nothing at sea (§23.53)."""
    return in_task_forces(book) and intention_of(game, unit) == Intention.PEARL_HARBOR


@rule
def is_in_the_port(book, game, unit):
    """An Allied ship, air or amphibious unit in Pearl Harbor."""
    there = game.place[unit] == FIRST_PORT + book.raid_target
    return there and side(game, unit) == Side.ALLIES and fights(book, unit)


@rule
def holds_anyone(book, game):
    """Whether there is anything to attack in Pearl Harbor."""
    for k in range(game.units):
        if is_in_the_port(book, game, int(game.roster[k])):
            return True
    return False


@optional()
@rule
def allow_the_port(book, game, mask):
    """The units in Pearl Harbor."""
    for k in range(game.units):
        unit = int(game.roster[k])
        if is_in_the_port(book, game, unit):
            mask[FIRST_UNIT_ACTION + unit] = 1


@optional()
@rule
def hold_names_to_sighting(book, game):
    """Targets named before the groups appeared (§23.41): who attacks Pearl Harbor will name another there; who hides,
    or whose target has not been sighted, has lost the attack."""
    for k in range(game.units_here):
        unit = int(game.here[k])
        target = int(game.target[unit])
        if target == NOBODY:
            continue
        to_port = goes_for_the_port(book, game, unit)
        lost = not may_strike(book, game, unit) or not is_exposed(book, game, target)
        if to_port or lost:
            game.attackers_on[target] -= 1
            game.target[unit] = NOBODY
        if lost and not to_port:
            game.raid_place[unit] = STRUCK
