"""How the officer fights: targets, staying or going, pursuit."""

from aw_agents.war_at_sea.officer.strength import strength_in_battle, worth
from aw_env.core.engine.compiling import rule
from aw_env.games.war_at_sea.records.terms import FIRST_UNIT_ACTION, Option
from aw_env.games.war_at_sea.rules.counters import speed

LEAST_TOUGHNESS = 0.1
"""What can be taken by a target that seems to take nothing."""


@rule
def score_target(book, game, doctrine, action):
    """Targets that are worth most for what they can take, and that few fire upon yet; fire is not held."""
    if action < FIRST_UNIT_ACTION:
        return 0.0
    unit = action - FIRST_UNIT_ACTION
    left = float(book.defense[unit]) + 1.0 - float(game.damage[unit]) - float(game.pending_damage[unit])
    if left <= 0.0:
        return 0.1
    return worth(book, game, doctrine, unit) / max(
        LEAST_TOUGHNESS,
        doctrine.target_near + doctrine.target_hit_points * left + doctrine.target_crowd * game.attackers_on[unit],
    )


@rule
def score_mending(book, game, doctrine, action):
    """The ship that is worth most is mended first."""
    if action < FIRST_UNIT_ACTION:
        return 0.0
    return 1.0 + worth(book, game, doctrine, action - FIRST_UNIT_ACTION)


@rule
def score_disengaging(book, game, doctrine, action):
    """Leave when clearly outmatched."""
    side = int(game.power)
    leaves = strength_in_battle(book, game, doctrine, side) < doctrine.outmatched * strength_in_battle(
        book, game, doctrine, 1 - side
    )
    return 1.0 if (action == Option.DISENGAGE) == leaves else 0.0


@rule
def score_joining(book, game, action):
    """Ships of one speed go together."""
    if action == Option.NEW_GROUP:
        return 0.5
    other = action - FIRST_UNIT_ACTION
    return 1.0 if speed(book, game, other) == speed(book, game, game.subject) else 0.0


@rule
def score_pursuit(book, game, doctrine, action):
    """A sound ship pursues the group whose first ship is worth most for what it can take."""
    if action == Option.NO_PURSUIT:
        return doctrine.follow if game.damage[game.subject] == 0 else 10.0
    return score_target(book, game, doctrine, action)


@rule
def score_oiling(book, game, doctrine, action):
    """Try while the die is good."""
    tries = book.oiling_die[game.turn] >= doctrine.oiling and game.damage[game.subject] == 0
    return 1.0 if (action == Option.YES) == tries else 0.0


@rule
def score_carrier_fire(doctrine, action):
    """Carriers keep silent behind their screens, unless the doctrine says otherwise."""
    return 1.0 if (action == Option.FIRE) == (doctrine.carriers_fire > 0.0) else 0.0
