"""Submarines on a map of hexes, which patrol or lie in port: those of the Axis alone (H; 20.74, 20.75, 21.4184,
21.4195, 22.9 as the rulings have it).

`game.boats` of a port or of the hex of a patrol says how many are there, `game.sailed` how many of them have been used.
While ships are out `game.sought_from` are the places of which one has looked for them; of the places before
`game.cursor` all have been asked.  They attack by themselves, and fight no battle (AR-33).
"""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.dice import roll
from aw_env.core.engine.events import note, note_die
from aw_env.core.engine.sets import allow_all, bit, lowest
from aw_env.core.engine.stack import ask
from aw_env.games.world_at_war.records.kinds import FACES, NOBODY, NOWHERE, PLACES, Decision, Event, Option, Side
from aw_env.games.world_at_war.records.record import FIRST_PLACE
from aw_env.games.world_at_war.rules.aid import dice_to_come, is_patrol_hex
from aw_env.games.world_at_war.rules.air_strikes import TORPEDOING
from aw_env.games.world_at_war.rules.bases import has_room, is_open
from aw_env.games.world_at_war.rules.battle_rounds import count_losses, has_target, line_up
from aw_env.games.world_at_war.rules.errands import may_be_aided_by_patrols
from aw_env.games.world_at_war.rules.fleet_combat import clear_lines
from aw_env.games.world_at_war.rules.island_forces import factors_in, show_force
from aw_env.games.world_at_war.rules.pacific import (
    base_of_displaced_boats,
    count_displaced,
    displace_boats,
    havens_of_boats,
    shelter_boats,
)
from aw_env.games.world_at_war.rules.ranges import FAR, enemy_of
from aw_env.games.world_at_war.rules.routes import forget_ways, measure_leg, measure_over_ports, measure_ways
from aw_env.games.world_at_war.rules.seaways import RANGE, closed_straits

OWNER = Side.AXIS.value
"""Whose they are (H)."""
A_BOAT = 1
"""Naval factors for which a port needs room (20.71)."""
RETIRING = TORPEDOING + 2
"""Step after those of an attack."""
LESS_FROM_PORT = 2
"""Dice that a submarine of a port lacks to ships of a port, and to one on patrol (22.2)."""


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
def leaves(book, game):
    """The hex of the submarine that goes home: of the one that has attacked, or of the first that is still out;
    nowhere: there is none."""
    if game.boat[OWNER] != NOWHERE:
        return int(game.boat[OWNER])
    for hex in range(PLACES):
        if is_patrol_hex(book, hex) and game.boats[hex] > 0:
            return hex
    return NOWHERE


@rule
def nearest_ports(book, game, hex):
    """The ports of their side with room for a submarine that are nearest to a hex, as a set (21.33); none: it holds
    none."""
    ways, nearest, found = book.by_water[closed_straits(book, game, OWNER), hex], FAR, 0
    for place in range(PLACES):
        if is_open(book, game, place, OWNER) and ways[place] <= nearest and has_room(book, game, place, A_BOAT):
            found = bit(place) | (found if ways[place] == nearest else 0)
            nearest = int(ways[place])
    return found


@rule
def call_home(book, game):
    """A submarine goes back to the nearest port of its side (H), its owner choosing among the equally near (21.33);
    without one it is lost.  True when asked."""
    ports = nearest_ports(book, game, leaves(book, game))
    if ports & ports - 1 != 0:
        return ask(book, game, Decision.HOME, OWNER, NOBODY)
    go_home(book, game, lowest(ports) if ports != 0 else NOWHERE)
    return False


@rule
def mask_home(book, game, mask):
    """The ports that are nearest to the hex of one on patrol, or to a base that has been taken (21.23A)."""
    base = base_of_displaced_boats(book, game)
    ports = nearest_ports(book, game, leaves(book, game)) if base == NOWHERE else 0
    if base != NOWHERE:
        ports = havens_of_boats(book, game, base, OWNER)
    allow_all(mask, FIRST_PLACE, ports, PLACES)


@rule
def take_home(book, game, action, events):
    """One on patrol is home, or one of a base that has been taken."""
    base = base_of_displaced_boats(book, game)
    if base == NOWHERE:
        go_home(book, game, action - FIRST_PLACE)
        return
    shelter_boats(game, base, action - FIRST_PLACE, 1, events)
    displace_boats(book, game, base, OWNER, events)
    count_displaced(book, game)


@rule
def go_home(book, game, port):
    """It is there, used if it has attacked; nowhere: it is lost."""
    hex, has_attacked = leaves(book, game), int(game.boat[OWNER] != NOWHERE)
    game.boats[hex] -= 1
    game.sailed[hex] -= has_attacked
    game.boat[OWNER] = NOWHERE
    if port != NOWHERE:
        game.boats[port] += 1
        game.sailed[port] += has_attacked


@rule
def end_patrols(book, game):
    """As the player turn of the enemy ends, they go home (21.4184B).  True when asked."""
    while game.moving != OWNER and leaves(book, game) != NOWHERE:
        if call_home(book, game):
            return True
    return False


@rule
def lie_in_wait(game):
    """Ships set out: no submarine has looked for them yet.  In the player turn of their own side those that have come
    in vain try no more in the phase (21.4182C)."""
    if game.moving != OWNER:
        game.sought_from = 0


# --- whom they look for (20.75, 21.4184D, 21.4195) ---------------------------------------------------------


@rule
def places_of_boats(book, game):
    """The places of which a submarine may look for ships, on patrol or from port, as a set: one that has not been used,
    where none has looked for the same (20.74, 20.75, 21.4171), so that a port sends one (H)."""
    places = 0
    for place in range(PLACES):
        is_there = is_patrol_hex(book, place) or is_open(book, game, place, OWNER)
        places |= int(is_there and game.boats[place] > game.sailed[place]) << place
    return places & ~int(game.sought_from)


@rule
def boats_to_ask(book, game):
    """Those of these that have not been asked yet, as a set."""
    asked = bit(game.cursor) - 1 if game.cursor > 0 else 0
    return places_of_boats(book, game) & ~asked


@rule
def ask_all_again(game):
    """Those that have let ships pass before are asked anew; who has looked for them is not (21.416J, 21.4171)."""
    game.cursor = 0


@rule
def dice_lacking(book, place):
    """Dice that a submarine has less because it comes from a port (22.2)."""
    return 0 if is_patrol_hex(book, place) else LESS_FROM_PORT


@rule
def boat_to_aid(book, game):
    """The place of a submarine that may come to the aid of those that are met: one on patrol not of ships that change
    base or patrol (21.4184D, 21.4182E)."""
    if game.moving != OWNER or factors_in(book, game, enemy_of(OWNER)) == 0:
        return NOWHERE
    places = boats_to_ask(book, game)
    while places != 0:
        place = lowest(places)
        places &= places - 1
        if may_be_aided_by_patrols(game) or not is_patrol_hex(book, place):
            if game.way[OWNER, place] <= min(RANGE, FACES * boat_dice_to_aid(book, game, place)):
                return place
    return NOWHERE


@rule
def boat_dice_to_aid(book, game, place):
    """Dice of a submarine that comes to the aid of ships."""
    return max(0, dice_to_come(book, game, place) - dice_lacking(book, place))


@rule
def take_boat(book, game, action, dice, way, events):
    """The submarine of a place looks for them with so many dice, which must cover the way; then it attacks."""
    place = int(game.subject)
    game.cursor = place + 1
    if action == Option.NO:
        return
    game.sought_from |= bit(place)
    total = 0
    note(events, Event.BOAT_SEEKS, place, way, 0)
    for _ in range(dice):
        die = roll(game, FACES)
        note_die(events, die)
        total += die
    if total < way:
        return
    show_force(book, game, enemy_of(OWNER), events)
    game.boat[OWNER] = place
    game.sailed[place] += 1
    game.step = TORPEDOING
    line_up(book, game)


@rule
def attack(book, game, step):
    """It names its target; when it has attacked it goes home, and the ships that are left go on, at a step.  True when
    asked."""
    if game.step == TORPEDOING and has_target(book, game, enemy_of(OWNER)):
        return ask(book, game, Decision.TORPEDO, OWNER, NOBODY)
    if game.step < RETIRING:
        if game.step > TORPEDOING:
            count_losses(book, game)
        clear_lines(game)
        game.step = RETIRING
    if game.boat[OWNER] != NOWHERE and is_patrol_hex(book, int(game.boat[OWNER])):
        if call_home(book, game):
            return True
    game.boat[OWNER] = NOWHERE
    game.step = step
    return False
