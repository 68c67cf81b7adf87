"""The actions of R.A.V.E.L. as people and programs write them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from ravelbox.kernel.actions import Action, ActionSpace

SPACES: Final = tuple(f"p{i}" for i in range(8))
SIDE_NAMES: Final = ("N", "E", "S", "W")
STEPS: Final = ("-1", "+1")
TURNS: Final = ("cw", "ccw", "half")
DICE_SETS: Final = ("1", "2", "12", "3", "13", "23", "123")  # by subset number, from 1
ORDER_NAMES: Final = ("123", "132", "213", "231", "312", "321")
SIDE_SETS: Final = tuple(
    "".join(name for bit, name in enumerate(SIDE_NAMES) if mask >> bit & 1) or "none"
    for mask in range(16)
)

Space = Annotated[str, SPACES]
Side = Annotated[str, SIDE_NAMES]


@dataclass(frozen=True, slots=True)
class Resign(Action):
    """Give up; it counts as defeat (RVL-100)."""


@dataclass(frozen=True, slots=True)
class Stop(Action):
    """Use no more of a reward; as the first answer, decline it (RVL-58)."""


@dataclass(frozen=True, slots=True)
class Unlock(Action):
    """Take the top card of a side whose condition is met (RVL-28)."""

    side: Side


@dataclass(frozen=True, slots=True)
class Swap(Action):
    """Exchange the die of a space with its clockwise neighbour, for 1 token (RVL-39)."""

    space: Space


@dataclass(frozen=True, slots=True)
class Tune(Action):
    """Turn one die to a face of your choice, for 2 tokens (RVL-40)."""

    space: Space
    face: Annotated[int, range(1, 7)]


@dataclass(frozen=True, slots=True)
class Flip(Action):
    """Turn a die to its opposite face (RVL-63)."""

    space: Space


@dataclass(frozen=True, slots=True)
class Nudge(Action):
    """Move a die one down or one up (RVL-64)."""

    space: Space
    by: Annotated[str, STEPS]


@dataclass(frozen=True, slots=True)
class Move(Action):
    """Move a top card to another side's stack (RVL-66)."""

    source: Side
    to: Side


@dataclass(frozen=True, slots=True)
class Rotate(Action):
    """Turn the tile a quarter clockwise or counterclockwise, or half (RVL-75)."""

    turn: Annotated[str, TURNS]


@dataclass(frozen=True, slots=True)
class Exchange(Action):
    """Exchange two dice; the earlier space comes first (RVL-77)."""

    space: Space
    other: Space


@dataclass(frozen=True, slots=True)
class Retrieve(Action):
    """Take back spent tokens (RVL-80)."""

    tokens: Annotated[int, range(1, 4)]


@dataclass(frozen=True, slots=True)
class Reroll(Action):
    """Choose the side whose dice are rolled (RVL-82)."""

    side: Side


@dataclass(frozen=True, slots=True)
class Roll(Action):
    """Choose which dice of the side are rolled, counted in ring order (RVL-83)."""

    dice: Annotated[str, DICE_SETS]


@dataclass(frozen=True, slots=True)
class Place(Action):
    """Put the side's dice back: the first space gets the die named first (RVL-84)."""

    order: Annotated[str, ORDER_NAMES]


@dataclass(frozen=True, slots=True)
class Reset(Action):
    """Gather the cards, shuffle them and deal them anew (RVL-86)."""


@dataclass(frozen=True, slots=True)
class Keep(Action):
    """Choose the stacks that a reset leaves untouched (RVL-89)."""

    sides: Annotated[str, SIDE_SETS]


@dataclass(frozen=True, slots=True)
class Extra(Action):
    """Choose the sides that get an additional card (RVL-87)."""

    sides: Annotated[str, SIDE_SETS]


SPACE: Final = ActionSpace(
    [
        Resign,
        Stop,
        Unlock,
        Swap,
        Tune,
        Flip,
        Nudge,
        Move,
        Rotate,
        Exchange,
        Retrieve,
        Reroll,
        Roll,
        Place,
        Reset,
        Keep,
        Extra,
    ]
)
