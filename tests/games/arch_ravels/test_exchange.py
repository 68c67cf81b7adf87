"""Arch Ravels §4.8: Exchange, one pair of colours or freely."""

from typing import Any

import pytest

from tests.games.arch_ravels.pattern_book import COLOURS, exchanges, numbers
from tests.games.arch_ravels.studio import Studio, studio

SHELF = ["hat"]  # so that step 3 asks, and the turn is still the same


def at_exchange(bowl: str, **options: Any) -> Studio:
    """Seat 0 on Exchange with this bowl."""
    return studio(bowls=[bowl, "9O"], items=SHELF, **options).play("space 4")


def test_arc_50_one_colour_for_one_other() -> None:
    """Every colour held into each of the five others."""
    p = at_exchange("3B 1G")
    assert (p.rule, p.legal()) == ("ARC-26", exchanges("BG") | {"end"})
    assert len(p.legal()) == 11


def test_arc_50_any_number_of_it_but_at_least_one() -> None:
    """The amount is asked, 1 to all that is held; the same number comes back."""
    for n in (1, 2, 3):
        p = at_exchange("3B 1G 2R")
        p.play("exchange B R")
        assert (p.rule, p.legal()) == ("ARC-50", numbers(1, 3))
        p.play(f"count {n}")
        left = f"{3 - n}B " if n < 3 else ""
        assert p.bowl(0) == f"{left}1G {2 + n}R"
        assert p.bowl(1) == "9O"


def test_arc_50_a_single_yarn_is_exchanged_without_a_question() -> None:
    """One green for one yellow."""
    p = at_exchange("3B 1G")
    p.play("exchange G Y")
    assert (p.bowl(0), p.rule) == ("3B 1Y", "ARC-79")


@pytest.mark.parametrize("colour", list(COLOURS))
def test_arc_50_never_into_itself(colour: str) -> None:
    """Nothing that changes nothing is offered (ruling Q34)."""
    p = at_exchange(f"4{colour}")
    assert p.legal() == exchanges(colour) | {"end"}


def test_arc_51_one_exchange_a_turn() -> None:
    """After the one pair step 1 is over, though the bowl is full."""
    p = at_exchange("3B 3G")
    p.play("exchange B R", "count 3")
    assert (p.rule, p.legal("exchange"), p.bowl(0)) == ("ARC-79", set(), "3G 3R")


def test_arc_51_it_may_be_left_out() -> None:
    """End without exchanging."""
    p = at_exchange("3B 3G")
    p.play("end")
    assert (p.rule, p.bowl(0)) == ("ARC-79", "3B 3G")


def freely(p: Studio, *amounts: str) -> Studio:
    """A free exchange; every amount in turn."""
    return p.play("exchange B B", *[f"count {n}" for n in amounts])


def test_arc_50_free_exchange_of_any_mix() -> None:
    """`free_exchange`: 3B 1G are returned, 2R 1O 1Y taken (ruling Q35)."""
    p = at_exchange("3B 1G 1P", free_exchange=True)
    assert p.legal() == {"exchange B B", "end"}
    p.play("exchange B B")
    assert (p.rule, p.legal()) == ("ARC-50", numbers(0, 3))
    p.play("count 3")
    assert p.legal() == numbers(0, 1)
    p.play("count 1")
    assert p.legal() == numbers(0, 1)
    p.play("count 0")
    assert p.legal() == numbers(0, 4)
    for answer in ("count 0", "count 0", "count 1", "count 0", "count 2"):
        p.play(answer)
    assert (p.bowl(0), p.rule) == ("1O 1P 2R 1Y", "ARC-79")


def test_arc_50_a_free_exchange_is_of_at_least_one() -> None:
    """The last colour held must be returned if none was before."""
    p = at_exchange("1B 1G", free_exchange=True)
    p.play("exchange B B", "count 0")
    assert p.legal() == numbers(0, 1)
    p.play("count 0", "count 0", "count 0", "count 0", "count 0")
    assert (p.bowl(0), p.rule) == ("1B 1Y", "ARC-79")


def test_arc_50_a_free_exchange_asks_only_for_colours_held() -> None:
    """Of three red at least one; a single yarn is returned without a question."""
    p = at_exchange("3R", free_exchange=True)
    p.play("exchange B B")
    assert p.legal() == numbers(1, 3)
    p.play("count 2")
    assert p.legal() == numbers(0, 2)
    p.play("count 2")
    assert p.bowl(0) == "2B 1R"
    p = at_exchange("1R", free_exchange=True)
    p.play("exchange B B")
    assert p.legal() == numbers(0, 1)
    p.play("count 1")
    assert p.bowl(0) == "1B"


def test_arc_51_a_free_exchange_too_is_done_once() -> None:
    """Then step 1 is over."""
    p = freely(at_exchange("2B", free_exchange=True), "2", "0", "2")
    assert (p.bowl(0), p.rule, p.legal("exchange")) == ("2G", "ARC-79", set())
