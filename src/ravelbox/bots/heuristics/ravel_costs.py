"""How many tokens would make a Cog card met: tables over all that three dice can show.

A die's look is its colour and face, 0 to 23. A table has an entry for every three looks of a side, in
ring order: the tokens that Tune and Swap within the side need, `OUT_OF_REACH` if more than four.
"""

from __future__ import annotations

from typing import Final

from ravelbox.games.ravel.cogs import STREET, TEST, is_met
from ravelbox.games.ravel.state import House, Ravel
from ravelbox.kernel.native import i64

LOOKS: Final = 24
SIDES_LOOKS: Final = LOOKS * LOOKS * LOOKS
OUT_OF_REACH: Final = 5
CARDS: Final = 32


class Costs:
    """The tables of one set of options, each made when it is first asked for."""

    def __init__(self) -> None:
        self.tables: list[list[int]] = [[] for _ in range(CARDS * 2)]
        self.means = [0.0] * (CARDS * 2)

    def table(self, s: Ravel, side: int, card: int) -> list[int]:
        """The table of a card on a side."""
        index = card
        if TEST[card] == STREET and s.house.reading and side >= 2:  # noqa: PLR2004  # S and W read the other way
            index += CARDS
        if not self.tables[index]:
            self.tables[index] = costs_of(s, side, card)
            self.means[index] = sum(self.tables[index]) / SIDES_LOOKS
        return self.tables[index]

    def mean(self, s: Ravel, card: int) -> float:
        """How many tokens a card needs on an average side."""
        self.table(s, 0, card)
        return self.means[card]


KNOWN: Final[dict[tuple[bool, bool, bool], Costs]] = {}


def costs_for(house: House) -> Costs:
    """The tables for a table's options."""
    key = (house.not_ordered, house.reading, house.exactly_two)
    if key not in KNOWN:
        KNOWN[key] = Costs()
    return KNOWN[key]


def costs_of(s: Ravel, side: int, card: int) -> list[int]:
    """Make a table: from what is met outwards, token by token."""
    costs = [0 if met else OUT_OF_REACH for met in met_looks(s.clone(), side, card)]
    for cost in range(1, OUT_OF_REACH):
        for at in range(SIDES_LOOKS):
            if costs[at] == OUT_OF_REACH and is_beside(costs, at, cost):
                costs[at] = cost
    return costs


def met_looks(s: Ravel, side: int, card: int) -> list[bool]:
    """For every three looks whether they meet the card; the table is only scratch paper."""
    p = side * 2
    q = p + 1
    r = (p + 2) % 8
    found: list[bool] = []
    for a in range(LOOKS):
        s.die[p] = a // 6 * 2
        s.face[p] = a % 6 + 1
        for b in range(LOOKS):
            s.die[q] = b // 6 * 2
            s.face[q] = b % 6 + 1
            for c in range(LOOKS):
                s.die[r] = c // 6 * 2
                s.face[r] = c % 6 + 1
                found.append(is_met(s, side, card))
    return found


def is_beside(costs: list[int], at: i64, cost: i64) -> bool:
    """Whether a Swap leads to what costs one token less, or a Tune to what costs two less."""
    a: i64 = at // (LOOKS * LOOKS)
    b: i64 = at // LOOKS % LOOKS
    c: i64 = at % LOOKS
    if costs[place(b, a, c)] == cost - 1 or costs[place(a, c, b)] == cost - 1:
        return True
    if cost < 2:  # noqa: PLR2004  # what Tune costs
        return False
    face: i64
    for face in range(6):
        if (
            costs[place(a // 6 * 6 + face, b, c)] == cost - 2
            or costs[place(a, b // 6 * 6 + face, c)] == cost - 2
            or costs[place(a, b, c // 6 * 6 + face)] == cost - 2
        ):
            return True
    return False


def place(a: i64, b: i64, c: i64) -> i64:
    """Where three looks stand in a table."""
    return (a * LOOKS + b) * LOOKS + c


def looks_of(s: Ravel) -> list[int]:
    """What the eight dice show."""
    return [(s.die[space] >> 1) * 6 + s.face[space] - 1 for space in range(8)]


def tokens_for(table: list[int], looks: list[int], side: int) -> int:
    """How many tokens a card needs on a side, with a Swap from beyond either end if that helps."""
    p: i64 = side * 2
    a: i64 = looks[p]
    b: i64 = looks[p + 1]
    c: i64 = looks[(p + 2) % 8]
    before: i64 = looks[(p + 7) % 8]
    behind: i64 = looks[(p + 3) % 8]
    least: i64 = table[place(a, b, c)]
    if least > 1:
        least = min(least, 1 + i64(table[place(before, b, c)]))
        least = min(least, 1 + i64(table[place(a, b, behind)]))
        if least > 2:  # noqa: PLR2004  # two Swaps
            least = min(least, 2 + i64(table[place(before, b, behind)]))
    return int(least)
