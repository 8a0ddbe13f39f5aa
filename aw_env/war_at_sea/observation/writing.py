"""A row of observations."""

from aw_env.core.engine.compiling import rule


@rule
def show(book, game, seat, layout, observation, line):
    """Bring the row that goes with the line up to date."""
