"""The levels of the searching bots, for each game: from gentle to as strong as a second allows.

What makes a level is how long it looks. The gentle one also takes, now and then, another move that
it thought about: plausible, not random. All of them see the same: what their seat may see.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ravelbox.bots.search.searcher import Budget


@dataclass(frozen=True, slots=True)
class Level:
    """How a bot of a level thinks."""

    budget: Budget
    whim: float = 0.0  # how freely it takes moves that it thought less of: 0, never


NAMES: Final = ("gentle", "casual", "skilled", "expert")
WORDS: Final = {
    "gentle": "looks a little way and lets things slip",
    "casual": "plays for fun, and not badly",
    "skilled": "thinks before it moves",
    "expert": "as strong as a second for a hard decision allows",
}

# Walks of gentle, casual, skilled and expert; the games differ in how much a walk shows. The slowest
# decisions of an expert take about a second on a slow machine, and never longer.
_WALKS: Final[dict[str, tuple[int, int, int, int]]] = {
    "ravel": (40, 120, 500, 3000),
    "ramble": (4, 6, 40, 250),
    "arch_ravels": (20, 80, 300, 3000),
    "ravingspire": (3, 8, 30, 200),
}
LONGEST: Final = 1.0  # seconds


def levels(game: str) -> dict[str, Level]:
    """The levels of a game by name, gentlest first."""
    if game not in _WALKS:
        return {}
    gentle, casual, skilled, expert = _WALKS[game]
    return {
        "gentle": Level(Budget(walks=gentle), whim=1.0),
        "casual": Level(Budget(walks=casual)),
        "skilled": Level(Budget(walks=skilled)),
        "expert": Level(Budget(walks=expert, seconds=LONGEST)),
    }
