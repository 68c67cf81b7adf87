"""How near the top cards of a bench are to being met, remembered from one board to the next.

A search for the best reward looks at thousands of boards that differ in a die or two. What a side
needs depends on five dice alone, so most of it has been worked out before.
"""

from __future__ import annotations

from typing import Final

from ravelbox.games.ravel.cogs import is_met
from ravelbox.games.ravel.state import Ravel, exchange
from ravelbox.kernel.native import i64

MOST: Final = 200_000  # sides that are remembered
MORE: Final = 3  # tokens: what two cannot do


class Nearness:
    """The tokens that would make a card met, by side."""

    def __init__(self) -> None:
        self.known: dict[int, int] = {}

    def tokens(self, s: Ravel, side: int, card: int) -> int:
        """How many tokens would make a card met: 0, 1 by a Swap, 2 by a Tune, or 3 for more."""
        code: i64 = (card * 4 + side) * 8 + house_bits(s)
        first: i64 = side * 2 + 7
        i: i64
        for i in range(5):
            space: i64 = (first + i) % 8
            code = code * 24 + (s.die[space] >> 1) * 6 + s.face[space] - 1
        found = self.known.get(int(code), -1)
        if found < 0:
            found = tokens_to_meet(s, side, card)
            if len(self.known) >= MOST:
                self.known.clear()
            self.known[int(code)] = found
        return found


def house_bits(s: Ravel) -> int:
    """The options that decide whether a card is met, as one number."""
    house = s.house
    return int(house.not_ordered) + 2 * int(house.reading) + 4 * int(house.exactly_two)


def tokens_to_meet(s: Ravel, side: int, card: int) -> int:
    """The same, worked out: by trying."""
    if is_met(s, side, card):
        return 0
    first = side * 2
    for i in range(4):  # the four pairs of neighbours that touch the side
        p = (first + 7 + i) % 8
        q = (p + 1) % 8
        exchange(s, p, q)
        met = is_met(s, side, card)
        exchange(s, p, q)
        if met:
            return 1
    for i in range(3):
        space = (first + i) % 8
        face = s.face[space]
        for other in range(1, 7):
            s.face[space] = other
            if is_met(s, side, card):
                s.face[space] = face
                return 2
        s.face[space] = face
    return MORE
