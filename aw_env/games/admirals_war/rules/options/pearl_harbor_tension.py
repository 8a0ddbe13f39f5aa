"""§23 Pearl Harbor tension: a smaller raid force, groups of which only their owner knows the place, a hotter attack."""

from aw_env.core.engine.compiling import optional, rule
from aw_env.core.engine.dice import below
from aw_env.core.engine.events import note
from aw_env.core.engine.stack import CURSOR, ask, pop, top
from aw_env.games.admirals_war.records.terms import (
    FIRST_BOX,
    FIRST_PLACE_ACTION,
    FIRST_PORT,
    FIRST_UNIT_ACTION,
    NOBODY,
    NOWHERE,
    Box,
    Decision,
    Event,
    Kind,
    Nation,
    Option,
    OptionalRule,
    Power,
    Side,
)
from aw_env.games.admirals_war.rules.counters import (
    AWAITS_GROUPS,
    STRUCK,
    airstrike,
    fights,
    on_the_bottom,
    put,
    side,
    surprise_raid,
)
from aw_env.games.admirals_war.rules.options.reserve import plays
from aw_env.games.admirals_war.rules.options.tora_tora import ALERT, FLEET_AT_SEA
from aw_env.naval.dice import roll_die

MOST_SHIPS = 10
"""Ships for which the raid force has fuel (§23.1)."""
FACES = 6
FREE_FACES = 3
"""Faces of the die left when each of the three areas has one (§23.21)."""
GROUPS = 4
CENTRAL_FACE, HAWAII_FACE, CARIBBEAN_FACE = 1, 2, 4
"""Faces of Table 5 that stand for the three areas."""


# --- §23.1: fuel ---------------------------------------------------------------------------------------


@optional(otherwise=True)
@rule
def has_fuel_for_another(book, game):
    """Whether the raid force may grow."""
    if not plays(book, OptionalRule.PEARL_HARBOR_TENSION):
        return True
    ships = 0
    for k in range(game.units):
        if game.place[game.roster[k]] == FIRST_BOX + Box.RAID_FORCE:
            ships += 1
    return ships < MOST_SHIPS


# --- §23.2: groups of uncertain whereabouts ------------------------------------------------------------


@optional(otherwise=False)
@rule
def must_divide(book, game):
    """Whether the faces have still to be given to the areas: before the set-up, while Japan is at peace."""
    return plays(book, OptionalRule.PEARL_HARBOR_TENSION) and game.hostilities == 0 and game.faces_central == 0


@rule
def dividing(book, game):
    """Each area has a face; the American seat gives away three more, one by one, in secret (§23.21)."""
    frame = top(game)
    if frame[CURSOR] < FREE_FACES:
        return ask(book, game, Decision.DIVISION, Power.AMERICAN, NOBODY)
    pop(game)
    return False


@rule
def mask_division(book, mask):
    """Any of the three."""
    for face in (CENTRAL_FACE, HAWAII_FACE, CARIBBEAN_FACE):
        mask[FIRST_PLACE_ACTION + book.uncertain_areas[face]] = 1


@rule
def take_division(book, game, action):
    """The area has a face more."""
    frame = top(game)
    if frame[CURSOR] == 0:
        game.faces_central = 1
        game.faces_hawaii = 1
    frame[CURSOR] += 1
    area = action - FIRST_PLACE_ACTION
    if area == book.uncertain_areas[CENTRAL_FACE]:
        game.faces_central += 1
    elif area == book.uncertain_areas[HAWAII_FACE]:
        game.faces_hawaii += 1


@rule
def area_of_die(book, game, die):
    """Where a die puts a group: as the faces were given to the areas, or by Table 5 if nobody has divided them."""
    if game.faces_central == 0:
        return int(book.uncertain_areas[die])
    if die <= game.faces_central:
        return int(book.uncertain_areas[CENTRAL_FACE])
    if die <= int(game.faces_central) + int(game.faces_hawaii):
        return int(book.uncertain_areas[HAWAII_FACE])
    return int(book.uncertain_areas[CARIBBEAN_FACE])


@optional()
@rule
def find_groups_in_secret(book, game, events):
    """Before the raids two dice for each group, whether it exists or not; a group twice off Hawaii is in Pearl Harbor,
    for all to see, and the others stay where nobody else knows (§23.22-23.24)."""
    for group in range(GROUPS):
        area = area_of_die(book, game, roll_die(game))
        again = area_of_die(book, game, roll_die(game))
        game.uncertain_at[group] = area
        if area == book.raid_area and again == book.raid_area:
            bring_into_port(book, game, group, events)


@rule
def bring_into_port(book, game, group, events):
    """The ships of a group lie in Pearl Harbor, and have all along: they are none of those that come later (§23.41)."""
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.place[unit] == FIRST_BOX + Box.UNCERTAIN_W + group:
            put(game, unit, FIRST_PORT + int(book.raid_target))
            game.origin[unit] = game.place[unit]
            note(events, Event.MOVED, unit, game.place[unit], 0)


@rule
def found_at(game, group):
    """Where the secret dice have put a group; NOWHERE without them."""
    return int(game.uncertain_at[group])


@rule
def forget_groups(game):
    """The groups have appeared: nothing is secret any more."""
    game.faces_central = 0
    game.faces_hawaii = 0
    for group in range(GROUPS):
        game.uncertain_at[group] = NOWHERE


# --- §23.3: the air raid -------------------------------------------------------------------------------


@optional(otherwise=0)
@rule
def sudden_bonus(book, game):
    """One more on each shot of the first raid (§23.31)."""
    return int(plays(book, OptionalRule.PEARL_HARBOR_TENSION) and surprise_raid(game) == 1)


@optional(otherwise=False)
@rule
def aircraft_answer(book, game):
    """Whether the air unit in Pearl Harbor attacks in the raid under way: in the second (§23.32)."""
    return plays(book, OptionalRule.PEARL_HARBOR_TENSION) and surprise_raid(game) == 2


@optional(otherwise=False)
@rule
def answers(book, game, unit, place):
    """A US air unit in the port that is raided."""
    return book.kind[unit] == Kind.LBA and book.nation[unit] == Nation.US and game.place[unit] == place


@optional()
@rule
def mask_answer(book, game, mask):
    """Any Japanese ship at sea there, or hold fire."""
    for k in range(game.units_here):
        unit = int(game.here[k])
        if side(game, unit) == Side.AXIS and book.kind[unit] == Kind.SHIP:
            mask[FIRST_UNIT_ACTION + unit] = 1
    mask[Option.HOLD] = 1


# --- §23.4: a third round ------------------------------------------------------------------------------


@rule
def naming(book, game):
    """If the Japanese stay, each of their carriers names what she will attack before the groups appear (§23.41)."""
    frame = top(game)
    if frame[CURSOR] == 0:
        forget_raids(game)
    while frame[CURSOR] < game.units_here:
        unit = int(game.here[frame[CURSOR]])
        if game.controller[unit] == Power.JAPANESE and book.carrier[unit] == 1 and airstrike(book, game, unit) > 0:
            return ask(book, game, Decision.NAMING, Power.JAPANESE, unit)
        frame[CURSOR] += 1
    pop(game)
    return False


@rule
def forget_raids(game):
    """What was aimed at in the raids is aimed at no more."""
    for k in range(game.units_here):
        game.target[game.here[k]] = NOBODY


@rule
def may_be_named(book, game, unit):
    """US units in Pearl Harbor that can put to sea, and those at sea there."""
    if side(game, unit) != Side.ALLIES or not fights(book, unit):
        return False
    if game.place[unit] == game.area:
        return True
    in_port = game.place[unit] == FIRST_PORT + book.raid_target
    return in_port and book.kind[unit] != Kind.AMPHIBIOUS and not on_the_bottom(book, game, unit)


@rule
def mask_naming(book, game, mask):
    """One of these, a ship of an uncertain group, or none."""
    for k in range(game.units):
        unit = int(game.roster[k])
        if may_be_named(book, game, unit):
            mask[FIRST_UNIT_ACTION + unit] = 1
    mask[Option.UNCERTAIN] = 1
    mask[Option.HOLD] = 1


@rule
def take_naming(game, action):
    """The carrier's target; she holds it until the round."""
    unit = game.subject
    top(game)[CURSOR] += 1
    if action == Option.HOLD:
        game.raid_place[unit] = STRUCK
    elif action == Option.UNCERTAIN:
        game.raid_place[unit] = AWAITS_GROUPS
    else:
        game.target[unit] = action - FIRST_UNIT_ACTION


@optional(otherwise=False)
@rule
def names_targets(book, game):
    """Whether the round that comes is the one for which targets are named: the first after the raids, unless the
    carriers' aircraft are away (§24.4)."""
    return plays(book, OptionalRule.PEARL_HARBOR_TENSION) and game.warned < FLEET_AT_SEA


@rule
def hold_to_names(game):
    """When the round begins: who named a unit that is not there has lost the attack, and who waits for the groups may
    attack if one has come."""
    for k in range(game.units_here):
        unit = int(game.here[k])
        target = int(game.target[unit])
        if game.raid_place[unit] == AWAITS_GROUPS and not group_has_come(game):
            game.raid_place[unit] = STRUCK
        if target != NOBODY and game.place[target] == game.area:
            game.attackers_on[target] += 1
        elif target != NOBODY:
            game.target[unit] = NOBODY
            game.raid_place[unit] = STRUCK


@rule
def came_with_a_group(game, unit):
    """A ship at sea that was of a group of uncertain whereabouts when the turn began."""
    return FIRST_BOX + Box.UNCERTAIN_W <= game.origin[unit] <= FIRST_BOX + Box.UNCERTAIN_Z


@rule
def group_has_come(game):
    """Whether one is in the line-up."""
    for k in range(game.units_here):
        if came_with_a_group(game, int(game.here[k])):
            return True
    return False


@rule
def may_attack_it(game, attacker, target):
    """Carriers that named an uncertain group attack ships of such groups only (§23.41)."""
    return game.raid_place[attacker] != AWAITS_GROUPS or came_with_a_group(game, target)


@rule
def forfeit(game):
    """If the Allies have left: who waited for the groups makes no raid (§23.41), the others may."""
    for k in range(game.units_here):
        unit = int(game.here[k])
        game.target[unit] = NOBODY
        if game.raid_place[unit] == AWAITS_GROUPS:
            game.raid_place[unit] = STRUCK


# --- §23.6: unprepared ---------------------------------------------------------------------------------


@optional(otherwise=False)
@rule
def is_unprepared(book, game, unit):
    """US carriers on the turn of the attack, unless the warning came through (§23.61, §23.62)."""
    return (
        plays(book, OptionalRule.PEARL_HARBOR_TENSION)
        and book.nation[unit] == Nation.US
        and book.carrier[unit] == 1
        and game.hostilities == 1
        and game.hostilities_since == game.turn
        and game.warned < ALERT
    )


# --- what a seat that does not know may think ----------------------------------------------------------


@optional()
@rule
def redraw(book, game, seat):
    """Draw anew what a seat does not know, from all that could be: how the faces are divided and, between the dice and
    the appearance of the groups, where these are."""
    if book.seat_of_power[Power.AMERICAN] == seat or game.faces_central == 0 or game.decision == Decision.DIVISION:
        return
    central, hawaii = 1, 1
    way = below(game.generator, 10)  # the ways of giving three faces to three areas
    for more_central in range(FREE_FACES + 1):
        for more_hawaii in range(FREE_FACES + 1 - more_central):
            if way == 0:
                central, hawaii = 1 + more_central, 1 + more_hawaii
            way -= 1
    game.faces_central = central
    game.faces_hawaii = hawaii
    for group in range(GROUPS):
        if game.uncertain_at[group] != NOWHERE:
            game.uncertain_at[group] = area_of_die(book, game, 1 + below(game.generator, FACES))
