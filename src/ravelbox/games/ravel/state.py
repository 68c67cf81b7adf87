"""The bench: eight dice in a ring, four stacks of Cog cards, tokens, and the card in hand.

RVL-1: the tile has eight spaces, clockwise from p0 at the top left; its centre is none (RVL-2).
RVL-4: each side is a line of three spaces, so a corner belongs to two sides (RVL-5). RVL-7: spaces
and sides are fixed to the table; turning the tile changes only which die lies where.
"""

from __future__ import annotations

from typing import Any, Final

from ravelbox.games.ravel.codes import STOP
from ravelbox.kernel.native import i64
from ravelbox.kernel.pile import Bags, Pile
from ravelbox.kernel.rules import Frame, Frozen, Rule, State

EMPTY: Final = -1  # no die, no card

N: Final = 0
E: Final = 1
S: Final = 2
W: Final = 3

# The three spaces of each side, in ring order.
SIDES: Final = [[0, 1, 2], [2, 3, 4], [4, 5, 6], [6, 7, 0]]

ADVANCED: Final = 16  # a card's index: Standard number n is n - 1, its Advanced counterpart 16 more
DECK: Final = 16  # RVL-17. Cards in a game.
TOKENS: Final = 12  # in the box

PLAYING: Final = 0
WON: Final = 1
LOST: Final = 2

STANDARD_DECK: Final = 0
ADVANCED_DECK: Final = 1
CONTROLLED_DECK: Final = 2
WILD_DECK: Final = 3

# What an observer may tell; telling.py has the sentences.
UNLOCKED: Final = 0  # card, side
TURNED_UP: Final = 1  # card, side
UP_AGAIN: Final = 2  # card, side
SWAPPED: Final = 3  # die, die
TUNED: Final = 4  # die, new face
FLIPPED: Final = 5  # die, new face
NUDGED: Final = 6  # die, new face
MOVED: Final = 7  # card, source * 4 + destination
ROTATED: Final = 8  # quarter turns
EXCHANGED: Final = 9  # die, die
RETRIEVED: Final = 10  # tokens
ROLLED: Final = 11  # die, new face
PLACED: Final = 12  # side
DEALT: Final = 13  # cards, kept sides
DECLINED: Final = 14  # card
SKIPPED: Final = 15  # card
VICTORY: Final = 16
DEFEAT: Final = 17
RESIGNED: Final = 18
TURN: Final = 19  # number of the turn that begins


class House:
    """The options of a table, which never change: deck, tokens and disputed readings."""

    def __init__(
        self,
        deck: int,
        k: int,
        tokens: int,
        *,
        not_ordered: bool,
        reading: bool,
        exactly_two: bool,
        nudge_wrap: bool,
        move_to_empty_side: bool,
    ) -> None:
        self.deck = deck
        self.k = k  # Advanced cards in a Controlled or Wild deck
        self.tokens = tokens
        self.not_ordered = not_ordered  # 11S fails where 11A is met (ruling Q8)
        self.reading = reading  # 11A ascends in reading direction only (ruling Q9)
        self.exactly_two = exactly_two  # 15S and 15A fail for three equal values (ruling Q11)
        self.nudge_wrap = nudge_wrap  # 6 + 1 = 1 (ruling Q15)
        self.move_to_empty_side = move_to_empty_side  # ruling Q19


class Ravel(State):
    """RVL-3. All that lies on the table; each space holds one die at every decision.

    RVL-10: a stack is a pile, top first; a face-up card is its index, a face-down one is `~bag`.
    RVL-11: at the start of a turn every top card is face up; what lies beneath is face down unless
    it was face up when it was covered (RVL-12). RVL-13: tokens are ready, spent, or still in the
    box. RVL-36: the card in hand is in no stack.
    """

    def __init__(
        self,
        rules: list[Rule[Any]],
        agenda: list[Frame],
        actor: int,
        house: House,
        die: list[int],
        face: list[int],
        stacks: list[Pile],
        bags: Bags,
        deck: Pile,
        ready: int,
        spent: int,
        hand: int,
        steps: tuple[int, ...],
        removed: Pile,
        turns: int,
        tinkers: int,
        declined: int,
        rerolls: int,
        resets: int,
        turned: int,
        result: int,
    ) -> None:
        super().__init__(rules, agenda, actor)
        self.house = house
        self.die = die  # per space: dice 0 and 1 are orange, then white, black, blue
        self.face = face  # per space: 1 to 6
        self.stacks = stacks  # per side
        self.bags = bags  # what the face-down cards may be
        self.deck = deck  # the cards of this game as far as they are public; none of a Wild deck
        self.ready = ready  # tokens available
        self.spent = spent  # tokens used, retrievable
        self.hand = hand  # unlocked, its reward being used, or EMPTY
        self.steps = steps  # what was answered so far in this reward
        self.removed = removed  # out of the game, in the order of leaving (RVL-34)
        self.turns = turns
        self.tinkers = tinkers
        self.declined = declined
        self.rerolls = rerolls
        self.resets = resets
        self.turned = turned  # quarter turns of the tile, clockwise; for showing only (RVL-7)
        self.result = result

    def clone(self) -> Ravel:
        """An independent copy, to which nobody listens."""
        return Ravel(
            self.rules,
            self.agenda[:],
            self.actor,
            self.house,
            self.die[:],
            self.face[:],
            self.stacks[:],
            self.bags.clone(),
            self.deck,
            self.ready,
            self.spent,
            self.hand,
            self.steps,
            self.removed,
            self.turns,
            self.tinkers,
            self.declined,
            self.rerolls,
            self.resets,
            self.turned,
            self.result,
        )

    def freeze(self) -> Frozen:
        """RVL-8. The table as a value; the two dice of a colour are interchangeable."""
        return (
            tuple(self.agenda),
            self.actor,
            tuple([die >> 1 for die in self.die]),
            tuple(self.face),
            tuple(self.stacks),
            tuple(self.bags.own),
            tuple(self.bags.lenders),
            self.deck,
            (self.ready, self.spent, self.hand, self.result),
            self.steps,
            self.removed,
            (self.turns, self.tinkers, self.declined, self.rerolls, self.resets),
        )

    def may_resign(self) -> bool:
        """RVL-100. The player may resign at any decision."""
        return True

    def resign(self, seat: int) -> None:
        """RVL-100. Resigning counts as defeat."""
        self.note(RESIGNED, seat, 0, 0)
        self.result = LOST
        self.end()


def cards_left(s: Ravel) -> int:
    """RVL-111. The number of cards in all stacks."""
    return len(s.stacks[N]) + len(s.stacks[E]) + len(s.stacks[S]) + len(s.stacks[W])


def looks(s: Ravel, space: int) -> int:
    """The die on a space as a number that tells colour and face, for what is told."""
    return (s.die[space] >> 1) * 6 + s.face[space] - 1


def same_dice(s: Ravel, p: i64, q: i64) -> bool:
    """Whether exchanging the dice on two spaces would change nothing."""
    return s.face[p] == s.face[q] and s.die[p] >> 1 == s.die[q] >> 1


def exchange(s: Ravel, p: int, q: int) -> None:
    """Let the dice on two spaces trade places, values and colours with them."""
    s.die[p], s.die[q] = s.die[q], s.die[p]
    s.face[p], s.face[q] = s.face[q], s.face[p]


def is_stop(s: Ravel, code: int, seat: int) -> bool:
    """RVL-58. Whether the player stops here; as the first answer that declines the reward."""
    if code != STOP:
        s.steps = (*s.steps, code)
        return False
    if not s.steps:
        s.declined += 1
        s.note(DECLINED, seat, s.hand, 0)
    return True
