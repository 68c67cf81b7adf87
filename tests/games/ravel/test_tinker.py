"""R.A.V.E.L. §4.5: Swap and Tune."""

from random import Random

import pytest

from ravelbox.kernel.errors import IllegalAction
from tests.games.ravel.bench import X, bench


def test_rvl_39_swap_exchanges_two_neighbours_for_one_token() -> None:
    """Swapping p7 with p0 exchanges the whole dice, colours and values, and costs 1."""
    b = bench(X, n="14S", tokens="8/8")
    b.play("swap p7")
    assert b.board == "B4 W5 O6 K3 B3 W3 K1 O2"
    assert b.tokens == "7/8"


def test_rvl_40_tune_turns_any_die_to_any_face_for_two_tokens() -> None:
    """All 40 changes of one die are offered; each costs 2 and moves nothing (ruling Q3)."""
    dice = X.split()
    texts = bench(X, n="14S", tokens="8/8").legal("tune")
    expected = [
        f"tune p{i} {face}" for i in range(8) for face in range(1, 7) if face != int(dice[i][1])
    ]
    assert texts == expected
    for text in texts:
        _, space, face = text.split()
        after = dice[:]
        after[int(space[1])] = after[int(space[1])][0] + face
        b = bench(X, n="14S", tokens="8/8")
        b.play(text)
        assert b.board == " ".join(after)
        assert b.tokens == "6/8"


def test_rvl_41_the_cost_becomes_spent() -> None:
    """One token for a Swap and two for a Tune go from available to spent."""
    b = bench(X, n="14S", tokens="8/8")
    b.play("swap p0")
    assert (b.state.ready, b.state.spent) == (7, 1)
    b.play("tune p0 6")
    assert (b.state.ready, b.state.spent) == (5, 3)


def test_rvl_41_an_operation_needs_its_tokens() -> None:
    """With one token there is no Tune, with none no Swap either; playing one is refused."""
    assert len(bench(X, n="1S", e="14S", tokens="2/8").legal("tune")) == 40
    b = bench(X, n="1S", e="14S", tokens="1/8")
    assert b.legal("tune") == []
    assert len(b.legal("swap")) == 8
    with pytest.raises(IllegalAction):
        b.play("tune p0 6")
    assert (b.board, b.tokens) == (X, "1/8")
    b = bench(X, n="1S", e="14S", tokens="0/8")
    assert b.legal("swap") == b.legal("tune") == []
    with pytest.raises(IllegalAction):
        b.play("swap p0")


def test_rvl_42_tune_to_the_face_shown_is_illegal() -> None:
    """The face that a die shows already is never offered for it."""
    b = bench(X, n="14S", tokens="8/8")
    for i, die in enumerate(X.split()):
        assert not b.can(f"tune p{i} {die[1]}")
    with pytest.raises(IllegalAction):
        b.play("tune p6 1")


def test_rvl_42_swap_of_two_identical_dice_is_illegal() -> None:
    """Only dice equal in colour and value cannot be swapped; one difference is enough (Q36)."""
    b = bench("O4 O4 K4 K2 B3 W5 W1 B1", n="14S", tokens="8/8")
    assert not b.can("swap p0")
    assert b.can("swap p1")
    assert b.can("swap p2")
    assert len(b.legal("swap")) == 7


def test_rvl_43_a_legal_swap_exists_on_every_board() -> None:
    """Four identical pairs side by side still leave the four Swaps between the pairs."""
    b = bench("O4 O4 W1 W1 K2 K2 B6 B6", n="14S", tokens="1/8")
    assert b.legal() == ["swap p1", "swap p3", "swap p5", "swap p7"]
    b = bench("O4 W4 W4 K4 K4 B4 B4 O4", n="14A", tokens="1/8")
    assert b.legal("swap") == ["swap p0", "swap p2", "swap p4", "swap p6"]


def test_rvl_43_no_board_has_fewer_than_four_swaps() -> None:
    """On 300 random boards of few values the number of Swaps is 8 less the identical pairs."""
    rng = Random(43)
    for _ in range(300):
        colours = list("OOWWKKBB")
        rng.shuffle(colours)
        dice = [f"{colour}{rng.randint(1, 2)}" for colour in colours]
        same = sum(dice[i] == dice[(i + 1) % 8] for i in range(8))
        count = len(bench(" ".join(dice), n="6A", tokens="1/8").legal("swap"))
        assert count == 8 - same >= 4


def test_rvl_44_tinker_never_touches_a_card() -> None:
    """After each of the 48 operations on X every stack is as it was; nothing is turned up."""
    stacks = {"n": "14S (8S)", "e": "13S 2S (3S)", "s": "9S", "w": ""}
    texts = bench(X, **stacks, tokens="8/8").legal()
    tinkers = [text for text in texts if not text.startswith("unlock")]
    assert len(tinkers) == 48
    for text in tinkers:
        b = bench(X, **stacks, tokens="8/8")
        b.play(text, up="")
        assert [b.stack(side) for side in "NESW"] == ["14S (?)", "13S 2S (?)", "9S", ""]
        assert sorted(b.hidden) == ["3S", "8S"]
        assert b.hand == ""
