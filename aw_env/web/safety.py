"""What keeps strangers out: which hosts and pages may ask, how much, and how often."""

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from aw_env.core.faces.batch import usable_cores
from aw_env.web.messages import Refused

STATUS = {
    "malformed": 400,
    "impossible": 400,
    "foreign": 403,
    "not_over": 403,
    "unknown": 404,
    "too_large": 413,
    "taken": 409,
    "late": 408,
    "too_fast": 429,
    "not_kept": 503,
    "full": 503,
}
"""What a refusal is in HTTP, by its code."""
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
"""What every answer says.  Styles in elements are allowed: the board places its counters with them."""
LOOPBACK = ("localhost", "127.0.0.1", "::1")
DAY = 86400
MOST_REMEMBERED = 10_000
"""Senders whose pace is remembered."""


@dataclass(frozen=True)
class Limits:
    """How much and how often.  A pace is (at once, a second)."""

    message_bytes: int = 4096
    request_bytes: int = 1 << 21
    messages: tuple[float, float] = (60, 20)
    """Messages of a connection."""
    requests: tuple[float, float] = (120, 20)
    """Requests of an address."""
    chat: tuple[float, float] = (5, 1)
    """Lines that a seat says to others."""
    new_games: tuple[float, float] = (10, 0.2)
    """Games that an address begins."""
    names: tuple[float, float] = (10, 0.1)
    """Names that an address gives."""
    letters: tuple[float, float] = (5, 1 / 600)
    """Addresses of mail that are given from one address of the network."""
    all_letters: tuple[float, float] = (60, 1 / 30)
    """The same of everybody."""
    connections: int = 500
    """Pages at tables.  Where all places are taken, who has the key of a seat gets that of somebody who looks on."""
    onlookers_an_address: int = 100
    running_games: int = 2000
    seconds_to_join: float = 10
    seconds_to_ask: float = 10
    """A request that is not whole by then is not waited for."""
    seconds_away: float = 60
    """After so long a seat that nobody is at counts as left."""
    seconds_between_clocks: float = 5
    """From one look at the clocks of all games to the next."""
    seconds_abandoned: float = 30 * DAY
    """A game in which nothing has been done for so long is no longer counted among those that are played."""
    seconds_offered: float = 7 * DAY
    """A game in which nothing has been done for so long is no longer listed among those that wait for a person."""
    seconds_kept: float | None = None
    """A game in which nothing has been done for so long, over or not, is removed; None: none is."""
    thought: tuple[float, float] = (4, 0.25)
    """Seconds of a processor that what a seat says may take: at once, and a second."""
    computers: int = field(default_factory=usable_cores)
    """Players of the computer that answer at a time, as many that compare answers as others; pages are answered beside
    them."""
    replays: int = 2
    """Games that are played again at a time."""


class Paces:
    """Who asks how often: each has so many at once, and so many more a second."""

    def __init__(self, pace: tuple[float, float]) -> None:
        self.at_once, self.a_second = pace
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def check(self, who: str) -> None:
        """One more.  Raises Refused when it is too many, which takes nothing: who tries on gets his turn."""
        left = self._now_left(who)
        if left < 1:
            raise Refused("too_fast", f"too many at once: at most {self.a_second:g} a second")
        self._keep(who, left - 1)

    def spend(self, who: str, amount: float) -> None:
        """So much has been used, perhaps more than was left."""
        self._keep(who, self._now_left(who) - amount)

    def is_spent(self, who: str) -> bool:
        """Whether nothing is left for now."""
        return self._now_left(who) <= 0

    def _now_left(self, who: str) -> float:
        left, since = self._left.get(who, (self.at_once, 0.0))
        return min(self.at_once, left + (time.monotonic() - since) * self.a_second)

    def _keep(self, who: str, left: float) -> None:
        self._left[who] = (left, time.monotonic())
        self._left.move_to_end(who)
        if len(self._left) > MOST_REMEMBERED:
            self._left.popitem(last=False)


class Guard:
    """Lets through only what is asked under a name of this server, by a page of this server or by no page.

    names: what the server may be called, besides any address in numbers: a page elsewhere that has its own name lead
    here still asks under its own name.
    """

    def __init__(self, app: ASGIApp, names: Iterable[str]) -> None:
        self.app = app
        self.names = {*LOOPBACK, *(name.lower() for name in names)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        problem = self._problem(Headers(scope=scope), scope)
        if problem is None:
            await self.app(scope, receive, _with_headers(send) if scope["type"] == "http" else send)
        elif scope["type"] == "http":
            await refusal(Refused("foreign", problem))(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1008, "reason": problem})

    def _problem(self, headers: Headers, scope: Scope) -> str | None:
        host = headers.get("host", "")
        if not self._is_ours(host):
            return "this server does not go by that name"
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD"):
            return None
        origin = headers.get("origin")
        if headers.get("sec-fetch-site") == "cross-site" or (origin is not None and urlsplit(origin).netloc != host):
            return "this was asked by a page of another site"
        return None

    def _is_ours(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        if name in self.names:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending


def refusal(refused: Refused) -> JSONResponse:
    """A refusal as an answer."""
    return JSONResponse(refused.told(), STATUS.get(refused.code, 400))
