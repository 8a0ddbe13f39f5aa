"""Troops that redeploy on a map of hexes: under sea escort, or by land from port to port of Africa (21.6)."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.sets import bit, has, lowest
from aw_env.core.engine.stack import ask
from aw_env.games.world_at_war.records.kinds import (
    MOST_TROOPS,
    NOBODY,
    NOWHERE,
    PLACES,
    Aboard,
    Box,
    Convoy,
    Decision,
    Event,
    Ground,
    Option,
    Phase,
    PlaceKind,
)
from aw_env.games.world_at_war.records.record import FIRST_PLACE, FIRST_UNIT
from aw_env.games.world_at_war.rules.africa import is_in_africa
from aw_env.games.world_at_war.rules.bases import is_open, places_joined, places_open
from aw_env.games.world_at_war.rules.cargo import FACTORS_A_TRANSPORT
from aw_env.games.world_at_war.rules.embarkation import (
    add_stop,
    destroyers_in,
    destroyers_lacking,
    is_box,
    is_free_to_carry,
    land,
    landing_port,
    starting_port,
    transports_for,
)
from aw_env.games.world_at_war.rules.meetings import set_out
from aw_env.games.world_at_war.rules.ranges import is_supplied
from aw_env.games.world_at_war.rules.routes import THERE
from aw_env.games.world_at_war.rules.task_forces import MOST_IN_A_FORCE
from aw_env.games.world_at_war.rules.transports import usable
from aw_env.games.world_at_war.rules.troops import first_place_with_cargo, ready
from aw_env.games.world_at_war.rules.units import units_of

ESCORT = 0
"""The step of the redeployment phase."""


@rule
def escort_troops(book, game, events):
    """Group by group: from which base, to which port, how many, and on which destroyers; then the next step of the
    phase begins.  True when asked."""
    side = int(game.moving)
    if game.cursor == NOBODY:
        return ask(book, game, Decision.EMBARK, side, first_place_with_cargo(book, game))
    base, port = int(game.cursor), int(game.origin[THERE])
    if port == NOWHERE:
        return ask(book, game, Decision.COUNTER_TO, side, base)
    if game.troops == 0:
        return ask(book, game, Decision.TROOPS, side, NOBODY)
    if needs_destroyers(book, game, base, port):
        if destroyers_lacking(game, int(game.troops)) > 0:
            return ask(book, game, Decision.CARRY, side, NOBODY)
        first = pier(book, game, base)
        note(events, Event.SETS_OUT, first, port, Aboard.TROOPS.value)
        set_out(book, game, Convoy.ESCORT.value, starting_port(book, game, first), port, base)
        return False
    end_escort(game)
    land(game, port, events)
    game.troops, game.cursor, game.origin[THERE] = 0, NOBODY, NOWHERE
    return False


@rule
def end_escort(game):
    """Others may redeploy."""
    game.phase, game.step = Phase.REDEPLOYMENT.value, ESCORT


# --- from where, and to where (21.65C, D, H) ---------------------------------------------------------------


@rule
def pier(book, game, base):
    """Where troops of a base board destroyers: there, or in the port to which transports bring them from a box
    (21.64I)."""
    return landing_port(book, game, base) if is_box(book, base) else base


@rule
def is_by_land(book, base, port):
    """Whether troops march from a place to another: between ports of the front in Africa (H)."""
    return is_in_africa(book, base) and is_in_africa(book, port)


@rule
def needs_destroyers(book, game, base, port):
    """Whether troops sail to a port under escort of destroyers: on the map none but these escort (21.64F), to and from
    a box transports alone (21.64H)."""
    return not is_by_land(book, base, port) and pier(book, game, base) != port


@rule
def is_base_of_escort(book, game, base):
    """Whether troops can redeploy from a place."""
    return may_leave(book, game, base) and ports_from(book, game, base) != 0


@rule
def ports_from(book, game, base):
    """The ports to which troops of a base can redeploy, as a set."""
    ports, most, joined = 0, most_by_sea(book, game, base), places_joined(book, game, int(game.moving), base)
    destroyers, left = destroyers_for(book, game, base, joined), places_open(book, game, int(game.moving))
    while left != 0:
        port = lowest(left)
        left &= left - 1
        ports |= int(most_between(book, game, base, port, most, destroyers, joined) > 0) << port
    return ports


@rule
def may_leave(book, game, base):
    """Whether troops may embark in a place: an own one that is fully supplied (21.65C), where some are that have not
    redeployed, or to which they can go by land (21.65H)."""
    if not is_open(book, game, base, int(game.moving)) or not is_supplied(book, game, base):
        return False
    return troops_near(book, game, base) > 0 and pier(book, game, base) != NOWHERE


@rule
def troops_near(book, game, base):
    """Factors that are in a place, or can come there by land, and have not redeployed."""
    factors = ready(game, base, Ground.INFANTRY)
    if is_in_africa(book, base):
        for place in range(PLACES):
            if place != base and is_in_africa(book, place) and is_open(book, game, place, int(game.moving)):
                factors += ready(game, place, Ground.INFANTRY)
    return factors


@rule
def most_between(book, game, base, port, most, destroyers, joined):
    """Factors that can redeploy from a place to a port, which may be partly supplied (21.65D).  most: by sea;
    destroyers: those that may escort them; joined: the places that are joined to the base over ports twenty hexes apart
    (21.62)."""
    if port == base or book.place_kind[port] != PlaceKind.PORT or not is_open(book, game, port, int(game.moving)):
        return 0
    room = MOST_TROOPS - int(game.infantry[port])
    if is_by_land(book, base, port):
        return min(room, ready(game, base, Ground.INFANTRY))
    if not has(joined, port):
        return 0
    if needs_destroyers(book, game, base, port):
        most = min(most, destroyers)
    return min(room, most)


@rule
def most_by_sea(book, game, base):
    """Factors that can sail from a place, were there destroyers enough: of a box, as many as its transports carry."""
    most = min(troops_near(book, game, base), MOST_TROOPS - int(game.tired_infantry[base]), MOST_IN_A_FORCE)
    return min(most, FACTORS_A_TRANSPORT * usable(game, Box.INDIAN)) if is_box(book, base) else most


@rule
def destroyers_for(book, game, base, joined):
    """Destroyers that may escort troops of a base, one for each factor (21.64A)."""
    return destroyers_in(book, game, piers_of(book, game, base, joined))


@rule
def piers_of(book, game, base, joined):
    """The places whose destroyers are where troops of a base board them, or reach it first, from port to port (21.65A,
    21.62), as a set; those that go on from transports are based where these end (21.64I)."""
    return bit(pier(book, game, base)) if is_box(book, base) else joined


@rule
def may_escort(book, game, row, places):
    """Whether destroyers of one of these places may escort."""
    return is_free_to_carry(book, game, row) and has(places, int(game.place[row]))


# --- answers -----------------------------------------------------------------------------------------------


@rule
def begin_escort(game, action):
    """Troops of a base redeploy; or no more do."""
    if action == Option.DONE:
        game.step += 1
    else:
        game.cursor = action - FIRST_PLACE


@rule
def mask_port(book, game, mask):
    ports = ports_from(book, game, int(game.cursor))
    for port in range(PLACES):
        mask[FIRST_PLACE + port] = int(has(ports, port))


@rule
def take_port(game, action):
    game.origin[THERE] = action - FIRST_PLACE


@rule
def most_escorted(book, game):
    """Factors that can go where they are to."""
    base, joined = int(game.cursor), places_joined(book, game, int(game.moving), int(game.cursor))
    most, destroyers = most_by_sea(book, game, base), destroyers_for(book, game, base, joined)
    return most_between(book, game, base, int(game.origin[THERE]), most, destroyers, joined)


@rule
def embark_escorted(book, game, factors):
    """So many go, from a box with a transport for every five (21.64C); those that lack come to the base by land."""
    base = int(game.cursor)
    game.troops = factors
    for place in range(PLACES):
        if place != base and is_by_land(book, place, base) and is_open(book, game, place, int(game.moving)):
            coming = min(factors - ready(game, base, Ground.INFANTRY), ready(game, place, Ground.INFANTRY))
            if coming > 0:
                game.infantry[place] -= coming
                game.infantry[base] += coming
    game.aboard_infantry[base] = factors
    if is_box(book, base):
        game.used_transports[Box.INDIAN] += transports_for(factors)
    if needs_destroyers(book, game, base, int(game.origin[THERE])):
        add_stop(game, pier(book, game, base))


@rule
def mask_escort(book, game, mask):
    """Destroyers that may escort."""
    base = int(game.cursor)
    places = piers_of(book, game, base, places_joined(book, game, int(game.moving), base))
    for row in units_of(game):
        mask[FIRST_UNIT + row] = int(may_escort(book, game, row, places))
