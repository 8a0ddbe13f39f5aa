"""What the officer does with invasions on a map of hexes."""

from aw_agents.world_at_war.officer.landings import factors_within, score_landing
from aw_env.core.engine.compiling import rule
from aw_env.games.world_at_war.records.kinds import Decision, Kind, Option
from aw_env.games.world_at_war.records.record import FIRST_PLACE, FIRST_UNIT
from aw_env.games.world_at_war.rules.invasions_on_hexes import best_odds, odds_now
from aw_env.games.world_at_war.rules.island_forces import FACTORS_A_BRP, factors_in
from aw_env.games.world_at_war.rules.ranges import enemy_of
from aw_env.games.world_at_war.rules.routes import THERE
from aw_env.games.world_at_war.rules.troops import destroyers_needed, is_defended


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
    return score_landing(book, game, doctrine, action)


@rule
def score_hex(book, game, doctrine, action):
    """Places with more points than the enemy in reach of them makes unlikely, if they can be attacked at good odds."""
    if action == Option.DONE:
        return 0.0
    hex = action - FIRST_PLACE
    theirs = doctrine.escort * factors_within(book, game, enemy_of(game.power), hex)
    if best_odds(book, game, hex) < doctrine.invade or theirs > FACTORS_A_BRP * game.brps[game.power]:
        return -1.0
    return float(book.prize[hex]) + doctrine.land


@rule
def score_company(book, game, doctrine, action):
    """Ships go along until the odds are good and the troops protected, slow ones first, which do nothing else; where
    they are not, it is called off."""
    side, hex = int(game.power), int(game.origin[THERE])
    if action == Option.CALL_OFF:
        return 0.5
    if action == Option.DONE:
        good = not is_defended(game, hex) or odds_now(book, game) >= doctrine.invade
        theirs = factors_within(book, game, enemy_of(side), hex)
        protected = factors_in(book, game, side) - destroyers_needed(book, game, side) >= doctrine.escort * theirs
        return 9.0 if good and protected else 0.0
    ship = action - FIRST_UNIT
    slow, carrier = float(int(book.slow[ship])), float(int(book.kind[ship] == Kind.CARRIER))
    return 1.0 + 0.1 * game.strength[ship] + 0.3 * slow - 0.5 * carrier
