"""R.A.V.E.L. §4.15: reward RESET."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from math import comb

import pytest

import ravelbox
from ravelbox.kernel.errors import IllegalAction
from ravelbox.kernel.rules import CHANCE, State
from tests.games.ravel.bench import X, bench

GAME = ravelbox.load("ravel")
POOL = [f"{n}S" for n in range(1, 15)] + ["1A"]  # fifteen cards beside the one that resets


def heaped(cards: list[str]) -> dict[str, str]:
    """The cards heaped on as few sides as possible, in stacks of up to five."""
    sides = {}
    for number, side in enumerate("nesw"):
        heap = cards[number * 5 : number * 5 + 5]
        sides[side] = " ".join(card if i == 0 else f"({card})" for i, card in enumerate(heap))
    return sides


def letters(sides: tuple[str, ...]) -> str:
    """Sides as one word in the order N, E, S, W."""
    return "".join(sides)


def tops(state: State) -> tuple[str, ...]:
    """The top cards of N, E, S, W; "-" for an empty side."""
    stacks = GAME.view(state, None).table["stacks"]
    return tuple(stacks[side][0]["id"] if stacks[side] else "-" for side in "NESW")


def spread(state: State, text: str) -> dict[tuple[str, ...], Fraction]:
    """The exact chances of the tops after an answer, from every answer that chance can give."""
    first = state.clone()
    first.apply(GAME.space.parse(text))
    chances: dict[tuple[str, ...], Fraction] = {}
    todo = [(first, Fraction(1))]
    while todo:
        now, chance = todo.pop()
        if now.actor != CHANCE:
            chances[tops(now)] = chances.get(tops(now), Fraction(0)) + chance
            continue
        outcomes = now.legal()
        for outcome in outcomes:
            after = now.clone()
            after.apply(outcome)
            todo.append((after, chance / len(outcomes)))
    return chances


@pytest.mark.parametrize("card", ["15S", "16S"])
def test_rvl_86_standard_gathers_shuffles_and_deals_all_cards(card: str) -> None:
    """All cards of all stacks are dealt over the four sides; only the new tops are face up."""
    b = bench(X, n="14S 2S (8S)", e="3S (4S)", s="10S (6S)", w="7S", tokens="8/8", reward=card)
    b.play("reset", up="6S 2S 7S 4S")
    assert [b.stack(side) for side in "NESW"] == ["6S (?)", "2S (?)", "7S (?)", "4S (?)"]
    assert sorted(b.hidden) == ["10S", "14S", "3S", "8S"]
    assert b.asked == "RVL-23"


@pytest.mark.parametrize("n", range(1, 16))
def test_rvl_86_the_deal_is_as_equal_as_possible(n: int) -> None:
    """With n cards every side gets n // 4, and n mod 4 sides one more."""
    cards = POOL[:n]
    b = bench(X, **heaped(cards), tokens="8/8", reward="16S")
    up = " ".join(cards[: min(n, 4)])
    extra = letters(tuple("NESW")[: n % 4])
    if extra:
        b.play("reset")
        b.play(f"extra {extra}", up=up)
    else:
        b.play("reset", up=up)
    heights = [len(b.stack(side).split()) for side in "NESW"]
    assert heights == [n // 4 + (side in extra) for side in "NESW"]


def test_rvl_86_every_order_is_equally_likely() -> None:
    """Five cards, two of them face up before: all 120 rows of four tops are equally likely."""
    b = bench(X, n="14S 2S", e="3S (4S)", s="10S", tokens="8/8", reward="16S")
    b.play("reset")
    chances = spread(b.state, "extra N")
    assert set(chances) == set(permutations(["14S", "2S", "3S", "4S", "10S"], 4))
    assert set(chances.values()) == {Fraction(1, 120)}


@pytest.mark.parametrize("n", range(1, 16))
def test_rvl_87_the_player_chooses_who_gets_more(n: int) -> None:
    """Every choice of n mod 4 sides is offered; without a remainder nothing is asked (Q27)."""
    cards = POOL[:n]
    b = bench(X, **heaped(cards), tokens="8/8", reward="15S")
    if n % 4 == 0:
        b.play("reset", up=" ".join(cards[:4]))
        assert b.asked == "RVL-23"
        return
    b.play("reset")
    assert b.asked == "RVL-87"
    assert set(b.legal()) == {f"extra {letters(c)}" for c in combinations("NESW", n % 4)}
    assert len(b.legal()) == comb(4, n % 4)


def test_rvl_87_the_choice_comes_before_any_card_is_seen() -> None:
    """Between the decision to reset and the choice of sides no card is turned up (Q27)."""
    b = bench(X, n="14S (8S)", e="3S (4S)", s="10S (6S)", tokens="8/8", reward="16S")
    b.play("reset", up="")
    assert b.asked == "RVL-87"
    seen = {card for side in "NESW" for card in b.stack(side).split() if card != "(?)"}
    assert not seen & {"8S", "4S", "6S"}


def test_rvl_87_a_reset_begun_is_not_declined() -> None:
    """After "reset" only the additional cards are open."""
    b = bench(X, n="14S (8S)", e="3S (4S)", s="10S", tokens="8/8", reward="16S")
    assert set(b.legal()) == {"reset", "stop"}
    b.play("reset")
    with pytest.raises(IllegalAction):
        b.play("stop")


def test_rvl_88_empty_sides_take_part_again() -> None:
    """Eight cards of one heap and another are dealt two to each of the four sides."""
    b = bench(X, **heaped(POOL[:8]), tokens="8/8", reward="16S")
    assert b.stack("S") == b.stack("W") == ""
    b.play("reset", up="1S 2S 3S 4S")
    assert [b.stack(side) for side in "NESW"] == ["1S (?)", "2S (?)", "3S (?)", "4S (?)"]


@pytest.mark.parametrize("n", [1, 2, 3])
def test_rvl_88_fewer_than_four_cards_go_to_chosen_sides(n: int) -> None:
    """With n < 4 any n sides get one card each and the others none (ruling Q28)."""
    for chosen in combinations("NESW", n):
        b = bench(X, **heaped(POOL[1 : 1 + n]), tokens="8/8", reward="16S")
        b.play("reset")
        b.play(f"extra {letters(chosen)}", up=" ".join(POOL[1 : 1 + n]))
        dealt = [side for side in "NESW" if b.stack(side)]
        assert dealt == list(chosen)
        assert [b.stack(side) for side in dealt] == POOL[1 : 1 + n]


@pytest.mark.parametrize(
    ("stacks", "sides"),
    [
        ({"n": "14S", "e": "3S (4S)", "s": "10S", "w": "7S"}, "NESW"),
        ({"n": "14S", "e": "3S (4S)", "w": "7S"}, "NEW"),
        ({"n": "14S", "s": "3S (4S)"}, "NS"),
    ],
)
@pytest.mark.parametrize("card", ["15A", "16A"])
def test_rvl_89_any_but_all_stacks_may_be_kept(
    card: str, stacks: dict[str, str], sides: str
) -> None:
    """Every proper subset of the existing stacks is offered, and no empty side (ruling Q31)."""
    b = bench(X, **stacks, tokens="8/8", reward=card)
    b.play("reset")
    assert b.asked == "RVL-89"
    subsets = {letters(c) or "none" for n in range(len(sides)) for c in combinations(sides, n)}
    assert len(subsets) == 2 ** len(sides) - 1
    assert set(b.legal()) == {f"keep {subset}" for subset in subsets}


def test_rvl_89_kept_stacks_stay_as_they_are() -> None:
    """A kept stack keeps place, order and face-up cards; the rest goes over the other sides."""
    b = bench(X, n="14S 2S (8S)", e="3S (4S)", s="10S", tokens="8/8", reward="15A")
    b.play("reset")
    b.play("keep N", up="10S 4S 3S")
    assert [b.stack(side) for side in "NESW"] == ["14S 2S (?)", "10S", "4S", "3S"]


def test_rvl_89_keeping_none_is_the_standard_reset() -> None:
    """With nothing kept all cards go over all four sides."""
    b = bench(X, n="14S (8S)", e="3S (4S)", s="10S", tokens="8/8", reward="16A")
    b.play("reset")
    b.play("keep none")
    assert set(b.legal()) == {"extra N", "extra E", "extra S", "extra W"}
    b.play("extra W", up="10S 8S 4S 3S")
    assert [b.stack(side) for side in "NESW"] == ["10S", "8S", "4S", "3S (?)"]


def test_rvl_89_with_one_stack_there_is_nothing_to_choose() -> None:
    """The only stack cannot be kept, so the question which to keep is not asked."""
    b = bench(X, n="14S (8S)", tokens="8/8", reward="15A")
    b.play("reset")
    assert b.asked == "RVL-87"
    assert len(b.legal()) == 6


def test_rvl_90_kept_stacks_get_no_card_and_do_not_count() -> None:
    """Four cards go over the three sides without a kept stack, however high that stack is."""
    b = bench(X, n="14S 2S (8S)", e="3S (4S) (6S)", s="10S", tokens="8/8", reward="15A")
    b.play("reset")
    b.play("keep N")
    assert set(b.legal()) == {"extra E", "extra S", "extra W"}
    b.play("extra S", up="6S 3S 10S")
    assert [b.stack(side) for side in "NESW"] == ["14S 2S (?)", "6S", "3S (?)", "10S"]


def test_rvl_90_three_kept_stacks_leave_one_side() -> None:
    """With N, E and S kept the cards of W can only go back to W (ruling Q30)."""
    b = bench(X, n="14S", e="3S (4S)", s="10S", w="7S (2S)", tokens="8/8", reward="15A")
    b.play("reset")
    chances = spread(b.state, "keep NES")
    assert chances == {
        ("14S", "3S", "10S", "7S"): Fraction(1, 2),
        ("14S", "3S", "10S", "2S"): Fraction(1, 4),
        ("14S", "3S", "10S", "4S"): Fraction(1, 4),
    }
    b.play("keep NES", up="2S")
    assert [b.stack(side) for side in "NESW"] == ["14S", "3S (?)", "10S", "2S (?)"]


def test_rvl_91_face_up_marks_are_lost() -> None:
    """Cards that lay face up under others are face down after the shuffle."""
    b = bench(X, n="14S 2S 8S", e="3S 4S 6S", s="10S", w="7S", tokens="8/8", reward="15S")
    b.play("reset", up="2S 4S 10S 14S")
    assert [b.stack(side) for side in "NESW"] == ["2S (?)", "4S (?)", "10S (?)", "14S (?)"]


def test_rvl_91_only_redealt_tops_are_turned_up() -> None:
    """A kept stack turns up nothing: as many cards come up as sides were dealt anew."""
    b = bench(X, n="14S (8S)", e="3S 4S", s="10S (6S)", tokens="8/8", reward="15A")
    b.play("reset")
    b.play("keep NS", up="4S 3S")
    assert [b.stack(side) for side in "NESW"] == ["14S (?)", "4S", "10S (?)", "3S"]


def test_rvl_91_a_kept_hidden_card_may_be_any_unseen_one() -> None:
    """With N kept, 3S and one of the two unseen cards go to E and S, all orders alike (§7.2)."""
    b = bench(X, n="14S (8S)", e="3S (4S)", tokens="8/8", reward="15A")
    b.play("reset")
    b.play("keep N")
    quarter = Fraction(1, 4)
    assert spread(b.state, "extra ES") == {
        ("14S", "3S", "4S", "-"): quarter,
        ("14S", "3S", "8S", "-"): quarter,
        ("14S", "4S", "3S", "-"): quarter,
        ("14S", "8S", "3S", "-"): quarter,
    }


def test_rvl_91_two_resets_agree_with_really_shuffled_cards() -> None:
    """After two RESETs that keep different stacks the chances are those of real cards (§7.2).

    The cards are shuffled here as lists, in every possible way that fits what was seen.
    """
    board = "O4 W1 K2 B3 W5 K6 B1 O4"
    b = bench(board, n="14S (8S)", e="16A (4S) (6S)", s="10S (12S)", tokens="8/8", reward="15A")
    b.play("reset")
    b.play("keep N")
    b.play("extra ES", up="4S 8S 16A")
    b.play("unlock W")
    b.play("reset")
    b.play("keep E")
    assert set(b.legal()) == {"extra N", "extra S", "extra W"}

    seen: Counter[tuple[str, ...]] = Counter()
    for below_n, *rest in permutations(["8S", "4S", "6S", "12S"]):
        for east, south, west, below_e, below_s in permutations([*rest, "16A", "10S"]):
            if (east, south, west) != ("4S", "8S", "16A"):
                continue
            assert below_e
            for n, s, w, _ in permutations(["14S", below_n, "8S", below_s]):
                seen[n, "4S", s, w] += 1
    total = sum(seen.values())
    expected = {row: Fraction(count, total) for row, count in seen.items()}
    assert spread(b.state, "extra N") == expected


def test_rvl_92_only_cards_in_the_stacks_are_shuffled() -> None:
    """Neither the card just unlocked nor one removed before can come back (ruling Q29)."""
    b = bench(X, n="1S (16S) (8S)", e="14S", tokens="8/8")
    b.play("unlock N", up="16S")
    b.play("stop")
    b.play("unlock N", up="8S")
    b.play("reset")
    assert set(b.legal()) == {f"extra {letters(c)}" for c in combinations("NESW", 2)}
    half = Fraction(1, 2)
    assert spread(b.state, "extra NW") == {
        ("8S", "-", "-", "14S"): half,
        ("14S", "-", "-", "8S"): half,
    }


def test_rvl_93_dice_and_tokens_stay() -> None:
    """RESET changes neither the board nor the tokens."""
    b = bench(X, n="14S (8S)", e="3S (4S)", tokens="3/8", reward="16S")
    b.play("reset", up="8S 14S 4S 3S")
    assert b.board == X
    assert b.tokens == "3/8"
