"""What an unlocked card gives: eight kinds of reward, each in a Standard and an Advanced strength.

`s.steps` holds the codes answered so far in the reward, so that each rule can look back.
"""

from __future__ import annotations

from typing import Final

from ravelbox.games.ravel.codes import (
    EXCHANGE,
    EXTRA,
    FLIP,
    KEEP,
    MOVE,
    NUDGE,
    PLACE,
    REROLL,
    RESET,
    RETRIEVE,
    ROLL,
    ROTATE,
    STOP,
)
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
from ravelbox.games.ravel.state import (
    DEALT,
    DECLINED,
    EMPTY,
    EXCHANGED,
    FLIPPED,
    MOVED,
    NUDGED,
    PLACED,
    RETRIEVED,
    ROLLED,
    ROTATED,
    SIDES,
    SKIPPED,
    TURNED_UP,
    Ravel,
    exchange,
    looks,
    same_dice,
)
from ravelbox.kernel.pile import Pile, face_down
from ravelbox.kernel.rules import Chance, Choice, Frame, Step

ORDERS: Final = [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
SETS: Final = [[bit for bit in range(4) if mask >> bit & 1] for mask in range(16)]
HALF: Final = 2  # quarter turns


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


def is_stop(s: Ravel, code: int, seat: int) -> bool:
    """RVL-58. Whether the player stops here; as the first answer that declines the reward."""
    if code != STOP:
        s.steps = (*s.steps, code)
        return False
    if not s.steps:
        s.declined += 1
        s.note(DECLINED, seat, s.hand, 0)
    return True


class FlipDice(Choice[Ravel]):
    """RVL-63. Turn one die to the opposite face (Advanced: one or two different dice).

    RVL-59: any of the eight dice, as for every reward that names no side.
    """

    def options(self, s: Ravel, seat: int, left: int, y: int, /) -> list[int]:
        """Any die that was not turned yet, or stop."""
        return [STOP] + [FLIP + space for space in range(8) if FLIP + space not in s.steps]

    def chosen(self, s: Ravel, code: int, seat: int, left: int, y: int, /) -> None:
        """Turn it: v becomes 7 - v."""
        if is_stop(s, code, seat):
            return
        space = code - FLIP
        s.note(FLIPPED, seat, looks(s, space), 7 - s.face[space])
        s.face[space] = 7 - s.face[space]
        if left > 1:
            s.next(FLIP_DICE.of(seat, left - 1))


class NudgeDice(Choice[Ravel]):
    """RVL-64. Up to two (Advanced: three) steps; each adds 1 to or takes 1 from one die.

    RVL-65: no die goes below 1 or above 6, and no step undoes an earlier one.
    """

    def options(self, s: Ravel, seat: int, left: int, y: int, /) -> list[int]:
        """One down or one up for each die that can, or stop."""
        codes = [STOP]
        wrap = s.house.nudge_wrap
        for space in range(8):
            down = NUDGE + space * 2
            if (wrap or s.face[space] > 1) and down + 1 not in s.steps:
                codes.append(down)
            if (wrap or s.face[space] < 6) and down not in s.steps:  # noqa: PLR2004  # a die's top
                codes.append(down + 1)
        return codes

    def chosen(self, s: Ravel, code: int, seat: int, left: int, y: int, /) -> None:
        """Make the step; with the option nudge_wrap 6 and 1 are neighbours."""
        if is_stop(s, code, seat):
            return
        space = (code - NUDGE) // 2
        up = (code - NUDGE) % 2
        before = looks(s, space)
        s.face[space] = (s.face[space] - 1 + (1 if up else 5)) % 6 + 1
        s.note(NUDGED, seat, before, s.face[space])
        if left > 1:
            s.next(NUDGE_DICE.of(seat, left - 1))


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
        s.stacks[side] = (card, *stack[1:])
        if card < 0:
            s.next(TURN_UP.of(seat, side))
        else:
            s.note(TURNED_UP, seat, card, side)


class RotateTile(Choice[Ravel]):
    """RVL-75. Turn the tile with its dice by a quarter (Advanced: or a half); stacks stay."""

    def options(self, s: Ravel, seat: int, turns: int, y: int, /) -> list[int]:
        """Clockwise, counterclockwise, Advanced half a turn, or stop."""
        codes = [STOP, ROTATE, ROTATE + 1]
        if turns == HALF:
            codes.append(ROTATE + 2)
        return codes

    def chosen(self, s: Ravel, code: int, seat: int, turns: int, y: int, /) -> None:
        """RVL-76. Clockwise, the die on p_i goes to p_(i+2); values do not change."""
        if is_stop(s, code, seat):
            return
        quarters = (1, -1, 2)[code - ROTATE]
        shift = quarters * 2
        die = s.die[:]
        face = s.face[:]
        for space in range(8):
            to = (space + shift) % 8
            s.die[to] = die[space]
            s.face[to] = face[space]
        s.turned += quarters
        s.note(ROTATED, seat, quarters, 0)


class ExchangeDice(Choice[Ravel]):
    """RVL-77. Exchange any two dice, adjacent or not.

    RVL-78: Advanced, a second exchange of one of these two with a third die makes any cycle of
    three. RVL-79: what would leave the board unchanged is not offered.
    """

    def options(self, s: Ravel, seat: int, dice: int, y: int, /) -> list[int]:
        """Every pair of unlike dice; the second time one of them was exchanged before."""
        codes = [STOP]
        before = s.steps[0] - EXCHANGE if s.steps else EMPTY
        p = before // 8
        q = before % 8
        for low in range(7):
            for high in range(low + 1, 8):
                if before != EMPTY and (low in (p, q)) == (high in (p, q)):
                    continue
                if not same_dice(s, low, high):
                    codes.append(EXCHANGE + low * 8 + high)
        return codes

    def chosen(self, s: Ravel, code: int, seat: int, dice: int, y: int, /) -> None:
        """Exchange them; with a third die still free, ask again."""
        if is_stop(s, code, seat):
            return
        p = (code - EXCHANGE) // 8
        q = (code - EXCHANGE) % 8
        s.note(EXCHANGED, seat, looks(s, p), looks(s, q))
        exchange(s, p, q)
        if dice > 2:  # noqa: PLR2004  # two are done
            s.next(EXCHANGE_AGAIN.of(seat, dice - 1))


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


class RerollSide(Choice[Ravel]):
    """RVL-82. Choose one of the four sides; its three dice are rolled, then placed anew.

    RVL-85: any side, with or without a stack; the other five dice are untouched.
    """

    def options(self, s: Ravel, seat: int, strength: int, y: int, /) -> list[int]:
        """Any side, or stop."""
        return [STOP, REROLL, REROLL + 1, REROLL + 2, REROLL + 3]

    def chosen(self, s: Ravel, code: int, seat: int, strength: int, y: int, /) -> None:
        """RVL-84. Choosing commits: Advanced goes on to the dice, Standard rolls all three."""
        if is_stop(s, code, seat):
            return
        side = code - REROLL
        if strength == 1:
            s.then(rolls(s, seat, side, 7))
        else:
            s.next(CHOOSE_DICE.of(seat, side))


class ChooseDice(Choice[Ravel]):
    """RVL-83. Advanced: roll one, two or three dice of the side, never none."""

    def options(self, s: Ravel, seat: int, side: int, y: int, /) -> list[int]:
        """Every set of its dice but the empty one."""
        return list(range(ROLL, ROLL + 7))

    def chosen(self, s: Ravel, code: int, seat: int, side: int, y: int, /) -> None:
        """Roll the chosen dice."""
        s.steps = (*s.steps, code)
        s.then(rolls(s, seat, side, code - ROLL + 1))


def rolls(s: Ravel, seat: int, side: int, dice: int) -> list[Frame]:
    """The rolls of a side's chosen dice in ring order, then their placement."""
    s.rerolls += 1
    frames = [ROLL_DIE.of(seat, SIDES[side][j], 1) for j in range(3) if dice >> j & 1]
    return [*frames, PLACE_DICE.of(seat, side)]


class RollDie(Chance[Ravel]):
    """RVL-16. A rolled die shows each face with equal likelihood."""

    def outcomes(self, s: Ravel, seat: int, space: int, told: int, /) -> int:
        """Six faces."""
        return 6

    def chosen(self, s: Ravel, code: int, seat: int, space: int, told: int, /) -> None:
        """The die shows it; `told` is 0 while the table is being set up."""
        if told:
            s.note(ROLLED, seat, looks(s, space), code + 1)
        s.face[space] = code + 1


class PlaceDice(Choice[Ravel]):
    """RVL-84. After the roll only the placement is open: the side's dice in any order.

    RVL-85: dice never leave the chosen side's three spaces.
    """

    def options(self, s: Ravel, seat: int, side: int, y: int, /) -> list[int]:
        """Every order that looks different."""
        p, q, r = SIDES[side]
        a, b, c = same_dice(s, p, q), same_dice(s, p, r), same_dice(s, q, r)
        codes: list[int] = []
        for i, (first, second, third) in enumerate(ORDERS):
            # Of two orders that differ only in like dice, the one that keeps them in order.
            place = {first: 0, second: 1, third: 2}
            if (
                (a and place[0] > place[1])
                or (b and place[0] > place[2])
                or (c and place[1] > place[2])
            ):
                continue
            codes.append(PLACE + i)
        return codes

    def chosen(self, s: Ravel, code: int, seat: int, side: int, y: int, /) -> None:
        """Put them there."""
        s.steps = (*s.steps, code)
        spaces = SIDES[side]
        die = [s.die[space] for space in spaces]
        face = [s.face[space] for space in spaces]
        order = ORDERS[code - PLACE]
        for j in range(3):
            s.die[spaces[j]] = die[order[j]]
            s.face[spaces[j]] = face[order[j]]
        if code != PLACE:
            s.note(PLACED, seat, side, 0)


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


USE_REWARD: Final = UseReward("RVL-32")
FLIP_DICE: Final = FlipDice("RVL-63")
NUDGE_DICE: Final = NudgeDice("RVL-64")
MOVE_COG: Final = MoveCog("RVL-66")
MOVE_AGAIN: Final = MoveCog("RVL-69")
REVEAL_TOPS: Final = RevealTops("RVL-71")
TURN_UP: Final = TurnUp("RVL-31")
ROTATE_TILE: Final = RotateTile("RVL-75")
EXCHANGE_DICE: Final = ExchangeDice("RVL-77")
EXCHANGE_AGAIN: Final = ExchangeDice("RVL-78")
RETRIEVE_TOKENS: Final = RetrieveTokens("RVL-80")
REROLL_SIDE: Final = RerollSide("RVL-82")
CHOOSE_DICE: Final = ChooseDice("RVL-83")
ROLL_DIE: Final = RollDie("RVL-16")
PLACE_DICE: Final = PlaceDice("RVL-84")
RESET_STACKS: Final = ResetStacks("RVL-86")
KEEP_STACKS: Final = KeepStacks("RVL-89")
DEAL_ANEW: Final = DealAnew("RVL-88")
ADDITIONAL_CARDS: Final = AdditionalCards("RVL-87")
SHUFFLE_STACKS: Final = ShuffleStacks("RVL-91")
