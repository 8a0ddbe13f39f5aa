"""§8 Retreats: declaring, groups, pursuit, splitting, breaking off."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.marks import mark
from aw_env.core.engine.sets import bit, has
from aw_env.core.engine.stack import CURSOR, STAGE, SUBJECT, ask, pop, push, top
from aw_env.games.admirals_war.records.state import PURSUED, RAIDING, RETREATED
from aw_env.games.admirals_war.records.steps import Homing, Step
from aw_env.games.admirals_war.records.terms import (
    BOTH_SIDES,
    FIRST_UNIT_ACTION,
    GROUPS,
    NOBODY,
    POWERS,
    Decision,
    Event,
    Kind,
    Option,
    Side,
)
from aw_env.games.admirals_war.rules.counters import (
    WITH_SUBMARINES,
    combat_order,
    first_member,
    first_of_group,
    retreats_in,
    send_home,
    side,
    speed,
)
from aw_env.games.admirals_war.rules.minor_navies import fights_for_italy
from aw_env.games.admirals_war.rules.options.italian_nerve import italians_go
from aw_env.games.admirals_war.rules.options.task_forces import FROM_LANDING_FORCES, must_be_landing
from aw_env.games.admirals_war.rules.participants import in_battle, in_combat_order, in_turn, theatre_of_combat
from aw_env.naval.groups import ALL, FIRST_GROUP, NO_GROUP, QUIET_LIMIT, found_group, free_group

LEAVING = GROUPS + 1
"""The group of units that go home at once: LBA of the retreating side (§8.13)."""
DECLARED = 3
"""Bits of the sides that have declared a retreat, in the stage of the step of declarations."""
SILENT = 4
"""Shifted by a side: it is not asked."""
UNPURSUED = 16
"""Nobody may pursue (§19.71, §19.75)."""

# --- §8.1: declaring -----------------------------------------------------------------------------------


@rule
def declare(book, game, events):
    """Each seat with units here says openly whether it retreats (§8.11); teammates retreat together (§8.12).  In the
    battle for Pearl Harbor a side may not be asked, or have to retreat (§19.71-19.763)."""
    frame = top(game)
    while frame[CURSOR] < POWERS:
        power = combat_order(theatre_of_combat(book, game), frame[CURSOR])
        asked = frame[STAGE] & ((SILENT | 1) << (power & 1)) == 0
        if asked and speaks_for_itself(book, game, power, frame[CURSOR]):
            return ask(book, game, Decision.RETREAT, power, game.area)
        frame[CURSOR] += 1
    declared = frame[STAGE] & DECLARED
    unpursued = frame[STAGE] & UNPURSUED != 0
    pop(game)
    if declared == DECLARED:
        retreat_of_all(game, events)
    elif declared != 0 and unpursued:
        slip_away(book, game, side_of_bit(declared), events)
    elif declared != 0:
        begin_retreat(book, game, side_of_bit(declared), False, events)
    else:
        offer_landings(book, game, BOTH_SIDES)
    return False


@rule
def side_of_bit(declared):
    """The one side that has declared its retreat."""
    return Side.ALLIES.value if declared == 1 << Side.ALLIES else Side.AXIS.value


@rule
def slip_away(book, game, of_side, events):
    """A side retreats without pursuit and goes home at once (§19.71, §19.75); the other side may land (§13.31)."""
    note(events, Event.RETREATS, of_side, game.area, 0)
    for k in range(game.units_here):
        unit = int(game.here[k])
        if side(game, unit) == of_side:
            mark(game, unit, RETREATED, 1)
            game.group[unit] = LEAVING
    offer_landings(book, game, 2 - of_side)
    push(game, Step.GOING_HOME, LEAVING)


@rule
def speaks_for_itself(book, game, power, turn):
    """A power with units here whose seat has not spoken for another power already."""
    if not has_units_here(game, power):
        return False
    for earlier in range(turn):
        other = combat_order(theatre_of_combat(book, game), earlier)
        if book.seat_of_power[other] == book.seat_of_power[power] and has_units_here(game, other):
            return False
    return True


@rule
def has_units_here(game, power):
    """Whether a power has a unit in the combat."""
    for k in range(game.units_here):
        if game.controller[game.here[k]] == power:
            return True
    return False


@rule
def mask_retreat(mask):
    """§8.11."""
    mask[Option.RETREAT] = 1
    mask[Option.REMAIN] = 1


@rule
def take_retreat(game, action):
    """Note what the seat declares."""
    frame = top(game)
    if action == Option.RETREAT:
        frame[STAGE] |= bit(game.power & 1)
    frame[CURSOR] += 1


@rule
def retreat_of_all(game, events):
    """When both sides retreat nobody pursues, and all go home."""
    for k in range(game.units_here):
        mark(game, game.here[k], RETREATED, 1)
    note(events, Event.RETREATS, 0, game.area, 0)
    note(events, Event.RETREATS, 1, game.area, 0)
    push(game, Step.GOING_HOME, ALL)


@rule
def begin_retreat(book, game, of_side, italians_alone, events):
    """LBA of the side go home at once and its ships become raiders (§8.13); groups form, pursuers are assigned
    (§8.22, §8.23), and the pursuit is fought (§8.3).  Where the Italians go alone the others of their side stay out of
    it (§37.2)."""
    note(events, Event.RETREATS, of_side, game.area, 0)
    game.retreating = of_side
    game.italians_left = 0
    game.line_rounds[FIRST_GROUP] = game.line_rounds[ALL]
    for k in range(game.units_here):
        unit = int(game.here[k])
        game.group[unit] = FIRST_GROUP
        if side(game, unit) == of_side and italians_alone and not fights_for_italy(book, game, unit):
            game.group[unit] = NO_GROUP
        elif side(game, unit) == of_side:
            mark(game, unit, RETREATED, 1)
            if book.kind[unit] == Kind.LBA:
                game.group[unit] = LEAVING
            elif book.kind[unit] == Kind.SHIP:
                mark(game, unit, RAIDING, 1)
        elif book.kind[unit] != Kind.SHIP:
            game.group[unit] = NO_GROUP  # §8.2: LBA and amphibious units cannot pursue
    push(game, Step.PURSUIT, game.area)
    push(game, Step.PURSUING, FIRST_GROUP)
    push(game, Step.FORMING, FIRST_GROUP)
    push(game, Step.GOING_HOME, LEAVING)


@rule
def offer_landings(book, game, sides):
    """Amphibious units of a set of sides may land at the end of the round (§13.31), of task forces only those that have
    done nothing else (§29.53)."""
    push(game, Step.LANDINGS, game.area)
    top(game)[STAGE] = sides | (FROM_LANDING_FORCES if must_be_landing(book, game) else 0)


@rule
def go_home(book, game):
    """Every unit of a group returns to base (§8.21), power by power in the order of combat (§5.1)."""
    group = top(game)[SUBJECT]
    for cursor in range(4 * game.units_here):
        unit = in_combat_order(book, game, cursor)
        if unit != NOBODY and game.group[unit] == group:
            send_home(game, unit, game.area, Homing.ORDINARY)
            return False
    pop(game)
    return False


# --- §8.22, §8.32: groups ------------------------------------------------------------------------------


@rule
def form_groups(book, game, events):
    """A retreating group divides, unit by unit; the first stays what the group was (§8.22, §8.32)."""
    frame = top(game)
    group = frame[SUBJECT]
    if frame[CURSOR] == 0:
        game.formed = bit(group)
        frame[CURSOR] = 1 + first_member(game, group)
    while frame[CURSOR] < game.units_here:
        unit = int(game.here[frame[CURSOR]])
        if retreats_in(game, unit, group):
            return ask(book, game, Decision.JOIN_GROUP, game.controller[unit], unit)
        frame[CURSOR] += 1
    pop(game)
    return False


@rule
def mask_join_group(game, mask):
    """The group of a unit already placed, named by its first unit, or a new one (§8.22)."""
    for group in range(FIRST_GROUP, GROUPS + 1):
        if has(game.formed, group):
            mask[FIRST_UNIT_ACTION + first_of_group(game, group)] = 1
    if free_group(game, game.here, game.units_here, GROUPS) != NO_GROUP:
        mask[Option.NEW_GROUP] = 1


@rule
def take_join_group(game, action, events):
    """The unit retreats with another, or begins a group of its own."""
    unit = game.subject
    if action == Option.NEW_GROUP:
        group = found_group(game, game.here, game.units_here, GROUPS)
        game.held_rounds[group] = 0
        game.line_rounds[group] = game.line_rounds[game.group[unit]]
    else:
        group = int(game.group[action - FIRST_UNIT_ACTION])
    game.group[unit] = group
    note(events, Event.GROUP, unit, first_of_group(game, group), 0)
    top(game)[CURSOR] += 1


# --- §8.23, §8.33: pursuers ----------------------------------------------------------------------------


@rule
def assign_pursuers(book, game, events):
    """Ships that could follow the group before it divided choose one of its parts, or none (§8.23, §8.32)."""
    frame = top(game)
    game.battle_group = frame[SUBJECT]
    anyone_to_pursue = first_member(game, game.battle_group) < game.units_here
    while anyone_to_pursue and frame[CURSOR] < 2 * game.units_here:
        unit = in_turn(game, 1 - game.retreating, frame[CURSOR])
        if unit != NOBODY:
            return ask(book, game, Decision.PURSUIT, game.controller[unit], unit)
        frame[CURSOR] += 1
    pop(game)
    return False


@rule
def mask_pursuit(book, game, mask):
    """Groups whose slowest member is no faster than the ship, named by their first unit; or none (§8.23, §8.33)."""
    for group in range(FIRST_GROUP, GROUPS + 1):
        if has(game.formed, group) and group_speed(book, game, group) <= speed(book, game, game.subject):
            mask[FIRST_UNIT_ACTION + first_of_group(game, group)] = 1
    mask[Option.NO_PURSUIT] = 1


@rule
def group_speed(book, game, group):
    """A group retreats at the speed of its slowest member (§8.22)."""
    slowest = 99
    for k in range(game.units_here):
        unit = int(game.here[k])
        if retreats_in(game, unit, group):
            slowest = min(slowest, speed(book, game, unit))
    return slowest


@rule
def take_pursuit(game, action, events):
    """The ship pursues, or is out of pursuit for the rest of the turn (§8.25, §8.33)."""
    unit = game.subject
    if action == Option.NO_PURSUIT:
        game.group[unit] = NO_GROUP
        note(events, Event.PURSUES, unit, NOBODY, 0)
    else:
        game.group[unit] = game.group[action - FIRST_UNIT_ACTION]
        mark(game, unit, PURSUED, 1)
        note(events, Event.PURSUES, unit, action - FIRST_UNIT_ACTION, 0)
    top(game)[CURSOR] += 1


# --- §8.3: pursuit, group by group ---------------------------------------------------------------------

ESCAPING, NEXT_ROUND, AFTER_ROUND = 0, 1, 2


@rule
def pursue(book, game, events):
    """Groups that nobody pursues are gone at once (§8.35), then the other side may land (§5.53, §13.31), and the next
    round is fought: each pursued group to a finish before the next (§8.31)."""
    frame = top(game)
    if frame[STAGE] == ESCAPING:
        release_idle_pursuers(game)
        if not next_escape(game, events):
            frame[STAGE] = NEXT_ROUND
            offer_landings(book, game, 2 - game.retreating)
    elif frame[STAGE] == NEXT_ROUND:
        group = group_to_fight(game)
        game.battle_group = max(ALL, group)
        if group == NO_GROUP:
            end_pursuit(game)
            pop(game)
        elif break_off(book, game, events):
            frame[STAGE] = ESCAPING
        else:
            frame[STAGE] = AFTER_ROUND
            begin_round(game, game.area)
    else:
        frame[STAGE] = ESCAPING
        after_pursuit_round(game)
    return False


@rule
def break_off(book, game, events):
    """Italian pursuers that must go pursue nobody else this turn (§37.1, §8.33), and the Germans beside them say
    whether they go on (§37.2).  Whether they must."""
    if not italians_go(book, game, events):
        return False
    for k in range(game.units_here):
        unit = int(game.here[k])
        if in_battle(game, unit) and fights_for_italy(book, game, unit):
            game.group[unit] = NO_GROUP
            note(events, Event.PURSUES, unit, NOBODY, 0)
    game.formed = bit(game.battle_group)
    push(game, Step.PURSUING, game.battle_group)
    return True


@rule
def begin_round(game, area):
    """A round of combat, and after it the raiding submarines (§5.51, §8.26)."""
    if game.kinds_here & WITH_SUBMARINES != 0:
        push(game, Step.SUBMARINE_ATTACKS, area)
    push(game, Step.ROUND, area)


@rule
def next_escape(game, events):
    """A group that nobody pursues goes home (§8.35).  True while one has to go."""
    for k in range(game.units_here):
        unit = int(game.here[k])
        if side(game, unit) == game.retreating and game.group[unit] > 0 and not is_pursued(game, game.group[unit]):
            note(events, Event.ESCAPES, unit, 0, 0)
            push(game, Step.GOING_HOME, game.group[unit])
            return True
    return False


@rule
def group_to_fight(game):
    """The group under way until it is gone, then the next in roster order; NO_GROUP when no group is left (§8.3)."""
    if first_member(game, game.battle_group) < game.units_here:
        return int(game.battle_group)
    for k in range(game.units_here):
        unit = int(game.here[k])
        if side(game, unit) == game.retreating and game.group[unit] > 0:
            return int(game.group[unit])
    return NO_GROUP


@rule
def is_pursued(game, group):
    """Whether anyone still pursues a group."""
    for k in range(game.units_here):
        unit = int(game.here[k])
        if side(game, unit) != game.retreating and game.group[unit] == group:
            return True
    return False


@rule
def release_idle_pursuers(game):
    """Pursuers whose group is gone pursue nobody else this turn (§8.36); neither do those of a pursuit that has
    gone quiet."""
    for k in range(game.units_here):
        unit = int(game.here[k])
        group = game.group[unit]
        if side(game, unit) != game.retreating and group > 0:
            if first_member(game, group) == game.units_here or game.quiet_rounds[group] >= QUIET_LIMIT:
                game.group[unit] = NO_GROUP


@rule
def after_pursuit_round(game):
    """The group may divide, and its pursuers follow the parts or stop (§8.32, §8.33); Japanese ships short of fuel stop
    now (§19.762)."""
    group = game.battle_group
    if game.short_of_fuel == 1 and game.retreating == Side.ALLIES:
        for k in range(game.units_here):
            unit = int(game.here[k])
            if side(game, unit) == Side.AXIS and game.group[unit] == group:
                game.group[unit] = NO_GROUP
    elif is_pursued(game, group) and game.quiet_rounds[group] < QUIET_LIMIT:
        push(game, Step.PURSUING, group)
        push(game, Step.FORMING, group)


@rule
def end_pursuit(game):
    """All groups are gone: who is left makes up one force again, and if some of the side that retreated have stayed
    (§37.2) the combat goes on, whose rounds are counted without those of the pursuit."""
    game.battle_group = ALL
    stayed = False
    for k in range(game.units_here):
        unit = int(game.here[k])
        game.group[unit] = ALL
        stayed = stayed or side(game, unit) == game.retreating
    if stayed:
        game.retreating = NOBODY
        game.combat_round = game.line_rounds[ALL]
