"""What a seat sees as numbers: named, within bounds, alike in the engine, and nothing hidden."""

from __future__ import annotations

import subprocess
import sys
from collections import defaultdict
from itertools import chain

import pytest

import ravelbox
from ravelbox.envs import tensors
from ravelbox.envs.setting import sight_of
from ravelbox.kernel.errors import UnknownGame
from ravelbox.kernel.game import Game
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import RESIGN, State
from tests.envs.tables import every_game, every_size
from tests.walks import curious_states, rare_states

# Of this many states one is looked at; interpreted, a view of a full tower takes a millisecond.
ONE_OF = {"ravel": 3, "ramble": 7, "arch_ravels": 5, "ravingspire": 11}
MOST_ANSWERS = 40  # of a question are tried


def states(game: Game, games: int) -> list[State]:
    """States with random options and seats, in setup, in the middle and at the end."""
    every = chain(curious_states(game, games, seed=7), rare_states(game, 1, seed=7))
    return [state for n, state in enumerate(every) if n % ONE_OF[game.name] == 0]


def numbers(row: bytes, width: int) -> list[int]:
    """A row of bytes as numbers."""
    return [int.from_bytes(row[at : at + width], "little") for at in range(0, len(row), width)]


@every_game
def test_the_engine_shows_exactly_what_the_view_shows(game: str) -> None:
    """Entry by entry, for every seat; every value within its bounds, every name in its place."""
    box = ravelbox.load(game)
    seen: dict[str, set[int]] = defaultdict(set)
    for state in states(box, 24):
        seats, sight = box.seats_in(state), sight_of(game, state)
        names = tensors.describe(game, seats)
        for seat in range(seats):
            found = list(tensors.entries(box.view(state, seat)))
            row = numbers(sight.row(state, seat), tensors.width(game, seats))
            assert [entry.name for entry in found] == names
            assert {e.name: e.value for e in found} == dict(zip(names, row, strict=True))
            for entry in found:
                assert 0 <= entry.value <= entry.most, entry
                seen[entry.name].add(entry.value)
    varied = [name for name, values in seen.items() if len(values) > 1]
    assert len(varied) > len(seen) // 2  # random play seldom gets as far as the others


@every_game
def test_rows_hold_nothing_that_a_seat_may_not_see(game: str) -> None:
    """Whatever the seat cannot know may be otherwise: its row, and its answers, are the same."""
    box = ravelbox.load(game)
    changed = 0
    for n, state in enumerate(states(box, 24)):
        sight = sight_of(game, state)
        for seat in range(box.seats_in(state)):
            other = state.clone()
            box.determinize(other, seat, Rng(n))
            changed += other.freeze() != state.freeze()
            assert sight.row(other, seat) == sight.row(state, seat)
            if state.actor == seat:
                assert sight.answers(other) == sight.answers(state)
    assert (changed > 50) == box.hides  # where hands are private, they were dealt anew


@every_game
def test_answers_are_the_legal_codes_of_the_seat_that_is_asked(game: str) -> None:
    """All of them but giving up, which nobody does at random."""
    box = ravelbox.load(game)
    for state in states(box, 12):
        if state.actor >= 0:
            own = [code for code in state.legal() if box.owner(state, code) == state.actor]
            expected = [code for code in own if code != RESIGN] or own
            assert sight_of(game, state).answers(state) == expected


@every_game
def test_a_row_tells_apart_what_two_answers_lead_to(game: str) -> None:
    """Asked again after two answers, a seat with the same row and mask sees the same.

    So in the middle of an answer of several steps the row has what was chosen so far.
    """
    box = ravelbox.load(game)
    again = 0
    for state in states(box, 60):
        if state.actor < 0:
            continue
        seat, sight = state.actor, sight_of(game, state)
        answers = sight.answers(state)
        known: dict[tuple[bytes, tuple[int, ...]], State] = {}
        for code in answers[:: 1 + len(answers) // MOST_ANSWERS]:
            after = state.clone()
            after.apply(code)
            if after.actor != seat:
                continue
            again += 1
            shown = (sight.row(after, seat), tuple(sight.answers(after)))
            other = known.setdefault(shown, after)
            if other is not after:
                led = f"{box.question(state)}: {box.space.to_text(code)} and another answer"
                assert box.view(after, seat) == box.view(other, seat), led
    assert again > 50


@every_size
def test_every_entry_has_a_name_of_its_own(game: str, seats: int) -> None:
    """At every size of table; categories say what each value stands for."""
    found = tensors.schema(game, seats)
    assert len({entry.name for entry in found}) == len(found)
    for entry in found:
        assert not entry.labels or len(entry.labels) == entry.most + 1


def test_a_row_of_ravel_by_hand() -> None:
    """Eight tokens, eight dice, four stacks of four."""
    names = tensors.describe("ravel")
    new = {entry.name: entry.value for entry in tensors.schema("ravel", 1)}
    assert len(names) == 76
    assert (new["ready"], new["spent"], new["left"], new["hand"]) == (8, 0, 16, 0)
    assert sorted(new[f"p{n}.colour"] for n in range(8)) == [1, 1, 2, 2, 3, 3, 4, 4]
    assert [new[f"{side}.height"] for side in "NESW"] == [4, 4, 4, 4]
    tops = [new[f"{side}.0"] for side in "NESW"]
    assert all(1 <= top <= 16 for top in tops)
    assert new["N.1"] == 33  # face down
    ups = [n for n in range(1, 17) if new[f"cog.{n}S"] == 2]
    assert sorted(tops) == ups
    assert new["cog.1A"] == 0  # not in a Standard deck


def test_the_command_prints_a_table_of_entries() -> None:
    """One line an entry; an unknown game is refused with the nearest name."""
    run = [sys.executable, "-m", "ravelbox.envs"]
    done = subprocess.run(
        [*run, "ramble", "--seats", "2"], capture_output=True, text=True, check=True
    )
    lines = done.stdout.splitlines()
    assert len(lines) == 2 + len(tensors.describe("ramble", 2))
    assert lines[2].startswith("| 0 | `question` | 0 none, 1 RMB-26")
    wrong = subprocess.run([*run, "rambel"], capture_output=True, text=True, check=False)
    assert wrong.returncode == 1
    assert wrong.stderr == 'there is no game "rambel"; did you mean "ramble"?\n'
    with pytest.raises(UnknownGame, match="ravel"):
        tensors.describe("ravell")
