"""What a seat sees, written into a row of int16: the public state, from the side of the seat.

The columns are those of `columns.py`.  Never written: the generator, dice laid in front of it, and an action
type before both sides have chosen (§7.22).
"""

from aw_env.core.declare.columns import SUMMARY
from aw_env.core.engine.compiling import compiled, rule, rule_with_arrays
from aw_env.games.admirals_war.observation.counting import count_unit, look
from aw_env.games.admirals_war.observation.general import write_general, write_rules_in_play
from aw_env.games.admirals_war.observation.places import write_areas, write_points, write_ports
from aw_env.games.admirals_war.observation.unit_tables import write_place_table, write_unit_table
from aw_env.games.admirals_war.observation.units_that_matter import show_units
from aw_env.games.admirals_war.observation.visible import as_seen
from aw_env.games.admirals_war.rules.options.hidden_submarines import are_hidden


@compiled
def observe(books, games, i, seat, layout, observation):
    """Write what `seat` sees of `games[i]` into `observation`, int16 of the layout's width (`columns.WIDTHS`).

    `layout` is `SUMMARY` or `UNIT_TABLES`.
    """
    write_observation(books[0], games[i], seat, layout, observation)


@rule_with_arrays
def write_observation(book, game, seat, layout, observation):
    """The same for a game inside compiled code, whatever was in the row before."""
    if are_hidden(book):
        write_row_of(book, as_seen(book, game, seat), seat, layout, observation)
    else:
        write_row(book, game, seat, layout, observation)


@rule
def write_row_of(book, seen, seat, layout, observation):
    """Write a row of the record as the seat may see it."""
    write_row(book, seen[0], seat, layout, observation)


@rule
def write_row(book, game, seat, layout, observation):
    """Write a row of a record in which nothing is hidden from the seat."""
    observation[:] = 0
    mine = int(seat) & 1
    write_rules_in_play(book, observation)
    write_general(book, game, seat, mine, observation)
    if layout == SUMMARY:
        for k in range(game.units):
            unit = int(game.roster[k])
            count_unit(book, unit, look(game, unit, game.turn + 1), 1, mine, observation)
        write_points(book, game, mine, observation)
        write_areas(book, game, mine, observation)
        write_ports(book, game, mine, observation)
        show_units(book, game, mine, observation)
    else:
        write_unit_table(book, game, mine, observation)
        write_place_table(book, game, mine, observation)
