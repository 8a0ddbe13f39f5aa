"""12: disengaging, groups, pursuit."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.dice import below
from aw_env.core.engine.events import note
from aw_env.core.engine.marks import mark, marked
from aw_env.core.engine.sets import bit, first_of, has, is_empty, without_first
from aw_env.core.engine.stack import CURSOR, STAGE, SUBJECT, ask, pop, push, top
from aw_env.games.war_at_sea.records.state import DISENGAGED
from aw_env.games.war_at_sea.records.steps import Step
from aw_env.games.war_at_sea.records.terms import FIRST_UNIT_ACTION, GROUPS, NOBODY, Decision, Event, Option
from aw_env.games.war_at_sea.rules.counters import is_vessel, speed, units_in, units_of
from aw_env.games.war_at_sea.rules.surface import begin_round, first_of_group, in_battle
from aw_env.naval.groups import ALL, FIRST_GROUP, NO_GROUP, QUIET_LIMIT, found_group, free_group

UNDECIDED = 0

# --- 12.1, 12.9: both sides decide in secret -----------------------------------------------------------


@rule
def decide(book, game, events):
    """After a round each side says in secret whether it disengages (12.9)."""
    for of_side in range(2):
        if game.intent[of_side] == UNDECIDED:
            return ask(book, game, Decision.DISENGAGE, of_side, game.area)
    allies_go = game.intent[0] == Option.DISENGAGE
    axis_goes = game.intent[1] == Option.DISENGAGE
    game.intent[0] = UNDECIDED
    game.intent[1] = UNDECIDED
    pop(game)
    if allies_go and axis_goes:
        note(events, Event.DISENGAGES, 0, game.area, 0)
        note(events, Event.DISENGAGES, 1, game.area, 0)
        leave_area(book, game)
    elif allies_go or axis_goes:
        begin_pursuit(book, game, 0 if allies_go else 1, events)
    return False


@rule
def mask_disengage(mask):
    """Go, or fight on."""
    mask[Option.DISENGAGE] = 1
    mask[Option.FIGHT_ON] = 1


@rule
def take_disengage(game, action):
    """Kept secret until both have chosen."""
    game.intent[game.power] = action


@rule
def redraw_intent(game, seat):
    """What the other side may have chosen while this one has not: a coin says."""
    if game.intent[1 - seat] != UNDECIDED and game.intent[seat] == UNDECIDED:
        game.intent[1 - seat] = Option.DISENGAGE.value if below(game.generator, 2) == 0 else Option.FIGHT_ON.value


@rule
def leave_area(book, game):
    """Both sides leave the area: nobody pursues, and nobody controls it (12.9)."""
    there = units_in(game, game.area)
    while not is_empty(there):
        unit = first_of(there)
        if in_battle(book, game, unit):
            mark(game, unit, DISENGAGED, 1)
        there = without_first(there)


@rule
def begin_pursuit(book, game, of_side, events):
    """All ships of a side disengage (12.2), in groups (12.1); pursuers are committed at once (12.7)."""
    note(events, Event.DISENGAGES, of_side, game.area, 0)
    game.disengaging = of_side
    there = units_in(game, game.area)
    while not is_empty(there):
        unit = first_of(there)
        if in_battle(book, game, unit):
            game.group[unit] = FIRST_GROUP
        there = without_first(there)
    for group in range(GROUPS + 1):
        game.quiet_rounds[group] = 0
    push(game, Step.PURSUIT, game.area)
    push(game, Step.PURSUING, FIRST_GROUP)
    push(game, Step.FORMING, FIRST_GROUP)


# --- 12.1, L.9: groups ---------------------------------------------------------------------------------


@rule
def is_member(book, game, unit, group):
    """Whether a vessel disengages in a group."""
    return is_chaser(book, game, unit, group) and game.side[unit] == game.disengaging


@rule
def is_chaser(book, game, unit, group):
    """Whether a vessel of either side has to do with a group."""
    if game.place[unit] != game.area or game.group[unit] != group or not is_vessel(book, unit):
        return False
    return marked(game, unit, DISENGAGED) == 0


@rule
def form_groups(book, game):
    """A group divides, ship by ship; the first stays what the group was."""
    frame = top(game)
    group = frame[SUBJECT]
    if frame[CURSOR] == 0:
        game.formed = bit(group)
        while frame[CURSOR] < game.units and not is_member(book, game, int(game.roster[frame[CURSOR]]), group):
            frame[CURSOR] += 1
        frame[CURSOR] += 1
    while frame[CURSOR] < game.units:
        unit = int(game.roster[frame[CURSOR]])
        if is_member(book, game, unit, group):
            return ask(book, game, Decision.JOIN_GROUP, game.disengaging, unit)
        frame[CURSOR] += 1
    pop(game)
    return False


@rule
def mask_join_group(book, game, mask):
    """The group of a ship already placed, named by its first ship, or a new one."""
    for group in range(FIRST_GROUP, GROUPS + 1):
        if has(game.formed, group):
            mask[FIRST_UNIT_ACTION + first_of_group(book, game, group)] = 1
    if free_group(game, game.roster, game.units, GROUPS) != NO_GROUP:
        mask[Option.NEW_GROUP] = 1


@rule
def take_join_group(book, game, action, events):
    """The ship goes with another, or begins a group of its own."""
    unit = game.subject
    if action == Option.NEW_GROUP:
        group = found_group(game, game.roster, game.units, GROUPS)
    else:
        group = int(game.group[action - FIRST_UNIT_ACTION])
    game.group[unit] = group
    note(events, Event.GROUP, unit, first_of_group(book, game, group), 0)
    top(game)[CURSOR] += 1


# --- 12.3, 12.7, 12.8: pursuers ------------------------------------------------------------------------


@rule
def assign_pursuers(book, game):
    """Ships that could follow the group before it divided choose one of its parts, or none."""
    frame = top(game)
    while frame[CURSOR] < game.units:
        unit = int(game.roster[frame[CURSOR]])
        if is_chaser(book, game, unit, frame[SUBJECT]) and game.side[unit] != game.disengaging:
            return ask(book, game, Decision.PURSUIT, game.side[unit], unit)
        frame[CURSOR] += 1
    pop(game)
    return False


@rule
def mask_pursuit(book, game, mask):
    """Groups no faster than the ship, named by their first ship (12.3, 12.8); or none (12.5, H.28)."""
    for group in range(FIRST_GROUP, GROUPS + 1):
        if has(game.formed, group) and group_speed(book, game, group) <= speed(book, game, game.subject):
            mask[FIRST_UNIT_ACTION + first_of_group(book, game, group)] = 1
    mask[Option.NO_PURSUIT] = 1


@rule
def group_speed(book, game, group):
    """A group goes at the speed of its slowest ship (12.1)."""
    slowest = 99
    there = units_of(game, game.disengaging, game.area)
    while not is_empty(there):
        unit = first_of(there)
        if is_chaser(book, game, unit, group):
            slowest = min(slowest, speed(book, game, unit))
        there = without_first(there)
    return slowest


@rule
def take_pursuit(game, action, events):
    """The ship pursues, or is out of it for the rest of the turn."""
    unit = game.subject
    if action == Option.NO_PURSUIT:
        game.group[unit] = NO_GROUP
        note(events, Event.PURSUES, unit, NOBODY, 0)
    else:
        game.group[unit] = game.group[action - FIRST_UNIT_ACTION]
        note(events, Event.PURSUES, unit, action - FIRST_UNIT_ACTION, 0)
    top(game)[CURSOR] += 1


# --- the pursuit, group by group -----------------------------------------------------------------------

ESCAPING, AFTER_ROUND = 0, 1


@rule
def pursue(book, game, events):
    """Groups that nobody pursues escape; the others are fought one after another, each to its end."""
    frame = top(game)
    if frame[STAGE] == AFTER_ROUND:
        frame[STAGE] = ESCAPING
        group = game.battle_group
        if is_pursued(book, game, group) and first_of_group(book, game, group) != NOBODY:
            if game.quiet_rounds[group] < QUIET_LIMIT:
                push(game, Step.PURSUING, group)
                push(game, Step.FORMING, group)
                return False
            dismiss(book, game, group)
        return False
    let_escape(book, game, events)
    group = group_to_fight(book, game)
    if group == NO_GROUP:
        end_pursuit(game)
        pop(game)
    else:
        game.battle_group = group
        frame[STAGE] = AFTER_ROUND
        begin_round(game)
    return False


@rule
def is_pursued(book, game, group):
    """Whether anyone pursues a group."""
    there = units_of(game, 1 - int(game.disengaging), game.area)
    while not is_empty(there):
        unit = first_of(there)
        if is_chaser(book, game, unit, group):
            return True
        there = without_first(there)
    return False


@rule
def dismiss(book, game, group):
    """The pursuers of a group stop: nobody has fired for some rounds."""
    there = units_of(game, 1 - int(game.disengaging), game.area)
    while not is_empty(there):
        unit = first_of(there)
        if is_chaser(book, game, unit, group):
            game.group[unit] = NO_GROUP
        there = without_first(there)


@rule
def let_escape(book, game, events):
    """Groups that nobody pursues have disengaged (12.3)."""
    for group in range(FIRST_GROUP, GROUPS + 1):
        first = first_of_group(book, game, group)
        if first == NOBODY or is_pursued(book, game, group):
            continue
        note(events, Event.ESCAPES, first, 0, 0)
        there = units_in(game, game.area)
        while not is_empty(there):
            unit = first_of(there)
            if is_member(book, game, unit, group):
                mark(game, unit, DISENGAGED, 1)
                game.group[unit] = NO_GROUP
            there = without_first(there)


@rule
def group_to_fight(book, game):
    """The group under way until it is gone, then the next in roster order, or NO_GROUP."""
    if game.battle_group > 0 and first_of_group(book, game, game.battle_group) != NOBODY:
        return int(game.battle_group)
    there = units_in(game, game.area)
    while not is_empty(there):
        unit = first_of(there)
        if game.group[unit] > 0 and is_member(book, game, unit, game.group[unit]):
            return int(game.group[unit])
        there = without_first(there)
    return NO_GROUP


@rule
def end_pursuit(game):
    """All groups are gone: who is left makes up one force again."""
    game.battle_group = ALL
    game.disengaging = NOBODY
    game.formed = 0
    for k in range(game.units):
        game.group[game.roster[k]] = ALL
