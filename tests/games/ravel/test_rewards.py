"""R.A.V.E.L. §4.7 to §4.9: rewards in general, FLIP and NUDGE."""

from itertools import combinations

import pytest

from ravelbox.kernel.errors import IllegalAction
from tests.games.ravel.bench import X, bench, reached

OPENING = {  # the first answers of each reward on X with four stacks, besides "stop"
    "flip": {f"flip p{i}" for i in range(8)},
    "nudge": {f"nudge p{i} {sign}1" for i in range(8) for sign in "+-"}
    - {"nudge p2 +1", "nudge p6 -1"},
    "move": {f"move {a} {b}" for a in "NESW" for b in "NESW" if a != b},
    "rotate": {"rotate cw", "rotate ccw"},
    "exchange": {f"exchange p{i} p{j}" for i, j in combinations(range(8), 2)},
    "retrieve": {"retrieve 1", "retrieve 2"},
    "reroll": {f"reroll {side}" for side in "NESW"},
    "reset": {"reset"},
}
WORDS = ["flip", "nudge", "move", "rotate", "exchange", "retrieve", "reroll", "reset"]
ALL_CARDS = [f"{n}{kind}" for kind in "SA" for n in range(1, 17)]


def word_of(card: str) -> str:
    """The first word of the reward that a card grants: 1 and 2 flip, 3 and 4 nudge, and so on."""
    return WORDS[(int(card[:-1]) - 1) // 2]


def around(card: str) -> dict[str, str]:
    """Four stacks without `card`, none of which is met on X."""
    k = "A" if card.endswith("S") else "S"
    return {"n": f"14{k} (8{k})", "e": f"2{k} (3{k})", "s": f"10{k}", "w": f"6{k}"}


def changed(board: str, faces: dict[int, int]) -> str:
    """The board with some dice showing other faces."""
    dice = board.split()
    for space, face in faces.items():
        dice[space] = f"{dice[space][0]}{face}"
    return " ".join(dice)


def nudged(board: str, steps: int) -> set[str]:
    """All boards whose values differ from `board` by at most `steps` in sum, within 1 to 6."""
    start = tuple(int(die[1]) for die in board.split())
    within = {start}
    for _ in range(steps):
        within |= {
            (*faces[:i], faces[i] + step, *faces[i + 1 :])
            for faces in within
            for i in range(8)
            for step in (-1, 1)
        }
    return {
        changed(board, dict(enumerate(faces)))
        for faces in within
        if min(faces) >= 1 and max(faces) <= 6
    }


@pytest.mark.parametrize("card", ALL_CARDS)
def test_rvl_58_every_reward_is_offered_and_may_be_declined(card: str) -> None:
    """Each of the 32 cards opens its own reward, and "stop" leaves the table as it was (Q5)."""
    b = bench(X, **around(card), tokens="4/8", reward=card)
    expected = OPENING[word_of(card)] | {"stop"}
    if card in {"7A", "8A"}:
        expected |= {"rotate half"}
    if card in {"11A", "12A"}:
        expected |= {"retrieve 3"}
    assert set(b.legal()) == expected
    b.play("stop")
    assert b.asked == "RVL-23"
    assert (b.board, b.tokens, b.hand) == (X, "4/8", "")
    k = "A" if card.endswith("S") else "S"
    assert [b.stack(side) for side in "NESW"] == [f"14{k} (?)", f"2{k} (?)", f"10{k}", f"6{k}"]


@pytest.mark.parametrize(
    ("card", "first"),
    [("1A", "flip p6"), ("3S", "nudge p6 +1"), ("3A", "nudge p6 +1"), ("9A", "exchange p0 p1")],
)
def test_rvl_58_up_to_allows_fewer(card: str, first: str) -> None:
    """A reward of "up to" several may be stopped after one."""
    b = bench(X, **around(card), tokens="4/8", reward=card)
    b.play(first)
    assert b.can("stop")
    b.play("stop")
    assert b.asked == "RVL-23"


@pytest.mark.parametrize(
    ("card", "first"), [("1S", "flip p6"), ("9S", "exchange p0 p1"), ("7S", "rotate cw")]
)
def test_rvl_58_a_fixed_number_is_exact(card: str, first: str) -> None:
    """A reward of a fixed number is over when that number is done (ruling Q6)."""
    b = bench(X, **around(card), tokens="4/8", reward=card)
    b.play(first)
    assert b.asked == "RVL-23"


def test_rvl_58_all_three_means_all_three() -> None:
    """REROLL of a Standard card rolls the whole side; no subset is asked (ruling Q6)."""
    b = bench(X, **around("13S"), tokens="4/8", reward="13S")
    b.play("reroll N", dice="1 1 1")
    assert b.asked == "RVL-84"
    assert b.board == "O1 W1 O1 K3 B3 W3 K1 B4"


@pytest.mark.parametrize("card", ["1S", "3S", "9S", "13S"])
def test_rvl_59_dice_rewards_reach_all_eight_dice(card: str) -> None:
    """Any die may be chosen, although three sides have no stack (ruling Q38)."""
    b = bench(X, n="14S", tokens="4/8", reward=card)
    assert set(b.legal()) == OPENING[word_of(card)] | {"stop"}


def test_rvl_60_a_reward_without_effect_is_skipped() -> None:
    """RETRIEVE with nothing spent is not asked: the next turn begins at once."""
    b = bench(X, e="14S", w="12S (2S)", tokens="8/8")
    b.play("unlock W", up="2S")
    assert b.asked == "RVL-23"
    assert b.hand == ""


def test_rvl_60_move_with_a_single_stack_is_skipped() -> None:
    """MOVE with no second stack is not asked."""
    b = bench(X, s="5S (2S)", tokens="8/8")
    b.play("unlock S", up="2S")
    assert b.asked == "RVL-23"
    assert b.stack("S") == "2S"


@pytest.mark.parametrize(
    ("card", "texts"),
    [
        ("1S", ["flip p0"]),
        ("1A", ["flip p0", "flip p1"]),
        ("3S", ["nudge p0 +1", "nudge p0 +1"]),
        ("3A", ["nudge p0 +1", "nudge p0 +1", "nudge p0 +1"]),
        ("5S", ["move S W"]),
        ("7S", ["rotate ccw"]),
        ("8A", ["rotate half"]),
        ("9S", ["exchange p0 p4"]),
        ("10A", ["exchange p0 p4", "exchange p0 p2"]),
    ],
)
def test_rvl_61_rewards_cost_no_tokens(card: str, texts: list[str]) -> None:
    """Using a reward leaves the tokens alone, and none is needed."""
    for tokens in ("4/8", "0/8"):
        b = bench(X, **around(card), tokens=tokens, reward=card)
        b.play(*texts)
        assert b.hand == ""
        assert b.tokens == tokens


def test_rvl_61_reroll_and_reset_cost_no_tokens() -> None:
    """The two rewards of chance are free as well."""
    b = bench(X, **around("13S"), tokens="0/8", reward="13S")
    b.play("reroll N", dice="2 5 6")
    b.play("place 123")
    assert b.tokens == "0/8"
    b = bench(X, n="14S", e="2S", s="10S", w="6S", tokens="0/8", reward="15S")
    b.play("reset", up="14S 2S 10S 6S")
    assert b.tokens == "0/8"


def test_rvl_62_a_reward_is_finished_before_conditions_count() -> None:
    """A card met between two steps cannot be unlocked there, and is unmet after the second."""
    b = bench("O2 W5 O6 K3 B3 W3 K2 B4", n="14S", s="14A", tokens="8/8", reward="3S")
    b.play("nudge p6 +1")
    assert "14A" in b.met("S")
    assert b.asked == "RVL-64"
    assert b.legal("unlock") == []
    b.play("nudge p6 +1")
    assert b.asked == "RVL-23"
    assert b.legal("unlock") == []


def test_rvl_62_a_passing_unmet_state_loses_nothing() -> None:
    """Without tokens a condition may break and be mended again within one reward."""
    b = bench(X, e="13S", tokens="0/8", reward="3S")
    b.play("nudge p2 -1")
    assert "13S" not in b.met("E")
    assert b.result == "playing"
    b.play("nudge p3 -1")
    assert b.board == "O2 W5 O5 K2 B3 W3 K1 B4"
    assert b.legal() == ["unlock E"]


@pytest.mark.parametrize("value", range(1, 7))
def test_rvl_63_flip_turns_a_die_to_its_opposite_face(value: int) -> None:
    """A value v becomes 7 - v; the die keeps its place and colour (ruling Q3)."""
    board = changed(X, {3: value})
    b = bench(board, **around("2S"), tokens="4/8", reward="2S")
    b.play("flip p3")
    assert b.board == changed(X, {3: 7 - value})


def test_rvl_63_flip_standard_is_one_die() -> None:
    """1S and 2S turn exactly one of the eight dice: eight results besides declining."""
    for card in ("1S", "2S"):
        b = bench(X, **around(card), tokens="4/8", reward=card)
        dice = X.split()
        results = {changed(X, {i: 7 - int(dice[i][1])}) for i in range(8)}
        assert reached(b, 1) == results | {X}


def test_rvl_63_flip_advanced_is_one_or_two_different_dice() -> None:
    """1A and 2A give 8 results with one die and 28 with two; no die is turned back."""
    dice = X.split()
    for card in ("1A", "2A"):
        b = bench(X, **around(card), tokens="4/8", reward=card)
        results = {X}
        for chosen in [*combinations(range(8), 1), *combinations(range(8), 2)]:
            results.add(changed(X, {i: 7 - int(dice[i][1]) for i in chosen}))
        assert len(results) == 37
        assert reached(b, 2) == results
        b.play("flip p6")
        assert set(b.legal()) == {"stop", *(f"flip p{i}" for i in range(8) if i != 6)}
        with pytest.raises(IllegalAction):
            b.play("flip p6")
        b.play("flip p0")
        assert b.asked == "RVL-23"


def test_rvl_64_nudge_makes_two_steps_of_one() -> None:
    """3S and 4S: two steps, each on a die and with a sign of its own choice (ruling Q16)."""
    for card in ("3S", "4S"):
        b = bench(X, **around(card), tokens="4/8", reward=card)
        b.play("nudge p6 +1")
        assert b.board == changed(X, {6: 2})
        assert b.asked == "RVL-64"
        b.play("nudge p2 -1")
        assert b.board == changed(X, {6: 2, 2: 5})
        assert b.asked == "RVL-23"


def test_rvl_64_the_same_die_may_be_nudged_again() -> None:
    """Two steps on one die change it by two; three steps of an Advanced card by three."""
    b = bench(X, **around("4S"), tokens="4/8", reward="4S")
    b.play("nudge p6 +1", "nudge p6 +1")
    assert b.board == changed(X, {6: 3})
    b = bench(X, **around("4A"), tokens="4/8", reward="4A")
    b.play("nudge p6 +1", "nudge p6 +1", "nudge p6 +1")
    assert b.board == changed(X, {6: 4})
    assert b.asked == "RVL-23"


def test_rvl_64_the_order_of_steps_is_free() -> None:
    """A step back to an earlier space is as good as one forward."""
    there = bench(X, **around("3A"), tokens="4/8", reward="3A")
    there.play("nudge p7 +1", "nudge p0 -1", "nudge p7 +1")
    back = bench(X, **around("3A"), tokens="4/8", reward="3A")
    back.play("nudge p0 -1", "nudge p7 +1", "nudge p7 +1")
    assert there.board == back.board == changed(X, {0: 1, 7: 6})


def test_rvl_65_a_step_stays_within_one_to_six() -> None:
    """A 6 cannot go up and a 1 cannot go down, at any step (ruling Q15)."""
    b = bench(X, **around("3A"), tokens="4/8", reward="3A")
    assert not b.can("nudge p2 +1")
    assert not b.can("nudge p6 -1")
    b.play("nudge p1 +1")
    assert not b.can("nudge p1 +1")
    with pytest.raises(IllegalAction):
        b.play("nudge p1 +1")


def test_rvl_65_a_step_does_not_undo_an_earlier_one() -> None:
    """Once a die went up in this reward it cannot go down in it, also two steps later."""
    b = bench(X, **around("3A"), tokens="4/8", reward="3A")
    b.play("nudge p4 +1")
    assert not b.can("nudge p4 -1")
    assert b.can("nudge p4 +1")
    b.play("nudge p0 -1")
    assert not b.can("nudge p4 -1")
    assert not b.can("nudge p0 +1")
    assert b.can("nudge p4 +1")
    with pytest.raises(IllegalAction):
        b.play("nudge p4 -1")


@pytest.mark.parametrize("board", [X, "O3 W3 O4 K3 B3 W3 K4 B3", "O1 W1 O6 K6 B1 W1 K6 B6"])
def test_rvl_65_the_results_are_all_small_changes(board: str) -> None:
    """The results are exactly the value changes of total at most 2 (Advanced 3) within 1 to 6."""
    b = bench(board, n="13S (8S)", e="2S", tokens="4/8", reward="3S")
    assert reached(b, 2) == nudged(board, 2)
    b = bench(board, n="13S (8S)", e="2S", tokens="4/8", reward="3A")
    assert reached(b, 3) == nudged(board, 3)


def test_rvl_65_option_nudge_wrap_turns_six_into_one() -> None:
    """With nudge_wrap a 6 goes up to 1 and a 1 down to 6; without it neither is offered."""
    b = bench(X, **around("3S"), tokens="4/8", reward="3S", nudge_wrap=True)
    b.play("nudge p2 +1", "nudge p6 -1")
    assert b.board == changed(X, {2: 1, 6: 6})
    b = bench(X, **around("3S"), tokens="4/8", reward="3S", nudge_wrap=False)
    assert not b.can("nudge p2 +1")
    assert not b.can("nudge p6 -1")


def test_rvl_65_option_nudge_wrap_reaches_145_and_825_boards() -> None:
    """On a ring of six faces every board has 145 results with two steps and 825 with three."""
    b = bench(X, **around("3S"), tokens="4/8", reward="3S", nudge_wrap=True)
    assert len(reached(b, 2)) == 145
    b = bench(X, **around("3A"), tokens="4/8", reward="3A", nudge_wrap=True)
    assert len(reached(b, 3)) == 825


def test_rvl_65_option_nudge_wrap_still_forbids_undoing() -> None:
    """Also with nudge_wrap a step does not take back an earlier one."""
    b = bench(X, **around("3S"), tokens="4/8", reward="3S", nudge_wrap=True)
    b.play("nudge p2 +1")
    assert not b.can("nudge p2 -1")
    assert b.can("nudge p2 +1")
