"""How records are laid out for the rules, for those who need no rule and no compiler: `core.engine.stack` and
`core.engine.sets` have the rules."""

import numpy as np

STEP, SUBJECT, CURSOR, STAGE = 0, 1, 2, 3
"""Fields of a frame of the stack: what is done, to what, how far it has come, and what else the step keeps in mind."""
FRAME_FIELDS = 4
FIRST_DIE = 5
"""The column of the first die in a row of `core.engine.events`."""
WORD_SHIFT = 5
"""A word of a set holds 1 << WORD_SHIFT numbers: half of its bits, so that no sign is ever in the way."""
IN_WORD = (1 << WORD_SHIFT) - 1
PLAIN = "plain"
"""The field that marks the record of a book without optional rules: a type of its own, so that rules are compiled for
it apart."""


def words_for(count: int) -> int:
    """How many words a set of numbers below `count` takes, to declare its field with."""
    return (count + IN_WORD) >> WORD_SHIFT


def records(dtype: np.dtype, count: int) -> np.ndarray:
    """`count` zeroed records that rules can read, compiled or interpreted, as `array[i].field`."""
    from aw_env.core.engine.compiling import (
        INTERPRETED,  # here: to import Numba takes longer than to read what is printed
    )

    array = np.zeros(count, dtype)
    return array.view(np.recarray) if INTERPRETED else array
