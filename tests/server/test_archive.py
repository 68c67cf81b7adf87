"""Tables on paper: out of one store and into another, whole, or refused by file and line."""

from __future__ import annotations

import dataclasses
import re
import sqlite3
import stat
from pathlib import Path

import pytest
from msgspec.structs import replace

import ravelbox
from ravelbox.kernel.dealer import Dealer, Secret, commitment, seed_from_key
from ravelbox.kernel.errors import StoreError
from ravelbox.kernel.match import Match, digest
from ravelbox.kernel.record import Record
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import RESIGN
from ravelbox.seating import HERE
from ravelbox.server.archive import (
    THERE,
    export_tables,
    from_text,
    import_tables,
    opened,
    to_text,
)
from ravelbox.server.seats import OPEN, Clock, Company, gathered
from ravelbox.server.store import Kept, Store
from ravelbox.server.table import facts_of, moves_of
from tests.test_cli import run

KEY = bytes(range(32))
THEN = 1_763_286_123_000


def played(name: str, dealer: Dealer, steps: int, seats: int | None = None) -> Match:
    """A match, some decisions long."""
    rng, game = Rng(steps), ravelbox.load(name)
    match = Match.new(game, dealer=dealer, seats=seats)
    while steps and not match.over:
        codes = [code for code in match.state.legal() if code != RESIGN]
        code = codes[rng.below(len(codes))]
        match.play(game.owner(match.state, code), [code])
        steps -= 1
    return match


def kept(match: Match, company: Company, table: str, **more: object) -> Kept:
    """A table as a store would give it back."""
    moves = [move._replace(at=THEN + 1000 * n) for n, move in enumerate(moves_of(match))]
    row = Kept(
        id=table,
        header=dataclasses.replace(match.header, commitment="", key=""),
        revision=7,
        company=company,
        secret=bytes(reversed(KEY)),
        luck=KEY.hex(),
        code="",
        holders={"0a" * 24: frozenset({"host", "0"}), "0b" * 24: frozenset({"1"})},
        moves=tuple(moves),
        created=THEN,
        changed=THEN + 99_000,
    )
    return dataclasses.replace(row, **more)  # type: ignore[arg-type]  # fields by name


def tables() -> list[Kept]:
    """One of every kind: each game, dealt and secret luck, running, gathering and over, old ones."""
    ravel = ravelbox.load("ravel")
    dealt, typed = ravel.dealt(seed_from_key(KEY)), ravel.dealt("RAVEL-DEMO")
    assert dealt
    assert typed
    people = gathered([HERE, OPEN, "greedy"], "Änne \u2028 \U0001f9f6 # x")
    clocked = replace(
        gathered([HERE, HERE], "Bob", Clock(10, 5, "pause")), since=THEN + 5, cuts=(3, 5)
    )
    return [
        kept(played("ravel", dealt, 12), gathered([HERE]), "dealt"),
        kept(played("ravel", typed, 99), gathered([HERE]), "old", secret=None, luck="", holders={}),
        kept(played("ramble", Secret(KEY), 30, 3), people, "gathering", code="KX4P7M"),
        kept(played("arch_ravels", Secret(KEY), 40, 2), clocked, "clocked_-"),
        kept(played("ravingspire", Secret(KEY), 50, 2), gathered([HERE, "greedy"]), "-hands"),
        kept(played("ravingspire", Secret(KEY), 0, 2), gathered([HERE, HERE]), "fresh"),
    ]


def fill(store: Store, rows: list[Kept]) -> None:
    """Put tables into a store."""
    for row in rows:
        match = Match.replay(row.record)
        store.restore(row, facts_of(match, row.company))


def everything(store: Store) -> dict[str, Kept]:
    """All tables of a store, whole."""
    return {table: store.whole(table) for table in store.tables()}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the files are to be."""
    return tmp_path / "paper"


@pytest.mark.parametrize("row", tables(), ids=lambda row: str(row.id))
def test_a_table_comes_back_from_its_text(row: Kept) -> None:
    """With everything that a store keeps; and the text is a record like any other."""
    text = to_text(row)
    again, facts = from_text(text)
    assert again == row
    assert facts == facts_of(Match.replay(row.record), row.company)
    record = Record.from_text(text)
    assert digest(Match.replay(record).state) == digest(Match.replay(row.record).state)
    assert record.header.commitment == (commitment(KEY) if row.luck else "")
    assert text.splitlines()[0] == "# ravelbox-table: 1"
    assert text.splitlines()[1].startswith('# table: {"id": "')
    assert text.isascii()


def test_a_whole_store_moves_to_another(tmp_path: Path, folder: Path, store_url: str) -> None:
    """From SQLite to either kind and back: every table and every fact is the same."""
    with opened(str(tmp_path / "first.sqlite")) as first:
        fill(first, tables())
        said = dict(export_tables(first, folder))
        assert said == {f"{row.id}.txt": "" for row in tables()}
    with opened(store_url) as second:
        assert set(dict(import_tables(second, folder)).values()) == {""}
        assert everything(second) == {row.id: row for row in tables()}
        assert set(dict(import_tables(second, folder)).values()) == {THERE}
        list(export_tables(second, tmp_path / "again"))
    for file in folder.iterdir():
        assert file.read_bytes() == (tmp_path / "again" / file.name).read_bytes()
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_folder_in_use_is_left_alone(tmp_path: Path, folder: Path) -> None:
    """Nothing is overwritten, nothing is mixed."""
    folder.mkdir()
    (folder / "note.txt").write_text("mine", encoding="utf-8")
    with opened(str(tmp_path / "s.sqlite")) as store:
        fill(store, tables())
        with pytest.raises(StoreError, match="is not empty; choose a new folder"):
            list(export_tables(store, folder))
        with pytest.raises(StoreError, match="cannot be written: Not a directory"):
            list(export_tables(store, folder / "note.txt" / "deeper"))
        with pytest.raises(StoreError, match="cannot be read: No such file"):
            list(import_tables(store, tmp_path / "nowhere"))
    assert [file.name for file in folder.iterdir()] == ["note.txt"]


def changed(text: str, old: str, new: str) -> str:
    """The text with one thing changed, which must be there."""
    assert re.search(old, text)
    return re.sub(old, new, text, count=1)


BROKEN = {
    "no table": (r"\A# ravelbox-table: 1\n", "", "line 1: a table's file starts with"),
    "a newer one": ("ravelbox-table: 1", "ravelbox-table: 2", "line 1: a table's file starts"),
    "nobody's": (r"# table: .*\n", "", 'line 2: expected "# table:'),
    "no json": (r"# table: \{", "# table: [", "line 2: cannot be read"),
    "a fact too many": (r'"code"', '"cod"', "line 2: cannot be read"),
    "an evil id": (r'"id": "clocked_-"', '"id": "../../x"', "line 2: a table's id is letters"),
    "a short secret": (r'"secret": "1f', '"secret": "', "line 2: a secret is 64"),
    "other luck": (r'"luck": "00', '"luck": "11', "line 2: its luck is not the key"),
    "no luck": (r'"luck": "0', '"luck": "', "line 2: luck is 64"),
    "another commitment": (r"commitment: ..", "commitment: 00", "line 2: its luck does not fit"),
    "a seat too many": (r'"seats": \[\{', '"seats": [{}, {', "line 2: it does not say who sits"),
    "a lost move": (r"\n[^~\n]+# \d+\n\Z", "\n", r"line \d+: the header promises"),
    "a changed card": (r"~ 0/", "~ 1/", r"line \d+: the record says 1, but its dealer deals 0"),
    "an illegal move": (r"\n([a-z][^#\n]*)  (# \d+\n)\Z", r"\nresign  \2", "line"),
    "a strange move": (r"\n[a-z][^#\n]*  (# \d+\n)\Z", r"\nfly  \1", r"line \d+: \"fly\" is no"),
    "no time": (r"  # \d+\n\Z", "\n", r"line \d+: a move ends with its time"),
    "a strange time": (r"# (\d+)\n\Z", r"# -\1\n", r"line \d+: a move ends with its time"),
    "other rules": (r"rules: 1", "rules: 2", "line 5: it was made by rules 2"),
    "nothing": (r"(?s).*", "", "line 1: a table's file starts with"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_bad_file_is_refused_by_name_and_line(tmp_path: Path, folder: Path, what: str) -> None:
    """And the others of the folder are taken in; nothing of the bad one is."""
    old, new, said = BROKEN[what]
    row = next(row for row in tables() if row.id == "clocked_-")
    folder.mkdir()
    bad = changed(to_text(row), old, new)
    (folder / "bad.txt").write_text(bad, encoding="utf-8")
    (folder / "good.txt").write_text(to_text(tables()[0]), encoding="utf-8")
    (folder / "other.md").write_text("not ours", encoding="utf-8")
    with opened(str(tmp_path / "s.sqlite")) as store:
        outcomes = dict(import_tables(store, folder))
        assert outcomes["good.txt"] == ""
        assert re.match(said, outcomes["bad.txt"]), outcomes["bad.txt"]
        assert len(outcomes) == 2
        assert store.tables() == ["dealt"]


def test_a_table_that_is_there_is_never_changed(tmp_path: Path, folder: Path) -> None:
    """One with other moves or another company is refused by name, and so is a code in use."""
    row = next(row for row in tables() if row.id == "gathering")
    folder.mkdir()
    text = to_text(row)
    (folder / "a.txt").write_text(text, encoding="utf-8")
    (folder / "b.txt").write_text(text.replace("# 17632861", "# 17632862", 1), encoding="utf-8")
    (folder / "c.txt").write_text(text.replace('"taken": true', '"taken": false'), "utf-8")
    (folder / "d.txt").write_text(text.replace('"gathering"', '"another"'), "utf-8")
    (folder / "e.txt").write_bytes(b"\xff")
    with opened(str(tmp_path / "s.sqlite")) as store:
        assert dict(import_tables(store, folder)) == {
            "a.txt": "",
            "b.txt": "the store has a table gathering with other moves",
            "c.txt": "the store has this table, gathering, with another company",
            "d.txt": "the join code KX4P7M is another table's",
            "e.txt": "cannot be read: 'utf-8' codec can't decode byte 0xff in position 0: invalid start byte",
        }
        assert everything(store) == {row.id: row}


def test_a_table_that_this_box_cannot_read_is_left_out_by_name(
    tmp_path: Path, folder: Path
) -> None:
    """And all others are written."""
    rows = tables()[:2]
    with opened(str(tmp_path / "s.sqlite")) as store:
        fill(store, rows)
        facts = facts_of(Match.replay(rows[0].record), rows[0].company)
        gone = dataclasses.replace(rows[0].header, game="chess")
        store.restore(dataclasses.replace(rows[0], id="gone", header=gone), facts)
        store.restore(dataclasses.replace(rows[0], id="torn"), facts)
        with sqlite3.connect(tmp_path / "s.sqlite") as database:
            database.execute("DELETE FROM moves WHERE match = 'torn' AND n = 3")
        database.close()
        said = dict(export_tables(store, folder))
    assert said["gone.txt"].startswith('there is no game "chess"')
    assert said["torn.txt"] == "this table cannot be opened: moves are missing in the store"
    assert {file.name for file in folder.iterdir()} == {"dealt.txt", "old.txt"}


def test_the_two_commands(tmp_path: Path, folder: Path) -> None:
    """They count, name what is wrong, and say that the files are secret."""
    first, second = str(tmp_path / "first.sqlite"), str(tmp_path / "second.sqlite")
    with opened(first) as store:
        fill(store, tables())
    done = run("export", str(folder), "--store", first)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        f"Written to {folder}: 6 tables; left out: 0.\n"
        "The files tell all: hands, keys and links. Keep them as you would keep the store.\n"
    )
    assert run("replay", str(folder / "dealt.txt")).returncode == 0
    (folder / "fresh.txt").write_text("# ravelbox-table: 1\n", encoding="utf-8")
    done = run("import", str(folder), "--store", second)
    assert done.returncode == 1
    assert done.stdout == "Taken in: 5 tables; there already: 0; refused: 1.\n"
    assert done.stderr.startswith('ravelbox: fresh.txt: line 2: expected "# table: …"')
    (folder / "fresh.txt").unlink()
    done = run("import", str(folder), "--store", second)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "Taken in: 0 tables; there already: 5; refused: 0.\n"
    done = run("export", str(folder), "--store", first)
    assert done.returncode == 2
    assert "is not empty" in done.stderr
