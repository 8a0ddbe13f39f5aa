"""9, 10: land-based aircraft, and strikes from the air on areas and ports."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.dice import below
from aw_env.core.engine.events import note
from aw_env.core.engine.marks import mark, marked
from aw_env.core.engine.sets import first_of, has, is_empty, without_first
from aw_env.core.engine.stack import CURSOR, STAGE, SUBJECT, ask, pop, push, top
from aw_env.games.war_at_sea.records.state import DISENGAGED, MARKER_HELD, STRUCK
from aw_env.games.war_at_sea.records.steps import Step
from aw_env.games.war_at_sea.records.terms import (
    AREAS,
    FIRST_BOX,
    FIRST_PLACE_ACTION,
    FIRST_PORT,
    FIRST_UNIT_ACTION,
    NOBODY,
    NOWHERE,
    Decision,
    Event,
    Option,
    Side,
)
from aw_env.games.war_at_sea.rules.counters import airstrike, is_active, is_vessel, units_of
from aw_env.games.war_at_sea.rules.damage import shoot, take_effect

# --- 9: markers ----------------------------------------------------------------------------------------


@rule
def place_markers(book, game, events):
    """Both sides choose at the same time where their land-based aircraft strike (5.5)."""
    for of_side in range(2):
        if game.marker_choice[of_side] == 0:
            return ask(book, game, Decision.AIR_MARKER, of_side, NOBODY)
    for of_side in range(2):
        choice = int(game.marker_choice[of_side])
        game.marker[of_side] = NOWHERE if choice == MARKER_HELD else choice - 1
        note(events, Event.MARKER, of_side, game.marker[of_side], 0)
        game.marker_choice[of_side] = 0
    pop(game)
    return False


@rule
def may_be_used_in(book, game, of_side, place):
    """Whether a side may use its land-based aircraft in a place (9.2), no port that is not active (2.4, 15.1)."""
    if not has(book.marker_places[of_side], place):
        return False
    return place < FIRST_PORT or is_active(book, game, place - FIRST_PORT)


@rule
def mask_air_marker(book, game, mask):
    """Any such place, or none."""
    mask[Option.HOLD] = 1
    for place in range(FIRST_BOX):
        if may_be_used_in(book, game, game.power, place):
            mask[FIRST_PLACE_ACTION + place] = 1


@rule
def take_air_marker(game, action):
    """Kept secret until both have chosen."""
    game.marker_choice[game.power] = MARKER_HELD if action == Option.HOLD else action - FIRST_PLACE_ACTION + 1


@rule
def redraw_marker(book, game, seat):
    """What the other side may have chosen while this one has not: any place is as likely as another."""
    other = 1 - seat
    if game.marker_choice[other] == 0 or game.marker_choice[seat] != 0:
        return
    count = 1
    game.marker_choice[other] = MARKER_HELD
    for place in range(FIRST_BOX):
        if may_be_used_in(book, game, other, place):
            count += 1
            if below(game.generator, count) == 0:
                game.marker_choice[other] = place + 1


# --- 10: strikes ---------------------------------------------------------------------------------------


@rule
def factors(book, game, of_side, place):
    """Airstrike factors of a side in a place: its land-based aircraft and its carriers there (10.2); none of these
    strikes a port (10.1)."""
    total = int(book.marker_strength) if game.marker[of_side] == place else 0
    if place >= AREAS:
        return total
    there = units_of(game, of_side, place)
    while not is_empty(there):
        unit = first_of(there)
        total += airstrike(book, game, unit)
        there = without_first(there)
    return total


@rule
def may_be_struck(book, game, unit):
    """A surface vessel (10.5) that has not been a target from the air this turn (10.2)."""
    return is_vessel(book, unit) and marked(game, unit, STRUCK) == 0 and marked(game, unit, DISENGAGED) == 0


@rule
def has_something_to_strike(book, game, of_side, place):
    """Whether there is any of the enemy's."""
    there = units_of(game, 1 - of_side, place)
    while not is_empty(there):
        unit = first_of(there)
        if may_be_struck(book, game, unit):
            return True
        there = without_first(there)
    return False


@rule
def strike(book, game, events):
    """The Allies name targets and roll, one after another, then the Axis (H.6, L.8); all takes effect after both
    (10.3).  In port a 5 does nothing, and the ships stay there."""
    frame = top(game)
    place = frame[SUBJECT]
    while frame[CURSOR] <= Side.AXIS:
        of_side = frame[CURSOR]
        left = factors(book, game, of_side, place) - frame[STAGE]
        if left > 0 and has_something_to_strike(book, game, of_side, place):
            return ask(book, game, Decision.AIR_TARGET, of_side, place)
        frame[CURSOR] += 1
        frame[STAGE] = 0
    take_effect(book, game, place, events)
    pop(game)
    push(game, Step.LEAVING, place)
    return False


@rule
def mask_air_target(book, game, mask):
    """Any such ship, or no more strikes here."""
    mask[Option.HOLD] = 1
    there = units_of(game, 1 - int(game.power), game.subject)
    while not is_empty(there):
        unit = first_of(there)
        if may_be_struck(book, game, unit):
            mask[FIRST_UNIT_ACTION + unit] = 1
        there = without_first(there)


@rule
def take_air_target(book, game, action, events):
    """One die at a ship (10.2), or the side is done."""
    frame = top(game)
    if action == Option.HOLD:
        frame[CURSOR] += 1
        frame[STAGE] = 0
        return
    target = action - FIRST_UNIT_ACTION
    if frame[STAGE] == 0:
        note(events, Event.STRIKE_BEGINS, game.subject, game.power, factors(book, game, game.power, game.subject))
    frame[STAGE] += 1
    mark(game, target, STRUCK, 1)
    shoot(game, NOBODY, target, 1, 0, events)
