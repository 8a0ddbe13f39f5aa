"""A turn among the islands of the Pacific: what comes in, whose islands are, and what their control is worth."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.sets import has
from aw_env.games.world_at_war.records.kinds import ISLAND_GROUPS, NOWHERE, PLACES, Event, Side, Worth
from aw_env.games.world_at_war.rules.bases import BASE_CHANGE, has_room, is_open, is_port
from aw_env.games.world_at_war.rules.damage import is_of_one_factor, lose_factor, sink
from aw_env.games.world_at_war.rules.ranges import enemy_of, is_supplied
from aw_env.games.world_at_war.rules.units import units_of


@rule
def begin_player_turn(book, game, events):
    """Squadrons come and are ready, submarines too; on the turns of history the US takes islands (H)."""
    side = int(game.moving)
    game.raided = 0
    if side == Side.AXIS:
        game.negated[Side.ALLIES] = game.negated[Side.AXIS] = 0
    for place in range(PLACES):
        if side == Side.ALLIES and book.falls[place] == game.turn and game.control[place] == Side.AXIS:
            take_place(book, game, place, side, events)
    for place in range(PLACES):
        if game.control[place] == side:
            game.airbase[place] += book.squadrons_arrive[place, game.turn]
            game.flown[place] = game.sailed[place] = 0


@rule
def take_place(book, game, place, side, events):
    """A place changes hands: aircraft and submarines there are lost, and ships are displaced (21.23)."""
    game.control[place] = side
    for unit in units_of(game):
        if game.place[unit] == place and book.side[unit] != side:
            displace(book, game, unit, events)
    game.airbase[place] = game.flown[place] = game.boats[place] = game.sailed[place] = game.unsupplied[place] = 0
    note(events, Event.FALLS, place, side, 0)


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
def displace(book, game, unit, events):
    """A unit goes to the nearest port of its side with room, inverted (21.23, 21.233); there is none within twenty
    hexes: it is lost (21.23D)."""
    side, here, found = int(book.side[unit]), int(game.place[unit]), NOWHERE
    for place in range(PLACES):
        if is_port(book, game, place) and is_open(book, game, place, side) and book.hexes[here, place] <= BASE_CHANGE:
            if has_room(book, game, place, int(game.strength[unit])):
                if found == NOWHERE or book.hexes[here, place] < book.hexes[here, found]:
                    found = place
    if found == NOWHERE:
        lose_base(book, game, unit, events)
        return
    game.place[unit] = found
    game.inverted[unit] = 1
    note(events, Event.AT_HOME, unit, found, 0)


@rule
def lose_base(book, game, unit, events):
    """A unit that has nowhere to go is lost."""
    if not is_of_one_factor(book, unit):
        sink(book, game, unit, events)
        return
    for _ in range(int(game.strength[unit])):
        game.lights[unit] = game.strength[unit]
        lose_factor(book, game, unit, events)
    game.lights[unit] = 0
