"""Patrols on a map of hexes: they sail in the movement phase, wait in their hex through the combat phase, and come to
the aid of others (21.41, with 22.2 as the rulings have it)."""

from aw_env.core.engine.arrays import bytes_equal, bytes_of_any, eight_of, sum_of_bytes
from aw_env.core.engine.compiling import rule, rule_with_arrays
from aw_env.core.engine.events import note
from aw_env.core.engine.sets import bit, has, lowest
from aw_env.core.engine.stack import ask
from aw_env.games.world_at_war.records.kinds import (
    COUNTERS,
    NOBODY,
    NOWHERE,
    PLACES,
    Convoy,
    Decision,
    Event,
    Kind,
    Option,
    Phase,
    Switch,
)
from aw_env.games.world_at_war.records.record import FIRST_PLACE, FIRST_UNIT
from aw_env.games.world_at_war.rules.aid import AIDS, IN_VAIN, adopts_mission, forget, go_home, is_patrol_hex
from aw_env.games.world_at_war.rules.air_on_hexes import show_carriers
from aw_env.games.world_at_war.rules.air_strikes import squadrons_aboard
from aw_env.games.world_at_war.rules.base_strikes import AIRFIELDS
from aw_env.games.world_at_war.rules.bases import BASES, PATROLS, is_open, not_used, tied_to_counters
from aw_env.games.world_at_war.rules.battle_rounds import sound_factors
from aw_env.games.world_at_war.rules.boats_on_hexes import ask_all_again, hexes_of_boats, may_send_boat, send_boat
from aw_env.games.world_at_war.rules.damage import is_sound, unused_ones
from aw_env.games.world_at_war.rules.hidden_forces import come_home_unseen, counter_out, sail_unseen
from aw_env.games.world_at_war.rules.island_forces import base_of, brps_for, factors_in, ones_from, show_force
from aw_env.games.world_at_war.rules.island_raids import stand_down
from aw_env.games.world_at_war.rules.landing_battles import release
from aw_env.games.world_at_war.rules.meetings import (
    HOLDING,
    STAYING,
    come_in,
    lay_again,
    look_on,
    set_out,
)
from aw_env.games.world_at_war.rules.patrols import come_off_patrol
from aw_env.games.world_at_war.rules.port_strikes import (
    BOMBING,
    TARGETING,
    are_over_troops,
    ask_bombs,
    begin_strike_of_patrol,
    can_fly,
    has_use,
    hexes_of_strikes,
    make_ready,
    striking_patrol,
    support_troops,
)
from aw_env.games.world_at_war.rules.ranges import FAR, enemy_of
from aw_env.games.world_at_war.rules.routes import HERE, forget_ways, measure_leg, measure_over_ports, measure_ways
from aw_env.games.world_at_war.rules.seaways import RANGE, closed_straits
from aw_env.games.world_at_war.rules.task_forces import (
    TASK_FORCE,
    break_up,
    counter_to_sail,
    most_in_a_force,
    show,
)
from aw_env.games.world_at_war.rules.troops import (
    BEATEN,
    HEX,
    MEET,
    SUPPORT,
    factors_joining,
    is_accompanied,
    is_like_another,
    join,
)
from aw_env.games.world_at_war.rules.units import eights_of, first_of, first_out, is_among, ones_of, units_of

NONE_SO_SMALL = 99
"""More factors than any carrier has."""


# --- where, and with whom (21.411-21.414) ------------------------------------------------------------------


@rule
def ask_patrol(book, game):
    """A hex, and the ships that sail there.  Always True."""
    side = int(game.moving)
    if game.cursor != NOBODY:
        return ask(book, game, Decision.PATROL_WITH, side, int(game.cursor))
    return ask(book, game, Decision.PATROL, side, NOBODY)


@rule
def send_no_more(book, game, events):
    """After the last patrol bases are changed; after the last mission of carriers places are invaded (21.5153A), where
    there are landings, or combat is over."""
    if game.phase == Phase.MISSIONS and has(book.options, Switch.LANDINGS):
        game.phase, game.step, game.cursor = Phase.INVASIONS.value, HEX, NOBODY
    elif game.phase == Phase.MISSIONS:
        end_combat(book, game, events)
    else:
        game.step = BASES


@rule
def begin_combat(game):
    """The combat phase: squadrons of bases strike ports, then carriers may sail to strike (21.54, 21.551)."""
    forget(game)
    game.phase, game.step, game.cursor = Phase.MISSIONS.value, AIRFIELDS, NOBODY


@rule
def end_combat(book, game, events):
    """Patrols come home (21.4183), then lines that have not been kept may be traced again (21.56)."""
    come_home(book, game, events)
    game.phase, game.step, game.cursor = Phase.SUPPLY_AGAIN.value, 0, 0


@rule_with_arrays
def hexes_to_choose(book, game):
    """The hexes to which ships may sail, as a set.  The ways of the side, which its enemy sees, stay those that were
    measured before: they would tell where ships are free."""
    before = game.way[game.moving].copy()
    if game.phase == Phase.MISSIONS:
        hexes = hexes_of_missions(book, game)
    else:
        hexes = hexes_to_patrol(book, game) | hexes_of_boats(book, game)
    game.way[game.moving] = before
    return hexes


@rule
def hexes_of_missions(book, game):
    """In the combat phase carriers sail, if their aircraft reach an enemy port or the troops in Africa from the hex, or
    carriers that patrol there may do so (21.4181C, 21.551)."""
    hexes, of_patrols, is_any_free = 0, hexes_of_strikes(book, game), has_carrier_free(book, game)
    for hex in range(PLACES):
        if is_patrol_hex(book, hex) and (is_any_free or has(of_patrols, hex)) and has_use(book, game, hex):
            hexes |= int(has(of_patrols, hex) or may_be_sailed_to(book, game, hex)) << hex
    return hexes


@rule
def has_carrier_free(book, game):
    """Whether any carrier with squadrons is free, wherever she may sail."""
    for k in eights_of(game):
        left = free_to_patrol(book, game, k) & bytes_equal(eight_of(book.kind, k), Kind.CARRIER)
        while left != 0:
            unit = first_of(left, k)
            left &= left - 1
            if game.squadrons[unit] > 0 and is_in_a_base(book, game, unit):
                return True
    return False


@rule
def may_be_sailed_to(book, game, hex):
    """Whether a carrier that is free reaches a hex, with as many fast factors of others, for which there are BRPs
    (21.552, 21.554A, 21.555A)."""
    measure_ways(book, game, int(game.moving), hex)
    carrier, fast = NONE_SO_SMALL, 0
    for k in eights_of(game):
        left = free_to_patrol(book, game, k)
        while left != 0:
            unit = first_of(left, k)
            left &= left - 1
            if reaches_hex(book, game, unit):
                if book.kind[unit] != Kind.CARRIER:
                    fast += factors_joining(book, game, unit) * (1 - int(book.slow[unit]))
                elif game.squadrons[unit] > 0:
                    carrier = min(carrier, int(book.factors[unit]))
    return fast >= carrier and brps_for(2 * carrier) <= game.brps[game.moving]


@rule
def hexes_to_patrol(book, game):
    """The hexes that a ship which is free reaches, with BRPs for her (21.412, 21.414A), and in which none of her side
    patrols, as a set."""
    side, bases = int(game.moving), 0
    for k in eights_of(game):
        left = free_to_patrol(book, game, k) & ~bytes_equal(eight_of(book.kind, k), Kind.CARRIER)
        while left != 0:
            unit = first_of(left, k)
            left &= left - 1
            if is_in_a_base(book, game, unit):
                if brps_for(factors_joining(book, game, unit)) <= game.brps[side]:
                    bases |= bit(game.place[unit])
    hexes = hexes_within_reach(book, game, bases)
    for k in eights_of(game):
        left = ones_of(book, side, k) & bytes_of_any(eight_of(game.place, k) ^ NOWHERE)
        while left != 0:
            hexes &= ~bit(base_of(game, first_of(left, k)))
            left &= left - 1
    return hexes


@rule
def hexes_within_reach(book, game, bases):
    """The hexes of patrols that ships of any of these places reach, as a set: it is as far there as back."""
    side, hexes = int(game.moving), 0
    closed = closed_straits(book, game, side)
    forget_ways(game, side)
    while bases != 0:
        place = lowest(bases)
        bases &= bases - 1
        start = enters_at(book, game, place)
        if start != NOWHERE:
            measure_leg(book, game, side, closed, start, hexes_before(book, place, start))
    measure_over_ports(book, game, side)
    for hex in range(PLACES):
        hexes |= int((game.way[side, hex] <= RANGE) & is_patrol_hex(book, hex)) << hex
    return hexes


@rule
def patrols_in(book, game, side, hex):
    """Units of a side that patrol in a hex."""
    there = 0
    for k in eights_of(game):
        there += ones_from(game, hex, k) & ones_of(book, side, k) & bytes_of_any(eight_of(game.place, k) ^ NOWHERE)
    return sum_of_bytes(there)


@rule
def may_patrol(book, game, unit):
    """Whether a unit is free to, and within reach."""
    return is_among(free_to_patrol(book, game, unit >> 3), unit) and reaches_hex(book, game, unit)


@rule
def reaches_hex(book, game, unit):
    """Whether a unit that is free is in a base within reach, over ports at most twenty hexes apart (21.412)."""
    if not is_in_a_base(book, game, unit):
        return False
    place = int(game.place[unit])
    start = enters_at(book, game, place)
    return start != NOWHERE and game.way[game.moving, start] + hexes_before(book, place, start) <= RANGE


@rule
def free_to_patrol(book, game, k):
    """1 in the bytes of those of eight units that have not been used, nor, if they are to patrol, changed base (21.32,
    21.414B, 21.557C)."""
    if game.phase == Phase.MISSIONS:
        out = bytes_of_any(eight_of(game.on_patrol, k) ^ NOWHERE) | tied_to_counters(book, game, k)
        free = unused_ones(game, k) & ~out & ~bytes_equal(eight_of(book.kind, k), Kind.CVE)
    else:
        free = not_used(book, game, k)
    return free & ones_of(book, int(game.moving), k) & ~bytes_of_any(eight_of(game.force, k))


@rule
def is_in_a_base(book, game, unit):
    """Whether a unit is in a base from which it may sail, and has factors that may."""
    return is_open(book, game, int(game.place[unit]), int(game.moving)) and factors_joining(book, game, unit) > 0


@rule
def enters_at(book, game, place):
    """Where ships of a place are on the map when they sail: there, or where a box appears on it, as India and Australia
    do (21.413B, 21.553B); nowhere from other boxes (21.413A, 21.553C)."""
    if book.lies_in[place] >= 0:
        return place
    for port in range(PLACES):
        if book.hexes[place, port] < FAR and is_open(book, game, port, int(game.moving)):
            return port
    return NOWHERE


@rule
def hexes_before(book, place, start):
    """Hexes from a place to where its ships enter the map."""
    return int(book.hexes[place, start]) if start != place else 0


@rule
def mask_patrol(book, game, mask):
    mask[Option.DONE] = 1
    hexes = hexes_to_choose(book, game)
    for hex in range(PLACES):
        mask[FIRST_PLACE + hex] = int(has(hexes, hex))


@rule
def take_patrol(book, game, action, events):
    """A hex, from which carriers that patrol there strike at once; or no more."""
    if action == Option.DONE:
        send_no_more(book, game, events)
        return
    hex = action - FIRST_PLACE
    if game.phase == Phase.MISSIONS and striking_patrol(book, game, hex):
        begin_strike_of_patrol(book, game, hex, events)
        return
    game.cursor = hex
    measure_ways(book, game, int(game.moving), hex)


@rule
def mask_patrol_with(book, game, mask):
    """Ship by ship, also of several ports, up to the twenty-five factors of a task force where there is
    a counter for one (20.161), as there are BRPs; carriers
    with as many fast factors of others (21.313).  Who has named a hex sends whom it takes to sail there, if there are
    such ships."""
    side, hex, others = int(game.power), int(game.cursor), 0
    if game.phase != Phase.MISSIONS:
        if factors_in(book, game, side) == 0 and may_send_boat(book, game, hex):
            mask[Option.SUBMARINE] = others = 1
        if patrols_in(book, game, side, hex) > 0:
            return
    most, joined = most_in_a_force(counter_to_sail(book, game, side)), factors_in(book, game, side)
    for k in eights_of(game):
        left = free_to_patrol(book, game, k)
        while left != 0:
            unit = first_of(left, k)
            left &= left - 1
            factors = joined + factors_joining(book, game, unit)
            if factors <= most and brps_for(factors) <= game.brps[side] and reaches_hex(book, game, unit):
                if not is_like_another(book, game, unit):
                    mask[FIRST_UNIT + unit] = int(is_accompanied(book, game, unit, side))
                    others += mask[FIRST_UNIT + unit]
    mask[Option.DONE] = int(can_sail(book, game, side) or others == 0)


@rule
def can_sail(book, game, side):
    """Whether those who have joined may sail: a mission needs a carrier (21.554A)."""
    if game.phase == Phase.MISSIONS:
        return squadrons_aboard(book, game, side) > 0
    return factors_in(book, game, side) > 0


@rule
def take_patrol_with(book, game, action, events):
    """Another ship sails along; or the patrol, or the mission, sails for its BRPs (21.414A, 21.554A); where none can,
    there are no more.  A submarine sails alone."""
    if action == Option.SUBMARINE:
        send_boat(book, game, int(game.cursor), events)
        game.cursor = NOBODY
        return
    if action != Option.DONE:
        join(book, game, action - FIRST_UNIT)
        return
    side, hex = int(game.moving), int(game.cursor)
    factors = factors_in(book, game, side)
    is_mission = game.phase == Phase.MISSIONS
    if not can_sail(book, game, side):
        release(book, game, side)
        game.cursor = NOBODY
        send_no_more(book, game, events)
        return
    game.brps[side] -= brps_for(factors)
    note(events, Event.FORCE, side, int(factors >= TASK_FORCE), brps_for(factors))
    convoy = Convoy.CARRIERS.value if is_mission else Convoy.PATROL.value
    start = enters_at(book, game, int(game.place[first_out(book, game, side)]))
    if sail_unseen(book, game, side, hex, Event.ON_PATROL.value, events):
        note(events, Event.COUNTER_MOVES, side, start, hex)
    set_out(book, game, convoy, start, hex, hex)
    game.step = MEET


# --- what becomes of them (21.416, 21.417, 21.419) ---------------------------------------------------------


@rule
def settle_patrol(book, game, events):
    """A patrol has come through, or has been beaten; True when asked."""
    side, hex = int(game.moving), int(game.raiding)
    if game.convoy == Convoy.CARRIERS:
        return settle_mission(book, game, events)
    if game.step == BEATEN or game.step == HOLDING:
        if has_won(book, game):
            game.step = HOLDING
            return ask(book, game, Decision.TIME, enemy_of(side), hex)
        return turn_back(book, game, events)
    if sound_factors(book, game, side) == 0:
        return turn_back(book, game, events)
    if game.convoy == Convoy.PATROL:
        return use_hex(book, game, events)
    for unit in units_of(game):
        if book.side[unit] == side and game.under[unit] > 0 and game.force[unit] > 0:
            game.berth[unit] = hex
        elif book.side[unit] == side and game.force[unit] > 0:
            game.on_patrol[unit] = hex  # its room in port is kept for it (21.415)
            game.inverted[unit] = 1
    return end_patrol(book, game)


@rule
def use_hex(book, game, events):
    """A patrol is in its hex: its aircraft strike all ports within range, sortie after sortie (21.416I); before each
    but the first who has not tried may meet it (21.416J), and in the end it stays or goes home (21.416K).  True when
    asked, False when it may be met."""
    side, hex = int(game.moving), int(game.raiding)
    if game.origin[HERE] != hex:
        game.origin[HERE] = hex
        make_ready(book, game)
        show_carriers(book, game, can_fly(book, game), events)
    if game.step == BOMBING:
        if ask_bombs(book, game, side, events):
            return True
        if can_fly(book, game):
            wait_in_hex(book, game)
            return False
    if can_fly(book, game):
        game.step = TARGETING
        return ask(book, game, Decision.TARGET, side, NOBODY)
    game.step = STAYING
    return ask(book, game, Decision.TIME, side, hex)


@rule
def wait_in_hex(book, game):
    """The patrol may be met in its hex by those that have not tried (21.416J, L, 21.4171)."""
    game.step = MEET
    lay_again(book, game, NOWHERE)
    ask_all_again(game)
    tried = places_that_tried(book, game)
    for place in range(PLACES):
        game.tried[place] = tried >> place & 1


@rule
def places_that_tried(book, game):
    """The places whose ships have looked for the patrol, and have not found it or have met it, as a set."""
    places = 0
    for k in eights_of(game):
        left = ones_of(book, enemy_of(game.moving), k) & bytes_equal(eight_of(game.against, k), IN_VAIN)
        while left != 0:
            base = base_of(game, first_of(left, k))
            left &= left - 1
            if base != NOWHERE:
                places |= bit(base)
    return places


@rule
def has_won(book, game):
    """Whether sound ships are left of those that have beaten the patrol."""
    for unit in units_of(game):
        if book.side[unit] != game.moving and game.against[unit] == AIDS and is_sound(game, unit):
            return True
    return False


@rule
def take_stay(book, game, action, events):
    """The patrol stays, and may then be met by those that have not tried (21.416K, L, 21.4171), or goes home; it goes
    on after a battle that it has won, or stays (21.416E, L); or those that have beaten it stay, and may yet meet others
    (21.416F, 21.4193)."""
    side, hex = int(game.power), int(game.subject)
    if game.step == MEET:
        if action == Option.YES:
            look_on(book, game)
            return
        go_home(book, game)
    if game.step == STAYING and action == Option.YES:
        game.convoy = Convoy.PATROL_STAYS.value
        wait_in_hex(book, game)
        return
    if game.step == HOLDING and action == Option.YES:
        for unit in units_of(game):
            if book.side[unit] == side and game.against[unit] == AIDS and is_sound(game, unit):
                game.on_patrol[unit] = hex
                game.inverted[unit] = game.spent[unit] = 0
                note(events, Event.ON_PATROL, unit, hex, 0)
    turn_back(book, game, events)


@rule
def turn_back(book, game, events):
    """The patrol goes home, used; so it does when it has nothing undamaged left (21.314)."""
    come_home_unseen(book, game, int(game.moving), counter_out(book, game, int(game.moving)), events)
    show_force(book, game, int(game.moving), events)
    stand_down(book, game, int(game.moving), events)
    return end_patrol(book, game)


@rule
def settle_mission(book, game, events):
    """Carriers that have come through strike one port, sortie after sortie, or support the troops in Africa (21.555D,
    21.556, 21.557F); then all go home (21.555E)."""
    side = int(game.moving)
    show_force(book, game, side, events)
    if game.step == SUPPORT:
        make_ready(book, game)
    if are_over_troops(game):
        if support_troops(book, game, events):
            return True
    elif game.step == BOMBING and ask_bombs(book, game, side, events):
        return True
    if game.step == TARGETING and can_fly(book, game):
        return ask(book, game, Decision.TARGET, side, NOBODY)
    for unit in units_of(game):
        goes_on_patrolling = game.on_patrol[unit] != NOWHERE and not adopts_mission(game, unit)
        if goes_on_patrolling and game.force[unit] > 0:
            game.force[unit] = game.force_seen[unit] = 0
            game.spent[unit] = book.factors[unit]  # her squadrons have struck, once
    stand_down(book, game, side, events)
    return end_patrol(book, game)


@rule
def end_patrol(book, game):
    """The next patrol, or mission, may sail."""
    is_mission = game.convoy == Convoy.CARRIERS
    come_in(book, game, int(game.moving))
    game.phase, game.step, game.cursor = Phase.MOVEMENT.value, PATROLS, NOBODY
    if is_mission:
        game.phase, game.step = Phase.MISSIONS.value, 0
    return False


@rule
def come_home(book, game, events):
    """All that are still on patrol after combat go back to their ports, used (21.4183, 21.4191), and are whole again if
    they are sound (20.523A)."""
    for counter in range(1, COUNTERS + 1):
        hex = int(game.counter_at[game.moving, counter - 1])
        if hex != NOWHERE and is_patrol_hex(book, hex):
            come_home_unseen(book, game, int(game.moving), counter, events)
    for unit in units_of(game):
        if game.berth[unit] != game.place[unit]:
            show(book, game, unit, events)
        if game.on_patrol[unit] != NOWHERE:
            home = int(game.place[unit])
            come_off_patrol(book, game, unit, events)
            game.inverted[unit] = 1
            game.spent[unit] = game.strength[unit]
            game.hits[unit] *= int(not is_sound(game, unit))
            if game.place[unit] == home:
                note(events, Event.PATROL_ENDS, unit, home, 0)
    break_up(book, game, int(game.moving), events)
    forget(game)
