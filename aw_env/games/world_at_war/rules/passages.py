"""What destroyers carry over a map of hexes: supply lines, oil, troops for Africa, and squadrons (21.42, 21.43, with
the lines of the rulings)."""

from aw_env.core.engine.arrays import bytes_of_any, eight_of
from aw_env.core.engine.compiling import rule, rule_with_arrays
from aw_env.core.engine.events import note
from aw_env.core.engine.sets import bit, has, lowest
from aw_env.core.engine.stack import ask
from aw_env.games.world_at_war.records.kinds import (
    BETWEEN_PORTS,
    MOST_TROOPS,
    NOBODY,
    NOWHERE,
    PLACES,
    Aboard,
    Box,
    Convoy,
    Decision,
    Event,
    Ground,
    Kind,
    Option,
    Phase,
    PlaceKind,
    Worth,
)
from aw_env.games.world_at_war.records.record import FIRST_PLACE, FIRST_UNIT
from aw_env.games.world_at_war.rules.africa import foremost, is_in_africa
from aw_env.games.world_at_war.rules.aid import forget, give_up, go_home, stay_in
from aw_env.games.world_at_war.rules.air_cargo import air_factors, room_for_air, since_the_turn_began
from aw_env.games.world_at_war.rules.bases import (
    AIRLIFT,
    BASES,
    LOADING,
    TROOPS,
    has_room,
    is_open,
    places_joined,
    tied_to_counters,
    under_used_counters,
)
from aw_env.games.world_at_war.rules.bases import take_destination as change_base
from aw_env.games.world_at_war.rules.cargo import DESTROYERS_A_FACTOR, DESTROYERS_A_LINE, FACTORS_A_TRANSPORT
from aw_env.games.world_at_war.rules.damage import unused_ones
from aw_env.games.world_at_war.rules.displaced import ask_way, settle_displaced
from aw_env.games.world_at_war.rules.embarkation import (
    add_stop,
    all_aboard,
    all_of_kind,
    destroyers_in,
    destroyers_lacking,
    free_to_carry,
    is_box,
    is_free_to_carry,
    land,
    landing_port,
    may_be_added,
    may_carry,
    measure,
    put_aboard,
    starting_port,
    transports_for,
    use_destroyers,
)
from aw_env.games.world_at_war.rules.errands import are_displaced, has_cargo, is_invasion, is_supply
from aw_env.games.world_at_war.rules.hidden_forces import come_home_unseen, counter_out
from aw_env.games.world_at_war.rules.invasions_on_hexes import come_before_it, lacking
from aw_env.games.world_at_war.rules.island_forces import factors_in, show_force
from aw_env.games.world_at_war.rules.island_raids import stand_down
from aw_env.games.world_at_war.rules.landing_battles import has_troops_aboard
from aw_env.games.world_at_war.rules.meetings import (
    ask_route,
    come_in,
    is_settled,
    is_threatened,
    meet,
    name_company,
    set_out,
)
from aw_env.games.world_at_war.rules.ranges import is_supplied
from aw_env.games.world_at_war.rules.redeployment import settle_redeployment
from aw_env.games.world_at_war.rules.routes import FIRST_STOP, THERE
from aw_env.games.world_at_war.rules.rows import MOST_COUNTED
from aw_env.games.world_at_war.rules.sea_escort import (
    begin_escort,
    embark_escorted,
    end_escort,
    is_base_of_escort,
    mask_escort,
    mask_port,
    most_escorted,
)
from aw_env.games.world_at_war.rules.sea_patrols import begin_combat, settle_patrol
from aw_env.games.world_at_war.rules.sea_transport import carry
from aw_env.games.world_at_war.rules.seaways import RANGE, RANGE_OF_SQUADRONS, closed_straits
from aw_env.games.world_at_war.rules.task_forces import (
    MOST_IN_A_FORCE,
    TASK_FORCE,
    counter_to_sail,
    leave_counter,
    most_in_a_force,
)
from aw_env.games.world_at_war.rules.transports import usable
from aw_env.games.world_at_war.rules.troops import (
    BEATEN,
    MEET,
    SAIL,
    embarked,
    factors_joining,
    fast_factors_free,
    fast_factors_of,
    first_place_with_cargo,
    is_accompanied,
    is_cargo_chosen,
    is_like_another,
    join,
    rest_troops,
    stay_in_port,
)
from aw_env.games.world_at_war.rules.units import (
    eights_of,
    first_of,
    first_out,
    is_among,
    ones_of,
    ones_out,
    units_of,
)

LINES, CARRIERS = 0, 1
"""Steps of the supply phase: whether the next line is kept, and by which destroyers."""


# --- supply lines and oil (21.42) ------------------------------------------------------------------------


@rule
def ask_lines(book, game, events):
    """Line by line whether it is kept, then its destroyers; after combat again those that have not been (21.56).  True
    when asked."""
    side = int(game.moving)
    if game.step == CARRIERS:
        if destroyers_wanted(book, game) > 0:
            return ask(book, game, Decision.CARRY, side, NOBODY)
        line = int(game.cursor)
        end = end_of_line(book, game, line)
        note(events, Event.SETS_OUT, line, end, Aboard.SUPPLIES.value)
        convoy = Convoy.SUPPLY.value if game.phase == Phase.SUPPLY else Convoy.SUPPLY_AGAIN.value
        set_out(book, game, convoy, line, end, line)
        return False
    while game.cursor < PLACES:
        if may_be_kept(book, game, int(game.cursor)):
            return ask(book, game, Decision.SUPPLY_LINE, side, game.cursor)
        game.cursor += 1
    forget(game)
    next_phase = Phase.MOVEMENT.value if game.phase == Phase.SUPPLY else Phase.REDEPLOYMENT.value
    if next_phase == Phase.REDEPLOYMENT:
        rest_troops(game)
    game.phase, game.step, game.cursor = next_phase, 0, NOBODY
    return False


@rule
def end_of_line(book, game, place):
    """Where the supply line from a place of the moving side ends: in Africa in its foremost port; nowhere: in none."""
    end = int(book.line_end[place])
    if end == NOWHERE or not is_open(book, game, place, int(game.moving)):
        return NOWHERE
    if is_in_africa(book, end):
        return foremost(book, game, int(game.moving))
    return end if is_open(book, game, end, int(game.moving)) else NOWHERE


@rule
def may_be_kept(book, game, place):
    """Whether a line can be kept: it touches a port every twenty hexes (21.3612), and there are destroyers."""
    end = end_of_line(book, game, place)
    if end == NOWHERE or game.kept[place] == 1:
        return False
    if not has(places_joined(book, game, int(game.moving), place), end):
        return False
    return destroyers_near(book, game, place) >= DESTROYERS_A_LINE


@rule
def destroyers_near(book, game, place):
    """Destroyers that could sail from a place in its supply line."""
    return destroyers_in(book, game, places_joined(book, game, int(game.moving), place))


@rule
def take_line(game, action):
    """Its destroyers are named, or it is not kept."""
    if action == Option.YES:
        game.step = CARRIERS
    else:
        game.cursor += 1


@rule
def end_line(book, game, phase, place, holds, events):
    """A line that gets through scores (H); where it ends there is supply until it is wanted anew: after combat for
    ships and troops, for ranges when the player turn is over (21.36C).  phase: that in which it was to be kept, which
    goes on."""
    if holds:
        game.kept[place] = 1
        end = end_of_line(book, game, place)
        if phase == Phase.SUPPLY and game.unsupplied[end] == 1:
            uninvert_at(book, game, end)
            game.unsupplied[end] = 0
        game.points[game.moving] += int(book.worth[Worth.SUPPLY_LINE])
    note(events, Event.SUPPLIED, place, int(holds), 0)
    game.phase, game.step, game.cursor = phase, LINES, place + 1


@rule
def count_late_lines(book, game):
    """The player turn is over: what lines have supplied after combat counts for ranges too (21.36C)."""
    for place in range(PLACES):
        if game.kept[place] == 1 and book.line_end[place] != NOWHERE:
            game.unsupplied[book.line_end[place]] = 0


@rule
def uninvert_at(book, game, place):
    """Units that lacked supply as the turn began can be used again once it comes (21.71), but not new ones and those
    that have been out in this phase (21.72B, C)."""
    for unit in units_of(game):
        is_new = book.arrives[unit] == game.turn
        if game.place[unit] == place and game.moved[unit] == 0 and not is_new:
            game.inverted[unit] = game.spent[unit] = 0


@rule
def release_destroyers(game):
    """Destroyers that have carried have been used (21.311)."""
    for row in units_of(game):
        if game.carrying[row] > 0:
            game.inverted[row] = 1
            game.carrying[row] = 0


# --- which destroyers (21.434, 21.435) -------------------------------------------------------------------


@rule
def destroyers_wanted(book, game):
    """Destroyers that are still to be named."""
    wanted = DESTROYERS_A_LINE
    if is_invasion(game):
        return lacking(book, game)
    if game.phase == Phase.MOVEMENT:
        wanted = destroyers_a_factor(book, game.cursor) * int(game.troops)
    elif game.phase == Phase.REDEPLOYMENT:
        wanted = int(game.troops)
    return destroyers_lacking(game, wanted)


@rule
def mask_carry(book, game, mask):
    """Destroyers of ports on the way of the line, or within range of the base of embarkation."""
    if game.phase == Phase.MOVEMENT or is_invasion(game):
        further = measure(book, game, int(game.cursor), int(game.origin[THERE]))
        for row in units_of(game):
            mask[FIRST_UNIT + row] = int(may_carry(book, game, row, int(game.cursor), further))
        return
    if game.phase == Phase.REDEPLOYMENT:
        mask_escort(book, game, mask)
        return
    joined = places_joined(book, game, int(game.moving), int(game.cursor))
    for row in units_of(game):
        if is_free_to_carry(book, game, row):
            mask[FIRST_UNIT + row] = int(has(joined, int(game.place[row])))


@rule
def take_carry(book, game, action, events):
    is_line = game.phase == Phase.SUPPLY or game.phase == Phase.SUPPLY_AGAIN
    aboard = Aboard.SUPPLIES.value if is_line else Aboard.TROOPS.value
    if game.phase == Phase.MOVEMENT and kind_that_embarks(game) == Ground.AIR:
        aboard = Aboard.SQUADRONS.value
    leave_counter(book, game, action - FIRST_UNIT, events)  # who carries is seen (20.164A)
    carry(book, game, action - FIRST_UNIT, destroyers_wanted(book, game), aboard, events)


# --- troops for Africa, and squadrons (21.43) ---------------------------------------------------------------


@rule
def transport_cargo(book, game, events):
    """Base by base how many factors of troops or squadrons embark, and on which destroyers; those of several bases may
    sail together (21.435C).  True when asked."""
    side = int(game.moving)
    if game.step == TROOPS:
        return ask_base(book, game)
    base, kind = int(game.cursor), kind_that_embarks(game)
    if game.origin[THERE] == NOWHERE:
        if kind == Ground.AIR:
            return ask(book, game, Decision.COUNTER_TO, side, base)
        game.origin[THERE] = landing_port(book, game, base)
    if embarked(game, base, kind) == 0 and game.troops == all_aboard(game):
        return ask(book, game, Decision.TROOPS, side, NOBODY)
    if destroyers_wanted(book, game) > 0:
        return ask(book, game, Decision.CARRY, side, NOBODY)
    if is_box(book, base):
        land_from_box(book, game, base, kind, events)
        release_destroyers(game)
    game.step, game.cursor = TROOPS, NOBODY
    return False


@rule
def ask_base(book, game):
    """From which base, and what, where both troops and squadrons may sail from it; True when asked."""
    side = int(game.moving)
    if game.cursor != NOBODY:
        base = int(game.cursor)
        if ports_for(book, game, base, Ground.INFANTRY.value) == 0:
            game.step = AIRLIFT
        elif ports_for(book, game, base, Ground.AIR.value) == 0:
            game.step = LOADING
        else:
            return ask(book, game, Decision.TROOP, side, base)
        return False
    return ask(book, game, Decision.EMBARK, side, first_place_with_cargo(book, game))


@rule
def kind_that_embarks(game):
    """The kind of the factors that embark."""
    return Ground.AIR.value if game.step == AIRLIFT else Ground.INFANTRY.value


@rule
def begin_mission(book, game, events):
    """The mission sails, from base to base to where all land."""
    first, there = int(game.origin[FIRST_STOP]), int(game.origin[THERE])
    aboard = Aboard.TROOPS.value if all_of_kind(game, Ground.INFANTRY) > 0 else Aboard.SQUADRONS.value
    note(events, Event.SETS_OUT, first, there, aboard)
    set_out(book, game, Convoy.SEA_TRANSPORT.value, starting_port(book, game, first), there, first)


@rule
def destroyers_a_factor(book, base):
    """One, or two from a box (21.434A, B)."""
    return DESTROYERS_A_FACTOR if is_box(book, base) else 1


@rule
def waiting(book, game, base, kind):
    """Factors of a kind that may sail from a base if there are destroyers: all troops of one that is fully supplied
    (21.437C), but those at the front; squadrons that were there as the player turn began, also such as have flown
    (21.438A)."""
    if not is_open(book, game, base, int(game.moving)) or embarked(game, base, kind) > 0:
        return 0
    if kind == Ground.AIR:
        return air_factors(since_the_turn_began(game, base))
    return 0 if is_in_africa(book, base) or not is_supplied(book, game, base) else int(game.infantry[base])


@rule
def room_for(book, game, port, kind):
    """Factors of a kind for which a port has room beside those that are aboard (21.435I, 21.438B); of squadrons none
    where it has become ours but this turn (21.435D)."""
    if kind == Ground.AIR:
        is_base = book.place_kind[port] == PlaceKind.PORT and is_open(book, game, port, int(game.moving))
        return room_for_air(game, port) - all_of_kind(game, kind) if is_base and game.taken[port] == 0 else 0
    return MOST_TROOPS - int(game.infantry[port]) - all_of_kind(game, kind)


@rule
def ports_for(book, game, base, kind):
    """The ports to which factors of a kind can be carried from a base, as a set: troops, and squadrons of a box, to
    where they land; other squadrons to any; with others that have embarked only to where these go (21.435C)."""
    bound, ports, left = int(game.origin[THERE]), 0, bit(PLACES) - 1
    if waiting(book, game, base, kind) == 0 or not has_destroyers(book, game):
        return 0
    if kind != Ground.AIR or is_box(book, base):
        port = landing_port(book, game, base)
        left = bit(port) if port != NOWHERE else 0
    left &= bit(bound) if bound != NOWHERE else left
    while left != 0:
        place = lowest(left)
        left &= left - 1
        ports |= int(most_carried(book, game, base, kind, place) > 0) << place
    return ports


@rule
def has_destroyers(book, game):
    """Whether any destroyers have not been used."""
    for k in eights_of(game):
        if free_to_carry(book, game, k) != 0:
            return True
    return False


@rule
def most_carried(book, game, base, kind, port):
    """Factors of a kind that can be carried from a base to a port: for destroyers, from a box for the transports of the
    Indian Ocean too (21.434C), and for what there is room for; squadrons within twenty hexes (21.3614A); in a mission
    that has embarked others, within its range and the twenty-five factors of a task force."""
    if base == port or book.lies_in[port] < 0:
        return 0
    most = room_for(book, game, port, kind)
    if most <= 0:
        return 0
    others = all_aboard(game)
    most = min(most, waiting(book, game, base, kind), MOST_IN_A_FORCE - others)
    if most <= 0 or (others > 0 and not may_be_added(book, game, base)):
        return 0
    further, destroyers = measure(book, game, base, port), 0
    if kind == Ground.AIR and further > RANGE_OF_SQUADRONS:
        return 0
    for k in eights_of(game):
        left = free_to_carry(book, game, k)
        while left != 0:
            row = first_of(left, k)
            left &= left - 1
            destroyers += int(game.strength[row]) * int(may_carry(book, game, row, base, further))
    most = min(most, destroyers // destroyers_a_factor(book, base))
    return min(most, FACTORS_A_TRANSPORT * usable(game, Box.INDIAN)) if is_box(book, base) else most


@rule
def is_base_of_embarkation(book, game, base):
    """Whether troops or squadrons can be carried from a place."""
    for_troops = ports_for(book, game, base, Ground.INFANTRY.value) != 0
    return for_troops or ports_for(book, game, base, Ground.AIR.value) != 0


@rule_with_arrays
def bases_of_embarkation(book, game):
    """These places, or those from which troops can redeploy, as a set.  The ways of the side, which its enemy sees,
    stay those that were measured before: they would tell whether destroyers are free (20.164A)."""
    before, bases = game.way[game.moving].copy(), 0
    for place in range(PLACES):
        if game.phase == Phase.REDEPLOYMENT:
            bases |= int(is_base_of_escort(book, game, place)) << place
        else:
            bases |= int(is_base_of_embarkation(book, game, place)) << place
    game.way[game.moving] = before
    return bases


@rule
def mask_embark(book, game, mask):
    mask[Option.DONE] = 1
    bases = bases_of_embarkation(book, game)
    for place in range(PLACES):
        mask[FIRST_PLACE + place] = int(has(bases, place))


@rule
def take_embark(book, game, action, events):
    """How many sail from there; or no more embark: the mission sails, or where there is none the combat phase
    begins."""
    if game.phase == Phase.REDEPLOYMENT:
        begin_escort(game, action)
    elif action != Option.DONE:
        game.cursor = action - FIRST_PLACE
    elif all_aboard(game) > 0:
        begin_mission(book, game, events)
    else:
        begin_combat(game)


@rule
def mask_kind(mask):
    mask[Option.INFANTRY] = mask[Option.AIRCRAFT] = 1


@rule
def take_kind(game, action):
    """Troops embark, or squadrons."""
    game.step = LOADING if action == Option.INFANTRY else AIRLIFT


@rule
def mask_goal(book, game, mask):
    """Where squadrons sail, or troops redeploy."""
    if game.phase == Phase.REDEPLOYMENT:
        mask_port(book, game, mask)
        return
    ports = ports_for(book, game, int(game.cursor), Ground.AIR.value)
    for port in range(PLACES):
        mask[FIRST_PLACE + port] = int(has(ports, port))


@rule
def mask_troops(book, game, mask):
    base = int(game.cursor)
    if game.phase == Phase.REDEPLOYMENT:
        most = most_escorted(book, game)
    else:
        most = most_carried(book, game, base, kind_that_embarks(game), int(game.origin[THERE]))
    for count in range(1, min(most, MOST_COUNTED) + 1):
        mask[Option.COUNT_0 + count] = 1


@rule
def take_troops(book, game, action):
    """So many factors sail, from a box with a transport for every five (21.434C)."""
    factors, base = action - Option.COUNT_0, int(game.cursor)
    if game.phase == Phase.REDEPLOYMENT:
        embark_escorted(book, game, factors)
        return
    game.troops += factors
    if is_box(book, base):
        game.used_transports[Box.INDIAN] += transports_for(factors)
    else:
        put_aboard(game, base, kind_that_embarks(game), factors)
        add_stop(game, base)


@rule
def land_from_box(book, game, base, kind, events):
    """What comes from a box is in Egypt, and its destroyers back in port: nobody meets them (21.1324)."""
    put_aboard(game, base, kind, int(game.troops))
    land(game, int(game.origin[THERE]), events)
    game.origin[THERE] = NOWHERE
    game.troops = 0


# --- base changes (21.22) --------------------------------------------------------------------------------


@rule
def take_destination(book, game, action, events):
    """The unit sails, a row that remains used as a whole (21.224), and may be met; not on its way to or from a box,
    which lies on other fronts (21.1324, 21.22)."""
    unit, place = int(game.subject), action - FIRST_PLACE
    here = int(game.place[unit])
    if book.lies_in[here] < 0 or book.lies_in[place] < 0:
        change_base(book, game, action, events)
        return
    if game.inverted[unit] == 1:
        game.spent[unit] = 0
    join(book, game, unit)
    set_out(book, game, Convoy.NONE.value, here, place, place)


@rule
def arrive(book, game, side, place, beaten, events):
    """Ships are in their new base; or beaten they are back in the old one, inverted, even if it then bases too many
    (21.222)."""
    for unit in units_of(game):
        if book.side[unit] == side and game.force[unit] > 0:
            game.moved[unit] = 1
            if beaten:
                game.inverted[unit] = 1
                note(events, Event.BEATEN_BACK, unit, game.place[unit], 0)
            else:
                game.place[unit] = place
                note(events, Event.CHANGES_BASE, unit, place, 0)


# --- who sails, and what becomes of it (21.222, 21.436, 22.2) --------------------------------------------


@rule
def sail(book, game, events):
    """Ships are out, and may be met; then what they have set out for is done, or has failed.  True when asked."""
    if has_troops_aboard(game) and is_cargo_chosen(book, game):
        return ask(book, game, Decision.LOSSES, int(game.moving), int(game.raiding))
    if ask_route(book, game):
        return True
    if game.step == SAIL and are_displaced(game):
        if ask_way(book, game):
            return True
        game.step = MEET
    if game.step == SAIL and not is_invasion(game) and not may_be_accompanied(book, game):
        game.step = MEET
        name_company(book, game, events)
    if not is_settled(game):
        return meet(book, game, events)
    give_up(game)
    if not has_cargo(game) or is_invasion(game):
        go_home(book, game)
    if are_displaced(game):
        return settle_displaced(book, game, events)
    if game.convoy == Convoy.REDEPLOYED:
        return settle_redeployment(book, game, events)
    if is_invasion(game):
        show_force(book, game, int(game.moving), events)
        come_before_it(game)
        return False
    if game.convoy >= Convoy.PATROL:
        return settle_patrol(book, game, events)
    side, place, beaten = int(game.moving), int(game.raiding), game.step == BEATEN
    convoy, port, game.phase = int(game.convoy), int(game.origin[THERE]), Phase.MOVEMENT.value
    if convoy != Convoy.NONE and convoy != Convoy.ESCORT:
        come_home_unseen(book, game, side, counter_out(book, game, side), events)
    show_force(book, game, side, events)
    if convoy == Convoy.NONE:
        arrive(book, game, side, place, beaten, events)
        game.step, game.cursor = BASES, NOBODY
    else:
        if convoy == Convoy.ESCORT:
            stay_in(book, game)
        use_destroyers(game)
        stand_down(book, game, side, events)
    come_in(book, game, side)
    if convoy == Convoy.SUPPLY or convoy == Convoy.SUPPLY_AGAIN:
        phase = Phase.SUPPLY.value if convoy == Convoy.SUPPLY else Phase.SUPPLY_AGAIN.value
        end_line(book, game, phase, place, not beaten, events)
    elif convoy != Convoy.NONE:
        if beaten:  # 21.436, 21.66
            of_air = all_of_kind(game, Ground.AIR) > 0 and all_of_kind(game, Ground.INFANTRY) == 0
            note(events, Event.CONVOY_ABORTS, convoy, int(of_air), 0)
            stay_in_port(game)
        if convoy == Convoy.ESCORT:
            end_escort(game)
        else:
            game.step = TROOPS
        land(game, port, events)
        game.troops, game.cursor = 0, NOBODY
    return False


@rule
def may_be_accompanied(book, game):
    """Whether ships can go along, and any enemy can meet them; who redeploys sails alone (H)."""
    if game.convoy == Convoy.REDEPLOYED or not is_threatened(book, game):
        return False
    places, sailing = places_that_protect(book, game), factors_in(book, game, int(game.moving))
    for k in eights_of(game):
        left = free_to_go_along(book, game, k) | seeming_free(book, game, k)
        while left != 0:
            if goes_along_from(book, game, first_of(left, k), places, sailing):
                return True
            left &= left - 1
    return False


@rule
def seeming_free(book, game, k):
    """1 in the bytes of those of eight units that have been used under counters in port: it does not show in what is
    asked (20.164A)."""
    return under_used_counters(book, game, k) & ones_of(book, int(game.moving), k)


@rule
def may_go_along(book, game, unit):
    """Whether a unit may protect what sails, or change base together with it."""
    if not is_among(free_to_go_along(book, game, unit >> 3), unit):
        return False
    sailing = factors_in(book, game, int(game.moving))
    return goes_along_from(book, game, unit, places_that_protect(book, game), sailing)


@rule
def free_to_go_along(book, game, k):
    """1 in the bytes of those of eight units that do not sail yet and may go along: sound and not used."""
    out = bytes_of_any(eight_of(game.force, k)) | tied_to_counters(book, game, k)
    return unused_ones(game, k) & ones_of(book, int(game.moving), k) & ~out


@rule
def goes_along_from(book, game, unit, places, sailing):
    """Whether one of these may: fast carriers with as many fast factors of others (21.313), escort carriers only to
    protect cargo (20.42A, B, F), up to the twenty-five factors of a task force (20.162A).  places: those whose ships
    may protect what sails (`places_that_protect`); sailing: factors that sail as it is."""
    side = int(game.moving)
    more = factors_joining(book, game, unit)
    if more <= 0 or sailing + more > most_in_a_force(counter_to_sail(book, game, side)):
        return False
    if book.kind[unit] == Kind.CVE and not has_cargo(game):
        return False
    if game.convoy == Convoy.NONE:
        return moves_along(book, game, unit) and (sailing + more < TASK_FORCE or makes_task_force(book, game, unit))
    return has(places, game.place[unit]) and is_accompanied(book, game, unit, side)


@rule
def makes_task_force(book, game, unit):
    """Whether those that change base are a task force with a unit more, if they are enough: none of them inverted
    (20.162D), and as many fast factors of others as of carriers (20.162F), which alone may change base without
    (21.313)."""
    fast = fast_factors_free(book, game, int(game.moving)) + fast_factors_of(book, unit, game.strength[unit])
    return fast >= 0 and not is_any_inverted(book, game)


@rule
def is_any_inverted(book, game):
    """Whether any of those of the moving side that are out are inverted, as ships may be that change base (21.224)."""
    for k in eights_of(game):
        if ones_out(book, game, int(game.moving), k) & bytes_of_any(eight_of(game.inverted, k)) != 0:
            return True
    return False


@rule
def moves_along(book, game, unit):
    """Whether a unit may change base from where the others do, to where they go, with room for all."""
    place, first = int(game.raiding), first_out(book, game, int(game.moving))
    if game.moved[unit] == 1 or game.place[unit] != game.place[first]:
        return False
    return has_room(book, game, place, factors_in(book, game, int(game.moving)) + int(game.strength[unit]))


@rule
def places_that_protect(book, game):
    """The places whose ships may protect what sails, as a set: ports from which its destroyers might have come
    (21.435E, 21.65F)."""
    side, base = int(game.moving), int(game.raiding)
    closed = closed_straits(book, game, side)
    if is_supply(game) or game.convoy == Convoy.ESCORT:
        return bit(base) | int(book.near_by_water[closed, base]) | places_joined(book, game, side, base)
    places, further = bit(base), int(game.way[side, base])
    for place in range(PLACES):
        leg = int(book.by_water[closed, place, base])
        places |= int((leg <= BETWEEN_PORTS) & (leg + further <= RANGE)) << place
    return places


@rule
def mask_protect(book, game, mask):
    """Ship by ship, and of cruisers that are alike the first; or no more."""
    mask[Option.DONE] = 1
    places, sailing = places_that_protect(book, game), factors_in(book, game, int(game.moving))
    for k in eights_of(game):
        left = free_to_go_along(book, game, k)
        while left != 0:
            unit = first_of(left, k)
            left &= left - 1
            if goes_along_from(book, game, unit, places, sailing):
                mask[FIRST_UNIT + unit] = int(not is_like_another(book, game, unit))
