"""Aircraft of carriers strike ships in a port of the enemy's on a map of hexes (21.416I, 21.54, 21.551-21.557, 23.4 and
23.6 as the rulings have them), sortie after sortie, or support the troops in Africa.

`game.striking` says how many squadrons are ready for the next sortie: those that came through the one before, but for
one (H).

While they do, the ships of the port stand in the lines of a battle: heavy ships by themselves, light ones as a group.
"""

from aw_env.core.engine.arrays import bytes_equal, bytes_of_any, eight_of
from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.sets import bit
from aw_env.core.engine.stack import ask
from aw_env.games.world_at_war.records.kinds import (
    NOBODY,
    NOWHERE,
    PLACES,
    Convoy,
    Decision,
    Event,
    Kind,
    Line,
    Option,
    Phase,
)
from aw_env.games.world_at_war.records.record import FIRST_PLACE, FIRST_UNIT
from aw_env.games.world_at_war.rules.africa import foremost, troops_of
from aw_env.games.world_at_war.rules.air import aim, air_defense_level, airmen_of, hits_by_air
from aw_env.games.world_at_war.rules.air_on_hexes import attack_base
from aw_env.games.world_at_war.rules.air_strikes import (
    air_combat,
    air_drm_of,
    lose_naval,
    lose_planes,
    recall_planes,
    squadrons_aboard,
)
from aw_env.games.world_at_war.rules.damage import (
    NATURAL_TWELVE,
    hit_light_ships,
    is_heavy,
    is_of_one_factor,
    is_sound,
    natural,
    note_two,
    sound_ones,
    take_hits_in_port,
    two_dice,
)
from aw_env.games.world_at_war.rules.fleet_combat import clear_lines, drm_of, has_light_ships, light_drm
from aw_env.games.world_at_war.rules.island_forces import base_of
from aw_env.games.world_at_war.rules.island_raids import most_planes
from aw_env.games.world_at_war.rules.ranges import enemy_of
from aw_env.games.world_at_war.rules.routes import THERE
from aw_env.games.world_at_war.rules.task_forces import break_up, show
from aw_env.games.world_at_war.rules.units import eights_of, first_of, units_of

TARGETING, BOMBING = 59, 60
"""Steps of the phase in which ships are out: where squadrons fly, and which ships they strike there."""
STRIKE_RANGE, WORN = 3, 1
"""Hexes that aircraft of carriers fly, and squadrons that each sortie leaves unready for the next (H)."""


# --- which port (21.551, 21.557F) --------------------------------------------------------------------------


@rule
def may_be_struck(book, game, port, hex):
    """Whether a port of the enemy's is within range of a hex, with ships in it, also such as are sunk there, which may
    yet be destroyed (20.523C)."""
    if book.lies_in[port] < 0 or game.control[port] != enemy_of(game.moving) or book.hexes[hex, port] > STRIKE_RANGE:
        return False
    for k in eights_of(game):
        left = bytes_equal(eight_of(game.place, k), port)
        while left != 0:
            if lies_there(book, game, first_of(left, k), port):
                return True
            left &= left - 1
    return False


@rule
def lies_there(book, game, unit, port):
    """Whether a unit is in a port, and not at sea."""
    if game.place[unit] != port or game.on_patrol[unit] != NOWHERE:
        return False
    return book.side[unit] != game.moving and (is_heavy(book, unit) or game.strength[unit] > 0)


@rule
def port_in_range(book, game, hex):
    """The first port that may be struck from a hex, nowhere: there is none."""
    for place in range(PLACES):
        if may_be_struck(book, game, place, hex):
            return place
    return NOWHERE


@rule
def front_in_range(book, game, hex):
    """The foremost place of the moving side in Africa, if it has troops there and lies within range of a hex; nowhere
    otherwise."""
    side = int(game.moving)
    place = foremost(book, game, side)
    if place == NOWHERE or foremost(book, game, enemy_of(side)) == NOWHERE or troops_of(book, game, side) == 0:
        return NOWHERE
    return place if book.hexes[hex, place] <= STRIKE_RANGE else NOWHERE


@rule
def may_be_attacked(book, game, base, hex):
    """Whether aircraft of carriers in a hex have anything to attack in a base of the enemy's: ships, or squadrons that
    have not flown, which they counterair also where no ships lie (21.416I, 21.556A)."""
    is_base = book.lies_in[base] >= 0 and game.control[base] == enemy_of(game.moving)
    if is_base and game.airbase[base] > game.flown[base] and book.hexes[hex, base] <= STRIKE_RANGE:
        return True
    return may_be_struck(book, game, base, hex)


@rule
def has_use(book, game, hex):
    """Whether aircraft could do anything from a hex in the combat phase (21.556)."""
    for place in range(PLACES):
        if may_be_attacked(book, game, place, hex):
            return True
    return front_in_range(book, game, hex) != NOWHERE


@rule
def make_ready(book, game):
    """The squadrons of the carriers that are out are ready, but for those that have struck from their patrol before."""
    side, ready = int(game.moving), 0
    for unit in units_of(game):
        if book.side[unit] == side and game.force[unit] > 0 and is_sound(game, unit) and game.spent[unit] == 0:
            ready += int(game.squadrons[unit])
    game.step, game.cursor = TARGETING, NOBODY
    game.striking[side] = ready


@rule
def may_fly_to(book, game, place):
    """Whether the squadrons that are ready may fly to a place: from the hex of a patrol in the movement phase to any
    base in range (21.416I); in the combat phase to a single one, also again (21.556A, 21.557F), or once to the troops
    in Africa (21.4181C, 21.556B)."""
    hex, chosen = int(game.raiding), int(game.origin[THERE])
    if game.convoy == Convoy.CARRIERS and place != chosen:
        if chosen != NOWHERE and chosen != hex:
            return False
        if place == front_in_range(book, game, hex):
            return True
    return may_be_attacked(book, game, place, hex)


@rule
def can_fly(book, game):
    """Whether any squadrons are ready, and may fly anywhere."""
    if min(int(game.striking[game.moving]), squadrons_aboard(book, game, int(game.moving))) <= 0:
        return False
    for place in range(PLACES):
        if may_fly_to(book, game, place):
            return True
    return False


@rule
def mask_target(book, game, mask):
    mask[Option.DONE] = 1
    for place in range(PLACES):
        mask[FIRST_PLACE + place] = int(may_fly_to(book, game, place))


@rule
def take_target(book, game, action, events):
    """The squadrons fly at a base, or to the troops; or none do any more."""
    side, port = int(game.moving), action - FIRST_PLACE
    flying = min(int(game.striking[side]), squadrons_aboard(book, game, side))
    game.striking[side] = 0
    if action == Option.DONE:
        return
    if game.control[port] == side:
        fly_over_troops(book, game, port, flying)
        return
    if game.convoy == Convoy.CARRIERS:
        game.origin[THERE] = port
        note(events, Event.FLIES_AT, int(game.raiding), port, flying)
    if game.airbase[port] > game.flown[port]:  # squadrons that are based there meet them
        game.striking[side] = flying
        attack_base(book, game, port, events)
        flying, game.striking[side] = int(game.striking[side]), 0
    line_up_port(book, game, port, events)
    if may_be_struck(book, game, port, int(game.raiding)):
        game.arrived = flying = through_guns(book, game, side, flying, events)
    game.striking[side] = max(0, flying - WORN)
    game.step, game.cursor = BOMBING, NOBODY


@rule
def through_guns(book, game, side, flying, events):
    """How many squadrons come through the air defense of the ships of a port."""
    dice = two_dice(game)
    level = air_defense_level(book, game, enemy_of(side))  # ships sunk in port have none (20.5224C)
    out = min(flying, int(book.shot_down[level, natural(dice)]))
    back = min(flying - out, int(book.turned_back[level, natural(dice)]))
    note(events, Event.GUNS, side, out, back)
    note_two(events, dice)
    lose_naval(book, game, side, out)
    return flying - out - back


@rule
def is_bombed(game):
    """Whether squadrons strike the ships of a port."""
    return game.step == BOMBING


@rule
def line_up_port(book, game, port, events):
    """The ships of a port, which are seen, stand in the lines of a battle: cruisers among the light ships, damaged ones
    too (20.532, 20.551)."""
    clear_lines(game)
    show_port(book, game, port, events)
    for unit in units_of(game):
        if lies_there(book, game, unit, port):
            if is_of_one_factor(book, unit):
                game.lights[unit] = game.strength[unit]
            else:
                game.line[unit] = Line.SCREENED.value if is_heavy(book, unit) else Line.LIGHT.value


@rule
def show_port(book, game, port, events):
    """Ships that lie in a port under counters are seen when it is struck (H): squadrons are given targets."""
    for unit in units_of(game):
        if lies_there(book, game, unit, port):
            show(book, game, unit, events)
    break_up(book, game, enemy_of(game.moving), events)


# --- over the troops in Africa (20.32H, I, 21.556B) --------------------------------------------------------


@rule
def fly_over_troops(book, game, place, flying):
    """So many squadrons fly to the troops; those of enemy bases come by air from within three hexes."""
    game.origin[THERE], game.striking[game.moving] = place, flying
    recall_planes(game, enemy_of(game.moving))
    for base in range(PLACES):
        game.way[game.moving, base] = book.hexes[place, base]


@rule
def are_over_troops(game):
    """Whether squadrons of carriers fly to the troops of their side."""
    place = int(game.origin[THERE])
    return game.convoy == Convoy.CARRIERS and place != NOWHERE and game.control[place] == game.moving


@rule
def support_troops(book, game, events):
    """The enemy says how many squadrons of bases support its troops; those of the carriers meet them first (20.32I),
    and who comes through counts where the front is decided.  True when asked."""
    side, place = int(game.moving), int(game.origin[THERE])
    enemy = enemy_of(side)
    if game.step == TARGETING and most_planes(book, game, enemy) > 0:
        return ask(book, game, Decision.PLANES, enemy, place)
    ours, theirs = int(game.striking[side]), int(game.planes[enemy])
    if theirs > 0:
        result = air_combat(book, game, side, ours, 0, events)
        answer = air_combat(book, game, enemy, theirs, 0, events)
        out = min(result % 10, theirs)
        lose_planes(game, enemy, out)
        theirs = max(0, theirs - out - result // 10)
        out = min(answer % 10, ours)
        lose_naval(book, game, side, out)
        ours = max(0, ours - out - answer // 10)
        join_troops(game, foremost(book, game, enemy), theirs, events)
    join_troops(game, place, ours, events)
    game.striking[side] = 0
    return False


@rule
def join_troops(game, place, squadrons, events):
    """So many squadrons support the troops of a place."""
    game.over_troops[place] += squadrons
    if squadrons > 0:
        note(events, Event.OVER_TROOPS, place, squadrons, 0)


# --- which ships (23.4) ------------------------------------------------------------------------------------


@rule
def ask_bombs(book, game, side, events):
    """Squadrons over the port are given targets, then strike; True when asked."""
    if game.cursor != NOBODY and game.arrived > 0:
        return ask(book, game, Decision.STRIKE_WITH, side, NOBODY)
    if game.arrived > 0:
        return ask(book, game, Decision.STRIKE_AT, side, NOBODY)
    drop(book, game, side, events)
    return False


@rule
def mask_strike_at(book, game, mask):
    """A heavy ship in the port, also one that is sunk there, or its light ships as a group; or no more."""
    mask[Option.DONE] = 1
    mask[Option.LIGHT] = int(game.at_light == 0 and has_light_ships(book, game, enemy_of(game.power)))
    for unit in units_of(game):
        if is_heavy(book, unit) and game.line[unit] == Line.SCREENED:
            mask[FIRST_UNIT + unit] = int(game.assigned[unit] == 0)


@rule
def take_strike_at(game, action):
    """A target; or the others turn back, and the bombs fall."""
    if action == Option.DONE:
        game.arrived = 0
    else:
        aim(game, action)


@rule
def drop(book, game, side, events):
    """All strikes take effect: aircraft have no more for ships at sea (20.51)."""
    enemy = enemy_of(side)
    for unit in units_of(game):
        if game.assigned[unit] > 0:
            dice = two_dice(game)
            total = natural(dice) + best_air_drm(book, game, side) - drm_of(book, unit)
            hits = hits_by_air(book, int(game.assigned[unit]), total)
            note(events, Event.BOMBS, side, unit, hits)
            note_two(events, dice)
            take_hits_in_port(book, game, unit, hits, natural(dice) == NATURAL_TWELVE, events)
            game.assigned[unit] = 0
    if game.at_light > 0:
        dice = two_dice(game)
        total = natural(dice) + best_air_drm(book, game, side) - light_drm(book, game, enemy)
        hits = hits_by_air(book, int(game.at_light), total)
        note(events, Event.BOMBS_ON_LIGHT, side, enemy, hits)
        note_two(events, dice)
        hit_light_ships(book, game, enemy, hits, events)
        game.at_light = 0
    clear_lines(game)
    game.step = TARGETING


@rule
def best_air_drm(book, game, side):
    """The modifier of the airmen aboard the carriers that are out; while nothing is out, of those of bases."""
    if game.convoy == Convoy.NONE:
        return air_drm_of(book, game, side)
    best = 0
    for unit in units_of(game):
        if book.side[unit] == side and game.force[unit] > 0 and book.kind[unit] == Kind.CARRIER:
            best = max(best, airmen_of(book, game, book.nation[unit]))
    return best


# --- carriers on patrol (21.4181C) -------------------------------------------------------------------------


@rule
def striking_patrol(book, game, hex):
    """Whether carriers that patrol in a hex may strike from it: once in the combat phase."""
    for unit in units_of(game):
        if may_strike_from(book, game, unit, hex):
            return True
    return False


@rule
def hexes_of_strikes(book, game):
    """The places from which carriers on patrol may strike, as a set."""
    hexes = 0
    for k in eights_of(game):
        left = sound_ones(game, k) & bytes_of_any(eight_of(game.squadrons, k))
        while left != 0:
            unit = first_of(left, k)
            left &= left - 1
            if may_strike_from(book, game, unit, base_of(game, unit)):
                hexes |= bit(base_of(game, unit))
    return hexes


@rule
def may_strike_from(book, game, unit, hex):
    """Whether a carrier patrols there, and has not struck from there yet; to whose aid she has come does not matter
    (21.418)."""
    is_there = book.side[unit] == game.moving and base_of(game, unit) == hex and is_sound(game, unit)
    return is_there and game.squadrons[unit] > 0 and game.spent[unit] == 0


@rule
def begin_strike_of_patrol(book, game, hex, events):
    """They strike from where they are; nobody meets them."""
    for unit in units_of(game):
        if may_strike_from(book, game, unit, hex):
            game.force[unit] = game.force_seen[unit] = 1
            show(book, game, unit, events)
    break_up(book, game, int(game.moving), events)
    game.phase = Phase.INTERCEPTION.value
    game.convoy, game.raiding = Convoy.CARRIERS.value, hex
    make_ready(book, game)
