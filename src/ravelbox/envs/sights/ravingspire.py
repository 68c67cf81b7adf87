"""The tower of Ravingspire as a row of two bytes an entry; `envs/entries/ravingspire.py` names them."""

from __future__ import annotations

from typing import Final

from ravelbox.envs.rows import WORD, Sight, asked, cut
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
from ravelbox.kernel.rules import OVER, State

HELD: Final = 10  # cards shown of a hand
PLACES: Final = 8  # of a Battlemat
PLAYED: Final = 8
DECK: Final = 24  # cards shown of one's own Battle Deck
DISCARD: Final = 12  # and of the discard pile, from the top
PEEKED: Final = 6
TOP: Final = 3  # cards of the Encounter Deck that may be known
EMPTY: Final = [bytes(2 * n) for n in range(DECK + 1)]  # so many places without a card

IN_SETUP: Final = 1  # phases, as the entry numbers them
IN_TURN: Final = 2  # + phase
AT_END: Final = 11
TRADE: Final = "RSP-152"
NO_CARD: Final = len(FACTS.cards) + 1  # power without a card


class RavingspireSight(Sight):
    """Hands are private; all else lies open, but for the order of decks."""

    def row(self, s: State, seat: int) -> bytes:
        """The tower, the decks, what is paid, one's own cards, and the seats from this one on."""
        assert isinstance(s, Ravingspire)
        seats = len(s.heroes)
        head = [
            self.question(s, seat),
            asked(s, seat, seats),
            cut(s.turn),
            AT_END if s.actor == OVER else IN_TURN + s.phase if s.turn else IN_SETUP,
            (s.active - seat) % seats + 1 if s.turn else 0,
            cut(s.madness),
            s.die,
            cut(len(s.pile)),
            cut(len(s.loot_pile)),
            cut(len(s.foe_pile)),
            cut(len(s.tower_deck)),
            cut(len(s.spires)),
            s.spire + 1,
            s.pending + 1,
        ]
        row = [WORD[n] for n in head]
        for level in range(LEVELS):
            row.append(WORD[s.rotation[level]])
            row.append(WORD[s.foes_at[level] + 1])
            row.append(WORD[s.towers[level] + 1])
            for position in range(RING):
                row.append(WORD[s.ring[level * RING + position] + 1])
        add_battle(s, row)
        add_payment(s, row)
        row.append(WORD[self.offered(s, seat) + 1])
        add_kinds(row, s.peeked if seat == s.actor else [], PEEKED)
        add_kinds(row, known_top(s, seat), TOP)
        add_kinds(row, sorted(s.decks[seat] + s.tops[seat]), DECK)
        add_kinds(row, s.discards[seat][::-1], DISCARD)
        for k in range(seats):
            add_seat(s, (seat + k) % seats, seat, row)
        return b"".join(row)

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


def add_kinds(row: list[bytes], cards: list[int], places: int) -> None:
    """So many cards, then empty places; more are not shown."""
    shown = 0
    for card in cards:
        if shown == places:
            return
        kind = card & KIND
        row.append(WORD[kind + 1 if kind < GENERATED else NO_CARD])
        shown += 1
    row.append(EMPTY[places - shown])


def add_battle(s: Ravingspire, row: list[bytes]) -> None:
    """The Foe or Spire card that is being fought."""
    fights = s.phase in (SHOWDOWN, KEEP) and s.foe != NONE
    row.append(WORD[s.foe + 1 if fights else 0])
    row.append(WORD[s.stage + 1 if fights else 0])


def add_payment(s: Ravingspire, row: list[bytes]) -> None:
    """Whether something is being paid for, how, with how many sources, and what is missing."""
    if s.target == NONE:
        row.append(EMPTY[6])
        return
    short = missing(s, s.active)
    row.append(WORD[2 if s.brute else 1])
    row.append(WORD[cut(len(s.paying))])
    for attr in range(4):
        row.append(WORD[cut(short[attr])])


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


def add_seat(s: Ravingspire, seat: int, looking: int, row: list[bytes]) -> None:
    """A Hero, and as much of its cards as the looking seat may see."""
    facts = [
        s.heroes[seat] + 1,
        cut(s.sanity[seat]),
        s.levels[seat] + 1,
        s.spaces[seat],
        1 if s.keys[seat] else 0,
        1 if s.gone[seat] else 0,
        s.traded >> seat & 1,
        cut(len(s.hands[seat])),
        cut(len(s.decks[seat]) + len(s.tops[seat])),
        cut(len(s.discards[seat])),
        cut(len(s.asides[seat])),
    ]
    for n in facts:
        row.append(WORD[n])
    hand = s.hands[seat]
    if seat != looking:
        hand = [card for card in hand if card >> KNOWN_AT + looking & 1]
    add_kinds(row, hand, HELD)
    add_kinds(row, s.played[seat], PLAYED)
    places = s.slots[seat] if s.heroes[seat] != NONE else []
    for place in range(PLACES):
        card = places[place] if place < len(places) else NONE
        row.append(WORD[(card & KIND) + 1 if card != NONE else 0])
