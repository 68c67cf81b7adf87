"""A table as one seat may imagine it: what it cannot know is drawn again, fairly."""

from __future__ import annotations

from ravelbox.games.ravingspire.decks import (
    G_AT,
    G_DECK,
    G_SEATS,
    pile_of,
    place_of,
    set_pile,
    undraw,
)
from ravelbox.games.ravingspire.peeking import top_cards
from ravelbox.games.ravingspire.state import KIND, KNOWN_AT, Ravingspire, put
from ravelbox.kernel.rng import Rng


def determinize(s: Ravingspire, seat: int, rng: Rng) -> None:
    """Redraw others' hands and Battle Decks, and what others saw of the common decks."""
    for other in range(len(s.heroes)):
        if other != seat:
            redraw_hand(s, seat, other, rng)
    for which in range(len(s.glimpses) - 1, -1, -1):
        if not s.glimpses[which][G_SEATS] >> seat & 1:
            redraw_glimpse(s, which, rng)
    if s.peeked and s.actor != seat and s.actor >= 0:
        look_again(s)


def redraw_hand(s: Ravingspire, seat: int, other: int, rng: Rng) -> None:
    """Cards of a hand that the seat has not seen change places with the Battle Deck's."""
    hand = s.hands[other]
    known = [card for card in hand if card >> KNOWN_AT + seat & 1]
    unknown = [card for card in hand if not card >> KNOWN_AT + seat & 1]
    pool = [card & KIND for card in unknown] + s.decks[other] + s.tops[other]
    for i in range(len(pool) - 1, 0, -1):
        j = rng.below(i + 1)
        pool[i], pool[j] = pool[j], pool[i]
    hand.clear()
    for card in known:
        put(hand, card)
    for card in unknown:
        put(hand, pool.pop() | (card & ~KIND))
    for i in range(len(s.tops[other])):
        s.tops[other][i] = pool.pop()
    s.decks[other] = sorted(pool)


def redraw_glimpse(s: Ravingspire, which: int, rng: Rng) -> None:
    """Something that another seat saw is any card of its bag; one shuffled in is forgotten."""
    glimpse = s.glimpses[which]
    deck, on_pile = glimpse[G_DECK], glimpse[G_AT] == 0
    place = place_of(s, which) if on_pile else 0
    undraw(s, which)
    if not on_pile:
        return
    pile = pile_of(s, deck)
    bag = ~pile[place]
    chain: tuple[int, ...] = (bag,)
    card = s.bags.draw(bag, rng.below(s.bags.size(bag)))
    while card < 0:
        chain += (~card,)
        card = s.bags.draw(~card, rng.below(s.bags.size(~card)))
    set_pile(s, deck, (*pile[:place], card, *pile[place + 1 :]))
    s.glimpses += ((deck, 0, card, glimpse[G_SEATS], *chain),)


def look_again(s: Ravingspire) -> None:
    """Cards that another seat is putting in order are those now on top."""
    _, looker, n, deck = s.agenda[-1]
    s.peeked = top_cards(s, looker, deck, n & 63)
