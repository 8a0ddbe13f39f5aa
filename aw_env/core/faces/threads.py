"""Threads that share out the games of a batch, in a way that no signal can tear.

An exception of a signal (Ctrl-C, an alarm) may come between any two steps of the caller's thread, also inside the locks
of `concurrent.futures`, which are then never let go.  Here parts are taken from a dictionary and told of by queues,
whose calls are not divided, and the caller only waits.
"""

import os
import threading
import time
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import Any

PAUSE = 0.0005
"""Seconds between looks at threads that are about to be done."""


class Parts:
    """What is done with each part of the games, once, by a thread or by the caller.

    work: is called with the number of a part, its first game and the one after its last.  found: what came of the parts
    that are done.  failed: exceptions that it has raised.
    """

    def __init__(self, work: Callable[[int, int, int], Any], bounds: Sequence[tuple[int, int]]) -> None:
        self._work, self._bounds = work, bounds
        self._begun: dict[int, object] = {}
        self._left = set(range(len(bounds)))
        self._done: SimpleQueue[int] = SimpleQueue()
        self.found: dict[int, Any] = {}
        self.failed: list[BaseException] = []

    def do(self, part: int) -> None:
        """Do a part, unless somebody has begun it."""
        mine = object()
        if self._begun.setdefault(part, mine) is not mine:
            return
        try:
            self.found[part] = self._work(part, *self._bounds[part])
        except BaseException as error:
            self.failed.append(error)
        finally:
            self._left.discard(part)
            self._done.put(part)

    def wait(self) -> None:
        """Until all parts are done by threads.  Raises the first exception of any."""
        for _ in self._bounds:
            self._done.get()
        if self.failed:
            raise self.failed[0]

    def finish(self) -> bool:
        """After an exception: do what no thread has begun, and wait until nobody is at any part.  Whether all parts
        have been done."""
        for part in range(len(self._bounds)):
            self.do(part)
        while self._left:
            time.sleep(PAUSE)
        return len(self.found) == len(self._bounds)


Jobs = SimpleQueue[tuple[Parts, int] | None]


class Threads:
    """So many threads, made when they are first needed."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._process = 0
        self._jobs: Jobs = SimpleQueue()

    def begin(self, parts: Parts) -> None:
        """Begin all parts, a thread each."""
        if self._process != os.getpid():  # a forked process has none of its parent's threads
            self._start()
        for part in range(self._count):
            self._jobs.put((parts, part))

    def _start(self) -> None:
        jobs: Jobs = SimpleQueue()
        try:
            for number in range(self._count):
                threading.Thread(target=_work, args=(jobs,), name=f"aw_env_{number}", daemon=True).start()
        except BaseException:
            self._end(jobs)
            raise
        self._jobs, self._process = jobs, os.getpid()

    def let_go(self) -> None:
        """The threads end; they are made anew when they are needed again."""
        if self._process == os.getpid():
            self._process = 0
            self._end(self._jobs)

    def _end(self, jobs: Jobs) -> None:
        for _ in range(self._count):
            jobs.put(None)

    def __del__(self) -> None:
        self.let_go()


def _work(jobs: Jobs) -> None:
    while (job := jobs.get()) is not None:
        parts, number = job
        parts.do(number)
        del parts, job  # a thread that waits keeps no games
