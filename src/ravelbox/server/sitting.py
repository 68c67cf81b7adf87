"""Sitting down at a table: by the link of a seat, or by the code of a table that gathers."""

from __future__ import annotations

from typing import Any

from litestar import get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Response

from ravelbox.kernel.errors import RavelboxError
from ravelbox.server import schema, show
from ravelbox.server.door import named_device, visitor_of
from ravelbox.server.protocol import HTML, LinksAnswer, Sit, body_or_form, wants_json
from ravelbox.server.replies import arrived, seen_by, tables_of
from ravelbox.server.seats import Visitor, name_of, read_code, read_key, seats_in
from ravelbox.server.show import table_answer
from ravelbox.server.table import Table
from ravelbox.server.trouble import Asked
from ravelbox.web import pages


class NoCode(RavelboxError, LookupError):
    """A join code that no gathering table has."""

    code = "no_code"


@get(
    "/table/{table:str}/links",
    summary="Links to give away",
    responses={
        200: schema.spec(LinksAnswer, "Addresses; whoever has one can use it."),
        **schema.AT_TABLE,
    },
)
async def links(request: Asked, table: FromPath[str]) -> Response[Any]:
    """The links of your seats, to move to another device; the host's also of untaken seats."""
    async with tables_of(request).at(table) as live:
        match = await live.now()
        seen = seen_by(request, live, visitor_of(request))
        found, company, code = show.links(seen), show.company_of(seen), seen.code
    if wants_json(request):
        by_seat = {str(n): link for n, link in found.seats.items()}
        return Response(LinksAnswer(by_seat, found.watch, found.join, code))
    page = pages.links_page(table, match.game, found, company)
    return Response(page, media_type=HTML)


@get(
    "/sit/{key:str}",
    summary="What a link opens",
    responses={200: schema.ANSWER, **schema.AT_TABLE},
)
async def sit_page(request: Asked, key: FromPath[str]) -> Response[Any]:
    """The seat that a link leads to. Looking changes nothing: the seat is taken by POST."""
    opened = read_key(key)
    async with tables_of(request).at(opened.table) as live:
        match = await live.now()
        seen = seen_by(request, live, Visitor(keys=(opened,)))
        if wants_json(request):
            return Response(table_answer(seen))
        n = int(opened.role) if opened.role.isdecimal() else None
        name = live.company.seats[n].name if n is not None else ""
        page = pages.sit_page(match.game, key, show.company_of(seen, _held(request, live)), n, name)
    return Response(page, media_type=HTML)


@post(
    "/sit/{key:str}",
    summary="Sit down",
    status_code=201,
    operation_class=schema.SitOperation,
    responses={201: schema.ANSWER, 303: schema.ONWARD, **schema.CHANGING},
)
async def sit(request: Asked, key: FromPath[str]) -> Response[Any]:
    """Take the seat of a link, or come back to it, on this device."""
    opened = read_key(key)
    given = await body_or_form(request, Sit)
    device, cookie = named_device(request)
    async with tables_of(request).at(opened.table) as live:
        await live.sit(opened, name_of(given.name), device)
    return await arrived(request, opened.table, Visitor(device, (opened,)), cookie)


@get("/join", include_in_schema=False)
async def join_by_form(code: FromQuery[str] = "") -> Redirect:
    """From the form in the lobby to the page of a code."""
    return Redirect(f"/join/{read_code(code) or '-'}", status_code=303)


def _held(request: Asked, live: Table) -> frozenset[int]:
    """The seats that the device that asks holds already."""
    return seats_in(live.kept.holders.get(visitor_of(request).device, ()))


async def _coded(request: Asked, code: str) -> str:
    found = await tables_of(request).store.by_code(read_code(code)) if code else None
    if found is None:
        raise NoCode("no table that still gathers has this code; ask for it again")
    return found


@get(
    "/join/{code:str}",
    summary="What a join code opens",
    responses={200: schema.spec(None, "A page with the free seats."), **schema.AT_TABLE},
)
async def join_page(request: Asked, code: FromPath[str]) -> Response[Any]:
    """The seats of a table that gathers. Looking changes nothing: one is taken by POST."""
    table = await _coded(request, code)
    async with tables_of(request).at(table) as live:
        match = await live.now()
        watching = Visitor(keys=(live.key("watch"),))
        company = show.company_of(seen_by(request, live, watching), _held(request, live))
        page = pages.join_page(match.game, read_code(code), company)
    return Response(page, media_type=HTML)


@post(
    "/join/{code:str}",
    summary="Take a free seat",
    status_code=201,
    operation_class=schema.SitOperation,
    responses={201: schema.ANSWER, 303: schema.ONWARD, **schema.CHANGING},
)
async def join(request: Asked, code: FromPath[str]) -> Response[Any]:
    """Sit down at a table by its code, on the first free seat or the one that is named."""
    given = await body_or_form(request, Sit)
    table = await _coded(request, code)
    device, cookie = named_device(request)
    async with tables_of(request).at(table) as live:
        await live.join(name_of(given.name), given.seat, device)
    return await arrived(request, table, Visitor(device), cookie)
