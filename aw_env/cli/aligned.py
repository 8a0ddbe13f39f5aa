"""Long tables as plain text: Rich weighs every cell several times, and of hundreds of rows that takes longer than to
find out what stands in them."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from textwrap import wrap

GAP = "  "
"""What stands between two columns."""


def widths(rows: Sequence[Sequence[str]], most: Sequence[int], total: int) -> list[int]:
    """How wide columns are: as their longest cell, but each no wider than in `most`; the one after these takes what is
    left of the total, and no less than fits a word."""
    longest = [max(map(len, column)) for column in zip(*rows, strict=True)]
    first = list(map(min, longest, most))
    return [*first, max(total - sum(first) - len(GAP) * len(first), 10)]


def aligned(rows: Sequence[Sequence[str]], columns: Sequence[int]) -> Iterator[str]:
    """The lines of a table whose columns are so wide.  What is longer than its column goes on below."""
    for row in rows:
        cells = ([cell] if len(cell) <= width else wrap(cell, width) for cell, width in zip(row, columns, strict=True))
        for parts in zip_longest(*cells, fillvalue=""):
            yield GAP.join(part.ljust(width) for part, width in zip(parts, columns, strict=True)).rstrip()
