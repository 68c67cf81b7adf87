"""Whether the three dice on a side meet the condition printed on a card."""

from __future__ import annotations

from typing import Final

from ravelbox.games.ravel.plates import COGS, KINDS, TESTS
from ravelbox.games.ravel.state import E, N, Ravel
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


def is_met(s: Ravel, side: int, card: int) -> bool:
    """RVL-28. Whether the condition of `card` holds for the three dice of `side`.

    RVL-29, RVL-45: only these three dice matter. RVL-46: their order does not, but for 11A.
    RVL-47: "uneven" is 1, 3, 5; "even" is 2, 4, 6. RVL-48: an Advanced condition is the Standard
    one of its number plus its own requirement. The cases are RVL-50 (all low or high), RVL-51
    (all of a parity, or once each), RVL-52 (sums), RVL-53 (streets), RVL-49 (both of a colour),
    RVL-54 (all different), RVL-55 (the largest balances the others), RVL-56 (all equal) and
    RVL-57 (pairs).
    """
    p: i64 = side * 2  # RVL-4: a side begins at the corner that the one before it ends at
    q: i64 = p + 1
    r: i64 = (p + 2) % 8
    a: i64 = s.face[p]
    b: i64 = s.face[q]
    c: i64 = s.face[r]
    test = TEST[card]
    arg: i64 = ARG[card]
    if test == ALL_AT_MOST:
        return a <= arg and b <= arg and c <= arg
    if test == ALL_AT_LEAST:
        return a >= arg and b >= arg and c >= arg
    if test == ALL:
        parity: i64 = 1 - arg
        return a & 1 == parity and b & 1 == parity and c & 1 == parity
    if test == ONCE_EACH:
        parity = 1 - arg
        return a & 1 == parity and b & 1 == parity and c & 1 == parity and all_differ(a, b, c)
    if test == SUM_AT_MOST:
        return a + b + c <= arg
    if test == SUM_AT_LEAST:
        return a + b + c >= arg
    if test == STREET:
        return is_street(s, side, a, b, c, in_order=arg == 1)
    i: i64 = s.die[p] >> 1
    j: i64 = s.die[q] >> 1
    k: i64 = s.die[r] >> 1
    if test == BOTH:
        if i == arg and j == arg:
            return has_parity(a, b, PARITY[card])
        if j == arg and k == arg:
            return has_parity(b, c, PARITY[card])
        return i == arg and k == arg and has_parity(a, c, PARITY[card])
    colours_differ = i != j and j != k and i != k
    if test == DIFFERENT:
        return colours_differ and (arg == 0 or all_differ(a, b, c))
    if test == BALANCE:
        return (a == b + c or b == a + c or c == a + b) and (arg == 0 or colours_differ)
    if test == TRIPLE:
        return a == b and b == c and (arg == 0 or colours_differ)
    if s.house.exactly_two and a == b and b == c and arg in (VALUES, VALUES_AND_COLOURS):
        return False
    return has_pair(arg, a, b, c, i, j, k)


def has_pair(arg: i64, a: i64, b: i64, c: i64, i: i64, j: i64, k: i64) -> bool:
    """RVL-57. Two of the dice are equal in value, in colour, or in both at once."""
    if arg == VALUES:
        return a == b or b == c or a == c
    if arg == COLOURS_ALONE:
        return i == j or j == k or i == k
    return (a == b and i == j) or (b == c and j == k) or (a == c and i == k)


def all_differ(a: i64, b: i64, c: i64) -> bool:
    """Whether three numbers are all different."""
    return a != b and b != c and a != c


def has_parity(a: i64, b: i64, parity: i64) -> bool:
    """RVL-49. Advanced: both dice of the pair are even, or both odd; Standard: whatever."""
    return parity < 0 or (a & 1 == 1 - parity and b & 1 == 1 - parity)


def is_near(a: i64, b: i64) -> bool:
    """Whether two values can be in the same street."""
    return -2 <= a - b <= 2  # noqa: PLR2004  # a street has three values


def is_street(s: Ravel, side: int, a: i64, b: i64, c: i64, *, in_order: bool) -> bool:
    """RVL-53. Three consecutive values without wrap-around; 11A: ascending from one end."""
    if not (all_differ(a, b, c) and is_near(a, b) and is_near(b, c) and is_near(a, c)):
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


def has_met_top(s: Ravel) -> bool:
    """RVL-96. Whether any top card can be unlocked."""
    for side in range(4):  # noqa: SIM110  # a loop stops early in both engines
        if can_unlock(s, side):
            return True
    return False
