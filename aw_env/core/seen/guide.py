"""The page that explains the columns of a game's observations, in Markdown, from their declaration."""

from collections.abc import Callable, Iterator, Sequence

from aw_env.core.declare.columns import CANDIDATES, Block, Columns, Layouts, Part
from aw_env.core.printed.names import Names

_PURPOSES = {
    "summary": "networks that read a vector",
    "units": "networks that read tables: nothing public is left out",
    CANDIDATES: "networks that compare the legal actions: the summary and a row for each",
}
_BEHIND = """The columns of the summary, then {} rows: one for each action that the mask allows, in the
order of the actions; those behind them are 0. Where more actions are legal the last ones have no row. The rows are for
the seat that is asked: all others, whose masks are empty, see the summary alone. A row says what anybody who knows the
rules can read off the board and add up, seeing what the seat sees; whether the move is good it does not say."""
_UNUSED = "unused"
_FOLDED = 24
"""More names than these are listed where a reader unfolds them."""


def guide_of(beginning: str, layouts: Layouts, names: Callable[[], Names]) -> Callable[[], str]:
    """The function that gives the whole page.  beginning: what comes before the columns.  names: of places
    and units; room for more of these is unused."""
    return lambda: _page(beginning, layouts, names())


def _page(beginning: str, layouts: Layouts, names: Names) -> str:
    room = next(len(part.names) for part in layouts.parts["units"] if part.name == "units")
    units = [unit.name for unit in names.units] + [_UNUSED] * (room - len(names.units))
    places = [_UNUSED if place is None else place.name for place in names.places]
    paragraphs = [beginning, *_layouts(layouts), *_parts(layouts)]
    return "\n\n".join(text.strip().format(places=places, units=units) for text in paragraphs) + "\n"


def _layouts(layouts: Layouts) -> Iterator[str]:
    general = layouts.parts["summary"][0].row
    yield (
        "An observation is one row of int16, written from the side of the seat that observes: *mine* are the units of "
        f"its side, *theirs* the other side's. All layouts begin with the same {general.width} columns:"
    )
    rows = [f'| `"{name}"` | {width} | {_PURPOSES[name]} |' for name, width in layouts.widths.items()]
    yield "\n".join(["| `observation=` | columns | for |", "| --- | --- | --- |", *rows])
    yield (
        "`observation_columns(layout)` names every column, `observation_scale(layout)` gives 1 / the *size* below as "
        "float32, `observation_tables(layout)` the parts as (first column, rows, columns a row). The numbers of places "
        "and units are the same in every scenario; what is not in the game is 0."
    )
    yield f"## The general part: columns 0 to {general.width - 1}, in all layouts"
    yield from _blocks(general.blocks, general.firsts)


def _parts(layouts: Layouts) -> Iterator[str]:
    for layout, parts in layouts.parts.items():
        yield f'## Layout "{layout}"'
        if layout == CANDIDATES:
            yield _BEHIND.format(len(parts[-1].names))
        for part, first in zip(parts, layouts.firsts(layout), strict=True):
            if part not in layouts.parts["summary"] or (layout == "summary" and part.name != "general"):
                yield from _part(part, first)


def _part(part: Part, first: int) -> Iterator[str]:
    width = part.row.width
    yield f"### {part.title}: from column {first}, {len(part.names)} rows of {width} columns"
    yield f"Row number n begins in column {first} + {width} n. Columns within a row:"
    yield from _blocks(part.row.blocks, part.row.firsts)
    if part.name != CANDIDATES:
        yield _listed("first column of each row", part.names, first, width)


def _blocks(blocks: Sequence[Block], firsts: Sequence[int]) -> Iterator[str]:
    told = None
    for block, first in zip(blocks, firsts, strict=True):
        if block.table is not None and block.table is told:
            yield f"From column {first} {block.title}."
            continue
        told = block.table
        yield block.title
        if block.table is not None:
            yield _table(block.table, first)
        elif block.prefix:
            names = [column.name.removeprefix(block.prefix) for column in block.columns]
            yield _listed("column of each", names, first, 1)
        else:
            yield f"Size {block.columns[0].size:g}: {block.columns[0].meaning}."


def _table(columns: type[Columns], first: int) -> str:
    """A row for each column of a table, numbered from `first`."""
    rows = [
        f"| {first + column} | `{column.name.lower()}` | {column.size:g} | {column.meaning} |" for column in columns
    ]
    return "\n".join(["| column | name | size | meaning |", "| --- | --- | --- | --- |", *rows])


def _listed(what: str, names: Sequence[str], first: int, width: int) -> str:
    """Names, each with its first column; of many, which a reader unfolds."""
    listed = ", ".join(f"{first + k * width} {name}" for k, name in enumerate(names))
    if len(names) <= _FOLDED:
        return f"{what.capitalize()}: {listed}."
    return f"<details><summary>{what.capitalize()}</summary>\n\n{listed}\n\n</details>"
