"""How addresses of a table answer: with the table as whoever asked may see it now."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

from litestar.response import Redirect, Response

from ravelbox.server import show
from ravelbox.server.door import origin_of
from ravelbox.server.metrics import metrics
from ravelbox.server.protocol import HTML, Trouble, wants_json
from ravelbox.server.seats import Visitor
from ravelbox.server.show import Sight, sight, table_answer
from ravelbox.server.store import Stale
from ravelbox.server.table import Table
from ravelbox.server.tables import Tables
from ravelbox.server.trouble import Asked, sentence
from ravelbox.web.parts import missing

# Headers by which a page says what it shows (see `missing`), and how its socket is called.
HAS: Final = "Ravelbox-Has"
EAR: Final = "Ravelbox-Ear"


def tables_of(request: Asked) -> Tables:
    """The tables of the open store."""
    tables: Tables = request.app.state.tables
    return tables


def seen_by(request: Asked, live: Table, visitor: Visitor, eyes: int | None = None) -> Sight:
    """How whoever asks sees a table."""
    return sight(live, visitor, eyes, origin_of(request))


def table_response(
    request: Asked,
    seen: Sight,
    since: int = 0,
    trouble: Stale | None = None,
    *,
    made: bool = False,
    keys: bool = False,
    whole: bool = False,
) -> Response[Any]:
    """The table, as a page or as JSON; with trouble it still is the newest."""
    status = HTTPStatus.CONFLICT if trouble else HTTPStatus.CREATED if made else HTTPStatus.OK
    if not wants_json(request):
        return Response(_page(request, seen, whole=whole), media_type=HTML, status_code=status)
    answer = table_answer(seen, since, keys=made or keys)
    if trouble:
        return Response(Trouble(trouble.code, sentence(trouble), answer), status_code=status)
    return Response(answer, status_code=status)


def _page(request: Asked, seen: Sight, *, whole: bool) -> str:
    """A page, or what a page needs that says what it has; its ear need not hear of that again."""
    page, live = show.page(seen, whole=whole), seen.live
    tables_of(request).hub.answered(live.id, request.headers.get(EAR, ""), live.revision)
    has = request.headers.get(HAS, "")
    return missing(page, has) if has else page


async def arrived(request: Asked, table: str, visitor: Visitor, cookie: Any) -> Response[Any]:
    """What somebody sees who has just sat down, after bots that were asked first."""
    tables = tables_of(request)
    async with tables.at(table) as live:
        await live.now()
    await tables.settled(table)
    if not wants_json(request):
        onward = Redirect(f"/table/{table}", status_code=303)
        onward.cookies.append(cookie)
        return onward
    async with tables.at(table) as live:
        await live.now()
        answer = table_response(request, seen_by(request, live, visitor), made=True)
    answer.headers["Location"] = f"/table/{table}"
    answer.cookies.append(cookie)
    return answer


async def answered(
    request: Asked,
    table: str,
    visitor: Visitor,
    seat: int | None = None,
    *,
    since: int = 0,
    trouble: Stale | None = None,
    keys: bool = False,
) -> Response[Any]:
    """The table after an act and the bots' answers; a stale one gets the newest."""
    tables = tables_of(request)
    if trouble:
        metrics.stale()
    else:
        await tables.settled(table)
    async with tables.at(table) as live:
        match = await live.now(live.revision)
        place = match.place(min(since, match.decisions())) if not trouble else 0
        seen = seen_by(request, live, visitor, seat)
        return table_response(request, seen, place, trouble, keys=keys)


async def onward(
    request: Asked, table: str, visitor: Visitor, seat: int | None = None
) -> Response[Any]:
    """After a change of the company: programs get the table, browsers go to its page."""
    if not wants_json(request):
        eyes = "" if seat is None else f"?seat={seat}"
        return Redirect(f"/table/{table}{eyes}", status_code=303)
    return await answered(request, table, visitor, seat)
