"""Nothing leaks: on two matches that are equal to a seat, all that it is told is equal to the byte."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import cache

import pytest

import ravelbox
from ravelbox.kernel.errors import RavelboxError, UndoRefused
from ravelbox.kernel.events import Event
from ravelbox.kernel.game import Game, View
from ravelbox.kernel.match import Match, digest
from ravelbox.web import pages
from tests.twins import Twins, twins

GAMES = [ravelbox.load(name) for name in ravelbox.games()]
# Seeds and how far each match is played. Of Ravingspire the odd ones start with a private look, and
# some of the even ones stop when somebody has just offered a card.
STORIES = {
    "ravel": ((0, 0), (1, 2), (2, 5), (3, 8)),
    "ramble": ((0, 0), (1, 9), (2, 20), (3, 35)),
    "arch_ravels": ((0, 0), (1, 12), (2, 25), (3, 40)),
    "ravingspire": (
        *((0, 0), (1, 1), (2, 15), (3, 2), (4, 30), (5, 0), (6, 45)),
        *((7, 1), (8, 4), (10, 25), (12, 7), (8, 60)),
    ),
}
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.name))


@cache
def pairs(name: str) -> tuple[Twins, ...]:
    """Twins of a game, from its first decision to far into it."""
    found = [twins(ravelbox.load(name), seed, steps) for seed, steps in STORIES[name]]
    return tuple(pair for story in found for pair in story)


def told(match: Match, seat: int | None) -> dict[str, str]:
    """All that a seat can get to hear, by where it hears it."""
    view = match.view(seat)
    heard = {
        "view": repr(view),
        "lines": match.game.describe(view),
        "log": repr(match.log(seat)),
        "later": repr(match.log(seat, match.place(match.decisions() // 2))),
        "page": pages.table_page(match, seat, table="T"),
        "decisions": str(match.decisions()),
    }
    if seat is not None:
        heard |= {f"{codes}": refusal(match, seat, codes) for codes in tries(match, seat)}
        heard["undo"] = str(match.decisions(match.undo_floor(seat)))
        heard["no undo"] = refused_undo(match, seat)
    if seat == match.state.actor:
        heard["legal"] = repr(match.game.legal_texts(match.state))
        heard["question"] = match.game.question(match.state)
    return heard


def tries(match: Match, seat: int) -> list[list[int]]:
    """Gestures to be refused: impossible, another's, too early, too long; and a few that may do."""
    every = len(match.game.space)
    some = [[code] for code in range(0, every, max(1, every // 9))]
    if seat == match.state.actor:
        good = match.state.legal()[-1]
        some += [[good, 0, 0], [good, every - 1], [good, every // 2]]
    return some


def refusal(match: Match, seat: int, codes: list[int]) -> str:
    """What is said to a gesture, which is only tried."""
    try:
        match._check(seat, codes)
    except RavelboxError as error:
        return f"{error.code}: {error}"
    return "yes"


def refused_undo(match: Match, seat: int) -> str:
    """What is said to who would take back nothing."""
    with pytest.raises(UndoRefused) as refusal:
        match.undo(seat, len(match))
    return str(refusal.value)


@every_game
def test_all_that_is_told_is_equal_on_twins(game: Game) -> None:
    """Page, lines, log, legal texts, undo, and what is said to what cannot be done."""
    before: tuple[Match | None, int | None] = (None, None)
    for one, other, seat in pairs(game.name):
        assert digest(one.state) != digest(other.state) or one.header != other.header
        if before != (one, seat):  # several pairs share their first
            mine, before = told(one, seat), (one, seat)
        theirs = told(other, seat)
        for where, text in mine.items():
            assert text == theirs[where], where


@every_game
def test_there_are_twins_of_every_kind(game: Game) -> None:
    """For every seat and for spectators; hidden cards and choices only where hands are private."""
    found = pairs(game.name)
    assert {None, *range(game.seats[0])} <= {seat for _, _, seat in found}
    assert any(one.history == other.history for one, other, _ in found)
    hidden = [pair for pair in found if pair.one.history != pair.other.history]
    if not game.hides:
        return
    assert len(hidden) > 30
    assert {seat is None for _, _, seat in hidden} == {True, False}
    assert any(seat == one.state.actor for one, _, seat in hidden)
    assert {bool(one.among[parted(one, other)]) for one, other, _ in hidden} == {True, False}
    assert any(len(one) != len(other) for one, other, _ in hidden)


def parted(one: Match, other: Match) -> int:
    """Where two histories part."""
    both = zip(one.history, other.history, strict=False)
    return next(n for n, (mine, theirs) in enumerate(both) if mine != theirs)


# Leaks, each of a kind that a game has had somewhere.


def hands(match: Match, seat: int | None) -> View:
    """A view that shows what others hold."""
    view = match.game.view(match.state, seat)
    others = [match.game.view(match.state, n).table["seats"] for n in range(match.header.seats)]
    return dataclasses.replace(view, table={**view.table, "others": others})


def luck_to_come(match: Match, seat: int | None) -> View:
    """A view that names the seed."""
    view = match.game.view(match.state, seat)
    return dataclasses.replace(view, table={**view.table, "seed": match.header.dealer})


def length(match: Match, upto: int | None = None) -> int:
    """A count of decisions that counts luck as well."""
    return len(match.history[:upto])


def quoting(match: Match, seat: int, codes: list[int]) -> None:
    """A refusal that quotes the table."""
    raise RavelboxError(f"seat {seat} may not {codes} at {digest(match.state)}")


def to_everybody(match: Match, seat: int | None, since: int = 0) -> list[Event]:
    """A log that tells a seat what another was told."""
    game = match.game
    whom = 0 if seat is None else (seat + 1) % match.header.seats
    told = [game.tell(note, whom) for notes in match.notes[since:] for note in notes]
    return [event for event in told if event is not None]


@pytest.mark.parametrize(
    ("name", "leak", "where"),
    [
        ("view", hands, "view"),
        ("view", luck_to_come, "view"),
        ("decisions", length, "page"),
        ("_check", quoting, "[0]"),
        ("log", to_everybody, "page"),
    ],
    ids=["hands", "luck to come", "length", "refusal", "log"],
)
def test_a_planted_leak_is_caught(
    monkeypatch: pytest.MonkeyPatch, name: str, leak: Callable[..., object], where: str
) -> None:
    """Some pair shows it, where a player would see it."""
    found = pairs("ravingspire")
    monkeypatch.setattr(Match, name, leak)
    heard = ((told(one, seat), told(other, seat)) for one, other, seat in found)
    assert any(mine.get(where) != theirs.get(where) for mine, theirs in heard)
