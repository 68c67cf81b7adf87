"""Addresses of the daily puzzle: today's, this week's, the archive, and sitting down to one."""

from __future__ import annotations

import dataclasses
from typing import Any

from litestar import get, post
from litestar.response import Response
from msgspec.structs import replace

from ravelbox.daily import KINDS, Kind, archive, day_of, dealt, kind_of, open_day, today
from ravelbox.seating import HERE
from ravelbox.server import schema
from ravelbox.server.dailies import Attempts, Dailies
from ravelbox.server.door import named_device, visitor_of
from ravelbox.server.protocol import HTML, DayAnswer, DaysAnswer, fields, wants_json
from ravelbox.server.replies import arrived, tables_of
from ravelbox.server.seats import Daily, Visitor, gathered
from ravelbox.server.show import daily_odds, daily_share
from ravelbox.server.tables import Tables
from ravelbox.server.trouble import Asked
from ravelbox.web import pages


def dailies_of(request: Asked) -> Dailies:
    """The daily puzzles of the open store."""
    dailies: Dailies = request.app.state.dailies
    return dailies


def line_of(kind: Kind, day: str, attempts: Attempts) -> pages.DayLine:
    """A puzzle as pages list it, without its result."""
    table, over = attempts.get((kind.name, day), ("", False))
    state = "over" if over else "playing" if table else "new"
    return pages.DayLine(kind.name, day, kind.title, kind.preset, kind.words, state, table)


def today_card(attempts: Attempts) -> pages.DayLine:
    """Today's puzzle, for the shelf."""
    kind = KINDS["day"]
    return line_of(kind, day_of(kind, today()), attempts)


async def _with_result(tables: Tables, line: pages.DayLine) -> pages.DayLine:
    """The line with what may be told once its game is over."""
    if line.state != "over":
        return line
    async with tables.at(line.table) as live:
        match = await live.now()
        share, odds = daily_share(match, live.company), daily_odds(match, live.company)
    return dataclasses.replace(line, share=share, odds=odds)


@get(
    "/daily",
    summary="The puzzles of today and this week, and the archive",
    responses={200: schema.spec(DaysAnswer, "The puzzles."), **schema.ANY},
)
async def days(request: Asked) -> Response[Any]:
    """What can be played, and how far this device is. Days begin at midnight UTC.

    Nothing is told of a puzzle but its deck and tokens before your own game of it is over.
    """
    now = today()
    attempts = await dailies_of(request).attempts(visitor_of(request).device)
    tables = tables_of(request)
    lines = {
        kind.name: [
            await _with_result(tables, line_of(kind, day, attempts)) for day in archive(kind, now)
        ]
        for kind in KINDS.values()
    }
    newest = [found[0] for found in lines.values()]
    past = [line for found in lines.values() for line in found[1:]]
    if wants_json(request):
        told = [
            DayAnswer(it.kind, it.day, it.words, it.state, it.table, it.share)
            for it in newest + past
        ]
        return Response(DaysAnswer(told))
    return Response(pages.daily_page(newest, past), media_type=HTML)


@post(
    "/daily",
    summary="Sit down to a puzzle of a day or week",
    operation_class=schema.DailyOperation,
    responses={
        201: schema.ANSWER,
        303: schema.ONWARD,
        **schema.ANY,
        413: schema.LARGE,
        415: schema.MEDIA,
    },
)
async def play(request: Asked) -> Response[Any]:
    """Your table of that puzzle. Only the first one counts, so a second call leads back to it."""
    given = await fields(request)
    kind = kind_of(given.get("kind", ""))
    now = today()
    day = open_day(kind, given.get("day") or day_of(kind, now), now)
    device, cookie = named_device(request)
    dailies, tables = dailies_of(request), tables_of(request)
    known = (await dailies.attempts(device)).get((kind.name, day))
    if known:
        return await arrived(request, known[0], Visitor(device), cookie)
    chosen = await dailies.chosen(kind, day)
    told = Daily(kind.name, day, chosen.par, chosen.won, chosen.games)
    company = replace(gathered([HERE]), daily=told)
    table = await tables.open(dealt(kind, chosen.seed), company, device=device)
    table = await dailies.attempt(kind, day, device, table)
    return await arrived(request, table, Visitor(device), cookie)
