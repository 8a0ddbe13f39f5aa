"""Rolling the dice of both wars."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.dice import roll
from aw_env.naval.terms import DIE as DIE
from aw_env.naval.terms import FACES as FACES


@rule
def roll_die(game):
    """One six-sided die."""
    return roll(game, FACES)
