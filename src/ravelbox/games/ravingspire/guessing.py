"""A table as one seat may imagine it: what it cannot know is drawn again, fairly."""

from __future__ import annotations

from ravelbox.games.ravingspire.decks import (
    G_AT,
    G_DECK,
    G_SEATS,
    lift,
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
    unseen: list[tuple[int, int, int]] = []  # deck, place, who saw it
    for which in range(len(s.glimpses) - 1, -1, -1):
        glimpse = s.glimpses[which]
        if not glimpse[G_SEATS] >> seat & 1:
            if glimpse[G_AT] == 0:
                unseen.append((glimpse[G_DECK], place_of(s, which), glimpse[G_SEATS]))
            undraw(s, which)  # one that was shuffled in is just one of its bag
    for deck, place, seats in unseen:
        redraw_place(s, deck, place, seats, rng)
    if s.peeked and s.actor != seat and s.actor >= 0:
        look_again(s)


def redraw_hand(s: Ravingspire, seat: int, other: int, rng: Rng) -> None:
    """Cards of a hand that the seat has not seen change places with the Battle Deck's.

    They are put in order first: equal dice must not tell what was where.
    """
    hand = s.hands[other]
    known = [card for card in hand if card >> KNOWN_AT + seat & 1]
    unknown = [card for card in hand if not card >> KNOWN_AT + seat & 1]
    # Sorted, so that equal luck gives equal cards, wherever the real ones are.
    pool = sorted([card & KIND for card in unknown] + s.decks[other] + s.tops[other])
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


def redraw_place(s: Ravingspire, deck: int, place: int, seats: int, rng: Rng) -> None:
    """What others saw at a place of a deck is any card of its bag."""
    pile = pile_of(s, deck)
    bag = ~pile[place]
    chain: tuple[int, ...] = (bag,)
    card = s.bags.draw(bag, rng.below(s.bags.size(bag)))
    while card < 0:
        bag = ~card
        chain += (bag,)
        card = s.bags.draw(bag, rng.below(s.bags.size(bag)))
    chain += lift(s, bag, card)
    set_pile(s, deck, (*pile[:place], card, *pile[place + 1 :]))
    s.glimpses += ((deck, 0, card, seats, *chain),)


def look_again(s: Ravingspire) -> None:
    """Cards that another seat is putting in order are those now on top."""
    _, looker, n, deck = s.agenda[-1]
    s.peeked = top_cards(s, looker, deck, n & 63)
