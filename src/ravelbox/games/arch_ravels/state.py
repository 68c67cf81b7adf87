"""The table of Arch Ravels: bowls, boards, the bazaar, and decks as everybody knows them.

What belongs to seats lies in flat lists, one stretch a seat. Requests and projects are sets of bits.
The yarn deck has no order: a card has no place before it is turned up.
"""

from __future__ import annotations

from typing import Any, Final

from ravelbox.kernel.rules import Frame, Frozen, Rule, State

COLOURS: Final = 6  # B G O P R Y
ITEMS: Final = 5
HAT: Final = 0
BEAR: Final = 1
MITTENS: Final = 2
SCARF: Final = 3
BLANKET: Final = 4
TILED: Final = 3  # Bear, Mittens and Scarf have tiles (ARC-9)
EACH_TILE: Final = 6  # tiles of a kind

SPACES: Final = 6  # of the bazaar
WILD_CARD: Final = 22
EVENTS: Final = 23  # the first card that is an event
CAT: Final = 23
SALE: Final = 24
DONATION: Final = 25
CLERK: Final = 26
CIRCLE: Final = 27
REQUESTS: Final = 28  # the first card that is a request
CARDS: Final = 54
PROJECTS: Final = 16
CHARACTERS: Final = 8
LISTED: Final = 3

NONE: Final = -1  # no character yet, no card, no marker yet

TO_SHOP: Final = 1  # bits of what is still to do in step 1
TO_CRAFT: Final = 2
TO_EXCHANGE: Final = 4
TO_TAKE: Final = 8

PENDING: Final = 1  # ARC-66: bits of a ban
IN_FORCE: Final = 2

# What an observer may tell; telling.py has the sentences. A seat is told with its character.
TURN: Final = 0  # number of the turn
GOES_FIRST: Final = 1
CHARACTER: Final = 2
GOT_TILE: Final = 3  # tile
TURNED_UP: Final = 4  # card, space and 8 more in setup
SET_ASIDE: Final = 5  # card
SHUFFLED_IN: Final = 6  # number of cards
LISTED_PROJECT: Final = 7  # project, 1 in setup
MOVED: Final = 8  # space, board
SHOPPED: Final = 9  # set of spaces
TOOK: Final = 10  # yarn
PAID: Final = 11  # yarn
CRAFTED: Final = 12  # pattern
EXCHANGED: Final = 13  # yarn given, yarn taken
RESHUFFLED: Final = 14  # number of cards
EVENT: Final = 15  # card
TANGLED: Final = 16  # who, 1 if oneself
DONATED: Final = 17  # colour, to whom
ASSIGNED: Final = 18  # request, to whom
GAVE: Final = 19  # yarn, to whom
FINISHED: Final = 20  # project
LEARNED: Final = 21  # item
FROGGED: Final = 22  # item
NO_CRAFT: Final = 23  # 1 if at the end
LAST_TURN: Final = 24  # 1 if by the turn limit, number of the turn
SCORED: Final = 25  # quarters
BAN_OVER: Final = 26


class House:
    """The options of a table, which never change and everybody knows."""

    def __init__(
        self,
        first: int,
        turn_limit: int,
        *,
        draft: bool,
        pick_side: bool,
        whole: bool,
        any_order: bool,
        cat_self: bool,
        cat_blocks_circle: bool,
        circle_requests: bool,
        immediate: bool,
        free_exchange: bool,
        limited: bool,
        solo: bool,
    ) -> None:
        self.first = first  # a seat, or NONE: drawn (ARC-20)
        self.turn_limit = turn_limit  # 0: none (ARC-114)
        self.draft = draft  # boards are chosen, not dealt (ARC-3)
        self.pick_side = pick_side  # so are their sides (ARC-4)
        self.whole = whole  # cards set aside are shuffled into the whole deck (ruling Q2)
        self.any_order = any_order  # the active player orders what was revealed (ruling Q8)
        self.cat_self = cat_self  # Tangled Cat may name oneself (ruling Q11)
        self.cat_blocks_circle = cat_blocks_circle  # ruling Q12
        self.circle_requests = circle_requests  # ruling Q15
        self.immediate = immediate  # the Project List is refilled at once (ruling Q19)
        self.free_exchange = free_exchange  # ruling Q35
        self.limited = limited  # ARC-113
        self.solo = solo  # ARC-115


class ArchRavels(State):
    """All that lies on the table; all of it is public but the order of the decks (ruling Q32).

    ARC-37: bowls hold any number of yarn.
    """

    def __init__(
        self,
        rules: list[Rule[Any]],
        agenda: list[Frame],
        actor: int,
        house: House,
        first: int,
        characters: list[int],
        tiles: list[int],
        learned: list[int],
        bowls: list[int],
        items: list[int],
        held: list[int],
        done: list[int],
        won: list[int],
        spaces: list[int],
        bans: list[int],
        bazaar: list[int],
        known: list[int],
        extras: int,
        upper: int,
        lower: int,
        pool: list[int],
        others: list[int],
        discard: list[int],
        aside: list[int],
        listed: list[int],
        stack: int,
        plans: list[int],
        active: int,
        turns: int,
        todo: int,
        crafts: int,
        ended: bool,  # noqa: FBT001  # states are made by position, for speed
    ) -> None:
        super().__init__(rules, agenda, actor)
        self.house = house
        self.first = first  # who goes first (ARC-20)
        self.characters = characters  # per seat
        self.tiles = tiles  # three a seat
        self.learned = learned  # per seat: bits of learned tiles
        self.bowls = bowls  # six counts a seat (ARC-37: of any size)
        self.items = items  # five counts a seat
        self.held = held  # per seat: unfinished requests
        self.done = done  # per seat: finished requests
        self.won = won  # per seat: finished projects
        self.spaces = spaces  # per seat: the action space used last
        self.bans = bans  # per seat
        self.bazaar = bazaar  # per space: a card or NONE
        self.known = known  # cards that are certainly in the upper part of the deck
        self.extras = extras  # requests in the upper part that nobody knows (ruling Q33)
        self.upper = upper  # yarn cards and events in the upper part, beside known ones
        self.lower = lower  # and below it
        self.pool = pool  # which yarn cards and events those are, ascending
        self.others = others  # which requests the extras may be, ascending
        self.discard = discard  # top last
        self.aside = aside  # cards set aside in setup (ARC-15)
        self.listed = listed  # the Project List
        self.stack = stack  # cards in the project deck
        self.plans = plans  # which projects those may be, ascending
        self.active = active
        self.turns = turns  # begun so far, of all seats together
        self.todo = todo  # what the action space still offers
        self.crafts = crafts  # crafts left in the Craft under way
        self.ended = ended  # the end is triggered (ARC-94)

    def clone(self) -> ArchRavels:
        """An independent copy, to which nobody listens."""
        return ArchRavels(
            self.rules,
            self.agenda[:],
            self.actor,
            self.house,
            self.first,
            self.characters[:],
            self.tiles[:],
            self.learned[:],
            self.bowls[:],
            self.items[:],
            self.held[:],
            self.done[:],
            self.won[:],
            self.spaces[:],
            self.bans[:],
            self.bazaar[:],
            self.known[:],
            self.extras,
            self.upper,
            self.lower,
            self.pool[:],
            self.others[:],
            self.discard[:],
            self.aside[:],
            self.listed[:],
            self.stack,
            self.plans[:],
            self.active,
            self.turns,
            self.todo,
            self.crafts,
            self.ended,
        )

    def freeze(self) -> Frozen:
        """The table as a value; the order of the discard pile changes nothing but what is on top."""
        return (
            tuple(self.agenda),
            self.actor,
            tuple(self.characters),
            tuple(self.tiles),
            tuple(self.learned),
            tuple(self.bowls),
            tuple(self.items),
            (tuple(self.held), tuple(self.done), tuple(self.won)),
            (tuple(self.spaces), tuple(self.bans)),
            tuple(self.bazaar),
            (tuple(self.known), self.extras, self.upper, self.lower),
            (tuple(self.pool), tuple(self.others), tuple(self.discard), tuple(self.aside)),
            (tuple(self.listed), self.stack, tuple(self.plans)),
            (self.first, self.active, self.turns, self.todo, self.crafts, int(self.ended)),
        )


def who(s: ArchRavels, seat: int) -> int:
    """A seat and its character in one number, for what is told."""
    return seat | s.characters[seat] + 1 << 3


def deck_size(s: ArchRavels) -> int:
    """How many cards the yarn deck has."""
    return len(s.known) + s.extras + s.upper + s.lower
