"""Live tables: matches replayed from the store once, then played on, each under its own lock."""

from __future__ import annotations

import asyncio
import re
import secrets
import string
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Final

import ravelbox
from ravelbox.bots import bots
from ravelbox.kernel.dealer import KEY_BYTES, Dealer, Secret
from ravelbox.kernel.errors import (
    BadOption,
    GameOver,
    RavelboxError,
    RecordError,
    ReplayMismatch,
    SeedError,
    UnknownGame,
)
from ravelbox.kernel.game import Game
from ravelbox.kernel.match import Match
from ravelbox.kernel.record import Record
from ravelbox.kernel.words import echo, listed
from ravelbox.seating import HERE, Seating, all_here, seated
from ravelbox.server.store import Kept, Move, Stale, Store

MOST_LIVE: Final = 256  # tables that stay replayed; any can be dropped at any time
ID_BYTES: Final = 16
SEED_LETTERS: Final = string.ascii_uppercase + "23456789"  # nothing that looks like another
SEED_LENGTH: Final = 10
SEAT_FIELD: Final = re.compile(r"seat_([1-9][0-9]{0,2})")  # who sits there


def new_table(game: Game, fields: Mapping[str, object]) -> tuple[Match, Seating]:
    """A match and its company by the fields of a form.

    A form without a script sends all its seats, so "here" beyond the chosen number means nothing.
    """
    found = {name: SEAT_FIELD.fullmatch(name) for name in fields}
    match = new_match(game, {name: fields[name] for name, hit in found.items() if not hit})
    seats = {int(hit[1]): fields[name] for name, hit in found.items() if hit}
    most = game.seats[-1]
    company = {n: who for n, who in seats.items() if n > most or who not in (HERE, "")}
    return match, seated(game, match.header.seats, company)


def new_match(game: Game, fields: Mapping[str, object]) -> Match:
    """A match by the fields of a form: seats, a seed and options; a seed string is the latter two.

    What is empty or missing is as the game has it, or left to luck.
    """
    given = dict(fields)
    seats = _number(game, given.pop("seats", ""))
    typed = given.pop("seed", "")
    if not isinstance(typed, str):
        raise SeedError(f"a seed is a text, not {echo(typed)}")
    seed, options = game.read_seed(typed.strip(), given)
    dealer = _dealer(game, seed.upper() if seed.isascii() else seed)
    return Match.new(game, options, dealer=dealer, seats=seats)


def _number(game: Game, typed: object) -> int | None:
    """A number of seats, one that the game may have; None if nobody said."""
    if typed == "":
        return None
    for n in game.seats:
        if type(typed) in (int, str) and str(typed).strip() == str(n):
            return n
    raise BadOption(
        f"seats cannot be {echo(typed)}; {game.title} has {listed(game.seats)}", option="seats"
    )


def _dealer(game: Game, seed: str) -> Dealer:
    fresh = "".join(secrets.choice(SEED_LETTERS) for _ in range(SEED_LENGTH))
    dealer = game.dealt(seed or fresh)
    if dealer is None and seed:
        raise SeedError(f"{game.title} cannot be dealt from a seed; leave it empty")
    return dealer or Secret(secrets.token_bytes(KEY_BYTES))


def seed_string(match: Match) -> str:
    """The name of a finished puzzle; empty while the match runs, since it names all luck to come."""
    kind, _, seed = match.header.dealer.partition(" ")
    if not match.over or kind != "dealt":
        return ""
    return match.game.seed_string(seed, match.header.options)


def line_of(match: Match, seating: Seating) -> str:
    """Where a match stands, in a line for the lobby."""
    view = seating.view(match)
    if view.outcome:
        return f"{view.outcome.headline}. {view.outcome.why}"
    return match.game.describe(view).partition("\n")[0]


def moves_of(match: Match, since: int = 0) -> list[Move]:
    """A history, or its end, as the store keeps it."""
    return [
        Move(match.actors[n], match.history[n], match.among[n]) for n in range(since, len(match))
    ]


async def let_bots_answer(match: Match, seating: Seating) -> None:
    """Bots think beside the server, so that other tables need not wait."""

    def think() -> None:
        for _ in seating.bots_answer(match):
            pass

    if not match.over and match.state.actor not in seating.here:
        await asyncio.to_thread(think)


class Amounts(tuple[int, ...]):
    """An answer by amounts, which the game reads as codes (see `Prompt.mix`)."""

    __slots__ = ()


class Table:
    """One table. Its methods are called under its lock, as `Tables.at` gives it."""

    def __init__(self, table: str, store: Store) -> None:
        self.id = table
        self.lock = asyncio.Lock()
        self.users = 0  # who holds or awaits the lock
        self.seating = Seating(())  # known as soon as the match is
        self._store = store
        self._match: Match | None = None
        self._revision = -1

    async def now(self) -> Match:
        """The match as the store has it; replayed only if it is not live, or not the newest."""
        revision = await self._store.revision(self.id)
        if self._match is None or revision != self._revision:
            kept = await self._store.load(self.id)
            match = _replayed(kept.record)
            self.seating = _seating(match, kept)
            self._match, self._revision = match, kept.revision
        return self._match

    async def act(self, at: int, answer: Sequence[int] | Amounts, mark: str = "") -> Match:
        """Play a gesture that answers to a length of history; the same again changes nothing.

        With its mark, it answers to that very history: after an undo another may be as long.
        Then bots answer; what all of them played is kept at once, or nothing is.
        """
        match = await self.now()
        if mark and mark != match.mark(at):
            raise Stale("this answers to a table that has since gone another way")
        if at != len(match):
            if self._is_played(match, at, answer):
                return match
            raise _stale(at, len(match))
        self.seating.play(match, _codes(match, at, answer))
        with self._dropped_on_error():
            await let_bots_answer(match, self.seating)
            line = line_of(match, self.seating)
            self._revision = await self._store.append(
                self.id, self._revision, at, moves_of(match, at), line, over=match.over
            )
        return match

    async def undo(self, at: int, to: int, mark: str = "") -> Match:
        """Go back to a shorter history; the same again changes nothing."""
        match = await self.now()
        if at != len(match):
            if to == len(match) < at:
                return match
            raise _stale(at, len(match))
        if mark and mark != match.mark():
            raise Stale("this answers to a table that has since gone another way")
        if match.over:
            raise GameOver("the game is over and its luck is open, so nothing can be taken back")
        self.seating.undo(match, to)
        with self._dropped_on_error():
            self._revision = await self._store.cut(
                self.id, self._revision, len(match), line_of(match, self.seating)
            )
        return match

    def _is_played(self, match: Match, at: int, answer: Sequence[int]) -> bool:
        """Whether exactly this gesture stands in the history already."""
        try:
            codes = _codes(match, at, answer) if at < len(match) else ()
        except RavelboxError:  # amounts that were no answer then
            return False
        end = at + len(codes)
        ours = set(match.actors[at:end]) <= set(self.seating.here)
        return ours and len(codes) > 0 and match.history[at:end] == list(codes)

    @contextmanager
    def _dropped_on_error(self) -> Iterator[None]:
        """What could not be kept must not stay live; the store knows what holds.

        So it is with a match on which a bot still thinks when its visitor has given up.
        """
        try:
            yield
        except BaseException:
            self._match = None
            raise


class Tables:
    """All tables of a store; the ones in use are live."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._live: OrderedDict[str, Table] = OrderedDict()

    async def open(self, match: Match, seating: Seating | None = None) -> str:
        """Keep a new match, after bots that are asked first; the id of its table."""
        company = seating or all_here(match.header.seats)
        await let_bots_answer(match, company)
        table = secrets.token_urlsafe(ID_BYTES)
        line = line_of(match, company)
        await self.store.create(
            table, match.header, company.who, moves_of(match), line, over=match.over
        )
        return table

    @asynccontextmanager
    async def at(self, table: str) -> AsyncIterator[Table]:
        """A table, for one visitor at a time."""
        live = self._live.setdefault(table, Table(table, self.store))
        self._live.move_to_end(table)
        live.users += 1
        try:
            async with live.lock:
                yield live
        finally:
            live.users -= 1
            self._shrink()

    def drop(self) -> None:
        """Forget every live match that nobody is using; the store has them all."""
        self._shrink(0)

    def _shrink(self, most: int = MOST_LIVE) -> None:
        idle = [table for table, live in self._live.items() if live.users == 0]
        for table in idle[: max(0, len(self._live) - most)]:
            del self._live[table]


def _codes(match: Match, at: int, answer: Sequence[int]) -> Sequence[int]:
    """The codes of an answer to a length of history; amounts mean something only there."""
    if not isinstance(answer, Amounts):
        return answer
    then = match if at == len(match) else Match.replay(match.record(), at)
    if then.state.actor < 0:
        raise GameOver("the game is over, so nothing is asked any more")
    return then.game.mixed(then.state, answer)


def _stale(at: int, now: int) -> Stale:
    return Stale(f"this answers to the table after {at} moves, but it stands at {now} moves")


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


def _seating(match: Match, kept: Kept) -> Seating:
    """The company of a kept table; before there were bots, everybody was here."""
    seats, who = match.header.seats, kept.who
    if who is None:
        return all_here(seats)
    lead = "this table cannot be opened"
    if not isinstance(who, list) or len(who) != seats:
        raise RecordError(lead, f"it does not say who sits on its {seats} seats")
    strange = [name for name in who if name not in (HERE, *bots(match.game.name))]
    if strange:
        raise ReplayMismatch(lead, f"this box has no bot {echo(strange[0])} for {match.game.title}")
    return Seating(tuple(who))
