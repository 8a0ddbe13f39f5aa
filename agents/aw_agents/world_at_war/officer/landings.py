"""The officer's answers in invasions.  It reads nothing that its side does not know."""

from aw_agents.world_at_war.officer.islands import seen_factors
from aw_env.core.engine.compiling import rule
from aw_env.games.world_at_war.records.kinds import Decision, Ground, Kind, Option
from aw_env.games.world_at_war.records.record import FIRST_PLACE, FIRST_UNIT
from aw_env.games.world_at_war.rules.bases import home_of
from aw_env.games.world_at_war.rules.damage import is_of_one_factor, is_sound
from aw_env.games.world_at_war.rules.ground_attacks import odds, squadrons_in_range
from aw_env.games.world_at_war.rules.island_forces import factors_in
from aw_env.games.world_at_war.rules.landing_battles import factors_joining, may_oppose
from aw_env.games.world_at_war.rules.ranges import MISSION, enemy_of
from aw_env.games.world_at_war.rules.task_forces import MOST_IN_A_FORCE
from aw_env.games.world_at_war.rules.troops import carriers_left, destroyers_needed, is_defended, printed_defense
from aw_env.games.world_at_war.rules.units import units_of

USUAL_MULTIPLIER = 3.0
UNITS_FOR_DEFENDED, UNITS_FOR_EMPTY = 4, 1
"""Destroyers' worth of troops that embark: so many ground factors at least."""


@rule
def score_landing(book, game, doctrine, action):
    """How good an answer is to a question of an invasion."""
    decision = game.decision
    if decision == Decision.INVADE:
        return score_invasion(book, game, doctrine, action)
    if decision == Decision.EMBARK:
        return score_embarking(book, game, action)
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
    """Islands that few enemy ships can come to, and that are weakly held, first."""
    if action == Option.DONE:
        return 0.0
    side, hex = int(game.power), action - FIRST_PLACE
    ours, theirs = factors_within(book, game, side, hex), factors_within(book, game, enemy_of(side), hex)
    return ours - doctrine.escort * theirs - USUAL_MULTIPLIER * printed_defense(book, game, hex) + doctrine.land


@rule
def factors_within(book, game, side, hex):
    """Factors of sound ships of a side within twenty hexes of a hex that have not been used: no more than sail
    together."""
    factors = 0.0
    for unit in units_of(game):
        if book.side[unit] == side and is_sound(game, unit) and game.inverted[unit] == 0:
            base = home_of(game, unit) if side == game.power else int(game.place[unit])
            if book.kind[unit] != Kind.CARRIER and book.hexes[base, hex] <= MISSION:
                factors += game.strength[unit] - game.spent[unit]
    return min(factors, float(MOST_IN_A_FORCE))


@rule
def score_embarking(book, game, action):
    """Two units against a garrison, and one where there is none."""
    side = int(game.power)
    wanted = UNITS_FOR_DEFENDED if is_defended(game, int(game.raiding)) else UNITS_FOR_EMPTY
    enough = destroyers_needed(book, game, side) >= 2 * wanted
    return float(int((action == Option.DONE) == enough))


@rule
def score_sailing(book, game, doctrine, action):
    """Ships join until the odds are good and the troops protected; where they are not, it is called off."""
    side = int(game.power)
    good = not is_defended(game, int(game.raiding))
    if not good:
        good = odds(book, game, squadrons_in_range(book, game, side)) >= doctrine.invade
    if action == Option.CALL_OFF:
        return 0.5
    if action == Option.DONE:
        theirs = factors_within(book, game, enemy_of(side), int(game.raiding))
        protected = factors_in(book, game, side) - carriers_left(game) >= doctrine.escort * theirs
        return 9.0 if good and protected else 0.0
    ship = action - FIRST_UNIT
    return 1.0 + 0.1 * factors_joining(book, game, ship) - 0.5 * float(int(book.kind[ship] == Kind.CARRIER))


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
    """Destroyers and aircraft first, the last ground unit never while anything else is there."""
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
