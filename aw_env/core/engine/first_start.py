"""Saying what the compiler does: the first start compiles the rules, and silence looks like a hang."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tqdm import tqdm

MANY = 20
"""An entry point that reaches fewer rules is compiled without a word: it takes a second or two."""
PARTS = 4
"""How often the count of rules is told where there is no terminal to show it on."""

_said: set[str] = set()


def say(text: str) -> None:
    """A line on stderr."""
    print(f"aw_env: {text}", file=sys.stderr, flush=True)


def say_once(text: str) -> None:
    """The same, once a process."""
    if text not in _said:
        _said.add(text)
        say(text)


class Progress:
    """How far the compiler has come with an entry point: a live line on a terminal, a few lines elsewhere."""

    def __init__(self) -> None:
        self.compiled = 0
        """The entry points that this process has compiled."""
        self._total = self._done = self._inner = 0
        self._bar: tqdm | None = None

    @contextmanager
    def of(self, name: str, rules: int) -> Iterator[None]:
        """Around the compiling of an entry point, which has so many rules to compile still."""
        self.compiled += 1
        if rules < MANY or self._total:
            self._inner += 1
            try:
                yield
            finally:
                self._inner -= 1
            return
        self._total, self._done, begun = rules, 0, time.perf_counter()
        say(f"compiling {rules} rules for `{name}`, once per version of the code (`aw-env warm` compiles all)")
        if sys.stderr.isatty():
            from tqdm import tqdm  # here, since most starts compile nothing

            self._bar = tqdm(total=rules, desc="aw_env: rules", unit="", leave=False, file=sys.stderr)
        try:
            yield
        finally:
            self._total = 0
            if self._bar is not None:
                self._bar.close()
                self._bar = None
        say(f"compiled `{name}` in {time.perf_counter() - begun:.0f} s")

    def step(self) -> None:
        """A rule is compiled."""
        if self._done >= self._total:
            return  # nothing is told, or a few rules are compiled for more than one kind of arguments
        self._done += 1
        if self._bar is not None:
            self._bar.update(self._done - self._bar.n)
        elif self._done * PARTS // self._total > (self._done - 1) * PARTS // self._total:
            say(f"{self._done} of {self._total} rules")

    def stage(self, name: str) -> None:
        """What comes after the rules: linking, optimising."""
        if not self._total or self._inner:
            return  # nothing is told of an entry point that another calls
        if self._bar is not None:
            self._bar.set_description(f"aw_env: {name}")
        else:
            say(f"{name} ...")


progress = Progress()
"""Of this process: Numba compiles one thing at a time."""
