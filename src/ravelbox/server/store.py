"""Where tables are kept: each a header, its company and its moves, in SQLite or PostgreSQL.

Load is replay, so nothing else needs keeping; `line`, `over` and `actor` only spare the lobby a
replay. A call is one transaction, run as plain code in a thread beside the server.
"""

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple, Self, TypeVar

import msgspec
import platformdirs
import psycopg
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from ravelbox.kernel.errors import RavelboxError, RecordError, StoreError
from ravelbox.kernel.record import Header, Record
from ravelbox.seating import HERE
from ravelbox.server.metrics import metrics
from ravelbox.server.seats import Company, Holders, gathered

VARIABLE: Final = "RAVELBOX_STORE"
ID_FORM: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")  # of a table
MARK: Final = 0x52564C42  # "RVLB", by which a SQLite file says that it is ours
DRIVERS: Final = {
    "sqlite": "sqlite",
    "postgresql": "postgresql+psycopg",
    "postgres": "postgresql+psycopg",
}
ONE_MOMENT: Final = {"isolation_level": "REPEATABLE READ"}  # in SQLite every reader has that
READERS: Final = 4  # threads
WRITERS: Final = 4  # threads, where the database takes several writers at once
MOST_AT_ONCE: Final = 64  # changes in one transaction, where it takes one writer
WRITTEN: Final = "written"
# Made before there are threads: two that first decode a type at once can bring msgspec down.
COMPANY: Final = msgspec.json.Decoder(Company)
CHANNEL: Final = "ravelbox"  # on which PostgreSQL tells other processes of a change
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
    sa.Column("who", sa.JSON(none_as_null=True), nullable=True),  # as it was before `company`
    sa.Column("company", sa.Text, nullable=True),  # a `Company` in JSON
    sa.Column("secret", sa.String(64), nullable=True),  # behind its links; null: open to all
    sa.Column("luck", sa.String(64), nullable=True),  # the key that was committed to
    sa.Column("code", sa.String(16), nullable=True),  # to join by, until it starts
    sa.Column("actor", sa.Integer, nullable=True),  # who is asked
    sa.Column("deadline", sa.BigInteger, nullable=True),  # when the running clock runs out
    sa.Index("matches_by_change", "changed"),
    sa.Index("matches_by_code", "code", unique=True),
    sa.Index("matches_by_deadline", "deadline"),
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
HOLDERS: Final = sa.Table(
    "holders",
    METADATA,
    sa.Column("match", sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("device", sa.String(64), primary_key=True),  # a hash, see seats.py
    sa.Column("role", sa.String(8), primary_key=True),
    sa.Index("holders_by_device", "device"),
)
DAILIES: Final = sa.Table(
    "dailies",
    METADATA,
    sa.Column("kind", sa.String(16), primary_key=True),
    sa.Column("day", sa.String(10), primary_key=True),  # 2026-11-18 or 2026-W47
    sa.Column("seed", sa.String(32), nullable=False),  # nobody is told before a game is over
    sa.Column("par", sa.Integer, nullable=False),
    sa.Column("won", sa.Integer, nullable=False),  # by the reference bot
    sa.Column("games", sa.Integer, nullable=False),
)
ATTEMPTS: Final = sa.Table(
    "attempts",
    METADATA,
    sa.Column("kind", sa.String(16), primary_key=True),
    sa.Column("day", sa.String(10), primary_key=True),
    sa.Column("device", sa.String(64), primary_key=True),
    sa.Column("match", sa.ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    sa.Index("attempts_by_device", "device"),
)
KEYS: Final = sa.Table(
    "keys",
    METADATA,
    sa.Column("name", sa.String(16), primary_key=True),
    sa.Column("secret", sa.String(64), nullable=False),
)
T = TypeVar("T")
Job = Callable[[sa.Connection], Any]

# The statements of every act, made once: their making costs as much as their running.
REVISION: Final = sa.select(MATCHES.c.revision).where(MATCHES.c.id == sa.bindparam("table"))
TAKE: Final = REVISION.with_for_update()
WRITE: Final = (
    sa.update(MATCHES)
    .where(MATCHES.c.id == sa.bindparam("table"))
    .values(
        {
            name: sa.bindparam(f"new_{name}")
            for name in (
                "revision", "changed", "company", "code", "line", "over", "actor", "deadline"
            )
        }
    )
)  # fmt: skip
INSERT: Final = sa.insert(MOVES)
NOTIFY: Final = sa.select(sa.func.pg_notify(CHANNEL, sa.bindparam("payload")))


class Stale(RavelboxError, ValueError):
    """An act that answers to a table as it was, not as it is."""

    code = "stale"


class StoreFailed(StoreError):
    """A store that is there but does not do its work: locked, full or damaged."""

    code = "store"


class CodeTaken(StoreError):
    """A join code that another table has; the caller makes a new one."""


class Move(NamedTuple):
    """One entry of a history: who gave it, what, and for chance among how many."""

    seat: int
    code: int
    among: int
    at: int = 0  # when, in milliseconds since 1970; 0: now


@dataclass(frozen=True, slots=True)
class Facts:
    """What the store derives from a table, so that nobody need replay it."""

    line: str  # where it stands, for the lobby
    over: bool
    actor: int
    deadline: int | None = None


@dataclass(frozen=True, slots=True)
class Kept:
    """A table as it lies in the store; of its moves those from `since` on."""

    id: str
    header: Header
    revision: int
    company: Company
    secret: bytes | None
    luck: str  # the key that was committed to; empty: none was
    code: str
    holders: Holders
    moves: tuple[Move, ...]
    since: int = 0
    created: int = 0
    changed: int = 0

    @property
    def record(self) -> Record:
        """The moves as a record; replaying it is the caller's part."""
        chance = {self.since + n: move.among for n, move in enumerate(self.moves) if move.among}
        return Record(self.header, tuple(move.code for move in self.moves), chance)


@dataclass(frozen=True, slots=True)
class Change:
    """What a change writes. Nothing is written of what is None."""

    facts: Facts
    company: Company
    code: str
    cut: int | None = None  # the length of the history that stays, where something is taken back
    since: int = 0  # where the moves go on
    moves: Sequence[Move] = ()
    hold: Collection[tuple[str, str]] = ()  # devices and the roles they get
    drop: Collection[tuple[str, str]] = ()  # likewise; an empty device means all


@dataclass(frozen=True, slots=True)
class Line:
    """A table as the lobby lists it."""

    id: str
    game: str
    line: str
    changed: int  # milliseconds since 1970
    over: bool
    actor: int | None = None
    gathering: bool = False
    roles: frozenset[str] = field(default_factory=frozenset)  # what the device holds at it


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
            "the store's address cannot be read; it looks like sqlite:///tables.sqlite or "
            "postgresql://user@host/database"
        ) from error
    if url.drivername not in {*DRIVERS, *DRIVERS.values()}:
        raise StoreError(
            f"the store's address begins with {url.drivername}://, and Ravelbox keeps tables in "
            "sqlite:// or postgresql://"
        )
    return url.set(drivername=DRIVERS.get(url.drivername, url.drivername))


def shown(url: sa.URL) -> str:
    """A store's address as it may be printed: no password, and nothing that could hold one."""
    if url.drivername == DRIVERS["sqlite"]:
        return str(url.database)
    bare = sa.URL.create("postgresql", url.username, None, url.host, url.port, url.database)
    return bare.render_as_string()


class Look:
    """A look at a table as it lies in the store at one moment."""

    def __init__(self, connection: sa.Connection, table: str, *, ours: bool = False) -> None:
        self.table = table
        self._connection = connection
        if not ID_FORM.fullmatch(table):
            raise _unknown()
        found = connection.scalar(TAKE if ours else REVISION, {"table": table})
        if found is None:
            raise _unknown()
        self.revision = int(found)  # how often it has changed

    def kept(self, since: int = 0) -> Kept:
        """The table with its moves from a length of history on; replaying is the caller's part."""
        return _load(self._connection, self.table, since)


class Turn(Look):
    """A table that is ours for one change, within a transaction: others wait until it is over."""

    def __init__(self, connection: sa.Connection, table: str) -> None:
        super().__init__(connection, table, ours=True)

    def write(self, change: Change) -> int:
        """Keep a change; the new revision."""
        connection, table, now = self._connection, self.table, now_ms()
        self.revision += 1
        new = {
            "revision": self.revision,
            "changed": now,
            "company": _company_text(change.company),
            "code": change.code or None,
            **_facts(change.facts),
        }
        connection.execute(
            WRITE, {"table": table, **{f"new_{name}": value for name, value in new.items()}}
        )
        if change.cut is not None:
            connection.execute(
                sa.delete(MOVES).where(MOVES.c.match == table, MOVES.c.n >= change.cut)
            )
        _insert(connection, table, change.since, change.moves, now)
        _hold(connection, table, change.hold, change.drop)
        if connection.dialect.name == "postgresql":
            connection.execute(NOTIFY, {"payload": f"{table} {self.revision}"})
        return self.revision


class Store:
    """An open store. Every change is one transaction, and is on the disk when the call returns."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._writer = engine.execution_options(ravelbox_writes=True)
        self._reader = engine if self.is_file else engine.execution_options(**ONE_MOMENT)
        self._reading = ThreadPoolExecutor(READERS, "ravelbox-read")
        self._writing = ThreadPoolExecutor(1 if self.is_file else WRITERS, "ravelbox-write")
        self._queue: deque[tuple[Job, Future[Any]]] = deque()  # for SQLite's only writer

    @classmethod
    async def open(cls, where: str | Path | None = None) -> Self:
        """Open or make a store, and bring it to the newest shape."""
        return await asyncio.to_thread(cls.opened, where)

    @classmethod
    def opened(cls, where: str | Path | None = None) -> Self:
        """The same for who waits."""
        url = store_url(where)
        name = shown(url)
        try:
            _try_file(url)
            engine = sa.create_engine(
                url,
                pool_size=READERS + WRITERS,
                max_overflow=0,
                hide_parameters=True,
            )
        except (SQLAlchemyError, ImportError, sqlite3.Error) as error:
            raise StoreError(f"the store {name} cannot be opened: {error}") from error
        if engine.dialect.name == "sqlite":
            sa.event.listen(engine, "connect", _greet)
            sa.event.listen(engine, "begin", _begin)
        store = cls(engine)
        try:
            with store._writer.begin() as connection:
                _upgrade(connection)
        except BaseException as error:
            store.shut()
            if isinstance(error, CommandError):
                raise StoreError(
                    f"the store {name} was made by a newer Ravelbox, which this one cannot read"
                ) from error
            if isinstance(error, SQLAlchemyError | OSError | StoreError):
                raise StoreError(f"the store {name} cannot be opened: {_reason(error)}") from error
            raise
        return store

    @property
    def is_file(self) -> bool:
        """Whether it is a file of this machine, which one process serves; else a server's."""
        return self._engine.dialect.name == "sqlite"

    @property
    def url(self) -> sa.URL:
        """Its address, password and all."""
        return self._engine.url

    async def close(self) -> None:
        """Let go of all connections, after what is being written."""
        await asyncio.to_thread(self.shut)

    def shut(self) -> None:
        """The same for who waits."""
        self._writing.shutdown()
        self._reading.shutdown()
        self._engine.dispose()

    async def ping(self) -> None:
        """Complain if the store does not answer."""
        await self.read(lambda connection: connection.scalar(sa.select(1)))

    async def create(self, kept: Kept, facts: Facts) -> None:
        """Keep a new table with the luck of its setup."""
        await self.write(lambda connection: _create(connection, kept, facts))

    async def change(self, table: str, decide: Callable[[Turn], T]) -> T:
        """Decide about a table while nobody else can; what is decided runs in a thread."""
        return await self.write(lambda connection: decide(Turn(connection, table)))

    async def look(self, table: str, judge: Callable[[Look], T]) -> T:
        """Read a table; what is made of it runs in a thread."""
        return await self.read(lambda connection: judge(Look(connection, table)))

    async def lines(self, device: str, most: int) -> list[Line]:
        """The tables at which a device has a place, and those open to all; newest first."""
        return await self.read(lambda connection: _lines(connection, device, most))

    async def by_code(self, code: str) -> str | None:
        """The table that a join code leads to."""
        found = await self.read(
            lambda connection: connection.scalar(
                sa.select(MATCHES.c.id).where(MATCHES.c.code == code)
            )
        )
        return str(found) if found else None

    async def due(self, now: int, most: int = 100) -> list[str]:
        """Tables at which a clock has run out."""
        c = MATCHES.c
        query = sa.select(c.id).where(c.deadline <= now).order_by(c.deadline).limit(most)
        return await self.read(lambda connection: list(connection.scalars(query)))

    async def stop_clock(self, table: str) -> None:
        """Look no more at the clock of a table that cannot be opened."""
        stopped = sa.update(MATCHES).where(MATCHES.c.id == table).values(deadline=None)
        await self.write(lambda connection: connection.execute(stopped).close())

    def tables(self) -> list[str]:
        """The ids of all tables, the oldest first; for who waits."""
        with self._failing("read"), self._reader.connect() as connection:
            return list(connection.scalars(sa.select(MATCHES.c.id).order_by(MATCHES.c.created)))

    def whole(self, table: str) -> Kept:
        """A table with all its moves; for who waits."""
        with self._failing("read"), self._reader.connect() as connection:
            return _load(connection, table)

    def restore(self, kept: Kept, facts: Facts) -> None:
        """Keep a whole table from elsewhere, under its own id; for who waits."""
        with self._failing(WRITTEN), self._writer.begin() as connection:
            _create(connection, kept, facts)

    async def read(self, job: Callable[[sa.Connection], T]) -> T:
        """Look something up."""

        def run() -> T:
            with self._failing("read"), self._reader.connect() as connection:
                return job(connection)

        return await in_thread(self._reading, run)

    async def write(self, job: Callable[[sa.Connection], T]) -> T:
        """Change something: all of it, or with an error nothing."""
        if self.is_file:
            future: Future[T] = Future()
            self._queue.append((job, future))
            self._writing.submit(self._write_all)
            return await _to_its_end(asyncio.wrap_future(future))

        def run() -> T:
            with self._failing(WRITTEN), self._writer.begin() as connection:
                return job(connection)

        return await in_thread(self._writing, run)

    def _write_all(self) -> None:
        """Write whatever waits, in one transaction: the disk is waited for once.

        PostgreSQL does so by itself. What fails alone is undone alone; if the whole cannot be
        kept, nothing of it is, and everybody hears so.
        """
        batch = [self._queue.popleft() for _ in range(min(len(self._queue), MOST_AT_ONCE))]
        if not batch:
            return  # whoever came before has taken it along
        ended: list[Callable[[], None]] = []
        try:
            with self._failing(WRITTEN), self._writer.begin() as connection:
                ended = [_written(connection, job, future) for job, future in batch]
        except BaseException as error:  # noqa: BLE001  # whatever it is, it is theirs to hear
            ended = [partial(future.set_exception, error) for _, future in batch]
        for tell in ended:
            tell()

    @contextmanager
    def _failing(self, what: str) -> Iterator[None]:
        begun = time.perf_counter()
        try:
            yield
        except (SQLAlchemyError, OSError) as error:
            why = f": {_reason(error)}" if self.is_file else ""  # a server's words are for its log
            done = ", so nothing was done" if what == WRITTEN else ""
            raise StoreFailed(f"the store cannot be {what} just now{done}{why}") from error
        finally:
            metrics.store_took(time.perf_counter() - begun)


def _written(connection: sa.Connection, job: Job, future: Future[Any]) -> Callable[[], None]:
    """Do one of several jobs; how to tell its end once all are kept."""
    try:
        with connection.begin_nested():
            return partial(future.set_result, job(connection))
    except (SQLAlchemyError, OSError):
        raise  # the store itself, so all of them
    except BaseException as error:  # noqa: BLE001  # a refusal, which is this one's alone
        return partial(future.set_exception, error)


async def in_thread(pool: ThreadPoolExecutor, job: Callable[[], T]) -> T:
    """Run a job beside the server."""
    return await _to_its_end(asyncio.get_running_loop().run_in_executor(pool, job))


async def _to_its_end(future: asyncio.Future[T]) -> T:
    """See the end of a job: whoever gives up waiting must not leave it half-watched."""
    try:
        return await asyncio.shield(future)
    except asyncio.CancelledError:
        await asyncio.wait({future})
        raise


def _create(connection: sa.Connection, kept: Kept, facts: Facts) -> None:
    header, now = kept.header, now_ms()
    values = {
        "id": kept.id,
        "game": header.game,
        "rules": header.rules,
        "actions": header.actions,
        "options": header.options,
        "seats": header.seats,
        "dealer": header.dealer,
        "position": header.position,
        "created": kept.created or now,
        "changed": kept.changed or now,
        "revision": kept.revision,
        "company": _company_text(kept.company),
        "secret": kept.secret.hex() if kept.secret else None,
        "luck": kept.luck or None,
        "code": kept.code or None,
        **_facts(facts),
    }
    if kept.code and connection.scalar(
        sa.select(MATCHES.c.id).where(MATCHES.c.code == kept.code)
    ):  # the index would refuse it too, but less clearly
        raise CodeTaken(f"the join code {kept.code} is another table's")
    connection.execute(sa.insert(MATCHES).values(values))
    _insert(connection, kept.id, 0, kept.moves, now)
    held = [(device, role) for device, roles in kept.holders.items() for role in roles]
    _hold(connection, kept.id, held, ())


def _load(connection: sa.Connection, table: str, since: int = 0) -> Kept:
    row = connection.execute(sa.select(MATCHES).where(MATCHES.c.id == table)).one_or_none()
    if row is None:
        raise _unknown()
    m = MOVES.c
    moves = connection.execute(
        sa.select(m.n, m.seat, m.code, m.among, m.at)
        .where(m.match == table, m.n >= since)
        .order_by(m.n)
    ).all()
    if [move.n for move in moves] != list(range(since, since + len(moves))):
        raise RecordError("this table cannot be opened", "moves are missing in the store")
    holders: dict[str, set[str]] = {}
    h = HOLDERS.c
    for device, role in connection.execute(sa.select(h.device, h.role).where(h.match == table)):
        holders.setdefault(device, set()).add(role)
    return Kept(
        row.id,
        Header(row.game, row.rules, row.actions, row.options, row.seats, row.dealer, row.position),
        row.revision,
        _company(row),
        bytes.fromhex(row.secret) if row.secret else None,
        row.luck or "",
        row.code or "",
        {device: frozenset(roles) for device, roles in holders.items()},
        tuple(Move(move.seat, move.code, move.among, move.at) for move in moves),
        since,
        row.created,
        row.changed,
    )


def _company(row: sa.Row[Any]) -> Company:
    """The company of a kept table; before there were links, `who` said it all."""
    lead = "this table cannot be opened"
    if row.company is None:
        who = row.who if row.who is not None else [HERE] * row.seats
        if not isinstance(who, list) or not all(isinstance(name, str) for name in who):
            raise RecordError(lead, f"it does not say who sits on its {row.seats} seats")
        company = gathered(who)
    else:
        try:
            company = COMPANY.decode(row.company)
        except msgspec.DecodeError as error:
            raise RecordError(lead, f"its company cannot be read: {error}") from error
    if len(company.seats) != row.seats:
        raise RecordError(lead, f"it does not say who sits on its {row.seats} seats")
    return company


def _company_text(company: Company) -> str:
    return msgspec.json.encode(company).decode()


def _facts(facts: Facts) -> dict[str, object]:
    return {
        "line": facts.line,
        "over": facts.over,
        "actor": facts.actor,
        "deadline": facts.deadline,
    }


def _lines(connection: sa.Connection, device: str, most: int) -> list[Line]:
    c, h = MATCHES.c, HOLDERS.c
    roles: dict[str, set[str]] = {}
    for match, role in connection.execute(sa.select(h.match, h.role).where(h.device == device)):
        roles.setdefault(match, set()).add(role)
    mine = sa.select(h.match).where(h.device == device)
    found = connection.execute(
        sa.select(c.id, c.game, c.line, c.changed, c.over, c.actor, c.code)
        .where(sa.or_(c.secret.is_(None), c.id.in_(mine)))
        .order_by(c.changed.desc(), c.created.desc(), c.id)
        .limit(most)
    )
    return [
        Line(
            row.id, row.game, row.line, row.changed, row.over, row.actor, row.code is not None,
            frozenset(roles.get(row.id, ())),
        )
        for row in found
    ]  # fmt: skip


def _insert(
    connection: sa.Connection, table: str, since: int, moves: Sequence[Move], now: int
) -> None:
    rows = [
        {**move._asdict(), "match": table, "n": since + i, "at": move.at or now}
        for i, move in enumerate(moves)
    ]
    if rows:
        connection.execute(INSERT, rows)


def _hold(
    connection: sa.Connection,
    table: str,
    hold: Collection[tuple[str, str]],
    drop: Collection[tuple[str, str]],
) -> None:
    """Write down who holds what; holding it twice is holding it."""
    h = HOLDERS.c
    for device, role in drop:
        gone = sa.delete(HOLDERS).where(h.match == table, h.role == role)
        connection.execute(gone.where(h.device == device) if device else gone)
    for device, role in hold:
        connection.execute(
            sa.delete(HOLDERS).where(h.match == table, h.role == role, h.device == device)
        )
        connection.execute(sa.insert(HOLDERS).values(match=table, device=device, role=role))


def _try_file(url: sa.URL) -> None:
    """Open a file once without the driver, so that the complaint is SQLite's own."""
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
    if connection.dialect.name == "postgresql":  # several processes may start at once
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MARK)))
    config = Config()
    config.set_main_option("script_location", "ravelbox.server:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _unknown() -> StoreError:
    return StoreError("there is no such table; it may have been in another store")


def _reason(error: BaseException) -> str:
    """What the database itself says, in a sentence without statement or values."""
    said = error.orig if isinstance(error, DBAPIError) and error.orig else error
    if isinstance(said, psycopg.Error):
        said_shortly = said.diag.message_primary or str(said).partition("\n")[0]
        return said_shortly.strip().rstrip(".")
    return str(said).strip().rstrip(".")


def now_ms() -> int:
    """Now, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000
