"""Playing at a table: acts, taking back, its seats while it runs, and its papers."""

from __future__ import annotations

import dataclasses
from typing import Any

from litestar import get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Response
from msgspec import Struct

from ravelbox.kernel import position as positions
from ravelbox.kernel.dealer import commitment
from ravelbox.kernel.errors import RavelboxError
from ravelbox.server import schema
from ravelbox.server.door import visitor_of, visitor_with
from ravelbox.server.metrics import metrics
from ravelbox.server.protocol import (
    JSON,
    Act,
    Consent,
    Learn,
    SeatChange,
    Start,
    Undo,
    body_or_form,
    json_body,
    wants_json,
)
from ravelbox.server.replies import answered, onward, seen_by, table_response, tables_of
from ravelbox.server.seats import NotStarted, Visitor, name_of
from ravelbox.server.show import Sight
from ravelbox.server.store import Stale
from ravelbox.server.table import Amounts, Table
from ravelbox.server.trouble import Asked


class Hidden(RavelboxError, ValueError):
    """What would show hands that are not over yet."""

    code = "hidden"


class Weighed(Struct, frozen=True):
    """What can be said of a play before it is made."""

    final: bool  # whether undo could not take it back


@get(
    "/table/{table:str}",
    summary="A table as it is now",
    responses={200: schema.ANSWER, **schema.AT_TABLE},
)
async def table_now(
    request: Asked,
    table: FromPath[str],
    seat: FromQuery[int | None] = None,
    *,
    whole: FromQuery[bool] = False,
) -> Response[Any]:
    """The page of a table, or as JSON what is seen from here; with `seat`, by that one of yours.

    A page leaves out what is seldom looked at, unless it is to be `whole`.
    """
    async with tables_of(request).at(table) as live:
        await live.now()
        seen = seen_by(request, live, visitor_of(request), seat)
        return table_response(request, seen, whole=whole)


@post(
    "/table/{table:str}/act",
    summary="Play",
    status_code=200,
    operation_class=schema.ActOperation,
    responses={200: schema.ANSWER, **schema.CHANGING, 422: schema.ILLEGAL},
)
async def act(request: Asked, table: FromPath[str]) -> Response[Any]:
    """Play codes that answer to `at` decisions; the same again changes nothing.

    A question about amounts is also answered by them at once: `mix` in place of `codes`. They are
    played by the seat that owns them, which must be yours; then bots answer. The log of the answer
    is what happened since. A page that listens to the news need not wait for them: `Prefer: wait=0`.
    """
    given = await json_body(request, Act)
    answer = given.codes or Amounts(given.mix or ())
    visitor, tables = visitor_of(request), tables_of(request)
    trouble = None
    async with tables.at(table) as live:
        try:
            await live.act(visitor, given.at, answer, given.mark, given.seat)
            metrics.acted()
            if _need_not_wait(request):
                return table_response(request, seen_by(request, live, visitor, given.seat))
        except Stale as stale:
            trouble = stale
    return await answered(request, table, visitor, given.seat, since=given.at, trouble=trouble)


def _need_not_wait(request: Asked) -> bool:
    """Whether a page wants to be painted at once, and hears of the bots' answers by socket."""
    return not wants_json(request) and request.headers.get("prefer") == "wait=0"


@post(
    "/table/{table:str}/weigh",
    summary="Whether a play could be taken back",
    status_code=200,
    operation_class=schema.ActOperation,
    responses={
        200: schema.spec(Weighed, "What was found."),
        **schema.CHANGING,
        422: schema.ILLEGAL,
    },
)
async def weigh(request: Asked, table: FromPath[str]) -> Weighed:
    """Try a play without playing it: whether it would be final. Nothing changes."""
    given = await json_body(request, Act)
    answer = given.codes or Amounts(given.mix or ())
    async with tables_of(request).at(table) as live:
        return Weighed(await live.is_final(visitor_of(request), given.at, answer, given.seat))


@post(
    "/table/{table:str}/undo",
    summary="Take back, or ask for it",
    status_code=200,
    operation_class=schema.UndoOperation,
    responses={200: schema.ANSWER, **schema.CHANGING},
)
async def undo(request: Asked, table: FromPath[str]) -> Response[Any]:
    """Go back to `to` decisions, as far as neither luck nor a bot has spoken since.

    If the question has passed on to another person, or they have answered since, they are asked
    first: then the answer has `asking`.
    """
    given = await json_body(request, Undo)
    visitor, tables = visitor_of(request), tables_of(request)
    trouble = None
    async with tables.at(table) as live:
        try:
            await live.undo(visitor, given.at, given.to, given.mark, given.seat)
        except Stale as stale:
            trouble = stale
    return await answered(request, table, visitor, given.seat, since=given.to, trouble=trouble)


@post(
    "/table/{table:str}/consent",
    summary="Allow an undo, or not",
    status_code=200,
    operation_class=schema.ConsentOperation,
    responses={200: schema.ANSWER, 303: schema.ONWARD, **schema.CHANGING},
)
async def consent(request: Asked, table: FromPath[str]) -> Response[Any]:
    """Answer to somebody's wish to take back; with the last yes it is done."""
    given = await body_or_form(request, Consent)
    visitor = visitor_of(request)
    async with tables_of(request).at(table) as live:
        await live.consent(visitor, given.at, given.to, yes=given.yes, seat=given.seat)
        eyes = given.seat if live.match.game.hides else None
    return await onward(request, table, visitor, eyes)


@post(
    "/table/{table:str}/start",
    summary="Begin",
    status_code=200,
    operation_class=schema.StartOperation,
    responses={200: schema.ANSWER, 303: schema.ONWARD, **schema.CHANGING},
)
async def start(request: Asked, table: FromPath[str]) -> Response[Any]:
    """The host begins the game; seats that nobody took are given to `bots`, if there are any."""
    given = await body_or_form(request, Start)
    visitor = visitor_of(request)
    async with tables_of(request).at(table) as live:
        await live.start(visitor, given.bots)
    return await onward(request, table, visitor)


@post(
    "/table/{table:str}/lesson",
    summary="Go on, back or out of a lesson",
    status_code=200,
    operation_class=schema.LearnOperation,
    responses={200: schema.ANSWER, 303: schema.ONWARD, **schema.CHANGING},
)
async def learn(request: Asked, table: FromPath[str]) -> Response[Any]:
    """Read on, take the last step back, or leave the lesson: then the table is like any other."""
    given = await body_or_form(request, Learn)
    visitor = visitor_of(request)
    async with tables_of(request).at(table) as live:
        await live.learn(visitor, given.do, given.step)
    return await onward(request, table, visitor)


@post(
    "/table/{table:str}/resume",
    summary="End a pause",
    status_code=200,
    responses={200: schema.ANSWER, 303: schema.ONWARD, **schema.AT_TABLE},
)
async def resume(request: Asked, table: FromPath[str]) -> Response[Any]:
    """Go on after a clock ran out; whoever has no time left gets a minute."""
    visitor = visitor_of(request)
    async with tables_of(request).at(table) as live:
        await live.resume(visitor)
    return await onward(request, table, visitor)


@post(
    "/table/{table:str}/seat",
    summary="Something about a seat",
    status_code=200,
    operation_class=schema.SeatOperation,
    responses={200: schema.ANSWER, 303: schema.ONWARD, **schema.CHANGING},
)
async def seat(request: Asked, table: FromPath[str]) -> Response[Any]:
    """Rename, let a bot play and take the seat back, leave, renew its link; the host may kick."""
    given = await body_or_form(request, SeatChange)
    words: dict[str, object] = {"name": name_of(given.name), "bot": given.bot}
    visitor = visitor_of(request)
    async with tables_of(request).at(table) as live:
        await live.seat(visitor, given.seat, given.do, words)
        still = given.do not in ("leave", "kick") or _has_place(live, visitor)
        if given.do == "relink" and live.kept.secret and live.company.seats[given.seat].taken:
            visitor = Visitor(visitor.device, (*visitor.keys, live.key(str(given.seat))))
    if not still:
        if wants_json(request):
            return Response({"left": given.seat}, status_code=200)
        return Redirect("/", status_code=303)
    if given.do == "relink":
        if not wants_json(request):
            return Redirect(f"/table/{table}/links", status_code=303)
        return await answered(request, table, visitor, keys=True)
    return await onward(request, table, visitor)


def _has_place(live: Table, visitor: Visitor) -> bool:
    try:
        return bool(live.roles(visitor))
    except RavelboxError:
        return False


@get(
    "/table/{table:str}/record",
    summary="The record of a table",
    media_type="text/plain",
    operation_class=schema.RecordOperation,
    responses=schema.AT_TABLE,
)
async def record(request: Asked, table: FromPath[str], key: FromQuery[str] = "") -> Response[str]:
    """The match as a text record, or as a JSON one; its luck is named only when it is over.

    `key` is that of a shared replay.
    """
    async with tables_of(request).at(table) as live:
        match = await live.now()
        must_be_open(live, seen_by(request, live, visitor_with(request, key)))
        paper, luck = match.record(), live.kept.luck
    header = paper.header
    if luck:
        header = dataclasses.replace(
            header, commitment=commitment(bytes.fromhex(luck)), key=luck if match.over else ""
        )
    paper = dataclasses.replace(paper, header=header if match.over else header.sealed())
    if wants_json(request):
        return Response(paper.to_json(), media_type=JSON)
    name = f"{match.game.name}-{table[:8]}.txt"
    return Response(
        paper.to_text(),
        media_type="text/plain",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@get(
    "/table/{table:str}/position",
    summary="The position of a table",
    operation_class=schema.PositionOperation,
    responses=schema.AT_TABLE,
)
async def position(request: Asked, table: FromPath[str]) -> Response[str]:
    """What lies on the table, as a document from which a match can start."""
    async with tables_of(request).at(table) as live:
        match = await live.now()
        must_be_open(live, seen_by(request, live, visitor_of(request)))
        document = positions.dump(match.game, match.header.options, match.state)
    return Response(positions.to_text(document), media_type=JSON)


def must_be_open(live: Table, seen: Sight) -> None:
    """Records and positions show every hand, so while those are hidden nobody gets one."""
    match = live.match
    if live.state == "gathering":
        raise NotStarted("the game has not begun, so there is nothing to tell of it yet")
    alone = match.header.seats == 1 and seen.held
    if match.game.hides and not match.over and not alone:
        raise Hidden(
            f"{match.game.title} has hidden hands, so its records can be read once it is over"
        )
