"""How much one address may ask for, so that nobody can guess links or crowd others out.

Litestar's own middleware counts in windows, sees only what has a route, and keeps a list of moments
for each address in a store; a bucket is one number.
"""

from __future__ import annotations

import dataclasses
import ipaddress
import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Self

import msgspec
from litestar.datastructures import Headers
from litestar.datastructures.headers import Accept
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from litestar.utils import normalize_path

from ravelbox.kernel.errors import RavelboxError
from ravelbox.kernel.words import echo, listed
from ravelbox.server.gate import turn_away
from ravelbox.web import pages

VARIABLE: Final = "RAVELBOX_LIMITS"
OFF: Final = "off"
SLOW_DOWN: Final = 429
GUESSED: Final = ("wrong_key", "no_code")  # errors of who guesses
NO_SEAT: Final = 4403  # how a socket is closed that came with a wrong key
SECRETS: Final = ("/sit/", "/join/")  # addresses that end in one
MOST_ADDRESSES: Final = 10_000  # remembered at a time by each bucket
LONGEST: Final = 64  # of an address that is none
MINUTE: Final = 60.0
ROUNDING: Final = 1e-6  # seconds that sums may be off
SOON: Final = 5  # seconds after which one may ask for a socket again


class BadLimits(RavelboxError, ValueError):
    """Limits that cannot be read."""

    code = "bad_option"


@dataclass(frozen=True, slots=True)
class Limits:
    """What one address may do, in each process; 0 is no limit."""

    guesses: int = 30  # a minute: links and codes opened, wrong keys sent
    tables: int = 60  # a minute: new ones
    requests: int = 100  # a second: all others
    burst: int = 300  # requests at once
    sockets: int = 200  # open at a time
    crowd: int = 5_000  # sockets open at a time, of all addresses together

    @classmethod
    def none(cls) -> Self:
        """No limits: for benchmarks, and tests that are about something else."""
        return cls(*(0 for _ in dataclasses.fields(cls)))

    @classmethod
    def read(cls, text: str) -> Self:
        """Limits as RAVELBOX_LIMITS writes them: "off", or such as "tables=600,sockets=50"."""
        if text.strip() == OFF:
            return cls.none()
        known = [field.name for field in dataclasses.fields(cls)]
        given: dict[str, int] = {}
        for part in filter(None, (part.strip() for part in text.split(","))):
            name, _, number = part.partition("=")
            if name not in known or not (number.isascii() and number.isdecimal()):
                raise BadLimits(
                    f"{VARIABLE} is {OFF}, or numbers for {listed(known)} such as tables=60; "
                    f"{echo(part)} is neither"
                )
            given[name] = int(number)
        return cls(**given)


class Buckets:
    """A bucket of tokens for each address, refilled at a rate; the longest unseen are forgotten.

    Of a bucket we keep only when it will be full again.
    """

    def __init__(self, rate: float, size: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._each = 1 / rate if rate else 0.0  # seconds for one token
        self._whole = size * self._each
        self._clock = clock
        self._full: OrderedDict[str, float] = OrderedDict()

    def __len__(self) -> int:
        return len(self._full)

    def wait(self, who: str) -> float:
        """How many seconds it is until there is a token."""
        now = self._clock()
        wait = self._full.get(who, now) + self._each - self._whole - now
        return wait if wait > ROUNDING else 0.0

    def take(self, who: str) -> float:
        """Take a token if there is one; else how long it is until then."""
        wait = self.wait(who)
        if self._each and not wait:
            self._full[who] = max(self._full.get(who, 0.0), self._clock()) + self._each
            self._full.move_to_end(who)
            if len(self._full) > MOST_ADDRESSES:
                self._full.popitem(last=False)
        return wait


class Throttle:
    """Stands before the whole app, and sends away who asks for too much."""

    def __init__(
        self, app: ASGIApp, limits: Limits, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._app = app
        self._limits = limits
        self._guesses = Buckets(limits.guesses / MINUTE, limits.guesses, clock)
        self._tables = Buckets(limits.tables / MINUTE, limits.tables, clock)
        self._requests = Buckets(limits.requests, limits.burst, clock)
        self._sockets: Counter[str] = Counter()  # open now, by address
        self._crowd = 0  # of all addresses

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let through, or say when to come again."""
        who = caller(scope)
        wait = self._wait(scope, who)
        if wait:
            await refuse(scope, send, math.ceil(wait))
        elif scope["type"] == ScopeType.WEBSOCKET:
            await self._with_socket(who, scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def refused(self, error: Exception, scope: Scope) -> None:
        """After a refusal: a wrong key is a guess, wherever it was sent."""
        if getattr(error, "code", "") in GUESSED and not _is_secret(scope):
            self._guesses.take(caller(scope))

    def _wait(self, scope: Scope, who: str) -> float:
        """How many seconds an address must wait with this request; mostly none."""
        if _is_secret(scope):
            return self._guesses.take(who)
        if _has_key(scope) and (wait := self._guesses.wait(who)):
            return wait
        if scope["type"] == ScopeType.WEBSOCKET and self._is_crowded(who):
            return SOON
        if scope.get("method") == "POST" and _path(scope) in ("/tables", "/daily"):
            return self._tables.take(who)
        return self._requests.take(who)

    def _is_crowded(self, who: str) -> bool:
        own, crowd = self._limits.sockets, self._limits.crowd
        return 0 < own <= self._sockets[who] or 0 < crowd <= self._crowd

    async def _with_socket(self, who: str, scope: Scope, receive: Receive, send: Send) -> None:
        async def watched(message: Message) -> None:
            refused = message["type"] == "websocket.close" and message["code"] == NO_SEAT
            if refused and _has_key(scope):
                self._guesses.take(who)
            await send(message)

        self._sockets[who] += 1
        self._crowd += 1
        try:
            await self._app(scope, receive, watched)
        finally:
            self._crowd -= 1
            self._sockets[who] -= 1
            if not self._sockets[who]:
                del self._sockets[who]


def caller(scope: Scope) -> str:
    """The address that a request is counted for."""
    client = scope.get("client")
    return _counted(client[0][:LONGEST]) if client else ""


@lru_cache(maxsize=4096)
def _counted(host: str) -> str:
    """An address as we count it: of the newer kind everybody has a whole network of them."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return host
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Network((address, 64), strict=False))


def _path(scope: Scope) -> str:
    """The path as it will be routed: slashes more or less make no difference."""
    return normalize_path(scope["path"])


def _is_secret(scope: Scope) -> bool:
    return _path(scope).startswith(SECRETS)


def _has_key(scope: Scope) -> bool:
    return any(name == b"authorization" for name, _ in scope["headers"])


def _counting(seconds: int) -> str:
    return f"{seconds} second{'' if seconds == 1 else 's'}"


@lru_cache(maxsize=64)
def _page(text: str) -> bytes:
    return pages.message_page("Not so fast", text, SLOW_DOWN, "slow_down").encode()


async def refuse(scope: Scope, send: Send, seconds: int) -> None:
    """Say when to come again, as a page, as JSON or to a socket."""
    text = f"Too much came from your address; it goes on in {_counting(seconds)}."
    if scope["type"] == ScopeType.WEBSOCKET:
        await turn_away(scope, send, SLOW_DOWN, "slow_down", text, seconds)
        return
    accept = Accept(Headers.from_scope(scope).get("accept", "*/*"))
    kind = accept.best_match(["text/html", "application/json"], "text/html") or ""
    if kind == "text/html":
        body = _page(text)
        kind = "text/html; charset=utf-8"
    else:
        body = msgspec.json.encode({"code": "slow_down", "text": text})
    headers = [
        (b"content-type", kind.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"retry-after", str(seconds).encode()),
    ]
    await send({"type": "http.response.start", "status": SLOW_DOWN, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
