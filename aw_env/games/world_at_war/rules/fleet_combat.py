"""A round of fleet combat between the ships that stand in line (22.5, as the rulings have it)."""

from aw_env.core.engine.arrays import bytes_equal, bytes_of_any, eight_of, sum_of_bytes
from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.stack import ask
from aw_env.games.world_at_war.records.kinds import NOBODY, UNITS, Aim, Decision, Event, Kind, Line, Option, Side
from aw_env.games.world_at_war.records.record import FIRST_UNIT
from aw_env.games.world_at_war.rules.bases import ALL_BITS
from aw_env.games.world_at_war.rules.cargo import (
    fire_at_cargo,
    fire_at_laden,
    laden_destroyers,
    transports_in_convoy,
)
from aw_env.games.world_at_war.rules.damage import (
    NATURAL_TWELVE,
    hit_light_ships,
    hits_of,
    is_afloat,
    is_light_of,
    is_sound,
    light_ones,
    natural,
    note_two,
    one_factor_rows,
    sound_ones,
    take_hits,
    two_dice,
)
from aw_env.games.world_at_war.rules.units import eights_of, first_of, units_of

LIGHTS_PAIR = 3
"""Light ships engage up to so many times the enemy's factors."""
ALL_JOIN, HOLDS = -1, UNITS
"""What `excess` says beside the number of a capital ship."""
FIVE_FACTORS, SUPER_CARRIER = 5, 4
MOST_RANK = 1000000
LAST_ROUND = 6
"""Rounds of a battle at most, on the way and off islands."""


@rule
def clear_lines(game):
    """No ship is in battle."""
    for unit in units_of(game):
        game.line[unit] = Line.NONE.value
        game.aim[unit] = Aim.NONE.value
        game.target[unit] = NOBODY
        game.lights[unit] = 0
        game.fronted[unit] = 0
    game.excess[0] = game.excess[1] = ALL_JOIN


@rule
def draw_up(book, game, ship):
    """A ship takes her place in the line: carriers, damaged ships and those held back are screened (22.5)."""
    kind = int(book.kind[ship])
    if not is_sound(game, ship) or game.held[ship] == 1 or kind == Kind.CARRIER or kind == Kind.CVE:
        game.line[ship] = Line.SCREENED.value
        return
    game.line[ship] = Line.CAPITAL.value if kind == Kind.CAPITAL else Line.LIGHT.value
    game.fronted[ship] = 1


@rule
def pair_off(book, game):
    """Capital ships pair one to one, in the order of their rank (22.5)."""
    while True:
        one, other = best_unpaired(book, game, 0), best_unpaired(book, game, 1)
        if one < 0 or other < 0:
            return
        game.aim[one] = game.aim[other] = Aim.PAIRED.value
        game.target[one], game.target[other] = other, one


@rule
def best_unpaired(book, game, side):
    """The first capital ship of a side in rank that has no aim yet, -1 for none."""
    best, found = -1, -1
    for k in eights_of(game):
        left = capitals_with(game, k, Aim.NONE)
        while left != 0:
            unit = first_of(left, k)
            left &= left - 1
            if book.side[unit] == side and rank(book, game, unit) > best:
                best, found = rank(book, game, unit), unit
    return found


@rule
def rank(book, game, ship):
    """Bigger, faster, fewer hits, higher modifier (22.5)."""
    fast = 1 - int(book.slow[ship])
    return ((int(book.factors[ship]) * 2 + fast) * 10 - int(game.hits[ship])) * 20 + drm_of(book, ship)


@rule
def capitals(game, k):
    """1 in the bytes of those of eight units that are capital ships in the line."""
    return bytes_equal(eight_of(game.line, k), Line.CAPITAL)


@rule
def capitals_with(game, k, aim):
    """Of these those with an aim."""
    return capitals(game, k) & bytes_equal(eight_of(game.aim, k), aim)


@rule
def drm_of(book, ship):
    """The modifier of a ship: that of her nation, and one more for the largest ones."""
    return int(book.drm[book.nation[ship]]) + int(is_among_the_largest(book, ship))


@rule
def is_among_the_largest(book, ship):
    """Battleships of five factors (20.253), and carriers of four (20.36)."""
    if book.kind[ship] == Kind.CARRIER:
        return book.factors[ship] == SUPER_CARRIER
    return book.kind[ship] == Kind.CAPITAL and book.factors[ship] == FIVE_FACTORS


@rule
def light_factors(book, game, side):
    """Factors of the light ships of a side that fire."""
    factors = 0
    for k in eights_of(game):
        light, rows = light_ones(book, game, side, k), one_factor_rows(book, k)
        of_rows = eight_of(game.lights, k) & ALL_BITS * (light & rows)
        factors += sum_of_bytes(of_rows | 2 * (light & ~rows & sound_ones(game, k)))
    return factors


@rule
def light_drm(book, game, side):
    """The modifier of the light ships of a side: of several nations the lowest."""
    lowest = 99
    for k in eights_of(game):
        left = light_ones(book, game, side, k)
        while left != 0:
            lowest = min(lowest, int(book.drm[book.nation[first_of(left, k)]]))
            left &= left - 1
    return lowest


@rule
def has_front(book, game, side):
    """Whether ships of a side that began the battle unscreened are afloat, but for cruisers that capital ships have
    damaged (22.54C)."""
    for unit in units_of(game):
        if book.side[unit] == side:
            if game.lights[unit] > 0:
                return True
            if game.fronted[unit] == 1 and is_afloat(game, unit):
                if book.kind[unit] != Kind.CA or game.line[unit] != Line.SCREENED:
                    return True
    return False


@rule
def screened_ship(book, game, side):
    """The first ship in rank of those of a side that are screened, -1 for none."""
    best, found = -1, -1
    for unit in units_of(game):
        if game.line[unit] == Line.SCREENED and book.side[unit] == side and is_afloat(game, unit):
            if rank(book, game, unit) > best:
                best, found = rank(book, game, unit), unit
    return found


@rule
def bring_in_cruisers(book, game, side):
    """Aircraft and submarines attack all light ships of a force as a group, screened cruisers with them (20.532,
    20.58B)."""
    for unit in units_of(game):
        if is_screened_cruiser(book, game, unit, side):
            game.line[unit] = Line.LIGHT.value


@rule
def screen_cruisers(book, game, side):
    """After their attack, cruisers that are damaged or held back are screened."""
    for unit in units_of(game):
        if game.line[unit] == Line.LIGHT and book.side[unit] == side:
            if game.held[unit] == 1 or not is_sound(game, unit):
                game.line[unit] = Line.SCREENED.value


@rule
def is_screened_cruiser(book, game, unit, side):
    """Whether a cruiser of a side is in the battle, and screened."""
    return (book.kind[unit] == Kind.CA) & (game.line[unit] == Line.SCREENED) & (book.side[unit] == side)


@rule
def has_light_ships(book, game, side):
    """Whether a side has light ships in the battle that aircraft and submarines attack as a group, screened ones with
    them (20.58B)."""
    for unit in units_of(game):
        if is_light_of(book, game, unit, side) or is_screened_cruiser(book, game, unit, side):
            return True
    return False


@rule
def is_attacked_alone(book, game, unit, side):
    """Whether a ship of a side is attacked by herself by aircraft and submarines: all but its light ships."""
    line = game.line[unit]
    in_battle = (line == Line.CAPITAL) | (line == Line.SCREENED)
    return in_battle & (book.kind[unit] != Kind.CA) & (book.side[unit] == side) & is_afloat(game, unit)


# --- the choices of the round ----------------------------------------------------------------------------


@rule
def ask_surplus(book, game):
    """Ask for the aims of surplus capital ships; True when asked."""
    for k in eights_of(game):
        surplus = capitals_with(game, k, Aim.NONE)
        if surplus != 0:
            unit = first_of(surplus, k)
            return ask(book, game, Decision.SURPLUS, int(book.side[unit]), unit)
    return False


@rule
def ask_excess(book, game):
    """Ask for the aim of the light ships of a side that are in excess; True when asked.  game.cursor: 1, then 2."""
    while game.cursor <= 2:
        side = int(game.cursor) - 1
        if excess_factors(book, game, side) > 0:
            return ask(book, game, Decision.EXCESS, side, NOBODY)
        game.cursor += 1
    return False


@rule
def excess_factors(book, game, side):
    """Light factors of a side beyond three times the enemy's (22.5)."""
    return max(0, light_factors(book, game, side) - LIGHTS_PAIR * light_factors(book, game, 1 - side))


@rule
def mask_surplus(book, game, mask):
    """A surplus capital ship doubles on a capital ship, fires at light ships, or holds for screened ones (22.5)."""
    enemy = 1 - int(game.power)
    allow_capitals(book, game, enemy, mask)
    mask[Option.LIGHT] = int(light_factors(book, game, enemy) > 0)
    mask[Option.HOLD] = 1


@rule
def allow_capitals(book, game, side, mask):
    """The capital ships of a side in the line."""
    for k in eights_of(game):
        left = capitals(game, k)
        while left != 0:
            unit = first_of(left, k)
            left &= left - 1
            mask[FIRST_UNIT + unit] = int(book.side[unit] == side)


@rule
def take_surplus(game, action):
    ship = int(game.subject)
    if action >= FIRST_UNIT:
        game.aim[ship] = Aim.PAIRED.value
        game.target[ship] = action - FIRST_UNIT
    else:
        game.aim[ship] = Aim.LIGHT.value if action == Option.LIGHT else Aim.HOLDS.value


@rule
def mask_excess(book, game, mask):
    """Excess light ships join the others, fire at a capital ship, or hold for screened ones (22.5)."""
    enemy = 1 - int(game.power)
    allow_capitals(book, game, enemy, mask)
    mask[Option.JOIN] = int(light_factors(book, game, enemy) > 0)
    mask[Option.HOLD] = 1


@rule
def take_excess(game, action):
    chosen = HOLDS if action == Option.HOLD else ALL_JOIN if action == Option.JOIN else action - FIRST_UNIT
    game.excess[game.power] = chosen
    game.cursor += 1


# --- the fire --------------------------------------------------------------------------------------------


@rule
def fight_round(book, game, hinders, events):
    """Everyone fires, in the order of 22.5; True while an aim is asked for.  Light ships choose when capital ships have
    fired at light ships.  hinders: the side whose enemy protects transports, and so fires at one less and is fired at
    with one more (22.552B); -1: neither."""
    if ask_surplus(book, game):
        return True
    if game.cursor == 0:
        capital_on_light(book, game, hinders, events)
        game.cursor = 1
    if ask_excess(book, game):
        return True
    fire_on(book, game, hinders, events)
    return False


@rule
def forget_losses(game):
    """A round begins, in which nothing has been lost yet."""
    for side in range(2):
        game.sunk_now[side] = game.hurt_now[side] = 0


@rule
def fire_on(book, game, hinders, events):
    """All others fire."""
    light_on_capital(book, game, hinders, events)
    capital_on_capital(book, game, hinders, events)
    held = held_factors(book, game, 0), held_factors(book, game, 1)
    light_on_light(book, game, hinders, events)
    held_fire(book, game, hinders, held, events)


@rule
def loser_of_round(game, intercepting):
    """The side that lost more factors in the round, or else had more damaged, or else intercepted (22.6); off islands
    the defender (21.5397A; H)."""
    if game.sunk_now[0] != game.sunk_now[1]:
        return int(game.sunk_now[1] > game.sunk_now[0])
    if game.hurt_now[0] != game.hurt_now[1]:
        return int(game.hurt_now[1] > game.hurt_now[0])
    return int(intercepting)


@rule
def edge(side, hinders):
    """What hindrance adds to the fire of a side (22.552B)."""
    return 0 if hinders < 0 else 1 if side == hinders else -1


@rule
def fire_at_ship(book, game, factors, modifier, firing, target, by_light, events):
    """One attack on a named ship; what it does takes effect when all of the step have fired."""
    dice = two_dice(game)
    hits = hits_of(book, factors, natural(dice) + modifier)
    game.pending[target] += hits
    game.twelves[target] += int(natural(dice) == NATURAL_TWELVE)
    note(events, Event.LIGHT_FIRE if by_light else Event.FIRES, firing, target, hits)
    note_two(events, dice)


@rule
def take_effect(book, game, events):
    """What has been fired at ships takes effect."""
    for k in eights_of(game):
        left = bytes_of_any(eight_of(game.pending, k) | eight_of(game.twelves, k))
        while left != 0:
            unit = first_of(left, k)
            left &= left - 1
            hits, twelves = int(game.pending[unit]), int(game.twelves[unit])
            game.pending[unit] = game.twelves[unit] = 0
            take_hits(book, game, unit, hits, twelves, events)
            step_back(game, unit)


@rule
def step_back(game, ship):
    """A ship that has been damaged does not stay in the line, nor one that is sunk in the battle."""
    if not is_afloat(game, ship):
        game.line[ship] = Line.NONE.value
    elif not is_sound(game, ship) and game.line[ship] != Line.NONE:
        game.line[ship] = Line.SCREENED.value


@rule
def capital_on_light(book, game, hinders, events):
    """Capital ships at light ships: their losses come first, counted anew for each attack (20.551); cruisers damaged so
    are screened (22.54C)."""
    drms = 0, 0
    if is_aimed_at_light(game):
        drms = light_drm(book, game, 0), light_drm(book, game, 1)
    for k in eights_of(game):
        left = capitals_with(game, k, Aim.LIGHT)
        while left != 0:
            unit = first_of(left, k)
            left &= left - 1
            side = int(book.side[unit])
            dice = two_dice(game)
            modifier = drm_of(book, unit) - drms[1 - side] + edge(side, hinders)
            hits = hits_of(book, int(book.factors[unit]), natural(dice) + modifier)
            note(events, Event.FIRES_ON_LIGHT, unit, 1 - side, hits)
            note_two(events, dice)
            hit_light_ships(book, game, 1 - side, hits, events)
    for unit in units_of(game):
        if book.kind[unit] == Kind.CA and game.line[unit] == Line.LIGHT and not is_sound(game, unit):
            game.line[unit] = Line.SCREENED.value


@rule
def is_aimed_at_light(game):
    """Whether any capital ship fires at light ships."""
    aimed = 0
    for k in eights_of(game):
        aimed |= capitals_with(game, k, Aim.LIGHT)
    return aimed != 0


@rule
def light_on_capital(book, game, hinders, events):
    """Excess light ships at a capital ship."""
    for side in range(2):
        target, factors = int(game.excess[side]), excess_factors(book, game, side)
        if 0 <= target < UNITS and factors > 0 and game.line[target] == Line.CAPITAL:
            modifier = light_drm(book, game, side) - drm_of(book, target) + edge(side, hinders)
            fire_at_ship(book, game, factors, modifier, side, target, True, events)
    take_effect(book, game, events)


@rule
def capital_on_capital(book, game, hinders, events):
    """Capital ships at capital ships, each by herself; who has been damaged does not fire (20.5212A)."""
    for k in eights_of(game):
        left = capitals_with(game, k, Aim.PAIRED)
        while left != 0:
            unit = first_of(left, k)
            left &= left - 1
            target = int(game.target[unit])
            if stood_in_line(game, target):
                modifier = drm_of(book, unit) - drm_of(book, target) + edge(int(book.side[unit]), hinders)
                fire_at_ship(book, game, int(book.factors[unit]), modifier, unit, target, False, events)
    take_effect(book, game, events)


@rule
def stood_in_line(game, ship):
    """Whether a ship stands in line, or stood there until light ships damaged her: others still fire at her, whom one
    more hit sinks (20.5212D)."""
    line = game.line[ship]
    return (line == Line.CAPITAL) | ((line == Line.SCREENED) & (game.fronted[ship] == 1))


@rule
def light_on_light(book, game, hinders, events):
    """Light ships at light ships, a side as a group."""
    for side in range(2):
        factors, enemy = light_factors(book, game, side), light_factors(book, game, 1 - side)
        if factors > 0 and enemy > 0:
            if game.excess[side] != ALL_JOIN:
                factors = min(factors, LIGHTS_PAIR * enemy)
            modifier = light_drm(book, game, side) - light_drm(book, game, 1 - side) + edge(side, hinders)
            dice = two_dice(game)
            hits = hits_of(book, factors, natural(dice) + modifier)
            game.pending_on_light[1 - side] += hits
            note(events, Event.LIGHT_FIRE_ON_LIGHT, side, factors, hits)
            note_two(events, dice)
    for side in range(2):
        hits = int(game.pending_on_light[side])
        game.pending_on_light[side] = 0
        hit_light_ships(book, game, side, hits, events)


@rule
def held_factors(book, game, side):
    """Factors of the light ships of a side that hold their fire."""
    return excess_factors(book, game, side) if game.excess[side] == HOLDS else 0


@rule
def held_fire(book, game, hinders, held, events):
    """Who held fire fires at screened ships, if no other enemy is left (20.58A, 22.5).  held: factors of light ships
    that did, by side, of which those that are left fire."""
    for side in range(2):
        if not has_front(book, game, 1 - side):
            for k in eights_of(game):
                left = capitals_with(game, k, Aim.HOLDS)
                while left != 0:
                    unit = first_of(left, k)
                    left &= left - 1
                    if book.side[unit] == side:
                        held_shot(book, game, int(book.factors[unit]), drm_of(book, unit), side, unit, hinders, events)
            factors = min(held[side], light_factors(book, game, side))
            if factors > 0:
                held_shot(book, game, factors, light_drm(book, game, side), side, NOBODY, hinders, events)


@rule
def held_shot(book, game, factors, drm, side, ship, hinders, events):
    """One attack on the first of the screened ships, or on the ships that carry cargo (20.58A).  ship: who fires;
    nobody: the light ships."""
    if side == Side.AXIS and transports_in_convoy(game) > 0:
        fire_at_cargo(book, game, factors, drm, events)
        return
    if laden_destroyers(book, game, 1 - side) > 0:
        fire_at_laden(book, game, factors, drm + edge(side, hinders), side, ship, events)
        return
    target = screened_ship(book, game, 1 - side)
    if target >= 0:
        modifier = drm - drm_of(book, target) + edge(side, hinders)
        firing = side if ship == NOBODY else ship
        fire_at_ship(book, game, factors, modifier, firing, target, ship == NOBODY, events)
        take_effect(book, game, events)
