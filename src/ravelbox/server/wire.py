"""One serving process: what it takes from the wire, and how it ends."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import socket
from asyncio import TimerHandle
from collections.abc import Callable
from types import FrameType
from typing import Final

import uvicorn
from msgspec import Struct
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ravelbox.kernel.errors import StoreError
from ravelbox.server.app import make_app
from ravelbox.server.limits import VARIABLE, Limits
from ravelbox.server.store import Store

FAILED: Final = 2  # the exit code for what a user can put right
MOST_HEAD: Final = 32_768  # bytes of a request before its body
MOST_BYTES: Final = 1_048_576  # of a request on the wire; the app takes far less
MOST_MESSAGE: Final = 1_024  # bytes of what a socket may say; it should say nothing
PATIENCE: Final = 30  # seconds for a whole request to come in
IDLE: Final = 5  # seconds that a connection may be silent between requests
IDLE_PROXY: Final = 65  # the same for a proxy, which must be the one to hang up
PING: Final = 20  # seconds between looks whether a socket is still there
LAST: Final = 10  # seconds for running requests to end
GARBAGE: Final = (20_000, 50, 100)  # made before the collector looks; it stops everybody then
TOO_LONG: Final = f"The head of a request has at most {MOST_HEAD} bytes."


class Plan(Struct, frozen=True):
    """What a serving process has to know."""

    store: str | None = None
    names: tuple[str, ...] = ()  # by which others call this machine
    url: str = ""  # where the world finds us
    proxies: tuple[str, ...] = ()  # whose word about clients is believed
    log: str = "warning"


class Wire(HttpToolsProtocol):
    """HTTP that parts with who sends a head or a body without end, or nothing at all."""

    _taken = 0  # bytes of the request that comes in
    _in_head = True
    _timer: TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # a server gets no other
        """Somebody is there, and should have a request soon."""
        super().connection_made(transport)
        self._expect()

    def data_received(self, data: bytes) -> None:
        """Take what comes, unless it is too much."""
        if self._timer is None:
            self._expect()
        self._taken += len(data)
        super().data_received(data)
        if self._taken > (MOST_HEAD if self._in_head else MOST_BYTES):
            self.send_400_response("")

    def on_headers_complete(self) -> None:
        """The head is all there, perhaps with much more in the same piece."""
        size = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        if size > MOST_HEAD:
            raise ValueError(TOO_LONG)  # the parser stops, and a refusal is sent
        self._in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is all there."""
        self._in_head = True
        self._taken = 0
        self._relax()
        super().on_message_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is there any more."""
        self._relax()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """From here on another protocol speaks."""
        self._relax()
        super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:
        """Refuse what cannot be read; say so if it is the head that is too long."""
        if self.transport.is_closing():
            return
        if self._in_head and self._taken > MOST_HEAD:
            self.transport.write(
                b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
                b"content-type: text/plain; charset=utf-8\r\nconnection: close\r\n"
                b"content-length: %d\r\n\r\n%b" % (len(TOO_LONG), TOO_LONG.encode())
            )
            self.transport.close()
        elif msg:
            super().send_400_response(msg)
        else:
            self.transport.close()

    def _expect(self) -> None:
        self._timer = self.loop.call_later(PATIENCE, self.transport.close)

    def _relax(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class Serving(uvicorn.Server):
    """Says when it answers, and ends without a word when it is told to."""

    def __init__(self, config: uvicorn.Config, tell: Callable[[], None]) -> None:
        super().__init__(config)
        self._tell = tell

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then tell."""
        await super().startup(sockets)
        if self.started:
            self._tell()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop; asked twice from a keyboard, at once. A signal that was heeded is not passed on."""
        del frame
        if self.should_exit and sig == signal.SIGINT:
            self.force_exit = True
        self.should_exit = True


def try_store(store: str | None) -> StoreError | None:
    """Open the store once before all else, so that trouble is one sentence and no server's log."""
    try:
        Store.opened(store).shut()
    except StoreError as error:
        return error
    return None


class Sockets(WebSocketsSansIOProtocol):
    """A socket that lets go of a peer who takes nothing: a polite close would wait for it for ever."""

    _late: TimerHandle | None = None

    def pause_writing(self) -> None:
        """The peer does not keep up; it has a while to do so."""
        super().pause_writing()
        if self._late is None:
            self._late = self.loop.call_later(PING, self.transport.abort)

    def resume_writing(self) -> None:
        """It does again."""
        super().resume_writing()
        self._relax()

    def connection_lost(self, exc: Exception | None) -> None:
        """It has gone."""
        self._relax()
        super().connection_lost(exc)

    def keepalive_timeout(self) -> None:
        """It has not answered a ping."""
        super().keepalive_timeout()
        self.transport.abort()

    def _relax(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


def serving(plan: Plan, tell: Callable[[], None]) -> Serving:
    """A server as planned, not yet started."""
    limits = Limits.read(os.environ.get(VARIABLE, ""))
    config = uvicorn.Config(
        make_app(plan.store, names=plan.names, limits=limits, url=plan.url),
        proxy_headers=bool(plan.proxies),
        forwarded_allow_ips=list(plan.proxies),
        timeout_keep_alive=IDLE_PROXY if plan.proxies else IDLE,
        log_config=None,
        access_log=False,
        server_header=False,
        http=Wire,
        ws=Sockets,
        ws_per_message_deflate=False,  # its memory outweighs a table's, many times
        ws_max_size=MOST_MESSAGE,
        ws_ping_interval=PING,
        ws_ping_timeout=PING,
        lifespan="on",
        timeout_graceful_shutdown=LAST,
    )
    return Serving(config, tell)


def serve_on(server: Serving, listener: socket.socket) -> None:
    """Serve until told to stop."""
    gc.freeze()  # what is there now stays; live tables are many objects too, so look less often
    gc.set_threshold(*GARBAGE)
    with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
        runner.run(server.serve(sockets=[listener]))
