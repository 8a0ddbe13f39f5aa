"""§11 Repairs: what each port repairs on a turn, and on which ships the points are spent; §36.3, overhauls; §35.1,
conversions."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.marks import marked
from aw_env.core.engine.sets import bit, has
from aw_env.core.engine.stack import CURSOR, STAGE, SUBJECT, ask, pop, push, top
from aw_env.games.admirals_war.records.state import COMMITTED, RAIDING
from aw_env.games.admirals_war.records.steps import Step
from aw_env.games.admirals_war.records.terms import (
    FIRST_PORT,
    FIRST_UNIT_ACTION,
    NOBODY,
    NOWHERE,
    UNCONTROLLED,
    Decision,
    Event,
    Kind,
    Option,
)
from aw_env.games.admirals_war.rules.counters import in_port, may_be_used, on_the_bottom, open_to
from aw_env.games.admirals_war.rules.options.battleship_carriers import POINTS, convert, form_of
from aw_env.games.admirals_war.rules.options.turn_zero import is_neutral
from aw_env.games.admirals_war.rules.options.vichy import TOULON_BOX, yard_of

# --- §11.1: capacity -----------------------------------------------------------------------------------

ON_THE_TURN, ON_THE_NEXT, MORE_A_TURN, AT_MOST = range(4)
"""Columns of `repair_schedule`: points from the turn on which hostilities begin (§11.12)."""


@rule
def capacity(book, game, port):
    """Damage points that a port removes this turn (§11.1), for the side that held it first alone, or in Brest and
    Toulon for the Axis (§11.14)."""
    if not open_to(book, game, port, book.repair_side[port]):
        return 0
    if book.repairs_for[port] != NOWHERE and is_lost(book, game, book.repairs_for[port]):
        return int(book.repair_points[port]) + grown_points(book, game, book.repairs_for[port])
    return int(book.repair_points[port]) + grown_points(book, game, port)


@rule
def grown_points(book, game, port):
    """Points that grow turn by turn since Japan attacked; before that there are none (§11.12)."""
    if game.hostilities == 0:
        return 0
    turns = int(game.turn) - int(game.hostilities_since)
    if turns <= 0:
        return int(book.repair_schedule[port, ON_THE_TURN])
    grown = int(book.repair_schedule[port, ON_THE_NEXT]) + (turns - 1) * int(book.repair_schedule[port, MORE_A_TURN])
    return min(int(book.repair_schedule[port, AT_MOST]), grown)


@rule
def is_lost(book, game, port):
    """Whether the enemy holds a port (§11.12)."""
    return game.owner[port] != UNCONTROLLED and (game.owner[port] & 1) != book.repair_side[port]


@rule
def is_a_shipyard(book, game, port):
    """Whether the side that holds a place repairs there on some turn: its ships may rest on the bottom (§9.351)."""
    if game.owner[port] == UNCONTROLLED or (game.owner[port] & 1) != book.repair_side[port]:
        return False
    replaces = book.repairs_for[port]
    return book.repairs[port] == 1 or (replaces != NOWHERE and is_lost(book, game, replaces))


# --- §11.2, §5.32: repairing ---------------------------------------------------------------------------


@rule
def repairing(book, game, events):
    """Port by port, whoever holds it spends its points one by one (§5.32, §11.15, §11.16); what is left is lost
    (§11.17)."""
    frame = top(game)
    waiting = ports_with_work(book, game, frame[SUBJECT])
    while frame[CURSOR] < book.ports:
        port = frame[CURSOR]
        if has(waiting, port) and has_work(book, game, port, points_left(book, game, frame)):
            return ask(book, game, Decision.REPAIR, frame[SUBJECT], FIRST_PORT + port)
        frame[CURSOR] += 1
        frame[STAGE] = 0
    pop(game)
    return False


@rule
def points_left(book, game, frame):
    """Points that the port at work has not spent."""
    return capacity(book, game, frame[CURSOR]) - frame[STAGE]


@rule
def ports_with_work(book, game, power):
    """Ports that a power holds and in which there may be work, as a set."""
    ports = 0
    for k in range(game.units):
        unit = int(game.roster[k])
        if needs_mending(game, unit) or form_of(book, game, unit) != NOBODY:
            yard = yard_of(book, game, unit) - FIRST_PORT
            if is_laid_up(book, game, unit) and game.owner[yard] == power:
                ports |= bit(yard)
    return ports


@rule
def has_work(book, game, port, points):
    """Whether a ship in the port may be worked on with so many points."""
    for k in range(game.units):
        unit = int(game.roster[k])
        if yard_of(book, game, unit) == FIRST_PORT + port and may_be_worked_on(book, game, unit, points):
            return True
    return False


@rule
def may_be_worked_on(book, game, unit, points):
    """A ship in port that may be mended or converted with so many points."""
    if points <= 0 or not (needs_mending(game, unit) or may_be_converted(book, game, unit, points)):
        return False
    return is_laid_up(book, game, unit)


@rule
def needs_mending(game, unit):
    """A unit with damage or an overhaul marker (§36.31)."""
    return int(game.damage[unit]) + int(game.overhaul[unit]) > 0


@rule
def may_be_converted(book, game, unit, points):
    """A Japanese battleship that may become a carrier, but not on the bottom (§35.1)."""
    return points >= POINTS and form_of(book, game, unit) != NOBODY and not on_the_bottom(book, game, unit)


@rule
def is_laid_up(book, game, unit):
    """A ship that stayed in port with its patrolling side up (§11.21, §11.23), where it may base: before Japan attacks
    that keeps the US to its own and Free French ships (§11.11).  Ships of a neutral Italy may yet sail (§20.4).  Or one
    in the Toulon box (§22.33)."""
    if game.place[unit] == TOULON_BOX:
        return True
    return (
        book.kind[unit] == Kind.SHIP
        and in_port(game, unit)
        and marked(game, unit, RAIDING) == 0
        and marked(game, unit, COMMITTED) == 0
        and may_be_used(book, game, game.place[unit] - FIRST_PORT, unit)
        and not is_neutral(book, game, unit)
    )


@rule
def mask_repair(book, game, mask):
    """Any such ship in the port, or no more repairs there."""
    points = points_left(book, game, top(game))
    for k in range(game.units):
        unit = int(game.roster[k])
        if yard_of(book, game, unit) == game.subject and may_be_worked_on(book, game, unit, points):
            mask[FIRST_UNIT_ACTION + unit] = 1
    mask[Option.HOLD] = 1


@rule
def take_repair(book, game, action, events):
    """The only thing that can be done on the ship is; of several its owner says which (§35.1, §36.31).  Or the power is
    done with this port."""
    frame = top(game)
    if action == Option.HOLD:
        frame[STAGE] = capacity(book, game, frame[CURSOR])
        return
    unit = action - FIRST_UNIT_ACTION
    works = works_on(book, game, unit)
    if works == bit(Option.DAMAGE) or works == bit(Option.OVERHAUL) or works == bit(Option.CONVERT):
        work(book, game, unit, works, events)
    else:
        push(game, Step.MENDING, unit)
        top(game)[CURSOR] = works


@rule
def works_on(book, game, unit):
    """What may be done on a ship in the port at work: a bit of each option."""
    works = 0
    if game.damage[unit] > 0:
        works |= bit(Option.DAMAGE)
    if game.overhaul[unit] > 0:
        works |= bit(Option.OVERHAUL)
    if may_be_converted(book, game, unit, points_left(book, game, top(game))):
        works |= bit(Option.CONVERT)
    return works


@rule
def work(book, game, unit, works, events):
    """Spend the points of one of these: one for each point of damage (§11.1) or overhaul, three for a conversion."""
    frame = top(game)
    if works == bit(Option.CONVERT):
        frame[STAGE] += POINTS
        convert(book, game, unit, events)
        return
    frame[STAGE] += 1
    if works == bit(Option.OVERHAUL):
        game.overhaul[unit] -= 1
        note(events, Event.OVERHAULED, unit, game.place[unit], game.overhaul[unit])
    else:
        game.damage[unit] -= 1
        note(events, Event.REPAIRED, unit, yard_of(book, game, unit), game.damage[unit])


# --- §35.1, §36.3: which of several --------------------------------------------------------------------


@rule
def mending(book, game):
    """The owner of a ship on which more than one thing may be done says which comes first."""
    unit = top(game)[SUBJECT]
    return ask(book, game, Decision.MENDING, game.controller[unit], unit)


@rule
def mask_mending(game, mask):
    """Any of them."""
    works = top(game)[CURSOR]
    for option in (Option.DAMAGE, Option.OVERHAUL, Option.CONVERT):
        if has(works, option):
            mask[option] = 1


@rule
def take_mending(book, game, action, events):
    """It is done."""
    unit = top(game)[SUBJECT]
    pop(game)
    work(book, game, unit, bit(action), events)
