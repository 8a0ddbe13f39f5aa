"""What a seat sees, written from the columns that follow from a game's declarations."""

from collections.abc import Callable
from typing import Any

from aw_env.core.declare.columns import CANDIDATES, MOST_CANDIDATES
from aw_env.core.engine.compiling import rule
from aw_env.core.engine.ledger import SKIP
from aw_env.core.engine.rows import clear_rows
from aw_env.core.engine.sets import has
from aw_env.core.rooms.columns import SeenRecords
from aw_env.core.seen.writing import Writing, written

SIGHT = [("written", "i4")]
"""What is kept beside a row: rows are written anew at every decision, so it stays 0."""
WRITE: Any = None
WRITE_CHOICES: Any = None
"""The rules of a game in the functions below, which stand for those of every game."""


def rules_of_sight(seen: SeenRecords, margin: Callable[..., Any]) -> tuple[Any, Any]:
    """The rules `write(book, game, seat, layout, observation)` and `write_choices(book, game, mask, observation)`: of
    what a seat sees, and behind it of the legal actions."""
    records, layouts = seen.records, seen.layouts
    scope: dict[str, Any] = {
        "margin": margin, "has": has, "IDLE": records.idle, "ABOUT_UNITS": records.about_units,
        "ABOUT_PLACES": records.about_places, "FIRST_PLACE": records.first_place, "FIRST_UNIT": records.first_unit,
    }  # fmt: skip
    writing = Writing(records.state, records.book.dtype, **scope)
    rules = {
        "write_general": writing(seen.general, "book, game, seat, mine, row"),
        "write_place": writing(seen.place, "book, game, seat, mine, place, first, row"),
        "write_choice": writing(seen.choice, "action, first, row"),
        "clear_rows": clear_rows,
    }
    firsts = {name: first for name, (first, _, _) in layouts.tables(CANDIDATES).items()}
    if records.units:
        rules["write_unit"] = writing(seen.unit, "book, game, seat, mine, unit, first, row")
    general = layouts.parts["summary"][0].row
    lines = ["row[:] = 0", "mine = int(seat)", "write_general(book, game, seat, mine, row)"]
    lines += [f"row[{general.firsts[1]} + game.phase] = 1", f"row[{general.firsts[2]} + game.decision] = 1"]
    if records.places:
        at = f"{firsts['places']} + place * {seen.place_row.width}"
        lines += [f"for place in range({len(records.places)}):"]
        lines += [f"    write_place(book, game, seat, mine, place, {at}, row)"]
    if records.units:
        lines += ["for k in range(game.units):", "    unit = int(game.roster[k])", *_of_a_unit(seen, firsts)]
    write = written("write(book, game, seat, layout, row)", lines, rules)
    return write, written("write_choices(book, game, mask, row)", _of_choices(seen, firsts), rules)


def _of_a_unit(seen: SeenRecords, firsts: dict[str, int]) -> list[str]:
    """The lines that write the row of a unit, and count it in its place."""
    lines = [f"    first = {firsts['units']} + unit * {seen.unit_row.width}"]
    lines += ["    write_unit(book, game, seat, mine, unit, first, row)"]
    for k, field in enumerate(seen.hot, 1):
        lines += [f"    if game.{field.name}[unit] >= 0:"]
        lines += [f"        row[first + {seen.unit_row.firsts[k]} + int(game.{field.name}[unit])] = 1"]
    if seen.records.places:
        count = f"{firsts['places']} + int(game.place[unit]) * {seen.place_row.width}"
        whose = f"{int(seen.place['MINE'])} + int(book.side[unit] != mine)"
        lines += ["    if game.place[unit] >= 0:", f"        row[{count} + {whose}] += 1"]
    return lines


def _of_choices(seen: SeenRecords, firsts: dict[str, int]) -> list[str]:
    """The lines that write a row for each legal action: what it is, and what is said of the place or unit named."""
    records, row = seen.records, seen.candidate
    first, width = firsts[CANDIDATES], row.width
    lines = [f"clear_rows(row, {first}, {MOST_CANDIDATES}, {width})", "number = 0"]
    lines += [f"for action in range({records.actions}):"]
    lines += [f"    if mask[action] == 1 and number < {MOST_CANDIDATES}:"]
    lines += [f"        first = {first} + number * {width}", "        number += 1"]
    lines += ["        write_choice(action, first, row)"]
    kinds = [("places", records.first_place, records.places, seen.place_row)]
    kinds += [("units", records.first_unit, tuple(records.units), seen.unit_row)]
    block = 0
    for name, least, things, its_row in kinds:
        if things:
            block += 1
            lines += [f"        if {least} <= action < {least + len(things)}:"]
            lines += [f"            told = {firsts[name]} + (action - {least}) * {its_row.width}"]
            lines += [f"            for k in range({its_row.width}):"]
            lines += [f"                row[first + {row.firsts[block]} + k] = row[told + k]"]
    return lines


@rule
def nothing(book, game, seat):
    """`redraw` of a game in which nobody knows what another does not."""


def observe(books, games, i, seat, layout, observation):
    """Write into `observation`, int16 `(columns,)`, what a seat sees of game `i`."""
    WRITE(books[0], games[i], seat, layout, observation)


def show(book, game, seat, layout, observation, line):
    """Write what the seat that is asked sees into a row; `line` goes with it."""
    WRITE(book, game, seat, layout, observation)


def show_choices(book, game, mask, observation, line):
    """Write behind that a row for each legal action."""
    WRITE_CHOICES(book, game, mask, observation)


def write_candidates(books, games, first, last, actions, ledger, masks, observations):
    """Write the legal actions of `games[first:last]` behind what is seen, with the arrays of `advance`."""
    for i in range(first, last):
        if actions[i] != SKIP:
            WRITE_CHOICES(books[0], games[i], masks[i], observations[i])
