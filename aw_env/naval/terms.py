"""The words that the records of all wars share."""

from enum import IntEnum

NOWHERE = -1
NOBODY = -1


class Side(IntEnum):
    """The two sides."""

    ALLIES = 0
    AXIS = 1
