"""Who listens at which table, in this process; and what other processes tell through PostgreSQL."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import psycopg
import sqlalchemy as sa

from ravelbox.server.store import CHANNEL

LOG: Final = logging.getLogger("ravelbox.server")
AGAIN: Final = 1.0  # seconds before a lost connection is tried anew


UNKNOWN: Final = -1  # something may have changed, so one must look


class Ear:
    """One listener. Any number of changes wake it once: it always asks for the newest."""

    def __init__(self, name: str = "") -> None:
        self.name = name  # that its page gives when it acts
        self.answered = UNKNOWN  # the newest revision that page has been answered with
        self._heard: int | None = UNKNOWN  # the newest revision since it last woke
        self._waiting: asyncio.Future[None] | None = None

    def hear(self, revision: int) -> None:
        """A table has changed."""
        unsure = UNKNOWN in (revision, self._heard)
        self._heard = UNKNOWN if unsure else max(revision, self._heard or 0)
        if self._waiting and not self._waiting.done():
            self._waiting.set_result(None)

    def take(self) -> int:
        """The newest revision that it has heard of, which is no news from now on."""
        heard, self._heard = self._heard, None
        return UNKNOWN if heard is None else heard

    def next(self) -> asyncio.Future[None]:
        """Done as soon as there is news."""
        if self._waiting is None or self._waiting.done():
            self._waiting = asyncio.get_running_loop().create_future()
            if self._heard is not None:
                self._waiting.set_result(None)
        return self._waiting


class Hub:
    """All listeners of this process, by table."""

    def __init__(self) -> None:
        self._ears: dict[str, set[Ear]] = {}

    @contextmanager
    def listening(self, table: str, name: str = "") -> Iterator[Ear]:
        """Somebody who wants to hear of every change of a table."""
        ear = Ear(name)
        self._ears.setdefault(table, set()).add(ear)
        try:
            yield ear
        finally:
            ears = self._ears[table]
            ears.discard(ear)
            if not ears:
                del self._ears[table]

    def tell(self, table: str, revision: int) -> None:
        """A change is kept, so it may be told."""
        for ear in self._ears.get(table, ()):
            ear.hear(revision)

    def answered(self, table: str, name: str, revision: int) -> None:
        """Whose page has been shown a revision by another way need not be sent it."""
        for ear in self._ears.get(table, ()):
            if name and ear.name == name:
                ear.answered = revision

    def tell_all(self) -> None:
        """Something may have been missed, so everybody looks."""
        for ears in self._ears.values():
            for ear in ears:
                ear.hear(UNKNOWN)


async def listen(hub: Hub, url: sa.URL) -> None:
    """For ever: hand on what other processes on the same PostgreSQL say, each in its transaction."""
    address = url.set(drivername="postgresql").render_as_string(hide_password=False)
    heard = True
    while True:
        try:
            connection = await psycopg.AsyncConnection.connect(address, autocommit=True)
            async with connection:
                await connection.execute(f"LISTEN {CHANNEL}".encode())
                hub.tell_all()
                heard = True
                async for notice in connection.notifies():
                    table, _, revision = notice.payload.partition(" ")
                    if (
                        revision.isascii() and revision.isdecimal()
                    ):  # others may use the channel too
                        hub.tell(table, int(revision))
        except (psycopg.Error, OSError) as error:
            if heard:  # said once, not every second
                LOG.warning("news from other processes are interrupted: %s", error)
            heard = False
        await asyncio.sleep(AGAIN)
