"""Yarn: what patterns cost, what a bowl or the supply can give, and choosing colours."""

from __future__ import annotations

from typing import Final

from ravelbox.games.arch_ravels.codes import COLOUR, COUNT
from ravelbox.games.arch_ravels.codes import COLOURS as COLOUR_SETS
from ravelbox.games.arch_ravels.facts import FACTS
from ravelbox.games.arch_ravels.state import (
    BEAR,
    COLOURS,
    ITEMS,
    SCARF,
    TILED,
    ArchRavels,
)
from ravelbox.kernel.rules import Choice

# What a pattern asks for.
EXACT: Final = 0
DIFFERENT: Final = 1  # ARC-43
SAME: Final = 2  # ARC-44
TWO: Final = 3  # ARC-45
ANY: Final = 4  # ARC-46
GIVE: Final = 5  # ARC-78

KINDS: Final = ["exact", "different", "same", "two", "any", "give"]
REQUEST_KIND: Final = [KINDS.index(request.kind) for request in FACTS.requests]
REQUEST_YARN: Final = [request.yarn for request in FACTS.requests]
ITEM_YARN: Final = [item.yarn for item in FACTS.items]
ITEM_KIND: Final = [KINDS.index(item.rule) for item in FACTS.items]
# Exact costs, six counts each: 18 tiles, then 26 requests.
COSTS: Final = [n for tile in FACTS.tiles for n in tile.cost] + [
    n for request in FACTS.requests for n in request.cost
]
TILES: Final = len(FACTS.tiles)

PLENTY: Final = 999  # ARC-112: the supply has no end
DIGIT: Final = 10  # bits of a count where six of them share a number
PLENTY_BITS: Final = (1 << 13) - 1  # room for how many are still to choose
DOUBLE: Final = COLOURS + 1
GIFT: Final = 2  # ARC-78: yarn for each other player


def kind_of(s: ArchRavels, seat: int, pattern: int) -> int:
    """ARC-9, ARC-87. What a pattern asks for: an item's current side, or a request."""
    if pattern >= ITEMS:
        kind = REQUEST_KIND[pattern - ITEMS]
        return ANY if kind == GIVE and s.house.solo else kind  # ARC-119
    if BEAR <= pattern <= SCARF and not s.learned[seat] >> (pattern - BEAR) & 1:
        return EXACT
    return ITEM_KIND[pattern]


def need_of(s: ArchRavels, pattern: int) -> int:
    """ARC-47. How many yarn a pattern takes, no more and no less.

    ARC-119: alone, Friendship Bracelets take two yarn, which nobody gets.
    """
    if pattern < ITEMS:
        return ITEM_YARN[pattern]
    if REQUEST_KIND[pattern - ITEMS] == GIVE:
        return GIFT * max(1, len(s.characters) - 1)
    return REQUEST_YARN[pattern - ITEMS]


def exact_cost(s: ArchRavels, seat: int, pattern: int) -> int:
    """Where the exact colours of a pattern begin in COSTS."""
    if pattern >= ITEMS:
        return (TILES + pattern - ITEMS) * COLOURS
    return s.tiles[seat * TILED + pattern - BEAR] * COLOURS


def bowl_of(s: ArchRavels, seat: int) -> list[int]:
    """A bowl as six counts."""
    return s.bowls[seat * COLOURS : seat * COLOURS + COLOURS]


def yarn_in(s: ArchRavels, seat: int) -> int:
    """How many yarn a bowl holds."""
    n = 0
    for colour in range(seat * COLOURS, seat * COLOURS + COLOURS):
        n += s.bowls[colour]
    return n


def supply(s: ArchRavels) -> list[int]:
    """ARC-112, ARC-113. What the supply still has of each colour."""
    stock = [PLENTY] * COLOURS
    if s.house.limited:
        for colour in range(COLOURS):
            stock[colour] = FACTS.skeins
        for at in range(len(s.bowls)):
            stock[at % COLOURS] -= s.bowls[at]
    return stock


def has_item(s: ArchRavels, item: int) -> bool:
    """ARC-113. Whether the supply still has a token of an item."""
    if not s.house.limited:
        return True
    n = 0
    for at in range(item, len(s.items), ITEMS):
        n += s.items[at]
    return n < FACTS.tokens


def total(stock: list[int]) -> int:
    """All of it."""
    n = 0
    for colour in range(COLOURS):
        n += stock[colour]
    return n


def can_give(stock: list[int], kind: int, need: int) -> bool:
    """Whether six counts hold what a general rule asks for."""
    n = 0
    for colour in range(COLOURS):
        held = stock[colour]
        if kind == DIFFERENT:
            n += 1 if held > 0 else 0
        elif kind == SAME:
            if held >= need:
                return True
        elif kind == TWO:
            n += DOUBLE if held > 1 else 1 if held > 0 else 0
        else:
            n += held
    # A double colour and a further one; without a double, all others are fewer.
    return n > DOUBLE if kind == TWO else kind != SAME and n >= need


def holds_exactly(stock: list[int], cost: int) -> bool:
    """Whether six counts hold an exact cost."""
    for colour in range(COLOURS):  # noqa: SIM110  # faster compiled
        if stock[colour] < COSTS[cost + colour]:
            return False
    return True


def is_payable(s: ArchRavels, seat: int, pattern: int, *, freely: bool) -> bool:
    """ARC-48. Whether the own bowl pays a pattern; ARC-53: with any colours, if `freely`.

    ARC-113: an item of which no token is left cannot be crafted.
    """
    if pattern < ITEMS and not has_item(s, pattern):
        return False
    stock = bowl_of(s, seat)
    kind = ANY if freely else kind_of(s, seat, pattern)
    if kind == EXACT:
        return holds_exactly(stock, exact_cost(s, seat, pattern))
    return can_give(stock, kind, need_of(s, pattern))


def different_sets(stock: list[int], need: int) -> list[int]:
    """ARC-43. Every set of that many colours that six counts can give."""
    there = 0
    for colour in range(COLOURS):
        if stock[colour] > 0:
            there |= 1 << colour
    found: list[int] = []
    for colours in range(1, 1 << COLOURS):
        if colours & ~there == 0 and bits(colours) == need:
            found.append(colours)
    return found


def same_colours(stock: list[int], need: int) -> list[int]:
    """ARC-44. Every colour of which there are that many."""
    return [colour for colour in range(COLOURS) if stock[colour] >= need]


def double_colours(stock: list[int]) -> list[int]:
    """ARC-45. Every colour that can be the double one."""
    return [colour for colour in same_colours(stock, 2) if single_colours(stock, colour)]


def single_colours(stock: list[int], double: int) -> list[int]:
    """ARC-45. Every colour that can go with a double one."""
    return [colour for colour in range(COLOURS) if colour != double and stock[colour] > 0]


def bits(colours: int) -> int:
    """How many there are in a set."""
    n = 0
    while colours:
        colours &= colours - 1
        n += 1
    return n


def packed(colour: int, n: int) -> int:
    """An amount of one colour, in a number that holds an amount of each."""
    return n << colour * DIGIT


def amount(yarn: int, colour: int) -> int:
    """How many of a colour such a number holds."""
    return yarn >> colour * DIGIT & (1 << DIGIT) - 1


def add_yarn(s: ArchRavels, seat: int, yarn: int) -> None:
    """Put yarn into a bowl."""
    for colour in range(COLOURS):
        s.bowls[seat * COLOURS + colour] += amount(yarn, colour)


def take_yarn(s: ArchRavels, seat: int, yarn: int) -> None:
    """Take yarn out of a bowl."""
    for colour in range(COLOURS):
        s.bowls[seat * COLOURS + colour] -= amount(yarn, colour)


def yarn_of_set(colours: int) -> int:
    """One of each colour of a set."""
    yarn = 0
    for colour in range(COLOURS):
        if colours >> colour & 1:
            yarn |= packed(colour, 1)
    return yarn


def yarn_of_cost(cost: int) -> int:
    """The yarn of an exact cost."""
    yarn = 0
    for colour in range(COLOURS):
        yarn |= packed(colour, COSTS[cost + colour])
    return yarn


class Counts(Choice[ArchRavels]):
    """Choosing several yarn: how many of each colour, colour by colour.

    The first memory says what for. The second holds the colour that is asked for, how many yarn are
    still to choose, and what is chosen so far. What a choice leads to is in `finish`.
    """

    def stock(self, s: ArchRavels, seat: int, x: int, /) -> list[int]:
        """What the colours are chosen from: the own bowl, unless it is a gain."""
        return bowl_of(s, seat)

    def finish(self, s: ArchRavels, seat: int, x: int, yarn: int, /) -> None:
        """Carry out what was chosen."""
        raise AssertionError("a choice of yarn says what it is for")

    def options(self, s: ArchRavels, seat: int, x: int, y: int, /) -> list[int]:
        """As many as there are, and no fewer than the later colours leave to this one."""
        colour = y & 7
        left = y >> 3 & PLENTY_BITS
        stock = self.stock(s, seat, x)
        return list(range(COUNT + least(stock, colour, left), COUNT + min(left, stock[colour]) + 1))

    def chosen(self, s: ArchRavels, code: int, seat: int, x: int, y: int, /) -> None:
        """On to the next colour."""
        colour = y & 7
        n = code - COUNT
        left = (y >> 3 & PLENTY_BITS) - n
        self.ask(s, seat, x, colour + 1, left, y >> 16 | packed(colour, n))

    def ask(self, s: ArchRavels, seat: int, x: int, colour: int, left: int, yarn: int, /) -> None:
        """Ask for the first colour that leaves a choice; without any, it is all chosen."""
        stock = self.stock(s, seat, x)
        while colour < COLOURS:
            low = least(stock, colour, left)
            if low < min(left, stock[colour]):
                s.next(self.of(seat, x, colour | left << 3 | yarn << 16))
                return
            yarn |= packed(colour, low)
            left -= low
            colour += 1
        self.finish(s, seat, x, yarn)


def least(stock: list[int], colour: int, left: int) -> int:
    """How many of a colour there must be, so that the later colours have enough for the rest."""
    for later in range(colour + 1, COLOURS):
        left -= stock[later]
    return max(0, left)


class Colours(Choice[ArchRavels]):
    """Choosing yarn by a rule: different colours, one colour, or two of one and one of another.

    The first memory is the pattern. The second is 0, or one more than the double colour already
    chosen for Mittens. What a choice leads to is in `finish`.
    """

    def stock(self, s: ArchRavels, seat: int, /) -> list[int]:
        """What the colours are chosen from."""
        return bowl_of(s, seat)

    def finish(self, s: ArchRavels, seat: int, pattern: int, yarn: int, /) -> None:
        """Carry out what was chosen."""
        raise AssertionError("a choice of colours says what it is for")

    def options(self, s: ArchRavels, seat: int, pattern: int, y: int, /) -> list[int]:
        """Every set of colours, or every colour, that fits."""
        stock = self.stock(s, seat)
        kind = kind_of(s, seat, pattern)
        if kind == DIFFERENT:
            return [COLOUR_SETS + c - 1 for c in different_sets(stock, need_of(s, pattern))]
        if kind == SAME:
            return [COLOUR + c for c in same_colours(stock, need_of(s, pattern))]
        if y == 0:
            return [COLOUR + c for c in double_colours(stock)]
        return [COLOUR + c for c in single_colours(stock, y - 1)]

    def chosen(self, s: ArchRavels, code: int, seat: int, pattern: int, y: int, /) -> None:
        """Pay or take it, or ask for the single colour."""
        kind = kind_of(s, seat, pattern)
        if kind == DIFFERENT:
            self.finish(s, seat, pattern, yarn_of_set(code - COLOUR_SETS + 1))
        elif kind == SAME:
            self.finish(s, seat, pattern, packed(code - COLOUR, need_of(s, pattern)))
        elif y == 0:
            self.ask(s, seat, pattern, code - COLOUR + 1)
        else:
            self.finish(s, seat, pattern, packed(y - 1, 2) | packed(code - COLOUR, 1))

    def ask(self, s: ArchRavels, seat: int, pattern: int, y: int, /) -> None:
        """Ask, unless there is only one answer."""
        codes = self.options(s, seat, pattern, y)
        if len(codes) > 1:
            s.next(self.of(seat, pattern, y))
        else:
            self.chosen(s, codes[0], seat, pattern, y)
