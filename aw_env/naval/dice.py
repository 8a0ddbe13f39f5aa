"""The dice of both wars: six-sided, and a 6 hits."""

from aw_env.core.declare.dice import Die
from aw_env.core.engine.compiling import rule
from aw_env.core.engine.dice import roll

FACES = 6
DIE = Die(FACES, hit=6)


@rule
def roll_die(game):
    """One six-sided die."""
    return roll(game, FACES)
