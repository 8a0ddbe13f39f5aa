"""§6 Movement: patrolling and raiding ships, speed rolls, enemy control; §2.5 choke points."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note, note_die
from aw_env.core.engine.marks import mark, marked
from aw_env.core.engine.sets import bit, has, lowest
from aw_env.core.engine.stack import CURSOR, STAGE, SUBJECT, ask, pop, top
from aw_env.games.admirals_war.records.book import OFF_THE_MAP
from aw_env.games.admirals_war.records.state import COMMITTED, DISABLED, HELD, RAIDING, REFUELLED, STEPS
from aw_env.games.admirals_war.records.steps import Homing
from aw_env.games.admirals_war.records.terms import (
    AREAS,
    FIRST_BOX,
    FIRST_PLACE_ACTION,
    FIRST_PORT,
    Box,
    Choke,
    Decision,
    Event,
    Kind,
    Option,
    Power,
    Side,
)
from aw_env.games.admirals_war.rules.control import areas_held
from aw_env.games.admirals_war.rules.counters import (
    allow_areas,
    at_sea,
    in_port,
    is_a_ship,
    on_the_bottom,
    open_to,
    put,
    send_home,
    side,
    speed,
    touched,
)
from aw_env.games.admirals_war.rules.minor_navies import rolls_as_minor, stays_in_port
from aw_env.games.admirals_war.rules.options.hidden_submarines import hide, tell
from aw_env.games.admirals_war.rules.options.italian_neutrality import may_patrol_now
from aw_env.games.admirals_war.rules.options.turn_eleven import has_come
from aw_env.games.admirals_war.rules.war_entry import (
    RAID_FORCE,
    ask_raid_force,
    enters,
    in_raid_force,
    join_raid_force,
    may_join_raid_force,
    may_move,
    open_japanese_turn,
    peace_waters,
    rolls_as_neutral,
)
from aw_env.naval.dice import roll_die

PATROLLING_AREAS = 2
"""Areas a patrolling ship may enter, the second with a speed roll (§6.12)."""
RAIDING_AREAS = 3
"""Areas a raiding ship may enter, the third with a speed roll (§6.13)."""
SURE_SPEED = 7
"""A speed that any die leaves below (§6.24)."""

OPENING, CHOOSING, ROLLING = range(3)
"""Stages of a step of movement: what comes first, then all ships of the power move, then all speed rolls are made
(§6.23)."""

LEAST_ROLL_OF_MINORS = 5
"""Die with which a Russian or a surrendered Italian unit may move (§18.22, §16.44)."""

NO_ROLL, ORDINARY_ROLL, ROLL_PAST_GIBRALTAR = 0, 1, 2
"""What speed roll a ship owes for the last area it entered (§6.12, §6.13, §2.51)."""


@rule
def held_against(book, game, choke, of_side):
    """Whether the enemy holds a choke point (§2.5)."""
    holders = int(book.choke_ports[choke])
    while holders != 0:
        if open_to(book, game, lowest(holders), 1 - of_side):
            return True
        holders &= holders - 1
    return False


@rule
def neighbours(book, game, areas, of_side, unhindered):
    """Areas one free move away from any of a set; an enemy flag stops a ship (§6.3) but not in those `unhindered`."""
    leaving = may_be_left(game, areas, of_side, unhindered)
    found, left = 0, int(leaving)
    while left != 0:
        found |= int(book.adjacent[lowest(left)])
        left &= left - 1
    for choke in range(book.chokes):
        beyond = through_choke(book, choke, leaving)
        if beyond != 0 and not held_against(book, game, choke, of_side):
            found |= beyond
    return found & int(book.open_areas)


@rule
def bordering(book, areas):
    """Areas in play that border on any of a set, whoever holds a choke point between them."""
    found = 0
    for area in range(AREAS):
        found |= int(book.adjacent[area]) * int(has(areas, area))
    for choke in range(book.chokes):
        found |= through_choke(book, choke, areas)
    return found & int(book.open_areas)


@rule
def may_be_left(game, areas, of_side, unhindered):
    """Those of a set of areas in which no enemy flag stops a ship (§6.3)."""
    if areas & ~unhindered == 0:
        return areas
    return areas & (unhindered | ~areas_held(game, 1 - of_side))


@rule
def through_choke(book, choke, areas):
    """Areas on the far side of a choke point from any of a set."""
    one, other = book.choke_between[choke, 0], book.choke_between[choke, 1]
    found = 0
    if has(areas, one):
        found |= bit(other)
    if has(areas, other):
        found |= bit(one)
    return found


@rule
def slow_passages(book, game, areas, of_side, unhindered, past_gibraltar):
    """Areas that an enemy-held choke point lets a ship enter at the price of an extra area (§2.51, §2.52)."""
    leaving = may_be_left(game, areas, of_side, unhindered)
    found = 0
    for choke in range(book.chokes):
        effect = book.choke_effect[choke]
        slow = effect == Choke.EXTRA_AREA or (effect == Choke.EXTRA_AREA_OR_RETURN and past_gibraltar)
        beyond = through_choke(book, choke, leaving)
        if slow and beyond != 0 and held_against(book, game, choke, of_side):
            found |= beyond
    return found & int(book.open_areas)


@rule
def waters_of(book, game, unit):
    """Areas a unit may enter: those of its side, and for some kinds only a part of the board (§14.12-14.14, §14.22,
    §15.1)."""
    return waters_of_side(book, game, unit) & int(book.waters[unit])


@rule
def waters_of_side(book, game, unit):
    """Areas that are open to the units of a nation: of the Allies only Russian units enter the Baltic, and these
    nothing else (§2.54)."""
    if side(game, unit) == Side.AXIS:
        return int(book.open_areas)
    return int(book.open_areas) & int(book.allied_waters[book.nation[unit]])


@rule
def areas_within(book, game, unit, most):
    """Sea areas a unit may reach from its base by entering at most `most` areas (§6.11, §6.3, §10.33)."""
    return areas_reached(book, game, unit, most, True)


@rule
def areas_reached(book, game, unit, most, past_gibraltar):
    """The same, with or without passing an enemy-held Gibraltar (§2.51).  A sea area that is a ship's base leads to
    every adjacent one, as a port does to those it touches (§10.31, §10.33)."""
    of_side = side(game, unit)
    waters = waters_of(book, game, unit) & peace_waters(book, game, unit)
    before = 0
    base = 0
    leads_to = 0
    if at_sea(game, unit):
        base = bit(game.place[unit])
        reached = (base | neighbours(book, game, base, of_side, base)) & waters
        before = base
    else:
        port = int(book.raid_base) if in_raid_force(game, unit) else game.place[unit] - FIRST_PORT
        reached = touched(book, game, port) & waters
        leads_to = int(book.leads_to[port])
    for entered in range(1, most):
        further = reached | neighbours(book, game, reached, of_side, base)
        further |= slow_passages(book, game, before, of_side, base, past_gibraltar)
        if entered == 1:
            further |= leads_to  # the second area out of the Panama Canal (§2.53)
        before = reached
        reached = further & waters
    return reached & ~base


@rule
def may_sail(book, game, unit):
    """A sound ship, submarine or escort group at its base, with no marker that keeps it there (§7.52, §9.35)."""
    return (
        (is_a_ship(book, unit) or placed_anywhere(book, unit))
        and (in_port(game, unit) or based_at_sea(book, game, unit))
        and marked(game, unit, DISABLED) == 0
        and marked(game, unit, COMMITTED) == 0
        and not on_the_bottom(book, game, unit)
        and may_move(book, game, unit)
    )


@rule
def based_at_sea(book, game, unit):
    """Whether the sea area where a ship begins the turn is its base: an oiler's, or one where it refuelled (§10.31,
    §10.33, §15.31)."""
    return at_sea(game, unit) and (book.kind[unit] == Kind.OILER or marked(game, unit, REFUELLED) == 1)


@rule
def placed_anywhere(book, unit):
    """Submarines and Hunter-Killer groups are placed in any of their areas, whatever the distance and whoever controls
    it (§6.43, §6.44, §14.11)."""
    return book.kind[unit] == Kind.SUBMARINE or book.kind[unit] == Kind.HUNTER_KILLER


@rule
def awaited(book, game, unit):
    """A ship off the map that may be put straight into certain areas (M.4)."""
    off_the_map = game.place[unit] == FIRST_BOX + Box.NOT_YET_ARRIVED and book.free_turn[unit] == OFF_THE_MAP
    return off_the_map and (book.free_patrol[unit] | book.free_raid[unit]) != 0


@rule
def freely_placed(book, game, unit):
    """A unit in port that may be put straight into certain areas on this turn (§6.5)."""
    placed = marked(game, unit, COMMITTED) == 1
    return book.free_turn[unit] == game.turn and in_port(game, unit) and not placed


# --- §18.22, §19.42: rolls to move ---------------------------------------------------------------------


@rule
def roll_to_move(book, game, power, events):
    """All rolls are made before the first of the power's ships moves (§18.25, §19.42); some stay in port without one
    (§18.35)."""
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.controller[unit] == power:
            if must_roll_to_move(book, game, unit):
                mark(game, unit, HELD, 0 if passes_roll_to_move(book, game, unit, events) else 1)
            elif stays_in_port(book, game, unit):
                mark(game, unit, HELD, 1)


@rule
def must_roll_to_move(book, game, unit):
    """Sound units in port that a rule keeps there unless a die sets them free (§16.44, §18.22, §19.42), if nothing else
    keeps them (§21.21)."""
    stays = marked(game, unit, HELD) == 1 and has_come(book, game)
    if stays or not in_port(game, unit) or on_the_bottom(book, game, unit):
        return False
    return rolls_as_neutral(book, game, unit) or rolls_as_minor(book, game, unit)


@rule
def passes_roll_to_move(book, game, unit, events):
    """US units need a die below the turn's number, easier by 1 for each provocation (§19.42, §19.47), Russian and
    Italian ones a 5 or 6 (§18.22, §16.44).  Where no die could fail or none pass, none is rolled."""
    least, most = 1, int(game.turn) - 1 + int(game.provocation)
    if rolls_as_minor(book, game, unit):
        least, most = LEAST_ROLL_OF_MINORS, 6
    if most < least or (least <= 1 and most >= 6):
        passed = most >= least
        note(events, Event.ROLL_TO_MOVE, unit, 1 if passed else 0, 0)
        return passed
    die = roll_die(game)
    passed = least <= die <= most
    note(events, Event.ROLL_TO_MOVE, unit, 1 if passed else 0, 0)
    note_die(events, die)
    return passed


# --- §5.31: patrolling ships ---------------------------------------------------------------------------


@rule
def patrolling(book, game, events):
    """Each ship of a power sails as a patroller, turns raider in port, or stays; all its submarines go to sea as
    patrollers, and its Hunter-Killer groups (§14.1, §14.22); then speed rolls (§5.31)."""
    frame = top(game)
    power = frame[SUBJECT]
    if frame[STAGE] == OPENING:
        roll_to_move(book, game, power, events)
        hide(book, game, power)
        if power == Power.JAPANESE:
            open_japanese_turn(book, game, events)
        frame[STAGE] = CHOOSING
    if frame[STAGE] == CHOOSING:
        while frame[CURSOR] < game.units:
            unit = int(game.roster[frame[CURSOR]])
            if game.controller[unit] == power and may_patrol_now(book, game, unit):
                ready = may_sail(book, game, unit) or in_raid_force(game, unit)
                if ready or awaited(book, game, unit) or freely_placed(book, game, unit):
                    return ask(book, game, Decision.PATROL_ORDER, power, unit)
            frame[CURSOR] += 1
        frame[CURSOR] = 0
        frame[STAGE] = ROLLING
    return roll_for_speed(book, game, events)


@rule
def mask_patrol_order(book, game, mask):
    """§5.31, §6.12, §14.1; ships from off the map go where the scenario puts them (M.4); into and out of the raid force
    (§19.5)."""
    unit = game.subject
    if awaited(book, game, unit):
        allow_areas(mask, book.free_patrol[unit])
        mask[Option.WAIT if book.free_raid[unit] != 0 else Option.DECLINE] = 1
        return
    mask[Option.STAY] = 1
    if placed_anywhere(book, unit):
        allow_areas(mask, waters_of(book, game, unit) & peace_waters(book, game, unit))
        return
    allow_areas(mask, areas_within(book, game, unit, PATROLLING_AREAS))
    if freely_placed(book, game, unit):
        allow_areas(mask, book.free_patrol[unit])
    if book.raider_side[unit] == 1:
        mask[Option.TURN_RAIDER] = 1
    if in_raid_force(game, unit):
        mask[FIRST_PLACE_ACTION + FIRST_PORT + book.raid_base] = 1
    elif may_join_raid_force(book, game, unit):
        mask[FIRST_PLACE_ACTION + RAID_FORCE] = 1


@rule
def take_patrol_order(book, game, action, events):
    """The ship sails, turns over in port, or stays; what leaves the raid force does so from its port (§19.52)."""
    unit = game.subject
    top(game)[CURSOR] += 1
    if in_raid_force(game, unit) and action != Option.STAY:
        put(game, unit, FIRST_PORT + book.raid_base)
        note(events, Event.MOVED, unit, FIRST_PORT + book.raid_base, 0)
    if action == Option.TURN_RAIDER:
        mark(game, unit, RAIDING, 1)
    elif action == Option.DECLINE:
        put(game, unit, FIRST_BOX + Box.OUT_OF_PLAY)
    elif action == FIRST_PLACE_ACTION + RAID_FORCE:
        join_raid_force(game, unit, events)
    elif FIRST_PLACE_ACTION <= action < FIRST_PLACE_ACTION + FIRST_PORT:
        sail(book, game, unit, action - FIRST_PLACE_ACTION, PATROLLING_AREAS, events)


@rule
def sail(book, game, unit, area, most, events):
    """Put a ship into an area and remember whether it owes a speed roll for the last step (§6.12, §6.13)."""
    mark(game, unit, STEPS, roll_owed(book, game, unit, area, most))
    enters(book, game, unit, area, events)
    mark(game, unit, COMMITTED, 1)
    mark(game, unit, REFUELLED, 0)
    game.place[unit] = area
    tell(book, game, Event.MOVED, unit, area, marked(game, unit, RAIDING), events)


@rule
def roll_owed(book, game, unit, area, most):
    """The speed roll for entering an area as the last of `most`; the route past Gibraltar is taken only if there is
    no other (§6.12, §6.13, §2.51).  Units put straight into an area need none (M.4, §6.5, §14.11)."""
    if placed_anywhere(book, unit) or game.place[unit] >= FIRST_BOX:
        return NO_ROLL
    free = book.free_raid[unit] if marked(game, unit, RAIDING) == 1 else book.free_patrol[unit]
    if freely_placed(book, game, unit) and has(free, area):
        return NO_ROLL
    if has(areas_within(book, game, unit, most - 1), area):
        return NO_ROLL
    return ORDINARY_ROLL if has(areas_reached(book, game, unit, most, False), area) else ROLL_PAST_GIBRALTAR


# --- §5.35: raiding ships ------------------------------------------------------------------------------


@rule
def raiding(book, game, events):
    """Each raider of a power in port, or based at sea, sails or stays; then speed rolls (§5.35)."""
    frame = top(game)
    power = frame[SUBJECT]
    if frame[STAGE] == OPENING:
        frame[STAGE] = CHOOSING
        if power == Power.JAPANESE and ask_raid_force(book, game, events):
            return True
    if frame[STAGE] == CHOOSING:
        while frame[CURSOR] < game.units:
            unit = int(game.roster[frame[CURSOR]])
            if game.controller[unit] == power:
                if (may_sail(book, game, unit) and marked(game, unit, RAIDING) == 1) or awaited(book, game, unit):
                    return ask(book, game, Decision.RAID_ORDER, power, unit)
            frame[CURSOR] += 1
        frame[CURSOR] = 0
        frame[STAGE] = ROLLING
    return roll_for_speed(book, game, events)


@rule
def mask_raid_order(book, game, mask):
    """§5.35, §6.13; ships from off the map go where the scenario puts them, or never come (M.4)."""
    unit = game.subject
    if awaited(book, game, unit):
        allow_areas(mask, book.free_raid[unit])
        mask[Option.DECLINE] = 1
        return
    allow_areas(mask, areas_within(book, game, unit, RAIDING_AREAS))
    if freely_placed(book, game, unit):
        allow_areas(mask, book.free_raid[unit])
    mask[Option.STAY] = 1


@rule
def take_raid_order(book, game, action, events):
    """The raider sails or stays."""
    unit = game.subject
    top(game)[CURSOR] += 1
    if action == Option.DECLINE:
        put(game, unit, FIRST_BOX + Box.OUT_OF_PLAY)
    elif action >= FIRST_PLACE_ACTION:
        mark(game, unit, RAIDING, 1)
        sail(book, game, unit, action - FIRST_PLACE_ACTION, RAIDING_AREAS, events)


# --- §6.2: speed rolls ---------------------------------------------------------------------------------


@rule
def roll_for_speed(book, game, events):
    """Make the speed rolls a power owes, ship by ship (§6.23)."""
    frame = top(game)
    while frame[CURSOR] < game.units:
        unit = int(game.roster[frame[CURSOR]])
        frame[CURSOR] += 1
        owed = marked(game, unit, STEPS)
        if game.controller[unit] == frame[SUBJECT] and owed != NO_ROLL:
            mark(game, unit, STEPS, NO_ROLL)
            if not passes_speed_roll(book, game, unit, events):
                fail_speed_roll(book, game, unit, owed)
                return False
    pop(game)
    return False


@rule
def passes_speed_roll(book, game, unit, events):
    """Speed must exceed the die (§6.2); 7 and more needs no roll (§6.24); a scenario may assume the die (M.3)."""
    now = speed(book, game, unit)
    if now >= SURE_SPEED:
        note(events, Event.SPEED_ROLL, unit, game.place[unit], 1)
        return True
    assumed = assumed_speed_die(book, game, unit)
    die = assumed if assumed > 0 else roll_die(game)
    note(events, Event.SPEED_ROLL, unit, game.place[unit], 1 if now > die else 0)
    note_die(events, die)
    return now > die


@rule
def assumed_speed_die(book, game, unit):
    """The die that the scenario takes as rolled for the unit's speed rolls, 0: it is rolled (M.3)."""
    return int(book.assumed_speed_die[game.controller[unit]])


@rule
def dice_that_pass(book, game, unit):
    """How many of the six faces pass the unit's speed roll (§6.2, §6.24, M.3)."""
    now, assumed = speed(book, game, unit), assumed_speed_die(book, game, unit)
    if now >= SURE_SPEED or (assumed > 0 and now > assumed):
        return 6
    return 0 if assumed > 0 else now - 1


@rule
def fail_speed_roll(book, game, unit, owed):
    """A patroller turns raider where it is (§6.21); a raider, or a ship without a raiding side, goes home (§6.22);
    but at Gibraltar either goes back to the port it left (§2.51), or from the area that was its base to a real one
    (§10.34)."""
    if owed == ROLL_PAST_GIBRALTAR and game.origin[unit] < FIRST_PORT:
        send_home(game, unit, game.origin[unit], Homing.ORDINARY)
    elif owed == ROLL_PAST_GIBRALTAR:
        send_home(game, unit, game.origin[unit], Homing.TURNED_BACK)
    elif marked(game, unit, RAIDING) == 0 and book.raider_side[unit] == 1:
        mark(game, unit, RAIDING, 1)
    else:
        send_home(game, unit, game.place[unit], Homing.ORDINARY)
