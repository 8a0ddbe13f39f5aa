"""CSV files to which measurements are added as they come, and which are gone on with."""

import csv
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from aw_env.core.saves import write_file


def whole_lines(path: Path) -> list[list[str]]:
    """The lines of a file after its header, none where there is no file; a last one that was cut off does not count."""
    whole = path.read_text().rpartition("\n")[0] if path.exists() else ""
    return list(csv.reader(whole.splitlines()[1:]))


@contextmanager
def going_on(path: Path, header: Sequence[str]) -> Iterator[Callable[[Sequence[Any]], None]]:
    """What adds a line to the file, which is begun where there is none and else left with its whole lines alone."""
    write_file(path, "".join(",".join(row) + "\n" for row in [header, *whole_lines(path)]))
    with path.open("a") as file:

        def add(row: Sequence[Any]) -> None:
            file.write(",".join(map(str, row)) + "\n")
            file.flush()

        yield add
