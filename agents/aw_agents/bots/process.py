"""A program that is asked by lines: started without a shell, watched, and ended with all that it has started."""

import os
import selectors
import shlex
import signal
import subprocess
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from threading import Thread
from typing import IO
from weakref import finalize

import psutil

from aw_agents.bots.messages import LONGEST_LINE
from aw_env.core.errors import PlayerFailed

TICK = 0.05
"""Seconds between two looks at the memory of a program that is waited for."""
CHUNK = 1 << 16
KEPT_LINES = 20
"""Lines of its standard error that are kept, each of at most..."""
KEPT_LETTERS = 500
LOOKS = 20
"""For children of a program that is being ended, at most."""
PATIENCE = 1.0
"""Seconds that a program has to end by itself after its standard input is closed."""


class BotFailed(PlayerFailed):
    """A program that is late, has ended, uses too much memory or does not keep to the protocol.  Says which.  openly:
    without what the program has written, and what its seat could do."""

    def __init__(self, message: str, openly: str = "") -> None:
        super().__init__(message, openly or message)


@dataclass(frozen=True)
class Limits:
    """What a program may use.

    start: seconds to its first line, in which it may load or compile what it needs.  decision, game, increment: see
    `messages.Clock`.  memory: bytes that it and all that it has started may hold.  processes: how many of them there
    may be.
    """

    start: float = 300.0
    decision: float = 60.0
    game: float | None = None
    increment: float = 0.0
    memory: int = 4 << 30
    processes: int = 64


def arguments_of(command: str) -> list[str]:
    """A command line as its arguments; no shell reads it.  Raises ValueError."""
    try:
        arguments = shlex.split(command)
    except ValueError as error:
        raise ValueError(f"exec:{command}: {error}") from None
    if not arguments:
        raise ValueError("exec: needs a command, such as exec:./mybot")
    return arguments


class Process:
    """A running program.  Raises ValueError for one that cannot be started."""

    def __init__(self, command: str, limits: Limits) -> None:
        self.command, self.limits = command, limits
        try:
            self._program = subprocess.Popen(
                arguments_of(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                start_new_session=True,
            )  # fmt: skip
        except OSError as error:
            raise ValueError(f"exec:{command}: cannot be started: {error.strerror or error}") from None
        assert self._program.stdin and self._program.stdout and self._program.stderr
        self._to, self._from = self._program.stdin, self._program.stdout
        for pipe in (self._to, self._from):
            os.set_blocking(pipe.fileno(), False)
        self._read = b""
        self.complaints: deque[str] = deque(maxlen=KEPT_LINES)
        """The last lines of its standard error."""
        Thread(target=_drain, args=(self._program.stderr, self.complaints), daemon=True).start()
        self._at_exit = finalize(self, _killed, self._program)

    def ask(self, lines: bytes, seconds: float) -> bytes:
        """Send whole lines, and return the next line that it writes.  Raises BotFailed."""
        self.send(lines, seconds)
        return self.next_line(seconds)

    def send(self, lines: bytes, seconds: float) -> None:
        """Send whole lines.  What it writes meanwhile is kept.  Raises BotFailed."""
        until = time.monotonic() + seconds
        left = memoryview(lines)
        with selectors.DefaultSelector() as ready:
            ready.register(self._to, selectors.EVENT_WRITE)
            ready.register(self._from, selectors.EVENT_READ)
            while left:
                for key, _ in self._wait(ready, until, seconds):
                    if key.fileobj is self._from:
                        if not self._take():
                            ready.unregister(self._from)
                        continue
                    try:
                        left = left[os.write(self._to.fileno(), left[:CHUNK]) :]
                    except BlockingIOError:
                        continue
                    except OSError:
                        return  # what it has written before it closed its end is still to be read

    def next_line(self, seconds: float) -> bytes:
        """The next line that it writes.  Raises BotFailed."""
        until = time.monotonic() + seconds
        with selectors.DefaultSelector() as ready:
            ready.register(self._from, selectors.EVENT_READ)
            while b"\n" not in self._read:
                self._wait(ready, until, seconds)
                if not self._take():
                    raise self._ended()
        line, _, self._read = self._read.partition(b"\n")
        return line

    def _take(self) -> bool:
        """Read what it has written; whether there may be more.  Raises BotFailed for a line that has no end."""
        try:
            more = os.read(self._from.fileno(), CHUNK)
        except BlockingIOError:
            return True
        self._read += more
        if len(self._read) > LONGEST_LINE and b"\n" not in self._read[:LONGEST_LINE]:
            raise BotFailed(f"wrote a line of more than {LONGEST_LINE} bytes")
        return bool(more)

    def _wait(
        self, ready: selectors.BaseSelector, until: float, seconds: float
    ) -> list[tuple[selectors.SelectorKey, int]]:
        """Until a pipe is ready.  Raises BotFailed when the time is over, or it uses too much."""
        while True:
            left = until - time.monotonic()
            if left <= 0:  # even if it still writes: a line that never ends is no answer
                raise BotFailed(f"gave no answer within {max(0.0, seconds):.3g} s")
            found = ready.select(min(TICK, left))
            if found:
                return found
            self._check_usage()

    def _check_usage(self) -> None:
        family = _family(self._program.pid)
        if len(family) > self.limits.processes:
            raise BotFailed(f"runs {len(family)} processes; {self.limits.processes} are allowed")
        held = sum(map(_resident, family))
        if held > self.limits.memory:
            raise BotFailed(f"holds {held >> 20} MiB of memory; {self.limits.memory >> 20} MiB are allowed")

    def _ended(self) -> BotFailed:
        with suppress(subprocess.TimeoutExpired):
            self._program.wait(PATIENCE)
        code = self._program.returncode
        how = "closed its pipes" if code is None else f"ended with {_in_words(code)}"
        said = list(self.complaints)
        last = f"; its last words: {next(filter(tells_of_an_error, reversed(said)), said[-1])}" if said else ""
        return BotFailed(f"{how}{last}", how)

    def close(self) -> None:
        """Close its pipes and let it end; what does not, and all that it has started, is killed."""
        self._end(PATIENCE)

    def kill(self) -> None:
        """The same at once."""
        self._end(0.0)

    def _end(self, patience: float) -> None:
        family = _family(self._program.pid) if patience else []
        for pipe in (self._to, self._from):
            with suppress(OSError):
                pipe.close()
        if patience:
            with suppress(subprocess.TimeoutExpired):
                self._program.wait(patience)
        self._at_exit()
        for one in family:
            with suppress(psutil.Error):
                one.kill()


def tells_of_an_error(line: str) -> bool:
    """Whether a line on standard error names an error, as the last one of many languages does not."""
    return "error" in line.lower()


def _killed(program: subprocess.Popen[bytes]) -> None:
    """End a program and all that it has started.  It is stopped first, so that it starts nothing more; its children
    die before it does, as they are no longer found afterwards."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(program.pid, signal.SIGSTOP)
    with suppress(psutil.Error):
        for _ in range(LOOKS):
            children = [one for one in _family(program.pid)[1:] if one.status() != psutil.STATUS_ZOMBIE]
            if not children:
                break
            for one in children:
                with suppress(psutil.Error):
                    one.kill()
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(program.pid, signal.SIGKILL)
    program.wait()


def _family(pid: int) -> list[psutil.Process]:
    """A process and all that it has started."""
    try:
        parent = psutil.Process(pid)
        return [parent, *parent.children(recursive=True)]
    except psutil.Error:
        return []


def _resident(process: psutil.Process) -> int:
    try:
        return int(process.memory_info().rss)
    except psutil.Error:
        return 0


def _in_words(code: int) -> str:
    if code >= 0:
        return f"exit status {code}"
    with suppress(ValueError):
        return signal.Signals(-code).name
    return f"signal {-code}"


def _drain(pipe: IO[bytes], kept: deque[str]) -> None:
    """Read a pipe to its end, so that nobody waits for it, and keep the last lines."""
    begun = b""
    with suppress(OSError, ValueError):
        while more := os.read(pipe.fileno(), CHUNK):
            *lines, begun = (begun + more).split(b"\n")
            kept.extend(line[:KEPT_LETTERS].decode(errors="replace") for line in lines[-KEPT_LINES:] if line.strip())
            begun = begun[:KEPT_LETTERS]
        if begun.strip():
            kept.append(begun.decode(errors="replace"))
