"""Who comes in: a device by its cookie, a program by its keys."""

from __future__ import annotations

from typing import Any, Final

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from ravelbox.server.seats import (
    KEY_LENGTH,
    Key,
    Visitor,
    WrongKey,
    device_hash,
    new_device,
    read_key,
)

COOKIE: Final = "ravelbox"
DAYS: Final = 400  # as long as browsers keep one
BEARER: Final = "bearer "
MOST_KEYS: Final = 8

Connection = ASGIConnection[Any, Any, Any, Any]


def visitor_of(connection: Connection) -> Visitor:
    """Whoever asks."""
    device = connection.cookies.get(COOKIE, "")
    return Visitor(device_hash(device) if _is_device(device) else "", _keys(connection))


def visitor_with(connection: Connection, key: str) -> Visitor:
    """Whoever asks, with the key of a link that was shared, if there is one."""
    visitor = visitor_of(connection)
    return Visitor(visitor.device, (*visitor.keys, read_key(key))) if key else visitor


def _keys(connection: Connection) -> tuple[Key, ...]:
    sent = connection.headers.get("authorization", "")
    if sent[: len(BEARER)].lower() != BEARER:
        if sent:
            raise WrongKey("keys are sent as `Authorization: Bearer KEY`")
        return ()
    keys = sent[len(BEARER) :].split(",")
    if len(keys) > MOST_KEYS:
        raise WrongKey(f"at most {MOST_KEYS} keys can be sent at once")
    return tuple(read_key(key.strip()) for key in keys)


def named_device(connection: Connection) -> tuple[str, Cookie]:
    """The hash of the device that asks, and its cookie: a new one, or the old one renewed."""
    device = connection.cookies.get(COOKIE, "")
    if not _is_device(device):
        device = new_device()
    return device_hash(device), Cookie(
        key=COOKIE,
        value=device,
        path="/",
        max_age=DAYS * 86_400,
        httponly=True,
        samesite="lax",
        secure=str(connection.app.state.origin).startswith("https:"),
    )


def origin_of(connection: Connection) -> str:
    """What stands before the path of an address that can be given away."""
    public: str = connection.app.state.origin
    return public or f"http://{connection.headers.get('host', '')}"


def _is_device(cookie: str) -> bool:
    return len(cookie) == KEY_LENGTH and cookie.isascii()
