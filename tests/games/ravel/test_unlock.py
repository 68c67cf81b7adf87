"""R.A.V.E.L. §4.4: unlocking a card."""

import ravelbox
from ravelbox.kernel.rules import State
from tests.games.ravel.bench import X, bench

GAME = ravelbox.load("ravel")


def removed(state: State) -> list[str]:
    """The cards that have left the game, in order."""
    return [card["id"] for card in GAME.view(state, None).table["removed"]]


def test_rvl_27_only_the_top_card_can_be_unlocked() -> None:
    """A covered card is out of reach, though it is face up and its condition is met."""
    b = bench(X, n="2S 1S", e="14S", tokens="8/8")
    assert "1S" in b.met("N")
    assert b.legal("unlock") == []
    b = bench(X, n="1S 2S", e="14S", tokens="8/8")
    assert b.legal("unlock") == ["unlock N"]


def test_rvl_28_a_card_is_unlocked_by_the_dice_of_its_own_side() -> None:
    """13S can be unlocked on E, where 3+3 = 6, and on no other side of X."""
    for side in "NESW":
        b = bench(X, **{side.lower(): "13S (8S)"}, tokens="8/8")
        assert b.legal("unlock") == (["unlock E"] if side == "E" else [])


def test_rvl_28_the_condition_is_looked_at_when_choosing() -> None:
    """A Swap may meet a condition or break it; the offer follows."""
    b = bench(X, n="13S", e="13A", tokens="8/8")
    assert b.legal("unlock") == ["unlock E"]
    b.play("swap p2")
    assert b.board == "O2 W5 K3 O6 B3 W3 K1 B4"
    assert b.legal("unlock") == ["unlock N", "unlock E"]
    b.play("swap p4")
    assert b.board == "O2 W5 K3 O6 W3 B3 K1 B4"
    assert b.legal("unlock") == ["unlock N", "unlock E"]
    b.play("swap p1")
    assert b.board == "O2 K3 W5 O6 W3 B3 K1 B4"
    assert b.legal("unlock") == ["unlock N"]


def test_rvl_29_dice_of_other_sides_never_matter() -> None:
    """Whatever the five dice off E show, the cards met on E stay the same."""
    before = bench(X, n="14S", tokens="8/8").met("E")
    for space in (0, 1, 5, 6, 7):
        for face in range(1, 7):
            dice = X.split()
            dice[space] = f"{dice[space][0]}{face}"
            assert bench(" ".join(dice), n="14S", tokens="8/8").met("E") == before
    for other in ("W3 B4 O6 K3 B3 K1 W5 O2", "K1 O2 O6 K3 B3 W5 B4 W3"):
        assert bench(other, n="14S", tokens="8/8").met("E") == before


def test_rvl_30_the_card_is_taken_off_its_stack() -> None:
    """The unlocked card lies before the player, its stack is one card lower."""
    b = bench(X, e="13S (14S) (2S)", tokens="0/8")
    b.play("unlock E", up="14S")
    assert b.hand == "13S"
    assert b.stack("E") == "14S (?)"


def test_rvl_31_the_card_beneath_is_turned_up_before_the_reward() -> None:
    """The next card is face up when the reward is offered (ruling Q4)."""
    b = bench(X, e="13S (14S)", tokens="0/8")
    b.play("unlock E", up="14S")
    assert b.asked == "RVL-82"
    assert b.stack("E") == "14S"


def test_rvl_31_a_card_that_is_face_up_already_needs_no_turning() -> None:
    """Nothing is turned up when the card beneath was face up, nor any card deeper down."""
    b = bench(X, e="13S 14S (2S)", tokens="0/8")
    b.play("unlock E")
    assert b.stack("E") == "14S (?)"


def test_rvl_31_an_emptied_side_has_no_stack_any_more() -> None:
    """With nothing beneath, the game goes on with one stack fewer."""
    b = bench(X, n="14S", e="13S", tokens="8/8")
    b.play("unlock E")
    b.play("stop")
    assert b.result == "playing"
    assert [b.stack(side) for side in "NESW"] == ["14S", "", "", ""]
    assert b.legal("unlock") == []


def test_rvl_32_the_reward_comes_now_and_only_now() -> None:
    """The reward is offered right after the Unlock, and is gone when declined."""
    b = bench(X, n="1S (8S)", e="14S", tokens="8/8")
    assert b.legal("flip") == []
    b.play("unlock N", up="8S")
    assert set(b.legal()) == {"stop", *(f"flip p{i}" for i in range(8))}
    b.play("stop")
    assert b.asked == "RVL-23"
    assert b.hand == ""
    assert b.legal("flip") == []


def test_rvl_33_a_declined_reward_is_not_stored() -> None:
    """After two declined rewards the next turn offers neither of them."""
    b = bench(X, n="1S (8S)", s="9S (14S)", tokens="8/8")
    b.play("unlock N", up="8S")
    b.play("stop")
    b.play("unlock S", up="14S")
    assert {text.split()[0] for text in b.legal()} == {"stop", "exchange"}
    b.play("stop")
    assert {text.split()[0] for text in b.legal()} <= {"swap", "tune", "unlock"}


def test_rvl_33_a_reward_is_not_split_over_turns() -> None:
    """1A used for one die only: the second flip does not come back on a later turn."""
    b = bench(X, n="1A (8S)", e="14S", tokens="8/8")
    b.play("unlock N", up="8S")
    b.play("flip p4", "stop")
    b.play("swap p5")
    assert b.asked == "RVL-23"
    assert b.legal("flip") == []


def test_rvl_34_the_unlocked_card_leaves_the_game() -> None:
    """After its reward, used or declined, the card is removed and never dealt again."""
    b = bench(X, n="16S (8S)", e="14S", tokens="8/8")
    b.play("unlock N", up="8S")
    b.play("reset")
    b.play("extra ES", up="14S 8S")
    assert removed(b.state)[-1] == "16S"
    assert [b.stack(side) for side in "NESW"] == ["", "14S", "8S", ""]
    b = bench(X, n="1S (8S)", e="14S", tokens="8/8")
    b.play("unlock N", up="8S")
    b.play("stop")
    assert removed(b.state)[-1] == "1S"


def test_rvl_35_the_revealed_card_can_be_moved_by_the_reward() -> None:
    """5S on S reveals 13S, which its MOVE may carry to E, where it is met next turn."""
    b = bench(X, n="14S", e="10S", s="5S (13S)", tokens="0/8")
    b.play("unlock S", up="13S")
    assert b.legal("unlock") == []
    b.play("move S E")
    assert b.stack("E") == "13S 10S"
    assert b.legal() == ["unlock E"]


def test_rvl_35_the_revealed_card_can_be_shuffled_by_the_reward() -> None:
    """16S on N reveals 8S, which the RESET deals to another side."""
    b = bench(X, n="16S (8S)", e="14S", tokens="8/8")
    b.play("unlock N", up="8S")
    b.play("reset")
    b.play("extra SW", up="8S 14S")
    assert [b.stack(side) for side in "NESW"] == ["", "", "8S", "14S"]


def test_rvl_35_the_revealed_card_waits_for_the_reward() -> None:
    """A revealed card that is met can be unlocked only after the reward."""
    b = bench(X, n="1S (16S)", e="14S", tokens="0/8")
    b.play("unlock N", up="16S")
    assert "16S" in b.met("N")
    assert not b.can("unlock N")
    b.play("flip p4")
    assert b.can("unlock N")


def test_rvl_36_the_unlocked_card_is_in_no_stack() -> None:
    """The card whose MOVE resolves cannot itself be moved: its emptied side is no source."""
    b = bench(X, n="14S", e="10S", s="5S", tokens="0/8")
    b.play("unlock S")
    assert b.stack("S") == ""
    assert set(b.legal("move")) == {"move N E", "move E N"}


def test_rvl_37_each_unlock_is_its_own_turn() -> None:
    """Two met cards are two turns; the other may be taken next if it is still met."""
    b = bench(X, e="13S", s="9S", w="14S", tokens="1/8")
    before = b.state.turns
    assert b.legal("unlock") == ["unlock E", "unlock S"]
    b.play("unlock S")
    b.play("stop")
    assert b.legal("unlock") == ["unlock E"]
    b.play("unlock E")
    b.play("stop")
    assert b.state.turns == before + 2


def test_rvl_37_a_later_unlock_must_still_be_met() -> None:
    """The reward of the first Unlock may break the condition of the second card."""
    b = bench(X, e="13S", s="9S", w="14S", tokens="1/8")
    b.play("unlock S")
    b.play("exchange p3 p6")
    assert b.board == "O2 W5 O6 K1 B3 W3 K3 B4"
    assert not b.can("unlock E")


def test_rvl_38_the_last_card_wins_without_a_reward() -> None:
    """Unlocking the last card of all stacks ends the game; no reward is asked (ruling Q32)."""
    b = bench(X, n="1S", tokens="3/8")
    b.play("unlock N")
    assert b.result == "won"
    assert b.asked == ""
    assert b.legal() == []


def test_rvl_38_the_last_card_of_one_stack_only_still_grants_its_reward() -> None:
    """While another stack has cards the reward of a stack's last card is offered."""
    b = bench(X, n="1S", e="14S", tokens="3/8")
    b.play("unlock N")
    assert b.result == "playing"
    assert b.asked == "RVL-63"
