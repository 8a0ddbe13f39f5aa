"""Squadrons of bases attack submarines that wait on a map of hexes, as the movement phase of their enemy begins
(21.4184C, 20.77).

`game.cursor` is the last hex whose submarine has been looked at, and `game.raiding` that which may be attacked, or
nowhere while the next one is to be found.
"""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.stack import ask
from aw_env.games.world_at_war.records.kinds import NOBODY, NOWHERE, PLACES, Decision, Event, Nation
from aw_env.games.world_at_war.rules.aid import is_patrol_hex
from aw_env.games.world_at_war.rules.air import hits_by_air
from aw_env.games.world_at_war.rules.air_on_hexes import stand_by
from aw_env.games.world_at_war.rules.air_strikes import air_drm_of, meet_cover
from aw_env.games.world_at_war.rules.bases import HUNTS, PATROLS
from aw_env.games.world_at_war.rules.boats_on_hexes import OWNER
from aw_env.games.world_at_war.rules.damage import natural, note_two, two_dice
from aw_env.games.world_at_war.rules.island_raids import most_planes
from aw_env.games.world_at_war.rules.ranges import enemy_of
from aw_env.games.world_at_war.rules.seaways import closed_straits

COVERING, ATTACKING = HUNTS + 1, HUNTS + 2
"""Steps of an attack: how many squadrons cover the submarine, and the attack."""


@rule
def hunt_boats(book, game, events):
    """Hex by hex how many squadrons attack, in a single sortie, and how many cover the submarine; then patrols sail.
    True when asked."""
    side, hex = int(game.moving), int(game.raiding)
    if game.step == HUNTS:
        if hex == NOWHERE:
            hex = next_hunted(book, game)
        if hex != NOWHERE:
            return ask(book, game, Decision.PLANES, side, hex)
        game.step, game.cursor, game.raiding = PATROLS, NOBODY, NOWHERE
        return False
    if game.step == COVERING and game.planes[side] > 0 and most_planes(book, game, enemy_of(side)) > 0:
        return ask(book, game, Decision.PLANES, enemy_of(side), hex)
    if game.planes[side] > 0:
        attack_boat(book, game, hex, events)
    stand_by(game)
    game.step, game.raiding = HUNTS, NOWHERE
    return False


@rule
def next_hunted(book, game):
    """The next hex where a submarine of the enemy's waits that any squadron reaches; nowhere: there is none."""
    if game.moving == OWNER:
        return NOWHERE
    for hex in range(int(game.cursor) + 1, PLACES):
        if is_patrol_hex(book, hex) and game.boats[hex] > 0:
            look_at(book, game, hex)
            if most_planes(book, game, int(game.moving)) > 0:
                return hex
    return NOWHERE


@rule
def look_at(book, game, hex):
    """Squadrons that fly to a hex: their ways are those of ships of their side (AR-61)."""
    game.raiding = game.cursor = hex
    side = int(game.moving)
    ours, theirs = closed_straits(book, game, side), closed_straits(book, game, enemy_of(side))
    for place in range(PLACES):
        closed = theirs if game.control[place] == enemy_of(side) else ours
        game.way[side, place] = book.by_water[closed, hex, place]


@rule
def attack_boat(book, game, hex, events):
    """They meet those that cover the submarine, which has no air defense; those that come through attack her as they do
    ships, and any hit sinks her."""
    side = int(game.moving)
    game.land_striking[side] = game.planes[side]
    game.covering[enemy_of(side)] = game.planes[enemy_of(side)]
    meet_cover(book, game, side, events)
    squadrons = int(game.land_striking[side])
    if squadrons == 0:
        return
    dice = two_dice(game)
    total = natural(dice) + air_drm_of(book, game, side) - int(book.drm[Nation.ITALY])
    hits = hits_by_air(book, squadrons, total)
    note(events, Event.HUNTS_BOAT, hex, squadrons, hits)
    note_two(events, dice)
    if hits > 0:
        game.boats[hex] -= 1
        game.sailed[hex] = min(int(game.sailed[hex]), int(game.boats[hex]))
        note(events, Event.BOAT_LOST, OWNER, 0, 0)
