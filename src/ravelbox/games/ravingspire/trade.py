"""Trading cards with a Hero close by, and what it costs to drop one's guard."""

from __future__ import annotations

from typing import Final

from ravelbox.games.ravingspire.cards import ADVERSARY, CARDS, EQUIPMENT
from ravelbox.games.ravingspire.codes import ACCEPT, DECLINE, NOTHING, PICK, TRADE, WANT
from ravelbox.games.ravingspire.madness import LOSE, Lasting
from ravelbox.games.ravingspire.move import are_near
from ravelbox.games.ravingspire.places import AT_SLOT
from ravelbox.games.ravingspire.state import (
    BY_TRADE,
    CARD,
    DECLINED,
    FACE_DOWN,
    FROM_AT,
    FROM_PLACE,
    KIND,
    KNOWN_AT,
    NONE,
    RING,
    TRADE_ASKED,
    TRADE_SHOWN,
    TRADED,
    Ravingspire,
    from_of,
    put,
    who,
)
from ravelbox.games.ravingspire.zones import everyone, settle_slots
from ravelbox.kernel.rules import Choice

ANY: Final = 4  # what is wanted: a type, any card that can be traded, or nothing
NO_CARD: Final = 5


def add_trades(s: Ravingspire, codes: list[int], seat: int) -> None:
    """RSP-151. Partners within 0 or 1 steps, each at most once a turn."""
    if not s.house.trading:
        return
    for other in range(len(s.heroes)):
        if other == seat or s.gone[other] or s.traded >> other & 1:
            continue
        if are_near(s, seat, other) and (tradable(s, seat, EQUIPMENT) or has_cards(s, other)):
            codes.append(TRADE + other)


def has_cards(s: Ravingspire, seat: int) -> bool:
    """Whether a player has anything that could be asked for; the hand is not looked at."""
    return bool(s.hands[seat]) or any(card != NONE for card in s.slots[seat])


def tradable(s: Ravingspire, seat: int, types: int) -> list[int]:
    """RSP-152. Weapon, Armor, Object and Relic cards of hand and Battlemat, as places."""
    places: list[int] = []
    last = NONE
    for i, card in enumerate(s.hands[seat]):
        if card != last and CARDS[card & KIND].types & types:
            places.append(i)
        last = card
    for i, card in enumerate(s.slots[seat]):
        if card != NONE and not card & FACE_DOWN and CARDS[card & KIND].types & types:
            places.append(AT_SLOT + i)
    return places


def propose(s: Ravingspire, seat: int, other: int) -> None:
    """RSP-151. Begin a trade; the last thing a rule does."""
    s.traded |= 1 << other
    s.note(TRADE_ASKED, seat, who(s, other), 0)
    s.offered = NONE
    if tradable(s, seat, EQUIPMENT):
        s.next(OFFER_CARD.of(seat, other))
    else:
        s.next(WANT_CARD.of(seat, other))


class OfferCard(Choice[Ravingspire]):
    """RSP-152. Which card to offer, or none; the partner sees it."""

    def options(self, s: Ravingspire, seat: int, other: int, y: int, /) -> list[int]:
        """Every card that can be traded; nothing only where something can be asked for."""
        nothing = [NOTHING] if has_cards(s, other) else []
        return nothing + [PICK + place for place in tradable(s, seat, EQUIPMENT)]

    def chosen(self, s: Ravingspire, code: int, seat: int, other: int, y: int, /) -> None:
        """Lay it out."""
        if code != NOTHING:
            s.offered = take_out(s, seat, code - PICK)
            s.note(TRADE_SHOWN, seat, s.offered & KIND, who(s, other))
        if has_cards(s, other):
            s.next(WANT_CARD.of(seat, other))
        else:
            s.next(REPLY.of(other, seat, NO_CARD))


def take_out(s: Ravingspire, seat: int, place: int) -> int:
    """A card out of hand or Battlemat, which remembers where it came from."""
    if place < AT_SLOT:
        return s.hands[seat].pop(place)
    card = s.slots[seat][place - AT_SLOT]
    s.slots[seat][place - AT_SLOT] = NONE
    return card & KIND | FROM_PLACE + place - AT_SLOT << FROM_AT


class WantCard(Choice[Ravingspire]):
    """RSP-152. What is wanted for it: a type, any card, or nothing (RSP-R37: gifts)."""

    def options(self, s: Ravingspire, seat: int, other: int, y: int, /) -> list[int]:
        """Nothing only for something."""
        most = NO_CARD if s.offered != NONE else ANY
        return [WANT + wanted for wanted in range(most + 1)]

    def chosen(self, s: Ravingspire, code: int, seat: int, other: int, y: int, /) -> None:
        """Ask the partner."""
        s.next(REPLY.of(other, seat, code - WANT))


class Reply(Choice[Ravingspire]):
    """RSP-152, RSP-D3. The partner agrees, with a card of one's own, or declines."""

    def options(self, s: Ravingspire, seat: int, other: int, want: int, /) -> list[int]:
        """Cards of the wanted type; declining is always possible."""
        if want == NO_CARD:
            return [ACCEPT, DECLINE]
        types = EQUIPMENT if want == ANY else 1 << want
        return [DECLINE] + [PICK + place for place in tradable(s, seat, types)]

    def chosen(self, s: Ravingspire, code: int, seat: int, other: int, want: int, /) -> None:
        """Swap the cards, or nothing."""
        if code == DECLINE:
            put_back(s, other)
            s.note(DECLINED, other, who(s, seat), 0)
            return
        if code != ACCEPT:
            card = take_out(s, seat, code - PICK)
            receive(s, other, seat, card)
            settle_slots(s, seat)
            s.note(TRADE_SHOWN, seat, card & KIND, who(s, other))
        if s.offered != NONE:
            receive(s, seat, other, s.offered)
            s.offered = NONE
            settle_slots(s, other)
        s.note(TRADED, other, who(s, seat), 0)
        s.then([GUARD.of(other), GUARD.of(seat)])


def put_back(s: Ravingspire, seat: int) -> None:
    """The offered card returns to where it was."""
    if s.offered == NONE:
        return
    origin = from_of(s.offered)
    if origin >= FROM_PLACE:
        s.slots[seat][origin - FROM_PLACE] = s.offered & KIND
    else:
        put(s.hands[seat], s.offered & CARD)
    s.offered = NONE


def receive(s: Ravingspire, seat: int, giver: int, card: int) -> None:
    """A card arrives in hand: known to the giver, and to all if it lay on the Battlemat."""
    public = from_of(card) >= FROM_PLACE
    put(s.hands[seat], card & KIND | (everyone(s) if public else 1 << KNOWN_AT + giver))


class Guard(Lasting):
    """RSP-153. Keep your guard up: 1 Sanity per Adversary and Foe on the level one stands on."""

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """RSP-R38. Each counts its own level."""
        level = s.levels[seat]
        n = int(s.foes_at[level] != NONE)
        for position in range(level * RING, level * RING + RING):
            if s.ring[position] != NONE and CARDS[s.ring[position]].types & ADVERSARY:
                n += 1
        s.next(LOSE.of(seat, n, BY_TRADE))

    def lasts(self, s: Ravingspire, seat: int, x: int, /) -> bool:
        """The partner keeps no better guard because the other one went mad."""
        return seat != s.active


OFFER_CARD: Final = OfferCard("RSP-152")
WANT_CARD: Final = WantCard("RSP-152")
REPLY: Final = Reply("RSP-152")
GUARD: Final = Guard("RSP-153")
