"""Ships that are met at sea on a map of hexes: on a supply line, a sea transport or a base change (21.22, 21.42, 21.43,
with 22.2 as the rulings have it).

The side that sails is asked first who goes along (20.65, 21.65F); then each port of the enemy's from which ships can
meet them is asked, in the order in which the route passes it (AR-34), and its ships meet them where the route is
nearest to it.  Those that are found may be aided by others of their side (`aid`); what follows is fought as off islands
(`landing_battles`).  `game.raiding` is where a line or a transport begins, or where a base change, a patrol or the way
of displaced ships ends; `game.force` are the ships that are out, of both sides.
"""

from aw_env.core.engine.arrays import bytes_of_any, eight_of
from aw_env.core.engine.compiling import rule
from aw_env.core.engine.dice import roll
from aw_env.core.engine.events import note, note_die
from aw_env.core.engine.sets import has, lowest
from aw_env.core.engine.stack import ask
from aw_env.games.world_at_war.records.kinds import (
    FACES,
    NOBODY,
    NOWHERE,
    PLACES,
    Convoy,
    Decision,
    Event,
    Option,
    Phase,
)
from aw_env.games.world_at_war.records.record import FIRST_UNIT
from aw_env.games.world_at_war.rules.aid import (
    AIDS,
    IN_VAIN,
    ask_aid,
    call_for_aid,
    give_up,
    is_patrol_hex,
    join_late,
    leaves_carriers_alone,
    mask_aid,
    searching,
    take_aid,
)
from aw_env.games.world_at_war.rules.air_on_hexes import (
    ALL_UP,
    OWN_PLANES,
    ask_overhead,
    ask_squadrons,
    call_squadrons,
    pass_bases,
    stand_by,
)
from aw_env.games.world_at_war.rules.air_strikes import COUNTERING, TORPEDOING
from aw_env.games.world_at_war.rules.battle_rounds import ROUND, front_of, sound_factors
from aw_env.games.world_at_war.rules.boats_on_hexes import (
    OWNER,
    ask_all_again,
    attack,
    boat_dice_to_aid,
    boat_to_aid,
    boats_to_ask,
    dice_lacking,
    lie_in_wait,
    places_of_boats,
    take_boat,
)
from aw_env.games.world_at_war.rules.damage import is_sound, ready_ones
from aw_env.games.world_at_war.rules.errands import are_displaced, has_cargo, is_invasion
from aw_env.games.world_at_war.rules.hidden_forces import is_hidden, sail_unseen
from aw_env.games.world_at_war.rules.island_forces import base_of, factors_in, ones_from, show_force
from aw_env.games.world_at_war.rules.landing_battles import (
    IN_ITS_HEX,
    MOST_DICE,
    battle,
    dice_of_ships,
    end_meeting,
    fewest_carriers,
    has_screen,
    has_troops_aboard,
    in_all,
    mask_oppose_landing,
    may_be_asked,
    meet_cargo_alone,
)
from aw_env.games.world_at_war.rules.ranges import enemy_of
from aw_env.games.world_at_war.rules.routes import (
    FIRST_STOP,
    HERE,
    OFFERED,
    PAST_AIRCRAFT,
    PAST_SHIPS,
    SHORTEST,
    THERE,
    WAY,
    are_near_aircraft,
    hex_of_meeting,
    is_base_of,
    lay_route,
    length_of_way,
    places_with_ships,
    seeming_to_be_in,
    touches_ports,
    trace_route,
    ways_that_differ,
)
from aw_env.games.world_at_war.rules.searches import forget_search, look, number_task_forces
from aw_env.games.world_at_war.rules.seaways import RANGE, closed_straits
from aw_env.games.world_at_war.rules.task_forces import TASK_FORCE, leave_counter
from aw_env.games.world_at_war.rules.troops import BEATEN, MEET, SAIL, SUPPORT, carriers_left, fit_cargo, join
from aw_env.games.world_at_war.rules.units import eights_of, first_of, first_out, is_any_out, ones_of, units_of

AGAINST_MOVES, AGAINST_CARGO, AGAINST_WAITING = 2, 4, 8
"""Dice against ships that change base or patrol and carriers, against supply and transport, and against a patrol that
stays (22.2)."""
AID, STAYING, HOLDING = 56, 57, 58
"""Steps beside those of invasions and battles: who comes to the aid of those that are met; whether the patrol stays in
its hex, and whether those that have beaten it do."""


@rule
def set_out(book, game, convoy, here, there, about):
    """Ships sail from a place to another, over the stops of `game.origin`.  convoy: what they do; about: the place that
    it is about."""
    game.phase, game.step, game.cursor = Phase.INTERCEPTION.value, SAIL, 0
    game.convoy, game.raiding = convoy, about
    game.unembarked = game.rounds = 0
    for place in range(PLACES):
        game.tried[place] = 0
    lie_in_wait(game)
    for unit in units_of(game):
        game.force[unit] = max(int(game.force[unit]), int(game.carrying[unit]))
        if game.under[unit] == 0:
            game.force_seen[unit] = game.force[unit]
    game.origin[HERE], game.origin[THERE] = here, there
    take_way(game, NOWHERE)
    lay_route(book, game, int(game.moving), here, there, touches_ports(game))


@rule
def lay_again(book, game, met_by):
    """Measure anew from the route; met_by: the place whose ships meet them, or nowhere."""
    side, there = int(game.moving), int(game.origin[THERE])
    trace_route(book, game, side, int(game.origin[HERE]), there, touches_ports(game), met_by)


# --- by which way (21.416B, AR-12) -------------------------------------------------------------------------


@rule
def ask_route(book, game):
    """Those that have set out choose their way, where some enemy may meet or strike them and it makes a difference; not
    displaced ships, which name a port (21.23E).  True when asked."""
    if game.route[WAY] != NOWHERE or game.origin[HERE] == NOWHERE or are_displaced(game):
        return False
    if game.route[OFFERED] == NOWHERE:
        game.route[OFFERED] = ways_that_differ(book, game) if is_threatened(book, game) else 0
        game.route[WAY] = NOWHERE
    if game.route[OFFERED] != 0:
        return ask(book, game, Decision.COUNTER, int(game.moving), NOBODY)
    take_way(game, SHORTEST)
    return False


@rule
def mask_route(book, game, mask):
    mask[Option.DONE] = 1
    mask[Option.COUNT_0 + PAST_AIRCRAFT] = int(has(game.route[OFFERED], PAST_AIRCRAFT))
    mask[Option.COUNT_0 + PAST_SHIPS] = int(has(game.route[OFFERED], PAST_SHIPS))


@rule
def take_route(book, game, action):
    """The shortest way, or another, which is kept to the end."""
    take_way(game, SHORTEST if action == Option.DONE else action - Option.COUNT_0)
    here, there = int(game.origin[HERE]), int(game.origin[THERE])
    lay_route(book, game, int(game.moving), here, there, touches_ports(game))


@rule
def take_way(game, way):
    """Their way is settled."""
    game.route[WAY], game.route[OFFERED] = way, NOWHERE


@rule
def is_settled(game):
    """Whether nobody meets the ships any more, or they have been beaten."""
    return game.step == SUPPORT or game.step == BEATEN or STAYING <= game.step < OWN_PLANES


@rule
def meet(book, game, events):
    """Who goes along, then who meets them, then the battle; True when asked."""
    if game.step == SAIL:
        return ask(book, game, Decision.PROTECT, int(game.moving), NOBODY)
    if game.step >= TORPEDOING:
        if attack(book, game, MEET if game.moving != OWNER else AID):
            return True
        count_carriers(book, game, events)
        return False
    if game.step == AID:
        if ask_aid(book, game):
            return True
        place = boat_to_aid(book, game)
        if place != NOWHERE:
            return ask(book, game, Decision.SUBMARINE, OWNER, place)
        join_battle(book, game, events)
        return False
    if OWN_PLANES <= game.step <= ALL_UP:
        return ask_squadrons(book, game)
    if game.step >= COUNTERING:
        return ask_overhead(book, game, events)
    if game.step != MEET:
        if game.step == ROUND and game.rounds == 1:
            join_late(book, game)
        if look(book, game, events):
            return True
        return battle(book, game, events)
    give_up(game)
    if game.rounds > 0:  # a battle is over, from where distances were measured
        if may_turn_back(book, game):
            return ask(book, game, Decision.TIME, int(game.moving), int(game.raiding))
        look_on(book, game)
    place = boat_to_ask(book, game)
    if place != NOWHERE:
        return ask(book, game, Decision.SUBMARINE, OWNER, place)
    place = port_to_ask(book, game)
    if place != NOWHERE:
        return ask(book, game, Decision.INTERCEPT, enemy_of(game.moving), place)
    pass_bases(book, game, events)
    return False


@rule
def may_turn_back(book, game):
    """Whether a patrol that has won a battle chooses whether it goes on, or stays in its hex (21.416E, L); one that has
    nothing undamaged goes home in any case (21.314)."""
    is_patrol = game.convoy == Convoy.PATROL or game.convoy == Convoy.PATROL_STAYS
    return is_patrol and sound_factors(book, game, int(game.moving)) > 0


@rule
def take_protect(book, game, action, events):
    """A ship goes along; or all have been named, and are seen (20.165) if they are no task force."""
    if action == Option.DONE:
        game.step = MEET
        name_company(book, game, events)
    else:
        join(book, game, action - FIRST_UNIT)


@rule
def name_company(book, game, events):
    """Those that go along sail: a task force under a counter (20.164A).  Ships that change base have nothing to
    protect.  Ten factors are a task force as long as they are at sea, though all of them are seen (20.163, 21.312)."""
    side = int(game.moving)
    event = Event.GOES_ALONG.value if game.convoy == Convoy.NONE else Event.PROTECTS.value
    if sail_unseen(book, game, side, int(game.origin[THERE]), event, events):
        note(events, Event.FORCE, side, 1, 0)
    game.task_force[side] = int(factors_in(book, game, side) >= TASK_FORCE)


@rule
def go_along(book, game, unit, event, events):
    """A unit joins its force, and is seen."""
    join(book, game, unit)
    game.force_seen[unit] = game.force[unit]
    leave_counter(book, game, unit, events)
    note(events, event, unit, 0, 0)


# --- who meets them (22.2) -------------------------------------------------------------------------------


@rule
def dice_against(book, game, place):
    """Dice of the ships of a place against those that are out."""
    return in_all(dice_without_squadrons(book, game, place) + searching_with(book, game, place))


@rule
def dice_without_squadrons(book, game, place):
    """The same, but for the squadrons that search: by what those that are out do, and by the ships of the place."""
    dice = AGAINST_MOVES
    if has_cargo(game):
        dice = AGAINST_CARGO + IN_ITS_HEX * int(meets_before_it(game, place))
    elif game.convoy == Convoy.PATROL_STAYS:
        dice = AGAINST_WAITING
    return dice + dice_of_ships(book, game, enemy_of(game.moving), place)


@rule
def searching_with(book, game, place):
    """Squadrons of bases that search for those that are out where ships of a place meet them: those within range of the
    hex of the interception (21.416C, AR-61)."""
    if searching_on_the_way(book, game) == 0:
        return 0
    side = enemy_of(game.moving)
    closed, hex = closed_straits(book, game, side), hex_of_meeting(book, game, place)
    return searching(book, game, side, book.to_hex[closed, hex])


@rule
def searching_on_the_way(book, game):
    """Squadrons of bases within range of the route of those that are out: of no hex are more."""
    side = enemy_of(game.moving)
    return searching(book, game, side, game.way[side])


@rule
def meets_before_it(game, place):
    """Whether ships of a place meet an invasion in the hex to which it sails, the last of its route."""
    side = int(game.moving)
    return is_invasion(game) and game.way[side, place] == game.way[side, game.origin[THERE]]


@rule
def may_try_from(book, game, place):
    """Whether ships of a place may try at all: those on defensive patrol meet only what carries or protects cargo, and
    whatever sails in the combat phase, neither patrols nor ships that change base (21.4192); those on a patrol of their
    own player turn, in which an invasion displaces others, meet nobody (21.4182E); submarines meet any (21.4195,
    21.232D)."""
    is_of_movement = game.convoy == Convoy.NONE or game.convoy == Convoy.PATROL or game.convoy == Convoy.PATROL_STAYS
    is_of_own_turn = game.convoy == Convoy.DISPLACED_BY_INVASION
    return not (is_of_movement or is_of_own_turn) or not is_patrol_hex(book, place)


@rule
def can_reach(book, game, place):
    """Whether ships of a place can meet those that are out: within forty hexes (21.3611) that their dice can cover."""
    return is_within_dice(game, place) and dice_cover(book, game, place, 0, 0)


@rule
def is_within_dice(game, place):
    """Whether those that are out are within forty hexes of a place (21.3611), and no farther than any dice cover."""
    return game.way[enemy_of(game.moving), place] <= min(RANGE, FACES * MOST_DICE)


@rule
def dice_cover(book, game, place, more, lacking):
    """Whether the dice of the ships of a place, and so many more, can cover the way to those that are out.  In which
    hex they meet, for the squadrons that search, is not asked where that makes no difference.  lacking: dice that a
    submarine of a port has less."""
    way, dice = int(game.way[enemy_of(game.moving), place]), dice_without_squadrons(book, game, place) - lacking
    if way <= FACES * (in_all(dice) + more):
        return True
    if way > FACES * (in_all(dice + searching_on_the_way(book, game)) + more):
        return False
    return way <= FACES * (in_all(dice + searching_with(book, game, place)) + more)


@rule
def has_interceptors(book, game, place):
    """Whether a place has ships that may try, or seems to.  Who has been asked in the hex of a patrol says so itself:
    a patrol of the side that sails may be there too, to which `tried` belongs."""
    side = enemy_of(game.moving)
    if not is_base_of(book, game, place, side) or not may_try_from(book, game, place):
        return False
    if not can_reach(book, game, place):
        return False
    for k in eights_of(game):
        if seeming_to_be_in(game, place, k) & ones_of(book, side, k) != 0:
            return True
        left = ones_from(game, place, k) & ready_ones(book, game, side, k)
        if is_patrol_hex(book, place):
            left &= ~bytes_of_any(eight_of(game.against, k))
        while left != 0:
            if may_be_asked(book, game, first_of(left, k), place, side):
                return True
            left &= left - 1
    return False


@rule
def port_to_ask(book, game):
    """The port that is asked next: that whose ships form a force, or which the route passes first; nowhere when all
    have been, or nobody is left to be met."""
    side, found = int(game.moving), NOWHERE
    if is_nobody_met(book, game):
        return NOWHERE
    unit = first_out(book, game, enemy_of(side))
    if unit != NOBODY:
        return base_of(game, unit)
    places = places_with_ships(book, game, enemy_of(side))
    while places != 0:
        place = lowest(places)
        places &= places - 1
        is_new = game.tried[place] == 0 or is_patrol_hex(book, place)
        if is_new and (found == NOWHERE or game.way[side, place] < game.way[side, found]):
            if has_interceptors(book, game, place):
                found = place
    return found


@rule
def is_nobody_met(book, game):
    """Whether nobody is left who may be met: damaged ships that flee alone are not (H)."""
    side = int(game.moving)
    return not is_any_out(book, game, side) or (are_displaced(game) and front_of(book, game, side) == 0)


@rule
def boat_to_ask(book, game):
    """The place of a submarine that may look for the enemy's ships next, whatever these do (20.74, 20.75, 21.4195), but
    not before troops have embarked (H); nowhere: there is none, or ships of a port are setting out."""
    if game.moving == OWNER or is_any_out(book, game, OWNER) or is_nobody_met(book, game):
        return NOWHERE
    places = boats_to_ask(book, game)
    while places != 0:
        place = lowest(places)
        places &= places - 1
        if is_within_dice(game, place) and dice_cover(book, game, place, 0, dice_lacking(book, place)):
            if not has_not_embarked(book, game, place):
                return place
    return NOWHERE


@rule
def dice_of_boat(book, game, place):
    """Dice of a submarine of a place: against the enemy's ships, or to the aid of its own."""
    if game.moving == OWNER:
        return boat_dice_to_aid(book, game, place)
    dice = dice_without_squadrons(book, game, place) + searching_with(book, game, place)
    return in_all(dice - dice_lacking(book, place))


@rule
def take_submarine(book, game, action, events):
    """A submarine looks for the enemy's ships, or comes to the aid of its own; or it stays where it is."""
    place = int(game.subject)
    take_boat(book, game, action, dice_of_boat(book, game, place), int(game.way[OWNER, place]), events)


@rule
def count_carriers(book, game, events):
    """A submarine has attacked: where too few destroyers are left for their cargo, they turn back."""
    if game.moving == OWNER:
        return
    if has_troops_aboard(game):
        fit_cargo(book, game, int(game.moving), events)
    if carriers_left(game) < fewest_carriers(book, game):
        game.step = BEATEN


@rule
def is_threatened(book, game):
    """Whether ships of any port, or a submarine, could meet those that are out if they were as many as a task force, or
    squadrons of any base reach their route."""
    side = enemy_of(game.moving)
    more = int(factors_in(book, game, int(game.moving)) < TASK_FORCE)
    places = places_with_ships(book, game, side)
    while places != 0:
        place = lowest(places)
        places &= places - 1
        if may_try_from(book, game, place) and could_be_met_from(book, game, place, more, 0):
            return True
    boats = places_of_boats(book, game) if side == OWNER else 0
    while boats != 0:
        place = lowest(boats)
        boats &= boats - 1
        if could_be_met_from(book, game, place, more, dice_lacking(book, place)):
            return True
    return are_near_aircraft(book, game)


@rule
def could_be_met_from(book, game, place, more, lacking):
    """Whether those that are out lie in reach of a place if so many more dice are rolled there.  lacking: dice that a
    submarine of a port has less."""
    return game.way[enemy_of(game.moving), place] <= RANGE and dice_cover(book, game, place, more, lacking)


@rule
def take_intercept(book, game, action, events):
    """Another ship joins; or the dice are rolled, if any does: they must cover the distance.  Who does not find them is
    free for other tasks (AR-32)."""
    side, place = int(game.power), int(game.subject)
    if side == game.moving:
        take_aid(book, game, action, events)
        return
    if action != Option.DONE:
        name_interceptor(book, game, action - FIRST_UNIT, events)
        return
    if is_patrol_hex(book, place):
        note_that_tried(book, game, side, place)
    else:
        game.tried[place] = 1
    if factors_in(book, game, side) == 0:
        return
    look_unseen(book, game, side, events)
    dice, total = dice_against(book, game, place), 0
    note(events, Event.SOUGHT, place, int(game.way[side, place]), 0)
    for _ in range(dice):
        die = roll(game, FACES)
        note_die(events, die)
        total += die
    if total < game.way[side, place]:
        give_up_looking(book, game, side, place)
        return
    show_force(book, game, int(game.moving), events)
    game.step = AID
    call_for_aid(game)
    ask_all_again(game)
    if has_not_embarked(book, game, place):
        game.unembarked = 1
        for unit in units_of(game):
            game.carrying[unit] = 0
    lay_again(book, game, place)


@rule
def name_interceptor(book, game, unit, events):
    """A unit joins those that look for the enemy's ships: unseen, before all have been named; but in the open against
    displaced ships (H)."""
    if are_displaced(game):
        go_along(book, game, unit, Event.HUNTS.value, events)
    else:
        join(book, game, unit)


@rule
def look_unseen(book, game, side, events):
    """Those that have been named sail: a task force, of which no more is seen (20.164A); fewer than ten factors are
    seen."""
    game.task_force[side] = int(is_hidden(book, game, side) and factors_in(book, game, side) >= TASK_FORCE)
    if game.task_force[side] == 1:
        note(events, Event.FORCE, side, 1, 0)
        return
    for unit in units_of(game):
        if book.side[unit] == side and game.force[unit] != game.force_seen[unit]:
            game.force_seen[unit] = game.force[unit]
            leave_counter(book, game, unit, events)
            note(events, Event.HUNTS, unit, 0, 0)


@rule
def give_up_looking(book, game, side, place):
    """Ships of a place have not found the enemy's: it is known of the place, not of the ships."""
    for unit in units_of(game):
        if book.side[unit] == side:
            game.force[unit] = game.force_seen[unit] = 0
    game.task_force[side] = 0
    note_that_tried(book, game, side, place)


@rule
def note_that_tried(book, game, side, place):
    """Of a place whose ships have tried none tries again later to meet the same force, also not those that have stayed
    there (21.4171)."""
    for unit in units_of(game):
        is_in_port = game.under[unit] == 0 or game.berth[unit] == game.place[unit]
        if book.side[unit] == side and game.force[unit] == 0 and is_in_port and base_of(game, unit) == place:
            game.against[unit] = IN_VAIN


@rule
def has_not_embarked(book, game, place):
    """Whether ships of a place meet destroyers before these arrive at the base of embarkation (21.436A, 21.66A)."""
    side, base = int(game.moving), int(game.raiding)
    if game.origin[FIRST_STOP] != base or are_displaced(game):
        return False
    sailed = int(game.way[side, place])
    return sailed < length_of_way(book, game, side, int(game.origin[HERE]), base)


@rule
def join_battle(book, game, events):
    """All who come have come, and see whom they have met; then squadrons of bases may."""
    side = int(game.moving)
    game.rounds = 0
    show_force(book, game, enemy_of(side), events)
    met_by = first_out(book, game, enemy_of(side))
    if met_by != NOBODY:
        note_that_tried(book, game, enemy_of(side), base_of(game, met_by))
    for unit in units_of(game):
        if book.side[unit] != side and game.force[unit] > 0:
            game.against[unit] = AIDS
    if sound_factors(book, game, enemy_of(side)) == 0:  # a submarine has sunk or damaged them
        look_on(book, game)
        end_meeting(book, game, False, events)
    elif front_of(book, game, side) == 0 and not has_screen(book, game, side):
        look_on(book, game)
        meet_cargo_alone(book, game, enemy_of(side), events)
    else:
        number_task_forces(book, game, events)
        call_squadrons(game)


@rule
def look_on(book, game):
    """The way is measured again for those that are asked next."""
    lay_again(book, game, NOWHERE)
    ask_all_again(game)
    game.rounds = 0
    forget_search(game)


@rule
def mask_intercept(book, game, mask):
    """Ships that meet the enemy's, or that come to the aid of their own; a defensive patrol does not leave carriers
    alone either, as long as others may join (21.313)."""
    side = int(game.power)
    if side == game.moving:
        mask_aid(book, game, mask)
        return
    mask_oppose_landing(book, game, mask)
    if is_any_out(book, game, side) and leaves_carriers_alone(book, game, side, int(game.subject)):
        others = 0
        for unit in units_of(game):
            others += int(mask[FIRST_UNIT + unit])
        mask[Option.DONE] = int(others == 0)


@rule
def come_in(book, game, side):
    """Nobody is out any more; ships that are sound and have come home are whole again (20.523A, C)."""
    for unit in units_of(game):
        has_been_out = game.against[unit] == AIDS or (book.side[unit] == side and game.force[unit] > 0)
        if has_been_out and is_sound(game, unit) and not is_patrol_hex(book, base_of(game, unit)):
            game.hits[unit] = 0
        if not tries_no_more(book, game, unit, side):
            game.against[unit] = 0
        if book.side[unit] == side:
            game.force[unit] = game.force_seen[unit] = game.carrying[unit] = 0
    game.convoy = Convoy.NONE.value
    game.task_force[side] = 0
    game.raiding = NOWHERE
    for end in range(len(game.origin)):
        game.origin[end] = NOWHERE
    take_way(game, NOWHERE)
    game.rounds = game.night = 0
    forget_search(game)
    stand_by(game)
    game.patrolled = 0


@rule
def tries_no_more(book, game, unit, side):
    """Whether a unit has come in vain to the aid of others of the side whose player turn it is (21.4182C), in which
    those that an invasion displaces are the enemy's: patrols do not look for these (21.4182E)."""
    if game.convoy == Convoy.DISPLACED_BY_INVASION and book.side[unit] != side:
        return game.against[unit] == IN_VAIN and is_patrol_hex(book, base_of(game, unit))
    return game.against[unit] == IN_VAIN and book.side[unit] == side
