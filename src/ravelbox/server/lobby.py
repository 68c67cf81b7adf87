"""The lobby: the shelf, the tables of this device, and new ones."""

from __future__ import annotations

import time
from datetime import UTC, datetime, tzinfo
from typing import Any, Final

from litestar import get, post
from litestar.response import Response

import ravelbox
from ravelbox.server import schema
from ravelbox.server.daily import dailies_of, today_card
from ravelbox.server.door import named_device, visitor_of
from ravelbox.server.opening import new_table
from ravelbox.server.protocol import HTML, LineAnswer, LobbyAnswer, fields, game_answer, wants_json
from ravelbox.server.replies import arrived, tables_of
from ravelbox.server.seats import Visitor
from ravelbox.server.store import Line
from ravelbox.server.trouble import Asked
from ravelbox.web import pages

MOST_LINES: Final = 200  # tables that the lobby lists


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


@get(
    "/",
    summary="The shelf, and where you left off",
    responses={200: schema.spec(LobbyAnswer, "Games and tables."), **schema.ANY},
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
    day = today_card(await dailies_of(request).attempts(device))
    page = pages.lobby_page(shown, more=len(found) > len(lines), day=day)
    return Response(page, media_type=HTML)


@post(
    "/tables",
    summary="Open a new table",
    operation_class=schema.CreateOperation,
    responses={
        201: schema.ANSWER,
        303: schema.ONWARD,
        **schema.ANY,
        404: schema.GONE,
        413: schema.LARGE,
        415: schema.MEDIA,
    },
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
    return await arrived(request, table, Visitor(device), cookie)
