"""Checked play: all of a gesture or none of it, undo, logs, and starting from a position."""

from __future__ import annotations

import dataclasses

import pytest

import ravelbox
from ravelbox.kernel import position
from ravelbox.kernel.dealer import Seeded
from ravelbox.kernel.errors import (
    BadOption,
    GameOver,
    IllegalAction,
    NotYourMove,
    RecordError,
    SeedError,
    UndoRefused,
)
from ravelbox.kernel.match import Match, digest
from ravelbox.kernel.rules import RESIGN
from tests.games.ravel.bench import new

RAVEL = ravelbox.load("ravel")


def code(text: str) -> int:
    """The code of an action."""
    return RAVEL.space.parse(text)


def test_a_gesture_of_several_codes_is_played_whole() -> None:
    """Two swaps in one go are two moves."""
    match = new()
    before = len(match)
    match.play(0, [code("swap p0"), code("swap p3")])
    assert len(match) == before + 2


def test_a_gesture_with_one_wrong_code_is_refused_whole() -> None:
    """The message names action, rule and possibilities; the table is as before."""
    match = new()
    before = digest(match.state), len(match)
    with pytest.raises(IllegalAction) as refusal:
        match.play(0, [code("swap p0"), code("unlock N")])
    text = str(refusal.value)
    assert '"unlock N" is not possible now' in text
    assert "RVL-23" in text
    assert "possible: swap p0" in text
    assert refusal.value.rule == "RVL-23"
    assert (digest(match.state), len(match)) == before


def test_a_gesture_cannot_reach_past_luck() -> None:
    """What follows a card turning up must be sent after it was seen; nothing is dealt meanwhile."""
    match = new()
    match.play(0, [code("tune p0 4"), code("tune p1 4")])
    assert "unlock N" in RAVEL.legal_texts(match.state)
    before = len(match)
    with pytest.raises(IllegalAction, match="luck decides before"):
        match.play(0, [code("unlock N"), code("rotate cw")])
    assert len(match) == before


def test_another_seat_is_told_whose_question_it_is() -> None:
    """Only the seat that is asked may answer."""
    with pytest.raises(NotYourMove, match="RVL-23 for seat 0"):
        new().play(1, [code("swap p0")])


def test_after_the_end_nothing_is_played() -> None:
    """A finished match says that it is over."""
    match = new()
    match.play(0, [RESIGN])
    assert match.over
    with pytest.raises(GameOver, match="the game is over"):
        match.play(0, [code("swap p0")])


def test_undo_stops_at_a_card_that_turned_up() -> None:
    """Tinkering can be taken back, an unlock that showed a card cannot."""
    match = new()
    start = len(match)
    match.play(0, [code("tune p0 4")])
    match.play(0, [code("tune p1 4")])
    assert match.undo_floor(0) == start
    match.play(0, [code("unlock N")])
    assert match.undo_floor(0) == len(match)
    with pytest.raises(UndoRefused, match="luck or another seat has spoken"):
        match.undo(0, start)
    match.play(0, [code("rotate cw")])
    match.undo(0, len(match) - 1)
    assert RAVEL.rule(match.state) == "RVL-75"


def test_a_refused_undo_speaks_of_decisions() -> None:
    """How often luck was asked could tell a secret, so no length of history is named."""
    match = new()
    start = len(match)
    match.play(0, [code("tune p0 4"), code("tune p1 4")])
    for to, asked in ((len(match), 0), (99, 0), (start - 1, 2), (-1, 2)):
        with pytest.raises(
            UndoRefused, match=f"^undo takes back 1 to 2 decisions here, not {asked}$"
        ):
            match.undo(0, to)


def test_practice_may_go_back_further_to_the_same_luck() -> None:
    """With the limit lifted the same cards turn up again."""
    match = new()
    start = len(match)
    for text in ("tune p0 4", "tune p1 4", "unlock N"):
        match.play_text(0, text)
    after = digest(match.state)
    match.undo(0, start, practice=True)
    for text in ("tune p0 4", "tune p1 4", "unlock N"):
        match.play_text(0, text)
    assert digest(match.state) == after


def test_the_log_heads_each_turn_once() -> None:
    """Turn numbers stand on the first event of a turn, also in what a play returns."""
    match = new()
    first = match.play_text(0, "tune p0 4")
    assert [(event.heading, event.kind, event.rule) for event in first] == [
        ("Turn 1", "tuned", "RVL-40")
    ]
    match.play_text(0, "tune p1 4")
    events = match.play_text(0, "unlock N")
    assert [event.heading for event in events] == ["Turn 3", ""]
    assert [event.kind for event in events] == ["unlocked", "turned-up"]
    assert [event.heading for event in match.log(0)][-4:] == ["Turn 1", "Turn 2", "Turn 3", ""]


def test_events_say_at_which_decision_they_happened() -> None:
    """Luck belongs to the decision before it; a log from the middle counts on, not anew."""
    match = new()
    for text in ("tune p0 4", "tune p1 4", "unlock N"):
        match.play_text(0, text)
    assert [event.at for event in match.log(0)][-4:] == [1, 2, 3, 3]
    assert {event.at for event in match.log(0)} <= {0, 1, 2, 3}
    later = match.log(0, since=match.place(2))
    assert later == match.log(0)[-len(later) :]
    assert [event.at for event in later] == [3, 3]


def test_a_match_can_start_from_a_position_and_be_recorded() -> None:
    """Its record holds the position, and replays."""
    document = position.dump(RAVEL, RAVEL.options_of({}), new().state)
    match = Match.new(RAVEL, dealer=Seeded(5), position=document)
    match.play_text(0, "tune p0 4")
    match.play_text(0, "tune p1 4")
    match.play_text(0, "unlock N")
    record = type(match.record()).from_text(match.record().to_text())
    assert digest(Match.replay(record).state) == digest(match.state)


def test_a_dealt_seed_cannot_start_from_a_position() -> None:
    """The seed fixes a game from its setup on, so in the middle it knows nothing."""
    match = new()
    match.play_text(0, "tune p0 4")
    match.play_text(0, "tune p1 4")
    document = position.dump(RAVEL, match.header.options, match.state)
    dealer = RAVEL.dealt("ABC")
    assert dealer is not None
    other = Match.new(RAVEL, dealer=dealer, position=document)
    with pytest.raises(SeedError, match="from its setup on"):
        other.play_text(0, "unlock N")


def test_a_dealer_that_fails_leaves_nothing_half_done() -> None:
    """A record without its dealer cannot go on; the table is as before the attempt."""
    paper = new().record()
    unsigned = dataclasses.replace(paper, header=dataclasses.replace(paper.header, dealer=""))
    match = Match.replay(unsigned)
    match.play_text(0, "tune p0 4")
    match.play_text(0, "tune p1 4")
    before = digest(match.state), len(match)
    with pytest.raises(RecordError, match="used up"):
        match.play_text(0, "unlock N")
    assert (digest(match.state), len(match)) == before
    match.play_text(0, "swap p3")


def test_seats_are_checked() -> None:
    """R.A.V.E.L. is for one."""
    with pytest.raises(BadOption, match="has 1 seats, not 3"):
        Match.new(RAVEL, dealer=Seeded(1), seats=3)


def test_decisions_are_counted_without_luck() -> None:
    """Setting up asks luck 20 times and nobody else; an unlock is one decision and a card."""
    match = new()
    assert (match.decisions(), len(match)) == (0, 20)
    for text in ("tune p0 4", "tune p1 4", "unlock N"):
        match.play_text(0, text)
    assert (match.decisions(), len(match)) == (3, 24)
    assert [match.decisions(length) for length in (0, 20, 21, 23, 24, 99)] == [0, 0, 1, 3, 3, 3]


def test_a_number_of_decisions_has_one_place() -> None:
    """After the luck that they brought: where the next decision stands, or the end."""
    match = new()
    for text in ("tune p0 4", "tune p1 4", "unlock N", "rotate cw"):
        match.play_text(0, text)
    assert [match.place(made) for made in range(5)] == [20, 21, 22, 24, 25]
    for made in range(5):
        assert match.decisions(match.place(made)) == made
    for wrong in (-1, 5):
        with pytest.raises(
            RecordError, match=f"decision {wrong}: decisions of this history go from 0 to 4"
        ):
            match.place(wrong)


def test_a_match_follows_what_was_played_elsewhere() -> None:
    """Move by move, and as strictly as it replays."""
    ahead = new()
    behind = Match.replay(ahead.record())
    for text in ("tune p0 4", "tune p1 4", "unlock N"):
        ahead.play_text(0, text)
    new_moves = list(zip(ahead.history, ahead.among, strict=True))[len(behind) :]
    behind.follow(new_moves)
    assert digest(behind.state) == digest(ahead.state)
    assert behind.log(0) == ahead.log(0)
    with pytest.raises(RecordError, match="move 25: the record and the table disagree"):
        behind.follow([(0, 6)])
    with pytest.raises(RecordError, match='move 25: ravel: "unlock N" is not possible now'):
        behind.follow([(code("unlock N"), 0)])
