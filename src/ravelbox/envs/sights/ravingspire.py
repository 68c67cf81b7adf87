"""The tower of Ravingspire as a row of two bytes an entry; `envs/entries/ravingspire.py` names them."""

from __future__ import annotations

from typing import Any, Final

from librt.strings import BytesWriter, write_i16_le

from ravelbox.envs.rows import Sight, asked, cut
from ravelbox.games.ravingspire.about import CARD_OF, SENTENCES
from ravelbox.games.ravingspire.cards import ABILITIES, EFFECTS
from ravelbox.games.ravingspire.decks import G_AT, G_DECK, G_SEATS, place_of
from ravelbox.games.ravingspire.facts import FACTS
from ravelbox.games.ravingspire.move import STEPS_MASK
from ravelbox.games.ravingspire.payment import missing
from ravelbox.games.ravingspire.state import (
    ACTED,
    ADDED_AT,
    ADDED_TO_AT,
    AS_AT,
    CHANGED_AT,
    COMMITTED,
    DOUBLED_AT,
    FACE_DOWN,
    FROM_PLACE,
    GENERATED,
    KEEP,
    KIND,
    KNOWN_AT,
    LEVELS,
    MAPS,
    NONE,
    RING,
    SHOWDOWN,
    Ravingspire,
    from_of,
)
from ravelbox.games.ravingspire.tower import UP_TO
from ravelbox.kernel.native import i64
from ravelbox.kernel.rules import OVER, Rule, State

HELD: Final = 10  # cards shown of a hand
PLACES: Final = 8  # of a Battlemat
PLAYED: Final = 8
DECK: Final = 24  # cards shown of one's own Battle Deck
DISCARD: Final = 12  # and of the discard pile, from the top
PEEKED: Final = 6
TOP: Final = 3  # cards of the Encounter Deck that may be known
SOURCES: Final = 8  # of a payment
HELPERS: Final = 4
PAID: Final = 6
LATEST: Final = 3  # cards of the Banish pile
NO_CARDS: Final[list[int]] = []
OF_HAND: Final = 4  # entries of a card's marks: in hand, Played, on the Battlemat
OF_PLAYED: Final = 3
OF_MAT: Final = 4
OF_SOURCE: Final = 3
OF_MATTER: Final = 8
OF_BOUND: Final = 4
MOST_EMPTY: Final = OF_HAND * HELD
EMPTY: Final = [bytes(2 * n) for n in range(MOST_EMPTY + 1)]  # so many entries that are 0
UNMARKED: Final = 1 << KNOWN_AT  # cards below this are but their kind

TARGET_AT: Final = 10  # of a helper

IN_SETUP: Final = 1  # phases, as the entry numbers them
IN_TURN: Final = 2  # + phase
AT_END: Final = 11
TRADE: Final = "RSP-152"
WELL: Final = "RSP-84"
NO_CARD: Final = len(FACTS.cards) + 1  # power without a card

STEPS: Final = 1  # what the memories of a question are
AMOUNT: Final = 2
TURNING: Final = 3
ROLLING: Final = 4
FLANKING: Final = 5
AGAINST: Final = 6
ACTING: Final = 7
TRADING: Final = 8
REPLYING: Final = 9
GIVING: Final = 10
ORDERING: Final = 11
CHOOSING: Final = 12
NAMING: Final = 13
PICKING: Final = 14
MATTERS: Final = {
    "TakeStep": STEPS, "AtTheDoor": STEPS, "FoeWay": AMOUNT, "NameCut": AMOUNT,
    "PreventLoss": AMOUNT, "TurnRing": TURNING, "ChangeRoll": ROLLING, "Flank": FLANKING,
    "NameAgainst": AGAINST, "AskAct": ACTING, "OfferCard": TRADING, "WantCard": TRADING,
    "Reply": REPLYING, "GiveTo": GIVING, "PutBack": ORDERING, "ChooseOne": CHOOSING,
    "PickSeat": NAMING, "PickOne": PICKING, "PickOther": PICKING,
}  # fmt: skip


class RavingspireSight(Sight):
    """Hands are private; all else lies open, but for the order of decks."""

    def __init__(self, rules: list[Rule[Any]], questions: list[str]) -> None:
        super().__init__(rules, questions)
        self.matters = [MATTERS.get(type(rule).__name__, 0) for rule in rules]

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
        add_sources(s, to)
        matter = self.matters[s.agenda[-1][0]] if s.actor == seat else 0
        if matter:
            add_matter(s, matter, to)
        else:
            to.write(EMPTY[OF_MATTER])
        add_helpers(s, to)
        add_bound(s, to)
        add_kinds(to, self.paid(s, seat), PAID)
        write_i16_le(to, cut(len(s.banished)))
        add_from_the_top(to, s.banished, LATEST)
        add_own_hand(s, seat, to)
        add_own_mat(s, seat, to)
        for k in range(seats):
            add_seat(s, (seat + k) % seats, seat, to)

    def paid(self, s: Ravingspire, seat: int) -> list[int]:
        """What paid for the Well, for the seat that is asked what the Well takes."""
        if not s.paid or seat != s.actor or s.rules[s.agenda[-1][0]].cites != WELL:
            return NO_CARDS
        return s.paid

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


def add_sources(s: Ravingspire, to: BytesWriter) -> None:
    """What is being paid for, and with what: each card, where it came from, as what it counts."""
    if s.target == NONE:
        write_i16_le(to, 0)
        to.write(EMPTY[OF_SOURCE * SOURCES])
        return
    write_i16_le(to, s.target + 1)
    shown = min(i64(len(s.paying)), i64(SOURCES))
    for at in range(shown):
        entry: i64 = s.paying[at]
        write_i16_le(to, entry_of(entry))
        write_i16_le(to, from_of(int(entry)) + 1)
        write_i16_le(to, int(entry >> AS_AT & 3) + 1)
    to.write(EMPTY[OF_SOURCE * (SOURCES - shown)])


def add_matter(s: Ravingspire, matter: int, to: BytesWriter) -> None:
    """What the looking seat is asked about: card, target, verb, amount, seat, want, purpose, level."""
    _, _, x, y = s.agenda[-1]
    card = NONE
    target = verb = n = other = want = purpose = level = 0
    if matter == STEPS:
        n = x & STEPS_MASK
    elif matter == AMOUNT:
        n = x
    elif matter == TURNING:
        n = x
        level = y % UP_TO + 1
    elif matter == ROLLING:
        purpose = x + 1
    elif matter == FLANKING:
        target = x + 1
    elif matter == AGAINST:
        card = x
        target = y + 1
    elif matter == ACTING:
        card = ABILITIES[x].kind
        n = SENTENCES[x]
    elif matter == TRADING:
        other = x + 1
    elif matter == REPLYING:
        other = x + 1
        want = y + 1
    elif matter == GIVING:
        card = x
    elif matter == ORDERING:
        n = x >> 16
    else:
        card = CARD_OF[x]
        verb = EFFECTS[x].verb + 1
        if matter == NAMING:
            n = y >> 10
        elif matter == PICKING:
            n = y >> 10 & 63
            other = y >> 16
    write_i16_le(to, card + 1)
    write_i16_le(to, target)
    write_i16_le(to, verb)
    write_i16_le(to, cut(n))
    write_i16_le(to, (other - 1 - s.actor) % len(s.heroes) + 1 if other else 0)
    write_i16_le(to, want)
    write_i16_le(to, purpose)
    write_i16_le(to, level)


def add_helpers(s: Ravingspire, to: BytesWriter) -> None:
    """Cards that assist, and against what."""
    shown = min(i64(len(s.helpers)), i64(HELPERS))
    for at in range(shown):
        write_i16_le(to, entry_of(s.helpers[at]))
        write_i16_le(to, (s.helpers[at] >> TARGET_AT) + 1)
    to.write(EMPTY[2 * (HELPERS - shown)])


def add_bound(s: Ravingspire, to: BytesWriter) -> None:
    """What raises and lowers the cost of each target in this turn."""
    raises = s.raises
    for target in range(MAPS):
        cuts = s.cuts[target]
        first = 3 * target
        if cuts == 0 and raises[first] == raises[first + 1] == raises[first + 2] == 0:
            to.write(EMPTY[OF_BOUND])
            continue
        for at in range(first, first + 3):
            write_i16_le(to, cut(raises[at]))
        n = 0
        while cuts:
            n += cuts & 15
            cuts >>= 4
        write_i16_le(to, cut(n))


def add_own_hand(s: Ravingspire, seat: int, to: BytesWriter) -> None:
    """Who else knows the cards in hand, and what has happened to them and to what is Played."""
    seats: i64 = len(s.heroes)
    place: i64 = seat
    hand = s.hands[seat]
    shown = min(i64(len(hand)), i64(HELD))
    for at in range(shown):
        card: i64 = hand[at]
        if card < UNMARKED:
            to.write(EMPTY[OF_HAND])
            continue
        known = card >> KNOWN_AT & ((1 << seats) - 1) & ~(1 << place)
        # The next seat's bit comes first.
        turned = (known >> place + 1 | known << seats - place - 1) & ((1 << seats) - 1)
        write_i16_le(to, int(turned))
        add_marks(card, to)
    to.write(EMPTY[OF_HAND * (HELD - shown)])
    played = s.played[seat]
    shown = min(i64(len(played)), i64(PLAYED))
    for at in range(shown):
        add_marks(played[at], to)
    to.write(EMPTY[OF_PLAYED * (PLAYED - shown)])


def add_own_mat(s: Ravingspire, seat: int, to: BytesWriter) -> None:
    """How the cards of the own Battlemat lie, and what has happened to them."""
    places = s.slots[seat] if s.heroes[seat] != NONE else NO_CARDS
    shown = min(i64(len(places)), i64(PLACES))
    for at in range(shown):
        card: i64 = places[at]
        if card < UNMARKED:  # nothing lies there, or a plain card
            to.write(EMPTY[OF_MAT])
            continue
        lies = 1 if card & ACTED else 0
        if card & COMMITTED:
            lies += 2
        if card & FACE_DOWN:
            lies += 4
        write_i16_le(to, lies)
        add_marks(card, to)
    to.write(EMPTY[OF_MAT * (PLACES - shown)])


def add_marks(card: i64, to: BytesWriter) -> None:
    """How often a card is doubled, as what else it counts, and what is added to it."""
    kind = card & KIND
    changed = kind - GENERATED + 1 if kind >= GENERATED else card >> CHANGED_AT & 7
    added = card >> ADDED_AT & 31
    for attr in range(3):
        added += card >> ADDED_TO_AT + 4 * attr & 15
    write_i16_le(to, int(card >> DOUBLED_AT & 7))
    write_i16_le(to, int(changed))
    write_i16_le(to, int(added))


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
