"""The routes: pages for people, the same in JSON for programs, one lock for each table."""

from __future__ import annotations

import dataclasses
import logging
import time
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime, tzinfo
from http import HTTPStatus
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

from litestar import Litestar, MediaType, Request, get, post
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath
from litestar.response import Redirect, Response

import ravelbox
from ravelbox.kernel import position as positions
from ravelbox.kernel.errors import RavelboxError
from ravelbox.kernel.match import Match
from ravelbox.server import protocol
from ravelbox.server.assets import rules_html, static_file
from ravelbox.server.gate import Gate, guard
from ravelbox.server.protocol import (
    HTML,
    JSON,
    Act,
    LineAnswer,
    LobbyAnswer,
    TableAnswer,
    Trouble,
    Undo,
    fields,
    game_answer,
    json_body,
    table_answer,
    wants_json,
)
from ravelbox.server.store import Line, Stale, Store
from ravelbox.server.tables import Amounts, Table, Tables, new_table
from ravelbox.web import pages

MOST_LINES: Final = 200  # tables that the lobby lists
LOG: Final = logging.getLogger("ravelbox.server")

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
}
# What the framework refuses before we are asked.
REFUSED: Final[Mapping[int, tuple[str, str, str]]] = {
    404: ("not_found", "Nothing is here", "There is nothing at this address."),
    405: ("bad_method", "Not like that", "This address does not take that method."),
    413: ("too_large", "That is too much", f"A request has at most {protocol.MOST_BYTES} bytes."),
}
BROKEN: Final = "Something broke in the server. Your table is kept as it was; the log says more."


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
    return pages.TableLine(line.id, line.game, title, line.line, ago(line.changed, now), line.over)


def tables_of(request: Request[Any, Any, Any]) -> Tables:
    """The tables of the open store."""
    tables: Tables = request.app.state.tables
    return tables


def table_response(
    request: Request[Any, Any, Any], table: Table, match: Match, trouble: Stale | None = None
) -> Response[Any]:
    """The table, as a page or as JSON; with trouble it still is the newest."""
    status = HTTPStatus.CONFLICT if trouble else HTTPStatus.OK
    if not wants_json(request):
        seating = table.seating
        seat, undo = seating.viewer(match), seating.undo_to(match)
        page = pages.table_page(match, seat, table=table.id, undo=undo, seating=seating)
        return Response(page, media_type=HTML, status_code=status)
    answer = table_answer(table.id, match, table.seating)
    if trouble:
        return Response(Trouble(trouble.code, _sentence(trouble), answer), status_code=status)
    return Response(answer, status_code=status)


def trouble_response(
    request: Request[Any, Any, Any], status: int, code: str, heading: str, text: str
) -> Response[Any]:
    """One sentence, as a page in the house frame or as JSON."""
    if wants_json(request):
        return Response(Trouble(code, text), status_code=status, media_type=JSON)
    page = pages.message_page(heading, text, status)
    return Response(page, status_code=status, media_type=HTML)


def _sentence(error: Exception) -> str:
    """An error's message as a sentence."""
    text = str(error)
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '?', '!')) else '.'}"


def tell_ours(request: Request[Any, Any, Any], error: RavelboxError) -> Response[Any]:
    """Say what went wrong by a user's hand."""
    status, heading = STATUS.get(error.code, (400, "That did not work"))
    return trouble_response(request, status, error.code, heading, _sentence(error))


def tell_refused(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """Say what the framework refused."""
    if error.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return tell_broken(request, error)
    other = ("bad_request", "That cannot be read", "The request cannot be read.")
    code, heading, text = REFUSED.get(error.status_code, other)
    return trouble_response(request, error.status_code, code, heading, text)


def tell_broken(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Say that it is our fault, and keep the details for the log."""
    LOG.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return trouble_response(request, 500, "error", "Something broke", BROKEN)


def _spec(container: type | None, description: str) -> ResponseSpec:
    return ResponseSpec(container, description=description, generate_examples=False)


ANSWER: Final = _spec(TableAnswer, "The table as it is now.")
BAD: Final = _spec(Trouble, "The request cannot be read, or names what is not there.")
GONE: Final = _spec(Trouble, "There is no such table or game.")
STALE: Final = _spec(Trouble, "The table has moved on (then with the newest view), or is over.")
NOT_YOURS: Final = _spec(Trouble, "For a seat that is not here.")
ILLEGAL: Final = _spec(Trouble, "Not among the answers to the open question.")


@get(
    "/",
    summary="The shelf, and where you left off",
    responses={200: _spec(LobbyAnswer, "Games and tables.")},
)
async def lobby(request: Request[Any, Any, Any]) -> Response[Any]:
    """Games that can be opened, and tables left open or finished, newest first."""
    found = await tables_of(request).store.lines(MOST_LINES + 1)
    lines = found[:MOST_LINES]
    if wants_json(request):
        shelf = [ravelbox.load(name) for name in ravelbox.games()]
        return Response(
            LobbyAnswer(
                [game_answer(game) for game in shelf],
                [LineAnswer(**dataclasses.asdict(line)) for line in lines],
            )
        )
    now = time.time_ns() // 1_000_000
    shown = [lobby_line(line, now) for line in lines]
    page = pages.lobby_page(shown, more=len(found) > len(lines))
    return Response(page, media_type=HTML)


@post(
    "/tables",
    summary="Open a new table",
    operation_class=protocol.CreateOperation,
    responses={201: ANSWER, 303: _spec(None, "To a browser: on to its page."), 400: BAD, 404: GONE},
)
async def create(request: Request[Any, Any, Any]) -> Response[Any]:
    """A new table of a game: its company, its options, and a seed or luck of its own."""
    given = await fields(request)
    game = ravelbox.load(str(given.pop("game", "")))
    match, seating = new_table(game, given)
    table = await tables_of(request).open(match, seating)
    if not wants_json(request):
        return Redirect(f"/table/{table}", status_code=303)
    answer = table_answer(table, match, seating)
    return Response(answer, status_code=201, headers={"Location": f"/table/{table}"})


@get(
    "/table/{table:str}",
    summary="A table as it is now",
    responses={200: ANSWER, 400: BAD, 404: GONE},
)
async def show(request: Request[Any, Any, Any], table: FromPath[str]) -> Response[Any]:
    """The page of a table, or as JSON what is seen by the seats that are here."""
    async with tables_of(request).at(table) as live:
        return table_response(request, live, await live.now())


@post(
    "/table/{table:str}/act",
    summary="Play",
    status_code=200,
    operation_class=protocol.ActOperation,
    responses={200: ANSWER, 400: BAD, 403: NOT_YOURS, 404: GONE, 409: STALE, 422: ILLEGAL},
)
async def act(request: Request[Any, Any, Any], table: FromPath[str]) -> Response[Any]:
    """Play codes that answer to the history length `at`; the same again changes nothing.

    A question about amounts is also answered by them at once: `mix` in place of `codes`. They are played by the seat that owns them, which must be here; then bots answer.
    """
    given = await json_body(request, Act)
    async with tables_of(request).at(table) as live:
        try:
            match = await live.act(given.at, given.codes or Amounts(given.mix or ()), given.mark)
            return table_response(request, live, match)
        except Stale as stale:
            return table_response(request, live, await live.now(), stale)


@post(
    "/table/{table:str}/undo",
    summary="Take back",
    status_code=200,
    operation_class=protocol.UndoOperation,
    responses={200: ANSWER, 400: BAD, 404: GONE, 409: STALE},
)
async def undo(request: Request[Any, Any, Any], table: FromPath[str]) -> Response[Any]:
    """Go back to the history length `to`, as far as neither luck nor a bot has spoken since."""
    given = await json_body(request, Undo)
    async with tables_of(request).at(table) as live:
        try:
            return table_response(request, live, await live.undo(given.at, given.to, given.mark))
        except Stale as stale:
            return table_response(request, live, await live.now(), stale)


@get(
    "/table/{table:str}/record",
    summary="The record of a table",
    media_type="text/plain",
    responses={400: BAD, 404: GONE},
)
async def record(request: Request[Any, Any, Any], table: FromPath[str]) -> Response[str]:
    """The match as a text record, or as a JSON one; its dealer is named only when it is over."""
    async with tables_of(request).at(table) as live:
        match = await live.now()
        paper = match.record()
        if not match.over:
            paper = dataclasses.replace(paper, header=dataclasses.replace(paper.header, dealer=""))
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
    responses={400: BAD, 404: GONE},
)
async def position(request: Request[Any, Any, Any], table: FromPath[str]) -> Response[str]:
    """What lies on the table, as a document from which a match can start."""
    async with tables_of(request).at(table) as live:
        match = await live.now()
        document = positions.dump(match.game, match.header.options, match.state)
    return Response(positions.to_text(document), media_type=JSON)


@get(
    "/rules/{game:str}",
    summary="The rules of a game",
    media_type=HTML,
    responses={400: BAD, 404: GONE},
)
async def rules(game: FromPath[str]) -> Response[str]:
    """Every rule under its number."""
    page = rules_html(ravelbox.load(game))
    return Response(page, media_type=HTML, headers={"Cache-Control": "no-cache"})


@get("/static/{path:path}", include_in_schema=False)
async def static(request: Request[Any, Any, Any], path: FromPath[str]) -> Response[bytes]:
    """A file that pages need."""
    return static_file(path, request.headers.get("if-none-match", ""))


def make_app(store: str | Path | None = None, *, names: Iterable[str] = ()) -> Litestar:
    """The whole server over a store (a path or URL; None: the user's own).

    It answers to localhost and to numbers; `names` are further names of this machine.
    """

    @asynccontextmanager
    async def with_store(app: Litestar) -> AsyncIterator[None]:
        opened = await Store.open(store)
        app.state.tables = Tables(opened)
        try:
            yield
        finally:
            await opened.close()

    return Litestar(
        [lobby, create, show, act, undo, record, position, rules, static],
        lifespan=[with_store],
        middleware=[Gate(names)],
        before_send=[guard],
        exception_handlers={
            RavelboxError: tell_ours,
            HTTPException: tell_refused,
            Exception: tell_broken,
        },
        request_max_body_size=protocol.MOST_BYTES,
        openapi_config=OpenAPIConfig(
            title="Ravelbox",
            version=_version(),
            description="Tables of the box. Ask with Accept: application/json.",
            path="/schema",
            render_plugins=[
                JsonRenderPlugin(path=["/", "/openapi.json"], media_type=MediaType.JSON)
            ],
        ),
        logging_config=None,
        debug=False,
    )


def _version() -> str:
    try:
        return version("ravelbox")
    except PackageNotFoundError:  # run from a source tree
        return "0"
