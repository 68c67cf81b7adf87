"""A match step by step: what the page of a past moment says beside the table itself."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from ravelbox.kernel.errors import RavelboxError
from ravelbox.kernel.events import Event
from ravelbox.kernel.game import View
from ravelbox.kernel.match import Match
from ravelbox.kernel.record import Record

MOST_MARKS: Final = 100


class NoMoment(RavelboxError, LookupError):
    """A moment that a match does not have."""

    code = "no_moment"


@dataclass(frozen=True, slots=True)
class Turn:
    """Where a turn begins: a mark on the slider."""

    at: int
    name: str  # "Turn 12"


@dataclass(frozen=True, slots=True)
class Eyes:
    """Somebody with whose eyes the replay may be seen."""

    seat: int | None  # None: as it comes
    called: str
    current: bool = False
    hands: bool = False  # whether they see every hand


@dataclass(frozen=True, slots=True)
class Moment:
    """One moment of a match, and the way to all others."""

    at: int  # decisions made by then
    last: int  # the newest there is
    over: bool  # whether that one is the end
    turns: tuple[Turn, ...] = ()
    address: str = ""  # of the replay, without a query; empty in a file that needs no server
    query: tuple[tuple[str, str], ...] = ()  # what else its addresses say
    eyes: tuple[Eyes, ...] = ()  # whom to choose from; none where there is no choice
    seat: int | None = None  # who of them looks
    hands: bool = False  # whether every hand lies open
    open: bool = False  # whether the record may be read, and so played on from
    share: str = ""  # the address of this moment for whoever gets it
    table: str = ""  # where to go back to
    still: bool = False  # whether it is a picture, with no way to others

    @property
    def turn(self) -> str:
        """The turn it belongs to; empty before the first."""
        return next((turn.name for turn in reversed(self.turns) if turn.at <= self.at), "")

    @property
    def marks(self) -> tuple[Turn, ...]:
        """The turns that the slider has room for."""
        return self.turns[:: len(self.turns) // MOST_MARKS + 1]

    def to(self, at: int) -> str:
        """The address of another moment."""
        return _address(self.address, at=at, seat=self.seat, **self._else(hands=self.hands))

    def seen_by(self, seat: int | None, *, hands: bool = False) -> str:
        """The address of this moment with other eyes."""
        return _address(self.address, at=self.at, seat=seat, **self._else(hands=hands))

    @property
    def file(self) -> str:
        """The address of the whole replay as one file."""
        return _address(f"{self.address}.html", seat=self.seat, **self._else(hands=self.hands))

    @property
    def record(self) -> str:
        """The address of the match as text."""
        return _address(f"{self.address.removesuffix('/replay')}/record", **dict(self.query))

    @property
    def news(self) -> str | None:
        """Where to hear that the match went on, as long as it may."""
        if self.over or not self.address:
            return None
        return _address(f"{self.address.removesuffix('/replay')}/news", **dict(self.query))

    def _else(self, *, hands: bool) -> dict[str, str]:
        return {**({"hands": "true"} if hands else {}), **dict(self.query)}


def _address(path: str, **said: object) -> str:
    told = {name: value for name, value in said.items() if value is not None}
    return f"{path}?{urlencode(told)}" if told else path


def open_view(match: Match) -> View:
    """What a watcher sees to whom everybody shows their hand."""
    view = match.view(None)
    seats = [match.view(n).table["seats"][n] for n in range(match.header.seats)]
    return dataclasses.replace(view, table={**view.table, "seats": seats})


def turns_of(events: Sequence[Event]) -> tuple[Turn, ...]:
    """The beginnings of turns, each once."""
    found = {event.heading: event.at for event in reversed(events) if event.heading}
    return tuple(Turn(at, name) for name, at in reversed(found.items()))


def match_at(record: Record, at: int) -> Match:
    """The match of a record as it was after so many decisions and the luck that they brought."""
    made = len(record.moves) - len(record.chance)
    if not 0 <= at <= made:
        raise NoMoment(f"there is no moment {at}; this match has moments from 0 to {made}")
    decided = [n for n in range(len(record.moves)) if n not in record.chance]
    return Match.replay(record, decided[at] if at < made else None)
