"""§14.1, §14.3 Submarines that turn their raider side up, and their attacks; §27 their targeting rolls."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note, note_die
from aw_env.core.engine.marks import mark, marked
from aw_env.core.engine.stack import CURSOR, STAGE, SUBJECT, ask, pop, top
from aw_env.games.admirals_war.records.state import DISABLED, RAIDING
from aw_env.games.admirals_war.records.steps import Homing
from aw_env.games.admirals_war.records.terms import (
    FIRST_BOX,
    FIRST_UNIT_ACTION,
    POWERS,
    Box,
    Decision,
    Event,
    Kind,
    Nation,
    Option,
    OptionalRule,
    Power,
)
from aw_env.games.admirals_war.rules.bonuses import gunnery_bonus
from aw_env.games.admirals_war.rules.counters import at_sea, combat_order, lap, send_home, side, speed
from aw_env.games.admirals_war.rules.fire import send_disabled_home, shoot, take_effect_on
from aw_env.games.admirals_war.rules.minor_navies import fights_for_italy
from aw_env.games.admirals_war.rules.options.german_carriers import is_type_xxi
from aw_env.games.admirals_war.rules.options.hidden_submarines import reveal, tell
from aw_env.games.admirals_war.rules.options.italian_ineffectiveness import ALONE
from aw_env.games.admirals_war.rules.options.reserve import plays
from aw_env.games.admirals_war.rules.options.task_forces import force_speed, in_task_forces
from aw_env.games.admirals_war.rules.retreat import group_speed
from aw_env.games.admirals_war.rules.war_entry import provoke, takes_part
from aw_env.naval.dice import roll_die


@rule
def alike(book, game, unit, other):
    """Whether it makes no difference which of two units is meant."""
    return (
        book.kind[unit] == book.kind[other]
        and book.nation[unit] == book.nation[other]
        and book.gunnery[unit] == book.gunnery[other]
        and book.gunnery_bonus_from[unit] == book.gunnery_bonus_from[other]
        and book.speed[unit] == book.speed[other]
        and is_type_xxi(book, game, unit) == is_type_xxi(book, game, other)
    )


# --- §5.36, §14.1: raider side up ----------------------------------------------------------------------


@rule
def inverting(book, game, events):
    """When raiders have moved, a power may turn its submarines raider side up, one of a nation an area (§14.1)."""
    frame = top(game)
    power = frame[SUBJECT]
    while frame[CURSOR] < game.units:
        unit = int(game.roster[frame[CURSOR]])
        if game.controller[unit] == power and may_invert(book, game, unit, frame[CURSOR]):
            return ask(book, game, Decision.INVERSION, power, unit)
        frame[CURSOR] += 1
    pop(game)
    return False


@rule
def may_invert(book, game, unit, position):
    """A submarine at sea whose nation has not turned one there (§14.1) and declined for none like it; `position` is
    its own in the roster."""
    if book.kind[unit] != Kind.SUBMARINE or not at_sea(game, unit) or book.raider_side[unit] == 0:
        return False
    for k in range(game.units):
        other = int(game.roster[k])
        if book.kind[other] == Kind.SUBMARINE and game.place[other] == game.place[unit]:
            if book.nation[other] == book.nation[unit] and marked(game, other, RAIDING) == 1:
                return False
            if k < position and alike(book, game, unit, other):
                return False
    return True


@rule
def mask_inversion(mask):
    """May, not must (§5.36)."""
    mask[Option.INVERT] = 1
    mask[Option.STAY] = 1


@rule
def take_inversion(book, game, action, events):
    """The submarine turns raider, or stays a patroller."""
    top(game)[CURSOR] += 1
    if action == Option.INVERT:
        mark(game, game.subject, RAIDING, 1)
        tell(book, game, Event.INVERTED, game.subject, game.place[game.subject], 0, events)


# --- §14.3: raiding submarines -------------------------------------------------------------------------

NOT_ROLLED = 0
"""Stage of the step while the boat at the cursor has made no targeting roll; else what it rolled (§27.1)."""
TARGETING_ADDS = 2
"""Added to a targeting roll (§27.1)."""


@rule
def raiding_attacks(book, game, events):
    """After a round each raiding submarine in the area may attack and then returns at once (§14.31, §8.26), in the
    order of combat; what it does takes effect before the next (§14.34)."""
    frame = top(game)
    targeting = plays(book, OptionalRule.SUBMARINE_TARGETING)
    if not targeting and send_disabled_home(book, game):
        return False
    frame[CURSOR] = next_raider(book, game, frame[CURSOR])
    if frame[CURSOR] < POWERS * game.units:
        unit = int(game.roster[frame[CURSOR] - lap(frame[CURSOR], game.units) * game.units])
        rolls = targeting and frame[STAGE] == NOT_ROLLED
        decision = Decision.SUBMARINE_ATTEMPT if rolls else Decision.SUBMARINE_TARGET
        return ask(book, game, decision, game.controller[unit], unit)
    if targeting and send_disabled_home(book, game):
        return False
    pop(game)
    return False


@rule
def next_raider(book, game, cursor):
    """The next raiding submarine that may attack, from a cursor on that runs through the roster once for each power in
    the order of combat (§5.1)."""
    if not any_raiding(book, game):
        return POWERS * game.units
    laps = lap(cursor, game.units)
    first = cursor - laps * game.units
    for turn in range(laps, POWERS):
        power = combat_order(book.area_theatre[game.area], turn)
        for k in range(first, game.units):
            unit = int(game.roster[k])
            if game.place[unit] == game.area and game.controller[unit] == power and may_attack(book, game, unit):
                return turn * game.units + k
        first = 0
    return POWERS * game.units


@rule
def any_boat_in(book, game, area):
    """Whether there is a submarine in an area."""
    for k in range(book.boats):
        if game.place[book.boat[k]] == area:
            return True
    return False


@rule
def any_raiding(book, game):
    """Whether there is a raiding submarine in the area at all."""
    for k in range(book.boats):
        unit = int(book.boat[k])
        if game.place[unit] == game.area and marked(game, unit, RAIDING) == 1:
            return True
    return False


@rule
def may_attack(book, game, unit):
    """A raiding submarine with a target, unless its side has retreated (§14.35)."""
    if book.kind[unit] != Kind.SUBMARINE or marked(game, unit, RAIDING) == 0 or has_retreated(book, game, unit):
        return False
    if not takes_part(game, unit):
        return False
    for k in range(game.units_here):
        if may_be_torpedoed(book, game, game.here[k], unit):
            return True
    return False


@rule
def has_retreated(book, game, unit):
    """Whether a boat's side has retreated; 10 MAS stays where the Italians must go (§37.1), and German boats where the
    Germans do (§37.2)."""
    if side(game, unit) != game.retreating:
        return False
    stays = game.italians_left == ALONE or (game.italians_left > 0 and fights_for_italy(book, game, unit))
    return not stays


@rule
def may_be_torpedoed(book, game, target, unit):
    """Enemy ships and amphibious units, nothing else (§14.3); oilers and Hilfskreuzers are left to ASW (§10.32)."""
    of_kind = book.kind[target] == Kind.SHIP or book.kind[target] == Kind.AMPHIBIOUS
    return of_kind and side(game, target) != side(game, unit)


@rule
def mask_submarine_target(book, game, mask):
    """Any enemy ship or amphibious unit in the area, in whatever group (§8.26); or wait for a later round."""
    for k in range(game.units_here):
        target = int(game.here[k])
        if may_be_torpedoed(book, game, target, game.subject) and is_in_reach(book, game, target):
            mask[FIRST_UNIT_ACTION + target] = 1
    mask[Option.HOLD] = 1


@rule
def take_submarine_target(book, game, action, events):
    """One attack with the gunnery factor, at once effective, and home (§14.31, §14.34)."""
    unit = game.subject
    frame = top(game)
    frame[CURSOR] += 1
    frame[STAGE] = NOT_ROLLED
    if action == Option.HOLD:
        return
    reveal(book, game, unit, events)
    target = action - FIRST_UNIT_ACTION
    stopped = marked(game, target, DISABLED)
    shots, bonus = int(book.gunnery[unit]), gunnery_bonus(book, game, unit) + stopped  # §27.1
    shoot(book, game, unit, target, shots, bonus, True, events)
    take_effect_on(book, game, target, events)  # others may have targets that they have named (§23.41)
    if sunk_us_ship(book, game, target) and game.controller[unit] == Power.GERMAN:
        provoke(book, game, game.area, 1)
    send_home(game, unit, game.area, Homing.ORDINARY)
    if plays(book, OptionalRule.SUBMARINE_TARGETING) and marked(game, target, DISABLED) > stopped:
        send_home(game, target, game.area, Homing.ORDINARY)  # the next boat finds nobody just disabled (§27.1)


# --- §27: targeting rolls ------------------------------------------------------------------------------


@rule
def mask_submarine_attempt(mask):
    """To roll, or to wait for a later round (§27.2)."""
    mask[Option.YES] = 1
    mask[Option.HOLD] = 1


@rule
def take_submarine_attempt(book, game, action, events):
    """A die and two: the greatest speed of a unit that the boat may attack now; with none in reach it may try again
    after a later round (§27.1, §27.2)."""
    frame = top(game)
    if action == Option.YES:
        reveal(book, game, game.subject, events)
        die = roll_die(game)
        frame[STAGE] = die + TARGETING_ADDS
        note(events, Event.TARGETING, game.subject, frame[STAGE], 0)
        note_die(events, die)
        for k in range(game.units_here):
            target = int(game.here[k])
            if may_be_torpedoed(book, game, target, game.subject) and is_in_reach(book, game, target):
                return
    frame[STAGE] = NOT_ROLLED
    frame[CURSOR] += 1


@rule
def is_in_reach(book, game, target):
    """Whether a unit is slow enough for the targeting roll, or has just been disabled (§27.1); without the rule each
    is."""
    rolled = top(game)[STAGE]
    return rolled == NOT_ROLLED or pace(book, game, target) <= rolled or marked(game, target, DISABLED) == 1


@rule
def pace(book, game, unit):
    """Speed now; in a retreating group or a task force that of its slowest member (§27.3)."""
    if in_task_forces(book):
        return force_speed(book, game, unit)
    if side(game, unit) == game.retreating and game.group[unit] > 0:
        return group_speed(book, game, game.group[unit])
    return speed(book, game, unit)


@rule
def sunk_us_ship(book, game, target):
    """A US ship that is lost, for the rolls by which the US still stays at peace (§19.47)."""
    return (
        book.kind[target] == Kind.SHIP
        and book.nation[target] == Nation.US
        and game.place[target] == FIRST_BOX + Box.OUT_OF_PLAY
    )
