"""Shop, Exchange and Take 3: the actions that bring yarn."""

from __future__ import annotations

from typing import Final

from ravelbox.games.arch_ravels.codes import COUNT, EXCHANGE, SHOP
from ravelbox.games.arch_ravels.facts import FACTS
from ravelbox.games.arch_ravels.state import (
    COLOURS,
    EXCHANGED,
    NONE,
    SHOPPED,
    SPACES,
    TOOK,
    ArchRavels,
    who,
)
from ravelbox.games.arch_ravels.yarn import (
    DIGIT,
    PLENTY,
    Counts,
    add_yarn,
    amount,
    bits,
    bowl_of,
    packed,
    supply,
    take_yarn,
    total,
)
from ravelbox.kernel.rules import Choice

# ARC-30, ARC-31. What a card gives: yarn of its colours, and yarn of any colour.
GIVES: Final = [sum(n << c * DIGIT for c, n in enumerate(card.gives)) for card in FACTS.cards]
WILD: Final = [card.wild for card in FACTS.cards]
# Every choice of so many of the six spaces, by number.
CHOICES: Final = [
    [spaces for spaces in range(1 << SPACES) if bits(spaces) == k] for k in range(SPACES + 1)
]


def add_shopping(s: ArchRavels, codes: list[int], k: int) -> None:
    """ARC-29. Exactly k different spaces; ARC-32, ARC-33, ARC-34: empty ones count like cards.

    ARC-117: alone, only cards, and fewer where there are fewer.
    """
    open_spaces = (1 << SPACES) - 1
    if s.house.solo:
        for space in range(SPACES):
            if s.bazaar[space] == NONE:
                open_spaces ^= 1 << space
        k = min(k, bits(open_spaces))
        if k == 0:
            return
    for spaces in CHOICES[k]:
        if spaces & ~open_spaces == 0:
            codes.append(SHOP + spaces - 1)


def shop(s: ArchRavels, seat: int, spaces: int) -> None:
    """ARC-30. The yarn shown, from the supply; ARC-35: then the cards go to the discard pile.

    ARC-36: the spaces stay empty for now. All wild yarn of one Shop is chosen together.
    """
    yarn = 0
    wild = 0
    for space in range(SPACES):
        if spaces >> space & 1:
            card = s.bazaar[space]
            if card == NONE:
                wild += 1  # ARC-32
            else:
                yarn += GIVES[card]
                wild += WILD[card]
                s.discard.append(card)
                s.bazaar[space] = NONE
    s.note(SHOPPED, who(s, seat), spaces, 0)
    if yarn:
        take_from_supply(s, seat, yarn)
    if wild:
        WILD_COLOURS.ask(s, seat, 0, 0, min(wild, total(supply(s))), 0)


def take_from_supply(s: ArchRavels, seat: int, yarn: int) -> None:
    """ARC-113. A colour that has run short gives what is left."""
    if s.house.limited:
        stock = supply(s)
        short = 0
        for colour in range(COLOURS):
            short |= packed(colour, min(amount(yarn, colour), stock[colour]))
        yarn = short
    add_yarn(s, seat, yarn)
    s.note(TOOK, who(s, seat), yarn, 0)


class WildColours(Counts):
    """ARC-31. The colour of each wild yarn is chosen separately (ruling Q7)."""

    def stock(self, s: ArchRavels, seat: int, x: int, /) -> list[int]:
        """From the supply."""
        return supply(s)

    def finish(self, s: ArchRavels, seat: int, x: int, yarn: int, /) -> None:
        """Take it."""
        add_yarn(s, seat, yarn)
        s.note(TOOK, who(s, seat), yarn, 0)


def add_exchanges(s: ArchRavels, codes: list[int], seat: int) -> None:
    """ARC-50. From one colour to one other; ruling Q35: freely, by option, colours come later."""
    stock = supply(s)
    bowl = bowl_of(s, seat)
    if s.house.free_exchange:
        if total(bowl):
            codes.append(EXCHANGE)
        return
    for colour in range(COLOURS):
        if bowl[colour]:
            for other in range(COLOURS):
                if other != colour and stock[other] > 0:
                    codes.append(EXCHANGE + colour * COLOURS + other)


def begin_exchange(s: ArchRavels, seat: int, colour: int, other: int) -> None:
    """ARC-50. How many; ruling Q34: at least one."""
    if s.house.free_exchange:
        ask_return(s, seat, 0, 0)
        return
    most = most_exchanged(s, seat, colour, other)
    if most == 1:
        exchange(s, seat, packed(colour, 1), packed(other, 1))
    else:
        s.next(EXCHANGE_HOW_MANY.of(seat, colour, other))


def most_exchanged(s: ArchRavels, seat: int, colour: int, other: int) -> int:
    """How many yarn of a colour can become another; PLENTY at once, should a bowl hold more."""
    return min(s.bowls[seat * COLOURS + colour], supply(s)[other])


class ExchangeHowMany(Choice[ArchRavels]):
    """ARC-50. Any number of one colour for the same number of another."""

    def options(self, s: ArchRavels, seat: int, colour: int, other: int, /) -> list[int]:
        """From one to all; ARC-113: no more than the supply has."""
        return list(range(COUNT + 1, COUNT + most_exchanged(s, seat, colour, other) + 1))

    def chosen(self, s: ArchRavels, code: int, seat: int, colour: int, other: int, /) -> None:
        """Change them."""
        exchange(s, seat, packed(colour, code - COUNT), packed(other, code - COUNT))


def exchange(s: ArchRavels, seat: int, given: int, taken: int) -> None:
    """ARC-50, ARC-51. Yarn goes back to the supply, as many come from it."""
    take_yarn(s, seat, given)
    add_yarn(s, seat, taken)
    s.note(EXCHANGED, who(s, seat), given, taken)


class ReturnYarn(Choice[ArchRavels]):
    """Ruling Q35, ARC-50. Any yarn to return, colour by colour, at least one in all.

    The first memory is the colour, the second what is chosen so far.
    """

    def options(self, s: ArchRavels, seat: int, colour: int, yarn: int, /) -> list[int]:
        """None up to all; the last colour held makes up for none before."""
        low = 1 if yarn == 0 and next_held(s, seat, colour + 1) == COLOURS else 0
        most = min(s.bowls[seat * COLOURS + colour], PLENTY)
        return list(range(COUNT + low, COUNT + most + 1))

    def chosen(self, s: ArchRavels, code: int, seat: int, colour: int, yarn: int, /) -> None:
        """On to the next colour, then choose what to take."""
        ask_return(s, seat, colour + 1, yarn | packed(colour, code - COUNT))


def next_held(s: ArchRavels, seat: int, colour: int) -> int:
    """The first colour of the own bowl, from one on; COLOURS if there is none."""
    while colour < COLOURS and s.bowls[seat * COLOURS + colour] == 0:
        colour += 1
    return colour


def ask_return(s: ArchRavels, seat: int, colour: int, yarn: int) -> None:
    """Ask for the next colour that leaves a choice, then for what to take."""
    colour = next_held(s, seat, colour)
    if colour < COLOURS:
        codes = RETURN_YARN.options(s, seat, colour, yarn)
        if len(codes) > 1:
            s.next(RETURN_YARN.of(seat, colour, yarn))
        else:
            RETURN_YARN.chosen(s, codes[0], seat, colour, yarn)
        return
    n = 0
    for each in range(COLOURS):
        n += amount(yarn, each)
    TAKE_INSTEAD.ask(s, seat, yarn, 0, n, 0)


class TakeInstead(Counts):
    """Ruling Q35, ARC-50. As many yarn of any colours for those returned."""

    def stock(self, s: ArchRavels, seat: int, given: int, /) -> list[int]:
        """ARC-113. From the supply, with what was returned."""
        stock = supply(s)
        for colour in range(COLOURS):
            stock[colour] = min(PLENTY, stock[colour] + amount(given, colour))
        return stock

    def finish(self, s: ArchRavels, seat: int, given: int, yarn: int, /) -> None:
        """Change them."""
        exchange(s, seat, given, yarn)


WILD_COLOURS: Final = WildColours("ARC-31")
EXCHANGE_HOW_MANY: Final = ExchangeHowMany("ARC-50")
RETURN_YARN: Final = ReturnYarn("ARC-50")
TAKE_INSTEAD: Final = TakeInstead("ARC-50")
