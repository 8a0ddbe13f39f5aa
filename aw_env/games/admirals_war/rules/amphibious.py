"""§13 Amphibious units: moving to sea, landing, invading."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.marks import mark, marked
from aw_env.core.engine.sets import bit, has
from aw_env.core.engine.stack import CURSOR, STAGE, SUBJECT, ask, pop, push, top
from aw_env.games.admirals_war.records.state import COMMITTED, DISABLED, RETREATED
from aw_env.games.admirals_war.records.steps import Step
from aw_env.games.admirals_war.records.terms import (
    FIRST_PLACE_ACTION,
    FIRST_PORT,
    FIRST_UNIT_ACTION,
    NOBODY,
    NOWHERE,
    UNCONTROLLED,
    UNITS,
    Decision,
    Event,
    Kind,
    Option,
    PortKind,
    Power,
    Side,
)
from aw_env.games.admirals_war.rules.capture import defends, may_fall_to, take_place
from aw_env.games.admirals_war.rules.counters import (
    allow_areas,
    allow_ports,
    at_sea,
    combat_order,
    destroy,
    in_port,
    lead_power,
    may_be_used,
    put,
    side,
    touched,
)
from aw_env.games.admirals_war.rules.minor_navies import claims, may_claim
from aw_env.games.admirals_war.rules.movement import areas_within
from aw_env.games.admirals_war.rules.options.french_fleet import is_put_off
from aw_env.games.admirals_war.rules.options.task_forces import is_kept_at_sea
from aw_env.games.admirals_war.rules.options.turn_eleven import closed_areas
from aw_env.games.admirals_war.rules.options.vichy import in_last_fight
from aw_env.games.admirals_war.rules.war_entry import enters, may_invade_now, may_move

MOST_AREAS = 2
"""Areas an amphibious unit may enter, without a speed roll (§6.41, §13.1)."""

# --- §5.34: moving to sea ------------------------------------------------------------------------------


@rule
def sailing(book, game, events):
    """Each amphibious unit of a power moves to sea or stays (§5.34)."""
    frame = top(game)
    power = frame[SUBJECT]
    while frame[CURSOR] < game.units:
        unit = int(game.roster[frame[CURSOR]])
        if sails(book, unit) and game.controller[unit] == power and in_port(game, unit):
            if marked(game, unit, COMMITTED) == 0 and marked(game, unit, DISABLED) == 0 and may_move(book, game, unit):
                return ask(book, game, Decision.AMPHIBIOUS_ORDER, power, unit)
        frame[CURSOR] += 1
    pop(game)
    return False


@rule
def sails(book, unit):
    """An amphibious unit that moves and lands from the sea; paratroops do not (§13.1, §13.6)."""
    return book.kind[unit] == Kind.AMPHIBIOUS and book.airborne[unit] == 0


@rule
def mask_amphibious_order(book, game, mask):
    """One or two areas, an enemy flag stops it (§6.41, §6.3); or stay."""
    allow_areas(mask, areas_within(book, game, game.subject, MOST_AREAS))
    mask[Option.STAY] = 1


@rule
def take_amphibious_order(book, game, action, events):
    """The unit sails or stays."""
    unit = game.subject
    mark(game, unit, COMMITTED, 1)
    if action >= FIRST_PLACE_ACTION:
        enters(book, game, unit, action - FIRST_PLACE_ACTION, events)
        put(game, unit, action - FIRST_PLACE_ACTION)
        note(events, Event.MOVED, unit, game.place[unit], 0)


# --- §13.3: landing ------------------------------------------------------------------------------------


@rule
def landings(book, game, events):
    """Unit by unit in order of combat, or at the end of the turn in nationality order, land or stay at sea (§13.3)."""
    frame = top(game)
    area = frame[SUBJECT]
    if frame[CURSOR] == 0 and not anyone_may_land(book, game, area):
        frame[CURSOR] = 4 * UNITS
    while frame[CURSOR] < 4 * UNITS:
        turn = frame[CURSOR] // UNITS
        power = turn if area == NOWHERE else combat_order(book.area_theatre[area], turn)
        if has(frame[STAGE], power & 1):
            for k in range(frame[CURSOR] % UNITS, game.units):
                unit = int(game.roster[k])
                if game.controller[unit] == power and may_land(book, game, unit, area):
                    frame[CURSOR] = turn * UNITS + k
                    return ask(book, game, Decision.LANDING, power, unit)
        frame[CURSOR] = (turn + 1) * UNITS
    pop(game)
    return False


@rule
def anyone_may_land(book, game, area):
    """Whether there is a unit to ask: mostly there is none."""
    for k in range(game.units):
        if may_land(book, game, int(game.roster[k]), area):
            return True
    return False


@rule
def may_land(book, game, unit, area):
    """An amphibious unit at sea there that has neither retreated nor been disabled (§13.4), or a French ship that may
    take a base (§18.36); not where the war is over (§21.2), in the fight before the flags (§22.512), nor from a task
    force that does something else (§29.53)."""
    return (
        (game.place[unit] == area or area == NOWHERE)
        and not in_last_fight(game)
        and at_sea(game, unit)
        and not has(closed_areas(book, game), game.place[unit])
        and marked(game, unit, RETREATED) == 0
        and marked(game, unit, DISABLED) == 0
        and ((sails(book, unit) and not is_kept_at_sea(game, unit)) or may_claim(book, game, unit))
    )


@rule
def mask_landing(book, game, mask):
    """Any base, or friendly port, that touches the area; not an enemy port (§13.3); or stay at sea."""
    allow_ports(mask, landing_places(book, game, game.subject))
    mask[Option.STAY] = 1


@rule
def landing_places(book, game, unit):
    """Places where a unit at sea may land, as a set."""
    if book.kind[unit] == Kind.SHIP:
        return claims(book, game, unit)
    places = 0
    for port in range(book.ports):
        if has(touched(book, game, port), game.place[unit]):
            invades = may_invade(book, game, port, side(game, unit)) and may_invade_now(book, game, port, unit)
            if invades or friendly_shore(book, game, port, unit):
                places |= bit(port)
    return places


@rule
def friendly_shore(book, game, port, unit):
    """A port or base the unit may simply use."""
    return book.port_kind[port] != PortKind.NEUTRAL and may_be_used(book, game, port, unit)


@rule
def may_invade(book, game, port, of_side):
    """Enemy and uncontrolled bases that can fall (§13.3, §16.12), but for Spezia to the Allies (§16.45)."""
    open_to_it = book.port_kind[port] == PortKind.BASE and (book.no_invasion[port] == 0 or of_side == Side.AXIS)
    return open_to_it and may_fall_to(book, game, port, of_side)


@rule
def take_landing(book, game, action, events):
    """The unit goes ashore among friends, or invades (§13.4); the French may hold it up (§22.511)."""
    top(game)[CURSOR] += 1
    unit = game.subject
    if action == Option.STAY:
        return
    place = action - FIRST_PLACE_ACTION
    if is_put_off(book, game, unit, place, events):
        return
    if book.kind[unit] == Kind.SHIP:
        claim(book, game, unit, place, events)
        return
    put(game, unit, place)
    if friendly_shore(book, game, place - FIRST_PORT, unit):
        note(events, Event.LANDED, unit, place, 0)
    else:
        invade(book, game, unit, place, events)


@rule
def claim(book, game, unit, place, events):
    """A French ship takes a base for her side, stays at sea, and returns there when she goes home (§18.36)."""
    game.bound_for[unit] = place
    note(events, Event.LANDED, unit, place, 0)
    take_place(book, game, place - FIRST_PORT, side(game, unit), events)


# --- §13.4: invading -----------------------------------------------------------------------------------


@rule
def invade(book, game, unit, place, events):
    """The invader is spent: on one defending amphibious unit (§13.43), or else in taking the base (§13.41), unless it
    walks in."""
    defenders = 0
    defender = NOBODY
    for k in range(game.units):
        other = int(game.roster[k])
        if defends(book, game, other, place, side(game, unit)):
            defenders += 1
            defender = other
    if defenders == 0 and walks_in(book, game, unit, place):
        note(events, Event.LANDED, unit, place, 0)
    else:
        note(events, Event.INVADED, unit, place, defender if defenders == 1 else NOBODY)
        destroy(book, game, unit, events)
    if defenders == 0:
        take_place(book, game, place - FIRST_PORT, side(game, unit), events)
    elif defenders == 1:
        destroy(book, game, defender, events)
    else:
        push(game, Step.GARRISON, place)
        top(game)[CURSOR] = side(game, unit)


@rule
def walks_in(book, game, unit, place):
    """A Japanese unit takes the Philippines without loss if they are not held ready when the war begins (§19.36)."""
    return game.unguarded == 1 and place == FIRST_PORT + book.open_base and game.controller[unit] == Power.JAPANESE


@rule
def lose_defender(book, game):
    """The owner chooses which of several defenders falls with the invader (§13.43)."""
    frame = top(game)
    owner = owner_of_garrison(book, game, frame[SUBJECT], frame[CURSOR])
    return ask(book, game, Decision.GARRISON_LOSS, owner, frame[SUBJECT])


@rule
def owner_of_garrison(book, game, place, against):
    """Who chooses among defenders: the theatre's lead power if it has any of them, else its partner."""
    lead = lead_power(book.port_theatre[place - FIRST_PORT], 1 - against)
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.controller[unit] == lead and defends(book, game, unit, place, against):
            return lead
    return lead ^ 2


@rule
def mask_garrison_loss(book, game, mask):
    """Any landed amphibious unit there."""
    frame = top(game)
    for k in range(game.units):
        unit = int(game.roster[k])
        if defends(book, game, unit, frame[SUBJECT], frame[CURSOR]):
            mask[FIRST_UNIT_ACTION + unit] = 1


@rule
def take_garrison_loss(book, game, action, events):
    """The defender falls."""
    destroy(book, game, action - FIRST_UNIT_ACTION, events)
    pop(game)


# --- §13.6: paratroops ---------------------------------------------------------------------------------


@rule
def drop_places(book, game, unit):
    """Enemy-held bases that touch the area being resolved, as a set (§13.6), and Norway if it is nobody's (§20.2)."""
    places = 0
    for port in range(book.ports):
        if has(touched(book, game, port), game.area) and (game.owner[port] != UNCONTROLLED or port == book.annex):
            if may_invade(book, game, port, side(game, unit)):
                places |= bit(port)
    return places


@rule
def drop(book, game, events):
    """Paratroops come down on the base they were sent to, and invade it like any amphibious unit (§13.6)."""
    unit = top(game)[SUBJECT]
    place = int(game.raid_place[unit])
    pop(game)
    put(game, unit, place)
    invade(book, game, unit, place, events)
    return False
