"""The layout "candidates": behind the summary, a row for each legal action, in the order of the actions.

A row holds what anybody who knows the rules can read off the board and add up: no opinion of the move.  What is added
up over all units is added up once a decision, and the rows look it up.  All this stands apart from the summary, so that
games that do not ask for it do not compile it.  A game's own rules are handed in as `Rules`.
"""

from types import ModuleType
from typing import Any, NamedTuple

from aw_env.core.declare.columns import CANDIDATES, MOST_CANDIDATES, Layouts
from aw_env.core.declare.decisions import NOTHING, PLACE
from aw_env.core.engine.compiling import compiled, rule, rule_with_arrays
from aw_env.core.engine.entry_points import belonging_to
from aw_env.core.engine.ledger import SKIP
from aw_env.core.engine.rows import clear_rows
from aw_env.core.engine.sets import bit, has

NONE = -1
"""No unit, no place."""


class Rules(NamedTuple):
    """The rules that write the rows of a game."""

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


class Sizes(NamedTuple):
    """Where all is."""

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


def sizes(layouts: Layouts, terms: ModuleType) -> Sizes:
    """Those of a game whose summary has parts "areas" and "ports", and a row of candidates blocks of them, "area/" and
    "port/".  terms: of its records."""
    found, row = layouts.tables(CANDIDATES), {part.name: part.row for part in layouts.parts[CANDIDATES]}
    begins = {block.prefix: first for block, first in zip(row[CANDIDATES].blocks, row[CANDIDATES].firsts, strict=True)}
    (first, _, width), (areas, _, area_width) = found[CANDIDATES], found["areas"]
    ports, _, port_width = found["ports"]
    about_places, about_nothing = (sum(1 << kind for kind in terms.Decision.on(about)) for about in (PLACE, NOTHING))
    vocabulary = (terms.ACTIONS, terms.FIRST_PLACE_ACTION, terms.FIRST_UNIT_ACTION, terms.FIRST_PORT, terms.FIRST_BOX)
    return Sizes(
        *vocabulary, about_places, about_places | about_nothing, first, width, areas, area_width,
        row["areas"].firsts[1], ports, port_width, begins["area/"], begins["port/"],
    )  # fmt: skip


RULES: Any = None
SIZES: Any = None
SHOW_CANDIDATES: Any = None
"""Those of a game."""
WRITE_ROW: Any = None
ACTIONS = FIRST = ROWS = WIDTH = 0
"""Those of a game whose rule writes whole rows: the rule, the size of the vocabulary of actions, where the rows begin,
how many there are room for, and their columns."""


class EntryPoints(NamedTuple):
    """How the candidates of a game are written."""

    show_candidates: Any
    """The rule `show_candidates(book, game, mask, observation, line)`: those of one game, for the seat that is asked;
    `line` goes with the row."""
    write_candidates: Any
    """Compiled: `Ruleset.complete` of the layout."""


def entry_points(module: str, rules: Rules, where: Sizes) -> EntryPoints:
    """Those of a game.  module: where they belong."""
    show = rule_with_arrays(belonging_to(module, _show_candidates, RULES=rules, SIZES=where))
    return EntryPoints(show, compiled(belonging_to(module, _write_candidates, SHOW_CANDIDATES=show)))


def entry_points_by_row(module: str, write_row: Any, layouts: Layouts, actions: int) -> EntryPoints:
    """Those of a game that hides nothing, whose rule `write_row(book, game, action, first, row)` writes the whole row
    of an action, from column `first` on.  module: where they belong.  actions: size of its vocabulary."""
    first, rows, width = layouts.tables(CANDIDATES)[CANDIDATES]
    own = {"WRITE_ROW": write_row, "ACTIONS": actions, "FIRST": first, "ROWS": rows, "WIDTH": width}
    show = rule(belonging_to(module, _show_rows, **own))
    return EntryPoints(show, compiled(belonging_to(module, _write_candidates, SHOW_CANDIDATES=show)))


def _show_rows(book, game, mask, observation, line):
    """Write the candidates of one game, for the seat that is asked; `line` goes with the row."""
    clear_rows(observation, FIRST, ROWS, WIDTH)
    if game.over == 0:
        number = 0
        for action in range(ACTIONS):
            if mask[action] == 1 and number < ROWS:
                WRITE_ROW(book, game, action, FIRST + number * WIDTH, observation)
                number += 1


def _write_candidates(books, games, first, last, actions, ledger, masks, observations):
    """Write the candidates of `games[first:last]` behind their summaries, for the seats that are asked.

    The arrays are those of the game's `advance`; the games that it was told to `SKIP` are left alone here as well.
    """
    for i in range(first, last):
        if actions[i] != SKIP:
            SHOW_CANDIDATES(books[0], games[i], masks[i], observations[i], ledger[i])


def _show_candidates(book, game, mask, observation, line):
    """Write the candidates of one game, for the seat that is asked; `line` goes with the row."""
    RULES.cover(book, game, line)
    clear_rows(observation, SIZES.first, MOST_CANDIDATES, SIZES.width)
    if game.over == 0:
        write_rows(RULES, SIZES, book, game, mask, observation)
    RULES.take_off_cover(book, game, line)


@rule_with_arrays
def write_rows(rules, where, book, game, mask, observation):
    """Write a row for each legal action of a record in which nothing is hidden from the seat that is asked."""
    sums = rules.add_up(book, game, mask)
    number = 0
    for action in range(where.actions):
        if mask[action] == 1 and number < MOST_CANDIDATES:
            row = observation[where.first + number * where.width :]
            rules.write_choice(action, row)
            unit = unit_of(where, game, action)
            place = place_of(where, game, action, unit)
            areas = write_place(rules, where, book, game, place, observation, row)
            rules.write(book, game, action, place, areas, unit, sums, observation, row)
            number += 1


@rule
def unit_of(where, game, action):
    """The unit that an action names, or else the one that the decision is about, or `NONE`."""
    if action >= where.first_unit_action:
        return action - where.first_unit_action
    return NONE if has(where.about_no_unit, game.decision) else int(game.subject)


@rule
def place_of(where, game, action, unit):
    """The place that an action names, or else that of its unit, of the combat, or of the decision; `NONE` for none."""
    if where.first_place_action <= action < where.first_unit_action:
        return action - where.first_place_action
    if unit != NONE:
        return int(game.place[unit])
    if game.area != NONE:
        return int(game.area)
    return int(game.subject) if has(where.about_places, game.decision) else NONE


@rule
def write_place(rules, where, book, game, place, observation, row):
    """What the summary says of a place.  Gives the sea areas meant, as a set: itself, or those on which a port lies."""
    areas = 0
    if 0 <= place < where.first_port:
        areas = bit(place)
    elif where.first_port <= place < where.first_box:
        port = place - where.first_port
        areas = rules.areas_beside(book, game, port)
        for k in range(where.port_width):
            row[where.port + k] = observation[where.ports + port * where.port_width + k]
    for area in range(where.first_port):
        if has(areas, area):
            for k in range(where.of_area):
                row[where.area + k] += observation[where.areas + area * where.area_width + k]
    return areas
