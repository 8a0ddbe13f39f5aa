"""Squadrons of bases on a map of hexes: they join battles at sea, strike ships that pass, and are attacked in their
bases by those of carriers (21.416D, G, 21.4181A, 21.232C; 19, 22.4 and 23 as the rulings have them).

Distances to ships are by water, as those that squadrons search are (AR-61): in a battle from where ships meet, else
from their route (see `routes`).
"""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.stack import ask
from aw_env.games.world_at_war.records.kinds import NOBODY, PLACES, Convoy, Decision, Event, Option
from aw_env.games.world_at_war.records.record import FIRST_PLACE
from aw_env.games.world_at_war.rules.air_strikes import (
    COUNTERING,
    OVERHEAD,
    air_combat,
    begin_air,
    fly_in,
    lose_naval,
    ready_at,
    recall_planes,
    squadrons_aboard,
)
from aw_env.games.world_at_war.rules.battle_rounds import ROUND, ask_strike, count_losses, line_up
from aw_env.games.world_at_war.rules.errands import are_displaced
from aw_env.games.world_at_war.rules.hidden_forces import is_hidden
from aw_env.games.world_at_war.rules.island_forces import factors_in, show_force
from aw_env.games.world_at_war.rules.island_raids import ask_planes, most_planes, take_planes
from aw_env.games.world_at_war.rules.ranges import enemy_of
from aw_env.games.world_at_war.rules.routes import HERE
from aw_env.games.world_at_war.rules.troops import SUPPORT

OWN_PLANES, ENEMY_PLANES, ALL_UP = 61, 62, 63
"""Steps before a battle: how many squadrons of bases of either side join it."""
PASSING, STRIKE_OVER = 65, 67
"""Steps of ships that nobody meets any more, beside `COUNTERING` and `OVERHEAD`: how many squadrons of bases strike
them; and the strike is over."""


@rule
def call_squadrons(game):
    """A battle is to be fought: squadrons of bases may join it."""
    for side in range(2):
        recall_planes(game, side)
    game.night = 0
    game.step = OWN_PLANES


@rule
def ask_squadrons(book, game):
    """Side by side how many join; without any aircraft the battle is fought as by night.  True when asked."""
    if game.step < ALL_UP:
        return ask_planes(book, game, int(game.moving) if game.step == OWN_PLANES else enemy_of(game.moving))
    flying = 0
    for side in range(2):
        flying += int(game.planes[side]) + squadrons_aboard(book, game, side)
    game.night = int(flying == 0)
    game.step = ROUND
    return False


@rule
def stand_by(game):
    """A battle, or a strike, is over: no squadron is in the air any more."""
    begin_air(game)
    for side in range(2):
        recall_planes(game, side)


# --- what passes bases (21.416G, 21.232C) ------------------------------------------------------------------


@rule
def pass_bases(book, game, events):
    """Nobody meets those that are out any more.  The carriers of a patrol attack bases on its way to its hex, then
    squadrons of bases strike it; ships that change base (21.221) or are displaced are struck likewise."""
    side = int(game.moving)
    game.step = SUPPORT
    if factors_in(book, game, side) == 0:
        return
    game.night, game.cursor = 0, NOBODY
    if game.convoy == Convoy.PATROL and game.origin[HERE] != game.raiding:
        for place in range(PLACES):
            game.tried[place] = 0
        game.striking[side] = squadrons_aboard(book, game, side)
        show_carriers(book, game, can_counter(book, game), events)
        game.step = COUNTERING
    elif game.convoy == Convoy.NONE or are_displaced(game):
        game.step = PASSING


@rule
def show_carriers(book, game, can_fly, events):
    """The enemy sees a task force whose carriers' squadrons can fly (H); else they are not ready, and tell nothing."""
    if can_fly:
        show_force(book, game, int(game.moving), events)
    elif is_hidden(book, game, int(game.moving)):
        game.striking[game.moving] = 0


@rule
def ask_overhead(book, game, events):
    """Which base is attacked next, how many squadrons of bases strike, and at what; True when asked."""
    side = int(game.moving)
    if game.step == COUNTERING:
        if can_counter(book, game):
            return ask(book, game, Decision.TARGET, side, NOBODY)
        game.step = PASSING
    if game.step == PASSING and most_planes(book, game, enemy_of(side)) > 0:
        return ask(book, game, Decision.PLANES, enemy_of(side), game.raiding)
    if game.step == OVERHEAD:
        return ask_strike(book, game, enemy_of(side), events)
    if game.step == STRIKE_OVER:
        count_losses(book, game)
    let_pass(game)
    return False


@rule
def let_pass(game):
    """No squadrons strike any more."""
    stand_by(game)
    game.step = SUPPORT


@rule
def take_squadrons(book, game, action, events):
    """So many squadrons of bases join a battle, or strike those that pass; over these all squadrons of their carriers
    patrol (H)."""
    take_planes(book, game, action, events)
    if game.step != OVERHEAD:
        return
    if game.planes[game.power] == 0:
        let_pass(game)
        return
    show_force(book, game, int(game.moving), events)
    line_up(book, game)
    begin_air(game)
    side = int(game.moving)
    game.patrolling[side] = squadrons_aboard(book, game, side)
    game.land_striking[game.power] = game.planes[game.power]
    fly_in(book, game, int(game.power), events)
    game.cursor = NOBODY


@rule
def is_countered(game):
    """Whether carriers on patrol attack bases whose squadrons would strike."""
    return game.step == COUNTERING


# --- attacks on bases (21.416G, 21.4181A) ------------------------------------------------------------------


@rule
def may_counter(book, game, base):
    """Whether squadrons of the carriers that are out may attack those of a base: once in range of the route, and each
    base once before the patrol is in its hex."""
    return game.tried[base] == 0 and ready_at(book, game, base, enemy_of(game.moving)) > 0


@rule
def can_counter(book, game):
    """Whether there is such a base, and any squadron that may attack."""
    if game.striking[game.moving] <= 0:
        return False
    for place in range(PLACES):
        if may_counter(book, game, place):
            return True
    return False


@rule
def mask_counter(book, game, mask):
    mask[Option.DONE] = 1
    for place in range(PLACES):
        mask[FIRST_PLACE + place] = int(may_counter(book, game, place))


@rule
def take_counter(book, game, action, events):
    """All squadrons that are ready attack those of a base; or none do any more."""
    if action == Option.DONE:
        game.step = PASSING
        return
    base = action - FIRST_PLACE
    game.tried[base] = 1
    note(events, Event.COUNTERS, base, int(game.striking[game.moving]), 0)
    attack_base(book, game, base, events)


@rule
def attack_base(book, game, base, events):
    """Both fight; squadrons of the base that are turned back are used, those of carriers fly at no other base
    (21.416G)."""
    side = int(game.moving)
    count = int(game.striking[side])
    theirs = fight_squadrons(book, game, base, count, events)
    out = min(theirs % 10, count)
    lose_naval(book, game, side, out)
    game.striking[side] -= min(out + theirs // 10, count)


@rule
def fight_squadrons(book, game, base, count, events):
    """So many squadrons of the moving side fight those of a base, which lose squadrons, or are used where they are
    turned back.  What these do to the others, as `air_combat` says it."""
    side = int(game.moving)
    flying = int(game.airbase[base]) - int(game.flown[base])
    ours = air_combat(book, game, side, count, 0, events)
    theirs = air_combat(book, game, enemy_of(side), flying, 0, events)
    out = min(ours % 10, flying)
    game.airbase[base] -= out
    game.flown[base] += min(ours // 10, flying - out)
    return theirs
