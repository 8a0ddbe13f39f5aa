"""Aircraft in a raid on islands by day: patrols over the ships, squadrons of bases, and strikes (21.5398B to E)."""

from aw_env.core.engine.arrays import bytes_equal, eight_of
from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.stack import ask
from aw_env.games.world_at_war.records.kinds import (
    NOBODY,
    PLACES,
    Decision,
    Event,
    Kind,
    Nation,
    Option,
    Side,
)
from aw_env.games.world_at_war.records.record import FIRST_UNIT
from aw_env.games.world_at_war.rules.air import (
    aim,
    air_defense_level,
    airmen_of,
    strike,
)
from aw_env.games.world_at_war.rules.air_cargo import fresh_at_sea
from aw_env.games.world_at_war.rules.damage import (
    is_sound,
    natural,
    note_two,
    sound_ones,
    two_dice,
)
from aw_env.games.world_at_war.rules.fleet_combat import (
    has_light_ships,
    is_attacked_alone,
)
from aw_env.games.world_at_war.rules.ranges import enemy_of, is_supplied
from aw_env.games.world_at_war.rules.rows import MOST_COUNTED
from aw_env.games.world_at_war.rules.seaways import is_on_hexes
from aw_env.games.world_at_war.rules.surprise import (
    FEWER_GUNS,
    NO_ALARM,
    surprise,
    surprised_patrols,
)
from aw_env.games.world_at_war.rules.units import eights_of, first_of, ones_out, units_of

NEAR_BASE, WITHOUT_SURPRISE = 3, 1
"""Hexes from a base to the raid (21.5396B), and what patrols gain as there is no surprise (23.2, 21.5398E)."""
LAST_ROW, LEAST, MOST = 20, 2, 12
COUNTERING, OVERHEAD, TORPEDOING = 64, 66, 68
"""Steps of ships that are out on a map of hexes: which base their carriers attack, at what squadrons of bases strike,
and at what a submarine fires."""


# --- squadrons of bases (21.5396B) -----------------------------------------------------------------------


@rule
def squadrons_near(book, game, side):
    """Squadrons of a side within three hexes of the raid that have not been used (21.5396B)."""
    count = 0
    for place in range(PLACES):
        count += ready_at(book, game, place, side)
    return count


@rule
def ready_at(book, game, place, side):
    """Squadrons of a base that may join the raid: those of a base without supply do not, nor those that sail."""
    if game.control[place] != side or not is_supplied(book, game, place) or hexes_from(book, game, place) > NEAR_BASE:
        return 0
    waiting = int(game.airbase[place]) - int(game.flown[place])
    return waiting - fresh_at_sea(game, place) if is_on_hexes(book) else waiting


@rule
def hexes_from(book, game, place):
    """Hexes from a base to the ships that are out: to the raid; on a map of hexes to where they are met, or to their
    route."""
    if not is_on_hexes(book):
        return int(book.hexes[place, game.raiding])
    return int(game.way[enemy_of(game.moving) if game.step >= COUNTERING else game.moving, place])


@rule
def send_planes(book, game, side, count):
    """So many squadrons join the raid, from the nearest bases; game.supporting: from which."""
    game.planes[side] = count
    for hexes in range(NEAR_BASE + 1):
        for place in range(PLACES):
            if hexes_from(book, game, place) == hexes:
                taken = min(count, ready_at(book, game, place, side))
                game.flown[place] += taken
                game.supporting[place] += taken
                count -= taken


@rule
def lose_planes(game, side, count):
    """Squadrons of bases in the raid are lost, and none that have flown before it (21.5396B)."""
    game.planes[side] -= count
    for place in range(PLACES):
        if game.control[place] == side:
            taken = min(count, int(game.supporting[place]))
            game.supporting[place] -= taken
            game.airbase[place] -= taken
            game.flown[place] -= taken
            count -= taken


@rule
def recall_planes(game, side):
    """Squadrons of bases of a side are in no raid any more."""
    game.planes[side] = game.grounded[side] = 0
    for place in range(PLACES):
        if game.control[place] == side:
            game.supporting[place] = 0


# --- squadrons of carriers -------------------------------------------------------------------------------


@rule
def squadrons_aboard(book, game, side):
    """Squadrons of the undamaged carriers of a force (20.5212B)."""
    count = 0
    for k in eights_of(game):
        out = ones_out(book, game, side, k) & sound_ones(game, k) & bytes_equal(eight_of(book.kind, k), Kind.CARRIER)
        while out != 0:
            count += int(game.squadrons[first_of(out, k)])
            out &= out - 1
    return count


@rule
def lose_naval(book, game, side, count):
    """Squadrons of the carriers of a force are lost: of those that fly, not those of damaged ones (20.5212B)."""
    for unit in units_of(game):
        is_carrier = book.side[unit] == side and game.force[unit] > 0 and book.kind[unit] == Kind.CARRIER
        if is_carrier and is_sound(game, unit):
            taken = min(count, int(game.squadrons[unit]))
            game.squadrons[unit] -= taken
            count -= taken


@rule
def air_drm_of(book, game, side):
    """What a side's airmen are worth."""
    if is_on_hexes(book):
        return airmen_of(book, game, Nation.ITALY.value if side == Side.AXIS else Nation.BRITAIN.value)
    return airmen_of(book, game, Nation.JAPAN.value if side == Side.AXIS else Nation.US.value)


# --- air combat (19.2) -----------------------------------------------------------------------------------


@rule
def air_combat(book, game, side, squadrons, bonus, events):
    """Dice of the squadrons of a side against the enemy's, as one number: those eliminated and, in tens, aborted."""
    dice = two_dice(game)
    total = natural(dice) + air_drm_of(book, game, side) - air_drm_of(book, game, enemy_of(side)) + bonus
    column, row = min(max(total, LEAST), MOST), min(squadrons, LAST_ROW)
    out, back = int(book.air_out[row, column]), int(book.air_back[row, column])
    note(events, Event.AIR_COMBAT, side, out, back)
    note_two(events, dice)
    return out + 10 * back


@rule
def take_air_losses(book, game, side, striking, result, events):
    """Losses of an air combat: squadrons of bases first, then those of carriers (H).  striking: of the strike, and not
    of those that patrol."""
    out, back = result % 10, result // 10
    for k in range(out + back):
        of_bases = game.land_striking if striking else game.covering
        of_carriers = game.striking if striking else game.patrolling
        if of_bases[side] > 0:
            of_bases[side] -= 1
            if k < out:
                lose_planes(game, side, 1)
        elif of_carriers[side] > 0:
            of_carriers[side] -= 1
            if k < out:
                lose_naval(book, game, side, 1)


# --- the choices of a round (21.5398B, C) ----------------------------------------------------------------


@rule
def begin_air(game):
    """A round begins: nothing is decided of any squadron."""
    for side in range(2):
        game.cap[side] = game.patrolling[side] = game.covering[side] = 0
        game.striking[side] = game.land_striking[side] = game.grounded[side] = 0


@rule
def allow_up_to(mask, most):
    """Counts up to a number."""
    for count in range(min(most, MOST_COUNTED) + 1):
        mask[Option.COUNT_0 + count] = 1


@rule
def ask_cap(book, game, side):
    """How many squadrons of carriers patrol; the others may strike.  Both sides choose before either is seen."""
    if squadrons_aboard(book, game, side) > 0:
        return ask(book, game, Decision.CAP, side, NOBODY)
    choose_cap(book, game, side, 0)
    return False


@rule
def mask_cap(book, game, mask):
    allow_up_to(mask, squadrons_aboard(book, game, int(game.power)))


@rule
def choose_cap(book, game, side, count):
    game.cap[side] = count + 1
    game.step += 1


@rule
def take_cap(book, game, action):
    choose_cap(book, game, int(game.power), action - Option.COUNT_0)


@rule
def show_cap(book, game, events):
    """What both have chosen is seen (21.5398D)."""
    for side in range(2):
        game.patrolling[side] = int(game.cap[side]) - 1
        game.striking[side] = squadrons_aboard(book, game, side) - int(game.patrolling[side])
        if squadrons_aboard(book, game, side) > 0:
            note(events, Event.PATROLS, side, int(game.patrolling[side]), int(game.striking[side]))


@rule
def ask_counterair(book, game, side):
    """How many squadrons of carriers attack the enemy's of bases before they fly (21.5398B)."""
    if game.striking[side] > 0 and game.planes[enemy_of(side)] > 0:
        return ask(book, game, Decision.COUNTERAIR, side, NOBODY)
    game.step += 1
    return False


@rule
def mask_counterair(game, mask):
    allow_up_to(mask, int(game.striking[game.power]))


@rule
def take_counterair(book, game, action, events):
    """Both fight; who is not shot down or turned back may strike afterwards, or fly."""
    side, count = int(game.power), action - Option.COUNT_0
    enemy = enemy_of(side)
    game.step += 1
    if count == 0:
        return
    flying = int(game.planes[enemy]) - int(game.grounded[enemy])
    ours = air_combat(book, game, side, count, 0, events)
    theirs = air_combat(book, game, enemy, flying, 0, events) if flying > 0 else 0
    out = min(ours % 10, flying)
    lose_planes(game, enemy, out)
    game.grounded[enemy] = min(int(game.planes[enemy]), int(game.grounded[enemy]) + ours // 10)
    out = min(theirs % 10, count)
    lose_naval(book, game, side, out)
    game.striking[side] -= min(out + theirs // 10, count)


@rule
def ask_cover(book, game, side):
    """How many squadrons of bases cover the ships; the others may strike (21.5398C)."""
    if game.planes[side] > game.grounded[side]:
        return ask(book, game, Decision.COVER, side, NOBODY)
    game.step += 1
    return False


@rule
def mask_cover(game, mask):
    allow_up_to(mask, int(game.planes[game.power]) - int(game.grounded[game.power]))


@rule
def take_cover(game, action):
    side = int(game.power)
    game.covering[side] = action - Option.COUNT_0
    game.land_striking[side] = int(game.planes[side]) - int(game.grounded[side]) - int(game.covering[side])
    game.step += 1


# --- the strike (21.5398E, 23.4) -------------------------------------------------------------------------


@rule
def strikers(game, side):
    """Squadrons of a side that are on their way to the enemy's ships."""
    return int(game.striking[side]) + int(game.land_striking[side])


@rule
def meet_cover(book, game, side, events):
    """The strike meets the patrols and the cover, as far as they are not surprised (23.7)."""
    enemy = enemy_of(side)
    meeting = int(game.patrolling[enemy]) + int(game.covering[enemy]) - surprised_patrols(book, game, side)
    if meeting > 0 and strikers(game, side) > 0:
        ours = air_combat(book, game, side, strikers(game, side), 0, events)
        alarmed = WITHOUT_SURPRISE * int(surprise(book, game, side) < NO_ALARM)
        theirs = air_combat(book, game, enemy, meeting, alarmed, events)
        take_air_losses(book, game, enemy, False, ours, events)
        take_air_losses(book, game, side, True, theirs, events)


@rule
def fly_in(book, game, side, events):
    """The strike meets what is in the air, then the guns of the ships; game.arrived: what is left of it."""
    enemy = enemy_of(side)
    meet_cover(book, game, side, events)
    flying = strikers(game, side)
    if flying > 0:
        dice = two_dice(game)
        level = air_defense_level(book, game, enemy)
        level = max(0, level - int(surprise(book, game, side) >= FEWER_GUNS))
        out = min(flying, int(book.shot_down[level, natural(dice)]))
        back = min(flying - out, int(book.turned_back[level, natural(dice)]))
        note(events, Event.GUNS, side, out, back)
        note_two(events, dice)
        take_air_losses(book, game, side, True, out + 10 * back, events)
    game.arrived = strikers(game, side)


@rule
def mask_strike_at(book, game, mask):
    """A ship of the enemy's, or its light ships as a group; or no more."""
    enemy = enemy_of(game.power)
    mask[Option.DONE] = 1
    mask[Option.LIGHT] = int(game.at_light == 0 and has_light_ships(book, game, enemy))
    for unit in units_of(game):
        if is_attacked_alone(book, game, unit, enemy):
            mask[FIRST_UNIT + unit] = int(game.assigned[unit] == 0)


@rule
def take_strike_at(book, game, action, events):
    """A target; or the bombs fall."""
    if action == Option.DONE:
        bomb(book, game, int(game.power), events)
    else:
        aim(game, action)


@rule
def bomb(book, game, side, events):
    """All strikes take effect; there is no surprise off islands (21.5398E)."""
    naval = naval_strikers(book, game, side)
    strike(book, game, side, air_drm_of(book, game, side), naval, surprise(book, game, side), events)
    game.step += 1


@rule
def naval_strikers(book, game, side):
    """Squadrons of naval aircraft that are on their way: among islands those of bases too, in Europe those of carriers
    alone, for the others are an army's (20.51; H)."""
    return int(game.striking[side]) if is_on_hexes(book) else strikers(game, side)
