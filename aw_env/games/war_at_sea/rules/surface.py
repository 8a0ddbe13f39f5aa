"""11, 14.8: a round of surface combat."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.marks import mark, marked
from aw_env.core.engine.sets import behind, first_of, is_empty, without_first
from aw_env.core.engine.stack import CURSOR, STAGE, ask, pop, push, top
from aw_env.games.war_at_sea.records.state import DISENGAGED, FIRING
from aw_env.games.war_at_sea.records.steps import Step
from aw_env.games.war_at_sea.records.terms import FIRST_UNIT_ACTION, NOBODY, UNITS, Decision, Event, Kind, Option, Side
from aw_env.games.war_at_sea.rules.counters import attack, is_vessel, units_of
from aw_env.games.war_at_sea.rules.damage import shoot, take_effect

OPENING, NAMING, ALLIES_AIM, AXIS_AIMS, CLOSING = range(5)
MOST_QUIET = 9
"""Quiet rounds that are counted."""

# --- who is in the battle ------------------------------------------------------------------------------


@rule
def in_battle(book, game, unit):
    """Whether a vessel takes part: everyone in the area, or in a pursuit the group and its pursuers (L.13)."""
    if game.place[unit] != game.area or game.group[unit] != game.battle_group:
        return False
    return is_vessel(book, unit) and marked(game, unit, DISENGAGED) == 0


@rule
def fights_for(book, game, unit, of_side):
    """Whether a vessel of a side is in the battle."""
    return game.side[unit] == of_side and in_battle(book, game, unit)


@rule
def first_of_group(book, game, group):
    """The first vessel of the side that disengages in a group, or NOBODY."""
    there = units_of(game, game.disengaging, game.area)
    while not is_empty(there):
        unit = first_of(there)
        if game.group[unit] == group and is_vessel(book, unit):
            return unit
        there = without_first(there)
    return NOBODY


@rule
def present(book, game, of_side):
    """Whether a side has a vessel in the battle."""
    there = units_of(game, of_side, game.area)
    while not is_empty(there):
        unit = first_of(there)
        if in_battle(book, game, unit):
            return True
        there = without_first(there)
    return False


@rule
def both_present(book, game):
    """Whether there must be surface combat (11.1)."""
    return present(book, game, 0) and present(book, game, 1)


# --- 5.63, 11.3: the round -----------------------------------------------------------------------------


@rule
def fight_round(book, game, events):
    """Axis carriers say whether they fire (11.6), the Allies name targets and fire, then the Axis; all takes effect at
    the end of the round (11.3), and disabled ships leave."""
    frame = top(game)
    if frame[STAGE] == OPENING:
        open_round(book, game, events)
        frame[STAGE] = NAMING
    if frame[STAGE] == NAMING:
        if name_next_carrier(book, game):
            return True
        frame[STAGE] = ALLIES_AIM
        frame[CURSOR] = 0
    while frame[STAGE] < CLOSING:
        of_side = frame[STAGE] - ALLIES_AIM
        if aim_next(book, game, of_side):
            return True
        fire_all(book, game, of_side, events)
        frame[STAGE] += 1
        frame[CURSOR] = 0
    group = game.battle_group
    game.quiet_rounds[group] = 0 if game.shots_fired > 0 else min(MOST_QUIET, game.quiet_rounds[group] + 1)
    take_effect(book, game, game.area, events)
    pop(game)
    push(game, Step.LEAVING, game.area)
    return False


@rule
def open_round(book, game, events):
    """A round begins."""
    game.combat_round += 1
    game.shots_fired = 0
    pursued = first_of_group(book, game, game.battle_group) if game.battle_group > 0 else NOBODY
    note(events, Event.ROUND_BEGINS, game.area, pursued, game.combat_round)


@rule
def name_next_carrier(book, game):
    """Before the Allies name targets the Axis says of each of its carriers with guns whether she fires (11.6)."""
    frame = top(game)
    while frame[CURSOR] < game.units:
        unit = int(game.roster[frame[CURSOR]])
        if book.kind[unit] == Kind.CARRIER and fights_for(book, game, unit, 1) and attack(book, game, unit) > 0:
            return ask(book, game, Decision.CARRIER_FIRE, Side.AXIS.value, unit)
        frame[CURSOR] += 1
    return False


@rule
def mask_carrier_fire(mask):
    """Fire, or keep silent."""
    mask[Option.FIRE] = 1
    mask[Option.SILENT] = 1


@rule
def take_carrier_fire(game, action, events):
    """She has said so."""
    mark(game, game.subject, FIRING, 1 if action == Option.FIRE else 0)
    note(events, Event.CARRIER_NAMED, game.subject, 1 if action == Option.FIRE else 0, 0)
    top(game)[CURSOR] += 1


# --- 11.2, 11.6, 14.8: targets -------------------------------------------------------------------------


@rule
def may_fire(book, game, unit, of_side):
    """Whether a vessel of a side may be given a target: with shots, and no Axis carrier that has kept silent."""
    if not fights_for(book, game, unit, of_side) or attack(book, game, unit) == 0:
        return False
    return of_side == Side.ALLIES or book.kind[unit] != Kind.CARRIER or marked(game, unit, FIRING) == 1


@rule
def aim_next(book, game, of_side):
    """The vessels of a side name their targets one after another, before any of them rolls (11.2)."""
    frame = top(game)
    while frame[CURSOR] < game.units:
        unit = int(game.roster[frame[CURSOR]])
        if may_fire(book, game, unit, of_side):
            return ask(book, game, Decision.SURFACE_TARGET, of_side, unit)
        frame[CURSOR] += 1
    return False


@rule
def is_silent_carrier(book, game, unit):
    """A carrier that does not fire in this round (11.6): an Allied one fires if she has named a target."""
    if book.kind[unit] != Kind.CARRIER:
        return False
    return marked(game, unit, FIRING) == 0 and game.target[unit] == NOBODY


@rule
def is_closed_convoy(book, game, unit):
    """A convoy while another vessel of its side in the battle is undamaged (14.8); disabled ones have left."""
    if book.kind[unit] != Kind.CONVOY:
        return False
    there = units_of(game, game.side[unit], game.area)
    while not is_empty(there):
        other = first_of(there)
        if other != unit and game.damage[other] == 0 and in_battle(book, game, other):
            return True
        there = without_first(there)
    return False


@rule
def fire_upon(book, game, of_side):
    """How many vessels of the side under fire must still be fired upon before its silent carriers may be: all but these
    and closed convoys (11.6, H.25); and whether a silent carrier has been named."""
    screens = 0
    named = False
    there = units_of(game, of_side, game.area)
    while not is_empty(there):
        unit = first_of(there)
        if in_battle(book, game, unit):
            if is_silent_carrier(book, game, unit):
                named = named or game.attackers_on[unit] > 0
            elif game.attackers_on[unit] == 0 and not is_closed_convoy(book, game, unit):
                screens += 1
        there = without_first(there)
    return screens, named


@rule
def attackers_to_come(book, game, of_side):
    """Vessels of a side that name targets after the present one."""
    count = 0
    there = behind(units_of(game, of_side, game.area), game.subject)
    while not is_empty(there):
        unit = first_of(there)
        if may_fire(book, game, unit, of_side):
            count += 1
        there = without_first(there)
    return count


@rule
def mask_surface_target(book, game, mask):
    """The answers from which the side's allocation can still be made whole: once a silent carrier is fired upon, those
    still to come must be enough to fire upon every screen (11.6).  Fire may be held (H.17), but not by a carrier that
    has said that she fires."""
    of_side = int(game.power)
    enemy = 1 - of_side
    screens, obliged = fire_upon(book, game, enemy)
    to_come = attackers_to_come(book, game, of_side)
    there = units_of(game, enemy, game.area)
    while not is_empty(there):
        unit = first_of(there)
        if in_battle(book, game, unit) and not is_closed_convoy(book, game, unit):
            silent = is_silent_carrier(book, game, unit)
            left = screens if silent or game.attackers_on[unit] > 0 else screens - 1
            if not (obliged or silent) or left <= to_come:
                mask[FIRST_UNIT_ACTION + unit] = 1
        there = without_first(there)
    if marked(game, game.subject, FIRING) == 0 and (not obliged or screens <= to_come):
        mask[Option.HOLD] = 1


# --- 7.1: fire -----------------------------------------------------------------------------------------


@rule
def fire_all(book, game, of_side, events):
    """Vessel by vessel, with the strength that it had when the round began (11.3), and a bonus for undamaged German
    ships (11.5)."""
    there = units_of(game, of_side, game.area)
    while not is_empty(there):
        unit = first_of(there)
        if game.target[unit] != NOBODY:
            bonus = int(book.bonus[unit]) if game.damage[unit] == 0 else 0
            shoot(game, unit, int(game.target[unit]), attack(book, game, unit), bonus, events)
        there = without_first(there)
    if of_side == Side.ALLIES:
        for unit in range(UNITS):
            game.attackers_on[unit] = 0


@rule
def begin_round(game):
    """A round of surface combat comes next."""
    push(game, Step.ROUND, game.area)
