"""Forces at sea on a map of hexes that are under a counter: the enemy sees where they go, and not which ships they are
(20.162, 20.164A).

A force of ten factors or more that patrols, strikes from the sea, changes base or protects what others carry is under
one (21.312); what carries is seen, and so is an escort carrier (20.162B).  `game.under` is its counter, `game.berth`
the port that its ships have left, or the hex where they patrol; `game.place` stays their port, in which room is kept
for them (21.415).  They are neither inverted nor said to patrol before they are seen: when the enemy has found them,
when their aircraft fly, or when they come home.

With the option `counters_in_port` ships lie under counters in port as well: there `game.berth` is `game.place`.  A task
force that comes home unseen stays under its own, which is inverted: its ships have been used, and are not said to be.
"""

from aw_env.core.engine.arrays import bytes_of_any, eight_of
from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.sets import bit, lowest
from aw_env.games.world_at_war.records.kinds import NOWHERE, Event, Kind
from aw_env.games.world_at_war.rules.damage import is_of_one_factor, is_sound
from aw_env.games.world_at_war.rules.island_forces import factors_in
from aw_env.games.world_at_war.rules.ranges import is_supplied
from aw_env.games.world_at_war.rules.task_forces import (
    TASK_FORCE,
    break_up_but,
    counter_to_sail,
    hides_in_port,
    show,
    show_all_under,
    turn_up,
    uncover,
)
from aw_env.games.world_at_war.rules.units import eights_of, first_of, ones_out, units_of


@rule
def is_hidden(book, game, side):
    """Whether ships of a side are out that the enemy has not seen."""
    for k in eights_of(game):
        if ones_out(book, game, side, k) & ~bytes_of_any(eight_of(game.force_seen, k)) != 0:
            return True
    return False


@rule
def sail_unseen(book, game, side, goal, event, events):
    """The ships that have joined a force go under a counter, if it is a task force; else the enemy sees them, as it
    does escort carriers.  event: what is told of each that is seen, and of what; True for a task force."""
    counter = counter_to_sail(book, game, side) if factors_in(book, game, side) >= TASK_FORCE else 0
    lift_counter(book, game, side, counter, events)
    for k in eights_of(game):
        unseen = ones_out(book, game, side, k) & ~bytes_of_any(eight_of(game.force_seen, k))
        while unseen != 0:
            unit = first_of(unseen, k)
            unseen &= unseen - 1
            if counter > 0 and book.kind[unit] != Kind.CVE:
                game.under[unit], game.berth[unit] = counter, game.place[unit]
                game.counter_at[side, counter - 1] = goal
            else:
                uncover(book, game, unit)
                game.force_seen[unit] = game.force[unit]
                note(events, event, unit, goal if event == Event.ON_PATROL else 0, 0)
    break_up_but(book, game, side, counter, events)
    game.task_force[side] = int(is_hidden(book, game, side))
    return game.task_force[side] == 1


@rule
def lift_counter(book, game, side, counter, events):
    """A counter that lay in a port is taken for a task force that sails: ships under it that stay are seen (20.164D);
    0: none is taken."""
    if counter > 0 and game.counter_at[side, counter - 1] != NOWHERE:
        for unit in units_of(game):
            if book.side[unit] == side and game.under[unit] == counter and game.force[unit] == 0:
                show(book, game, unit, events)
        turn_up(book, game, side, counter)


# --- home again (20.163) ---------------------------------------------------------------------------------


@rule
def counter_out(book, game, side):
    """The counter of those of a side that sail unseen, 0 for none."""
    for unit in units_of(game):
        if book.side[unit] == side and game.under[unit] > 0 and game.force[unit] > 0:
            return int(game.under[unit])
    return 0


@rule
def come_home_unseen(book, game, side, counter, events):
    """A task force that comes home to one port unseen stays under its counter there, inverted (20.162D, 20.163,
    20.164A), where ships may lie under counters in port.  Its destroyers are seen, and so are ships that have changed
    base before or have been hit (H)."""
    place = port_of_counter(book, game, side, counter)
    if place == NOWHERE:
        return
    note(events, Event.COUNTER_MOVES, side, game.counter_at[side, counter - 1], place)
    for unit in units_of(game):
        if book.side[unit] == side and game.under[unit] == counter:
            if stays_hidden(book, game, unit):
                game.berth[unit], game.force[unit] = place, 0
            else:
                show(book, game, unit, events)
    game.counter_at[side, counter - 1] = place
    game.counter_moved[side] |= bit(counter - 1)


@rule
def stays_hidden(book, game, unit):
    """Whether a unit may stay under a counter in port."""
    is_whole = is_sound(game, unit) and game.hits[unit] == 0
    return is_whole and not is_of_one_factor(book, unit) and game.moved[unit] == 0


@rule
def port_of_counter(book, game, side, counter):
    """The one port of ships that may stay under their counter, if they are a task force (20.162A, F); nowhere: they are
    seen."""
    place, factors, fast, carriers = NOWHERE, 0, 0, 0
    if counter == 0 or not hides_in_port(book):
        return NOWHERE
    for unit in units_of(game):
        if book.side[unit] == side and game.under[unit] == counter and stays_hidden(book, game, unit):
            if place != NOWHERE and place != game.place[unit]:
                return NOWHERE
            place, factors = int(game.place[unit]), factors + int(game.strength[unit])
            if book.kind[unit] == Kind.CARRIER:
                carriers += int(game.strength[unit])
            elif book.slow[unit] == 0:
                fast += int(game.strength[unit])
    return place if factors >= TASK_FORCE and carriers <= fast else NOWHERE


@rule
def turn_up_all(book, game, side, events):
    """At the end of the player turn counters of a side are turned up in ports that are fully supplied; in others their
    ships are seen, and stay inverted (20.162D, 21.72A, B)."""
    used = int(game.counter_moved[side])
    while used != 0:
        counter = lowest(used) + 1
        used &= used - 1
        if not is_supplied(book, game, int(game.counter_at[side, counter - 1])):
            show_all_under(book, game, side, counter, events)
            game.counter_at[side, counter - 1] = NOWHERE
        turn_up(book, game, side, counter)
