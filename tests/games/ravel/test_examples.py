"""R.A.V.E.L. §9: the worked examples, each complete."""

from itertools import combinations, permutations

import pytest

import ravelbox
from ravelbox.games.ravel.seeds import parse_seed
from ravelbox.kernel.errors import IllegalAction
from ravelbox.kernel.match import Match
from tests.games.ravel.bench import Bench, X, bench, met, new, reached
from tests.games.ravel.test_variants import ADVANCED, STANDARD, composed, dig_up

GAME = ravelbox.load("ravel")
MOVING = {"n": "2S (8S)", "e": "13S (4S)", "s": "9S", "w": ""}  # EX-8
MOVING_TWICE = {"n": "2S (8S)", "e": "13S (4S)", "s": "9S (1S)", "w": "12S"}  # EX-10
WHITES_EAST = "O2 B5 W6 K3 W3 O3 K1 B4"  # both white dice on E
END_GAME = {"n": "1S", "e": "13S", "s": "9S (14S)", "w": ""}  # EX-21 and EX-22


def stacks(b: Bench) -> list[str]:
    """The four stacks, N, E, S, W."""
    return [b.stack(side) for side in "NESW"]


def moves(b: Bench) -> set[str]:
    """The movements on offer, as "NE" for N to E."""
    return {text.removeprefix("move ").replace(" ", "") for text in b.legal("move")}


def left(b: Bench) -> int:
    """How many cards are still in the stacks."""
    return sum(len(stack.split()) for stack in stacks(b))


def cards(text: str) -> set[str]:
    """The cards named in a text."""
    return set(text.split())


# EX-1


def test_ex_1_conditions_on_x() -> None:
    """The four sides of X meet exactly the listed cards of all 32."""
    b = bench(X, n="14S")
    assert b.met("N") == cards("1S 16S 1A")
    assert b.met("E") == cards("12S 13S 15S 13A")
    assert b.met("S") == cards("5S 7S 9S 12S 15S")
    assert b.met("W") == cards("9S 12S 12A")


def test_ex_1_why_on_x() -> None:
    """3+3 = 6 on E; K3 and B3 are no twins; 7 is low enough on S and W; 13 is not 14 on N."""
    faces = [int(die[1]) for die in X.split()]
    assert faces[3] + faces[4] == faces[2]
    b = bench(X, n="14S")
    assert "13S" in b.met("E")
    assert "15A" not in b.met("E")
    assert faces[4] + faces[5] + faces[6] == faces[6] + faces[7] + faces[0] == 7
    assert "9S" in b.met("S") & b.met("W")
    assert sum(faces[:3]) == 13
    assert "10S" not in b.met("N")


# EX-2


def test_ex_2_high_sum() -> None:
    """6, 3, 6 is 15: enough for 10S, not for 10A; 10S then exchanges any two of eight dice."""
    assert "10S" in met("O6 W3 K6")
    assert "10A" not in met("O6 W3 K6")
    b = bench("O6 W3 K6 O2 B3 W5 K1 B4", n="10S (8S)", e="14S", tokens="0/8")
    assert b.legal() == ["unlock N"]
    b.play("unlock N", up="8S")
    pairs = {f"exchange p{i} p{j}" for i, j in combinations(range(8), 2)}
    assert set(b.legal()) == pairs | {"stop"}
    b = bench("O6 W3 K6 O2 B3 W5 K1 B4", n="10A (8S)", e="14S", tokens="1/8")
    assert not b.can("unlock N")


# EX-3


def test_ex_3_reveal_before_reward() -> None:
    """14S lies open when REROLL is offered; after declining only 9S is met, and no defeat."""
    b = bench(X, e="13S (14S)", s="9S", tokens="0/8")
    b.play("unlock E", up="14S")
    assert b.hand == "13S"
    assert b.stack("E") == "14S"
    assert b.asked == "RVL-82"
    assert b.can("stop")
    b.play("stop")
    assert b.asked == "RVL-23"
    assert "14S" not in b.met("E")
    assert "9S" in b.met("S")
    assert b.legal() == ["unlock S"]
    assert b.result == "playing"


# EX-4


def test_ex_4_one_token_buys_the_eight_ring_swaps() -> None:
    """With 1/8 exactly the eight ring pairs can be swapped and nothing can be tuned."""
    b = bench(X, e="13S", tokens="1/8")
    assert b.legal("swap") == [f"swap p{i}" for i in range(8)]
    assert b.legal("tune") == []
    reachable = set()
    for text in b.legal("swap"):
        after = bench(X, e="13S", tokens="1/8")
        after.play(text)
        reachable.add(after.board)
    for i, j in ((1, 3), (1, 5), (0, 4)):
        dice = X.split()
        dice[i], dice[j] = dice[j], dice[i]
        assert " ".join(dice) not in reachable


def test_ex_4_swapping_p6_and_p7() -> None:
    """The dice change places and the token is gone."""
    b = bench(X, e="13S", tokens="1/8")
    b.play("swap p6")
    assert b.board == "O2 W5 O6 K3 B3 W3 B4 K1"
    assert b.tokens == "0/8"


def test_ex_4_two_tokens_allow_forty_tunes_too() -> None:
    """With 2/8 there are 8 Swaps and 40 Tunes; p6 shows 1 already and cannot be tuned to it."""
    b = bench(X, e="13S", tokens="2/8")
    assert len(b.legal("swap")) == 8
    assert len(b.legal("tune")) == 40
    assert not b.can("tune p6 1")


# EX-5


def test_ex_5_no_effect_swap() -> None:
    """The identical dice on p0 and p1 cannot be swapped; the other seven pairs can."""
    b = bench("O4 O4 W1 K2 B3 W5 K6 B1", n="14S", tokens="1/8")
    assert not b.can("swap p0")
    assert b.legal() == [f"swap p{i}" for i in range(1, 8)]


# EX-6


def test_ex_6_flip_one() -> None:
    """1S turns K1 on p6 to K6, and that is all."""
    b = bench(X, n="14S", tokens="8/8", reward="1S")
    b.play("flip p6")
    assert b.board == "O2 W5 O6 K3 B3 W3 K6 B4"
    assert b.asked == "RVL-23"
    with pytest.raises(IllegalAction):
        b.play("flip p3")


def test_ex_6_flip_two() -> None:
    """1A turns K1 to K6 and K3 to K4."""
    b = bench(X, n="14S", tokens="8/8", reward="1A")
    b.play("flip p6", "flip p3")
    assert b.board == "O2 W5 O6 K4 B3 W3 K6 B4"
    assert b.asked == "RVL-23"


def test_ex_6_advanced_may_flip_one_or_none() -> None:
    """1A may stop after one die, or before any."""
    b = bench(X, n="14S", tokens="8/8", reward="1A")
    b.play("flip p6", "stop")
    assert b.board == "O2 W5 O6 K3 B3 W3 K6 B4"
    b = bench(X, n="14S", tokens="8/8", reward="1A")
    b.play("stop")
    assert b.board == X


# EX-7


def test_ex_7_nudge_steps() -> None:
    """A 6 cannot go up, also not at the second step; a step is not taken back."""
    b = bench(X, n="14S", tokens="8/8", reward="3S")
    assert not b.can("nudge p2 +1")
    b.play("nudge p1 +1")
    assert not b.can("nudge p1 +1")
    b = bench(X, n="14S", tokens="8/8", reward="3S")
    b.play("nudge p1 -1", "nudge p1 -1")
    assert b.board == "O2 W3 O6 K3 B3 W3 K1 B4"
    b = bench(X, n="14S", tokens="8/8", reward="3S")
    b.play("nudge p6 +1", "nudge p2 -1")
    assert b.board == "O2 W5 O5 K3 B3 W3 K2 B4"
    b = bench(X, n="14S", tokens="8/8", reward="3S")
    b.play("nudge p6 +1")
    assert not b.can("nudge p6 -1")


def test_ex_7_nudge_counts_on_x() -> None:
    """X has 112 results with two steps and 558 with three, "none" included."""
    assert len(reached(bench(X, n="14S", tokens="8/8", reward="3S"), 2)) == 112
    assert len(reached(bench(X, n="14S", tokens="8/8", reward="3A"), 3)) == 558


def test_ex_7_nudge_counts_in_the_middle() -> None:
    """With six 3s and two 4s there are 145 results with two steps and 825 with three."""
    middle = "O3 W3 O4 K3 B3 W3 K4 B3"
    assert len(reached(bench(middle, n="12A", tokens="8/8", reward="3S"), 2)) == 145
    assert len(reached(bench(middle, n="12A", tokens="8/8", reward="3A"), 3)) == 825


def test_ex_7_nudge_wrap() -> None:
    """With nudge_wrap O6 +1 gives O1."""
    b = bench(X, n="14S", tokens="8/8", reward="3S", nudge_wrap=True)
    b.play("nudge p2 +1")
    assert b.board == "O2 W5 O1 K3 B3 W3 K1 B4"


# EX-8


def test_ex_8_move_basics() -> None:
    """Six movements among the three stacks, none to W."""
    b = bench(X, **MOVING, tokens="8/8", reward="5S")
    assert moves(b) == {"NE", "NS", "EN", "ES", "SN", "SE"}


def test_ex_8_move_north_to_east() -> None:
    """2S covers 13S, which stays face up; 8S turns up; E's active card is 2S only."""
    b = bench(X, **MOVING, tokens="8/8", reward="5S")
    b.play("move N E", up="8S")
    assert stacks(b) == ["8S", "2S 13S (?)", "9S", ""]
    assert "13S" in b.met("E")
    assert "2S" not in b.met("E")
    assert not b.can("unlock E")
    again = bench(X, n="8S", e="2S 13S (4S)", s="9S", tokens="8/8", reward="6S")
    again.play("move E N")
    assert again.stack("N") == "2S 8S"


def test_ex_8_the_covered_card_comes_back() -> None:
    """2S, met on E by both white dice, goes; 13S is active without a reveal; then 4S shows."""
    b = bench(WHITES_EAST, **MOVING, tokens="8/8", reward="5S")
    b.play("move N E", up="8S")
    assert b.can("unlock E")
    b.play("unlock E")
    b.play("stop")
    assert b.stack("E") == "13S (?)"
    assert b.can("unlock E")
    b.play("unlock E", up="4S")
    assert b.stack("E") == "4S"


def test_ex_8_move_south_to_north() -> None:
    """After S to N the side S has no stack, and nothing is revealed."""
    b = bench(X, **MOVING, tokens="8/8", reward="5S")
    b.play("move S N")
    assert stacks(b) == ["9S 2S (?)", "13S (?)", "", ""]


# EX-9


def test_ex_9_move_with_one_stack() -> None:
    """5S was the last card of N and only E is left: the reward is skipped."""
    b = bench("O2 W1 O3 K3 B3 W3 K1 B4", n="5S", e="13S (4S)", tokens="8/8")
    b.play("unlock N")
    assert b.asked == "RVL-23"
    assert stacks(b) == ["", "13S (?)", "", ""]


def test_ex_9_move_to_an_empty_side() -> None:
    """With move_to_empty_side 13S may go to N, S or W, and 4S is revealed."""
    for side in "NSW":
        b = bench(
            "O2 W1 O3 K3 B3 W3 K1 B4", n="5S", e="13S (4S)", tokens="8/8", move_to_empty_side=True
        )
        b.play("unlock N")
        assert moves(b) == {"EN", "ES", "EW"}
        b.play(f"move E {side}", up="4S")
        assert b.stack(side) == "13S"
        assert b.stack("E") == "4S"


# EX-10


def test_ex_10_a_the_bared_card_is_not_face_up_yet() -> None:
    """After N to E nothing can be moved from N."""
    b = bench(X, **MOVING_TWICE, tokens="8/8", reward="5A")
    b.play("move N E")
    assert b.stack("N") == "(?)"
    assert moves(b) == {"SN", "SE", "SW", "WN", "WE", "WS"}
    with pytest.raises(IllegalAction):
        b.play("move N S")


def test_ex_10_b_a_card_covered_again_stays_hidden() -> None:
    """E to S, then N to E: 4S stays face down under 2S, 8S is revealed."""
    b = bench(WHITES_EAST, **MOVING_TWICE, tokens="8/8", reward="5A")
    b.play("move E S")
    b.play("move N E", up="8S")
    assert stacks(b) == ["8S", "2S (?)", "13S 9S (?)", "12S"]
    b.play("unlock E", up="4S")
    assert b.stack("E") == "4S"


def test_ex_10_c_tops_cannot_trade_places() -> None:
    """Neither N to E followed by E to N with 13S, nor the other way round, is possible."""
    b = bench(X, **MOVING_TWICE, tokens="8/8", reward="5A")
    b.play("move N E")
    assert not b.can("move E N")
    b = bench(X, **MOVING_TWICE, tokens="8/8", reward="5A")
    b.play("move E N")
    assert not b.can("move N E")


def test_ex_10_d_an_emptied_side_is_no_destination() -> None:
    """After W to N: not E to W, not 12S again, not the covered 2S; four movements are legal."""
    b = bench(X, **MOVING_TWICE, tokens="8/8", reward="5A")
    b.play("move W N")
    assert stacks(b) == ["12S 2S (?)", "13S (?)", "9S (?)", ""]
    assert not b.can("move E W")
    assert moves(b) == {"SE", "SN", "ES", "EN"}


def test_ex_10_e_a_bared_face_up_card_may_move() -> None:
    """6S, face up from an earlier MOVE, goes second; then 4S is revealed."""
    b = bench(X, n="2S (8S)", e="13S 6S (4S)", s="9S (1S)", w="12S", tokens="8/8", reward="5A")
    b.play("move E S")
    assert b.can("move E N")
    b.play("move E N", up="4S")
    assert stacks(b) == ["6S 2S (?)", "4S", "13S 9S (?)", "12S"]


# EX-11


def test_ex_11_rotate_clockwise() -> None:
    """Each side now has what its counterclockwise neighbour had; the stacks did not move."""
    b = bench(X, n="14S", e="3S", s="10S", w="6S", tokens="8/8", reward="7S")
    before = {side: b.met(side) for side in "NESW"}
    b.play("rotate cw")
    assert b.board == "K1 B4 O2 W5 O6 K3 B3 W3"
    assert b.met("N") == cards("9S 12S 12A") == before["W"]
    assert b.met("E") == cards("1S 16S 1A") == before["N"]
    assert b.met("S") == cards("12S 13S 15S 13A") == before["E"]
    assert b.met("W") == cards("5S 7S 9S 12S 15S") == before["S"]
    assert stacks(b) == ["14S", "3S", "10S", "6S"]


def test_ex_11_half_a_turn_is_advanced() -> None:
    """180° is offered by 7A and not by 7S."""
    assert not bench(X, n="14S", tokens="8/8", reward="7S").can("rotate half")
    b = bench(X, n="14S", tokens="8/8", reward="7A")
    b.play("rotate half")
    assert b.board == "B3 W3 K1 B4 O2 W5 O6 K3"


# EX-12


def test_ex_12_permute_counts() -> None:
    """28 exchanges and 112 cycles of three are 140 different boards, besides X itself."""
    dice = X.split()
    exchanges, cycles = set(), set()
    for p, q in combinations(range(8), 2):
        after = dice[:]
        after[p], after[q] = dice[q], dice[p]
        exchanges.add(" ".join(after))
    for p, q, r in permutations(range(8), 3):
        after = dice[:]
        after[p], after[q], after[r] = dice[q], dice[r], dice[p]
        cycles.add(" ".join(after))
    assert (len(exchanges), len(cycles), len(exchanges | cycles)) == (28, 112, 140)
    b = bench(X, n="14S", tokens="8/8", reward="9A")
    assert reached(b, 2) == exchanges | cycles | {X}


def test_ex_12_permute_three_dice() -> None:
    """p0 with p2, then p0 with p5: W3 on p0, O2 on p2, O6 on p5, and no fourth die."""
    b = bench(X, n="14S", tokens="8/8", reward="9A")
    b.play("exchange p0 p2")
    touched = {frozenset(text.split()[1:]) for text in b.legal("exchange")}
    assert all(len(pair & {"p0", "p2"}) == 1 for pair in touched)
    b.play("exchange p0 p5")
    assert b.board == "W3 W5 O2 K3 B3 O6 K1 B4"
    assert b.asked == "RVL-23"


# EX-13


def test_ex_13_reroll_a_side() -> None:
    """S is rolled to B2, W6, K6; six placements; K6 B2 W6 leaves the other dice alone."""
    b = bench(X, n="3S", tokens="8/8", reward="14S")
    b.play("reroll S", dice="2 6 6")
    assert b.board == "O2 W5 O6 K3 B2 W6 K6 B4"
    assert len(b.legal()) == 6
    b.play("place 312")
    assert b.board == "O2 W5 O6 K3 K6 B2 W6 B4"


def test_ex_13_reroll_two_dice_or_decline_is_illegal() -> None:
    """No choice of dice comes before the roll, and no way back after it."""
    b = bench(X, n="3S", tokens="8/8", reward="14S")
    assert b.legal("roll") == []
    b.play("reroll S", dice="2 6 6")
    assert b.legal("roll") == []
    assert not b.can("stop")
    assert set(b.legal()) == {f"place {a}{b}{c}" for a, b, c in permutations("123")}


def test_ex_13_twins_have_three_placements() -> None:
    """A side rolled to O4, W1, O4 can be placed in three different ways."""
    b = bench(X, n="3S", tokens="8/8", reward="14S")
    b.play("reroll N", dice="4 1 4")
    assert b.board == "O4 W1 O4 K3 B3 W3 K1 B4"
    assert len(b.legal()) == 3


# EX-14


def test_ex_14_reroll_one_die() -> None:
    """E with only p3 rolled to 6: O6, K6 and B3 are ordered freely."""
    b = bench(X, n="3S", tokens="8/8", reward="14A")
    b.play("reroll E")
    b.play("roll 2", dice="6")
    assert b.board == "O2 W5 O6 K6 B3 W3 K1 B4"
    assert len(b.legal()) == 6
    b.play("place 312")
    assert b.board == "O2 W5 B3 O6 K6 W3 K1 B4"


def test_ex_14_ordering_without_rolling_is_illegal() -> None:
    """After the side only sets of one to three dice are offered, no placement."""
    b = bench(X, n="3S", tokens="8/8", reward="14A")
    b.play("reroll E")
    assert set(b.legal()) == {"roll 1", "roll 2", "roll 3", "roll 12", "roll 13", "roll 23"} | {
        "roll 123"
    }


# EX-15


@pytest.mark.parametrize(
    ("count", "choices", "extra", "heights"),
    [
        (6, 6, "EW", [1, 2, 1, 2]),
        (3, 4, "NSW", [1, 0, 1, 1]),
        (1, 4, "S", [0, 0, 1, 0]),
        (8, 1, "", [2, 2, 2, 2]),
    ],
)
def test_ex_15_reset_sizes(count: int, choices: int, extra: str, heights: list[int]) -> None:
    """Six, three, one and eight cards left: so many choices, and these heights."""
    pool = STANDARD[:count]
    b = bench(X, n=" ".join(pool[:4]), e=" ".join(pool[4:]), tokens="8/8", reward="15S")
    up = " ".join(pool[: min(count, 4)])
    if choices > 1:
        b.play("reset")
        assert len(b.legal("extra")) == len(b.legal()) == choices
        b.play(f"extra {extra}", up=up)
    else:
        b.play("reset", up=up)
        assert b.asked == "RVL-23"
    assert [len(stack.split()) for stack in stacks(b)] == heights


def test_ex_15_the_card_that_resets_is_not_dealt() -> None:
    """16S unlocked with five other cards in play: five cards are dealt 2, 1, 1, 1."""
    b = bench(X, n="16S (8S)", e="14S (3S)", s="10S", w="6S", tokens="8/8")
    b.play("unlock N", up="8S")
    b.play("reset")
    assert b.legal() == ["extra N", "extra E", "extra S", "extra W"]
    b.play("extra N", up="3S 10S 8S 6S")
    assert [len(stack.split()) for stack in stacks(b)] == [2, 1, 1, 1]
    assert b.hidden == ["14S"]


# EX-16


def keeping() -> Bench:
    """The table of EX-16: 15A was unlocked from W."""
    return bench(X, n="1S", e="2S (3S) (4S)", s="5S 6S", w="", tokens="8/8", reward="15A")


def test_ex_16_keep_south() -> None:
    """1S, 2S, 3S, 4S go over N, E and W, one of which gets two; S stays as it is."""
    for side in "NEW":
        b = keeping()
        b.play("reset")
        b.play("keep S")
        assert b.legal() == ["extra N", "extra E", "extra W"]
        b.play(f"extra {side}", up="4S 1S 3S")
        heights = {s: len(b.stack(s).split()) for s in "NEW"}
        assert heights == {s: 1 + (s == side) for s in "NEW"}
        assert b.stack("S") == "5S 6S"
        assert b.hidden == ["2S"]


def test_ex_16_keep_north_and_south() -> None:
    """2S, 3S, 4S go over E and W as two and one."""
    for side in "EW":
        b = keeping()
        b.play("reset")
        b.play("keep NS")
        assert b.legal() == ["extra E", "extra W"]
        b.play(f"extra {side}", up="4S 2S")
        assert {s: len(b.stack(s).split()) for s in "EW"} == {s: 1 + (s == side) for s in "EW"}
        assert (b.stack("N"), b.stack("S")) == ("1S", "5S 6S")
        assert b.hidden == ["3S"]


def test_ex_16_not_all_stacks_and_no_empty_side() -> None:
    """Keeping N, E and S is no reset, and W has nothing to keep."""
    b = keeping()
    b.play("reset")
    wanted = {"none", "N", "E", "S", "NE", "NS", "ES"}
    assert set(b.legal()) == {f"keep {sides}" for sides in wanted}


# EX-17


def test_ex_17_retrieve_cap_standard() -> None:
    """At 7/8 12S returns one token; at 8/8 the reward is skipped."""
    b = bench(X, e="14S", w="12S (2S)", tokens="7/8")
    b.play("unlock W", up="2S")
    assert b.legal() == ["stop", "retrieve 1"]
    b.play("retrieve 1")
    assert b.tokens == "8/8"
    b = bench(X, e="14S", w="12S (2S)", tokens="8/8")
    b.play("unlock W", up="2S")
    assert b.asked == "RVL-23"
    assert b.tokens == "8/8"


def test_ex_17_retrieve_cap_advanced() -> None:
    """At 3/8 12A returns up to three; at 9/12 11A fills up to 12/12."""
    b = bench(X, e="14S", tokens="3/8", reward="12A")
    assert b.legal("retrieve") == ["retrieve 1", "retrieve 2", "retrieve 3"]
    b.play("retrieve 3")
    assert b.tokens == "6/8"
    b = bench(X, e="14S", tokens="9/12", reward="11A")
    b.play("retrieve 3")
    assert b.tokens == "12/12"


# EX-18


def test_ex_18_pairs() -> None:
    """Pairs of value, of colour and of both, on three sides."""
    assert met("O3 O5 B3") == cards("1S 7S 15S 16S")
    assert met("O3 O3 B3") == cards("1S 5S 7S 14S 15S 16S 15A 16A")
    assert met("O3 W3 B3") == cards("5S 7S 12S 14S 15S 14A")


def test_ex_18_exactly_two() -> None:
    """With exactly_two O3 O3 B3 fails 15S and 15A but meets 16S and 16A."""
    assert met("O3 O3 B3", pair_match="exactly_two") == cards("1S 5S 7S 14S 16S 16A")


# EX-19


@pytest.mark.parametrize(
    ("values", "wanted"),
    [("453", "11S"), ("345", "11S 11A"), ("543", "11S 11A"), ("561", "")],
)
def test_ex_19_streets(values: str, wanted: str) -> None:
    """Which of the two street cards the values in ring order meet, on any side."""
    dice = " ".join(f"{colour}{value}" for colour, value in zip("OWK", values, strict=True))
    for side in "NESW":
        assert met(dice, side=side) & {"11S", "11A"} == cards(wanted)


def test_ex_19_reading_direction() -> None:
    """With reading 3 4 5 in ring order meets 11A on N and E only, 5 4 3 on S and W only."""
    rising = {side for side in "NESW" if "11A" in met("O3 W4 K5", side, street_adv_dir="reading")}
    falling = {side for side in "NESW" if "11A" in met("O5 W4 K3", side, street_adv_dir="reading")}
    assert rising == {"N", "E"}
    assert falling == {"S", "W"}


def test_ex_19_not_ordered() -> None:
    """With not_ordered 3 4 5 fails 11S and 4 5 3 meets it."""
    assert "11S" not in met("O3 W4 K5", street_std_order="not_ordered")
    assert "11S" in met("O4 W5 K3", street_std_order="not_ordered")


# EX-20


def test_ex_20_advanced_colour_pairs() -> None:
    """The odd white die does not matter for 1A; 1+1 = 2 in three colours is 13A."""
    assert met("O2 O2 W1") & set(ADVANCED) == cards("1A 5A 9A 15A 16A")
    assert met("O1 K1 W2") == cards("5S 9S 12S 13S 15S 5A 9A 13A")


# EX-21


def test_ex_21_full_end_game_victory() -> None:
    """Four Unlocks, with PERMUTE and REROLL between them, win in four turns with 1 token."""
    b = bench(X, **END_GAME, tokens="1/8")
    start = b.state.turns

    b.play("unlock S", up="14S")
    assert b.stack("S") == "14S"
    b.play("exchange p3 p6")
    assert b.board == "O2 W5 O6 K1 B3 W3 K3 B4"
    assert "13S" not in b.met("E")
    assert not b.can("unlock E")

    b.play("unlock S")
    assert b.stack("S") == ""
    b.play("reroll E", dice="1 2 3")
    b.play("place 123")
    assert b.board == "O2 W5 O1 K2 B3 W3 K3 B4"

    b.play("unlock E")
    b.play("stop")
    assert b.result == "playing"

    b.play("unlock N")
    assert b.result == "won"
    assert b.tokens == "1/8"
    assert b.state.turns - start == 4
    assert left(b) == 0


# EX-22


def test_ex_22_same_start_without_tokens_defeat() -> None:
    """Declining twice leaves 14S on S, which no single flip can meet: defeat with 1 card left."""
    for answer in ["stop", *(f"flip p{i}" for i in range(8))]:
        b = bench(X, **END_GAME, tokens="0/8")
        b.play("unlock S", up="14S")
        b.play("stop")
        b.play("unlock E")
        b.play("stop")
        b.play("unlock N")
        assert b.asked == "RVL-63"
        b.play(answer)
        assert "14S" not in b.met("S")
        assert b.result == "lost"
        assert b.asked == ""
        assert left(b) == 1


# EX-23


def test_ex_23_one_token_left() -> None:
    """With one token and nothing met only Swaps are legal; a Swap that helps nothing loses."""
    b = bench(X, n="14S", tokens="1/8")
    assert b.result == "playing"
    swaps = b.legal()
    assert swaps == [f"swap p{i}" for i in range(8)]
    for swap in swaps:
        b = bench(X, n="14S", tokens="1/8")
        b.play(swap)
        assert b.result == "lost"
    b = bench(X, n="14S", tokens="1/8")
    b.play("resign")
    assert b.result == "lost"


# EX-24


def test_ex_24_last_card() -> None:
    """The last card, met, without tokens: victory, no reward and no test of defeat."""
    b = bench(X, n="1S", tokens="0/8")
    b.play("unlock N")
    assert b.result == "won"
    assert b.asked == ""


# EX-25


def test_ex_25_zero_tokens_retrieve_chain() -> None:
    """12S on W reveals 7S and retrieves two; 7S is not met, but two tokens go on."""
    b = bench(X, w="12S (7S)", tokens="0/8")
    b.play("unlock W", up="7S")
    assert b.stack("W") == "7S"
    assert b.result == "playing"
    b.play("retrieve 2")
    assert b.tokens == "2/8"
    assert "7S" not in b.met("W")
    assert not b.can("unlock W")
    assert b.result == "playing"
    assert len(b.legal()) == 48


# EX-26


def test_ex_26_wild_deck_may_hold_11_twice_and_3_never() -> None:
    """Some Wild(4) deck holds 11S and 11A and neither 3S nor 3A; its start shows k only."""
    wanted, unwanted = {"11S", "11A"}, {"3S", "3A"}
    for seed in (f"WILD-{number}" for number in range(2000)):
        deck = set(composed(seed, "W4"))
        if wanted <= deck and not unwanted & deck:
            break
    match = new(seed=seed, deck="W4")
    table = match.view(0).table
    assert table["deck"] == "W4"
    assert [card["id"] for card in table["cogs"]] == STANDARD + ADVANCED
    found = {card for stack in dig_up(match).values() for card in stack}
    assert wanted <= found
    assert not unwanted & found


def test_ex_26_total_retrieval() -> None:
    """11S and 11A retrieve 2 + 3 tokens, and 12S and 12A another 2 + 3."""
    b = bench(
        "O1 W2 K3 O6 B3 W3 K1 B4",
        n="11S (11A) (12S) (12A)",
        e="14S",
        tokens="0/12",
    )
    tokens = []
    for amount, following in ((2, "11A"), (3, "12S"), (2, "12A"), (3, "")):
        b.play("unlock N", up=following)
        b.play(f"retrieve {amount}")
        tokens.append(b.tokens)
    assert tokens == ["2/12", "5/12", "7/12", "10/12"]


# EX-27


def dealt(text: str) -> Match:
    """The match of a seed string."""
    seed = parse_seed(text)
    return new(seed=seed.seed, deck=seed.deck, tokens=seed.tokens)


def by_side(order: str) -> dict[str, list[str]]:
    """A deck order as four stacks, dealt round by round."""
    return {side: order.split()[i::4] for i, side in enumerate("NESW")}


def test_ex_27_seed_vector_board_and_tops() -> None:
    """The dice of RAVEL-DEMO, eight tokens, and no top card met."""
    table = dealt("RVL1:S:8:RAVEL-DEMO").view(0).table
    board = " ".join(f"{die['colour']}{die['face']}" for die in table["dice"])
    assert board == "K5 B3 B4 W4 K6 O5 W6 O2"
    tops = {side: stack[0]["id"] for side, stack in table["stacks"].items()}
    assert tops == {"N": "8S", "E": "14S", "S": "4S", "W": "5S"}
    assert not any(table["met"].values())
    assert (table["ready"], table["spent"]) == (8, 0)


def test_ex_27_seed_vector_stacks() -> None:
    """All four stacks of RAVEL-DEMO, top first, and the deck order they come from."""
    found = dig_up(dealt("RVL1:S:8:RAVEL-DEMO"))
    assert found == {
        "N": ["8S", "1S", "3S", "16S"],
        "E": ["14S", "11S", "12S", "7S"],
        "S": ["4S", "15S", "9S", "6S"],
        "W": ["5S", "2S", "10S", "13S"],
    }
    assert found == by_side("8S 14S 4S 5S 1S 11S 15S 2S 3S 12S 9S 10S 16S 7S 6S 13S")


def test_ex_27_seed_vector_reroll_tapes() -> None:
    """The first REROLL shows 4, 1, 5, the second 4, 5, 4."""
    match = dealt("RVL1:S:8:RAVEL-DEMO")
    match.state = bench(X, n="2S", e="13S", tokens="8/8", reward="14S").state
    tapes = []
    for text in ("reroll W", "place 123", "unlock E", "reroll W", "place 123"):
        match.play(0, [GAME.space.parse(text)])
        faces = [die["face"] for die in match.view(0).table["dice"]]
        if text.startswith("reroll"):
            tapes.append([faces[6], faces[7], faces[0]])
    assert tapes == [[4, 1, 5], [4, 5, 4]]


def test_ex_27_seed_vector_wild() -> None:
    """W4 with this seed: 5S 12S 15S 13S leave, 3A 15A 5A 7A enter, in this order."""
    found = dig_up(dealt("RVL1:W4:8:RAVEL-DEMO"))
    assert found == by_side("8S 14S 4S 1S 11S 2S 5A 7A 3S 9S 10S 3A 16S 7S 6S 15A")
    deck = {card for stack in found.values() for card in stack}
    assert set(STANDARD) - deck == {"5S", "12S", "15S", "13S"}
    assert deck & set(ADVANCED) == {"3A", "15A", "5A", "7A"}


def test_ex_27_seed_vector_controlled() -> None:
    """C4 with this seed, in this order."""
    found = dig_up(dealt("RVL1:C4:8:RAVEL-DEMO"))
    assert found == by_side("8S 12A 14S 4S 1S 11S 13A 2S 5A 3S 9S 10S 16S 7S 6S 15A")


def test_ex_27_seed_vector_reset() -> None:
    """The first RESET of six cards, with additional cards on E and W."""
    match = dealt("RVL1:S:8:RAVEL-DEMO")
    match.state = bench(
        X, n="3S (5S)", e="9S (11S)", s="14S", w="16S", tokens="8/8", reward="15S"
    ).state
    for text in ("reset", "extra EW"):
        match.play(0, [GAME.space.parse(text)])
    shown = {
        side: [card["id"] if card else "(?)" for card in stack]
        for side, stack in match.view(0).table["stacks"].items()
    }
    assert shown == {"N": ["3S"], "E": ["16S", "(?)"], "S": ["14S"], "W": ["11S", "(?)"]}
    assert dig_up(match) == {"N": ["3S"], "E": ["16S", "9S"], "S": ["14S"], "W": ["11S", "5S"]}


# EX-28


def test_ex_28_reset_with_one_card() -> None:
    """The one card left goes where the player wants: on E it wins, elsewhere all is lost."""
    for side in "NESW":
        b = bench(X, n="16S", e="13S", tokens="0/8")
        b.play("unlock N")
        assert b.legal() == ["stop", "reset"]
        b.play("reset")
        assert b.legal() == ["extra N", "extra E", "extra S", "extra W"]
        b.play(f"extra {side}", up="13S")
        assert b.stack(side) == "13S"
        if side == "E":
            assert b.result == "playing"
            b.play("unlock E")
            assert b.result == "won"
        else:
            assert b.result == "lost"


def test_ex_28_declining_leaves_the_card_on_east() -> None:
    """Without the RESET 13S stays on E, where it wins."""
    b = bench(X, n="16S", e="13S", tokens="0/8")
    b.play("unlock N")
    b.play("stop")
    assert b.stack("E") == "13S"
    b.play("unlock E")
    assert b.result == "won"
