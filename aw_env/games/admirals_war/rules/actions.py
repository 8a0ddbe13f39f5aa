"""§7.3, §7.5 An air or a surface action: carriers named, aim, fire, effects."""

from aw_env.core.engine.compiling import optional, rule
from aw_env.core.engine.events import note
from aw_env.core.engine.marks import mark, marked
from aw_env.core.engine.stack import CURSOR, STAGE, SUBJECT, ask, pop, push, top
from aw_env.games.admirals_war.records.state import FIRING
from aw_env.games.admirals_war.records.steps import Step
from aw_env.games.admirals_war.records.terms import NOBODY, Action, Decision, Event, Option, OptionalRule
from aw_env.games.admirals_war.rules.counters import WITH_SUBMARINES, first_side, gunnery, in_port
from aw_env.games.admirals_war.rules.fire import attack, send_disabled_home, take_effect
from aw_env.games.admirals_war.rules.options.fighters import ask_interceptor
from aw_env.games.admirals_war.rules.options.reserve import plays
from aw_env.games.admirals_war.rules.options.sighting import meet
from aw_env.games.admirals_war.rules.options.task_forces import (
    expose,
    hold_names_to_sighting,
    in_task_forces,
    may_strike,
)
from aw_env.games.admirals_war.rules.options.turn_eleven import ask_for_kamikaze, has_come, may_dive
from aw_env.games.admirals_war.rules.participants import in_battle, in_turn, theatre_of_combat
from aw_env.games.admirals_war.rules.targets import (
    anyone_could_attack,
    attacks,
    finds_target,
    has_target,
    may_hold_fire,
)

SECOND_NAMES, FIRST_NAMES, FIRST_AIMS, FIRST_FIRES, SECOND_AIMS, SECOND_FIRES, EFFECTS, LEAVING = range(8)


@rule
def begin_action(book, game, action):
    """An action of a type begins, unless task forces have kept it from coming about (§29.51, §29.52).  Whether it
    does."""
    if in_task_forces(book):
        if action == Action.AIR:
            expose(game, action)
            hold_names_to_sighting(book, game)
        elif not meet(book, game):
            return False
    if anyone_could_attack(book, game, action):
        game.could_attack = 1
    elif in_task_forces(book) and action == Action.AIR:
        return False
    push(game, Step.ACTION, action)
    return True


@rule
def fight_action(book, game, events):
    """Carriers are named, or kamikaze attacks announced (§21.1); the first side aims and fires, then the second; all
    takes effect at the end (§7.5)."""
    frame = top(game)
    first = first_side(theatre_of_combat(book, game))
    while True:
        stage = frame[STAGE]
        if stage == SECOND_NAMES or stage == FIRST_NAMES:
            naming = 1 - first if stage == SECOND_NAMES else first
            if frame[SUBJECT] == Action.SURFACE and name_next_carrier(book, game, naming):
                return True
            if stage == SECOND_NAMES and frame[SUBJECT] == Action.AIR and announce_next_kamikaze(book, game):
                return True
        elif stage == FIRST_AIMS or stage == SECOND_AIMS:
            aiming = first if stage == FIRST_AIMS else 1 - first
            if aim_next_attacker(book, game, aiming):
                return True
        elif stage == FIRST_FIRES or stage == SECOND_FIRES:
            firing = first if stage == FIRST_FIRES else 1 - first
            if frame[SUBJECT] == Action.AIR and ask_interceptor(book, game, firing):
                return True
            fire_all(book, game, firing, events)
        elif stage == EFFECTS:
            take_effect(book, game, events)
        elif not wait_for_submarines(book, game) and send_disabled_home(book, game):
            return False
        else:
            pop(game)
            return False
        frame[STAGE] = stage + 1
        frame[CURSOR] = 0


@optional(otherwise=False)
@rule
def wait_for_submarines(book, game):
    """With targeting rolls units that the last action of a round has disabled go home after the submarines (§27.1)."""
    if not plays(book, OptionalRule.SUBMARINE_TARGETING) or game.kinds_here & WITH_SUBMARINES == 0:
        return False
    return game.action != Action.COMBINED or top(game)[SUBJECT] == Action.SURFACE


@rule
def name_next_carrier(book, game, of_side):
    """Each carrier with guns fires them or not; the second side says so before the first aims (§7.321).  Where only
    aircraft are against them there is nothing to say (§7.324)."""
    frame = top(game)
    if not in_task_forces(book) and not has_target(book, game, of_side, Action.SURFACE):
        return False
    while frame[CURSOR] < 2 * game.units_here:
        unit = in_turn(game, of_side, frame[CURSOR])
        if unit != NOBODY and book.carrier[unit] == 1 and gunnery(book, game, unit) > 0:
            if may_strike(book, game, unit):
                return ask(book, game, Decision.CARRIER_FIRE, game.controller[unit], unit)
        frame[CURSOR] += 1
    return False


@rule
def mask_carrier_fire(book, game, mask):
    """A carrier's guns are at her captain's choice (§7.32)."""
    mask[Option.FIRE] = 1
    if may_hold_fire(book, game):
        mask[Option.SILENT] = 1


@rule
def take_carrier_fire(game, action, events):
    """The carrier is named, or stays silent for this action."""
    mark(game, game.subject, FIRING, 1 if action == Option.FIRE else 0)
    note(events, Event.CARRIER_NAMED, game.subject, marked(game, game.subject, FIRING), 0)
    top(game)[CURSOR] += 1


@rule
def announce_next_kamikaze(book, game):
    """At the start of an air action of turn 11 the Japanese say unit by unit which attacks are kamikaze (§21.1)."""
    frame = top(game)
    while has_come(book, game) and frame[CURSOR] < game.units_here:
        unit = int(game.here[frame[CURSOR]])
        if in_battle(game, unit) and may_dive(book, game, unit) and attacks(book, game, unit):
            return ask_for_kamikaze(book, game, unit)
        frame[CURSOR] += 1
    return False


@rule
def aim_next_attacker(book, game, of_side):
    """The attackers of a side choose their targets one after another, before any of them rolls (§7.332)."""
    frame = top(game)
    action = frame[SUBJECT]
    decision = Decision.AIR_TARGET if action == Action.AIR else Decision.SURFACE_TARGET
    if not in_task_forces(book) and not has_target(book, game, of_side, action):
        return False
    while frame[CURSOR] < 2 * game.units_here:
        unit = in_turn(game, of_side, frame[CURSOR])
        if unit != NOBODY and attacks(book, game, unit) and game.target[unit] == NOBODY:
            if not in_task_forces(book) or finds_target(book, game, unit, action):
                return ask(book, game, decision, game.controller[unit], unit)
        frame[CURSOR] += 1
    return False


@rule
def fire_all(book, game, of_side, events):
    """Attacker by attacker, the shots and then their damage (§7.4)."""
    air = top(game)[SUBJECT] == Action.AIR
    for cursor in range(2 * game.units_here):
        unit = in_turn(game, of_side, cursor)
        if unit != NOBODY and game.target[unit] != NOBODY:
            target = int(game.target[unit])
            in_harbor = in_port(game, target)  # §23.53
            game.shots_fired += attack(book, game, unit, target, air, not in_harbor, events)
            if in_harbor:
                game.attackers_on[target] = 0
