"""Squadrons of bases strike ships in a port of the enemy's on a map of hexes, as the combat phase begins (21.54; 23.4
and 23.6 as the rulings have them).

All squadrons of a base that have not flown fly at one port, once, and do there what squadrons of carriers do (see
`port_strikes`).  `game.cursor` is the base whose squadrons are to be told where they fly.
"""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.stack import ask
from aw_env.games.world_at_war.records.kinds import NOBODY, NOWHERE, PLACES, Decision, Event, Option
from aw_env.games.world_at_war.records.record import FIRST_PLACE
from aw_env.games.world_at_war.rules.air_on_hexes import fight_squadrons, stand_by
from aw_env.games.world_at_war.rules.air_strikes import fly_in, send_planes, strikers, take_air_losses
from aw_env.games.world_at_war.rules.port_strikes import (
    BOMBING,
    ask_bombs,
    line_up_port,
    may_be_struck,
    port_in_range,
)
from aw_env.games.world_at_war.rules.ranges import FAR, is_supplied

AIRFIELDS = 1
"""The step of the combat phase in which squadrons of bases are sent to strike, before carriers sail."""


@rule
def are_bases_asked(game):
    """Whether squadrons of bases are sent, or strike."""
    return game.step == AIRFIELDS or game.step == BOMBING


@rule
def fly_from_bases(book, game, events):
    """Base by base, which squadrons fly at which port, and which ships they strike; True when asked."""
    side = int(game.moving)
    if game.step == BOMBING:
        if ask_bombs(book, game, side, events):
            return True
        stand_by(game)
        game.step, game.cursor = AIRFIELDS, NOBODY
    if game.cursor != NOBODY or can_any_fly(book, game):
        return ask(book, game, Decision.TARGET, side, NOBODY)
    send_carriers(game)
    return False


@rule
def send_carriers(game):
    """No more squadrons of bases fly: carriers sail (21.551)."""
    game.step, game.cursor = 0, NOBODY


@rule
def can_any_fly(book, game):
    """Whether squadrons of any base may strike a port."""
    for base in range(PLACES):
        if may_fly_from(book, game, base):
            return True
    return False


@rule
def may_fly_from(book, game, base):
    """Whether squadrons of a base may strike a port: they are supplied, have not flown, and there is one in range with
    ships in it."""
    is_ready = game.control[base] == game.moving and is_supplied(book, game, base)
    return is_ready and game.airbase[base] > game.flown[base] and port_in_range(book, game, base) != NOWHERE


@rule
def mask_flight(book, game, mask):
    """A base whose squadrons fly, or no more; then one of several ports."""
    base = int(game.cursor)
    mask[Option.DONE] = int(base == NOBODY)
    for place in range(PLACES):
        if base == NOBODY:
            mask[FIRST_PLACE + place] = int(may_fly_from(book, game, place))
        else:
            mask[FIRST_PLACE + place] = int(may_be_struck(book, game, place, base))


@rule
def take_flight(book, game, action, events):
    """Squadrons fly, where there is no choice of a port at once; or no more do."""
    if action == Option.DONE:
        send_carriers(game)
        return
    place, base = action - FIRST_PLACE, int(game.cursor)
    if base == NOBODY:
        game.cursor = place
        if ports_in_range(book, game, place) == 1:
            strike_port(book, game, place, port_in_range(book, game, place), events)
    else:
        strike_port(book, game, base, place, events)


@rule
def ports_in_range(book, game, base):
    """How many ports squadrons of a base may strike."""
    ports = 0
    for port in range(PLACES):
        ports += int(may_be_struck(book, game, port, base))
    return ports


@rule
def strike_port(book, game, base, port, events):
    """All squadrons of a base that have not flown meet those of the port, then its guns; who comes through is given
    targets."""
    side = int(game.moving)
    for place in range(PLACES):
        game.way[side, place] = FAR
    game.way[side, base] = 0
    squadrons = int(game.airbase[base]) - int(game.flown[base])
    note(events, Event.FLIES_AT, base, port, squadrons)
    stand_by(game)
    send_planes(book, game, side, squadrons)
    game.land_striking[side] = squadrons
    if game.airbase[port] > game.flown[port]:
        answer = fight_squadrons(book, game, port, strikers(game, side), events)
        take_air_losses(book, game, side, True, answer, events)
    line_up_port(book, game, port, events)
    fly_in(book, game, side, events)
    game.step, game.cursor = BOMBING, NOBODY
