"""How much code a game needs besides its rules: the lines of its files by room, here and in another checkout.

    python -m benchmarks.glue
    python -m benchmarks.glue --other ../before          # its lines before those of this one

Counts all lines of every `.py` file whose path names a game.  Rules, the staff officer and tests are listed beside the
sum and not included in it: they are the game itself.  The last lines are the totals of `aw_env` and the agents.
"""

import argparse
from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.table import Table

from aw_env.games import names

HERE = Path(__file__).resolve().parent.parent
HOUSES = ("aw_env", "agents/aw_agents")
OWN = ("rules", "officer")
"""Rooms whose lines are the game."""
LONGEST = 900
"""Lines of a file at which it is too long to be read."""


def files_of(checkout: Path) -> list[Path]:
    """Its Python files, relative to it."""
    return sorted(file.relative_to(checkout) for house in HOUSES for file in (checkout / house).rglob("*.py"))


def length(file: Path) -> int:
    """Its lines."""
    return len(file.read_text("utf-8").splitlines())


def room_of(file: Path, game: str) -> str:
    """The room of a game's file: the folder below the game's own, the file itself, or what of the agents it is."""
    parts = file.with_suffix("").parts
    below = parts[parts.index(game) + 1 :] if game in parts else (parts[-1],)
    if parts[0] == "agents":
        return "agents: officer" if below[0] in OWN else "agents"
    return below[0]


def is_glue(room: str) -> bool:
    """Whether a room is neither rules nor an officer."""
    return room.removeprefix("agents: ") not in OWN


def rooms(checkout: Path, game: str) -> Counter[str]:
    """Lines by room."""
    lines: Counter[str] = Counter()
    for file in files_of(checkout):
        if game in str(file):
            lines[room_of(file, game)] += length(checkout / file)
    return lines


def table(game: str, counts: list[Counter[str]], titles: list[str]) -> Table:
    """A row a room, the sum of the glue, and what is not in it."""
    told = Table("room", *titles, title=game)
    for column in told.columns[1:]:
        column.justify = "right"
    every = sorted(set().union(*counts))
    for room in filter(is_glue, every):
        told.add_row(room, *(f"{count[room]:,}" for count in counts))
    told.add_row(
        "glue", *(f"{sum(lines for room, lines in count.items() if is_glue(room)):,}" for count in counts), style="bold"
    )
    for room in every:
        if not is_glue(room):
            told.add_row(room, *(f"{count[room]:,}" for count in counts), style="dim")
    return told


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="How much code a game needs besides its rules.")
    parser.add_argument("--other", type=Path, help="another checkout, whose lines are shown before those of this one")
    other = parser.parse_args(arguments).other
    checkouts = [*([other] if other else []), HERE]
    titles = [str(checkout) for checkout in checkouts[:-1]] + ["here"]
    console = Console()
    for game in names():
        console.print(table(game, [rooms(checkout, game) for checkout in checkouts], titles))
    for title, checkout in zip(titles, checkouts, strict=True):
        lengths = {file: length(checkout / file) for file in files_of(checkout)}
        console.print(f"{title}: {sum(lengths.values()):,} lines in {' and '.join(HOUSES)}")
        for file in (file for file, lines in lengths.items() if lines > LONGEST):
            console.print(f"  {file} has {lengths[file]:,} lines")


if __name__ == "__main__":
    main()
