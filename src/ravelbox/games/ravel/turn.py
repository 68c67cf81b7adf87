"""A turn: unlock one card, or tinker once, until victory or defeat."""

from __future__ import annotations

from typing import Final

from ravelbox.games.ravel.codes import SWAP, TUNE, UNLOCK
from ravelbox.games.ravel.cogs import can_unlock, has_met_top
from ravelbox.games.ravel.rewards import USE_REWARD
from ravelbox.games.ravel.stacks import TURN_UP
from ravelbox.games.ravel.state import (
    DEFEAT,
    EMPTY,
    LOST,
    SWAPPED,
    TUNED,
    TURN,
    UNLOCKED,
    UP_AGAIN,
    VICTORY,
    WON,
    Ravel,
    cards_left,
    exchange,
    looks,
    same_dice,
)
from ravelbox.kernel.native import i64
from ravelbox.kernel.rules import Choice, Step

SWAP_COST: Final = 1
TUNE_COST: Final = 2

# RVL-42. The five other faces of each die, by space * 6 + face - 1: what Tune may turn it to.
TUNINGS: Final = [
    [TUNE + space * 6 + face for face in range(6) if face != now]
    for space in range(8)
    for now in range(6)
]


class BeginTurn(Step[Ravel]):
    """RVL-96. Defeat: at the beginning of a turn no condition is met and no token is available.

    RVL-26: it is tested before the action, and never during a turn (RVL-97). RVL-98: with one
    token left the game goes on.
    """

    def run(self, s: Ravel, seat: int, x: int, y: int, /) -> None:
        """Test for defeat, then ask."""
        if s.ready == 0 and not has_met_top(s):
            s.note(DEFEAT, seat, cards_left(s), 0)
            s.result = LOST
            s.end()
        else:
            s.note(TURN, seat, s.turns + 1, 0)
            s.next(TAKE_TURN.of(seat))


class TakeTurn(Choice[Ravel]):
    """RVL-23. Exactly one action: Unlock one card, or one Tinker operation, Swap or Tune.

    RVL-24: there is no pass. RVL-25: neither is compulsory while the other is possible. RVL-112:
    cards and tokens run out, so no game is endless.
    """

    def options(self, s: Ravel, seat: int, x: int, y: int, /) -> list[int]:
        """RVL-28, RVL-41, RVL-42. Met top cards, and what the tokens can pay and would change.

        RVL-43: with a token there is always a Swap, so the list is never empty here.
        """
        codes: list[int] = []
        for side in range(4):
            if can_unlock(s, side):
                codes.append(UNLOCK + side)
        if s.ready >= SWAP_COST:
            space: i64
            for space in range(8):
                if not same_dice(s, space, (space + 1) % 8):
                    codes.append(int(SWAP + space))
        if s.ready >= TUNE_COST:
            at: i64 = -1
            for face in s.face:
                codes += TUNINGS[at + face]
                at += 6
        return codes

    def chosen(self, s: Ravel, code: int, seat: int, x: int, y: int, /) -> None:
        """Carry out the one action."""
        s.turns += 1
        if code < SWAP:
            unlock(s, seat, code - UNLOCK)
        elif code < TUNE:
            swap(s, seat, code - SWAP)
        else:
            tune(s, seat, (code - TUNE) // 6, (code - TUNE) % 6 + 1)


def unlock(s: Ravel, seat: int, side: int) -> None:
    """RVL-30. Take the card, turn up the one beneath, use the reward, remove the card.

    RVL-35: what turns up can be affected by the reward. RVL-37: each Unlock is its own turn.
    RVL-38, RVL-94: with the last card of all stacks the game is won at once. RVL-95: victory comes
    before defeat, whatever the tokens.
    """
    card = s.stacks[side][0]
    s.stacks[side] = s.stacks[side][1:]
    s.hand = card
    s.note(UNLOCKED, seat, card, side)
    if cards_left(s) == 0:
        remove_hand(s)
        s.note(VICTORY, seat, 0, 0)
        s.result = WON
        s.end()
        return
    frames = [USE_REWARD.of(seat), REMOVE_COG.of(seat), BEGIN_TURN.of(seat)]
    stack = s.stacks[side]
    if stack and stack[0] < 0:
        frames.insert(0, TURN_UP.of(seat, side))
    elif stack:
        s.note(UP_AGAIN, seat, stack[0], side)
    s.then(frames)


def swap(s: Ravel, seat: int, space: int) -> None:
    """RVL-39. For 1 token, exchange two orthogonally adjacent dice (RVL-6: ring neighbours)."""
    other = (space + 1) % 8
    s.note(SWAPPED, seat, looks(s, space), looks(s, other))
    pay(s, SWAP_COST)
    exchange(s, space, other)
    s.next(BEGIN_TURN.of(seat))


def tune(s: Ravel, seat: int, space: int, face: int) -> None:
    """RVL-40. For 2 tokens, turn one die to any face."""
    s.note(TUNED, seat, looks(s, space), face)
    pay(s, TUNE_COST)
    s.face[space] = face
    s.next(BEGIN_TURN.of(seat))


def pay(s: Ravel, cost: int) -> None:
    """RVL-14, RVL-41. The cost moves from available to spent. RVL-44: no card is touched."""
    s.ready -= cost
    s.spent += cost
    s.tinkers += 1


def remove_hand(s: Ravel) -> None:
    """RVL-34. The unlocked card is removed from the game for good."""
    s.removed = (*s.removed, s.hand)
    s.hand = EMPTY
    s.steps = ()


class RemoveCog(Step[Ravel]):
    """RVL-34. After its reward the unlocked card is removed from the game for good."""

    def run(self, s: Ravel, seat: int, x: int, y: int, /) -> None:
        """Put it into the box."""
        remove_hand(s)


BEGIN_TURN: Final = BeginTurn("RVL-96")
TAKE_TURN: Final = TakeTurn("RVL-23")
REMOVE_COG: Final = RemoveCog("RVL-34")
