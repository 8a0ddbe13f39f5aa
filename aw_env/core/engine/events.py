"""What happened since the last decision, in rows of a buffer that the caller passes.

Row 0 is a header: its first number counts the rows used.  Each further row is (event, a, b, c, number of
dice, dice...).  A buffer of one row records nothing; a full buffer keeps the first events.
"""

from aw_env.core.engine.compiling import rule

HEADER = 0
DICE_COUNT = 4
FIRST_DIE = 5


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
