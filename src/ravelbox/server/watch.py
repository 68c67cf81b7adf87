"""What a server tells of itself: a line for each request, whether it is well, and its numbers.

Nothing here names a person, a link or a whole table: requests are known by their route.
"""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final, Literal

from litestar import Litestar, Request, get
from litestar.datastructures import Headers
from litestar.enums import ScopeType
from litestar.exceptions import ClientException, WebSocketException
from litestar.openapi import ResponseSpec
from litestar.response import Response
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from msgspec import Struct
from prometheus_client import CONTENT_TYPE_LATEST
from uvicorn.protocols.utils import ClientDisconnected

from ravelbox.server.gate import host_name, is_loopback
from ravelbox.server.limits import Limits, Throttle
from ravelbox.server.metrics import engine, metrics, running
from ravelbox.server.protocol import NotFound

LOG: Final = logging.getLogger("ravelbox.server")
NOTE: Final = "ravelbox_note"
UNKNOWN: Final = "none"  # the route of what has none
METHODS: Final = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
SHOWN: Final = 6  # characters of a table's id in the log
CUT_OFF: Final = 499  # the status of what was not answered, because the server had to stop
PATIENCE: Final = 5.0  # seconds for the store to answer
FORWARDED: Final = ("forwarded", "x-forwarded-for", "x-forwarded-proto", "x-real-ip", "via")


@dataclass(slots=True)
class Note:
    """What became of one request."""

    status: int = 0
    closed: int = 0  # the code that a socket was closed with, by us
    error: BaseException | None = None

    def heard(self, message: Message) -> None:
        """See what is sent."""
        kind: str = message["type"]
        if kind in ("http.response.start", "websocket.http.response.start"):
            self.status = message["status"]  # type: ignore[typeddict-item]  # only these messages have it
        elif kind == "websocket.accept":
            self.status = HTTPStatus.SWITCHING_PROTOCOLS
        elif kind == "websocket.close":
            self.closed = message["code"]  # type: ignore[typeddict-item]  # only these messages have it
            self.status = self.status or HTTPStatus.FORBIDDEN


class Watch:
    """Stands around the whole app: counts and logs whatever is asked."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let through, and note."""
        note = Note()
        scope["state"][NOTE] = note
        begun = time.perf_counter()

        async def watched(message: Message) -> None:
            if message["type"] == "websocket.accept":
                metrics.socket_opened()
            note.heard(message)
            await send(message)

        try:
            await self._app(scope, receive, watched)
        except asyncio.CancelledError:
            note.status = note.status or CUT_OFF
            raise
        except BaseException as error:
            note.error = error
            note.status = note.status or HTTPStatus.INTERNAL_SERVER_ERROR
            raise
        finally:
            _written(scope, note, time.perf_counter() - begun)

    @staticmethod
    async def failed(error: BaseException, scope: Scope) -> None:
        """Remember what went wrong, in case it was our fault."""
        note: Note | None = scope["state"].get(NOTE)
        if note is not None:
            note.error = error


def _written(scope: Scope, note: Note, seconds: float) -> None:
    """Count a request that is over, and write its line."""
    route = scope.get("path_template") or UNKNOWN
    is_socket = scope["type"] == ScopeType.WEBSOCKET
    method = "WS" if is_socket else str(scope.get("method", ""))
    method = method if is_socket or method in METHODS else "other"
    if is_socket and note.status == HTTPStatus.SWITCHING_PROTOCOLS:
        metrics.socket_closed()
    metrics.answered(method, route, note.status, None if is_socket else seconds)
    broken = _is_broken(note, is_socket=is_socket)
    level = logging.ERROR if broken else logging.INFO
    if not LOG.isEnabledFor(level):
        return
    fields: dict[str, object] = {"method": method, "route": route, "status": int(note.status)}
    fields["ms"] = round(seconds * 1000, 1)
    if note.closed:
        fields["closed"] = note.closed
    table = scope.get("path_params", {}).get("table")
    if table:
        fields["table"] = str(table)[:SHOWN]
    error = note.error if broken else None
    event = "socket" if is_socket else "request"
    LOG.log(level, event, extra={"fields": fields}, exc_info=error)


def _is_broken(note: Note, *, is_socket: bool) -> bool:
    """Whether it was our fault."""
    if not is_socket:
        return note.status >= HTTPStatus.INTERNAL_SERVER_ERROR
    theirs = (WebSocketException, ClientDisconnected, ClientException)  # they left, or asked amiss
    return isinstance(note.error, Exception) and not isinstance(note.error, theirs)


def around(app: Litestar, limits: Limits) -> Litestar:
    """Put limits, log and numbers around an app.

    Litestar's own middleware would see only what has a route, and strangers ask for what has none.
    """
    throttle = Throttle(app.asgi_handler, limits)
    watch = Watch(throttle)
    app.asgi_handler = watch
    app.after_exception.extend((throttle.refused, watch.failed))
    return app


class HealthAnswer(Struct, frozen=True):
    """Whether the server can do its work."""

    status: Literal["ok", "down"]
    version: str
    engine: str  # "compiled" or "interpreted"


@get(
    "/health",
    summary="Whether the server is well",
    responses={
        200: ResponseSpec(HealthAnswer, description="It is.", generate_examples=False),
        503: ResponseSpec(
            HealthAnswer, description="The store does not answer.", generate_examples=False
        ),
    },
)
async def health(request: Request[Any, Any, Any]) -> Response[HealthAnswer]:
    """Ask the store for something, and say whether it answered."""
    asking = asyncio.ensure_future(request.app.state.tables.store.ping())
    # Not wait_for: it would wait for a store that hangs until that has been told to stop.
    await asyncio.wait({asking}, timeout=PATIENCE)
    error = asking.exception() if asking.done() else TimeoutError()
    if error is None:
        return Response(HealthAnswer("ok", running(), engine()))
    asking.cancel()
    await Watch.failed(error, request.scope)
    return Response(HealthAnswer("down", running(), engine()), status_code=503)


@get("/metrics", include_in_schema=False)
async def scrape(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The numbers, for a program on this machine that asks us and no proxy."""
    if not _is_near(request):
        raise NotFound("there is nothing at this address")
    return Response(metrics.text(), headers={"Content-Type": CONTENT_TYPE_LATEST})


def _is_near(request: Request[Any, Any, Any]) -> bool:
    """Whether a request comes straight from this machine, under this machine's own name."""
    headers: Headers = request.headers
    return (
        not any(name in headers for name in FORWARDED)
        and request.client is not None
        and is_loopback(request.client.host)
        and is_loopback(host_name(headers.get("host", "")))
    )
