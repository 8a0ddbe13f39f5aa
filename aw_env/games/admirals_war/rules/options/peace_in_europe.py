"""§21.21-21.223 How the war in the Atlantic theatre ends: who stays there, who may be sent to the Pacific."""

from aw_env.core.engine.compiling import optional, rule
from aw_env.core.engine.events import note
from aw_env.core.engine.marks import mark
from aw_env.core.engine.sets import bit, has
from aw_env.core.engine.stack import CURSOR, STAGE, SUBJECT, ask, pop, push, top
from aw_env.games.admirals_war.records.state import HELD, RAIDING
from aw_env.games.admirals_war.records.steps import Step
from aw_env.games.admirals_war.records.terms import (
    FIRST_BOX,
    FIRST_PLACE_ACTION,
    FIRST_PORT,
    FIRST_UNIT_ACTION,
    NOBODY,
    Box,
    Decision,
    Event,
    Kind,
    Option,
    OptionalRule,
    Power,
    Side,
    Theatre,
)
from aw_env.games.admirals_war.rules.counters import allow_ports, at_sea, in_port, on_the_bottom, open_to, put, side
from aw_env.games.admirals_war.rules.options.reserve import plays
from aw_env.games.admirals_war.rules.options.turn_eleven import LAST_TURN_IN_EUROPE

CHOOSING, PLACING = range(2)
"""Stages of the step: which ship is next, and to which of several places."""


@rule
def european_lead(game):
    """The lead of the British (§21.21, §21.22)."""
    return int(game.victory_points[Theatre.ATLANTIC])


@rule
def is_in(book, game, unit, theatre):
    """Whether a unit is in a sea area, port or base of a theatre (§2.61, §2.62)."""
    if at_sea(game, unit):
        return book.area_theatre[game.place[unit]] == theatre
    return in_port(game, unit) and book.port_theatre[game.place[unit] - FIRST_PORT] == theatre


# --- before the last return from the sea of turn 10 ----------------------------------------------------


@rule
def end_the_war_in_europe(book, game):
    """Under a British lead ships may be sent to the Pacific (§21.22), otherwise all who are in the Atlantic theatre
    stay (§21.21), and nobody else: what a roll has held on turn 10 rolls again."""
    if not plays(book, OptionalRule.TURN_11) or game.turn != LAST_TURN_IN_EUROPE:
        return
    if all_stay(book, game):
        for k in range(game.units):
            unit = int(game.roster[k])
            mark(game, unit, HELD, int(is_in(book, game, unit, Theatre.ATLANTIC)))
    else:
        push(game, Step.TRANSFERS, NOBODY)


@optional(otherwise=False)
@rule
def all_stay(book, game):
    """Whether units that are held now are so on the next turn too: on turn 11 without a British lead (§21.21)."""
    return plays(book, OptionalRule.TURN_11) and game.turn == LAST_TURN_IN_EUROPE and european_lead(game) <= 0


@rule
def transferring(book, game):
    """Ship by ship, as many as the British lead by points (§21.22)."""
    frame = top(game)
    if frame[STAGE] == PLACING:
        return ask(book, game, Decision.TRANSFER_PLACE, Power.BRITISH, frame[SUBJECT])
    if frame[CURSOR] < european_lead(game) and anyone_to_transfer(book, game):
        return ask(book, game, Decision.TRANSFER, Power.BRITISH, NOBODY)
    pop(game)
    return False


@rule
def anyone_to_transfer(book, game):
    """Whether there is a ship to be sent."""
    for k in range(game.units):
        if may_be_transferred(book, game, int(game.roster[k])):
            return True
    return False


@rule
def may_be_transferred(book, game, unit):
    """A British or American ship in the Atlantic theatre, at sea or in port, not on the bottom (§21.22, §21.223)."""
    return (
        book.kind[unit] == Kind.SHIP
        and side(game, unit) == Side.ALLIES
        and is_in(book, game, unit, Theatre.ATLANTIC)
        and not on_the_bottom(book, game, unit)
        and transfer_places(book, game, unit) != 0
    )


@rule
def transfer_places(book, game, unit):
    """Where a ship of its nation goes, as a set: the first places of the list that the Allies hold (§21.22-21.223)."""
    for places in book.transfer_to[book.nation[unit]]:
        found = 0
        for port in range(book.ports):
            if has(places, port) and open_to(book, game, port, Side.ALLIES):
                found |= bit(port)
        if found != 0:
            return found
    return 0


@rule
def mask_transfer(book, game, mask):
    """Any of these ships, or no more (§21.22)."""
    for k in range(game.units):
        unit = int(game.roster[k])
        if may_be_transferred(book, game, unit):
            mask[FIRST_UNIT_ACTION + unit] = 1
    mask[Option.HOLD] = 1


@rule
def take_transfer(book, game, action, events):
    """The ship is sent where she must go; of two places the British say which (§21.221)."""
    frame = top(game)
    if action == Option.HOLD:
        frame[CURSOR] = european_lead(game)
        return
    unit = action - FIRST_UNIT_ACTION
    places = transfer_places(book, game, unit)
    frame[SUBJECT] = unit
    frame[STAGE] = PLACING
    for port in range(book.ports):
        if places == bit(port):
            transfer(game, unit, FIRST_PORT + port, events)


@rule
def mask_transfer_place(book, game, mask):
    """Addu Atoll or Diego Suarez (§21.221)."""
    allow_ports(mask, transfer_places(book, game, game.subject))


@rule
def take_transfer_place(game, action, events):
    """There."""
    transfer(game, int(game.subject), action - FIRST_PLACE_ACTION, events)


@rule
def transfer(game, unit, place, events):
    """The ship is there at once, which is no movement (§21.22); then the next."""
    put(game, unit, place)
    mark(game, unit, RAIDING, 0)
    note(events, Event.SENT, unit, place, 0)
    frame = top(game)
    frame[SUBJECT] = NOBODY
    frame[CURSOR] += 1
    frame[STAGE] = CHOOSING


# --- when turn 11 begins -------------------------------------------------------------------------------


@optional()
@rule
def leave_the_pacific(book, game, events):
    """What the Germans and Italians still have in the Pacific theatre is of no more account (§21.2)."""
    if not plays(book, OptionalRule.TURN_11) or game.turn != LAST_TURN_IN_EUROPE + 1:
        return
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.controller[unit] == Power.GERMAN and is_in(book, game, unit, Theatre.PACIFIC):
            put(game, unit, FIRST_BOX + Box.OUT_OF_PLAY)
            note(events, Event.WITHDRAWN, unit, 0, 0)
