"""The tower of Ravingspire as a row of two bytes an entry; `envs/entries/ravingspire.py` names them."""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter, write_i16_le

from ravelbox.envs.rows import Sight, asked, cut
from ravelbox.games.ravingspire.decks import G_AT, G_DECK, G_SEATS, place_of
from ravelbox.games.ravingspire.facts import FACTS
from ravelbox.games.ravingspire.payment import missing
from ravelbox.games.ravingspire.state import (
    FROM_PLACE,
    GENERATED,
    KEEP,
    KIND,
    KNOWN_AT,
    LEVELS,
    NONE,
    RING,
    SHOWDOWN,
    Ravingspire,
    from_of,
)
from ravelbox.kernel.native import i64
from ravelbox.kernel.rules import OVER, State

HELD: Final = 10  # cards shown of a hand
PLACES: Final = 8  # of a Battlemat
PLAYED: Final = 8
DECK: Final = 24  # cards shown of one's own Battle Deck
DISCARD: Final = 12  # and of the discard pile, from the top
PEEKED: Final = 6
TOP: Final = 3  # cards of the Encounter Deck that may be known
NO_CARDS: Final[list[int]] = []
EMPTY: Final = [bytes(2 * n) for n in range(DECK + 1)]  # so many places without a card

IN_SETUP: Final = 1  # phases, as the entry numbers them
IN_TURN: Final = 2  # + phase
AT_END: Final = 11
TRADE: Final = "RSP-152"
NO_CARD: Final = len(FACTS.cards) + 1  # power without a card


class RavingspireSight(Sight):
    """Hands are private; all else lies open, but for the order of decks."""

    def write(self, s: State, seat: int, to: BytesWriter) -> None:
        """The tower, the decks, what is paid, one's own cards, and the seats from this one on."""
        assert isinstance(s, Ravingspire)
        seats = len(s.heroes)
        write_i16_le(to, self.question(s, seat))
        write_i16_le(to, asked(s, seat, seats))
        write_i16_le(to, cut(s.turn))
        phase = IN_TURN + s.phase if s.turn else IN_SETUP
        write_i16_le(to, AT_END if s.actor == OVER else phase)
        write_i16_le(to, (s.active - seat) % seats + 1 if s.turn else 0)
        write_i16_le(to, cut(s.madness))
        write_i16_le(to, s.die)
        write_i16_le(to, cut(len(s.pile)))
        write_i16_le(to, cut(len(s.loot_pile)))
        write_i16_le(to, cut(len(s.foe_pile)))
        write_i16_le(to, cut(len(s.tower_deck)))
        write_i16_le(to, cut(len(s.spires)))
        write_i16_le(to, s.spire + 1)
        write_i16_le(to, s.pending + 1)
        add_tower(s, to)
        add_battle(s, to)
        add_payment(s, to)
        write_i16_le(to, self.offered(s, seat) + 1)
        add_kinds(to, s.peeked if seat == s.actor else NO_CARDS, PEEKED)
        add_kinds(to, known_top(s, seat), TOP)
        deck = s.decks[seat] + s.tops[seat]
        deck.sort()
        add_kinds(to, deck, DECK)
        add_from_the_top(to, s.discards[seat], DISCARD)
        for k in range(seats):
            add_seat(s, (seat + k) % seats, seat, to)

    def offered(self, s: Ravingspire, seat: int) -> int:
        """The card of a proposed trade, for those who may see it."""
        if not s.agenda or s.actor < 0 or s.offered == NONE:
            return NONE
        index, asked_, other, _ = s.agenda[-1]
        if s.rules[index].cites != TRADE:
            return NONE
        partner = other if asked_ == s.active else asked_
        if seat in (s.active, partner) or from_of(s.offered) >= FROM_PLACE:
            return s.offered & KIND
        return NONE


def add_kinds(to: BytesWriter, cards: list[int], places: i64) -> None:
    """So many cards, then empty places; more are not shown."""
    shown = min(i64(len(cards)), places)
    for at in range(shown):
        write_i16_le(to, entry_of(cards[at]))
    to.write(EMPTY[places - shown])


def add_from_the_top(to: BytesWriter, pile: list[int], places: i64) -> None:
    """The same for a pile, whose top is its last card."""
    high: i64 = len(pile)
    shown = min(high, places)
    for down in range(shown):
        write_i16_le(to, entry_of(pile[high - 1 - down]))
    to.write(EMPTY[places - shown])


def entry_of(card: i64) -> int:
    """A card as the row has it."""
    kind = int(card & KIND)
    return kind + 1 if kind < GENERATED else NO_CARD


def add_tower(s: Ravingspire, to: BytesWriter) -> None:
    """Per level: how it is turned, its Foe, its card, and the ring."""
    for level in range(LEVELS):
        write_i16_le(to, s.rotation[level])
        write_i16_le(to, s.foes_at[level] + 1)
        write_i16_le(to, s.towers[level] + 1)
        for place in range(level * RING, level * RING + RING):
            write_i16_le(to, s.ring[place] + 1)


def add_battle(s: Ravingspire, to: BytesWriter) -> None:
    """The Foe or Spire card that is being fought."""
    fights = s.phase in (SHOWDOWN, KEEP) and s.foe != NONE
    write_i16_le(to, s.foe + 1 if fights else 0)
    write_i16_le(to, s.stage + 1 if fights else 0)


def add_payment(s: Ravingspire, to: BytesWriter) -> None:
    """Whether something is being paid for, how, with how many sources, and what is missing."""
    if s.target == NONE:
        to.write(EMPTY[6])
        return
    short = missing(s, s.active)
    write_i16_le(to, 2 if s.brute else 1)
    write_i16_le(to, cut(len(s.paying)))
    for attr in range(4):
        write_i16_le(to, cut(short[attr]))


def known_top(s: Ravingspire, seat: int) -> list[int]:
    """The cards that a seat knows to lie on top of the Encounter Deck."""
    known: list[int] = []
    for place in range(min(TOP, len(s.pile))):
        if s.pile[place] < 0:
            break
        sees = True
        for which in range(len(s.glimpses)):
            glimpse = s.glimpses[which]
            if glimpse[G_DECK] == 0 and glimpse[G_AT] == 0 and place_of(s, which) == place:
                sees = bool(glimpse[G_SEATS] >> seat & 1)
        if not sees:
            break
        known.append(s.pile[place])
    return known


def add_seat(s: Ravingspire, seat: int, looking: int, to: BytesWriter) -> None:
    """A Hero, and as much of its cards as the looking seat may see."""
    write_i16_le(to, s.heroes[seat] + 1)
    write_i16_le(to, cut(s.sanity[seat]))
    write_i16_le(to, s.levels[seat] + 1)
    write_i16_le(to, s.spaces[seat])
    write_i16_le(to, 1 if s.keys[seat] else 0)
    write_i16_le(to, 1 if s.gone[seat] else 0)
    write_i16_le(to, s.traded >> seat & 1)
    write_i16_le(to, cut(len(s.hands[seat])))
    write_i16_le(to, cut(len(s.decks[seat]) + len(s.tops[seat])))
    write_i16_le(to, cut(len(s.discards[seat])))
    write_i16_le(to, cut(len(s.asides[seat])))
    hand = s.hands[seat]
    if seat != looking:
        hand = [card for card in hand if card >> KNOWN_AT + looking & 1]
    add_kinds(to, hand, HELD)
    add_kinds(to, s.played[seat], PLAYED)
    places = s.slots[seat] if s.heroes[seat] != NONE else NO_CARDS
    for place in range(PLACES):
        card = places[place] if place < len(places) else NONE
        write_i16_le(to, (card & KIND) + 1 if card != NONE else 0)
