"""R.A.V.E.L. §4.10: reward MOVE."""

import pytest

from ravelbox.kernel.errors import IllegalAction
from tests.games.ravel.bench import X, bench

WHITES_EAST = "O2 B5 W6 K3 W3 O3 K1 B4"  # E meets 2S and, with 3+3 = 6, 13S


def moves(texts: list[str]) -> set[str]:
    """The movements among some texts, as "NE" for N to E."""
    return {text.removeprefix("move ").replace(" ", "") for text in texts if "move" in text}


def test_rvl_66_the_top_card_goes_face_up_on_another_stack() -> None:
    """The moved card covers the old top, which stays face up in its place (ruling Q17)."""
    b = bench(X, n="2S (8S)", e="13S (4S)", tokens="8/8", reward="5S")
    assert b.asked == "RVL-66"
    b.play("move N E", up="8S")
    assert b.stack("E") == "2S 13S (?)"
    assert b.stack("N") == "8S"
    assert b.asked == "RVL-23"


def test_rvl_66_moving_changes_no_dice_and_loses_no_card() -> None:
    """MOVE leaves the board, the other stacks and the number of cards alone."""
    b = bench(X, n="2S (8S)", e="13S (4S)", s="10S (7S)", w="14S", tokens="3/8", reward="6S")
    b.play("move E N", up="4S")
    assert (b.board, b.tokens) == (X, "3/8")
    assert [b.stack(side) for side in "NESW"] == ["13S 2S (?)", "4S", "10S (?)", "14S"]


def test_rvl_67_only_top_cards_move() -> None:
    """From a stack of two face-up cards the upper one goes; the covered one stays (Q18)."""
    b = bench(X, n="2S 1S (8S)", e="14S", tokens="8/8", reward="5S")
    assert moves(b.legal()) == {"NE", "EN"}
    b.play("move N E")
    assert b.stack("E") == "2S 14S"
    assert b.stack("N") == "1S (?)"


def test_rvl_67_a_face_down_top_card_does_not_move() -> None:
    """After the first movement of 5A bared a face-down card, that stack is no source."""
    b = bench(X, n="2S (8S)", e="13S (4S)", s="10S", tokens="8/8", reward="5A")
    b.play("move N E")
    assert b.stack("N") == "(?)"
    assert not {text for text in moves(b.legal()) if text.startswith("N")}
    with pytest.raises(IllegalAction):
        b.play("move N S")


def test_rvl_68_the_destination_is_another_stack() -> None:
    """A card moves to every other side with a stack, never to its own or to an empty side."""
    b = bench(X, n="2S (8S)", e="13S", s="10S", w="", tokens="8/8", reward="5S")
    assert moves(b.legal()) == {"NE", "NS", "EN", "ES", "SN", "SE"}
    with pytest.raises(IllegalAction):
        b.play("move N W")


def test_rvl_68_option_move_to_empty_side_opens_the_empty_sides() -> None:
    """With move_to_empty_side an empty side is a destination too (ruling Q19)."""
    stacks = {"n": "2S (8S)", "e": "13S", "s": "", "w": ""}
    b = bench(X, **stacks, tokens="8/8", reward="5S", move_to_empty_side=True)
    assert moves(b.legal()) == {"NE", "NS", "NW", "EN", "ES", "EW"}
    b.play("move N W", up="8S")
    assert [b.stack(side) for side in "NESW"] == ["8S", "13S", "", "2S"]
    b = bench(X, **stacks, tokens="8/8", reward="5S", move_to_empty_side=False)
    assert moves(b.legal()) == {"NE", "EN"}


def test_rvl_68_option_move_to_empty_side_includes_a_side_just_emptied() -> None:
    """With the option the second movement may go to the side that the first one emptied."""
    stacks = {"n": "2S (8S)", "e": "13S", "s": "10S"}
    b = bench(X, **stacks, tokens="8/8", reward="5A", move_to_empty_side=True)
    b.play("move E S")
    assert b.stack("E") == ""
    b.play("move N E", up="8S")
    assert [b.stack(side) for side in "NESW"] == ["8S", "2S", "13S 10S", ""]


def test_rvl_69_advanced_makes_one_or_two_movements() -> None:
    """5A and 6A may stop after one movement or make a second with its own ends."""
    for card in ("5A", "6A"):
        b = bench(X, n="2S (8S)", e="13S (4S)", s="10S", tokens="8/8", reward=card)
        b.play("move N E")
        assert b.asked == "RVL-69"
        b.play("stop", up="8S")
        assert [b.stack(side) for side in "NESW"] == ["8S", "2S 13S (?)", "10S", ""]
        b = bench(X, n="2S (8S)", e="13S (4S)", s="10S", tokens="8/8", reward=card)
        b.play("move N E")
        b.play("move S N")
        assert [b.stack(side) for side in "NESW"] == ["10S (?)", "2S 13S (?)", "", ""]
        assert b.asked == "RVL-23"


def test_rvl_69_the_same_card_does_not_move_twice() -> None:
    """The second movement may not take the card that was moved first."""
    b = bench(X, n="2S 1S", e="13S 6S", s="10S 14S", tokens="8/8", reward="5A")
    b.play("move N E")
    assert moves(b.legal()) == {"NE", "NS", "SN", "SE"}


def test_rvl_69_two_top_cards_never_trade_places() -> None:
    """No two movements put N's top on E and E's top on N (ruling Q20)."""
    stacks = {"n": "2S (8S)", "e": "13S (4S)", "s": "10S (3S)"}
    first = moves(bench(X, **stacks, tokens="8/8", reward="5A").legal())
    assert len(first) == 6
    for one in first:
        b = bench(X, **stacks, tokens="8/8", reward="5A")
        b.play(f"move {one[0]} {one[1]}")
        for two in moves(b.legal()):
            stacks_now = {side: b.stack(side).split() for side in "NES"}
            stacks_now[two[1]].insert(0, stacks_now[two[0]].pop(0))
            assert (stacks_now["N"][:1], stacks_now["E"][:1]) != (["13S"], ["2S"])


def test_rvl_70_nothing_is_revealed_between_the_movements() -> None:
    """After the first movement the bared card stays face down and cannot be moved."""
    b = bench(X, n="2S (8S)", e="13S (4S)", s="10S (3S)", tokens="8/8", reward="5A")
    b.play("move S N", up="")
    assert b.stack("S") == "(?)"
    assert moves(b.legal()) == {"ES", "EN"}


def test_rvl_70_a_bared_card_that_was_face_up_may_move() -> None:
    """A card bared by the first movement that is face up already may go second."""
    b = bench(X, n="2S (8S)", e="13S 6S (4S)", s="10S (3S)", tokens="8/8", reward="5A")
    b.play("move E S")
    assert {"EN", "ES"} <= moves(b.legal())
    b.play("move E N", up="4S")
    assert [b.stack(side) for side in "NESW"] == ["6S 2S (?)", "4S", "13S 10S (?)", ""]


def test_rvl_71_bared_cards_are_turned_up_after_all_movements() -> None:
    """Both stacks bared by two movements show their new tops afterwards."""
    b = bench(X, n="2S (8S)", e="13S (4S)", s="10S (3S)", tokens="8/8", reward="5A")
    b.play("move N S")
    b.play("move E S", up="8S 4S")
    assert [b.stack(side) for side in "NESW"] == ["8S", "4S", "13S 2S 10S (?)", ""]


def test_rvl_71_a_card_covered_again_stays_face_down() -> None:
    """A bared card that the second movement covers is not turned up (ruling Q21)."""
    b = bench(X, n="2S (8S)", e="13S (4S)", s="10S (3S)", tokens="8/8", reward="5A")
    b.play("move E S")
    b.play("move N E", up="8S")
    assert [b.stack(side) for side in "NESW"] == ["8S", "2S (?)", "13S 10S (?)", ""]
    assert sorted(b.hidden) == ["3S", "4S"]


def test_rvl_72_an_emptied_side_is_no_stack_for_the_second_movement() -> None:
    """Moving the only card of W away leaves no destination there."""
    b = bench(X, n="2S (8S)", e="13S (4S)", s="10S (3S)", w="14S", tokens="8/8", reward="5A")
    b.play("move W N")
    assert b.stack("W") == ""
    assert moves(b.legal()) == {"SE", "SN", "ES", "EN"}
    b.play("stop")
    assert b.stack("W") == ""
    assert not b.can("unlock W")


def test_rvl_73_a_moved_card_is_tested_on_its_new_side() -> None:
    """13S is not met on N of X but is on E, where MOVE takes it."""
    b = bench(X, n="13S", e="14S", tokens="0/8", reward="5S")
    b.play("move N E")
    assert b.legal() == ["unlock E"]


def test_rvl_73_the_covered_card_is_top_again_afterwards() -> None:
    """Unlocking the moved card reveals nothing: the card beneath is face up and active."""
    b = bench(WHITES_EAST, n="2S (8S)", e="13S (4S)", tokens="0/8", reward="5S")
    b.play("move N E", up="8S")
    b.play("unlock E")
    assert b.hand == "2S"
    assert b.stack("E") == "13S (?)"
    b.play("stop")
    assert b.legal() == ["unlock E"]
    b.play("unlock E", up="4S")
    assert b.hand == "13S"


@pytest.mark.parametrize("card", ["5S", "6S", "5A", "6A"])
def test_rvl_74_with_one_stack_move_has_no_effect(card: str) -> None:
    """A single stack is no reason to ask: the reward is over before it begins."""
    low_or_high = {"5S": "O1 W2 K3", "6S": "O4 W5 K6", "5A": "O1 W2 K2", "6A": "O5 W6 K6"}[card]
    b = bench(f"{low_or_high} O3 B3 W3 K1 B4", n=f"{card} (14S) (8S)", tokens="8/8")
    b.play("unlock N", up="14S")
    assert b.asked == "RVL-23"
    assert b.stack("N") == "14S (?)"


def test_rvl_74_option_move_to_empty_side_works_with_one_stack() -> None:
    """With move_to_empty_side the top card of the only stack may go to the three other sides."""
    b = bench(X, e="13S (4S)", tokens="8/8", reward="5S", move_to_empty_side=True)
    assert moves(b.legal()) == {"EN", "ES", "EW"}
    b.play("move E S", up="4S")
    assert [b.stack(side) for side in "NESW"] == ["", "4S", "13S", ""]
