"""5: the sequence of play, the one place that says what comes next, what is asked and who carries it out."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.dispatch import dispatch
from aw_env.core.engine.events import note
from aw_env.core.engine.sets import bit, first_of, has, is_empty, without_first
from aw_env.core.engine.stack import CURSOR, STAGE, SUBJECT, ask, pop, push, top
from aw_env.games.war_at_sea.records.steps import Step
from aw_env.games.war_at_sea.records.terms import (
    AREAS,
    FIRST_BOX,
    FIRST_PLACE_ACTION,
    FIRST_PORT,
    NOBODY,
    NOWHERE,
    Decision,
    Event,
    Phase,
    Side,
)
from aw_env.games.war_at_sea.rules import (
    airstrikes,
    control,
    damage,
    disengaging,
    minor_navies,
    movement,
    repairs,
    returning,
    setting_up,
    surface,
    u_boats,
)
from aw_env.games.war_at_sea.rules.counters import airstrike, has_vessel, is_vessel, units_in
from aw_env.naval.groups import QUIET_LIMIT

# --- 5.1-5.9: a turn -----------------------------------------------------------------------------------


@rule
def turn(book, game, events):
    """The phases of a turn: a frame of this step begins each of them once, and goes on when it is done."""
    frame = top(game)
    phase = frame[SUBJECT]
    if frame[CURSOR] == 0:
        frame[CURSOR] = 1
        if phase == Phase.REINFORCEMENTS:
            minor_navies.take_over(book, game, events)
        game.phase = phase
        note(events, Event.PHASE, phase, 0, 0)
        begin_phase(book, game, phase, events)
        return False
    end_phase(book, game, phase, events)
    frame[CURSOR] = 0
    frame[SUBJECT] = phase + 1
    if phase + 1 == Phase.OVER:
        end_turn(book, game, events)
        frame[SUBJECT] = Phase.REINFORCEMENTS
    return False


@rule
def begin_phase(book, game, phase, events):
    """What is done in a phase: steps go on the stack, the last of them first."""
    if phase == Phase.REINFORCEMENTS:
        setting_up.begin_turn(book, game, events)
        push(game, Step.ARRIVALS, NOBODY)
    elif phase == Phase.ALLIED_MOVEMENT:
        setting_up.roll_to_sail(book, game, events)
        movement.sail_on(book, game, 0, events)
        push(game, Step.REPAIRS, 0)
        push(game, Step.ORDERS, 0)
    elif phase == Phase.AXIS_MOVEMENT:
        push(game, Step.REPAIRS, 1)
        push(game, Step.U_BOAT_ORDERS, NOBODY)
        push(game, Step.ORDERS, 1)
    elif phase == Phase.AIR_MARKERS:
        push(game, Step.AIR_MARKERS, NOBODY)
    elif phase == Phase.COMBAT:
        push(game, Step.SELECTION, NOBODY)
        strike_ports(book, game)
    elif phase == Phase.CONTROL:
        control.place_flags(book, game, events)
        minor_navies.count_held_turns(book, game)
    elif phase == Phase.RETURN:
        push(game, Step.GOING_HOME, 0)
        push(game, Step.GOING_HOME, 1)
        if game.turn < book.last_turn:
            push(game, Step.OILING, NOBODY)


@rule
def end_phase(book, game, phase, events):
    """What closes a phase."""
    if phase == Phase.AXIS_MOVEMENT:
        control.take_flags_off(game)
        returning.pay_for_neutral_port(book, game, events)
    elif phase == Phase.RETURN:
        returning.close_ports(book, game, events)
        control.score(book, game, events)


@rule
def end_turn(book, game, events):
    """The next turn, or the end of the game (5.9)."""
    if game.turn >= book.last_turn:
        control.end_game(book, game, events)
        return
    game.turn += 1
    note(events, Event.TURN, game.turn, 0, 0)


BOTH_SIDES = 1 << Side.ALLIES | 1 << Side.AXIS
"""A bit for each side."""

# --- 5.6: combat ---------------------------------------------------------------------------------------


@rule
def strike_ports(book, game):
    """Strikes on ports come before all areas."""
    for of_side in range(2):
        place = int(game.marker[of_side])
        if FIRST_PORT <= place < FIRST_BOX and airstrikes.has_something_to_strike(book, game, of_side, place):
            push(game, Step.STRIKE, place)


@rule
def has_combat(book, game, area):
    """Whether there is something to resolve in an area: U-boats near Allied vessels, a strike, or both sides."""
    if game.resolved[area] == 1:
        return False
    boats = False
    vessels = 0
    strikes = (1 if game.marker[0] == area else 0) | (2 if game.marker[1] == area else 0)
    there = units_in(game, area)
    while not is_empty(there):
        unit = first_of(there)
        if is_vessel(book, unit):
            vessels |= bit(game.side[unit])
            strikes |= bit(game.side[unit]) if airstrike(book, game, unit) > 0 else 0
        else:
            boats = True
        there = without_first(there)
    attacked = (strikes & 1) << 1 | strikes >> 1
    return vessels == BOTH_SIDES or vessels & attacked != 0 or (boats and has(vessels, Side.ALLIES))


@rule
def select_area(book, game):
    """The Axis chooses which area is resolved next (H.4)."""
    for area in range(AREAS):
        if has_combat(book, game, area):
            return ask(book, game, Decision.COMBAT_AREA, Side.AXIS.value, NOBODY)
    pop(game)
    return False


@rule
def mask_combat_area(book, game, mask):
    """Any area with something to resolve."""
    for area in range(AREAS):
        if has_combat(book, game, area):
            mask[FIRST_PLACE_ACTION + area] = 1


@rule
def take_combat_area(game, action, events):
    """Combat begins there."""
    area = action - FIRST_PLACE_ACTION
    game.area = area
    game.combat_round = 0
    game.quiet_rounds[0] = 0
    game.resolved[area] = 1
    note(events, Event.COMBAT_BEGINS, area, 0, 0)
    push(game, Step.AREA, area)


HUNT, STRIKE, FIGHT, DECIDE = range(4)


@rule
def combat_in_area(book, game, events):
    """U-boats, then aircraft, then rounds of surface combat until one side is left (5.61-5.64)."""
    frame = top(game)
    area = frame[SUBJECT]
    if frame[STAGE] == HUNT:
        frame[STAGE] = STRIKE
        if has_vessel(book, game, 0, area) and u_boats.first_u_boat(book, game, area) != NOBODY:
            push(game, Step.U_BOAT_ATTACKS, area)
            u_boats.hunt(book, game, area, events)
    elif frame[STAGE] == STRIKE:
        frame[STAGE] = FIGHT
        push(game, Step.STRIKE, area)
    elif not surface.both_present(book, game):
        game.area = NOWHERE
        pop(game)
    elif frame[STAGE] == FIGHT:
        frame[STAGE] = DECIDE
        surface.begin_round(game)
    else:
        frame[STAGE] = FIGHT
        if game.quiet_rounds[0] >= QUIET_LIMIT:
            note(events, Event.STALEMATE, area, 0, 0)
            disengaging.leave_area(book, game)
        else:
            push(game, Step.DISENGAGING, area)
    return False


# --- what carries out each step, and what each decision lets one answer -----------------------------------

STEPS = {
    Step.TURN: turn,
    Step.ARRIVALS: setting_up.arrivals,
    Step.ORDERS: movement.give_orders,
    Step.REPAIRS: repairs.repairing,
    Step.U_BOAT_ORDERS: movement.place_u_boats,
    Step.AIR_MARKERS: airstrikes.place_markers,
    Step.SELECTION: select_area,
    Step.AREA: combat_in_area,
    Step.U_BOAT_ATTACKS: u_boats.attack_with_u_boats,
    Step.STRIKE: airstrikes.strike,
    Step.ROUND: surface.fight_round,
    Step.DISENGAGING: disengaging.decide,
    Step.FORMING: disengaging.form_groups,
    Step.PURSUING: disengaging.assign_pursuers,
    Step.PURSUIT: disengaging.pursue,
    Step.LEAVING: damage.send_disabled_home,
    Step.RETURN: returning.go_to_port,
    Step.OILING: returning.refuel,
    Step.GOING_HOME: returning.all_go_home,
}
DECISIONS = {
    Decision.SET_UP: (setting_up.mask_set_up, setting_up.take_set_up),
    Decision.ORDER: (movement.mask_order, movement.take_order),
    Decision.RETURN: (returning.mask_return, returning.take_return),
    Decision.REPAIR: (repairs.mask_repair, repairs.take_repair),
    Decision.U_BOAT_ORDER: (movement.mask_u_boat_order, movement.take_u_boat_order),
    Decision.AIR_MARKER: (airstrikes.mask_air_marker, airstrikes.take_air_marker),
    Decision.COMBAT_AREA: (mask_combat_area, take_combat_area),
    Decision.U_BOAT_TARGET: (u_boats.mask_u_boat_target, u_boats.take_target),
    Decision.AIR_TARGET: (airstrikes.mask_air_target, airstrikes.take_air_target),
    Decision.CARRIER_FIRE: (surface.mask_carrier_fire, surface.take_carrier_fire),
    Decision.SURFACE_TARGET: (surface.mask_surface_target, u_boats.take_target),
    Decision.DISENGAGE: (disengaging.mask_disengage, disengaging.take_disengage),
    Decision.JOIN_GROUP: (disengaging.mask_join_group, disengaging.take_join_group),
    Decision.PURSUIT: (disengaging.mask_pursuit, disengaging.take_pursuit),
    Decision.OILING: (returning.mask_oiling, returning.take_oiling),
}
proceed, fill_mask, answer = SEQUENCE = dispatch(__name__, STEPS, DECISIONS)
