"""Rewards that touch the dice: FLIP, NUDGE, ROTATE, PERMUTE and REROLL.

`s.steps` holds the codes answered so far in the reward, so that each rule can look back.
"""

from __future__ import annotations

from typing import Final

from ravelbox.games.ravel.codes import EXCHANGE, FLIP, NUDGE, PLACE, REROLL, ROLL, ROTATE, STOP
from ravelbox.games.ravel.state import (
    EMPTY,
    EXCHANGED,
    FLIPPED,
    NUDGED,
    PLACED,
    ROLLED,
    ROTATED,
    SIDES,
    Ravel,
    exchange,
    is_stop,
    looks,
    same_dice,
)
from ravelbox.kernel.rules import Chance, Choice, Frame

ORDERS: Final = [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
HALF: Final = 2  # quarter turns


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


FLIP_DICE: Final = FlipDice("RVL-63")
NUDGE_DICE: Final = NudgeDice("RVL-64")
ROTATE_TILE: Final = RotateTile("RVL-75")
EXCHANGE_DICE: Final = ExchangeDice("RVL-77")
EXCHANGE_AGAIN: Final = ExchangeDice("RVL-78")
REROLL_SIDE: Final = RerollSide("RVL-82")
CHOOSE_DICE: Final = ChooseDice("RVL-83")
ROLL_DIE: Final = RollDie("RVL-16")
PLACE_DICE: Final = PlaceDice("RVL-84")
