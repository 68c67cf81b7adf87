"""R.A.V.E.L. §4.11 and §4.12: rewards ROTATE and PERMUTE."""

from itertools import combinations, permutations

import pytest

from ravelbox.kernel.errors import IllegalAction
from tests.games.ravel.bench import X, bench, reached

STACKS = {"n": "14S (12S)", "e": "2S (3S)", "s": "6S", "w": "4S"}  # none is met on X
TWINS = "O4 O4 W1 K2 B3 W5 K6 B1"


def turned(board: str, by: int) -> str:
    """The board with the die of each space p_i on p_(i+by)."""
    dice = board.split()
    return " ".join(dice[(i - by) % 8] for i in range(8))


def exchanged(board: str, first: int, second: int) -> str:
    """The board with two dice exchanged."""
    dice = board.split()
    dice[first], dice[second] = dice[second], dice[first]
    return " ".join(dice)


def rearranged(board: str, most: int) -> set[str]:
    """Every board that comes from putting at most `most` dice back in any arrangement."""
    dice = board.split()
    boards = set()
    for spaces in combinations(range(8), most):
        for order in permutations(spaces):
            after = dice[:]
            for space, source in zip(spaces, order, strict=True):
                after[space] = dice[source]
            boards.add(" ".join(after))
    return boards


@pytest.mark.parametrize("card", ["7S", "8S"])
def test_rvl_75_standard_turns_a_quarter_either_way(card: str) -> None:
    """7S and 8S turn the tile by 90° one way or the other, not by 180°."""
    b = bench(X, **STACKS, tokens="4/8", reward=card)
    assert set(b.legal()) == {"stop", "rotate cw", "rotate ccw"}
    with pytest.raises(IllegalAction):
        b.play("rotate half")


@pytest.mark.parametrize("card", ["7A", "8A"])
def test_rvl_75_advanced_may_turn_by_half(card: str) -> None:
    """7A and 8A add the half turn; one turn is all, whichever it is."""
    for turn in ("cw", "ccw", "half"):
        b = bench(X, **STACKS, tokens="4/8", reward=card)
        assert set(b.legal()) == {"stop", "rotate cw", "rotate ccw", "rotate half"}
        b.play(f"rotate {turn}")
        assert b.asked == "RVL-23"


def test_rvl_75_stacks_stay_where_they_are() -> None:
    """Only the tile turns: every stack keeps its side (ruling Q22)."""
    for turn in ("cw", "ccw", "half"):
        b = bench(X, **STACKS, tokens="4/8", reward="7A")
        b.play(f"rotate {turn}")
        assert [b.stack(side) for side in "NESW"] == ["14S (?)", "2S (?)", "6S", "4S"]


@pytest.mark.parametrize(("turn", "by"), [("cw", 2), ("ccw", 6), ("half", 4)])
def test_rvl_76_each_die_goes_round_the_ring(turn: str, by: int) -> None:
    """A quarter clockwise is two spaces on, counterclockwise six, a half turn four."""
    b = bench(X, **STACKS, tokens="4/8", reward="7A")
    b.play(f"rotate {turn}")
    assert b.board == turned(X, by)


def test_rvl_76_values_do_not_change() -> None:
    """A turned die still shows its number and its colour: p0's orange 2 lies on p2."""
    b = bench(X, **STACKS, tokens="4/8", reward="8S")
    b.play("rotate cw")
    assert b.board.split()[2] == "O2"
    assert sorted(b.board.split()) == sorted(X.split())


@pytest.mark.parametrize("card", ["9S", "10S"])
def test_rvl_77_standard_exchanges_any_two_dice(card: str) -> None:
    """All 28 pairs may be exchanged, neighbours or not, and then the reward is over."""
    b = bench(X, **STACKS, tokens="4/8", reward=card)
    pairs = list(combinations(range(8), 2))
    assert set(b.legal()) == {"stop", *(f"exchange p{i} p{j}" for i, j in pairs)}
    for i, j in pairs:
        b = bench(X, **STACKS, tokens="4/8", reward=card)
        b.play(f"exchange p{i} p{j}")
        assert b.board == exchanged(X, i, j)
        assert b.asked == "RVL-23"


@pytest.mark.parametrize("card", ["9A", "10A"])
def test_rvl_78_advanced_rearranges_two_or_three_dice(card: str) -> None:
    """The results are every exchange of two dice and every cycle of three: 140 (ruling Q23)."""
    b = bench(X, **STACKS, tokens="4/8", reward=card)
    boards = rearranged(X, 3)
    assert len(boards) == 141
    assert reached(b, 2) == boards


def test_rvl_78_the_second_exchange_adds_one_die() -> None:
    """After exchanging p0 and p2, one of these two goes with one of the six other dice."""
    b = bench(X, **STACKS, tokens="4/8", reward="9A")
    b.play("exchange p0 p2")
    assert b.asked == "RVL-78"
    pairs = [tuple(sorted((x, r))) for x in (0, 2) for r in (1, 3, 4, 5, 6, 7)]
    assert set(b.legal()) == {"stop", *(f"exchange p{i} p{j}" for i, j in pairs)}
    with pytest.raises(IllegalAction):
        b.play("exchange p3 p4")
    b.play("exchange p2 p5")
    assert b.board == exchanged(exchanged(X, 0, 2), 2, 5)
    assert b.asked == "RVL-23"


def test_rvl_79_a_choice_without_change_is_not_offered() -> None:
    """Two identical dice cannot be exchanged with each other; the 27 other pairs can (Q36)."""
    b = bench(TWINS, **STACKS, tokens="4/8", reward="9S")
    assert not b.can("exchange p0 p1")
    assert len(b.legal("exchange")) == 27


def test_rvl_79_a_second_exchange_without_change_is_not_offered() -> None:
    """When p2 and p0 trade, O4 lies on p2; trading p2 with the other O4 on p1 does nothing."""
    b = bench(TWINS, **STACKS, tokens="4/8", reward="9A")
    b.play("exchange p0 p2")
    assert not b.can("exchange p1 p2")
    assert b.can("exchange p0 p1")
    assert len(b.legal("exchange")) == 11


def test_rvl_79_with_twins_all_rearrangements_are_still_reached() -> None:
    """On a board with identical dice the results are those of at most three dice, no fewer."""
    b = bench(TWINS, **STACKS, tokens="4/8", reward="10A")
    assert reached(b, 2) == rearranged(TWINS, 3)
