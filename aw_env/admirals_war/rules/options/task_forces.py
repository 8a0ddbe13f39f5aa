"""§29 Task forces: in each round the sides form task forces that land, search or hide, and must be sighted."""

from aw_env.admirals_war.records.steps import Step
from aw_env.admirals_war.records.terms import (
    FIRST_PLACE_ACTION,
    FIRST_PORT,
    FIRST_UNIT_ACTION,
    FORCES,
    NO_GROUP,
    NOBODY,
    Action,
    Decision,
    Event,
    Intention,
    Kind,
    Option,
    OptionalRule,
    Side,
)
from aw_env.admirals_war.rules.counters import (
    STRUCK,
    airstrike,
    allow_ports,
    bit,
    fights,
    first_side,
    gunnery,
    has,
    lap,
    lead_power,
    side,
    speed,
)
from aw_env.admirals_war.rules.options.reserve import plays
from aw_env.admirals_war.rules.war_entry import ATTACKS
from aw_env.core.engine.compiling import rule
from aw_env.core.engine.dice import roll_die
from aw_env.core.engine.events import note, note_die
from aw_env.core.engine.stack import CURSOR, STAGE, ask, pop, push, top

UNFORMED, FORMED, SIGHTED, JOINED = range(4)
"""Cursor of a round: what has been done about task forces."""
FIRST_FORMS, SECOND_FORMS, FIRST_INTENDS, SECOND_INTENDS, READY = range(5)
"""Stages of the step in which they are formed."""
SIGHTED_WHEN_SEARCHING, SIGHTED_WHEN_HIDING = 4, 2
"""Greatest total that sights a task force (§29.42, §29.43)."""
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


# --- §29.5: what a task force may do and suffer --------------------------------------------------------


@rule
def may_strike(book, game, unit):
    """Whether a unit's task force lets it attack in the action (§29.51, §29.52)."""
    return not in_task_forces(book) or has(game.striking[side(game, unit)], game.task_force[unit])


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


# --- §29.1: forming them -------------------------------------------------------------------------------


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


@rule
def forget_task_forces(book, game):
    """The combat is over."""
    if in_task_forces(book):
        forget_intentions(game)


@rule
def form_task_forces(book, game):
    """One side forms its task forces, then the other (§29.1); then one says what each of its own does, and the other
    (§29.2)."""
    frame = top(game)
    first = first_side(book.area_theatre[game.area])
    while frame[STAGE] < READY:
        of_side = first if frame[STAGE] == FIRST_FORMS or frame[STAGE] == FIRST_INTENDS else 1 - first
        if frame[STAGE] <= SECOND_FORMS:
            if group_next(book, game, of_side):
                return True
        elif declare_next(book, game, of_side):
            return True
        frame[STAGE] += 1
        frame[CURSOR] = 0
    pop(game)
    return False


@rule
def group_next(book, game, of_side):
    """Power by power a seat with several units says how they are grouped, then unit by unit those that have no task
    force are asked."""
    frame = top(game)
    if is_one_force(book, game, of_side):
        scatter(game, of_side, NOBODY)
        for k in range(game.units_here):
            if side(game, int(game.here[k])) == of_side:
                game.task_force[game.here[k]] = 1
        return False
    count = game.units_here + 1
    while frame[CURSOR] < 2 * count:
        partner = lap(frame[CURSOR], count)
        k = int(frame[CURSOR]) - partner * count
        power = of_side + 2 * partner
        if k == 0 and speaks(book, game, power):
            if units_of_seat(book, game, power) > 1:
                return ask(book, game, Decision.TASK_FORCES, power, game.area)
            scatter(game, of_side, whom_to_scatter(book, game, power))
        elif k > 0:
            unit = int(game.here[k - 1])
            if game.controller[unit] == power and game.task_force[unit] == 0:
                return ask(book, game, Decision.JOIN_TASK_FORCE, power, unit)
        frame[CURSOR] += 1
    return False


@rule
def is_one_force(book, game, of_side):
    """The Japanese fleet off Pearl Harbor in the first round after the raids (§23.51)."""
    return of_side == Side.AXIS and may_go_for_the_port(book, game) and game.combat_round == 1


@rule
def speaks(book, game, power):
    """Whether a power has units here, and is the first of its seat that has."""
    partner = power ^ 2
    spoken = partner < power and book.seat_of_power[partner] == book.seat_of_power[power] and is_here(game, partner)
    return is_here(game, power) and not spoken


@rule
def is_here(game, power):
    """Whether a power has a unit in the battle."""
    for k in range(game.units_here):
        if game.controller[game.here[k]] == power:
            return True
    return False


@rule
def is_of_seat(book, game, unit, power):
    """Whether a unit is of the seat that plays a power."""
    return book.seat_of_power[game.controller[unit]] == book.seat_of_power[power]


@rule
def units_of_seat(book, game, power):
    """How many units a seat has in the battle."""
    count = 0
    for k in range(game.units_here):
        count += is_of_seat(book, game, int(game.here[k]), power)
    return count


@rule
def whom_to_scatter(book, game, power):
    """The power whose seat gives up its task forces; NOBODY where the first seat to be asked gives up those of its
    whole side."""
    partner = power ^ 2
    later = partner < power and book.seat_of_power[partner] != book.seat_of_power[power] and is_here(game, partner)
    return power if later else NOBODY


@rule
def scatter(game, of_side, power):
    """The units of a side, or of one of its powers, are in no task force."""
    for k in range(game.units_here):
        unit = int(game.here[k])
        if side(game, unit) == of_side and (power == NOBODY or game.controller[unit] == power):
            game.task_force[unit] = 0


@rule
def mask_task_forces(book, game, mask):
    """All in one, as before, or unit by unit; or all into one of a partner's (§29.1)."""
    power = int(game.power)
    mask[Option.DIVIDE] = 1
    if are_ordered(book, game, power):
        mask[Option.AS_BEFORE] = 1
    full = True
    for force in range(1, FORCES + 1):
        unit = first_of_partner(book, game, power, force)
        full = full and unit != NOBODY
        if unit != NOBODY:
            mask[FIRST_UNIT_ACTION + unit] = 1
    if not full:
        mask[Option.TOGETHER] = 1


@rule
def are_ordered(book, game, power):
    """Whether each unit of the seat has its task force of the round before, and they are not simply together."""
    force = 0
    spread = False
    for k in range(game.units_here):
        unit = int(game.here[k])
        if is_of_seat(book, game, unit, power):
            if game.task_force[unit] == 0:
                return False
            spread = spread or (force != 0 and game.task_force[unit] != force)
            force = int(game.task_force[unit])
    return spread or first_of_partner(book, game, power, force) != NOBODY


@rule
def first_of_partner(book, game, power, force):
    """The first unit in a task force of the side that a partner's seat has formed already, or NOBODY."""
    if whom_to_scatter(book, game, power) == NOBODY:
        return NOBODY
    for k in range(game.units_here):
        unit = int(game.here[k])
        if belongs_to(game, unit, power & 1, force) and not is_of_seat(book, game, unit, power):
            return unit
    return NOBODY


@rule
def take_task_forces(book, game, action, events):
    """The seat's units are grouped so, or will be asked one by one."""
    power = int(game.power)
    top(game)[CURSOR] += 1
    if action != Option.DIVIDE:
        note(events, Event.GROUPED, power, action, 0)
    if action == Option.AS_BEFORE:
        return
    scatter(game, power & 1, whom_to_scatter(book, game, power))
    if action == Option.DIVIDE:
        return
    force = free_force(game, power & 1) if action == Option.TOGETHER else named_force(game, action)
    for k in range(game.units_here):
        unit = int(game.here[k])
        if is_of_seat(book, game, unit, power):
            game.task_force[unit] = force


@rule
def free_force(game, of_side):
    """The first number that no task force of a side has; 0 where there is none."""
    for force in range(1, FORCES + 1):
        if first_unit(game, of_side, force) == NOBODY:
            return force
    return 0


@rule
def named_force(game, action):
    """The task force of the unit that an answer names."""
    return int(game.task_force[action - FIRST_UNIT_ACTION])


@rule
def mask_join_task_force(game, mask):
    """The task force of a unit already placed, named by its first, or a new one (§29.1)."""
    of_side = int(game.power) & 1
    for force in range(1, FORCES + 1):
        unit = first_unit(game, of_side, force)
        mask[FIRST_UNIT_ACTION + unit if unit != NOBODY else Option.NEW_GROUP.value] = 1


@rule
def take_join_task_force(game, action, events):
    """The unit is in a task force."""
    unit = game.subject
    force = free_force(game, game.power & 1) if action == Option.NEW_GROUP else named_force(game, action)
    game.task_force[unit] = force
    note(events, Event.TASK_FORCE, unit, force, 0)
    top(game)[CURSOR] += 1


# --- §29.2: what they do -------------------------------------------------------------------------------


@rule
def declare_next(book, game, of_side):
    """Task force by task force its intention."""
    frame = top(game)
    while frame[CURSOR] < FORCES:
        if ask_force(book, game, Decision.INTENTION, of_side, frame[CURSOR] + 1):
            return True
        frame[CURSOR] += 1
    return False


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


@rule
def mask_intention(book, game, mask):
    """Search or hide; land, with a unit that lands from the sea (§29.2); off Pearl Harbor attack the port, with a
    carrier that has aircraft (§23.53)."""
    mask[Option.SEARCH] = 1
    mask[Option.HIDE] = 1
    for k in range(game.units_here):
        unit = int(game.here[k])
        if game.task_force[unit] != game.task_force[game.subject] or side(game, unit) != side(game, game.subject):
            continue
        if book.kind[unit] == Kind.AMPHIBIOUS and book.airborne[unit] == 0:
            mask[Option.LAND] = 1
        if side(game, unit) == Side.AXIS and may_go_for_the_port(book, game) and has_planes(book, game, unit):
            allow_ports(mask, bit(book.raid_target))


@rule
def has_planes(book, game, unit):
    """A carrier with aircraft at hand."""
    return book.carrier[unit] == 1 and airstrike(book, game, unit) > 0 and game.raid_place[unit] != STRUCK


@rule
def take_intention(game, action, events):
    """Openly said, for this round (§29.2)."""
    intention = Intention.SEARCHING.value
    if action == Option.LAND:
        intention = Intention.LANDING.value
    elif action == Option.HIDE:
        intention = Intention.HIDING.value
    elif action >= FIRST_PLACE_ACTION:
        intention = Intention.PEARL_HARBOR.value
    force = int(game.task_force[game.subject])
    game.intention[game.power & 1, force] = intention
    note(events, Event.INTENTION, game.subject, force, intention)
    top(game)[CURSOR] += 1


# --- §29.4: sighting -----------------------------------------------------------------------------------


@rule
def sight_all(book, game, events):
    """The first side rolls for each enemy task force, then the other for those of the first (§29.4)."""
    first = first_side(book.area_theatre[game.area])
    for turn in range(2):
        of_side = first if turn == 0 else 1 - first
        advantage = sighting_advantage(book, game, of_side)
        for force in range(1, FORCES + 1):
            if first_unit(game, 1 - of_side, force) != NOBODY:
                sight(game, 1 - of_side, force, advantage, events)


@rule
def sight(game, of_side, force, advantage, events):
    """A task force that lands is seen without a die (§29.41); others on a low one (§29.42, §29.43)."""
    intention = game.intention[of_side, force]
    if intention == Intention.LANDING:
        game.sighted[of_side] |= bit(force)
        return
    die = roll_die(game)
    total = die - advantage
    seen = total <= (SIGHTED_WHEN_HIDING if intention == Intention.HIDING else SIGHTED_WHEN_SEARCHING)
    if seen:
        game.sighted[of_side] |= bit(force)
    note(events, Event.SIGHTING, first_unit(game, of_side, force), total, int(seen))
    note_die(events, die)


@rule
def sighting_advantage(book, game, of_side):
    """One less on the die for control of the area, and one for any land-based air of the side there (§29.44)."""
    advantage = int(game.flag[game.area] == of_side)
    for k in range(game.units_here):
        unit = int(game.here[k])
        if book.kind[unit] == Kind.LBA and side(game, unit) == of_side:
            return advantage + 1
    return advantage


@rule
def gets_away(game, events):
    """In a pursuit a group that has not been sighted goes home, and its pursuers pursue nobody else (§29.62, §8.36).
    Whether it does."""
    if game.retreating == NOBODY or has(game.sighted[game.retreating], PURSUIT_FORCE):
        return False
    for k in range(game.units_here):
        unit = int(game.here[k])
        if game.group[unit] == game.battle_group and side(game, unit) != game.retreating:
            game.group[unit] = NO_GROUP
    note(events, Event.ESCAPES, game.battle_group, 0, 0)
    push(game, Step.GOING_HOME, game.battle_group)
    return True


# --- §29.52: who joins a surface action ----------------------------------------------------------------


@rule
def join_action(book, game):
    """Task forces that search unseen may join, those of the first side before the others, where there is or may be an
    enemy."""
    frame = top(game)
    first = first_side(book.area_theatre[game.area])
    while frame[STAGE] < 2:
        of_side = first if frame[STAGE] == 0 else 1 - first
        while frame[CURSOR] < FORCES:
            force = int(frame[CURSOR]) + 1
            if may_join(book, game, of_side, force) and may_meet(book, game, 1 - of_side, frame[STAGE] == 0):
                return ask_force(book, game, Decision.JOIN_ACTION, of_side, force)
            frame[CURSOR] += 1
        frame[STAGE] += 1
        frame[CURSOR] = 0
    pop(game)
    return False


@rule
def may_join(book, game, of_side, force):
    """A task force with a ship or amphibious unit that searches and has not been sighted."""
    intention = game.intention[of_side, force]
    searches = intention == Intention.SEARCHING or intention == Intention.PEARL_HARBOR
    return searches and not has(game.sighted[of_side], force) and sails_in(book, game, of_side, bit(force))


@rule
def sails_in(book, game, of_side, forces):
    """Whether a side has a ship or an amphibious unit in one of a set of task forces: air units take no part in a
    surface action (§7.42)."""
    for k in range(game.units_here):
        unit = int(game.here[k])
        if side(game, unit) == of_side and book.kind[unit] != Kind.LBA and has(forces, game.task_force[unit]):
            return True
    return False


@rule
def may_meet(book, game, enemy, is_still_to_say):
    """Whether an enemy is in the action, or may still join it."""
    if sails_in(book, game, enemy, int(game.exposed[enemy])):
        return True
    for force in range(1, FORCES + 1):
        if is_still_to_say and may_join(book, game, enemy, force):
            return True
    return False


@rule
def shuns_battle(book, game):
    """Whether the task force that is asked has guns and an enemy in the action: then to stay out is to hold fire."""
    of_side = int(game.power) & 1
    if not sails_in(book, game, 1 - of_side, int(game.exposed[1 - of_side])):
        return False
    for k in range(game.units_here):
        unit = int(game.here[k])
        if belongs_to(game, unit, of_side, game.task_force[game.subject]) and gunnery(book, game, unit) > 0:
            return True
    return False


@rule
def take_join_action(book, game, action, events):
    """It is in the action, or not; with an enemy to fight it could have attacked."""
    of_side = int(game.power) & 1
    force = int(game.task_force[game.subject])
    if action == Option.YES:
        game.exposed[of_side] |= bit(force)
        game.striking[of_side] |= bit(force)
    elif shuns_battle(book, game):
        game.could_attack = 1
    note(events, Event.JOINS_ACTION, game.subject, int(action == Option.YES), 0)
    top(game)[CURSOR] += 1


@rule
def meet(book, game):
    """Whether both sides are in the surface action."""
    return sails_in(book, game, 0, int(game.exposed[0])) and sails_in(book, game, 1, int(game.exposed[1]))


# --- §29.53, §27.3: landings, and how fast task forces are ---------------------------------------------


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


@rule
def allow_the_port(book, game, mask):
    """The units in Pearl Harbor."""
    for k in range(game.units):
        unit = int(game.roster[k])
        if is_in_the_port(book, game, unit):
            mask[FIRST_UNIT_ACTION + unit] = 1


@rule
def hold_names_to_sighting(book, game):
    """Targets named before the groups appeared (§23.41): a task force that attacks Pearl Harbor names others there, one
    that hides, or whose target is not sighted, has lost its attack."""
    for k in range(game.units_here):
        unit = int(game.here[k])
        target = int(game.target[unit])
        if target == NOBODY or (may_strike(book, game, unit) and is_exposed(book, game, target)):
            if target == NOBODY or not goes_for_the_port(book, game, unit):
                continue
        game.attackers_on[target] -= 1
        game.target[unit] = NOBODY
        if not goes_for_the_port(book, game, unit):
            game.raid_place[unit] = STRUCK
