"""The bench of R.A.V.E.L. as a row; `envs/entries/ravel.py` names the entries."""

from __future__ import annotations

from typing import Any, Final

from ravelbox.envs.rows import BYTE, Sight, cut
from ravelbox.games.ravel.codes import REROLL, ROLL
from ravelbox.games.ravel.state import ADVANCED, EMPTY, Ravel, cards_left
from ravelbox.kernel.native import i64
from ravelbox.kernel.pile import Pile
from ravelbox.kernel.rules import Rule, State

SHOWN: Final = 4  # cards of a stack, from the top
CARDS: Final = 2 * ADVANCED
FACE_DOWN: Final = CARDS + 1

# Two dice as four bytes, by what each shows: (die // 2 + 1) * 7 + face; no die comes first.
LOOKS: Final = 35
DICE: Final = [
    bytes([one // 7, one % 7, other // 7, other % 7])
    for one in range(LOOKS)
    for other in range(LOOKS)
]
# A stack whose top card alone may be face up, by height * 34 + its place: 0 none, then the cards.
TOPS: Final = FACE_DOWN + 1
STACKS: Final = [
    bytes([height, top, *([FACE_DOWN] * min(height - 1, SHOWN - 1)), *([0] * (SHOWN - height))])
    if height and top
    else bytes(1 + SHOWN)
    for height in range(2 * SHOWN * SHOWN)
    for top in range(TOPS)
]
TOKENS: Final = [bytes([ready, spent]) for ready in range(16) for spent in range(16)]

NO_REWARD: Final = bytes(3)  # no card in hand, no part of it left, no side rolled

OUT: Final = 0  # where a cog is
UNSEEN: Final = 1
UP: Final = 2
IN_HAND: Final = 3
REMOVED: Final = 4
STANDARD_ONES: Final = (1 << ADVANCED) - 1
ALL_ONES: Final = (1 << CARDS) - 1
FOUR: Final = 15  # the bits of four cogs


def place_by(bits: int) -> int:
    """Where a cog is by three bits: in this game, face up or in hand, removed or in hand."""
    if bits >> 4 & bits >> 8 & 1:
        return IN_HAND
    if bits >> 8 & 1:
        return REMOVED
    if bits >> 4 & 1:
        return UP
    return UNSEEN if bits & 1 else OUT


# Four cogs as bytes, by their bits: those in this game, then face up, then removed.
COGS: Final = [bytes([place_by(bits >> k) for k in range(4)]) for bits in range(1 << 12)]

# Rewards of several parts, whose number left is shown.
PARTED: Final = ["RVL-63", "RVL-64", "RVL-66", "RVL-69"]


class RavelSight(Sight):
    """The one player sees everything that lies there."""

    def __init__(self, rules: list[Rule[Any]], questions: list[str]) -> None:
        super().__init__(rules, questions)
        self.parted = [rule.cites in PARTED for rule in rules]

    def row(self, s: State, seat: int) -> bytes:
        """Numbers, dice, stacks, cogs."""
        assert isinstance(s, Ravel)
        die, face = s.die, s.face
        pieces = [
            BYTE[self.question(s, seat)],
            TOKENS[s.ready * 16 + s.spent],
            BYTE[cut(s.turns)],
            BYTE[cards_left(s)],
        ]
        if s.hand == EMPTY:
            pieces.append(NO_REWARD)
        else:
            pieces.append(bytes([s.hand + 1, self.parts(s), rolled_side(s)]))
        space: i64
        for space in range(0, 8, 2):
            one = ((die[space] >> 1) + 1) * 7 + face[space]
            other = ((die[space + 1] >> 1) + 1) * 7 + face[space + 1]
            pieces.append(DICE[one * LOOKS + other])
        for stack in s.stacks:
            pieces.append(stack_row(stack))
        add_cogs(s, pieces)
        return b"".join(pieces)

    def parts(self, s: Ravel) -> int:
        """How many parts of a reward are left, where that is said."""
        if s.actor < 0:
            return 0
        rule, _, left, _ = s.agenda[-1]
        if not self.parted[rule] or (left == 1 and not s.steps):
            return 0
        return left


def stack_row(stack: Pile) -> bytes:
    """The height of a stack, and its cards from the top."""
    height = len(stack)
    if height == 0:
        return STACKS[0]
    for place in range(1, min(SHOWN, height)):
        if stack[place] >= 0:
            break
    else:
        top = stack[0]
        return STACKS[height * TOPS + (top + 1 if top >= 0 else FACE_DOWN)]
    shown = [card + 1 if card >= 0 else FACE_DOWN for card in stack[:SHOWN]]
    return bytes([height, *shown, *([0] * (SHOWN - len(shown)))])


def rolled_side(s: Ravel) -> int:
    """The side chosen for a Reroll under way, counted from 1."""
    side = 0
    for code in s.steps:
        if REROLL <= code < ROLL:
            side = code - REROLL + 1
    return side


def add_cogs(s: Ravel, pieces: list[bytes]) -> None:
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
    for card in range(0, CARDS, 4):
        four = (there >> card & FOUR) | (up >> card & FOUR) << 4 | (removed >> card & FOUR) << 8
        pieces.append(COGS[four])


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
