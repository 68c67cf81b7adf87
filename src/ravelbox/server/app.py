"""The routes: pages for people, the same in JSON for programs, one lock for each table."""

from __future__ import annotations

import asyncio
import dataclasses
import time
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime, tzinfo
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

from litestar import Litestar, MediaType, Request, get, post
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Response

import ravelbox
from ravelbox.kernel import position as positions
from ravelbox.kernel.dealer import commitment
from ravelbox.kernel.errors import RavelboxError
from ravelbox.server import protocol, show, watch
from ravelbox.server.assets import rules_html, static_file
from ravelbox.server.door import COOKIE, named_device, origin_of, visitor_of
from ravelbox.server.gate import Gate, Guard, public_address
from ravelbox.server.limits import Limits
from ravelbox.server.metrics import metrics, running
from ravelbox.server.news import Hub, listen
from ravelbox.server.opening import new_table
from ravelbox.server.protocol import (
    HTML,
    JSON,
    Act,
    Consent,
    LineAnswer,
    LinksAnswer,
    LobbyAnswer,
    SeatChange,
    Sit,
    Start,
    TableAnswer,
    Trouble,
    Undo,
    body_or_form,
    fields,
    game_answer,
    json_body,
    wants_json,
)
from ravelbox.server.seats import Visitor, name_of, read_code, read_key, seats_in
from ravelbox.server.show import Sight, sight, table_answer
from ravelbox.server.sockets import news
from ravelbox.server.store import Line, Stale, Store
from ravelbox.server.tables import Amounts, Table, Tables
from ravelbox.web import pages

MOST_LINES: Final = 200  # tables that the lobby lists
MOST_CODE: Final = 64  # characters of a join code, however it is spelled

# What each of our errors is called on the wire and over a page.
STATUS: Final[Mapping[str, tuple[int, str]]] = {
    "illegal": (422, "That is not possible now"),
    "not_yours": (403, "It is not your move"),
    "over": (409, "The game is over"),
    "no_undo": (409, "Nothing to take back"),
    "stale": (409, "The table has moved on"),
    "unknown_game": (404, "No such game"),
    "no_table": (404, "No such table"),
    "not_found": (404, "Nothing is here"),
    "bad_option": (400, "No such choice"),
    "bad_seed": (400, "That is no seed"),
    "bad_request": (400, "That cannot be read"),
    "bad_media": (415, "That cannot be read"),
    "mismatch": (409, "This table is from another box"),
    "bad_record": (409, "This table cannot be opened"),
    "cross_site": (403, "Not from here"),
    "wrong_host": (421, "Not under this name"),
    "store": (503, "The store does not answer"),
    "wrong_key": (403, "This link leads nowhere"),
    "no_seat": (403, "No place for you here"),
    "not_host": (403, "Only the host may do that"),
    "hidden": (403, "Not while hands are hidden"),
    "no_code": (404, "No table has this code"),
    "full": (409, "All seats are taken"),
    "taken": (409, "That seat is taken"),
    "not_started": (409, "It has not begun"),
    "started": (409, "It has begun"),
    "paused": (409, "The table pauses"),
}
# What the framework refuses before we are asked.
REFUSED: Final[Mapping[int, tuple[str, str, str]]] = {
    404: ("not_found", "Nothing is here", "There is nothing at this address."),
    405: ("bad_method", "Not like that", "This address does not take that method."),
    413: ("too_large", "That is too much", f"A request has at most {protocol.MOST_BYTES} bytes."),
}
BROKEN: Final = "Something broke in the server. Your table is kept as it was; the log says more."

Asked = Request[Any, Any, Any]


class NoCode(RavelboxError, LookupError):
    """A join code that no gathering table has."""

    code = "no_code"


class Hidden(RavelboxError, ValueError):
    """What would show hands that are not over yet."""

    code = "hidden"


def ago(then: int, now: int, zone: tzinfo | None = None) -> str:
    """A moment in words, both in milliseconds since 1970: "5 minutes ago", "yesterday".

    Days begin at midnight in the zone, which is this machine's unless given.
    """
    minutes = (now - then) // 60_000
    if minutes < 60:  # noqa: PLR2004  # an hour
        return _counted(minutes, "minute") if minutes > 0 else "just now"
    day, today = (datetime.fromtimestamp(ms / 1000, UTC).astimezone(zone) for ms in (then, now))
    days = (today.date() - day.date()).days
    if days == 0:
        return _counted(minutes // 60, "hour")
    if days == 1:
        return "yesterday"
    if days < 7:  # noqa: PLR2004  # a week
        return _counted(days, "day")
    year = "" if day.year == today.year else f" {day.year}"
    return f"{day.day} {day:%B}{year}"


def _counted(n: int, thing: str) -> str:
    return f"{n} {thing}{'' if n == 1 else 's'} ago"


def lobby_line(line: Line, now: int) -> pages.TableLine:
    """A table as the lobby's page shows it; of a game that left the box only the name is known."""
    known = line.game in ravelbox.games()
    title = ravelbox.load(line.game).title if known else line.game
    return pages.TableLine(
        line.id,
        line.game,
        title,
        line.line,
        ago(line.changed, now),
        line.over,
        yours(line),
        "gathering" if line.gathering else "playing",
    )


def yours(line: Line) -> bool:
    """Whether the device that asks is to move; at a table from before there were links, it is."""
    if line.over or line.gathering:
        return False
    return not line.roles or str(line.actor) in line.roles


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
) -> Response[Any]:
    """The table, as a page or as JSON; with trouble it still is the newest."""
    status = HTTPStatus.CONFLICT if trouble else HTTPStatus.CREATED if made else HTTPStatus.OK
    if not wants_json(request):
        return Response(show.page(seen), media_type=HTML, status_code=status)
    answer = table_answer(seen, since, keys=made)
    if trouble:
        return Response(Trouble(trouble.code, _sentence(trouble), answer), status_code=status)
    return Response(answer, status_code=status)


def trouble_response(
    request: Asked, status: int, code: str, heading: str, text: str
) -> Response[Any]:
    """One sentence, as a page in the house frame or as JSON."""
    if wants_json(request):
        return Response(Trouble(code, text), status_code=status, media_type=JSON)
    page = pages.message_page(heading, text, status, code)
    return Response(page, status_code=status, media_type=HTML)


def _sentence(error: Exception) -> str:
    """An error's message as a sentence."""
    text = str(error)
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '?', '!')) else '.'}"


def tell_ours(request: Asked, error: RavelboxError) -> Response[Any]:
    """Say what went wrong by a user's hand."""
    if error.code == "stale":
        metrics.stale()
    status, heading = STATUS.get(error.code, (400, "That did not work"))
    return trouble_response(request, status, error.code, heading, _sentence(error))


def tell_refused(request: Asked, error: HTTPException) -> Response[Any]:
    """Say what the framework refused."""
    if error.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return tell_broken(request, error)
    other = ("bad_request", "That cannot be read", "The request cannot be read.")
    code, heading, text = REFUSED.get(error.status_code, other)
    return trouble_response(request, error.status_code, code, heading, text)


def tell_broken(request: Asked, error: Exception) -> Response[Any]:
    """Say that it is our fault; the details are in the log (see watch.py)."""
    del error
    return trouble_response(request, 500, "error", "Something broke", BROKEN)


def _spec(container: type | None, description: str) -> ResponseSpec:
    return ResponseSpec(container, description=description, generate_examples=False)


ANSWER: Final = _spec(TableAnswer, "The table as it is now.")
BAD: Final = _spec(Trouble, "The request cannot be read, or names what is not there.")
FOREIGN: Final = _spec(Trouble, "A wrong key, no seat here, not your move, or not the host.")
GONE: Final = _spec(Trouble, "There is no such table, game or code.")
STALE: Final = _spec(
    Trouble,
    "The table has moved on (then with the newest view), is over, pauses, has begun or has not, "
    "or all its seats are taken.",
)
MEDIA: Final = _spec(Trouble, "A body of another kind than this address takes.")
LARGE: Final = _spec(Trouble, "A body that is too large.")
ILLEGAL: Final = _spec(Trouble, "Not among the answers to the open question.")
SLOW: Final = _spec(Trouble, "Too many requests from one address; Retry-After says when.")
DOWN: Final = _spec(Trouble, "The store does not answer; nothing was done.")
ONWARD: Final = _spec(None, "To a browser: on to the table's page.")
ANY: Final = {400: BAD, 429: SLOW, 503: DOWN}
AT_TABLE: Final = {**ANY, 403: FOREIGN, 404: GONE, 409: STALE}
CHANGING: Final = {**AT_TABLE, 413: LARGE, 415: MEDIA}


@get(
    "/",
    summary="The shelf, and where you left off",
    responses={200: _spec(LobbyAnswer, "Games and tables."), **ANY},
)
async def lobby(request: Asked) -> Response[Any]:
    """Games that can be opened, and the tables of this device, newest first."""
    device = visitor_of(request).device
    found = await tables_of(request).store.lines(device, MOST_LINES + 1)
    lines = found[:MOST_LINES]
    if wants_json(request):
        shelf = [ravelbox.load(name) for name in ravelbox.games()]
        told = [
            LineAnswer(line.id, line.game, line.line, line.changed, line.over, yours(line))
            for line in lines
        ]
        return Response(LobbyAnswer([game_answer(game) for game in shelf], told))
    now = time.time_ns() // 1_000_000
    shown = [lobby_line(line, now) for line in lines]
    page = pages.lobby_page(shown, more=len(found) > len(lines))
    return Response(page, media_type=HTML)


@post(
    "/tables",
    summary="Open a new table",
    operation_class=protocol.CreateOperation,
    responses={201: ANSWER, 303: ONWARD, **ANY, 404: GONE, 413: LARGE, 415: MEDIA},
)
async def create(request: Asked) -> Response[Any]:
    """A new table of a game: its company, its options, and a seed or luck of its own.

    The answer has the keys of your seats, to the host's part and to watch.
    """
    given = await fields(request)
    game = ravelbox.load(str(given.pop("game", "")))
    opening = new_table(game, given)
    device, cookie = named_device(request)
    tables = tables_of(request)
    table = await tables.open(opening.match, opening.company, device=device, luck=opening.luck)
    return await _arrived(request, table, Visitor(device), cookie)


async def _arrived(request: Asked, table: str, visitor: Visitor, cookie: Any) -> Response[Any]:
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


@get("/table/{table:str}", summary="A table as it is now", responses={200: ANSWER, **AT_TABLE})
async def table_now(
    request: Asked, table: FromPath[str], seat: FromQuery[int | None] = None
) -> Response[Any]:
    """The page of a table, or as JSON what is seen from here; with `seat`, by that one of yours."""
    async with tables_of(request).at(table) as live:
        await live.now()
        return table_response(request, seen_by(request, live, visitor_of(request), seat))


@post(
    "/table/{table:str}/act",
    summary="Play",
    status_code=200,
    operation_class=protocol.ActOperation,
    responses={200: ANSWER, **CHANGING, 422: ILLEGAL},
)
async def act(request: Asked, table: FromPath[str]) -> Response[Any]:
    """Play codes that answer to `at` decisions; the same again changes nothing.

    A question about amounts is also answered by them at once: `mix` in place of `codes`. They are
    played by the seat that owns them, which must be yours; then bots answer. The log of the answer
    is what happened since.
    """
    given = await json_body(request, Act)
    answer = given.codes or Amounts(given.mix or ())
    visitor, tables = visitor_of(request), tables_of(request)
    trouble = None
    async with tables.at(table) as live:
        try:
            await live.act(visitor, given.at, answer, given.mark, given.seat)
            metrics.acted()
        except Stale as stale:
            trouble = stale
    return await _answered(request, table, visitor, given.seat, given.at, trouble)


@post(
    "/table/{table:str}/undo",
    summary="Take back, or ask for it",
    status_code=200,
    operation_class=protocol.UndoOperation,
    responses={200: ANSWER, **CHANGING},
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
    return await _answered(request, table, visitor, given.seat, given.to, trouble)


@post(
    "/table/{table:str}/consent",
    summary="Allow an undo, or not",
    status_code=200,
    operation_class=protocol.ConsentOperation,
    responses={200: ANSWER, 303: ONWARD, **CHANGING},
)
async def consent(request: Asked, table: FromPath[str]) -> Response[Any]:
    """Answer to somebody's wish to take back; with the last yes it is done."""
    given = await body_or_form(request, Consent)
    visitor = visitor_of(request)
    async with tables_of(request).at(table) as live:
        await live.consent(visitor, given.at, yes=given.yes, seat=given.seat)
        eyes = given.seat if live.match.game.hides else None
    return await _onward(request, table, visitor, eyes)


async def _answered(
    request: Asked,
    table: str,
    visitor: Visitor,
    seat: int | None,
    since: int,
    trouble: Stale | None,
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
        return table_response(request, seen, place, trouble)


async def _onward(
    request: Asked, table: str, visitor: Visitor, seat: int | None = None
) -> Response[Any]:
    """After a change of the company: programs get the table, browsers go to its page."""
    if not wants_json(request):
        eyes = "" if seat is None else f"?seat={seat}"
        return Redirect(f"/table/{table}{eyes}", status_code=303)
    return await _answered(request, table, visitor, seat, 0, None)


@post(
    "/table/{table:str}/start",
    summary="Begin",
    status_code=200,
    operation_class=protocol.StartOperation,
    responses={200: ANSWER, 303: ONWARD, **CHANGING},
)
async def start(request: Asked, table: FromPath[str]) -> Response[Any]:
    """The host begins the game; seats that nobody took are given to `bots`, if there are any."""
    given = await body_or_form(request, Start)
    visitor = visitor_of(request)
    async with tables_of(request).at(table) as live:
        await live.start(visitor, given.bots)
    return await _onward(request, table, visitor)


@post(
    "/table/{table:str}/resume",
    summary="End a pause",
    status_code=200,
    responses={200: ANSWER, 303: ONWARD, **AT_TABLE},
)
async def resume(request: Asked, table: FromPath[str]) -> Response[Any]:
    """Go on after a clock ran out; whoever has no time left gets a minute."""
    visitor = visitor_of(request)
    async with tables_of(request).at(table) as live:
        await live.resume(visitor)
    return await _onward(request, table, visitor)


@post(
    "/table/{table:str}/seat",
    summary="Something about a seat",
    status_code=200,
    operation_class=protocol.SeatOperation,
    responses={200: ANSWER, 303: ONWARD, **CHANGING},
)
async def seat(request: Asked, table: FromPath[str]) -> Response[Any]:
    """Rename, let a bot play and take the seat back, leave, renew its link; the host may kick."""
    given = await body_or_form(request, SeatChange)
    words: dict[str, object] = {"name": name_of(given.name), "bot": given.bot}
    visitor = visitor_of(request)
    async with tables_of(request).at(table) as live:
        await live.seat(visitor, given.seat, given.do, words)
        still = given.do != "leave" or _has_place(live, visitor)
    if not still:
        if wants_json(request):
            return Response({"left": given.seat})
        return Redirect("/", status_code=303)
    if given.do == "relink" and not wants_json(request):
        return Redirect(f"/table/{table}/links", status_code=303)
    return await _onward(request, table, visitor)


def _has_place(live: Table, visitor: Visitor) -> bool:
    try:
        return bool(live.roles(visitor))
    except RavelboxError:
        return False


@get(
    "/table/{table:str}/links",
    summary="Links to give away",
    responses={200: _spec(LinksAnswer, "Addresses; whoever has one can use it."), **AT_TABLE},
)
async def links(request: Asked, table: FromPath[str]) -> Response[Any]:
    """The links of your seats, to move to another device; the host's also of untaken seats."""
    async with tables_of(request).at(table) as live:
        match = await live.now()
        seen = seen_by(request, live, visitor_of(request))
        found, company, code = show.links(seen), show.company_of(seen), live.kept.code
    if wants_json(request):
        by_seat = {str(n): link for n, link in found.seats.items()}
        return Response(LinksAnswer(by_seat, found.watch, found.join, code))
    page = pages.links_page(table, match.game, found, company)
    return Response(page, media_type=HTML)


@get(
    "/sit/{key:str}",
    summary="What a link opens",
    responses={200: _spec(TableAnswer, "The table as that seat sees it."), **AT_TABLE},
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
    operation_class=protocol.SitOperation,
    responses={201: ANSWER, 303: ONWARD, **CHANGING},
)
async def sit(request: Asked, key: FromPath[str]) -> Response[Any]:
    """Take the seat of a link, or come back to it, on this device."""
    opened = read_key(key)
    given = await body_or_form(request, Sit)
    device, cookie = named_device(request)
    async with tables_of(request).at(opened.table) as live:
        await live.sit(opened, name_of(given.name), device)
    return await _arrived(request, opened.table, Visitor(device, (opened,)), cookie)


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
    responses={200: _spec(None, "A page with the free seats."), **AT_TABLE},
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
    operation_class=protocol.SitOperation,
    responses={201: ANSWER, 303: ONWARD, **CHANGING},
)
async def join(request: Asked, code: FromPath[str]) -> Response[Any]:
    """Sit down at a table by its code, on the first free seat or the one that is named."""
    given = await body_or_form(request, Sit)
    table = await _coded(request, code)
    device, cookie = named_device(request)
    async with tables_of(request).at(table) as live:
        await live.join(name_of(given.name), given.seat, device)
    return await _arrived(request, table, Visitor(device), cookie)


@get(
    "/table/{table:str}/record",
    summary="The record of a table",
    media_type="text/plain",
    operation_class=protocol.RecordOperation,
    responses=AT_TABLE,
)
async def record(request: Asked, table: FromPath[str]) -> Response[str]:
    """The match as a text record, or as a JSON one; its luck is named only when it is over."""
    async with tables_of(request).at(table) as live:
        match = await live.now()
        _must_be_open(live, seen_by(request, live, visitor_of(request)))
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
    operation_class=protocol.PositionOperation,
    responses=AT_TABLE,
)
async def position(request: Asked, table: FromPath[str]) -> Response[str]:
    """What lies on the table, as a document from which a match can start."""
    async with tables_of(request).at(table) as live:
        match = await live.now()
        _must_be_open(live, seen_by(request, live, visitor_of(request)))
        document = positions.dump(match.game, match.header.options, match.state)
    return Response(positions.to_text(document), media_type=JSON)


def _must_be_open(live: Table, seen: Sight) -> None:
    """Records and positions show every hand, so while those are hidden nobody gets one."""
    match = live.match
    alone = match.header.seats == 1 and seen.held
    if match.game.hides and not match.over and not alone:
        raise Hidden(
            f"{match.game.title} has hidden hands, so its records can be read once it is over"
        )


@get(
    "/rules/{game:str}",
    summary="The rules of a game",
    media_type=HTML,
    responses={**ANY, 404: GONE},
)
async def rules(game: FromPath[str]) -> Response[str]:
    """Every rule under its number."""
    page = rules_html(ravelbox.load(game))
    return Response(page, media_type=HTML, headers={"Cache-Control": "no-cache"})


def _described() -> str:
    """What /schema says before all else."""
    named = {code: status for code, (status, _) in STATUS.items()}
    named |= {code: status for status, (code, _, _) in REFUSED.items()}
    errors = ", ".join(f"`{code}` {status}" for code, status in sorted(named.items()))
    return (
        "Tables of the box. Ask with `Accept: application/json`; send your keys as "
        "`Authorization: Bearer KEY`, several with commas between them. News of a table come on a "
        "WebSocket at `/table/ID/news?at=12&mark=0&form=json`, from there on. Whatever goes wrong "
        f"is `{{code, text}}` with its status: {errors}, `slow_down` 429, `error` 500."
    )


@get("/static/{path:path}", include_in_schema=False)
async def static(request: Asked, path: FromPath[str]) -> Response[bytes]:
    """A file that pages need."""
    return static_file(path, request.headers.get("if-none-match", ""))


def make_app(
    store: str | Path | None = None,
    *,
    names: Iterable[str] = (),
    limits: Limits | None = None,
    url: str = "",
) -> Litestar:
    """The whole server over a store (a path or URL; None: the user's own).

    It answers to localhost and to numbers; `names` are further names of this machine, and `url` is
    its public address, if it has one.
    """

    @asynccontextmanager
    async def with_store(app: Litestar) -> AsyncIterator[None]:
        opened = await Store.open(store)
        hub = Hub()
        app.state.tables = tables = Tables(opened, hub)
        jobs = [asyncio.create_task(tables.watch_clocks())]
        if not opened.is_file:
            jobs.append(asyncio.create_task(listen(hub, opened.url)))
        try:
            yield
        finally:
            for job in jobs:
                job.cancel()
            await asyncio.gather(*jobs, return_exceptions=True)
            await tables.close()
            await opened.close()

    app = Litestar(
        [
            lobby, create, table_now, act, undo, consent, start, resume, seat, links, sit_page, sit,
            join_by_form, join_page, join, news, record, position, rules, static,
            watch.health, watch.scrape,
        ],
        lifespan=[with_store],
        middleware=[Gate(names, url)],
        before_send=[Guard(url)],
        exception_handlers={
            RavelboxError: tell_ours,
            HTTPException: tell_refused,
            Exception: tell_broken,
        },
        request_max_body_size=protocol.MOST_BYTES,
        openapi_config=OpenAPIConfig(
            title="Ravelbox",
            version=running(),
            description=_described(),
            path="/schema",
            components=Components(
                security_schemes={
                    "key": SecurityScheme("http", "The key of a seat.", scheme="bearer"),
                    "device": SecurityScheme(
                        "apiKey", "Set by sitting down.", name=COOKIE, security_scheme_in="cookie"
                    ),
                }
            ),
            security=[{}, {"key": []}, {"device": []}],
            render_plugins=[
                JsonRenderPlugin(path=["/", "/openapi.json"], media_type=MediaType.JSON)
            ],
        ),
        logging_config=None,
        debug=False,
    )  # fmt: skip
    app.state.origin = public_address(url)
    return watch.around(app, limits or Limits())
