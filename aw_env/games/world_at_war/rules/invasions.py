"""Seaborne invasions of islands, from the choice of a hex to the way home (21.51); on a map of hexes only from the time
that they are before the hex (see `invasions_on_hexes`)."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.stack import ask
from aw_env.games.world_at_war.records.kinds import (
    COUNTERS,
    GROUND_KINDS,
    NOBODY,
    NOWHERE,
    PLACES,
    Box,
    Decision,
    Event,
    Ground,
    Kind,
    Option,
    Phase,
    PlaceKind,
)
from aw_env.games.world_at_war.records.record import FIRST_PLACE, FIRST_UNIT
from aw_env.games.world_at_war.rules import island_raids, landing_battles
from aw_env.games.world_at_war.rules.air import aircraft_fly
from aw_env.games.world_at_war.rules.bases import is_port
from aw_env.games.world_at_war.rules.bombardment import naval_factors_that_count, support, with_guns
from aw_env.games.world_at_war.rules.damage import is_of_one_factor, is_sound
from aw_env.games.world_at_war.rules.embarkation import use_destroyers
from aw_env.games.world_at_war.rules.fleet_combat import drm_of
from aw_env.games.world_at_war.rules.ground_attacks import (
    MOST_INFANTRY,
    after_combat,
    ask_carrier_losses,
    ask_losses,
    begin_attack,
    clear_attack,
    fight,
    odds,
    squadrons_in_range,
)
from aw_env.games.world_at_war.rules.ground_combat import dm_of, odds_of
from aw_env.games.world_at_war.rules.island_forces import FACTORS_A_BRP, brps_for, factors_in, show_force
from aw_env.games.world_at_war.rules.island_raids import LEAVE, stand_down
from aw_env.games.world_at_war.rules.landing_battles import has_troops_aboard
from aw_env.games.world_at_war.rules.meetings import come_in
from aw_env.games.world_at_war.rules.pacific import take_place
from aw_env.games.world_at_war.rules.ranges import enemy_of, measure_ways
from aw_env.games.world_at_war.rules.seaways import is_on_hexes
from aw_env.games.world_at_war.rules.task_forces import TASK_FORCE
from aw_env.games.world_at_war.rules.transports import usable
from aw_env.games.world_at_war.rules.troops import (
    A_UNIT,
    AFTER_COMBAT,
    AGAIN,
    ASHORE,
    BEATEN,
    CARRIERS,
    COMBAT,
    COVER,
    EMBARK,
    FOR_DEFENDED,
    FROM_A_BOX,
    HEX,
    INVADERS_HOME,
    LAND,
    LOSSES,
    MEET,
    SAIL,
    SUPPORT,
    TROOP,
    aboard,
    assign_carriers,
    base_of,
    capacity,
    debark,
    destroyers_a_factor,
    destroyers_needed,
    factors_joining,
    factors_of,
    fast_factors_free,
    fit_cargo,
    is_barred,
    is_cargo_chosen,
    is_defended,
    is_embarkation_base,
    is_free,
    is_like_another,
    is_of_fleets,
    join,
    leave_ship,
    load,
    may_invade,
    printed_defense,
    ready,
    transports_needed,
)
from aw_env.games.world_at_war.rules.units import units_of

FORBIDDING = 10
"""Undamaged naval factors in the port of a hex that nobody invades (21.5153A)."""
WITHOUT_PORT, WITH_PORT, MOST_MARINES, IN_EUROPE = 1, 2, 3, 5
"""Units of infantry, and of marines, that stay on an invaded island, and of infantry elsewhere (21.517I)."""


@rule
def invade(book, game, events):
    """Invasion after invasion; True when asked."""
    side, step = int(game.moving), int(game.step)
    enemy = enemy_of(side)
    if is_after_a_battle(game) and has_troops_aboard(game) and is_cargo_chosen(book, game):
        return ask(book, game, Decision.LOSSES, side, game.raiding)
    if step == HEX:
        return ask(book, game, Decision.INVADE, side, NOBODY)
    if step == EMBARK:
        return ask(book, game, Decision.EMBARK, side, game.raiding)
    if step == TROOP:
        return ask(book, game, Decision.TROOP, side, game.cursor)
    if step == SAIL:
        return ask(book, game, Decision.SAIL, side, game.raiding)
    if step == MEET:
        return landing_battles.ask_interceptors(book, game)
    if step < HEX:
        return landing_battles.battle(book, game, events)
    if step == SUPPORT:
        return ask_support(book, game, side)
    if step == COVER:
        return ask_support(book, game, enemy)
    if step == COMBAT:
        fight(book, game, events)
    elif step == CARRIERS:
        return ask_carrier_losses(book, game)
    elif step == LOSSES:
        return ask_losses(book, game)
    elif step == AFTER_COMBAT:
        after_combat(book, game)
    elif step == AGAIN:
        return ask(book, game, Decision.ATTACK_AGAIN, side, game.raiding)
    elif step == ASHORE:
        go_ashore(book, game, events)
    elif step == LAND:
        return ask_land(book, game, side)
    elif step == BEATEN:
        turn_back(book, game, events)
    else:
        return ask_home(book, game, side, events)
    return False


@rule
def is_after_a_battle(game):
    """Whether a round at sea is over, or the invaders go on or back: the moment to say what of their cargo is lost."""
    return game.step == LEAVE or game.step == MEET or game.step == BEATEN


# --- where (21.5153, 21.5154) ----------------------------------------------------------------------------


@rule
def may_be_invaded(book, game, hex, side):
    """Whether a hex of the enemy's may be invaded (21.5154), once a turn: neither a task force nor ten undamaged naval
    factors are in its port (21.5153A), unless its beaches lie apart from it (21.5153C)."""
    if not is_eligible(book, game, hex) or game.control[hex] != enemy_of(side) or game.invaded[hex] == 1:
        return False
    if is_barred(book, game, hex):
        return False
    if book.beaches_apart[hex] == 1:
        return True
    for counter in range(COUNTERS):
        if game.counter_at[enemy_of(side), counter] == hex:
            return False
    return harbour_factors(book, game, hex) < FORBIDDING


@rule
def is_eligible(book, game, hex):
    """Whether a hex is an island of one hex, or has a beach (21.5154)."""
    return book.one_hex[hex] == 1 or 0 < book.beach[hex] <= game.turn


@rule
def harbour_factors(book, game, hex):
    """Undamaged naval factors in a port that are in no task force and not out on patrol (21.5153A); submarines and
    transports are not counted (21.5153B)."""
    factors = 0
    for unit in units_of(game):
        is_in_port = game.place[unit] == hex and game.under[unit] == 0 and game.on_patrol[unit] == NOWHERE
        if is_in_port and is_sound(game, unit):
            factors += int(game.strength[unit])
    return factors


@rule
def mask_invade(book, game, mask):
    """An island that a unit can be carried to and attack; or no more."""
    side = int(game.power)
    mask[Option.DONE] = 1
    for hex in range(PLACES):
        if may_be_invaded(book, game, hex, side):
            mask[FIRST_PLACE + hex] = int(is_within_means(book, game, hex, side))


@rule
def is_within_means(book, game, hex, side):
    """Whether units of a base, or of several (21.514C), can be carried to a hex with a chance to attack it."""
    game.raiding = hex
    measure_ways(book, game, side, hex)
    found = could_invade(book, game, side)
    game.raiding = NOWHERE
    return found


@rule
def could_invade(book, game, side):
    """Whether units that may embark could attack the hex, as far as is seen before any do.  Destroyers reach all bases
    in which they carry (21.514B), so that units of several take no more than reach one of these."""
    infantry, marines, most, each = 0, 0, 0, FOR_DEFENDED + FROM_A_BOX
    for base in range(PLACES):
        if is_embarkation_base(book, game, base, side):
            of_infantry = units_to_embark(book, game, base, Ground.INFANTRY.value, side)
            of_marines = units_to_embark(book, game, base, Ground.MARINES.value, side)
            if of_infantry + of_marines > 0:
                a_factor = destroyers_a_factor(book, game, base)
                each, most = min(each, a_factor), max(most, capacity(book, game, side, base) // a_factor)
                infantry, marines = infantry + of_infantry, marines + of_marines
    if infantry + marines == 0 or not is_defended(game, int(game.raiding)):
        return infantry + marines > 0
    for i in range(min(infantry, MOST_INFANTRY) + 1):
        for j in range(marines + 1):
            if could_attack(book, game, side, i, j, most, each):
                return True
    return False


@rule
def units_to_embark(book, game, base, kind, side):
    """Units of a kind in a base, if one may embark."""
    return ready(game, base, kind) if may_embark(book, game, base, kind, side) else 0


@rule
def could_attack(book, game, side, infantry, marines, most, each):
    """Whether so many units of infantry and marines could attack at 1:1 (21.5152), with all ships and aircraft that
    could support them.  most: ground factors that are carried; each: destroyers for one."""
    of_marines = marines * factors_of(book, side, Ground.MARINES)
    ground = infantry * factors_of(book, side, Ground.INFANTRY) + of_marines
    if not 0 < ground <= most:
        return False
    guns, squadrons = guns_beside(book, game, side, ground, ground * each), squadrons_in_range(book, game, side)
    for unit in units_of(game):
        if aircraft_fly(book) and is_free(book, game, unit, side):
            squadrons += int(game.squadrons[unit])
    defense = printed_defense(book, game, int(game.raiding)) * dm_of(of_marines, ground, book.terrain[game.raiding])
    return odds_of(ground + support(guns, squadrons, 0, ground), defense) > 0


@rule
def guns_beside(book, game, side, ground, carriers):
    """Naval factors that could bombard beside so many destroyers that carry so many ground factors, for the BRPs that
    there are and within the limits of their modifiers (21.526)."""
    low, middle, high = 0, 0, 0
    for unit in units_of(game):
        if is_free(book, game, unit, side) and is_of_fleets(book, unit):
            factors = factors_joining(book, game, unit)
            low, middle, high = with_guns(low, middle, high, factors, drm_of(book, unit))
    left = min(low + middle + high, FACTORS_A_BRP * int(game.brps[side])) - carriers
    return max(0, min(left, naval_factors_that_count(low, middle, high, ground)))


@rule
def take_invade(book, game, action):
    """An invasion is announced; or the combat phase goes on with raids."""
    if action == Option.DONE:
        game.phase, game.step = Phase.ISLAND_RAIDS.value, island_raids.TARGET
        return
    game.raiding = action - FIRST_PLACE
    game.invaded[game.raiding] = 1
    measure_ways(book, game, int(game.moving), int(game.raiding))
    game.step = EMBARK


# --- who embarks (21.513, 21.514) ------------------------------------------------------------------------


@rule
def may_embark(book, game, base, kind, side):
    """Whether another unit of a kind may embark in a base: there are destroyers and BRPs for it, and from a box
    transports (21.513C)."""
    if not may_invade(book, side, kind) or ready(game, base, kind) == 0:
        return False
    factors = factors_of(book, side, kind)
    destroyers = destroyers_needed(book, game, side) + factors * destroyers_a_factor(book, game, base)
    if destroyers > capacity(book, game, side, base) or brps_for(destroyers) > game.brps[side]:
        return False
    return book.place_kind[base] != PlaceKind.BOX or has_transports(book, game, base, factors, side)


@rule
def has_transports(book, game, base, factors, side):
    """Whether there is a transport for each five factors begun that come from the box; the home islands of Japan are no
    such box (21.513C)."""
    with_them = (aboard(book, game, base, side) + factors + 4) // 5
    return side == 1 or usable(game, Box.PACIFIC) >= with_them


@rule
def mask_embark(book, game, mask):
    """A base of which a unit embarks; or no more, when there is one."""
    side = int(game.power)
    for base in range(PLACES):
        if is_embarkation_base(book, game, base, side):
            for kind in range(GROUND_KINDS):
                if may_embark(book, game, base, kind, side):
                    mask[FIRST_PLACE + base] = 1
    mask[Option.DONE] = int(destroyers_needed(book, game, side) > 0)


@rule
def take_embark(book, game, action):
    if action != Option.DONE:
        game.cursor = action - FIRST_PLACE
        game.step = TROOP
        return
    assign_carriers(book, game, int(game.moving))
    game.step = SAIL


@rule
def mask_troop(book, game, mask):
    base, side = int(game.subject), int(game.power)
    mask[Option.INFANTRY] = int(may_embark(book, game, base, Ground.INFANTRY.value, side))
    mask[Option.MARINES] = int(may_embark(book, game, base, Ground.MARINES.value, side))


@rule
def take_troop(game, action, events):
    """A unit goes aboard."""
    base = int(game.subject)
    if action == Option.INFANTRY:
        game.aboard_infantry[base] += 1
    else:
        game.aboard_marines[base] += 1
    note(events, Event.EMBARKS, base, action - Option.INFANTRY, 0)
    game.step = EMBARK


# --- who sails (21.514D, 21.52) --------------------------------------------------------------------------


@rule
def may_sail(book, game, unit, side):
    """Whether a unit may sail along, for its BRPs: a carrier where aircraft fly, with as many fast fleet factors as
    hers (21.313)."""
    if not is_free(book, game, unit, side) or (not is_of_one_factor(book, unit) and game.force[unit] > 0):
        return False
    joining = factors_joining(book, game, unit)
    if joining == 0 or brps_for(factors_in(book, game, side) + joining) > game.brps[side]:
        return False
    if book.kind[unit] != Kind.CARRIER:
        return True
    return aircraft_fly(book) and joining <= fast_factors_free(book, game, side)


@rule
def mask_sail(book, game, mask):
    """Ships that protect and bombard; no more, when the attack can be made at 1:1 (21.5152); or to call it off."""
    side = int(game.power)
    for unit in units_of(game):
        if may_sail(book, game, unit, side) and not is_like_another(book, game, unit):
            mask[FIRST_UNIT + unit] = 1
    mask[Option.DONE], mask[Option.CALL_OFF] = int(can_attack(book, game, side)), 1


@rule
def can_attack(book, game, side):
    """Whether the force, as it is, could attack at 1:1 (21.5152).  Which of its ships carry, and which bombard, is in
    the record when it sails and not before: the enemy does not see it yet (20.164A)."""
    load(book, game, side)
    begin_attack(book, game)
    enough = not is_defended(game, int(game.raiding)) or odds(book, game, squadrons_in_range(book, game, side)) > 0
    unload(game)
    return enough


@rule
def unload(game):
    """An invasion that has not sailed yet: nothing says which of its ships carry and bombard."""
    for unit in units_of(game):
        game.carrying[unit] = 0
    game.most_guns = 0


@rule
def take_sail(book, game, action, events):
    """Another ship joins; or the invasion sails, or is called off."""
    if action == Option.DONE:
        set_out(book, game, int(game.moving), events)
    elif action == Option.CALL_OFF:
        call_off(book, game, events)
    else:
        join(book, game, action - FIRST_UNIT)


@rule
def call_off(book, game, events):
    """Nobody has sailed, and no BRPs are spent; the hex is not invaded this turn."""
    for unit in units_of(game):
        game.force[unit] = 0
    for base in range(PLACES):
        game.aboard_infantry[base] = game.aboard_marines[base] = 0
    clear_attack(game)
    note(events, Event.CALLED_OFF, game.raiding, 0, 0)
    game.raiding = NOWHERE
    game.step = HEX


@rule
def set_out(book, game, side, events):
    """The invasion sails for its BRPs; what it carries and who sails with it is seen (20.164A)."""
    factors = factors_in(book, game, side)
    game.brps[side] -= brps_for(factors)
    game.used_transports[Box.PACIFIC] += transports_needed(book, game, side)
    game.task_force[side] = int(factors >= TASK_FORCE)
    note(events, Event.INVADES, game.raiding, brps_for(factors), game.task_force[side])
    load(book, game, side)
    begin_attack(book, game)
    show_force(book, game, side, events)
    for base in range(PLACES):
        game.tried[base] = 0
    game.step = MEET


# --- before the island -----------------------------------------------------------------------------------


@rule
def ask_support(book, game, side):
    """Who has squadrons in range is asked whether they fly; nobody is where no ground units defend the hex."""
    if not is_defended(game, int(game.raiding)):
        begin_attack(book, game)
        game.step = ASHORE
        return False
    if game.step == SUPPORT and game.most_guns >= 0 and game.owed == 0:
        begin_attack(book, game)
    if squadrons_in_range(book, game, side) > 0:
        return ask(book, game, Decision.SUPPORT if side == game.moving else Decision.COVER_LAND, side, game.raiding)
    game.step = COVER if side == game.moving else COMBAT
    return False


@rule
def go_ashore(book, game, events):
    """The hex is taken: ships in its port are displaced (21.5153E), and a bridgehead is placed; the units that attacked
    occupy it, as far as there is room (21.517I)."""
    hex, side = int(game.raiding), int(game.moving)
    take_place(book, game, hex, side, events)
    if book.prize[hex] > 0:
        game.points[side] += int(book.prize[hex])
        note(events, Event.PRIZE, hex, side, int(book.prize[hex]))
    game.bridgehead[hex], game.supporting[hex] = 1, 0
    for kind in range(GROUND_KINDS):
        while game.attackers[kind] > 0:
            game.attackers[kind] -= 1
            if has_room_ashore(book, game, hex, kind):
                land(book, game, hex, kind, events)
    tell_landed(book, game, hex, events)
    game.step = LAND


@rule
def tell_landed(book, game, hex, events):
    """Where troops are counted in factors, how many are ashore."""
    if is_on_hexes(book):
        note(events, Event.TROOPS_LAND, hex, int(game.infantry[hex]), 0)


@rule
def has_room_ashore(book, game, hex, kind):
    """One unit of infantry stays on an island, two where there is a port, and three of marines; five units in a hex of
    Europe (21.517I)."""
    if kind == Ground.MARINES:
        return game.marines[hex] < MOST_MARINES
    if is_on_hexes(book):
        return game.infantry[hex] < IN_EUROPE * A_UNIT
    return game.infantry[hex] < (WITH_PORT if is_port(book, game, hex) else WITHOUT_PORT)


@rule
def land(book, game, hex, kind, events):
    """A unit goes ashore, and does no more this turn."""
    leave_ship(game, kind)
    if kind == Ground.MARINES:
        game.marines[hex] += 1
        game.tired_marines[hex] += 1
    else:
        game.infantry[hex] += 1
        game.tired_infantry[hex] += 1
    if not is_on_hexes(book):
        note(events, Event.ASHORE, hex, kind, 0)


@rule
def ask_land(book, game, side):
    """Units in reserve may go ashore too, as far as there is room (21.517I)."""
    if base_of(game, Ground.INFANTRY) >= 0 and has_room_ashore(book, game, int(game.raiding), Ground.INFANTRY):
        return ask(book, game, Decision.LAND, side, game.raiding)
    game.step = INVADERS_HOME
    return False


@rule
def take_land(book, game, action, events):
    hex = int(game.raiding)
    if action == Option.NO:
        game.step = INVADERS_HOME
    elif not is_on_hexes(book):
        land(book, game, hex, Ground.INFANTRY.value, events)
    else:
        while base_of(game, Ground.INFANTRY) >= 0 and has_room_ashore(book, game, hex, Ground.INFANTRY):
            land(book, game, hex, Ground.INFANTRY.value, events)
        tell_landed(book, game, hex, events)


# --- home (21.33, 21.516) --------------------------------------------------------------------------------


@rule
def turn_back(book, game, events):
    """The invasion has failed: survivors go back to their bases of embarkation, and the ships to those that they came
    from (21.516, 21.5152, 21.517J)."""
    note(events, Event.REPELLED, game.raiding, 0, 0)
    fit_cargo(book, game, int(game.moving), events)
    end_invasion(book, game, events)


@rule
def ask_home(book, game, side, events):
    """After a success the ships go to a base of their choice (21.33); on a map of hexes to their own (H)."""
    if factors_in(book, game, side) > 0 and not is_on_hexes(book):
        return ask(book, game, Decision.HOME, side, NOBODY)
    end_invasion(book, game, events)
    return False


@rule
def take_home(book, game, action, events):
    island_raids.move_home(book, game, action, events)
    end_invasion(book, game, events)


@rule
def end_invasion(book, game, events):
    """The ships are home, used, and who is still aboard is in his base again (21.516C)."""
    if is_on_hexes(book):
        use_destroyers(game)
    stand_down(book, game, int(game.moving), events)
    debark(game)
    clear_attack(game)
    game.raiding = NOWHERE
    game.rounds = game.night = 0
    if is_on_hexes(book):
        come_in(book, game, int(game.moving))
    game.step = HEX


# --- a new turn ------------------------------------------------------------------------------------------


@rule
def begin_player_turn(book, game, events):
    """Ground units are ready again, new ones come, and bridgeheads are bases now (21.514E)."""
    side = int(game.moving)
    for place in range(PLACES):
        game.invaded[place] = 0
        if game.control[place] == side:
            game.tired_infantry[place] = game.tired_marines[place] = game.bridgehead[place] = 0
            if book.holder[place] == side and game.turn > 1:
                reinforce(book, game, place, events)


@rule
def reinforce(book, game, place, events):
    """Ground units come to a place."""
    game.infantry[place] += book.troops_arrive[Ground.INFANTRY, place, game.turn]
    game.marines[place] += book.troops_arrive[Ground.MARINES, place, game.turn]
    for kind in range(GROUND_KINDS):
        if book.troops_arrive[kind, place, game.turn] > 0:
            note(events, Event.REINFORCED, place, kind, book.troops_arrive[kind, place, game.turn])
