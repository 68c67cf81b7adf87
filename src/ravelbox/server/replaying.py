"""Looking back at a table: its moments one by one, all of them as a file, and playing on from one."""

from __future__ import annotations

import asyncio
import dataclasses
import secrets
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any, Final

from litestar import get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Response
from msgspec import Struct

from ravelbox.kernel.dealer import KEY_BYTES, Branched, Secret
from ravelbox.kernel.errors import GameOver, RavelboxError
from ravelbox.kernel.events import Event
from ravelbox.kernel.game import Outcome
from ravelbox.kernel.match import Match
from ravelbox.kernel.record import Record
from ravelbox.seating import Seating
from ravelbox.server import playing, schema, show
from ravelbox.server.door import named_device, visitor_of, visitor_with
from ravelbox.server.protocol import HTML, Branch, body_or_form, wants_json
from ravelbox.server.replies import arrived, seen_by, tables_of
from ravelbox.server.seats import Company, NoSeat, NotStarted, Seat, Visitor
from ravelbox.server.show import Sight
from ravelbox.server.table import Table
from ravelbox.server.trouble import Asked
from ravelbox.web import pages, picture
from ravelbox.web.company import Company as Named
from ravelbox.web.replay import Eyes, Moment, Turn, match_at, open_view, turns_of

MOST_STEPS: Final = 3_000  # of a match that is made into a file here; each takes a while


class TooLong(RavelboxError, ValueError):
    """A match of more steps than a server should draw."""

    code = "too_long"


class MomentAnswer(Struct, frozen=True):
    """One moment of a table, as it was seen from here."""

    at: int
    last: int  # the newest there is
    over: bool  # whether that one is the end
    seat: int | None  # whose view this is; null: a spectator
    actor: int  # the seat to decide then; -2 when over
    table: dict[str, Any]
    outcome: Outcome | None
    log: list[Event]  # up to then


@dataclass(frozen=True, slots=True)
class Reel:
    """What a replay is made of, taken while nobody changes the table."""

    table: str
    record: Record
    last: int
    over: bool
    hides: bool
    held: frozenset[int]  # the seats of whoever looks
    seat: int | None  # whose eyes were asked for
    hands: bool  # whether all hands lie open
    company: Named
    seating: Seating
    turns: tuple[Turn, ...]
    open: bool  # whether the record may be read
    key: str  # sent with a shared link
    watch: str  # the key that a shared link carries; empty where none is needed
    origin: str

    def eyes(self, match: Match) -> int | None:
        """Who looks at a moment: whoever was asked for, else as at the table itself then."""
        if self.seat is not None or not self.held or self._apart or self.hands:
            return self.seat
        return match.state.actor if match.state.actor in self.held else min(self.held)

    @property
    def _apart(self) -> bool:
        """Whether several seats are held of which each sees another hand."""
        return self.hides and len(self.held) > 1 and not self.over

    def moment(self, at: int) -> Moment:
        """What the page of a moment says of the way to others."""
        address = f"/table/{self.table}/replay"
        query = f"&key={self.watch}" if self.watch else ""
        return Moment(
            at=at,
            last=self.last,
            over=self.over,
            turns=self.turns,
            address=address,
            query=(("key", self.key),) if self.key else (),
            eyes=self._choice(),
            seat=self.seat,
            hands=self.hands,
            open=self.open,
            share=f"{self.origin}{address}?at={at}{query}",
            table=f"/sit/{self.key}" if self.key else f"/table/{self.table}",
        )

    def _choice(self) -> tuple[Eyes, ...]:
        """Whose eyes there are to choose from: one's own, after the end everybody's."""
        lines, held = self.company.seats, self.held
        seats = [line for line in lines if self.over or line.seat in held]
        if len(lines) == 1 or len(seats) <= len(held) == 1 or not seats:
            return ()
        usual = min(held) if len(held) == 1 else None
        now = usual if self.seat is None else self.seat
        every = [Eyes(one.seat, one.called, one.seat == now and not self.hands) for one in seats]
        if usual is None:
            called = "whoever is asked" if held and not self._apart else "a watcher"
            every.insert(0, Eyes(None, called, now is None and not self.hands))
        if self.over and self.hides:
            every.append(Eyes(None, "all hands", self.hands, hands=True))
        return tuple(every)

    def page(self, match: Match) -> str:
        """The page of the moment at which a match stands."""
        return pages.table_page(
            match,
            self.eyes(match),
            table=self.table,
            seating=self.seating,
            company=self.company,
            eyes=self.seat,
            moment=self.moment(match.decisions()),
        )


async def _reel(request: Asked, table: str, seat: int | None, key: str, *, hands: bool) -> Reel:
    async with tables_of(request).at(table) as live:
        match = await live.now()
        seen = seen_by(request, live, visitor_with(request, key))
        if live.state == "gathering":
            raise NotStarted("the game has not begun, so there is nothing to look back at yet")
        _must_have_eyes(seen, seat)
        if hands and match.game.hides and not match.over:
            raise playing.Hidden("all hands can be seen once the game is over")
        apart = match.game.hides and len(seen.held) > 1 and not match.over
        teller = seat if seat is not None or apart else min(seen.held, default=None)
        return Reel(
            table=table,
            record=match.record(),
            last=match.decisions(),
            over=match.over,
            hides=match.game.hides,
            held=seen.held,
            seat=None if hands else seat,
            hands=hands and match.game.hides,
            company=show.company_of(seen),
            seating=live.company.seating(seen.held),
            turns=turns_of(live.log(teller)),
            open=_is_open(live, seen),
            key=key if not live.kept.holders.get(visitor_of(request).device) else "",
            watch=str(live.key("watch")) if live.kept.secret is not None else "",
            origin=seen.origin,
        )


def _must_have_eyes(seen: Sight, seat: int | None) -> None:
    """While a match runs everybody looks with their own eyes; after the end all hands are open."""
    match = seen.live.match
    if seat is None or seat in seen.held or (match.over and 0 <= seat < match.header.seats):
        return
    if match.over:
        raise NoSeat(f"there is no seat {seat}; they go from 0 to {match.header.seats - 1}")
    raise NoSeat(f"seat {seat} is not yours, and the game is not over yet")


def _is_open(live: Table, seen: Sight) -> bool:
    try:
        playing.must_be_open(live, seen)
    except playing.Hidden:
        return False
    return True


@get(
    "/table/{table:str}/replay",
    summary="A moment of a table",
    responses={200: schema.spec(MomentAnswer, "The table as it was."), **schema.AT_TABLE},
)
async def replay(
    request: Asked,
    table: FromPath[str],
    at: FromQuery[int | None] = None,
    seat: FromQuery[int | None] = None,
    key: FromQuery[str] = "",
    *,
    hands: FromQuery[bool] = False,
) -> Response[Any]:
    """A table after `at` decisions; without it the beginning of a finished one, else the newest.

    While the match runs, it is seen with your own eyes, one of your seats or a spectator's; after
    the end with any seat's, or with all `hands` open. `key` is that of a shared link.
    """
    reel = await _reel(request, table, seat, key, hands=hands)
    now = at if at is not None else 0 if reel.over else reel.last
    match = await asyncio.to_thread(match_at, reel.record, now)
    if not wants_json(request):
        return Response(reel.page(match), media_type=HTML)
    eyes = reel.eyes(match)
    view = open_view(match) if reel.hands else match.view(eyes)
    told = match.log(eyes)
    return Response(
        MomentAnswer(now, reel.last, reel.over, eyes, view.actor, view.table, view.outcome, told)
    )


@get(
    "/table/{table:str}/replay.html",
    summary="The whole replay as one file",
    media_type=HTML,
    responses=schema.AT_TABLE,
)
async def film(
    request: Asked,
    table: FromPath[str],
    seat: FromQuery[int | None] = None,
    key: FromQuery[str] = "",
    *,
    hands: FromQuery[bool] = False,
) -> Response[bytes]:
    """All moments up to now in a page that needs no server; seen as the replay is."""
    reel = await _reel(request, table, seat, key, hands=hands)
    if reel.last > MOST_STEPS:
        raise TooLong(
            f"this match has {reel.last} steps, and a file takes at most {MOST_STEPS}; save its "
            "record and run `ravelbox picture RECORD replay.html`"
        )
    async with request.app.state.filming:
        content = await _beside(reel)
    name = f"{reel.record.header.game}-{table[:8]}.html"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=HTML, headers=headers)


async def _beside(reel: Reel) -> bytes:
    """A film made in a process of its own: a long match takes a minute of nothing but work."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        return await asyncio.get_running_loop().run_in_executor(process, _filmed, reel)


def _filmed(reel: Reel) -> bytes:
    return picture.film(reel.record, reel.eyes, reel.company, reel.seating, hands=reel.hands)


def branched(record: Record, at: int) -> Match:
    """A match that goes on from a moment: the same up to there, then with luck of its own.

    Face-down cards have no order before somebody looks, so what lay there at the other table is
    drawn anew, and playing on tells nothing about it.
    """
    past = match_at(record, at)
    if past.over:
        raise GameOver("the game is over at this moment, so there is nothing to play on")
    moves = past.record()
    luck = [code for n, code in enumerate(moves.moves) if n in moves.chance]
    dealer = Branched(luck, Secret(secrets.token_bytes(KEY_BYTES)))
    header = dataclasses.replace(moves.header, dealer=dealer.spec, commitment="", key="")
    return Match.replay(dataclasses.replace(moves, header=header))


def _as_it_was(company: Company, at: int) -> Company:
    """The company of a branch: bots stay bots, and all people play at the device that made it."""
    seats = tuple(
        Seat(who=seat.who) if seat.who else Seat(name=seat.name, taken=True)
        for seat in company.seats
    )
    return Company(seats, started=True, branch=f"played on from step {at} of another table")


@post(
    "/table/{table:str}/branch",
    summary="Play on from a moment",
    operation_class=schema.BranchOperation,
    responses={201: schema.ANSWER, 303: schema.ONWARD, **schema.CHANGING},
)
async def branch(request: Asked, table: FromPath[str]) -> Response[Any]:
    """A new table from a moment of this one, all people's seats at your device, with new luck."""
    given = await body_or_form(request, Branch)
    tables = tables_of(request)
    async with tables.at(table) as live:
        match = await live.now()
        playing.must_be_open(live, seen_by(request, live, visitor_with(request, given.key)))
        record, company = match.record(), _as_it_was(live.company, given.at)
    new = await asyncio.to_thread(branched, record, given.at)
    device, cookie = named_device(request)
    made = await tables.open(new, company, device=device)
    return await arrived(request, made, Visitor(device), cookie)
