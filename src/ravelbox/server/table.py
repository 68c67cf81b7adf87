"""One live table: a match replayed from the store, played on, and all that changes it."""

from __future__ import annotations

import asyncio
import dataclasses
import time
from collections.abc import Callable, Collection, Coroutine, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from msgspec.structs import replace

import ravelbox
from ravelbox.bots import bots
from ravelbox.bots.base import Bookmark, Chair
from ravelbox.bots.outside import Outside
from ravelbox.kernel.errors import (
    BadOption,
    GameOver,
    NotYourMove,
    RavelboxError,
    RecordError,
    ReplayMismatch,
    UndoRefused,
    UnknownGame,
)
from ravelbox.kernel.events import Event
from ravelbox.kernel.game import View
from ravelbox.kernel.match import Match
from ravelbox.kernel.record import Record
from ravelbox.kernel.words import echo
from ravelbox.seating import Guests, Seating
from ravelbox.server.metrics import metrics
from ravelbox.server.news import Hub
from ravelbox.server.seats import (
    HOST,
    Asking,
    Company,
    Full,
    Key,
    NoSeat,
    NotHost,
    NotStarted,
    Paused,
    Started,
    Taken,
    Visitor,
    WrongKey,
    bot_of,
    fits,
    key_for,
    roles_of,
    seats_in,
    stand_in,
)
from ravelbox.server.store import (
    Change,
    Facts,
    Kept,
    Look,
    Move,
    Stale,
    Store,
    Turn,
    now_ms,
)
from ravelbox.web.lesson import Taught, taught

MOST_DEVICES: Final = 256  # that may hold one seat, or watch
THINKING: Final = 0.25  # seconds of bots' play that are kept at once
T = TypeVar("T")


def teller(match: Match) -> int | None:
    """Whose view tells everybody where a match stands: a spectator's where hands are hidden."""
    if match.game.hides and match.header.seats > 1:
        return None
    return max(match.state.actor, 0)


def line_of(match: Match, view: View) -> str:
    """Where a match stands, in a line for the lobby that everybody may read."""
    if view.outcome:
        return f"{view.outcome.headline}. {view.outcome.why}"
    return match.game.describe(view).partition("\n")[0]


def facts_of(match: Match, company: Company, view: View | None = None) -> Facts:
    """What the store notes down beside a table; `view` is the teller's, if it is at hand."""
    actor = match.state.actor
    line = line_of(match, view or match.view(teller(match)))
    line = line if company.lesson is None else f"A lesson. {line}"
    line = f"{line} · {company.branch}" if company.branch else line
    line = f"{company.daily.day}. {line}" if company.daily else line
    return Facts(line, match.over, actor, company.deadline(actor))


def moves_of(match: Match, since: int = 0) -> list[Move]:
    """A history, or its end, as the store keeps it."""
    return [
        Move(match.actors[n], match.history[n], match.among[n]) for n in range(since, len(match))
    ]


class Amounts(tuple[int, ...]):
    """An answer by amounts, which the game reads as codes (see `Prompt.mix`)."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Step:
    """What was decided about a table, beside what was played on its match."""

    company: Company
    hold: Collection[tuple[str, str]] = ()
    drop: Collection[tuple[str, str]] = ()


@dataclass(frozen=True, slots=True)
class Guest:
    """A question to a bot from outside, which thinks while others look at the table."""

    bot: Outside
    name: str
    chair: Chair
    place: Bookmark


Decide = Callable[[Match, Company], Step | None]


class Table:
    """One table. Its methods are called under its lock, as `Tables.at` gives it."""

    def __init__(self, table: str, store: Store, hub: Hub) -> None:
        self.id = table
        self.lock = asyncio.Lock()
        self.users = 0  # who holds or awaits the lock
        self.revision = -1
        self._store = store
        self._hub = hub
        self._kept: Kept | None = None  # all but its moves, as last read or written
        self._match: Match | None = None
        self._logs: dict[int | None, tuple[int, list[Event]]] = {}
        self._said: dict[
            int, str
        ] = {}  # what bots meant, by decisions made; only while we are live
        self._shown: tuple[int, dict[Hashable, Any]] = (-1, {})  # what was made of one revision
        self.guests: Guests = {}  # bots from outside, with what went wrong with them

    # What it is.

    @property
    def is_empty(self) -> bool:
        """Whether nothing is known of it, perhaps because there is no such table."""
        return self._match is None

    @property
    def match(self) -> Match:
        """The match as it was when last looked at."""
        assert self._match is not None
        return self._match

    @property
    def kept(self) -> Kept:
        """All but the moves, likewise."""
        assert self._kept is not None
        return self._kept

    @property
    def company(self) -> Company:
        """Who sits at it."""
        return self.kept.company

    @property
    def state(self) -> str:
        """How far it is: gathering, playing, paused or over."""
        if self.match.over:
            return "over"
        if not self.company.started:
            return "gathering"
        return "paused" if self.company.paused else "playing"

    @property
    def asks_bot(self) -> bool:
        """Whether a bot is to answer. Where all people have left, the table waits for one."""
        match = self._match  # asked of outside the lock, where it may vanish at any moment
        if match is None or match.over:
            return False
        company, actor = self.company, match.state.actor
        if not company.started or company.paused:
            return False
        return bool(actor >= 0 and company.bot(actor) and not company.deserted)

    def roles(self, visitor: Visitor) -> frozenset[str]:
        """What a visitor may be here; an error if nothing."""
        kept = self.kept
        return roles_of(visitor, self.id, kept.secret, kept.company, kept.holders)

    def key(self, role: str) -> Key:
        """The key to a role."""
        if self.kept.secret is None:
            raise WrongKey("this table has no links; whoever knows its address may play")
        return key_for(self.id, self.kept.secret, role, self.company)

    def once(self, what: Hashable, make: Callable[[], T]) -> T:
        """Something made of the table as it is, once for all who look at it."""
        if self._shown[0] != self.revision:
            self._shown = (self.revision, {})
        made = self._shown[1]
        if what not in made:
            made[what] = make()
        found: T = made[what]
        return found

    def rest(self) -> None:
        """Nobody looks any more, so nothing that can be made again is kept."""
        self._shown = (-1, {})

    def view(self, seat: int | None) -> View:
        """What a seat, or a spectator, sees."""
        return self.once(("view", seat), lambda: self.match.view(seat))

    @property
    def taught(self) -> Taught | None:
        """What its lesson teaches now, if it is one."""
        return self.once("taught", lambda: taught(self.match, self.company.lesson))

    def log(self, seat: int | None) -> list[Event]:
        """What happened, as a seat may be told; only what is new is told anew."""
        length, events = self._logs.get(seat, (0, []))
        if length < len(self.match):
            new = self.match.log(seat, since=length)
            events = [*events, *(self._explained(new) if self._said else new)]
            self._logs[seat] = (len(self.match), events)
        return events

    def _explained(self, events: list[Event]) -> list[Event]:
        """Events with what bots meant, told once for each decision."""
        seen: set[int] = set()
        told: list[Event] = []
        for event in events:
            means = "" if event.at in seen else self._said.get(event.at, "")
            seen.add(event.at)
            told.append(dataclasses.replace(event, means=means) if means else event)
        return told

    async def now(self, known: int = -1) -> Match:
        """The match as the store has it; without a look if it is as new as somebody knows."""
        if self._match is None or not 0 <= known <= self.revision:
            await self._store.look(self.id, self._catch_up)
        return self.match

    def _catch_up(self, look: Look) -> None:
        """Replay what is new; all of it if the table is not live, or something was taken back."""
        if self._match is not None and look.revision == self.revision:
            return
        match = self._match
        since = len(match) if match is not None else 0
        kept = look.kept(since)
        undone = since > 0 and kept.company.cuts != self.company.cuts
        self._match = None  # until all went well
        if match is None or undone:
            kept = look.kept() if since else kept
            self._logs = {}
            match = _replayed(kept.record)
        else:
            match.follow((move.code, move.among) for move in kept.moves)
        _check_company(match, kept.company)
        self._match, self.revision = match, look.revision
        self._kept = dataclasses.replace(kept, moves=())  # the match has them

    def _forget(self) -> None:
        """What could not be kept must not stay live; the store knows what holds."""
        self._match = None
        self._logs = {}

    # What changes it.

    async def change(self, decide: Decide, *, thought_from: int | None = None) -> None:
        """Decide on the newest table while nobody else can, keep it, and tell who listens.

        `thought_from` says that bots have played on from that length already, which holds only
        if nothing else has happened meanwhile.
        """
        at_stake = thought_from is not None

        def judge(turn: Turn) -> bool:
            nonlocal at_stake
            if thought_from is None:
                self._catch_up(turn)
            elif turn.revision != self.revision:
                raise Stale("the table was changed from elsewhere in the same moment")
            match, now = self.match, now_ms()
            before, since = match.state.actor, len(match) if thought_from is None else thought_from
            mark = self.company.mark
            step = decide(match, self.company.charged(before, now))
            if step is None:
                return False
            at_stake = True
            actor = match.state.actor
            cut = len(match) if step.company.mark != mark else None
            moved = len(match) > since and cut is None
            company = step.company if cut is None else step.company.regained(before, actor)
            company = company.passed(before if moved else actor, actor, now)
            if match.over:
                company = replace(company, since=0, asking=None)
            code = self.kept.code if not company.started else ""
            moves = moves_of(match, since) if cut is None else []
            seat = teller(match)
            view = match.view(seat)
            self.revision = turn.write(
                Change(
                    facts_of(match, company, view),
                    company,
                    code,
                    cut,
                    since,
                    moves,
                    step.hold,
                    step.drop,
                )
            )
            if cut is not None:
                self._logs = {}
            self._kept = _with(self.kept, company, code, step)
            self._shown = (self.revision, {("view", seat): view})
            return True

        try:
            if await self._store.change(self.id, judge):
                self._hub.tell(self.id, self.revision)
        except BaseException:
            if at_stake:
                self._forget()
            raise

    async def act(
        self,
        visitor: Visitor,
        at: int,
        answer: Sequence[int] | Amounts,
        mark: str = "",
        seat: int | None = None,
    ) -> None:
        """Play a gesture that answers to so many decisions; the same again changes nothing.

        With its mark, it answers to that very history: after an undo another may be as long.
        """

        def decide(match: Match, company: Company) -> Step | None:
            held = self.hands(visitor, seat)
            if mark and not company.same_until(mark, at):
                raise Stale("this answers to a table that has since gone another way")
            if at != match.decisions():
                if self._is_played(match, at, answer, held):
                    return None
                raise _stale(at, match.decisions())
            self._must_go_on(match, company)
            self._must_sit(match, company, held)
            codes, now = _codes(match, answer), taught(match, company.lesson)
            if now and not match.over:
                now.check(match.game, codes)
            company.seating(held).play(match, codes)
            return Step(replace(company, asking=None))

        await self.change(decide)

    async def is_final(
        self, visitor: Visitor, at: int, answer: Sequence[int] | Amounts, seat: int | None = None
    ) -> bool:
        """Whether a gesture that answers to so many decisions could not be taken back."""
        match, held = await self.now(), self.hands(visitor, seat)
        if at != match.decisions():
            raise _stale(at, match.decisions())
        return self.company.seating(held).is_final(match, _codes(match, answer))

    async def undo(
        self, visitor: Visitor, at: int, to: int, mark: str = "", seat: int | None = None
    ) -> None:
        """Go back to fewer decisions, or ask the others for it; the same again changes nothing."""

        def decide(match: Match, company: Company) -> Step | None:
            held = self.hands(visitor)
            self.hands(visitor, seat)
            made = match.decisions()
            if at != made:
                if to == made < at:
                    return None
                raise _stale(at, made)
            if mark and not company.same_until(mark, at):
                raise Stale("this answers to a table that has since gone another way")
            if match.over:
                raise GameOver(
                    "the game is over and its luck is open, so nothing can be taken back"
                )
            self._must_go_on(match, company)
            if to < company.floor:
                raise UndoRefused("there is nothing to undo: a bot has answered since")
            seating = company.seating(held)
            place = match.place(to) if to <= made else len(match) + 1
            others = seating.concerned(match, place) if seating.here else ()
            if not others:
                return _back(match, company, seating, place)
            floor = match.decisions(match.undo_floor(seating.here[0], seating.persons))
            if not floor <= to < made:
                seating.undo(match, place)  # which says why not
            by = seat if seat in seating.here else seating.here[0]
            asked = company.asking
            if asked and (asked.by, asked.to) == (by, to):
                return None
            if asked and asked.by not in held:
                raise Stale("somebody else asks for an undo already; answer that first")
            agreed = tuple(n for n in seating.here if n != by)  # who asks agrees
            return Step(replace(company, asking=Asking(by, to, agreed)))

        await self.change(decide)

    async def consent(
        self,
        visitor: Visitor,
        at: int,
        to: int | None = None,
        *,
        yes: bool,
        seat: int | None = None,
    ) -> None:
        """Allow an undo that somebody asks for, or not; with the last yes it is done."""

        def decide(match: Match, company: Company) -> Step | None:
            held = self.hands(visitor, seat)
            asking = company.asking
            if asking is None or at != match.decisions() or to not in (None, asking.to):
                raise Stale("nobody asks for that undo any more")
            self._must_go_on(match, company)
            if not held:
                raise NoSeat("only those who play are asked")
            if not yes:
                return Step(replace(company, asking=None))
            if held <= {asking.by, *asking.yes}:
                return None
            agreed = {*asking.yes, *held}
            asking = replace(asking, yes=tuple(sorted(agreed)))
            seating = company.seating({asking.by})
            place = match.place(asking.to)
            if set(seating.concerned(match, place)) <= agreed:
                return _back(match, company, seating, place)
            return Step(replace(company, asking=asking))

        await self.change(decide)

    async def learn(self, visitor: Visitor, do: str, step: int) -> None:
        """Something about a lesson at one of its steps: go on, back or leave it."""

        def decide(match: Match, company: Company) -> Step | None:
            held = self.hands(visitor)
            if not held:
                raise NoSeat("only those who play may do this")
            now = taught(match, company.lesson)
            if now is None or now.number != step:
                return None  # the same again, or a page that is behind
            if do == "leave":
                return Step(replace(company, lesson=None))
            if do == "on":
                return Step(replace(company, lesson=now.looks + 1)) if now.reads else None
            if now.back is None:
                raise UndoRefused("this is where the lesson begins")
            looks, to = now.back
            company = replace(company, lesson=looks)
            if to == match.decisions():
                return Step(company)
            match.undo(min(held), match.place(to), practice=True)  # its luck is no secret
            cuts = (*company.cuts, to)
            return Step(replace(company, asking=None, cuts=cuts, floor=min(company.floor, to)))

        await self.change(decide)

    async def start(self, visitor: Visitor, bots: object = None) -> None:
        """Begin; with bots, they take the seats that nobody took."""

        def decide(match: Match, company: Company) -> Step | None:
            self._must_host(visitor)
            if company.started:
                return None
            return Step(
                company.begun("" if bots in (None, "") else bot_of(match.game, bots, "bots"))
            )

        await self.change(decide)

    async def resume(self, visitor: Visitor) -> None:
        """End a pause."""

        def decide(match: Match, company: Company) -> Step | None:
            del match
            if not self.hands(visitor):
                raise NoSeat("only those who play may go on")
            return Step(company.resumed()) if company.paused else None

        await self.change(decide)

    async def sit(self, key: Key, name: str, device: str) -> None:
        """Somebody opens a link: sits down, comes back, or watches."""

        def decide(match: Match, company: Company) -> Step | None:
            del match
            if not fits(key, self.kept.secret, company):
                raise WrongKey(
                    "this link is not good any more; somebody else may sit there, or it was renewed"
                )
            hold = [(device, key.role)]
            after = company.sit(int(key.role), name) if key.role.isdecimal() else company
            if key.role in self.kept.holders.get(device, ()):
                return Step(after) if after != company else None
            if sum(key.role in roles for roles in self.kept.holders.values()) >= MOST_DEVICES:
                raise Full(
                    f"{MOST_DEVICES} devices have opened this link, and more it does not bear"
                )
            return Step(after, hold)

        await self.change(decide)

    async def join(self, name: str, seat: int | None, device: str) -> int:
        """Somebody with the code takes a free seat; which. Its link is new: others may know the old."""
        got = -1

        def decide(match: Match, company: Company) -> Step | None:
            nonlocal got
            del match
            if company.started:
                raise Started("this table has started; ask for a link to watch")
            mine = seats_in(self.kept.holders.get(device, ()))
            if seat is None and mine:  # the same again, because an answer got lost
                got = min(mine)
                return None
            if not company.untaken:
                raise Full("all seats of this table are taken")
            if seat is not None and seat not in company.untaken:
                raise Taken(f"seat {seat + 1} is not free; choose another one")
            got = company.untaken[0] if seat is None else seat
            company = company.with_seat(
                got, replace(company.seats[got], link=company.seats[got].link + 1)
            )
            return Step(company.sit(got, name), [(device, str(got))], [("", str(got))])

        await self.change(decide)
        return got

    async def seat(self, visitor: Visitor, n: int, do: str, words: dict[str, object]) -> None:
        """Something about one seat: rename, bot, back, leave, kick or relink."""

        def decide(match: Match, company: Company) -> Step | None:
            if n not in company.persons:
                raise BadOption(f"seat {n} is no person's at this table", option="seat")
            if do == "kick":
                self._must_host(visitor)
                if company.started:
                    raise Started("nobody is sent away after the start")
                return Step(company.left_by(n, ""), drop=[("", str(n))])
            if do == "relink" and n in company.untaken:
                self._must_host(visitor)
                link = company.seats[n].link + 1
                return Step(company.with_seat(n, replace(company.seats[n], link=link)))
            if n not in self.hands(visitor):
                raise NoSeat(f"seat {n + 1} is not yours")
            return self._own_seat(match, company, visitor, n, do, words)

        await self.change(decide)

    def _own_seat(
        self,
        match: Match,
        company: Company,
        visitor: Visitor,
        n: int,
        do: str,
        words: dict[str, object],
    ) -> Step | None:
        seat, role = company.seats[n], str(n)
        if do == "rename":
            return Step(company.with_seat(n, replace(seat, name=str(words["name"]))))
        if do in ("bot", "leave"):
            company = replace(company, asking=None)  # nobody is left to ask, or to be asked
        if do == "bot":
            if not company.started:
                raise NotStarted("a bot can stand in once the game has begun")
            plays = bot_of(match.game, words["bot"])
            return Step(company.with_seat(n, replace(seat, plays=plays, gone=False)))
        if do == "back":
            return Step(company.back(n)) if seat.plays else None
        if do == "leave":
            gone = [] if not visitor.device else [(visitor.device, role)]
            drop = gone if company.started else [("", role)]
            return Step(company.left_by(n, stand_in(match.game)), drop=drop)
        if do == "relink":
            company = company.with_seat(n, replace(seat, link=seat.link + 1))
            mine = [(visitor.device, role)] if visitor.device else []
            return Step(company, mine, [("", role)])
        raise BadOption(
            f"do cannot be {echo(do)}; possible are rename, bot, back, leave, kick and relink",
            option="do",
        )

    async def time_out(self) -> None:
        """A clock has run out: what was agreed for that happens."""

        def decide(match: Match, company: Company) -> Step | None:
            actor = match.state.actor
            due = self.company.deadline(actor)
            if due is None or due > now_ms():
                return None
            company = replace(company, asking=None)
            return Step(company.out_of_time(actor, stand_in(match.game)))

        await self.change(decide)

    async def let_bots_answer(self) -> bool:
        """Bots play for a moment, beside the server; whether one was asked at all."""
        match = await self.now()
        if not self.asks_bot:
            return False
        length, begun = len(match), time.monotonic()
        seating = self._bots()

        def think() -> None:
            for answered in seating.bots_answer(match, but=seating.from_outside):
                if answered.says:
                    self._said[match.decisions()] = answered.says
                if time.monotonic() > begun + THINKING:
                    return

        try:
            await _to_its_end(asyncio.to_thread(think))
        except BaseException:
            self._forget()
            raise
        metrics.thought(time.monotonic() - begun)
        await self.change(_thought, thought_from=length)
        return True

    def _bots(self) -> Seating:
        return self.company.seating(self.company.persons)

    async def guest(self) -> Guest | None:
        """The question to a bot from outside, if one is asked.

        It looks at a copy, since the table goes on without it meanwhile.
        """
        match = await self.now()
        seating, seat = self._bots(), match.state.actor
        if not self.asks_bot or seat not in seating.from_outside:
            return None
        copy = match.copy()
        chair = Chair(match.game, copy.state, seat, copy)
        player = seating.player(match, seat, self.guests)
        assert isinstance(player, Outside)
        return Guest(player, seating.who[seat], chair, chair.bookmark())

    async def let_guest_answer(self, guest: Guest, code: int) -> None:
        """Play what a bot from outside chose, if the question is still the same."""
        seat = guest.chair.seat

        def decide(match: Match, company: Company) -> Step | None:
            now = Chair(match.game, match.state, seat, match)
            same = now.bookmark() == guest.place and company.bot(seat) == guest.name
            if not same or not self.asks_bot:
                return None
            match.play(seat, [code])
            return _thought(match, company)

        await self.change(decide)

    def let_guests_go(self) -> None:
        """End the programs of this table; those who saw it to its end are told so."""
        match = self._match
        for (seat, _), guest in self.guests.items():
            if match is not None and match.over:
                guest.ended(Chair(match.game, match.state, seat, match))
            guest.close()

    # Who may.

    def hands(self, visitor: Visitor, eyes: int | None = None) -> frozenset[int]:
        """The seats that a visitor plays; with eyes only that one, which must be theirs."""
        held = seats_in(self.roles(visitor))
        if eyes is None:
            return held
        if eyes not in held:
            raise NoSeat(f"seat {eyes} is not yours")
        return frozenset({eyes})

    def _must_host(self, visitor: Visitor) -> None:
        if HOST not in self.roles(visitor):
            raise NotHost("only whoever made the table may do this")

    def _must_go_on(self, match: Match, company: Company) -> None:
        if match.over:
            return  # which the match itself says best
        if not company.started:
            raise NotStarted("the game has not begun; it does when its host says so")
        if company.paused:
            raise Paused("the table pauses, since a clock ran out; anybody who plays may go on")

    def _must_sit(self, match: Match, company: Company, held: Collection[int]) -> None:
        if match.over:
            return
        if not held:
            raise NotYourMove("from here the table is only watched")
        if all(company.bot(n) for n in held):
            raise NotYourMove("a bot plays your seat; take it back first")

    def _is_played(
        self, match: Match, at: int, answer: Sequence[int], held: Collection[int]
    ) -> bool:
        """Whether exactly this gesture stands in the history already."""
        if at >= match.decisions() or not held:
            return False
        place = match.place(at)
        try:
            codes = list(_codes(match, answer, place))
        except RavelboxError:  # amounts that were no answer then
            return False
        end = place + len(codes)
        ours = set(match.actors[place:end]) <= set(held)
        return ours and len(codes) > 0 and match.history[place:end] == codes


async def _to_its_end(job: Coroutine[object, object, None]) -> None:
    """Await a job in a thread, which goes on even if nobody waits for it any more."""
    task = asyncio.ensure_future(job)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait({task})
        raise


def _back(match: Match, company: Company, seating: Seating, place: int) -> Step:
    """Take back, and count it: histories of equal length have other marks."""
    seating.undo(match, place)
    return Step(replace(company, asking=None, cuts=(*company.cuts, match.decisions())))


def _thought(match: Match, company: Company) -> Step:
    """Bots have answered: that stands, and whoever wished to take something back is too late."""
    return Step(replace(company, asking=None, floor=match.decisions()))


def _with(kept: Kept, company: Company, code: str, step: Step) -> Kept:
    """What is kept after a step, as the store has it now."""
    holders = {device: set(roles) for device, roles in kept.holders.items()}
    for device, role in step.drop:
        for one in [device] if device else list(holders):
            holders.get(one, set()).discard(role)
    for device, role in step.hold:
        holders.setdefault(device, set()).add(role)
    frozen = {device: frozenset(roles) for device, roles in holders.items() if roles}
    return dataclasses.replace(kept, company=company, code=code, holders=frozen)


def _codes(match: Match, answer: Sequence[int], place: int | None = None) -> Sequence[int]:
    """The codes of an answer to a length of history; amounts mean something only there."""
    if not isinstance(answer, Amounts):
        return answer
    then = match if place in (None, len(match)) else Match.replay(match.record(), place)
    if then.state.actor < 0:
        raise GameOver("the game is over, so nothing is asked any more")
    return then.game.mixed(then.state, answer)


def _stale(at: int, now: int) -> Stale:
    return Stale(f"this answers to the table after {at} decisions, but it stands at {now}")


def _replayed(record: Record) -> Match:
    """The match of a record, or one sentence on why this box cannot open it."""
    header = record.header
    lead = "this table cannot be opened"
    try:
        game = ravelbox.load(header.game)
    except UnknownGame as error:
        raise ReplayMismatch(lead, str(error)) from error
    if (header.rules, header.actions) != (game.rules, game.space.hash):
        raise ReplayMismatch(
            lead,
            f"it was played by rules {header.rules} of {game.title} (actions {header.actions}), "
            f"and this box has rules {game.rules} (actions {game.space.hash})",
        )
    try:
        return Match.replay(record)
    except RavelboxError as error:  # its words may tell luck to come
        raise RecordError(lead, "its moves do not fit the rules of this box") from error


def _check_company(match: Match, company: Company) -> None:
    """Whether this box has the bots that sit here."""
    known = bots(match.game.name)
    for seat in company.seats:
        for name in (seat.who, seat.plays):
            if name and name not in known:
                raise ReplayMismatch(
                    "this table cannot be opened",
                    f"this box has no bot {echo(name)} for {match.game.title}",
                )
