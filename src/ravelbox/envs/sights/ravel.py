"""The bench of R.A.V.E.L. as a row; `envs/entries/ravel.py` names the entries."""

from __future__ import annotations

from typing import Any, Final

from ravelbox.envs.rows import BYTE, Sight, cut
from ravelbox.games.ravel.codes import REROLL, ROLL
from ravelbox.games.ravel.state import ADVANCED, EMPTY, SIDES, Ravel, cards_left
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
ANY_DECK: Final = [UNSEEN] * CARDS
NO_DECK: Final = [OUT] * CARDS
STANDARD_ONES: Final = [UNSEEN] * ADVANCED + [OUT] * ADVANCED

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
        pieces.append(bytes(whereabouts(s)))
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


def whereabouts(s: Ravel) -> list[int]:
    """Per cog: where it is, as far as it is known."""
    deck = s.deck
    if not deck:
        found = ANY_DECK[:]
    elif deck[-1] < ADVANCED:  # it ascends
        found = STANDARD_ONES[:]
    else:
        found = NO_DECK[:]
        for card in deck:
            found[card] = UNSEEN
    for side in range(len(SIDES)):
        for card in s.stacks[side]:
            if card >= 0:
                found[card] = UP
    for card in s.removed:
        found[card] = REMOVED
    if s.hand != EMPTY:
        found[s.hand] = IN_HAND
    return found
