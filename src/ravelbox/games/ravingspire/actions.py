"""The actions of Ravingspire as people and programs write them.

Places are counted from 1 in the order of their zone: h1 is the first card in hand, s2 the second place
of the Battlemat, r5 the last position of the ring.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from ravelbox.kernel.actions import Action, ActionSpace


def _places(letter: str, n: int) -> tuple[str, ...]:
    """The names of the places of a zone."""
    return tuple(f"{letter}{i + 1}" for i in range(n))


HAND: Final = _places("h", 100)
SLOTS: Final = _places("s", 9)
PLAYED: Final = _places("p", 40)
DISCARD: Final = _places("d", 300)
RING: Final = _places("r", 5)
PAID: Final = _places("k", 40)
HELPERS: Final = _places("a", 20)
LEFT: Final = _places("l", 6)
BANISHED: Final = _places("b", 400)
PEEKED: Final = _places("t", 10)
OWN: Final = (*HAND, *SLOTS)
ANYWHERE: Final = (
    *(*HAND, *SLOTS, *PLAYED, *DISCARD, *RING),
    *(*PAID, *HELPERS, *LEFT, *BANISHED, *PEEKED),
)
SOURCES: Final = (*HAND, *SLOTS, *PLAYED, *HELPERS, *LEFT)
TARGETS: Final = (*RING, "foe", "maps", "glyphs", "exert", "rotation", "well")
ATTRIBUTES: Final = ("fight", "skill", "charm")
WAYS: Final = ("cw", "ccw")
WANTED: Final = ("weapon", "armor", "object", "relic", "any", "nothing")

Own = Annotated[str, OWN]
Target = Annotated[str, TARGETS]
Attribute = Annotated[str, ATTRIBUTES]
InHand = Annotated[str, HAND]
OnMat = Annotated[str, SLOTS]
Seat = Annotated[int, range(6)]


@dataclass(frozen=True, slots=True)
class Resign(Action):
    """Kept free in every game; the rules of Ravingspire know no giving up."""


@dataclass(frozen=True, slots=True)
class Roll(Action):
    """Roll the die: to move (RSP-30), or for a bonus move (RSP-112)."""


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Go on to Draw (RSP-46), or draw the Foe card (RSP-106)."""


@dataclass(frozen=True, slots=True)
class End(Action):
    """End a phase (RSP-49, RSP-80, RSP-90)."""


@dataclass(frozen=True, slots=True)
class Skip(Action):
    """Do without an optional action (RSP-69) or a bonus move (RSP-112)."""


@dataclass(frozen=True, slots=True)
class Use(Action):
    """Use an optional action (RSP-69)."""


@dataclass(frozen=True, slots=True)
class Keep(Action):
    """Keep a die (RSP-161) or a Foe card (RSP-158) as it is."""


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Play no Flank card (RSP-148)."""


@dataclass(frozen=True, slots=True)
class Stop(Action):
    """Stop moving (RSP-36), or do not turn the ring (RSP-80)."""


@dataclass(frozen=True, slots=True)
class Enter(Action):
    """Enter the Keep (RSP-36)."""


@dataclass(frozen=True, slots=True)
class Redraw(Action):
    """Have another Foe card drawn (RSP-158)."""


@dataclass(frozen=True, slots=True)
class Accept(Action):
    """Accept a gift (RSP-152) or a loss (RSP-128)."""


@dataclass(frozen=True, slots=True)
class Decline(Action):
    """Decline a trade (RSP-152)."""


@dataclass(frozen=True, slots=True)
class Nothing(Action):
    """No card, or no further one."""


@dataclass(frozen=True, slots=True)
class Concede(Action):
    """Concede a battle (RSP-110, RSP-138)."""


@dataclass(frozen=True, slots=True)
class Abandon(Action):
    """Give up a payment (RSP-66)."""


@dataclass(frozen=True, slots=True)
class Raise(Action):
    """Add 1 to a die (RSP-164)."""


@dataclass(frozen=True, slots=True)
class Free(Action):
    """Free all other players (RSP-143)."""


@dataclass(frozen=True, slots=True)
class Alone(Action):
    """Win alone (RSP-143)."""


@dataclass(frozen=True, slots=True)
class Reroll(Action):
    """Roll again, by the own Hero's ability (RSP-161)."""


@dataclass(frozen=True, slots=True)
class Hero(Action):
    """Take a Hero, by its number (RSP-15)."""

    hero: Annotated[int, range(1, 41)]


@dataclass(frozen=True, slots=True)
class Step(Action):
    """Step to an adjacent space (RSP-31); the way a Foe takes (RSP-98)."""

    way: Annotated[str, (*WAYS, "up", "down")]


@dataclass(frozen=True, slots=True)
class Turn(Action):
    """Turn the ring (RSP-81)."""

    way: Annotated[str, WAYS]
    spaces: Annotated[int, range(1, 13)]


@dataclass(frozen=True, slots=True)
class Face(Action):
    """Pay for a target by its matrix (RSP-57)."""

    target: Target


@dataclass(frozen=True, slots=True)
class Force(Action):
    """Pay for a target by Brute Force (RSP-57)."""

    target: Target


@dataclass(frozen=True, slots=True)
class Pay(Action):
    """Commit a source to the payment (RSP-58)."""

    source: Annotated[str, SOURCES]
    attribute: Annotated[str, (*ATTRIBUTES, "any")]


@dataclass(frozen=True, slots=True)
class Back(Action):
    """Take a source back (RSP-66)."""

    source: Annotated[int, range(1, 41)]


@dataclass(frozen=True, slots=True)
class Activate(Action):
    """Activate a card before a target is declared (RSP-68)."""

    card: Own


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """Discard a card for its action (RSP-71)."""

    card: Own


@dataclass(frozen=True, slots=True)
class Banish(Action):
    """Banish a card for its action (RSP-71)."""

    card: Own


@dataclass(frozen=True, slots=True)
class Act(Action):
    """Use an ability of the own Hero (RSP-157 to RSP-165)."""

    ability: Annotated[int, range(1, 5)]


@dataclass(frozen=True, slots=True)
class Slot(Action):
    """Lay a card on the Battlemat (RSP-116)."""

    card: InHand
    place: OnMat


@dataclass(frozen=True, slots=True)
class Unslot(Action):
    """Take a card from the Battlemat to hand (RSP-116)."""

    place: OnMat


@dataclass(frozen=True, slots=True)
class Pick(Action):
    """Pick a card (RSP-52, RSP-84, RSP-138, RSP-152, RSP-170)."""

    card: Annotated[str, ANYWHERE]


@dataclass(frozen=True, slots=True)
class Choose(Action):
    """Choose a branch of a text (RSP-170)."""

    branch: Annotated[int, range(1, 10)]


@dataclass(frozen=True, slots=True)
class Name(Action):
    """Name an attribute (RSP-61, RSP-63, RSP-135)."""

    attribute: Attribute


@dataclass(frozen=True, slots=True)
class Trade(Action):
    """Propose a trade to a player close by (RSP-151)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Want(Action):
    """Say what is wanted in a trade (RSP-152)."""

    what: Annotated[str, WANTED]


@dataclass(frozen=True, slots=True)
class Assist(Action):
    """Flank: help with an Attack card (RSP-147)."""

    card: InHand


@dataclass(frozen=True, slots=True)
class Hinder(Action):
    """Flank: hinder with an Attack card (RSP-147)."""

    card: InHand


@dataclass(frozen=True, slots=True)
class Prevent(Action):
    """Prevent a loss of Sanity with a card (RSP-128)."""

    card: Own


@dataclass(frozen=True, slots=True)
class Again(Action):
    """Roll again with a card (RSP-161)."""

    card: Own


@dataclass(frozen=True, slots=True)
class Player(Action):
    """Choose another player (RSP-170)."""

    seat: Seat


SPACE: Final = ActionSpace(
    [
        Resign,
        Roll,
        Draw,
        End,
        Skip,
        Use,
        Keep,
        Pass,
        Stop,
        Enter,
        Redraw,
        Accept,
        Decline,
        Nothing,
        Concede,
        Abandon,
        Raise,
        Free,
        Alone,
        Reroll,
        Hero,
        Step,
        Turn,
        Face,
        Force,
        Pay,
        Back,
        Activate,
        Discard,
        Banish,
        Act,
        Slot,
        Unslot,
        Pick,
        Choose,
        Name,
        Trade,
        Want,
        Assist,
        Hinder,
        Prevent,
        Again,
        Player,
    ]
)
