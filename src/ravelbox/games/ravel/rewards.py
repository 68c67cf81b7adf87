"""What an unlocked card gives: which of the eight rewards it opens, and RETRIEVE."""

from __future__ import annotations

from typing import Final

from ravelbox.games.ravel.codes import RETRIEVE, STOP
from ravelbox.games.ravel.cogs import (
    FLIP_REWARD,
    MOVE_REWARD,
    NUDGE_REWARD,
    PERMUTE_REWARD,
    REROLL_REWARD,
    RETRIEVE_REWARD,
    REWARD,
    ROTATE_REWARD,
    STRENGTH,
)
from ravelbox.games.ravel.dice import (
    EXCHANGE_DICE,
    FLIP_DICE,
    NUDGE_DICE,
    REROLL_SIDE,
    ROTATE_TILE,
)
from ravelbox.games.ravel.stacks import MOVE_COG, RESET_STACKS, REVEAL_TOPS, movements
from ravelbox.games.ravel.state import RETRIEVED, SKIPPED, Ravel, is_stop
from ravelbox.kernel.rules import Choice, Frame, Step


class UseReward(Step[Ravel]):
    """RVL-32. The player may now, and only now, use the reward of the card in hand.

    RVL-33: it cannot be stored. RVL-60: without an effective option it is skipped. RVL-61: it
    costs no tokens. RVL-62: it is resolved whole before conditions are looked at again.
    """

    def run(self, s: Ravel, seat: int, x: int, y: int, /) -> None:
        """Open the question that belongs to the card."""
        frames = reward_frames(s, seat, s.hand)
        if not frames:
            s.note(SKIPPED, seat, s.hand, 0)
        s.then(frames)


def reward_frames(s: Ravel, seat: int, card: int) -> list[Frame]:
    """RVL-60. What the reward of `card` puts on the agenda; nothing if it can have no effect."""
    reward = REWARD[card]
    strength = STRENGTH[card]
    if reward == FLIP_REWARD:
        return [FLIP_DICE.of(seat, strength)]
    if reward == NUDGE_REWARD:
        return [NUDGE_DICE.of(seat, strength)]
    if reward == MOVE_REWARD:
        if not movements(s):
            return []
        return [MOVE_COG.of(seat, strength), REVEAL_TOPS.of(seat)]
    if reward == ROTATE_REWARD:
        return [ROTATE_TILE.of(seat, strength)]
    if reward == PERMUTE_REWARD:
        return [EXCHANGE_DICE.of(seat, strength)]
    if reward == RETRIEVE_REWARD:
        return [RETRIEVE_TOKENS.of(seat, strength)] if s.spent > 0 else []
    if reward == REROLL_REWARD:
        return [REROLL_SIDE.of(seat, strength)]
    return [RESET_STACKS.of(seat, strength)]


class RetrieveTokens(Choice[Ravel]):
    """RVL-80. Move up to two (Advanced: three) spent tokens back to the available ones.

    RVL-81: only spent ones, so there are never more than at the start.
    """

    def options(self, s: Ravel, seat: int, most: int, y: int, /) -> list[int]:
        """One token up to as many as there are, or stop."""
        return [STOP] + [RETRIEVE + n for n in range(min(most, s.spent))]

    def chosen(self, s: Ravel, code: int, seat: int, most: int, y: int, /) -> None:
        """Take them back."""
        if is_stop(s, code, seat):
            return
        n = code - RETRIEVE + 1
        s.spent -= n
        s.ready += n
        s.note(RETRIEVED, seat, n, 0)


USE_REWARD: Final = UseReward("RVL-32")
RETRIEVE_TOKENS: Final = RetrieveTokens("RVL-80")
