"""Requests: what is asked, from where, and its body."""

import asyncio
from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket

from aw_env.web.messages import Refused
from aw_env.web.safety import Limits

Answer = Callable[[Request], Awaitable[Response]]


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


def address_of(asked: Request | WebSocket) -> str:
    """From where something is asked."""
    return asked.client.host if asked.client is not None else ""
