"""Invasions that are met at sea (21.516, 21.5153E, 20.58A, 20.59; 22.2 and 22.5 as the rulings have them)."""

from aw_env.core.engine.arrays import eight_of
from aw_env.core.engine.compiling import rule
from aw_env.core.engine.dice import roll
from aw_env.core.engine.events import note, note_die
from aw_env.core.engine.sets import has
from aw_env.core.engine.stack import ask
from aw_env.games.world_at_war.records.kinds import (
    BETWEEN_PORTS,
    FACES,
    LEG,
    NOBODY,
    NOWHERE,
    PLACES,
    Decision,
    Event,
    Kind,
    Option,
    PlaceKind,
)
from aw_env.games.world_at_war.records.record import FIRST_UNIT
from aw_env.games.world_at_war.rules.air import aircraft_fly
from aw_env.games.world_at_war.rules.air_cargo import SQUADRONS_A_FACTOR
from aw_env.games.world_at_war.rules.bases import has_been_used_unseen, has_room, home_of, is_haven, is_open
from aw_env.games.world_at_war.rules.battle_rounds import (
    AFTER,
    AIMS,
    DEFENDING_SCREENS,
    ROUND,
    SCREENS,
    begin_round,
    count_losses,
    fly,
    front_of,
    line_up,
    sound_factors,
)
from aw_env.games.world_at_war.rules.cargo import DESTROYERS_A_LINE
from aw_env.games.world_at_war.rules.damage import (
    is_afloat,
    is_of_one_factor,
    is_sound,
    lose_strength,
    unused_ones,
)
from aw_env.games.world_at_war.rules.errands import has_cargo, is_invasion, is_supply
from aw_env.games.world_at_war.rules.fleet_combat import (
    LAST_ROUND,
    capitals,
    drm_of,
    fight_round,
    held_shot,
    light_drm,
    light_factors,
    loser_of_round,
)
from aw_env.games.world_at_war.rules.island_forces import base_of, factors_in, show_force, tell_force
from aw_env.games.world_at_war.rules.island_raids import LEAVE, OTHER_LEAVES, moves_home, stand_down
from aw_env.games.world_at_war.rules.ranges import MISSION, enemy_of, hexes_patrolled, is_operational, is_supplied
from aw_env.games.world_at_war.rules.routes import THERE
from aw_env.games.world_at_war.rules.seaways import hexes_between, is_on_hexes
from aw_env.games.world_at_war.rules.task_forces import MOST_IN_A_FORCE, TASK_FORCE
from aw_env.games.world_at_war.rules.troops import (
    BEATEN,
    MEET,
    SUPPORT,
    carriers_left,
    destroyers_left,
    embark_again,
    factors_joining,
    fit_cargo,
    is_accompanied,
    is_like_another,
    join,
    stay_in_port,
)
from aw_env.games.world_at_war.rules.units import eights_of, first_of, ones_of, ones_out, units_of

AGAINST_INVASION, IN_ITS_HEX, MOST_SEARCHING, MOST_DICE, BAD_PORT = 4, 1, 3, 8, 2
"""Dice against an invasion, one more in the hex of the mission, the most for squadrons and the most in all, and what a
port takes that is not operational (22.2)."""
SEARCH_RANGE = 3
"""Hexes to which squadrons search (H)."""


@rule
def ask_interceptors(book, game):
    """Each base of the defender's whose ships can try is asked; then the invaders are before the hex (21.516)."""
    enemy = enemy_of(game.moving)
    place = port_to_ask(book, game, enemy)
    if place != NOWHERE:
        return ask(book, game, Decision.OPPOSE_LANDING, enemy, place)
    game.step = SUPPORT
    return False


@rule
def port_to_ask(book, game, side):
    """The base, or hex of a patrol, whose ships form a force, or the next whose ships can try; nowhere when all have
    been asked."""
    for unit in units_of(game):
        if book.side[unit] == side and game.force[unit] > 0:
            return base_of(game, unit)
    for place in range(PLACES):
        if game.tried[place] == 0 and has_interceptors(book, game, place, side):
            return place
    return NOWHERE


@rule
def may_oppose(book, game, unit, place, side):
    """Ships of a base within twenty hexes that are sound and not used (21.3611), also of the port that is invaded
    (21.5153E), and those on patrol from their hex (21.4192); carriers with as many fast factors of others (21.313), and
    no escort carriers (22.11)."""
    if has_been_used_unseen(book, game, unit):
        return False
    return may_be_asked(book, game, unit, place, side) and is_accompanied(book, game, unit, side)


@rule
def may_be_asked(book, game, unit, place, side):
    """The same, were there ships enough to accompany carriers, and none used under counters: who is under counters does
    not show in who is asked (20.164A)."""
    if book.side[unit] != side or not is_sound(game, unit) or game.inverted[unit] == 1:
        return False
    if place != base_of(game, unit) or book.kind[unit] == Kind.CVE:
        return False
    if book.kind[unit] == Kind.CARRIER and not aircraft_fly(book):
        return False
    return destroyers_left(book, game, unit) > 0 if is_of_one_factor(book, unit) else game.force[unit] == 0


@rule
def has_interceptors(book, game, place, side):
    """Whether ships of a base can try."""
    if meeting_hex(book, game, place) == NOWHERE:
        return False
    for unit in units_of(game):
        if may_oppose(book, game, unit, place, side):
            return True
    return False


@rule
def meeting_hex(book, game, place):
    """Where ships of a base would meet the invasion: before the island; or, where that is too far, at a base of
    embarkation to which destroyers come from others (21.516A, 21.3611); nowhere, if that is too far as well."""
    if book.hexes[place, game.raiding] <= MISSION:
        return int(game.raiding)
    for base in range(PLACES):
        if game.aboard_infantry[base] + game.aboard_marines[base] > 0 and book.hexes[place, base] <= MISSION:
            for unit in units_of(game):
                if game.carrying[unit] > 0 and home_of(game, unit) != base:
                    return base
    return NOWHERE


@rule
def mask_oppose_landing(book, game, mask):
    """Ship by ship, up to the twenty-five factors of a task force (20.162A); or no more."""
    side = int(game.power)
    mask[Option.DONE] = 1
    factors = factors_in(book, game, side)
    for k in eights_of(game):
        left = unused_ones(game, k) & ones_of(book, side, k)
        while left != 0:
            unit = first_of(left, k)
            left &= left - 1
            mask[FIRST_UNIT + unit] = int(may_join_others(book, game, unit, int(game.subject), side, factors))


@rule
def may_join_others(book, game, unit, place, side, factors):
    """Whether a unit of a base may join those that have been named there, of so many factors."""
    if not may_oppose(book, game, unit, place, side) or is_like_another(book, game, unit):
        return False
    return factors + factors_joining(book, game, unit) <= MOST_IN_A_FORCE


@rule
def take_oppose_landing(book, game, action, events):
    """Another ship joins; or the dice are rolled, if any does: they must cover the distance."""
    if action != Option.DONE:
        join(book, game, action - FIRST_UNIT)
        return
    side, place = int(game.power), int(game.subject)
    game.tried[place] = 1
    if factors_in(book, game, side) == 0:
        return
    hex = meeting_hex(book, game, place)
    dice, total = interception_dice(book, game, side, place, hex == game.raiding), 0
    note(events, Event.LANDING_MET, place, side, 0)
    for _ in range(dice):
        die = roll(game, FACES)
        note_die(events, die)
        total += die
    if total < book.hexes[place, hex]:
        release(book, game, side)
        return
    if hex != game.raiding:
        game.unembarked = 1
        for unit in units_of(game):
            game.carrying[unit] = 0
    if front_of(book, game, enemy_of(side)) == 0 and not has_screen(book, game, enemy_of(side)):
        meet_cargo_alone(book, game, side, events)
    else:
        tell_force(book, game, side, 0, events)
        game.rounds = 0
        game.night = int(not aircraft_fly(book))
        game.step = ROUND


@rule
def interception_dice(book, game, side, place, before_it):
    """How many dice against an invasion (22.2): one more before the island, and for each searching squadron."""
    dice = AGAINST_INVASION + IN_ITS_HEX * int(before_it) + searching(book, game, side)
    return dice_from(book, game, side, place, dice)


@rule
def dice_from(book, game, side, place, dice):
    """How many dice ships of a port have (22.2), dice: as the activity and the squadrons that search have it."""
    return in_all(dice + dice_of_ships(book, game, side, place))


@rule
def dice_of_ships(book, game, side, place):
    """Dice that ships of a port have beside those (22.2): one more for more codebreaking cards; one less for slow
    ships, and against fewer than ten factors, two less from a port that is not operational."""
    cards = int(book.cards[side, game.turn]) - int(book.cards[enemy_of(side), game.turn])
    dice = int(cards > 0) - int(is_small(book, game, enemy_of(side)))
    dice -= BAD_PORT * int(is_bad_port(book, game, place, side))
    for k in eights_of(game):
        if ones_out(book, game, side, k) & eight_of(book.slow, k) != 0:
            return dice - 1
    return dice


@rule
def in_all(dice):
    """So many dice, but none less than none, and no more than may be rolled (22.2)."""
    return max(0, min(dice, MOST_DICE))


@rule
def is_small(book, game, side):
    """Whether a force has fewer than ten factors: what the enemy knows as a task force is one while it is at sea
    (20.163)."""
    return game.task_force[side] == 0 and factors_in(book, game, side) < TASK_FORCE


@rule
def is_bad_port(book, game, place, side):
    """Whether a port is not operational: on a map of hexes one that is partly supplied is (AR-04).  From boxes missions
    begin as from an operational port (21.16), and from the hexes of patrols (21.4192)."""
    if is_on_hexes(book):
        return game.taken[place] == 1
    if book.place_kind[place] == PlaceKind.BOX or has(hexes_patrolled(book, game, side), place):
        return False
    return not is_operational(book, game, place, side)


@rule
def searching(book, game, side):
    """Squadrons of supplied bases within three hexes that search for the invaders (22.2), where aircraft fly: one of
    each three that have not flown (AR-26)."""
    squadrons = 0
    if not aircraft_fly(book):
        return squadrons
    for place in range(PLACES):
        is_near = game.control[place] == side and book.hexes[place, game.raiding] <= SEARCH_RANGE
        if is_near and is_supplied(book, game, place):
            squadrons += (int(game.airbase[place]) - int(game.flown[place])) // SQUADRONS_A_FACTOR
    return min(squadrons, MOST_SEARCHING)


@rule
def release(book, game, side):
    """Who did not find the invaders is free for other tasks."""
    for unit in units_of(game):
        if book.side[unit] == side:
            game.force[unit] = 0


# --- the battle ------------------------------------------------------------------------------------------


@rule
def battle(book, game, events):
    """A battle at sea goes on, in the steps of raids (`battle_rounds`, `island_raids`)."""
    step, side = int(game.step), int(game.moving)
    if step == ROUND:
        begin_round(book, game, events)
        return False
    if step < SCREENS:
        return fly(book, game, events)
    if step == SCREENS or step == DEFENDING_SCREENS:
        return ask(book, game, Decision.SCREEN, side if step == SCREENS else enemy_of(side), NOBODY)
    if step == AIMS:
        return fire(book, game, events)
    if step == AFTER:
        return end_round(book, game, events)
    loser = loser_of_round(game, enemy_of(side))
    return ask(book, game, Decision.WITHDRAW, loser if step == LEAVE else enemy_of(loser), NOBODY)


@rule
def fire(book, game, events):
    """Fleet combat: who protects cargo is hindered by one (22.552B)."""
    if fight_round(book, game, enemy_of(game.moving) if is_laden(book, game) else NOBODY, events):
        return True
    game.step = AFTER
    return False


@rule
def is_laden(book, game):
    """Whether the ships that are met protect cargo: all but those that change base or patrol, or have not embarked
    it."""
    return (has_cargo(game) or not is_on_hexes(book)) and game.unembarked == 0


@rule
def end_round(book, game, events):
    """Who is left; the battle goes on until a side leaves or has nothing undamaged (22.6, 22.8)."""
    count_losses(book, game)
    for unit in units_of(game):
        game.held[unit] = 0
    side = int(game.moving)
    enemy = enemy_of(side)
    if has_troops_aboard(game):
        fit_cargo(book, game, side, events)
    if are_beaten(book, game):
        end_meeting(book, game, True, events)
    elif sound_factors(book, game, enemy) == 0 or game.rounds == LAST_ROUND:
        end_meeting(book, game, False, events)
    else:
        game.step = LEAVE
    return False


@rule
def are_beaten(book, game):
    """Whether those that are met have nothing undamaged but destroyers with cargo, for damaged ships only accompany
    others (21.314, 22.8); where the enemy has nothing either both go, unless such destroyers are left (22.6)."""
    side = int(game.moving)
    if sound_factors(book, game, enemy_of(side)) == 0:
        return sound_factors(book, game, side) == 0
    for unit in units_of(game):
        if book.side[unit] == side and game.force[unit] > game.carrying[unit] and is_sound(game, unit):
            return False
    return True


@rule
def has_troops_aboard(game):
    """Whether troops are at sea, for which destroyers must be left."""
    return game.unembarked == 0 and not is_supply(game)


@rule
def has_screen(book, game, side):
    """Whether anything but destroyers with cargo is left of the invaders (20.58A)."""
    for unit in units_of(game):
        if book.side[unit] == side and game.force[unit] > game.carrying[unit] and is_afloat(game, unit):
            return True
    return False


@rule
def meet_cargo_alone(book, game, side, events):
    """Destroyers that carry troops without other ships are found: each capital ship fires at them by herself, and the
    light ships together, not carriers; then they turn back (20.58A, 20.59)."""
    show_force(book, game, side, events)
    line_up(book, game)
    for k in eights_of(game):
        left = capitals(game, k)
        while left != 0:
            unit = first_of(left, k)
            left &= left - 1
            if book.side[unit] == side:
                held_shot(book, game, int(book.factors[unit]), drm_of(book, unit), side, unit, side, events)
    factors = light_factors(book, game, side)
    if factors > 0:
        held_shot(book, game, factors, light_drm(book, game, side), side, NOBODY, side, events)
    count_losses(book, game)
    end_meeting(book, game, True, events)


@rule
def lose_carrier(book, game, events):
    """A factor of destroyers that carry troops is sunk: of the row with most of them."""
    found = 0
    for unit in units_of(game):
        if game.carrying[unit] > game.carrying[found]:
            found = unit
    game.carrying[found] -= 1
    game.force[found] -= 1
    game.force_seen[found] = game.force[found]
    lose_strength(book, game, found, events)


@rule
def take_withdraw(book, game, action, events):
    """A side leaves, or the next round begins (22.6): invaders who leave have failed (21.516)."""
    if action == Option.YES:
        note(events, Event.WITHDRAWS, game.power, 0, 0)
        end_meeting(book, game, game.power == game.moving, events)
    else:
        game.step = OTHER_LEAVES if game.step == LEAVE else ROUND


@rule
def end_meeting(book, game, beaten, events):
    """The interceptors go home, used; the invaders go on, or have been beaten at sea (21.516)."""
    side = int(game.moving)
    if not beaten:
        give_way(book, game)
    leave_invaded_base(book, game, events)
    stand_down(book, game, enemy_of(side), events)
    if game.unembarked == 1:
        game.unembarked = 0
        if beaten:
            stay_in_port(game)
        embark_again(book, game, side)
    if has_troops_aboard(game):
        fit_cargo(book, game, side, events)
    game.step = BEATEN if beaten or carriers_left(game) < fewest_carriers(book, game) else MEET


@rule
def leave_invaded_base(book, game, events):
    """Who has met an invasion of the base that it came from does not return there, but to the nearest other one, if
    there is any (21.33; H: of several bases the owner may choose)."""
    target = invaded_hex(book, game)
    for unit in units_of(game):
        if book.side[unit] != game.moving and game.place[unit] == target and moves_home(book, game, unit):
            base = base_instead(book, game, unit, target)
            if base != NOWHERE:
                game.place[unit] = base
                note(events, Event.AT_HOME, unit, base, 0)


@rule
def invaded_hex(book, game):
    """The hex to which the invasion goes that is met; nowhere: what is met is none."""
    if is_on_hexes(book):
        return int(game.origin[THERE]) if is_invasion(game) else NOWHERE
    return int(game.raiding)


@rule
def base_instead(book, game, unit, target):
    """The nearest base to one of a unit's side, with room for it, and held since the player turn began, within twenty
    hexes, among islands within ten (21.33); nowhere: there is none.  It has met the invasion in the hex of its base."""
    side, found = int(book.side[unit]), NOWHERE
    nearest = (BETWEEN_PORTS if is_on_hexes(book) else LEG) + 1
    for place in range(PLACES):
        hexes = hexes_between(book, game, side, target, place)
        if hexes < nearest and place != target and is_open(book, game, place, side) and is_haven(book, game, place):
            if game.taken[place] == 0 and has_room(book, game, place, int(game.strength[unit])):
                found, nearest = place, hexes
    return found


@rule
def give_way(book, game):
    """Who has not beaten those that he met does not stay where he has met them (21.416F)."""
    for unit in units_of(game):
        if book.side[unit] != game.moving and game.force[unit] > 0:
            game.against[unit] = 0


@rule
def fewest_carriers(book, game):
    """Destroyers with cargo without which an activity has failed: those of a supply line, of troops any, of ships that
    change base none."""
    if is_supply(game):
        return DESTROYERS_A_LINE
    return int(is_laden(book, game))
