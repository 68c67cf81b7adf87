"""The common decks: drawing from them, shuffling into their top, and looking at them in private.

A glimpse is what some seats know of a deck and others do not: the deck, where the card is (0: in its
place on the pile, else 1 + the bag it was shuffled into), the card, who knows it, and the bags it was
drawn from, as those who did not look still count it.
"""

from __future__ import annotations

from typing import Final

from ravelbox.games.ravingspire.cards import CARDS, PEEK_ENCOUNTER, PEEK_LOOT
from ravelbox.games.ravingspire.state import (
    NONE,
    RECYCLED,
    SHUFFLED_IN,
    Ravingspire,
)
from ravelbox.kernel.pile import Pile
from ravelbox.kernel.rules import Chance, Step

Glimpse = tuple[int, ...]
G_DECK: Final = 0
G_AT: Final = 1
G_CARD: Final = 2
G_SEATS: Final = 3
G_CHAIN: Final = 4


def pile_of(s: Ravingspire, deck: int) -> Pile:
    """One of the common decks."""
    if deck == PEEK_ENCOUNTER:
        return s.pile
    return s.loot_pile if deck == PEEK_LOOT else s.foe_pile


def set_pile(s: Ravingspire, deck: int, pile: Pile) -> None:
    """Change one of the common decks."""
    if deck == PEEK_ENCOUNTER:
        s.pile = pile
    elif deck == PEEK_LOOT:
        s.loot_pile = pile
    else:
        s.foe_pile = pile


def forget(s: Ravingspire, deck: int, at: int, card: int) -> None:
    """A card that was known in private is known to all now."""
    for i, glimpse in enumerate(s.glimpses):
        if glimpse[G_DECK] == deck and glimpse[G_AT] == at and glimpse[G_CARD] == card:
            s.glimpses = s.glimpses[:i] + s.glimpses[i + 1 :]
            return


def lift(s: Ravingspire, bag: int, card: int) -> Glimpse:
    """A card came out of a bag into which it was shuffled after a glimpse: that glimpse is over.

    The bags out of which those who did not look still count it, or none.
    """
    for i, glimpse in enumerate(s.glimpses):
        if glimpse[G_AT] == 1 + bag and glimpse[G_CARD] == card:
            s.glimpses = s.glimpses[:i] + s.glimpses[i + 1 :]
            return glimpse[G_CHAIN:]
    return ()


class DrawCard(Step[Ravingspire]):
    """RSP-56. Turn up the top card of a common deck: `drawn`, or NONE if there is none.

    An empty Encounter Deck is made anew of the banished Encounter cards, at most once a refill.
    """

    def run(self, s: Ravingspire, seat: int, deck: int, y: int, /) -> None:
        """Take the top place; what lies there may be luck."""
        if deck == PEEK_ENCOUNTER and not s.pile:
            recycle(s)
        pile = pile_of(s, deck)
        s.drawn = NONE
        if not pile:
            return
        set_pile(s, deck, pile[1:])
        if pile[0] >= 0:
            s.drawn = pile[0]
            if s.glimpses:
                forget(s, deck, 0, pile[0])
        else:
            s.next(PICK_CARD.of(seat, ~pile[0]))


def recycle(s: Ravingspire) -> None:
    """RSP-56. The banished Encounter cards become the new Encounter Deck."""
    if not s.house.recycle or s.recycled:
        return
    back = tuple([card for card in s.banished if is_encounter(card)])
    if back:
        s.recycled = 1
        s.banished = [card for card in s.banished if not is_encounter(card)]
        s.pile = (~s.bags.mix(back, kept_bags(s)),) * len(back)
        s.note(RECYCLED, s.active, len(back), 0)


def is_encounter(card: int) -> bool:
    """Whether a banished card is one of the Encounter Deck's nine types, and not Starter or Loot."""
    return CARDS[card].is_encounter


class PickCard(Chance[Ravingspire]):
    """RSP-C2, RSP-19. Which card of a shuffled pile it is; it may come out of an older bag."""

    def outcomes(self, s: Ravingspire, seat: int, bag: int, y: int, /) -> int:
        """One for each card that it can be."""
        return s.bags.size(bag)

    def chosen(self, s: Ravingspire, code: int, seat: int, bag: int, y: int, /) -> None:
        """Turn it up, or ask the older bag."""
        card = s.bags.draw(bag, code)
        if card < 0:
            s.next(self.of(seat, ~card))
            return
        s.drawn = card
        if s.glimpses:
            lift(s, bag, card)


def kept_bags(s: Ravingspire) -> tuple[int, ...]:
    """Bags that somebody still counts a glimpsed card in."""
    bags: tuple[int, ...] = ()
    for glimpse in s.glimpses:
        bags += glimpse[G_CHAIN:]
        if glimpse[G_AT] > 0:
            bags += (glimpse[G_AT] - 1,)
    return bags


def shuffle_in(s: Ravingspire, cards: list[int]) -> None:
    """RSP-54. Shuffle cards into the top third of the Encounter Deck, rounded up."""
    if not cards:
        return
    depth = 2 if s.house.half else 3
    top = (len(s.pile) + depth - 1) // depth
    glimpsed = [place_of(s, i) for i in range(len(s.glimpses))] if s.glimpses else []
    before = [s.bags.size(bag) for bag in range(len(s.bags.own))] if s.glimpses else []
    bag = s.bags.mix(s.pile[:top] + tuple(cards), kept_bags(s))
    s.pile = (~bag,) * (top + len(cards)) + s.pile[top:]
    if s.glimpses:
        _follow(s, bag, top, glimpsed, before)
    s.note(SHUFFLED_IN, s.active, len(cards), 0)


def place_of(s: Ravingspire, which: int) -> int:
    """At which place of its pile a glimpsed card lies; NONE if it was shuffled in."""
    glimpse = s.glimpses[which]
    if glimpse[G_AT] > 0:
        return NONE
    nth = 0  # equal cards in equal decks are told apart by their order
    for other in s.glimpses[:which]:
        if other[:G_SEATS] == glimpse[:G_SEATS]:
            nth += 1
    for place, card in enumerate(pile_of(s, glimpse[G_DECK])):
        if card == glimpse[G_CARD]:
            if nth == 0:
                return place
            nth -= 1
    return NONE


def _follow(s: Ravingspire, bag: int, top: int, places: list[int], before: list[int]) -> None:
    """Keep what was glimpsed true after the top of the Encounter Deck became a new bag."""
    poured = [
        old for old in range(len(before)) if old != bag and before[old] and not s.bags.size(old)
    ]
    glimpses: tuple[Glimpse, ...] = ()
    for glimpse, place in zip(s.glimpses, places, strict=True):
        at = glimpse[G_AT]
        chain = glimpse[G_CHAIN:]
        if (glimpse[G_DECK] == PEEK_ENCOUNTER and 0 <= place < top) or at - 1 in poured:
            at = 1 + bag
        while at == 1 + bag and chain and chain[0] in poured:
            chain = chain[1:]  # for everybody it is a card of the new bag
        if chain:
            glimpses += ((glimpse[G_DECK], at, glimpse[G_CARD], glimpse[G_SEATS], *chain),)
    s.glimpses = glimpses


def put_on_top(s: Ravingspire, card: int) -> None:
    """RSP-27, RSP-130. A card back on top of the Encounter Deck, where all saw it go."""
    s.pile = (card, *s.pile)


def undraw(s: Ravingspire, which: int) -> None:
    """Make a glimpsed card what it is to those who did not look: one of its bag."""
    glimpse = s.glimpses[which]
    deck, at, card = glimpse[G_DECK], glimpse[G_AT], glimpse[G_CARD]
    chain = glimpse[G_CHAIN:]
    if at > 0:
        bag = at - 1
        own = list(s.bags.own[bag])
        own.remove(card)
        s.bags.own[bag] = tuple(own)
        s.bags.lenders[bag] = tuple(sorted((*s.bags.lenders[bag], chain[0])))
    else:
        place = place_of(s, which)
        pile = pile_of(s, deck)
        set_pile(s, deck, (*pile[:place], ~chain[0], *pile[place + 1 :]))
    for older, newer in zip(chain[1:], chain[:-1], strict=True):
        s.bags.lenders[newer] = tuple(sorted((*s.bags.lenders[newer], older)))
    last = chain[len(chain) - 1]
    s.bags.own[last] = tuple(sorted((*s.bags.own[last], card)))
    s.glimpses = s.glimpses[:which] + s.glimpses[which + 1 :]


DRAW_CARD: Final = DrawCard("RSP-56")
PICK_CARD: Final = PickCard("RSP-19")
