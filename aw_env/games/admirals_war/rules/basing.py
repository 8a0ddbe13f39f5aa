"""§10 Returning to base: where a ship or unit may go when it leaves the sea or a lost place."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.marks import mark, marked
from aw_env.core.engine.sets import bit, has
from aw_env.core.engine.stack import CURSOR, STAGE, SUBJECT, ask, pop, top
from aw_env.games.admirals_war.records.state import COMMITTED, DISABLED, RAIDING, REFUELLED, TRADED
from aw_env.games.admirals_war.records.steps import Homing
from aw_env.games.admirals_war.records.terms import (
    FIRST_PLACE_ACTION,
    FIRST_PORT,
    Decision,
    Event,
    Kind,
    Narrowing,
    Nation,
    Option,
    Phase,
    PortKind,
    Power,
    Side,
)
from aw_env.games.admirals_war.rules.counters import (
    allow_ports,
    areas_of,
    at_sea,
    is_a_ship,
    lose_without_base,
    may_be_used,
    put,
    send_home,
    side,
    touched,
)
from aw_env.games.admirals_war.rules.minor_navies import bound_base, is_afloat, is_home, refuge
from aw_env.games.admirals_war.rules.movement import bordering, neighbours, waters_of_side
from aw_env.games.admirals_war.rules.options.hidden_submarines import reveal, tell
from aw_env.games.admirals_war.rules.options.vichy import AFRICA_BOX, box_up, opposes_torch
from aw_env.games.admirals_war.rules.war_entry import peace_ports

EVERYWHERE = -1
"""The set of all areas."""


@rule
def going_home(book, game, events):
    """The unit on top of the stack returns to base; with nowhere to go it is lost (§10.23).  A French
    ship that opposes Torch goes back to North Africa (§22.512)."""
    frame = top(game)
    unit = frame[SUBJECT]
    if opposes_torch(book, game, unit):
        pop(game)
        box_up(game, unit, AFRICA_BOX, events)
        return False
    if frame[STAGE] == Homing.END_OF_TURN and may_stay_at_sea(book, game, unit):
        return ask(book, game, Decision.RETURN_TO_BASE, game.controller[unit], unit)
    if return_places(book, game, unit, frame[CURSOR], frame[STAGE]) == 0:
        reveal(book, game, unit, events)
        lose_without_base(book, game, unit, events)
        pop(game)
        return False
    return ask(book, game, Decision.RETURN_TO_BASE, game.controller[unit], unit)


@rule
def mask_return(book, game, mask):
    """§10.1, or the narrower choice that the reason for going home leaves; at sea where it may refuel (§10.33)."""
    frame = top(game)
    allow_ports(mask, return_places(book, game, frame[SUBJECT], frame[CURSOR], frame[STAGE]))
    if frame[STAGE] == Homing.END_OF_TURN and may_stay_at_sea(book, game, frame[SUBJECT]):
        mask[Option.STAY] = 1


@rule
def take_return(book, game, action, events):
    """The unit arrives in port, front side up, and stays there for the rest of the turn (§7.52); or it refuels, and
    the sea area is its base on the next turn (§10.33, §15.31)."""
    unit = game.subject
    if action == Option.STAY:
        mark(game, unit, REFUELLED, 1)
        note(events, Event.REFUELLED, unit, game.place[unit], 0)
        pop(game)
        return
    place = action - FIRST_PLACE_ACTION
    put(game, unit, place)
    mark(game, unit, RAIDING, 0)
    if game.phase == Phase.REINFORCEMENTS:  # thrown out when the turn began: it is where it starts from
        game.origin[unit] = place
    else:
        mark(game, unit, COMMITTED, 1)
    tell(book, game, Event.RETURNED, unit, place, 0, events)
    pop(game)


@rule
def return_places(book, game, unit, origin, homing):
    """Ports and bases, as a set, to which a unit may return from an area (or, expelled, from a place)."""
    if homing == Homing.TURNED_BACK:
        return bit(origin - FIRST_PORT)
    if origin < FIRST_PORT:
        bound = bound_base(book, game, unit) | refuge(book, game, unit, origin)
        if bound != 0:
            return bound
    if homing == Homing.STRIKE:
        return usable(book, game, unit, beside(book, game, unit, bit(origin)))
    if homing == Homing.EVACUATION:
        bases = beside(book, game, unit, waters_around(book, game, origin)) & of_kind(book, PortKind.BASE)
        return usable(book, game, unit, bases) | nearest_ports(book, game, unit, origin)
    if homing == Homing.AIRBASE_LOST:
        to_refuge = refuge(book, game, unit, game.place[unit])
        return to_refuge if to_refuge != 0 else nearest_ports(book, game, unit, origin)
    return ordinary_return(book, game, unit, origin)


@rule
def ordinary_return(book, game, unit, area):
    """Any friendly base that touches the area, any friendly port in the theatre (§10.1), and the neutral port
    (§2.34), except where a rule narrows it (§10.15-10.17); for a Hilfskreuzer without any, the neutral port, however
    far (§15.32)."""
    places = beside(book, game, unit, bit(area))
    in_reach = beside(book, game, unit, waters_open_to(book, game, unit, area))
    for port in range(book.ports):
        is_base = book.port_kind[port] == PortKind.BASE
        if not is_base and has(in_reach, port) and book.port_theatre[port] == book.area_theatre[area]:
            places |= bit(port)
    allowed = narrowed(book, game, unit, area, usable(book, game, unit, places))
    if allowed == 0 and book.kind[unit] == Kind.HILFSKREUZER:
        allowed = usable(book, game, unit, of_kind(book, PortKind.NEUTRAL))
    return peaceful(book, game, unit, area, allowed)


@rule
def peaceful(book, game, unit, area, places):
    """Before the war some units return to certain places, as long as they can reach one (§19.31-19.37, §19.43)."""
    allowed = places & peace_ports(book, game, unit, book.area_theatre[area])
    return allowed if allowed != 0 else places


@rule
def narrowed(book, game, unit, area, places):
    """The special rules for the ships of single powers in single areas (§10.15-10.17)."""
    if not is_a_ship(book, unit):
        return places
    for k in range(book.narrowings):
        if not has(book.narrow_areas[k], area) or not has(book.narrow_powers[k], game.controller[unit]):
            continue
        if book.narrow_when[k] == Narrowing.DISABLED and marked(game, unit, DISABLED) == 0:
            continue
        if book.narrow_when[k] == Narrowing.BEFORE_WAR and game.hostilities == 1:
            continue
        allowed = usable(book, game, unit, book.narrow_ports[k])
        return allowed if allowed != 0 else usable(book, game, unit, book.narrow_else[k])
    return places


@rule
def waters_open_to(book, game, unit, area):
    """Areas of the theatre that a unit can reach from an area without passing an enemy choke point (§10.1)."""
    allowed = waters_of_side(book, game, unit) & areas_of(book, book.area_theatre[area])
    waters = bit(area)
    while True:
        further = waters | (allowed & neighbours(book, game, waters, side(game, unit), EVERYWHERE))
        if further == waters:
            return waters
        waters = further


@rule
def waters_around(book, game, place):
    """The sea areas in play that a port or base is part of, as a set (§2.35)."""
    return touched(book, game, place - FIRST_PORT) & int(book.open_areas)


@rule
def nearest_ports(book, game, unit, place):
    """The friendly ports the fewest sea areas away from a place that is lost (§16.22, §12.71)."""
    waters = waters_around(book, game, place)
    while True:
        ports = usable(book, game, unit, beside(book, game, unit, waters) & of_kind(book, PortKind.PORT))
        further = waters | next_on_the_way(book, game, unit, waters)
        if ports != 0 or further == waters:
            return ports
        waters = further


@rule
def next_on_the_way(book, game, unit, waters):
    """Areas beside any of a set through which a unit may leave a lost place: aircraft fly past choke points that the
    enemy holds, others need a way as for any return (§16.22, §10.1)."""
    if book.kind[unit] == Kind.LBA:
        return bordering(book, waters)
    return waters_of_side(book, game, unit) & neighbours(book, game, waters, side(game, unit), EVERYWHERE)


@rule
def beside(book, game, unit, areas):
    """Ports and bases that are part of any of a set of areas (§2.35), and the Panama Canal for Allied ships and
    amphibious units in the areas from which they return to it (§2.53, §10.11)."""
    through_canal = side(game, unit) == Side.ALLIES and book.kind[unit] != Kind.LBA
    places = 0
    for port in range(book.ports):
        near = touched(book, game, port) | int(book.returns_from[port]) * int(through_canal)
        places |= int(near & areas != 0) << port
    return places


@rule
def of_kind(book, kind):
    """All ports, all bases, or the neutral port (§2.32-2.34)."""
    places = 0
    for port in range(book.ports):
        if book.port_kind[port] == kind:
            places |= bit(port)
    return places


@rule
def usable(book, game, unit, places):
    """Those of a set of ports and bases that the unit may use (§2.36)."""
    found = 0
    for port in range(book.ports):
        if has(places, port) and may_be_used(book, game, port, unit):
            found |= bit(port)
    return found


# --- §5.74: the end of the turn ------------------------------------------------------------------------


@rule
def return_all(book, game, events):
    """All units of a power that are still at sea return to base (§5.74), except oilers, which stay there (§10.3)."""
    frame = top(game)
    while frame[CURSOR] < game.units:
        unit = int(game.roster[frame[CURSOR]])
        frame[CURSOR] += 1
        if game.controller[unit] == frame[SUBJECT] and at_sea(game, unit) and book.kind[unit] != Kind.OILER:
            mark(game, unit, REFUELLED, 0)
            send_home(game, unit, game.place[unit], Homing.END_OF_TURN)
            return False
    pop(game)
    return False


@rule
def may_stay_at_sea(book, game, unit):
    """A German ship, but no Italian one, beside an oiler (§10.33); a Hilfskreuzer that has gained points (§15.31)."""
    if book.kind[unit] == Kind.HILFSKREUZER and marked(game, unit, TRADED) == 1:
        return True
    if not is_a_ship(book, unit) or game.controller[unit] != Power.GERMAN or book.nation[unit] == Nation.ITALIAN:
        return False
    for k in range(game.units):
        oiler = int(game.roster[k])
        if book.kind[oiler] == Kind.OILER and game.place[oiler] == game.place[unit]:
            return True
    return False


# --- §18.32: France leaves the war ----------------------------------------------------------------------


@rule
def recall_french(book, game, events):
    """On the last turn of France all her ships, at sea or in other ports, return to the closer of Brest and Toulon
    (§18.32)."""
    if game.turn != book.french_last_turn:
        return
    for k in range(game.units):
        unit = int(game.roster[k])
        if book.nation[unit] == Nation.FRENCH and is_afloat(book, game, unit) and not is_home(book, game, unit):
            home = nearest_home(book, game, unit)
            put(game, unit, home)
            mark(game, unit, RAIDING, 0)
            note(events, Event.RETURNED, unit, home, 0)


@rule
def nearest_home(book, game, unit):
    """The one of Brest and Toulon fewest sea areas away, Toulon if they are as close (§18.32)."""
    areas = bit(game.place[unit]) if at_sea(game, unit) else touched(book, game, game.place[unit] - FIRST_PORT)
    while True:
        further = areas | neighbours(book, game, areas, side(game, unit), EVERYWHERE)
        if touched(book, game, book.french_home) & areas != 0 or further == areas:
            return FIRST_PORT + int(book.french_home)
        for port in range(book.ports):
            if has(book.french_homes, port) and touched(book, game, port) & areas != 0:
                return FIRST_PORT + port
        areas = further
