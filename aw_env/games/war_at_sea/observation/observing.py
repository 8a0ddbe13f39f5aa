"""Writes a row of observations for a seat."""

from aw_env.core.declare.columns import SUMMARY
from aw_env.core.engine.compiling import compiled, rule
from aw_env.games.war_at_sea.observation.general import write_general
from aw_env.games.war_at_sea.observation.summary import write_summary
from aw_env.games.war_at_sea.observation.unit_tables import write_unit_tables
from aw_env.games.war_at_sea.observation.visible import as_seen, is_kept_from


@compiled
def observe(books, games, i, seat, layout, observation):
    """Write into `observation`, int16 `(columns,)`, what a seat (`sight.REFEREE`: everything) sees of game `i`."""
    show_to(books[0], games[i], seat, layout, observation)


@rule
def show_to(book, game, seat, layout, observation):
    """Write a row for a seat, from what it may see."""
    if is_kept_from(book, game, seat):
        write(book, as_seen(book, game)[0], seat, layout, observation)
    else:
        write(book, game, seat, layout, observation)


@rule
def write(book, game, seat, layout, observation):
    """Write a row of a layout."""
    observation[:] = 0
    mine = int(seat) & 1
    write_general(book, game, seat, observation)
    if layout == SUMMARY:
        write_summary(book, game, mine, observation)
    else:
        write_unit_tables(book, game, mine, observation)
