"""Records that are broken: every complaint names its place."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import pytest

from ravelbox.kernel.dealer import Secret, commitment
from ravelbox.kernel.errors import RavelboxError, RecordError, ReplayMismatch
from ravelbox.kernel.match import Match
from ravelbox.kernel.record import Record
from tests.games.ravel.bench import new


def text() -> str:
    """A short record."""
    match = new()
    match.play_text(0, "swap p0")
    match.play_text(0, "swap p3")
    return match.record().to_text()


def test_a_record_reads_like_a_small_letter() -> None:
    """Header lines, an empty line, then one action a line; luck is marked."""
    lines = text().splitlines()
    assert lines[:2] == ["ravelbox-record: 1", "game: ravel"]
    assert "option deck: S" in lines
    assert "dealer: dealt RAVEL-DEMO" in lines
    assert lines[lines.index("") + 1].startswith("~ ")
    assert lines[-2:] == ["swap p0", "swap p3"]


def test_comments_and_spacing_are_forgiven() -> None:
    """What a person adds by hand does not matter."""
    loose = text().replace("swap p3", "  Swap  P3   # a comment\n\n")
    assert Record.from_text("# mine\n" + loose) == Record.from_text(text())


@pytest.mark.parametrize(
    ("old", "new_", "said"),
    [
        ("ravelbox-record: 1", "ravelbox-record: 9", "line 1: a record starts with"),
        ("game: ravel", "game: revel", "did you mean"),
        ("rules: 1", "rules: 2", "this box has rules 1"),
        ("rules: 1", "rules: one", "line 3: rules must be a number"),
        ("seats: 1", "seats: 4", "has 1 seats"),
        ("option deck: S", "option deck: Z", "option deck cannot be"),
        ("option deck: S", "option dekc: S", "did you mean"),
        ("option deck: S", "deck S", "expected a header line"),
        ("game: ravel\n", "game: ravel\ngame: ravel\n", "line 3: game is there twice"),
        ("swap p3", "swap p8", "is no action"),
        ("swap p3", "unlock N", "move 22"),
        ("swap p3", "~ 1/6", "here seat 0 must decide"),
        ("swap p3\n", "", "the header promises 22 moves, but 21"),
        ("dealer: dealt RAVEL-DEMO", "dealer: dealt OTHER", "its dealer deals"),
        ("dealer: dealt RAVEL-DEMO", "dealer: dealt other", "1 to 32 characters"),
        ("moves: 22", "key: 12\nmoves: 22", 'a key is 64 hexadecimal digits, not "12"'),
        (
            "moves: 22",
            f"commitment: {'g' * 64}\nmoves: 22",
            "a commitment is 64 hexadecimal digits",
        ),
    ],
)
def test_a_broken_text_names_place_and_reason(old: str, new_: str, said: str) -> None:
    """Nothing is replayed of a record that is wrong anywhere."""
    assert old in text()
    with pytest.raises(RavelboxError) as refusal:
        Match.replay(Record.from_text(text().replace(old, new_, 1)))
    assert said in str(refusal.value)


def test_another_table_of_actions_is_a_mismatch() -> None:
    """A record of other rules is refused by name, not replayed wrongly."""
    lines = text().splitlines()
    lines[3] = "actions: 0123456789abcdef"
    with pytest.raises(ReplayMismatch, match="0123456789abcdef"):
        Record.from_text("\n".join(lines))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"moves": [1, -1]}, "moves: must be whole numbers"),
        ({"moves": "x"}, "must be an object and a list"),
        ({"options": 3}, "must be an object and a list"),
        ({"chance": []}, "chance: must be an object"),
        ({"chance": {"x": 2}}, "move must be a number"),
        ({"position": 5}, "position: must be an object"),
        ({"dealer": 5}, "dealer: must be a text"),
        ({"key": 5}, "key: a key is 64 hexadecimal digits, not 5"),
        ({"key": None}, "key: a key is 64 hexadecimal digits"),
        ({"commitment": "0" * 63}, "commitment: a commitment is 64 hexadecimal digits"),
        ({"seats": True}, "seats must be a number"),
    ],
)
def test_broken_json_names_the_key(change: dict[str, Any], said: str) -> None:
    """The same care for programs."""
    document = json.loads(Record.from_text(text()).to_json()) | change
    with pytest.raises(RecordError) as refusal:
        Record.from_json(json.dumps(document))
    assert said in str(refusal.value)


def test_a_move_beyond_the_end_is_refused() -> None:
    """Nothing comes after the end of a game."""
    match = new()
    match.play(0, [0])
    longer = match.record().to_text().replace("moves: 21", "moves: 22") + "swap p0\n"
    with pytest.raises(RecordError, match="move 22: the game is over already"):
        Match.replay(Record.from_text(longer))


KEY = bytes(range(32))


def committed(*, sealed: bool = False) -> Record:
    """A short record whose luck comes from a key."""
    match = Match.new(new().game, dealer=Secret(KEY))
    header = dataclasses.replace(match.header, key=KEY.hex())
    return dataclasses.replace(match.record(), header=header.sealed() if sealed else header)


def test_commitment_and_key_stand_in_the_header() -> None:
    """In text and in JSON; a record without them, or with none, is as it always was."""
    record = committed()
    assert record.header.commitment == commitment(KEY)
    assert f"commitment: {commitment(KEY)}\nkey: {KEY.hex()}\nmoves: 20\n" in record.to_text()
    for again in (Record.from_text(record.to_text()), Record.from_json(record.to_json())):
        assert again == record
        assert Match.replay(again).record() == record
    assert "commitment" not in text()
    assert "key:" not in text()
    old = json.loads(Record.from_text(text()).to_json())
    del old["commitment"], old["key"]
    assert Record.from_json(json.dumps(old)) == Record.from_text(text())


def test_digits_may_be_written_in_capitals() -> None:
    """Who copies a commitment by hand is not told off for it."""
    record = committed()
    loud = record.to_text().replace(KEY.hex(), KEY.hex().upper())
    assert loud != record.to_text()
    assert Record.from_text(loud).header.key == record.header.key


def test_a_sealed_header_tells_no_luck_to_come() -> None:
    """Only the commitment stays; it replays from its own answers."""
    record = committed(sealed=True)
    assert "dealer" not in record.to_text()
    assert KEY.hex() not in record.to_text() + record.to_json()
    assert record.header.commitment == commitment(KEY)
    again = Match.replay(Record.from_text(record.to_text()))
    assert again.header.commitment == commitment(KEY)
    assert again.history == list(committed().moves)
