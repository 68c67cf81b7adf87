"""How far a run is, on stderr: a line that is written over, or one now and then in a pipe."""

from __future__ import annotations

import sys
import time
from typing import Final

OFTEN: Final = 0.5  # seconds between two lines where somebody looks
SELDOM: Final = 20.0  # where they are kept
WIDTH: Final = 24  # of a bar


class Progress:
    """Called after every game; speaks seldom, and once at the end."""

    def __init__(self, deals: int) -> None:
        self._deals = deals
        self._begun = self._last = time.monotonic()
        self._over = sys.stderr.isatty()
        self._line = ""

    def __call__(self, games: int, deal: int) -> None:
        """So many games are played, the last of them on that deal."""
        now = time.monotonic()
        self._line = self._words(games, deal, now - self._begun)
        if now - self._last >= (OFTEN if self._over else SELDOM):
            self._last = now
            sys.stderr.write(f"\r{self._line}\x1b[K" if self._over else f"{self._line}\n")
            sys.stderr.flush()

    def _words(self, games: int, deal: int, seconds: float) -> str:
        return f"{games} games, deal {deal} of {self._deals}, {seconds:.0f} s"

    def end(self) -> None:
        """The last line stays."""
        sys.stderr.write(f"\r{self._line}\x1b[K\n" if self._over else f"{self._line}\n")
        sys.stderr.flush()


class Bar(Progress):
    """A bar, for runs whose end is known; it counts only what this run plays for its speed."""

    def __init__(self, games: int) -> None:
        super().__init__(games)
        self._games = games
        self._before: int | None = None  # games of an earlier run, and of the first job

    def _words(self, games: int, deal: int, seconds: float) -> str:
        del deal
        if self._before is None:
            self._before = games
        full = WIDTH * games // self._games
        rate = (games - self._before) / max(seconds, 1e-9)
        left = f", {_span((self._games - games) / rate)} left" if rate else ""
        bar = "█" * full + "░" * (WIDTH - full)
        return f"{bar} {games:,} of {self._games:,} games, {_span(seconds)}{left}, {rate:,.0f}/s"


def _span(seconds: float) -> str:
    """A time as one reads it: "45 s", "12 min", "3.5 h"."""
    if seconds < 90:  # noqa: PLR2004  # a minute and a half
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"  # noqa: PLR2004  # likewise
