"""The store keeps what was played, says what it cannot do, and is shaped by its migrations."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext

import ravelbox
from ravelbox.kernel.errors import RecordError, ReplayMismatch, StoreError
from ravelbox.kernel.match import Match, digest
from ravelbox.server.opening import new_match
from ravelbox.server.seats import Visitor, gathered
from ravelbox.server.store import (
    MARK,
    METADATA,
    Kept,
    Stale,
    Store,
    StoreFailed,
    shown,
    store_url,
)
from ravelbox.server.table import Table, moves_of
from ravelbox.server.tables import Tables

pytestmark = pytest.mark.anyio
GAME = ravelbox.load("ravel")


ME = Visitor()  # at a table without links, everybody


@pytest.fixture
async def store(store_url: str) -> AsyncIterator[Store]:
    """A store of our own, of each kind."""
    opened = await Store.open(store_url)
    yield opened
    await opened.close()


def a_match(seed: str = "RAVEL-DEMO") -> Match:
    """A dealt match."""
    return new_match(GAME, {"seed": seed})[0]


async def load(store: Store, table: str) -> Kept:
    """A table as it lies in the store."""
    return await store.look(table, lambda look: look.kept())


async def played(live: Table, code: int) -> Match:
    """A table after an act on it as it is."""
    await live.act(ME, (await live.now()).decisions(), [code])
    return live.match


async def execute(store: Store, statement: str) -> None:
    """Change the database behind everybody's back."""
    await store.write(lambda connection: connection.execute(sa.text(statement)).close())


async def test_what_is_kept_comes_back(store: Store, store_url: str) -> None:
    """A table replays to the same digest, also from another process's view of the store."""
    tables, match, rng = Tables(store), a_match(), random.Random(5)
    table = await tables.open(match)
    acts = 0
    while not match.over:
        async with tables.at(table) as live:
            code = rng.choice(match.state.legal()[1:])
            assert digest((await played(live, code)).state) != digest(match.state)
            match.play(0, [code])
            acts += 1
    other = await Store.open(store_url)
    kept = await load(other, table)
    await other.close()
    assert kept.revision == acts
    assert kept.record == match.record()
    assert digest(Match.replay(kept.record).state) == digest(match.state)


async def test_live_matches_can_be_dropped_at_any_time(store: Store) -> None:
    """Nothing lives only in memory."""
    tables = Tables(store)
    table = await tables.open(a_match())
    async with tables.at(table) as live:
        before = digest((await played(live, swap(await live.now()))).state)
        tables.drop()  # not this one: it is in use
    tables.drop()
    async with tables.at(table) as again:
        assert again is not live
        assert digest((await again.now()).state) == before


def swap(match: Match) -> int:
    """The first swap."""
    return next(code for code in match.state.legal() if GAME.space.to_text(code).startswith("swap"))


async def test_two_servers_on_one_store_see_each_other(store: Store, store_url: str) -> None:
    """What one server plays or takes back, the other shows; nobody plays on an old table."""
    other = await Store.open(store_url)
    here, there = Tables(store), Tables(other)
    table = await here.open(a_match())
    async with here.at(table) as live:
        start = len(await live.now())
        await played(live, swap(live.match))
    async with there.at(table) as live:
        assert len(await live.now()) == start + 1
        await played(live, swap(live.match))
    async with here.at(table) as live:
        assert len(await live.now()) == start + 2  # only what is new was replayed
        await live.undo(ME, 2, 0)
    async with there.at(table) as live:
        assert len(await live.now()) == start
        with pytest.raises(Stale):
            await live.act(ME, 1, [swap(live.match)], mark="0")
    await other.close()


async def test_acts_on_one_table_wait_for_each_other(store: Store, store_url: str) -> None:
    """Of many acts on the same history, at two servers, one is played; others are it or stale."""
    second = await Store.open(store_url)
    servers = [Tables(store), Tables(second)]
    match = a_match()
    codes = [c for c in match.state.legal() if c != 0][:8]
    table = await servers[0].open(match)

    async def one(tables: Tables, code: int) -> int | str:
        async with tables.at(table) as live:
            try:
                await live.act(ME, 0, [code])
            except Stale as error:
                return error.code
            return len(live.match)

    racing = [one(tables, code) for code in codes for tables in servers]
    results = await asyncio.gather(*racing)
    assert results.count("stale") == 2 * len(codes) - 2
    kept = await load(store, table)
    assert kept.revision == 1
    assert len(kept.moves) == next(n for n in results if n != "stale")
    await second.close()


async def test_undo_deletes_the_tail(store: Store) -> None:
    """After undo the store holds the shorter history, and play goes on from there."""
    tables = Tables(store)
    table = await tables.open(a_match())
    async with tables.at(table) as live:
        first = digest((await live.now()).state)
        await played(live, swap(live.match))
        await played(live, swap(live.match))
        await live.undo(ME, 2, 0)
        assert live.match.decisions() == 0
    kept = await load(store, table)
    assert digest(Match.replay(kept.record).state) == first
    assert kept.company.cuts == (0,)


async def test_migrations_make_what_the_code_reads(store: Store) -> None:
    """The migrated database and the declared tables are the same."""
    found = await store.read(lambda c: compare_metadata(MigrationContext.configure(c), METADATA))
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
                "INSERT INTO moves VALUES ('old', ?, ?, ?, ?, 6)", (n, *move[:3])
            )
    engine.dispose()


async def test_a_store_of_the_first_shape_is_played_on(file: Path) -> None:
    """Its tables are where they were, open to all, every seat here; new ones beside them have bots."""
    match = a_match()
    match.play(0, [swap(match)])
    as_it_was_at_first(file, match)
    store = await Store.open(file)
    assert [(line.id, line.line, line.changed) for line in await store.lines("anyone", 9)] == [
        ("old", "Turn 1", 7)
    ]
    tables = Tables(store)
    async with tables.at("old") as live:
        assert digest((await live.now()).state) == digest(match.state)
        assert live.company.words(live.hands(ME)) == ("here",)
        await live.undo(ME, 1, 0)
        await live.act(ME, 0, [swap(match)])
    assert (await load(store, "old")).revision == 5
    bots = gathered(["random"])
    new = await tables.open(a_match(), bots)
    tables.drop()
    async with tables.at(new) as live:
        await live.now()
    await tables.settled(new)
    async with tables.at(new) as live:
        assert (await live.now()).over
        assert live.company.seats == bots.seats
    assert [line.over for line in await store.lines("", 9)] == [True, False]
    await store.close()


async def test_a_migration_can_be_taken_back(file: Path) -> None:
    """And run again; what is kept stays kept."""
    match = a_match()
    as_it_was_at_first(file, match)
    for _ in range(2):
        store = await Store.open(file)
        assert (await load(store, "old")).record == match.record()
        await store.write(lambda c: command.downgrade(alembic_on(c), "0001"))
        await store.close()


async def test_a_commit_is_on_the_disk(store: Store) -> None:
    """WAL with FULL synchronisation, or a PostgreSQL that waits for its disk."""
    promised = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    words = {f"PRAGMA {name}": value for name, value in promised.items()}
    if not store.is_file:
        words = {"SHOW fsync": "on", "SHOW synchronous_commit": "on"}
    for statement, value in words.items():
        query = sa.text(statement)
        assert await store.read(partial(sa.Connection.scalar, statement=query)) == value


async def test_opening_twice_at_once_makes_one_store(store_url: str) -> None:
    """Servers that start together do not trip over each other's migration."""
    stores = [await Store.open(store_url)] if "://" not in store_url else []
    stores += await asyncio.gather(*(Store.open(store_url) for _ in range(4)))
    await Tables(stores[0]).open(a_match())
    assert [len(await one.lines("", 9)) for one in stores] == [1] * len(stores)
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
    assert store_url("sqlite:///x.db").drivername == "sqlite"


def test_a_store_is_named_without_its_password() -> None:
    """Nor is anything told that an address may hide one in."""
    url = store_url("postgresql://me:hush@host:5/box?password=hush&sslmode=require")
    assert url.drivername == "postgresql+psycopg"
    assert shown(url) == "postgresql://me@host:5/box"


async def test_an_unknown_table_is_an_error(store: Store) -> None:
    """By name, and without a stack."""
    with pytest.raises(StoreError, match="no such table"):
        await load(store, "nothing")


async def spoilt(store: Store, table: str, statement: str) -> RecordError:
    """What opening a table says after its rows were changed."""
    await execute(store, statement)
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
        ("""UPDATE matches SET company = NULL, who = '["here", "here"]'""", "on its 1 seats"),
        ("""UPDATE matches SET company = NULL, who = '"here"'""", "on its 1 seats"),
        ("""UPDATE matches SET company = NULL, who = '["genius"]'""", 'bot "genius"'),
        ("""UPDATE matches SET company = '{"seats": []}'""", "on its 1 seats"),
        ("""UPDATE matches SET company = '{"seats": [{"who": "genius"}]}'""", 'bot "genius"'),
        ("""UPDATE matches SET company = '{"seats": 7}'""", "company cannot be read"),
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
    assert [line.id for line in await store.lines("", 9)] == [table]


async def test_a_store_that_fails_loses_nothing(store: Store) -> None:
    """If a move cannot be kept it is not played, not even in memory."""
    tables = Tables(store)
    table = await tables.open(a_match())
    await execute(store, "ALTER TABLE moves RENAME TO away")
    async with tables.at(table) as live:
        with pytest.raises(StoreFailed, match="cannot be read"):
            await live.now()
    await execute(store, "ALTER TABLE away RENAME TO moves")
    async with tables.at(table) as live:
        code = swap(await live.now())
        await execute(store, "ALTER TABLE moves RENAME TO away")
        with pytest.raises(StoreFailed, match="cannot be written"):
            await live.act(ME, 0, [code])
        await execute(store, "ALTER TABLE away RENAME TO moves")
        assert (await live.now()).decisions() == 0


async def test_of_what_is_written_together_each_is_told_its_own_end(store: Store) -> None:
    """Acts on many tables at once, refused ones among them: all that was acknowledged is kept."""
    tables = Tables(store)
    ids = [await tables.open(a_match()) for _ in range(20)]
    code = swap(a_match())

    async def one(n: int) -> str:
        async with tables.at(ids[n]) as live:
            try:
                await live.act(ME, 0 if n % 3 else 5, [code])
            except Stale as error:
                return error.code
            return "played"

    ends = await asyncio.gather(*(one(n) for n in range(20)))
    assert ends == ["played" if n % 3 else "stale" for n in range(20)]
    kept = [len((await load(store, table)).moves) for table in ids]
    assert [n - min(kept) for n in kept] == [1 if end == "played" else 0 for end in ends]


async def test_what_cannot_be_kept_is_kept_for_nobody(store: Store) -> None:
    """A store that fails while many wait: everybody hears it, and nothing is half-done."""
    tables = Tables(store)
    ids = [await tables.open(a_match()) for _ in range(8)]
    code = swap(a_match())
    for table in ids:
        async with tables.at(table) as live:
            await live.now()
    await execute(store, "ALTER TABLE moves RENAME TO away")

    async def one(table: str) -> None:
        async with tables.at(table) as live:
            await live.act(ME, 0, [code])

    ends = await asyncio.gather(*map(one, ids), return_exceptions=True)
    assert {type(end) for end in ends} == {StoreFailed}
    await execute(store, "ALTER TABLE away RENAME TO moves")
    await asyncio.gather(*map(one, ids))
    assert {(await load(store, table)).revision for table in ids} == {1}
