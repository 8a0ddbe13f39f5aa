"""The battle that is being resolved, for the terminal."""

from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from aw_env.core.declare.sides import Side
from aw_env.core.said.speech import Battle, InLine


def card(battle: Battle, sides: Sequence[Side]) -> Table:
    """The units of both sides with their factors and what has happened to them, and what each aims at."""
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, expand=True, header_style="bold")
    when = f", round {battle.round}" if battle.round else ""
    place, colon, rest = battle.title.partition(":")
    table.title = f"{place}{when}{colon}{rest}"
    table.title_justify, table.title_style = "left", "yellow"
    names = {unit.id: unit.name for unit in battle.lines}
    for side in sides:
        table.add_column(Text(side.title, side.style), ratio=1, overflow="fold")
    lines = (
        Text("\n").join(_line(unit, names, side.style) for unit in battle.lines if unit.side == side.title)
        for side in sides
    )
    table.add_row(*lines)
    return table


def _line(unit: InLine, names: dict[str, str], style: str) -> Text:
    """A unit of the battle: "Hood (BC 4-4-7), raiding, at Bismarck"."""
    text = Text(unit.words, style)
    text.append(", raiding" if unit.raiding else "", "dim")
    text.append(f", at {names.get(unit.aims_at, unit.aims_at)}" if unit.aims_at is not None else "", "dim")
    return text
