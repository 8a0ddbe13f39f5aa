"""Strikes of carriers against the ships of a battle (20.3, 20.51, 23.4 as the rulings have it)."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.sets import has
from aw_env.core.engine.stack import ask
from aw_env.games.world_at_war.records.kinds import (
    NOBODY,
    NOWHERE,
    UNITS,
    Aim,
    Decision,
    Event,
    Kind,
    Line,
    Option,
    Switch,
)
from aw_env.games.world_at_war.records.record import FIRST_UNIT
from aw_env.games.world_at_war.rules.damage import (
    MOST_ROLL,
    NATURAL_TWELVE,
    hit_light_ships,
    is_afloat,
    is_in_sw_box,
    is_of_one_factor,
    is_sound,
    natural,
    note_two,
    take_hits,
    two_dice,
)
from aw_env.games.world_at_war.rules.fleet_combat import (
    bring_in_cruisers,
    drm_of,
    has_light_ships,
    is_among_the_largest,
    is_attacked_alone,
    light_drm,
    screen_cruisers,
    step_back,
)
from aw_env.games.world_at_war.rules.rows import MOST_COUNTED
from aw_env.games.world_at_war.rules.seaways import is_on_hexes
from aw_env.games.world_at_war.rules.surprise import BETTER_AIM, CRITICAL, is_damaged_by
from aw_env.games.world_at_war.rules.units import units_of

FACTORS_A_LEVEL, MOST_LEVEL, HIGHEST_LEVEL, CVE_COUNTS = 5, 5, 10, 3
"""Air defense: a level for every five naval factors begun, at most five (H), and the highest of the table; an escort
carrier counts three factors (20.442)."""
AT_SEA = 1
"""What naval aircraft add against ships at sea (20.51)."""


@rule
def airmen_of(book, game, nation):
    """What a nation's airmen add to their dice (20.51): from some turn on one more (H)."""
    return int(book.air_drm[nation]) + int(0 < book.air_drm_rises[nation] <= game.turn)


@rule
def is_fully_operational(book, game, ship):
    """Whether a carrier is undamaged and has all her squadrons (20.33)."""
    return book.kind[ship] == Kind.CARRIER and is_sound(game, ship) and game.squadrons[ship] == book.factors[ship]


@rule
def embark(book, game, side):
    """Carriers in port, or in a mapboard box and not in an SW box, have all their squadrons again at the start of their
    side's turn (AR-29)."""
    for ship in units_of(game):
        is_there = game.place[ship] != NOWHERE and not is_in_sw_box(book, game, ship)
        if is_there and book.side[ship] == side and book.kind[ship] == Kind.CARRIER:
            game.squadrons[ship] = book.factors[ship]


@rule
def aircraft_fly(book):
    """Whether aircraft are in play: always on a map of hexes, among the islands with carriers alone (H)."""
    return is_on_hexes(book) or has(book.options, Switch.CARRIERS)


@rule
def carriers_engage(book):
    """Whether a type die of six sends a carrier."""
    return has(book.options, Switch.CARRIERS)


@rule
def ask_strikes(book, game, events):
    """Ask for the strikes of carriers in the battle, each once; True when asked."""
    for ship in units_of(game):
        if may_strike(book, game, ship):
            side = int(book.side[ship])
            if game.cursor != NOBODY:
                return ask(book, game, Decision.STRIKE_WITH, side, NOBODY)
            if game.striking[side] == 0 or game.arrived > 0:
                return ask(book, game, Decision.STRIKE, side, ship)
            end_strike(book, game, ship, events)
    return False


@rule
def may_strike(book, game, ship):
    """Whether a carrier in the battle has squadrons that have not struck yet; damaged ones launch none (20.5212B)."""
    is_ready = game.line[ship] != Line.NONE and book.kind[ship] == Kind.CARRIER and game.aim[ship] == Aim.NONE
    return is_ready and is_sound(game, ship) and game.squadrons[ship] > 0


@rule
def mask_strike(book, game, mask):
    """A ship of the enemy's in the battle, or its light ships as a group (20.58B), each once; or no more."""
    enemy = 1 - int(book.side[game.subject])
    mask[Option.DONE] = 1
    mask[Option.LIGHT] = int(game.at_light == 0 and has_light_ships(book, game, enemy))
    for unit in units_of(game):
        if is_attacked_alone(book, game, unit, enemy):
            mask[FIRST_UNIT + unit] = int(game.assigned[unit] == 0)


@rule
def take_strike(book, game, action, events):
    """The aircraft of a carrier fly through the air defense, and those left are given targets (H)."""
    carrier = int(game.subject)
    side = int(book.side[carrier])
    if action != Option.DONE and game.striking[side] == 0:
        game.arrived = game.striking[side] = through_air_defense(book, game, carrier, 1 - side, events)
    if action == Option.DONE or game.arrived == 0:
        end_strike(book, game, carrier, events)
    else:
        aim(game, action)


@rule
def end_strike(book, game, carrier, events):
    """The squadrons of a carrier strike what they have been given, and no more in the battle."""
    side = int(book.side[carrier])
    strike(book, game, side, airmen_of(book, game, book.nation[carrier]), int(game.striking[side]), 0, events)
    game.striking[side], game.aim[carrier] = 0, Aim.HOLDS.value


# --- which squadrons strike which ships (23.4) -------------------------------------------------------------


@rule
def aim(game, action):
    """At a ship, or at light ones as a group; how many squadrons strike is asked where there is a choice."""
    target = UNITS if action == Option.LIGHT else action - FIRST_UNIT
    if game.arrived == 1:
        assign(game, target, 1)
    else:
        game.cursor = target


@rule
def mask_strike_with(game, mask):
    for count in range(1, min(int(game.arrived), MOST_COUNTED) + 1):
        mask[Option.COUNT_0 + count] = 1


@rule
def take_strike_with(game, action):
    assign(game, int(game.cursor), action - Option.COUNT_0)
    game.cursor = NOBODY


@rule
def assign(game, target, count):
    """So many squadrons strike a target, before any die is rolled (H)."""
    game.arrived -= count
    if target == UNITS:
        game.at_light = count
    else:
        game.assigned[target] = count


@rule
def strike(book, game, side, drm, naval, level, events):
    """All squadrons of a side that have targets strike.  drm: what its airmen add.  naval: how many are of naval
    aircraft.  level: of surprise, from some level of which they have one more (20.51).  Squadrons of carriers fly at
    ships first, in their order, and at light ships last (H)."""
    enemy, better = 1 - side, drm + int(level >= BETTER_AIM)
    for unit in units_of(game):
        if game.assigned[unit] > 0:
            dice = two_dice(game)
            total = natural(dice) + better - drm_of(book, unit) + gain_at_sea(naval, int(game.assigned[unit]))
            hits = hits_by_air(book, int(game.assigned[unit]), total)
            note(events, Event.BOMBS, side, unit, hits)
            note_two(events, dice)
            may_be_critical = natural(dice) == NATURAL_TWELVE
            if level >= CRITICAL and is_damaged_by(book, game, unit, hits):  # 20.5241C
                may_be_critical = True
            take_hits(book, game, unit, hits, int(may_be_critical), events)
            naval -= min(naval, int(game.assigned[unit]))
            game.assigned[unit] = 0
    if game.at_light > 0:
        bring_in_cruisers(book, game, enemy)
        dice = two_dice(game)
        total = natural(dice) + better - light_drm(book, game, enemy) + gain_at_sea(naval, int(game.at_light))
        hits = hits_by_air(book, int(game.at_light), total)
        note(events, Event.BOMBS_ON_LIGHT, side, enemy, hits)
        note_two(events, dice)
        hit_light_ships(book, game, enemy, hits, events)
        screen_cruisers(book, game, enemy)
        game.at_light = 0
    screen_damaged(book, game, enemy)
    game.arrived = 0


@rule
def gain_at_sea(naval, squadrons):
    """What so many squadrons that strike together gain against ships at sea, if so many of naval aircraft are among
    those that are left: these gain one, others nothing, nor do both together (20.51; H)."""
    return AT_SEA * int(naval >= squadrons)


@rule
def screen_damaged(book, game, side):
    """Ships that a strike has damaged are screened when fleet combat starts (21.5361B)."""
    for unit in units_of(game):
        if book.side[unit] == side and game.line[unit] != Line.NONE and not is_sound(game, unit):
            step_back(game, unit)
            game.fronted[unit] = 0


@rule
def hits_by_air(book, squadrons, total):
    """The Naval Attack Table by air squadrons (20.51)."""
    return int(book.hits_by_air[squadrons, min(max(int(total), 2), MOST_ROLL)])


@rule
def through_air_defense(book, game, carrier, enemy, events):
    """How many squadrons strike: some are shot down, some turn back (23.4)."""
    dice = two_dice(game)
    level = air_defense_level(book, game, enemy)
    squadrons = int(game.squadrons[carrier])
    lost = min(squadrons, int(book.shot_down[level, natural(dice)]))
    back = min(squadrons - lost, int(book.turned_back[level, natural(dice)]))
    game.squadrons[carrier] -= lost
    note(events, Event.AIR_DEFENSE, carrier, lost, back)
    note_two(events, dice)
    return squadrons - lost - back


@rule
def air_defense_level(book, game, side):
    """By the factors of the ships in the battle, damaged ones too (20.5212F); one more for each of the largest ships
    (20.253, 20.36)."""
    factors, more = 0, 0
    for unit in units_of(game):
        if book.side[unit] == side:
            if is_of_one_factor(book, unit):
                factors += int(game.lights[unit]) * (CVE_COUNTS if book.kind[unit] == Kind.CVE else 1)
            elif game.line[unit] != Line.NONE and is_afloat(game, unit):
                factors += int(book.factors[unit])
                more += int(is_among_the_largest(book, unit))
    return min(min(factors // FACTORS_A_LEVEL + 1, MOST_LEVEL) + more, HIGHEST_LEVEL) if factors > 0 else 0
