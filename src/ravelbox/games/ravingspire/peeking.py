"""Looking at the top of a deck in private, and putting it back in a chosen order."""

from __future__ import annotations

from typing import Final

from ravelbox.games.ravingspire.cards import PEEK_BATTLE
from ravelbox.games.ravingspire.codes import PICK
from ravelbox.games.ravingspire.decks import (
    G_SEATS,
    lift,
    pile_of,
    place_of,
    set_pile,
)
from ravelbox.games.ravingspire.places import AT_PEEKED
from ravelbox.games.ravingspire.state import PEEKED, PEEKED_SOME, Ravingspire
from ravelbox.games.ravingspire.zones import reshuffle
from ravelbox.kernel.rules import Chance, Choice, Step

REORDER: Final = 1 << 8  # beside the number of cards
BAG_BITS: Final = 8  # of a chain of bags, packed into one number


class Peek(Step[Ravingspire]):
    """RSP-170. Look at the top cards of a deck; only the looking player learns them."""

    def run(self, s: Ravingspire, seat: int, n: int, deck: int, /) -> None:
        """Look at each, then put them back."""
        many = n & REORDER - 1
        if deck == PEEK_BATTLE:
            if len(s.tops[seat]) + len(s.decks[seat]) < many and not s.decks[seat]:
                reshuffle(s, seat)
            many = min(many, len(s.tops[seat]) + len(s.decks[seat]))
            s.then([LOOK_AT_OWN.of(seat, many), ORDER.of(seat, many | n & REORDER, deck)])
        else:
            many = min(many, len(pile_of(s, deck)))
            s.then([LOOK.of(seat, many, deck), ORDER.of(seat, many | n & REORDER, deck)])
        s.note(PEEKED_SOME, seat, deck, many)


class Look(Step[Ravingspire]):
    """RSP-170. One card after the other: what nobody knows is drawn in private."""

    def run(self, s: Ravingspire, seat: int, left: int, deck: int, /) -> None:
        """Find the first place that this seat does not know."""
        pile = pile_of(s, deck)
        for place in range(left):
            if pile[place] < 0:
                s.next(DRAW_SECRETLY.of(seat, ~pile[place], place | deck << 6 | left << 8))
                return
        for which, glimpse in enumerate(s.glimpses):
            if 0 <= place_of(s, which) < left and glimpse[0] == deck:
                seen = (*glimpse[:G_SEATS], glimpse[G_SEATS] | 1 << seat, *glimpse[G_SEATS + 1 :])
                s.glimpses = (*s.glimpses[:which], seen, *s.glimpses[which + 1 :])
        for place in range(left):
            s.note(PEEKED, seat, pile[place], 0)


class DrawSecretly(Chance[Ravingspire]):
    """RSP-170, RSP-C2. Which card a face-down place holds, for one player's eyes."""

    def outcomes(self, s: Ravingspire, seat: int, bags: int, y: int, /) -> int:
        """Every card that it can be."""
        return s.bags.size(bags & (1 << BAG_BITS) - 1)

    def chosen(self, s: Ravingspire, code: int, seat: int, bags: int, y: int, /) -> None:
        """Remember it, and out of which bags it came."""
        bag = bags & (1 << BAG_BITS) - 1
        card = s.bags.draw(bag, code)
        if card < 0:
            s.next(self.of(seat, bags << BAG_BITS | ~card, y))
            return
        place, deck, left = y & 63, y >> 6 & 3, y >> 8
        pile = pile_of(s, deck)
        chain = chain_of(bags, ~pile[place]) + lift(s, bag, card)
        set_pile(s, deck, (*pile[:place], card, *pile[place + 1 :]))
        s.glimpses += ((deck, 0, card, 1 << seat, *chain),)
        s.next(LOOK.of(seat, left, deck))


def chain_of(bags: int, first: int) -> tuple[int, ...]:
    """The bags of a packed chain, the place's own bag first."""
    chain: tuple[int, ...] = ()
    while True:
        bag = bags & (1 << BAG_BITS) - 1
        chain = (bag, *chain)
        if bag == first:
            return chain
        bags >>= BAG_BITS


class LookAtOwn(Step[Ravingspire]):
    """RSP-170. The top of one's own Battle Deck."""

    def run(self, s: Ravingspire, seat: int, n: int, y: int, /) -> None:
        """Draw what is not known yet to under the known ones."""
        if len(s.tops[seat]) < n and s.decks[seat]:
            s.next(DRAW_OWN.of(seat, n))
            return
        for card in reversed(s.tops[seat][-n:] if n else []):
            s.note(PEEKED, seat, card, 0)


class DrawOwn(Chance[Ravingspire]):
    """RSP-170, RSP-C2. Which card comes next in the Battle Deck, for its owner's eyes."""

    def outcomes(self, s: Ravingspire, seat: int, n: int, y: int, /) -> int:
        """Any card of it."""
        return len(s.decks[seat])

    def chosen(self, s: Ravingspire, code: int, seat: int, n: int, y: int, /) -> None:
        """It lies under those already known."""
        s.tops[seat].insert(0, s.decks[seat].pop(code))
        s.next(LOOK_AT_OWN.of(seat, n))


class Order(Step[Ravingspire]):
    """RSP-170. Put the cards back, in a chosen order where the text says so."""

    def run(self, s: Ravingspire, seat: int, n: int, deck: int, /) -> None:
        """Ask as long as there is something to order."""
        many, placed = n & 63, n >> 16
        s.peeked = top_cards(s, seat, deck, many)
        if n & REORDER and len(set(s.peeked[placed:])) > 1:
            s.next(PUT_BACK.of(seat, n, deck))
        else:
            s.peeked = []


def top_cards(s: Ravingspire, seat: int, deck: int, n: int) -> list[int]:
    """The top cards of a deck, top first, which the seat knows."""
    if deck == PEEK_BATTLE:
        return s.tops[seat][: -n - 1 : -1]
    return list(pile_of(s, deck)[:n])


class PutBack(Choice[Ravingspire]):
    """RSP-170. Which of the cards comes next, from the top."""

    def options(self, s: Ravingspire, seat: int, n: int, deck: int, /) -> list[int]:
        """Those that have no place yet; equal ones once."""
        codes: list[int] = []
        for i in range(n >> 16, n & 63):
            if s.peeked[i] not in s.peeked[n >> 16 : i]:
                codes.append(PICK + AT_PEEKED + i)
        return codes

    def chosen(self, s: Ravingspire, code: int, seat: int, n: int, deck: int, /) -> None:
        """It comes next."""
        placed, many = n >> 16, n & 63
        cards = s.peeked[:many]
        cards.insert(placed, cards.pop(code - PICK - AT_PEEKED))
        if deck == PEEK_BATTLE:
            s.tops[seat][len(s.tops[seat]) - many :] = cards[::-1]
        else:
            set_pile(s, deck, (*cards, *pile_of(s, deck)[many:]))
        s.next(ORDER.of(seat, n + (1 << 16), deck))


PEEK: Final = Peek("RSP-170")
LOOK: Final = Look("RSP-170")
DRAW_SECRETLY: Final = DrawSecretly("RSP-170")
LOOK_AT_OWN: Final = LookAtOwn("RSP-170")
DRAW_OWN: Final = DrawOwn("RSP-170")
ORDER: Final = Order("RSP-170")
PUT_BACK: Final = PutBack("RSP-170")
