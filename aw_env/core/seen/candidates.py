"""The layout "candidates": behind the summary, a row for each legal action, in the order of the actions.

A row holds what anybody who knows the rules can read off the board and add up: no opinion of the move.  What is added
up over all units is added up once a decision, and the rows look it up.  All this stands apart from the summary, so that
games that do not ask for it do not compile it.  A game's own rules are handed in as `Rows`.
"""

from typing import Any, NamedTuple

from aw_env.core.declare.columns import MOST_CANDIDATES
from aw_env.core.engine.compiling import rule, rule_with_arrays
from aw_env.core.engine.ledger import SKIP
from aw_env.core.engine.rows import clear_rows
from aw_env.core.engine.sets import bit, has

NONE = -1
"""No unit, no place."""


class Rows(NamedTuple):
    """The rules that write the rows of a game, and where all is."""

    add_up: Any
    """`add_up(book, game, mask)`: what the rows of a decision look up; arrays, alone or in a tuple."""
    write_choice: Any
    """`write_choice(action, row)`: what kind of action it is."""
    write: Any
    """`write(book, game, action, place, areas, unit, sums, observation, row)`: all but that and what the summary says
    of the place.  place, unit: what is meant (`place_of`, `unit_of`); areas: the sea areas that it means, as a set."""
    areas_beside: Any
    """`areas_beside(book, game, port)`: the sea areas on which a port lies, as a set."""
    cover: Any
    take_off_cover: Any
    """See `core.seen.hiding.Hiding`."""
    actions: int
    first_place_action: int
    first_unit_action: int
    first_port: int
    first_box: int
    """The vocabulary of actions, and places in it: sea areas, ports, boxes."""
    about_places: int
    about_no_unit: int
    """Kinds of decisions, as sets: those about a place, and all that are about no unit."""
    first: int
    width: int
    """Where the rows begin in an observation, and their columns."""
    areas: int
    area_width: int
    of_area: int
    ports: int
    port_width: int
    """Where areas and ports begin in a summary, their columns, and how many of an area's are about the area itself."""
    area: int
    port: int
    """Where these begin in a row."""


@rule
def write_all(rows, books, games, first, last, actions, ledger, masks, observations):
    """Write the candidates of `games[first:last]` behind their summaries, for the seats that are asked.

    The arrays are those of the game's `advance`; the games that it was told to `SKIP` are left alone here as well.
    """
    for i in range(first, last):
        if actions[i] != SKIP:
            show(rows, books[0], games[i], masks[i], observations[i], ledger[i])


@rule_with_arrays
def show(rows, book, game, mask, observation, line):
    """Write the candidates of one game, for the seat that is asked; `line` goes with the row."""
    rows.cover(book, game, line)
    clear_rows(observation, rows.first, MOST_CANDIDATES, rows.width)
    if game.over == 0:
        write_rows(rows, book, game, mask, observation)
    rows.take_off_cover(book, game, line)


@rule_with_arrays
def write_rows(rows, book, game, mask, observation):
    """Write a row for each legal action of a record in which nothing is hidden from the seat that is asked."""
    sums = rows.add_up(book, game, mask)
    number = 0
    for action in range(rows.actions):
        if mask[action] == 1 and number < MOST_CANDIDATES:
            row = observation[rows.first + number * rows.width :]
            rows.write_choice(action, row)
            unit = unit_of(rows, game, action)
            place = place_of(rows, game, action, unit)
            areas = write_place(rows, book, game, place, observation, row)
            rows.write(book, game, action, place, areas, unit, sums, observation, row)
            number += 1


@rule
def unit_of(rows, game, action):
    """The unit that an action names, or else the one that the decision is about, or `NONE`."""
    if action >= rows.first_unit_action:
        return action - rows.first_unit_action
    return NONE if has(rows.about_no_unit, game.decision) else int(game.subject)


@rule
def place_of(rows, game, action, unit):
    """The place that an action names, or else that of its unit, of the combat, or of the decision; `NONE` for none."""
    if rows.first_place_action <= action < rows.first_unit_action:
        return action - rows.first_place_action
    if unit != NONE:
        return int(game.place[unit])
    if game.area != NONE:
        return int(game.area)
    return int(game.subject) if has(rows.about_places, game.decision) else NONE


@rule
def write_place(rows, book, game, place, observation, row):
    """What the summary says of a place.  Gives the sea areas meant, as a set: itself, or those on which a port lies."""
    areas = 0
    if 0 <= place < rows.first_port:
        areas = bit(place)
    elif rows.first_port <= place < rows.first_box:
        port = place - rows.first_port
        areas = rows.areas_beside(book, game, port)
        for k in range(rows.port_width):
            row[rows.port + k] = observation[rows.ports + port * rows.port_width + k]
    for area in range(rows.first_port):
        if has(areas, area):
            for k in range(rows.of_area):
                row[rows.area + k] += observation[rows.areas + area * rows.area_width + k]
    return areas
