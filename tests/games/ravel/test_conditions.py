"""R.A.V.E.L. §4.6 and §8.3: the conditions of the 32 cards."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import permutations, product

import pytest

from tests.games.ravel.bench import X, bench, met

DICE = ["O1", "O2", "W1", "W2", "K1", "K2", "B1", "B2"]
CARDS = [f"{n}{kind}" for kind in "SA" for n in range(1, 17)]
EVERY_SIDE = 8 * 7 * 6 * 6**3

# the "Hits" column of §8.3
HITS = {
    "1S": 7776, "1A": 1944, "2S": 7776, "2A": 1944, "3S": 7776, "3A": 1944,
    "4S": 7776, "4A": 1944, "5S": 9072, "5A": 2688, "6S": 9072, "6A": 2688,
    "7S": 9072, "7A": 2016, "8S": 9072, "8A": 2016, "9S": 11760, "9A": 3360,
    "10S": 11760, "10A": 3360, "11S": 8064, "11A": 2688, "12S": 41472, "12A": 23040,
    "13S": 15120, "13A": 8640, "14S": 2016, "14A": 1152, "15S": 32256, "15A": 5184,
    "16S": 31104, "16A": 5184,
}  # fmt: skip

Side = tuple[tuple[str, int], ...]  # three dice in ring order, each a colour and a value
Predicate = Callable[[Side], bool]


def values(side: Side) -> list[int]:
    """The three values in ring order."""
    return [value for _, value in side]


def colours(side: Side) -> set[str]:
    """The different colours on the side."""
    return {colour for colour, _ in side}


def of_colour(side: Side, colour: str) -> list[int]:
    """The values of the dice of one colour."""
    return [value for c, value in side if c == colour]


def twins(side: Side) -> bool:
    """Whether some two dice agree in both colour and value."""
    return len(set(side)) < 3


def is_street(side: Side) -> bool:
    """Whether the values are three consecutive numbers in any order."""
    low, mid, high = sorted(values(side))
    return mid == low + 1 and high == mid + 1


def rises(side: Side) -> bool:
    """Whether the values go up or down by ones along the side."""
    a, b, c = values(side)
    return (b - a, c - b) in {(1, 1), (-1, -1)}


def adds_up(side: Side) -> bool:
    """Whether the largest value is the sum of the others."""
    low, mid, high = sorted(values(side))
    return low + mid == high


PREDICATES: dict[str, Predicate] = {
    "1S": lambda d: len(of_colour(d, "O")) == 2,
    "2S": lambda d: len(of_colour(d, "W")) == 2,
    "3S": lambda d: len(of_colour(d, "K")) == 2,
    "4S": lambda d: len(of_colour(d, "B")) == 2,
    "5S": lambda d: max(values(d)) <= 3,
    "6S": lambda d: min(values(d)) >= 4,
    "7S": lambda d: all(v in {1, 3, 5} for v in values(d)),
    "8S": lambda d: all(v in {2, 4, 6} for v in values(d)),
    "9S": lambda d: sum(values(d)) <= 7,
    "10S": lambda d: sum(values(d)) >= 14,
    "11S": is_street,
    "12S": lambda d: len(colours(d)) == 3,
    "13S": adds_up,
    "14S": lambda d: len(set(values(d))) == 1,
    "15S": lambda d: len(set(values(d))) < 3,
    "16S": lambda d: len(colours(d)) < 3,
    "1A": lambda d: len(of_colour(d, "O")) == 2 and all(v % 2 == 0 for v in of_colour(d, "O")),
    "2A": lambda d: len(of_colour(d, "W")) == 2 and all(v % 2 == 0 for v in of_colour(d, "W")),
    "3A": lambda d: len(of_colour(d, "K")) == 2 and all(v % 2 == 1 for v in of_colour(d, "K")),
    "4A": lambda d: len(of_colour(d, "B")) == 2 and all(v % 2 == 1 for v in of_colour(d, "B")),
    "5A": lambda d: max(values(d)) <= 2,
    "6A": lambda d: min(values(d)) >= 5,
    "7A": lambda d: sorted(values(d)) == [1, 3, 5],
    "8A": lambda d: sorted(values(d)) == [2, 4, 6],
    "9A": lambda d: sum(values(d)) <= 5,
    "10A": lambda d: sum(values(d)) >= 16,
    "11A": rises,
    "12A": lambda d: len(colours(d)) == 3 and len(set(values(d))) == 3,
    "13A": lambda d: adds_up(d) and len(colours(d)) == 3,
    "14A": lambda d: len(set(values(d))) == 1 and len(colours(d)) == 3,
    "15A": twins,
    "16A": twins,
}


def every_side() -> list[tuple[Side, int]]:
    """All ordered sides of three dice, with the number of ways to take them from eight dice."""
    sides: list[tuple[Side, int]] = []
    for trio in product("OWKB", repeat=3):
        ways = sum(
            (first[0], second[0], third[0]) == trio
            for first, second, third in permutations(DICE, 3)
        )
        if ways:
            sides.extend(
                (tuple(zip(trio, faces, strict=True)), ways)
                for faces in product(range(1, 7), repeat=3)
            )
    return sides


def spelt(side: Side) -> str:
    """The side as text, e.g. "O3 O5 B3"."""
    return " ".join(f"{colour}{value}" for colour, value in side)


@cache
def met_on(side: str) -> dict[Side, set[str]]:
    """For every possible three dice on `side`, the cards that the engine says are met."""
    return {dice: met(spelt(dice), side=side) for dice, _ in every_side()}


def holding(card: str, dice: str) -> bool:
    """Whether three dice meet a card on every one of the four sides; they must agree."""
    answers = {card in met(dice, side=side) for side in "NESW"}
    assert len(answers) == 1
    return answers.pop()


def test_there_are_72576_ordered_sides() -> None:
    """The enumeration counts each ordered choice of three of eight dice with all faces once."""
    assert sum(ways for _, ways in every_side()) == EVERY_SIDE == 72576


@pytest.mark.parametrize("card", CARDS)
def test_the_hits_column_is_exact(card: str) -> None:
    """Over all 72 576 ordered sides each card is met exactly as often as §8.3 says."""
    answers = met_on("N")
    assert sum(ways for dice, ways in every_side() if card in answers[dice]) == HITS[card]


@pytest.mark.parametrize("side", "NESW")
def test_every_card_follows_its_predicate(side: str) -> None:
    """On each of the four sides, for every three dice, exactly the cards of §8.3 are met."""
    for dice, cards in met_on(side).items():
        assert cards == {card for card, holds in PREDICATES.items() if holds(dice)}, spelt(dice)


def test_the_average_number_of_met_top_cards_follows_from_the_hits() -> None:
    """Four random tops are met 0.76 times on average with the Standard deck, 0.24 Advanced."""
    totals: Counter[str] = Counter()
    answers = met_on("N")
    for dice, ways in every_side():
        for card in answers[dice]:
            totals[card[-1]] += ways
    assert Fraction(totals["S"] * 4, 16 * EVERY_SIDE) == Fraction(220944, 4 * EVERY_SIDE)
    assert round(totals["S"] * 4 / 16 / EVERY_SIDE, 2) == 0.76
    assert round(totals["A"] * 4 / 16 / EVERY_SIDE, 2) == 0.24


def test_three_colours_and_two_alike_are_complementary() -> None:
    """Every side meets exactly one of 12S and 16S."""
    for dice, cards in met_on("N").items():
        assert len(cards & {"12S", "16S"}) == 1, spelt(dice)


def test_rvl_45_the_side_of_a_card_is_the_line_facing_its_stack() -> None:
    """The same card on the four sides of X is met by the dice of that side only."""
    expected = {
        "1S": "N", "16S": "N", "13S": "E", "5S": "S", "7S": "S", "9S": "SW", "12S": "ESW",
        "15S": "ES", "12A": "W", "13A": "E", "1A": "N",
    }  # fmt: skip
    for card, sides in expected.items():
        offered = ""
        for side in "NESW":
            stacks = {"n": "", "e": "", "s": "", "w": ""} | {side.lower(): f"{card} (8S)"}
            offered += "".join(
                text.removeprefix("unlock ")
                for text in bench(X, **stacks, tokens="8/8").legal("unlock")
            )
        assert offered == sides, card


def test_rvl_46_the_order_of_the_dice_does_not_matter() -> None:
    """Rearranging the three dice changes no condition but 11A, which names the middle space."""
    answers = met_on("N")
    for dice, cards in answers.items():
        for order in permutations(dice):
            assert answers[order] - {"11A"} == cards - {"11A"}


def test_rvl_47_uneven_is_one_three_five_and_even_is_two_four_six() -> None:
    """Three dice showing the same value are "all odd" for 1, 3, 5 and "all even" for 2, 4, 6."""
    for value in range(1, 7):
        dice = f"O{value} W{value} K{value}"
        assert holding("7S", dice) == (value in {1, 3, 5})
        assert holding("8S", dice) == (value in {2, 4, 6})


def test_rvl_48_an_advanced_condition_includes_the_standard_one() -> None:
    """Every side that meets nA meets nS, and each nA is strictly harder (ruling Q13)."""
    for n in range(1, 17):
        harder = 0
        for dice, cards in met_on("N").items():
            assert f"{n}A" not in cards or f"{n}S" in cards, spelt(dice)
            harder += f"{n}S" in cards and f"{n}A" not in cards
        assert harder > 0


@pytest.mark.parametrize(
    ("number", "colour", "others"),
    [(1, "O", "WKB"), (2, "W", "OKB"), (3, "K", "OWB"), (4, "B", "OWK")],
)
def test_rvl_49_cards_1_to_4_want_both_dice_of_a_colour(
    number: int, colour: str, others: str
) -> None:
    """Both dice of the colour anywhere on the side, whatever the third; one is not enough."""
    for other in others:
        for value in range(1, 7):
            assert holding(f"{number}S", f"{colour}1 {other}{value} {colour}6")
            assert holding(f"{number}S", f"{other}{value} {colour}2 {colour}3")
    assert not holding(f"{number}S", " ".join(f"{other}2" for other in others))
    assert not holding(f"{number}S", f"{colour}2 {others[0]}2 {others[1]}2")
    assert not holding(f"{number}S", f"{others[0]}2 {others[0]}2 {colour}2")


@pytest.mark.parametrize(
    ("card", "colour", "other", "parity"),
    [("1A", "O", "W", 0), ("2A", "W", "K", 0), ("3A", "K", "B", 1), ("4A", "B", "O", 1)],
)
def test_rvl_49_advanced_1_to_4_want_that_pair_even_or_odd(
    card: str, colour: str, other: str, parity: int
) -> None:
    """Both named dice are even (1A, 2A) or odd (3A, 4A); the third die is free (ruling Q14)."""
    for first, second, third in product(range(1, 7), repeat=3):
        wanted = first % 2 == parity and second % 2 == parity
        assert holding(card, f"{colour}{first} {other}{third} {colour}{second}") == wanted


def test_rvl_50_cards_5_and_6_bound_every_value() -> None:
    """5S: all ≤ 3, 5A: all ≤ 2; 6S: all ≥ 4, 6A: all ≥ 5."""
    assert holding("5S", "O3 W3 K3")
    assert not holding("5S", "O1 W1 K4")
    assert holding("5A", "O2 W1 K2")
    assert not holding("5A", "O1 W1 K3")
    assert holding("6S", "O4 W4 K4")
    assert not holding("6S", "O6 W6 K3")
    assert holding("6A", "O5 W6 K5")
    assert not holding("6A", "O6 W6 K4")


def test_rvl_51_cards_7_and_8_want_one_parity() -> None:
    """7S all odd, 7A 1-3-5 once each; 8S all even, 8A 2-4-6 once each, in any order."""
    assert holding("7S", "O5 W5 K1")
    assert not holding("7S", "O5 W5 K2")
    assert holding("8S", "O2 W2 K6")
    assert not holding("8S", "O2 W2 K5")
    for order in permutations((1, 3, 5)):
        dice = " ".join(f"{c}{v}" for c, v in zip("OWK", order, strict=True))
        assert holding("7A", dice)
        assert not holding("8A", dice)
    for order in permutations((2, 4, 6)):
        dice = " ".join(f"{c}{v}" for c, v in zip("OWK", order, strict=True))
        assert holding("8A", dice)
        assert not holding("7A", dice)
    assert not holding("7A", "O1 W3 K3")
    assert not holding("8A", "O2 W4 K4")


@pytest.mark.parametrize(
    ("card", "dice", "wanted"),
    [
        ("9S", "O1 W3 K3", True),
        ("9S", "O1 W3 K4", False),
        ("9A", "O1 W2 K2", True),
        ("9A", "O2 W2 K2", False),
        ("10S", "O6 W4 K4", True),
        ("10S", "O6 W4 K3", False),
        ("10A", "O6 W5 K5", True),
        ("10A", "O5 W5 K5", False),
    ],
)
def test_rvl_52_cards_9_and_10_bound_the_sum(card: str, dice: str, wanted: bool) -> None:
    """9S: sum ≤ 7, 9A: ≤ 5; 10S: sum ≥ 14, 10A: ≥ 16; the bounds belong to it (ruling Q7)."""
    assert holding(card, dice) == wanted


def test_rvl_53_a_street_is_three_consecutive_values_in_any_order() -> None:
    """All orders of the four streets meet 11S; nothing wraps round (rulings Q8, Q10)."""
    for low in range(1, 5):
        for order in permutations((low, low + 1, low + 2)):
            assert holding("11S", " ".join(f"{c}{v}" for c, v in zip("OWK", order, strict=True)))
    for no_street in ("O5 W6 K1", "O6 W1 K2", "O1 W2 K4", "O3 W3 K4", "O2 W4 K6", "O1 W6 K5"):
        assert not holding("11S", no_street)
        assert not holding("11A", no_street)


def test_rvl_53_the_advanced_street_has_its_middle_value_in_the_middle() -> None:
    """11A reads from either end: 2-3-4 and 4-3-2 meet it, the other orders do not (Q9)."""
    for low in range(1, 5):
        for order in permutations((low, low + 1, low + 2)):
            dice = " ".join(f"{c}{v}" for c, v in zip("OWK", order, strict=True))
            assert holding("11A", dice) == (order[1] == low + 1)


def test_rvl_53_option_not_ordered_forbids_the_ordered_street() -> None:
    """With street_std_order=not_ordered 11S is met iff it is a street and 11A is not met."""
    for side in "NESW":
        for order in permutations((3, 4, 5)):
            dice = " ".join(f"{c}{v}" for c, v in zip("OWK", order, strict=True))
            cards = met(dice, side=side, street_std_order="not_ordered")
            assert ("11S" in cards) == (order[1] != 4)
            assert ("11A" in cards) == (order[1] == 4)
        assert "11S" not in met("O5 W6 K1", side=side, street_std_order="not_ordered")
        assert "11S" in met("O3 W4 K5", side=side, street_std_order="any")


def test_rvl_53_option_reading_fixes_the_direction() -> None:
    """With street_adv_dir=reading N and S ascend from left to right, W and E downwards."""
    for side, up in (("N", "O3 W4 K5"), ("E", "O3 W4 K5"), ("S", "O5 W4 K3"), ("W", "O5 W4 K3")):
        down = " ".join(reversed(up.split()))
        assert "11A" in met(up, side=side, street_adv_dir="reading")
        assert "11A" not in met(down, side=side, street_adv_dir="reading")
        assert {"11S"} <= met(up, side=side, street_adv_dir="reading")
        assert {"11S"} <= met(down, side=side, street_adv_dir="reading")
        assert "11A" in met(down, side=side, street_adv_dir="either")


def test_rvl_53_both_street_options_work_together() -> None:
    """A street against the reading direction is no 11A, so not_ordered lets it meet 11S."""
    options = {"street_std_order": "not_ordered", "street_adv_dir": "reading"}
    for side, up in (("N", "O3 W4 K5"), ("E", "O3 W4 K5"), ("S", "O5 W4 K3"), ("W", "O5 W4 K3")):
        down = " ".join(reversed(up.split()))
        assert met(up, side=side, **options) & {"11S", "11A"} == {"11A"}
        assert met(down, side=side, **options) & {"11S", "11A"} == {"11S"}


def test_rvl_54_card_12_wants_three_colours() -> None:
    """12S: three colours; 12A: three colours and three values."""
    assert holding("12S", "O3 W3 K3")
    assert not holding("12S", "O1 O2 K3")
    assert holding("12A", "O1 W6 K3")
    assert not holding("12A", "O3 W6 K3")
    assert not holding("12A", "O1 O2 K3")


def test_rvl_55_card_13_wants_the_largest_to_be_the_sum() -> None:
    """13S: the largest is the sum of the others, wherever it lies; 13A: and three colours."""
    assert holding("13S", "O2 W5 K3")
    assert holding("13S", "O1 W1 K2")
    assert holding("13S", "O6 O3 K3")
    assert not holding("13S", "O6 W3 K4")
    assert not holding("13S", "O6 W3 K2")
    assert holding("13A", "O2 W5 K3")
    assert not holding("13A", "O6 O3 K3")
    assert not holding("13A", "O1 W2 K4")


def test_rvl_56_card_14_wants_three_equal_values() -> None:
    """14S: three equal values; 14A: and three colours."""
    assert holding("14S", "O4 O4 K4")
    assert not holding("14S", "O4 W4 K3")
    assert holding("14A", "O4 W4 K4")
    assert not holding("14A", "O4 O4 K4")
    assert not holding("14A", "O4 W4 K3")


def test_rvl_57_cards_15_and_16_want_two_alike() -> None:
    """15S: two equal values; 16S: two equal colours; their Advanced cards: one such twin pair."""
    assert holding("15S", "O4 W4 K1")
    assert not holding("15S", "O4 W5 K1")
    assert holding("16S", "O4 W5 O1")
    assert not holding("16S", "O4 W4 K4")
    for card in ("15A", "16A"):
        assert holding(card, "O4 W1 O4")
        assert not holding(card, "O4 W4 K4")
        assert not holding(card, "O4 W5 O1")


def test_rvl_57_the_same_two_dice_must_agree_in_both() -> None:
    """O3 O5 B3 has a pair of colours and a pair of values, but not the same pair (Q12)."""
    assert holding("15S", "O3 O5 B3")
    assert holding("16S", "O3 O5 B3")
    assert not holding("15A", "O3 O5 B3")
    assert not holding("16A", "O3 O5 B3")


def test_rvl_57_15a_and_16a_are_the_same_condition() -> None:
    """No three dice tell 15A from 16A."""
    assert all(("15A" in cards) == ("16A" in cards) for cards in met_on("N").values())


def test_rvl_57_three_equal_values_contain_two() -> None:
    """By default three of a kind meets 15S, and 15A with a twin pair in it (ruling Q11)."""
    assert holding("15S", "O4 W4 K4")
    assert {"15S", "15A", "16A"} <= met("O4 O4 K4", side="N", pair_match="at_least_two")


def test_rvl_57_option_exactly_two_refuses_three_of_a_kind() -> None:
    """With pair_match=exactly_two only 15S and 15A change, and only on three equal values."""
    for dice, cards in met_on("N").items():
        strict = met(spelt(dice), side="N", pair_match="exactly_two")
        if len(set(values(dice))) == 1:
            assert strict == cards - {"15S", "15A"}
        else:
            assert strict == cards
