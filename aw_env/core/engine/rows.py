"""Rows of a table at the end of an observation, of which the first column of each says whether there is one."""

from aw_env.core.engine.compiling import rule


@rule
def clear_rows(observation, first, rows, width):
    """Empty the rows that were written, of a table that begins at column `first`; those behind them are empty."""
    number = 0
    while number < rows and observation[first + number * width] != 0:
        for k in range(width):
            observation[first + number * width + k] = 0
        number += 1
