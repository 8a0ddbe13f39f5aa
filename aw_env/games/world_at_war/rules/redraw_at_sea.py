"""Which ships are at sea under a counter on a map of hexes, drawn anew from what the enemy has seen.

It knows where a task force goes or patrols, what it has cost in BRPs, which of its ships have been seen, and of one
that is on its way to a hex the port from which it goes; of one that looks for its own ships the port, and how many dice
were rolled.  Of one in port it knows the port."""

import numpy as np

from aw_env.core.engine.compiling import rule, rule_with_arrays
from aw_env.core.engine.dice import below
from aw_env.games.world_at_war.records.kinds import (
    COUNTERS,
    NOBODY,
    NOWHERE,
    PLACES,
    Convoy,
    Decision,
    Phase,
    PlaceKind,
)
from aw_env.games.world_at_war.rules.air_strikes import squadrons_aboard
from aw_env.games.world_at_war.rules.errands import are_displaced, is_invasion
from aw_env.games.world_at_war.rules.hidden_forces import is_hidden
from aw_env.games.world_at_war.rules.island_forces import base_of, brps_for, factors_in
from aw_env.games.world_at_war.rules.landing_battles import may_join_others
from aw_env.games.world_at_war.rules.meetings import dice_against, lay_again
from aw_env.games.world_at_war.rules.passages import may_go_along
from aw_env.games.world_at_war.rules.ranges import enemy_of
from aw_env.games.world_at_war.rules.redraw_islands import (
    FRESH_STARTS,
    can_answer,
    counter_formed,
    draw_counters,
    fill_counters,
    lay_open,
)
from aw_env.games.world_at_war.rules.routes import HERE, measure_ways
from aw_env.games.world_at_war.rules.sea_patrols import enters_at, may_patrol
from aw_env.games.world_at_war.rules.task_forces import MOST_IN_A_FORCE, TASK_FORCE
from aw_env.games.world_at_war.rules.troops import factors_joining, is_accompanied, is_like_another, join
from aw_env.games.world_at_war.rules.units import first_out, units_of

DRAWS, FREE = 200, 99
"""How often a force is drawn that does not look as it was seen, after which it is as it was drawn last; and more BRPs
than a force costs, for one that costs none."""


@rule_with_arrays
def redraw_at_sea(book, game, seat):
    """Draw anew which ships of the enemy's of a seat are out unseen: those that patrol, and those that sail."""
    side = enemy_of(seat)
    is_seeking, forming = intercepts(book, game, side), counter_formed(game, side)
    sailing = 0 if is_seeking else counter_that_sails(book, game, side)
    ports = np.full(COUNTERS, NOWHERE, np.int64)
    in_port = find_counters_in_port(book, game, side, sailing, ports)
    if is_seeking:
        lay_open(book, game, side)
        redraw_interceptors(book, game, side)
    if in_port and (is_seeking or forming > 0):
        redraw_in_port(book, game, side, ports, forming)
    if is_seeking or forming > 0:
        return
    phase, moving = int(game.phase), int(game.moving)  # ships that are displaced move in the other's player turn
    ways, sails = game.way.copy(), is_hidden(book, game, side)
    factors = factors_in(book, game, side)
    prices = np.zeros(COUNTERS, np.int64)
    for k in range(COUNTERS):
        prices[k] = brps_for(factors_of(book, game, side, k + 1)) * int(ports[k] == NOWHERE)
    for unit in units_of(game):
        if book.side[unit] == side and game.force_seen[unit] == 0:
            game.force[unit] = 0
    seen = game.force.copy()
    for _ in range(FRESH_STARTS if in_port else 1):
        lay_open(book, game, side)
        game.force[:] = 0
        found = not in_port or fill_in_port(book, game, side, ports, False)
        game.phase, game.moving = Phase.MOVEMENT.value, side
        found = draw_patrols(book, game, side, seen, sailing, prices) and found
        game.phase, game.moving = phase, moving
        take_up(game, seen)
        keep_ways(game, ways)
        if is_joined(game, side):
            draw_some(book, game, side, seen)
        elif sails:
            found = draw_sailing(book, game, side, seen, sailing, factors, ways) and found
        if found:
            break
    if in_port:
        fill_in_port(book, game, side, ports, True)


@rule
def draw_patrols(book, game, side, seen, sailing, prices):
    """Draw those that patrol at these prices, 0 for none; those that sail are drawn last.  False where one is no task
    force."""
    filled = True
    for k in range(COUNTERS):
        hex = int(game.counter_at[side, k])
        if prices[k] > 0 and k + 1 != sailing:
            measure_ways(book, game, side, hex)
            filled = draw_force(book, game, side, seen, prices[k], False) and filled
            go_under(book, game, side, seen, k + 1, hex)
            game.force[:] = 0
    return filled


@rule
def find_counters_in_port(book, game, side, sailing, ports):
    """Note the ports in which counters of a side lie; True where there are any.  sailing: the counter that is under
    way, 0 for none; ports: (counters,), nowhere for the others."""
    found = False
    for k in range(COUNTERS):
        place = int(game.counter_at[side, k])
        if place != NOWHERE and book.place_kind[place] != PlaceKind.SEA and k + 1 != sailing:
            ports[k], found = place, True
    return found


@rule_with_arrays
def redraw_in_port(book, game, side, ports, forming):
    """Draw what is under the counters of these ports, while nothing else of the side's is unseen at sea."""
    asked = int(game.power), int(game.subject), int(game.forming)
    game.power = side
    for _ in range(FRESH_STARTS):
        found = draw_counters(book, game, side, ports, forming)
        game.subject, game.forming = asked[1], asked[2]
        if found and (asked[0] != side or can_answer(book, game)):
            break
    game.power = asked[0]


@rule_with_arrays
def fill_in_port(book, game, side, ports, is_enough):
    """Ships go under the counters of these ports: ten factors under each before those at sea are drawn, False where
    one has fewer; and any more after that."""
    asked = int(game.power), int(game.subject), int(game.forming)
    game.power = side
    filled = fill_counters(book, game, side, ports, is_enough)
    game.power, game.subject, game.forming = asked
    return filled


@rule
def intercepts(book, game, side):
    """Whether ships of a side look unseen for the enemy's, or are named for it, while all its counters are in port."""
    if game.phase != Phase.INTERCEPTION or side == game.moving or are_displaced(game):
        return False
    return are_named(game, side) or is_hidden(book, game, side)


@rule
def are_named(game, side):
    """Whether ships of a side are named one by one that look for the enemy's."""
    return game.power == side and game.decision == Decision.INTERCEPT


@rule_with_arrays
def redraw_interceptors(book, game, side):
    """Draw anew those that look for the enemy's ships: some of their base, while they are named; later a task force
    that rolls as many dice as were rolled before others came to the aid of those that it met."""
    named, ways, force = are_named(game, side), game.way.copy(), game.force.copy()
    place = int(game.subject) if named else base_of(game, first_unseen(book, game, side))
    if not named:
        lay_again(book, game, NOWHERE)
        for unit in units_of(game):
            game.force[unit] *= int(book.side[unit] == side or game.against[unit] == 0)
    dice = 0 if named else dice_against(book, game, place)
    for _ in range(DRAWS):
        for unit in units_of(game):
            if book.side[unit] == side:
                game.force[unit] = 0
        if draw_interceptors(book, game, side, place, dice, named):
            break
    for unit in units_of(game):
        if book.side[unit] != side:
            game.force[unit] = force[unit]
    keep_ways(game, ways)


@rule
def first_unseen(book, game, side):
    """The first unit of a side that is out unseen."""
    for unit in units_of(game):
        if book.side[unit] == side and game.force[unit] > game.force_seen[unit]:
            return unit
    return NOBODY


@rule
def draw_interceptors(book, game, side, place, dice, named):
    """Ships of a base join; True where they are as they may have been chosen so far, or a task force with so many
    dice."""
    while True:
        is_ready = named or (factors_in(book, game, side) >= TASK_FORCE and dice_against(book, game, place) == dice)
        if is_ready and below(game.generator, 2) == 0:
            return True
        unit = draw_interceptor(book, game, side, place, dice)
        if unit == NOBODY:
            return is_ready
        join(book, game, unit)


@rule
def draw_interceptor(book, game, side, place, dice):
    """One of the ships of a base that may join without too few dice, nobody: there is none."""
    chosen, found, factors = NOBODY, 0, factors_in(book, game, side)
    for unit in units_of(game):
        if may_join_others(book, game, unit, place, side, factors) and leaves_dice(book, game, unit, place, dice):
            found += 1
            if below(game.generator, found) == 0:
                chosen = unit
    return chosen


@rule
def leaves_dice(book, game, unit, place, dice):
    """Whether so many dice are rolled with a unit too: a slow one takes a die (22.2)."""
    if book.slow[unit] == 0:
        return True
    force = int(game.force[unit])
    join(book, game, unit)
    enough = dice_against(book, game, place) >= dice
    game.force[unit] = force
    return enough


@rule
def is_joined(game, side):
    """Whether ships of a side are named one by one that sail."""
    return game.power == side and (game.decision == Decision.PATROL_WITH or game.decision == Decision.PROTECT)


@rule
def counter_that_sails(book, game, side):
    """The counter of those that are under way, 0 for none: who is named still lies where he did."""
    if is_joined(game, side):
        return 0
    for unit in units_of(game):
        if book.side[unit] == side and game.under[unit] > 0 and game.force[unit] > 0:
            return int(game.under[unit])
    return 0


@rule
def factors_of(book, game, side, counter):
    """Factors of a task force that patrols, for which BRPs have been paid."""
    factors = 0
    for unit in units_of(game):
        if book.side[unit] == side and game.under[unit] == counter and game.force[unit] == 0:
            factors += factors_joining(book, game, unit)
    return factors


@rule
def go_under(book, game, side, seen, counter, hex):
    """The ships that have been drawn are under a counter; hex: where they patrol, or nowhere while they sail."""
    for unit in units_of(game):
        if book.side[unit] == side and game.force[unit] > 0 and seen[unit] == 0:
            game.under[unit] = counter
            game.berth[unit] = game.place[unit] if hex == NOWHERE else hex


@rule
def may_sail(book, game, unit, brps):
    """Whether a unit may be among those that are drawn, for so many BRPs."""
    if game.under[unit] > 0 and not is_joined(game, int(game.moving)):
        return False
    side, factors = int(game.moving), factors_in(book, game, int(game.moving)) + factors_joining(book, game, unit)
    if factors > MOST_IN_A_FORCE or brps_for(factors) > brps or is_like_another(book, game, unit):
        return False
    if not patrols(game):
        return may_go_along(book, game, unit)
    return is_accompanied(book, game, unit, side) and may_patrol(book, game, unit)


@rule
def patrols(game):
    """Whether those that are drawn patrol, or sail to strike, so that all of them are named as they sail."""
    if game.phase == Phase.INTERCEPTION:
        return game.convoy == Convoy.PATROL or game.convoy == Convoy.PATROL_STAYS or game.convoy == Convoy.CARRIERS
    return True


@rule
def draw_ship(book, game, seen, brps):
    """One of the ships that may join, -1 for none."""
    chosen, found = -1, 0
    for unit in units_of(game):
        if seen[unit] == 0 and game.force[unit] == 0 and may_sail(book, game, unit, brps):
            found += 1
            if below(game.generator, found) == 0:
                chosen = unit
    return chosen


@rule
def draw_some(book, game, side, seen):
    """Any ships have been named so far."""
    brps = int(game.brps[side]) if patrols(game) or is_invasion(game) else FREE
    while below(game.generator, 3) > 0:
        unit = draw_ship(book, game, seen, brps)
        if unit < 0:
            return
        join(book, game, unit)


@rule
def draw_force(book, game, side, seen, price, is_mission):
    """Ships join until they are a task force that has cost so much; price: FREE for one that costs nothing.  False
    where they are not."""
    while True:
        factors = factors_in(book, game, side)
        is_ready = factors >= TASK_FORCE and (price == FREE or brps_for(factors) == price)
        is_ready = is_ready and (not is_mission or squadrons_aboard(book, game, side) > 0)
        if is_ready and below(game.generator, 2) == 0:
            return True
        unit = draw_ship(book, game, seen, price)
        if unit < 0:
            return is_ready
        join(book, game, unit)


@rule
def take_up(game, seen):
    """Out are the ships that have been seen."""
    for unit in units_of(game):
        game.force[unit] = seen[unit]


@rule
def keep_ways(game, ways):
    """Ways are as they were measured before."""
    for side in range(2):
        for place in range(PLACES):
            game.way[side, place] = ways[side, place]


@rule
def draw_sailing(book, game, side, seen, counter, factors, ways):
    """Those that are under way: from the port from which they go, where they patrol, and at the same cost.  False where
    none such is found."""
    start, hex, is_mission = int(game.origin[HERE]), int(game.raiding), game.convoy == Convoy.CARRIERS
    price = brps_for(factors) if patrols(game) or is_invasion(game) else FREE
    phase, is_patrol = int(game.phase), patrols(game)
    if is_patrol:
        measure_ways(book, game, side, hex)
        game.phase = Phase.MISSIONS.value if is_mission else Phase.MOVEMENT.value
    for _ in range(DRAWS):
        take_up(game, seen)
        found = draw_force(book, game, side, seen, price, is_mission)
        if is_patrol and found and start != hex:
            first = first_out(book, game, int(game.moving))
            found = enters_at(book, game, int(game.place[first])) == start
        if found:
            break
    game.phase = phase
    keep_ways(game, ways)
    go_under(book, game, side, seen, counter, NOWHERE)
    return found
