"""The actions of Ramble as people and programs write them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from ravelbox.games.ramble.facts import CARD_IDS, KINDS, LANDMARK_IDS, ROLE_IDS, TILE_IDS
from ravelbox.kernel.actions import Action, ActionSpace

HELD: Final = KINDS[:-1]  # what a hand can hold (RMB-63)

Seat = Annotated[int, range(6)]
Tile = Annotated[str, TILE_IDS]
Landmark = Annotated[str, LANDMARK_IDS]


@dataclass(frozen=True, slots=True)
class Resign(Action):
    """Propose to give up; when all players agree, the game is lost (RMB-139)."""


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Do nothing of what is asked: play no card, fix no second tile, leave a pawn, play on."""


@dataclass(frozen=True, slots=True)
class End(Action):
    """End the action phase; unused actions are lost (RMB-34)."""


@dataclass(frozen=True, slots=True)
class Draft(Action):
    """Pick a role (RMB-182)."""

    role: Annotated[str, ROLE_IDS]


@dataclass(frozen=True, slots=True)
class First(Action):
    """Name the seat that goes first (RMB-26)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Move(Action):
    """Walk to a tile (RMB-40)."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class Fix(Action):
    """Turn a dark tile lit (RMB-45); also the Lamplighter's second (RMB-144)."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class Give(Action):
    """Give a landmark card to another seat (RMB-50)."""

    seat: Seat
    card: Landmark


@dataclass(frozen=True, slots=True)
class Collect(Action):
    """Collect the token of the landmark you stand on, for four of its cards (RMB-57)."""

    landmark: Landmark


@dataclass(frozen=True, slots=True)
class Guide(Action):
    """Tour Guide: move another pawn one or two steps (RMB-146)."""

    seat: Seat
    tile: Tile


@dataclass(frozen=True, slots=True)
class Scout(Action):
    """Birdwatcher: see the next three Lights Out cards (RMB-148)."""


@dataclass(frozen=True, slots=True)
class Steal(Action):
    """Pickpocket: take a card from a hand nearby (RMB-153)."""

    seat: Seat
    card: Annotated[str, HELD]


@dataclass(frozen=True, slots=True)
class Drop(Action):
    """Birdwatcher: put one of the cards seen into the discard (RMB-149)."""

    card: Annotated[str, CARD_IDS]


@dataclass(frozen=True, slots=True)
class Handbook(Action):
    """Play a Handbook: a dark tile becomes lit (RMB-92)."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class Gps(Action):
    """Play a GPS to relocate a pawn, perhaps with others of its tile (RMB-93)."""

    lead: Seat


@dataclass(frozen=True, slots=True)
class Relocate(Action):
    """Choose where a GPS leads (RMB-93)."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class Bring(Action):
    """Let this pawn of the same tile come along (RMB-93)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """Shed a card above the hand limit (RMB-81)."""

    card: Annotated[str, HELD]


@dataclass(frozen=True, slots=True)
class Evacuate(Action):
    """Choose the tile to which a pawn flees (RMB-120)."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class CallHandbook(Action):
    """A seat that is not active plays its Handbook while the active one chooses (RMB-99)."""

    seat: Seat
    tile: Tile


@dataclass(frozen=True, slots=True)
class CallGps(Action):
    """A seat that is not active plays its GPS while the active one chooses (RMB-99)."""

    seat: Seat
    lead: Seat


@dataclass(frozen=True, slots=True)
class Agree(Action):
    """Agree to give up (RMB-139)."""


SPACE: Final = ActionSpace(
    [
        Resign,
        Pass,
        End,
        Draft,
        First,
        Move,
        Fix,
        Give,
        Collect,
        Guide,
        Scout,
        Steal,
        Drop,
        Handbook,
        Gps,
        Relocate,
        Bring,
        Discard,
        Evacuate,
        CallHandbook,
        CallGps,
        Agree,
    ]
)
