"""Rounds of a battle at sea between two forces: raids on islands, invasions that are met and forces on a map of hexes
(21.5397, 21.5398).

By day aircraft fly first; then ships are screened, fleets fire, and submarines attack.
"""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.stack import ask
from aw_env.games.world_at_war.records.kinds import NOBODY, NOWHERE, Decision, Event, Kind, Option, Side
from aw_env.games.world_at_war.records.record import FIRST_UNIT
from aw_env.games.world_at_war.rules.air import is_fully_operational
from aw_env.games.world_at_war.rules.air_strikes import (
    COUNTERING,
    ask_cap,
    ask_counterair,
    ask_cover,
    begin_air,
    bomb,
    fly_in,
    show_cap,
)
from aw_env.games.world_at_war.rules.damage import (
    NATURAL_TWELVE,
    hit_light_ships,
    is_afloat,
    is_of_one_factor,
    is_sound,
    natural,
    note_two,
    sound_ones,
    take_hits,
    two_dice,
)
from aw_env.games.world_at_war.rules.fleet_combat import (
    bring_in_cruisers,
    clear_lines,
    draw_up,
    forget_losses,
    has_light_ships,
    is_attacked_alone,
    pair_off,
    screen_cruisers,
    step_back,
)
from aw_env.games.world_at_war.rules.island_forces import DESTROYERS, factors_out, show_force
from aw_env.games.world_at_war.rules.ranges import enemy_of
from aw_env.games.world_at_war.rules.units import eights_of, first_of, ones_out, sisters_before, units_of

ROUND, CAP, DEFENDING_CAP, SEEN, COUNTERAIR, DEFENDING_COUNTERAIR, COVER, DEFENDING_COVER = range(8, 16)
FLYING, STRIKE, DEFENDERS_FLYING, DEFENDING_STRIKE, STRUCK = range(16, 21)
SCREENS, DEFENDING_SCREENS, AIMS, TORPEDO, DEFENDING_TORPEDO, AFTER = range(21, 27)
"""Steps of a round, among those of a raid (`island_raids`)."""
MOST_FROM_ESCORTS, BETTER_TORPEDOES = 2, 1
"""What escorts take from the roll of a submarine at most (H), and what advanced ones have instead (20.78C)."""


@rule
def begin_round(book, game, events):
    """By day aircraft fly first; then ships are screened."""
    game.rounds += 1
    note(events, Event.ROUND, game.rounds, 0, 0)
    forget_losses(game)
    begin_air(game)
    game.step = CAP if game.night == 0 else SEEN
    return False


@rule
def sound_factors(book, game, side):
    """Undamaged factors of the force of a side."""
    factors = 0
    for k in eights_of(game):
        out = ones_out(book, game, side, k) & sound_ones(game, k)
        while out != 0:
            factors += factors_out(book, game, first_of(out, k))
            out &= out - 1
    return factors


@rule
def fly(book, game, events):
    """What aircraft do in a round (21.5398B to E); by night both forces are seen, and that is all."""
    side, step = int(game.moving), int(game.step)
    enemy = enemy_of(side)
    if step == CAP or step == DEFENDING_CAP:
        return ask_cap(book, game, side if step == CAP else enemy)
    if step == SEEN:
        show_force(book, game, Side.ALLIES.value, events)
        show_force(book, game, Side.AXIS.value, events)
        if game.night == 0:
            show_cap(book, game, events)
        line_up(book, game)
        game.step = COUNTERAIR if game.night == 0 else SCREENS
        return False
    if step == COUNTERAIR or step == DEFENDING_COUNTERAIR:
        return ask_counterair(book, game, side if step == COUNTERAIR else enemy)
    if step == COVER or step == DEFENDING_COVER:
        return ask_cover(book, game, side if step == COVER else enemy)
    if step == FLYING or step == DEFENDERS_FLYING:
        fly_in(book, game, side if step == FLYING else enemy, events)
        game.cursor = NOBODY
        game.step += 1
        return False
    if step == STRIKE or step == DEFENDING_STRIKE:
        return ask_strike(book, game, side if step == STRIKE else enemy, events)
    count_losses(book, game)
    game.step = SCREENS
    return False


@rule
def ask_strike(book, game, side, events):
    """Squadrons over the enemy are given targets, then strike."""
    if game.cursor != NOBODY:
        return ask(book, game, Decision.STRIKE_WITH, side, NOBODY)
    if game.arrived > 0:
        return ask(book, game, Decision.STRIKE_AT, side, NOBODY)
    bomb(book, game, side, events)
    return False


# --- who is screened -------------------------------------------------------------------------------------


@rule
def can_stand(book, game, unit):
    """Whether a ship of a force fights unscreened; destroyers that carry troops do not (20.58A)."""
    return (
        game.force[unit] > game.carrying[unit]
        and is_sound(game, unit)
        and game.held[unit] == 0
        and book.kind[unit] != Kind.CARRIER
    )


@rule
def front_of(book, game, side):
    """Ships and rows of a force that fight unscreened."""
    count = 0
    for k in eights_of(game):
        out = ones_out(book, game, side, k)
        while out != 0:
            count += int(can_stand(book, game, first_of(out, k)))
            out &= out - 1
    return count


@rule
def mask_screen(book, game, mask):
    """Any ship, as long as another stands in the line; destroyers stand there always (H)."""
    side = int(game.power)
    mask[Option.DONE] = 1
    if front_of(book, game, side) > 1:
        for k in eights_of(game):
            out = ones_out(book, game, side, k)
            while out != 0:
                unit = first_of(out, k)
                out &= out - 1
                if can_stand(book, game, unit) and not is_of_one_factor(book, unit):
                    mask[FIRST_UNIT + unit] = int(not is_screened_as(book, game, unit))


@rule
def is_screened_as(book, game, unit):
    """Whether a cruiser of the force is like another before it."""
    for other in sisters_before(book, game, unit):
        if game.place[other] == game.place[unit] and game.moved[other] == game.moved[unit]:
            if can_stand(book, game, other):
                return True
    return False


@rule
def take_screen(book, game, action):
    if action != Option.DONE:
        game.held[action - FIRST_UNIT] = 1
    elif game.step == SCREENS:
        game.step = DEFENDING_SCREENS
    else:
        line_up(book, game)
        pair_off(book, game)
        game.step, game.cursor = AIMS, 0


@rule
def line_up(book, game):
    """Both lines form."""
    clear_lines(game)
    for unit in units_of(game):
        if game.force[unit] > 0:
            if is_of_one_factor(book, unit):
                game.lights[unit] = game.force[unit] - screened_factors(book, game, unit)
            elif is_afloat(game, unit):
                draw_up(book, game, unit)


# --- submarines ------------------------------------------------------------------------------------------


@rule
def ask_torpedo(book, game, side):
    """The submarine of a side attacks, if it has one there (21.5398G)."""
    if game.boat[side] != NOWHERE and has_target(book, game, enemy_of(side)):
        return ask(book, game, Decision.TORPEDO, side, NOBODY)
    game.step += 1
    return False


@rule
def has_target(book, game, side):
    """Whether anything of the force of a side is afloat."""
    for unit in units_of(game):
        if is_attacked_alone(book, game, unit, side):
            return True
    return has_light_ships(book, game, side)


@rule
def mask_torpedo(book, game, mask):
    enemy = enemy_of(game.power)
    mask[Option.LIGHT] = int(has_light_ships(book, game, enemy))
    for unit in units_of(game):
        if is_attacked_alone(book, game, unit, enemy):
            mask[FIRST_UNIT + unit] = 1


@rule
def take_torpedo(book, game, action, events):
    """A submarine attack (22.9): escorts make it harder, but those of advanced submarines are always at one more, net
    (20.78C); on the lowest roll the submarine is lost."""
    side = int(game.power)
    enemy = enemy_of(side)
    dice = two_dice(game)
    advanced = 0 < book.advanced_from[side] <= game.turn
    modifier = BETTER_TORPEDOES if advanced else -escorts(book, game, enemy)
    total = min(max(natural(dice) + modifier, 2), 12)
    hits = int(book.torpedo_hits[total])
    if action == Option.LIGHT:
        note(events, Event.TORPEDOES_ON_LIGHT, side, enemy, max(0, hits))
        note_two(events, dice)
        bring_in_cruisers(book, game, enemy)
        hit_light_ships(book, game, enemy, max(0, hits), events)
        screen_cruisers(book, game, enemy)
    else:
        target = action - FIRST_UNIT
        note(events, Event.TORPEDOES, side, target, max(0, hits))
        note_two(events, dice)
        take_hits(book, game, target, max(0, hits), int(natural(dice) == NATURAL_TWELVE), events)
        step_back(game, target)
    if hits < 0:
        lose_boat(game, side, events)
    game.step += 1


@rule
def escorts(book, game, side):
    """Each fully operational carrier and each three factors of destroyers of a force, not of escort carriers; two at
    most (H)."""
    carriers, destroyers = 0, 0
    for unit in units_of(game):
        if book.side[unit] == side and game.force[unit] > 0:
            carriers += int(is_fully_operational(book, game, unit))
            destroyers += int(game.lights[unit]) * int(book.kind[unit] == Kind.DD)
    return min(carriers + destroyers // DESTROYERS, MOST_FROM_ESCORTS)


@rule
def lose_boat(game, side, events):
    """The submarine is lost."""
    base = int(game.boat[side])
    game.boats[base] -= 1
    game.sailed[base] -= 1
    game.boat[side] = NOWHERE
    note(events, Event.BOAT_LOST, side, 0, 0)


# --- what is left ----------------------------------------------------------------------------------------


@rule
def count_losses(book, game):
    """What has been lost is in no force any more."""
    for unit in units_of(game):
        if is_of_one_factor(book, unit):
            game.force[unit] = game.lights[unit] + screened_factors(book, game, unit)
            game.carrying[unit] = min(game.carrying[unit], game.force[unit])
        elif not is_afloat(game, unit):
            game.force[unit] = 0
        game.force_seen[unit] = game.force[unit]
    clear_lines(game)


@rule
def screened_factors(book, game, unit):
    """Destroyers of a row that carry troops, and escort carriers that stand back: in fleet combat they are screened,
    but not from aircraft and from submarines on a map of hexes (20.58, 22.5)."""
    if game.step < SCREENS or game.step >= COUNTERING:
        return 0
    return int(game.force[unit] if game.held[unit] == 1 else game.carrying[unit])
