"""A table as one visitor sees it: for programs, and as the pages of a browser."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from ravelbox import daily
from ravelbox.bots import offered
from ravelbox.kernel.dealer import commitment
from ravelbox.kernel.game import Prompt
from ravelbox.kernel.match import Match
from ravelbox.server.protocol import AskingAnswer, ClockAnswer, TableAnswer
from ravelbox.server.seats import HOST, Company, NoSeat, Visitor, seats_in
from ravelbox.server.store import now_ms
from ravelbox.server.table import Table
from ravelbox.web import company as web
from ravelbox.web import pages


@dataclass(frozen=True, slots=True)
class Sight:
    """One visitor's look at a table, taken while nobody changes it."""

    live: Table
    roles: frozenset[str]
    held: frozenset[int]  # the seats in this visitor's hands
    eyes: int | None  # the one among them that looks, if that was said
    origin: str  # before the path of addresses that can be given away

    @property
    def seat(self) -> int | None:
        """Whose view it is: the seat asked, else the first that is held; else a spectator's.

        Nobody sees a hand before the start: seats may still change hands.
        """
        if self.live.state == "gathering":
            return None
        if self.eyes is not None or not self.held:
            return self.eyes
        actor = self.live.match.state.actor
        return actor if actor in self.held else min(self.held)

    @property
    def handover(self) -> int | None:
        """The seat to pass the device to, where several are held that hide something."""
        match = self.live.match
        if not match.game.hides or len(self.held) < 2 or match.over:  # noqa: PLR2004  # several
            return None
        actor = match.state.actor
        asked = actor if actor in self.held and not self.live.company.bot(actor) else None
        if asked is not None:
            return None if self.eyes == asked else asked
        return None if self.eyes is not None else min(self.held)

    def prompt(self) -> Prompt | None:
        """What may be played from here; in a lesson, what serves its step."""
        prompt, taught = self._prompt(), self.live.taught
        return taught.prompt(prompt, self.live.match.game) if taught else prompt

    def _prompt(self) -> Prompt | None:
        if self.live.state != "playing":
            return None
        hands = self.held if self.eyes is None else frozenset({self.eyes})
        if len(hands) == 1 and not self.live.company.bot(*hands):
            return self.live.view(self.seat).prompt  # nobody else here may add to it
        return self.live.company.seating(hands).prompt(self.live.match)

    def undo(self) -> int | None:
        """Where one step back leads, in decisions."""
        match = self.live.match
        if self.live.state != "playing":
            return None
        place = self.live.company.seating(self.held).undo_to(match)
        to = None if place is None else match.decisions(place)
        return None if to is None or to < self.live.company.floor else to

    @property
    def code(self) -> str:
        """The join code, for those who may hand it on."""
        return self.live.kept.code if self.held or HOST in self.roles else ""


def sight(live: Table, visitor: Visitor, eyes: int | None = None, origin: str = "") -> Sight:
    """How a visitor sees a table; an error for who has no place at it."""
    roles = live.roles(visitor)
    held = seats_in(roles)
    if eyes is not None and eyes not in held:
        raise NoSeat(f"seat {eyes} is not yours")
    return Sight(live, roles, held, eyes, origin)


# For programs.


def table_answer(seen: Sight, since: int | None = 0, *, keys: bool = False) -> TableAnswer:
    """What a program is told; of the log what happened after a length of history, or nothing."""
    live, match, company = seen.live, seen.live.match, seen.live.company
    view = live.view(seen.seat)
    log = [] if since is None else match.log(seen.seat, since) if since else live.log(seen.seat)
    return TableAnswer(
        id=live.id,
        game=view.game,
        state=live.state,
        seats=company.words(seen.held),
        names=tuple(company.name(n) for n in range(len(company.seats))),
        plays=tuple(seat.plays for seat in company.seats),
        seat=view.seat,
        revision=live.revision,
        at=match.decisions(),
        mark=company.mark,
        actor=view.actor,
        table=view.table,
        prompt=seen.prompt(),
        outcome=view.outcome,
        undo=seen.undo(),
        asking=_asking(match, company),
        clock=_clock(match, company),
        commitment=_commitment(live),
        key=live.kept.luck if match.over else "",
        seed=seed_string(match),
        host=HOST in seen.roles,
        code=seen.code,
        log=log,
        keys=_keys(seen) if keys else None,
    )


def seed_string(match: Match) -> str:
    """The name of a finished puzzle; empty while the match runs, since it names all luck to come."""
    kind, _, seed = match.header.dealer.partition(" ")
    if not match.over or kind != "dealt":
        return ""
    return match.game.seed_string(seed, match.header.options)


def _asking(match: Match, company: Company) -> AskingAnswer | None:
    asking = company.asking
    if asking is None:
        return None
    return AskingAnswer(asking.by, asking.to, asking.yes, _waiting(match, company))


def _waiting(match: Match, company: Company) -> tuple[int, ...]:
    """Who has not yet said anything to an undo."""
    asking = company.asking
    if asking is None:
        return ()
    concerned = company.seating({asking.by}).concerned(match, match.place(asking.to))
    return tuple(n for n in concerned if n not in asking.yes)


def _clock(match: Match, company: Company) -> ClockAnswer | None:
    clock, actor = company.clock, match.state.actor
    if clock is None:
        return None
    running = actor if company.since else None
    return ClockAnswer(clock.minutes, clock.increment, clock.timeout, left(match, company), running)


def left(match: Match, company: Company) -> tuple[int, ...]:
    """What is left on each clock now."""
    now = company.charged(match.state.actor, now_ms())
    return tuple(seat.left for seat in now.seats)


def _commitment(live: Table) -> str:
    return commitment(bytes.fromhex(live.kept.luck)) if live.kept.luck else ""


def _keys(seen: Sight) -> dict[str, str]:
    """The keys to what a visitor holds; the host also has those to seats that nobody took."""
    live = seen.live
    if live.kept.secret is None:
        return {}
    roles = {"watch", *seen.roles}
    if HOST in seen.roles:
        roles |= {str(n) for n in live.company.untaken}
    return {role: str(live.key(role)) for role in sorted(roles)}


def links(seen: Sight) -> web.Links:
    """Addresses that a visitor may give away."""
    keys, code = _keys(seen), seen.code
    return web.Links(
        seats={
            int(role): f"{seen.origin}/sit/{key}" for role, key in keys.items() if role.isdecimal()
        },
        watch=f"{seen.origin}/sit/{keys['watch']}" if keys else "",
        join=f"{seen.origin}/join/{code}" if code else "",
    )


# As pages.


def company_of(seen: Sight, held: frozenset[int] | None = None) -> web.Company:
    """The company as its pages read it; `held` if other seats are at this device than are shown."""
    live, match, company = seen.live, seen.live.match, seen.live.company
    times, running = left(match, company), match.state.actor if company.since else None
    words = company.words(seen.held if held is None else held)
    host = next((n for n in live.company.persons if _made(live, n)), None)
    asking = company.asking
    waiting = _waiting(match, company)
    return web.Company(
        state=live.state,
        seats=tuple(
            web.SeatLine(
                seat=n,
                name=company.name(n),
                who=words[n],
                plays=seat.plays,
                left=times[n] if company.clock and not seat.who else None,
                running=n == running,
                host=n == host,
            )
            for n, seat in enumerate(company.seats)
        ),
        host=HOST in seen.roles,
        code=seen.code,
        clock=f"{company.clock.minutes}+{company.clock.increment}" if company.clock else "",
        timeout=company.clock.timeout if company.clock else "bot",
        asking=web.Asking(asking.by, asking.to, waiting, mine=any(n in seen.held for n in waiting))
        if asking
        else None,
        commitment=_commitment(live),
        key=live.kept.luck if match.over else "",
        watching=not seen.held,
        bots=tuple(offered(match.game.name)),
        daily=live.company.daily.day if live.company.daily else "",
        share=daily_share(match, live.company),
        odds=daily_odds(match, live.company),
    )


def daily_share(match: Match, company: Company) -> str:
    """The line to share of a finished daily puzzle; empty at every other table."""
    told = company.daily
    if told is None or not match.over or told.kind not in daily.KINDS:
        return ""
    return daily.share_line(match, daily.KINDS[told.kind], told.day, told.par)


def daily_odds(match: Match, company: Company) -> str:
    """What is told of a daily puzzle after play: par, and how often a fair bot wins it."""
    told = company.daily
    if told is None or not match.over:
        return ""
    bot = (
        f" The {daily.REFERENCE} bot, seeing what you saw, won {told.won} of {told.games} games."
        if told.games
        else ""
    )
    return (
        f"Par is {told.par}: with all luck known, a line was found that keeps so many tokens.{bot}"
    )


def _made(live: Table, seat: int) -> bool:
    """Whether whoever holds a seat made the table."""
    return any({HOST, str(seat)} <= roles for roles in live.kept.holders.values())


def page(seen: Sight, *, whole: bool = False) -> str:
    """The page of a table, made once for a device that acts and listens; a clock must be right."""
    if seen.live.company.clock or whole:
        return _page(seen, whole=whole)
    key = ("page", seen.roles, seen.eyes, seen.origin)
    return seen.live.once(key, lambda: _page(seen))


def _page(seen: Sight, *, whole: bool = False) -> str:
    """The room where people gather, a hand-over, or the table itself."""
    live, match, company = seen.live, seen.live.match, company_of(seen)
    if live.state == "gathering":
        mine = min(seen.held, default=None)
        name = live.company.seats[mine].name if mine is not None else ""
        return pages.waiting_page(match.game, live.id, company, links(seen), name)
    handover = seen.handover
    seat = None if handover is not None else seen.seat
    hands = seen.held if seen.eyes is None else frozenset({seen.eyes})
    return pages.table_page(
        match,
        seat,
        table=live.id,
        undo=seen.undo(),
        seating=live.company.seating(hands),
        company=company if live.kept.secret is not None else dataclasses.replace(company, code=""),
        at=match.decisions(),
        mark=live.company.mark,
        handover=handover,
        eyes=seen.eyes,
        revision=live.revision,
        events=live.log(seat),
        whole=whole,
        lesson=live.taught if seen.held else None,
    )
