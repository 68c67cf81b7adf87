"""Moving a Hero, step by step, and the door of the Keep."""

from __future__ import annotations

from typing import Final

from ravelbox.games.ravingspire.codes import ENTER, STEP, STOP
from ravelbox.games.ravingspire.keep import enter_keep
from ravelbox.games.ravingspire.places import CLOCKWISE, COUNTER, DOWN, UP
from ravelbox.games.ravingspire.state import MOVED, NONE, SPIRE, Ravingspire
from ravelbox.games.ravingspire.tower import PORTAL, SPACES, STAIR, foe_here, linked
from ravelbox.games.ravingspire.zones import settle_slots
from ravelbox.kernel.rules import Choice, Step

UP_TO_SO_MANY: Final = 1 << 8  # beside the number of steps: any number of them
NOT_NONE: Final = 1 << 9  # … but one at least
STEPS_MASK: Final = 255


class MoveByDie(Step[Ravingspire]):
    """RSP-30. Move exactly as many steps as were rolled; by option up to that many."""

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """Take the first step."""
        freely = UP_TO_SO_MANY | NOT_NONE if s.house.up_to else 0
        s.next(WALK.of(seat, s.die | freely))


def door_is_open(s: Ravingspire, seat: int) -> bool:
    """RSP-36. A Hero with a Key on the Tower Door, unless a Foe is there.

    RSP-35: to a Hero without a Key it is a space like any other.
    """
    if not s.keys[seat] or s.levels[seat] != SPIRE or s.spaces[seat] != STAIR:
        return False
    return not foe_here(s, seat)


class Walk(Step[Ravingspire]):
    """RSP-31. One step after the other; where there is no choice it is taken."""

    def run(self, s: Ravingspire, seat: int, steps: int, before: int, /) -> None:
        """Ask at branches and at the open Door."""
        codes = TAKE_STEP.options(s, seat, steps, before)
        if len(codes) > 1:
            if codes == [STOP, ENTER]:
                s.next(AT_THE_DOOR.of(seat, steps, before))
            else:
                s.next(TAKE_STEP.of(seat, steps, before))
        elif codes and codes[0] != STOP:
            step(s, seat, codes[0], steps)
        else:
            settle_slots(s, seat)


class TakeStep(Choice[Ravingspire]):
    """RSP-31. To an adjacent space, but not back; RSP-36: or through the open Door."""

    def options(self, s: Ravingspire, seat: int, steps: int, before: int, /) -> list[int]:
        """RSP-32. A stair costs one step, up or down. RSP-33: Heroes never block."""
        left = steps & STEPS_MASK
        codes: list[int] = []
        door = door_is_open(s, seat)
        if left == 0 or (steps & UP_TO_SO_MANY and not steps & NOT_NONE):
            codes.append(STOP)
        if door:
            codes.append(ENTER)
        if left == 0:
            return codes
        for direction in (CLOCKWISE, COUNTER, UP, DOWN):
            to = neighbour(s, s.levels[seat], s.spaces[seat], direction)
            if to not in (NONE, before - 1):
                codes.append(STEP + direction)
        return codes

    def chosen(self, s: Ravingspire, code: int, seat: int, steps: int, before: int, /) -> None:
        """Go there, or stay."""
        if code == ENTER:
            enter_keep(s, seat)
        elif code == STOP:
            settle_slots(s, seat)
        else:
            step(s, seat, code, steps)


class AtTheDoor(TakeStep):
    """RSP-36. On the Tower Door with a Key and no step left: enter the Keep, or not."""


def neighbour(s: Ravingspire, level: int, space: int, direction: int) -> int:
    """RSP-4, RSP-5. The adjacent space that way, as level * 12 + space; NONE if there is none."""
    if direction == UP:
        up = space == STAIR and linked(s, level)
        return (level + 1) * SPACES + PORTAL if up else NONE
    if direction == DOWN:
        down = space == PORTAL and linked(s, level - 1)
        return (level - 1) * SPACES + STAIR if down else NONE
    return level * SPACES + (space + (1 if direction == CLOCKWISE else -1)) % SPACES


def are_near(s: Ravingspire, seat: int, other: int) -> bool:
    """RSP-151. Whether two tokens are within 0 or 1 steps."""
    here = s.levels[seat] * SPACES + s.spaces[seat]
    there = s.levels[other] * SPACES + s.spaces[other]
    if here == there:
        return True
    for direction in (CLOCKWISE, COUNTER, UP, DOWN):
        if neighbour(s, s.levels[seat], s.spaces[seat], direction) == there:
            return True
    return False


def step(s: Ravingspire, seat: int, code: int, steps: int) -> None:
    """RSP-34. One step; entering a space with a Foe token ends the move at once."""
    before = s.levels[seat] * SPACES + s.spaces[seat]
    to = neighbour(s, s.levels[seat], s.spaces[seat], code - STEP)
    s.levels[seat] = to // SPACES
    s.spaces[seat] = to % SPACES
    s.note(MOVED, seat, to, 0)
    if foe_here(s, seat):
        settle_slots(s, seat)
        return
    s.next(WALK.of(seat, steps - 1 & ~NOT_NONE, before + 1))


MOVE_BY_DIE: Final = MoveByDie("RSP-30")
WALK: Final = Walk("RSP-31")
TAKE_STEP: Final = TakeStep("RSP-31")
AT_THE_DOOR: Final = AtTheDoor("RSP-36")
