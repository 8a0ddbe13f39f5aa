"""What happened since the last decision, in rows of a buffer that the caller passes.

Row 0 is a header: its first number counts the rows used.  Each further row is (event, a, b, c, number of
dice, dice...).  A buffer of one row records nothing; a full buffer keeps the first events.  An event that only one side
may hear of is whispered: its number is marked with the side.
"""

from collections.abc import Sequence

import numpy as np

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.layout import FIRST_DIE

HEADER = 0
DICE_COUNT = 4
WHISPERED = 256
"""Added to the number of an event that is told to the first side alone; twice that for the second side."""


@rule
def note(events, event, a, b, c):
    """Add an event."""
    row = events[HEADER, 0] + 1
    if row < events.shape[0]:
        events[HEADER, 0] = row
        events[row, 0] = event
        events[row, 1] = a
        events[row, 2] = b
        events[row, 3] = c
        events[row, DICE_COUNT] = 0


@rule
def note_die(events, die):
    """Add a die to the latest event."""
    row = events[HEADER, 0]
    if 0 < row:
        column = FIRST_DIE + events[row, DICE_COUNT]
        if column < events.shape[1]:
            events[row, column] = die
            events[row, DICE_COUNT] += 1


@rule
def whisper(events, of_side, event, a, b, c):
    """Add an event of which only one side hears."""
    note(events, event + WHISPERED * (1 + of_side), a, b, c)


def hears(row: np.ndarray, side: int) -> bool:
    """Whether a side hears of the event in a row."""
    return int(row[0]) // WHISPERED in (0, 1 + side)


def number_of(row: Sequence[int] | np.ndarray) -> int:
    """The event in a row, whispered or not."""
    return int(row[0]) % WHISPERED
