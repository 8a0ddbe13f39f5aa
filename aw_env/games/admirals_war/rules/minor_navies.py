"""§18 Minor navies, and §16.4 the surrender of Italy: ships that move only on a roll, or whose country leaves the war.

Whose ships enter which waters (§18.21) and where they base (§18.1) is data: `allied_waters` and `peace_ports`.
"""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note, note_die
from aw_env.core.engine.marks import mark, marked
from aw_env.core.engine.sets import bit, has
from aw_env.games.admirals_war.records.state import COMMITTED, RAIDING, THEATRE
from aw_env.games.admirals_war.records.terms import (
    FIRST_BOX,
    FIRST_PORT,
    NOWHERE,
    UNCONTROLLED,
    Box,
    Event,
    Kind,
    Nation,
    Power,
    Side,
    Theatre,
)
from aw_env.games.admirals_war.rules.counters import at_sea, in_port, on_the_bottom, open_to, put, side, touched
from aw_env.games.admirals_war.rules.options.turn_eleven import has_come
from aw_env.games.admirals_war.rules.options.vichy import is_dilemma
from aw_env.naval.dice import roll_die

ITALY, FRANCE = 0, 1
"""The two tables of the book's `disposition`: Table 3 and Table 4."""
GERMAN, SCUTTLED, ALLIED = range(3)
"""What becomes of a ship whose country leaves the war (Tables 3 and 4)."""


@rule
def disposition(book, game, unit, table, events):
    """Roll for one ship on Table 3 with one die (§16.41) or on Table 4 with two and the modifiers (§18.33)."""
    dice = table + 1
    lead = int(game.victory_points[Theatre.ATLANTIC])
    total = int(book.disposition_change[unit])
    if lead > 0:
        total += int(book.allied_lead_change[table])
    else:
        total -= lead * int(book.axis_point_change[table])
    first = roll_die(game)
    second = roll_die(game) if dice == 2 else 0
    total += first + second
    outcome = GERMAN
    if total >= book.disposition[table, 1]:
        outcome = ALLIED
    elif total >= book.disposition[table, 0]:
        outcome = SCUTTLED
    note(events, Event.TABLE, unit, 3 + table, outcome)
    note_die(events, first)
    if dice == 2:
        note_die(events, second)
    return outcome


@rule
def scuttle(game, unit, events):
    """Out of play for good (§18.34)."""
    game.damage[unit] = 0
    put(game, unit, FIRST_BOX + Box.OUT_OF_PLAY)
    note(events, Event.WITHDRAWN, unit, 0, 0)


@rule
def change_sides(game, unit, power, events):
    """Another power moves the unit from now on (§5.1)."""
    game.controller[unit] = power
    note(events, Event.CHANGED_SIDES, unit, power, 0)


# --- §18.22, §16.44, §18.35: who may move --------------------------------------------------------------


@rule
def rolls_as_minor(book, game, unit):
    """Russian units (§18.22), and Italian ones that have come over to the Allies (§16.44), must roll to move."""
    nation = book.nation[unit]
    return side(game, unit) == Side.ALLIES and (nation == Nation.RUSSIAN or nation == Nation.ITALIAN)


@rule
def stays_in_port(book, game, unit):
    """French ships do not move on the turn after France has left the war (§18.35)."""
    return book.nation[unit] == Nation.FRENCH and game.turn == book.french_last_turn + 1


# --- §18.3: France -------------------------------------------------------------------------------------


@rule
def is_afloat(book, game, unit):
    """At sea, or in port and able to leave it (§9.351)."""
    return at_sea(game, unit) or (in_port(game, unit) and not on_the_bottom(book, game, unit))


@rule
def is_home(book, game, unit):
    """In Brest or Toulon."""
    return in_port(game, unit) and has(book.french_homes, game.place[unit] - FIRST_PORT)


@rule
def settle_france(book, game, events):
    """When France has left the war, a roll for each of her ships, the new ones included (§18.33, §18.34)."""
    if game.turn != book.french_last_turn + 1:
        return
    for k in range(game.units):
        unit = int(game.roster[k])
        if book.nation[unit] != Nation.FRENCH:
            continue
        commission(book, game, unit, events)
        if in_port(game, unit):
            settle_french_ship(book, game, unit, events)


@rule
def commission(book, game, unit, events):
    """A French ship due now appears in Brest (§18.3)."""
    if game.place[unit] == FIRST_BOX + Box.NOT_YET_ARRIVED and game.due[unit] == game.turn:
        put(game, unit, FIRST_PORT + book.french_yard)
        note(events, Event.ARRIVED, unit, game.place[unit], 0)


@rule
def settle_french_ship(book, game, unit, events):
    """Free French ships go to the USA, German ones stay, scuttled ones are gone (§18.34); one on the bottom outside
    France is of no use to the Germans."""
    outcome = disposition(book, game, unit, FRANCE, events)
    if outcome == ALLIED:
        put(game, unit, FIRST_PORT + book.french_exile)
        note(events, Event.RETURNED, unit, game.place[unit], 0)
    elif outcome == GERMAN and is_home(book, game, unit):
        change_sides(game, unit, Power.GERMAN, events)
    else:
        scuttle(game, unit, events)


@rule
def may_claim(book, game, unit):
    """A French patrolling ship may take Diego Suarez or Nouméa while nobody holds it (§18.36)."""
    return (
        book.nation[unit] == Nation.FRENCH
        and book.kind[unit] == Kind.SHIP
        and marked(game, unit, RAIDING) == 0
        and claims(book, game, unit) != 0
    )


@rule
def claims(book, game, unit):
    """The places, as a set, that a French ship at sea may take (§18.36)."""
    places = 0
    for port in range(book.ports):
        if book.french_landing[port] == 1 and game.owner[port] == UNCONTROLLED:
            if has(book.open_ports, port) and has(touched(book, game, port), game.place[unit]):
                places |= bit(port)
    return places


@rule
def bound_base(book, game, unit):
    """The base that a French ship has taken this turn and must return to while her side holds it (§18.36), as a set."""
    if game.bound_for[unit] == NOWHERE:
        return 0
    port = game.bound_for[unit] - FIRST_PORT
    return bit(port) if open_to(book, game, port, side(game, unit)) else 0


@rule
def withdraw_vichy(book, game, events):
    """Once the Allies hold both Brest and Toulon, French ships under German control leave for good (§18.38), but not
    with the rule of §22."""
    if is_dilemma(book):
        return
    for port in range(book.ports):
        if has(book.french_homes, port) and not open_to(book, game, port, Side.ALLIES):
            return
    for k in range(game.units):
        unit = int(game.roster[k])
        if book.nation[unit] == Nation.FRENCH and side(game, unit) == Side.AXIS and 0 <= game.place[unit] < FIRST_BOX:
            put(game, unit, FIRST_BOX + Box.OUT_OF_PLAY)
            note(events, Event.WITHDRAWN, unit, 0, 0)


# --- §16.4: Italy --------------------------------------------------------------------------------------


@rule
def fights_for_italy(book, game, unit):
    """An Italian unit that has not come over to the Allies."""
    return book.nation[unit] == Nation.ITALIAN and side(game, unit) == Side.AXIS


@rule
def italy_falls(book, game, events):
    """Taranto is captured: Italian units in the ports of the Mediterranean go to Spezia, and rolls begin on the next
    turn (§16.41)."""
    if game.surrender_turn == 0:
        game.surrender_turn = game.turn + 1
    for k in range(game.units):
        unit = int(game.roster[k])
        if fights_for_italy(book, game, unit) and in_port(game, unit):
            if near_italy(book, touched(book, game, game.place[unit] - FIRST_PORT)) and is_afloat(book, game, unit):
                return_to_refuge(book, game, unit, events)


@rule
def near_italy(book, areas):
    """Whether any of a set of areas is one of the two halves of the Mediterranean, which meet in Taranto (§2.35)."""
    return areas & int(book.touches[book.italy_falls_with]) != 0


@rule
def return_to_refuge(book, game, unit, events):
    """Straight to Spezia, while the Axis holds it."""
    place = FIRST_PORT + book.italian_refuge
    if open_to(book, game, book.italian_refuge, Side.AXIS) and game.place[unit] != place:
        put(game, unit, place)
        mark(game, unit, COMMITTED, 1)
        note(events, Event.RETURNED, unit, place, 0)


@rule
def refuge(book, game, unit, area):
    """Spezia, as a set, for an Italian unit that returns from the Mediterranean after Taranto has fallen (§16.42)."""
    if game.surrender_turn == 0 or not fights_for_italy(book, game, unit) or not near_italy(book, bit(area)):
        return 0
    return bit(book.italian_refuge) if open_to(book, game, book.italian_refuge, Side.AXIS) else 0


@rule
def surrender(book, game, events):
    """Roll for every Italian unit on the turn after Taranto falls (§16.41), then each turn for those that begin it in
    Spezia (§16.43), while the war there goes on (§21.2)."""
    if game.surrender_turn == 0 or game.turn < game.surrender_turn or has_come(book, game):
        return
    for k in range(game.units):
        unit = int(game.roster[k])
        if not fights_for_italy(book, game, unit) or not (in_port(game, unit) or at_sea(game, unit)):
            continue
        if game.turn == game.surrender_turn or game.place[unit] == FIRST_PORT + book.italian_refuge:
            settle_italian_unit(book, game, unit, events)


@rule
def settle_italian_unit(book, game, unit, events):
    """It fights on, is scuttled, or comes over to the British in Suez (§16.44); lost, as an arrival is, if Suez is in
    enemy hands (§2.74)."""
    outcome = disposition(book, game, unit, ITALY, events)
    if outcome == GERMAN:
        return
    if outcome == SCUTTLED or not open_to(book, game, book.italian_harbor, Side.ALLIES):
        scuttle(game, unit, events)
        return
    put(game, unit, FIRST_PORT + book.italian_harbor)
    note(events, Event.RETURNED, unit, FIRST_PORT + book.italian_harbor, 0)
    change_sides(game, unit, book.italian_captor, events)
    if book.kind[unit] == Kind.LBA:
        mark(game, unit, THEATRE, book.port_theatre[book.italian_harbor])
