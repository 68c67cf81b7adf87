"""What an observer may tell of a change: for logs, sounds, statistics and screen readers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened, told for one seat; never stored, never read back by rules."""

    kind: str  # "swapped", "turned-up", …
    seat: int
    text: str  # a sentence
    rule: str  # the rule behind it
    heading: str = ""  # "Turn 12" on the first event of a turn
    at: int = 0  # how many decisions had been made by then: where in the match to look
    means: str = ""  # what a bot means by it, if one did it and says so
