"""Who sits at a table, as its pages read it: plain values that the server fills in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

HERE: Final = "here"
AWAY: Final = "away"  # another person's
OPEN: Final = "open"  # nobody's yet
PEOPLE: Final = (HERE, AWAY, OPEN)


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One seat, and who has it."""

    seat: int  # from 0
    name: str  # "Ann", "Greedy bot", "" while open
    who: str  # "here", "away", "open", or a bot's name
    plays: str  # the bot that stands in, or ""
    left: int | None  # milliseconds on its clock
    running: bool  # whether that clock runs
    host: bool = False  # the one who made the table

    @property
    def called(self) -> str:
        """What to call whoever sits here, also before there is a name."""
        return self.name or f"Seat {self.seat + 1}"

    @property
    def named(self) -> bool:
        """Whether somebody chose that name."""
        return bool(self.name) and self.name != f"Seat {self.seat + 1}"

    @property
    def person(self) -> bool:
        """Whether it is a person's seat, even while a bot stands in."""
        return self.who in PEOPLE

    @property
    def time(self) -> str:
        """What its clock shows."""
        seconds = max(0, self.left or 0) // 1000
        hours, minutes = divmod(seconds // 60, 60)
        start = f"{hours}:{minutes:02}" if hours else str(minutes)
        return f"{start}:{seconds % 60:02}"


@dataclass(frozen=True, slots=True)
class Asking:
    """A wish to take back moves that waits for the others."""

    by: int
    to: int
    waiting: tuple[int, ...]
    mine: bool  # a seat here is still to answer


@dataclass(frozen=True, slots=True)
class Company:
    """Everything about a table that its game does not know."""

    state: str  # gathering, playing, paused, over
    seats: tuple[SeatLine, ...]
    host: bool  # whether this device made the table
    code: str  # join code, while gathering and for those who sit here
    clock: str  # "10+5" or ""
    timeout: str  # "bot" or "pause"
    asking: Asking | None  # an undo that waits for an answer
    commitment: str  # of the luck; "" if there is none
    key: str  # the key behind it, once over
    watching: bool  # no seat here
    bots: tuple[str, ...] = ()  # who could stand in
    daily: str = ""  # of which day or week this is the puzzle
    share: str = ""  # the result of a daily puzzle, once it is over
    odds: str = ""  # how it fares with others, in a sentence; likewise

    @property
    def here(self) -> tuple[SeatLine, ...]:
        """The seats at this device."""
        return tuple(line for line in self.seats if line.who == HERE)

    @property
    def people(self) -> tuple[SeatLine, ...]:
        """The seats that are people's."""
        return tuple(line for line in self.seats if line.person)

    @property
    def missing(self) -> tuple[SeatLine, ...]:
        """The seats that wait for somebody."""
        return tuple(line for line in self.seats if line.who == OPEN)

    @property
    def shared(self) -> bool:
        """Whether it matters whose move it is: people elsewhere, a clock, or names chosen here."""
        apart = any(line.who != HERE for line in self.people)
        return len(self.people) > 1 and (
            apart or bool(self.clock) or all(line.named for line in self.people)
        )

    @property
    def maker(self) -> str:
        """Who made the table, if that one sits at it and has a name."""
        return next((line.name for line in self.seats if line.host and line.named), "")

    @property
    def clock_words(self) -> str:
        """The clock in words: "10 minutes each, 5 seconds more a move"."""
        minutes, _, seconds = self.clock.partition("+")
        if not minutes:
            return ""
        each = f"{minutes} {'minute' if minutes == '1' else 'minutes'} each"
        more = f", {seconds} {'second' if seconds == '1' else 'seconds'} more a move"
        return each + (more if seconds not in ("", "0") else "")


@dataclass(frozen=True, slots=True)
class Links:
    """Addresses, ready to show."""

    seats: Mapping[int, str] = field(default_factory=dict)
    watch: str = ""
    join: str = ""
