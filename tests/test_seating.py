"""Who sits where: what the seats here see, play and take back, and how bots answer them."""

from __future__ import annotations

from typing import Any

import pytest

import ravelbox
from ravelbox.kernel import position
from ravelbox.kernel.dealer import Seeded
from ravelbox.kernel.errors import (
    BadOption,
    GameOver,
    IllegalAction,
    NotYourMove,
    UndoRefused,
)
from ravelbox.kernel.match import Match, digest
from ravelbox.kernel.rules import CHANCE, RESIGN
from ravelbox.seating import HERE, Seating, _luck, all_here, seated
from tests.games.ramble.park import park

RAMBLE = ravelbox.load("ramble")
HOT_SEAT = all_here(3)


def table(**written: Any) -> Match:
    """A match for three that starts at a park; seat 0 is asked."""
    state = park(seats=3, **written).state
    document = position.dump(RAMBLE, RAMBLE.options_in(state), state)
    return Match.new(RAMBLE, dealer=Seeded(1), position=document)


def code(text: str) -> int:
    """The code of an action."""
    return RAMBLE.space.parse(text)


def offered(match: Match, seating: Seating) -> set[str]:
    """What may be played from here, as text."""
    prompt = seating.prompt(match)
    return {offer.text for offer in prompt.offers} if prompt else set()


def with_bots(*seats: int) -> Seating:
    """Three seats, some of them a random bot's."""
    return Seating(tuple("random" if seat in seats else HERE for seat in range(3)))


def answered(match: Match, seating: Seating) -> list[int]:
    """Let bots answer; where their moves began."""
    return [answer.before for answer in seating.bots_answer(match)]


# Whose view, whose question.


@pytest.mark.parametrize(
    ("bots", "actor", "viewer"),
    [((), 0, 0), ((), 2, 2), ((0,), 2, 2), ((0,), 0, 1), ((1, 2), 1, 0), ((0, 1, 2), 1, None)],
)
def test_the_table_is_shown_for_whoever_is_asked_or_is_here(
    bots: tuple[int, ...], actor: int, viewer: int | None
) -> None:
    """The seat asked if it is here, else the first here, else a spectator."""
    match = table(active=actor)
    assert match.state.actor == actor
    seating = with_bots(*bots)
    assert seating.viewer(match) == viewer
    view = seating.view(match)
    assert (view.seat, view.actor) == (viewer, actor)
    assert (view.prompt is not None) == (actor not in bots)


def test_a_card_that_another_seat_here_may_call_is_offered_too() -> None:
    """Behind the answers of the seat that is asked; and it is its holder's move."""
    match = table(hands=["", "HBK", "GPS"], dark="T01")
    prompt = HOT_SEAT.prompt(match)
    assert prompt is not None
    assert prompt.rule == "RMB-32"
    assert {"move", "callhandbook", "callgps"} <= {offer.text.split()[0] for offer in prompt.offers}
    assert {offer.code for offer in prompt.offers} == set(match.state.legal()) - {RESIGN}
    words = [offer.text.split()[0].startswith("call") for offer in prompt.offers]
    assert words == sorted(words)
    HOT_SEAT.play(match, [code("callhandbook 1 T01")])
    assert match.actors[-1] == 1
    assert match.state.actor == 0


def test_what_a_bot_holds_is_not_played_from_here() -> None:
    """Neither offered nor taken; the message says whose it is and who is asked."""
    match = table(hands=["", "HBK", ""], dark="T01")
    seating = with_bots(1)
    assert not any(text.startswith("callhandbook") for text in offered(match, seating))
    with pytest.raises(NotYourMove, match=r"for seat 1, which is not played from here.*RMB-32"):
        seating.play(match, [code("callhandbook 1 T01")])
    with pytest.raises(NotYourMove):
        with_bots(0).play(match, [code("end")])
    assert len(match) == 0


def test_what_is_no_code_or_comes_too_late_is_refused_as_ever() -> None:
    """Also where nobody is here."""
    match = table()
    with pytest.raises(IllegalAction, match="there is no action 99999"):
        HOT_SEAT.play(match, [99_999])
    answered(match, with_bots(0, 1, 2))
    for seating in (HOT_SEAT, with_bots(0, 1, 2)):
        with pytest.raises(GameOver):
            seating.play(match, [code("end")])


# Undo.


def test_undo_crosses_from_seat_to_seat() -> None:
    """A wish to give up, refused by the next seat: both were here, and no luck was in it."""
    match = table()
    before = digest(match.state)
    HOT_SEAT.play(match, [RESIGN])
    asked = match.state.actor
    assert asked != 0
    HOT_SEAT.play(match, [code("pass")])
    assert match.actors == [0, asked]
    assert HOT_SEAT.undo_to(match) == 1
    HOT_SEAT.undo(match, 1)
    assert match.state.actor == asked
    assert HOT_SEAT.undo_to(match) == 0
    HOT_SEAT.undo(match, 0)
    assert digest(match.state) == before
    assert HOT_SEAT.undo_to(match) is None


def test_undo_stops_where_luck_has_spoken() -> None:
    """The cards of the end of a turn have been seen."""
    match = table()
    HOT_SEAT.play(match, [code("end")])
    assert CHANCE in match.actors
    assert HOT_SEAT.undo_to(match) is None
    with pytest.raises(UndoRefused):
        HOT_SEAT.undo(match, 0)


def test_undo_stops_where_a_bot_has_spoken() -> None:
    """What it has said is known now, though no luck was in it."""
    match = table()
    seating = with_bots(1, 2)
    seating.play(match, [RESIGN])
    assert answered(match, seating)
    assert CHANCE not in match.actors
    if not match.over:
        assert match.state.actor == 0
        with pytest.raises(UndoRefused, match="luck or another seat"):
            seating.undo(match, len(match) - 1)
    assert seating.undo_to(match) is None


def test_undo_does_not_stop_at_a_question_for_a_bot() -> None:
    """Two cards called in a bot's turn: nobody would answer in between."""
    match = table(hands=["HBK HBK", "", ""], dark="T01 T02", active=1)
    seating = with_bots(1)
    seating.play(match, [code("callhandbook 0 T01"), code("callhandbook 0 T02")])
    assert seating.undo_to(match) == 1
    seating.undo(match, 1)
    assert len(match) == 0


def test_with_nobody_here_there_is_nothing_to_take_back() -> None:
    """And that is what is said."""
    match = table()
    match.play(0, [RESIGN])
    seating = with_bots(0, 1, 2)
    assert seating.undo_to(match) is None
    with pytest.raises(UndoRefused, match="nobody plays from here"):
        seating.undo(match, 0)


# Bots.


def test_bots_answer_until_a_seat_here_is_asked() -> None:
    """Each of their moves is told by where it began."""
    match = table()
    seating = with_bots(1, 2)
    seating.play(match, [code("end")])
    begun = answered(match, seating)
    assert match.over or match.state.actor == 0
    assert [match.actors[n] for n in begun] == [
        seat for seat in match.actors[begun[0] :] if seat > 0
    ]
    assert set(match.actors[begun[0] :]) <= {CHANCE, 1, 2}
    assert answered(match, seating) == []


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_bots_alone_play_a_whole_game(seats: int) -> None:
    """And its record replays to the same table."""
    match = Match.new(RAMBLE, dealer=Seeded(seats), seats=seats)
    answered(match, Seating(("random",) * seats))
    assert match.over
    assert digest(Match.replay(match.record()).state) == digest(match.state)


def test_the_same_act_again_gets_the_same_answers() -> None:
    """A bot's luck hangs on the match alone; another dealer, another luck."""
    ends = []
    for seed in (5, 5, 6):
        match = Match.new(RAMBLE, dealer=Seeded(seed), seats=3)
        answered(match, Seating(("random",) * 3))
        ends.append(match.history)
    assert ends[0] == ends[1] != ends[2]


def test_a_bot_does_not_echo_the_dealer() -> None:
    """Each has a luck of its own at each moment, and none has the dealer's."""
    match = Match.new(RAMBLE, dealer=Seeded(5), seats=3)
    lucks = {5}
    moments = 0
    while not match.over and moments < 20:
        moments += 1
        lucks |= {_luck(match, seat) for seat in range(3)}
        last = match.state.legal()[-1]
        match.play(RAMBLE.owner(match.state, last), [last])
    assert len(lucks) == 1 + 3 * moments


# Who may sit where.


def test_a_seating_is_read_forgivingly() -> None:
    """Case and spaces do not matter; who is not named is here, or what is said of the others."""
    assert seated(RAMBLE, 3, {2: " Random\n"}).who == ("here", "random", "here")
    assert seated(RAMBLE, 3, {1: "here"}, others="random").who == ("here", "random", "random")
    assert seated(RAMBLE, 2, {}) == all_here(2)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({4: "random"}, "seat_4: this table of Ramble has no seat 4; they go from 1 to 3"),
        ({0: "random"}, "no seat 0"),
        ({2: "randon"}, 'seat_2 cannot be "randon"; did you mean "random"?'),
        ({2: "genius"}, 'seat_2 cannot be "genius"; possible are here'),
        ({2: 7}, "seat_2 cannot be 7"),
        ({2: True}, "seat_2 cannot be True"),
    ],
)
def test_who_cannot_sit_there_is_one_sentence(given: dict[int, object], said: str) -> None:
    """What came, and what is possible."""
    with pytest.raises(BadOption) as refusal:
        seated(RAMBLE, 3, given)
    assert said in str(refusal.value)
    assert "\n" not in str(refusal.value)
