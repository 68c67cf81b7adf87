"""Luck that can be checked: an honest record is confirmed, and every tampering is caught by name."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from litestar.testing import TestClient

import ravelbox
from ravelbox.bots import bot, play_out
from ravelbox.kernel.dealer import Dealer, Secret, Seeded, commitment, seed_from_key
from ravelbox.kernel.errors import SeedError
from ravelbox.kernel.match import Match
from ravelbox.kernel.record import Record
from ravelbox.server.app import make_app
from ravelbox.server.limits import Limits
from ravelbox.verify import FALSE, FITS, NO_PROMISE, NOT_YET, verify

KEY = bytes(range(32))
OTHER = bytes(range(1, 33))
JSON = {"Accept": "application/json"}
SHORT: dict[str, dict[str, int]] = {
    "arch_ravels": {"turn_limit": 4},
    "ravingspire": {"turn_cap": 3},
}


def played(name: str, dealer: Dealer) -> Match:
    """A match of bots, to its end."""
    game = ravelbox.load(name)
    match = Match.new(game, SHORT.get(name, {}), dealer=dealer)
    who = "greedy" if name == "ravel" else "random"  # who plays R.A.V.E.L. at random is soon stuck
    play_out(match, [bot(who, name, seat) for seat in range(match.header.seats)])
    return match


@cache
def secret(name: str = "ramble", key: bytes = KEY) -> Record:
    """A finished record with the key in its dealer."""
    return played(name, Secret(key)).record()


@cache
def dealt() -> Record:
    """A finished puzzle whose seed was made from the key."""
    dealer = ravelbox.load("ravel").dealt(seed_from_key(KEY))
    assert dealer is not None
    record = played("ravel", dealer).record()
    return headed(record, commitment=commitment(KEY), key=KEY.hex())


def headed(record: Record, **changes: object) -> Record:
    """The record with some of its header changed."""
    return dataclasses.replace(record, header=dataclasses.replace(record.header, **changes))  # type: ignore[arg-type]  # fields by name


@pytest.mark.parametrize("name", ravelbox.games())
def test_an_honest_record_is_confirmed(name: str) -> None:
    """By its own commitment, and by the one that was noted down at the start; in either form."""
    record = secret(name)
    for again in (record, Record.from_text(record.to_text()), Record.from_json(record.to_json())):
        verdict = verify(again)
        assert verdict.status == FITS, verdict
        assert f"{len(record.chance)} answers" in verdict.text
        assert (verdict.commitment, verdict.key) == (commitment(KEY), KEY.hex())
        assert verify(again, commitment(KEY)).status == FITS
    assert verify(headed(record, commitment=""), commitment(KEY)).status == FITS


def test_a_dealt_puzzle_is_confirmed() -> None:
    """The seed is the one that the key stands for."""
    assert verify(dealt()).status == FITS
    assert verify(dealt(), commitment(KEY)).status == FITS


def other_luck(record: Record) -> Record:
    """One answer in the middle changed for another possible one."""
    n = sorted(n for n, among in record.chance.items() if among > 1)[len(record.chance) // 3]
    moves = list(record.moves)
    moves[n] = (moves[n] + 1) % record.chance[n]
    return dataclasses.replace(record, moves=tuple(moves))


def without(record: Record, n: int) -> Record:
    """One entry of the history dropped, and the rest moved up."""
    chance = {k - (k > n): among for k, among in record.chance.items() if k != n}
    return dataclasses.replace(
        record, moves=record.moves[:n] + record.moves[n + 1 :], chance=chance
    )


def a_decision(record: Record) -> int:
    """The number of a decision in the middle."""
    return next(
        n for n in range(len(record.moves) // 2, len(record.moves)) if n not in record.chance
    )


def luck(record: Record) -> int:
    """The number of an answer of luck in the middle."""
    return next(n for n in range(len(record.moves) // 2, len(record.moves)) if n in record.chance)


Change = Callable[[Record], Record]
TAMPERED: dict[str, tuple[Change, str]] = {
    "a die": (other_luck, "luck differs at move "),
    "the answers there were": (
        lambda r: dataclasses.replace(r, chance={**r.chance, luck(r): r.chance[luck(r)] + 1}),
        "luck has ",
    ),
    "a decision dropped": (lambda r: without(r, a_decision(r)), "move "),
    "an answer dropped": (lambda r: without(r, luck(r)), "move "),
    "the end cut off": (
        lambda r: dataclasses.replace(
            r,
            moves=r.moves[: a_decision(r)],
            chance={n: among for n, among in r.chance.items() if n < a_decision(r)},
        ),
        "the record breaks off",
    ),
    "a move too many": (
        lambda r: dataclasses.replace(r, moves=(*r.moves, 0)),
        "the game is over already",
    ),
    "the commitment": (
        lambda r: headed(r, commitment=commitment(OTHER)),
        "the key does not fit: its commitment is " + commitment(KEY),
    ),
    "the dealer for a seeded one": (
        lambda r: headed(r, dealer="seeded 7"),
        'the dealer is "seeded 7", which no key stands behind',
    ),
    "the dealer for a script": (
        lambda r: headed(
            r, dealer="scripted " + ",".join(str(r.moves[n]) for n in sorted(r.chance))
        ),
        "which no key stands behind",
    ),
    "the dealer for nobody": (
        lambda r: headed(r, dealer="", key=KEY.hex()),
        "names a key, but not the dealer",
    ),
}  # fmt: skip
OF_A_SECRET: dict[str, tuple[Change, str]] = {
    "the key": (
        lambda r: headed(r, dealer=f"secret {OTHER.hex()}"),
        "the key does not fit: its commitment is " + commitment(OTHER),
    ),
    "the key and the commitment": (
        lambda r: headed(r, dealer=f"secret {OTHER.hex()}", commitment=commitment(OTHER)),
        "luck differs at move 1: the record says",
    ),
    "a second key": (lambda r: headed(r, key=OTHER.hex()), "names two keys"),
    "the options": (
        lambda r: headed(r, options=dict(r.header.options) | {"layout": "scenic"}),
        ": luck has ",
    ),
    "the seats": (lambda r: headed(r, seats=r.header.seats + 1), "move"),
}  # fmt: skip
OF_A_SEED: dict[str, tuple[Change, str]] = {
    "the seed": (lambda r: headed(r, dealer="dealt RAVEL-DEMO"), "not for RAVEL-DEMO"),
    "the key": (lambda r: headed(r, key=OTHER.hex()), "the key stands for the seed"),
    "the key, lost": (lambda r: headed(r, key=""), "but not the key behind it"),
    "the options": (
        lambda r: headed(r, options=dict(r.header.options) | {"deck": "W4"}),
        "move",
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("record", "what"),
    [(secret, what) for what in (TAMPERED | OF_A_SECRET)]
    + [(dealt, what) for what in (TAMPERED | OF_A_SEED)],
    ids=lambda part: part if isinstance(part, str) else part.__name__,
)
def test_tampering_is_caught_by_name(record: Callable[[], Record], what: str) -> None:
    """Whatever was changed, the verdict is no, and says where or what."""
    changes = TAMPERED | (OF_A_SECRET if record is secret else OF_A_SEED)
    change, said = changes[what]
    honest = record()
    tampered = change(honest)
    assert tampered != honest
    for again in (tampered, Record.from_json(tampered.to_json())):
        verdict = verify(again)
        assert verdict.status == FALSE
        assert said in verdict.text


@pytest.mark.parametrize("name", ravelbox.games())
def test_no_answer_of_luck_can_be_changed(name: str) -> None:
    """Each in turn, to another possible one: the verdict names its move and both answers."""
    record = secret(name)
    changed = 0
    for n, among in list(record.chance.items())[:: max(1, len(record.chance) // 20)]:
        said = (record.moves[n] + 1) % among
        if said == record.moves[n]:
            continue
        moves = (*record.moves[:n], said, *record.moves[n + 1 :])
        verdict = verify(dataclasses.replace(record, moves=moves))
        assert verdict.status == FALSE
        assert verdict.text == (
            f'luck differs at move {n + 1}: the record says "~ {said}/{among}", '
            f'the key deals "~ {record.moves[n]}/{among}"'
        )
        changed += 1
    assert changed > 10


def test_a_whole_forgery_is_caught_by_the_commitment_that_was_noted_down() -> None:
    """A record from another key agrees with itself; it is not what the table promised."""
    forged = secret(key=OTHER)
    assert verify(forged).status == FITS
    verdict = verify(forged, commitment(KEY))
    assert verdict.status == FALSE
    assert verdict.text == (
        f"the record is of other luck: its commitment is {commitment(OTHER)}, "
        f"and {commitment(KEY)} was given"
    )
    quiet = verify(headed(forged, commitment=""), commitment(KEY))
    assert quiet.status == FALSE
    assert "the key does not fit" in quiet.text


def test_a_running_game_keeps_its_key() -> None:
    """What it says so far can be replayed, and is; the luck can be checked when the key is there."""
    whole = secret()
    n = a_decision(whole)
    running = dataclasses.replace(
        whole,
        header=whole.header.sealed(),
        moves=whole.moves[:n],
        chance={k: among for k, among in whole.chance.items() if k < n},
    )
    verdict = verify(running)
    assert verdict.status == NOT_YET
    assert f"not over after these {n} moves" in verdict.text
    assert (verdict.commitment, verdict.key) == (commitment(KEY), "")
    assert verify(running, commitment(KEY)).status == NOT_YET
    assert verify(running, commitment(OTHER)).status == FALSE
    early = verify(dataclasses.replace(whole, header=whole.header.sealed()))
    assert early.status == NOT_YET
    assert "before its key was shown" in early.text
    wrong = verify(without(running, a_decision(running)))
    assert wrong.status == FALSE
    assert "the moves do not fit the rules: move " in wrong.text


def test_luck_that_nobody_committed_to_is_not_judged() -> None:
    """Local games are seeded or have a seed that everybody knows; the record says so."""
    seeded = played("ramble", Seeded(7)).record()
    verdict = verify(seeded)
    assert verdict.status == NO_PROMISE
    assert verdict.text == (
        'nobody committed to the luck of this record, and its dealer is "seeded 7"'
    )
    typed = headed(dealt(), commitment="", key="")
    assert verify(typed).status == NO_PROMISE
    anonymous = verify(headed(seeded, dealer=""))
    assert anonymous.status == NO_PROMISE
    assert "names no dealer" in anonymous.text
    assert verify(seeded, commitment(KEY)).status == FALSE


def test_a_dealer_that_means_nothing_is_a_mistake() -> None:
    """Not a verdict."""
    with pytest.raises(SeedError, match="32 bytes"):
        verify(headed(secret(), dealer="secret 00"))


def test_an_option_that_never_mattered_is_not_luck() -> None:
    """The verdict is about dice and cards: a reading that changes nothing of a game passes."""
    record = secret()
    assert (
        verify(headed(record, options=dict(record.header.options) | {"goal": "honours"})).status
        == FITS
    )


@pytest.mark.parametrize("name", ravelbox.games())
def test_what_a_server_gives_out_can_be_verified(tmp_path: Path, name: str) -> None:
    """The commitment of the first page holds for the record of the finished game."""
    rng = random.Random(5)
    app = make_app(tmp_path / "tables.sqlite", limits=Limits.none())
    with TestClient(app, base_url="http://127.0.0.1:8000") as client:
        client.headers.update(JSON)
        table = client.post("/tables", json={"game": name, **SHORT.get(name, {})}).json()
        promised, path = table["commitment"], f"/table/{table['id']}"
        assert (len(promised), table["key"]) == (64, "")
        running = client.get(f"{path}/record")
        if running.status_code == 200:  # hands are open
            assert verify(Record.from_json(running.text), promised).status == NOT_YET
            assert '"dealer": ""' in running.text
            assert '"key": ""' in running.text
        while table["outcome"] is None:
            if table["prompt"] is None:  # at a hand-over somebody else looks
                table = client.get(f"{path}?seat={table['actor']}").json()
            code = rng.choice(table["prompt"]["offers"])["code"]
            act = {"at": table["at"], "codes": [code]}
            answer = client.post(f"{path}/act", json=act)
            assert answer.status_code == 200, answer.text
            table = answer.json()
        assert table["commitment"] == promised
        assert commitment(bytes.fromhex(table["key"])) == promised
        for kind, read in ((JSON, Record.from_json), ({"Accept": "*/*"}, Record.from_text)):
            verdict = verify(read(client.get(f"{path}/record", headers=kind).text), promised)
            assert verdict.status == FITS, verdict
            assert verdict.key == table["key"]
