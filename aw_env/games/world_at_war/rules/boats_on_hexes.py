"""Submarines that patrol on a map of hexes: those of the Axis alone (H; 21.4184, 21.4195, 22.9 as the rulings have it).

`game.boats` of the hex of a patrol says how many wait there, `game.sailed` how many of them have looked for the ships
that are out.  They attack by themselves, and fight no battle (AR-33).
"""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.dice import roll
from aw_env.core.engine.events import note, note_die
from aw_env.core.engine.sets import lowest
from aw_env.core.engine.stack import ask
from aw_env.games.world_at_war.records.kinds import FACES, NOBODY, NOWHERE, PLACES, Decision, Event, Option, Side
from aw_env.games.world_at_war.rules.aid import dice_to_aid, is_patrol_hex
from aw_env.games.world_at_war.rules.air_strikes import TORPEDOING
from aw_env.games.world_at_war.rules.bases import is_open
from aw_env.games.world_at_war.rules.battle_rounds import count_losses, has_target, line_up
from aw_env.games.world_at_war.rules.errands import may_be_aided_by_patrols
from aw_env.games.world_at_war.rules.fleet_combat import clear_lines
from aw_env.games.world_at_war.rules.island_forces import factors_in, show_force
from aw_env.games.world_at_war.rules.ranges import enemy_of
from aw_env.games.world_at_war.rules.routes import forget_ways, measure_leg, measure_over_ports, measure_ways
from aw_env.games.world_at_war.rules.seaways import RANGE, closed_straits

OWNER = Side.AXIS.value
"""Whose they are (H)."""


# --- how they come and go (21.4184A, B) --------------------------------------------------------------------


@rule
def may_send_boat(book, game, hex):
    """Whether a submarine may sail to a hex; at most one waits in each (H)."""
    if game.moving != OWNER or game.boats[hex] > 0:
        return False
    measure_ways(book, game, OWNER, hex)
    return nearest_boat(book, game) != NOWHERE


@rule
def hexes_of_boats(book, game):
    """The hexes to which submarines may sail, as a set: it is as far there as back."""
    if game.moving != OWNER:
        return 0
    hexes, closed = 0, closed_straits(book, game, OWNER)
    forget_ways(game, OWNER)
    for port in range(PLACES):
        if is_boat_free(book, game, port):
            measure_leg(book, game, OWNER, closed, port, 0)
    measure_over_ports(book, game, OWNER)
    for hex in range(PLACES):
        is_near = (game.way[OWNER, hex] <= RANGE) & (game.boats[hex] == 0)
        hexes |= int(is_near & is_patrol_hex(book, hex)) << hex
    return hexes


@rule
def is_boat_free(book, game, port):
    """Whether a submarine of a port has not sailed yet."""
    return is_open(book, game, port, OWNER) and game.boats[port] > game.sailed[port]


@rule
def nearest_boat(book, game):
    """The port from which a submarine that is free comes, that with the shortest way within forty hexes (21.412);
    nowhere: there is none."""
    found = NOWHERE
    for place in range(PLACES):
        if is_boat_free(book, game, place):
            if game.way[OWNER, place] <= RANGE:
                if found == NOWHERE or game.way[OWNER, place] < game.way[OWNER, found]:
                    found = place
    return found


@rule
def send_boat(book, game, hex, events):
    """A submarine patrols in a hex, without other ships and without cost (21.4184A, 21.414A); nobody meets it on its
    way (22.2)."""
    game.boats[nearest_boat(book, game)] -= 1
    game.boats[hex] += 1
    note(events, Event.BOAT_SAILS, hex, 0, 0)


@rule
def call_home(book, game, hex, is_used):
    """A submarine goes back to the nearest port of its side; without one it is lost.  is_used: 1: it has attacked."""
    ways, found = book.by_water[closed_straits(book, game, OWNER), hex], NOWHERE
    for place in range(PLACES):
        if is_open(book, game, place, OWNER) and (found == NOWHERE or ways[place] < ways[found]):
            found = place
    game.boats[hex] -= 1
    if found != NOWHERE:
        game.boats[found] += 1
        game.sailed[found] += is_used


@rule
def end_patrols(book, game):
    """As the player turn of their side begins, the enemy's is over: they are home, and ready (21.4184B)."""
    for place in range(PLACES):
        if is_patrol_hex(book, place):
            game.sailed[place] = 0
            while game.boats[place] > 0:
                call_home(book, game, place, 0)


@rule
def lie_in_wait(book, game):
    """Ships set out: no submarine has looked for them yet."""
    for place in range(PLACES):
        if is_patrol_hex(book, place):
            game.sailed[place] = 0


# --- whom they look for (21.4184D, 21.4195) ----------------------------------------------------------------


@rule
def hexes_waiting(book, game):
    """The hexes in which a submarine patrols that has not looked for those that are out, as a set."""
    hexes = 0
    for place in range(PLACES):
        hexes |= int(is_patrol_hex(book, place) & (game.boats[place] > game.sailed[place])) << place
    return hexes


@rule
def boat_to_aid(book, game):
    """The hex of a submarine that may come to the aid of those that are met, as patrols do: not of ships that change
    base or patrol (21.4184D, 21.4182E)."""
    if game.moving != OWNER or not may_be_aided_by_patrols(game) or factors_in(book, game, enemy_of(OWNER)) == 0:
        return NOWHERE
    hexes = hexes_waiting(book, game)
    while hexes != 0:
        place = lowest(hexes)
        hexes &= hexes - 1
        if game.way[OWNER, place] <= min(RANGE, FACES * dice_to_aid(book, game, place)):
            return place
    return NOWHERE


@rule
def take_boat(book, game, action, dice, way, events):
    """The submarine of a hex looks for them with so many dice, which must cover the way; then it attacks."""
    hex = int(game.subject)
    game.sailed[hex] += 1
    if action == Option.NO:
        return
    total = 0
    note(events, Event.BOAT_SEEKS, hex, way, 0)
    for _ in range(dice):
        die = roll(game, FACES)
        note_die(events, die)
        total += die
    if total < way:
        return
    show_force(book, game, enemy_of(OWNER), events)
    game.boat[OWNER] = hex
    game.cursor = game.step  # to which it goes back
    game.step = TORPEDOING
    line_up(book, game)


@rule
def attack(book, game):
    """It names its target; when it has attacked it goes home, and the ships that are left go on.  True when asked."""
    if game.step == TORPEDOING and has_target(book, game, enemy_of(OWNER)):
        return ask(book, game, Decision.TORPEDO, OWNER, NOBODY)
    if game.step > TORPEDOING:
        count_losses(book, game)
    clear_lines(game)
    if game.boat[OWNER] != NOWHERE:
        hex = int(game.boat[OWNER])
        game.sailed[hex] -= 1
        game.boat[OWNER] = NOWHERE
        call_home(book, game, hex, 1)
    game.step = game.cursor
    return False
