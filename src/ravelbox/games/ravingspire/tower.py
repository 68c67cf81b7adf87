"""The tower: where spaces meet, how rings turn, and how Foes walk."""

from __future__ import annotations

from typing import Final

from ravelbox.games.ravingspire.codes import STEP, STOP
from ravelbox.games.ravingspire.codes import TURN as ROTATE
from ravelbox.games.ravingspire.facts import FACTS
from ravelbox.games.ravingspire.places import CLOCKWISE, COUNTER
from ravelbox.games.ravingspire.state import (
    FOE_COMES,
    FOE_MOVES,
    LEVELS,
    NONE,
    TURNED,
    Ravingspire,
)
from ravelbox.kernel.rules import Choice, Step

SPACES: Final = FACTS.board.ring_spaces
STAIR: Final = FACTS.board.stair_space  # on the Spire level the Tower Door (RSP-3)
PORTAL: Final = 0


def linked(s: Ravingspire, level: int) -> bool:
    """RSP-3, RSP-5. Whether a level's Staircase shares a sector with the next level's Portal."""
    if level < 0 or level >= LEVELS - 1:
        return False
    return (STAIR + s.rotation[level] - s.rotation[level + 1]) % SPACES == 0


def rotate(s: Ravingspire, seat: int, level: int, spaces: int) -> None:
    """RSP-2, RSP-6. Turn a ring clockwise; all tokens ride along. RSP-7: that is no movement."""
    s.rotation[level] = (s.rotation[level] + spaces) % SPACES
    s.note(TURNED, seat, level, spaces)


def foe_here(s: Ravingspire, seat: int) -> bool:
    """Whether a Foe token shares the Hero's space."""
    return s.foes_at[s.levels[seat]] == s.spaces[seat]


def hero_at(s: Ravingspire, level: int, space: int) -> bool:
    """Whether any Hero still in the game stands there."""
    for seat in range(len(s.heroes)):
        if not s.gone[seat] and s.levels[seat] == level and s.spaces[seat] == space:
            return True
    return False


def is_locked(s: Ravingspire, level: int) -> bool:
    """RSP-97. A Foe that shares a space with any Hero does not move."""
    return s.foes_at[level] != NONE and hero_at(s, level, s.foes_at[level])


class FoeWalks(Step[Ravingspire]):
    """RSP-95, RSP-96. The Foe on the Hero's level moves toward it by the shorter way."""

    def run(self, s: Ravingspire, seat: int, n: int, away: int, /) -> None:
        """RSP-98. With two equal ways somebody must choose."""
        level = s.levels[seat]
        foe = s.foes_at[level]
        if foe == NONE or n <= 0 or is_locked(s, level):
            return
        ahead = (s.spaces[seat] - foe) % SPACES
        if 2 * ahead == SPACES and not s.house.clockwise:
            s.next(FOE_WAY.of(seat, n, away))
            return
        clockwise = 2 * ahead <= SPACES
        walk_foe(s, seat, n, 1 if clockwise != bool(away) else -1)


def walk_foe(s: Ravingspire, seat: int, n: int, direction: int) -> None:
    """RSP-96. It stops in the first space that holds any Hero."""
    level = s.levels[seat]
    space = s.foes_at[level]
    for _ in range(n):
        space = (space + direction) % SPACES
        if hero_at(s, level, space):
            break
    s.foes_at[level] = space
    s.note(FOE_MOVES, seat, level, space)


class FoeWay(Choice[Ravingspire]):
    """RSP-98. With two equal ways the active player picks the direction."""

    def options(self, s: Ravingspire, seat: int, n: int, away: int, /) -> list[int]:
        """Either way."""
        return [STEP + CLOCKWISE, STEP + COUNTER]

    def chosen(self, s: Ravingspire, code: int, seat: int, n: int, away: int, /) -> None:
        """Walk."""
        walk_foe(s, seat, n, 1 if code == STEP + CLOCKWISE else -1)


def summon(s: Ravingspire, seat: int, level: int) -> bool:
    """RSP-102. A Foe token on the Staircase space, if no Foe is on the level (RSP-8)."""
    if s.foes_at[level] != NONE:
        return False
    s.foes_at[level] = STAIR
    s.note(FOE_COMES, seat, level, STAIR)
    return True


class FoeAdvances(Step[Ravingspire]):
    """RSP-102. On the drawer's level: a Foe appears, or moves one space toward the Hero."""

    def run(self, s: Ravingspire, seat: int, x: int, y: int, /) -> None:
        """Summon or move."""
        if not summon(s, seat, s.levels[seat]):
            s.next(FOE_WALKS.of(seat, 1))


class TurnRing(Choice[Ravingspire]):
    """RSP-81. A rotation's direction is chosen after the roll; "up to" leaves the amount open."""

    def options(self, s: Ravingspire, seat: int, n: int, how: int, /) -> list[int]:
        """Both ways; where it is "up to", every amount from 0."""
        least = 1 if how >= UP_TO else n
        codes = [STOP] if how >= UP_TO else []
        for direction in (CLOCKWISE, COUNTER):
            codes += [ROTATE + direction * SPACES + k - 1 for k in range(least, n + 1)]
        return codes

    def chosen(self, s: Ravingspire, code: int, seat: int, n: int, how: int, /) -> None:
        """Turn the ring."""
        if code == STOP:
            return
        direction, spaces = divmod(code - ROTATE, SPACES)
        signed = spaces + 1 if direction == CLOCKWISE else -spaces - 1
        rotate(s, seat, how % UP_TO, signed)


UP_TO: Final = 4  # beside the level in a frame of TurnRing
FOE_WALKS: Final = FoeWalks("RSP-95")
FOE_WAY: Final = FoeWay("RSP-98")
FOE_ADVANCES: Final = FoeAdvances("RSP-102")
TURN_RING: Final = TurnRing("RSP-81")
