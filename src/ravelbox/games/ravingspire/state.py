"""The table of Ravingspire: the tower, its decks, and every Hero's cards.

A card in a zone is one int: its kind in the low bits, and above it what has happened to it this
turn. Decks have no order before somebody looks: see `ravelbox.kernel.pile`.
"""

from __future__ import annotations

from typing import Any, Final

from ravelbox.kernel.pile import Bags, Pile
from ravelbox.kernel.rules import Frame, Frozen, Rule, State, advance

NONE: Final = -1

FIGHT: Final = 0
SKILL: Final = 1
CHARM: Final = 2
VORPAL: Final = 3  # of a power: any one of the three (RSP-60)
BRUTE: Final = 3  # of a cost

DUNGEON: Final = 0  # RSP-1
TEMPLE: Final = 1
SPIRE: Final = 2
LEVELS: Final = 3
RING: Final = 5  # positions of an Encounter Ring (RSP-10)
SLOTS: Final = 5  # RSP-114
LETTERS: Final = "WAORD"

READY: Final = 0  # phases of a turn (RSP-25)
MOVE: Final = 1
DRAW: Final = 2
ENCOUNTER: Final = 3
EXPLORE: Final = 4
RECOVER: Final = 5
FOE_PHASE: Final = 6
SHOWDOWN: Final = 7
KEEP: Final = 8

FOE: Final = 5  # what can be paid for: ring positions 0 to 4, then these
MAPS: Final = 6
GLYPHS: Final = 7
EXERT: Final = 8
ROTATION: Final = 9
WELL: Final = 10
TARGETS: Final = 11

# A card's kind, and its marks.
KIND: Final = 0x3FF
KNOWN_AT: Final = 10  # six bits: seats that know it is in this hand
FACE_DOWN: Final = 1 << 16  # RSP-121
ACTED: Final = 1 << 17  # its action has happened (RSP-68)
FROM_SLOT: Final = 1 << 18
USED: Final = 1 << 19  # its once-per-turn reaction
MOVED_IN_AT: Final = 20  # two bits each: how often it was slotted and taken out this turn
MOVED_OUT_AT: Final = 22
DOUBLED_AT: Final = 24  # three bits (RSP-65)
CHANGED_AT: Final = 27  # three bits: 0, or the attribute + 1
ADDED_AT: Final = 30  # five bits: added to its own attribute
ADDED_TO_AT: Final = 35  # four bits each: added Fight, Skill, Charm
BASE_AT: Final = 47  # five bits: what its base became, or 0
COMMITTED: Final = 1 << 52  # on the Battlemat, and in the payment under way
FROM_AT: Final = 53  # of a source in a payment, four bits: where it came from
AS_AT: Final = 57  # two bits: the attribute it counts as; VORPAL in a Brute Force payment
CARD: Final = (1 << FROM_AT) - 1  # a source without what the payment says of it

FROM_HAND: Final = 0
FROM_PLAYED: Final = 1
FROM_HELPER: Final = 2
FROM_LEFT: Final = 3
FROM_PLACE: Final = 4  # + place on the Battlemat

GENERATED: Final = 1020  # + FIGHT to VORPAL: power without a card (RSP-123)

# Causes of a loss of Sanity.
BY_ADVERSARY: Final = 0
BY_OVERWHELMED: Final = 1
BY_FOE: Final = 2
BY_CHAOS: Final = 3
BY_CARD: Final = 4
BY_FLANK: Final = 5
BY_TRADE: Final = 6

# What a die is rolled for.
FOR_MOVE: Final = 0
FOR_ROTATION: Final = 1
FOR_DEFEAT: Final = 2
FOR_LOOT: Final = 3
FOR_OVERWHELMED: Final = 4
FOR_SHOWDOWN: Final = 5
FOR_FOE: Final = 6
FOR_TEXT: Final = 7
FOR_SPIRE: Final = 8

# What an observer may tell; telling.py has the sentences.
TURN: Final = 0  # number of the turn
GOES_FIRST: Final = 1
HERO: Final = 2  # hero
GAP: Final = 3  # link, sectors
TOWER_CARD: Final = 4  # kind, level
DREW: Final = 5  # kind: told to the owner alone
DREW_SOME: Final = 6  # number: told to the others
ROLLED: Final = 7  # face, for
MOVED: Final = 8  # level * 12 + space
ENTERED: Final = 9
ENCOUNTER_CARD: Final = 11  # kind, position + 1, or 0: pending
SET_ASIDE: Final = 12  # kind
SHUFFLED_IN: Final = 13  # number
RECYCLED: Final = 14  # number
CHAOS: Final = 15  # kind
FOE_COMES: Final = 16  # level, space
FOE_MOVES: Final = 17  # level, space
ACTIVATED: Final = 18  # kind
USED_CARD: Final = 19  # kind, 1 if banished
ACT: Final = 20  # number of the ability
PAID: Final = 21  # target, kind of the card paid for + 1
SPENT: Final = 22  # kind
GAVE_UP: Final = 23  # target
COLLECTED: Final = 24  # kind
DEFEATED: Final = 25  # kind
RETURNS: Final = 26  # kind
BANISHED: Final = 27  # kind
DISCARDED: Final = 28  # kind
LOOTED: Final = 29  # kind
LOST_SANITY: Final = 30  # number, left
GAINED_SANITY: Final = 31  # number, left
PREVENTED: Final = 32  # kind, number
MAD: Final = 33  # Madness left
OVERWHELMED: Final = 34  # kind of the card that left
TURNED: Final = 35  # level, spaces clockwise
FOE_DRAWN: Final = 36  # kind
REDRAWN: Final = 37  # kind
WON: Final = 38  # kind
LOST: Final = 39  # kind
KEY: Final = 40
SLOTTED: Final = 41  # kind, place
UNSLOTTED: Final = 42  # kind
RESHUFFLED: Final = 43  # number of cards
SPIRE_OPENED: Final = 44  # kind
ESCAPED: Final = 45  # kind
REMOVED: Final = 46
LEFT_CARD: Final = 47  # kind
FREED: Final = 48  # 1 all, 0 alone
ALL_LOST: Final = 49  # why: 0 madness, 1 nobody left, 2 turn cap
FLANKED: Final = 50  # kind, target << 1 | hinder
TRADE_ASKED: Final = 51  # partner
TRADE_SHOWN: Final = 52  # kind: told to both partners alone
TRADED: Final = 53  # partner
DECLINED: Final = 54  # partner
PEEKED: Final = 55  # kind: told to the looker alone
PEEKED_SOME: Final = 56  # deck, number
RECALLED: Final = 57  # kind: from the discard pile to hand
STOLEN: Final = 58  # kind, from whom
GIVEN: Final = 59  # kind, to whom
REROLLED: Final = 60  # face before
MODIFIED: Final = 61  # face after
ATTACHED: Final = 62  # kind
FOE_GONE: Final = 63  # level
CAPTURED: Final = 64  # kind
DOUBLED: Final = 65  # kind
CUT: Final = 66  # target, number
RAISED: Final = 67  # attribute, number
GENERATES: Final = 68  # attribute, number
FLIPPED: Final = 69  # kind
SWEPT: Final = 70  # number of cards discarded from hand in Recover
GAINED_POWER: Final = 71  # kind, number
CHANGED: Final = 72  # kind, attribute
DISPLACED: Final = 73  # kind


class House:
    """The options of a table, which never change and everybody knows."""

    def __init__(
        self,
        packs: int,
        first: int,
        turn_cap: int,
        stacking: int,
        victory: int,
        *,
        choose: bool,
        flanking: bool,
        trading: bool,
        hinder: bool,
        half: bool,
        up_to: bool,
        exactly_4: bool,
        pending_late: bool,
        contact_now: bool,
        well_early: bool,
        spire_is_foe: bool,
        reshuffle_now: bool,
        to_bottom: bool,
        clockwise: bool,
        recycle: bool,
    ) -> None:
        self.packs = packs  # number of the choice of packs (RSP-154)
        self.first = first  # a seat, or NONE: drawn (RSP-24)
        self.turn_cap = turn_cap  # 0: none
        self.stacking = stacking  # of doublings: 0 additive, 1 multiplicative, 2 once (RSP-65)
        self.victory = victory  # 0 the winner decides, 1 cooperative, 2 competitive (RSP-143)
        self.choose = choose  # Heroes are chosen, not drawn (RSP-15)
        self.flanking = flanking
        self.trading = trading
        self.hinder = hinder
        self.half = half  # RSP-54
        self.up_to = up_to  # RSP-30
        self.exactly_4 = exactly_4  # RSP-20
        self.pending_late = pending_late  # RSP-51
        self.contact_now = contact_now  # RSP-83
        self.well_early = well_early  # RSP-84
        self.spire_is_foe = spire_is_foe  # RSP-136
        self.reshuffle_now = reshuffle_now  # RSP-126
        self.to_bottom = to_bottom  # RSP-52
        self.clockwise = clockwise  # RSP-98
        self.recycle = recycle  # RSP-56


class Ravingspire(State):
    """All that lies on the table. Hidden are only hands, and what somebody peeked at."""

    def __init__(  # noqa: PLR0915  # one line a zone
        self, rules: list[Rule[Any]], agenda: list[Frame], actor: int, house: House
    ) -> None:
        super().__init__(rules, agenda, actor)
        self.house = house
        self.hands: list[list[int]] = []  # per seat: cards, ascending
        self.decks: list[list[int]] = []  # per seat: the Battle Deck without order, ascending
        self.tops: list[list[int]] = []  # per seat: cards its owner knows on top of it, top last
        self.discards: list[list[int]] = []
        self.slots: list[list[int]] = []  # per seat: places of the Battlemat, NONE where empty
        self.played: list[list[int]] = []  # RSP-14: used this turn, power unspent
        self.asides: list[list[int]] = []  # RSP-14: spent or collected this turn
        self.heroes: list[int] = []
        self.sanity: list[int] = []
        self.levels: list[int] = []
        self.spaces: list[int] = []
        self.keys: list[int] = []
        self.gone: list[int] = []  # RSP-138
        self.used: list[int] = []  # bits: abilities of the own Hero used this turn (RSP-29)
        self.rotation = [0, 0, 0]  # RSP-2
        self.foes_at = [NONE, NONE, NONE]
        self.ring = [NONE] * (LEVELS * RING)
        self.towers = [NONE, NONE, NONE]  # NONE: not revealed (RSP-11)
        self.pile: Pile = ()  # Encounter Deck, top first
        self.foe_pile: Pile = ()
        self.loot_pile: Pile = ()
        self.bags = Bags([], [])
        self.glimpses: tuple[tuple[int, ...], ...] = ()  # private looks: see decks.py
        self.tower_deck: list[int] = []
        self.spires: list[int] = []  # sealed (RSP-19)
        self.banished: list[int] = []
        self.setaside: list[int] = []  # RSP-40
        self.returning: list[int] = []  # RSP-76
        self.pending = NONE  # RSP-46
        self.attached: list[int] = []  # RSP-105
        self.spire = NONE  # RSP-134
        self.left: list[int] = []  # RSP-138
        self.captured: list[int] = []
        self.helpers: list[int] = []  # assisting cards: kind | target << 10 (RSP-147)
        self.peeked: list[int] = []  # cards being looked at
        self.offered = NONE  # the card of a trade that is proposed
        self.madness = 0
        self.turn = 0  # RSP-9
        self.active = 0
        self.first = 0
        self.phase = READY
        self.result = 0  # 0 open, 1 all lost, 2 + seat: that Hero escaped
        self.freed = 0  # 1: with all others (RSP-143)
        self.done = 0  # bits of services used: 1 << target - MAPS
        self.contact = 0  # 1: a Showdown is due (RSP-27)
        self.die = 0
        self.drawn = NONE
        self.recycled = 0  # the deck was made anew in this refill
        self.fate = 0  # of the Adversary or Chaos card being resolved: 1 it goes elsewhere
        self.foe = NONE  # the Foe or Spire card being battled
        self.stage = 0
        self.cost = [0, 0, 0, 0]  # of the Foe or Spire card: Fight, Skill, Charm, BF or NONE
        self.raises = [0] * (6 * 3)  # bound to a target this turn: three attributes each
        self.cuts = [0] * 6  # reductions bound to a target this turn, four bits each
        self.extra_loot = 0
        self.forbidden = 0  # types that cannot be used in this battle
        self.flanked = 0  # bits of targets whose window was open (RSP-148)
        self.barred = 0  # bits of targets given up since anything changed
        self.traded = 0  # bits of partners (RSP-151)
        self.bonus = 0  # steps that a card's text gave, to be taken before Explore
        self.target = NONE  # what is being paid for
        self.brute = 0  # by Brute Force
        self.need = [0, 0, 0, 0]
        self.paying: list[int] = []  # sources committed
        self.backs = 0  # sources taken back in this payment
        self.bought = 0  # 1: the payment just made sufficed
        self.paid: list[int] = []  # cards that paid for the Well
        self.menu: list[int] = []  # the answers to the open question, where they were just found
        self.limits: list[int] = []  # once-per-game uses: kind | seat << 10

    def clone(self) -> Ravingspire:  # noqa: PLR0915  # likewise
        """An independent copy, to which nobody listens."""
        c = Ravingspire(self.rules, self.agenda[:], self.actor, self.house)
        c.hands = [zone[:] for zone in self.hands]
        c.decks = [zone[:] for zone in self.decks]
        c.tops = [zone[:] for zone in self.tops]
        c.discards = [zone[:] for zone in self.discards]
        c.slots = [zone[:] for zone in self.slots]
        c.played = [zone[:] for zone in self.played]
        c.asides = [zone[:] for zone in self.asides]
        c.heroes = self.heroes[:]
        c.sanity = self.sanity[:]
        c.levels = self.levels[:]
        c.spaces = self.spaces[:]
        c.keys = self.keys[:]
        c.gone = self.gone[:]
        c.used = self.used[:]
        c.rotation = self.rotation[:]
        c.foes_at = self.foes_at[:]
        c.ring = self.ring[:]
        c.towers = self.towers[:]
        c.pile = self.pile
        c.foe_pile = self.foe_pile
        c.loot_pile = self.loot_pile
        c.bags = self.bags.clone()
        c.glimpses = self.glimpses
        c.tower_deck = self.tower_deck[:]
        c.spires = self.spires[:]
        c.banished = self.banished[:]
        c.setaside = self.setaside[:]
        c.returning = self.returning[:]
        c.pending = self.pending
        c.attached = self.attached[:]
        c.spire = self.spire
        c.left = self.left[:]
        c.captured = self.captured[:]
        c.helpers = self.helpers[:]
        c.peeked = self.peeked[:]
        c.offered = self.offered
        c.madness = self.madness
        c.turn = self.turn
        c.active = self.active
        c.first = self.first
        c.phase = self.phase
        c.result = self.result
        c.freed = self.freed
        c.done = self.done
        c.contact = self.contact
        c.die = self.die
        c.drawn = self.drawn
        c.recycled = self.recycled
        c.fate = self.fate
        c.foe = self.foe
        c.stage = self.stage
        c.cost = self.cost[:]
        c.raises = self.raises[:]
        c.cuts = self.cuts[:]
        c.extra_loot = self.extra_loot
        c.forbidden = self.forbidden
        c.flanked = self.flanked
        c.barred = self.barred
        c.traded = self.traded
        c.bonus = self.bonus
        c.target = self.target
        c.brute = self.brute
        c.need = self.need[:]
        c.paying = self.paying[:]
        c.backs = self.backs
        c.bought = self.bought
        c.paid = self.paid[:]
        c.menu = self.menu
        c.limits = self.limits[:]
        return c

    def apply(self, code: int) -> None:
        """Answer the question on top; what was found for it is stale then."""
        self.menu = []
        advance(self, self.rules, code)

    def note(self, kind: int, seat: int, x: int, y: int) -> None:
        """Tell whoever listens; a seat is told with its Hero."""
        if self.notes is not None:
            self.notes.append((kind, seat | self.heroes[seat] + 1 << 3, x, y))

    def freeze(self) -> Frozen:
        """The table as a value; piles whose order changes nothing are sorted."""
        return (
            tuple(self.agenda),
            self.actor,
            tuple(tuple(zone) for zone in self.hands),
            tuple(tuple(zone) for zone in self.decks),
            tuple(tuple(zone) for zone in self.tops),
            tuple(tuple(zone) for zone in self.discards),
            tuple(tuple(zone) for zone in self.slots),
            tuple(tuple(zone) for zone in self.played),
            tuple(tuple(zone) for zone in self.asides),
            (tuple(self.heroes), tuple(self.sanity), tuple(self.levels), tuple(self.spaces)),
            (tuple(self.keys), tuple(self.gone), tuple(self.used)),
            (tuple(self.rotation), tuple(self.foes_at), tuple(self.ring), tuple(self.towers)),
            (self.pile, self.foe_pile, self.loot_pile, self.glimpses),
            (tuple(self.bags.own), tuple(self.bags.lenders)),
            (tuple(self.tower_deck), tuple(self.spires), tuple(self.banished)),
            (tuple(self.setaside), tuple(self.returning), self.pending, tuple(self.attached)),
            (self.spire, tuple(self.left), tuple(self.captured), tuple(self.helpers)),
            (tuple(self.peeked), self.offered, self.madness, self.turn, self.active, self.first),
            (self.phase, self.result, self.freed, self.done, self.contact, self.die, self.drawn),
            (self.recycled, self.fate, self.foe, self.stage, tuple(self.cost), tuple(self.raises)),
            (tuple(self.cuts), self.extra_loot, self.forbidden, self.flanked, self.barred),
            (self.traded, self.bonus, self.target, self.brute, tuple(self.need)),
            (tuple(self.paying), self.backs, self.bought, tuple(self.paid), tuple(self.limits)),
        )


def who(s: Ravingspire, seat: int) -> int:
    """A seat and its Hero in one number, for what is told."""
    return seat | s.heroes[seat] + 1 << 3


def in_play(s: Ravingspire) -> int:
    """RSP-141. How many Heroes are still in the game."""
    return len(s.heroes) - sum(s.gone)


def put(zone: list[int], card: int) -> None:
    """A card into a zone that is kept ascending."""
    at = len(zone)
    while at > 0 and zone[at - 1] > card:
        at -= 1
    zone.insert(at, card)


def kind_of(card: int) -> int:
    """What a card is, whatever happened to it."""
    return card & KIND


def from_of(entry: int) -> int:
    """Where a source of a payment came from."""
    return entry >> FROM_AT & 15
