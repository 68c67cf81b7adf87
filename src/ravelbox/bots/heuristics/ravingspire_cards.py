"""What cards are worth to a Hero that plays itself: which to buy, keep, give and take."""

from __future__ import annotations

from typing import Final

from ravelbox.games.ravingspire.cards import (
    ADVERSARY,
    CARDS,
    EFFECTS,
    V_BANISH,
    V_CAPTURE,
    V_DISCARD,
    V_DISPLACE,
    V_DRAW,
    V_FLIP,
    V_GAIN,
    V_GIVE,
    V_LOSE,
    Card,
)
from ravelbox.games.ravingspire.codes import END, NAME, PICK, SLOT, UNSLOT
from ravelbox.games.ravingspire.places import (
    AT_DISCARD,
    AT_HAND,
    AT_PAID,
    AT_PLAYED,
    AT_RING,
    AT_SLOT,
)
from ravelbox.games.ravingspire.power import ring_card
from ravelbox.games.ravingspire.state import EXPLORE, KIND, NONE, RING, VORPAL, Ravingspire
from ravelbox.games.ravingspire.zones import PLACES

DRAW_WORTH: Final = 1.6
VORPAL_WORTH: Final = 1.35  # a point that fits every need
SLOT_WORTH: Final = 0.3


def deck_power(s: Ravingspire, seat: int) -> float:
    """The average power of a Hero's cards."""
    total = 0
    n = 0
    for zone in (s.decks[seat], s.discards[seat], s.hands[seat], s.asides[seat]):
        for card in zone:
            total += CARDS[card & KIND].power
            n += 1
    return total / n if n else 1.0


def worth(s: Ravingspire, seat: int, kind: int) -> float:
    """What a card adds to a Hero's deck: power above the average, and what its text does."""
    if kind == NONE:
        return 0.0
    card = CARDS[kind]
    if card.types & ADVERSARY:
        return 2.5 + 0.4 * card.total
    value = card.power * (VORPAL_WORTH if card.attr == VORPAL else 1.0)
    if card.other_attr != NONE:
        value += 0.5
    value += text_worth(card)
    if card.slots:
        value += SLOT_WORTH
    if card.keeps:
        value += 0.4 * card.power
    return value - deck_power(s, seat)


def text_worth(card: Card) -> float:
    """What the texts of a card are worth when it is played."""
    value = 0.0
    for ability in card.play:
        for effect in ability.effects:
            if effect.verb == V_DRAW:
                value += DRAW_WORTH * effect.n
            elif effect.verb == V_GAIN:
                value += 0.4 * effect.n
            elif effect.verb == V_LOSE and ability.must:
                value -= 0.6 * effect.n
            elif ability.plain_power:
                value += 0.4 * max(effect.n, 1)
            else:
                value += 0.6
    return value


def slotting(s: Ravingspire, seat: int, legal: list[int]) -> int:
    """The strongest cards lie on the Battlemat."""
    best = END
    most = 0.05
    for code in legal:
        if SLOT <= code < UNSLOT:
            card = s.hands[seat][(code - SLOT) // PLACES]
            there = s.slots[seat][(code - SLOT) % PLACES]
            value = keep_worth(card)
            if there != NONE:
                value -= keep_worth(there) + 0.3
            if value > most:
                most = value
                best = code
    return best


def keep_worth(card: int) -> float:
    """What it is worth to have a card ready next turn."""
    fact = CARDS[card & KIND]
    value = fact.power * (VORPAL_WORTH if fact.attr == VORPAL else 1.0)
    if fact.keeps:
        value *= 1.6
    if fact.slotted:
        value += 2.0
    return value + 0.3 * text_worth(fact)


def card_at_place(s: Ravingspire, seat: int, place: int) -> int:
    """The kind of card at a place that a code names, as far as it is one's own."""
    if place >= AT_PAID:
        return s.paid[place - AT_PAID] if place - AT_PAID < len(s.paid) else NONE
    if place >= AT_RING:
        return ring_card(s, seat, place - AT_RING) if place - AT_RING < RING else NONE
    if place >= AT_DISCARD:
        return s.discards[seat][place - AT_DISCARD] & KIND
    if place >= AT_PLAYED:
        return s.played[seat][place - AT_PLAYED] & KIND
    if place >= AT_SLOT:
        return s.slots[seat][place - AT_SLOT] & KIND
    return s.hands[seat][place - AT_HAND] & KIND


def weakest(s: Ravingspire, seat: int, legal: list[int]) -> int:
    """The card that is missed least."""
    best = legal[0]
    least = 1e9
    for code in legal:
        if code < PICK:
            continue
        place = code - PICK
        kind = card_at_place(s, seat, place)
        value = keep_worth(kind) if kind != NONE else 50.0
        if place < AT_SLOT and s.phase == EXPLORE:
            value += 0.05  # a card in hand may still pay
        if value < least:
            least = value
            best = code
    return best


def strongest(s: Ravingspire, seat: int, legal: list[int]) -> int:
    """The card that is worth most."""
    best = legal[0]
    most = -1.0
    for code in legal:
        if code < PICK:
            continue
        kind = card_at_place(s, seat, code - PICK)
        value = keep_worth(kind) if kind != NONE else 0.0
        if value > most:
            most = value
            best = code
    return best


def picking(s: Ravingspire, seat: int, legal: list[int]) -> int:
    """What a text asks: give the weakest, take and double the strongest."""
    index, _, x, y = s.agenda[-1]
    if legal[0] < PICK or legal[0] >= NAME:
        return legal[0]
    name = type(s.rules[index]).__name__
    if name == "PutBack":
        return legal[0]
    if name == "ChooseOne":
        return legal[0]
    if name != "PickOne":
        return legal[0]
    verb = EFFECTS[x].verb
    if y >> 16:
        return legal[0]  # somebody else's cards
    if verb in GIVING:
        return weakest(s, seat, legal)
    return strongest(s, seat, legal)


GIVING: Final = (V_FLIP, V_BANISH, V_DISCARD, V_GIVE, V_DISPLACE, V_CAPTURE)
