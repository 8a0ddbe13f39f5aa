"""What the officer does with invasions on a map of hexes.  It reads nothing that its side does not know."""

from aw_agents.world_at_war.officer.landings import score_landing
from aw_agents.world_at_war.officer.meetings import expected_to_meet
from aw_env.core.engine.compiling import rule
from aw_env.core.engine.sets import has
from aw_env.games.world_at_war.records.kinds import (
    BETWEEN_PORTS,
    FACES,
    NOWHERE,
    PLACES,
    Convoy,
    Decision,
    Ground,
    Kind,
    Option,
    Switch,
)
from aw_env.games.world_at_war.records.record import FIRST_PLACE, FIRST_UNIT
from aw_env.games.world_at_war.rules.bases import has_been_used
from aw_env.games.world_at_war.rules.bombardment import naval_factors_that_count, support, with_guns
from aw_env.games.world_at_war.rules.damage import is_sound
from aw_env.games.world_at_war.rules.embarkation import all_aboard
from aw_env.games.world_at_war.rules.fleet_combat import drm_of
from aw_env.games.world_at_war.rules.ground_attacks import (
    attack_strength,
    begin_attack,
    defense_strength,
    flying,
    most_infantry,
    odds,
    squadrons_in_range,
)
from aw_env.games.world_at_war.rules.ground_combat import attacker_owes, dm_of, odds_of, result_of, takes_defenders
from aw_env.games.world_at_war.rules.invasions import may_be_invaded
from aw_env.games.world_at_war.rules.invasions_on_hexes import most_embarking
from aw_env.games.world_at_war.rules.island_forces import FACTORS_A_BRP, factors_in
from aw_env.games.world_at_war.rules.ranges import enemy_of
from aw_env.games.world_at_war.rules.routes import THERE, measure_ways
from aw_env.games.world_at_war.rules.seaways import RANGE, closed_straits
from aw_env.games.world_at_war.rules.task_forces import MOST_IN_A_FORCE
from aw_env.games.world_at_war.rules.troops import (
    destroyers_a_factor,
    destroyers_needed,
    factors_joining,
    is_defended,
    printed_defense,
)
from aw_env.games.world_at_war.rules.units import units_of

BOLD = 0.5
"""Of the enemy's factors that are to be expected the share without which it does not sail."""


@rule
def score_invasion(book, game, doctrine, action):
    """How good an answer is to a question of an invasion that has not sailed, or of the combat ashore."""
    decision = game.decision
    if decision == Decision.INVADE:
        return score_hex(book, game, doctrine, action)
    if decision == Decision.EMBARK:
        return float(int(action != Option.DONE))
    if decision == Decision.TROOPS:
        return float(int(action))
    if decision == Decision.CARRY:
        return float(game.strength[action - FIRST_UNIT])
    if decision == Decision.ATTACK_AGAIN:
        return float(int((action == Option.YES) == (chance_of(book, game, odds(book, game, 0), 0) >= doctrine.sail)))
    return score_landing(book, game, doctrine, action)


@rule
def score_hex(book, game, doctrine, action):
    """The place with most points, as likely as it is taken, of those that are likely to be."""
    if action == Option.DONE:
        return 0.0
    chance = prospect(book, game, action - FIRST_PLACE)
    return chance * float(book.prize[action - FIRST_PLACE]) if chance >= doctrine.sail else -1.0


@rule
def are_to_invade(book, game, doctrine, base):
    """Whether troops of a base do better to wait: they are likely to take a place this turn."""
    if not has(book.options, Switch.LANDINGS) or all_aboard(game) > 0:
        return False
    for hex in range(PLACES):
        if may_be_invaded(book, game, hex, int(game.power)) and best_base(book, game, hex) == base:
            if prospect(book, game, hex) >= doctrine.sail:
                return True
    return False


# --- what is to be expected ------------------------------------------------------------------------------


@rule
def best_base(book, game, hex):
    """The base from which most troops can be carried to a hex; nowhere: there is none."""
    game.convoy, game.origin[THERE] = Convoy.INVASION.value, hex
    found, most = NOWHERE, 0
    for base in range(PLACES):
        factors = most_embarking(book, game, base)
        if factors > most:
            found, most = base, factors
    game.convoy, game.origin[THERE] = Convoy.NONE.value, NOWHERE
    return found


@rule
def prospect(book, game, hex):
    """How likely the troops of one base take a hex, with the ships that can go along and all squadrons in range of
    both sides."""
    base = best_base(book, game, hex)
    if base == NOWHERE:
        return 0.0
    if not is_defended(game, hex):
        return 1.0
    game.convoy, game.origin[THERE] = Convoy.INVASION.value, hex
    embarking, side = most_embarking(book, game, base), int(game.moving)
    ground, destroyers = min(embarking, most_infantry(book)), embarking * destroyers_a_factor(book, game, base)
    guns = guns_from(book, game, hex, base, destroyers, ground)
    game.raiding = hex
    ours, theirs = squadrons_in_range(book, game, side), squadrons_in_range(book, game, enemy_of(side))
    game.raiding = NOWHERE
    helped = support(guns, ours, 0, ground)
    defense = printed_defense(book, game, hex) * dm_of(0, ground, book.terrain[hex]) + theirs
    game.convoy, game.origin[THERE] = Convoy.NONE.value, NOWHERE
    return chance_at(book, game, hex, odds_of(ground + helped, defense), ground + helped)


@rule
def guns_from(book, game, hex, base, destroyers, ground):
    """Naval factors that bombard, of ships that can go along with troops of a base (21.514D, 21.526), within the BRPs
    and the twenty-five factors of a task force."""
    side = int(game.moving)
    closed, low, middle, high = closed_straits(book, game, side), 0, 0, 0
    measure_ways(book, game, side, hex)
    for unit in units_of(game):
        if may_bombard(book, game, unit) and game.place[unit] != NOWHERE:
            leg = int(book.by_water[closed, game.place[unit], base])
            if leg <= BETWEEN_PORTS and leg + int(game.way[side, base]) <= RANGE:
                factors = factors_joining(book, game, unit)
                low, middle, high = with_guns(low, middle, high, factors, drm_of(book, unit))
    most = min(MOST_IN_A_FORCE, FACTORS_A_BRP * int(game.brps[side])) - destroyers
    return max(0, min(most, naval_factors_that_count(low, middle, high, ground)))


@rule
def may_bombard(book, game, unit):
    """Whether a ship of the side that moves is free to go along, and has guns; destroyers carry."""
    if book.side[unit] != game.moving or not is_sound(game, unit) or has_been_used(book, game, unit):
        return False
    return book.kind[unit] != Kind.DD and game.squadrons[unit] == 0 and book.kind[unit] != Kind.CVE


@rule
def chance_at(book, game, hex, ratio, strength):
    """The chance that an attack at so many to one takes a hex, and that somebody is left of so many combat factors."""
    if ratio < 1:
        return 0.0
    printed, dm, taken = printed_defense(book, game, hex), dm_of(0, 1, book.terrain[hex]), 0
    for die in range(1, FACES + 1):
        result = result_of(book, ratio, die)
        taken += int(takes_defenders(result) and attacker_owes(result, printed, dm) < strength)
    return taken / float(FACES)


@rule
def chance_of(book, game, ratio, more):
    """The same of the attack that is before the hex, with so many squadrons more."""
    own = flying(book, game, int(game.moving)) + more
    return chance_at(book, game, int(game.raiding), ratio, attack_strength(book, game, own))


# --- who goes along --------------------------------------------------------------------------------------


@rule
def score_company(book, game, doctrine, action):
    """Ships go along until the odds are good and the troops protected, slow ones first, which do nothing else.  When
    nobody is left who may, it sails if the odds are good and it is not quite alone; if not, it is called off."""
    side = int(game.power)
    if action == Option.CALL_OFF:
        return 0.5
    if action == Option.DONE:
        if chance_now(book, game) < doctrine.sail:
            return 0.0
        escorts = float(factors_in(book, game, side) - destroyers_needed(book, game, side))
        expected = expected_to_meet(book, game)
        if escorts >= doctrine.protect * expected:
            return 9.0
        return 0.6 if escorts >= BOLD * expected else 0.0
    ship = action - FIRST_UNIT
    slow, carrier = float(int(book.slow[ship])), float(int(book.kind[ship] == Kind.CARRIER))
    return 1.0 + 0.1 * game.strength[ship] + 0.3 * slow - 0.5 * carrier


@rule
def chance_now(book, game):
    """The chance of the force, as it is, to take the hex, if all squadrons in range of both sides fly."""
    side, first = int(game.moving), int(game.raiding)
    game.raiding = game.origin[THERE]
    if not is_defended(game, int(game.raiding)):
        game.raiding = first
        return 1.0
    begin_attack(book, game)
    more = squadrons_in_range(book, game, side)
    defense = defense_strength(book, game) + squadrons_in_range(book, game, enemy_of(side))
    strength = attack_strength(book, game, flying(book, game, side) + more)
    found = chance_at(book, game, int(game.raiding), odds_of(strength, defense), strength)
    game.raiding = first
    game.attackers[Ground.INFANTRY] = game.most_guns = 0
    return found
