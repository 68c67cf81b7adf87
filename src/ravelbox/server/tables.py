"""Live tables: matches replayed from the store once, then played on, each under its own lock."""

from __future__ import annotations

import asyncio
import secrets
import string
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Final

import ravelbox
from ravelbox.kernel.dealer import KEY_BYTES, Dealer, Secret
from ravelbox.kernel.errors import (
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
from ravelbox.kernel.words import echo
from ravelbox.server.store import Move, Stale, Store

SEAT: Final = 0  # a local server has one seat
MOST_LIVE: Final = 256  # tables that stay replayed; any can be dropped at any time
ID_BYTES: Final = 16
SEED_LETTERS: Final = string.ascii_uppercase + "23456789"  # nothing that looks like another
SEED_LENGTH: Final = 10


def new_match(game: Game, fields: Mapping[str, object]) -> Match:
    """A match by the fields of a form: a seed or none, and the options; a seed string is both."""
    given = dict(fields)
    typed = given.pop("seed", "")
    if not isinstance(typed, str):
        raise SeedError(f"a seed is a text, not {echo(typed)}")
    seed, options = game.read_seed(typed.strip(), given)
    return Match.new(game, options, dealer=_dealer(game, seed.upper() if seed.isascii() else seed))


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


def undo_to(match: Match) -> int | None:
    """Where one step back leads; a finished match has shown its seed, so it stays finished."""
    back = len(match) - 1
    return None if match.over or back < match.undo_floor(SEAT) else back


def line_of(match: Match) -> str:
    """Where a match stands, in a line for the lobby."""
    view = match.view(SEAT)
    if view.outcome:
        return f"{view.outcome.headline}. {view.outcome.why}"
    return match.game.describe(view).partition("\n")[0]


class Table:
    """One table. Its methods are called under its lock, as `Tables.at` gives it."""

    def __init__(self, table: str, store: Store) -> None:
        self.id = table
        self.lock = asyncio.Lock()
        self.users = 0  # who holds or awaits the lock
        self._store = store
        self._match: Match | None = None
        self._revision = -1

    async def now(self) -> Match:
        """The match as the store has it; replayed only if it is not live, or not the newest."""
        revision = await self._store.revision(self.id)
        if self._match is None or revision != self._revision:
            kept = await self._store.load(self.id)
            self._match, self._revision = _replayed(kept.record), kept.revision
        return self._match

    async def act(self, at: int, codes: Sequence[int], mark: str = "") -> Match:
        """Play a gesture that answers to a length of history; the same again changes nothing.

        With its mark, it answers to that very history: after an undo another may be as long.
        """
        match = await self.now()
        if mark and mark != match.mark(at):
            raise Stale("this answers to a table that has since gone another way")
        if at != len(match):
            if self._is_played(match, at, codes):
                return match
            raise _stale(at, len(match))
        match.play(SEAT, codes)
        moves = [
            Move(match.actors[n], match.history[n], match.among[n]) for n in range(at, len(match))
        ]
        with self._dropped_on_error():
            self._revision = await self._store.append(
                self.id, self._revision, at, moves, line_of(match), over=match.over
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
        match.undo(SEAT, to)
        with self._dropped_on_error():
            self._revision = await self._store.cut(
                self.id, self._revision, len(match), line_of(match)
            )
        return match

    def _is_played(self, match: Match, at: int, codes: Sequence[int]) -> bool:
        """Whether exactly this gesture stands in the history already."""
        end = at + len(codes)
        return match.history[at:end] == list(codes) and set(match.actors[at:end]) == {SEAT}

    @contextmanager
    def _dropped_on_error(self) -> Iterator[None]:
        """What could not be kept must not stay live; the store knows what holds."""
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

    async def open(self, match: Match) -> str:
        """Keep a new match; the id of its table."""
        table = secrets.token_urlsafe(ID_BYTES)
        moves = [Move(*move) for move in zip(match.actors, match.history, match.among, strict=True)]
        await self.store.create(table, match.header, moves, line_of(match))
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
