"""Patrols off islands, which oppose raids in the enemy's player turn (21.4196)."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.sets import has
from aw_env.core.engine.stack import ask
from aw_env.games.world_at_war.records.kinds import BASE_CHANGE, NOBODY, NOWHERE, PLACES, Decision, Event, Kind, Option
from aw_env.games.world_at_war.records.record import FIRST_PLACE, FIRST_UNIT
from aw_env.games.world_at_war.rules.bases import has_room, is_free_to_move, is_haven, is_open, is_port, not_used
from aw_env.games.world_at_war.rules.damage import lose_base
from aw_env.games.world_at_war.rules.ranges import is_in_reach, is_served, measure_ways, serving
from aw_env.games.world_at_war.rules.seaways import RANGE, hexes_between, is_on_hexes
from aw_env.games.world_at_war.rules.task_forces import TASK_FORCE
from aw_env.games.world_at_war.rules.units import eights_of, first_of, ones_of, sisters_before, units_of


@rule
def ask_patrol(book, game):
    """A hex, and the ships that patrol there; True when asked."""
    if game.cursor != NOBODY:
        return ask(book, game, Decision.PATROL_WITH, int(game.moving), int(game.cursor))
    return ask(book, game, Decision.PATROL, int(game.moving), NOBODY)


@rule
def mask_patrol(book, game, mask):
    """An own island without a port, within ten hexes of an own port."""
    side = int(game.power)
    mask[Option.DONE] = 1
    ports = serving(book, game, side)
    for place in range(PLACES):
        if book.group_of[place] >= 0 and is_open(book, game, place, side) and not is_port(book, game, place):
            if not has(game.patrolled, place) and is_served(book, ports, place):
                mask[FIRST_PLACE + place] = 1


@rule
def begin_patrol(book, game, place):
    """Ships are sent to patrol off an island."""
    game.cursor = place
    game.patrolled |= 1 << place
    measure_ways(book, game, int(game.moving), place)


@rule
def mask_patrol_with(book, game, mask):
    """Ships in reach that have not been used, nor changed base this turn (21.32): fewer than ten
    factors, as no task force patrols (H), carriers with as many factors of fleets (21.313)."""
    side, hex = int(game.power), int(game.subject)
    mask[Option.DONE] = 1
    carriers, fleets = carriers_on_patrol(book, game, hex), fleets_on_patrol(book, game, hex)
    out = factors_on_patrol(game, hex)
    for k in eights_of(game):
        left = not_used(book, game, k) & ones_of(book, side, k)
        while left != 0:
            unit = first_of(left, k)
            left &= left - 1
            factors = int(game.strength[unit])
            if game.spent[unit] == 0 and out + factors < TASK_FORCE:
                if is_in_reach(game, side, int(game.place[unit])):
                    if book.kind[unit] != Kind.CARRIER or carriers + factors <= fleets:
                        mask[FIRST_UNIT + unit] = int(not patrols_as_another(book, game, unit))


@rule
def may_patrol(book, game, unit):
    """Whether a unit has not been used, and is not out already."""
    return is_free_to_move(book, game, unit) and game.spent[unit] == 0 and game.on_patrol[unit] == NOWHERE


@rule
def patrols_as_another(book, game, unit):
    """Whether a cruiser is like another before it."""
    for other in sisters_before(book, game, unit):
        if game.place[other] == game.place[unit] and may_patrol(book, game, other):
            return True
    return False


@rule
def factors_on_patrol(game, hex):
    """Factors of all ships that patrol there, slow ones too (20.162A)."""
    factors = 0
    for unit in units_of(game):
        factors += int(game.on_patrol[unit] == hex) * int(game.strength[unit])
    return factors


@rule
def carriers_on_patrol(book, game, hex):
    """Factors of carriers that patrol there."""
    factors = 0
    for unit in units_of(game):
        counts = (game.on_patrol[unit] == hex) & (book.kind[unit] == Kind.CARRIER)
        factors += int(counts) * int(game.strength[unit])
    return factors


@rule
def fleets_on_patrol(book, game, hex):
    """Factors of fast fleets that patrol there."""
    factors = 0
    for unit in units_of(game):
        counts = (game.on_patrol[unit] == hex) & (book.kind[unit] != Kind.CARRIER) & (book.slow[unit] == 0)
        factors += int(counts) * int(game.strength[unit])
    return factors


@rule
def take_patrol_with(game, action, events):
    """A ship patrols until her side's next player turn: she is used (21.311)."""
    if action == Option.DONE:
        game.cursor = NOBODY
        return
    unit = action - FIRST_UNIT
    game.on_patrol[unit] = game.subject
    game.inverted[unit] = 1
    note(events, Event.ON_PATROL, unit, game.subject, 0)


@rule
def end_patrols(book, game, side, events):
    """Ships of a side come back from their patrols."""
    game.patrolled = 0
    for unit in units_of(game):
        if book.side[unit] == side:
            come_off_patrol(book, game, unit, events)


@rule
def come_off_patrol(book, game, unit, events):
    """A unit patrols no more.  Where the enemy has taken her base while she was out, she goes to the nearest other from
    her hex (21.33, 21.415), or is lost where there is none as near as for displaced ones (21.23D)."""
    hex = int(game.on_patrol[unit])
    game.on_patrol[unit] = NOWHERE
    if hex == NOWHERE or game.place[unit] == NOWHERE or game.control[game.place[unit]] == book.side[unit]:
        return
    port = port_off_patrol(book, game, unit, hex)
    if port == NOWHERE:
        lose_base(book, game, unit, events)
    else:
        game.place[unit] = port
        note(events, Event.AT_HOME, unit, port, 0)


@rule
def port_off_patrol(book, game, unit, hex):
    """The nearest haven of a unit's side from a hex that has room for her and was its own as the player turn began;
    nowhere: there is none."""
    side, port = int(book.side[unit]), NOWHERE
    nearest = (RANGE if is_on_hexes(book) else BASE_CHANGE) + 1
    for place in range(PLACES):
        hexes = hexes_between(book, game, side, hex, place)
        if hexes < nearest and is_open(book, game, place, side) and is_haven(book, game, place):
            if game.taken[place] == 0 and has_room(book, game, place, int(game.strength[unit])):
                port, nearest = place, hexes
    return port
