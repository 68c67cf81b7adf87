"""The actions of Arch Ravels as people and programs write them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from ravelbox.games.arch_ravels.facts import (
    BOARD_IDS,
    CHARACTER_IDS,
    COLOUR_IDS,
    ITEM_IDS,
    PROJECT_IDS,
    REQUEST_IDS,
)
from ravelbox.kernel.actions import Action, ActionSpace


def _sets(names: str) -> tuple[str, ...]:
    """Every set of some letters but the empty one, by number, such as B, G, BG, O."""
    return tuple(
        "".join(name for i, name in enumerate(names) if chosen >> i & 1)
        for chosen in range(1, 1 << len(names))
    )


SPACE_SETS: Final = _sets("123456")
COLOUR_SETS: Final = _sets("".join(COLOUR_IDS))
TILED: Final = ITEM_IDS[1:4]
MOST: Final = 999  # of one colour named at once

Seat = Annotated[int, range(4)]
OneColour = Annotated[str, COLOUR_IDS]
BazaarSpace = Annotated[int, range(1, 7)]
Item = Annotated[str, ITEM_IDS]


@dataclass(frozen=True, slots=True)
class Resign(Action):
    """Kept free in every game; the rules of Arch Ravels know no giving up."""


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Craft nothing more (ARC-38, ARC-73, ARC-97)."""


@dataclass(frozen=True, slots=True)
class End(Action):
    """End step 1 (ARC-27), or the turn (ARC-79)."""


@dataclass(frozen=True, slots=True)
class Choose(Action):
    """Take a character: a board and its side (ARC-3, ARC-4)."""

    character: Annotated[str, CHARACTER_IDS]


@dataclass(frozen=True, slots=True)
class Board(Action):
    """Take a board whose side is drawn (ARC-3)."""

    board: Annotated[str, BOARD_IDS]


@dataclass(frozen=True, slots=True)
class Space(Action):
    """Move the marker to a space of the own board (ARC-23)."""

    space: Annotated[int, range(1, 5)]


@dataclass(frozen=True, slots=True)
class Shop(Action):
    """Take the yarn of these bazaar spaces (ARC-29)."""

    spaces: Annotated[str, SPACE_SETS]


@dataclass(frozen=True, slots=True)
class Craft(Action):
    """Craft an item or a request (ARC-38)."""

    pattern: Annotated[str, (*ITEM_IDS, *REQUEST_IDS)]


@dataclass(frozen=True, slots=True)
class Colours(Action):
    """One yarn of each of these colours (ARC-43)."""

    colours: Annotated[str, COLOUR_SETS]


@dataclass(frozen=True, slots=True)
class Colour(Action):
    """Yarn of this colour (ARC-44, ARC-45, ARC-71)."""

    colour: OneColour


@dataclass(frozen=True, slots=True)
class Exchange(Action):
    """Exchange one colour for another (ARC-50); a colour for itself begins a free exchange."""

    colour: OneColour
    other: OneColour


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Take three yarn of one colour (ARC-52)."""

    colour: OneColour


@dataclass(frozen=True, slots=True)
class Reveal(Action):
    """Resolve the card of this bazaar space next (ruling Q8)."""

    space: BazaarSpace


@dataclass(frozen=True, slots=True)
class Assign(Action):
    """Give a revealed request to a seat (ARC-74)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Tangle(Action):
    """Tangled Cat: name a seat (ARC-66)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Donate(Action):
    """Donate: give one yarn to a seat (ARC-70)."""

    colour: OneColour
    seat: Seat


@dataclass(frozen=True, slots=True)
class Finish(Action):
    """Finish a project (ARC-80)."""

    project: Annotated[str, PROJECT_IDS]


@dataclass(frozen=True, slots=True)
class Learn(Action):
    """Learn a pattern for one item of its kind (ARC-85)."""

    item: Annotated[str, TILED]


@dataclass(frozen=True, slots=True)
class Frog(Action):
    """Turn an item back into yarn (ARC-89)."""

    item: Item


@dataclass(frozen=True, slots=True)
class Count(Action):
    """So many yarn, of the colour that is asked for."""

    n: Annotated[int, range(MOST + 1)]


SPACE: Final = ActionSpace(
    [
        Resign,
        Pass,
        End,
        Choose,
        Board,
        Space,
        Shop,
        Craft,
        Colours,
        Colour,
        Exchange,
        Take,
        Reveal,
        Assign,
        Tangle,
        Donate,
        Finish,
        Learn,
        Frog,
        Count,
    ]
)
