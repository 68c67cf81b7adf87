"""Playthroughs: what a table shows and says, kept on file and compared to the letter."""

from __future__ import annotations

import pytest

import ravelbox
from tests.golden.make import FOLDER, playthrough, playthroughs

TABLES = [
    (name, table, options)
    for name in ravelbox.games()
    for table, options in playthroughs(ravelbox.load(name)).items()
]


@pytest.mark.parametrize(
    ("name", "table", "options"), TABLES, ids=[f"{name}-{table}" for name, table, _ in TABLES]
)
def test_playthrough_is_as_on_file(name: str, table: str, options: dict[str, str]) -> None:
    """The same seed tells the same story; `python -m tests.golden.make` writes a new one."""
    file = FOLDER / name / f"{table}.txt"
    assert playthrough(ravelbox.load(name), dict(options)) == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ravelbox.games())
def test_no_playthrough_lies_there_unread(name: str) -> None:
    """Every file on disk is compared with something."""
    wanted = {f"{table}.txt" for table in playthroughs(ravelbox.load(name))} | {"walks.txt"}
    assert {file.name for file in (FOLDER / name).glob("*.txt")} == wanted
