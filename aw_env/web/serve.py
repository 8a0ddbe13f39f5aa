"""Starts the server."""

import asyncio
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol

from aw_env.core.players import load
from aw_env.games import FIRST, named
from aw_env.table.adviser import advice_of, adviser
from aw_env.table.levels import officer_of
from aw_env.table.offers import Setup
from aw_env.web.beginning import new_room
from aw_env.web.post import Smtp
from aw_env.web.room import Show
from aw_env.web.safety import LOOPBACK, Limits
from aw_env.web.server import app
from aw_env.web.store import Store
from aw_env.web.summons import Mail

PROXY = (
    "This server speaks plain HTTP: what is sent can be read and changed on the way. Let others in only through a "
    "reverse proxy that speaks TLS (docs/web.md shows how), and serve on 127.0.0.1 behind it."
)
"""What is said when others than this machine can reach the server."""


def warning(host: str) -> str:
    """What there is to know of serving on an address; "" for this machine alone."""
    return "" if host in LOOPBACK else PROXY


def serve(
    host: str,
    port: int,
    names: Sequence[str],
    games: Path,
    begun: Callable[[str], None],
    seconds_kept: float | None = None,
    smtp: Smtp | None = None,
) -> None:
    """Serve until interrupted.

    names: what the server is called in addresses, besides localhost and numbers.  games: the file of the games.
    begun: is told the address when it is about to be served.  seconds_kept: games in which nothing is done for so long
    are removed.  smtp: the mail server by which letters go out, if they do.  Raises OSError and sqlite3.Error when the
    file cannot be used.
    """
    games.parent.mkdir(parents=True, exist_ok=True)
    store, limits = Store(games), Limits(seconds_kept=seconds_kept)
    game = Setup(scenario=named(FIRST).scenario).begin()
    advice_of(adviser(officer_of(game).name, game), game)  # compiled before anybody waits for it
    begun(f"http://{host}:{port}/")
    mail = Mail(smtp, f"https://{names[0]}" if names else f"http://{host}:{port}") if smtp is not None else None
    _run(app(store, [*names, host], limits, mail=mail), host, port, limits)


def show(setup: Setup, players: dict[str, str], seconds: float, port: int, begun: Callable[[str], None]) -> None:
    """Serve one game of players of the computer to this machine, to be watched, until interrupted; nothing is kept.

    players: who holds each seat, by name or path.  seconds: from one answer to the next.  begun: is told the address.
    Raises Refused for a game that cannot be, ValueError and OSError for a player that is none.
    """
    store, limits = Store(":memory:"), Limits()
    for player in {*players.values()}:
        load(player, named(setup.game).players)
    id, _ = new_room(store, setup, players, any_player=True)
    begun(f"http://{LOOPBACK[1]}:{port}/game/{id}")
    _run(app(store, (), limits, Show(seconds)), LOOPBACK[1], port, limits)


class Impatient(H11Protocol):
    """Closes a connection on which no whole request comes in time: who sends one letter a minute holds no place."""

    seconds = Limits.seconds_to_ask
    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """A request is waited for."""
        super().connection_made(transport)
        self._wait()

    def on_response_complete(self) -> None:
        """The next one is."""
        self._wait()
        super().on_response_complete()

    def handle_events(self) -> None:
        """A whole one has come, perhaps."""
        super().handle_events()
        if self.cycle is not None and not self.cycle.response_complete:
            self._wait_no_more()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """From now on the connection is not of requests."""
        self._wait_no_more()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is waited for."""
        self._wait_no_more()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._wait_no_more()
        self._late = self.loop.call_later(self.seconds, self.transport.close)

    def _wait_no_more(self) -> None:
        if self._late is not None:
            self._late.cancel()


BETWEEN_THREADS = 0.0005
"""Seconds after which a thread that counts lets another go on.  What is read and sent needs little at a time, and would
wait for each little so long."""


def _run(served: Starlette, host: str, port: int, limits: Limits) -> None:
    sys.setswitchinterval(BETWEEN_THREADS)
    uvicorn.run(
        served,
        host=host,
        port=port,
        http=Impatient,
        log_level="warning",
        server_header=False,
        ws_max_size=limits.message_bytes * 4,
        ws_max_queue=16,
        limit_concurrency=2 * limits.connections,
        timeout_graceful_shutdown=5,
    )
