"""How sure a number is: intervals for shares and differences, and a bet on who is better."""

from __future__ import annotations

import math
from collections import Counter
from typing import Final

Z: Final = 1.96  # of 95 %
MANY: Final = 1000  # deals, beyond which a sum of large numbers is a normal distribution
FRACTIONS: Final = tuple(0.9 / 2**n for n in range(8))  # of the capital that are put on one deal
STEPS: Final = 40  # halvings that find where a bet is won
EDGE: Final = 1e-9  # from the ends of a scale, where a bet would be infinite

Interval = tuple[float, float]


def difference(found: Counter[float]) -> Interval:
    """The 95 % interval of the mean of paired differences from -1 to 1, by Agresti and Min.

    Two deals more are counted, one of them even and one won half by each, so that a few deals that
    all go one way do not look like certainty.
    """
    deals = found.total() + 2
    mean = sum(d * n for d, n in found.items()) / deals
    square = (sum(d * d * n for d, n in found.items()) + 1) / deals
    spread = Z * math.sqrt(max(0.0, square - mean * mean) / deals)
    return max(-1.0, mean - spread), min(1.0, mean + spread)


def sign_test(ahead: int, behind: int) -> float:
    """How likely a lead at least as clear is between equals: McNemar's test, exact up to MANY."""
    deals, fewer = ahead + behind, min(ahead, behind)
    if deals > MANY:
        return math.erfc(max(0, abs(ahead - behind) - 1) / math.sqrt(2 * deals))
    tail = sum(math.comb(deals, n) for n in range(fewer + 1)) * 2.0**-deals
    return min(1.0, 2 * tail)


def sequence(found: Counter[float], error: float) -> Interval:
    """The interval of the mean of paired differences that holds at all times at once.

    For every mean that might be the true one, somebody bets against it, deal by deal, in both
    directions. If it is the true one the game is fair, and by Ville's inequality the capital ever
    grows by 2 / error in one direction with a chance of error / 2 at most. Means against which that
    much was won are out; so one may look after every deal, and stop when zero is out.
    """
    return _refuted(found, error), -_refuted(_mirrored(found), error)


def is_settled(found: Counter[float], error: float) -> bool:
    """Whether zero is out of the sequence: one of the two is better."""
    most = max(_capital(found, 0.0), _capital(_mirrored(found), 0.0))
    return most >= math.log(2 / error)


def _mirrored(found: Counter[float]) -> Counter[float]:
    return Counter({-d: n for d, n in found.items()})


def _refuted(found: Counter[float], error: float) -> float:
    """The largest mean against which a bet on more has won enough; -1 if there is none."""
    low, high = -1.0, 1.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        if _capital(found, max(middle, EDGE - 1)) >= math.log(2 / error):
            low = middle
        else:
            high = middle
    return low


def _capital(found: Counter[float], mean: float) -> float:
    """What bets of several sizes have made of 1 together, if all were on more than a mean; its log."""
    grown = [
        sum(n * math.log1p(f * (d - mean) / (1 + mean)) for d, n in found.items())
        for f in FRACTIONS
    ]
    most = max(grown)
    return most + math.log(sum(math.exp(g - most) for g in grown) / len(grown))
