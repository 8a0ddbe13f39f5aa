"""§5 The sequence of play: the one place that says what comes next, what is asked and who carries it out."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.dispatch import dispatch
from aw_env.core.engine.events import note
from aw_env.core.engine.stack import CURSOR, STAGE, STEP, SUBJECT, push, top
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


# --- what carries out each step, and what each decision lets one answer -----------------------------------


@rule
def mask_strike_target(book, game, mask):
    """Targets in a place; those of the surprise in Indonesia are at sea there too."""
    if top(game)[STEP] == Step.INDONESIA:
        surprise.mask_surprise_target(book, game, mask)
    else:
        air_raids.mask_strike_target(book, game, mask)


STEPS = {
    Step.TURN: turn,
    Step.REINFORCEMENTS: setup.reinforcements,
    Step.WITHDRAWALS: setup.withdrawals,
    Step.PATROLLING: movement.patrolling,
    Step.LAND_BASED_AIR: land_based_air.placing,
    Step.AMPHIBIOUS: amphibious.sailing,
    Step.RAIDING: movement.raiding,
    Step.SELECTION: combat.select_area,
    Step.AREA: combat.resolve_area,
    Step.STRIKES: land_based_air.strikes,
    Step.ROUND: battle.fight_round,
    Step.ACTION: actions.fight_action,
    Step.RETREAT: retreat.declare,
    Step.FORMING: retreat.form_groups,
    Step.PURSUING: retreat.assign_pursuers,
    Step.PURSUIT: retreat.pursue,
    Step.GOING_HOME: retreat.go_home,
    Step.AIR_RAIDS: air_raids.air_raids,
    Step.RAID: air_raids.raid,
    Step.LANDINGS: amphibious.landings,
    Step.GARRISON: amphibious.lose_defender,
    Step.EVACUATION: capture.evacuate,
    Step.RAID_FORCE: war_entry.form_raid_force,
    Step.PEARL_HARBOR: surprise.pearl_harbor,
    Step.INDONESIA: surprise.indonesia,
    Step.SURROUNDED: capture.capture_surrounded,
    Step.EXPULSION: capture.leave_places,
    Step.PARATROOPS: amphibious.drop,
    Step.REPAIRS: repairs.repairing,
    Step.MENDING: repairs.mending,
    Step.RETURN: basing.going_home,
    Step.INVERTING: submarines.inverting,
    Step.ASW: asw.anti_submarine_warfare,
    Step.ASW_LOSSES: asw.take_losses,
    Step.TRADE: merchants.attack_merchants,
    Step.SUBMARINE_ATTACKS: submarines.raiding_attacks,
    Step.END_OF_TURN: basing.return_all,
}
DECISIONS = {
    Decision.PATROL_ORDER: (movement.mask_patrol_order, movement.take_patrol_order),
    Decision.RAID_ORDER: (movement.mask_raid_order, movement.take_raid_order),
    Decision.AIR_UNIT: (land_based_air.mask_air_unit, land_based_air.take_air_unit),
    Decision.AIR_ORDER: (land_based_air.mask_air_order, land_based_air.take_air_order),
    Decision.AMPHIBIOUS_ORDER: (amphibious.mask_amphibious_order, amphibious.take_amphibious_order),
    Decision.COMBAT_AREA: (combat.mask_combat_area, combat.take_combat_area),
    Decision.STRIKE_ORDER: (land_based_air.mask_strike_order, land_based_air.take_strike_order),
    Decision.STRIKE_TARGET: (mask_strike_target, targets.take_target),
    Decision.ACTION_TYPE: (battle.mask_action_type, battle.take_action_type),
    Decision.CARRIER_FIRE: (actions.mask_carrier_fire, actions.take_carrier_fire),
    Decision.AIR_TARGET: (targets.mask_air_target, targets.take_target),
    Decision.SURFACE_TARGET: (targets.mask_surface_target, targets.take_target),
    Decision.RETREAT: (retreat.mask_retreat, retreat.take_retreat),
    Decision.JOIN_GROUP: (retreat.mask_join_group, retreat.take_join_group),
    Decision.PURSUIT: (retreat.mask_pursuit, retreat.take_pursuit),
    Decision.AIR_RAID: (air_raids.mask_air_raid, air_raids.take_air_raid),
    Decision.LANDING: (amphibious.mask_landing, amphibious.take_landing),
    Decision.GARRISON_LOSS: (amphibious.mask_garrison_loss, amphibious.take_garrison_loss),
    Decision.RETURN_TO_BASE: (basing.mask_return, basing.take_return),
    Decision.ARRIVAL: (setup.mask_arrival, setup.take_arrival),
    Decision.WITHDRAWAL: (setup.mask_withdrawal, setup.take_withdrawal),
    Decision.RAID_FORCE: (war_entry.mask_raid_force, war_entry.take_raid_force),
    Decision.SAIL_FOR_PEARL_HARBOR: (war_entry.mask_sail, war_entry.take_sail),
    Decision.HUNTING_NAVY: (war_entry.mask_hunters, war_entry.take_hunters),
    Decision.REPAIR: (repairs.mask_repair, repairs.take_repair),
    Decision.MENDING: (repairs.mask_mending, repairs.take_mending),
    Decision.INVERSION: (submarines.mask_inversion, submarines.take_inversion),
    Decision.SUBMARINE_TARGET: (submarines.mask_submarine_target, submarines.take_submarine_target),
    Decision.ASW_LOSS: (asw.mask_asw_loss, asw.take_asw_loss),
    Decision.TRADE_RAIDER: (merchants.mask_trade_raider, merchants.take_trade_raider),
}
STEPS_OF_OPTIONS = {
    Step.DIVISION: pearl_harbor_tension.dividing,
    Step.NAMING: pearl_harbor_tension.naming,
    Step.WAVERING: italian_ineffectiveness.leave,
    Step.TRANSFERS: peace_in_europe.transferring,
    Step.CATAPULT: french_fleet.launching,
    Step.LILA: french_fleet.declaring_lila,
    Step.SEIZURE: french_fleet.seizing,
    Step.TORCH: french_fleet.after_the_fight,
    Step.ITALY: italian_neutrality.choosing,
    Step.DECLARATIONS: declarations.declaring,
    Step.TASK_FORCES: forming.form_task_forces,
    Step.JOINING: sighting.join_action,
}
DECISIONS_OF_OPTIONS = {
    Decision.RENAMING: (allow_yes_or_no, declarations.take_declaration),
    Decision.SCRAPPING: (allow_yes_or_no, declarations.take_declaration),
    Decision.BUILDING: (allow_yes_or_no, declarations.take_declaration),
    Decision.DIVISION: (pearl_harbor_tension.mask_division, pearl_harbor_tension.take_division),
    Decision.NAMING: (pearl_harbor_tension.mask_naming, pearl_harbor_tension.take_naming),
    Decision.SUBMARINE_ATTEMPT: (submarines.mask_submarine_attempt, submarines.take_submarine_attempt),
    Decision.INTERCEPTION: (fighters.mask_interception, fighters.take_interception),
    Decision.KAMIKAZE: (allow_yes_or_no, turn_eleven.take_kamikaze),
    Decision.TRANSFER: (peace_in_europe.mask_transfer, peace_in_europe.take_transfer),
    Decision.TRANSFER_PLACE: (peace_in_europe.mask_transfer_place, peace_in_europe.take_transfer_place),
    Decision.CATAPULT: (allow_yes_or_no, french_fleet.take_launch),
    Decision.CATAPULT_TARGET: (french_fleet.mask_catapult_target, french_fleet.take_catapult_target),
    Decision.LILA: (allow_yes_or_no, french_fleet.take_lila),
    Decision.LILA_PLACE: (french_fleet.mask_lila_place, french_fleet.take_lila_place),
    Decision.ITALIAN_WAR: (allow_yes_or_no, italian_neutrality.take_italian_war),
    Decision.TASK_FORCES: (forming.mask_task_forces, forming.take_task_forces),
    Decision.JOIN_TASK_FORCE: (forming.mask_join_task_force, forming.take_join_task_force),
    Decision.INTENTION: (forming.mask_intention, forming.take_intention),
    Decision.JOIN_ACTION: (battle.mask_join_action, sighting.take_join_action),
}
proceed, fill_mask, answer = SEQUENCE = dispatch(__name__, STEPS, DECISIONS, STEPS_OF_OPTIONS, DECISIONS_OF_OPTIONS)
