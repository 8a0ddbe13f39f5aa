"""What must hold in every game after every decision, checked by compiled code.

A `WATCH` follows BRPs, shipbuilding points, points, transports and the factors of ships through the events alone; after
each decision the record of the game must say the same.
"""

from enum import IntEnum

import numpy as np

from aw_env.core.engine.compiling import compiled, rule
from aw_env.core.engine.events import HEADER, WHISPERED
from aw_env.core.engine.sets import has
from aw_env.games.world_at_war.records.kinds import (
    BOXES,
    COUNTERS,
    GROUPS,
    NOBODY,
    NOWHERE,
    PLACES,
    SHIPS_OF_A_GROUP,
    UNITS,
    Aim,
    Box,
    Cargo,
    Condition,
    Convoy,
    Decision,
    Event,
    Kind,
    Line,
    Option,
    Phase,
    PlaceKind,
    Side,
    Theatre,
    Worth,
)
from aw_env.games.world_at_war.rules.aid import AIDS, IN_VAIN
from aw_env.games.world_at_war.rules.bases import PATROLS, home_of, is_open, room_in
from aw_env.games.world_at_war.rules.battle_rounds import ROUND
from aw_env.games.world_at_war.rules.convoys import worth_of_troops
from aw_env.games.world_at_war.rules.damage import is_afloat, is_heavy, is_of_one_factor
from aw_env.games.world_at_war.rules.errands import are_displaced, has_cargo, is_invasion
from aw_env.games.world_at_war.rules.island_forces import (
    MOST_CARRIERS,
    base_of,
    force_level,
    is_light_set,
    near_ports,
    needs_near_port,
)
from aw_env.games.world_at_war.rules.island_raids import DEFENCE, FORCE, LEAVE, may_wait_at_sea
from aw_env.games.world_at_war.rules.meetings import AID
from aw_env.games.world_at_war.rules.port_strikes import BOMBING
from aw_env.games.world_at_war.rules.ports import BRPS
from aw_env.games.world_at_war.rules.raids import is_of_the_south
from aw_env.games.world_at_war.rules.ranges import MISSION
from aw_env.games.world_at_war.rules.task_forces import MOST_IN_A_FORCE, TASK_FORCE, factors_under
from aw_env.games.world_at_war.rules.transports import available
from aw_env.games.world_at_war.rules.yards import TRANSPORT_BRPS
from tests.one_decision import COMMON, check_answers
from tests.world_at_war.landing_invariants import (
    LANDED,
    begin_landed,
    follow_landings,
    has_losses,
    is_lawful_landing,
    may_sail_so,
)

SECOND_ENGAGEMENT, A_PLAYER_TURN = 4, 32
"""Phases that come again in the second engagement, and more than a player turn has with them."""
SUBMARINE_BUILT = 2
"""What the event of building says."""
WATCH = np.dtype(
    [
        ("clock", "i4"),
        ("turn", "i4"),
        ("brps", "i4", 2),
        ("yards", "i4", 2),
        ("points", "i4", 2),
        ("transports", "i4"),  # built or not
        ("submarines", "i4"),
        ("merchants", "i4"),  # of Japan, built or not
        ("boats", "i4"),  # submarines among the islands
        ("strength", "i4", UNITS),
        ("gone", "i4", UNITS),  # 1: told to be lost
        *LANDED,
    ],
    align=True,
)

Broken = IntEnum(
    "Broken",
    [
        *COMMON,
        "BRPS",
        "YARDS",
        "POINTS",
        "TRANSPORTS",
        "OVERWORKED",
        "SUBMARINES",
        "MERCHANTS",
        "BOATS",
        "SQUADRONS_OF_BASES",
        "STRANGE_FORCE",
        "COUNTER",
        "STRENGTH",
        "NEITHER_LOST_NOR_AFLOAT",
        "HITS",
        "SQUADRONS",
        "REPAIR",
        "SUNK_AT_SEA",
        "FOREIGN_PORT",
        "OVERSTACKED",
        "STRANGE_RAIDER",
        "STRANGE_DEFENDER",
        "GROUP",
        "DICE",
        "LINE_WITHOUT_BATTLE",
        "PENDING",
        "STRANGE_LANDING",
    ],
    start=0,
)
"""The invariants; `NOTHING` when all hold."""


@compiled
def begin_watch(books, games, i, watches, w):
    """Take over the counts of a game that has just begun."""
    book, game, watch = books[0], games[i], watches[w]
    watch.clock, watch.turn = 0, game.turn
    for side in range(2):
        watch.brps[side], watch.yards[side], watch.points[side] = game.brps[side], game.yards[side], game.points[side]
    watch.transports = int(game.unbuilt) + int(book.at_large)
    watch.submarines = watch.boats = 0
    watch.merchants = int(game.merchants) + int(game.merchants_unbuilt)
    for place in range(PLACES):
        watch.boats += int(game.boats[place])
    for box in range(BOXES):
        watch.transports += int(game.transports[box])
        watch.submarines += int(game.submarines[box])
    for unit in range(UNITS):
        watch.strength[unit] = game.strength[unit]
        watch.gone[unit] = 0
    begin_landed(game, watch)


@compiled
def check(books, games, i, watches, w, mask, legal, events):
    """Follow the events of one answer and compare.  Returns a `Broken`."""
    book, game, watch = books[0], games[i], watches[w]
    broken = check_answers(game, mask, legal, events)
    if broken == Broken.NOTHING:
        broken = check_clock(book, game, watch)
    if broken == Broken.NOTHING:
        follow(book, game, watch, events)
        watch.brps[watch.moving] -= follow_landings(watch, events)
        broken = check_counts(book, game, watch)
    for unit in range(UNITS):
        if broken == Broken.NOTHING:
            broken = check_unit(book, game, watch, unit)
        if broken == Broken.NOTHING:
            broken = check_raids_of(book, game, unit)
    if broken == Broken.NOTHING and has_overstacked(book, game, events):
        broken = Broken.OVERSTACKED.value
    for k in range(GROUPS):
        if broken == Broken.NOTHING:
            broken = check_group(book, game, k)
    if broken == Broken.NOTHING:
        broken = check_bases(book, game, watch)
    for side in range(2):
        if broken == Broken.NOTHING:
            broken = check_counters(book, game, side)
        if broken == Broken.NOTHING and not is_lawful_force(book, game, side):
            broken = Broken.STRANGE_FORCE.value
    if broken == Broken.NOTHING:
        lawful = is_lawful_landing(book, game, watch) and may_sail_so(book, game, mask[Option.DONE])
        broken = Broken.NOTHING.value if lawful else Broken.STRANGE_LANDING.value
    return broken


@rule
def check_bases(book, game, watch):
    """Submarines and squadrons of bases: none is used that is not there."""
    boats = 0
    for place in range(PLACES):
        boats += int(game.boats[place])
        if not 0 <= game.sailed[place] <= game.boats[place]:
            return Broken.BOATS.value
        if not 0 <= game.flown[place] <= game.airbase[place]:
            return Broken.SQUADRONS_OF_BASES.value
    if watch.boats == NOBODY:
        watch.boats = boats
    if game.merchants < 0 or watch.merchants != int(game.merchants) + int(game.merchants_unbuilt):
        return Broken.MERCHANTS.value
    return Broken.NOTHING.value if boats == watch.boats else Broken.BOATS.value


@rule
def is_lawful_force(book, game, side):
    """Whether the force of a side is one that may raid an island (21.5395), while it is formed; what it has lost is
    counted when a round has ended.  Those of invasions are looked at by `is_lawful_landing`."""
    if game.phase == Phase.INVASIONS:
        return True
    if book.theatre == Theatre.MEDITERRANEAN:
        return is_out_lawfully(book, game, side)
    if game.raiding >= 0 and has_losses(game):
        return True
    light, sets, near, carriers, carried, others = False, 0, 0, 0, 0, 0
    for unit in range(UNITS):
        force = int(game.force[unit])
        if game.force_seen[unit] != 0 and game.force_seen[unit] != force:
            return False
        if book.side[unit] != side or force == 0:
            continue
        if game.raiding == NOWHERE or game.place[unit] == NOWHERE or book.slow[unit] == 1:
            return False
        if game.way[side, base_of(game, unit)] > MISSION:
            return False
        if is_of_one_factor(book, unit):
            if force > game.strength[unit]:
                return False
            others += force
        elif book.kind[unit] == Kind.CARRIER:
            carriers += 1
            carried += int(book.factors[unit])
        else:
            others += int(book.factors[unit])
            sets += 1
        light = light or is_light_set(book, unit)
        near += int(needs_near_port(book, unit))
    if others + carried == 0 or game.step not in (FORCE, DEFENCE):
        return True
    if carriers > 0 and game.night == 1:
        return False
    if not light or carriers > MOST_CARRIERS or carried > others or others + carried > MOST_IN_A_FORCE:
        return False
    return near <= near_ports(book, game, side) and sets <= force_level(book, game, side)


@rule
def is_out_lawfully(book, game, side):
    """Whether the ships of a side that are out on a map of hexes are there and seen, and not more than a task force
    has (20.162A); those that meet others come from one port.  In a round losses are counted at its end."""
    factors, port = 0, NOWHERE
    for unit in range(UNITS):
        force = int(game.force[unit])
        if book.side[unit] == side and force > 0:
            is_out = game.phase == Phase.INTERCEPTION or game.phase == Phase.MISSIONS
            is_out = is_out or (game.phase == Phase.MOVEMENT and game.step == PATROLS)
            if not is_out or not (game.force_seen[unit] == force or is_unseen(book, game, unit)):
                return False
            if book.kind[unit] == Kind.CVE and not (side == game.moving and has_cargo(game)):
                return False
            of_a_row = is_of_one_factor(book, unit)
            is_there = game.place[unit] != NOWHERE and force <= (int(game.strength[unit]) if of_a_row else 1)
            if not in_battle(game) and not (is_there and force >= game.carrying[unit]):
                return False
            factors += force if of_a_row else int(book.factors[unit])
            if side != game.moving and is_there:
                if port != NOWHERE and port != base_of(game, unit):
                    return False
                port = base_of(game, unit)
    return factors <= MOST_IN_A_FORCE


@rule
def is_unseen(book, game, unit):
    """Whether nothing has been seen of a unit that is out: it is under a counter (20.164A), is still named, or meets
    others as part of a task force before the battle begins."""
    is_named = game.decision == Decision.PATROL_WITH or game.decision == Decision.PROTECT
    is_named = is_named or game.decision == Decision.INTERCEPT
    meets = book.side[unit] != game.moving and game.task_force[book.side[unit]] == 1 and game.step == AID
    return game.force_seen[unit] == 0 and (game.under[unit] > 0 or is_named or meets)


@rule
def in_battle(game):
    """Whether losses of a round may not have been counted yet."""
    return ROUND <= game.step < LEAVE


@rule
def check_clock(book, game, watch):
    """Time does not run back: a turn has two player turns, a player turn two engagements; interception is a part of
    sailing and of returning."""
    step = int(game.phase)
    if are_displaced(game):  # their side sails in the player turn of either, or between turns
        return Broken.NOTHING.value
    if game.phase == Phase.INVASIONS:
        step = Phase.MISSIONS.value if book.theatre == Theatre.MEDITERRANEAN else Phase.ISLAND_RAIDS.value
    if game.phase == Phase.END and book.theatre == Theatre.PACIFIC:
        step = Phase.ISLAND_RAIDS.value + 1
    if game.phase == Phase.INTERCEPTION and book.theatre == Theatre.MEDITERRANEAN:
        step = Phase.SUPPLY.value if game.convoy == Convoy.SUPPLY else Phase.MOVEMENT.value
        step = Phase.MISSIONS.value if game.convoy == Convoy.CARRIERS or is_invasion(game) else step
        step = Phase.MISSIONS.value if game.convoy == Convoy.SUPPLY_AGAIN else step
        is_last = game.convoy == Convoy.ESCORT or game.convoy == Convoy.REDEPLOYED
        step = Phase.REDEPLOYMENT.value if is_last else step
    elif game.phase == Phase.INTERCEPTION:
        step = Phase.MISSIONS.value if game.engagement == 0 else Phase.RETURN.value
    if game.phase == Phase.SUPPLY_AGAIN:
        step = Phase.MISSIONS.value
    if game.phase == Phase.CONVOY:
        step = convoy_time(game)
    if step > Phase.PREY or (step >= Phase.DETECTION and game.engagement == 2):
        step += SECOND_ENGAGEMENT
    clock = A_PLAYER_TURN * (2 * int(game.turn) + int(game.moving == Side.ALLIES)) + step
    back = clock < watch.clock and game.over == 0
    watch.clock = clock
    return Broken.TIME_RUNS_BACK.value if back else Broken.NOTHING.value


@rule
def convoy_time(game):
    """The phase in which a convoy sails."""
    if game.convoy == Convoy.SUPPLY:
        return Phase.SUPPLY.value
    if game.convoy == Convoy.SEA_TRANSPORT:
        return Phase.MOVEMENT.value
    return Phase.MISSIONS.value if game.convoy == Convoy.SUPPLY_AGAIN else Phase.REDEPLOYMENT.value


@rule
def has_overstacked(book, game, events):
    """Whether a unit that has changed base leaves its new port with more than it can base (21.112)."""
    for row in range(1, events[HEADER, 0] + 1):
        if events[row, 0] % WHISPERED == Event.CHANGES_BASE and game.phase == Phase.MOVEMENT:
            if room_in(book, game, int(events[row, 2])) < 0:
                return True
    return False


@rule
def follow(book, game, watch, events):
    """Count what the events tell of."""
    for row in range(1, events[HEADER, 0] + 1):
        event, a, b, c = events[row, 0] % WHISPERED, int(events[row, 1]), int(events[row, 2]), int(events[row, 3])
        if event == Event.TURN:
            watch.turn = a
        elif event == Event.PLAYER_TURN:
            watch.brps[a], watch.yards[a] = book.brps_a_turn[a, watch.turn], book.yards_a_turn[a, watch.turn]
            watch.transports += int(book.pool_grows[watch.turn]) * int(a == Side.ALLIES)
        elif event == Event.ARRIVES:
            cves = int(book.cves_arrive[watch.turn])
            watch.strength[a] = watch.strength[a] + cves if book.kind[a] == Kind.CVE else int(book.factors[a])
        elif event == Event.SAILS:
            if book.raids_to[game.origin[a - 1]] != Box.INDIAN:
                watch.brps[Side.AXIS] -= b
        elif event == Event.FORCE:
            watch.brps[a] -= c
        elif event == Event.BOAT_LOST:
            watch.boats -= 1
        elif event == Event.PORT_BUILT:
            watch.brps[b] -= BRPS
        elif event == Event.FALLS:
            watch.boats = NOBODY  # those of the place are lost: counted anew
        else:
            follow_yards(book, watch, event, a, b)
            follow_points(book, watch, event, a, b, c)


@rule
def follow_yards(book, watch, event, a, b):
    """Points and BRPs that are spent."""
    if event == Event.BUILT:
        side = Side.AXIS.value if a == SUBMARINE_BUILT or b == Side.AXIS else Side.ALLIES.value
        watch.brps[side] -= TRANSPORT_BRPS
        watch.yards[side] -= 1
        watch.submarines += int(a == SUBMARINE_BUILT)
    elif event == Event.IN_REPAIR or event == Event.RAISED:
        watch.yards[book.side[a]] -= 1
    elif event == Event.PENALTY:
        watch.brps[Side.ALLIES] -= a


@rule
def follow_points(book, watch, event, a, b, c):
    """Points that are scored, and ships that are lost."""
    if event == Event.PENALTY:
        watch.points[Side.AXIS] += a * book.worth[Worth.PENALTY]
    elif event == Event.SUPPLIED:
        if book.theatre == Theatre.MEDITERRANEAN:  # it scores for its owner
            watch.points[watch.moving] += b * book.worth[Worth.SUPPLY_LINE]
        else:
            watch.points[Side.AXIS] += (1 - b) * book.worth[Worth.SUPPLY_LINE]
    elif event == Event.SHIPPED:
        worth = Worth.TROOPS.value if b == Cargo.TROOPS else Worth.OIL.value if b == Cargo.OIL else Worth.GRANT.value
        watch.points[Side.ALLIES] += a * book.worth[worth]
    elif event == Event.TRANSPORTED:
        watch.points[Side.ALLIES] += worth_of_troops(book, a)
    elif event == Event.CARGO_LOST:
        watch.points[Side.AXIS] += a * book.worth[Worth.TRANSPORT]
    elif event == Event.GRANTS_FAIL:
        watch.points[Side.AXIS] += a * book.worth[Worth.SUPPLY_LINE]
    elif event == Event.SPLITS:
        watch.strength[a] -= c
        watch.strength[b] += c
    elif event == Event.COMBINES:
        watch.strength[a] -= c
        watch.strength[b] += c
    elif event == Event.SUBMARINES_ATTACK:
        watch.points[Side.AXIS] += b * book.worth[Worth.TRANSPORT]
    elif event == Event.ASW_ATTACKS:
        watch.points[Side.ALLIES] += b * book.worth[Worth.AXIS_FACTOR]
        watch.submarines -= b
    elif event == Event.STRIKES_TRANSPORTS:
        watch.points[Side.AXIS] += b * book.worth[Worth.TRANSPORT]
    elif event == Event.AT_TRANSPORTS:
        watch.points[Side.AXIS] += c * book.worth[Worth.TRANSPORT]
    elif event == Event.TRANSPORTS_LOST:
        watch.points[1 - a] += b * book.worth[Worth.TRANSPORT]
    elif event == Event.CONTROL or event == Event.FRONT_HELD:
        watch.points[a] += b
    elif event == Event.PRIZE:
        watch.points[b] += c
    elif event == Event.SINKS or event == Event.LIGHT_LOST:
        factors = int(book.factors[a]) if event == Event.SINKS else b
        if book.theatre != Theatre.ATLANTIC:
            worth = Worth.NAMED_FACTOR.value if is_heavy(book, a) else Worth.FACTOR.value
            watch.points[1 - book.side[a]] += factors * book.worth[worth]
        elif book.side[a] == Side.AXIS:
            watch.points[Side.ALLIES] += factors * book.worth[Worth.AXIS_FACTOR]
        elif is_heavy(book, a):
            watch.points[Side.AXIS] += factors * book.worth[Worth.ALLIED_FACTOR]
        if event == Event.SINKS:
            watch.gone[a] = 1
        else:
            watch.strength[a] -= b


@rule
def check_counts(book, game, watch):
    """BRPs, shipbuilding points, points and transports are what the events have told."""
    forming = 0
    if game.phase == Phase.MISSIONS:
        for ship in range(UNITS):
            forming += int(game.in_group[ship] > 0 and not is_of_the_south(book, game, ship))
    for side in range(2):
        if game.brps[side] != watch.brps[side] - forming * int(side == Side.AXIS) or game.brps[side] < 0:
            return Broken.BRPS.value
        if game.yards[side] != watch.yards[side] or game.yards[side] < 0:
            return Broken.YARDS.value
        if game.points[side] != watch.points[side]:
            return Broken.POINTS.value
    on_the_way = int(game.phase == Phase.CONSTRUCTION and game.step == 1)
    if game.phase == Phase.OPENING and game.step == 0:
        on_the_way += int(book.at_large)
    transports = int(game.unbuilt) + on_the_way
    submarines = 0
    for box in range(BOXES):
        there, new, used = int(game.transports[box]), int(game.new_transports[box]), int(game.used_transports[box])
        transports += there + int(game.damaged[box])
        submarines += int(game.submarines[box])
        if there < 0 or new > there or (book.box_place[box] == NOWHERE and there > 0):
            return Broken.TRANSPORTS.value
        if new < 0 or used < 0 or (game.phase <= Phase.MOVEMENT and used > available(game, box)):
            return Broken.OVERWORKED.value
    if submarines != watch.submarines:
        return Broken.SUBMARINES.value
    return Broken.NOTHING.value if transports == watch.transports and game.unbuilt >= 0 else Broken.TRANSPORTS.value


@rule
def room_of(book, game, unit):
    """Where a unit takes up room: where it is based; a patrol under a counter in the port that it has left (21.415)."""
    if game.under[unit] > 0 and book.place_kind[game.berth[unit]] == PlaceKind.SEA:
        return int(game.place[unit])
    return home_of(game, unit)


@rule
def check_unit(book, game, watch, unit):
    """One unit: what is left of it, and where it may be."""
    place, condition = room_of(book, game, unit), game.condition[unit]
    if (game.under[unit] > 0) != (game.berth[unit] != NOWHERE) or not is_under_counter(book, game, unit):
        return Broken.COUNTER.value
    if game.strength[unit] != watch.strength[unit] or game.strength[unit] < 0:
        return Broken.STRENGTH.value
    gone = watch.strength[unit] == 0 if is_of_one_factor(book, unit) else watch.gone[unit] == 1
    if place != NOWHERE and (gone or condition == Condition.LOST):
        return Broken.NEITHER_LOST_NOR_AFLOAT.value
    if watch.gone[unit] == 1 and condition != Condition.LOST:
        return Broken.NEITHER_LOST_NOR_AFLOAT.value
    if game.repair[unit] > 0 and (condition != Condition.DAMAGED or place == NOWHERE):
        return Broken.REPAIR.value
    if place == NOWHERE:
        return Broken.NOTHING.value
    if is_of_one_factor(book, unit) and condition != Condition.SOUND:
        return Broken.HITS.value
    if game.squadrons[unit] < 0 or game.squadrons[unit] > book.factors[unit] * int(book.kind[unit] == Kind.CARRIER):
        return Broken.SQUADRONS.value
    if condition == Condition.SOUND and game.hits[unit] > 0:
        waits = is_out(game, unit) or may_wait_at_sea(book, game, unit)
        in_port = game.groups == 0 and not waits and book.place_kind[place] != PlaceKind.SW_BOX
        if game.hits[unit] >= book.factors[unit] - 1 or in_port:
            return Broken.HITS.value
    if condition == Condition.SUNK_IN_PORT and (book.place_kind[place] != PlaceKind.PORT or not is_heavy(book, unit)):
        return Broken.SUNK_AT_SEA.value
    if book.place_kind[place] == PlaceKind.SW_BOX:
        at_sea = book.kind[unit] == Kind.CVE or game.at_sea[unit] == 1
        at_sea = at_sea or book.side[unit] == Side.ALLIES
        return Broken.NOTHING.value if at_sea else Broken.FOREIGN_PORT.value
    if game.displacing > 0 or is_out_on_patrol(book, game, unit):  # its base may fall meanwhile
        return Broken.NOTHING.value
    if is_open(book, game, place, int(book.side[unit])):
        return Broken.NOTHING.value
    return Broken.FOREIGN_PORT.value


@rule
def is_out_on_patrol(book, game, unit):
    """Whether a unit is in the hex of a patrol, under a counter or not (21.415)."""
    is_at_sea = game.berth[unit] != NOWHERE and book.place_kind[game.berth[unit]] == PlaceKind.SEA
    return is_at_sea or game.on_patrol[unit] != NOWHERE


@rule
def is_under_counter(book, game, unit):
    """Whether a unit under a counter is where that is."""
    counter = int(game.under[unit])
    if book.theatre == Theatre.MEDITERRANEAN and game.force[unit] > 0:  # on its way there
        return counter == 0 or game.berth[unit] == game.place[unit]
    return counter == 0 or game.counter_at[book.side[unit], counter - 1] == game.berth[unit]


@rule
def lies_in_port(game, unit):
    """Whether a unit under a counter on a map of hexes lies in port: she has left it when she sails, and is back in it
    when she is seen."""
    return game.force[unit] == 0 and game.berth[unit] == game.place[unit]


@rule
def factors_at_sea(book, game, side, counter):
    """Factors of a task force on a map of hexes: in port all; at sea of a row of destroyers those that sail, of one on
    patrol at least one, as others may have been used before; ships that protect what others carry are ten together with
    these."""
    factors = 0
    for unit in range(UNITS):
        if book.side[unit] == side and game.under[unit] == counter:
            if lies_in_port(game, unit):
                return factors_under(book, game, side, counter)
            if not is_of_one_factor(book, unit):
                factors += game.strength[unit]
            else:
                factors += max(1, int(game.force[unit]))
    return max(factors, TASK_FORCE) if factors > 0 else 0


@rule
def check_counters(book, game, side):
    """Task forces have ten to twenty-five factors (20.162A) while they are in port and none is formed."""
    for counter in range(COUNTERS):
        if book.theatre == Theatre.MEDITERRANEAN:
            factors = factors_at_sea(book, game, side, counter + 1)
        else:
            factors = factors_under(book, game, side, counter + 1)
        if game.counter_at[side, counter] == NOWHERE and factors > 0:
            return Broken.COUNTER.value
        if game.counter_at[side, counter] != NOWHERE and game.forming != counter + 1:
            if factors < TASK_FORCE or factors > MOST_IN_A_FORCE:
                return Broken.COUNTER.value
        if book.theatre == Theatre.MEDITERRANEAN and has(game.counter_moved[side], counter):  # home, and used
            place = int(game.counter_at[side, counter])
            if place == NOWHERE or book.place_kind[place] == PlaceKind.SEA:
                return Broken.COUNTER.value
    return Broken.NOTHING.value


@rule
def is_out(game, unit):
    """Whether a unit is in a force, or on patrol."""
    return game.force[unit] > 0 or game.on_patrol[unit] != NOWHERE


@rule
def check_raids_of(book, game, unit):
    """One unit: in what group and line it may be."""
    number, against = int(game.in_group[unit]), int(game.against[unit])
    if number > 0:
        if book.side[unit] != Side.AXIS or number > game.groups or book.slow[unit] == 1:
            return Broken.STRANGE_RAIDER.value
        if is_of_one_factor(book, unit) or (book.kind[unit] == Kind.CARRIER and game.convoy != Convoy.NONE):
            return Broken.STRANGE_RAIDER.value
    if game.seen_in[unit] != 0 and game.seen_in[unit] != number:
        return Broken.STRANGE_RAIDER.value
    if book.theatre == Theatre.MEDITERRANEAN:  # who comes to the aid of others
        is_out_still = game.phase == Phase.INTERCEPTION or is_invasion(game)
        if against > IN_VAIN or (against == AIDS and not is_out_still):
            return Broken.STRANGE_DEFENDER.value
    elif against > 0 and (book.side[unit] != Side.ALLIES or against > game.groups or is_of_one_factor(book, unit)):
        return Broken.STRANGE_DEFENDER.value
    if is_of_one_factor(book, unit) and book.factors[unit] > 0:
        sent = 0
        for k in range(GROUPS):
            sent += int(game.sent[k, book.row[unit]])
        sent *= int(book.side[unit] == Side.ALLIES)
        if sent > game.strength[unit] * int(game.groups > 0) or game.lights[unit] > game.strength[unit]:
            return Broken.STRANGE_DEFENDER.value
    in_line = game.line[unit] != Line.NONE or game.aim[unit] != Aim.NONE or game.target[unit] != NOBODY
    if (in_line or game.lights[unit] > 0 or game.fronted[unit] == 1) and not is_battle(game):
        return Broken.LINE_WITHOUT_BATTLE.value
    if game.pending[unit] != 0 or game.twelves[unit] != 0:
        return Broken.PENDING.value
    return Broken.NOTHING.value


@rule
def is_battle(game):
    """Whether lines of battle stand."""
    in_port = game.phase == Phase.MISSIONS and game.step == BOMBING
    return (
        in_port
        or game.phase == Phase.BATTLE
        or game.phase in (Phase.ISLAND_RAIDS, Phase.INVASIONS)
        or is_on_the_way(game)
    )


@rule
def is_on_the_way(game):
    """Whether ships are met on their way."""
    return game.phase == Phase.INTERCEPTION or game.phase == Phase.CONVOY


@rule
def check_group(book, game, k):
    """One raider group: as many ships as it says, and no more dice than the search gave."""
    if game.convoy != Convoy.NONE and book.theatre != Theatre.MEDITERRANEAN:
        return Broken.NOTHING.value if game.groups == 1 and game.ships_in[k] == 0 else Broken.GROUP.value
    count = 0
    for ship in range(UNITS):
        count += int(game.in_group[ship] == k + 1 and is_afloat(game, ship))
    if count > game.ships_in[k] or (count < game.ships_in[k] and not is_battle(game)):
        return Broken.GROUP.value
    if count > SHIPS_OF_A_GROUP or (count > 0 and k >= game.groups):
        return Broken.GROUP.value
    on_the_way = game.phase == Phase.MISSIONS or is_on_the_way(game)
    if (game.engagement > 0) != (game.groups > 0) and not on_the_way:
        return Broken.GROUP.value
    dice = 0
    for face in range(game.types.shape[1]):
        dice += int(game.types[k, face])
    return Broken.DICE.value if dice > max(0, int(game.detected[k])) else Broken.NOTHING.value
