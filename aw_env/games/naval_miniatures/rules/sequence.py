"""The sequence of play, the one place that says what comes next, what is asked and who carries it out (SEQ)."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.stack import CURSOR, SUBJECT, push, top
from aw_env.games.naval_miniatures.records.terms import NOBODY, Decision, Event, Phase, Step
from aw_env.games.naval_miniatures.rules import (
    air_missions,
    air_return,
    attacks,
    end_of_turn,
    fleets,
    initiative,
    losses,
    marking,
    results,
    sea_movement,
    set_up,
    winning,
)

FIRST_STEP, SECOND_STEP, CLOSING, CLOSED = range(4)


@rule
def turn(book, game, events):
    """The phases of a turn: in each a step of the first player, one of the second, and what follows both (SEQ.1)."""
    frame = top(game)
    phase, part = frame[SUBJECT], frame[CURSOR]
    frame[CURSOR] += 1
    if part == FIRST_STEP:
        game.phase = phase
        note(events, Event.PHASE, phase, 0, 0)
        if phase == Phase.INITIATIVE:
            initiative.roll_initiative(book, game, events)
        begin_step(book, game, phase, game.first, events)
    elif part == SECOND_STEP:
        begin_step(book, game, phase, 1 - game.first, events)
    elif part == CLOSING:
        close_phase(book, game, phase, events)
    else:
        after_phase(book, game, phase, events)
        frame[CURSOR] = FIRST_STEP
        frame[SUBJECT] = phase + 1 if phase < Phase.END_OF_TURN else Phase.INITIATIVE.value
    return False


@rule
def begin_step(book, game, phase, side, events):
    """What a side does in a phase: steps go on the stack, the last of them first."""
    if phase == Phase.SEA_MOVEMENT:
        push(game, Step.MOVEMENT, side)
        push(game, Step.DECLARATIONS, side)
    elif phase == Phase.AIR_MISSIONS:
        if side == game.first:
            push(game, Step.MISSIONS, side)
    elif phase == Phase.AIR_RETURN:
        push(game, Step.RETURN, side)
    elif phase == Phase.END_OF_TURN:
        if side == game.first:
            end_of_turn.repair(book, game, events)
            end_of_turn.claim(book, game, events)
        push(game, Step.CARGO, side)
    elif phase != Phase.INITIATIVE:
        attacks.begin_attacks(game)
        push(game, Step.ATTACKS, side)
        if phase == Phase.AIR_ATTACK:
            push(game, Step.MARKING, side)


@rule
def close_phase(book, game, phase, events):
    """What comes after both steps of a phase."""
    if phase == Phase.SEA_MOVEMENT:
        sea_movement.place_pursuers(book, game, events)
        push(game, Step.HUNTS, 1 - game.first)
        push(game, Step.HUNTS, game.first)
    elif phase == Phase.AIR_MISSIONS:
        push(game, Step.PATROLS, 1 - game.first)
        push(game, Step.PATROLS, game.first)
    elif Phase.AIR_DEFENSE <= phase <= Phase.TORPEDO_ATTACK:
        push(game, Step.LOSSES, NOBODY)


@rule
def after_phase(book, game, phase, events):
    """What comes last in a phase."""
    if phase == Phase.SEA_MOVEMENT:
        sea_movement.end_movement(game)
    elif phase == Phase.AIR_MISSIONS:
        air_missions.draw_fire(book, game, events)
    elif phase == Phase.END_OF_TURN:
        end_turn(book, game, events)


@rule
def end_turn(book, game, events):
    """The next turn, or the end of the game."""
    end_of_turn.clear_turn(game, events)
    if book.escort != NOBODY:
        winning.end_convoy(book, game, events)
    else:
        winning.decide_turn(book, game, events)
    if game.over == 0:
        game.turn += 1
        note(events, Event.TURN, game.turn, 0, 0)


# --- what carries out each step, and what each decision lets one answer -----------------------------------

STEPS = {
    Step.DRAFT: fleets.draft,
    Step.SET_UP: set_up.set_up,
    Step.DEPLOYMENT: set_up.deploy,
    Step.LEADS: set_up.lead,
    Step.TURN: turn,
    Step.DECLARATIONS: sea_movement.declare,
    Step.MOVEMENT: sea_movement.move_on,
    Step.HUNTS: sea_movement.hunt,
    Step.MISSIONS: air_missions.fly,
    Step.PATROLS: air_missions.patrol,
    Step.MARKING: marking.mark_targets,
    Step.ATTACKS: attacks.attack_with_side,
    Step.ACTIVATION: attacks.activate,
    Step.PRESSING: results.press,
    Step.LOSSES: losses.settle,
    Step.CARRIER: losses.lose_carrier,
    Step.RETURN: air_return.come_back,
    Step.CARGO: end_of_turn.land_cargo,
}
DECISIONS = {
    Decision.DRAFT: (fleets.mask_draft, fleets.take_draft),
    Decision.DEPLOY_SHIP: (set_up.mask_deploy_ship, set_up.take_deploy),
    Decision.DEPLOY_SUBMARINE: (set_up.mask_deploy_submarine, set_up.take_deploy),
    Decision.DEPLOY_AIRCRAFT: (set_up.mask_deploy_aircraft, set_up.take_deploy_aircraft),
    Decision.LEAD: (set_up.mask_lead, set_up.take_lead),
    Decision.RUN: (sea_movement.mask_run, sea_movement.take_run),
    Decision.REPAIR: (sea_movement.mask_repair, sea_movement.take_repair),
    Decision.MOVE_WHO: (sea_movement.mask_move_who, sea_movement.take_move_who),
    Decision.MOVE_TO: (sea_movement.mask_move_to, sea_movement.take_move_to),
    Decision.PURSUE_WHOM: (sea_movement.mask_pursue_whom, sea_movement.take_pursue_whom),
    Decision.HUNT: (sea_movement.mask_hunt, sea_movement.take_hunt),
    Decision.FLY_WHO: (air_missions.mask_fly_who, air_missions.take_fly_who),
    Decision.FLY_TO: (air_missions.mask_fly_to, air_missions.take_fly_to),
    Decision.PATROL: (air_missions.mask_patrol, air_missions.take_patrol),
    Decision.MARK: (marking.mask_mark, marking.take_mark),
    Decision.FIRE_WHO: (attacks.mask_fire_who, attacks.take_fire_who),
    Decision.WEAPON: (attacks.mask_weapon, attacks.take_weapon),
    Decision.BOOST: (attacks.mask_boost, attacks.take_boost),
    Decision.EXTRA: (attacks.mask_use, attacks.take_extra),
    Decision.TARGET: (attacks.mask_target, attacks.take_target),
    Decision.REROLL: (attacks.mask_use, attacks.take_reroll),
    Decision.AGAIN: (attacks.mask_again, attacks.take_target),
    Decision.PRESS: (attacks.mask_use, results.take_press),
    Decision.LOST_CARRIER: (losses.mask_lost_carrier, losses.take_lost_carrier),
    Decision.RETURN_TO: (air_return.mask_return, air_return.take_return),
    Decision.ELIMINATE: (air_return.mask_eliminate, air_return.take_eliminate),
    Decision.CARGO: (end_of_turn.mask_cargo, end_of_turn.take_cargo),
}
