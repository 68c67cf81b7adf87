"""News: whoever listens at a table is told of every change, from where they say they were."""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath
from msgspec import Struct

from ravelbox.kernel.errors import RavelboxError
from ravelbox.server.door import origin_of, visitor_with
from ravelbox.server.metrics import metrics
from ravelbox.server.news import Ear
from ravelbox.server.protocol import BadRequest, Mark, NewsAnswer, Place, SeatNumber
from ravelbox.server.seats import NoSeat, Visitor, WrongKey
from ravelbox.server.show import Sight, page, sight, table_answer
from ravelbox.server.store import StoreFailed
from ravelbox.server.tables import Tables

PATIENCE: Final = 20.0  # seconds for a listener to take what it is sent
LOOK: Final = 300.0  # seconds after which one looks without having heard anything
ENCODER: Final = msgspec.json.Encoder()
# How a socket is closed.
SPOKE, SLOW, AGAIN = 1003, 1013, 1011
BAD, NO_SEAT, NO_TABLE = 4400, 4403, 4404


class Where(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a listener was, and how it wants to be told."""

    at: Place | None = None
    mark: Mark = ""
    revision: int | None = None
    form: str = "json"
    seat: SeatNumber | None = None
    ear: str = ""  # how the page calls this socket when it acts
    key: str = ""  # that of a shared link

    def __post_init__(self) -> None:
        """Three forms there are."""
        if self.form not in ("json", "page", "place"):
            raise ValueError("`form` is `json`, `page` or `place`")


@dataclass(frozen=True, slots=True)
class Looking:
    """Who looks at which table, and how."""

    table: str
    visitor: Visitor
    where: Where
    origin: str


@dataclass(slots=True)
class Told:
    """What a listener has been told already."""

    at: int | None
    mark: str
    revision: int
    page: bytes = b""  # a digest of it
    early: bool = False  # whether that may have been before the start, when nobody has a hand


@websocket("/table/{table:str}/news")
async def news(socket: WebSocket[Any, Any, Any], table: FromPath[str]) -> None:
    """Tell one listener until it leaves."""
    tables: Tables = socket.app.state.tables
    await socket.accept()
    try:
        where = _where(socket)
        look = Looking(table, visitor_with(socket, where.key), where, origin_of(socket))
        known = -1 if where.revision is None else where.revision
        told = Told(where.at, where.mark, known, early=where.at == 0)
        with tables.hub.listening(table, where.ear) as ear:
            gone: asyncio.Future[Any] = asyncio.create_task(_gone(socket))
            try:
                while not gone.done():
                    await _tell(socket, await _message(tables, look, told, ear))
                    await asyncio.wait(
                        {gone, ear.next()}, timeout=LOOK, return_when=asyncio.FIRST_COMPLETED
                    )
                spoke = gone.result()
            finally:
                gone.cancel()
        if spoke:
            await socket.close(SPOKE, "this socket tells, and does not listen")
    except WebSocketDisconnect:
        return
    except TimeoutError:
        await _close(socket, SLOW, "too slow; come again and say where you were")
    except RavelboxError as error:
        await _close(socket, _closing(error), str(error))


async def _tell(socket: WebSocket[Any, Any, Any], said: str) -> None:
    """Send what is new, if anything is; nobody keeps it afterwards."""
    if said:
        await asyncio.wait_for(socket.send_text(said), PATIENCE)
        metrics.told(1)


def _where(socket: WebSocket[Any, Any, Any]) -> Where:
    try:
        return msgspec.convert(dict(socket.query_params), Where, strict=False)
    except (msgspec.ValidationError, ValueError) as error:
        raise BadRequest(f"the address cannot be read: {error}") from error


async def _gone(socket: WebSocket[Any, Any, Any]) -> bool:
    """Wait until a listener leaves, or says something, which none should."""
    try:
        message = await socket.receive()
    except WebSocketDisconnect:
        return False
    return message["type"] == "websocket.receive"


async def _message(tables: Tables, look: Looking, told: Told, ear: Ear) -> str:
    """What is new, in the form that is wanted; empty if nothing is.

    A page that was answered with it is only told so: the answer may have been lost on its way.
    """
    known = ear.take()
    async with tables.at(look.table) as live:
        match = await live.now(known)
        seen = sight(live, look.visitor, look.where.seat, look.origin)
        if told.revision == live.revision:
            return ""
        told.revision = live.revision
        at, mark = match.decisions(), live.company.mark
        if look.where.form == "place":
            return ENCODER.encode({"at": at, "over": match.over}).decode()
        if look.where.form == "page" and ear.answered == live.revision:
            return ENCODER.encode({"revision": live.revision}).decode()
        if look.where.form == "page":
            text = page(seen)
            digest = hashlib.blake2b(text.encode(), digest_size=16).digest()
            same = digest == told.page
            told.at, told.mark, told.page = at, mark, digest
            return "" if same else text
        begun = told.early and live.state != "gathering"  # from now on a seat sees its own hand
        since = None if told.at is None or begun else _common(seen, told.at, told.mark)
        told.early = live.state == "gathering"
        told.at, told.mark = at, mark
        log = live.log(seen.seat) if since is None else match.log(seen.seat, match.place(since))
        answer = NewsAnswer(since, at, mark, log, table_answer(seen, None))
        return ENCODER.encode(answer).decode()


def _common(seen: Sight, at: int, mark: str) -> int | None:
    """How many decisions of what a listener knows still stand; None if that cannot be said."""
    company, made = seen.live.company, seen.live.match.decisions()
    if not mark:
        return min(at, made)
    if not (mark.isascii() and mark.isdecimal()) or int(mark) > len(company.cuts):
        return None
    return min(at, made, *company.cuts[int(mark) :])


def _closing(error: RavelboxError) -> int:
    if isinstance(error, StoreFailed):
        return AGAIN
    if isinstance(error, NoSeat | WrongKey):
        return NO_SEAT
    return BAD if isinstance(error, BadRequest) else NO_TABLE


async def _close(socket: WebSocket[Any, Any, Any], code: int, reason: str) -> None:
    """Close with a sentence, as far as a closing frame can hold it."""
    try:
        await socket.close(code, reason.encode()[:120].decode(errors="ignore"))
    except (WebSocketDisconnect, RuntimeError):
        return  # it has left already
