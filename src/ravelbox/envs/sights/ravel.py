"""The bench of R.A.V.E.L. as a row; `envs/entries/ravel.py` names the entries."""

from __future__ import annotations

from typing import Any, Final

from librt.strings import BytesWriter

from ravelbox.envs.rows import Sight, cut
from ravelbox.games.ravel.codes import REROLL, ROLL
from ravelbox.games.ravel.state import ADVANCED, EMPTY, Ravel, cards_left
from ravelbox.kernel.native import i64
from ravelbox.kernel.pile import Pile
from ravelbox.kernel.rules import Rule, State

SHOWN: Final = 4  # cards of a stack, from the top
CARDS: Final = 2 * ADVANCED
FACE_DOWN: Final = CARDS + 1

NO_REWARD: Final = bytes(3)  # no card in hand, no part of it left, no side rolled

OUT: Final = 0  # where a cog is
UNSEEN: Final = 1
UP: Final = 2
IN_HAND: Final = 3
REMOVED: Final = 4
STANDARD_ONES: Final = (1 << ADVANCED) - 1
ALL_ONES: Final = (1 << CARDS) - 1

# Rewards of several parts, whose number left is shown.
PARTED: Final = ["RVL-63", "RVL-64", "RVL-66", "RVL-69"]


class RavelSight(Sight):
    """The one player sees everything that lies there."""

    def __init__(self, rules: list[Rule[Any]], questions: list[str]) -> None:
        super().__init__(rules, questions)
        self.parted = [rule.cites in PARTED for rule in rules]

    def write(self, s: State, seat: int, to: BytesWriter) -> None:
        """Numbers, dice, stacks, cogs."""
        assert isinstance(s, Ravel)
        to.append(self.question(s, seat))
        to.append(s.ready)
        to.append(s.spent)
        to.append(cut(s.turns))
        to.append(cards_left(s))
        if s.hand == EMPTY:
            to.write(NO_REWARD)
        else:
            to.append(s.hand + 1)
            to.append(self.parts(s))
            to.append(rolled_side(s))
        for space in range(len(s.die)):
            to.append((s.die[space] >> 1) + 1)
            to.append(s.face[space])
        for stack in s.stacks:
            add_stack(stack, to)
        add_cogs(s, to)

    def parts(self, s: Ravel) -> int:
        """How many parts of a reward are left, where that is said."""
        if s.actor < 0:
            return 0
        rule, _, left, _ = s.agenda[-1]
        if not self.parted[rule] or (left == 1 and not s.steps):
            return 0
        return left


def add_stack(stack: Pile, to: BytesWriter) -> None:
    """The height of a stack, and its cards from the top."""
    height = len(stack)
    to.append(height)
    for place in range(SHOWN):
        if place >= height:
            to.append(0)
        else:
            to.append(stack[place] + 1 if stack[place] >= 0 else FACE_DOWN)


def rolled_side(s: Ravel) -> int:
    """The side chosen for a Reroll under way, counted from 1."""
    side = 0
    for code in s.steps:
        if REROLL <= code < ROLL:
            side = code - REROLL + 1
    return side


def add_cogs(s: Ravel, to: BytesWriter) -> None:
    """Per cog: where it is, as far as it is known."""
    there = cogs_of(s.deck)
    up: i64 = 0
    removed: i64 = 0
    card: i64
    for stack in s.stacks:
        for each in stack:
            if each >= 0:
                card = each
                up |= 1 << card
    for each in s.removed:
        card = each
        removed |= 1 << card
    if s.hand != EMPTY:
        card = s.hand
        up |= 1 << card
        removed |= 1 << card
    for _ in range(CARDS):
        if up & removed & 1:
            to.append(IN_HAND)
        elif removed & 1:
            to.append(REMOVED)
        elif up & 1:
            to.append(UP)
        else:
            to.append(UNSEEN if there & 1 else OUT)
        there >>= 1
        up >>= 1
        removed >>= 1


def cogs_of(deck: Pile) -> i64:
    """The cogs of a game as bits; any may be in a deck that is not known."""
    if not deck:
        return ALL_ONES
    if deck[-1] < ADVANCED:  # it ascends
        return STANDARD_ONES
    there: i64 = 0
    for each in deck:
        card: i64 = each
        there |= 1 << card
    return there
