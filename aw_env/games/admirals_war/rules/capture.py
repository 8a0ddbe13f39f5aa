"""§16 Capturing ports and bases, and §12.7 the loss of an airbase."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.sets import bit, has
from aw_env.core.engine.stack import CURSOR, STAGE, SUBJECT, pop, push, top
from aw_env.games.admirals_war.records.steps import Homing, Step
from aw_env.games.admirals_war.records.terms import (
    FIRST_PORT,
    NOBODY,
    NOWHERE,
    UNCONTROLLED,
    Event,
    Kind,
    PortKind,
    Power,
    Side,
)
from aw_env.games.admirals_war.rules.control import areas_held, counts_for_control
from aw_env.games.admirals_war.rules.counters import (
    at_sea,
    destroy,
    holds_a_place_on,
    in_port,
    is_joined,
    lead_power,
    on_the_bottom,
    open_to,
    send_home,
    shielded,
    side,
    touched,
)
from aw_env.games.admirals_war.rules.minor_navies import italy_falls, withdraw_vichy
from aw_env.games.admirals_war.rules.options.turn_eleven import is_over
from aw_env.games.admirals_war.rules.options.turn_zero import is_neutral_ground
from aw_env.games.admirals_war.rules.repairs import is_a_shipyard


@rule
def take_place(book, game, port, of_side, events):
    """A port or base is captured, and what the loser has there leaves at once (§16.21)."""
    change_hands(book, game, port, of_side, events)
    push(game, Step.EVACUATION, FIRST_PORT + port)


@rule
def change_hands(book, game, port, of_side, events):
    """A garrison marker shows the new owner, British or German in the ATO, US or Japanese in the PTO (§3.52, §16.14);
    the fall of Taranto opens Spezia and begins the surrender of Italy (§16.41)."""
    hand_over(book, game, port, lead_power(book.port_theatre[port], of_side), events)
    if of_side == Side.ALLIES:
        for other in range(book.ports):
            if book.opens_with[other] == port and game.owner[other] == UNCONTROLLED:
                hand_over(book, game, other, lead_power(book.port_theatre[other], Side.AXIS), events)
        if book.italy_falls_with == port:
            italy_falls(book, game, events)


@rule
def hand_over(book, game, port, owner, events):
    """The place has a new owner, or none, which nobody is told of a place that is not in the scenario; ships on the
    bottom there that are not his are lost, and so are those that their side cannot repair any more (§9.351, §9.352)."""
    game.owner[port] = owner
    if has(book.open_ports, port):
        note(events, Event.CAPTURED, FIRST_PORT + port, owner, 0)
    for k in range(game.units):
        unit = int(game.roster[k])
        if in_port(game, unit) and on_the_bottom(book, game, unit):
            cut_off = not is_a_shipyard(book, game, game.place[unit] - FIRST_PORT)
            if cut_off or out_of_place(game, unit, FIRST_PORT + port):
                destroy(book, game, unit, events)


@rule
def defends(book, game, unit, place, against):
    """A landed enemy amphibious unit (§13.43)."""
    return book.kind[unit] == Kind.AMPHIBIOUS and game.place[unit] == place and side(game, unit) != against


@rule
def out_of_place(game, unit, place):
    """In a port or base that its side does not hold."""
    if game.place[unit] != place:
        return False
    owner = game.owner[place - FIRST_PORT]
    return owner == UNCONTROLLED or (owner & 1) != side(game, unit)


@rule
def evacuate(book, game):
    """Units of the loser leave the place (§16.21), then aircraft at sea that have lost their only base (§16.23)."""
    place = top(game)[SUBJECT]
    for k in range(game.units):
        unit = int(game.roster[k])
        if out_of_place(game, unit, place):
            send_home(game, unit, place, Homing.EVACUATION)
            return False
    for k in range(game.units):
        unit = int(game.roster[k])
        if lost_its_airbase(book, game, unit, place - FIRST_PORT):
            send_home(game, unit, place, Homing.AIRBASE_LOST)
            return False
    pop(game)
    return False


@rule
def lost_places(book, game):
    """The ports and bases in which there are units of a side that does not hold them, as a set."""
    places = 0
    for k in range(game.units):
        unit = int(game.roster[k])
        if in_port(game, unit) and out_of_place(game, unit, game.place[unit]):
            port = game.place[unit] - FIRST_PORT
            places |= bit(port) * int(book.port_kind[port] != PortKind.NEUTRAL)
    return places


@rule
def begin_expulsions(book, game):
    """When a game begins, what is in places that are lost already has yet to leave them (§16.21)."""
    places = lost_places(book, game)
    if places != 0:
        push(game, Step.EXPULSION, NOBODY)
        top(game)[STAGE] = places


@rule
def leave_places(book, game):
    """Place by place of a set, the step's stage, is evacuated (§16.21)."""
    frame = top(game)
    while frame[CURSOR] < book.ports:
        port = frame[CURSOR]
        frame[CURSOR] += 1
        if has(frame[STAGE], port):
            push(game, Step.EVACUATION, FIRST_PORT + port)
            return False
    pop(game)
    return False


@rule
def lost_its_airbase(book, game, unit, port):
    """An LBA at sea beside the lost place without another friendly place on its area (§12.7)."""
    return (
        book.kind[unit] == Kind.LBA
        and at_sea(game, unit)
        and has(touched(book, game, port), game.place[unit])
        and not holds_a_place_on(book, game, game.place[unit], side(game, unit), True)
    )


# --- §5.73: places surrounded by enemy control ---------------------------------------------------------


@rule
def capture_surrounded(book, game, events):
    """All places that fall change hands at the same moment (§5.73); then one after another is evacuated (§16.21)."""
    frame = top(game)
    if frame[CURSOR] == 0:
        frame[STAGE] = places_that_fall(book, game)
        for port in range(book.ports):
            if has(frame[STAGE], port):
                taker = 0 if surrounded(book, game, port, 0) else 1
                change_hands(book, game, port, taker, events)
        if frame[STAGE] != 0:
            withdraw_vichy(book, game, events)
    return leave_places(book, game)


@rule
def places_that_fall(book, game):
    """Ports and bases, as a set, all of whose areas an enemy controlled both when the turn began and now (§16.11)."""
    places = 0
    for port in range(book.ports):
        for of_side in range(2):
            if may_fall_to(book, game, port, of_side) and surrounded(book, game, port, of_side):
                places |= bit(port)
    return places


@rule
def may_fall_to(book, game, port, of_side):
    """A place of the enemy's or nobody's that can be captured at all (§2.32, §2.44, §16.3, §20.2, §20.4, §21.2)."""
    if game.owner[port] == UNCONTROLLED:
        enemy = book.opens_with[port] == NOWHERE
    else:
        enemy = (game.owner[port] & 1) != of_side
    return (
        has(book.open_ports, port)
        and book.port_kind[port] != PortKind.NEUTRAL
        and book.capturable[port] == 1
        and book.active_from[port] <= game.turn
        and not shielded(book, game, port, of_side)
        and not shut(book, game, port, of_side)
        and not is_over(book, game, book.port_theatre[port])
        and not is_joined(book, game, port)
        and not is_neutral_ground(book, game, port)
        and enemy
    )


@rule
def shut(book, game, port, of_side):
    """A place that the Allies cannot capture before others have fallen to them (§16.32, §16.4, §16.45)."""
    if of_side == Side.AXIS or book.falls_after[port] == 0:
        return False
    return game.falls_from[port] == 0 or game.turn < game.falls_from[port]


@rule
def surrounded(book, game, port, by):
    """Whether a side at war with its owner controlled every area that touches the place both at the start and at the
    end of the turn (§16.11)."""
    return surrounded_by(book, game, port, by, areas_held(game, by))


@rule
def surrounded_by(book, game, port, by, areas):
    """The same if the side controls these areas at the end of the turn."""
    around = touched(book, game, port)
    return around & ~(game.held_at_start[by] & areas) == 0 and not at_peace(book, game, port, by)


@rule
def at_peace(book, game, port, by):
    """Whether a place is Japan's and the Allies surround it or the other way round, on a turn that began in peace
    (§19.22).  Saigon reverts on the turn on which it has become Japanese (§18.37), and the Germans are at war."""
    if game.owner[port] == UNCONTROLLED or (game.hostilities == 1 and game.hostilities_since != game.turn):
        return False
    if by == Side.ALLIES:
        return game.owner[port] == Power.JAPANESE and book.changes_on[port] != game.turn
    return not germans_control(book, game, touched(book, game, port))


@rule
def germans_control(book, game, areas):
    """Whether the German player has a unit that counts for control in each of a set of areas (§17.21)."""
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.controller[unit] == Power.GERMAN and at_sea(game, unit) and counts_for_control(book, game, unit):
            areas &= ~bit(game.place[unit])
    return areas == 0


# --- the start of a turn -------------------------------------------------------------------------------


@rule
def change_by_themselves(book, game, events):
    """Places that change hands on this turn without a fight do so (§2.312, §16.32, §18.36, §18.37), and who may not
    stay in them leaves at once (§16.21)."""
    for port in range(book.ports):
        if book.changes_on[port] == game.turn and game.owner[port] != book.changes_to[port]:
            hand_over(book, game, port, book.changes_to[port], events)
            push(game, Step.EVACUATION, FIRST_PORT + port)


@rule
def open_to_capture(book, game):
    """A turn that begins with certain places in enemy hands makes others vulnerable, for good: to the Allies (§16.32,
    §16.4), or, Addu Atoll, to the Axis (§2.44)."""
    for port in range(book.ports):
        shield = book.shielded_by[port]
        if game.falls_from[port] != 0:
            continue
        if book.falls_after[port] != 0 and allies_hold(game, book.falls_after[port]):
            game.falls_from[port] = game.turn + book.falls_wait[port]
        elif shield != NOWHERE and open_to(book, game, shield, Side.AXIS):
            game.falls_from[port] = game.turn


@rule
def allies_hold(game, places):
    """Whether the Allies hold all of a set of places."""
    for port in range(game.owner.size):
        if has(places, port) and (game.owner[port] == UNCONTROLLED or (game.owner[port] & 1) != Side.ALLIES):
            return False
    return True
