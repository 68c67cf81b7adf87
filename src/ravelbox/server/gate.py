"""Who may come in: only pages of our own may change a table, and only under our own name."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from ravelbox.kernel.errors import RavelboxError

READING: Final = ("GET", "HEAD", "OPTIONS")
# Pages carry custom properties in style attributes; nothing else of theirs is inline.
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class WrongHost(RavelboxError):
    """A request under a name that is not ours: some other page's name may point here."""

    code = "wrong_host"


class CrossSite(RavelboxError):
    """A change asked for by a page that is not ours."""

    code = "cross_site"


class Gate(ASGIMiddleware):
    """Refuses foreign names and foreign pages before a route is asked."""

    scopes = (ScopeType.HTTP, ScopeType.ASGI)

    def __init__(self, names: Iterable[str] = ()) -> None:
        self.names = frozenset({"localhost", *(name.lower() for name in names)})

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Let through what is ours."""
        headers = Headers.from_scope(scope)
        host = headers.get("host", "")
        if not self.is_ours(host):
            raise WrongHost(
                "Ravelbox answers only to a numeric address, to localhost, and to the names that "
                "it was started with"
            )
        if scope.get("method") not in READING and not is_same_origin(headers, host):
            raise CrossSite("only Ravelbox's own pages may do this, and the request came elsewhere")
        await next_app(scope, receive, send)

    def is_ours(self, host: str) -> bool:
        """Whether a Host header names us.

        A number always does: rebinding needs a name that its owner can point elsewhere.
        """
        name = _name(host)
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return name in self.names
        return True


def is_same_origin(headers: Headers, host: str) -> bool:
    """Whether a change comes from our own page, or from a program, which sends neither header."""
    site = headers.get("sec-fetch-site", "none")
    origin = headers.get("origin")
    return site in ("same-origin", "none") and (
        origin is None or origin.partition("://")[2].lower() == host.lower()
    )


def _name(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


async def guard(message: Message, scope: Scope) -> None:
    """Put the security headers on every answer; a route may have set its own."""
    del scope
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in HEADERS.items():
            headers.setdefault(name, value)
