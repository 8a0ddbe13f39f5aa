"""Tasks on the hosts of a Ray cluster: the same code that works alone, in an actor for each core.

A host that dies costs the tasks that it was at: they are begun anew elsewhere, and end as they would have.
"""

import hashlib
import pickle
import platform
import socket
import time
from importlib import import_module
from importlib.metadata import version
from typing import Any

from aw_agents.arena.hosts import Players, Task
from aw_env.core.engine.sources import Unknown, belongs_to_us, digest_of_sources
from aw_env.core.packages import offered
from aw_env.core.playable import Playable
from aw_env.core.ruleset import Ruleset
from aw_env.games import playing

try:
    import ray
    from ray.exceptions import RayActorError, RayError, RayTaskError
except ImportError:
    ray = None

belongs_to_us("aw_agents")
SOURCES = (
    "aw_agents.arena.hosts", "aw_agents.arena.manner", "aw_agents.learned.player", "aw_agents.search.player",
    "aw_agents.training.watching", "aw_agents.training.playing",
)  # fmt: skip
"""Modules whose text, with that of all that they import, must be the same on all hosts, besides those of the game."""
GROUPS = ("aw_agents.learnable", "aw_agents.searchable")
"""The groups of entry points under which packages bring what plays a game."""
PATIENCE = 600.0
"""Seconds until a host must have answered, before which it may have to load and compile."""
CONNECTING = 10.0
"""Seconds until somebody must have answered at an address."""
PAUSE = 0.05
"""Seconds between looks at hosts that are not ready."""


def identity(rules: Ruleset) -> dict[str, str]:
    """What must be alike on all hosts, for games to be the same wherever they are played.  Raises ValueError where the
    sources have changed since the process began."""
    modules = [*SOURCES, *modules_of(playing(rules.name))]
    packages = {name: version(name) for name in ("aw_env", "numpy", "numba")}
    try:
        sources = hashlib.sha256(b"".join(map(digest_of_sources, modules))).hexdigest()[:16]
    except Unknown as error:
        raise ValueError(str(error)) from None
    return {"python": platform.python_version(), **packages, "sources": sources}


def modules_of(game: Playable) -> list[str]:
    """The public face of a game, and what plays it."""
    brought = [group[game.name].module for group in map(offered, GROUPS) if game.name in group]
    for module in brought:
        belongs_to_us(module)
        import_module(module.partition(".")[0])
    return [game.module, *brought]


class Host:
    """Does tasks on one core of a cluster."""

    def prepare(self, rules: Ruleset) -> dict[str, str]:
        """Get ready for a game; returns the identity of what plays here.  The rules are made anew from this host's own
        files: raises ValueError when they are others."""
        self._rules, self._players = rules, Players(rules)
        return identity(rules)

    def do(self, task: bytes) -> bytes:
        """Do a task.  It comes and goes pickled: arrays that Ray itself hands over are shared and may not be written,
        and games are played in place."""
        return pickle.dumps(pickle.loads(task).done(self._rules, self._players))


class Cluster:
    """The hosts of a Ray cluster (`aw_agents.arena.hosts.Hosts`), one for each of its cores.

    address: of a cluster that runs ("auto": of this machine's), or "local" for the cores of this machine.  Raises
    ValueError without Ray, when nothing answers, or when a host has other versions, sources or printed material.
    """

    def __init__(self, rules: Ruleset, address: str) -> None:
        if ray is None:
            raise ValueError("a cluster needs Ray: pip install 'aw_env[cluster]'")
        _check_answers(address)
        try:
            ray.init(address=address, log_to_driver=False, logging_level="warning")
        except (ConnectionError, RuntimeError, ValueError) as error:
            raise ValueError(f"no Ray cluster at {address!r}: {error}") from None
        self._rules = ray.put(rules)
        self._identity = identity(rules)
        self._idle: list[Any] = []
        self._starting: dict[Any, Any] = {}
        self._busy: dict[Any, tuple[Any, Task]] = {}
        self._lost: list[Task] = []
        self.begun_anew = 0
        """Tasks that were lost with their hosts and given to others."""
        try:
            for _ in range(int(ray.cluster_resources().get("CPU", 0))):
                self._start_host()
            self._wait_for_a_host()
        except BaseException:
            ray.shutdown()
            raise

    def __enter__(self) -> "Cluster":
        return self

    def __exit__(self, *error: object) -> None:
        ray.shutdown()

    @property
    def free(self) -> int:
        """Hosts that are ready and have nothing to do."""
        self._look(timeout=0)
        return len(self._idle)

    def submit(self, task: Task) -> None:
        """Let a host that is free begin a task."""
        host = self._idle.pop()
        self._busy[host.do.remote(pickle.dumps(task))] = host, task

    def next(self) -> tuple[Any, Any]:
        """Wait for the next task that is done.  Raises ValueError for a player that there is not."""
        while True:
            while self._lost and self._idle:
                self.submit(self._lost.pop())
            over = self._look(timeout=PATIENCE)
            if over is None:
                continue
            host, task = self._busy.pop(over)
            try:
                outcome = pickle.loads(ray.get(over))
            except RayActorError:  # its node is gone, or its process
                self._lost.append(task)
                self.begun_anew += 1
                self._start_host()
                continue
            except RayTaskError as error:
                raise ValueError(str(error.cause)) from None
            self._idle.append(host)
            return task, outcome

    # --- hosts -----------------------------------------------------------------------------------------

    def _start_host(self) -> None:
        """Ask for one more; where there is no core for it now it begins when there is one."""
        host = ray.remote(Host).options(num_cpus=1, scheduling_strategy="SPREAD").remote()
        self._starting[host.prepare.remote(self._rules)] = host

    def _wait_for_a_host(self) -> None:
        end = time.monotonic() + PATIENCE
        while not self.free:
            if time.monotonic() > end:
                raise ValueError(f"no host of the cluster has answered within {PATIENCE:.0f} seconds")
            time.sleep(PAUSE)

    def _look(self, timeout: float) -> Any:
        """Wait until something happens: welcomes hosts that have become ready, and returns what a task that is done is
        known by, or None."""
        if self._starting:
            for begun in ray.wait([*self._starting], num_returns=len(self._starting), timeout=0)[0]:
                self._welcome(begun)
        if not timeout or (self._lost and self._idle):
            return None
        done, _ = ray.wait([*self._busy, *self._starting], num_returns=1, timeout=timeout)
        return next((one for one in done if one in self._busy), None)

    def _welcome(self, begun: Any) -> None:
        host = self._starting.pop(begun)
        try:
            theirs = ray.get(begun)
        except RayActorError:
            self._start_host()
            return
        except RayError as error:
            raise ValueError(f"a host of the cluster cannot play this: {getattr(error, 'cause', error)}") from None
        differ = [f"{key} {theirs[key]} there, {own} here" for key, own in self._identity.items() if theirs[key] != own]
        if differ:
            raise ValueError(f"a host of the cluster differs: {'; '.join(differ)}")
        self._idle.append(host)


def _check_answers(address: str) -> None:
    """Raises ValueError when nobody listens at HOST:PORT: Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdecimal():
        return
    try:
        socket.create_connection((host, int(port)), CONNECTING).close()
    except (OSError, OverflowError) as error:
        raise ValueError(f"no Ray cluster at {address!r}: {error}") from None
