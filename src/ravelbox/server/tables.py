"""Live tables: matches replayed from the store once, then played on, each under its own lock."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Final

from ravelbox.kernel.errors import RavelboxError, RecordError
from ravelbox.kernel.match import Match
from ravelbox.seating import HERE
from ravelbox.server.metrics import metrics
from ravelbox.server.news import Hub
from ravelbox.server.seats import HOST, SECRET_BYTES, Company, gathered, new_code
from ravelbox.server.store import CodeTaken, Kept, Stale, Store, in_thread, now_ms
from ravelbox.server.table import Guest, Table, facts_of, moves_of

MOST_LIVE: Final = 1024  # tables that stay replayed; any can be dropped at any time
MOST_GUESTS: Final = 4  # bots from outside that think at the same time
MOST_FRESH: Final = 32  # tables of which views and pages are kept beside
ID_BYTES: Final = 16
PATIENCE: Final = 15.0  # seconds that an answer waits for bots
LOG: Final = logging.getLogger("ravelbox.server")


class Tables:
    """All tables of a store; the ones in use are live."""

    def __init__(self, store: Store, hub: Hub | None = None) -> None:
        self.store = store
        self.hub = hub or Hub()
        self._live: OrderedDict[str, Table] = OrderedDict()
        self._thinking: dict[str, asyncio.Task[None]] = {}
        self._guests = ThreadPoolExecutor(
            MOST_GUESTS, "ravelbox-guest"
        )  # its threads come as needed
        self._fresh: OrderedDict[Table, None] = OrderedDict()  # what they show is still at hand

    async def open(
        self,
        match: Match,
        company: Company | None = None,
        *,
        device: str = "",
        luck: bytes | None = None,
    ) -> str:
        """Keep a new match for the device that made it; the id of its table.

        Without a device it has no links, and whoever knows its address plays all its seats.
        """
        seats = company or gathered([HERE] * match.header.seats)
        table = secrets.token_urlsafe(ID_BYTES)
        roles = {HOST, *(str(n) for n in seats.persons if seats.seats[n].taken)}
        while True:
            kept = Kept(
                id=table,
                header=match.header,
                revision=0,
                company=seats.passed(-1, match.state.actor, now_ms()),
                secret=secrets.token_bytes(SECRET_BYTES) if device else None,
                luck=luck.hex() if luck else "",
                code="" if seats.started else new_code(),
                holders={device: frozenset(roles)} if device else {},
                moves=tuple(moves_of(match)),
            )
            try:
                await self.store.create(kept, facts_of(match, kept.company))
            except CodeTaken:
                continue
            return table

    @asynccontextmanager
    async def at(self, table: str) -> AsyncIterator[Table]:
        """A table, for one visitor at a time; bots that are asked there begin to think."""
        live = self._live.setdefault(table, Table(table, self.store, self.hub))
        self._live.move_to_end(table)
        live.users += 1
        try:
            async with live.lock:
                yield live
        finally:
            live.users -= 1
            self._wake(live)
            if live.is_empty and live.users == 0:
                self._live.pop(table, None)  # whoever guesses addresses pushes nobody out
            self._freshen(live)
            self._shrink()
            metrics.live(len(self._live))

    async def settled(self, table: str) -> None:
        """Wait until bots have answered, within reason."""
        task = self._thinking.get(table)
        if task:
            await asyncio.wait({task}, timeout=PATIENCE)

    def drop(self) -> None:
        """Forget every live match that nobody is using; the store has them all."""
        self._shrink(0)

    async def watch_clocks(self) -> None:
        """For ever: see to clocks that have run out."""
        seen = True
        while True:
            await asyncio.sleep(1)
            try:
                due = await self.store.due(now_ms())
                seen = True
            except RavelboxError as error:
                if seen:  # said once, not every second
                    LOG.warning("clocks cannot be looked at: %s", error)
                due, seen = [], False
            for table in due:
                await self._time_out(table)

    async def _time_out(self, table: str) -> None:
        try:
            try:
                async with self.at(table) as live:
                    await live.time_out()
            except RecordError as error:  # one that cannot be opened must not stop others' clocks
                LOG.warning("a clock ran out in vain: %s", error)
                await self.store.stop_clock(table)
        except RavelboxError as error:
            LOG.warning("a clock could not be stopped: %s", error)

    async def close(self) -> None:
        """Let bots stop; what they have played is kept, what they think about is not."""
        for task in list(self._thinking.values()):
            task.cancel()
        for live in self._live.values():
            for guest in live.guests.values():
                guest.interrupt()
        await asyncio.gather(*self._thinking.values(), return_exceptions=True)
        self._guests.shutdown()

    def _wake(self, live: Table) -> None:
        if not live.asks_bot or live.id in self._thinking:
            return
        task = asyncio.create_task(self._think(live.id))
        self._thinking[live.id] = task

    async def _think(self, table: str) -> None:
        asked = True
        try:
            while asked:
                try:
                    asked = await self._think_once(table)
                except Stale:
                    continue  # somebody was faster, so think again
        except RavelboxError as error:
            LOG.warning("bots could not answer: %s", error)
        except Exception:
            LOG.exception("bots could not answer")
        finally:
            await self._part(table)
            del self._thinking[table]
        live = self._live.get(table)
        if live is not None and not asked:
            self._wake(live)  # somebody may have acted while programs took their leave

    async def _think_once(self, table: str) -> bool:
        """Let bots answer for a moment, or one from outside once; whether one was asked at all."""
        async with self.at(table) as live:
            guest = await live.guest()
            if guest is None:
                return await live.let_bots_answer()
        await self._ask(table, guest)
        return True

    async def _ask(self, table: str, guest: Guest) -> None:
        """Let a bot from outside answer, while others may use the table."""
        begun = time.monotonic()
        code = await in_thread(self._guests, lambda: guest.bot.choose(guest.chair))
        metrics.thought(time.monotonic() - begun)
        for trouble in guest.bot.taken_troubles():
            LOG.warning("a bot from outside: %s", trouble)
        async with self.at(table) as live:
            await live.let_guest_answer(guest, code)

    async def _part(self, table: str) -> None:
        """End the programs of a table: nobody asks them for a while."""
        live = self._live.get(table)
        if live is not None and live.guests:
            async with live.lock:
                await in_thread(self._guests, live.let_guests_go)

    def _freshen(self, live: Table) -> None:
        """Keep what was shown of the last tables: whoever acts also listens, and so do others."""
        self._fresh[live] = None
        self._fresh.move_to_end(live)
        while len(self._fresh) > MOST_FRESH:
            self._fresh.popitem(last=False)[0].rest()

    def _shrink(self, most: int = MOST_LIVE) -> None:
        if len(self._live) <= most:
            return
        idle = [table for table, live in self._live.items() if live.users == 0]
        for table in idle[: len(self._live) - most]:
            del self._live[table]
