"""Bags against really shuffled cards: what can come up, and how often."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

from ravelbox.kernel.pile import Bags, Pile, face_down

Chances = dict[tuple[int, ...], Fraction]


def draws(bags: Bags, pile: Pile, so_far: tuple[int, ...] = ()) -> Chances:
    """Every order in which a pile can come up, with its exact chance."""
    if not pile:
        return {so_far: Fraction(1)}
    if pile[0] >= 0:
        return draws(bags, pile[1:], (*so_far, pile[0]))
    bag = ~pile[0]
    total: Chances = {}
    for which in range(bags.size(bag)):
        after = bags.clone()
        place = after.draw(bag, which)
        for order, chance in draws(after, (place, *pile[1:]), so_far).items():
            total[order] = total.get(order, Fraction(0)) + chance / bags.size(bag)
    return total


def really(decks: list[tuple[int, ...]]) -> Chances:
    """The exact chances of equally likely decks."""
    return {deck: Fraction(n, len(decks)) for deck, n in Counter(decks).items()}


def test_a_fresh_pile_comes_up_in_every_order_equally_often() -> None:
    """One bag is a shuffled deck."""
    bags = Bags([], [])
    pile = face_down(bags.mix((3, 1, 2, 0)), 4)
    assert draws(bags, pile) == really(list(permutations(range(4))))


def test_discards_put_on_top_are_a_layer_of_their_own() -> None:
    """Everybody knows that those cards come next, in an unknown order."""
    bags = Bags([], [])
    pile = face_down(bags.mix((0, 1)), 2)
    pile = face_down(bags.mix((2, 3)), 2) + pile
    expected = [top + rest for top in permutations((2, 3)) for rest in permutations((0, 1))]
    assert draws(bags, pile) == really(expected)


def test_a_card_whose_place_is_known_comes_up_there() -> None:
    """A known place asks no chance."""
    bags = Bags([], [])
    bag = bags.mix((0, 1))
    assert set(draws(bags, (~bag, 5, ~bag))) == {(0, 5, 1), (1, 5, 0)}


def test_cards_shuffled_into_the_top_part_borrow_from_the_rest() -> None:
    """Exactly as if a real deck's top had been taken, shuffled with the new cards, and put back."""
    bags = Bags([], [])
    pile = face_down(bags.mix((0, 1, 2, 3)), 4)
    top = bags.mix((7, *pile[:2]))
    pile = face_down(top, 3) + pile[2:]
    expected = [
        mixed + deck[2:]
        for deck in permutations(range(4))
        for mixed in permutations((7, *deck[:2]))
    ]
    assert draws(bags, pile) == really(expected)


def test_borrowing_twice_and_drawing_in_between_stays_exact() -> None:
    """Two shuffles of parts, the second over a part of the first, with a card seen in between."""
    bags = Bags([], [])
    pile = face_down(bags.mix((0, 1, 2)), 3)
    first = bags.mix((8, pile[0]))
    pile = face_down(first, 2) + pile[1:]  # two of {8, one of 0 1 2}, then two of the old bag
    second = bags.mix((9, pile[1], pile[2]))
    pile = (pile[0], *face_down(second, 3), pile[3])
    expected = []
    for deck in permutations((0, 1, 2)):
        for one in permutations((8, deck[0])):
            lies = (*one, *deck[1:])
            expected += [
                (lies[0], *mixed, lies[3]) for mixed in permutations((9, lies[1], lies[2]))
            ]
    assert draws(bags, pile) == really(expected)


def test_a_bag_that_goes_in_whole_is_poured_and_its_place_is_used_again() -> None:
    """Reshuffling everything leaves one bag without loans, however often it is done."""
    bags = Bags([], [])
    pile = face_down(bags.mix((0, 1, 2)), 3)
    for _ in range(5):
        pile = face_down(bags.mix(pile), 3)
    assert bags.own == [(0, 1, 2)]
    assert bags.lenders == [()]


def test_a_clone_draws_alone() -> None:
    """What is drawn from a copy stays in the original."""
    bags = Bags([], [])
    bag = bags.mix((0, 1, 2))
    copy = bags.clone()
    copy.draw(bag, 1)
    assert bags.own == [(0, 1, 2)]
    assert copy.own == [(0, 2)]
