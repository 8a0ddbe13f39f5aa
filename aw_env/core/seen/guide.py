"""Parts of a page that explains the columns of an observation, in Markdown."""

from aw_env.core.declare.columns import Columns


def table(columns: type[Columns], first: int) -> str:
    """A row for each column of a table, numbered from `first`."""
    rows = [
        f"| {first + column} | `{column.name.lower()}` | {column.size:g} | {column.meaning} |" for column in columns
    ]
    return "\n".join(["| column | name | size | meaning |", "| --- | --- | --- | --- |", *rows])


def numbered(first: int, names: list[str], width: int = 1) -> str:
    """Names, each with its first column."""
    return ", ".join(f"{first + k * width} `{name}`" for k, name in enumerate(names))


def folded(what: str, names: list[str], first: int, width: int) -> str:
    """A list of many names with their first columns, which a reader unfolds."""
    listed = ", ".join(f"{first + k * width} {name}" for k, name in enumerate(names))
    return f"<details><summary>{what.capitalize()}</summary>\n\n{listed}\n\n</details>"


def page(parts: list[str]) -> str:
    """The parts, one after another."""
    return "\n\n".join(part.strip() for part in parts) + "\n"
