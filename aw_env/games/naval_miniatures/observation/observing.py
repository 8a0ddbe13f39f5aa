"""Writes what a seat sees into a row of int16."""

from aw_env.core.engine.compiling import rule

SIGHT = [("written", "i4")]
"""What is kept beside a row: rows are written anew at every decision, so it stays 0."""


@rule
def show(book, game, seat, layout, observation, line):
    """Write what the seat that is asked sees into a row."""
    observation[:] = 0
