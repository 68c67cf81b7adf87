"""The contract of a game's measures, and the names under which things are counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from ravelbox.kernel.options import Options
from ravelbox.kernel.rules import Note, State

NOBODY: Final = -1  # whoever it happened to: a card was offered, an event came
SEAT: Final = 7  # the bits of a note's second number that name the seat

Use = tuple[str, int]  # what, and which seat
Uses = Counter[Use]


@dataclass(frozen=True, slots=True)
class Ended:
    """How a game ended."""

    won: tuple[int, ...]  # seats
    turns: int
    first: int  # the seat that went first
    reason: str  # in a few words, the same for all seats and names


@dataclass(frozen=True, slots=True)
class Question:
    """What a report asks of one sort of thing: whether doing it goes with winning."""

    sort: str  # "cog"
    did: str  # "unlocked early": whoever did, beside whoever did not
    title: str
    of: str = ""  # "offered": the share is of these; without it, of all games or seats
    nobody: bool = False  # it comes to the whole table, so games are counted and never seats
    dead: bool = False  # what is hardly ever taken is a dead card


@dataclass(frozen=True, slots=True)
class Measure:
    """What is counted in one game."""

    ended: Callable[[State, Sequence[Note]], Ended]
    uses: Callable[[State, Sequence[Note]], Uses]
    names: Callable[[Options], dict[str, list[str]]]  # by sort: all that there is to count
    questions: tuple[Question, ...]


def key(sort: str, name: str, did: str) -> str:
    """The name under which something is counted."""
    return f"{sort}/{name}/{did}"


def parts(use: str) -> tuple[str, str, str]:
    """Sort, name and deed of such a name."""
    sort, _, rest = use.partition("/")
    name, _, did = rest.rpartition("/")
    return sort, name, did


def keys(sort: str, names: Sequence[str], did: str) -> list[str]:
    """The names of a row of things, by their number."""
    return [key(sort, name, did) for name in names]
