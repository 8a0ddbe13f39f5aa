"""Suez in the hands of the Axis, an optional rule: ships are displaced, submarines and ASW sail the Indian Ocean
(20.71B, 20.73, 20.81, 21.23, 21.532C)."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.sets import has
from aw_env.games.world_at_war.records.kinds import (
    PLACES,
    Box,
    Condition,
    Event,
    Option,
    Side,
    Switch,
)
from aw_env.games.world_at_war.rules.bases import has_room, is_open
from aw_env.games.world_at_war.rules.damage import lose_base, sink
from aw_env.games.world_at_war.rules.units import units_of

MOST_COUNTED = 9
"""Submarines or ASW factors that can be named."""


@rule
def fall(book, game, events):
    """Places fall to the Axis: Allied ships there are displaced, those sunk in port are eliminated (21.23, 21.23G)."""
    for place in range(PLACES):
        if book.lost_from[place] == game.turn:
            game.control[place] = Side.AXIS.value
            note(events, Event.FALLS, place, Side.AXIS, 0)
            for unit in units_of(game):
                if game.place[unit] == place and book.side[unit] == Side.ALLIES:
                    if game.condition[unit] == Condition.SUNK_IN_PORT:
                        sink(book, game, unit, events)
                    else:
                        displace(book, game, unit, events)


@rule
def displace(book, game, unit, events):
    """A unit goes to the nearest place of its side with room, inverted (21.233), of the boxes to the U.S., India and
    Australia boxes alone (21.231), not to that in which no mission begins; where there is none, it is eliminated
    (21.23D)."""
    here = int(game.place[unit])
    for place in range(PLACES):
        near = has(book.base_changes[here], place) and book.without_missions[place] == 0
        if near and is_open(book, game, place, int(book.side[unit])):
            if has_room(book, game, place, int(game.strength[unit])):
                game.place[unit] = place
                game.inverted[unit] = 1
                note(events, Event.DISPLACED, unit, place, 0)
                return
    lose_base(book, game, unit, events)


@rule
def may_transfer(book, game, side):
    """Whether SW units of a side have a choice of SW box: German submarines may operate in the Indian Ocean while the
    Axis control the canal (20.71B); before that ASW has nothing to do there (20.82)."""
    if not has(book.options, Switch.SUBMARINE_WARFARE):
        return False
    for place in range(PLACES):
        if book.lost_from[place] > 0 and game.control[place] == Side.AXIS:
            return in_both_boxes(game, side) > 0
    return False


@rule
def in_both_boxes(game, side):
    """Submarines of the Axis, or ASW factors of the Allies, in the SW boxes."""
    units = game.submarines if side == Side.AXIS else game.asw
    return int(units[Box.ATLANTIC]) + int(units[Box.INDIAN])


@rule
def mask_transfer(game, mask):
    """How many of them sail the Indian Ocean from now on (20.73, 20.81)."""
    for count in range(min(in_both_boxes(game, int(game.moving)), MOST_COUNTED) + 1):
        mask[Option.COUNT_0 + count] = 1


@rule
def take_transfer(game, action, events):
    """The others sail the Atlantic."""
    side, count = int(game.moving), action - Option.COUNT_0
    units = game.submarines if side == Side.AXIS else game.asw
    units[Box.ATLANTIC] = in_both_boxes(game, side) - count
    units[Box.INDIAN] = count
    note(events, Event.TRANSFERRED, count, side, 0)
