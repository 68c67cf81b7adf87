"""What a seat sees as a row of numbers, each with a name.

A row is made from a view alone, so it holds nothing that a player could not see. The environments
make the same rows inside the compiled engine; tests hold the two to each other.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Final

import ravelbox
from ravelbox.envs.entries.entry import Entry
from ravelbox.kernel.dealer import Seeded
from ravelbox.kernel.match import Match

if TYPE_CHECKING:
    from ravelbox.kernel.game import View

BYTE: Final = 255  # the most that a byte holds


def entries(view: View) -> Iterator[Entry]:
    """The entries of what a seat sees, in the order of the row."""
    made: Iterator[Entry] = importlib.import_module(f"ravelbox.envs.entries.{view.game}").entries(
        view
    )
    return made


def encode(view: View) -> list[int]:
    """What a seat sees as a row of numbers."""
    return [entry.value for entry in entries(view)]


@cache
def schema(game: str, seats: int) -> tuple[Entry, ...]:
    """The entries of a game's rows at a table of so many seats, as they are when it is new.

    Only values differ from view to view, so any table of the size will do.
    """
    box = ravelbox.load(game)
    alone = {"solo": seats == 1} if any(option.name == "solo" for option in box.options) else {}
    match = Match.new(box, alone, dealer=Seeded(0), seats=seats)
    return tuple(entries(match.view(0)))


def describe(game: str, seats: int | None = None) -> list[str]:
    """The name of every entry, in the order of the row."""
    box = ravelbox.load(game)
    return [entry.name for entry in schema(game, seats or box.seats_of(box.options_of({})))]


def width(game: str, seats: int) -> int:
    """How many bytes an entry takes: one, or two where a game has more cards than a byte can name."""
    return 1 if all(entry.most <= BYTE for entry in schema(game, seats)) else 2


def explained(entry: Entry) -> str:
    """What the values of an entry stand for, in a few words."""
    if not entry.labels:
        return f"0 to {entry.most}"
    few = 8
    words = [f"{n} {label}" for n, label in enumerate(entry.labels[:few])]
    more = f", … {entry.most} {entry.labels[-1]}" if len(entry.labels) > few else ""
    return ", ".join(words) + more
