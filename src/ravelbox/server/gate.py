"""Who may come in: only pages of our own may change a table, and only under our own name."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

import msgspec
from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from ravelbox.kernel.errors import RavelboxError
from ravelbox.kernel.words import echo

READING: Final = ("GET", "HEAD", "OPTIONS")
# Pages carry custom properties in style attributes; nothing else of theirs is inline.
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
UNUSED: Final = (
    "accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer",
    "microphone", "midi", "payment", "usb",
)  # fmt: skip
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Links are secrets, so no path is told, not even to ourselves. "no-referrer" would be shorter,
    # but then browsers send `Origin: null` with our own forms, like any stranger's.
    "Referrer-Policy": "strict-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": ", ".join(f"{feature}=()" for feature in UNUSED),
    "Cache-Control": "no-store",
}
YEAR: Final = 31_536_000  # seconds for which a browser remembers to come by TLS


class WrongHost(RavelboxError):
    """A request under a name that is not ours: some other page's name may point here."""

    code = "wrong_host"
    status = 421


class CrossSite(RavelboxError):
    """A change asked for by a page that is not ours, or a socket that it would open."""

    code = "cross_site"
    status = 403


class BadAddress(RavelboxError, ValueError):
    """A public address that browsers could not come to."""

    code = "bad_request"


def public_address(url: str) -> str:
    """Where the world finds us, as a browser writes an origin: "https://games.example".

    Empty stays empty; an address with a path is refused, since ours begin at the root.
    """
    if not url:
        return ""
    try:
        parts = urlsplit(url)
        name, port = parts.hostname, parts.port
    except ValueError:
        name, port, parts = None, None, urlsplit("")
    bare = not (parts.path.strip("/") or parts.query or parts.fragment or "@" in parts.netloc)
    if parts.scheme not in ("http", "https") or not name or not bare or not name.isascii():
        raise BadAddress(
            f"a public address is like https://games.example, with no path; {echo(url)} is not"
        )
    host = f"[{name}]" if ":" in name else name
    usual = {"http": 80, "https": 443}[parts.scheme]
    return f"{parts.scheme}://{host}" + (f":{port}" if port not in (None, usual) else "")


class Gate(ASGIMiddleware):
    """Refuses foreign names and foreign pages before a route is asked, sockets among them."""

    scopes = (ScopeType.HTTP, ScopeType.WEBSOCKET, ScopeType.ASGI)

    def __init__(self, names: Iterable[str] = (), url: str = "") -> None:
        self.origin = public_address(url)
        self.public = host_name(self.origin.partition("://")[2])
        own = {"localhost", self.public} - {""}
        self.names = frozenset({*own, *(name.lower() for name in names)})

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Let through what is ours."""
        trouble = self.trouble(scope)
        if trouble is None:
            await next_app(scope, receive, send)
        elif scope["type"] == ScopeType.WEBSOCKET:
            await turn_away(scope, send, trouble.status, trouble.code, str(trouble))
        else:
            raise trouble

    def trouble(self, scope: Scope) -> WrongHost | CrossSite | None:
        """What is wrong with a request's host or origin, if anything is."""
        headers = Headers.from_scope(scope)
        host = headers.get("host", "")
        if not self.is_ours(host):
            return WrongHost(
                "Ravelbox answers only to a numeric address, to localhost, and to the names that "
                "it was started with"
            )
        if scope["type"] == ScopeType.WEBSOCKET:
            ours = self.is_own_page(headers.get("origin"), host)
        else:
            ours = scope.get("method") in READING or self.is_same_origin(headers, host)
        if not ours:
            return CrossSite(
                "only Ravelbox's own pages may do this, and the request came elsewhere"
            )
        return None

    def is_ours(self, host: str) -> bool:
        """Whether a Host header names us.

        A number always does: rebinding needs a name that its owner can point elsewhere.
        """
        name = host_name(host)
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return name in self.names
        return True

    def is_same_origin(self, headers: Headers, host: str) -> bool:
        """Whether a change comes from our own page, or from a program, which sends neither."""
        site = headers.get("sec-fetch-site", "none")
        return site in ("same-origin", "none") and self.is_own_page(headers.get("origin"), host)

    def is_own_page(self, origin: str | None, host: str) -> bool:
        """Whether an Origin header is a page of ours; who sends none is no page.

        Under the public name only the public address will do: a page that came without TLS may be
        anybody's, and a proxy may have taken the port off the Host header.
        """
        if origin is None:
            return True
        if self.public and host_name(host) == self.public:
            return origin.lower() == self.origin
        return origin.partition("://")[2].lower() == host.lower()


class Guard:
    """Puts the security headers on every answer; a route may have set its own."""

    def __init__(self, url: str = "") -> None:
        self.headers = dict(HEADERS)
        if public_address(url).startswith("https:"):
            self.headers["Strict-Transport-Security"] = f"max-age={YEAR}"

    async def __call__(self, message: Message, scope: Scope) -> None:
        """Before anything is sent."""
        del scope
        if message["type"] == "http.response.start":
            headers = MutableScopeHeaders.from_message(message)
            for name, value in self.headers.items():
                headers.setdefault(name, value)


async def turn_away(
    scope: Scope, send: Send, status: int, code: str, text: str, retry: int = 0
) -> None:
    """Refuse a socket before it opens: with a status and a sentence where the server can say them.

    Where it cannot, the socket's own close code is the status after a 4.
    """
    if "websocket.http.response" not in (scope.get("extensions") or {}):
        await send({"type": "websocket.close", "code": 4000 + status, "reason": text})
        return
    headers = [(b"content-type", b"application/json")]
    if retry:
        headers.append((b"retry-after", str(retry).encode()))
    headers.extend((name.lower().encode(), value.encode()) for name, value in HEADERS.items())
    start = {"type": "websocket.http.response.start", "status": status, "headers": headers}
    body = {"type": "websocket.http.response.body", "body": msgspec.json.encode(_said(code, text))}
    for message in (start, body):
        await send(message)  # type: ignore[arg-type]  # an extension that the types do not know


def _said(code: str, text: str) -> dict[str, str]:
    sentence = f"{text[:1].upper()}{text[1:]}"
    return {"code": code, "text": sentence if sentence.endswith((".", "!")) else f"{sentence}."}


def is_loopback(host: str) -> bool:
    """Whether an address or name never leaves this machine."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def host_name(host: str) -> str:
    """The name or number in a Host header, without its port."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""
