"""Recover, in its exact order: losses, discards, slots, the refill of the ring, a new hand."""

from __future__ import annotations

from typing import Final

from ravelbox.games.ravingspire.cards import (
    ADVERSARY,
    BY_NUMBER,
    CARDS,
    CHAOS_CARD,
    PEEK_ENCOUNTER,
    V_LOSE,
    Ability,
)
from ravelbox.games.ravingspire.codes import END, SLOT, UNSLOT
from ravelbox.games.ravingspire.decks import DRAW_CARD, shuffle_in
from ravelbox.games.ravingspire.encounter import (
    OPENING,
    chaos_frames,
    first_gap,
    is_kept_back,
    keep_back,
    move_card,
)
from ravelbox.games.ravingspire.madness import LOSE
from ravelbox.games.ravingspire.state import (
    BY_ADVERSARY,
    DUNGEON,
    ENCOUNTER_CARD,
    FACE_DOWN,
    KIND,
    NONE,
    RECOVER,
    RING,
    SWEPT,
    Ravingspire,
    put,
)
from ravelbox.games.ravingspire.texts import DEFEAT_CTX, triggered
from ravelbox.games.ravingspire.zones import DRAW_SOME, add_slot_moves, hand_size, is_card
from ravelbox.kernel.rules import Choice, Frame, Step


class RecoverPhase(Step[Ravingspire]):
    """RSP-87, RSP-77. (a) 1 Sanity per Adversary in the ring of the level occupied now."""

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """Lose Sanity, then the rest in order."""
        s.phase = RECOVER
        frames = remaining(s, seat)
        frames += [
            DISCARD_USED.of(seat),
            SLOTTING.of(seat),
            DISCARD_HAND.of(seat),
            RESHUFFLE.of(seat),
            FILL.of(seat),
            NEW_HAND.of(seat),
        ]
        s.then(frames)


def remaining(s: Ravingspire, seat: int) -> list[Frame]:
    """RSP-77. What Adversaries cost: 1 each, and what they or the Tower card add."""
    level = s.levels[seat]
    if s.towers[level] == NONE:
        return []
    loss = 0
    frames: list[Frame] = []
    at_level = [ability for ability in CARDS[s.towers[level]].level_at if ability.at == "remain"]
    for position in range(level * RING, level * RING + RING):
        card = s.ring[position]
        if card == NONE or not CARDS[card].types & ADVERSARY:
            continue
        loss += 1
        for ability in CARDS[card].remain + at_level:
            if is_plain_loss(ability):
                loss += ability.effects[0].n
            else:
                frames += triggered(s, seat, [ability], DEFEAT_CTX)
    frames.insert(0, LOSE.of(seat, loss, BY_ADVERSARY))
    return frames


def is_plain_loss(ability: Ability) -> bool:
    """Whether a text is nothing but more Sanity lost, which makes one loss with the rest."""
    effect = ability.effects[0]
    if len(ability.effects) > 1 or ability.pay or ability.cond:
        return False
    return effect.verb == V_LOSE and effect.who == 0 and effect.how == BY_NUMBER


class DiscardUsed(Step[Ravingspire]):
    """RSP-88, RSP-89. (b) Played and Aside cards to the discard; (c) face-down cards turn up."""

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """Tidy the Battlemat."""
        for card in s.played[seat] + s.asides[seat]:
            if is_card(card):
                put(s.discards[seat], card & KIND)
        s.played[seat].clear()
        s.asides[seat].clear()
        for place, card in enumerate(s.slots[seat]):
            if card != NONE:
                s.slots[seat][place] = card & ~FACE_DOWN


class Slotting(Step[Ravingspire]):
    """RSP-90. (d) Eligible cards may be slotted before the hand is discarded."""

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """Ask, if there is anything to move."""
        codes = SLOT_OR_END.options(s, seat, 0, 0)
        if len(codes) > 1:
            s.menu = codes
            s.next(SLOT_OR_END.of(seat))


class SlotOrEnd(Choice[Ravingspire]):
    """RSP-90, RSP-D14. Slot cards, or be done."""

    def options(self, s: Ravingspire, seat: int, x: int, y: int, /) -> list[int]:
        """Every move between hand and slots."""
        if s.menu:
            return s.menu
        codes = [END]
        add_slot_moves(s, codes, seat, SLOT, UNSLOT)
        return codes

    def chosen(self, s: Ravingspire, code: int, seat: int, x: int, y: int, /) -> None:
        """Do it, and come back."""
        if code != END:
            move_card(s, seat, code)
            s.next(SLOTTING.of(seat))


class DiscardHand(Step[Ravingspire]):
    """RSP-90. The rest of the hand is discarded; keeping a card in hand is impossible."""

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """Discard it."""
        hand = s.hands[seat]
        if hand:
            s.note(SWEPT, seat, len(hand), 0)
        for card in hand:
            put(s.discards[seat], card & KIND)
        hand.clear()


class Reshuffle(Step[Ravingspire]):
    """RSP-91. (e) Adversaries set aside are shuffled into the top third, all together."""

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """Shuffle them in."""
        shuffle_in(s, s.returning)
        s.returning.clear()


class Fill(Step[Ravingspire]):
    """RSP-92. (f) Empty positions of the occupied, revealed level are filled."""

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """RSP-43. In turns 1 to 5 the Dungeon has only as many positions as turns."""
        s.recycled = 0
        level = s.levels[seat]
        if s.towers[level] == NONE:
            return
        upto = min(RING, s.turn) if level == DUNGEON else RING
        s.next(REFILL.of(seat, level, upto))


class Refill(Step[Ravingspire]):
    """RSP-38, RSP-92. Position by position; what is no ring card is replaced."""

    def run(self, s: Ravingspire, seat: int, level: int, upto: int, /) -> None:
        """Draw for the first gap."""
        if first_gap(s, level, upto) != NONE:
            s.then([DRAW_CARD.of(seat, PEEK_ENCOUNTER), PLACE_CARD.of(seat, level, upto)])


class PlaceCard(Step[Ravingspire]):
    """RSP-38, RSP-92. A Chaos card is resolved, banished and replaced until the ring is full.

    RSP-94: a Foe that comes onto the Hero now is for the next turn.
    """

    def run(self, s: Ravingspire, seat: int, level: int, upto: int, /) -> None:
        """Place it, set it aside, or resolve it."""
        card = s.drawn
        s.drawn = NONE
        if card == NONE:
            return
        frames: list[Frame] = []
        if is_kept_back(s, card):
            keep_back(s, seat, card)
        elif CARDS[card].types & CHAOS_CARD and s.turn > OPENING:
            frames = chaos_frames(s, seat, card)
        else:
            position = first_gap(s, level, upto)
            s.ring[level * RING + position] = card
            s.note(ENCOUNTER_CARD, seat, card, position + 1)
        frames.append(REFILL.of(seat, level, upto))
        s.then(frames)


class NewHand(Step[Ravingspire]):
    """RSP-93. (g) A hand of full size is drawn."""

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """On top of what Chaos may have given."""
        s.next(DRAW_SOME.of(seat, hand_size(s, seat)))


RECOVER_PHASE: Final = RecoverPhase("RSP-87")
DISCARD_USED: Final = DiscardUsed("RSP-88")
SLOTTING: Final = Slotting("RSP-90")
SLOT_OR_END: Final = SlotOrEnd("RSP-90")
DISCARD_HAND: Final = DiscardHand("RSP-90")
RESHUFFLE: Final = Reshuffle("RSP-91")
FILL: Final = Fill("RSP-92")
REFILL: Final = Refill("RSP-92")
PLACE_CARD: Final = PlaceCard("RSP-92")
NEW_HAND: Final = NewHand("RSP-93")
