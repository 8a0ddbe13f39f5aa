"""§7 Combat: a round, its air and surface actions, naming targets, fire, damage."""

from aw_env.admirals_war.records.state import DISABLED, FIRING, MOST_ATTACKERS, MOST_PENDING, PENDING_DISABLED
from aw_env.admirals_war.records.steps import Homing, Step
from aw_env.admirals_war.records.terms import (
    EACH_LESS,
    FIRST_UNIT_ACTION,
    NOBODY,
    Action,
    Decision,
    Event,
    Kind,
    Option,
    OptionalRule,
)
from aw_env.admirals_war.rules.bonuses import attack_bonus, lowered_damage
from aw_env.admirals_war.rules.counters import (
    STRUCK,
    WITH_SUBMARINES,
    airstrike,
    armor,
    cease_fire,
    combat_order,
    crippled,
    destroy,
    first_of_group,
    first_side,
    gunnery,
    in_port,
    lap,
    lead_power,
    send_home,
    side,
)
from aw_env.admirals_war.rules.options.pearl_harbor_tension import may_attack_it
from aw_env.admirals_war.rules.options.reserve import plays
from aw_env.admirals_war.rules.options.sighting import gets_away, meet, shuns_battle, sight_all
from aw_env.admirals_war.rules.options.task_forces import (
    FORMED,
    JOINED,
    SIGHTED,
    UNFORMED,
    allow_the_port,
    begin_round_in_forces,
    expose,
    goes_for_the_port,
    hold_names_to_sighting,
    holds_anyone,
    in_task_forces,
    is_exposed,
    may_strike,
    suppose_all_sighted,
)
from aw_env.admirals_war.rules.options.turn_eleven import ask_for_kamikaze, has_come, may_dive
from aw_env.admirals_war.rules.options.vichy import begin_round_of_torch
from aw_env.core.engine.compiling import optional, rule
from aw_env.core.engine.dice import below, roll_die
from aw_env.core.engine.events import note, note_die
from aw_env.core.engine.marks import mark, marked
from aw_env.core.engine.stack import CURSOR, STAGE, SUBJECT, ask, pop, push, top

# --- who is in the battle ------------------------------------------------------------------------------


@rule
def in_battle(game, unit):
    """Whether a unit in the area takes part: everyone, or after a retreat the group and its pursuers (§8.31)."""
    return game.group[unit] == game.battle_group


@rule
def present(game, of_side):
    """Whether a side has a unit in the battle."""
    for k in range(game.units_here):
        unit = int(game.here[k])
        if side(game, unit) == of_side and in_battle(game, unit):
            return True
    return False


@rule
def both_present(game):
    """Whether there is anyone to fight on either side."""
    return present(game, 0) and present(game, 1)


@rule
def theatre_of_combat(book, game):
    """The theatre of the area being resolved (§2.6)."""
    return int(book.area_theatre[game.area])


@rule
def deciding_power(book, game, of_side):
    """Who chooses for a side: the theatre's lead power if it has units in the battle, else its partner (§7.221)."""
    lead = lead_power(theatre_of_combat(book, game), of_side)
    for k in range(game.units_here):
        unit = int(game.here[k])
        if game.controller[unit] == lead and in_battle(game, unit):
            return lead
    return lead ^ 2


# --- §7.2: the round -----------------------------------------------------------------------------------

FIRST_CHOOSES, SECOND_CHOOSES, DETERMINING, LBA_LEAVING, AIR_PART, SURFACE_PART, CLOSING = range(7)


@rule
def fight_round(book, game, events):
    """Choose the type of action, then fight an air action, a surface action, or both (§7.22).  Task forces are formed
    before (§29.1), and sighted between (§29.4)."""
    frame = top(game)
    first = first_side(theatre_of_combat(book, game))
    if in_task_forces(book) and frame[CURSOR] == UNFORMED:
        frame[CURSOR] = FORMED
        if frame[STAGE] == FIRST_CHOOSES:
            open_round(book, game, events)
        begin_round_in_forces(game)
        return False
    if frame[STAGE] == FIRST_CHOOSES:
        if game.choice[first] == Action.NONE:
            if frame[CURSOR] == UNFORMED:
                open_round(book, game, events)
            return ask(book, game, Decision.ACTION_TYPE, deciding_power(book, game, first), game.area)
        frame[STAGE] = SECOND_CHOOSES
    if frame[STAGE] == SECOND_CHOOSES:
        if game.choice[1 - first] == Action.NONE:
            return ask(book, game, Decision.ACTION_TYPE, deciding_power(book, game, 1 - first), game.area)
        frame[STAGE] = DETERMINING
    if frame[STAGE] == DETERMINING:
        count_quiet_round(book, game)
        game.action = determine_action(book, game, events)
        game.choice[0] = Action.NONE
        game.choice[1] = Action.NONE
        frame[STAGE] = LBA_LEAVING
    if frame[STAGE] == LBA_LEAVING:
        if game.action == Action.SURFACE and game.retreating == NOBODY and send_lba_home(book, game):
            return False
        frame[STAGE] = AIR_PART
    if frame[CURSOR] == FORMED:
        frame[CURSOR] = SIGHTED
        if both_present(game):
            sight_all(book, game, events)
            if gets_away(game, events):
                frame[STAGE] = CLOSING
                return False
    if frame[STAGE] == AIR_PART:
        frame[STAGE] = SURFACE_PART
        if game.action != Action.SURFACE and both_present(game) and begin_action(book, game, Action.AIR):
            return False
    if frame[CURSOR] == SIGHTED and frame[STAGE] == SURFACE_PART and game.action != Action.AIR:
        frame[CURSOR] = JOINED
        expose(game, Action.SURFACE)
        push(game, Step.JOINING, game.area)
        return False
    if frame[STAGE] == SURFACE_PART:
        frame[STAGE] = CLOSING
        if game.action != Action.AIR and both_present(game) and begin_action(book, game, Action.SURFACE):
            return False
    count_held_round(game)
    pop(game)
    return False


@rule
def open_round(book, game, events):
    """A round begins."""
    game.combat_round += 1
    game.shots_fired = 0
    game.could_attack = 0
    begin_round_of_torch(game)
    pursued = first_of_group(game, game.battle_group) if game.battle_group > 0 else NOBODY
    note(events, Event.ROUND_BEGINS, game.area, pursued, game.combat_round)
    if plays(book, OptionalRule.ITALIAN_INEFFECTIVENESS):
        game.line_rounds[game.battle_group] += 1


@rule
def begin_air_round(book, game, events):
    """The round on top begins with an air action, without a choice (§24.4)."""
    open_round(book, game, events)
    game.action = Action.AIR
    note(events, Event.ACTION_DETERMINED, game.action, 0, 0)
    top(game)[STAGE] = AIR_PART


@rule
def mask_action_type(mask):
    """Either type, whatever the side can do in it (§7.232)."""
    mask[Option.AIR] = 1
    mask[Option.SURFACE] = 1


@rule
def take_action_type(game, action):
    """Kept secret until both sides have chosen (§7.22)."""
    game.choice[game.power & 1] = Action.AIR if action == Option.AIR else Action.SURFACE


@rule
def redraw_choice(game, seat):
    """What the other side may have chosen while this one has not: a coin says."""
    other = 1 - (seat & 1)
    if game.choice[other] != Action.NONE and game.choice[1 - other] == Action.NONE:
        game.choice[other] = Action.AIR if below(game.generator, 2) == 0 else Action.SURFACE


@rule
def determine_action(book, game, events):
    """Agreement decides, or the higher modified die; a tie gives both actions in one round (§7.22, §7.226)."""
    first = first_side(theatre_of_combat(book, game))
    note(events, Event.ACTION_CHOSEN, first, game.choice[first], 0)
    note(events, Event.ACTION_CHOSEN, 1 - first, game.choice[1 - first], 0)
    determined = int(game.choice[0])
    if game.choice[0] != game.choice[1]:
        rolled_first = roll_for_action(book, game, first, events)
        rolled_second = roll_for_action(book, game, 1 - first, events)
        if rolled_first == rolled_second:
            determined = int(game.choice[0]) | int(game.choice[1])  # Action.COMBINED
        else:
            determined = int(game.choice[first if rolled_first > rolled_second else 1 - first])
    note(events, Event.ACTION_DETERMINED, determined, 0, 0)
    return determined


@rule
def roll_for_action(book, game, of_side, events):
    """A die and its cumulative modifiers (§7.225)."""
    die = roll_die(game)
    total = die + action_modifier(book, game, of_side)
    note(events, Event.ACTION_ROLL, of_side, game.choice[of_side], total)
    note_die(events, die)
    return total


@rule
def action_modifier(book, game, of_side):
    """One each for the theatre's favoured action (§7.222), the control flag (§7.223) and any LBA there (§7.224)."""
    favoured = Action.AIR if theatre_of_combat(book, game) == 1 else Action.SURFACE
    modifier = 1 if game.choice[of_side] == favoured else 0
    if game.flag[game.area] == of_side:
        modifier += 1
    for k in range(game.units_here):
        unit = int(game.here[k])
        if book.kind[unit] == Kind.LBA and side(game, unit) == of_side:
            return modifier + 1
    return modifier


@rule
def in_combat_order(book, game, cursor):
    """The unit at a cursor that runs through the units here once for each power in the order of combat (§5.1).
    NOBODY where it is not the turn of a unit of that power."""
    turn = lap(cursor, game.units_here)
    unit = int(game.here[cursor - turn * game.units_here])
    power = combat_order(theatre_of_combat(book, game), turn)
    return unit if game.controller[unit] == power else NOBODY


@rule
def send_lba_home(book, game):
    """Before any retreat a purely surface action sends all LBA home (§7.24), in the order of combat (§5.1).  True
    while one has to go."""
    for cursor in range(4 * game.units_here):
        unit = in_combat_order(book, game, cursor)
        if unit != NOBODY and book.kind[unit] == Kind.LBA:
            send_home(game, unit, game.area, Homing.ORDINARY)
            return True
    return False


@rule
def count_quiet_round(book, game):
    """A round is quiet if nobody could attack in an action of a type that either side has chosen; some in a row end
    the combat (§7.232, §17.22)."""
    for of_side in range(2):
        if in_task_forces(book):
            suppose_all_sighted(game, game.choice[of_side])
        if anyone_could_attack(book, game, game.choice[of_side]):
            game.quiet_rounds[game.battle_group] = 0
            return
    game.quiet_rounds[game.battle_group] += 1


@rule
def count_held_round(game):
    """Rounds in which all who could attack have held their fire, since the last shot."""
    if game.shots_fired > 0:
        game.held_rounds[game.battle_group] = 0
    elif game.could_attack == 1:
        game.held_rounds[game.battle_group] += 1


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
def mask_join_action(book, game, mask):
    """A task force that searches unseen may join a surface action; to stay out where it could attack is to hold fire
    (§29.52)."""
    mask[Option.YES] = 1
    if not shuns_battle(book, game) or game.held_rounds[game.battle_group] < HOLD_LIMIT:
        mask[Option.NO] = 1


# --- §7.3: an action: targets, fire, effects -----------------------------------------------------------

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
def anyone_could_attack(book, game, action):
    """Whether any unit may attack in an action of a type, and has a target for it (§7.31, §7.32)."""
    for k in range(game.units_here):
        unit = int(game.here[k])
        if in_battle(game, unit) and is_armed(book, game, unit, action) and may_strike(book, game, unit):
            if finds_target(book, game, unit, action):
                return True
    return False


@rule
def is_armed(book, game, unit, action):
    """Whether a unit has aircraft, or guns, for an action of a type."""
    return has_aircraft(book, game, unit) if action == Action.AIR else gunnery(book, game, unit) > 0


@rule
def has_aircraft(book, game, unit):
    """Whether a unit has aircraft to attack with, and at hand (§24.4)."""
    return airstrike(book, game, unit) > 0 and game.raid_place[unit] != STRUCK


@rule
def in_turn(game, of_side, cursor):
    """The unit at a cursor that runs twice through the units here: for the partner first in nationality order,
    then for the other (§5.1).  NOBODY where it is not the turn of a unit of the battle."""
    partner = lap(cursor, game.units_here)
    unit = int(game.here[cursor - partner * game.units_here])
    if game.controller[unit] == of_side + 2 * partner and in_battle(game, unit):
        return unit
    return NOBODY


@rule
def name_next_carrier(book, game, of_side):
    """Each carrier with guns fires them or not; the second side says so before the first aims (§7.321)."""
    frame = top(game)
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


# --- §38.1: the fighters of the Aquila -----------------------------------------------------------------


@optional(otherwise=False)
@rule
def ask_interceptor(book, game, attacking):
    """Before the attackers of a side roll, a carrier of the other that has fighters alone may meet one of them."""
    if not plays(book, OptionalRule.ITALIAN_NAVAL_BUILDUP_1) or top(game)[CURSOR] != 0:
        return False
    unit = interceptor(book, game, 1 - attacking)
    if unit == NOBODY or not anyone_to_intercept(book, game, attacking):
        return False
    return ask(book, game, Decision.INTERCEPTION, game.controller[unit], unit)


@rule
def interceptor(book, game, of_side):
    """A carrier with fighters in the battle, neither crippled nor disabled, or NOBODY."""
    for k in range(game.units_here):
        unit = int(game.here[k])
        if side(game, unit) == of_side and in_battle(game, unit) and book.fighters[unit] > 0:
            if not crippled(book, game, unit) and may_strike(book, game, unit) and marked(game, unit, DISABLED) == 0:
                return unit
    return NOBODY


@rule
def may_be_intercepted(book, game, unit, attacking):
    """A carrier or an air unit that attacks."""
    flies = book.carrier[unit] == 1 or book.kind[unit] == Kind.LBA
    return side(game, unit) == attacking and in_battle(game, unit) and flies and game.target[unit] != NOBODY


@rule
def anyone_to_intercept(book, game, attacking):
    """Whether there is any."""
    for k in range(game.units_here):
        if may_be_intercepted(book, game, int(game.here[k]), attacking):
            return True
    return False


@rule
def mask_interception(book, game, mask):
    """Any of them, or none."""
    attacking = 1 - side(game, game.subject)
    for k in range(game.units_here):
        unit = int(game.here[k])
        if may_be_intercepted(book, game, unit, attacking):
            mask[FIRST_UNIT_ACTION + unit] = 1
    mask[Option.HOLD] = 1


@rule
def take_interception(book, game, action, events):
    """The fighters roll at once: a 5 aborts the attack; hits abort that of a carrier, and disable her, if their damage
    reaches her airstrike factor (§38.11), and damage an air unit (§38.12)."""
    top(game)[CURSOR] = 1
    if action == Option.HOLD:
        return
    unit = action - FIRST_UNIT_ACTION
    aborted, hits = roll_fighters(game, game.subject, unit, int(book.fighters[game.subject]), events)
    points = score_hits(book, game, game.subject, unit, hits, events) if hits > 0 else 0
    if book.kind[unit] == Kind.LBA:
        game.damage[unit] += points
        if game.damage[unit] > armor(book, game, unit):
            call_back(game, unit, events)
            destroy(book, game, unit, events)
            return
    elif points >= airstrike(book, game, unit):
        aborted = True
        mark(game, unit, PENDING_DISABLED, 1)
    if aborted:
        call_back(game, unit, events)


@rule
def roll_fighters(game, attacker, target, shots, events):
    """Their dice: whether one is a 5, and how many hit."""
    note(events, Event.ATTACK, attacker, target, 0)
    aborted = False
    hits = 0
    for _ in range(shots):
        die = roll_die(game)
        note_die(events, die)
        hits += die == 6
        aborted = aborted or die == 5
    return aborted, hits


@rule
def call_back(game, unit, events):
    """The unit does not attack in this action."""
    target = game.target[unit]
    game.attackers_on[target] = max(0, int(game.attackers_on[target]) - 1)
    game.target[unit] = NOBODY
    note(events, Event.INTERCEPTED, unit, 0, 0)


# --- §7.4: fire and damage -----------------------------------------------------------------------------


@rule
def shots_of(book, game, attacker, air):
    """Dice of an attacker: its airstrike factor in an air action, its gunnery factor in a surface action (§7.41,
    §7.42)."""
    return airstrike(book, game, attacker) if air else gunnery(book, game, attacker)


@rule
def attack(book, game, attacker, target, air, disables, events):
    """One attacker's shots at one target in an air or a surface action (§7.41, §7.42).  Returns their number."""
    shots = shots_of(book, game, attacker, air)
    bonus = attack_bonus(book, game, attacker, target, air)
    shoot(book, game, attacker, target, shots, bonus, disables, events)
    return shots


@rule
def shoot(book, game, attacker, target, shots, bonus, disables, events):
    """Shots at one target, and their damage; the results wait until they take effect (§7.4-7.5).

    In raids and in a surprise attack a disabled result has no effect (§9.33, §19.82).
    """
    note(events, Event.ATTACK, attacker, target, bonus)
    hits = 0
    for _ in range(shots):
        die = roll_die(game)
        note_die(events, die)
        if die + bonus >= 6:
            hits += 1
        elif die + bonus == 5 and book.kind[target] != Kind.LBA and disables:
            mark(game, target, PENDING_DISABLED, 1)  # §7.44; LBA ignore it, §12.24
    if hits > 0:
        points = score_hits(book, game, attacker, target, hits, events)
        game.pending_damage[target] = min(int(game.pending_damage[target]) + points, MOST_PENDING)


@rule
def score_hits(book, game, attacker, target, hits, events):
    """Damage points: a die for each hit (§7.45), one less against a red armor factor (§3.14) or from the
    French (§22.13); on an amphibious unit in a port or base one point a hit (§9.34)."""
    lowered = lowered_damage(book, game, target)
    note(events, Event.HITS, attacker, target, hits + lowered * EACH_LESS)
    if in_port(game, target) and book.kind[target] == Kind.AMPHIBIOUS:
        return hits
    points = 0
    for _ in range(hits):
        die = roll_die(game)
        note_die(events, die)
        points += max(0, die - lowered)
    return points


@rule
def take_effect(book, game, events):
    """Damage and disabled results of both sides now count."""
    k = 0
    while k < game.units_here:
        if not take_effect_on(book, game, int(game.here[k]), events):
            k += 1


@rule
def take_effect_on(book, game, unit, events):
    """The same for one unit: more damage than armor sinks (§7.46, §7.5, §7.53).  What has made a kamikaze attack is
    eliminated, a carrier disabled (§21.1).  Whether the unit is lost."""
    has_dived = game.kamikaze[unit] == 1 and game.target[unit] != NOBODY
    disabled = 1 if has_dived else marked(game, unit, PENDING_DISABLED)
    game.damage[unit] += game.pending_damage[unit]
    cease_fire(game, unit)
    if game.damage[unit] > armor(book, game, unit) or (has_dived and book.kind[unit] == Kind.LBA):
        destroy(book, game, unit, events)
        return True
    if disabled == 1:
        mark(game, unit, DISABLED, 1)
        note(events, Event.DISABLED, unit, 0, 0)
    return False


@rule
def send_disabled_home(book, game):
    """Disabled units return to base (§7.52), in the order of combat (§5.1).  True while one has to go."""
    for cursor in range(4 * game.units_here):
        unit = in_combat_order(book, game, cursor)
        if unit != NOBODY and marked(game, unit, DISABLED) == 1:
            send_home(game, unit, game.area, Homing.ORDINARY)
            return True
    return False
