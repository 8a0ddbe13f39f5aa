"""Displaced ships: which base takes them in, and on a map of hexes by which way they go there, and who meets them
(21.23, 21.232)."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.stack import ask
from aw_env.games.world_at_war.records.kinds import (
    NOBODY,
    NOWHERE,
    PLACES,
    Condition,
    Convoy,
    Decision,
    Kind,
    Option,
    Phase,
    Side,
)
from aw_env.games.world_at_war.records.record import FIRST_PLACE
from aw_env.games.world_at_war.rules.aid import forget
from aw_env.games.world_at_war.rules.bases import has_room, is_open
from aw_env.games.world_at_war.rules.damage import is_of_one_factor, lose_base
from aw_env.games.world_at_war.rules.island_forces import factors_in
from aw_env.games.world_at_war.rules.meetings import come_in, is_threatened, lay_again, set_out
from aw_env.games.world_at_war.rules.pacific import (
    base_of_displaced_boats,
    count_displaced,
    has_choice,
    is_displaced,
    is_nearest_haven,
    move_in,
    nearest_haven,
)
from aw_env.games.world_at_war.rules.ranges import enemy_of
from aw_env.games.world_at_war.rules.routes import FIRST_STOP, HERE, THERE
from aw_env.games.world_at_war.rules.seaways import RANGE, closed_straits
from aw_env.games.world_at_war.rules.task_forces import MOST_IN_A_FORCE
from aw_env.games.world_at_war.rules.troops import BEATEN, HEX, MEET
from aw_env.games.world_at_war.rules.units import units_of


@rule
def displace(book, game, events):
    """Units whose base has been taken flee to the nearest port with room, their owner choosing among the equally near
    (21.23, 21.23A), submarines first; True when asked."""
    if base_of_displaced_boats(book, game) != NOWHERE:
        return ask(book, game, Decision.HOME, Side.AXIS, NOBODY)
    for unit in units_of(game):
        if is_displaced(book, game, unit):
            nearest = nearest_haven(book, game, unit)
            if nearest < 0 or game.condition[unit] == Condition.SUNK_IN_PORT:  # 21.23D, G
                game.displacing -= 1
                lose_base(book, game, unit, events)
            elif has_choice(book, game, unit, nearest):
                return ask(book, game, Decision.DISPLACE, int(book.side[unit]), unit)
            elif flee(book, game, unit, nearest, events):
                return False
    return False


@rule
def take_displace(book, game, action, events):
    flee(book, game, int(game.subject), action - FIRST_PLACE, events)


@rule
def flee(book, game, unit, port, events):
    """A unit goes to its new base: whether it sails, and may be met.  With it go all of its port that have no other
    choice, up to the twenty-five factors of a task force.  Nobody meets any where there are no hexes, escort carriers
    (H), nor those on the way to a box, which lies on other fronts."""
    here, side = int(game.place[unit]), int(book.side[unit])
    if book.lies_in[port] < 0 or book.kind[unit] == Kind.CVE:
        move_in(game, unit, port, events)
        return False
    convoy = Convoy.DISPLACED.value if game.phase == Phase.CONSTRUCTION else Convoy.DISPLACED_AFTER.value
    if game.phase == Phase.INVASIONS:
        convoy = Convoy.DISPLACED_BY_INVASION.value
    game.moving = side
    board(book, game, unit)
    for other in units_of(game):
        if game.place[other] == here and game.force[other] == 0 and is_displaced(book, game, other):
            if goes_along(book, game, other, port):
                board(book, game, other)
    set_out(book, game, convoy, here, port, port)
    return True


@rule
def board(book, game, unit):
    """A displaced unit is out, with all of its row, used or not."""
    game.spent[unit] = 0
    game.force[unit] = game.strength[unit] if is_of_one_factor(book, unit) else 1


@rule
def goes_along(book, game, unit, port):
    """Whether a displaced unit has no choice but to go to a port as well."""
    if (
        book.kind[unit] == Kind.CVE
        or game.condition[unit] == Condition.SUNK_IN_PORT
        or not is_nearest_haven(book, game, unit, port)
    ):
        return False
    factors = factors_in(book, game, int(game.moving)) + int(game.strength[unit])
    if has_choice(book, game, unit, port) or factors > MOST_IN_A_FORCE:
        return False
    return has_room(book, game, port, factors)


# --- by which way (21.23E) ---------------------------------------------------------------------------------


@rule
def ask_way(book, game):
    """Their owner chooses the way, if the enemy can meet them: straight, or over another port; True when asked."""
    if game.origin[FIRST_STOP] != NOWHERE or not is_threatened(book, game):
        return False
    for port in range(PLACES):
        if may_go_over(book, game, port):
            return ask(book, game, Decision.COUNTER, int(game.moving), NOBODY)
    return False


@rule
def may_go_over(book, game, port):
    """Whether the way over an own port is within forty hexes (21.3613)."""
    here, there = int(game.origin[HERE]), int(game.origin[THERE])
    if port == here or port == there or not is_open(book, game, port, int(game.moving)):
        return False
    ways = book.by_water[closed_straits(book, game, int(game.moving))]
    return int(ways[here, port]) + int(ways[port, there]) <= RANGE


@rule
def mask_way(book, game, mask):
    mask[Option.DONE] = 1
    for port in range(PLACES):
        mask[FIRST_PLACE + port] = int(may_go_over(book, game, port))


@rule
def take_way(book, game, action):
    """Straight on, or over a port."""
    game.step = MEET
    if action != Option.DONE:
        game.origin[FIRST_STOP] = action - FIRST_PLACE
        lay_again(book, game, NOWHERE)


# --- what becomes of them (21.232B, D) ---------------------------------------------------------------------


@rule
def settle_displaced(book, game, events):
    """Who has been beaten goes on by the same way, and may be met by others; then all that are left are in their new
    base, inverted (21.233), and what they interrupted goes on.  Never asks."""
    side, port = int(game.moving), int(game.origin[THERE])
    if game.step == BEATEN:
        game.step = MEET
        return False
    for unit in units_of(game):
        if book.side[unit] == side and game.force[unit] > 0 and is_displaced(book, game, unit):
            move_in(game, unit, port, events)
    began, invaded = game.convoy == Convoy.DISPLACED, game.convoy == Convoy.DISPLACED_BY_INVASION
    come_in(book, game, side)
    count_displaced(book, game)
    game.moving = enemy_of(side) if began or invaded else Side.AXIS.value
    game.phase = Phase.CONSTRUCTION.value if began else Phase.START.value
    game.step = game.cursor = 0
    if invaded:
        game.phase, game.step, game.cursor = Phase.INVASIONS.value, HEX, NOBODY
    else:
        forget(game)
    return False
