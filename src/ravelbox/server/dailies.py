"""The puzzles of days and weeks as the store keeps them: chosen once, ahead of time, elsewhere.

Choosing takes seconds of a core, so another process does it; the key goes to it by a pipe, and only
what was chosen comes back.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import sys
from contextlib import suppress
from dataclasses import asdict
from datetime import timedelta
from typing import Final

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from ravelbox.daily import KINDS, Chosen, Kind, Screen, day_of, today
from ravelbox.kernel.errors import RavelboxError
from ravelbox.server.store import ATTEMPTS, DAILIES, KEYS, MATCHES, Store

NAME: Final = "daily"  # of the key
KEY_BYTES: Final = 32
START: Final = 20.0  # seconds after which it is looked ahead: whoever has just come goes first
AGAIN: Final = 1800.0  # seconds
LOG: Final = logging.getLogger("ravelbox.server")

Attempts = dict[tuple[str, str], tuple[str, bool]]  # by kind and day: the table, whether it is over


class NotChosen(RavelboxError):
    """A puzzle of the day that could not be found."""

    code = "not_ready"


class Dailies:
    """The puzzles of a store."""

    def __init__(self, store: Store, screen: Screen) -> None:
        self._store = store
        self._screen = screen
        self._one = asyncio.Lock()  # one is chosen at a time

    async def prepare(self) -> None:
        """For ever: have the puzzles of now and of tomorrow ready before anybody asks."""
        while self._screen.ahead:
            await asyncio.sleep(START)
            for kind in KINDS.values():
                for when in (today(), today() + timedelta(days=1)):
                    try:
                        await self.chosen(kind, day_of(kind, when))
                    except RavelboxError as error:
                        LOG.warning("a puzzle of the day is not ready: %s", error)
            await asyncio.sleep(AGAIN)

    async def chosen(self, kind: Kind, day: str) -> Chosen:
        """The puzzle of a day; the first time, that takes a while."""
        async with self._one:
            known = await self._store.read(lambda connection: _chosen(connection, kind, day))
            if known:
                return known
            key = await self._store.write(_key)
            found = await self._choose(key, kind, day)
            return await self._store.write(lambda connection: _keep(connection, found))

    async def _choose(self, key: str, kind: Kind, day: str) -> Chosen:
        screen = self._screen
        given = f"{key} {kind.name} {day} {screen.beam} {screen.games} {screen.tries}\n"
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "ravelbox.daily",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,  # its words could name a seed
        )  # fmt: skip
        try:
            said, _ = await process.communicate(given.encode())
        except BaseException:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
            raise
        if process.returncode:
            raise NotChosen(f"no puzzle was found for {day}; try again later")
        seed, par, won, games = said.decode().split()
        return Chosen(kind.name, day, seed, int(par), int(won), int(games))

    async def attempts(self, device: str) -> Attempts:
        """What a device has played or plays."""
        if not device:
            return {}
        return await self._store.read(lambda connection: _attempts(connection, device))

    async def attempt(self, kind: Kind, day: str, device: str, table: str) -> str:
        """Count a table as a device's attempt, unless another one counts; the one that does."""
        return await self._store.write(
            lambda connection: _attempt(connection, kind.name, day, device, table)
        )


def _key(connection: sa.Connection) -> str:
    """The key of this store's puzzles, made when it is first asked for."""
    query = sa.select(KEYS.c.secret).where(KEYS.c.name == NAME)
    found = connection.scalar(query)
    if found is None:
        _insert(connection, KEYS, {"name": NAME, "secret": secrets.token_hex(KEY_BYTES)})
        found = connection.scalar(query)
    return str(found)


def _chosen(connection: sa.Connection, kind: Kind, day: str) -> Chosen | None:
    d = DAILIES.c
    row = connection.execute(
        sa.select(DAILIES).where(d.kind == kind.name, d.day == day)
    ).one_or_none()
    return Chosen(row.kind, row.day, row.seed, row.par, row.won, row.games) if row else None


def _keep(connection: sa.Connection, found: Chosen) -> Chosen:
    """Keep a choice; if another process was faster, its choice counts."""
    _insert(connection, DAILIES, asdict(found))
    return _chosen(connection, KINDS[found.kind], found.day) or found


def _attempts(connection: sa.Connection, device: str) -> Attempts:
    a = ATTEMPTS.c
    rows = connection.execute(
        sa.select(a.kind, a.day, a.match, MATCHES.c.over)
        .join(MATCHES, MATCHES.c.id == a.match)
        .where(a.device == device)
    )
    return {(row.kind, row.day): (row.match, bool(row.over)) for row in rows}


def _attempt(connection: sa.Connection, kind: str, day: str, device: str, table: str) -> str:
    a = ATTEMPTS.c
    _insert(connection, ATTEMPTS, {"kind": kind, "day": day, "device": device, "match": table})
    query = sa.select(a.match).where(a.kind == kind, a.day == day, a.device == device)
    return str(connection.scalar(query))


def _insert(connection: sa.Connection, table: sa.Table, values: dict[str, object]) -> None:
    """Add a row, unless one with its key is there: whoever was first counts."""
    with suppress(IntegrityError), connection.begin_nested():
        connection.execute(sa.insert(table).values(values))
