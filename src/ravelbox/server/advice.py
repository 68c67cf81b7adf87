"""Advice: a hint while a game runs, and after it the coach. Both think in a process of their own."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context
from typing import Any, Final, TypeVar

from litestar import get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Response
from msgspec import Struct

from ravelbox.bots import Chair
from ravelbox.bots.coach import Lesson, coach
from ravelbox.bots.hint import advise
from ravelbox.kernel.errors import GameOver, NotYourMove, RavelboxError
from ravelbox.kernel.record import Record
from ravelbox.kernel.rng import Rng
from ravelbox.server import schema
from ravelbox.server.door import visitor_of, visitor_with
from ravelbox.server.protocol import HTML, wants_json
from ravelbox.server.replies import seen_by, tables_of
from ravelbox.server.seats import NoSeat
from ravelbox.server.show import Sight, company_of
from ravelbox.server.trouble import Asked
from ravelbox.web import pages
from ravelbox.web.coach import Review, review

Thought = TypeVar("Thought")
MOST_LESSONS: Final = 64  # that are kept at hand
WAITING: Final = 1.0  # seconds that a page waits for a lesson before it says that one is coming


class NoHints(RavelboxError, ValueError):
    """Advice that would be unfair to somebody."""

    code = "no_hints"


class TooEarly(RavelboxError, ValueError):
    """What the coach says only after the end."""

    code = "too_early"


class HintAnswer(Struct, frozen=True):
    """What a strong bot would do."""

    at: int  # decisions made so far
    codes: list[int]  # the move, and what belongs to it
    mix: list[int]  # where the question is about amounts: so many of each
    label: str
    text: str  # one sentence
    rule: str  # that it serves


class Advisers:
    """One process that thinks for all who ask, started when somebody first does; and what it said."""

    def __init__(self) -> None:
        self._process: ProcessPoolExecutor | None = None
        self._lessons: OrderedDict[tuple[str, int], asyncio.Future[Lesson]] = OrderedDict()

    async def ask(self, work: Callable[..., Thought], *given: Any) -> Thought:
        """Let the process think; if it is gone, a new one thinks once more."""
        loop = asyncio.get_running_loop()
        process = self._started()
        try:
            return await loop.run_in_executor(process, partial(work, *given))
        except BrokenProcessPool:
            if self._process is process:
                self._process = None
            return await loop.run_in_executor(self._started(), partial(work, *given))

    def _started(self) -> ProcessPoolExecutor:
        if self._process is None:
            self._process = ProcessPoolExecutor(1, mp_context=get_context("spawn"))
        return self._process

    def lesson(self, table: str, record: Record, seat: int) -> asyncio.Future[Lesson]:
        """What the coach says of a finished table, now or soon."""
        key = (table, seat)
        asked = self._lessons.get(key)
        if asked is None or (asked.done() and (asked.cancelled() or asked.exception())):
            asked = asyncio.ensure_future(self.ask(coach, record, seat))
            self._lessons[key] = asked
        self._lessons.move_to_end(key)
        while len(self._lessons) > MOST_LESSONS:
            self._lessons.popitem(last=False)
        return asked

    def close(self) -> None:
        """Let the process end."""
        if self._process is not None:
            self._process.shutdown(wait=False, cancel_futures=True)


def advisers_of(request: Asked) -> Advisers:
    """Who gives advice here."""
    advisers: Advisers = request.app.state.advisers
    return advisers


@post(
    "/table/{table:str}/hint",
    summary="What a strong bot would do",
    status_code=200,
    responses={200: schema.spec(HintAnswer, "The hint."), **schema.CHANGING},
)
async def hint(
    request: Asked, table: FromPath[str], seat: FromQuery[int | None] = None
) -> HintAnswer:
    """One sentence for whoever is asked, from what that seat may see. Nothing changes.

    Where others play against you, there are no hints.
    """
    async with tables_of(request).at(table) as live:
        match = await live.now()
        seen = seen_by(request, live, visitor_of(request), seat)
        asked = _asked_seat(seen)
        document = Chair(match.game, match.state, asked).document(Rng(len(match)))
        at = match.decisions()
    found = await advisers_of(request).ask(advise, document, asked)
    return HintAnswer(at, list(found.codes), list(found.mix), found.label, found.text, found.rule)


def _asked_seat(seen: Sight) -> int:
    """The seat that is asked, if it may be helped."""
    match, company = seen.live.match, seen.live.company
    if match.over:
        raise GameOver("the game is over; the coach has more to say than a hint")
    if match.state.actor not in seen.held:
        raise NotYourMove("a hint is for whoever is asked, and that is not you now")
    if company.daily:
        raise NoHints("everybody plays the puzzle of the day without hints")
    against = match.game.rivals(match.header.options, match.header.seats)
    if against and not set(company.persons) <= set(seen.held):
        raise NoHints("others play against you here, so there are no hints")
    return match.state.actor


@get(
    "/table/{table:str}/coach",
    summary="What luck and play did",
    responses={200: schema.spec(Review, "What the coach says."), **schema.AT_TABLE},
)
async def coached(
    request: Asked,
    table: FromPath[str],
    seat: FromQuery[int | None] = None,
    key: FromQuery[str] = "",
) -> Response[Any]:
    """After the end: what every decision of a seat cost, and how much was luck.

    It takes a while, so a page says meanwhile that it is coming; a program waits.
    """
    async with tables_of(request).at(table) as live:
        match = await live.now()
        seen = seen_by(request, live, visitor_with(request, key))
        if not match.over:
            raise TooEarly("the coach speaks after the end; while a game runs there are hints")
        coachee = seat if seat is not None else min(seen.held, default=0)
        if not 0 <= coachee < match.header.seats:
            raise NoSeat(f"there is no seat {coachee}; they go from 0 to {match.header.seats - 1}")
        record, company, game = match.record(), company_of(seen), match.game
    coming = advisers_of(request).lesson(table, record, coachee)
    if wants_json(request):
        return Response(review(await asyncio.shield(coming)))
    await asyncio.wait({coming}, timeout=WAITING)
    said = review(coming.result()) if coming.done() else None
    page = pages.coach_page(game, table, company, coachee, said, key)
    return Response(page, media_type=HTML)
