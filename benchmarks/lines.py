"""CSV files to which measurements are added as they come, and which are gone on with."""

import csv
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar

from tqdm import tqdm

from aw_env.core.saves import write_file

Case = TypeVar("Case")
"""What a line is measured of."""


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


def end_with_parent() -> None:
    """From now on a worker ends as soon as the process that it works for, though that be killed."""
    Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    parent = parent_process()
    assert parent is not None, "a worker has a parent"
    parent.join()
    os._exit(1)


def go_on(
    path: Path,
    header: Sequence[str],
    cases: Sequence[Case],
    held: set[Case],
    line: Callable[[Case], Sequence[Any]],
    processes: int,
    unit: str,
) -> None:
    """Add the lines of those cases that the file does not hold, as they come from so many processes.

    unit: what a case is called beside the bar.
    """
    waiting = [case for case in cases if case not in held]
    with (
        going_on(path, header) as add,
        ProcessPoolExecutor(processes, get_context("spawn"), end_with_parent) as pool,
        tqdm(total=len(cases), initial=len(cases) - len(waiting), unit=unit) as bar,
    ):
        for done in as_completed([pool.submit(line, case) for case in waiting]):
            add(done.result())
            bar.update()
