"""A bot that looks as far as its heuristic does and takes what that likes best."""

from __future__ import annotations

from ravelbox.bots.base import Bot, Chair
from ravelbox.bots.heuristics.heuristic import Heuristic
from ravelbox.kernel.rng import Rng


class Greedy(Bot):
    """Takes the best-looking action; ties are broken at random."""

    def __init__(self, heuristic: Heuristic, seed: int, name: str = "greedy") -> None:
        self.name = name
        self._heuristic = heuristic
        self._rng = Rng(seed)

    def choose(self, chair: Chair) -> int:
        """One of the actions that the heuristic likes best."""
        best = self._heuristic.best(chair.sample(self._rng), chair.legal, self._rng)
        return best[self._rng.below(len(best))]
