"""The levels of the searching bots, for each game: from gentle to as strong as a second allows.

What makes a level is how long it looks, and how often something slips: then it takes any of the moves
that it thought about, the more likely the more it did. That is plausible, not random. All of them see
the same: what their seat may see.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ravelbox.bots.search.searcher import Budget


@dataclass(frozen=True, slots=True)
class Level:
    """How a bot of a level thinks."""

    budget: Budget
    lapses: float = 0.0  # the share of its decisions that it makes at a whim


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
    "ramble": (4, 6, 32, 250),
    "arch_ravels": (20, 60, 100, 3000),
    "ravingspire": (16, 6, 8, 60),
}
# The share of decisions in which something slips; in the yarn shop a longer look alone shows little more.
_LAPSES: Final = (1.0, 0.2, 0.0, 0.0)
_MORE_LAPSES: Final = {"arch_ravels": (1.0, 0.5, 0.2, 0.0)}
LONGEST: Final = 0.95  # seconds, so that the last walk ends within one


def levels(game: str) -> dict[str, Level]:
    """The levels of a game by name, gentlest first."""
    walks = _WALKS.get(game, ())  # a game that is not searched has none
    lapses = _MORE_LAPSES.get(game, _LAPSES)
    return {
        name: Level(Budget(n, LONGEST if name == "expert" else 0.0), slips)
        for name, n, slips in zip(NAMES, walks, lapses, strict=False)
    }
