"""Private looks at decks: who looked knows, everybody else counts the card as any of its bag."""

from __future__ import annotations

from collections import Counter

import ravelbox
from ravelbox.games.ravingspire.cards import PEEK_ENCOUNTER
from ravelbox.games.ravingspire.decks import shuffle_in
from ravelbox.games.ravingspire.peeking import PEEK
from ravelbox.games.ravingspire.state import Ravingspire
from ravelbox.kernel.rng import Rng
from ravelbox.kernel.rules import CHANCE, random_play, random_step

GAME = ravelbox.load("ravingspire")


def table(seed: int) -> Ravingspire:
    """Two Heroes at the start of a game."""
    rng = Rng(seed)
    state = GAME.new(GAME.options_of({"heroes": "random", "turn_cap": 6}), 2)
    while state.actor == CHANCE:
        random_step(state, rng)
    assert isinstance(state, Ravingspire)
    return state


def peek(s: Ravingspire, seat: int, n: int, rng: Rng) -> None:
    """A seat looks at the top of the Encounter Deck, without reordering it."""
    s.agenda.append(PEEK.of(seat, n, PEEK_ENCOUNTER))
    s.settle()
    while s.actor == CHANCE:
        s.apply(rng.below(s.outcomes()))


def unseen(s: Ravingspire) -> Counter[int]:
    """All cards that may lie in the Encounter Deck, by kind."""
    cards = [place for place in s.pile if place >= 0]
    return Counter(cards + [kind for own in s.bags.own for kind in own])


def test_who_looked_knows_and_nobody_else() -> None:
    """The view of the looker names the cards; redrawing changes them for the other one only."""
    s = table(1)
    peek(s, 0, 3, Rng(5))
    assert len(GAME.view(s, 0).table["top"]) == 3
    assert GAME.view(s, 1).table["top"] == []
    kept, changed = set(), set()
    for seed in range(20):
        mine, theirs = s.clone(), s.clone()
        GAME.determinize(mine, 0, Rng(seed))
        GAME.determinize(theirs, 1, Rng(seed))
        kept.add(mine.pile[:3])
        changed.add(theirs.pile[:3])
        assert unseen(mine) == unseen(s) == unseen(theirs)
    assert kept == {s.pile[:3]}
    assert len(changed) > 15


def test_looks_and_shuffles_in_any_order_lose_no_card() -> None:
    """Peeks by both, cards shuffled in, draws: the deck stays the same set, and can be imagined."""
    for seed in range(60):
        rng = Rng(seed)
        s = table(seed)
        before = unseen(s)
        for _ in range(12):
            what = rng.below(3)
            if what == 0:
                peek(s, rng.below(2), 1 + rng.below(4), rng)
            elif what == 1 and s.pile[0] >= 0:
                card = s.pile[0]  # it was known: take it out and shuffle it back
                s.pile = s.pile[1:]
                s.glimpses = (
                    tuple(g for g in s.glimpses if (g[1], g[2]) != (0, card))
                    + tuple(g for g in s.glimpses if (g[1], g[2]) == (0, card))[1:]
                )
                shuffle_in(s, [card])
            for seat in (0, 1):
                other = s.clone()
                GAME.determinize(other, seat, Rng(seed))
                assert unseen(other) == before
                assert len(other.pile) == len(s.pile)
            assert unseen(s) == before
        random_play(s, rng)


def test_a_look_is_as_fair_as_a_shuffled_deck() -> None:
    """The second card of a deck, looked at after the first, is any card equally often."""
    counts: Counter[int] = Counter()
    s = table(3)
    kinds = unseen(s)
    double = next(kind for kind, n in kinds.items() if n == 2)
    single = next(kind for kind, n in kinds.items() if n == 1)
    for seed in range(6000):
        copy = s.clone()
        peek(copy, 0, 2, Rng(seed))
        counts[copy.pile[1]] += 1
    expected = 6000 / sum(kinds.values())
    assert abs(counts[double] - 2 * expected) < 6 * (2 * expected) ** 0.5
    assert abs(counts[single] - expected) < 6 * expected**0.5
