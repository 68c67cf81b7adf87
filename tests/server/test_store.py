"""The store keeps what was played, says what it cannot do, and is shaped by its migrations."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy.ext.asyncio import create_async_engine

import ravelbox
from ravelbox.kernel.errors import RecordError, ReplayMismatch, StoreError
from ravelbox.kernel.match import Match, digest
from ravelbox.seating import Seating, all_here
from ravelbox.server.store import MARK, METADATA, Move, Stale, Store, StoreFailed, store_url
from ravelbox.server.tables import Tables, moves_of, new_match

pytestmark = pytest.mark.anyio
GAME = ravelbox.load("ravel")


@pytest.fixture
async def store(file: Path) -> AsyncIterator[Store]:
    """A store of our own."""
    opened = await Store.open(file)
    yield opened
    await opened.close()


def a_match(seed: str = "RAVEL-DEMO") -> Match:
    """A dealt match."""
    return new_match(GAME, {"seed": seed})


async def test_what_is_kept_comes_back(store: Store, file: Path) -> None:
    """A table replays to the same digest, also from another process's view of the file."""
    tables, match, rng = Tables(store), a_match(), random.Random(5)
    table = await tables.open(match)
    acts = 0
    while not match.over:
        async with tables.at(table) as live:
            code = rng.choice(match.state.legal()[1:])
            assert digest((await live.act(len(match), [code])).state) != digest(match.state)
            match.play(0, [code])
            acts += 1
    other = await Store.open(file)
    kept = await other.load(table)
    await other.close()
    assert kept.revision == acts
    assert kept.record == match.record()
    assert digest(Match.replay(kept.record).state) == digest(match.state)


async def test_live_matches_can_be_dropped_at_any_time(store: Store) -> None:
    """Nothing lives only in memory."""
    tables = Tables(store)
    table = await tables.open(a_match())
    async with tables.at(table) as live:
        match = await live.now()
        before = digest((await live.act(len(match), [swap(match)])).state)
        tables.drop()  # not this one: it is in use
    tables.drop()
    async with tables.at(table) as again:
        assert again is not live
        assert digest((await again.now()).state) == before


def swap(match: Match) -> int:
    """The first swap."""
    return next(code for code in match.state.legal() if GAME.space.to_text(code).startswith("swap"))


async def test_two_servers_on_one_store_see_each_other(store: Store, file: Path) -> None:
    """What one server plays or takes back, the other shows; nobody plays on an old table."""
    other = await Store.open(file)
    here, there = Tables(store), Tables(other)
    table = await here.open(a_match())
    async with here.at(table) as live:
        start = len(await live.now())
        await live.act(start, [swap(await live.now())])
    async with there.at(table) as live:
        assert len(await live.now()) == start + 1
        await live.undo(start + 1, start)
    async with here.at(table) as live:
        assert len(await live.now()) == start
    with pytest.raises(Stale):
        await other.append(table, 0, start, [Move(0, 3, 0)], "", over=False)
    await other.close()


async def test_acts_on_one_table_wait_for_each_other(store: Store) -> None:
    """Of many acts on the same history one is played; the others are the same or stale."""
    tables = Tables(store)
    match = a_match()
    start, codes = len(match), [c for c in match.state.legal() if c != 0][:8]
    table = await tables.open(match)

    async def one(code: int) -> int | str:
        async with tables.at(table) as live:
            try:
                return len(await live.act(start, [code]))
            except Stale as error:
                return error.code

    results = await asyncio.gather(*(one(code) for code in codes * 2))
    assert results.count("stale") == 2 * len(codes) - 2
    assert len((await store.load(table)).record.moves) == next(n for n in results if n != "stale")


async def test_undo_deletes_the_tail(store: Store) -> None:
    """After undo the store holds the shorter history, and play goes on from there."""
    tables = Tables(store)
    table = await tables.open(a_match())
    async with tables.at(table) as live:
        match = await live.now()
        start = len(match)
        first = digest(match.state)
        await live.act(start, [swap(match)])
        await live.act(start + 1, [swap(match)])
        assert len(await live.undo(start + 2, start)) == start
    kept = await store.load(table)
    assert digest(Match.replay(kept.record).state) == first


async def test_migrations_make_what_the_code_reads(file: Path) -> None:
    """The migrated database and the declared tables are the same."""
    await (await Store.open(file)).close()
    engine = create_async_engine(store_url(file))
    async with engine.connect() as connection:
        found = await connection.run_sync(
            lambda c: compare_metadata(MigrationContext.configure(c), METADATA)
        )
    await engine.dispose()
    assert found == []


def alembic_on(connection: sa.Connection) -> Config:
    """Alembic for our migrations."""
    config = Config()
    config.set_main_option("script_location", "ravelbox.server:migrations")
    config.attributes["connection"] = connection
    return config


def as_it_was_at_first(file: Path, match: Match) -> None:
    """A store of the first shape with one table in it, as the first Ravelbox wrote it."""
    engine = sa.create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        connection.exec_driver_sql(f"PRAGMA application_id = {MARK}")
        command.upgrade(alembic_on(connection), "0001")
        header = match.header
        connection.exec_driver_sql(
            "INSERT INTO matches VALUES ('old', ?, ?, ?, ?, 1, ?, NULL, 5, 7, 3, 'Turn 1', 0)",
            (header.game, header.rules, header.actions, json.dumps(header.options), header.dealer),
        )
        for n, move in enumerate(moves_of(match)):
            connection.exec_driver_sql(
                "INSERT INTO moves VALUES ('old', ?, ?, ?, ?, 6)", (n, *move)
            )
    engine.dispose()


async def test_a_store_of_the_first_shape_is_played_on(file: Path) -> None:
    """Its tables are where they were, with every seat here; new ones beside them have bots."""
    match = a_match()
    match.play(0, [swap(match)])
    as_it_was_at_first(file, match)
    store = await Store.open(file)
    assert [(line.id, line.line, line.changed) for line in await store.lines(9)] == [
        ("old", "Turn 1", 7)
    ]
    tables = Tables(store)
    async with tables.at("old") as live:
        assert digest((await live.now()).state) == digest(match.state)
        assert live.seating == all_here(1)
        assert len(await live.undo(len(match), len(match) - 1)) == len(match) - 1
        await live.act(len(match) - 1, [swap(match)])
    assert (await store.load("old")).revision == 5
    bots = Seating(("random",))
    new = await tables.open(a_match(), bots)
    tables.drop()
    async with tables.at(new) as live:
        assert (await live.now()).over
        assert live.seating == bots
    assert [line.over for line in await store.lines(9)] == [True, False]
    await store.close()


async def test_a_migration_can_be_taken_back(file: Path) -> None:
    """And run again; what is kept stays kept."""
    match = a_match()
    as_it_was_at_first(file, match)
    for _ in range(2):
        store = await Store.open(file)
        assert (await store.load("old")).record == match.record()
        async with store._writer.begin() as connection:
            await connection.run_sync(lambda c: command.downgrade(alembic_on(c), "0001"))
        await store.close()


async def test_a_commit_is_on_the_disk(store: Store) -> None:
    """WAL with FULL synchronisation: the settings that make the promise."""
    async with store._engine.connect() as connection:
        for pragma, value in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)):
            assert await connection.scalar(sa.text(f"PRAGMA {pragma}")) == value


async def test_opening_twice_at_once_makes_one_store(file: Path) -> None:
    """Servers that start together do not trip over each other's migration."""
    await (await Store.open(file)).close()
    stores = await asyncio.gather(*(Store.open(file) for _ in range(4)))
    await Tables(stores[0]).open(a_match())
    assert [len(await one.lines(9)) for one in stores] == [1, 1, 1, 1]
    for one in stores:
        await one.close()


async def test_a_broken_migration_leaves_nothing(file: Path) -> None:
    """A store whose first start was cut short is made whole by the next."""
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA application_id = 1381387330")
    connection.commit()
    connection.close()
    await (await Store.open(file)).close()


def a_text(file: Path) -> str:
    """No database at all."""
    file.write_text("This is a letter and no database. " * 40)
    return "file is not a database"


def another_program(file: Path) -> str:
    """A database, but not ours."""
    file.unlink()
    connection = sqlite3.connect(file)
    connection.execute("CREATE TABLE songs (title)")
    connection.commit()
    connection.close()
    return "another program"


def a_folder(file: Path) -> str:
    """A folder where the file should be."""
    file.unlink()
    file.mkdir()
    return "unable to open"


def from_the_future(file: Path) -> str:
    """A store whose shape we do not know yet."""
    connection = sqlite3.connect(file)
    connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.commit()
    connection.close()
    return "newer Ravelbox"


def content(file: Path) -> bytes:
    """What is in the file, if it is one."""
    return file.read_bytes() if file.is_file() else b""


@pytest.mark.parametrize("spoil", [a_text, another_program, a_folder, from_the_future])
async def test_a_store_that_cannot_be_opened_says_why(
    file: Path, spoil: Callable[[Path], str]
) -> None:
    """One sentence that names the file and the reason, and the file stays as it was."""
    await (await Store.open(file)).close()
    reason = spoil(file)
    before = content(file)
    with pytest.raises(StoreError) as caught:
        await Store.open(file)
    assert str(file) in str(caught.value)
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)
    assert content(file) == before


@pytest.mark.parametrize(
    "where",
    ["nowhere://x", "postgresql://me:secret@host/x", "::://", "sqlite:///no/such/x", "/no/x"],
)
async def test_an_address_that_leads_nowhere_says_so(where: str) -> None:
    """Whatever is wrong with the address, it is a StoreError, and no password is repeated."""
    with pytest.raises(StoreError) as caught:
        await Store.open(where)
    assert "secret" not in str(caught.value)


def test_the_place_of_the_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The argument wins, then RAVELBOX_STORE, then the user's data folder."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("RAVELBOX_STORE", raising=False)
    home = store_url().database
    assert home is not None
    assert Path(home).name == "tables.sqlite"
    assert Path(home).parent.is_dir()
    monkeypatch.setenv("RAVELBOX_STORE", str(tmp_path / "env.sqlite"))
    assert store_url().database == str(tmp_path / "env.sqlite")
    assert store_url(tmp_path / "arg.sqlite").database == str(tmp_path / "arg.sqlite")
    assert store_url("sqlite:///x.db").drivername == "sqlite+aiosqlite"


async def test_an_unknown_table_is_an_error(store: Store) -> None:
    """By name, and without a stack."""
    with pytest.raises(StoreError, match="no such table"):
        await store.load("nothing")


async def spoilt(store: Store, table: str, statement: str) -> RecordError:
    """What opening a table says after its rows were changed."""
    async with store._writer.begin() as connection:
        await connection.execute(sa.text(statement))
    with pytest.raises(RecordError) as caught:
        async with Tables(store).at(table) as live:
            await live.now()
    return caught.value


@pytest.mark.parametrize(
    ("statement", "word"),
    [
        ("UPDATE matches SET rules = 0", "rules 0"),
        ("UPDATE matches SET actions = 'abc'", "actions abc"),
        ("UPDATE matches SET game = 'chess'", "chess"),
        ("UPDATE matches SET dealer = 'dealt OTHER'", "do not fit"),
        ("UPDATE matches SET dealer = 'nonsense'", "do not fit"),
        ("UPDATE moves SET code = 999 WHERE n = 3", "do not fit"),
        ("DELETE FROM moves WHERE n = 3", "missing"),
        ('UPDATE matches SET who = \'["here", "here"]\'', "who sits on its 1 seats"),
        ("UPDATE matches SET who = '\"here\"'", "who sits on its 1 seats"),
        ("UPDATE matches SET who = '[\"genius\"]'", 'bot "genius"'),
    ],
)
async def test_a_table_that_cannot_be_replayed_says_so(
    store: Store, statement: str, word: str
) -> None:
    """One sentence; and no word of the luck that is still to come."""
    tables = Tables(store)
    table = await tables.open(a_match("LEAKPROBE"))
    error = await spoilt(store, table, statement)
    assert word in str(error)
    assert "LEAKPROBE" not in str(error)
    assert "OTHER" not in str(error)
    assert isinstance(error, ReplayMismatch) == word.startswith(
        ("rules", "actions", "chess", "bot")
    )
    assert [line.id for line in await store.lines(9)] == [table]


async def test_a_store_that_fails_loses_nothing(store: Store) -> None:
    """If a move cannot be kept it is not played, not even in memory."""
    tables = Tables(store)
    table = await tables.open(a_match())
    async with store._writer.begin() as connection:
        await connection.execute(sa.text("ALTER TABLE moves RENAME TO away"))
    async with tables.at(table) as live:
        with pytest.raises(StoreFailed, match="cannot be read"):
            await live.now()
    async with store._writer.begin() as connection:
        await connection.execute(sa.text("ALTER TABLE away RENAME TO moves"))
    async with tables.at(table) as live:
        start = len(await live.now())
        async with store._writer.begin() as connection:
            await connection.execute(sa.text("ALTER TABLE moves RENAME TO away"))
        with pytest.raises(StoreFailed, match="cannot be written"):
            await live.act(start, [swap(await live.now())])
        async with store._writer.begin() as connection:
            await connection.execute(sa.text("ALTER TABLE away RENAME TO moves"))
        assert len(await live.now()) == start
