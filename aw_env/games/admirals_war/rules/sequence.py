"""§5 The sequence of play: the one place that says what comes next, what is asked and who carries it out."""

from aw_env.core.engine.compiling import optional, rule
from aw_env.core.engine.events import note
from aw_env.core.engine.machine import Sequence, run_on
from aw_env.core.engine.sets import has
from aw_env.core.engine.stack import CURSOR, STAGE, STEP, STUCK, SUBJECT, push, top
from aw_env.games.admirals_war.records.steps import Step
from aw_env.games.admirals_war.records.terms import BOTH_SIDES, NOBODY, NOWHERE, POWERS, Decision, Event, Phase
from aw_env.games.admirals_war.rules import (
    actions,
    air_raids,
    amphibious,
    asw,
    basing,
    battle,
    capture,
    combat,
    control,
    land_based_air,
    merchants,
    minor_navies,
    movement,
    repairs,
    retreat,
    setup,
    submarines,
    surprise,
    targets,
    war_entry,
)
from aw_env.games.admirals_war.rules.counters import allow_yes_or_no
from aw_env.games.admirals_war.rules.options import (
    declarations,
    fighters,
    forming,
    french_fleet,
    hidden_submarines,
    italian_ineffectiveness,
    italian_neutrality,
    peace_in_europe,
    pearl_harbor_tension,
    sighting,
    turn_eleven,
    turn_zero,
    vichy,
)

# --- §5.2-5.7: a turn ----------------------------------------------------------------------------------


@rule
def step_of_phase(phase, cursor):
    """The step that each power carries out in a phase of its own; -1 for phases that all go through together.  When
    all powers have moved raiders (§5.35), they turn submarines raider side up (§5.36)."""
    if phase == Phase.REINFORCEMENTS:
        return Step.REINFORCEMENTS
    if phase == Phase.PATROLLING:
        return Step.PATROLLING
    if phase == Phase.AMPHIBIOUS:
        return Step.AMPHIBIOUS
    if phase == Phase.RAIDING:
        return Step.RAIDING if cursor < POWERS else Step.INVERTING
    if phase == Phase.RETURN:
        return Step.END_OF_TURN
    return -1


@rule
def turns_of_phase(phase, step):
    """How often a phase passes to the next power; once if all go through it together."""
    if phase == Phase.RAIDING:
        return 2 * POWERS
    return POWERS if step >= 0 else 1


@rule
def turn(book, game, events):
    """The phases of a turn, those of movement power by power in nationality order (§5.1)."""
    frame = top(game)
    phase = frame[SUBJECT]
    step = step_of_phase(phase, frame[CURSOR])
    powers = turns_of_phase(phase, step)
    if phase == Phase.REINFORCEMENTS and pearl_harbor_tension.must_divide(book, game):
        push(game, Step.DIVISION, NOBODY)
        return False
    if frame[CURSOR] == 0:
        game.phase = phase
        if phase == Phase.RETURN and game.turn == book.last_turn:  # nothing hangs on the last return to base
            frame[CURSOR] = powers
        else:
            note(events, Event.PHASE, phase, NOBODY, 0)
        if phase == Phase.RETURN and not french_fleet.may_launch(book, game):
            basing.recall_french(book, game, events)
    if frame[CURSOR] < powers:
        power = frame[CURSOR]
        frame[CURSOR] += 1
        if turn_eleven.stands_aside(book, game, power % POWERS):
            return False
        if step >= 0:
            push(game, step, power % POWERS)
            if book.options != 0:
                declarations.before_power(book, game, power, events)
        else:
            together(book, game, phase, events)
        return False
    if phase == Phase.REINFORCEMENTS and game.turn == book.first_turn and game.hostilities == 0:
        push(game, Step.RAID_FORCE, NOBODY)
    if phase == Phase.PATROLLING:
        repair(book, game)
    if phase == Phase.LAND_BASED_AIR and game.italy_neutral == 1:
        push(game, Step.ITALY, NOBODY)
    if phase == Phase.RAIDING:
        control.pay_neutral_port_penalty(book, game, events)
    if phase == Phase.INVASION:
        french_fleet.meet_the_flags(book, game, events)
    if phase == Phase.CAPTURE:
        if game.turn == book.last_turn:
            control.score_bonus(book, game, events)
    frame[SUBJECT] = phase + 1
    frame[CURSOR] = 0
    if phase + 1 == Phase.OVER:
        end_turn(book, game, events)
    return False


@rule
def repair(book, game):
    """When all have moved their patrollers, each power in nationality order repairs (§5.32)."""
    for turns_later in range(POWERS):
        if not turn_eleven.stands_aside(book, game, POWERS - 1 - turns_later):
            push(game, Step.REPAIRS, POWERS - 1 - turns_later)


@rule
def together(book, game, phase, events):
    """The phases in which the powers take turns or nobody chooses."""
    if phase == Phase.LAND_BASED_AIR:
        push(game, Step.LAND_BASED_AIR, NOBODY)
    elif phase == Phase.COMBAT:
        push(game, Step.SELECTION, NOBODY)
    elif phase == Phase.INVASION:
        push(game, Step.LANDINGS, NOWHERE)
        top(game)[STAGE] = BOTH_SIDES
    elif phase == Phase.CONTROL:
        control.place_flags(book, game, events)
        control.score_control(book, game, events)
        vichy.end_opposition(book, game, events)
    elif phase == Phase.CAPTURE:
        push(game, Step.SURROUNDED, NOBODY)


@rule
def end_turn(book, game, events):
    """On to the next turn, or the end of the game (§5.75)."""
    hidden_submarines.uncover(book, game)
    if game.turn >= book.last_turn:
        control.end_game(book, game, events)
        game.phase = Phase.OVER
        game.decision = Decision.NONE
        game.power = NOBODY
        game.seat = NOBODY
        game.subject = NOBODY
        return
    setup.clear_markers(book, game)
    game.turn += 1
    game.phase = Phase.REINFORCEMENTS
    top(game)[SUBJECT] = Phase.REINFORCEMENTS
    note(events, Event.TURN, game.turn, 0, 0)
    turn_zero.go_to_war(game, events)
    peace_in_europe.leave_the_pacific(book, game, events)
    if vichy.is_dilemma(book):
        french_fleet.sign_the_armistice(book, game, events)
    else:
        minor_navies.settle_france(book, game, events)
    minor_navies.surrender(book, game, events)
    capture.change_by_themselves(book, game, events)
    capture.open_to_capture(book, game)
    setup.begin_turn(book, game, events)


OFFERS = (
    Decision.RENAMING,
    Decision.SCRAPPING,
    Decision.BUILDING,
    Decision.KAMIKAZE,
    Decision.CATAPULT,
    Decision.LILA,
    Decision.ITALIAN_WAR,
)
YES_OR_NO = sum(1 << int(offer) for offer in OFFERS)
"""Decisions of optional rules in which something is offered, or left."""

# --- the machine ---------------------------------------------------------------------------------------


@rule
def proceed(book, game, events):
    """Carry the step on top further.  True when it has asked for a decision."""
    step = top(game)[STEP]
    if step == Step.TURN:
        return turn(book, game, events)
    if step == Step.REINFORCEMENTS:
        return setup.reinforcements(book, game, events)
    if step == Step.WITHDRAWALS:
        return setup.withdrawals(book, game, events)
    if step == Step.PATROLLING:
        return movement.patrolling(book, game, events)
    if step == Step.LAND_BASED_AIR:
        return land_based_air.placing(book, game, events)
    if step == Step.AMPHIBIOUS:
        return amphibious.sailing(book, game, events)
    if step == Step.RAIDING:
        return movement.raiding(book, game, events)
    if step == Step.SELECTION:
        return combat.select_area(book, game, events)
    if step == Step.AREA:
        return combat.resolve_area(book, game, events)
    if step == Step.STRIKES:
        return land_based_air.strikes(book, game, events)
    if step == Step.ROUND:
        return battle.fight_round(book, game, events)
    if step == Step.ACTION:
        return actions.fight_action(book, game, events)
    if step == Step.RETREAT:
        return retreat.declare(book, game, events)
    if step == Step.FORMING:
        return retreat.form_groups(book, game, events)
    if step == Step.PURSUING:
        return retreat.assign_pursuers(book, game, events)
    if step == Step.PURSUIT:
        return retreat.pursue(book, game, events)
    if step == Step.GOING_HOME:
        return retreat.go_home(book, game)
    if step == Step.AIR_RAIDS:
        return air_raids.air_raids(book, game, events)
    if step == Step.RAID:
        return air_raids.raid(book, game, events)
    if step == Step.LANDINGS:
        return amphibious.landings(book, game, events)
    if step == Step.GARRISON:
        return amphibious.lose_defender(book, game)
    if step == Step.EVACUATION:
        return capture.evacuate(book, game)
    if step == Step.RAID_FORCE:
        return war_entry.form_raid_force(book, game)
    if step == Step.PEARL_HARBOR:
        return surprise.pearl_harbor(book, game, events)
    if step == Step.INDONESIA:
        return surprise.indonesia(book, game, events)
    if step == Step.SURROUNDED:
        return capture.capture_surrounded(book, game, events)
    if step == Step.PARATROOPS:
        return amphibious.drop(book, game, events)
    if step == Step.REPAIRS:
        return repairs.repairing(book, game, events)
    if step == Step.MENDING:
        return repairs.mending(book, game)
    if step == Step.RETURN:
        return basing.going_home(book, game, events)
    if step == Step.INVERTING:
        return submarines.inverting(book, game, events)
    if step == Step.ASW:
        return asw.anti_submarine_warfare(book, game, events)
    if step == Step.ASW_LOSSES:
        return asw.take_losses(book, game, events)
    if step == Step.TRADE:
        return merchants.attack_merchants(book, game, events)
    if step == Step.SUBMARINE_ATTACKS:
        return submarines.raiding_attacks(book, game, events)
    if step == Step.END_OF_TURN:
        return basing.return_all(book, game, events)
    return proceed_by_option(book, game, events)


@optional(otherwise=False)
@rule
def proceed_by_option(book, game, events):
    """The same for the steps of optional rules."""
    step = top(game)[STEP]
    if step == Step.DIVISION:
        return pearl_harbor_tension.dividing(book, game)
    if step == Step.NAMING:
        return pearl_harbor_tension.naming(book, game)
    if step == Step.WAVERING:
        return italian_ineffectiveness.leave(book, game, events)
    if step == Step.TRANSFERS:
        return peace_in_europe.transferring(book, game)
    if step == Step.CATAPULT:
        return french_fleet.launching(book, game, events)
    if step == Step.LILA:
        return french_fleet.declaring_lila(book, game)
    if step == Step.SEIZURE:
        return french_fleet.seizing(book, game, events)
    if step == Step.TORCH:
        return french_fleet.after_the_fight(game)
    if step == Step.ITALY:
        return italian_neutrality.choosing(book, game, events)
    if step == Step.DECLARATIONS:
        return declarations.declaring(book, game)
    if step == Step.TASK_FORCES:
        return forming.form_task_forces(book, game)
    if step == Step.JOINING:
        return sighting.join_action(book, game)
    game.over = STUCK  # there is no such step
    return False


@rule
def fill_mask(book, game, mask):
    """Mark the legal answers to the decision that is waited for (`mask` is all zero before)."""
    decision = game.decision
    if decision == Decision.PATROL_ORDER:
        movement.mask_patrol_order(book, game, mask)
    elif decision == Decision.RAID_ORDER:
        movement.mask_raid_order(book, game, mask)
    elif decision == Decision.AIR_UNIT:
        land_based_air.mask_air_unit(book, game, mask)
    elif decision == Decision.AIR_ORDER:
        land_based_air.mask_air_order(book, game, mask)
    elif decision == Decision.AMPHIBIOUS_ORDER:
        amphibious.mask_amphibious_order(book, game, mask)
    elif decision == Decision.COMBAT_AREA:
        combat.mask_combat_area(book, game, mask)
    elif decision == Decision.STRIKE_ORDER:
        land_based_air.mask_strike_order(book, game, mask)
    elif decision == Decision.STRIKE_TARGET:
        if top(game)[STEP] == Step.INDONESIA:
            surprise.mask_surprise_target(book, game, mask)
        else:
            air_raids.mask_strike_target(book, game, mask)
    elif decision == Decision.ACTION_TYPE:
        battle.mask_action_type(mask)
    elif decision == Decision.CARRIER_FIRE:
        actions.mask_carrier_fire(book, game, mask)
    elif decision == Decision.AIR_TARGET:
        targets.mask_air_target(book, game, mask)
    elif decision == Decision.SURFACE_TARGET:
        targets.mask_surface_target(book, game, mask)
    elif decision == Decision.RETREAT:
        retreat.mask_retreat(mask)
    elif decision == Decision.JOIN_GROUP:
        retreat.mask_join_group(game, mask)
    elif decision == Decision.PURSUIT:
        retreat.mask_pursuit(book, game, mask)
    elif decision == Decision.AIR_RAID:
        air_raids.mask_air_raid(book, game, mask)
    elif decision == Decision.LANDING:
        amphibious.mask_landing(book, game, mask)
    elif decision == Decision.GARRISON_LOSS:
        amphibious.mask_garrison_loss(book, game, mask)
    elif decision == Decision.RETURN_TO_BASE:
        basing.mask_return(book, game, mask)
    elif decision == Decision.ARRIVAL:
        setup.mask_arrival(book, game, mask)
    elif decision == Decision.WITHDRAWAL:
        setup.mask_withdrawal(book, game, mask)
    elif decision == Decision.RAID_FORCE:
        war_entry.mask_raid_force(mask)
    elif decision == Decision.SAIL_FOR_PEARL_HARBOR:
        war_entry.mask_sail(book, mask)
    elif decision == Decision.HUNTING_NAVY:
        war_entry.mask_hunters(mask)
    elif decision == Decision.REPAIR:
        repairs.mask_repair(book, game, mask)
    elif decision == Decision.MENDING:
        repairs.mask_mending(game, mask)
    elif decision == Decision.INVERSION:
        submarines.mask_inversion(mask)
    elif decision == Decision.SUBMARINE_TARGET:
        submarines.mask_submarine_target(book, game, mask)
    elif decision == Decision.ASW_LOSS:
        asw.mask_asw_loss(book, game, mask)
    elif decision == Decision.TRADE_RAIDER:
        merchants.mask_trade_raider(game, mask)
    else:
        fill_mask_by_option(book, game, mask)


@optional()
@rule
def fill_mask_by_option(book, game, mask):
    """The same for the decisions of optional rules."""
    decision = game.decision
    if decision == Decision.DIVISION:
        pearl_harbor_tension.mask_division(book, mask)
    elif decision == Decision.NAMING:
        pearl_harbor_tension.mask_naming(book, game, mask)
    elif decision == Decision.SUBMARINE_ATTEMPT:
        submarines.mask_submarine_attempt(mask)
    elif decision == Decision.INTERCEPTION:
        fighters.mask_interception(book, game, mask)
    elif decision == Decision.TRANSFER:
        peace_in_europe.mask_transfer(book, game, mask)
    elif decision == Decision.TRANSFER_PLACE:
        peace_in_europe.mask_transfer_place(book, game, mask)
    elif decision == Decision.CATAPULT_TARGET:
        french_fleet.mask_catapult_target(book, game, mask)
    elif decision == Decision.LILA_PLACE:
        french_fleet.mask_lila_place(book, game, mask)
    elif has(YES_OR_NO, decision):
        allow_yes_or_no(mask)
    elif decision == Decision.TASK_FORCES:
        forming.mask_task_forces(book, game, mask)
    elif decision == Decision.JOIN_TASK_FORCE:
        forming.mask_join_task_force(game, mask)
    elif decision == Decision.INTENTION:
        forming.mask_intention(book, game, mask)
    elif decision == Decision.JOIN_ACTION:
        battle.mask_join_action(book, game, mask)


@rule
def answer(book, game, action, events):
    """Carry out a legal answer to the decision that is waited for."""
    decision = game.decision
    if decision == Decision.PATROL_ORDER:
        movement.take_patrol_order(book, game, action, events)
    elif decision == Decision.RAID_ORDER:
        movement.take_raid_order(book, game, action, events)
    elif decision == Decision.AIR_UNIT:
        land_based_air.take_air_unit(book, game, action, events)
    elif decision == Decision.AIR_ORDER:
        land_based_air.take_air_order(book, game, action, events)
    elif decision == Decision.AMPHIBIOUS_ORDER:
        amphibious.take_amphibious_order(book, game, action, events)
    elif decision == Decision.COMBAT_AREA:
        combat.take_combat_area(game, action)
    elif decision == Decision.STRIKE_ORDER:
        land_based_air.take_strike_order(book, game, action, events)
    elif decision == Decision.STRIKE_TARGET:
        targets.take_target(game, action)
    elif decision == Decision.ACTION_TYPE:
        battle.take_action_type(game, action)
    elif decision == Decision.CARRIER_FIRE:
        actions.take_carrier_fire(game, action, events)
    elif decision == Decision.AIR_TARGET:
        targets.take_target(game, action)
    elif decision == Decision.SURFACE_TARGET:
        targets.take_target(game, action)
    elif decision == Decision.RETREAT:
        retreat.take_retreat(game, action)
    elif decision == Decision.JOIN_GROUP:
        retreat.take_join_group(game, action, events)
    elif decision == Decision.PURSUIT:
        retreat.take_pursuit(game, action, events)
    elif decision == Decision.AIR_RAID:
        air_raids.take_air_raid(game, action, events)
    elif decision == Decision.LANDING:
        amphibious.take_landing(book, game, action, events)
    elif decision == Decision.GARRISON_LOSS:
        amphibious.take_garrison_loss(book, game, action, events)
    elif decision == Decision.RETURN_TO_BASE:
        basing.take_return(book, game, action, events)
    elif decision == Decision.ARRIVAL:
        setup.take_arrival(book, game, action, events)
    elif decision == Decision.WITHDRAWAL:
        setup.take_withdrawal(game, action, events)
    elif decision == Decision.RAID_FORCE:
        war_entry.take_raid_force(game, action, events)
    elif decision == Decision.SAIL_FOR_PEARL_HARBOR:
        war_entry.take_sail(book, game, action, events)
    elif decision == Decision.HUNTING_NAVY:
        war_entry.take_hunters(game, action, events)
    elif decision == Decision.REPAIR:
        repairs.take_repair(book, game, action, events)
    elif decision == Decision.MENDING:
        repairs.take_mending(book, game, action, events)
    elif decision == Decision.INVERSION:
        submarines.take_inversion(book, game, action, events)
    elif decision == Decision.SUBMARINE_TARGET:
        submarines.take_submarine_target(book, game, action, events)
    elif decision == Decision.ASW_LOSS:
        asw.take_asw_loss(book, game, action, events)
    elif decision == Decision.TRADE_RAIDER:
        merchants.take_trade_raider(game, action)
    else:
        answer_by_option(book, game, action, events)


@optional()
@rule
def answer_by_option(book, game, action, events):
    """The same for the decisions of optional rules."""
    decision = game.decision
    if decision == Decision.RENAMING or decision == Decision.SCRAPPING or decision == Decision.BUILDING:
        declarations.take_declaration(book, game, action, events)
    elif decision == Decision.DIVISION:
        pearl_harbor_tension.take_division(book, game, action)
    elif decision == Decision.NAMING:
        pearl_harbor_tension.take_naming(game, action)
    elif decision == Decision.SUBMARINE_ATTEMPT:
        submarines.take_submarine_attempt(book, game, action, events)
    elif decision == Decision.INTERCEPTION:
        fighters.take_interception(book, game, action, events)
    elif decision == Decision.KAMIKAZE:
        turn_eleven.take_kamikaze(game, action, events)
    elif decision == Decision.TRANSFER:
        peace_in_europe.take_transfer(book, game, action, events)
    elif decision == Decision.TRANSFER_PLACE:
        peace_in_europe.take_transfer_place(game, action, events)
    elif decision == Decision.CATAPULT:
        french_fleet.take_launch(game, action, events)
    elif decision == Decision.CATAPULT_TARGET:
        french_fleet.take_catapult_target(game, action)
    elif decision == Decision.LILA:
        french_fleet.take_lila(game, action, events)
    elif decision == Decision.LILA_PLACE:
        french_fleet.take_lila_place(game, action, events)
    elif decision == Decision.ITALIAN_WAR:
        italian_neutrality.take_italian_war(game, action, events)
    elif decision == Decision.TASK_FORCES:
        forming.take_task_forces(book, game, action, events)
    elif decision == Decision.JOIN_TASK_FORCE:
        forming.take_join_task_force(game, action, events)
    elif decision == Decision.INTENTION:
        forming.take_intention(game, action, events)
    elif decision == Decision.JOIN_ACTION:
        sighting.take_join_action(book, game, action, events)


SEQUENCE = Sequence(proceed, fill_mask, answer)


@rule
def run(book, game, mask, events):
    """Run on to the next decision with a choice, or the end.  The mask holds its legal answers; returns how many."""
    return run_on(SEQUENCE, book, game, mask, events)
