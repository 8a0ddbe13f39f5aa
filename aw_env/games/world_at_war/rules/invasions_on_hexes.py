"""Invasions on a map of hexes: of which places, with which troops and ships, and by which way (21.51, with 22.2 as the
rulings have it).

Troops embark as in sea transport (`embarkation`), and who sails may be met as all who are out (`meetings`); before the
hex all goes on as on islands (`invasions`).  `game.origin[THERE]` is the hex that is invaded; `game.raiding` is the
first base of embarkation, and from the time that the ships are before the hex the hex.
"""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.stack import ask
from aw_env.games.world_at_war.records.kinds import (
    NOBODY,
    NOWHERE,
    PLACES,
    Convoy,
    Decision,
    Event,
    Ground,
    Kind,
    Option,
    Phase,
)
from aw_env.games.world_at_war.records.record import FIRST_PLACE, FIRST_UNIT
from aw_env.games.world_at_war.rules.africa import is_in_africa, troops_fed
from aw_env.games.world_at_war.rules.bases import has_been_used
from aw_env.games.world_at_war.rules.bombardment import A_FACTOR, support
from aw_env.games.world_at_war.rules.damage import is_sound
from aw_env.games.world_at_war.rules.embarkation import (
    add_stop,
    all_of_kind,
    destroyers_lacking,
    may_be_added,
    may_carry,
    measure,
    put_aboard,
    starting_port,
)
from aw_env.games.world_at_war.rules.ground_attacks import begin_attack, most_infantry, odds, squadrons_in_range
from aw_env.games.world_at_war.rules.ground_combat import MOST_ODDS, dm_of, odds_of
from aw_env.games.world_at_war.rules.invasions import may_be_invaded
from aw_env.games.world_at_war.rules.island_forces import brps_for, factors_in
from aw_env.games.world_at_war.rules.meetings import come_in, set_out
from aw_env.games.world_at_war.rules.routes import FIRST_STOP, THERE
from aw_env.games.world_at_war.rules.rows import MOST_COUNTED
from aw_env.games.world_at_war.rules.sea_patrols import end_combat
from aw_env.games.world_at_war.rules.task_forces import MOST_IN_A_FORCE, TASK_FORCE
from aw_env.games.world_at_war.rules.troops import (
    BEATEN,
    EMBARK,
    HEX,
    MEET,
    SUPPORT,
    TROOP,
    destroyers_a_factor,
    destroyers_needed,
    embarked,
    factors_joining,
    is_defended,
    is_embarkation_base,
    is_of_fleets,
    may_invade,
    printed_defense,
    ready,
)
from aw_env.games.world_at_war.rules.units import units_of


@rule
def prepare(book, game):
    """Which hex, from which bases, with how many factors and on which destroyers; True when asked."""
    side, base = int(game.moving), int(game.cursor)
    if game.step == HEX:
        return ask(book, game, Decision.INVADE, side, NOBODY)
    if game.step == EMBARK:
        if not has_bases(book, game) and all_of_kind(game, Ground.INFANTRY) > 0:
            set_out_to_invade(book, game)
            return False
        return ask(book, game, Decision.EMBARK, side, game.origin[THERE])
    if embarked(game, base, Ground.INFANTRY) == 0:
        return ask(book, game, Decision.TROOPS, side, NOBODY)
    if lacking(book, game) > 0:
        return ask(book, game, Decision.CARRY, side, NOBODY)
    game.step, game.cursor = EMBARK, NOBODY
    return False


# --- which hex (21.5152-21.5154) -------------------------------------------------------------------------


@rule
def mask_hex(book, game, mask):
    """A hex to which troops can be carried, and which they could attack; or no more."""
    mask[Option.DONE] = 1
    for hex in range(PLACES):
        if may_be_invaded(book, game, hex, int(game.power)):
            mask[FIRST_PLACE + hex] = int(best_odds(book, game, hex) > 0)


@rule
def best_odds(book, game, hex):
    """The best odds to one at which troops could attack a hex, as far as is seen before any embark; 0: nobody can be
    carried there, or they are below 1:1 (21.5152)."""
    game.convoy, game.origin[THERE] = Convoy.INVASION.value, hex
    factors = 0
    for base in range(PLACES):
        factors += most_embarking(book, game, base)
    ratio = odds_with_all(book, game, factors) if factors > 0 else 0
    game.convoy, game.origin[THERE] = Convoy.NONE.value, NOWHERE
    return ratio


@rule
def odds_with_all(book, game, factors):
    """Odds to one of so many factors with all ships and aircraft of their side that might support them."""
    hex, side = int(game.origin[THERE]), int(game.moving)
    if not is_defended(game, hex):
        return MOST_ODDS
    ground, squadrons, cves = min(factors, most_infantry(book)), 0, 0
    ships = -ground * destroyers_a_factor(book, game, 0)
    for unit in units_of(game):
        if book.side[unit] == side and is_sound(game, unit) and not has_been_used(book, game, unit):
            joining = factors_joining(book, game, unit)
            ships += joining * int(is_of_fleets(book, unit))
            cves += joining * int(book.kind[unit] == Kind.CVE)
            squadrons += int(game.squadrons[unit])
    game.raiding = hex
    squadrons += squadrons_in_range(book, game, side)
    game.raiding = NOWHERE
    guns = max(0, min(ships, MOST_IN_A_FORCE, A_FACTOR * A_FACTOR * ground))
    defense = printed_defense(book, game, hex) * dm_of(0, ground, book.terrain[hex])
    return odds_of(ground + support(guns, squadrons, cves, ground), defense)


@rule
def take_hex(book, game, action, events):
    """An invasion is announced; or combat is over, and who patrols comes home."""
    if action == Option.DONE:
        end_combat(book, game, events)
        return
    game.convoy, game.origin[THERE] = Convoy.INVASION.value, action - FIRST_PLACE
    game.invaded[game.origin[THERE]] = 1
    game.step, game.cursor = EMBARK, NOBODY


# --- who embarks (21.513, 21.514) ------------------------------------------------------------------------


@rule
def has_bases(book, game):
    """Whether troops of any base may embark."""
    for base in range(PLACES):
        if most_embarking(book, game, base) > 0:
            return True
    return False


@rule
def most_embarking(book, game, base):
    """Factors of a base that may embark: those that are there since the player turn began, and fully supplied
    (21.514E, F), for which there are destroyers in range and BRPs, within the twenty-five factors of a task force and
    the range of a mission over several bases (21.514C)."""
    side, aboard = int(game.moving), destroyers_needed(book, game, int(game.moving))
    if not may_invade(book, side, Ground.INFANTRY) or book.lies_in[base] < 0:
        return 0
    if embarked(game, base, Ground.INFANTRY) > 0:
        return 0
    waiting = waiting_to_invade(book, game, base, side)
    if waiting == 0 or not is_embarkation_base(book, game, base, side):
        return 0
    if aboard > 0 and not may_be_added(book, game, base):
        return 0
    further, destroyers = measure(book, game, base, int(game.origin[THERE])), 0
    for row in units_of(game):
        if may_carry(book, game, row, base, further):
            destroyers += int(game.strength[row])
    paid = min(MOST_IN_A_FORCE, A_FACTOR * int(game.brps[side])) - aboard
    return min(waiting, MOST_COUNTED, max(0, min(destroyers, paid)) // destroyers_a_factor(book, game, base))


@rule
def waiting_to_invade(book, game, base, side):
    """Factors of a base that may invade; of those in Africa no more than are fed there (21.514F)."""
    waiting = ready(game, base, Ground.INFANTRY) if game.control[base] == side else 0
    if waiting == 0 or not is_in_africa(book, base):
        return waiting
    fed = troops_fed(book, game, side)
    for other in range(PLACES):
        fed -= embarked(game, other, Ground.INFANTRY) if is_in_africa(book, other) else 0
    return max(0, min(waiting, fed))


@rule
def mask_bases(book, game, mask):
    """A base of which troops embark; or no more, when there are any."""
    for base in range(PLACES):
        mask[FIRST_PLACE + base] = int(most_embarking(book, game, base) > 0)
    mask[Option.DONE] = int(all_of_kind(game, Ground.INFANTRY) > 0)


@rule
def take_base(book, game, action):
    if action == Option.DONE:
        set_out_to_invade(book, game)
    else:
        game.step, game.cursor = TROOP, action - FIRST_PLACE


@rule
def mask_factors(book, game, mask):
    for count in range(1, most_embarking(book, game, int(game.cursor)) + 1):
        mask[Option.COUNT_0 + count] = 1


@rule
def take_factors(game, action):
    """So many factors of the base embark."""
    base = int(game.cursor)
    put_aboard(game, base, Ground.INFANTRY.value, action - Option.COUNT_0)
    add_stop(game, base)


@rule
def lacking(book, game):
    """Destroyers that are still to be named (21.513A, B)."""
    return destroyers_lacking(game, destroyers_needed(book, game, int(game.moving)))


# --- who goes along (21.514D, 21.52) ---------------------------------------------------------------------


@rule
def set_out_to_invade(book, game):
    """The ships with the troops are named; others may go along."""
    first = int(game.origin[FIRST_STOP])
    here, there = starting_port(book, game, first), int(game.origin[THERE])
    set_out(book, game, Convoy.INVASION.value, here, there, first)


@rule
def mask_company(book, game, mask):
    """Of the ships that may go along those that are paid for; no more, if the attack can be made at 1:1 (21.5152); or
    it is called off."""
    side = int(game.power)
    for unit in units_of(game):
        if mask[FIRST_UNIT + unit] == 1:
            factors = factors_in(book, game, side) + factors_joining(book, game, unit)
            mask[FIRST_UNIT + unit] = int(brps_for(factors) <= game.brps[side])
    mask[Option.DONE], mask[Option.CALL_OFF] = int(can_attack(book, game)), 1


@rule
def can_attack(book, game):
    """Whether the force, as it is, could attack at 1:1 (21.5152)."""
    return not is_defended(game, game.origin[THERE]) or odds_now(book, game) > 0


@rule
def odds_now(book, game):
    """Odds to one of the force, as it is, with all squadrons that are in range."""
    first = int(game.raiding)
    game.raiding = game.origin[THERE]
    begin_attack(book, game)
    ratio = odds(book, game, squadrons_in_range(book, game, int(game.moving)))
    game.raiding = first
    game.attackers[Ground.INFANTRY] = game.most_guns = 0
    return ratio


@rule
def take_company(book, game, action, events):
    """The invasion sails for its BRPs; or it is called off, and costs none."""
    hex, side = int(game.origin[THERE]), int(game.moving)
    if action == Option.DONE:
        factors = factors_in(book, game, side)
        game.brps[side] -= brps_for(factors)
        note(events, Event.INVADES, hex, brps_for(factors), int(factors >= TASK_FORCE))
        game.step = MEET
        return
    note(events, Event.CALLED_OFF, hex, 0, 0)
    for base in range(PLACES):
        game.aboard_infantry[base] = 0
    come_in(book, game, side)
    game.phase, game.step, game.cursor = Phase.INVASIONS.value, HEX, NOBODY


@rule
def come_before_it(game):
    """Nobody meets the ships any more: they are before the hex; or they have been beaten, and turn back (21.516)."""
    game.phase, game.cursor = Phase.INVASIONS.value, NOBODY
    game.raiding = game.origin[THERE]
    game.step = BEATEN if game.step == BEATEN else SUPPORT
