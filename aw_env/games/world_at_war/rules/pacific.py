"""A turn among the islands of the Pacific: what comes in, whose islands are, and what their control is worth."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.sets import bit, has, lowest
from aw_env.games.world_at_war.records.kinds import (
    ISLAND_GROUPS,
    MOST_BOATS,
    NOWHERE,
    PLACES,
    Condition,
    Event,
    Side,
    Switch,
    Theatre,
    Worth,
)
from aw_env.games.world_at_war.records.record import FIRST_PLACE
from aw_env.games.world_at_war.rules.bases import (
    has_room,
    home_of,
    is_haven,
    is_open,
    is_within_base_change,
    room_in,
)
from aw_env.games.world_at_war.rules.patrols import end_patrols
from aw_env.games.world_at_war.rules.ports import is_reached_by_supply, trace_supply
from aw_env.games.world_at_war.rules.ranges import FAR, enemy_of, is_supplied
from aw_env.games.world_at_war.rules.seaways import RANGE, hexes_between, is_on_hexes
from aw_env.games.world_at_war.rules.task_forces import break_up, show
from aw_env.games.world_at_war.rules.units import units_of


@rule
def begin_player_turn(book, game, events):
    """Squadrons come and are ready, submarines too; on the turns of history the US takes islands (H)."""
    side = int(game.moving)
    game.raided = game.built_now = 0
    game.deciphered[Side.ALLIES] = game.deciphered[Side.AXIS] = 0
    end_patrols(book, game, side, events)
    game.counter_moved[side] = 0
    if side == Side.AXIS:
        game.negated[Side.ALLIES] = game.negated[Side.AXIS] = 0
    for place in range(PLACES):
        falls = book.falls[place] == game.turn and not has(book.options, Switch.LANDINGS)
        if falls and side == Side.ALLIES and game.control[place] == Side.AXIS:
            take_place(book, game, place, side, events)
    if book.research_a_turn[side, game.turn] > 0:
        game.research[side] = book.research_a_turn[side, game.turn]
    if book.research_a_turn[Side.ALLIES, game.turn] + book.research_a_turn[Side.AXIS, game.turn] > 0:  # a new year
        game.ports_built[side] = 0
    for place in range(PLACES):
        game.taken[place] = 0
        if game.control[place] == side:
            game.unsupplied[place] = 0
            make_ready(book, game, place)
    trace_supply(book, game)


@rule
def make_ready(book, game, place):
    """Squadrons come to a place of the moving side, those of the first turn before it; they and submarines there are
    ready (AR-26)."""
    if game.turn > 1:
        game.airbase[place] += book.squadrons_arrive[game.moving, place, game.turn]
    game.flown[place] = game.sailed[place] = 0


@rule
def make_boats_ready(game):
    """Submarines of the moving side that have been used are ready for the enemy's player turn, even out of supply
    (21.72B, 21.73A)."""
    for place in range(PLACES):
        if game.control[place] == game.moving:
            game.sailed[place] = 0


@rule
def take_place(book, game, place, side, events):
    """A place changes hands: aircraft there are lost, and ships and submarines are displaced (21.23).  Among islands it
    is supplied after combat if a line of its new owner reaches it (21.56)."""
    game.control[place] = side
    game.taken[place] = 1
    for unit in units_of(game):
        if home_of(game, unit) == place and book.side[unit] != side:
            show(book, game, unit, events)
            game.displacing += int(is_displaced(book, game, unit))
    break_up(book, game, enemy_of(side), events)
    displace_boats(book, game, place, enemy_of(side), events)
    game.displacing += int(game.boats[place] > 0)
    game.airbase[place] = game.flown[place] = game.sailed[place] = game.unsupplied[place] = 0
    if book.theatre == Theatre.PACIFIC:
        game.cut_off[place] = int(not is_reached_by_supply(book, game, place, side))
    note(events, Event.FALLS, place, side, 0)


@rule
def displace_boats(book, game, place, side, events):
    """Submarines of a base that is taken go to the nearest haven of their side's, those for which it has no room to the
    next (21.23B), and are used (20.13, 21.23, 21.233); where there is none they are lost (21.23D).  On a map of hexes
    they wait for their owner, where he has the choice of equally near ones (21.23A)."""
    while game.boats[place] > 0:
        havens = havens_of_boats(book, game, place, side)
        if is_on_hexes(book) and havens & havens - 1 != 0:
            return
        if havens == 0:
            note(events, Event.BOAT_LOST, side, 0, 0)
            game.boats[place] -= 1
        else:
            haven = lowest(havens)
            shelter_boats(game, place, haven, min(int(game.boats[place]), room_for_boats(book, game, haven)), events)


@rule
def shelter_boats(game, place, haven, count, events):
    """So many submarines of a base that is taken are in a haven, used (21.233)."""
    game.boats[place] -= count
    game.boats[haven] += count
    game.sailed[haven] += count
    note(events, Event.BOATS_DISPLACED, place, haven, count)


@rule
def havens_of_boats(book, game, place, side):
    """The nearest havens of a side with room for submarines of a base, within a base change by the straits that are
    open to it, as a set."""
    havens, nearest = 0, FAR
    for other in range(PLACES):
        hexes = hexes_between(book, game, side, place, other)
        if hexes <= nearest and is_open(book, game, other, side) and is_haven(book, game, other):
            if is_within_base_change(book, game, side, place, other) and room_for_boats(book, game, other) > 0:
                havens = bit(other) | (havens if hexes == nearest else 0)
                nearest = hexes
    return havens


@rule
def base_of_displaced_boats(book, game):
    """A base that the enemy has taken, of whose submarines their owner chooses where they go; nowhere: there is
    none."""
    for place in range(PLACES):
        if is_on_hexes(book) and game.boats[place] > 0 and game.control[place] == Side.ALLIES:
            return place
    return NOWHERE


@rule
def count_displaced(book, game):
    """Units that are displaced, and a base of submarines that wait to be."""
    game.displacing = int(base_of_displaced_boats(book, game) != NOWHERE)
    for unit in units_of(game):
        game.displacing += int(is_displaced(book, game, unit))


@rule
def room_for_boats(book, game, place):
    """Submarines for which a place has room, each of which is a factor (20.71), up to as many as are counted there."""
    return min(MOST_BOATS - int(game.boats[place]), room_in(book, game, place))


@rule
def score_control(book, game, events):
    """At the end of a turn each group scores for who holds it, and half for each of those that share it; a raid at full
    strength in this turn has negated the control of the enemy of the raider (21.5399A)."""
    for side in range(2):
        points = 0
        for group in range(ISLAND_GROUPS):
            ours, theirs = islands_of(book, game, group, side), islands_of(book, game, group, enemy_of(side))
            if ours > 0 and not has(game.negated[side], group):
                points += int(book.worth[Worth.GROUP_SHARED if theirs > 0 else Worth.GROUP_HELD])
        if points > 0:
            game.points[side] += points
            note(events, Event.CONTROL, side, points, 0)


@rule
def islands_of(book, game, group, side):
    """Supplied islands of a side in a group."""
    count = 0
    for place in range(PLACES):
        if book.group_of[place] == group and game.control[place] == side:
            count += int(is_supplied(book, game, place))
    return count


@rule
def takes_in(book, game, place, unit):
    """Whether a port, or a box to which ships of the base change, takes a displaced unit in (21.23, 21.231): one with
    room within twenty hexes, or in Europe forty, or from a port on two fronts the box that stands for the other."""
    here = int(game.place[unit])
    if place == here or not is_open(book, game, place, int(book.side[unit])):
        return False
    if not has_room(book, game, place, int(game.strength[unit])):
        return False
    if is_on_hexes(book):
        is_other_front = lies_on_two_fronts(book, here) and has(book.base_changes[here], place)
        return is_other_front or way_of(book, game, unit, place) <= RANGE
    return is_within_base_change(book, game, int(book.side[unit]), here, place)


@rule
def way_of(book, game, unit, place):
    """Hexes that a displaced unit goes to a place."""
    return hexes_between(book, game, int(book.side[unit]), int(game.place[unit]), place)


@rule
def lies_on_two_fronts(book, place):
    """Whether a port lies on two fronts (21.1322)."""
    fronts = int(book.fronts[place])
    return is_on_hexes(book) and fronts & (fronts - 1) != 0


@rule
def nearest_haven(book, game, unit):
    """The nearest place that takes a unit in, below 0 where there is none."""
    return nearest_beyond(book, game, unit, -1)


@rule
def nearest_beyond(book, game, unit, way):
    """The nearest place farther than a way that takes a unit in, below 0 where there is none."""
    found = NOWHERE
    for place in range(PLACES):
        if takes_in(book, game, place, unit) and way_of(book, game, unit, place) > way:
            if found == NOWHERE or way_of(book, game, unit, place) < way_of(book, game, unit, found):
                found = place
    return found


@rule
def is_nearest_haven(book, game, unit, place):
    """Whether none that takes a unit in is nearer than a place; from a port on two fronts, none on its front
    (21.23C)."""
    if not takes_in(book, game, place, unit):
        return False
    either = lies_on_two_fronts(book, int(game.place[unit]))
    for other in range(PLACES):
        is_rival = not either or book.fronts[other] & book.fronts[place] != 0
        if is_rival and way_of(book, game, unit, other) < way_of(book, game, unit, place):
            if takes_in(book, game, other, unit):
                return False
    return True


@rule
def has_choice(book, game, unit, nearest):
    """Whether another place is as near, or lies on another front (21.23A, C), or the unit may leave the room in the
    nearest port to others (21.23B)."""
    for place in range(PLACES):
        if place != nearest and is_nearest_haven(book, game, unit, place):
            return True
    return next_haven(book, game, unit) != NOWHERE


@rule
def next_haven(book, game, unit):
    """The next closest port, or one of them, to which the owner may send a displaced unit where the nearest have no
    room for all (21.23B); nowhere: they have room, or there is no other."""
    nearest = nearest_haven(book, game, unit)
    if nearest == NOWHERE or lies_on_two_fronts(book, int(game.place[unit])):  # of the fronts one is a box
        return NOWHERE
    if not is_crowded(book, game, unit, nearest):
        return NOWHERE
    return nearest_beyond(book, game, unit, way_of(book, game, unit, nearest))


@rule
def is_crowded(book, game, unit, nearest):
    """Whether the nearest ports, of which this is one, have no room for all that are displaced from that of a unit."""
    room, factors = 0, 0
    for place in range(PLACES):
        if is_nearest_haven(book, game, unit, place):
            room += room_in(book, game, place)
    for other in units_of(game):
        if game.place[other] == game.place[unit] and is_displaced(book, game, other):
            if game.condition[other] != Condition.SUNK_IN_PORT and is_nearest_haven(book, game, other, nearest):
                factors += int(game.strength[other])
    return factors > room


@rule
def mask_displace(book, game, mask):
    unit = int(game.subject)
    following = next_haven(book, game, unit)
    for place in range(PLACES):
        is_next = following != NOWHERE and is_as_close(book, game, unit, place, following)
        mask[FIRST_PLACE + place] = int(is_nearest_haven(book, game, unit, place) or is_next)


@rule
def is_as_close(book, game, unit, place, other):
    """Whether a place takes a displaced unit in, and is as far as another that does (21.23A)."""
    return takes_in(book, game, place, unit) and way_of(book, game, unit, place) == way_of(book, game, unit, other)


@rule
def move_in(game, unit, place, events):
    """A displaced unit is in its new base, inverted (21.233)."""
    game.displacing -= 1
    game.place[unit] = place
    game.inverted[unit] = 1
    note(events, Event.DISPLACED, unit, place, 0)


@rule
def is_displaced(book, game, unit):
    """Whether the enemy has taken the base of a unit (21.23); the base of one that patrols is her hex (21.415)."""
    if game.place[unit] == NOWHERE or game.on_patrol[unit] != NOWHERE:
        return False
    return game.control[home_of(game, unit)] == enemy_of(book.side[unit])
