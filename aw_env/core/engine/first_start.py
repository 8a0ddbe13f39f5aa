"""Saying, once, that the rules are being compiled: the first start takes a minute, and silence looks like a hang."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from aw_env.core.engine.compiling import CACHE_FOLDER, INTERPRETED

_said: set[str] = set()


def is_cold(function_name: str) -> bool:
    """Whether no compiled code of a function is in the cache yet."""
    return not INTERPRETED and not any(CACHE_FOLDER.rglob(f"*.{function_name}-*.nbi"))


@contextmanager
def announced(function_name: str, what: str) -> Iterator[None]:
    """Around the first call of a compiled entry point: says on stderr, once a process, that `what` is compiled and
    how long it took.  Says nothing when it comes from the cache."""
    if function_name in _said or not is_cold(function_name):
        _said.add(function_name)
        yield
        return
    _said.add(function_name)
    print(
        f"aw_env: compiling {what}; once for this version of the code, it takes about a minute "
        "(`aw-env warm` does it ahead) ...",
        file=sys.stderr,
        flush=True,
    )
    begun = time.perf_counter()
    yield
    print(
        f"aw_env: compiled {what} in {time.perf_counter() - begun:.0f} s; from now on it starts at once",
        file=sys.stderr,
        flush=True,
    )
