"""The officer's answers in invasions.  It reads nothing that its side does not know."""

from aw_agents.world_at_war.officer.islands import seen_factors
from aw_env.core.engine.compiling import rule
from aw_env.core.engine.sets import has
from aw_env.games.world_at_war.records.kinds import PLACES, Decision, Ground, Kind, Option, PlaceKind, Switch, Worth
from aw_env.games.world_at_war.records.record import FIRST_PLACE, FIRST_UNIT
from aw_env.games.world_at_war.rules.bases import is_port
from aw_env.games.world_at_war.rules.bombardment import A_FACTOR
from aw_env.games.world_at_war.rules.damage import is_of_one_factor, is_sound
from aw_env.games.world_at_war.rules.ground_attacks import (
    SUPPORT_RANGE,
    attack_strength,
    begin_attack,
    defense_strength,
    flying,
    odds,
    squadrons_in_range,
)
from aw_env.games.world_at_war.rules.ground_combat import USUAL_DM, odds_of
from aw_env.games.world_at_war.rules.invasions import unload
from aw_env.games.world_at_war.rules.island_forces import FACTORS_A_BRP, factors_in
from aw_env.games.world_at_war.rules.landing_battles import factors_joining, may_oppose
from aw_env.games.world_at_war.rules.pacific import islands_of
from aw_env.games.world_at_war.rules.ranges import MISSION, enemy_of, is_supplied, is_within_a_leg
from aw_env.games.world_at_war.rules.task_forces import MOST_IN_A_FORCE
from aw_env.games.world_at_war.rules.troops import (
    FOR_DEFENDED,
    FOR_UNDEFENDED,
    LOSSES,
    destroyers_needed,
    is_defended,
    load,
    printed_defense,
)
from aw_env.games.world_at_war.rules.units import units_of

FACTORS_FOR_DEFENDED, MOST_GROUND_FACTORS = 2, 4
"""Ground factors that a garrison is attacked with, and the most that embark."""
A_BRP = 2.5
"""Points that a BRP is worth when it pays for a raid."""


@rule
def score_landing(book, game, doctrine, action):
    """How good an answer is to a question of an invasion."""
    decision = game.decision
    if decision == Decision.INVADE:
        return score_invasion(book, game, doctrine, action)
    if decision == Decision.EMBARK:
        return score_embarking(book, game, doctrine, action)
    if decision == Decision.TROOP:
        return float(int(action == Option.MARINES))
    if decision == Decision.SAIL:
        return score_sailing(book, game, doctrine, action)
    if decision == Decision.OPPOSE_LANDING:
        return score_opposing(book, game, doctrine, action)
    if decision == Decision.SUPPORT or decision == Decision.COVER_LAND:
        return float(int(action != Option.DONE))
    if decision == Decision.CARRIER_LOSSES:
        return float(int(action))
    if decision == Decision.LOSSES:
        return score_losses(book, game, action)
    if decision == Decision.ATTACK_AGAIN:
        return float(int((action == Option.YES) == (odds(book, game, 0) + 1 >= doctrine.invade)))
    return float(int(action == Option.YES))


@rule
def score_invasion(book, game, doctrine, action):
    """Islands whose points, as likely as they are to be taken, are worth more than the BRPs, of which each pays for
    three factors that raid."""
    if action == Option.DONE:
        return 0.0
    side, hex = int(game.power), action - FIRST_PLACE
    theirs = factors_within(book, game, enemy_of(side), hex)
    guns = A_FACTOR * max(0.0, strength_wanted(book, game, doctrine, hex) - FACTORS_FOR_DEFENDED)
    factors = FOR_DEFENDED * FACTORS_FOR_DEFENDED + max(guns, doctrine.escort * theirs)
    if factors > FACTORS_A_BRP * game.brps[side]:
        return -1.0
    prize = points_a_turn(book, game, hex, side) * (book.last_turn - game.turn + 1)
    found = theirs / MOST_IN_A_FORCE * max(0.0, 1.0 - doctrine.escort)
    return prize * (1.0 - found) - A_BRP * factors / FACTORS_A_BRP + doctrine.land


@rule
def strength_wanted(book, game, doctrine, hex):
    """Combat factors that attack at the odds of the doctrine, less those of our squadrons."""
    side = int(game.power)
    defense = USUAL_DM * printed_defense(book, game, hex) + squadrons_over(book, game, enemy_of(side), hex)
    return doctrine.invade * defense - squadrons_over(book, game, side, hex) // A_FACTOR


@rule
def points_a_turn(book, game, hex, side):
    """By how much the lead grows at the end of each turn when an island of the enemy's is taken (21.5399A)."""
    group, enemy = int(book.group_of[hex]), enemy_of(side)
    ours, theirs = islands_of(book, game, group, side), islands_of(book, game, group, enemy)
    before = group_points(book, ours, theirs) - group_points(book, theirs, ours)
    ours += int(would_be_supplied(book, game, hex, side))
    theirs -= int(is_supplied(book, game, hex))
    return group_points(book, ours, theirs) - group_points(book, theirs, ours) - before


@rule
def would_be_supplied(book, game, hex, side):
    """Whether a supplied port or box of a side is within a leg of a hex (21.3612)."""
    for place in range(PLACES):
        if game.control[place] == side and is_supplied(book, game, place) and is_within_a_leg(book, place, hex):
            if is_port(book, game, place) or book.place_kind[place] == PlaceKind.BOX:
                return True
    return False


@rule
def group_points(book, ours, theirs):
    """What a group scores for a side with so many of its islands."""
    if ours <= 0:
        return 0
    return int(book.worth[Worth.GROUP_SHARED if theirs > 0 else Worth.GROUP_HELD])


@rule
def squadrons_over(book, game, side, hex):
    """Squadrons of a side's bases that may yet support it in a hex."""
    squadrons = 0
    for place in range(PLACES):
        if game.control[place] == side and book.hexes[place, hex] <= SUPPORT_RANGE:
            squadrons += int(game.airbase[place]) - int(game.flown[place])
    return squadrons * int(has(book.options, Switch.CARRIERS))


@rule
def factors_within(book, game, side, hex):
    """Factors of sound ships of a side within twenty hexes of a hex that have not been used: no more than sail
    together."""
    factors = 0.0
    for unit in units_of(game):
        if book.side[unit] == side and is_sound(game, unit) and game.inverted[unit] == 0:
            if book.hexes[game.place[unit], hex] <= MISSION:
                factors += game.strength[unit] - game.spent[unit]
    return min(factors, float(MOST_IN_A_FORCE))


@rule
def score_embarking(book, game, doctrine, action):
    """As many units as attack at good odds by themselves, for guns cost more; one where there is no garrison."""
    side, hex = int(game.power), int(game.raiding)
    destroyers = float(FOR_UNDEFENDED)
    if is_defended(game, hex):
        wanted = strength_wanted(book, game, doctrine, hex)
        destroyers = FOR_DEFENDED * max(1.0, min(wanted, MOST_GROUND_FACTORS))
    return float(int((action == Option.DONE) == (destroyers_needed(book, game, side) >= destroyers)))


@rule
def score_sailing(book, game, doctrine, action):
    """Ships join until the odds are good and the troops protected, slow ones first, which do nothing else; where they
    are not, it is called off."""
    side = int(game.power)
    if action == Option.CALL_OFF:
        return 0.5
    if action == Option.DONE:
        good = not is_defended(game, int(game.raiding)) or odds_ashore(book, game, side) >= doctrine.invade
        theirs = factors_within(book, game, enemy_of(side), int(game.raiding))
        protected = factors_in(book, game, side) - destroyers_needed(book, game, side) >= doctrine.escort * theirs
        return 9.0 if good and protected else 0.0
    ship = action - FIRST_UNIT
    slow, carrier = float(int(book.slow[ship])), float(int(book.kind[ship] == Kind.CARRIER))
    return 1.0 + 0.1 * factors_joining(book, game, ship) + 0.3 * slow - 0.5 * carrier


@rule
def odds_ashore(book, game, side):
    """Odds to one of the attack, if it sailed now, when all squadrons in range fly, the enemy's too."""
    own = flying(book, game, side) + squadrons_in_range(book, game, side)
    defense = defense_strength(book, game) + squadrons_in_range(book, game, enemy_of(side))
    load(book, game, side)
    begin_attack(book, game)
    strength = attack_strength(book, game, own)
    unload(game)
    return odds_of(strength, defense)


@rule
def score_opposing(book, game, doctrine, action):
    """Ships of a base that together are strong enough, the strongest first."""
    side, theirs = int(game.power), seen_factors(book, game)
    sent, there = float(factors_in(book, game, side)), 0.0
    for unit in units_of(game):
        if may_oppose(book, game, unit, int(game.subject), side):
            there += factors_joining(book, game, unit)
    hopeless = sent + there < doctrine.defend * theirs
    if action == Option.DONE:
        return 9.0 if hopeless or sent >= doctrine.intercept * theirs else 0.5
    return 1.0 + 0.1 * factors_joining(book, game, action - FIRST_UNIT)


@rule
def score_losses(book, game, action):
    """Destroyers and aircraft first, the last ground unit never while anything else is there; of cargo infantry."""
    if game.step != LOSSES:
        return float(int(action == Option.INFANTRY))
    last = game.attackers[Ground.INFANTRY] + game.attackers[Ground.MARINES] == 1
    if action == Option.AIRCRAFT:
        return 4.0
    if action == Option.INFANTRY:
        return -1.0 if last else 2.0
    if action == Option.MARINES:
        return -1.0 if last else 1.5
    ship = action - FIRST_UNIT
    if is_of_one_factor(book, ship):
        return 3.0
    return 2.5 if book.kind[ship] == Kind.CA else 1.0 - 0.1 * book.factors[ship]
