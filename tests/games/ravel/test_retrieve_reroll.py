"""R.A.V.E.L. §4.13 and §4.14: rewards RETRIEVE and REROLL."""

from itertools import permutations

import pytest

import ravelbox
from ravelbox.kernel.errors import IllegalAction
from ravelbox.kernel.rules import CHANCE
from tests.games.ravel.bench import X, bench

GAME = ravelbox.load("ravel")
STACKS = {"n": "3S (8S)", "e": "2S (7S)", "s": "10S", "w": "6S"}  # none is met on X
SIDES = {"N": (0, 1, 2), "E": (2, 3, 4), "S": (4, 5, 6), "W": (6, 7, 0)}
PLACES = {f"place {a}{b}{c}" for a, b, c in permutations("123")}


def with_dice(board: str, dice: dict[int, str]) -> str:
    """The board with other dice on some spaces."""
    after = board.split()
    for space, die in dice.items():
        after[space] = die
    return " ".join(after)


@pytest.mark.parametrize("card", ["11S", "12S"])
def test_rvl_80_standard_brings_up_to_two_spent_tokens_back(card: str) -> None:
    """One or two spent tokens become available; three do not."""
    b = bench(X, **STACKS, tokens="3/8", reward=card)
    assert set(b.legal()) == {"stop", "retrieve 1", "retrieve 2"}
    b.play("retrieve 2")
    assert b.tokens == "5/8"
    assert (b.state.ready, b.state.spent) == (5, 3)
    b = bench(X, **STACKS, tokens="3/8", reward=card)
    b.play("retrieve 1")
    assert b.tokens == "4/8"
    assert b.asked == "RVL-23"


@pytest.mark.parametrize("card", ["11A", "12A"])
def test_rvl_80_advanced_brings_up_to_three_spent_tokens_back(card: str) -> None:
    """One, two or three spent tokens become available."""
    for n in (1, 2, 3):
        b = bench(X, **STACKS, tokens="0/8", reward=card)
        assert set(b.legal()) == {"stop", "retrieve 1", "retrieve 2", "retrieve 3"}
        b.play(f"retrieve {n}")
        assert b.tokens == f"{n}/8"


@pytest.mark.parametrize(
    ("tokens", "card", "most"),
    [
        ("7/8", "11S", 1),
        ("6/8", "11S", 2),
        ("7/8", "11A", 1),
        ("6/8", "12A", 2),
        ("9/12", "12A", 3),
    ],
)
def test_rvl_81_only_spent_tokens_come_back(tokens: str, card: str, most: int) -> None:
    """No more tokens are offered than were spent: the starting number is never passed (Q24)."""
    b = bench(X, **STACKS, tokens=tokens, reward=card)
    assert b.legal("retrieve") == [f"retrieve {n}" for n in range(1, most + 1)]
    b.play(f"retrieve {most}")
    start = int(tokens.split("/")[1])
    assert int(b.tokens.split("/")[0]) <= start


def test_rvl_81_tokens_in_the_box_never_enter() -> None:
    """At 8 of 8 nothing is spent, so RETRIEVE is skipped: the box keeps its four tokens."""
    for tokens in ("8/8", "12/12"):
        b = bench(X, n="3S", w="12A (2S)", tokens=tokens)
        b.play("unlock W", up="2S")
        assert b.asked == "RVL-23"
        assert b.tokens == tokens


@pytest.mark.parametrize("side", "NESW")
@pytest.mark.parametrize("card", ["13S", "14S"])
def test_rvl_82_standard_rolls_a_side_and_orders_it(card: str, side: str) -> None:
    """All three dice of the side are rolled; all six orders of the results are offered."""
    spaces = SIDES[side]
    colours = [X.split()[space][0] for space in spaces]
    rolled = [f"{colour}{face}" for colour, face in zip(colours, (1, 2, 4), strict=True)]
    results = set()
    for order in permutations(range(3)):
        b = bench(X, **STACKS, tokens="4/8", reward=card)
        assert b.asked == "RVL-82"
        b.play(f"reroll {side}", dice="1 2 4")
        assert b.asked == "RVL-84"
        assert b.board == with_dice(X, dict(zip(spaces, rolled, strict=True)))
        assert set(b.legal()) == PLACES
        b.play("place " + "".join(str(j + 1) for j in order))
        assert b.board == with_dice(X, {spaces[n]: rolled[j] for n, j in enumerate(order)})
        assert b.asked == "RVL-23"
        results.add(b.board)
    assert len(results) == 6


def test_rvl_82_the_three_rolls_are_fair_and_independent() -> None:
    """Choosing a side leaves chance three questions of six equally likely faces."""
    state = bench(X, **STACKS, tokens="4/8", reward="13S").state.clone()
    state.apply(GAME.space.parse("reroll E"))
    faces = []
    while state.actor == CHANCE:
        faces.append(len(state.legal()))
        state.apply(0)
    assert faces == [6, 6, 6]


@pytest.mark.parametrize("card", ["13A", "14A"])
def test_rvl_83_advanced_rolls_one_to_three_dice_of_the_side(card: str) -> None:
    """After the side one of seven sets of its dice is chosen; none at all is not among them."""
    b = bench(X, **STACKS, tokens="4/8", reward=card)
    b.play("reroll W")
    assert b.asked == "RVL-83"
    assert set(b.legal()) == {f"roll {dice}" for dice in ("1", "2", "3", "12", "13", "23", "123")}


@pytest.mark.parametrize("chosen", ["1", "2", "3", "12", "13", "23", "123"])
def test_rvl_83_only_the_chosen_dice_are_rolled(chosen: str) -> None:
    """The chosen dice show the rolls in ring order, the others keep their numbers."""
    b = bench(X, **STACKS, tokens="4/8", reward="13A")
    b.play("reroll S")
    faces = ["6", "5", "4"][: len(chosen)]
    b.play(f"roll {chosen}", dice=" ".join(faces))
    dice = ["B3", "W3", "K1"]
    for which, face in zip(chosen, faces, strict=True):
        dice[int(which) - 1] = dice[int(which) - 1][0] + face
    assert b.board == with_dice(X, dict(zip((4, 5, 6), dice, strict=True)))
    assert b.asked == "RVL-84"
    assert set(b.legal()) == PLACES


def test_rvl_83_unrolled_dice_may_be_placed_anew_too() -> None:
    """With one die rolled all three of the side may be ordered freely (ruling Q26)."""
    results = set()
    for place in PLACES:
        b = bench(X, **STACKS, tokens="4/8", reward="14A")
        b.play("reroll E")
        b.play("roll 2", dice="5")
        b.play(place)
        results.add(b.board)
    expected = {
        with_dice(X, dict(zip((2, 3, 4), order, strict=True)))
        for order in permutations(("O6", "K5", "B3"))
    }
    assert results == expected


def test_rvl_84_choosing_the_side_commits() -> None:
    """After the choice of the side the reward cannot be declined any more."""
    b = bench(X, **STACKS, tokens="4/8", reward="13S")
    assert b.can("stop")
    b.play("reroll N", dice="1 1 1")
    assert not b.can("stop")
    with pytest.raises(IllegalAction):
        b.play("stop")
    b = bench(X, **STACKS, tokens="4/8", reward="13A")
    assert b.can("stop")
    b.play("reroll N")
    assert not b.can("stop")
    b.play("roll 2", dice="1")
    assert not b.can("stop")


def test_rvl_84_dice_may_stay_where_they_fell() -> None:
    """Placing the dice as they lie is allowed."""
    b = bench(X, **STACKS, tokens="4/8", reward="14S")
    b.play("reroll N", dice="6 1 2")
    b.play("place 123")
    assert b.board == "O6 W1 O2 K3 B3 W3 K1 B4"


@pytest.mark.parametrize("side", "NESW")
@pytest.mark.parametrize("colours", ["OOW", "OWO", "WOO"])
def test_rvl_84_equal_placements_are_offered_once(side: str, colours: str) -> None:
    """With two identical dice anywhere on the side three different placements are left."""
    spaces = SIDES[side]
    rest = iter(["K3", "B3", "W3", "K1", "B4"])
    given = {space: f"{colour}6" for space, colour in zip(spaces, colours, strict=True)}
    board = " ".join(given.get(space) or next(rest) for space in range(8))
    rolled = ["O4" if colour == "O" else "W1" for colour in colours]
    results = []
    for number in range(3):
        b = bench(board, **STACKS, tokens="4/8", reward="14S")
        b.play(f"reroll {side}", dice=" ".join(die[1] for die in rolled))
        assert len(b.legal()) == 3
        b.play(b.legal()[number])
        results.append(b.board)
    expected = {
        with_dice(board, dict(zip(spaces, order, strict=True))) for order in permutations(rolled)
    }
    assert len(expected) == 3
    assert set(results) == expected


def test_rvl_85_dice_stay_on_the_chosen_side() -> None:
    """Whatever the placement, the other five dice keep place and number (ruling Q25)."""
    for side, spaces in SIDES.items():
        for place in PLACES:
            b = bench(X, **STACKS, tokens="4/8", reward="13S")
            b.play(f"reroll {side}", dice="1 2 4")
            b.play(place)
            for space in set(range(8)) - set(spaces):
                assert b.board.split()[space] == X.split()[space]
            before = sorted(X.split()[space][0] for space in spaces)
            assert sorted(b.board.split()[space][0] for space in spaces) == before


@pytest.mark.parametrize("card", ["13S", "13A"])
def test_rvl_85_any_side_may_be_chosen(card: str) -> None:
    """Sides without a stack can be rolled as well."""
    b = bench(X, n="3S", tokens="4/8", reward=card)
    assert set(b.legal()) == {"stop", "reroll N", "reroll E", "reroll S", "reroll W"}


def test_rvl_85_a_rolled_corner_counts_for_both_its_sides() -> None:
    """Rolling N to 2, 5, 4 puts O4 on the corner of E, whose 13S breaks (ruling Q41)."""
    b = bench(X, n="3S", e="13A", tokens="4/8", reward="13S")
    assert "13A" in b.met("E")
    b.play("reroll N", dice="2 5 4")
    b.play("place 123")
    assert "13A" not in b.met("E")
    assert not b.can("unlock E")
