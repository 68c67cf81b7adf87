"""Records kept for ever: every match that was ever finished by some rules replays by those rules.

Never delete or change a file under `tests/records`: each stands for tables that people have played,
in stores that we shall never see. Whoever raises a game's rules version keeps the old one playable,
so that all of this stays green, and adds matches of the new one with `python -m tests.records.make`.
"""

from __future__ import annotations

import json

import pytest

import ravelbox
from ravelbox.kernel.match import Match, digest
from ravelbox.kernel.record import Record
from ravelbox.verify import FITS, verify
from tests.records.make import FOLDER, hashed

# How many there are of each version of the rules: more may be added, none may go.
KEPT = {1: {"ravel": 12, "ramble": 12, "arch_ravels": 12, "ravingspire": 12}}
FILES = sorted(FOLDER.glob("*/*.txt"))
every_record = pytest.mark.parametrize(
    "name", [f"{file.parent.name}/{file.stem}" for file in FILES]
)


@every_record
def test_a_record_is_as_it_was_written(name: str) -> None:
    """To the letter; what was wrong in it would be right for ever."""
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    facts = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    assert hashed(text) == facts["sha256"]


@every_record
def test_a_record_replays_by_its_own_rules(name: str) -> None:
    """Every move is legal, luck is what it was, and the tables on the way are the same tables."""
    record = Record.from_text((FOLDER / f"{name}.txt").read_text(encoding="utf-8"))
    assert str(record.header.rules) == name.partition("/")[0]
    digests = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))["digests"]
    for n, table in digests.items():
        match = Match.replay(record, int(n))
        assert digest(match.state) == table
    assert match.over
    assert len(match) == len(record.moves)
    assert match.record() == record
    if record.header.commitment:
        assert verify(record).status == FITS


def test_no_record_was_lost() -> None:
    """All that were ever added are there, each with its digests."""
    for rules, games in KEPT.items():
        for game, many in games.items():
            for n in range(many):
                for kind in ("txt", "json"):
                    assert (FOLDER / str(rules) / f"{game}-{n}.{kind}").exists()


@pytest.mark.parametrize("name", ravelbox.games())
def test_the_present_rules_have_records(name: str) -> None:
    """Whoever raises a version adds matches played by it."""
    rules = ravelbox.load(name).rules
    assert KEPT[rules][name] >= 12
