"""A Hero's own cards: drawing hands, slots of the Battlemat, and what may lie where."""

from __future__ import annotations

from typing import Final

from ravelbox.games.ravingspire.cards import (
    CARDS,
    HEROES,
    V_EXTRA,
    V_HAND,
    V_KEEP,
    V_SHARE,
    V_SLOT,
)
from ravelbox.games.ravingspire.facts import FACTS
from ravelbox.games.ravingspire.state import (
    ACTED,
    COMMITTED,
    DREW,
    DREW_SOME,
    FACE_DOWN,
    GENERATED,
    KIND,
    KNOWN_AT,
    MOVED_IN_AT,
    MOVED_OUT_AT,
    NONE,
    RESHUFFLED,
    SLOTS,
    SLOTTED,
    UNSLOTTED,
    Ravingspire,
    put,
)
from ravelbox.kernel.rules import Chance, Step

HAND: Final = FACTS.board.hand
SHARED: Final = 5  # places that are shared: a type's bits stand above the letters'
PLACES: Final = 9  # of a Battlemat, that an action can name
MOVES: Final = 2  # RSP-D4: each way, for a card in a turn


def everyone(s: Ravingspire) -> int:
    """The mark of a card in hand that all saw go there."""
    return (1 << len(s.heroes)) - 1 << KNOWN_AT


class DrawSome(Step[Ravingspire]):
    """RSP-126. Draw cards to hand; an empty Battle Deck is made anew of the discard pile.

    RSP-72: they are usable at once. RSP-127: a deck may have any number of cards.
    """

    def run(self, s: Ravingspire, seat: int, n: int, drawn: int, /) -> None:
        """Draw one, then the rest."""
        if n > 0 and not s.tops[seat] and not s.decks[seat]:
            reshuffle(s, seat)
        if n == 0 or not (s.tops[seat] or s.decks[seat]):
            if drawn:
                s.note(DREW_SOME, seat, drawn, 0)
            return
        if s.tops[seat]:
            take(s, seat, s.tops[seat].pop())
            s.next(self.of(seat, n - 1, drawn + 1))
        elif len(s.decks[seat]) == 1:
            take(s, seat, s.decks[seat].pop())
            s.next(self.of(seat, n - 1, drawn + 1))
        else:
            s.next(DEAL.of(seat, n, drawn))


def reshuffle(s: Ravingspire, seat: int) -> None:
    """RSP-126. Aside and Played cards are not included."""
    if s.discards[seat]:
        s.decks[seat] = s.discards[seat]
        s.discards[seat] = []
        s.note(RESHUFFLED, seat, len(s.decks[seat]), 0)


def take(s: Ravingspire, seat: int, card: int) -> None:
    """A card drawn: nobody else knows it."""
    put(s.hands[seat], card & KIND)
    s.note(DREW, seat, card & KIND, 0)
    if s.house.reshuffle_now and not s.decks[seat] and not s.tops[seat]:
        reshuffle(s, seat)


class Deal(Chance[Ravingspire]):
    """RSP-16, RSP-93, RSP-125. Which card of the Battle Deck comes next."""

    def outcomes(self, s: Ravingspire, seat: int, n: int, drawn: int, /) -> int:
        """Any of them."""
        return len(s.decks[seat])

    def chosen(self, s: Ravingspire, code: int, seat: int, n: int, drawn: int, /) -> None:
        """Take it, then the rest."""
        take(s, seat, s.decks[seat].pop(code))
        s.next(DRAW_SOME.of(seat, n - 1, drawn + 1))


def hand_size(s: Ravingspire, seat: int) -> int:
    """RSP-125. Six unless a Hero, a slotted card or a Tower card says otherwise."""
    size = HAND
    for ability in HEROES[s.heroes[seat]].standing:
        for effect in ability.effects:
            if effect.verb == V_HAND:
                size += effect.n
    for card in s.slots[seat]:
        if card != NONE and not card & FACE_DOWN:
            for effect in CARDS[card & KIND].slotted:
                if effect.verb == V_HAND:
                    size += effect.n
    tower = s.towers[s.levels[seat]]
    if tower != NONE:
        for effect in CARDS[tower].level:
            if effect.verb == V_HAND:
                size += effect.n
    return max(size, 0)


def place_bits(s: Ravingspire, seat: int) -> list[int]:
    """RSP-114. What fits each place: letters, or for a shared place the types above them."""
    bits = HEROES[s.heroes[seat]].slots[:]
    for place in range(SLOTS):
        card = s.slots[seat][place]
        if card == NONE or card & FACE_DOWN:
            continue
        for effect in CARDS[card & KIND].slotted:
            if effect.verb == V_EXTRA:
                bits.append(effect.letter)
            elif effect.verb == V_SHARE:
                bits.append(effect.types << SHARED)
    return bits


def fitting(s: Ravingspire, seat: int, kind: int) -> int:
    """RSP-115. The letters that a card fits, and above them its types for shared places.

    RSP-124: several equipment types count each. RSP-118: the slot's type changes nothing.
    """
    card = CARDS[kind]
    letters = card.slots
    for ability in HEROES[s.heroes[seat]].standing:
        for effect in ability.effects:
            if effect.verb == V_SLOT and effect.types & card.types:
                letters |= effect.letter
    tower = s.towers[s.levels[seat]]
    if tower != NONE:
        for effect in CARDS[tower].level:
            if effect.verb == V_SLOT and effect.types & card.types:
                letters |= effect.letter
    return letters | card.types << SHARED if letters else 0


def settle_slots(s: Ravingspire, seat: int) -> None:
    """RSP-119. Cards whose place is no longer theirs go back to hand, or off-turn to the discard.

    One that goes may have given another its place; so this is done until all lie rightly.
    """
    slots = s.slots[seat]
    bits = place_bits(s, seat)
    moved = False
    for place in range(len(slots) - 1, -1, -1):
        card = slots[place]
        allowed = bits[place] if place < len(bits) else 0
        if card != NONE and not card & COMMITTED and not allowed & fitting(s, seat, card & KIND):
            slots[place] = NONE
            moved = True
            if place < SLOTS or not _move_over(s, seat, card, bits):
                _send_back(s, seat, card)
    if moved:
        settle_slots(s, seat)
        return
    while len(slots) > len(bits) and slots[-1] == NONE:
        slots.pop()
    while len(slots) < len(bits):
        slots.append(NONE)


def _move_over(s: Ravingspire, seat: int, card: int, bits: list[int]) -> bool:
    """A card of an extra place that is no more takes an empty place of its own, if there is one."""
    fits = fitting(s, seat, card & KIND)
    for place in range(SLOTS):
        if s.slots[seat][place] == NONE and bits[place] & fits:
            s.slots[seat][place] = card
            return True
    return False


def _send_back(s: Ravingspire, seat: int, card: int) -> None:
    if s.active != seat:
        put(s.discards[seat], card & KIND)
    elif card & FACE_DOWN:
        s.asides[seat].append(card & KIND)  # it was used this turn
    else:
        put(s.hands[seat], card | everyone(s))
    s.note(UNSLOTTED, seat, card & KIND, 0)


def stays(s: Ravingspire, seat: int, kind: int) -> bool:
    """RSP-62. Whether a slotted card turns face down when spent, and does not leave.

    RSP-120: Dungeon cards; RSP-160: Florence's Weapons; cards that say so.
    """
    card = CARDS[kind]
    if card.keeps:
        return True
    for ability in HEROES[s.heroes[seat]].standing:
        for effect in ability.effects:
            group = effect.group
            if effect.verb == V_KEEP and group is not None and group.types & card.types:
                return True
    return False


def add_slot_moves(s: Ravingspire, codes: list[int], seat: int, slot: int, unslot: int) -> None:
    """RSP-116. Cards between hand and slots, but for face-down ones (RSP-121)."""
    hand, slots = s.hands[seat], s.slots[seat]
    bits = place_bits(s, seat)
    last = NONE
    for i, card in enumerate(hand):
        if card == last:
            continue  # identical cards are one option
        last = card
        fits = fitting(s, seat, card & KIND)
        if not fits or card >> MOVED_IN_AT & 3 >= MOVES:
            continue
        for place in range(len(slots)):
            there = slots[place]
            new = there == NONE or there & KIND != card & KIND
            if new and bits[place] & fits and _may_leave(there):
                codes.append(slot + i * PLACES + place)
    for place, card in enumerate(slots):
        if card != NONE and _may_leave(card):
            codes.append(unslot + place)


def _may_leave(card: int) -> bool:
    if card == NONE:
        return True
    locked = FACE_DOWN | COMMITTED
    return not card & locked and card >> MOVED_OUT_AT & 3 < MOVES and not card & ACTED


def slot_card(s: Ravingspire, seat: int, at: int, place: int) -> None:
    """Move a card from hand to a place; who lay there returns to hand (RSP-90: swapping)."""
    card = s.hands[seat].pop(at)
    if s.slots[seat][place] != NONE:
        _to_hand(s, seat, place)
    known = 0x3F << KNOWN_AT
    s.slots[seat][place] = (card & ~known) + (1 << MOVED_IN_AT)
    s.note(SLOTTED, seat, card & KIND, place)
    settle_slots(s, seat)


def unslot_card(s: Ravingspire, seat: int, place: int) -> None:
    """Take a card from a place to hand."""
    _to_hand(s, seat, place)
    settle_slots(s, seat)


def _to_hand(s: Ravingspire, seat: int, place: int) -> None:
    """A card leaves its place for the hand, where all know it."""
    card = s.slots[seat][place]
    s.slots[seat][place] = NONE
    put(s.hands[seat], (card | everyone(s)) + (1 << MOVED_OUT_AT))
    s.note(UNSLOTTED, seat, card & KIND, 0)


def is_card(card: int) -> bool:
    """Whether something Played is a card, and not generated power."""
    return card & KIND < GENERATED


DRAW_SOME: Final = DrawSome("RSP-126")
DEAL: Final = Deal("RSP-125")
