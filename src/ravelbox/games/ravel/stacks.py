"""Rewards that touch the stacks: MOVE and RESET, and how cards are turned up.

`s.steps` holds the codes answered so far in the reward, so that each rule can look back.
"""

from __future__ import annotations

from typing import Final

from ravelbox.games.ravel.codes import EXTRA, KEEP, MOVE, RESET, STOP
from ravelbox.games.ravel.state import DEALT, EMPTY, MOVED, TURNED_UP, Ravel, is_stop
from ravelbox.kernel.pile import Pile, face_down
from ravelbox.kernel.rules import Chance, Choice, Step

SETS: Final = [[bit for bit in range(4) if mask >> bit & 1] for mask in range(16)]


def movements(s: Ravel) -> list[int]:
    """RVL-68. Every move of a face-up top card to another stack.

    RVL-67: only top cards, only if face up. RVL-69: not the card just moved. RVL-74: with fewer
    than two stacks there is none, unless empty sides are destinations too (ruling Q19).
    """
    moved_to = (s.steps[-1] - MOVE) % 4 if s.steps else EMPTY
    codes: list[int] = []
    for source in range(4):
        stack = s.stacks[source]
        if not stack or stack[0] < 0 or source == moved_to:
            continue
        for to in range(4):
            if to != source and (s.stacks[to] or s.house.move_to_empty_side):
                codes.append(MOVE + source * 4 + to)
    return codes


class MoveCog(Choice[Ravel]):
    """RVL-66. Put the top card of one stack on top of another; what it covers stays face up.

    RVL-69: Advanced, one or two movements, one after the other. RVL-72: a side that gives its
    only card has no stack from then on. RVL-73: the card now faces its new side's dice.
    """

    def options(self, s: Ravel, seat: int, left: int, y: int, /) -> list[int]:
        """Every movement, or stop."""
        return [STOP, *movements(s)]

    def chosen(self, s: Ravel, code: int, seat: int, left: int, y: int, /) -> None:
        """Move the card. RVL-70: nothing is turned up before all movements are done."""
        if is_stop(s, code, seat):
            return
        source = (code - MOVE) // 4
        to = (code - MOVE) % 4
        card = s.stacks[source][0]
        s.stacks[source] = s.stacks[source][1:]
        s.stacks[to] = (card, *s.stacks[to])
        s.note(MOVED, seat, card, code - MOVE)
        if left > 1 and movements(s):
            s.next(MOVE_AGAIN.of(seat, left - 1))


class RevealTops(Step[Ravel]):
    """RVL-71. Every stack whose top card is face down has it turned up; covered ones stay."""

    def run(self, s: Ravel, seat: int, x: int, y: int, /) -> None:
        """Ask for each such card, north first."""
        s.then(
            [
                TURN_UP.of(seat, side)
                for side in range(4)
                if len(s.stacks[side]) > 0 and s.stacks[side][0] < 0
            ]
        )


class TurnUp(Chance[Ravel]):
    """RVL-31. The card beneath is turned face up: any card of its bag, equally likely.

    RVL-108: all backs are alike, so nothing is known of it before.
    """

    def outcomes(self, s: Ravel, seat: int, side: int, y: int, /) -> int:
        """The cards it may be, an older bag's unknown ones counted one by one."""
        return s.bags.size(~s.stacks[side][0])

    def chosen(self, s: Ravel, which: int, seat: int, side: int, y: int, /) -> None:
        """Turn it up; a card counted in an older bag asks that bag next."""
        stack = s.stacks[side]
        card = s.bags.draw(~stack[0], which)
        s.stacks[side] = (card,) + stack[1:]  # noqa: RUF005  # unpacking would make a list first
        if card < 0:
            s.next(TURN_UP.of(seat, side))
        else:
            s.note(TURNED_UP, seat, card, side)


class ResetStacks(Choice[Ravel]):
    """RVL-86. Gather all cards, shuffle them and deal them anew as equally as possible.

    RVL-89: Advanced, chosen stacks are left untouched. RVL-93: dice and tokens are unaffected.
    """

    def options(self, s: Ravel, seat: int, strength: int, y: int, /) -> list[int]:
        """Reset, or stop."""
        return [STOP, RESET]

    def chosen(self, s: Ravel, code: int, seat: int, strength: int, y: int, /) -> None:
        """Standard gathers everything; Advanced asks what to keep, if there is a choice."""
        if is_stop(s, code, seat):
            return
        if strength > 1 and len(stacked_sides(s)) > 1:
            s.next(KEEP_STACKS.of(seat))
        else:
            s.next(DEAL_ANEW.of(seat, 0))


def stacked_sides(s: Ravel) -> list[int]:
    """RVL-9. The sides that have a stack."""
    return [side for side in range(4) if len(s.stacks[side]) > 0]


class KeepStacks(Choice[Ravel]):
    """RVL-89. Choose stacks to keep, but not all; an empty side cannot be kept (ruling Q31)."""

    def options(self, s: Ravel, seat: int, x: int, y: int, /) -> list[int]:
        """Every proper subset of the existing stacks."""
        every = 0
        for side in stacked_sides(s):
            every |= 1 << side
        return [KEEP + kept for kept in range(every) if kept & every == kept]

    def chosen(self, s: Ravel, code: int, seat: int, x: int, y: int, /) -> None:
        """The others are dealt anew."""
        s.steps = (*s.steps, code)
        s.next(DEAL_ANEW.of(seat, code - KEEP))


def shuffled_cards(s: Ravel, kept: int) -> int:
    """How many cards lie on sides that are not kept."""
    return sum([len(s.stacks[side]) for side in SETS[15 - kept]])


class DealAnew(Step[Ravel]):
    """RVL-88. Every side without a kept stack takes part, empty ones too.

    RVL-90: kept stacks do not count for equality and receive nothing.
    """

    def run(self, s: Ravel, seat: int, kept: int, y: int, /) -> None:
        """Ask who gets the additional cards, if there are any; else just shuffle."""
        if shuffled_cards(s, kept) % len(SETS[15 - kept]):
            s.next(ADDITIONAL_CARDS.of(seat, kept))
        else:
            s.next(SHUFFLE_STACKS.of(seat, kept, 0))


class AdditionalCards(Choice[Ravel]):
    """RVL-87. Which sides get an additional card is chosen before any card is seen."""

    def options(self, s: Ravel, seat: int, kept: int, y: int, /) -> list[int]:
        """Every set of receiving sides of the right size."""
        receiving = 15 - kept
        more = shuffled_cards(s, kept) % len(SETS[receiving])
        return [
            EXTRA + extra
            for extra in range(16)
            if extra & receiving == extra and len(SETS[extra]) == more
        ]

    def chosen(self, s: Ravel, code: int, seat: int, kept: int, y: int, /) -> None:
        """Shuffle and deal."""
        s.steps = (*s.steps, code)
        s.next(SHUFFLE_STACKS.of(seat, kept, code - EXTRA))


class ShuffleStacks(Step[Ravel]):
    """RVL-91. The shuffled cards lie face down; then the new tops are turned up.

    RVL-92: the card in hand, removed cards and cards outside the deck are never included.
    """

    def run(self, s: Ravel, seat: int, kept: int, extra: int, /) -> None:
        """One bag, dealt over the receiving sides: the floor for all, one more for `extra`."""
        sides = SETS[15 - kept]
        gathered: Pile = ()
        for side in sides:
            gathered += s.stacks[side]
        bag = s.bags.mix(gathered)
        each = len(gathered) // len(sides)
        for side in sides:
            s.stacks[side] = face_down(bag, each + (extra >> side & 1))
        s.resets += 1
        s.note(DEALT, seat, len(gathered), kept)
        s.next(REVEAL_TOPS.of(seat))


MOVE_COG: Final = MoveCog("RVL-66")
MOVE_AGAIN: Final = MoveCog("RVL-69")
REVEAL_TOPS: Final = RevealTops("RVL-71")
TURN_UP: Final = TurnUp("RVL-31")
RESET_STACKS: Final = ResetStacks("RVL-86")
KEEP_STACKS: Final = KeepStacks("RVL-89")
DEAL_ANEW: Final = DealAnew("RVL-88")
ADDITIONAL_CARDS: Final = AdditionalCards("RVL-87")
SHUFFLE_STACKS: Final = ShuffleStacks("RVL-91")
