"""Where tables are kept: each a header and its moves, in SQLite or another SQL database.

Load is replay, so nothing else needs keeping; `line` and `over` only spare the lobby a replay.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple, Self

import platformdirs
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from ravelbox.kernel.errors import RavelboxError, RecordError, StoreError
from ravelbox.kernel.record import Header, Record

VARIABLE: Final = "RAVELBOX_STORE"
MARK: Final = 0x52564C42  # "RVLB", by which a SQLite file says that it is ours
DRIVERS: Final = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
# WAL with FULL: a commit is on the disk when it returns, whatever is killed or unplugged then.
PRAGMAS: Final = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA fullfsync = ON",  # elsewhere than on a Mac it means nothing
    "PRAGMA foreign_keys = ON",
)

METADATA: Final = sa.MetaData()
MATCHES: Final = sa.Table(
    "matches",
    METADATA,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("rules", sa.Integer, nullable=False),
    sa.Column("actions", sa.String(64), nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("seats", sa.Integer, nullable=False),
    sa.Column("dealer", sa.Text, nullable=False),  # nobody is told while the match runs
    sa.Column("position", sa.JSON(none_as_null=True), nullable=True),
    sa.Column("created", sa.BigInteger, nullable=False),  # milliseconds since 1970
    sa.Column("changed", sa.BigInteger, nullable=False),
    sa.Column("revision", sa.Integer, nullable=False),  # counts changes, undo among them
    sa.Column("line", sa.Text, nullable=False),  # where it stands, for the lobby
    sa.Column("over", sa.Boolean, nullable=False),
    sa.Column("who", sa.JSON(none_as_null=True), nullable=True),  # by seat; null: all are here
    sa.Index("matches_by_change", "changed"),
)
MOVES: Final = sa.Table(
    "moves",
    METADATA,
    sa.Column("match", sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer, nullable=False),  # -1 is chance
    sa.Column("code", sa.Integer, nullable=False),
    sa.Column("among", sa.Integer, nullable=False),  # for chance, how many answers there were
    sa.Column("at", sa.BigInteger, nullable=False),
)


class Stale(RavelboxError, ValueError):
    """An act that answers to a table as it was, not as it is."""

    code = "stale"


class StoreFailed(StoreError):
    """A store that is there but does not do its work: locked, full or damaged."""

    code = "store"


class Move(NamedTuple):
    """One entry of a history: who gave it, what, and for chance among how many."""

    seat: int
    code: int
    among: int


@dataclass(frozen=True, slots=True)
class Kept:
    """A table as it lies in the store."""

    record: Record
    revision: int
    who: object  # "here" or a bot, seat by seat; None if all are here. The caller checks it


@dataclass(frozen=True, slots=True)
class Line:
    """A table as the lobby lists it."""

    id: str
    game: str
    line: str
    changed: int  # milliseconds since 1970
    over: bool


def store_url(where: str | Path | None = None) -> sa.URL:
    """The address of a store: given, else from RAVELBOX_STORE, else a file of the user's."""
    place = str(where or os.environ.get(VARIABLE, ""))
    if not place:
        folder = platformdirs.user_data_path("ravelbox", appauthor=False)
        place = str(folder / "tables.sqlite")
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"the folder {folder} cannot be made: {error.strerror}") from error
    if "://" not in place:
        path = Path(place).expanduser().absolute()
        if not path.parent.is_dir():
            raise StoreError(f"the store {path} cannot be opened: there is no folder {path.parent}")
        return sa.URL.create(DRIVERS["sqlite"], database=str(path))
    try:
        url = sa.make_url(place)
    except (ArgumentError, ValueError) as error:
        raise StoreError(
            "the store's address cannot be read; it looks like sqlite:///tables.sqlite"
        ) from error
    return url.set(drivername=DRIVERS.get(url.drivername, url.drivername))


class Store:
    """An open store. Every change is one transaction, and is on the disk when the call returns."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._writer = engine.execution_options(ravelbox_writes=True)

    @classmethod
    async def open(cls, where: str | Path | None = None) -> Self:
        """Open or make a store, and bring it to the newest shape."""
        url = store_url(where)
        name = url.database if url.drivername.startswith("sqlite") else str(url)
        try:
            _try_file(url)
            engine = create_async_engine(url)
        except (SQLAlchemyError, ImportError, sqlite3.Error) as error:
            raise StoreError(f"the store {name} cannot be opened: {error}") from error
        if engine.dialect.name == "sqlite":
            sa.event.listen(engine.sync_engine, "connect", _greet)
            sa.event.listen(engine.sync_engine, "begin", _begin)
        store = cls(engine)
        try:
            async with store._writer.begin() as connection:
                await connection.run_sync(_upgrade)
        except BaseException as error:
            await engine.dispose()
            if isinstance(error, CommandError):
                raise StoreError(
                    f"the store {name} was made by a newer Ravelbox, which this one cannot read"
                ) from error
            if isinstance(error, SQLAlchemyError | OSError | StoreError):
                raise StoreError(f"the store {name} cannot be opened: {_reason(error)}") from error
            raise
        return store

    async def close(self) -> None:
        """Let go of all connections."""
        await self._engine.dispose()

    async def create(
        self,
        table: str,
        header: Header,
        who: Sequence[str],
        moves: Sequence[Move],
        line: str,
        *,
        over: bool,
    ) -> None:
        """Keep a new table with the luck of its setup, and what bots have played already."""
        now = _now()
        async with self._writing() as connection:
            await connection.execute(
                sa.insert(MATCHES).values(
                    id=table,
                    game=header.game,
                    rules=header.rules,
                    actions=header.actions,
                    options=header.options,
                    seats=header.seats,
                    dealer=header.dealer,
                    position=header.position,
                    created=now,
                    changed=now,
                    revision=0,
                    line=line,
                    over=over,
                    who=list(who),
                )
            )
            await _insert(connection, table, 0, moves, now)

    async def append(
        self, table: str, revision: int, since: int, moves: Sequence[Move], line: str, *, over: bool
    ) -> int:
        """Keep what was played since a length of history; the new revision."""
        now = _now()
        async with self._writing() as connection:
            await _advance(connection, table, revision, now, line=line, over=over)
            await _insert(connection, table, since, moves, now)
        return revision + 1

    async def cut(self, table: str, revision: int, to: int, line: str) -> int:
        """Take back all moves after the first `to`; the new revision."""
        async with self._writing() as connection:
            await _advance(connection, table, revision, _now(), line=line, over=False)
            await connection.execute(
                sa.delete(MOVES).where(MOVES.c.match == table, MOVES.c.n >= to)
            )
        return revision + 1

    async def revision(self, table: str) -> int:
        """How often a table has changed."""
        async with self._reading() as connection:
            found = await connection.scalar(
                sa.select(MATCHES.c.revision).where(MATCHES.c.id == table)
            )
        if found is None:
            raise _unknown()
        return int(found)

    async def load(self, table: str) -> Kept:
        """A table as it was kept; replaying it is the caller's part."""
        async with self._reading() as connection:
            match = (
                await connection.execute(sa.select(MATCHES).where(MATCHES.c.id == table))
            ).one_or_none()
            moves = (
                await connection.execute(
                    sa.select(MOVES).where(MOVES.c.match == table).order_by(MOVES.c.n)
                )
            ).all()
        if match is None:
            raise _unknown()
        if [move.n for move in moves] != list(range(len(moves))):
            raise RecordError("this table cannot be opened", "moves are missing in the store")
        header = Header(
            match.game,
            match.rules,
            match.actions,
            match.options,
            match.seats,
            match.dealer,
            match.position,
        )
        chance = {move.n: move.among for move in moves if move.among}
        record = Record(header, tuple(move.code for move in moves), chance)
        return Kept(record, match.revision, match.who)

    async def lines(self, most: int) -> list[Line]:
        """The tables that were changed last, newest first."""
        c = MATCHES.c
        async with self._reading() as connection:
            found = await connection.execute(
                sa.select(c.id, c.game, c.line, c.changed, c.over)
                .order_by(c.changed.desc(), c.created.desc(), c.id)
                .limit(most)
            )
            return [Line(*row) for row in found]

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self._engine.connect() as connection:
                yield connection
        except (SQLAlchemyError, OSError) as error:
            raise StoreFailed(f"the store cannot be read just now: {_reason(error)}") from error

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self._writer.begin() as connection:
                yield connection
        except (SQLAlchemyError, OSError) as error:
            raise StoreFailed(
                f"the store cannot be written just now, so nothing was done: {_reason(error)}"
            ) from error


async def _insert(
    connection: AsyncConnection, table: str, since: int, moves: Sequence[Move], now: int
) -> None:
    rows = [
        {"match": table, "n": since + i, "at": now, **move._asdict()}
        for i, move in enumerate(moves)
    ]
    if rows:
        await connection.execute(sa.insert(MOVES), rows)


async def _advance(
    connection: AsyncConnection, table: str, revision: int, now: int, *, line: str, over: bool
) -> None:
    """Count a change, and refuse it if somebody else has changed the table meanwhile."""
    result = await connection.execute(
        sa.update(MATCHES)
        .where(MATCHES.c.id == table, MATCHES.c.revision == revision)
        .values(revision=revision + 1, changed=now, line=line, over=over)
    )
    if result.rowcount != 1:
        raise Stale("the table was changed from elsewhere in the same moment")


def _try_file(url: sa.URL) -> None:
    """Open a file once without the driver, whose thread would complain on its own."""
    if url.drivername == DRIVERS["sqlite"] and url.database and not url.query:
        sqlite3.connect(url.database).close()


def _greet(connection: Any, _: object) -> None:
    """Set a fresh SQLite connection up, unless the file is another program's."""
    connection.isolation_level = None  # we begin transactions, not the driver
    cursor = connection.cursor()
    try:
        _claim(cursor)
        for pragma in PRAGMAS:
            cursor.execute(pragma)
    except BaseException:
        cursor.close()
        connection.close()
        raise
    cursor.close()


def _claim(cursor: Any) -> None:
    """Mark a new file as ours; refuse one that is not."""
    cursor.execute("SELECT count(*) FROM sqlite_master")
    (tables,) = cursor.fetchone()
    cursor.execute("PRAGMA application_id")
    (mark,) = cursor.fetchone()
    if mark == MARK:
        return
    if mark or tables:
        raise StoreError("it is a database of another program")
    cursor.execute(f"PRAGMA application_id = {MARK}")


def _begin(connection: sa.Connection) -> None:
    """Begin; a writer takes its lock at once, so that it waits for another and never fails."""
    writes = connection.get_execution_options().get("ravelbox_writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _upgrade(connection: sa.Connection) -> None:
    config = Config()
    config.set_main_option("script_location", "ravelbox.server:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _unknown() -> StoreError:
    return StoreError("there is no such table; it may have been in another store")


def _reason(error: BaseException) -> str:
    """What the database itself says, without the statement."""
    return str(error.orig if isinstance(error, DBAPIError) else error).strip().rstrip(".")


def _now() -> int:
    return time.time_ns() // 1_000_000
