"""§26 Where the hidden submarines of the other side may be for all that a seat knows, and drawing them anew there."""

from aw_env.core.engine.compiling import optional, rule
from aw_env.core.engine.dice import below
from aw_env.core.engine.marks import mark, marked
from aw_env.core.engine.sets import bit, has
from aw_env.core.engine.stack import CURSOR, STAGE, STEP, SUBJECT
from aw_env.games.admirals_war.records.state import COMMITTED, RAIDING
from aw_env.games.admirals_war.records.steps import Homing, Step
from aw_env.games.admirals_war.records.terms import FIRST_PORT, PORTS, POWERS, Kind, Phase, Power, Side
from aw_env.games.admirals_war.rules.basing import return_places
from aw_env.games.admirals_war.rules.counters import at_sea, in_port, open_to, side
from aw_env.games.admirals_war.rules.merchants import trades
from aw_env.games.admirals_war.rules.movement import CHOOSING, may_sail, waters_of
from aw_env.games.admirals_war.rules.options.hidden_submarines import forget_whereabouts, is_hidden
from aw_env.games.admirals_war.rules.war_entry import ATTACKS, peace_waters


@optional()
@rule
def redraw(book, game, seat):
    """Put the hidden submarines of the other side where they may be: first all into the port that they left, then one
    after another to sea, or not."""
    mine = int(seat) & 1
    for k in range(game.units):
        unit = int(game.roster[k])
        if is_hidden(book, game, unit) and side(game, unit) != mine:
            forget_whereabouts(book, game, unit)
            game.place[unit] = game.origin[unit]
    for k in range(game.units):
        unit = int(game.roster[k])
        if is_hidden(book, game, unit) and side(game, unit) != mine:
            place_anew(book, game, unit, k)


@rule
def place_anew(book, game, unit, position):
    """One of the sea areas where the submarine may be, raiding or patrolling, or its port; `position` is its own in the
    roster."""
    ways = areas_to_patrol(book, game, unit, position)
    raids = areas_to_raid(book, game, unit, position)
    choice = below(game.generator, count(ways) + count(raids) + 1)
    if choice < count(ways):
        put_to_sea(game, unit, member(ways, choice), 0)
    elif choice < count(ways) + count(raids):
        put_to_sea(game, unit, member(raids, choice - count(ways)), 1)
    if at_sea(game, unit) and has_returned(game, unit, position):
        come_home(book, game, unit, return_places(book, game, unit, int(game.place[unit]), Homing.END_OF_TURN.value))
    elif in_port(game, unit) and not open_to(book, game, game.place[unit] - FIRST_PORT, side(game, unit)):
        come_home(book, game, unit, return_places(book, game, unit, int(game.place[unit]), Homing.EVACUATION.value))


@rule
def put_to_sea(game, unit, area, raiding):
    """The submarine is in a sea area."""
    game.place[unit] = area
    mark(game, unit, RAIDING, raiding)
    mark(game, unit, COMMITTED, 1)


@rule
def come_home(book, game, unit, ports):
    """It has come into one of these ports and bases; where there is none it stays where it is."""
    if ports != 0:
        game.place[unit] = FIRST_PORT + member(ports, below(game.generator, count(ports)))
        mark(game, unit, RAIDING, 0)
        mark(game, unit, COMMITTED, 1)


# --- what is known ---------------------------------------------------------------------------------------


@rule
def areas_to_patrol(book, game, unit, position):
    """Sea areas, as a set, in which the submarine may be a patroller that nothing has shown yet."""
    areas = areas_reached(book, game, unit, position) & ~int(game.swept[side(game, unit)])
    for area in range(book.areas):
        if has(areas, area) and would_be_seen(book, game, unit, area):
            areas &= ~bit(area)
    return areas


@rule
def areas_to_raid(book, game, unit, position):
    """The same for a raider: where no other of its nation raids (§14.1)."""
    if book.raider_side[unit] == 0 or not has_inverted(game, unit):
        return 0
    areas = areas_reached(book, game, unit, position)
    for k in range(game.units):
        other = int(game.roster[k])
        if book.kind[other] == Kind.SUBMARINE and at_sea(game, other) and marked(game, other, RAIDING) == 1:
            if book.nation[other] == book.nation[unit] and side(game, other) == side(game, unit):
                areas &= ~bit(game.place[other])
    return areas


@rule
def areas_reached(book, game, unit, position):
    """Sea areas that it could be sent to this turn, if it has had its orders.  It is in its port still."""
    if not has_orders(game, unit, position) or not may_sail(book, game, unit):
        return 0
    hostilities = int(game.hostilities)
    if hostilities == 1 and game.hostilities_since == game.turn and game.phase > Phase.PATROLLING:
        game.hostilities = 0  # it moved before the war began
    areas = waters_of(book, game, unit) & peace_waters(book, game, unit)
    if game.hostilities == 0 and side(game, unit) == Side.ALLIES:
        areas &= ~(int(game.held_at_start[Side.AXIS]) & int(book.pacific))
    elif game.hostilities == 0 and game.controller[unit] == Power.JAPANESE and game.attack < ATTACKS:
        areas &= ~int(game.held_at_start[Side.ALLIES])  # it would be war (§19.41)
    game.hostilities = hostilities
    return areas


@rule
def would_be_seen(book, game, unit, area):
    """Whether a patroller would have shown itself there: by attacking merchants (§14.26), by preventing a point of a
    Hilfskreuzer (§15.22) or a flag (§14.28)."""
    if game.phase > Phase.COMBAT or game.resolved[area] == 1 or (game.area == area and not is_hunting(game)):
        if trades(book, game, unit, area):
            return True
    if game.resolved[area] == 1 and side(game, unit) == Side.ALLIES:
        for k in range(game.units):
            other = int(game.roster[k])
            if book.kind[other] == Kind.HILFSKREUZER and game.place[other] == area:
                return True
    return game.phase > Phase.CONTROL and game.flag[area] == 1 - side(game, unit)


@rule
def is_hunting(game):
    """Whether the hunt in the area of the combat is still under way."""
    for depth in range(game.depth):
        if game.frames[depth][STEP] == Step.ASW:
            return True
    return False


@rule
def has_orders(game, unit, position):
    """Whether the order of its owner's patrollers has come to it (§5.31)."""
    if game.phase != Phase.PATROLLING:
        return game.phase > Phase.PATROLLING
    frame = game.frames[1]
    if frame[STEP] != Step.PATROLLING or frame[SUBJECT] != game.controller[unit]:
        return True
    return frame[STAGE] != CHOOSING or position < frame[CURSOR]


@rule
def has_inverted(game, unit):
    """Whether its owner may have turned it raider side up (§5.36); those powers that raid come first."""
    if game.phase != Phase.RAIDING:
        return game.phase > Phase.RAIDING
    return game.frames[0][CURSOR] > POWERS + game.controller[unit]


@rule
def has_returned(game, unit, position):
    """Whether it has gone home at the end of the turn (§5.74)."""
    if game.phase != Phase.RETURN:
        return False
    frame = game.frames[1]
    if frame[STEP] != Step.END_OF_TURN:
        return True
    if frame[SUBJECT] != game.controller[unit]:
        return game.controller[unit] < frame[SUBJECT]
    return position < frame[CURSOR]


# --- sets ------------------------------------------------------------------------------------------------


@rule
def count(members):
    """How many members a set of areas or ports has."""
    found = 0
    for index in range(PORTS):
        found += int(has(members, index))
    return found


@rule
def member(members, number):
    """A member of a set by its number, counted from 0."""
    for index in range(PORTS):
        if has(members, index):
            if number == 0:
                return index
            number -= 1
    return 0
