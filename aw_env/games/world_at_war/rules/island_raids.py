"""Raids on island groups of the Pacific (21.539)."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.sets import has
from aw_env.core.engine.stack import ask
from aw_env.games.world_at_war.records.kinds import (
    LEG,
    NOBODY,
    NOWHERE,
    PLACES,
    Box,
    Condition,
    Convoy,
    Decision,
    Event,
    Option,
    Phase,
    Side,
    Switch,
    Worth,
)
from aw_env.games.world_at_war.records.record import FIRST_PLACE, FIRST_UNIT
from aw_env.games.world_at_war.rules.air_strikes import (
    allow_up_to,
    begin_air,
    recall_planes,
    send_planes,
    squadrons_near,
)
from aw_env.games.world_at_war.rules.bases import has_room, home_of, is_haven, is_open
from aw_env.games.world_at_war.rules.battle_rounds import (
    AFTER,
    AIMS,
    CAP,
    DEFENDING_SCREENS,
    DEFENDING_TORPEDO,
    ROUND,
    SCREENS,
    STRUCK,
    TORPEDO,
    ask_torpedo,
    begin_round,
    count_losses,
    fly,
    sound_factors,
)
from aw_env.games.world_at_war.rules.damage import is_of_one_factor
from aw_env.games.world_at_war.rules.fleet_combat import LAST_ROUND, fight_round, loser_of_round
from aw_env.games.world_at_war.rules.island_forces import (
    add_to_force,
    brps_for,
    factors_in,
    force_level,
    group_raided,
    sets_in,
    tell_force,
    use_card,
)
from aw_env.games.world_at_war.rules.pacific import islands_of
from aw_env.games.world_at_war.rules.patrols import come_off_patrol
from aw_env.games.world_at_war.rules.ports import groups_in_range, is_raiding_hex
from aw_env.games.world_at_war.rules.ranges import enemy_of, is_in_reach, measure_ways
from aw_env.games.world_at_war.rules.rows import MOST_COUNTED
from aw_env.games.world_at_war.rules.seaways import is_on_hexes
from aw_env.games.world_at_war.rules.task_forces import break_up, show
from aw_env.games.world_at_war.rules.units import units_of

TARGET, TIME, FORCE, PLANES, BOAT, DEFENCE, DEFENDING_PLANES, DEFENDING_BOAT = range(ROUND)
LEAVE, OTHER_LEAVES, HOME, DEFENDERS_HOME = range(AFTER + 1, AFTER + 5)
"""Steps of a raid, beside those of a round (`battle_rounds`)."""
ALL_OF_THEM, SOME = 2, 1
"""Transports that a defender loses (21.5399B)."""


@rule
def raid(book, game, events):
    """Raid after raid, each from the choice of a hex to the way home; True when asked."""
    side = int(game.moving)
    enemy, step = enemy_of(side), int(game.step)
    if step == TARGET:
        return ask(book, game, Decision.TARGET, side, NOBODY)
    if step == TIME:
        return ask_time(book, game, side)
    if step == FORCE:
        return ask(book, game, Decision.FORCE, side, game.raiding)
    if step == PLANES or step == DEFENDING_PLANES:
        return ask_planes(book, game, side if step == PLANES else enemy)
    if step == BOAT or step == DEFENDING_BOAT:
        return ask_boat(book, game, side if step == BOAT else enemy, events)
    if step == DEFENCE:
        return ask(book, game, Decision.FORCE, enemy, game.raiding)
    if step == ROUND:
        return begin_round(book, game, events)
    if CAP <= step <= STRUCK:
        return fly(book, game, events)
    if step == SCREENS or step == DEFENDING_SCREENS:
        return ask(book, game, Decision.SCREEN, side if step == SCREENS else enemy, NOBODY)
    if step == AIMS:
        return fire(book, game, events)
    if step == TORPEDO or step == DEFENDING_TORPEDO:
        return ask_torpedo(book, game, side if step == TORPEDO else enemy)
    if step == AFTER:
        return end_round(book, game, events)
    if step == LEAVE or step == OTHER_LEAVES:
        loser = loser_of_round(game, enemy)
        return ask(book, game, Decision.WITHDRAW, loser if step == LEAVE else enemy_of(loser), NOBODY)
    return go_home(book, game, side if step == HOME else enemy, events)


# --- where (21.5392, 21.5393) ----------------------------------------------------------------------------


@rule
def mask_target(book, game, mask):
    """A supplied one-hex island of the enemy's, Kavieng or Rabaul, in a group that is not raided yet and of which such
    an island is within ten hexes of an own port (21.5392A, B); or no more."""
    side = int(game.power)
    mask[Option.DONE] = 1
    if not raids_at_all(book, side):
        return
    groups = groups_in_range(book, game, side) & ~int(game.raided)
    for place in range(PLACES):
        if is_raiding_hex(book, game, place, side) and has(groups, book.group_of[place]):
            mask[FIRST_PLACE + place] = 1


@rule
def raids_at_all(book, side):
    """Only Japan raids by night; without carriers no day raids are made (21.5393)."""
    return side == Side.AXIS or has(book.options, Switch.CARRIERS)


@rule
def take_target(book, game, action):
    """A raid begins; or there are no more, and the phase ends."""
    if action == Option.DONE:
        game.phase = Phase.REDEPLOYMENT.value
        game.step = 0
        return
    place = action - FIRST_PLACE
    game.raiding = place
    game.raided |= 1 << int(book.group_of[place])
    measure_ways(book, game, Side.ALLIES.value, place)
    measure_ways(book, game, Side.AXIS.value, place)
    game.step = TIME


@rule
def ask_time(book, game, side):
    """Japan chooses between day and night, where there are day raids; the US raids by day (21.5393)."""
    if side == Side.AXIS and has(book.options, Switch.CARRIERS):
        return ask(book, game, Decision.TIME, side, game.raiding)
    game.night = int(side == Side.AXIS)
    game.step = FORCE
    return False


@rule
def mask_time(mask):
    mask[Option.DAY] = mask[Option.NIGHT] = 1


@rule
def take_time(game, action):
    game.night = int(action == Option.NIGHT)
    game.step = FORCE


# --- with what (21.5394, 21.5395) ------------------------------------------------------------------------


@rule
def take_force(book, game, action, events):
    """A "ship" joins; or the force sails."""
    side = int(game.power)
    if action == Option.DONE:
        sail(book, game, side, events)
    else:
        add_to_force(book, game, action - FIRST_UNIT, side)


@rule
def sail(book, game, side, events):
    """A force sails, a raider's for its BRPs; without raiders it is called off, without defenders not opposed."""
    factors = factors_in(book, game, side)
    raids = side == game.moving
    if factors == 0:
        if raids:
            note(events, Event.CALLED_OFF, game.raiding, 1, 0)
            end_raid(game)
        else:
            note(events, Event.NO_DEFENCE, game.raiding, 0, 0)
            lose_transports(book, game, ALL_OF_THEM, events)
            game.step = HOME
        return
    if raids:
        game.brps[side] -= brps_for(factors)
        note(events, Event.RAID, game.raiding, int(game.night), 0)
        if sets_in(book, game, side) >= force_level(book, game, side):
            game.negated[enemy_of(side)] |= 1 << group_raided(book, game)
    use_card(book, game, side)
    tell_force(book, game, side, brps_for(factors) if raids else 0, events)
    game.step = PLANES if raids else DEFENDING_PLANES


@rule
def ask_planes(book, game, side):
    """By day squadrons of bases may take part (21.5396B)."""
    if game.night == 0 and most_planes(book, game, side) > 0:
        return ask(book, game, Decision.PLANES, side, game.raiding)
    game.step += 1
    return False


@rule
def most_planes(book, game, side):
    """One squadron for each supplied island of the defender's in the group, those within three hexes (21.5396B), where
    islands of two hexes count as one, other than for force levels (21.5394A); on a map of hexes any of these."""
    if is_on_hexes(book):
        return min(squadrons_near(book, game, side), MOST_COUNTED)
    islands = islands_of(book, game, group_raided(book, game), enemy_of(game.moving))
    return min(islands, squadrons_near(book, game, side))


@rule
def mask_planes(book, game, mask):
    allow_up_to(mask, most_planes(book, game, int(game.power)))


@rule
def take_planes(book, game, action, events):
    side, count = int(game.power), action - Option.COUNT_0
    if count > 0:
        send_planes(book, game, side, count)
        note(events, Event.PLANES, side, count, 0)
    game.step += 1


@rule
def ask_boat(book, game, side, events):
    """A submarine may go along (21.5396A)."""
    if nearest_boat(book, game, side) != NOWHERE:
        return ask(book, game, Decision.SUBMARINE, side, game.raiding)
    follow_on(game, side)
    return False


@rule
def nearest_boat(book, game, side):
    """The base in reach from which a submarine would come, the nearest first."""
    found = NOWHERE
    for place in range(PLACES):
        if game.boats[place] > game.sailed[place] and is_open(book, game, place, side):
            if is_in_reach(game, side, place) and (found == NOWHERE or game.way[side, place] < game.way[side, found]):
                found = place
    return found


@rule
def take_boat(book, game, action):
    side = int(game.power)
    if action == Option.YES:
        base = nearest_boat(book, game, side)
        game.boat[side] = base
        game.sailed[base] += 1
    follow_on(game, side)


@rule
def follow_on(game, side):
    """After the raider's force the defender's is formed, then they meet."""
    game.step = DEFENCE if side == game.moving else ROUND
    game.rounds = 0


# --- rounds (21.5397, 21.5398) ---------------------------------------------------------------------------


@rule
def fire(book, game, events):
    """Fleet combat: nobody is hindered by transports (21.5397C), but by night Japan has the better of it by one, which
    is as if the US were (21.5397D, 21.5398F)."""
    if fight_round(book, game, Side.AXIS.value if game.night == 1 else NOBODY, events):
        return True
    game.step = TORPEDO
    return False


@rule
def end_round(book, game, events):
    """What is left of both forces; the raid goes on until a side leaves or has nothing undamaged (21.5397A)."""
    count_losses(book, game)
    for unit in units_of(game):
        game.held[unit] = 0
    raider = sound_factors(book, game, int(game.moving))
    defender = sound_factors(book, game, enemy_of(game.moving))
    if raider == 0 or defender == 0 or game.rounds == LAST_ROUND:
        settle(book, game, raider > 0 and defender == 0, events)
    else:
        game.step = LEAVE
    return False


@rule
def take_withdraw(book, game, action, events):
    """A side leaves, or the next round begins (21.5397A)."""
    if action == Option.NO:
        game.step = OTHER_LEAVES if game.step == LEAVE else ROUND
        return
    note(events, Event.WITHDRAWS, game.power, 0, 0)
    if game.power == game.moving:
        settle(book, game, False, events)
    else:
        game.step = HOME
        lose_transports(book, game, SOME if game.rounds == 1 else 0, events)


@rule
def settle(book, game, defender_beaten, events):
    """The battle is over.  A defender who has nothing undamaged after the first round loses two transports, later none
    (21.5399B)."""
    game.step = HOME
    lose_transports(book, game, ALL_OF_THEM if defender_beaten and game.rounds == 1 else 0, events)


@rule
def lose_transports(book, game, number, events):
    """Pacific transports of the defender's are lost (21.5399B)."""
    raider = int(game.moving)
    if raider == Side.AXIS:
        lost = min(number, int(game.transports[Box.PACIFIC]))
        game.transports[Box.PACIFIC] -= lost
        game.unbuilt += lost
    else:
        lost = min(number, int(game.merchants))
        game.merchants -= lost
        game.merchants_unbuilt += lost
    game.points[raider] += lost * int(book.worth[Worth.TRANSPORT])
    if lost > 0:
        note(events, Event.TRANSPORTS_LOST, enemy_of(raider), lost, 0)


# --- home (21.5397E, 21.33) ------------------------------------------------------------------------------


@rule
def go_home(book, game, side, events):
    """Each force goes to the bases that it came from, or to another one together."""
    if factors_in(book, game, side) > 0:
        return ask(book, game, Decision.HOME, side, NOBODY)
    leave_force(book, game, side, events)
    return False


@rule
def mask_home(book, game, mask):
    """The bases of origin, or a port or box within ten hexes with room for all, held since the player turn began
    (20.15, 21.33); port counters are used at once (21.124)."""
    side = int(game.power)
    mask[Option.DONE] = 1
    for place in range(PLACES):
        is_held = game.taken[place] == 0 or game.ports[place] > 0
        if is_held and is_haven(book, game, place) and is_open(book, game, place, side):
            if book.hexes[place, game.raiding] <= LEG and has_room(book, game, place, coming(book, game, side, place)):
                mask[FIRST_PLACE + place] = 1


@rule
def moves_home(book, game, unit):
    """Whether a unit of a force goes where the force goes: a row of destroyers only as a whole."""
    return game.force[unit] > 0 and (not is_of_one_factor(book, unit) or game.force[unit] == game.strength[unit])


@rule
def coming(book, game, side, place):
    """Factors of a force that would come to a port."""
    factors = 0
    for unit in units_of(game):
        if book.side[unit] == side and moves_home(book, game, unit) and home_of(game, unit) != place:
            factors += int(game.strength[unit])
    return factors


@rule
def take_home(book, game, action, events):
    move_home(book, game, action, events)
    leave_force(book, game, int(game.power), events)


@rule
def move_home(book, game, action, events):
    """A force goes to the bases that it came from, or to a port."""
    side = int(game.power)
    note(events, Event.FORCE_RETURNS, side, 0, 0)
    if action != Option.DONE:
        place = action - FIRST_PLACE
        for unit in units_of(game):
            if book.side[unit] == side and moves_home(book, game, unit) and home_of(game, unit) != place:
                show(book, game, unit, events)
                game.place[unit] = place
                note(events, Event.AT_HOME, unit, place, 0)


@rule
def leave_force(book, game, side, events):
    """A force is back; then the defender's goes home, or the next raid may be chosen."""
    stand_down(book, game, side, events)
    if game.step == HOME:
        game.step = DEFENDERS_HOME
    else:
        end_raid(game)


@rule
def may_wait_at_sea(book, game, unit):
    """Whether a ship has met a patrol on a map of hexes, where she may yet wait (21.4191)."""
    is_met = game.convoy == Convoy.PATROL or game.convoy == Convoy.PATROL_STAYS
    return is_met and book.side[unit] != game.moving and game.against[unit] != 0


@rule
def stand_down(book, game, side, events):
    """Ships of a force have been used (21.311), and leave their base no more in this phase (21.321); what they suffered
    without being damaged is mended, unless they may wait at sea (20.523A, C)."""
    for unit in units_of(game):
        if book.side[unit] == side and game.force[unit] > 0:
            if is_of_one_factor(book, unit):
                game.spent[unit] += game.force[unit]
                game.inverted[unit] = int(game.spent[unit] >= game.strength[unit])
            else:
                game.inverted[unit] = 1
                if game.condition[unit] == Condition.SOUND and not may_wait_at_sea(book, game, unit):
                    game.hits[unit] = 0
            game.force[unit] = game.force_seen[unit] = game.carrying[unit] = 0
            game.moved[unit] = 1
            show(book, game, unit, events)
            come_off_patrol(book, game, unit, events)
    break_up(book, game, side, events)
    game.boat[side] = NOWHERE
    game.task_force[side] = 0
    recall_planes(game, side)


@rule
def end_raid(game):
    """The next raid may be chosen."""
    begin_air(game)
    game.raiding = NOWHERE
    game.night = game.rounds = 0
    game.step = TARGET
