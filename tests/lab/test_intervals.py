"""Intervals hold what they promise, on fixed luck; a look after every deal costs nothing."""

from __future__ import annotations

from collections import Counter

import pytest

from ravelbox.kernel.rng import Rng
from ravelbox.lab.intervals import difference, is_settled, sequence, sign_test
from ravelbox.measure import wilson

# Differences of deals whose mean is zero: as a coin, mostly even, and lopsided.
EQUALS = {
    "a coin": (-1.0, 1.0),
    "mostly even": (-1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0),
    "lopsided": (-1.0, 0.5, 0.5),
    "by halves": (-1.0, -0.5, 0.0, 0.0, 0.5, 1.0),
}
ERROR = 0.05


def leads(
    among: tuple[float, ...], rng: Rng, deals: int = 300, every: int = 10
) -> tuple[bool, bool]:
    """Whether somebody who looks every ten deals ever sees a lead: by bets, and by the other interval."""
    found: Counter[float] = Counter()
    by_bets = by_looking = False
    for n in range(1, deals + 1):
        found[among[rng.below(len(among))]] += 1
        if n % every == 0:
            by_bets = by_bets or is_settled(found, ERROR)
            low, high = difference(found)
            by_looking = by_looking or low > 0 or high < 0
    return by_bets, by_looking


@pytest.mark.parametrize("kind", EQUALS)
def test_equals_are_seldom_told_apart_however_often_one_looks(kind: str) -> None:
    """Of 200 tournaments of equals at most 10 end early, as the chance of error says."""
    rng = Rng(11)
    ended = [leads(EQUALS[kind], rng) for _ in range(200)]
    assert sum(by_bets for by_bets, _ in ended) <= 200 * ERROR
    assert sum(by_looking for _, by_looking in ended) > 20  # what looking often costs otherwise


@pytest.mark.parametrize("lead", range(0, 40, 3))
def test_a_pair_is_settled_when_zero_is_out_of_its_sequence(lead: int) -> None:
    """The quick look and the whole interval agree."""
    found = Counter({1.0: 20 + lead, -1.0: 20, 0.0: 5})
    assert is_settled(found, ERROR) == (sequence(found, ERROR)[0] > 0)


@pytest.mark.parametrize(
    ("among", "deals"), [((-1.0, 1.0, 1.0, 1.0), 120), ((-1.0, 0.0, 0.0, 1.0, 1.0, 1.0), 250)]
)
def test_the_better_one_is_found_soon(among: tuple[float, ...], deals: int) -> None:
    """Most of the time long before a fixed number of deals would be over."""
    rng = Rng(12)
    assert sum(leads(among, rng, deals)[0] for _ in range(40)) >= 34


def test_a_sequence_covers_the_true_mean_all_the_time() -> None:
    """In both directions, for a mean that is not zero."""
    rng, missed, among = Rng(13), 0, (-1.0, 0.0, 1.0, 1.0)
    for _ in range(60):
        found: Counter[float] = Counter()
        out = False
        for n in range(1, 161):
            found[among[rng.below(4)]] += 1
            if n % 8 == 0:
                low, high = sequence(found, ERROR)
                out = out or not low <= 0.25 <= high
        missed += out
    assert missed <= 3


def test_a_sequence_says_nothing_of_nothing_and_much_of_much() -> None:
    """From the whole scale to a narrow place on it."""
    assert sequence(Counter(), ERROR) == pytest.approx((-1, 1), abs=1e-6)
    low, high = sequence(Counter({1.0: 600, 0.0: 200, -1.0: 200}), ERROR)
    assert 0.2 < low < 0.4 < high < 0.6
    assert sequence(Counter({-1.0: 600, 0.0: 200, 1.0: 200}), ERROR) == pytest.approx((-high, -low))


def test_known_numbers() -> None:
    """Worked out by hand from their formulas."""
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert sign_test(8, 1) == pytest.approx(0.0391, abs=1e-4)
    assert sign_test(5, 5) == 1.0
    assert sign_test(560, 480) == pytest.approx(0.0143, abs=5e-4)
    low, high = difference(Counter({1.0: 12, -1.0: 2, 0.0: 86}))
    middle, spread = 10 / 102, 1.96 * ((15 - 100 / 102) ** 0.5) / 102  # each cell has a half more
    assert (low, high) == pytest.approx((middle - spread, middle + spread))


def test_a_fixed_interval_covers_as_often_as_it_says() -> None:
    """Of 400 tournaments of 40 deals about 95 in 100 cover the true difference."""
    rng, among = Rng(14), (-1.0, 0.0, 0.0, 1.0, 1.0)
    covered = 0
    for _ in range(400):
        low, high = difference(Counter(among[rng.below(5)] for _ in range(40)))
        covered += low <= 0.2 <= high
    assert 0.92 <= covered / 400 <= 0.99
