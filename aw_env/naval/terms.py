"""The words and numbers that the records of all wars share."""

from enum import IntEnum

from aw_env.core.declare.dice import Die

NOWHERE = -1
NOBODY = -1
FACES = 6
DIE = Die(FACES, hit=6)
"""The dice: six-sided, and a 6 hits."""
NO_GROUP = -1
"""The group of units that stay out of a pursuit."""


class Side(IntEnum):
    """The two sides."""

    ALLIES = 0
    AXIS = 1
