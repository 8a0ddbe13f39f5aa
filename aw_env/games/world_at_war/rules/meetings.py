"""Ships that are met at sea on a map of hexes: on a supply line, a sea transport or a base change (21.22, 21.42, 21.43,
with 22.2 as the rulings have it).

The side that sails is asked first who goes along (20.65, 21.65F); then each port of the enemy's from which ships can
meet them is asked, in the order in which the route passes it (AR-34), and its ships meet them where the route is
nearest to it.  What follows is fought as off islands (`landing_battles`).  `game.raiding` is where a line or a
transport begins, or where a base change ends; `game.force` are the ships that are out, of both sides.
"""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.dice import roll
from aw_env.core.engine.events import note, note_die
from aw_env.core.engine.stack import ask
from aw_env.games.world_at_war.records.kinds import (
    FACES,
    NOBODY,
    NOWHERE,
    PLACES,
    Condition,
    Convoy,
    Decision,
    Event,
    Option,
    Phase,
)
from aw_env.games.world_at_war.records.record import FIRST_UNIT
from aw_env.games.world_at_war.rules.island_forces import factors_in
from aw_env.games.world_at_war.rules.island_raids import ROUND, front_of
from aw_env.games.world_at_war.rules.landing_battles import (
    MOST_SEARCHING,
    battle,
    dice_from,
    has_screen,
    may_oppose,
    meet_cargo_alone,
    release,
)
from aw_env.games.world_at_war.rules.ranges import enemy_of
from aw_env.games.world_at_war.rules.routes import has_ships, lay_route
from aw_env.games.world_at_war.rules.seaways import RANGE
from aw_env.games.world_at_war.rules.task_forces import TASK_FORCE
from aw_env.games.world_at_war.rules.troops import BEATEN, MEET, SAIL, SUPPORT, join
from aw_env.games.world_at_war.rules.units import units_of

AGAINST_MOVES, AGAINST_CARGO = 2, 4
"""Dice against ships that change base, and against supply and transport (22.2)."""
SEARCH_RANGE = 8
"""Hexes by water to a route that squadrons search (AR-61)."""


@rule
def set_out(book, game, convoy, here, there, about):
    """Ships sail from a place to another.  convoy: what they do; about: the place that it is about."""
    game.phase, game.step, game.cursor = Phase.INTERCEPTION.value, SAIL, 0
    game.convoy, game.raiding = convoy, about
    game.unembarked = game.rounds = 0
    for place in range(PLACES):
        game.tried[place] = 0
    for unit in units_of(game):
        game.force[unit] = max(int(game.force[unit]), int(game.carrying[unit]))
        game.force_seen[unit] = game.force[unit]
    lay_route(book, game, int(game.moving), here, there, convoy != Convoy.NONE)


@rule
def is_settled(game):
    """Whether nobody meets the ships any more, or they have been beaten."""
    return game.step == SUPPORT or game.step == BEATEN


@rule
def meet(book, game, events):
    """Who goes along, then who meets them, then the battle; True when asked."""
    if game.step == SAIL:
        return ask(book, game, Decision.PROTECT, int(game.moving), NOBODY)
    if game.step != MEET:
        return battle(book, game, events)
    place = port_to_ask(book, game)
    if place != NOWHERE:
        return ask(book, game, Decision.INTERCEPT, enemy_of(game.moving), place)
    game.step = SUPPORT
    return False


@rule
def take_protect(book, game, action, events):
    """A ship goes along, and is seen (20.165); or all have been named."""
    if action == Option.DONE:
        game.step = MEET
    else:
        go_along(book, game, action - FIRST_UNIT, Event.PROTECTS.value, events)


@rule
def go_along(book, game, unit, event, events):
    """A unit joins its force, and is seen."""
    join(book, game, unit)
    game.force_seen[unit] = game.force[unit]
    note(events, event, unit, 0, 0)


# --- who meets them (22.2) -------------------------------------------------------------------------------


@rule
def dice_against(book, game, place):
    """Dice of the ships of a place against those that are out."""
    side = enemy_of(game.moving)
    dice = AGAINST_MOVES if game.convoy == Convoy.NONE else AGAINST_CARGO
    return dice_from(book, game, side, place, dice + searching(book, game, side))


@rule
def searching(book, game, side):
    """Squadrons that search the route: of places within eight hexes where their owner has ships that can sail
    (AR-61)."""
    squadrons = 0
    for place in range(PLACES):
        if book.spotting[place] > 0 and game.way[side, place] <= SEARCH_RANGE and has_ships(book, game, place, side):
            squadrons += int(book.spotting[place])
    return min(squadrons, MOST_SEARCHING)


@rule
def can_reach(book, game, place):
    """Whether ships of a place can meet those that are out: within forty hexes (21.3611) that their dice can cover."""
    way = int(game.way[enemy_of(game.moving), place])
    return way <= min(RANGE, FACES * dice_against(book, game, place))


@rule
def has_interceptors(book, game, place):
    """Whether a place has ships that may try."""
    side = enemy_of(game.moving)
    if game.control[place] != side or not can_reach(book, game, place):
        return False
    for unit in units_of(game):
        if may_oppose(book, game, unit, place, side):
            return True
    return False


@rule
def port_to_ask(book, game):
    """The port that is asked next: that whose ships form a force, or which the route passes first; nowhere when all
    have been, or nobody is left to be met."""
    side, found = int(game.moving), NOWHERE
    if factors_in(book, game, side) == 0:
        return NOWHERE
    for unit in units_of(game):
        if book.side[unit] != side and game.force[unit] > 0:
            return int(game.place[unit])
    for place in range(PLACES):
        if game.tried[place] == 0 and has_interceptors(book, game, place):
            if found == NOWHERE or game.way[side, place] < game.way[side, found]:
                found = place
    return found


@rule
def is_threatened(book, game):
    """Whether any port could meet those that are out if they were as many as a task force."""
    side = enemy_of(game.moving)
    more = int(factors_in(book, game, int(game.moving)) < TASK_FORCE)
    for place in range(PLACES):
        dice = dice_against(book, game, place) + more
        if game.way[side, place] <= min(RANGE, FACES * dice) and has_ships(book, game, place, side):
            return True
    return False


@rule
def take_intercept(book, game, action, events):
    """Another ship joins; or the dice are rolled, if any does: they must cover the distance.  Who does not find them is
    free for other tasks (AR-32)."""
    side, place = int(game.power), int(game.subject)
    if action != Option.DONE:
        go_along(book, game, action - FIRST_UNIT, Event.HUNTS.value, events)
        return
    game.tried[place] = 1
    if factors_in(book, game, side) == 0:
        return
    dice, total = dice_against(book, game, place), 0
    note(events, Event.SOUGHT, place, 0, 0)
    for _ in range(dice):
        die = roll(game, FACES)
        note_die(events, die)
        total += die
    if total < game.way[side, place]:
        release(book, game, side)
        for unit in units_of(game):
            game.force_seen[unit] = game.force[unit]
    elif front_of(book, game, int(game.moving)) == 0 and not has_screen(book, game, int(game.moving)):
        meet_cargo_alone(book, game, side, events)
    else:
        game.rounds, game.night = 0, 1  # no aircraft fly yet
        game.step = ROUND


@rule
def come_in(book, game, side):
    """Nobody is out any more; ships that are sound are whole again (20.523C)."""
    for unit in units_of(game):
        if book.side[unit] == side:
            if game.force[unit] > 0 and game.condition[unit] == Condition.SOUND:
                game.hits[unit] = 0
            game.force[unit] = game.force_seen[unit] = game.carrying[unit] = 0
    game.convoy = Convoy.NONE.value
    game.raiding = NOWHERE
    game.rounds = game.night = 0
