"""One named number of what a seat sees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ravelbox.kernel.game import View


class Entry(NamedTuple):
    """A name, the number now, the greatest it can be, and what the values stand for, if names."""

    name: str
    value: int
    most: int
    labels: tuple[str, ...] = ()  # of a category: by value, from 0


def number(name: str, value: int, most: int = 255) -> Entry:
    """A count; what is more than the greatest is shown as the greatest."""
    return Entry(name, min(value, most), most)


def flag(name: str, value: object) -> Entry:
    """Yes or no."""
    return Entry(name, int(bool(value)), 1, ("no", "yes"))


def one_of(name: str, value: str | None, labels: Sequence[str], none: str = "none") -> Entry:
    """One of some names, or none of them."""
    every = (none, *labels)
    return Entry(name, 0 if value is None else every.index(value), len(labels), every)


def seat_of(name: str, seat: int | None, view: View, seats: int) -> Entry:
    """A seat as the looking one counts: itself, the next one, and so on."""
    assert view.seat is not None
    names = ["you", *(f"next {n}" for n in range(1, seats))]
    there = None if seat is None else names[(seat - view.seat) % seats]
    return one_of(name, there, names, "nobody")


def question(view: View, rules: Sequence[str]) -> Entry:
    """What the looking seat is asked, by the rule that asks."""
    mine = view.prompt is not None and view.actor == view.seat
    return one_of("question", view.prompt.rule if mine and view.prompt else None, rules)
