"""Whether the three dice on a side meet the condition printed on a card."""

from __future__ import annotations

from typing import Final

from ravelbox.games.ravel.plates import COGS, KINDS, TESTS
from ravelbox.games.ravel.state import ADVANCED, SIDES, E, N, Ravel
from ravelbox.kernel.native import i64

TEST: Final = [cog.test for cog in COGS]
ARG: Final = [cog.arg for cog in COGS]
PARITY: Final = [cog.parity for cog in COGS]
REWARD: Final = [cog.reward for cog in COGS]
STRENGTH: Final = [cog.strength for cog in COGS]

BOTH: Final = TESTS.index("both")
ALL_AT_MOST: Final = TESTS.index("all_at_most")
ALL_AT_LEAST: Final = TESTS.index("all_at_least")
ALL: Final = TESTS.index("all")
ONCE_EACH: Final = TESTS.index("once_each")
SUM_AT_MOST: Final = TESTS.index("sum_at_most")
SUM_AT_LEAST: Final = TESTS.index("sum_at_least")
STREET: Final = TESTS.index("street")
DIFFERENT: Final = TESTS.index("different")
BALANCE: Final = TESTS.index("balance")
TRIPLE: Final = TESTS.index("triple")

FLIP_REWARD: Final = KINDS.index("flip")
NUDGE_REWARD: Final = KINDS.index("nudge")
MOVE_REWARD: Final = KINDS.index("move")
ROTATE_REWARD: Final = KINDS.index("rotate")
PERMUTE_REWARD: Final = KINDS.index("permute")
RETRIEVE_REWARD: Final = KINDS.index("retrieve")
REROLL_REWARD: Final = KINDS.index("reroll")
VALUES: Final = 0  # what a pair must be equal in
COLOURS_ALONE: Final = 1
VALUES_AND_COLOURS: Final = 2
ODD: Final = 0  # RVL-47. "Uneven" is 1, 3, 5; "even" is 2, 4, 6


def is_met(s: Ravel, side: int, card: int) -> bool:
    """RVL-28. Whether the condition of `card` holds for the three dice of `side`.

    RVL-29, RVL-45: only these three dice matter. RVL-46: their order does not, but for 11A.
    """
    spaces = SIDES[side]
    p = spaces[0]
    q = spaces[1]
    r = spaces[2]
    a: i64 = s.face[p]
    b: i64 = s.face[q]
    c: i64 = s.face[r]
    test = TEST[card]
    arg: i64 = ARG[card]
    if test == BOTH:
        return both_are(s, p, q, r, card)
    if test == ALL_AT_MOST:  # RVL-50
        return a <= arg and b <= arg and c <= arg
    if test == ALL_AT_LEAST:
        return a >= arg and b >= arg and c >= arg
    if test == ALL:  # RVL-51
        parity: i64 = 1 - arg
        return a & 1 == parity and b & 1 == parity and c & 1 == parity
    if test == ONCE_EACH:
        parity = 1 - arg
        return a & 1 == parity and b & 1 == parity and c & 1 == parity and all_differ(a, b, c)
    if test == SUM_AT_MOST:  # RVL-52
        return a + b + c <= arg
    if test == SUM_AT_LEAST:
        return a + b + c >= arg
    if test == STREET:
        return is_street(s, side, a, b, c, in_order=arg == 1)
    i: i64 = s.die[p] >> 1
    j: i64 = s.die[q] >> 1
    k: i64 = s.die[r] >> 1
    colours_differ = i != j and j != k and i != k
    if test == DIFFERENT:  # RVL-54
        return colours_differ and (arg == 0 or all_differ(a, b, c))
    if test == BALANCE:  # RVL-55
        return (a == b + c or b == a + c or c == a + b) and (arg == 0 or colours_differ)
    if test == TRIPLE:  # RVL-56
        return a == b and b == c and (arg == 0 or colours_differ)
    if s.house.exactly_two and a == b and b == c and arg in (VALUES, VALUES_AND_COLOURS):
        return False
    if arg == VALUES:  # RVL-57
        return not all_differ(a, b, c)
    if arg == COLOURS_ALONE:
        return not colours_differ
    return (a == b and i == j) or (b == c and j == k) or (a == c and i == k)


def all_differ(a: i64, b: i64, c: i64) -> bool:
    """Whether three numbers are all different."""
    return a != b and b != c and a != c


def both_are(s: Ravel, p: int, q: int, r: int, card: int) -> bool:
    """RVL-49. Both dice of the card's colour are on the side; Advanced: with its parity."""
    colour = ARG[card]
    parity = PARITY[card]
    found = 0
    for space in (p, q, r):
        if s.die[space] >> 1 == colour:
            found += 1
            if parity >= 0 and (s.face[space] & 1 == 1) != (parity == ODD):
                return False
    return found == 2  # noqa: PLR2004  # both


def is_street(s: Ravel, side: int, a: i64, b: i64, c: i64, *, in_order: bool) -> bool:
    """RVL-53. Three consecutive values without wrap-around; 11A: ascending from one end."""
    low: i64 = min(a, b, c)
    high: i64 = max(a, b, c)
    if high - low != 2 or not all_differ(a, b, c):  # noqa: PLR2004  # three in a row
        return False
    up = b - a == 1 and c - b == 1
    down = a - b == 1 and b - c == 1
    ordered = up or down
    if s.house.reading:
        ordered = up if side in (N, E) else down
    if in_order:
        return ordered
    return not (s.house.not_ordered and ordered)


def can_unlock(s: Ravel, side: int) -> bool:
    """RVL-27. Only the top card of a stack, and only while its condition holds."""
    stack = s.stacks[side]
    return len(stack) > 0 and is_met(s, side, stack[0])


def is_advanced(card: int) -> bool:
    """RVL-48. Whether a card is one of the Advanced cards."""
    return card >= ADVANCED
