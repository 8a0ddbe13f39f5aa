"""Requests: what is asked, from where, and its body."""

import asyncio
from collections.abc import Awaitable, Callable

from pydantic import TypeAdapter
from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket

from aw_env.web.messages import Key, Refused, validated
from aw_env.web.safety import Limits
from aw_env.web.store import digest

Answer = Callable[[Request], Awaitable[Response]]
_KEY: TypeAdapter[str] = TypeAdapter(Key)


async def body_of(request: Request, limits: Limits) -> bytes:
    """What a request says.  Raises Refused for what is too long, or does not come in time."""
    body = b""
    try:
        async with asyncio.timeout(limits.seconds_to_ask):
            async for part in request.stream():
                body += part
                if len(body) > limits.request_bytes:
                    raise Refused("too_large", f"more than {limits.request_bytes} bytes")
    except TimeoutError:
        raise Refused("late", f"the request was not whole after {limits.seconds_to_ask:g} seconds") from None
    return body


def person_of(request: Request) -> str:
    """A digest of the key of who asks.  Raises Refused without one."""
    return digest(validated(_KEY, request.headers.get("authorization", "").removeprefix("Bearer ")))


def address_of(asked: Request | WebSocket) -> str:
    """From where something is asked."""
    return asked.client.host if asked.client is not None else ""
