"""§29.1, §29.2 Forming task forces before a round, and what each of them does in it."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.sets import bit
from aw_env.core.engine.stack import CURSOR, STAGE, ask, pop, top
from aw_env.games.admirals_war.records.terms import (
    FIRST_PLACE_ACTION,
    FIRST_UNIT_ACTION,
    FORCES,
    NOBODY,
    Decision,
    Event,
    Intention,
    Kind,
    Option,
    Side,
)
from aw_env.games.admirals_war.rules.counters import allow_ports, first_side, lap, side
from aw_env.games.admirals_war.rules.options.task_forces import ask_force, belongs_to, first_unit, may_go_for_the_port
from aw_env.games.admirals_war.rules.targets import has_aircraft

FIRST_FORMS, SECOND_FORMS, FIRST_INTENDS, SECOND_INTENDS, READY = range(5)
"""Stages of the step: each side in turn groups its units, then each says what its task forces do."""
THE_ONE_FORCE = 1
"""Number of the task force that the Japanese fleet makes up (§23.51)."""

# --- §29.1: forming them -------------------------------------------------------------------------------


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
                game.task_force[game.here[k]] = THE_ONE_FORCE
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
def mask_intention(book, game, mask):
    """Search or hide; land, with a unit that lands from the sea (§29.2); off Pearl Harbor attack the port, with a
    carrier that has aircraft (§23.53)."""
    mask[Option.SEARCH] = 1
    mask[Option.HIDE] = 1
    force = game.task_force[game.subject]
    for k in range(game.units_here):
        unit = int(game.here[k])
        if not belongs_to(game, unit, game.power & 1, force):
            continue
        if book.kind[unit] == Kind.AMPHIBIOUS and book.airborne[unit] == 0:
            mask[Option.LAND] = 1
        if side(game, unit) == Side.AXIS and may_go_for_the_port(book, game) and has_planes(book, game, unit):
            allow_ports(mask, bit(book.raid_target))


@rule
def has_planes(book, game, unit):
    """A carrier with aircraft at hand."""
    return book.carrier[unit] == 1 and has_aircraft(book, game, unit)


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
    of_side, force = int(game.power) & 1, int(game.task_force[game.subject])
    game.intention[of_side, force] = intention
    note(events, Event.INTENTION, first_unit(game, of_side, force), force, intention)
    top(game)[CURSOR] += 1
